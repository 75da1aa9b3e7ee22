package forge

// A question may take a share of the time and no more, so that the tests never come to nothing.
// Usually counted steps end it: see [forger.steps]. Tables that an engine fills are not counted,
// and for these there is processor time.

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
)

// ErrOver is the cause of the end of a search that has used its time.
var ErrOver = errors.New("the time is over")

// errShare refuses what takes more than its share.
var errShare = fmt.Errorf("it takes more than its share of the time: %w", grundy.ErrBudget)

// Shares of the time.
const (
	mostShare   = 5 * time.Second // of one question
	leastShare  = 50 * time.Millisecond
	shares      = 60 // of one question in the whole time
	lookedAfter = 20 * time.Millisecond
)

// A watchman ends work that takes more processor time than it may.
type watchman struct {
	clock func() time.Duration // the processor time that the process has used
	begun time.Duration
	whole time.Duration // what the search may take; 0 sets no bound
	over  func()        // ends the search

	mu    sync.Mutex
	until time.Duration // what goes on now may go on so long; 0 sets no bound
	stop  func()        // ends that
}

// spent is the processor time since the search began.
func (w *watchman) spent() time.Duration { return w.clock() - w.begun }

// question is the share of one question.
func (w *watchman) question() time.Duration {
	if w.whole == 0 {
		return mostShare
	}
	return min(mostShare, max(leastShare, w.whole/shares))
}

// look ends what takes too long.
func (w *watchman) look() {
	now := w.clock()
	if w.whole > 0 && now-w.begun > w.whole {
		w.over()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.until > 0 && now > w.until {
		w.until = 0
		w.stop()
	}
}

// watch looks again and again, until the function that it returns is called.
func (w *watchman) watch() (end func()) {
	ticker, done := time.NewTicker(lookedAfter), make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() {
		for {
			select {
			case <-ticker.C:
				w.look()
			case <-done:
				return
			}
		}
	})
	return func() {
		ticker.Stop()
		close(done)
		watching.Wait()
	}
}

// bound lets work go on for a share of the time, or calls stop. A share of 0 sets no bound.
func (w *watchman) bound(share time.Duration, stop func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.until, w.stop = 0, stop
	if share > 0 {
		w.until = w.clock() + share
	}
}

// within asks an engine, in a context that ends with a share of the time. What engines have found is
// kept with the context, for the next questions, until one of them takes more than its share: its
// error wraps [grundy.ErrBudget].
func (f *forger) within(share time.Duration, ask func(ctx context.Context) error) error {
	if err := f.ctx.Err(); err != nil {
		return err
	}
	err := f.once(share, ask)
	if errors.Is(err, meter.Memory) { // perhaps there is enough without what others have found
		f.release()
		err = f.once(share, ask)
	}
	return err
}

// once asks an engine one time.
func (f *forger) once(share time.Duration, ask func(ctx context.Context) error) error {
	if f.bench == nil || f.bench.Err() != nil {
		f.release()
		f.bench, f.leave = context.WithCancel(f.ctx)
		f.bench, f.back = meter.Lent(f.bench)
	}
	f.bound(share, f.leave)
	err := ask(f.bench)
	f.bound(0, nil)
	switch {
	case f.ctx.Err() != nil:
		return f.ctx.Err()
	case f.bench.Err() != nil:
		f.byTime++
		return errShare
	}
	return err
}

// release gives back the memory of what engines have found.
func (f *forger) release() {
	f.leave()
	f.problem.Release()
	for _, idea := range f.ideas {
		idea.problem.Release()
	}
	if f.back != nil {
		f.back()
		f.back = nil
	}
}

// A stage is a part of the search.
type stage struct {
	what  string  // that it makes
	until float64 // it ends when so much of the whole time is over
	do    func() error
}

// run does the work of stages.
func (f *forger) run(stages ...stage) error {
	for _, s := range stages {
		if err := f.stage(s); err != nil {
			return err
		}
	}
	return nil
}

// stage does the work of one. The end of the time is not an error: the notes say what is missing.
func (f *forger) stage(s stage) error {
	f.count = func(uint64) {}
	if f.opt.Progress != nil {
		progress := f.opt.Progress(s.what)
		f.count = func(done uint64) { progress(done, 0) }
	}
	f.count(0)
	f.end, f.cut, f.done, f.before = time.Duration(s.until*float64(f.whole)), false, 0, f.refused
	err := s.do()
	if f.ctx.Err() != nil && f.outer.Err() == nil {
		if f.cut = true; !errors.Is(err, ErrOver) { // of what cannot be left out
			err = nil
		}
	}
	if errors.Is(err, errShare) {
		err = nil // it is noted, or leaves out no more than itself
	}
	what := s.what
	if f.group != "" && s.until < 1 {
		what += " of " + f.group
	}
	if f.done > 0 {
		what += fmt.Sprintf(" behind the first %d", f.done)
	}
	switch {
	case f.cut:
		f.missing = append(f.missing, what)
	case f.refused-f.before >= mostRefused:
		f.given = append(f.given, what)
	}
	return err
}

// step begins one more piece of a stage, or reports that it does not go on.
func (f *forger) step() bool {
	if !f.goesOn() {
		return false
	}
	f.done++
	f.count(f.done)
	return true
}

// goesOn reports whether the time of the stage is not over, and the engine has not refused too much.
func (f *forger) goesOn() bool {
	if f.ctx.Err() != nil || f.end > 0 && f.spent() > f.end {
		f.cut = true
		return false
	}
	return f.refused-f.before < mostRefused
}
