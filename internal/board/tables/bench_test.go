package tables

// This file measures each engine, beside the naive method where there is one.

import (
	"fmt"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/boardtest"
	"github.com/grundy-games/grundy/internal/board/moves"
)

// The rows of the queen's table, as [EachRow] computes them, by one worker and two,
// mirrored and not; beside the naive method,
// which looks at all options, and seen values kept as booleans, one a value,
// where the memory and the time allow. The engine's cost a cell hardly grows
// with n, that of the others does.
func BenchmarkQueenTable(b *testing.B) {
	sizes := []uint64{500, 1000, 2000, 5000, 10_000}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, n := range sizes {
		engine := func(name string, how mirroring, workers int) {
			b.Run(fmt.Sprintf("%s/workers=%d/n=%d", name, workers, n), func(b *testing.B) {
				for b.Loop() {
					bands := newBands(newBandLayout(boardtest.QueenMoves(), grundy.ByNimValue, n, n, workers, how), nil)
					if err := bands.run(&Pace{Ctx: b.Context()}, func(uint64, []uint32) error { return nil }); err != nil {
						b.Fatal(err)
					}
				}
				boardtest.ReportValues(b, n*n)
			})
		}
		for workers := 1; workers <= 2; workers++ {
			engine("mirrored", mirrorOwn, workers)
		}
		engine("all-cells", allCells, 1)
		if n <= 2000 {
			b.Run(fmt.Sprintf("booleans/n=%d", n), func(b *testing.B) {
				for b.Loop() {
					booleanTable(n)
				}
				boardtest.ReportValues(b, n*n)
			})
		}
		if n <= 1000 { // 77 seconds at n = 2000
			b.Run(fmt.Sprintf("naive/n=%d", n), func(b *testing.B) {
				for b.Loop() {
					boardtest.NaiveTable(boardtest.QueenMoves(), grundy.ByNimValue, n, n)
				}
				boardtest.ReportValues(b, n*n)
			})
		}
	}
}

// booleanTable computes the queen's table with an array of booleans for each
// line, which says what values it has seen.
func booleanTable(n uint64) []uint32 {
	table := make([]uint32, n*n)
	columns, diagonals := make([][]bool, n), make([][]bool, 2*n)
	for i := range columns {
		columns[i] = make([]bool, 2*n)
	}
	for i := range diagonals {
		diagonals[i] = make([]bool, 2*n)
	}
	for y := range n {
		row, least := make([]bool, 2*n), 0
		for x := range n {
			for row[least] {
				least++
			}
			column, diagonal := columns[x], diagonals[n+x-y]
			v := least
			for row[v] || column[v] || diagonal[v] {
				v++
			}
			table[y*n+x] = uint32(v)
			row[v], column[v], diagonal[v] = true, true, true
		}
	}
	return table
}

// The queen's table as [NewTable] keeps it.
func BenchmarkNewTable(b *testing.B) {
	benchmarkTable(b, boardtest.QueenMoves(), 2000)
}

// The loop that is not written out for three rides, and leaps beside rides.
func BenchmarkAmazonTable(b *testing.B) {
	benchmarkTable(b, boardtest.OtherPlanes()[0], 1000)
}

func BenchmarkKnight4Table(b *testing.B) {
	for _, n := range []uint64{1000, 4000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) { benchmarkTable(b, boardtest.Knight4Moves(n), n) })
	}
}

func benchmarkTable(b *testing.B, p moves.Plane, n uint64) {
	for b.Loop() {
		newTableIn(b, p, grundy.ByNimValue, n, n)
	}
	boardtest.ReportValues(b, n*n)
}

// Plans keep a strip, or a few anti-diagonals.
func BenchmarkPlans(b *testing.B) {
	cell := moves.Cell{X: 1999, Y: 1999}
	for _, p := range []moves.Plane{boardtest.QueenMoves(), boardtest.Knight4Moves(2000)} {
		for _, m := range []grundy.Measure{grundy.ByNimValue, grundy.ByRemoteness} {
			b.Run(p.Name+"/"+m.String(), func(b *testing.B) {
				plan, _ := Plan(p, m, cell)
				for b.Loop() {
					if _, err := plan.Build(b.Context(), nil); err != nil {
						b.Fatal(err)
					}
				}
				boardtest.ReportValues(b, cellsWithin(p, cell))
			})
		}
	}
}
