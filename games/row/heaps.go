package row

// Heaps are read, and moves named.

import (
	"math"
	"slices"

	"github.com/grundy-games/grundy"
)

// placeHeaps reads at least one heap of 0 … 2^63-1 stones.
func placeHeaps(game string, brackets, args []grundy.Arg) ([]uint64, error) {
	if len(brackets) > 0 {
		return nil, grundy.BracketErrorf(0, "[%s]: %s takes no bracketed numbers", brackets[0].Text, game)
	}
	if len(args) == 0 {
		return nil, grundy.Errorf(-1, "%s needs at least one heap", game)
	}
	p := make([]uint64, len(args))
	for i, arg := range args {
		stones, ok := arg.Uint63()
		if !ok {
			return nil, grundy.Errorf(i, "heap %d = %s: a heap is 0 … %d", i+1, arg.Text, uint64(math.MaxInt64))
		}
		p[i] = stones
	}
	return p, nil
}

// take returns the position after stones were taken from one heap.
func take(p []uint64, heap int, stones uint64) []uint64 {
	q := slices.Clone(p)
	q[heap] -= stones
	return q
}

// countHeaps returns the product of all numbers 0 … h of stones, one for each
// heap, or 2^64-1 where that is as large or larger: a bound on the positions
// of games that only take stones.
func countHeaps(p []uint64) uint64 {
	count := uint64(1)
	for _, stones := range p {
		count = grundy.MulCounts(count, grundy.AddCounts(stones, 1))
	}
	return count
}
