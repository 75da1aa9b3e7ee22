package automata

import (
	"slices"
	"strings"
)

// Project returns the automaton for "there are numbers on these tracks, such that": over
// the other tracks. The tracks that a does not have change nothing.
//
// The numbers may be longer than those that are left, so the start is closed under letters
// whose other digits are zeros. Project builds sets of nodes, up to two to the power of
// their number.
func (w *Work) Project(a *Automaton, tracks ...string) (*Automaton, error) {
	var left []string
	keep := make([]bool, len(a.tracks))
	for i, t := range a.tracks {
		if keep[i] = !slices.Contains(tracks, t); keep[i] {
			left = append(left, t)
		}
	}
	switch {
	case len(left) == len(a.tracks):
		return a, nil
	case a.Empty():
		return w.False(a.universe, left...), nil
	case len(left) == 0:
		return w.True(a.universe)
	}
	p := &projection{
		growing: w.grow("for some "+strings.Join(tracks, ", "), a.digits, len(left), 3*8+tableRoom),
		from:    a, keep: keep,
	}
	return p.run(left)
}

// A projection determinises an automaton that does not see some of its tracks. Its nodes
// are sets of nodes that have read the same.
type projection struct {
	*growing
	from *Automaton
	keep []bool // by layer of from
	sets sets   // of nodes of from, at the beginning of a letter or at a track that is kept
	mark []bool // of nodes of from
}

func (p *projection) run(left []string) (*Automaton, error) {
	a := p.from
	p.mark = make([]bool, len(a.layer))
	layers := make([]int, len(a.tracks)) // of the graph, by layer of a
	for i, at := 0, 0; i < len(layers); i++ {
		layers[i] = at
		if p.keep[i] {
			at++
		}
	}
	// The start: what zeros on the tracks that are kept lead to.
	start := []int32{0}
	for before := 0; before != len(start); {
		before = len(start)
		after := start
		for range a.tracks {
			after = p.read(after, 0)
		}
		start = append(start, after...)
		slices.Sort(start)
		start = slices.Compact(start)
	}
	visit := func(set []int32) (int32, error) {
		if len(set) == 0 {
			return dead, nil
		}
		n, old := p.sets.number(set)
		if old {
			return n, nil
		}
		if err := p.work.used.Take(4 * uint64(len(set))); err != nil {
			return dead, err
		}
		return p.node(layers[a.layer[set[0]]], slices.ContainsFunc(set, func(n int32) bool { return a.accept[n] }))
	}
	if _, err := visit(start); err != nil {
		return nil, err
	}
	for n := 0; n < p.sets.count(); n++ {
		set := p.sets.at(n)
		for len(set) > 0 && !p.keep[a.layer[set[0]]] { // at the beginning of a letter
			set = p.read(set, 0)
		}
		for d := range a.digits {
			to := p.read(set, d)
			for len(to) > 0 && a.layer[to[0]] != 0 && !p.keep[a.layer[to[0]]] {
				to = p.read(to, 0)
			}
			after, err := visit(to)
			if err != nil {
				return nil, err
			}
			p.next[n*a.digits+d] = after
		}
	}
	return p.finish(a.universe, left)
}

// read returns the nodes after those of a set: by the digit if their track is kept, else
// by all digits. The result is sorted.
func (p *projection) read(set []int32, digit int) []int32 {
	var to []int32
	if len(set) == 0 {
		return nil
	}
	low, high := digit, digit+1
	if !p.keep[p.from.layer[set[0]]] {
		low, high = 0, p.digits
	}
	for _, n := range set {
		for d := low; d < high; d++ {
			if t := p.from.step(n, d); t != dead && !p.mark[t] {
				p.mark[t] = true
				to = append(to, t)
			}
		}
	}
	for _, t := range to {
		p.mark[t] = false
	}
	slices.Sort(to)
	return to
}

// sets numbers sorted sets of nodes in the order in which they come.
type sets struct {
	elements []int32
	ends     []int   // of each set
	slots    []int32 // number of a set plus 1
}

func (s *sets) count() int { return len(s.ends) }

// at returns set i.
func (s *sets) at(i int) []int32 {
	begin := 0
	if i > 0 {
		begin = s.ends[i-1]
	}
	return s.elements[begin:s.ends[i]:s.ends[i]]
}

// number returns the number of a set, and whether it had one.
func (s *sets) number(set []int32) (int32, bool) {
	if 2*len(s.ends) >= len(s.slots) {
		s.slots = make([]int32, max(16, 2*len(s.slots)))
		for i := range s.ends {
			s.slots[s.slot(s.at(i))] = int32(i) + 1
		}
	}
	at := s.slot(set)
	if n := s.slots[at]; n > 0 {
		return n - 1, true
	}
	s.elements = append(s.elements, set...)
	s.ends = append(s.ends, len(s.elements))
	s.slots[at] = int32(len(s.ends))
	return int32(len(s.ends)) - 1, false
}

// slot returns the place of a set, or the free one where it belongs.
func (s *sets) slot(set []int32) int {
	hash := uint64(len(set))
	for _, n := range set {
		hash = (hash ^ uint64(n)) * 0x9E3779B97F4A7C15
		hash ^= hash >> 32
	}
	i := int(hash & uint64(len(s.slots)-1))
	for s.slots[i] > 0 && !slices.Equal(s.at(int(s.slots[i])-1), set) {
		i = (i + 1) & (len(s.slots) - 1)
	}
	return i
}
