//go:build unix

package duel

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
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
