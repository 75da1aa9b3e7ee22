package search_test

// This file measures searches in positions a second, each game beside the naive
// search with a map and recursion. rules/search_bench_test.go has the same games from files.

import (
	"strings"
	"testing"

	"github.com/grundy-games/grundy/theory/search"
)

func benchMemo[K search.Key](b *testing.B, rules search.Rules[K], k K) {
	b.Helper()
	benchSearch(b, rules, k)
	benchNaive(b, rules, k)
}

func benchSearch[K search.Key](b *testing.B, rules search.Rules[K], k K) {
	b.Helper()
	b.Run("memo", func(b *testing.B) {
		b.ReportAllocs()
		positions, bytes := uint64(0), uint64(0)
		for b.Loop() {
			memo := search.NewMemo(rules, search.Options{})
			if _, err := memo.Value(ctx, k); err != nil {
				b.Fatal(err)
			}
			positions += memo.Positions()
			bytes = memo.Bytes() / memo.Positions()
		}
		b.ReportMetric(float64(positions)/b.Elapsed().Seconds(), "positions/s")
		b.ReportMetric(float64(positions)/float64(b.N), "positions")
		b.ReportMetric(float64(bytes), "B/position")
	})
}

func benchNaive[K search.Key](b *testing.B, rules search.Rules[K], k K) {
	b.Helper()
	b.Run("naive", func(b *testing.B) {
		b.ReportAllocs()
		positions := 0
		for b.Loop() {
			s := newNaive(rules)
			s.value(k)
			positions += len(s.known)
		}
		b.ReportMetric(float64(positions)/b.Elapsed().Seconds(), "positions/s")
	})
}

func BenchmarkChomp(b *testing.B) { // 8 x 12: 125,970 bars
	benchMemo(b, search.Rules[uint64](chomp{}), bar(8, 12))
}

func BenchmarkCram5x5(b *testing.B) {
	g := &cram{width: 5, height: 5}
	benchMemo(b, search.Rules[uint64](g), g.full())
}

func BenchmarkCram5x6(b *testing.B) {
	g := &cram{width: 6, height: 5}
	benchSearch(b, search.Rules[uint64](g), g.full())
}

func BenchmarkKaylesWords(b *testing.B) {
	benchMemo(b, search.Rules[[2]uint64](kaylesWords{}), [2]uint64{^uint64(0), ^uint64(0)})
}

func BenchmarkKaylesTexts(b *testing.B) {
	benchMemo(b, search.Rules[string](kayles{}), strings.Repeat("X", 300))
}

func BenchmarkStairs(b *testing.B) { // a million moves deep
	benchMemo(b, search.Rules[uint64](stairs{}), uint64(1e6))
}

func BenchmarkHeaps(b *testing.B) {
	for _, side := range []uint64{50, 200} {
		if side > 50 && testing.Short() {
			continue
		}
		g, n := heaps{side}, side*side*side
		for _, workers := range []int{1, 2} {
			b.Run(name("table", side, workers), func(b *testing.B) {
				o := search.Options{Workers: workers, Sizes: []uint64{side, side, side}}
				for b.Loop() {
					if _, err := search.Table(ctx, func() search.DenseRules { return g }, n, o); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
			})
		}
	}
	b.Run("outcomes/50", func(b *testing.B) {
		g, n := heaps{50}, uint64(50*50*50)
		for b.Loop() {
			if _, err := search.NewOutcomes(ctx, g, g, n, search.Options{}); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
	})
	b.Run("naive/50", func(b *testing.B) {
		for b.Loop() {
			newNaive(search.Rules[uint64](heaps{50})).value(50*50*50 - 1)
		}
		b.ReportMetric(50*50*50*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
	})
}

func name(what string, side uint64, workers int) string {
	return what + "/" + map[uint64]string{50: "50", 200: "200"}[side] + map[int]string{1: "/1-worker", 2: "/2-workers"}[workers]
}
