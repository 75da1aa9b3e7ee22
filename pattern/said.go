//go:build !playing

package pattern

// This file makes claims of rules that are in words.

import (
	"context"
	"slices"

	"github.com/grundy-games/grundy/theory/automata"
	"github.com/grundy-games/grundy/theory/definable"
)

// said returns the claim that a rule makes of the coordinates of a game.
func (s *source) said(ctx context.Context, g *game, r Rule) (*automata.Theory, definable.Claim, error) {
	names := s.names(g)
	c := definable.Claim{Game: s.name, Of: properties[s.of], Misere: s.misere, Value: fresh("v", names)}
	tracks := slices.Clone(names)
	if !s.of.IsSet() {
		tracks = append(tracks, c.Value)
	}
	theory, a, isWeight, err := g.formed(ctx, r, automata.Base(max(g.Base, 2)), names, c.Value, tracks)
	if err != nil {
		return nil, c, err
	}
	if s.of == Outcomes {
		c.Sets, c.Value = []*automata.Automaton{a}, ""
	} else {
		c.Relation, c.Weighed = a, isWeight
	}
	return theory, c, err
}

// formed returns the automaton of the formula of a rule, and the theory in which it is said: in a system
// of its own, if it needs one, otherwise in that one. It reports whether it says the weight of a value.
func (g *game) formed(ctx context.Context, r Rule, system *automata.System, names []string, value string, tracks []string) (*automata.Theory, *automata.Automaton, bool, error) {
	f, in, isWeight, err := formulaOf(ctx, r, names, value)
	if err != nil {
		return nil, nil, false, err
	}
	if in == nil {
		in = system
	}
	theory := &automata.Theory{System: in, Budget: automata.Budget{States: states}}
	a, _, err := theory.Automaton(ctx, f)
	if err != nil {
		return nil, nil, false, err
	}
	w := automata.NewWork(ctx, automata.Budget{States: states})
	defer w.Close()
	all, err := w.True(in.Universe(), tracks...)
	if err == nil {
		a, err = w.And(a, all)
	}
	return theory, a, isWeight, err
}

// formulaOf returns the formula of a rule, or where none says the value, that of its weight, which
// it reports.
func formulaOf(ctx context.Context, r Rule, names []string, value string) (f automata.Formula, in *automata.System, isWeight bool, err error) {
	if f, in, err = r.Formula(ctx, names, value); err != nil && ctx.Err() == nil {
		if g, of, failed := weighed(ctx, r, names, value); failed == nil {
			return g, of, true, nil
		}
	}
	return f, in, false, err
}
