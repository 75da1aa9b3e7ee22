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

// A terminal is one that a command reads from and writes to.
type terminal struct {
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
func startAt(t *testing.T, columns uint16, args ...string) *terminal {
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
	s := &terminal{T: t, keys: keys, cmd: &exec.Cmd{
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
func (s *terminal) await(text string) {
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
func (s *terminal) enter(keys, answer string) {
	s.Helper()
	s.await("\n> ")
	if _, err := s.keys.WriteString(keys); err != nil {
		s.Fatal(err)
	}
	s.await(answer)
}

// ends checks that the command has ended well, and returns the rest of what is seen.
func (s *terminal) ends() string {
	s.Helper()
	rest, _ := io.ReadAll(s.keys) // to the error of a terminal that nobody holds any more
	if err := s.cmd.Wait(); err != nil {
		s.Errorf("%v: %s", err, rest)
	}
	return s.seen + string(rest)
}

const (
	arrowUp, arrowLeft = "\x1b[A", "\x1b[D"
	controlA, controlC = "\x01", "\x03"
	controlD           = "\x04"
)

// Lines are edited, completed and recalled; Ctrl-D ends the match.
func TestPlayAtATerminalRace(t *testing.T) {
	s := startAt(t, 80, "play", "nim(3,5,7)", "--lines")
	s.enter("hin\t\r", "This wins")
	s.enter(arrowUp+"\r", "This wins")
	s.enter("ndo"+controlA+"u\r", "There is no move of yours to take back.")
	s.enter("take 1 from heap 3"+arrowLeft+"\x7f2\r", "is not an option")
	s.enter(arrowUp+"\x7f\x7f2 3"+controlA+"\r", "is not an option")
	s.enter("take 1 from heap 1\r", "you: nim(3,5,7) -> nim(2,5,7) (take 1 from heap 1)\r\n")
	s.await("grundy: ")
	s.enter("undo\r", "nim(3,5,7)")
	s.enter("quit"+arrowLeft+arrowLeft+"x\r", `did you mean "quit"?`)
	s.enter(controlD, "\r\n")
	if rest := s.ends(); rest != "" {
		t.Errorf("at last %q", rest)
	}
}

// Ctrl-C ends the match while a line is typed; the terminal is as it was. Lines that are
// longer than the terminal is wide are read whole.
func TestPlayIsInterruptedAtATerminalRace(t *testing.T) {
	s := startAt(t, 20, "play", "nim(3) + nim(4)", "--compound=selective", "--lines")
	var before, after syscall.Termios
	s.enter("1: nim(2); 2: nim(2)\r", "you: 1: nim(3) -> nim(2)")
	s.await("grundy: ")
	s.await("\n> ")
	if _, err := s.keys.WriteString("half a li"); err != nil {
		t.Fatal(err)
	}
	s.await("half a li")
	control(t, s.keys, syscall.TCGETS, unsafe.Pointer(&before))
	if _, err := s.keys.WriteString(controlC); err != nil {
		t.Fatal(err)
	}
	s.await("\r\n")
	if err := s.cmd.Wait(); err != nil {
		t.Error(err)
	}
	control(t, s.keys, syscall.TCGETS, unsafe.Pointer(&after))
	if before.Lflag&syscall.ECHO != 0 || after.Lflag&syscall.ECHO == 0 || after.Lflag&syscall.ICANON == 0 {
		t.Errorf("flags %b while a line is typed, %b at last", before.Lflag, after.Lflag)
	}
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
func (s *terminal) press(keys, answer string) {
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
