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
	"fmt"
	"strconv"
	"strings"

	"grundy"
	"grundy/games/heap"
	"grundy/theory/period"
)

// Bounds of what a certificate can ask for: terms of 2 bytes; where all divisions
// into three or all of many moves are looked at, fewer; and steps.
const (
	mostTerms = 1 << 30
	mostMany  = 1 << 13
	mostSteps = 1 << 38 // minutes
)

// Verify checks everything that c claims, and returns the first thing that is
// not true. It costs as many steps as there are options of the heaps, and much
// fewer in a proof by state; where these are more than 2^38, c is refused.
func Verify(ctx context.Context, c *Certificate, progress grundy.Progress) error {
	return verify(ctx, c, mostSteps, progress)
}

func verify(ctx context.Context, c *Certificate, most uint64, progress grundy.Progress) error {
	if digest, err := c.digest(); err != nil || digest != c.Digest {
		return fmt.Errorf("digest: the certificate was changed after it was made")
	}
	k, err := newChecker(c, most)
	if err != nil {
		return err
	}
	if uint64(len(c.Blocks)) != (c.Terms+blockSize-1)/blockSize {
		return fmt.Errorf("blocks: %d hashes for %d terms", len(c.Blocks), c.Terms)
	}
	for n := uint64(0); n < c.Terms; n++ {
		if n%16 == 0 || k.turn > 0 || k.Terms < mostMany {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			progress.Report(n, c.Terms)
		}
		if err := k.theorem.step(int(n)); err != nil {
			return err
		}
	}
	for b, want := range c.Blocks {
		if got := hashOf(k.values[b*blockSize : min((b+1)*blockSize, len(k.values))]); got != want {
			return fmt.Errorf("blocks: the values from G(%d) on are others", b*blockSize)
		}
	}
	if err := k.theorem.check(ctx); err != nil {
		return err
	}
	return k.checkLeast()
}

// A theorem says how it is checked: what can be seen before there are values; how
// each value is computed; and the rest.
type theorem struct {
	suits func() error
	step  func(n int) error
	check func(ctx context.Context) error
}

// A move takes so many tokens, fewer than 0 if it adds some. By the number of
// heaps that it leaves it has 0 if it may not, ' ' for any heaps, '!' for
// different ones, '?' for some that are not all equal, '=' for equal ones.
type move struct {
	taken int
	heaps [4]byte
}

// A checker computes the values again.
type checker struct {
	*Certificate
	moves      []move
	near, turn int // digits from near on repeat after turn; 0: none do
	values     []uint16
	seen       []int // by value: the last n that had it as an option
	steps      uint64
	most       uint64 // steps
	theorem    theorem
	space      *space
}

// newChecker returns a checker without values, of a claim that the theorem suits.
func newChecker(c *Certificate, most uint64) (*checker, error) {
	k := &checker{Certificate: c, seen: []int{-1}, most: most}
	if err := k.readClaim(); err != nil {
		return nil, err
	}
	theorem, ok := map[period.Method]theorem{
		period.ByGuySmith:        {k.suitsGuySmith, k.step, k.checkGuySmith},
		period.ByRecurringWindow: {k.suitsWindow, k.step, k.checkWindow},
		period.ByTaking:          {k.suitsTaking, k.step, k.checkTaking},
		period.ByDividing:        {k.suitsDividing, k.step, k.checkDividing},
		period.ByState:           {k.suitsState, k.sparseStep, k.checkState},
	}[c.Theorem]
	if !ok || (c.Theorem == period.ByState) != (c.State != nil) {
		return nil, fmt.Errorf("theorem: %q, with a state or without, is not known here", c.Theorem)
	}
	k.theorem = theorem
	return k, theorem.suits()
}

// readClaim reads the moves of the game, and what is claimed.
func (k *checker) readClaim() error {
	c := k.Certificate
	if c.Format != Format {
		return fmt.Errorf("format: %q, want %q", c.Format, Format)
	}
	if c.Terms > mostTerms || c.Period == 0 || c.Period >= c.Terms || c.Preperiod > c.Terms-c.Period || c.Saltus > c.Terms {
		return fmt.Errorf("terms: %d, of %d at most, cannot show preperiod %d, period %d, saltus %d", c.Terms, mostTerms, c.Preperiod, c.Period, c.Saltus)
	}
	if list, ok := strings.CutPrefix(c.Game, "subtraction["); ok {
		for amount := range strings.SplitSeq(strings.TrimSuffix(list, "]"), ",") {
			a, err := strconv.ParseUint(amount, 10, 32)
			if err != nil || uint64(len(k.moves)) > 0 && a <= k.taken() || a == 0 || a >= c.Terms || strconv.FormatUint(a, 10) != amount {
				return fmt.Errorf("game: %q: want ascending numbers 1 … %d", amount, c.Terms-1)
			}
			k.moves = append(k.moves, move{int(a), [4]byte{' ', ' '}})
		}
		if text := "subtraction[" + strings.TrimSuffix(list, "]") + "]"; text != c.Game {
			return fmt.Errorf("game: %q, want %q", c.Game, text)
		}
		return nil
	}
	code, err := heap.ParseCode(c.Game)
	if err != nil {
		return fmt.Errorf("game: %w", err)
	}
	_, most, _ := code.Bounds()
	added, listed, turn := code.Span()
	if most > 3 || turn > 0 && added > 0 || most == 3 && c.Terms > mostMany || turn > 0 && c.Terms > mostMany || code.String() != c.Game {
		return fmt.Errorf("game: want the normal form of a code, %s, in which moves leave three heaps at the most; with three, or with digits that repeat, at most %d terms are checked", code, mostMany)
	}
	if k.near, k.turn = listed-turn, turn; turn > 0 {
		listed += int(c.Terms)
	}
	for taken := -added; taken < listed; taken++ {
		m := move{taken: taken}
		for heaps := range m.heaps {
			m.heaps[heaps], _ = code.Leaves(taken, heaps)
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

// step computes G(n) from all options.
func (k *checker) step(n int) error {
	v := k.values
	for _, m := range k.moves {
		left := n - m.taken
		if left < 0 {
			break
		}
		if k.steps++; left == 0 && m.heaps[0] != 0 {
			k.option(0, n)
		}
		if left > 0 && m.heaps[1] != 0 {
			k.option(v[left], n)
		}
		if m.heaps[2] != 0 {
			k.steps += uint64(left) / 2
		}
		if m.heaps[3] != 0 {
			k.steps += uint64(left) * uint64(left) / 12
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
	}
	return k.add(n)
}

// add appends the least value that is not seen as G(n).
func (k *checker) add(n int) error {
	if k.steps++; k.steps > k.most {
		return fmt.Errorf("terms: to compute %d takes more than %d steps", k.Terms, k.most)
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

// allowed reports whether heaps of which all are different, or all are equal, or
// neither, may be left by a move that says so.
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
	for n := k.Preperiod; n+k.Period < k.Terms; n++ {
		if uint64(k.values[n])+k.Saltus != uint64(k.values[n+k.Period]) {
			return fmt.Errorf("period: G(%d) is not G(%d) + %d", n+k.Period, n, k.Saltus)
		}
	}
	return nil
}

// checkLeast checks that no smaller preperiod or period would do. (If p and d
// are periods, their greatest common divisor is one.)
func (k *checker) checkLeast() error {
	q, p, c := k.Preperiod, k.Period, k.Saltus
	if q > 0 && uint64(k.values[q-1])+c == uint64(k.values[q-1+p]) {
		return fmt.Errorf("preperiod: %d would do", q-1)
	}
	for d := uint64(1); d < p; d++ {
		smaller := p%d == 0 && c*d%p == 0
		for n := q; smaller && n+d < q+p; n++ {
			smaller = uint64(k.values[n])+c*d/p == uint64(k.values[n+d])
		}
		if smaller {
			return fmt.Errorf("period: %d would do", d)
		}
	}
	return nil
}
