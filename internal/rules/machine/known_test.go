package machine

// This file checks what is known when rules are lowered: functions, tuples of several types,
// tables by other names.

import (
	"testing"

	"github.com/grundy-games/grundy/internal/rules/lang"
)

// knownTop declares what the bodies use.
const knownTop = `position(n = integer(0, 9), w = row("ab", most = 9), r = row(0, 9, most = 9), g = grid("ab", 3, 3))
PAIRS = [(1, 2), (3, 4)]
def pair(k, c):
    return c, k + 1
def split(row, k):
    if k > 2:
        return row[k:], "a"
    if k == 1:
        k += 5
    elif k == 2:
        return row[1:], "b"
    else:
        return row, "ab"[0]
    return row + row, "b"
def both(row, k):
    return split(row, k)
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
		"x, y = pair(n, w)\n    move(y, x, r, g)",
		"x = pair(n, w)\n    move(x[1], x[0], r, g)\n    y = x\n    a, b = y\n    move(b, a, r, g)",
		"for k in range(4):\n        a, b = split(r, k)\n        move(k, w + b, a[:9], g)",
		"for k in range(4):\n        t = both(r, k)\n        move(len(t), w + t[1], t[0][:9], g)\n        e = both(w, k)[1]\n        move(k, [e], r, g)",
		"x = (r, n, w)\n    a, b, c = x\n    r = r[:1]\n    move(b, c, a, g)\n    move(x[1], x[2], x[0], g)",
		"t, v = (r, 1), w\n    move(t[1], v, t[0], g)",
		"a, b = r, w\n    a, r = r + [1], a\n    move(len(a), b, r, g)\n    a, r = r, a\n    move(1, b, r[:9], g)",
		"move(apply(lambda k: k + 1, n) % 10, w, r, g)",
		"x = 3\n    def inner(a):\n        return a * x + len(r)\n    move(inner(n) % 10, w, r, g)\n    x = 4\n    r = r[9:]\n    move(inner(n) % 10, w, r, g)\n    move(apply(inner, 1) % 10, w, r, g)",
		"def out(a):\n        def deep(b):\n            return a + b + n\n        return apply(deep, a)\n    move(out(2) % 10, w, r, g)",
		"f = lambda a, b = 5: a + b\n    move(f(1), w, r, g)\n    move(f(b = 1, a = n) % 10, w, r, g)",
		"def state(k):\n        move(k, w, r, g)\n    for i in range(n):\n        state(i)",
		"x = PAIRS\n    move(sum_of(x) % 10, w, r, g)\n    for a, b in x:\n        move(a, w, [b], g)\n    move(sum_of(PAIRS) % 10, w, r, g)",
		"move((lambda a: a + 1)(n) % 10, w, r, g)",
		"move(power(2), w, r, g)\n    move(power(n, add = [n]) % 10, w, r, g)\n    move(power(b = n, a = 1) % 10, w, r, g)",
		"l = [n, 2]\n    move(first(l), w, r, g)\n    l.append(3)\n    move(first([3]), w, r, g)",
		"x = None\n    if x == None and w != None:\n        move(int(n > 1), w, list(range(n)), g)",
		"if n in range(1, 5) or n not in range(len(r)) or n in range(9, 2, -1):\n        move(len(range(n)), w, r, g)",
		"for a, b in zip(w, r):\n        move(b, [a], r, g)\n        if b == 2:\n            break\n        r = r[1:]",
		"l = [a * b for a, b in zip(r, list(range(n)))]\n    move(len(l), w, r, g)",
		"for i, c in enumerate(w, 1):\n        move(i, [c], r, g)",
		"for l in [(1, n), (n, 2)]:\n        move(l[0], w, list(l), g)",
		"for i in reversed(range(n)):\n        move(i, w, r, g)",
		"t = (lambda k: k + n, w)\n    f, v = t\n    move(f(1) % 10, v, r, g)",
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
