// Package compound knows who wins many games at once, and by which moves,
// from one number a game.
//
// A compound says in which components a player moves in one turn, and when the
// play ends: at once when the first component has ended, or only when nobody
// can move. A player who cannot move loses in normal play and wins in misère
// play. For most pairs of a [Kind] and a convention one measure of the single
// components decides: [Kind.Theorem] finds it. The [Theorem] says who wins,
// and lists all winning moves without looking at the components again, as
// boxes: this component to an option whose measure lies here, that one to an
// option whose measure lies there. Where no theorem is known, [Product] is the
// compound as one game, which can be searched.
//
// # Which measures decide, and why
//
// Call a position good for the player who has just moved if it is P. Each
// theorem is proved the same way: from a good position every move leads to one
// that is not good; any other position in which the play is not over has a
// move to a good one, except where a player who cannot move wins. A component
// has ended when it has no option.
// The theory of normal play is due to C. A. B. Smith (1966, "Graphs and composite
// games"), Conway (On Numbers and Games, chapter 14) and Winning Ways, chapters 9
// and 10. The theorems of misère play are proved here.
//
// Disjunctive, normal. Good when the nim-sum of the nim-values is 0 (Bouton
// 1901; Sprague 1935; Grundy 1939). A move changes one nim-value, so it changes
// the sum. If the sum is X and not 0, some component of nim-value g has X's top
// bit, so g xor X < g, and g has an option of every smaller nim-value.
//
// Disjunctive, misère. No function of single components that takes few values
// decides. See package theory/misere.
//
// Diminished disjunctive, normal. The player who ends a component wins. If none has
// ended and some component has an option that has, the player to move wins. Otherwise
// nobody may move to such a component, on pain of losing at once, and a player
// who has no other move loses. So the positions that can be ended in one move
// are forbidden squares, and what is left is a disjunctive compound in normal
// play: good when the nim-sum of the foreclosed nim-values is 0. And good, too,
// when some component has ended, as the play is over.
//
// Diminished disjunctive, misère. The player who ends a component loses. So ended
// positions are forbidden squares, a player who has no other move loses, and
// what is left is again a disjunctive compound in normal play. If some component
// has ended already, the player to move has won.
//
// Conjunctive. The first component to end decides, so the winner of a component
// hurries and its loser stalls: the compound lasts as long as its least
// remoteness m, which is the compound's (Steinhaus 1925). Good when m is even, and
// in misère play, with misère remoteness, when m is odd: that is, when a
// component of remoteness m is P by itself. For if it is, all its options are N
// and last m-1 moves at most. So after any move the least remoteness is less than
// m; and it belongs to an N position, as a component that lasts m moves or more
// has no P option that lasts fewer than m-1, and m-1 has the parity of N. If a
// component of remoteness m is N, it has a P option that lasts m-1. Every
// other component lasts m or more, so it has a move to an option that lasts m-1
// or more; then the least remoteness is m-1, that of a P position. With m = 0
// the play is over.
//
// Continued conjunctive. The last component to end decides, so its winner stalls
// and its loser hurries: the compound lasts as long as its greatest suspense.
// Good when that is even, and in misère play, with misère suspense, when it is
// odd. The proof is the same, with greatest for least.
//
// Selective, normal. Good when every component is P by itself. A move in a set
// of P components leaves each of them N. Otherwise move in all N components,
// each to a P option.
//
// Selective, misère. Good when two or more components can still move and all
// components are P in normal play, or when just one can still move and it is P
// in misère play. In the first case a move makes N of what it touches; so none
// of that has ended, two or more still can move, and one is N. Otherwise, with
// one component, it is a game by itself. With more, some of them N: move all
// these to options P in normal play. If two or more can move after that, it is
// good. Otherwise all of them, except at most one, had to be ended. If there is a
// component B that was P, it is the only one of its kind; end all others, and
// leave B if it is P in misère play, otherwise move it to an option that is. If
// there is none, take for B the component that need not have an option that
// has ended, and do the same.
//
// Shortened selective, normal. Good when some component has ended, or all are P.
// From all P, none ended, a move leaves an N component and ends none, as P
// positions have no P options. Otherwise move in all N components, each to a P
// option: all are P then.
//
// Shortened selective, misère. Good when every component is P in misère play; a
// component that has ended is not. From there a move changes a component to N in
// misère play. Otherwise, if none has ended, move all that are N to options that
// are P, none of which has ended.
//
// Proper selective, normal. Good when all nim-values are equal; components that
// have ended count. From all equal to v, the components that moved have another
// nim-value than v, and one that did not move has v. Otherwise let v be the
// least nim-value: move every component above v to an option of nim-value v; that
// is not every component, and not none.
//
// Proper selective, misère. A single component cannot move; of two, one moves,
// as in the disjunctive compound; if one of several has ended, any set of the
// others may move, as in the selective compound. With three or more that have
// not ended no function of the components is known, except for heaps of Nim: of k
// heaps any set except all may move, which is Moore's compound with K = k-1. There
// is none that takes few values: of the 15 games of birthday at most 3 that can
// move, 13 are told apart by the outcomes of their compounds with two others.
//
// Moore's compound, with at most K components a turn. For K = 1 it is the
// disjunctive one; with up to K components that can move, the selective one; with
// K+1 of them in normal play, the proper selective one: see [Kind.Reduced].
// Beyond these, Moore (1910) settled heaps of Nim, which moore.go explains.
//
// Moore's theorem is not true of nim-values. Let G be the game whose only move is
// to one heap of 1: its nim-value is 0. In G and three heaps of 1, with K = 2, the
// theorem says P. But a move that takes one heap of 1 and moves in G leaves three
// heaps of 1 again, which is P indeed, by the theorem and as the proper selective
// compound. The move raises a nim-value, and this is what heaps never do.
// If no option of any position of a game has a greater nim-value than the
// position, then the options of a position of nim-value v have just the
// nim-values below v, and by induction the game is the heap of v, options that
// are alike apart; so the theorem holds, and [grundy.ByHeap] tells such games.
package compound

import (
	"fmt"
	"iter"
	"math/big"

	"grundy"
)

// A Part is what decides of some equal components.
type Part struct {
	Measure uint64 // the measure that the theorem names
	Copies  uint64 // at least 1; exactly 1 unless the kind is [Kind.OneAtATime]
	Ended   bool   // it has no option; asked for only in compounds of [Moore]
}

// A Theorem decides compounds of one kind in one convention by one measure of
// their components. [Kind.Theorem] finds it.
type Theorem struct {
	// Measure is the measure that decides.
	Measure grundy.Measure
	// Source is the theorem in words, with its source.
	Source string

	rule *rule
	// good is the parity of a good remoteness or suspense.
	good uint64
	// first is the measure of the foreclosed nim-value 0.
	first uint64
	// most is K in a compound of Moore's, else 0.
	most   uint64
	misere bool
}

// A rule is a way to settle a compound. Each stands in a file of its own.
type rule struct {
	value func(t Theorem, parts []Part) uint64
	// good reports whether the player to move loses; nil for where value is 0.
	good func(t Theorem, parts []Part, value uint64) bool
	// plans yields the boxes of winning moves; nil where there are none.
	plans func(t Theorem, parts []Part, options Options) iter.Seq[Plan]
	// count returns the number of winning moves, given the number of options of a part
	// with a measure lo … hi; nil where the boxes are few, or heaps are counted.
	count func(t Theorem, parts []Part, levels []uint64, options func(part int, lo, hi uint64) *big.Int) *big.Int
	// isP reports whether a component is P, in rules that look at outcomes.
	isP func(p Part) bool
}

// Theorem returns the theorem that decides compounds of kind k with the
// given numbers of components and of those that can move. The result is false if no
// theorem is known; the kind that [Kind.Reduced] returns may have one.
//
// A theorem about [grundy.ByHeap] holds only if no part has measure 0.
func (k Kind) Theorem(convention grundy.Convention, components, active uint64) (Theorem, bool) {
	misere := convention == grundy.Misere
	t := Theorem{misere: misere}
	switch k {
	case Disjunctive:
		t.rule, t.Measure, t.Source = &nimSum, grundy.ByNimValue,
			"Sprague-Grundy theorem: P when the nim-sum is 0 (Sprague 1935, Grundy 1939)"
		return t, !misere
	case DiminishedDisjunctive:
		t.rule, t.first, t.Measure, t.Source = &forbidden, endable+1, grundy.ByForeclosed,
			"diminished disjunctive compound: who ends a component wins, else P when the nim-sum of the foreclosed nim-values is 0 (On Numbers and Games, chapter 14)"
		if misere {
			t.first, t.Measure, t.Source = ended+1, grundy.ByMisereForeclosed,
				"misère diminished disjunctive compound: who ends a component loses, so P when none has ended and the nim-sum of the nim-values without ended positions is 0 (proved in theory/compound)"
		}
	case Conjunctive:
		t.rule, t.Measure, t.Source = &least, grundy.ByRemoteness,
			"conjunctive compound: P when the least remoteness is even (Steinhaus 1925; Winning Ways, chapter 9)"
		if misere {
			t.good, t.Measure, t.Source = 1, grundy.ByMisereRemoteness,
				"misère conjunctive compound: P when the least misère remoteness is odd (after Winning Ways, chapter 9; proved in theory/compound)"
		}
	case ContinuedConjunctive:
		t.rule, t.Measure, t.Source = &greatest, grundy.BySuspense,
			"continued conjunctive compound: P when the greatest suspense is even (C. A. B. Smith 1966; Winning Ways, chapter 9)"
		if misere {
			t.good, t.Measure, t.Source = 1, grundy.ByMisereSuspense,
				"misère continued conjunctive compound: P when the greatest misère suspense is odd (after Winning Ways, chapter 9; proved in theory/compound)"
		}
	case Selective:
		t.rule, t.Measure, t.Source = &allP, grundy.ByOutcome,
			"selective compound: P when every component is P (C. A. B. Smith 1966; Winning Ways, chapter 10)"
		if misere {
			t.rule, t.Measure, t.Source = &lastAlone, grundy.ByOutcomes,
				"misère selective compound: P when every component is P in normal play, or, once only one can move, when that is P in misère play (proved in theory/compound)"
		}
	case ShortenedSelective:
		t.rule, t.Measure, t.Source = &untilFirst, grundy.ByOutcomes,
			"shortened selective compound: P when a component has ended or every component is P (C. A. B. Smith 1966; On Numbers and Games, chapter 14)"
		if misere {
			t.rule, t.Source = &allMisereP,
				"misère shortened selective compound: P when every component is P in misère play (proved in theory/compound)"
		}
	case ProperSelective:
		if misere {
			if components == 1 {
				t.rule, t.Measure, t.Source = &noMove, grundy.ByOutcomes,
					"a proper selective compound of one component: there is no move"
				return t, true
			}
			return onHeaps(components-1, misere), components > 1
		}
		t.rule, t.Measure, t.Source = &allEqual, grundy.ByNimValue,
			"proper selective compound: P when all nim-values are equal (TopCoder, Algorithm Games; proved in theory/compound)"
	default:
		most, ok := k.Most()
		if ok && !misere && active == most+1 {
			t.rule, t.most, t.Measure = &allEqual, most, grundy.ByNimValue
			t.Source = fmt.Sprintf("at most %d of %d components that can move, so any set but all of them: P when their nim-values are equal (proved in theory/compound)", most, active)
			return t, true
		}
		return onHeaps(most, misere), ok
	}
	return t, true
}

func onHeaps(most uint64, misere bool) Theorem {
	t := Theorem{
		Measure: grundy.ByHeap, rule: &heaps, most: most, misere: misere,
		Source: fmt.Sprintf("Moore's theorem on heaps of Nim: P when every binary digit occurs a multiple of %d times (E. H. Moore 1910; theory/compound/moore.go)", most+1),
	}
	if misere {
		t.Source = fmt.Sprintf("Moore's theorem on heaps of Nim in misère play: P when every binary digit occurs a multiple of %d times, or, if no heap is greater than 1, when the number of ones is one more than that (after E. H. Moore 1910; proved in theory/compound/moore.go)", most+1)
	}
	return t
}

// Applies reports whether the theorem may be applied to the parts. Only those
// about [grundy.ByHeap] ask something of them: that all are heaps of Nim.
func (t Theorem) Applies(parts []Part) bool {
	if t.rule == &heaps {
		for _, p := range parts {
			if p.Measure == noHeap {
				return false
			}
		}
	}
	return true
}

// count returns how many components have a measure from lo to hi.
func count(parts []Part, lo, hi uint64) (n uint64) {
	for _, p := range parts {
		if lo <= p.Measure && p.Measure <= hi {
			n = grundy.AddCounts(n, p.Copies)
		}
	}
	return n
}

// Value returns the number that decides the compound. It is one of these: the nim-sum
// of the nim-values, or of the foreclosed ones that exist; the least remoteness or the
// greatest suspense, which the compound has too; the number of components that are N;
// the number of different nim-values less one. By Moore's theorem it is the number
// with ones at the digits that break the rule. A compound of no components has value
// 0. It costs O(len(parts)).
func (t Theorem) Value(parts []Part) uint64 { return t.rule.value(t, parts) }

// Outcome returns who wins a compound of the parts. It costs O(len(parts)).
func (t Theorem) Outcome(parts []Part) grundy.Outcome {
	value := t.Value(parts)
	good := value == 0
	if t.rule.good != nil {
		good = t.rule.good(t, parts, value)
	}
	if good {
		return grundy.P
	}
	return grundy.N
}
