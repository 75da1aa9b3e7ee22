package pattern

// This file makes tables of games: by an engine of the game where there is one, otherwise by
// a search of all positions that can be reached.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
)

// sums bounds the sums that are kept for misère nim-values of heaps.
const sums = 1 << 18

// A source makes tables of one game. Close it at the end.
type source struct {
	name   string
	axes   []string
	place  func(ctx context.Context) func(at []uint64) (grundy.Sum, error)
	game   position.Game // with an engine, if there is one
	of     Kind
	misere bool
	budget solve.Budget
	search solve.Tabulation
	memo   *Table // the largest so far
	held   *meter.Account
	// chooser fills tables of what can be left safely, if the game has choices.
	chooser *chooser
	values  *source // of the nim-values, where these are looked at too; or nil
	spent   uint64  // steps of searches
	failed  int     // cells of the least table that took more steps than it may; 0 for none
	nothing error   // why a cell has no position, where none has
	beyond  error   // why there is no larger table, where the rules fail there
	ends    []int   // the sides of the part of a box that the ranges of the rules leave; nil for all
}

// A search for a table of at most mostTable looks at mostOptions options, as far as that can
// be foretold, and takes a multiple of these steps, and all of them together mostSteps: counted
// work, so that every run finds the same. Sequences are followed while their values are below
// mostValue.
const (
	mostSteps    = 1 << 24
	mostValue    = 1 << 22
	mostOptions  = 1 << 23
	mostOutcomes = 1 << 26 // of a search for outcomes, which ends at the first P-position
	firstOptions = 1 << 20 // of the first table
	mostTable    = 1 << 24

	togetherSteps = 8 // as many more where all positions are valued together
	codeSteps     = 8 // as many more for games in Go, whose positions are told apart by their texts
)

// sourceOf returns the source of a question.
func sourceOf(q Question, of Kind) *source {
	g := q.Game
	axes := slices.Clone(g.Template.Axes)
	for i, name := range axes {
		axes[i] = strings.ReplaceAll(name, " ", "") // programs and formulas want single words
	}
	return &source{name: g.Name, axes: axes, place: g.Template.Placer, game: g, of: of, misere: q.Misere || g.PlayedMisere(), budget: q.Budget}
}

// Close gives back the memory.
func (s *source) Close() {
	if s.held != nil {
		s.held.Close()
		s.held = nil
	}
	s.endSearch()
}

func (s *source) endSearch() {
	if s.search != nil {
		s.search.Close()
		s.search = nil
	}
}

// table returns the table with these sides, or less where the game has less. It returns
// [meter.Steps] or what wraps [grundy.ErrBudget] where that is over the budget.
func (s *source) table(ctx context.Context, sides []int) (*Table, error) {
	if s.game.Template != nil && s.game.Template.Loopy {
		return nil, &Unproved{Why: fmt.Sprintf("play of %s need not end", s.name)}
	}
	sides = s.within(ctx, sides)
	most := make([]uint64, len(sides))
	for i, n := range sides {
		most[i] = uint64(n)
	}
	if s.memo != nil {
		fits := true
		for i, n := range s.memo.Sides {
			fits = fits && sides[i] <= n
		}
		if fits {
			return s.memo.Within(sides...), nil
		}
	}
	if v := s.values; v != nil && v.memo != nil && slices.EqualFunc(v.memo.Sides, sides, func(has, want int) bool { return has >= want }) {
		t := v.memo.Within(sides...)
		t.Of = s.of
		for i, value := range t.Values {
			if value != Hole {
				t.Values[i] = s.measured(uint64(value))
			}
		}
		s.memo = t
		return t, nil
	}
	cells := uint64(1)
	for _, n := range most {
		if cells = grundy.MulCounts(cells, n); cells > mostTable {
			return nil, meter.Steps
		}
	}
	if s.held == nil {
		s.held = meter.Open(ctx)
	}
	if err := s.held.Take(8 * cells); err != nil {
		return nil, err
	}
	t := NewTable(s.of, s.axes, sides...)
	t.Misere = s.misere
	err := grundy.ErrUnknown
	if s.chooser != nil {
		err = s.chooser.fill(ctx, t)
	} else if s.of != Remoteness && (s.game.Template == nil || !s.game.Template.Ends) {
		err = s.byEngine(ctx, t, most)
	}
	if errors.Is(err, grundy.ErrUnknown) {
		options, all := s.options(ctx, most), uint64(0)
		for _, n := range most {
			all += n
		}
		work, allowed := grundy.MulCounts(options, cells), uint64(mostOptions)
		if s.of == Outcomes && len(s.axes) > 1 && options <= 4*all && (s.game.Template == nil || !s.game.Template.Ends) { // all of them in the table, it seems
			allowed = mostOutcomes
		}
		if s.failed > 0 && len(t.Values) >= s.failed || s.memo != nil && work > allowed {
			return nil, meter.Steps
		}
		if s.memo == nil { // no cell is known to be cheap
			allowed = firstOptions
		}
		if err = s.bySearch(ctx, t, s.steps(1<<20+min(16*work, 2*allowed))); err != nil {
			s.failed = len(t.Values)
		}
	}
	if err == nil {
		s.memo = t
	}
	return t, err
}

// within returns the sides of the part of a box that the game has.
func (s *source) within(ctx context.Context, sides []int) []int {
	sides = slices.Clone(sides)
	if s.game.Template == nil {
		return sides
	}
	most := make([]uint64, len(sides))
	for i, n := range sides {
		most[i] = uint64(n)
	}
	for i, n := range s.game.Within(ctx, most...) {
		sides[i] = int(max(n, 1))
		if uint64(sides[i]) < most[i] {
			s.ends = sides
		}
	}
	return sides
}

// cheap returns a table that an engine of the game makes, without a search.
func (s *source) cheap(ctx context.Context, sides []int) (*Table, error) {
	if s.chooser == nil && (s.of == Remoteness || s.game.Table == nil && s.game.Sequence == nil) {
		return nil, meter.Steps
	}
	return s.table(ctx, sides)
}

// options returns how many options a position of a box has, one of those far from the origin.
func (s *source) options(ctx context.Context, sides []uint64) (count uint64) {
	const tries = 64
	place, cell := s.place(ctx), make([]uint64, len(sides))
	least := uint64(0) // what a loop over the numbers costs, however few options it finds
	for _, n := range sides {
		least += n
	}
	for back := range uint64(tries) {
		for axis, n := range sides {
			cell[axis] = n - 1 - min(n-1, back*uint64(axis+1)%n) // on a line that leads back
		}
		sum, err := place(cell)
		if err != nil {
			continue
		}
		for _, term := range sum {
			count += min(grundy.NumberOfOptions(term.Component), mostOptions)
		}
		break
	}
	return max(count, least/2)
}

// byEngine fills a table by an engine of the game.
func (s *source) byEngine(ctx context.Context, t *Table, sides []uint64) error {
	switch at := 0; {
	case s.game.Table != nil:
		m := grundy.ByNimValue
		if s.misere {
			m = grundy.ByMisereNimValue
		}
		if cost := s.game.Table.RowsCost(m, sides); s.budget.Memory > 0 && cost.Bytes > s.budget.Memory || s.budget.Time > 0 && cost.Time > s.budget.Time {
			return meter.Steps
		}
		cell := make([]uint64, len(sides))
		place := make([]int, len(sides))
		return s.game.Table.EachRow(ctx, m, sides, meter.Cores(ctx, 0), nil, func(row []uint64) error {
			for x, v := range row {
				cell[0], place[0] = uint64(x), x
				if v == 0 && !s.game.Table.Holds(ctx, cell) {
					continue
				}
				i, _ := t.Index(place...)
				t.Values[i] = s.measured(v)
			}
			for axis := 1; axis < len(cell); axis++ {
				if cell[axis]++; cell[axis] < sides[axis] {
					place[axis] = int(cell[axis])
					break
				}
				cell[axis], place[axis] = 0, 0
			}
			return nil
		})
	case s.game.Sequence != nil:
		first := uint64(0)
		sink := func(values []uint64) error {
			for _, v := range values {
				if v > mostValue {
					return meter.Steps
				}
				t.Values[at] = s.measured(v)
				at++
			}
			return nil
		}
		for {
			var err error
			if s.misere {
				err = heap.MisereSequence(ctx, s.game.Sequence, first, sides[0], sums, nil, sink)
			} else {
				err = s.game.Sequence.Values(ctx, first, sides[0], nil, sink)
			}
			start, ok := errors.AsType[*heap.StartError](err)
			if !ok || start.First <= first || start.First >= sides[0] {
				return err
			}
			first, at = start.First, int(start.First)
		}
	}
	return grundy.ErrUnknown
}

// steps returns how many steps a search needs for the work of the given number of steps by keys.
func (s *source) steps(byKeys uint64) uint64 {
	if s.game.IsCode() {
		return grundy.MulCounts(byKeys, codeSteps)
	}
	return byKeys
}

// measured returns what the table holds at a nim-value.
func (s *source) measured(v uint64) int64 {
	if value, ok := s.of.Single(); ok {
		return truth(int64(v) == value)
	}
	if s.of == Outcomes {
		v = min(v, 1)
	}
	return int64(v)
}

// about returns the question of a search that may take a number of steps.
func (s *source) about(steps uint64) solve.Question {
	q := solve.Question{Budget: s.budget}
	if s.misere {
		q.Convention = grundy.Misere
	}
	q.Budget.Steps = steps
	return q
}

// tabulation returns a search for the values of a source that may take a number of steps.
func (s *source) tabulation(ctx context.Context, steps uint64) (solve.Tabulation, error) {
	fact := map[Kind]solve.Fact{NimValues: solve.OfNimValue, Outcomes: solve.OfOutcome, Remoteness: solve.OfRemoteness}[s.of]
	return solve.NewTabulation(ctx, fact, s.about(steps))
}

// bySearch fills a table by a search of its own, with a budget of steps.
func (s *source) bySearch(ctx context.Context, t *Table, steps uint64) error {
	s.endSearch()
	budget := s.budget
	if budget.Steps == 0 {
		budget.Steps = s.steps(mostSteps)
	}
	if budget.Steps = min(steps, budget.Steps-min(budget.Steps, s.spent)); budget.Steps == 0 {
		return meter.Steps
	}
	var err error
	if s.search, err = s.tabulation(ctx, budget.Steps); err != nil {
		return err
	}
	defer func() { s.spent += budget.Steps - s.search.Left() }()
	last := make([]uint64, len(t.Sides))
	for i, n := range t.Sides {
		last[i] = uint64(n - 1)
	}
	if sum, err := s.place(ctx)(last); err == nil && !solve.MayEnd(sum) {
		if err := s.search.Prepare(sum); err != nil {
			return err
		}
	}
	var ended []grundy.Sum // where the rules may say who has won, in the cells at
	var at []int
	i := -1
	for c := range s.placed(ctx, t.Sides) {
		i++
		if _, isEmpty := errors.AsType[*position.EmptyError](c.err); c.err != nil && !isEmpty {
			return c.err
		}
		switch {
		case c.err != nil:
			s.nothing = cmp.Or(s.nothing, c.err)
		case c.mayEnd:
			if _, one := s.of.Single(); one || s.of == NimValues {
				return &Unproved{Why: fmt.Sprintf("%s may end by win(), draw() or lose(), or says how to reply, and its nim-values are not looked for", s.name)}
			}
			ended, at = append(ended, c.sum), append(at, i)
		default:
			v, err := s.search.Value(c.sum)
			if err != nil {
				return err
			}
			t.Values[i] = s.measured(v)
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if len(ended) > 0 {
		err = s.together(ctx, t, ended, at, s.about(budget.Steps))
	}
	if slices.ContainsFunc(t.Values, func(v int64) bool { return v != Hole }) {
		s.nothing = nil
	}
	return err
}

// together fills cells with positions whose play may end as the rules say: it values all
// positions together.
func (s *source) together(ctx context.Context, t *Table, sums []grundy.Sum, at []int, q solve.Question) error {
	q.Budget.Steps = grundy.MulCounts(q.Budget.Steps, togetherSteps)
	loops, err := solve.NewLoops(ctx, sums, q)
	if over, ok := errors.AsType[grundy.BudgetError](err); ok && over.What == "steps" {
		return meter.Steps
	} else if err != nil {
		return err
	}
	defer loops.Close()
	outcome, lasts, err := loops.Outcomes()
	if err != nil {
		return err
	}
	for i, sum := range sums {
		switch o := outcome(i); {
		case o != grundy.P && o != grundy.N:
			return &Unproved{Why: fmt.Sprintf("%v is a draw, and patterns are of games that somebody wins", sum)}
		case s.of == Remoteness:
			t.Values[at[i]] = int64(lasts(i))
		default:
			t.Values[at[i]] = int64(o)
		}
	}
	return nil
}
