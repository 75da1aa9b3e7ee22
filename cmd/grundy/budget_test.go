package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/rules"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/search"
)

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

// Every error that a larger budget would mend names the flag that raises it, once.
func TestSolveError(t *testing.T) {
	const (
		memory = "; --max-memory sets the budget"
		clock  = "; --max-time sets the budget"
	)
	for _, test := range []struct {
		err  error
		hint string
	}{
		{grundy.BudgetError{Msg: "nim(9) needs more", What: "memory"}, memory},
		{fmt.Errorf("a list: %w", grundy.BudgetError{Msg: "nim(9) needs more", What: "time"}), clock},
		{grundy.BudgetError{Msg: "nim(9) needs more than 5 steps", What: "steps"}, ""},
		{fmt.Errorf("nim(9): %w", &meter.Error{Asked: 9, Limit: 5}), memory},
		{&ask.TimeError{What: "nim(9)", Limit: time.Second}, clock},
		{&search.BudgetError{Positions: 5, What: "memory"}, memory},
		{&search.BudgetError{Positions: 5, What: "steps"}, ""},
		{errors.New("something else"), ""},
		{fmt.Errorf("more components than can be numbered: %w", grundy.ErrTooLarge), ""},
	} {
		if got := solveError(test.err).Error(); got != test.err.Error()+test.hint {
			t.Errorf("%q becomes %q", test.err, got)
		}
	}
	for _, test := range []struct {
		text    string
		options rules.Options
		hint    string
	}{
		{"x = [0] * (1 << 40)\n", rules.Options{}, ""},
		{"x = [0] * (1 << 40)\n", rules.Options{Memory: rules.DefaultMemory - 1}, "; --max-memory sets the budget"},
		{"for i in range(1 << 40):\n    pass\n", rules.Options{Steps: 1000, Memory: 1 << 20}, ""},
	} {
		_, err := rules.Load(t.Context(), "f.star", strings.NewReader(test.text), test.options)
		if got := solveError(err).Error(); !errors.Is(err, grundy.ErrBudget) || got != err.Error()+test.hint {
			t.Errorf("%s: %v becomes %s", test.text, err, got)
		}
	}
}

// A command leaves the garbage collector as it was.
func TestRestoringCollector(t *testing.T) {
	limit := debug.SetMemoryLimit(1 << 40)
	defer debug.SetMemoryLimit(limit)
	if status := run(t.Context(), []string{"solve", "nim(3)", "--max-memory=1GiB"}, nil, io.Discard, io.Discard); status != exitAnswered {
		t.Errorf("status %d", status)
	}
	if most := debug.SetMemoryLimit(-1); most != 1<<40 {
		t.Errorf("memory is limited to %d", most)
	}
}
