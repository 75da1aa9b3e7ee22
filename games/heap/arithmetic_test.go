package heap

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

func TestArithmeticPeriods(t *testing.T) {
	for text, want := range map[string]string{ // preperiod, period, saltus
		"0.[3]": "0 1 1", "0.3003330[3]": "0 4 2", "0.[2]": "1 1 1", "0.0[3]": "0 2 1",
		"0.[30]": "0 2 0", "0.[03]": "0 2 1",
	} {
		s, err := Solve(t.Context(), MustCode(text), 2000, nil)
		got := fmt.Sprint(s.Period.Preperiod, s.Period.Period, s.Period.Saltus)
		if err != nil || got != want {
			t.Errorf("%s: %s, want %s (%v)", text, got, want, err)
		}
	}
}

// What is proved for games of taking holds as far as can be computed.
func TestArithmeticPeriodsHold(t *testing.T) {
	proved := 0
	rapid.Check(t, func(rt *rapid.T) {
		text := "0."
		digit := func() string { return rapid.SampledFrom([]string{"0", "1", "2", "3", "3"}).Draw(rt, "digit") }
		for range rapid.IntRange(0, 5).Draw(rt, "digits") {
			text += digit()
		}
		text += "["
		for range rapid.IntRange(1, 3).Draw(rt, "period") {
			text += digit()
		}
		c := MustCode(text + "]")
		s, err := Solve(t.Context(), c, 150, nil)
		if err != nil {
			rt.Fatal(err)
		}
		if !s.Period.Proved {
			return
		}
		proved++
		want, err := newSetsEngine(c).extend(t.Context(), nil, 500)
		if err != nil {
			rt.Fatal(err)
		}
		for n, v := range want {
			if got, ok := s.At(uint64(n)); !ok || got != uint64(v) {
				rt.Fatalf("%s: G(%d) = %d, want %d: %+v", c, n, got, v, s.Period)
			}
		}
		if p := s.Period; p.Preperiod > 0 && uint64(want[p.Preperiod-1+p.Period]) == uint64(want[p.Preperiod-1])+p.Saltus {
			rt.Fatalf("%s: the preperiod is less than %d", c, p.Preperiod)
		}
	})
	if proved == 0 {
		t.Error("no period was proved")
	}
}
