package moves

import "math/big"

// FindDirection lets the test have weights, or moves that can circle.
func FindDirection(steps [][]int64, bounded []bool) (w []*big.Int, circle []*big.Int) {
	return findDirection(steps, bounded)
}
