package board

// A game may fall apart: into a sum of games in fewer coordinates, or into heaps of Nim. Then its
// parts answer.
//
// # Parts
//
// Call two coordinates bound if some step changes both. The classes of what is bound,
// directly or by others, are the parts, without the coordinates that no step changes. Let
// no cell be blocked. Then a step changes coordinates of one part only, and whether it
// can be taken depends on those only. So a player moves in one part and leaves the
// others as they are: the game is the disjunctive sum of its parts, and its nim-value
// is the nim-sum of theirs (R. P. Sprague 1935, P. M. Grundy 1939).
//
// # One ray
//
// Let a part have one step s only, and let that be a ride. If the ride can be taken n
// times from a cell, at most, then it leads to the cells from which it can be taken
// n-1, n-2, …, 0 times, to each once. So by induction the part is a heap of n of Nim.
// Here n is the least, over the coordinates i with s_i < 0, of ⌊x_i/-s_i⌋, and with a
// far edge, over those with s_i > 0, of ⌊(side_i-1-x_i)/s_i⌋.
//
// Another part is a [Game] of its coordinates. Where no step of it raises one, that
// far edge is never met, and is left out. A part of one coordinate gets a second one,
// which stays 0.

import (
	"context"
	"fmt"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
)

// A part of a game.
type part struct {
	coordinates []int
	ride        int   // the index of its only step, which is a ride, or -1
	rest        *Game // if it is -1
}

// findParts returns the parts of g, or nil where they say nothing that g does not.
func (g *Game) findParts() (parts []part) {
	if len(g.Blocked) > 0 {
		return nil
	}
	class := make([]int, len(g.Board)) // the least coordinate that each is bound to
	for i := range class {
		class[i] = i
	}
	for _, s := range g.Steps() {
		first := class[firstChange(s)]
		for i, d := range s {
			if old := class[i]; d != 0 && old != first {
				for j := range class {
					if class[j] == old {
						class[j] = first
					}
				}
			}
		}
	}
	for c := range class {
		p := part{ride: -1}
		var rules Rules
		for i := range class {
			if class[i] == c {
				p.coordinates = append(p.coordinates, i)
			}
		}
		in := func(s []int64) bool { return class[firstChange(s)] == c }
		for _, s := range g.Leaps {
			if in(s) {
				rules.Leaps = append(rules.Leaps, p.shortened(s))
			}
		}
		for i, s := range g.Rides {
			if in(s) {
				rules.Rides = append(rules.Rides, p.shortened(s))
				p.ride = i
			}
		}
		switch {
		case len(rules.Leaps)+len(rules.Rides) == 0:
			continue
		case len(rules.Leaps) > 0 || len(rules.Rides) > 1:
			p.ride = -1
			rules.Sides = make([]uint64, max(len(p.coordinates), 2))
			if len(rules.Sides) == len(g.Board) && !slices.ContainsFunc(g.Steps(), func(s []int64) bool { return !in(s) }) {
				return nil // it is g itself
			}
			for i, from := range p.coordinates {
				if slices.ContainsFunc(g.Steps(), func(s []int64) bool { return s[from] > 0 }) {
					rules.Sides[i] = g.Board[from]
				}
			}
			var err error
			if p.rest, err = New(rules); err != nil {
				return nil
			}
		}
		parts = append(parts, p)
	}
	return parts
}

// firstChange returns the first coordinate that a step changes.
func firstChange(s []int64) int {
	return slices.IndexFunc(s, func(d int64) bool { return d != 0 })
}

// shortened returns a step in the coordinates of p, and perhaps one that stays 0.
func (p *part) shortened(s []int64) []int64 {
	short := make([]int64, max(len(p.coordinates), 2))
	for i, from := range p.coordinates {
		short[i] = s[from]
	}
	return short
}

// place returns the part of a cell, unless it is a heap.
func (p *part) place(cell []uint64) grundy.Component {
	short := make([]uint64, max(len(p.coordinates), 2))
	for i, from := range p.coordinates {
		short[i] = cell[from]
	}
	if p.rest.piece != nil {
		return grundy.Place(*p.rest.piece, Cell{X: short[0], Y: short[1]})
	}
	return grundy.Place(p.rest, short)
}

// partOf returns the number of the part to which a step belongs.
func (g *Game) partOf(s []int64) int {
	c := firstChange(s)
	return slices.IndexFunc(g.parts, func(p part) bool { return slices.Contains(p.coordinates, c) })
}

// partValue returns the nim-value of part i of a cell where it is known without a
// table.
func (g *Game) partValue(i int, cell []uint64) (uint64, bool) {
	p := &g.parts[i]
	if p.ride >= 0 {
		return g.Reach(cell, g.Rides[p.ride]), true
	}
	v, _, ok := p.place(cell).Measure(grundy.ByNimValue)
	return v, ok
}

// learnParts plans to learn the values of all parts of a cell.
func (g *Game) learnParts(cell []uint64) (all grundy.Learning, ok bool) {
	var learnings []grundy.Learning
	for i := range g.parts {
		if p := &g.parts[i]; p.ride < 0 {
			if l, ok := p.place(cell).PlanLearning(grundy.ByNimValue); ok {
				learnings = append(learnings, l)
				all.Cost = all.Cost.Plus(l.Cost)
			}
		}
	}
	all.Learn = func(ctx context.Context) error {
		for _, l := range learnings {
			if err := l.Learn(ctx); err != nil {
				return err
			}
		}
		return nil
	}
	return all, len(learnings) > 0
}

// optionsKnown reports whether the nim-values of the options in part i are known
// without a table, and these are few, unless the part is a heap.
func (g *Game) optionsKnown(i int, cell []uint64) bool {
	p := &g.parts[i]
	if p.ride >= 0 {
		return true
	}
	if len(p.rest.Rides) > 0 {
		return false
	}
	for _, s := range g.Leaps {
		if to, ok := g.Leap(cell, s); ok && g.partOf(s) == i {
			if _, ok := g.partValue(i, to); !ok {
				return false
			}
		}
	}
	return true
}

// measureParts returns the nim-value of a cell, if those of all parts are known
// without a table, and what says so.
func (g *Game) measureParts(cell []uint64) (value uint64, method string, ok bool) {
	heaps := 0
	for i := range g.parts {
		v, ok := g.partValue(i, cell)
		if !ok {
			return 0, "", false
		}
		value ^= v
		if g.parts[i].ride >= 0 {
			heaps++
		}
	}
	switch {
	case len(g.parts) == 0:
		return 0, "", false
	case heaps == len(g.parts):
		return value, nimMethod, true
	}
	return value, partsMethod, true
}

const (
	nimMethod   = "Nim with one heap for each ride, in coordinates of its own (C. L. Bouton, Ann. of Math. 1901; games/board/parts.go)"
	partsMethod = "the nim-sum of games in coordinates of their own (Sprague 1935, Grundy 1939; games/board/parts.go)"
)

// partValues are the nim-values of the parts of a cell and its options.
type partValues struct {
	game  *Game
	cell  []uint64
	own   []uint64
	value func(i int, cell []uint64) uint64
}

// runs returns the options whose nim-value is changed by change, or all others, in
// the order of AppendOptions. A heap has at most one option that changes so; in
// other parts it tries all options.
func (v *partValues) runs(change uint64, others bool) (runs []moves.SpaceRun) {
	g := v.game
	try := func(i int, s []int64, k uint64) {
		if changed := v.value(i, moves.Stepped(v.cell, s, k)) == v.own[i]^change; changed != others {
			runs = append(runs, moves.SpaceRun{Step: s, First: k, Last: k})
		}
	}
	for _, s := range g.Leaps {
		if _, ok := g.Leap(v.cell, s); ok {
			try(g.partOf(s), s, 1)
		}
	}
	for r, s := range g.Rides {
		i := g.partOf(s)
		if g.parts[i].ride < 0 {
			for k := range g.Ridden(v.cell, r) {
				try(i, s, k)
			}
			continue
		}
		heap := v.own[i]
		k := uint64(0) // to the option that is so changed
		if to := heap ^ change; to < heap {
			k = heap - to
		}
		switch {
		case !others && k > 0:
			runs = append(runs, moves.SpaceRun{Step: s, First: k, Last: k})
		case others:
			if k > 1 {
				runs = append(runs, moves.SpaceRun{Step: s, First: 1, Last: k - 1})
			}
			if k < heap {
				runs = append(runs, moves.SpaceRun{Step: s, First: k + 1, Last: heap})
			}
		}
	}
	return runs
}

// knownParts returns the nim-values of the parts of a cell and its options, if no
// table is needed.
func (g *Game) knownParts(cell []uint64) (*partValues, bool) {
	v := &partValues{game: g, cell: cell, value: func(i int, cell []uint64) uint64 {
		value, _ := g.partValue(i, cell)
		return value
	}}
	for i := range g.parts {
		own, ok := g.partValue(i, cell)
		if !ok || !g.optionsKnown(i, cell) {
			return nil, false
		}
		v.own = append(v.own, own)
	}
	return v, len(g.parts) > 0
}

// findRuns finds the options whose measure m is lo … hi, where [grundy.FindByChange]
// knows how to.
func (v *partValues) findRuns(m grundy.Measure, lo, hi uint64) (runs []moves.SpaceRun, ok bool) {
	total := uint64(0)
	for _, own := range v.own {
		total ^= own
	}
	_, ok = grundy.FindByChange(m, lo, hi, total, func(change uint64, others bool) grundy.Found[[]uint64] {
		runs = v.runs(change, others)
		return grundy.Found[[]uint64]{}
	})
	return runs, ok
}

// answerByParts makes p, which is g, answer for outcomes and nim-values by the parts.
func (p *Piece) answerByParts(g *Game) {
	p.measure = measureBy(func(c Cell) (uint64, string, bool) { return g.measureParts([]uint64{c.X, c.Y}) })
	p.learning = func(c Cell) (grundy.Learning, bool) { return g.learnParts([]uint64{c.X, c.Y}) }
	p.find = func(m grundy.Measure, c Cell, lo, hi uint64) (runs []moves.Run, ok bool) {
		v, ok := g.knownParts([]uint64{c.X, c.Y})
		if !ok {
			return nil, false
		}
		found, ok := v.findRuns(m, lo, hi)
		for _, r := range found {
			runs = append(runs, moves.Run{Step: moves.Step{DX: r.Step[0], DY: r.Step[1]}, First: r.First, Last: r.Last})
		}
		return runs, ok
	}
}

// planParts returns a plan of tables for those parts whose nim-values are not known.
// It is one for outcomes and nim-values.
func (g *Game) planParts(m grundy.Measure, cell []uint64) (plan grundy.Plan[[]uint64], ok bool) {
	if !m.FollowsFromNimValue() || len(g.parts) == 0 {
		return plan, false
	}
	plans := make([]*grundy.Plan[grundy.Component], len(g.parts))
	for i := range g.parts {
		if _, ok := g.partValue(i, cell); ok && g.optionsKnown(i, cell) {
			continue
		}
		of, ok := g.parts[i].place(cell).PlanTable(grundy.ByNimValue)
		if !ok {
			return plan, false
		}
		plans[i] = &of
		plan.Cost = plan.Cost.Plus(of.Cost)
	}
	plan.Method = partsMethod
	for _, of := range plans {
		if of != nil {
			plan.Method = fmt.Sprintf("%s; %s", partsMethod, of.Method)
		}
	}
	v := &partValues{game: g, cell: slices.Clone(cell)}
	plan.Build = func(ctx context.Context, progress grundy.Progress) (grundy.Table[[]uint64], error) {
		tables := make([]grundy.Table[grundy.Component], len(plans))
		for i, of := range plans {
			if of == nil {
				continue
			}
			var err error
			if tables[i], err = of.Build(ctx, progress); err != nil {
				return nil, err
			}
		}
		v.value = func(i int, cell []uint64) uint64 {
			if tables[i] != nil {
				return tables[i](g.parts[i].place(cell))
			}
			value, _ := g.partValue(i, cell)
			return value
		}
		v.own = nil
		for i := range g.parts {
			v.own = append(v.own, v.value(i, v.cell))
		}
		return func(q []uint64) (value uint64) {
			for i := range g.parts {
				if slices.ContainsFunc(g.parts[i].coordinates, func(c int) bool { return q[c] != v.cell[c] }) {
					value ^= v.value(i, q)
				} else {
					value ^= v.own[i]
				}
			}
			if m == grundy.ByOutcome {
				value = min(value, 1)
			}
			return value
		}, nil
	}
	plan.Find = func(t grundy.Table[[]uint64], lo, hi uint64) grundy.Found[[]uint64] {
		runs, ok := v.findRuns(m, lo, hi)
		if !ok { // an interval of nim-values
			for _, r := range v.runs(0, true) {
				for k := r.First; k <= r.Last; k++ {
					if value := t(moves.Stepped(v.cell, r.Step, k)); lo <= value && value <= hi {
						runs = append(runs, moves.SpaceRun{Step: r.Step, First: k, Last: k})
					}
				}
			}
		}
		return moves.Found(v.cell, runs, moves.Stepped)
	}
	return plan, true
}
