package rules

import (
	"errors"
	"strings"
	"testing"

	"grundy"
	"grundy/internal/meter"
)

// TestDefineGrowing translates rules that double a list or a text again and again: the work
// is bounded, and so is the memory.
func TestDefineGrowing(t *testing.T) {
	for _, grow := range []string{"x = x + x", "x = x * 2"} {
		for _, start := range []string{"[n]", "\"ab\""} {
			text := "position(n = integer())\ndef moves(n):\n    x = " + start + "\n    for i in range(60):\n        " + grow + "\n    move(n - len(x))\n"
			f, err := Load(t.Context(), "grow.star", strings.NewReader(text), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.Define(meter.With(t.Context(), 64<<20), Frame{}); err == nil {
				t.Errorf("%s of %s is translated", grow, start)
			}
		}
	}
}

// TestDefineRefusesDoubledConditions: a condition that is used twice in each turn would
// double, and so would the work to negate it.
func TestDefineRefusesDoubledConditions(t *testing.T) {
	f := loadText(t, "doubled", "position(n = integer(), m = integer())\ndef moves(n, m):\n    b = n > 3\n    for i in range(60):\n        b = b == (n > m + i)\n    if b:\n        move(n - 1, m)\n")
	if _, err := f.Define(t.Context(), Frame{}); !errors.Is(err, grundy.ErrBudget) {
		t.Errorf("%v", err)
	}
}
