package coin_test

import (
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/coin"
)

// BenchmarkProduct finds the winning moves of one head, by the Tartan theorem
// and by a walk through all options.
func BenchmarkProduct(b *testing.B) {
	cells := []coin.Cell{{X: 300, Y: 200}, {X: 41, Y: 299}}
	options := coin.TurningCorners.CountOptions(cells)
	rate := func(b *testing.B) {
		b.ReportMetric(float64(b.N)*float64(options)/b.Elapsed().Seconds(), "options/s")
	}
	b.Run("found", func(b *testing.B) {
		for b.Loop() {
			coin.TurningCorners.FindOptions(grundy.ByOutcome, cells, 0, 0)
		}
		rate(b)
	})
	b.Run("walked", func(b *testing.B) {
		for b.Loop() {
			for _, q := range coin.TurningCorners.AppendOptions(nil, cells) {
				coin.TurningCorners.Measure(grundy.ByOutcome, q)
			}
		}
		rate(b)
	})
}
