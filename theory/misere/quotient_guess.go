package misere

// This file guesses a larger misère quotient where a generator has no image in the
// present one. Nothing rests on a guess: [Quotient] checks it.
//
// A guess counts copies of some generators, the extras; the new generator is one.
// All others are replaced: those of an earlier quotient, the base, by their
// elements there, and each of the rest by the sum of the least birthday that had
// the same element, its chain. So a sum becomes a place: an element of the base and
// a number of copies of each extra. Its outcome is computed by search, as if the
// replacements changed nothing.
//
// Two places are alike if they have the same outcome beside every place. The classes
// are found as the states of an unknown automaton are learned from its answers: walk
// from 0 by adding one generator at a time, and take places for the same element
// while they agree beside a few tests. Where two places agree, but one more step
// leads them to different elements, that step and the test which told those apart
// are a new test (D. Angluin, "Learning regular sets from queries and
// counterexamples", 1987).
//
// If the check refuses the monoid, some replacement was wrong. Then more generators
// are counted in copies.

import (
	"errors"
	"slices"
)

const (
	maxExtras = 16
	// maxCopies bounds the copies of an extra in what stands for an element.
	maxCopies = 20
	// maxPlaces bounds the outcomes that a guess remembers.
	maxPlaces  = 1 << 19
	placeBytes = 64
)

// A place is a sum of what stands for an element of the base and of copies of the
// extras.
type place struct {
	base   int32
	copies [maxExtras]uint8
}

// A guess takes the generators for what their places say.
type guess struct {
	q       *Quotient
	base    *presentation
	extras  []int
	places  []place   // of the generators
	stand   [][]int   // for generators that are neither in the base nor extras, the sums that stand for them
	moves   [][]int32 // from the chain of each element of the base
	options [][]place // of each extra
	good    map[place]bool
}

// newGuess returns the guess with this base and these extras, the least of which is
// the first generator outside the base. It adds the generators for which no chain
// can stand, and returns nil if these are too many.
func (q *Quotient) newGuess(base *presentation, extras []int) *guess {
	g := &guess{q: q, base: base, good: map[place]bool{}, stand: make([][]int, len(q.generators))}
	isExtra := map[int]bool{}
	for _, e := range extras {
		isExtra[e] = true
	}
	first := len(base.images)
	chains := q.chains(&q.monoid, func(i int) bool { return i < first || isExtra[i] })
	for i, h := range q.generators {
		g.places = append(g.places, place{})
		if i < first {
			g.places[i].base = base.images[i]
			continue
		}
		if len(h.options) == 0 {
			continue
		}
		if !isExtra[i] {
			c := chains[q.monoid.images[i]]
			isExtra[i] = !c.known || c.birthday > h.birthday
		}
		if isExtra[i] {
			if len(g.extras) == maxExtras {
				return nil
			}
			g.places[i].copies[len(g.extras)] = 1
			g.extras = append(g.extras, i)
			continue
		}
		for x := q.monoid.images[i]; x != 0; x = chains[x].before {
			g.stand[i] = append(g.stand[i], int(chains[x].generator))
		}
		g.places[i] = g.of(g.stand[i])
	}
	g.findMoves()
	for _, e := range g.extras {
		var options []place
		for _, o := range q.generators[e].options {
			options = append(options, g.of(o))
		}
		g.options = append(g.options, options)
	}
	return g
}

func (g *guess) sum(a, b place) place {
	sum := place{base: g.base.times(a.base, b.base)}
	for i := range sum.copies {
		sum.copies[i] = min(a.copies[i], 100) + min(b.copies[i], 100)
	}
	return sum
}

func (g *guess) of(sum []int) (p place) {
	for _, h := range sum {
		p = g.sum(p, g.places[h])
	}
	return p
}

// A chain is the sum of the least birthday that has some image: the chain of the
// element before it, and one generator more.
type chain struct {
	before, generator int32
	birthday          int
	known             bool
}

// chains returns the chain of each element, made of the generators that may be used.
func (q *Quotient) chains(m *presentation, may func(generator int) bool) []chain {
	chains := make([]chain, m.size)
	chains[0].known = true
	// Among generators with the same image, the one of the least birthday is enough.
	var order []int
	least := map[int32]bool{}
	for i := range m.images {
		if may(i) && m.images[i] != 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return q.generators[a].birthday - q.generators[b].birthday })
	order = slices.DeleteFunc(order, func(i int) bool {
		known := least[m.images[i]]
		least[m.images[i]] = true
		return known
	})
	// By birthdays, which are small numbers.
	reached := [][]int32{{0}}
	for b := 0; b < len(reached); b++ {
		for _, x := range reached[b] {
			if chains[x].birthday != b {
				continue
			}
			for _, i := range order {
				y, birthday := m.times(x, m.images[i]), b+q.generators[i].birthday
				if chains[y].known && chains[y].birthday <= birthday {
					continue
				}
				for len(reached) <= birthday {
					reached = append(reached, nil)
				}
				reached[birthday] = append(reached[birthday], y)
				chains[y] = chain{x, int32(i), birthday, true}
			}
		}
	}
	return chains
}

// findMoves lists the elements to which moves lead from the chain of each.
func (g *guess) findMoves() {
	chains := g.q.chains(g.base, func(int) bool { return true })
	g.moves = make([][]int32, g.base.size)
	for x := range g.moves {
		var parts []int32
		for y := int32(x); y != 0; y = chains[y].before {
			parts = append(parts, chains[y].generator)
		}
		slices.Sort(parts)
		for i, h := range parts {
			if i > 0 && parts[i-1] == h {
				continue
			}
			rest := int32(0)
			for j, other := range parts {
				if j != i {
					rest = g.base.times(rest, g.base.images[other])
				}
			}
			for _, o := range g.q.generators[h].options {
				g.moves[x] = append(g.moves[x], g.base.times(rest, g.base.of(o)))
			}
		}
		slices.Sort(g.moves[x])
		g.moves[x] = slices.Compact(g.moves[x])
	}
}

var errTooManyPlaces = errors.New("too many places")

// isGood reports whether a place is P, provided that the guess is right. It ends, as
// every move leads to a sum of a lesser birthday.
func (g *guess) isGood(p place) (bool, error) {
	if good, ok := g.good[p]; ok {
		return good, nil
	}
	g.q.work += 64
	if err := g.q.check(); err != nil {
		return false, err
	}
	if len(g.good) >= g.q.bounded(maxPlaces, placeBytes) {
		return false, errTooManyPlaces
	}
	good := p != place{}
	look := func(next place) error {
		g.q.work += 16
		is, err := g.isGood(next)
		good = good && !is
		return err
	}
	for _, x := range g.moves[p.base] {
		if !good {
			break
		}
		if err := look(place{x, p.copies}); err != nil {
			return false, err
		}
	}
	for i, options := range g.options {
		if p.copies[i] == 0 {
			continue
		}
		rest := p
		rest.copies[i]--
		for _, o := range options {
			if !good {
				break
			}
			if err := look(g.sum(rest, o)); err != nil {
				return false, err
			}
		}
	}
	g.good[p] = good
	return good, nil
}

// suspects returns generators for which their chains cannot stand: if they are
// counted in copies, what comes of the guess tells them from their chains.
func (g *guess) suspects() (list []int, err error) {
	seen := map[string]bool{}
	for i, sum := range g.stand {
		if i < len(g.base.images) || g.places[i].copies != (place{}).copies && slices.Contains(g.extras, i) || len(g.q.generators[i].options) == 0 {
			continue
		}
		key := g.q.monoid.set(g.q.generators[i].options).key()
		if seen[key] {
			continue
		}
		seen[key] = true
		other := g.q.newGuess(g.base, append(slices.Clone(g.extras), i))
		if other == nil {
			continue
		}
		m, err := other.monoid()
		if err != nil {
			return nil, err
		}
		if m != nil && m.images[i] != m.of(sum) {
			list = append(list, i)
		}
	}
	return list, nil
}

// monoid returns the monoid of the places. It is nil where that has too many
// elements, or needs too many places.
func (g *guess) monoid() (*presentation, error) {
	w := &walk{g: g, steps: g.steps()}
	w.tests = append([]place{{}}, w.steps...)
	if closed, err := w.close(); !closed || err != nil {
		if errors.Is(err, errTooManyPlaces) {
			err = nil
		}
		return nil, err
	}
	m := &presentation{size: len(w.next), table: w.table()}
	g.q.work += uint64(m.size * m.size)
	for _, p := range w.firsts {
		m.good = append(m.good, g.good[p])
	}
	for _, p := range g.places {
		m.images = append(m.images, w.image(p))
	}
	return m, nil
}

// A walk goes from 0 by steps, each of which adds a place. It takes places for the
// same element if they have the same outcomes beside all tests.
type walk struct {
	g      *guess
	tests  []place
	steps  []place // those of the base, then a copy of each extra
	row    []byte  // the outcomes beside the tests of the place that was looked at last
	byRow  map[string]int32
	firsts []place   // of each element the place that was met first
	next   [][]int32 // where the steps lead from each element
	before []arrival // how each element was met first
}

// An arrival is a step from an element.
type arrival struct{ from, step int32 }

// steps returns the images of the generators in the base, each once, and a copy of
// each extra.
func (g *guess) steps() []place {
	var steps []place
	for i, x := range g.base.images {
		if !slices.Contains(g.base.images[:i], x) && x != 0 {
			steps = append(steps, place{base: x})
		}
	}
	for i := range g.extras {
		step := place{}
		step.copies[i] = 1
		steps = append(steps, step)
	}
	return steps
}

// close walks, and adds tests, until the elements are a commutative monoid: each step
// leads all places of an element to places of one element, so that the order of the
// steps does not matter. The result is false where that takes too many elements, or
// too many copies of an extra.
func (w *walk) close() (bool, error) {
	for {
		if complete, err := w.walk(); !complete || err != nil {
			return false, err
		}
		test, found, err := w.missing()
		if !found || err != nil {
			return err == nil, err
		}
		w.tests = append(w.tests, test)
	}
}

// walk walks until no step leads to a new element. The result is false where there
// are too many.
func (w *walk) walk() (bool, error) {
	w.row = make([]byte, (len(w.tests)+7)/8)
	w.byRow = map[string]int32{}
	w.firsts, w.next, w.before = nil, nil, []arrival{{}}
	if _, err := w.element(place{}); err != nil {
		return false, err
	}
	for x := 0; x < len(w.firsts); x++ {
		if len(w.firsts) > w.g.q.bounds.Elements {
			return false, nil
		}
		w.next = append(w.next, make([]int32, len(w.steps)))
		for i, s := range w.steps {
			p := w.g.sum(w.firsts[x], s)
			if slices.Max(p.copies[:]) > maxCopies {
				return false, nil
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

// missing returns a test that tells two places apart which were taken for the same
// element, and false if one more step finds none.
func (w *walk) missing() (test place, found bool, err error) {
	for x, next := range w.next {
		for i, s := range w.steps {
			p, q := w.g.sum(w.firsts[x], s), w.firsts[next[i]]
			if p == q {
				continue
			}
			for j, step := range w.steps {
				if err := w.fill(w.g.sum(p, step)); err != nil {
					return place{}, false, err
				}
				if y, known := w.byRow[string(w.row)]; known && y == w.next[next[i]][j] {
					continue
				}
				other := slices.Clone(w.row)
				if err := w.fill(w.g.sum(q, step)); err != nil {
					return place{}, false, err
				}
				for k, t := range w.tests {
					if (other[k/8]^w.row[k/8])>>(k%8)&1 == 1 {
						return w.g.sum(t, step), true, nil
					}
				}
			}
		}
	}
	return place{}, false, nil
}

// fill fills the row with the outcomes of p beside the tests.
func (w *walk) fill(p place) error {
	clear(w.row)
	for i, t := range w.tests {
		good, err := w.g.isGood(w.g.sum(p, t))
		if err != nil {
			return err
		}
		if good {
			w.row[i/8] |= 1 << (i % 8)
		}
	}
	w.g.q.work += 16 * uint64(len(w.tests))
	return nil
}

// element returns the element for which p is taken, a new one if need be.
func (w *walk) element(p place) (int32, error) {
	if err := w.fill(p); err != nil {
		return 0, err
	}
	x, ok := w.byRow[string(w.row)]
	if !ok {
		x = int32(len(w.firsts))
		w.byRow[string(w.row)] = x
		w.firsts = append(w.firsts, p)
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

// image returns the element of a place, which need not have been met.
func (w *walk) image(p place) int32 {
	g, x := w.g, int32(0)
	stepBy := func(base int32) {
		for i, s := range w.steps {
			if s.base == base && base != 0 {
				x = w.next[x][i]
			}
		}
	}
	stepBy(p.base)
	for i := range g.extras {
		for range p.copies[i] {
			x = w.next[x][len(w.steps)-len(g.extras)+i]
		}
	}
	if p.base != 0 && !slices.Contains(g.base.images, p.base) {
		// A product of images: its chain.
		for y, chains := p.base, g.q.chains(g.base, func(int) bool { return true }); y != 0; y = chains[y].before {
			stepBy(g.base.images[chains[y].generator])
		}
	}
	return x
}
