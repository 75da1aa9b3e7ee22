package main

// This file holds the flags that bound memory and time, and the bar that shows
// how far long work has come.

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/pbnjay/memory"
	"github.com/schollz/progressbar/v3"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"grundy"
	"grundy/internal/units"
	"grundy/solve"
)

// budgetFlags are the flags --max-memory and --max-time.
type budgetFlags struct {
	memory string
	time   time.Duration
}

func (b *budgetFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&b.memory, "max-memory", "", "refuse what needs more memory, such as 4GiB (default half of the machine's)")
	flags.DurationVar(&b.time, "max-time", 5*time.Minute, "refuse what is estimated to take longer; 0 for no bound")
}

// budget returns what the flags allow.
func (b *budgetFlags) budget() (solve.Budget, error) {
	if b.time < 0 {
		return solve.Budget{}, usagef("--max-time=%v: want a time that is not below 0", b.time)
	}
	bytes := machineMemory() / 2
	if b.memory != "" {
		var err error
		if bytes, err = units.ParseBytes(b.memory); err != nil {
			return solve.Budget{}, usagef("--max-memory: %w", err)
		}
		if bytes == 0 {
			return solve.Budget{}, usagef("--max-memory=%s: want more than nothing", b.memory)
		}
	}
	return solve.Budget{Memory: bytes, Time: b.time}, nil
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
func progressTo(w io.Writer) (show grundy.Progress, done func()) {
	file, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return nil, func() {}
	}
	start := time.Now()
	var bar *progressbar.ProgressBar
	show = func(done, total uint64) {
		if time.Since(start) < time.Second/2 {
			return // most work is done before anybody could read
		}
		if bar == nil {
			bar = progressbar.NewOptions64(int64(total),
				progressbar.OptionSetWriter(file),
				progressbar.OptionClearOnFinish(),
				progressbar.OptionSetPredictTime(true),
				progressbar.OptionShowCount(),
				progressbar.OptionThrottle(100*time.Millisecond))
		}
		if int64(total) != bar.GetMax64() {
			bar.ChangeMax64(int64(total))
		}
		_ = bar.Set64(int64(done))
	}
	return show, func() {
		if bar != nil {
			_ = bar.Clear()
			fmt.Fprint(file, "\r")
		}
	}
}
