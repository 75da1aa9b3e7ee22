package main

// This file holds the flags that bound memory and time, and the bar that shows
// how far long work has come.

import (
	"fmt"
	"io"
	"math"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/pbnjay/memory"
	"github.com/schollz/progressbar/v3"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"grundy"
	"grundy/internal/units"
	"grundy/rules"
	"grundy/solve"
)

// budgetFlags are the flags --max-memory and --max-time.
type budgetFlags struct {
	memory memoryFlag
	time   time.Duration
}

func (b *budgetFlags) add(flags *pflag.FlagSet) {
	flags.Var(&b.memory, "max-memory", "refuse or stop what needs more memory for what it keeps, such as 4GiB; the process takes somewhat more (default half of the machine's)")
	flags.DurationVar(&b.time, "max-time", 5*time.Minute, "refuse what is estimated to take longer; 0 for no bound")
}

// budget returns what the flags allow.
func (b *budgetFlags) budget() solve.Budget {
	bytes := b.memory.bytes
	if bytes == 0 {
		bytes = machineMemory() / 2
	}
	return solve.Budget{Memory: bytes, Time: b.time}
}

// limitMemory has garbage collected before the process is much larger than what it
// may keep. A lower limit that is set already, such as by GOMEMLIMIT, stays.
func limitMemory(budget solve.Budget) {
	limit := grundy.AddCounts(grundy.AddCounts(budget.Memory, budget.Memory/4), processMemory)
	debug.SetMemoryLimit(min(int64(min(limit, math.MaxInt64)), debug.SetMemoryLimit(-1)))
}

// processMemory is about what the process takes without any work.
const processMemory = 32 << 20

// rulesOptions returns what a call of a function in a file of rules may use of a
// budget: its values, and then its moves, stand beside what the search keeps.
func rulesOptions(budget solve.Budget) rules.Options {
	const share = 8
	return rules.Options{Memory: int64(min(rules.DefaultMemory, max(budget.Memory/share, 1<<20)))}
}

// A memoryFlag is a number of bytes, 0 where none is given.
type memoryFlag struct {
	text  string
	bytes uint64
}

func (m *memoryFlag) String() string { return m.text }

// Type implements [pflag.Value].
func (m *memoryFlag) Type() string { return "string" }

// Set implements [pflag.Value].
func (m *memoryFlag) Set(text string) error {
	bytes, err := units.ParseBytes(text)
	if err != nil {
		return err
	}
	if bytes == 0 {
		return fmt.Errorf("%s is too little: want more than nothing, such as 4GiB", quoted(text))
	}
	m.text, m.bytes = text, bytes
	return nil
}

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

// progressTo returns a bar on w if that is a terminal, and a function that
// takes the bar away.
func progressTo(w io.Writer) (show grundy.Progress, done func()) { return progressOf(w, "") }

// progressOf is progressTo for work that is counted in something, such as cells:
// then the bar tells how many of them are done a second.
func progressOf(w io.Writer, counted string) (show grundy.Progress, done func()) {
	file, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return nil, func() {}
	}
	var (
		start = time.Now()
		first uint64 // what was done when the clock began
		bar   *progressbar.ProgressBar
		began bool
		told  time.Time
	)
	show = func(done, total uint64) {
		done, total = min(done, math.MaxInt64), min(total, math.MaxInt64)
		if !began {
			began, start, first = true, time.Now(), done
		}
		now := time.Now()
		if now.Sub(start) < time.Second/2 || now.Sub(told) < time.Second/10 {
			return // most work is done before anybody could read
		}
		told = now
		if bar == nil {
			bar = progressbar.NewOptions64(int64(total),
				progressbar.OptionSetWriter(file),
				progressbar.OptionClearOnFinish(),
				progressbar.OptionSetPredictTime(false), // it takes the first half second for no time
				progressbar.OptionSetElapsedTime(false),
				progressbar.OptionShowDescriptionAtLineEnd(),
				progressbar.OptionShowCount())
		}
		if int64(total) != bar.GetMax64() {
			bar.ChangeMax64(int64(total))
		}
		bar.Describe(speedText(done-min(first, done), total-min(done, total), now.Sub(start), counted))
		_ = bar.Set64(int64(done))
	}
	return show, func() {
		if bar != nil {
			_ = bar.Clear()
			fmt.Fprint(file, "\r")
		}
	}
}

// speedText says how much is done a second, if it is counted in something, and
// how long the rest takes.
func speedText(done, rest uint64, took time.Duration, counted string) string {
	rate := float64(done) / took.Seconds()
	if done == 0 || took <= 0 {
		return ""
	}
	left := time.Duration(min(float64(rest)/rate, 1e9) * float64(time.Second))
	text := units.Time(max(left.Round(time.Second), time.Second)) + " left"
	if counted != "" {
		text = units.Grouped(uint64(rate)) + " " + counted + "/s, " + text
	}
	return text
}
