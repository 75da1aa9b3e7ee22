package main

// The stories in testdata are transcripts of the command as a user types it.

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/grundy-games/grundy/internal/contest/duel"
	"github.com/grundy-games/grundy/internal/long"
)

func TestMain(m *testing.M) {
	duel.Keep()
	// Under the race detector each process would sleep for a second before it ends.
	if err := os.Setenv(raceOptions, "atexit_sleep_ms=0 "+os.Getenv(raceOptions)); err != nil {
		panic(err)
	}
	testscript.Main(m, map[string]func(){"grundy": main})
}

// raceOptions is the environment variable with the options of the race detector.
const raceOptions = "GORACE"

// TestStories runs the stories. A command that is a process of its own there runs within this
// one, unless long tests are asked for as a whole: the start of a thousand processes takes
// longer than what they do.
func TestStories(t *testing.T) {
	stories := testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			env.Setenv(raceOptions, os.Getenv(raceOptions))
			return nil
		},
		UpdateScripts:       os.Getenv("UPDATE_STORIES") != "",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"status": status, "within": within},
		Condition:           condition,
	}
	if stories.UpdateScripts || long.Whole {
		testscript.Run(t, stories)
		return
	}
	for _, name := range []string{"COLORTERM", "NO_COLOR", "TERM"} {
		t.Setenv(name, "") // as in a process of a story
	}
	stories.Dir, stories.Files = "", storiesWithin(t, stories.Dir)
	testscript.RunT(oneByOne{t}, stories)
}

// oneByOne runs stories one after the other, for a process has one working directory.
type oneByOne struct{ *testing.T }

func (oneByOne) Parallel()     {}
func (oneByOne) Verbose() bool { return testing.Verbose() }
func (t oneByOne) Run(name string, f func(testscript.T)) {
	t.T.Run(name, func(t *testing.T) { f(oneByOne{t}) })
}

var (
	commandOfStory = regexp.MustCompile(`^((?:\[[^\]]*\] +)*(?:! +)?)(?:exec grundy|status (\d) grundy)\b`)
	ownProcess     = regexp.MustCompile(`/(?:dev|proc)/`) // names the files of a process
)

// storiesWithin writes copies of the stories in which commands run within this process, and
// returns their names. A command with a standard input stays a process.
func storiesWithin(t *testing.T, dir string) (copies []string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%d stories, %v", len(names), err)
	}
	to := t.TempDir()
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		name = filepath.Join(to, filepath.Base(name))
		script, files, found := strings.Cut(string(text), "\n-- ")
		if found {
			files = "\n-- " + files
		}
		lines, given := strings.Split(script, "\n"), false
		for i, line := range lines {
			switch command := commandOfStory.FindStringSubmatch(line); {
			case strings.Contains(line, "stdin "):
				given = true
			case command == nil:
			case !given && !ownProcess.MatchString(line):
				lines[i] = command[1] + "within " + cmp.Or(command[2], "0") + line[len(command[0]):]
			default:
				given = false
			}
		}
		if err := os.WriteFile(name, []byte(strings.Join(lines, "\n")+files), 0o600); err != nil {
			t.Fatal(err)
		}
		copies = append(copies, name)
	}
	return copies
}

// within N … runs a command line of grundy in this process. It must end with exit status N, or
// behind ! with another one.
func within(ts *testscript.TestScript, neg bool, args []string) {
	before, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	ts.Check(os.Setenv("COLORTERM", ts.Getenv("COLORTERM")))
	got := run(context.Background(), args[1:], strings.NewReader(""), ts.Stdout(), ts.Stderr())
	ts.Check(os.Chdir(before))
	if (strconv.Itoa(got) == args[0]) == neg {
		ts.Fatalf("exit status %d", got)
	}
}

// condition says whether a line behind [long] runs, one that takes long, or behind [whole], one
// that takes longer still.
func condition(name string) (bool, error) {
	switch name {
	case "long":
		return long.Asked, nil
	case "whole":
		return long.Whole, nil
	}
	return false, fmt.Errorf("no such condition: %q", name)
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
