package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"grundy/games/heap/sequence"
)

// begin begins or resumes a run of a code.
func begin(t *testing.T, code, file string, notes *strings.Builder) (*longRun, *sequence.Session) {
	t.Helper()
	r := &longRun{file: file, isNamed: file != "", every: time.Hour, notes: notes, began: time.Now()}
	session, err := r.Begin(sequence.MustCode(code), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	return r, session
}

// A run for which no file was named gets a new one, whatever is there.
func TestStoppedRunsOverwriteNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	var notes strings.Builder
	stop := func(code, file string, worked time.Duration) {
		t.Helper()
		notes.Reset()
		r, session := begin(t, code, file, &notes)
		if _, err := session.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		r.began = time.Now().Add(-worked)
		r.stopped(session)
	}
	stop("0.106", "", worthKeeping/2)
	if left := files(t, "."); len(left) != 0 || notes.String() != "" {
		t.Errorf("a short run leaves %v: %s", left, &notes)
	}
	if err := os.WriteFile("0.106.checkpoint", []byte("further"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("none", "0.106-2.checkpoint"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"0.106-3.checkpoint", "0.106-4.checkpoint"} {
		stop("0.106", "", worthKeeping)
		if !strings.Contains(notes.String(), "--resume="+want+" continues") {
			t.Errorf("want %s: %s", want, &notes)
		}
		begin(t, "0.106", want, &notes)
	}
	if got := contents(t, "0.106.checkpoint"); got != "further" {
		t.Errorf("a file that nobody named was written: %.20q", got)
	}
	stop("0.6*?", "", worthKeeping)
	stop("0.6", "named", 0)
	stop("0.6", "named", 0)
	want := []string{"0.106-2.checkpoint", "0.106-3.checkpoint", "0.106-4.checkpoint", "0.106.checkpoint", "0.6__.checkpoint", "named"}
	if left := files(t, "."); !slices.Equal(left, want) {
		t.Errorf("left are %v, want %v", left, want)
	}

	// A run that cannot be kept gives a note.
	r, session := begin(t, "0.6", "", &notes)
	r.file, r.isNamed = "none/run", true
	notes.Reset()
	r.stopped(session)
	if !strings.Contains(notes.String(), `the run is not kept: cannot write "none/run": there is no folder "none"`) {
		t.Errorf("%s", &notes)
	}
}

// A search for a period that is interrupted keeps its run and prints the answer so far.
func TestInterruptedPeriods(t *testing.T) {
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
	if status != exitFailed || !strings.HasSuffix(problem, "; --resume=run continues\ngrundy: interrupted\n") {
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
