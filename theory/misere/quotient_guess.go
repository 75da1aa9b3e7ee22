package misere

// A larger misère quotient is guessed where a generator has no image in the present
// one. Nothing rests on a guess: [Quotient] checks it.
//
// A guess starts from an earlier monoid, the base: first the present quotient, then
// guesses that were wrong. It counts copies of a few generators, the extras: first of the
// new generator, then of those of a sum about which the last guess was wrong. Each sum
// of the others is replaced by the least sum that has the same element of the base,
// its chain. So a sum becomes a place: an element of the base and a number of copies of
// each extra. Its outcome is computed by search, as if the replacements changed nothing.
// (A. N. Siegel's MisereSolver corrects wrong guesses in this way: supplement to Plambeck
// and Siegel 2008.)
//
// Two places are alike if they have the same outcome beside every place. The classes
// are found as the states of an unknown automaton are learned from its answers: walk
// from 0 by adding one generator at a time, and take places for the same element
// while they agree beside a few tests. Where two places agree, but one more step
// leads them to different elements, that step and the test which told those apart
// are a new test (D. Angluin, "Learning regular sets from queries and
// counterexamples", 1987).

import (
	"cmp"
	"errors"
	"math"
	"slices"
)

const (
	// maxExtras bounds the generators that are counted in copies.
	maxExtras = 8
	// maxParts bounds the generators of a sum among which these are chosen.
	maxParts = 16
	// guessedElements is how many times as many elements as the quotient a guess may have
	// before it is corrected.
	guessedElements = 8
	// maxCopies bounds the copies of an extra in what stands for an element.
	maxCopies = 20
	// maxPlaces bounds the bytes of the outcomes that a guess remembers.
	maxPlaces = 1 << 25
	// maxRows bounds the places whose outcomes beside all tests it remembers.
	maxRows  = 1 << 19
	rowBytes = 256
)

// Copies are the numbers of copies of the extras, a byte for each.
type copies uint64

// tooMany has the bits that no number of copies may reach.
const tooMany copies = 0x8080808080808080

func (c copies) of(extra int) copies { return c >> (8 * extra) & 0xff }

// A place is a sum of what stands for an element of the base and of copies of the
// extras.
type place struct {
	base   int32
	copies copies
}

// A guess takes the generators for what their places say.
type guess struct {
	q        *Quotient
	base     *presentation
	extras   []int
	chains   chains
	places   []place   // of the generators
	options  [][]place // of the generators, once they are asked for
	moves    [][]place // from the chain of each element of the base, likewise
	outcomes map[copies][]outcome
}

type outcome uint8

const (
	unknown outcome = iota
	isP
	isN
)

// guess returns what comes of the base if these generators are counted in copies. It is
// nil where that has too many elements, or needs too many places, or agrees with the base
// about the sum about which that is wrong, if there is one.
func (q *Quotient) guess(base *presentation, extras, wrong []int) (*presentation, error) {
	n := len(q.generators)
	g := &guess{
		q: q, base: base, extras: extras, chains: base.chains(extras),
		places: make([]place, n), options: make([][]place, n), moves: make([][]place, base.size),
		outcomes: map[copies][]outcome{},
	}
	for i := range g.places {
		if e := slices.Index(extras, i); e >= 0 {
			g.places[i].copies = 1 << (8 * e)
		} else {
			g.places[i].base = base.images[i]
		}
	}
	m, err := g.monoid(wrong)
	if errors.Is(err, errTooManyPlaces) {
		return nil, nil
	}
	return m, err
}

func (g *guess) sum(a, b place) place {
	return place{g.base.times(a.base, b.base), a.copies + b.copies}
}

func (g *guess) of(sum []int) (p place) {
	for _, h := range sum {
		p = g.sum(p, g.places[h])
	}
	return p
}

// Chains are the least sums of some generators, in the order of [leastSums], that have
// the elements of a monoid.
type chains struct {
	links []chain // of each element
	order []int32 // the elements that have one
	steps []int   // the generators in them
}

// A chain adds a generator to the chain of the element before.
type chain struct {
	before, generator int32
	known             bool
}

// chains returns the chains of all generators but some.
func (m *presentation) chains(without []int) chains {
	c := chains{links: make([]chain, m.size), order: []int32{0}}
	c.links[0].known = true
	for i, image := range m.images {
		if c.links[image].known || slices.Contains(without, i) {
			continue
		}
		c.steps = append(c.steps, i)
		for at := 0; at < len(c.order); at++ {
			if y := m.times(c.order[at], image); !c.links[y].known {
				c.links[y] = chain{c.order[at], int32(i), true}
				c.order = append(c.order, y)
			}
		}
	}
	return c
}

func (c *chains) knows(x int32) bool { return c.links[x].known }

// sum returns the generators of the chain of x, the last ones first.
func (c *chains) sum(x int32) (sum []int) {
	for ; x != 0; x = c.links[x].before {
		sum = append(sum, int(c.links[x].generator))
	}
	return sum
}

// optionsOf returns the options of a generator.
func (g *guess) optionsOf(generator int) []place {
	if g.options[generator] == nil {
		list := make([]place, 0, len(g.q.generators[generator]))
		for _, o := range g.q.generators[generator] {
			list = append(list, g.of(o))
		}
		g.options[generator] = distinct(list)
	}
	return g.options[generator]
}

// movesFrom returns the places to which moves lead from the chain of x.
func (g *guess) movesFrom(x int32) []place {
	if g.moves[x] == nil {
		list := []place{}
		parts := g.chains.sum(x)
		for i, h := range parts {
			if i > 0 && parts[i-1] == h {
				continue
			}
			rest := place{base: g.base.of(slices.Delete(slices.Clone(parts), i, i+1))}
			for _, o := range g.optionsOf(h) {
				list = append(list, g.sum(rest, o))
			}
		}
		g.moves[x] = distinct(list)
		g.q.work += uint64(len(list))
	}
	return g.moves[x]
}

// distinct sorts places, and leaves out those that come twice.
func distinct(list []place) []place {
	slices.SortFunc(list, func(a, b place) int {
		if a.copies != b.copies {
			return cmp.Compare(a.copies, b.copies)
		}
		return cmp.Compare(a.base, b.base)
	})
	return slices.Compact(list)
}

var errTooManyPlaces = errors.New("too many places")

// isGood reports whether a place is P, provided that the guess is right. It ends, as
// every move leads to a lesser sum.
func (g *guess) isGood(p place) (bool, error) {
	known := g.outcomes[p.copies]
	if known == nil {
		if p.copies&tooMany != 0 || (len(g.outcomes)+1)*g.base.size > g.q.bounded(maxPlaces, 1) {
			return false, errTooManyPlaces
		}
		known = make([]outcome, g.base.size)
		g.outcomes[p.copies] = known
	}
	if known[p.base] != unknown {
		return known[p.base] == isP, nil
	}
	g.q.work += 64
	if err := g.q.check(); err != nil {
		return false, err
	}
	good := p != place{}
	look := func(next place) error {
		g.q.work += 16
		is, err := g.isGood(next)
		good = good && !is
		return err
	}
	for _, o := range g.movesFrom(p.base) {
		if !good {
			break
		}
		if err := look(place{o.base, o.copies + p.copies}); err != nil {
			return false, err
		}
	}
	for i, e := range g.extras {
		if p.copies.of(i) == 0 {
			continue
		}
		rest := place{p.base, p.copies - 1<<(8*i)}
		for _, o := range g.optionsOf(e) {
			if !good {
				break
			}
			if err := look(g.sum(rest, o)); err != nil {
				return false, err
			}
		}
	}
	known[p.base] = isN
	if good {
		known[p.base] = isP
	}
	return good, nil
}

// monoid returns the monoid of the places, as guess says.
func (g *guess) monoid(wrong []int) (*presentation, error) {
	if wrong != nil {
		if good, err := g.isGood(g.of(wrong)); err != nil || good == g.base.good[g.base.of(wrong)] {
			return nil, err
		}
	}
	w := &walk{g: g, rows: map[place]*row{}}
	for _, i := range g.chains.steps {
		w.steps = append(w.steps, g.places[i])
	}
	for _, e := range g.extras {
		w.steps = append(w.steps, g.places[e])
	}
	w.tests = append([]place{{}}, w.steps...)
	if closed, err := w.close(); !closed || err != nil {
		return nil, err
	}
	m := &presentation{size: len(w.next), table: w.table()}
	g.q.work += uint64(m.size * m.size)
	for _, r := range w.firstRows {
		m.good = append(m.good, r.outcomes[0]&1 == 1)
	}
	images := make([]int32, g.base.size)
	for _, x := range g.chains.order[1:] {
		link := g.chains.links[x]
		images[x] = w.next[images[link.before]][slices.Index(g.chains.steps, int(link.generator))]
	}
	for i, p := range g.places {
		image := images[p.base]
		if e := slices.Index(g.extras, i); e >= 0 {
			image = w.next[0][len(g.chains.steps)+e]
		}
		m.images = append(m.images, image)
	}
	return m, nil
}

// mostGuessed bounds the elements of a guess, so that the memory holds two tables.
func (q *Quotient) mostGuessed() int {
	return min(guessedElements*q.bounds.Elements, int(math.Sqrt(float64(q.bounded(1<<30, 16)))))
}

// A walk goes from 0 by steps, each of which adds a place. It takes places for the
// same element if they have the same outcomes beside all tests.
type walk struct {
	g         *guess
	tests     []place
	steps     []place // those of the base, then a copy of each extra
	rows      map[place]*row
	byRow     map[string]int32
	firsts    []place // of each element the place that was met first
	firstRows []*row
	next      [][]int32 // where the steps lead from each element
	before    []arrival // how each element was met first
}

// A row has the outcomes of a place beside the first tests, a bit for each.
type row struct {
	tests    int
	outcomes []byte
}

// An arrival is a step from an element.
type arrival struct{ from, step int32 }

// close walks, and adds tests, until the elements are a commutative monoid: each step
// leads all places of an element to places of one element, so that the order of the
// steps does not matter. The result is false where that takes too many elements, or
// too many copies of an extra.
func (w *walk) close() (bool, error) {
	for {
		if complete, err := w.walk(); !complete || err != nil {
			return false, err
		}
		tests := len(w.tests)
		if err := w.addTests(); err != nil {
			return false, err
		}
		if len(w.tests) == tests {
			return true, nil
		}
	}
}

// walk walks until no step leads to a new element. The result is false where there
// are too many.
func (w *walk) walk() (bool, error) {
	w.byRow = map[string]int32{}
	w.firsts, w.firstRows, w.next, w.before = nil, nil, nil, []arrival{{}}
	if _, err := w.element(place{}); err != nil {
		return false, err
	}
	for x := 0; x < len(w.firsts); x++ {
		if len(w.firsts) > w.g.q.mostGuessed() {
			return false, nil
		}
		w.next = append(w.next, make([]int32, len(w.steps)))
		for i, s := range w.steps {
			p := w.g.sum(w.firsts[x], s)
			for e := range w.g.extras {
				if p.copies.of(e) > maxCopies {
					return false, nil
				}
			}
			y, err := w.element(p)
			if err != nil {
				return false, err
			}
			w.next[x][i] = y
			if int(y) == len(w.before) {
				w.before = append(w.before, arrival{int32(x), int32(i)})
			}
		}
	}
	return true, nil
}

// addTests adds tests that tell places apart which were taken for the same element, where
// one more step does.
func (w *walk) addTests() error {
	known := len(w.tests)
	for x, next := range w.next {
		for i, s := range w.steps {
			p, y := w.g.sum(w.firsts[x], s), next[i]
			if p == w.firsts[y] {
				continue
			}
			test, found, err := w.difference(p, w.firsts[y], known)
			if err != nil {
				return err
			}
			if found {
				w.tests = append(w.tests, test)
			}
		}
	}
	return nil
}

// difference returns a step and a test that tell p from q, unless a test beyond the known
// ones does so already.
func (w *walk) difference(p, q place, known int) (test place, found bool, err error) {
	for _, t := range w.tests[known:] {
		if is, err := w.differ(p, q, t); is || err != nil {
			return place{}, false, err
		}
	}
	for _, step := range w.steps {
		w.g.q.work += 16 * uint64(known)
		p, q := w.g.sum(p, step), w.g.sum(q, step)
		for _, t := range w.tests[:known] {
			if is, err := w.differ(p, q, t); is || err != nil {
				return w.g.sum(t, step), is, err
			}
		}
	}
	return place{}, false, nil
}

// differ reports whether a test tells p from q.
func (w *walk) differ(p, q, test place) (bool, error) {
	a, err := w.g.isGood(w.g.sum(p, test))
	if err != nil {
		return false, err
	}
	b, err := w.g.isGood(w.g.sum(q, test))
	return a != b, err
}

// row returns the outcomes of p beside the tests.
func (w *walk) row(p place) (*row, error) {
	r := w.rows[p]
	if r == nil {
		if len(w.rows) >= w.g.q.bounded(maxRows, rowBytes) {
			return nil, errTooManyPlaces
		}
		r = &row{}
		w.rows[p] = r
	}
	w.g.q.work += 16 * uint64(len(w.tests)-r.tests)
	for ; r.tests < len(w.tests); r.tests++ {
		good, err := w.g.isGood(w.g.sum(p, w.tests[r.tests]))
		if err != nil {
			return nil, err
		}
		if r.tests%8 == 0 {
			r.outcomes = append(r.outcomes, 0)
		}
		if good {
			r.outcomes[r.tests/8] |= 1 << (r.tests % 8)
		}
	}
	return r, nil
}

// element returns the element for which p is taken, a new one if need be.
func (w *walk) element(p place) (int32, error) {
	r, err := w.row(p)
	if err != nil {
		return 0, err
	}
	x, ok := w.byRow[string(r.outcomes)]
	if !ok {
		x = int32(len(w.firsts))
		w.byRow[string(r.outcomes)] = x
		w.firsts, w.firstRows = append(w.firsts, p), append(w.firstRows, r)
	}
	return x, nil
}

// table returns the products of all elements, row by row.
func (w *walk) table() []int32 {
	size := len(w.next)
	table := make([]int32, size*size)
	for a := range size {
		row := table[a*size : (a+1)*size]
		row[0] = int32(a)
		for b := 1; b < size; b++ { // the element before comes before
			row[b] = w.next[row[w.before[b].from]][w.before[b].step]
		}
	}
	return table
}
