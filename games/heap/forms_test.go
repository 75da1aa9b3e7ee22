package heap

import (
	"slices"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/oracle"
)

// Options by nim-value in all-but games and their like, just above the size from
// which they are found, against a walk; and far out.
func TestFindTakings(t *testing.T) {
	for _, rule := range [][]uint64{{1}, {2}, {1, 3}, {2, 3, 7}, {5, 6, 12, 13}} {
		c, err := PlaceAllBut(oracle.Args(rule...), oracle.Args(0))
		if err != nil {
			t.Fatal(err)
		}
		g := c.Game().(*TakeAndBreak)
		checkTakings(t, g)
	}
	for _, code := range []string{"0.[3]", "0.[30]", "0.33[003]", "0.2[3]"} {
		c, err := PlaceCode(sequence.MustCode(code), oracle.Args(0))
		if err != nil {
			t.Fatal(err)
		}
		checkTakings(t, c.Game().(*TakeAndBreak))
	}
}

func checkTakings(t *testing.T, g *TakeAndBreak) {
	t.Helper()
	value := func(c grundy.Component) (v uint64) {
		if g.known() == nil {
			t.Fatalf("%s: no period", g.name)
		}
		for _, h := range c.Position().([]uint64) {
			v ^= g.known().Value(h)
		}
		return v
	}
	learn(t, grundy.Place(g, []uint64{smallHeap + 1}))
	for _, heaps := range [][]uint64{{smallHeap + 1}, {smallHeap + 77, 5}, {3, smallHeap + 200, 0}} {
		c := grundy.Place(g, heaps)
		if _, ok := c.FindOptions(grundy.ByNimValue, 0, 0); !ok {
			t.Fatalf("%v: no options found", c)
		}
		list := oracle.OptionsOf(t, c, value)
		for _, interval := range [][2]uint64{{0, 0}, {0, 1<<64 - 1}, {1, 1<<64 - 1}, {1, 0}} {
			list.Check(t, grundy.ByNimValue, interval[0], interval[1])
		}
		for _, v := range []uint64{0, 1, 2, 77, list.Most, list.Most + 1} {
			list.Check(t, grundy.ByNimValue, v, v)
		}
	}
	if g.known().Period.Saltus == 0 {
		return // far out one value has too many options
	}
	far := grundy.Place(g, []uint64{1e18, 1e18 - 12345})
	found, ok := far.FindOptions(grundy.ByNimValue, 0, 0)
	own, _, _ := far.Measure(grundy.ByNimValue)
	if !ok || (found.Count.Sign() == 0) != (own == 0) {
		t.Errorf("%v: %v P options, nim-value %d", far, found.Count, own)
	}
	for q := range found.Each {
		if v, _, ok := q.Measure(grundy.ByNimValue); !ok || v != 0 {
			t.Errorf("%v: option %v has %d", far, q, v)
		}
	}
}

// The forms are the codes that the documentation says, option by option.
func TestForms(t *testing.T) {
	for n := range uint64(30) {
		c, err := PlaceAllBut(oracle.Args(4, 1), oracle.Args(n))
		if err != nil {
			t.Fatal(err)
		}
		var want []uint64
		for taken := uint64(1); taken <= n; taken++ {
			if taken != 1 && taken != 4 {
				want = append(want, n-taken)
			}
		}
		var got []uint64
		for _, q := range c.AppendOptions(nil) {
			got = append(got, q.Position().([]uint64)[0])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v: options %v, want %v", c, got, want)
		}
	}
	for n := range uint64(25) {
		for _, form := range []struct {
			place func(rule, args []grundy.Arg) (grundy.Component, error)
			fits  func(parts []uint64) bool
		}{
			{PlacePartition, func([]uint64) bool { return true }},
			{PlaceEqualPartition, func(p []uint64) bool { return p[0] == p[len(p)-1] }},
			{PlaceDistinctPartition, func(p []uint64) bool { return len(slices.Compact(slices.Clone(p))) == len(p) }},
		} {
			c, err := form.place(oracle.Args(4, 2), oracle.Args(n))
			if err != nil {
				t.Fatal(err)
			}
			var want, got [][]uint64
			for _, k := range []int{2, 4} {
				for _, parts := range partitions(k, 1, n) {
					if form.fits(parts) {
						want = append(want, parts)
					}
				}
			}
			for _, q := range c.AppendOptions(nil) {
				got = append(got, q.Position().([]uint64))
			}
			if !slices.EqualFunc(got, want, slices.Equal) {
				t.Errorf("%v: options %v, want %v", c, got, want)
			}
		}
	}
}

// partitions returns the divisions of n into k parts, of at least least.
func partitions(k int, least, n uint64) (all [][]uint64) {
	if k == 1 {
		if n >= least {
			all = [][]uint64{{n}}
		}
		return all
	}
	for part := least; part <= n; part++ {
		for _, rest := range partitions(k-1, part, n-part) {
			all = append(all, append([]uint64{part}, rest...))
		}
	}
	return all
}

// The closed form of powers of two, against the definition.
func TestPowers(t *testing.T) {
	var truth oracle.Oracle
	for n := range uint64(70) {
		c, err := PlaceTakeFrom(Powers, oracle.Args(n, n/3))
		if err != nil {
			t.Fatal(err)
		}
		if v, _, ok := c.Measure(grundy.ByNimValue); !ok || v != truth.Value(c) {
			t.Errorf("%v: %d, %v, by definition %d", c, v, ok, truth.Value(c))
		}
	}
	if v, _, ok := grundy.Place(TakeFrom{Squares}, []uint64{9}).Measure(grundy.ByNimValue); ok {
		t.Errorf("squares(9): %d", v)
	}
}
