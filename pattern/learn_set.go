package pattern

// This file learns automata of sparse sets from all their points below a power of the
// numeration: by Myhill and Nerode, words after which the same is known to follow are one state.

import (
	"context"
	"encoding/binary"
	"math/big"
	"slices"

	"github.com/grundy-games/grundy/internal/meter"
)

// A set is a sparse set of points of a box that begins at 0.
type set struct {
	axes   int
	side   int // of the box
	points [][]int
	has    marks
}

// marks are a set of cells by their places in a table, a bit for each.
type marks []uint64

func (m marks) add(i int)        { m[i/64] |= 1 << (i % 64) }
func (m marks) holds(i int) bool { return m[i/64]>>(i%64)&1 > 0 }

func (s *set) index(at []int) (i int) {
	for _, x := range at {
		i = i*s.side + x
	}
	return i
}

// pairs returns the points with x <= y, by x + y, where these are the coordinates.
func (s *set) pairs() (all [][2]int64) {
	for _, at := range s.points {
		if len(at) == 2 && at[0] <= at[1] {
			all = append(all, [2]int64{int64(at[0]), int64(at[1])})
		}
	}
	return bySum(all)
}

// listed returns how long lists of the outcomes of the box are, as [Table.Listed] does.
func (s *set) listed() (plain, other float64) {
	return listed(func(yield func(v, length int64) bool) {
		next, run := 0, int64(0) // a cell, and the run of P-positions before it
		for _, at := range s.points {
			i := s.index(at)
			if i > next && (run > 0 && !yield(0, run) || !yield(1, int64(i-next))) {
				return
			}
			if i > next {
				run = 0
			}
			run, next = run+1, i+1
		}
		cells := 1
		for range s.axes {
			cells *= s.side
		}
		if run > 0 && !yield(0, run) {
			return
		}
		if cells > next {
			yield(1, int64(cells-next))
		}
	})
}

// A tree holds the words of a set as a tree, with leading zeros to the same length.
type tree struct {
	edges  [][]edge // of each node; the root is node 0
	same   []int    // nodes from which the same follows have the same number; 0 for nothing
	length int
}

type edge struct{ letter, to int }

// nodeSize is about how many bytes a node of a tree takes, with the edge to it.
const nodeSize = 64

func (f *tree) step(node, letter int) int {
	if node >= 0 {
		for _, e := range f.edges[node] {
			if e.letter == letter {
				return e.to
			}
		}
	}
	return -1
}

// number gives each node its number in same, from the leaves up: children have larger indices.
func (f *tree) number() {
	f.same = make([]int, len(f.edges))
	numbers := map[string]int{}
	var text []byte
	for node := len(f.edges) - 1; node >= 0; node-- {
		slices.SortFunc(f.edges[node], func(a, b edge) int { return a.letter - b.letter })
		text = text[:0]
		for _, e := range f.edges[node] {
			text = binary.AppendUvarint(binary.AppendUvarint(text, uint64(e.letter)), uint64(f.same[e.to]))
		}
		if numbers[string(text)] == 0 {
			numbers[string(text)] = len(numbers) + 1
		}
		f.same[node] = numbers[string(text)]
	}
}

// below returns the largest weight up to a number: all numbers below it have fewer digits.
func (n *numeration) below(most int) int {
	i := 0
	for n.Weight(i+1).Cmp(big.NewInt(int64(most))) <= 0 {
		i++
	}
	return int(n.Weight(i).Int64())
}

// learnSet returns the automaton of a set, if it needs at most the given number of
// bits. It knows what follows a word as far as the numbers of the box with the most digits: of the words that
// agree so far with a new one, the shortest is taken. It costs O(states² letters digits) at worst.
func learnSet(ctx context.Context, s *set, in *numeration, most float64) (*automatic, error) {
	f := &tree{edges: make([][]edge, 1)}
	bound := in.below(s.side)
	for in.Weight(f.length).Int64() < int64(bound) {
		f.length++
	}
	tracks := slices.Repeat([]*reading{in.reading(bound)}, s.axes)
	t := newTeacher(tracks, nil)
	if t.letters > mostLetters {
		return nil, errTooRich
	}
	account := meter.Open(ctx)
	defer account.Close()
	if err := account.Take(uint64(len(s.points) * f.length * nodeSize)); err != nil {
		return nil, err
	}
	var word []int
	for _, at := range s.points {
		if slices.Max(at) >= bound {
			continue
		}
		word = t.word(word[:0], at)
		node := 0
		for place := range f.length {
			letter := 0
			if skip := f.length - len(word); place >= skip {
				letter = word[place-skip]
			}
			to := f.step(node, letter)
			if to < 0 {
				to = len(f.edges)
				f.edges[node] = append(f.edges[node], edge{letter, to})
				f.edges = append(f.edges, nil)
			}
			node = to
		}
	}
	f.number()
	// A state is a word; after is where it leads, with all leading zeros first.
	var after [][]int
	root := make([]int, f.length+1)
	for node, place := 0, f.length; place >= 0; place-- {
		root[place] = node
		node = f.step(node, 0)
	}
	after = append(after, root)
	m := &machine{letters: t.letters}
	same := func(node int) int {
		if node < 0 {
			return 0
		}
		return f.same[node]
	}
	sink := int32(-1)
	for state := 0; state < len(after); state++ {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if err := account.Take(uint64(8*len(after[state]) + 4*t.letters)); err != nil {
			return nil, err
		}
		for letter := range t.letters {
			next, live := make([]int, max(len(after[state])-1, 0)), false
			for i := range next {
				next[i] = f.step(after[state][i+1], letter)
				live = live || next[i] >= 0
			}
			to := sink
			if live {
				at := slices.IndexFunc(after, func(known []int) bool {
					for i, node := range next {
						if same(node) != same(known[i]) {
							return false
						}
					}
					return true
				})
				if at < 0 {
					at = len(after)
					after = append(after, next)
				}
				to = int32(at)
			}
			m.next = append(m.next, to)
		}
		m.out = append(m.out, none)
		if after[state][0] >= 0 {
			m.out[state] = 1
		}
		if enteredBits(len(after)) > most {
			return nil, errTooRich
		}
	}
	if slices.Contains(m.next, sink) {
		for i, to := range m.next {
			if to == sink {
				m.next[i] = int32(len(m.out))
			}
		}
		m.next = append(m.next, slices.Repeat([]int32{int32(len(m.out))}, m.letters)...)
		m.out = append(m.out, none)
	}
	a := &automatic{in: in, of: Outcomes, sets: []*machine{m}, axes: s.axes}
	if a.bits() > most {
		return nil, errTooRich
	}
	return a, nil
}

// describes reports whether an automaton accepts just these points of the box.
func (a *automatic) describes(s *set) bool {
	m := a.sets[0]
	t := newTeacher(slices.Repeat([]*reading{a.in.reading(s.side)}, a.axes), nil)
	count, sink, at := 0, int32(m.sink()), make([]int, a.axes)
	var walk func(state int32, nodes []int32, left int) bool
	walk = func(state int32, nodes []int32, left int) bool {
		if left == 0 {
			if m.out[state] != 1 {
				return true
			}
			for i, node := range nodes {
				n := t.tracks[i].values[node]
				if n == none || n >= int64(s.side) {
					return true
				}
				at[i] = int(n)
			}
			i := s.index(at)
			count++
			return s.has.holds(i)
		}
		next := make([]int32, len(nodes))
		for letter := range t.letters {
			to := m.next[int(state)*m.letters+letter]
			if to == sink {
				continue
			}
			copy(next, nodes)
			t.step(next, letter)
			if slices.Min(next) > 0 && !walk(to, next, left-1) {
				return false
			}
		}
		return true
	}
	return walk(0, slices.Repeat([]int32{origin}, a.axes), int(t.tracks[0].length)) && count == len(s.points)
}
