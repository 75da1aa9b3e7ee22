package certificate

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grundy/internal/chance"
	"grundy/internal/long"
)

// holds evaluates a formula, numbers that exist being below a bound.
func (f formula) holds(at map[int]int64, bound int64) bool {
	value := func(t term) int64 {
		n := t.more
		for v, c := range t.times {
			n += c * at[v]
		}
		return n
	}
	switch f.kind {
	case "true", "false":
		return f.kind == "true"
	case "zero":
		return value(f.terms[0]) == 0
	case "least":
		return value(f.terms[0]) >= 0
	case "power":
		n, by := value(f.terms[0]), value(f.terms[1])
		for n > 1 && n%by == 0 {
			n /= by
		}
		return n == 1
	case "xor":
		x, y, z := value(f.terms[0]), value(f.terms[1]), value(f.terms[2])
		return x >= 0 && y >= 0 && z >= 0 && x^y == z
	case "not":
		return !f.formulas[0].holds(at, bound)
	case "and":
		return !slices.ContainsFunc(f.formulas, func(g formula) bool { return !g.holds(at, bound) })
	case "or":
		return slices.ContainsFunc(f.formulas, func(g formula) bool { return g.holds(at, bound) })
	}
	found := false
	each(f.bound, at, bound, func() bool { found = found || f.formulas[0].holds(at, bound); return !found })
	return found
}

// each goes over all numbers of variables below a bound.
func each(vars []int, at map[int]int64, bound int64, do func() bool) bool {
	if len(vars) == 0 {
		return do()
	}
	for n := range bound {
		at[vars[0]] = n
		if !each(vars[1:], at, bound, do) {
			return false
		}
	}
	delete(at, vars[0])
	return true
}

// options lists the options of a position by the kinds of moves, as texts.
func (g *game) options(point []int64, bound int64) (all []string) {
	at := map[int]int64{}
	for i, n := range point {
		at[i] = n
	}
	if some(g.won, g.lost).holds(at, bound) {
		return nil
	}
	for _, m := range g.kinds {
		each(m.bound, at, bound, func() bool {
			if !m.guard.holds(at, bound) {
				return true
			}
			var parts [][]int64
			for _, part := range m.parts {
				var to []int64
				for _, t := range part {
					n := t.more
					for v, c := range t.times {
						n += c * at[v]
					}
					to = append(to, n)
				}
				parts = append(parts, to)
			}
			all = append(all, shown(parts))
			return true
		})
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// shown writes the parts of an option, in any order.
func shown(parts [][]int64) string {
	var texts []string
	for _, p := range parts {
		texts = append(texts, fmt.Sprint(p))
	}
	slices.Sort(texts)
	return strings.Join(texts, "+")
}

// TestMovesAgainstTheEngine compares the moves as the walk reads them with those that the
// engine plays: of each game here, and of each in the catalogue that the walk reads.
func TestMovesAgainstTheEngine(t *testing.T) {
	files, err := filepath.Glob("../../position/catalog/*.star")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	rules := map[string]string{}
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		rules[strings.TrimSuffix(filepath.Base(name), ".star")] = string(src)
	}
	for _, e := range entries() {
		rules["here "+e.name] = e.claim.Rules
	}
	for _, g := range builtIns {
		at := fmt.Sprintf(g.form, strings.TrimSuffix(strings.Repeat("1,", g.numbers), ","))
		rules["built-in "+at] = builtIn(t, at, g.numbers)
	}
	for i, text := range tricky {
		rules[fmt.Sprint("tricky ", i)] = text
	}
	rng := chance.New(t, 15)
	read, positions := 0, 0
	for _, name := range slices.Sorted(func(yield func(string) bool) {
		for name := range rules {
			if !yield(name) {
				return
			}
		}
	}) {
		frame := map[string]Frame{"dynamic-nim": {Fixed: map[string]int64{"r": 3}}, "strange-nim": {Fixed: map[string]int64{"k": 3}}}[name]
		frame.Length = 3
		g, err := readRules(t.Context(), rules[name], frame)
		if err != nil {
			if strings.Contains(name, " ") {
				t.Errorf("%s: %v", name, err)
			}
			t.Logf("%s: %v", name, err)
			continue
		}
		bounds := 0
		for _, m := range g.kinds {
			bounds = max(bounds, len(m.bound))
		}
		n := len(g.coordinates)
		side := map[int]int64{1: 40, 2: 12, 3: 7}[n]
		if side = max(side, 4); bounds > 2 {
			side = min(side, 8)
		}
		played := play(t, rules[name], frame)
		read++
		for range long.Or(12, 60) {
			point := make([]int64, n)
			for i := range point {
				point[i] = rng.Int64N(side) + max(g.least[i], 0)
			}
			if strings.Contains(rules[name], "heaps(") {
				slices.Sort(point)
			}
			at := map[int]int64{}
			for i, n := range point {
				at[i] = n
			}
			options, ok := played.moves(point)
			if !ok || !g.shape.holds(at, 2*side) {
				continue
			}
			positions++
			var want []string
			for _, o := range options {
				want = append(want, shown(o))
			}
			slices.Sort(want)
			want = slices.Compact(want)
			if got := g.options(point, 2*side+4); !slices.Equal(got, want) {
				t.Errorf("%s: %v has the options %v, want %v", name, point, got, want)
				break
			}
		}
	}
	if t.Logf("%d games, %d positions", read, positions); read < 40 || positions < 400 {
		t.Error("too few are compared")
	}
}

// tricky rules have what walks get wrong easily.
var tricky = []string{
	// A loop that breaks, and one that returns.
	`position(x = integer(), y = integer())
def moves(x, y):
    for k in range(1, x + 1):
        if 2 * k > y + 1:
            break
        move(x - k, y)
    for k in range(1, y + 1):
        if k == x:
            return
        move(x, y - k)
    move(0, 0) if x + y > 9 else None
`,
	// Steps, both ways; continue; a choice.
	`position(n = integer())
def moves(n):
    for k in range(1, n + 1, 3):
        if k % 4 == 2:
            continue
        move(n - k)
    for k in range(n - 1, 2, -2):
        move(k // 2 if k % 3 else k)
`,
	// A function with several ways out, and and, or, not.
	`LIMITS = (2, 5)
def most(a, b):
    if a < b:
        return a
    elif a == b and not a > LIMITS[1]:
        return b + 1
    return max(b, 3)
position(x = integer(), y = integer())
def moves(x, y):
    m = most(x, y)
    if m <= x or y > 3:
        for k in range(1, min(m, x) + 1):
            if k not in LIMITS or x == y:
                move(x - k, y)
    elif any([x + i == y for i in range(3)]):
        move(0, y)
    if all([i < y for i in range(x)]) and y > 0:
        move(x, y - 1)
`,
	// Powers, a while that adds, and one that is run.
	`position(n = integer())
def moves(n):
    p = 1
    while p <= n:
        move(n - p)
        p *= 2
    k = 2
    while k < n:
        if k % 2 == 0 and k + 1 < n:
            move(k)
        k += 3
    i = 0
    while i < 4:
        i += 1
        if n > i:
            move(i)
`,
	// Loops one in the other, sums, and the end of the play.
	`position(x = integer(), y = integer())
def moves(x, y):
    if x == 0 and y == 1:
        win()
    elif x == 1 and y == 0:
        lose()
    else:
        for a in range(x):
            for b in range(a, y):
                if a + b != 1:
                    move_sum((a, b), (b, 0))
        if x > 2:
            move_sum()
`,
	// Rows, slices, comprehensions and unpacking.
	`position(r = row(0, 9, length = 3))
def moves(r):
    for i, c in enumerate(r):
        for left in range(c):
            to = [min(left, d) if j >= i else d for j, d in enumerate(r)]
            move(to)
    if r[0] == r[-1] and sum(r) > 3:
        a, b, c = r
        move([0] + list(r[1:2]) + [c // 2])
    if sorted(r)[1] > 4 and len([c for c in r if c > 1]) == 2:
        move(fill(1, 3))
`,
	// Heaps that are sorted again.
	`position(h = heaps(lo = 1, hi = 9, length = 3))
def moves(h):
    for i in range(3):
        if i == 0 or h[i] > h[i - 1]:
            for k in range(1, h[i]):
                move(put(h, k, i))
`,
}
