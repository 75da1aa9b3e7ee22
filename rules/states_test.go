package rules

import (
	"strings"
	"testing"
)

// TestStatedElsewhere loads files in which a label, or another function than moves, leads to
// what states a move: each is refused, with the place.
func TestStatedElsewhere(t *testing.T) {
	const helper = "position(n = integer(0, 9))\ndef f(n):\n    for k in range(n):\n        move(k)\n    return \"x\"\n"
	const moves = "def moves(n):\n    if n > 0:\n        move(n - 1)\n"
	for text, place := range map[string]string{
		helper + "def moves(n):\n    move(n - 1, label = f(n))\n":                                         "f:7:25",
		helper + "def moves(n):\n    g = lambda: f(n)\n    move(n - 1, label = \"\" + g())\n":             "f:8:30",
		helper + "g = [f]\ndef moves(n):\n    move(n - 1, label = g[0](n))\n":                             "f:8:25",
		helper + "def moves(n):\n    x = []\n    move(n - 1, label = \"%s\" % x.append(1))\n":             "f:8:32",
		helper + moves + "def legal(n):\n    return f(n) == \"x\"\n":                                      "f:10:12",
		helper + moves + "def draw(n):\n    return f(n)\n":                                                "f:10:12",
		helper + moves + "def start():\n    f(3)\n    return 3\n":                                         "f:10:5",
		helper + moves + "def value(n):\n    return len(f(n))\n":                                          "f:10:16",
		helper + moves + "def outcome(n):\n    return f(n)\n":                                             "f:10:12",
		helper + moves + "def parts(n):\n    part(n)\n    f(n)\n":                                         "f:11:5",
		helper + moves + "equals(octal = \"0.3\", heaps = lambda n: len(f(n)))\n":                         "f:9:45",
		"position(n = integer(0, 9))\ndef f(n):\n    part(n)\ndef moves(n):\n    f(n)\n":                  "f:5:5",
		helper + "def moves(n):\n    if n > 0:\n        move(n - 1, label = \"x\" if win() else \"y\")\n": "f:8:36",
	} {
		_, err := Load(t.Context(), "f", strings.NewReader(text), Options{})
		if err == nil || !strings.HasPrefix(err.Error(), place+":") || strings.Contains(err.Error(), "\n") {
			t.Errorf("want %s: %v in\n%s", place, err, text)
		}
	}
}

// TestLabelStatesNothing runs labels that get a function as a parameter, which nobody sees
// while a file is read.
func TestLabelStatesNothing(t *testing.T) {
	f := loadText(t, "f", "position(n = integer(0, 9))\ndef call(g, n):\n    g(n)\n    return \"x\"\ndef moves(n):\n    step(n, move)\ndef step(n, g):\n    if n > 0:\n        move(n - 1, label = call(g, n))\n")
	report, err := f.Check(t.Context(), CheckBounds{})
	if err != nil || report.OK() {
		t.Errorf("the check holds: %v", err)
	}
}
