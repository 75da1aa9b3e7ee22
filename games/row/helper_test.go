package row_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"slices"
	"strings"
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
	list := optionsOf(t, c, o.Value)
	for v := range list.most + 2 {
		list.check(t, grundy.ByNimValue, v, v)
	}
	list.checkOutcomes(t)
}

// options are all options of a position, with their nim-values.
type options struct {
	of     grundy.Component
	texts  []string
	values []uint64
	most   uint64 // the largest value
}

func optionsOf(t rapid.TB, c grundy.Component, value func(grundy.Component) uint64) options {
	t.Helper()
	list := options{of: c}
	for _, q := range c.AppendOptions(nil) {
		v := value(q)
		list.texts, list.values, list.most = append(list.texts, q.String()), append(list.values, v), max(list.most, v)
	}
	if count, ok := c.CountOptions(); !ok || count != uint64(len(list.texts)) {
		t.Fatalf("%v: %d options counted, %v, want %d", c, count, ok, len(list.texts))
	}
	return list
}

// checkOutcomes checks the questions that every game here answers.
func (list options) checkOutcomes(t rapid.TB) {
	t.Helper()
	for _, interval := range [][2]uint64{{0, 0}, {0, max64}, {1, max64}, {1, 0}} {
		list.check(t, grundy.ByNimValue, interval[0], interval[1])
	}
	for _, interval := range [][2]uint64{{0, 0}, {1, 1}, {0, 1}, {1, 7}, {2, 3}} {
		list.check(t, grundy.ByOutcome, interval[0], interval[1])
	}
	if _, ok := list.of.FindOptions(grundy.ByRemoteness, 0, 0); ok {
		t.Fatalf("%v finds options by remoteness", list.of)
	}
}

// check compares what FindOptions finds with a walk over the options.
func (list options) check(t rapid.TB, m grundy.Measure, lo, hi uint64) {
	t.Helper()
	found, ok := list.of.FindOptions(m, lo, hi)
	if !ok {
		t.Fatalf("%v: no options found by %v %d … %d", list.of, m, lo, hi)
	}
	list.checkFound(t, found, m, lo, hi)
}

func (list options) checkFound(t rapid.TB, found grundy.Found[grundy.Component], m grundy.Measure, lo, hi uint64) {
	t.Helper()
	var want, got []string
	for i, v := range list.values {
		if m == grundy.ByOutcome {
			v = min(v, 1)
		}
		if lo <= v && v <= hi {
			want = append(want, list.texts[i])
		}
	}
	for q := range found.Each {
		got = append(got, q.String())
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%v: options by %v %d … %d:\n%s\nwant\n%s", list.of, m, lo, hi, strings.Join(got, " "), strings.Join(want, " "))
	}
	if found.Count.Cmp(big.NewInt(int64(len(want)))) != 0 {
		t.Fatalf("%v: %v options by %v %d … %d, want %d", list.of, found.Count, m, lo, hi, len(want))
	}
	for q := range found.Each { // a reader may stop, and begin again
		if q.String() != want[0] {
			t.Fatalf("%v: a second walk begins with %v, want %s", list.of, q, want[0])
		}
		break
	}
}

// reachable counts the positions reachable from c.
func reachable(c grundy.Component) uint64 {
	seen, todo := map[string]bool{c.String(): true}, []grundy.Component{c}
	for len(todo) > 0 {
		last := len(todo) - 1
		list := todo[last].AppendOptions(nil)
		todo = todo[:last]
		for _, q := range list {
			if !seen[q.String()] {
				seen[q.String()] = true
				todo = append(todo, q)
			}
		}
	}
	return uint64(len(seen))
}

func checkBound(t testing.TB, c grundy.Component) {
	t.Helper()
	if bound, ok := c.CountPositions(); !ok || bound < reachable(c) {
		t.Fatalf("%v: bound %d, %v, reachable %d", c, bound, ok, reachable(c))
	}
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
