package tree_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"grundy"
	"grundy/games/tree"
)

// jumpsValue is the nim-value by the rules: the mex over all moves, with a memo.
func jumpsValue(parents []int, coins []uint64, known map[string]uint64) uint64 {
	key := ""
	for _, c := range coins {
		key += string(rune(c))
	}
	if value, ok := known[key]; ok {
		return value
	}
	options := map[uint64]bool{}
	for node := 2; node < len(parents); node++ {
		if coins[node-1] == 0 {
			continue
		}
		coins[node-1]--
		for to := parents[node]; to != 0; to = parents[to] {
			coins[to-1]++
			options[jumpsValue(parents, coins, known)] = true
			coins[to-1]--
		}
		coins[node-1]++
	}
	mex := uint64(0)
	for options[mex] {
		mex++
	}
	known[key] = mex
	return mex
}

// TestJumpsIsTheGame compares all questions about small trees with the rules.
func TestJumpsIsTheGame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		coins, edges := drawTree(t, 6)
		left := 4
		for i := range coins { // so that a game has few positions
			coins[i] = min(coins[i], uint64(left))
			left -= int(coins[i])
		}
		parents := parentsOf(len(coins), edges)
		var questions []tree.Rehanging
		for u := 1; u <= len(coins); u++ {
			for v := 1; v <= len(coins); v++ {
				questions = append(questions, tree.Rehanging{U: u, V: v})
			}
		}
		values, isTree, err := tree.Jumps(t.Context(), coins, edges, questions)
		if err != nil {
			t.Fatal(err)
		}
		possible, err := tree.Possible(len(coins), edges, questions)
		if err != nil {
			t.Fatal(err)
		}
		for i, q := range questions {
			if possible[i] != isTree[i] {
				t.Fatalf("%v is possible: %v", q, possible[i])
			}
			if want := !isBelow(parents, q.U, q.V); isTree[i] != want {
				t.Fatalf("%v makes a tree: %v", q, isTree[i])
			} else if !want {
				continue
			}
			before := parents[q.U]
			parents[q.U] = q.V
			if want := jumpsValue(parents, coins, map[string]uint64{}); values[i] != grundy.Value(want) {
				t.Fatalf("%v: nim-value %d, want %d", q, values[i], want)
			}
			parents[q.U] = before
		}
	})
}

// TestJumpsAgainstNaive compares larger trees, long ones among them, with a walk from
// every coin to the root.
func TestJumpsAgainstNaive(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, reach := range []int{1, 2, 20, 400} {
		coins, edges := randomTree(random, 400, reach)
		parents := parentsOf(len(coins), edges)
		var questions []tree.Rehanging
		for range 400 {
			questions = append(questions, tree.Rehanging{U: 1 + random.IntN(len(coins)), V: 1 + random.IntN(len(coins))})
		}
		values, isTree, err := tree.Jumps(t.Context(), coins, edges, questions)
		if err != nil {
			t.Fatal(err)
		}
		for i, q := range questions {
			if isTree[i] == isBelow(parents, q.U, q.V) {
				t.Fatalf("%v makes a tree: %v", q, isTree[i])
			}
			if !isTree[i] {
				continue
			}
			before := parents[q.U]
			parents[q.U] = q.V
			want := uint64(0)
			for node := 1; node <= len(coins); node++ {
				depth := uint64(0)
				for at := node; at != 1; at = parents[at] {
					depth++
				}
				want ^= depth * (coins[node-1] % 2)
			}
			if values[i] != grundy.Value(want) {
				t.Fatalf("reach %d, %v: nim-value %d, want %d", reach, q, values[i], want)
			}
			parents[q.U] = before
		}
	}
}

func TestJumpsOfNoTree(t *testing.T) {
	_, _, err := tree.Jumps(t.Context(), []uint64{1, 1}, nil, nil)
	if _, ok := errors.AsType[*tree.NotATreeError](err); !ok {
		t.Errorf("two nodes without an edge: %v", err)
	}
}

func BenchmarkJumps(b *testing.B) {
	const n = 200_000
	for _, shape := range shapes {
		b.Run(shape.name, func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 1))
			coins, edges := randomTree(random, n, shape.reach(n))
			var questions []tree.Rehanging
			for _, q := range randomPairs(random, n) {
				questions = append(questions, tree.Rehanging{U: q.A, V: q.B})
			}
			for b.Loop() {
				if _, _, err := tree.Jumps(b.Context(), coins, edges, questions); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
