package heap

// A move takes a number of a named infinite set: squares, primes, powers of two, Fibonacci
// numbers. No period is known for most, so the values are tables.
//
// If 1, 2, … m-1 may be taken, and no multiple of m, then G(n) = n mod m: the
// options of n have other residues than n, and among them are the smaller ones.
// With m = 3 this is so for the powers of two. No period is known of the other
// sets, so values are computed as far as is asked.

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/period"
)

// A NumberSet is an infinite set of positive integers.
type NumberSet struct {
	name string
	upTo func(n uint64) []uint64 // its members to n, in order
	mod  uint64                  // m as above, or 0
	most uint64                  // the largest heap, in positions and in lists of values
}

// The largest heaps of games whose values are computed one by one, 4 bytes each. All
// primes to a heap are listed to count its options, which takes a byte for each number.
const (
	mostTaken = 1<<31 - 1
	mostPrime = 1 << 26
)

// Squares is 1, 4, 9, …; Primes 2, 3, 5, …; Powers 1, 2, 4, …; Fibonacci 1, 2,
// 3, 5, ….
var (
	Squares   = NumberSet{"squares", squaresTo, 0, mostTaken}
	Primes    = NumberSet{"primes", primesTo, 0, mostPrime}
	Powers    = NumberSet{"powers", powersTo, 3, MaxHeap}
	Fibonacci = NumberSet{"fibonacci", fibonacciTo, 0, mostTaken}
)

// Name returns the name, as in squares(100).
func (s NumberSet) Name() string { return s.name }

// To returns the members that are at most n, in order. It costs O(n) for primes,
// and as many steps as members for others.
func (s NumberSet) To(n uint64) []uint64 { return s.upTo(n) }

func squaresTo(n uint64) (set []uint64) {
	for k := uint64(1); k*k <= n; k++ {
		set = append(set, k*k)
	}
	return set
}

func powersTo(n uint64) (set []uint64) {
	for k := uint64(1); k != 0 && k <= n; k *= 2 {
		set = append(set, k)
	}
	return set
}

func fibonacciTo(n uint64) (set []uint64) {
	for a, b := uint64(1), uint64(2); a <= n && a < b; a, b = b, a+b {
		set = append(set, a)
	}
	return set
}

func primesTo(n uint64) (set []uint64) {
	composite := make([]bool, n+1)
	for p := uint64(2); p <= n; p++ {
		if composite[p] {
			continue
		}
		set = append(set, p)
		for m := p * p; m <= n; m += p {
			composite[m] = true
		}
	}
	return set
}

// A TakeFrom is the game in which a move takes a member of a set from one heap.
// A position is a list of heaps; options come by heap, and then by the number
// taken, least first.
type TakeFrom struct{ Set NumberSet }

var (
	_ grundy.Game[[]uint64]          = TakeFrom{}
	_ grundy.Notation[[]uint64]      = TakeFrom{}
	_ grundy.OptionCounter[[]uint64] = TakeFrom{}
	_ grundy.Bounded[[]uint64]       = TakeFrom{}
	_ grundy.MoveNamer[[]uint64]     = TakeFrom{}
	_ grundy.Scener[[]uint64]        = TakeFrom{}
	_ grundy.Measurer[[]uint64]      = TakeFrom{}
	_ grundy.Tabler[[]uint64]        = TakeFrom{}
	_ grundy.Splitter[[]uint64]      = TakeFrom{}
	_ grundy.Identified              = TakeFrom{}
)

// PlaceTakeFrom makes a component of the form squares(100): one heap or more, 0 …
// 2^31-1, of primes 2^26, of powers, whose values are known in closed form, 2^63-1.
func PlaceTakeFrom(set NumberSet, args []grundy.Arg) (grundy.Component, error) {
	heaps, err := readHeaps(args, set.most, "a heap of "+set.name, set.name+"(12)")
	if err != nil {
		return nil, err
	}
	return grundy.Place(TakeFrom{set}, heaps), nil
}

// AppendPosition writes squares(100).
func (g TakeFrom) AppendPosition(dst []byte, heaps []uint64) []byte {
	return grundy.AppendNumbers(append(dst, g.Set.name...), '(', heaps, ')')
}

// RulesKey implements [grundy.Identified]: the name of the set.
func (g TakeFrom) RulesKey() any { return g.Set.name }

// AppendOptions implements [grundy.Game].
func (g TakeFrom) AppendOptions(dst [][]uint64, heaps []uint64) [][]uint64 {
	for i, h := range heaps {
		for _, taken := range g.Set.upTo(h) {
			dst = append(dst, sequence.Replace(heaps, i, h-taken))
		}
	}
	return dst
}

// CountOptions implements [grundy.OptionCounter].
func (g TakeFrom) CountOptions(heaps []uint64) (count uint64) {
	for _, h := range heaps {
		count += uint64(len(g.Set.upTo(h)))
	}
	return count
}

// CountPositions implements [grundy.Bounded].
func (g TakeFrom) CountPositions(heaps []uint64) uint64 { return countSmaller(heaps) }

// Measure implements [grundy.Measurer] for the powers of two: nim-value and genus.
func (g TakeFrom) Measure(m grundy.Measure, heaps []uint64) (value uint64, method string, ok bool) {
	if m != grundy.ByNimValue && m != grundy.ByGenus || g.Set.mod == 0 {
		return 0, "", false
	}
	at := func(n uint64) uint64 { return n % g.Set.mod }
	return ofHeaps(m, heaps, at), "powers of two: the nim-value of a heap is its size modulo 3 (games/heap/sets_of_numbers.go)", true
}

// PlanTable implements [grundy.Tabler].
func (g TakeFrom) PlanTable(m grundy.Measure, heaps []uint64) (grundy.Plan[[]uint64], bool) {
	if m != grundy.ByNimValue && m != grundy.ByGenus || len(heaps) == 0 {
		return grundy.Plan[[]uint64]{}, false
	}
	n := slices.Max(heaps)
	steps := grundy.MulCounts(n+1, uint64(len(g.Set.upTo(n)))+1)
	var values []uint32
	at := func(n uint64) uint64 { return uint64(values[n]) }
	plan := grundy.Plan[[]uint64]{
		Cost:   grundy.Cost{Bytes: grundy.AddCounts(grundy.MulCounts(5, n), 1024), Time: grundy.Nanoseconds(grundy.MulCounts(steps, 2))},
		Method: "mex of the options of all smaller heaps (Sprague 1935, Grundy 1939)",
		Build: func(ctx context.Context, progress grundy.Progress) (_ grundy.Table[[]uint64], err error) {
			if values, err = g.terms(ctx, n, progress); err != nil {
				return nil, err
			}
			return func(heaps []uint64) uint64 { return ofHeaps(m, heaps, at) }, nil
		},
	}
	if m == grundy.ByNimValue {
		plan.Find = func(_ grundy.Table[[]uint64], lo, hi uint64) grundy.Found[[]uint64] {
			return g.findValues(heaps, at, lo, hi)
		}
	}
	return plan, true
}

// findValues returns the options whose nim-value is lo … hi, by the values of heaps.
func (g TakeFrom) findValues(heaps []uint64, at func(n uint64) uint64, lo, hi uint64) grundy.Found[[]uint64] {
	own := ofHeaps(grundy.ByNimValue, heaps, at)
	set := g.Set.upTo(slices.Max(heaps))
	each := func(yield func(i int, left uint64) bool) {
		for i, h := range heaps {
			rest := own ^ at(h)
			for _, taken := range set {
				if taken > h {
					break
				}
				if v := rest ^ at(h-taken); lo <= v && v <= hi && !yield(i, h-taken) {
					return
				}
			}
		}
	}
	count := int64(0)
	for range each {
		count++
	}
	return grundy.Found[[]uint64]{Count: big.NewInt(count), Each: func(yield func([]uint64) bool) {
		for i, left := range each {
			if !yield(sequence.Replace(heaps, i, left)) {
				return
			}
		}
	}}
}

// terms returns G(0) … G(n), in O(n) steps for each member of the set to n.
func (g TakeFrom) terms(ctx context.Context, n uint64, progress grundy.Progress) ([]uint32, error) {
	if err := meter.Take(ctx, grundy.MulCounts(6, n+1)); err != nil {
		return nil, fmt.Errorf("%s, the values to %d: %w", g, n, err)
	}
	set := g.Set.upTo(n)
	values := make([]uint32, 0, n+1)
	var seen sequence.Marks
	for heap := range n + 1 {
		if heap%1024 == 0 {
			if err := ctx.Err(); err != nil {
				return values, err
			}
			progress.Report(heap, n+1)
		}
		seen.Clear()
		for _, taken := range set {
			if taken > heap {
				break
			}
			seen.Mark(values[heap-taken])
		}
		values = append(values, seen.Mex())
	}
	return values, nil
}

// Scene implements [grundy.Scener].
func (TakeFrom) Scene(p []uint64) (grundy.Scene, error) { return grundy.HeapsScene(p...) }

// AppendMove implements [grundy.MoveNamer].
func (g TakeFrom) AppendMove(dst []byte, p, q []uint64) []byte {
	return appendMove(dst, p, q)
}

// String names the set.
func (g TakeFrom) String() string { return g.Set.name }

// Values implements [Sequence].
func (g TakeFrom) Values(ctx context.Context, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error {
	if m := g.Set.mod; m > 0 {
		return sequence.EmitEach(ctx, from, to, progress, func(n uint64) uint64 { return n % m }, sink)
	}
	if from >= to {
		return ctx.Err()
	}
	if to > g.Set.most+1 {
		return fmt.Errorf("%s: no period is known, and the values of heaps of %d and more need all values before them: %w", g, g.Set.most+1, grundy.ErrTooLarge)
	}
	values, err := g.terms(ctx, to-1, progress)
	if err != nil {
		return err
	}
	return sequence.EmitEach(ctx, from, to, nil, func(n uint64) uint64 { return uint64(values[n]) }, sink)
}

// Period implements [Sequence].
func (g TakeFrom) Period(ctx context.Context, budget uint64, progress grundy.Progress) (period.Result, period.Observed, error) {
	if m := g.Set.mod; m > 0 {
		return period.Result{
			Proved: true, Period: m, Proof: period.FormulaProof{},
			Theorem: "G(n) = n mod " + strconv.FormatUint(m, 10) + ": all smaller numbers are in the set, and no multiple is",
		}, period.Observed{}, nil
	}
	if budget == 0 {
		return period.Result{}, period.Observed{}, ctx.Err()
	}
	values, err := g.terms(ctx, min(budget-1, g.Set.most), progress)
	r := period.Result{Computed: uint64(len(values))}
	if err != nil {
		return r, period.Observed{Computed: r.Computed}, err
	}
	return r, period.Observe(r.Computed, 0, func(dst []uint32, from, to uint64) []uint32 {
		return append(dst, values[from:to]...)
	}), nil
}
