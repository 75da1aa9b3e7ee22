package search

// This file checks that the stack of a long game is counted while it grows.

import (
	"errors"
	"testing"

	"grundy"
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
