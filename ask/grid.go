package ask

// This file holds tables of board games as [Values] and [Plot] ask for them: by
// their sides, row by row.

import (
	"context"
	"math/bits"
	"strconv"
	"strings"

	"grundy"
	"grundy/games/heap"
	"grundy/internal/message"
	"grundy/position"
)

// A grid is the table of a board game with sides[i] cells along axis i, x first.
type grid struct {
	game   position.Game
	sides  []uint64
	misere bool
}

// mostAxes is the largest number of axes that a board has.
const mostAxes = 16

// axes returns the number of axes in the text of a size such as 8x8, or 0 where it
// tells none.
func axes(size string) int {
	if n := strings.Count(size, "x") + 1; n >= 2 && n <= mostAxes {
		return n
	}
	return 0
}

// game reads the game of a question. The question is about a table with that many
// axes, or does not say how many if axes is 0.
func (m Means) game(ctx context.Context, text string, axes int) (position.Game, error) {
	game, err := position.ParseGameWith(ctx, text, axes, m.files())
	if err == nil && axes >= 2 {
		game, err = heapsAsBoard(ctx, game, axes)
	}
	return game, refused(ctx, "game", err)
}

// heapsAsBoard returns Nim as a board whose axes are heaps, and any other game as it
// is.
func heapsAsBoard(ctx context.Context, game position.Game, axes int) (position.Game, error) {
	if _, nim := game.Sequence.(heap.Nim); !nim {
		return game, nil
	}
	moves := make([]string, axes*axes) // take from one heap: (-1,0,…), (0,-1,…), …
	for i := range moves {
		moves[i] = "0"
		if i%(axes+1) == 0 {
			moves[i] = "-1"
		}
	}
	heaps, err := position.ParseGameWith(ctx, "rider["+strings.Join(moves, ",")+"]", axes, position.Files{})
	heaps.Name = game.Name
	return heaps, err
}

// newGrid returns the table of a board game whose sides are in text, or says why
// there is none.
func newGrid(game position.Game, text string, misere bool) (*grid, error) {
	limits := game.Sides()
	dimension := len(limits)
	example := strings.TrimSuffix(strings.Repeat("8x", dimension), "x")
	if text == "" {
		return nil, wrong("size", nil, "want the cells along each axis of %s, such as %s", game.Name, example)
	}
	words := strings.Split(text, "x")
	if len(words) > mostAxes {
		return nil, wrong("size", nil, "%d numbers; want at most %d", len(words), mostAxes)
	}
	if len(words) != dimension {
		return nil, wrong("size", text, "want %d numbers for %s, such as %s", dimension, game.Name, example)
	}
	g := &grid{game: game, misere: misere}
	for i, word := range words {
		n, err := strconv.ParseUint(word, 10, 63)
		if err != nil || n == 0 {
			return nil, wrong("size", text, "%s is not a number of cells; want 1 or more", message.Quoted(word))
		}
		if limits[i] > 0 && n > limits[i] {
			return nil, wrong("size", text, "%s has a board of %d cells along axis %d", game.Name, limits[i], i+1)
		}
		g.sides = append(g.sides, n)
	}
	return g, nil
}

// within returns the cells of the grid with x and y below these.
func (g *grid) within(width, height uint64) *grid {
	part := *g
	part.sides = []uint64{min(g.sides[0], width), min(g.sides[1], height)}
	return &part
}

// isLarge reports whether there is a smaller grid of some use.
func (g *grid) isLarge() bool { return max(g.sides[0], g.sides[1]) > 16 }

// shape returns the number of cells of each axis, the one that changes slowest
// first.
func (g *grid) shape() []uint64 {
	shape := make([]uint64, len(g.sides))
	for i, n := range g.sides {
		shape[len(shape)-1-i] = n
	}
	return shape
}

// measure returns the measure of the table.
func (g *grid) measure() grundy.Measure {
	if g.misere {
		return grundy.ByMisereNimValue
	}
	return grundy.ByNimValue
}

// cost returns what rows needs.
func (g *grid) cost() grundy.Cost {
	cost := g.game.Table.RowsCost(g.measure(), g.sides)
	cost.Bytes = grundy.AddCounts(cost.Bytes, grundy.MulCounts(rowBytes, g.sides[0]))
	return cost
}

// isTimed reports whether the time that rows needs is known beforehand.
func (g *grid) isTimed() bool { return g.cost().Time > 0 }

// rowBytes is the memory for the text of one value of a row, whose line is kept until it
// is whole.
const rowBytes = 24

// rows passes the rows to sink in order, each from x = 0 on, by workers many
// goroutines, or as many as there are cores if workers is 0. A row is valid until sink returns.
func (g *grid) rows(ctx context.Context, workers int, progress grundy.Progress, sink func(row []uint64) error) error {
	return g.game.Table.EachRow(ctx, g.measure(), g.sides, workers, g.inCells(progress), sink)
}

// inCells returns a progress for engines that count in anything; it reports in
// cells.
func (g *grid) inCells(progress grundy.Progress) grundy.Progress {
	if progress == nil {
		return nil
	}
	cells := uint64(1)
	for _, n := range g.sides {
		cells = grundy.MulCounts(cells, n)
	}
	return func(done, total uint64) {
		if total == 0 {
			return
		}
		high, low := bits.Mul64(cells, min(done, total))
		part, _ := bits.Div64(high, low, total)
		progress(part, cells)
	}
}
