package pattern

// This file proves patterns: by the decision procedure where formulas say how to move, and
// otherwise by a theorem on periods.

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"time"

	"grundy"
	"grundy/games/heap"
	"grundy/internal/message"
	"grundy/position"
	"grundy/rules"
	"grundy/theory/automata"
	"grundy/theory/definable"
	"grundy/theory/period"
)

// A Proof says what is proved, and how.
type Proof struct {
	// Pattern is what is proved, over the coordinates of the rules.
	Pattern *Pattern
	// Theorem is the proof by automata, nil where Period is the proof.
	Theorem *definable.Theorem
	Period  *period.Result
	// Sequence is the game of the period.
	Sequence   heap.Sequence
	Definition *rules.Definition
	// Safe accepts what can be left safely, where the pattern is about that.
	Safe *automata.Automaton
	// Statement is the theorem in a sentence, and Formula what the machine decided.
	Statement, Formula string
	Time               time.Duration
}

// An Unproved says why a pattern is not proved.
type Unproved struct {
	Why string
	Err error // behind it, or nil
}

func (e *Unproved) Error() string { return e.Why }

// Unwrap returns e.Err.
func (e *Unproved) Unwrap() error { return e.Err }

// states is how many states an automaton of a proof has, at most.
const states = 1 << 20

// properties are those that are proved of kinds.
var properties = map[Kind]definable.Property{Outcomes: definable.POutcome, NimValues: definable.NimValue, Remoteness: definable.Remoteness}

// claim returns what the rule says of the positions of a game.
func (a *automatic) claim(ctx context.Context, game string, names []string, misere bool) (definable.Claim, error) {
	c := definable.Claim{Game: game, Of: properties[a.of], Misere: misere}
	tracks := slices.Clone(names)
	if a.relation != nil {
		c.Value = fresh("v", names)
		tracks = append(tracks, c.Value)
	}
	sorted := slices.Sorted(slices.Values(tracks))
	place := make([]int, len(tracks)) // of a track among the sorted ones
	for i, name := range tracks {
		place[i] = slices.Index(sorted, name)
	}
	w := automata.NewWork(ctx, automata.Budget{States: states})
	defer w.Close()
	digits := a.in.Universe().Digits()
	for _, m := range a.machines() {
		sink := int32(m.sink())
		made, err := automata.Build(w, a.in.Universe(), sorted, int32(0), func(s int32, digit []int) (int32, bool) {
			letter := 0
			for _, i := range place {
				letter = letter*digits + digit[i]
			}
			to := m.next[int(s)*m.letters+letter]
			return to, to != sink
		}, func(s int32) bool { return m.out[s] == 1 })
		if err != nil {
			return c, err
		}
		c.Sets = append(c.Sets, made)
	}
	if a.relation != nil {
		c.Relation, c.Sets = c.Sets[0], nil
	}
	return c, nil
}

// A game is a game whose moves are formulas, and where the cells of a table are in it.
type game struct {
	*rules.Definition
	cell []at // of each coordinate
}

// An at says what a coordinate is at a cell: a constant, or a number along an axis plus a
// constant. Where that would be less than 0, there is no position, or the coordinate is 0.
type at struct {
	axis    int // -1 for none
	plus    int64
	atLeast bool // cells where it would be less than 0 are positions
}

// term returns the coordinate as a term, which may be less than 0.
func (a at) term(names []string) automata.Term {
	if a.axis < 0 {
		return automata.C(a.plus)
	}
	return automata.V(names[a.axis]).Plus(automata.C(a.plus))
}

func (a at) at(cell []uint64) int64 {
	if a.axis < 0 {
		return a.plus
	}
	return max(int64(cell[a.axis])+a.plus, 0)
}

// define returns the moves of the game as formulas. The error is an [*Unproved].
func (s *source) define(ctx context.Context) (*game, error) {
	place := s.place(ctx)
	sides := s.within(ctx, slices.Repeat([]int{side(min(s.cells(0), 1<<10), len(s.axes))}, len(s.axes)))
	near := NewTable(s.of, s.axes, sides...)
	type sample struct {
		cell []uint64
		c    grundy.Component
	}
	var samples []sample
	for i := range near.Values {
		cell, point := make([]int, len(s.axes)), make([]uint64, len(s.axes))
		near.place(i, cell)
		for i, x := range cell {
			point[i] = uint64(x)
		}
		sum, err := place(point)
		if err != nil || s.game.Table != nil && !s.game.Table.Holds(ctx, point) {
			continue // there is no such position
		}
		if len(sum) != 1 || sum[0].Copies != 1 {
			return nil, &Unproved{Why: s.name + " is a sum of games, and formulas are written for one"}
		}
		samples = append(samples, sample{point, sum[0].Component})
	}
	if len(samples) == 0 {
		return nil, &Unproved{Why: "there is no position"}
	}
	last := samples[len(samples)-1]
	d, err := define(ctx, last.c, rules.Frame{})
	if err != nil {
		return nil, &Unproved{Why: err.Error(), Err: err}
	}
	points := func() (all [][]int64, ok bool) {
		for _, s := range samples {
			at, ok := d.At(s.c)
			if !ok {
				return nil, false
			}
			all = append(all, at)
		}
		return all, true
	}
	all, ok := points()
	if !ok {
		return nil, &Unproved{Why: "the positions of the table have not the same number of coordinates"}
	}
	// Hold what is the same everywhere, if no move changes it.
	fixed := map[string]int64{}
	for i, name := range d.Moves.Coordinates {
		if !slices.ContainsFunc(all, func(p []int64) bool { return p[i] != all[0][i] }) {
			fixed[name] = all[0][i]
		}
	}
	if len(fixed) > 0 && len(fixed) < len(d.Moves.Coordinates) {
		if held, err := define(ctx, last.c, rules.Frame{Fixed: fixed}); err == nil {
			d = held
			if all, ok = points(); !ok {
				return nil, &Unproved{Why: "the positions of the table have not the same number of coordinates"}
			}
		}
	}
	g := &game{Definition: d}
	for i, name := range d.Moves.Coordinates {
		fits := func(a at) bool {
			for j, s := range samples {
				if a.at(s.cell) != all[j][i] {
					return false
				}
			}
			return true
		}
		tries := []at{{axis: -1, plus: all[0][i]}}
		for axis := range s.axes {
			plus := all[len(all)-1][i] - int64(last.cell[axis])
			below := slices.ContainsFunc(samples, func(s sample) bool { return int64(s.cell[axis])+plus < 0 })
			tries = append(tries, at{axis, plus, below})
		}
		found := slices.IndexFunc(tries, fits)
		if found < 0 {
			return nil, &Unproved{Why: fmt.Sprintf("%s, a number of the rules, is not a number of the table plus a constant", name)}
		}
		g.cell = append(g.cell, tries[found])
	}
	return g, nil
}

// isWhole reports whether the coordinates are the axes, in their order.
func (g *game) isWhole(axes int) bool {
	for i, a := range g.cell {
		if a != (at{axis: i}) {
			return false
		}
	}
	return len(g.cell) == axes
}

// whole returns the source of tables of all coordinates.
func (s *source) whole(g *game) *source {
	return &source{name: s.name, axes: g.Moves.Coordinates, of: s.of, misere: s.misere, budget: s.budget,
		place: func(context.Context) func([]uint64) (grundy.Sum, error) {
			at := make([]int64, len(g.Moves.Coordinates))
			return func(cell []uint64) (grundy.Sum, error) {
				for i, n := range cell {
					at[i] = int64(n)
				}
				c, err := g.Place(at)
				if err != nil {
					return nil, &position.EmptyError{Err: err}
				}
				return grundy.SumOf(c), nil
			}
		}}
}

// A theorem is a claim about automata that is proved.
type theorem struct {
	*definable.Theorem
	theory *automata.Theory
	// safe accepts what can be left safely, if the game has choices.
	chooser *chooser
	safe    *automata.Automaton
}

// names returns the coordinates that tables have.
func (s *source) names(g *game) []string {
	if s.chooser != nil {
		return s.chooser.Kept
	}
	return g.Moves.Coordinates
}

// said returns the claim that a rule makes of the coordinates of a game.
func (s *source) said(ctx context.Context, g *game, r sayable) (*automata.Theory, definable.Claim, error) {
	names := s.names(g)
	c := definable.Claim{Game: s.name, Of: properties[s.of], Misere: s.misere, Value: fresh("v", names)}
	f, in, err := r.Formula(ctx, names, c.Value)
	if err != nil {
		return nil, c, err
	}
	if in == nil {
		in = automata.Base(max(g.Base, 2))
	}
	theory := &automata.Theory{System: in, Budget: automata.Budget{States: states}}
	a, _, err := theory.Automaton(ctx, f)
	if err != nil {
		return nil, c, err
	}
	tracks := slices.Clone(names)
	if s.of != Outcomes {
		tracks = append(tracks, c.Value)
	}
	w := automata.NewWork(ctx, automata.Budget{States: states})
	defer w.Close()
	all, err := w.True(in.Universe(), tracks...)
	if err == nil {
		a, err = w.And(a, all)
	}
	if s.of == Outcomes {
		c.Sets, c.Value = []*automata.Automaton{a}, ""
	} else {
		c.Relation = a
	}
	return theory, c, err
}

// proveMoves learns automata from tables of a game, and proves them. Where the prover finds
// that they are wrong, larger tables follow.
func (s *source) proveMoves(ctx context.Context, g *game, first sayable) (*theorem, error) {
	if left, err := s.chosen(ctx, g); err != nil {
		return nil, err
	} else if left != nil {
		defer left.Close()
		if t, err := left.proveMoves(ctx, g, nil); err == nil || ctx.Err() != nil {
			return t, err
		}
	}
	t, refused, err := s.learnMoves(ctx, g, first)
	if t != nil || ctx.Err() != nil {
		return t, err
	}
	left, failed := s.sieve(ctx, g)
	if left != nil {
		defer left.Close()
		t, _, failed = left.learnMoves(ctx, g, nil)
	}
	if t != nil || ctx.Err() != nil {
		return t, failed
	}
	return nil, cmp.Or(err, refused)
}

// learnMoves does it from the tables of the source. It returns why nothing is proved, or an error
// where there are no tables.
func (s *source) learnMoves(ctx context.Context, g *game, first sayable) (proved *theorem, refused, err error) {
	refused = &Unproved{Why: "no automaton describes a table of it"}
	prove := func(theory *automata.Theory, claim definable.Claim, err error) (*theorem, error) {
		t := &theorem{theory: theory, chooser: s.chooser}
		if err == nil && s.chooser != nil && len(s.chooser.Chosen) > 0 {
			t.safe = claim.Sets[0]
			claim.Sets[0], err = definable.Lift(ctx, theory, g.Moves, s.misere, t.safe)
		}
		if err == nil {
			if t.Theorem, err = definable.Prove(ctx, theory, g.Moves, claim); err == nil {
				return t, nil
			}
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		refused = &Unproved{Why: err.Error(), Err: err}
		return nil, nil
	}
	if _, one := s.of.Single(); first != nil && !one {
		theory, claim, err := s.said(ctx, g, first)
		if err != nil && ctx.Err() == nil {
			return nil, nil, &Unproved{Why: err.Error(), Err: err}
		}
		if t, err := prove(theory, claim, err); t != nil || err != nil {
			return t, nil, err
		}
	}
	upTo := int64(0)
	if v, one := s.of.Single(); one { // its set follows from those of all lower values
		s.of, s.memo, upTo = NimValues, nil, v+1
		defer func() { s.of, s.memo = NimValue(uint8(v)), nil }()
	}
	for level := range levels {
		t, err := s.box(ctx, s.cells(level))
		if err != nil {
			return nil, nil, err
		}
		t.upTo = upTo
		next, err := s.box(ctx, s.cells(level+1))
		if err != nil {
			return nil, nil, err
		}
		var found []*automatic
		for _, in := range numerations(t) {
			if !g.speaks(in) {
				continue
			}
			a, err := learnTable(ctx, t, in, t.worth(), effort<<(2*s.grown(level)-level))
			if ctx.Err() != nil {
				return nil, nil, context.Cause(ctx)
			}
			if err == nil && a.agrees(next) {
				found = append(found, a)
			}
		}
		slices.SortStableFunc(found, func(a, b *automatic) int { return cmp.Compare(a.bits(), b.bits()) })
		for _, a := range found {
			claim, err := a.claim(ctx, s.name, s.names(g), s.misere)
			claim.Partial = upTo > 0
			theory := &automata.Theory{System: a.in.System, Budget: automata.Budget{States: states}}
			if t, err := prove(theory, claim, err); t != nil || err != nil {
				return t, nil, err
			}
		}
	}
	return nil, refused, nil
}

// speaks reports whether the rules can be said in a numeration.
func (g *game) speaks(in *numeration) bool {
	several := slices.ContainsFunc(g.Moves.Kinds, func(k definable.Kind) bool { return len(k.Parts) > 1 })
	base := in.base()
	return (g.Base == 0 || g.Base == base) && (!several || base > 0 && base&(base-1) == 0)
}

// base returns the base of a numeration, or 0.
func (n *numeration) base() int {
	if n.Weight(1).Cmp(big.NewInt(int64(n.Universe().Digits()))) == 0 && strings.HasPrefix(n.Name(), "b") {
		return n.Universe().Digits()
	}
	return 0
}

// cellsOf returns terms for the coordinates at a cell, and the condition under which they
// are right.
func (g *game) cellsOf(axes []string) (terms []automata.Term, when automata.Formula) {
	var all []automata.Formula
	for i, a := range g.cell {
		t := a.term(axes)
		switch {
		case a.axis >= 0 && a.plus < 0 && !a.atLeast:
			all = append(all, automata.Less(automata.C(-1), t))
		case a.axis >= 0 && a.plus < 0:
			u := automata.V(fresh(g.Moves.Coordinates[i], axes))
			all = append(all, automata.Or(automata.Equal(u, t), automata.And(automata.Less(t, automata.C(0)), automata.Equal(u, automata.C(0)))))
			t = u
		}
		terms = append(terms, t)
	}
	return terms, automata.And(all...)
}

// A sayable rule can be said as a formula.
type sayable interface {
	// Formula returns a formula that holds exactly where the value is a number called value,
	// or, for outcomes, exactly at the P-positions; and the system in which it says that, nil
	// for any.
	Formula(ctx context.Context, names []string, value string) (automata.Formula, *automata.System, error)
}

var _ = []sayable{&automatic{}, &Expression{}}

// Formula implements sayable.
func (a *automatic) Formula(ctx context.Context, names []string, value string) (f automata.Formula, in *automata.System, err error) {
	claim, err := a.claim(ctx, "", names, false)
	if err != nil {
		return f, nil, err
	}
	terms := map[string]automata.Term{}
	for _, name := range names {
		terms[name] = automata.V(name)
	}
	return claim.Says("A", terms, automata.V(value)), a.in.System, nil
}

// fresh returns the name, or a longer one, that is none of the lists.
func fresh(name string, lists ...[]string) string {
	for slices.ContainsFunc(lists, func(list []string) bool { return slices.Contains(list, name) }) {
		name += "v"
	}
	return name
}

// agree decides whether a rule says the same as what was proved, at every cell that holds a
// position. The result is empty if so, and otherwise says why that is not known.
func (t *theorem) agree(ctx context.Context, g *game, axes []string, r Rule, chosen bool) (formula automata.Formula, why string, err error) {
	rule, ok := r.(sayable)
	if !ok {
		return formula, "no formula says it", nil
	}
	value := fresh("v", axes, g.Moves.Coordinates)
	is := automata.V(value)
	if t.Claim.Partial { // the set of the last value
		is = automata.C(int64(len(t.Claim.Sets) - 1))
	}
	said, in, err := rule.Formula(ctx, axes, value)
	switch {
	case err != nil:
		return formula, err.Error(), ctx.Err()
	case in != nil && in.Name() != t.theory.System.Name():
		return formula, fmt.Sprintf("a formula says it with the digits of %s, and those of the proof are %s", in.Name(), t.theory.System.Name()), nil
	}
	if chosen {
		formula = automata.Iff(said, t.Moves.Safe(t.chooser.Choices, t.Claim.Sets[0]))
	} else {
		terms, when := g.cellsOf(axes)
		by := map[string]automata.Term{}
		for i, name := range t.Moves.Coordinates {
			by[name] = terms[i]
		}
		here := []automata.Formula{when}
		for _, b := range t.Moves.Shape {
			here = append(here, b.Formula.Substitute(by))
		}
		formula = automata.Implies(automata.And(here...), automata.Iff(said, t.Claim.Says("", by, is)))
	}
	verdict, err := t.theory.Decide(ctx, formula)
	switch {
	case err != nil:
		return formula, err.Error(), ctx.Err()
	case !verdict.Holds:
		var at []string
		for _, name := range slices.Sorted(maps.Keys(verdict.Counter)) {
			at = append(at, fmt.Sprintf("%s = %v", name, verdict.Counter[name]))
		}
		return formula, "it is wrong at " + strings.Join(at, ", "), nil
	}
	return formula, "", nil
}

// Prove proves a pattern. The error is an [*Unproved] where it is not proved, and otherwise
// that of ctx.
func (p *Pattern) Prove(ctx context.Context) (*Proof, error) {
	start := time.Now()
	s := sourceOf(p.question, p.Of)
	defer s.Close()
	// Others cannot check a closed form: they can check automata, where these say it.
	known, err := s.byPeriod(ctx, p)
	if err != nil || known != nil && known.Period.Method != period.ByFormula {
		return known, err
	}
	g, err := s.define(ctx)
	var proof *Proof
	if err == nil {
		var t *theorem
		if t, err = s.provedBy(ctx, g, p); err == nil {
			proof, err = t.proof(ctx, g, p)
		}
	}
	switch {
	case proof != nil:
		proof.Time = time.Since(start)
	case known != nil && ctx.Err() == nil:
		return known, nil
	}
	return proof, err
}

// provedBy returns a theorem about all positions of the game.
func (s *source) provedBy(ctx context.Context, g *game, p *Pattern) (*theorem, error) {
	first, _ := p.Rule.(sayable)
	if _, _, err := first.Formula(ctx, p.Coordinates, fresh("v", p.Coordinates)); err != nil {
		return nil, &Unproved{Why: err.Error(), Err: err}
	}
	if p.Chosen != nil {
		left, err := s.chosen(ctx, g)
		if err != nil {
			return nil, err
		}
		defer left.Close()
		return left.proveMoves(ctx, g, first)
	}
	if g.isWhole(len(s.axes)) {
		return s.proveMoves(ctx, g, first)
	}
	whole := s.whole(g)
	defer whole.Close()
	return whole.proveMoves(ctx, g, nil)
}

// proof says that a pattern follows from a theorem, or returns why that is not known.
func (t *theorem) proof(ctx context.Context, g *game, p *Pattern) (*Proof, error) {
	formula, why, err := t.agree(ctx, g, p.Coordinates, p.Rule, p.Chosen != nil)
	if err != nil {
		return nil, err
	}
	proof := &Proof{Pattern: p, Theorem: t.Theorem, Definition: g.Definition, Statement: t.Statement, Formula: t.Formula()}
	if p.Chosen != nil {
		proof.Safe = t.safe
	}
	if why != "" {
		return nil, &Unproved{Why: fmt.Sprintf("it is known that %s But of the pattern: %s", t.Statement, why)}
	}
	proof.Statement = g.says(p, t.Theorem)
	proof.Formula += "\n" + formula.Text(slices.Concat(p.Coordinates, g.Moves.Coordinates))
	return proof, nil
}

// says states a pattern that follows from a theorem, in the names of the theorem, and where
// the pattern has other coordinates, what they stand for.
func (g *game) says(p *Pattern, t *definable.Theorem) string {
	tuple := func(names []string) string {
		if len(names) == 1 {
			return names[0]
		}
		return "(" + strings.Join(names, ", ") + ")"
	}
	names, words := g.Moves.Coordinates, p.Words
	position := tuple(names)
	if g.isWhole(len(p.Coordinates)) {
		position, words = position+" of "+p.question.Game.Name, p.Rule.Words(names)
	} else {
		terms := make([]string, len(g.cell))
		for i, a := range g.cell {
			terms[i] = a.say(p.Coordinates)
		}
		position = fmt.Sprintf("%s of %s, which is %s = %s,", tuple(p.Coordinates), p.question.Game.Name, position, tuple(terms))
	}
	play, of := "normal", t.Claim.Of.String()
	if t.Claim.Misere {
		play = "misère"
	}
	several := "Automata say it"
	if p.Chosen != nil {
		return fmt.Sprintf("In %s play of %s, %s. %s", play, p.question.Game.Name, p.Words, t.Statement)
	}
	if len(t.Candidate) == 1 {
		several = "An automaton of " + message.Count(t.Candidate[0], "state", "states") + " says it"
	}
	if !strings.HasSuffix(words, "…") {
		words += "."
	}
	return fmt.Sprintf("In %s play, the %s of a position %s with %s: %s %s, reading digits in the system %s.", play, of, position, t.Positions, words, several, t.System.Name())
}

// say writes what the coordinate is.
func (a at) say(axes []string) string {
	if a.axis < 0 || a.plus == 0 {
		return a.term(axes).String()
	}
	if a.atLeast {
		return fmt.Sprintf("max(%s - %d, 0)", axes[a.axis], -a.plus)
	}
	if a.plus < 0 {
		return fmt.Sprintf("%s - %d", axes[a.axis], -a.plus)
	}
	return fmt.Sprintf("%s + %d", axes[a.axis], a.plus)
}

// byPeriod proves the pattern of a sequence whose period is proved. It returns nil where that
// is not known.
func (s *source) byPeriod(ctx context.Context, p *Pattern) (*Proof, error) {
	if s.game.Sequence == nil || s.of != NimValues && s.of != Outcomes || s.misere {
		return nil, nil
	}
	start := time.Now()
	r, _, err := s.game.Sequence.Period(ctx, mostTerms, nil)
	if err != nil || !r.Proved || r.Period == 0 {
		return nil, ctx.Err()
	}
	rule, ok := p.Rule.(sayable)
	if !ok {
		return nil, nil
	}
	// Both are formulas, unless the values are many.
	last := r.Preperiod + r.Period
	if last > mostListed {
		return nil, nil
	}
	t, err := s.table(ctx, []int{int(last)})
	if err != nil {
		return nil, ctx.Err()
	}
	n, v := automata.V(s.axes[0]), automata.V(fresh("v", s.axes))
	said, in, err := rule.Formula(ctx, s.axes, fresh("v", s.axes))
	if err != nil {
		return nil, ctx.Err()
	}
	if in == nil {
		in = automata.Base(2)
	}
	value := func(value int64, turns automata.Term) automata.Formula { // of the sequence
		if s.of == Outcomes {
			if value > 0 {
				return automata.False()
			}
			return automata.True()
		}
		return automata.Equal(v, turns.Times(int64(r.Saltus)).Plus(automata.C(value)))
	}
	var any []automata.Formula
	for at, v := range t.Values {
		x := automata.C(int64(at))
		switch {
		case v == Hole:
		case at < int(r.Preperiod):
			any = append(any, automata.And(automata.Equal(n, x), value(v, automata.C(0))))
		default:
			q := automata.V(fresh("q", s.axes))
			any = append(any, automata.Exists([]string{fresh("q", s.axes)}, automata.And(automata.Equal(n, q.Times(int64(r.Period)).Plus(x)), value(v, q))))
		}
	}
	least := 0 // the first heap
	for least < len(t.Values) && t.Values[least] == Hole {
		least++
	}
	formula := automata.Implies(automata.LessEqual(automata.C(int64(least)), n), automata.Iff(said, automata.Or(any...)))
	theory := &automata.Theory{System: in, Budget: automata.Budget{States: states}}
	verdict, err := theory.Decide(ctx, formula)
	if err != nil || !verdict.Holds {
		return nil, ctx.Err()
	}
	return &Proof{Pattern: p, Period: &r, Sequence: s.game.Sequence, Formula: formula.String(), Time: time.Since(start),
		Statement: fmt.Sprintf("The nim-values of %s have %s: %s. So, for all %s >= %d: %s", s.name, r, r.Theorem, s.axes[0], least, p.Words)}, nil
}

// A period is looked for among mostTerms values, and said as a formula where it takes at most
// mostListed of them.
const (
	mostTerms  = 1 << 17
	mostListed = 1 << 10
)
