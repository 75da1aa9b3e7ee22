package main

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"grundy/solve"
)

// A watch stops work by time and by memory, and not while it is paused.
func TestWatch(t *testing.T) {
	ctx, w := watched(t.Context(), solve.Budget{Memory: 1 << 40, Time: 20 * time.Millisecond}, "the work")
	<-ctx.Done()
	if err := w.end(ctx.Err()); err == nil || err.Error() != "the work: stopped after 20ms; --max-memory and --max-time set the budget" {
		t.Error(err)
	}

	var resume func()
	for began := time.Now(); ; began = time.Now() {
		ctx, w = watched(t.Context(), solve.Budget{Memory: 1 << 40, Time: 30 * time.Millisecond}, "the work")
		if resume = w.pause(); time.Since(began) < 30*time.Millisecond {
			break
		}
		_ = w.end(nil) // the machine was slower than the clock
	}
	time.Sleep(60 * time.Millisecond)
	if ctx.Err() != nil {
		t.Error("stopped in a pause")
	}
	resume()
	<-ctx.Done()
	if err := w.end(nil); err != nil {
		t.Errorf("work that was done in spite of all: %v", err)
	}

	runtime.GC() // what other tests left is not what is held before
	ctx, w = watched(t.Context(), solve.Budget{Memory: 20 << 20}, "the work")
	var kept [][]byte
	for began := time.Now(); ctx.Err() == nil && time.Since(began) < 30*time.Second; time.Sleep(5 * time.Millisecond) {
		if len(kept) < 200 {
			kept = append(kept, make([]byte, 1<<20))
		}
	}
	if err := w.end(ctx.Err()); !errors.Is(err, solve.OverBudget("").Unwrap()) || len(kept) < 15 {
		t.Errorf("after %d MiB: %v", len(kept), err)
	}

	ctx, w = watched(t.Context(), solve.Budget{Memory: 20 << 20}, "the work")
	for range 200 { // garbage is not held
		kept = [][]byte{make([]byte, 1<<20)}
		time.Sleep(time.Millisecond)
	}
	if err := w.end(ctx.Err()); err != nil || len(kept) != 1 {
		t.Errorf("garbage: %v", err)
	}

	outer, cancel := context.WithCancel(t.Context())
	ctx, w = watched(outer, solve.Budget{Memory: 1 << 40, Time: time.Hour}, "the work")
	cancel()
	if err := w.end(ctx.Err()); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}
