package search

// Several goroutines look for the same couple. Each goes its own way, since options at which others are seem
// harder to it (T. Kaneko, "Parallel depth first proof number search", AAAI 2010), and they share
// all that is known. Most time goes into the rules, so one lock for the rest is enough.

import (
	"context"
	"errors"
	"math"
	"math/bits"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
)

// A searcher is one goroutine's part in a search. Its methods are called with the lock held.
type searcher[K Key] struct {
	couples  *Couples[K]
	rules    Rules[K]
	sizer    Sizer[K]
	mirrorer grundy.Mirrorer[K]
	former   former[K]
	bit      uint32 // in the nodes at which it is

	way      []couple // that it is at, each an option of the one before, or of a part of that
	last     effort   // of the couple that was looked at last
	recalled bool     // others have decided a couple on the way
	until    int      // with errRecalled: the place of that couple

	// Room for one list of options.
	listing Moves[K]
	fresh   []fresh[K]
	places  map[K]uint32 // of these
	parts   []uint32
	ends    [][2]uint32
}

// A fresh node is one to be.
type fresh[K Key] struct {
	key      K
	id       uint32 // once it is a node
	size     uint32
	mirrored bool
	form     [2]uint64 // a hash, or 0
	same     bool      // the node has the form of an earlier one
}

var (
	// errRecalled leads back to a couple on the way that others have decided.
	errRecalled = errors.New("decided by others")
	// errStop says that others have met an error.
	errStop = errors.New("stopped by others")
)

// mostSearchers is how many searchers nodes can tell apart.
const mostSearchers = 32

// notYet marks the place of a fresh node where the number of a node stands.
const notYet = 1 << 31

// helpAfter is how many options are looked at before others help: some 3 ms.
var helpAfter uint64 = 1 << 14

// SetMore lets several goroutines search together: more returns rules for another one that
// say the same. There are as many as [Options] and the context allow. The answers do not depend on their
// number; how much is known beside them may.
func (c *Couples[K]) SetMore(more func() Rules[K]) { c.more = more }

func (c *Couples[K]) newSearcher(r Rules[K], index int) *searcher[K] {
	s := &searcher[K]{couples: c, rules: r, bit: 1 << index, places: map[K]uint32{}}
	s.sizer, _ = r.(Sizer[K])
	s.mirrorer, _ = r.(grundy.Mirrorer[K])
	s.former.rules, _ = r.(grundy.Former[K])
	return s
}

// callHelp tells whoever waits how far the search comes, and lets others search too. Where steps are
// bounded, one alone ends at the same place on every machine.
func (c *Couples[K]) callHelp(ctx context.Context) {
	c.isLong = true
	c.untold = meter.Of(ctx).Tell(c.Far)
	workers := min(meter.Cores(ctx, c.options.Workers), mostSearchers)
	if workers < 2 || c.more == nil || c.options.Steps > 0 && c.options.Workers == 0 {
		return
	}
	c.helping = true
	for len(c.team) < workers {
		c.team = append(c.team, c.newSearcher(c.more(), len(c.team)))
	}
	x := c.team[0].way[0]
	for _, s := range c.team[1:workers] {
		c.helpers.Go(func() {
			c.mu.Lock()
			defer c.mu.Unlock()
			s.way, s.recalled = s.way[:0], false
			if err := s.decide(ctx, x, effort{most, most}); err != nil && c.stopped == nil {
				c.stopped = err
			}
		})
	}
}

// dismiss waits for the helpers after the caller's search has ended with an error or nil, and
// returns the first error of all.
func (c *Couples[K]) dismiss(ctx context.Context, err error) error {
	if c.isLong {
		c.isLong = false
		c.untold()
		if ctx.Err() != nil { // whoever has interrupted it will ask
			far := c.come()
			meter.Of(ctx).Tell(func() meter.Far { return far })
		}
	}
	if !c.helping {
		return err
	}
	if c.stopped == nil {
		c.stopped = err
	}
	c.mu.Unlock()
	c.helpers.Wait()
	c.mu.Lock()
	err, c.stopped, c.helping = c.stopped, nil, false
	return err
}

// recall tells the searchers that are at a node that something was decided there.
func (c *Couples[K]) recall(n *node[K]) {
	if c.helping {
		for on := n.on; on != 0; on &= on - 1 {
			c.team[bits.TrailingZeros32(on)].recalled = true
		}
	}
}

// outside calls f without the lock. Afterwards the error says that the searcher is to stop, or to
// go back.
func (s *searcher[K]) outside(f func() error) error {
	err := func() error {
		s.couples.mu.Unlock()
		defer s.couples.mu.Lock()
		return f()
	}()
	switch {
	case err != nil:
		return err
	case s.couples.stopped != nil:
		return errStop
	case s.recalled:
		s.recalled = false
		if i := slices.IndexFunc(s.way, s.couples.isDecided); i >= 0 {
			s.until = i
			return errRecalled
		}
	}
	return nil
}

// partsOf returns the nodes of keys, without those that cancel.
func (s *searcher[K]) partsOf(keys []K) ([]uint32, error) {
	s.listing.Parts = append(s.listing.Parts[:0], keys...)
	if err := s.meet(); err != nil {
		return nil, err
	}
	return cancelled(slices.Clone(s.parts)), nil
}

// meet finds the nodes of the parts of the listing, and makes those that are new.
func (s *searcher[K]) meet() error {
	s.parts, s.fresh = s.parts[:0], s.fresh[:0]
	for _, k := range s.listing.Parts {
		_, id := s.couples.store.find(k)
		if id--; id == math.MaxUint32 {
			at, seen := s.places[k]
			if !seen {
				at = uint32(len(s.fresh))
				s.places[k] = at
				s.fresh = append(s.fresh, fresh[K]{key: k})
			}
			id = notYet | at
		}
		s.parts = append(s.parts, id)
	}
	if len(s.fresh) == 0 {
		return nil
	}
	clear(s.places)
	if !s.couples.forms.asked && s.couples.count >= formsFrom {
		s.askForms()
	}
	s.former.begun = s.couples.forms.asked
	if err := s.outside(s.measure); err != nil {
		return err
	}
	for _, f := range s.former.earlier {
		s.couples.forms.put(f.form, f.id)
	}
	s.former.earlier = nil
	for i := range s.fresh {
		f := &s.fresh[i]
		if err := s.couples.admit(f); err != nil {
			return err
		}
		if f.same {
			s.former.same++
		}
	}
	for i, id := range s.parts {
		if id&notYet != 0 {
			s.parts[i] = s.fresh[id&^notYet].id
		}
	}
	clear(s.fresh) // of texts
	return nil
}

// measure asks the rules about positions that are to be nodes. It needs no lock.
func (s *searcher[K]) measure() error {
	for i := range s.fresh {
		f := &s.fresh[i]
		if f.size = 1; s.sizer != nil {
			f.size = max(s.sizer.Size(f.key), 1)
		}
		f.mirrored = s.mirrorer != nil && s.mirrorer.Mirrored(f.key)
		f.form = s.former.of(&s.couples.forms, f.key)
	}
	for i := range s.former.earlier {
		f := &s.former.earlier[i]
		f.form = s.former.of(&s.couples.forms, f.key)
	}
	return nil
}

// admit makes a node, unless somebody else has.
func (c *Couples[K]) admit(f *fresh[K]) error {
	slot, cell := c.store.find(f.key)
	if cell != 0 {
		f.id = cell - 1
		return nil
	}
	if c.options.Positions > 0 && c.Positions() >= c.options.Positions {
		return c.outOf("positions")
	}
	f.id, f.same = c.forms.find(f.form)
	if f.same = f.same && !f.mirrored; !f.same {
		f.id = c.count
	}
	slot, ok := c.store.claim(slot, f.key, met, 0)
	if !ok || c.count == notYet || !c.store.set(slot, uint64(f.id)+1, 0) {
		return c.outOf("memory")
	}
	if f.same {
		return nil
	}
	c.forms.put(f.form, f.id)
	if c.count%chunk == 0 {
		c.chunks = append(c.chunks, new([chunk]node[K]))
	}
	c.count++
	n := c.node(f.id)
	*n = node[K]{key: f.key, value: unknown, size: f.size}
	if f.mirrored {
		n.value, n.mirrored = 0, true
		c.gains++
	}
	return nil
}

// list returns the options of a node, each once, with its parts in order. The list is as in a node.
func (s *searcher[K]) list(ctx context.Context, id uint32) (list []uint32, err error) {
	key := s.couples.node(id).key
	s.listing.Parts, s.listing.Ends = s.listing.Parts[:0], s.listing.Ends[:0]
	if err := s.outside(func() error { return s.rules.AppendMoves(&s.listing, key) }); err != nil {
		return nil, err
	}
	if err := s.couples.spend(ctx, len(s.listing.Parts)); err != nil {
		return nil, err
	}
	if err := s.meet(); err != nil {
		return nil, err
	}
	clear(s.listing.Parts) // of texts
	for _, part := range s.parts {
		if s.couples.node(part).on&s.bit != 0 || part == id {
			return nil, s.cycle(part)
		}
	}
	sums := uint64(0)
	err = s.outside(func() error {
		list, sums = s.arrange()
		return nil
	})
	s.couples.gains += sums
	return list, err
}

// arrange writes the list of the options whose parts were met, and counts those that are sums. It needs
// no lock.
func (s *searcher[K]) arrange() (list []uint32, sums uint64) {
	s.ends = s.ends[:0]
	from, to := 0, 0
	for _, end := range s.listing.Ends {
		if end-from > 1 {
			sums++
		}
		start := to
		to += copy(s.parts[to:], cancelled(s.parts[from:end]))
		s.ends = append(s.ends, [2]uint32{uint32(start), uint32(to)})
		from = end
	}
	of := func(o [2]uint32) []uint32 { return s.parts[o[0]:o[1]] }
	slices.SortFunc(s.ends, func(a, b [2]uint32) int { return slices.Compare(of(a), of(b)) })
	s.ends = slices.CompactFunc(s.ends, func(a, b [2]uint32) bool { return slices.Equal(of(a), of(b)) })
	words := 3 * len(s.ends)
	for _, o := range s.ends {
		words += int(o[1] - o[0])
	}
	list = make([]uint32, 0, words)
	for _, o := range s.ends {
		count := o[1] - o[0]
		list = append(append(list, count, count, 0), of(o)...)
	}
	return list, sums
}

// cycle returns the cycle that closes at a node on the way, or from a node to itself.
func (s *searcher[K]) cycle(at uint32) error {
	e := &CycleError[K]{}
	from := max(slices.IndexFunc(s.way, func(x couple) bool { return x.node == at }), 0)
	for i, x := range s.way[from:] {
		if i == 0 || s.way[from+i-1].node != x.node {
			e.Positions = append(e.Positions, s.couples.node(x.node).key)
		}
	}
	return e
}

// reduce values all of some parts that are not known but the largest, and returns the heap that
// the others come to, and that part, or -1.
func (s *searcher[K]) reduce(ctx context.Context, parts []uint32) (heap uint32, last int, err error) {
	slices.SortStableFunc(parts, func(a, b uint32) int { return int(s.couples.node(a).size) - int(s.couples.node(b).size) })
	last = -1
	for _, id := range parts {
		if v := s.couples.node(id).value; v != unknown {
			heap ^= uint32(v)
			continue
		}
		if last >= 0 {
			v, err := s.value(ctx, uint32(last))
			if err != nil {
				return 0, 0, err
			}
			heap ^= v
		}
		last = int(id)
	}
	if last >= 0 {
		if v := s.couples.node(uint32(last)).value; v != unknown {
			return heap ^ uint32(v), -1, nil
		}
	}
	return heap, last, nil
}

// value returns the nim-value of a node.
func (s *searcher[K]) value(ctx context.Context, id uint32) (uint32, error) {
	for heap := uint32(0); ; heap++ {
		if v := s.couples.node(id).value; v != unknown {
			return uint32(v), nil
		}
		if _, err := s.isP(ctx, couple{id, heap}); err != nil {
			return 0, err
		}
	}
}

// isP decides a couple.
func (s *searcher[K]) isP(ctx context.Context, x couple) (bool, error) {
	for !s.couples.isDecided(x) {
		if len(s.way) == 0 {
			s.couples.begun, s.couples.root, s.couples.depth = s.couples.steps, x, 0
		}
		err := s.decide(ctx, x, effort{most, most})
		if len(s.way) == 0 { // at the caller's couple
			err = s.couples.dismiss(ctx, err)
		}
		if err != nil {
			return false, err
		}
	}
	return s.couples.node(x.node).value == int32(x.heap), nil
}
