package compound_test

import (
	"math"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/theory/compound"
)

// Nim-values of compounds of heaps by the definition: up to four heaps, of all kinds.
func TestNimValuesOfHeaps(t *testing.T) {
	truth := &oracle.Oracle{}
	components := func(sizes []uint64) (all []grundy.Component) {
		for _, n := range sizes {
			all = append(all, grundy.Place(heap.Nim{}, []uint64{n}))
		}
		return all
	}
	met := map[compound.Kind]int{}
	var each func(sizes []uint64, most uint64, left int)
	each = func(sizes []uint64, most uint64, left int) {
		if len(sizes) > 0 {
			var parts []compound.Part
			for _, n := range sizes {
				if k := len(parts); k > 0 && parts[k-1].Measure == n+1 {
					parts[k-1].Copies++
				} else {
					parts = append(parts, compound.Part{Measure: n + 1, Copies: 1})
				}
			}
			for kind, rule := range rules {
				v, method, ok := kind.NimValue(parts)
				if !ok {
					continue
				}
				met[kind]++
				if want := truth.ValueOfWhole(rule, components(sizes)); v != want || method == "" {
					t.Errorf("%v %v: %d, by definition %d: %q", kind, sizes, v, want, method)
				}
			}
		}
		if left == 0 {
			return
		}
		for n := range most + 1 {
			each(append(sizes[:len(sizes):len(sizes)], n), n, left-1)
		}
	}
	each(nil, 12, 2)
	each(nil, long.Or[uint64](6, 7), 3)
	each(nil, long.Or[uint64](3, 4), 4)
	for kind := range rules {
		if most, isMoore := kind.Most(); !isMoore && met[kind] < 200 || isMoore && most > 1 && met[kind] < 50 {
			t.Errorf("%v: %d values", kind, met[kind])
		}
	}
}

// Values that are too large are refused, and no number wraps round.
func TestNimValuesOfLargeHeaps(t *testing.T) {
	of := func(copies uint64, sizes ...uint64) (parts []compound.Part) {
		for _, n := range sizes {
			parts = append(parts, compound.Part{Measure: n + 1, Copies: copies})
		}
		return parts
	}
	const large = math.MaxUint64 - 1
	for _, c := range []struct {
		kind  compound.Kind
		parts []compound.Part
		v     uint64
		ok    bool
	}{
		{compound.Selective, of(1, large), large, true},
		{compound.Selective, of(1, large, 1), large + 1, true},
		{compound.Selective, of(1, large, 2), 0, false},
		{compound.Selective, of(1<<63, 2), 0, false},
		{compound.ShortenedSelective, of(1, large, 2), large + 1, true},
		{compound.Conjunctive, of(1<<60, large, 7), 7, true},
		{compound.ContinuedConjunctive, of(1<<60, large, 7), large, true},
		{compound.DiminishedDisjunctive, of(1, large, 1), large, true},
		{compound.ProperSelective, of(3, large), 0, true},
		{compound.ProperSelective, of(1, large, large-1, large-2), 6 + (large-2-6-1)%4, true},
		{compound.ProperSelective, of(1, large, large, 3), 0, false},
		{compound.Moore(2), of(1, 10, 20, 30, 40), 0, false},
		{compound.Moore(3), of(1, 10, 20, 30, 40), 100, true},
		{compound.Moore(3), append(of(1, 10), compound.Part{Measure: 0, Copies: 1}), 0, false},
	} {
		if v, _, ok := c.kind.NimValue(c.parts); ok != c.ok || ok && v != c.v {
			t.Errorf("%v of %v: %d, %v, want %d, %v", c.kind, c.parts, v, ok, c.v, c.ok)
		}
	}
	// The formula of Jenkyns and Mayberry repeats with the least heap: y steps further on, the value is the same.
	random := chance.New(t, 7)
	for range 200 {
		a, b, m := random.Uint64N(1<<20), random.Uint64N(1<<20), random.Uint64N(1<<40)+1<<42
		y := a + b + 1
		first, _, ok := compound.ProperSelective.NimValue(of(1, m, m+a, m+b))
		next, _, ok2 := compound.ProperSelective.NimValue(of(1, m+y, m+y+a, m+y+b))
		if !ok || !ok2 || first != next || first < y*(y-1)/2 || first >= y*(y+1)/2 {
			t.Errorf("%d, %d, %d: %d, then %d", m, a, b, first, next)
		}
	}
}
