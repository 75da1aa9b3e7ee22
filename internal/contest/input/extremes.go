package input

// This file draws the inputs at the ends of what is allowed.

import (
	"fmt"
	"hash/maphash"
	"iter"
	"math/rand/v2"
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

func least(_ *drawer, c column, _ int) uint64    { return c.low }
func greatest(_ *drawer, c column, _ int) uint64 { return c.high }

// listOf returns a style's number: the numbers one after the other that are within the
// limits, or any where none is.
func listOf(numbers []uint64) func(g *drawer, c column, i int) uint64 {
	return func(g *drawer, c column, i int) uint64 {
		var within []uint64
		for _, n := range numbers {
			if key := c.raw(n); key >= c.low && key <= c.high && (!c.signed || n < 1<<63) {
				within = append(within, key)
			}
		}
		if len(within) == 0 {
			return c.low + g.below(c.high-c.low+1)
		}
		return within[i%len(within)]
	}
}

// styles returns the styles of the extremes that make sense for the shape and size.
func (s *Shape) styles(size Size) []style {
	first := func(int, int) int { return 0 }
	last := func(letters, _ int) int { return letters - 1 }
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
		add(style{reason: "numbers by turns the least and the greatest", number: func(_ *drawer, c column, i int) uint64 { return [2]uint64{c.low, c.high}[i%2] }})
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
	if words {
		add(style{reason: "words of the first letter alone", letter: first})
		add(style{reason: "words of the last letter alone", letter: last})
		add(style{reason: "words of letters by turns", letter: func(letters, i int) int { return i % letters }})
		add(style{reason: "few words, as long as are allowed", few: true})
		add(style{reason: "words of two letters by turns in pairs", letter: func(letters, i int) int { return i / 2 % min(letters, 2) }})
	}
	if trees >= 0 {
		if trees < s.Depth() { // as many questions about one tree as are allowed
			tests = mostExtent
		}
		for _, t := range treeStyles {
			add(style{reason: fmt.Sprintf("a %s: %s", t.name, t.why), tree: t.parent})
		}
	}
	return styles
}

// equal returns a style's number that is the same wherever the limits are.
func equal() func(g *drawer, c column, i int) uint64 {
	var last uint64
	var of column
	return func(g *drawer, c column, _ int) uint64 {
		if of.low != c.low || of.high != c.high || of.field == nil {
			last, of = c.low+g.below(c.high-c.low+1), c
		}
		return last
	}
}

func equalButOne() func(g *drawer, c column, i int) uint64 {
	same := equal()
	return func(g *drawer, c column, i int) uint64 {
		n := same(g, c, i)
		switch {
		case i != 1:
		case n < c.high:
			n++
		case n > c.low:
			n--
		}
		return n
	}
}

// Reach returns the longest list or word and the number farthest from 0 that are allowed, whatever
// bounds are made of.
func (s *Shape) Reach() (longest, greatest uint64) {
	var look func(f *field)
	look = func(f *field) {
		longest = max(longest, f.count.most.ceiling.Size)
		if f.Kind == KindText || f.Kind == KindTexts {
			longest = max(longest, f.number.most.ceiling.Size)
		} else {
			greatest = max(greatest, f.number.least.floor.Size, f.number.most.ceiling.Size)
		}
		for i := range f.columns {
			look(&f.columns[i])
		}
		if f.item != nil {
			look(f.item)
		}
	}
	for _, l := range s.levels {
		for i := range l.fields {
			look(&l.fields[i])
		}
	}
	return longest, greatest
}

// has returns the greatest number that is not a count, whether there are lists of numbers and
// words, and the depth at which there are trees, or -1.
func (s *Shape) has() (widest Int, lists, words bool, trees int) {
	trees = -1
	for depth, l := range s.levels {
		for i := range l.fields {
			f := &l.fields[i]
			var most []Int
			switch f.Kind {
			case KindNumber:
				if !f.isCount {
					most = append(most, f.number.most.ceiling)
				}
			case KindNumbers:
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
			case KindText, KindTexts:
				words = true
			case KindTree:
				trees = depth
			case KindGraph:
				if f.Connected || f.Acyclic && !f.Directed {
					trees = depth
				}
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
