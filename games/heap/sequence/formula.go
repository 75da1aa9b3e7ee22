package sequence

// These theorems give all values of a code at once, where moves may divide a heap into any
// number of heaps.
//
// Nim: if a player may take any number of tokens from a heap and leave the rest as
// one, then G(n) = n, whatever else may be done with what is left. For suppose that
// G(m) = m for all m < n. The heaps 0 … n-1 are options of n and have all the
// values below n. Any other option takes a token at least, so that its heaps hold
// fewer than n tokens together, and a nim-sum is at most the sum: no option has the
// value n.
//
// Parity: if every move takes an odd number of tokens, and one may always be taken,
// then G(n) is 0 for even n and 1 for odd n. For suppose so for all m < n. The
// nim-sum of the heaps of an option of n is the parity of their tokens together,
// which is not that of n. So all options have one value, 1 for even n and 0 for odd
// n, and for odd n there is an option.

import (
	"fmt"

	"github.com/grundy-games/grundy/theory/period"
)

// formula returns the sequence of c where one of these theorems gives it.
func (c Code) formula() (period.Result, bool) {
	r := period.Result{Proved: true, Period: 1, Saltus: 1, Proof: period.FormulaProof{}}
	steps, isSteps := c.steps()
	switch {
	case len(c.added) > 0 || len(c.digits) == 0:
		return period.Result{}, false
	case c.takesAny():
		r.Theorem = "G(n) = n: a player may take any number of tokens and leave the rest as one heap, and other options have fewer than n tokens in all (proved in games/heap/sequence/formula.go)"
	case c.takesOdd():
		r.Period, r.Saltus = 2, 0
		r.Theorem = "G(n) is the parity of n: every move takes an odd number of tokens, and one may always be taken (proved in games/heap/sequence/formula.go)"
	case c.isLaskers():
		r.Preperiod, r.Period, r.Saltus = 1, 4, 4
		r.Theorem = "Lasker's Nim: G(n) = n, but G(4k+3) = 4k+4 and G(4k+4) = 4k+3 (E. Lasker 1931; proved in games/heap/sequence/formula.go)"
	case isSteps:
		r.Preperiod, r.Period, r.Saltus = 1, uint64(steps), 1
		r.Theorem = fmt.Sprintf("G(n) = (n-1)/%d, rounded down, for n >= 1: no move loses less than %d, tokens and heaps counted together (proved in games/heap/sequence/formula.go)", steps, steps+1)
	default:
		return period.Result{}, false
	}
	return r, true
}

// isLaskers reports whether c is 4.[3].
func (c Code) isLaskers() bool {
	four, three := fromBits(4, free), fromBits(3, free)
	return c.period == 1 && len(c.digits) == 2 && c.digits[0].equal(four) && c.digits[1].equal(three)
}

// steps returns s of the theorem on steps, and false if it is not for c.
func (c Code) steps() (s int, ok bool) {
	const many = 1 << 30
	lost := many // the least
	for taken := range c.digits {
		for k, kind := range c.digits[taken].kinds {
			if kind != forbidden {
				lost = min(lost, taken+k)
			}
		}
	}
	if lost < 2 || lost == many {
		return 0, false
	}
	for k := 1; k <= lost; k++ {
		if k >= 3 && c.digit(lost-k).leaves(k) == free || c.leavesAfterAll(lost-k, k) {
			return lost - 1, true
		}
	}
	return 0, false
}

// leavesAfterAll reports whether that many heaps, of any sizes, may be left after any
// number of tokens from least on was taken.
func (c Code) leavesAfterAll(least, heaps int) bool {
	if c.period == 0 {
		return false
	}
	for taken := least; taken < max(least+c.period, len(c.digits)); taken++ {
		if kind := c.digit(taken).leaves(heaps); kind == forbidden || heaps > 1 && kind != free {
			return false
		}
	}
	return true
}

// takesAny reports whether any number of tokens, from 1 on, may be taken and the
// rest be left as one heap, while none is divided before.
func (c Code) takesAny() bool {
	if c.period == 0 || !c.digits[0].isZero() {
		return false
	}
	for _, d := range c.digits[1:] {
		if d.leaves(0) == forbidden || d.leaves(1) == forbidden {
			return false
		}
	}
	return true
}

// takesOdd reports whether all moves take an odd number of tokens, and one token
// can be taken from each heap.
func (c Code) takesOdd() bool {
	if len(c.digits) < 2 || c.digits[1].leaves(0) == forbidden || c.digits[1].leaves(1) == forbidden {
		return false
	}
	for i := range c.digits {
		if i%2 == 0 && !c.digits[i].isZero() {
			return false
		}
		// In periods of odd length each digit comes to stand at even places too.
		if c.period%2 == 1 && i >= len(c.digits)-c.period && !c.digits[i].isZero() {
			return false
		}
	}
	return true
}
