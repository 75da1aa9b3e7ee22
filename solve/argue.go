package solve

// This file finds the argument behind an answer. The work is bounded by counted steps:
// parts of the argument that cost more are left out.

import (
	"fmt"
	"iter"
	"maps"
	"math/bits"
	"slices"

	"grundy"
	"grundy/theory/compound"
	"grundy/theory/loopy"
	"grundy/theory/misere"
)

const (
	// argueSteps bounds the search for each answer to a reply, and for each nim-value
	// of a part.
	argueSteps = 1 << 20
	// splitText bounds the text of components that are taken apart, and mostReplied the
	// components of sums for which replies are looked for.
	splitText   = 1 << 16
	mostReplied = 1000
	// mexOptions bounds the options that are walked for their nim-values.
	mexOptions = 1 << 14
)

// explain adds the reasons to a settled answer and, if it was asked for, the argument.
func (s *solver) explain(d *decision, a *Answer, conclusion string) {
	a.Reasons = s.reasons(d, a, conclusion)
	if !s.question.Why || !s.mayMove() || Stated(s.question.Sum) != grundy.NoEnding {
		return
	}
	switch {
	case MayEnd(s.question.Sum): // single components decide nothing
	case s.kind != compound.Disjunctive && s.components > 1:
		a.add(s.compare(d))
	case s.question.Convention == grundy.Misere:
		a.add(s.misereArgument(d, a))
	default:
		s.argueNormal(d, a)
	}
	if r := s.replies(a); r != nil {
		a.Argument = append(a.Argument, r)
	}
}

// add adds steps that there are.
func (a *Answer) add(steps ...Argument) { a.Argument = append(a.Argument, steps...) }

// argueNormal finds the argument for a disjunctive sum in normal play.
func (s *solver) argueNormal(d *decision, a *Answer) {
	loops := slices.ContainsFunc(a.Components, func(c Component) bool { return c.Infinite != nil })
	parts := s.apart(a)
	if p := s.pairing(parts); p != nil && a.Outcome == grundy.P && !loops {
		a.add(p)
	}
	if sum := s.nimSum(parts, a); sum != nil {
		a.add(sum)
		return
	}
	if !loops && s.active == 1 {
		if m := s.mexOf(d, a, grundy.ByNimValue); m != nil {
			a.add(m)
		}
	}
}

// apart yields the parts of the sum: components, taken apart if that is little work.
func (s *solver) apart(a *Answer) iter.Seq[Part] {
	text := 0
	for i := 0; i < len(a.Components) && text <= splitText; i++ {
		text += len(a.Components[i].Position.AppendText(nil))
	}
	return func(yield func(Part) bool) {
		first := 0
		for i, c := range a.Components {
			whole := Part{Component: first, Position: c.Position, Copies: c.Copies, Infinite: c.Infinite, term: i, isWhole: true}
			first += int(c.Copies)
			var split []grundy.Component
			if text <= splitText && c.Position.Splits() {
				split = c.Position.Split()
			}
			if len(split) < 2 {
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

// pairing pairs the parts off, and returns nil where that leaves one whose nim-value is
// not known to be 0, or where no part has a twin.
func (s *solver) pairing(parts iter.Seq[Part]) *Pairing {
	type place struct {
		part  Part
		order int
	}
	var p Pairing
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
	for part := range parts {
		if HasEnded(part.Position) {
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
	for _, rest := range alone {
		if v, ok := s.partValue(rest.part.Position); !ok || v != 0 {
			return nil
		}
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
func (s *solver) partValue(c grundy.Component) (uint64, bool) {
	for _, measure := range []grundy.Measure{grundy.ByNimValue, grundy.ByOutcome} {
		v, ok := s.views[viewKey{c.Identity(), measure}]
		if ok && v.known && v.infinite == nil && (v.measure == grundy.ByNimValue && !v.coarse || v.value == 0) {
			return v.value, true
		}
	}
	if v, _, ok := s.closedIf(c, grundy.ByNimValue, s.afford); ok {
		return v, true
	}
	if known := s.extra(c); known.finite != nil {
		return *known.finite, true
	}
	if _, loops := c.PlanLoopy(); loops {
		return 0, false
	}
	trial := s.trial(grundy.SumOf(c))
	v, err := trial.view(c, grundy.ByNimValue)
	if err == nil {
		err = v.build()
	}
	if err != nil {
		return 0, false
	}
	return v.value, true
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
func (s *solver) nimSum(parts iter.Seq[Part], a *Answer) *NimSum {
	value := func(part *Part) (known bool) {
		switch c := a.Components[part.term]; {
		case part.Infinite != nil:
			return true
		case !part.isWhole:
			part.Value, known = s.partValue(part.Position)
		case c.NimValue != nil:
			part.Value, known = *c.NimValue, true
		}
		return known
	}
	var n NimSum
	count, listed := uint64(0), 0
	for part := range parts {
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
		n.Parts = append(n.Parts, part.atRest())
	}
	switch {
	case count < 2, a.NimValue != nil && *a.NimValue != n.Sum:
		return nil
	case a.Infinite != nil, n.Sum == 0:
		return &n // an infinite component decides, and not a digit
	}
	n.Digit = 1 << (bits.Len64(n.Sum) - 1)
	for part := range parts {
		if !value(&part) || n.Digit&part.Value == 0 {
			continue
		}
		to := part.Value ^ n.Sum
		n.Changes = append(n.Changes, Change{part.atRest(), to, changing(part, a.WinningMoves)})
		if len(n.Changes) == maxShown {
			break
		}
	}
	return &n
}

func (p Part) atRest() Part {
	p.Position = p.Position.AtRest()
	return p
}

// changing returns the first of the winning moves that changes no more than the part, or
// nil.
func changing(part Part, moves []Move) Move {
	const looked = 1 << 10
	for _, move := range moves[:min(len(moves), looked)] {
		step := move[0]
		if uint64(step.Component-part.Component) >= part.Copies {
			continue
		}
		if part.isWhole {
			return move.atRest()
		}
		left := map[grundy.Identity]int{}
		for _, p := range step.From.Split() {
			left[p.Identity()]++
		}
		for _, p := range step.To.Split() {
			left[p.Identity()]--
		}
		gone, id := 0, part.Position.Identity()
		for _, n := range left {
			gone += max(n, 0)
		}
		if gone == 1 && left[id] == 1 {
			return move.atRest()
		}
	}
	return nil
}

// mexOf returns the argument for the nim-value, or the misère nim-value, of the one
// component that can move, or nil where it is not known or its options are not.
func (s *solver) mexOf(d *decision, a *Answer, measure grundy.Measure) *Mex {
	at := slices.IndexFunc(a.Components, func(c Component) bool { return !HasEnded(c.Position) })
	c := a.Components[at]
	m := &Mex{Position: c.Position.AtRest(), Misere: measure == grundy.ByMisereNimValue}
	var own *view // one with a table
	if d.views != nil && (d.views[at].measure == measure) {
		own = d.views[at]
	}
	switch {
	case c.Copies > 1:
		return nil
	case m.Misere && own != nil:
		m.Value = own.value
	case !m.Misere && c.NimValue != nil:
		m.Value = *c.NimValue
	case !m.Misere && a.NimValue != nil:
		m.Value = *a.NimValue // 0, as it is P
	default:
		return nil
	}
	of := func(q grundy.Component) (uint64, bool) {
		if v, _, ok := s.closedIf(q, measure, nil); ok {
			return v, true
		}
		if own != nil && own.table != nil {
			return own.table(q), true
		}
		if m.Misere {
			return 0, false
		}
		return s.partValue(q)
	}
	count, counted := c.Position.CountOptions()
	if counted && count > mexOptions {
		return m.found(c.Position, measure)
	}
	examples := map[uint64]grundy.Component{}
	options := c.Position.AppendOptions(nil)
	if len(options) > mexOptions {
		return nil
	}
	for _, q := range options {
		v, ok := of(q)
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
		if v < m.Value {
			below++
		}
	}
	m.Others = uint64(max(below-maxShown, 0))
	values = append(values[:min(below, maxShown)], values[below:min(below+maxAbove, len(values))]...)
	for _, v := range values {
		m.Options = append(m.Options, OptionValue{v, examples[v].AtRest()})
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
			m.Options = append(m.Options, OptionValue{v, q.AtRest()})
			break
		}
	}
	if len(m.Options) < int(min(m.Value, maxShown)) {
		return nil // what finds options was stopped
	}
	m.Others = m.Value - uint64(len(m.Options))
	return m
}

// compare returns the rule of a compound for its parts.
func (s *solver) compare(d *decision) Argument {
	c := &Comparison{Kind: s.kind}
	d.rule.reasons(s, d, func(format string, args ...any) { c.Rule = append(c.Rule, fmt.Sprintf(format, args...)) })
	r, ok := d.rule.(byCompound)
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

// misereArgument returns what decides a disjunctive sum in misère play.
func (s *solver) misereArgument(d *decision, a *Answer) Argument {
	m := &Misere{Way: BySearchedSum}
	d.rule.reasons(s, d, func(format string, args ...any) { m.Rule = append(m.Rule, fmt.Sprintf(format, args...)) })
	words := func(int) string { return "" }
	switch rule := d.rule.(type) {
	case byTame:
		m.Way = ByTameGenus
		sum, firm := misere.SumOf(d.parts)
		m.Sum, m.Firm = uint64(sum), firm > 0
	case *bySums:
		m.Way = ByGenera
		if m.Heap = rule.looked.heap; m.Heap > 0 {
			m.Rest = rule.looked.rest
		}
	case byQuotient:
		q := s.quotient.quotient
		all := q.Words()
		words = func(element int) string { return all.Elements[element] }
		m.Relations = all.Relations[:min(len(all.Relations), maxShown)]
		m.Way, m.Product, m.Lost = ByQuotient, words(rule.product), q.IsP(rule.product)
		m.Order, m.PPortion = q.Order()
	case byItself:
		if x := s.mexOf(d, a, grundy.ByMisereNimValue); x != nil {
			return x
		}
		m.Way = ByOneMoving
	}
	listed := 0
	for part := range s.apart(a) {
		if listed++; listed > maxShown {
			m.Others = grundy.AddCounts(m.Others, part.Copies)
			continue
		}
		p := MiserePart{Component: part.Component, Position: part.Position.AtRest(), Copies: part.Copies}
		switch told, ok := s.tell(part.Position); {
		case ok:
			p.Genus = told.genus
		case part.isWhole:
			p.Genus = a.Components[part.term].Genus
		}
		switch m.Way {
		case ByTameGenus:
			genus, ok := d.parts[part.term].Measure, true
			if !part.isWhole {
				genus, _, ok = part.Position.Measure(grundy.ByGenus)
			}
			if !ok {
				break
			}
			v, firm := misere.Split(genus)
			p.NimValue, p.Firm = (*uint64)(&v), firm
			if p.Genus == "" {
				p.Genus = misere.TameText(genus)
			}
		case ByQuotient:
			if element, err := s.quotient.element(part.Position); err == nil {
				p.Element = words(element)
			}
		}
		m.Parts = append(m.Parts, p)
	}
	return m
}

// replies looks for answers to the moves of the player who loses. It returns nil where
// nobody does, where no winning move is listed, or where there are too many components.
func (s *solver) replies(a *Answer) *Replies {
	if s.components > mostReplied {
		return nil
	}
	components := s.question.Sum.Components()
	r := &Replies{}
	switch {
	case a.Outcome == grundy.P:
	case a.Outcome == grundy.N && len(a.WinningMoves) > 0:
		r.After = a.WinningMoves[0].atRest()
		components = AfterMove(components, a.WinningMoves[0])
	default:
		return nil
	}
	twins := map[int]int{}
	if len(a.Argument) > 0 {
		if _, paired := a.Argument[0].(*Pairing); paired {
			twins = twinsOf(components)
		}
	}
	tried := 0
	complete := EachMove(grundy.SumOf(components...), s.question.Compound, func(move Move) bool {
		if tried++; tried > maxShown || s.ctx.Err() != nil {
			r.More = true
			return false
		}
		var answer Move
		twin, ok := twins[move[0].Component]
		if ok {
			answer = Move{{twin, components[twin], move[0].To}}.atRest()
		} else {
			answer, ok = s.answerTo(AfterMove(components, move), components)
		}
		if !ok {
			r.More = true
			return true
		}
		r.Replies = append(r.Replies, Reply{move.atRest(), answer})
		return true
	})
	r.More = r.More || !complete
	return r
}

// twinsOf pairs equal components off, and returns the twin of each that has one.
func twinsOf(components []grundy.Component) map[int]int {
	twins, alone := map[int]int{}, map[grundy.Identity]int{}
	for i, c := range components {
		id := c.Identity()
		other, ok := alone[id]
		if !ok {
			alone[id] = i
			continue
		}
		twins[i], twins[other] = other, i
		delete(alone, id)
	}
	return twins
}

// answerTo returns a winning move, or nil where the play is over and that wins. The
// result is false where it takes too long to find one. A move back to the position before
// is the last choice.
func (s *solver) answerTo(components, before []grundy.Component) (Move, bool) {
	sum := grundy.SumOf(components...)
	trial := s.trial(sum)
	if err := trial.prepare(); err != nil {
		return nil, false
	}
	a, err := trial.settle()
	switch {
	case err != nil || a.Outcome != grundy.N:
		return nil, false
	case len(a.WinningMoves) == 0:
		return nil, !CanMove(sum, s.question.Compound)
	}
	back := func(m Move) bool {
		for _, step := range m {
			if step.To.Identity() != before[step.Component].Identity() {
				return false
			}
		}
		return true
	}
	at := max(slices.IndexFunc(a.WinningMoves, func(m Move) bool { return !back(m) }), 0)
	return a.WinningMoves[at].atRest(), true
}

// atRest returns a copy of the move out of the runs of the question.
func (m Move) atRest() Move {
	m = slices.Clone(m)
	m.rest()
	return m
}
