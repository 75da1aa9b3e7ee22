package sequence

// This engine serves codes in which a move leaves at most three heaps, as with hexadecimal
// digits.
//
// It keeps, for each m, the set of values of divisions of m into two that differ,
//
//	pairs[m] = { G(a) ^ G(b) : a + b = m, a < b },
//
// as a bit set, which costs O(m) once. Three heaps a + a + c have the
// value G(c), so that all values G(c) are options for which c has the parity of
// n - t, where t tokens were taken. All other options v have v ^ G(c) in
// pairs[n-t-c] for some c: that is n bits to look at for one v. The mex asks for all v
// from 0 on, but most of them are options for the first reason. Other values are
// looked at one by one, and only the mex itself costs all n bits.
//
// Where not all heaps may be equal, c, c and another are also c and a pair that
// differs. Where all must differ, a bit that is set may be set by a division with c
// itself as a part; then, if no other c serves, the divisions of n-t-c are looked at.

import (
	"context"
	"fmt"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/nimber"
)

// triplesLimit bounds the memory of the engine in bytes. The sets for n values
// take at most n^2/4 bytes, mostly a quarter of it.
const triplesLimit = 1 << 30

type triplesEngine struct {
	code  Code
	octal *octal // the moves that leave two heaps at most
	naive naiveEngine
	moves []triple
	pairs []nimber.Set // by m: values of divisions into two that differ
	held  uint64       // bytes of the sets
	steps uint64       // divisions and sets looked at so far
}

// A triple is a move that takes tokens and leaves three heaps.
type triple struct {
	taken  int
	kind   kind
	single [2]nimber.Set // values of the heaps c that can be left, by the parity of c
	sorted int           // the heaps below are in single
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
	for m := len(e.pairs); m < n; m++ {
		e.divide(values, m)
	}
	for i := range e.moves {
		for move := &e.moves[i]; move.sorted <= n-move.taken-2; move.sorted++ {
			move.single[move.sorted%2].Add(values[move.sorted])
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
	var pairs nimber.Set
	for a := 1; 2*a < m; a++ {
		pairs.Add(values[a] ^ values[m-a])
	}
	e.pairs = append(e.pairs, pairs)
	e.held += 8*uint64(cap(pairs)) + 24
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
		case move.kind == distinct || move.kind == allEqual || !move.single[m%2].Has(v):
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

// divides reports whether a division of m into three of the kind, in which two differ,
// has the value v. Divisions of m - c that may have c itself as a part come last.
func (e *triplesEngine) divides(values []uint32, m int, v uint32, k kind) bool {
	unsure := false
	e.steps += uint64(max(0, m))
	for c := 1; c <= m-2; c++ {
		if !e.pairs[m-c].Has(v ^ values[c]) {
			continue
		}
		if k != distinct || !mayMeet(values, m, c, v) {
			return true
		}
		unsure = true
	}
	for c := 1; unsure && c <= m-2; c++ {
		e.steps += uint64(m)
		if mayMeet(values, m, c, v) && splits(values, m-c, v^values[c], c) {
			return true
		}
	}
	return false
}

// mayMeet reports whether c, c and what is left of m have the value v.
func mayMeet(values []uint32, m, c int, v uint32) bool { return m > 2*c && values[m-2*c] == v }

// splits reports whether some division of m into two that differ has the value v, such
// that no part is c.
func splits(values []uint32, m int, v uint32, c int) bool {
	for a := 1; 2*a < m; a++ {
		if a != c && m-a != c && values[a]^values[m-a] == v {
			return true
		}
	}
	return false
}
