package solve

// When a search stops whose memory and steps no memo counts: the walk through a graph, and what a
// book holds.

import (
	"context"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
)

// positionBytes is about what a remembered position costs, with a text of usual
// length.
const positionBytes = 256

// A spending counts what a search uses, and says when it has to stop.
type spending struct {
	ctx         context.Context
	limit, most uint64 // on bytes and on steps; 0 for none
	bytes       uint64 // in use, about
	steps       uint64 // of about a nanosecond with memory at hand; see textSteps
	work        uint64 // steps since ctx was asked
	uncounted   uint64 // positions that the question's meter has not counted
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
func (l *spending) take(bytes uint64) error {
	before := l.bytes
	l.bytes = grundy.AddCounts(before, bytes)
	err := l.checkMemory()
	if err != nil {
		l.bytes = before
	}
	return err
}

// checkMemory looks whether the bytes in use are too many.
func (l *spending) checkMemory() error {
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
func (l *spending) step(looks int) error {
	steps := textSteps * uint64(looks)
	l.steps += steps
	if l.most > 0 && l.steps > l.most {
		return l.over("steps")
	}
	if l.work += steps; l.work >= leastWork {
		l.work = 0
		meter.Of(l.ctx).Count(l.uncounted)
		l.uncounted = 0
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
func (l *spending) list(c grundy.Component, text int) (options []grundy.Component, held uint64, err error) {
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
