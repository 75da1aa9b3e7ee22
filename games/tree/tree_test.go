package tree_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/tree"
	"github.com/grundy-games/grundy/internal/oracle"
)

// Every rooted tree of up to four nodes in every numbering, with 0 … 2 coins a
// node; some of the lists of parents are not trees.
func TestTreeAgainstOracle(t *testing.T) {
	for n := 1; n <= 4; n++ {
		trees := 0
		oracle.Vectors(n-1, uint64(n), func(below []uint64) {
			parents := make([]uint64, n-1)
			for i, parent := range below {
				parents[i] = parent + 1
			}
			rule := oracle.Args(parents...)
			if !leadToRoot(parents) {
				if c, err := tree.PlaceTree(rule, oracle.Args(make([]uint64, n)...)); err == nil {
					t.Fatalf("%v is a tree", c)
				}
				return
			}
			trees++
			o := &oracle.Oracle{}
			oracle.Vectors(n, 3, func(coins []uint64) {
				c, err := tree.PlaceTree(rule, oracle.Args(coins...))
				if err != nil {
					t.Fatal(err)
				}
				o.CheckClosed(t, c)
				oracle.CheckBound(t, c)
				checkReading(t, o, c)
			})
		})
		// Cayley: n^(n-2) trees on n labelled nodes, each rooted at node 1.
		if want := int(math.Pow(float64(n), float64(n-2))); trees != max(want, 1) {
			t.Errorf("%d trees of %d nodes", trees, n)
		}
	}
}

// leadToRoot reports whether parents leads from every node to node 1.
func leadToRoot(parents []uint64) bool {
	for node := uint64(2); node <= uint64(len(parents)+1); node++ {
		at, steps := node, 0
		for ; at != 1 && steps < len(parents); steps++ {
			at = parents[at-2]
		}
		if at != 1 {
			return false
		}
	}
	return true
}

// A larger random tree has the value of its coins at odd distance from the
// root, counted one node at a time, and finds the options that a walk finds.
func TestTreeRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		coins, edges := drawTree(t, 30)
		parents := parentsOf(len(coins), edges)
		list := make([]uint64, 0, len(coins))
		for _, parent := range parents[2:] {
			list = append(list, uint64(parent))
		}
		c, err := tree.PlaceTree(oracle.Args(list...), oracle.Args(coins...))
		if err != nil {
			t.Fatal(err)
		}
		value := func(q grundy.Component) uint64 { return naiveValue(parents, q.Position().([]uint64)) }
		if got, _, _ := c.Measure(grundy.ByNimValue); got != value(c) {
			t.Fatalf("%v: nim-value %d, want %d", c, got, value(c))
		}
		options := oracle.OptionsOf(t, c, value)
		options.CheckValues(t)
		options.CheckOutcomes(t)
	})
}

func TestTreeText(t *testing.T) {
	c, err := tree.PlaceTree(oracle.Args(1, 1, 3, 3, 4), oracle.Args(0, 2, 2, 1, 3, 2))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := c.String(), "tree[1,1,3,3,4](0,2,2,1,3,2)"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	found, _ := c.FindOptions(grundy.ByOutcome, 0, 0)
	var moves []string
	for q := range found.Each {
		moves = append(moves, c.DescribeMove(q))
	}
	want := []string{"move 2 coins from node 2 to node 1", "move 2 coins from node 3 to node 1", "move 2 coins from node 6 to node 4"}
	if !slices.Equal(moves, want) {
		t.Errorf("moves %q, want %q", moves, want)
	}
	single, err := tree.PlaceTree(nil, oracle.Args(5))
	if err != nil || single.String() != "tree(5)" {
		t.Errorf("%v, %v", single, err)
	}
}

// A path of a million nodes, numbered from the leaf to the root's child.
func TestTreeLongPath(t *testing.T) {
	const n = 1_000_000
	parents, coins := make([]int, n-1), make([]uint64, n)
	for i := range parents {
		parents[i] = i + 3
	}
	parents[n-2] = 1
	coins[1] = 7 // on node 2, the leaf, at depth n-1
	game, err := tree.NewTree(parents...)
	if err != nil {
		t.Fatal(err)
	}
	if v, _, _ := game.Measure(grundy.ByNimValue, coins); v != 7 {
		t.Errorf("nim-value %d", v)
	}
	if n := game.CountPositions(coins); n != math.MaxUint64 {
		t.Errorf("at most %d positions", n)
	}
	found, _ := game.FindOptions(grundy.ByOutcome, coins, 0, 0)
	for q := range found.Each {
		if got, want := string(game.AppendMove(nil, coins, q)), "move 7 coins from node 2 to node 3"; got != want {
			t.Errorf("move %q, want %q", got, want)
		}
	}
}

func TestTreeErrors(t *testing.T) {
	minus := grundy.Arg{Text: "-1", Neg: true, Abs: 1}
	for _, test := range []struct {
		rule, args []grundy.Arg
		arg        int
		inRule     bool
		want       string
	}{
		{nil, nil, -1, false, "0 parents and 0 numbers of coins: tree needs the parents of nodes 2 … n and the coins of nodes 1 … n"},
		{oracle.Args(1, 1), oracle.Args(1, 2, 3, 4), -1, false, "2 parents and 4 numbers of coins: tree needs the parents of nodes 2 … n and the coins of nodes 1 … n"},
		{oracle.Args(1, 4), oracle.Args(1, 2, 3), 1, true, "parent of node 3 = 4: a parent is a node, 1 … 3"},
		{oracle.Args(0, 1), oracle.Args(1, 2, 3), 0, true, "parent of node 2 = 0: a parent is a node, 1 … 3"},
		{[]grundy.Arg{minus}, oracle.Args(1, 2), 0, true, "parent of node 2 = -1: a parent is a node, 1 … 2"},
		{oracle.Args(2), oracle.Args(1, 2), 0, true, "parent of node 2 = 2: the parents must lead to node 1, and this one closes a cycle"},
		{oracle.Args(3, 2), oracle.Args(1, 2, 3), 1, true, "parent of node 3 = 2: the parents must lead to node 1, and this one closes a cycle"},
		{oracle.Args(1), []grundy.Arg{grundy.ArgOf(1), minus}, 1, false, "coins of node 2 = -1: a number of coins is 0 … 9223372036854775807"},
	} {
		_, err := tree.PlaceTree(test.rule, test.args)
		wantError(t, err, test.want)
		position, ok := errors.AsType[*grundy.PositionError](err)
		if !ok || position.Arg != test.arg || position.Bracketed != test.inRule {
			t.Errorf("error %#v", err)
		}
	}
	_, err := tree.NewTree(3, 2)
	fault, ok := errors.AsType[*tree.NotATreeError](err)
	if !ok || fault.Edge != 1 || !fault.Cycle {
		t.Errorf("error %#v", err)
	}
}

// Different trees are different games, and so are staircases of different heights.
func TestRulesKey(t *testing.T) {
	keys := map[any]string{}
	for name, game := range map[string]*tree.Tree{
		"two children": mustTree(t, 1, 1), "a path": mustTree(t, 1, 2), "a child": mustTree(t, 1),
		"2 steps": tree.NewStaircase(2), "3 steps": tree.NewStaircase(3),
	} {
		if other, ok := keys[game.RulesKey()]; ok {
			t.Errorf("%s and %s have the same key", name, other)
		}
		keys[game.RulesKey()] = name
	}
}

func mustTree(t *testing.T, parents ...int) *tree.Tree {
	t.Helper()
	game, err := tree.NewTree(parents...)
	if err != nil {
		t.Fatal(err)
	}
	return game
}
