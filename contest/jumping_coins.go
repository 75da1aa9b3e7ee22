package contest

// This file holds questions about coins that jump to the root of a tree: Move the Coins II,
// CodeChef MOVCOIN2.

import (
	"grundy/games/tree"
	"grundy/rules/lang"
)

// jumpingCoinsMoved is jumping_coins_moved(coins, edges, questions): the nim-value of the tree of
// coins for each question u, v, after the branch at u is hung under v. See [tree.Jumps].
func jumpingCoinsMoved(ev *lang.Evaluator, c *lang.Call) lang.Value {
	if !wants(ev, c, 3, 3) {
		return lang.Value{}
	}
	coins, ok := numbersOf(ev, c.Args[0])
	if !ok {
		return lang.Value{}
	}
	edges, questions, ok := rehangings(ev, c, 1, uint64(len(coins)))
	if !ok {
		return lang.Value{}
	}
	values, isTree, err := tree.Jumps(contextOf(ev), coins, edges, questions)
	if err != nil {
		return ev.Halt(c.Node, err)
	}
	list := make([]uint64, len(values))
	for i, v := range values {
		if !isTree[i] {
			return ev.FailHere("question %d: node %d is in the branch at %d, which cannot hang under it", i+1, questions[i].V, questions[i].U)
		}
		list[i] = uint64(v)
	}
	return lang.HostedValue(&numberList{numbers: list})
}

// branchesMovable is branches_movable(n, edges, questions): for each question u, v about a tree of n
// nodes, 1 where the branch at u can hang under v, and 0 where v is in that branch. See
// [tree.Possible].
func branchesMovable(ev *lang.Evaluator, c *lang.Call) lang.Value {
	if !wants(ev, c, 3, 3) {
		return lang.Value{}
	}
	n, ok := numberIn(c.Args[0])
	if !ok || n > 1<<31 {
		return ev.Fail(c.Argument(0), "want a number of nodes, not %s", ev.Show(c.Args[0]))
	}
	edges, questions, ok := rehangings(ev, c, 1, n)
	if !ok {
		return lang.Value{}
	}
	possible, err := tree.Possible(int(n), edges, questions)
	if err != nil {
		return ev.Halt(c.Node, err)
	}
	list := make([]uint64, len(possible))
	for i, p := range possible {
		if p {
			list[i] = 1
		}
	}
	return lang.HostedValue(&numberList{numbers: list})
}

// rehangings returns the edges of a tree of n nodes, and the questions about it, which are two
// arguments of a call, and charges for what they need.
func rehangings(ev *lang.Evaluator, c *lang.Call, arg int, n uint64) ([]tree.Edge, []tree.Rehanging, bool) {
	pairs, ok := pairsIn(ev, c, arg)
	if !ok {
		return nil, nil, false
	}
	asked, ok := pairsIn(ev, c, arg+1)
	many := int64(n) + int64(len(pairs)) + int64(len(asked))
	if !ok || !ev.Hold(64*many) || !ev.Spend(8*many) {
		return nil, nil, false
	}
	edges, questions := make([]tree.Edge, len(pairs)), make([]tree.Rehanging, len(asked))
	for i, p := range pairs {
		edges[i] = tree.Edge{A: int(p[0]), B: int(p[1])}
	}
	for i, p := range asked {
		questions[i] = tree.Rehanging{U: int(p[0]), V: int(p[1])}
		if min(p[0], p[1]) < 1 || uint64(max(p[0], p[1])) > n {
			ev.FailHere("question %d: %d, %d: want nodes, 1 … %d", i+1, p[0], p[1], n)
			return nil, nil, false
		}
	}
	return edges, questions, true
}
