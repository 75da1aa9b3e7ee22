package pattern

// This file decides whether a description that fits a table fits it by chance.
//
// The rule has two parts. First, the description must be shorter than three other ways to
// write the table down, which know of no pattern:
//
//	the plain list    each of the N values costs log2(1 + how many different values there are)
//	by frequency      each value costs what its frequency among the values before it says
//	                  (the estimator of Krichevsky and Trofimov 1981)
//	by runs           each run of equal values costs its length and its value
//
// It must be shorter than the plain list by 32 bits, and no longer than the two others unless
// it is very short itself: a constant is also a run. Descriptions are written in a prefix code, and what a family chooses (a period, a
// feature, an entry of a list) is paid for. So by Kraft's inequality a table of values drawn
// evenly has such a description with probability at most 2^-32, whatever is tried.
//
// Second, the description must foretell every value of a table with at least four times as
// many new cells, unless the first table has all positions of the game, or the machine proves the
// description for all positions. Of automata, the larger table must also have
// numbers with a digit more than those in which they were learned. A guess that is right by chance passes that with probability 2^-I, where
// the new values have I bits of information by frequency.

import (
	"iter"
	"maps"
	"math"
	"slices"
)

const (
	savedBits  = 32 // by which a description beats the plain list
	farCells   = 4  // how many times more cells are checked than explained
	choiceBits = 6  // the choice of an operation
)

// gamma returns the length of Elias's code of n, with a sign if n is below 0.
func gamma(n int64) float64 {
	if n < 0 {
		n = -2 * n
	}
	return 2*math.Floor(math.Log2(float64(n)+1)) + 1
}

// Listed returns how long the plain list of the table's values is, and the shorter one of the
// lists by frequency and by runs.
func (t *Table) Listed() (plain, other float64) {
	return listed(func(yield func(v, length int64) bool) {
		last, length := int64(Hole), int64(0)
		for _, v := range t.Values {
			if v == Hole {
				continue
			}
			if v != last {
				if length > 0 && !yield(last, length) {
					return
				}
				last, length = v, 0
			}
			length++
		}
		if length > 0 {
			yield(last, length)
		}
	})
}

// listed returns that of runs of values.
func listed(all iter.Seq2[int64, int64]) (plain, other float64) {
	counts, seen, runs := map[int64]int64{}, int64(0), 1.0
	for v, length := range all {
		counts[v] += length
		seen += length
		runs += gamma(length) + gamma(v)
	}
	// The estimator's code of a list depends on the counts alone. The alphabet is told too.
	kinds := float64(len(counts))
	logGamma := func(x float64) float64 { l, _ := math.Lgamma(x); return l }
	nats := logGamma(float64(seen)+kinds/2) - logGamma(kinds/2)
	values := slices.Sorted(maps.Keys(counts))
	last := int64(-1)
	alphabet := gamma(int64(len(values)))
	for _, v := range values {
		nats -= logGamma(float64(counts[v])+0.5) - logGamma(0.5)
		alphabet += gamma(v - last - 1)
		last = v
	}
	return float64(seen) * math.Log2(1+kinds), min(nats/math.Ln2+alphabet, runs)
}

// Judge says whether a description of that many bits which explains the whole table is short
// enough to be more than chance.
func (t *Table) Judge(bits float64) bool {
	plain, other := t.Listed()
	return bits+savedBits <= plain && bits <= max(other, slack)
}

// slack is how long a description may be although another list is as short.
const slack = 24
