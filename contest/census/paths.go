package census

// This file counts the positions on the shortest way of the Tower of Hanoi.

import (
	"context"
	"fmt"

	"grundy"
)

// HanoiLost returns the sum of the numbers of those positions, counted from 0, on the
// shortest way of the Tower of Hanoi with n disks, whose three pegs hold heaps of Nim that
// are lost; modulo 10^9+7.
//
// Going the way backward exchanges two pegs, and position i with 2^n-1-i; so the sum is
// (2^n-1)/2 times the number of lost positions. For odd n the heaps have an odd nim-sum.
//
// To place the disks from the largest down, let r be the peg that this disk does not use: at
// first the spare one. The way moves the disk from one of the other pegs to the other; before
// this move the smaller disks go from the first to r, afterwards from r to the second. So
// if the disk is on peg p, the smaller disks do not use the third peg, neither r nor p. The
// positions thus are the walks of n steps on a triangle, and the disks on a peg are the
// steps along the opposite side.
//
// Let M be the matrix of the triangle's steps, its sides x, y and z, where x is opposite to the
// first corner. The walks from there are the first row of 1/(1-M), whose sum is
//
//	(1 + y + z + x y + x z - x^2) / (1 - (x^2+y^2+z^2) - 2xyz).
//
// The coefficient of x^a y^b z^c in 1/(1-…) is the sum over k of 2^k times the ways to
// order k factors xyz, (a-k)/2 factors x^2, and so on. Lost heaps a, b, c of sum n share
// out the binary ones of n/2, each to one pair of heaps; so there are 3 to the power of the
// ones of n/2. It takes n/2 steps for each.
func HanoiLost(ctx context.Context, n uint64) (uint64, error) {
	if n == 0 || n%2 == 1 {
		return 0, nil // without disks, position 0 is lost
	}
	if n > 1<<26 {
		return 0, fmt.Errorf("%d disks: %w", n, grundy.ErrTooLarge)
	}
	free, err := hold(ctx, n+1, 12)
	if err != nil {
		return 0, err
	}
	defer free()
	size := int(n)
	fact, inverse := factorials(size)
	power := make([]uint32, size+1)
	for i, f := 0, uint64(1); i < len(power); i, f = i+1, f*2%prime {
		power[i] = uint32(f)
	}
	p := newPace(ctx)
	coefficient := func(a, b, c int) (uint64, error) {
		least := min(a, b, c)
		if least < 0 || (a^b)&1 != 0 || (a^c)&1 != 0 {
			return 0, nil
		}
		sum := uint64(0)
		for k := least & 1; k <= least; k += 2 {
			i, j, l := (a-k)/2, (b-k)/2, (c-k)/2
			term := uint64(fact[k+i+j+l]) * uint64(inverse[k]) % prime * uint64(inverse[i]) % prime
			sum += term * uint64(inverse[j]) % prime * uint64(inverse[l]) % prime * uint64(power[k]) % prime
		}
		return sum % prime, p.Step(8*least + 8)
	}
	count := uint64(0)
	m := size / 2 // the heaps are x+y, x+z and y+z, where x, y and z share out its ones
	for x := m; ; x = (x - 1) & m {
		for y := m &^ x; ; y = (y - 1) & (m &^ x) {
			z := m &^ x &^ y
			a, b, c := x|y, x|z, y|z
			for _, t := range [6][4]int{
				{a, b, c, 1}, {a, b - 1, c, 1}, {a, b, c - 1, 1},
				{a - 1, b - 1, c, 1}, {a - 1, b, c - 1, 1}, {a - 2, b, c, prime - 1},
			} {
				n, err := coefficient(t[0], t[1], t[2])
				if err != nil {
					return 0, err
				}
				count = (count + n*uint64(t[3])) % prime
			}
			if y == 0 {
				break
			}
		}
		if x == 0 {
			break
		}
	}
	all := powMod(2, n, prime) + prime - 1
	return all * ((prime + 1) / 2) % prime * count % prime, nil
}
