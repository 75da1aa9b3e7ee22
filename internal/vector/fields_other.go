//go:build !amd64

package vector

// HasCarryless reports false.
func HasCarryless() bool { return false }

// HasByteFields reports false.
func HasByteFields() bool { return false }
