package certificate

// Play is what the formulas of a game say at one position: whether it is one, whether play is over
// there, and its options. Nothing here is an automaton, and no verdict of [Verify] rests on it: it
// serves the comparison of the formulas with a program that plays the game.
//
// Options are found by solving. A number that a formula binds has an interval, 0 … ∞ at first. Each
// linear condition narrows the intervals of its numbers, until none does so any more: an equation
// with one unknown number solves it. If something is still open then, it is split: a disjunction into
// its parts, or the shortest interval into its numbers.

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
)

// A linear form over slots, in which numbers stand.
type linear struct {
	at   []int32
	by   []int64
	more int64
}

// A fact is a formula without negations, apart from those of what cannot be turned around.
type fact struct {
	op    byte
	terms []linear
	sub   []*fact
	bound []int32
	free  []int32 // slots that it speaks of
	base  int64
}

// The kinds of facts.
const (
	plainly    = 't'
	plainlyNot = 'f'
	zero       = '='
	atLeast    = '>' // terms[0] >= 0
	notZero    = '!'
	powerOf    = 'p'
	notPower   = 'P'
	xorOf      = 'x'
	notXor     = 'X'
	allOf      = '&'
	someOf     = '|'
	exist      = 'e'
	existNever = 'E'
)

// A Play answers what formulas say at single positions. One goroutine at a time may use it.
type Play struct {
	// Steps counts the work.
	Steps int64

	coordinates      int
	shape            *fact
	won, lost, drawn *fact
	moves            []moving

	ctx    context.Context
	work   *meter.Work
	lo, hi []int64 // by slot
	trail  []interval
	room   []*fact
	err    error
}

// A moving is a kind of move.
type moving struct {
	where string
	bound []int32 // slots that the parts of options use
	inner []int32 // further slots that only the guard uses
	guard []*fact // which hold together
	parts [][]linear
}

// An interval is what a slot had before.
type interval struct {
	slot   int32
	lo, hi int64
}

// boundless is the end of an interval without one.
const boundless = math.MaxInt64

// errWide says that numbers do not fit.
var errWide = errors.New("a number takes more than 63 bits")

// IsWide reports whether an error of a [Play] says that numbers do not fit into 63 bits.
func IsWide(err error) bool { return errors.Is(err, errWide) }

// Play reads the formulas, so that they can be asked about positions. The error is a [*Refusal], or
// what ended ctx or its memory.
func (m *Moves) Play(ctx context.Context) (*Play, error) {
	g, err := m.read(ctx)
	if err != nil {
		return nil, err
	}
	p, err := g.play()
	if err != nil {
		return nil, refuse("kinds", "%s", err)
	}
	return p, nil
}

// play prepares a game.
func (g *game) play() (*Play, error) {
	p := &Play{coordinates: len(g.coordinates), ctx: context.Background()}
	names := map[int]int32{}
	for i := range g.coordinates {
		names[i] = int32(i)
	}
	c := &compiler{names: names, next: int32(len(g.coordinates))}
	low := []formula{g.shape}
	for i, n := range g.least {
		t := variable(i)
		if t.more = -n; n > 0 {
			low = append(low, isLeast(t))
		}
	}
	p.shape, p.won, p.lost, p.drawn = c.fact(all(low...), true), c.fact(g.won, true), c.fact(g.lost, true), c.fact(g.drawn, true)
	for _, k := range g.kinds {
		m := moving{where: k.where}
		inner := c.bind(k.bound)
		m.bound = append([]int32{}, inner.slots(k.bound)...)
		m.guard = inner.fact(k.guard, true).together(&m.inner)
		for _, part := range k.parts {
			var to []linear
			for _, t := range part {
				to = append(to, inner.linear(t))
			}
			m.parts = append(m.parts, to)
		}
		c.next, c.err = inner.next, inner.err
		p.moves = append(p.moves, m)
	}
	if c.err != nil {
		return nil, c.err
	}
	p.lo, p.hi = make([]int64, c.next), make([]int64, c.next)
	return p, nil
}

// A compiler gives variables slots.
type compiler struct {
	names map[int]int32
	next  int32
	err   error
}

// bind returns a compiler for what stands behind numbers that are bound. Each gets a slot of its own.
func (c *compiler) bind(bound []int) *compiler {
	inner := &compiler{names: map[int]int32{}, next: c.next, err: c.err}
	for v, slot := range c.names {
		inner.names[v] = slot
	}
	for _, v := range bound {
		inner.names[v] = inner.next
		inner.next++
	}
	return inner
}

func (c *compiler) slots(vars []int) (slots []int32) {
	for _, v := range vars {
		slots = append(slots, c.names[v])
	}
	return slots
}

func (c *compiler) linear(t term) linear {
	l := linear{more: t.more}
	if t.more == math.MinInt64 {
		c.err = errWide
	}
	for _, v := range t.variables() {
		slot, ok := c.names[v]
		if !ok {
			c.err = fmt.Errorf("a formula speaks of a number that it does not bind")
		}
		l.at, l.by = append(l.at, slot), append(l.by, t.times[v])
	}
	return l
}

// fact makes the fact that a formula, or its negation, holds.
func (c *compiler) fact(f formula, holds bool) *fact {
	if f.kind == "not" {
		return c.fact(f.formulas[0], !holds)
	}
	x := &fact{}
	op := map[string][2]byte{
		"true": {plainlyNot, plainly}, "false": {plainly, plainlyNot}, "zero": {notZero, zero}, "least": {atLeast, atLeast},
		"power": {notPower, powerOf}, "xor": {notXor, xorOf}, "and": {someOf, allOf}, "or": {allOf, someOf}, "exists": {existNever, exist},
	}[f.kind]
	if x.op = op[0]; holds {
		x.op = op[1]
	}
	inner := c
	if f.kind == "exists" {
		inner = c.bind(f.bound)
		x.bound = inner.slots(f.bound)
		holds = true // what is inside stays
	}
	for _, g := range f.formulas {
		x.sub = append(x.sub, inner.fact(g, holds))
	}
	terms := f.terms
	if f.kind == "power" {
		terms, x.base = terms[:1], f.terms[1].more
	}
	for _, t := range terms {
		x.terms = append(x.terms, c.linear(t))
	}
	if c.next, c.err = inner.next, inner.err; x.op == 0 || f.kind == "power" && x.base < 2 {
		c.err = fmt.Errorf("there is no evaluation of %q", f.kind)
	}
	if f.kind == "least" && !holds { // -t - 1 >= 0
		x.terms[0] = negative(x.terms[0])
		x.terms[0].more-- // which the negative of a number bears
	}
	if x.op == exist || x.op == existNever {
		x.sub = x.sub[0].together(&x.bound)
	}
	slots := map[int32]bool{}
	for _, t := range x.terms {
		for _, slot := range t.at {
			slots[slot] = true
		}
	}
	for _, g := range x.sub {
		for _, slot := range g.free {
			slots[slot] = true
		}
	}
	for slot := range slots {
		if !slices.Contains(x.bound, slot) {
			x.free = append(x.free, slot)
		}
	}
	slices.Sort(x.free)
	return x
}

// together returns facts whose conjunction is f, and adds to bound the numbers that f says exist.
func (f *fact) together(bound *[]int32) []*fact {
	switch f.op {
	case exist:
		*bound = append(*bound, f.bound...)
		return f.sub
	case allOf:
		var all []*fact
		for _, g := range f.sub {
			all = append(all, g.together(bound)...)
		}
		return all
	}
	return []*fact{f}
}

func negative(l linear) linear {
	n := linear{at: l.at, more: -l.more}
	for _, by := range l.by {
		n.by = append(n.by, -by)
	}
	return n
}

// Within sets the context of what follows, whose end stops it. The steps are counted there
// (internal/meter).
func (p *Play) Within(ctx context.Context) { p.ctx, p.work = ctx, meter.WorkOf(ctx) }

// spend counts a step.
func (p *Play) spend(n int64) {
	before := p.Steps >> 10
	if p.Steps += n; p.Steps>>10 != before {
		p.work.Add(1 << 10)
		if p.err == nil && p.ctx.Err() != nil {
			p.err = context.Cause(p.ctx)
		}
	}
}

// begin puts the coordinates of a position into their slots.
func (p *Play) begin(at []int64) error {
	p.err, p.trail, p.room = nil, p.trail[:0], p.room[:0]
	if len(at) != p.coordinates {
		return fmt.Errorf("%d coordinates, want %d", len(at), p.coordinates)
	}
	for i, n := range at {
		if n < 0 || n == boundless {
			return errWide
		}
		p.lo[i], p.hi[i] = n, n
	}
	p.spend(1)
	return p.err
}

// IsPosition says whether the formulas, and the bounds from below, call a tuple of natural numbers a
// position.
func (p *Play) IsPosition(at []int64) (bool, error) {
	if err := p.begin(at); err != nil {
		return false, err
	}
	is := p.holds(p.shape)
	return is, p.err
}

// Ending says how play is over at a position, for the player to move.
func (p *Play) Ending(at []int64) (grundy.Ending, error) {
	if err := p.begin(at); err != nil {
		return grundy.NoEnding, err
	}
	ending := grundy.NoEnding
	for _, e := range []struct {
		f  *fact
		is grundy.Ending
	}{{p.won, grundy.Won}, {p.drawn, grundy.Drawn}, {p.lost, grundy.Lost}} {
		if p.holds(e.f) && p.err == nil {
			if ending != grundy.NoEnding {
				return ending, errors.New("play is over in two ways")
			}
			ending = e.is
		}
	}
	return ending, p.err
}

// Options passes the options of a position to visit: the parts of each one behind the other, with a
// number for each coordinate, and where they are stated. It may pass one several times. Visit must not
// keep the numbers; it stops the list by an error.
func (p *Play) Options(at []int64, visit func(numbers []int64, where string) error) error {
	if err := p.begin(at); err != nil {
		return err
	}
	var numbers []int64
	for i := range p.moves {
		m := &p.moves[i]
		p.open(m.bound)
		p.open(m.inner)
		err := error(nil)
		p.solve(m.guard, m.bound, func() bool {
			numbers = numbers[:0]
			for _, part := range m.parts {
				for _, t := range part {
					numbers = append(numbers, p.value(t))
				}
			}
			if p.err == nil {
				err = visit(numbers, m.where)
			}
			return err == nil && p.err == nil
		})
		if err != nil || p.err != nil {
			if err == nil {
				err = p.err
			}
			return fmt.Errorf("the move at %s: %w", m.where, err)
		}
	}
	return nil
}

// open gives bound numbers all values. The trail restores the values that they had.
func (p *Play) open(slots []int32) {
	for _, slot := range slots {
		p.set(slot, 0, boundless)
	}
}

func (p *Play) set(slot int32, lo, hi int64) {
	p.trail = append(p.trail, interval{slot, p.lo[slot], p.hi[slot]})
	p.lo[slot], p.hi[slot] = lo, hi
}

// undo goes back to how things were when the trail had that length.
func (p *Play) undo(length int) {
	for len(p.trail) > length {
		last := p.trail[len(p.trail)-1]
		p.trail = p.trail[:len(p.trail)-1]
		p.lo[last.slot], p.hi[last.slot] = last.lo, last.hi
	}
}

func (p *Play) fixed(slot int32) bool { return p.lo[slot] == p.hi[slot] }

func (p *Play) allFixed(slots []int32) bool {
	for _, slot := range slots {
		if !p.fixed(slot) {
			return false
		}
	}
	return true
}

func sum(a, b int64) (int64, bool) {
	s := a + b
	return s, (s > a) == (b > 0) && s != math.MinInt64
}

func product(a, b int64) (int64, bool) {
	if small := int64(1 << 31); a < small && a > -small && b < small && b > -small {
		return a * b, true
	}
	high, low := bits.Mul64(magnitude(a), magnitude(b))
	return a * b, high == 0 && low < 1<<63
}

// value evaluates a form whose numbers are known.
func (p *Play) value(t linear) int64 {
	n := t.more
	for i, slot := range t.at {
		c, ok := product(t.by[i], p.lo[slot])
		if ok {
			n, ok = sum(n, c)
		}
		if !ok {
			p.fail(errWide)
		}
	}
	return n
}

func (p *Play) fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

// extreme returns the greatest value of sign times a form, without what has no bound, and how many
// numbers have none.
func (p *Play) extreme(t *linear, sign int64) (most int64, open int) {
	most = sign * t.more
	for i, slot := range t.at {
		by := sign * t.by[i]
		n := p.hi[slot]
		if by < 0 {
			n = p.lo[slot]
		}
		if n == boundless {
			open++
			continue
		}
		c, ok := product(by, n)
		if ok {
			most, ok = sum(most, c)
		}
		if !ok {
			p.fail(errWide)
		}
	}
	return most, open
}

// tighten narrows intervals by sign times t >= 0. The result is false where that cannot be.
func (p *Play) tighten(t *linear, sign int64) (changed, possible bool) {
	most, open := p.extreme(t, sign)
	if p.err != nil || open > 1 {
		return false, p.err == nil
	}
	if open == 0 && most < 0 {
		return false, false
	}
	for i, slot := range t.at {
		lo, hi := p.lo[slot], p.hi[slot]
		if lo == hi {
			continue
		}
		by := sign * t.by[i]
		own := hi
		if by < 0 {
			own = lo
		}
		rest := most // of the other numbers
		if own == boundless {
			// the only one that is open
		} else if open > 0 {
			continue
		} else if c, ok := product(by, own); ok {
			if rest, ok = sum(most, -c); !ok {
				p.fail(errWide)
			}
		} else {
			p.fail(errWide)
		}
		if by > 0 { // by n >= -rest
			lo = max(lo, -floor(rest, by))
		} else {
			hi = min(hi, floor(rest, -by))
		}
		if lo > hi {
			return changed, false
		}
		if lo != p.lo[slot] || hi != p.hi[slot] {
			p.set(slot, lo, hi)
			changed = true
		}
	}
	return changed, true
}

// floor is ⌊n / by⌋ for by > 0.
func floor(n, by int64) int64 {
	q := n / by
	if n%by < 0 {
		q--
	}
	return q
}

// holds evaluates a fact whose free numbers are known.
func (p *Play) holds(f *fact) bool {
	p.spend(1)
	switch f.op {
	case plainly:
		return true
	case zero, notZero:
		return (p.value(f.terms[0]) == 0) == (f.op == zero)
	case atLeast:
		return p.value(f.terms[0]) >= 0
	case powerOf, notPower:
		return isPower(p.value(f.terms[0]), f.base) == (f.op == powerOf)
	case xorOf, notXor:
		x, y, z := p.value(f.terms[0]), p.value(f.terms[1]), p.value(f.terms[2])
		return (x >= 0 && y >= 0 && z >= 0 && x^y == z) == (f.op == xorOf)
	case allOf:
		for _, g := range f.sub {
			if !p.holds(g) {
				return false
			}
		}
		return true
	case someOf:
		for _, g := range f.sub {
			if p.holds(g) {
				return true
			}
		}
		return false
	case exist, existNever:
		trail := len(p.trail)
		p.open(f.bound)
		is := p.possible(f.sub)
		p.undo(trail)
		return is == (f.op == exist)
	}
	return false
}

func isPower(n, base int64) bool {
	for n > 1 && n%base == 0 {
		n /= base
	}
	return n == 1
}

// A view is what is known of a fact where not all numbers are known.
type view int8

const (
	open view = iota
	sure
	refuted
)

// look says what is plain of a fact, by intervals alone.
func (p *Play) look(f *fact) view {
	p.spend(1)
	switch f.op {
	case plainly:
		return sure
	case plainlyNot:
		return refuted
	case zero, atLeast, notZero:
		most, openMost := p.extreme(&f.terms[0], 1)
		least, openLeast := p.extreme(&f.terms[0], -1)
		canBeBelow, canBeAbove := openLeast > 0 || least > 0, openMost > 0 || most > 0
		switch {
		case f.op == atLeast && openMost == 0 && most < 0, f.op == zero && (openMost == 0 && most < 0 || openLeast == 0 && least < 0):
			return refuted
		case f.op == atLeast && !canBeBelow, f.op == zero && !canBeBelow && !canBeAbove,
			f.op == notZero && (openMost == 0 && most < 0 || openLeast == 0 && least < 0):
			return sure
		case f.op == notZero && !canBeBelow && !canBeAbove:
			return refuted
		}
	case allOf:
		return p.lookAt(f.sub, refuted, sure)
	case someOf:
		return p.lookAt(f.sub, sure, refuted)
	case exist, existNever:
		trail := len(p.trail)
		p.open(f.bound)
		v := p.lookAt(f.sub, refuted, sure)
		p.undo(trail)
		if f.op == existNever && v != open {
			v = sure + refuted - v
		}
		return v
	default:
		if p.allFixed(f.free) {
			if p.holds(f) {
				return sure
			}
			return refuted
		}
	}
	return open
}

// lookAt joins what is plain of several facts, one of which decides where it is strong, and all of
// them where they are weak.
func (p *Play) lookAt(facts []*fact, strong, weak view) view {
	all := weak
	for _, g := range facts {
		switch p.look(g) {
		case strong:
			return strong
		case open:
			all = open
		}
	}
	return all
}

// mostRounds bounds how often intervals are narrowed before something is split: two conditions may
// narrow them by one at a time.
const mostRounds = 16

// narrow narrows intervals by facts that must all hold, and returns those that are still open. The
// result is false where they cannot all hold.
func (p *Play) narrow(facts []*fact) (left []*fact, possible bool) {
	for round := range mostRounds {
		changed := false
		from := len(p.room)
		todo := facts
		for len(todo) > 0 && p.err == nil {
			f := todo[0]
			todo = todo[1:]
			p.spend(1)
			switch f.op {
			case allOf, exist:
				p.open(f.bound)
				todo = slices.Concat(f.sub, todo)
				continue
			case zero, atLeast:
				more, ok := p.tighten(&f.terms[0], 1)
				changed = changed || more
				if ok && f.op == zero {
					more, ok = p.tighten(&f.terms[0], -1)
					changed = changed || more
				}
				if !ok {
					return nil, false
				}
			case xorOf:
				for i := range f.terms { // two of three give the third
					a, b := &f.terms[(i+1)%3], &f.terms[(i+2)%3]
					if p.allFixed(f.terms[i].at) || !p.allFixed(a.at) || !p.allFixed(b.at) {
						continue
					}
					x, y := p.value(*a), p.value(*b)
					rest, ok := sum(f.terms[i].more, -(x ^ y))
					if x < 0 || y < 0 || !ok {
						return nil, false
					}
					f = &fact{op: zero, terms: []linear{{f.terms[i].at, f.terms[i].by, rest}}, free: f.terms[i].at}
					todo, changed = append([]*fact{f}, todo...), true
					break
				}
				if f.op == zero {
					continue
				}
			case someOf:
				var last *fact
				count := 0
				for _, g := range f.sub {
					v := p.look(g)
					if v == sure {
						count = 2
						break
					}
					if v == open {
						last, count = g, count+1
					}
				}
				switch count {
				case 0:
					return nil, false
				case 1:
					todo, changed = append([]*fact{last}, todo...), true
					continue
				}
			}
			switch p.look(f) {
			case refuted:
				return nil, false
			case open:
				p.room = append(p.room, f)
			}
		}
		facts = p.room[from:len(p.room):len(p.room)]
		if p.err != nil {
			return nil, false
		}
		if !changed || len(facts) == 0 || round == mostRounds-1 {
			break
		}
	}
	return facts, true
}

// possible says whether facts can hold together.
func (p *Play) possible(facts []*fact) (is bool) {
	p.solve(facts, nil, func() bool { is = true; return false })
	return is
}

// solveSteps is what it takes to begin with facts.
const solveSteps = 4

// solve passes to found, where all facts hold, each choice of the wanted numbers, perhaps several
// times; the other open numbers have any values with which they do. If wanted is nil, it passes ways
// in which they hold. Found returns false to stop, and so does solve.
func (p *Play) solve(facts []*fact, wanted []int32, found func() bool) bool {
	p.spend(solveSteps)
	trail, room := len(p.trail), len(p.room)
	defer func() { p.undo(trail); p.room = p.room[:room] }()
	left, possible := p.narrow(facts)
	if !possible || p.err != nil {
		return p.err == nil
	}
	if wanted != nil && p.allFixed(wanted) { // one way is enough
		is := len(left) == 0 || p.possible(left)
		return p.err == nil && (!is || found())
	}
	// What to split: the shortest interval, or a disjunction.
	best, length, several := int32(-1), uint64(math.MaxUint64), false
	consider := func(slots []int32) {
		for _, slot := range slots {
			if p.fixed(slot) {
				continue
			}
			several = several || best >= 0 && best != slot
			n := uint64(math.MaxUint64)
			if p.hi[slot] != boundless {
				n = uint64(p.hi[slot] - p.lo[slot])
			}
			if best < 0 || n < length {
				best, length = slot, n
			}
		}
	}
	consider(wanted)
	ways, split := uint64(1), (*fact)(nil)
	for _, f := range left {
		consider(f.free)
		n := uint64(len(f.sub))
		if f.op == powerOf {
			if _, open := p.extreme(&f.terms[0], 1); open > 0 {
				continue
			}
			n = 63
		} else if f.op != someOf {
			continue
		}
		if ways = min(ways*n, 1<<40); split == nil || len(f.sub) < len(split.sub) {
			split = f
		}
	}
	switch {
	case best < 0 && len(left) == 0:
		return found()
	case best < 0:
		for _, f := range left {
			if !p.holds(f) || p.err != nil {
				return p.err == nil
			}
		}
		return found()
	case split != nil && ways < length:
		return p.split(split, left, wanted, found)
	case p.hi[best] == boundless:
		p.fail(errors.New("no bound is found for a number of the formula"))
		return false
	}
	for n, hi := p.lo[best], p.hi[best]; ; n++ {
		p.spend(1)
		mark := len(p.trail)
		p.set(best, n, n)
		more := true
		switch {
		case p.err != nil:
			more = false
		case several:
			more = p.solve(left, wanted, found)
		default:
			is := true
			for _, f := range left {
				is = is && p.holds(f)
			}
			if is && p.err == nil {
				more = found()
			}
		}
		p.undo(mark)
		if !more || p.err != nil {
			return false
		}
		if n == hi {
			return true
		}
	}
}

// split goes on with each part of a disjunction, or each power, in turn.
func (p *Play) split(f *fact, left []*fact, wanted []int32, found func() bool) bool {
	rest := make([]*fact, 0, len(left))
	for _, g := range left {
		if g != f {
			rest = append(rest, g)
		}
	}
	parts := f.sub
	if f.op == powerOf {
		most, _ := p.extreme(&f.terms[0], 1)
		least, below := p.extreme(&f.terms[0], -1)
		for n := int64(1); n <= most; n *= f.base {
			if below > 0 || n >= -least {
				t := f.terms[0]
				more, ok := sum(t.more, -n)
				if !ok {
					p.fail(errWide)
					return false
				}
				parts = append(parts, &fact{op: zero, terms: []linear{{t.at, t.by, more}}, free: t.at})
			}
			if n > most/f.base {
				break
			}
		}
	}
	for _, g := range parts {
		if !p.solve(append(rest[:len(rest):len(rest)], g), wanted, found) {
			return false
		}
	}
	return true
}
