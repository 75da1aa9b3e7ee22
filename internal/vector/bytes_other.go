//go:build !amd64

package vector

// HasByteMoves reports false.
func HasByteMoves() bool { return false }
