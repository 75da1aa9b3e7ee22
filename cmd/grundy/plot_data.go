package main

// This file holds where `grundy plot` gets its values from.

import (
	"context"
	"fmt"
	"time"

	"grundy"
	"grundy/games"
	"grundy/games/heap"
	"grundy/internal/units"
	"grundy/plot"
	"grundy/solve"
)

// findDrawable reads a game of which there is a picture: of heaps, or on a board
// of two dimensions. As --size tells it may be read as one of more.
func (f *plotFlags) findDrawable(ctx context.Context, text string, budget solve.Budget) (games.Game, error) {
	files, read := notingFiles(budget, nil)
	game, err := parseGame(ctx, text, axes(f.size), files)
	if err != nil {
		return game, usageError{err}
	}
	if err := distinct(namedFile{"-o", f.output}, read()...); err != nil {
		return game, err
	}
	if sides := game.Sides(); game.Heap == nil && len(sides) != 2 {
		return game, usagef("no picture of %s: it has %d dimensions here, and pictures show games of two", game.Name, len(sides))
	}
	return game, nil
}

// drawnTable returns the nim-values of a board. What those of a file of rules cost
// nobody can tell beforehand: they stop at the budget.
func drawnTable(ctx context.Context, g *grid, budget solve.Budget, progress grundy.Progress) (func(x, y int) uint64, error) {
	width := g.sides[0]
	end := func(err error) error { return err }
	if g.game.Rules != nil {
		var w *watch
		ctx, w = watched(ctx, budget, fmt.Sprintf("the %s x %s cells of %s", units.Grouped(width), units.Grouped(g.sides[1]), g.game.Name))
		end = w.end
	}
	values := make([]uint32, 0, width*g.sides[1])
	err := g.rows(ctx, 0, progress, func(row []uint64) error {
		for _, v := range row {
			values = append(values, uint32(v)) // no piece has a value of 2^32
		}
		return nil
	})
	return func(x, y int) uint64 { return uint64(values[uint64(y)*width+uint64(x)]) }, end(err)
}

// drawnBlocked tells on which cells of a board there is no position, and what these
// are called; nil where there is none.
func drawnBlocked(game games.Game) (blocked func(x, y int) bool, name string) {
	if least := game.Least(); least[0] > 0 || least[1] > 0 {
		return func(x, y int) bool { return uint64(x) < least[0] || uint64(y) < least[1] }, "no position"
	}
	if game.Board == nil || len(game.Board.Blocked()) == 0 {
		return nil, ""
	}
	isBlocked := map[[2]uint64]bool{}
	for _, cell := range game.Board.Blocked() {
		isBlocked[[2]uint64{cell[0], cell[1]}] = true
	}
	return func(x, y int) bool { return isBlocked[[2]uint64{uint64(x), uint64(y)}] }, "blocked"
}

// drawnTableBytes is the memory for one cell in drawnTable.
const drawnTableBytes = 4

// drawnSequence returns n values of a game of heaps, and its period if one is
// found in the first search values. The search ends at half of the time, so that some
// is left for the values.
func drawnSequence(ctx context.Context, game heap.Sequence, n, search int, budget solve.Budget, progress func(counted string) grundy.Progress) (plot.Sequence, error) {
	s := plot.Sequence{Values: make([]uint64, 0, n)}
	began := time.Now()
	if search > 0 {
		within, watch := watched(ctx, solve.Budget{Memory: budget.Memory, Time: (budget.Time + 1) / 2}, "")
		p, _, err := game.Period(within, uint64(search), progress("values"))
		if err = watch.end(err); ctx.Err() != nil {
			return s, ctx.Err()
		}
		if err == nil {
			s.Preperiod, s.Period, s.Saltus, s.AtMost, s.Proved = p.Preperiod, p.Period, p.Saltus, p.AtMost, p.Proved
		}
	}
	within, watch := watchedSince(ctx, budget, fmt.Sprintf("the heaps 0 … %d of %s", n-1, game), began)
	return s, watch.end(game.Values(within, 0, uint64(n), progress("values"), func(values []uint64) error {
		s.Values = append(s.Values, values...)
		return nil
	}))
}
