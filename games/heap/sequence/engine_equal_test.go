package sequence

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
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

// The value of a heap by its divisors is the value by all smaller heaps; and the
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
		value := c.Dividing(func(ways []Division) uint64 {
			var options []grundy.Value
			for _, w := range ways {
				options = append(options, grundy.Value(w.Each*uint64(w.Heaps%2)))
			}
			return uint64(grundy.Mex(options...))
		})
		if got := value(n); got != uint64(want[n]) {
			t.Fatalf("%s: G(%d) = %d, want %d", c, n, got, want[n])
		}
	})
}
