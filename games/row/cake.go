package row

// Only a largest heap may be touched: CakeParty, TopCoder SRM 338.
//
// Let M > 0 be the size of the largest heaps, c how many there are, and s the
// size of the next largest, which occurs e times; s = 0 if the others are
// empty.
//
// Theorem 1. The player to move wins exactly when c is odd.
//
// Proof. If c is even, every move leaves c-1 largest heaps, an odd number. If c
// is odd and at least 3, every move leaves an even number. If c = 1, the player
// to move chooses: to leave s makes e+1 largest heaps, less than s makes e, and
// one of the two is even; if s = 0 an empty table is left, and the opponent has
// no move. So from an odd c some move leads to an even one or to the end. QED.
//
// Theorem 2. The nim-value is 0 if c is even, 1 if c is odd and at least 3, and
// for c = 1 it is M if s = 0 and M-s+1 if s = 1 or e >= 2.
//
// Proof. For even c it is Theorem 1. For odd c >= 3 all options have the value
// 0, so the mex is 1. For c = 1 let the largest heap be lowered to m. If s = 0
// the game is one heap of Nim. If e >= 2, then m < s leaves e largest heaps,
// and m = s leaves e+1, both at least 2 and one of them even: the values are 0
// and 1. If s = 1 and e = 1, then m = 0 leaves one heap of 1, whose value is 1,
// and m = 1 leaves two, whose value is 0. So in either case the values for
// m <= s are 0 and 1, and those for m = s+1, s+2, … are 2, 3, … by induction;
// for m = M it is M-s+1. QED.
//
// That leaves c = e = 1 with s >= 2, the case of cake_table.go.

import (
	"math"
	"math/big"

	"github.com/grundy-games/grundy"
)

const (
	cakeOutcome = "the player to move wins when the number of largest heaps is odd (proved in games/row/cake.go)"
	cakeValue   = "nim-value by how often the two largest sizes occur (proved in games/row/cake.go)"
)

// Cake is the game in which a move takes one stone or more from a heap that no
// other heap exceeds.
//
// A position holds the number of stones of each heap, 0 … 2^63-1, left to
// right. Options come by heap, then by the number of stones taken, fewest
// first.
//
// The outcome, and the options of an outcome, cost O(heaps), and each option
// that is listed O(heaps). So does the nim-value, unless the two largest sizes
// occur once each and the smaller is 2 or more: then there is a table.
type Cake struct{}

// PlaceCake makes the position cake(args…) a component. There must be at least
// one heap, of 0 … 2^63-1 stones each. The error is a *grundy.PositionError.
func PlaceCake(brackets, args []grundy.Arg) (grundy.Component, error) {
	p, err := placeHeaps("cake", brackets, args)
	if err != nil {
		return nil, err
	}
	return grundy.Place(Cake{}, p), nil
}

// tops are the two largest sizes of a position and how often each occurs. The
// second is 0 where there is none.
type tops struct {
	largest, second      uint64
	count, countOfSecond uint64
}

func topsOf(p []uint64) tops {
	var t tops
	for _, stones := range p {
		switch {
		case stones > t.largest:
			t = tops{largest: stones, count: 1, second: t.largest, countOfSecond: t.count}
		case stones == t.largest:
			t.count++
		case stones > t.second:
			t.second, t.countOfSecond = stones, 1
		case stones == t.second:
			t.countOfSecond++
		}
	}
	return t
}

// outcome returns 1 where the position is N, else 0.
func (t tops) outcome() uint64 {
	if t.largest == 0 {
		return 0
	}
	return t.count % 2
}

// nimValue is Theorem 2.
func (t tops) nimValue() (value uint64, ok bool) {
	switch {
	case t.outcome() == 0:
		return 0, true
	case t.count > 1:
		return 1, true
	case t.second == 0:
		return t.largest, true
	case t.second == 1 || t.countOfSecond > 1:
		return t.largest - t.second + 1, true
	}
	return 0, false
}

// A piece tells the nim-values of the options that leave first … last stones in
// one of the largest heaps: all have the value, or, where it rises, the first
// has it and each next one has 1 more.
type piece struct {
	first, last uint64
	value       uint64
	rises       bool
}

// pieces returns the pieces, fewest stones left first; some may be empty. Where
// they are not exact, values of 1 or more stand for any such values.
func (t tops) pieces() (list []piece, exact bool) {
	switch {
	case t.largest == 0:
		return nil, true
	case t.count > 1:
		return []piece{{0, t.largest - 1, (t.count - 1) % 2, false}}, t.count > 2
	case t.second == 0:
		return []piece{{0, t.largest - 1, 0, true}}, true
	}
	below := t.countOfSecond % 2
	return []piece{
		{0, t.second - 1, below, false},
		{t.second, t.second, 1 - below, false},
		{t.second + 1, t.largest - 1, 2, true},
	}, t.second == 1 || t.countOfSecond > 1
}

// A span is a range of numbers of stones to take, least … most.
type span struct{ least, most uint64 }

// takes returns the numbers of stones to take from any of the largest heaps
// such that the nim-value becomes lo … hi, in increasing order.
func (t tops) takes(lo, hi uint64) (spans []span, ok bool) {
	pieces, exact := t.pieces()
	outcomesDo := lo > hi || hi == 0 || lo <= 1 && hi == math.MaxUint64
	if !exact && !outcomesDo {
		return nil, false
	}
	for i := len(pieces) - 1; i >= 0; i-- {
		p := pieces[i]
		if p.first > p.last {
			continue
		}
		if !p.rises {
			if lo <= p.value && p.value <= hi {
				spans = append(spans, span{t.largest - p.last, t.largest - p.first})
			}
			continue
		}
		least, most := max(lo, p.value), min(hi, p.value+(p.last-p.first))
		if least <= most {
			spans = append(spans, span{t.largest - p.first - (most - p.value), t.largest - p.first - (least - p.value)})
		}
	}
	return spans, true
}

var (
	_ grundy.Game[[]uint64]          = Cake{}
	_ grundy.Notation[[]uint64]      = Cake{}
	_ grundy.OptionCounter[[]uint64] = Cake{}
	_ grundy.Bounded[[]uint64]       = Cake{}
	_ grundy.Measurer[[]uint64]      = Cake{}
	_ grundy.Finder[[]uint64]        = Cake{}
	_ grundy.Tabler[[]uint64]        = Cake{}
	_ grundy.MoveNamer[[]uint64]     = Cake{}
	_ grundy.Scener[[]uint64]        = Cake{}
)

// AppendOptions implements [grundy.Game].
func (Cake) AppendOptions(dst [][]uint64, p []uint64) [][]uint64 {
	largest := topsOf(p).largest
	for i, stones := range p {
		if stones == largest {
			for taken := uint64(1); taken <= stones; taken++ {
				dst = append(dst, take(p, i, taken))
			}
		}
	}
	return dst
}

// AppendPosition implements [grundy.Notation]: "cake(3,3,112)".
func (Cake) AppendPosition(dst []byte, p []uint64) []byte {
	return grundy.AppendNumbers(append(dst, "cake"...), '(', p, ')')
}

// CountOptions implements [grundy.OptionCounter].
func (Cake) CountOptions(p []uint64) uint64 {
	t := topsOf(p)
	return grundy.MulCounts(t.largest, t.count)
}

// CountPositions implements [grundy.Bounded]: no heap ever grows.
func (Cake) CountPositions(p []uint64) uint64 { return countHeaps(p) }

// Measure implements [grundy.Measurer] for the outcome, and for the nim-value
// where [Cake] says so.
func (Cake) Measure(m grundy.Measure, p []uint64) (uint64, string, bool) {
	t := topsOf(p)
	switch m {
	case grundy.ByOutcome:
		return t.outcome(), cakeOutcome, true
	case grundy.ByNimValue:
		if value, ok := t.nimValue(); ok {
			return value, cakeValue, true
		}
	}
	return 0, "", false
}

// FindOptions implements [grundy.Finder] for any outcomes, for the nim-values
// 0, 0 … 2^64-1 and 1 … 2^64-1, and for any interval of nim-values where a
// closed form gives those of all options: if there are three largest heaps or
// more, or if there is one and its nim-value has a closed form.
func (Cake) FindOptions(m grundy.Measure, p []uint64, lo, hi uint64) (grundy.Found[[]uint64], bool) {
	switch m {
	case grundy.ByNimValue:
	case grundy.ByOutcome:
		lo, hi = grundy.NimValuesOfOutcomes(lo, hi)
	default:
		return grundy.Found[[]uint64]{}, false
	}
	t := topsOf(p)
	spans, ok := t.takes(lo, hi)
	if !ok {
		return grundy.Found[[]uint64]{}, false
	}
	count := new(big.Int)
	for _, s := range spans {
		count.Add(count, new(big.Int).SetUint64(s.most-s.least+1))
	}
	return grundy.Found[[]uint64]{
		Count: count.Mul(count, new(big.Int).SetUint64(t.count)),
		Each: func(yield func([]uint64) bool) {
			for i, stones := range p {
				if stones != t.largest {
					continue
				}
				for _, s := range spans {
					for taken := s.least; taken <= s.most; taken++ {
						if !yield(take(p, i, taken)) {
							return
						}
					}
				}
			}
		},
	}, true
}

// WinningTakes returns all winning moves of p at once: any of least … most
// stones from any of the heaps, which come left to right. There are no heaps
// where p has no winning move.
func (Cake) WinningTakes(p []uint64) (heaps []int, least, most uint64) {
	t := topsOf(p)
	spans, _ := t.takes(0, 0)
	if len(spans) == 0 {
		return nil, 0, 0
	}
	for i, stones := range p {
		if stones == t.largest {
			heaps = append(heaps, i)
		}
	}
	// A second span would need two pieces of value 0, and the pieces of
	// heaps like these have one.
	return heaps, spans[0].least, spans[0].most
}

// Scene implements [grundy.Scener].
func (Cake) Scene(p []uint64) (grundy.Scene, error) { return grundy.HeapsScene(p...) }

// AppendMove implements [grundy.MoveNamer]: "take 110 from the heap of 112". Heaps are
// numbered from 1, unlike in the contest problem.
func (Cake) AppendMove(dst []byte, p, q []uint64) []byte { return grundy.AppendTakes(dst, p, q) }
