package main

// Flags bound memory and time. An error names the flag that raises the bound, if one does.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/pbnjay/memory"
	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/solve"
)

// budgetFlags are the flags --max-memory and --max-time, and --workers of some commands.
type budgetFlags struct {
	workers int    // 0 for all cores
	memory  uint64 // 0 where none is given
	time    time.Duration
}

// add adds both flags; unless says where there is no bound of time by default, "" for nowhere.
func (b *budgetFlags) add(cmd *cobra.Command, unless string) {
	b.addMemory(cmd, "")
	b.time = cmp.Or(b.time, 5*time.Minute)
	flagsOf(cmd)("max-time", &b.time, "; 0"+unless+" for no bound")
}

// addMemory adds the flag --max-memory alone.
func (b *budgetFlags) addMemory(cmd *cobra.Command, of string) {
	flagsOf(cmd)("max-memory", bytesFlag(&b.memory), of+" (default half of the machine's)")
}

// addWorkers adds the flag --workers.
func (b *budgetFlags) addWorkers(cmd *cobra.Command) {
	flagsOf(cmd)("workers", natural(func(n uint64) { b.workers = int(n) }, 0, 1<<10), "")
}

// bytesFlag returns a flag that sets an amount of memory.
func bytesFlag(bytes *uint64) *parsedFlag {
	return &parsedFlag{"bytes", "", func(text string) (err error) {
		*bytes, err = units.ParseBytes(text)
		_, plain := strconv.ParseUint(text, 10, 64)
		if err == nil && (*bytes == 0 || plain == nil) { // a unit is wanted, as of time
			err = errors.New("no unit")
		}
		return err
	}}
}

// budget returns what the flags allow.
func (b *budgetFlags) budget() solve.Budget {
	bytes := b.memory
	if bytes == 0 {
		bytes = machineMemory() / 2
	}
	return solve.Budget{Memory: bytes, Time: b.time}
}

// spent is work that a budget bounds by its context.
type spent struct {
	whole, within context.Context
	cancel        context.CancelFunc
}

// begin begins work whose context ends with the budget of time, and has a meter with that of
// memory. The error at the end of the time says that what is not complete. Call end with the
// error of the work.
func (b *budgetFlags) begin(ctx context.Context, what string) spent {
	budget := b.budget()
	limitMemory(budget)
	s := spent{whole: ctx, within: meter.With(ctx, budget.Memory), cancel: func() {}}
	if budget.Time > 0 {
		late := fmt.Errorf("%s not complete after %s; --max-time sets the budget", what, units.Time(budget.Time))
		s.within, s.cancel = context.WithTimeoutCause(s.within, budget.Time, late)
	}
	return s
}

// end ends the work, and says which flag raises the budget that an error is about.
func (s *spent) end(err error) error {
	if err != nil && s.within.Err() != nil && s.whole.Err() == nil {
		err = context.Cause(s.within)
	}
	s.cancel()
	return solveError(err)
}

// limitMemory has garbage collected before the process is much larger than what it
// may keep. The collector belongs to the process, which has one question and returns to
// its own limit after it; meters count what the question keeps. A lower limit that is
// set already, such as by GOMEMLIMIT, stays.
func limitMemory(budget solve.Budget) {
	limit := grundy.AddCounts(grundy.AddCounts(budget.Memory, budget.Memory/8), processMemory)
	debug.SetMemoryLimit(min(int64(min(limit, math.MaxInt64)), debug.SetMemoryLimit(-1)))
}

// processMemory is about what the process takes without any work.
const processMemory = 24 << 20

// machineMemory returns the memory that the process may use: that of the
// machine, or of the container that it runs in.
func machineMemory() uint64 {
	total := memory.TotalMemory()
	if total == 0 {
		total = 4 << 30 // where the machine does not tell
	}
	if text, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil {
		if limit, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil {
			total = min(total, limit)
		}
	}
	return total
}

// solveError says which flag raises the budget that is used up. No flag raises others.
func solveError(err error) error {
	if what := ask.Bound(err); what != "" {
		return fmt.Errorf("%w; --max-%s sets the budget", err, what)
	}
	return err
}
