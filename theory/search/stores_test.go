package search

// This file checks sizes: of tables to the byte, and of the blocks of ranks.

import (
	"fmt"
	"testing"
)

// A table of texts doubles where there is memory for the old one and the new one, to the
// byte.
func TestTextsGrowToTheByte(t *testing.T) {
	s := newStore[string]()
	for i := 0; !s.isFull(); i++ {
		k := fmt.Sprint(i)
		slot, cell := s.find(k)
		if _, ok := s.claim(slot, k, open, 0); !ok || cell != 0 {
			t.Fatalf("no room for key %d, or it is there already: cell %d", i, cell)
		}
	}
	before := uint64(len(s.keys))
	needed := s.bytes() + 2*before*(s.size+s.cells.width())
	if s.grow(needed-1) || uint64(len(s.keys)) != before {
		t.Errorf("%d slots in %d bytes; twice as many take one more", len(s.keys), needed-1)
	}
	if !s.grow(needed) || uint64(len(s.keys)) != 2*before {
		t.Errorf("%d slots in %d bytes, want %d", len(s.keys), needed, 2*before)
	}
}

// A cell of the greatest value that fits is set where it is.
func TestCellsThatFitNeedNoMemory(t *testing.T) {
	s := slots{cells: newCells(4, 1)}
	if !s.setWithin(0, 255, 4, 4) || s.setWithin(1, 256, 4, 4+8-1) || !s.setWithin(1, 256, 4, 4+8) {
		t.Error("want 255 in four cells of a byte, and 256 where there is room for four of two more")
	}
}

// Blocks are whole rows of the last fields, some sixteen of them or more, unless they
// would be too small.
func TestBlocksOfRanks(t *testing.T) {
	for _, c := range []struct {
		sizes []uint64
		want  uint64
	}{
		{[]uint64{100, 100}, 100},
		{[]uint64{4, 100, 100}, 100},
		{[]uint64{100, 100, 100}, 10_000},
		{[]uint64{1000, 10}, 70},
		{[]uint64{2, 100_000}, 100_000},
		{[]uint64{20, 1 << 21}, 1 << 20},
		{[]uint64{25_600}, 100},
		{[]uint64{100}, 64},
	} {
		f := &filling{n: 1, options: Options{Sizes: c.sizes}}
		for _, size := range c.sizes {
			f.n *= size
		}
		if got := f.blockSize(); got != c.want {
			t.Errorf("%v: %d ranks a block, want %d", c.sizes, got, c.want)
		}
	}
}
