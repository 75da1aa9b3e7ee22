//go:build !playing

package api

// The operations that the first program of the page without a server has not got: the tag leaves
// out these, and what they need, even what Go runs before main.

import (
	"context"
	"slices"

	"github.com/grundy-games/grundy/internal/ask"
)

// Exploring returns the operations on tables, patterns and pictures. Tables that serve for several windows are kept in tiles.
func Exploring(tiles *ask.Tiles) []*Operation {
	tile := func(q ask.Tile, ctx context.Context, m ask.Means) (*ask.Tiled, error) { return q.Ask(ctx, m, tiles) }
	return []*Operation{
		asking("guess", "The pattern behind the values of a game, and its proof; null where none is found", ask.Guess{}, ask.Guess.Ask),
		asking("plot", "A picture of values", ask.Plot{}, ask.Plot.Ask).as(Form{"image/svg+xml", "svg"}, Form{"image/png", "png"}),
		asking("tile", "A window of a table, as pages show it", ask.Tile{}, tile).as(Form{"application/json", "json"}, Form{"application/octet-stream", "binary"}),
		asking("shape", "The axes of a game's table or sequence, and what it can hold", ask.Shape{}, ask.Shape.Ask),
		asking("nim", "The value of an expression of nimbers, finite or transfinite", ask.Nim{}, ask.Nim.Ask),
		asking("graph", "The outcome and the nim-value of each node of a graph", ask.Graph{}, ask.Graph.Ask),
	}
}

// Working returns the operations that only a machine with folders and programs answers.
func Working() []*Operation {
	jobs := asking(jobsPath, "How far the jobs have come that the server was told to show", ask.Jobs{}, ask.Jobs.Ask).soon()
	jobs.Fresh = true
	return []*Operation{jobs}
}

// All returns all operations.
func All(tiles *ask.Tiles) []*Operation {
	return slices.Concat(Playing(), Exploring(tiles), Working())
}
