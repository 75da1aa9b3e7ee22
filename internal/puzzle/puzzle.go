// Package puzzle makes puzzles of positions: find the move that wins. It says how hard
// a puzzle is, and draws puzzles that are worth solving.
//
// The two functions that most people need are [Judge] and [Draw].
//
// [Judge] looks at any position, and finds out which usual ideas fail there. [Draw] makes
// the puzzle of a number: the same one on every machine, from the families of positions
// that stand in families.json.
package puzzle

// A position is judged as a puzzle, and this makes its level.

import (
	"context"
	"math/big"
	"math/bits"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/play"
	"github.com/grundy-games/grundy/solve"
)

// A Judged says what a position is as a puzzle.
type Judged struct {
	Outcome        grundy.Outcome
	Count, Winning *big.Int // of moves; nil for too many to count
	Remoteness     *uint64  // nil where little work does not show it
	// Moves has all moves, and Ideas what the usual ideas do with them, in the order of
	// [Ideas]. Both are nil where there are more than [MostMoves].
	Moves []solve.Option
	Ideas []Tried
	// Level is from 1 to [Levels], and 0 where it is not known or no move wins.
	Level int
}

// MostMoves bounds the moves that ideas are tried on.
const MostMoves = 2000

// Levels is how many levels there are.
const Levels = 3

// Fails returns how many of the usual ideas fail: each of the moves that they choose loses
// the game.
func (j *Judged) Fails() (n int) {
	for _, t := range j.Ideas {
		if t.Fails {
			n++
		}
	}
	return n
}

// Judge looks at the present position of a match. Errors come from [solve.Solve].
func Judge(ctx context.Context, m *play.Match) (*Judged, error) {
	j, err := judgeMoves(ctx, m)
	if err == nil {
		j.Remoteness = m.Remoteness(ctx)
		j.Level = j.level()
	}
	return j, err
}

// judgeMoves is Judge without what a search for the remoteness shows.
func judgeMoves(ctx context.Context, m *play.Match) (*Judged, error) {
	list, err := m.AllOptions(ctx, MostMoves+1)
	if err != nil {
		return nil, err
	}
	j := &Judged{Outcome: list.Answer.Outcome, Count: list.Count, Winning: list.Answer.WinningMoveCount}
	if list.Count == nil || list.Count.Cmp(big.NewInt(MostMoves)) > 0 {
		return j, ctx.Err()
	}
	j.Moves = list.Options
	j.Ideas, err = try(ctx, m, list.Options)
	return j, err
}

// level adds up what makes a puzzle hard: ideas that fail, moves to choose from, and how far
// the end is. A factor of two counts one.
func (j *Judged) level() int {
	if j.Outcome != grundy.N || j.Ideas == nil || j.Remoteness == nil {
		return 0
	}
	points := 2*j.Fails() + bits.Len(uint(len(j.Moves))) + bits.Len64(*j.Remoteness)
	switch {
	case points <= easy:
		return 1
	case points <= medium:
		return 2
	}
	return 3
}

// The most points of the levels 1 and 2.
const (
	easy   = 13
	medium = 15
)
