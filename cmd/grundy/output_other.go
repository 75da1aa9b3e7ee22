//go:build !linux && !darwin

package main

import (
	"fmt"
	"os"
)

// descriptor opens the open file of that number, where the system lets it be
// opened once more.
func descriptor(number int) (*os.File, error) {
	return os.OpenFile(fmt.Sprintf("/dev/fd/%d", number), os.O_WRONLY|os.O_APPEND, 0)
}

// hold does nothing: a file that is open cannot be removed here.
func hold(*os.File) bool { return true }

// removeUnheld removes the file of that name if no process has it open.
func removeUnheld(name string) { _ = os.Remove(name) }

// closeAs closes a file and gives it its name, which one that is open cannot get
// here.
func closeAs(f *os.File, name string) error {
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
