//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Ctrl-C ends a duel, and leaves neither the program, nor what it has started, nor a folder
// behind.
func TestInterruptedDuelRace(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string][]string{
		"inputs": {"duel", "hackerrank/counter-game", "--max-time=0", "--time-limit=1h"},
		"games":  {"duel", "--interactive", "nim(3)", "--max-time=0", "--time-limit=1h"},
	} {
		t.Run(name, func(t *testing.T) {
			folder, temporary := t.TempDir(), t.TempDir()
			script := "trap '' INT TERM HUP; sleep 3600 & echo $! $$ > " + folder + "/new; mv " + folder + "/new " + folder + "/pids; wait; sleep 3600"
			cmd := exec.Command(self, append(args, "--", shell, "-c", script)...)
			cmd.Args[0] = "grundy"
			cmd.Path = self
			cmd.Env = append(os.Environ(), "TMPDIR="+temporary)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			var pids []byte
			for len(pids) == 0 {
				pids, _ = os.ReadFile(filepath.Join(folder, "pids"))
				time.Sleep(time.Millisecond)
			}
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait()
			if cmd.ProcessState.ExitCode() != exitFailed {
				t.Errorf("%v", cmd.ProcessState)
			}
			for _, word := range strings.Fields(string(pids)) {
				if lives(t, word) {
					t.Errorf("process %s is left", word)
				}
			}
			if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}

// lives reports whether a process runs, other than one that has ended and was not yet
// waited for.
func lives(t *testing.T, number string) bool {
	t.Helper()
	pid, err := strconv.Atoi(number)
	if err != nil {
		t.Fatal(err)
	}
	status, _ := os.ReadFile("/proc/" + number + "/status")
	return syscall.Kill(pid, 0) == nil && !strings.Contains(string(status), "\nState:\tZ")
}
