package solve

// This file holds misère play of disjunctive sums by a misère quotient of all
// positions that single components can reach: where sums of canonical forms are too
// many to be searched, it often has a few dozen elements.

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"grundy"
	"grundy/theory/misere"
)

const (
	quotientElements = 1024
	// quotientOptions bounds the options that are listed, of 64 bytes or so each.
	quotientOptions = 1 << 20
	// quotientPositions bounds the positions of a game that does not fall apart
	// into sums.
	quotientPositions = 1 << 14
)

// quotientTime is what the search for a quotient may take before a search of forms
// is given the rest of the budget.
var quotientTime = 4 * time.Second

// A quotientSearch knows positions as sums of generators of a quotient: those that
// are no sums themselves.
type quotientSearch struct {
	solver    *solver
	quotient  *misere.Quotient
	number    map[grundy.Identity]int
	positions []positionOptions
	generator []int // of each position, once it was added
	options   int
	bytes     uint64
}

// A positionOptions is a position with its options, as sums of positions by number.
type positionOptions struct {
	options  [][]int
	birthday int
}

// byQuotient is the rule of a misère quotient.
type byQuotient struct{ search *quotientSearch }

// decideByQuotient settles a misère sum of single copies by a misère quotient. The
// result is nil where none is found in time.
func (s *solver) decideByQuotient() (*decision, error) {
	for _, t := range s.question.Sum {
		positions, ok := t.Component.CountPositions()
		if !grundy.Splits(t.Component) && (s.onlyOneMoves() || ok && positions > quotientPositions) {
			return nil, nil
		}
	}
	until := quotientTime
	if limit := s.question.Budget.Time; limit > 0 {
		until = min(until, limit/2)
	}
	ctx, cancel := context.WithTimeout(s.ctx, until)
	defer cancel()
	q := &quotientSearch{solver: s, number: map[grundy.Identity]int{}}
	q.quotient = misere.NewQuotient(misere.QuotientBounds{Elements: quotientElements, Check: ctx.Err})
	err := q.build(ctx)
	switch {
	case s.ctx.Err() != nil:
		return nil, s.ctx.Err()
	case errors.Is(err, grundy.ErrBudget) || errors.Is(err, context.DeadlineExceeded):
		return nil, nil
	case err != nil:
		return nil, err
	}
	var sum []int
	for _, t := range s.question.Sum {
		sum = append(sum, q.sum(t.Component)...)
	}
	d := &decision{rule: byQuotient{q}, outcome: q.quotient.Outcome(sum), reduction: s.reduction()}
	all, good := q.quotient.Order()
	d.theorem = fmt.Sprintf("misère play by the misère quotient of the %d positions that single components can reach and that are no sums: a commutative monoid of %d elements, %d of them P, checked for all sums of these positions (T. E. Plambeck 2005; Plambeck and A. N. Siegel 2008; theory/misere/quotient.go)",
		len(q.positions), all, good)
	return d, nil
}

// build adds all positions to the quotient: first what is no heap of Nim, then the
// heaps, each in the order of their birthdays. With heaps among wild games the quotient
// of 0.77(15) and nim(9), of 84 elements, is not guessed in seconds; so it is in 50 ms.
func (q *quotientSearch) build(ctx context.Context) error {
	var heaps []grundy.Component
	for _, t := range q.solver.question.Sum {
		for _, part := range grundy.Split(t.Component) {
			if _, ok := heapSize(part); ok {
				heaps = append(heaps, part)
			} else if err := q.collect(ctx, part); err != nil {
				return err
			}
		}
	}
	others := len(q.positions)
	for _, part := range heaps {
		if err := q.collect(ctx, part); err != nil {
			return err
		}
	}
	order := make([]int, len(q.positions))
	for i := range order {
		order[i] = i
	}
	byBirthday := func(a, b int) int { return q.positions[a].birthday - q.positions[b].birthday }
	slices.SortStableFunc(order[:others], byBirthday)
	slices.SortStableFunc(order[others:], byBirthday)
	q.generator = make([]int, len(q.positions))
	for _, i := range order {
		options := make([][]int, len(q.positions[i].options))
		for j, o := range q.positions[i].options {
			options[j] = q.generators(o)
		}
		g, err := q.quotient.Add(options)
		if err != nil {
			return err
		}
		q.generator[i] = g
	}
	return nil
}

func (q *quotientSearch) generators(positions []int) []int {
	sum := make([]int, len(positions))
	for i, p := range positions {
		sum[i] = q.generator[p]
	}
	return sum
}

// sum returns c, which can be reached, as a sum of generators.
func (q *quotientSearch) sum(c grundy.Component) []int {
	var positions []int
	for _, part := range grundy.Split(c) {
		positions = append(positions, q.number[part.Identity()])
	}
	return q.generators(positions)
}

// A collectFrame is a position whose options are being collected.
type collectFrame struct {
	key      grundy.Identity
	options  [][]grundy.Component // each as parts
	at, part int
}

// collect gives numbers to c, which is no sum, and to what can be reached from it.
func (q *quotientSearch) collect(ctx context.Context, c grundy.Component) error {
	var stack []collectFrame
	push := func(key grundy.Identity, c grundy.Component) error {
		if count, ok := c.CountOptions(); ok && count > uint64(quotientOptions-q.options) {
			return grundy.ErrBudget
		}
		frame := collectFrame{key: key}
		for _, o := range c.AppendOptions(nil) {
			frame.options = append(frame.options, grundy.Split(o))
		}
		q.options += len(frame.options)
		q.bytes += uint64(len(key.Text) + positionBytes/2 + len(frame.options)*optionBytes)
		if memory := q.solver.question.Budget.Memory; q.options > quotientOptions || memory > 0 && q.bytes > memory {
			return grundy.ErrBudget
		}
		stack = append(stack, frame)
		return ctx.Err()
	}
	if _, ok := q.number[c.Identity()]; !ok {
		if err := push(c.Identity(), c); err != nil {
			return err
		}
	}
next:
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		for ; top.at < len(top.options); top.at, top.part = top.at+1, 0 {
			for ; top.part < len(top.options[top.at]); top.part++ {
				p := top.options[top.at][top.part]
				if _, ok := q.number[p.Identity()]; !ok {
					if err := push(p.Identity(), p); err != nil {
						return err
					}
					continue next
				}
			}
		}
		var position positionOptions
		for _, parts := range top.options {
			option, birthday := make([]int, len(parts)), 1
			for i, p := range parts {
				option[i] = q.number[p.Identity()]
				birthday += q.positions[option[i]].birthday
			}
			position.options = append(position.options, option)
			position.birthday = max(position.birthday, birthday)
		}
		q.number[top.key] = len(q.positions)
		q.positions = append(q.positions, position)
		stack = stack[:len(stack)-1]
	}
	return nil
}

// winningMoves finds the moves after which the quotient says P.
func (r byQuotient) winningMoves(s *solver, _ *decision, a *Answer) error {
	q := r.search
	for i, t := range s.question.Sum {
		var others []int
		for j, u := range s.question.Sum {
			if j != i {
				others = append(others, q.sum(u.Component)...)
			}
		}
		if err := s.ctx.Err(); err != nil {
			return err
		}
		for _, to := range t.Component.AppendOptions(nil) {
			if q.quotient.Outcome(slices.Concat(others, q.sum(to))) != grundy.P {
				continue
			}
			a.addMove(Move{{i, t.Component, to}}, s.question.MaxMoves)
		}
	}
	return nil
}

func (r byQuotient) reasons(_ *solver, _ *decision, say func(string, ...any)) {
	all, good := r.search.quotient.Order()
	say("Some component is not tame. All sums of the positions that can be reached fall into %d classes that no such sum beside them tells apart; those of %d classes are P.", all, good)
}
