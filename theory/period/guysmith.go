package period

// This is the theorem of Guy and Smith (Proc. Cambridge Phil. Soc. 52, 1956, 514-526) with its
// constants for every kind of take-and-break game.
//
// Let a move take at most t tokens from a heap and leave at most k heaps of
// any sizes. Suppose G(n+p) = G(n) for q <= n < N, where q >= 1 and
//
//	N = k q + (k-1) p + t.
//
// Then it holds for every n >= q. For let n >= N, and let it hold for all
// smaller ones. The largest heap b of an option of n+p holds at least
// (n+p-t)/k >= q+p tokens. So b-p is a heap, b-p >= q, and b-p < n, as b < n+p.
// So b can be replaced by b-p without a change of value, which gives an option
// of n. In the same way, of an option of n the largest heap b, of at least
// (n-t)/k >= q, can be replaced by b+p. So the options of n and of n+p have the
// same values, and the same mex. For Kayles, with k = 2, t = 2, q = 71 and
// p = 12, the terms below N+p = 168 prove the period.
//
// Where sizes must differ, b-p may meet a heap of the same size. With k = 2,
// b-p is then the other heap a itself, 2a = n-i, where i <= t were taken.
// Replace a by a-p instead: the two still differ, and a-p >= q if
// n >= 2q + 2p + t. With any k take, of the heaps b, b-p, b-2p, … as far as
// they are there, the smallest, and take p from that: it is at least
// b - (k-1)p, and has the value of b; so b >= q + kp is enough, which holds for
// n >= k q + (k^2-1) p + t. The same step is enough where only not all heaps may
// be equal. In the other direction b+p is the largest heap still, and meets
// none.
//
// Where all heaps must be equal and k is even, the value is 0, and the option is
// there when k divides what is left: so p has to be a multiple of k. For odd k > 1
// the value is G of a k-th part of what is left, which moves by p/k and not by p;
// there the theorem says nothing, and nothing is claimed.

import "fmt"

// A Criterion says when a recurrence proves a period: G(n+p) = G(n) for
// q <= n < ByPreperiod q + ByPeriod p + Constant, where q is at least 1 and Least,
// and p is a multiple of Multiple.
type Criterion struct {
	ByPreperiod, ByPeriod, Constant, Multiple, Least uint64
}

// needed returns how many terms prove preperiod q and period p.
func (c Criterion) needed(q, p uint64) uint64 {
	return c.ByPreperiod*max(q, 1, c.Least) + (c.ByPeriod+1)*p + c.Constant
}

// FindGuySmith returns the least period that terms, the beginning of a sequence
// for which c is true, prove, and false if they prove none. It costs
// O(len(terms)) time and memory.
func FindGuySmith[T Term](c Criterion, terms []T) (Result, bool) {
	overlap := overlaps(terms)
	length := uint64(len(terms))
	multiple := max(c.Multiple, 1)
	for p := multiple; p < length; p += multiple {
		q := length - p - uint64(overlap[p])
		needed := c.needed(q, p)
		if needed > length {
			continue
		}
		r, ok := settle(Result{Needed: needed}, terms, q, p)
		proof := GuySmithProof{From: max(r.Preperiod, 1, c.Least), Upto: needed - p, Shift: p}
		r.Theorem = fmt.Sprintf("Guy and Smith 1956: G(n+%d) = G(n) for %d <= n < %d proves it for all n", proof.Shift, proof.From, proof.Upto)
		r.Proof = proof
		return r, ok
	}
	return Result{}, false
}

// overlaps returns, for each shift p, for how many n, counted back from the
// end of terms, terms[n+p] = terms[n]: the Z-function of the terms in reverse.
func overlaps[T Term](terms []T) []uint32 {
	last := len(terms) - 1
	overlap := make([]uint32, len(terms))
	for p, from, to := 1, 0, 0; p < len(terms); p++ {
		z := 0
		if p < to {
			z = min(to-p, int(overlap[p-from]))
		}
		for p+z <= last && terms[last-z] == terms[last-p-z] {
			z++
		}
		overlap[p] = uint32(z)
		if p+z > to {
			from, to = p, p+z
		}
	}
	return overlap
}

// leastPeriod returns the least divisor of len(turn) that is a period of turn
// repeated for ever.
func leastPeriod[T Term](turn []T) uint64 {
	length := uint64(len(turn))
	for p, overlap := uint64(1), overlaps(turn); p < length; p++ {
		if length%p == 0 && uint64(overlap[p]) == length-p {
			return p
		}
	}
	return length
}
