package main

import (
	"context"
	"errors"
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

	ctx, w = watched(t.Context(), solve.Budget{Memory: 1 << 40, Time: 30 * time.Millisecond}, "the work")
	resume := w.pause()
	time.Sleep(60 * time.Millisecond)
	if ctx.Err() != nil {
		t.Error("stopped in a pause")
	}
	resume()
	<-ctx.Done()
	if err := w.end(nil); err != nil {
		t.Errorf("work that was done in spite of all: %v", err)
	}

	ctx, w = watched(t.Context(), solve.Budget{Memory: 20 << 20}, "the work")
	var kept [][]byte
	for ctx.Err() == nil && len(kept) < 200 {
		kept = append(kept, make([]byte, 1<<20))
		time.Sleep(5 * time.Millisecond)
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
