package input

// This file draws inputs. Each draw obeys the declaration. It begins again where
// [Declaration.Valid] refuses it, or where earlier fields leave no room for later ones.

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"grundy/internal/meter"
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

// errAgain says that a draw leads nowhere.
var errAgain = errors.New("draw again")

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
	g := &gen{shape: s, random: random, size: size, style: st, Pace: s.pace()}
	g.memory = meter.Open(g.Ctx)
	defer func() { g.memory.Close() }()
	most := mostDraws
	if st.reason != "" {
		most = 200 // which are much alike
		g.noes = mostNoes * 9 / 10
	}
	for g.rejected < most && g.noes < mostNoes {
		if g.rejected > 0 {
			g.memory.Close()
			g.memory = meter.Open(g.Ctx)
		}
		g.room, g.used = min(size.Elements, meter.Of(g.Ctx).Free()/(2*numberCost)), 0
		g.left = g.left[:0]
		for _, t := range s.totals {
			g.left = append(g.left, t.Most.Size)
		}
		d := &Data{}
		err := g.level(0, d)
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
	// number returns number i of a list, or of single ones, within the limits, which
	// are keys.
	number func(g *gen, f *field, low, high uint64, i int) uint64
	// tree returns the parent of node i > 0.
	tree func(g *gen, i int) int
	// letter returns the index of character i of a word.
	letter func(g *gen, letters, i int) int
	order  Order // of numbers that may have any
}

// A gen is one drawing.
type gen struct {
	meter.Pace
	shape    *Shape
	memory   *meter.Account
	random   *rand.Rand
	size     Size
	style    *style
	room     uint64   // elements that may still be drawn
	used     uint64   // elements that have been drawn
	left     []uint64 // of totals
	share    uint64   // how many repetitions share them
	lists    uint64   // how many things of this level, at least 1, share the room
	rejected int
	refused  int    // how many draws in a row Valid has refused
	noes     int    // how many Valid has refused, with those that were mended
	nodes    uint64 // of the tree that is being drawn
	lift     uint64 // how often the least was too little
	single   int    // numbers drawn outside lists
}

// below returns a number below n, or any number if n is 0.
func (g *gen) below(n uint64) uint64 {
	if n == 0 {
		return g.random.Uint64()
	}
	return g.random.Uint64N(n)
}

func (g *gen) chance(n uint64) bool { return g.below(n) == 0 }

// level draws the fields of d and what repeats in it.
func (g *gen) level(depth int, d *Data) error {
	l := &g.shape.levels[depth]
	if err := g.memory.Take(uint64(len(l.fields)) * fieldCost); err != nil {
		return err
	}
	d.Values = make([]Value, len(l.fields))
	g.lists = l.lists()
	for i := range l.fields {
		f := &l.fields[i]
		if err := g.field(f, d); err != nil {
			return err
		}
		if f.total < 0 {
			continue
		}
		n := d.Values[i].Number
		if f.Kind != KindNumber {
			n = uint64(d.Values[i].Len())
		}
		if n > g.left[f.total] {
			return errAgain
		}
		g.left[f.total] -= n
	}
	if l.repeat == nil {
		if g.shape.declared.Valid == nil {
			return nil
		}
		return g.valid(depth, d)
	}
	return g.repeat(l.repeat, depth, d)
}

// valid asks Valid about an innermost repetition. After some that it has refused, it tries
// to mend the next ones.
func (g *gen) valid(depth int, d *Data) error {
	want, err := g.shape.declared.Valid(g.Ctx, d)
	if err != nil || want == "" {
		g.refused = 0
		return err
	}
	g.noes += 1 + d.elements()/64
	if g.refused++; g.refused > 3 && g.noes < mostNoes {
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

// lists returns how many things of the level have a length, or 1.
func (l *level) lists() uint64 {
	n := uint64(0)
	for i := range l.fields {
		if l.fields[i].Kind != KindNumber {
			n++
		}
	}
	if l.repeat != nil {
		n++
	}
	return max(n, 1)
}

// retries is how often one repetition is drawn before its surroundings are.
const retries = 60

func (g *gen) repeat(rep *repeat, depth int, d *Data) error {
	limits := countLimits(&rep.count, d)
	if rep.How == Times && !rep.Count.Counted {
		return g.repetitions(limits.Most.Size, depth, d)
	}
	if g.shape.isCall() {
		return g.repetitions(1, depth, d)
	}
	low, high := limits.Least.Size, limits.Most.Size
	if high > math.MaxInt32 {
		high = max(low, 100_000) // as good as any number
	}
	high = min(high, max(low, min(g.room/g.shape.leastElements(depth+1), mostRepetitions)))
	for t := range g.shape.totals {
		if least := g.shape.leastOf(depth+1, t); least > 0 {
			high = min(high, g.left[t]/least)
		}
	}
	if high < low {
		return errAgain
	}
	return g.repetitions(g.extent(g.style.tests, low, high, g.size.Tests), depth, d)
}

// mostRepetitions bounds the repetitions that are drawn where fewer are allowed.
const mostRepetitions = 1 << 20

// leastOf returns the least that a repetition at the depth adds to a total.
func (s *Shape) leastOf(depth, t int) uint64 {
	sum := uint64(0)
	l := &s.levels[depth]
	for i := range l.fields {
		f := &l.fields[i]
		if f.total != t {
			continue
		}
		least := f.count.least.floor
		if f.Kind == KindNumber || f.Kind == KindText {
			least = f.number.least.floor
		}
		if !least.Negative {
			sum += least.Size
		}
	}
	if l.repeat != nil && !l.repeat.count.least.floor.Negative {
		_, product := bits.Mul64(l.repeat.count.least.floor.Size, s.leastOf(depth+1, t))
		sum += product
	}
	return sum
}

// leastElements returns about how many elements a repetition at the depth has at least.
func (s *Shape) leastElements(depth int) uint64 {
	l := &s.levels[depth]
	sum := uint64(len(l.fields))
	for i := range l.fields {
		if f := &l.fields[i]; f.Kind != KindNumber && f.Kind != KindText && !f.count.least.floor.Negative {
			sum += min(f.count.least.floor.Size, 1<<20)
		}
	}
	if l.repeat != nil && !l.repeat.count.least.floor.Negative {
		sum += min(l.repeat.count.least.floor.Size, 1<<20) * s.leastElements(depth+1)
	}
	return max(sum, 1)
}

// repetitions draws the given number of them.
func (g *gen) repetitions(count uint64, depth int, d *Data) error {
	room, shared := g.room, g.share
	defer func() { g.room, g.share = room, shared }()
	for i := range count {
		if err := errors.Join(g.Step(16), g.memory.Take(testCost)); err != nil {
			return err
		}
		g.share = max(shared, 1) * (count - i)
		mine := room / (count - i)
		left, used := slices.Clone(g.left), g.used
		for try := 0; ; try++ {
			g.room = mine
			test := &Data{Outer: d, Index: int(i)}
			err := g.level(depth+1, test)
			if err == nil {
				d.Tests = append(d.Tests, test)
				break
			}
			if !errors.Is(err, errAgain) || try == retries || g.rejected >= mostDraws || g.noes >= mostNoes {
				return err
			}
			g.rejected++
			copy(g.left, left)
			g.used = used
		}
		room -= max(1, mine-g.room)
	}
	return nil
}

// countLimits returns the limits of a count.
func countLimits(s *span, d *Data) Limits {
	l := s.limits(d)
	if l.Least.Negative {
		l.Least = Int{}
	}
	if l.Most.Negative {
		l.Most = Int{}
	}
	return l
}

// extent draws how many there are, from low to high, at most the size where low allows
// that.
func (g *gen) extent(e extent, low, high, size uint64) uint64 {
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
func (g *gen) logarithmic(most uint64) uint64 {
	length := int(g.below(uint64(bits.Len64(most)) + 1))
	if length == 0 {
		return 0
	}
	n := uint64(1)<<(length-1) | g.below(uint64(1)<<(length-1))
	return min(n, most)
}

// mostElements bounds what is drawn where the declaration demands more than the size.
const mostElements = 1 << 26

// use takes elements from the room, and charges for them. Where the room is empty, all that
// follows is as short as the declaration allows.
func (g *gen) use(n, cost uint64) error {
	if g.used += min(n, mostElements+1); g.used > mostElements {
		return errAgain
	}
	g.room -= min(n, g.room)
	return g.memory.Take(n * cost)
}

// keys returns limits as numbers without a sign that are ordered alike.
func (f *field) keys(l Limits) (low, high uint64) {
	if !f.signed {
		if l.Least.Negative {
			l.Least = Int{}
		}
		return l.Least.raw(), l.Most.raw()
	}
	return l.Least.raw() ^ 1<<63, l.Most.raw() ^ 1<<63
}

// raw returns the number with a key.
func (f *field) raw(key uint64) uint64 {
	if f.signed {
		return key ^ 1<<63
	}
	return key
}

// limitsNow returns the keys of the numbers of f that are to be drawn. The size bounds
// them, unless they are bounded by an earlier field.
func (g *gen) limitsNow(f *field, d *Data) (low, high uint64, err error) {
	l := f.number.limits(d)
	if l.Empty() || !f.signed && l.Most.Negative {
		return 0, 0, errAgain
	}
	low, high = f.keys(l)
	if f.number.most.named {
		return low, high, nil
	}
	zero := low
	if f.signed {
		zero = min(max(1<<63, low), high)
		if g.size.Value < zero-low {
			low = zero - g.size.Value
		}
	}
	if g.size.Value < high-zero {
		high = zero + g.size.Value
	}
	return low, high, nil
}

func (g *gen) field(f *field, d *Data) error {
	v := &d.Values[f.index]
	switch f.Kind {
	case KindNumber:
		return g.number(f, v, d)
	case KindText:
		n, err := g.length(f, f.number.limits(d), 1)
		if err != nil {
			return err
		}
		v.Text, err = g.word(f, nil, n)
		return err
	}
	limits := countLimits(&f.count, d)
	n := limits.Most.Size
	if limits.Least != limits.Most || f.Count.Counted {
		var err error
		if n, err = g.length(f, limits, 1); err != nil {
			return err
		}
	}
	if n > mostElements {
		return errAgain
	}
	switch f.Kind {
	case KindNumbers:
		return g.numbers(f, v, n, d)
	case KindMatrix:
		if v.Number = f.width.count(d); v.Number == 0 {
			if err := g.memory.Take(n * numberCost); err != nil {
				return err
			}
			v.empty(n)
			break
		}
		high, low := bits.Mul64(n, v.Number)
		if high != 0 {
			return errAgain
		}
		return g.numbers(f, v, low, d)
	case KindTexts, KindGrid:
		lengths := f.number.limits(d)
		if f.Kind == KindGrid {
			width := f.width.value(d)
			lengths, v.Number = Limits{width, width}, f.width.count(d)
		}
		if err := g.memory.Take(n * numberCost); err != nil {
			return err
		}
		for i := range n {
			if err := g.Step(1); err != nil {
				return err
			}
			length, err := g.length(f, lengths, n-i)
			if err != nil {
				return err
			}
			if v.Text, err = g.word(f, v.Text, length); err != nil {
				return err
			}
			v.Ends = append(v.Ends, len(v.Text))
		}
	case KindLists:
		if err := g.memory.Take(n * numberCost); err != nil {
			return err
		}
		for i := range n {
			if err := g.Step(1); err != nil {
				return err
			}
			limits := countLimits(&f.item.count, d)
			length := limits.Most.Size
			if limits.Least != limits.Most || f.item.Count.Counted {
				var err error
				if length, err = g.length(f.item, limits, n-i); err != nil {
					return err
				}
			}
			if err := g.numbers(f.item, v, length, d); err != nil {
				return err
			}
			v.Ends = append(v.Ends, len(v.List))
		}
	case KindRecords:
		return g.records(f, v, n, d)
	case KindPermutation:
		if err := g.use(n, numberCost); err != nil {
			return err
		}
		for i := range n {
			if err := g.Step(1); err != nil {
				return err
			}
			v.List = append(v.List, i)
		}
		return g.shuffleList(v.List, uint64(f.Base))
	case KindTree:
		return g.tree(f, v, n)
	case KindGraph:
		return g.graph(f, v, n, f.nodes.count(d))
	}
	return nil
}

// number draws a single number.
func (g *gen) number(f *field, v *Value, d *Data) error {
	low, high, err := g.limitsNow(f, d)
	if err != nil {
		return err
	}
	if f.total >= 0 && !f.signed {
		// Leave what the others need, and most often not much more than the others.
		others := max(g.share, 1) - 1
		kept := others * low
		if kept > g.left[f.total] || g.left[f.total]-kept < low {
			return errAgain
		}
		high = min(high, g.left[f.total]-kept)
		if fair := 2 * (g.left[f.total] / (others + 1)); g.style.length == mostExtent {
			high = min(high, max(low, fair/2))
		} else if !g.chance(4) {
			high = min(high, max(low, fair))
		}
	}
	if !f.isCount {
		pick := g.picker(f, low, high)
		v.Number = f.raw(pick(g.single))
		g.single++
		return g.use(1, 0)
	}
	lowest, highest := f.keys(f.number.limits(d))
	low, high = lowest, min(high, highest)
	for _, r := range g.shape.users[reference{d.depth(), f.index}] {
		high = min(high, g.capacity(r, d, &low))
	}
	if high < low {
		return errAgain
	}
	if err := g.use(1, 0); err != nil {
		return err
	}
	v.Number = g.extent(g.style.length, low, high, max(low, g.size.Length))
	return nil
}

// length draws the length of something that shares the room with others.
func (g *gen) length(f *field, l Limits, others uint64) (uint64, error) {
	if l.Least.Negative {
		l.Least = Int{}
	}
	if l.Empty() {
		return 0, errAgain
	}
	high := min(l.Most.Size, max(l.Least.Size, g.room/others/g.lists))
	if f.Kind == KindNumbers && f.Order.strict() && !f.number.least.named && !f.number.most.named {
		low, most := f.keys(Limits{f.number.least.plus, f.number.most.plus})
		high = min(high, most-low+1)
	}
	if f.total >= 0 {
		high = min(high, g.left[f.total]/max(g.share, 1))
	}
	if high < l.Least.Size {
		return 0, errAgain
	}
	return g.extent(g.style.length, l.Least.Size, high, g.size.Length), nil
}

// strict reports whether no number occurs twice.
func (o Order) strict() bool { return o == Increasing || o == Decreasing || o == Distinct }

// picker returns a function that draws numbers from low to high, by their keys, in one
// manner.
func (g *gen) picker(f *field, low, high uint64) func(i int) uint64 {
	if g.style.number != nil {
		return func(i int) uint64 { return g.style.number(g, f, low, high, i) }
	}
	zero := low
	if f.signed && low < 1<<63 && high > 1<<63 {
		zero = 1 << 63
	}
	uniform := func(int) uint64 { return low + g.below(high-low+1) }
	near := func(int) uint64 {
		if zero != low && g.chance(2) {
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
		return func(int) uint64 { return powerOfTwo(g, low, high, 0) }
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
func powerOfTwo(g *gen, low, high uint64, _ int) uint64 {
	for range 20 {
		if n := uint64(1)<<g.below(64) + g.below(3) - 1; n >= low && n <= high {
			return n
		}
	}
	return low + g.below(high-low+1)
}

// numbers appends n numbers to the list of v.
func (g *gen) numbers(f *field, v *Value, n uint64, d *Data) error {
	if n == 0 {
		return nil
	}
	if err := g.use(n, numberCost); err != nil {
		return err
	}
	low, high, err := g.limitsNow(f, d)
	if err != nil {
		return err
	}
	start := len(v.List)
	pick := g.picker(f, low, high)
	if f.Order.strict() {
		lowest, highest := f.keys(f.number.limits(d))
		if highest-lowest < n-1 {
			return errAgain
		}
		if high-low < n-1 { // the size is too small
			low, high = lowest, highest
			if !f.signed {
				high = min(highest, lowest+n-1)
			}
		}
		if v.List, err = g.distinct(v.List, n, low, high, pick); err != nil {
			return err
		}
	} else {
		v.List = slices.Grow(v.List, int(n))
		for i := range int(n) {
			if err := g.Step(1); err != nil {
				return err
			}
			v.List = append(v.List, pick(i))
		}
	}
	list := v.List[start:]
	order := f.Order
	if order == AnyOrder {
		order = g.style.order
	}
	if order != AnyOrder && order != Distinct {
		if err := g.sort(list); err != nil {
			return err
		}
	}
	if order == Decreasing || order == Nonincreasing {
		slices.Reverse(list)
	}
	for i := range list {
		list[i] = f.raw(list[i])
	}
	return nil
}

// sort sorts a list. Where the context ends, it leaves the order as it is.
func (g *gen) sort(list []uint64) (err error) {
	slices.SortFunc(list, func(a, b uint64) int {
		if err == nil {
			err = g.Step(1)
		}
		if err != nil {
			return 0
		}
		return cmp.Compare(a, b)
	})
	return err
}

// distinct appends n different numbers from low to high, in any order.
func (g *gen) distinct(list []uint64, n, low, high uint64, pick func(int) uint64) ([]uint64, error) {
	start := len(list)
	if high-low < 4*n {
		for key := low; ; key++ {
			list = append(list, key)
			if key == high {
				break
			}
		}
		if err := g.shuffle(list[start:]); err != nil {
			return list, err
		}
		return list[:start+int(n)], nil
	}
	seen := make(map[uint64]struct{}, n)
	for try := uint64(0); uint64(len(seen)) < n; try++ {
		if err := g.Step(8); err != nil {
			return list, err
		}
		key := low + g.below(high-low+1)
		if try < 2*n {
			key = pick(int(try))
		}
		if _, twice := seen[key]; !twice {
			seen[key] = struct{}{}
			list = append(list, key)
		}
	}
	return list, nil
}

func (g *gen) shuffle(list []uint64) error {
	for i := len(list) - 1; i > 0; i-- {
		if err := g.Step(2); err != nil {
			return err
		}
		j := g.below(uint64(i) + 1)
		list[i], list[j] = list[j], list[i]
	}
	return nil
}

// shuffleList puts the numbers 0, 1, … in an order of the style, and adds base.
func (g *gen) shuffleList(list []uint64, base uint64) error {
	switch {
	case g.style.order == Nondecreasing:
	case g.style.order == Nonincreasing:
		slices.Reverse(list)
	case g.chance(4): // nearly in order
		for range 3 {
			if len(list) > 1 {
				i, j := g.below(uint64(len(list))), g.below(uint64(len(list)))
				list[i], list[j] = list[j], list[i]
			}
		}
	default:
		if err := g.shuffle(list); err != nil {
			return err
		}
	}
	for i := range list {
		list[i] += base
	}
	return nil
}

// records appends n records to the list of v.
func (g *gen) records(f *field, v *Value, n uint64, d *Data) error {
	v.Number = uint64(len(f.columns))
	if err := g.use(n*v.Number, numberCost); err != nil || n == 0 {
		return err
	}
	picks := make([]func(int) uint64, len(f.columns))
	for i := range f.columns {
		low, high, err := g.limitsNow(&f.columns[i], d)
		if err != nil {
			return err
		}
		picks[i] = g.picker(&f.columns[i], low, high)
	}
	for i := range int(n) {
		if err := g.Step(len(picks)); err != nil {
			return err
		}
		for j, pick := range picks {
			v.List = append(v.List, f.columns[j].raw(pick(i)))
		}
	}
	return nil
}

// word appends a word of n characters.
func (g *gen) word(f *field, text []byte, n uint64) ([]byte, error) {
	if err := g.use(n, letterCost); err != nil {
		return text, err
	}
	letters := uint64(len(f.Alphabet))
	likely, often := g.below(letters), g.below(6) // one letter may be frequent
	for i := range int(n) {
		if err := g.Step(1); err != nil {
			return text, err
		}
		index := g.below(letters)
		if g.style.letter != nil {
			index = uint64(g.style.letter(g, int(letters), i))
		} else if g.below(8) < often {
			index = likely
		}
		text = append(text, f.Alphabet[index])
	}
	return text, nil
}

// depth returns how many levels are around d.
func (d *Data) depth() int {
	depth := 0
	for ; d.Outer != nil; d = d.Outer {
		depth++
	}
	return depth
}

// capacity returns the most that a number may be which counts in the field at r, and
// lifts the least.
func (g *gen) capacity(r reference, d *Data, low *uint64) uint64 {
	fields := g.shape.levels[r.level].fields
	room := max(g.room/g.lists, *low) // what must be drawn is, whatever the size
	if r.field == len(fields) {       // it counts repetitions
		return max(*low, min(room, g.size.Tests, mostRepetitions))
	}
	f := &fields[r.field]
	switch f.Kind {
	case KindMatrix, KindGrid:
		return max(*low, uint64(math.Sqrt(float64(room))))
	case KindTexts:
		return max(*low, room/4)
	case KindLists, KindTree:
		return max(*low, room/2)
	case KindRecords:
		return max(*low, room/uint64(len(f.columns)))
	case KindNumbers:
		if f.Order.strict() && !f.number.least.named && !f.number.most.named {
			least, most := f.keys(Limits{f.number.least.plus, f.number.most.plus})
			if most-least < room {
				room = most - least + 1
			}
		}
	case KindGraph:
		room = max(room/2, *low)
		if f.count.most.named && !f.nodes.named || f.nodes.named && g.known(&f.nodes, r.level, d) {
			n := g.nodesOf(f, r.level, d)
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

// known reports whether the bound of a field at the level is a field that d or what is
// around it has drawn already.
func (g *gen) known(b *bound, level int, d *Data) bool {
	depth := d.depth()
	at := level - b.out
	return at < depth || at == depth && d.Values[b.field].Number > 0
}

func (g *gen) nodesOf(f *field, level int, d *Data) uint64 {
	if !f.nodes.named {
		return f.nodes.plus.Size
	}
	for depth := d.depth(); depth > level-f.nodes.out; depth-- {
		d = d.Outer
	}
	n := UintOf(d.Values[f.nodes.field].Number).Add(f.nodes.plus)
	if n.Negative {
		return 0
	}
	return n.Size
}

// mostEdges returns how many edges n nodes can have.
func (f *field) mostEdges(n uint64) uint64 {
	if n < 2 {
		return 0
	}
	if f.Acyclic && !f.Directed {
		return n - 1
	}
	high, all := bits.Mul64(n, n-1)
	if high != 0 {
		return math.MaxUint64
	}
	if f.Directed && !f.Acyclic {
		return all
	}
	return all / 2
}
