package main

// This file checks that the commands of docs/rules.md print what it says.

import (
	"bytes"
	"github.com/grundy-games/grundy/internal/long"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

var rulesBlock = regexp.MustCompile("(?s)```(python|console)\n(.*?)```")

func TestRulesDocs(t *testing.T) {
	long.Only(t)
	doc, err := os.ReadFile("../../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	commands := 0
	for _, b := range rulesBlock.FindAllStringSubmatch(string(doc), -1) {
		if b[1] == "python" {
			name, text, _ := strings.Cut(strings.TrimPrefix(b[2], "# "), "\n")
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			continue
		}
		for _, command := range strings.Split("\n"+b[2], "\n$ grundy ")[1:] {
			line, want, _ := strings.Cut(command+"\n", "\n")
			var out bytes.Buffer
			root := newRoot(io.Discard)
			args, _ := shellWords(t, line)
			if strings.HasPrefix(line, "rules check") { // all of it, on a slow machine too
				args = append(args, "--max-time=0")
			}
			root.SetArgs(args)
			root.SetOut(&out)
			root.SetErr(&out)
			if err := root.ExecuteContext(watched(t.Context(), &out)); err != nil {
				t.Errorf("%s: %v", line, err)
			}
			if strings.TrimRight(out.String(), "\n") != strings.TrimRight(want, "\n") {
				t.Errorf("grundy %s prints\n%s\nand docs/rules.md says\n%s", line, out.String(), want)
			}
			commands++
		}
	}
	if commands < 5 {
		t.Errorf("only %d commands", commands)
	}
}

// TestTextsOfRulesArePrintable checks that what a file says reaches no terminal as it is: its
// title, what it prints, and why a position is not legal.
func TestTextsOfRulesArePrintable(t *testing.T) {
	t.Chdir(t.TempDir())
	const red = `"\x1b[31m\u202e"`
	for name, text := range map[string]string{
		"title.star":    "\"\"\"a \u202e title\"\"\"\nposition(n = integer())\ndef moves(n):\n    pass\n",
		"prints.star":   "position(n = integer())\ndef moves(n):\n    print(" + red + ", n)\n",
		"legal.star":    "position(n = integer())\ndef legal(n):\n    return " + red + "\ndef moves(n):\n    pass\n",
		"a\x1b[1m.star": "position(n = integer())\ndef moves(n):\n    pass\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var said strings.Builder
		run(t.Context(), []string{"rules", "check", name}, strings.NewReader(""), &said, &said)
		if strings.ContainsAny(said.String(), "\x1b\u202e") || !strings.Contains(said.String(), `\u202e`) && !strings.Contains(said.String(), `\x1b`) {
			t.Errorf("%q says %q", name, said.String())
		}
	}
}

// TestFilesAreReadWithinTheBudget checks that a file which a picture of a position or a table
// cannot be made of is not read without a bound, to see whether the other command draws it.
func TestFilesAreReadWithinTheBudget(t *testing.T) {
	t.Chdir(t.TempDir())
	const text = "A = [0] * 500000\nposition(n = integer())\ndef moves(n):\n    pass\n"
	if err := os.WriteFile("large.star", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"draw", "large.star"}, {"plot", "large.star(5)"}} {
		var said strings.Builder
		run(t.Context(), append(args, "--max-memory=16MiB"), strings.NewReader(""), &said, &said)
		if !strings.Contains(said.String(), "the budget of memory is used up here (2.0 MiB a call)") || strings.Contains(said.String(), "; grundy") {
			t.Errorf("%q says %s", args, said.String())
		}
	}
}

// TestPipeOfRules checks that a pipe to which nobody writes is refused, and not
// waited for.
func TestPipeOfRules(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := exec.Command("mkfifo", "pipe.star").Run(); err != nil {
		t.Skip(err)
	}
	for _, args := range [][]string{{"rules", "check", "pipe.star"}, {"solve", "pipe.star(3)"}, {"graph", "pipe.star"}} {
		root := newRoot(io.Discard)
		root.SetArgs(args)
		root.SetErr(io.Discard)
		if err := root.ExecuteContext(watched(t.Context(), io.Discard)); err == nil || !strings.Contains(err.Error(), "pipe.star is a pipe; want a file") {
			t.Errorf("%q: %v", args, err)
		}
	}
}
