package search_test

// These are the tests of tables: against the memo, in each order, for any number of workers.

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/search"
)

func table(t testing.TB, rules search.DenseRules, n uint64, o search.Options) *search.Values {
	t.Helper()
	values, err := search.Table(ctx, func() search.DenseRules { return rules }, n, o)
	if err != nil {
		t.Fatalf("%T, %+v: %v", rules, o, err)
	}
	return values
}

// sameForAnyWorkers fills a table with several numbers of workers.
func sameForAnyWorkers(t testing.TB, rules search.DenseRules, n uint64, o search.Options, order string) *search.Values {
	t.Helper()
	o.Workers = 1
	first := table(t, rules, n, o)
	if first.Order != order || first.Len() != n {
		t.Errorf("%T: %d values in order %q, want %d in order %q", rules, first.Len(), first.Order, n, order)
	}
	for _, workers := range []int{0, 2, 3, 8} {
		o.Workers = workers
		next := table(t, rules, n, o)
		if !reflect.DeepEqual(first, next) {
			t.Fatalf("%T: %d workers differ from one", rules, workers)
		}
	}
	return first
}

func TestTablesByRankRace(t *testing.T) {
	for _, side := range []uint64{1, 2, 5, 17} {
		g, n := heaps{side}, side*side*side
		memo := search.NewMemo(search.Rules[uint64](g), search.Options{})
		for _, o := range []search.Options{{}, {Sizes: []uint64{side, side, side}}, {Sizes: []uint64{n}}} {
			values := sameForAnyWorkers(t, g, n, o, "rank")
			for rank := range n {
				want, err := memo.Value(ctx, rank)
				if got := values.At(rank); err != nil || got != want {
					t.Fatalf("side %d, rank %d: %d, want %d, %v", side, rank, got, want, err)
				}
			}
		}
	}
}

// knights are pieces on a board side squares wide: x runs fastest. The moves
// lower x + y, but (+1,-2) of x and y raises the rank if y is the last field.
type knights struct{ side uint64 }

func (g knights) AppendOptions(dst []uint64, rank uint64) ([]uint64, error) {
	x, y := int(rank/g.side), int(rank%g.side)
	for _, d := range [][2]int{{-1, -2}, {-2, -1}, {1, -2}, {-2, 1}} {
		if to, at := x+d[0], y+d[1]; to >= 0 && at >= 0 && to < int(g.side) && at < int(g.side) {
			dst = append(dst, uint64(to)*g.side+uint64(at))
		}
	}
	return dst, nil
}

func (g knights) AppendMoves(m *search.Moves[uint64], rank uint64) error {
	options, err := g.AppendOptions(nil, rank)
	for _, q := range options {
		m.Add(q)
	}
	return err
}

func TestTablesInNoOrderRace(t *testing.T) {
	const side = 60
	memo := search.NewMemo(search.Rules[uint64](knights{side}), search.Options{})
	for _, o := range []search.Options{{Sizes: []uint64{side, side}}, {}} {
		values := sameForAnyWorkers(t, knights{side}, side*side, o, "none")
		for rank := range uint64(side * side) {
			want, err := memo.Value(ctx, rank)
			if got := values.At(rank); err != nil || got != want {
				t.Fatalf("%+v, rank %d: %d, want %d, %v", o, rank, got, want, err)
			}
		}
	}
}

// single makes a game at random one whose options are single positions, in an
// order of ranks that need not respect the moves.
func singleRandom(t *rapid.T, most int) sums {
	n := rapid.IntRange(1, most).Draw(t, "positions")
	rank := rapid.Permutation(natural(n)).Draw(t, "ranks")
	g := make(sums, n)
	for i := range n {
		for j := range i {
			if rapid.Bool().Draw(t, "move") {
				g[rank[i]] = append(g[rank[i]], []uint64{rank[j]})
			}
		}
	}
	return g
}

func natural(n int) []uint64 {
	list := make([]uint64, n)
	for i := range list {
		list[i] = uint64(i)
	}
	return list
}

func TestTablesOfRandomGamesRace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := singleRandom(t, 20)
		slow := newNaive(search.Rules[uint64](g))
		for workers := 1; workers <= 3; workers++ {
			values, err := search.Table(ctx, func() search.DenseRules { return g }, uint64(len(g)), search.Options{Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			for rank := range uint64(len(g)) {
				if values.At(rank) != slow.value(rank) {
					t.Fatalf("%v: rank %d: %d, want %d", g, rank, values.At(rank), slow.value(rank))
				}
			}
		}
	})
}

func TestTablesShowCyclesRace(t *testing.T) {
	g := make(sums, 500)
	for i := 1; i < len(g); i++ {
		g[i] = [][]uint64{{uint64(i - 1)}}
	}
	g[300] = append(g[300], []uint64{400})
	var first []uint64
	for workers := 1; workers <= 4; workers++ {
		_, err := search.Table(ctx, func() search.DenseRules { return g }, 500, search.Options{Workers: workers})
		var cycle *search.CycleError[uint64]
		if !errors.As(err, &cycle) || len(cycle.Positions) != 101 {
			t.Fatalf("%d workers: %v", workers, err)
		}
		if first == nil {
			first = cycle.Positions
		}
		if !slices.Equal(first, cycle.Positions) {
			t.Errorf("%d workers find the cycle %v, one found %v", workers, cycle.Positions, first)
		}
	}
}

// denseNim is one heap of Nim: values as large as ranks.
type denseNim struct{}

func (denseNim) AppendOptions(dst []uint64, rank uint64) ([]uint64, error) {
	for q := range rank {
		dst = append(dst, q)
	}
	return dst, nil
}

func TestTablesGetWiderRace(t *testing.T) {
	for n, width := range map[uint64]uint64{253: 1, 256: 1, 257: 2, 1500: 2} {
		values := sameForAnyWorkers(t, denseNim{}, n, search.Options{}, "rank")
		if got := values.Width(); got != width {
			t.Errorf("%d ranks: %d bytes a value, want %d", n, got, width)
		}
		for rank := range n {
			if values.At(rank) != rank {
				t.Fatalf("%d ranks: value %d at %d", n, values.At(rank), rank)
			}
		}
	}
}

// broken fails at some ranks.
type broken struct {
	at  []uint64
	out uint64 // a rank to which rank 1000 moves
}

func (g broken) AppendOptions(dst []uint64, rank uint64) ([]uint64, error) {
	if slices.Contains(g.at, rank) {
		return nil, fmt.Errorf("broken at %d", rank)
	}
	if rank == 1000 && g.out > 0 {
		return append(dst, g.out), nil
	}
	return append(dst, rank/2, rank/3)[:min(rank, 2)], nil
}

func TestTheFirstErrorCountsRace(t *testing.T) {
	for workers := 1; workers <= 8; workers++ {
		for _, c := range []struct {
			rules broken
			want  string
		}{
			{broken{at: []uint64{1700, 900, 901, 5000, 12000}}, "broken at 900"},
			{broken{out: 20000}, "a move from rank 1000 to rank 20000 of a table of 20000"},
		} {
			_, err := search.Table(ctx, func() search.DenseRules { return c.rules }, 20000, search.Options{Workers: workers})
			if err == nil || err.Error() != c.want {
				t.Fatalf("%d workers: %v, want %s", workers, err, c.want)
			}
		}
	}
}

func TestBudgetsOfTablesRace(t *testing.T) {
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	const side = 20
	const n = side * side * side
	g := heaps{side}
	steps := uint64(3*n*(side-1)/2 + (side-1)*(side-1)*(side-1))
	for _, workers := range []int{1, 4} {
		for _, c := range []struct {
			ctx     context.Context
			options search.Options
			want    error
		}{
			{ctx, search.Options{Positions: n - 1}, grundy.ErrTooLarge},
			{ctx, search.Options{Memory: n}, grundy.ErrTooLarge},
			{ctx, search.Options{Steps: steps - 1}, grundy.ErrBudget},
			{ctx, search.Options{Steps: steps}, nil},
			{ctx, search.Options{Memory: search.TableCost(n), Positions: n}, nil},
			{stopped, search.Options{}, context.Canceled},
		} {
			c.options.Workers = workers
			_, err := search.Table(c.ctx, func() search.DenseRules { return g }, n, c.options)
			if !errors.Is(err, c.want) {
				t.Errorf("%+v: %v, want %v", c.options, err, c.want)
			}
		}
	}
	if _, err := search.Table(ctx, func() search.DenseRules { return g }, n, search.Options{Sizes: []uint64{side, side}}); err == nil {
		t.Error("fields that do not make up the ranks are accepted")
	}
	if _, err := search.Table(ctx, func() search.DenseRules { return denseNim{} }, 2000, search.Options{Memory: search.TableCost(2000)}); err != nil {
		if !errors.Is(err, grundy.ErrBudget) {
			t.Errorf("%v", err)
		}
	}
}

// TestMisereTablesRace compares with the definition, in each order.
func TestMisereTablesRace(t *testing.T) {
	define, _ := compound.Define(grundy.ByMisereNimValue)
	check := func(rules interface {
		search.Rules[uint64]
		search.DenseRules
	}, n uint64, o search.Options, order string) {
		o.Misere = true
		values := sameForAnyWorkers(t, rules, n, o, order)
		memo := search.NewMeasure(search.Rules[uint64](rules), define, search.Options{})
		for rank := range n {
			want, err := memo.Value(ctx, rank)
			if got := values.At(rank); err != nil || got != want {
				t.Fatalf("%s, rank %d: %d, want %d, %v", order, rank, got, want, err)
			}
		}
	}
	check(heaps{9}, 9*9*9, search.Options{}, "rank")
	check(knights{20}, 400, search.Options{Sizes: []uint64{20, 20}}, "none")
}
