package sequence

// This engine serves all codes: any number of heaps, of any kind, and digits without end.
//
// It keeps, for each number of heaps k, the sets
//
//	free[k][m] = values of divisions of m into k heaps
//
// as bit sets. The least of the heaps, a, is at most m/k, and what is left is a division
// of m-a into k-1 heaps, so that
//
//	free[k][m] = the union of G(a) ^ free[k-1][m-a] for a <= m/k.
//
// (Divisions of m-a with heaps smaller than a do no harm.) This costs n/k operations on sets
// for each k, which are 64 values to a word (nimber.Sums). The last k stands for all larger
// numbers too, where a digit asks for them. If not all heaps are equal, the least is smaller
// than m/k, and the other way round: so those a give the divisions that are not of one size.
//
// If all heaps must differ, the sets have the heaps smaller than n, and the heap n is added
// when its value is known, as in the problem of the knapsack: k heaps are one heap n and k-1
// others. That costs O(k n) operations a value.
//
// The sets of n values, each of as many bits as the values have numbers, take memory
// that grows with the square of n: n goes to some ten thousand.

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/nimber"
)

// setsBytes bounds the memory of the sets.
const setsBytes = 1 << 30

type setsEngine struct {
	code     Code
	levels   int // numbers of heaps 0 … levels-1; the last and more, if any digit says more
	more     bool
	plain    bool // whether sets for these kinds are needed: any sizes, or not all of one
	distinct bool
	unlike   bool
	size     int    // sets of distinct heaps are kept for m < size
	highest  uint32 // value
	steps    uint64 // of a nanosecond or so
	sums     nimber.Sums
	free     [][]nimber.Set // by the number of heaps, which is 2 or more, or the last; and m
	mixed    [][]nimber.Set // not all of one size
	differ   [][]nimber.Set // of distinct sizes
}

func newSetsEngine(c Code) *setsEngine {
	e := &setsEngine{code: c}
	survey := func(d digit) {
		e.levels = max(e.levels, len(d.kinds)+1)
		e.more = e.more || d.more
		for i, k := range d.kinds {
			e.distinct = e.distinct || k == distinct
			e.unlike = e.unlike || k == notAllEqual
			e.plain = e.plain || k == free && (i >= 2 || d.more) || k == notAllEqual
		}
	}
	for _, d := range c.added {
		survey(d)
	}
	for _, d := range c.digits {
		survey(d)
	}
	e.levels = max(e.levels, 3) // so that the last level is 2 or more
	e.free, e.mixed = make([][]nimber.Set, e.levels), make([][]nimber.Set, e.levels)
	return e
}

func (e *setsEngine) next(n int) int          { return max(2*n, firstProof) }
func (e *setsEngine) stepsEach(uint64) uint64 { return uint64(len(e.code.digits)) }
func (e *setsEngine) easy() uint64            { return 600 }
func (e *setsEngine) counted() uint64         { return e.steps }

func (e *setsEngine) bytes(to int) uint64 {
	return e.room(uint64(max(to, e.size)), bits.Len32(e.highest))
}

func (e *setsEngine) cost(n uint64) (grundy.Cost, string, bool) {
	cells, each := grundy.MulCounts(n+1, n+1), uint64(0)
	if e.plain {
		each += (n/64 + 40) * uint64(bits.Len(uint(e.levels)))
	}
	if e.distinct {
		each += (n/16 + 20) * uint64(e.levels)
	}
	return grundy.Cost{
		Bytes: 2 * min(e.room(n+1, bits.Len64(n)), 1<<62),
		Time:  grundy.Nanoseconds(grundy.MulCounts(cells, each+1)),
	}, "sets of values of divisions (games/heap/sequence/engine_sets.go)", true
}

// room bounds the memory of the sets for size values below 2^width.
func (e *setsEngine) room(size uint64, width int) uint64 {
	tables := b2i(e.plain) + b2i(e.distinct) + b2i(e.unlike)
	set := 24 + (uint64(1)<<width)/8 + 8
	return grundy.MulCounts(grundy.MulCounts(tables*uint64(e.levels), size+uint64(len(e.code.added))), set)
}

// extend appends G(len(values)) … G(to-1).
func (e *setsEngine) extend(ctx context.Context, values []uint32, to int) ([]uint32, error) {
	stop := interruptOf(ctx)
	for _, v := range values {
		e.highest = max(e.highest, v)
	}
	if size := to + len(e.code.added); e.distinct && size > e.size {
		if twice := max(size, 2*e.size); e.room(uint64(twice), bits.Len32(e.highest)) <= setsBytes {
			size = twice
		}
		if e.room(uint64(size), bits.Len32(e.highest)) > setsBytes {
			return values, e.tooLarge(len(values))
		}
		e.size, e.differ = size, make([][]nimber.Set, e.levels)
		for k := range e.differ {
			e.differ[k] = make([]nimber.Set, e.size)
		}
		e.differ[0][0].Add(0)
		for n := 1; n < len(values); n++ {
			if !e.add(n, values[n], stop) {
				e.size = 0 // the sets are not complete
				return values, ctx.Err()
			}
		}
	}
	for n := len(values); n < to; n++ {
		v, ok := e.value(values, n, stop)
		if !ok {
			return values, ctx.Err()
		}
		if e.highest = max(e.highest, v); e.room(uint64(max(n, e.size)), bits.Len32(e.highest)) > setsBytes {
			return values, e.tooLarge(n)
		}
		values = append(values, v)
		if n > 0 && e.distinct && !e.add(n, v, stop) {
			e.size = 0 // the sets are not complete
			return values, ctx.Err()
		}
	}
	return values, ctx.Err()
}

func (e *setsEngine) tooLarge(n int) error {
	return fmt.Errorf("%s: the sets for more than %d values need more than %d bytes: %w", e.code.Short(), n, uint64(setsBytes), grundy.ErrTooLarge)
}

// join adds to s each value of t, nim-added to g.
func (e *setsEngine) join(s *nimber.Set, t nimber.Set, g uint32) {
	const each = 16 // steps for a word, whose bits are permuted
	e.steps += each * uint64(len(t)+1)
	s.AddSums(t, g)
}

// divide finds the values of divisions of all m to most into heaps of any sizes. The values
// of heaps that they have are known. The result is false if it was interrupted.
func (e *setsEngine) divide(values []uint32, most int, stop interrupt) bool {
	for k := 2; k < e.levels && e.plain; k++ {
		for m := len(e.free[k]); m <= min(most, len(values)+k-2); m++ {
			if stop.asked() {
				return false
			}
			e.free[k] = append(e.free[k], e.divideInto(values, k, m))
		}
	}
	return true
}

// divideInto returns the values of divisions of m into k heaps, or more where k is the last
// number; and keeps those of heaps that are not all of one size.
func (e *setsEngine) divideInto(values []uint32, k, m int) nimber.Set {
	var pairs, equal nimber.Set
	more := e.more && k == e.levels-1
	for a := 1; a*k < m; a++ {
		if k == 2 {
			pairs.Add(values[a] ^ values[m-a])
			continue
		}
		e.sum(e.free[k-1][m-a], values[a])
	}
	e.steps += uint64(m/k) + 1
	e.sums.Add(pairs, 0)
	addEqual(&equal, values, m, k)
	for a := 1; more && a*(k+1) <= m; a++ { // and more than k-1 others
		if e.unlike && m%a == 0 {
			continue
		}
		e.sum(e.free[k][m-a], values[a])
	}
	if e.unlike {
		for a := 1; more && a*(k+1) <= m; a++ {
			if m%a != 0 {
				continue
			}
			// The others may all be of the size a.
			e.sum(e.mixed[k][m-a], values[a])
			for heaps := k; heaps <= m-a; heaps++ {
				var others nimber.Set
				if addEqual(&others, values, m-a, heaps); heaps*a != m-a {
					e.sum(others, values[a])
				}
			}
			e.steps += uint64(m)
		}
		mixed := e.sums.Take()
		e.mixed[k] = append(e.mixed[k], mixed)
		e.sums.Add(mixed, 0)
		for heaps := k + 1; more && heaps <= m; heaps++ {
			addEqual(&equal, values, m, heaps)
		}
	}
	e.sums.Add(equal, 0)
	return e.sums.Take()
}

// sum adds each value of t, nim-added to g, to the sums that are being collected.
func (e *setsEngine) sum(t nimber.Set, g uint32) {
	e.steps += uint64(len(t)) + 2
	e.sums.Add(t, g)
}

// value returns G(n), and false if it was interrupted.
func (e *setsEngine) value(values []uint32, n int, stop interrupt) (v uint32, ok bool) {
	if !e.divide(values, n+len(e.code.added), stop) {
		return 0, false
	}
	var seen nimber.Set
	for taken := -len(e.code.added); taken <= n; taken++ {
		if e.code.period == 0 && taken >= len(e.code.digits) {
			break
		}
		if taken&0xff == 0 && stop.asked() {
			e.sums.Take()
			return 0, false
		}
		d, m := e.code.digit(taken), n-taken
		for k := 0; k < e.levels && !d.isZero(); k++ {
			switch kind := d.leaves(k); {
			case kind == forbidden:
			case k < 2:
				addEqual(&seen, values, m, k)
			case kind == free:
				e.sum(e.free[k][m], 0)
			case kind == distinct:
				e.sum(e.differ[k][m], 0)
			case kind == notAllEqual:
				e.sum(e.mixed[k][m], 0)
			case k < e.levels-1:
				addEqual(&seen, values, m, k)
			default:
				e.steps += uint64(m)
				for heaps := k; heaps <= m; heaps++ { // the last kind goes on
					addEqual(&seen, values, m, heaps)
				}
			}
		}
	}
	e.sums.Add(seen, 0)
	return e.sums.Take().Mex(), true
}

// addEqual adds the value of k equal heaps of m tokens together.
func addEqual(s *nimber.Set, values []uint32, m, k int) {
	switch {
	case k == 0 && m == 0:
		s.Add(0)
	case k > 0 && m > 0 && m%k == 0 && k%2 == 0:
		s.Add(0)
	case k > 0 && m > 0 && m%k == 0:
		s.Add(values[m/k])
	}
}

// add makes heap n, of value g, available to divisions into different heaps. The result is
// false if it was interrupted: then the sets are of no use any more.
func (e *setsEngine) add(n int, g uint32, stop interrupt) bool {
	last := e.levels - 1
	for k := last; k >= 1 && !stop.asked(); k-- {
		for m := e.size - 1; m >= n; m-- {
			if k == last && e.more {
				e.join(&e.differ[k][m], e.differ[k][m-n], g)
			}
			e.join(&e.differ[k][m], e.differ[k-1][m-n], g)
		}
	}
	return !stop.asked()
}
