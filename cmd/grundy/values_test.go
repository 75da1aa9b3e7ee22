package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTablesOfRulesEnd checks that --max-time stops the table of a file of rules, inside
// one call too.
func TestTablesOfRulesEnd(t *testing.T) {
	name := filepath.Join(t.TempDir(), "slow.star")
	rules := "position(x = integer(), y = integer())\ndef moves(x, y):\n    i = 0\n    while i < 50000000:\n        i += 1\n    if x > 0:\n        move(x - 1, y)\n"
	if err := os.WriteFile(name, []byte(rules), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, more := range []string{"--format=text", "--misere", "--output=" + filepath.Join(t.TempDir(), "t.csv")} {
		var problem strings.Builder
		status := run(t.Context(), []string{"values", name, "--size=30x30", "--max-time=50ms", more}, nil, io.Discard, &problem)
		if status == 0 || !strings.Contains(problem.String(), "stopped after 50ms") {
			t.Errorf("%s: status %d: %s", more, status, problem.String())
		}
	}
}
