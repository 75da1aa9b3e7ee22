package tables

import (
	"fmt"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/boardtest"
	"github.com/grundy-games/grundy/internal/long"
)

// The tables of wythoff[1] are the queen's, with summaries of the sets and without.
func TestGeneralisedAgainstQueen(t *testing.T) {
	sizes := [][2]uint64{{350, 300}, {300, 400}, {10_000, 3}, {2, 10_000}, {3000, 30}}
	if long.Asked {
		sizes = append(sizes, [][2]uint64{{700, 600}, {600, 800}, {20_000, 3}, {2, 20_000}, {6000, 60}}...)
	}
	if long.Whole {
		sizes = append(sizes, [2]uint64{10_000, 4200})
	}
	for _, size := range sizes {
		width, height := size[0], size[1]
		table := newTableIn(t, boardtest.QueenMoves(), grundy.ByNimValue, width, height)
		for _, long := range []bool{false, true} {
			l := wythoffLayoutFor(1, grundy.ByNimValue, width, height)
			l.summaries = 0
			if long {
				l.words += 64
				l.summaries = l.words/64 + 1
			}
			rows := uint64(0)
			err := l.rows(&Pace{Ctx: t.Context()}, func(_ uint64, row []uint32) error {
				for x, v := range row {
					if want := uint64(table.At(uint64(x), rows)); uint64(v) != want {
						return fmt.Errorf("(%d,%d) has %d, want %d", x, rows, v, want)
					}
				}
				rows++
				return nil
			})
			if err != nil || rows != height {
				t.Errorf("wythoff[1]: the table %v, long sets %v, differs from the queen's: %d rows, %v", size, long, rows, err)
			}
		}
	}
}
