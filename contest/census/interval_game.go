package census

// This file holds the game of choosing intervals: Interval Game 2, AtCoder ABC 206 F.

import (
	"slices"
)

// IntervalNimValue returns the nim-value of the game in which a move chooses one of the
// intervals left … right-1 that has no number in common with any that was chosen before.
//
// Chosen intervals divide the line into gaps that do not influence each other. In the gap
// from a to b-1, an interval that lies in it leaves the gaps on its two sides, so that
//
//	G(a,b) = mex { G(a,left) ⊕ G(right,b) : a <= left < right <= b }.
//
// A gap begins where an interval ends, and ends where one begins, or it is the whole line.
// The gaps are taken by their ends a, from the last, and then by b. That costs O(k² n) steps
// and k² numbers for n intervals with k different ends. Intervals that are empty are not
// chosen.
func IntervalNimValue(intervals [][2]int64) uint64 {
	var ends []int64
	for _, i := range intervals {
		if i[0] < i[1] {
			ends = append(ends, i[0], i[1])
		}
	}
	slices.Sort(ends)
	ends = slices.Compact(ends)
	k := len(ends)
	if k == 0 {
		return 0
	}
	starting := make([][]int, k) // by where an interval begins: where it ends, each once, ascending
	for _, i := range intervals {
		if i[0] < i[1] {
			from, _ := slices.BinarySearch(ends, i[0])
			to, _ := slices.BinarySearch(ends, i[1])
			starting[from] = append(starting[from], to)
		}
	}
	for from, to := range starting {
		slices.Sort(to)
		starting[from] = slices.Compact(to)
	}
	values := make([]uint64, k*k) // by a*k+b
	// A mex is at most the number of options, so a nim-sum is below the next power of two.
	seen := make([]int, 4*(len(intervals)+1))
	stamp := 0
	for a := k - 1; a >= 0; a-- {
		for b := a + 1; b < k; b++ {
			stamp++
			for left := a; left < b; left++ {
				for _, right := range starting[left] {
					if right > b {
						break
					}
					seen[values[a*k+left]^values[right*k+b]] = stamp
				}
			}
			mex := uint64(0)
			for seen[mex] == stamp {
				mex++
			}
			values[a*k+b] = mex
		}
	}
	return values[k-1]
}
