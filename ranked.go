package grundy

// Numbers without gaps let a table take a byte or two for each position.

import (
	"context"
	"errors"
)

// Ranker is the capability of games that number positions densely.
type Ranker[P any] interface {
	// PlanRanks returns numbers for p and for all positions that can be reached
	// from it. The result is false where there are none.
	PlanRanks(p P) (Ranks[P], bool)
}

// Ranks are the numbers, from 0 on, of some positions of a game.
type Ranks[P any] struct {
	// Sizes multiply to how many ranks there are. Where a rank is made up of
	// several fields they are the numbers of values of each, that of the last
	// field running fastest: moves that raise no field are then recognised. A
	// single size always serves.
	Sizes []uint64
	// Low are the least values of the fields where they are the integers of a position,
	// in their order, and each rank stands for a position; nil for others.
	Low []int64
	// Loose: many ranks may stand for positions that cannot be reached, so that a
	// search may meet far fewer.
	Loose bool
	// Rank returns the rank of a position of the game, or [NoRank] where it has none:
	// then it cannot be reached.
	Rank func(p P) uint64
	// Unrank returns the position of a rank. The result is false where the rank
	// stands for none.
	Unrank func(rank uint64) (P, bool)
	// NewMoves returns a lister of moves by ranks, one for each goroutine: where moves
	// leave sums it is [RankedSums]. It may be nil: then the moves are those that the
	// game lists.
	NewMoves func() RankedMoves
	// FindOrder finds an order in which a table of the ranks can be filled. It may
	// take a second. It is nil where every move lowers the rank.
	FindOrder func(ctx context.Context) (Order, error)
	// FindBackward finds a lister of the moves backward, for one goroutine. It may take a second.
	// It is nil where there is none; the error says why none is found.
	FindBackward func(ctx context.Context) (RankedBackward, error)
}

// NoRank stands for the rank of a position that has none.
const NoRank = 1<<64 - 1

// An Order of ranks is one in which a table of them can be filled: options come before
// the positions that have them.
type Order struct {
	// ByRank: every move lowers the rank.
	ByRank bool
	// Weights are of the fields of a rank: every move lowers the first of these weighted
	// sums that it changes. There may be none with ByRank.
	Weights [][]int64
	// Words say what every move lowers, as in "x + y" or "x, then y".
	Words string
	// Proved: it follows from the rules, for all positions. Otherwise somebody says so, or
	// it was found to hold at some positions: who fills a table has to check each move.
	Proved bool
}

// RankedMoves list moves by ranks.
type RankedMoves interface {
	// AppendOptions appends the ranks of the options of a position, each once or
	// more often. Ranks that stand for no position have no options. The error is
	// ErrUnranked where a move leads to a position without a rank.
	AppendOptions(dst []uint64, rank uint64) ([]uint64, error)
}

// RankedSteps are ranked moves whose effort is counted, for estimates.
type RankedSteps interface {
	RankedMoves
	// Steps returns about how many steps, of some nanoseconds each, it took to list the last
	// options.
	Steps() uint64
}

// RankedBackward lists moves by ranks backward.
type RankedBackward interface {
	// EachBefore calls visit with the rank of each position from which a move leads to that of a
	// rank, once or more often, until it returns an error. It may add ranks that stand for no
	// position. A rank that stands for none comes from nowhere.
	EachBefore(rank uint64, visit func(before uint64) error) error
	// Steps returns about how many steps, of some nanoseconds each, the last call took.
	Steps() uint64
}

// RankedSums are ranked moves some of which lead to sums of positions that have ranks. Then
// AppendOptions returns ErrUnranked.
type RankedSums interface {
	RankedMoves
	// AppendSums appends the ranks of positions whose disjunctive sum is an option, those of
	// one option after those of another, and where they end in parts.
	AppendSums(parts []uint64, ends []int, rank uint64) ([]uint64, []int, error)
}

// ErrUnranked is the error of [RankedMoves] for moves that leave the ranks.
var ErrUnranked = errors.New("a move leads to a position that has no rank")

// Count returns how many ranks there are, or 2^64-1 where they are as many or more.
func (r Ranks[P]) Count() uint64 {
	count := uint64(1)
	for _, size := range r.Sizes {
		count = MulCounts(count, size)
	}
	return count
}
