package heap

import (
	"testing"

	"pgregory.net/rapid"

	"grundy"
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
		if r, _ := c.formula(); r.Period != want[0] || r.Saltus != want[1] {
			t.Errorf("%s: period %d, saltus %d, want %v", code, r.Period, r.Saltus, want)
		}
	}
	found := map[uint64]int{}
	rapid.Check(t, func(t *rapid.T) {
		digit := rapid.SampledFrom([]string{"0", "3", "7", "F", "*", "3!", "7!", "F=", "1", "2", "7?", "{0,1,3}", "{1,2=}"})
		odd := rapid.Bool().Draw(t, "odd")
		text := "0."
		n := rapid.IntRange(1, 5).Draw(t, "digits")
		for i := 1; i <= n; i++ {
			if odd && i%2 == 0 {
				text += "0"
			} else {
				text += digit.Draw(t, "digit")
			}
		}
		if rapid.Bool().Draw(t, "for ever") {
			text += "["
			for i, end := n+1, n+rapid.IntRange(1, 3).Draw(t, "period"); i <= end; i++ {
				if odd && i%2 == 0 {
					text += "0"
				} else {
					text += digit.Draw(t, "digit")
				}
			}
			text += "]"
		}
		c, err := ParseCode(text)
		if err != nil {
			return
		}
		r, ok := c.formula()
		if !ok {
			return
		}
		found[r.Period]++
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
	})
	if found[1] == 0 || found[2] == 0 {
		t.Errorf("the theorems spoke %v times", found)
	}
}
