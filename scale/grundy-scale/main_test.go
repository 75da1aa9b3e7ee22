package main

import (
	"strings"
	"testing"
)

// scale runs a command, and returns what it printed.
func scale(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, problems strings.Builder
	status = run(t.Context(), args, strings.NewReader(""), &out, &problems)
	return status, out.String(), problems.String()
}

func TestUsage(t *testing.T) {
	for line, want := range map[string]string{
		"jobs":   `there is no command "jobs"`,
		"--fast": "unknown flag: --fast",

		"rows":                     "want the folder of a sweep",
		"rows none":                "-o: want a file that ends in .sqlite or .parquet",
		"rows none -o rows.sqlite": `there is no folder "none"`,
		"rows . -o rows.parquet":   "it holds no sweep",
	} {
		if status, _, stderr := scale(t, strings.Fields(line)...); status != exitUsage || !strings.Contains(stderr, want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: status %d, %s; want %s", line, status, stderr, want)
		}
	}
	if status, stdout, _ := scale(t, "--help"); status != exitAnswered || !strings.Contains(stdout, "Usage:") {
		t.Errorf("help: status %d, %s", status, stdout)
	}
}
