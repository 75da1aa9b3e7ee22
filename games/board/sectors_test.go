package board

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"grundy"
	"grundy/internal/long"
)

func drawClimber(t *rapid.T) (*Space, error) {
	number := rapid.Int64Range(-5, 3)
	rules := Rules{Sides: []uint64{0, 0}}
	for range rapid.IntRange(1, 4).Draw(t, "leaps") {
		s := []int64{number.Draw(t, "dx"), number.Draw(t, "dy")}
		if s[0] != 0 || s[1] != 0 {
			rules.Leaps = append(rules.Leaps, s)
		}
	}
	return newSpace(rules)
}

// Proved values of random leapers that climb agree with tables that are larger
// than those in which it was found.
func TestRandomSectors(t *testing.T) {
	proved := 0
	rapid.Check(t, func(t *rapid.T) {
		g, err := drawClimber(t)
		if err != nil || farClimber(g) == nil {
			return
		}
		sides := []uint64{160, 150}
		if boxTo(g, cornerOf(sides), grundy.ByNimValue).cells > 1<<20 {
			return
		}
		known := newSectors(context.Background(), g, 64)
		if known == nil {
			return
		}
		proved++
		box, err := NewBox(context.Background(), g, grundy.ByNimValue, sides, nil)
		if err != nil {
			t.Fatal(err)
		}
		row := rapid.Uint64Max(30).Draw(t, "row")
		r, err := farClimber(g).row(context.Background(), row, 1<<12, nil)
		if hasRows(g) == nil {
			r, err = spaceRowPeriod(context.Background(), g, row, 1<<12, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		want := make([]uint64, sides[0])
		for x := range want {
			want[x] = uint64(box.At(uint64(x), row))
		}
		if r.Result.Preperiod+2*r.Result.Period < sides[0] {
			checkRowOf(t, g.String(), r, row, r.Result, 0, want, 0)
		}
		eachCell(sides, func(cell []uint64) {
			if v, ok := known.at(Cell{cell[0], cell[1]}); !ok || v != uint64(box.At(cell...)) {
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
		if err != nil || farClimber(g) == nil {
			return
		}
		side := rapid.Uint64Range(12, 40)
		rules := Rules{Sides: []uint64{side.Draw(t, "width"), side.Draw(t, "height")}, Leaps: g.leaps}
		bounded := newMoves(t, rules)
		sides := []uint64{12, 12}
		if boxTo(g, cornerOf(sides), grundy.ByNimValue).cells > 1<<18 {
			return
		}
		endless, err := NewBox(context.Background(), g, grundy.ByNimValue, sides, nil)
		if err != nil {
			t.Fatal(err)
		}
		box, err := NewBox(context.Background(), bounded, grundy.ByNimValue, sides, nil)
		if err != nil {
			t.Fatal(err)
		}
		eachCell(sides, func(cell []uint64) {
			if meetsEdge(bounded, Cell{cell[0], cell[1]}) {
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
