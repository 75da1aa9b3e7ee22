// Package definable proves what is claimed of a game, where formulas say how to move.
//
// A position is a tuple of natural numbers. Formulas of package automata say which tuples
// are positions and which options they have, and the machine decides what is claimed of all
// of them: that a set is the set of P-positions, or that a function is the nim-value.
package definable

import (
	"math/big"
	"slices"

	"github.com/grundy-games/grundy/theory/automata"
)

// Moves is a game whose positions are tuples of natural numbers.
type Moves struct {
	Coordinates []string
	// Shape says which tuples are positions: those with all bounds.
	Shape []Bound
	// Kinds are the moves, each by itself.
	Kinds []Kind
	// The play is over, and the player to move has won, has lost, or neither, where a
	// formula over Coordinates holds. Kinds do not count there.
	Won, Lost, Drawn []automata.Formula
}

// A Bound is a part of the definition of a position.
type Bound struct {
	Formula automata.Formula // over Coordinates
	// Upper: a bound from above, such as x <= 20, which the game may not need.
	Upper bool
}

// A Kind of move leads from a position to the options that Parts describes, one for each
// choice of the numbers Bound with which Guard holds.
type Kind struct {
	Where string           // where the rules state it, as file:line:column, or in words
	Bound []string         // natural numbers, apart from Coordinates
	Guard automata.Formula // over Coordinates and Bound
	// Parts are the components that the move leaves, each with a term for each
	// coordinate, over Coordinates and Bound. Usually there is one. None: the move leaves
	// nothing, and the play is over here.
	Parts [][]automata.Term
}

// several returns a kind of move that leaves several parts, or nil.
func (m *Moves) several() *Kind {
	if i := slices.IndexFunc(m.Kinds, func(k Kind) bool { return len(k.Parts) > 1 }); i >= 0 {
		return &m.Kinds[i]
	}
	return nil
}

// binds says whether some kind of move binds the name.
func (m *Moves) binds(name string) bool {
	return slices.ContainsFunc(m.Kinds, func(k Kind) bool { return slices.Contains(k.Bound, name) })
}

// exists is the formula "a move of the kind with f is possible".
func (k *Kind) exists(f automata.Formula) automata.Formula {
	return automata.Exists(k.Bound, automata.And(k.Guard, f))
}

// option is the formula "some move with what the function says of its kind is possible".
func (m *Moves) option(with func(*Kind) automata.Formula) automata.Formula {
	var any []automata.Formula
	for i := range m.Kinds {
		any = append(any, m.Kinds[i].exists(with(&m.Kinds[i])))
	}
	return automata.Or(any...)
}

// variables returns the coordinates as terms.
func (m *Moves) variables() []automata.Term {
	all := make([]automata.Term, len(m.Coordinates))
	for i, name := range m.Coordinates {
		all[i] = automata.V(name)
	}
	return all
}

// to returns the terms of a part by coordinate.
func (m *Moves) to(part []automata.Term) map[string]automata.Term {
	all := map[string]automata.Term{}
	for i, name := range m.Coordinates {
		all[name] = part[i]
	}
	return all
}

// here returns the coordinates as they are.
func (m *Moves) here() map[string]automata.Term { return m.to(m.variables()) }

// at returns the coordinates of a point as constants.
func (m *Moves) at(point []*big.Int) map[string]automata.Term {
	all := map[string]automata.Term{}
	for i, name := range m.Coordinates {
		all[name] = automata.Big(point[i])
	}
	return all
}

// point returns the coordinates where the variables have these values, 0 without one.
func (m *Moves) point(at map[string]*big.Int) []*big.Int { return values(m.variables(), at) }

func values(terms []automata.Term, at map[string]*big.Int) []*big.Int {
	all := make([]*big.Int, len(terms))
	for i, t := range terms {
		all[i] = t.Value(at)
	}
	return all
}

// everywhere is a formula that holds for all tuples and names all coordinates.
func (m *Moves) everywhere() automata.Formula {
	var sum automata.Term
	for _, t := range m.variables() {
		sum = sum.Plus(t)
	}
	return automata.LessEqual(automata.C(0), sum)
}
