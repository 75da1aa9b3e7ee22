package rules

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
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

// TestDefineSharedLists translates rules whose lists hold the same list again and again, or
// as many items as nobody could list: each is refused, or said, at once.
func TestDefineSharedLists(t *testing.T) {
	const doubled = "    x = [0]\n    for i in range(60):\n        x = [x, x]\n"
	for _, text := range []string{
		"def moves(n):\n" + doubled + "    if x == x:\n        move(0)\n",
		"def moves(n):\n" + doubled + "    if n in x:\n        move(0)\n",
		"def f(n):\n" + doubled + "    return x\ndef moves(n):\n    if f(n) == f(n):\n        move(0)\n",
		"X = [0]\nfor i in range(60):\n    X = [X, X]\ndef moves(n):\n    if n in X:\n        move(0)\n",
		"X = [0]\nX.append(X)\nX.append(X)\ndef moves(n):\n    if X == X:\n        move(0)\n",
		"def moves(n):\n    x = (0,)\n    for i in range(60):\n        x = (x, x)\n    if x in [x]:\n        move(0)\n",
		"def moves(n):\n    if len([i for i in range(1000000000000000000)]) > n:\n        move(0)\n",
	} {
		f := loadText(t, "shared", "position(n = integer(0, 9))\n"+text)
		if _, err := f.Define(t.Context(), Frame{}); err == nil {
			t.Errorf("translated:\n%s", text)
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

// TestDefineChain translates functions that each call the one before twice: they end at the
// budget, here that of memory.
func TestDefineChain(t *testing.T) {
	var text strings.Builder
	text.WriteString("position(n = integer())\ndef f0(n):\n    if n > 100:\n        move(n - 1)\n")
	for i := range 24 {
		fmt.Fprintf(&text, "def f%d(n):\n    f%d(n)\n    f%d(n + 1)\n", i+1, i, i)
	}
	f := loadText(t, "chain", text.String()+"def moves(n):\n    f24(n)\n")
	if _, err := f.Define(meter.With(t.Context(), 8<<20), Frame{}); !errors.Is(err, grundy.ErrBudget) {
		t.Errorf("%v", err)
	}
}
