package sequence

import (
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/long"
)

// The work of SolveEasily is bounded by counted steps, however long or hard the code:
// it ends, at the same place each time. (Without a bound each of these took
// minutes.)
func TestEasyWorkIsBounded(t *testing.T) {
	const digits = 100_000
	codes := []string{
		"8.FF?", "{3+}0.0", "0." + strings.Repeat("F?", digits/2),
		"{2,63}?.0", "0." + strings.Repeat("7", digits), "0." + strings.Repeat("3", digits),
		"0.[" + strings.Repeat("0", digits) + "7]",
	}
	for _, text := range codes[:long.Of(1, 3, len(codes))] {
		c := MustCode(text)
		s, err := SolveEasily(t.Context(), c, easyBudget)
		if err != nil {
			t.Fatal(err)
		}
		if s.Period.Proved || s.Length < firstProof || s.Length >= easyBudget {
			t.Errorf("%.12s: %d values, proved: %v", text, s.Length, s.Period.Proved)
		}
		if text == "8.FF?" && long.Asked {
			if again, err := SolveEasily(t.Context(), c, easyBudget); err != nil || again.Length != s.Length {
				t.Errorf("%s: %d values, then %d, %v", text, s.Length, again.Length, err)
			}
		}
		if _, _, err := s.FindStandard(t.Context()); err != nil {
			t.Errorf("%.12s: %v", text, err)
		}
		t.Logf("%.12s: %d values", text, s.Length)
	}
	c := MustCode("0." + strings.Repeat("0", digits) + "1")
	if e, ok, err := FindStandard(t.Context(), c); !ok || err != nil || !strings.Contains(e.Proof, "not compared") {
		t.Errorf("moves of %d tokens: %+v, %v, %v", digits+1, e.Proof, ok, err)
	}
}

// The values, and the proof, are those without a bound.
func TestSolveEasily(t *testing.T) {
	for _, text := range []string{"0.77", "0.3F", "0.[3]", "0.156", "0.106", "{2,3}.0"} {
		got, err := SolveEasily(t.Context(), MustCode(text), 2000)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Solve(t.Context(), MustCode(text), got.Length, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got.Period.Period != want.Period.Period || got.Period.Preperiod != want.Period.Preperiod {
			t.Errorf("%s: period %+v, want %+v", text, got.Period, want.Period)
		}
		for n := range got.Length {
			v, _ := got.At(n)
			if w, _ := want.At(n); v != w {
				t.Fatalf("%s: G(%d) = %d, want %d", text, n, v, w)
			}
		}
	}
}

// A long code is not repeated whole in an error, and codes with many zeros before
// what repeats are read in linear time.
func TestLongCodes(t *testing.T) {
	const digits = 100_000
	_, err := ParseCode("0." + strings.Repeat("7", digits) + "x" + strings.Repeat("7", digits))
	if err == nil || len(err.Error()) > 200 || !strings.Contains(err.Error(), "777x777") || !strings.Contains(err.Error(), "offset 100002") {
		t.Errorf("%.300v", err)
	}
	if _, err := ParseCode("0.&" + strings.Repeat("9", digits) + ";"); err == nil || len(err.Error()) > 200 {
		t.Errorf("%.300v", err)
	}
	// In quadratic time this would take hours.
	c := MustCode("0.[" + strings.Repeat("0", digits) + "3" + strings.Repeat("0", digits) + "]")
	if text := c.String(); !strings.HasSuffix(text, "03]") && !strings.Contains(text, "[3") {
		t.Errorf("%.20s … %.20s", text, text[len(text)-20:])
	}
}

func TestRulesOfManyHeaps(t *testing.T) {
	for text, want := range map[string]string{
		"0.*?":       "Take 1 token and leave nothing, one heap or 2 or more heaps not all of one size.",
		"0.*":        "Take 1 token and leave 0 or more heaps.",
		"{2+}=.0":    "Divide a heap into 2 or more heaps of one size.",
		"0.{1,3!+}":  "Take 1 token and leave one heap or 3 or more heaps of different sizes.",
		"0.[03]":     "Take 2, 4, 6, … tokens and leave nothing or one heap.",
		"0.{0,2?+}7": "Take 1 token and leave nothing or 2 or more heaps not all of one size. Take 2 tokens and leave nothing, one heap or two heaps.",
	} {
		if got := MustCode(text).Rules(); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}
