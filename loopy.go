package grundy

// Where play need not end, a position is worth a nim-value or infinity.

import (
	"context"
	"strconv"
)

// A LoopyValue is what a position is worth where play need not end: a nim-value
// as in any game, or infinity, with the set of the nim-values that its options
// have (C. A. B. Smith 1966). Package theory/loopy says what it decides. Where the rules may say
// who has won, infinity has no set (theory/entailing). The nim-value of heaps of infinite size, in which play must end, may be a
// transfinite ordinal.
type LoopyValue struct {
	Infinite bool
	Ordinal  string // where Infinite: the ordinal, such as w^2+1; "" for infinity
	// Ending, where Infinite, says who wins whatever else there is: [Won] the player to move,
	// [Lost] the other one, as at a position where the rules end the play.
	Ending  Ending
	Nim     Value   // unless Infinite
	Options []Value // where Infinite: the finite nim-values of options, ascending, each once
}

// String writes a nim-value as 3, and infinity as ∞ or ∞(0,2).
func (v LoopyValue) String() string {
	switch {
	case !v.Infinite:
		return strconv.FormatUint(uint64(v.Nim), 10)
	case v.Ordinal != "":
		return v.Ordinal
	case v.Ending == Lost:
		return "lost"
	}
	text := []byte("∞")
	for i, option := range v.Options {
		text = append(text, "(,"[min(i, 1)])
		text = strconv.AppendUint(text, uint64(option), 10)
	}
	if len(v.Options) > 0 {
		text = append(text, ')')
	}
	return string(text)
}

// Loopy is the capability of games in which play need not end. Such games are
// not asked for tables or closed forms at positions from which it need not. A game
// without a table of its own returns the zero plan and true: then all positions that
// can be reached are searched.
type Loopy[P any] interface {
	// PlanLoopy says what it costs to value p and each of its options. The
	// result is false where play from p must end.
	PlanLoopy(p P) (LoopyPlan[P], bool)
}

// A LoopyPlan is a table of values that has not been built.
type LoopyPlan[P any] struct {
	// Cost is what Build needs at most, as far as that can be said
	// beforehand.
	Cost Cost
	// Method names the engine and its source.
	Method string
	// Build fills the table. It returns ctx's error soon after ctx ends. It is nil
	// where there is no table, and all positions have to be searched.
	Build func(ctx context.Context, progress Progress) (LoopyTable[P], error)
}

// A LoopyTable returns the value of a position that its plan promised.
type LoopyTable[P any] func(p P) LoopyValue
