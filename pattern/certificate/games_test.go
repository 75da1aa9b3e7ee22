package certificate

import (
	"fmt"
	"os"
	"testing"
	"time"
)

const nim2 = `position(x = integer(), y = integer())
def moves(x, y):
    for k in range(x):
        move(k, y)
    for k in range(y):
        move(x, k)
`

const wythoff = `position(x = integer(), y = integer())
def moves(x, y):
    for k in range(1, x + 1):
        move(x - k, y)
    for k in range(1, y + 1):
        move(x, y - k)
    for k in range(1, min(x, y) + 1):
        move(x - k, y - k)
`

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

// An entry is a game with a claim that is true.
type entry struct {
	name  string
	depth int // to which a candidate is learned
	claim Claim
}

func entries() []entry {
	p := func(rules, system string, depth int) entry {
		return entry{"", depth, Claim{Rules: rules, Of: POutcome, System: system, Form: "set"}}
	}
	v := func(rules, system string, depth, values int) entry {
		return entry{"", depth, Claim{Rules: rules, Of: NimValue, System: system, Form: "values", Automata: make([]Table, values)}}
	}
	r := func(rules, system, of string, depth int) entry {
		return entry{"", depth, Claim{Rules: rules, Of: of, System: system, Form: "relation"}}
	}
	m := func(e entry) entry { e.claim.Misere = true; return e }
	name := func(name string, e entry) entry { e.name, e.claim.Game = name, name; return e }
	return []entry{
		name("nim2", p(nim2, "binary", 3)),
		name("nim2 values", r(nim2, "binary", NimValue, 2)),
		name("misère nim2", m(p(nim2, "binary", 3))),
		name("wythoff", p(wythoff, "zeckendorf", 3)),
		name("misère wythoff", m(p(wythoff, "zeckendorf", 3))),
		name("wythoff by ostrowski", p(wythoff, "ostrowski [1; (1)]", 3)),
		name("fibonacci", p(fibonacci, "zeckendorf", 3)),
		name("mark", v(mark, "binary", 3, 3)),
		name("counter", p(counter, "binary", 3)),
		name("knight", p(knight, "binary", 4)),
		name("lasker", r(lasker, "binary", NimValue, 3)),
	}
}

func TestEntries(t *testing.T) {
	for _, e := range entries() {
		t.Run(e.name, func(t *testing.T) {
			at := time.Now()
			claim := candidate(t, e.claim, e.depth)
			learned := time.Since(at)
			at = time.Now()
			c, err := New(t.Context(), claim, nil)
			if err != nil {
				t.Fatal(err, learned, time.Since(at))
			}
			made := time.Since(at)
			at = time.Now()
			if err := Verify(t.Context(), c, nil); err != nil {
				t.Error(err)
			}
			fmt.Println(e.name, learned, made, time.Since(at), c.Sizes, c.Moves, c.Measure, c.Statement)
		})
	}
	_ = os.Stdout
}
