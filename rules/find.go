package rules

// A file may find the options of a nim-value by a theorem, def find(fields, value), where
// there are too many moves to list. Nobody has to believe it: it is compared with the moves
// at small positions, and what it finds is measured by def value.

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"math/big"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/theory/search"
)

// A series is options that are evenly spaced: first, first + step, …, count of them.
type series struct {
	first, step []int64
	count       int64
	label       string // of a single option
}

// at returns the option of that index.
func (s *series) at(i int64) []int64 {
	state := slices.Clone(s.first)
	for j, d := range s.step {
		state[j] += d * i
	}
	return state
}

// allValues asks find for all options.
const allValues = -1

const (
	mostCompared = 50 // small positions at which find is compared with the moves
	mostSeries   = 1 << 16
)

// settleFind checks that find fits the rest of the file.
func (f *File) settleFind(at lang.Node) error {
	fail := f.code.Source.Fail
	switch fields := f.code.Shape.Fields; {
	case f.find.fn == nil:
		return nil
	case f.value.fn == nil:
		return fail(at, "find goes with def value, which measures what it finds")
	case f.declaresApart() != "":
		return fail(at, "find is for positions that stay whole: %s(…) takes them apart", f.declaresApart())
	case !f.find.fn.IsFixed() || f.find.fn.Arity() != len(fields)+1:
		return fail(at, "find takes the fields of the position and a nim-value")
	case slices.ContainsFunc(fields, func(field Field) bool { return field.Kind != Integer && field.Kind != Row || field.Letters != "" }):
		return fail(at, "find is for positions of integers, and rows of them")
	}
	return f.code.StatesOnly(f.find.fn, "find")
}

// seriesOf asks find for the options of a state that have a nim-value, or for all. The
// result is false where it returns None, or runs out of its budget.
func (w *worker) seriesOf(state []int64, value int64) (all []series, ok bool, err error) {
	args := make([]lang.Value, 0, len(w.run.code.Shape.Fields)+1)
	for i := range w.run.code.Shape.Fields {
		field := &w.run.code.Shape.Fields[i]
		if field.Kind == Integer {
			args = append(args, lang.Int(state[field.At]))
			continue
		}
		items := []lang.Value{}
		for _, n := range field.Items(state) {
			items = append(items, lang.Int(n))
		}
		args = append(args, lang.List(items))
	}
	v, err := w.run.code.NewRunner(w.run.clock, nil).Call(w.run.find.fn, append(args, lang.Int(value))...)
	switch {
	case errors.Is(err, grundy.ErrBudget) && !lang.IsStopped(err):
		return nil, false, nil
	case err != nil:
		return nil, false, err
	case v == lang.None:
		return nil, false, nil
	}
	wrong := func() error {
		return w.wrongResult(&w.run.find, state, "find to return a list of positions, of (position, label), and of (first, last, how many), or None where it does not know them", v)
	}
	items, isList := v.Items()
	if !isList || len(items) > mostSeries {
		return nil, false, wrong()
	}
	for _, item := range items {
		s := series{count: 1}
		parts, _ := item.Items()
		if len(parts) == 2 && parts[1].Kind == lang.TextKind {
			item, s.label = parts[0], oneLine(parts[1].Text())
			parts, _ = item.Items()
		}
		if several := len(w.run.code.Shape.Fields) > 1; item.TypeName() == "tuple" && len(parts) == 3 && (!several || parts[0].TypeName() == "tuple") {
			last, ok := w.stored(parts[1])
			if s.first, isList = w.stored(parts[0]); !ok || !isList || parts[2].Kind != lang.IntKind || parts[2].N < 2 {
				return nil, false, wrong()
			}
			s.count = parts[2].N
			for i := range last {
				d := last[i] - s.first[i]
				if d%(s.count-1) != 0 {
					return nil, false, wrong()
				}
				last[i] = d / (s.count - 1)
			}
			s.step = last
		} else if s.first, isList = w.stored(item); !isList {
			return nil, false, wrong()
		}
		all = append(all, s)
	}
	return all, true, nil
}

// stored returns the state of a position that is a value of the language.
func (w *worker) stored(v lang.Value) ([]int64, bool) {
	values := []lang.Value{v}
	if len(w.run.code.Shape.Fields) > 1 {
		values, _ = v.Items()
	}
	w.run.wipe(w.state)
	if !w.store(values) {
		return nil, false
	}
	return slices.Clone(w.state), true
}

// store makes w.state of a value for each field, and reports whether that could be done.
func (w *worker) store(values []lang.Value) bool {
	fields := w.run.code.Shape.Fields
	if len(values) != len(fields) {
		return false
	}
	var ev *lang.Evaluator
	for i, v := range values {
		f := &fields[i]
		if f.Kind == Integer && v.Kind == lang.IntKind && v.N >= f.Lo && v.N <= f.Hi {
			w.state[f.At] = v.N
			continue
		}
		if ev == nil {
			w.run.wipe(w.state)
			ev = w.run.code.NewEvaluator(w.run.clock)
			for j, v := range values[:i] {
				ev.Store(&fields[j], w.state, v)
			}
		}
		if wrong := ev.Store(f, w.state, v); wrong != "" || ev.Err != nil {
			return false
		}
	}
	return true
}

// findByTheorem finds the options of p whose nim-values are lo … hi by def find: those of one
// nim-value, all, and all others than those of nim-value 0.
func (r *run) findByTheorem(p Position, lo, hi uint64) (found grundy.Found[Position], ok bool) {
	var lost []series
	others := lo == 1 && hi == math.MaxUint64
	if r.find.fn == nil || len(r.split(p)) != 1 || lo > hi || lo != hi && hi != math.MaxUint64 || lo > math.MaxInt64 || lo != hi && lo > 1 {
		return found, false
	}
	if err := r.vouchFind(); err != nil {
		r.note(err)
		return found, false
	}
	value := int64(lo)
	if lo != hi {
		value = allValues
	}
	all, ok, err := r.seriesAt(p, value)
	count := total(all)
	if ok && err == nil && others {
		lost, ok, err = r.seriesAt(p, 0)
		count.Sub(count, total(lost))
	}
	if err != nil {
		r.note(err)
	}
	if !ok || err != nil {
		return found, false
	}
	each := r.eachOf(all)
	if others {
		each = func(yield func(Position) bool) {
			for q := range r.eachOf(all) {
				if !r.isLost(q, lost) && !yield(q) {
					return
				}
			}
		}
	}
	return grundy.Found[Position]{Count: count, Each: each}, true
}

// isLost reports whether an option has the nim-value 0: by a formula, or as it is among those
// that find says have it.
func (r *run) isLost(q Position, lost []series) bool {
	if w, err := r.worthOf(grundy.ByNimValue, q); err == nil && w.known != unknown {
		return w.known == valued && w.value == 0
	}
	for l := range r.eachOf(lost) {
		if l == q {
			return true
		}
	}
	return false
}

func total(all []series) *big.Int {
	sum := new(big.Int)
	for _, s := range all {
		sum.Add(sum, big.NewInt(s.count))
	}
	return sum
}

func (r *run) eachOf(all []series) iter.Seq[Position] {
	return func(yield func(Position) bool) {
		for _, s := range all {
			for i := range s.count {
				if !yield(Position(r.pack(s.at(i)))) {
					return
				}
			}
		}
	}
}

// seriesAt returns what find says of a position. The ends of series must have the nim-value
// by the formula.
func (r *run) seriesAt(p Position, value int64) (all []series, ok bool, err error) {
	err = r.lend(func(w *worker) error {
		state := make([]int64, w.run.code.Shape.Size)
		w.run.unpack(state, r.split(p)[0])
		if all, ok, err = w.seriesOf(state, value); err != nil || value == allValues {
			return err
		}
		for _, s := range all {
			for _, i := range []int64{0, s.count - 1} {
				is, err := w.byValue(s.at(i))
				if err != nil {
					return err
				}
				if q := Position(w.run.pack(s.at(i))); is.known == valued && is.value != uint64(value) {
					return r.isFalse(&r.find, "find says that the option %s of %s has the nim-value %d, and the formula %d", r.brief(q), r.brief(p), value, is.value)
				}
			}
		}
		return nil
	})
	return all, ok, err
}

// vouchFind compares find with the moves at small positions, until a run has done so.
func (r *run) vouchFind() (err error) {
	if r.finds.Load() {
		return nil
	}
	compared := 0
	_, _, _ = r.smallPositions(func(p Position, _ bool) bool {
		if err = r.findsAll(p); err == nil {
			compared++
		}
		return err == nil && compared < mostCompared && !r.clock.HasEnded()
	})
	if err == nil && !r.clock.HasEnded() {
		r.finds.Store(true)
	}
	return err
}

// countByTheorem counts the options of a position of one part by find. The result is false
// where find does not know them.
func (r *run) countByTheorem(p Position) (count *big.Int, ok bool) {
	if r.find.fn == nil || len(r.split(p)) != 1 || r.Err() != nil {
		return nil, false
	}
	err := r.vouchFind()
	var all []series
	if err == nil {
		all, ok, err = r.seriesAt(p, allValues)
	}
	if err != nil {
		r.note(err)
		return nil, false
	}
	return total(all), ok
}

// hasMore reports whether find counts more options of a position than most.
func (r *run) hasMore(p Position, most int64) bool {
	count, ok := r.countByTheorem(p)
	return ok && count.Cmp(big.NewInt(most)) > 0
}

// foundLabel returns the label that find gives to the move from p to q, or "".
func (r *run) foundLabel(p, q Position) string {
	w, err := r.worthOf(grundy.ByNimValue, q)
	if err != nil || w.known != valued {
		return ""
	}
	all, _, _ := r.seriesAt(p, int64(w.value))
	for _, s := range all {
		if s.count == 1 && Position(r.pack(s.first)) == q {
			return s.label
		}
	}
	return ""
}

// A finding is a game whose file counts options by find.
type finding[K search.Key] struct{ *game[K] }

var _ grundy.OptionCounter[Position] = finding[uint64]{}

// CountOptions implements [grundy.OptionCounter].
func (g finding[K]) CountOptions(p Position) uint64 {
	r := g.run()
	if count, ok := r.countByTheorem(p); ok && count.IsUint64() {
		return count.Uint64()
	} else if ok {
		return math.MaxUint64
	}
	options, err := r.optionsOf(p)
	if err != nil {
		r.note(err)
	}
	return uint64(len(options))
}

// Start implements [grundy.Starter].
func (g finding[K]) Start(ctx context.Context) grundy.Run[Position] {
	return finding[K]{g.game.Start(ctx).(*game[K])}
}

// findsAll compares what find says of a position with its moves, for every nim-value of an
// option and two more.
func (r *run) findsAll(p Position) error {
	if r.find.fn == nil || len(r.split(p)) != 1 {
		return nil
	}
	options, err := r.optionsOf(p)
	if err != nil {
		return unlessFailure(err)
	}
	of := map[int64][]Position{allValues: options, 0: nil}
	for _, q := range options {
		w, err := r.worthOf(grundy.ByNimValue, q)
		if err != nil || w.known != valued {
			return unlessFailure(err)
		}
		of[int64(w.value)] = append(of[int64(w.value)], q)
	}
	of[slices.Max(slices.Collect(maps.Keys(of)))+1] = nil
	for _, value := range slices.Sorted(maps.Keys(of)) {
		want := of[value]
		all, ok, err := r.seriesAt(p, value)
		if err != nil {
			return unlessFailure(err)
		}
		if !ok {
			continue
		}
		found := slices.Sorted(r.eachOf(all))
		for _, q := range found {
			if !slices.Contains(want, q) {
				return r.isFalse(&r.find, "find says that %s is an option of %s%s, and the moves say no", r.brief(q), r.brief(p), ofValue(value))
			}
		}
		if len(found) != len(want) {
			return r.isFalse(&r.find, "find has %d options of %s%s, and the moves %d", len(found), r.brief(p), ofValue(value), len(want))
		}
	}
	return nil
}

func ofValue(value int64) string {
	if value == allValues {
		return ""
	}
	return fmt.Sprintf(" with nim-value %d", value)
}
