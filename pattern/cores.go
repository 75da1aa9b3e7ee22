package pattern

// This file lets several cores work for one question, so that the answer does not depend on how many
// there are.

import (
	"context"
	"sync"

	"github.com/grundy-games/grundy/internal/meter"
)

// firstOf tries 0 … n-1 on the cores of a question, and tells the results in this order: whether one is
// found, and the error. It ends with the first that is found, as if they had been tried one after the
// other: those behind it are stopped, and nobody hears of them.
func firstOf(ctx context.Context, n int, try func(ctx context.Context, i int) (found bool, err error), tell func(i int, found bool, err error)) {
	workers := min(meter.Cores(ctx, 0), n)
	if workers < 2 {
		for i := range n {
			found, err := try(ctx, i)
			if tell(i, found, err); found || ctx.Err() != nil {
				return
			}
		}
		return
	}
	type result struct {
		found bool
		err   error
	}
	inner, end := context.WithCancel(ctx)
	next, results := make(chan int), make([]chan result, n)
	for i := range results {
		results[i] = make(chan result, 1)
	}
	var all sync.WaitGroup
	defer all.Wait()
	defer end()
	all.Go(func() {
		defer close(next)
		for i := range n {
			select {
			case next <- i:
			case <-inner.Done():
				return
			}
		}
	})
	for range workers {
		all.Go(func() {
			for i := range next {
				found, err := try(inner, i)
				results[i] <- result{found, err}
			}
		})
	}
	for i := range n {
		select {
		case r := <-results[i]:
			if tell(i, r.found, r.err); r.found {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}
