package nimber

import "testing"

func BenchmarkMul(b *testing.B) {
	const n = 4096
	x, y, dst := numbers(n, 1), numbers(n, 2), make([]uint64, n)
	rate := func(b *testing.B, each int) {
		b.ReportMetric(float64(b.N)*float64(each)/b.Elapsed().Seconds(), "products/s")
	}
	one := func(name string, product func(a, b uint64) uint64, count int) {
		b.Run(name, func(b *testing.B) {
			product(2, 2) // makes the tables
			for b.Loop() {
				for i, v := range x[:count] {
					dst[i] = product(v, y[i])
				}
			}
			rate(b, count)
		})
	}
	one("recursion", func(a, b uint64) uint64 { return recursive(a, b, 32) }, 64)
	one("short recursion", func(a, b uint64) uint64 { return mulRecursive(a, b, 32) }, 64)
	one("logarithms", mulLogarithms, n)
	if hasByteFields {
		one("points", mulPoints, n)
	}
	one("Mul", Mul, n)
	b.Run("MulSlice", func(b *testing.B) {
		for b.Loop() {
			MulSlice(dst, x, y)
		}
		rate(b, n)
	})
	b.Run("tables of logarithms", func(b *testing.B) {
		for b.Loop() {
			makeLogarithms()
		}
	})
}
