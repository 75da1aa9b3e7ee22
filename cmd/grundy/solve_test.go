package main

// This file holds tests of the words of answers and refusals.

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"grundy"
	"grundy/rules"
	"grundy/solve"
	"grundy/theory/compound"
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
				if got, want := outcomeText(outcome, kind, convention), fmt.Sprintf(words, where); got != want {
					t.Errorf("%v %v %v: %q, want %q", outcome, kind, convention, got, want)
				}
			}
		}
	}
}

// Every error that a larger budget would mend says how it is set, once.
func TestSolveError(t *testing.T) {
	const hint = "; --max-memory and --max-time set the budget"
	for _, test := range []struct {
		err    error
		hinted bool
	}{
		{solve.OverBudget("nim(9) needs more"), true},
		{fmt.Errorf("a list: %w", solve.OverBudget("nim(9) needs more")), true},
		{fmt.Errorf("the search has met 5 positions: %w", grundy.ErrBudget), true},
		{errors.New("something else"), false},
		{fmt.Errorf("more components than can be numbered: %w", grundy.ErrTooLarge), false},
	} {
		text := solveError(test.err).Error()
		if count := strings.Count(text, hint); count > 1 || (count == 1) != test.hinted || !strings.HasPrefix(text, test.err.Error()) {
			t.Errorf("%q becomes %q", test.err, text)
		}
	}
	for _, test := range []struct {
		text    string
		options rules.Options
		hint    string
	}{
		{"x = [0] * (1 << 40)\n", rules.Options{}, ""},
		{"x = [0] * (1 << 40)\n", rules.Options{Memory: rules.DefaultMemory - 1}, "; --max-memory sets the budget"},
		{"for i in range(1 << 40):\n    pass\n", rules.Options{Steps: 1000, Memory: 1 << 20}, ""},
	} {
		_, err := rules.Load("f.star", strings.NewReader(test.text), test.options)
		if got := solveError(err).Error(); !errors.Is(err, grundy.ErrBudget) || got != err.Error()+test.hint {
			t.Errorf("%s: %v becomes %s", test.text, err, got)
		}
	}
}
