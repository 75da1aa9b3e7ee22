package main

import (
	"io"
	"strings"
	"testing"
)

// Every command refuses a wrong flag before any work, in one line that names it.
func TestFlagsAreRead(t *testing.T) {
	commands := []string{
		"solve nim(3)", "values 0.77 -n 3", "values queen --size=3x3", "values 0.77 -n 3 --genus", "values 0.77 -n 3 --misere",
		"plot 0.77", "plot queen", "graph -", "contest cses/1730", "contest", "period 0.77", "period queen --row=3",
	}
	wrong := []string{
		"--max-memory=x/0", "--max-memory=", "--max-memory=0", "--max-time=-5s", "--max-time=soon", "--max-time=",
		"--size=", "--palette=", "--output=", "--show=", "--colour=", "--format=", "--certificate=", "--resume=", "--compound=",
	}
	tried := 0
	for _, command := range commands {
		words := strings.Fields(command)
		found, _, err := newRoot(io.Discard).Find(words)
		if err != nil {
			t.Fatal(err)
		}
		for _, flag := range wrong {
			name, _, _ := strings.Cut(flag, "=")
			if found.Flags().Lookup(name[2:]) == nil {
				continue
			}
			var problem strings.Builder
			status := run(t.Context(), append(words[:len(words):len(words)], flag), strings.NewReader(""), io.Discard, &problem)
			if status != exitUsage || !strings.HasPrefix(problem.String(), "grundy: "+name) || strings.Count(problem.String(), "\n") != 1 {
				t.Errorf("grundy %s %s: status %d: %s", command, flag, status, &problem)
			}
			tried++
		}
	}
	if tried < 50 {
		t.Errorf("only %d flags were tried", tried)
	}
}
