package heap

// This file holds who wins Grundy's game, for heaps up to some millions.

import "slices"

// grundysLost are all heaps to grundysTo that the player to move loses in Grundy's game:
// divide a heap into two of different sizes. The nim-values to grundysTo were computed by
// games/heap/sequence. A test computes them again, the first ones always, and all with
// GRUNDY_LONG=1.
var grundysLost = []uint64{
	0, 1, 2, 4, 7, 10, 20, 23, 26, 50, 53, 270, 273, 276, 282, 285, 288, 316, 334, 337, 340, 346,
	359, 362, 365, 386, 389, 392, 566, 630, 633, 636, 639, 673, 676, 682, 685, 923, 926, 929, 932, 1222,
}

const grundysTo = 1 << 24

// GrundysOutcome returns the outcome of a heap of Grundy's game without its nim-value: 0
// where the player to move loses, else 1. The result is false for heaps above 2^24.
func GrundysOutcome(heap uint64) (outcome uint64, ok bool) {
	if heap > grundysTo {
		return 0, false
	}
	if _, lost := slices.BinarySearch(grundysLost, heap); !lost {
		outcome = 1
	}
	return outcome, true
}
