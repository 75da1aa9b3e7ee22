package machine

// This file checks what is known when rules are lowered: functions, and tables by other names.

import (
	"testing"

	"github.com/grundy-games/grundy/internal/rules/lang"
)

// knownTop declares what the bodies use.
const knownTop = `position(n = integer(0, 9), w = row("ab", most = 9), r = row(0, 9, most = 9), g = grid("ab", 3, 3))
PAIRS = [(1, 2), (3, 4)]
def less(x):
    return abs(x - 1)
def apply(f, x):
    return f(x) + f(x + 1)
def sum_of(table):
    total = 0
    for a, b in table:
        total += a * b
    return total
def power(a, b = 2, add = [1, 2]):
    return a * b + len(add)
def first(l):
    return l[0]
def moves(n, w, r, g):
    `

func TestKnown(t *testing.T) {
	for _, body := range []string{
		"a, b = r, w\n    a, r = r + [1], a\n    move(len(a), b, r, g)\n    a, r = r, a\n    move(1, b, r[:9], g)",
		"move(apply(less, n) % 10, w, r, g)",
		"x = PAIRS\n    move(sum_of(x) % 10, w, r, g)\n    for a, b in x:\n        move(a, w, [b], g)\n    move(sum_of(PAIRS) % 10, w, r, g)",
		"move(power(2), w, r, g)\n    move(power(n, add = [n]) % 10, w, r, g)\n    move(power(b = n, a = 1) % 10, w, r, g)",
		"l = [n, 2]\n    move(first(l), w, r, g)\n    l.append(3)\n    move(first([3]), w, r, g)",
		"x = None\n    if x == None and w != None:\n        move(int(n > 1), w, list(range(n)), g)",
		"if n in range(1, 5) or n not in range(len(r)) or n in range(9, 2, -1):\n        move(len(range(n)), w, r, g)",
		"for a, b in zip(w, r):\n        move(b, [a], r, g)\n        if b == 2:\n            break\n        r = r[1:]",
		"l = [a * b for a, b in zip(r, list(range(n)))]\n    move(len(l), w, r, g)",
		"for i, c in enumerate(w, 1):\n        move(i, [c], r, g)",
		"for l in [(1, n), (n, 2)]:\n        move(l[0], w, list(l), g)",
		"for i in reversed(range(n)):\n        move(i, w, r, g)",
		"move(n - 1, w, r, g) if n > 2 else None\n    None if n else (move(3, w, r, g))",
		"if \"a\" in r or n in w or (1, 2) in [1] or n in () or \"ab\" in [n]:\n        move(1, w, r, g)\n    if n not in g:\n        move(2, w, r, g)",
		"if n == 2:\n        fail(\"two\", n)\n    move(n, w, r, g)",
		"if r[8] in range(r[7], 5):\n        move(1, w, r, g)",
		"if r[8] in range(5, r[7], -1):\n        move(1, w, r, g)",
		"if n in range(2, len(r)) or n in range(8, 5, -1):\n        move(1, w, r, g)",
	} {
		text := knownTop + body + "\n"
		f := load(t, "k.star", text, lang.Options{})
		if f.slow != nil {
			t.Errorf("%v\n%s", f.slow, body)
			continue
		}
		holdDone(t, body, f)
	}
}
