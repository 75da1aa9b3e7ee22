package pattern

// This file finds how a table lies in a game whose moves are formulas.

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/rules"
	"github.com/grundy-games/grundy/theory/automata"
	"github.com/grundy-games/grundy/theory/definable"
)

// define returns the moves of the game of a component as formulas. Numbers that moves pass on
// are held at those of the component where no formula says the moves for all of them.
func define(ctx context.Context, c grundy.Component, frame rules.Frame) (*rules.Definition, error) {
	d, err := rules.DefineGame(ctx, c, frame)
	if err == nil || ctx.Err() != nil {
		return d, err
	}
	frame.Hold = true
	if held, heldErr := rules.DefineGame(ctx, c, frame); heldErr == nil {
		return held, nil
	}
	return nil, err
}

// A game is a game whose moves are formulas, and where the cells of a table are in it.
type game struct {
	*rules.Definition
	cell []at // of each coordinate
}

// An at says what a coordinate is at a cell: a constant, or a number along an axis plus a
// constant. Where that would be less than 0, there is no position, or the coordinate is 0.
type at struct {
	axis    int // -1 for none
	plus    int64
	atLeast bool // cells where it would be less than 0 are positions
}

// term returns the coordinate as a term, which may be less than 0.
func (a at) term(names []string) automata.Term {
	if a.axis < 0 {
		return automata.C(a.plus)
	}
	return automata.V(names[a.axis]).Plus(automata.C(a.plus))
}

func (a at) at(cell []uint64) int64 {
	if a.axis < 0 {
		return a.plus
	}
	return max(int64(cell[a.axis])+a.plus, 0)
}

// say writes what the coordinate is.
func (a at) say(axes []string) string {
	if a.axis < 0 || a.plus == 0 {
		return a.term(axes).String()
	}
	if a.atLeast {
		return fmt.Sprintf("max(%s - %d, 0)", axes[a.axis], -a.plus)
	}
	if a.plus < 0 {
		return fmt.Sprintf("%s - %d", axes[a.axis], -a.plus)
	}
	return fmt.Sprintf("%s + %d", axes[a.axis], a.plus)
}

// define returns the moves of the game as formulas. The error is an [*Unproved].
func (s *source) define(ctx context.Context) (*game, error) {
	place := s.place(ctx)
	sides := s.within(ctx, slices.Repeat([]int{side(min(s.cells(0), 1<<10), len(s.axes))}, len(s.axes)))
	near := NewTable(s.of, s.axes, sides...)
	var cells [][]uint64
	var samples []grundy.Component
	for i := range near.Values {
		cell, point := make([]int, len(s.axes)), make([]uint64, len(s.axes))
		near.place(i, cell)
		for i, x := range cell {
			point[i] = uint64(x)
		}
		sum, err := place(point)
		if err != nil || s.game.Table != nil && !s.game.Table.Holds(ctx, point) {
			continue // there is no such position
		}
		if len(sum) != 1 || sum[0].Copies != 1 {
			return nil, &Unproved{Why: s.name + " is a sum of games, and formulas are written for one"}
		}
		cells, samples = append(cells, point), append(samples, sum[0].Component)
	}
	if len(samples) == 0 {
		return nil, &Unproved{Why: "there is no position"}
	}
	last := samples[len(samples)-1]
	d, err := define(ctx, last, rules.Frame{})
	if err != nil {
		return nil, &Unproved{Why: err.Error(), Err: err}
	}
	points := func() (all [][]int64, ok bool) {
		for _, c := range samples {
			at, ok := d.At(c)
			if !ok {
				return nil, false
			}
			all = append(all, at)
		}
		return all, true
	}
	all, ok := points()
	if !ok {
		return nil, &Unproved{Why: "the positions of the table have not the same number of coordinates"}
	}
	// Hold what is the same everywhere, if no move changes it.
	fixed := map[string]int64{}
	for i, name := range d.Moves.Coordinates {
		if !slices.ContainsFunc(all, func(p []int64) bool { return p[i] != all[0][i] }) {
			fixed[name] = all[0][i]
		}
	}
	if len(fixed) > 0 && len(fixed) < len(d.Moves.Coordinates) {
		if held, err := define(ctx, last, rules.Frame{Fixed: fixed}); err == nil {
			d = held
			if all, ok = points(); !ok {
				return nil, &Unproved{Why: "the positions of the table have not the same number of coordinates"}
			}
		}
	}
	g := &game{Definition: d}
	for from, names := 0, d.Moves.Coordinates; from < len(names); {
		to := from + 1 // the coordinates that stand in some order: heaps, or one
		for _, h := range d.Heaps() {
			if h[0] == from {
				to = max(to, h[1])
			}
		}
		rest := make([][]int64, len(samples)) // of these, what no coordinate is yet
		for i := range samples {
			rest[i] = slices.Clone(all[i][from:to])
		}
		for ; from < to; from++ {
			found := slices.IndexFunc(tries(cells, rest), func(a at) bool {
				for i, cell := range cells {
					if !slices.Contains(rest[i], a.at(cell)) {
						return false
					}
				}
				return true
			})
			if found < 0 {
				return nil, &Unproved{Why: fmt.Sprintf("%s, a number of the rules, is not a number of the table plus a constant", names[from])}
			}
			a := tries(cells, rest)[found]
			g.cell = append(g.cell, a)
			for i, cell := range cells {
				at := slices.Index(rest[i], a.at(cell))
				rest[i] = slices.Delete(rest[i], at, at+1)
			}
		}
	}
	return g, nil
}

// tries returns what a coordinate may be at a cell, if it is one of some numbers.
func tries(cells [][]uint64, numbers [][]int64) (all []at) {
	for _, n := range numbers[0] {
		all = append(all, at{axis: -1, plus: n})
	}
	last := len(cells) - 1
	for axis := range cells[last] {
		for _, n := range numbers[last] {
			plus := n - int64(cells[last][axis])
			below := slices.ContainsFunc(cells, func(c []uint64) bool { return int64(c[axis])+plus < 0 })
			all = append(all, at{axis, plus, below})
		}
	}
	return all
}

// inOrder reports whether formulas speak of heaps in ascending order, and cells have any.
func (g *game) inOrder() bool {
	return g.Ascending && slices.ContainsFunc(g.Heaps(), func(h [2]int) bool { return h[1] > h[0]+1 })
}

// isWhole reports whether the coordinates are the axes, in their order.
func (g *game) isWhole(axes int) bool { return g.areAxes(axes) && !g.inOrder() }

// areAxes reports the same, where heaps may have to be put in order.
func (g *game) areAxes(axes int) bool {
	for i, a := range g.cell {
		if a != (at{axis: i}) {
			return false
		}
	}
	return len(g.cell) == axes
}

// whole returns the source of tables of all coordinates.
func (s *source) whole(g *game) *source {
	return &source{name: s.name, axes: g.Moves.Coordinates, of: s.of, misere: s.misere, budget: s.budget,
		place: func(context.Context) func([]uint64) (grundy.Sum, error) {
			at := make([]int64, len(g.Moves.Coordinates))
			return func(cell []uint64) (grundy.Sum, error) {
				for i, n := range cell {
					at[i] = int64(n)
				}
				c, err := g.Place(at)
				if err != nil {
					return nil, &position.EmptyError{Err: err}
				}
				return grundy.SumOf(c), nil
			}
		}}
}

// speaks reports whether the rules can be said in a numeration.
func (g *game) speaks(in *numeration) bool {
	several := slices.ContainsFunc(g.Kinds, func(k definable.Kind) bool { return len(k.Parts) > 1 })
	base := in.base()
	return (g.Base == 0 || g.Base == base) && (!several || base > 0 && base&(base-1) == 0)
}

// base returns the base of a numeration, or 0.
func (n *numeration) base() int {
	if n.Weight(1).Cmp(big.NewInt(int64(n.Universe().Digits()))) == 0 && strings.HasPrefix(n.Name(), "b") {
		return n.Universe().Digits()
	}
	return 0
}

// cellsOf returns terms for the coordinates at a cell, and the condition under which they
// are right.
func (g *game) cellsOf(axes []string) (terms []automata.Term, when automata.Formula) {
	var all []automata.Formula
	for i, a := range g.cell {
		t := a.term(axes)
		switch {
		case a.axis >= 0 && a.plus < 0 && !a.atLeast:
			all = append(all, automata.Less(automata.C(-1), t))
		case a.axis >= 0 && a.plus < 0:
			u := automata.V(fresh(g.Moves.Coordinates[i], axes))
			all = append(all, automata.Or(automata.Equal(u, t), automata.And(automata.Less(t, automata.C(0)), automata.Equal(u, automata.C(0)))))
			t = u
		}
		terms = append(terms, t)
	}
	for _, h := range g.Heaps() {
		if g.inOrder() {
			sorted, order := inOrder(g.Moves.Coordinates[h[0]:h[1]], terms[h[0]:h[1]], axes)
			copy(terms[h[0]:], sorted)
			all = append(all, order)
		}
	}
	return terms, automata.And(all...)
}

// inOrder returns names for numbers in ascending order, and the condition that they are.
func inOrder(names []string, numbers []automata.Term, axes []string) (sorted []automata.Term, order automata.Formula) {
	var all []automata.Formula
	for i, name := range names {
		sorted = append(sorted, automata.V(fresh(name+"s", axes)))
		if i > 0 {
			all = append(all, automata.LessEqual(sorted[i-1], sorted[i]))
		}
	}
	// They are the numbers, each once.
	var places func(i int, free []automata.Term) automata.Formula
	places = func(i int, free []automata.Term) automata.Formula {
		if i == len(sorted) {
			return automata.True()
		}
		var ways []automata.Formula
		for j, t := range free {
			ways = append(ways, automata.And(automata.Equal(sorted[i], t), places(i+1, slices.Delete(slices.Clone(free), j, j+1))))
		}
		return automata.Or(ways...)
	}
	return sorted, automata.And(append(all, places(0, numbers))...)
}
