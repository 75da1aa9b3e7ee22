//go:build !playing

package family

// Heaps of some kinds: positions have one number that may be any, and others of few values, which are
// the kind. A move leaves a heap, or breaks it into heaps of kinds that the kind decides. With moves
// that leave one heap, the kind is a memory; with others it is the shape of a piece, such as a
// path with a triangle at its end.

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/theory/automata"
	"github.com/grundy-games/grundy/theory/definable"
)

// A system is a guess.
type system struct {
	heap  int // the index of the number that is the heap
	sides []uint64
	kinds [][]sequence.Breaking
	is    []bool // which kinds there are
}

func (c *system) String() string { return fmt.Sprint(c.heap, c.sides, c.kinds, c.is) }

const (
	mostModulus = 64
	mostPlayed  = 1 << 15 // positions that are looked at
	leastTurns  = 3       // that are seen of what returns
	mostFree    = 3       // heaps of any sizes that a move leaves
)

// guessSystem takes the number of the most values for the heap. It looks at heaps as
// guessHeap does.
func guessSystem(p *prober) candidate {
	c, kinds := &system{}, int64(1)
	for i := range p.names {
		if p.most[i]-p.least[i] > p.most[c.heap]-p.least[c.heap] {
			c.heap = i
		}
	}
	for i, most := range p.most {
		span := most - p.least[i]
		switch {
		case i == c.heap && most == math.MaxInt64:
			c.sides = append(c.sides, 0)
			continue
		case i != c.heap && span >= sequence.MostKinds:
			return nil
		case i != c.heap:
			kinds *= span + 1
		}
		c.sides = append(c.sides, uint64(span)+1)
	}
	if kinds > sequence.MostKinds {
		return nil
	}
	for most := p.firstHeaps(c.heap); most <= min(mostHeaps, mostPlayed/kinds); most *= 2 {
		last := min(most, p.most[c.heap]-p.least[c.heap])
		if !c.look(p, last, kinds) {
			return nil
		}
		rows := c.read(p, last)
		if rows == nil {
			return nil
		}
		if c.guess(rows) {
			return c
		}
		if last < most {
			return nil
		}
	}
	return nil
}

// look looks at all heaps to the last of every kind. The result is false where it depends on
// the heap which kinds there are.
func (c *system) look(p *prober, last, kinds int64) bool {
	c.is = make([]bool, kinds)
	for n := range last + 1 {
		for kind := range c.is {
			at := c.point(p.box, kind)
			at[c.heap] += n
			is := p.look(at)
			if p.err != nil || n > 0 && is != c.is[kind] {
				return false
			}
			c.is[kind] = is
		}
	}
	return true
}

// point returns the numbers of an empty heap of a kind.
func (c *system) point(b *box, kind int) []int64 {
	at := slices.Clone(b.least)
	for i, side := range c.sides {
		if i != c.heap {
			at[i] += int64(kind % int(side))
			kind /= int(side)
		}
	}
	return at
}

// part is the inverse of point. The result is false where a number is outside.
func (c *system) part(b *box, at []int64) (p sequence.Part, ok bool) {
	for i := len(at) - 1; i >= 0; i-- {
		n := at[i] - b.least[i]
		if n < 0 || c.sides[i] > 0 && n >= int64(c.sides[i]) {
			return p, false
		}
		if i == c.heap {
			p.Heap = int(n)
		} else {
			p.Kind = p.Kind*int(c.sides[i]) + int(n)
		}
	}
	return p, true
}

// An options is the options of a heap that are not yet among the moves: sorted parts, by their text.
type options map[string][]sequence.Part

func compareParts(a, b sequence.Part) int { return cmp.Or(a.Kind-b.Kind, a.Heap-b.Heap) }

func keyOf(parts []sequence.Part) string { return fmt.Sprint(parts) }

// read returns the options of the heaps to the last, by kind and heap, or nil where some
// are not heaps.
func (c *system) read(p *prober, last int64) [][]options {
	rows := make([][]options, len(c.is))
	for kind := range rows {
		rows[kind] = make([]options, last+1)
		for n := range rows[kind] {
			rows[kind][n] = options{}
		}
	}
	for _, one := range p.probes {
		from, _ := c.part(p.box, one.at)
		if int64(from.Heap) > last {
			continue
		}
		for _, option := range one.options {
			parts := make([]sequence.Part, len(option))
			for i, at := range option {
				var ok bool
				if parts[i], ok = c.part(p.box, at); !ok || parts[i] == from {
					return nil
				}
			}
			slices.SortFunc(parts, compareParts)
			rows[from.Kind][from.Heap][keyOf(parts)] = parts
		}
	}
	return rows
}

// guess finds the moves that the options of heaps show. The second half of the heaps must have
// regular moves alone.
func (c *system) guess(rows [][]options) bool {
	c.kinds = make([][]sequence.Breaking, len(rows))
	for kind, row := range rows {
		for n := len(row) - 1; n >= len(row)/2; n-- {
			for len(row[n]) > 0 {
				b, ok := regular(row, n)
				if !ok {
					return false
				}
				c.kinds[kind] = append(c.kinds[kind], b)
			}
		}
		for n, left := range row {
			for _, parts := range left {
				c.kinds[kind] = append(c.kinds[kind], sequence.Breaking{From: n, Every: 1, Beside: parts})
			}
		}
		slices.SortFunc(c.kinds[kind], func(a, b sequence.Breaking) int {
			return cmp.Or(a.From-b.From, a.Taken-b.Taken, slices.CompareFunc(a.Free, b.Free, compareParts), slices.CompareFunc(a.Beside, b.Beside, compareParts))
		})
	}
	return true
}

// regular finds moves of a heap of n that leave the most heaps of any sizes, and takes them from the
// options of all heaps that have them, in turns that reach the last one.
func regular(row []options, n int) (b sequence.Breaking, ok bool) {
	few := len(row) / 7 // heaps that may be of a fixed size, and those that are taken beside them
	var found []sequence.Part
	most, text := 0, ""
	for key, parts := range row[n] {
		free := 0
		for _, p := range parts {
			if p.Heap > few {
				free++
			}
		}
		if free > most || free == most && (text == "" || key < text) {
			found, most, text = parts, free, key
		}
	}
	if most == 0 || most > mostFree {
		return b, false
	}
	b.Every, b.Taken = 1, n
	for _, p := range found {
		if p.Heap > few {
			b.Free, b.Taken = append(b.Free, sequence.Part{Kind: p.Kind, Heap: few + 1}), b.Taken-p.Heap
		} else {
			b.Beside = append(b.Beside, p)
		}
	}
	if !among(&b, row[n], n) {
		return b, false
	}
	for from := 0; from < len(b.Free); { // lower the least sizes, of a kind at a time
		to := from
		for to < len(b.Free) && b.Free[to].Kind == b.Free[from].Kind {
			to++
		}
		set := func(least int) {
			for i := from; i < to; i++ {
				b.Free[i].Heap = least
			}
		}
		for least := few; least >= 0; least-- {
			if set(least); !among(&b, row[n], n) {
				set(least + 1)
				break
			}
		}
		from = to
	}
	has, half := make([]bool, len(row)), len(row)/2
	for m := range row {
		has[m] = among(&b, row[m], m)
	}
	for !slices.Equal(has[half:len(has)-b.Every], has[half+b.Every:]) {
		if b.Every++; b.Every > mostModulus || half+leastTurns*b.Every > len(row) {
			return b, false
		}
	}
	for b.From = n; b.From >= b.Every && has[b.From-b.Every]; {
		b.From -= b.Every
	}
	for m := b.From; m < len(row); m += b.Every {
		for parts := range b.Each(m) {
			slices.SortFunc(parts, compareParts)
			delete(row[m], keyOf(parts))
		}
	}
	return b, true
}

// among reports whether all options of a heap that the moves lead to are among these.
func among(b *sequence.Breaking, left options, n int) bool {
	for parts := range b.Each(n) {
		slices.SortFunc(parts, compareParts)
		if left[keyOf(parts)] == nil {
			return false
		}
	}
	return true
}

// moves implements candidate: a kind of moves for all that leave the same.
func (c *system) moves(b *box) definable.Moves {
	m := definable.Moves{Coordinates: b.names, Shape: b.shape()}
	if slices.Contains(c.is, false) {
		m.Shape = append(m.Shape, definable.Bound{Formula: c.isOf(b, c.is)})
	}
	type when struct{ from, every int }
	type alike struct {
		*sequence.Breaking
		kinds map[when][]bool
		order []when
	}
	var all []*alike
	byText := map[string]*alike{}
	for kind, moves := range c.kinds {
		for i := range moves {
			move := &moves[i]
			key := fmt.Sprint(move.Taken, move.Free, move.Beside)
			a := byText[key]
			if a == nil {
				a = &alike{move, map[when][]bool{}, nil}
				all, byText[key] = append(all, a), a
			}
			at := when{move.From, move.Every}
			if len(move.Free) == 0 {
				at.every = 0
			}
			if a.kinds[at] == nil {
				a.kinds[at], a.order = make([]bool, len(c.is)), append(a.order, at)
			}
			a.kinds[at][kind] = true
		}
	}
	n, least := automata.V(b.names[c.heap]), b.least[c.heap]
	for _, a := range all {
		var guard []automata.Formula
		for _, at := range a.order {
			from := automata.C(least + int64(at.from))
			one := []automata.Formula{c.isOf(b, a.kinds[at])}
			switch {
			case at.every == 0:
				one = append(one, automata.Equal(n, from))
			case at.every > 1:
				one = append(one, automata.Congruent(n, from, int64(at.every)))
				fallthrough
			default:
				one = append(one, automata.LessEqual(from, n))
			}
			guard = append(guard, automata.And(one...))
		}
		k := definable.Kind{Where: fmt.Sprintf("taking %d", a.Taken), Guard: automata.Or(guard...)}
		part := func(of sequence.Part, size automata.Term) {
			terms := make([]automata.Term, len(b.names))
			for i, n := range c.point(b, of.Kind) {
				terms[i] = automata.C(n)
			}
			terms[c.heap] = size
			k.Parts = append(k.Parts, terms)
		}
		left, before := n.Plus(automata.C(-int64(a.Taken)-least)), automata.Term{} // tokens
		for i, f := range a.Free {
			h := left
			if i < len(a.Free)-1 {
				h = automata.V(fmt.Sprintf("heap%d'", i+1))
				left, k.Bound = left.Minus(h), append(k.Bound, h.Names()...)
			}
			k.Guard = automata.And(k.Guard, automata.LessEqual(automata.C(int64(f.Heap)), h))
			if i > 0 && a.Free[i-1] == f {
				k.Guard = automata.And(k.Guard, automata.LessEqual(before, h))
			}
			before = h
			part(f, h.Plus(automata.C(least)))
		}
		for _, p := range a.Beside {
			part(p, automata.C(least+int64(p.Heap)))
		}
		m.Kinds = append(m.Kinds, k)
	}
	return m
}

// isOf is the formula "the kind is one of these".
func (c *system) isOf(b *box, kinds []bool) automata.Formula {
	if slices.Equal(kinds, c.is) && !slices.Contains(c.is, false) {
		return automata.And()
	}
	if len(b.names) == 2 {
		other := 1 - c.heap
		return ranges(automata.V(b.names[other]), b.least[other], kinds)
	}
	var any []automata.Formula
	for kind, in := range kinds {
		if in {
			at, terms := c.point(b, kind), b.terms()
			any = append(any, is(slices.Delete(terms, c.heap, c.heap+1), slices.Delete(at, c.heap, c.heap+1)))
		}
	}
	return automata.Or(any...)
}

// ranges is the formula "the number, less the least one, is one of these".
func ranges(n automata.Term, least int64, in []bool) automata.Formula {
	var any []automata.Formula
	for from := 0; from < len(in); from++ {
		if !in[from] {
			continue
		}
		to := from
		for to+1 < len(in) && in[to+1] {
			to++
		}
		any = append(any, automata.And(automata.LessEqual(automata.C(least+int64(from)), n), automata.LessEqual(n, automata.C(least+int64(to)))))
		from = to
	}
	return automata.Or(any...)
}

// normal implements candidate.
func (c *system) normal(_ *box, m definable.Moves) definable.Moves { return m }

// family implements candidate.
func (c *system) family(b *box) (*Family, error) {
	s, err := sequence.NewSystem(c.kinds)
	if err != nil {
		return nil, err
	}
	g := heap.NewSystem(c.heap, c.sides, s)
	f := &Family{Name: g.String(), Words: "heaps of several kinds", Table: g, least: b.least, place: g.Place, sums: !s.One()}
	switch {
	case len(b.names) == 1:
		f.Words, f.Sequence, f.Table = "a heap", g.At(make([]uint64, 1)), nil
	case s.One():
		f.Words = "a heap with a memory"
	}
	return f, nil
}
