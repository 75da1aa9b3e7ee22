package sequence

// This file decides who wins Grundy's game, for heaps up to some millions.

import "slices"

// grundysLost are all heaps to grundysTo that the player to move loses in Grundy's game:
// divide a heap into two of different sizes. The nim-values to grundysTo were computed by
// this package. A test computes them again, the first ones always, and all with
// GRUNDY_LONG=1.
var grundysLost = []uint64{
	0, 1, 2, 4, 7, 10, 20, 23, 26, 50, 53, 270, 273, 276, 282, 285, 288, 316, 334, 337, 340, 346,
	359, 362, 365, 386, 389, 392, 566, 630, 633, 636, 639, 673, 676, 682, 685, 923, 926, 929, 932, 1222,
}

const grundysTo = 1 << 24

// Outcome returns who wins a heap of the code's game without its nim-value, where that is
// known: 0 where the player to move loses, else 1. The result is false where it is not. It is
// known of Grundy's game, 4!.0, to 2^24.
func (c Code) Outcome(heap uint64) (outcome uint64, ok bool) {
	if heap > grundysTo || c.period > 0 || len(c.added) > 0 || len(c.digits) != 1 || c.String() != "4!.0" {
		return 0, false
	}
	if _, lost := slices.BinarySearch(grundysLost, heap); !lost {
		outcome = 1
	}
	return outcome, true
}
