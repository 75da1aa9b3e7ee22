package tables

import (
	"slices"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/boardtest"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/internal/long"
)

// The engines for nim-values in misère play, against the definition: tables, rows by
// several workers, plans and boxes. In many of the games many cells have no options,
// whether the assembly works on them or not.
func TestMisereEnginesAgainstNaive(t *testing.T) {
	slanting := moves.Plane{Name: "slanting", Rides: []moves.Step{moves.Diagonal, {DX: -2, DY: -1}, {DX: -1, DY: -3}}}
	far := moves.Plane{Name: "far", Rides: []moves.Step{{DX: -7, DY: -5}, {DX: -1, DY: -9}, {DX: -11, DY: -2}}}
	for i, p := range append(append(boardtest.NamedPlanes(), boardtest.OtherPlanes()...), slanting, far) {
		for j, size := range [][2]uint64{{1, 1}, {1, 40}, {300, 1}, {150, 140}, {70, 70}, {400, 17}, {9, 300}} {
			if !long.Asked && (i+j)%5 != 0 {
				continue
			}
			width, height := size[0], size[1]
			if p.Side != 0 {
				width, height = min(width, p.Side), min(height, p.Side)
			}
			want := boardtest.NaiveTable(p, grundy.ByMisereNimValue, width, height)
			check := func(engine string, at func(x, y uint64) grundy.Value) {
				t.Helper()
				for y := range height {
					for x := range width {
						if got := at(x, y); got != want[y][x] {
							t.Fatalf("%v, %d x %d, %s: (%d,%d) has the misère nim-value %d, by definition %d", p, width, height, engine, x, y, got, want[y][x])
						}
					}
				}
			}
			check("table", newTableIn(t, p, grundy.ByMisereNimValue, width, height).At)
			if !p.Climbs() {
				check("raster", rasterTable(t, p, grundy.ByMisereNimValue, width, height).At)
			}
			for _, workers := range []int{1, 3} {
				var rows [][]uint32
				err := EachRow(t.Context(), p, grundy.ByMisereNimValue, width, height, workers, nil, func(row []uint32) error {
					rows = append(rows, slices.Clone(row))
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				check("rows", func(x, y uint64) grundy.Value { return grundy.Value(rows[y][x]) })
			}
			c := moves.Cell{X: width - 1, Y: height - 1}
			values := buildPlane(t, p, grundy.ByMisereNimValue, c)
			for _, q := range append(p.AppendOptions(nil, c), c) {
				if max(q.X, q.Y) < min(width, height) && values(q) != uint64(want[q.Y][q.X]) {
					t.Fatalf("%v, plan for %v: %v has the misère nim-value %d, by definition %d", p, c, q, values(q), want[q.Y][q.X])
				}
			}
		}
	}
}

// BenchmarkMisere shows what the convention costs, as a ratio.
func BenchmarkMisere(b *testing.B) {
	for _, p := range []moves.Plane{boardtest.QueenMoves(), boardtest.BishopMoves(), boardtest.KingMoves()} {
		for _, m := range boardtest.NimValues {
			b.Run(p.String()+"/"+m.String(), func(b *testing.B) {
				for b.Loop() {
					newTableIn(b, p, m, 2000, 2000)
				}
			})
		}
	}
}
