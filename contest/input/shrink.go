package input

// This file makes inputs smaller. Every step lowers the weight of the input, so that
// taking steps as long as there are any comes to an end.

import (
	"cmp"
	"iter"
	"math/bits"
	"slices"
	"strings"

	"grundy/internal/meter"
)

// Shrink goes through valid inputs that are smaller than d, the most promising first:
// without half of the tests, elements, characters, and then fewer; numbers at their
// least, or lowered together; each number lowered; simpler words, trees and orders. Begin
// again with the first that still serves. That ends, because each has less weight than
// d: fewer tests, or as many and fewer elements, or as many and lower
// numbers, and so on.
func (s *Shape) Shrink(d *Data) iter.Seq[*Data] {
	return func(yield func(*Data) bool) {
		sh := &shrinker{shape: s, whole: d, Pace: s.pace(), yield: yield}
		sh.weight = sh.weigh(d)
		_ = sh.tests() && sh.elements() && sh.numbers() && sh.letters() && sh.structures()
	}
}

// A shrinker is one walk through the inputs that are smaller than a whole one. Its steps
// return false where the walk is over.
type shrinker struct {
	meter.Pace
	shape  *Shape
	whole  *Data
	weight weight
	yield  func(*Data) bool
}

// A weight is what an input weighs. The first difference decides between two.
type weight [6]uint64

// The parts of a weight.
const (
	weightTests    = iota
	weightElements // of lists, and characters
	weightHigh     // of the sum of all numbers' distances from the best
	weightLow
	weightLetters
	weightShape // of trees and permutations
)

// weigh returns the weight of d, or part of it where the context has ended.
func (sh *shrinker) weigh(d *Data) weight {
	var w weight
	sh.addWeight(&w, 0, d)
	return w
}

func (sh *shrinker) addWeight(w *weight, depth int, d *Data) {
	l := &sh.shape.levels[depth]
	if l.repeat == nil {
		w[weightTests]++
	}
	for i := range l.fields {
		f, v := &l.fields[i], &d.Values[i]
		w[weightElements] += uint64(len(v.List) + len(v.Text) + len(v.Ends))
		switch f.Kind {
		case KindNumber:
			if f.isCount {
				w[weightElements] += v.Number
			}
		case KindText, KindTexts, KindGrid:
			for _, c := range v.Text {
				w[weightLetters] += uint64(strings.IndexByte(f.Alphabet, c))
			}
		case KindPermutation:
			for j, n := range v.List {
				w[weightShape] -= uint64(j) * n // the sum is greatest where they are in order
			}
			n := uint64(len(v.List))
			w[weightShape] += n * n * n
		case KindGraph:
			for j := 0; j < len(v.List); j += 2 {
				w[weightShape] += 2*v.List[j] + v.List[j+1]
			}
		case KindTree:
			parents := f.parents(v, &sh.Pace)
			for j := range parents {
				if sh.Step(8) != nil {
					return
				}
				for k, steps := j, 0; k > 0 && steps <= 64; k, steps = parents[k], steps+1 {
					w[weightShape]++
				}
			}
			for j := 0; j < len(v.List); j += 2 {
				if child := int(v.List[j+1]) - f.Base; child != j/2+1 || child >= len(parents) || parents[child] != int(v.List[j])-f.Base {
					w[weightShape]++
				}
			}
		}
	}
	for leaf := range sh.shape.leavesOf(depth, d) {
		if leaf.Count {
			continue
		}
		if sh.Step(1) != nil {
			return
		}
		low, carry := bits.Add64(w[weightLow], leaf.distance(), 0)
		w[weightLow] = low
		w[weightHigh] += carry
	}
	for _, test := range d.Tests {
		if sh.Step(1) != nil {
			return
		}
		sh.addWeight(w, depth+1, test)
	}
}

// leavesOf goes through the leaves of d, without those of what repeats in it.
func (s *Shape) leavesOf(depth int, d *Data) iter.Seq[Leaf] {
	flat := *d
	flat.Tests = nil
	return func(yield func(Leaf) bool) { s.leaves(depth, &flat, yield) }
}

// best returns the number that a leaf is lowered to: the least, or if it may be negative
// the one nearest to 0.
func (l Leaf) best() Int {
	switch {
	case !l.field.signed || !l.Least.Negative:
		return l.Least
	case l.Most.Negative:
		return l.Most
	}
	return Int{}
}

// distance returns how far a leaf is from the best. Of two numbers as far, the negative
// one is farther.
func (l Leaf) distance() uint64 {
	n, best := l.Get(), l.best()
	far := n.Add(best.Neg())
	if !l.field.signed {
		return far.Size
	}
	twice := min(far.Size, 1<<62) * 2
	if far.Negative {
		twice++
	}
	return twice
}

// parents returns the parents of a tree's nodes, from 0, with the first node as root. A
// node that is not reached has -1, and so may others where the context has ended.
func (f *field) parents(v *Value, p *meter.Pace) []int {
	n := len(v.List)/2 + 1
	near := make([][]int, n)
	for i := 0; i < len(v.List) && p.Step(8) == nil; i += 2 {
		a, b := int(v.List[i])-f.Base, int(v.List[i+1])-f.Base
		if a < 0 || a >= n || b < 0 || b >= n {
			continue // not a tree
		}
		near[a] = append(near[a], b)
		near[b] = append(near[b], a)
	}
	parents := make([]int, n)
	for i := range parents {
		parents[i] = -1
	}
	parents[0] = 0
	for queue := []int{0}; len(queue) > 0 && p.Step(2) == nil; queue = queue[1:] {
		for _, b := range near[queue[0]] {
			if parents[b] < 0 {
				parents[b] = queue[0]
				queue = append(queue, b)
			}
		}
	}
	return parents
}

// try offers what edit makes of a copy, if that is valid and weighs less.
func (sh *shrinker) try(edit func(whole *Data)) bool {
	c := sh.whole.cloneIn(nil, &sh.Pace)
	if sh.Ctx.Err() != nil {
		return false
	}
	edit(c)
	for _, call := range c.Tests {
		call.Call, call.Expect = nil, nil // what was expected of another call
	}
	sh.shape.recount(c)
	sh.shape.clamp(c)
	if w := sh.weigh(c); slices.Compare(w[:], sh.weight[:]) >= 0 || sh.shape.Check(c) != nil {
		return sh.Ctx.Err() == nil
	}
	return sh.Ctx.Err() == nil && sh.yield(c)
}

// clamp brings numbers back into limits that earlier fields have changed.
func (s *Shape) clamp(d *Data) {
	for leaf := range s.Leaves(d) {
		switch n := leaf.Get(); {
		case leaf.Count || leaf.Empty():
		case n.Less(leaf.Least):
			leaf.Set(leaf.Least)
		case leaf.Most.Less(n):
			leaf.Set(leaf.Most)
		}
	}
}

// A path leads to a repetition, by indices from the whole input.
type path []int

func (p path) in(whole *Data) *Data {
	for _, i := range p {
		whole = whole.Tests[i]
	}
	return whole
}

// nodes goes through the whole input and everything that repeats in it, the outer first.
func (sh *shrinker) nodes(f func(depth int, p path, d *Data) bool) bool {
	var walk func(depth int, p path, d *Data) bool
	walk = func(depth int, p path, d *Data) bool {
		if !f(depth, p, d) {
			return false
		}
		for i, test := range d.Tests {
			if !walk(depth+1, append(slices.Clone(p), i), test) {
				return false
			}
		}
		return true
	}
	return walk(0, nil, sh.whole)
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

// tests drops repetitions.
func (sh *shrinker) tests() bool {
	return sh.nodes(func(_ int, p path, d *Data) bool {
		return cuts(len(d.Tests), func(from, to int) bool {
			return sh.try(func(c *Data) {
				node := p.in(c)
				node.Tests = slices.Delete(node.Tests, from, to)
				for i, test := range node.Tests {
					test.Index = i
				}
			})
		})
	})
}

// elements drops elements and characters: where a number counts several lists, of all of
// them.
func (sh *shrinker) elements() bool {
	return sh.nodes(func(depth int, p path, d *Data) bool {
		for i := range sh.shape.levels[depth].fields {
			f, v := &sh.shape.levels[depth].fields[i], &d.Values[i]
			here := reference{depth, i}
			n, own := v.Len(), f.Count.Counted || f.Count.Least != f.Count.Most
			switch f.Kind {
			case KindNumber:
				n, own = int(min(v.Number, 1<<30)), f.isCount
			case KindText:
				own = f.Least != f.Most
			}
			if own && !cuts(n, func(from, to int) bool {
				return sh.try(func(c *Data) { sh.shape.cut(c, p, here, from, to) })
			}) {
				return false
			}
			inner := f.Kind == KindTexts && f.Least != f.Most || f.Kind == KindLists && (f.item.Count.Counted || f.item.Count.Least != f.item.Count.Most)
			for j := 0; inner && j < n; j++ {
				length := v.Ends[j]
				if j > 0 {
					length -= v.Ends[j-1]
				}
				if !cuts(length, func(from, to int) bool {
					return sh.try(func(c *Data) { p.in(c).Values[i].cutRow(j, from, to) })
				}) {
					return false
				}
			}
		}
		return true
	})
}

// cutRow drops elements of row j of lists or texts.
func (v *Value) cutRow(j, from, to int) {
	start := 0
	if j > 0 {
		start = v.Ends[j-1]
	}
	if v.Text != nil {
		v.Text = slices.Delete(v.Text, start+from, start+to)
	} else {
		v.List = slices.Delete(v.List, start+from, start+to)
	}
	for ; j < len(v.Ends); j++ {
		v.Ends[j] -= to - from
	}
}

// cutRows drops rows of a matrix, records or edges, lists, words, or elements.
func (v *Value) cutRows(from, to int) {
	switch {
	case v.Ends != nil:
		for j := from; j < to; j++ {
			end := v.Ends[from]
			start := 0
			if from > 0 {
				start = v.Ends[from-1]
			}
			v.cutRow(from, 0, end-start)
			v.Ends = slices.Delete(v.Ends, from, from+1)
		}
	case v.List != nil:
		width := int(max(v.Number, 1))
		v.List = slices.Delete(v.List, from*width, to*width)
	default:
		v.Text = slices.Delete(v.Text, from, to)
	}
}

// cut drops the things from … to that the number or list at here counts, in the
// repetition at p and what is in it.
func (s *Shape) cut(whole *Data, p path, here reference, from, to int) {
	d := p.in(whole)
	f := &s.levels[here.level].fields[here.field]
	if f.Kind == KindNumber {
		d.Values[here.field].Number -= uint64(to - from)
	} else {
		s.cutUser(here, here, d, from, to)
	}
	for _, user := range s.users[here] {
		s.cutUsers(here, user, here.level, d, from, to)
	}
	// Numbers that name one of the things name it again.
	if f.Kind == KindNumber {
		s.rename(here, here.level, d, from, to)
	}
}

// cutUsers cuts the field user, wherever it is in d, which is at the depth.
func (s *Shape) cutUsers(here, user reference, depth int, d *Data, from, to int) {
	if depth == user.level {
		s.cutUser(here, user, d, from, to)
		return
	}
	for _, test := range d.Tests {
		s.cutUsers(here, user, depth+1, test, from, to)
	}
}

// cutUser cuts one field of d.
func (s *Shape) cutUser(here, user reference, d *Data, from, to int) {
	l := &s.levels[user.level]
	is := func(b *bound) bool { return b.named && user.level-b.out == here.level && b.field == here.field }
	within := func(n int) (int, int) { // a list with a few more or fewer
		last := min(to, n)
		return max(0, min(from, n-(to-from))), last
	}
	if user.field == len(l.fields) {
		a, b := within(len(d.Tests))
		if l.repeat != nil && is(&l.repeat.count.most) && a < b {
			d.Tests = slices.Delete(d.Tests, a, b)
		}
		return
	}
	f, v, p := &l.fields[user.field], &d.Values[user.field], s.pace()
	if f.Kind == KindText {
		if a, b := within(len(v.Text)); a < b {
			v.Text = slices.Delete(v.Text, a, b)
		}
		return
	}
	if user == here || is(&f.count.most) {
		a, b := within(v.Len())
		switch {
		case f.Kind == KindTree:
			f.dropNodes(v, from, to, &p)
		case a >= b:
		case f.Kind == KindPermutation:
			v.cutRows(a, b)
			f.rank(v)
		default:
			v.cutRows(a, b)
		}
	}
	switch {
	case f.Kind == KindGraph && is(&f.nodes):
		base := uint64(f.Base)
		kept := v.List[:0]
		for i := 0; i < len(v.List); i += 2 {
			a, goneA := renamed(v.List[i], base, from, to)
			b, goneB := renamed(v.List[i+1], base, from, to)
			if !goneA && !goneB {
				kept = append(kept, a, b)
			}
		}
		v.List = kept
	case f.Kind == KindMatrix && is(&f.width):
		kept, rows := v.List[:0], v.Len()
		for i, n := range v.List {
			if column := i % int(v.Number); column < from || column >= to {
				kept = append(kept, n)
			}
		}
		if v.List, v.Number = kept, v.Number-uint64(to-from); v.Number == 0 {
			v.empty(uint64(rows))
		}
	case f.Kind == KindGrid && is(&f.width):
		for j := range v.Ends {
			v.cutRow(j, from, to)
		}
		v.Number -= uint64(to - from)
	case f.Kind == KindTexts && is(&f.number.most) && f.Least == f.Most,
		f.Kind == KindLists && is(&f.item.count.most) && f.item.Count.Least == f.item.Count.Most:
		for j := range v.Ends {
			v.cutRow(j, from, to)
		}
	}
}

// renamed returns the name that a thing has when those from … to are gone, and whether
// it is one of them.
func renamed(name, base uint64, from, to int) (uint64, bool) {
	i := int(name - base)
	switch {
	case i >= to:
		return name - uint64(to-from), false
	case i >= from:
		return base + uint64(from), true
	}
	return name, false
}

// rename renames the numbers in d that go up to the number at here.
func (s *Shape) rename(here reference, depth int, d *Data, from, to int) {
	for leaf := range s.leavesOf(depth, d) {
		most := &leaf.field.number.most
		if leaf.Count || leaf.field.signed || !most.named || depth-most.out != here.level || most.field != here.field {
			continue
		}
		base := min(1, leaf.field.number.least.floor.Size)
		if n := leaf.Get().Size; n >= base {
			n, _ = renamed(n, base, from, to)
			leaf.Set(UintOf(n))
		}
	}
	for _, test := range d.Tests {
		s.rename(here, depth+1, test, from, to)
	}
}

// rank makes different numbers a permutation again, in the same order.
func (f *field) rank(v *Value) {
	sorted := slices.Sorted(slices.Values(v.List))
	for i, n := range v.List {
		at, _ := slices.BinarySearch(sorted, n)
		v.List[i] = uint64(f.Base + at)
	}
}

// dropNodes drops nodes of a tree: each falls together with a neighbour that stays.
func (f *field) dropNodes(v *Value, from, to int, p *meter.Pace) {
	n := len(v.List)/2 + 1
	if to > n {
		from, to = max(0, from-(to-n)), n
	}
	if to-from >= n {
		return
	}
	together := forest{make([]uint32, n)}
	stays := make([]bool, n) // by root: a node of it stays
	for i := range together.up {
		together.up[i] = uint32(i)
		stays[i] = i < from || i >= to
	}
	type edge struct{ a, b uint32 }
	var kept []edge
	base := uint64(f.Base)
	for i := 0; i < len(v.List); i += 2 {
		a, b := uint32(v.List[i]-base), uint32(v.List[i+1]-base)
		rootA, rootB := together.find(a), together.find(b)
		if stays[rootA] && stays[rootB] {
			kept = append(kept, edge{a, b})
			continue
		}
		both := stays[rootA] || stays[rootB]
		together.join(a, b)
		stays[together.find(a)] = both
	}
	name := make([]uint64, n) // by root: of the node that stays
	for i := range uint32(n) {
		if int(i) < from || int(i) >= to {
			name[together.find(i)], _ = renamed(base+uint64(i), base, from, to)
		}
	}
	v.List = v.List[:0]
	for _, e := range kept {
		v.List = append(v.List, name[together.find(e.a)], name[together.find(e.b)])
	}
	if f.Parents { // the order tells the node, and parents come first
		f.writeTree(v, f.parents(v, p))
	}
}

// writeTree sets a tree of parents, in order.
func (f *field) writeTree(v *Value, parents []int) {
	v.List = v.List[:0]
	for i := 1; i < len(parents); i++ {
		v.List = append(v.List, uint64(f.Base+parents[i]), uint64(f.Base+i))
	}
}

// mostPairs bounds how many equal numbers are tried in pairs, and mostValues how many
// different numbers are lowered wherever they are.
const (
	mostPairs  = 12
	mostValues = 256
)

// numbers lowers numbers.
func (sh *shrinker) numbers() bool {
	if !sh.try(func(c *Data) { sh.shape.lowest(c, nil) }) {
		return false
	}
	if !sh.nodes(func(depth int, p path, _ *Data) bool {
		for i := range sh.shape.levels[depth].fields {
			if !sh.try(func(c *Data) { node := p.in(c); sh.shape.lowest(node, &i) }) {
				return false
			}
		}
		return true
	}) {
		return false
	}
	// Lower equal numbers together, and the same bit of all.
	places := map[Int][]int{}
	index := 0
	for leaf := range sh.shape.Leaves(sh.whole) {
		if !leaf.Count && leaf.distance() > 0 {
			places[leaf.Get()] = append(places[leaf.Get()], index)
		}
		index++
	}
	values := slices.SortedFunc(mapIntKeys(places), func(a, b Int) int { return cmp.Compare(b.Size, a.Size) })
	if len(values) > 0 {
		if !sh.try(func(c *Data) { sh.change(c, func(n uint64) uint64 { return n / 2 }) }) {
			return false
		}
		for bit := 63; bit >= 0; bit-- {
			if !sh.try(func(c *Data) { sh.change(c, func(n uint64) uint64 { return n &^ (1 << bit) }) }) {
				return false
			}
		}
	}
	for _, value := range values[:min(len(values), mostValues)] {
		same := places[value]
		if len(same) > 1 && !sh.lower(same) {
			return false
		}
		for i := 0; len(same) > 2 && len(same) <= mostPairs && i < len(same); i++ {
			for j := i + 1; j < len(same); j++ {
				if !sh.lower([]int{same[i], same[j]}) {
					return false
				}
			}
		}
	}
	// Each by itself.
	index = -1
	for leaf := range sh.shape.Leaves(sh.whole) {
		if index++; !leaf.Count && leaf.distance() > 0 && !sh.lower([]int{index}) {
			return false
		}
	}
	return true
}

func mapIntKeys(m map[Int][]int) iter.Seq[Int] {
	return func(yield func(Int) bool) {
		for n := range m {
			if !yield(n) {
				return
			}
		}
	}
}

// change changes all numbers that are not negative.
func (sh *shrinker) change(c *Data, f func(uint64) uint64) {
	for leaf := range sh.shape.Leaves(c) {
		if n := leaf.Get(); !leaf.Count && !n.Negative {
			leaf.Set(UintOf(f(n.Size)))
		}
	}
}

// lower lowers the equal numbers at those places of the leaves, which rise: to the best,
// halfway, and so on to the next number.
func (sh *shrinker) lower(places []int) bool {
	var far Int
	at := 0
	for leaf := range sh.shape.Leaves(sh.whole) {
		if at == places[0] {
			far = leaf.Get().Add(leaf.best().Neg())
			break
		}
		at++
	}
	set := func(to func(leaf Leaf) Int) bool {
		return sh.try(func(c *Data) {
			i, rest := 0, places
			for leaf := range sh.shape.Leaves(c) {
				if len(rest) > 0 && i == rest[0] {
					leaf.Set(to(leaf))
					rest = rest[1:]
				}
				i++
			}
		})
	}
	if far.Negative && !set(func(leaf Leaf) Int { return leaf.Get().Neg() }) {
		return false
	}
	for step := far.Size; step > 0; step /= 2 {
		if !set(func(leaf Leaf) Int { return leaf.Get().Add(Int{!far.Negative, step}) }) {
			return false
		}
	}
	return true
}

// lowest lowers all numbers of d and of what repeats in it as far as each list's order
// allows, or those of one field of d.
func (s *Shape) lowest(d *Data, only *int) {
	for leaf := range s.Leaves(d) {
		if only != nil && (leaf.Data != d || leaf.at != *only) || leaf.Count || leaf.Empty() {
			continue
		}
		n := leaf.best()
		if leaf.field.Order.strict() {
			i, length := leaf.row()
			if leaf.field.Order == Decreasing {
				i = length - 1 - i
			}
			n = leaf.Least.Add(UintOf(uint64(i)))
		}
		leaf.Set(n)
	}
}

// row returns the index of the leaf in its list, of several lists perhaps, and the length
// of that.
func (l Leaf) row() (index, length int) {
	v := &l.Data.Values[l.at]
	if v.Ends == nil {
		return l.Index, len(v.List)
	}
	row, _ := slices.BinarySearch(v.Ends, l.Index+1)
	start := 0
	if row > 0 {
		start = v.Ends[row-1]
	}
	return l.Index - start, v.Ends[row] - start
}

// letters makes words simpler: the first letter everywhere, or in one place.
func (sh *shrinker) letters() bool {
	return sh.nodes(func(depth int, p path, d *Data) bool {
		for i := range sh.shape.levels[depth].fields {
			f := &sh.shape.levels[depth].fields[i]
			text := d.Values[i].Text
			for letter := range len(f.Alphabet) {
				if !cuts(len(text), func(from, to int) bool {
					if !slices.ContainsFunc(text[from:to], func(c byte) bool { return strings.IndexByte(f.Alphabet, c) > letter }) {
						return true
					}
					return sh.try(func(c *Data) {
						for j := from; j < to; j++ {
							p.in(c).Values[i].Text[j] = f.Alphabet[letter]
						}
					})
				}) {
					return false
				}
			}
		}
		return true
	})
}

// structures makes trees flatter and permutations more orderly.
func (sh *shrinker) structures() bool {
	return sh.nodes(func(depth int, p path, d *Data) bool {
		for i := range sh.shape.levels[depth].fields {
			f, v := &sh.shape.levels[depth].fields[i], &d.Values[i]
			value := func(c *Data) *Value { return &p.in(c).Values[i] }
			switch f.Kind {
			case KindPermutation:
				if !sh.try(func(c *Data) { slices.Sort(value(c).List) }) {
					return false
				}
				for j := range max(0, len(v.List)-1) {
					if !sh.try(func(c *Data) { list := value(c).List; list[j], list[j+1] = list[j+1], list[j] }) {
						return false
					}
				}
			case KindGraph:
				if !sh.try(func(c *Data) { f.nameInOrder(value(c)) }) {
					return false
				}
			case KindTree:
				if len(v.List) == 0 {
					break
				}
				parents := f.parents(v, &sh.Pace)
				if sh.Ctx.Err() != nil {
					return false // not all of them are known
				}
				if !sh.try(func(c *Data) { f.writeTree(value(c), make([]int, len(parents))) }) ||
					!sh.try(func(c *Data) { f.writeTree(value(c), inOrder(parents)) }) ||
					!sh.try(func(c *Data) { f.writeTree(value(c), parents) }) {
					return false
				}
				for j := range parents {
					up := parents[parents[j]]
					if up == parents[j] {
						continue
					}
					flatter := slices.Clone(parents)
					flatter[j] = up
					if !sh.try(func(c *Data) { f.writeTree(value(c), flatter) }) {
						return false
					}
				}
			}
		}
		return true
	})
}

// inOrder returns a tree of the same shape, whose nodes are numbered by their distance from
// the root.
func inOrder(parents []int) []int {
	children := make([][]int, len(parents))
	for i := 1; i < len(parents); i++ {
		if parents[i] >= 0 {
			children[parents[i]] = append(children[parents[i]], i)
		}
	}
	ordered := make([]int, 1, len(parents))
	nodes := []int{0}
	for i := 0; i < len(nodes); i++ {
		for _, child := range children[nodes[i]] {
			nodes = append(nodes, child)
			ordered = append(ordered, i)
		}
	}
	return ordered
}

// nameInOrder names the nodes of a graph as they occur in its edges.
func (f *field) nameInOrder(v *Value) {
	names := map[uint64]uint64{}
	for i, n := range v.List {
		if _, known := names[n]; !known {
			names[n] = uint64(f.Base + len(names))
		}
		v.List[i] = names[n]
	}
}
