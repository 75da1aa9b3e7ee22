package census

// This file holds games whose positions are parts of one: rectangles of a board, and
// subsequences of a permutation. They are answered by tables of all parts.

import (
	"context"
	"math/bits"
)

// CutBoardValue returns the nim-value of a board of digits: cut one of its rectangles in
// two along a line, unless all of its digits are prime. Boards with the same number of cells in
// each row, at most 32 x 32, are right.
//
// A rectangle of h x w cells has h+w-2 options, so its value is at most 62, and a nim-sum of
// two fits into 64 bits. The table of all rectangles takes O(h^2 w^2 (h+w)) steps.
func CutBoardValue(ctx context.Context, board [][]uint64) (uint64, error) {
	height, width := len(board), len(board[0])
	// values[(top*height+h-1)*width*width + left*width + w-1] belongs to the rectangle of
	// h x w cells below and to the right of (top, left).
	values := make([]uint8, height*height*width*width)
	at := func(top, h int) []uint8 { return values[(top*height+h-1)*width*width:][:width*width] }
	column := make([]int, width+1) // digits that are not prime, in the columns before
	for h := 1; h <= height; h++ {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		for top := 0; top+h <= height; top++ {
			for left := range width {
				column[left+1] = column[left]
				for _, row := range board[top : top+h] {
					if d := row[left]; d != 2 && d != 3 && d != 5 && d != 7 {
						column[left+1]++
					}
				}
			}
			here := at(top, h)
			for w := 1; w <= width; w++ {
				for left := 0; left+w <= width; left++ {
					if column[left+w] == column[left] {
						continue // all prime
					}
					seen, place := uint64(0), left*width+w-1
					for k := 1; k < h; k++ {
						seen |= 1 << (at(top, k)[place] ^ at(top+k, h-k)[place])
					}
					for k := 1; k < w; k++ {
						seen |= 1 << (here[left*width+k-1] ^ here[(left+k)*width+w-k-1])
					}
					here[place] = uint8(bits.TrailingZeros64(^seen))
				}
			}
		}
	}
	return uint64(at(0, height)[width-1]), nil
}

// IncreasingWon reports whether the player to move wins who removes a number from a row of
// different numbers, if the one who makes it increasing wins; a row that is increasing already
// is lost. It takes O(n 2^n) steps for n numbers, at most 24.
func IncreasingWon(ctx context.Context, row []uint64) (bool, error) {
	const increasing, won = 1, 2
	states := make([]uint8, 1<<len(row))
	states[0] = increasing
	for set := 1; set < len(states); set++ {
		if set%(1<<16) == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		rest := set & (set - 1)
		if states[rest]&increasing != 0 && (rest == 0 || row[bits.TrailingZeros(uint(set))] < row[bits.TrailingZeros(uint(rest))]) {
			states[set] = increasing
			continue
		}
		for left := set; left != 0; left &= left - 1 {
			if states[set&^(left&-left)]&won == 0 {
				states[set] = won
				break
			}
		}
	}
	return states[len(states)-1]&won != 0, nil
}
