package board

// This file measures each engine, beside the naive method where there is one.

import (
	"fmt"
	"testing"

	"grundy"
)

// The rows of the queen's table, as [Rows] computes them, with the assembly and
// without, by one worker and two, mirrored and not; beside the naive method,
// which looks at all options, and seen values kept as booleans, one a value,
// where the memory and the time allow. The engine's cost a cell hardly grows
// with n, that of the others does.
func BenchmarkQueenTable(b *testing.B) {
	fast := frontFillerFor(Queen())
	sizes := []uint64{500, 1000, 2000, 5000, 10_000}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, n := range sizes {
		engine := func(name string, how mirroring, filler frontFiller, workers int) {
			b.Run(fmt.Sprintf("%s/workers=%d/n=%d", name, workers, n), func(b *testing.B) {
				for b.Loop() {
					bands := newBands(newBandLayout(Queen(), grundy.ByNimValue, n, n, workers, how), nil)
					bands.fillFront = filler
					if err := bands.run(&pace{ctx: b.Context()}, func(uint64, []uint32) error { return nil }); err != nil {
						b.Fatal(err)
					}
				}
				reportValues(b, n*n)
			})
		}
		for workers := 1; workers <= 2; workers++ {
			engine("fast", mirrorOwn, fast, workers)
			engine("portable", mirrorOwn, fillThree, workers)
		}
		engine("fast-all-cells", allCells, fast, 1)
		engine("portable-all-cells", allCells, fillThree, 1)
		if n <= 2000 {
			b.Run(fmt.Sprintf("booleans/n=%d", n), func(b *testing.B) {
				for b.Loop() {
					booleanTable(n)
				}
				reportValues(b, n*n)
			})
		}
		if n <= 1000 { // 77 seconds at n = 2000
			b.Run(fmt.Sprintf("naive/n=%d", n), func(b *testing.B) {
				for b.Loop() {
					naiveTable(Queen(), grundy.ByNimValue, n, n)
				}
				reportValues(b, n*n)
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
	benchmarkTable(b, Queen(), 2000)
}

// The loop that is not written out for three rides, and leaps beside rides.
func BenchmarkAmazonTable(b *testing.B) {
	benchmarkTable(b, otherPieces()[0], 1000)
}

func BenchmarkKnight4Table(b *testing.B) {
	for _, n := range []uint64{1000, 4000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) { benchmarkTable(b, Knight4(n), n) })
	}
}

func benchmarkTable(b *testing.B, p Piece, n uint64) {
	for b.Loop() {
		newTable(b, p, n, n)
	}
	reportValues(b, n*n)
}

func reportValues(b *testing.B, perRound uint64) {
	b.ReportMetric(float64(perRound)*float64(b.N)/b.Elapsed().Seconds(), "values/s")
}

// Plans keep a strip, or a few anti-diagonals.
func BenchmarkPlans(b *testing.B) {
	cell := Cell{1999, 1999}
	for _, p := range []Piece{Queen(), Knight4(2000)} {
		for _, m := range []grundy.Measure{grundy.ByNimValue, grundy.ByRemoteness} {
			b.Run(p.name+"/"+m.String(), func(b *testing.B) {
				plan, _ := p.PlanTable(m, cell)
				for b.Loop() {
					if _, err := plan.Build(b.Context(), nil); err != nil {
						b.Fatal(err)
					}
				}
				reportValues(b, cellsWithin(p, cell))
			})
		}
	}
}

// A row has three nim-values here, of the levels 0, 1 and 2.
func BenchmarkQueenLevels(b *testing.B) {
	for _, n := range []uint64{100_000, 1_000_000} {
		b.Run(fmt.Sprintf("rows=%d", n), func(b *testing.B) {
			for b.Loop() {
				if err := NewQueenLevels(3).Extend(b.Context(), n); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
			reportValues(b, 3*n)
		})
	}
}

// A lone queen near 10^18: who wins, and by which moves.
func BenchmarkWythoff(b *testing.B) {
	queen, cell := Queen(), Cell{1e18, 1e18 + 12345}
	b.Run("outcome", func(b *testing.B) {
		for b.Loop() {
			cell.X++
			queen.Measure(grundy.ByOutcome, cell)
		}
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "queries/s")
	})
	b.Run("moves", func(b *testing.B) {
		for b.Loop() {
			cell.X++
			queen.FindOptions(grundy.ByOutcome, cell, 0, 0)
		}
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "queries/s")
	})
}

// The rook's options of nim-value 0 … 10^17, far out.
func BenchmarkRookFind(b *testing.B) {
	rook, cell := Rook(), Cell{1e18, 1e18 + 12345}
	for b.Loop() {
		cell.X++
		rook.FindOptions(grundy.ByNimValue, cell, 0, 1e17)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "queries/s")
}

func BenchmarkKnightValue(b *testing.B) {
	x := uint64(1e18)
	for b.Loop() {
		x++
		KnightValue(x, 1e18+12345)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "queries/s")
}
