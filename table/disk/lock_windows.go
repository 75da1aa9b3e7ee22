package disk

// This file holds the lock of a folder: one process at a time fills a table. The lock ends
// with the process.

import (
	"errors"
	"os"
	"syscall"
)

// lock holds the file of that name until it is closed: it is opened so that nobody else
// can. The result is false where another process holds it.
func lock(name string) (f *os.File, ok bool, err error) {
	const sharingViolation = syscall.Errno(32)
	path, err := syscall.UTF16PtrFromString(name)
	if err != nil {
		return nil, false, err
	}
	handle, err := syscall.CreateFile(path, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil, syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	switch {
	case errors.Is(err, sharingViolation):
		return nil, false, nil
	case err != nil:
		return nil, false, &os.PathError{Op: "open", Path: name, Err: err}
	}
	return os.NewFile(uintptr(handle), name), true, nil
}
