package rules

import (
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
)

// TestDefineMisread compares formulas and moves of rules that were misread once, here or by
// a verifier that read programs. Each is said exactly, or refused.
func TestDefineMisread(t *testing.T) {
	rng := chance.New(t, 20)
	for _, text := range []string{
		"def moves(n, r):\n    if \"b\" < \"a\":\n        move(0, r)\n",
		"def moves(n, r):\n    s = \"\"\n    if n > 2:\n        s = \"a\"\n    if s:\n        move(0, r)\n",
		"def moves(n, r):\n    if [1] == (1,):\n        move(0, r)\n",
		"def moves(n, r):\n    if 5000 in range(10000):\n        move(0, r)\n",
		"c = 2\ndef moves(n, r):\n    c = 1\n    f = lambda x: x - c\n    if n > 1:\n        move(f(n), r)\n",
		"def f(n, k, r):\n    move(n - k, r)\n    return False\ndef moves(n, r):\n    if any([f(n, k, r) for k in range(1, n + 1)]):\n        pass\n",
		"def legal(n, r):\n    return n >= 3 or any([k < 0 for k in range(n - 3, n)])\ndef moves(n, r):\n    if n > 3:\n        move(n - 1, r)\n",
		// lists, rows and strings
		"def moves(n, r):\n    if [\"a\", \"b\"] == \"ab\" or r == (\"a\", \"b\") or \"a\" == r[:1]:\n        move(0, r)\n",
		"def moves(n, r):\n    if \"ab\" in [\"a\", \"b\"] or r[1:] in r:\n        move(0, r)\n",
		"def moves(n, r):\n    x = [1] + (2,)\n    move(0, r)\n",
		"def moves(n, r):\n    if n in \"ab\":\n        move(0, r)\n",
		"def moves(n, r):\n    move(0, put(r, \"b\", -1))\n",
		"def moves(n, r):\n    i = [].index(n)\n    move(0, r)\n",
		"def moves(n, r):\n    a, b = range(2)\n    move(a, r)\n",
		"def moves(n, r):\n    for i, c in enumerate(r, n):\n        move(min(i, 6), r)\n",
		"def moves(n, r):\n    if \"%d\" % n == \"3\" or \"%d%d\" % n:\n        move(0, r)\n",
		"def moves(n, r):\n    move([2, 1, 0, 1][min(int(n < 2), n)], r)\n",
		// functions
		"c = 2\ndef f(n, k = c):\n    return k\ndef moves(n, r):\n    c = 1\n    move(f(n), r)\n",
		"def f(n):\n    return 1\nif True:\n    f = lambda n: 2\ndef moves(n, r):\n    move(f(n), r)\n",
		"def f(n):\n    return 1\ndef moves(n, r):\n    move(f(n, k = 2), r)\n",
		"def moves(n, r):\n    c = 1\n    f = lambda x, c = c: x + c\n    c = 2\n    move(min(f(n), 6), r)\n",
		"True = 0\ndef moves(n, r):\n    if True:\n        move(0, r)\n",
		// changes of lists
		"def grow(x):\n    x.append(1)\ndef moves(n, r):\n    x = [1]\n    grow(x)\n    move(len(x), r)\n",
		"def moves(n, r):\n    x = [1, 2]\n    for c in x:\n        x.append(c)\n    move(0, r)\n",
		"def moves(n, r):\n    x = [1]\n    if x.append(1) == None and n > 2:\n        pass\n    move(len(x), r)\n",
		// what fails
		"def moves(n, r):\n    if n > 2:\n        win()\n    if n > 3:\n        move(0, r)\n    if n == 5:\n        lose()\n",
		"def moves(n, r):\n    for k in range(n):\n        if k == 1:\n            win()\n        else:\n            move(k, r)\n",
		"def moves(n, r):\n    k = 1\n    while k != [4, 1, 3][k]:\n        k += 1\n    move(k, r)\n",
		"def moves(n, r):\n    k = 1\n    while k <= k + n:\n        if k == n:\n            move(0, r)\n            break\n        k += 1\n    move(1, r)\n",
		"def moves(n, r):\n    k = 1\n    while k <= k + n:\n        k *= 2\n    move(0, r)\n",
		"def moves(n, r):\n    if n * (1 << 61) > 5:\n        move(0, r)\n",
		"def moves(n, r):\n    move(n, r, lable = \"x\")\n",
		"def moves(n, r):\n    move(n, range(2))\n",
		"def moves(n, r):\n    if (n > 2) >= None:\n        move(0, r)\n",
	} {
		f, err := Load(t.Context(), "misread", strings.NewReader("position(n = integer(0, 6), r = row(\"ab\", length = 2))\n"+text), Options{Steps: 100_000})
		if err != nil {
			t.Fatal(err)
		}
		d, err := f.Define(t.Context(), Frame{})
		if err == nil {
			newOracle(t, d, 14).agreesAtSmall(rng, 60, 6)
		}
		if t.Failed() {
			t.Fatalf("in\n%s", text)
		}
	}
}
