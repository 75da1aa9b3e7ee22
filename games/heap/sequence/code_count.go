package sequence

// This file counts the options of a heap, for any code, without walking over them: a heap
// of some thousands can have more than could ever be walked.
//
// Let p_k(m) be the number of divisions of m into k heaps: of those with a heap of
// one p_{k-1}(m-1), and of the others, one taken from each heap, p_k(m-k). With all
// heaps different there are p_k(m - k(k-1)/2): take 0, 1, … k-1 from them. If k
// divides m, one division has heaps of one size.

import (
	"math/big"
	"math/bits"

	"github.com/grundy-games/grundy"
)

// CountOptions returns the number of options of a heap of n, 2^64-1 if there are more.
func (c Code) CountOptions(n uint64) uint64 {
	_, most := c.shape()
	switch {
	case c.OnlyDivides():
		count := uint64(0)
		c.equalWays(int(n), func(int, int) { count++ })
		return count
	case most <= 3 && c.period == 0:
		return c.countThree(n)
	case most <= 2 && len(c.added) == 0:
		if count := c.countTwo(n); count.IsUint64() {
			return count.Uint64()
		}
		return ^uint64(0)
	}
	return c.countAll(int(n))
}

// countThree returns the number of options of a heap of n, for a code whose
// digits have an end and leave three heaps at most. There are (m^2+3)/12
// divisions of m into three, rounded down; as many of m into three that differ as
// of m-3 into three: take 0, 1 and 2 from them.
func (c Code) countThree(n uint64) (count uint64) {
	three := func(m uint64) uint64 {
		hi, lo := bits.Mul64(m, m)
		lo, carry := bits.Add64(lo, 3, 0)
		if hi += carry; hi >= 12 {
			return ^uint64(0)
		}
		quotient, _ := bits.Div64(hi, lo, 12)
		return quotient
	}
	for taken := -len(c.added); taken < len(c.digits); taken++ {
		if taken > 0 && uint64(taken) > n {
			break
		}
		m, d := n-uint64(taken), c.digit(taken)
		add := func(more uint64) { count = grundy.AddCounts(count, more) }
		if d.leaves(0) != forbidden {
			add(b2i(m == 0))
		}
		if d.leaves(1) != forbidden {
			add(b2i(m > 0))
		}
		switch d.leaves(2) {
		case free:
			add(m / 2)
		case notAllEqual, distinct:
			add((max(m, 1) - 1) / 2)
		case allEqual:
			add(b2i(m > 0 && m%2 == 0))
		}
		switch d.leaves(3) {
		case free:
			add(three(m))
		case notAllEqual:
			add(three(m) - b2i(m > 0 && m%3 == 0 && three(m) < ^uint64(0)))
		case distinct:
			add(three(max(m, 3) - 3))
		case allEqual:
			add(b2i(m > 0 && m%3 == 0))
		}
	}
	return count
}

// From these m on there are more than 2^64 divisions of m into k heaps or more,
// whatever k <= MostListed, of any sizes and of different ones. Of the first there
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

// countTwo returns the number of options of a heap of n, for a code that leaves two
// heaps at most and adds no tokens. It costs O(digits).
func (c Code) countTwo(n uint64) *big.Int {
	count := new(big.Int)
	for i := uint64(0); i < uint64(len(c.digits)) && i <= n; i++ {
		d, m, turns := c.digits[i], n-i, uint64(0)
		period := uint64(c.period)
		if i+period >= uint64(len(c.digits)) && period > 0 {
			turns = m / period
		}
		// m, m - period, … m - turns period tokens are left: how many of these
		// numbers are odd, and how many even and not 0.
		numbers, odd := turns+1, uint64(0)
		switch {
		case period%2 == 1 && turns > 0:
			odd = (numbers + m%2) / 2
		case m%2 == 1:
			odd = numbers
		}
		none := uint64(0)
		if m == turns*period {
			none = 1
		}
		even := numbers - odd - none
		add := func(more uint64) { count.Add(count, new(big.Int).SetUint64(more)) }
		if d.leaves(0) != forbidden {
			add(none)
		}
		if d.leaves(1) != forbidden {
			add(numbers - none)
		}
		kind := d.leaves(2)
		if kind == forbidden {
			continue
		}
		if kind == allEqual {
			add(even)
			continue
		}
		// Their sum, less one for each odd one, is twice the number of divisions.
		both := new(big.Int).SetUint64(m)
		both.Add(both, new(big.Int).SetUint64(m-turns*period))
		both.Mul(both, new(big.Int).SetUint64(numbers))
		both.Rsh(both, 1)
		both.Sub(both, new(big.Int).SetUint64(odd))
		both.Rsh(both, 1)
		if kind != free {
			both.Sub(both, new(big.Int).SetUint64(even))
		}
		count.Add(count, both)
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

func b2i(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
