package terminal

import (
	"os"

	"golang.org/x/sys/windows"
)

// notify returns a channel that hears nothing: another size is seen at the next key.
func notify() chan os.Signal { return nil }

// obeySequences lets a console obey what is written.
func obeySequences(out *os.File) {
	var mode uint32
	if windows.GetConsoleMode(windows.Handle(out.Fd()), &mode) == nil {
		_ = windows.SetConsoleMode(windows.Handle(out.Fd()), mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING)
	}
}

// Suspend does nothing: no shell would let the process go on.
func (*Screen) Suspend() error { return nil }
