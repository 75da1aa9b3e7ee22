package main

// What packages make before main begins, each process pays for.

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// mostAtStart bounds the bytes that packages allocate before main begins. A package goes above it
// that compiles regular expressions, or parses a file, before somebody asks: see package lazy.
const mostAtStart = 400_000

// forTestsAlone are the beginnings of the packages that are in the binary of tests alone.
var forTestsAlone = []string{
	"testing", "go/doc", "golang.org/x/tools/", "github.com/rogpeppe/", "github.com/grundy-games/grundy/internal/chance",
	"github.com/cpuguy83/", "github.com/russross/", "go.yaml.in/", // of cobra/doc, which compares the manual
}

func TestStart(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "-test.run=^$")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var messages strings.Builder
	cmd.Stderr = &messages
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	type cost struct {
		name  string
		bytes int
	}
	var all []cost
	total := 0
	for line := range strings.Lines(messages.String()) {
		var c cost
		var at, took string
		if n, _ := fmt.Sscanf(line, "init %s @%s ms, %s ms clock, %d bytes", &c.name, &at, &took, &c.bytes); n < 4 {
			continue
		}
		if !slices.ContainsFunc(forTestsAlone, func(p string) bool { return strings.HasPrefix(c.name, p) }) {
			all, total = append(all, c), total+c.bytes
		}
	}
	slices.SortFunc(all, func(a, b cost) int { return cmp.Compare(b.bytes, a.bytes) })
	if len(all) < 50 {
		t.Fatalf("only %d packages are traced:\n%s", len(all), messages.String())
	}
	if total > mostAtStart {
		t.Errorf("packages allocate %d bytes before main begins, want at most %d; the most are %v", total, mostAtStart, all[:10])
	}
	t.Logf("%d bytes by %d packages, the most by %v", total, len(all), all[:10])
}
