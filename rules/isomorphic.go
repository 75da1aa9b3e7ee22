package rules

// Positions on a graph are the same game where what is left of it is isomorphic: some map of the cells
// keeps what stands in them and which are beside each other. A canonical form tells classes apart.
//
// A list of sets of cells, in order, is refined until any two cells of a set have as many neighbours in
// each set as each other. If every set then has one cell, the cells are in an order, and the graph
// written in this order is a form. Otherwise each cell of the first smallest set is put in front of the
// others in turn. All this depends on the class alone, so that the least of all forms does, too
// (B. D. McKay, Practical graph isomorphism, Congr. Numer. 30, 1981). Where two orders give the same
// form, one followed by the other backward is a symmetry, and of cells that a symmetry exchanges, which
// keeps those that were put in front, one is enough. So it is of twins, which have the same neighbours.

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"sync"

	"github.com/grundy-games/grundy/internal/meter"
)

const (
	mostAlike  = 64      // cells of a graph whose form is looked for
	mostForms  = 1 << 10 // orders that are tried for one
	classBytes = 96      // of an entry, besides its texts
)

// classes are the classes of states that a run has met.
type classes struct {
	mu   sync.Mutex
	of   map[string]string // the first state of a class, by the class and by each state
	held *meter.Account
}

// hold takes memory for an entry, if there is some left.
func (c *classes) hold(r *run, bytes int) bool {
	if c.of == nil {
		c.of, c.held = map[string]string{}, meter.Open(r.clock.Ctx)
	}
	return c.held.Take(uint64(bytes+classBytes)) == nil
}

// A former looks for the canonical form of a graph.
type former struct {
	colours   []int64
	near      []uint64 // the neighbours of each cell, as sets
	front     []int    // the cells that were put in front
	best      []uint64 // the least form so far
	order     []int    // the order of its cells
	symmetric [][]int  // symmetries that were found
	tried     int
}

// canonicalForm returns a text that two coloured graphs of at most 64 cells share if they are
// isomorphic, and only then. It gives up where too many orders would have to be tried.
func canonicalForm(colours []int64, near []uint64) (string, bool) {
	f := &former{colours: colours, near: near}
	ascending := slices.Clone(colours)
	slices.Sort(ascending)
	var sets []uint64
	for _, colour := range slices.Compact(ascending) {
		set := uint64(0)
		for v, c := range colours {
			if c == colour {
				set |= 1 << v
			}
		}
		sets = append(sets, set)
	}
	if !f.search(f.refine(sets)) {
		return "", false
	}
	text := []byte{byte(len(colours))}
	for _, v := range f.order {
		text = binary.AppendVarint(text, colours[v])
	}
	for _, row := range f.best {
		text = binary.AppendUvarint(text, row)
	}
	return string(text), true
}

// refine splits sets until all cells of a set have as many neighbours in each set.
func (f *former) refine(sets []uint64) []uint64 {
	for by := 0; by < len(sets); by++ {
		splitter := sets[by]
		for i := 0; i < len(sets); i++ {
			set := sets[i]
			if set&(set-1) == 0 {
				continue
			}
			var count [mostAlike + 1]uint64 // by number of neighbours in the splitter: the cells with that many
			least, most := mostAlike, 0
			for rest := set; rest != 0; rest &= rest - 1 {
				v := bits.TrailingZeros64(rest)
				n := bits.OnesCount64(f.near[v] & splitter)
				count[n] |= 1 << v
				least, most = min(least, n), max(most, n)
			}
			if least == most {
				continue
			}
			var parts []uint64
			for n := least; n <= most; n++ {
				if count[n] != 0 {
					parts = append(parts, count[n])
				}
			}
			sets = slices.Concat(sets[:i], parts, sets[i+1:])
			by = -1 // all again, as sets have other places now
			break
		}
	}
	return sets
}

// search tries the orders that sets allow. It reports whether they were few enough.
func (f *former) search(sets []uint64) bool {
	at := -1
	for i, set := range sets {
		if n := bits.OnesCount64(set); n > 1 && (at < 0 || n < bits.OnesCount64(sets[at])) {
			at = i
		}
	}
	if at < 0 {
		f.tried++
		f.compare(sets)
		return f.tried <= mostForms
	}
	var tried []int
	for rest := sets[at]; rest != 0; rest &= rest - 1 {
		v := bits.TrailingZeros64(rest)
		if slices.ContainsFunc(tried, func(u int) bool { return f.areTwins(u, v) }) || f.isImage(tried, v) {
			continue
		}
		tried = append(tried, v)
		next := slices.Concat(sets[:at], []uint64{1 << v, sets[at] &^ (1 << v)}, sets[at+1:])
		f.front = append(f.front, v)
		ok := f.search(f.refine(next))
		f.front = f.front[:len(f.front)-1]
		if !ok {
			return false
		}
	}
	return true
}

// areTwins reports whether two cells of a set have the same neighbours besides each other.
func (f *former) areTwins(u, v int) bool {
	both := uint64(1)<<u | 1<<v
	return f.near[u]&^both == f.near[v]&^both
}

// isImage reports whether known symmetries that keep the cells in front take v to one that was tried.
func (f *former) isImage(tried []int, v int) bool {
	if len(tried) == 0 {
		return false
	}
	reached := []int{v}
	for i := 0; i < len(reached); i++ {
		if slices.Contains(tried, reached[i]) {
			return true
		}
		for _, s := range f.symmetric {
			if u := s[reached[i]]; !slices.Contains(reached, u) && !slices.ContainsFunc(f.front, func(w int) bool { return s[w] != w }) {
				reached = append(reached, u)
			}
		}
	}
	return false
}

// compare takes the form of an order, if it is the least so far.
func (f *former) compare(sets []uint64) {
	order, place := make([]int, len(sets)), make([]int, len(sets))
	for i, set := range sets {
		order[i] = bits.TrailingZeros64(set)
		place[order[i]] = i
	}
	form := make([]uint64, len(sets))
	for i, v := range order {
		for rest := f.near[v]; rest != 0; rest &= rest - 1 {
			form[i] |= 1 << place[bits.TrailingZeros64(rest)]
		}
	}
	switch c := slices.Compare(form, f.best); {
	case f.order == nil || c < 0:
		f.best, f.order = form, order
	case c == 0:
		s := make([]int, len(order)) // the colours agree, as sets were split from those of colours
		for i, v := range order {
			s[v] = f.order[i]
		}
		f.symmetric = append(f.symmetric, s)
	}
}
