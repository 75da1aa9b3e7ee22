package certificate

// This file checks the steps of a segment one by one. segment_words.go checks many
// together; a test compares the two.
//
// Codes. Let low be the lowest bit of the mask. At any one n the bit low of a common
// value follows from its others, and so does that of a rare value. The code of a value
// is what is left without it. The exclusive or of codes is the code of the exclusive or.
// Of two common values at one n the greater has the greater code: if they differed first
// in the bit low, they would agree in all bits of the mask above it, and there are none
// below it, so one of them would be rare. The same holds for two rare values. So the
// least common value that is missing has the least code that is missing.

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"math/bits"
	"slices"

	"github.com/grundy-games/grundy"
)

// mostCodes is how many codes there can be: a set of them is a word.
const mostCodes = 64

// A game has what every check of a segment needs of it.
type game struct {
	rarity
	low int // the lowest bit of the mask

	base   int      // heaps below it are known
	values []uint16 // of these
	small  []byte   // their codes, noCode where they are rare
	common []option // by which n has options of common value, nearest first
	// A division into a and the rest has a rare value if a is common. It takes one of the
	// numbers in taken. A move that leaves one heap, with a rare value, takes one in alone.
	taken, alone []int
	reach        int // the width that the common options need

	// A candidate of the code c, at an n of this parity, wants the rare values of all codes r
	// with needs[r][parity] <= c.
	needs [mostCodes][2]int
}

// An option of n has the code of the heap n - back, changed by code.
type option struct {
	back int
	code byte
}

const noCode = 0xff

// encode returns the code of a value.
func (g *game) encode(v uint32) uint32 { return v>>(g.low+1)<<g.low | v&(1<<g.low-1) }

// decode returns the value of the code at n, the rare or the common one.
func (g *game) decode(code uint32, n int, rare bool) uint32 {
	v := code>>g.low<<(g.low+1) | code&(1<<g.low-1)
	if g.isRare(v, n) != rare {
		v |= 1 << g.low
	}
	return v
}

// errBase says that more heaps must come before the first snapshot.
var errBase = errors.New("base")

// newGame returns the game of a checker that has computed all heaps below base.
func newGame(k *checker) (*game, error) {
	g := &game{
		rarity: k.space.rarity,
		low:    bits.TrailingZeros32(k.State.Mask), base: len(k.values), values: k.values,
	}
	for n, v := range g.values {
		c := g.encode(uint32(v))
		switch {
		case c >= mostCodes:
			return nil, fmt.Errorf("values: G(%d) = %d is too large for a chain", n, v)
		case n == 0 || g.isRare(uint32(v), n):
			c = noCode
		}
		g.small = append(g.small, byte(c))
	}
	for _, m := range k.moves {
		if m.heaps[1] == 0 {
			continue
		}
		if g.timed && m.taken%2 == 1 {
			g.alone = append(g.alone, m.taken)
		} else {
			g.common = append(g.common, option{m.taken, 0})
		}
	}
	for _, m := range k.space.divide {
		g.taken = append(g.taken, m.taken)
		for _, h := range k.State.Rare {
			g.common = append(g.common, option{m.taken + int(h), byte(g.encode(uint32(g.values[h])))})
		}
	}
	slices.SortFunc(g.common, func(a, b option) int { return a.back - b.back })
	g.common = slices.Compact(g.common)
	g.reach = int(k.taken())
	if len(g.common) > 0 {
		g.reach = max(g.reach, g.common[len(g.common)-1].back)
	}
	if len(g.common) == 0 || g.common[0].back == 0 || len(g.taken) == 0 || 2*g.reach >= g.base {
		return nil, fmt.Errorf("%w: %d heaps are too few for steps that look %d back", errBase, g.base, g.reach)
	}
	for r := range g.needs {
		for parity := range 2 {
			v, c := g.decode(uint32(r), parity, true), 0
			for c < mostCodes && g.decode(uint32(c), parity, false) < v {
				c++
			}
			g.needs[r][parity] = c
		}
	}
	return g, nil
}

// A stretch is a part of the sequence: the codes of heaps from some on.
type stretch struct {
	*game
	from  int // the first heap whose code is known
	codes []byte
}

// next returns the first heap whose code is not known.
func (s *stretch) next() int { return s.from + len(s.codes) }

// candidate returns the least code that is missing among the common options of the next
// heap, mostCodes if none is.
func (s *stretch) candidate() int {
	seen := uint64(0)
	for _, o := range s.common {
		seen |= 1 << (s.codes[len(s.codes)-o.back] ^ o.code)
	}
	return bits.TrailingZeros64(^seen)
}

// step computes the code of the next heap. It returns how far back the nearest witnesses of
// the rare values that are wanted are.
func (s *stretch) step() (reach int, err error) {
	n := s.next()
	candidate := s.candidate()
	if candidate >= mostCodes {
		return 0, fmt.Errorf("G(%d) is too large for a chain", n)
	}
	reach = s.reach
	for r := 0; r < mostCodes && s.needs[r][n&1] <= candidate; r++ {
		back := s.witness(n, byte(r))
		if back == 0 {
			return 0, s.missing(n, r)
		}
		reach = max(reach, back)
	}
	s.codes = append(s.codes, byte(candidate))
	return reach, nil
}

func (s *stretch) missing(n, r int) error {
	return fmt.Errorf("no division of %d whose larger heap is known has the value %d: heap %d is rare, or the snapshot too short", n, s.decode(uint32(r), n, true), n)
}

// witness returns how far behind n the nearest heap is that is left by a move of the rare
// value with this code, 0 if there is none among those whose codes are known. It
// leaves no other heap, or one below base.
func (s *stretch) witness(n int, code byte) int {
	for back := 1; back <= min(n-s.from, s.base+s.reach); back++ {
		rest := s.codes[n-back-s.from]
		for _, t := range s.taken {
			if a := back - t; a > 0 && a < min(s.base, n-back) && s.small[a]^rest == code {
				return back
			}
		}
		if rest == code && slices.Contains(s.alone, back) {
			return back
		}
	}
	return 0
}

// A segment is the check of one.
type segment struct {
	stretch
	hash    hash.Hash           // of the values
	out     func(values []byte) // is given the values: the hash, if nothing else is said
	width   int                 // that the steps so far need of the snapshot
	start   int                 // the first heap that is computed
	trusted bool                // it is known to hold: many steps together look for no witnesses
}

// newSegment returns a segment that begins behind a snapshot: the values before start.
func (g *game) newSegment(start int, snapshot []byte) (*segment, error) {
	s := &segment{stretch: stretch{game: g, from: start - len(snapshot)}, start: start, hash: sha256.New()}
	s.out = func(values []byte) { s.hash.Write(values) }
	for i, v := range snapshot {
		n := s.from + i
		if c := g.encode(uint32(v)); c < mostCodes && !g.isRare(uint32(v), n) {
			s.codes = append(s.codes, byte(c))
			continue
		}
		return nil, fmt.Errorf("the value %d of heap %d is not a common one", v, n)
	}
	if len(snapshot) < g.reach {
		return nil, fmt.Errorf("the snapshot has %d values, and every step needs %d", len(snapshot), g.reach)
	}
	return s, nil
}

// run computes the codes to end-1, and writes their values.
func (s *segment) run(ctx context.Context, end int, progress grundy.Progress) error {
	report := func(n int) { progress.Report(uint64(n-s.start), uint64(end-s.start)) }
	// The first steps show exactly how many values of the snapshot are needed. Behind
	// them, all heaps that a witness can leave were computed since.
	first := min(end, s.settled())
	if err := s.oneByOne(ctx, first); err != nil {
		return err
	}
	s.write(s.start, s.codes[s.start-s.from:])
	if err := s.many(ctx, end, report); err != nil {
		return err
	}
	n := s.next()
	if err := s.oneByOne(ctx, end); err != nil {
		return err
	}
	s.write(n, s.codes[n-s.from:])
	report(end)
	return nil
}

// settled returns the first heap from which on no step needs the snapshot.
func (s *segment) settled() int { return s.start + s.base + s.reach }

// measure goes on behind a short segment, until the width is known that the steps need.
func (s *segment) measure(ctx context.Context) error { return s.oneByOne(ctx, s.settled()) }

// oneByOne computes the codes to end-1, and what width they need.
func (s *segment) oneByOne(ctx context.Context, end int) error {
	for n := s.next(); n < end; n++ {
		if n%(1<<12) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		reach, err := s.step()
		if err != nil {
			return err
		}
		s.width = max(s.width, reach-(n-s.start))
	}
	return nil
}

// tail returns that many values, the last ones.
func (s *segment) tail(count int) []byte {
	values := make([]byte, count)
	n := s.next() - count
	for i := range values {
		values[i] = byte(s.decode(uint32(s.codes[n+i-s.from]), n+i, false))
	}
	return values
}

// ends compares the last values and the hash with the snapshot at the end.
func (s *segment) ends(end Snapshot, tail []byte) error {
	if k := firstDifference(tail, end.Values); k >= 0 {
		n := end.At - uint64(len(end.Values)) + uint64(k)
		return fmt.Errorf("G(%d) is %d, and the snapshot says %d", n, tail[k], end.Values[k])
	}
	if got := hex.EncodeToString(s.hash.Sum(nil)); got != end.Hash {
		return fmt.Errorf("the hash of the values is %.12s…, and the snapshot has %.12s…", got, end.Hash)
	}
	return nil
}

// firstDifference returns the first index at which a and b, which are equally long, differ,
// and -1 if they do not.
func firstDifference(a, b []byte) int {
	for i, v := range a {
		if v != b[i] {
			return i
		}
	}
	return -1
}

// write writes the values of codes from n on.
func (s *segment) write(n int, codes []byte) {
	values := make([]byte, len(codes))
	for i, c := range codes {
		values[i] = byte(s.decode(uint32(c), n+i, false))
	}
	s.out(values)
}
