package tree

// This file holds staircase Nim.

import (
	"strconv"

	"grundy"
)

// Staircase is staircase Nim. Coins lie on steps 0, 1, 2, …; a move takes one
// coin or more from one step above step 0 to the step below it.
//
// A position holds the number of coins of each step, step 0 first. The numbers
// must not add up to more than 2^63-1. Options come by step, lowest first,
// then by the number of coins, fewest first.
//
// Outcome, nim-value and the options of one nim-value cost O(steps), and each
// option that is listed O(steps).
type Staircase struct{}

func (Staircase) below(i int) int { return i - 1 }
func (Staircase) odd(i int) bool  { return i%2 == 1 }

// PlaceStaircase makes the position staircase(args…), the coins of steps 0, 1,
// 2, …, a component. There must be at least one step, and the coins of all
// steps together are at most 2^63-1. The error is a *grundy.PositionError.
func PlaceStaircase(rule, args []grundy.Arg) (grundy.Component, error) {
	if len(rule) > 0 {
		return nil, grundy.RuleErrorf(0, "[%s]: staircase takes no bracketed numbers", rule[0].Text)
	}
	if len(args) == 0 {
		return nil, grundy.Errorf(-1, "staircase needs at least one step: the coins of steps 0, 1, 2, …")
	}
	p, err := placeCoins(args, "step", 0)
	if err != nil {
		return nil, err
	}
	return grundy.Place(Staircase{}, p), nil
}

var (
	_ grundy.Game[[]uint64]          = Staircase{}
	_ grundy.Notation[[]uint64]      = Staircase{}
	_ grundy.OptionCounter[[]uint64] = Staircase{}
	_ grundy.Bounded[[]uint64]       = Staircase{}
	_ grundy.Measurer[[]uint64]      = Staircase{}
	_ grundy.Finder[[]uint64]        = Staircase{}
	_ grundy.MoveNamer[[]uint64]     = Staircase{}
)

// AppendOptions implements [grundy.Game].
func (s Staircase) AppendOptions(dst [][]uint64, p []uint64) [][]uint64 {
	return appendOptions(s, dst, p)
}

// AppendPosition implements [grundy.Notation]: "staircase(0,2,2,1)".
func (Staircase) AppendPosition(dst []byte, p []uint64) []byte {
	return appendNumbers(append(dst, "staircase("...), p, ')')
}

// CountOptions implements [grundy.OptionCounter]: each coin above step 0 stands
// for one option.
func (s Staircase) CountOptions(p []uint64) uint64 { return countOptions(s, p) }

// CountPositions implements [grundy.Bounded]. A position is told by the
// numbers of coins on or above step i, for each i, and none of them ever
// grows; the number for i = 0 stays. Where few coins lie high, counting how
// they can lie gives less.
func (Staircase) CountPositions(p []uint64) uint64 {
	bound, above := uint64(1), uint64(0)
	for i := len(p) - 1; i > 0; i-- {
		above += p[i]
		bound = grundy.MulCounts(bound, above+1)
	}
	return min(bound, spread(p, func(i int) uint64 { return uint64(i) }))
}

// Measure implements [grundy.Measurer] for the outcome and the nim-value.
func (s Staircase) Measure(m grundy.Measure, p []uint64) (uint64, string, bool) {
	return measure(s, m, p)
}

// FindOptions implements [grundy.Finder] for either outcome, for one nim-value,
// and for the intervals 0 … 2^64-1 and 1 … 2^64-1 of nim-values.
func (s Staircase) FindOptions(m grundy.Measure, p []uint64, lo, hi uint64) (grundy.Found[[]uint64], bool) {
	return findOptions(s, m, p, lo, hi)
}

// Moved returns the step that coins leave on the move from p to its option q,
// and how many. The step is -1 where q is not an option.
func (Staircase) Moved(p, q []uint64) (step int, coins uint64) { return moved(p, q) }

// AppendMove implements [grundy.MoveNamer]: "2 coins from step 3 to step 2".
func (s Staircase) AppendMove(dst []byte, p, q []uint64) []byte {
	step, coins := moved(p, q)
	return appendMove(dst, coins, "step", step, step-1)
}

// appendNumbers appends numbers with commas between them, and end.
func appendNumbers[T int32 | uint64](dst []byte, numbers []T, end byte) []byte {
	for i, number := range numbers {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendUint(dst, uint64(number), 10)
	}
	return append(dst, end)
}
