package tables

import (
	"context"
	"errors"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/boardtest"
	"github.com/grundy-games/grundy/internal/long"
)

func TestQueenLevelsAgainstTable(t *testing.T) {
	n := long.Or[uint64](250, 500)
	table := newTableIn(t, boardtest.QueenMoves(), grundy.ByNimValue, 2*n, n)
	for _, count := range []int{0, 1, 3, 70, 2000} {
		levels := NewQueenLevels(count)
		for _, rows := range []uint64{0, 1, 2, 7, 100, 99, n} { // in steps that grow, and back
			if err := levels.Extend(t.Context(), rows); err != nil {
				t.Fatal(err)
			}
		}
		for y := range n {
			for x := range 2 * n {
				want := table.At(x, y)
				v, ok := levels.Value(x, y)
				if mirrored, mirroredOK := levels.Value(y, x); mirrored != v || mirroredOK != ok {
					t.Fatalf("%d levels: (%d,%d) and its mirror image differ", count, x, y)
				}
				if ok != (want < grundy.Value(count)) || ok && v != want {
					t.Fatalf("%d levels: (%d,%d) is %d, %v; by the table %d", count, x, y, v, ok, want)
				}
			}
		}
	}
}

// Level 0 is Wythoff's, and every level has one cell in each row.
func TestQueenLevelsFar(t *testing.T) {
	const n = 1_000_000
	levels := NewQueenLevels(3)
	if err := levels.Extend(t.Context(), n); err != nil {
		t.Fatal(err)
	}
	partners := wythoffPartners(n)
	for x := range uint64(n) {
		if v, ok := levels.Value(x, partners[x]); v != 0 || !ok {
			t.Fatalf("(%d,%d) is not of level 0", x, partners[x])
		}
	}
	for level := range grundy.Value(3) {
		columns := make([]bool, n)
		for y := range uint64(n) {
			if cell := levels.cells[y*3+uint64(level)]; cell != leftward {
				columns[y] = true
				if x := y + uint64(cell); x < n {
					columns[x] = true
				}
			}
		}
		for x, taken := range columns {
			if !taken {
				t.Fatalf("level %d has no cell in column %d", level, x)
			}
		}
	}
	if _, ok := levels.Value(1<<63, 0); ok { // no overflow in the difference
		t.Error("(2^63,0) has a small nim-value")
	}
}

// Ten million rows, by Wythoff's theorem for level 0.
func TestQueenLevelsLong(t *testing.T) {
	if !long.Asked {
		t.Skip("set GRUNDY_LONG=1")
	}
	const n = 10_000_000
	levels := NewQueenLevels(3)
	if err := levels.Extend(t.Context(), n); err != nil {
		t.Fatal(err)
	}
	partners := wythoffPartners(n)
	for x := range uint64(n) {
		if v, ok := levels.Value(x, partners[x]); v != 0 || !ok {
			t.Fatalf("(%d,%d) is not of level 0", x, partners[x])
		}
	}
}

func TestQueenLevelsLimits(t *testing.T) {
	levels := NewQueenLevels(3)
	if levels.Bytes(0) != 0 {
		t.Errorf("%d bytes for nothing", levels.Bytes(0))
	}
	for _, n := range []uint64{1<<31 + 1, 1 << 63, 1<<64 - 1} {
		if err := levels.Extend(t.Context(), n); !errors.Is(err, grundy.ErrTooLarge) || levels.Bytes(n) != 1<<64-1 {
			t.Errorf("%d rows: %v, %d bytes", n, err, levels.Bytes(n))
		}
	}
	if err := NewQueenLevels(1<<62).Extend(t.Context(), 1); !errors.Is(err, grundy.ErrTooLarge) {
		t.Errorf("2^62 levels: %v", err)
	}
	for _, n := range []uint64{1000, 1001, 50_000} {
		before := levels.room()
		bound := levels.Bytes(n)
		if err := levels.Extend(t.Context(), n); err != nil {
			t.Fatal(err)
		}
		taken := uint64(4*len(levels.cells) + 8*len(levels.used))
		for _, level := range levels.levels {
			taken += uint64(56 + 8*len(level.columns) + 8*len(level.diagonals))
		}
		if peak := taken + levels.bytes(before); peak > bound {
			t.Errorf("%d rows: %d bytes at the peak, Bytes said %d", n, peak, bound)
		}
		if levels.Bytes(n) != taken {
			t.Errorf("%d rows: %d bytes, Bytes says %d", n, taken, levels.Bytes(n))
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := levels.Extend(ctx, 1_000_000); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if err := levels.Extend(t.Context(), 60_000); err != nil { // it goes on where it stopped
		t.Fatal(err)
	}
	if v, ok := levels.Value(59_999, wythoffPartners(60_000)[59_999]); v != 0 || !ok {
		t.Error("wrong after a stop")
	}
}

// wythoffPartners returns for each x < n the y for which (x,y) is P: the n-th pair has the
// difference n, and its lesser number is the least that no pair before it has.
func wythoffPartners(n uint64) []uint64 {
	partners := make([]uint64, n)
	for x, k := uint64(1), uint64(1); x < n; x++ {
		if partners[x] == 0 {
			if partners[x] = x + k; x+k < n {
				partners[x+k] = x
			}
			k++
		}
	}
	return partners
}
