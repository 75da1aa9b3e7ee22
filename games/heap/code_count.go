package heap

// This file holds how many options a heap has, for any code, without a walk over
// them: a heap of some thousands can have more than could ever be walked.
//
// Let p_k(m) be the number of divisions of m into k heaps: of those with a heap of
// one p_{k-1}(m-1), and of the others, one taken from each heap, p_k(m-k). With all
// heaps different there are p_k(m - k(k-1)/2): take 0, 1, … k-1 from them. Of one
// size there is one if k divides m.

import "grundy"

// From these m on there are more than 2^64 divisions of m into k heaps or more,
// whatever k <= mostListed, of any sizes and of different ones. Of the first there
// are as many as have a heap of k at least, and so p(m-63) at least; of the others
// those into exactly 63, more than C(m-1954, 62) / 63!.
const (
	manyFree     = 512
	manyDistinct = 4096
)

// countAll returns the number of options of a heap of n, 2^64-1 if there are more.
// It costs O(63 n) operations, and as many as digits for each number of heaps.
func (c Code) countAll(n int) (count uint64) {
	const many = ^uint64(0)
	type left struct {
		digit
		tokens int
	}
	var all []left
	largest, most := 0, 0 // tokens, heaps
	for taken := -len(c.added); taken <= n && (c.period > 0 || taken < len(c.digits)); taken++ {
		d, m := c.digit(taken), n-taken
		if d.isZero() {
			continue
		}
		last := len(d.kinds) - 1
		heaps := min(last, m)
		switch kind := d.kinds[last]; {
		case d.more && kind == distinct && m >= manyDistinct, d.more && kind != distinct && kind != allEqual && m >= manyFree:
			return many
		case d.more && kind == allEqual:
			count = grundy.AddCounts(count, divisorsFrom(m, last+1)) // the others are counted below
		case d.more:
			heaps = m
		}
		all = append(all, left{d, m})
		largest, most = max(largest, m), max(most, heaps)
	}
	row := make([]uint64, largest+1) // p_k
	row[0] = 1
	for k := 0; k <= most; k++ {
		if k > 0 {
			before := row[0] // p_{k-1}(m-1)
			row[0] = 0
			for m := 1; m <= largest; m++ {
				ways := before
				if m >= k {
					ways = grundy.AddCounts(ways, row[m-k])
				}
				before, row[m] = row[m], ways
			}
		}
		for _, l := range all {
			kind := l.leaves(k)
			if kind == forbidden || k > l.tokens || k >= len(l.kinds) && kind == allEqual {
				continue
			}
			if k < 2 {
				kind = free
			}
			equal := uint64(0)
			if k > 0 && l.tokens%k == 0 {
				equal = 1
			}
			switch more := row[l.tokens]; kind {
			case free:
				count = grundy.AddCounts(count, more)
			case notAllEqual:
				if more < many {
					more -= equal
				}
				count = grundy.AddCounts(count, more)
			case allEqual:
				count = grundy.AddCounts(count, equal)
			case distinct:
				if m := l.tokens - k*(k-1)/2; m >= k {
					count = grundy.AddCounts(count, row[m])
				}
			}
		}
	}
	return count
}

// divisorsFrom returns how many numbers from least on divide m.
func divisorsFrom(m, least int) (count uint64) {
	for d := 1; d*d <= m; d++ {
		if m%d != 0 {
			continue
		}
		if d >= least {
			count++
		}
		if m/d != d && m/d >= least {
			count++
		}
	}
	return count
}
