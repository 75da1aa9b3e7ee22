package lang

// Running rules can be stopped inside a call. One call of a function may take its whole budget of
// steps, which is seconds; so machine and interpreter look at the clock of the question every
// 16384 steps.

import (
	"context"
	"errors"

	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/rules/core"
)

// SliceOfSteps is how many steps are taken between two looks at the clock: some
// milliseconds.
const SliceOfSteps = 1 << 14

// A Clock tells running rules when to stop. The zero clock never does.
type Clock struct {
	Ctx  context.Context
	done <-chan struct{} // of ctx
	work *meter.Work     // of ctx; nil for none
	// Most bounds the steps of each call, besides what the options of the file allow; 0
	// for no other bound.
	Most int64
}

// MostSteps returns the steps that a call may take.
func (c *Clock) MostSteps(o Options) int64 {
	if c.Most > 0 {
		return min(c.Most, o.MostSteps())
	}
	return o.MostSteps()
}

// NewClock returns the clock of a question that ends with ctx.
func NewClock(ctx context.Context) Clock {
	return Clock{Ctx: ctx, done: ctx.Done(), work: meter.WorkOf(ctx)}
}

// HasEnded reports whether rules must stop.
func (c *Clock) HasEnded() bool {
	select {
	case <-c.done:
		return true
	default:
		return false
	}
}

// Count counts steps that were taken outside the calls of functions, whose steps are
// counted at their end.
func (c *Clock) Count(steps int64) { c.work.Add(steps) }

// StopAt returns the error that rules were stopped by a clock at a place.
func (f *Code) StopAt(at core.Place, c *Clock) *Error {
	cause := context.Cause(c.Ctx)
	err := f.FailAtPlace(at, "stopped while this ran: %v", cause)
	err.cause, err.stopped = cause, true
	return err
}

// IsStopped reports whether rules were stopped: then nothing is known about them.
func IsStopped(err error) bool {
	var wrong *Error
	return errors.As(err, &wrong) && wrong.stopped
}
