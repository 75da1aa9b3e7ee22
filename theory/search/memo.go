package search

// The search goes depth first, with a stack of its own.

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"unsafe"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/compound"
)

// A Memo values positions of one game and remembers them. One goroutine at a
// time may use it.
type Memo[K Key] struct {
	descent[K]
}

// NewMemo returns a memo of nim-values.
func NewMemo[K Key](r Rules[K], o Options) *Memo[K] {
	return &Memo[K]{newDescent(r, newStore[K](), o)}
}

// NewMeasure returns a memo of the measure that d defines (theory/compound.Define
// returns definitions). Where d has no Plus, options must be single positions: see
// [ErrSum]. Where d can be settled by one option, the others are not looked at.
func NewMeasure[K Key](r Rules[K], d compound.Definition, o Options) *Memo[K] {
	m := NewMemo(r, o)
	m.define = &d
	return m
}

// NewFold returns a memo of numbers below 2^32-3 that of makes from those of the options, in the order
// of the moves: of each option the numbers of its parts. The error of of ends the search.
func NewFold[K Key](r Rules[K], of func(options [][]uint64) (uint64, error), o Options) *Memo[K] {
	m := NewMeasure(r, compound.Definition{}, o)
	m.fold = of
	return m
}

// Set makes the measure of k known. Rules may set those of the options that they list.
func (m *Memo[K]) Set(k K, v uint64) error {
	slot, cell := m.store.find(k)
	if cell == 0 {
		var ok bool
		if slot, ok = m.store.claim(slot, k, met, m.limit()); !ok {
			return m.outOf("memory")
		}
	}
	return m.settled(slot, v)
}

// SetOptions sets what the memo may use from now on; what it has used counts.
func (m *Memo[K]) SetOptions(o Options) { m.options = o }

// SetRules replaces the rules from now on by others that say the same, such as those
// of another run.
func (m *Memo[K]) SetRules(r Rules[K]) { m.rules = r }

// Value returns the measure of k. After an error the memo can still be used: what
// it has found it keeps.
func (m *Memo[K]) Value(ctx context.Context, k K) (uint64, error) { return m.value(ctx, k) }

// Known returns the measure of k if it has been found.
func (m *Memo[K]) Known(k K) (uint64, bool) {
	_, cell := m.store.find(k)
	if cell < valued {
		return 0, false
	}
	return uint64(cell - valued), true
}

// Positions returns the number of positions that have been met.
func (m *Memo[K]) Positions() uint64 { return m.store.count() }

// Bytes returns the memory in use, about.
func (m *Memo[K]) Bytes() uint64 { return m.bytes() }

// Steps returns the number of parts of options that have been looked at.
func (m *Memo[K]) Steps() uint64 { return m.steps }

// A frame is a position on the stack. Its moves are listed in descent.moves from
// parts and ends on, and the measures of the options that are settled stand in
// descent.values from values on; those of the frames above follow.
type frame[K comparable] struct {
	key                 K
	slot                uint64
	parts, ends, values uint32 // where its own begin
	part, end           uint32 // the part to look at next, and its option
	sum                 uint32 // the nim-sum of the parts of that option so far
	moved               uint32 // the store's moves when slot was right
	dropped             bool   // its moves were dropped and must be listed again
	entailed            bool
}

// holdBytes bounds the moves that the stack keeps. A heap of a million of Nim
// has a million options, the first of which has nearly as many, and so on; below
// this bound, positions forget their moves while an option is valued, and list
// them again, which happens at most once for each position that is met.
var holdBytes uint64 = 32 << 20

// A descent is a search that goes down to the ends of play and comes back with
// measures.
type descent[K comparable] struct {
	rules   Rules[K]
	store   store[K]
	define  *compound.Definition                     // nil for the nim-value
	fold    func(options [][]uint64) (uint64, error) // in place of what define says, if not nil
	options Options
	keySize uint64

	stack  []frame[K]
	moves  Moves[K]
	values []uint64
	mex    mexes
	steps  uint64
	work   uint64 // since the budget was looked at
	// counted are the positions that the question's meter has counted.
	counted uint64
}

func newDescent[K comparable](r Rules[K], s store[K], o Options) descent[K] {
	return descent[K]{rules: r, store: s, options: o, keySize: uint64(reflect.TypeFor[K]().Size())}
}

func (d *descent[K]) bytes() uint64 {
	frame := uint64(reflect.TypeFor[frame[K]]().Size())
	bytes := d.store.bytes() + uint64(cap(d.moves.Parts))*d.keySize +
		8*uint64(cap(d.moves.Ends)+cap(d.values)) + frame*uint64(cap(d.stack))
	if d.define != nil && d.define.Bytes != nil {
		bytes += d.define.Bytes()
	}
	return bytes
}

// limit returns the bytes that the store may use.
func (d *descent[K]) limit() uint64 {
	if d.options.Memory == 0 {
		return 0
	}
	rest := d.bytes() - d.store.bytes()
	return max(d.options.Memory-min(d.options.Memory, rest), 1)
}

func (d *descent[K]) outOf(what string) error {
	limit := map[string]uint64{"memory": d.options.Memory, "positions": d.options.Positions, "steps": d.options.Steps}[what]
	return &BudgetError{Positions: d.store.count(), What: what, Limit: limit}
}

// checkEvery is the work, in parts looked at and positions met, between two
// looks at the clock, and countEvery how many positions are counted for the meter at a time.
const (
	checkEvery = 1 << 12
	countEvery = 1 << 9
)

// check looks at the budget.
func (d *descent[K]) check(ctx context.Context) error {
	d.work = 0
	o := &d.options
	if err := ctx.Err(); err != nil {
		return err
	}
	if o.Memory > 0 && d.bytes() > o.Memory {
		return d.outOf("memory")
	}
	if more := d.store.count() - d.counted; more >= countEvery {
		meter.Of(ctx).Count(more)
		d.counted = d.store.count()
	}
	return nil
}

// value returns the measure of root.
func (d *descent[K]) value(ctx context.Context, root K) (uint64, error) {
	if text, ok := any(root).(string); ok { // those of its options are about as long
		d.keySize = max(d.keySize, uint64(unsafe.Sizeof(text))+uint64(len(text)))
	}
	slot, cell := d.store.find(root)
	if cell >= valued {
		return uint64(cell - valued), nil
	}
	v, err := d.descend(ctx, root, slot, cell)
	if err != nil {
		for i := range d.stack { // they may be tried again
			f := &d.stack[i]
			d.store.set(d.slot(f), met, 0)
		}
	}
	d.stack, d.moves.Parts, d.moves.Ends, d.values = d.stack[:0], d.moves.Parts[:0], d.moves.Ends[:0], d.values[:0]
	return v, err
}

// slot returns where f's key is.
func (d *descent[K]) slot(f *frame[K]) uint64 {
	if f.moved != d.store.moves() {
		f.slot, _ = d.store.find(f.key)
		f.moved = d.store.moves()
	}
	return f.slot
}

func (d *descent[K]) descend(ctx context.Context, root K, slot uint64, cell uint32) (uint64, error) {
	if err := d.check(ctx); err != nil {
		return 0, err
	}
	if err := d.push(root, slot, cell); err != nil {
		return 0, err
	}
	for {
		if d.work >= checkEvery {
			if err := d.check(ctx); err != nil {
				return 0, err
			}
		}
		top := &d.stack[len(d.stack)-1]
		if top.dropped {
			if err := d.list(top); err != nil {
				return 0, err
			}
		}
		next, slot, cell, settled, err := d.look(top)
		if err != nil {
			return 0, err
		}
		if !settled {
			if cell == open {
				return 0, d.cycle(next)
			}
			d.drop(top)
			if err := d.push(next, slot, cell); err != nil {
				return 0, err
			}
			continue
		}
		v, err := d.settle(top)
		if err != nil {
			return 0, err
		}
		if err := d.settled(d.slot(top), v); err != nil {
			return 0, err
		}
		d.truncate(top)
		d.stack = d.stack[:len(d.stack)-1]
		if len(d.stack) == 0 {
			return v, nil
		}
		if top = &d.stack[len(d.stack)-1]; !top.dropped {
			top.sum ^= uint32(v)
			top.part++
			if err := d.spend(1); err != nil {
				return 0, err
			}
		}
	}
}

// settled keeps the measure of the position in a slot.
func (d *descent[K]) settled(slot, v uint64) error {
	switch {
	case d.store.set(slot, v+valued, d.limit()):
		return nil
	case widthOf(v+valued) == 0:
		return fmt.Errorf("a measure of %d: %w", v, errWide)
	}
	return d.outOf("memory")
}

var errWide = errors.New("measures of more than 32 bits are not kept")

// push puts k on the stack, whose slot and cell these are.
func (d *descent[K]) push(k K, slot uint64, cell uint32) error {
	o := &d.options
	if cell == 0 {
		if o.Positions > 0 && d.store.count() >= o.Positions {
			return d.outOf("positions")
		}
		var ok bool
		if slot, ok = d.store.claim(slot, k, open, d.limit()); !ok {
			return d.outOf("memory")
		}
	} else {
		d.store.set(slot, open, 0)
	}
	if len(d.stack) == cap(d.stack) && !d.growStack() {
		d.store.set(slot, met, 0)
		return d.outOf("memory")
	}
	d.stack = append(d.stack, frame[K]{
		key: k, slot: slot, moved: d.store.moves(),
		parts: uint32(len(d.moves.Parts)), ends: uint32(len(d.moves.Ends)), values: uint32(len(d.values)),
	})
	return d.list(&d.stack[len(d.stack)-1])
}

// growStack makes room on the stack, if there is memory for the old one and the
// new one.
func (d *descent[K]) growStack() bool {
	room := max(uint64(cap(d.stack))*3/2, 64)
	size := uint64(reflect.TypeFor[frame[K]]().Size())
	if memory := d.options.Memory; memory > 0 && d.bytes()+room*size > memory && room > 64 {
		return false
	}
	d.stack = append(make([]frame[K], 0, room), d.stack...)
	return true
}

// list lists the moves of the frame on top of the stack.
func (d *descent[K]) list(f *frame[K]) error {
	before := len(d.moves.Parts) + len(d.moves.Ends)
	if err := d.rules.AppendMoves(&d.moves, f.key); err != nil {
		return err
	}
	added := uint64(len(d.moves.Parts) + len(d.moves.Ends) - before)
	f.part, f.end, f.sum, f.dropped, f.entailed = f.parts, f.ends, 0, false, d.moves.Entailed
	d.work += added + 1
	if d.define != nil && d.define.Ended != nil {
		if err := d.tellEnds(f); err != nil {
			return err
		}
	}
	if uint64(len(d.moves.Parts)) > 1<<31 || d.options.Memory > 0 && added > checkEvery && d.bytes() > d.options.Memory {
		return d.outOf("memory")
	}
	return nil
}

// tellEnds asks which options of the frame on top of the stack end the play, before any is
// searched. Where one settles the frame, it is the only one that is kept: a search that went into
// the others first would meet all that play can reach after a mistake.
func (d *descent[K]) tellEnds(f *frame[K]) error {
	teller, ok := d.rules.(grundy.EndTeller[K])
	for i := int(f.parts); ok && i < len(d.moves.Parts); i++ {
		part := d.moves.Parts[i]
		slot, cell := d.store.find(part)
		if cell == 0 {
			if o := &d.options; o.Positions > 0 && d.store.count() >= o.Positions {
				return d.outOf("positions")
			}
			ending, err := teller.EndingOf(part)
			if err != nil {
				return err
			}
			d.work++
			state := uint64(met)
			if ending != grundy.NoEnding {
				state = valued + d.define.Ended(ending)
			}
			slot, claimed := d.store.claim(slot, part, met, d.limit())
			if !claimed || !d.store.set(slot, state, d.limit()) {
				return d.outOf("memory")
			}
			cell = uint32(state)
		}
		if cell >= valued && d.define.Enough(uint64(cell-valued)) {
			d.moves.Parts = append(d.moves.Parts[:f.parts], part)
			d.moves.Ends = append(d.moves.Ends[:f.ends], len(d.moves.Parts))
			return nil
		}
	}
	return nil
}

// look looks at the moves of the frame on top of the stack, from where it stopped,
// until all are settled or enough of them, or a part has no measure: which is
// returned.
func (d *descent[K]) look(f *frame[K]) (next K, slot uint64, cell uint32, settled bool, err error) {
	parts, ends := d.moves.Parts, d.moves.Ends
	from := f.part
	for f.end < uint32(len(ends)) {
		stop := uint32(ends[f.end])
		for f.part < stop {
			slot, cell := d.store.find(parts[f.part])
			if cell < valued {
				return parts[f.part], slot, cell, false, d.spend(f.part - from)
			}
			f.sum ^= cell - valued
			f.part++
		}
		v := uint64(f.sum)
		begin := f.parts
		if f.end > f.ends {
			begin = uint32(ends[f.end-1])
		}
		switch {
		case d.fold != nil:
			for _, part := range parts[begin:stop] {
				_, cell := d.store.find(part)
				d.values = append(d.values, uint64(cell-valued))
			}
			f.end++
			continue
		case d.define != nil:
			switch stop - begin {
			case 0:
				v = d.define.Of(nil)
			case 1:
			default:
				if d.define.Plus == nil {
					return next, 0, 0, false, ErrSum
				}
				v = d.total(parts[begin:stop])
			}
		}
		d.values = append(d.values, v)
		f.sum = 0
		f.end++
		if d.define != nil && d.define.Enough != nil && d.define.Enough(v) {
			break
		}
	}
	return next, 0, 0, true, d.spend(f.part - from)
}

// total returns the measure of the sum of parts whose measures are known.
func (d *descent[K]) total(parts []K) uint64 {
	var sum uint64
	for i, part := range parts {
		_, cell := d.store.find(part)
		if v := uint64(cell - valued); i == 0 {
			sum = v
		} else {
			sum = d.define.Plus(sum, v)
		}
	}
	return sum
}

// spend counts the parts that were looked at.
func (d *descent[K]) spend(parts uint32) error {
	d.steps += uint64(parts)
	d.work += uint64(parts)
	if d.options.Steps > 0 && d.steps > d.options.Steps {
		return d.outOf("steps")
	}
	return nil
}

// settle returns the measure of a frame all of whose options are settled, or
// enough of them.
func (d *descent[K]) settle(f *frame[K]) (uint64, error) {
	values := d.values[f.values:]
	switch {
	case d.define != nil && d.define.Ended != nil && d.moves.Ending != grundy.NoEnding && len(values) == 0:
		return d.define.Ended(d.moves.Ending), nil // it has no moves, so that it was listed last
	case d.fold != nil:
		options, from := make([][]uint64, 0, len(d.moves.Ends[f.ends:])), int(f.parts)
		for _, end := range d.moves.Ends[f.ends:] {
			options, values, from = append(options, values[:end-from]), values[end-from:], end
		}
		return d.fold(options)
	case f.entailed && d.define != nil && d.define.Entailed != nil:
		return d.define.Entailed(values), nil
	case d.define != nil:
		return d.define.Of(values), nil
	case d.options.Misere && len(values) == 0:
		return 1, nil
	}
	return d.mex.of(values), nil
}

// truncate forgets the moves of the frame on top of the stack.
func (d *descent[K]) truncate(f *frame[K]) {
	clear(d.moves.Parts[f.parts:]) // of texts
	d.moves.Parts, d.moves.Ends, d.values = d.moves.Parts[:f.parts], d.moves.Ends[:f.ends], d.values[:f.values]
}

// drop forgets the moves of the frame on top of the stack while an option of it
// is valued, if there are too many moves on the stack.
func (d *descent[K]) drop(f *frame[K]) {
	if uint64(len(d.moves.Parts))*(d.keySize+16) > holdBytes {
		d.truncate(f)
		f.dropped = true
	}
}

// cycle returns the cycle that closes with a move from the top of the stack to k.
func (d *descent[K]) cycle(k K) error {
	first := len(d.stack) - 1
	for d.stack[first].key != k {
		first--
	}
	e := &CycleError[K]{}
	for _, f := range d.stack[first:] {
		e.Positions = append(e.Positions, f.key)
	}
	return e
}

// mexes computes mexes, without clearing what it has seen in between.
type mexes struct {
	seen  []uint32 // seen[v] == round where v occurs
	round uint32
}

// of returns the least number that is not among values.
func (m *mexes) of(values []uint64) uint64 {
	n := uint64(len(values))
	if n >= uint64(len(m.seen)) {
		m.seen, m.round = make([]uint32, 2*n+64), 0
	}
	if m.round++; m.round == 0 {
		clear(m.seen)
		m.round = 1
	}
	for _, v := range values {
		if v <= n {
			m.seen[v] = m.round
		}
	}
	v := uint64(0)
	for m.seen[v] == m.round { // v <= n, as one of 0 … n is not among n values
		v++
	}
	return v
}
