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

	"grundy/games/heap/sequence"
	"grundy/internal/long"
)

// begin begins or resumes a run of a code.
func begin(t *testing.T, code, file string, notes *strings.Builder) (*longRun, *sequence.Session) {
	t.Helper()
	r := &longRun{file: file, isNamed: file != "", every: time.Hour, notes: notes, began: time.Now()}
	session, err := r.Begin(t.Context(), sequence.MustCode(code), 1<<20)
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

// A search for a period that is interrupted prints the answer so far.
func TestInterruptedPeriods(t *testing.T) {
	t.Chdir(t.TempDir())
	for i, game := range []string{"0.6", "squares"} {
		for j, form := range []string{"--json", "--json=false"} {
			if i != j && !long.Asked {
				continue // each waits
			}
			var out, problem bytes.Buffer
			for wait := 300 * time.Millisecond; !computed(out.Bytes()); wait *= 2 {
				out.Reset()
				problem.Reset()
				ctx, cancel := context.WithTimeout(t.Context(), wait)
				status := run(ctx, []string{"period", game, form, "--max=1000000000"}, nil, &out, &problem)
				cancel()
				if status != exitFailed || problem.String() != "grundy: interrupted\n" {
					t.Fatalf("%s %s: status %d: %s", game, form, status, &problem)
				}
			}
			checkUnproved(t, game, form, out.Bytes())
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var out, problem bytes.Buffer
	for wait := 500 * time.Millisecond; !computed(out.Bytes()); wait *= 2 {
		out.Reset()
		problem.Reset()
		cmd := &exec.Cmd{Path: self, Args: []string{"grundy", "period", "0.6", "--json"}, Stdout: &out, Stderr: &problem}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(wait)
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			_ = cmd.Process.Kill()
			t.Skip(err) // not on this system
		}
		if _ = cmd.Wait(); cmd.ProcessState.ExitCode() < 0 {
			continue // the signal came before anything had begun
		}
		if cmd.ProcessState.ExitCode() != exitFailed || !strings.HasSuffix(problem.String(), "grundy: interrupted\n") {
			t.Fatalf("%v: %s", cmd.ProcessState, &problem)
		}
	}
	checkUnproved(t, "0.6", "--json", out.Bytes())
}

var someComputed = regexp.MustCompile(`computed +to n = |"computed_to": ?[1-9]`)

// computed reports whether an answer has values. Where it has none, the machine was too
// busy for the wait, and a longer one is tried.
func computed(answer []byte) bool { return someComputed.Match(answer) }

func checkUnproved(t *testing.T, game, form string, out []byte) {
	t.Helper()
	if form != "--json" {
		if text := string(out); !strings.HasPrefix(text, game+"\nno period is proved\n") || !strings.Contains(text, "computed    to n = ") {
			t.Errorf("%s: %s", game, text)
		}
		return
	}
	var answer struct {
		Game       string
		Proved     *bool
		ComputedTo uint64 `json:"computed_to"`
	}
	if err := json.Unmarshal(out, &answer); err != nil || answer.Game != game || answer.Proved == nil || *answer.Proved || answer.ComputedTo == 0 {
		t.Errorf("%s: %v: %s", game, err, out)
	}
}
