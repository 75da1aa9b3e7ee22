package nimber

// The tests compare with the definition, the recursion, and every implementation by name.

import (
	"github.com/grundy-games/grundy"
)

// byDefinition fills the table of products below n by the definition.
func byDefinition(n int) [][]uint64 {
	table := make([][]uint64, n)
	for a := range n {
		table[a] = make([]uint64, n)
		for b := range n {
			var values []grundy.Value
			for c := range a {
				for d := range b {
					values = append(values, grundy.Value(table[c][b]^table[a][d]^table[c][d]))
				}
			}
			table[a][b] = uint64(grundy.Mex(values...))
		}
	}
	return table
}

// recursive is the product by Conway's recursion in its plainest form, four
// products of half the length and one more.
func recursive(a, b uint64, half int) uint64 {
	if a < 2 || b < 2 {
		return a * b
	}
	if a>>half == 0 && b>>half == 0 {
		return recursive(a, b, half/2)
	}
	mask := uint64(1)<<half - 1
	a1, a0, b1, b0 := a>>half, a&mask, b>>half, b&mask
	high := recursive(a1, b1, half/2)
	middle := recursive(a1, b0, half/2) ^ recursive(a0, b1, half/2) ^ high
	return middle<<half ^ recursive(a0, b0, half/2) ^ recursive(high, 1<<(half-1), half/2)
}

// products are all ways to multiply that this machine has.
var products = map[string]func(a, b uint64) uint64{
	"Mul":             Mul,
	"logarithms":      mulLogarithms,
	"short recursion": func(a, b uint64) uint64 { return mulRecursive(a, b, 32) },
	"one in a slice": func(a, b uint64) uint64 {
		dst := []uint64{0}
		MulSlice(dst, []uint64{a}, []uint64{b})
		return dst[0]
	},
	"many in a slice": func(a, b uint64) uint64 {
		dst, x, y := make([]uint64, 64), make([]uint64, 64), make([]uint64, 64)
		x[37], y[37] = a, b
		MulSlice(dst, x, y)
		return dst[37]
	},
}
