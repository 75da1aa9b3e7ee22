package compound

// Each measure is defined here, as a recursion from the options to the position.

import (
	"fmt"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/entailing"
)

// A Definition computes a measure of a position from those of its options.
type Definition struct {
	// Of returns the measure of a position whose options have these.
	Of func(options []uint64) uint64
	// Enough, if not nil, says that one option's measure settles it: Of may
	// then be given any of the options, that one among them.
	Enough func(option uint64) bool
	// Plus, if not nil, returns the measure of the sum of two positions that have
	// these.
	Plus func(a, b uint64) uint64
	// Ended, if not nil, returns the measure of a position at which the rules end the play as a
	// whole. Then a part of an option for which Enough holds is enough, whatever the others are.
	Ended func(grundy.Ending) uint64
	// Entailed, if not nil, is Of for a position in which the player to move must move. Such measures
	// mean something to this very definition alone, which keeps what takes Bytes.
	Entailed func(options []uint64) uint64
	Bytes    func() uint64
}

// Define returns the definition of a measure, for one goroutine at a time. The result is false for the
// genus, which is not a recursion for positions that are not tame.
func Define(m grundy.Measure) (Definition, bool) {
	switch m {
	case grundy.ByOutcome:
		return OutcomeIn(grundy.Normal), true
	case grundy.ByNimValue:
		return Definition{Of: mex}, true
	case grundy.ByRemoteness:
		return Definition{Of: func(options []uint64) uint64 { return hurry(options, 0) }}, true
	case grundy.ByMisereRemoteness:
		return Definition{Of: func(options []uint64) uint64 { return hurry(options, 1) }}, true
	case grundy.BySuspense:
		return Definition{Of: func(options []uint64) uint64 { return stall(options, 0) }}, true
	case grundy.ByMisereSuspense:
		return Definition{Of: func(options []uint64) uint64 { return stall(options, 1) }}, true
	case grundy.ByOutcomes:
		return Definition{Of: outcomes}, true
	case grundy.ByForeclosed:
		return Definition{Of: foreclosed}, true
	case grundy.ByMisereForeclosed:
		return Definition{Of: misereForeclosed}, true
	case grundy.ByHeap:
		return Definition{Of: heap, Enough: func(option uint64) bool { return option == 0 }}, true
	case grundy.ByMisereNimValue:
		return Definition{Of: misereMex}, true
	case grundy.ByMisereOutcome:
		return OutcomeIn(grundy.Misere), true
	case grundy.ByWorth:
		values := &entailing.Values{}
		return Definition{
			Of: values.Of, Plus: values.Plus, Ended: entailing.Ended, Entailed: values.Entailed, Bytes: values.Bytes,
			Enough: func(option uint64) bool { return option == entailing.Over },
		}, true
	}
	return Definition{}, false
}

// OutcomeIn returns the definition of the outcome: 0 for P and 1 for N.
func OutcomeIn(convention grundy.Convention) Definition {
	return Definition{
		Of: func(options []uint64) uint64 {
			if slices.Contains(options, 0) || len(options) == 0 && convention == grundy.Misere {
				return 1
			}
			return 0
		},
		Enough: func(option uint64) bool { return option == 0 },
	}
}

func mex(options []uint64) uint64 {
	values := make([]grundy.Value, len(options))
	for i, v := range options {
		values[i] = grundy.Value(v)
	}
	return uint64(grundy.Mex(values...))
}

func misereMex(options []uint64) uint64 {
	if len(options) == 0 {
		return 1
	}
	return mex(options)
}

// hurry is a remoteness: options of parity p are P, and the winner wants the
// least of them; without one, the loser wants the greatest.
func hurry(options []uint64, p uint64) uint64 {
	least, greatest, wins := ^uint64(0), uint64(0), false
	for _, r := range options {
		if r%2 == p {
			least, wins = min(least, r+1), true
		} else {
			greatest = max(greatest, r+1)
		}
	}
	if wins {
		return least
	}
	return greatest
}

// stall is a suspense: the winner wants the greatest option of parity p, and
// the loser, if there is none, the least.
func stall(options []uint64, p uint64) uint64 {
	least, greatest, wins := ^uint64(0), uint64(0), false
	for _, s := range options {
		if s%2 == p {
			greatest, wins = max(greatest, s+1), true
		} else {
			least = min(least, s+1)
		}
	}
	if wins {
		return greatest
	}
	if len(options) == 0 {
		return 0
	}
	return least
}

// BothOutcomes returns the measure [grundy.ByOutcomes] of a position that has
// an option or none and these outcomes in normal and in misère play.
func BothOutcomes(ended bool, normal, misere grundy.Outcome) uint64 {
	switch {
	case ended:
		return 0
	case normal == grundy.P && misere == grundy.N:
		return 1
	case normal == grundy.P:
		return 2
	case misere == grundy.P:
		return 3
	}
	return 4
}

// SplitOutcomes returns what [BothOutcomes] was given.
func SplitOutcomes(measure uint64) (normal, misere grundy.Outcome, ended bool) {
	normal, misere = grundy.P, grundy.N
	if measure > mostNormalP {
		normal = grundy.N
	}
	if leastMisereP <= measure && measure <= mostMisereP {
		misere = grundy.P
	}
	return normal, misere, measure == 0
}

func outcomes(options []uint64) uint64 {
	normal, misere := grundy.P, grundy.P
	for _, o := range options {
		if o <= mostNormalP {
			normal = grundy.N
		}
		if leastMisereP <= o && o <= mostMisereP {
			misere = grundy.N
		}
	}
	return BothOutcomes(len(options) == 0, normal, misere)
}

// The measure grundy.ByOutcomes of positions that are P in normal play is at
// most mostNormalP, of those that are P in misère play leastMisereP … mostMisereP.
const (
	mostNormalP  = 2
	leastMisereP = 2
	mostMisereP  = 3
)

// The measure grundy.ByForeclosed of positions without a foreclosed nim-value.
const (
	ended   = 0
	endable = 1
)

func foreclosed(options []uint64) uint64 {
	if len(options) == 0 {
		return ended
	}
	if slices.Contains(options, ended) {
		return endable
	}
	var values []uint64
	for _, f := range options {
		if f > endable {
			values = append(values, f-endable-1)
		}
	}
	return mex(values) + endable + 1
}

func misereForeclosed(options []uint64) uint64 {
	if len(options) == 0 {
		return ended
	}
	var values []uint64
	for _, f := range options {
		if f > ended {
			values = append(values, f-1)
		}
	}
	return mex(values) + 1
}

// noHeap is the measure grundy.ByHeap of a position that is not a heap of Nim.
const noHeap = 0

func heap(options []uint64) uint64 {
	sizes := make([]uint64, len(options))
	for i, h := range options {
		if h == noHeap {
			return noHeap
		}
		sizes[i] = h - 1
	}
	size := mex(sizes)
	for _, s := range sizes {
		if s > size {
			return noHeap
		}
	}
	return size + 1
}

// sayLength says why the least remoteness or the greatest suspense decides.
func (t Theorem) sayLength(extreme string, value uint64, say Say) {
	parity, hurries, stalls := "odd", "winner", "loser"
	if t.good == 1 {
		parity = "even"
	}
	if extreme == "greatest" {
		hurries, stalls = stalls, hurries
	}
	say("The %s %v is %d, so the play lasts that many moves if the %s hurries and the %s stalls; the player who faces an %s number wins.", extreme, t.Measure, value, hurries, stalls, parity)
}

// Describe puts a measure into words, except the outcome, the nim-value and the genus.
func Describe(m grundy.Measure, value uint64) string {
	switch m {
	case grundy.ByRemoteness, grundy.ByMisereRemoteness, grundy.BySuspense, grundy.ByMisereSuspense, grundy.ByMisereNimValue:
		return fmt.Sprintf("%v %d", m, value)
	case grundy.ByHeap:
		return fmt.Sprintf("a heap of %d", value-1)
	case grundy.ByForeclosed, grundy.ByMisereForeclosed, grundy.ByOutcomes:
	default:
		return ""
	}
	switch {
	case value == 0:
		return "it has ended"
	case m == grundy.ByOutcomes:
		normal, last, _ := SplitOutcomes(value)
		return fmt.Sprintf("outcome %v in normal and %v in misère play", normal, last)
	case m == grundy.ByMisereForeclosed:
		return fmt.Sprintf("%v %d", m, value-1)
	case value == endable:
		return "it can be ended in one move"
	}
	return fmt.Sprintf("%v %d", m, value-2)
}
