package compound

// This file counts winning moves where there are too many boxes to count them one
// by one, by taking from all moves of a kind those that are not wanted.

import (
	"math/big"

	"grundy"
)

// CountMoves returns the number of winning moves of a compound, given how many
// options of each part have a measure lo … hi, and the levels of [Options]. It
// costs O(len(parts)) counts, for remoteness and suspense that for each level. The
// result is false for theorems whose boxes are few, or which
// [Theorem.CountHeapMoves] counts.
func (t Theorem) CountMoves(parts []Part, levels []uint64, count func(part int, lo, hi uint64) *big.Int) (*big.Int, bool) {
	total := new(big.Int)
	if t.Outcome(parts) == grundy.P {
		return total, true
	}
	switch t.rule {
	case least:
		for _, e := range levels {
			if e%2 == t.good { // all at e or above, but not all above
				total.Add(total, product(parts, func(i int) *big.Int { return count(i, e, most) }))
				total.Sub(total, product(parts, func(i int) *big.Int { return count(i, e+1, most) }))
			}
		}
	case greatest:
		one := big.NewInt(1)
		below := func(e uint64) *big.Int { // all below e, of those that have not ended
			if e == 0 {
				return new(big.Int)
			}
			return product(parts, func(i int) *big.Int {
				if parts[i].Measure == 0 {
					return one
				}
				return count(i, 0, e-1)
			})
		}
		for _, e := range levels {
			if e%2 == t.good {
				total.Add(total, below(e+1))
				total.Sub(total, below(e))
			}
		}
	case untilFirst:
		// All moves and none, but not those that end nothing; and those that
		// end nothing and leave all P.
		any := product(parts, func(i int) *big.Int { return plusOne(count(i, 0, most)) })
		endNone := product(parts, func(i int) *big.Int { return plusOne(count(i, 1, most)) })
		total.Sub(any, endNone)
		good := product(parts, func(i int) *big.Int {
			if t.isP(parts[i]) {
				return big.NewInt(1)
			}
			return count(i, 1, mostNormalP)
		})
		if t.Value(parts) > 0 && len(parts) > 0 {
			total.Add(total, good)
		}
	case lastAlone:
		t.countLastAlone(total, parts, count)
	default:
		return nil, false
	}
	return total, true
}

// product multiplies a number of each part, and stops at 0.
func product(parts []Part, of func(i int) *big.Int) *big.Int {
	p := big.NewInt(1)
	for i := range parts {
		if p.Mul(p, of(i)); p.Sign() == 0 {
			break
		}
	}
	return p
}

func plusOne(n *big.Int) *big.Int { return new(big.Int).Add(n, big.NewInt(1)) }

// countLastAlone counts what lastAlonePlans lists.
func (t Theorem) countLastAlone(total *big.Int, parts []Part, count func(part int, lo, hi uint64) *big.Int) {
	var good, bad []int
	for i, p := range parts {
		switch {
		case p.Measure > mostNormalP:
			bad = append(bad, i)
		case p.Measure > 0:
			good = append(good, i)
		}
	}
	// endOthers[j] is the number of ways to end all bad ones but bad[j].
	endOthers := make([]*big.Int, len(bad))
	end, all := big.NewInt(1), big.NewInt(1)
	for j, i := range bad {
		endOthers[j] = new(big.Int).Set(end)
		end.Mul(end, count(i, 0, 0))
		all.Mul(all, count(i, 0, mostNormalP))
	}
	behind := big.NewInt(1)
	for j := len(bad) - 1; j >= 0; j-- {
		endOthers[j].Mul(endOthers[j], behind)
		behind.Mul(behind, count(bad[j], 0, 0))
	}
	// Two or more that can move, all P in normal play.
	if len(bad) > 0 {
		total.Set(all)
		if len(good) < 2 {
			total.Sub(total, end)
		}
		if len(good) == 0 {
			for j, i := range bad {
				total.Sub(total, new(big.Int).Mul(endOthers[j], count(i, 1, mostNormalP)))
			}
		}
	}
	// One that can move: it stays or not, and all others end.
	alone := func(i int, others *big.Int, othersMove bool) {
		ways := count(i, leastMisereP, mostMisereP)
		if m := parts[i].Measure; othersMove && leastMisereP <= m && m <= mostMisereP {
			ways = plusOne(ways)
		}
		total.Add(total, new(big.Int).Mul(ways, others))
	}
	switch len(good) {
	case 0:
		for j, i := range bad {
			alone(i, endOthers[j], len(bad) > 1)
		}
	case 1:
		alone(good[0], end, len(bad) > 0)
	}
}
