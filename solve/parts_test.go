package solve_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// A halving game is on heaps: take 1, 3 or 6 from one, or halve an even one into two.
type halving struct{}

func (halving) AppendOptions(dst [][]int, heaps []int) [][]int {
	for i, n := range heaps {
		rest := slices.Delete(slices.Clone(heaps), i, i+1)
		for _, k := range []int{1, 3, 6} {
			if k <= n {
				dst = append(dst, append(slices.Clone(rest), n-k))
			}
		}
		if n > 0 && n%2 == 0 {
			dst = append(dst, append(slices.Clone(rest), n/2, n/2))
		}
	}
	// Options that are written alike are one.
	for _, q := range dst {
		slices.Sort(q)
	}
	slices.SortFunc(dst, slices.Compare)
	return slices.CompactFunc(dst, slices.Equal)
}

func (halving) AppendPosition(dst []byte, heaps []int) []byte {
	return fmt.Append(dst, "halving", heaps)
}

func (halving) AppendParts(dst [][]int, heaps []int) [][]int {
	for _, n := range heaps {
		if n > 0 {
			dst = append(dst, []int{n})
		}
	}
	return dst
}

// Parts that moves leave are searched one by one, in games in Go too.
func TestPartsOfGamesInGo(t *testing.T) {
	var truth oracle.Oracle
	for n := range 17 {
		heap := grundy.Place(halving{}, []int{n})
		for _, convention := range []grundy.Convention{grundy.Normal, grundy.Misere} {
			check(t, &truth, grundy.SumOf(heap), compound.Disjunctive, convention)
			if n < 9 {
				check(t, &truth, grundy.SumOf(heap, grundy.Place(halving{}, []int{3, 4})), compound.Disjunctive, convention)
				check(t, &truth, grundy.SumOf(heap, grundy.Place(halving{}, []int{4})), compound.Selective, convention)
			}
		}
	}
	// By the definition, with nim-sums.
	values := make([]uint64, 301)
	for n := range values {
		var of []grundy.Value
		for _, k := range []int{1, 3, 6} {
			if k <= n {
				of = append(of, grundy.Value(values[n-k]))
			}
		}
		if n > 0 && n%2 == 0 {
			of = append(of, 0)
		}
		values[n] = uint64(grundy.Mex(of...))
	}
	for _, n := range []int{36, 300} {
		a := answer(t, solve.Question{Sum: grundy.SumOf(grundy.Place(halving{}, []int{n})), MaxMoves: 9, Budget: solve.Budget{Memory: 4 << 20}})
		if a.NimValue == nil || *a.NimValue != values[n] {
			t.Errorf("a heap of %d: nim-value %v, want %d", n, a.NimValue, values[n])
		}
	}
}
