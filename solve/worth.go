package solve

// Sums whose rules may say who has won, or how a player must reply: components in which the player to
// move wins whatever the others are are worth infinity, and the others nim-values (theory/entailing).

import (
	"fmt"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/entailing"
)

// CheckReplies refuses misère play of games that are only for normal play ([grundy.NormalGame]). It also
// refuses what is not known of infinite heaps, and what is not said of games whose moves bind the reply ([grundy.Entailer]): misère play, other
// compounds than the disjunctive sum, and two components in which the player to move must move.
func CheckReplies(sum grundy.Sum, kind compound.Kind, convention grundy.Convention) error {
	if c := sum.NormalGame(); c != nil && convention == grundy.Misere {
		return fmt.Errorf("%s: an ordinal sum is for normal play, where an equal game may stand for its second one; in misère play it may not", brief(c))
	}
	if Endless {
		if err := checkTransfinite(sum, kind); err != nil {
			return err
		}
	}
	entailed := uint64(0)
	for _, t := range sum {
		now, may := t.Component.Entailed()
		if may && (kind != compound.Disjunctive || convention == grundy.Misere) {
			return fmt.Errorf("%s: its moves may say entails = … or again = …, which is for disjunctive sums in normal play", brief(t.Component))
		}
		if now {
			entailed = grundy.AddCounts(entailed, t.Copies)
		}
	}
	if entailed > 1 {
		return fmt.Errorf("%s: the player to move must move in %d components; want one at most", briefSum(sum), entailed)
	}
	return nil
}

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
	sum        uint64 // of the components that are not entailed
	infinities uint64 // how many of these are worth infinity
	entailed   int    // the term in which the player to move must move, or -1
}

// decideByWorth settles a disjunctive sum in normal play that the rules never end by a draw.
func (s *solver) decideByWorth(d *decision) (*decision, error) {
	r := byWorth{sum: entailing.Nim(0), entailed: s.question.Sum.Entailed()}
	for i, t := range s.question.Sum {
		if i == r.entailed {
			continue
		}
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
	if r.entailed < 0 {
		if r.sum == entailing.Nim(0) {
			d.outcome = grundy.P
		}
		return d, nil
	}
	v := d.views[r.entailed]
	wins, err := s.winsBeside(v.component, v.component, r.sum, map[grundy.Identity]bool{})
	if !wins {
		d.outcome = grundy.P
	}
	return d, err
}

// worthOf returns the value of a position of the game of c that is not entailed.
func (s *solver) worthOf(c, q grundy.Component) (uint64, error) {
	found := s.byKeys(c, grundy.ByWorth)
	if found == nil {
		return 0, fmt.Errorf("%s: its positions have no keys, by which those are known in which a player must move: %w", brief(c), grundy.ErrUnknown)
	}
	v, err := found.alone(s.ctx, q, s.further(found, s.memoryLeft(0), 0))
	if err != nil {
		return 0, s.reached(err, c, found.positions(), found.has)
	}
	return v, nil
}

// winsBeside reports whether the player to move, who must move in q, wins beside others of some value.
// It remembers what it has found of positions of the game of c.
func (s *solver) winsBeside(c, q grundy.Component, others uint64, known map[grundy.Identity]bool) (wins bool, err error) {
	id := q.Identity()
	if wins, ok := known[id]; ok {
		return wins, nil
	}
	if ending, _ := q.Ending(); ending != grundy.NoEnding {
		return ending == grundy.Won, nil
	}
	for _, option := range q.AppendOptions(nil) {
		if wins, err = s.isLostBeside(c, option, others, known); wins || err != nil {
			break
		}
	}
	known[id] = wins
	return wins, err
}

// isLostBeside reports whether the player to move loses q, an option, beside others of some value.
func (s *solver) isLostBeside(c, q grundy.Component, others uint64, known map[grundy.Identity]bool) (bool, error) {
	if err := s.ctx.Err(); err != nil {
		return false, err
	}
	if entailed, _ := q.Entailed(); entailed {
		wins, err := s.winsBeside(c, q, others, known)
		return !wins, err
	}
	v, err := s.worthOf(c, q)
	_, finite := entailing.NimOf(v)
	return v == entailing.Over || finite && v == others, err
}

// walkBeside measures the options of a view: [entailing.Over] for those that win beside others of
// some value, and [entailing.Won] for those that lose.
func (v *view) walkBeside(others uint64) error {
	v.options = []measured{}
	known := map[grundy.Identity]bool{}
	for _, q := range v.component.AppendOptions(nil) {
		lost, err := v.solver.isLostBeside(v.component, q, others, known)
		if err != nil {
			return err
		}
		measure := uint64(entailing.Won)
		if lost {
			measure = entailing.Over
		}
		v.options = append(v.options, measured{measure, q})
	}
	return nil
}

// winningMoves finds the moves by which somebody has won and, unless another component is worth
// infinity, those that leave the nim-sum 0. Where moves may say how the opponent must reply, it looks
// at them one by one.
func (r byWorth) winningMoves(s *solver, d *decision, a *Answer) error {
	others := make([]uint64, len(d.views)) // what the terms beside each one are worth
	for i, v := range d.views {
		nim, infinities := d.value, r.infinities
		if n, finite := entailing.NimOf(v.worth()); i != r.entailed && !finite {
			infinities--
		} else if i != r.entailed {
			nim ^= n
		}
		if others[i] = entailing.Nim(nim); infinities > 0 {
			others[i] = entailing.Infinity
		}
		if _, binds := v.component.Entailed(); binds && (r.entailed < 0 || i == r.entailed) {
			if err := v.walkBeside(others[i]); err != nil {
				return err
			}
		}
	}
	return s.fill(d.views, func(yield func(compound.Plan) bool) {
		for i, v := range d.views {
			if r.entailed >= 0 && i != r.entailed {
				continue
			}
			_, binds := v.component.Entailed()
			_, finite := entailing.NimOf(v.worth())
			if (binds || !finite) && !yield(compound.Plan{{Part: i, Lo: entailing.Over, Hi: entailing.Over}}) {
				return
			}
			to, free := entailing.NimOf(others[i])
			if v.measure == grundy.ByWorth {
				to = others[i]
			}
			if !binds && free && !yield(compound.Plan{{Part: i, Lo: to, Hi: to}}) {
				return
			}
		}
	}, nil, a)
}

func (r byWorth) reasons(s *solver, d *decision, say func(string, ...any)) {
	binds := slices.ContainsFunc(s.question.Sum, func(t grundy.Term) bool {
		_, may := t.Component.Entailed()
		return may
	})
	switch {
	case r.entailed >= 0 && r.infinities > 0:
		say("The player to move must move in %s. Another component is worth ∞: whoever is free to move wins there.", brief(s.question.Sum[r.entailed].Component))
	case r.entailed >= 0:
		say("The player to move must move in %s; the nim-sum of the others is %d.", brief(s.question.Sum[r.entailed].Component), d.value)
	case binds && r.infinities > 0:
		say("A component is worth ∞: a move there wins, whatever the others are.")
	case binds:
		say("The nim-sum of the nim-values is %d. A move that leaves 0 to an opponent who is free to move wins, and one that leaves ∞ loses.", d.value)
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
