package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// Output that cannot be written is a failure, of help too.
func TestFullDevice(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("there is no /dev/full")
	}
	defer func() { _ = full.Close() }()
	for _, line := range []string{
		"--help", "help values", "--version", "games", "games queen", "contest", "completion bash",
		"values queen --size=3x3", "values 0.77 -n 20 --genus", "values nim -n 3 --format=npy", "plot queen", "plot 0.77", "period 0.77",
		"values queen --size=3x3 -o /dev/full", "plot queen -o /dev/full.png",
	} {
		var problem strings.Builder
		words := strings.Fields(line)
		want := exitFailed
		if strings.HasSuffix(line, ".png") { // there is no such folder
			want, words[len(words)-1] = exitUsage, filepath.Join(t.TempDir(), "none", "a.png")
		}
		if status := run(t.Context(), words, nil, full, &problem); status != want || strings.Count(problem.String(), "\n") != 1 {
			t.Errorf("grundy %s > /dev/full: status %d, want %d: %s", line, status, want, &problem)
		}
	}
}

// Line ends and control characters in a request are told in quotes, whatever
// reads it; a long word is shortened.
func TestWildWords(t *testing.T) {
	lines := []string{
		"solve %", "solve nim(3) --compound=%", "solve nim(3) --max-memory=%", "solve graph[%](a)", "values %", "values 0.77 -n %", "values 0.77 --from=%",
		"values queen --size=%", "values queen --size=3x%", "values 0.77 -n 3 --format=%", "values 0.77 -n 3 -o none/%", "values queen --size=2x2 --max-time=%", "plot %", "plot queen --palette=%",
		"plot queen --show=%", "plot queen --show=mod:%", "plot queen --size=%", "plot queen --title=%", "plot queen --colour=%", "plot nim --title=%", "plot nim -o %",
		"plot nim -o %.pngg", "plot nim -o none/%.png", "period %", "period 0.77 --row=%", "period 0.77 --certificate=none/%", "period 0.77 --resume=none/%", "games %", "games 0.%",
		"contest %", "graph %", "graph - --format=%", "verify %", "help %", "%", "--%", "solve nim(3) %", "verify a %", "man none%/\x00",
	}
	for _, word := range []string{"a\nb\x1b[31m\x00\u202e\xff", strings.Repeat("y", 20_000)} {
		for _, line := range lines {
			words := strings.Fields(line)
			for i := range words {
				words[i] = strings.ReplaceAll(words[i], "%", word)
			}
			var problem strings.Builder
			status := run(t.Context(), words, strings.NewReader(""), io.Discard, &problem)
			got := strings.TrimSuffix(problem.String(), "\n")
			if status != exitUsage || strings.ContainsFunc(got, func(r rune) bool { return r != ' ' && !unicode.IsPrint(r) }) || len(got) > 1000 || !strings.Contains(got, word[:1]) {
				t.Errorf("grundy %.80q: status %d: %q", line, status, got)
			}
		}
	}
}
