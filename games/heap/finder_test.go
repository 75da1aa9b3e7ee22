package heap

import (
	"fmt"
	"math/big"
	"runtime"
	"slices"
	"testing"

	"grundy"
)

// checkFound compares what a component finds with the list of all its options: which
// they are, in which order, and how many, for some intervals of values.
func checkFound(t *testing.T, p grundy.Component, find func(lo, hi uint64) grundy.Found[grundy.Component], value func(q grundy.Component) uint64) {
	t.Helper()
	options := p.AppendOptions(nil)
	values := make([]uint64, len(options))
	for i, q := range options {
		values[i] = value(q)
	}
	for _, interval := range [][2]uint64{{0, 0}, {1, 1}, {2, 2}, {5, 5}, {1, 3}, {1, ^uint64(0)}, {0, ^uint64(0)}, {1, 0}} {
		lo, hi := interval[0], interval[1]
		var want, got []string
		for i, q := range options {
			if v := values[i]; lo <= v && v <= hi {
				want = append(want, q.String())
			}
		}
		found := find(lo, hi)
		for q := range found.Each {
			got = append(got, q.String())
		}
		if !slices.Equal(got, want) || found.Count.Cmp(big.NewInt(int64(len(want)))) != 0 {
			t.Fatalf("%s: options of %d … %d: found %d, counted %s, want %d\n%v\n%v", p, lo, hi, len(got), found.Count, len(want), got, want)
		}
		for range found.Each { // it can be left
			break
		}
	}
}

// checkPlan checks what the table of nim-values finds.
func checkPlan(t *testing.T, p grundy.Component) {
	t.Helper()
	plan, ok := p.PlanTable(grundy.ByNimValue)
	if !ok || plan.Find == nil {
		t.Fatalf("%s: no table that finds options", p)
	}
	table, err := plan.Build(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	checkFound(t, p, func(lo, hi uint64) grundy.Found[grundy.Component] { return plan.Find(table, lo, hi) }, table)
}

// withScanned reads so few values at once that their ends are met.
func withScanned(t *testing.T, values uint64) {
	before := scanned
	scanned = values
	t.Cleanup(func() { scanned = before })
}

// The tables of all codes of three digits find what the list of all options has.
func TestTablesFindOptions(t *testing.T) {
	withScanned(t, 5)
	for d0 := 0; d0 <= 4; d0 += 4 {
		for number := range 512 {
			code := fmt.Sprintf("%d.%03o", d0, number)
			checkPlan(t, place(t, code, 23))
			checkPlan(t, place(t, code, 9, 14))
		}
	}
}

// So do those of codes of all other kinds, whatever the engine.
func TestTablesOfOtherCodesFindOptions(t *testing.T) {
	withScanned(t, 3)
	for _, code := range []string{
		"0.3F", "0.88", "0.8!", "0.8?", "0.8=", "{2!,3!}.0", "8=.7", "80.0", "80.03", "{3!}.{2,3?}",
		"0.[3]", "0.[30]", "0.3[12]", "4.[7]", "4.[3]", "0.*", "{2=+}.0", "0.{4}", "0.{2,4!}", "4=.3", "4!.0", "0.6!4=",
	} {
		for _, heaps := range [][]uint64{{0}, {1}, {2}, {17}, {22}, {12, 3, 7}} {
			checkPlan(t, place(t, code, heaps...))
		}
	}
}

// So do those of the numbers that may be taken.
func TestTablesOfNumbersFindOptions(t *testing.T) {
	for _, set := range []NumberSet{Squares, Primes, Powers, Fibonacci} {
		checkPlan(t, grundy.Place(TakeFrom{set}, []uint64{40, 7, 0, 40}))
	}
}

// Options are found by values that were proved, that were kept as bytes, and that
// were dropped.
func TestFarOptionsAreFound(t *testing.T) {
	keepLess(t, 1<<15, 1<<16)
	for _, code := range []string{"0.106", "0.054"} {
		c := MustCode(code)
		s, err := Solve(t.Context(), c, 200_000, nil)
		if err != nil {
			t.Fatal(err)
		}
		var values []uint64 // read in order, as they are computed again there
		err = s.Values(t.Context(), 0, 200_000, nil, func(vs []uint64) error {
			values = append(values, vs...)
			return nil
		})
		if err != nil || s.run.fast == nil || s.run.fast.complete() {
			t.Fatalf("%s: no values were dropped, or %v", code, err)
		}
		at := func(n uint64) uint64 { return values[n] }
		g, heaps := &TakeAndBreak{code: c, name: code}, []uint64{199_000, 8}
		checkFound(t, grundy.Place(g, heaps), func(lo, hi uint64) grundy.Found[grundy.Component] {
			found := g.findValues(t.Context(), s, heaps, lo, hi)
			return grundy.Found[grundy.Component]{Count: found.Count, Each: func(yield func(grundy.Component) bool) {
				for heaps := range found.Each {
					if !yield(grundy.Place(g, heaps)) {
						return
					}
				}
			}}
		}, func(q grundy.Component) uint64 { return ofHeaps(grundy.ByNimValue, q.Position().([]uint64), at) })
	}
	for _, code := range []string{"0.88", "0.[30]", "0.3[12]", "4.[3]", "0.A8"} { // arithmetic periods, and others
		p := place(t, code, smallHeap+61, 12)
		if _, _, ok := p.Measure(grundy.ByNimValue); !ok {
			t.Fatalf("%s is not known", p)
		}
		checkFound(t, p, func(lo, hi uint64) grundy.Found[grundy.Component] {
			found, ok := p.FindOptions(grundy.ByNimValue, lo, hi)
			if !ok {
				t.Fatalf("%s: options of %d … %d are not found", p, lo, hi)
			}
			return found
		}, func(q grundy.Component) uint64 {
			return ofHeaps(grundy.ByNimValue, q.Position().([]uint64), p.Game().(*TakeAndBreak).sure.sure)
		})
	}
}

// To find the winning moves of a far heap takes no memory for each option.
func TestFindingTakesLittleMemory(t *testing.T) {
	const n = 2_000_000
	p := place(t, "0.106", n)
	plan, _ := p.PlanTable(grundy.ByNimValue)
	table, err := plan.Build(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	found := plan.Find(table, 7, 7)
	for range found.Each {
	}
	runtime.ReadMemStats(&after)
	if bytes := after.TotalAlloc - before.TotalAlloc; bytes > 4*n || found.Count.Sign() == 0 {
		t.Errorf("to find %s options took %d bytes", found.Count, bytes)
	}
}
