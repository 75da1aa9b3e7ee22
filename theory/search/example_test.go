package search_test

import (
	"context"
	"fmt"

	"github.com/grundy-games/grundy/theory/search"
)

// rowOfPins is Kayles: a key is the length of a row of pins. A player knocks down
// one pin or two neighbours, which leaves a sum of two rows.
type rowOfPins struct{}

func (rowOfPins) AppendMoves(m *search.Moves[uint64], pins uint64) error {
	for take := uint64(1); take <= min(pins, 2); take++ {
		for left := uint64(0); left+take <= pins; left++ {
			m.Add(left, pins-take-left)
		}
	}
	return nil
}

func Example() {
	memo := search.NewMemo[uint64](rowOfPins{}, search.Options{})
	for pins := range uint64(10) {
		v, err := memo.Value(context.Background(), pins)
		if err != nil {
			panic(err)
		}
		fmt.Print(v, " ")
	}
	fmt.Println("from", memo.Positions(), "positions")
	// Output: 0 1 2 3 1 4 3 2 1 4 from 10 positions
}

// A table of all positions of two heaps below 4: rank 4 x + y.
type twoHeaps struct{}

func (twoHeaps) AppendOptions(dst []uint64, rank uint64) ([]uint64, error) {
	x, y := rank/4, rank%4
	for k := range x {
		dst = append(dst, 4*k+y)
	}
	for k := range y {
		dst = append(dst, 4*x+k)
	}
	return dst, nil
}

func ExampleTable() {
	values, err := search.Table(context.Background(), func() search.DenseRules { return twoHeaps{} }, 16, search.Options{Sizes: []uint64{4, 4}})
	if err != nil {
		panic(err)
	}
	fmt.Println(values.Len(), "positions;", "the value of (2,3) is", values.At(4*2+3))
	// Output: 16 positions; the value of (2,3) is 1
}
