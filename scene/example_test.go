package scene_test

import (
	"fmt"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/scene"
)

// A move changes one of two heaps in the picture.
func ExampleMoveOf() {
	c := grundy.Place(heap.Nim{}, []uint64{2, 3})
	before, _, err := c.Scene()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(scene.Text(before, 10))
	move, err := scene.MoveOf(before, c, c.AppendOptions(nil)[0])
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(move.Words)
	for _, change := range move.Changes {
		fmt.Println(change.ID, change.Kind)
	}
	// Output:
	// 1  ●●  2
	// 2  ●●●  3
	// take 1 from the heap of 2
	// heap-1 changes
}
