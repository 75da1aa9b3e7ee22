package heap

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"grundy"
)

// drawEqual draws a code that leaves equal heaps only.
func drawEqual(t *rapid.T) Code {
	digit := rapid.SampledFrom([]string{"0", "0", "1", "3", "4=", "C=", "F=", "{2,3,5}=", "{2+}=", "*=", "{1,4=}", "&192;="})
	text := rapid.SampledFrom([]string{"0", "0", "4=", "{2,3,5}=", "{2+}=", "8=", "{3,7}=", "4=0", "G=0"}).Draw(t, "zero") + "."
	for range rapid.IntRange(0, 4).Draw(t, "digits") {
		text += digit.Draw(t, "digit")
	}
	if rapid.IntRange(0, 3).Draw(t, "for ever") == 0 {
		text += "[" + digit.Draw(t, "digit") + digit.Draw(t, "digit") + "]"
	}
	c, err := ParseCode(text)
	if err != nil {
		t.Skip() // play would not end
	}
	return c
}

// The engine for equal heaps gives what the engine of sets gives.
func TestEqualEngine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawEqual(t)
		e, ok := newEqualEngine(c)
		if !ok {
			t.Fatalf("%s: no engine", c)
		}
		n := rapid.IntRange(1, 90).Draw(t, "n")
		want, err := newSetsEngine(c).extend(t.Context(), nil, n)
		if err != nil {
			t.Fatal(err)
		}
		got, err := e.extend(t.Context(), nil, n/2)
		if err == nil {
			got, err = e.extend(t.Context(), got, n)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%s: %s, %v", c, firstDifference(got, want), err)
		}
	})
	for _, text := range []string{"{2,3=}.0", "8.C=", "0.[7]"} {
		if _, ok := newEqualEngine(MustCode(text)); ok {
			t.Errorf("%s: an engine for equal heaps", text)
		}
	}
}

// A value costs as many steps as there are ways to divide.
func TestEqualEngineIsLinear(t *testing.T) {
	for text, most := range map[string]uint64{"{2,3,5}=.0": 4, "0.C=": 4, "0.3F=": 8, "{2+}=.0": 20} {
		e, _ := newEqualEngine(MustCode(text))
		const n = 50_000
		if _, err := e.extend(t.Context(), nil, n); err != nil || e.steps > most*n {
			t.Errorf("%s: %d steps for %d values, %v", text, e.steps, n, err)
		}
	}
}

// What a heap only becomes by its divisors is what all heaps to it tell; and the
// positions that it becomes are counted by them.
func TestDivisors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := MustCode(rapid.SampledFrom([]string{"4=.0", "{2,3,5}=.0", "8=.0", "{3,7}=.0", "{2,4,9,63}=.0"}).Draw(t, "code"))
		n := rapid.Uint64Range(0, 3000).Draw(t, "n")
		e, _ := newEqualEngine(c)
		want, err := e.extend(t.Context(), nil, int(n)+1)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.ofDivisors(n, map[uint64]uint64{}, valueOfDivisors); got != uint64(want[n]) {
			t.Fatalf("%s: G(%d) = %d, want %d", c, n, got, want[n])
		}
	})
	for _, text := range []string{"{2,3}=.0", "8=.0", "{2,4}=.0"} {
		g := &TakeAndBreak{code: MustCode(text), name: text}
		for n := range uint64(28) {
			reached := map[string]bool{}
			var walk func(heaps []uint64)
			walk = func(heaps []uint64) {
				key := string(g.AppendPosition(nil, heaps))
				if reached[key] {
					return
				}
				reached[key] = true
				for _, o := range g.AppendOptions(nil, heaps) {
					walk(o)
				}
			}
			walk([]uint64{n})
			if bound := g.CountPositions([]uint64{n}); bound < uint64(len(reached)) {
				t.Errorf("%s(%d): at most %d positions, but %d are reached", text, n, bound, len(reached))
			}
		}
		if bound := g.CountPositions([]uint64{1_000_003}); bound != 1 {
			t.Errorf("%s: %d positions of a prime number", text, bound)
		}
	}
	// Heaps of any size, for which no table would do.
	g := &TakeAndBreak{code: MustCode("{2,3,5}=.0"), name: "partition-equal[2,3,5]"}
	if v, _, ok := g.Measure(grundy.ByNimValue, []uint64{1 << 62}); !ok || v != 1 {
		t.Errorf("2^62: %d, %v", v, ok)
	}
	for n, want := range map[uint64]uint64{1 << 40: 1, 1_000_003: 0, 30_000: 2} {
		if v, _, ok := g.Measure(grundy.ByNimValue, []uint64{n, n, n}); !ok || v != want || g.CountOptions([]uint64{n}) != uint64(len(g.AppendOptions(nil, []uint64{n}))) {
			t.Errorf("%d: %d, %v, want %d", n, v, ok, want)
		}
	}
}
