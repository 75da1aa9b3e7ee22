//go:build unix

package terminal

import (
	"os"
	"os/signal"
	"syscall"
)

// notify returns a channel that hears of other sizes.
func notify() chan os.Signal {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGWINCH)
	return c
}

// obeySequences lets a terminal obey what is written: here they all do.
func obeySequences(*os.File) {}

// Suspend stops the process as Ctrl-Z does, until the shell lets it go on.
func (s *Screen) Suspend() error {
	s.Close()
	goesOn := make(chan os.Signal, 1)
	signal.Notify(goesOn, syscall.SIGCONT)
	defer signal.Stop(goesOn)
	if err := syscall.Kill(0, syscall.SIGTSTP); err == nil {
		<-goesOn
	}
	return s.begin()
}
