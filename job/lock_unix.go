//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package job

// This file holds the lock on a folder, which ends with the process, however it ends.

import (
	"errors"
	"os"
	"syscall"
)

// hold makes the file of that name, and holds it until it is closed.
func hold(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	switch {
	case errors.Is(err, syscall.EWOULDBLOCK):
		err = errHeld
	case errors.Is(err, syscall.ENOTSUP), errors.Is(err, syscall.ENOSYS):
		err = nil // a file system without locks
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
