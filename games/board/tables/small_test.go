package tables

import (
	"slices"
	"testing"

	"grundy"
	"grundy/games/board/boardtest"
	"grundy/games/board/moves"
	"grundy/internal/oracle"
)

// Small boxes against the definition: rides in all directions, edges on all sides, and
// blocked cells in the box and outside.
func TestSmallBoxes(t *testing.T) {
	for _, test := range []struct {
		rules moves.Rules
		sides []uint64
	}{
		{moves.Rules{Sides: []uint64{0, 0}, Rides: [][]int64{{-2, 0}, {-3, 0}, {0, -2}}, Leaps: [][]int64{{-5, 0}, {0, -1}}, Blocked: [][]uint64{{6, 1}, {2, 3}, {9, 4}, {4, 9}}}, []uint64{9, 6}},
		{moves.Rules{Sides: []uint64{6, 5}, Rides: [][]int64{{-2, 1}, {1, -1}, {0, -1}}}, []uint64{6, 5}},
		{moves.Rules{Sides: []uint64{6, 5}, Rides: [][]int64{{0, 1}, {-1, 1}}, Leaps: [][]int64{{-1, -4}}}, []uint64{6, 5}},
		{moves.Rules{Sides: []uint64{5, 7}, Rides: [][]int64{{-2, 1}, {1, -2}}}, []uint64{5, 7}},
		{moves.Rules{Sides: []uint64{4, 5, 3}, Rides: [][]int64{{2, 0, -1}, {-1, 0, 0}, {0, 2, -1}}, Leaps: [][]int64{{0, -1, 0}}}, []uint64{4, 5, 3}},
	} {
		g := boardtest.NewMoves(t, test.rules)
		box, err := NewBox(t.Context(), g, grundy.ByNimValue, test.sides, nil)
		if err != nil {
			t.Fatal(err)
		}
		var truth oracle.Oracle
		boardtest.EachCell(test.sides, func(cell []uint64) {
			if g.IsBlocked(cell) {
				return
			}
			if got, want := uint64(box.At(cell...)), truth.Value(grundy.Place(g, slices.Clone(cell))); got != want {
				t.Fatalf("%v%v: %d, by definition %d", g, cell, got, want)
			}
		})
	}
}

// Plans of a cell in the first strip and in a later one against the definition: the cell
// and its options.
func TestSmallPlans(t *testing.T) {
	for _, p := range append(boardtest.NamedPlanes(), boardtest.OtherPlanes()...) {
		var truth oracle.Oracle
		for _, c := range []moves.Cell{{X: 7, Y: 6}, {X: 5, Y: 8}, {X: 128, Y: 2}, {X: 3, Y: 131}} {
			if far := max(c.X, c.Y); p.Side != 0 && far >= p.Side || p.Climbs() && far > 20 {
				continue
			}
			values, remotenesses := buildPlane(t, p, grundy.ByNimValue, c), buildPlane(t, p, grundy.ByRemoteness, c)
			for _, q := range append(p.AppendOptions(nil, c), c) {
				position := grundy.Place(p, q)
				if got, want := values(q), truth.Value(position); got != want {
					t.Fatalf("plan for %v of %v: nim-value %d of %v, by definition %d", c, p, got, q, want)
				}
				if got, want := remotenesses(q), truth.Remoteness(position); got != want {
					t.Fatalf("plan for %v of %v: remoteness %d of %v, by definition %d", c, p, got, q, want)
				}
			}
		}
	}
}
