package main

// This file holds work whose cost nobody can tell beforehand against the budget,
// such as a nim-sequence, which is cheap from the moment a period is proved: it
// is stopped when the budget is used up.

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/metrics"
	"sync"
	"time"

	"grundy/internal/units"
	"grundy/solve"
)

// A watch stops work that uses up its budget.
type watch struct {
	what   string
	cancel context.CancelCauseFunc
	over   func() error // why the work was stopped, or nil
	done   chan struct{}

	mu    sync.Mutex
	timer *time.Timer // nil for no bound
	left  time.Duration
	since time.Time
}

// watchEvery is the time from one look at the memory to the next.
const watchEvery = 50 * time.Millisecond

// watched returns a context that ends when the work has used up the budget, from
// now on. what names the work.
func watched(parent context.Context, budget solve.Budget, what string) (context.Context, *watch) {
	return watchedSince(parent, budget, what, time.Now())
}

// watchedSince is [watched] for work to whose time belongs what was done since then.
func watchedSince(parent context.Context, budget solve.Budget, what string, since time.Time) (context.Context, *watch) {
	ctx, cancel := context.WithCancelCause(parent)
	w := &watch{what: what, cancel: cancel, done: make(chan struct{}), left: budget.Time, since: since}
	w.over = func() error {
		if over, ok := errors.AsType[solve.OverBudget](context.Cause(ctx)); ok {
			return over
		}
		return nil
	}
	if budget.Time > 0 {
		w.timer = time.AfterFunc(budget.Time-time.Since(since), func() {
			cancel(solve.OverBudget(fmt.Sprintf("%s: stopped after %s", what, units.Time(budget.Time))))
		})
	}
	go w.memory(heldMemory(), budget.Memory)
	return ctx, w
}

// memory stops work that holds more memory than it may, beside what was held before.
func (w *watch) memory(before, most uint64) {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-w.done:
			return
		case <-tick.C:
		}
		if heldMemory() <= before+most {
			continue
		}
		if runtime.GC(); heldMemory() <= before+most { // it was garbage
			continue
		}
		w.cancel(solve.OverBudget(fmt.Sprintf("%s: stopped at %s of memory, and the budget is %s",
			w.what, units.Bytes(heldMemory()-min(before, heldMemory())), units.Bytes(most))))
		return
	}
}

// heldMemory returns the bytes of all objects, garbage included.
func heldMemory() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// pause stops the clock, such as while somebody else reads what was written,
// until the function that it returns is called.
func (w *watch) pause() (resume func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer == nil || !w.timer.Stop() {
		return func() {}
	}
	w.left -= time.Since(w.since)
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.since = time.Now()
		w.timer.Reset(max(w.left, 0))
	}
}

// end ends the watch over work that ended with err, and returns why: the budget,
// if that stopped it.
func (w *watch) end(err error) error {
	if w.timer != nil {
		w.timer.Stop()
	}
	close(w.done)
	over := w.over()
	w.cancel(nil)
	if err != nil && over != nil {
		return solveError(over)
	}
	return rulesError(err)
}
