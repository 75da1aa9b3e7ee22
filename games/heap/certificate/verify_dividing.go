package certificate

// This file checks proofs of arithmetic periods of games in which a move leaves
// a bounded number of heaps: constants from, shift, slack.
//
// Theorem. Let a move take T tokens at most, and leave H heaps at most, H >= 3. Let G(n+p) = G(n) + c, c = 2^e σ, σ
// odd, for all n >= q, q >= 1, that are there, of L terms; let g continue G so.
// Call heaps from q on large. Then g is G, if the following holds.
//
// The value is not an option. Let g(n) = 2^e A(n) + B(n), B(n) < 2^e, and E(n) =
// p A(n) - σ n, which for large n depends on n modulo p alone, as B(n) does. If an
// option of n, t tokens taken, has the value g(n), then the exclusive or of its
// B is B(n), and that of its A is A(n); which is at most their sum, and as even or
// odd. So this cannot be where D = Σ A - A(n) = (Σ E - E(n) - σ t) / p is negative
// or odd.
//
//  1. D is so for all residues of two large heaps or more, and all smaller other
//     heaps, for which the exclusive or of the B is B(n).
//  2. 2^(e+x) exceeds all G(h), h < q, and L >= Hq + T + 2^x p.
//
// With one large heap b, and X the exclusive or of the others' values, go back by
// turns of 2^x p from n to an n' of the last 2^x p terms; n' >= Hq + T, so that b',
// as much smaller, is large, and g(b') ^ X, the value of an option of n', is not
// g(n'). Going forward adds a multiple of 2^(e+x) > X to both. Without a large
// heap, n < 3q + T.
//
// All smaller values are options. Let P be p times a power of two, S as many times
// c, and γ such that S is 2^γ times an odd number. Call an option of n low if two
// large heaps a, b of it have values that agree except in the γ lowest bits:
// then a + P, b + P give a low option of n + 2P of the same value. Call it top if
// for a large heap c of it the exclusive or of the other values is below 2^γ: then
// c + P gives a top option of n + P whose value is greater by S. Call it full if
// it is low by a, b and top by c. For all n from N to N + 2P - 1 let
//
//  3. G(n) >= (k+3) S;
//  4. all v < G(n) - kS be values of low options, from G(n) - (k+2) S on of full ones;
//  5. all v from G(n) - kS to G(n) - 1 be values of top options.
//
// Then this holds for all n >= N: if n >= N + 2P, what is asked for v from
// g(n) - (k+2) S on follows from v - S at n - P, and for smaller v from v at
// n - 2P. So all v < g(n) are values of options.
//
// Where heaps must differ, only options count in which all do, and c is
// incongruent to the others modulo P, so that they always will. Moves to two
// equal heaps have the value 0, which is not g(n), and do not count. Of options with
// more than three heaps those count that verify_many.go finds.
//
// The constants are N, P and the least k; and N + 2P = L.

import (
	"fmt"
	"math/bits"

	"github.com/grundy-games/grundy"
)

func (k *checker) suitsDividing() error {
	constants, err := k.constants("from", "shift", "slack")
	if err != nil {
		return err
	}
	from, shift, p := constants[0], constants[1], k.Period
	for _, m := range k.moves {
		if m.heaps[3] == '=' || k.turn > 0 || k.Saltus == 0 {
			return fmt.Errorf("theorem: it is not for moves that leave three equal heaps or take any number, nor for saltus 0")
		}
	}
	switch {
	case p > mostMany/8:
		return fmt.Errorf("period: at most %d is checked", mostMany/8)
	case shift%p != 0 || bits.OnesCount64(shift/p) != 1 || k.Terms != from+2*shift:
		return fmt.Errorf("constants: shift must be the period times a power of two, and from + 2 shift %d", k.Terms)
	case from < max(k.Preperiod, 1)+k.taken():
		return fmt.Errorf("constants: from must be the preperiod, 1 or more, and %d at least", k.taken())
	}
	return k.suitsAll()
}

func (k *checker) checkDividing() error {
	q, p := max(k.Preperiod, 1), k.Period
	below := uint16(0)
	for _, v := range k.values[:q] {
		below |= v
	}
	e := bits.TrailingZeros64(k.Saltus)
	if span := p << max(0, bits.Len16(below)-e); k.Terms < k.mostHeaps()*q+k.taken()+span { // 2^x p
		return fmt.Errorf("terms: %d are too few for preperiod %d", k.Terms, k.Preperiod)
	}
	if err := k.checkPeriod(); err != nil {
		return err
	}
	if err := k.checkApart(int(q), int(p), e); err != nil {
		return err
	}
	if err := k.checkManyApart(int(q), int(p), e); err != nil {
		return err
	}
	slack, err := k.leastSlack()
	if err == nil && slack != k.Constants["slack"] {
		err = fmt.Errorf("constants: slack %d would do", slack)
	}
	return err
}

// leastSlack returns the least k for which conditions 3, 4 and 5 hold, if that is
// not more than slack.
func (k *checker) leastSlack() (slack uint64, err error) {
	from, shift := int(k.Constants["from"]), int(k.Constants["shift"])
	for ; slack <= k.Constants["slack"]; slack++ {
		if err = k.checkCovered(from, shift, int(slack)); err == nil || k.spend(0) != nil {
			break
		}
	}
	return slack, err
}

// checkApart checks condition 1.
func (k *checker) checkApart(q, p, e int) error {
	sigma, low := int(k.Saltus)>>e, uint16(1)<<e-1
	excess := func(h int) int { return p*int(k.values[h]>>e) - sigma*h }
	check := func(taken, sum, excesses int, values uint16) error {
		n := q + ((sum+taken-q)%p+p)%p
		d := (excesses - excess(n) - sigma*taken) / p
		if (values^k.values[n])&low == 0 && d >= 0 && d%2 == 0 {
			return fmt.Errorf("theorem: G(n) may be the value of an option if n = %d modulo %d", n%p, p)
		}
		return nil
	}
	for a := q; a < q+p; a++ {
		if err := k.spend(grundy.MulCounts(uint64(p)*uint64(q+p), uint64(len(k.moves)))); err != nil {
			return err
		}
		for b := a; b < q+p; b++ {
			values, excesses := k.values[a]^k.values[b], excess(a)+excess(b)
			for _, m := range k.moves {
				if m.heaps[2] != 0 && m.heaps[2] != '=' {
					if err := check(m.taken, a+b, excesses, values); err != nil {
						return err
					}
				}
				for h := 1; m.heaps[3] != 0 && h < q+p; h++ {
					if err := check(m.taken, a+b+h, excesses+excess(h), values^k.values[h]); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// checkCovered checks conditions 3, 4 and 5.
func (k *checker) checkCovered(from, shift, slack int) error {
	q := max(int(k.Preperiod), 1)
	s := shift / int(k.Period) * int(k.Saltus)
	gamma := bits.TrailingZeros64(uint64(s))
	beside, err := k.besides(q, gamma)
	if err != nil {
		return err
	}
	for n := from; n < len(k.values); n++ {
		g := int(k.values[n])
		if err := k.spend(uint64(g)); err != nil {
			return err
		}
		if g < (slack+3)*s {
			return fmt.Errorf("theorem: G(%d) = %d is less than %d", n, g, (slack+3)*s)
		}
		low, top, full := make([]bool, g), make([]bool, g), make([]bool, g)
		for _, m := range k.moves {
			left := n - m.taken
			if err := k.spend(m.options(left)); err != nil {
				return err
			}
			if m.heaps[1] != 0 && int(k.values[left]) < g {
				top[k.values[left]] = true // left >= q, as from >= q + T
			}
			for a := 1; m.heaps[2] != 0 && m.heaps[2] != '=' && 2*a <= left; a++ {
				b := left - a
				v, free := k.values[a]^k.values[b], m.heaps[2] == ' '
				if int(v) >= g || !free && a == b {
					continue
				}
				low[v] = low[v] || a >= q && v>>gamma == 0
				for _, c := range [][2]int{{a, b}, {b, a}} {
					top[v] = top[v] || c[0] >= q && k.values[c[1]]>>gamma == 0 && (free || (a-b)%shift != 0)
				}
			}
			for a := 1; m.heaps[3] != 0 && 3*a <= left; a++ {
				for b := a; b <= left-a-b; b++ {
					third := left - a - b
					v := k.values[a] ^ k.values[b] ^ k.values[third]
					if int(v) >= g || full[v] {
						continue
					}
					for _, o := range [][3]int{{a, b, third}, {a, third, b}, {b, third, a}} {
						x, y, c := o[0], o[1], o[2]
						if m.heaps[3] != ' ' && (x == y || (x-c)%shift == 0 || (y-c)%shift == 0) {
							continue
						}
						same := (k.values[x]^k.values[y])>>gamma == 0
						low[v] = low[v] || same && x >= q && y >= q
						top[v] = top[v] || same && c >= q
						full[v] = full[v] || same && x >= q && y >= q && c >= q
					}
				}
			}
			for _, heaps := range m.many {
				for c := 1; c <= left-heaps+1; c++ {
					others := beside[heaps-1][left-c]
					if err := k.spend(1 + uint64(len(others.any)+len(others.paired))<<6); err != nil {
						return err
					}
					for x := range others.any.each {
						if v := int(x ^ k.values[c]); v < g {
							top[v] = top[v] || c >= q
						}
					}
					for x := range others.paired.each {
						if v := int(x ^ k.values[c]); v < g {
							low[v], full[v] = true, full[v] || c >= q
						}
					}
				}
			}
		}
		for v := range g {
			if v < g-slack*s && !low[v] || v >= g-(slack+2)*s && v < g-slack*s && !full[v] || v >= g-slack*s && !top[v] {
				return fmt.Errorf("theorem: %d is not the value of an option of %d of the kind that is needed", v, n)
			}
		}
	}
	return nil
}
