package coin

// A position on a line with one head left to move is a heap, and can do all that heaps can.
//
// In Turning Turtles and in Twins a head alone on coin n goes to a head alone on
// any coin m < n; in Turning Turtles, where there is no coin 0, to none at all
// instead of m = 0. A head on coin 0 of Twins is the last coin of no move, so it
// makes no difference whether it shows heads. By induction all that play can reach
// is the same for the head on n as for the heap of n of Nim, option by option, and
// so is every measure, in either convention and in every compound. For games of
// distances the same holds with the heap of n of the subtraction game: a coin that
// has no distance before it may show heads or not.
//
// Two such heads are a sum of heaps only in normal play: a player may turn both at
// once if one is turned onto the other.

import (
	"math/big"
	"sort"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap"
)

// lastAlone returns the coin of the last head, 0 if there is none, if all other
// heads are on coins below least, from which no move goes out.
func lastAlone(p []uint64, least uint64) (n uint64, ok bool) {
	if len(p) == 0 {
		return 0, true
	}
	return p[len(p)-1], len(p) == 1 || p[len(p)-2] < least
}

// heapOf returns the size of the heap of Nim that p is, if it is one for this reason.
func (g Row) heapOf(p []uint64) (n uint64, ok bool) {
	if _, ok := g.rule.(couples); !ok {
		return 0, false
	}
	return lastAlone(p, 1)
}

const aloneMethod = "one head on coin n moves to any place before, as one heap of n of Nim (games/coin/alone.go)"

// ofHeap returns a measure of a heap of Nim.
func ofHeap(m grundy.Measure, n uint64) (measure uint64, ok bool) {
	if m == grundy.ByOutcome {
		return min(n, 1), true
	}
	measure, _, ok = heap.Nim{}.Measure(m, []uint64{n})
	return measure, ok
}

// findAlone finds the options of a heap of n whose measure is lo … hi. They are
// neighbours: no measure of a heap is less than that of a smaller one.
func (g Row) findAlone(m grundy.Measure, p []uint64, n, lo, hi uint64) (grundy.Found[[]uint64], bool) {
	rule := g.rule.(couples)
	if _, ok := ofHeap(m, n); !ok {
		return grundy.Found[[]uint64]{}, false
	}
	// first returns the first of the options 0 … n-1 whose measure is so, or n.
	first := func(is func(measure uint64) bool) uint64 {
		return uint64(sort.Search(int(n), func(option int) bool {
			measure, _ := ofHeap(m, uint64(option))
			return is(measure)
		}))
	}
	from := first(func(measure uint64) bool { return measure >= lo })
	below := max(from, first(func(measure uint64) bool { return measure > hi }))
	return grundy.Found[[]uint64]{
		Count: new(big.Int).SetUint64(below - from),
		Each: func(yield func([]uint64) bool) {
			for left := from; left < below; left++ {
				if !yield(turn(p, n, rule.companion(&[1]uint64{left}))) {
					return
				}
			}
		},
	}, true
}

// planAlone plans the table of the measure m for one head that is a heap of the
// subtraction game.
func (g Distances) planAlone(m grundy.Measure, p []uint64) (grundy.Plan[[]uint64], bool) {
	least := g.distances[0]
	n, alone := lastAlone(p, least)
	if !alone {
		return grundy.Plan[[]uint64]{}, false
	}
	heaps, ok := g.heap.PlanTable(m, n)
	if !ok {
		return grundy.Plan[[]uint64]{}, false
	}
	return byHeaps(heaps, func(measure grundy.Table[uint64]) grundy.Table[[]uint64] {
		return func(q []uint64) uint64 {
			n, _ := lastAlone(q, least) // q is p or an option of it
			return measure(n)
		}
	}), true
}
