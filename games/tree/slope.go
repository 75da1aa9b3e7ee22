package tree

// This file holds what staircases and trees share: the theorem, and the moves
// that it finds.
//
// Theorem. Coins lie on the nodes of a rooted tree. A move takes one coin or
// more from one node other than the root to its parent. The nim-value of a
// position is X, the exclusive or of the numbers of coins on the nodes of odd
// depth (0 without such nodes).
//
// Proof, by induction on the sum of the depths of all coins, which every move
// lowers. By induction the options have their X as nim-values, so it remains
// to show that X is the mex of the options' X.
//
// No option has the same X. A node and its parent differ in the parity of
// their depths, so a move changes exactly one number that counts: it makes
// that of an odd node smaller, or that of a node's odd parent larger. Either
// changes the exclusive or.
//
// Every w < X is the X of an option. Let b be the top bit of X^w; X has it and
// w has not. So some odd node holds a number c with bit b, and t = c^X^w < c,
// as t lacks bit b and agrees with c above it. Take c-t coins from that node:
// its parent does not count, and the exclusive or becomes X^c^t = w. QED.
//
// The theorem is more than the well-known statement about the winner (the
// first player wins exactly when X is not 0): it lets these games stand in
// sums. That nodes of even depth can also reach larger values does not matter
// to a mex, but those moves exist, and win in some sums.
//
// The same argument finds the options of nim-value w. From a node of odd depth
// that holds c coins the move must leave c^X^w there; from one of even depth
// it must make the parent's coins, d of them, d^X^w. So each node has at most
// one number of coins to take for each w.

import (
	"fmt"
	"iter"
	"math"
	"math/big"
	"slices"

	"grundy"
)

const theorem = "staircase Nim: the exclusive or of the coins at odd depth (proved in games/tree/slope.go)"

// maxCoins is the largest number of coins in all, so that no move overflows.
const maxCoins = math.MaxInt64

// A slope says where coins go. Places are 0 … n-1, and n is the length of the
// position, which holds the coins of each place.
type slope interface {
	// below returns the place to which the coins of place i move, -1 where
	// they stay.
	below(i int) int
	// odd reports whether coins on place i are an odd number of moves away
	// from where they stay.
	odd(i int) bool
}

func nimValue(s slope, p []uint64) uint64 {
	var value uint64
	for i, coins := range p {
		if s.odd(i) {
			value ^= coins
		}
	}
	return value
}

func measure(s slope, m grundy.Measure, p []uint64) (uint64, string, bool) {
	switch m {
	case grundy.ByNimValue:
		return nimValue(s, p), theorem, true
	case grundy.ByOutcome:
		return min(nimValue(s, p), 1), theorem, true
	}
	return 0, "", false
}

func countOptions(s slope, p []uint64) uint64 {
	var count uint64
	for i, coins := range p {
		if s.below(i) >= 0 {
			count = grundy.AddCounts(count, coins)
		}
	}
	return count
}

// spread bounds the positions that can be reached by how the coins of each
// place can lie: c coins that are d moves away from where they stay can be
// spread over d+1 places in C(c+d, d) ways.
func spread(p []uint64, depth func(i int) uint64) uint64 {
	bound := uint64(1)
	for i, coins := range p {
		d := depth(i)
		bound = grundy.MulCounts(bound, grundy.Binomial(grundy.AddCounts(coins, d), d))
	}
	return bound
}

func appendOptions(s slope, dst [][]uint64, p []uint64) [][]uint64 {
	for i, coins := range p {
		if to := s.below(i); to >= 0 {
			for taken := uint64(1); taken <= coins; taken++ {
				dst = append(dst, move(p, i, to, taken))
			}
		}
	}
	return dst
}

// move returns the position after taken coins moved.
func move(p []uint64, from, to int, taken uint64) []uint64 {
	q := slices.Clone(p)
	q[from] -= taken
	q[to] += taken
	return q
}

// findOptions finds the options of p by how they change the nim-value.
func findOptions(s slope, m grundy.Measure, p []uint64, lo, hi uint64) (grundy.Found[[]uint64], bool) {
	return grundy.FindByChange(m, lo, hi, nimValue(s, p), func(change uint64, others bool) grundy.Found[[]uint64] {
		movable := int64(0)
		for i := range p {
			if taking(s, p, i, change) > 0 {
				movable++
			}
		}
		count := big.NewInt(movable)
		if others {
			count.Sub(new(big.Int).SetUint64(countOptions(s, p)), count)
		}
		return grundy.Found[[]uint64]{Count: count, Each: eachChange(s, p, change, others)}
	})
}

// taking returns how many coins to move from place i in order to change the
// nim-value by the exclusive or with change, 0 where no number does.
func taking(s slope, p []uint64, i int, change uint64) uint64 {
	to := s.below(i)
	if to < 0 {
		return 0
	}
	if s.odd(i) {
		if left := p[i] ^ change; left < p[i] {
			return p[i] - left
		}
		return 0
	}
	if grown := p[to] ^ change; grown > p[to] && grown-p[to] <= p[i] {
		return grown - p[to]
	}
	return 0
}

// eachChange yields the options that differ from p in nim-value by change or,
// with others, those that do not.
func eachChange(s slope, p []uint64, change uint64, others bool) iter.Seq[[]uint64] {
	return func(yield func([]uint64) bool) {
		for i := range p {
			taken, to := taking(s, p, i, change), s.below(i)
			if !others {
				if taken > 0 && !yield(move(p, i, to, taken)) {
					return
				}
				continue
			}
			if to < 0 {
				continue
			}
			for other := uint64(1); other <= p[i]; other++ {
				if other != taken && !yield(move(p, i, to, other)) {
					return
				}
			}
		}
	}
}

// moved returns the place that coins left on the way from p to q, and how
// many. The place is -1 where q is not an option of p.
func moved(p, q []uint64) (from int, coins uint64) {
	for i := range min(len(p), len(q)) {
		if q[i] < p[i] {
			return i, p[i] - q[i]
		}
	}
	return -1, 0
}

// appendMove appends for example "2 coins from step 3 to step 2".
func appendMove(dst []byte, coins uint64, place string, from, to int) []byte {
	word := "coins"
	if coins == 1 {
		word = "coin"
	}
	return fmt.Appendf(dst, "%d %s from %s %d to %s %d", coins, word, place, from, place, to)
}

// placeCoins reads the coins of the places. The first place has the number first,
// and place is the word for it.
func placeCoins(args []grundy.Arg, place string, first int) ([]uint64, error) {
	p := make([]uint64, len(args))
	var total uint64
	for i, arg := range args {
		coins, ok := arg.Uint63()
		if !ok {
			return nil, grundy.Errorf(i, "coins of %s %d = %s: a number of coins is 0 … %d", place, first+i, arg.Text, uint64(maxCoins))
		}
		if coins > maxCoins-total {
			return nil, grundy.Errorf(i, "coins of %s %d = %s: the coins up to here are more than %d, which could overflow when they meet", place, first+i, arg.Text, uint64(maxCoins))
		}
		total += coins
		p[i] = coins
	}
	return p, nil
}
