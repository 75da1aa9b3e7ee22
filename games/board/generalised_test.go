package board

import (
	"context"
	"errors"
	"math/bits"
	"slices"
	"testing"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/boardtest"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
)

// checkPlaced compares everything that a component says with the definitions.
func checkPlaced(t *testing.T, truth *oracle.Oracle, c grundy.Component) {
	t.Helper()
	options := c.AppendOptions(nil)
	list := oracle.OptionsOf(t, c, truth.Value)
	oracle.CheckBound(t, c)
	for i, text := range list.Texts {
		if slices.Contains(list.Texts[:i], text) {
			t.Fatalf("%v: option %s twice", c, text)
		}
	}
	for _, m := range measures {
		want := definition(truth, m, c)
		if got, method, ok := c.Measure(m); ok && (got != want || method == "") {
			t.Fatalf("%v: %v %d, by definition %d", c, m, got, want)
		}
		checkFound(t, truth, c, options, m)
		if _, ok := c.PlanTable(m); ok {
			checkPlan(t, truth, c, options, m)
		}
	}
}

func TestGeneralisedWythoff(t *testing.T) {
	for a := uint64(1); a <= 4; a++ {
		g := GeneralisedWythoff{a}
		var truth oracle.Oracle
		for _, cell := range boardtest.Rectangle(Queen().Plane, long.Or[uint64](5, 9), long.Or[uint64](4, 8)) {
			checkPlaced(t, &truth, grundy.Place(g, cell))
		}
	}
}

// For a = 1 it is the queen, also far out; and the outcomes agree with the
// nim-values of a table.
func TestGeneralisedWythoffFarOut(t *testing.T) {
	one := GeneralisedWythoff{1}
	for _, c := range boardtest.SomeCells(boardtest.NewRandom(t), long.Or(200, 2000)) {
		got, _, _ := one.Measure(grundy.ByOutcome, c)
		want, _, _ := Queen().Measure(grundy.ByOutcome, c)
		if got != want || one.CountOptions(c) != Queen().CountOptions(c) {
			t.Fatalf("%v: outcome %d, queen %d", c, got, want)
		}
		p, _ := one.FindOptions(grundy.ByOutcome, c, 0, 0)
		q, _ := Queen().FindOptions(grundy.ByOutcome, c, 0, 0)
		if got, want := slices.Collect(p.Each), slices.Collect(q.Each); !slices.Equal(got, want) {
			t.Fatalf("%v: P options %v, queen %v", c, got, want)
		}
	}
	for _, a := range long.Every(2, []uint64{1, 2, 3, 10, 200}) {
		g := GeneralisedWythoff{a}
		c := Cell{X: 120, Y: 150}
		plan, _ := g.PlanTable(grundy.ByNimValue, c)
		table, err := plan.Build(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range boardtest.Rectangle(Queen().Plane, 121, 151) {
			if outcome, _, _ := g.Measure(grundy.ByOutcome, c); (outcome == 0) != (table(c) == 0) {
				t.Fatalf("%v at %v: outcome %d, nim-value %d", g, c, outcome, table(c))
			}
		}
		if a == 1 {
			queen := newTable(t, Queen(), 121, 151)
			for _, c := range boardtest.Rectangle(Queen().Plane, 121, 151) {
				if uint64(queen.At(c.X, c.Y)) != table(c) {
					t.Fatalf("queen%v: %d, %d", c, queen.At(c.X, c.Y), table(c))
				}
			}
		}
	}
	// From each N cell, each P option that is found is P, and there is one.
	random := boardtest.NewRandom(t)
	for _, c := range boardtest.SomeCells(random, long.Or(300, 3000)) {
		g := GeneralisedWythoff{1 + random.Uint64()>>(1+random.IntN(63))}
		if g.a > MaxCoordinate {
			g.a = MaxCoordinate
		}
		found, _ := g.FindOptions(grundy.ByOutcome, c, 0, 0)
		outcome, _, _ := g.Measure(grundy.ByOutcome, c)
		if (outcome == 0) != (found.Count.Sign() == 0) {
			t.Fatalf("%v at %v: outcome %d with %v P options", g, c, outcome, found.Count)
		}
		for q := range found.Each {
			if v, _, _ := g.Measure(grundy.ByOutcome, q); v != 0 || q.X > c.X || q.Y > c.Y || q == c {
				t.Fatalf("%v at %v: option %v", g, c, q)
			}
			if k, l := c.X-q.X, c.Y-q.Y; k > 0 && l > 0 && max(k, l)-min(k, l) >= g.a {
				t.Fatalf("%v at %v: no move leads to %v", g, c, q)
			}
		}
	}
}

// The formula with which board_games.json describes the P positions.
func TestGeneralisedWythoffP(t *testing.T) {
	// a = 2: α = √2, β = 2 + √2.
	g := GeneralisedWythoff{2}
	for n, want := range []Cell{{X: 0, Y: 0}, {X: 1, Y: 3}, {X: 2, Y: 6}, {X: 4, Y: 10}, {X: 5, Y: 13}, {X: 7, Y: 17}, {X: 8, Y: 20}} {
		if y, ok := g.partner(want.X); !ok || y != want.Y || g.lower(uint64(n)) != want.X {
			t.Errorf("A(%d) = %d with %d, want %v", n, g.lower(uint64(n)), y, want)
		}
	}
}

func TestEuclid(t *testing.T) {
	var truth oracle.Oracle
	for _, cell := range boardtest.Rectangle(Queen().Plane, long.Or[uint64](12, 25), long.Or[uint64](11, 24)) {
		if cell.X > 0 && cell.Y > 0 {
			checkPlaced(t, &truth, grundy.Place(Euclid{}, cell))
		}
	}
	// Far out: the found options of a nim-value have it.
	for _, c := range boardtest.SomeCells(boardtest.NewRandom(t), long.Or(200, 2000)) {
		if c.X == 0 || c.Y == 0 {
			continue
		}
		own := Euclid{}.value(c)
		for _, v := range []uint64{0, 1, own / 2, own - min(own, 1), own} {
			found, _ := Euclid{}.FindOptions(grundy.ByNimValue, c, v, v)
			if v < own && found.Count.Sign() == 0 || v == own && found.Count.Sign() != 0 {
				t.Fatalf("euclid%v: %v options of nim-value %d, its own is %d", c, found.Count, v, own)
			}
			for q := range found.Each {
				if (Euclid{}).value(q) != v {
					t.Fatalf("euclid%v: option %v has not %d", c, q, v)
				}
			}
		}
		if hi, lo := bits.Mul64(own, min(c.X, c.Y)); hi != 0 || lo > max(c.X, c.Y) {
			t.Fatalf("euclid%v: %d", c, own)
		}
	}
}

func TestGeneralisedRowPlans(t *testing.T) {
	for _, a := range []uint64{1, 2, 4} {
		g := GeneralisedWythoff{a}
		table := rowsOf(t, g, grundy.ByNimValue, []uint64{400, 6})
		for _, c := range []Cell{{X: 399, Y: 5}, {X: 5, Y: 380}, {X: 300, Y: 0}, {X: 0, Y: 7}, {X: 0, Y: 0}, {X: 7, Y: 5}, {X: 4, Y: 4}, {X: 2, Y: 3}} {
			plan, ok := g.planRow(c, grundy.Cost{Time: 1 << 62})
			if !ok {
				t.Fatalf("%v%v: no plan", g, c)
			}
			want := func(q Cell) uint64 { return table[min(q.X, q.Y)*400+max(q.X, q.Y)] }
			boardtest.CheckRowPlan(t, g.String(), plan, grundy.ByNimValue, c, g.AppendOptions(nil, c), want, false)
		}
	}
	if _, ok := (GeneralisedWythoff{MaxCoordinate}).planRow(Cell{X: 1 << 60, Y: 3}, grundy.Cost{Time: 1 << 62}); ok {
		t.Error("a plan with more moves than can be listed")
	}
}

// Cells with very many leaps do not keep a proof from stopping.
func TestRowOfManyLeapsStops(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	_, err := GeneralisedWythoff{20_000}.RowPeriod(ctx, 3, 1<<30, nil)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}
