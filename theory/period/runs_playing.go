//go:build playing

package period

// The page that plays knows no terms in runs: the second program of the page has them.

import (
	"context"
	"fmt"

	"github.com/grundy-games/grundy"
)

// Runs are never made here.
type Runs struct{}

// ByRuns refuses every sequence.
func ByRuns(context.Context, []uint64, int, uint64, int) (*Runs, error) {
	return nil, fmt.Errorf("terms in runs: %w", grundy.ErrBudget)
}

// At returns no term, as there are no runs.
func (*Runs) At(uint64) uint64 { panic("no runs are made here") }
