package heap_test

import (
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap"
)

// echoless returns the game of taking 1 … most, but not the number that was taken last.
func echoless(t *testing.T, most int) *heap.Remembering {
	t.Helper()
	r := heap.RememberingRules{Sides: []uint64{0, uint64(most + 1)}, Modulus: 1}
	for n := range most + 1 {
		row := make([][]heap.Taking, most+1)
		for last := range row {
			for k := 1; k <= n; k++ {
				if k != last {
					row[last] = append(row[last], heap.Taking{Taken: k, Memory: k})
				}
			}
		}
		r.Moves = append(r.Moves, row)
	}
	g, err := heap.NewRemembering(r)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// The 37 Puzzle Game (H. E. Dudeney, Modern Puzzles 1926, no. 206): 1 to 5 are added, not the same
// number twice in a row. The first player begins with 4, and secures 4, 11, 17, 24, 30, 37.
func TestDudeney(t *testing.T) {
	g := echoless(t, 5)
	if learning, ok := g.PlanLearning(grundy.ByOutcome, []uint64{37, 0}); !ok || learning.Learn(t.Context()) != nil {
		t.Fatal("not learned")
	}
	secure := map[uint64]bool{4: true, 11: true, 17: true, 24: true, 30: true, 37: true}
	for sum := uint64(1); sum <= 37; sum++ {
		won, _, ok := g.Measure(grundy.ByOutcome, []uint64{37 - sum, 0})
		if !ok || (won == 0) != secure[sum] {
			t.Errorf("to leave %d: %d, %v", 37-sum, won, ok)
		}
	}
	found, ok := g.FindOptions(grundy.ByOutcome, []uint64{37, 0}, 0, 0)
	for q := range found.Each {
		if ok = ok && q[0] == 33; !ok {
			t.Errorf("won by leaving %d", q[0])
		}
	}
	if r, _, err := g.At([]uint64{0, 0}).Period(t.Context(), 1<<20, nil); err != nil || !r.Proved || r.Period != 13 {
		t.Errorf("%v, %v", r, err)
	}
}

func TestBadMemories(t *testing.T) {
	for _, moves := range [][][][]heap.Taking{
		{{{{Taken: 1}}}},
		{{{{Taken: 0}}}},
		{{{{Memory: 1}}, {{Memory: 0}}}},
	} {
		if _, err := heap.NewRemembering(heap.RememberingRules{Sides: []uint64{0, 2}, Moves: moves, Modulus: 1}); err == nil {
			t.Errorf("%v is a game", moves)
		}
	}
}
