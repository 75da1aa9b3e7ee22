// Package compound knows who wins many games at once, and by which moves,
// from one number a game.
//
// A compound says in which components a player moves in one turn. For each
// [Kind] one measure of the single components decides, and [Kind.Measure]
// names it; [Outcome] says who wins; [WinningPlans] lists all winning moves
// without looking at the components again, as boxes: this component to an
// option whose measure lies here, that one to an option whose measure lies
// there. Normal play is meant throughout: a player who cannot move loses.
//
// # Why these measures decide
//
// Call a position good for the player who has just moved if it is P. Each
// theorem is proved the same way: from a good position every move leads to one
// that is not good, and from any other position some move leads to a good one.
//
//   - Disjunctive, move in exactly one component. Good when the nim-sum of the
//     nim-values is 0 (Bouton 1901; Sprague 1935; Grundy 1939). A move changes
//     one nim-value, so it changes the sum. If the sum is X and not 0, some
//     component of nim-value g has X's top bit, so g xor X < g, and g has an
//     option of every smaller nim-value.
//
//   - Selective, move in any non-empty set of components. Good when every
//     component is P by itself (Smith 1966; Winning Ways, chapter 10). A move
//     in a set of P components leaves each of them N. Otherwise move in all N
//     components, each to a P option.
//
//   - Proper selective, move in any non-empty set that is not all of the
//     components, those that have ended counted in. Good when all nim-values
//     are equal. From all equal to v, the components that moved have another
//     nim-value than v, and one that did not move has v. Otherwise let v be
//     the least nim-value: move every component above v to an option of
//     nim-value v; that is not every component, and not none.
//
//   - Conjunctive, move in every component; the play ends as soon as one
//     component has ended. The first to end decides, so the winner of a
//     component hurries and its loser stalls: the compound lasts as long as
//     its least remoteness, which is the compound's remoteness. Good when that
//     is even (Steinhaus 1925; Smith 1966; Winning Ways, chapter 9).
package compound

import (
	"fmt"
	"slices"
	"strings"

	"grundy"
)

// A Kind of compound says in which components a player moves in one turn.
type Kind uint8

const (
	Disjunctive     Kind = iota // in exactly one
	Selective                   // in any non-empty set
	ProperSelective             // in any non-empty set that is not all of them
	Conjunctive                 // in all; the play ends when the first one ends
)

var names = [...]string{"disjunctive", "selective", "proper-selective", "conjunctive"}

// String returns the kind's name, for example "proper-selective".
func (k Kind) String() string { return names[k] }

// Names returns the names of all kinds.
func Names() []string { return slices.Clone(names[:]) }

// ParseKind returns the kind of that name.
func ParseKind(name string) (Kind, error) {
	for k, n := range names {
		if n == name {
			return Kind(k), nil
		}
	}
	return 0, fmt.Errorf("unknown compound %q: want %s", name, strings.Join(names[:], ", "))
}

// Measure returns the measure of the single components that decides a compound
// of this kind.
func (k Kind) Measure() grundy.Measure {
	switch k {
	case Selective:
		return grundy.ByOutcome
	case Conjunctive:
		return grundy.ByRemoteness
	default:
		return grundy.ByNimValue
	}
}

// Theorem returns the theorem that [Outcome] rests on, with its source.
func (k Kind) Theorem() string {
	switch k {
	case Selective:
		return "selective compound: P when every component is P (C. A. B. Smith 1966; Winning Ways, chapter 10)"
	case ProperSelective:
		return "proper selective compound: P when all nim-values are equal (TopCoder, Algorithm Games; proved in theory/compound)"
	case Conjunctive:
		return "conjunctive compound: P when the least remoteness is even (Steinhaus 1925; Winning Ways, chapter 9)"
	default:
		return "Sprague-Grundy theorem: P when the nim-sum is 0 (Sprague 1935, Grundy 1939)"
	}
}

// A Part is what decides of some equal components.
type Part struct {
	Measure uint64 // the measure that the kind names
	Copies  uint64 // at least 1; exactly 1 for kinds other than Disjunctive
}

// Value returns what decides of the whole: the nim-sum of the nim-values
// (Disjunctive), the number of components that are N (Selective), the number
// of different nim-values less one (ProperSelective), or the least remoteness
// (Conjunctive), which is the compound's. A compound of no components has
// value 0. It costs O(len(parts)).
func (k Kind) Value(parts []Part) uint64 {
	var value uint64
	switch k {
	case Disjunctive:
		for _, p := range parts {
			if p.Copies%2 == 1 {
				value ^= p.Measure
			}
		}
	case Selective:
		for _, p := range parts {
			value += min(p.Measure, 1)
		}
	case ProperSelective:
		different := map[uint64]bool{}
		for _, p := range parts {
			different[p.Measure] = true
		}
		value = uint64(max(len(different), 1) - 1)
	case Conjunctive:
		if len(parts) == 0 {
			return 0
		}
		value = ^uint64(0)
		for _, p := range parts {
			value = min(value, p.Measure)
		}
	}
	return value
}

// Outcome returns who wins a compound of the parts. It costs O(len(parts)).
func (k Kind) Outcome(parts []Part) grundy.Outcome {
	value := k.Value(parts)
	if k == Conjunctive {
		value %= 2
	}
	if value == 0 {
		return grundy.P
	}
	return grundy.N
}
