package row_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/row"
)

// A finder is a game that is asked for the number of winning moves.
type finder interface {
	grundy.Game[[]uint64]
	grundy.Finder[[]uint64]
	grundy.Measurer[[]uint64]
}

// benchmarkFinder reports heaps per second. The naive way, for a short row,
// looks at every option.
func benchmarkFinder(b *testing.B, game finder, long, short []uint64) {
	b.Run(fmt.Sprintf("found/%d", len(long)), func(b *testing.B) {
		for b.Loop() {
			if found, ok := game.FindOptions(grundy.ByOutcome, long, 0, 0); !ok || found.Count.Sign() < 0 {
				b.Fatal("no options found")
			}
		}
		b.ReportMetric(float64(len(long))*float64(b.N)/b.Elapsed().Seconds(), "heaps/s")
	})
	b.Run(fmt.Sprintf("naive/%d", len(short)), func(b *testing.B) {
		var options [][]uint64
		for b.Loop() {
			options = game.AppendOptions(options[:0], short)
			winning := 0
			for _, q := range options {
				if v, _, _ := game.Measure(grundy.ByOutcome, q); v == 0 {
					winning++
				}
			}
			if found, _ := game.FindOptions(grundy.ByOutcome, short, 0, 0); found.Count.Int64() != int64(winning) {
				b.Fatalf("%d winning moves, found %v", winning, found.Count)
			}
		}
		b.ReportMetric(float64(len(short))*float64(b.N)/b.Elapsed().Seconds(), "heaps/s")
	})
}

func randomHeaps(n int, limit uint64) []uint64 {
	random := rand.New(rand.NewPCG(1, 1))
	p := make([]uint64, n)
	for i := range p {
		p[i] = random.Uint64N(limit)
	}
	return p
}

func BenchmarkCake(b *testing.B) {
	benchmarkFinder(b, row.Cake{}, randomHeaps(1_000_000, 1<<62), randomHeaps(50, 1000))
}

// Each value has a largest heap of 1 … the second largest heap.
func BenchmarkCakeTable(b *testing.B) {
	for _, heaps := range [][]uint64{{20_000, 10_000}, {600, 200, 150}, {100, 60, 50, 40}} {
		b.Run(fmt.Sprint(heaps), func(b *testing.B) {
			plan, _ := row.Cake{}.PlanTable(grundy.ByNimValue, heaps)
			for b.Loop() {
				if _, err := plan.Build(context.Background(), nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "tables/s")
		})
	}
}

func BenchmarkCakeTableNaive(b *testing.B) {
	for _, heaps := range [][]uint64{{200, 100}, {60, 20, 15}} {
		b.Run(fmt.Sprint(heaps), func(b *testing.B) {
			b.Run("table", func(b *testing.B) {
				plan, _ := row.Cake{}.PlanTable(grundy.ByNimValue, heaps)
				for b.Loop() {
					if _, err := plan.Build(context.Background(), nil); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "tables/s")
			})
			b.Run("mex", func(b *testing.B) {
				for b.Loop() {
					mexOfCake{}.value(heaps)
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "tables/s")
			})
		})
	}
}
