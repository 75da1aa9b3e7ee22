package ordinal

// For the odd prime p = p_k, counted from p_0 = 3, let κ(p^n) be ω^(ω^k·p^(n-1)), and κ(2^n) be 2^(2^(n-1)).
// Then κ(p^n) for n > 1 is a p-th root of κ(p^(n-1)), and κ(p) is one of α_p, which is the least ordinal below
// κ(p) that has no p-th root below κ(p) (Conway, On Numbers and Games, chapter 6). H. W. Lenstra (On the algebraic
// closure of two, Proc. Kon. Ned. Akad. Wet. A 80, 1977) shows that
//
//	α_p = κ(q_1) + … + κ(q_r) + m
//
// for powers q_1, … of primes that divide the order of 2 modulo p, the Q-set of p, and an integer m ≥ 0, the excess of
// p. He gives them for p ≤ 43, and how to find them, in time that grows fast with p. The table has those that A. N. Siegel
// computed: his Q-sets are in the source of CGSuite (NimFieldConstants.scala), his excesses also in
// OEIS A380496. TestTable computes those again that take little time.

import (
	"math/big"
	"slices"
)

// A generator is how κ(p) comes about: α_p is the sum of κ(q), and of the excess.
type generator struct {
	prime  uint64
	qs     []uint64
	excess uint64
}

// generators stand in the order of the odd primes.
var generators = []generator{
	{3, []uint64{2}, 0}, {5, []uint64{4}, 0}, {7, []uint64{3}, 1}, {11, []uint64{5}, 1},
	{13, []uint64{4, 3}, 0}, {17, []uint64{8}, 0}, {19, []uint64{9}, 4}, {23, []uint64{11}, 1},
	{29, []uint64{4, 7}, 0}, {31, []uint64{5}, 1}, {37, []uint64{4, 9}, 0}, {41, []uint64{5}, 1},
	{43, []uint64{7}, 1}, {47, []uint64{23}, 1}, {53, []uint64{13}, 1}, {59, []uint64{29}, 1},
	{61, []uint64{3, 5}, 0}, {67, []uint64{3, 11}, 0}, {71, []uint64{5, 7}, 0}, {73, []uint64{9}, 1},
	{79, []uint64{13}, 1}, {83, []uint64{41}, 1}, {89, []uint64{11}, 1}, {97, []uint64{16, 3}, 0},
	{101, []uint64{25}, 1}, {103, []uint64{3, 17}, 0}, {107, []uint64{53}, 1}, {109, []uint64{4, 9}, 0},
	{113, []uint64{4, 7}, 0}, {127, []uint64{7}, 1}, {131, []uint64{5, 13}, 0}, {137, []uint64{17}, 1},
	{139, []uint64{3, 23}, 0}, {149, []uint64{37}, 1}, {151, []uint64{3, 5}, 0}, {157, []uint64{13}, 1},
	{163, []uint64{81}, 4}, {167, []uint64{83}, 1}, {173, []uint64{4, 43}, 0}, {179, []uint64{89}, 1},
	{181, []uint64{9, 5}, 0}, {191, []uint64{5, 19}, 0}, {193, []uint64{32, 3}, 0}, {197, []uint64{4, 49}, 0},
	{199, []uint64{9, 11}, 0}, {211, []uint64{5, 7}, 0}, {223, []uint64{37}, 1}, {227, []uint64{113}, 1},
	{229, []uint64{19}, 1}, {233, []uint64{29}, 1}, {239, []uint64{7, 17}, 0}, {241, []uint64{8, 3}, 0},
	{251, []uint64{25}, 1}, {257, []uint64{16}, 0},
}

// LastPrime is the last prime p whose α_p is known here.
func LastPrime() uint64 { return generators[len(generators)-1].prime }

// Alpha returns α_p for an odd prime p. The result is false for other numbers, and where the table ends.
func Alpha(p uint64) (alpha Ordinal, ok bool) {
	k := slices.IndexFunc(generators, func(g generator) bool { return g.prime == p })
	if k < 0 {
		return Ordinal{}, false
	}
	g := generators[k]
	alpha = OfUint64(g.excess)
	for _, q := range g.qs {
		alpha = alpha.NimSum(Kappa(q))
	}
	return alpha, true
}

// Kappa returns κ(q) for a power q > 1 of 2, or of an odd prime up to [LastPrime]. It panics for other numbers.
func Kappa(q uint64) Ordinal {
	if q > 1 && q&(q-1) == 0 {
		return Of(new(big.Int).Lsh(big.NewInt(1), uint(q/2)))
	}
	for k, g := range generators {
		if q%g.prime != 0 {
			continue
		}
		power := g.prime
		for power < q {
			power *= g.prime
		}
		if power == q {
			return Power(Power(OfUint64(uint64(k)), new(big.Int).SetUint64(q/g.prime)), big.NewInt(1))
		}
	}
	panic("ordinal: Kappa: not a power of a prime of the table")
}
