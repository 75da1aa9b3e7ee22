package solve

// This file values many positions of one game, as a table lists them: one after the
// other by a shared memo, or, where play need not end, all together.

import (
	"context"
	"errors"
	"fmt"

	"grundy"
	"grundy/theory/compound"
	"grundy/theory/loopy"
	"grundy/theory/search"
)

// A Tabulation measures positions of games in which play must end. The values that it
// finds serve for the next positions: a table costs as much as a search of all positions
// that can be reached from some cell, each once. One goroutine at a time may use it.
type Tabulation struct {
	*solver
	by     grundy.Measure
	define compound.Definition
	now    map[grundy.GameID]grundy.Component // in the run of the question
	failed []func() error
}

// NewTabulation returns a tabulation by a measure, for which theory/compound has a
// definition, that ends with ctx and uses at most so much memory. Call Close at its end.
func NewTabulation(ctx context.Context, by grundy.Measure, memory uint64) (*Tabulation, error) {
	define, ok := compound.Define(by)
	if !ok {
		return nil, fmt.Errorf("a table by %v: there is none", by)
	}
	s, err := newSolver(ctx, Question{Budget: Budget{Memory: memory}, Cache: &Cache{}})
	if err != nil {
		return nil, err
	}
	return &Tabulation{solver: s, by: by, define: define, now: map[grundy.GameID]grundy.Component{}}, nil
}

// Close gives back the memory.
func (t *Tabulation) Close() { t.account.Close() }

// Value returns the measure of c: by a closed form, otherwise by search.
func (t *Tabulation) Value(c grundy.Component) (uint64, error) {
	if c.IsStarter() {
		now, ok := t.now[c.GameID()]
		if !ok {
			started, failed := grundy.Start(t.ctx, grundy.SumOf(c))
			now = started[0].Component
			t.now[c.GameID()], t.failed = now, append(t.failed, failed)
		}
		c = grundy.SameGame(c, now)
	}
	t.question.Sum = grundy.SumOf(c) // for messages
	v, err := t.measured(c, t.by, t.define)
	for _, failed := range t.failed {
		if rules := failed(); rules != nil {
			return 0, noAnswer(t.ctx, err, rules)
		}
	}
	return v, noAnswer(t.ctx, err, nil)
}

func (t *Tabulation) measured(c grundy.Component, m grundy.Measure, define compound.Definition) (uint64, error) {
	t.spent = grundy.Cost{}
	if v, _, ok := t.closed(c, m); ok {
		return v, nil
	}
	t.spent = grundy.Cost{}
	if c.Splits() {
		parts := c.Split()
		switch {
		case m == grundy.ByMisereNimValue:
			return t.misereOfParts(c)
		case len(parts) != 1 && m.FollowsFromNimValue():
			return t.sumOfParts(m, parts)
		}
	}
	if found := t.packedSearch(c, m, define); found != nil {
		v, err := found.alone(t.ctx, c, search.Options{Memory: t.memoryLeft(0)})
		switch {
		case !errors.Is(err, search.ErrSum):
			return v, err
		case m == grundy.ByMisereNimValue:
			return t.misereOfParts(c)
		case m.FollowsFromNimValue(): // moves leave sums
			nim, _ := compound.Define(grundy.ByNimValue)
			v, err := t.measured(c, grundy.ByNimValue, nim)
			measure, _ := m.OfNimValue(v)
			return measure, err
		}
	}
	found, ended := t.newSearch(m, define, c, 0)
	if !ended {
		t.extend(t.ctx, found, grundy.Cost{})
	}
	return found.value(c)
}

// sumOfParts returns a measure that follows from the nim-value, by those of the parts.
func (t *Tabulation) sumOfParts(m grundy.Measure, parts []grundy.Component) (uint64, error) {
	nim, _ := compound.Define(grundy.ByNimValue)
	sum := uint64(0)
	for _, part := range parts {
		v, err := t.measured(part, grundy.ByNimValue, nim)
		if err != nil {
			return 0, err
		}
		sum ^= v
	}
	measure, _ := m.OfNimValue(sum)
	return measure, nil
}

// misereOfParts returns the misère nim-value of a position that falls apart, by the genus
// of the sum of its parts.
func (t *Tabulation) misereOfParts(c grundy.Component) (uint64, error) {
	r := t.reducing()
	whole, err := r.value(c)
	if err != nil {
		return 0, err
	}
	genus, err := r.sums.Genus(whole.Total)
	return uint64(genus.At(0)), err
}

// Loops are positions of games in which play need not end, valued together.
type Loops struct {
	of     []uint32 // the node of each
	graph  *loopy.Graph
	solver *solver
}

// NewLoops searches all positions that can be reached from those given, until ctx ends
// and within so much memory; their outcomes are by the convention. Call Close at the
// end.
func NewLoops(ctx context.Context, positions []grundy.Component, convention grundy.Convention, memory uint64) (*Loops, error) {
	started, failed := grundy.Start(ctx, grundy.SumOf(positions...))
	s, err := newSolver(ctx, Question{Sum: started, Convention: convention, Budget: Budget{Memory: memory}, Cache: &Cache{}})
	if err != nil {
		return nil, err
	}
	l := &Loops{solver: s}
	each := make([][]grundy.Component, len(started))
	for i := range started {
		each[i] = []grundy.Component{started[i].Component}
	}
	r := l.solver.newRetrograde(compound.Disjunctive)
	l.graph, err = r.explore(each...)
	if err = noAnswer(ctx, err, failed()); err != nil {
		l.Close()
		return nil, err
	}
	for _, c := range each {
		l.of = append(l.of, r.of(r.bagOf(c[0])))
	}
	return l, nil
}

// Close gives back the memory.
func (l *Loops) Close() { l.solver.account.Close() }

// NimValues returns the nim-value of the position at an index, by Smith's labels.
func (l *Loops) NimValues() (func(i int) grundy.LoopyValue, error) {
	values, err := loopy.Solve(l.solver.ctx, l.graph)
	return func(i int) grundy.LoopyValue { return values.At(l.of[i]) }, err
}

// Outcomes returns the outcome of the position at an index, and its remoteness, which is
// [loopy.Infinite] for a draw.
func (l *Loops) Outcomes() (outcome func(i int) grundy.Outcome, remoteness func(i int) uint64, err error) {
	outcomes, lengths, err := loopy.Outcomes(l.solver.ctx, l.graph, l.solver.question.Convention)
	return func(i int) grundy.Outcome { return outcomes[l.of[i]] }, func(i int) uint64 { return lengths[l.of[i]] }, err
}
