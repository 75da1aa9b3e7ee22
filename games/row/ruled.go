package row

// This file writes games of rows of heaps as files of package rules.

import (
	"fmt"
	"math"
)

// ruled writes a game of a row of heaps with its moves. Order says how the heaps follow each
// other, if the game wants that.
func ruled(title string, coordinates int, order, moves string) (string, bool) {
	if coordinates < 1 {
		return "", false
	}
	return fmt.Sprintf("%q\nposition(heap = row(0, %d, length = %d%s))\ndef moves(heap):\n%s", title, int64(math.MaxInt64), coordinates, order, moves), true
}

// Rules implements [grundy.Ruled].
func (Nondecreasing) Rules(coordinates int) (string, bool) {
	return ruled("Take from one heap; no heap may be larger than the next.", coordinates, `, order = "ascending"`, `    for i in range(len(heap)):
        for left in range(heap[i - 1] if i > 0 else 0, heap[i]):
            move(put(heap, left, i))
`)
}

// Rules implements [grundy.Ruled].
func (Cake) Rules(coordinates int) (string, bool) {
	return ruled("Take from one of the largest heaps.", coordinates, "", `    for i in range(len(heap)):
        if heap[i] == max(heap):
            for left in range(heap[i]):
                move(put(heap, left, i))
`)
}

// Rules implements [grundy.Ruled].
func (Roxor) Rules(coordinates int) (string, bool) {
	return ruled("Remove a stone of a heap and add one to each of two heaps behind it.", coordinates, "", `    for i in range(len(heap)):
        if heap[i] > 0:
            for j in range(i + 1, len(heap)):
                for k in range(j, len(heap)):
                    less = put(heap, heap[i] - 1, i)
                    more = put(less, less[j] + 1, j)
                    move(put(more, more[k] + 1, k))
`)
}
