package solve

// The sum of no components is asked about as the sum of one that has ended.

import "github.com/grundy-games/grundy"

// nothing is the game that has ended at its only position.
type nothing struct{}

// AppendOptions implements [grundy.Game].
func (nothing) AppendOptions(dst []nothing, _ nothing) []nothing { return dst }

// AppendPosition implements [grundy.Notation].
func (nothing) AppendPosition(dst []byte, _ nothing) []byte { return append(dst, '0') }

// CountOptions implements [grundy.OptionCounter].
func (nothing) CountOptions(nothing) uint64 { return 0 }

// CountPositions implements [grundy.Bounded].
func (nothing) CountPositions(nothing) uint64 { return 1 }

// ended is the sum that stands for the empty one.
func ended() grundy.Sum { return grundy.SumOf(grundy.Place(nothing{}, nothing{})) }
