package heap_test

import (
	"math/big"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/games/heap/sequence"
)

// game returns the game of heaps of some kinds with these moves.
func game(t *testing.T, kinds ...[]sequence.Breaking) *heap.System {
	t.Helper()
	s, err := sequence.NewSystem(kinds)
	if err != nil {
		t.Fatal(err)
	}
	return heap.NewSystem(0, []uint64{0, uint64(len(kinds))}, s)
}

// echoless returns the game of taking 1 … most, but not the number that was taken last.
func echoless(t *testing.T, most int) *heap.System {
	t.Helper()
	kinds := make([][]sequence.Breaking, most+1)
	for last := range kinds {
		for k := 1; k <= most; k++ {
			if k != last {
				kinds[last] = append(kinds[last], sequence.Breaking{From: k, Every: 1, Taken: k, Free: []sequence.Part{{Kind: k}}})
			}
		}
	}
	return game(t, kinds...)
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

// TestFoundOptions compares the options that are found, and counted, with all of them.
func TestFoundOptions(t *testing.T) {
	// Node Kayles on a path, and on a path with a triangle at its end.
	free := func(kinds ...int) (all []sequence.Part) {
		for _, kind := range kinds {
			all = append(all, sequence.Part{Kind: kind})
		}
		return all
	}
	g := game(t,
		[]sequence.Breaking{{Every: 1, Taken: 3, Free: free(0, 0)}, {Every: 1, Taken: 2, Free: free(0)}, {From: 1, Every: 1}},
		[]sequence.Breaking{
			{From: 1, Every: 1, Taken: 1, Free: free(0)},
			{Every: 1, Taken: 2, Free: free(0)},
			{Every: 1, Taken: 3, Free: free(0), Beside: []sequence.Part{{Heap: 2}}},
			{Every: 1, Taken: 3, Free: free(0, 1)},
			{Every: 1, Taken: 2, Free: free(1)},
		},
	)
	if learning, ok := g.PlanLearning(grundy.ByNimValue, []uint64{1 << 40, 0}); !ok || learning.Learn(t.Context()) != nil {
		t.Fatal("not learned")
	}
	if _, _, ok := g.Measure(grundy.ByNimValue, []uint64{1 << 40, 0}); !ok {
		t.Fatal("no period was found")
	}
	for n := uint64(0); n < 700; n += 1 + n/9 {
		for _, p := range [][]uint64{{n, 0}, {n, 1}, {n, 1, 5, 0}} {
			options := g.AppendOptions(nil, p)
			if count := g.CountOptions(p); count != uint64(len(options)) {
				t.Fatalf("%v has %d options, not %d", p, len(options), count)
			}
			for v := range uint64(6) {
				want := map[string]bool{}
				for _, q := range options {
					if got, _, _ := g.Measure(grundy.ByNimValue, q); v <= got && got <= v+1 {
						want[string(g.AppendPosition(nil, q))] = true
					}
				}
				found, ok := g.FindOptions(grundy.ByNimValue, p, v, v+1)
				if !ok || found.Count.Cmp(big.NewInt(int64(len(want)))) != 0 {
					t.Fatalf("%v has %d options of value %d, not %v", p, len(want), v, found.Count)
				}
				listed := 0
				for q := range found.Each {
					if listed++; !want[string(g.AppendPosition(nil, q))] {
						t.Fatalf("%v has no option %v of value %d", p, q, v)
					}
				}
				if listed != len(want) {
					t.Fatalf("%v: %d options listed, not %d", p, listed, len(want))
				}
			}
		}
	}
}
