//go:build !linux

package main

// stdoutWasClosed reports whether standard output was closed when the process began,
// where the system has a way to tell.
func stdoutWasClosed() bool { return false }
