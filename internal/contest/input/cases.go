package input

// This file takes inputs apart into tests, and puts tests together.

import (
	"hash/maphash"
	"iter"
	"math"
	"slices"
)

// Case returns a copy of an innermost repetition as an input of its own.
func (s *Shape) Case(test *Data) *Data {
	whole := test.Clone()
	for whole.Outer != nil {
		whole.Index = 0
		whole.Outer.Tests = []*Data{whole}
		whole = whole.Outer
	}
	s.recount(0, whole)
	return whole
}

// innermost calls f for each innermost repetition of d.
func (s *Shape) innermost(depth int, d *Data, f func(*Data)) {
	if s.levels[depth].repeat == nil {
		f(d)
		return
	}
	for _, test := range d.Tests {
		if s.context().Err() != nil {
			return
		}
		s.innermost(depth+1, test, f)
	}
}

// Innermost returns the innermost repetitions of d.
func (s *Shape) Innermost(d *Data) []*Data {
	var tests []*Data
	s.innermost(d.depth(), d, func(test *Data) { tests = append(tests, test) })
	return tests
}

// Pack puts inputs together into as few as their order allows: repetitions whose
// surroundings are equal become repetitions of one, as far as their numbers and totals
// may go. Inputs that cannot be joined stay as they are. The inputs are not changed.
func (s *Shape) Pack(inputs []*Data) []*Data {
	var packed []*Data
	var p *packer
	for _, d := range inputs {
		if p != nil && p.add(d) {
			continue
		}
		p = &packer{shape: s, whole: d.Clone()}
		p.sums = s.sums(p.whole)
		packed = append(packed, p.whole)
	}
	for _, d := range packed {
		s.recount(0, d)
	}
	return packed
}

// A packer is one input to which others are added.
type packer struct {
	shape *Shape
	whole *Data
	sums  []uint64
}

// add adds an input, or reports that there is no room.
func (p *packer) add(d *Data) bool {
	if p.shape.Depth() == 0 {
		return false
	}
	// Find where they part: the last repetition at each level may be equal.
	into, from, depth := p.whole, d, 0
	for {
		if !p.shape.sameSurroundings(depth, into, from) || p.shape.levels[depth].repeat == nil {
			if depth == 0 {
				return false
			}
			into, from, depth = into.Outer, from.Outer, depth-1
			break
		}
		if len(from.Tests) != 1 || len(into.Tests) == 0 {
			break
		}
		into, from, depth = into.Tests[len(into.Tests)-1], from.Tests[0], depth+1
	}
	rep := p.shape.levels[depth].repeat
	all := len(into.Tests) + len(from.Tests)
	limits := countLimits(&rep.count, into)
	if r, named := p.shape.countOf(depth, rep); named {
		limits = p.shape.levels[r.level].fields[r.field].number.limits(into)
	}
	if limits.Most.Less(UintOf(uint64(all))) {
		return false
	}
	sums := slices.Clone(p.sums)
	for _, test := range from.Tests {
		p.shape.addSums(depth+1, test, sums)
	}
	for t := range sums {
		if p.shape.totals[t].Most.Less(UintOf(sums[t])) {
			return false
		}
	}
	p.sums = sums
	for _, test := range from.Tests {
		c := test.CloneIn(into)
		c.Index = len(into.Tests)
		into.Tests = append(into.Tests, c)
	}
	return true
}

// countOf returns the field that is the number of repetitions, if there is one.
func (s *Shape) countOf(depth int, rep *repeat) (reference, bool) {
	b := &rep.count.most
	return reference{depth - b.out, b.field}, rep.known() && b.isField() && !b.length
}

// sameSurroundings reports whether two repetitions have equal fields. The number of
// repetitions may differ.
func (s *Shape) sameSurroundings(depth int, a, b *Data) bool {
	l := &s.levels[depth]
	counter := -1
	if l.repeat != nil {
		if r, named := s.countOf(depth, l.repeat); named && r.level == depth {
			counter = r.field
		}
	}
	for i := range a.Values {
		if i != counter && !Equal(&Data{Values: a.Values[i : i+1]}, &Data{Values: b.Values[i : i+1]}) {
			return false
		}
	}
	return true
}

// sums returns the totals of d.
func (s *Shape) sums(d *Data) []uint64 {
	sums := make([]uint64, len(s.totals))
	s.addSums(0, d, sums)
	return sums
}

func (s *Shape) addSums(depth int, d *Data, sums []uint64) {
	for i := range s.levels[depth].fields {
		f := &s.levels[depth].fields[i]
		if f.total < 0 {
			continue
		}
		sums[f.total] += f.summand(&d.Values[i])
	}
	for _, test := range d.Tests {
		s.addSums(depth+1, test, sums)
	}
}

// recount sets each number of d and in it that counts repetitions to how many there are.
func (s *Shape) recount(depth int, d *Data) {
	rep := s.levels[depth].repeat
	if rep == nil {
		return
	}
	if r, named := s.countOf(depth, rep); named {
		at := d.At(Place{depth - r.level, r.field})
		at.Number = UintOf(uint64(len(d.Tests))).Add(rep.count.most.plus.Neg()).raw()
	}
	for _, test := range d.Tests {
		s.recount(depth+1, test)
	}
}

// Small goes through the inputs of [Shape.Every] in order of size, up to the limit.
func (s *Shape) Small(limit int) iter.Seq[*Data] {
	return func(yield func(*Data) bool) {
		seed, seen := maphash.MakeSeed(), map[uint64]bool{}
		left := 50*limit + 10_000 // sequences of choices, most of which lead to no new input
		for size, fresh := uint64(0), true; fresh || size < 4; size++ {
			fresh = false
			for d, err := range s.every(size) {
				if left--; left < 0 {
					return
				}
				if err != nil {
					continue
				}
				hash, err := s.hash(seed, d)
				if err != nil {
					return
				}
				if seen[hash] {
					continue
				}
				seen[hash], fresh = true, true
				if !yield(d) || len(seen) >= limit {
					return
				}
			}
			if s.context().Err() != nil {
				return
			}
		}
	}
}

// Every goes through all valid inputs with one innermost repetition, but names the nodes of
// trees, and orders the edges of trees and graphs, in one way alone.
func (s *Shape) Every() iter.Seq[*Data] {
	return func(yield func(*Data) bool) {
		for d, err := range s.every(math.MaxUint64) {
			if err == nil && !yield(d) {
				return
			}
		}
	}
}

// every goes through all choices of numbers that are at most the size above the least. The
// error says that they lead to no input.
func (s *Shape) every(size uint64) iter.Seq2[*Data, error] {
	return func(yield func(*Data, error) bool) {
		e := &enumerator{oneByOne: oneByOne{gen: s.gen()}, size: size}
		defer e.memory.Close()
		e.from, e.exact, e.most, e.number = e, true, mostSmall, e.choose
		for more := true; more && e.Ctx.Err() == nil; more = e.More() {
			if d, err := e.whole(math.MaxUint64); !yield(d, err) {
				return
			}
		}
	}
}

// Choices go through all sequences of choices, the last choice first.
type Choices struct {
	taken []struct{ at, n uint64 }
	next  int
}

// Of returns the choice among n things, from 0.
func (c *Choices) Of(n uint64) uint64 {
	if c.next == len(c.taken) {
		c.taken = append(c.taken, struct{ at, n uint64 }{0, n})
	}
	c.next++
	return c.taken[c.next-1].at
}

// More goes on to the next sequence, if there is one.
func (c *Choices) More() bool {
	c.next = 0
	for len(c.taken) > 0 {
		last := &c.taken[len(c.taken)-1]
		if last.at++; last.at < last.n {
			return true
		}
		c.taken = c.taken[:len(c.taken)-1]
	}
	return false
}

// An enumerator chooses all there is.
type enumerator struct {
	oneByOne
	Choices
	size uint64
}

// mostSmall bounds the elements of a list in a small input.
const mostSmall = 64

// choose chooses a number that is at most the size above the least, or from 0.
func (e *enumerator) choose(c column) uint64 {
	zero := c.zero()
	low := zero - min(e.size, zero-c.low)
	return low + e.Of(zero+min(e.size, c.high-zero)-low+1)
}

// many chooses how many there are of something, but one repetition, or as few as are allowed.
func (e *enumerator) many(of things) (uint64, error) {
	if of.field == nil {
		return max(of.low, 1), nil
	}
	return of.low + e.Of(min(e.size, of.high-of.low)+1), nil
}

// A Leaf is a number of an input that may be changed.
type Leaf struct {
	Field  string
	Index  int  // in the list, or 0
	Limits      // in effect, with earlier fields put in
	Count  bool // something is counted with it
	value  *uint64
	field  *field // the column or the item, where there is one
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
		numbers := v.List
		switch f.Kind {
		case KindNumber:
			if !yield(Leaf{f.Name, 0, f.number.limits(d), f.isCount, &v.Number, f}) {
				return false
			}
		case KindTree, KindGraph:
			numbers = nil
		}
		for j := range numbers {
			of := f.numberAt(j)
			if !yield(Leaf{f.Name, j, of.number.limits(d), false, &numbers[j], of}) {
				return false
			}
		}
	}
	return !slices.ContainsFunc(d.Tests, func(test *Data) bool { return !s.leaves(depth+1, test, yield) })
}
