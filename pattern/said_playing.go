//go:build playing

package pattern

// Play needs no proofs of patterns in words, only those of automata that are learned.

import (
	"context"

	"github.com/grundy-games/grundy/theory/automata"
	"github.com/grundy-games/grundy/theory/definable"
)

var errWords = &Unproved{Why: "play proves nothing that is said in words"}

func (*source) said(context.Context, *game, Rule) (*automata.Theory, definable.Claim, error) {
	return nil, definable.Claim{}, errWords
}

func (*game) formed(context.Context, Rule, *automata.System, []string, string, []string) (*automata.Theory, *automata.Automaton, bool, error) {
	return nil, nil, false, errWords
}

func formulaOf(context.Context, Rule, []string, string) (f automata.Formula, in *automata.System, isWeight bool, err error) {
	return f, nil, false, errWords
}
