package definable

// This file proves claims.

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/grundy-games/grundy/theory/automata"
)

// Prove proves a claim. It returns a [*Refusal] if the claim is wrong or cannot be proved,
// an error of package automata if the budget does not suffice, and the cause of ctx when
// ctx ends.
//
// First the machine checks the automata that add in the system ([automata.System.Check]).
// Each step is a formula that must hold of all natural numbers: the moves lead from
// positions to positions; each lowers a measure; and the claim is right at a position if it
// is right at all its options. Play ends, since no measure falls for ever, and so the claim
// is right everywhere, by induction on the measure.
//
// Two facts make the induction step of nim-values: every position has a number, and if it
// has the number v, then no option has v and some option has u, for each u < v. By
// induction each option has one number only, its nim-value. So v is the mex of the
// options' nim-values, and there is no second such number. Remoteness is done alike.
//
// Bounds from above that the claim does not need are dropped: the theorem then holds
// beyond them, too, of the same moves. Otherwise they are part of it.
//
// A claim of weights says the same: weights of places are in the order of the places, and the
// numbers u below v count only if they are weights.
//
// A move into several parts leads to their sum, whose nim-value is the XOR of the parts'.
// Other properties of sums do not follow from the parts', and are refused. So are weights: no
// formula says the XOR of places by their weights.
func Prove(ctx context.Context, theory *automata.Theory, moves Moves, claim Claim) (*Theorem, error) {
	if err := claim.check(&moves); err != nil {
		return nil, err
	}
	start := time.Now()
	if err := theory.System.Check(ctx, theory.Budget); err != nil {
		return nil, fmt.Errorf("to check that the automata add: %w", err)
	}
	p := &prover{ctx: ctx, theory: theory, moves: moves, claim: claim}
	proved, err := p.prove()
	if err != nil {
		return nil, err
	}
	proved.Time = time.Since(start)
	return proved, nil
}

type prover struct {
	ctx    context.Context
	theory *automata.Theory
	moves  Moves
	claim  Claim
	upward bool // only weights that are not below zero are looked for

	shape     []Bound          // of the moves, without those that are dropped
	dropped   []string         // upper bounds
	position  automata.Formula // the shape
	goesOn    automata.Formula // a position, and the play is not over
	steps     []Step
	terminals automata.Formula // no move is possible
}

func (p *prover) prove() (*Theorem, error) {
	if claim, several := p.claim, p.moves.several(); several != nil && (claim.Of != NimValue || claim.Partial) {
		return nil, &Refusal{Says: fmt.Sprintf("the move at %s leaves several positions: that needs all nim-values", several.Where), Where: several.Where}
	} else if several != nil && claim.Misere {
		return nil, &Refusal{Says: fmt.Sprintf("the move at %s leaves several positions, whose sum in misère play does not follow from them", several.Where), Where: several.Where}
	} else if several != nil && claim.Weighed {
		return nil, &Refusal{Says: fmt.Sprintf("the move at %s leaves several positions, and no formula says the XOR of places by their weights", several.Where), Where: several.Where}
	}
	var proved *Theorem
	err := p.inBounds(func() error {
		measure, err := p.proveClaim()
		if err == nil {
			proved = p.theorem(measure)
		}
		return err
	})
	return proved, err
}

// Ends proves that moves lead from positions to positions, and that play ends. It returns the
// errors of [Prove].
func Ends(ctx context.Context, theory *automata.Theory, moves Moves) error {
	_, err := order(&prover{ctx: ctx, theory: theory, moves: moves}, nil)
	return err
}

// inBounds proves something of all positions, within as few bounds from above as suffice.
func (p *prover) inBounds(prove func() error) error {
	var refused *Refusal
	for kept := range p.upperBounds() {
		p.within(kept)
		closed := p.staysInside()
		err := closed
		if closed == nil {
			if err = prove(); err == nil {
				return nil
			}
		}
		if !errors.As(err, &refused) {
			return err
		}
		// What fails within all bounds fails with fewer of them, too, except for a measure.
		if !refused.bounds && (closed == nil || len(p.dropped) == p.uppers()) && p.inShape(refused.Point) {
			break
		}
	}
	return refused
}

// upperBounds yields the bounds from above that a theorem may keep, as indices of the
// shape: none, as moves seldom need them, then one, all but one, and all.
func (p *prover) upperBounds() iter.Seq[func(int) bool] {
	return func(yield func(func(int) bool) bool) {
		if !yield(func(int) bool { return false }) || p.uppers() == 0 {
			return
		}
		for _, but := range []bool{false, true} {
			for i, b := range p.moves.Shape {
				if b.Upper && p.uppers() > 1 && !yield(func(j int) bool { return (i == j) != but }) {
					return
				}
			}
		}
		yield(func(int) bool { return true })
	}
}

// uppers returns how many bounds from above there are.
func (p *prover) uppers() int {
	n := 0
	for _, b := range p.moves.Shape {
		if b.Upper {
			n++
		}
	}
	return n
}

func (p *prover) proveClaim() (string, error) {
	found, err := p.findMeasure()
	if err != nil {
		return "", err
	}
	measure, err := p.proveMeasure(found)
	if err != nil {
		return "", err
	}
	if err := p.endings(); err != nil {
		return "", err
	}
	return measure, p.numbers()
}

// within makes the bounds those of positions, without bounds from above that are not kept.
func (p *prover) within(kept func(int) bool) {
	p.shape, p.dropped, p.steps = nil, nil, nil
	for i, b := range p.moves.Shape {
		if b.Upper && !kept(i) {
			p.dropped = append(p.dropped, b.Formula.String())
		} else {
			p.shape = append(p.shape, b)
		}
	}
	p.position = conjunction(p.shape)
	over := slices.Concat(p.moves.Won, p.moves.Lost, p.moves.Drawn)
	p.goesOn = automata.And(p.position, automata.Not(automata.Or(over...)))
	p.terminals = automata.Not(p.moves.option(func(*Kind) automata.Formula { return automata.True() }))
}

func conjunction(shape []Bound) automata.Formula {
	var all []automata.Formula
	for _, b := range shape {
		all = append(all, b.Formula)
	}
	return automata.And(all...)
}

// inShape says whether the point has all bounds of the moves.
func (p *prover) inShape(point []*big.Int) bool {
	if point == nil {
		return true
	}
	v, err := p.theory.Decide(p.ctx, conjunction(p.moves.Shape).Substitute(p.moves.at(point)))
	return err != nil || v.Holds
}

// staysInside proves that moves lead from positions to positions.
func (p *prover) staysInside() error {
	for i := range p.moves.Kinds {
		k := &p.moves.Kinds[i]
		for _, part := range k.Parts {
			var inside []automata.Formula
			for _, t := range part {
				inside = append(inside, automata.LessEqual(automata.C(0), t))
			}
			inside = append(inside, p.position.Substitute(p.moves.to(part)))
			f := automata.Implies(automata.And(p.goesOn, k.Guard), automata.And(inside...))
			at, err := p.holds("the move at "+k.Where+" leads to positions", f)
			if err != nil {
				return err
			}
			if at != nil {
				from, to := p.moves.point(at), values(part, at)
				return &Refusal{
					Says:  fmt.Sprintf("the move at %s leads from %s to %s, which is not a position", k.Where, tuple(from), tuple(to)),
					Point: from, Where: k.Where, Option: to,
				}
			}
		}
	}
	return nil
}

// holds decides whether f holds for all natural numbers. If so it is a step of the proof;
// if not, the result are numbers for which it does not.
func (p *prover) holds(says string, f automata.Formula) (map[string]*big.Int, error) {
	if always, _ := f.Constant(); always {
		return nil, nil // by its form
	}
	v, err := p.theory.Decide(p.ctx, f)
	if err != nil {
		return nil, fmt.Errorf("to prove that %s: %w", says, err)
	}
	if !v.Holds {
		return v.Counter, nil
	}
	p.steps = append(p.steps, Step{Says: says, Formula: f.Text(p.moves.Coordinates), States: v.Stats.Largest.States})
	return nil, nil
}

// endings proves that the claim is right where the rules say that the play is over.
func (p *prover) endings() error {
	over := automata.Or(slices.Concat(p.moves.Won, p.moves.Lost, p.moves.Drawn)...)
	if p.claim.Of != POutcome {
		at, err := p.holds("the rules end no play", automata.Implies(p.position, automata.Not(over)))
		if at == nil || err != nil {
			return err
		}
		point := p.moves.point(at)
		return &Refusal{Says: fmt.Sprintf("the rules end the play at %s: %s says nothing of such games", tuple(point), p.claim.Of), Point: point}
	}
	lost, won := automata.Or(p.moves.Lost...), automata.Or(p.moves.Won...)
	for _, end := range []struct {
		when, must automata.Formula
		says       string
	}{
		{automata.Or(p.moves.Drawn...), automata.False(), "no play is drawn"},
		{won, automata.Not(automata.Or(p.isP(), lost)), "positions that the rules call won are N"},
		{lost, p.isP(), "positions that the rules call lost are P"},
	} {
		if at, err := p.holds(end.says, automata.Implies(automata.And(p.position, end.when), end.must)); err != nil {
			return err
		} else if at != nil {
			point := p.moves.point(at)
			return &Refusal{Says: fmt.Sprintf("it is not so that %s: look at %s", end.says, tuple(point)), Point: point}
		}
	}
	return nil
}

// isP is the formula "the position is claimed to be P".
func (p *prover) isP() automata.Formula { return p.member(0, p.moves.here()) }

// partial says whether positions outside of the sets are right, too.
func (p *prover) partial() bool { return p.claim.Of == POutcome || p.claim.Partial }

// member is the formula "the terms are in a set of the claim".
func (p *prover) member(set int, terms map[string]automata.Term) automata.Formula {
	name := p.claim.letter()
	if p.claim.Of != POutcome {
		name += strconv.Itoa(set)
	}
	return in(name, p.claim.Sets[set], terms)
}

func in(name string, a *automata.Automaton, terms map[string]automata.Term) automata.Formula {
	var args []automata.Term
	for _, track := range a.Tracks() {
		args = append(args, terms[track])
	}
	return automata.Set(name, a, args...)
}

// A numbered position has the number that is claimed for it: a constant, or a variable.
type numbered struct {
	claimed automata.Formula
	number  automata.Term
}

// cases returns the positions by number: a case for each set, or one for a relation.
func (p *prover) cases(terms map[string]automata.Term, variable string) []numbered {
	if a := p.claim.Relation; a != nil {
		v := automata.V(variable)
		terms[p.claim.Value] = v
		return []numbered{{in(p.claim.letter(), a, terms), v}}
	}
	var all []numbered
	for i := range p.claim.Sets {
		all = append(all, numbered{p.member(i, terms), automata.C(int64(i))})
	}
	return all
}

// leads is the formula "a move of the kind leads to an option with the number v".
func (p *prover) leads(k *Kind, v automata.Term) automata.Formula {
	bound, f := p.reaches(k, v)
	return automata.Exists(slices.Concat(k.Bound, bound), automata.And(k.Guard, f))
}

// reaches is the formula "the parts that a move leaves have the number v together", with
// the variables that it binds.
func (p *prover) reaches(k *Kind, v automata.Term) (bound []string, f automata.Formula) {
	if len(k.Parts) == 0 {
		nothing := int64(0)
		if p.claim.Misere && p.claim.Of != Remoteness {
			nothing = 1 // no move is left, which wins
		}
		return nil, automata.Equal(v, p.code(nothing))
	}
	if a := p.claim.Relation; a != nil {
		var all []automata.Formula
		var sum automata.Term
		for i, part := range k.Parts {
			terms := p.moves.to(part)
			last, name := i == len(k.Parts)-1, p.fresh(fmt.Sprint("part", i+1))
			own := automata.V(name)
			switch {
			case last && i == 0:
				own = v
			case i == 0:
				bound, sum = append(bound, name), own
			default:
				next := v
				if !last {
					s := p.fresh(fmt.Sprint("sum", i+1))
					bound, next = append(bound, s), automata.V(s)
				}
				bound = append(bound, name)
				all = append(all, automata.Xor(sum, own, next))
				sum = next
			}
			terms[p.claim.Value] = own
			all = append(all, in(p.claim.letter(), a, terms))
		}
		return bound, automata.And(all...)
	}
	// By sets: the numbers of all parts but the last are free, and the last is what is left.
	n, ok := v.Constant(), len(v.Names()) == 0
	if !ok || n.Sign() < 0 || !n.IsUint64() {
		return nil, automata.False()
	}
	var each func(part int, rest uint64) automata.Formula
	each = func(part int, rest uint64) automata.Formula {
		to := p.moves.to(k.Parts[part])
		if part == len(k.Parts)-1 {
			if rest >= uint64(len(p.claim.Sets)) {
				return automata.False()
			}
			return p.member(int(rest), to)
		}
		var any []automata.Formula
		for i := range p.claim.Sets {
			any = append(any, automata.And(p.member(i, to), each(part+1, rest^uint64(i))))
		}
		return automata.Or(any...)
	}
	return nil, each(0, n.Uint64())
}

// code returns a number as the claim has it.
func (p *prover) code(n int64) automata.Term {
	if p.claim.Weighed {
		return automata.Big(p.theory.System.Weight(int(n)))
	}
	return automata.C(n)
}

// isCode is the formula "the claim can have the number v".
func (p *prover) isCode(v automata.Term) automata.Formula {
	if p.claim.Weighed {
		return automata.Power(v)
	}
	return automata.True()
}

// fresh returns a name that no coordinate has, nor the value's track.
func (p *prover) fresh(name string) string {
	for slices.Contains(p.moves.Coordinates, name) || name == p.claim.Value || p.moves.binds(name) {
		name += "_"
	}
	return name
}

// some is the formula "some option has the number v".
func (p *prover) some(v automata.Term) automata.Formula {
	var any []automata.Formula
	for i := range p.moves.Kinds {
		any = append(any, p.leads(&p.moves.Kinds[i], v))
	}
	return automata.Or(any...)
}

// numbers proves the numbers that are claimed. P-positions are positions of nim-value 0.
func (p *prover) numbers() error {
	value, other := p.fresh("v"), p.fresh("u")
	if p.claim.Relation != nil {
		value = p.claim.Value
	}
	cases := p.cases(p.moves.here(), value)
	for _, c := range cases {
		at, err := p.holds("what is claimed is the weight of a place", automata.Implies(automata.And(p.position, c.claimed), p.isCode(c.number)))
		if err != nil {
			return err
		} else if at != nil {
			point := p.moves.point(at)
			return &Refusal{Says: fmt.Sprintf("%v is claimed for %s, which is not the weight of a place", c.number.Value(at), tuple(point)), Point: point}
		}
		for _, u := range p.others(other) {
			if err := p.number(c, u); err != nil {
				return err
			}
		}
		if err := p.last(c); err != nil {
			return err
		}
	}
	var any []automata.Formula
	for _, c := range cases {
		any = append(any, automata.Exists([]string{value}, c.claimed))
	}
	if p.partial() {
		return p.rest(automata.Not(automata.Or(any...)))
	}
	at, err := p.holds("every position has a "+p.claim.Of.String(), automata.Implies(p.position, automata.Or(any...)))
	if err != nil || at == nil {
		return err
	}
	point := p.moves.point(at)
	return &Refusal{Says: fmt.Sprintf("no %s is claimed for %s", p.claim.Of, tuple(point)), Point: point}
}

// others returns the numbers that options may have: constants, or one variable.
func (p *prover) others(name string) []automata.Term {
	if p.claim.Relation != nil {
		return []automata.Term{automata.V(name)}
	}
	var all []automata.Term
	for i := range p.claim.Sets {
		all = append(all, automata.C(int64(i)))
	}
	return all
}

// number proves what the number v of a position says of the number u of its options.
func (p *prover) number(c numbered, u automata.Term) error {
	v, here := c.number, automata.And(p.goesOn, c.claimed)
	must, mustNot := automata.False(), automata.Equal(u, v)
	if p.claim.Of != Remoteness {
		must = automata.And(automata.Less(u, v), p.isCode(u))
		if p.claim.Misere { // the number 1 of a position without options is not a mex
			must = automata.And(must, automata.Not(p.terminals))
		}
	} else {
		// Good are the options that the winner wants: those of even remoteness; in misère
		// play those of odd remoteness.
		good := int64(0)
		if p.claim.Misere {
			good = 1
		}
		one := automata.C(1)
		goodOption := automata.Congruent(u, automata.C(good), 2)
		won := automata.Congruent(v, automata.C(good+1), 2)
		mustNot = automata.Or(
			automata.And(won, goodOption, automata.Less(u, v.Minus(one))),
			automata.And(automata.Not(won), automata.Or(goodOption, automata.LessEqual(v, u))),
		)
	}
	for i := range p.moves.Kinds {
		k := &p.moves.Kinds[i]
		f := automata.Implies(automata.And(here, mustNot), automata.Not(p.leads(k, u)))
		at, err := p.holds(fmt.Sprintf("the move at %s leads from positions of %s to no option of %s", k.Where, p.named(v), p.named(u)), f)
		if err != nil {
			return err
		}
		if at != nil {
			return p.refuseOption(at, k, v.Value(at), u.Value(at))
		}
	}
	return p.must(automata.And(here, must), u, v)
}

// must proves that positions with here have an option of number u.
func (p *prover) must(here automata.Formula, u, v automata.Term) error {
	at, err := p.holds(fmt.Sprintf("positions of %s have an option of %s", p.named(v), p.named(u)), automata.Implies(here, p.some(u)))
	if err != nil || at == nil {
		return err
	}
	r := &Refusal{Point: p.moves.point(at), Value: p.decoded(v.Value(at))}
	r.Says = fmt.Sprintf("%s is claimed for %s, but no option is claimed to have %s", p.value(v.Value(at)), tuple(r.Point), p.value(u.Value(at)))
	return r
}

// rest proves of a partial claim that positions with no number that is claimed have an
// option of each.
func (p *prover) rest(others automata.Formula) error {
	here, above := automata.And(p.goesOn, others), automata.C(int64(len(p.claim.Sets)))
	if p.claim.Misere && len(p.claim.Sets) == 1 {
		here = automata.And(here, automata.Not(p.terminals)) // these are N, and count 1
	}
	for i := range p.claim.Sets {
		if err := p.must(here, automata.C(int64(i)), above); err != nil {
			return err
		}
	}
	return nil
}

// last proves what is left of a case: of remoteness, that some option has one less, and
// in misère play, which number positions without options have.
func (p *prover) last(c numbered) error {
	v := c.number
	var f automata.Formula
	says, wrong := "", ""
	switch {
	case p.claim.Of == Remoteness:
		one := automata.C(1)
		f = automata.Or(automata.And(automata.Equal(v, automata.C(0)), p.terminals), automata.And(automata.LessEqual(one, v), p.some(v.Minus(one))))
		says, wrong = "positions of "+p.named(v)+" have an option of one less, or they have 0 and no option", "but it has no option of one less"
	case p.claim.Misere:
		f = automata.Or(automata.Not(p.terminals), automata.Equal(v, p.code(1)))
		says, wrong = "positions of "+p.named(v)+" have a move, or have 1", "where no move is left, which wins in misère play"
	default:
		return nil
	}
	at, err := p.holds(says, automata.Implies(automata.And(p.goesOn, c.claimed), f))
	if err != nil || at == nil {
		return err
	}
	r := &Refusal{Point: p.moves.point(at), Value: p.decoded(v.Value(at))}
	r.Says = fmt.Sprintf("%s is claimed for %s, %s", p.value(v.Value(at)), tuple(r.Point), wrong)
	return r
}

// refuseOption says that the claim of v for a position and u for an option is wrong.
func (p *prover) refuseOption(at map[string]*big.Int, k *Kind, v, u *big.Int) error {
	r := &Refusal{Point: p.moves.point(at), Value: p.decoded(v), Where: k.Where}
	bound, to := p.reaches(k, automata.Big(u))
	move, err := p.example(automata.Exists(bound, automata.And(k.Guard, to)).Substitute(p.moves.at(r.Point)))
	if err != nil {
		return err
	}
	for i, name := range p.moves.Coordinates {
		move[name] = r.Point[i]
	}
	var options []string
	for _, part := range k.Parts {
		r.Option = values(part, move)
		options = append(options, tuple(r.Option))
	}
	if len(k.Parts) == 0 {
		options = []string{"nothing"}
	}
	r.Says = fmt.Sprintf("%s is claimed for %s, but the move at %s leads to %s with %s", p.value(v), tuple(r.Point), k.Where, strings.Join(options, " + "), p.value(u))
	return r
}

// example returns numbers for which f holds; none if there are none.
func (p *prover) example(f automata.Formula) (map[string]*big.Int, error) {
	v, err := p.theory.Decide(p.ctx, automata.Not(f))
	if err != nil {
		return nil, err
	}
	if v.Counter == nil {
		v.Counter = map[string]*big.Int{}
	}
	return v.Counter, nil
}

// value says a number: "P", "nim-value 3".
func (p *prover) value(v *big.Int) string { return p.named(automata.Big(v)) }

// decoded returns the number that stands in the claim as v.
func (p *prover) decoded(v *big.Int) *big.Int {
	if place, ok := p.theory.System.Place(v); ok && p.claim.Weighed {
		return big.NewInt(int64(place))
	}
	return v
}

func (p *prover) named(v automata.Term) string {
	switch {
	case p.claim.Of == Remoteness:
		return "remoteness " + v.String()
	case p.partial() && v.String() == strconv.Itoa(len(p.claim.Sets)):
		if p.claim.Of == POutcome {
			return "outcome N"
		}
		return "nim-value " + v.String() + " or more"
	case p.claim.Of == POutcome:
		return "outcome P"
	case p.claim.Weighed && len(v.Names()) > 0:
		return "the nim-value whose place has the weight " + v.String()
	case p.claim.Weighed:
		return "nim-value " + p.decoded(v.Value(nil)).String()
	}
	return "nim-value " + v.String()
}

// theorem puts what was proved into words.
func (p *prover) theorem(measure string) *Theorem {
	t := &Theorem{
		Claim: p.claim, System: p.theory.System, Moves: p.moves, Measure: measure, Dropped: p.dropped,
		Steps: p.steps, Positions: p.positions(),
	}
	for _, s := range p.steps {
		t.Largest = max(t.Largest, s.States)
	}
	t.Moves.Shape = p.shape
	sets := p.claim.Sets
	if p.claim.Relation != nil {
		sets = []*automata.Automaton{p.claim.Relation}
	}
	for _, a := range sets {
		t.Candidate = append(t.Candidate, a.States())
	}
	t.Statement = t.say()
	return t
}

// positions says for which tuples the theorem holds.
func (p *prover) positions() string {
	least, more := make([]string, len(p.moves.Coordinates)), ""
	for i := range least {
		least[i] = "0"
	}
	for _, f := range p.position.Conjuncts() {
		text := f.String()
		n, name, isLess := strings.Cut(text, " < ")
		if k, err := strconv.ParseUint(n, 10, 62); isLess && err == nil && slices.Contains(p.moves.Coordinates, name) {
			least[slices.Index(p.moves.Coordinates, name)] = strconv.FormatUint(k+1, 10)
			continue
		}
		more += ", " + text
	}
	all := ""
	for i, name := range p.moves.Coordinates {
		if all += name; i+1 < len(least) && least[i] == least[i+1] {
			all += ", "
		} else if all += " >= " + least[i]; i+1 < len(least) {
			all += ", "
		}
	}
	return all + more
}

// say returns the theorem as a sentence.
func (t *Theorem) say() string {
	c, m := &t.Claim, &t.Moves
	play := "In normal play"
	if c.Misere {
		play = "In misère play"
	}
	game := ""
	if c.Game != "" {
		game = " of " + c.Game
	}
	position := m.Coordinates[0]
	if len(m.Coordinates) > 1 {
		position = "(" + strings.Join(m.Coordinates, ", ") + ")"
	}
	read := fmt.Sprintf("reading digits in the system %s", t.System.Name())
	switch {
	case c.Of == POutcome:
		return fmt.Sprintf("%s, a position %s%s with %s is P exactly if an automaton of %s accepts it, %s.",
			play, position, game, t.Positions, states(t.Candidate), read)
	case c.Weighed:
		return fmt.Sprintf("%s, the %s of a position %s%s with %s is the one place whose weight %s an automaton of %s accepts with it, %s.",
			play, c.Of, position, game, t.Positions, c.Value, states(t.Candidate), read)
	case c.Relation != nil:
		read = fmt.Sprintf("%s, the %s of a position %s%s with %s is the one number %s that an automaton of %s accepts with it, %s.",
			play, c.Of, position, game, t.Positions, c.Value, states(t.Candidate), read)
	case c.Partial:
		return fmt.Sprintf("%s, the %s of a position %s%s with %s is a number up to %d exactly if the automaton of that number, of %s, accepts the position, %s.",
			play, c.Of, position, game, t.Positions, len(c.Sets)-1, states(t.Candidate), read)
	default:
		read = fmt.Sprintf("%s, the %s of a position %s%s with %s is at most %d; it is the number of the automaton, of %s, that accepts the position, %s.",
			play, c.Of, position, game, t.Positions, len(c.Sets)-1, states(t.Candidate), read)
	}
	if c.Of == NimValue && !c.Misere {
		read += " The nim-value of several positions together is the XOR of theirs."
	}
	return read
}

// states writes sizes: "3, 3 and 4 states".
func states(sizes []int) string {
	var b strings.Builder
	for i, n := range sizes {
		switch {
		case i > 0 && i == len(sizes)-1:
			b.WriteString(" and ")
		case i > 0:
			b.WriteString(", ")
		}
		fmt.Fprint(&b, n)
	}
	if len(sizes) == 1 && sizes[0] == 1 {
		return b.String() + " state"
	}
	return b.String() + " states"
}
