package certificate

// A certificate is accepted only if it satisfies all that is checked here.
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
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/build"
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
	case c.Version != "" && !build.IsVersion(c.Version):
		return refuse("version", "it is not that of a program, such as 0.7.0")
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
	k, err := newChecker(ctx, c.Claim, progress)
	if err != nil {
		return err
	}
	defer k.account.Close()
	if err := k.check(); err != nil {
		return err
	}
	want := k.certificate()
	for _, field := range []struct {
		name      string
		got, want any
	}{
		{"base", c.Base, want.Base},
		{"digits", c.Digits, want.Digits},
		{"coordinates", c.Coordinates, want.Coordinates},
		{"automata", c.Automata, want.Automata},
		{"choices", c.Choices, want.Choices},
		{"measure", c.Measure, want.Measure},
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
// form: they are made minimal, and cut to the positions. Which bounds moves cross is found out, and
// so is whether formulas speak of powers. It fails as [Verify] does.
func New(ctx context.Context, claim Claim, progress grundy.Progress) (*Certificate, error) {
	k, err := newChecker(ctx, claim, progress)
	if err != nil {
		return nil, err
	}
	defer k.account.Close()
	k.cut = true
	if err := k.check(); err != nil {
		return nil, err
	}
	c := k.certificate()
	c.Version = build.Version()
	c.Digest, err = c.hashed()
	return &c, err
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
	sizes     Sizes
}

// newChecker reads moves and system.
func newChecker(ctx context.Context, claim Claim, progress grundy.Progress) (*checker, error) {
	if err := claim.plain(); err != nil {
		return nil, err
	}
	g, err := claim.read(ctx)
	if err == nil {
		err = claim.Frame.check(g.coordinates)
	}
	if err != nil {
		return nil, err
	}
	s, err := newSystem(ctx, claim.System)
	if err != nil {
		var wrong *nameError
		if errors.As(err, &wrong) {
			return nil, refuse("system", "%s", err)
		}
		return nil, err
	}
	if g.powers && s.place != claim.Base {
		s.account.Close()
		return nil, refuse("base", "moves speak of powers of %d, and the digits are in %s", claim.Base, s.name)
	}
	return &checker{prover: newProver(s), claim: claim, game: g, progress: progress}, nil
}

// step notes that a part of the work is done.
func (k *checker) step() {
	k.done++
	k.progress.Report(k.done, uint64(3*len(k.game.kinds)+8))
	k.stopped()
}

// stopped reports whether there is an error already, or ctx has ended.
func (k *checker) stopped() bool {
	if k.err == nil && k.ctx.Err() != nil {
		k.fail(context.Cause(k.ctx))
	}
	return k.err != nil
}

// check finds out all that a certificate says, and checks it. Findings after the first error mean
// nothing.
func (k *checker) check() error {
	for _, part := range []func(){k.checkBounds, k.checkEnds, k.checkMeasure, k.checkClaim, k.countSizes, k.checkChoices} {
		if part(); k.err != nil {
			return k.err
		}
	}
	return nil
}

// refuse makes a refusal the error, unless there is one.
func (k *checker) refuse(field, format string, args ...any) { k.fail(refuse(field, format, args...)) }

// none refuses unless a formula has no solution.
func (k *checker) none(field string, f formula, says func(at string) string) {
	if k.possible(f) {
		k.refuse(field, "%s", says(k.example(k.automaton(f))))
	}
}

// empty refuses unless an automaton accepts nothing. Says ends with what it accepts.
func (k *checker) empty(a *dfa, field, says string) {
	if !a.empty() {
		k.refuse(field, says, k.example(a))
	}
}

// possible reports whether a formula has a solution.
func (k *checker) possible(f formula) bool {
	if k.stopped() {
		return false
	}
	if v := k.linear(f); v != unknown {
		return v == sometimes
	}
	// Inside, so that all variables can be left out in any order.
	vars := firsts(len(k.game.coordinates))
	if f.kind == "exists" {
		vars, f = append(vars, f.bound...), f.formulas[0]
	}
	return !k.automaton(exists(vars, f)).empty()
}

// example writes numbers that an automaton accepts: one for each coordinate.
func (k *checker) example(a *dfa) string {
	word := a.shortest()
	slices.Reverse(word)
	var parts []string
	for i, name := range k.game.coordinates {
		digits := make([]int, len(word))
		if at := slices.Index(a.vars, i); at >= 0 {
			for j, l := range word {
				digits[j] = l / int(k.power(at)) % k.base
			}
		}
		parts = append(parts, fmt.Sprintf("%s = %s", name, k.value(digits)))
	}
	return strings.Join(parts, ", ")
}

// passage is the formula of the moves of a kind: from positions of a set, with more.
func passage(from formula, m kind, more ...formula) formula {
	return exists(m.bound, all(append([]formula{from, m.guard}, more...)...))
}

// countSizes counts the states of the sets that a certificate names.
func (k *checker) countSizes() {
	k.sizes.Adder, k.sizes.Positions = k.sizeOf(k.plus), k.sizeOf(k.over(k.positions, len(k.game.coordinates)))
}

// certificate returns what was found out, without a digest.
func (k *checker) certificate() Certificate {
	c := Certificate{
		Format: Format, Claim: k.claim, RulesHash: hash(k.claim.Rules), Digits: k.base,
		Measure: k.measure, Sizes: k.sizes,
	}
	if c.Coordinates = k.bounds; !k.game.powers {
		c.Base = 0
	}
	if c.Measure == nil {
		c.Measure = [][]int64{}
	}
	c.Automata = k.tables
	if c.Choices != nil {
		c.Choices = &Choices{c.Choices.Of, k.safe}
	}
	c.Statement = c.words()
	return c
}
