package heap

// The rule of subtraction games: one heap, from which a player removes any of a fixed set S of
// numbers.
//
// The nim-value of n is the mex of those of n - s. So a term of the sequence
// depends on the max S terms before it and on nothing else, there are finitely
// many windows of that width, and the sequence becomes periodic. Package
// theory/period finds the period and proves it by a window that comes again. If d divides all of S, the heap n
// behaves as n/d rounded down with S/d, which makes windows shorter.
//
// # Misère play
//
// Subtraction games have Ferguson's property (package theory/misere): a heap
// of nim-value 0 that has an option has one of nim-value 1. Let s be the least
// of S, and n >= s; we show by induction that G(n) = 1 exactly if G(n-s) = 0.
//
//   - If G(n-s) = 0 then G(n) > 0. Were G(n) > 1, some option n-t would have
//     nim-value 1, so t > s and n-t >= s, and G(n-t-s) = 0 by induction. But
//     n-s-t is an option of n-s, which has nim-value 0: impossible.
//   - If G(n-s) > 0, some n-s-t has nim-value 0, so G(n-t) = 1 by induction.
//     As n-t is an option of n, G(n) is not 1.
//
// Now let G(n) = 0 and n >= s. Then G(n-s) > 0, so some n-s-t has nim-value 0
// and G(n-t) = 1: the option that was wanted.

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/misere"
	"github.com/grundy-games/grundy/theory/period"
)

// A Subtraction is the subtraction game of a set of numbers. A position is the
// size of the heap, at most [MaxHeap]. Options come by the number removed,
// least first. [NewSubtraction] makes one.
type Subtraction struct {
	amounts []uint64 // ascending, each once, at least one
	unit    uint64   // their greatest common divisor
}

var (
	_ grundy.Game[uint64]          = Subtraction{}
	_ grundy.Notation[uint64]      = Subtraction{}
	_ grundy.OptionCounter[uint64] = Subtraction{}
	_ grundy.Bounded[uint64]       = Subtraction{}
	_ grundy.MoveNamer[uint64]     = Subtraction{}
	_ grundy.Scener[uint64]        = Subtraction{}
	_ grundy.Tabler[uint64]        = Subtraction{}
	_ grundy.Identified            = Subtraction{}
)

// Amounts returns the numbers that may be removed, ascending.
func (s Subtraction) Amounts() []uint64 { return slices.Clone(s.amounts) }

// NewSubtraction returns the subtraction game of the set of amounts, which may
// come in any order. There must be at least one, and each must be 1 … 2^63-1;
// otherwise the error is a [*grundy.PositionError] about a number in brackets.
func NewSubtraction(amounts []uint64) (Subtraction, error) {
	if len(amounts) == 0 {
		return Subtraction{}, grundy.BracketErrorf(-1, "no number to remove: want at least one, as in subtraction[1,3,4](11)")
	}
	var unit uint64
	for i, a := range amounts {
		if a == 0 || a > MaxHeap {
			return Subtraction{}, grundy.BracketErrorf(i, "%d cannot be removed: want 1 … %d", a, uint64(MaxHeap))
		}
		unit = grundy.GCD(unit, a)
	}
	amounts = slices.Clone(amounts)
	slices.Sort(amounts)
	return Subtraction{slices.Compact(amounts), unit}, nil
}

// PlaceSubtraction makes a component of the form subtraction[1,3,4](11).
func PlaceSubtraction(brackets, args []grundy.Arg) (grundy.Component, error) {
	amounts := make([]uint64, len(brackets))
	for i, a := range brackets {
		v, ok := a.Uint63()
		if !ok {
			return nil, grundy.BracketErrorf(i, "%s cannot be removed: want 1 … %d", a.Text, uint64(MaxHeap))
		}
		amounts[i] = v
	}
	game, err := NewSubtraction(amounts)
	if err != nil {
		return nil, err
	}
	if err := oneArg(args, "the size of the heap"); err != nil {
		return nil, err
	}
	heaps, err := readHeaps(args, MaxHeap, "a heap", "subtraction[1,3,4](11)")
	if err != nil {
		return nil, err
	}
	return grundy.Place(game, heaps[0]), nil
}

// AppendPosition writes subtraction[1,3,4](11), the amounts in ascending order.
func (s Subtraction) AppendPosition(dst []byte, n uint64) []byte {
	dst = append(s.appendName(dst), '(')
	return append(strconv.AppendUint(dst, n, 10), ')')
}

// RulesKey implements [grundy.Identified]: the amounts as positions write them.
func (s Subtraction) RulesKey() any { return string(s.appendName(nil)) }

func (s Subtraction) appendName(dst []byte) []byte {
	return grundy.AppendNumbers(append(dst, "subtraction"...), '[', s.amounts, ']')
}

// AppendOptions implements [grundy.Game].
func (s Subtraction) AppendOptions(dst []uint64, n uint64) []uint64 {
	for _, a := range s.amounts {
		if a > n {
			break
		}
		dst = append(dst, n-a)
	}
	return dst
}

// CountOptions implements [grundy.OptionCounter].
func (s Subtraction) CountOptions(n uint64) uint64 {
	count, exact := slices.BinarySearch(s.amounts, n)
	if exact {
		count++
	}
	return uint64(count)
}

// CountPositions implements [grundy.Bounded].
func (s Subtraction) CountPositions(n uint64) uint64 { return n/s.unit + 1 }

// Scene implements [grundy.Scener].
func (Subtraction) Scene(n uint64) (grundy.Scene, error) { return grundy.HeapsScene(n) }

// AppendMove implements [grundy.MoveNamer].
func (s Subtraction) AppendMove(dst []byte, n, q uint64) []byte {
	return strconv.AppendUint(append(dst, "take "...), n-q, 10)
}

// searchWork bounds the options looked at in one search for a period, and
// searchTerms the terms that it keeps.
const (
	searchWork  = 1 << 34
	searchTerms = 1 << 27
)

// probeWork bounds the options looked at to see whether a search is needed.
const probeWork = 1 << 17

// termTime is the time for one option of one term, measured by
// BenchmarkSubtraction at 1 to 3 ns.
const termTime = 3 * time.Nanosecond

// definitionWork is how much longer it takes by the definition of a measure.
const definitionWork = 8

// A search is the question for the terms up to one heap, with the amounts and
// the heap divided by the unit.
type search struct {
	amounts []int
	last    uint64 // the heap
	width   int    // the greatest amount
	limit   int    // terms to compute at most
}

// plan returns the search for the heap n. Where the terms up to n are few
// enough they are the limit; else it is what a search for a period may keep,
// but never less than four windows.
func (s Subtraction) plan(n uint64) search {
	q := s.within(n, 0)
	affordable := max(min(searchWork/uint64(len(q.amounts)+1), searchTerms), 4*uint64(q.width))
	q.limit = int(min(affordable, q.last+1))
	return q
}

// within returns the search for the heap n among at most limit terms.
func (s Subtraction) within(n, limit uint64) search {
	q := search{last: n / s.unit}
	q.limit = int(min(limit, q.last, math.MaxInt64-1))
	if limit > q.last {
		q.limit++
	}
	for _, a := range s.amounts {
		if a/s.unit > q.last {
			break // cannot be removed from any heap up to n
		}
		q.amounts = append(q.amounts, int(a/s.unit))
	}
	if len(q.amounts) > 0 {
		q.width = q.amounts[len(q.amounts)-1]
	}
	return q
}

// probe returns a search of the same that takes next to nothing.
func (q search) probe() search {
	q.limit = min(q.limit, probeWork/(len(q.amounts)+1))
	return q
}

// cost returns the cost of the search for a measure.
func (q search) cost(m grundy.Measure) grundy.Cost {
	termBytes := uint64(4)
	if readsNimValue(m) && len(q.amounts) <= narrow {
		termBytes = 1
	}
	terms := uint64(q.limit)
	work := grundy.MulCounts(terms, uint64(len(q.amounts)+1))
	if !readsNimValue(m) && m != grundy.ByRemoteness {
		work = grundy.MulCounts(work, definitionWork)
	}
	return grundy.Cost{
		Bytes: grundy.MulCounts(terms, 4*termBytes), // with copies when the slice grows, until they are collected
		Time:  grundy.Nanoseconds(grundy.MulCounts(work, uint64(termTime))),
	}
}

// PlanTable implements [grundy.Tabler] for every measure. For the heap n it
// computes terms until all n+1 are there or a period is proved, and gives up
// with [grundy.ErrBudget] after some 10^8 terms, or four windows if that is more.
//
// Most games need few terms. So the plan itself computes some ten thousand, and
// where they are enough, nothing is left to pay for.
func (s Subtraction) PlanTable(m grundy.Measure, n uint64) (grundy.Plan[uint64], bool) {
	q := s.plan(n)
	plan := grundy.Plan[uint64]{Method: "subtraction game: terms by the mex rule, as far as the heap or to a period that a recurring window proves (S. W. Golomb 1966; games/heap/subtraction.go)"}
	read := func(v uint64) uint64 { return v }
	switch m {
	case grundy.ByNimValue:
	case grundy.ByOutcome:
		read = func(v uint64) uint64 { return min(v, 1) }
	case grundy.ByGenus:
		read = func(v uint64) uint64 { return misere.OfNimValue(grundy.Value(v)) }
	case grundy.ByRemoteness:
		plan.Method = "subtraction game: terms by the rule of remoteness, as far as the heap or to drifts that are proved (games/heap/remoteness.go)"
	case grundy.ByMisereRemoteness, grundy.BySuspense, grundy.ByMisereSuspense:
		plan.Method = growingMethod
	default:
		plan.Method = compoundMethod
	}
	at, err := q.probe().measure(context.Background(), m, nil)
	if err != nil && readsNimValue(m) {
		if runs := q.inRuns(); runs != nil {
			plan.Method = "subtraction game: terms by the mex rule, in runs between the places that the greatest numbers tell apart (theory/period/runs.go)"
			at, err = runs.At, nil
		}
	}
	if err != nil {
		plan.Cost = q.cost(m)
	}
	plan.Build = func(ctx context.Context, progress grundy.Progress) (grundy.Table[uint64], error) {
		if err != nil {
			if at, err = q.measure(ctx, m, progress); err != nil {
				return nil, fmt.Errorf("subtraction of %d numbers to %d from %d: %w", len(s.amounts), slices.Max(s.amounts), n, err)
			}
		}
		return func(n uint64) uint64 { return read(at(n / s.unit)) }, nil
	}
	return plan, true
}

// leastGap is how many times as great as the one before it a number is from which terms are written in
// runs, and runsWork what may be spent on them.
const (
	leastGap = 64
	runsWork = 1 << 20
)

// inRuns returns the nim-values in runs, or nil where no number is far greater than the one before it, or
// the runs are too many.
func (q search) inRuns() *period.Runs {
	if len(q.amounts) > narrow {
		return nil
	}
	far, gap, before := 0, uint64(0), uint64(1)
	distances := make([]uint64, len(q.amounts))
	for i, a := range q.amounts {
		distances[i] = uint64(a)
		if ratio := distances[i] / before; ratio > gap {
			far, gap = i, ratio
		}
		before = distances[i]
	}
	if gap < leastGap {
		return nil
	}
	runs, err := period.ByRuns(context.Background(), distances, far, q.last, runsWork)
	if err != nil {
		return nil
	}
	return runs
}

// measure returns the remoteness, one of the later measures, or else the
// nim-value, of the heaps up to the last.
func (q search) measure(ctx context.Context, m grundy.Measure, progress grundy.Progress) (func(n uint64) uint64, error) {
	switch {
	case readsNimValue(m):
		terms, err := q.nimValues(ctx, progress)
		if err != nil {
			return nil, err
		}
		return terms.At, nil
	case m == grundy.ByRemoteness:
		terms, err := q.remoteness(ctx, progress)
		if err != nil {
			return nil, err
		}
		return terms.at, nil
	}
	return q.byDefinition(ctx, m, progress)
}

// readsNimValue reports whether m follows from the nim-value of a heap: the genus
// does, as heaps of these games are tame.
func readsNimValue(m grundy.Measure) bool { return m.FollowsFromNimValue() || m == grundy.ByGenus }

// A nimSequence is a [period.Sequence] of terms of any width.
type nimSequence interface {
	At(n uint64) uint64
	AppendTerms(dst []uint32, from, to uint64) []uint32
	Known() period.Result
}

// narrow is the number of amounts up to which nim-values are indices of bits in
// a word.
const narrow = 63

// nimValues computes terms by the mex rule.
func (q search) nimValues(ctx context.Context, progress grundy.Progress) (nimSequence, error) {
	width := max(q.width, 1)
	if len(q.amounts) <= narrow {
		return period.ByWindow(ctx, period.Window[uint8]{Width: width, Next: q.nextNimValue}, q.last, q.limit, progress)
	}
	return period.ByWindow(ctx, period.Window[uint32]{Width: width, Next: q.nextWideNimValue()}, q.last, q.limit, progress)
}

// nextNimValue serves sets of at most narrow numbers.
func (q search) nextNimValue(before []uint8) uint8 {
	var seen uint64
	n := len(before)
	for _, a := range q.amounts {
		if a > n {
			break
		}
		seen |= 1 << before[n-a]
	}
	return uint8(bits.TrailingZeros64(^seen))
}

// nextWideNimValue serves sets of any size. seen[v] is 1 + the last n that had
// an option of nim-value v, so that it need not be cleared.
func (q search) nextWideNimValue() func(before []uint32) uint32 {
	seen := make([]int, len(q.amounts)+2)
	return func(before []uint32) uint32 {
		n := len(before)
		for _, a := range q.amounts {
			if a > n {
				break
			}
			seen[before[n-a]] = n + 1
		}
		mex := uint32(0)
		for seen[mex] == n+1 {
			mex++
		}
		return mex
	}
}

// String writes subtraction[1,3,4], the amounts in ascending order.
func (s Subtraction) String() string { return string(s.appendName(nil)) }

// mostTerms bounds the terms of a subtraction game that are kept to be passed
// on: at least a byte each.
const mostTerms = 1 << 32

// Values implements [Sequence].
func (s Subtraction) Values(ctx context.Context, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error {
	if from >= to {
		return ctx.Err()
	}
	ctx, back := meter.Lent(ctx)
	defer back()
	terms, err := s.within(to-1, mostTerms).nimValues(ctx, progress)
	if errors.Is(err, grundy.ErrBudget) && !errors.Is(err, meter.Memory) {
		return fmt.Errorf("%s: no period shows in the first %d values: %w", s, grundy.MulCounts(mostTerms, s.unit), grundy.ErrTooLarge)
	}
	if err != nil {
		return err
	}
	return sequence.EmitEach(ctx, from, to, nil, func(n uint64) uint64 { return terms.At(n / s.unit) }, sink)
}

// Period implements [Sequence]. A period of the terms for n/unit is one of unit
// times the length; it is the least as the values change at multiples of unit
// only, and do change. If ctx ends, the result and what is observed say how many
// values were computed.
func (s Subtraction) Period(ctx context.Context, budget uint64, progress grundy.Progress) (period.Result, period.Observed, error) {
	if budget == 0 {
		return period.Result{}, period.Observed{}, ctx.Err()
	}
	ctx, back := meter.Lent(ctx)
	defer back()
	// The first of the unit values that are the same tells them all.
	terms, err := s.within(math.MaxUint64, (budget-1)/s.unit+1).nimValues(ctx, progress)
	if errors.Is(err, grundy.ErrBudget) {
		err = nil
	}
	r := terms.Known()
	o := period.Observed{Computed: r.Computed}
	if !r.Proved && err == nil {
		o = period.Observe(r.Computed, 0, terms.AppendTerms)
	}
	r, o = r.Times(s.unit), o.Times(s.unit)
	r.Computed, o.Computed = min(r.Computed, budget), min(o.Computed, budget)
	if r.Proved && s.unit > 1 {
		r.Theorem = fmt.Sprintf("G(n) depends on n/%d rounded down: %s, of G(%dn)", s.unit, r.Theorem, s.unit)
	}
	return r, o, err
}
