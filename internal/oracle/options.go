package oracle

// Here is the comparison of what a game says of a position and finds among its options with the
// definitions and a walk over all options, and what makes the positions to compare.

import (
	"math/big"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
)

// A TB is what a comparison needs of a test; *testing.T and *rapid.T are ones.
type TB interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Options are all options of a position, with their nim-values.
type Options struct {
	Of     grundy.Component
	Texts  []string
	Values []uint64
	Most   uint64 // the largest value
}

// OptionsOf lists the options of c, and checks that c counts them.
func OptionsOf(t TB, c grundy.Component, value func(grundy.Component) uint64) Options {
	t.Helper()
	list := Options{Of: c}
	for _, q := range c.AppendOptions(nil) {
		v := value(q)
		list.Texts, list.Values, list.Most = append(list.Texts, q.String()), append(list.Values, v), max(list.Most, v)
	}
	if count, ok := c.CountOptions(); !ok || count != uint64(len(list.Texts)) {
		t.Fatalf("%v: %d options counted, %v, want %d", c, count, ok, len(list.Texts))
	}
	return list
}

// CheckOutcomes checks the questions that [grundy.FindByChange] answers, except
// those about single nim-values.
func (list Options) CheckOutcomes(t TB) {
	t.Helper()
	const max64 = ^uint64(0)
	for _, interval := range [][2]uint64{{0, 0}, {0, max64}, {1, max64}, {1, 0}} {
		list.Check(t, grundy.ByNimValue, interval[0], interval[1])
	}
	for _, interval := range [][2]uint64{{0, 0}, {1, 1}, {0, 1}, {1, 7}, {2, 3}} {
		list.Check(t, grundy.ByOutcome, interval[0], interval[1])
	}
	_, _, known := list.Of.Measure(grundy.ByRemoteness)
	if _, ok := list.Of.FindOptions(grundy.ByRemoteness, 0, 0); ok && !known {
		t.Fatalf("%v finds options by remoteness, which it does not know", list.Of)
	}
}

// CheckValues checks the options of each single nim-value, two of them absent.
func (list Options) CheckValues(t TB) {
	t.Helper()
	for v := range list.Most + 2 {
		list.Check(t, grundy.ByNimValue, v, v)
	}
	list.Check(t, grundy.ByNimValue, ^uint64(0), ^uint64(0))
}

// Check compares what FindOptions finds with a walk over the options.
func (list Options) Check(t TB, m grundy.Measure, lo, hi uint64) {
	t.Helper()
	found, ok := list.Of.FindOptions(m, lo, hi)
	if !ok {
		t.Fatalf("%v: no options found by %v %d … %d", list.Of, m, lo, hi)
	}
	list.CheckFound(t, found, m, lo, hi)
}

// CheckFound compares options that were found with a walk over the options.
func (list Options) CheckFound(t TB, found grundy.Found[grundy.Component], m grundy.Measure, lo, hi uint64) {
	t.Helper()
	var want, got []string
	for i, v := range list.Values {
		if m == grundy.ByOutcome {
			v = min(v, 1)
		}
		if lo <= v && v <= hi {
			want = append(want, list.Texts[i])
		}
	}
	for q := range found.Each {
		got = append(got, q.String())
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%v: options by %v %d … %d:\n%s\nwant\n%s", list.Of, m, lo, hi, strings.Join(got, " "), strings.Join(want, " "))
	}
	if found.Count.Cmp(big.NewInt(int64(len(want)))) != 0 {
		t.Fatalf("%v: %v options by %v %d … %d, want %d", list.Of, found.Count, m, lo, hi, len(want))
	}
	for q := range found.Each { // a reader may stop, and begin again
		if q.String() != want[0] {
			t.Fatalf("%v: a second walk begins with %v, want %s", list.Of, q, want[0])
		}
		break
	}
}

// Reachable counts the positions that can be reached from c, itself among them.
// In games that split those with the same parts count as one.
func Reachable(c grundy.Component) uint64 {
	key := grundy.Component.Identity
	if c.Splits() {
		key = func(c grundy.Component) grundy.Identity {
			var parts []string
			for _, p := range c.Split() {
				parts = append(parts, p.String())
			}
			slices.Sort(parts)
			return grundy.Identity{Game: c.GameID(), Text: strings.Join(parts, " + ")}
		}
	}
	seen, todo := map[grundy.Identity]bool{key(c): true}, []grundy.Component{c}
	for len(todo) > 0 {
		last := len(todo) - 1
		options := todo[last].AppendOptions(nil)
		todo = todo[:last]
		for _, q := range options {
			if k := key(q); !seen[k] {
				seen[k] = true
				todo = append(todo, q)
			}
		}
	}
	return uint64(len(seen))
}

// CheckBound checks that c bounds the positions that can be reached from it.
func CheckBound(t TB, c grundy.Component) {
	t.Helper()
	if bound, ok := c.CountPositions(); !ok || bound < Reachable(c) {
		t.Fatalf("%v: bound %d, %v, reachable %d", c, bound, ok, Reachable(c))
	}
}

// Args makes arguments of numbers.
func Args(numbers ...uint64) []grundy.Arg {
	list := make([]grundy.Arg, len(numbers))
	for i, n := range numbers {
		list[i] = grundy.ArgOf(n)
	}
	return list
}

// Vectors yields all lists of n numbers below limit. The list is valid until
// the next.
func Vectors(n int, limit uint64, yield func([]uint64)) {
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

// CheckClosed compares what c says by closed forms, of itself and of its
// options, with the definitions.
func (o *Oracle) CheckClosed(t TB, c grundy.Component) {
	t.Helper()
	value := o.Value(c)
	if got, _, ok := c.Measure(grundy.ByNimValue); !ok || got != value {
		t.Fatalf("%v: nim-value %d, %v, want %d", c, got, ok, value)
	}
	if got, _, ok := c.Measure(grundy.ByOutcome); !ok || got != min(value, 1) {
		t.Fatalf("%v: outcome %d, %v, want %d", c, got, ok, min(value, 1))
	}
	list := OptionsOf(t, c, o.Value)
	list.CheckValues(t)
	list.CheckOutcomes(t)
}
