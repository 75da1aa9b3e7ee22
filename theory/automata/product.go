package automata

import (
	"fmt"
	"slices"
)

// A connective says which pairs of verdicts are accepted: the bit 2*a+b.
type connective uint8

const (
	conjunction   connective = 1 << 3
	disjunction   connective = 1<<3 | 1<<2 | 1<<1
	difference    connective = 1 << 2
	contradiction connective = 1<<2 | 1<<1
)

func (c connective) of(a, b bool) bool {
	bit := 0
	if a {
		bit = 2
	}
	if b {
		bit++
	}
	return c>>bit&1 != 0
}

// And returns what both accept, on the tracks of both: a word must be accepted by a on a's
// tracks and by b on b's.
//
// And, Or, Minus and Differ explore at most the product of the numbers of nodes, times the
// number of tracks. They panic if the universes differ.
func (w *Work) And(a, b *Automaton) (*Automaton, error) {
	return w.combine("and", conjunction, a, b)
}

// Or returns what a or b accepts, on the tracks of both. Numbers on other tracks are free.
func (w *Work) Or(a, b *Automaton) (*Automaton, error) {
	return w.combine("or", disjunction, a, b)
}

// Minus returns what a accepts and b does not, on the tracks of both.
func (w *Work) Minus(a, b *Automaton) (*Automaton, error) {
	return w.combine("and not", difference, a, b)
}

// Differ returns what only one of a and b accepts, on the tracks of both.
func (w *Work) Differ(a, b *Automaton) (*Automaton, error) {
	return w.combine("differ", contradiction, a, b)
}

// Not returns all that a does not accept: of the words that are numbers on each track.
func (w *Work) Not(a *Automaton) (*Automaton, error) {
	all, err := w.True(a.universe, a.tracks...)
	if err != nil {
		return nil, err
	}
	return w.combine("not", difference, all, a)
}

// False returns the automaton over these tracks that accepts nothing.
func (w *Work) False(u *Universe, tracks ...string) *Automaton {
	return &Automaton{universe: u, tracks: sortedNames(tracks), graph: graph{digits: u.digits}}
}

// True returns the automaton over these tracks that accepts all numbers on each.
func (w *Work) True(u *Universe, tracks ...string) (*Automaton, error) {
	tracks = sortedNames(tracks)
	if len(tracks) == 0 {
		return &Automaton{universe: u, graph: graph{digits: u.digits, next: dead1(u.digits), layer: []uint8{0}, accept: []bool{true}}, states: 1}, nil
	}
	one := u.valid
	if one == nil {
		one = &Automaton{graph: graph{digits: u.digits, next: make([]int32, u.digits), layer: []uint8{0}, accept: []bool{true}}, states: 1}
	}
	var all *Automaton
	for _, t := range tracks {
		a := &Automaton{universe: u, tracks: []string{t}, graph: one.graph, states: one.states}
		if all == nil {
			all = a
			continue
		}
		var err error
		if all, err = w.And(all, a); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// dead1 returns the ways on of one node that has none.
func dead1(digits int) []int32 { return slices.Repeat([]int32{dead}, digits) }

// sortedNames returns the names sorted, each once. It panics if there are too many.
func sortedNames(names []string) []string {
	names = slices.Clone(names)
	slices.Sort(names)
	names = slices.Compact(names)
	if len(names) > MaxTracks {
		panic(fmt.Sprintf("automata: %d tracks, more than %d", len(names), MaxTracks))
	}
	return names
}

// widen returns a with the further tracks, on which all numbers are accepted.
func (w *Work) widen(a *Automaton, tracks []string) (*Automaton, error) {
	var further []string
	for _, t := range tracks {
		if _, has := slices.BinarySearch(a.tracks, t); !has {
			further = append(further, t)
		}
	}
	if len(further) == 0 {
		return a, nil
	}
	all, err := w.True(a.universe, further...)
	if err != nil {
		return nil, err
	}
	return w.And(a, all)
}

func (w *Work) combine(operation string, c connective, a, b *Automaton) (*Automaton, error) {
	if !a.universe.same(b.universe) {
		panic("automata: two universes")
	}
	tracks := sortedNames(slices.Concat(a.tracks, b.tracks))
	var err error
	if c.of(true, false) {
		if a, err = w.widen(a, tracks); err != nil {
			return nil, err
		}
	}
	if c.of(false, true) {
		if b, err = w.widen(b, tracks); err != nil {
			return nil, err
		}
	}
	// One that accepts nothing, or has no tracks, leaves the other or nothing.
	switch {
	case len(tracks) == 0:
		if c.of(!a.Empty(), !b.Empty()) {
			return w.True(a.universe)
		}
		return w.False(a.universe), nil
	case a.Empty() && b.Empty(), a.Empty() && !c.of(false, true), b.Empty() && !c.of(true, false):
		return w.False(a.universe, tracks...), nil
	case a.Empty():
		return b, nil
	case b.Empty():
		return a, nil
	case len(a.tracks) == 0 && c == conjunction:
		return b, nil
	case len(b.tracks) == 0 && c == conjunction:
		return a, nil
	case len(b.tracks) == 0: // a and not true
		return w.False(a.universe, tracks...), nil
	}
	return w.product(operation, c, tracks, a, b)
}

// product walks through the pairs of nodes. One of a pair may be dead, if the other alone
// may accept.
func (w *Work) product(operation string, c connective, tracks []string, a, b *Automaton) (*Automaton, error) {
	g := w.grow(operation, a.digits, len(tracks), tableRoom+8)
	readsA, readsB := reads(a, tracks), reads(b, tracks)
	aloneA, aloneB := c.of(true, false), c.of(false, true)
	numbers := newTable()
	var pairs []uint64 // of each node: the layer, and the nodes of a and b plus 1
	visit := func(layer int, na, nb int32) (int32, error) {
		if na == dead && (nb == dead || !aloneB) || nb == dead && !aloneA {
			return dead, nil
		}
		pair := uint64(layer)<<58 | uint64(na+1)<<29 | uint64(nb+1)
		if n, old := numbers.get(pair); old {
			return n, nil
		}
		n, err := g.node(layer, layer == 0 && c.of(na != dead && a.accept[na], nb != dead && b.accept[nb]))
		if err == nil {
			numbers.put(pair, n)
			pairs = append(pairs, pair)
		}
		return n, err
	}
	if _, err := visit(0, 0, 0); err != nil {
		return nil, err
	}
	for n := 0; n < len(pairs); n++ {
		na, nb := int32(pairs[n]>>29&(1<<29-1))-1, int32(pairs[n]&(1<<29-1))-1
		layer := int(g.layer[n])
		after := (layer + 1) % len(tracks)
		for d := range a.digits {
			ta, tb := na, nb
			if ta != dead && readsA[layer] {
				ta = a.step(ta, d)
			}
			if tb != dead && readsB[layer] {
				tb = b.step(tb, d)
			}
			to, err := visit(after, ta, tb)
			if err != nil {
				return nil, err
			}
			g.next[n*a.digits+d] = to
		}
	}
	return g.finish(a.universe, tracks)
}

// reads says which of the tracks a reads.
func reads(a *Automaton, tracks []string) []bool {
	has := make([]bool, len(tracks))
	for i, t := range tracks {
		_, has[i] = slices.BinarySearch(a.tracks, t)
	}
	return has
}
