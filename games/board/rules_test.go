package board

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/boardtest"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/internal/board/tables"
	"github.com/grundy-games/grundy/internal/oracle"
)

func newGame(t oracle.TB, rules Rules) *Game {
	t.Helper()
	g, err := New(rules)
	if err != nil {
		t.Fatalf("%+v: %v", rules, err)
	}
	return g
}

// checkGame compares everything that g says of the cells of a box with the
// definitions: options and their counts, each measure of each cell and its
// options, and a whole table.
func checkGame(t oracle.TB, g *Game, sides []uint64) {
	t.Helper()
	var truth oracle.Oracle
	box, err := tables.NewBox(context.Background(), g.Space, grundy.ByNimValue, sides, nil)
	if err != nil {
		t.Fatalf("%v: %v", g, err)
	}
	misere, err := tables.NewBox(context.Background(), g.Space, grundy.ByMisereNimValue, sides, nil)
	if err != nil {
		t.Fatalf("%v: %v", g, err)
	}
	misereValue := misereByDefinition()
	boardtest.EachCell(sides, func(cell []uint64) {
		if g.IsBlocked(cell) {
			if v := misere.At(cell...); v != 0 {
				t.Fatalf("%v: misère nim-value %d at the blocked cell %v", g, v, cell)
			}
			return
		}
		cell = slices.Clone(cell)
		c := grundy.Place(g, cell)
		options := c.AppendOptions(nil)
		seen := map[string]bool{}
		for _, q := range options {
			if seen[q.String()] {
				t.Fatalf("%v: option %v twice", c, q)
			}
			seen[q.String()] = true
		}
		if n, _ := c.CountOptions(); n != uint64(len(options)) {
			t.Fatalf("%v: %d options, counted %d", c, len(options), n)
		}
		if got, want := uint64(box.At(cell...)), truth.Value(c); got != want {
			t.Fatalf("%v: nim-value %d in a table of %v, by definition %d", c, got, sides, want)
		}
		if got, want := misere.At(cell...), misereValue(c); got != want {
			t.Fatalf("%v: misère nim-value %d in a table of %v, by definition %d", c, got, sides, want)
		}
		for _, m := range slices.Concat(measures, tabled) {
			want := definition(&truth, m, c)
			if got, method, ok := c.Measure(m); ok && (got != want || method == "") {
				t.Fatalf("%v: %v %d, by definition %d", c, m, got, want)
			}
			plan, ok := c.PlanTable(m)
			if !ok {
				t.Fatalf("%v: no plan for the %v", c, m)
			}
			table, err := plan.Build(context.Background(), nil)
			if err != nil {
				t.Fatalf("%v: %v", c, err)
			}
			for _, q := range append(options, c) {
				if got, want := table(q), definition(&truth, m, q); got != want {
					t.Fatalf("%v by the plan for %v: %v %d, by definition %d", q, c, m, got, want)
				}
			}
		}
	})
}

func TestRulesAgainstOracle(t *testing.T) {
	unit := [][]int64{{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}}
	for _, test := range []struct {
		rules Rules
		sides []uint64
	}{
		{Rules{Name: "queen", Sides: []uint64{0, 0}, Rides: [][]int64{{-1, 0}, {0, -1}, {-1, -1}}}, []uint64{9, 8}},
		{Rules{Name: "nim", Sides: []uint64{0, 0, 0}, Rides: unit}, []uint64{5, 5, 4}},
		{Rules{Name: "queen3", Sides: []uint64{0, 0, 0}, Rides: append([][]int64{{-1, -1, -1}, {-1, -1, 0}, {-1, 0, -1}, {0, -1, -1}}, unit...)}, []uint64{4, 5, 5}},
		{Rules{Name: "nim4", Sides: []uint64{0, 0, 0, 0}, Rides: [][]int64{{-1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, -1, 0}, {-1, -1, -1, -1}}, Leaps: [][]int64{{0, 0, 0, -2}}}, []uint64{3, 3, 3, 4}},
		// Rides and leaps that meet, and rides that pass each other.
		{Rules{Name: "parallel", Sides: []uint64{0, 0}, Rides: [][]int64{{-2, 0}, {-3, 0}, {0, -2}}, Leaps: [][]int64{{-6, 0}, {-5, 0}, {0, -1}, {0, -4}}}, []uint64{16, 6}},
		{Rules{Name: "parallel and blocked", Sides: []uint64{0, 0}, Rides: [][]int64{{-2, 0}, {-3, 0}, {-6, 0}, {0, -2}}, Leaps: [][]int64{{-6, 0}, {-5, 0}, {0, -1}, {0, -4}}, Blocked: [][]uint64{{6, 1}, {2, 3}, {7, 0}}}, []uint64{16, 6}},
		{Rules{Name: "blocked queen", Sides: []uint64{0, 0}, Rides: [][]int64{{-1, 0}, {0, -1}, {-1, -1}}, Blocked: [][]uint64{{2, 2}, {0, 0}, {4, 1}, {9, 9}}}, []uint64{8, 9}},
		{Rules{Name: "blocked knight", Sides: []uint64{6, 6}, Leaps: [][]int64{{-2, 1}, {-2, -1}, {1, -2}, {-1, -2}}, Blocked: [][]uint64{{1, 1}, {3, 2}}}, []uint64{6, 6}},
		{Rules{Name: "climbing rides", Sides: []uint64{6, 5}, Rides: [][]int64{{-2, 1}, {1, -1}, {0, -1}}}, []uint64{6, 5}},
		{Rules{Name: "upward", Sides: []uint64{6, 5}, Rides: [][]int64{{0, 1}, {-1, 1}}, Leaps: [][]int64{{-1, -4}}}, []uint64{6, 5}},
		{Rules{Name: "circling knight", Sides: []uint64{5, 7}, Rides: [][]int64{{-2, 1}, {1, -2}}}, []uint64{5, 7}},
		{Rules{Name: "climbing without end", Sides: []uint64{0, 0}, Rides: [][]int64{{-1, 3}, {0, -1}}}, []uint64{3, 3}},
		{Rules{Name: "weights", Sides: []uint64{0, 0, 3}, Leaps: [][]int64{{-3, 2, 0}, {2, -2, 1}, {0, -1, -1}}}, []uint64{4, 4, 3}},
		{Rules{Name: "line", Sides: []uint64{0}, Leaps: [][]int64{{-1}, {-4}}, Rides: [][]int64{{-3}}}, []uint64{20}},
		{Rules{Name: "blocked line", Sides: []uint64{14}, Leaps: [][]int64{{2}}, Rides: [][]int64{{3}}, Blocked: [][]uint64{{4}, {9}}}, []uint64{14}},
		{Rules{Name: "stone", Sides: []uint64{0, 0}}, []uint64{2, 2}},
		{Rules{Name: "small board", Sides: []uint64{1, 4}, Rides: [][]int64{{-1, 0}, {0, -1}, {-7, 3}}}, []uint64{1, 4}},
	} {
		t.Run(test.rules.Name, func(t *testing.T) { checkGame(t, newGame(t, test.rules), test.sides) })
	}
}

// Nim as a board: everything that Nim says.
func TestNimAsRules(t *testing.T) {
	var truth oracle.Oracle
	g := newGame(t, Rules{Name: "nim", Sides: []uint64{0, 9, 0}, Rides: [][]int64{{0, -1, 0}, {-1, 0, 0}, {0, 0, -1}}})
	oracle.Vectors(3, 4, func(v []uint64) { truth.CheckClosed(t, grundy.Place(g, slices.Clone(v))) })
	far := []uint64{MaxCoordinate, 1, MaxCoordinate - 6}
	found, ok := g.FindOptions(grundy.ByNimValue, far, 0, 0)
	if options := slices.Collect(found.Each); !ok || len(options) != 1 || !slices.Equal(options[0], []uint64{MaxCoordinate - 7, 1, MaxCoordinate - 6}) {
		t.Errorf("P options of %v: %v", far, options)
	}
}

func TestRandomRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := boardtest.DrawRules(t)
		g, err := New(rules)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "play need not end: ") {
				t.Fatalf("%+v: %v", rules, err)
			}
			return
		}
		sides := make([]uint64, len(rules.Sides))
		for i := range sides {
			sides[i] = min(uint64(7-len(sides)), moves.FarEdge(rules.Sides[i])+1)
		}
		if g.CountPositions(moves.CornerOf(sides)) < 1500 {
			checkGame(t, g, sides)
		}
		checkPiece(t, g)
	})
}

// checkPiece compares a game with the same as a piece.
func checkPiece(t oracle.TB, g *Game) {
	t.Helper()
	p, ok := g.Piece()
	if !ok {
		return
	}
	sides := []uint64{14, 11}
	if p.Side != 0 {
		sides = []uint64{p.Side, p.Side}
	}
	table, err := tables.NewTable(context.Background(), p.Plane, grundy.ByNimValue, sides[0], sides[1], nil)
	if err != nil {
		t.Fatalf("%v: %v", g, err)
	}
	box, err := tables.NewBox(context.Background(), g.Space, grundy.ByNimValue, sides, nil)
	if err != nil {
		t.Fatalf("%v: %v", g, err)
	}
	boardtest.EachCell(sides, func(cell []uint64) {
		if v, w := table.At(cell[0], cell[1]), box.At(cell...); v != w {
			t.Fatalf("%v%s: %d as a piece, %d", g, moves.VectorText(cell), v, w)
		}
	})
}

func TestBadRules(t *testing.T) {
	plane := []uint64{0, 0}
	for _, test := range []struct {
		rules Rules
		part  string
		index int
		says  string
	}{
		{Rules{}, "", 0, "0 dimensions: want 1 … 16"},
		{Rules{Sides: make([]uint64, 17)}, "", 0, "17 dimensions: want 1 … 16"},
		{Rules{Sides: []uint64{0, 1 << 63}}, "sides", 1, "side 9223372036854775808: want 1 … 9223372036854775807, or 0 for a board without end"},
		{Rules{Sides: plane, Leaps: [][]int64{{-1, 0}, {0, 0}}}, "leaps", 1, "the move (0,0) leads nowhere: want a number that is not 0"},
		{Rules{Sides: plane, Rides: [][]int64{{-1, 0, 0}}}, "rides", 0, "the move (-1,0,0) has 3 numbers: want 2"},
		{Rules{Sides: plane, Rides: [][]int64{{-1 << 31, 0}}}, "rides", 0, "the move (-2147483648,0): want numbers from -2147483647 to 2147483647"},
		{Rules{Sides: plane, Blocked: [][]uint64{{1}}}, "blocked", 0, "the blocked cell (1) has 1 numbers: want 2"},
		{Rules{Sides: []uint64{4, 4}, Blocked: [][]uint64{{1, 1}, {1, 4}}}, "blocked", 1, "the blocked cell (1,4): coordinate 2 is 4, want 0 … 3"},
		{Rules{Sides: plane, Leaps: [][]int64{{1, 0}}}, "", 0, "play need not end: the move (1,0) can be repeated for ever, each time (1,0) further out"},
		{Rules{Sides: plane, Leaps: [][]int64{{-1, 2}, {-1, 0}}, Rides: [][]int64{{1, -2}}}, "", 0, "play need not end: the moves (-1,2) + (1,-2) = (0,0) can circle"},
		{Rules{Sides: plane, Leaps: [][]int64{{-2, 5}, {1, -2}}}, "", 0, "play need not end: the moves 2*(-2,5) + 5*(1,-2) can be repeated for ever, each time (1,0) further out"},
		{Rules{Sides: []uint64{8, 8}, Leaps: [][]int64{{-2, 4}, {1, -2}}}, "", 0, "play need not end: the moves (-2,4) + 2*(1,-2) = (0,0) can circle where there is room for them"},
	} {
		_, err := New(test.rules)
		var wrong *RulesError
		if !errors.As(err, &wrong) || *wrong != (RulesError{Part: test.part, Index: test.index, Msg: test.says}) {
			t.Errorf("%+v: %+v, want %q", test.rules, err, test.says)
		}
	}
	many := Rules{Sides: plane}
	for i := range int64(20) {
		many.Rides = append(many.Rides, []int64{-20 - i, 0})
	}
	if _, err := New(many); err == nil || err.Error() != "more than 16 rides along one line, the last of them (-36,0)" {
		t.Errorf("20 parallel rides: %v", err)
	}
}

// Far out, the positions that can be reached are bounded, and counts do not wrap.
func TestRulesFarOut(t *testing.T) {
	far := uint64(MaxCoordinate)
	for _, test := range []struct {
		rules     Rules
		cell      []uint64
		options   uint64
		positions uint64
	}{
		{Rules{Sides: []uint64{0, 0, 0}, Rides: [][]int64{{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}}}, []uint64{far, far, far}, 1<<64 - 1, 1<<64 - 1},
		{Rules{Sides: []uint64{0, 0}, Rides: [][]int64{{-2, 0}, {-3, 0}}}, []uint64{600, 5}, 300 + 200 - 100, 601 * 6},
		{Rules{Sides: []uint64{0, 0}, Rides: [][]int64{{-6, 0}, {-10, 0}, {-15, 0}}}, []uint64{far, 5}, far/6 + far/10 + far/15 - 3*(far/30) + far/30, 1<<64 - 1},
		{Rules{Sides: []uint64{0, 0}, Leaps: [][]int64{{-1, 3}, {0, -1}}}, []uint64{10, 2}, 2, 11 * 43},
		{Rules{Sides: []uint64{0, 50}, Rides: [][]int64{{1, -1}}}, []uint64{far - 10, 49}, 49, 1<<64 - 1},
	} {
		g := newGame(t, test.rules)
		if n := g.CountOptions(test.cell); n != test.options {
			t.Errorf("%v%v: %d options, want %d", g, test.cell, n, test.options)
		}
		if n := g.CountPositions(test.cell); n != test.positions {
			t.Errorf("%v%v: %d positions, want %d", g, test.cell, n, test.positions)
		}
	}
	g := newGame(t, Rules{Sides: []uint64{0, 0, 0}, Rides: [][]int64{{-1, -1, 0}, {0, -1, -1}}})
	for _, cell := range [][]uint64{{far, far, far}, {1 << 20, 1 << 20, 1}, {0, 0, 1 << 40}} {
		plan, _ := g.PlanTable(grundy.ByNimValue, cell)
		if _, err := plan.Build(context.Background(), nil); !errors.Is(err, grundy.ErrTooLarge) {
			t.Errorf("%v: %v", cell, err)
		}
	}
}

func TestRulesText(t *testing.T) {
	g := newGame(t, Rules{Sides: []uint64{8, 8}, Leaps: [][]int64{{-1, -2}, {-1, -2}}, Rides: [][]int64{{-1, 0}, {-3, 0}}, Blocked: [][]uint64{{3, 3}}})
	if want := "piece[leaps -1,-2; rides -1,0 -3,0; side 8; blocked 3,3]"; g.String() != want {
		t.Errorf("%s, want %s", g, want)
	}
	g = newGame(t, Rules{Sides: []uint64{8, 0}, Leaps: [][]int64{{-1, -2}, {-2, 0}}, Rides: [][]int64{{-1, 0}, {-3, 0}}})
	if want := "piece[leaps -1,-2; rides -1,0; sides 8,0]"; g.String() != want {
		t.Errorf("%s, want %s", g, want)
	}
	if move := string(g.AppendMove(nil, []uint64{3, 3}, []uint64{2, 1})); move != "1 left, 2 down" {
		t.Error(move)
	}
	if g := fmt.Sprint(newGame(t, Rules{Sides: []uint64{0, 0}})); g != "piece[]" {
		t.Error(g)
	}
}
