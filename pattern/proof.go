package pattern

// This file proves patterns: by the decision procedure where formulas say how to move, and
// otherwise by a theorem on periods.

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/rules"
	"github.com/grundy-games/grundy/theory/automata"
	"github.com/grundy-games/grundy/theory/definable"
	"github.com/grundy-games/grundy/theory/period"
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
	// Compared says where the rules were played and had the moves of the definition.
	Compared *Comparison
	// Alike compares a game in Go with the game that is the subject of everything else here; nil
	// for other games.
	Alike *position.Likeness
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
	value := fresh("v", axes, g.Moves.Coordinates)
	is := automata.V(value)
	if t.Claim.Partial { // the set of the last value
		is = automata.C(int64(len(t.Claim.Sets) - 1))
	}
	said, in, isWeight, err := formulaOf(ctx, r, axes, value)
	switch {
	case err == nil && isWeight != t.Claim.Weighed:
		return formula, "a formula says it by powers of two, and the proof does not", nil
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
	if p.question.Game.IsCode() {
		return p.proveCode(ctx)
	}
	start := time.Now()
	s := sourceOf(p.question, p.Of)
	defer s.Close()
	// Others cannot check a closed form: they can check automata, where these say it.
	known, err := s.byPeriod(ctx, p)
	if err != nil || known != nil && known.Period.Method() != period.ByFormula {
		return known, err
	}
	g, err := s.define(ctx)
	var proof *Proof
	var t *theorem
	if err == nil {
		if t, err = s.provedBy(ctx, g, p); err == nil {
			proof, err = t.proof(ctx, g, p)
		}
	}
	if proof != nil {
		if proof.Compared, err = t.played(ctx, g.Definition); err != nil {
			proof = nil
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

// played compares the formulas of a theorem with the rules as they are played. A difference is an
// [*Unproved].
func (t *theorem) played(ctx context.Context, d *rules.Definition) (*Comparison, error) {
	moves := movesOf(d, t.Dropped)
	var found *Comparison
	f, err := attached(ctx, d.File().String(), d.File().Text(), proveSteps)
	if err == nil {
		var l *rules.Layout
		if l, err = f.Layout(d.Frame()); err == nil {
			found, err = compared(ctx, &moves, l, "the rules", proveSteps)
		}
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if differ, ok := errors.AsType[*Difference](err); ok {
		return nil, &Unproved{Why: fmt.Sprintf("the rules, as they are played, and the formulas that this program made of them differ: %v; that is a defect of this program, and nothing is proved. Please report it with the rules", differ), Err: differ}
	} else if err != nil {
		return nil, &Unproved{Why: fmt.Sprintf("the formulas of the moves cannot be compared with the rules as they are played: %v", err), Err: err}
	}
	return found, nil
}

// provedBy returns a theorem about all positions of the game.
func (s *source) provedBy(ctx context.Context, g *game, p *Pattern) (*theorem, error) {
	first := p.Rule
	if _, _, _, err := formulaOf(ctx, first, p.Coordinates, fresh("v", p.Coordinates)); err != nil {
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
	terms, sorted := make([]string, len(g.cell)), ""
	for i, a := range g.cell {
		terms[i] = a.say(p.Coordinates)
	}
	if g.inOrder() {
		sorted = " with heaps in ascending order"
	}
	if g.areAxes(len(p.Coordinates)) {
		position, words = position+" of "+p.question.Game.Name+sorted, p.Rule.Words(names)
	} else {
		position = fmt.Sprintf("%s of %s, which is %s = %s%s,", tuple(p.Coordinates), p.question.Game.Name, position, tuple(terms), sorted)
	}
	play, of := "normal", t.Claim.Of.String()
	if t.Claim.Misere {
		play = "misère"
	}
	if p.Chosen != nil {
		return fmt.Sprintf("In %s play of %s, %s. %s", play, p.question.Game.Name, p.Words, t.Statement)
	}
	if !strings.HasSuffix(words, "…") {
		words += "."
	}
	if _, ok := p.Rule.(*automatic); !ok { // else the words say it
		by := "Automata say it"
		if len(t.Candidate) == 1 {
			by = "An automaton of " + message.Count(t.Candidate[0], "state", "states") + " says it"
		}
		if t.Claim.Weighed {
			by += " of 2 to the power of the nim-value"
		}
		words += " " + by + ", reading digits in the system " + t.System.Name() + "."
	}
	return fmt.Sprintf("In %s play, the %s of a position %s with %s: %s", play, of, position, t.Positions, words)
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
	// Both are formulas, unless the values are many.
	last := r.Preperiod + r.Period
	if last > mostListed {
		return nil, nil
	}
	t, err := s.table(ctx, []int{int(last + r.Period)})
	if err != nil {
		return nil, ctx.Err()
	}
	value := fresh("v", s.axes)
	said, in, err := p.Rule.Formula(ctx, s.axes, value)
	if err != nil {
		return nil, ctx.Err()
	}
	if in == nil {
		in = automata.Base(2)
	}
	values, least := slices.Clone(t.Values), 0 // the first heap
	for values[least] == Hole && least < len(values)-int(r.Period)-1 {
		values[least] = 0
		least++
	}
	first := max(int(r.Preperiod), least)
	proved := &cycle{first: values[:first], turn: values[first : first+int(r.Period)], saltus: int64(r.Saltus)}
	if slices.Contains(values, Hole) {
		return nil, nil
	}
	same, _, err := (&Expression{proved.of(coordinate(0)), s.of}).Formula(ctx, s.axes, value)
	if err != nil {
		return nil, ctx.Err()
	}
	formula := automata.Implies(automata.LessEqual(automata.C(int64(least)), automata.V(s.axes[0])), automata.Iff(said, same))
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
