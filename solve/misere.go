package solve

// This file holds misère play of disjunctive sums. Where the genus of all
// components, and of their options, is known and tame, by closed forms or by
// looking at the positions of each component by itself, the theorem on tame games
// answers. If not, each component is replaced by its canonical form, and sums of
// canonical forms are searched: of these there are fewer than of positions, and the
// positions of different components are never multiplied.

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"time"

	"grundy"
	"grundy/internal/units"
	"grundy/theory/compound"
	"grundy/theory/misere"
)

// A formSearch knows the canonical forms of positions. A position that is a sum
// (grundy.Splitter) is looked at by its parts only.
type formSearch struct {
	solver *solver
	store  *misere.Store
	known  map[grundy.Identity]formed
	bytes  uint64    // of known, and of positions at work; about
	atWork int       // positions whose options are being looked at
	limit  uint64    // on bytes and on the store; 0 for none
	until  time.Time // when the time is used up; zero for never
}

// A formed position has a canonical form; and plays, of which the longest may be longer
// than those of the form, which lacks what can be reversed.
type formed struct {
	misere.Form
	longest uint64
}

// forms returns the search for canonical forms, of which each question has one.
func (s *solver) forms() *formSearch {
	if s.formed == nil {
		s.formed = &formSearch{solver: s, store: misere.NewStore(), known: map[grundy.Identity]formed{}}
		s.formed.store.Check = s.formed.check
	}
	return s.formed
}

// check says whether the search may go on.
func (f *formSearch) check() error {
	switch {
	case f.solver.ctx.Err() != nil:
		return f.solver.ctx.Err()
	case f.limit > 0 && f.bytes+f.store.Bytes() > f.limit:
		return f.outOfBudget("memory")
	case !f.until.IsZero() && time.Now().After(f.until):
		return f.outOfBudget("time")
	}
	return nil
}

// outOfBudget says how far the search came with what there was of memory, or time, and
// how far it might have had to go, if that is known.
func (f *formSearch) outOfBudget(what string) error {
	of, need := "", ""
	if all, bytes := f.extent(); all < math.MaxUint64 {
		of = fmt.Sprintf(" of up to %d", all)
		if what == "memory" && bytes < math.MaxUint64 {
			need = fmt.Sprintf(" (all of them with their options would need up to %s)", units.Bytes(bytes))
		}
	}
	return fmt.Errorf("%s in misère play: the search has met %d%s positions and %d canonical forms, and may use no more %s%s: %w",
		briefSum(f.solver.question.Sum), len(f.known)+f.atWork, of, f.store.Len(), what, need, grundy.ErrBudget)
}

// extent returns a number that the positions of the components do not exceed, nor
// about the bytes that they take with lists of their options: 2^64-1 where none is
// known.
func (f *formSearch) extent() (positions, bytes uint64) {
	for _, t := range f.solver.question.Sum {
		for _, part := range grundy.Split(t.Component) {
			if isLargeHeap(part) {
				continue // which is not searched
			}
			count, ok := part.CountPositions()
			options, alsoOK := part.CountOptions()
			if !ok || !alsoOK {
				return math.MaxUint64, math.MaxUint64
			}
			positions = grundy.AddCounts(positions, count)
			bytes = grundy.AddCounts(bytes, grundy.MulCounts(count, grundy.AddCounts(positionBytes, heldBytes(part, options))))
		}
	}
	return positions, bytes
}

// A formFrame is a position whose options, or parts, are being looked at.
type formFrame struct {
	key      grundy.Identity
	isSum    bool // they are parts
	children []grundy.Component
	forms    []misere.Form // of the first of them
	longest  uint64        // of the plays of these, or of their sum
	held     uint64
}

// form returns the form of c, and its longest play. The work is one look at each option of each position
// that can be reached and is no sum, and sums of forms.
func (f *formSearch) form(c grundy.Component, progress grundy.Progress) (formed, error) {
	root := c.Identity()
	if known, ok := f.known[root]; ok {
		return known, nil
	}
	var stack []formFrame
	push := func(key grundy.Identity, c grundy.Component) error {
		parts := grundy.Split(c)
		frame := formFrame{key: key, isSum: len(parts) != 1, children: parts}
		if !frame.isSum {
			each, over := listing(c, key.Text, f.limit, f.until)
			if over != "" {
				return f.outOfBudget(over)
			}
			// The form of c is that of its one part, which may be written
			// in another way.
			frame.children = parts[0].AppendOptions(nil)
			frame.held = each * uint64(len(frame.children))
		}
		f.bytes += uint64(len(key.Text)) + positionBytes/2 + frame.held
		stack = append(stack, frame)
		f.atWork++
		return f.check()
	}
	defer func() { // what is held by positions at work, if an error ends it
		f.atWork -= len(stack)
		for _, frame := range stack {
			f.bytes -= frame.held
		}
	}()
	if err := push(root, c); err != nil {
		return formed{}, err
	}
	for steps := 0; len(stack) > 0; steps++ {
		if steps&0xfff == 0 {
			progress.Report(uint64(len(f.known)), uint64(len(f.known)+len(stack)))
		}
		top := &stack[len(stack)-1]
		if i := len(top.forms); i < len(top.children) {
			key := top.children[i].Identity()
			if known, ok := f.known[key]; ok {
				top.add(known)
			} else if err := push(key, top.children[i]); err != nil {
				return formed{}, err
			}
			continue
		}
		var form misere.Form
		if top.isSum {
			for _, part := range top.forms {
				var err error
				if form, err = f.store.Sum(form, part); err != nil {
					return formed{}, err
				}
			}
		} else {
			form = f.store.Of(top.forms)
		}
		f.known[top.key] = formed{form, top.longest}
		f.bytes -= top.held
		f.atWork--
		stack = stack[:len(stack)-1]
	}
	return f.known[root], nil
}

// add adds a child with its form.
func (f *formFrame) add(child formed) {
	f.forms = append(f.forms, child.Form)
	if f.isSum {
		f.longest = grundy.AddCounts(f.longest, child.longest)
	} else {
		f.longest = max(f.longest, grundy.AddCounts(child.longest, 1))
	}
}

// formsOf returns the forms of the parts of c.
func (f *formSearch) formsOf(c grundy.Component, progress grundy.Progress) ([]misere.Form, error) {
	var forms []misere.Form
	for _, part := range grundy.Split(c) {
		form, err := f.form(part, progress)
		if err != nil {
			return nil, err
		}
		forms = append(forms, form.Form)
	}
	return forms, nil
}

// areTame reports whether all forms are tame.
func (f *formSearch) areTame(forms []misere.Form) bool {
	return !slices.ContainsFunc(forms, func(g misere.Form) bool { return !f.store.Class(g).IsTame() })
}

// measure returns the measure by genus of the sum of tame forms.
func (f *formSearch) measure(forms []misere.Form) uint64 {
	parts := make([]compound.Part, len(forms))
	for i, g := range forms {
		parts[i] = compound.Part{Measure: f.store.Genus(g).Measure(), Copies: 1}
	}
	v, firm := misere.SumOf(parts)
	return misere.Genus(v, firm > 0)
}

// probe bounds the search to what a probe may take, and the budget.
func (f *formSearch) probe() {
	f.limit, f.until = f.solver.probeBounds(f.bytes + f.store.Bytes())
}

// unbind lets the search use the budget.
func (f *formSearch) unbind() {
	f.limit = f.solver.question.Budget.Memory
	f.until = f.solver.until()
}

// planGenus returns a plan for the genus of c and its options, if they show within
// a probe and all are tame.
func (s *solver) planGenus(c grundy.Component) (grundy.Plan[grundy.Component], bool) {
	none := grundy.Plan[grundy.Component]{}
	found := s.forms()
	found.probe()
	if forms, err := found.formsOf(c, nil); err != nil || !found.areTame(forms) {
		return none, false
	}
	table := map[grundy.Identity]uint64{}
	for _, q := range append(c.AppendOptions(nil), c) {
		if found.check() != nil {
			return none, false
		}
		forms, err := found.formsOf(q, nil)
		if err != nil || !found.areTame(forms) {
			return none, false
		}
		table[q.Identity()] = found.measure(forms)
	}
	return grundy.Plan[grundy.Component]{
		Method: "genus by search of all positions that can be reached: the position and its options are tame",
		Build: func(context.Context, grundy.Progress) (grundy.Table[grundy.Component], error) {
			return func(q grundy.Component) uint64 { return table[q.Identity()] }, nil
		},
	}, true
}

// decideMisere settles a disjunctive sum in misère play.
func (s *solver) decideMisere() (*decision, error) {
	d, err := s.decideByTame()
	if !errors.Is(err, errNoEngine) {
		return d, err
	}
	s.spent = grundy.Cost{} // tables that were planned for the theorem are not built
	table := errNoEngine
	probed := s.probeForms()
	if !probed {
		if s.ctx.Err() != nil {
			return nil, s.ctx.Err()
		}
		d, table = s.decideByItself()
		if !errors.Is(table, errNoEngine) && !isOverBudget(table) {
			return d, table
		}
	}
	if d, err = s.decideByForms(probed); errors.Is(err, errNoEngine) {
		d, err = s.decideBySearch("")
	}
	if isOverBudget(err) && isOverBudget(table) && s.ctx.Err() == nil {
		return nil, table // which tells what would be needed
	}
	return d, err
}

// byTame is the rule of sums of tame components.
type byTame struct{}

// decideByTame settles a misère sum by the genus of its components. The error is
// errNoEngine where that of one is not known to be tame.
func (s *solver) decideByTame() (*decision, error) {
	d, err := s.measured(grundy.ByGenus)
	if err != nil {
		return nil, err
	}
	d.rule, d.theorem, d.outcome = byTame{}, misere.Theorem, misere.Outcome(d.parts)
	return d, nil
}

func (byTame) winningMoves(s *solver, d *decision, a *Answer) error {
	return s.fill(d.views, misere.WinningPlans(d.parts), nil, a)
}

func (byTame) reasons(_ *solver, d *decision, say func(string, ...any)) {
	v, firm := misere.SumOf(d.parts)
	kind, good := "fickle (it stands for heaps of 0 and 1 only)", 1
	if firm > 0 {
		kind, good = "firm (it stands for some heap of 2 or more)", 0
	}
	say("The sum has nim-value %d and is %s; in misère play the player who leaves %d wins.", v, kind, good)
}

// byForms is the rule of sums of canonical forms.
type byForms struct{ forms [][]misere.Form } // of the parts of each term

// decideByForms settles a misère sum by the canonical forms of its components, or, if
// a probe has not, by a misère quotient where a search of their sums takes long. The
// error is errNoEngine where the search of the whole position is no worse.
func (s *solver) decideByForms(probed bool) (*decision, error) {
	if !probed {
		single := s.question.Sum
		if err := s.expandCopies(); err != nil {
			return nil, err
		}
		if d, err := s.decideByQuotient(); d != nil || err != nil {
			return d, err
		}
		s.question.Sum = single
	}
	for _, t := range s.question.Sum {
		if err := s.findForms(t.Component); err != nil {
			return nil, err
		}
	}
	if err := s.expandCopies(); err != nil {
		return nil, err
	}
	s.forms().unbind()
	return s.formedDecision()
}

// probeForms reports whether the search for forms and of their sums ends within a
// probe, winning moves and all.
func (s *solver) probeForms() bool {
	given := s.question.Sum
	defer func() { s.question.Sum = given }()
	if s.expandCopies() != nil {
		return true // which is said again
	}
	s.forms().probe()
	d, err := s.formedDecision()
	return err == nil && d.rule.winningMoves(s, d, &Answer{WinningMoveCount: new(big.Int)}) == nil
}

// formedDecision settles a sum of single copies by forms, within their bounds.
func (s *solver) formedDecision() (*decision, error) {
	if slices.ContainsFunc(s.question.Sum, func(t grundy.Term) bool { return hasLargeHeap(t.Component) }) {
		return s.heapDecision()
	}
	found := s.forms()
	r, d := byForms{}, &decision{reduction: s.reduction()}
	areTame := true
	for _, t := range s.question.Sum {
		forms, err := found.formsOf(t.Component, nil)
		if err != nil {
			return nil, err
		}
		nimValue := uint64(0)
		for _, f := range forms {
			nimValue ^= uint64(found.store.Genus(f).Base())
		}
		r.forms, d.nimValues = append(r.forms, forms), append(d.nimValues, nimValue)
		areTame = areTame && found.areTame(forms)
	}
	outcome, err := found.store.SumOutcome(slices.Concat(r.forms...))
	if err != nil {
		return nil, err
	}
	d.rule, d.outcome = r, outcome
	d.theorem = fmt.Sprintf("misère play by canonical forms of the components, and search of their sums (On Numbers and Games, chapter 12): %d forms of %d positions",
		found.store.Len(), len(found.known))
	if areTame {
		d.theorem = misere.Theorem + "; moves to wild options: " + d.theorem
	}
	return d, nil
}

// findForms makes the forms of c known, unless it has a large heap, which needs none.
func (s *solver) findForms(c grundy.Component) error {
	if hasLargeHeap(c) {
		for _, part := range grundy.Split(c) {
			if !isLargeHeap(part) {
				if err := s.findForms(part); err != nil {
					return err
				}
			}
		}
		return nil
	}
	found := s.forms()
	found.probe()
	_, err := found.formsOf(c, nil)
	switch {
	case err == nil:
		return nil
	case s.ctx.Err() != nil:
		return s.ctx.Err()
	case grundy.Splits(c):
		// The bound on the positions counts the sums, which are not looked at.
	case s.onlyOneMoves():
		return errNoEngine // a search for the outcome need not look at every position
	case s.charge(c, searchCost(c)) != nil:
		return errNoEngine // which tells what would be needed
	}
	found.unbind()
	_, err = found.formsOf(c, s.question.Progress)
	return err
}

// winningMoves finds the moves after which the forms say P.
func (r byForms) winningMoves(s *solver, _ *decision, a *Answer) error {
	for i, t := range s.question.Sum {
		outcomes := map[string]grundy.Outcome{} // by the forms of the option
		for _, to := range t.Component.AppendOptions(nil) {
			if err := s.formed.check(); err != nil {
				return err
			}
			forms, err := s.formed.formsOf(to, nil)
			if err != nil {
				return err
			}
			slices.Sort(forms)
			key := fmt.Sprint(forms)
			outcome, ok := outcomes[key]
			if !ok {
				next := slices.Concat(slices.Concat(r.forms[:i]...), forms, slices.Concat(r.forms[i+1:]...))
				if outcome, err = s.formed.store.SumOutcome(next); err != nil {
					return err
				}
				outcomes[key] = outcome
			}
			if outcome != grundy.P {
				continue
			}
			a.addMove(Move{{i, t.Component, to}}, s.question.MaxMoves)
		}
	}
	return nil
}

// knownForm returns the form of c if it was needed.
func (s *solver) knownForm(c grundy.Component) (misere.Form, bool) {
	if s.formed == nil {
		return 0, false
	}
	f, ok := s.formed.known[c.Identity()]
	return f.Form, ok
}

// genusOf returns the genus of c as the literature writes it, or "" where it was
// not needed.
func (s *solver) genusOf(c grundy.Component) string {
	if f, ok := s.knownForm(c); ok {
		return s.formed.store.Text(f)
	}
	return ""
}

// mostWritten is the largest birthday of canonical forms that are written. Each day
// more makes them two or three times as long.
const mostWritten = 10

// canonicalForm returns the canonical form of c, or "" where it was not needed or is
// long.
func (s *solver) canonicalForm(c grundy.Component) string {
	if f, ok := s.knownForm(c); ok && s.formed.store.Birthday(f) <= mostWritten {
		return s.formed.store.String(f)
	}
	return ""
}

// describeGenus says what the form of c tells, which is known.
func (s *solver) describeGenus(c Component) string {
	f, _ := s.knownForm(c.Position)
	store := s.formed.store
	class := store.Class(f)
	if class == misere.Nim {
		return "equal to a heap of Nim of " + c.Genus
	}
	text := fmt.Sprintf("genus %s (%v)", c.Genus, class)
	if form := c.CanonicalForm; form != "" && len(form) <= 40 {
		text += ", canonical form " + form
	}
	return text
}

func (r byForms) reasons(s *solver, _ *decision, say func(string, ...any)) {
	for i, forms := range r.forms {
		if !s.formed.areTame(forms) {
			say("%s is not tame: how it acts in sums does not follow from nim-values, so sums of canonical forms were searched.",
				brief(s.question.Sum[i].Component))
			return
		}
	}
	say("All components are tame, but some options are not: moves to these were decided by a search of sums of canonical forms.")
}
