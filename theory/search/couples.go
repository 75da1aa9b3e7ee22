package search

// Couples decide who wins without the values of all options: a couple is a part and a heap of
// Nim beside it.

import (
	"context"
	"math"
	"reflect"
	"slices"
	"unsafe"

	"github.com/grundy-games/grundy"
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
// Play must end. The answers depend on nothing but the rules; the time depends on [Sizer]. One
// goroutine at a time may use a value.
type Couples[K Key] struct {
	rules    Rules[K]
	sizer    Sizer[K]
	mirrorer grundy.Mirrorer[K]
	former   grundy.Former[K]
	options  Options
	forms    forms

	store   store[K] // numbers of the nodes
	nodes   []node[K]
	efforts efforts
	far     map[couple]struct{} // couples that are N, with heaps of noBits or more
	way     []uint32            // the nodes that the search is at, each once
	words   uint64              // in the lists of options
	texts   uint64              // bytes of keys
	listing Moves[K]
	scratch listScratch
	last    effort // of the couple that was looked at last

	steps, work, counted, met, gains uint64
}

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
	onWay    bool // of the search
	mirrored bool // the value is 0 by a strategy, and nothing was searched
}

const (
	unknown = -1
	noBits  = 64
	// most is the effort for what cannot be shown.
	most = math.MaxUint32 >> 2
)

// NewCouples returns couples of a game, none of which is decided. The rules are played in normal play.
func NewCouples[K Key](r Rules[K], o Options) *Couples[K] {
	c := &Couples[K]{options: o, store: newStore[K](), efforts: newEfforts(), far: map[couple]struct{}{}, forms: newForms()}
	c.SetRules(r)
	return c
}

// SetRules replaces the rules from now on by others that say the same, such as those
// of another run.
func (c *Couples[K]) SetRules(r Rules[K]) {
	c.rules = r
	c.sizer, _ = r.(Sizer[K])
	c.mirrorer, _ = r.(grundy.Mirrorer[K])
	c.former, _ = r.(grundy.Former[K])
}

// SetOptions sets what may be used from now on; what was used counts.
func (c *Couples[K]) SetOptions(o Options) { c.options = o }

// Positions returns how many parts were met.
func (c *Couples[K]) Positions() uint64 { return uint64(len(c.nodes)) }

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
	return c.store.bytes() + c.forms.bytes() + uint64(cap(c.nodes))*uint64(reflect.TypeFor[node[K]]().Size()) + c.texts +
		4*c.words + c.efforts.bytes() + uint64(len(c.far))*32 + uint64(len(c.way))*frame
}

// IsP reports whether the sum of positions with these keys and a heap of n is a P-position.
// The error comes from the rules, or is a [*CycleError], a [*BudgetError], or ctx's. Later
// questions use what this one has found, also after an error.
func (c *Couples[K]) IsP(ctx context.Context, n uint64, keys ...K) (p bool, err error) {
	defer c.leave()
	parts, err := c.partsOf(keys)
	if err != nil {
		return false, err
	}
	heap, last, err := c.reduce(ctx, parts)
	n ^= uint64(heap)
	switch {
	case err != nil:
		return false, err
	case last < 0:
		return n == 0, nil
	case n > math.MaxInt32: // than any part has
		return false, nil
	}
	return c.isP(ctx, couple{uint32(last), uint32(n)})
}

// NimValue returns the nim-value of the sum of positions with these keys. Errors come as from
// [Couples.IsP].
func (c *Couples[K]) NimValue(ctx context.Context, keys ...K) (uint64, error) {
	defer c.leave()
	parts, err := c.partsOf(keys)
	if err != nil {
		return 0, err
	}
	heap, last, err := c.reduce(ctx, parts)
	if err != nil || last < 0 {
		return uint64(heap), err
	}
	v, err := c.value(ctx, uint32(last))
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
	for _, id := range cancelled(parts) {
		if value := c.nodes[id].value; value != unknown {
			v ^= uint64(value)
		} else {
			open = append(open, id)
		}
	}
	return v, open, true
}

// Set makes the nim-value of a part known, without proof.
func (c *Couples[K]) Set(k K, v uint64) error {
	id, err := c.nodeOf(k)
	if err == nil && v <= math.MaxInt32 && c.nodes[id].value == unknown {
		c.settle(id, uint32(v))
	}
	return err
}

// partsOf returns the nodes of keys, without those that cancel.
func (c *Couples[K]) partsOf(keys []K) (parts []uint32, err error) {
	for _, k := range keys {
		id, err := c.nodeOf(k)
		if err != nil {
			return nil, err
		}
		parts = append(parts, id)
	}
	return cancelled(parts), nil
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

// nodeOf returns the node of a key, which is made if it is new.
func (c *Couples[K]) nodeOf(k K) (uint32, error) {
	slot, cell := c.store.find(k)
	if cell != 0 {
		return cell - 1, nil
	}
	size := uint32(1)
	if c.sizer != nil {
		size = max(c.sizer.Size(k), 1)
	}
	hash, same, has, found := c.formed(k, size)
	id := uint64(len(c.nodes))
	if found {
		id = uint64(same)
	} else if c.options.Positions > 0 && id >= c.options.Positions {
		return 0, c.outOf("positions")
	}
	slot, ok := c.store.claim(slot, k, met, 0)
	if !ok || !c.store.set(slot, id+1, 0) {
		return 0, c.outOf("memory")
	}
	if text, ok := any(k).(string); ok {
		c.texts += uint64(len(text)) + uint64(unsafe.Sizeof(text))
	}
	if found {
		return same, nil
	}
	if has {
		c.forms.nodes[hash] = uint32(id)
	}
	n := node[K]{key: k, value: unknown, size: size}
	if c.mirrorer != nil && c.mirrorer.Mirrored(k) {
		n.value, n.mirrored = 0, true
		c.gains++
	}
	c.nodes = append(c.nodes, n)
	return uint32(id), nil
}

func (c *Couples[K]) outOf(what string) error {
	limit := map[string]uint64{"memory": c.options.Memory, "positions": c.options.Positions, "steps": c.options.Steps}[what]
	return &BudgetError{Positions: c.Positions(), What: what, Limit: limit}
}

// settle makes the nim-value of a node known. Its options are not needed any more.
func (c *Couples[K]) settle(id, v uint32) {
	n := &c.nodes[id]
	n.value = int32(v)
	c.forget(n)
}

// forget drops the options of a node.
func (c *Couples[K]) forget(n *node[K]) {
	c.words -= uint64(len(n.list))
	n.list, n.listed = nil, false
}

// isN reports whether it is known that a couple is an N-position, other than by the value of its node.
func (c *Couples[K]) isN(x couple) bool {
	if x.heap < noBits {
		return c.nodes[x.node].not>>x.heap&1 != 0
	}
	_, far := c.far[x]
	return far
}

func (c *Couples[K]) noteN(x couple) {
	if x.heap < noBits {
		c.nodes[x.node].not |= 1 << x.heap
	} else {
		c.far[x] = struct{}{}
	}
}

// spend counts options that were looked at, and looks at the budget now and then.
func (c *Couples[K]) spend(ctx context.Context, looked int) error {
	c.steps += uint64(looked)
	c.work += uint64(looked) + 1
	if c.options.Steps > 0 && c.steps > c.options.Steps {
		return c.outOf("steps")
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
		for i := range c.nodes { // lists are made again when they are wanted
			if n := &c.nodes[i]; n.listed && !n.onWay {
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

// leave notes that no search is under way.
func (c *Couples[K]) leave() {
	for _, id := range c.way { // after an error
		c.nodes[id].onWay = false
	}
	c.way = c.way[:0]
}

// list returns the options of a node, each once, with its parts in order. The list is as in a node.
func (c *Couples[K]) list(ctx context.Context, id uint32) ([]uint32, error) {
	c.listing.Parts, c.listing.Ends = c.listing.Parts[:0], c.listing.Ends[:0]
	if err := c.rules.AppendMoves(&c.listing, c.nodes[id].key); err != nil {
		return nil, err
	}
	if err := c.spend(ctx, len(c.listing.Parts)); err != nil {
		return nil, err
	}
	s := &c.scratch
	s.parts, s.ends = s.parts[:0], s.ends[:0]
	from := 0
	for _, end := range c.listing.Ends {
		start := len(s.parts)
		for _, k := range c.listing.Parts[from:end] {
			part, err := c.nodeOf(k)
			if err != nil {
				return nil, err
			}
			if c.nodes[part].onWay {
				return nil, c.cycle(part)
			}
			s.parts = append(s.parts, part)
		}
		if len(s.parts)-start > 1 {
			c.gains++
		}
		s.parts = s.parts[:start+len(cancelled(s.parts[start:]))]
		s.ends = append(s.ends, [2]uint32{uint32(start), uint32(len(s.parts))})
		from = end
	}
	clear(c.listing.Parts) // of texts
	options := s.distinct()
	words := 3 * len(options)
	for _, o := range options {
		words += int(o[1] - o[0])
	}
	list := make([]uint32, 0, words)
	for _, o := range options {
		count := o[1] - o[0]
		list = append(append(list, count, count, 0), s.parts[o[0]:o[1]]...)
	}
	return list, nil
}

// listScratch is room for one list of options.
type listScratch struct {
	parts []uint32
	ends  [][2]uint32
}

// distinct returns the options, each once.
func (s *listScratch) distinct() [][2]uint32 {
	of := func(o [2]uint32) []uint32 { return s.parts[o[0]:o[1]] }
	slices.SortFunc(s.ends, func(a, b [2]uint32) int { return slices.Compare(of(a), of(b)) })
	return slices.CompactFunc(s.ends, func(a, b [2]uint32) bool { return slices.Equal(of(a), of(b)) })
}

// cycle returns the cycle that closes at a node on the way.
func (c *Couples[K]) cycle(at uint32) error {
	e := &CycleError[K]{}
	for _, id := range c.way[slices.Index(c.way, at):] {
		e.Positions = append(e.Positions, c.nodes[id].key)
	}
	return e
}

// reduce values all of some parts that are not known but the largest, and returns the heap that
// the others come to, and that part, or -1.
func (c *Couples[K]) reduce(ctx context.Context, parts []uint32) (heap uint32, last int, err error) {
	order := slices.Clone(parts)
	slices.SortStableFunc(order, func(a, b uint32) int { return int(c.nodes[a].size) - int(c.nodes[b].size) })
	last = -1
	for _, id := range order {
		if v := c.nodes[id].value; v != unknown {
			heap ^= uint32(v)
			continue
		}
		if last >= 0 {
			v, err := c.value(ctx, uint32(last))
			if err != nil {
				return 0, 0, err
			}
			heap ^= v
		}
		last = int(id)
	}
	if last >= 0 {
		if v := c.nodes[last].value; v != unknown {
			return heap ^ uint32(v), -1, nil
		}
	}
	return heap, last, nil
}

// value returns the nim-value of a node.
func (c *Couples[K]) value(ctx context.Context, id uint32) (uint32, error) {
	for heap := uint32(0); ; heap++ {
		if v := c.nodes[id].value; v != unknown {
			return uint32(v), nil
		}
		if _, err := c.isP(ctx, couple{id, heap}); err != nil {
			return 0, err
		}
	}
}

// isP decides a couple.
func (c *Couples[K]) isP(ctx context.Context, x couple) (bool, error) {
	for {
		switch v := c.nodes[x.node].value; {
		case v != unknown:
			return uint32(v) == x.heap, nil
		case c.isN(x):
			return false, nil
		}
		if err := c.decide(ctx, x, effort{most, most}); err != nil {
			return false, err
		}
	}
}

// An effort says how much is left to show that the player to move wins, or loses: 0 where it is
// shown, most where it cannot be.
type effort struct{ win, lose uint32 }

// effortOf returns the effort for a couple. Met holds efforts that the table may have
// forgotten.
func (c *Couples[K]) effortOf(x couple, met map[couple]effort) effort {
	n := &c.nodes[x.node]
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
func (c *Couples[K]) decide(ctx context.Context, x couple, until effort) (err error) {
	if !c.nodes[x.node].onWay { // else for another heap beside the same part
		c.nodes[x.node].onWay = true
		c.way = append(c.way, x.node)
		defer func() {
			if err == nil {
				c.nodes[x.node].onWay = false
				c.way = c.way[:len(c.way)-1]
			}
		}()
	}
	if !c.nodes[x.node].listed {
		list, err := c.list(ctx, x.node)
		if err != nil {
			return err
		}
		c.nodes[x.node].list, c.nodes[x.node].listed = list, true
		c.words += uint64(len(list))
	}
	if _, seen := c.efforts.get(x); !seen {
		c.met++
	}
	var met map[couple]effort // of options
	for {
		if c.nodes[x.node].value != unknown { // found on the way
			return nil
		}
		own, next, err := c.look(ctx, x, met)
		if err != nil {
			return err
		}
		switch {
		case own.win == 0:
			c.noteN(x)
			return nil
		case own.lose == 0:
			c.settle(x.node, x.heap)
			return nil
		}
		c.efforts.put(x, own)
		c.last = own
		if own.win >= until.win || own.lose >= until.lose {
			return nil
		}
		if next.several {
			if _, err := c.value(ctx, next.node); err != nil {
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
		if err := c.decide(ctx, next.couple, bound); err != nil {
			return err
		}
		// Without what a forgetful table has lost, the same option might be taken again and again.
		if c.efforts.forgets {
			if met == nil {
				met = map[couple]effort{}
			}
			met[next.couple] = c.last
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

// look returns the efforts of a couple by those of its options, and the option with which the player
// to move comes most easily to win.
func (c *Couples[K]) look(ctx context.Context, x couple, met map[couple]effort) (own effort, next choice, err error) {
	least, second, greatest, open := uint32(most+1), uint32(most+1), uint32(0), uint32(0)
	offer := func(e effort, option couple, several bool) {
		if e.win == 0 { // the opponent wins
			return
		}
		if e.lose < least {
			second, least = least, e.lose
			next.couple, next.several = option, several
		} else {
			second = min(second, e.lose)
		}
		greatest = max(greatest, e.win)
		open++
	}
	list := c.nodes[x.node].list
	looked := 0
	for at := 0; at < len(list); looked++ {
		count, room := list[at], list[at+1]
		parts := list[at+3 : at+3+int(count)]
		e, smallest := effort{}, uint32(0)
		var size, small uint32
		for i := 0; i < len(parts); i++ {
			n := &c.nodes[parts[i]]
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
			e = c.effortOf(option, met)
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
		e := c.effortOf(option, met)
		offer(e, option, false)
		if e.lose == 0 {
			return effort{0, most}, next, nil
		}
	}
	if err := c.spend(ctx, looked); err != nil {
		return own, next, err
	}
	if open == 0 {
		return effort{most, 0}, next, nil
	}
	next.others, next.second = open-1, second
	return effort{least, min(greatest+next.others, most-1)}, next, nil
}
