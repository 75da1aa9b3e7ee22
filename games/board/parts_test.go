package board

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/boardtest"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/internal/board/tables"
	"github.com/grundy-games/grundy/internal/long"
)

// drawParts draws rules whose coordinates are in up to three classes.
func drawParts(t *rapid.T) Rules {
	rules := Rules{Sides: make([]uint64, rapid.IntRange(2, 4).Draw(t, "dimension"))}
	classes := make([]int, len(rules.Sides))
	for i := range rules.Sides {
		classes[i] = rapid.IntRange(0, 2).Draw(t, "class")
		if rapid.Bool().Draw(t, "edge") {
			rules.Sides[i] = rapid.Uint64Range(1, 6).Draw(t, "side")
		}
	}
	number := rapid.Int64Range(-3, 1)
	for range rapid.IntRange(1, 5).Draw(t, "steps") {
		s := make([]int64, len(rules.Sides))
		class := rapid.SampledFrom(classes).Draw(t, "class of the step")
		for i := range s {
			if classes[i] == class {
				s[i] = number.Draw(t, "by")
			}
		}
		if firstChange(s) < 0 {
			continue
		}
		if rapid.Bool().Draw(t, "ride") {
			rules.Rides = append(rules.Rides, s)
		} else {
			rules.Leaps = append(rules.Leaps, s)
		}
	}
	return rules
}

// checkParts compares what the parts say of the cells below sides with the engine for
// boxes and with all options. It returns for how many cells they said something.
func checkParts(t interface {
	Helper()
	Fatalf(string, ...any)
}, g *Game, sides []uint64) (told int) {
	t.Helper()
	far := g.Within(moves.CornerOf(sides))
	if g.CountPositions(moves.CornerOf(sides)) > 1<<16 {
		return 0
	}
	for i := range far {
		far[i]++
	}
	box, err := tables.NewBox(context.Background(), g.Space, grundy.ByNimValue, far, nil)
	if err != nil {
		t.Fatalf("%v: %v", g, err)
	}
	at := func(cell []uint64) uint64 { return uint64(box.At(cell...)) }
	boardtest.EachCell(sides, func(shared []uint64) {
		cell := slices.Clone(shared)
		if v, _, ok := g.measureParts(cell); ok {
			told++
			if v != at(cell) {
				t.Fatalf("%v%v: %d by its parts, %d in a table", g, cell, v, at(cell))
			}
		}
		options := g.AppendOptions(nil, cell)
		checkFound := func(what string, m grundy.Measure, lo, hi uint64, found grundy.Found[[]uint64]) {
			var want [][]uint64
			for _, q := range options {
				v := at(q)
				if m == grundy.ByOutcome {
					v = min(v, 1)
				}
				if lo <= v && v <= hi {
					want = append(want, q)
				}
			}
			got := slices.Collect(found.Each)
			if !slices.EqualFunc(got, want, slices.Equal) || found.Count.Uint64() != uint64(len(want)) {
				t.Fatalf("%v%v, %s: options with %v %d … %d: %v, %v of them; want %v", g, cell, what, m, lo, hi, got, found.Count, want)
			}
		}
		for _, m := range []grundy.Measure{grundy.ByNimValue, grundy.ByOutcome} {
			plan, ok := g.planParts(m, cell)
			if !ok {
				continue
			}
			told++
			table, err := plan.Build(context.Background(), nil)
			if err != nil {
				t.Fatalf("%v%v: %v", g, cell, err)
			}
			for _, q := range append(options, cell) {
				want := at(q)
				if m == grundy.ByOutcome {
					want = min(want, 1)
				}
				if got := table(q); got != want {
					t.Fatalf("%v%v: %v by the plan for %v is %d, want %d", g, q, m, cell, got, want)
				}
			}
			for _, span := range [][2]uint64{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 3}, {1, 1<<64 - 1}, {0, 1<<64 - 1}, {2, 1}} {
				checkFound("plan", m, span[0], span[1], plan.Find(table, span[0], span[1]))
				if found, ok := g.FindOptions(m, cell, span[0], span[1]); ok {
					checkFound("known", m, span[0], span[1], found)
				}
			}
		}
	})
	return told
}

func TestParts(t *testing.T) {
	for _, rules := range []Rules{
		{Sides: []uint64{0, 0}, Rides: [][]int64{{-1, 0}}},
		{Sides: []uint64{0, 0}, Rides: [][]int64{{-1, 0}, {0, -2}}},
		{Sides: []uint64{0, 5}, Rides: [][]int64{{-1, 2}}},
		{Sides: []uint64{7, 5}, Rides: [][]int64{{3, 0}, {0, -1}}},
		{Sides: []uint64{0, 0, 0}, Leaps: [][]int64{{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}}},
		{Sides: []uint64{0, 0, 0}, Rides: [][]int64{{-1, 0, 0}, {0, -1, 0}, {-1, -1, 0}}},
		{Sides: []uint64{0, 4, 0}, Rides: [][]int64{{-1, 0, 0}, {0, 1, -2}}, Leaps: [][]int64{{-3, 0, 0}, {0, 0, -1}}},
		{Sides: []uint64{0, 0, 4, 0}, Rides: [][]int64{{-1, 0, -1, 0}, {0, -1, 0, -2}, {0, 0, -1, 0}}},
	} {
		sides := long.Or([]uint64{6, 5, 3, 2}, []uint64{7, 5, 4, 3})[:len(rules.Sides)]
		for i, side := range rules.Sides {
			if side > 0 {
				sides[i] = min(sides[i], side)
			}
		}
		g := newGame(t, rules)
		if g.parts == nil || checkParts(t, g, sides) == 0 {
			t.Errorf("%v: the parts say nothing", g)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		rules := drawParts(t)
		g, err := New(rules)
		if err != nil {
			return
		}
		sides := make([]uint64, len(rules.Sides))
		for i, side := range rules.Sides {
			sides[i] = long.Or[uint64](4, 5)
			if side > 0 {
				sides[i] = min(side, sides[i])
			}
		}
		checkParts(t, g, sides)
	})
}

// Parts far out, as games and as pieces, with the one winning move.
func TestPartsFarOut(t *testing.T) {
	const far = 1_000_000_000_000_000_000
	for _, test := range []struct {
		rules Rules
		cell  []uint64
		want  uint64
	}{
		{Rules{Rides: [][]int64{{-1, 0}}}, []uint64{far, far}, far},
		{Rules{Rides: [][]int64{{-2, 0}}}, []uint64{far + 1, far}, far / 2},
		{Rules{Rides: [][]int64{{-1, -2}}}, []uint64{far, far}, far / 2},
		{Rules{Rides: [][]int64{{-1, 0}, {0, -2}}}, []uint64{far, far}, far ^ far/2},
		{Rules{Leaps: [][]int64{{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}}}, []uint64{far, 5, 6}, 1},
		{Rules{Leaps: [][]int64{{-1, 0, 0}}, Rides: [][]int64{{0, -1, -1}}}, []uint64{far + 1, far, far - 6}, far - 5},
	} {
		test.rules.Sides = make([]uint64, len(test.cell))
		c, err := newGame(t, test.rules).Place(test.cell)
		if err != nil {
			t.Fatal(err)
		}
		v, _, ok := c.Measure(grundy.ByNimValue)
		found, isFound := c.FindOptions(grundy.ByNimValue, 0, 0)
		if !ok {
			plan, _ := c.PlanTable(grundy.ByNimValue)
			if plan.Cost.Bytes > 1<<20 {
				t.Fatalf("%v costs %+v", c, plan.Cost)
			}
			table, err := plan.Build(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			v, found, isFound = table(c), plan.Find(table, 0, 0), true
		}
		if v != test.want || !isFound || found.Count.Sign() == 0 {
			t.Errorf("%v: nim-value %d, want %d; moves to P: %v", c, v, test.want, found.Count)
		}
	}
}

// The closed forms of a known piece are not given up for those of its parts, which know
// less.
func TestKnownPieceBeforeItsParts(t *testing.T) {
	for _, known := range []Piece{Rook(), Bishop()} {
		g, err := known.Game()
		if err != nil {
			t.Fatal(err)
		}
		p, ok := g.Piece()
		if !ok {
			t.Fatalf("%v is not a piece", g)
		}
		for _, m := range []grundy.Measure{grundy.ByNimValue, grundy.ByRemoteness, grundy.ByGenus} {
			want, method, ok := known.Measure(m, Cell{X: 13, Y: 6})
			if got, how, _ := p.Measure(m, Cell{X: 13, Y: 6}); !ok || got != want || how != method {
				t.Errorf("%v: %v %d (%s), want %d (%s)", known, m, got, how, want, method)
			}
		}
	}
}
