package census

// This file holds sums that the Fibonacci numbers and the golden ratio decide.

import (
	"context"
	"fmt"
	"math/big"

	"grundy"
)

// fibonacci returns 1, 2, 3, 5, … to most, at least 1.
func fibonacci(most uint64) []uint64 {
	list := []uint64{1}
	for a, b := uint64(1), uint64(2); b <= most && b > a; a, b = b, a+b {
		list = append(list, b)
	}
	return list
}

// greatestPart returns the largest Fibonacci number F to n >= 1.
func greatestPart(n uint64) uint64 {
	list := fibonacci(n)
	return list[len(list)-1]
}

// LeastTakes returns the sum over the heaps 1 … n of Fibonacci Nim of the least number of
// tokens that a winning first move takes, all of them allowed.
//
// That is the least part of the Zeckendorf sum (M. J. Whinihan, Fibonacci Quarterly 1,
// 1963), which for n' and n'-F is the same, with the largest Fibonacci number F < n'. So
// the sum to n is that to F-1, and F, and the sum to n-F. It takes (log n)^2 steps.
func LeastTakes(n uint64) *big.Int {
	before := map[uint64]*big.Int{0: new(big.Int)} // the sums to F-1
	var to func(n uint64) *big.Int
	to = func(n uint64) *big.Int {
		sum := new(big.Int)
		for n > 0 {
			f := greatestPart(n)
			below := before[f-1]
			if below == nil {
				below = to(f - 1)
				before[f-1] = below
			}
			sum.Add(sum, below).Add(sum, number(f))
			n -= f
		}
		return sum
	}
	return to(n)
}

// MostTakes returns the sum over the heaps 1 … n of Fibonacci Nim of the greatest number of
// tokens that a winning first move takes, which may not take all: 0 where none wins.
//
// Let F be the largest Fibonacci number to a heap and j = heap - F. Taking k wins exactly
// where the least part of the Zeckendorf sum of what is left exceeds 2k. If 0 < 2j < F,
// taking j wins. Nothing greater does, in this case or another: what is left, r < F with
// least part L, falls short of F by at least the Fibonacci number before L, which is
// at least L/2. Otherwise the winning moves are the same as from the heap j, where all of j may not be
// taken either, since 2j >= F. So the sum over F … n adds all j below F/2, and the sum
// over the heaps j above. With what is known already remembered, (log n)^3 steps.
func MostTakes(n uint64) *big.Int {
	known := map[uint64]*big.Int{0: new(big.Int)}
	var to func(n uint64) *big.Int
	to = func(n uint64) *big.Int {
		if sum := known[n]; sum != nil {
			return sum
		}
		f := greatestPart(n)
		j := n - f
		small := min(j, (f-1)/2)
		sum := new(big.Int).Mul(number(small), number(small+1))
		half(sum).Add(sum, to(f-1))
		if j > small {
			sum.Add(sum, to(j)).Sub(sum, to(small))
		}
		known[n] = sum
		return sum
	}
	return to(n)
}

// EuclidLost returns the sum of x + y over the lost positions 0 < x < y <= n of Euclid's
// game, in which a player takes a positive multiple of the smaller heap from the larger.
//
// They are those with y < φ x (A. J. Cole, A. J. T. Davie, Mathematical Gazette 53, 1969),
// that is, b(y) < x < y with b(y) = ⌊y/φ⌋. So sums of b(y), b(y)^2 and y b(y) are wanted:
// sums over the points (x, y) with 1 <= x < y/φ and y <= n. As φ = 1 + 1/φ, the y for an x
// begin at x + b(x) + 1, and x ends at ⌊n/φ⌋; so the three sums to n are polynomials in n
// and the three sums to ⌊n/φ⌋. It takes log n steps.
func EuclidLost(n *big.Int) *big.Int {
	b := goldenSums(n)
	// For y, the sum of x over b < x < y is (y^2 - y - b^2 - b)/2, and y-1-b times y is added.
	sums := powerSums(n)
	twice := new(big.Int).Mul(sums.squares, big.NewInt(3))
	twice.Sub(twice, new(big.Int).Mul(sums.linear, big.NewInt(3)))
	twice.Sub(twice, b.squares).Sub(twice, b.linear)
	twice.Sub(twice, new(big.Int).Lsh(b.products, 1))
	return half(twice)
}

// Sums to n of b(y), its square, and y times it.
type sums struct{ linear, squares, products *big.Int }

// powerSums returns the sums to n of y and y^2.
func powerSums(n *big.Int) sums {
	one := big.NewInt(1)
	next := new(big.Int).Add(n, one)
	linear := new(big.Int).Mul(n, next)
	squares := new(big.Int).Mul(linear, new(big.Int).Add(n, next))
	return sums{linear: half(linear), squares: squares.Quo(squares, big.NewInt(6))}
}

// goldenSums returns the sums of [EuclidLost].
func goldenSums(n *big.Int) sums {
	if n.Sign() == 0 {
		return sums{new(big.Int), new(big.Int), new(big.Int)}
	}
	// m = ⌊n (√5-1)/2⌋
	m := new(big.Int).Mul(n, n)
	m.Sqrt(m.Mul(m, big.NewInt(5)))
	half(m.Sub(m, n))
	p, b := powerSums(m), goldenSums(m)
	linear := new(big.Int).Mul(m, n) // of n - x - b(x)
	linear.Sub(linear, p.linear).Sub(linear, b.linear)
	squares := new(big.Int).Mul(m, m) // of (2x-1)(n - x - b(x))
	squares.Mul(squares, n).Add(squares, p.linear).Add(squares, b.linear)
	squares.Sub(squares, new(big.Int).Lsh(p.squares, 1))
	squares.Sub(squares, new(big.Int).Lsh(b.products, 1))
	products := new(big.Int).Lsh(b.products, 1) // of n (n+1)/2 - (x+b(x)) (x+b(x)+1)/2
	products.Add(products, p.squares).Add(products, b.squares)
	products.Add(products, p.linear).Add(products, b.linear)
	all := new(big.Int).Mul(n, new(big.Int).Add(n, big.NewInt(1)))
	products.Sub(all.Mul(all, m), products)
	return sums{linear, squares, half(products)}
}

// FibonacciTrees returns how many first moves win the game on the Fibonacci tree T(k),
// modulo 10^18. T(0) is empty, T(1) one node, and T(k) a root above T(k-1) and T(k-2). A
// move removes a node with all below it; who takes the root loses.
//
// Without the root it is green Hackenbush: a tree has the nim-sum of its branches, and a
// branch 1 more than the tree on it. So T(k) has the nim-sum of g(k-1)+1 and g(k-2)+1.
// To make T(k) a tree of value t by a move in a branch whose sister has value s, the
// branch must become t^s: gone, if this is 0, else with a tree of t^s - 1 on it. So from the
// root down, the array of k holds in how many ways T(k) occurs in a place where
// value t would win. It takes k times the largest value.
func FibonacciTrees(ctx context.Context, k uint64) (uint64, error) {
	if k < 2 {
		return 0, nil
	}
	if k > 1<<20 {
		return 0, fmt.Errorf("a tree of height %d: %w", k, grundy.ErrTooLarge)
	}
	branch := make([]uint64, k) // of T(i): 0 where it is empty
	size := uint64(2)
	for i := range branch {
		switch i {
		case 0:
		case 1:
			branch[i] = 1
		default:
			branch[i] = branch[i-1] ^ branch[i-2] + 1
		}
		for branch[i] >= size {
			size *= 2
		}
	}
	free, err := hold(ctx, 2*size, 8)
	if err != nil {
		return 0, err
	}
	defer free()
	const modulus = 1_000_000_000_000_000_000
	plus := func(x *uint64, n uint64) {
		if *x += n; *x >= modulus {
			*x -= modulus
		}
	}
	p := newPace(ctx)
	won := uint64(0)
	// ways is for T(i), next for T(i-1); a branch of value t^s below T(i-2) is T(i-2)'s.
	ways, next, after := make([]uint64, size), make([]uint64, size), make([]uint64, size)
	ways[0] = 1
	for i := k; i > 1; i-- {
		for t, count := range ways {
			if count == 0 {
				continue
			}
			if to := uint64(t) ^ branch[i-2]; to == 0 {
				plus(&won, count)
			} else {
				plus(&next[to-1], count)
			}
			switch to := uint64(t) ^ branch[i-1]; {
			case i == 2: // T(0) has no node
			case to == 0:
				plus(&won, count)
			default:
				plus(&after[to-1], count)
			}
		}
		if err := p.Step(int(size)); err != nil {
			return 0, err
		}
		ways, next, after = next, after, ways
		clear(after)
	}
	return won, nil
}
