//go:build !amd64 || purego

package graph

// This file stands for the assembly where there is none.

import "grundy/theory/loopy"

const hasByteMoves = false

func numbersFast(_ []byte, edges []loopy.Edge) (_ []loopy.Edge, length int, most uint32) {
	return edges, 0, 0
}

const seenTogether = 1 << 10

func seenFast([]loopy.Edge, []uint64) int { return 0 }
