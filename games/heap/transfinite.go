//go:build !playing

package heap

// Nim with heaps of any size below ω^ω^ω: a move leaves a heap with any smaller ordinal. By induction the nim-value of a heap is
// its size, and that of heaps is the nim-sum, as for finite ones (J. H. Conway, On Numbers and Games, chapter 6). In misère play
// a heap of 2 or more, so each infinite one, is firm: as in Bouton's theorem, the best play is as in normal play until a
// move would leave heaps of 1 only.

import (
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/misere"
	"github.com/grundy-games/grundy/theory/ordinal"
)

const transfinite = "Nim: the nim-value is the nim-sum of the heaps, also of infinite ones (J. H. Conway, On Numbers and Games, chapter 6)"

// Transfinite is Nim in which some heaps may be infinite. A position is their sizes. Options of an infinite heap cannot be listed:
// AppendOptions has the options of finite heaps, and CountOptions says that there are more than can be counted.
// [Transfinite.Unlisted] says which heaps have the others.
type Transfinite struct{}

var (
	_ grundy.Game[[]ordinal.Ordinal]          = Transfinite{}
	_ grundy.Notation[[]ordinal.Ordinal]      = Transfinite{}
	_ grundy.OptionCounter[[]ordinal.Ordinal] = Transfinite{}
	_ grundy.Bounded[[]ordinal.Ordinal]       = Transfinite{}
	_ grundy.MoveNamer[[]ordinal.Ordinal]     = Transfinite{}
	_ grundy.Scener[[]ordinal.Ordinal]        = Transfinite{}
	_ grundy.Measurer[[]ordinal.Ordinal]      = Transfinite{}
	_ grundy.Finder[[]ordinal.Ordinal]        = Transfinite{}
)

// PlaceTransfinite makes a component of the form nim(w^2+1,5,3). It is one of [Nim] where no heap is infinite.
func PlaceTransfinite(heaps []ordinal.Ordinal) (grundy.Component, error) {
	for i, h := range heaps {
		n, isFinite := h.Finite()
		if isFinite && (!n.IsUint64() || n.Uint64() > MaxHeap) {
			return nil, grundy.Errorf(i, "a finite heap of %v; want at most %d", h, uint64(MaxHeap))
		}
	}
	if list, ok := finite(heaps); ok {
		return grundy.Place(Nim{}, list), nil
	}
	return grundy.Place(Transfinite{}, heaps), nil
}

// AppendPosition writes nim(w^2+1,5,3).
func (Transfinite) AppendPosition(dst []byte, heaps []ordinal.Ordinal) []byte {
	dst = append(dst, "nim("...)
	for i, h := range heaps {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, h.String()...)
	}
	return append(dst, ')')
}

// mostListed bounds the options of finite heaps that are listed beside infinite ones.
const mostListed = 1 << 16

// finite returns heaps that are all as those of [Nim].
func finite(heaps []ordinal.Ordinal) (list []uint64, ok bool) {
	list = make([]uint64, len(heaps))
	for i, h := range heaps {
		if list[i], ok = h.Uint64(); !ok || list[i] > MaxHeap {
			return nil, false
		}
	}
	return list, true
}

// ordinals returns finite heaps.
func ordinals(heaps []uint64) []ordinal.Ordinal {
	list := make([]ordinal.Ordinal, len(heaps))
	for i, h := range heaps {
		list[i] = ordinal.OfUint64(h)
	}
	return list
}

// AppendOptions implements [grundy.Game] for the finite heaps.
func (Transfinite) AppendOptions(dst [][]ordinal.Ordinal, heaps []ordinal.Ordinal) [][]ordinal.Ordinal {
	for i, h := range heaps {
		n, small := h.Uint64()
		if !small || n > mostListed {
			continue
		}
		for ; n > 0; n-- {
			dst = append(dst, withHeap(heaps, i, ordinal.OfUint64(n-1)))
		}
	}
	return dst
}

func withHeap(heaps []ordinal.Ordinal, i int, to ordinal.Ordinal) []ordinal.Ordinal {
	heaps = slices.Clone(heaps)
	heaps[i] = to
	return heaps
}

// CountOptions implements [grundy.OptionCounter].
func (Transfinite) CountOptions(heaps []ordinal.Ordinal) (count uint64) {
	for _, h := range heaps {
		n, small := h.Uint64()
		if !small {
			return math.MaxUint64
		}
		count = grundy.AddCounts(count, n)
	}
	return count
}

// CountPositions implements [grundy.Bounded].
func (Transfinite) CountPositions(heaps []ordinal.Ordinal) uint64 {
	count := uint64(1)
	for _, h := range heaps {
		n, small := h.Uint64()
		if !small {
			return math.MaxUint64
		}
		count = grundy.MulCounts(count, grundy.AddCounts(n, 1))
	}
	return count
}

// Size returns the nim-value of a position, a list of heaps: their nim-sum. Firm says whether some heap is 2 or more.
func (Transfinite) Size(position any) (sum ordinal.Ordinal, firm bool) {
	heaps, _ := position.([]ordinal.Ordinal)
	for _, h := range heaps {
		sum = sum.NimSum(h)
		firm = firm || h.Cmp(ordinal.OfUint64(2)) >= 0
	}
	return sum, firm
}

// Measure implements [grundy.Measurer]: the outcome, and the nim-value and the genus where they are finite. Of finite heaps it
// knows what [Nim] does.
func (g Transfinite) Measure(m grundy.Measure, heaps []ordinal.Ordinal) (uint64, string, bool) {
	if list, ok := finite(heaps); ok {
		return Nim{}.Measure(m, list)
	}
	sum, firm := g.Size(heaps)
	n, small := sum.Uint64()
	switch m {
	case grundy.ByOutcome:
		if sum.IsZero() {
			return 0, transfinite, true
		}
		return 1, transfinite, true
	case grundy.ByNimValue:
		return n, transfinite, small
	case grundy.ByGenus:
		if small && n <= math.MaxUint64-2 {
			return misere.Genus(grundy.Value(n), firm), misere.Theorem, true
		}
	}
	return 0, "", false
}

// FindOptions implements [grundy.Finder] for single nim-values and genera, and of finite heaps as [Nim] does.
func (g Transfinite) FindOptions(m grundy.Measure, heaps []ordinal.Ordinal, lo, hi uint64) (found grundy.Found[[]ordinal.Ordinal], ok bool) {
	if list, isFinite := finite(heaps); isFinite {
		of, ok := Nim{}.FindOptions(m, list, lo, hi)
		return grundy.Found[[]ordinal.Ordinal]{Count: of.Count, Each: func(yield func([]ordinal.Ordinal) bool) {
			for option := range of.Each {
				if !yield(ordinals(option)) {
					return
				}
			}
		}}, ok
	}
	if lo != hi {
		return found, false
	}
	switch m {
	case grundy.ByNimValue:
		return g.find(heaps, ordinal.OfUint64(lo), nil), true
	case grundy.ByGenus:
		v, firm := misere.Split(lo)
		return g.find(heaps, ordinal.OfUint64(uint64(v)), func(isFirm bool) bool { return isFirm == firm }), true
	}
	return found, false
}

// find returns the options whose nim-sum is value, and of these those for which keep holds of whether some heap is 2 or more;
// all if keep is nil. They are counted in one pass over the heaps.
func (g Transfinite) find(heaps []ordinal.Ordinal, value ordinal.Ordinal, keep func(firm bool) bool) grundy.Found[[]ordinal.Ordinal] {
	sum, _ := g.Size(heaps)
	two, firm := ordinal.OfUint64(2), 0
	for _, h := range heaps {
		if h.Cmp(two) >= 0 {
			firm++
		}
	}
	type change struct {
		heap int
		to   ordinal.Ordinal
	}
	var all []change
	for i, h := range heaps {
		to := h.NimSum(sum).NimSum(value)
		if to.Cmp(h) >= 0 {
			continue
		}
		others := firm
		if h.Cmp(two) >= 0 {
			others--
		}
		if keep == nil || keep(others > 0 || to.Cmp(two) >= 0) {
			all = append(all, change{i, to})
		}
	}
	return grundy.Found[[]ordinal.Ordinal]{Count: big.NewInt(int64(len(all))), Each: func(yield func([]ordinal.Ordinal) bool) {
		for _, c := range all {
			if !yield(withHeap(heaps, c.heap, c.to)) {
				return
			}
		}
	}}
}

// OptionsOf returns the same for a position of a component.
func (g Transfinite) OptionsOf(position any, value ordinal.Ordinal, keep func(firm bool) bool) grundy.Found[grundy.Component] {
	heaps, _ := position.([]ordinal.Ordinal)
	found := g.find(heaps, value, keep)
	return grundy.Found[grundy.Component]{Count: found.Count, Each: func(yield func(grundy.Component) bool) {
		for option := range found.Each {
			if !yield(grundy.Place(g, option)) {
				return
			}
		}
	}}
}

// ReadOption returns the option of a position that a text writes: nim(w,5), its heaps alone, or the move in the words of
// AppendMove. The result is nil where it is none.
func (g Transfinite) ReadOption(position any, text string) grundy.Component {
	heaps, _ := position.([]ordinal.Ordinal)
	text = strings.TrimSpace(text)
	if words, ok := strings.CutPrefix(text, "leave "); ok {
		left, of, _ := strings.Cut(words, " of the heap of ")
		to, n, err := ordinal.Parse(left)
		from, m, failed := ordinal.Parse(of)
		i := slices.IndexFunc(heaps, func(h ordinal.Ordinal) bool { return h.Cmp(from) == 0 })
		if err != nil || failed != nil || n < len(left) || m < len(of) || i < 0 || to.Cmp(from) >= 0 {
			return nil
		}
		return grundy.Place(g, withHeap(heaps, i, to))
	}
	if inner, ok := strings.CutPrefix(text, "nim("); ok {
		if text, ok = strings.CutSuffix(inner, ")"); !ok {
			return nil
		}
	}
	changed := 0
	var option []ordinal.Ordinal
	for i, h := range heaps {
		q, length, err := ordinal.Parse(text)
		if err != nil {
			return nil
		}
		text = strings.TrimLeft(text[length:], " \t")
		if i < len(heaps)-1 {
			var comma bool
			if text, comma = strings.CutPrefix(text, ","); !comma {
				return nil
			}
		}
		switch c := q.Cmp(h); {
		case c > 0:
			return nil
		case c < 0:
			changed++
		}
		option = append(option, q)
	}
	if text != "" || changed != 1 {
		return nil
	}
	return grundy.Place(g, option)
}

// IsEndless reports whether a position has other heaps than [Nim] has.
func (g Transfinite) IsEndless(position any) bool {
	heaps, _ := position.([]ordinal.Ordinal)
	return slices.ContainsFunc(heaps, func(h ordinal.Ordinal) bool {
		n, small := h.Uint64()
		return !small || n > MaxHeap
	})
}

// mostDescribed bounds the heaps whose options are described.
const mostDescribed = 100

// Unlisted returns the first infinite heaps of a position, and others that are too large to be listed. The result is nil where all
// heaps are as those of [Nim].
func (g Transfinite) Unlisted(position any) (list []ordinal.Heap) {
	heaps, _ := position.([]ordinal.Ordinal)
	if !g.IsEndless(position) {
		return nil
	}
	for i, h := range heaps {
		if n, small := h.Uint64(); small && n <= mostListed {
			continue
		}
		if len(list) == mostDescribed {
			break
		}
		before := g.AppendPosition(nil, heaps[:i])
		before = before[:len(before)-1]
		if i > 0 {
			before = append(before, ',')
		}
		after := ")"
		if i < len(heaps)-1 {
			after = "," + strings.TrimPrefix(string(g.AppendPosition(nil, heaps[i+1:])), "nim(")
		}
		list = append(list, ordinal.Heap{Size: h, Before: string(before), After: after})
	}
	return list
}

// Examples returns some options of the heaps that Unlisted returns, by which a player who has lost goes on: with the last term of
// a heap made smaller by one, and with smaller powers of ω in its place.
func (g Transfinite) Examples(position any) (options []grundy.Component) {
	heaps, _ := position.([]ordinal.Ordinal)
	for i, h := range heaps {
		if _, small := h.Uint64(); !small {
			for _, to := range h.Below() {
				options = append(options, grundy.Place(g, withHeap(heaps, i, to)))
			}
		}
	}
	return options
}

// AppendMove implements [grundy.MoveNamer]: "leave w+3 of the heap of w^2".
func (Transfinite) AppendMove(dst []byte, p, q []ordinal.Ordinal) []byte {
	if from, ok := finite(p); ok {
		to, _ := finite(q)
		return grundy.AppendTakes(dst, from, to)
	}
	for i, h := range p {
		if q[i].Cmp(h) != 0 {
			dst = append(dst, "leave "+q[i].String()+" of the heap of "+h.String()...)
		}
	}
	return dst
}

// Scene implements [grundy.Scener]: a text where a heap is infinite, as that has no picture.
func (g Transfinite) Scene(p []ordinal.Ordinal) (grundy.Scene, error) {
	if list, ok := finite(p); ok {
		return Nim{}.Scene(list)
	}
	return grundy.Scene{Kind: grundy.SceneText, Text: string(g.AppendPosition(nil, p))}, nil
}

// String names the game.
func (Transfinite) String() string { return "nim" }
