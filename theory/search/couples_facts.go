package search

// What couples find of the parts of a game holds for every question about that game. So it can be
// kept, and taken back.

import (
	"context"
	"errors"
	"iter"
	"math"
	"slices"
)

// Findings are what is known of a part.
type Findings[K comparable] struct {
	Key K
	// Value is the nim-value, or -1 where it is not known. Then it is none of those in Not, which
	// has a bit for each number below 64, and none of those in Far, from 64 on and in ascending order.
	Value int64
	Not   uint64
	Far   []uint32
	Size  uint32 // of a part whose value is not known, by a [Sizer]
}

var (
	// ErrContradiction says that findings are not those of the same game.
	ErrContradiction = errors.New("it contradicts what is known")
	// ErrUnfounded says that what is known of a part does not follow from its options.
	ErrUnfounded = errors.New("it does not follow from the moves")
)

// Findings yields what is known of each part, except where the rules know it by a strategy. No
// question may be under way.
func (c *Couples[K]) Findings() iter.Seq[Findings[K]] {
	return func(yield func(Findings[K]) bool) {
		far := map[uint32][]uint32{}
		for x := range c.far {
			far[x.node] = append(far[x.node], x.heap)
		}
		for id := range c.count {
			n := c.node(id)
			f := Findings[K]{Key: n.key, Value: -1}
			if v, known := n.known(); known {
				f.Value = int64(v)
			} else {
				f.Not, f.Far, f.Size = n.not, far[id], n.size
				slices.Sort(f.Far)
			}
			if n.mirrored || f.Value < 0 && f.Not == 0 && f.Far == nil {
				continue
			}
			if !yield(f) {
				return
			}
		}
	}
}

// Met reports whether a part was met.
func (c *Couples[K]) Met(k K) bool {
	_, cell := c.store.find(k)
	return cell != 0
}

// Learned returns how many findings were taken back.
func (c *Couples[K]) Learned() uint64 { return c.learned }

// Learn takes findings back, which [Couples.Check] can look at. The error is [ErrContradiction], or a
// [*BudgetError] where there is no room for them. The rules are not asked, so that a key may
// be one that no part has.
func (c *Couples[K]) Learn(f Findings[K]) error {
	if limit := c.options.Memory; limit > 0 && c.Bytes() > limit && !c.Met(f.Key) {
		return c.outOf("memory")
	}
	part := fresh[K]{key: f.Key, size: max(f.Size, 1)}
	if err := c.admit(&part); err != nil {
		return err
	}
	id := part.id
	v, known := c.node(id).known()
	isNot := func(v int64) bool {
		return v >= 0 && v < noBits && f.Not>>v&1 != 0 || v >= noBits && slices.Contains(f.Far, uint32(v))
	}
	switch {
	case f.Value > math.MaxInt32, known && f.Value >= 0 && int64(v) != f.Value, known && isNot(int64(v)), isNot(f.Value):
		return ErrContradiction
	case known:
	case f.Value >= 0:
		if c.isN(couple{id, uint32(f.Value)}) {
			return ErrContradiction
		}
		c.settle(id, uint32(f.Value))
	default:
		for heap := range uint32(noBits) {
			if f.Not>>heap&1 != 0 {
				c.noteN(couple{id, heap})
			}
		}
		for _, heap := range f.Far {
			c.noteN(couple{id, heap})
		}
	}
	c.learned++
	return nil
}

// Check compares what is known of parts with their options and what is known of these: of parts that can
// be reached from those with these keys, and of no more than most. Where all findings of
// earlier couples were taken back, each follows from others, so that the error wraps [ErrUnfounded] if one was
// changed; it is an [*UnfoundedError]. Other errors come from the rules, the budget or ctx.
func (c *Couples[K]) Check(ctx context.Context, most int, keys ...K) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.team[0]
	open, err := s.partsOf(keys)
	seen := map[uint32]bool{}
	for checked := 0; err == nil && checked < most && len(open) > 0; checked++ {
		at := int(uint64(checked) * 0x9e3779b97f4a7c15 >> 33 % uint64(len(open))) // neither deep nor wide
		id := open[at]
		open[at] = open[len(open)-1]
		open = open[:len(open)-1]
		var list []uint32
		if list, err = s.list(ctx, id); err != nil {
			break
		}
		n := c.node(id)
		lacks := c.lacks(list) // where other keys of the same form were known
		if v, known := n.known(); known && !n.mirrored && !lacks && !c.shows(list, uint32(v)) {
			return &UnfoundedError[K]{n.key}
		}
		for heap := range uint32(noBits) {
			if n.not>>heap&1 != 0 && !lacks && !c.showsNot(list, heap) {
				return &UnfoundedError[K]{n.key}
			}
		}
		for parts := range eachOption(list) {
			for _, part := range parts {
				n := c.node(part)
				if _, known := n.known(); !seen[part] && !n.mirrored && (known || n.not != 0) {
					seen[part] = true
					open = append(open, part)
				}
			}
		}
	}
	return err
}

// lacks reports whether nothing is known of some part of an option.
func (c *Couples[K]) lacks(list []uint32) bool {
	for parts := range eachOption(list) {
		for _, id := range parts {
			if n := c.node(id); n.value == unknown && n.not == 0 {
				return true
			}
		}
	}
	return false
}

// An UnfoundedError names a part of which something is taken to be known that does not follow.
type UnfoundedError[K Key] struct{ Key K }

func (*UnfoundedError[K]) Error() string { return ErrUnfounded.Error() }

// Unwrap returns [ErrUnfounded].
func (*UnfoundedError[K]) Unwrap() error { return ErrUnfounded }

// shows reports whether a part with these options has the nim-value v, by what is known of them.
func (c *Couples[K]) shows(list []uint32, v uint32) bool {
	for parts := range eachOption(list) {
		total, open := c.total(parts)
		if len(open) > 1 || len(open) == 0 && total == v || len(open) == 1 && !c.isN(couple{open[0], total ^ v}) {
			return false
		}
	}
	for lower := range v {
		if !c.showsNot(list, lower) {
			return false
		}
	}
	return true
}

// showsNot reports whether a part with these options has another nim-value than v: an option has it, or there
// are fewer.
func (c *Couples[K]) showsNot(list []uint32, v uint32) bool {
	count := uint32(0)
	for parts := range eachOption(list) {
		if total, open := c.total(parts); len(open) == 0 && total == v {
			return true
		}
		count++
	}
	return v > count
}
