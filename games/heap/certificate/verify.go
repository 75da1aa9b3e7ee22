package certificate

// This file checks what certificates have in common. It computes all nim-values
// that a proof needs from the rules of the game alone, by looking at every option
// of every heap. (verify_state.go looks at fewer.) The theorems stand in the
// other files verify_*.go, one in each.
//
// By all theorems used, G(n+s) = G(n) + c s/p for all n from some m on, s being a
// multiple of p. If also G(n+p) = G(n) + c for q <= n < m + s - p and q <= m, it
// holds for all n >= q: of any p values in a row beyond, each is some turns of p
// or s away from one among the first, where it was checked. There need be none to
// check where s = p and q = m, and so q + p = m + s: then the theorem itself says
// all. Whether a smaller q or p would do is seen in the values below q + p.

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/build"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/period"
)

// Bounds of what a certificate can ask for: terms of 2 bytes; fewer where all
// divisions into three or all of many moves are looked at; and steps.
const (
	mostTerms = 1 << 30
	mostMany  = 1 << 13
	mostSteps = 1 << 38 // minutes
	codeBytes = 96      // of memory for a character of a code
)

// Verify checks everything that c claims, and returns the first thing that is
// not true. It costs as many steps as there are options of the heaps, and far
// fewer in a proof by state; where these are more than 2^38, c is refused. It takes
// the memory for the terms that c names from the meter of ctx (internal/meter).
func Verify(ctx context.Context, c *Certificate, progress grundy.Progress) error {
	return verify(ctx, c, mostSteps, progress)
}

func verify(ctx context.Context, c *Certificate, most uint64, progress grundy.Progress) error {
	if digest, err := c.digest(); err != nil || digest != c.Digest {
		return fmt.Errorf("digest: the certificate was changed after it was made")
	}
	k, err := newChecker(ctx, c, most)
	if err != nil {
		return err
	}
	defer k.account.Close()
	if uint64(len(c.Blocks)) != (c.Terms+blockSize-1)/blockSize {
		return fmt.Errorf("blocks: %d hashes for %d terms", len(c.Blocks), c.Terms)
	}
	for b, want := range c.Blocks {
		from := uint64(b) * blockSize
		for n := from; n < min(from+blockSize, c.Terms); n++ {
			if n%256 == 0 {
				progress.Report(n, c.Terms)
			}
			if err := k.theorem.step(int(n)); err != nil {
				return err
			}
		}
		if got := hashOf(k.values[from:]); got != want {
			return fmt.Errorf("blocks: the values from G(%d) on are others", from)
		}
	}
	if err := k.theorem.check(); err != nil {
		return err
	}
	return k.checkLeast()
}

// A theorem says how it is checked: what can be seen before there are values; how
// each value is computed; and the rest.
type theorem struct {
	suits func() error
	step  func(n int) error
	check func() error
}

// A move takes tokens, fewer than 0 if it adds some. By the number of
// heaps that it leaves it has 0 if it may not, ' ' for any heaps, '!' for
// different ones, '?' for some that are not all equal, '=' for equal ones.
type move struct {
	taken int
	heaps [4]byte
	many  []int // the numbers of heaps, more than three, that it may leave of any sizes
}

// A checker computes the values again.
type checker struct {
	*Certificate
	moves      []move
	near, turn int // digits from near on repeat after turn; 0: none do
	values     []uint16
	seen       []int // by value: the last n that had it as an option
	account    *meter.Account
	ended      func() error // why no more is to be done, or nil
	steps      uint64
	askAt      uint64 // the number of steps at which to ask next whether it has ended
	most       uint64 // steps
	theorem    theorem
	space      *space
	system     *systemCheck
	divided    [][]values // see verify_many.go
}

// newChecker returns a checker without values, of a claim that the theorem suits.
// Its account is to be closed unless there is an error.
func newChecker(ctx context.Context, c *Certificate, most uint64) (_ *checker, err error) {
	k := &checker{Certificate: c, seen: []int{-1}, most: most, account: meter.Open(ctx), ended: ctx.Err}
	defer func() {
		if err != nil {
			k.account.Close()
		}
	}()
	if err := k.readClaim(); err != nil {
		return nil, err
	}
	theorem, ok := map[period.Method]theorem{
		period.ByGuySmith:        {k.suitsGuySmith, k.step, k.checkPeriod},
		period.ByRecurringWindow: {k.suitsWindow, k.step, k.checkWindow},
		period.ByTaking:          {k.suitsTaking, k.step, k.checkTaking},
		period.ByDividing:        {k.suitsDividing, k.step, k.checkDividing},
		period.BySystem:          {k.suitsSystem, k.stepSystem, k.checkSystem},
		period.ByState:           {k.suitsState, k.sparseStep, k.checkState},
	}[c.Theorem]
	if !ok || (c.Theorem == period.ByState) != (c.State != nil) || (c.Theorem == period.BySystem) != (c.System != nil) {
		return nil, fmt.Errorf("theorem: %q, with a state or a system or without, is not known here", c.Theorem)
	}
	k.theorem = theorem
	if k.mostHeaps() > 3 && c.Theorem != period.ByGuySmith && c.Theorem != period.ByDividing {
		return nil, fmt.Errorf("theorem: %q is not for moves that leave more than three heaps", c.Theorem)
	}
	if err := theorem.suits(); err != nil {
		return nil, err
	}
	if err := k.account.Take(2 * c.Terms); err != nil {
		return nil, fmt.Errorf("terms: for %d values, %w", c.Terms, err)
	}
	k.values = make([]uint16, 0, c.Terms)
	return k, nil
}

// spend counts steps that come next. It returns an error where they are too many,
// or now and then that of the context.
func (k *checker) spend(steps uint64) error {
	if k.steps = grundy.AddCounts(k.steps, steps); k.steps > k.most {
		return fmt.Errorf("terms: to check %d takes more than %d steps", k.Terms, k.most)
	}
	if k.steps < k.askAt {
		return nil
	}
	k.askAt = k.steps + 1<<20
	return k.ended()
}

var errVersion = errors.New("version: it is not that of a program, such as 0.7.0")

// readClaim reads the moves of the game, and what is claimed.
func (k *checker) readClaim() error {
	c := k.Certificate
	if c.Format != Format {
		return fmt.Errorf("format: %q, want %q", c.Format, Format)
	}
	if c.Version != "" && !build.IsVersion(c.Version) {
		return errVersion
	}
	if c.Terms > mostTerms || c.Period == 0 || c.Period >= c.Terms || c.Preperiod > c.Terms-c.Period || c.Saltus > c.Terms {
		return fmt.Errorf("terms: %d, of %d at most, cannot show preperiod %d, period %d, saltus %d", c.Terms, mostTerms, c.Preperiod, c.Period, c.Saltus)
	}
	if c.System != nil {
		return k.readSystem()
	}
	if list, ok := strings.CutPrefix(c.Game, "subtraction["); ok {
		for amount := range strings.SplitSeq(strings.TrimSuffix(list, "]"), ",") {
			a, err := strconv.ParseUint(amount, 10, 32)
			if err != nil || uint64(len(k.moves)) > 0 && a <= k.taken() || a == 0 || a >= c.Terms || strconv.FormatUint(a, 10) != amount {
				return fmt.Errorf("game: %q: want ascending numbers 1 … %d", amount, c.Terms-1)
			}
			k.moves = append(k.moves, move{taken: int(a), heaps: [4]byte{' ', ' '}})
		}
		if text := "subtraction[" + strings.TrimSuffix(list, "]") + "]"; text != c.Game {
			return fmt.Errorf("game: %q, want %q", c.Game, text)
		}
		return nil
	}
	if err := k.account.Take(codeBytes * uint64(len(c.Game))); err != nil {
		return fmt.Errorf("game: for a code of %d characters, %w", len(c.Game), err)
	}
	code, err := sequence.ParseCode(c.Game)
	if err != nil {
		return fmt.Errorf("game: %w", err)
	}
	_, most, _ := code.Bounds()
	added, listed, turn := code.Span()
	if most > sequence.MostListed || most > 3 && turn > 0 || turn > 0 && added > 0 || most >= 3 && c.Terms > mostMany || turn > 0 && c.Terms > mostMany || code.String() != c.Game {
		return fmt.Errorf("game: want the normal form of a code, %s, in which moves leave a bounded number of heaps, with digits that repeat at most three; with three or more, or with digits that repeat, at most %d terms are checked", code, mostMany)
	}
	if k.near, k.turn = listed-turn, turn; turn > 0 {
		listed += int(c.Terms)
	}
	k.moves = make([]move, 0, added+listed)
	for taken := -added; taken < listed; taken++ {
		m := move{taken: taken}
		for heaps := range m.heaps {
			m.heaps[heaps], _ = code.Leaves(taken, heaps)
		}
		for heaps := len(m.heaps); heaps <= most; heaps++ {
			switch sizes, ok := code.Leaves(taken, heaps); {
			case ok && sizes != ' ':
				return fmt.Errorf("game: moves that leave %d heaps must leave any sizes; want another code than %s", heaps, code)
			case ok:
				m.many = append(m.many, heaps)
			}
		}
		k.moves = append(k.moves, m)
	}
	return nil
}

// taken returns the most tokens that a move takes.
func (k *checker) taken() uint64 { return uint64(max(0, k.moves[len(k.moves)-1].taken)) }

// option notes that v is the value of an option of n.
func (k *checker) option(v uint16, n int) {
	for len(k.seen) <= int(v)+1 {
		k.seen = append(k.seen, -1)
	}
	k.seen[v] = n
}

// options returns about how many options a move has if it leaves left tokens.
func (m move) options(left int) uint64 {
	count := uint64(1)
	if m.heaps[2] != 0 {
		count += uint64(left) / 2
	}
	if m.heaps[3] != 0 {
		count += uint64(left) * uint64(left) / 12
	}
	return count
}

// suitsAll checks that all options of all heaps can be looked at.
func (k *checker) suitsAll() error {
	steps := uint64(0)
	for _, m := range k.moves {
		if m.taken >= 0 && uint64(m.taken) >= k.Terms {
			break
		}
		left := k.Terms - uint64(m.taken) // and fewer, of the smaller heaps
		steps = grundy.AddCounts(steps, left)
		if m.heaps[2] != 0 {
			steps = grundy.AddCounts(steps, grundy.MulCounts(left, left)/4)
		}
		if m.heaps[3] != 0 {
			steps = grundy.AddCounts(steps, grundy.MulCounts(left, grundy.MulCounts(left, left))/36)
		}
	}
	if steps > k.most {
		return fmt.Errorf("terms: to compute %d takes more than %d steps", k.Terms, k.most)
	}
	return nil
}

// step computes G(n) from all options.
func (k *checker) step(n int) error {
	v := k.values
	for _, m := range k.moves {
		left := n - m.taken
		if left < 0 {
			break
		}
		if err := k.spend(m.options(left)); err != nil {
			return err
		}
		if left == 0 && m.heaps[0] != 0 {
			k.option(0, n)
		}
		if left > 0 && m.heaps[1] != 0 {
			k.option(v[left], n)
		}
		for a := 1; m.heaps[2] != 0 && 2*a <= left; a++ {
			if allowed(m.heaps[2], a != left-a, a == left-a) {
				k.option(v[a]^v[left-a], n)
			}
		}
		for a := 1; m.heaps[3] != 0 && 3*a <= left; a++ {
			for b := a; b <= left-a-b; b++ {
				c := left - a - b
				if allowed(m.heaps[3], a < b && b < c, a == c) {
					k.option(v[a]^v[b]^v[c], n)
				}
			}
		}
		for _, heaps := range m.many {
			options, err := k.divisions(heaps, left)
			if err != nil {
				return err
			}
			for value := range options.each {
				k.option(value, n)
			}
		}
	}
	return k.add(n)
}

// add appends the least value that is not seen as G(n).
func (k *checker) add(n int) error {
	if err := k.spend(1); err != nil {
		return err
	}
	value := 0
	for k.seen[value] == n {
		value++
	}
	if value > 1<<16-1 {
		return fmt.Errorf("values: G(%d) = %d is too large for this check", n, value)
	}
	k.values = append(k.values, uint16(value))
	return nil
}

// allowed reports whether a move with this entry may leave heaps that all differ, or are
// all equal, or neither.
func allowed(heaps byte, differ, equal bool) bool {
	return heaps == ' ' || heaps == '!' && differ || heaps == '?' && !equal || heaps == '=' && equal
}

// constants returns the constants, which must have these names.
func (k *checker) constants(names ...string) ([]uint64, error) {
	var values []uint64
	for _, name := range names {
		v, ok := k.Constants[name]
		if !ok || len(k.Constants) != len(names) || v > k.Terms {
			return nil, fmt.Errorf("constants: want %s, and each at most %d", strings.Join(names, ", "), k.Terms)
		}
		values = append(values, v)
	}
	return values, nil
}

// suitsReturn checks that terms can return shift later, from those before at on,
// and end there.
func (k *checker) suitsReturn(at, shift uint64) error {
	if shift == 0 || shift%k.Period != 0 || k.Terms != at+shift || k.Preperiod > at {
		return fmt.Errorf("constants: shift %d must be a multiple of the period, at + shift %d, and the preperiod at most at", shift, k.Terms)
	}
	return nil
}

// checkReturn checks that the terms from … at-1 return shift later.
func (k *checker) checkReturn(from, at, shift uint64) error {
	more := shift / k.Period * k.Saltus
	for n := from; n < at; n++ {
		if uint64(k.values[n])+more != uint64(k.values[n+shift]) {
			return fmt.Errorf("theorem: G(%d) is not G(%d) + %d", n+shift, n, more)
		}
	}
	return k.checkPeriod()
}

// checkPeriod checks the claim for the terms that are there.
func (k *checker) checkPeriod() error {
	if err := k.spend(k.Terms); err != nil {
		return err
	}
	for n := k.Preperiod; n+k.Period < uint64(len(k.values)); n++ {
		if uint64(k.values[n])+k.Saltus != uint64(k.values[n+k.Period]) {
			return fmt.Errorf("period: G(%d) is not G(%d) + %d", n+k.Period, n, k.Saltus)
		}
	}
	return nil
}

// checkLeast checks that no smaller preperiod or period would do. If p and d are
// periods, so is their greatest common divisor; so if there is a smaller one, then
// also p/r for some prime r that divides p.
func (k *checker) checkLeast() error {
	q, p, c := k.Preperiod, k.Period, k.Saltus
	if q > 0 && uint64(k.values[q-1])+c == uint64(k.values[q-1+p]) {
		return fmt.Errorf("preperiod: %d would do", q-1)
	}
	for _, r := range primes(p) {
		d, smaller := p/r, c%r == 0
		if err := k.spend(p); err != nil {
			return err
		}
		for n := q; smaller && n+d < q+p; n++ {
			smaller = uint64(k.values[n])+c/r == uint64(k.values[n+d])
		}
		if smaller {
			return fmt.Errorf("period: %d would do", d)
		}
	}
	return nil
}

// primes returns the primes that divide p, which takes up to the root of p steps.
func primes(p uint64) (primes []uint64) {
	for r := uint64(2); p > 1; r++ {
		if r*r > p {
			r = p
		}
		if p%r == 0 {
			primes = append(primes, r)
		}
		for p%r == 0 {
			p /= r
		}
	}
	return primes
}
