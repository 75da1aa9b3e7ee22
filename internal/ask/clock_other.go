//go:build !js

package ask

import "context"

// ticking returns a context that lets the clock run, which it does by itself.
func ticking(ctx context.Context) context.Context { return ctx }
