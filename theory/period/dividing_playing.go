//go:build playing

package period

// The page that plays proves no arithmetic periods of games that divide: the second program of the
// page does. dividing.go describes what is here.

import "context"

// A Dividing describes the moves of a game that takes and divides.
type Dividing struct {
	Moves []Division
	Steps uint64
}

// A Division takes some tokens and leaves heaps.
type Division struct {
	Taken, Heaps int
	Distinct     bool
}

// FindDividing proves nothing.
func FindDividing[T Term](context.Context, Dividing, []T) (Result, bool) { return Result{}, false }
