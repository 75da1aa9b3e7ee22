package pattern

// This file looks for the description of a table as a student would: guess from a few values,
// go on until the guess fails, and guess again.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/grundy-games/grundy"
)

// An Expression is the rule of a pattern that the families describe.
type Expression struct {
	node *node
	of   Kind
}

// At implements [Rule].
func (e *Expression) At(at []int) (int64, bool) { return e.node.at(at) }

// Words implements [Rule].
func (e *Expression) Words(names []string) string { return e.node.sentence(names, e.of) }

const (
	mostTried  = 40 // descriptions of one stage that are compared with the table
	shortGuess = 64 // bits of a guess that is worth showing when it fails
)

// Describe looks for the shortest description of the table near in the families, and checks
// it on a larger one with at least four times as many new cells, and then on one that far makes
// where the budget allows. It returns nil where no description is found that is more than
// chance (decide.go), and in each case the guesses that were made and failed, each with the
// first cell where it fails.
//
// It costs O(c log c) for a table of c cells and each of some hundred families, as long as
// periods are short.
func Describe(ctx context.Context, near, large *Table, far Source) (*Pattern, []Rejected, error) {
	s := &search{near: near, large: large, tried: map[string]bool{}}
	s.guess()
	var found *candidate
	for _, sides := range near.stages() {
		again := found != nil // a larger part may give a shorter description
		part := near.Within(sides...)
		list := (&fitter{ctx}).table(part, whole)
		if err := ctx.Err(); err != nil {
			if found != nil {
				break
			}
			return nil, s.list(nil), err
		}
		slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(a.bits, b.bits) })
		plain, _ := part.Listed()
		explained := 0
		for _, c := range list {
			e := &Expression{c.node, near.Of}
			if c.bits > plain || explained >= mostTried || found != nil && c.bits >= found.bits {
				break
			}
			words := e.Words(near.Coordinates)
			if s.tried[words] {
				continue
			}
			if !part.explained(c.node) {
				continue
			}
			explained++
			s.tried[words] = true
			ok, err := s.try(ctx, c, words, far)
			if err != nil {
				return nil, s.list(nil), err
			}
			if ok {
				found = &c
				break
			}
		}
		if again {
			break
		}
	}
	if found == nil {
		return nil, s.list(nil), nil
	}
	return s.pattern(*found), s.list(nil), nil
}

// A search holds what was tried.
type search struct {
	near     *Table
	large    *Table // the far one
	larger   bool   // whether a larger one was asked for
	tried    map[string]bool
	rejected []Rejected
}

// try checks a description on the whole table and on the far one.
func (s *search) try(ctx context.Context, c candidate, words string, far Source) (bool, error) {
	if at, foretold, found := s.near.fails(c.node); at != nil {
		if c.bits > shortGuess {
			return false, nil
		}
		s.reject(c.node, words, at, foretold, found)
		return false, nil
	}
	if !s.near.Judge(c.bits) {
		return false, nil
	}
	at, foretold, found := s.large.fails(c.node)
	if at == nil && !s.larger {
		// A larger table is better evidence, but the first one is enough.
		s.larger = true
		large, err := s.near.Far(ctx, far, 4*(2+farCells))
		if err != nil {
			return false, err
		}
		if large != nil {
			s.large = large
			at, foretold, found = s.large.fails(c.node)
		}
	}
	if at != nil {
		s.reject(c.node, words, at, foretold, found)
	}
	return at == nil, nil
}

// pattern returns what was found as a pattern.
func (s *search) pattern(c candidate) *Pattern {
	family := c.node.family()
	rejected := s.list(func(r Rejected) bool { return rank(r.Family) <= rank(family) })
	return s.large.pattern(&Expression{c.node, s.near.Of}, family, c.bits, s.near, rejected)
}

// pattern returns a rule as a pattern that was checked by the table t, and found in the table near.
func (t *Table) pattern(r Rule, family Family, bits float64, near *Table, rejected []Rejected) *Pattern {
	p := &Pattern{Family: family, Words: r.Words(t.Coordinates), Of: t.Of, Misere: t.Misere, Coordinates: t.Coordinates, Rule: r, Bits: bits, Cells: t.count(), Rejected: rejected}
	p.Listed, _ = near.Listed()
	for _, n := range t.Sides {
		p.CheckedTo = append(p.CheckedTo, n-1)
	}
	return p
}

// guess tries what a student guesses first, and notes where it fails: that all values are the
// same, n, the nim-sum, the sum, the same value as some steps before.
func (s *search) guess() {
	t := s.near
	axes := t.axes()
	guesses := []*node{}
	for _, v := range t.Cells() {
		guesses = append(guesses, constant(v))
		break
	}
	wrap := func(e *node) *node { return e }
	if t.Of.IsSet() {
		wrap = func(e *node) *node { return (&cycle{first: []int64{0}, turn: []int64{1}}).of(e) }
	}
	if len(axes) == 1 {
		guesses = append(guesses, wrap(axes[0]))
	} else {
		guesses = append(guesses, wrap(combine(opXor, axes...)))
		if t.Of.IsSet() {
			guesses = append(guesses, combine(opEqual, axes[:2]...))
		} else {
			guesses = append(guesses, combine(opAdd, axes...))
		}
	}
	var last *node // the residues that explain most
	lasted := 0
	for m := 2; m <= 6 && len(axes) <= 4; m++ {
		g := &grid{}
		block := newView(slices.Repeat([]int{m}, len(axes)))
		for at, v := range t.Cells() {
			if class := slices.Clone(at); !slices.ContainsFunc(class, func(x int) bool { return x >= m }) {
				for i := range class {
					class[i] %= m
				}
				block.set(class, v)
			}
		}
		for range axes {
			g.first, g.turn = append(g.first, 0), append(g.turn, int64(m))
		}
		if g.values = block.Values; slices.Contains(g.values, Hole) {
			continue
		}
		e := &node{op: opGrid, kids: axes, grid: g}
		if len(axes) == 1 {
			e = (&cycle{turn: g.values}).of(axes[0])
		}
		if at, _, _ := t.fails(e); at != nil && sum(at) > lasted {
			last, lasted = e, sum(at)
		}
	}
	if last != nil {
		guesses = append(guesses, last)
	}
	for _, e := range guesses {
		if at, foretold, found := t.fails(e); at != nil {
			s.reject(e, e.sentence(t.Coordinates, t.Of), at, foretold, found)
		}
	}
}

func sum(at []int) (s int) {
	for _, x := range at {
		s += x
	}
	return s
}

// fails returns the cell with the least sum of coordinates where an expression fails.
func (t *Table) fails(e *node) (at []int, foretold, found int64) {
	for cell, v := range t.Cells() {
		if at != nil && sum(cell) >= sum(at) {
			continue
		}
		if w, ok := e.at(cell); !ok || w != v {
			if !ok {
				w = Hole
			}
			at, foretold, found = slices.Clone(cell), w, v
		}
	}
	return at, foretold, found
}

// reject notes a guess that failed: of each family the one that explained most.
func (s *search) reject(e *node, words string, at []int, foretold, found int64) {
	r := Rejected{e.family(), s.near.Of, words, at, foretold, found, ""}
	i := slices.IndexFunc(s.rejected, func(o Rejected) bool { return o.Family == r.Family })
	switch {
	case i < 0:
		s.rejected = append(s.rejected, r)
	case sum(at) > sum(s.rejected[i].At):
		s.rejected[i] = r
	}
}

// list returns the rejected guesses that are wanted, the simplest first.
func (s *search) list(wanted func(Rejected) bool) (list []Rejected) {
	slices.SortStableFunc(s.rejected, func(a, b Rejected) int { return cmp.Compare(rank(a.Family), rank(b.Family)) })
	for _, r := range s.rejected {
		if wanted == nil || wanted(r) {
			list = append(list, r)
		}
	}
	return list
}

// stages returns the sizes of the parts from which guesses are made: they double until the
// whole table is reached.
func (t *Table) stages() (stages [][]int) {
	start := [...]int{0, 16, 6, 4, 3, 2}[min(len(t.Sides), 5)]
	for n := start; ; n *= 2 {
		sides := make([]int, len(t.Sides))
		for i, side := range t.Sides {
			sides[i] = min(n, side)
		}
		stages = append(stages, sides)
		if n >= slices.Max(t.Sides) {
			return stages
		}
	}
}

// count returns how many cells hold a value.
func (t *Table) count() (n uint64) {
	for range t.Cells() {
		n++
	}
	return n
}

// Far returns a table with about the given multiple of cells. It returns nil if that is over
// the budget, or if the game has less than four times as many new cells: then nothing can be
// checked.
func (t *Table) Far(ctx context.Context, far Source, times float64) (*Table, error) {
	sides := make([]int, len(t.Sides))
	for i, n := range t.Sides {
		sides[i] = int(math.Ceil(float64(n) * math.Pow(times, 1/float64(len(t.Sides)))))
	}
	large, err := far(ctx, sides)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, grundy.ErrBudget):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("a table to check a guess: %w", err)
	case large.count() < (1+farCells)*t.count():
		return nil, nil
	}
	return large, nil
}

// family returns the richest family that the expression needs.
func (e *node) family() Family {
	if e.op == opCoordinate {
		return Arithmetic // n itself
	}
	found := e.ownFamily()
	for _, k := range e.kids {
		if f := k.family(); k.op != opCoordinate && rank(f) > rank(found) {
			found = f
		}
	}
	return found
}

func rank(f Family) int {
	return slices.Index([]Family{Constant, Periodic, Arithmetic, Residues, Coordinates, Bits, Valuation, Beatty, Automaton}, f)
}

func (e *node) ownFamily() Family {
	switch e.op {
	case opCoordinate, opAdd, opDivide, opProduct:
		if len(e.kids) > 1 {
			return Coordinates
		}
		if e.op == opCoordinate {
			return Constant
		}
		return Arithmetic
	case opConstant, opCorner:
		return Constant
	case opXor, opOr, opAnd, opNimProduct:
		return Bits
	case opMod, opSelect:
		return Periodic
	case opFeature:
		return e.feature.family
	case opCycle:
		switch {
		case e.cycle.saltus > 0:
			return Arithmetic
		case len(e.cycle.turn) == 1:
			return Constant
		}
		return Periodic
	case opGrid:
		return Residues
	case opFloor, opPair:
		return Beatty
	}
	return Coordinates
}
