package heap

// This file holds take-and-break games as parts of sums: their positions and
// what can be said of them.

import (
	"context"
	"math/bits"
	"slices"
	"strconv"
	"sync"
	"time"

	"grundy"
)

// A TakeAndBreak is the game of a code. A position is a list of heaps. The
// heaps that are left of one take its place in the list, and a heap of 0 if
// there are none, so that no two moves give the same list. Options come by
// heap, and for one heap in the order of [Code.Options].
type TakeAndBreak struct {
	code Code
	name string
	once sync.Once
	sure *Solution // with a proved period, or nil
}

// largestParts is the largest heap in codes whose moves may leave any number of
// heaps, or more than three, or take any number of tokens and divide the rest:
// for these there are only methods that look at all heaps, if not for the values
// then for the moves. (It is not for games that only divide into equal heaps, see
// divisors.go, nor for those of finder_dividing.go.)
const largestParts = 1 << 16

// PlaceCode makes a component of the form 0.77(12): one heap of the game, or
// several. Heaps are 0 … 2^63-1, and 0 … 65,536 if the code has digits without
// end that divide, unless a formula tells the values of such as Lasker's Nim, or
// leaves more than three heaps.
func PlaceCode(c Code, args []grundy.Arg) (grundy.Component, error) {
	return placeBreaking(&TakeAndBreak{code: c, name: c.String()}, args)
}

// PlaceGrundy makes a component of the form grundy(10): Grundy's game, divide
// a heap into two of different sizes (P. M. Grundy, Eureka 1939). It is the
// code 4!.0.
func PlaceGrundy(rule, args []grundy.Arg) (grundy.Component, error) {
	if len(rule) != 0 {
		return nil, grundy.RuleErrorf(0, "%s: Grundy's game takes no numbers in brackets", rule[0].Text)
	}
	return placeBreaking(&TakeAndBreak{code: MustCode("4!.0"), name: "grundy"}, args)
}

func placeBreaking(g *TakeAndBreak, args []grundy.Arg) (grundy.Component, error) {
	if len(args) == 0 {
		return nil, grundy.Errorf(-1, "no heap: want at least one, as in %s(12)", shortened(g.name))
	}
	largest := uint64(1<<63 - 1)
	if _, most := g.code.shape(); (most > 3 || g.code.period > 0 && most > 1) && !g.code.onlyDivides() && !g.code.dividesFarOut() {
		largest = largestParts
	}
	heaps := make([]uint64, len(args))
	for i, a := range args {
		n, ok := a.Uint63()
		if !ok || n > largest {
			return nil, grundy.Errorf(i, "%s is no heap of %s: want 0 … %d", a.Text, shortened(g.name), largest)
		}
		heaps[i] = n
	}
	return grundy.Place(g, heaps), nil
}

// shape returns the most tokens that a move takes and the most heaps that it
// leaves, each as large as an int where there is no most.
func (c Code) shape() (taken, parts int) {
	const endless = int(^uint(0) >> 1)
	if taken = max(len(c.digits)-1, 0); c.period > 0 {
		taken = endless
	}
	for _, d := range slices.Concat(c.added, c.digits) {
		most, bounded := d.maxParts()
		if parts = max(parts, most); !bounded {
			parts = endless
		}
	}
	return taken, parts
}

// Code returns the game's code.
func (g *TakeAndBreak) Code() Code { return g.code }

// AppendPosition writes 0.77(12), or 0.77(3,0,8).
func (g *TakeAndBreak) AppendPosition(dst []byte, heaps []uint64) []byte {
	dst = append(append(dst, g.name...), '(')
	for i, h := range heaps {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendUint(dst, h, 10)
	}
	return append(dst, ')')
}

// RulesKey implements [grundy.Identified]: the name and the code.
func (g *TakeAndBreak) RulesKey() any { return [2]string{g.name, g.code.String()} }

// AppendOptions implements [grundy.Game].
func (g *TakeAndBreak) AppendOptions(dst [][]uint64, heaps []uint64) [][]uint64 {
	for i, h := range heaps {
		for parts := range g.code.Options(h) {
			dst = append(dst, replace(heaps, i, parts))
		}
	}
	return dst
}

// replace returns heaps with parts in the place of heap i.
func replace(heaps []uint64, i int, parts []uint64) []uint64 {
	if len(parts) == 0 {
		parts = []uint64{0}
	}
	return slices.Concat(heaps[:i], parts, heaps[i+1:])
}

// CountOptions implements [grundy.OptionCounter]. It costs O(digits) a heap for
// codes that leave at most three heaps, two where digits repeat for ever, and what
// counting by all digits and numbers of heaps costs otherwise.
func (g *TakeAndBreak) CountOptions(heaps []uint64) uint64 {
	count := uint64(0)
	for _, h := range heaps {
		count = grundy.AddCounts(count, g.code.countOptions(h))
	}
	return count
}

// countOptions returns the number of options of a heap of n, 2^64-1 if there are more.
func (c Code) countOptions(n uint64) uint64 {
	if o, ok := c.octal(); ok {
		return o.count(n)
	}
	taken, most := c.shape()
	switch {
	case c.onlyDivides():
		count := uint64(0)
		c.equalWays(int(n), func(int, int) { count++ })
		return count
	case most <= 1 && taken > len(c.digits):
		return c.countTakings(n)
	case most <= 3 && c.period == 0:
		return c.countThree(n)
	case most == 2 && len(c.added) == 0:
		if count := c.countTwo(n); count.IsUint64() {
			return count.Uint64()
		}
		return ^uint64(0)
	}
	return c.countAll(int(n))
}

// countThree returns the number of options of a heap of n, for a code whose
// digits have an end and leave three heaps at the most. There are (m^2+3)/12
// divisions of m into three, rounded down; as many of m into three that differ as
// of m-3 into three: take 0, 1 and 2 from them.
func (c Code) countThree(n uint64) (count uint64) {
	three := func(m uint64) uint64 {
		hi, lo := bits.Mul64(m, m)
		lo, carry := bits.Add64(lo, 3, 0)
		if hi += carry; hi >= 12 {
			return ^uint64(0)
		}
		quotient, _ := bits.Div64(hi, lo, 12)
		return quotient
	}
	only := func(condition bool) uint64 {
		if condition {
			return 1
		}
		return 0
	}
	for taken := -len(c.added); taken < len(c.digits); taken++ {
		if taken > 0 && uint64(taken) > n {
			break
		}
		m, d := n-uint64(taken), c.digit(taken)
		add := func(more uint64) { count = grundy.AddCounts(count, more) }
		if d.leaves(0) != forbidden {
			add(only(m == 0 && n > 0))
		}
		if d.leaves(1) != forbidden {
			add(only(m > 0))
		}
		switch d.leaves(2) {
		case free:
			add(m / 2)
		case notAllEqual, distinct:
			add((max(m, 1) - 1) / 2)
		case allEqual:
			add(only(m > 0 && m%2 == 0))
		}
		switch d.leaves(3) {
		case free:
			add(three(m))
		case notAllEqual:
			add(three(m) - only(m > 0 && m%3 == 0 && three(m) < ^uint64(0)))
		case distinct:
			add(three(max(m, 3) - 3))
		case allEqual:
			add(only(m > 0 && m%3 == 0))
		}
	}
	return count
}

// count returns the number of options of a heap of n.
func (o *octal) count(n uint64) (count uint64) {
	for _, i := range o.empties {
		if uint64(i) == n && n > 0 {
			count++
		}
	}
	for _, i := range o.singles {
		if uint64(i) < n {
			count++
		}
	}
	for _, s := range o.splits {
		if m := n - uint64(s.taken); uint64(s.taken) < n && s.unequal {
			count += (m - 1) / 2
		} else if uint64(s.taken) < n {
			count += m / 2
		}
	}
	for _, i := range o.zeros {
		if uint64(i) < n && (n-uint64(i))%2 == 0 {
			count++
		}
	}
	return count
}

// countTakings returns the number of options of a heap of n, for a code with
// digits without end that does not divide.
func (c Code) countTakings(n uint64) (count uint64) {
	first := uint64(len(c.digits) - c.period)
	for i := uint64(1); i < uint64(len(c.digits)) && i < n; i++ {
		if c.digits[i].leaves(1) == forbidden {
			continue
		}
		count++
		if i >= first { // and i + period, i + 2 period, … below n
			count += (n - 1 - i) / uint64(c.period)
		}
	}
	last := n
	if n >= first {
		last = first + (n-first)%uint64(c.period)
	}
	if n > 0 && c.digits[last].leaves(0) != forbidden {
		count++
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
	for _, h := range heaps {
		if _, most := g.code.shape(); most <= 1 {
			product = grundy.MulCounts(product, h+1)
			continue
		}
		if g.code.onlyDivides() {
			product = grundy.MulCounts(product, g.code.ofDivisors(h, map[uint64]uint64{}, positionsOfDivisors))
			continue
		}
		count := ^uint64(0)
		if h <= mostPlayed {
			plays = g.appendPlays(plays, h)
			count = plays[h]
		}
		if h <= mostParted && len(g.code.added) == 0 {
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

// known returns the solution with a proved period, or nil where none is proved
// by few values.
func (g *TakeAndBreak) known() *Solution {
	g.once.Do(func() {
		if s, err := SolveEasily(context.Background(), g.code, g.code.easy()); err == nil && s.Period.Proved {
			g.sure = s
		}
	})
	return g.sure
}

// Measure implements [grundy.Measurer]: the nim-value of heaps of any size where
// few values prove a period, or a heap only becomes its divisors; and the genus, where
// few values prove a period and a number of a set is taken.
func (g *TakeAndBreak) Measure(m grundy.Measure, heaps []uint64) (uint64, string, bool) {
	ofSet := m == grundy.ByGenus && g.code.isSubtraction()
	if m != grundy.ByNimValue && !ofSet || len(heaps) > 0 && slices.Max(heaps) <= smallHeap {
		return 0, "", false
	}
	if s := g.known(); s != nil {
		return ofHeaps(m, heaps, s.sure), s.Period.Theorem, true
	}
	if !ofSet && g.code.onlyDivides() {
		values := map[uint64]uint64{}
		at := func(n uint64) uint64 { return g.code.ofDivisors(n, values, valueOfDivisors) }
		return ofHeaps(m, heaps, at), "every heap that is reached is a divisor of the first: the mex of the options of each (games/heap/divisors.go)", true
	}
	return 0, "", false
}

// PlanTable implements [grundy.Tabler]: the nim-values of all heaps up to the
// largest; and the genus, where a number of a set is taken.
func (g *TakeAndBreak) PlanTable(m grundy.Measure, heaps []uint64) (grundy.Plan[[]uint64], bool) {
	ofSet := m == grundy.ByGenus && g.code.isSubtraction()
	if m != grundy.ByNimValue && !ofSet || len(heaps) == 0 {
		return grundy.Plan[[]uint64]{}, false
	}
	largest := slices.Max(heaps)
	if _, ok := newListingEngine(g.code); ok && largest >= scalarLimit {
		if _, ok := g.code.octal(); !ok {
			return grundy.Plan[[]uint64]{}, false // so many values are not kept
		}
	}
	cost, method := tableCost(g.code, largest)
	if r, ok := g.code.formula(); ok && r.Preperiod+r.Period <= firstProof { // the values end where the theorem tells the rest
		cost = grundy.Cost{Bytes: 1 << 12, Time: time.Millisecond}
	}
	var values *Solution
	var within context.Context
	plan := grundy.Plan[[]uint64]{
		Cost:   cost,
		Method: method,
		Build: func(ctx context.Context, progress grundy.Progress) (_ grundy.Table[[]uint64], err error) {
			if values, err = Solve(ctx, g.code, largest+1, progress); err != nil {
				return nil, err
			}
			within = ctx
			return func(heaps []uint64) uint64 { return ofHeaps(m, heaps, values.sure) }, nil
		},
	}
	if more, ok := g.code.scannedTime(heaps); ok && m == grundy.ByNimValue {
		plan.Cost.Time = grundy.Cost{Time: plan.Cost.Time}.Plus(grundy.Cost{Time: grundy.Nanoseconds(more)}).Time
		plan.Find = func(_ grundy.Table[[]uint64], lo, hi uint64) grundy.Found[[]uint64] {
			return g.findValues(within, values, heaps, lo, hi)
		}
	}
	return plan, true
}

// tableCost estimates what the values to n cost.
func tableCost(c Code, n uint64) (grundy.Cost, string) {
	if _, ok := c.octal(); !ok {
		if e, ok := newListingEngine(c); ok {
			return grundy.Cost{
				Bytes: grundy.AddCounts(grundy.MulCounts(n, 16), 1<<16),
				Time:  grundy.Nanoseconds(e.stepsTo(n)),
			}, "take-and-break game: the mex of all options (games/heap/engine_equal.go, engine_taking.go)"
		}
		cells := grundy.MulCounts(n+1, n+1)
		if _, ok := newTriplesEngine(c); ok {
			return grundy.Cost{Bytes: grundy.AddCounts(cells/4, grundy.MulCounts(n, 100)), Time: grundy.Nanoseconds(grundy.MulCounts(cells, uint64(50*len(c.digits))))}, "sets of values of divisions into two (games/heap/engine_triples.go)"
		}
		e := newSetsEngine(c)
		return grundy.Cost{
			Bytes: 2 * min(e.bytes(n+1, bits.Len64(n)), 1<<62),
			Time:  grundy.Nanoseconds(grundy.MulCounts(cells, grundy.MulCounts(uint64(e.levels), n/16+20))),
		}, "sets of values of divisions (games/heap/engine_sets.go)"
	}
	if n < naiveLimit {
		return grundy.Cost{Bytes: 4 * n, Time: time.Duration(n * n)}, "take-and-break game: the mex of all options"
	}
	each := uint64(500) // nanoseconds a value; fewer where the game is sparse
	if n > 1<<20 {
		each = 50
	}
	bytes := min(grundy.MulCounts(n, 5), uint64(historyLimit+2*recentLimit)+4<<24)
	return grundy.Cost{Bytes: bytes, Time: grundy.Nanoseconds(grundy.MulCounts(n, each))}, "take-and-break game: nim-sequence in sparse space (Winning Ways, chapter 4; Gangolli and Plambeck 1989)"
}

// FindOptions implements [grundy.Finder] for nim-values, where few values prove
// a period: if moves leave at most two heaps, at a cost of O(preperiod + period) for
// each heap and digit, however large the heaps; if a formula tells the values, for
// single nim-values and all others, at a cost of O(period^2) for each option that is
// looked at; and otherwise where there are not too many options to look at.
func (g *TakeAndBreak) FindOptions(m grundy.Measure, heaps []uint64, lo, hi uint64) (grundy.Found[[]uint64], bool) {
	value, _, ok := g.Measure(m, heaps)
	if !ok || m != grundy.ByNimValue || g.known() == nil {
		return grundy.Found[[]uint64]{}, false
	}
	if found, ok := g.findDividing(m, heaps, value, lo, hi); ok {
		return found, ok
	}
	if found, ok := g.findTakings(m, heaps, value, lo, hi); ok {
		return found, ok
	}
	if _, ok := g.code.scannedTime(heaps); !ok {
		return grundy.Found[[]uint64]{}, false
	}
	return g.findValues(context.Background(), g.sure, heaps, lo, hi), true
}

// AppendMove implements [grundy.MoveNamer].
func (g *TakeAndBreak) AppendMove(dst []byte, p, q []uint64) []byte {
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
	switch {
	case sum < p[i]:
		dst = strconv.AppendUint(append(dst, "take "...), p[i]-sum, 10)
		dst = strconv.AppendUint(append(dst, " from the heap of "...), p[i], 10)
	case sum > p[i]:
		dst = strconv.AppendUint(append(dst, "add "...), sum-p[i], 10)
		dst = strconv.AppendUint(append(dst, " to the heap of "...), p[i], 10)
	default:
		dst = strconv.AppendUint(append(dst, "divide the heap of "...), p[i], 10)
	}
	if len(parts) < 2 {
		return dst
	}
	if sum != p[i] {
		dst = append(dst, " and divide it"...)
	}
	for j, h := range parts {
		switch {
		case j == 0:
			dst = append(dst, " into "...)
		case j == len(parts)-1:
			dst = append(dst, " and "...)
		default:
			dst = append(dst, ", "...)
		}
		dst = strconv.AppendUint(dst, h, 10)
	}
	return dst
}
