//go:build !darwin && !dragonfly && !freebsd && !linux && !netbsd && !openbsd && !windows

package job

// This file holds the lock on a folder where the system has none: two processes must not
// work in one folder there.

import "os"

func hold(name string) (*os.File, error) { return os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666) }
