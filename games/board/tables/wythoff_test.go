package tables

import (
	"slices"
	"testing"

	"grundy"
	"grundy/games/board/boardtest"
	"grundy/internal/long"
)

// The tables of wythoff[1] are the queen's, with summaries of the sets and without.
func TestGeneralisedAgainstQueen(t *testing.T) {
	sizes := [][2]uint64{{350, 300}, {300, 400}, {10_000, 3}, {2, 10_000}, {3000, 30}}
	if long.Asked {
		sizes = append(sizes, [][2]uint64{{700, 600}, {600, 800}, {20_000, 3}, {2, 20_000}, {6000, 60}, {10_000, 4200}}...)
	}
	for _, size := range sizes {
		width, height := size[0], size[1]
		table := newTableIn(t, boardtest.QueenMoves(), grundy.ByNimValue, width, height)
		var want []uint64
		for y := range height {
			for x := range width {
				want = append(want, uint64(table.At(x, y)))
			}
		}
		for _, long := range []bool{false, true} {
			l := wythoffLayoutFor(1, grundy.ByNimValue, width, height)
			l.summaries = 0
			if long {
				l.words += 64
				l.summaries = l.words/64 + 1
			}
			var got []uint64
			err := l.rows(&Pace{Ctx: t.Context()}, func(_ uint64, row []uint32) error {
				for _, v := range row {
					got = append(got, uint64(v))
				}
				return nil
			})
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("wythoff[1]: the table %v, long sets %v, differs from the queen's (%v)", size, long, err)
			}
		}
	}
}
