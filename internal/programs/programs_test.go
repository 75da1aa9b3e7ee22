package programs_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/programs"
)

// TestNew checks that the same numbers give the same file, and others another one.
func TestNew(t *testing.T) {
	seen := map[string]bool{}
	for i := range uint64(50) {
		text := programs.New(rand.New(rand.NewPCG(1, i)))
		if text != programs.New(rand.New(rand.NewPCG(1, i))) {
			t.Fatalf("program %d differs from time to time", i)
		}
		if seen[text] || !strings.Contains(text, "\ndef moves(") || len(text) > 8000 {
			t.Errorf("program %d:\n%s", i, text)
		}
		seen[text] = true
	}
}
