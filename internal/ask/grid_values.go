package ask

// The plan of a table, and the values that it gives: of all cells in order, or of one.

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
	"github.com/grundy-games/grundy/theory/entailing"
	"github.com/grundy-games/grundy/theory/loopy"
)

// values passes the values to sink in order, in slices that are valid until sink returns: of
// an engine's table row by row. Workers many goroutines compute, or as many as there are
// cores if workers is 0.
func (g *grid) values(ctx context.Context, workers int, progress grundy.Progress, sink func(values []uint64) error) error {
	r := g.reader(ctx)
	defer r.close()
	switch {
	case g.own && g.disk.inOrder:
		return g.diskValues(ctx, progress, g.ofEngine(ctx, sink))
	case r.servesAll():
		return g.cells(ctx, r, r.value, progress, sink)
	case g.together():
		return g.valuesTogether(ctx, r, sink)
	}
	g.recognise(ctx)
	if g.byEngine() {
		if err := g.engineValues(ctx, meter.Cores(ctx, workers), progress, g.ofEngine(ctx, sink)); !errors.Is(err, grundy.ErrUnknown) {
			return err
		}
	}
	r.position = nil
	if err := r.search(); err != nil {
		return err
	}
	return g.cells(ctx, r, r.value, progress, sink)
}

// collected appends what stands for the values, each of that size in bytes, to known ones. With an
// error, it has appended those that were found before.
func collected[T any](ctx context.Context, g *grid, known []T, progress grundy.Progress, bytes uint64, of func(v uint64) (T, error)) (values []T, err error) {
	count := g.count() - g.from
	if err := meter.Take(ctx, bytes*count); err != nil {
		return known, err
	}
	values = slices.Grow(known, int(count))
	if err = g.values(ctx, 0, progress, func(next []uint64) error {
		for _, v := range next {
			value, err := of(v)
			if err != nil {
				return err
			}
			values = append(values, value)
		}
		return nil
	}); err != nil {
		meter.Give(ctx, bytes*count)
	}
	return values, err
}

// same is for values that stand for themselves.
func same(v uint64) (uint64, error) { return v, nil }

// worthFamily is from how many cells on, each as often as there are numbers along the longest
// axis, it is worth finding out whether a file states the moves of a game with an engine.
const worthFamily = 1 << 17

// recognise takes an engine for the game of a file, if it states the moves of a game that has
// one, the table is large, and the engine can fill it.
func (g *grid) recognise(ctx context.Context) {
	switch {
	case g.game.Template.Claims(), g.budget.Steps > 0: // claims are held against the moves
		return
	case grundy.MulCounts(g.count(), slices.Max(g.sides)) < worthFamily || !g.game.Template.Allows(g.sides):
		return
	case g.misere && len(g.sides) == 1: // engines of heaps do not reach as far as searches
		return
	}
	by := *g
	if by.game, _ = g.game.ByFamily(ctx); by.byEngine() && g.fits(by.cost()) {
		g.game, g.recognised, g.bare = by.game, true, true
	}
}

// misereBudget is how many sums and options are kept for misère nim-values of heaps, each of
// some hundred bytes, and easySums for those of a grid whose work is bounded.
const (
	misereBudget = 1 << 20
	easySums     = 1 << 16
)

// engineValues passes on the values of an engine: of a table row by row.
func (g *grid) engineValues(ctx context.Context, workers int, progress grundy.Progress, sink func(values []uint64) error) error {
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

// ofEngine returns a sink of an engine's nim-values that passes on what the table holds. Engines
// have 0 in cells without a position.
func (g *grid) ofEngine(ctx context.Context, pass func([]uint64) error) func([]uint64) error {
	if g.of == nimValues && !g.bare {
		return pass
	}
	var least []uint64
	if g.recognised {
		least = g.game.Template.Least()
	}
	empty := func(cell []uint64) bool {
		for axis, n := range least {
			if cell[axis] < n {
				return true
			}
		}
		return g.game.Table != nil && !g.game.Table.Holds(ctx, cell)
	}
	cell := g.first()
	var own []uint64 // the values are the engine's
	return func(values []uint64) error {
		own = append(own[:0], values...)
		for i, v := range own {
			switch {
			case v == 0 && empty(cell):
				own[i] = nothing
			case g.of == outcomes:
				own[i] = codeOf(grundy.Outcome(min(v, 1)))
			}
			g.next(cell)
		}
		return pass(own)
	}
}

// emitted is how many values of single cells are passed on at a time, at most.
const emitted = 1 << 10

// cells passes on a value of each cell. Values that were found before an error are passed on too.
// It fails if r, which makes the positions, has met none.
func (g *grid) cells(ctx context.Context, r *reader, value func(cell []uint64) (uint64, error), progress grundy.Progress, sink func(values []uint64) error) error {
	values := make([]uint64, 0, min(g.count(), emitted))
	done, total := g.from, g.count()
	pass := func() error {
		if len(values) == 0 {
			return nil
		}
		done += uint64(len(values))
		progress.Report(done, total)
		err := sink(values)
		values = values[:0]
		return err
	}
	for cell, more := g.first(), true; more; more = g.next(cell) {
		if len(values) == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		v, err := value(cell)
		if err != nil {
			return errors.Join(pass(), err)
		}
		if values = append(values, v); len(values) == cap(values) {
			if err := pass(); err != nil {
				return err
			}
		}
	}
	if err := r.empty(); err != nil {
		return err
	}
	return pass()
}

// isEmptyTable reports whether a table has no position at all.
func isEmptyTable(err error) bool {
	wrong, ok := errors.AsType[*FieldError](err)
	return ok && wrong.Field == "game"
}

// question returns what is asked about each position.
func (g *grid) question() solve.Question {
	return solve.Question{Convention: conventionOf(g.misere || g.of == genera, nil), Compound: g.kind, Budget: g.budget, Lender: g.lender}
}

// tabulation returns what values positions one after the other.
func (g *grid) tabulation(ctx context.Context) (solve.Tabulation, error) {
	fact := facts[g.of].fact
	if g.worths() {
		fact = solve.OfWorth
	}
	return solve.NewTabulation(ctx, fact, g.question())
}

// A reader answers single cells of a grid: from a table on disk, or by a search.
type reader struct {
	*grid
	ctx   context.Context
	place func(cell []uint64) (grundy.Sum, error)
	// position reads the value of a position from a table on disk, as far as it is there; nil for
	// no table. number reads that of a cell whose numbers make up its place there.
	position func(c grundy.Component) (v uint64, has bool, err error)
	number   func(cell []uint64) (v uint64, has bool, err error)
	// lax: a cell that is beyond all positions holds nothing. Otherwise it is an error, if there are
	// cells that hold some with lesser numbers along all axes, the least of which are known, and the
	// game does not say that it knows such numbers.
	lax     bool
	least   []uint64         // nil as long as there was no position
	refused error            // why there was none, at first
	by      solve.Tabulation // nil before the first search
}

// reader returns a reader of cells. Call close at its end.
func (g *grid) reader(ctx context.Context) *reader {
	r := &reader{grid: g, ctx: ctx, place: g.game.Template.Placer(ctx)}
	if g.disk != nil {
		r.position, r.number = g.disk.reads(g)
	}
	return r
}

func (r *reader) close() {
	if r.by != nil && r.by != r.shared {
		r.by.Close()
	}
}

// servesAll reports whether a table on disk serves for the cells in order: if the grid has filled it,
// or it has the last one or, where all others are searched for, the first one.
func (r *reader) servesAll() bool {
	if r.position == nil || r.own {
		return r.own
	}
	has := func(cell []uint64) bool {
		v, has := r.kept(cell)
		return has && v != nothing
	}
	return has(r.last()) || !r.byEngine() && has(r.first())
}

// onTable returns the value of a position from the table on disk.
func (r *reader) onTable(sum grundy.Sum) (v uint64, has bool, err error) {
	if r.position == nil || !isAlone(sum) {
		return 0, false, nil
	}
	v, has, err = r.position(sum[0].Component)
	return r.code(v), has, err
}

// kept returns the value of a cell from the table on disk, and unknown where that has none.
func (r *reader) kept(cell []uint64) (v uint64, has bool) {
	if r.position == nil {
		return unknown, false
	}
	sum, err := r.at(cell)
	if sum == nil && err == nil {
		return nothing, true
	}
	if err == nil {
		v, has, _ = r.onTable(sum)
	}
	if !has {
		v = unknown
	}
	return v, has
}

// value returns the value of a cell, as a number or a code.
func (r *reader) value(cell []uint64) (uint64, error) {
	if r.number != nil {
		if v, has, err := r.number(cell); has || err != nil {
			return r.code(v), err
		}
	}
	sum, err := r.at(cell)
	if sum == nil || err != nil {
		return nothing, err
	}
	if v, has, err := r.onTable(sum); has || err != nil {
		return v, err
	}
	if err := r.search(); err != nil {
		return 0, err
	}
	if r.of == genera {
		genus, err := r.by.Genus(sum)
		return r.codeOfWord(wordOfGenus(genus)), err
	}
	v, err := r.by.Value(sum)
	if err == nil && r.worths() {
		return r.finiteOrWord(entailing.Loopy(v)), nil
	}
	return r.code(v), err
}

// at returns the position of a cell, or nil where it holds none.
func (r *reader) at(cell []uint64) (grundy.Sum, error) {
	sum, err := r.place(cell)
	if err == nil && !r.lax {
		if r.least == nil {
			r.least = slices.Clone(cell)
		}
		for axis, n := range cell {
			r.least[axis] = min(r.least[axis], n)
		}
	}
	empty, ok := errors.AsType[*position.EmptyError](err)
	if !ok {
		return sum, err
	}
	beyond := r.least != nil
	for axis, n := range r.least {
		beyond = beyond && cell[axis] >= n
	}
	if beyond && !empty.Known {
		return nil, err
	}
	if r.refused == nil {
		r.refused = empty.Err
	}
	return nil, nil
}

// empty returns an error if none of the cells has held a position.
func (r *reader) empty() error {
	if r.least != nil || r.refused == nil {
		return nil
	}
	return wrong("game", nil, "%w", r.refused)
}

// search begins a search, which keeps what it has found for all cells, and plans for the
// greatest position.
func (r *reader) search() (err error) {
	if r.by != nil {
		return nil
	}
	if r.by = r.shared; r.by == nil {
		if r.by, err = r.tabulation(r.ctx); err != nil {
			return err
		}
	}
	if r.lax || r.own || r.of == genera { // one cell is asked for, or few
		return nil
	}
	sum, err := r.place(r.last())
	if err != nil {
		return nil
	}
	return r.by.Prepare(sum)
}

// valuesTogether values all positions together.
func (g *grid) valuesTogether(ctx context.Context, r *reader, sink func(values []uint64) error) error {
	held := meter.Open(ctx)
	defer held.Close()
	if err := held.Take(grundy.MulCounts(loopyCellBytes, g.count())); err != nil {
		return err
	}
	var sums []grundy.Sum
	var values []uint64 // the index of a sum, or nothing
	number := func(cell []uint64) (uint64, error) {
		sum, err := r.at(cell)
		if sum == nil || err != nil {
			return nothing, err
		}
		sums = append(sums, sum)
		return uint64(len(sums) - 1), nil
	}
	if err := g.cells(ctx, r, number, nil, func(some []uint64) error {
		values = append(values, some...)
		return nil
	}); err != nil {
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

// finiteOrWord returns a finite nim-value, or what stands for an infinite one.
func (g *grid) finiteOrWord(v grundy.LoopyValue) uint64 {
	switch {
	case !v.Infinite:
		return uint64(v.Nim)
	case v.Ending == grundy.Lost:
		return g.codeOfWord(wordOf(v.String()))
	}
	written, _ := json.Marshal(nimValueJSON(nil, &v)) // numbers
	return g.codeOfWord(table.Word{Text: v.String(), JSON: string(written)})
}

// loopyValue returns the value of the position at an index, as a number or a code.
func (g *grid) loopyValue(loops *solve.Loops) (func(i int) uint64, error) {
	if g.of == nimValues {
		nim, err := loops.NimValues()
		return func(i int) uint64 { return g.finiteOrWord(nim(i)) }, err
	}
	outcome, lasts, err := loops.Outcomes()
	return func(i int) uint64 {
		switch {
		case g.of == outcomes:
			return codeOf(outcome(i))
		case lasts(i) == loopy.Infinite:
			return g.finiteOrWord(grundy.LoopyValue{Infinite: true})
		}
		return lasts(i)
	}, err
}
