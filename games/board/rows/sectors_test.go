package rows

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"grundy"
	"grundy/games/board/boardtest"
	"grundy/games/board/moves"
	"grundy/games/board/tables"
	"grundy/internal/long"
)

func drawClimber(t *rapid.T) (*moves.Space, error) {
	number := rapid.Int64Range(-5, 3)
	rules := moves.Rules{Sides: []uint64{0, 0}}
	for range rapid.IntRange(1, 4).Draw(t, "leaps") {
		s := []int64{number.Draw(t, "dx"), number.Draw(t, "dy")}
		if s[0] != 0 || s[1] != 0 {
			rules.Leaps = append(rules.Leaps, s)
		}
	}
	return moves.New(rules)
}

// Proved values of random leapers that climb agree with tables that are larger
// than those in which it was found.
func TestRandomSectors(t *testing.T) {
	proved := 0
	rapid.Check(t, func(t *rapid.T) {
		g, err := drawClimber(t)
		if err != nil || FarClimber(g) == nil {
			return
		}
		sides := []uint64{160, 150}
		if g.CountPositions(moves.CornerOf(sides)) > 1<<20 {
			return
		}
		known := newSectors(context.Background(), g, 64)
		if known == nil {
			return
		}
		proved++
		box, err := tables.NewBox(context.Background(), g, grundy.ByNimValue, sides, nil)
		if err != nil {
			t.Fatal(err)
		}
		row := rapid.Uint64Max(30).Draw(t, "row")
		r, err := FarClimber(g).Row(context.Background(), row, 1<<12, nil)
		if HasRows(g) == nil {
			r, err = SpacePeriod(context.Background(), g, row, 1<<12, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		want := make([]uint64, sides[0])
		for x := range want {
			want[x] = uint64(box.At(uint64(x), row))
		}
		if r.Result.Preperiod+2*r.Result.Period < sides[0] {
			boardtest.CheckRowOf(t, g.String(), r, row, r.Result, 0, want, 0)
		}
		boardtest.EachCell(sides, func(cell []uint64) {
			if v, ok := known.at(moves.Cell{X: cell[0], Y: cell[1]}); !ok || v != uint64(box.At(cell...)) {
				t.Fatalf("%v%v: %d, %v, in a table %d; %s", g, cell, v, ok, box.At(cell...), known.method())
			}
		})
	})
	if proved < 5 && long.Asked && !testing.Short() { // else few are drawn
		t.Errorf("%d leapers were proved", proved)
	}
}

// Where the far edge is out of reach the board has the values of the one without:
// against tables of random leapers.
func TestClimbersBelowAnEdge(t *testing.T) {
	met, free := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		g, err := drawClimber(t)
		if err != nil || FarClimber(g) == nil {
			return
		}
		side := rapid.Uint64Range(12, 40)
		rules := moves.Rules{Sides: []uint64{side.Draw(t, "width"), side.Draw(t, "height")}, Leaps: g.Leaps}
		bounded := boardtest.NewMoves(t, rules)
		sides := []uint64{12, 12}
		if g.CountPositions(moves.CornerOf(sides)) > 1<<18 {
			return
		}
		endless, err := tables.NewBox(context.Background(), g, grundy.ByNimValue, sides, nil)
		if err != nil {
			t.Fatal(err)
		}
		box, err := tables.NewBox(context.Background(), bounded, grundy.ByNimValue, sides, nil)
		if err != nil {
			t.Fatal(err)
		}
		boardtest.EachCell(sides, func(cell []uint64) {
			if meetsEdge(bounded, moves.Cell{X: cell[0], Y: cell[1]}) {
				met++
				return
			}
			free++
			if box.At(cell...) != endless.At(cell...) {
				t.Fatalf("%v%v: %d, without an edge %d", bounded, cell, box.At(cell...), endless.At(cell...))
			}
		})
	})
	if (met == 0 || free == 0) && long.Asked && !testing.Short() { // else few are drawn
		t.Errorf("%d cells from which the edge is met, %d from which it is not", met, free)
	}
}
