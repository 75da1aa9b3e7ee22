// Package search values the positions of any game by meeting all that play can
// reach. It knows a game as keys and moves from key to key.
//
// The two functions that most people need are [NimValue] and [NewMemo].
//
// [NimValue] answers one question; a [Memo] keeps what it has found for the next
// ones, and can follow other definitions than that of the nim-value. Both go
// depth first, keep their own stack, so that games of a million moves do not
// exhaust Go's, and tell a cycle by the positions on it ([CycleError]).
//
// [Table] values all positions of a game that numbers them 0 … n-1, on several
// cores and in one byte a position.
//
// # Why parts may stand for sums
//
// An option may be a sum of positions. Its nim-value is the nim-sum of those of
// its parts (Sprague 1935, Grundy 1939), so only parts are remembered: a row of
// Cram that falls apart in two costs the positions of both, not their product.
// Positions that are equivalent, such as mirror images, may share a key; whoever
// lists the moves sees to that.
package search

// A search is given keys and moves, and may end without an answer for the reasons below.

import (
	"context"
	"errors"
	"fmt"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
)

// A Key names a position.
type Key interface {
	uint64 | [2]uint64 | [4]uint64 | string
}

// Moves are the options of one position, each a sum of positions.
type Moves[K comparable] = grundy.Moves[K]

// Rules list the moves of a game.
type Rules[K comparable] = grundy.MoveLister[K]

// Options bound a search. The zero value bounds nothing.
type Options struct {
	// Workers is the number of goroutines that fill a [Table], or search with [Couples]; 0
	// for as many as there are processors, or for one by couples whose Steps are bounded. A
	// memo uses the caller's.
	Workers int
	// Positions bounds the positions that are met, Steps the parts of options
	// that are looked at, Memory the bytes; 0 for no bound. The moves of one
	// position are counted when they have been listed.
	Positions, Steps, Memory uint64
	// Sizes are the numbers of values of the fields that make up the rank of a
	// [Table]: the last field runs fastest. They may be nil.
	Sizes []uint64
	// Misere gives ranks without options the value 1 in a [Table], which then holds
	// misère nim-values.
	Misere bool
}

// A CycleError says that play need not end.
type CycleError[K comparable] struct {
	// Positions are on the cycle, in the order of play: each has a move to a
	// sum in which the next one is a part, and the last to such a sum with the
	// first one.
	Positions []K
}

func (e *CycleError[K]) Error() string {
	if len(e.Positions) == 1 {
		return "play need not end: a position comes back after one move"
	}
	return fmt.Sprintf("play need not end: there is a cycle of %d moves", len(e.Positions))
}

// ErrSum is the error for a move that leaves several positions, or a question
// about several, where the measure of a sum does not follow from its parts.
var ErrSum = errors.New("only nim-values add")

// A BudgetError says that the search has used up what it may use. It wraps
// [grundy.ErrBudget].
type BudgetError struct {
	Positions uint64 // that have been met
	What      string // "memory", "positions" or "steps"
	Limit     uint64 // on that
}

func (e *BudgetError) Error() string {
	return fmt.Sprintf("the search has met %d positions and may use no more %s: %v", e.Positions, meter.Than(e.What, e.Limit), grundy.ErrBudget)
}

// Unwrap returns an error that wraps [grundy.ErrBudget].
func (e *BudgetError) Unwrap() error { return grundy.Spent(e.What) }

// NimValue returns the nim-value of k. It looks at each option of each
// position that can be reached, and takes about 20 bytes a position besides its key.
// The error comes from the rules, or is a [*CycleError], a [*BudgetError], or ctx's.
func NimValue[K Key](ctx context.Context, r Rules[K], k K, o Options) (uint64, error) {
	return NewMemo(r, o).Value(ctx, k)
}
