package definable

// This file finds what every move lowers.

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/theory/automata"
)

// Order proves that moves lead from positions to positions, and that each lowers the first of
// some weighted sums of the coordinates that it changes. Without weights it finds some that are
// not below zero, so that play ends. It returns the weights, and the errors of [Prove].
func Order(ctx context.Context, theory *automata.Theory, moves Moves, given [][]int64) (weights [][]int64, err error) {
	return order(&prover{ctx: ctx, theory: theory, moves: moves, upward: true}, given)
}

func order(p *prover, given [][]int64) (weights [][]int64, err error) {
	err = p.inBounds(func() (err error) {
		if weights = given; len(given) == 0 {
			if weights, err = p.findMeasure(); err != nil {
				return err
			}
		}
		_, err = p.proveMeasure(weights)
		return err
	})
	return weights, err
}

// LowersFirst reports whether a move that changes the coordinates by these numbers lowers
// the first of the weighted sums that it changes.
func LowersFirst(weights [][]int64, by []int64) bool {
	for _, w := range weights {
		if change := sumOf(w, by); change != 0 {
			return change < 0
		}
	}
	return false
}

// GuessOrder finds weights such that each of some moves lowers the first of the weighted sums
// that it changes. A move is what it adds to the coordinates. The result is nil where none are
// found. Weights below zero are tried last: coordinates that are counted up fall by them.
func GuessOrder(coordinates int, moves [][]int64) (weights [][]int64) {
	left := moves
	for len(left) > 0 {
		var rest [][]int64
		lower := func(w weighting, all bool) bool {
			rest = rest[:0]
			for _, by := range left {
				switch change := sumOf(w, by); {
				case change > 0 || change == 0 && all:
					return false
				case change == 0:
					rest = append(rest, by)
				}
			}
			if len(rest) == len(left) {
				return false
			}
			weights = append(weights, slices.Clone(w))
			return true
		}
		ok := weightings(coordinates, func(w weighting) bool { return lower(w, true) }) ||
			weightings(coordinates, func(w weighting) bool { return lower(w, false) }) ||
			signed(coordinates, func(w weighting) bool { return lower(w, true) }) ||
			signed(coordinates, func(w weighting) bool { return lower(w, false) })
		if !ok {
			return nil
		}
		left = slices.Clone(rest)
	}
	return weights
}

// signed calls yield with measures some of whose weights are -1, until it returns true.
func signed(n int, yield func(weighting) bool) bool {
	w := make(weighting, n)
	for i := range w {
		w[i] = -1
	}
	if yield(w) {
		return true
	}
	clear(w)
	for i := range n {
		if w[i] = -1; yield(w) {
			return true
		}
		w[i] = 0
	}
	if n > 6 {
		return false
	}
	for i := range w {
		w[i] = -1
	}
	for {
		i := 0
		for ; i < n && w[i] == 1; i++ {
			w[i] = -1
		}
		if i == n {
			return false
		}
		if w[i]++; slices.Min(w) < 0 && yield(w) {
			return true
		}
	}
}

// SayOrder writes weighted sums of coordinates with those names, as in "x + y, then z".
func SayOrder(names []string, weights [][]int64) string {
	var of []automata.Term
	for _, name := range names {
		of = append(of, automata.V(name))
	}
	var all []string
	for _, w := range weights {
		all = append(all, termOf(w, of).String())
	}
	return strings.Join(all, ", then ")
}

// A weighting is a measure: the sum of the coordinates with small weights. It cannot fall for
// ever: a weight is below zero only where the coordinate is bounded from above.
type weighting = []int64

func termOf(w weighting, of []automata.Term) automata.Term {
	var sum automata.Term
	for i, t := range of {
		sum = sum.Plus(t.Times(w[i]))
	}
	return sum
}

func sumOf(w weighting, of []int64) (sum int64) {
	for i, n := range of {
		sum += w[i] * n
	}
	return sum
}

// weightings calls yield with measures of n coordinates, the plainest first, until it
// returns true.
func weightings(n int, yield func(weighting) bool) bool {
	all, up, down := make(weighting, n), make(weighting, n), make(weighting, n)
	for i := range n {
		all[i], up[i], down[i] = 1, int64(i+1), int64(n-i)
	}
	if yield(all) {
		return true
	}
	for i := range n {
		w := make(weighting, n)
		w[i] = 1
		if n > 1 && yield(w) {
			return true
		}
	}
	if n > 1 && (yield(up) || yield(down)) {
		return true
	}
	// All others with weights up to 3, if they are not too many, else those with 0 and 1.
	most := int64(3)
	if n > 4 {
		most = 1
	}
	w := make(weighting, n)
	for n <= 10 {
		i := 0
		for ; i < n && w[i] == most; i++ {
			w[i] = 0
		}
		if i == n {
			break
		}
		w[i]++
		if yield(w) {
			return true
		}
	}
	return false
}

// fallings calls yield with a weight of -1 for one of the coordinates with a bound from above, until
// it returns true.
func fallings(bounded []bool, yield func(weighting) bool) bool {
	for i, is := range bounded {
		w := make(weighting, len(bounded))
		if w[i] = -1; is && yield(w) {
			return true
		}
	}
	return false
}

// bounded reports of each coordinate whether the positions bound it from above.
func (p *prover) bounded() ([]bool, error) {
	all := make([]bool, len(p.moves.Coordinates))
	for i, name := range p.moves.Coordinates {
		most := p.fresh("most")
		v, err := p.theory.Decide(p.ctx, automata.Exists([]string{most}, p.atMost(name, automata.V(most))))
		if err != nil {
			return nil, fmt.Errorf("to find which numbers are bounded: %w", err)
		}
		all[i] = v.Holds
	}
	return all, nil
}

// atMost is the formula "no position has more than that in the coordinate".
func (p *prover) atMost(name string, most automata.Term) automata.Formula {
	return automata.Not(automata.Exists(p.moves.Coordinates, automata.And(p.position, automata.Less(most, automata.V(name)))))
}

// say writes the measure: a coordinate whose weight is below zero stands behind its bound, as in
// "1 - t, then a + b".
func (p *prover) say(found []weighting) (string, error) {
	bounds := make([]int64, len(p.moves.Coordinates))
	for i, name := range p.moves.Coordinates {
		if !slices.ContainsFunc(found, func(w weighting) bool { return w[i] < 0 }) {
			continue
		}
		for bit := int64(1) << 40; bit > 0; bit /= 2 { // the least bound, less 1
			v, err := p.theory.Decide(p.ctx, p.atMost(name, automata.C(bounds[i]+bit-1)))
			if err != nil {
				return "", err
			}
			if !v.Holds {
				bounds[i] += bit
			}
		}
	}
	var all []string
	for _, w := range found {
		sum := termOf(w, p.moves.variables())
		for i, n := range w {
			sum = sum.Plus(automata.C(bounds[i] * max(-n, 0)))
		}
		all = append(all, sum.String())
	}
	return strings.Join(all, ", then "), nil
}

// A passage is a move to one of its parts, where the measures found so far do not change.
type passage struct {
	kind  *Kind
	to    []automata.Term
	still automata.Formula
}

// findMeasure finds measures that come one after the other: every move lowers the first,
// or leaves it as it is and lowers the next, and so on. It is greedy: a measure that no
// move raises never hurts those that follow (C. Alias and others, "Multi-dimensional
// rankings, program termination, and complexity bounds of flowchart programs", SAS 2010).
func (p *prover) findMeasure() (found []weighting, err error) {
	var left []passage
	for i := range p.moves.Kinds {
		k := &p.moves.Kinds[i]
		for _, part := range k.Parts {
			left = append(left, passage{kind: k, to: part})
		}
	}
	from := p.moves.variables()
	for len(left) > 0 {
		var rest []passage
		var failed error
		var best weighting
		lower := func(w weighting, all bool) bool {
			rest = rest[:0]
			for _, s := range left {
				by := termOf(w, s.to).Minus(termOf(w, from)) // by which the move raises it
				falls, err := p.never(s, automata.LessEqual(automata.C(0), by))
				if err != nil {
					failed = err
					return true
				}
				if falls {
					continue
				}
				if all {
					return false
				}
				if stays, err := p.never(s, automata.Less(automata.C(0), by)); err != nil || !stays {
					failed = err
					return err != nil
				}
				s.still = automata.And(s.still, automata.Equal(by, automata.C(0)))
				rest = append(rest, s)
			}
			best = append(best[:0], w...)
			return len(rest) < len(left)
		}
		ok := weightings(len(from), func(w weighting) bool { return lower(w, true) }) ||
			weightings(len(from), func(w weighting) bool { return lower(w, false) })
		if !ok && failed == nil && !p.upward {
			bounded, err := p.bounded()
			if err != nil {
				return nil, err
			}
			ok = fallings(bounded, func(w weighting) bool { return lower(w, true) }) ||
				fallings(bounded, func(w weighting) bool { return lower(w, false) })
		}
		if failed != nil {
			return nil, failed
		}
		if !ok {
			return nil, p.refuseMeasure(p.raises(left))
		}
		found = append(found, best)
		left = append(left[:0:0], rest...)
	}
	return found, nil
}

// proveMeasure proves that the first measure that a move changes gets lower, and that there
// is one. It returns the measures in words.
func (p *prover) proveMeasure(found []weighting) (string, error) {
	if len(found) == 0 {
		return "nothing, for no move leaves anything", nil
	}
	from := p.moves.variables()
	measure, err := p.say(found)
	if err != nil {
		return "", err
	}
	for i := range p.moves.Kinds {
		k := &p.moves.Kinds[i]
		for _, part := range k.Parts {
			lower := automata.False()
			for i := len(found) - 1; i >= 0; i-- {
				old, now := termOf(found[i], from), termOf(found[i], part)
				lower = automata.Or(automata.Less(now, old), automata.And(automata.Equal(now, old), lower))
			}
			at, err := p.holds("the move at "+k.Where+" lowers "+measure, automata.Implies(automata.And(p.goesOn, k.Guard), lower))
			if err != nil {
				return "", err
			}
			if at != nil {
				return "", p.refuseMeasure(passage{kind: k, to: part})
			}
		}
	}
	return measure, nil
}

// never says that no move of the passage has f.
func (p *prover) never(s passage, f automata.Formula) (bool, error) {
	v, err := p.theory.Decide(p.ctx, automata.Not(automata.And(p.goesOn, s.kind.Guard, s.still, f)))
	if err != nil {
		return false, fmt.Errorf("to find what the move at %s lowers: %w", s.kind.Where, err)
	}
	return v.Holds, nil
}

// raises returns a passage that may leave the sum of the coordinates as large as it is, if
// there is one.
func (p *prover) raises(left []passage) passage {
	for _, s := range left {
		var from, to automata.Term
		for i, t := range p.moves.variables() {
			from, to = from.Plus(t), to.Plus(s.to[i])
		}
		s.still = automata.And(s.still, automata.LessEqual(from, to))
		if ok, err := p.never(s, automata.True()); err == nil && !ok {
			return s
		}
	}
	return left[0]
}

// refuseMeasure shows a move that nothing lowers.
func (p *prover) refuseMeasure(s passage) error {
	const says = "no measure is found that every move lowers"
	at, err := p.example(automata.And(p.goesOn, s.kind.Guard, s.still))
	if err != nil {
		return err
	}
	from, to := p.moves.point(at), values(s.to, at)
	return &Refusal{
		bounds: !p.upward,
		Says:   fmt.Sprintf("%s: the move at %s leads from %s to %s", says, s.kind.Where, tuple(from), tuple(to)),
		Where:  s.kind.Where, Point: from, Option: to,
	}
}
