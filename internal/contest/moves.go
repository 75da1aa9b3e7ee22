package contest

// The winning moves of a sum follow from the values of its components. So do those that somebody with
// a wrong idea finds.

import (
	"fmt"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/solve"
)

// A valued component is one of a sum: the position at of a term, and its place among all.
type valued struct {
	t         *term
	at, place int
	copies    uint64
	v         uint64
}

// winningByValues lists the moves of a disjunctive sum that leave a lost position, by the values of
// its components, as far as q.most. It returns how many there are, or more than are listed. Where
// the last move loses, it knows Bouton's rule for Nim alone.
func (q *question) winningByValues(ev *lang.Evaluator) (moves []lang.Value, count int, err error) {
	if n := q.sum.size(); n > mostComponents {
		return nil, 0, fmt.Errorf("a sum of %d positions: %w", n, grundy.ErrTooLarge)
	} else if !ev.Spend(int64(n)) {
		return nil, 0, nil
	}
	var all []valued
	large := uint64(0) // components of values above 1
	places := map[*term]int{}
	place := 0
	for i := range q.sum.terms {
		t := &q.sum.terms[i]
		places[t] = place
		place += t.positions() * int(t.copies)
	}
	total, err := q.totalOf(q.sum, func(t *term, at int, v, copies uint64) {
		if v > 1 {
			large = grundy.AddCounts(large, copies)
		}
		all = append(all, valued{t, at, places[t] + at*int(t.copies), copies, v})
	})
	if err != nil || q.isLost(total, large > 0) {
		return nil, 0, err
	}
	add := func(place int, to lang.Value) {
		if count++; count <= q.most && ev.Err == nil {
			if pair := ev.NewItems(2); ev.Err == nil {
				moves = append(moves, lang.Tuple(append(pair, lang.Int(int64(place)), to)))
			}
		}
	}
	if q.means.Pick == PickLargest {
		all = []valued{slices.MaxFunc(all, cmpCopies)}
	}
	for _, c := range all {
		if count > q.most || q.means.Pick == PickFirstWon && count > 0 || q.means.Pick == PickFirstMove && count > 0 || ev.Err != nil {
			break
		}
		for i := range c.copies {
			before := count
			if err := q.movesOf(ev, &c, total, large, func(to lang.Value) { add(c.place+int(i), to) }); err != nil || count > q.most || count == before {
				if err != nil {
					return nil, 0, err
				}
				break
			}
		}
	}
	return moves, count, nil
}

// cmpCopies orders components by their values, those that there are none of first.
func cmpCopies(a, b valued) int {
	switch {
	case (a.copies > 0) != (b.copies > 0):
		return int(min(a.copies, 1)) - int(min(b.copies, 1))
	case a.v < b.v:
		return -1
	case a.v > b.v:
		return 1
	}
	return 0
}

// movesOf passes what a component is moved to.
func (q *question) movesOf(ev *lang.Evaluator, c *valued, total, large uint64, add func(to lang.Value)) error {
	s := &q.means
	rest := s.without(total, c.v)
	if s.Pick == PickAlone {
		rest = 0
	}
	if c.v > 1 {
		large--
	}
	leaves := func(v uint64) bool { return q.isLost(s.combine(rest, v), large > 0 || v > 1) }
	numbers := c.t.at(c.at)
	if c.t.list && c.t.game.maker.IsNim() {
		h, to := numbers[0], rest
		switch {
		case s.Pick == PickTakes && h >= total:
			to = h - total
		case s.Pick == PickTakes, s.Pick == PickFirstMove && h == 0:
			return nil
		case s.Pick == PickFirstMove:
			to = h - 1
		case s.Pick == PickLargest: // if it can be or not
		case s.Combine == CombineParity && h > rest:
			to = h - 1 - (h-1-rest)%2
		case q.misere:
			for _, to := range [...]uint64{min(rest, rest^1), max(rest, rest^1)} { // one heap has one winning move
				if to < h && leaves(s.value(to, to)) {
					add(uintValue(to))
					return nil
				}
			}
			return nil
		case !leaves(s.value(to, to)) || to >= h:
			return nil
		}
		add(uintValue(to))
		return nil
	}
	component, err := c.t.game.component(q.ctx, numbers, c.t.text)
	if err != nil {
		return err
	}
	complete := solve.EachOption(component, func(option grundy.Component) bool {
		if s.Pick == PickFirstMove {
			add(positionValue(ev, option.String()))
			return false
		}
		var v uint64
		if v, err = q.measureOf(c.t.game, grundy.ByNimValue, option, ""); err != nil || !ev.Spend(16) {
			return false
		}
		if leaves(s.value(v, v)) {
			add(positionValue(ev, option.String()))
		}
		return ev.Err == nil && q.ctx.Err() == nil
	})
	if err == nil && !complete {
		err = q.ctx.Err()
	}
	return err
}

// isLost reports whether components of this value together, some of them above 1 or none, are lost.
func (q *question) isLost(total uint64, large bool) bool {
	if q.misere && !q.means.Inverted {
		return (total != 0) != large
	}
	return (total == 0) != (q.misere && q.means.Inverted)
}

// without is what combine has put together, without a component of value v.
func (s *Semantics) without(total, v uint64) uint64 {
	switch s.Combine {
	case CombineSum:
		return total - v
	case CombineParity:
		return (total - v) & 1
	case CombineMost:
		return total - min(total, v)
	}
	return total ^ v
}
