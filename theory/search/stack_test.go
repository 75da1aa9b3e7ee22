package search

// This file checks that the stack of a long game is counted while it grows.

import (
	"errors"
	"testing"
	"unsafe"

	"github.com/grundy-games/grundy"
)

// line is a game in which each position has one option, the one below.
type line struct{}

func (line) AppendMoves(m *Moves[uint64], k uint64) error {
	if k > 0 {
		m.Parts = append(m.Parts, k-1)
		m.Ends = append(m.Ends, len(m.Parts))
	}
	return nil
}

func TestStackMemory(t *testing.T) {
	const moves, memory = 1 << 17, 4 << 20
	m := NewMemo(line{}, Options{Memory: memory})
	if _, err := m.Value(t.Context(), moves); !errors.Is(err, grundy.ErrBudget) {
		t.Fatal(err)
	}
	if m.Bytes() > memory {
		t.Errorf("%d bytes of %d", m.Bytes(), memory)
	}
	m.SetOptions(Options{})
	if v, err := m.Value(t.Context(), moves); err != nil || v != 0 {
		t.Errorf("%d, %v after an error; want 0", v, err)
	}
}

// The stack grows by half where there is memory for the old one and the new one, to the
// byte; the first 64 frames are free.
func TestStackGrowsToTheByte(t *testing.T) {
	d := newDescent[uint64](line{}, newStore[uint64](), Options{Memory: 1})
	if !d.growStack() || cap(d.stack) != 64 {
		t.Fatalf("room for %d frames at first, want 64", cap(d.stack))
	}
	size := uint64(unsafe.Sizeof(frame[uint64]{}))
	needed := d.bytes() + 96*size
	for _, memory := range []uint64{1, needed - 1} {
		d.options.Memory = memory
		if d.growStack() || cap(d.stack) != 64 {
			t.Errorf("room for %d frames in %d bytes; it takes %d", cap(d.stack), memory, needed)
		}
	}
	d.options.Memory = needed
	if !d.growStack() || cap(d.stack) != 96 {
		t.Errorf("room for %d frames, want 96", cap(d.stack))
	}
	d.options.Memory = 0 // no bound
	if !d.growStack() || cap(d.stack) != 144 {
		t.Errorf("room for %d frames, want 144", cap(d.stack))
	}
}
