package tree

// This file writes trees and staircases as files of package rules.

import (
	"fmt"
	"strings"
)

// Rules implements [grundy.Ruled].
func (t *Tree) Rules(coordinates int) (string, bool) {
	if coordinates != len(t.odds)-1 {
		return "", false
	}
	places := "coins"
	if t.stairs {
		places = "step"
	}
	below := make([]string, coordinates)
	for i := range below {
		below[i] = fmt.Sprint(t.below(i))
	}
	return fmt.Sprintf(`"Move any positive number of coins of one place to the place below."
position(%s = row(0, %d, length = %d))
BELOW = [%s]
def moves(%[1]s):
    for i in range(len(%[1]s)):
        if BELOW[i] >= 0:
            for k in range(1, %[1]s[i] + 1):
                move(put(put(%[1]s, %[1]s[i] - k, i), %[1]s[BELOW[i]] + k, BELOW[i]))
`, places, uint64(maxCoins), coordinates, strings.Join(below, ", ")), true
}
