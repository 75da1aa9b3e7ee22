// Package long says whether tests may take long. `go test ./...` is for everybody
// and ends within two minutes on two cores, building included. Tests that need more
// draws, larger tables or farther values for their full strength use them where the
// environment has GRUNDY_LONG=1, as .ci/run sets it.
package long

import (
	"flag"
	"os"
	"strconv"
	"testing"

	"grundy/internal/chance"
)

// Asked says whether GRUNDY_LONG is set.
var Asked = os.Getenv("GRUNDY_LONG") != ""

// Or returns most where long tests are asked for, and usual where not.
func Or[T any](usual, most T) T {
	if Asked {
		return most
	}
	return usual
}

// usualChecks is the number of random inputs of a property test. The library's own
// is 100.
const usualChecks = "30"

// Main runs the tests of a package that has property tests; its TestMain calls it.
// Random inputs are drawn from [chance.Seed], and fewer of them unless long tests are
// asked for. The flags -rapid.seed and -rapid.checks override both.
func Main(m *testing.M) {
	flag.Parse()
	set := func(name, value string) {
		if f := flag.Lookup(name); f != nil && f.Value.String() == f.DefValue {
			_ = f.Value.Set(value) // a number, which each of these flags takes
		}
	}
	set("rapid.seed", strconv.FormatUint(chance.Seed(), 10))
	if !Asked {
		set("rapid.checks", usualChecks)
	}
	os.Exit(m.Run())
}
