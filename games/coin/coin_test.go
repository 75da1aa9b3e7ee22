package coin_test

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/coin"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
)

var (
	lines    = []coin.Line{coin.TurningTurtles, coin.Twins, coin.MockTurtles, coin.Ruler}
	products = []string{"turning-corners", "rugs", "tartan[1,1]", "tartan[1,3]", "tartan[3,2]", "tartan[3,3]", "tartan[4,3]", "tartan[2,4]"}
)

func wantError(t rapid.TB, err error, want string) {
	t.Helper()
	if fmt.Sprint(err) != want {
		t.Errorf("error %v\n want %s", err, want)
	}
}

func row(t oracle.TB, line coin.Line, heads []uint64) grundy.Component {
	t.Helper()
	c, err := coin.PlaceRow(line, nil, oracle.Args(heads...))
	if err != nil {
		t.Fatalf("%v", err)
	}
	return c
}

func product(t oracle.TB, name string, cells []uint64) grundy.Component {
	t.Helper()
	var c grundy.Component
	var err error
	switch name {
	case "turning-corners":
		c, err = coin.PlaceProduct(coin.TurningCorners, nil, oracle.Args(cells...))
	case "rugs":
		c, err = coin.PlaceProduct(coin.Rugs, nil, oracle.Args(cells...))
	default:
		var i, j uint64
		if _, err := fmt.Sscanf(name, "tartan[%d,%d]", &i, &j); err != nil {
			t.Fatalf("%v", err)
		}
		c, err = coin.PlaceTartan(oracle.Args(i, j), oracle.Args(cells...))
	}
	if err != nil {
		t.Fatalf("%v", err)
	}
	return c
}

// Every position of six coins.
func TestRowsAgainstOracle(t *testing.T) {
	for _, line := range lines {
		o := &oracle.Oracle{}
		for set := range 64 {
			var heads []uint64
			for n := range uint64(6) {
				if set>>n&1 == 1 {
					heads = append(heads, n+1)
				}
			}
			c := row(t, line, heads)
			o.CheckClosed(t, c)
			oracle.CheckBound(t, c)
		}
	}
}

// A head far out, its options valued by the closed form that small positions
// confirm: all of its options by nim-value, and the mex itself.
func TestLongRows(t *testing.T) {
	for _, line := range lines {
		for n := uint64(1); n <= 40; n++ {
			c := row(t, line, []uint64{n})
			list := oracle.OptionsOf(t, c, func(q grundy.Component) uint64 {
				v := uint64(0)
				for _, h := range q.Position().([]uint64) {
					v ^= line.Value(h)
				}
				return v
			})
			list.CheckValues(t)
			list.CheckOutcomes(t)
			seen := map[uint64]bool{}
			for _, v := range list.Values {
				seen[v] = true
			}
			mex := uint64(0)
			for seen[mex] {
				mex++
			}
			if line.Value(n) != mex {
				t.Fatalf("%v: value %d, mex %d", c, line.Value(n), mex)
			}
		}
	}
}

// The values of Winning Ways, chapter 14.
func TestPublishedValues(t *testing.T) {
	for _, test := range []struct {
		line  coin.Line
		first uint64
		want  []uint64
	}{
		{coin.TurningTurtles, 1, []uint64{1, 2, 3, 4, 5}},
		{coin.Twins, 0, []uint64{0, 1, 2, 3, 4}},
		{coin.MockTurtles, 0, []uint64{1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26, 28, 31}},
		{coin.Ruler, 1, []uint64{1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4, 1, 2, 1, 16}},
	} {
		for i, want := range test.want {
			if got := test.line.Value(test.first + uint64(i)); got != want {
				t.Errorf("%s, coin %d: %d, want %d", test.line.Name(), test.first+uint64(i), got, want)
			}
		}
	}
	// Turning Corners: the table of nim-products.
	for _, test := range [][3]uint64{{2, 2, 3}, {4, 4, 6}, {3, 8, 4}, {15, 15, 9}, {7, 6, 3}} {
		if got := coin.TurningCorners.NimValue(coin.Cell{X: test[0], Y: test[1]}); got != test[2] {
			t.Errorf("turning-corners(%d,%d): %d, want %d", test[0], test[1], got, test[2])
		}
	}
}

// Every set of at most three cells of a small board.
func TestProductsAgainstOracle(t *testing.T) {
	for _, name := range long.Every(2, products) {
		o := &oracle.Oracle{}
		for set := range uint(1 << 6) {
			if bits.OnesCount(set) > 3 {
				continue
			}
			var cells []uint64
			for i := range uint64(6) {
				if set>>i&1 == 1 {
					cells = append(cells, i%2+1, i/2+1)
				}
			}
			c := product(t, name, cells)
			o.CheckClosed(t, c)
			if set%8 == 1 {
				oracle.CheckBound(t, c)
			}
		}
	}
}

// Two heads on larger boards: the options of each value against a walk, and the
// Tartan theorem against the mex of the options.
func TestLargerProducts(t *testing.T) {
	for _, name := range long.Every(2, products) {
		rapid.Check(t, func(t *rapid.T) {
			draw := func(label string) uint64 { return rapid.Uint64Range(1, 7).Draw(t, label) }
			cells := []uint64{draw("x"), draw("y")}
			value := func(q grundy.Component) uint64 {
				v, _, _ := q.Measure(grundy.ByNimValue)
				return v
			}
			alone := product(t, name, cells)
			var values []grundy.Value
			for _, v := range oracle.OptionsOf(t, alone, value).Values {
				values = append(values, grundy.Value(v))
			}
			if got := value(alone); got != uint64(grundy.Mex(values...)) {
				t.Fatalf("%v: %d, mex %d", alone, got, grundy.Mex(values...))
			}
			if x, y := draw("x"), draw("y"); x != cells[0] || y != cells[1] {
				cells = append(cells, x, y)
			}
			c := product(t, name, cells)
			list := oracle.OptionsOf(t, c, value)
			list.CheckOutcomes(t)
			for v := range min(list.Most+2, 20) {
				list.Check(t, grundy.ByNimValue, v, v)
			}
		})
	}
}

func TestDistances(t *testing.T) {
	for _, set := range [][]uint64{{1}, {2}, {1, 2}, {1, 3, 4}, {2, 5}, {3, 3}} {
		o := &oracle.Oracle{}
		for heads := range 1 << 7 {
			var coins []uint64
			for n := range uint64(7) {
				if heads>>n&1 == 1 {
					coins = append(coins, n)
				}
			}
			c, err := coin.PlaceDistances(oracle.Args(set...), oracle.Args(coins...))
			if err != nil {
				t.Fatal(err)
			}
			oracle.CheckBound(t, c)
			oracle.OptionsOf(t, c, o.Value)
			for _, m := range []grundy.Measure{grundy.ByNimValue, grundy.ByOutcome} {
				plan, ok := c.PlanTable(m)
				if !ok {
					t.Fatal("no table")
				}
				table, err := plan.Build(t.Context(), nil)
				if err != nil {
					t.Fatal(err)
				}
				for _, q := range append(c.AppendOptions(nil), c) {
					want := o.Value(q)
					if m == grundy.ByOutcome {
						want = min(want, 1)
					}
					if table(q) != want {
						t.Fatalf("%v: %v %d, want %d", q, m, table(q), want)
					}
				}
			}
		}
	}
}

// Heads at 10^18: the moves that are found lead where they should.
func TestFarOut(t *testing.T) {
	const far = 1_000_000_000_000_000_000
	c := row(t, coin.MockTurtles, []uint64{far, far - 1, 5})
	own, _, _ := c.Measure(grundy.ByNimValue)
	found, ok := c.FindOptions(grundy.ByNimValue, 0, 0)
	if !ok || found.Count.Sign() == 0 {
		t.Fatalf("%v of nim-value %d: no winning move", c, own)
	}
	count := 0
	for q := range found.Each {
		if v, _, _ := q.Measure(grundy.ByNimValue); v != 0 {
			t.Fatalf("%v has nim-value %d", q, v)
		}
		if count++; count == 50 {
			break
		}
	}
	c = product(t, "turning-corners", []uint64{far, 1000, 77, far - 5})
	own, _, _ = c.Measure(grundy.ByNimValue)
	found, ok = c.FindOptions(grundy.ByOutcome, 0, 0)
	if !ok {
		t.Fatalf("%v of nim-value %d: no answer", c, own)
	}
	listed := int64(0)
	for q := range found.Each {
		listed++
		if v, _, _ := q.Measure(grundy.ByNimValue); v != 0 {
			t.Fatalf("%v has nim-value %d", q, v)
		}
	}
	if found.Count.Int64() != listed || listed == 0 {
		t.Errorf("%v winning moves counted, %d listed", found.Count, listed)
	}
	if _, ok := product(t, "turning-corners", []uint64{far, far}).FindOptions(grundy.ByOutcome, 0, 0); ok {
		t.Error("10^18 moves were walked through")
	}
}

func TestMoves(t *testing.T) {
	for _, test := range []struct {
		c    grundy.Component
		i    int
		want string
	}{
		{row(t, coin.TurningTurtles, []uint64{4}), 0, "turn coin 4"},
		{row(t, coin.TurningTurtles, []uint64{2, 4}), 3, "turn coins 4 and 1"},
		{row(t, coin.MockTurtles, []uint64{6}), 8, "turn coins 6, 3 and 0"},
		{row(t, coin.Ruler, []uint64{6}), 3, "turn coins 6 to 3"},
		{product(t, "turning-corners", []uint64{2, 1}), 0, "turn columns 2 and 0 in rows 1 and 0"},
		{product(t, "rugs", []uint64{1, 3}), 2, "turn column 1 in rows 3 to 1"},
	} {
		q := test.c.AppendOptions(nil)[test.i]
		if got := test.c.DescribeMove(q); got != test.want {
			t.Errorf("%v to %v: %q, want %q", test.c, q, got, test.want)
		}
	}
}

func TestPlaceErrors(t *testing.T) {
	place := func(line coin.Line) func(rule, args []grundy.Arg) (grundy.Component, error) {
		return func(rule, args []grundy.Arg) (grundy.Component, error) { return coin.PlaceRow(line, rule, args) }
	}
	rugs := func(rule, args []grundy.Arg) (grundy.Component, error) {
		return coin.PlaceProduct(coin.Rugs, rule, args)
	}
	negative := []grundy.Arg{{Text: "-1", Neg: true, Abs: 1}}
	for _, test := range []struct {
		place      func(rule, args []grundy.Arg) (grundy.Component, error)
		rule, args []grundy.Arg
		arg        int // that the error is about
		want       string
	}{
		{place(coin.Twins), oracle.Args(3), nil, 0, "[3]: twins takes no bracketed numbers"},
		{place(coin.Twins), nil, negative, 0, "coin -1: coins are numbered 0 … 9223372036854775807"},
		{place(coin.Ruler), nil, oracle.Args(3, 0), 1, "coin 0: coins are numbered 1 … 9223372036854775807"},
		{place(coin.Ruler), nil, oracle.Args(5000), 0, "coin 5000: 5000 moves there turn up to 5000 coins each; want a head where the product of the two is at most 16777216"},
		{place(coin.MockTurtles), nil, oracle.Args(5, 7, 5), 2, "coin 5: this one was named before; want each coin that shows heads once"},
		{rugs, nil, oracle.Args(5, 7, 5), 2, "5: this x has no y; want the coordinates of cells, x first, then y"},
		{rugs, nil, oracle.Args(5, 7, 5, 7), 2, "cell 5,7 was named before; want each cell that shows heads once"},
		{rugs, nil, oracle.Args(5000, 7000), 0, "cell 5000,7000: 35000000 moves there turn up to 35000000 coins each; want a head where the product of the two is at most 16777216"},
		{rugs, oracle.Args(3), nil, 0, "[3]: rugs(…) takes no bracketed numbers"},
		{rugs, nil, oracle.Args(0, 5), 0, "x = 0: want 1 … 9223372036854775807"},
		{rugs, nil, oracle.Args(5, 0), 1, "y = 0: want 1 … 9223372036854775807"},
		{coin.PlaceTartan, oracle.Args(1), nil, -1, "1 numbers in brackets: want the two rules of a product, as in tartan[3,4](5,6)"},
		{coin.PlaceTartan, oracle.Args(1, 5), nil, 1, "5 is not a rule: want 1 for turning-turtles, 2 for twins, 3 for mock-turtles, or 4 for ruler"},
		{coin.PlaceDistances, nil, nil, -1, "no distance: want at least one, as in turning[1,3,4](5,11)"},
		{coin.PlaceDistances, oracle.Args(1, 0), nil, 1, "0 is not a distance of two coins: want 1 … 9223372036854775807"},
	} {
		_, err := test.place(test.rule, test.args)
		wantError(t, err, test.want)
		var wrong *grundy.PositionError
		if !errors.As(err, &wrong) || wrong.Arg != test.arg {
			t.Errorf("%v: about argument %+v, want %d", err, wrong, test.arg)
		}
	}
	// Moves of any number that turn nine coins at most.
	if _, err := coin.PlaceTartan(oracle.Args(3, 3), oracle.Args(50_000, 70_000)); err != nil {
		t.Error(err)
	}
	if c := row(t, coin.Twins, []uint64{9, 2, 5}); c.String() != "twins(2,5,9)" {
		t.Errorf("written %v", c)
	}
	if c := product(t, "tartan[3,4]", []uint64{9, 2, 5, 1, 5, 3}); c.String() != "tartan[3,4](5,1,5,3,9,2)" {
		t.Errorf("written %v", c)
	}
	if c := row(t, coin.Ruler, nil); c.String() != "ruler()" || !slices.Equal(c.AppendOptions(nil), nil) || strings.Contains(c.String(), ",") {
		t.Errorf("written %v", c)
	}
}
