package solve

// Sums whose rules may say who has won: components in which the player to move wins at once are
// worth infinity, and the others nim-values (theory/entailing).

import (
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/entailing"
)

// isWorth reports whether values of theory/entailing decide the sum.
func (s *solver) isWorth() bool {
	if !MayEnd(s.question.Sum) || s.kind != compound.Disjunctive || s.isMisere() || s.isLoopy() {
		return false
	}
	return Stated(s.question.Sum) == grundy.NoEnding && !slices.ContainsFunc(s.question.Sum, func(t grundy.Term) bool {
		_, may := t.Component.Ending()
		return may && !t.Component.IsDecisive()
	})
}

// measureOf returns the measure of a component where a sum is settled by m.
func measureOf(c grundy.Component, m grundy.Measure) grundy.Measure {
	if _, may := c.Ending(); m == grundy.ByWorth && !may {
		return grundy.ByNimValue
	}
	return m
}

// worth returns the value of the component of a view.
func (v *view) worth() uint64 {
	if v.measure == grundy.ByNimValue {
		return entailing.Nim(v.value)
	}
	return v.value
}

// byWorth settles a sum by nim-values and infinity.
type byWorth struct {
	sum        uint64
	infinities uint64 // how many components are worth infinity
}

// decideByWorth settles a disjunctive sum in normal play that the rules never end by a draw.
func (s *solver) decideByWorth(d *decision) (*decision, error) {
	r := byWorth{sum: entailing.Nim(0)}
	for i, t := range s.question.Sum {
		worth := d.views[i].worth()
		if n, finite := entailing.NimOf(worth); !finite {
			r.infinities = grundy.AddCounts(r.infinities, t.Copies)
		} else if t.Copies%2 == 1 {
			d.value ^= n
		}
	}
	if r.sum = entailing.Nim(d.value); r.infinities > 0 {
		r.sum = entailing.Infinity
	}
	d.way, d.theorem, d.outcome = r, entailing.Theorem, grundy.N
	if r.sum == entailing.Nim(0) {
		d.outcome = grundy.P
	}
	return d, nil
}

// winningMoves finds the moves by which somebody has won and, unless another component is worth
// infinity, those that leave the nim-sum 0.
func (r byWorth) winningMoves(s *solver, d *decision, a *Answer) error {
	return s.fill(d.views, func(yield func(compound.Plan) bool) {
		for i, v := range d.views {
			n, finite := entailing.NimOf(v.worth())
			if !finite && !yield(compound.Plan{{Part: i, Lo: entailing.Over, Hi: entailing.Over}}) {
				return
			}
			others := r.infinities
			if !finite {
				n = 0
				others--
			}
			if to := d.value ^ n; others == 0 {
				if v.measure == grundy.ByWorth {
					to = entailing.Nim(to)
				}
				if !yield(compound.Plan{{Part: i, Lo: to, Hi: to}}) {
					return
				}
			}
		}
	}, nil, a)
}

func (r byWorth) reasons(s *solver, d *decision, say func(string, ...any)) {
	switch {
	case r.infinities > 0 && s.components == 1:
		say("A move ends the play, and wins; so the nim-value is ∞.")
	case r.infinities > 0:
		say("A component is worth ∞: a move there ends the play, and wins, whatever the others are.")
	default:
		say("A move that leaves a component of ∞ loses, as the opponent wins there. The nim-sum of the nim-values is %d; who leaves 0 wins.", d.value)
	}
}

// worthExtra returns a value of theory/entailing for an answer.
func worthExtra(worth uint64, method string) extraValue {
	value := entailing.Loopy(worth)
	if value.Infinite {
		return extraValue{infinite: &value, method: method}
	}
	return extraValue{finite: (*uint64)(&value.Nim), method: method}
}
