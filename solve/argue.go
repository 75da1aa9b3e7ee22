package solve

// The argument behind an answer: which steps it has, and what each may cost. The work is bounded by counted steps:
// parts of the argument that cost more are left out.

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/bits"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/loopy"
	"github.com/grundy-games/grundy/theory/misere"
)

const (
	// argueSteps bounds the search for each answer to a reply, and for each nim-value
	// of a part; statedSteps that for the options of a position which the rules say is lost.
	argueSteps, statedSteps = 1 << 20, 1 << 13
	// splitText bounds the text of components that are taken apart, and mostReplied the
	// components of sums for which replies are looked for.
	splitText   = 1 << 16
	mostReplied = 1000
	// mexOptions bounds the options that are walked for their nim-values, mexParts those
	// of a part of a sum.
	mexOptions = 1 << 14
	mexParts   = 1 << 10
)

// explain adds the reasons and the argument to a settled answer, if the question asks why.
// Once the budget ends, or rules fail, that is cut: what was found meanwhile may be wrong.
func (s *solver) explain(d *decision, a *Answer) {
	if !s.question.Why {
		return
	}
	reasons := s.reasons(d, a)
	if a.Cut = s.failed(); a.Cut != nil {
		return
	}
	a.Reasons = reasons
	if !s.mayMove() || Stated(s.question.Sum) != grundy.NoEnding {
		return
	}
	g := &arguer{solver: s, d: d, a: a}
	for _, step := range []func() []Argument{g.values, g.replies} {
		found := step()
		if err := s.failed(); err != nil {
			a.Cut = err
		} else if s.ctx.Err() != nil {
			a.Cut = context.Cause(s.ctx)
		}
		if a.Cut != nil {
			return
		}
		a.Argument = append(a.Argument, found...)
	}
	a.Cut = g.short
}

// An arguer looks for the argument behind an answer.
type arguer struct {
	solver *solver
	d      *decision
	a      *Answer
	pairs  *Pairing // if it was found
	zeros  map[grundy.Identity]bool
	live   []Part // those that the nim-sum lists, in runs of the question
	short  error  // memory that ran out
}

// values returns the steps that compare the components.
func (g *arguer) values() []Argument {
	switch {
	case MayEnd(g.solver.question.Sum): // single components decide nothing
		return nil
	case g.solver.kind != compound.Disjunctive && g.solver.components > 1:
		return []Argument{g.solver.compare(g.d)}
	case g.solver.question.Convention == grundy.Misere:
		return []Argument{g.misere()}
	}
	return g.normal()
}

// normal finds the argument for a disjunctive sum in normal play.
func (g *arguer) normal() (steps []Argument) {
	if g.pairs = g.pairing(); g.pairs != nil {
		steps = append(steps, g.pairs)
	}
	if Endless && Transfinite(g.solver.question.Sum) != nil {
		return steps // what is compared are ordinals
	}
	sum := g.nimSum()
	if sum != nil {
		steps = append(steps, sum)
	}
	steps = append(steps, g.readings()...)
	if sum != nil {
		told := map[grundy.Identity]bool{}
		for _, part := range g.live {
			if id := part.Position.Identity(); !told[id] {
				told[id] = true
				if m := g.mexOf(part, grundy.ByNimValue, mexParts); m != nil {
					steps = append(steps, m)
				}
			}
		}
	} else if m := g.mexOfWhole(grundy.ByNimValue); m != nil {
		steps = append(steps, m)
	}
	return steps
}

// mostRead bounds the components whose nim-values are read off their scenes, and the elements of each.
const mostRead, mostReadElements = maxShown, 1 << 12

// readings returns how the nim-values of components are read off their scenes.
func (g *arguer) readings() (steps []Argument) {
	for part := range apart(g.solver.question.Sum) {
		if !part.isWhole || len(steps) == mostRead || len(part.Position.AppendText(nil)) > 8*mostReadElements {
			continue
		}
		value, _, closed := part.Position.Measure(grundy.ByNimValue)
		read, ok := part.Position.ReadValue()
		if closed && ok && len(read.Elements) > 0 && len(read.Elements) <= mostReadElements {
			steps = append(steps, &Reading{part.Component, part.Position.AtRest(), value, read})
		}
	}
	return steps
}

// apart yields the parts of a sum: components, taken apart if that is little work.
func apart(sum grundy.Sum) iter.Seq[Part] { return apartIf(sum, nil) }

// apartIf is apart where components whose parts are not all known stay whole.
func apartIf(sum grundy.Sum, known func(part grundy.Component) bool) iter.Seq[Part] {
	text := 0
	for i := 0; i < len(sum) && text <= splitText; i++ {
		text += len(sum[i].Component.AppendText(nil))
	}
	return func(yield func(Part) bool) {
		first := 0
		for i, t := range sum {
			whole := Part{Component: first, Position: t.Component, Copies: t.Copies, term: i, isWhole: true}
			first += int(t.Copies)
			var split []grundy.Component
			if text <= splitText && t.Component.Splits() {
				split = t.Component.Split()
			}
			if len(split) < 2 || known != nil && slices.ContainsFunc(split, func(part grundy.Component) bool { return !known(part) }) {
				if !yield(whole) {
					return
				}
				continue
			}
			whole.isWhole = false
			for _, whole.Position = range split {
				if !yield(whole) {
					return
				}
			}
		}
	}
}

// pairing returns the strategy of equal parts: of the player who does not move, or after a
// winning move. Where play need not end, it may go on for ever by that strategy.
func (g *arguer) pairing() *Pairing {
	switch {
	case g.solver.isLoopy():
		return nil
	case g.a.Outcome == grundy.P:
		return g.pairOff(g.solver.question.Sum, nil)
	case g.solver.components > mostReplied:
		return nil
	}
	components := g.solver.question.Sum.Components()
	for _, move := range g.a.WinningMoves[:min(len(g.a.WinningMoves), maxAnswers)] {
		if p := g.pairOff(grundy.SumOf(AfterMove(components, move)...), move); p != nil {
			return p
		}
	}
	return nil
}

// pairOff pairs the parts of a sum off, and returns nil where that leaves one whose
// nim-value is not known to be 0, or where no part has a twin.
func (g *arguer) pairOff(sum grundy.Sum, after Move) *Pairing {
	type place struct {
		part  Part
		order int
	}
	p := Pairing{After: after.atRest()}
	alone, pairs, order := map[grundy.Identity]place{}, uint64(0), 0
	add := func(pair [2]Part, n uint64) {
		if pairs += n; len(p.Pairs) < maxShown && n > 0 {
			pair[0].Position, pair[1].Position = pair[0].Position.AtRest(), pair[1].Position.AtRest()
			pair[0].Copies, pair[1].Copies = 1, 1
			p.Pairs = append(p.Pairs, pair)
			p.Others += n - 1
		} else {
			p.Others += n
		}
	}
	for part := range apart(sum) {
		if grundy.HasEnded(part.Position) {
			continue
		}
		twin := part
		twin.Component++
		if part.Copies > 1 {
			add([2]Part{part, twin}, part.Copies/2)
		}
		if part.Copies%2 == 0 {
			continue
		}
		part.Component += int(part.Copies - 1)
		id := part.Position.Identity()
		if other, ok := alone[id]; ok {
			add([2]Part{other.part, part}, 1)
			delete(alone, id)
			continue
		}
		part.Copies, order = 1, order+1
		alone[id] = place{part, order}
	}
	if pairs == 0 {
		return nil
	}
	zeros := make([]place, 0, len(alone))
	g.zeros = map[grundy.Identity]bool{}
	for id, rest := range alone {
		if v, ok := g.partValue(rest.part.Position); !ok || v != 0 {
			return nil
		}
		g.zeros[id] = true
		rest.part.Position = rest.part.Position.AtRest()
		zeros = append(zeros, rest)
	}
	slices.SortFunc(zeros, func(a, b place) int { return a.order - b.order })
	for _, z := range zeros[:min(len(zeros), maxShown)] {
		p.Zeros = append(p.Zeros, z.part)
	}
	return &p
}

// partValue returns the nim-value of a part where it is known or cheap.
func (g *arguer) partValue(c grundy.Component) (uint64, bool) {
	return g.valueWithin(c, argueSteps)
}

// valueWithin is partValue where a search takes at most that number of steps.
func (g *arguer) valueWithin(c grundy.Component, steps uint64) (uint64, bool) {
	for _, measure := range []grundy.Measure{grundy.ByNimValue, grundy.ByOutcome} {
		v, ok := g.solver.views[viewKey{c.Identity(), measure}]
		if ok && v.known && v.infinite == nil && (v.measure == grundy.ByNimValue && !v.coarse || v.value == 0) {
			return v.value, true
		}
	}
	if v, _, ok := g.solver.closedIf(c, grundy.ByNimValue, g.solver.afford); ok {
		return v, true
	}
	if known := g.solver.extra(c); known.finite != nil {
		return *known.finite, true
	}
	if _, loops := c.PlanLoopy(); loops {
		return 0, false
	}
	trial := g.solver.trial(grundy.SumOf(c))
	trial.question.Budget.Steps = g.solver.bounded(steps)
	v, err := trial.view(c, grundy.ByNimValue)
	if err == nil {
		err = v.build()
	}
	if err != nil {
		g.keepError(err)
		return 0, false
	}
	return v.value, true
}

// keepError keeps the error of a trial for which the memory of the question did not do.
func (g *arguer) keepError(err error) {
	if g.short == nil && errors.Is(err, meter.Memory) {
		g.short = err
	}
}

// trial returns a solver of another sum that shares what s has found, and takes no
// more steps than an argument is worth.
func (s *solver) trial(sum grundy.Sum) *solver {
	t := *s
	t.question.Sum, t.question.MaxMoves, t.question.Why, t.question.Progress = sum, maxShown, false, nil
	t.question.Budget.Steps = s.bounded(argueSteps)
	t.spent = grundy.Cost{Bytes: s.spent.Bytes}
	t.components, t.active = 0, 0
	return &t
}

// nimSum adds the nim-values of the parts up. It returns nil where there are fewer than
// two parts, or where one of the nim-values is not known.
func (g *arguer) nimSum() *NimSum {
	value := func(part *Part) (known bool) {
		switch c := g.a.Components[part.term]; {
		case c.Infinite != nil:
			part.Infinite = c.Infinite
			return true
		case !part.isWhole:
			part.Value, known = g.partValue(part.Position)
		case c.NimValue != nil:
			part.Value, known = *c.NimValue, true
		}
		return known
	}
	var n NimSum
	count, listed := uint64(0), 0
	for part := range apart(g.solver.question.Sum) {
		if !value(&part) {
			return nil
		}
		odd := part.Value
		if part.Copies%2 == 0 || part.Infinite != nil {
			odd = 0
		}
		n.Sum ^= odd
		count = grundy.AddCounts(count, part.Copies)
		if listed++; listed > maxShown {
			n.Others, n.OthersSum = grundy.AddCounts(n.Others, part.Copies), n.OthersSum^odd
			continue
		}
		n.Parts, g.live = append(n.Parts, part.atRest()), append(g.live, part)
	}
	switch {
	case count < 2, g.a.NimValue != nil && *g.a.NimValue != n.Sum:
		return nil
	case g.a.Infinite != nil, n.Sum == 0:
		return &n // an infinite component decides, and not a digit
	}
	n.Digit = 1 << (bits.Len64(n.Sum) - 1)
	for _, raised := range []bool{false, true} {
		for part := range apart(g.solver.question.Sum) {
			to := part.Value
			if value(&part) && part.Infinite == nil {
				to = part.Value ^ n.Sum
			}
			if len(n.Changes) == maxShown || g.solver.ctx.Err() != nil {
				break
			}
			if to == part.Value || raised != (to > part.Value) {
				continue
			}
			move := changing(part, g.a.WinningMoves, nil)
			if move == nil && raised {
				if move = g.moveTo(part, grundy.ByNimValue, to); move == nil {
					continue // there need be no such option
				}
			}
			if c := g.change(part, to, move, grundy.ByNimValue); !n.has(c) {
				n.Changes = append(n.Changes, c)
			}
		}
	}
	return &n
}

// has reports whether n already lists a change of an equal part to the same nim-value, in the
// same component.
func (n *NimSum) has(c Change) bool {
	return slices.ContainsFunc(n.Changes, func(o Change) bool {
		return o.To == c.To && o.Part.Component == c.Part.Component && o.Part.Position.Identity() == c.Part.Position.Identity()
	})
}

// change returns the change of a part by a move. Where that raises the nim-value, it finds the
// move that takes it back.
func (g *arguer) change(part Part, to uint64, move Move, measure grundy.Measure) Change {
	c := Change{Part: part.atRest(), To: to, Move: move.atRest()}
	if move == nil || to < part.Value {
		return c
	}
	step := move[0]
	if back, ok := g.back(step.From, step.To, measure); ok {
		c.Back = Move{{step.Component, step.To, back}}.atRest()
	}
	return c
}

// back returns an option of an option of c that has the measure of c, where one is found with
// little work.
func (g *arguer) back(c, option grundy.Component, measure grundy.Measure) (back grundy.Component, ok bool) {
	_, finds := option.FindOptions(measure, 0, 0)
	if count, ok := option.CountOptions(); ok && count > mexParts && !finds {
		return back, false
	}
	if table := g.solver.loops[c.Identity()]; table != nil {
		value := table(c)
		for _, q := range option.AppendOptions(nil) {
			if v := table(q); !v.Infinite && v.Nim == value.Nim {
				return q, true
			}
		}
		return back, false
	}
	own, err := g.solver.trial(grundy.SumOf(c)).view(c, measure)
	if own != nil {
		err = own.build()
	}
	var of *view
	if own != nil && err == nil {
		of, err = g.solver.trial(grundy.SumOf(option)).view(option, measure)
	}
	if of == nil {
		g.keepError(err)
		return back, false
	}
	return of.first(own.value)
}

// moveTo returns a move of a whole part to an option of that measure, or nil where none is known.
func (g *arguer) moveTo(part Part, measure grundy.Measure, value uint64) Move {
	if !part.isWhole || g.d.views == nil || g.d.views[part.term].measure != measure {
		return nil
	}
	if to, ok := g.d.views[part.term].first(value); ok {
		return Move{{part.Component, part.Position, to}}
	}
	return nil
}

func (p Part) atRest() Part {
	p.Position = p.Position.AtRest()
	return p
}

// tameDigits returns the nim-values of tame parts with their nim-sum, and the changes that win.
func (g *arguer) tameDigits() *NimSum {
	genus := func(c grundy.Component) (uint64, bool) {
		genus, _, ok := c.Measure(grundy.ByGenus)
		return genus, ok
	}
	known := func(c grundy.Component) bool { _, ok := genus(c); return ok }
	var n NimSum
	var all []Part
	var genera []compound.Part
	for part := range apartIf(g.solver.question.Sum, known) {
		measure := g.d.parts[part.term].Measure
		if !part.isWhole {
			measure, _ = genus(part.Position)
		}
		value, firm := misere.Split(measure)
		part.Value, part.Words = uint64(value), "fickle"
		if firm {
			part.Words = "firm"
		}
		all, genera = append(all, part), append(genera, compound.Part{Measure: measure, Copies: part.Copies})
	}
	sum, _ := misere.SumOf(genera)
	n.Sum = uint64(sum)
	for i, part := range all {
		odd := part.Value * (part.Copies % 2)
		if i < maxShown {
			n.Parts = append(n.Parts, part.atRest())
		} else {
			n.Others, n.OthersSum = grundy.AddCounts(n.Others, part.Copies), n.OthersSum^odd
		}
	}
	if g.a.Outcome == grundy.P || !g.solver.mayMove() {
		return &n
	}
	n.Digit = 1 << max(bits.Len64(n.Sum)-1, 0)
	for c := range tameChanges(genera) {
		if len(n.Changes) == maxShown || g.solver.ctx.Err() != nil {
			break
		}
		part := all[c.part]
		move := g.moveTo(part, grundy.ByGenus, c.genus)
		if !part.isWhole {
			move = changing(part, g.a.WinningMoves, func(left []grundy.Component) bool {
				var parts []compound.Part
				for _, c := range left {
					measure, ok := genus(c)
					if !ok {
						return false
					}
					parts = append(parts, compound.Part{Measure: measure, Copies: 1})
				}
				to, firm := misere.SumOf(parts)
				return misere.Genus(to, firm > 0) == c.genus
			})
		}
		if move == nil {
			if found, ok := part.Position.FindOptions(grundy.ByGenus, c.genus, c.genus); !ok || part.isWhole || found.Count.Sign() == 0 {
				continue
			}
		}
		if c := g.change(part, c.to, move, grundy.ByGenus); !n.has(c) {
			n.Changes = append(n.Changes, c)
		}
	}
	return &n
}

// changing returns the first of the winning moves that changes no more than the part, and
// leaves in its place what is asked for, or nil.
func changing(part Part, moves []Move, leaves func([]grundy.Component) bool) Move {
	const looked = 1 << 10
	for _, move := range moves[:min(len(moves), looked)] {
		step := move[0]
		if uint64(step.Component-part.Component) >= part.Copies {
			continue
		}
		if part.isWhole {
			return move.atRest()
		}
		gone := map[grundy.Identity]int{}
		for _, p := range step.From.Split() {
			gone[p.Identity()]++
		}
		var left []grundy.Component
		for _, p := range step.To.Split() {
			if id := p.Identity(); gone[id] > 0 {
				gone[id]--
			} else {
				left = append(left, p)
			}
		}
		maps.DeleteFunc(gone, func(_ grundy.Identity, n int) bool { return n == 0 })
		if len(gone) == 1 && gone[part.Position.Identity()] == 1 && (leaves == nil || leaves(left)) {
			return move.atRest()
		}
	}
	return nil
}

// mexOfWhole returns the argument for the nim-value, or the misère nim-value, of the one
// component that can move, or nil where it is not known or its options are not.
func (g *arguer) mexOfWhole(measure grundy.Measure) *Mex {
	at := slices.IndexFunc(g.a.Components, func(c TermAnswer) bool { return !grundy.HasEnded(c.Position) })
	if at < 0 {
		return nil // as the rules have stopped meanwhile
	}
	c := g.a.Components[at]
	part := Part{Component: at, Position: c.Position, Infinite: c.Infinite, term: at, isWhole: true}
	switch {
	case c.Copies > 1 || g.solver.active > 1:
		return nil
	case c.Infinite != nil:
	case measure == grundy.ByMisereNimValue:
		if g.d.views == nil || g.d.views[at].measure != measure {
			return nil
		}
		part.Value = g.d.views[at].value
	case c.NimValue != nil:
		part.Value = *c.NimValue
	case g.a.NimValue != nil:
		part.Value = *g.a.NimValue // 0, as it is P
	default:
		return nil
	}
	return g.mexOf(part, measure, mexOptions)
}

// mexOf returns the argument for the nim-value of a part, or for the misère nim-value, or
// nil where there are more options than most, or one whose value is not known.
func (g *arguer) mexOf(part Part, measure grundy.Measure, most int) *Mex {
	c := part.Position
	m := &Mex{Component: part.Component, Position: c.AtRest(), Misere: measure == grundy.ByMisereNimValue, Value: part.Value, Infinite: part.Infinite}
	var own *view // of its component, with a table
	if part.isWhole && g.d.views != nil && g.d.views[part.term].measure == measure {
		own = g.d.views[part.term]
	}
	loops := g.solver.loops[c.Identity()]
	steps := uint64(argueSteps)
	if isStated(c) {
		steps = statedSteps
	}
	of := func(q grundy.Component) (uint64, bool) {
		if v, _, ok := g.solver.closedIf(q, measure, nil); ok {
			return v, true
		}
		if own != nil && own.table != nil {
			return own.table(q), true
		}
		if m.Misere {
			return 0, false
		}
		return g.valueWithin(q, steps)
	}
	count, counted := c.CountOptions()
	if counted && count > uint64(most) {
		return m.found(c, measure)
	}
	examples := map[uint64]grundy.Component{}
	options := c.AppendOptions(nil)
	if len(options) > most {
		return nil
	}
	for _, q := range options {
		v, ok := uint64(0), false
		if loops != nil {
			value := loops(q)
			if value.Infinite {
				if m.Revert == nil {
					m.Revert = q.AtRest()
				}
				continue
			}
			v, ok = uint64(value.Nim), true
		} else {
			v, ok = of(q)
		}
		if !ok {
			return nil
		}
		if _, met := examples[v]; !met {
			examples[v] = q
		}
	}
	values := slices.Sorted(maps.Keys(examples))
	below := 0
	for _, v := range values {
		if v < m.Value || m.Infinite != nil {
			below++
		}
	}
	m.Others, m.More = uint64(max(below-maxShown, 0)), len(values) > below+maxAbove
	values = append(values[:min(below, maxShown)], values[below:min(below+maxAbove, len(values))]...)
	for _, v := range values {
		option := OptionValue{Value: v, Option: examples[v].AtRest()}
		if v > m.Value && m.Infinite == nil {
			if back, ok := g.back(c, examples[v], measure); ok {
				option.Back = back.AtRest()
			}
		}
		m.Options = append(m.Options, option)
	}
	return m
}

// maxAbove bounds the nim-values above that of the position that are listed.
const maxAbove = 3

// found completes m by options that the game finds by their nim-value.
func (m *Mex) found(c grundy.Component, measure grundy.Measure) *Mex {
	for v := range min(m.Value, maxShown) {
		some, ok := c.FindOptions(measure, v, v)
		if !ok {
			return nil
		}
		for q := range some.Each {
			m.Options = append(m.Options, OptionValue{Value: v, Option: q.AtRest()})
			break
		}
	}
	if len(m.Options) < int(min(m.Value, maxShown)) {
		return nil // what finds options was stopped
	}
	m.Others = m.Value - uint64(len(m.Options))
	larger, ok := c.FindOptions(measure, grundy.AddCounts(m.Value, 1), ^uint64(0))
	m.More = !ok || larger.Count.Sign() > 0
	return m
}

// compare returns what decides a compound, for its parts.
func (s *solver) compare(d *decision) Argument {
	c := &Comparison{Kind: s.kind}
	d.way.reasons(s, d, func(format string, args ...any) { c.Rule = append(c.Rule, fmt.Sprintf(format, args...)) })
	r, ok := d.way.(byCompound)
	if !ok {
		return c
	}
	c.Measure, c.Value, c.Modulus = d.measure, d.value, r.theorem.Modulus()
	c.Compares, c.Lost = r.theorem.Compares()
	first := 0
	for i, p := range d.parts {
		if i < maxShown {
			part := Part{Component: first, Position: s.question.Sum[i].Component.AtRest(), Copies: p.Copies, Value: p.Measure}
			if part.Words = compound.Describe(d.measure, p.Measure); d.views[i].drawn {
				part.Value, part.Words = loopy.Infinite, fmt.Sprintf("%v ∞, a draw", d.measure)
			}
			if d.measure == grundy.ByOutcome {
				part.Words = "outcome " + grundy.Outcome(min(p.Measure, 1)).String()
			}
			c.Parts = append(c.Parts, part)
		} else {
			c.Others = grundy.AddCounts(c.Others, p.Copies)
		}
		first += int(p.Copies)
	}
	if c.Modulus > 0 {
		c.Columns = columns(d.parts)
	}
	return c
}

// columns counts the ones at each digit of heaps, whose measures are one more.
func columns(parts []compound.Part) (all []Column) {
	var ones [64]uint64
	for _, p := range parts {
		for heap := p.Measure - 1; heap != 0; heap &= heap - 1 {
			ones[bits.TrailingZeros64(heap)] += p.Copies
		}
	}
	for digit, n := range slices.Backward(ones[:]) {
		if n > 0 || len(all) > 0 || digit == 0 {
			all = append(all, Column{1 << digit, n})
		}
	}
	return all
}

// misere returns what decides a disjunctive sum in misère play.
func (g *arguer) misere() Argument {
	m := &Misere{Way: BySearchedSum}
	g.d.way.reasons(g.solver, g.d, func(format string, args ...any) {
		if !strings.HasPrefix(format, "%s -> %s ") { // Digits have the moves
			m.Rule = append(m.Rule, fmt.Sprintf(format, args...))
		}
	})
	words := func(int) string { return "" }
	switch way := g.d.way.(type) {
	case byTame:
		m.Way = ByTameGenus
		sum, firm := misere.SumOf(g.d.parts)
		m.Sum, m.Firm, m.Digits = uint64(sum), firm > 0, g.tameDigits()
		m.Phases, m.Phase = g.solver.phases(firm)
	case *bySums:
		m.Way = ByGenera
		if m.Heap = way.looked.heap; m.Heap > 0 {
			m.Rest = way.looked.rest
		}
	case *byQuotient:
		q := g.solver.quotient.quotient
		all := q.Words()
		words = func(element int) string { return all.Elements[element] }
		m.Relations = all.Relations[:min(len(all.Relations), maxShown)]
		m.Way, m.Product, m.Lost = ByQuotient, words(way.product), q.IsP(way.product)
		m.Order, m.PPortion = q.Order()
	case byItself:
		if x := g.mexOfWhole(grundy.ByMisereNimValue); x != nil {
			return x
		}
		m.Way = ByOneMoving
	}
	listed := 0
	for part := range apart(g.solver.question.Sum) {
		if listed++; listed > maxShown {
			m.Others = grundy.AddCounts(m.Others, part.Copies)
			continue
		}
		p := MiserePart{Component: part.Component, Position: part.Position.AtRest(), Copies: part.Copies}
		switch like, ok := g.solver.likenessOf(part.Position); {
		case ok:
			p.Genus = like.genus
		case part.isWhole:
			p.Genus = g.a.Components[part.term].Genus
		}
		switch m.Way {
		case ByTameGenus:
			genus, ok := g.d.parts[part.term].Measure, true
			if !part.isWhole {
				genus, _, ok = part.Position.Measure(grundy.ByGenus)
			}
			if !ok {
				break
			}
			v, firm := misere.Split(genus)
			p.NimValue, p.Firm = (*uint64)(&v), firm
			if !p.Genus.IsKnown() {
				p.Genus = misere.StatedTame(genus)
			}
		case ByQuotient:
			if element, err := g.solver.quotient.element(part.Position); err == nil {
				p.Element = words(element)
			}
		}
		m.Parts = append(m.Parts, p)
	}
	return m
}
