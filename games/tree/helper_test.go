package tree_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

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
	options := c.AppendOptions(nil)
	if got, ok := c.CountOptions(); !ok || got != uint64(len(options)) {
		t.Fatalf("%v: %d options counted, %v, want %d", c, got, ok, len(options))
	}
	checkFinder(t, c, options, func(q grundy.Component) uint64 { return o.Value(q) })
}

// checkFinder compares FindOptions with a walk over the options.
func checkFinder(t rapid.TB, c grundy.Component, options []grundy.Component, value func(grundy.Component) uint64) {
	t.Helper()
	texts, values := make([]string, len(options)), make([]uint64, len(options))
	most := uint64(0)
	for i, q := range options {
		texts[i], values[i] = q.String(), value(q)
		most = max(most, values[i])
	}
	const max64 = ^uint64(0)
	check := func(m grundy.Measure, lo, hi uint64, measure func(v uint64) uint64) {
		t.Helper()
		found, ok := c.FindOptions(m, lo, hi)
		if !ok {
			t.Fatalf("%v: no options found by %v %d … %d", c, m, lo, hi)
		}
		var want, got []string
		for i, v := range values {
			if v := measure(v); lo <= v && v <= hi {
				want = append(want, texts[i])
			}
		}
		for q := range found.Each {
			got = append(got, q.String())
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%v: options by %v %d … %d:\n%s\nwant\n%s", c, m, lo, hi, strings.Join(got, " "), strings.Join(want, " "))
		}
		if found.Count.Cmp(big.NewInt(int64(len(want)))) != 0 {
			t.Fatalf("%v: %v options by %v %d … %d, want %d", c, found.Count, m, lo, hi, len(want))
		}
		if len(want) > 1 { // a reader may stop
			for q := range found.Each {
				if q.String() != want[0] {
					t.Fatalf("%v: a second walk begins with %v", c, q)
				}
				break
			}
		}
	}
	for v := range most + 2 {
		check(grundy.ByNimValue, v, v, func(v uint64) uint64 { return v })
	}
	for _, interval := range [][2]uint64{{0, max64}, {1, max64}, {1, 0}, {max64, max64}} {
		check(grundy.ByNimValue, interval[0], interval[1], func(v uint64) uint64 { return v })
	}
	for _, interval := range [][2]uint64{{0, 0}, {1, 1}, {0, 1}, {1, 7}, {2, 3}} {
		check(grundy.ByOutcome, interval[0], interval[1], func(v uint64) uint64 { return min(v, 1) })
	}
	if found, ok := c.FindOptions(grundy.ByRemoteness, 0, 0); ok {
		t.Fatalf("%v: %v options found by remoteness", c, found.Count)
	}
}

// reachable counts the positions reachable from c.
func reachable(c grundy.Component) uint64 {
	seen, todo := map[string]bool{c.String(): true}, []grundy.Component{c}
	for len(todo) > 0 {
		last := len(todo) - 1
		options := todo[last].AppendOptions(nil)
		todo = todo[:last]
		for _, q := range options {
			if !seen[q.String()] {
				seen[q.String()] = true
				todo = append(todo, q)
			}
		}
	}
	return uint64(len(seen))
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
