package solve

// This file holds the walk that all searches by text share: depth first, each
// position after those on which it depends, with a stack of its own, so that long
// games do not exhaust Go's; and the ledger of what a search uses.

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/meter"
)

// positionBytes is about what a remembered position costs, with a text of usual
// length.
const positionBytes = 256

// A ledger counts what a search uses, and says when it has to stop.
type ledger struct {
	ctx         context.Context
	limit, most uint64 // on bytes and on steps; 0 for none
	bytes       uint64 // in use, about
	steps       uint64 // of about a nanosecond with memory at hand; see textSteps
	work        uint64 // steps since ctx was asked
	fresh       uint64 // positions that the question's meter has not counted
	account     *meter.Account
	accounted   uint64                  // bytes that were taken from it
	besides     func() uint64           // bytes in use that are counted elsewhere; may be nil
	over        func(what string) error // the error for work that is out of memory, steps or time
}

// textSteps is what it takes, in steps of a search by keys, to look at a position by
// its text, and leastWork how many steps there are between two looks at the clock.
const (
	textSteps = 64
	leastWork = 1 << 16
)

// take counts bytes that are held from now on, unless they are too many.
func (l *ledger) take(bytes uint64) error {
	before := l.bytes
	l.bytes = grundy.AddCounts(before, bytes)
	err := l.checkMemory()
	if err != nil {
		l.bytes = before
	}
	return err
}

// checkMemory looks whether the bytes in use are too many.
func (l *ledger) checkMemory() error {
	total := l.bytes
	if l.besides != nil {
		total = grundy.AddCounts(total, l.besides())
	}
	if l.limit > 0 && total > l.limit {
		return l.over("memory")
	}
	if l.account == nil {
		return nil
	}
	if total < l.accounted {
		l.account.Give(l.accounted - total)
	} else if l.account.Take(total-l.accounted) != nil {
		return l.over("memory")
	}
	l.accounted = total
	return nil
}

// step counts looks at positions.
func (l *ledger) step(looks int) error {
	steps := textSteps * uint64(looks)
	l.steps += steps
	if l.most > 0 && l.steps > l.most {
		return l.over("steps")
	}
	if l.work += steps; l.work >= leastWork {
		l.work = 0
		meter.Of(l.ctx).Count(l.fresh)
		l.fresh = 0
		return l.ctx.Err()
	}
	return nil
}

// heldBy returns about how many bytes an option of c takes that is listed. A position
// is taken to need twice the memory of its text.
func heldBy(text int) uint64 { return optionBytes + 2*uint64(text) }

// listTime is what it takes at least to list an option.
const listTime = 100 * time.Nanosecond

// list returns the options of c, whose text has the given length, and takes the memory
// for them. Long lists are refused beforehand, since nobody looks at a clock while
// they are made.
func (l *ledger) list(c grundy.Component, text int) (options []grundy.Component, held uint64, err error) {
	each := heldBy(text)
	if count, ok := c.CountOptions(); ok {
		deadline, timed := l.ctx.Deadline()
		switch {
		case l.limit > 0 && grundy.AddCounts(l.bytes, grundy.MulCounts(count, each)) > l.limit:
			return nil, 0, l.over("memory")
		case l.most > 0 && grundy.AddCounts(l.steps, grundy.MulCounts(count, textSteps)) > l.most:
			return nil, 0, l.over("steps")
		case timed && count > leastWork && time.Until(deadline) < grundy.Nanoseconds(grundy.MulCounts(count, uint64(listTime))):
			return nil, 0, l.over("time")
		}
	}
	options = c.AppendOptions(nil)
	if err := l.ctx.Err(); err != nil { // rules that were stopped list none
		return nil, 0, err
	}
	held = each * uint64(len(options))
	return options, held, l.take(held)
}

// An explorer gives positions values of type V, each from those of other positions,
// and remembers them.
type explorer[V any] struct {
	ledger
	keyOf func(grundy.Component) grundy.Identity
	// expand returns what the value of a position rests on.
	expand func(c grundy.Component, text int) (expansion[V], error)
	// enough reports whether one of the values settles the position without those
	// that follow. It may be nil.
	enough func(V) bool
	// describe writes a position on a cycle; nil for as the game does.
	describe func(grundy.Component) string
	numbers  map[grundy.Identity]int32 // of values, by key; open for those on the stack
	values   []V
}

// An expansion is what the value of a position rests on: settle makes it from the
// values of other positions.
type expansion[V any] struct {
	on     []grundy.Component
	held   uint64 // bytes that were taken, until it is settled
	settle func(values []V) (V, error)
}

// open is the number of positions on the stack.
const open = int32(-1)

// met returns the number of positions that have been met.
func (e *explorer[V]) met() int { return len(e.numbers) }

// forget drops all that is known.
func (e *explorer[V]) forget() {
	clear(e.numbers)
	e.values, e.bytes = nil, 0
}

// known returns the value of c if it has been found.
func (e *explorer[V]) known(c grundy.Component) (v V, ok bool) {
	number, ok := e.numbers[e.keyOf(c)]
	if !ok || number == open {
		return v, false
	}
	return e.values[number], true
}

// A frame is a position whose value is being found.
type frame[V any] struct {
	expansion[V]
	key      grundy.Identity
	position grundy.Component
	values   []V // of the first positions on which it rests
}

// remembered returns about how many bytes a position takes besides its options.
func remembered(key grundy.Identity) uint64 { return uint64(len(key.Text)) + positionBytes/2 }

// value returns the value of c. The work is one look at each position on which
// another one rests that can be reached. After an error it may be asked again.
func (e *explorer[V]) value(c grundy.Component) (v V, err error) {
	var stack []frame[V]
	push := func(key grundy.Identity, c grundy.Component) error {
		before := e.bytes
		if err := e.take(remembered(key)); err != nil {
			return err
		}
		expanded, err := e.expand(c, len(key.Text))
		if err != nil {
			e.bytes = before
			return err
		}
		if e.numbers == nil {
			e.numbers = map[grundy.Identity]int32{}
		}
		e.numbers[key] = open
		e.fresh++
		stack = append(stack, frame[V]{expansion: expanded, key: key, position: c, values: make([]V, 0, len(expanded.on))})
		return e.step(len(expanded.on))
	}
	defer func() {
		for _, f := range stack { // which an error has left
			delete(e.numbers, f.key)
			e.bytes -= f.held + remembered(f.key)
		}
	}()
	root := e.keyOf(c)
	if number, ok := e.numbers[root]; ok && number != open {
		return e.values[number], nil
	}
	if err := e.ctx.Err(); err != nil {
		return v, err
	}
	if err := push(root, c); err != nil {
		return v, err
	}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		settled := len(top.values) == len(top.on)
		if !settled {
			if err := e.step(1); err != nil {
				return v, err
			}
			next := top.on[len(top.values)]
			key := e.keyOf(next)
			number, ok := e.numbers[key]
			switch {
			case !ok:
				if err := push(key, next); err != nil {
					return v, err
				}
				continue
			case number == open:
				return v, e.cycleOf(stack, key, next)
			}
			top.values = append(top.values, e.values[number])
			settled = e.enough != nil && e.enough(e.values[number])
		}
		if settled {
			if v, err = top.settle(top.values); err != nil {
				return v, err
			}
			e.numbers[top.key] = int32(len(e.values))
			e.values = append(e.values, v)
			e.bytes -= top.held
			stack = stack[:len(stack)-1]
		}
	}
	return v, nil
}

// writtenAlike returns an error if positions of the same text, and of a game in Go, differ.
func writtenAlike(a, b grundy.Component) error {
	if a.IsStarter() || a.Splits() || reflect.DeepEqual(a.Position(), b.Position()) {
		return nil
	}
	return fmt.Errorf("two positions that differ are both written %s, so that a search takes them for one: AppendPosition must tell them apart", brief(a))
}

// ifMeant says what to do about a cycle.
const ifMeant = "; if that is meant, say so: loopy = True in a file of rules, grundy.Loopy in Go"

// cycleOf returns the cycle that closes with a move from the top of the stack to
// next, the position of key; or says that next only reads like the first position.
func (e *explorer[V]) cycleOf(stack []frame[V], key grundy.Identity, next grundy.Component) error {
	cycle := stack[slices.IndexFunc(stack, func(f frame[V]) bool { return f.key == key }):]
	if err := writtenAlike(cycle[0].position, next); err != nil && e.describe == nil {
		return err
	}
	describe := e.describe
	if describe == nil {
		describe = brief
	}
	return fmt.Errorf("play need not end: there is a cycle of %s: %s%s", message.Count(len(cycle), "move", "moves"),
		message.Cycle(len(cycle), func(i int) string { return describe(cycle[i].position) }), ifMeant)
}
