package certificate

// This file holds what a certificate must satisfy.
//
// Let D be the set of positions, and M what every move lowers: a tuple of sums of natural
// numbers, compared as words are. No tuple can fall for ever, so that every play ends, and
// what is true of a position if it is true of its options is true of all.
//
// P-positions. P(p) exactly when no option of p is P. Two sets that satisfy this are the
// same: look at a position of least measure in which they differ. So it is enough to
// compute the right side from the claimed automaton and to compare. In misère play p must
// also have an option, and where rules say that play is over they say for whom.
//
// Nim-values. G(p, v) exactly when no option of p has v, and for every u < v some option
// has u; and for every p there is such a v. By the same induction G(p, v) says that v is
// the least number which no option has. A move that leaves several positions leads to the
// XOR of their values.
//
// Remoteness. R(p, r): r = 0 without options; else 1 + the least even number of an
// option, if there is one; else 1 + the greatest number of an option. In misère play odd
// stands for even.

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"grundy"
)

// A Refusal says what a certificate claims that is not so.
type Refusal struct {
	Field string // where it stands in the certificate
	Says  string
}

func (e *Refusal) Error() string { return e.Field + ": " + e.Says }

func refuse(field, format string, args ...any) error {
	return &Refusal{field, fmt.Sprintf(format, args...)}
}

// Verify checks everything that c claims, and returns the first thing that is not
// true. The error is a [*Refusal], a [*SizeError] where an automaton gets too large, or
// what ended ctx or its budget of memory (internal/meter).
func Verify(ctx context.Context, c *Certificate, progress grundy.Progress) error {
	switch digest, err := c.hashed(); {
	case c.Format != Format:
		return refuse("format", "%q, want %q", c.Format, Format)
	case err != nil || digest != c.Digest:
		return refuse("digest", "the certificate was changed after it was made")
	}
	return verify(ctx, c, progress)
}

// verify checks all but the digest.
func verify(ctx context.Context, c *Certificate, progress grundy.Progress) error {
	if c.RulesHash != hash(c.Rules) {
		return refuse("rules_sha256", "it is the hash of other rules")
	}
	dropped := make([]bool, len(c.Coordinates))
	for i, b := range c.Coordinates {
		dropped[i] = b.Dropped
	}
	k, err := newChecker(ctx, c.Claim, progress)
	if err != nil {
		return err
	}
	defer k.account.Close()
	if len(dropped) != len(k.game.coordinates) {
		return refuse("coordinates", "%d, but a position of the rules has %d", len(dropped), len(k.game.coordinates))
	}
	if err := k.check(dropped); err != nil {
		return err
	}
	want := k.certificate()
	for _, field := range []struct {
		name      string
		got, want any
	}{
		{"frame", c.Frame, want.Frame},
		{"digits", c.Digits, want.Digits},
		{"coordinates", c.Coordinates, want.Coordinates},
		{"automata", c.Automata, want.Automata},
		{"choices", c.Choices, want.Choices},
		{"measure", c.Measure, want.Measure},
		{"moves", c.Moves, want.Moves},
		{"sizes", c.Sizes, want.Sizes},
		{"statement", c.Statement, want.Statement},
	} {
		if got, want := fmt.Sprint(field.got), fmt.Sprint(field.want); got != want {
			at := 0
			for at < len(got) && at < len(want) && got[at] == want[at] {
				at++
			}
			from := max(0, at-20)
			return refuse(field.name, "where %.40q should stand, there is %.40q", want[from:], got[from:])
		}
	}
	return nil
}

// New proves a claim and makes its certificate. The automata of the claim may be in any
// form: they are made minimal, and cut to the positions. Bounds are dropped where the claim
// holds without them. It fails as [Verify] does.
func New(ctx context.Context, claim Claim, progress grundy.Progress) (*Certificate, error) {
	var first error
	for _, drop := range []bool{true, false} {
		k, err := newChecker(ctx, claim, progress)
		if err != nil {
			return nil, err
		}
		k.cut = true
		dropped := slices.Repeat([]bool{drop}, len(k.game.coordinates))
		err = k.check(dropped)
		k.account.Close()
		if err == nil {
			c := k.certificate()
			c.Digest, err = c.hashed()
			return &c, err
		}
		if first == nil {
			first = err
		}
		var refused *Refusal
		if !errors.As(err, &refused) {
			return nil, err
		}
	}
	return nil, first
}

// A checker checks a claim.
type checker struct {
	*prover
	claim    Claim
	game     *game
	cut      bool // the automata are cut to the positions, and need not be minimal
	progress grundy.Progress
	done     uint64

	// Findings.
	bounds    []Bound
	whole     formula // the positions, with all bounds
	positions formula // without those that are dropped
	goesOn    formula // positions where play is not over
	tables    []Table
	claimed   *dfa // the P-positions
	safe      Table
	measure   [][]int64
	moves     []Move
	sizes     Sizes
}

// newChecker reads rules and system.
func newChecker(ctx context.Context, claim Claim, progress grundy.Progress) (*checker, error) {
	g, err := readRules(ctx, claim.Rules, claim.Frame)
	if err != nil && ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, &Refusal{"rules", strings.TrimPrefix(err.Error(), "rules: ")}
	}
	if g.misere && !claim.Misere {
		return nil, refuse("misere", "the rules say that the last move loses")
	}
	s, err := newSystem(ctx, claim.System)
	if err != nil {
		var wrong *nameError
		if errors.As(err, &wrong) {
			return nil, refuse("system", "%s", err)
		}
		return nil, err
	}
	return &checker{prover: newProver(s), claim: claim, game: g, progress: progress}, nil
}

// step notes that a part of the work is done.
func (k *checker) step() error {
	k.done++
	k.progress.Report(k.done, uint64(3*len(k.game.kinds)+8))
	return context.Cause(k.ctx)
}

// check finds out all that a certificate says, and checks it.
func (k *checker) check(dropped []bool) error {
	for _, part := range []func() error{
		func() error { return k.checkBounds(dropped) },
		k.checkDuties, k.checkMeasure, k.checkClaim, k.countSizes, k.checkChoices,
	} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

// none refuses unless a formula has no solution.
func (k *checker) none(field string, f formula, says func(at []*big.Int) string) error {
	some, err := k.possible(f)
	if err != nil || !some {
		return err
	}
	a, err := k.automaton(f)
	if err != nil {
		return err
	}
	return refuse(field, "%s", says(k.example(a)))
}

// possible reports whether a formula has a solution.
func (k *checker) possible(f formula) (bool, error) {
	if v := k.linear(f); v != unknown {
		return v == sometimes, nil
	}
	// Inside, so that all variables can be left out in any order.
	var vars []int
	for i := range k.game.coordinates {
		vars = append(vars, i)
	}
	if f.kind == "exists" {
		vars, f = append(vars, f.bound...), f.formulas[0]
	}
	a, err := k.automaton(exists(vars, f))
	return err == nil && !a.empty(), err
}

// example returns numbers that an automaton accepts: one for each coordinate.
func (k *checker) example(a *dfa) []*big.Int {
	word, _ := a.shortest()
	slices.Reverse(word)
	point := make([]*big.Int, len(k.game.coordinates))
	for i := range point {
		digits := make([]int, len(word))
		if at := slices.Index(a.vars, i); at >= 0 {
			for j, l := range word {
				digits[j] = l / int(k.power(at)) % k.base
			}
		}
		point[i] = k.value(digits)
	}
	return point
}

func (k *checker) tuple(at []*big.Int) string {
	var parts []string
	for i, n := range at {
		parts = append(parts, fmt.Sprintf("%s = %s", k.game.coordinates[i], n))
	}
	return strings.Join(parts, ", ")
}

// passage is the formula of the moves of a kind: from positions of a set, with more.
func passage(from formula, m kind, more ...formula) formula {
	return exists(m.bound, all(append([]formula{from, m.guard}, more...)...))
}

// checkBounds finds out which bounds moves cross, and checks that moves lead from
// positions to positions.
func (k *checker) checkBounds(dropped []bool) error {
	g := k.game
	within := make([]formula, len(g.coordinates)) // the bound above
	low := g.shape
	for i := range g.coordinates {
		above := variable(i)
		above.more = -g.least[i]
		below, ok := constant(g.most[i]).plus(-1, variable(i))
		if !ok || g.most[i] < g.least[i] {
			return refuse("rules", "the bounds of %s are not understood", g.coordinates[i])
		}
		if g.least[i] > 0 {
			low = all(low, isLeast(above))
		}
		within[i] = isLeast(below)
		k.bounds = append(k.bounds, Bound{Name: g.coordinates[i], Least: g.least[i], Most: g.most[i], Dropped: dropped[i]})
	}
	k.whole, k.positions = all(low, all(within...)), low
	for i, f := range within {
		if !dropped[i] {
			k.positions = all(k.positions, f)
		}
	}
	over := some(g.won, g.lost)
	k.goesOn = all(k.positions, not(over))
	for _, m := range g.kinds {
		if err := k.step(); err != nil {
			return err
		}
		for _, part := range m.parts {
			for i := range g.coordinates {
				beyond, err := k.beyond(part[i], g.most[i], m)
				if err != nil {
					return err
				}
				crossing := passage(all(k.whole, not(over)), m, beyond)
				crosses, err := k.possible(crossing)
				if err != nil {
					return err
				}
				if !crosses {
					continue
				}
				if k.bounds[i].Crossed = true; !dropped[i] {
					beyond, err := k.automaton(crossing)
					if err != nil {
						return err
					}
					return refuse("coordinates", "the move at line %d crosses the bound of %s at %s", m.at.Line, g.coordinates[i], k.tuple(k.example(beyond)))
				}
			}
			to, err := k.positions.at(part)
			if err != nil {
				return refuse("rules", "%s", err)
			}
			natural := yes
			for _, t := range part {
				if !t.isNatural() {
					natural = all(natural, isLeast(t))
				}
			}
			err = k.none("rules", passage(k.goesOn, m, not(all(natural, to))), func(at []*big.Int) string {
				return fmt.Sprintf("the move at line %d leads from %s out of the positions", m.at.Line, k.tuple(at))
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// beyond says that a term is greater than a bound.
func (k *checker) beyond(t term, most int64, m kind) (formula, error) {
	if below, ok := constant(most).plus(-1, t); ok {
		return not(isLeast(below)), nil
	}
	// most - t has more than 64 bits. The term gets a name.
	k.fresh++
	name := variable(k.fresh)
	below, ok1 := constant(most).plus(-1, name)
	same, ok2 := t.plus(-1, name)
	if !ok1 || !ok2 {
		return no, refuse("rules", "the numbers of the move at line %d are too large", m.at.Line)
	}
	return exists([]int{k.fresh}, all(isZero(same), not(isLeast(below)))), nil
}

// member says that terms, one a coordinate and perhaps one more, are in a set.
func (k *checker) member(set *dfa, name string, terms []term) (formula, error) {
	args := make([]term, len(set.vars))
	for i, v := range set.vars {
		args[i] = terms[v]
	}
	names := make([]int, len(set.vars))
	for i := range names {
		names[i] = i
	}
	return formula{kind: "set", set: &dfa{names, set.first, set.edges, set.accept}, name: name, terms: args}, nil
}

// checkDuties checks what the translation of the rules rests on.
func (k *checker) checkDuties() error {
	g := k.game
	for _, d := range g.duties {
		err := k.none("rules", all(k.positions, d.fails), func(at []*big.Int) string {
			return fmt.Sprintf("line %d, column %d: %s, at %s", d.at.Line, d.at.Col, d.says, k.tuple(at))
		})
		if err != nil {
			return err
		}
	}
	if k.claim.Of != POutcome {
		return k.none("of", all(k.positions, some(g.won, g.lost)), func(at []*big.Int) string {
			return fmt.Sprintf("the rules end the play at %s, and %s say nothing of such games", k.tuple(at), k.claim.Of)
		})
	}
	return k.none("rules", all(k.positions, g.won, g.lost), func(at []*big.Int) string {
		return fmt.Sprintf("the play is won and lost at %s", k.tuple(at))
	})
}

// checkMeasure finds what every move lowers: sums with weights, each the first in the
// order of weightings that every move lowers that is left; or if there is none, the first
// that no move raises and some lower. Those that it lowers are then done.
func (k *checker) checkMeasure() error {
	type way struct {
		move  kind
		part  []term
		still formula
	}
	var left []way
	for _, m := range k.game.kinds {
		for _, part := range m.parts {
			left = append(left, way{m, part, yes})
		}
	}
	n := len(k.game.coordinates)
	// rises says by how much a move raises a sum.
	rises := func(x way, weights []int64) (by term, err error) {
		by = constant(0)
		ok := true
		for i, c := range weights {
			for _, t := range []struct {
				times int64
				term
			}{{c, x.part[i]}, {-c, variable(i)}} {
				if ok {
					by, ok = by.plus(t.times, t.term)
				}
			}
		}
		if !ok {
			return by, refuse("measure", "the numbers of the move at line %d are too large", x.move.at.Line)
		}
		return by, nil
	}
	never := func(x way, f formula) (bool, error) {
		may, err := k.possible(passage(k.goesOn, x.move, x.still, f))
		return !may, err
	}
	for len(left) > 0 {
		if len(k.measure) == n {
			return refuse("measure", "the verifier finds nothing that every move lowers")
		}
		if err := k.step(); err != nil {
			return err
		}
		var found []int64
		var rest []way
		for _, every := range []bool{true, false} {
			for weights := range weightings(n) {
				rest = nil
				fits := true
				for _, x := range left {
					by, err := rises(x, weights)
					if err != nil {
						return err
					}
					falls, err := never(x, isLeast(by))
					if err != nil {
						return err
					}
					if falls {
						continue
					}
					if fits = false; every {
						break
					}
					above := by
					above.more--
					if fits, err = never(x, isLeast(above)); err != nil {
						return err
					}
					if !fits {
						break
					}
					x.still = all(x.still, isZero(by))
					rest = append(rest, x)
				}
				if fits && len(rest) < len(left) {
					found = weights
					break
				}
			}
			if found != nil {
				break
			}
		}
		if found == nil {
			return refuse("measure", "the verifier finds nothing that every move lowers; look at the move at line %d", left[0].move.at.Line)
		}
		k.measure, left = append(k.measure, found), rest
	}
	return nil
}

// weightings are the weights of sums that are tried: all 1; one coordinate alone; then
// all tuples of 0 to 3 in the order in which one counts, or of 0 and 1 if there are more
// than 4 coordinates.
func weightings(n int) func(func([]int64) bool) {
	return func(yield func([]int64) bool) {
		if !yield(slices.Repeat([]int64{1}, n)) {
			return
		}
		for i := range n {
			one := make([]int64, n)
			one[i] = 1
			if !yield(one) {
				return
			}
		}
		most := int64(3)
		if n > 4 {
			most = 1
		}
		for w := make([]int64, n); ; {
			i := n - 1
			for ; i >= 0 && w[i] == most; i-- {
				w[i] = 0
			}
			if i < 0 {
				return
			}
			if w[i]++; !yield(slices.Clone(w)) {
				return
			}
		}
	}
}

// checkClaim checks the equation that the claim must satisfy.
func (k *checker) checkClaim() error {
	n := len(k.game.coordinates)
	c := &k.claim
	tracks := n
	if c.Form == "relation" {
		tracks++
	}
	forms := map[string][]string{POutcome: {"set"}, NimValue: {"values", "partial", "relation"}, Remoteness: {"values", "relation"}}[c.Of]
	switch {
	case forms == nil:
		return refuse("of", "%q: want p-positions, nim-values or remoteness", c.Of)
	case !slices.Contains(forms, c.Form):
		return refuse("form", "%q: want %s for %s", c.Form, strings.Join(forms, " or "), c.Of)
	case len(c.Automata) == 0 || len(c.Automata) > 1 && (c.Form == "set" || c.Form == "relation"):
		return refuse("automata", "there are %d for the form %s", len(c.Automata), c.Form)
	}
	positions, err := k.over(k.positions, n)
	if err != nil {
		return err
	}
	// claimed is the set of P-positions, or the relation of positions and numbers.
	claimed := truth(false)
	for i, t := range c.Automata {
		field := fmt.Sprintf("automata[%d]", i)
		a, err := k.read(field, t, tracks)
		if err != nil {
			return err
		}
		if k.cut {
			if err := k.and(&a, positions); err != nil {
				return err
			}
		} else if outside, err := k.product(a, positions, andNot); tracks == n && err == nil && !outside.empty() {
			return refuse(field, "it accepts %s, which is not a position", k.tuple(k.example(outside)))
		}
		table, err := k.table(a)
		if err != nil {
			return err
		}
		k.tables = append(k.tables, table)
		if c.Form == "values" || c.Form == "partial" {
			value, err := k.fixed(uint64(i), n)
			if err != nil {
				return err
			}
			if err := k.and(&a, value); err != nil {
				return err
			}
		}
		if i == 0 {
			claimed = a
		} else if claimed, err = k.either(claimed, a); err != nil {
			return err
		}
	}
	k.claimed = claimed
	var right formula
	if c.Of == POutcome {
		right, err = k.rightOfP(claimed)
	} else {
		right, err = k.rightOfNumbers(claimed)
	}
	if err != nil {
		return err
	}
	if c.Form == "partial" {
		below := constant(int64(len(c.Automata)) - 1)
		below, _ = below.plus(-1, variable(n))
		right = all(right, isLeast(below))
	}
	want, err := k.over(right, len(claimed.vars))
	if err != nil {
		return err
	}
	if !same(claimed, want) {
		other, err := k.product(claimed, want, differ)
		if err != nil {
			return err
		}
		return refuse("automata", "the claim is wrong, or wrong at an option: look at %s", k.tuple(k.example(other)))
	}
	if c.Of == POutcome || c.Form == "partial" {
		return nil
	}
	some, err := k.exists(claimed, n)
	if err != nil {
		return err
	}
	if missing, err := k.product(positions, some, andNot); err != nil || !missing.empty() {
		if err != nil {
			return err
		}
		return refuse("automata", "no number is claimed for %s", k.tuple(k.example(missing)))
	}
	return nil
}

// over makes the automaton of a formula over the first variables, all of them.
func (k *checker) over(f formula, n int) (*dfa, error) {
	a, err := k.automaton(f)
	if err != nil {
		return nil, err
	}
	for v := range n {
		if err := k.and(&a, k.all(v)); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// lead notes the positions from which each move leads to what is claimed, and returns
// their union as a formula. With a number, this is a variable more.
func (k *checker) lead(to func(m kind) (formula, error)) (formula, error) {
	n := len(k.game.coordinates)
	reached := no
	for i, m := range k.game.kinds {
		if err := k.step(); err != nil {
			return no, err
		}
		f, err := to(m)
		if err != nil {
			return no, err
		}
		if f.kind == "false" {
			k.moves = append(k.moves, Move{m.at.Line, m.at.Col, len(m.parts), 1})
			continue
		}
		tracks := n
		if k.claim.Of != POutcome {
			tracks++
		}
		a, err := k.over(passage(k.goesOn, m, f), tracks)
		if err != nil {
			return no, err
		}
		states, err := k.sizeOf(a)
		if err != nil {
			return no, err
		}
		k.moves = append(k.moves, Move{m.at.Line, m.at.Col, len(m.parts), states})
		terms := make([]term, tracks)
		for v := range terms {
			terms[v] = variable(v)
		}
		from, err := k.member(a, fmt.Sprint("move", i), terms)
		if err != nil {
			return no, err
		}
		reached = some(reached, from)
	}
	return reached, nil
}

// anyMove says that a position has an option.
func (k *checker) anyMove() formula {
	f := no
	for _, m := range k.game.kinds {
		f = some(f, passage(k.goesOn, m))
	}
	return f
}

// rightOfP is the right side of the equation of P-positions.
func (k *checker) rightOfP(claimed *dfa) (formula, error) {
	g := k.game
	reached, err := k.lead(func(m kind) (formula, error) {
		switch len(m.parts) {
		case 0: // nothing is left: who moves next loses, or wins in misère play
			return decided(!k.claim.Misere), nil
		case 1:
			return k.member(claimed, "claimed", m.parts[0])
		}
		return no, refuse("of", "the move at line %d leaves several positions; that needs nim-values", m.at.Line)
	})
	if err != nil {
		return no, err
	}
	right := all(k.goesOn, not(reached))
	if k.claim.Misere {
		right = all(right, k.anyMove())
	}
	return some(right, all(k.positions, g.lost)), nil
}

// rightOfNumbers is the right side of the equation of nim-values or of remoteness. The
// number is the variable behind the coordinates.
func (k *checker) rightOfNumbers(claimed *dfa) (formula, error) {
	n := len(k.game.coordinates)
	v := variable(n)
	reached, err := k.lead(func(m kind) (formula, error) {
		switch {
		case len(m.parts) == 0:
			if k.claim.Of == NimValue && k.claim.Misere { // as positions without options
				return isZero(term{v.times, -1}), nil
			}
			return isZero(v), nil
		case len(m.parts) == 1:
			return k.member(claimed, "claimed", append(slices.Clip(m.parts[0]), v))
		case k.claim.Of != NimValue || k.claim.Misere || k.claim.Form == "partial":
			return no, refuse("of", "the move at line %d leaves several positions; that needs all nim-values of normal play", m.at.Line)
		}
		// The XOR of the first parts is in hand, a variable.
		var bound []int
		var parts []formula
		hand := term{}
		for i, part := range m.parts {
			k.fresh++
			value := variable(k.fresh)
			bound = append(bound, k.fresh)
			f, err := k.member(claimed, "claimed", append(slices.Clip(part), value))
			if err != nil {
				return no, err
			}
			parts = append(parts, f)
			if i > 0 {
				to := v
				if i < len(m.parts)-1 {
					k.fresh++
					to = variable(k.fresh)
					bound = append(bound, k.fresh)
				}
				parts = append(parts, formula{kind: "xor", terms: []term{hand, value, to}})
				value = to
			}
			hand = value
		}
		return exists(bound, all(parts...)), nil
	})
	if err != nil {
		return no, err
	}
	set, err := k.over(reached, n+1)
	if err != nil {
		return no, err
	}
	// had says that some option has a number.
	had := func(number term) formula {
		terms := make([]term, n+1)
		for i := range n {
			terms[i] = variable(i)
		}
		terms[n] = number
		f, _ := k.member(set, "reached", terms)
		return f
	}
	k.fresh++
	u := k.fresh
	one := constant(1)
	minus := func(x, y term) term { d, _ := x.plus(-1, y); return d }
	if k.claim.Of == NimValue {
		// no u < v without an option
		right := all(k.goesOn, not(had(v)), not(exists([]int{u}, all(isLeast(minus(minus(v, variable(u)), one)), not(had(variable(u)))))))
		if k.claim.Misere {
			any := k.anyMove()
			right = some(all(right, any), all(k.goesOn, not(any), isZero(minus(v, one))))
		}
		return right, nil
	}
	// good says that a number is even; in misère play, odd.
	good := func(x term) formula {
		k.fresh++
		h := k.fresh
		half, _ := x.plus(-2, variable(h))
		even := exists([]int{h}, isZero(half))
		if k.claim.Misere {
			return not(even)
		}
		return even
	}
	x := variable(u)
	before := minus(v, one)
	k.fresh++
	y := k.fresh // v - 1
	goodBefore := exists([]int{y}, all(isZero(minus(before, variable(y))), good(variable(y))))
	any := k.anyMove()
	return all(k.goesOn, some(
		all(not(any), isZero(v)),
		// v-1 is the least good number of an option
		all(had(before), goodBefore, not(exists([]int{u}, all(had(x), good(x), isLeast(minus(minus(before, x), one)))))),
		// no option is good, and v-1 is the greatest number
		all(had(before), not(exists([]int{u}, all(had(x), good(x)))), not(exists([]int{u}, all(had(x), isLeast(minus(x, v)))))),
	)), nil
}

// countSizes counts the states of the sets that a certificate names.
func (k *checker) countSizes() (err error) {
	n := len(k.game.coordinates)
	if k.sizes.Adder, err = k.sizeOf(k.plus); err != nil {
		return err
	}
	positions, err := k.over(k.positions, n)
	if err != nil {
		return err
	}
	k.sizes.Positions, err = k.sizeOf(positions)
	return err
}

// checkChoices checks that coordinates are chosen freely, and finds out what can be left
// safely.
func (k *checker) checkChoices() error {
	c, n := k.claim.Choices, len(k.game.coordinates)
	if c == nil {
		return nil
	}
	chosen := make([]bool, n)
	last := -1
	for _, name := range c.Of {
		at := slices.Index(k.game.coordinates, name)
		if at <= last {
			return refuse("choices", "%q: want coordinates in their order", name)
		}
		chosen[at], last = true, at
	}
	if k.claim.Of != POutcome || last < 0 || len(c.Of) == n {
		return refuse("choices", "want P-positions, and some of the coordinates")
	}
	// The option's coordinates are the variables behind those of the position.
	options := no
	for _, m := range k.game.kinds {
		if len(m.parts) != 1 {
			return refuse("choices", "the move at line %d does not leave one position", m.at.Line)
		}
		var to []formula
		for i, t := range m.parts[0] {
			d, ok := t.plus(-1, variable(n+i))
			if !ok {
				return refuse("rules", "a number is too large")
			}
			to = append(to, isZero(d))
		}
		options = some(options, passage(k.goesOn, m, to...))
	}
	pairs, err := k.over(options, 2*n)
	if err != nil {
		return err
	}
	// without leaves out variables of an automaton: those of positions, or of chosen ones.
	without := func(a *dfa, chosenOnly bool, from int) (*dfa, error) {
		for i, is := range chosen {
			if !is && chosenOnly {
				continue
			}
			var err error
			if a, err = k.exists(a, from+i); err != nil {
				return nil, err
			}
		}
		return a, nil
	}
	allowed, err := without(pairs, true, n)
	if err != nil {
		return err
	}
	reached, err := without(pairs, false, 0)
	if err != nil {
		return err
	}
	free, err := k.product(allowed, reached, and)
	if err != nil {
		return err
	}
	if bound, err := k.product(free, pairs, andNot); err != nil {
		return err
	} else if !bound.empty() {
		return refuse("choices", "they are not free: look at the options of %s", k.tuple(k.example(bound)))
	}
	after := make([]int, n)
	for i := range after {
		after[i] = n + i
	}
	p, err := k.rename(k.claimed, after...)
	if err != nil {
		return err
	}
	safe, err := k.product(reached, p, and)
	if err != nil {
		return err
	}
	if safe, err = without(safe, true, n); err != nil {
		return err
	}
	k.safe, err = k.table(safe)
	return err
}

// certificate returns what was found out, without a digest.
func (k *checker) certificate() Certificate {
	c := Certificate{
		Format: Format, Claim: k.claim, RulesHash: hash(k.claim.Rules), Digits: k.base,
		Coordinates: k.bounds, Measure: k.measure, Moves: k.moves, Sizes: k.sizes,
	}
	if c.Measure == nil {
		c.Measure = [][]int64{}
	}
	if c.Moves == nil {
		c.Moves = []Move{}
	}
	if c.Frame.Fixed == nil {
		c.Frame.Fixed = map[string]int64{}
	}
	if !k.game.framed {
		c.Frame.Length = 0
	}
	c.Automata = k.tables
	if c.Choices != nil {
		c.Choices = &Choices{c.Choices.Of, k.safe}
	}
	c.Statement = c.words()
	return c
}

// words puts the theorem into words.
func (c *Certificate) words() string {
	var names, bounds, dropped, crossed []string
	for _, b := range c.Coordinates {
		names = append(names, b.Name)
		bound := fmt.Sprintf("%s >= %d", b.Name, b.Least)
		above := fmt.Sprintf("%s <= %d", b.Name, b.Most)
		switch {
		case b.Crossed:
			crossed = append(crossed, above)
		case b.Dropped:
			dropped = append(dropped, above)
		default:
			bound = fmt.Sprintf("%d <= %s <= %d", b.Least, b.Name, b.Most)
		}
		bounds = append(bounds, bound)
	}
	position := strings.Join(names, ", ")
	if len(names) > 1 {
		position = "(" + position + ")"
	}
	play := "normal"
	if c.Misere {
		play = "misère"
	}
	var states []string
	for _, t := range c.Automata {
		states = append(states, fmt.Sprint(len(t.Next)))
	}
	says := map[string]string{
		"set":      "is P exactly if the automaton accepts its digits",
		"values":   fmt.Sprintf("has the one number from 0 to %d, as its %s, whose automaton accepts its digits", len(c.Automata)-1, c.Of),
		"partial":  fmt.Sprintf("has the number v below %d, among %s, exactly if automaton v accepts its digits", len(c.Automata), c.Of),
		"relation": fmt.Sprintf("has the one number, as its %s, that the automaton accepts with its digits", c.Of),
	}[c.Form]
	says = strings.ReplaceAll(says, "as its nim-values", "as its nim-value")
	var b strings.Builder
	fmt.Fprintf(&b, "In %s play of %s, a position %s with %s %s in the system %s (states: %s).", play, c.Game, position, strings.Join(bounds, ", "), says, c.System, strings.Join(states, ", "))
	if c.Choices != nil {
		left := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(c.Choices.Of, name) })
		fmt.Fprintf(&b, " A move chooses %s freely, and can leave %s safely exactly if the automaton of choices accepts the digits of these (states: %d).", strings.Join(c.Choices.Of, ", "), strings.Join(left, ", "), len(c.Choices.Safe.Next))
	}
	if len(dropped) > 0 {
		fmt.Fprintf(&b, " No move crosses %s, so that these bounds change nothing.", strings.Join(dropped, ", "))
	}
	if len(crossed) > 0 {
		fmt.Fprintf(&b, " The rules are read without %s, which moves cross.", strings.Join(crossed, ", "))
	}
	var measure []string
	for _, weights := range c.Measure {
		var sum []string
		for i, w := range weights {
			switch w {
			case 0:
			case 1:
				sum = append(sum, names[i])
			default:
				sum = append(sum, fmt.Sprintf("%d %s", w, names[i]))
			}
		}
		measure = append(measure, strings.Join(sum, " + "))
	}
	if len(measure) > 0 {
		fmt.Fprintf(&b, " Every move lowers %s.", strings.Join(measure, ", or leaves it and lowers "))
	}
	return b.String()
}
