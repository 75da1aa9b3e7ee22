package tree_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"grundy"
	"grundy/games/tree"
)

func TestDynamicAgainstNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		coins, edges := drawTree(t, 24)
		d, err := tree.NewDynamic(coins, edges)
		if err != nil {
			t.Fatal(err)
		}
		parents := parentsOf(len(coins), edges)
		node := rapid.IntRange(1, len(coins))
		t.Repeat(map[string]func(*rapid.T){
			"reparent": func(t *rapid.T) {
				u, v := node.Draw(t, "u"), node.Draw(t, "v")
				below := isBelow(parents, u, v)
				if err := d.Reparent(u, v); errors.Is(err, tree.ErrBelow) != below || (err != nil) != below {
					t.Fatalf("%d under %d: %v", u, v, err)
				}
				if !below {
					parents[u] = v
				}
			},
			"set coins": func(t *rapid.T) {
				u, number := node.Draw(t, "u"), rapid.Uint64().Draw(t, "coins")
				coins[u-1] = number
				d.SetCoins(u, number)
			},
			"": func(t *rapid.T) {
				if want := naiveValue(parents, coins); d.NimValue() != grundy.Value(want) {
					t.Fatalf("nim-value %d, want %d", d.NimValue(), want)
				}
				for u := 1; u <= len(coins); u++ {
					if d.Parent(u) != parents[u] || d.Coins(u) != coins[u-1] {
						t.Fatalf("node %d has the parent %d and %d coins", u, d.Parent(u), d.Coins(u))
					}
				}
			},
		})
	})
}

func TestDynamicLongPath(t *testing.T) {
	const n = 1_000_000
	coins, edges := path(n)
	d, err := tree.NewDynamic(coins, edges)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Reparent(2, n); !errors.Is(err, tree.ErrBelow) {
		t.Errorf("node 2 under a node below it: %v", err)
	}
	if err := d.Reparent(n, 1); err != nil || d.NimValue() != 1 {
		t.Errorf("nim-value %d, %v", d.NimValue(), err)
	}
	d.SetCoins(n, 6)
	if err := d.Reparent(2, n); err != nil || d.NimValue() != 6 || d.Parent(2) != n {
		t.Errorf("nim-value %d, %v", d.NimValue(), err)
	}
}

func TestDynamicPanics(t *testing.T) {
	d, err := tree.NewDynamic([]uint64{1, 2}, []tree.Edge{{A: 1, B: 2}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if got, want := recover(), "grundy/games/tree: node 3 of a tree of nodes 1 … 2"; got != want {
			t.Errorf("%v, want %s", got, want)
		}
	}()
	d.SetCoins(3, 1)
}
