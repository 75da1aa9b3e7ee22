package certificate

// What tests compare with: formulas at small positions, tables by the definitions, and candidates
// learned from tables.

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// small is a term at small numbers.
func (t term) small(at map[int]int64) int64 {
	n := t.more
	for v, c := range t.times {
		n += c * at[v]
	}
	return n
}

// holds evaluates a formula, numbers that exist being below a bound.
func (f formula) holds(at map[int]int64, bound int64) bool {
	switch f.kind {
	case "true", "false":
		return f.kind == "true"
	case "zero":
		return f.terms[0].small(at) == 0
	case "least":
		return f.terms[0].small(at) >= 0
	case "power":
		n, by := f.terms[0].small(at), f.terms[1].small(at)
		for n > 1 && n%by == 0 {
			n /= by
		}
		return n == 1
	case "xor":
		x, y, z := f.terms[0].small(at), f.terms[1].small(at), f.terms[2].small(at)
		return min(x, y, z) >= 0 && x^y == z
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

// A played game is played by trying all numbers.
type played struct {
	*game
	claim   *Claim
	numbers map[string]int
}

func play(t testing.TB, c *Claim) *played {
	t.Helper()
	g, err := c.read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return &played{g, c, map[string]int{}}
}

// within returns the numbers of a position, or nil, and a bound for numbers that moves bind.
func (g *played) within(point []int64) (at map[int]int64, bound int64) {
	at, bound = map[int]int64{}, slices.Max(point)+3
	for i, n := range point {
		if at[i] = n; n < g.least[i] || n > g.most[i] && !g.claim.Coordinates[i].Dropped {
			return nil, bound
		}
	}
	if !g.shape.holds(at, bound) {
		return nil, bound
	}
	return at, bound
}

// options lists the options of a position, each a list of positions.
func (g *played) options(at map[int]int64, bound int64) (all [][][]int64) {
	for _, m := range g.kinds {
		each(m.bound, at, bound, func() bool {
			if !m.guard.holds(at, bound) {
				return true
			}
			parts := [][]int64{}
			for _, part := range m.parts {
				var to []int64
				for _, t := range part {
					to = append(to, t.small(at))
				}
				parts = append(parts, to)
			}
			all = append(all, parts)
			return true
		})
	}
	return all
}

// number computes the number that is claimed, by its definition: for P-positions 0 where P. It is -1
// where there is no position.
func (g *played) number(point []int64) int {
	key := fmt.Sprint(point)
	if n, ok := g.numbers[key]; ok {
		return n
	}
	of, misere := g.claim.Of, g.claim.Misere
	at, bound := g.within(point)
	switch {
	case at == nil:
		return -1
	case g.won.holds(at, bound):
		return 1
	case g.lost.holds(at, bound):
		return 0
	}
	var had []int
	for _, option := range g.options(maps.Clone(at), bound) {
		n := 0
		for _, part := range option {
			n ^= g.number(part)
		}
		if of != Remoteness && len(option) == 0 && misere {
			n = 1
		}
		had = append(had, n)
	}
	n := 0
	switch {
	case of == POutcome:
		if n = 0; slices.Contains(had, 0) || misere && len(had) == 0 {
			n = 1
		}
	case of == NimValue && misere && len(had) == 0:
		n = 1
	case of == NimValue:
		for slices.Contains(had, n) {
			n++
		}
	case len(had) > 0:
		good := 0
		if misere {
			good = 1
		}
		best := -1
		for _, h := range had {
			if h%2 == good && (best < 0 || h < best) {
				best = h
			}
		}
		if best < 0 {
			best = slices.Max(had)
		}
		n = best + 1
	}
	g.numbers[key] = n
	return n
}

// written is a number as an automaton of the claim reads it.
func (c *Claim) written(n int64) int64 {
	if c.Form == "weights" && n >= 0 {
		return 1 << n
	}
	return n
}

// learn makes a candidate: two prefixes are one state if all suffixes to a depth have the
// same outcomes.
func learn(t testing.TB, s *system, tracks, depth int, accept func(at []int64) bool) Table {
	t.Helper()
	letters := s.letters(tracks)
	digits := func(l int) []int { // of the tracks
		d := make([]int, tracks)
		for i := range d {
			d[tracks-1-i] = l % s.base
			l /= s.base
		}
		return d
	}
	isNumber := func(word []int) bool { // the highest digit first
		state := int32(0)
		for i := range word {
			if state = s.valid.step(state, uint32(word[i])); state < 0 {
				return false
			}
		}
		return s.valid.accept[state]
	}
	ask := func(word []int) byte {
		at := make([]int64, tracks)
		for i := range at {
			var own []int
			for _, l := range word {
				own = append(own, digits(l)[i])
			}
			if !isNumber(own) {
				return '-'
			}
			slices.Reverse(own)
			at[i] = s.value(own).Int64()
		}
		if accept(at) {
			return 'P'
		}
		return 'N'
	}
	var signature func(word []int, depth int, to *strings.Builder)
	signature = func(word []int, depth int, to *strings.Builder) {
		c := ask(word)
		to.WriteByte(c)
		if depth == 0 {
			return
		}
		for l := range letters {
			signature(append(slices.Clip(word), l), depth-1, to)
		}
	}
	sign := func(word []int) string {
		var b strings.Builder
		signature(word, depth, &b)
		return b.String()
	}
	words := [][]int{nil}
	index := map[string]int{sign(nil): 0}
	table := Table{}
	for i := 0; i < len(words); i++ {
		if ask(words[i]) == 'P' {
			table.Accept = append(table.Accept, i)
		}
		var row []int
		for l := range letters {
			word := append(slices.Clip(words[i]), l)
			if l == 0 && i == 0 {
				word = nil
			}
			key := sign(word)
			if _, ok := index[key]; !ok {
				index[key] = len(words)
				words = append(words, word)
			}
			row = append(row, index[key])
		}
		table.Next = append(table.Next, row)
		if len(words) > 200 {
			t.Fatalf("more than %d states", i)
		}
	}
	return table
}

// candidate learns what a claim has.
func candidate(t testing.TB, e entry) Claim {
	t.Helper()
	c, depth := e.claim, e.depth
	c.Moves = written(t, e.moves)
	s, err := newSystem(t.Context(), c.System)
	if err != nil {
		t.Fatal(err)
	}
	c.Frame = Frame{Fixed: map[string]int64{}, Fields: []Field{}}
	for _, b := range c.Coordinates {
		c.Frame.Fields = append(c.Frame.Fields, Field{Name: b.Name, Cells: []string{b.Name}})
	}
	g := play(t, &c)
	n := len(c.Coordinates)
	switch {
	case e.known != nil && c.Form == "set":
		c.Automata = []Table{learn(t, s, n, depth, e.known)}
	case e.known != nil:
		c.Automata = []Table{learn(t, s, n+1, depth, e.known)}
	case c.Form == "set":
		c.Automata = []Table{learn(t, s, n, depth, func(at []int64) bool { return g.number(at) == 0 })}
	case c.isRelation():
		c.Automata = []Table{learn(t, s, n+1, depth, func(at []int64) bool { return c.written(int64(g.number(at[:n]))) == at[n] })}
	default: // as many as it already has
		c.Automata = slices.Clone(c.Automata)
		for v := range c.Automata {
			c.Automata[v] = learn(t, s, n, depth, func(at []int64) bool { return g.number(at) == v })
		}
	}
	return c
}
