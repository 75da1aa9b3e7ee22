package period_test

import (
	"context"
	"fmt"

	"github.com/grundy-games/grundy/theory/period"
)

// Pins is Kayles in Go: from a row of n pins a move takes one or two that stand side by side.
type Pins struct{}

func (Pins) AppendOptions(dst [][]uint64, rows []uint64) [][]uint64 {
	n := rows[0]
	for k := uint64(1); k <= min(2, n); k++ {
		for left := uint64(0); 2*left <= n-k; left++ {
			dst = append(dst, []uint64{left, n - k - left})
		}
	}
	return dst
}

// A game in Go, whose author declares how its moves go on.
func ExamplePlay() {
	one := func(n uint64) []uint64 { return []uint64{n} }
	all := func(rows []uint64) []uint64 { return rows }
	played, err := period.Play(context.Background(), Pins{}, one, all, period.Declared{Taken: 2, Heaps: 2}, 1<<12)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(played)
	fmt.Println(played.At(1_000_000_000_000))
	// Output:
	// preperiod 71, period 12, if moves take at most 2 and leave at most 2 heaps from 4 on as they were seen to do below 216: a comparison, not a proof
	// 1
}
