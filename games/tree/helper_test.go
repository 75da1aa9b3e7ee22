package tree_test

import (
	"fmt"

	"pgregory.net/rapid"

	"grundy"
	"grundy/internal/oracle"
)

// args makes arguments of numbers.
func args(numbers ...uint64) []grundy.Arg {
	list := make([]grundy.Arg, len(numbers))
	for i, n := range numbers {
		list[i] = grundy.ArgOf(n)
	}
	return list
}

// checkAgainstOracle compares everything that c says about itself with the
// definitions.
func checkAgainstOracle(t rapid.TB, o *oracle.Oracle, c grundy.Component) {
	t.Helper()
	value := o.Value(c)
	if got, _, ok := c.Measure(grundy.ByNimValue); !ok || got != value {
		t.Fatalf("%v: nim-value %d, %v, want %d", c, got, ok, value)
	}
	if got, _, ok := c.Measure(grundy.ByOutcome); !ok || got != min(value, 1) {
		t.Fatalf("%v: outcome %d, %v, want %d", c, got, ok, min(value, 1))
	}
	list := oracle.OptionsOf(t, c, o.Value)
	list.CheckValues(t)
	list.CheckOutcomes(t)
}

// vectors yields all lists of n numbers below limit.
func vectors(n int, limit uint64, yield func([]uint64)) {
	v := make([]uint64, n)
	for {
		yield(v)
		i := 0
		for ; i < n; i++ {
			if v[i]++; v[i] < limit {
				break
			}
			v[i] = 0
		}
		if i == n {
			return
		}
	}
}

func wantError(t rapid.TB, err error, want string) {
	t.Helper()
	if fmt.Sprint(err) != want {
		t.Errorf("error %v\n want %s", err, want)
	}
}
