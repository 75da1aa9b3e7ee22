package graph_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/graph"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
)

// walks reports whether the player to move wins, by definition: the token goes to a node where it has not been.
func walks(edges [][2]uint64, at uint64, been map[uint64]bool) bool {
	been[at] = true
	defer delete(been, at)
	for _, e := range edges {
		for range 2 {
			if e[0] == at && !been[e[1]] && !walks(edges, e[1], been) {
				return true
			}
			e[0], e[1] = e[1], e[0]
		}
	}
	return false
}

// TestGeography compares random graphs with the definition, and what play reaches with the oracle:
// values, options of each value and outcome, bounds.
func TestGeography(t *testing.T) {
	random := chance.New(t, 1)
	known := 0
	for range long.Of(400, 4000, 40000) {
		nodes := 1 + random.Uint64N(6)
		var edges [][2]uint64
		var ends []uint64
		for range random.Uint64N(8) {
			e := [2]uint64{random.Uint64N(nodes), random.Uint64N(nodes)}
			edges, ends = append(edges, e), append(ends, e[0], e[1])
		}
		any := false
		for v := range nodes {
			ends = append(ends, v, v)
			any = any || !walks(edges, v, map[uint64]bool{})
		}
		place := func(args ...uint64) grundy.Component {
			c, err := graph.PlaceGeography(oracle.Args(ends...), oracle.Args(args...))
			if err != nil {
				t.Fatal(err)
			}
			o := &oracle.Oracle{}
			value := o.Value(c)
			if got, _, ok := c.Measure(grundy.ByOutcome); !ok || got != min(value, 1) {
				t.Fatalf("%v: outcome %d, %v, want %d", c, got, ok, min(value, 1))
			}
			if got, _, ok := c.Measure(grundy.ByNimValue); ok && got != value {
				t.Fatalf("%v: nim-value %d, want %d", c, got, value)
			} else if ok {
				known++
			}
			list := oracle.OptionsOf(t, c, o.Value)
			list.CheckOutcomes(t)
			for lo := range uint64(4) {
				for _, hi := range []uint64{0, 1, 2, 3, math.MaxUint64} {
					if found, ok := c.FindOptions(grundy.ByNimValue, lo, hi); ok {
						list.CheckFound(t, found, grundy.ByNimValue, lo, hi)
					}
				}
			}
			oracle.CheckBound(t, c)
			return c
		}
		start := place()
		if won, _, ok := start.Measure(grundy.ByOutcome); !ok || won == 1 != any {
			t.Fatalf("%v: won is %d, want %v", start, won, any)
		}
		v := random.Uint64N(nodes)
		at := place(v)
		if won, _, ok := at.Measure(grundy.ByOutcome); !ok || won == 1 != walks(edges, v, map[uint64]bool{}) {
			t.Fatalf("%v: won is %d", at, won)
		}
		if been := random.Uint64N(nodes); been != v {
			place(v, been)
		}
	}
	if known == 0 {
		t.Error("no nim-value is known")
	}
}

func TestGeographyErrors(t *testing.T) {
	for _, c := range []struct {
		brackets, args []uint64
		want           string
	}{
		{[]uint64{1, 2, 3}, nil, "3: this end has no other; want two ends for each edge"},
		{[]uint64{1, 2}, []uint64{3}, "node 3: the graph has no such node; write one without edges as a loop, 3,3"},
		{[]uint64{1, 2}, []uint64{1, 1}, "node 1: this one was named before; want the node of the token and others"},
	} {
		if _, err := graph.PlaceGeography(oracle.Args(c.brackets...), oracle.Args(c.args...)); fmt.Sprint(err) != c.want {
			t.Errorf("%v, %v: %v\n want %s", c.brackets, c.args, err, c.want)
		}
	}
}

// A grid of 100 by 100 cells has all of its nodes in pairs, and 99 by 99 more white ones than black ones.
func TestGeographyLearns(t *testing.T) {
	for side, want := range map[uint64]uint64{100: 0, 99: 1} {
		var ends []uint64
		for v := range side * side {
			if v%side+1 < side {
				ends = append(ends, v, v+1)
			}
			if v+side < side*side {
				ends = append(ends, v, v+side)
			}
		}
		c, err := graph.PlaceGeography(oracle.Args(ends...), nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, ok := c.Measure(grundy.ByOutcome); ok {
			t.Error("it is known before it is learned")
		}
		if l, ok := c.PlanLearning(grundy.ByOutcome); !ok || l.Learn(t.Context()) != nil {
			t.Fatal("it cannot be learned")
		}
		if won, _, ok := c.Measure(grundy.ByOutcome); !ok || won != want {
			t.Errorf("%d by %d: won is %d, %v, want %d", side, side, won, ok, want)
		}
		if found, ok := c.FindOptions(grundy.ByOutcome, 0, 0); !ok || found.Count.Uint64() != want*(side*side+1)/2 {
			t.Errorf("%d by %d: %v nodes to begin at win", side, side, found.Count)
		}
	}
}
