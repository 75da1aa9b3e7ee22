// Package long says whether tests may take long. `go test ./...` is for everybody
// and ends within two minutes on two cores, building included. Tests that need more
// draws, larger tables or farther values for their full strength use them where the
// environment has GRUNDY_LONG=1, as .ci/run sets it.
package long

import (
	"flag"
	"os"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
)

// Asked says whether GRUNDY_LONG is set.
var Asked = os.Getenv("GRUNDY_LONG") != ""

// Whole says whether tests may take tens of minutes: GRUNDY_LONG=whole, as .ci/run --all-fuzz
// sets it.
var Whole = os.Getenv("GRUNDY_LONG") == "whole"

// Or returns most where long tests are asked for, and usual where not.
func Or[T any](usual, most T) T {
	if Asked {
		return most
	}
	return usual
}

// Of returns whole where tests may take tens of minutes, and otherwise what [Or] returns.
func Of[T any](usual, most, whole T) T {
	if Whole {
		return whole
	}
	return Or(usual, most)
}

// Only skips a test that takes seconds, unless long tests are asked for.
func Only(t testing.TB) {
	t.Helper()
	if !Asked {
		t.Skip("it takes seconds: GRUNDY_LONG=1 runs it")
	}
}

// Every returns the whole list where long tests are asked for, and where not, each nth thing of it.
func Every[T any](n int, list []T) []T {
	if Asked {
		return list
	}
	var some []T
	for i := 0; i < len(list); i += n {
		some = append(some, list[i])
	}
	return some
}

// Benchmark returns how many things a benchmark works on: n, or a hundredth of them where -short
// asks only whether it runs.
func Benchmark(n int) int {
	if testing.Short() {
		return n / 100
	}
	return n
}

// usualChecks is the number of random inputs of a property test. The library's own
// is 100.
const usualChecks = "10"

// Main runs the tests of a package whose property tests take long; its TestMain
// calls it. It is [chance.Main], with fewer random inputs unless long tests are asked
// for. The flag -rapid.checks overrides that.
func Main(m *testing.M) {
	flag.Parse()
	checks := flag.Lookup("rapid.checks")
	if checks != nil && checks.Value.String() == checks.DefValue && !Asked {
		_ = checks.Value.Set(usualChecks) // a number, as the flag wants
	}
	chance.Main(m)
}

// FilesInMemory has the temporary files of tests in memory, where the system has a folder for that,
// unless long tests are asked for. The TestMain of a package calls it whose tests write thousands of small
// files.
func FilesInMemory() {
	const folder = "/dev/shm"
	if Asked || os.Getenv("TMPDIR") != "" {
		return
	}
	if tried, err := os.MkdirTemp(folder, "grundy"); err == nil && os.Remove(tried) == nil {
		_ = os.Setenv("TMPDIR", folder) // else the files are where they were
	}
}
