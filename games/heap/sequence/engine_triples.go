package sequence

// This file holds the engine for codes in which a move leaves at most three
// heaps, as with hexadecimal digits.
//
// It keeps, for each m, the set of values of divisions of m into two,
//
//	pairs[m] = { G(a) ^ G(b) : a + b = m },
//
// as a bit set, which costs O(m) once. So v is an option of n by a division into
// three, after t tokens were taken, if v ^ G(c) is in pairs[n-t-c] for some c:
// that is n bits to look at for one v. The mex asks for all v from 0 on, but most
// of them are options for a simple reason: a + a + c has the value of c, so that
// all values G(c) are options for which c has the parity of n - t. Other values
// are looked at one by one, and only the mex itself costs all n bits.
//
// Where the heaps must differ, a bit that is set may be set by a division with
// c itself as a part; then, if no other c serves, the divisions of n-t-c are
// looked at.

import (
	"context"
	"fmt"

	"grundy"
)

// triplesLimit bounds the memory of the engine in bytes. The sets for n values
// take at most n^2/4 bytes, mostly a quarter of it.
const triplesLimit = 1 << 30

type triplesEngine struct {
	code   Code
	octal  *octal // the moves that leave two heaps at most
	naive  naiveEngine
	moves  []triple
	free   []valueSet // by m: values of divisions into two
	differ []valueSet // of divisions into two that differ
	held   uint64     // bytes of the sets
	steps  uint64     // divisions and sets looked at so far
}

// A triple is a move that takes tokens and leaves three heaps.
type triple struct {
	taken  int
	kind   kind
	single [2]valueSet // values of the heaps c that can be left, by the parity of c
	sorted int         // the heaps below are in single
}

// newTriplesEngine returns the engine, and false if c is not for it.
func newTriplesEngine(c Code) (*triplesEngine, bool) {
	if c.period > 0 || len(c.added) > 0 {
		return nil, false
	}
	e := &triplesEngine{code: c}
	two := Code{digits: make([]digit, len(c.digits))}
	for i, d := range c.digits {
		if most, bounded := d.maxParts(); most > 3 || !bounded {
			return nil, false
		}
		if k := d.leaves(3); k != forbidden {
			e.moves = append(e.moves, triple{taken: i, kind: k, sorted: 1})
		}
		two.digits[i] = newDigit(append([]kind{}, d.kinds[:min(3, len(d.kinds))]...), false)
	}
	e.octal, _ = two.octal()
	e.naive.octal = e.octal
	return e, true
}

func (e *triplesEngine) next(n int) int   { return n + 1<<10 }
func (e *triplesEngine) counted() uint64  { return 4 * e.steps }
func (e *triplesEngine) bytes(int) uint64 { return 2*e.held + 1<<20 }
func (e *triplesEngine) easy() uint64     { return 1 << 10 }

func (e *triplesEngine) stepsEach(n uint64) uint64 {
	return e.octal.digits() + n + min(n, uint64(len(e.octal.splits)))*n/2
}

func (e *triplesEngine) cost(n uint64) (grundy.Cost, string, bool) {
	cells := grundy.MulCounts(n+1, n+1)
	return grundy.Cost{
		Bytes: grundy.AddCounts(cells/4, grundy.MulCounts(n, 100)),
		Time:  grundy.Nanoseconds(grundy.MulCounts(cells, uint64(50*len(e.code.digits)))),
	}, "sets of values of divisions into two (games/heap/sequence/engine_triples.go)", true
}

// extend appends G(len(values)) … G(to-1).
func (e *triplesEngine) extend(ctx context.Context, values []uint32, to int) ([]uint32, error) {
	for n := len(values); n < to; n++ {
		if n%4 == 0 && ctx.Err() != nil {
			return values, ctx.Err()
		}
		if e.held > triplesLimit {
			return values, fmt.Errorf("more than %d values of games with three heaps need more than %d bytes: %w", n, triplesLimit, grundy.ErrTooLarge)
		}
		v, err := e.value(ctx, values, n)
		if err != nil {
			return values, err
		}
		values = append(values, v)
	}
	return values, nil
}

// value returns G(n), or ctx's error.
func (e *triplesEngine) value(ctx context.Context, values []uint32, n int) (uint32, error) {
	for m := len(e.free); m < n; m++ {
		e.divide(values, m)
	}
	for i := range e.moves {
		for move := &e.moves[i]; move.sorted <= n-move.taken-2; move.sorted++ {
			move.single[move.sorted%2].add(values[move.sorted])
		}
	}
	seen := &e.naive.seen
	v, err := e.naive.value(ctx, values, n)
	for ; err == nil && (seen.has(v) || e.isOption(values, n, v)); v++ {
	}
	return v, err
}

// divide adds the divisions of m into two.
func (e *triplesEngine) divide(values []uint32, m int) {
	var differ valueSet
	for a := 1; 2*a < m; a++ {
		differ.add(values[a] ^ values[m-a])
	}
	free := differ
	if m >= 2 && m%2 == 0 && !free.has(0) {
		free = append(valueSet{}, differ...)
		free.add(0)
		e.held += 8 * uint64(len(free))
	}
	e.free, e.differ = append(e.free, free), append(e.differ, differ)
	e.held += 8*uint64(cap(differ)) + 48
}

// isOption reports whether a division of n into three has the value v.
func (e *triplesEngine) isOption(values []uint32, n int, v uint32) bool {
	e.steps += uint64(len(e.moves))
	for i := range e.moves {
		move := &e.moves[i]
		m := n - move.taken
		switch {
		case m < 3:
		case move.kind == allEqual && m%3 == 0 && values[m/3] == v:
			return true
		case move.kind == distinct || move.kind == allEqual || !move.single[m%2].has(v):
		case move.kind == free || m%3 != 0 || values[m/3] != v: // c is not a
			return true
		}
	}
	for i := range e.moves {
		if move := &e.moves[i]; move.kind != allEqual && e.divides(values, n-move.taken, v, move.kind) {
			return true
		}
	}
	return false
}

// divides reports whether a division of m into three of the kind has the value v.
// Divisions of m - c that may have c itself as a part come last.
func (e *triplesEngine) divides(values []uint32, m int, v uint32, k kind) bool {
	pairs := e.free
	if k == distinct {
		pairs = e.differ
	}
	unsure := false
	e.steps += uint64(max(0, m))
	for c := 1; c <= m-2; c++ {
		if !pairs[m-c].has(v ^ values[c]) {
			continue
		}
		if k == free || !e.mayMeet(values, m, c, v, k) {
			return true
		}
		unsure = true
	}
	for c := 1; unsure && c <= m-2; c++ {
		e.steps += uint64(m)
		if e.mayMeet(values, m, c, v, k) && pairs[m-c].has(v^values[c]) && splits(values, m-c, v^values[c], c, k == notAllEqual) {
			return true
		}
	}
	return false
}

// mayMeet reports whether c and a division of m - c with the value v in all may be
// a division that the kind forbids.
func (e *triplesEngine) mayMeet(values []uint32, m, c int, v uint32, k kind) bool {
	if k == notAllEqual {
		return m == 3*c
	}
	return m > 2*c && values[m-2*c] == v // c, c and the rest
}

// splits reports whether some division of m into two has the value v, such that
// no part is c; equal says whether the parts may be equal.
func splits(values []uint32, m int, v uint32, c int, equal bool) bool {
	for a := 1; 2*a <= m; a++ {
		if a != c && m-a != c && (equal || 2*a != m) && values[a]^values[m-a] == v {
			return true
		}
	}
	return false
}
