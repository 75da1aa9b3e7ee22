// Package lazy makes at its first use what would slow the start of every process.
package lazy

import (
	"regexp"
	"sync"
)

// A Value is made when it is first asked for. A variable of this type needs no code at the start of a
// process, so that programs which never ask are built without what makes it.
type Value[T any] struct {
	once  sync.Once
	value T
}

// Of returns the value, which make makes for the first who asks.
func (v *Value[T]) Of(make func() T) T {
	v.once.Do(func() { v.value = make() })
	return v.value
}

// Regexp returns a function that compiles the expression once, and panics if it is none.
func Regexp(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
