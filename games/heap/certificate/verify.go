package certificate

// This file checks certificates. It computes all nim-values that a proof needs
// from the rules of the game alone.
//
// Theorem of Guy and Smith (1956). Let a move take at most t tokens and leave at
// most k heaps of any sizes, and let G(n+p) = G(n) for q <= n < k q + (k-1) p + t,
// where q >= 1. Then it holds for all n >= q. For let n be larger, and let it
// hold below n. The largest heap b of an option of n+p has at least (n+p-t)/k >=
// q+p tokens, so replacing b by b-p gives an option of n of the same value; and
// the largest heap of an option of n has at least (n-t)/k >= q tokens, so
// replacing b by b+p gives one of n+p. If two heaps must differ, and b-p is the
// other heap a, then a-p and b have the value of a and b, and a-p >= q if
// n >= 2 q + 2 p + t.
//
// Sparse space. Call v a rare value of n if the ones of v & mask are even, or,
// where the parity of n takes part, the ones and n + i together, i the number of
// tokens taken in a move that divides, whose parity must then always be the
// same. Values of the two heaps of an option then add like parities: rare + rare
// and common + common give rare, rare + common gives common. So an option of
// common value has exactly one heap from the list of heaps with rare values;
// G(n) is the least common value that is not found so, unless some smaller rare
// value is no option, for which all divisions are looked at.
//
// Recurrence of the state. Let all heaps of rare value be below m, let the w
// values before m be those before m + s, and let each step from m to m + s need
// no more than the w values before it: n - i - h for h in the list, and n - i - a
// for one division into a and n - i - a for each rare value that had to be
// found. Then G(n+s) = G(n) for all n >= m - w. For step n + s sees the same
// w values as step n; so it finds the same candidate, and a division with the
// same a for the same rare values.

import (
	"context"
	"errors"
	"fmt"
	"math/bits"

	"grundy"
	"grundy/games/heap"
	"grundy/theory/period"
)

// mostTerms bounds what a certificate can ask for: 2 bytes of memory each.
const mostTerms = 1 << 30

// Verify checks everything that c claims, and returns the first thing that is
// not true. It costs about as much as the scalar sparse engine.
func Verify(ctx context.Context, c *Certificate, progress grundy.Progress) error {
	if digest, err := c.digest(); err != nil || digest != c.Digest {
		return fmt.Errorf("digest: the certificate was changed after it was made")
	}
	k, err := newChecker(c)
	if err != nil {
		return err
	}
	for n := uint64(0); n < c.Terms; n++ {
		if n%4096 == 0 {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			progress.Report(n, c.Terms)
		}
		if err := k.step(int(n)); err != nil {
			return err
		}
	}
	for b, want := range c.Blocks {
		if got := hashOf(k.values[b*blockSize : min((b+1)*blockSize, len(k.values))]); got != want {
			return fmt.Errorf("blocks: the values from G(%d) on are others", b*blockSize)
		}
	}
	return errors.Join(k.checkTheorem(), k.checkLeast())
}

// A move takes so many tokens; it may leave nothing, one heap, or two, which
// then must differ or need not.
type move struct {
	taken             int
	nothing, one, two bool
	differ            bool
}

// A checker computes the values again.
type checker struct {
	*Certificate
	moves        []move
	taken        uint64 // at most, in a move
	values       []uint16
	rare         int    // so many of State.Rare have been reached
	parity       int    // of the tokens taken by moves that divide
	seen, wanted []int  // by value: the last n that had, or wants, it as an option
	widest       uint64 // how far back steps from State.At on looked for a wanted value
}

func newChecker(c *Certificate) (*checker, error) {
	if c.Format != Format {
		return nil, fmt.Errorf("format: %q, want %q", c.Format, Format)
	}
	code, err := heap.ParseCode(c.Game)
	if err != nil {
		return nil, fmt.Errorf("game: %w", err)
	}
	taken, heaps, ok := code.Bounds()
	switch {
	case !ok || heaps > 2:
		return nil, fmt.Errorf("game: in %s a move can leave more than two heaps, or take any number, for which nothing is checked", c.Game)
	case c.Saltus != 0 || c.Terms > mostTerms || c.Period == 0 || c.Period >= c.Terms || c.Preperiod >= c.Terms-c.Period:
		return nil, fmt.Errorf("terms: %d, of %d at most, cannot show preperiod %d, period %d, saltus %d", c.Terms, mostTerms, c.Preperiod, c.Period, c.Saltus)
	case uint64(len(c.Blocks)) != (c.Terms+blockSize-1)/blockSize:
		return nil, fmt.Errorf("blocks: %d hashes for %d terms", len(c.Blocks), c.Terms)
	case c.Theorem != map[bool]period.Method{false: period.ByGuySmith, true: period.ByState}[c.State != nil]:
		return nil, fmt.Errorf("theorem: %q, with a state or without, is not known here", c.Theorem)
	case c.State != nil && c.State.Mask == 0:
		return nil, fmt.Errorf("state: the mask is 0, so that no value is common")
	}
	k := &checker{Certificate: c, taken: uint64(taken), parity: -1, seen: []int{-1}, wanted: []int{-1}}
	for i := 0; i <= taken; i++ {
		_, nothing := code.Leaves(i, 0)
		_, one := code.Leaves(i, 1)
		sizes, two := code.Leaves(i, 2)
		if sizes == '=' {
			return nil, fmt.Errorf("game: moves of %s leave two equal heaps, for which nothing is checked", c.Game)
		}
		if two && k.parity >= 0 && k.parity != i%2 && c.State != nil && c.State.Timed {
			return nil, fmt.Errorf("state: the parity of n cannot take part, as moves that divide take numbers of both parities")
		}
		if two {
			k.parity = i % 2
		}
		k.moves = append(k.moves, move{i, nothing, one, two, sizes != ' '})
	}
	return k, nil
}

// isRare reports whether v is a rare value of n.
func (k *checker) isRare(v, n int) bool {
	ones := bits.OnesCount32(uint32(v) & k.State.Mask)
	if k.State.Timed {
		ones += n + k.parity
	}
	return ones%2 == 0
}

// option notes that v is the value of an option of n.
func (k *checker) option(v, n int) {
	for v >= len(k.seen) {
		k.seen, k.wanted = append(k.seen, -1), append(k.wanted, -1)
	}
	k.seen[v] = n
}

// step computes G(n).
func (k *checker) step(n int) error {
	for _, m := range k.moves {
		left := n - m.taken
		if left == 0 && m.nothing {
			k.option(0, n)
		}
		if left > 0 && m.one {
			k.option(int(k.values[left]), n)
		}
		if !m.two {
			continue
		}
		if k.State == nil { // look at all divisions
			for a := 1; 2*a <= left; a++ {
				if !m.differ || 2*a != left {
					k.option(int(k.values[a]^k.values[left-a]), n)
				}
			}
			continue
		}
		for _, h := range k.State.Rare[:k.rare] {
			if a := int(h); a < left && (!m.differ || 2*a != left) {
				k.option(int(k.values[a]^k.values[left-a]), n)
			}
		}
	}
	value, wanted := 0, 0
	for ; ; value++ {
		if value < len(k.seen) && k.seen[value] == n {
			continue
		}
		if k.State == nil || !k.isRare(value, n) {
			break
		}
		k.option(value, -1)
		k.wanted[value] = n
		wanted++
	}
	if wanted > 0 && !k.find(n, &wanted) {
		for value = 0; k.wanted[value] != n || k.seen[value] == n; value++ {
		}
	}
	if value > 1<<16-1 {
		return fmt.Errorf("values: G(%d) = %d is too large for this check", n, value)
	}
	k.values = append(k.values, uint16(value))
	if k.State == nil || n == 0 {
		return nil
	}
	listed := k.rare < len(k.State.Rare) && k.State.Rare[k.rare] == uint64(n)
	if listed {
		k.rare++
	}
	if k.isRare(value, n) != listed {
		return fmt.Errorf("rare: G(%d) = %d, and whether that is rare is not what the list says", n, value)
	}
	return nil
}

// find looks at divisions of n until all wanted values have been seen.
func (k *checker) find(n int, wanted *int) bool {
	for a := 1; 2*a <= n; a++ {
		for _, m := range k.moves {
			left := n - m.taken
			if !m.two || 2*a > left || m.differ && 2*a == left {
				continue
			}
			v := int(k.values[a] ^ k.values[left-a])
			if v >= len(k.wanted) || k.wanted[v] != n || k.seen[v] == n {
				continue
			}
			k.seen[v] = n
			if uint64(n) >= k.State.At {
				k.widest = max(k.widest, uint64(a+m.taken))
			}
			if *wanted--; *wanted == 0 {
				return true
			}
		}
	}
	return false
}

// checkTheorem checks what the theorem asks for, for the period or a multiple.
func (k *checker) checkTheorem() error {
	q, p, t := max(k.Preperiod, 1), k.Period, k.taken
	if s := k.State; s != nil {
		last := uint64(0)
		for _, h := range s.Rare {
			last = max(last, h)
		}
		switch {
		case k.rare != len(s.Rare):
			return fmt.Errorf("rare: heap %d is not among the first %d", s.Rare[k.rare], k.Terms)
		case s.Shift == 0 || s.Shift%p != 0 || s.Timed && s.Shift%2 != 0:
			return fmt.Errorf("state: the shift %d must be a multiple of the period, and even where the parity of n takes part", s.Shift)
		case s.At >= k.Terms || s.Shift != k.Terms-s.At || s.Width > s.At || s.At <= last+t || s.Width < last+t:
			return fmt.Errorf("state: at %d, width %d and shift %d do not fit %d terms and rare heaps to %d", s.At, s.Width, s.Shift, k.Terms, last)
		case s.Width < k.widest || s.Width <= t:
			return fmt.Errorf("state: some step looked back by %d, but the width is %d", max(k.widest, t+1), s.Width)
		}
		for n := s.At - s.Width; n < s.At; n++ {
			if k.values[n] != k.values[n+s.Shift] {
				return fmt.Errorf("state: G(%d) is not G(%d)", n, n+s.Shift)
			}
		}
	} else {
		end := q + t // for taking from one heap
		for _, m := range k.moves {
			if m.two && !m.differ {
				end = max(end, 2*q+p+t)
			} else if m.two {
				end = max(end, 2*q+2*p+t)
			}
		}
		if k.Terms != end+p {
			return fmt.Errorf("terms: %d, but the theorem needs %d", k.Terms, end+p)
		}
	}
	for n := q; n+p < k.Terms; n++ {
		if k.values[n] != k.values[n+p] {
			return fmt.Errorf("period: G(%d) is not G(%d)", n, n+p)
		}
	}
	return nil
}

// checkLeast checks that no smaller preperiod or period would do.
func (k *checker) checkLeast() error {
	q, p := k.Preperiod, k.Period
	if q > 0 && k.values[q-1] == k.values[q-1+p] || q == 0 && k.values[0] != k.values[p] {
		return fmt.Errorf("preperiod: not %d", q)
	}
	for d := uint64(1); d < p; d++ {
		smaller := p%d == 0
		for n := q; smaller && n+d < q+p; n++ {
			smaller = k.values[n] == k.values[n+d]
		}
		if smaller {
			return fmt.Errorf("period: %d would do", d)
		}
	}
	return nil
}
