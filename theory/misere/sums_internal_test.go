package misere

import (
	"errors"
	"testing"

	"github.com/grundy-games/grundy"
)

// chainOf returns a wild game, the game whose only option is that one, and so on.
func chainOf(s *Sums, games int) (all []Total, err error) {
	two, err := s.Nim(2)
	if err != nil {
		return nil, err
	}
	for t := two; len(all) < games; all = append(all, t) {
		if t, err = s.Of([]Total{t}); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Each of very many games is told from the others.
func TestManyAtoms(t *testing.T) {
	const games = 1<<16 + 300
	s := NewSums(t.Context(), 1<<30)
	all, err := chainOf(s, games)
	if err != nil {
		t.Fatal(err)
	}
	if atoms, _ := s.Len(); atoms < games-2 {
		t.Fatalf("%d atoms of %d games", atoms, games)
	}
	for i, g := range all {
		if got := s.Birthday(g); got != i+3 {
			t.Fatalf("the birthday of game %d is %d, want %d", i, got, i+3)
		}
		if options := s.options(g); i > 0 && (len(options) != 1 || options[0] != all[i-1]) {
			t.Fatalf("game %d has the options %v", i, options)
		}
	}
}

// The budget is used up to the last entry, and each is counted with what it takes.
func TestBudgetOfSums(t *testing.T) {
	const plenty = 1 << 20
	s := NewSums(t.Context(), plenty)
	if _, err := chainOf(s, 50); err != nil {
		t.Fatal(err)
	}
	used := plenty - s.left
	if s.Bytes() < uint64(used*entryOfSums) || s.Bytes() > uint64(used*1000) {
		t.Errorf("%d bytes for %d entries", s.Bytes(), used)
	}
	if _, err := chainOf(NewSums(t.Context(), used), 50); err != nil {
		t.Errorf("a budget of %d: %v", used, err)
	}
	if _, err := chainOf(NewSums(t.Context(), used-1), 50); !errors.Is(err, grundy.ErrBudget) {
		t.Errorf("a budget of %d: %v, want the budget's error", used-1, err)
	}
}

// A large heap of Nim uses the budget for itself and for each of its options, with their
// bytes; an odd one takes none.
func TestBudgetOfHeaps(t *testing.T) {
	const plenty, most = 1 << 20, 20
	s := NewSums(t.Context(), plenty)
	want := 0
	for n := range most + 1 {
		before, left := s.Bytes(), s.left
		if _, err := s.Nim(n); err != nil {
			t.Fatal(err)
		}
		if n >= 4 && n%2 == 0 {
			want += 1 + n
		}
		if used := plenty - s.left; used != want {
			t.Errorf("%d entries for the heaps up to %d, want %d", used, n, want)
		}
		if used := left - s.left; s.Bytes()-before < uint64(used*entryOfSums+max(used-1, 0)*totalBytes) {
			t.Errorf("%d bytes for the heap of %d with %d options", s.Bytes()-before, n, used-1)
		}
	}
}
