package main

import (
	"bytes"
	"context"
	"errors"
	"math"
	"runtime/debug"
	"testing"
	"time"

	"grundy/rules"
	"grundy/solve"
)

func TestSpeedText(t *testing.T) {
	for _, test := range []struct {
		done, rest uint64
		took       time.Duration
		counted    string
		want       string
	}{
		{50_000_000, 150_000_000, 2 * time.Second, "cells", "25,000,000 cells/s, 6s left"},
		{50, 150, 2 * time.Second, "", "6s left"},
		{1, 1 << 62, time.Second, "values", "1 values/s, 31 years left"},
		{0, 5, time.Second, "values", ""},
		{5, 0, time.Second, "values", "5 values/s, 1s left"},
	} {
		if got := speedText(test.done, test.rest, test.took, test.counted); got != test.want {
			t.Errorf("%+v: %q", test, got)
		}
	}
}

// Where the output is no terminal, there is no progress.
func TestNoProgressInPipes(t *testing.T) {
	if show, _ := progressOf(&bytes.Buffer{}, "cells"); show != nil {
		t.Error("progress without a terminal")
	}
}

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

// The limit of the collector is above what is kept, and never above one that was
// set before.
func TestLimitMemory(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)
	for _, test := range []struct {
		set          int64
		memory       uint64
		least, limit int64
	}{
		{math.MaxInt64, 4 << 30, 4 << 30, 6 << 30},
		{math.MaxInt64, math.MaxUint64, math.MaxInt64, math.MaxInt64},
		{math.MaxInt64, math.MaxUint64 - math.MaxUint64/5, math.MaxInt64, math.MaxInt64},
		{1 << 30, 4 << 30, 1 << 30, 1 << 30},
		{1 << 30, math.MaxUint64, 1 << 30, 1 << 30},
	} {
		debug.SetMemoryLimit(test.set)
		limitMemory(solve.Budget{Memory: test.memory})
		if got := debug.SetMemoryLimit(-1); got < test.least || got > test.limit {
			t.Errorf("%+v: the limit is %d", test, got)
		}
	}
	debug.SetMemoryLimit(1 << 30)
	if (&budgetFlags{}).budget(); debug.SetMemoryLimit(-1) != 1<<30 {
		t.Error("to ask for the budget limits the memory")
	}
}

// TestRulesOptions holds that a call of rules has a share of the memory.
func TestRulesOptions(t *testing.T) {
	for memory, want := range map[uint64]int64{80 << 20: 10 << 20, 64 << 30: rules.DefaultMemory, 1000: 1 << 20} {
		if got := rulesOptions(solve.Budget{Memory: memory}).Memory; got != want {
			t.Errorf("of %d bytes: %d, want %d", memory, got, want)
		}
	}
}
