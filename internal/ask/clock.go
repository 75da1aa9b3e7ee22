package ask

// The clock bounds a question. It can stop while an answer waits for its reader.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/units"
)

// A TimeError says that work was stopped because its time was used up. It wraps
// [grundy.ErrBudget].
type TimeError struct {
	What  string // the work
	Limit time.Duration
	Far   string // how far it came; "" where that is not known
}

func (e *TimeError) Error() string {
	text := fmt.Sprintf("%s: stopped after %s: %v", e.What, units.Time(e.Limit), grundy.ErrBudget)
	if e.Far != "" {
		text += "; " + e.Far
	}
	return text
}

// Unwrap returns an error that wraps [grundy.ErrBudget].
func (*TimeError) Unwrap() error { return meter.Time }

// A reached error says how far work had come when its context ended, as [*solve.Reached] does.
type reached interface {
	error
	Words() string
}

// A clock ends the context of work that has used up its time.
type clock struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	what   string // names the work

	mu    sync.Mutex
	timer *time.Timer // nil for no bound
	left  time.Duration
	since time.Time
}

// begin returns a context with the meter and the clock of a question; the clock
// runs from now on. what names the question's work.
func (m Means) begin(ctx context.Context, what string) (context.Context, *clock) {
	return startClock(m.metered(ctx), m.Time, what)
}

// timed answers a question by its clock; what names it.
func timed[A any](ctx context.Context, m Means, what string, answer func(context.Context) (*A, error)) (*A, error) {
	ctx, clock := m.begin(ctx, what)
	a, err := answer(ctx)
	if err = clock.end(err); err != nil {
		return nil, err
	}
	return a, nil
}

// startClock returns a context that ends after so long, 0 for never.
func startClock(ctx context.Context, limit time.Duration, what string) (context.Context, *clock) {
	ctx, cancel := context.WithCancelCause(ctx)
	c := &clock{ctx: ctx, cancel: cancel, what: what, left: limit, since: time.Now()}
	if limit > 0 {
		c.timer = time.AfterFunc(limit, func() {
			cancel(&TimeError{What: what, Limit: limit})
		})
	}
	return ticking(ctx), c
}

// end stops the clock after work that ended with err, and returns why it ended: the
// budget, if that stopped it.
func (c *clock) end(err error) error {
	if c.timer != nil {
		c.timer.Stop()
	}
	over, isOver := errors.AsType[*TimeError](context.Cause(c.ctx))
	c.cancel(nil)
	if isOver && (errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, over)) {
		if far, ok := errors.AsType[reached](err); ok {
			over = &TimeError{over.What, over.Limit, far.Words()}
		}
		return over
	}
	if refused, ok := errors.AsType[*meter.Error](err); ok && refused.Error() == err.Error() {
		return fmt.Errorf("%s: %w", c.what, err)
	}
	return err
}

// pause stops the clock until resume is called.
func (c *clock) pause() (resume func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.timer == nil || !c.timer.Stop() {
		return func() {}
	}
	c.left -= time.Since(c.since)
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.since = time.Now()
		c.timer.Reset(max(c.left, 0))
	}
}

// waiting returns a writer to w. While w writes, the clock stands still.
func (c *clock) waiting(w io.Writer) io.Writer { return waitingWriter{c, w} }

type waitingWriter struct {
	clock *clock
	to    io.Writer
}

func (w waitingWriter) Write(p []byte) (int, error) {
	defer w.clock.pause()()
	return w.to.Write(p)
}
