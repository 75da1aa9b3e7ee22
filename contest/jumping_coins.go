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
	pairs, ok := pairsIn(ev, c, 1)
	if !ok {
		return lang.Value{}
	}
	asked, ok := pairsIn(ev, c, 2)
	n := int64(len(coins) + len(pairs) + len(asked))
	if !ok || !ev.Hold(64*n) || !ev.Spend(8*n) {
		return lang.Value{}
	}
	edges := make([]tree.Edge, len(pairs))
	for i, p := range pairs {
		edges[i] = tree.Edge{A: int(p[0]), B: int(p[1])}
	}
	questions := make([]tree.Rehanging, len(asked))
	for i, p := range asked {
		questions[i] = tree.Rehanging{U: int(p[0]), V: int(p[1])}
		if min(p[0], p[1]) < 1 || max(p[0], p[1]) > int64(len(coins)) {
			return ev.FailHere("question %d: %d, %d: want nodes, 1 … %d", i+1, p[0], p[1], len(coins))
		}
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
