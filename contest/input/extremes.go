package input

// This file draws the inputs at the ends of what is allowed.

import (
	"fmt"
	"hash/maphash"
	"iter"
	"math/rand/v2"
	"slices"
)

// Extremes draws inputs of about the size that programs stumble over, each with its
// reason: the least and the greatest, all equal, powers of two, the ends of machine
// words, alternating and sorted numbers, trees of every shape, words of one letter, one
// largest test, and many small ones.
func (s *Shape) Extremes(random *rand.Rand, size Size) iter.Seq2[string, *Data] {
	return func(yield func(string, *Data) bool) {
		seed, seen := maphash.MakeSeed(), map[uint64]bool{}
		for _, st := range s.styles(size) {
			d, err := s.draw(random, size, &st)
			if s.context().Err() != nil {
				return
			}
			if err != nil {
				continue // nothing valid is like that, or there is no memory for it
			}
			if hash, err := s.hash(seed, d); err == nil && !seen[hash] {
				seen[hash] = true
				if !yield(st.reason, d) {
					return
				}
			}
		}
	}
}

// hash returns a hash of the text of an input.
func (s *Shape) hash(seed maphash.Seed, d *Data) (uint64, error) {
	var h maphash.Hash
	h.SetSeed(seed)
	err := s.Write(&h, d)
	return h.Sum64(), err
}

func least(_ *gen, _ *field, low, _ uint64, _ int) uint64     { return low }
func greatest(_ *gen, _ *field, _, high uint64, _ int) uint64 { return high }

// listOf returns a style's number: the numbers one after the other that are within the
// limits, or any where none is.
func listOf(numbers []uint64) func(g *gen, f *field, low, high uint64, i int) uint64 {
	return func(g *gen, f *field, low, high uint64, i int) uint64 {
		var within []uint64
		for _, n := range numbers {
			key := n
			if f.signed {
				key ^= 1 << 63
			}
			if key >= low && key <= high && (!f.signed || n < 1<<63) {
				within = append(within, key)
			}
		}
		if len(within) == 0 {
			return low + g.below(high-low+1)
		}
		return within[i%len(within)]
	}
}

// styles returns the styles of the extremes that make sense for the shape and size.
func (s *Shape) styles(size Size) []style {
	first := func(*gen, int, int) int { return 0 }
	last := func(_ *gen, letters, _ int) int { return letters - 1 }
	styles := []style{
		{reason: "everything as small as is allowed", tests: leastExtent, length: leastExtent, number: least, letter: first},
		{reason: "everything as great as is allowed", tests: mostExtent, length: mostExtent, number: greatest, letter: last},
		{reason: "as little as is allowed, with the greatest numbers", tests: leastExtent, length: leastExtent, number: greatest, letter: last},
	}
	if s.Depth() > 0 && !s.isCall() {
		styles = append(styles,
			style{reason: "as many tests as are allowed, each as small as it can be", tests: mostExtent, length: leastExtent},
			style{reason: "as many tests as are allowed", tests: mostExtent},
			style{reason: "one test, as great as is allowed", tests: leastExtent, length: mostExtent})
	}
	widest, lists, words, trees := s.has()
	widest.Size = min(widest.Size, size.Value)
	tests, length := anyExtent, mostExtent
	if !lists {
		tests = mostExtent // the numbers of a style come one a test
	}
	add := func(st style) {
		st.tests, st.length = tests, length
		styles = append(styles, st)
	}
	if widest.Size > 0 {
		add(style{reason: "the least numbers, and as many as are allowed", number: least})
		add(style{reason: "numbers by turns the least and the greatest", number: func(_ *gen, _ *field, low, high uint64, i int) uint64 {
			if i%2 == 0 {
				return low
			}
			return high
		}})
	}
	if lists {
		add(style{reason: "all numbers equal", number: equal()})
		add(style{reason: "all numbers equal, with one exception", number: equalButOne()})
		add(style{reason: "numbers that rise", order: Nondecreasing})
		add(style{reason: "numbers that fall", order: Nonincreasing})
	}
	if widest.Size >= 8 {
		for _, by := range []struct {
			text string
			plus uint64
		}{{"powers of two", 0}, {"numbers one below a power of two", ^uint64(0)}, {"numbers one above a power of two", 1}} {
			var numbers []uint64
			for bit := 63; bit > 1; bit-- {
				numbers = append(numbers, 1<<bit+by.plus)
			}
			add(style{reason: by.text, number: listOf(numbers)})
		}
	}
	for _, end := range []struct {
		text string
		near uint64
	}{{"2^31, where a signed word of 32 bits ends", 1 << 31}, {"2^32, where a word of 32 bits ends", 1 << 32},
		{"2^53, where doubles begin to have gaps", 1 << 53}, {"2^63, where a signed word of 64 bits ends", 1 << 63}} {
		if widest.Size >= end.near-1 {
			add(style{reason: "numbers at " + end.text, number: listOf([]uint64{end.near, end.near - 1, end.near + 1})})
		}
	}
	if trees {
		for _, t := range treeStyles {
			st := style{reason: fmt.Sprintf("a %s: %s", t.name, t.why), tree: func(g *gen, i int) int { return t.parent(g, i) }}
			if t.parent == nil {
				st.tree = func(g *gen, i int) int { return min(i-1, int(g.nodes/2)) }
			}
			add(st)
		}
	}
	if words {
		add(style{reason: "words of the first letter alone", letter: first})
		add(style{reason: "words of the last letter alone", letter: last})
		add(style{reason: "words of letters by turns", letter: func(_ *gen, letters, i int) int { return i % letters }})
		add(style{reason: "words of two letters by turns in pairs", letter: func(_ *gen, letters, i int) int { return i / 2 % min(letters, 2) }})
	}
	return styles
}

// equal returns a style's number that is the same wherever the limits are.
func equal() func(g *gen, f *field, low, high uint64, i int) uint64 {
	var last, from, to uint64
	return func(g *gen, _ *field, low, high uint64, _ int) uint64 {
		if from != low || to != high || last < low || last > high {
			last, from, to = low+g.below(high-low+1), low, high
		}
		return last
	}
}

func equalButOne() func(g *gen, f *field, low, high uint64, i int) uint64 {
	same := equal()
	return func(g *gen, f *field, low, high uint64, i int) uint64 {
		n := same(g, f, low, high, i)
		switch {
		case i != 1:
		case n < high:
			n++
		case n > low:
			n--
		}
		return n
	}
}

// has returns the greatest number that is not a count, and whether there are lists of
// numbers, words and trees.
func (s *Shape) has() (widest Int, lists, words, trees bool) {
	for _, l := range s.levels {
		for i := range l.fields {
			f := &l.fields[i]
			var most []Int
			switch f.Kind {
			case KindNumber:
				if !f.isCount {
					most = append(most, f.number.most.ceiling)
				}
			case KindNumbers, KindMatrix:
				most = append(most, f.number.most.ceiling)
				lists = true
			case KindLists:
				most = append(most, f.item.number.most.ceiling)
				lists = true
			case KindRecords:
				for j := range f.columns {
					most = append(most, f.columns[j].number.most.ceiling)
				}
				lists = true
			case KindText, KindTexts, KindGrid:
				words = true
			case KindTree:
				trees = true
			case KindGraph:
				trees = trees || f.Connected || f.Acyclic && !f.Directed
			}
			for _, m := range most {
				if widest.Less(m) {
					widest = m
				}
			}
		}
	}
	return widest, lists, words, trees
}

// A Leaf is a number of an input that may be changed.
type Leaf struct {
	Field  string
	Data   *Data // the repetition that it is in
	Index  int   // in the list, or 0
	Limits       // in effect, with earlier fields put in
	Count  bool  // something is counted with it
	value  *uint64
	field  *field // the column or the item, where there is one
	at     int    // in Values
}

// Get returns the number.
func (l Leaf) Get() Int { return l.field.intOf(*l.value) }

// Set changes the number. It does not look whether the input is still valid;
// [Shape.Check] does.
func (l Leaf) Set(n Int) { *l.value = n.raw() }

// Leaves goes through the numbers of d and of what repeats in it, except edges and
// permutations.
func (s *Shape) Leaves(d *Data) iter.Seq[Leaf] {
	return func(yield func(Leaf) bool) {
		p := s.pace()
		s.leaves(d.depth(), d, func(leaf Leaf) bool { return p.Step(1) == nil && yield(leaf) })
	}
}

func (s *Shape) leaves(depth int, d *Data, yield func(Leaf) bool) bool {
	l := &s.levels[depth]
	for i := range l.fields {
		f, v := &l.fields[i], &d.Values[i]
		leaf := Leaf{Field: f.Name, Data: d, Count: f.isCount, field: f, at: i}
		of := f
		switch f.Kind {
		case KindNumber:
			leaf.Limits, leaf.value = f.number.limits(d), &v.Number
			if !yield(leaf) {
				return false
			}
			continue
		case KindNumbers, KindMatrix:
		case KindLists:
			of = f.item
		case KindRecords:
			for j := range v.List {
				c := &f.columns[j%len(f.columns)]
				leaf.Index, leaf.Limits, leaf.value, leaf.field = j, c.number.limits(d), &v.List[j], c
				if !yield(leaf) {
					return false
				}
			}
			continue
		default:
			continue
		}
		leaf.Limits, leaf.field = of.number.limits(d), of
		for j := range v.List {
			leaf.Index, leaf.value = j, &v.List[j]
			if !yield(leaf) {
				return false
			}
		}
	}
	return !slices.ContainsFunc(d.Tests, func(test *Data) bool { return !s.leaves(depth+1, test, yield) })
}
