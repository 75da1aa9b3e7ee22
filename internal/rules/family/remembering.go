package family

// A heap from which a bounded number is taken, with a memory: numbers and letters of few values
// that decide, with the heap, what may be taken. Without a memory, what may be taken depends on
// the heap alone.

import (
	"fmt"
	"math"
	"slices"

	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/theory/automata"
	"github.com/grundy-games/grundy/theory/definable"
)

// A remembering is a guess.
type remembering struct {
	heap.RememberingRules
	is []bool // which memories there are
}

func (c *remembering) String() string { return fmt.Sprint(c.RememberingRules, c.is) }

const (
	mostMemories = 64
	mostModulus  = 64
	mostPlayed   = 1 << 15 // positions that are looked at
	leastTurns   = 3       // that are seen of what returns
)

// guessRemembering takes the number of the most values for the heap. It looks at heaps as
// guessHeap does.
func guessRemembering(p *prober) candidate {
	c, memories := &remembering{}, int64(1)
	for i := range p.names {
		if p.most[i]-p.least[i] > p.most[c.Heap]-p.least[c.Heap] {
			c.Heap = i
		}
	}
	for i, most := range p.most {
		span := most - p.least[i]
		switch {
		case i == c.Heap && most == math.MaxInt64:
			c.Sides = append(c.Sides, 0)
			continue
		case i != c.Heap && span >= mostMemories:
			return nil
		case i != c.Heap:
			memories *= span + 1
		}
		c.Sides = append(c.Sides, uint64(span)+1)
	}
	if memories > mostMemories {
		return nil
	}
	for most := p.firstHeaps(c.Heap); most <= min(mostHeaps, mostPlayed/memories); most *= 2 {
		last := min(most, p.most[c.Heap]-p.least[c.Heap])
		if !c.look(p, last, memories) {
			return nil
		}
		if c.Moves = c.read(p, last, memories); c.Moves == nil {
			return nil
		}
		if c.returns() {
			return c
		}
		if last < most {
			return nil
		}
	}
	return nil
}

// look looks at all heaps to the last with every memory. The result is false where it depends on
// the heap which memories there are.
func (c *remembering) look(p *prober, last, memories int64) bool {
	c.is = make([]bool, memories)
	for n := range last + 1 {
		for m := range c.is {
			at := c.point(p.box, m)
			at[c.Heap] += n
			is := p.look(at)
			if p.err != nil || n > 0 && is != c.is[m] {
				return false
			}
			c.is[m] = is
		}
	}
	return true
}

// point returns the numbers of an empty heap with a memory.
func (c *remembering) point(b *box, m int) []int64 {
	at := slices.Clone(b.least)
	for i, side := range c.Sides {
		if i != c.Heap {
			at[i] += int64(m % int(side))
			m /= int(side)
		}
	}
	return at
}

// memory is the inverse of point. It is negative where a number is outside.
func (c *remembering) memory(b *box, at []int64) (m int) {
	for i := len(at) - 1; i >= 0; i-- {
		if i == c.Heap {
			continue
		}
		n := at[i] - b.least[i]
		if n < 0 || n >= int64(c.Sides[i]) {
			return -1
		}
		m = m*int(c.Sides[i]) + int(n)
	}
	return m
}

// read returns the moves of the heaps to the last, or nil where some are of another kind.
func (c *remembering) read(p *prober, last, memories int64) [][][]heap.Taking {
	rows := make([][][]heap.Taking, last+1)
	for n := range rows {
		rows[n] = make([][]heap.Taking, memories)
	}
	for _, one := range p.probes {
		n, from := one.at[c.Heap]-p.least[c.Heap], c.memory(p.box, one.at)
		if n > last {
			continue
		}
		for _, option := range one.options {
			if len(option) != 1 {
				return nil
			}
			t := heap.Taking{Taken: int(one.at[c.Heap] - option[0][c.Heap]), Memory: c.memory(p.box, option[0])}
			if t.Taken < 0 || int64(t.Taken) > n || t.Memory < 0 || t.Taken == 0 && t.Memory == from {
				return nil
			}
			rows[n][from] = append(rows[n][from], t)
		}
		slices.SortFunc(rows[n][from], func(a, b heap.Taking) int {
			return slices.Compare([]int{a.Taken, a.Memory}, []int{b.Taken, b.Memory})
		})
		rows[n][from] = slices.Compact(rows[n][from])
	}
	return rows
}

// returns cuts the moves off where they return with a modulus, as far as they show.
func (c *remembering) returns() bool {
	number, ids := map[string]int{}, make([]int, len(c.Moves))
	for n, row := range c.Moves {
		key := fmt.Sprint(row)
		if _, ok := number[key]; !ok {
			number[key] = len(number)
		}
		ids[n] = number[key]
	}
	for size := 1; 2*size <= len(ids); size++ {
		for modulus := 1; modulus <= min(size, mostModulus); modulus++ {
			rest := ids[size-modulus:]
			if len(rest) >= leastTurns*modulus && slices.Equal(rest[modulus:], rest[:len(rest)-modulus]) {
				c.Moves, c.Modulus = c.Moves[:size], modulus
				return true
			}
		}
	}
	return false
}

// moves implements candidate: a kind for each number that is taken and what is remembered then.
func (c *remembering) moves(b *box) definable.Moves {
	m := definable.Moves{Coordinates: b.names, Shape: b.shape()}
	if slices.Contains(c.is, false) {
		m.Shape = append(m.Shape, definable.Bound{Formula: c.remembers(b, c.is)})
	}
	type move struct {
		heap.Taking
		from int
	}
	heaps := map[move][]bool{} // which have the move
	var takings []heap.Taking
	for n, row := range c.Moves {
		for from, moves := range row {
			for _, t := range moves {
				if heaps[move{t, from}] == nil {
					heaps[move{t, from}] = make([]bool, len(c.Moves))
				}
				heaps[move{t, from}][n] = true
				if !slices.Contains(takings, t) {
					takings = append(takings, t)
				}
			}
		}
	}
	for _, t := range takings {
		var any []automata.Formula
		for from := range c.is {
			like := heaps[move{t, from}]
			if like == nil {
				continue
			}
			alike := make([]bool, len(c.is))
			for m := range c.is {
				if other := heaps[move{t, m}]; slices.Equal(other, like) {
					alike[m] = true
					if m != from {
						delete(heaps, move{t, m})
					}
				}
			}
			any = append(any, automata.And(c.remembers(b, alike), c.within(b, like)))
		}
		to := c.point(b, t.Memory)
		part := make([]automata.Term, len(to))
		for i, n := range to {
			part[i] = automata.C(n)
		}
		part[c.Heap] = automata.V(b.names[c.Heap]).Plus(automata.C(-int64(t.Taken)))
		m.Kinds = append(m.Kinds, definable.Kind{Where: fmt.Sprintf("taking %d", t.Taken), Guard: automata.Or(any...), Parts: [][]automata.Term{part}})
	}
	return m
}

// remembers is the formula "the memory is one of these".
func (c *remembering) remembers(b *box, memories []bool) automata.Formula {
	if slices.Equal(memories, c.is) && !slices.Contains(c.is, false) {
		return automata.And()
	}
	if len(b.names) == 2 {
		other := 1 - c.Heap
		return ranges(automata.V(b.names[other]), b.least[other], memories)
	}
	var any []automata.Formula
	for m, in := range memories {
		if in {
			at, terms := c.point(b, m), b.terms()
			any = append(any, is(slices.Delete(terms, c.Heap, c.Heap+1), slices.Delete(at, c.Heap, c.Heap+1)))
		}
	}
	return automata.Or(any...)
}

// within is the formula "the heap is one of these, or farther out like one of them".
func (c *remembering) within(b *box, heaps []bool) automata.Formula {
	n, least := automata.V(b.names[c.Heap]), b.least[c.Heap]
	first := len(heaps) - c.Modulus
	if turn := heaps[first:]; !slices.Contains(turn, false) {
		for first > 0 && heaps[first-1] {
			first--
		}
		return automata.Or(ranges(n, least, heaps[:first]), automata.LessEqual(automata.C(least+int64(first)), n))
	}
	any := []automata.Formula{ranges(n, least, heaps[:first])}
	for i, is := range heaps[first:] {
		if from := automata.C(least + int64(first+i)); is {
			any = append(any, automata.And(automata.LessEqual(from, n), automata.Congruent(n, from, int64(c.Modulus))))
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
func (c *remembering) normal(_ *box, m definable.Moves) definable.Moves { return m }

// family implements candidate.
func (c *remembering) family(b *box) (*Family, error) {
	g, err := heap.NewRemembering(c.RememberingRules)
	if err != nil {
		return nil, err
	}
	f := &Family{Name: g.String(), Words: "a heap with a memory", Table: g, least: b.least, place: g.Place}
	if len(b.names) == 1 {
		f.Words, f.Sequence, f.Table = "a heap", g.At(make([]uint64, 1)), nil
	}
	return f, nil
}
