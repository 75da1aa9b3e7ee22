package search

// Couples decide who wins without the values of all options: a couple is a part and a heap of
// Nim beside it.

import (
	"context"
	"errors"
	"math"
	"math/bits"
	"reflect"
	"slices"
	"sync"

	"github.com/grundy-games/grundy/internal/meter"
)

// Couples decide in normal play whether a part G and a heap of n are a P-position together, which
// they are exactly if G has the nim-value n. Of a G that falls apart that asks for much less than
// the nim-values of all options:
//
//   - G + *n is N as soon as one option is P. An option is a sum: equal parts of it cancel, parts
//     whose nim-values are known go into the heap, and of the others all but the largest are valued.
//     One part is left: a couple again.
//   - The couple to look at next is found by proof numbers (L. V. Allis 1994), depth first
//     (A. Nagai 2002), with the weak sum of T. Ueda et al. 2008, since a position is met on many ways.
//
// Lemoine and Viennot decide Sprouts in this way ("Nimbers are inevitable", TCS 462, 2012), and
// Beling and Rogalski Cram ("On pruning search trees of impartial games", AIJ 283, 2020).
//
// Several goroutines search together where [Couples.SetWorkers] says so: all know what one has found.
//
// Play must end. The answers depend on nothing but the rules; the time depends on [Sizer]. One
// goroutine at a time may ask questions.
type Couples[K Key] struct {
	options Options
	more    func() Rules[K] // rules for another searcher
	team    []*searcher[K]  // the first one is the caller's
	isLong  bool            // the search took long enough to call for help
	untold  func()          // ends that others are told how far it has come
	helping bool            // others search too
	helpers sync.WaitGroup

	// mu guards what is below, and is held by who searches, except while rules are asked.
	mu      sync.Mutex
	stopped error    // why all are to stop
	store   store[K] // numbers of the nodes
	chunks  []*[chunk]node[K]
	count   uint32 // of nodes
	forms   forms
	efforts efforts
	far     map[couple]struct{} // couples that are N, with heaps of noBits or more
	words   uint64              // in the lists of options
	root    couple              // that the search is about
	depth   int                 // of the way on which an error was met
	learned uint64              // findings that were taken back

	steps, begun, work, counted, met, gains uint64
}

// chunk is how many nodes stand together. They never move.
const chunk = 1 << 8

// node returns a node by its number.
func (c *Couples[K]) node(id uint32) *node[K] { return &c.chunks[id/chunk][id%chunk] }

// A Sizer is a lister that estimates how long it takes to decide a position: the number of its
// moves will do. It is asked once a position and must take little. Without it, all are taken to be alike.
type Sizer[K comparable] interface {
	Size(key K) uint32
}

// A couple is the node of a part, and a heap.
type couple struct{ node, heap uint32 }

// A node is a part.
type node[K Key] struct {
	key   K
	not   uint64 // a bit for each heap below noBits with which it is an N-position
	value int32  // the nim-value, or unknown
	size  uint32
	// list holds the options, once they are listed: of each the number of its parts, the room
	// that they have, and a heap, then the parts. Parts whose values are known move into
	// the heap.
	list     []uint32
	listed   bool
	mirrored bool   // the value is 0 by a strategy, and nothing was searched
	on       uint32 // a bit for each searcher that is at it
}

const (
	unknown = -1
	noBits  = 64
	// most is the effort for what cannot be shown.
	most = math.MaxUint32 >> 2
)

// known returns the nim-value, if it is known.
func (n *node[K]) known() (v int32, ok bool) { return n.value, n.value != unknown }

// NewCouples returns couples of a game, none of which is decided. The rules are played in normal play.
func NewCouples[K Key](r Rules[K], o Options) *Couples[K] {
	c := &Couples[K]{options: o, store: newStore[K](), efforts: newEfforts(), far: map[couple]struct{}{}, forms: newForms()}
	c.SetRules(r)
	return c
}

// SetRules replaces the rules from now on by others that say the same, such as those
// of another run. They are one goroutine's until the next [Couples.SetMore].
func (c *Couples[K]) SetRules(r Rules[K]) {
	c.more = nil
	c.team = append(c.team[:0], c.newSearcher(r, 0))
}

// SetOptions sets what may be used from now on; what was used counts.
func (c *Couples[K]) SetOptions(o Options) {
	if o.Memory != c.options.Memory {
		c.efforts.uncap()
	}
	c.options = o
}

// Positions returns how many parts were met.
func (c *Couples[K]) Positions() uint64 { return uint64(c.count) }

// Couples returns how many couples were looked at.
func (c *Couples[K]) Couples() uint64 { return c.met }

// Gains returns how many options were sums of several parts, and positions valued by symmetry. Where
// there are none, a search of all positions may take less.
func (c *Couples[K]) Gains() uint64 { return c.gains }

// Steps returns how many options were looked at.
func (c *Couples[K]) Steps() uint64 { return c.steps }

// Bytes returns the memory in use, about.
func (c *Couples[K]) Bytes() uint64 {
	const frame = 512 // of the search
	bytes := c.store.bytes() + c.forms.bytes() + uint64(len(c.chunks))*uint64(reflect.TypeFor[[chunk]node[K]]().Size()) +
		4*c.words + c.efforts.bytes() + uint64(len(c.far))*32
	for _, s := range c.team {
		bytes += uint64(len(s.way)) * frame
	}
	return bytes
}

// Far says how far the search has come. Any goroutine may ask, also after the search has ended.
func (c *Couples[K]) Far() meter.Far {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.come()
}

// come is Far where the lock is held.
func (c *Couples[K]) come() meter.Far {
	f := meter.Far{Couples: c.met, Positions: c.Positions(), Bytes: c.Bytes(), Memory: c.options.Memory, Depth: c.depth}
	for _, s := range c.team {
		f.Depth = max(f.Depth, len(s.way))
	}
	if c.root.node < c.count {
		for parts := range eachOption(c.node(c.root.node).list) {
			f.Options++
			if total, open := c.total(parts); len(open) == 0 && total != c.root.heap || len(open) == 1 && c.isN(couple{open[0], total ^ c.root.heap}) {
				f.Refuted++
			}
		}
	}
	return f
}

// total returns what the known ones of some parts come to, and the others.
func (c *Couples[K]) total(parts []uint32) (total uint32, open []uint32) {
	for _, id := range parts {
		if v, known := c.node(id).known(); known {
			total ^= uint32(v)
		} else {
			open = append(open, id)
		}
	}
	return total, open
}

// IsP reports whether the sum of positions with these keys and a heap of n is a P-position.
// The error comes from the rules, or is a [*CycleError], a [*BudgetError], or ctx's. Later
// questions use what this one has found, also after an error.
func (c *Couples[K]) IsP(ctx context.Context, n uint64, keys ...K) (p bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.team[0]
	parts, err := s.partsOf(keys)
	if err != nil {
		return false, err
	}
	heap, last, err := s.reduce(ctx, parts)
	n ^= uint64(heap)
	switch {
	case err != nil:
		return false, err
	case last < 0:
		return n == 0, nil
	case n > math.MaxInt32: // than any part has
		return false, nil
	}
	return s.isP(ctx, couple{uint32(last), uint32(n)})
}

// NimValue returns the nim-value of the sum of positions with these keys. Errors come as from
// [Couples.IsP].
func (c *Couples[K]) NimValue(ctx context.Context, keys ...K) (uint64, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.team[0]
	parts, err := s.partsOf(keys)
	if err != nil {
		return 0, err
	}
	heap, last, err := s.reduce(ctx, parts)
	if err != nil || last < 0 {
		return uint64(heap), err
	}
	v, err := s.value(ctx, uint32(last))
	return uint64(heap ^ v), err
}

// Known returns the nim-value of the sum of positions with these keys, if it was found.
func (c *Couples[K]) Known(keys ...K) (uint64, bool) {
	v, open, met := c.known(keys)
	return v, met && len(open) == 0
}

// Decided returns what is known without search of the sum of positions with these keys and a
// heap of n.
func (c *Couples[K]) Decided(n uint64, keys ...K) (p, known bool) {
	v, open, met := c.known(keys)
	switch n ^= v; {
	case !met:
	case len(open) == 0:
		return n == 0, true
	case len(open) == 1 && n <= math.MaxUint32:
		return false, c.isN(couple{open[0], uint32(n)})
	}
	return false, false
}

// known returns what the known parts of a sum come to when equal ones have cancelled, and the others;
// met says whether all were met.
func (c *Couples[K]) known(keys []K) (v uint64, open []uint32, met bool) {
	var parts []uint32
	for _, k := range keys {
		_, cell := c.store.find(k)
		if cell == 0 {
			return 0, nil, false
		}
		parts = append(parts, cell-1)
	}
	total, open := c.total(cancelled(parts))
	return uint64(total), open, true
}

// Set makes the nim-value of a part known, without proof.
func (c *Couples[K]) Set(k K, v uint64) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	parts, err := c.team[0].partsOf([]K{k})
	if err == nil && v <= math.MaxInt32 && c.node(parts[0]).value == unknown {
		c.settle(parts[0], uint32(v))
	}
	return err
}

// cancelled sorts parts and drops pairs of equal ones.
func cancelled(parts []uint32) []uint32 {
	slices.Sort(parts)
	left := parts[:0]
	for i := 0; i < len(parts); i++ {
		if i+1 < len(parts) && parts[i] == parts[i+1] {
			i++
			continue
		}
		left = append(left, parts[i])
	}
	return left
}

func (c *Couples[K]) outOf(what string) error {
	limit := map[string]uint64{"memory": c.options.Memory, "positions": c.options.Positions, "steps": c.options.Steps}[what]
	return &BudgetError{Positions: c.Positions(), What: what, Limit: limit}
}

// settle makes the nim-value of a node known. Its options are not needed any more.
func (c *Couples[K]) settle(id, v uint32) {
	n := c.node(id)
	n.value = int32(v)
	c.forget(n)
	c.recall(n)
}

// forget drops the options of a node.
func (c *Couples[K]) forget(n *node[K]) {
	c.words -= uint64(len(n.list))
	n.list, n.listed = nil, false
}

// isN reports whether it is known that a couple is an N-position, other than by the value of its node.
func (c *Couples[K]) isN(x couple) bool {
	if x.heap < noBits {
		return c.node(x.node).not>>x.heap&1 != 0
	}
	_, far := c.far[x]
	return far
}

func (c *Couples[K]) noteN(x couple) {
	n := c.node(x.node)
	if x.heap < noBits {
		n.not |= 1 << x.heap
	} else {
		c.far[x] = struct{}{}
	}
	c.recall(n)
}

// isDecided reports whether it is known who wins at a couple.
func (c *Couples[K]) isDecided(x couple) bool { return c.node(x.node).value != unknown || c.isN(x) }

// spend counts options that were looked at, and looks at the budget now and then.
func (c *Couples[K]) spend(ctx context.Context, looked int) error {
	c.steps += uint64(looked)
	c.work += uint64(looked) + 1
	if c.options.Steps > 0 && c.steps > c.options.Steps {
		return c.outOf("steps")
	}
	if !c.isLong && c.steps-c.begun >= helpAfter && len(c.team[0].way) > 0 {
		c.callHelp(ctx)
	}
	if c.work < checkEvery {
		return nil
	}
	c.work = 0
	if err := ctx.Err(); err != nil {
		return err
	}
	if more := c.Positions() - c.counted; more >= countEvery {
		meter.Of(ctx).Count(more)
		c.counted = c.Positions()
	}
	if limit := c.options.Memory; limit > 0 && c.Bytes() > limit {
		for id := range c.count { // lists are made again when they are wanted
			if n := c.node(id); n.listed && n.on == 0 {
				c.forget(n)
			}
		}
		c.efforts.cap(limit / 8)
		if c.Bytes() > limit-limit/8 {
			return c.outOf("memory")
		}
	}
	return nil
}

// An effort says how much is left to show that the player to move wins, or loses: 0 where it is
// shown, most where it cannot be.
type effort struct{ win, lose uint32 }

// effortOf returns the effort for a couple. Met holds efforts that the table may have
// forgotten.
func (c *Couples[K]) effortOf(x couple, met map[couple]effort) effort {
	n := c.node(x.node)
	switch {
	case n.value != unknown && uint32(n.value) == x.heap:
		return effort{most, 0}
	case n.value != unknown, c.isN(x):
		return effort{0, most}
	}
	if e, ok := c.efforts.get(x); ok {
		return e
	}
	if e, ok := met[x]; ok && c.efforts.forgets {
		return e
	}
	return effort{1, n.size}
}

// decide works on a couple that is not decided, until it is or its efforts reach those given.
func (s *searcher[K]) decide(ctx context.Context, x couple, until effort) error {
	n := s.couples.node(x.node)
	first := n.on&s.bit == 0
	if !first && s.way[len(s.way)-1].node != x.node { // not for another heap beside the same part
		return s.cycle(x.node)
	}
	n.on |= s.bit
	s.way = append(s.way, x)
	err := s.turn(ctx, x, n, until)
	if err != nil {
		s.couples.depth = max(s.couples.depth, len(s.way))
	}
	s.way = s.way[:len(s.way)-1]
	if first {
		n.on &^= s.bit
	}
	if errors.Is(err, errRecalled) && s.until == len(s.way) {
		err = nil
	}
	return err
}

// turn looks at the options of a couple that is on the way.
func (s *searcher[K]) turn(ctx context.Context, x couple, n *node[K], until effort) error {
	_, seen := s.couples.efforts.get(x)
	var met map[couple]effort // of options
	for {
		if s.couples.isDecided(x) { // found on the way, or by others
			return nil
		}
		if !n.listed {
			list, err := s.list(ctx, x.node)
			if err != nil {
				return err
			}
			if !n.listed && n.value == unknown {
				n.list, n.listed = list, true
				s.couples.words += uint64(len(list))
			}
			continue
		}
		if !seen {
			seen = true
			s.couples.met++
		}
		own, next, err := s.look(ctx, x, until, met)
		if err != nil {
			return err
		}
		switch {
		case own.win == 0:
			s.couples.noteN(x)
			return nil
		case own.lose == 0:
			s.couples.settle(x.node, x.heap)
			return nil
		}
		s.couples.efforts.put(x, own)
		s.last = own
		if own.win >= until.win || own.lose >= until.lose {
			return nil
		}
		if next.several {
			if _, err := s.value(ctx, next.node); err != nil {
				return err
			}
			continue
		}
		bound := effort{until.lose, until.win}
		if bound.win < most {
			bound.win -= min(bound.win-1, next.others)
		}
		if next.second < most {
			bound.lose = min(bound.lose, next.second+1+next.second/4)
		}
		if err := s.decide(ctx, next.couple, bound); err != nil {
			return err
		}
		// Without what a forgetful table has lost, the same option might be taken again and again.
		if s.couples.efforts.forgets {
			if met == nil {
				met = map[couple]effort{}
			}
			met[next.couple] = s.last
		}
	}
}

// A choice is the option of a couple to look at next.
type choice struct {
	couple
	// Several says that the option is a sum of parts that are not known; node is the smallest
	// of them.
	several bool
	others  uint32 // options that are not known to be N, besides it
	second  uint32 // the least effort to show that another one is lost
}

// choices choose the option with the least effort to show that it is lost.
type choices struct {
	choice
	least uint32
}

func newChoices() choices { return choices{choice{second: most + 1}, most + 1} }

func (c *choices) offer(lose uint32, option couple, several bool) {
	if lose < c.least {
		c.second, c.least = c.least, lose
		c.couple, c.several = option, several
	} else {
		c.second = min(c.second, lose)
	}
}

// look returns the efforts of a couple by those of its options, and the option with which the player
// to move comes most easily to win. Where others search too, those at which they are seem harder.
func (s *searcher[K]) look(ctx context.Context, x couple, until effort, met map[couple]effort) (own effort, next choice, err error) {
	real, apart := newChoices(), newChoices()
	greatest, open := uint32(0), uint32(0)
	offer := func(e effort, option couple, several bool) {
		if e.win == 0 { // the opponent wins
			return
		}
		real.offer(e.lose, option, several)
		if s.couples.helping && e.lose < until.win {
			others := s.couples.node(option.node).on &^ s.bit
			apart.offer(uint32(min(uint64(e.lose)*uint64(1+bits.OnesCount32(others)), most)), option, several)
		}
		greatest = max(greatest, e.win)
		open++
	}
	list := s.couples.node(x.node).list
	looked := 0
	for at := 0; at < len(list); looked++ {
		count, room := list[at], list[at+1]
		parts := list[at+3 : at+3+int(count)]
		e, smallest := effort{}, uint32(0)
		var size, small uint32
		for i := 0; i < len(parts); i++ {
			n := s.couples.node(parts[i])
			if n.value == unknown {
				if size += n.size; small == 0 || n.size < small {
					small, smallest = n.size, parts[i]
				}
				continue
			}
			list[at+2] ^= uint32(n.value)
			last := len(parts) - 1
			parts[i] = parts[last]
			parts = parts[:last]
			i--
		}
		list[at] = uint32(len(parts))
		heap := list[at+2] ^ x.heap
		option := couple{smallest, heap}
		switch {
		case len(parts) == 0 && heap == 0:
			e = effort{most, 0}
		case len(parts) == 0:
			e = effort{0, most}
		case len(parts) == 1:
			e = s.couples.effortOf(option, met)
		default:
			e = effort{1, min(size, most-1)}
		}
		offer(e, option, len(parts) > 1)
		if e.lose == 0 {
			return effort{0, most}, next, nil
		}
		at += 3 + int(room)
	}
	if uint64(x.heap) > uint64(looked) {
		return effort{0, most}, next, nil // it has at most as many options
	}
	for heap := range x.heap {
		option := couple{x.node, heap}
		e := s.couples.effortOf(option, met)
		offer(e, option, false)
		if e.lose == 0 {
			return effort{0, most}, next, nil
		}
	}
	if err := s.couples.spend(ctx, looked); err != nil {
		return own, next, err
	}
	if open == 0 {
		return effort{most, 0}, next, nil
	}
	next = real.choice
	if s.couples.helping && apart.least <= most {
		next = apart.choice
	}
	next.others = open - 1
	return effort{real.least, min(greatest+next.others, most-1)}, next, nil
}
