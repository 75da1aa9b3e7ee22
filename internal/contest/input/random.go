package input

// Random choices. Each input obeys the declaration. It is drawn again where
// [Declaration.Valid] refuses it, or where earlier fields leave no room for later ones.

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/grundy-games/grundy"
)

// A Size bounds what is drawn, where the declaration allows that little.
type Size struct {
	Tests    uint64 // repetitions, at each level
	Length   uint64 // elements of a list, nodes, characters
	Value    uint64 // how far a number is from the least, or from 0 if it has a sign
	Elements uint64 // numbers and characters of the whole input
}

// Sizes from inputs for a search through everything to the greatest that are allowed.
var (
	Tiny   = Size{3, 4, 5, 100}
	Small  = Size{8, 9, 20, 1000}
	Medium = Size{30, 100, 1000, 10_000}
	Large  = Size{1000, 10_000, 1_000_000_000, 200_000}
	Full   = Size{math.MaxUint64, math.MaxUint64, math.MaxUint64, 1 << 24}
)

// Growing returns the size of draw i, from 0, of many that begin tiny and grow.
func Growing(i int) Size {
	n := uint64(max(i, 0))
	return Size{1 + n/60, 2 + n/25, 3 + n/10 + n*n/400, 100 + 20*n}
}

// ErrNoInput is wrapped by the error that an input is not found, after many draws that
// were not valid.
var ErrNoInput = errors.New("no valid input found")

// Random draws an input of about the size, and of no more numbers and letters than there is
// memory for. Its error wraps [ErrNoInput], or [grundy.ErrBudget] or [grundy.ErrTooLarge]
// where the problem demands more than there is; or it is one of Valid or of the context.
func (s *Shape) Random(random *rand.Rand, size Size) (*Data, error) {
	return s.draw(random, size, &style{})
}

// mostDraws bounds the draws of one input that are rejected.
const mostDraws = 3000

// draw draws an input in a style.
func (s *Shape) draw(random *rand.Rand, size Size, st *style) (*Data, error) {
	if err := s.afford(); err != nil {
		return nil, err
	}
	g := &drawer{gen: s.gen(), random: random, size: size, style: st}
	defer g.memory.Close()
	g.from, g.drawn = g, true
	most := mostDraws
	if st.reason != "" {
		most = 200 // which are much alike
		g.noes = mostNoes * 9 / 10
	}
	for g.rejected < most && g.noes < mostNoes {
		d, err := g.whole(size.Elements)
		if err == nil {
			return d, nil
		}
		if !errors.Is(err, errAgain) {
			return nil, err
		}
		g.rejected++
		g.lift++
	}
	return nil, fmt.Errorf("%w in %d draws", ErrNoInput, g.rejected)
}

// A drawer draws one input.
type drawer struct {
	*gen
	random   *rand.Rand
	size     Size
	style    *style
	rejected int
	refuses  int    // how many draws in a row Valid has refused
	noes     int    // how many Valid has refused, with those that were mended
	nodes    uint64 // of the tree that is being drawn
	lift     uint64 // how often the least was too little
	alone    int    // numbers drawn outside lists
}

// An extent is how much of what is allowed is drawn.
type extent uint8

const (
	anyExtent extent = iota
	leastExtent
	mostExtent
)

// A style is how inputs are drawn. The zero value mixes everything.
type style struct {
	reason        string
	tests, length extent
	// number returns number i of a list, or of single ones, as a key.
	number func(g *drawer, c column, i int) uint64
	// tree returns the parent of node i > 0.
	tree func(g *drawer, i int) int
	// letter returns the index of character i of a word.
	letter func(letters, i int) int
	order  Order // of numbers that may have any
	few    bool  // things that are counted by a number
}

// below returns a number below n, or any number if n is 0.
func (g *drawer) below(n uint64) uint64 {
	if n == 0 {
		return g.random.Uint64()
	}
	return g.random.Uint64N(n)
}

func (g *drawer) chance(n uint64) bool { return g.below(n) == 0 }

// refused counts what Valid refuses. After some draws it tries to mend the next ones.
func (g *drawer) refused(depth int, d *Data) error {
	g.noes += 1 + d.elements()/64
	if g.refuses++; g.refuses > 3 && g.noes < mostNoes {
		if right, err := g.mend(depth, d); right || err != nil {
			return err
		}
	}
	return errAgain
}

// elements returns how many numbers and characters d has, without what repeats in it.
func (d *Data) elements() int {
	n := len(d.Values)
	for i := range d.Values {
		n += len(d.Values[i].List) + len(d.Values[i].Text)
	}
	return n
}

// retries is how often one repetition is drawn before its surroundings are.
const retries = 60

func (g *drawer) again(tries int) bool {
	g.rejected++
	return tries < retries && g.rejected <= mostDraws && g.noes < mostNoes
}

// mostRepetitions bounds the repetitions that are drawn where fewer are allowed.
const mostRepetitions = 1 << 20

// repeats draws how often a level occurs.
func (g *drawer) repeats(low, high uint64, depth int) (uint64, error) {
	if g.shape.isCall() {
		return 1, nil
	}
	if high > math.MaxInt32 {
		high = max(low, 100_000) // as good as any number
	}
	_, least := g.shape.leastCost(depth)
	high = min(high, max(low, min(g.room/max(least, 1), mostRepetitions)))
	for t := range g.shape.totals {
		if least := g.shape.leastOf(depth, t); least > 0 {
			high = min(high, g.left[t]/least)
		}
	}
	if high < low {
		return 0, errAgain
	}
	return g.extent(g.style.tests, low, high, g.size.Tests), nil
}

// leastOf returns the least that a repetition at the depth adds to a total.
func (s *Shape) leastOf(depth, t int) uint64 {
	sum := uint64(0)
	l := &s.levels[depth]
	for i := range l.fields {
		if f := &l.fields[i]; f.total == t {
			least, _ := f.leastSummand()
			sum = grundy.AddCounts(sum, least)
		}
	}
	if l.repeat != nil {
		sum = grundy.AddCounts(sum, grundy.MulCounts(l.repeat.count.least.least(), s.leastOf(depth+1, t)))
	}
	return sum
}

// extent draws how many there are, from low to high, at most the size where low allows
// that.
func (g *drawer) extent(e extent, low, high, size uint64) uint64 {
	high = min(high, max(low, size))
	switch e {
	case leastExtent:
		return min(high, low+g.lift)
	case mostExtent:
		return high
	}
	switch g.below(8) {
	case 0:
		return low
	case 1, 2:
		return high
	case 3, 4:
		return low + g.logarithmic(high-low)
	}
	return low + g.below(high-low+1)
}

// logarithmic returns a number to most, of any length with the same chance.
func (g *drawer) logarithmic(most uint64) uint64 {
	length := int(g.below(uint64(bits.Len64(most)) + 1))
	if length == 0 {
		return 0
	}
	n := uint64(1)<<(length-1) | g.below(uint64(1)<<(length-1))
	return min(n, most)
}

// sized returns the numbers that are to be drawn. The size bounds them, unless they are bounded
// by an earlier field.
func (g *drawer) sized(c column) column {
	if c.number.most.named {
		return c
	}
	zero := c.zero()
	c.low = zero - min(zero-c.low, g.size.Value)
	c.high = zero + min(c.high-zero, g.size.Value)
	return c
}

func (g *drawer) single(full column, d *Data) (uint64, error) {
	c := g.sized(full)
	if c.total >= 0 && !c.signed {
		if c.high = g.fair(g.left[c.total], max(g.share, 1), c.low, c.high); c.high < c.low {
			return 0, errAgain
		}
	}
	if !c.isCount {
		g.alone++
		return g.picker(c)(g.alone - 1), nil
	}
	low, high := full.low, c.high
	for _, r := range g.shape.users[reference{d.depth(), c.index}] {
		high = min(high, g.capacity(r, d, &low, c, high))
	}
	if high < low {
		return 0, errAgain
	}
	length := g.style.length
	if g.style.few {
		length = leastExtent
	}
	return g.extent(length, low, high, max(low, g.size.Length)), nil
}

// fair returns the most, of high, that one of several things may take of what is left. It leaves
// what the others need, and most often not much less than that.
func (g *drawer) fair(left, several, low, high uint64) uint64 {
	kept := grundy.MulCounts(several-1, low)
	if kept > left {
		return 0
	}
	high = min(high, left-kept)
	if fair := 2 * (left / several); g.style.length == mostExtent {
		high = min(high, max(low, fair/2))
	} else if !g.chance(4) {
		high = min(high, max(low, fair))
	}
	return high
}

// many draws the length of something that shares the room with others.
func (g *drawer) many(of things) (uint64, error) {
	if of.field == nil {
		return g.repeats(of.low, of.high, of.depth)
	}
	low, high := of.low, min(of.high, max(of.low, g.room/of.others/g.lists))
	if of.total >= 0 {
		left := g.left[of.total] / max(g.share, 1)
		if _, each := of.leastSummand(); of.inner {
			high = g.fair(left-min(left, of.used), of.others, low, high)
		} else if each > 0 {
			high = min(high, left/each)
		}
	}
	if high < low {
		return 0, errAgain
	}
	return g.extent(g.style.length, low, high, g.size.Length), nil
}

// picker returns a function that draws numbers, by their keys, in one manner.
func (g *drawer) picker(c column) func(i int) uint64 {
	if g.style.number != nil {
		return func(i int) uint64 { return g.style.number(g, c, i) }
	}
	low, high, zero := c.low, c.high, c.zero()
	if g.style.tree != nil && c.number.most.named { // nodes, and the last ones are the deepest
		return func(int) uint64 { return high - g.below((high-low)/8+1) }
	}
	uniform := func(int) uint64 { return low + g.below(high-low+1) }
	near := func(int) uint64 {
		if zero != low && (zero == high || g.chance(2)) {
			return zero - g.logarithmic(zero-low)
		}
		return zero + g.logarithmic(high-zero)
	}
	switch g.below(8) {
	case 0, 1:
		return near
	case 2: // few different ones
		few := [3]uint64{uniform(0), near(0), near(0)}
		return func(int) uint64 { return few[g.below(3)] }
	case 3:
		return func(int) uint64 { return g.powerOfTwo(low, high) }
	case 4: // the ends
		return func(int) uint64 {
			if g.chance(2) {
				return low + min(g.below(3), high-low)
			}
			return high - min(g.below(3), high-low)
		}
	}
	return uniform
}

// powerOfTwo returns a power of two or its neighbour, within the limits, or any number
// where there is none.
func (g *drawer) powerOfTwo(low, high uint64) uint64 {
	for range 20 {
		if n := uint64(1)<<g.below(64) + g.below(3) - 1; n >= low && n <= high {
			return n
		}
	}
	return low + g.below(high-low+1)
}

func (g *drawer) rows(list []uint64, columns []column, n uint64) ([]uint64, error) {
	c, start := columns[0], len(list)
	list = slices.Grow(list, int(n)*len(columns))
	switch c.kind() {
	case choiceLetter:
		return g.letters(list, c, n)
	case choiceNode:
		return g.edges(c.field, n, c.high+1)
	}
	if len(columns) == 1 && c.Order == Distinct && c.high-c.low == n-1 { // a permutation
		for i := range n {
			list = append(list, c.low+i)
		}
		return list, errors.Join(g.Step(int(n)), g.arrange(list[start:]))
	}
	picks := make([]func(int) uint64, len(columns))
	for i, c := range columns {
		picks[i] = g.picker(g.sized(c))
	}
	for i := range int(n) {
		if err := g.Step(len(picks)); err != nil {
			return nil, err
		}
		for _, pick := range picks {
			list = append(list, pick(i))
		}
	}
	if c.Order == AnyOrder && len(columns) == 1 {
		c.field = &field{Field: Field{Order: g.style.order}}
		return list, g.obey(c, list[start:])
	}
	return list, nil
}

func (g *drawer) shuffle(list []uint64) error {
	for i := len(list) - 1; i > 0; i-- {
		if err := g.Step(2); err != nil {
			return err
		}
		j := g.below(uint64(i) + 1)
		list[i], list[j] = list[j], list[i]
	}
	return nil
}

// arrange puts numbers that rise in an order of the style.
func (g *drawer) arrange(list []uint64) error {
	switch {
	case g.style.order == Nondecreasing:
	case g.style.order == Nonincreasing:
		slices.Reverse(list)
	case g.chance(4): // nearly in order
		for range 3 {
			i, j := g.below(uint64(len(list))), g.below(uint64(len(list)))
			list[i], list[j] = list[j], list[i]
		}
	default:
		return g.shuffle(list)
	}
	return nil
}

// letters appends the letters of a word of n.
func (g *drawer) letters(list []uint64, c column, n uint64) ([]uint64, error) {
	likely, often := g.below(c.high+1), g.below(6) // one letter may be frequent
	for i := range int(n) {
		if err := g.Step(1); err != nil {
			return list, err
		}
		index := g.below(c.high + 1)
		if g.style.letter != nil {
			index = uint64(g.style.letter(int(c.high+1), i))
		} else if g.below(8) < often {
			index = likely
		}
		list = append(list, index)
	}
	return list, nil
}

// depth returns how many levels are around d.
func (d *Data) depth() int {
	depth := 0
	for ; d.Outer != nil; d = d.Outer {
		depth++
	}
	return depth
}

// capacity returns the most, of high, that a number may be which counts in the field at r, and
// lifts the least.
func (g *drawer) capacity(r reference, d *Data, low *uint64, c column, high uint64) uint64 {
	fields := g.shape.levels[r.level].fields
	if r.field < len(fields) {
		if b := fields[r.field].termOf(); b != nil {
			return g.invert(b, r.level, d, *low, high, c, min(max(g.room/g.lists, *low), g.most))
		}
	}
	room := max(g.room/g.lists, *low) // what must be drawn is, whatever the size
	if r.field == len(fields) {       // it counts repetitions
		return max(*low, min(room, g.size.Tests, mostRepetitions))
	}
	f := &fields[r.field]
	switch f.Kind {
	case KindTexts, KindLists:
		if _, each := f.leastSummand(); f.total >= 0 && each > 0 {
			room = min(room, g.left[f.total]/max(g.share, 1)/each)
		}
		switch {
		case f.Kind == KindTexts && f.Least == f.Most, f.Kind == KindLists && !f.item.Count.own(): // rows of one length
			return max(*low, uint64(math.Sqrt(float64(room))))
		case f.Kind == KindTexts:
			room /= 2
		}
		return max(*low, room/2)
	case KindTree:
		return max(*low, room/2)
	case KindRecords:
		return f.mostRows(max(*low, room/uint64(len(f.columns))))
	case KindNumbers:
		room = f.mostRows(room)
	case KindGraph:
		room = max(room/2, *low)
		if f.count.most.named && !f.nodes.named || f.nodes.isField() && g.known(&f.nodes, r.level, d) {
			n := f.nodes.from(r.level, d.depth()).count(d)
			if !f.Repeated {
				room = min(room, f.mostEdges(n))
			} else if n < 2 {
				room = 0
			}
			if f.Connected && n > 1 {
				*low = max(*low, n-1)
			}
		}
	}
	return room
}

// termOf returns a bound that counts in the field and is made of others, or nil.
func (f *field) termOf() *bound {
	for _, b := range []*bound{&f.count.most, &f.nodes, &f.number.most} {
		if b.term != nil {
			return b
		}
	}
	if f.item != nil {
		return f.item.termOf()
	}
	return nil
}

// invert returns the greatest number c of d, from low to high, for which a bound of a field at the
// level is at most the room, if fields that are not known are the least that they can be.
func (g *drawer) invert(b *bound, level int, d *Data, low, high uint64, c column, room uint64) uint64 {
	here := d.depth()
	fits := func(n uint64) bool {
		got := b.eval(func(field *bound) Int {
			switch at := level - field.out; {
			case at == here && field.field == c.index:
				return UintOf(n)
			case at < here || at == here && field.field < c.index:
				return field.from(level, here).own(d)
			}
			return field.floor.Add(field.plus.Neg())
		})
		return got.Negative || got.Size <= room
	}
	for low < high {
		middle := high - (high-low)/2
		if fits(middle) {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return low
}

// known reports whether the bound of a field at the level is a field that d or what is
// around it has drawn already.
func (g *drawer) known(b *bound, level int, d *Data) bool {
	depth := d.depth()
	at := level - b.out
	return at < depth || at == depth && d.Values[b.field].Number > 0
}

// from returns the bound of a field at a level as it is seen from another one.
func (b bound) from(level, here int) *bound {
	b.out -= level - here
	return &b
}
