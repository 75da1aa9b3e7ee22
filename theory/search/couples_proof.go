package search

// After a search by couples, some of what it found suffices to show the answer: that is its proof.

import (
	"context"
	"errors"
	"iter"
	"math"
)

var errUnasked = errors.New("the sum was not decided before")

// eachOption yields the parts of the options of a list.
func eachOption(list []uint32) iter.Seq[[]uint32] {
	return func(yield func([]uint32) bool) {
		for at := 0; at < len(list); at += 3 + int(list[at+1]) {
			if !yield(list[at+3 : at+3+int(list[at])]) {
				return
			}
		}
	}
}

// A Fact says of a part whether it has a nim-value.
type Fact[K Key] struct {
	Key K
	N   uint64
	// Equal says that N is the nim-value of the part, and otherwise that it is not.
	Equal bool
	// Mirrored says that the lister knows the value 0 by a strategy ([grundy.Mirrorer]).
	Mirrored bool
}

// Proof calls visit for facts that suffice to show what [Couples.IsP] has said of the same sum, each
// after those on which it rests:
//
//   - a part is equal to n if no m < n is its value, and each of its options and a heap of n are an N-position together;
//   - a part is not equal to n if an option has the nim-value n, or it has fewer than n options, or
//     it is equal to another number;
//   - a sum and a heap are P if they come to 0 when equal parts cancel and others
//     are replaced by their values; and N if they do not, or come to one part and a heap that it is not equal to.
//
// The error comes from visit, the rules or ctx. The proof of a question that was not asked is an
// error too.
func (c *Couples[K]) Proof(ctx context.Context, visit func(Fact[K]) error, n uint64, keys ...K) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	parts, err := c.team[0].partsOf(keys)
	if err != nil {
		return err
	}
	p := prover[K]{couples: c, ctx: ctx, visit: visit, equal: map[uint32]bool{}, not: map[couple]bool{}}
	return p.sum(parts, n)
}

// A prover has visited some facts.
type prover[K Key] struct {
	couples *Couples[K]
	ctx     context.Context
	visit   func(Fact[K]) error
	equal   map[uint32]bool // parts whose values are shown
	not     map[couple]bool // that are shown to be N
}

// sum shows whether a sum and a heap are a P-position.
func (p *prover[K]) sum(parts []uint32, heap uint64) error {
	c := p.couples
	total, open := heap, -1
	for i, id := range parts {
		switch v := c.node(id).value; {
		case v != unknown:
			total ^= uint64(v)
		case open >= 0:
			return errUnasked
		default:
			open = i
		}
	}
	if open < 0 && total != 0 { // perhaps one part need not be known
		for i, id := range parts {
			rest := total ^ uint64(c.node(id).value)
			if rest < math.MaxUint32 && c.isN(couple{id, uint32(rest)}) && (open < 0 || c.node(id).size > c.node(parts[open]).size) && !p.equal[id] {
				open = i
			}
		}
		if open >= 0 {
			total ^= uint64(c.node(parts[open]).value)
		}
	}
	for i, id := range parts {
		if i != open {
			if err := p.isEqual(id); err != nil {
				return err
			}
		}
	}
	if open < 0 {
		return nil
	}
	if total > math.MaxInt32 { // a part has fewer options
		return p.isEqual(parts[open])
	}
	return p.isNot(couple{parts[open], uint32(total)})
}

// isEqual shows the nim-value of a part.
func (p *prover[K]) isEqual(id uint32) error {
	if p.equal[id] {
		return nil
	}
	n := p.couples.node(id)
	if n.value == unknown {
		return errUnasked
	}
	fact := Fact[K]{Key: n.key, N: uint64(n.value), Equal: true, Mirrored: n.mirrored}
	if !n.mirrored {
		for heap := range uint32(n.value) {
			if err := p.isNot(couple{id, heap}); err != nil {
				return err
			}
		}
		options, err := p.couples.team[0].list(p.ctx, id)
		if err != nil {
			return err
		}
		for parts := range eachOption(options) {
			if err := p.sum(parts, fact.N); err != nil {
				return err
			}
		}
	}
	p.equal[id] = true
	return p.visit(fact)
}

// isNot shows that a couple is an N-position.
func (p *prover[K]) isNot(x couple) error {
	c := p.couples
	if p.not[x] {
		return nil
	}
	options, err := c.team[0].list(p.ctx, x.node)
	if err != nil {
		return err
	}
	var best []uint32
	least, count, found := uint64(math.MaxUint64), uint32(0), false
	for parts := range eachOption(options) {
		count++
		total, size := x.heap, uint64(0)
		for _, id := range parts {
			v := c.node(id).value
			if v == unknown {
				total = ^x.heap
				break
			}
			total ^= uint32(v)
			if !p.equal[id] {
				size += uint64(c.node(id).size)
			}
		}
		if total == 0 && size < least {
			best, least, found = parts, size, true
		}
	}
	switch v := c.node(x.node).value; {
	case found:
		for _, id := range best {
			if err := p.isEqual(id); err != nil {
				return err
			}
		}
	case x.heap > count:
	case v != unknown && uint32(v) < x.heap:
		if err := p.isEqual(x.node); err != nil {
			return err
		}
	default:
		return errUnasked
	}
	p.not[x] = true
	return p.visit(Fact[K]{Key: c.node(x.node).key, N: uint64(x.heap)})
}
