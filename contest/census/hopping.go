package census

// This file counts in the Hopping Game.

import (
	"context"
	"fmt"
	"sort"

	"grundy"
	"grundy/internal/meter"
)

// HoppingMove returns M(n), the greatest first move that wins the Hopping Game, or 0.
//
// Let s(k) be the number of ones in the binary numbers 0 … k together. A counter begins at
// 0, and a move adds 1 … n to it so that it is some s(k) again. The play ends before the
// first number with more than n ones, 2^(n+1)-1. Going down from there, s(k) is lost exactly
// where the next lost number is more than n away. So all that counts is the distance
// d to the next lost number: with the ones of k+1 it grows to d', and where d' > n, s(k) is
// lost and the distance 0. Two lost numbers are more than n apart; so only one can be
// reached from 0, and M(n) is the distance there.
//
// A block is 2^i numbers in a row that begin as j ones. Its upper half is a block
// (i-1, j+1), its lower one (i-1, j). A block maps the distance above it to that below. All
// distances between which the first lost number in the block does not change have one
// result. So a block keeps intervals with results, and finds those that are asked for by its
// halves. Where the block of all numbers below 2^i maps all distances to one, this is M(n),
// whatever comes above. We measured that this happens for i about 2 log2 n, and have no proof;
// at last it is the block of all numbers.
func HoppingMove(ctx context.Context, n uint64) (uint64, error) {
	if n == 0 {
		return 0, nil
	}
	if n > 1<<13 {
		return 0, fmt.Errorf("steps of 1 … %d: %w", n, grundy.ErrTooLarge)
	}
	h := &hopping{n: int32(n), pace: *newPace(ctx), memory: meter.Open(ctx)}
	defer h.memory.Close()
	for i := int32(1); i <= h.n; i++ {
		if d, ok := h.constant(i); ok || h.err != nil {
			return uint64(d), h.err
		}
	}
	// All numbers below 2^(n+1): the greatest, of n+1 ones, begins with distance 0, and 0 has no
	// ones.
	d, _ := h.block(h.n+1, 0, 0)
	return uint64(d), h.err
}

// constant returns the distance to which the block of all numbers below 2^i maps all distances,
// if it does.
func (h *hopping) constant(i int32) (to int32, ok bool) {
	for d := int32(0); d <= h.n; {
		below, known := h.block(i, 0, d)
		if known.lo < 0 || d > 0 && below != to {
			return 0, false
		}
		to, d = below, known.hi+1
	}
	return to, true
}

// A hop says that a block maps the distances lo … hi to the distance to.
type hop struct{ lo, hi, to int32 }

type hopping struct {
	n      int32
	known  [][][]hop // by i and j, in increasing order of distances
	pace   meter.Pace
	memory *meter.Account
	err    error
}

// block returns the distance below the block (i, j) for the distance d above it, and the
// hop by which it is known. Where no number in the block is lost, hi is the number of
// ones in it, which are added, and lo is -1.
func (h *hopping) block(i, j, d int32) (to int32, known hop) {
	if i < 16 {
		if ones := j<<i + i<<i/2; d+ones <= h.n {
			return d + ones, hop{-1, ones, 0}
		}
	}
	if i == 0 {
		return 0, hop{h.n - j + 1, h.n, 0}
	}
	for int(i) >= len(h.known) {
		h.known = append(h.known, nil)
	}
	for int(j) >= len(h.known[i]) {
		h.known[i] = append(h.known[i], nil)
	}
	list := h.known[i][j]
	at := sort.Search(len(list), func(k int) bool { return list[k].hi >= d })
	if at < len(list) && list[at].lo <= d {
		return list[at].to, list[at]
	}
	if h.err == nil {
		h.err = h.pace.Step(16)
	}
	if h.err != nil {
		return 0, hop{d, d, 0}
	}
	middle, upper := h.block(i-1, j+1, d)
	to, lower := h.block(i-1, j, middle)
	known = hop{upper.lo, upper.hi, to}
	if upper.lo < 0 {
		known.lo, known.hi = max(lower.lo-upper.hi, 0), lower.hi-upper.hi
	}
	if h.err == nil {
		h.err = h.memory.Take(64)
	}
	list = append(list, hop{})
	copy(list[at+1:], list[at:])
	list[at] = known
	h.known[i][j] = list
	return to, known
}
