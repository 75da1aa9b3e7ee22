//go:build playing

package period

// The page that plays proves no arithmetic periods of games that divide: the second program of the
// page does. dividing.go describes what is here.

import "context"

// FindDividing proves nothing.
func FindDividing[T Term](context.Context, Dividing, []T) (Result, bool) { return Result{}, false }
