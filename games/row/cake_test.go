package row_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/row"
	"github.com/grundy-games/grundy/internal/oracle"
)

// The outcome, the nim-value by formula and by table, and the options found.
func TestCakeAgainstOracle(t *testing.T) {
	o := &oracle.Oracle{}
	for _, size := range []struct {
		heaps int
		limit uint64
	}{{1, 9}, {2, 12}, {3, 8}, {4, 6}, {5, 4}} {
		oracle.Vectors(size.heaps, size.limit, func(heaps []uint64) {
			c, err := row.PlaceCake(nil, oracle.Args(heaps...))
			if err != nil {
				t.Fatal(err)
			}
			checkCake(t, c, o.Value)
			if size.limit < 7 {
				oracle.CheckBound(t, c)
			}
		})
	}
}

func checkCake(t rapid.TB, c grundy.Component, value func(grundy.Component) uint64) {
	t.Helper()
	if got, _, ok := c.Measure(grundy.ByOutcome); !ok || got != min(value(c), 1) {
		t.Fatalf("%v: outcome %d, %v, want %d", c, got, ok, min(value(c), 1))
	}
	_, _, closed := c.Measure(grundy.ByNimValue)
	if got, _, ok := c.Measure(grundy.ByNimValue); ok && got != value(c) {
		t.Fatalf("%v: nim-value %d, want %d", c, got, value(c))
	}
	table := buildTable(t, c)
	for _, q := range append(c.AppendOptions(nil), c) {
		if got := table(q); got != value(q) {
			t.Fatalf("%v: nim-value %d in the table of %v, want %d", q, got, c, value(q))
		}
	}
	list := oracle.OptionsOf(t, c, value)
	list.CheckOutcomes(t)
	for lo := range list.Most + 2 {
		for hi := lo; hi < list.Most+3; hi++ {
			found, ok := c.FindOptions(grundy.ByNimValue, lo, hi)
			if ok {
				list.CheckFound(t, found, grundy.ByNimValue, lo, hi)
			} else if closed && value(c) > 0 {
				t.Fatalf("%v: no options found for %d … %d", c, lo, hi)
			}
		}
	}
}

func buildTable(t rapid.TB, c grundy.Component) grundy.Table[grundy.Component] {
	t.Helper()
	plan, ok := c.PlanTable(grundy.ByNimValue)
	if !ok {
		t.Fatalf("%v has no table", c)
	}
	table, err := plan.Build(context.Background(), func(done, total uint64) {
		if done > total {
			t.Fatalf("%v: %d sets made, planned %d", c, done, total)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// mexOfCake computes nim-values by the definition, for positions whose heaps
// come in descending order, and so goes further than the oracle.
type mexOfCake map[string]grundy.Value

func (known mexOfCake) value(heaps []uint64) grundy.Value {
	heaps = slices.Clone(heaps)
	slices.Sort(heaps)
	slices.Reverse(heaps)
	name := fmt.Sprint(heaps)
	if v, ok := known[name]; ok {
		return v
	}
	var values []grundy.Value
	for left := range heaps[0] {
		q := slices.Clone(heaps)
		q[0] = left
		values = append(values, known.value(q))
	}
	known[name] = grundy.Mex(values...)
	return known[name]
}

// Larger positions, of distinct heaps for the most part.
func TestCakeTableRandom(t *testing.T) {
	known := mexOfCake{}
	rapid.Check(t, func(t *rapid.T) {
		heaps := rapid.OneOf(
			rapid.SliceOfN(rapid.Uint64Max(60), 2, 2),
			rapid.SliceOfN(rapid.Uint64Max(24), 3, 3),
			rapid.SliceOfN(rapid.Uint64Max(12), 4, 5),
		).Draw(t, "heaps")
		c, err := row.PlaceCake(nil, oracle.Args(heaps...))
		if err != nil {
			t.Fatal(err)
		}
		checkCake(t, c, func(q grundy.Component) uint64 {
			return uint64(known.value(q.Position().([]uint64)))
		})
	})
}

// The largest heap may be as large as it likes.
func TestCakeTableHuge(t *testing.T) {
	known := mexOfCake{}
	c, err := row.PlaceCake(nil, oracle.Args(4, math.MaxInt64, 3, 9))
	if err != nil {
		t.Fatal(err)
	}
	// All values from some x on are x less a constant.
	want := math.MaxInt64 - 60 + known.value([]uint64{60, 9, 4, 3})
	if got := buildTable(t, c)(c); got != uint64(want) {
		t.Errorf("nim-value %d, want %d", got, want)
	}
}

func TestCakeTableCost(t *testing.T) {
	cost := func(heaps ...uint64) grundy.Cost {
		plan, ok := row.Cake{}.PlanTable(grundy.ByNimValue, heaps)
		if !ok {
			t.Fatalf("%v has no table", heaps)
		}
		return plan.Cost
	}
	if c := cost(5, 5, 5); c != (grundy.Cost{}) {
		t.Errorf("a table that is not needed costs %+v", c)
	}
	if c := cost(math.MaxInt64, math.MaxInt64-1); c.Bytes != math.MaxUint64 || c.Time != math.MaxInt64 {
		t.Errorf("a table of all sizes costs %+v", c)
	}
	distinct := make([]uint64, 50)
	for i := range distinct {
		distinct[i] = uint64(1000 - i)
	}
	if c := cost(distinct...); c.Bytes != math.MaxUint64 {
		t.Errorf("a table of fifty heaps costs %+v", c)
	}
	if c := cost(20_000, 10_000); c.Bytes > 20<<20 {
		t.Errorf("a table of ten thousand sizes costs %+v", c)
	}
	if _, ok := (row.Cake{}).PlanTable(grundy.ByRemoteness, distinct); ok {
		t.Error("there is a table of remotenesses")
	}
}

func TestCakeTableStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	plan, _ := row.Cake{}.PlanTable(grundy.ByNimValue, []uint64{1 << 40, 1 << 39})
	_, err := plan.Build(ctx, func(_, _ uint64) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// The published answer is one of the winning moves, or takes one stone of a
// largest heap where there is none.
func TestCakePublished(t *testing.T) {
	game := row.Cake{}
	readExamples(t, "cakeparty.jsonl", func(p []uint64, expect string) {
		var heap int
		var stones uint64
		if _, err := fmt.Sscanf(expect, "CAKE %d PIECES %d", &heap, &stones); err != nil {
			t.Fatal(err)
		}
		heaps, least, most := game.WinningTakes(p)
		if heaps == nil {
			if stones != 1 || p[heap] != slices.Max(p) {
				t.Errorf("%v: no winning move, want %s", p, expect)
			}
		} else if !slices.Contains(heaps, heap) || stones < least || stones > most {
			t.Errorf("%v: %d … %d from %v, want %s", p, least, most, heaps, expect)
		}
	})
}

func TestCakeHuge(t *testing.T) {
	c, err := row.PlaceCake(nil, oracle.Args(1, math.MaxInt64, 4, 4))
	if err != nil {
		t.Fatal(err)
	}
	if v, _, ok := c.Measure(grundy.ByNimValue); !ok || v != math.MaxInt64-3 {
		t.Errorf("nim-value %d, %v", v, ok)
	}
	found, ok := c.FindOptions(grundy.ByNimValue, 5, 1000)
	if !ok || found.Count.Int64() != 996 {
		t.Errorf("%v options found, %v", found.Count, ok)
	}
	heaps, least, most := row.Cake{}.WinningTakes([]uint64{1, math.MaxInt64, 4, 4})
	if !slices.Equal(heaps, []int{1}) || least != math.MaxInt64-3 || most != math.MaxInt64 {
		t.Errorf("%d … %d from %v", least, most, heaps)
	}
	three := oracle.Args(math.MaxInt64, math.MaxInt64, math.MaxInt64)
	if c, err = row.PlaceCake(nil, three); err != nil {
		t.Fatal(err)
	}
	if n, _ := c.CountOptions(); n != math.MaxUint64 {
		t.Errorf("%d options", n)
	}
	found, ok = c.FindOptions(grundy.ByOutcome, 0, 0)
	if want := "27670116110564327421"; !ok || found.Count.String() != want {
		t.Errorf("%v options found, %v, want %s", found.Count, ok, want)
	}
	for q := range found.Each {
		if got, want := c.DescribeMove(q), fmt.Sprintf("take 1 from the first heap of %d", uint64(math.MaxInt64)); got != want {
			t.Errorf("move %q, want %q", got, want)
		}
		break
	}
}

func TestPlaceErrors(t *testing.T) {
	minus := []grundy.Arg{grundy.ArgOf(3), {Text: "-1", Neg: true, Abs: 1}}
	for _, test := range []struct {
		place      func(rule, args []grundy.Arg) (grundy.Component, error)
		rule, args []grundy.Arg
		arg        int
		inRule     bool
		want       string
	}{
		{row.PlaceCake, oracle.Args(2), oracle.Args(3), 0, true, "[2]: cake takes no bracketed numbers"},
		{row.PlaceCake, nil, nil, -1, false, "cake needs at least one heap"},
		{row.PlaceCake, nil, minus, 1, false, "heap 2 = -1: a heap is 0 … 9223372036854775807"},
	} {
		_, err := test.place(test.rule, test.args)
		wantError(t, err, test.want)
		position, ok := errors.AsType[*grundy.PositionError](err)
		if !ok || position.Arg != test.arg || position.Bracketed != test.inRule {
			t.Errorf("error %#v", err)
		}
	}
}
