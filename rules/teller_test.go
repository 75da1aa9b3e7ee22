package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/rules"
)

func loadText(t *testing.T, text string) *rules.File {
	t.Helper()
	f, err := rules.Load(t.Context(), "test.star", strings.NewReader(text), rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

const upTo = `
position(n = integer(0, 1000000000000), most = integer(1, 9))
def moves(n, most):
    for k in range(1, min(n, most) + 1):
        move(n - k, most)
`

func TestTeller(t *testing.T) {
	f := loadText(t, upTo+`
def legal(n, most):
    return n != 77 or "not 77"
def value(n, most):
    return n % (most + 1) if n != 5 else -1
`)
	teller, err := f.Teller(t.Context())
	if err != nil || teller == nil {
		t.Fatalf("%v, %v", teller, err)
	}
	for _, test := range []struct {
		numbers []uint64
		value   uint64
		ok      bool
	}{
		{[]uint64{10, 3}, 2, true},
		{[]uint64{999_999_999_999, 9}, 9, true},
		{[]uint64{0, 1}, 0, true},
		{[]uint64{5, 3}, 0, false}, // the formula does not know it
		{[]uint64{77, 3}, 0, false},
		{[]uint64{10, 10}, 0, false},
		{[]uint64{1_000_000_000_001, 1}, 0, false},
		{[]uint64{1 << 63, 1}, 0, false},
		{[]uint64{10}, 0, false},
	} {
		v, ok, err := teller.Numbers(grundy.ByNimValue, test.numbers)
		if v != test.value || ok != test.ok || err != nil {
			t.Errorf("%v: %d, %v, %v", test.numbers, v, ok, err)
		}
		outcome, known, err := teller.Numbers(grundy.ByOutcome, test.numbers)
		if outcome != min(test.value, 1) || known != test.ok || err != nil {
			t.Errorf("%v: outcome %d, %v, %v", test.numbers, outcome, known, err)
		}
		if _, ok, _ := teller.Numbers(grundy.ByRemoteness, test.numbers); ok {
			t.Errorf("%v: formulas tell the remoteness", test.numbers)
		}
		if !test.ok {
			continue
		}
		c, _, err := f.Read(t.Context(), fmt.Sprintf("%d,%d)", test.numbers[0], test.numbers[1]))
		if err != nil {
			t.Fatal(err)
		}
		if v, ok, err := teller.Position(grundy.ByNimValue, c); v != test.value || !ok || err != nil {
			t.Errorf("%v: %d, %v, %v", c, v, ok, err)
		}
	}
}

// TestTellerOfOutcomes knows who wins, and a nim-value only where that is 0.
func TestTellerOfOutcomes(t *testing.T) {
	teller, err := loadText(t, upTo+`
def outcome(n, most):
    return "P" if n % (most + 1) == 0 else "N"
`).Teller(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for n := range uint64(20) {
		outcome, ok, err := teller.Numbers(grundy.ByOutcome, []uint64{n, 3})
		if outcome != min(n%4, 1) || !ok || err != nil {
			t.Errorf("%d: outcome %d, %v, %v", n, outcome, ok, err)
		}
		if v, ok, _ := teller.Numbers(grundy.ByNimValue, []uint64{n, 3}); v != 0 || ok != (n%4 == 0) {
			t.Errorf("%d: nim-value %d, %v", n, v, ok)
		}
	}
}

func TestTellerOfFalseClaims(t *testing.T) {
	for text, want := range map[string]string{
		upTo: "",
		upTo + "def value(n, most):\n    return -1\n":                                                            "",
		upTo + "def value(n, most):\n    return n % (most + 2)\n":                                                "value",
		"position(n = integer())\ndef moves(n):\n    if n > 0:\n        move(n - 1)\nequals(code = \"0.[3]\")\n": "equals",
	} {
		teller, err := loadText(t, text).Teller(t.Context())
		if teller != nil || (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v", text, teller, err)
		}
	}
}

func TestTellerOfHeaps(t *testing.T) {
	f := loadText(t, `
position(pins = row("X.", most = 60))
def moves(pins):
    for i in range(len(pins)):
        if pins[i] == "X":
            move(put(pins, ".", i))
            if i + 1 < len(pins) and pins[i + 1] == "X":
                move(put(pins, ".", i, i + 1))
touching("X")
equals(code = "0.77", heaps = lambda pins: len(pins) if "X" in pins else 0)
`)
	teller, err := f.Teller(t.Context())
	if err != nil || teller == nil {
		t.Fatalf("%v, %v", teller, err)
	}
	c, _, err := f.Read(t.Context(), `"XXX.X..XX")`)
	if err != nil {
		t.Fatal(err)
	}
	game, heaps, ok, err := teller.Heaps(c)
	if game != "0.77" || fmt.Sprint(heaps) != "[3 1 2]" || !ok || err != nil {
		t.Errorf("%s, %v, %v, %v", game, heaps, ok, err)
	}
	if _, ok, err := teller.Position(grundy.ByNimValue, c); ok || err != nil {
		t.Errorf("a formula: %v, %v", ok, err)
	}
}
