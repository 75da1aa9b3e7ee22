package ask

// This file fills tables: by an engine of the game, by a search of all positions that can be
// reached, or of all cells together where play need not end.

import (
	"context"
	"encoding/json"
	"errors"
	"math/bits"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/table"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/loopy"
)

// rows passes the values to sink in order, in slices that are valid until sink returns: of
// an engine's table row by row. Workers many goroutines compute, or as many as there are
// cores if workers is 0.
func (g *grid) rows(ctx context.Context, workers int, progress grundy.Progress, sink func(values []uint64) error) error {
	workers = meter.Cores(ctx, workers)
	switch {
	case g.stored != nil && g.stored.rows && g.of == outcomes:
		return g.storedEngineRows(ctx, progress, g.toOutcomes(ctx, sink))
	case g.stored != nil && g.stored.rows:
		return g.storedEngineRows(ctx, progress, sink)
	case g.stored != nil:
		return g.storedRows(ctx, progress, sink)
	}
	if at := g.reads(ctx); at != nil {
		return g.lookedUpRows(ctx, at, progress, sink)
	}
	if g.together() {
		return g.loopyRows(ctx, sink)
	}
	g.recognise(ctx)
	if g.byEngine() {
		engineSink := sink
		if g.of == outcomes {
			engineSink = g.toOutcomes(ctx, sink)
		}
		if g.recognised {
			engineSink = g.toPositions(ctx, engineSink)
		}
		if err := g.engineRows(ctx, workers, progress, engineSink); !errors.Is(err, grundy.ErrUnknown) {
			return err
		}
	}
	return g.searchedRows(ctx, progress, sink)
}

// worthFamily is from how many cells on, each as often as there are numbers along the longest
// axis, it is worth finding out whether a file states the moves of a game with an engine.
const worthFamily = 1 << 17

// recognise takes an engine for the game of a file, if it states the moves of a game that has
// one, the table is large, and the engine can fill it.
func (g *grid) recognise(ctx context.Context) {
	if g.game.Template.Claims() { // which are held against the moves
		return
	}
	if g.budget.Steps > 0 || grundy.MulCounts(g.count(), slices.Max(g.sides)) < worthFamily || !g.game.Template.Allows(g.sides) {
		return
	}
	if g.misere && len(g.sides) == 1 { // where engines of heaps do not reach as far as searches
		return
	}
	by := *g
	if by.game, _ = g.game.ByFamily(ctx); by.byEngine() && (Means{Memory: g.budget.Memory}).within(by.cost(), "") == nil {
		g.game, g.recognised = by.game, true
	}
}

// toPositions returns a sink of an engine's values that passes them on, and nothing for cells
// without a position of the file.
func (g *grid) toPositions(ctx context.Context, pass func([]uint64) error) func([]uint64) error {
	least := g.game.Template.Least()
	cell := make([]uint64, len(g.sides))
	cell[0] = g.from
	var own []uint64 // the values are the engine's
	return func(values []uint64) error {
		own = append(own[:0], values...)
		for i, v := range own {
			if v == 0 && (isBelow(cell, least) || g.game.Table != nil && !g.game.Table.Holds(ctx, cell)) {
				own[i] = nothing
			}
			g.next(cell)
		}
		return pass(own)
	}
}

// isBelow reports whether some number is less than the least one.
func isBelow(cell, least []uint64) bool {
	for i, n := range cell {
		if n < least[i] {
			return true
		}
	}
	return false
}

// toOutcomes returns a sink of an engine's values that passes on outcomes. Engines have 0
// in cells without a position.
func (g *grid) toOutcomes(ctx context.Context, pass func([]uint64) error) func([]uint64) error {
	cell := make([]uint64, len(g.sides))
	cell[0] = g.from
	var codes []uint64
	return func(values []uint64) error {
		codes = codes[:0]
		for _, v := range values {
			if v != nothing {
				v = codeOf(grundy.Outcome(min(v, 1)))
			}
			if v == codeOf(grundy.P) && g.game.Table != nil && !g.game.Table.Holds(ctx, cell) {
				v = nothing
			}
			codes = append(codes, v)
			g.next(cell)
		}
		return pass(codes)
	}
}

// next counts on to the next cell. The result is false behind the last one.
func (g *grid) next(cell []uint64) bool {
	for axis := range cell {
		if cell[axis]++; cell[axis] < g.sides[axis] {
			return true
		}
		cell[axis] = 0
	}
	return false
}

// misereBudget is how many sums and options are kept for misère nim-values of heaps, each of
// some hundred bytes, and easySums for those of a grid whose work is bounded.
const (
	misereBudget = 1 << 20
	easySums     = 1 << 16
)

// engineRows passes on the values of an engine: of a table row by row.
func (g *grid) engineRows(ctx context.Context, workers int, progress grundy.Progress, sink func(values []uint64) error) error {
	switch {
	case g.game.Table != nil:
	case !g.misere:
		return g.game.Sequence.Values(ctx, g.from, g.sides[0], progress, sink)
	case g.easy:
		return heap.MisereSequence(ctx, g.game.Sequence, g.from, g.sides[0], easySums, progress, sink)
	default:
		return heap.MisereSequence(ctx, g.game.Sequence, g.from, g.sides[0], misereBudget, progress, sink)
	}
	return g.game.Table.EachRow(ctx, g.measure(), g.sides, workers, g.inCells(progress), func(row []uint64) error {
		return sink(row[g.from:])
	})
}

// emitted is how many values that are searched for are passed on at a time, at most.
const emitted = 1 << 10

// reads returns what reads cells from a table on disk; nil where an engine computes them, or the
// table has neither the last cell nor, where all others are searched for, the first one.
func (g *grid) reads(ctx context.Context) func(cell []uint64) (v uint64, ok bool) {
	at := g.lookup.cells(ctx, g)
	if at == nil {
		return nil
	}
	first := make([]uint64, len(g.sides))
	first[0] = g.from
	has := func(cell []uint64) bool {
		sum, err := g.game.Template.Placer(ctx)(cell)
		if err != nil || len(sum) != 1 || !g.lookup.plays(sum[0].Component) {
			return false
		}
		_, has := at(cell)
		return has
	}
	if !has(g.lastCell()) && (g.byEngine() || !has(first)) {
		return nil
	}
	return at
}

// lookedUpRows passes on values of a table on disk. Cells that are not in there are valued as
// without it.
func (g *grid) lookedUpRows(ctx context.Context, at func(cell []uint64) (uint64, bool), progress grundy.Progress, sink func(values []uint64) error) error {
	return g.passed(progress, sink, func(visit func(v uint64) error) error {
		place := g.game.Template.Placer(ctx)
		beyond := &beyond{grid: g, prepare: func(by *solve.Tabulation) error { return g.prepare(by, place) }}
		defer beyond.close()
		cell := make([]uint64, len(g.sides))
		cell[0] = g.from
		for i := 0; ; i++ {
			if i%emitted == 0 && ctx.Err() != nil {
				return context.Cause(ctx)
			}
			v, ok := at(cell)
			if !ok {
				var err error
				if v, err = beyond.value(ctx, func() (grundy.Sum, error) { return place(cell) }); err != nil {
					return err
				}
				if g.of == outcomes {
					v = codeOf(grundy.Outcome(v))
				}
			}
			if err := visit(v); err != nil || !g.next(cell) {
				return err
			}
		}
	})
}

// passed passes to sink, some at a time, the values that each visits.
func (g *grid) passed(progress grundy.Progress, sink func(values []uint64) error, each func(visit func(v uint64) error) error) error {
	values := make([]uint64, 0, min(g.count(), emitted))
	done, total := uint64(0), g.count()
	pass := func() error {
		done += uint64(len(values))
		progress.Report(done, total)
		err := sink(values)
		values = values[:0]
		return err
	}
	err := each(func(v uint64) error {
		if values = append(values, v); len(values) < cap(values) {
			return nil
		}
		return pass()
	})
	if len(values) > 0 && err == nil {
		return pass()
	}
	return err
}

// A beyond values cells that are in no table on disk, as without it.
type beyond struct {
	grid    *grid
	prepare func(by *solve.Tabulation) error // nil where most cells are in the table
	by      *solve.Tabulation                // nil before the first one
}

func (b *beyond) value(ctx context.Context, position func() (grundy.Sum, error)) (uint64, error) {
	if b.by == nil {
		var err error
		if b.by, err = b.grid.tabulation(ctx); err == nil && b.prepare != nil {
			err = b.prepare(b.by)
		}
		if err != nil {
			return 0, err
		}
	}
	sum, err := position()
	if err != nil {
		return 0, err
	}
	return b.by.Value(sum)
}

func (b *beyond) close() {
	if b.by != nil {
		b.by.Close()
	}
}

// tabulation returns what values positions one after the other.
func (g *grid) tabulation(ctx context.Context) (*solve.Tabulation, error) {
	return solve.NewTabulation(ctx, g.fact(), g.question())
}

// question returns what is asked about each position.
func (g *grid) question() solve.Question {
	return solve.Question{Convention: conventionOf(g.misere || g.of == genera), Compound: g.kind, Budget: g.budget, Lender: g.lender}
}

// prepare plans for the greatest position.
func (g *grid) prepare(by *solve.Tabulation, place func(cell []uint64) (grundy.Sum, error)) error {
	sum, err := place(g.lastCell())
	if err != nil || g.of == genera {
		return nil
	}
	return by.Prepare(sum)
}

// lastCell returns the cell with the greatest numbers.
func (g *grid) lastCell() []uint64 {
	last := slices.Clone(g.sides)
	for axis := range last {
		last[axis]--
	}
	return last
}

// searchedRows values the positions one after the other.
func (g *grid) searchedRows(ctx context.Context, progress grundy.Progress, sink func(values []uint64) error) error {
	by := g.shared
	if by == nil {
		var err error
		if by, err = g.tabulation(ctx); err != nil {
			return err
		}
		defer by.Close()
	}
	if err := g.prepare(by, g.game.Template.Placer(ctx)); err != nil {
		return err
	}
	total := g.count()
	done := g.from
	values := make([]uint64, 0, min(total, emitted))
	pass := func() error {
		err := sink(values)
		values = values[:0]
		return err
	}
	err := g.eachCell(ctx, func(sum grundy.Sum) error {
		v := uint64(nothing)
		var err error
		switch {
		case sum == nil:
		case g.of == genera:
			var text string
			text, err = by.Genus(sum)
			v = g.code(wordOf(text))
		default:
			v, err = by.Value(sum)
		}
		switch {
		case err != nil:
			return err
		case g.of == outcomes && sum != nil:
			v = codeOf(grundy.Outcome(v))
		}
		if values = append(values, v); len(values) < cap(values) {
			return nil
		}
		done += uint64(len(values))
		progress.Report(done, total)
		return pass()
	})
	if len(values) > 0 && (err == nil || !isEmptyTable(err)) {
		return errors.Join(pass(), err)
	}
	return err
}

// isEmptyTable reports whether a table has no position at all.
func isEmptyTable(err error) bool {
	wrong, ok := errors.AsType[*FieldError](err)
	return ok && wrong.Field == "game"
}

// eachCell passes the positions of all cells to visit, in order, and nil for a cell that
// holds none. Numbers beyond all positions of a game are an error: they are refused, though
// there are cells with lesser numbers along all axes, and the game does not say that it
// knows such numbers.
func (g *grid) eachCell(ctx context.Context, visit func(sum grundy.Sum) error) error {
	place := g.game.Template.Placer(ctx)
	cell := make([]uint64, len(g.sides))
	cell[0] = g.from
	var least []uint64 // of cells that hold positions
	var refused error
	for i := 0; ; i++ {
		if i%emitted == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		sum, err := place(cell)
		switch {
		case err != nil:
			empty, ok := errors.AsType[*position.EmptyError](err)
			if !ok {
				return err
			}
			beyond := least != nil
			for axis, n := range least {
				beyond = beyond && cell[axis] >= n
			}
			if beyond && !empty.Known {
				return err
			}
			if refused == nil {
				refused = empty.Err
			}
		case least == nil:
			least = slices.Clone(cell)
		default:
			for axis, n := range cell {
				least[axis] = min(least[axis], n)
			}
		}
		if err := visit(sum); err != nil {
			return err
		}
		if !g.next(cell) {
			break
		}
	}
	if least == nil {
		return wrong("game", nil, "%w", refused)
	}
	return nil
}

// loopyRows values all positions together.
func (g *grid) loopyRows(ctx context.Context, sink func(values []uint64) error) error {
	held := meter.Open(ctx)
	defer held.Close()
	if err := held.Take(grundy.MulCounts(loopyCellBytes, g.count())); err != nil {
		return err
	}
	var sums []grundy.Sum
	var values []uint64 // the index of a sum, or nothing
	err := g.eachCell(ctx, func(sum grundy.Sum) error {
		if sum == nil {
			values = append(values, nothing)
			return nil
		}
		values = append(values, uint64(len(sums)))
		sums = append(sums, sum)
		return nil
	})
	if err != nil {
		return err
	}
	loops, err := solve.NewLoops(ctx, sums, g.question())
	if err != nil {
		return err
	}
	defer loops.Close()
	value, err := g.loopyValue(loops)
	if err != nil {
		return err
	}
	for i, v := range values {
		if v != nothing {
			values[i] = value(int(v))
		}
	}
	return sink(values)
}

// loopyValue returns the value of the position at an index, as a number or a code.
func (g *grid) loopyValue(loops *solve.Loops) (func(i int) uint64, error) {
	infinite := func(v grundy.LoopyValue) uint64 {
		written, _ := json.Marshal(nimValueJSON(nil, &v)) // numbers
		return g.code(table.Word{Text: v.String(), JSON: string(written)})
	}
	if g.of == nimValues {
		nim, err := loops.NimValues()
		return func(i int) uint64 {
			v := nim(i)
			if v.Infinite {
				return infinite(v)
			}
			return uint64(v.Nim)
		}, err
	}
	outcome, lasts, err := loops.Outcomes()
	return func(i int) uint64 {
		switch {
		case g.of == outcomes:
			return codeOf(outcome(i))
		case lasts(i) == loopy.Infinite:
			return infinite(grundy.LoopyValue{Infinite: true})
		}
		return lasts(i)
	}, err
}

// inCells returns a progress for engines that count in anything; it reports in
// cells.
func (g *grid) inCells(progress grundy.Progress) grundy.Progress {
	if progress == nil {
		return nil
	}
	cells := g.count()
	return func(done, total uint64) {
		if total == 0 {
			return
		}
		high, low := bits.Mul64(cells, min(done, total))
		part, _ := bits.Div64(high, low, total)
		progress(part, cells)
	}
}
