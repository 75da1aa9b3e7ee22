package sequence

// The fast engines know these codes: a move takes a bounded number of tokens and leaves at
// most two heaps.

import (
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/period"
)

// An octal is a code in which a move leaves at most two heaps.
type octal struct {
	reach   int     // the most tokens that a move takes
	empties []int   // take i, leave nothing
	singles []int   // take i, leave one heap
	splits  []split // take i, leave two heaps
	zeros   []int   // take i, leave two equal heaps, whose value is 0
}

// A split divides what is left of a heap after taking tokens into two heaps.
type split struct {
	taken   int
	unequal bool // they must differ in size
}

// half returns the largest smaller part of a division of m.
func (s split) half(m int) int {
	if s.unequal {
		return (m - 1) / 2
	}
	return m / 2
}

// octal returns c as one. The result is false where c has digits without end, or
// leaves more heaps.
func (c Code) octal() (o *octal, ok bool) {
	if c.period > 0 || len(c.added) > 0 {
		return nil, false
	}
	o = &octal{reach: max(len(c.digits)-1, 0)}
	for i, d := range c.digits {
		if most, bounded := d.maxParts(); most > 2 || !bounded {
			return nil, false
		}
		if d.leaves(0) != forbidden {
			o.empties = append(o.empties, i)
		}
		if d.leaves(1) != forbidden {
			o.singles = append(o.singles, i)
		}
		switch d.leaves(2) {
		case free:
			o.splits = append(o.splits, split{i, false})
		case notAllEqual, distinct:
			o.splits = append(o.splits, split{i, true})
		case allEqual:
			o.zeros = append(o.zeros, i)
		}
	}
	return o, true
}

// digits returns the number of ways to take tokens.
func (o *octal) digits() uint64 {
	return uint64(len(o.empties) + len(o.singles) + len(o.splits) + len(o.zeros))
}

// leavesNothing reports whether the whole of a heap of n may be taken.
func (o *octal) leavesNothing(n int) bool { return slices.Contains(o.empties, n) }

// leavesTwins reports whether a heap of n may be divided into two equal ones
// by a move that asks for them.
func (o *octal) leavesTwins(n int) bool {
	return slices.ContainsFunc(o.zeros, func(i int) bool { return n-i >= 2 && (n-i)%2 == 0 })
}

// Criterion returns what proves a period of c's nim-sequence, and false where
// no theorem is known.
func (c Code) Criterion() (period.Criterion, bool) {
	if c.period > 0 {
		return period.Criterion{}, false
	}
	t := uint64(max(len(c.digits)-1, 0))
	criterion := period.Criterion{ByPreperiod: 1, Constant: t, Multiple: 1}
	for _, d := range slices.Concat(c.added, c.digits) {
		most, bounded := d.maxParts()
		if !bounded {
			return period.Criterion{}, false
		}
		for k := 2; k <= most; k++ {
			byPeriod := uint64(k - 1)
			switch kind := d.leaves(k); {
			case kind == forbidden:
				continue
			case kind == allEqual && k%2 == 1:
				return period.Criterion{}, false
			case kind == allEqual:
				criterion.Multiple = grundy.LCM(criterion.Multiple, uint64(k))
				continue
			case kind != free && k == 2:
				byPeriod = 2
			case kind != free:
				byPeriod = uint64(k*k - 1)
			}
			criterion.ByPreperiod = max(criterion.ByPreperiod, uint64(k))
			criterion.ByPeriod = max(criterion.ByPeriod, byPeriod)
		}
	}
	return criterion, criterion.Multiple < 1<<20
}

// Recurrence returns what proves a period of the images of heaps in a monoid, such as
// a misère quotient. It knows no more than [Code.Criterion], and nothing of moves that
// leave equal heaps: these have nim-value 0 or that of one of them, but in a monoid
// they are a square or another power.
func (c Code) Recurrence() (period.Criterion, bool) {
	for _, d := range slices.Concat(c.added, c.digits) {
		if most, _ := d.maxParts(); most >= 2 && slices.Contains(d.kinds[2:], allEqual) {
			return period.Criterion{}, false
		}
	}
	return c.Criterion()
}

// taking returns c as a game of taking from one heap with moves without end.
// The result is false where it is none.
func (c Code) taking() (period.Taking, bool) {
	if _, parts := c.shape(); parts > 1 || c.period == 0 {
		return period.Taking{}, false
	}
	near := len(c.digits) - c.period
	empty := true
	for _, d := range c.digits[near:] {
		empty = empty && (d.leaves(0) != forbidden) == (d.leaves(1) != forbidden)
	}
	return period.Taking{
		Near: near,
		Turn: c.period,
		Far: func(n, residue int) bool {
			taken := near + (((n-residue-near)%c.period)+c.period)%c.period
			return c.digits[taken].leaves(1) != forbidden
		},
		Empty: empty,
	}, true
}

// dividing returns c as a game that takes a bounded number of tokens and divides into a
// bounded number of heaps, three or more. The result is false where it is none, or more than
// three heaps cannot have any sizes.
func (c Code) dividing() (period.Dividing, bool) {
	taken, parts, bounded := c.Bounds()
	if !bounded || parts < 3 {
		return period.Dividing{}, false
	}
	var d period.Dividing
	for t := -len(c.added); t <= taken; t++ {
		for heaps := 1; heaps <= parts; heaps++ {
			switch kind := c.digit(t).leaves(heaps); {
			case kind == forbidden || kind == allEqual && heaps == 2:
			case kind == allEqual && heaps == 3 || kind != free && heaps > 3:
				return period.Dividing{}, false
			default:
				d.Moves = append(d.Moves, period.Division{Taken: t, Heaps: heaps, Distinct: kind != free && heaps > 1})
			}
		}
	}
	return d, true
}
