//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/grundy-games/grundy/internal/contest/duel"
)

// Whatever ends a duel, it leaves neither the program, nor what it has started, nor a folder
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
	for _, test := range []struct {
		name   string
		signal os.Signal
		args   []string
	}{
		{"inputs", os.Interrupt, []string{"duel", "hackerrank/counter-game"}},
		{"killed", os.Kill, []string{"duel", "hackerrank/counter-game"}},
		{"games", os.Interrupt, []string{"duel", "--interactive", "nim(3)"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.signal == os.Kill && !fenced(t) {
				t.Skip("there are no namespaces")
			}
			folder, temporary := t.TempDir(), t.TempDir()
			script := "trap '' INT TERM HUP; sleep 3600 & echo begun > " + folder + "/new; mv " + folder + "/new " + folder + "/begun; wait; sleep 3600"
			cmd := exec.Command(self, append(test.args, "--here", "--max-time=0", "--time-limit=1h", "--", shell, "-c", script)...)
			cmd.Args[0] = "grundy"
			cmd.Path = self
			cmd.Env = append(os.Environ(), "TMPDIR="+temporary, "GRUNDY_TEST_MARK="+folder)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			for {
				if _, err := os.Stat(filepath.Join(folder, "begun")); err == nil {
					break
				}
				time.Sleep(time.Millisecond)
			}
			if err := cmd.Process.Signal(test.signal); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait()
			if test.signal == os.Interrupt && cmd.ProcessState.ExitCode() != exitFailed {
				t.Errorf("%v", cmd.ProcessState)
			}
			for marked(folder) { // the kernel may take a moment where nobody waits for it
				if test.signal == os.Interrupt {
					t.Fatal("a process is left")
				}
				time.Sleep(time.Millisecond)
			}
			if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}

// fenced reports whether programs run in namespaces here.
func fenced(t *testing.T) bool {
	t.Helper()
	p, err := duel.NewProgram([]string{"sh"}, duel.Limits{}, false)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = p.Close() }()
	return p.Fenced() == nil
}

// marked reports whether a process lives whose environment names the folder.
func marked(folder string) bool {
	all, _ := filepath.Glob("/proc/[0-9]*/environ")
	return slices.ContainsFunc(all, func(path string) bool {
		env, err := os.ReadFile(path)
		return err == nil && bytes.Contains(env, []byte("GRUNDY_TEST_MARK="+folder))
	})
}
