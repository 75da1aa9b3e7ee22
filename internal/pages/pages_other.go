//go:build !linux

package pages

// advise does nothing.
func advise(_, _ uintptr) {}
