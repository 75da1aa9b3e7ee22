package main

// The stories in testdata are transcripts of the command as a user types it.

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"grundy/internal/long"
)

func TestMain(m *testing.M) {
	// Under the race detector each process would sleep for a second before it ends.
	if err := os.Setenv(raceOptions, "atexit_sleep_ms=0 "+os.Getenv(raceOptions)); err != nil {
		panic(err)
	}
	testscript.Main(m, map[string]func(){"grundy": main})
}

// raceOptions is the environment variable with the options of the race detector.
const raceOptions = "GORACE"

func TestStories(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			env.Setenv(raceOptions, os.Getenv(raceOptions))
			return nil
		},
		UpdateScripts:       os.Getenv("UPDATE_STORIES") != "",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"status": status},
		Condition:           condition,
	})
}

// condition says whether a line behind [long] runs, one that takes long.
func condition(name string) (bool, error) {
	if name != "long" {
		return false, fmt.Errorf("no such condition: %q", name)
	}
	return long.Asked, nil
}

// status N COMMAND … runs a command that must end with exit status N.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND …")
	}
	got := exitAnswered
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("exit status %d, want %s", got, args[0])
	}
}

// Every command line of README.md, docs/tour.md and docs/contest.md prints what the page
// shows. The rules in README.md pass their check, and the problems of docs/contest.md
// answer their examples.
func TestReadme(t *testing.T) {
	t.Chdir("../..")
	for page, least := range map[string]int{"README.md": 1, "docs/tour.md": 8, "docs/contest.md": 1} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		blocks := strings.Split(string(text), "\n    $ grundy ")[1:]
		if len(blocks) < least {
			t.Errorf("only %d command lines found in %s", len(blocks), page)
		}
		for _, block := range blocks {
			line, shown, _ := strings.Cut(block, "\n")
			var want strings.Builder
			for _, l := range strings.SplitAfter(shown, "\n") {
				if l != "\n" && !strings.HasPrefix(l, "    ") {
					break
				}
				want.WriteString(strings.TrimPrefix(l, "    "))
			}
			if got := outputOf(t, line); strings.TrimSpace(got) != strings.TrimSpace(want.String()) {
				t.Errorf("%s prints\n%s\nand %s shows\n%s", line, got, page, &want)
			}
		}
		for _, block := range strings.Split(string(text), "```python\n\"\"\"")[1:] {
			problem, _, _ := strings.Cut(block, "```")
			path := filepath.Join(t.TempDir(), "own.problem.star")
			if err := os.WriteFile(path, []byte(`"""`+problem), 0o600); err != nil {
				t.Fatal(err)
			}
			if got := outputOf(t, "contest --examples "+path); !strings.Contains(got, "1 example, 1 as expected") {
				t.Errorf("%s: %s", page, got)
			}
		}
		for _, block := range strings.Split(string(text), "```python\n# ")[1:] {
			name, rules, _ := strings.Cut(block, "\n")
			rules, _, _ = strings.Cut(rules, "```")
			path := filepath.Join(t.TempDir(), name)
			if err := os.WriteFile(path, []byte(rules), 0o600); err != nil {
				t.Fatal(err)
			}
			if got := outputOf(t, "rules check --max-time=0 "+path); !strings.Contains(got, "examples     1 of 1 hold") {
				t.Errorf("%s: %s", name, got)
			}
		}
	}
}

// outputOf returns what a command line prints, which must succeed.
func outputOf(t *testing.T, line string) string {
	t.Helper()
	words, stdin := shellWords(t, line)
	var got, problem bytes.Buffer
	if status := run(t.Context(), words, stdin, &got, &problem); status != exitAnswered {
		t.Errorf("%s: exit status %d: %s", line, status, &problem)
	}
	return got.String()
}

// shellWords splits a command line with quoted words and an input file.
func shellWords(t *testing.T, line string) (words []string, stdin io.Reader) {
	line, file, redirected := strings.Cut(line, " < ")
	if redirected {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		stdin = bytes.NewReader(text)
	}
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			words = append(words, part)
		} else {
			words = append(words, strings.Fields(part)...)
		}
	}
	return words, stdin
}
