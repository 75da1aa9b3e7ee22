package machine

// This file checks which functions are lowered, and what is said about the others.

import (
	"fmt"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// refusalTop declares one field of each kind, and what the bodies use.
const refusalTop = `position(n = integer(0, 9), w = row("ab", most = 9), r = row(0, 9, most = 9), g = grid("ab", 3, 3))
N = 2
WORD = "ab"
LONG = "a" * 100
LIST = [1, 2]
TUPLE = (1, 2)
PAIRS = [(1, 2), (3, 4)]
LINES = [[1], [2, 3]]
MIXED = [1, "a"]
D = {1: 2}
def plus(a, b):
    return a + b
def either(a):
    if a > 1:
        return a
def nothing(a):
    x = a
def states(n, w, r, g):
    move(n, w, r, g)
def odd(a, b = 1):
    return a
def looped(a):
    for i in range(a):
        return i
def twice(a):
    return once(a)
def once(a):
    return twice(a)
`

func TestRefusals(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{`n += plus(n, 1)`, ``},
		{`x = plus(n, "a")`, `12:12: a + b: + of an int and a string`},
		{`x = plus(n, n); y = plus("a", "b")`, `12:12: a + b: + of a string and a string`},
		{`x = either(n)`, `14:5: if a > 1:…: either may end here without a value`},
		{`x = looped(n)`, `23:5: for i in range(a):…: looped may end here without a value`},
		{`nothing(n)`, ``},
		{`x = nothing(n)`, `30:9: nothing(n): the value of a function that has none`},
		{`states(n, w, r, g)`, ``},
		{`x = states(n, w, r, g)`, `30:9: states(n, w, r, g): a function that states moves inside an expression`},
		{`x = odd(n)`, ``},
		{`x = odd(n, 2)`, ``},
		{`x = plus(a = n, b = 1)`, ``},
		{`x = plus(*TUPLE)`, `30:14: *TUPLE: a call with *arguments`},
		{`x = plus([1], 2)`, `12:12: a + b: + of a list and an int`},
		{`x = twice(n)`, `28:12: twice(a): twice calls itself`},
		{`x = lambda: 1`, ``},
		{`x = {}`, `30:9: {}: a dict`},
		{`x = {i: 1 for i in r}`, `30:9: {i: 1 for i in r}: a dict`},
		{`def inner(): pass`, ``},
		{`x = not n`, ``},
		{`x = not g`, `30:13: g: the truth of a grid`},
		{`x = -w`, `30:9: -w: - of a row`},
		{`x = -n`, ``},
		{`x = n / 2`, `30:9: n / 2: / of integers`},
		{`x = n + w`, `30:9: n + w: + of an int and a row`},
		{`x = w + r`, `30:9: w + r: a row of integers and letters`},
		{`x = w + "ab"`, ``},
		{`x = "ab" + "ab"`, `30:9: "ab" + "ab": + of a string and a string`},
		{`x = LIST + [1]`, ``},
		{`x = TUPLE + TUPLE`, ``},
		{`x = r + TUPLE`, ``},
		{`x = r * 2`, ``},
		{`x = 2 * w`, ``},
		{`x = WORD * 2`, `30:9: WORD * 2: * of a string and an int`},
		{`x = w * w`, `30:9: w * w: * of a row and a row`},
		{`x = n and (n > 1)`, `30:9: n and (n > 1): and of an int and a bool`},
		{`x = w and w`, `30:9: w and w: and of values that are not bools`},
		{`x = n and 2`, ``},
		{`x = n > 1 or n > 2`, ``},
		{`x = r if n else [1]`, `30:9: r if n else [1]: a row here and a list there`},
		{`x = r if n else fill(1, 2)`, ``},
		{`x = [] if n else [1]`, ``},
		{`x = [1] if n else []`, ``},
		{`x = n if n else "a"`, `30:9: n if n else "a": an int here and a string there`},
		{`x = g if n else g`, `30:9: g if n else g: a grid here and a grid there`},
		{`x = "ab" if n else "ba"`, `30:9: "ab" if n else "ba": a row here and a row there`},
		{`x = n == "a"`, ``},
		{`x = r == LIST`, ``},
		{`x = w == "ab" or w == "a" or "" != w`, ``},
		{`x = LIST == TUPLE`, ``},
		{`x = r == "ab"`, `30:9: r == "ab": == of a row and a string`},
		{`x = r == w`, `30:9: r == w: == of a row and a row`},
		{`x = r < r`, `30:9: r < r: < of a row and a row`},
		{`x = r != r`, ``},
		{`x = g == g`, ``},
		{`x = g < g`, `30:9: g < g: < of a grid and a grid`},
		{`x = n in r`, ``},
		{`x = "a" in r`, ``},
		{`x = "a" in g`, ``},
		{`x = n in n`, `30:9: n in n: in of an int and an int`},
		{`x = "a" in "a"`, ``},
		{`x = "ab" in "abc"`, `30:9: "ab" in "abc": in of a string and a string`},
		{`x = "ab" in w or w[:n] in w`, ``},
		{`x = (n, 1) in PAIRS or (n, 1) not in PAIRS`, ``},
		{`x = "ab" in r`, `30:9: "ab" in r: in of a string and a row`},
		{`x = "a" in WORD`, ``},
		{`x = g[n]`, `30:9: g[n]: a cell of a grid that is not written [r, c]`},
		{`x = g[n, n]`, ``},
		{`x = g[n, "a"]`, `30:9: g[n, "a"]: a cell of a grid that is not written [r, c]`},
		{`x = w["a"]`, `30:11: "a": a string in the brackets`},
		{`x = n[0]`, `30:9: n[0]: an item of an int`},
		{`x = PAIRS[n]`, ``},
		{`x = PAIRS[n][0]`, ``},
		{`x = LIST[n]`, ``},
		{`x = r[1:]`, ``},
		{`x = r[:w]`, `30:12: w: a row in the brackets`},
		{`x = r[::n]`, ``},
		{`x = LIST[1:]`, ``},
		{`x = WORD[1:]`, `30:9: WORD[1:]: a slice of a string`},
		{`x = [n, "a"]`, `30:13: "a": a list of a string and others`},
		{`x = [w]`, `30:10: w: a list of a row and others`},
		{`x = (n, n)`, ``},
		{`x = [i for i in w]`, ``},
		{`x = [w for i in r]`, `30:10: w: a list of what is a row`},
		{`x = [i for i in r if i]`, ``},
		{`x = [i for i in r if g]`, `30:26: g: the truth of a grid`},
		{`x = [i for i in n]`, `30:21: n: a loop over an int`},
		{`x = g.height`, ``},
		{`x = g.depth`, `30:9: g.depth: depth of a grid`},
		{`x = w.height`, `30:9: w.height: height of a row`},
		{`x = w.count("a")`, ``},
		{`x = w.count(1)`, `30:9: w.count: count of an int`},
		{`x = "ab".count("a")`, `30:9: "ab".count: count of a string`},
		{`x = w.index("a")`, ``},
		{`x = g.index("a")`, `30:9: g.index: index of a string`},
		{`x = w.find("a")`, `30:9: w.find: the method find`},
		{`x = (lambda: 1)()`, ``},
		{`x = min(n, 1)`, ``},
		{`x = min(n)`, `30:9: min(n): min of an int`},
		{`x = max(r)`, ``},
		{`x = max(w)`, `30:9: max(w): max of a row`},
		{`x = min(n, "a")`, `30:16: "a": min of a string`},
		{`x = abs(n)`, ``},
		{`x = abs(w)`, `30:13: w: abs of a row`},
		{`x = abs(n, n)`, `30:9: abs(n, n): abs of these arguments`},
		{`x = len(w) + len(g) + len("a") + len(PAIRS) + len(LIST)`, ``},
		{`x = len(n)`, `30:9: len(n): len of an int`},
		{`x = len(w, w)`, `30:9: len(w, w): len of these arguments`},
		{`x = sum(r)`, ``},
		{`x = sum(w)`, `30:9: sum(w): sum of a row`},
		{`x = any(r)`, ``},
		{`x = all(w)`, `30:9: all(w): all of a row`},
		{`x = sorted(r)`, ``},
		{`x = sorted(WORD)`, `30:9: sorted(WORD): sorted of a string`},
		{`x = sorted(r, reverse = True)`, `30:19: reverse = True: sorted with a named argument`},
		{`x = tuple(r)`, ``},
		{`x = fill(n, 2)`, ``},
		{`x = fill("a", 2, 2)`, ``},
		{`x = fill(w, 2)`, `30:9: fill(w, 2): fill of these arguments`},
		{`x = fill(n, w)`, `30:17: w: fill of a row`},
		{`x = cut(g, 0, 0, 1, 1)`, ``},
		{`x = cut(w, 0, 0, 1, 1)`, `30:9: cut(w, 0, 0, 1, 1): cut of these arguments`},
		{`x = cut(g, 0, 0, 1)`, `30:9: cut(g, 0, 0, 1): cut of these arguments`},
		{`x = inside(g, 0, 0)`, ``},
		{`x = inside(g, 0)`, `30:9: inside(g, 0): inside of these arguments`},
		{`x = inside(r, 0)`, ``},
		{`x = inside(WORD, 0)`, `30:9: inside(WORD, 0): inside of these arguments`},
		{`x = put(w, "a", 0)`, ``},
		{`x = put(w, 1, 0)`, `30:9: put(w, 1, 0): put of an int into a row`},
		{`x = put(w)`, `30:9: put(w): put of these arguments`},
		{`x = put(g, "a", (0, 0))`, ``},
		{`x = put(g, "a", TUPLE)`, `30:21: TUPLE: a cell that is not written (r, c)`},
		{`x = put(r, 1, *LIST)`, ``},
		{`x = put(r, 1, "a")`, `30:19: "a": a place that is a string`},
		{`x = put(n, 1, 0)`, `30:9: put(n, 1, 0): put of an int into an int`},
		{`x = range(n)`, `30:9: range(n): range where no loop goes over it`},
		{`x = enumerate(w)`, `30:9: enumerate(w): enumerate where no loop goes over it`},
		{`x = copies(1, n)`, `30:9: copies(1, n): copies outside the arguments of move_sum(…)`},
		{`x = zip(r, r)`, `30:9: zip(r, r): zip is not compiled`},
		{`x = D[1]`, `30:9: D: a dict`},
		{`x = LONG`, `30:9: LONG: a string of 100 letters`},
		{`x = MIXED`, `30:9: MIXED: a list of values that are not all integers or all letters`},
		{`x = None`, ``},
		{`x = PAIRS`, ``},
		{`x = LIST`, ``},
		{`x = [1]; y = x`, `30:14: y = x: a list with two names`},
		{`x = [1]; x[0] = 2`, ``},
		{`x = [1]; x[0] = "a"`, `30:14: x[0]: an assignment to an item of a list`},
		{`x = [1]; x["a"] = 1`, `30:14: x["a"]: an assignment to an item of a list`},
		{`x = [1]; x[0] += 1`, ``},
		{`x = ["a"]; x[0] += "b"`, `30:16: x[0] += "b": + of a string and a string`},
		{`LIST[0] += 1`, `30:5: LIST[0]: an assignment to an item of a list`},
		{`x = [1]; x += [2]`, `30:14: x += [2]: a list that grows`},
		{`x = [1]; x.append(2)`, ``},
		{`x = [1]; x.append("a")`, `30:14: x.append("a"): append of a string`},
		{`x = [1]; [0].append(1)`, `30:14: [0].append(1): append to something other than a variable`},
		{`x = []; x.append(1)`, ``},
		{`x = []; x.append("a")`, ``},
		{`x = []; x = ["a"]`, ``},
		{`r[0] = 1`, `30:5: r[0]: an assignment to an item of a row`},
		{`LIST[0] = 1`, `30:5: LIST[0]: an assignment to an item of a list`},
		{`[1][0] = 1`, `30:5: [1][0]: an assignment to an item of something other than a variable`},
		{`r.append(1)`, `30:5: r.append(1): append of an int`},
		{`x = [1]; x.clear()`, `30:14: x.clear: the method clear`},
		{`N = 3`, ``},
		{`x = 1; x = "a"`, `30:12: x: x is a string here and an int elsewhere`},
		{`x, y = n, w`, ``},
		{`x, y = n, 2`, ``},
		{`x, y = n`, `30:5: x, y: several names for an int`},
		{`x, y = r`, ``},
		{`x, y, z = 1, 2`, `30:5: x, y, z: 3 names for 2 values`},
		{`[x, y] = [n, 1]`, ``},
		{`x = [1, 2]; x[0], x[1] = x[1], x[0]`, ``},
		{`n + 1`, ``},
		{`w`, ``},
		{`"text"`, ``},
		{`for i in range(n): x = i`, ``},
		{`for i in range("a"): pass`, `30:20: "a": a range of a string`},
		{`for i in range(): pass`, `30:14: range(): range of these arguments`},
		{`for i in range(1, n, 2): pass`, ``},
		{`for i in range(*TUPLE): pass`, `30:14: range(*TUPLE): range of these arguments`},
		{`for c in WORD: pass`, ``},
		{`for a, b in [(1, n), [n + 1, 2]]: n += a * b`, ``},
		{`for i, (a, c) in enumerate(((1, "a"), (2, w[0]))): n += a + w.count(c)`, ``},
		{`x = [a * b for a, b in [(1, n), (n, 2)]]`, ``},
		{`for a, b in [(1, n), (n, "a")]: pass`, `30:30: "a": a list of a string and others`},
		{`for a, b in [(1, n), (n,)]: pass`, `30:9: a, b: 2 names for 1 value`},
		{`for a in [(1, n), (n, 2)]: pass`, ``},
		{`for i, c in enumerate("a"): pass`, ``},
		{`for i in w: pass`, ``},
		{`for i in g: pass`, ``},
		{`for i in n: pass`, `30:14: n: a loop over an int`},
		{`for i in []: pass`, `30:14: []: a loop over a list`},
		{`for i, c in enumerate(w): pass`, ``},
		{`for i in enumerate(w): pass`, `30:14: enumerate(w): enumerate where no loop goes over it`},
		{`for a, b in PAIRS: pass`, ``},
		{`for a, b, c in PAIRS: pass`, `30:9: a, b, c: 3 names for the 2 values of a line`},
		{`for a, b in LINES: pass`, `30:9: a, b: 2 names for the 1 value of a line`},
		{`for l in LINES: x = l[0]`, ``},
		{`for p in PAIRS: x = p[0]`, ``},
		{"x = [1]\n    for i in x:\n        x.append(i)", `32:9: x.append(i): a list that changes while a loop goes over it`},
		{"x = [1]\n    for i in x if n else [2]:\n        x.append(i)", `32:9: x.append(i): a list that changes while a loop goes over it`},
		{"x = [1]\n    for i in [2] if n else (x if w else x):\n        x[0] = i", `32:9: x[0]: a list that changes while a loop goes over it`},
		{"t0 = (n, True)\n" + doubled(8), `37:11: t6: a tuple of more than 256 values`},
		{"t0 = (n, True)\n" + doubled(4) + "    move(t4[0][0][0][0][0], w, r, g)", ``},
		{"x = [1]\n    for i in x:\n        x[0] = i", `32:9: x[0]: a list that changes while a loop goes over it`},
		{"x = [1]\n    for i in x:\n        x = [2]", ``},
		{"for i in r: x = i\n    n = x", `31:9: x: may be used before it has a value`},
		{"for i in r:\n        x = 1\n        break\n    n = x", `33:9: x: may be used before it has a value`},
		{`while n: n -= 1`, ``},
		{`while g: n -= 1`, `30:11: g: the truth of a grid`},
		{"while n:\n        x = 1\n    n = x", `32:9: x: may be used before it has a value`},
		{"if n: x = 1\n    n = x", `31:9: x: may be used before it has a value`},
		{"if n: x = 1\n    else: x = 2\n    n = x", ``},
		{"if n: return\n    else: x = 2\n    n = x", ``},
		{"if n: x = 2\n    else: return\n    n = x", ``},
		{`if g: pass`, `30:8: g: the truth of a grid`},
		{`return`, ``},
		{`return 1`, `30:5: return 1: moves returns no value: call move(…) for each move`},
		{`return None`, ``},
		{`move(n, w, r, g)`, ``},
		{`move(n, w, r)`, `30:5: move(n, w, r): 3 values for 4 fields`},
		{`move(n, w, r, g, 1)`, `30:5: move(n, w, r, g, 1): 5 values for 4 fields`},
		{`move(w, w, r, g)`, `30:10: w: a row for n`},
		{`move(n, r, r, g)`, `30:13: r: a row for w`},
		{`move(n, "a", [1], g)`, ``},
		{`move(n, "ab", LIST, g)`, ``},
		{`move(n, [], [], g)`, ``},
		{`move(n, w, r, fill(1, 2, 2))`, `30:19: fill(1, 2, 2): a grid of other cells than g`},
		{`move(n, w, r, w)`, `30:19: w: a row for a grid`},
		{`move(n, w, r, [w for i in r])`, ``},
		{`move(n, w, r, [r for i in r])`, `30:19: [r for i in r]: a grid of other cells than g`},
		{`move(n, w, r, ["ab" for i in range(2)])`, ``},
		{`move(n, w, r, g = g)`, `30:5: move(n, w, r, g = g): a move with named arguments or *arguments`},
		{`move(*TUPLE)`, `30:5: move(*TUPLE): a move with named arguments or *arguments`},
		{`part(n, w, r, g)`, `30:5: part(n, w, r, g): part in a function that runs for something else`},
		{`move_sum()`, ``},
		{`move_sum((n, w, r, g))`, ``},
		{`move_sum(n)`, `30:14: n: a part that is not written (…, …)`},
		{`move_sum((n, w, r, g), copies(n, (1, w, r, g)))`, ``},
		{`move_sum(copies("a", (1, w, r, g)))`, `30:21: "a": a string for a number of copies`},
		{`move_sum(copies(n, 1))`, `30:24: 1: a part that is not written (…, …)`},
		{`x = put(r, 1, *w)`, `30:19: *w: put with these *places`},
		{`x = put(r, 1, 0, *LIST)`, ``},
		{`x = put(r, 1, *n)`, `30:19: *n: put with these *places`},
		{`move_sum(copies(0, (1, w, r, g)))`, ``},
		{`move_sum(copies(2, (1, w, r, g)), (n, w, r, g))`, ``},
		{"for a, b in PAIRS:\n        move(a, [], [b], g)", ``},
		{"for l in LINES:\n        move(len(l), w, l + [5], g)", ``},
		{"for i in range(9, 0, -2):\n        move(i, w[:i], r[::2], cut(g, 0, 0, 1, i // 5))", ``},
		{"x = list(r[1:])\n    x[0] = -n\n    move(-x[0], w, x + [7], g)", ``},
		{"x = [i for i in r if i > 1]\n    x.append(9)\n    move(max(x), w, sorted(x), put(g, \"b\", (1, 1)))", ``},
		{`move(abs(-n), w if n > 5 else w[::-1], r * 2, [w[i:i + 1] * 2 for i in range(2)])`, ``},
		{`move(n, [c for c in g][:9], [plus(i, -1) for i in r if i], g)`, ``},
		{"x, y = n, 3\n    x, y = y, x\n    move(x, w, [x, y], g)", ``},
		{"x = 9\n    while x > 4:\n        x -= 1\n        if x == 6:\n            continue\n        move(x, w, r, g)", ``},
		{"for i, c in enumerate(w):\n        if c == \"b\":\n            break\n        move(i, put(w, \"b\", i), r, g)", ``},
	} {
		f := load(t, "r.star", refusalTop+"def moves(n, w, r, g):\n    "+c.body+"\n", lang.Options{})
		got := ""
		if _, why := f.Lower(f.moves, core.Moves); why != nil {
			got = strings.TrimPrefix(why.Error(), "r.star:")
		} else if f.fast != nil {
			holdDone(t, c.body, f)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.body, got, c.want)
		}
	}
}

// doubled is lines that put a tuple into the next one, twice each.
func doubled(times int) (lines string) {
	for i := range times {
		lines += fmt.Sprintf("    t%d = (t%d, t%d)\n", i+1, i, i)
	}
	return lines
}
