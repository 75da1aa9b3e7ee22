package automata

import (
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/lazy"
)

// Project returns the automaton for "there are numbers on these tracks, such that": over
// the other tracks. The tracks that a does not have change nothing.
//
// The numbers may be longer than those that are left, so the start is closed under letters
// whose other digits are zeros. Project builds sets of nodes, up to two to the power of
// their number. It keeps all of a set: to leave out nodes whose words another one accepts
// saves a third of the time of Tribonacci factors, and takes minutes where a large constant
// is subtracted in Zeckendorf's system.
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
		growing: w.grow("for some "+plain().ReplaceAllString(strings.Join(tracks, ", "), ""), a.digits, len(left), listRoom),
		from:    a, keep: keep,
	}
	return p.run(left)
}

// plain finds what freshName puts behind a name.
var plain = lazy.Regexp(`\x7f\d+`)

// A projection determinises an automaton that does not see some of its tracks. Its nodes
// are sets of nodes that have read the same.
type projection struct {
	*growing
	from   *Automaton
	keep   []bool   // by layer of from
	sets   lists    // of nodes of from, at the beginning of a letter or at a track that is kept
	mark   []uint32 // of nodes of from: the round in which they were met
	round  uint32
	spare  [2][]int32 // for the sets at hand
	random []uint64   // of nodes of from; the sum of a set's is its hash
}

func (p *projection) run(left []string) (*Automaton, error) {
	a := p.from
	p.mark = make([]uint32, len(a.layer))
	p.random = make([]uint64, len(a.layer))
	for n := range p.random {
		p.random[n] = scatter(uint64(n) + 1)
	}
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
	if _, err := p.visit(start, 0); err != nil {
		return nil, err
	}
	for n := 0; n < p.sets.count(); n++ {
		set := p.sets.at(n)
		for len(set) > 0 && !p.keep[a.layer[set[0]]] { // at the beginning of a letter
			set = slices.Clone(p.read(set, 0))
		}
		for d := range a.digits {
			to := p.read(set, d)
			for len(to) > 0 && a.layer[to[0]] != 0 && !p.keep[a.layer[to[0]]] {
				to = p.read(to, 0)
			}
			layer := 0
			if len(to) > 0 {
				layer = layers[a.layer[to[0]]]
			}
			after, err := p.visit(to, layer)
			if err != nil {
				return nil, err
			}
			p.next[n*a.digits+d] = after
		}
	}
	return p.finish(a.universe, left)
}

// visit returns the node of a set.
func (p *projection) visit(set []int32, layer int) (int32, error) {
	if len(set) == 0 {
		return dead, nil
	}
	p.round++
	hash := uint64(0)
	accept := false
	for _, n := range set {
		hash += p.random[n]
		p.mark[n] = p.round
		accept = accept || p.from.accept[n]
	}
	n, old := p.sets.number(set, hash, func(other []int32) bool {
		if len(other) != len(set) {
			return false
		}
		for _, n := range other {
			if p.mark[n] != p.round {
				return false
			}
		}
		return true
	})
	if old {
		return n, nil
	}
	if err := p.work.used.Take(4 * uint64(len(set))); err != nil {
		return dead, err
	}
	return p.node(layer, accept)
}

// read returns the nodes after those of a set: by the digit if their track is kept, else
// by all digits. They are gone with the next read but one.
func (p *projection) read(set []int32, digit int) []int32 {
	if len(set) == 0 {
		return nil
	}
	low, high := digit, digit+1
	if !p.keep[p.from.layer[set[0]]] {
		low, high = 0, p.digits
	}
	p.round++
	to := p.spare[0][:0]
	for _, n := range set {
		for _, t := range p.from.next[int(n)*p.digits+low : int(n)*p.digits+high] {
			if t != dead && p.mark[t] != p.round {
				p.mark[t] = p.round
				to = append(to, t)
			}
		}
	}
	p.spare = [2][]int32{p.spare[1], to}
	return to
}

// lists numbers lists of nodes in the order in which they come.
type lists struct {
	elements []int32
	ends     []int    // of each list
	hashes   []uint64 // of each list
	slots    []int32  // number of a list plus 1
}

// listRoom is what lists need for each list besides its elements, in bytes.
const listRoom = 2*8 + 4*4

func (s *lists) count() int { return len(s.ends) }

// at returns list i.
func (s *lists) at(i int) []int32 {
	begin := 0
	if i > 0 {
		begin = s.ends[i-1]
	}
	return s.elements[begin:s.ends[i]:s.ends[i]]
}

// number returns the number of a list with this hash that is the same, and whether there
// was one: if not, it is added.
func (s *lists) number(list []int32, hash uint64, same func([]int32) bool) (int32, bool) {
	if 2*len(s.ends) >= len(s.slots) {
		s.slots = make([]int32, max(16, 2*len(s.slots)))
		for i, h := range s.hashes {
			s.slots[s.slot(h, func(int) bool { return false })] = int32(i) + 1
		}
	}
	at := s.slot(hash, func(i int) bool { return s.hashes[i] == hash && same(s.at(i)) })
	if n := s.slots[at]; n > 0 {
		return n - 1, true
	}
	s.elements = append(s.elements, list...)
	s.ends = append(s.ends, len(s.elements))
	s.hashes = append(s.hashes, hash)
	s.slots[at] = int32(len(s.ends))
	return int32(len(s.ends)) - 1, false
}

// slot returns the place of a list that is found, or the free one where it belongs.
func (s *lists) slot(hash uint64, found func(int) bool) int {
	i := int(scatter(hash) & uint64(len(s.slots)-1))
	for s.slots[i] > 0 && !found(int(s.slots[i])-1) {
		i = (i + 1) & (len(s.slots) - 1)
	}
	return i
}

// ordered numbers a list whose order matters.
func (s *lists) ordered(list []int32) (int32, bool) {
	hash := uint64(len(list))
	for _, n := range list {
		hash = scatter(hash ^ uint64(n))
	}
	return s.number(list, hash, func(other []int32) bool { return slices.Equal(other, list) })
}

// scatter spreads numbers over 64 bits.
func scatter(n uint64) uint64 {
	n = (n ^ n>>30) * 0xBF58476D1CE4E5B9
	n = (n ^ n>>27) * 0x94D049BB133111EB
	return n ^ n>>31
}
