package certificate

// This file looks at moves that leave more than three heaps, of any sizes. There are too many
// divisions to look at each; their values are sets, which follow from those of fewer heaps.
//
// Of a division of m into h heaps let a be the least, a <= m/h. The others are a division of m-a
// into h-1; and any of these gives one of m with a. So for each a <= m/h take the values of the
// divisions of m-a into h-1, each by exclusive or with G(a): together they are the values for m and h.
//
// For conditions 4 and 5 of verify_dividing.go those options count in which, besides one heap c,
// there are only pairs of equal large heaps, and heaps of values below 2^γ: so the exclusive or
// of all but c is below 2^γ, and c is as there. An option with a pair is low, with a large c top,
// with both full. An exclusive or with a pair and m-2 tokens besides c is there with m, too, as the heaps
// of the pair may be greater by 1. So of the pairs, only two heaps of q must be looked at.

import (
	"fmt"
	"math/bits"
	"slices"
)

// A values is a set of nim-values, a bit each.
type values []uint64

func (s *values) add(v uint16) {
	for len(*s) <= int(v/64) {
		*s = append(*s, 0)
	}
	(*s)[v/64] |= 1 << (v % 64)
}

// each yields the values, the least first.
func (s values) each(yield func(v uint16) bool) {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			if !yield(uint16(64*i + bits.TrailingZeros64(word))) {
				return
			}
		}
	}
}

// move adds to s the exclusive or of g with each value of t.
func (s *values) move(t values, g uint16) {
	for v := range t.each {
		s.add(v ^ g)
	}
}

// mostHeaps returns the most heaps that a move leaves, or 3 if that is more.
func (k *checker) mostHeaps() uint64 {
	most := 3
	for _, m := range k.moves {
		most = slices.Max(append(m.many, most))
	}
	return uint64(most)
}

// divisions returns the values of divisions of m into heaps, two or more. The values of all
// heaps that these can have are known.
func (k *checker) divisions(heaps, m int) (values, error) {
	if m < heaps {
		return nil, nil
	}
	if heaps > 2 {
		if _, err := k.divisions(heaps-1, m-1); err != nil {
			return nil, err
		}
	}
	for len(k.divided) <= heaps {
		k.divided = append(k.divided, nil)
	}
	for n := len(k.divided[heaps]); n <= m; n++ {
		var all values
		for a := 1; a <= n/heaps; a++ {
			if heaps == 2 {
				all.add(k.values[a] ^ k.values[n-a])
				continue
			}
			others := k.divided[heaps-1][n-a]
			if err := k.spend(64 * uint64(len(others))); err != nil {
				return nil, err
			}
			all.move(others, k.values[a])
		}
		if err := k.spend(uint64(n) / 2); err != nil {
			return nil, err
		}
		if err := k.account.Take(8 * uint64(cap(all)+3)); err != nil {
			return nil, fmt.Errorf("terms: for the values of divisions of %d, %w", n, err)
		}
		k.divided[heaps] = append(k.divided[heaps], all)
	}
	return k.divided[heaps][m], nil
}

// checkManyApart checks condition 1 for more than three heaps. Of heaps with the same residue of
// their sum, exclusive or of B, and residue of ΣE modulo 2p, the greatest ΣE decides.
func (k *checker) checkManyApart(q, p, e int) error {
	most := int(k.mostHeaps())
	if most == 3 {
		return nil
	}
	sigma, low := int(k.Saltus)>>e, uint16(1)<<e-1
	excess := func(h int) int { return p*int(k.values[h]>>e) - sigma*h }
	type sort struct {
		sum, parity int
		values      uint16
	}
	add := func(greatest map[sort]int, sum, excesses int, values uint16) {
		s := sort{sum % p, ((excesses % (2 * p)) + 2*p) % (2 * p), values & low}
		if old, ok := greatest[s]; !ok || excesses > old {
			greatest[s] = excesses
		}
	}
	greatest := map[sort]int{}
	for a := q; a < q+p; a++ {
		for b := a; b < q+p; b++ {
			add(greatest, a+b, excess(a)+excess(b), k.values[a]^k.values[b])
		}
	}
	for heaps := 3; heaps <= most; heaps++ {
		next := map[sort]int{}
		for s, excesses := range greatest {
			if err := k.spend(16 * uint64(q+p)); err != nil {
				return err
			}
			for h := 1; h < q+p; h++ {
				add(next, s.sum+h, excesses+excess(h), s.values^k.values[h])
			}
		}
		greatest = next
		for _, m := range k.moves {
			if !slices.Contains(m.many, heaps) {
				continue
			}
			for s, excesses := range greatest {
				n := q + ((s.sum+m.taken-q)%p+p)%p
				d := (excesses - excess(n) - sigma*m.taken) / p
				if (s.values^k.values[n])&low == 0 && d >= 0 && d%2 == 0 {
					return fmt.Errorf("theorem: G(n) may be the value of an option of %d heaps if n = %d modulo %d", heaps, n%p, p)
				}
			}
		}
	}
	return nil
}

// A beside has the exclusive ors of heaps besides c, and those where there is a pair.
type beside struct{ any, paired values }

// besides returns them, by the number of heaps and their tokens; none if no move leaves that number of heaps.
func (k *checker) besides(q, gamma int) ([][]beside, error) {
	most, size := int(k.mostHeaps()), len(k.values)+max(0, -k.moves[0].taken)
	if most == 3 {
		return nil, nil
	}
	all := make([][]beside, most)
	for heaps := range all {
		all[heaps] = make([]beside, size)
		if heaps == 0 {
			all[0][0].any.add(0)
			continue
		}
		for m := 1; m < size; m++ {
			at := &all[heaps][m]
			if heaps >= 2 && m >= 2*q {
				at.paired.move(all[heaps-2][m-2*q].any, 0)
				at.paired.move(all[heaps][m-2].paired, 0)
				at.any.move(at.paired, 0)
			}
			for h := 1; h <= m && h < len(k.values); h++ {
				if k.values[h]>>gamma == 0 {
					if err := k.spend(64 * uint64(1+len(all[heaps-1][m-h].any))); err != nil {
						return nil, err
					}
					at.any.move(all[heaps-1][m-h].any, k.values[h])
				}
			}
			if err := k.spend(uint64(m)); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}
