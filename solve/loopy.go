package solve

// This file holds sums in which play need not end: by values in the usual sum,
// and else by retrograde analysis of all positions that can be reached.

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"time"

	"grundy"
	"grundy/theory/compound"
	"grundy/theory/loopy"
)

// isLoopy reports whether play in some component need not end.
func (s *solver) isLoopy() bool {
	return slices.ContainsFunc(s.question.Sum, func(t grundy.Term) bool {
		_, ok := t.Component.PlanLoopy()
		return ok
	})
}

// solveLoopy answers a question about a sum in which play need not end.
func (s *solver) solveLoopy() (*Answer, error) {
	if s.question.Convention == grundy.Misere || s.question.Compound != compound.Disjunctive {
		return s.solveByRetrograde()
	}
	d := &decision{theorem: loopy.Theorem, measure: grundy.ByNimValue}
	d.decides, _ = compound.Disjunctive.Theorem(grundy.Normal, s.components, s.active)
	if err := s.viewLoopy(d); err != nil {
		return nil, err
	}
	// The finite nim-values, and the infinite term if there is only one.
	sum := grundy.LoopyValue{}
	infinities, last := uint64(0), 0
	a := &Answer{WinningMoveCount: new(big.Int), Methods: d.methods()}
	for i, t := range s.question.Sum {
		c := Component{Position: t.Component, Copies: t.Copies}
		if value := d.views[i].infinite; value != nil {
			c.Infinite = value
			infinities, last = grundy.AddCounts(infinities, t.Copies), i
		} else {
			c.NimValue = &d.views[i].value
			if t.Copies%2 == 1 {
				sum.Nim ^= grundy.Value(d.views[i].value)
			}
		}
		if length, ok := t.Component.Length(); ok {
			c.Length = &length
		}
		a.Components = append(a.Components, c)
		d.parts = append(d.parts, compound.Part{Measure: d.views[i].value, Copies: t.Copies})
	}
	rest := uint64(sum.Nim) // of all but the infinite ones
	switch infinities {
	case 0:
		d.boxes = d.decides.WinningPlans(d.parts, compound.Options{})
		a.NimValue = &rest
	case 1:
		sum = loopy.Sum(sum, *d.views[last].infinite)
		d.boxes = slices.Values([]compound.Plan{{{Part: last, Lo: rest, Hi: rest}}})
		a.Infinite = &sum
	default:
		sum = grundy.LoopyValue{Infinite: true}
		a.Infinite = &sum
	}
	a.Outcome = loopy.OutcomeOf(sum)
	d.value, d.outcome = rest, a.Outcome
	if a.Outcome == grundy.N {
		if err := s.winningMoves(d, a); err != nil {
			return nil, err
		}
	}
	a.Reasons = s.loopyReasons(d, a, infinities)
	return a, nil
}

// viewLoopy makes a view of each term by its nim-value, if that is finite.
func (s *solver) viewLoopy(d *decision) error {
	charged := map[any]bool{} // games whose values are computed once for all positions
	plans := make([]*grundy.LoopyPlan[grundy.Component], len(s.question.Sum))
	for i, t := range s.question.Sum {
		plan, ok := t.Component.PlanLoopy()
		if !ok {
			v, err := s.view(t.Component, grundy.ByNimValue)
			if err != nil {
				return err
			}
			d.views = append(d.views, v)
			continue
		}
		game := t.Component.Game()
		isPointer := reflect.TypeOf(game).Kind() == reflect.Pointer
		if !isPointer || !charged[game] {
			if err := s.charge(t.Component, plan.Cost); err != nil {
				return err
			}
		}
		if isPointer {
			charged[game] = true
		}
		plans[i] = &plan
		d.views = append(d.views, &view{solver: s, component: t.Component, measure: grundy.ByNimValue, method: plan.Method})
	}
	for i, v := range d.views {
		if plans[i] == nil {
			if err := v.build(); err != nil {
				return err
			}
			continue
		}
		table, err := plans[i].Build(s.ctx, s.question.Progress)
		if err != nil {
			return err
		}
		v.known = true
		if value := table(v.component); value.Infinite {
			v.infinite = &value
		} else {
			v.value = uint64(value.Nim)
		}
		if count, ok := v.component.CountOptions(); ok {
			if err := s.charge(v.component, grundy.Cost{Bytes: heldBytes(v.component, count)}); err != nil {
				return err
			}
		}
		// Options of infinite value are of no use to anybody who wants to win.
		v.options = []measured{}
		for _, q := range v.component.AppendOptions(nil) {
			if value := table(q); !value.Infinite {
				v.options = append(v.options, measured{uint64(value.Nim), q})
			}
		}
	}
	return nil
}

func (s *solver) loopyReasons(d *decision, a *Answer, infinities uint64) []string {
	var text []string
	say := func(format string, args ...any) { text = append(text, fmt.Sprintf(format, args...)) }
	for i, c := range a.Components {
		if i == maxReasons {
			say("… and %d more components.", len(a.Components)-i)
			break
		}
		say("%s", s.describe(d, i, c))
	}
	switch {
	case infinities > 1:
		say("%d components have infinite nim-values: each player can go on for ever in one of them whatever the other does.", infinities)
	case infinities == 1 && a.Outcome == grundy.N:
		say("The nim-sum of the others is %d, and the component of infinite nim-value has an option of that nim-value; after that move the nim-sum is 0.", d.value)
	case infinities == 1:
		say("The nim-sum of the others is %d, and the component of infinite nim-value has no option of that nim-value: nobody can leave a nim-sum of 0.", d.value)
	default:
		say("All nim-values are finite, and their nim-sum is %d; who leaves 0 wins, as a move that does not is one that can be reverted.", d.value)
	}
	return append(text, conclusion(a))
}

// conclusion says who wins, and how.
func conclusion(a *Answer) string {
	switch {
	case a.Outcome == grundy.D:
		return "So nobody can force a win, and the game is a draw."
	case a.Outcome == grundy.P:
		return "So every move leads to a position that the opponent wins."
	case a.WinningMoveCount.Sign() == 0:
		return "The player to move has no move, and so wins."
	}
	return fmt.Sprintf("So the player to move wins; the number of winning moves is %v.", a.WinningMoveCount)
}

// solveByRetrograde searches all positions that can be reached, and finds out
// who wins them from the ends of play backwards.
func (s *solver) solveByRetrograde() (*Answer, error) {
	if err := s.expandCopies(); err != nil {
		return nil, err
	}
	r := &retrograde{ctx: s.ctx, kind: s.question.Compound, memory: s.question.Budget.Memory, ids: map[string]uint32{}, number: map[string]uint32{}}
	if limit := s.question.Budget.Time; limit > 0 {
		r.until = time.Now().Add(limit)
	}
	var components []grundy.Component
	for _, t := range s.question.Sum {
		components = append(components, t.Component)
	}
	graph, err := r.explore(components, s.question.Progress)
	if err != nil {
		return nil, err
	}
	outcomes, err := loopy.Outcomes(s.ctx, graph, s.question.Convention)
	if err != nil {
		return nil, err
	}
	convention := "normal"
	if s.question.Convention == grundy.Misere {
		convention = "misère"
	}
	a := &Answer{
		Outcome:          outcomes[0],
		WinningMoveCount: new(big.Int),
		Methods:          []string{fmt.Sprintf("%s play of a %v compound with cycles by retrograde analysis of all positions that can be reached (theory/loopy/retrograde.go)", convention, s.question.Compound)},
	}
	for _, c := range components {
		a.Components = append(a.Components, Component{Position: c, Copies: 1})
	}
	one := big.NewInt(1)
	err = r.moves(components, func(move Move, next []grundy.Component) error {
		if outcomes[r.number[string(r.key(r.idsOf(next)))]] == grundy.P {
			a.WinningMoveCount.Add(a.WinningMoveCount, one)
			if len(a.WinningMoves) < s.question.MaxMoves {
				a.WinningMoves = append(a.WinningMoves, slices.Clone(move))
			}
		}
		return nil
	})
	a.Reasons = []string{
		fmt.Sprintf("Play need not end, and nim-values do not decide here, so all %d positions that can be reached were searched.", len(outcomes)),
		conclusion(a),
	}
	return a, err
}

// A retrograde numbers positions of a compound as it meets them. A position is
// the numbers (ids) of its components' positions, which were met before that.
type retrograde struct {
	ctx    context.Context
	kind   compound.Kind
	memory uint64 // that may be used; 0 for any
	until  time.Time
	used   uint64 // bytes, about
	steps  int

	ids        map[string]uint32 // of a component's position as it is written
	components []grundy.Component
	options    [][]uint32 // of each; nil where they have not been asked for

	number map[string]uint32 // of a position by its key
	sorted []uint32
	bytes  []byte
}

// id returns the number of a component's position.
func (r *retrograde) id(c grundy.Component) uint32 {
	r.bytes = c.AppendText(r.bytes[:0])
	id, ok := r.ids[string(r.bytes)]
	if !ok {
		id = uint32(len(r.components))
		r.ids[string(r.bytes)] = id
		r.components, r.options = append(r.components, c), append(r.options, nil)
		r.used += uint64(len(r.bytes)) + 2*positionBytes
	}
	return id
}

func (r *retrograde) idsOf(components []grundy.Component) []uint32 {
	ids := make([]uint32, len(components))
	for i, c := range components {
		ids[i] = r.id(c)
	}
	return ids
}

// optionsOf returns the options of a component's position, or nil where they
// would take more memory than there may be.
func (r *retrograde) optionsOf(id uint32) []uint32 {
	if r.options[id] == nil {
		c := r.components[id]
		if count, ok := c.CountOptions(); ok && r.memory > 0 && grundy.AddCounts(r.used, heldBytes(c, count)) > r.memory {
			r.used = r.memory + 1
			return nil
		}
		options := c.AppendOptions(nil)
		r.options[id] = r.idsOf(options)
		r.used += 4 * uint64(len(options))
	}
	return r.options[id]
}

// key writes a position; the order of its components does not matter. It is valid
// until the next.
func (r *retrograde) key(ids []uint32) []byte {
	r.sorted = append(r.sorted[:0], ids...)
	slices.Sort(r.sorted)
	r.bytes = r.bytes[:0]
	for _, id := range r.sorted {
		r.bytes = binary.LittleEndian.AppendUint32(r.bytes, id)
	}
	return r.bytes
}

// explore returns the graph of all positions; the first node is the given one.
func (r *retrograde) explore(components []grundy.Component, progress grundy.Progress) (*loopy.Graph, error) {
	var edges []loopy.Edge
	width := len(components)
	positions := r.idsOf(components) // one behind the other
	count := 1
	r.number[string(r.key(positions))] = 0
	options := make([][]uint32, width)
	for from := 0; from < count; from++ {
		progress.Report(uint64(from), uint64(count))
		p := slices.Clone(positions[from*width:][:width])
		for i, id := range p {
			options[i] = r.optionsOf(id)
		}
		if err := r.check(count, width); err != nil {
			return nil, err
		}
		var err error
		compound.EachMove(r.kind, p, options, func(next []uint32, _ []bool) bool {
			key := r.key(next)
			to, ok := r.number[string(key)]
			if !ok {
				to = uint32(count)
				count++
				r.number[string(key)] = to
				positions = append(positions, next...)
				r.used += uint64(len(key)+8*width) + positionBytes/2
			}
			edges = append(edges, loopy.Edge{From: uint32(from), To: to})
			r.used += 24
			err = r.check(count, width)
			return err == nil
		})
		if err != nil {
			return nil, err
		}
	}
	return loopy.NewGraph(r.ctx, count, edges)
}

// check returns an error if the search has lasted too long. It is called for each
// move, which is work for each component.
func (r *retrograde) check(positions, components int) error {
	if r.memory > 0 && r.used > r.memory {
		return r.outOfBudget(positions, "memory")
	}
	if r.steps += components; r.steps >= 1<<13 {
		r.steps = 0
		if err := r.ctx.Err(); err != nil {
			return err
		}
		if !r.until.IsZero() && time.Now().After(r.until) {
			return r.outOfBudget(positions, "time")
		}
	}
	return nil
}

func (*retrograde) outOfBudget(positions int, what string) error {
	return fmt.Errorf("the search of a sum with cycles has met %d positions and may use no more %s: %w", positions, what, grundy.ErrBudget)
}

// moves calls found for each move, with the steps and what becomes of the
// components; both are valid until the next.
func (r *retrograde) moves(components []grundy.Component, found func(move Move, next []grundy.Component) error) error {
	var err error
	var move Move
	compound.Product{Kind: r.kind}.EachMove(components, func(next []grundy.Component, moved []bool) bool {
		if r.steps++; r.steps&0x3ff == 0 {
			if err = r.ctx.Err(); err != nil {
				return false
			}
		}
		move = move[:0]
		for i, m := range moved {
			if m {
				move = append(move, Step{i, components[i], next[i]})
			}
		}
		err = found(move, next)
		return err == nil
	})
	return err
}
