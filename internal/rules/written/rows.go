package written

// Coins on trees and staircases, and cakes.

import (
	"fmt"
	"math"

	"github.com/grundy-games/grundy/games/tree"
)

// coins writes the moves of coins toward the root of a tree.
func coins(t *tree.Tree) string {
	places := "coins"
	if t.IsStaircase() {
		places = "step"
	}
	below := make([]int, t.Places())
	for i := range below {
		below[i] = t.Below(i)
	}
	return fmt.Sprintf(`"Move any positive number of coins of one place to the place below."
position(%s = row(0, %d, length = %d))
BELOW = %s
def moves(%[1]s):
    for i in range(len(%[1]s)):
        if BELOW[i] >= 0:
            for k in range(1, %[1]s[i] + 1):
                move(put(put(%[1]s, %[1]s[i] - k, i), %[1]s[BELOW[i]] + k, BELOW[i]))
`, places, int64(math.MaxInt64), len(below), list(below))
}

// cakes writes the moves of that many cakes.
func cakes(count int) string {
	return fmt.Sprintf(`"Take from one of the largest heaps."
position(heap = row(0, %d, length = %d))
def moves(heap):
    for i in range(len(heap)):
        if heap[i] == max(heap):
            for left in range(heap[i]):
                move(put(heap, left, i))
`, int64(math.MaxInt64), count)
}
