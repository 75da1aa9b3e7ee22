package rules

// A file may claim of its positions, besides their moves, that they are heaps of another game, by
// equals(…); the nim-value, by def value(fields); who wins, by def outcome(fields).
// claims_check.go compares the claims with the moves.

import (
	"errors"
	"math"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/internal/rules/machine"
)

// A formula is a function of the file that tells something of a position from its
// fields.
type formula struct {
	fn   *lang.Function
	fast *machine.Program // nil where it is interpreted
	at   lang.Node        // in the file
}

// An equal is the claim equals(…): each position of the file has the same options as
// some heaps of a game, one for one up to the same claim. So it is the same game as these
// heaps, in normal and in misère play and in all compounds.
type equal struct {
	*builtIn
	heaps formula // the heaps of a position; without it, its one integer is a heap
	// numbered says that number n, as start(n) or as the position itself, is the heap
	// n + shift, from least on. Smaller numbers are the heaps that the function says.
	numbered     bool
	shift, least uint64
	at           lang.Node
}

const (
	mostShift = 1 << 20 // between numbers and heaps
	mostFirst = 1 << 10 // the numbers before it are made into positions
)

// declareEquals is equals(code = "0.77", heaps = f, shift = 0, least = 0).
func (f *File) declareEquals(ev *lang.Evaluator, c *lang.Call) lang.Value {
	given := ev.Keywords(c, append([]string{"heaps", "shift", "least"}, heapKeywords...)...)
	switch {
	case ev.Err != nil:
		return lang.Value{}
	case f.equal != nil:
		return ev.FailHere("a second equals(…)")
	}
	e := &equal{at: c.Node}
	if e.builtIn = heapGame(ev, c); e.builtIn == nil {
		return lang.Value{}
	}
	if v, ok := given["heaps"]; ok {
		e.heaps.at = c.Keyword("heaps")
		if e.heaps.fn, ok = v.Function(); !ok {
			return ev.Fail(e.heaps.at, "want a function that returns the heaps of a position, as in heaps = lambda pins: [len(pins)], not %s", ev.Show(v))
		}
	}
	if v, ok := given["shift"]; ok {
		if v.Kind != lang.IntKind || v.N < 0 || v.N > mostShift {
			return ev.Fail(c.Keyword("shift"), "want a number of 0 … %d, which is added to n to make the heap", mostShift)
		}
		e.numbered, e.shift = true, uint64(v.N)
	}
	if v, ok := given["least"]; ok {
		switch at := c.Keyword("least"); {
		case v.Kind != lang.IntKind || v.N < 0 || v.N > mostFirst:
			return ev.Fail(at, "want a number of 0 … %d, from which on number n is the heap n + shift", mostFirst)
		case !e.numbered || e.heaps.fn == nil:
			return ev.Fail(at, "least goes with shift and heaps, which says what smaller numbers are")
		}
		e.least = uint64(v.N)
	}
	f.equal = e
	return lang.None
}

// settleClaims checks that the claims fit the rest of the file.
func (f *File) settleClaims(at map[string]lang.Node) error {
	f.value.at, f.outcome.at, f.find.at = at["value"], at["outcome"], at["find"]
	fail := f.code.Source.Fail
	if f.hasClaims() && (f.Ends || f.Misere) {
		at := f.outcomeOr().at
		if f.equal != nil {
			at = f.equal.at
		}
		return fail(at, "theorems are for normal play to the last move: leave out this, or win(), lose(), draw(), entails = …, again = … and misere = True")
	}
	for _, claim := range []formula{f.value, f.outcome} {
		switch {
		case claim.fn == nil:
		case f.Loopy:
			return fail(claim.at, "play need not end where loopy = True; formulas are for play that ends")
		case f.equal != nil:
			return fail(claim.at, "equals(…) tells the values already: want one of them")
		}
	}
	e := f.equal
	switch {
	case e == nil:
		return nil
	case f.Loopy:
		return fail(e.at, "play need not end where loopy = True, and that of heaps does")
	case e.heaps.fn != nil:
		if err := f.code.TakesFields(e.heaps.fn, e.heaps.at); err != nil {
			return err
		}
	case !f.code.Shape.IsInteger():
		return fail(e.at, "a position is not one integer: want heaps = f, where f(%s) returns the heaps that it equals", f.code.Shape.Fields[0].Name)
	case f.code.Shape.Fields[0].Lo < 0:
		return fail(e.at, "heaps are not below 0: want %s = integer(0, …)", f.code.Shape.Fields[0].Name)
	default:
		e.numbered = true
	}
	if e.numbered && len(f.Numbers()) != 1 {
		return fail(e.at, "shift is for positions that one number chooses: want start(n), or one integer")
	}
	return nil
}

// outcomeOr returns the formula of the outcome, or that of the value.
func (f *File) outcomeOr() *formula {
	if f.outcome.fn != nil {
		return &f.outcome
	}
	return &f.value
}

// hasClaims reports whether the file claims anything.
func (f *File) hasClaims() bool {
	return f.equal != nil || f.value.fn != nil || f.outcome.fn != nil
}

// A worth is what formulas say of a position.
type worth struct {
	value uint64 // the nim-value, if known
	known knowledge
	by    *formula // that told it, or the first of them
}

type knowledge uint8

const (
	unknown knowledge = iota
	winning           // the player to move wins
	valued            // the nim-value is known
)

// outcome returns 1 where the player to move wins and 0 where not.
func (w worth) outcome() uint64 {
	if w.known == winning {
		return 1
	}
	return min(w.value, 1)
}

// Values that stand for less: who wins is known alone, or nothing. Nim-values that
// formulas tell are below 2^63.
const (
	onlyWinning grundy.Value = math.MaxUint64 - iota
	notKnown
)

// asValue returns the nim-value, or what stands for less.
func (w worth) asValue() grundy.Value {
	return [...]grundy.Value{unknown: notKnown, winning: onlyWinning, valued: grundy.Value(w.value)}[w.known]
}

// evaluate returns what a formula returns at a state.
func (w *worker) evaluate(f *formula, state []int64) (lang.Value, error) {
	return machine.Evaluate(w.run.code, &w.run.clock, w.formulaSteps, f.fast, f.fn, state)
}

// wrongResult says that a formula returned something else than it should.
func (w *worker) wrongResult(f *formula, state []int64, want string, v lang.Value) error {
	wrong := w.run.code.Source.Fail(f.at, "want %s, not %s", want, w.run.code.NewEvaluator(w.run.clock).Show(v))
	wrong.At = w.run.code.PositionText(state)
	return ClaimError{wrong}
}

// worthOfState returns what formulas say of a state. Where a measure is the outcome,
// the formula of the outcome is asked first.
func (w *worker) worthOfState(m grundy.Measure, state []int64) (one worth, err error) {
	if m == grundy.ByOutcome {
		if one, err = w.byOutcome(state); err != nil || one.known != unknown {
			return one, err
		}
	}
	if one, err = w.byValue(state); err == nil && one.known == unknown && m != grundy.ByOutcome {
		return w.byOutcome(state)
	}
	return one, err
}

// byValue returns what def value says of a state.
func (w *worker) byValue(state []int64) (worth, error) {
	f := &w.run.value
	if f.fn == nil {
		return worth{}, nil
	}
	switch v, err := w.evaluate(f, state); {
	case err != nil:
		return worth{}, err
	case v.Kind != lang.IntKind || v.N < -1:
		return worth{}, w.wrongResult(f, state, "value to return a nim-value, or -1 where it does not know it", v)
	case v.N >= 0:
		return worth{uint64(v.N), valued, f}, nil
	}
	return worth{}, nil
}

// byOutcome returns what def outcome says of a state.
func (w *worker) byOutcome(state []int64) (worth, error) {
	f := &w.run.outcome
	if f.fn == nil {
		return worth{}, nil
	}
	switch v, err := w.evaluate(f, state); {
	case err != nil:
		return worth{}, err
	case v.IsText("N"):
		return worth{known: winning, by: f}, nil
	case v.IsText("P"):
		return worth{known: valued, by: f}, nil // as a position that loses has the nim-value 0
	case v.IsText("?"):
		return worth{}, nil
	default:
		return worth{}, w.wrongResult(f, state, `outcome to return "N", "P", or "?" where it does not know it`, v)
	}
}

// worthOf returns what formulas say of a position, a sum of the declared parts of its
// states. A formula that runs out of its budget says nothing.
func (r *run) worthOf(m grundy.Measure, p Position) (total worth, err error) {
	left := mostFormula - r.formulas.Load()
	steps := left
	total, err = r.worthWithin(&steps, m, p)
	r.formulas.Add(left - steps)
	return total, err
}

// mostFormula bounds the steps that a question spends on formulas, in some ten seconds.
// When they are used up, formulas say nothing.
const mostFormula = 1 << 32

// worthWithin is worthOf, with steps that several calls share.
func (r *run) worthWithin(steps *int64, m grundy.Measure, p Position) (worth, error) {
	total := worth{known: valued}
	err := r.lend(func(w *worker) error {
		w.formulaSteps = steps
		defer func() { w.formulaSteps = nil }()
		return w.eachPlain(p, func(part []int64) error { return w.addWorth(&total, m, part) })
	})
	if errors.Is(err, grundy.ErrBudget) && !lang.IsStopped(err) {
		return worth{}, nil
	}
	return total.settled(), err
}

// addWorth adds what formulas say of a part.
func (w *worker) addWorth(total *worth, m grundy.Measure, part []int64) error {
	one, err := w.worthOfState(m, part)
	total.add(one)
	return err
}

// add adds what is known of another part of the position.
func (total *worth) add(one worth) {
	if total.by == nil {
		total.by = one.by
	}
	switch {
	case one.known == valued:
		total.value ^= one.value
	case one.known == winning && total.known == valued:
		total.known = winning
	default:
		total.known = unknown
	}
}

// settled returns what is known once all parts are added.
func (total worth) settled() worth {
	if total.known == winning && total.value != 0 { // a nim-value that is not known is added
		return worth{}
	}
	return total
}

// eachWorth passes the moves from a position to visit, with what formulas say of the
// option.
func (r *run) eachWorth(steps *int64, m grundy.Measure, p Position, visit func(w *worker, s step, u worth) error) error {
	return r.lend(func(w *worker) error {
		w.formulaSteps = steps
		defer func() { w.formulaSteps = nil }()
		parts, size := w.run.split(p), w.run.code.Shape.Size
		part, rest, total := -1, worth{}, worth{}
		add := func(one []int64) error { return w.addWorth(&total, m, one) }
		return w.eachMove(p, func(s step) error {
			if s.part != part { // the others are the same for all its moves
				total = worth{known: valued}
				state := make([]int64, size)
				for _, text := range slices.Delete(slices.Clone(parts), s.part, s.part+1) {
					w.run.unpack(state, text)
					if err := w.eachDeclared(state, add); err != nil {
						return err
					}
				}
				part, rest = s.part, total
			}
			total = rest
			for from := 0; from < len(s.to); from += size {
				if err := w.eachDeclared(s.to[from:from+size], add); err != nil {
					return err
				}
			}
			return visit(w, s, total.settled())
		})
	})
}

// eachPlain passes the declared parts of the states of a position to visit, as they
// stand.
func (w *worker) eachPlain(p Position, visit func(part []int64) error) error {
	for _, text := range w.run.split(p) {
		w.run.unpack(w.state, text)
		if err := w.eachDeclared(w.state, visit); err != nil {
			return err
		}
	}
	return nil
}

// heapsOfState appends the heaps that a state equals, all but those of 0.
func (w *worker) heapsOfState(dst []uint64, state []int64) ([]uint64, error) {
	e := w.run.equal
	if e.heaps.fn == nil {
		if h := uint64(state[w.run.code.Shape.Fields[0].At]) + e.shift; h > 0 {
			dst = append(dst, h)
		}
		return dst, nil
	}
	v, err := w.evaluate(&e.heaps, state)
	if err != nil {
		return dst, err
	}
	items, isList := v.Items()
	if !isList {
		items = []lang.Value{v}
	}
	for _, item := range items {
		if item.Kind != lang.IntKind || item.N < 0 {
			return dst, w.wrongResult(&e.heaps, state, "heaps to return a number that is not below 0, or a list of such", v)
		}
		if item.N > 0 {
			dst = append(dst, uint64(item.N))
		}
	}
	return dst, nil
}

// heapsOf returns the heaps that a position equals, as a position of their game.
func (r *run) heapsOf(p Position) (grundy.Component, error) {
	heaps, err := r.sizesOf(p)
	if err != nil {
		return nil, err
	}
	return r.equal.of(heaps)
}

// sizesOf returns the sizes of the heaps that a position equals, ascending.
func (r *run) sizesOf(p Position) (heaps []uint64, err error) {
	err = r.lend(func(w *worker) error {
		return w.eachPlain(p, func(part []int64) (err error) {
			heaps, err = w.heapsOfState(heaps, part)
			return err
		})
	})
	slices.Sort(heaps)
	return heaps, err
}

// of returns the position of these heaps.
func (e *equal) of(heaps []uint64) (grundy.Component, error) {
	if len(heaps) == 0 {
		return e.heap, nil
	}
	args := make([]grundy.Arg, len(heaps))
	for i, h := range heaps {
		args[i] = grundy.ArgOf(h)
	}
	c, err := e.place(args)
	if err != nil {
		return nil, err
	}
	return grundy.SameGame(c, e.heap), nil // which has learned what it can
}
