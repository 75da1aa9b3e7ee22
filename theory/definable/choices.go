package definable

// This file finds what a move leaves to the player who makes it, such as which option of the
// other player is blocked.

import (
	"context"
	"slices"

	"github.com/grundy-games/grundy/theory/automata"
)

// Choices are coordinates that the player who moves chooses freely: which numbers they may
// get depends on the other coordinates after the move alone, and not on the position before
// it. So the others can be left safely if some choice makes them a P-position, and a
// position is P exactly where no move leads to what can be left safely.
type Choices struct {
	Kept, Chosen []string
	// Allowed accepts positions together with the kept coordinates of an option, which
	// [After] names. Reached accepts the options of all positions; all positions where nothing
	// is chosen. Before accepts kept coordinates together with those of an option after some
	// choice, and Blocking with the choices after which no move leads there.
	Allowed, Reached, Before, Blocking *automata.Automaton
	// Longer is how many digits more than the kept coordinates their choices, and then the
	// options, have at most.
	Longer int
}

// After is the name of a coordinate after a move.
func After(name string) string { return name + "'" }

// Choices decides whether these coordinates are chosen freely. It returns nil where they are
// not, or where the rules state endings, or moves that leave several parts or none.
func (m *Moves) Choices(ctx context.Context, theory *automata.Theory, chosen ...string) (*Choices, error) {
	c := &Choices{Chosen: chosen}
	rename, after := map[string]automata.Term{}, map[string]automata.Term{}
	var gone []string
	for _, name := range m.Coordinates {
		rename[name], after[After(name)] = automata.V(After(name)), automata.V(name)
		if slices.Contains(chosen, name) {
			gone = append(gone, After(name))
		} else {
			c.Kept = append(c.Kept, name)
		}
	}
	if slices.ContainsFunc(m.Kinds, func(k Kind) bool { return len(k.Parts) != 1 }) || len(m.Won)+len(m.Lost)+len(m.Drawn) > 0 {
		return nil, nil
	}
	options, _, err := theory.Automaton(ctx, automata.And(conjunction(m.Shape), m.everywhere(), m.everywhere().Substitute(rename), m.leadTo()))
	if err != nil {
		return nil, err
	}
	option := accepted("O", options)
	allowed := automata.Exists(gone, option)
	if c.Allowed, _, err = theory.Automaton(ctx, allowed); err != nil {
		return nil, err
	}
	reached := automata.And(m.everywhere(), conjunction(m.Shape))
	if len(chosen) > 0 {
		reached = automata.Exists(m.Coordinates, option).Substitute(after)
	}
	if c.Reached, _, err = theory.Automaton(ctx, reached); err != nil {
		return nil, err
	}
	free, err := theory.Decide(ctx, automata.Implies(automata.And(accepted("A", c.Allowed), accepted("C", c.Reached).Substitute(rename)), option))
	if err != nil || !free.Holds {
		return nil, err
	}
	if c.Before, _, err = theory.Automaton(ctx, automata.Exists(chosen, automata.And(accepted("A", c.Allowed), accepted("C", c.Reached)))); err != nil {
		return nil, err
	}
	if c.Blocking, _, err = theory.Automaton(ctx, automata.And(accepted("B", c.Before), accepted("C", c.Reached), automata.Not(accepted("A", c.Allowed)))); err != nil {
		return nil, err
	}
	if c.Longer, err = growth(c.Reached, func(track string) bool { return slices.Contains(c.Kept, track) }); err != nil {
		return nil, err
	}
	longer, err := growth(c.Allowed, func(track string) bool { return slices.Contains(m.Coordinates, track) })
	c.Longer += longer
	return c, err
}

// leadTo is the formula "a move leads to the position that After names".
func (m *Moves) leadTo() automata.Formula {
	return m.option(func(k *Kind) automata.Formula {
		var to []automata.Formula
		for i, name := range m.Coordinates {
			to = append(to, automata.Equal(automata.V(After(name)), k.Parts[0][i]))
		}
		return automata.And(to...)
	})
}

// accepted is the formula "the automaton accepts its tracks".
func accepted(name string, a *automata.Automaton) automata.Formula {
	terms := map[string]automata.Term{}
	for _, track := range a.Tracks() {
		terms[track] = automata.V(track)
	}
	return in(name, a, terms)
}

// Safe is the formula "the kept coordinates can be left safely": with some choice that a move
// may leave, the position is P, as the automaton over all coordinates says.
func (m *Moves) Safe(c *Choices, p *automata.Automaton) automata.Formula {
	after := map[string]automata.Term{}
	for _, name := range m.Coordinates {
		after[After(name)] = automata.V(name)
	}
	reached := automata.Exists(m.Coordinates, automata.And(conjunction(m.Shape), m.leadTo())).Substitute(after)
	return automata.Exists(c.Chosen, automata.And(reached, accepted("P", p)))
}

// Lift returns the positions from which no move leads into a set of options that some of
// the coordinates describe; in misère play those that have a move, too. These are the
// P-positions, if the set holds what can be left safely; see [Choices].
func Lift(ctx context.Context, theory *automata.Theory, moves Moves, misere bool, set *automata.Automaton) (*automata.Automaton, error) {
	shape := slices.DeleteFunc(slices.Clone(moves.Shape), func(b Bound) bool { return b.Upper })
	lifted := automata.And(moves.everywhere(), conjunction(shape), automata.Not(moves.option(func(k *Kind) automata.Formula {
		if len(k.Parts) == 0 {
			return automata.True()
		}
		return in("Q", set, moves.to(k.Parts[0]))
	})))
	if misere {
		lifted = automata.And(lifted, moves.option(func(*Kind) automata.Formula { return automata.True() }))
	}
	a, _, err := theory.Automaton(ctx, lifted)
	return a, err
}
