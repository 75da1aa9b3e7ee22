package tree_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/tree"
	"github.com/grundy-games/grundy/internal/oracle"
)

func TestStaircaseAgainstOracle(t *testing.T) {
	o := &oracle.Oracle{}
	for _, size := range []struct {
		steps int
		limit uint64
	}{{1, 3}, {2, 12}, {3, 6}, {4, 4}, {5, 3}} {
		oracle.Vectors(size.steps, size.limit, func(coins []uint64) {
			c, err := tree.PlaceStaircase(nil, oracle.Args(coins...))
			if err != nil {
				t.Fatal(err)
			}
			o.CheckClosed(t, c)
		})
	}
}

func TestStaircaseCountPositions(t *testing.T) {
	oracle.Vectors(4, 3, func(coins []uint64) {
		c := grundy.Place(tree.NewStaircase(4), slices.Clone(coins))
		oracle.CheckBound(t, c)
	})
	if bound := tree.NewStaircase(4).CountPositions([]uint64{0, math.MaxInt64, 0, 0}); bound != 1<<63 {
		t.Errorf("bound %d", bound)
	}
	if bound := tree.NewStaircase(4).CountPositions([]uint64{0, 0, math.MaxInt64, 0}); bound != math.MaxUint64 {
		t.Errorf("bound %d", bound)
	}
}

// Large numbers: every option that is found has the value asked for, and the
// values of the steps' neighbourhood are found where they are.
func TestStaircaseLarge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SliceOfN(rapid.Uint64Max(1<<58), 1, 12).Draw(t, "coins")
		game := tree.NewStaircase(len(p))
		value := func(p []uint64) uint64 {
			var odd grundy.Value
			for i := 1; i < len(p); i += 2 {
				odd = grundy.NimSum(odd, grundy.Value(p[i]))
			}
			return uint64(odd)
		}
		if got, _, _ := game.Measure(grundy.ByNimValue, p); got != value(p) {
			t.Fatalf("nim-value %d, want %d", got, value(p))
		}
		target := uint64(0)
		step := rapid.IntRange(0, len(p)-1).Draw(t, "step")
		if step > 0 && p[step] > 0 {
			q := slices.Clone(p)
			taken := rapid.Uint64Range(1, p[step]).Draw(t, "taken")
			q[step] -= taken
			q[step-1] += taken
			target = value(q)
			if !finds(t, game, p, target, q) {
				t.Fatalf("%v is not found", q)
			}
		}
		finds(t, game, p, target, nil)
		finds(t, game, p, rapid.Uint64().Draw(t, "value"), nil)
	})
}

// finds checks the options that are found for a nim-value and reports whether
// q is among them.
func finds(t *rapid.T, game *tree.Tree, p []uint64, target uint64, q []uint64) bool {
	found, ok := game.FindOptions(grundy.ByNimValue, p, target, target)
	if !ok {
		t.Fatalf("no options found")
	}
	seen, count := false, int64(0)
	for option := range found.Each {
		if v, _, _ := game.Measure(grundy.ByNimValue, option); v != target {
			t.Fatalf("%v is found for %d and has %d", option, target, v)
		}
		step := 1
		for step < len(p)-1 && option[step] >= p[step] {
			step++
		}
		back := slices.Clone(option)
		back[step-1] -= p[step] - option[step]
		back[step] = p[step]
		if option[step] >= p[step] || !slices.Equal(back, p) {
			t.Fatalf("%v is not an option", option)
		}
		seen = seen || slices.Equal(option, q)
		count++
	}
	if found.Count.Int64() != count {
		t.Fatalf("%v options counted, %d listed", found.Count, count)
	}
	return seen
}

func TestStaircaseHuge(t *testing.T) {
	c, err := tree.PlaceStaircase(nil, oracle.Args(0, 1, math.MaxInt64-1))
	if err != nil {
		t.Fatal(err)
	}
	if n, _ := c.CountOptions(); n != math.MaxInt64 {
		t.Errorf("%d options", n)
	}
	found, ok := c.FindOptions(grundy.ByOutcome, 1, 1)
	if !ok || found.Count.Uint64() != math.MaxInt64-1 {
		t.Errorf("%v options are N, %v", found.Count, ok)
	}
	for q := range found.Each {
		if got, want := q.String(), "staircase(0,2,9223372036854775805)"; got != want {
			t.Errorf("the first is %s, want %s", got, want)
		}
		if got, want := c.DescribeMove(q), "move 1 coin from step 2 to step 1"; got != want {
			t.Errorf("move %q, want %q", got, want)
		}
		break
	}
	if _, ok := c.FindOptions(grundy.ByNimValue, 2, 3); ok {
		t.Error("options of two nim-values are found")
	}
}

func TestStaircaseErrors(t *testing.T) {
	minus := grundy.Arg{Text: "-1", Neg: true, Abs: 1}
	for _, test := range []struct {
		rule, args []grundy.Arg
		arg        int
		inRule     bool
		want       string
	}{
		{oracle.Args(3), oracle.Args(1), 0, true, "[3]: staircase takes no bracketed numbers"},
		{nil, nil, -1, false, "staircase needs at least one step: the coins of steps 0, 1, 2, …"},
		{nil, []grundy.Arg{grundy.ArgOf(1), minus}, 1, false, "coins of step 1 = -1: a number of coins is 0 … 9223372036854775807"},
		{nil, []grundy.Arg{{Text: "99999999999999999999", Big: true}}, 0, false, "coins of step 0 = 99999999999999999999: a number of coins is 0 … 9223372036854775807"},
		{nil, oracle.Args(2, math.MaxInt64-1), 1, false, "coins of step 1 = 9223372036854775806: the coins up to here are more than 9223372036854775807, which could overflow when they meet"},
	} {
		_, err := tree.PlaceStaircase(test.rule, test.args)
		wantError(t, err, test.want)
		position, ok := errors.AsType[*grundy.PositionError](err)
		if !ok || position.Arg != test.arg || position.Bracketed != test.inRule {
			t.Errorf("error %#v", err)
		}
	}
}
