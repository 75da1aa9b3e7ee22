package board

import (
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/tables"
)

// A lone queen near 10^18: who wins, and by which moves.
func BenchmarkWythoff(b *testing.B) {
	queen, cell := Queen(), Cell{X: 1e18, Y: 1e18 + 12345}
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
	rook, cell := Rook(), Cell{X: 1e18, Y: 1e18 + 12345}
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

// BenchmarkClosedRows compares the closed forms with the engine.
func BenchmarkClosedRows(b *testing.B) {
	pass := func(uint64, []uint32) error { return nil }
	for _, p := range []Piece{Rook(), King()} {
		b.Run(p.String()+"/closed", func(b *testing.B) {
			for b.Loop() {
				if err := p.EachRow(b.Context(), grundy.ByNimValue, []uint64{2000, 2000}, 1, nil, numbered(pass)); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(p.String()+"/engine", func(b *testing.B) {
			for b.Loop() {
				if err := tables.EachRow(b.Context(), p.Plane, grundy.ByNimValue, 2000, 2000, 1, nil, func([]uint32) error { return nil }); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
