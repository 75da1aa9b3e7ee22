package solve

// This file puts the argument behind an answer into sentences.

import (
	"fmt"
	"math/big"
	"strings"

	"grundy"
	"grundy/theory/compound"
	"grundy/theory/misere"
)

// maxReasons bounds the components that are spelt out.
const maxReasons = 8

// reasons explains why the outcome is what it is, and what a winning move does.
func (s *solver) reasons(d *decision, a *Answer) []string {
	var text []string
	say := func(format string, args ...any) { text = append(text, fmt.Sprintf(format, args...)) }
	for i, c := range a.Components {
		if i == maxReasons {
			say("… and %d more components.", len(a.Components)-i)
			break
		}
		say("%s", s.describe(d, i, c))
	}
	switch d.rule {
	case byPairs:
		say("Every component has a twin, or nim-value 0. The second player answers each move with the same move in the twin, or so that 0 is left.")
	case bySearch:
		say("No theorem settles this sum in misère play, so all positions that can be reached were searched.")
	case byTame:
		s.sayTame(d, say)
	case byCompound:
		s.sayCompound(d, say)
	}
	switch {
	case a.Outcome == grundy.P:
		say("So every move leads to a position that the opponent wins.")
	case a.WinningMoveCount.Sign() == 0:
		say("The player to move has no move, and so wins.")
	case a.WinningMoveCount.Cmp(big.NewInt(1)) == 0:
		say("So the player to move wins, by one move only.")
	default:
		say("So the player to move wins, by any of %v moves.", a.WinningMoveCount)
	}
	return text
}

func (s *solver) describe(d *decision, i int, c Component) string {
	var b strings.Builder
	b.WriteString(brief(c.Position))
	if c.Copies > 1 {
		fmt.Fprintf(&b, " (%d copies)", c.Copies)
	}
	var facts []string
	if c.NimValue != nil {
		facts = append(facts, fmt.Sprintf("nim-value %d", *c.NimValue))
	} else if d.measure == grundy.ByOutcome && d.views != nil {
		facts = append(facts, "outcome "+grundy.Outcome(min(d.views[i].value, 1)).String())
	}
	if c.Remoteness != nil {
		facts = append(facts, fmt.Sprintf("remoteness %d", *c.Remoteness))
	}
	if c.Length != nil {
		facts = append(facts, fmt.Sprintf("%d forced moves", *c.Length))
	}
	if len(facts) == 0 {
		facts = append(facts, "its own value was not needed")
	}
	b.WriteString(": " + strings.Join(facts, ", "))
	if d.views != nil && d.views[i].method != "" {
		b.WriteString(" — " + d.views[i].method)
	}
	return b.String() + "."
}

func (s *solver) sayTame(d *decision, say func(string, ...any)) {
	var sum grundy.Value
	firm := false
	for _, p := range d.parts {
		v, isFirm := misere.Split(p.Measure)
		if p.Copies%2 == 1 {
			sum ^= v
		}
		firm = firm || isFirm
	}
	kind, good := "fickle (it stands for heaps of 0 and 1 only)", 1
	if firm {
		kind, good = "firm (it stands for some heap of 2 or more)", 0
	}
	say("The sum has nim-value %d and is %s; in misère play the player who leaves %d wins.", sum, kind, good)
}

func (s *solver) sayCompound(d *decision, say func(string, ...any)) {
	switch s.question.Compound {
	case compound.Disjunctive:
		say("The nim-sum of the nim-values is %d; who leaves 0 wins.", d.value)
	case compound.Selective:
		say("%d of %d components are N; who leaves none wins, by moving in all of them.", d.value, len(d.parts))
	case compound.ProperSelective:
		switch {
		case len(d.parts) == 1:
			say("There is only one component, and a move in all of them is not allowed.")
		case d.value == 0:
			say("All nim-values are equal.")
		default:
			say("%d different nim-values occur; who leaves only one wins.", d.value+1)
		}
	case compound.Conjunctive:
		say("The least remoteness is %d, so the play lasts that many moves; the player who faces an odd number wins.", d.value)
	}
}
