package heap

// A take-and-break position is a list of heaps, and adds up heap by heap.

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap/sequence"
)

// A TakeAndBreak is the game of a code. A position is a list of heaps. The
// heaps that are left of one take its place in the list, and a heap of 0 if
// there are none, so that no two moves give the same list. Options come by
// heap, and for one heap in the order of [sequence.Code.Options].
type TakeAndBreak struct {
	code sequence.Code
	name string

	sure     atomic.Pointer[sequence.Solution] // with a proved period, once learned
	tried    atomic.Bool                       // whether that was tried
	last     atomic.Pointer[sequence.Solution] // of the last table
	learning sync.Mutex
}

var (
	_ grundy.Game[[]uint64]          = (*TakeAndBreak)(nil)
	_ grundy.Notation[[]uint64]      = (*TakeAndBreak)(nil)
	_ grundy.OptionCounter[[]uint64] = (*TakeAndBreak)(nil)
	_ grundy.Bounded[[]uint64]       = (*TakeAndBreak)(nil)
	_ grundy.MoveNamer[[]uint64]     = (*TakeAndBreak)(nil)
	_ grundy.Scener[[]uint64]        = (*TakeAndBreak)(nil)
	_ grundy.Measurer[[]uint64]      = (*TakeAndBreak)(nil)
	_ grundy.Learner[[]uint64]       = (*TakeAndBreak)(nil)
	_ grundy.Finder[[]uint64]        = (*TakeAndBreak)(nil)
	_ grundy.Tabler[[]uint64]        = (*TakeAndBreak)(nil)
	_ grundy.Splitter[[]uint64]      = (*TakeAndBreak)(nil)
	_ grundy.Identified              = (*TakeAndBreak)(nil)
)

// PlaceCode makes a component of the form 0.77(12): one heap of the game, or
// several. Heaps are 0 … 2^63-1, and 0 … 65,536 if the code has digits without
// end that divide, unless a formula tells the values of such as Lasker's Nim, or
// leaves more than three heaps.
func PlaceCode(c sequence.Code, args []grundy.Arg) (grundy.Component, error) {
	return NewTakeAndBreak(c).Place(args)
}

// NewTakeAndBreak returns the game of a code. Positions of one game value learn its
// period once.
func NewTakeAndBreak(c sequence.Code) *TakeAndBreak {
	return &TakeAndBreak{code: c, name: c.String()}
}

// Place makes a component of g, as [PlaceCode] does.
func (g *TakeAndBreak) Place(args []grundy.Arg) (grundy.Component, error) {
	shown := sequence.Shortened(g.name)
	heaps, err := readHeaps(args, g.code.Largest(), "a heap of "+shown, shown+"(12)")
	if err != nil {
		return nil, err
	}
	return grundy.Place(g, heaps), nil
}

// PlaceGrundy makes a component of the form grundy(10): Grundy's game, divide
// a heap into two of different sizes (P. M. Grundy, Eureka 1939). It is the
// code 4!.0.
func PlaceGrundy(brackets, args []grundy.Arg) (grundy.Component, error) {
	if len(brackets) != 0 {
		return nil, grundy.BracketErrorf(0, "%s: Grundy's game takes no numbers in brackets", brackets[0].Text)
	}
	return (&TakeAndBreak{code: sequence.MustCode("4!.0"), name: "grundy"}).Place(args)
}

// Code returns the game's code.
func (g *TakeAndBreak) Code() sequence.Code { return g.code }

// AppendPosition writes 0.77(12), or 0.77(3,0,8).
func (g *TakeAndBreak) AppendPosition(dst []byte, heaps []uint64) []byte {
	return grundy.AppendNumbers(append(dst, g.name...), '(', heaps, ')')
}

// RulesKey implements [grundy.Identified]: the name and the code.
func (g *TakeAndBreak) RulesKey() any { return [2]string{g.name, g.code.String()} }

// AppendOptions implements [grundy.Game].
func (g *TakeAndBreak) AppendOptions(dst [][]uint64, heaps []uint64) [][]uint64 {
	for i, h := range heaps {
		for parts := range g.code.Options(h) {
			dst = append(dst, sequence.Replace(heaps, i, parts...))
		}
	}
	return dst
}

// CountOptions implements [grundy.OptionCounter]. It costs O(digits) a heap for
// codes that leave at most three heaps, two where digits repeat for ever, and what
// counting by all digits and numbers of heaps costs otherwise.
func (g *TakeAndBreak) CountOptions(heaps []uint64) uint64 {
	count := uint64(0)
	for _, h := range heaps {
		count = grundy.AddCounts(count, g.code.CountOptions(h))
	}
	return count
}

// CountPositions implements [grundy.Bounded]. A heap becomes at most as many
// positions as there are partitions of all numbers up to its own, if no move adds
// tokens, and as there are plays that order its parts, which are fewer where moves
// are few.
func (g *TakeAndBreak) CountPositions(heaps []uint64) uint64 {
	const (
		mostPlayed = 200 // plays from larger heaps are not counted
		mostParted = 416 // nor partitions of larger numbers, which are beyond 64 bits
	)
	product := uint64(1)
	var plays, partitions []uint64
	added, _, _ := g.code.Span()
	for _, h := range heaps {
		if _, most, _ := g.code.Bounds(); most <= 1 {
			product = grundy.MulCounts(product, h+1)
			continue
		}
		if g.code.OnlyDivides() {
			product = grundy.MulCounts(product, g.code.Dividing(positionsOfDivisors)(h))
			continue
		}
		count := ^uint64(0)
		if h <= mostPlayed {
			plays = g.appendPlays(plays, h)
			count = plays[h]
		}
		if h <= mostParted && added == 0 {
			if partitions == nil {
				partitions = countPartitions(mostParted)
			}
			all := uint64(0)
			for _, p := range partitions[:h+1] {
				all = grundy.AddCounts(all, p)
			}
			count = min(count, all)
		}
		product = grundy.MulCounts(product, count)
	}
	return product
}

// appendPlays appends to counts of heaps from 0 on those to h: a bound on the
// positions that each heap can become, one more than the sum over its options of the
// product over their parts.
func (g *TakeAndBreak) appendPlays(counts []uint64, h uint64) []uint64 {
	for n := uint64(len(counts)); n <= h; n++ {
		count := uint64(1)
		for parts := range g.code.Options(n) {
			more := uint64(1)
			for _, p := range parts {
				more = grundy.MulCounts(more, counts[p])
			}
			if count = grundy.AddCounts(count, more); count == ^uint64(0) {
				break
			}
		}
		counts = append(counts, count)
	}
	return counts
}

// countPartitions returns the numbers of partitions of 0 … n, where they fit.
func countPartitions(n int) []uint64 {
	counts := make([]uint64, n+1)
	counts[0] = 1
	for part := 1; part <= n; part++ {
		for k := part; k <= n; k++ {
			counts[k] = grundy.AddCounts(counts[k], counts[k-part])
		}
	}
	return counts
}

// known returns the solution with a proved period, or nil where none was learned.
func (g *TakeAndBreak) known() *sequence.Solution { return g.sure.Load() }

// PlanLearning implements [grundy.Learner]: whether few values prove a period.
func (g *TakeAndBreak) PlanLearning(m grundy.Measure, heaps []uint64) (grundy.Learning, bool) {
	if !g.serves(m, heaps) || slices.Max(heaps) <= smallHeap || g.tried.Load() || m == grundy.ByNimValue && g.code.OnlyDivides() {
		return grundy.Learning{}, false
	}
	return grundy.Learning{Cost: g.code.EasyCost(), Learn: func(ctx context.Context) error {
		g.learning.Lock()
		defer g.learning.Unlock()
		if g.tried.Load() {
			return nil
		}
		s, err := sequence.SolveEasily(ctx, g.code, g.code.Easy())
		if ctx.Err() != nil || errors.Is(err, grundy.ErrBudget) {
			return err // it can be tried again, with a larger budget
		}
		if err == nil && s.Period.Proved {
			g.sure.Store(s)
		}
		g.tried.Store(true)
		return nil
	}}, true
}

// serves reports whether the measure is one of those that follow from the values of
// the heaps: the nim-value; and the genus, where a number of a set is taken.
func (g *TakeAndBreak) serves(m grundy.Measure, heaps []uint64) bool {
	return len(heaps) > 0 && (m == grundy.ByNimValue || m == grundy.ByGenus && g.code.IsSubtraction())
}

// smallHeap is the largest heap whose values are computed without a look for a period.
const smallHeap = 1 << 10

// Measure implements [grundy.Measurer]: the nim-value of heaps of any size where
// few values prove a period, or a heap only becomes its divisors; and the genus, where
// few values prove a period and a number of a set is taken.
func (g *TakeAndBreak) Measure(m grundy.Measure, heaps []uint64) (uint64, string, bool) {
	if !g.serves(m, heaps) || slices.Max(heaps) <= smallHeap {
		return 0, "", false
	}
	if s := g.known(); s != nil {
		return ofHeaps(m, heaps, s.Value), s.Period.Theorem, true
	}
	if m == grundy.ByNimValue && g.code.OnlyDivides() {
		return ofHeaps(m, heaps, g.code.Dividing(valueOfDivisors)), "every heap that is reached is a divisor of the first: the mex of the options of each (games/heap/sequence/divisors.go)", true
	}
	return 0, "", false
}

// PlanTable implements [grundy.Tabler]: the nim-values of all heaps up to the
// largest; and the genus, where a number of a set is taken.
func (g *TakeAndBreak) PlanTable(m grundy.Measure, heaps []uint64) (grundy.Plan[[]uint64], bool) {
	if !g.serves(m, heaps) {
		return grundy.Plan[[]uint64]{}, false
	}
	largest := slices.Max(heaps)
	cost, method, ok := g.code.Cost(largest)
	if !ok {
		return grundy.Plan[[]uint64]{}, false
	}
	values := g.last.Load() // which a larger heap may have left
	if values != nil && !values.Period.Proved && values.Kept <= largest {
		values = nil
	}
	if values != nil {
		cost = grundy.Cost{}
	}
	var within context.Context
	plan := grundy.Plan[[]uint64]{
		Cost:   cost,
		Method: method,
		Build: func(ctx context.Context, progress grundy.Progress) (_ grundy.Table[[]uint64], err error) {
			if values == nil {
				if values, err = sequence.Solve(ctx, g.code, largest+1, progress); err != nil {
					return nil, err
				}
				g.last.Store(values)
			}
			within = ctx
			return func(heaps []uint64) uint64 { return ofHeaps(m, heaps, values.Value) }, nil
		},
	}
	if scan, ok := g.code.ScanCost(heaps); ok && m == grundy.ByNimValue {
		plan.Cost = plan.Cost.Plus(scan)
		plan.Find = func(_ grundy.Table[[]uint64], lo, hi uint64) grundy.Found[[]uint64] {
			found, _ := values.FindOptions(within, heaps, lo, hi)
			return found
		}
	}
	return plan, true
}

// FindOptions implements [grundy.Finder] for nim-values, where few values prove
// a period; see [sequence.Solution.FindOptions].
func (g *TakeAndBreak) FindOptions(m grundy.Measure, heaps []uint64, lo, hi uint64) (grundy.Found[[]uint64], bool) {
	if _, _, ok := g.Measure(m, heaps); !ok || m != grundy.ByNimValue || g.known() == nil {
		return grundy.Found[[]uint64]{}, false
	}
	return g.known().FindOptions(context.Background(), heaps, lo, hi)
}

// Scene implements [grundy.Scener]: heaps in no order, as a heap that is divided makes
// others behind it.
func (*TakeAndBreak) Scene(p []uint64) (grundy.Scene, error) {
	s, err := grundy.HeapsScene(p...)
	s.Loose = true
	return s, err
}

// AppendMove implements [grundy.MoveNamer].
func (g *TakeAndBreak) AppendMove(dst []byte, p, q []uint64) []byte { return appendMove(dst, p, q) }

// appendMove appends for example "take 2 from the heap of 12 and divide it into 3, 3
// and 4".
func appendMove(dst []byte, p, q []uint64) []byte {
	i := 0
	for i < len(p) && i < len(q) && p[i] == q[i] {
		i++
	}
	if i == len(p) {
		return dst
	}
	parts := q[i : len(q)-(len(p)-i-1)]
	sum := uint64(0)
	for _, h := range parts {
		sum += h
	}
	divide := " and divide it"
	switch {
	case sum < p[i]:
		dst = fmt.Appendf(dst, "take %d from the heap of %d", p[i]-sum, p[i])
	case sum > p[i]:
		dst = fmt.Appendf(dst, "add %d to the heap of %d", sum-p[i], p[i])
	default:
		dst = fmt.Appendf(dst, "divide the heap of %d", p[i])
		divide = ""
	}
	last := len(parts) - 1
	if last < 1 {
		return dst
	}
	dst = fmt.Appendf(dst, "%s into %d", divide, parts[0])
	for _, h := range parts[1:last] {
		dst = fmt.Appendf(dst, ", %d", h)
	}
	return fmt.Appendf(dst, " and %d", parts[last])
}

// valueOfDivisors returns the nim-value of a heap that is only divided.
func valueOfDivisors(ways []sequence.Division) uint64 {
	var options []grundy.Value
	for _, w := range ways {
		options = append(options, grundy.Value(w.Each*uint64(w.Heaps%2)))
	}
	return uint64(grundy.Mex(options...))
}

// positionsOfDivisors bounds the positions that such a heap can become: itself, and
// after each division all that its parts become.
func positionsOfDivisors(ways []sequence.Division) uint64 {
	count := uint64(1)
	for _, w := range ways {
		product := uint64(1)
		for range w.Heaps {
			product = grundy.MulCounts(product, w.Each)
		}
		count = grundy.AddCounts(count, product)
	}
	return count
}
