//go:build !amd64 || purego

package nimber

// This file stands for the assembly where there is none.

const hasByteFields = false

// mulPoints stands where nothing calls it.
func mulPoints(a, b uint64) uint64 { return Mul(a, b) }

func mulBlocks(_, _, _ []uint64) int { return 0 }
