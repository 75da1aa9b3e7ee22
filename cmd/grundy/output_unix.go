//go:build linux || darwin

package main

// A process writes to files that were open when it began. It holds each file that it makes
// until it closes the file.

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// descriptor returns the open file of that number, to be written where it is
// written by others who hold it. Closing it closes it for nobody else.
func descriptor(number int) (*os.File, error) {
	name := fmt.Sprintf("/dev/fd/%d", number)
	again, err := syscall.Dup(number)
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(again), name)
	// If it is open for reading only, say so now, before any work.
	if _, err := f.Write(nil); errors.Is(err, syscall.EBADF) {
		_ = f.Close()
		return nil, errors.New("it is open only to be read")
	}
	return f, nil
}

// hold marks a file that was just made as one that this process writes, until it
// is closed. It is false where another process has taken the file for one that was
// left. A file system without locks holds nothing, and nothing is removed there.
func hold(f *os.File) bool {
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		return false
	}
	made, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(f.Name())
	return err == nil && os.SameFile(made, named)
}

// removeUnheld removes the file of that name if no process holds it.
func removeUnheld(name string) {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return
	}
	defer func() { _ = f.Close() }()
	if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
		_ = os.Remove(name)
	}
}

// closeAs gives a file its name and closes it. It has its name before it is held no
// longer.
func closeAs(f *os.File, name string) error {
	err := os.Rename(f.Name(), name)
	return errors.Join(err, f.Close())
}
