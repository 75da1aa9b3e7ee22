package rules

// This file holds games from files without a position: the sequence of nim-values of a
// game whose positions one number chooses, and the table of a game whose positions two
// numbers choose. The numbers are the parameters of start, or the fields themselves
// where these are one or two integers.

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"grundy"
	"grundy/games/board"
	"grundy/internal/message"
	"grundy/rules/lang"
	"grundy/theory/period"
	"grundy/theory/search"
)

// Numbers names the numbers that choose a position: the parameters of start, or the
// fields if start takes none and all fields are integers. Otherwise it returns nothing.
func (f *File) Numbers() (names []string) {
	switch {
	case f.builtIn != nil:
		return nil
	case f.startTakesNumbers():
		return f.code.Params(f.start)
	}
	for _, field := range f.code.Shape.Fields {
		if field.Kind != Integer {
			return nil
		}
	}
	return f.code.Shape.Names()
}

// startTakesNumbers reports whether the numbers are the parameters of start, rather than
// the fields.
func (f *File) startTakesNumbers() bool { return f.start != nil && f.start.Arity() > 0 }

// at returns the position that the numbers choose. A [*grundy.PositionError] says that it
// is not legal.
func (r *run) at(numbers ...uint64) (Position, error) {
	signed := make([]int64, len(numbers))
	for i, n := range numbers {
		if n > math.MaxInt64 {
			return "", &Error{File: r.code.Source.Name, Msg: fmt.Sprintf("%d is outside 64 bits", n)}
		}
		signed[i] = int64(n)
	}
	if r.startTakesNumbers() {
		state, err := r.started(signed)
		if err != nil {
			return "", err
		}
		return Position(r.pack(state)), nil
	}
	state := make([]int64, r.code.Shape.Size)
	for i, n := range signed {
		field := &r.code.Shape.Fields[i]
		if state[field.At] = n; !field.Allows(state) {
			return "", &Error{File: r.code.Source.Name, Msg: field.Outside(n)}
		}
	}
	if err := r.checkLegal(state); err != nil {
		return "", err
	}
	return Position(r.pack(state)), nil
}

// exists reports whether an error of at says that numbers choose a position, be it one
// that is not legal.
func exists(err error) bool {
	_, ok := illegal(err)
	return ok || err == nil
}

// A valuer returns values of positions of one file, and remembers them.
type valuer func(ctx context.Context, p Position) (uint64, error)

// newValuer returns a valuer that searches by keys, and meets at most the given number
// of positions; 0 means any number.
func newValuer[K search.Key](g *game[K], most uint64) valuer {
	memo := search.NewMemo(g.NewMoveLister(), g.run().searchOptions(most))
	var keys []K
	return func(ctx context.Context, p Position) (uint64, error) {
		var ok bool
		if keys, ok = g.AppendKeys(keys[:0], p); !ok {
			return 0, g.run().Err()
		}
		sum := uint64(0)
		for _, key := range keys {
			v, err := memo.Value(ctx, key)
			if err != nil {
				return 0, explain(g.File, err, g.Unpack)
			}
			sum ^= v
		}
		return sum, nil
	}
}

// explain turns the error of a cycle into one that writes the positions on it.
func explain[K search.Key](f *File, err error, position func(key K) Position) error {
	cycle, ok := err.(*search.CycleError[K]) //nolint:errorlint // the search returns it as it is
	if !ok {
		return err
	}
	text := message.Cycle(len(cycle.Positions), func(i int) string {
		return message.Brief(string(f.AppendPosition(nil, position(cycle.Positions[i]))), 60)
	})
	return &Error{File: f.code.Source.Name, Msg: "play need not end: " + text + `; if that is meant, say loopy = True`}
}

// ofText returns the position whose key is its text.
func ofText(key string) Position { return Position(key) }

// A Sequence is the nim-sequence of a file whose positions are chosen by one
// number. It is a heap.Sequence.
type Sequence struct{ file *File }

// Sequence returns the nim-sequence of the file, if it has one.
func (f *File) Sequence() (Sequence, bool) {
	return Sequence{f}, f.hasNimValues() && len(f.Numbers()) == 1
}

// hasNimValues reports whether positions have finite nim-values, which say who wins.
func (f *File) hasNimValues() bool { return !f.Loopy && !f.Ends }

// Convention implements [grundy.Conventional].
func (s Sequence) Convention() grundy.Convention { return s.file.Convention() }

// String returns the name of the file.
func (s Sequence) String() string { return s.file.String() }

// NoPosition stands in sequences and tables of a file for numbers that choose no position.
// No position has such a value.
const NoPosition = 1 << 63

// valueAt returns the value of the position that the numbers choose. Where that is not
// legal, or one of them is below all numbers that choose a position, it returns
// NoPosition.
func (r *run) valueAt(ctx context.Context, value valuer, numbers ...uint64) (uint64, error) {
	p, err := r.at(numbers...)
	if err == nil {
		return value(ctx, p)
	}
	if exists(err) {
		return NoPosition, nil
	}
	if makesNone(err) {
		for i, least := range r.leasts() {
			if numbers[i] < least {
				return NoPosition, nil
			}
		}
	}
	return 0, UnplacedError{slices.Clone(numbers), err}
}

// An UnplacedError reports numbers that choose no position.
type UnplacedError struct {
	Numbers []uint64
	Err     error // what is wrong with them
}

func (e UnplacedError) Error() string { return e.Err.Error() }

// Unwrap returns e.Err.
func (e UnplacedError) Unwrap() error { return e.Err }

// makesNone reports whether an error of at means that the numbers choose no position,
// and not that start was stopped or ran out of budget.
func makesNone(err error) bool {
	return err != nil && !errors.Is(err, grundy.ErrBudget) && !lang.IsStopped(err)
}

// mostLeast bounds the numbers with which leasts tries start.
const mostLeast = 1000

// leasts returns the least numbers, one or two, that choose positions: the ends of the
// fields' ranges, or the first numbers for which start makes a position. For two
// numbers, it first raises both together until start makes one, and then lowers each as
// far as start still does. It returns zeros if none of the first numbers choose a
// position.
func (r *run) leasts() []uint64 {
	if r.least != nil {
		return r.least
	}
	least := make([]uint64, len(r.Numbers()))
	if !r.startTakesNumbers() {
		for i := range least {
			least[i] = uint64(max(r.code.Shape.Fields[i].Lo, 0))
		}
		r.least = least
		return least
	}
	var err error
	made := func() bool {
		_, err = r.at(least...)
		return exists(err)
	}
	for n := uint64(0); !made(); n++ {
		if !makesNone(err) { // it was stopped
			return make([]uint64, len(least))
		}
		if n == mostLeast {
			r.least = make([]uint64, len(least))
			return r.least
		}
		for i := range least {
			least[i] = n + 1
		}
	}
	for i := range least {
		for len(least) > 1 && least[i] > 0 {
			if least[i]--; !made() {
				least[i]++
				break
			}
		}
	}
	if makesNone(err) || err == nil {
		r.least = least
	}
	return least
}

// upTo returns how many of the first most numbers along axis i choose a position or lie
// below those that do, with the other numbers at their least. It returns most if none of
// the first numbers choose a position, or if start was stopped.
func (r *run) upTo(i int, most uint64) uint64 {
	if r.start == nil {
		if hi := r.code.Shape.Fields[i].Hi; hi >= 0 {
			return min(most, uint64(hi)+1)
		}
		return most
	}
	numbers := slices.Clone(r.leasts())
	for first := numbers[i]; numbers[i] < most; numbers[i]++ {
		if _, err := r.at(numbers...); !exists(err) {
			if numbers[i] == first || !makesNone(err) {
				return most
			}
			return numbers[i]
		}
	}
	return most
}

// Within returns how many of the first terms values exist, as far as the rules show it
// before ctx ends: values exist to the end of the field's range, or to the first number
// for which start makes no position.
func (s Sequence) Within(ctx context.Context, terms uint64) uint64 {
	return s.file.during(ctx).upTo(0, terms)
}

// EndsBefore reports whether the number n, which is not the first, chooses no position,
// as far as the rules show it before ctx ends.
func (s Sequence) EndsBefore(ctx context.Context, n uint64) bool {
	r := s.file.during(ctx)
	if r.start == nil {
		return r.upTo(0, n+1) <= n
	}
	_, err := r.at(n)
	return makesNone(err) && !exists(err) && n > r.leasts()[0]
}

// emitted is how many values are passed on at a time.
const emitted = 1 << 10

// Values passes G(from) … G(to-1) to sink in order, in slices that are valid until sink
// returns.
func (s Sequence) Values(ctx context.Context, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error {
	r := s.file.during(ctx)
	if inner, shift := r.inner(); inner != nil {
		if err := r.vouchSequence(ctx); err != nil {
			return err
		}
		return inner.Values(ctx, grundy.AddCounts(from, shift), grundy.AddCounts(to, shift), progress, sink)
	}
	return r.eachValue(ctx, r.values(), from, to, progress, sink)
}

func (r *run) eachValue(ctx context.Context, value valuer, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error {
	var chunk []uint64
	for n := from; n < to; n++ {
		v, err := r.valueAt(ctx, value, n)
		if err != nil {
			if len(chunk) > 0 {
				err = errors.Join(sink(chunk), err)
			}
			return err
		}
		if chunk = append(chunk, v); len(chunk) == emitted || n+1 == to {
			if err := sink(chunk); err != nil {
				return err
			}
			chunk = chunk[:0]
			progress.Report(n+1, to)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

const (
	mostTerms  = 1 << 20 // that are computed to look for a period
	firstTerms = 1 << 10
)

// Period reports the period that shows in the values. It proves none, as nothing is
// known of the rules. It looks at no more than budget values, no more than a million,
// and none beyond the range of the field. It stops at the first power of two into which
// a period fits eight times.
func (s Sequence) Period(ctx context.Context, budget uint64, progress grundy.Progress) (period.Result, period.Observed, error) {
	if inner, shift := s.file.inner(); inner != nil {
		if err := s.file.during(ctx).vouchSequence(ctx); err != nil {
			return period.Result{}, period.Observed{}, err
		}
		result, observed, err := inner.Period(ctx, grundy.AddCounts(budget, shift), progress)
		back := func(n *uint64) { *n -= min(*n, shift) }
		back(&result.Preperiod)
		back(&observed.Preperiod)
		return result, observed, err
	}
	most := min(budget, mostTerms)
	if !s.file.startTakesNumbers() { // the numbers are the field itself
		most = min(most, uint64(max(s.file.code.Shape.Fields[0].Hi, 0))+1)
	}
	r := s.file.during(ctx)
	value := r.values()
	var values []uint32
	read := func(dst []uint32, from, to uint64) []uint32 { return append(dst, values[from:to]...) }
	var err error
	for end := uint64(firstTerms); err == nil; end *= 2 {
		end = min(end, most)
		err = r.eachValue(ctx, value, uint64(len(values)), end, progress, func(more []uint64) error {
			for _, v := range more {
				if v == NoPosition {
					v = math.MaxUint32
				}
				if v > math.MaxUint32 {
					return fmt.Errorf("%s: a nim-value of %d: %w", s, v, grundy.ErrTooLarge)
				}
				values = append(values, uint32(v))
			}
			return nil
		})
		o := period.Observe(uint64(len(values)), 0, read)
		if over := (UnplacedError{}); errors.As(err, &over) && len(values) > 0 {
			end, most, err = uint64(len(values)), uint64(len(values)), nil // there are no more
		}
		if err != nil || end == most || o.Period > 0 && 8*(o.Preperiod+o.Period) <= end {
			return period.Result{Computed: uint64(len(values))}, o, err
		}
	}
	return period.Result{}, period.Observed{}, err
}

// A Table is the table of nim-values of a file whose positions are chosen by two
// numbers, x and y.
type Table struct{ file *File }

// Table returns the table of the file, if it has one.
func (f *File) Table() (Table, bool) { return Table{f}, f.hasNimValues() && len(f.Numbers()) == 2 }

// Convention implements [grundy.Conventional].
func (t Table) Convention() grundy.Convention { return t.file.Convention() }

// String returns the name of the file.
func (t Table) String() string { return t.file.String() }

// misereSums bounds the sums that a table of misère nim-values remembers.
const misereSums = 1 << 20

var _ board.Tabulated = Table{}

// Sides implements [board.Tabulated]. Only [Table.Within] finds where the positions end.
func (Table) Sides() []uint64 { return make([]uint64, 2) }

// Least implements [board.Tabulated]: the least x and y that choose positions, as far as
// the rules show them before ctx ends.
func (t Table) Least(ctx context.Context) []uint64 {
	return t.file.during(ctx).leasts()
}

// Holds implements [board.Tabulated].
func (t Table) Holds(ctx context.Context, cell []uint64) bool {
	_, err := t.file.during(ctx).at(cell...)
	return err == nil
}

// RowsCost implements [board.Tabulated]. It knows the memory of the table, but not what
// the rules cost.
func (t Table) RowsCost(_ grundy.Measure, sides []uint64) grundy.Cost {
	cells := grundy.MulCounts(sides[0], sides[1])
	return grundy.Cost{Bytes: grundy.AddCounts(grundy.MulCounts(32, cells), grundy.MulCounts(8, sides[0]))}
}

// Within returns the part of a table of that size that exists, as far as the rules show
// it before ctx ends: to the end of the fields' ranges, or as far as start makes
// positions.
func (t Table) Within(ctx context.Context, width, height uint64) (w, h uint64) {
	r := t.file.during(ctx)
	w, h = r.upTo(0, width), r.upTo(1, height)
	if r.start == nil {
		return w, h
	}
	made := func(x, y uint64) bool {
		_, err := r.at(x, y)
		return exists(err)
	}
	farX, farY := w, h // what start makes may be bounded by both
	for w > 1 && h > 1 && ctx.Err() == nil && !made(w-1, h-1) {
		if w >= h {
			w--
		} else {
			h--
		}
	}
	if w <= 1 || h <= 1 || ctx.Err() != nil {
		return width, height // nothing is known
	}
	for w < farX && made(w, h-1) {
		w++
	}
	for h < farY && made(w-1, h) {
		h++
	}
	return w, h
}

// EachRow implements [board.Tabulated], with one worker.
func (t Table) EachRow(ctx context.Context, m grundy.Measure, sides []uint64, _ int, progress grundy.Progress, sink func(row []uint64) error) error {
	if err := board.CheckTable(t, m, sides); err != nil {
		return err
	}
	width, height := sides[0], sides[1]
	r := t.file.during(ctx)
	value := r.values()
	if m == grundy.ByMisereNimValue {
		value = r.misereValuer(misereSums)
	}
	row := make([]uint64, 0, min(width, 1<<16))
	for y := range height {
		row = row[:0]
		for x := range width {
			v, err := r.valueAt(ctx, value, x, y)
			if err != nil {
				return err
			}
			row = append(row, v)
		}
		if err := sink(row); err != nil {
			return err
		}
		progress.Report(y+1, height)
	}
	return ctx.Err()
}
