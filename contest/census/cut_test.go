package census

import (
	"slices"
	"testing"

	"grundy/internal/chance"
)

func TestCutBoardPlayed(t *testing.T) {
	random := chance.New(t, 111)
	for range 40 {
		board := make([][]uint64, 1+random.IntN(4))
		width := 1 + random.IntN(4)
		for r := range board {
			board[r] = make([]uint64, width)
			for c := range board[r] {
				board[r][c] = []uint64{2, 3, 5, 7, 1 + random.Uint64N(9)}[random.IntN(5)]
			}
		}
		var value func(top, left, bottom, right int) uint64
		value = func(top, left, bottom, right int) uint64 {
			other := false
			for _, row := range board[top:bottom] {
				for _, d := range row[left:right] {
					other = other || !slices.Contains([]uint64{2, 3, 5, 7}, d)
				}
			}
			if !other {
				return 0
			}
			var options []uint64
			for r := top + 1; r < bottom; r++ {
				options = append(options, value(top, left, r, right)^value(r, left, bottom, right))
			}
			for c := left + 1; c < right; c++ {
				options = append(options, value(top, left, bottom, c)^value(top, c, bottom, right))
			}
			v := uint64(0)
			for slices.Contains(options, v) {
				v++
			}
			return v
		}
		want := value(0, 0, len(board), width)
		if got, err := CutBoardValue(t.Context(), board); err != nil || got != want {
			t.Errorf("%v: got %d, want %d, error %v", board, got, want, err)
		}
	}
}

func TestIncreasingWonPlayed(t *testing.T) {
	var won func(row []uint64) bool
	won = func(row []uint64) bool {
		if slices.IsSorted(row) {
			return false
		}
		for i := range row {
			if !won(slices.Delete(slices.Clone(row), i, i+1)) {
				return true
			}
		}
		return false
	}
	random := chance.New(t, 112)
	for range 200 {
		row := make([]uint64, random.IntN(7))
		for i, v := range random.Perm(len(row)) {
			row[i] = uint64(v) + 1
		}
		want := won(row)
		if got, err := IncreasingWon(t.Context(), row); err != nil || got != want {
			t.Errorf("%v: got %v, want %v, error %v", row, got, want, err)
		}
	}
}
