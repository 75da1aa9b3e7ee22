//go:build unix

package duel

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/grundy-games/grundy/internal/contest"
)

// BenchmarkRun measures a small run of a C program.
func BenchmarkRun(b *testing.B) {
	p, err := NewProgram([]string{compiled(b, `#include <stdio.h>
int main(void) { long long n, x = 0, a; if (scanf("%lld", &n) != 1) return 1; while (n--) { if (scanf("%lld", &a) != 1) return 2; x ^= a; } puts(x ? "First" : "Second"); }`)}, Limits{}, false)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = p.Close() }()
	for b.Loop() {
		if result, err := p.Run(b.Context(), []byte("3\n3 5 7\n")); err != nil || result.Verdict != Accepted || string(result.Output) != "First\n" {
			b.Fatal(result, err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "runs/s")
}

// BenchmarkDuel is a duel of random inputs with a C program, with the engine's answers
// and comparisons.
func BenchmarkDuel(b *testing.B) {
	problem, ok := contest.Find("hackerrank/counter-game")
	if !ok {
		b.Fatal("there is no such problem")
	}
	p, err := NewProgram([]string{compiled(b, `#include <stdio.h>
int main(void) { int t; scanf("%d", &t); while (t--) { unsigned long long n; scanf("%llu", &n); puts(__builtin_popcountll(n - 1) % 2 ? "Louise" : "Richard"); } }`)}, Limits{}, false)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = p.Close() }()
	inputs := 0
	for b.Loop() {
		d := Duel{Judge: Of(problem, 1<<30), Program: p, Seed: 1, Runs: 300}
		report, err := d.Run(b.Context())
		if err != nil || report.Failure != nil {
			b.Fatal(report, err)
		}
		inputs += report.Inputs
	}
	b.ReportMetric(float64(inputs)/b.Elapsed().Seconds(), "inputs/s")
}

// compiled compiles a C program. Without a compiler the test is skipped.
func compiled(t testing.TB, text string) string {
	t.Helper()
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("there is no C compiler: ", err)
	}
	folder := t.TempDir()
	source, program := filepath.Join(folder, "program.c"), filepath.Join(folder, "program")
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(cc, "-O1", "-o", program, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// BenchmarkExec is the same run by os/exec alone, without limits.
func BenchmarkExec(b *testing.B) {
	path := compiled(b, `#include <stdio.h>
int main(void) { puts("First"); }`)
	for b.Loop() {
		if _, err := exec.Command(path).Output(); err != nil {
			b.Fatal(err)
		}
	}
}
