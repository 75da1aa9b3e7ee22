// Package loopy knows impartial games in which play need not end: finite graphs
// with cycles. A game that goes on for ever is a draw.
//
// The two functions that most people need are [Outcomes] and [Solve].
//
// [Outcomes] tells win, lose and draw of a graph that is played alone, and
// [Solve] what each node is worth in sums: a nim-value, or infinity with the
// set of the nim-values of its options. [Sum] adds such values, and [OutcomeOf]
// says who wins.
//
// # Labels
//
// Smith (1966, "Graphs and composite games") labels nodes one after another. A
// node v may be labelled m when
//
//   - m is the mex of the labels of its options that have one, and
//   - each option that has none yet has itself an option labelled m. (A move
//     there can be reverted: answered by a move that restores m.)
//
// A node that can never be labelled is worth infinity, with the set K of the labels of
// its options. The same theory is in Fraenkel and Perl (1975, "Constructions in
// combinatorial games with cycles"), Fraenkel and Yesha (1986, "The generalized
// Sprague-Grundy function and its invariance under certain mappings"), On Numbers
// and Games (chapter 11), Winning Ways (chapter 12), and Siegel (2013,
// Combinatorial Game Theory, chapter IV).
//
// The second condition is needed for every m, not only for 0. Let v have an
// option labelled 0 and a loop to itself: without the condition it would get
// the label 1, but v + *1 is a draw, as v can be moved to v for ever.
//
// # Sums
//
// A sum of labelled nodes is P if the nim-sum of the labels is 0, else N. A sum
// with exactly one node that is not labelled is N if the nim-sum g of the other
// labels is in its set K, else a draw. With more such nodes it is a draw.
//
// Proof. Let all nodes be labelled, with nim-sum 0, and let the opponent move
// one of them, labelled m, from v to u. If u had no label when v got its own, u
// has an option that was then labelled m: move there. If it had one, that is
// not m, and the sum is not 0 any more. So some node of label g, v's place
// among them, must become some smaller h, and it has an option that was
// labelled h before it was labelled itself. Either way the two moves bring back
// the nim-sum 0, and they replace nodes by nodes that were labelled earlier;
// this cannot go on for ever, and it is the opponent who cannot move. So such a
// sum is P, and with another nim-sum it is N, by the move of Nim.
//
// Let X be all sums that are claimed to be draws. A move from X never leads to
// a sum that is P: that would be one with all nodes labelled and nim-sum 0, so
// the only node without label was moved to the label g of the rest, and g is in
// K. And some move from X leads to X. For let u not be labelled, and m be the
// mex of its set K. As u could not be labelled m, it has an option w without
// label that has no option labelled m. If u is not alone, move there: there
// are still two nodes without label. If it is, g is not in K, hence not below
// m. If g = m, move from u to w, whose set lacks m. If g > m, move from g to m
// in the rest, as in Nim; K lacks m.
//
// So whoever is to move in X can stay in it, and does not lose by that; and as no
// move leads from X to a sum that is P, nobody can win there either.
//
// It follows that labels do not depend on the order in which they are given:
// the outcome of v + *k is P exactly for k = m. And nodes of
// infinite value with the same set K can take each other's place in any sum.
//
// # Levels
//
// So the nodes from which play must end can be labelled first, by the mex rule,
// and of the others those with label 0, then 1, and so on. At level m, a node
// without label is labelled m if it has options of all labels below m, none
// labelled m, and if each of its options that has no label has itself an option
// labelled m. Options with labels above m, which occur in the part where play
// must end, change neither the mex nor that condition.
//
// All that is said of m speaks of labels up to m only. So what could be labelled m
// later can be labelled m at level m: this order finds all labels.
//
// A level is a retrograde analysis of the nodes without label. Those that are
// labelled m are its P positions, and those with an option labelled m its N
// positions, whether that option was labelled before or is labelled now; a node
// without options of all labels below m is never P. It costs O(nodes + edges) of
// the part that is left. The levels end when no node there has options of all
// labels so far. A node has at least as many options as its label, and where m is
// the largest label there are nodes of all labels below it; so there are m(m+1)/2
// edges, the levels are O(sqrt(edges)), and all of them together cost
// O((nodes + edges) * sqrt(edges)) at the very most.
//
// # Remoteness
//
// In a conjunctive compound a player moves in all components, and the play ends
// when the first one ends. Let the remoteness of a draw be infinite. Then who wins
// the component of the least remoteness wins the compound, and that is its
// remoteness; if all are infinite, it is a draw (Winning Ways, chapters 9 and 12).
//
// Proof, for both conventions. Call a position that the player to move wins won,
// and one that he loses lost. A won position that can move has a lost option of a
// remoteness one less, and none of a smaller one; all options of a lost one are
// won, the most remote of them by one less. A draw has an option that is a draw,
// and none that is lost. Remotenesses of won and of lost positions are never the
// same, as the ones are even and the others odd. A component of remoteness 0 has
// ended, and with it the play.
//
// Let a won component have the least remoteness m > 0. Its winner moves there
// to the lost option of m-1; in other won components to their lost options of m-1
// or more; in lost ones, of more than m, to their most remote options, of m or
// more; in draws to draws. That leaves the least remoteness m-1, of lost components
// only. No move leaves a smaller one of a lost component, as that component would
// have been won in less than m moves.
//
// Let a lost component have the least remoteness m > 0. Every move leads there
// to a won option of m-1 or less. No move leaves a lost component of m-1 or less,
// as that component would have been won in m moves or less. So the least is less
// than m, of won components only. It is m-1 where the loser moves to the most remote
// options of lost components, to lost options of won ones, and to draws in draws.
//
// By induction on m all is proved of finite remotenesses. If all components are
// draws, whoever is to move can leave draws only, and cannot leave a lost component;
// so nobody wins.
package loopy

// The theory stands here, with the arithmetic of values.

import (
	"slices"

	"github.com/grundy-games/grundy"
)

// Theorem names the theorem behind [Sum] and [OutcomeOf].
const Theorem = "loopy nim-values: finite ones add by nim-sum, infinity with a set K is N beside a nim-value in K and otherwise a draw, as are two infinities (C. A. B. Smith 1966; Winning Ways, chapter 12; proved in theory/loopy)"

// Sum returns the value of a sum: the nim-sum of nim-values; infinity with its
// set shifted by that, where one value is infinite; infinity with the empty set
// where more are. If one says who wins whatever else there is, the sum
// has that value. The sum of nothing is 0. It costs O(all that is given).
func Sum(values ...grundy.LoopyValue) grundy.LoopyValue {
	var sum grundy.LoopyValue
	infinities := 0
	for _, v := range values {
		if sum.Ending = max(sum.Ending, v.Ending); v.Infinite {
			infinities++
			sum.Options = v.Options
		} else {
			sum.Nim ^= v.Nim
		}
	}
	switch {
	case sum.Ending != grundy.NoEnding:
		return grundy.LoopyValue{Infinite: true, Ending: sum.Ending}
	case infinities == 0:
		return sum
	case infinities == 1:
		shifted := make([]grundy.Value, len(sum.Options))
		for i, option := range sum.Options {
			shifted[i] = option ^ sum.Nim
		}
		slices.Sort(shifted)
		return grundy.LoopyValue{Infinite: true, Options: shifted}
	}
	return grundy.LoopyValue{Infinite: true}
}

// OutcomeOf returns who wins a position of that value.
func OutcomeOf(v grundy.LoopyValue) grundy.Outcome {
	switch {
	case v.Ending == grundy.Lost, !v.Infinite && v.Nim == 0:
		return grundy.P
	case !v.Infinite || v.Ending == grundy.Won || slices.Contains(v.Options, 0):
		return grundy.N
	}
	return grundy.D
}
