package made

// Ordinal sums: a move in the first position ends the second one.

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/grundy-games/grundy"
)

// Ordinal is the ordinal sum a : b of two games: a player moves in b, or in a, and then b is gone. A
// position is a and b, or a alone.
//
// A move leads from a : b to an option of a, or to a : b' for an option b' of b. So by induction the nim-values of
// a : b are the numbers that no option of a has, in order: that of a : b is the one for which G(b) smaller
// ones are missing too. An equal game may stand for b, but not for a: equal games
// may have options of other nim-values (J. H. Conway, On Numbers and Games, chapter 16; E. R. Berlekamp, J. H. Conway
// and R. K. Guy, Winning Ways, chapter 7). That is of normal play.
type Ordinal struct{ of }

var (
	_ grundy.Wrapper[position]  = Ordinal{}
	_ grundy.Measurer[position] = Ordinal{}
	_ grundy.Finder[position]   = Ordinal{}
)

// PlaceOrdinal makes the ordinal sum a component. The error says why it is none.
func PlaceOrdinal(a, b grundy.Component) (grundy.Component, error) {
	for _, c := range []grundy.Component{a, b} {
		_, loops := c.PlanLoopy()
		switch {
		case loops:
			return nil, fmt.Errorf("%v: play need not end there, and an ordinal sum is of games that end", c)
		case grundy.SumOf(c).PlayedMisere() != nil:
			return nil, fmt.Errorf("%v: its last move loses, and an ordinal sum is of games in normal play", c)
		}
		if err := refuseEnds("an ordinal sum", c); err != nil {
			return nil, err
		}
	}
	if _, ok := b.Game().(Ordinal); ok { // a : (b : c) is (a : b) : c
		if p := b.Position().(position); len(p) == 2 {
			first, err := PlaceOrdinal(a, p[0])
			if err != nil {
				return nil, err
			}
			a, b = first, p[1]
		}
	}
	return grundy.Place(Ordinal{gamesOf(a, b)}, position{a, b}), nil
}

// IsNormalGame implements [grundy.NormalGame].
func (Ordinal) IsNormalGame() {}

// AppendOptions implements [grundy.Game]: those of b come first.
func (Ordinal) AppendOptions(dst []position, p position) []position {
	if len(p) > 1 {
		for _, q := range p[1].AppendOptions(nil) {
			dst = append(dst, position{p[0], q})
		}
	}
	for _, q := range p[0].AppendOptions(nil) {
		dst = append(dst, position{q})
	}
	return dst
}

// AppendPosition implements [grundy.Notation].
func (Ordinal) AppendPosition(dst []byte, p position) []byte {
	dst = p[0].AppendText(dst)
	for _, c := range p[1:] {
		dst = c.AppendText(append(dst, " : "...))
	}
	return dst
}

// CountOptions implements [grundy.OptionCounter].
func (Ordinal) CountOptions(p position) uint64 { return count(p) }

// Inner implements [grundy.Wrapper].
func (Ordinal) Inner(p position) (grundy.Component, bool) { return p[0], len(p) == 1 }

// With implements [grundy.Wrapper].
func (Ordinal) With(p position, c grundy.Component) position { return with(p, c) }

// mostMissed bounds the options of a that are asked for closed forms.
const mostMissed = 1 << 12

// Missing returns the number for which n smaller ones, as it is itself, are not among the values.
func Missing(values []uint64, n uint64) uint64 {
	for _, v := range slices.Compact(slices.Sorted(slices.Values(values))) {
		if v > n {
			break
		}
		n++
	}
	return n
}

// taken returns the options of a, if they are not too many, and their nim-values by closed forms.
func taken(a grundy.Component) (options []grundy.Component, values []uint64, ok bool) {
	if n, ok := a.CountOptions(); !ok || n > mostMissed {
		return nil, nil, false
	}
	options = a.AppendOptions(nil)
	for _, q := range options {
		v, _, ok := q.Measure(grundy.ByNimValue)
		if !ok {
			return nil, nil, false
		}
		values = append(values, v)
	}
	return options, values, true
}

// Measure implements [grundy.Measurer], where the options of a and b have closed forms. Where a is a heap of Nim, options
// that are alike apart, it has any size.
func (Ordinal) Measure(m grundy.Measure, p position) (v uint64, method string, ok bool) {
	if len(p) == 1 {
		return 0, "", false
	}
	if grundy.HasEnded(p[1]) {
		return p[0].Measure(m) // the same moves are left
	}
	if !m.FollowsFromNimValue() {
		return 0, "", false
	}
	n, _, ok := p[1].Measure(grundy.ByNimValue)
	if !ok {
		return 0, "", false
	}
	if heap, _, ok := p[0].Measure(grundy.ByHeap); ok && heap > 0 {
		v = grundy.AddCounts(heap-1, n)
	} else if _, values, ok := taken(p[0]); ok {
		v = Missing(values, n)
	} else {
		return 0, "", false
	}
	v, ok = m.OfNimValue(v)
	return v, "ordinal sum: of the numbers that no option of the first game has as its nim-value, the one with as many smaller ones as the nim-value of the second game says (J. H. Conway 1976; games/made/ordinal.go)", ok && v < 1<<64-1
}

// FindOptions implements [grundy.Finder]: the nim-value of a : b rises with that of b.
func (g Ordinal) FindOptions(m grundy.Measure, p position, lo, hi uint64) (found grundy.Found[position], ok bool) {
	if m == grundy.ByOutcome {
		lo, hi = grundy.NimValuesOfOutcomes(lo, hi)
	}
	if len(p) == 1 || !m.FollowsFromNimValue() {
		return found, false
	}
	if _, _, ok := g.Measure(grundy.ByNimValue, p); !ok {
		return found, false
	}
	least, most := lo, hi
	options, values, few := taken(p[0])
	if few {
		least, most = between(values, lo, hi)
	} else if heap, _, ok := p[0].Measure(grundy.ByHeap); !ok || heap == 0 {
		return found, false
	} else if most < heap-1 {
		least, most = 1, 0
	} else {
		least, most = max(least, heap-1)-(heap-1), most-(heap-1)
	}
	first, ok := find(p[0], options, values, few, lo, hi)
	if !ok {
		return found, false
	}
	options, values, few = taken(p[1])
	second, ok := find(p[1], options, values, few, least, most)
	if !ok {
		return found, false
	}
	return grundy.Found[position]{
		Count: new(big.Int).Add(first.Count, second.Count),
		Each: func(yield func(position) bool) {
			goOn := true
			second.Each(func(q grundy.Component) bool {
				goOn = yield(position{p[0], q})
				return goOn
			})
			if goOn {
				first.Each(func(q grundy.Component) bool { return yield(position{q}) })
			}
		},
	}, true
}

// find returns the options of c whose nim-value is lo … hi. The others are what [taken] says of c.
func find(c grundy.Component, options []grundy.Component, values []uint64, few bool, lo, hi uint64) (grundy.Found[grundy.Component], bool) {
	if !few {
		return c.FindOptions(grundy.ByNimValue, lo, hi)
	}
	chosen := options[:0]
	for i, q := range options {
		if lo <= values[i] && values[i] <= hi {
			chosen = append(chosen, q)
		}
	}
	return grundy.Found[grundy.Component]{Count: big.NewInt(int64(len(chosen))), Each: slices.Values(chosen)}, true
}

// between returns which of the numbers that are missing among values, counted from 0 on, are lo … hi.
func between(values []uint64, lo, hi uint64) (least, most uint64) {
	sorted := slices.Compact(slices.Sorted(slices.Values(values)))
	below := func(n uint64) uint64 { // how many values are below n
		i, _ := slices.BinarySearch(sorted, n)
		return uint64(i)
	}
	least = lo - below(lo)
	if hi == 1<<64-1 {
		return least, hi
	}
	end := hi + 1 - below(hi+1) // the number of those up to hi
	if end <= least {
		return 1, 0
	}
	return least, end - 1
}

// AppendMove implements [grundy.MoveNamer].
func (Ordinal) AppendMove(dst []byte, p, q position) []byte {
	switch {
	case len(p) == 1:
		return append(dst, p[0].DescribeMove(q[0])...)
	case len(q) == 2:
		return append(dst, p[1].DescribeMove(q[1])...)
	}
	if words := p[0].DescribeMove(q[0]); words != "" {
		return fmt.Appendf(dst, "%s, which ends the second game", words)
	}
	return dst
}

// Scene implements [grundy.Scener].
func (Ordinal) Scene(p position) (grundy.Scene, error) {
	return scenesOf(p, func(i int) string { return []string{"first", "second"}[i] })
}
