package pattern

// This file learns automata by questions, where small tables show too little. Positions are valued
// when the learner asks for them: in a box that an engine fills, if the rules belong to one, and
// beyond it by a search that keeps what it finds. Where automata agree with all that is known, the
// machine tries to prove them, and a position at which that fails is the next question. So both
// teachers of Angluin's method make no mistakes.

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"math/big"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/automata"
	"github.com/grundy-games/grundy/theory/definable"
)

// Automata are compared with all cells of a box of firstAsked cells, and then with a box that is
// askedGrows times as large. Answers lie in a box of that many times as many cells again, at most
// mostTable. Automata take at most askedBits bits, and fewer than a list of the box. Where a search ends at a box
// of fewer than provedBits cells, though the game goes on, they may take that many bits: the proof tells them from a
// list. Reading them takes askedEffort letters. A position
// beyond the box is valued if that looks at most at rowOptions options, or, where the machine asks
// for it, at askedOptions; all of them together take askedSteps steps. The machine refuses mostRefused
// times.
const (
	firstAsked   = 1 << 18
	askedGrows   = 8
	askedBits    = 1 << 16
	provedBits   = 1 << 12
	askedEffort  = 1 << 29
	rowOptions   = 1 << 12
	askedOptions = 1 << 22
	askedSteps   = 1 << 23
	askedStates  = 1 << 17 // of automata by which the machine proves
	mostRefused  = 16
)

// An examiner values positions that are asked for.
type examiner struct {
	*source
	in     *numeration // whose automata are learned
	box    *Table      // whose cells are known
	place  func(at []uint64) (grundy.Sum, error)
	search solve.Tabulation // of other cells; nil for none
	known  map[string]int64
	work   map[string]uint64 // options that it would look at for those that are not known
	cell   []uint64
}

// newExaminer returns an examiner of a source for a numeration, with a number of steps.
func (s *source) newExaminer(ctx context.Context, in *numeration, steps uint64) (e *examiner, err error) {
	e = &examiner{source: s, in: in, place: s.place(ctx), known: map[string]int64{}, work: map[string]uint64{}, cell: make([]uint64, len(s.axes))}
	if !s.game.Template.Ends {
		e.search, err = s.tabulation(ctx, steps)
	}
	return e, err
}

// end gives back the memory of the search.
func (e *examiner) end() {
	if e.search != nil {
		e.search.Close()
		e.search = nil
	}
}

// value returns the value of a position, or unknown where it looks at more options than most.
func (e *examiner) value(at []int, most uint64) int64 {
	if i, ok := e.box.Index(at...); ok {
		return e.box.Values[i]
	}
	var key []byte
	work := uint64(1)
	for i, x := range at {
		key = binary.AppendUvarint(key, uint64(x))
		e.cell[i], work = uint64(x), grundy.MulCounts(work, uint64(x)+1) // positions below it
	}
	if v, ok := e.known[string(key)]; ok {
		return v
	}
	if e.search == nil || max(work, e.work[string(key)]) > most {
		return unknown
	}
	sum, err := e.place(e.cell)
	if err != nil {
		return Hole
	}
	for _, term := range sum {
		if work = grundy.MulCounts(work, max(grundy.NumberOfOptions(term.Component), 1)); work > most {
			e.work[string(key)] = work
			return unknown
		}
	}
	v, err := e.search.Value(sum)
	if err != nil {
		e.end() // out of steps, or the rules fail further out
		return unknown
	}
	e.known[string(key)] = e.measured(v)
	return e.measured(v)
}

// ask learns automata by questions. They are proved, so that no larger table must check them.
func (h *hunt) ask(ctx context.Context) (*Pattern, error) {
	if _, one := h.of.Single(); one || h.chooser != nil || h.question.Game.IsCode() || h.memo == nil {
		return nil, nil
	}
	g, err := h.define(ctx)
	if err != nil || !g.isWhole(len(h.axes)) {
		return nil, ctx.Err()
	}
	engine := h.source
	if q := h.question; h.of != Remoteness && q.Game.Table == nil && !h.game.Template.Ends {
		if q.Game, _ = q.Game.ByFamily(ctx); q.Game.Table != nil {
			engine = sourceOf(q, h.of)
			defer engine.Close()
		}
	}
	systems, _ := numerations(h.memo)
	systems = slices.DeleteFunc(systems, func(in *numeration) bool { return !g.speaks(in) })
	askers := make([]*examiner, len(systems))
	for i, in := range systems {
		if askers[i], err = h.newExaminer(ctx, in, h.shareOfSteps(i, len(systems))); err != nil {
			return nil, err
		}
		defer askers[i].end()
	}
	first, last := firstAsked, mostTable
	if len(systems) > 0 && h.near(systems[0]) > 0 { // one box alone
		first = 1
		for range h.axes {
			first *= h.near(systems[0])
		}
		last = first + 1
	}
	for cells := first; cells < last && len(askers) > 0; cells *= askedGrows {
		box, err := engine.box(ctx, min(askedGrows*max(cells, firstAsked), mostTable))
		if err != nil {
			return nil, err
		}
		near := side(min(cells, len(box.Values)/4), len(h.axes))
		lessons := make([]*lesson, len(askers))
		for i, e := range askers {
			e.box = box
			t := box.Within(slices.Repeat([]int{cmp.Or(h.near(e.in), near)}, len(h.axes))...)
			bits := min(askedBits, t.worth())
			if len(box.Values) < provedBits && h.ends == nil {
				bits = provedBits
			}
			l := newLesson(e.in.complete(t), e.in, bits, askedEffort)
			l.beyond, l.part = func(at []int) int64 { return e.value(at, rowOptions) }, parts
			lessons[i] = l
		}
		var left []*examiner // in whose numerations there may be automata
		var found *lesson
		firstOf(ctx, len(lessons), func(ctx context.Context, i int) (bool, error) {
			return h.examine(ctx, g, lessons[i], askers[i])
		}, func(i int, proved bool, err error) {
			switch h.asked = lessons[i].table.Sides; {
			case proved:
				found = lessons[i]
			case err == nil:
				left = append(left, askers[i])
			}
		})
		switch {
		case found != nil:
			return found.pattern(found.table, h.rejected), nil
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		}
		if askers = left; len(box.Values) < askedGrows*cells/2 {
			break
		}
	}
	return nil, nil
}

// shareOfSteps returns how many steps the searches of one of several numerations may take: half of all
// for the first one, which most often has an automaton, and equal shares for the others. So what one
// finds does not depend on the others, and they may work at the same time.
func (s *source) shareOfSteps(i, of int) uint64 {
	steps := cmp.Or(s.budget.Steps, askedSteps)
	switch {
	case of == 1:
		return steps
	case i == 0:
		return max(steps/2, 1)
	}
	return max(steps/2/uint64(of-1), 1)
}

// near returns the side of the box that a question asks for in a numeration, or 0.
func (h *hunt) near(in *numeration) int {
	switch q := h.question; {
	case q.Box > 0:
		return q.Box + 1
	case q.Digits > 0:
		if w := in.Weight(q.Digits); w.Cmp(big.NewInt(mostTable)) < 0 {
			return int(w.Int64())
		}
		return mostTable
	}
	return 0
}

// examine learns automata until the machine proves them, which it reports. The error says that
// there are none, or none in reach; it is nil where a larger table may have them.
func (h *hunt) examine(ctx context.Context, g *game, l *lesson, e *examiner) (proved bool, err error) {
	if err := l.learn(ctx); err != nil {
		return false, err
	}
	for range mostRefused {
		claim, err := l.claim(ctx, h.name, g.Moves.Coordinates, h.misere)
		if err == nil {
			_, err = definable.Prove(ctx, &automata.Theory{System: l.in.System, Budget: automata.Budget{States: askedStates}}, g.Moves, claim)
		}
		refused, ok := errors.AsType[*definable.Refusal](err)
		if !ok {
			return err == nil, err
		}
		wrong := false
		for _, at := range g.near(refused) {
			is, err := l.correct(ctx, at, e.value(at, askedOptions))
			if err != nil {
				return false, err
			}
			wrong = wrong || is
		}
		if !wrong {
			break
		}
	}
	return false, nil
}

// near returns the position at which a proof fails, and its options; none where numbers are large.
func (g *game) near(refused *definable.Refusal) (all [][]int) {
	add := func(at []int64) {
		point := make([]int, len(at))
		for i, x := range at {
			point[i] = int(x)
		}
		all = append(all, point)
	}
	at := make([]int64, len(refused.Point))
	for i, x := range refused.Point {
		if x.Cmp(big.NewInt(farNumbers)) >= 0 {
			return nil
		}
		at[i] = x.Int64()
	}
	if len(at) < len(g.Moves.Coordinates) { // it is of no position
		return nil
	}
	add(at)
	if c, err := g.Place(at); err == nil {
		for _, o := range c.AppendOptions(nil) {
			if to, ok := g.At(o); ok {
				add(to)
			}
		}
	}
	return all
}

// correct goes on with the automata that are wrong at a position with that value, and reports whether one
// is.
func (l *lesson) correct(ctx context.Context, at []int, v int64) (wrong bool, err error) {
	for i, x := range at {
		if x >= len(l.pupils[0].tracks[i].words) {
			return false, nil
		}
	}
	if v == unknown || v >= farNumbers {
		return false, nil
	}
	if l.relation != nil {
		at = append(slices.Clip(at), int(v))
	}
	for i, p := range l.pupils {
		word := p.word(nil, at)
		if want := p.says(word); want == unknown || want == p.m.out[p.m.run(word)] {
			continue
		}
		p.told = append(p.told, word)
		m, err := p.learn(ctx, func(te *teacher, m *machine) []int {
			if word := te.differs(m, slices.Values(p.told)); word != nil {
				return word
			}
			return p.wrong(te, m)
		})
		if err != nil {
			return true, err
		}
		if wrong, p.m = true, m; l.relation != nil {
			l.relation = m
		} else {
			l.sets[i] = m
		}
	}
	return wrong, nil
}

// parts makes states of the beginnings of a word, and reports whether there is a new one.
func parts(l *learner, word []int) (is bool) {
	for i := range word {
		nodes := l.read(word[:i+1])
		if !slices.ContainsFunc(l.reps, func(r representative) bool { return slices.Equal(r.nodes, nodes) }) {
			l.apart, is = append(l.apart, len(l.reps)), true
			l.add(nodes)
		}
	}
	return is
}
