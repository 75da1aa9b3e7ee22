package moves

// Sets of options may be too many to list. A rider has as many options as its cell is far out, so
// what [grundy.Finder] finds is kept as runs: neighbours on one ride.

import (
	"iter"
	"math/big"

	"github.com/grundy-games/grundy"
)

// A runOf is the cells that a step reaches when it is taken first … last times,
// 1 <= first <= last.
type runOf[S any] struct {
	Step        S
	First, Last uint64
}

// A Run is a run of cells in two dimensions.
type Run = runOf[Step]

// A SpaceRun is a run of cells in any number of dimensions.
type SpaceRun = runOf[[]int64]

// Found returns the runs from a cell as a set, in their order; after says where a step
// leads that is taken k times.
func Found[P, S any](from P, runs []runOf[S], after func(from P, s S, k uint64) P) grundy.Found[P] {
	count := new(big.Int)
	for _, r := range runs {
		count.Add(count, new(big.Int).SetUint64(r.Last-r.First+1))
	}
	return grundy.Found[P]{Count: count, Each: func(yield func(P) bool) {
		for _, r := range runs {
			for k := range r.Last - r.First + 1 {
				if !yield(after(from, r.Step, r.First+k)) {
					return
				}
			}
		}
	}}
}

// LookUp finds the options whose measure by t is lo … hi. It looks each of them up and
// keeps none, since there may be many millions.
func LookUp[P any](options iter.Seq[P], t grundy.Table[P], lo, hi uint64) grundy.Found[P] {
	each := func(yield func(P) bool) {
		for q := range options {
			if v := t(q); lo <= v && v <= hi && !yield(q) {
				return
			}
		}
	}
	count := uint64(0)
	for range each {
		count++
	}
	return grundy.Found[P]{Count: new(big.Int).SetUint64(count), Each: each}
}
