package automata

import (
	"cmp"
	"slices"
)

// Rename returns the automaton whose tracks have other names: each name that is a key of
// names becomes its value. Tracks that get one name become one track, so that Rename with x
// and y to z keeps the words whose numbers on x and y are equal.
func (w *Work) Rename(a *Automaton, names map[string]string) (*Automaton, error) {
	type track struct{ before, after string }
	tracks := make([]track, len(a.tracks))
	for i, t := range a.tracks {
		tracks[i] = track{t, t}
		if name, ok := names[t]; ok {
			tracks[i].after = name
		}
	}
	byName := func(s, t track) int {
		return cmp.Or(cmp.Compare(s.after, t.after), cmp.Compare(s.before, t.before))
	}
	g := a.graph
	if !slices.IsSortedFunc(tracks, byName) {
		g = graph{digits: g.digits, next: slices.Clone(g.next), layer: slices.Clone(g.layer), accept: slices.Clone(g.accept)}
		for sorted := false; !sorted; {
			sorted = true
			for i := range len(tracks) - 1 {
				if byName(tracks[i], tracks[i+1]) > 0 {
					sorted = false
					tracks[i], tracks[i+1] = tracks[i+1], tracks[i]
					if err := w.swap(&g, i); err != nil {
						return nil, err
					}
				}
			}
		}
	}
	var after []string
	for _, t := range tracks {
		after = append(after, t.after)
	}
	if distinct := slices.Compact(slices.Clone(after)); len(distinct) < len(after) {
		return w.identify(a.universe, &g, after, distinct)
	}
	return w.keep(a.universe, after, g)
}

// swap exchanges the tracks of layers i and i+1: a node of layer i with the ways d to a
// node with the ways e gets the ways e to a node with the ways d.
func (w *Work) swap(g *graph, i int) error {
	w.used.Close()
	defer w.used.Close()
	digits := g.digits
	known := lists{}
	base := int32(len(g.layer))
	between := make([]int32, digits)
	turned := make([]int32, digits)
	for n := range base {
		if int(g.layer[n]) != i {
			continue
		}
		way := g.next[int(n)*digits:][:digits]
		for e := range digits {
			empty := true
			for d, m := range way {
				between[d] = dead
				if m != dead {
					between[d] = g.step(m, e)
				}
				empty = empty && between[d] == dead
			}
			if turned[e] = dead; empty {
				continue
			}
			number, old := known.ordered(between)
			if turned[e] = base + number; !old {
				if err := w.used.Take(uint64(2 * 4 * digits)); err != nil {
					return err
				}
			}
		}
		copy(way, turned)
	}
	for n := range known.count() {
		g.layer = append(g.layer, uint8(i+1))
		g.accept = append(g.accept, false)
		g.next = append(g.next, known.at(n)...)
	}
	// The nodes accept other words than before, but no two the same: it is minimal.
	*g = quotient(g, nil)
	return nil
}

// identify merges neighbouring layers whose tracks have the same name: the digits must be
// equal. Each layer of the result stands for a run of layers.
func (w *Work) identify(u *Universe, g *graph, names, distinct []string) (*Automaton, error) {
	r := w.grow("equal numbers", g.digits, len(distinct), 12)
	numbers := make([]int32, len(g.layer)) // of nodes of g at the beginning of a run
	for i := range numbers {
		numbers[i] = dead
	}
	var members []int32
	visit := func(n int32) (int32, error) {
		switch {
		case n == dead:
			return dead, nil
		case numbers[n] != dead:
			return numbers[n], nil
		}
		layer, _ := slices.BinarySearch(distinct, names[g.layer[n]])
		var err error
		if numbers[n], err = r.node(layer, g.accept[n]); err == nil {
			members = append(members, n)
		}
		return numbers[n], err
	}
	if len(g.layer) > 0 {
		if _, err := visit(0); err != nil {
			return nil, err
		}
	}
	for i := 0; i < len(members); i++ {
		name := names[g.layer[members[i]]]
		for d := range g.digits {
			to := members[i]
			for layer := int(g.layer[to]); to != dead && layer < len(names) && names[layer] == name; layer++ {
				to = g.step(to, d)
			}
			after, err := visit(to)
			if err != nil {
				return nil, err
			}
			r.next[i*g.digits+d] = after
		}
	}
	return r.finish(u, distinct)
}
