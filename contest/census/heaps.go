package census

// This file lists the lost positions of games of two and three heaps, and counts those of
// games in which heaps share what is taken.

import (
	"context"
	"fmt"
	"math/big"

	"grundy"
)

// EqualTakes returns the sum of x + y + z over the lost positions 0 <= x <= y <= z <= n of
// the game in which a player takes the same number from one, two or all three heaps.
//
// A lost position wins for all that reach it: those with two of its heaps, those with one
// of its heaps and the difference of the others, and those with its differences. Each is marked
// in a table of n^2 bits. In the order of the heaps, what is not marked is lost: a move in
// a position x <= y <= z leads to one that comes before in this order. It takes n^3/6 steps
// at most, since for x <= y at most one z is lost.
func EqualTakes(ctx context.Context, n uint64) (uint64, error) {
	if n > 1<<14 {
		return 0, fmt.Errorf("three heaps to %d: %w", n, grundy.ErrTooLarge)
	}
	free, err := hold(ctx, (n+1)*(n+1), 3)
	if err != nil {
		return 0, err
	}
	defer free()
	size := int(n) + 1
	heaps := make([]bool, size*size)       // two heaps of a lost position, smaller first
	difference := make([]bool, size*size)  // a heap, and the difference of the others
	differences := make([]bool, size*size) // that of the smaller ones, and of the greater ones
	p, sum := newPace(ctx), 0
	for x := range size {
		for y := x; y < size; y++ {
			if heaps[x*size+y] {
				continue
			}
			z := y
			for ; z < size; z++ {
				if !heaps[x*size+z] && !heaps[y*size+z] && !difference[x*size+z-y] && !difference[y*size+z-x] &&
					!difference[z*size+y-x] && !differences[(y-x)*size+z-y] {
					break
				}
			}
			if err := p.Step(z - y + 1); err != nil {
				return 0, err
			}
			if z < size {
				heaps[x*size+y], heaps[x*size+z], heaps[y*size+z] = true, true, true
				difference[x*size+z-y], difference[y*size+z-x], difference[z*size+y-x] = true, true, true
				differences[(y-x)*size+z-y] = true
				sum += x + y + z
			}
		}
	}
	return uint64(sum), nil
}

// A union leads from each number to the next one, in steps of some length, that is free.
type union []int32

func newUnion(n int) union {
	u := make(union, n)
	for i := range u {
		u[i] = int32(i)
	}
	return u
}

// free returns the next free number from i on, and shortens the way there.
func (u union) free(i int) int {
	for int(u[i]) != i {
		u[i] = u[u[i]]
		i = int(u[i])
	}
	return i
}

// Proportionate returns the sum of x + y over the lost positions x <= y with x + y <= n of
// the game in which a player takes k from one heap, k from both, or k from one and 2k from the
// other.
//
// Lost positions differ in their heaps, in y-x, and in 2y-x and 2x-y together. Conversely, let
// the lost positions of smaller x be known, and x be in none of them. Its lost partner is the
// least y > x whose y, y-x, 2y-x and 2x-y are new: where one of them belongs to a lost position
// a <= b with a < x, a move leads there, because y > b. Long runs of y are excluded for the same reason, so that a union for
// each of the four skips them. We measured less than two steps for each x, and have no
// proof.
func Proportionate(ctx context.Context, n uint64) (uint64, error) {
	if n > 1<<28 {
		return 0, fmt.Errorf("heaps of sum %d: %w", n, grundy.ErrTooLarge)
	}
	free, err := hold(ctx, 7*(n+4), 4)
	if err != nil {
		return 0, err
	}
	defer free()
	// At index i, heap is for i, apart for y-x = i, over for 2y-x = i in steps of 2, and under
	// for 2x-y = n-i.
	m := int(n)
	heap, apart, over, under := newUnion(m+3), newUnion(m+3), newUnion(2*m+5), newUnion(2*m+5)
	mark := func(v int) {
		if v >= 0 {
			over[v] = int32(v + 2)
		}
		if v <= m {
			under[m-v] = int32(m - v + 1)
		}
	}
	apart[0] = 1
	mark(0)
	p, sum := newPace(ctx), 0
	for x := 1; 2*x <= m; x++ {
		if heap[x] != int32(x) {
			continue
		}
		for y := x + 1; y <= m-x; {
			if err := p.Step(1); err != nil {
				return 0, err
			}
			from := y
			y = x + apart.free(y-x)
			if y > m-x {
				break
			}
			if y = heap.free(y); y > m-x {
				break
			}
			if y = (over.free(2*y-x) + x) / 2; y > m-x {
				break
			}
			if y = under.free(m-2*x+y) - m + 2*x; y != from {
				continue
			}
			heap[y], apart[y-x] = int32(y+1), int32(y-x+1)
			mark(2*y - x)
			mark(2*x - y)
			sum += x + y
			break
		}
	}
	return uint64(sum), nil
}

// DistribunimPairs returns how many positions of two heaps 1 … n, in order, are lost in
// DistribuNim: a player takes as many tokens as the least heap holds, from any heaps, and
// may empty none.
//
// By the theorem of the catalogue's file distribunim, they are those whose larger heap
// is -1 modulo the least power of two above the smaller one. For the 2^(j-1) smaller
// heaps below 2^j from half of it on, ⌊(n+1)/2^j⌋ larger ones are; both orders count, except
// for two equal heaps 2^j-1.
func DistribunimPairs(n uint64) *big.Int {
	sum, next := new(big.Int), new(big.Int).Add(number(n), big.NewInt(1))
	for j := uint(1); next.BitLen() > int(j); j++ {
		sum.Add(sum, new(big.Int).Lsh(new(big.Int).Rsh(next, j), j))
		sum.Sub(sum, big.NewInt(1))
	}
	return sum
}

// DistribunimExtra returns t(n), the least k for which n heaps of n and one of n+k are lost in
// DistribuNim (see [DistribunimPairs]).
//
// All heaps but a least one hold n^2+k together, which by the same theorem must be 0
// modulo the least power of two above n, or -1 where the heaps are even in number.
func DistribunimExtra(n uint64) uint64 {
	size := uint64(1)
	for size <= n && size > 0 {
		size *= 2
	}
	return -(n*n + n%2) & (size - 1)
}

// DistribunimSum returns the sum of t(1) … t(2^e), of [DistribunimExtra].
//
// Let P = 2^m. The n with n < P <= 2n are half a period of n^2 modulo P, for m > 1. The odd ones
// among them have the squares 1 modulo 8, each twice, for m > 2; so they add
// 2 (P-2 + P-10 + …). The even ones add 4 times the sum of -j^2 modulo P/4 over P/4 numbers j
// in a row. That sum over a whole period Q, E(Q), is found in the same way: the odd numbers
// have each square 1 modulo 8 four times, and the even ones add 8 E(Q/4). Last comes
// t(2^e), which is 0 for e > 0, as 2^(e+1) divides 4^e.
func DistribunimSum(ctx context.Context, e uint64) (*big.Int, error) {
	if e > 1<<16 {
		return nil, fmt.Errorf("heaps to 2^%d: %w", e, grundy.ErrTooLarge)
	}
	free, err := hold(ctx, e+8, e/2+64)
	if err != nil {
		return nil, err
	}
	defer free()
	p := newPace(ctx)
	period := make([]*big.Int, e+1) // E(2^m)
	sum := new(big.Int)
	for m := uint64(0); m <= e; m++ {
		if err := p.Step(int(m) + 1); err != nil {
			return nil, err
		}
		period[m] = new(big.Int)
		if m < 3 {
			for n := range uint64(1) << m {
				period[m].Add(period[m], number(-n*n&(1<<m-1)))
				if m > 0 && n >= 1<<(m-1) {
					sum.Add(sum, number(DistribunimExtra(n)))
				}
			}
			continue
		}
		// There are c = P/8 residues 1 modulo 8. The sum of P-1, P-9, … is c (P/2 + 3), and
		// that of P-2, P-10, … is c (P/2 + 2).
		residues := new(big.Int).Lsh(big.NewInt(1), uint(m-1))
		squares := new(big.Int).Add(residues, big.NewInt(3))
		squares.Lsh(squares, uint(m-3))
		residues.Add(residues, big.NewInt(2)).Lsh(residues, uint(m-3))
		period[m].Lsh(period[m-2], 3).Add(period[m], squares.Lsh(squares, 2))
		sum.Add(sum, residues.Lsh(residues, 1))
		sum.Add(sum, new(big.Int).Lsh(period[m-2], 2))
	}
	return sum, nil
}
