package meter

// This file counts work, so that what ends for the amount of it ends at the same place on
// every machine.

import (
	"context"
	"sync/atomic"
)

// A Work counts steps, and ends a context with [Steps] when they are more than allowed.
// Several goroutines may use it at once. The nil Work counts nothing.
type Work struct {
	left atomic.Int64
	end  context.CancelCauseFunc
}

type workKey struct{}

// WithWork returns a context that ends when more than most steps are counted.
func WithWork(ctx context.Context, most int64) (_ context.Context, end func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	w := &Work{end: cancel}
	w.left.Store(most)
	return context.WithValue(ctx, workKey{}, w), func() { cancel(nil) }
}

// WorkOf returns what counts the work in ctx, or nil.
func WorkOf(ctx context.Context) *Work {
	w, _ := ctx.Value(workKey{}).(*Work)
	return w
}

// Add counts steps.
func (w *Work) Add(steps int64) {
	if w != nil && w.left.Add(-steps) < 0 {
		w.end(Steps)
	}
}

// Left returns how many steps are left, 0 where there are none, and for the nil Work.
func (w *Work) Left() int64 {
	if w == nil {
		return 0
	}
	return max(w.left.Load(), 0)
}
