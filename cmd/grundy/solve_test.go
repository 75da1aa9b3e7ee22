package main

// This file tests the words of answers.

import (
	"fmt"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/theory/compound"
)

func TestOutcomeText(t *testing.T) {
	wins := map[grundy.Outcome]string{
		grundy.N: "the player to move wins%s",
		grundy.P: "the player to move loses%s",
		grundy.D: "nobody can force a win%s, a draw",
	}
	kinds := []compound.Kind{
		compound.Disjunctive, compound.DiminishedDisjunctive, compound.Conjunctive, compound.ContinuedConjunctive,
		compound.Selective, compound.ShortenedSelective, compound.ProperSelective, compound.Moore(2),
	}
	for outcome, words := range wins {
		for _, kind := range kinds {
			normal, misere := fmt.Sprintf(" in the %v compound", kind), fmt.Sprintf(" in misère play of the %v compound", kind)
			if kind == compound.Disjunctive {
				normal, misere = "", " in misère play"
			}
			for convention, where := range map[grundy.Convention]string{grundy.Normal: normal, grundy.Misere: misere} {
				if got, want := ask.OutcomeSays(outcome, kind, convention), fmt.Sprintf(words, where); got != want {
					t.Errorf("%v %v %v: %q, want %q", outcome, kind, convention, got, want)
				}
			}
		}
	}
}
