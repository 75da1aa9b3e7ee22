package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grundy-games/grundy/games/heap/sequence"
)

// begin begins or resumes a run of a code.
func begin(t *testing.T, code, file string, notes *strings.Builder) (*longRun, *sequence.Session) {
	t.Helper()
	r := &longRun{keptFile{file: file, every: time.Hour, notes: notes}}
	session, err := r.Begin(sequence.MustCode(code), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	return r, session
}

// A stopped run is kept in the file that the user named, and nowhere else.
func TestStoppedRuns(t *testing.T) {
	t.Chdir(t.TempDir())
	var notes strings.Builder
	for _, file := range []string{"", "named", "named"} {
		notes.Reset()
		r, session := begin(t, "0.6", file, &notes)
		if _, err := session.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		r.stopped(session)
		if kept := strings.Contains(notes.String(), "; --resume=named continues\n"); kept != (file != "") {
			t.Errorf("--resume=%s: %s", file, &notes)
		}
		if left := files(t, "."); len(left) > 0 != (file != "") || len(left) > 1 {
			t.Errorf("--resume=%s leaves %v", file, left)
		}
	}

	// A run that cannot be kept gives a note.
	r, session := begin(t, "0.6", "", &notes)
	r.file = "none/run"
	notes.Reset()
	r.stopped(session)
	if !strings.Contains(notes.String(), `the run is not kept: cannot write "none/run": there is no folder "none"`) {
		t.Errorf("%s", &notes)
	}
}

// A search for a period that is interrupted keeps its run and prints the answer so far.
func TestInterruptedPeriodsRace(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, form := range []string{"--json", "--json=false"} {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			awaitFile("run", ended)
			cancel()
		}()
		var out, problem bytes.Buffer
		status := run(ctx, append(longPeriod, form), nil, &out, &problem)
		close(ended)
		checkInterrupted(t, form, status, out.String(), problem.String())
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var out, problem bytes.Buffer
	cmd := &exec.Cmd{Path: self, Args: slices.Concat([]string{"grundy"}, longPeriod, []string{"--json"}), Stdout: &out, Stderr: &problem}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	awaitFile("run", ended)
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		_ = cmd.Process.Kill()
		t.Skip(err) // not on this system
	}
	<-ended
	checkInterrupted(t, "--json", cmd.ProcessState.ExitCode(), out.String(), problem.String())
}

// longPeriod is a search that takes long, and saves its run as soon as it has values.
var longPeriod = []string{"period", "0.6", "--max=1000000000", "--resume=run", "--checkpoint-every=1ns"}

// awaitFile returns when there is a file of that name, or what may write it has ended.
func awaitFile(name string, ended <-chan struct{}) {
	for {
		if _, err := os.Stat(name); err == nil {
			return
		}
		select {
		case <-ended:
			return
		case <-time.After(time.Millisecond):
		}
	}
}

// checkInterrupted checks what an interrupted longPeriod gives, and removes its run.
func checkInterrupted(t *testing.T, form string, status int, out, problem string) {
	t.Helper()
	if status != exitFailed || !regexp.MustCompile(`; --resume=run continues\n`+interrupted).MatchString(problem) {
		t.Errorf("status %d: %s", status, problem)
	}
	if err := os.Remove("run"); err != nil {
		t.Error(err)
	}
	if form != "--json" {
		if !strings.HasPrefix(out, "0.6\nno period is proved\n") || !strings.Contains(out, "computed    to n = ") {
			t.Error(out)
		}
		return
	}
	var answer struct {
		Game       string
		Proved     *bool
		ComputedTo uint64 `json:"computed_to"`
	}
	if err := json.Unmarshal([]byte(out), &answer); err != nil || answer.Game != "0.6" || answer.Proved == nil || *answer.Proved || answer.ComputedTo == 0 {
		t.Errorf("%v: %s", err, out)
	}
}
