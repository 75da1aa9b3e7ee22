//go:build linux || darwin

package main

// This file holds files that were open when the process began.

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
	// That it is open to be read only is seen now, before any work.
	if _, err := f.Write(nil); errors.Is(err, syscall.EBADF) {
		_ = f.Close()
		return nil, errors.New("it is open only to be read")
	}
	return f, nil
}
