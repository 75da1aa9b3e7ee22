package pattern

// This file proves patterns: by the decision procedure where formulas say how to move, and
// otherwise by a theorem on periods.

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"strings"
	"time"

	"grundy/theory/automata"
	"grundy/theory/definable"
	"grundy/theory/period"
)

// A Proof says what is proved, and how.
type Proof struct {
	// Pattern is what is proved, over the coordinates of the rules.
	Pattern *Pattern
	// Theorem is the proof by automata, nil where Period is the proof.
	Theorem *definable.Theorem
	Period  *period.Result
	// Statement is the theorem in a sentence, and Formula what the machine decided.
	Statement, Formula string
	Time               time.Duration
}

// An Unproved says why a pattern is not proved.
type Unproved struct {
	Why string
	Err error // behind it, or nil
}

func (e *Unproved) Error() string { return e.Why }

// Unwrap returns e.Err.
func (e *Unproved) Unwrap() error { return e.Err }

// states is how many states an automaton of a proof has, at most.
const states = 1 << 20

// automata returns the automata of the rule, over tracks of these names: a relation
// has a track for the value.
func (a *automatic) automata(w *automata.Work, names []string, value string) (all []*automata.Automaton, err error) {
	tracks := slices.Clone(names)
	if a.relation != nil {
		tracks = append(tracks, value)
	}
	sorted := slices.Sorted(slices.Values(tracks))
	place := make([]int, len(tracks)) // of a track among the sorted ones
	for i, name := range tracks {
		place[i] = slices.Index(sorted, name)
	}
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
			return nil, err
		}
		all = append(all, made)
	}
	return all, nil
}

// properties are those that are proved of kinds.
var properties = map[Kind]definable.Property{Outcomes: definable.POutcome, NimValues: definable.NimValue, Remoteness: definable.Remoteness}

// claim returns what the rule says of the positions of a game.
func (a *automatic) claim(ctx context.Context, game string, names []string, misere bool) (definable.Claim, error) {
	c := definable.Claim{Game: game, Of: properties[a.of], Misere: misere, Value: "v"}
	for slices.Contains(names, c.Value) {
		c.Value += "v"
	}
	w := automata.NewWork(ctx, automata.Budget{States: states})
	defer w.Close()
	all, err := a.automata(w, names, c.Value)
	if err != nil {
		return c, err
	}
	if a.relation != nil {
		c.Relation = all[0]
	} else {
		c.Sets, c.Value = all, ""
	}
	return c, nil
}

// proveMoves learns automata from tables of a game whose moves formulas say, and proves
// them. Where the prover finds a position at which they are wrong, the next table holds it.
func (s *source) proveMoves(ctx context.Context, moves definable.Moves, bases []int) (*automatic, *definable.Theorem, error) {
	var refused error = &Unproved{Why: "no automaton describes a table"}
	for level := range levels {
		t, err := s.box(ctx, s.cells(level))
		if err != nil {
			return nil, nil, err
		}
		for _, in := range numerations(t) {
			if len(bases) > 0 && !slices.Contains(bases, in.base()) {
				continue
			}
			a, err := learnTable(ctx, t, in, listed(t), effort<<level)
			if errors.Is(err, errTooRich) {
				continue
			}
			if err != nil {
				return nil, nil, err
			}
			claim, err := a.claim(ctx, s.name, moves.Coordinates, s.misere)
			if errors.Is(err, automata.ErrLeadingZeros) {
				continue
			}
			if err != nil {
				return nil, nil, err
			}
			theory := &automata.Theory{System: in.System, Budget: automata.Budget{States: states}}
			theorem, err := definable.Prove(ctx, theory, moves, claim)
			if err == nil {
				return a, theorem, nil
			}
			if ctx.Err() != nil {
				return nil, nil, context.Cause(ctx)
			}
			refused = &Unproved{Why: err.Error(), Err: err}
		}
	}
	return nil, nil, refused
}

// base returns the base of a numeration, or 0.
func (n *numeration) base() int {
	if n.Weight(1).Cmp(big.NewInt(int64(n.Universe().Digits()))) == 0 && strings.HasPrefix(n.Name(), "b") {
		return n.Universe().Digits()
	}
	return 0
}

// Parts returns the automata of a pattern that has some, for [NewMachine], with the names of
// the coordinates and, of a relation, of the value; the system is nil where there are none.
func (p *Pattern) Parts(ctx context.Context) (system *automata.System, reads []string, relation bool, parts []Part, err error) {
	a, ok := p.Rule.(*automatic)
	if !ok {
		return nil, nil, false, nil, nil
	}
	claim, err := a.claim(ctx, "", p.Coordinates, p.Misere)
	reads = slices.Clone(p.Coordinates)
	if claim.Relation != nil {
		return a.in.System, append(reads, claim.Value), true, []Part{{0, claim.Relation}}, err
	}
	for v, set := range claim.Sets {
		parts = append(parts, Part{int64(v), set})
	}
	return a.in.System, reads, false, parts, err
}
