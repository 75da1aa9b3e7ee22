// Package long says whether tests may take long. `go test ./...` is for everybody
// and ends within two minutes on two cores, the building included; what needs more
// draws, larger tables or farther values for its full strength does so where the
// environment says GRUNDY_LONG=1, as .ci/run does.
package long

import (
	"flag"
	"os"
	"testing"
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

// Main runs the tests of a package that has many property tests, to be called by
// its TestMain: fewer random inputs are drawn unless long tests are asked for, or
// another number of them is.
func Main(m *testing.M) {
	flag.Parse()
	checks := flag.Lookup("rapid.checks")
	if checks != nil && checks.Value.String() == checks.DefValue && !Asked {
		_ = checks.Value.Set(usualChecks) // which is a number
	}
	os.Exit(m.Run())
}
