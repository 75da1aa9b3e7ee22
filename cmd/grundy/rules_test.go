package main

// This file checks that the commands of docs/rules.md print what it says.

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

var rulesBlock = regexp.MustCompile("(?s)```(python|console)\n(.*?)```")

func TestRulesDocs(t *testing.T) {
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
