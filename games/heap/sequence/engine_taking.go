package sequence

// This engine serves games of taking from one heap by digits without end, such as those in
// which any number but some may be taken.
//
// Let the digits repeat after r. If they did so from the first, the options of n
// would be the smaller heaps of certain residues modulo r, which are the same for
// n + r, with those that came since. So for each residue of n the engine counts how
// often each value occurs among them, and adds what is new. The digits that differ
// from the repetition are exceptions: the values of heaps that must not be left are
// taken out, those of others put in, and all back again when the mex is known. A
// value costs O(r) steps and as many as there are exceptions, and the search for
// the mex, which goes on from where the counts have had no gap before.

import (
	"context"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/nimber"
)

// mostPhases is the largest r for which counts are kept. With more digits that
// repeat there would be as many counts of as many values; so all options are
// counted anew, for each n.
const mostPhases = 64

type takingEngine struct {
	oneByOne
	turn       int    // r
	repeats    []bool // by the number of tokens taken modulo r: whether one heap may be left
	exceptions []int  // the numbers of tokens for which that is not so
	phases     []*countedValues
}

// newTakingEngine returns the engine, and false if c is not for it.
func newTakingEngine(c Code) (*takingEngine, bool) {
	taking, ok := c.taking()
	if !ok {
		return nil, false
	}
	e := &takingEngine{oneByOne: oneByOne{code: c}, turn: taking.Turn, repeats: make([]bool, taking.Turn)}
	for taken := taking.Near; taken < len(c.digits); taken++ {
		e.repeats[taken%e.turn] = c.digits[taken].leaves(1) != forbidden
	}
	for taken := 1; taken < taking.Near; taken++ {
		if (c.digits[taken].leaves(1) != forbidden) != e.repeats[taken%e.turn] {
			e.exceptions = append(e.exceptions, taken)
		}
	}
	e.phases = make([]*countedValues, min(e.turn, mostPhases+1))
	return e, true
}

func (e *takingEngine) cost(n uint64) (grundy.Cost, string, bool) {
	each := uint64(e.turn)
	if e.turn > mostPhases {
		each = n
	}
	return e.costOf(n, grundy.MulCounts(2*n, each+2*uint64(len(e.exceptions))+4))
}

// extend appends G(len(values)) … G(to-1).
func (e *takingEngine) extend(ctx context.Context, values []uint32, to int) ([]uint32, error) {
	return extendEach(ctx, e.code, values, to, e.value)
}

// value returns G(n).
func (e *takingEngine) value(values []uint32, n int) uint32 {
	seen := e.repeated(values, n)
	e.except(seen, values, n, true)
	// Heap 0 is for itself: whether all may be taken need not be as for others.
	whole := n > 0 && e.code.digit(n).leaves(0) != forbidden
	if whole {
		seen.add(0)
	}
	v := seen.mex()
	if whole {
		seen.remove(0)
	}
	e.except(seen, values, n, false)
	return v
}

// except makes of the repeated values those of the options, or undoes that: each
// exception is taken out where the repetition has it, and put in where not.
func (e *takingEngine) except(seen *countedValues, values []uint32, n int, made bool) {
	for _, taken := range e.exceptions {
		if taken >= n {
			break
		}
		if v := values[n-taken]; e.repeats[taken%e.turn] == made {
			seen.remove(v)
		} else {
			seen.add(v)
		}
		e.steps++
	}
}

// repeated returns the values of the heaps 1 … n-1 that would be options of n if
// the digits repeated from the first.
func (e *takingEngine) repeated(values []uint32, n int) *countedValues {
	at := n % e.turn
	if e.turn > mostPhases {
		at = 0
		e.phases[0] = nil
	}
	if e.phases[at] == nil {
		e.phases[at] = &countedValues{heaps: 1}
	}
	seen := e.phases[at]
	for ; seen.heaps < n; seen.heaps++ {
		if e.repeats[(n-seen.heaps)%e.turn] {
			seen.add(values[seen.heaps])
		}
		e.steps++
	}
	seen.settle()
	return seen
}

// countedValues is a set of nim-values in which a value can be several times.
type countedValues struct {
	heaps  int        // those below were looked at, from 1 on
	counts []uint32   // by value
	set    nimber.Set // values whose count is not 0
	full   int        // how many words of the set, from the first, are full when it is settled
	hole   int        // the first word of the set that has lost a value since
}

func (c *countedValues) add(v uint32) {
	if int(v) >= len(c.counts) {
		counts := make([]uint32, 2*int(v)+64)
		copy(counts, c.counts)
		c.counts = counts
	}
	if c.counts[v]++; c.counts[v] == 1 {
		c.set.Add(v)
	}
}

func (c *countedValues) remove(v uint32) {
	if c.counts[v]--; c.counts[v] == 0 {
		c.set[v/64] &^= 1 << (v % 64)
		c.hole = min(c.hole, int(v/64))
	}
}

// settle notes how much of the set is full, so that mex need not look there. Values
// that are added and removed from then on have to be put back before it is called again.
func (c *countedValues) settle() {
	for c.full < len(c.set) && c.set[c.full] == ^uint64(0) {
		c.full++
	}
	c.hole = c.full
}

// mex returns the least value that is not in the set.
func (c *countedValues) mex() uint32 {
	first := min(c.full, c.hole)
	return uint32(64*first) + c.set[first:].Mex()
}
