package pattern

// This file looks for the description of a table as a student would: guess from a few values,
// go on until the guess fails, and guess again.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"grundy"
)

// An Expression is the rule of a pattern that the families describe.
type Expression struct {
	node *node
	of   Kind
}

// At implements [Rule].
func (e *Expression) At(at []int) (int64, bool) { return e.node.at(at) }

// Value implements [Rule]. It costs a few operations on numbers as long as the coordinates,
// except where the rule asks for prime factors.
func (e *Expression) Value(at []*big.Int) (*big.Int, error) { return e.node.value(at) }

// Words implements [Rule].
func (e *Expression) Words(names []string) string { return e.node.sentence(names, e.of) }

const (
	mostTried    = 40 // descriptions of one stage that are compared with the table
	mostRejected = 6
)

// Describe looks for the shortest description of the table near in the families, and checks
// it on a table that far makes: one with at least four times as many new cells, far larger
// where the budget allows. It returns nil where no description is found that is more than
// chance (decide.go), and in each case the guesses that were made and failed, each with the
// first cell where it fails.
//
// It costs O(c log c) for a table of c cells and each of some hundred families, as long as
// periods are short.
func Describe(ctx context.Context, near *Table, far Source) (*Pattern, []Rejected, error) {
	s := &search{near: near}
	for _, sides := range near.stages() {
		part := near.Within(sides...)
		f := &fitter{ctx: ctx}
		list := f.table(viewOf(part), whole)
		if err := ctx.Err(); err != nil {
			return nil, s.list(), err
		}
		slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(a.bits, b.bits) })
		explained := 0
		for _, c := range list {
			e := &Expression{c.node, near.Of}
			if at, _, _ := part.Explains(e); at != nil || s.tried[e.Words(near.Coordinates)] {
				continue
			}
			if explained++; explained > mostTried {
				break
			}
			if plain, _ := part.Listed(); c.bits > plain {
				break
			}
			p, err := s.try(ctx, c, far)
			if p != nil || err != nil {
				return p, s.list(), err
			}
		}
	}
	return nil, s.list(), nil
}

// A search holds what was tried.
type search struct {
	near     *Table
	large    *Table // the far one, once it is made
	tried    map[string]bool
	rejected []rejection
}

type rejection struct {
	Rejected
	bits  float64
	cells int // that it explains before it fails
}

// try checks a description on the whole table and on the far one.
func (s *search) try(ctx context.Context, c candidate, far Source) (*Pattern, error) {
	e := &Expression{c.node, s.near.Of}
	words := e.Words(s.near.Coordinates)
	if s.tried == nil {
		s.tried = map[string]bool{}
	}
	s.tried[words] = true
	if at, foretold, found := s.near.Explains(e); at != nil {
		s.reject(c, words, at, foretold, found)
		return nil, nil
	}
	if !s.near.Judge(c.bits) {
		return nil, nil
	}
	if s.large == nil {
		large, err := s.near.Far(ctx, far)
		if large == nil || err != nil {
			return nil, err
		}
		s.large = large
	}
	if at, foretold, found := s.large.Explains(e); at != nil {
		s.reject(c, words, at, foretold, found)
		return nil, nil
	}
	listed, _ := s.near.Listed()
	p := &Pattern{Family: c.node.family(), Words: words, Of: s.near.Of, Misere: s.near.Misere, Coordinates: s.near.Coordinates,
		Rule: e, Bits: c.bits, Listed: listed, Cells: s.large.count()}
	for i, n := range s.large.Sides {
		p.CheckedTo = append(p.CheckedTo, s.large.Least[i]+n-1)
	}
	for _, r := range s.rejected {
		if r.bits < c.bits {
			p.Rejected = append(p.Rejected, r.Rejected)
		}
	}
	return p, nil
}

// reject notes a guess that failed: of each family the one that explained most.
func (s *search) reject(c candidate, words string, at []int, foretold, found int64) {
	r := rejection{Rejected{c.node.family(), words, at, foretold, found}, c.bits, 0}
	for cell := range s.near.Cells() {
		if slices.Compare(cell, at) >= 0 {
			break
		}
		r.cells++
	}
	i := slices.IndexFunc(s.rejected, func(o rejection) bool { return o.Family == r.Family })
	switch {
	case i < 0:
		s.rejected = append(s.rejected, r)
	case r.cells > s.rejected[i].cells:
		s.rejected[i] = r
	}
}

// list returns the rejected guesses, the shortest first.
func (s *search) list() (list []Rejected) {
	slices.SortStableFunc(s.rejected, func(a, b rejection) int { return cmp.Compare(a.bits, b.bits) })
	for i := range s.rejected {
		list = append(list, s.rejected[i].Rejected)
	}
	return list[:min(len(list), mostRejected)]
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

// Far returns a table that has at least four times as many new cells. It asks for a far larger
// one first, and takes a smaller one where the budget does not allow that. It returns nil
// where there is none: then nothing can be checked.
func (t *Table) Far(ctx context.Context, far Source) (*Table, error) {
	cells := t.count()
	for _, times := range []float64{24, 12, 2 + farCells} {
		sides := make([]int, len(t.Sides))
		for i, n := range t.Sides {
			sides[i] = int(math.Ceil(float64(n) * math.Pow(times, 1/float64(len(t.Sides)))))
		}
		large, err := far(ctx, sides)
		switch {
		case err != nil && ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, grundy.ErrBudget):
			continue
		case err != nil:
			return nil, fmt.Errorf("a table to check a guess: %w", err)
		}
		if large.count() >= (1+farCells)*cells {
			return large, nil
		}
	}
	return nil, nil
}

// family returns the richest family that the expression needs.
func (e *node) family() Family {
	found := e.ownFamily()
	for _, k := range e.kids {
		if f := k.family(); rank(f) > rank(found) {
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
	case opXor, opAnd, opOr:
		return Bits
	case opMod, opSelect:
		return Periodic
	case opFeature:
		return features[e.feature].family
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
	case opFloor, opMember, opPair:
		return Beatty
	}
	return Coordinates
}
