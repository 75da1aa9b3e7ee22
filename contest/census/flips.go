package census

// This file counts in the game in which rectangles of discs are flipped.

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"grundy"
	"grundy/theory/nimber"
)

// FlipsWon returns how many first moves win on a square of n by n discs, all white. A move
// flips all discs of a rectangle, of some of these widths and heights, whose upper right
// disc is white.
//
// It is the product of two coin-turning games on a line, in which a move flips a run that ends
// with a head. The nim-value of a disc is the nim-product of its column's in one game and
// its row's in the other, by the Tartan theorem (Winning Ways, chapter 14), so that the
// nim-sum of a rectangle is the nim-product of the nim-sums of its sides. So in each game
// count the runs by their nim-sums, n times the number of lengths, and then the pairs whose
// product belongs to the whole square.
func FlipsWon(ctx context.Context, n uint64, widths, heights []uint64) (*big.Int, error) {
	across, whole, err := runs(ctx, n, widths)
	if err != nil {
		return nil, err
	}
	up, high, err := runs(ctx, n, heights)
	if err != nil {
		return nil, err
	}
	all := nimber.Mul(whole, high)
	won, term := new(big.Int), new(big.Int)
	for a, columns := range across {
		if columns == 0 {
			continue
		}
		rows := uint64(0) // the runs with the nim-sum that solves columns ⊗ rows = all
		if a == 0 && all == 0 {
			for _, count := range up {
				rows += count
			}
		} else if b, ok := nimber.Divide(all, uint64(a)); ok && b < uint64(len(up)) {
			rows = up[b]
		}
		won.Add(won, term.Mul(number(columns), number(rows)))
	}
	return won, nil
}

// runs counts the runs of some length within 1 … n by their nim-sums, and returns the nim-sum
// of all n discs, in the game in which a move flips a run that ends with a head.
func runs(ctx context.Context, n uint64, lengths []uint64) (counts []uint64, whole uint64, err error) {
	if n > 1<<30 || len(lengths) > 1<<14 {
		return nil, 0, fmt.Errorf("%d discs in a row, and %d lengths: %w", n, len(lengths), grundy.ErrTooLarge)
	}
	lengths = slices.Compact(slices.Sorted(slices.Values(lengths)))
	for len(lengths) > 0 && lengths[0] == 0 {
		lengths = lengths[1:]
	}
	free, err := hold(ctx, n+1, 2)
	if err != nil {
		return nil, 0, err
	}
	defer free()
	size := 1 << bits.Len(uint(len(lengths))) // no disc has more options
	before := make([]uint16, n+1)             // before[i] is the nim-sum of the first i
	counts = make([]uint64, size)
	reached := make([]uint32, size) // the last disc with such an option
	p := newPace(ctx)
	some := 0
	for i := uint64(1); i <= n; i++ {
		for some < len(lengths) && lengths[some] <= i {
			some++
		}
		rest := before[i-1]
		for _, l := range lengths[:some] {
			reached[rest^before[i-l]] = uint32(i)
		}
		value := uint16(0)
		for reached[value] == uint32(i) {
			value++
		}
		sum := rest ^ value
		before[i] = sum
		for _, l := range lengths[:some] {
			counts[sum^before[i-l]]++
		}
		if err := p.Step(2 * some); err != nil {
			return nil, 0, err
		}
	}
	return counts, uint64(before[n]), nil
}
