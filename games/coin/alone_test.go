package coin_test

import (
	"fmt"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/coin"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/internal/oracle"
)

// sameTree reports whether two positions have the same options, apart from their
// names, in any order, each option once.
func sameTree(c, d grundy.Component, known map[string]bool) bool {
	key := c.String() + d.String()
	if same, ok := known[key]; ok {
		return same
	}
	left, right := c.AppendOptions(nil), d.AppendOptions(nil)
	same := len(left) == len(right)
	for _, q := range left {
		found := false
		for i, r := range right {
			if sameTree(q, r, known) {
				right, found = append(right[:i], right[i+1:]...), true
				break
			}
		}
		same = same && found
	}
	known[key] = same
	return same
}

var allMeasures = []grundy.Measure{
	grundy.ByOutcome, grundy.ByNimValue, grundy.ByRemoteness, grundy.ByGenus, grundy.ByOutcomes, grundy.ByMisereRemoteness,
	grundy.BySuspense, grundy.ByMisereSuspense, grundy.ByForeclosed, grundy.ByMisereForeclosed, grundy.ByHeap,
}

// One head is a heap of Nim: all that play can reach, every measure, and options by
// every interval of measures.
func TestOneHeadIsAHeap(t *testing.T) {
	known := map[string]bool{}
	for _, line := range []coin.Line{coin.TurningTurtles, coin.Twins} {
		for n := range uint64(9) {
			var positions [][]uint64
			switch {
			case n > 0 && line == coin.Twins:
				positions = [][]uint64{{n}, {0, n}}
			case n > 0:
				positions = [][]uint64{{n}}
			case line == coin.Twins:
				positions = [][]uint64{{}, {0}}
			default:
				positions = [][]uint64{{}}
			}
			for _, heads := range positions {
				c := row(t, line, heads)
				nim, err := heap.PlaceNim(nil, oracle.Args(n))
				if err != nil {
					t.Fatal(err)
				}
				if !sameTree(c, nim, known) {
					t.Fatalf("%v and %v differ", c, nim)
				}
				for _, m := range allMeasures {
					want, _, ok := nim.Measure(m)
					if m == grundy.ByOutcome {
						want, ok = min(n, 1), true
					}
					got, _, known := c.Measure(m)
					if !ok || !known || got != want {
						t.Fatalf("%v: %v %d, %v; want %d", c, m, got, known, want)
					}
					list := oracle.OptionsOf(t, c, func(q grundy.Component) uint64 {
						v, _, _ := q.Measure(m)
						return v
					})
					for lo := range list.Most + 3 {
						for hi := lo; hi < list.Most+3; hi++ {
							list.Check(t, m, lo, hi)
						}
						list.Check(t, m, lo, 1<<64-1)
					}
				}
			}
		}
	}
}

// Heads of Turning Turtles and Twins that are not heaps say nothing about misère play.
func TestSeveralHeadsAreNoSumOfHeaps(t *testing.T) {
	for _, c := range []grundy.Component{
		row(t, coin.TurningTurtles, []uint64{2, 3}), row(t, coin.Twins, []uint64{1, 2}), row(t, coin.Twins, []uint64{0, 1, 2}),
		row(t, coin.MockTurtles, []uint64{2}), row(t, coin.Ruler, []uint64{2}),
	} {
		if v, _, ok := c.Measure(grundy.ByGenus); ok {
			t.Errorf("%v has the genus %d", c, v)
		}
	}
}

// One head of a game of distances is a heap of the subtraction game.
func TestOneHeadIsASubtractionHeap(t *testing.T) {
	known := map[string]bool{}
	for _, set := range [][]uint64{{1}, {2}, {1, 2}, {1, 3, 4}, {3, 5}, {2, 3, 3}} {
		for n := range uint64(13) {
			for below := range uint64(1) << min(set[0], n) {
				var heads []uint64 // that cannot move, beside the one
				for i := range set[0] {
					if below>>i&1 == 1 {
						heads = append(heads, i)
					}
				}
				c, err := coin.PlaceDistances(oracle.Args(set...), oracle.Args(append(heads, n)...))
				if err != nil {
					t.Fatal(err)
				}
				s, err := heap.PlaceSubtraction(oracle.Args(set...), oracle.Args(n))
				if err != nil {
					t.Fatal(err)
				}
				if !sameTree(c, s, known) {
					t.Fatalf("%v and %v differ", c, s)
				}
				for _, m := range allMeasures {
					tables := make([]grundy.Table[grundy.Component], 2)
					for i, place := range []grundy.Component{c, s} {
						plan, ok := place.PlanTable(m)
						if !ok {
							t.Fatalf("%v: no table of %v", place, m)
						}
						if tables[i], err = plan.Build(t.Context(), nil); err != nil {
							t.Fatal(err)
						}
					}
					options := s.AppendOptions(nil)
					for i, q := range c.AppendOptions(nil) {
						if got, want := tables[0](q), tables[1](options[i]); got != want {
							t.Fatalf("%v: %v %d, want %d", q, m, got, want)
						}
					}
					if got, want := tables[0](c), tables[1](s); got != want {
						t.Fatalf("%v: %v %d, want %d", c, m, got, want)
					}
				}
			}
		}
	}
}

// Far out: what a heap says, at once.
func TestOneHeadFarOut(t *testing.T) {
	c := row(t, coin.TurningTurtles, []uint64{1_000_000_000_000})
	found, ok := c.FindOptions(grundy.ByGenus, 1, 2)
	if !ok || found.Count.Int64() != 1 {
		t.Fatalf("%v options, %v", found.Count, ok)
	}
	for q := range found.Each {
		if fmt.Sprint(q) != "turning-turtles(1)" {
			t.Errorf("found %v", q)
		}
	}
}
