//go:build linux || darwin

package disk

// This file holds the lock of a folder: one process at a time fills a table. The lock ends
// with the process.

import (
	"errors"
	"os"
	"syscall"
)

// lock holds the file of that name until it is closed. The result is false where
// another process holds it. A file system without locks holds nothing.
func lock(name string) (f *os.File, ok bool, err error) {
	f, err = os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, false, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, false, f.Close()
	}
	return f, true, nil
}
