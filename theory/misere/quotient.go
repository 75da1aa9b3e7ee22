package misere

// This file computes misère quotients: given some games, it finds a finite
// commutative monoid that decides who wins any sum of them, however many there are.
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

	"grundy"
	"grundy/internal/meter"
)

// A Quotient knows who wins the sums of some games in misère play. [NewQuotient]
// makes one, and Add adds games to it, from below. It is not safe for concurrent
// use.
type Quotient struct {
	monoid     presentation
	generators []generator
	steps      []step           // of the generators that have options, without those that say no more
	pairs      [][]elements     // for each element the least sets of options of sums
	images     map[string]int32 // of generators, by their options
	stages     []stage
	bounds     QuotientBounds
	fixed      bool
	work       uint64
}

// QuotientBounds bound the work on a [Quotient].
type QuotientBounds struct {
	// Elements is the most that a monoid may have, at most 2^15. While a new one
	// is looked for, tables take 4 bytes times the square of it.
	Elements int
	// Few, if not nil, is why Elements are not more, and wraps [grundy.ErrBudget].
	Few error
	// Work bounds the elements of sets that are looked at, some nanoseconds
	// each. 0 sets no bound. Beyond it, errors wrap [ErrWork].
	Work uint64
	// Memory bounds the bytes, about, that a guess or a check may hold. 0 stands
	// for some hundred million.
	Memory uint64
	// Check, if not nil, is asked now and then whether to go on.
	Check func() error
}

// ErrWork says that a bound on work was reached, and that the work may go on where it
// ended once the bound is raised. It wraps [grundy.ErrBudget].
var ErrWork = fmt.Errorf("more steps than allowed: %w", meter.Bound("steps"))

// A generator is a game with its options, each a sum of generators before it.
type generator struct {
	options  [][]int
	birthday int
}

// A presentation is a commutative monoid whose identity is 0, and the images of the
// generators in it.
type presentation struct {
	size   int
	table  []int32 // the product of a and b at a*size+b
	images []int32
	good   []bool // the elements of P; nil where there is no such thing
}

func (m *presentation) times(a, b int32) int32 { return m.table[int(a)*m.size+int(b)] }

// of returns the image of a sum of generators.
func (m *presentation) of(sum []int) (x int32) {
	for _, g := range sum {
		x = m.times(x, m.images[g])
	}
	return x
}

// A step adds a generator to a sum: its image, and those of its options.
type step struct {
	image   int32
	options elements
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
		bounds.Few = meter.Bound("elements")
	}
	bounds.Elements = min(max(bounds.Elements, 1), most)
	return &Quotient{
		monoid: presentation{size: 1, table: []int32{0}, good: []bool{false}},
		pairs:  make([][]elements, 1),
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
	g := generator{options: options}
	for _, o := range options {
		birthday := 1
		for _, h := range o {
			birthday += q.generators[h].birthday
		}
		g.birthday = max(g.birthday, birthday)
	}
	if err := q.add(g); err != nil {
		if errors.Is(err, errNoQuotient) {
			err = fmt.Errorf("%w of %d games, of at most %d elements: %w", errNoQuotient, len(q.generators)+1, q.bounds.Elements, q.bounds.Few)
		}
		return 0, err
	}
	return len(q.generators) - 1, nil
}

func (q *Quotient) add(g generator) error {
	join := func(image int32) {
		q.generators = append(q.generators, g)
		q.monoid.images = append(q.monoid.images, image)
	}
	if len(g.options) == 0 {
		join(0)
		return nil
	}
	set := q.monoid.set(g.options)
	key := set.key()
	if image, ok := q.images[key]; ok { // nothing new to check
		join(image)
		return nil
	}
	for x := range int32(q.monoid.size) {
		fresh := step{x, set}
		if !q.monoid.forbids(fresh) {
			continue
		}
		pairs, err := q.extend(&q.monoid, q.pairs, q.steps, []step{fresh})
		if errors.Is(err, errRefuted) {
			continue
		}
		if err != nil {
			return err
		}
		q.pairs, q.steps = pairs, append(q.steps, fresh)
		q.images[key] = x
		join(x)
		return nil
	}
	if q.fixed {
		return ErrGrows
	}
	return q.grow(g)
}

// set returns the images of sums.
func (m *presentation) set(sums [][]int) elements {
	set := newElements(m.size)
	for _, o := range sums {
		set.add(m.of(o))
	}
	return set
}

// forbids reports whether no move by a generator with this step leads from an
// element of P to one.
func (m *presentation) forbids(s step) bool {
	for x := range int32(m.size) {
		if !m.good[m.times(x, s.image)] {
			continue
		}
		may := true
		s.options.each(func(o int32) { may = may && !m.good[m.times(x, o)] })
		if !may {
			return false
		}
	}
	return true
}

// maxPairs bounds the pairs that one check meets.
const (
	maxPairs  = 1 << 18
	pairBytes = 64 // besides those of the set
)

// bounded returns most, or as many things of the given bytes as the memory holds.
func (q *Quotient) bounded(most int, bytes uint64) int {
	if memory := q.bounds.Memory; memory > 0 {
		most = int(min(uint64(most), memory/bytes))
	}
	return most
}

// errRefuted says that a sum that is not in P has no option in P.
var errRefuted = errors.New("refuted")

// extend returns the least pairs of all sums of the old steps and the fresh ones,
// where those of the old ones are known. It does not change these. The error is
// errRefuted where some sum that is not in P has no option in P.
func (q *Quotient) extend(m *presentation, pairs [][]elements, old, fresh []step) ([][]elements, error) {
	good := newElements(m.size)
	for x, is := range m.good {
		if is {
			good.add(int32(x))
		}
	}
	pairs = slices.Clone(pairs)
	type pair struct {
		element int32
		options elements
	}
	var queue []pair
	kept, most := 0, q.bounded(maxPairs, pairBytes+8*uint64(len(good)))
	add := func(x int32, set elements) error {
		if !m.good[x] && !set.meets(good) {
			return errRefuted
		}
		q.work += uint64(len(pairs[x]) * len(set))
		if slices.ContainsFunc(pairs[x], func(known elements) bool { return known.in(set) }) {
			return nil
		}
		rest := slices.DeleteFunc(slices.Clone(pairs[x]), set.in)
		if kept++; kept > most {
			return fmt.Errorf("the misère quotient of more than %d games takes more %s: %w", len(q.monoid.images), meter.Memory.Than(q.bounds.Memory), meter.Memory)
		}
		pairs[x] = append(rest, set)
		queue = append(queue, pair{x, set})
		return nil
	}
	plus := func(p pair, s step) error {
		set := newElements(m.size)
		p.options.each(func(o int32) { set.add(m.times(o, s.image)) })
		s.options.each(func(o int32) { set.add(m.times(o, p.element)) })
		q.work += uint64(m.size)
		return add(m.times(p.element, s.image), set)
	}
	for x, sets := range pairs {
		for _, set := range sets {
			for _, s := range fresh {
				if err := plus(pair{int32(x), set}, s); err != nil {
					return nil, err
				}
			}
		}
	}
	for _, s := range fresh {
		if err := add(s.image, s.options); err != nil {
			return nil, err
		}
	}
	all := append(slices.Clip(old), fresh...)
	for len(queue) > 0 {
		if err := q.check(); err != nil {
			return nil, err
		}
		p := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if !slices.ContainsFunc(pairs[p.element], func(e elements) bool { return slices.Equal(e, p.options) }) {
			continue // a smaller set came
		}
		for _, s := range all {
			if err := plus(p, s); err != nil {
				return nil, err
			}
		}
	}
	return pairs, nil
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

// A stage is the quotient before a generator made it grow.
type stage struct {
	monoid    presentation // of the generators before that one
	generator int
}

// grow looks for a larger monoid that has an image for g, the next generator.
func (q *Quotient) grow(g generator) error {
	q.generators = append(q.generators, g)
	err := q.search()
	if err != nil {
		q.generators = q.generators[:len(q.generators)-1]
	}
	return err
}

// search tries one guess after another: first over the present quotient, which is
// quick and often right, then over that of the first stage, where the generators that
// made it grow since are counted in copies.
func (q *Quotient) search() error {
	backs := []int{0}
	if len(q.stages) > 1 {
		backs = append(backs, len(q.stages)-1)
	}
	for _, back := range backs {
		base, extras := &q.monoid, []int{len(q.generators) - 1}
		for _, s := range q.stages[len(q.stages)-back:] {
			extras = append(extras, s.generator)
		}
		if back > 0 {
			base = &q.stages[len(q.stages)-back].monoid
		}
		for {
			guess := q.newGuess(base, extras)
			if guess == nil {
				break
			}
			found, err := guess.monoid()
			if err != nil {
				return err
			}
			if found != nil {
				if ok, err := q.adopt(found); ok || err != nil {
					return err
				}
			}
			more, err := guess.suspects()
			if err != nil {
				return err
			}
			if len(more) == 0 {
				break
			}
			extras = slices.Concat(guess.extras, more)
		}
	}
	return errNoQuotient
}

// adopt takes m for the quotient, if it passes.
func (q *Quotient) adopt(m *presentation) (bool, error) {
	if m.good[0] {
		return false, nil
	}
	var steps []step
	images := map[string]int32{}
	for i, h := range q.generators {
		if len(h.options) == 0 {
			if m.images[i] != 0 {
				return false, nil
			}
			continue
		}
		s := step{m.images[i], m.set(h.options)}
		key := s.options.key()
		if x, ok := images[key]; ok && x == s.image {
			continue
		}
		if !m.forbids(s) {
			return false, nil
		}
		images[key] = s.image
		steps = append(steps, s)
	}
	pairs, err := q.extend(m, make([][]elements, m.size), nil, steps)
	if errors.Is(err, errRefuted) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	q.stages = append(q.stages, stage{q.monoid, len(q.generators) - 1})
	q.monoid, q.steps, q.pairs, q.images = *m, steps, pairs, images
	return true, nil
}
