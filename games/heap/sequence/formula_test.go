package sequence

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy/theory/period"
)

// The theorems agree with the engines.
func TestFormulas(t *testing.T) {
	for code, want := range map[string][2]uint64{
		"4.[3]": {4, 4}, "4.[7]": {}, "4.3[3]": {4, 4}, "4!.[3]": {}, "4.[2]": {1, 1}, "4.0[3]": {},
		"0.[4]": {2, 1}, "0.[8]": {3, 1}, "0.[C]": {2, 1}, "0.[2]": {1, 1}, "8.0": {2, 1}, "0.8": {3, 1}, "0.G": {4, 1},
		"{63}.0": {62, 1}, "{3,5!,9?}.0": {2, 1}, "{4+}.0": {3, 1}, "0.0[3]": {}, "0.00[2]": {3, 1}, "0.[G4]": {}, "0.G[8]": {4, 1}, "4.[4]": {1, 1},
		"4.0": {}, "8!.0": {}, "0.[4!]": {}, "0.[04]": {}, "0.[1]": {}, "0.18": {}, "0.008[1]": {},
		"0.[7]": {1, 1}, "0.[F]": {1, 1}, "0.[3]": {1, 1}, "0.73[7F]": {1, 1}, "0.[*]": {1, 1}, "0.[7!]": {1, 1},
		"0.*": {2, 0}, "0.*=": {2, 0}, "0.*!": {2, 0}, "0.7[03]": {2, 0}, "0.7": {2, 0}, "0.F0F": {2, 0},
		"4.7": {}, "0.[73]1": {}, "0.7[3]0": {}, "0.77": {}, "0.70[37]": {}, "0.[7?]": {1, 1}, "0.6": {}, "0.5[7]": {}, "8.[7]": {}, "10.[7]": {},
	} {
		c, err := ParseCode(code)
		if err != nil {
			continue // play would not end
		}
		r, ok := c.formula()
		if r.Period != want[0] || r.Saltus != want[1] {
			t.Errorf("%s: period %d, saltus %d, want %v", code, r.Period, r.Saltus, want)
		}
		if ok {
			checkFormula(t, c, r)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]string{"any", "odd", "nim", "steps"}).Draw(t, "kind")
		of := []string{"0", "3", "7", "F", "*", "3!", "7!", "F=", "1", "2", "7?", "{0,1,3}", "{1,2=}"}
		if kind == "nim" {
			of = []string{"3", "7", "F", "*", "3!", "7!", "{0,1,3}"}
		}
		digits := func(from, to int) (text string) {
			for i := from; i <= to; i++ {
				if kind == "odd" && i%2 == 0 {
					text += "0"
				} else {
					text += rapid.SampledFrom(of).Draw(t, "digit")
				}
			}
			return text
		}
		zero := "0."
		if kind == "steps" {
			of = []string{"0", "0", "4", "C", "8", "8?", "4!", "G", "8=", "{2+}", "{3+}!"}
			zero = rapid.SampledFrom([]string{"0.", "0.", "0.0", "4.", "8.", "G.", "C!.", "{3,4=}."}).Draw(t, "zero")
		}
		n := rapid.IntRange(1, 5).Draw(t, "digits")
		text := zero + digits(1, n)
		if kind == "nim" || rapid.Bool().Draw(t, "for ever") {
			text += "[" + digits(n+1, n+rapid.IntRange(1, 3).Draw(t, "period")) + "]"
		}
		c, err := ParseCode(text)
		if err != nil {
			return
		}
		if r, ok := c.formula(); ok {
			checkFormula(t, c, r)
		}
	})
}

// checkFormula compares what a theorem says with the values.
func checkFormula(t interface {
	Context() context.Context
	Fatalf(format string, args ...any)
}, c Code, r period.Result) {
	q, p := int(r.Preperiod), int(r.Period)
	n := max(40, 2*p+4)
	values, err := newSetsEngine(c).extend(t.Context(), nil, n)
	if err != nil {
		t.Fatalf("%s: %v", c, err)
	}
	for n := range values {
		returns := n+p >= len(values) || uint64(values[n])+r.Saltus == uint64(values[n+p])
		if n >= q && !returns || n == q-1 && returns {
			t.Fatalf("%s: preperiod %d, period %d, saltus %d, but the values are %d", c, q, p, r.Saltus, values)
		}
	}
	s, err := Solve(t.Context(), c, uint64(q+p), nil)
	if err != nil || !s.Period.Proved {
		t.Fatalf("%s: not proved by %d values: %v", c, q+p, err)
	}
	for n := range values {
		if v, ok := s.At(uint64(n)); !ok || v != uint64(values[n]) {
			t.Fatalf("%s: G(%d) = %d, %v, want %d", c, n, v, ok, values[n])
		}
	}
}
