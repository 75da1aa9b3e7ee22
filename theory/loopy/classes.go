//go:build !playing

package loopy

// Birthdays of nodes, and classes of nodes that are the same form.

import (
	"context"
	"hash/maphash"
	"slices"

	"github.com/grundy-games/grundy/internal/meter"
)

// ClassCost returns the memory that [Birthdays] and [Classes] need at their peak.
func ClassCost(nodes, edges uint64) uint64 { return 160*nodes + 20*edges }

// stops asks now and then whether to go on.
type stops struct {
	ctx  context.Context
	work int
}

func (s *stops) after(work int) error {
	if s.work += work; s.work < 1<<20 {
		return nil
	}
	s.work = 0
	return s.ctx.Err()
}

// Birthdays returns the formal birthday of each node: 0 without options, otherwise one more than the greatest of
// its options. That is the length of the longest play. It is [Infinite] where play need not end. The order has
// the nodes where it must, options first.
//
// It costs O(nodes + edges). Its error is ctx's.
func Birthdays(ctx context.Context, g *Graph) (birthdays []uint64, order []uint32, err error) {
	birthdays, left := make([]uint64, len(g.out)), slices.Clone(g.out)
	for v, d := range g.out {
		if birthdays[v] = Infinite; d == 0 {
			birthdays[v] = 0
			order = append(order, uint32(v))
		}
	}
	stop, longest := stops{ctx: ctx}, make([]uint32, len(g.out))
	for i := 0; i < len(order); i++ {
		v := order[i]
		row := g.predecessors(v)
		if err := stop.after(len(row) + 1); err != nil {
			return nil, nil, err
		}
		for _, p := range row {
			longest[p] = max(longest[p], uint32(birthdays[v])+1)
			if left[p]--; left[p] == 0 {
				birthdays[p] = uint64(longest[p])
				order = append(order, p)
			}
		}
	}
	return birthdays, order, nil
}

// Classes numbers the nodes so that two have the same number if they are the same form: their options have the same
// numbers. Where play need not end, nodes have the same number unless that leads to a contradiction, so that it is the
// coarsest such partition (bisimulation). Nodes of one class have the same outcome, nim-value, remoteness and
// birthday, in all sums. The numbers are 0, 1, …, but in no order.
//
// Where play must end, a class is found by the set of those of its options, options first. The rest is divided by these,
// and then as R. Paige and R. E. Tarjan do it (Three partition refinement algorithms, SIAM J. Comput. 16, 1987, section 3),
// after A. Dovier, C. Piazza and A. Policriti (An efficient algorithm for computing bisimulation equivalence, Theor.
// Comput. Sci. 311, 2004). It costs O(nodes + edges log nodes), and memory as [ClassCost] says. Its error is ctx's, or
// that of its budget of memory.
func Classes(ctx context.Context, g *Graph) ([]uint32, error) {
	account := meter.Open(ctx)
	defer account.Close()
	if err := account.Take(ClassCost(uint64(g.Nodes()), uint64(g.Edges()))); err != nil {
		return nil, err
	}
	birthdays, order, err := Birthdays(ctx, g)
	if err != nil {
		return nil, err
	}
	options, stop := g.Options(), stops{ctx: ctx}
	classes := make([]uint32, g.Nodes())
	sets := newNumbering()
	var set []uint32
	number := func(sets *numbering, v uint32) (uint32, error) {
		set = set[:0]
		for _, q := range options(v) {
			if birthdays[q] != Infinite {
				set = append(set, classes[q])
			}
		}
		slices.Sort(set)
		set = slices.Compact(set)
		return sets.of(set), stop.after(len(set) + 1)
	}
	for _, v := range order {
		if classes[v], err = number(sets, v); err != nil {
			return nil, err
		}
	}
	if len(order) == len(classes) {
		return classes, nil
	}
	first := uint32(sets.count())
	rest := newPartition(g, func(v uint32) bool { return birthdays[v] == Infinite })
	groups := newNumbering()
	for i, v := range rest.nodes {
		if rest.block[i], err = number(groups, v); err != nil {
			return nil, err
		}
	}
	if err := rest.refine(groups.count(), &stop); err != nil {
		return nil, err
	}
	for i, v := range rest.nodes {
		classes[v] = first + rest.block[i]
	}
	return classes, nil
}

// A numbering gives sets of numbers numbers.
type numbering struct {
	seed  maphash.Seed
	first map[uint64]uint32 // by hash: a set with it, and one more
	next  []uint32          // by set: another one with the same hash, and one more
	ends  []int             // by set: where it ends in all
	all   []uint32
}

func newNumbering() *numbering {
	return &numbering{seed: maphash.MakeSeed(), first: map[uint64]uint32{}}
}

func (n *numbering) count() int { return len(n.ends) }

func (n *numbering) at(i uint32) []uint32 {
	begin := 0
	if i > 0 {
		begin = n.ends[i-1]
	}
	return n.all[begin:n.ends[i]]
}

// of returns the number of a set, whose elements ascend.
func (n *numbering) of(set []uint32) uint32 {
	var hash uint64
	for _, v := range set {
		hash = (hash ^ uint64(v)) * 0x9E3779B97F4A7C15
		hash ^= hash >> 29
	}
	hash = maphash.Comparable(n.seed, hash)
	for i := n.first[hash]; i > 0; i = n.next[i-1] {
		if slices.Equal(n.at(i-1), set) {
			return i - 1
		}
	}
	i := uint32(len(n.ends))
	n.all = append(n.all, set...)
	n.ends, n.next = append(n.ends, len(n.all)), append(n.next, n.first[hash])
	n.first[hash] = i + 1
	return i
}

// A partition divides some nodes of a graph into blocks. It numbers the nodes from 0 on, here called elements. Blocks
// lie side by side in order, and those that have not yet been told apart by moves to them are a union: each element of
// a union has as many moves to it as the record of each of these moves says.
type partition struct {
	nodes       []uint32
	into, from  []uint32 // the moves to an element e come from from[into[e]:into[e+1]]
	block       []uint32 // of an element
	order       []uint32 // all elements, block by block
	place       []uint32 // of an element in order
	begin, end  []uint32 // of a block in order
	marked      []uint32 // how many of a block are marked, which come first
	union       []uint32 // of a block
	first, last []uint32 // where a union begins and ends in order
	record      []uint32 // of a move, its place in counts
	counts      []uint32
	spare       []uint32 // records that are free
}

// newPartition takes the nodes that are in, and the moves between them.
func newPartition(g *Graph, in func(v uint32) bool) *partition {
	p := &partition{into: []uint32{0}}
	element := make([]uint32, g.Nodes())
	for v := range uint32(g.Nodes()) {
		if in(v) {
			element[v] = uint32(len(p.nodes))
			p.nodes = append(p.nodes, v)
		}
	}
	for _, v := range p.nodes {
		for _, u := range g.predecessors(v) {
			p.from = append(p.from, element[u]) // which need not end, as v need not
		}
		p.into = append(p.into, uint32(len(p.from)))
	}
	p.block = make([]uint32, len(p.nodes))
	return p
}

// refine divides the blocks, whose number is given, until all elements of a block have moves to the same
// blocks. Each element must have a move.
func (p *partition) refine(blocks int, stop *stops) error {
	p.sort(blocks)
	// At first all elements are one union, to which each has all of its moves.
	p.first, p.last = []uint32{0}, []uint32{uint32(len(p.nodes))}
	p.union = make([]uint32, blocks)
	p.counts, p.record = make([]uint32, len(p.nodes)), make([]uint32, len(p.from))
	for move, e := range p.from {
		p.counts[e]++
		p.record[move] = e
	}
	work := []uint32{} // unions of several blocks
	if blocks > 1 {
		work = append(work, 0)
	}
	fresh := make([]uint32, len(p.nodes)) // the record of an element for moves to the splitter, and one more
	var movers, touched []uint32
	for len(work) > 0 {
		union := work[len(work)-1]
		work = work[:len(work)-1]
		splitter := p.block[p.order[p.first[union]]]
		if other := p.block[p.order[p.last[union]-1]]; p.size(other) < p.size(splitter) {
			splitter = other
		}
		begin, end := p.begin[splitter], p.end[splitter]
		if begin == p.first[union] {
			p.first[union] = end
		} else {
			p.last[union] = begin
		}
		p.union[splitter] = uint32(len(p.first))
		p.first, p.last = append(p.first, begin), append(p.last, end)
		if p.size(p.block[p.order[p.first[union]]]) < p.last[union]-p.first[union] {
			work = append(work, union)
		}
		// Those that move to the splitter, and how often.
		movers = movers[:0]
		var old []uint32 // their records for moves to the union
		for _, e := range p.order[begin:end] {
			for move := p.into[e]; move < p.into[e+1]; move++ {
				m := p.from[move]
				if fresh[m] == 0 {
					fresh[m] = p.newRecord() + 1
					movers, old = append(movers, m), append(old, p.record[move])
				}
				p.counts[fresh[m]-1]++
			}
		}
		if err := stop.after(len(movers) + int(end-begin)); err != nil {
			return err
		}
		split := func(which func(i int) bool) {
			touched = touched[:0]
			for i, m := range movers {
				if which(i) {
					if b := p.block[m]; p.marked[b] == 0 {
						touched = append(touched, b)
					}
					p.mark(m)
				}
			}
			for _, b := range touched {
				if u, divided := p.union[b], p.divide(b); divided && p.last[u]-p.first[u] == p.size(b)+p.size(uint32(len(p.begin)-1)) {
					work = append(work, u) // it was one block
				}
			}
		}
		split(func(int) bool { return true })
		split(func(i int) bool { return p.counts[fresh[movers[i]]-1] == p.counts[old[i]] }) // not to the rest of the union
		for at := begin; at < end; at++ {
			e := p.order[at]
			for move := p.into[e]; move < p.into[e+1]; move++ {
				before := p.record[move]
				if p.counts[before]--; p.counts[before] == 0 {
					p.spare = append(p.spare, before)
				}
				p.record[move] = fresh[p.from[move]] - 1
			}
		}
		for _, m := range movers {
			fresh[m] = 0
		}
	}
	return nil
}

// sort puts the elements in order, by blocks.
func (p *partition) sort(blocks int) {
	p.begin, p.end, p.marked = make([]uint32, blocks), make([]uint32, blocks), make([]uint32, blocks)
	for _, b := range p.block {
		p.end[b]++
	}
	at := uint32(0)
	for b, size := range p.end {
		p.begin[b], p.end[b] = at, at
		at += size
	}
	p.order, p.place = make([]uint32, len(p.block)), make([]uint32, len(p.block))
	for e, b := range p.block {
		p.order[p.end[b]], p.place[e] = uint32(e), p.end[b]
		p.end[b]++
	}
}

func (p *partition) size(block uint32) uint32 { return p.end[block] - p.begin[block] }

// newRecord returns a record of no moves.
func (p *partition) newRecord() uint32 {
	if last := len(p.spare) - 1; last >= 0 {
		record := p.spare[last]
		p.spare = p.spare[:last]
		return record
	}
	p.counts = append(p.counts, 0)
	return uint32(len(p.counts) - 1)
}

// mark brings an element that is not marked to the front of its block.
func (p *partition) mark(e uint32) {
	b := p.block[e]
	to, at := p.begin[b]+p.marked[b], p.place[e]
	other := p.order[to]
	p.order[to], p.order[at] = e, other
	p.place[e], p.place[other] = to, at
	p.marked[b]++
}

// divide makes the marked elements of a block a new one, unless that is all of them.
func (p *partition) divide(b uint32) (divided bool) {
	count := p.marked[b]
	if p.marked[b] = 0; count == p.size(b) {
		return false
	}
	begin := p.begin[b]
	p.begin[b] += count
	fresh := uint32(len(p.begin))
	p.begin, p.end = append(p.begin, begin), append(p.end, begin+count)
	p.marked, p.union = append(p.marked, 0), append(p.union, p.union[b])
	for _, e := range p.order[begin : begin+count] {
		p.block[e] = fresh
	}
	return true
}
