package rules

import (
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
)

// TestDefineMore translates what people write: loops in any, all and in over as many items as
// a coordinate says, tables, early returns, functions in functions, tuples.
func TestDefineMore(t *testing.T) {
	rng := chance.New(t, 21)
	for _, text := range []string{
		"def moves(n, r):\n    if any([k * 3 == n for k in range(1, n)]):\n        move(0, r)\n",
		"def moves(n, r):\n    if all([k % 2 for k in range(1, n + 1, 2)]):\n        move(0, r)\n",
		"def moves(n, r):\n    for m in range(n):\n        if all([m != k + k for k in range(n)]):\n            move(m, r)\n",
		"def moves(n, r):\n    if n in [k + k for k in range(n) if k > 1]:\n        move(0, r)\n",
		"def legal(n, r):\n    return all([k < 5 for k in range(n)])\ndef moves(n, r):\n    if n:\n        move(n - 1, r)\n",
		"T = [3, 1, 4, 1, 5, 9, 2]\ndef moves(n, r):\n    if T[n] <= n:\n        move(n - T[n], r)\n",
		"T = [(0, 1), (1, 2), (2, 3)]\ndef moves(n, r):\n    for a, b in T:\n        if n >= a + b:\n            move(n - a - b, r)\n",
		"T = [(0, 1), (1, 2), (2, 3)]\ndef moves(n, r):\n    if n < 3 and T[n][1] > 1:\n        move(T[n][0], r)\n",
		"def f(n):\n    for k in range(n):\n        if k * 2 == n:\n            return k\n    return 0\ndef moves(n, r):\n    if n:\n        move(f(n), r)\n",
		"def f(n):\n    if n > 4:\n        return False\n    return n % 2 == 0\ndef moves(n, r):\n    if f(n) and n:\n        move(n - 1, r)\n",
		"def pair(n):\n    return n // 2, n % 2\ndef moves(n, r):\n    a, b = pair(n)\n    if n:\n        move(a, r)\n        move(b, r)\n",
		"def moves(n, r):\n    def less(k):\n        return n - k\n    for k in range(1, n + 1):\n        move(less(k), r)\n",
		"def moves(n, r):\n    less = lambda k: n - k\n    for k in range(1, n + 1):\n        move(less(k), r)\n",
		"def moves(n, r):\n    for i, c in enumerate(r):\n        if c == \"a\" and n > i:\n            move(i, put(r, \"b\", i))\n",
		"def moves(n, r):\n    for s in [1, 2, 5]:\n        if n >= s:\n            move(n - s, r)\n            continue\n        break\n",
		"def moves(n, r):\n    if n:\n        move(n - 1, [r[k % 2] for k in range(100)][:2])\n",
		"def moves(n, r):\n    if sum([1 for c in r if c == \"a\"]) == n and n:\n        move(n - 1, r)\n",
	} {
		f := loadText(t, "more", "position(n = integer(0, 6), r = row(\"ab\", length = 2))\n"+text)
		if AgreesWithMoves(t, f, Frame{}, rng, 60); t.Failed() {
			t.Fatalf("in\n%s", text)
		}
	}
}
