// Package misere knows misère play, in which a player who cannot move wins.
//
// The two functions that most people need are [Outcome] and [NewQuotient].
//
// Nim-values alone do not decide misère play. They do, together with one more
// bit, for tame games; [Outcome] says who wins a sum of those, and
// [WinningPlans] by which moves. For other games there are canonical forms, which
// a [Store] makes and adds, and whose genus is a [Symbol]; [Sums] has the genera of
// games that fall apart into sums. A [Lister] lets a search for outcomes in normal play find those
// in misère play.
//
// # Fickle and firm
//
// Bouton (1901) settled misère Nim: while some heap holds 2 or more, play as
// in normal Nim; when all heaps hold 0 or 1, the number of ones decides, the
// other way round. Call a position of Nim fickle when all its heaps hold 0 or
// 1, and firm when some heap holds more (Winning Ways, chapter 13). A sum is
// firm when some component is. A sum of nim-value v is P in misère play
// exactly when
//
//	it is firm and v = 0, or it is fickle and v = 1.
//
// # Games that inherit it
//
// Ferguson (1974, "On sums of graph games with last player losing") found a
// property that is enough: every position of nim-value 0 that has an option
// has an option of nim-value 1. Count a position of such a game as fickle when
// its nim-value is 0 or 1, and as firm when it is more; then sums of such
// games have the outcome above. For:
//
//   - No option at all: fickle, nim-value 0, and N as it should be.
//   - Fickle of nim-value 1. A move makes one nim-value 2 or more, and then
//     the sum is firm and its nim-value is not 0; or it changes a 0 into a 1
//     or a 1 into a 0, and the nim-value becomes 0. Never P.
//   - Firm of nim-value 0. At least two components are firm, so one is left
//     after any move, and the nim-value is no longer 0. Never P.
//   - Fickle of nim-value 0 with an option. If a component of nim-value 1 is
//     there, move it to 0. If none, some component of nim-value 0 has an
//     option, hence one of nim-value 1: move there. P each time.
//   - Firm of nim-value X, not 0. With one firm component, move it to 0 or 1,
//     whichever makes the nim-value 1. With more, move as in normal play; one
//     stays firm. P each time.
//
// A component may itself be such a sum (several heaps of Nim, say): the rules
// for sums need only its nim-value and whether it is firm. [Genus] packs these
// two into the number that [grundy.ByGenus] means; in the literature's genus
// symbols fickle positions are 0 with superscript 1 and 1 with superscript 0,
// firm ones v with superscript v. Such games are tame; class.go has the wider
// definition of Winning Ways, and the proof for it.
package misere

import (
	"iter"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
)

// Theorem names the theorem behind [Outcome].
const Theorem = "misère play of tame games: firm and nim-sum 0, or fickle and nim-sum 1, is P (Bouton 1901; Ferguson 1974; Winning Ways, chapter 13)"

// Genus returns the measure [grundy.ByGenus] of a tame position of nim-value v,
// which is 0 or 1 if it is fickle, and at most 2^64-3.
func Genus(v grundy.Value, firm bool) uint64 {
	if firm {
		return uint64(v) + 2
	}
	return uint64(v)
}

// OfNimValue returns the genus of a component with Ferguson's property: firm
// when its nim-value v is 2 or more.
func OfNimValue(v grundy.Value) uint64 { return Genus(v, v >= 2) }

// Split returns the nim-value of a tame position, and whether it is firm.
func Split(genus uint64) (v grundy.Value, firm bool) {
	if genus >= 2 {
		return grundy.Value(genus - 2), true
	}
	return grundy.Value(genus), false
}

// SumOf returns the nim-value of the disjunctive sum of the parts, whose measure is
// the genus, and how many of its components are firm: 0, 1, or 2 for more. The sum
// is firm unless there are none. It costs O(len(parts)).
func SumOf(parts []compound.Part) (v grundy.Value, firm uint64) {
	for _, p := range parts {
		value, isFirm := Split(p.Measure)
		if p.Copies%2 == 1 {
			v ^= value
		}
		if isFirm {
			firm = min(firm+min(p.Copies, 2), 2)
		}
	}
	return v, firm
}

// Outcome returns who wins the disjunctive sum of the parts in misère play;
// their measure is the genus. It costs O(len(parts)).
func Outcome(parts []compound.Part) grundy.Outcome {
	v, firm := SumOf(parts)
	if v == 0 && firm > 0 || v == 1 && firm == 0 {
		return grundy.P
	}
	return grundy.N
}

// WinningPlans yields boxes that hold every winning move of the sum in misère
// play, each exactly once: see [compound.Kind.WinningPlans]. There are at most
// two a part.
func WinningPlans(parts []compound.Part) iter.Seq[compound.Plan] {
	return func(yield func(compound.Plan) bool) {
		v, firm := SumOf(parts)
		for i, p := range parts {
			value, isFirm := Split(p.Measure)
			rest := v ^ value // of all other components
			restFirm := firm > 1 || firm == 1 && !isFirm
			fickle := rest ^ 1 // the fickle option that wins
			if restFirm {
				fickle = rest
			}
			if fickle <= 1 && !yield(plan(i, Genus(fickle, false))) {
				return
			}
			if !yield(plan(i, Genus(rest, true))) {
				return
			}
		}
	}
}

func plan(part int, genus uint64) compound.Plan {
	return compound.Plan{{Part: part, Lo: genus, Hi: genus}}
}
