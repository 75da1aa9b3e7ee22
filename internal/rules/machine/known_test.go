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

// TestFaults plays what fails, or does not fit where compiled rules keep it, and what nearly does.
func TestFaults(t *testing.T) {
	for _, body := range []string{
		"move(n, put(w, \"b\", 9), r, g)", "move(n, put(w, \"b\", 0, 9), r, g)", "move(n, put(w, \"b\", *[0, 9]), r, g)", "move(n, put(w, \"b\", -1, *[]), r, g)",
		"move(n, w, r, put(g, \"b\", (9, 9)))", "move(n, w, r, put(g, \"b\", (0, 0), (n, 9)))", "move(n, w, r, put(g, \"b\", (1, 1), (0, 1)))",
		"move(n, fill(\"a\", -n), r, g)", "move(n, fill(\"a\", 9), r, fill(\"a\", 0, n))", "move(n, w, r, fill(\"a\", 3, 99999))", "x = fill(\"a\", 400)\n    move(len(x) % 9, w, r, g)", "x = fill(1, 40, 40)\n    move(x.width % 9, w, r, g)",
		"move(n, w, r, cut(g, 0, 0, n, 3))", "move(n, w, r, cut(g, 1, 1, 0, 1))", "x = cut(g, n - 3, 0, 1, 1)",
		"x = r[::n - 2]", "x = r[::n - 3]\n    move(n, w, x, g)", "x = r * 300", "x = r * (n - 2)\n    move(n, w, x, g)", "x = (r * 100)[:9:3]",
		"x = r + r + [4, n, 9, 9]", "move(n, w, [9, 10], g)", "move(n, \"abababababab\", r, g)", "move(n, w, r, [w[:k] for k in range(3)])",
		"for k in range(n):\n        move(3 * k, w, r, g)", "for a, b in [(r[9], n), (n, 1)]:\n        move(a, w, r, g)", "for l in [r[:1], r[1:n]]:\n        move(len(l), w, l, g)",
		"for k in range(0, 9, n - 2):\n        move(k, w, r, g)", "a, b = r", "a, b = r[:2]\n    move(a, w, [b], g)", "x = r.index(7)", "x = max(r[:n - 2])", "x = sum(r) * (1 << 62)", "move_sum(copies(n - 3, (n, w, r, g)))",
		"x = [1]\n    x[n] = 3", "x = []\n    for i in range(500):\n        x.append(i)", "x = PAIRS[n]", "x = w in w[n:]", "x = abs(-9223372036854775807 - 1)",
	} {
		text := knownTop + body + "\n"
		fast, slow := bothWays(t, text)
		state := fast.state(t, lang.Int(2), lang.Text("aab"), lang.List([]lang.Value{lang.Int(1), lang.Int(2), lang.Int(3)}), lang.Text("ab/ba"))
		holdSame(t, text, fast, slow, [][]int64{state})
	}
	for _, args := range []string{"a - k, b", "a, 3 * k", "k * 3 - a, b + k", "2 - k, b - 2 * k", "k * 9223372036854775807, b", "(a - 1) * 2 + k, b", "a - k - b, 0", "a // k, b", "k, a + 9223372036854775807"} {
		text := "position(a = integer(-3, 60), b = integer(-9223372036854775807, 9223372036854775807))\ndef moves(a, b):\n    for k in range(1, a + 1):\n        move(" + args + ")\n    for k in range(-2, b):\n        move(" + args + ")\n"
		fast, slow := bothWays(t, text)
		if fast.fast == nil {
			t.Fatalf("%v in\n%s", fast.slow, text)
		}
		holdSame(t, text, fast, slow, [][]int64{{0, 0}, {1, 2}, {7, -9}, {60, 3}, {9, 9223372036854775807}, {-3, -9223372036854775807}})
	}
}
