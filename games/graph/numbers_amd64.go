//go:build !purego

package graph

// This file lets the assembly read numbers where the processor has what it needs.
// The build tag purego leaves it out.

import (
	"slices"

	"grundy/internal/vector"
	"grundy/theory/loopy"
)

//go:generate go run -C asm . -out ../numbers_amd64.s -stubs ../numbers_stubs_amd64.go -pkg graph

var hasByteMoves = vector.HasByteMoves()

// numbersFast is [numbers], but may stop anywhere.
func numbersFast(text []byte, edges []loopy.Edge) (_ []loopy.Edge, length int, most uint32) {
	if !hasByteMoves || len(text) == 0 || cap(edges)-len(edges) < len(text)/leastLine+linesAtOnce {
		return edges, 0, 0
	}
	var largest [8]uint32
	room := edges[len(edges):cap(edges)]
	count, length := numbersAVX512(&text[0], len(text), &room[0].From, &largest)
	return edges[:len(edges)+count], length, slices.Max(largest[:])
}

// seenTogether is the number of edges at which seenFast looks together.
const seenTogether = 8

// seenFast returns how many of the first edges are between numbers that have
// their bits in seen, or less.
func seenFast(edges []loopy.Edge, seen []uint64) int {
	if !hasByteMoves || len(edges) == 0 {
		return 0
	}
	return seenAVX512(&edges[0].From, len(edges), &seen[0])
}
