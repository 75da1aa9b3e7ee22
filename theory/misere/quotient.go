package misere

// A misère quotient of some games is a finite commutative monoid that decides who wins any
// sum of them, however many there are.
//
// # What it is
//
// Let A be the set of all sums of some games, the generators, and let the options of
// each generator be in A too. Two sums are indistinguishable if they have the same
// outcome beside every sum in A. The classes form a commutative monoid Q, and the
// classes of P-positions a part P of it: the misère quotient of A (T. E. Plambeck,
// "Taming the wild in impartial combinatorial games", 2005; Plambeck and A. N.
// Siegel, "Misère quotients for impartial games", 2008). Often Q is small where A is
// not.
//
// # What is proved
//
// Let Q be any finite commutative monoid with a subset P that lacks the identity, and
// f a map from A to Q with f(G + H) = f(G) f(H). For a sum G let f''G be the set of
// the images of its options. Suppose that f(G) is not in P if G has no option, and
// that for all other G
//
//	f(G) in P exactly if f''G has no element in P.                          (1)
//
// Then G is P exactly if f(G) is in P, by induction.
//
// Since f''(G + H) = f(G) f''H + f(H) f''G, adding generator after generator finds
// the pairs (f(G), f''G) of all sums. There are finitely many of them, so (1) can be
// checked for the infinitely many sums. Two facts keep the pairs few:
//
//   - f''G has no element of P where f(G) is in P, if for every generator h, option
//     h' of it and x in Q, f(h) x and f(h') x are not both in P.
//   - For the other half of (1) more options do no harm. So of the pairs of one
//     element only those with the least sets need to be kept.
//
// A [Quotient] accepts no monoid that has not passed this check, so it does not
// matter how the monoid was guessed (quotient_guess.go).

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
)

// A Quotient knows who wins the sums of some games in misère play. [NewQuotient]
// makes one, and Add adds games to it, from below. It is not safe for concurrent
// use.
type Quotient struct {
	monoid     presentation
	generators [][][]int // the options of each, sums of generators before it
	sums       leastSums
	images     map[string]int32 // of generators, by their options
	grown      int              // how often the monoid changed
	bounds     QuotientBounds
	fixed      bool
	work       uint64
	held       uint64 // the bytes of the options
}

// QuotientBounds bound the work on a [Quotient].
type QuotientBounds struct {
	// Elements is the most that a quotient may have, at most 2^15. Guesses may have 8
	// times as many, where Memory holds their tables of 4 bytes times the square.
	Elements int
	// Few, if not nil, is why Elements are not more, and wraps [grundy.ErrBudget].
	Few error
	// Work bounds the elements of sets that are looked at, some nanoseconds
	// each. 0 sets no bound. Beyond it, errors wrap [ErrWork].
	Work uint64
	// Memory bounds the bytes, about, that a guess or a check may hold, and those of the
	// options of all games. 0 stands for some hundred million, and bounds no options.
	Memory uint64
	// Check, if not nil, is asked now and then whether to go on.
	Check func() error
}

// ErrWork says that a bound on work was reached, and that the work may go on where it
// ended once the bound is raised. It wraps [grundy.ErrBudget].
var ErrWork = fmt.Errorf("more steps than allowed: %w", grundy.Spent("steps"))

// A presentation is a commutative monoid whose identity is 0, and the images of the
// generators in it.
type presentation struct {
	size   int
	table  []int32 // the product of a and b at a*size+b
	images []int32
	good   []bool     // whether each element is in P
	beside []elements // of each element those whose product with it is in P
}

func (m *presentation) times(a, b int32) int32 { return m.table[int(a)*m.size+int(b)] }

// of returns the image of a sum of generators.
func (m *presentation) of(sum []int) (x int32) {
	for _, g := range sum {
		x = m.times(x, m.images[g])
	}
	return x
}

// Elements is a set of elements.
type elements []uint64

func newElements(size int) elements { return make(elements, (size+63)/64) }

func (e elements) add(x int32) { e[x/64] |= 1 << (x % 64) }

func (e elements) in(f elements) bool {
	for i, w := range e {
		if w&^f[i] != 0 {
			return false
		}
	}
	return true
}

func (e elements) meets(f elements) bool {
	for i, w := range e {
		if w&f[i] != 0 {
			return true
		}
	}
	return false
}

func (e elements) each(visit func(x int32)) {
	for i, w := range e {
		for ; w != 0; w &= w - 1 {
			visit(int32(i*64 + bits.TrailingZeros64(w)))
		}
	}
}

func (e elements) key() string {
	key := make([]byte, 0, 8*len(e))
	for _, w := range e {
		key = binary.LittleEndian.AppendUint64(key, w)
	}
	return string(key)
}

// ErrGrows says that a game was not added because it makes a quotient grow that is
// fixed.
var ErrGrows = errors.New("the misère quotient grows")

// errNoQuotient says that no finite quotient was found within the bounds.
var errNoQuotient = errors.New("no finite misère quotient found")

// NewQuotient returns the quotient of the game without options.
func NewQuotient(bounds QuotientBounds) *Quotient {
	const most = 1 << 15
	if bounds.Few == nil || bounds.Elements > most {
		bounds.Few = grundy.Spent("elements")
	}
	bounds.Elements = min(max(bounds.Elements, 1), most)
	return &Quotient{
		monoid: presentation{size: 1, table: []int32{0}, good: []bool{false}, beside: []elements{newElements(1)}},
		sums:   leastSums{of: make([][]int32, 1)},
		images: map[string]int32{},
		bounds: bounds,
	}
}

// SetWork bounds the work as [QuotientBounds.Work] does, from 0 on.
func (q *Quotient) SetWork(bound uint64) { q.bounds.Work = bound }

// Fix forbids the quotient to grow, or allows it again: while it is forbidden, the
// error of Add is [ErrGrows] where a game needs an element that is not there.
func (q *Quotient) Fix(fixed bool) { q.fixed = fixed }

// Len returns the number of games that were added.
func (q *Quotient) Len() int { return len(q.generators) }

// Order returns how many elements the monoid has, and how many of them are P.
func (q *Quotient) Order() (all, p int) {
	for _, good := range q.monoid.good {
		if good {
			p++
		}
	}
	return q.monoid.size, p
}

// Element returns the number, below that of the elements, of the one that is the
// image of a sum of games that were added, and may change when another one is. Sums
// of the same element are alike in any sum of these games. 0 is the sum of no game.
func (q *Quotient) Element(sum []int) int { return int(q.monoid.of(sum)) }

// Outcome returns the outcome in misère play of a sum of games that were added. It
// costs O(len(sum)).
func (q *Quotient) Outcome(sum []int) grundy.Outcome {
	if q.IsP(q.Element(sum)) {
		return grundy.P
	}
	return grundy.N
}

// Product returns the element of a sum of two sums with these elements.
func (q *Quotient) Product(a, b int) int { return int(q.monoid.times(int32(a), int32(b))) }

// Power returns the element of n copies of a sum with this element.
func (q *Quotient) Power(element int, n uint64) int {
	power := 0
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			power = q.Product(power, element)
		}
		element = q.Product(element, element)
	}
	return power
}

// IsP reports whether sums with this element are P.
func (q *Quotient) IsP(element int) bool { return q.monoid.good[element] }

// Add adds a game with these options, sums of games that were added before, and
// returns its number: these count from 0. The error wraps [grundy.ErrBudget] where
// no finite quotient was found within the bounds, or comes from Check; then the
// quotient is as it was. Nothing is lost but time if a game is added twice.
func (q *Quotient) Add(options [][]int) (int, error) {
	if err := q.add(options); err != nil {
		if errors.Is(err, errNoQuotient) {
			err = fmt.Errorf("%w of %d games, of at most %d elements: %w", errNoQuotient, len(q.generators)+1, q.bounds.Elements, q.bounds.Few)
		}
		return 0, err
	}
	return len(q.generators) - 1, nil
}

func (q *Quotient) add(options [][]int) error {
	held := q.held
	for _, o := range options {
		held += sliceBytes + 8*uint64(len(o))
	}
	if q.work += uint64(len(options)); len(options) > 0 {
		if err := q.check(); err != nil {
			return err
		}
	}
	if memory := q.bounds.Memory; memory > 0 && held > memory {
		return fmt.Errorf("the options of %d games take more %s: %w", len(q.generators)+1, meter.Than("memory", memory), meter.Memory)
	}
	err := q.place(options)
	if err == nil {
		q.held = held
	}
	return err
}

const sliceBytes = 24

// place adds a game with these options, which are counted.
func (q *Quotient) place(options [][]int) error {
	join := func(image int32) error {
		q.generators = append(q.generators, options)
		q.monoid.images = append(q.monoid.images, image)
		return nil
	}
	if len(options) == 0 {
		return join(0)
	}
	set := q.monoid.set(options)
	key := set.key()
	if image, ok := q.images[key]; ok { // nothing new to check
		return join(image)
	}
	var may []int32
	for x := range int32(q.monoid.size) {
		if q.monoid.forbids(x, set) {
			may = append(may, x)
		}
	}
	for _, x := range may {
		if q.sums.haveLess(x, set) { // and the checked sum can take its place
			q.images[key] = x
			return join(x)
		}
	}
	for _, x := range may {
		sums, wrong, err := q.extend(&q.monoid, q.sums, len(q.generators), x, set)
		if err != nil {
			return err
		}
		if wrong == nil {
			q.sums, q.images[key] = sums, x
			return join(x)
		}
	}
	if q.fixed {
		return ErrGrows
	}
	return q.grow(options)
}

// set returns the images of sums.
func (m *presentation) set(sums [][]int) elements {
	set := newElements(m.size)
	for _, o := range sums {
		set.add(m.of(o))
	}
	return set
}

// forbids reports whether no move by a generator with this image and these options leads
// from an element of P to one.
func (m *presentation) forbids(image int32, options elements) bool {
	may := true
	options.each(func(o int32) { may = may && !m.beside[image].meets(m.beside[o]) })
	return may
}

// findBeside sets what stands beside each element.
func (m *presentation) findBeside() {
	m.beside = make([]elements, m.size)
	for x := range int32(m.size) {
		m.beside[x] = newElements(m.size)
		for y := range int32(m.size) {
			if m.good[m.times(x, y)] {
				m.beside[x].add(y)
			}
		}
	}
}

// LeastSums are sums of the first generators, so that for any other sum there is one with
// the same image and no more options. They are in this order: take the last generator
// whose copies differ in number; the sum with fewer copies of it is less. The options of a
// sum are less than it.
type leastSums struct {
	list []leastSum
	of   [][]int32 // those of each element in the list, without those that a later one makes needless
}

// A leastSum is the sum at before in the list, or none if that is negative, and a
// generator that is no less than those in it.
type leastSum struct {
	before, generator int
	element           int32
	options           elements
}

// haveLess reports whether a sum with this image has no more than these options.
func (l *leastSums) haveLess(image int32, options elements) bool {
	return slices.ContainsFunc(l.of[image], func(i int32) bool { return l.list[i].options.in(options) })
}

// sum returns the generators of a sum, the last ones first.
func (l *leastSums) sum(i int) (sum []int) {
	for ; i >= 0; i = l.list[i].before {
		sum = append(sum, l.list[i].generator)
	}
	return sum
}

// maxSums bounds the sums that one check keeps.
const (
	maxSums  = 1 << 19
	sumBytes = 64 // besides those of the set
)

// bounded returns most, or as many things of the given bytes as the memory holds.
func (q *Quotient) bounded(most int, bytes uint64) int {
	if memory := q.bounds.Memory; memory > 0 {
		most = int(min(uint64(most), memory/bytes))
	}
	return most
}

// extend returns the least sums once a generator follows the earlier ones, and does not
// change those before. Otherwise wrong is the least sum that is not in P and has no
// option in P.
//
// To a sum of the others and copies of this one only one more copy need be added: some
// least sum can take the place of the others and one generator more. Sums that a later one
// makes needless go on, as one of them may be the least that is wrong.
func (q *Quotient) extend(m *presentation, sums leastSums, generator int, image int32, options elements) (_ leastSums, wrong []int, err error) {
	if sums.haveLess(image, options) {
		return sums, nil, nil
	}
	good := m.beside[0] // the elements of P
	l := leastSums{slices.Clone(sums.list), slices.Clone(sums.of)}
	most := q.bounded(maxSums, sumBytes+8*uint64(len(good)))
	add := func(before int, x int32, set elements) bool {
		q.work += uint64(m.size + len(l.of[x])*len(set))
		if l.haveLess(x, set) {
			return true
		}
		rest := make([]int32, 0, len(l.of[x])+1)
		for _, i := range l.of[x] {
			if !set.in(l.list[i].options) {
				rest = append(rest, i)
			}
		}
		l.of[x] = append(rest, int32(len(l.list)))
		l.list = append(l.list, leastSum{before, generator, x, set})
		return m.good[x] || set.meets(good)
	}
	ok := add(-1, image, options)
	for i := 0; ok && i < len(l.list); i++ {
		s := l.list[i]
		if err := q.check(); err != nil {
			return l, nil, err
		}
		if len(l.list) > most {
			return l, nil, fmt.Errorf("the misère quotient of more than %d games takes more %s: %w", len(q.monoid.images), meter.Than("memory", q.bounds.Memory), meter.Memory)
		}
		set := newElements(m.size)
		s.options.each(func(o int32) { set.add(m.times(o, image)) })
		options.each(func(o int32) { set.add(m.times(o, s.element)) })
		ok = add(i, m.times(s.element, image), set)
	}
	if !ok {
		return l, l.sum(len(l.list) - 1), nil
	}
	return l, nil, nil
}

func (q *Quotient) check() error {
	if q.bounds.Work > 0 && q.work > q.bounds.Work {
		return fmt.Errorf("the misère quotient of more than %d games takes %w", len(q.monoid.images), ErrWork)
	}
	if q.bounds.Check != nil {
		return q.bounds.Check()
	}
	return nil
}

// grow looks for a larger monoid that has an image for the next generator, with these
// options.
func (q *Quotient) grow(options [][]int) error {
	q.generators = append(q.generators, options)
	err := q.search()
	if err != nil {
		q.generators = q.generators[:len(q.generators)-1]
	}
	return err
}

// maxGuesses bounds the guesses for one generator.
const maxGuesses = 1 << 10

// search tries one guess after another: first over the present quotient, then over the
// last guess, corrected where it is wrong.
func (q *Quotient) search() error {
	m, err := q.guess(&q.monoid, []int{len(q.generators) - 1}, nil)
	for range maxGuesses {
		if err != nil || m == nil {
			break
		}
		var wrong []int
		if wrong, err = q.adopt(m); err != nil || wrong == nil {
			return err
		}
		m, err = q.correct(m, wrong)
	}
	if err == nil {
		err = errNoQuotient
	}
	return err
}

// correct returns a guess that is right about a sum about which m is wrong, or nil.
func (q *Quotient) correct(m *presentation, wrong []int) (*presentation, error) {
	parts := slices.Compact(slices.Clone(wrong))
	if len(parts) > maxParts {
		return nil, nil
	}
	for count := 1; count <= min(len(parts), maxExtras); count++ {
		for mask := range uint(1) << len(parts) {
			if bits.OnesCount(mask) != count {
				continue
			}
			var extras []int
			for i, part := range parts {
				if mask>>i&1 == 1 {
					extras = append(extras, part)
				}
			}
			if next, err := q.guess(m, extras, wrong); next != nil || err != nil {
				return next, err
			}
		}
	}
	return nil, nil
}

// adopt takes m for the quotient, if it passes. Otherwise wrong is not nil: the least sum
// about which it is wrong.
func (q *Quotient) adopt(m *presentation) (wrong []int, err error) {
	if m.good[0] {
		return []int{}, nil
	}
	m.findBeside()
	sets := make([]elements, len(q.generators))
	for i, options := range q.generators {
		if len(options) == 0 && m.images[i] != 0 {
			return []int{i}, nil
		}
		sets[i] = m.set(options)
	}
	wrong = m.leastForbidden(sets)
	sums, images := leastSums{of: make([][]int32, m.size)}, map[string]int32{}
	for i, options := range q.generators {
		if len(options) == 0 {
			continue
		}
		if wrong != nil && i > wrong[0] {
			break
		}
		images[sets[i].key()] = m.images[i]
		var other []int
		if sums, other, err = q.extend(m, sums, i, m.images[i], sets[i]); err != nil {
			return nil, err
		}
		if other != nil {
			if wrong == nil || slices.Compare(other, wrong) < 0 {
				wrong = other
			}
			break
		}
	}
	if wrong == nil && m.size > q.bounds.Elements {
		return nil, errNoQuotient
	}
	if wrong == nil {
		q.monoid, q.sums, q.images = *m, sums, images
		q.grown++
	}
	return wrong, nil
}

// leastForbidden returns the least sum in P that has an option in P, or nil.
func (m *presentation) leastForbidden(sets []elements) (least []int) {
	chains := m.chains(nil)
	known := map[string]int32{}
	for i, set := range sets {
		key := set.key()
		if x, ok := known[key]; ok && x == m.images[i] || m.forbids(m.images[i], set) {
			continue
		}
		known[key] = m.images[i]
		for x := range int32(m.size) {
			found := false
			if m.good[m.times(x, m.images[i])] && chains.knows(x) {
				set.each(func(o int32) { found = found || m.good[m.times(x, o)] })
			}
			if !found {
				continue
			}
			sum := chains.sum(x)
			at, _ := slices.BinarySearchFunc(sum, i, func(a, b int) int { return b - a })
			if sum = slices.Insert(sum, at, i); least == nil || slices.Compare(sum, least) < 0 {
				least = sum
			}
		}
	}
	return least
}
