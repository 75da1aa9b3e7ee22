//go:build !unix

package forge

import "time"

var started = time.Now()

// processorTime is the time since the process began, where no other is known.
func processorTime() time.Duration { return time.Since(started) }
