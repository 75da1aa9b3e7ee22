package main

// A line on the terminal says how far long work has come.

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/terminal"
	"github.com/grundy-games/grundy/internal/units"
)

// A watch looks at the work of a command, and shows on a terminal how far it has come.
type watch struct {
	meter *meter.Meter // of all that the command does
	job   atomic.Pointer[task]
	stage atomic.Pointer[stage]
	torn  atomic.Bool // a line of output has not ended, which no other may tear
	slow  atomic.Bool // the command may take its time to end, as others wait for its answers

	mu      sync.Mutex
	screen  *os.File      // where the line is shown; nil for nowhere
	shown   bool          // at present
	stopped chan struct{} // nil unless a goroutine shows the line
}

// A task is the work that is looked at.
type task struct {
	what   string // the command
	since  time.Time
	before uint64 // positions that were looked at before
}

// A stage is a part of the work that is counted in something.
type stage struct {
	counted     string // such as "cells"; "" for what has no name
	done, total atomic.Uint64

	once  sync.Once
	since time.Time // of the first report
	first uint64    // what was done then
}

type watchKey struct{}

// watched returns ctx with a watch, whose line is shown on w if that is a terminal.
func watched(ctx context.Context, w io.Writer) context.Context {
	ctx = meter.With(ctx, 0)
	of := &watch{meter: meter.Of(ctx)}
	if terminal.Is(w) && os.Getenv("TERM") != "dumb" {
		of.screen = w.(*os.File)
	}
	return context.WithValue(ctx, watchKey{}, of)
}

// watchOf returns the watch of ctx.
func watchOf(ctx context.Context) *watch { return ctx.Value(watchKey{}).(*watch) }

const (
	quiet   = time.Second // most work is done before anybody could read
	between = time.Second / 10
)

// start begins to look at the work of a command of that name.
func (w *watch) start(what string) {
	w.note(what)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.screen == nil || w.stopped != nil {
		return
	}
	stopped := make(chan struct{})
	w.stopped = stopped
	go func() {
		for wait := quiet; ; wait = between {
			select {
			case <-stopped:
				return
			case <-time.After(wait):
				w.show()
			}
		}
	}()
}

// note is start for others who show how far the work has come.
func (w *watch) note(what string) {
	before, _ := w.meter.Counted()
	w.job.Store(&task{what, time.Now(), before})
	w.stage.Store(nil)
}

// stop takes the line away until the next start.
func (w *watch) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stopped != nil {
		close(w.stopped)
		w.stopped = nil
	}
	w.clear()
}

// begin returns what counts something, from its first report on.
func (w *watch) begin(counted string) grundy.Progress {
	s := &stage{counted: counted}
	return func(done, total uint64) {
		s.once.Do(func() { s.since, s.first = time.Now(), done })
		w.stage.Store(s)
		s.done.Store(done)
		s.total.Store(total)
	}
}

// show shows the line, or shows it anew.
func (w *watch) show() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stopped == nil || w.torn.Load() {
		return
	}
	j := w.job.Load()
	text := []rune(j.what + ": " + strings.Join(append(w.soFar(true), j.took()), ", "))
	if columns, _ := terminal.Size(w.screen); columns > 1 {
		text = text[:min(len(text), columns-1)]
	}
	fmt.Fprintf(w.screen, "\r%s\x1b[K", string(text))
	w.shown = true
}

// clear takes the line away.
func (w *watch) clear() {
	if w.shown {
		fmt.Fprint(w.screen, "\r\x1b[K")
		w.shown = false
	}
}

// makeRoom makes room for other lines; they are torn until they have ended.
func (w *watch) makeRoom(torn bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.clear()
	w.torn.Store(torn)
}

// took says how long the work has lasted.
func (j *task) took() string { return units.Time(time.Since(j.since).Round(time.Second)) }

// soFar says how far the work has come, and with what speed.
func (w *watch) soFar(speed bool) (parts []string) {
	j := w.job.Load()
	if s := w.stage.Load(); s != nil {
		if parts = s.soFar(parts); speed {
			parts = s.speed(parts)
		}
	}
	if told := w.meter.Told(); told != "" {
		return append(parts, told)
	}
	if positions, most := w.meter.Counted(); positions > j.before+1 {
		text := units.Grouped(positions-j.before) + " positions"
		if most > 0 {
			text += " of at most " + units.Grouped(most-j.before)
		}
		parts = append(parts, text)
	}
	return parts
}

// soFar appends what is done of the stage.
func (s *stage) soFar(parts []string) []string {
	done, total := s.done.Load(), s.total.Load()
	known := total > done
	if known {
		parts = append(parts, fmt.Sprintf("%.0f%%", 100*float64(done)/float64(total)))
	}
	switch {
	case s.counted == "":
	case known:
		parts = append(parts, fmt.Sprintf("%s of %s %s", units.Grouped(done), units.Grouped(total), s.counted))
	case done > 0:
		parts = append(parts, units.Grouped(done)+" "+s.counted)
	}
	return parts
}

// speed appends how much of the stage is done a second, and how long the rest takes.
func (s *stage) speed(parts []string) []string {
	done, total := s.done.Load(), s.total.Load()
	if took := time.Since(s.since); done > s.first && took > 0 {
		rate := float64(done-s.first) / took.Seconds()
		if s.counted != "" && rate >= 100 {
			parts = append(parts, units.Grouped(uint64(rate))+" a second")
		}
		if total > done {
			left := time.Duration(min(float64(total-done)/rate, 1e9) * float64(time.Second))
			parts = append(parts, units.Time(max(left.Round(time.Second), time.Second))+" left")
		}
	}
	return parts
}

// tellInterrupted says that the work was interrupted, and how far it had come. It does
// not wait for others who write.
func (w *watch) tellInterrupted(to io.Writer) {
	text := "grundy: interrupted"
	if j := w.job.Load(); j != nil && time.Since(j.since) >= quiet {
		text += " after " + j.took()
		if far := w.soFar(false); far != nil {
			text += ": " + j.what + " had come to " + strings.Join(far, ", ")
		}
	}
	if w.torn.Load() {
		text = "\n" + text
	}
	fmt.Fprintln(to, text)
}
