package certificate

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/grundy-games/grundy/internal/long"
)

// written makes moves from a line: coordinates, each with the bounds 0 and 2147483647 unless it says others, as in
// n>=1 or n<=5, and maybe what else must hold of positions; then kinds of moves, with what guards them.
// Names in a part are bound, except coordinates.
//
//	x y if x <= y: (x - k, y) if 1 <= k <= x; (k) + (y - k) if 1 <= k < y; nothing if x = 0
//
// won, lost and drawn say where play is over.
func written(t testing.TB, text string) Moves {
	t.Helper()
	m := Moves{Shape: "true", Kinds: []Kind{}, Won: "false", Lost: "false", Drawn: "false"}
	declared, moves, ok := strings.Cut(text, ": ")
	if !ok {
		t.Fatalf("%s: no colon", text)
	}
	if names, shape, ok := strings.Cut(declared, " if "); ok {
		declared, m.Shape = names, shape
	}
	taken := map[string]bool{}
	for _, name := range strings.Fields(declared) {
		b := Bound{Name: name, Most: 1<<31 - 1, Dropped: true}
		if i := strings.IndexAny(name, "<>"); i > 0 {
			b.Name = name[:i]
			n := int64(0)
			if _, err := fmt.Sscan(name[i+2:], &n); err != nil {
				t.Fatal(err)
			}
			if name[i] == '<' {
				b.Most, b.Dropped = n, false
			} else {
				b.Least = n
			}
		}
		taken[b.Name] = true
		m.Coordinates = append(m.Coordinates, b)
	}
	for i, move := range strings.Split(moves, "; ") {
		to, guard, guarded := strings.Cut(move, " if ")
		if !guarded {
			guard = "true"
		}
		if strings.Contains(guard, "power") {
			m.Base = 2
		}
		switch to {
		case "won":
			m.Won = guard
			continue
		case "lost":
			m.Lost = guard
			continue
		case "drawn":
			m.Drawn = guard
			continue
		}
		k := Kind{Where: fmt.Sprint("move ", i+1), Bound: []string{}, Guard: guard, Parts: [][]string{}}
		if to != "nothing" {
			for part := range strings.SplitSeq(to, ") + (") {
				k.Parts = append(k.Parts, strings.Split(strings.Trim(part, "()"), ", "))
			}
			tokens, _ := cut(to, 1<<10)
			for _, token := range tokens {
				if token.is == 'n' && !taken[token.what] && !slices.Contains(k.Bound, token.what) {
					k.Bound = append(k.Bound, token.what)
				}
			}
		}
		m.Kinds = append(m.Kinds, k)
	}
	return m
}

const (
	nim2      = "x y: (k, y) if k < x; (x, k) if k < y"
	wythoff   = "x y: (x - k, y) if 1 <= k <= x; (x, y - k) if 1 <= k <= y; (x - k, y - k) if 1 <= k <= x & k <= y"
	fibonacci = "n most: (n - k, 2*k) if 1 <= k <= n & k <= most"
	mark      = "n: (n - 1) if n > 0; (q) if n > 0 & q = n // 2"
	counter   = "n>=1: (n - p) if power(p) & p < n < 2*p; (q) if n > 1 & power(n) & 2*q = n"
	knight    = "x y: (x - 2, y + 1) if 2 <= x; (x - 2, y - 1) if 2 <= x & 1 <= y; (x + 1, y - 2) if 2 <= y; (x - 1, y - 2) if 1 <= x & 2 <= y"
	lasker    = "n<=100000: (k) if k < n; (k) + (n - k) if 1 <= k & 2*k <= n"
	king      = "x y: (x - 1, y) if 1 <= x; (x, y - 1) if 1 <= y; (x - 1, y - 1) if 1 <= x & 1 <= y"
	bishop    = "x y: (x - k, y - k) if 1 <= k <= x & k <= y"
	subtract  = "n: (n - s) if s <= n & (s = 1 | s = 3 | s = 4)"
	ends      = "n: nothing if n % 3 = 2; (n - k) if 1 <= k <= n & k <= 2"      // a move may leave nothing
	deleting  = "x>=1 y>=1: (k, x - k) if 1 <= k < x; (k, y - k) if 1 <= k < y" // Delete Nim
	halve     = "n: (k) if n > 0 & 2*k <= n"                                    // the nim-value is the number of binary digits
	halveEnd  = "n: nothing if n > 0; (k) if 1 <= k & 2*k <= n"
	allBut    = "n: (n - k) if 1 <= k <= n & k != 2 & k != 3"
	decreed   = "n: (n - k) if 1 <= k <= n & k <= 3; won if n = 5; lost if n = 3 | n = 7 (mod 11)"
	corner    = "x y: (x - k, y) if x + y > 2 & 1 <= k <= x; (x, y - k) if x + y > 2 & 1 <= k <= y; (x - k, y - k) if x + y > 2 & 1 <= k <= x & k <= y" // with terminal positions
	// nimHeaps has heaps in ascending order.
	nimHeaps = "a b c if a <= b <= c: (k, b, c) if k < a; (a, k, c) if a < k < b; (k, a, c) if k <= a & k < b; (a, b, k) if b < k < c; (a, k, b) if a < k <= b & k < c; (k, a, b) if k <= a & k < c"
)

// nim has heaps.
func nim(heaps int) string {
	names := strings.Split("abcdef"[:heaps], "")
	var kinds []string
	for i, name := range names {
		to := slices.Clone(names)
		to[i] = "k"
		kinds = append(kinds, fmt.Sprintf("(%s) if k < %s", strings.Join(to, ", "), name))
	}
	return strings.Join(names, " ") + ": " + strings.Join(kinds, "; ")
}

// wythoffOf lets take numbers from both heaps that differ by less than a.
func wythoffOf(a int) string {
	text := wythoff
	for d := 1; d < a; d++ {
		text += fmt.Sprintf("; (x - k, y - k - %d) if 1 <= k <= x & k + %d <= y; (x - k - %d, y - k) if 1 <= k <= y & k + %d <= x", d, d, d, d)
	}
	return text
}

// staircase has coins on steps; a move takes some one step down.
func staircase(steps int) string {
	names := strings.Split("abcdef"[:steps], "")
	var kinds []string
	for i, name := range names {
		to := slices.Clone(names)
		if to[i] = name + " - k"; i > 0 {
			to[i-1] += " + k"
		}
		kinds = append(kinds, fmt.Sprintf("(%s) if 1 <= k <= %s", strings.Join(to, ", "), name))
	}
	return strings.Join(names, " ") + ": " + strings.Join(kinds, "; ")
}

func dynamic(r int) string { return strings.Replace(fibonacci, "2*k", fmt.Sprint(r, "*k"), 1) }

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

// An entry is a game with a claim that is true.
type entry struct {
	name  string
	moves string // as [written] reads them
	depth int    // to which a candidate is learned
	claim Claim
	known func(at []int64) bool // what to learn, where the engine is slow
}

var entries = sync.OnceValue(func() []entry {
	p := func(moves, system string, depth int) entry {
		return entry{"", moves, depth, Claim{Of: POutcome, System: system, Form: "set"}, nil}
	}
	v := func(moves string, depth, values int) entry {
		return entry{"", moves, depth, Claim{Of: NimValue, System: "binary", Form: "values", Automata: make([]Table, values)}, nil}
	}
	r := func(moves, of string, depth int) entry {
		return entry{"", moves, depth, Claim{Of: of, System: "binary", Form: "relation"}, nil}
	}
	w := func(moves string, depth int) entry {
		return entry{"", moves, depth, Claim{Of: NimValue, System: "binary", Form: "weights"}, nil}
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
		name("decreed", p(strings.Replace(decreed, "11", long.Of("9", "9", "11"), 1), "binary", long.Of(5, 5, 7))),
		name("deleting", w(deleting, 3)),
		name("halve", w(halve, 3)),
		name("misère halve", m(w(halve, 3))),
		name("halve with an end", w(halveEnd, 3)),
		name("misère halve with an end", m(w(halveEnd, 3))),
		name("lasker", r(lasker, NimValue, 3)),
	}
})
