package row_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"pgregory.net/rapid"

	"grundy"
	"grundy/internal/oracle"
)

const max64 = ^uint64(0)

// args makes arguments of numbers.
func args(numbers ...uint64) []grundy.Arg {
	list := make([]grundy.Arg, len(numbers))
	for i, n := range numbers {
		list[i] = grundy.ArgOf(n)
	}
	return list
}

// checkAgainstOracle compares what c says by closed forms with the definitions.
func checkAgainstOracle(t testing.TB, o *oracle.Oracle, c grundy.Component) {
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

// readExamples reads testdata; each line's expect is decoded into a T.
func readExamples[T any](t *testing.T, name string, check func(heaps []uint64, expect T)) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		var example struct {
			Args   [][]uint64
			Expect T
		}
		if err := json.Unmarshal(line, &example); err != nil {
			t.Fatal(err)
		}
		check(example.Args[0], example.Expect)
	}
}

func wantError(t rapid.TB, err error, want string) {
	t.Helper()
	if fmt.Sprint(err) != want {
		t.Errorf("error %v\n want %s", err, want)
	}
}
