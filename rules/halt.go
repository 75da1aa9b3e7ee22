package rules

// This file holds how running rules are stopped. One call of a function may take
// its whole budget of steps, which is seconds; so machine and interpreter look at
// the clock of the question every so many steps.

import (
	"context"
	"errors"

	"go.starlark.net/syntax"
)

// sliceOfSteps is how many steps are taken between two looks at the clock: some
// milliseconds.
const sliceOfSteps = 1 << 14

// A clock tells running rules when to stop. The zero clock never does.
type clock struct {
	ctx  context.Context
	done <-chan struct{} // of ctx
}

func newClock(ctx context.Context) clock { return clock{ctx, ctx.Done()} }

// hasEnded reports whether rules must stop.
func (c *clock) hasEnded() bool {
	select {
	case <-c.done:
		return true
	default:
		return false
	}
}

// stopAt returns the error that rules were stopped by a clock at a node.
func (s *source) stopAt(n syntax.Node, c *clock) *Error {
	cause := context.Cause(c.ctx)
	err := s.fail(n, "stopped while this ran: %v", cause)
	err.cause, err.stopped = cause, true
	return err
}

// isStopped reports whether rules were stopped: then nothing is known about them.
func isStopped(err error) bool {
	var wrong *Error
	return errors.As(err, &wrong) && wrong.stopped
}
