package misere

// A genus symbol says what is known of a game in normal play, in misère play, and in misère play
// with heaps of two beside it.

import (
	"math/bits"
	"slices"

	"github.com/grundy-games/grundy"
)

// A Symbol is the genus of a game G (Winning Ways, chapter 13; On Numbers and
// Games, chapter 12): its nim-value g, and its misère nim-values with 0, 1, 2, …
// heaps of two beside it,
//
//	g^(d0 d1 d2 …), where dk is the misère nim-value of G + *2 + … + *2 (k twos).
//
// A misère nim-value is 1 for a game without options, else the mex of the
// options' misère nim-values; it is the n such that G + *n is P in misère play.
//
// From some k on d(k+1) is dk with its bit 2 turned over, for ever: see
// [SymbolOf]. The digits are written up to the second of these. The zero value
// is not a symbol.
type Symbol struct {
	base   uint32
	digits []uint32 // at least 2; the last two go on in turn
}

// Zero is the genus of a game without options, 0^120.
func Zero() Symbol { return Symbol{0, []uint32{1, 2, 0}} }

// Base returns the nim-value.
func (g Symbol) Base() uint32 { return g.base }

// At returns the misère nim-value with k heaps of two beside the game.
func (g Symbol) At(k int) uint32 {
	if last := len(g.digits) - 1; k > last {
		k = last - (k-last)%2
	}
	return g.digits[k]
}

// SymbolOf returns the genus of the game with options of these genera, at least
// one.
//
// The options of G + k twos are the options of G with k twos, and G with k-1 twos and
// a heap of 1 or of nothing; and a heap of 1 turns over bit 1 of every misère
// nim-value, since X + *1 + *1 is X. So
//
//	dk = mex of all d'k, d(k-1), and d(k-1) with bit 1 turned over.
//
// The digits end as said. Let all options have come to d'(k+1) = d'k ^ 2 for k at
// least m, and let S be the set of the d'm; that of the d'(m+1) is then S ^ 2, and
// so on in turn. Cut the numbers into blocks 4q … 4q+3, each of two pairs, {4q,
// 4q+1} and {4q+2, 4q+3}; ^ 2 swaps the pairs, ^ 1 turns each over. Take the first
// block that S does not fill; neither does S ^ 2. The mex lies in it, in the first
// pair that has room and is not the pair {d(k-1), d(k-1) ^ 1}, or beyond it if no
// pair is left. If both pairs have room, dk is in one of them, d(k+1) in the
// other, as its own is forbidden and the room has been swapped with it, namely
// dk ^ 2, and so on for ever. If one has, it is taken at latest in the second
// step, since a value beyond forbids nothing here, and again the next is dk ^ 2.
// So the digits are regular from m + 2 on, and three more are computed to see
// where that began.
func SymbolOf(options []Symbol) Symbol {
	var seen, digit set
	settled := 0
	for _, o := range options {
		seen.add(o.base)
		settled = max(settled, len(o.digits)-2)
	}
	g := Symbol{base: seen.mex(), digits: make([]uint32, 0, settled+6)}
	for k := range settled + 6 {
		digit.clear()
		for _, o := range options {
			digit.add(o.At(k))
		}
		if k > 0 {
			digit.add(g.digits[k-1])
			digit.add(g.digits[k-1] ^ 1)
		}
		g.digits = append(g.digits, digit.mex())
	}
	return g.trimmed()
}

// trimmed cuts off the digits that go on in turn.
func (g Symbol) trimmed() Symbol {
	last := len(g.digits) - 1
	for last > 1 && g.digits[last] == g.digits[last-2] {
		last--
	}
	g.digits = slices.Clip(g.digits[:last+1])
	return g
}

// Plus returns the genus of the game with twos heaps of two beside it, and
// with a heap of one if one is set.
func (g Symbol) Plus(twos int, one bool) Symbol {
	if twos == 0 && !one {
		return g
	}
	flip := uint32(0)
	if one {
		flip = 1
	}
	sum := Symbol{base: g.base ^ flip ^ uint32(twos%2)<<1}
	for k := twos; k < max(len(g.digits), twos+2); k++ {
		sum.digits = append(sum.digits, g.At(k)^flip)
	}
	return sum.trimmed()
}

// ofTame returns the genus of tame games of nim-value v.
func ofTame(v uint32, firm bool) Symbol {
	if firm {
		return Symbol{v, []uint32{v, v ^ 2}}
	}
	return Symbol{v, []uint32{v ^ 1, v ^ 2, v}}
}

// IsTame reports whether the symbol belongs to a position of Nim: 0^120, 1^031, or
// g^g(g^2). Games of such a genus need not be tame; tame games have such a genus.
func (g Symbol) IsTame() bool { return g.pair().tame() && g.equal(ofTame(g.base, g.pair().firm())) }

func (g Symbol) equal(h Symbol) bool { return g.base == h.base && slices.Equal(g.digits, h.digits) }

// String returns the symbol in full, as 3^1431; with commas where some digit is
// 10 or more, as 6^(1,9,10,8).
func (g Symbol) String() string { return g.Stated(Wild).String() }

// Stated returns the symbol of a game of class c, as answers state it.
func (g Symbol) Stated(c Class) Stated {
	s := Stated{NimValue: uint64(g.base), Class: c}
	for _, d := range g.digits {
		s.Digits = append(s.Digits, uint64(d))
	}
	return s
}

// A set is a set of small numbers.
type set struct {
	words []uint64
}

func (s *set) clear() { clear(s.words) }

func (s *set) add(v uint32) {
	for int(v/64) >= len(s.words) {
		s.words = append(s.words, 0)
	}
	s.words[v/64] |= 1 << (v % 64)
}

func (s *set) mex() uint32 {
	for i, w := range s.words {
		if ^w != 0 {
			return uint32(i*64 + bits.TrailingZeros64(^w))
		}
	}
	return uint32(len(s.words) * 64)
}

// Measure returns the measure [grundy.ByGenus] that stands for a tame game of this
// genus.
func (g Symbol) Measure() uint64 { return Genus(grundy.Value(g.base), g.pair().firm()) }
