package meter

// This file bounds the cores that compute for a question.

import (
	"context"
	"runtime"
)

type coresKey struct{}

// WithCores returns a context in which at most that many cores compute for a question; 0
// sets no bound.
func WithCores(ctx context.Context, most int) context.Context {
	if most <= 0 {
		return ctx
	}
	return context.WithValue(ctx, coresKey{}, most)
}

// Cores returns how many goroutines compute where that many are wanted, or as many as
// there are cores if wanted is 0: no more than ctx allows.
func Cores(ctx context.Context, wanted int) int {
	if wanted <= 0 {
		wanted = runtime.GOMAXPROCS(0)
	}
	if most, ok := ctx.Value(coresKey{}).(int); ok {
		wanted = min(wanted, most)
	}
	return wanted
}
