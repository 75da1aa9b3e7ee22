package rules

// This file holds how running rules are stopped. One call of a function may take
// its whole budget of steps, which is seconds, and most calls come through
// interfaces without a context; so a file knows the contexts of those who wait
// for it, and machine and interpreter look there every so many steps.

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"go.starlark.net/syntax"
)

// sliceOfSteps is how many steps are taken between two looks at whether to stop:
// some milliseconds.
const sliceOfSteps = 1 << 14

// A halt stops the rules of a file when nobody waits for them any more.
type halt struct {
	stopped atomic.Bool
	mu      sync.Mutex
	waiting []*waiting
}

// waiting is one who waits for rules, until the context ends.
type waiting struct{ ctx context.Context }

// Within implements [grundy.Interruptible]: once ctx has ended, and that of all
// others who are within, rules stop wherever they are, until end is called.
func (f *File) Within(ctx context.Context) (end func()) {
	h, w := &f.halt, &waiting{ctx}
	h.mu.Lock()
	h.waiting = append(h.waiting, w)
	h.mu.Unlock()
	forget := context.AfterFunc(ctx, h.look)
	h.look()
	return func() {
		forget()
		h.mu.Lock()
		h.waiting = slices.DeleteFunc(h.waiting, func(other *waiting) bool { return other == w })
		h.mu.Unlock()
		h.look()
	}
}

// look looks whether somebody waits.
func (h *halt) look() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.stopped.Store(len(h.waiting) > 0 && !slices.ContainsFunc(h.waiting, func(w *waiting) bool { return w.ctx.Err() == nil }))
}

// cause says why rules were stopped.
func (h *halt) cause() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, w := range h.waiting {
		if err := context.Cause(w.ctx); err != nil {
			return err
		}
	}
	return context.Canceled
}

// stopAt returns the error that rules were stopped at a node.
func (f *File) stopAt(n syntax.Node) *Error {
	cause := f.halt.cause()
	err := f.source.fail(n, "stopped while this ran: %v", cause)
	err.cause, err.stopped = cause, true
	return err
}

// isStopped reports whether rules were stopped: then nothing is known about them.
func isStopped(err error) bool {
	var wrong *Error
	return errors.As(err, &wrong) && wrong.stopped
}

// whyNot returns the error of rules that have failed, or were stopped.
func (f *File) whyNot() error {
	if err := f.Err(); err != nil {
		return err
	}
	return fmt.Errorf("%s: %w", f, f.halt.cause())
}
