// Package lazy makes at its first use what would slow the start of every process.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp returns a function that compiles the expression once, and panics if it is none.
func Regexp(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
