//go:build unix

package forge

import (
	"syscall"
	"time"
)

// processorTime is what this process and those that it has waited for have used.
func processorTime() time.Duration {
	used := time.Duration(0)
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var of syscall.Rusage
		if syscall.Getrusage(who, &of) == nil {
			used += time.Duration(of.Utime.Nano() + of.Stime.Nano())
		}
	}
	return used
}
