package input

// An input is made smaller by its choices: some are left out or lowered, and what is left
// makes a valid input. Every step makes fewer choices, or as many of which the first that
// differs is less, so that taking steps as long as there are any comes to an end.

import (
	"cmp"
	"iter"
	"maps"
	"math"
	"slices"

	"github.com/grundy-games/grundy/internal/meter"
)

// Shrink goes through valid inputs that are smaller than d, the most promising first:
// without half of the tests, elements, characters, and then fewer; numbers at their
// least, or lowered together; each number lowered; simpler words, trees and orders. Begin
// again with the first that still serves. That ends, because each has fewer choices than d,
// or as many and a lower one before all that are higher. An input beyond the declaration is
// first brought within it.
func (s *Shape) Shrink(d *Data) iter.Seq[*Data] {
	return func(yield func(*Data) bool) {
		sh := &shrinker{shape: s, Pace: s.pace(), yield: yield}
		loose := *s // which d obeys as it is, with numbers brought within their limits
		loose.declared.Valid = nil
		loose.totals = slices.Clone(s.totals)
		for i := range loose.totals {
			loose.totals[i].Most = UintOf(math.MaxUint64)
		}
		values := s.flat(nil, 0, d)
		like, record, err := loose.replay(values)
		if err != nil {
			return
		}
		sh.record = record
		if !Equal(like, d) {
			if made, _, err := s.replay(values); err == nil && !yield(made) {
				return
			}
		}
		_ = sh.elements() && sh.numbers() && sh.letters() && sh.structures()
	}
}

// A shrinker is one walk through the inputs that are smaller than one. Its steps return false
// where the walk is over.
type shrinker struct {
	meter.Pace
	*record
	shape *Shape
	yield func(*Data) bool
}

// try offers the input that choices make, if it is valid and smaller.
func (sh *shrinker) try(choices []choice) bool {
	made, record, err := sh.shape.replay(valuesOf(choices))
	if sh.Ctx.Err() != nil {
		return false
	}
	order := cmp.Compare(len(record.choices), len(sh.choices))
	if order == 0 {
		order = slices.CompareFunc(record.choices, sh.choices, func(a, b choice) int { return cmp.Compare(a.value, b.value) })
	}
	return err != nil || order >= 0 || sh.yield(made)
}

func valuesOf(choices []choice) []uint64 {
	values := make([]uint64, len(choices))
	for i, c := range choices {
		values[i] = c.value
	}
	return values
}

// change offers the input with other choices at some places. A choice that stays as it is
// changes nothing, and where none changes nothing is offered.
func (sh *shrinker) change(places []int, to func(c choice) uint64) bool {
	var choices []choice
	for _, i := range places {
		if n := to(sh.choices[i]); n != sh.choices[i].value {
			if choices == nil {
				choices = slices.Clone(sh.choices)
			}
			choices[i].value = n
		}
	}
	return choices == nil || sh.try(choices)
}

// where returns the places of the choices from … to of a kind.
func (sh *shrinker) where(from, to int, kind choiceKind) (places []int) {
	for i := from; i < to; i++ {
		if sh.choices[i].kind == kind {
			places = append(places, i)
		}
	}
	return places
}

// each calls f for the choices of a kind of each field.
func (sh *shrinker) each(kind choiceKind, f func(places []int) bool) bool {
	for i, from := range sh.fields {
		to := len(sh.choices)
		if i+1 < len(sh.fields) {
			to = sh.fields[i+1]
		}
		if places := sh.where(from, to, kind); len(places) > 0 && !f(places) {
			return false
		}
	}
	return true
}

// cuts goes through ranges of n things: all, halves, quarters, down to single ones.
func cuts(n int, f func(from, to int) bool) bool {
	for size := n; size > 0; size /= 2 {
		for from := 0; from < n; from += size {
			if !f(from, min(n, from+size)) {
				return false
			}
		}
	}
	return true
}

// elements drops what is counted: repetitions, elements and characters.
func (sh *shrinker) elements() bool {
	for id, at := range sh.counts {
		c := sh.choices[at]
		if !cuts(int(min(c.value, 1<<30)), func(from, to int) bool {
			return c.value-c.best < uint64(to-from) || sh.try(sh.cut(id, from, to))
		}) {
			return false
		}
	}
	return true
}

// mostPairs bounds how many equal numbers are tried in pairs, and mostValues how many
// different numbers are lowered wherever they are.
const (
	mostPairs  = 12
	mostValues = 256
)

// numbers lowers numbers: all, those of a field, equal ones together, each.
func (sh *shrinker) numbers() bool {
	all := sh.where(0, len(sh.choices), choiceNumber)
	least := func(choice) uint64 { return 0 }
	if !sh.change(all, least) || !sh.each(choiceNumber, func(places []int) bool { return sh.change(places, least) }) {
		return false
	}
	if !sh.change(all, changed(func(n uint64) uint64 { return n / 2 })) {
		return false
	}
	for bit := 63; bit >= 0; bit-- {
		if !sh.change(all, changed(func(n uint64) uint64 { return n &^ (1 << bit) })) {
			return false
		}
	}
	equal := map[uint64][]int{}
	for _, i := range all {
		if c := sh.choices[i]; c.value > c.best {
			equal[c.value] = append(equal[c.value], i)
		}
	}
	values := slices.SortedFunc(maps.Keys(equal), func(a, b uint64) int { return cmp.Compare(b, a) })
	for _, value := range values[:min(len(values), mostValues)] {
		same := equal[value]
		if len(same) > 1 && !sh.lower(same...) {
			return false
		}
		for i := 0; len(same) > 2 && len(same) <= mostPairs && i < len(same); i++ {
			for _, j := range same[i+1:] {
				if !sh.lower(same[i], j) {
					return false
				}
			}
		}
	}
	return !slices.ContainsFunc(all, func(i int) bool { return !sh.lower(i) })
}

// changed applies f to numbers that are not negative.
func changed(f func(uint64) uint64) func(choice) uint64 {
	return func(c choice) uint64 {
		switch {
		case c.unit == 1:
			return f(c.value)
		case c.value&1 == 0:
			return c.value
		}
		return max(2*f(c.value/2+1), 1) - 1
	}
}

// lower lowers equal numbers: to the least, halfway, and so on to the next number.
func (sh *shrinker) lower(places ...int) bool {
	first := sh.choices[places[0]]
	if first.unit == 2 && first.value > 0 && first.value&1 == 0 && !sh.change(places, func(c choice) uint64 { return c.value - 1 }) {
		return false
	}
	for far := (first.value - first.best) / first.unit; far > 0; far /= 2 {
		if !sh.change(places, func(c choice) uint64 { return c.value - min(c.value, far*first.unit) }) {
			return false
		}
	}
	return true
}

// letters makes words simpler: an earlier letter everywhere, or in one place.
func (sh *shrinker) letters() bool {
	return sh.each(choiceLetter, func(places []int) bool {
		last := uint64(0)
		for _, i := range places {
			last = max(last, sh.choices[i].value)
		}
		for letter := range last {
			if !cuts(len(places), func(from, to int) bool {
				return sh.change(places[from:to], func(c choice) uint64 { return min(c.value, letter) })
			}) {
				return false
			}
		}
		return true
	})
}

// structures makes trees and graphs simpler.
func (sh *shrinker) structures() bool {
	for _, g := range sh.graphs {
		edges := valuesOf(sh.choices[g.from:g.to])
		if !g.tree {
			if !sh.rewire(g, nameInOrder(edges)) {
				return false
			}
			continue
		}
		up, _ := Rooted(edges, 0, 0, &sh.Pace)
		if sh.Ctx.Err() != nil || !sh.rewire(g, treeOf(make([]int, len(up)))) || !sh.rewire(g, treeOf(inOrder(up))) || !sh.rewire(g, treeOf(up)) {
			return false
		}
		for i, parent := range up {
			if up[parent] == parent {
				continue
			}
			flatter := slices.Clone(up)
			if flatter[i] = up[parent]; !sh.rewire(g, treeOf(flatter)) {
				return false
			}
		}
	}
	return true
}

// rewire offers the input with other edges.
func (sh *shrinker) rewire(g segment, edges []uint64) bool {
	choices := slices.Clone(sh.choices)
	for i, n := range edges {
		choices[g.from+i].value = n
	}
	return sh.try(choices)
}

// treeOf returns the edges of a tree of parents, in order.
func treeOf(parents []int) []uint64 {
	var edges []uint64
	for i := 1; i < len(parents); i++ {
		edges = append(edges, uint64(parents[i]), uint64(i))
	}
	return edges
}

// inOrder returns a tree of the same shape, whose nodes are numbered by their distance from
// the root.
func inOrder(parents []int) []int {
	children := make([][]int, len(parents))
	for i := 1; i < len(parents); i++ {
		children[parents[i]] = append(children[parents[i]], i)
	}
	ordered, nodes := make([]int, 1, len(parents)), []int{0}
	for i := 0; i < len(nodes); i++ {
		for _, child := range children[nodes[i]] {
			nodes = append(nodes, child)
			ordered = append(ordered, i)
		}
	}
	return ordered
}

// nameInOrder names the nodes of a graph as they occur in its edges.
func nameInOrder(edges []uint64) []uint64 {
	names := map[uint64]uint64{}
	for i, n := range edges {
		if _, known := names[n]; !known {
			names[n] = uint64(len(names))
		}
		edges[i] = names[n]
	}
	return edges
}
