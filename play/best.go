package play

// This file holds perfect play: what wins, and what is hard to answer where
// nothing does.

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"time"

	"grundy"
	"grundy/internal/message"
	"grundy/solve"
)

// Advice is a move, and what is to be said for it.
type Advice struct {
	Move solve.Move
	// Outcome is the outcome of the position before the move: with N the move wins, with D it
	// keeps the draw, and with P it is one that is hard to answer.
	Outcome grundy.Outcome
	// Winning counts the moves that win. Where Outcome is P, Replies counts the
	// replies to the move, and WinningReplies those that keep the opponent's
	// win; they are nil where that was not found out, and Replies also where they are
	// too many to count.
	Winning, Replies, WinningReplies *big.Int
}

const (
	tried     = 16              // moves of a lost position that are compared
	sampled   = 1 << 10         // moves from which these are drawn
	trialTime = 2 * time.Second // after which no further one is tried
	maxDrawn  = 1 << 14         // moves among which one that keeps a draw is looked for
)

// Best returns a perfect move in the present position, in which there must be one.
// The choice is always the same, unless trying moves of a lost position takes
// longer than two seconds. It notes the move as taken: see the package's
// documentation. Errors come from [solve.Solve].
func (m *Match) Best(ctx context.Context) (Advice, error) {
	advice, err := m.Hint(ctx)
	if err == nil {
		key := keyOf(m.Components())
		if m.taken[key] == nil {
			m.taken[key] = map[string]uint64{}
		}
		m.taken[key][keyOf(solve.AfterMove(m.Components(), advice.Move))]++
	}
	return advice, err
}

// Hint is like Best, and notes nothing.
func (m *Match) Hint(ctx context.Context) (Advice, error) {
	a, err := m.Solve(ctx)
	if err != nil {
		return Advice{}, err
	}
	if a.Unlisted != nil {
		return Advice{}, a.Unlisted
	}
	advice := Advice{Outcome: a.Outcome, Winning: a.WinningMoveCount}
	switch a.Outcome {
	case grundy.N:
		if len(a.WinningMoves) == 0 {
			return advice, fmt.Errorf("%s is said to be won, by no move", message.Brief(grundy.SumOf(m.Components()...).String(), 60))
		}
		advice.Move = m.leastTaken(a.WinningMoves)
		return advice, nil
	case grundy.D:
		advice.Move, err = m.drawing(ctx)
		return advice, err
	}
	return m.hardest(ctx, advice)
}

// leastTaken returns the move that was taken least often from here. Where play
// must end, that is the first one.
func (m *Match) leastTaken(moves []solve.Move) solve.Move {
	taken := m.taken[keyOf(m.Components())]
	if taken == nil {
		return moves[0]
	}
	return slices.MinFunc(moves, func(a, b solve.Move) int {
		return int(taken[keyOf(solve.AfterMove(m.Components(), a))]) - int(taken[keyOf(solve.AfterMove(m.Components(), b))])
	})
}

// drawing returns a move that keeps a draw.
func (m *Match) drawing(ctx context.Context) (solve.Move, error) {
	var drawn []solve.Move
	var err error
	n := 0
	m.EachMove(func(move solve.Move) bool {
		var a *solve.Answer
		if a, err = m.solve(ctx, solve.AfterMove(m.Components(), move), m.options.Budget); err != nil {
			return false
		}
		if a.Outcome == grundy.D {
			drawn = append(drawn, slices.Clone(move))
		}
		n++
		return n < maxDrawn && len(drawn) < tried
	})
	switch {
	case err != nil:
		return nil, err
	case drawn == nil:
		return nil, fmt.Errorf("no move among %d that keeps the draw: %w", n, grundy.ErrTooLarge)
	}
	return m.leastTaken(drawn), nil
}

// hardest returns the move, of some that are tried, that leaves the fewest
// winning replies, and among those the one that leaves the most replies.
func (m *Match) hardest(ctx context.Context, advice Advice) (Advice, error) {
	var moves []solve.Move
	m.EachMove(func(move solve.Move) bool {
		moves = append(moves, slices.Clone(move))
		return len(moves) < sampled
	})
	if len(moves) == 0 {
		return advice, fmt.Errorf("the moves of %s are too many to list one: %w", message.Brief(grundy.SumOf(m.Components()...).String(), 60), grundy.ErrTooLarge)
	}
	advice.Move = moves[0]
	start := time.Now()
	budget := m.options.Budget
	if budget.Time == 0 || budget.Time > trialTime {
		budget.Time = trialTime
	}
	step, most := max(len(moves)/tried, 1), new(big.Int)
	for i := 0; i < len(moves) && time.Since(start) < trialTime; i += step {
		next := solve.AfterMove(m.Components(), moves[i])
		a, err := m.solve(ctx, next, budget)
		if ctx.Err() != nil {
			return advice, ctx.Err()
		}
		if err != nil || a.Unlisted != nil {
			continue // too much for a trial
		}
		if !m.canMove(next) {
			continue // in misère play the opponent has won already
		}
		replies := solve.CountMoves(grundy.SumOf(next...), m.options.Compound)
		more := most != nil && (replies == nil || replies.Cmp(most) > 0)
		fewer := 1
		if advice.WinningReplies != nil {
			fewer = advice.WinningReplies.Cmp(a.WinningMoveCount)
		}
		if fewer > 0 || fewer == 0 && more {
			advice.Move, advice.WinningReplies, advice.Replies, most = moves[i], a.WinningMoveCount, replies, replies
		}
	}
	return advice, nil
}
