// Package compound knows who wins many games at once, and by which moves,
// from one number a game.
//
// The two functions that most people need are [ParseKind] and [Kind.Theorem].
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
// and 10. The theorems of misère play are proved here. Each theorem stands in a file
// with its proof, its winning moves and the words for its reasons.
package compound

import (
	"iter"
	"math/big"

	"github.com/grundy-games/grundy"
)

// A Part is what decides of some equal components.
type Part struct {
	Measure uint64 // the measure that the theorem names
	Copies  uint64 // at least 1; for more than the outcome exactly 1 unless the kind is [Kind.OneAtATime]
	Ended   bool   // it has no option; asked for only in compounds of [Moore]
}

// A Theorem decides compounds of one kind in one convention by one measure of
// their components. [Kind.Theorem] finds it.
type Theorem struct {
	// Measure is the measure that decides.
	Measure grundy.Measure
	// Source is the theorem in words, with its source.
	Source string

	criterion *criterion
	// good is the parity of a good remoteness or suspense.
	good uint64
	// first is the measure of the foreclosed nim-value 0.
	first uint64
	// most is K in a compound of Moore's, else 0.
	most   uint64
	misere bool
}

// A criterion is the way in which theorems that differ by numbers settle compounds.
type criterion struct {
	value func(t Theorem, parts []Part) uint64
	// good reports whether the player to move loses; nil for where value is 0.
	good func(t Theorem, parts []Part, value uint64) bool
	// plans yields the boxes of winning moves; nil where there are none.
	plans func(t Theorem, parts []Part, options Options) iter.Seq[Plan]
	// count returns the number of winning moves, given the number of options of a part
	// with a measure lo … hi; nil where the boxes are few, or heaps are counted.
	count func(t Theorem, parts []Part, levels []uint64, options func(part int, lo, hi uint64) *big.Int) *big.Int
	// compares says what of the measures decides: see [Theorem.Compares].
	compares string
	// isP reports whether a component is P, in rules that look at outcomes.
	isP func(p Part) bool
	// reasons says why the outcome is what it is.
	reasons func(t Theorem, parts []Part, value uint64, say Say)
}

// theorems holds those that hold for any number of components, by convention.
var theorems = map[Kind][2]Theorem{
	Disjunctive:           {disjunctive},
	DiminishedDisjunctive: {diminished, misereDiminished},
	Conjunctive:           {conjunctive, misereConjunctive},
	ContinuedConjunctive:  {continued, misereContinued},
	Selective:             {selective, misereSelective},
	ShortenedSelective:    {shortened, misereShortened},
	ProperSelective:       {proper},
}

// Theorem returns the theorem that decides compounds of kind k with the
// given numbers of components and of those that can move. The result is false if no
// theorem is known; the kind that [Kind.Reduced] returns may have one.
//
// A theorem about [grundy.ByHeap] holds only if no part has measure 0.
func (k Kind) Theorem(convention grundy.Convention, components, active uint64) (Theorem, bool) {
	misere := convention == grundy.Misere
	most, isMoore := k.Most()
	switch {
	case isMoore && !misere && active == most+1:
		return allBut(most), true
	case isMoore:
		return onHeaps(most, misere), true
	case k == ProperSelective && misere && components == 1:
		return lone, true
	case k == ProperSelective && misere:
		return onHeaps(components-1, misere), components > 1
	}
	t := theorems[k][convention]
	return t, t.criterion != nil
}

// Applies reports whether the theorem may be applied to the parts. Only those
// about [grundy.ByHeap] ask something of them: that all are heaps of Nim.
func (t Theorem) Applies(parts []Part) bool {
	if t.criterion == &heaps {
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
func (t Theorem) Value(parts []Part) uint64 { return t.criterion.value(t, parts) }

// Outcome returns who wins a compound of the parts. It costs O(len(parts)).
func (t Theorem) Outcome(parts []Part) grundy.Outcome {
	value := t.Value(parts)
	good := value == 0
	if t.criterion.good != nil {
		good = t.criterion.good(t, parts, value)
	}
	if good {
		return grundy.P
	}
	return grundy.N
}

// Compares says in a word or some what Value is of the measures, such as "least" or
// "nim-sum", and at which values the player to move loses: "even", "odd" or "0". The
// latter is "" where more than the value decides, as the reasons say.
func (t Theorem) Compares() (what, lost string) {
	switch {
	case t.criterion == &least, t.criterion == &greatest:
		lost = [...]string{"even", "odd"}[t.good]
	case t.criterion.good == nil, t.criterion == &heaps && !t.misere:
		lost = "0"
	}
	return t.criterion.compares, lost
}

// Modulus returns what the heaps with a one at a digit are counted by, in theorems about
// [grundy.ByHeap], and otherwise 0.
func (t Theorem) Modulus() uint64 {
	if t.criterion == &heaps {
		return t.most + 1
	}
	return 0
}

// Say takes a sentence.
type Say func(format string, args ...any)

// Reasons says in sentences why a compound of the parts, in which play is not over, has its
// outcome.
func (t Theorem) Reasons(parts []Part, say Say) { t.criterion.reasons(t, parts, t.Value(parts), say) }
