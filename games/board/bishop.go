package board

// The bishop's nim-values have a closed form, proved here.
//
// A bishop at (x,y) is a heap of Nim of size m = min(x,y): its options lie at
// distance 1 … m along the diagonal, and there the smaller coordinate is
// m-1 … 0. So its nim-value is m; its genus is the genus of the heap; and as the
// player to move can end the game at once if m > 0, its remoteness is then 1.

import (
	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/theory/misere"
)

const bishopMethod = "the bishop is a heap of Nim of size min(x,y) (proved in games/board/bishop.go)"

// measureBishop knows all measures.
func measureBishop(m grundy.Measure, c Cell) (uint64, string, bool) {
	heap := min(c.X, c.Y)
	switch m {
	case grundy.ByOutcome, grundy.ByRemoteness:
		return min(heap, 1), bishopMethod, true
	case grundy.ByNimValue:
		return heap, bishopMethod, true
	case grundy.ByGenus:
		return misere.OfNimValue(grundy.Value(heap)), bishopMethod, true
	}
	return 0, "", false
}

// findBishop knows all measures: each orders the options as the heap's size
// does.
func findBishop(m grundy.Measure, c Cell, lo, hi uint64) ([]moves.Run, bool) {
	switch m {
	case grundy.ByOutcome, grundy.ByRemoteness:
		lo, hi = grundy.NimValuesOfOutcomes(lo, hi)
	case grundy.ByNimValue:
	case grundy.ByGenus:
		lo, hi = valuesWithGenus(lo, hi)
	default:
		return nil, false
	}
	heap := min(c.X, c.Y)
	if lo > hi || lo >= heap {
		return nil, true
	}
	return []moves.Run{{Step: moves.Diagonal, First: heap - min(hi, heap-1), Last: heap - lo}}, true
}

// valuesWithGenus returns the nim-values first … last of positions whose genus
// is lo … hi, in a game where [misere.OfNimValue] holds: 0 and 1 have the
// genera 0 and 1, and from 2 on a nim-value is 2 less than its genus. There are
// none if first > last.
func valuesWithGenus(lo, hi uint64) (first, last uint64) {
	if lo > 1 {
		lo = max(lo, 4) - 2
	}
	if hi > 1 {
		hi = max(hi, 3) - 2
	}
	return lo, hi
}
