package rules

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"grundy"
	"grundy/games/heap"
	"grundy/games/heap/sequence"
)

// misereByDefinition values a whole position.
func misereByDefinition(c grundy.Component, known map[string]grundy.Value) grundy.Value {
	if v, ok := known[c.String()]; ok {
		return v
	}
	v, options := grundy.Value(1), c.AppendOptions(nil)
	var values []grundy.Value
	for _, o := range options {
		values = append(values, misereByDefinition(o, known))
	}
	if len(options) > 0 {
		v = grundy.Mex(values...)
	}
	known[c.String()] = v
	return v
}

const (
	laskers = oneHeap + `
def moves(n):
    for left in range(n):
        move(left)
    for left in range(1, n // 2 + 1):
        move_sum(left, n - left)
`
	thirds = oneHeap + `
def moves(n):
    if n > 2:
        move_sum(n // 3, (n + 1) // 3, n - 2)
    for k in range(1, min(n, 3)):
        move_sum(n - k, k - 1)
`
	kaylesFrom = kaylesRules + `
def start(n):
    return fill("X", n)
touching("X")
`
)

// Misère nim-values of positions that fall apart agree with the definition.
func TestMisereOfSums(t *testing.T) {
	for name, text := range map[string]string{"laskers.star": laskers, "thirds.star": thirds, "kayles.star": kaylesFrom} {
		f := load(t, name, text, Options{})
		s, ok := f.Sequence()
		if !ok {
			t.Fatalf("%s has no sequence", name)
		}
		known := map[string]grundy.Value{}
		n := uint64(0)
		err := s.MisereValues(t.Context(), 0, 10, 1<<16, nil, func(values []uint64) error {
			for _, v := range values {
				p, err := f.during(t.Context()).at(n)
				if err != nil {
					return err
				}
				if want := misereByDefinition(f.Place(p), known); uint64(want) != v {
					t.Errorf("%s: %d has %d, want %d", name, n, v, want)
				}
				n++
			}
			return nil
		})
		if err != nil || n != 10 {
			t.Errorf("%s: %d values, %v", name, n, err)
		}
	}
}

// Positions that the file takes apart are valued as sums from the beginning: kayles
// to 30 would need a million whole positions.
func TestMisereAgainstCodes(t *testing.T) {
	misere := func(s heap.Sequence, budget int) (all []uint64, err error) {
		err = heap.MisereSequence(t.Context(), s, 0, 31, budget, nil, func(values []uint64) error {
			all = append(all, values...)
			return nil
		})
		return all, err
	}
	s, _ := load(t, "kayles.star", kaylesFrom, Options{Positions: 1000}).Sequence()
	got, err := misere(s, 1<<20)
	want, errWant := misere(sequence.MustCode("0.77"), 1<<20)
	if err != nil || errWant != nil || len(want) != 31 || !slices.Equal(got, want) {
		t.Errorf("%v, %v; want %v, %v", got, err, want, errWant)
	}
	if _, err := misere(s, 100); !errors.Is(err, grundy.ErrBudget) {
		t.Errorf("with a small budget: %v", err)
	}
}

// TestGeneraAreStopped checks that genera stop inside one call of the rules.
func TestGeneraAreStopped(t *testing.T) {
	s, _ := load(t, "e.star", oneHeap+endlessMoves, Options{Steps: 1 << 40}).Sequence()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	err := s.Genera(ctx, 0, 3, 1<<16, nil, func(uint64, string) error { return nil })
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

// Genera from files agree with those of the codes.
func TestGeneraAgainstCodes(t *testing.T) {
	genera := func(s heap.Sequence) (all []string) {
		err := heap.GenusSequence(t.Context(), s, 0, 16, 1<<16, nil, func(_ uint64, genus string) error {
			all = append(all, genus)
			return nil
		})
		if err != nil {
			t.Fatalf("%v: %v", s, err)
		}
		return all
	}
	for code, text := range map[string]string{"4.[3]": laskers, "0.77": kaylesFrom} {
		s, _ := load(t, "game.star", text, Options{}).Sequence()
		got, want := strings.Join(genera(s), " "), strings.Join(genera(sequence.MustCode(code)), " ")
		if got != want {
			t.Errorf("%s: %s, want %s", code, got, want)
		}
	}
}

func TestGeneraEnd(t *testing.T) {
	s, _ := load(t, "kayles.star", kaylesFrom, Options{}).Sequence()
	err := s.Genera(t.Context(), 0, 40, 100, nil, func(uint64, string) error { return nil })
	if !errors.Is(err, grundy.ErrBudget) {
		t.Errorf("with a small budget: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Genera(ctx, 0, 40, 1<<16, nil, func(uint64, string) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	s, _ = load(t, "cycle.star", oneHeap+"def moves(n):\n    move_sum((n + 1) % 3, 0)\n", Options{}).Sequence()
	err = s.Genera(t.Context(), 2, 3, 1<<16, nil, func(uint64, string) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "play need not end: ") {
		t.Errorf("a cycle: %v", err)
	}
}
