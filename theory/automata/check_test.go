package automata

import (
	"context"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/long"
)

func TestCheckRace(t *testing.T) {
	t.Parallel()
	for _, s := range testSystems(t) {
		if s.k > 3 && !long.Asked {
			continue // thousands of states
		}
		if err := s.Check(context.Background(), Budget{States: 100_000}); err != nil {
			t.Error(err)
		}
	}
}

// TestCheckRefuses changes a weight that the automata are made from.
func TestCheckRefuses(t *testing.T) {
	s := Zeckendorf()
	s.small[1]++
	err := s.Check(context.Background(), Budget{})
	if err == nil || !strings.Contains(err.Error(), "the automata fail") {
		t.Errorf("a wrong weight is accepted: %v", err)
	}
}
