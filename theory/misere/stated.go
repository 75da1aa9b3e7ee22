package misere

// The genus as answers state it.

import (
	"slices"
	"strconv"

	"github.com/grundy-games/grundy"
)

// Stated is a genus for answers, of nim-values of any size, with the class of the game. The zero value stands
// for a genus that is not known.
type Stated struct {
	NimValue uint64
	// Digits are the misère nim-values of the game with 0, 1, 2, … heaps of two beside it: at least two, and
	// no more than it takes until the last two go on in turn for ever. So
	// Digits[k] is Digits[k-2] from its end on.
	Digits []uint64
	Class  Class
}

// StatedTame states the genus of a tame game, where it is not known whether the game equals a heap of Nim; genus is its
// measure [grundy.ByGenus].
func StatedTame(genus uint64) Stated {
	v, firm := Split(genus)
	if firm {
		return Stated{uint64(v), []uint64{uint64(v), uint64(v) ^ 2}, Tame}
	}
	return Stated{uint64(v), []uint64{uint64(v) ^ 1, uint64(v) ^ 2, uint64(v)}, Tame}
}

// StatedHeap states the genus of a heap of Nim.
func StatedHeap(size uint64) Stated {
	s := StatedTame(OfNimValue(grundy.Value(size)))
	s.Class = Nim
	return s
}

// IsKnown reports whether s is a genus.
func (s Stated) IsKnown() bool { return s.Digits != nil }

// String writes the genus as the literature abbreviates it: 3 for a heap of Nim, 3^3 for another tame game and 1^2
// for a restive one whose further digits all follow; otherwise in full. It is "" where the genus is not known.
func (s Stated) String() string {
	if !s.IsKnown() {
		return ""
	}
	dst := strconv.AppendUint(nil, s.NimValue, 10)
	shown := s.Digits
	switch {
	case s.Class == Nim:
		return string(dst)
	case s.Class == Tame, s.Class == Restive && slices.Equal(shown, ofRestive(s.NimValue, shown[0])):
		shown = shown[:1]
	}
	dst = append(dst, '^')
	wide := slices.Max(shown) >= 10
	if wide {
		dst = append(dst, '(')
	}
	for i, d := range shown {
		if wide && i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendUint(dst, d, 10)
	}
	if wide {
		dst = append(dst, ')')
	}
	return string(dst)
}

// ofRestive returns the digits of restive games of nim-value v, 0 or 1, and misère
// nim-value d, 2 or more, that have the usual ones.
func ofRestive(v, d uint64) []uint64 {
	if d < 4 {
		return []uint64{d, d ^ 2}
	}
	return []uint64{d, v ^ 2, v}
}
