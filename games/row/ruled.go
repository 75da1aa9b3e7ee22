package row

// Cakes are written as a file of package rules.

import (
	"fmt"
	"math"
)

// Rules implements [grundy.Ruled].
func (Cake) Rules(coordinates int) (string, bool) {
	if coordinates < 1 {
		return "", false
	}
	return fmt.Sprintf(`"Take from one of the largest heaps."
position(heap = row(0, %d, length = %d))
def moves(heap):
    for i in range(len(heap)):
        if heap[i] == max(heap):
            for left in range(heap[i]):
                move(put(heap, left, i))
`, int64(math.MaxInt64), coordinates), true
}
