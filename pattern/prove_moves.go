package pattern

// This file learns automata from tables of a game whose moves are formulas, and proves them.

import (
	"cmp"
	"context"
	"slices"

	"github.com/grundy-games/grundy/theory/automata"
	"github.com/grundy-games/grundy/theory/definable"
)

// A theorem is a claim about automata that is proved.
type theorem struct {
	*definable.Theorem
	theory *automata.Theory
	// safe accepts what can be left safely, if the game has choices.
	chooser *chooser
	safe    *automata.Automaton
}

// claim returns what the rule says of the positions of a game.
func (a *automatic) claim(ctx context.Context, game string, names []string, misere bool) (definable.Claim, error) {
	c := definable.Claim{Game: game, Of: properties[a.of], Misere: misere}
	tracks := slices.Clone(names)
	if a.relation != nil {
		c.Value = fresh("v", names)
		tracks = append(tracks, c.Value)
	}
	sorted := slices.Sorted(slices.Values(tracks))
	place := make([]int, len(tracks)) // of a track among the sorted ones
	for i, name := range tracks {
		place[i] = slices.Index(sorted, name)
	}
	w := automata.NewWork(ctx, automata.Budget{States: states})
	defer w.Close()
	digits := a.in.Universe().Digits()
	for _, m := range a.machines() {
		sink := int32(m.sink())
		made, err := automata.Build(w, a.in.Universe(), sorted, int32(0), func(s int32, digit []int) (int32, bool) {
			letter := 0
			for _, i := range place {
				letter = letter*digits + digit[i]
			}
			to := m.next[int(s)*m.letters+letter]
			return to, to != sink
		}, func(s int32) bool { return m.out[s] == 1 })
		if err != nil {
			return c, err
		}
		c.Sets = append(c.Sets, made)
	}
	if a.relation != nil {
		c.Relation, c.Sets = c.Sets[0], nil
	}
	return c, nil
}

// Formula implements [Rule].
func (a *automatic) Formula(ctx context.Context, names []string, value string) (f automata.Formula, in *automata.System, err error) {
	claim, err := a.claim(ctx, "", names, false)
	if err != nil {
		return f, nil, err
	}
	terms := map[string]automata.Term{}
	for _, name := range names {
		terms[name] = automata.V(name)
	}
	return claim.Says("A", terms, automata.V(value)), a.in.System, nil
}

// properties are those that are proved of kinds.
var properties = map[Kind]definable.Property{Outcomes: definable.POutcome, NimValues: definable.NimValue, Remoteness: definable.Remoteness}

// names returns the coordinates that tables have.
func (s *source) names(g *game) []string {
	if s.chooser != nil {
		return s.chooser.Kept
	}
	return g.Moves.Coordinates
}

// proveMoves learns automata from tables of a game, and proves them. Where the prover finds
// that they are wrong, larger tables follow.
func (s *source) proveMoves(ctx context.Context, g *game, first Rule) (*theorem, error) {
	if left, err := s.chosen(ctx, g); err != nil {
		return nil, err
	} else if left != nil {
		defer left.Close()
		if t, err := left.proveMoves(ctx, g, nil); err == nil || ctx.Err() != nil {
			return t, err
		}
	}
	t, refused, err := s.learnMoves(ctx, g, first)
	if t != nil || ctx.Err() != nil {
		return t, err
	}
	left, failed := s.sieve(ctx, g)
	if left != nil {
		defer left.Close()
		t, _, failed = left.learnMoves(ctx, g, nil)
	}
	if t != nil || ctx.Err() != nil {
		return t, failed
	}
	return nil, cmp.Or(err, refused)
}

// learnMoves does it from the tables of the source. It returns why nothing is proved, or an error
// where there are no tables.
func (s *source) learnMoves(ctx context.Context, g *game, first Rule) (proved *theorem, refused, err error) {
	refused = &Unproved{Why: "no automaton describes a table of it"}
	prove := func(theory *automata.Theory, claim definable.Claim, err error) (*theorem, error) {
		t := &theorem{theory: theory, chooser: s.chooser}
		if err == nil && s.chooser != nil && len(s.chooser.Chosen) > 0 {
			t.safe = claim.Sets[0]
			claim.Sets[0], err = definable.Lift(ctx, theory, g.Moves, s.misere, t.safe)
		}
		if err == nil {
			if t.Theorem, err = definable.Prove(ctx, theory, g.Moves, claim); err == nil {
				return t, nil
			}
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		refused = &Unproved{Why: err.Error(), Err: err}
		return nil, nil
	}
	if _, one := s.of.Single(); first != nil && !one {
		theory, claim, err := s.said(ctx, g, first)
		if err != nil && ctx.Err() == nil {
			return nil, nil, &Unproved{Why: err.Error(), Err: err}
		}
		if t, err := prove(theory, claim, err); t != nil || err != nil {
			return t, nil, err
		}
	}
	upTo := int64(0)
	if v, one := s.of.Single(); one { // its set follows from those of all lower values
		s.of, s.memo, upTo = NimValues, nil, v+1
		defer func() { s.of, s.memo = NimValue(uint8(v)), nil }()
	}
	for level := range levels {
		t, err := s.box(ctx, s.cells(level))
		if err != nil {
			return nil, nil, err
		}
		t.upTo = upTo
		next, err := s.box(ctx, s.cells(level+1))
		if err != nil {
			return nil, nil, err
		}
		var found []*automatic
		systems, _ := numerations(t)
		for _, in := range systems {
			if !g.speaks(in) {
				continue
			}
			a, err := learnTable(ctx, t, in, t.worth(), effort<<(2*s.grown(level)-level))
			if ctx.Err() != nil {
				return nil, nil, context.Cause(ctx)
			}
			if err == nil && a.agrees(next) {
				found = append(found, a)
			}
		}
		slices.SortStableFunc(found, func(a, b *automatic) int { return cmp.Compare(a.bits(), b.bits()) })
		for _, a := range found {
			claim, err := a.claim(ctx, s.name, s.names(g), s.misere)
			claim.Partial = upTo > 0
			theory := &automata.Theory{System: a.in.System, Budget: automata.Budget{States: states}}
			if claim.Partial && first != nil && err == nil { // the rule has the last set
				theory, claim.Sets[upTo-1], _, err = g.formed(ctx, first, a.in.System, s.names(g), claim.Value, s.names(g))
				if err == nil && theory.System.Name() != a.in.Name() {
					continue
				}
			}
			if t, err := prove(theory, claim, err); t != nil || err != nil {
				return t, nil, err
			}
		}
	}
	return nil, refused, nil
}
