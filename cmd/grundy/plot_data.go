package main

// This file holds where `grundy plot` gets its values from.

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"grundy"
	"grundy/games/board"
	"grundy/games/heap"
	"grundy/internal/units"
	"grundy/plot"
	"grundy/position"
	"grundy/solve"
)

// findDrawable reads a game of which there is a picture: of heaps, or on a board
// of two dimensions. As --size tells it may be read as one of more.
func (f *plotFlags) findDrawable(ctx context.Context, text string, budget solve.Budget) (position.Game, error) {
	files, read := notingFiles(budget, nil)
	game, err := parseGame(ctx, text, axes(f.size), files)
	if err != nil {
		return game, usageError{err}
	}
	if err := distinct(namedFile{"-o", f.output}, read()...); err != nil {
		return game, err
	}
	if sides := game.Sides(); game.Sequence == nil && len(sides) != 2 {
		return game, usagef("no picture of %s: it has %d dimensions here, and pictures show games of two", game.Name, len(sides))
	}
	return game, nil
}

// drawnTable returns the nim-values of a board. Where their time is not known
// beforehand they stop at the budget.
func drawnTable(ctx context.Context, g *grid, budget solve.Budget, progress grundy.Progress) (func(x, y int) uint64, error) {
	width := g.sides[0]
	end := func(err error) error { return err }
	if !g.isTimed() {
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
func drawnBlocked(ctx context.Context, game position.Game) (blocked func(x, y int) bool, name string) {
	holds := func(x, y int) bool {
		return game.Table.Holds(context.WithoutCancel(ctx), []uint64{uint64(x), uint64(y)})
	}
	if least := game.Table.Least(ctx); least[0] > 0 || least[1] > 0 {
		return func(x, y int) bool {
			before := uint64(x) < least[0] || uint64(y) < least[1]
			return before && !holds(x, y)
		}, "no position"
	}
	if g, ok := game.Table.(*board.Game); ok && len(g.Blocked()) > 0 {
		return func(x, y int) bool { return !holds(x, y) }, "blocked"
	}
	return nil, ""
}

// drawnTableBytes is the memory for one cell in drawnTable.
const drawnTableBytes = 4

// trialTime is about how long a picture may take whose size nobody chose.
const trialTime = time.Second

// cheapTime returns trialTime, or half of the budget's time where that is less. Costs
// are cautious estimates, and what they bound takes a part of it.
func cheapTime(budget solve.Budget) time.Duration {
	if budget.Time > 0 {
		return min(trialTime, (budget.Time+1)/2)
	}
	return trialTime
}

// growing calls try with 2, 4, 8 … and at last with most, until it is over the time
// of a trial or over the budget; that ends try by its context. The first call has
// the whole budget.
func growing(ctx context.Context, most uint64, budget solve.Budget, what string, try func(ctx context.Context, size uint64) error) error {
	began := time.Now()
	for size := min(2, most); ; size = min(2*size, most) {
		attempt := budget
		if size > 2 {
			attempt.Time = max(cheapTime(budget)-time.Since(began), 1)
		}
		within, watch := watched(ctx, attempt, what)
		err := watch.end(try(within, size))
		if err != nil && size > 2 && ctx.Err() == nil && isOver(err) {
			return nil
		}
		if err != nil || size == most {
			return err
		}
	}
}

// drawnInTime returns the nim-values of as many cells of a grid, from (0,0) on, as
// are had in the time of a trial.
func drawnInTime(ctx context.Context, most *grid, budget solve.Budget, progress func(counted string) grundy.Progress) (drawn *grid, at func(x, y int) uint64, err error) {
	err = growing(ctx, slices.Max(most.sides), budget, most.game.Name, func(ctx context.Context, size uint64) error {
		g := most.within(size, size)
		values, err := drawnTable(ctx, g, solve.Budget{Memory: budget.Memory}, progress("cells"))
		if err == nil {
			drawn, at = g, values
		}
		return err
	})
	return drawn, at, err
}

// drawnSequence returns n values of a game of heaps, or fewer where these take too
// long and less will do, and its period if one is found in --max values, or if nobody
// chose that in the time of a trial. The search ends at half of --max-time, so that
// some is left for the values.
func (f *plotFlags) drawnSequence(ctx context.Context, game heap.Sequence, n int, lessWillDo, searchChosen bool, progress func(counted string) grundy.Progress) (plot.Sequence, error) {
	budget := f.bounds.budget()
	var s plot.Sequence
	began := time.Now()
	if f.search > 0 {
		bound := solve.Budget{Memory: budget.Memory, Time: (budget.Time + 1) / 2}
		if !searchChosen {
			bound.Time = cheapTime(budget)
		}
		within, watch := watched(ctx, bound, "")
		p, _, err := game.Period(within, uint64(f.search), progress("values"))
		if err = watch.end(err); ctx.Err() != nil {
			return s, ctx.Err()
		}
		if err == nil {
			s.Preperiod, s.Period, s.Saltus, s.AtMost, s.Proved = p.Preperiod, p.Period, p.Saltus, p.AtMost, p.Proved
		}
	}
	values := func(ctx context.Context, n uint64) error {
		var values []uint64
		err := game.Values(ctx, 0, n, progress("values"), func(next []uint64) error {
			values = append(values, next...)
			return nil
		})
		if err == nil {
			s.Values = values
		}
		return err
	}
	if lessWillDo {
		return s, growing(ctx, uint64(n), budget, fmt.Sprintf("the heaps 0 … of %s", game), values)
	}
	within, watch := watchedSince(ctx, budget, fmt.Sprintf("the heaps 0 … %d of %s", n-1, game), began)
	return s, watch.end(values(within, uint64(n)))
}

// orLess names the flag that asks for less where an answer is over the budget.
func orLess(err error, flag, less string) error {
	if isOver(err) {
		return fmt.Errorf("%w, and %s asks for %s", err, flag, less)
	}
	return err
}

// isOver reports whether an answer is over the budget.
func isOver(err error) bool {
	var over solve.OverBudget
	return errors.As(err, &over) || errors.Is(err, grundy.ErrBudget)
}
