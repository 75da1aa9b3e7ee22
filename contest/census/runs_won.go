package census

// This file counts runs of a list of heaps by their nim-sum.

// RunsWon returns how many runs of one or more heaps that stand beside each other have a
// nim-sum other than 0. Heaps i … j-1 have the nim-sum 0 exactly if the heaps before i
// have the same one as those before j; so it counts equal pairs among those, in one pass.
func RunsWon(heaps []uint64) uint64 {
	seen := map[uint64]uint64{0: 1}
	sum, won := uint64(0), uint64(0)
	for i, h := range heaps {
		sum ^= h
		won += uint64(i) + 1 - seen[sum]
		seen[sum]++
	}
	return won
}
