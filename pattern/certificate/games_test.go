package certificate

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"grundy/internal/oracle"
)

const nim2 = `position(x = integer(), y = integer())
def moves(x, y):
    for k in range(x):
        move(k, y)
    for k in range(y):
        move(x, k)
`

var wythoff = oracle.Wythoff("integer()")

const fibonacci = `position(n = integer(), most = integer())
def moves(n, most):
    for k in range(1, min(n, most) + 1):
        move(n - k, 2 * k)
`

const mark = `position(n = integer())
def moves(n):
    if n > 0:
        move(n - 1)
        move(n // 2)
`

const counter = `position(n = integer(1, 1 << 62))
def moves(n):
    p = 1
    while 2 * p <= n:
        p = 2 * p
    if p < n:
        move(n - p)
    elif n > 1:
        move(n // 2)
`
const knight = `STEPS = [(-2, 1), (-2, -1), (1, -2), (-1, -2)]
position(x = integer(), y = integer())
def moves(x, y):
    for dx, dy in STEPS:
        if x + dx >= 0 and y + dy >= 0:
            move(x + dx, y + dy)
`
const lasker = `position(n = integer(0, 100000))
def moves(n):
    for k in range(n):
        move(k)
    for k in range(1, n // 2 + 1):
        move_sum(k, n - k)
`

// nim has heaps as fields.
func nim(heaps int) string {
	names := strings.Split("abcdef"[:heaps], "")
	var b strings.Builder
	fmt.Fprintf(&b, "position(%s = integer())\ndef moves(%s):\n", strings.Join(names, " = integer(), "), strings.Join(names, ", "))
	for i, name := range names {
		to := slices.Clone(names)
		to[i] = "k"
		fmt.Fprintf(&b, "    for k in range(%s):\n        move(%s)\n", name, strings.Join(to, ", "))
	}
	return b.String()
}

const nimHeaps = `position(h = heaps(length = 3))
def moves(h):
    for i in range(len(h)):
        for left in range(h[i]):
            move(put(h, left, i))
`

// wythoffOf lets take numbers from both heaps that differ by less than a.
func wythoffOf(a int) string {
	return fmt.Sprintf(`position(x = integer(), y = integer())
def moves(x, y):
    for k in range(1, x + 1):
        move(x - k, y)
    for k in range(1, y + 1):
        move(x, y - k)
    for d in range(%d):
        for k in range(1, min(x, y - d) + 1):
            move(x - k, y - k - d)
        if d > 0:
            for k in range(1, min(x - d, y) + 1):
                move(x - k - d, y - k)
`, a)
}

// fraenkel has the P-positions of that: the least number that is not there yet, and a n more
// (A. S. Fraenkel 1982).
func fraenkel(a int64) func(at []int64) bool {
	other := map[int64]int64{}
	for n, x := int64(0), int64(0); n < 20000; n++ {
		for other[x] > 0 || x == 0 && n > 0 {
			x++
		}
		other[x], other[x+a*n] = x+a*n, x
		if n == 0 {
			other[0] = 0
		}
		x++
	}
	return func(at []int64) bool { y, ok := other[at[0]]; return ok && y == at[1] }
}

// cornered has the P-positions of Wythoff's game where play ends at x + y <= l.
func cornered(l int) func(at []int64) bool {
	const side = 400
	var p [side][side]bool
	for sum := range 2*side - 1 {
		for x := max(0, sum-side+1); x <= min(sum, side-1); x++ {
			y := sum - x
			p[x][y] = true
			for k := 1; k <= max(x, y) && sum > l; k++ {
				if k <= x && p[x-k][y] || k <= y && p[x][y-k] || k <= min(x, y) && p[x-k][y-k] {
					p[x][y] = false
				}
			}
		}
	}
	return func(at []int64) bool { return p[at[0]][at[1]] }
}

const king = `position(x = integer(), y = integer())
def moves(x, y):
    for dx, dy in [(1, 0), (0, 1), (1, 1)]:
        if dx <= x and dy <= y:
            move(x - dx, y - dy)
`

const bishop = `position(x = integer(), y = integer())
def moves(x, y):
    for k in range(1, min(x, y) + 1):
        move(x - k, y - k)
`

// staircase has coins on steps; a move takes some one step down.
func staircase(steps int) string {
	return fmt.Sprintf(`position(s = row(0, 1000000000, length = %d))
def moves(s):
    for i in range(len(s)):
        for k in range(1, s[i] + 1):
            if i == 0:
                move(put(s, s[0] - k, 0))
            else:
                move(put(put(s, s[i] - k, i), s[i - 1] + k, i - 1))
`, steps)
}

const subtract = `position(n = integer())
def moves(n):
    for s in (1, 3, 4):
        if s <= n:
            move(n - s)
`

// ends lets a move leave nothing.
const ends = `position(n = integer())
def moves(n):
    if n % 3 == 2:
        move_sum()
    for k in (1, 2):
        if k <= n:
            move(n - k)
`

const allBut = `position(n = integer())
def moves(n):
    for k in range(1, n + 1):
        if k not in (2, 3):
            move(n - k)
`

func dynamic(r int) string {
	return fmt.Sprintf(`position(n = integer(), most = integer())
def moves(n, most):
    for k in range(1, min(n, most) + 1):
        move(n - k, %d * k)
`, r)
}

// corner is Wythoff's game with terminal positions.
const corner = `position(x = integer(), y = integer())
def moves(x, y):
    if x + y > 2:
        for k in range(1, x + 1):
            move(x - k, y)
        for k in range(1, y + 1):
            move(x, y - k)
        for k in range(1, min(x, y) + 1):
            move(x - k, y - k)
`

// An entry is a game with a claim that is true.
type entry struct {
	name  string
	depth int // to which a candidate is learned
	claim Claim
	known func(at []int64) bool // what to learn, where the engine is slow
}

var entries = sync.OnceValue(func() []entry {
	p := func(rules, system string, depth int) entry {
		return entry{"", depth, Claim{Rules: rules, Of: POutcome, System: system, Form: "set"}, nil}
	}
	v := func(rules string, depth, values int) entry {
		return entry{"", depth, Claim{Rules: rules, Of: NimValue, System: "binary", Form: "values", Automata: make([]Table, values)}, nil}
	}
	r := func(rules, of string, depth int) entry {
		return entry{"", depth, Claim{Rules: rules, Of: of, System: "binary", Form: "relation"}, nil}
	}
	xor := func(at []int64) (x int64) {
		for _, n := range at {
			x ^= n
		}
		return x
	}
	by := func(e entry, known func(at []int64) bool) entry { e.known = known; return e }
	zero := func(at []int64) bool { return xor(at) == 0 }
	misere := func(at []int64) bool { return (xor(at) == 0) == (slices.Max(at) > 1) }
	odd := func(at []int64) bool {
		x := int64(0)
		for i := 0; i < len(at); i += 2 {
			x ^= at[i]
		}
		return x == 0
	}
	m := func(e entry) entry { e.claim.Misere = true; return e }
	name := func(name string, e entry) entry { e.name, e.claim.Game = name, name; return e }
	return []entry{
		name("nim2", p(nim2, "binary", 3)),
		name("nim2 values", r(nim2, NimValue, 2)),
		name("misère nim2", m(p(nim2, "binary", 3))),
		name("wythoff", by(p(wythoff, "zeckendorf", 3), fraenkel(1))),
		name("misère wythoff", m(p(wythoff, "zeckendorf", 3))),
		name("wythoff by ostrowski", by(p(wythoff, "ostrowski [1; (1)]", 3), fraenkel(1))),
		name("fibonacci", p(fibonacci, "zeckendorf", 3)),
		name("mark", v(mark, 3, 3)),
		name("counter", p(counter, "binary", 3)),
		name("knight", p(knight, "binary", 4)),
		name("nim3", by(p(nim(3), "binary", 2), zero)),
		name("nim4", by(p(nim(4), "binary", 1), zero)),
		name("misère nim3", by(m(p(nim(3), "binary", 2)), misere)),
		name("misère nim4", by(m(p(nim(4), "binary", 1)), misere)),
		name("nim3 by heaps", by(p(nimHeaps, "binary", 2), zero)),
		name("nim3 values", by(r(nim(3), NimValue, 1), zero)),
		name("2-wythoff", by(p(wythoffOf(2), "ostrowski [1; (2)]", 2), fraenkel(2))),
		name("3-wythoff", by(p(wythoffOf(3), "ostrowski [1; (3)]", 2), fraenkel(3))),
		name("4-wythoff", by(p(wythoffOf(4), "ostrowski [1; (4)]", 2), fraenkel(4))),
		name("king", p(king, "binary", 3)),
		name("bishop", p(bishop, "binary", 3)),
		name("staircase 4", by(p(staircase(4), "binary", 1), odd)),
		name("staircase 5", by(p(staircase(5), "binary", 1), odd)),
		name("subtraction 1 3 4", v(subtract, 4, 4)),
		name("all but 2 3", r(allBut, NimValue, 4)),
		name("dynamic 1", p(dynamic(1), "binary", 3)),
		name("corner", by(p(corner, "zeckendorf", 5), cornered(2))),
		name("remoteness of subtraction", r(subtract, Remoteness, 4)),
		name("misère remoteness of king", m(r(king, Remoteness, 3))),
		name("misère values of subtraction", m(v(subtract, 4, 4))),
		name("misère values with an end", m(v(ends, 3, 3))),
		name("values with an end", v(ends, 3, 3)),
		name("misère with an end", m(p(ends, "binary", 3))),
		name("lasker", r(lasker, NimValue, 3)),
	}
})
