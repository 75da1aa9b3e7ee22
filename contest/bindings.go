package contest

// This file holds how answers call algorithms of their own, those of package census and of
// games/tree, whose arguments are lists of pairs, or may be negative: what they take, and
// what they are charged.

import (
	"math"
	"sync/atomic"

	"grundy/contest/census"
	"grundy/games/tree"
	"grundy/rules/lang"
)

// sharedErrantSieve is the largest one that was made, and does not change.
var sharedErrantSieve atomic.Pointer[census.ErrantKnights]

// mostErrant bounds the coordinates of errant knights: a sieve to there takes 70 MB.
const mostErrant = 30_000

// errantKnightsWon is errant_knights_won(x, y): for each of the vectors from one knight to the
// other, 1 where the player to move wins, else 0. See [census.ErrantKnights].
func errantKnightsWon(ev *lang.Evaluator, c *lang.Call) lang.Value {
	if !wants(ev, c, 2, 2) {
		return lang.Value{}
	}
	var vectors [2][]int
	for i, v := range c.Args {
		items, ok := signedIn(ev, v)
		if !ok {
			return lang.Value{}
		}
		vectors[i] = items
	}
	x, y := vectors[0], vectors[1]
	if len(x) != len(y) {
		return ev.FailHere("want as many y as x")
	}
	reach := 0
	for i := range x {
		if max(x[i], -x[i], y[i], -y[i]) > mostErrant {
			return tooMany(ev, c, "the distance (%d,%d)", x[i], y[i])
		}
		reach = max(reach, census.ErrantReach(x[i], y[i]))
	}
	sieve := sharedErrantSieve.Load()
	if sieve == nil || sieve.Reach() < reach {
		if !ev.Spend(int64(reach)*int64(reach)/8) || !ev.Hold(int64(reach)*int64(reach)/16+8*int64(reach)) {
			return lang.Value{}
		}
		sieve = &census.ErrantKnights{}
		if err := sieve.Extend(contextOf(ev), reach); err != nil {
			return ev.Halt(c.Node, err)
		}
		sharedErrantSieve.Store(sieve)
	}
	won := make([]uint64, len(x))
	for i := range won {
		if sieve.Wins(x[i], y[i]) {
			won[i] = 1
		}
	}
	return lang.HostedValue(&numberList{numbers: won})
}

// runsWonOf is runs_won(heaps): see [census.RunsWon].
func runsWonOf(ev *lang.Evaluator, c *lang.Call) lang.Value {
	if !wants(ev, c, 1, 1) {
		return lang.Value{}
	}
	heaps, ok := numbersOf(ev, c.Args[0])
	if !ok || !ev.Spend(int64(len(heaps))) || !ev.Hold(16*int64(len(heaps))) {
		return lang.Value{}
	}
	return uintValue(census.RunsWon(heaps))
}

// primeFactorsOf is prime_factors(a, b): how many prime factors each of the numbers a … b has,
// with multiplicity. See [census.PrimeFactors].
func primeFactorsOf(ev *lang.Evaluator, c *lang.Call) lang.Value {
	n, ok := numberArgs(ev, c, 2)
	if !ok {
		return lang.Value{}
	}
	count := n[1] - min(n[0], n[1])
	if count > 1<<40 || !ev.Spend(int64(count)+int64(math.Sqrt(float64(n[1])))) || !ev.Hold(16*int64(count)+int64(math.Sqrt(float64(n[1])))) {
		return tooMany(ev, c, "the numbers %d to %d", n[0], n[1])
	}
	counts, err := census.PrimeFactors(contextOf(ev), n[0], n[1])
	if err != nil {
		return ev.Halt(c.Node, err)
	}
	return lang.HostedValue(&numberList{numbers: counts})
}

// factorsOf is factors(n): a list of tuples, each prime that divides n and its exponent. See
// [census.Factor].
func factorsOf(ev *lang.Evaluator, c *lang.Call) lang.Value {
	n, ok := numberArgs(ev, c, 1)
	if !ok || !ev.Spend(1+int64(math.Sqrt(float64(min(n[0], census.MostFactored))))/8) {
		return lang.Value{}
	}
	primes, exponents, err := census.Factor(contextOf(ev), n[0])
	if err != nil {
		return ev.Halt(c.Node, err)
	}
	if !ev.Hold(96 * int64(len(primes))) {
		return lang.Value{}
	}
	items := make([]lang.Value, len(primes))
	for i, p := range primes {
		items[i] = lang.Tuple([]lang.Value{uintValue(p), uintValue(exponents[i])})
	}
	return lang.List(items)
}

// constrainedNimValues is constrained_nim_values(heaps, takes): the nim-value of each heap, where
// takes are pairs of a heap and what nobody may take of exactly that heap. See [census.ConstrainedNim].
func constrainedNimValues(ev *lang.Evaluator, c *lang.Call) lang.Value {
	if !wants(ev, c, 2, 2) {
		return lang.Value{}
	}
	heaps, ok := numbersOf(ev, c.Args[0])
	if !ok {
		return lang.Value{}
	}
	pairs, ok := pairsIn(ev, c, 1)
	if !ok || !ev.Hold(8*int64(len(heaps))+160*int64(len(pairs))) || !ev.Spend(int64(len(heaps))+8*int64(len(pairs))) {
		return lang.Value{}
	}
	takes := make([]census.ForbiddenTake, len(pairs))
	for i, p := range pairs {
		takes[i] = census.ForbiddenTake{Heap: uint64(p[0]), Take: uint64(p[1])}
	}
	game := census.NewConstrainedNim(takes)
	values := make([]uint64, len(heaps))
	for i, h := range heaps {
		values[i] = game.Value(h)
	}
	return lang.HostedValue(&numberList{numbers: values})
}

// intervalNimValueOf is interval_nim_value(intervals): see [census.IntervalNimValue].
func intervalNimValueOf(ev *lang.Evaluator, c *lang.Call) lang.Value {
	if !wants(ev, c, 1, 1) {
		return lang.Value{}
	}
	intervals, ok := pairsIn(ev, c, 0)
	n := int64(len(intervals))
	if n > 1<<15 || !ok || !ev.Hold(32*n*n+64*n) || !ev.Spend(n*n*n/32+1) {
		return tooMany(ev, c, "%d intervals", n)
	}
	return uintValue(census.IntervalNimValue(intervals))
}

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
