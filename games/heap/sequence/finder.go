package sequence

// This file finds and counts the options of a heap that have a given nim-value. It scans
// the values and does not make a position of each.
//
// Of the divisions of m into a <= b, the values of all a and of all b = m - a are
// read in order, side by side. Where a period without saltus is proved, they need not
// all be read: from the preperiod q on, the value depends on a mod p alone, so that one
// turn says which of them count, however large m is.

import (
	"context"
	"math/big"
	"slices"

	"github.com/grundy-games/grundy"
)

// scanned is how many values are read at once. Tests lower it.
var scanned uint64 = 1 << 14

// A finder finds the options of one heap whose nim-value, nim-added to rest, is
// lo … hi.
type finder struct {
	code         Code
	solution     *Solution
	rest, lo, hi uint64
	stop         interrupt // if it is asked to stop, what it has found is not all
	small, large []uint32  // values, while they are looked at
}

// FindOptions finds the options of a sum of heaps whose nim-value is lo … hi. The
// value of the largest heap must be known.
//
// If moves leave at most two heaps, it costs O(preperiod + period) for each heap and
// digit, however large the heaps. Where a formula gives the values, it serves single
// nim-values, or all except one, and costs O(period^2) for each option that it yields.
// In all other games it looks at every option; the result is false where there are too
// many. If ctx ends early, some options are missing.
func (s *Solution) FindOptions(ctx context.Context, heaps []uint64, lo, hi uint64) (grundy.Found[[]uint64], bool) {
	if s.Period.Proved {
		if x, ok := s.byValue(); ok {
			if found, ok := s.findByValue(x, heaps, lo, hi); ok {
				return found, true
			}
		}
	}
	if _, ok := s.Code.ScanCost(heaps); !ok {
		return grundy.Found[[]uint64]{}, false
	}
	return s.scanOptions(ctx, heaps, lo, hi), true
}

// scanOptions finds options by a scan of the values.
func (s *Solution) scanOptions(ctx context.Context, heaps []uint64, lo, hi uint64) grundy.Found[[]uint64] {
	if lo > hi {
		return grundy.Found[[]uint64]{Count: new(big.Int), Each: func(func([]uint64) bool) {}}
	}
	own := s.sum(heaps)
	of := func(h uint64) *finder {
		return &finder{code: s.Code, solution: s, rest: own ^ s.Value(h), lo: lo, hi: hi, stop: interruptOf(ctx)}
	}
	count := new(big.Int)
	for _, h := range heaps {
		count.Add(count, of(h).count(h))
	}
	return grundy.Found[[]uint64]{Count: count, Each: func(yield func([]uint64) bool) {
		for i, h := range heaps {
			if !of(h).each(h, func(parts ...uint64) bool { return yield(Replace(heaps, i, parts...)) }) {
				return
			}
		}
	}}
}

// Replace returns heaps with parts in the place of heap i, with a heap of 0 where
// there are none.
func Replace(heaps []uint64, i int, parts ...uint64) []uint64 {
	if len(parts) == 0 {
		parts = []uint64{0}
	}
	return slices.Concat(heaps[:i], parts, heaps[i+1:])
}

// sum returns the nim-value of heaps, which must be known.
func (s *Solution) sum(heaps []uint64) (value uint64) {
	for _, h := range heaps {
		value ^= s.Value(h)
	}
	return value
}

func (f *finder) wants(v uint64) bool {
	v ^= f.rest
	return f.lo <= v && v <= f.hi
}

// walk yields the wanted options of n in the order of [Code.Options], except that
// it calls pairs for the divisions of m into two heaps, of least tokens or more
// each, that come beside the heaps before them, whose value is with. The result is
// false when no more are wanted.
func (f *finder) walk(n uint64, yield func(parts ...uint64) bool, pairs func(before []uint64, m, least, with uint64, unequal bool) bool) bool {
	c := f.code
	for taken := -len(c.added); taken <= 0 || uint64(taken) <= n; taken++ {
		if c.period == 0 && taken >= len(c.digits) {
			break
		}
		d, m := c.digit(taken), n-uint64(taken)
		if most, bounded := d.maxParts(); most > 3 || !bounded {
			if !f.walkAll(d, m, yield) {
				return false
			}
			continue
		}
		if taken&0xfff == 0 && f.stop.asked() {
			return false
		}
		if d.leaves(0) != forbidden && m == 0 && f.wants(0) && !yield() {
			return false
		}
		if d.leaves(1) != forbidden && m > 0 && f.wants(f.solution.Value(m)) && !yield(m) {
			return false
		}
		switch kind := d.leaves(2); {
		case kind == forbidden || m < 2:
		case kind == allEqual:
			if m%2 == 0 && f.wants(0) && !yield(m/2, m/2) {
				return false
			}
		case !pairs(nil, m, 1, 0, kind != free):
			return false
		}
		if kind := d.leaves(3); kind != forbidden && m >= 3 && !f.walkThree(kind, m, yield, pairs) {
			return false
		}
	}
	return true
}

// walkThree does the same for the divisions of m into three.
func (f *finder) walkThree(kind kind, m uint64, yield func(parts ...uint64) bool, pairs func(before []uint64, m, least, with uint64, unequal bool) bool) bool {
	if kind == allEqual {
		return m%3 != 0 || !f.wants(f.solution.Value(m/3)) || yield(m/3, m/3, m/3)
	}
	for a := uint64(1); 3*a <= m; a++ {
		least := a
		switch {
		case kind == distinct:
			least++
		case kind == notAllEqual && 3*a == m:
			continue // the others would be as large
		}
		if !pairs([]uint64{a}, m-a, least, f.solution.Value(a), kind == distinct) {
			return false
		}
	}
	return true
}

// walkAll does the same for a digit that leaves any number of heaps.
func (f *finder) walkAll(d digit, m uint64, yield func(parts ...uint64) bool) bool {
	looked := 0
	s := splitter{yield: func(parts []uint64) bool {
		if looked++; looked&0xffff == 0 && f.stop.asked() {
			return false
		}
		return !f.wants(f.solution.sum(parts)) || yield(parts...)
	}}
	return s.digit(d, m)
}

// each yields the wanted options of n in the order of [Code.Options].
func (f *finder) each(n uint64, yield func(parts ...uint64) bool) bool {
	return f.walk(n, yield, func(before []uint64, m, least, with uint64, unequal bool) bool {
		return f.eachPair(m, least, with, unequal, func(a uint64) bool {
			return yield(append(before[:len(before):len(before)], a, m-a)...)
		})
	})
}

// count returns how many options of n are wanted.
func (f *finder) count(n uint64) *big.Int {
	count, few := new(big.Int), uint64(0)
	f.walk(n, func(...uint64) bool {
		few++
		return true
	}, func(_ []uint64, m, least, with uint64, unequal bool) bool {
		count.Add(count, new(big.Int).SetUint64(f.countPairs(m, least, with, unequal)))
		return true
	})
	return count.Add(count, new(big.Int).SetUint64(few))
}

// halves returns the end of the smaller heaps of the divisions of m, from least on;
// and where the first turn of the period begins and ends among them, if any.
func (f *finder) halves(m, least uint64, unequal bool) (half, first, end uint64) {
	half = uint64(split{unequal: unequal}.half(int(m)))
	p := f.solution.Period
	if !p.Proved || p.Saltus > 0 {
		return half, half + 1, half + 1
	}
	first = min(max(p.Preperiod, least), half+1)
	return half, first, first + min(p.Period, half+1-first)
}

// eachPair yields the smaller heaps, from least on, of the wanted divisions of m.
func (f *finder) eachPair(m, least, with uint64, unequal bool, yield func(a uint64) bool) bool {
	half, first, end := f.halves(m, least, unequal)
	if !f.scan(m, least, first, with, yield) {
		return false
	}
	some := false
	for from := first; from < end; from, end = end, end+min(f.solution.Period.Period, half+1-end) {
		if !f.scan(m, from, end, with, func(a uint64) bool {
			some = true
			return yield(a)
		}) {
			return false
		}
		if !some { // nor are there any in later turns
			return true
		}
	}
	return true
}

// countPairs returns how many eachPair yields.
func (f *finder) countPairs(m, least, with uint64, unequal bool) (count uint64) {
	half, first, end := f.halves(m, least, unequal)
	f.scan(m, least, first, with, func(uint64) bool {
		count++
		return true
	})
	f.scan(m, first, end, with, func(a uint64) bool {
		count += (half-a)/f.solution.Period.Period + 1
		return true
	})
	return count
}

// scan yields those a of from … to-1 for which a, m - a and with together have a
// wanted value.
func (f *finder) scan(m, from, to, with uint64, yield func(a uint64) bool) bool {
	with ^= f.rest
	width := f.hi - f.lo // a value is wanted if it is no more above lo
	for from < to {
		if f.stop.asked() {
			return false
		}
		end := from + min(scanned, to-from)
		small, large := f.values(&f.small, from, end), f.values(&f.large, m-end+1, m-from+1)
		for k, v := range small {
			if uint64(v^large[len(large)-1-k])^with-f.lo <= width && !yield(from+uint64(k)) {
				return false
			}
		}
		from = end
	}
	return true
}

// values returns G(from) … G(to-1), in a slice that is valid until room is used
// again.
func (f *finder) values(room *[]uint32, from, to uint64) []uint32 {
	if known := f.solution.run.values; to <= uint64(len(known)) {
		return known[from:to]
	}
	*room = (*room)[:0]
	for from < to {
		at, count, more := f.solution.turnBack(from, to)
		read := len(*room)
		*room = f.solution.run.appendValues(*room, int(at), int(at+count))
		for i := range (*room)[read:] {
			(*room)[read+i] += uint32(more) // values are at most as many as options, and these are few
		}
		from += count
	}
	return *room
}

// mostScanned bounds the options that are looked at where not all are pairs: some
// seconds.
const mostScanned = 1 << 30

// ScanCost returns the cost of [Solution.FindOptions] by a scan of the values, where
// no formula gives the options. The result is false where there are too many options
// to look at.
func (c Code) ScanCost(heaps []uint64) (grundy.Cost, bool) {
	each := uint64(4) // nanoseconds
	if _, most := c.shape(); most > 3 {
		each = 32
	}
	options := uint64(0)
	for _, h := range heaps {
		options = grundy.AddCounts(options, c.CountOptions(h))
	}
	_, octal := c.octal()
	return grundy.Cost{Time: grundy.Nanoseconds(grundy.MulCounts(options, each))}, octal || options <= mostScanned
}
