//go:build !amd64

package vector

// HasAVX512 reports false.
func HasAVX512() bool { return false }

// HasByteFields reports false.
func HasByteFields() bool { return false }
