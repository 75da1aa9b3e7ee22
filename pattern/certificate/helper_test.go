package certificate

// This file holds what tests compare with: the moves as the engine plays rules, tables by
// the definitions, and candidates learned from tables.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"grundy"
	"grundy/rules"
)

// A played game lists options as the engine does: each a list of positions.
type played struct {
	t       testing.TB
	file    *rules.File
	frame   Frame
	options map[string][][][]int64
	numbers map[string]int
}

func play(t testing.TB, text string, frame Frame) *played {
	t.Helper()
	f, err := rules.Load(t.Context(), "f.star", strings.NewReader(text), rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &played{t, f, frame, map[string][][][]int64{}, map[string]int{}}
}

// text writes a position as the grammar has it.
func (g *played) text(at []int64) string {
	var parts []string
	for _, f := range g.file.Fields() {
		n, fixed := g.frame.Fixed[f.Name]
		switch {
		case f.Kind == rules.Integer && fixed:
			parts = append(parts, fmt.Sprint(n))
		case f.Kind == rules.Integer:
			parts, at = append(parts, fmt.Sprint(at[0])), at[1:]
		default:
			rest := len(at) // the last field
			parts, at = append(parts, strings.ReplaceAll(fmt.Sprint(at[:rest]), " ", ",")), at[rest:]
		}
	}
	return strings.Join(parts, ",") + ")"
}

// moves returns the options, and whether there is such a position and the engine can list
// them.
func (g *played) moves(at []int64) ([][][]int64, bool) {
	key := fmt.Sprint(at)
	if all, ok := g.options[key]; ok {
		return all, all != nil
	}
	c, _, err := g.file.Read(g.t.Context(), g.text(at))
	if err != nil {
		g.options[key] = nil
		return nil, false
	}
	sum, failed := grundy.Start(g.t.Context(), grundy.SumOf(c))
	all := [][][]int64{}
	for _, started := range sum.Components() {
		for _, q := range started.AppendOptions(nil) {
			all = append(all, g.positions(q.String()))
		}
	}
	if failed() != nil {
		g.options[key] = nil
		return nil, false
	}
	g.options[key] = all
	return all, true
}

// positions reads the text of an option.
func (g *played) positions(text string) (all [][]int64) {
	inside := text[strings.Index(text, "(")+1 : len(text)-1]
	if inside == ";" {
		return nil
	}
	fields := g.file.Fields()
	separator := ";"
	if len(fields) == 1 && fields[0].Kind == rules.Integer {
		separator = ","
	}
	for part := range strings.SplitSeq(inside, separator) {
		var at []int64
		for i, n := range strings.FieldsFunc(part, func(r rune) bool { return r == ',' || r == '[' || r == ']' }) {
			v, err := strconv.ParseInt(n, 10, 64)
			if err != nil {
				g.t.Fatalf("%s: %v", text, err)
			}
			if i < len(fields) {
				if _, fixed := g.frame.Fixed[fields[i].Name]; fixed {
					continue
				}
			}
			at = append(at, v)
		}
		all = append(all, at)
	}
	return all
}

// number computes the number that is claimed, by its definition: for P-positions 0 where P.
func (g *played) number(at []int64, of string, misere bool) int {
	key := fmt.Sprint(at, of, misere)
	if n, ok := g.numbers[key]; ok {
		return n
	}
	options, ok := g.moves(at)
	if !ok {
		return -1
	}
	var had []int
	for _, option := range options {
		n := 0
		for _, part := range option {
			n ^= g.number(part, of, misere)
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

// learn makes a candidate: two prefixes are one state if all suffixes to a depth have the
// same outcomes.
func learn(t testing.TB, s *system, tracks, depth int, accept func(at []int64) bool) Table {
	t.Helper()
	letters, err := s.letters(tracks)
	if err != nil {
		t.Fatal(err)
	}
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
	s, err := newSystem(t.Context(), c.System)
	if err != nil {
		t.Fatal(err)
	}
	g := play(t, c.Rules, c.Frame)
	walked, err := readRules(t.Context(), c.Rules, c.Frame)
	if err != nil {
		t.Fatal(err)
	}
	n := len(walked.coordinates)
	switch {
	case e.known != nil && c.Form == "set":
		c.Automata = []Table{learn(t, s, n, depth, e.known)}
	case e.known != nil:
		c.Automata = []Table{learn(t, s, n+1, depth, e.known)}
	case c.Form == "set":
		c.Automata = []Table{learn(t, s, n, depth, func(at []int64) bool { return g.number(at, c.Of, c.Misere) == 0 })}
	case c.Form == "relation":
		c.Automata = []Table{learn(t, s, n+1, depth, func(at []int64) bool {
			return int64(g.number(at[:n], c.Of, c.Misere)) == at[n]
		})}
	default: // as many as it already has
		for v := range c.Automata {
			c.Automata[v] = learn(t, s, n, depth, func(at []int64) bool { return g.number(at, c.Of, c.Misere) == v })
		}
	}
	return c
}
