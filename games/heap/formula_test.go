package heap

import (
	"testing"

	"pgregory.net/rapid"

	"grundy"
	"grundy/theory/period"
)

// What the theorems tell is what the engines compute.
func TestFormulas(t *testing.T) {
	for code, want := range map[string][2]uint64{
		"0.[7]": {1, 1}, "0.[F]": {1, 1}, "0.[3]": {1, 1}, "0.73[7F]": {1, 1}, "0.[*]": {1, 1}, "0.[7!]": {1, 1},
		"0.*": {2, 0}, "0.*=": {2, 0}, "0.*!": {2, 0}, "0.7[03]": {2, 0}, "0.7": {2, 0}, "0.F0F": {2, 0},
		"4.7": {}, "0.[73]1": {}, "0.7[3]0": {}, "0.77": {}, "0.70[37]": {}, "0.[7?]": {}, "0.6": {}, "0.5[7]": {}, "8.[7]": {}, "10.[7]": {},
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
		kind := rapid.SampledFrom([]string{"any", "odd", "nim"}).Draw(t, "kind")
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
		n := rapid.IntRange(1, 5).Draw(t, "digits")
		text := "0." + digits(1, n)
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

// checkFormula compares what a theorem tells with the definition.
func checkFormula(t interface {
	Fatalf(format string, args ...any)
}, c Code, r period.Result) {
	var values []grundy.Value
	for n := range uint64(13) {
		var options []grundy.Value
		for parts := range c.Options(n) {
			v := grundy.Value(0)
			for _, p := range parts {
				v ^= values[p]
			}
			options = append(options, v)
		}
		v, want := grundy.Mex(options...), n
		if r.Period == 2 {
			want %= 2
		}
		if uint64(v) != want {
			t.Fatalf("%s: G(%d) = %d, want %d", c, n, v, want)
		}
		values = append(values, v)
	}
}
