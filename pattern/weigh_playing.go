//go:build playing

package pattern

// Play needs no proofs of patterns in words, only those of automata that are learned.

import (
	"context"

	"github.com/grundy-games/grundy/theory/automata"
)

func formulaOf(context.Context, Rule, []string, string) (f automata.Formula, in *automata.System, isWeight bool, err error) {
	return f, nil, false, &Unproved{Why: "play has no formulas of rules"}
}
