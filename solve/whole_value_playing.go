//go:build playing

package solve

import "github.com/grundy-games/grundy"

// The page that plays needs no nim-values of compounds.

func (*solver) tellWhole(*decision, *Answer) {}

func (*tabulation) wholeValue(grundy.Sum) (uint64, error) { return 0, grundy.ErrUnknown }
