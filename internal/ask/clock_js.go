package ask

import (
	"context"
	"runtime"
)

// ticking returns a context that lets the clock run. In a browser there is one thread, on which a timer
// waits until the work pauses. So it pauses now and then, where it asks whether it should go on.
func ticking(ctx context.Context) context.Context { return &ticker{Context: ctx} }

type ticker struct {
	context.Context
	asked uint
}

// Err returns the error of the context.
func (t *ticker) Err() error {
	if t.asked++; t.asked%64 == 0 {
		runtime.Gosched()
	}
	return t.Context.Err()
}
