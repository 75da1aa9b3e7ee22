//go:build linux

package main

// This file plays at a terminal: a pair of devices, one for the command and one for the
// test. The test waits for what the command writes, and never for time.

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// A device is a terminal that a command reads from and writes to.
type device struct {
	*testing.T
	keys *os.File // what is typed there, and what is seen
	cmd  *exec.Cmd
	seen string // that no await has passed over
}

// control asks a device for something.
func control(t *testing.T, device *os.File, request uintptr, argument unsafe.Pointer) {
	t.Helper()
	if _, _, err := syscall.Syscall(syscall.SYS_IOCTL, device.Fd(), request, uintptr(argument)); err != 0 {
		t.Fatal(err)
	}
}

// startAt starts the command at a terminal of some columns.
func startAt(t *testing.T, columns uint16, args ...string) *device {
	t.Helper()
	keys, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminals here: %v", err)
	}
	t.Cleanup(func() { _ = keys.Close() })
	locked, number := int32(0), uint32(0)
	control(t, keys, syscall.TIOCSPTLCK, unsafe.Pointer(&locked))
	control(t, keys, syscall.TIOCGPTN, unsafe.Pointer(&number))
	size := [4]uint16{24, columns}
	control(t, keys, syscall.TIOCSWINSZ, unsafe.Pointer(&size))
	side, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminals here: %v", err)
	}
	defer func() { _ = side.Close() }()
	if os.Getenv("TERM") != "dumb" {
		t.Setenv("TERM", "xterm")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := &device{T: t, keys: keys, cmd: &exec.Cmd{
		Path: self, Args: append([]string{"grundy"}, args...), Env: os.Environ(),
		Stdin: side, Stdout: side, Stderr: side,
		SysProcAttr: &syscall.SysProcAttr{Setsid: true, Setctty: true},
	}}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return s
}

// await reads until text is seen.
func (s *device) await(text string) {
	s.Helper()
	buffer := make([]byte, 1<<12)
	for !strings.Contains(s.seen, text) {
		n, err := s.keys.Read(buffer)
		s.seen += string(buffer[:n])
		if err != nil {
			s.Fatalf("%v; want %q, seen %q", err, text, s.seen)
		}
	}
	s.seen = s.seen[strings.Index(s.seen, text)+len(text):]
}

// enter types keys at the prompt, and awaits an answer.
func (s *device) enter(keys, answer string) {
	s.Helper()
	s.await("\n> ")
	if _, err := s.keys.WriteString(keys); err != nil {
		s.Fatal(err)
	}
	s.await(answer)
}

// ends checks that the command has ended well, and returns the rest of what is seen.
func (s *device) ends() string {
	s.Helper()
	rest, _ := io.ReadAll(s.keys) // to the error of a terminal that nobody holds any more
	if err := s.cmd.Wait(); err != nil {
		s.Errorf("%v: %s", err, rest)
	}
	return s.seen + string(rest)
}

const (
	controlC = "\x03"
	controlD = "\x04"
)

// Lines are typed at a prompt; Ctrl-D ends the match.
func TestPlayAtATerminalRace(t *testing.T) {
	s := startAt(t, 80, "play", "nim(3,5,7)", "--plain")
	s.enter("hint\r", "This wins")
	s.enter("take 1 from the heap of 3\r", "you: nim(3,5,7) -> nim(2,5,7) (take 1 from the heap of 3)\r\n")
	s.await("grundy: ")
	s.enter("undo\r", "nim(3,5,7)")
	s.enter("quitx\r", `did you mean "quit"?`)
	s.enter(controlD, "\r\n")
	if rest := s.ends(); rest != "" {
		t.Errorf("at last %q", rest)
	}
}

// Ctrl-C ends the match while a line is typed.
func TestPlayIsInterruptedAtATerminalRace(t *testing.T) {
	s := startAt(t, 20, "play", "nim(3) + nim(4)", "--compound=selective", "--plain")
	s.enter("1: nim(2); 2: nim(2)\r", "you: 1: nim(3) -> nim(2)")
	s.await("grundy: ")
	s.await("\n> ")
	s.press("half a li", "half a li")
	s.press(controlC, "\r\n")
	s.ends()
}

// On a screen the board is drawn in place: keys move the cursor, hints appear, and q leaves
// the terminal as it was.
func TestPlayOnAScreenRace(t *testing.T) {
	s := startAt(t, 80, "play", "nim(3,5,7)")
	s.press("", "enter play")
	s.press("h", "You win from here, in at most 15 moves.")
	s.press(":nim(2,5,7)\r", "grundy: ")
	s.press("q", leftScreen)
	s.ends()
	s = startAt(t, 80, "play", "nim(3,5,7)", "--two")
	s.press("", "The first player is to move.")
	s.press(controlC, leftScreen)
	s.ends()
}

// leftScreen is written where the terminal shows again what it had shown before.
const leftScreen = "\x1b[?1049l"

// press types keys, and awaits what is drawn.
func (s *device) press(keys, answer string) {
	s.Helper()
	if _, err := s.keys.WriteString(keys); err != nil {
		s.Fatal(err)
	}
	s.await(answer)
}

// A terminal that cannot move its cursor, and a small one, get lines.
func TestPlayWithoutAScreenRace(t *testing.T) {
	t.Setenv("TERM", "dumb")
	s := startAt(t, 80, "play", "nim(3)")
	s.enter("quit\r", "quit")
	if rest := s.ends(); strings.Contains(rest, "\x1b") {
		t.Errorf("at a dumb terminal %q", rest)
	}
	s = startAt(t, 59, "play", "nim(3)")
	s.enter("quit\r", "quit")
	s.ends()
}
