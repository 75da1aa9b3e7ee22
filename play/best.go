package play

// Perfect play takes a move that wins, and where none does one that is hard to answer.

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/loopy"
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
	// Remoteness is how many moves are left at most if the player who wins plays best;
	// nil in a draw, and where little work does not show it.
	Remoteness *uint64
}

const (
	tried       = 16      // moves of a lost position that are compared
	sampled     = 1 << 10 // moves from which these are drawn
	hurried     = 64      // winning moves among which the fastest is looked for
	trialSteps  = 1 << 18 // of the question about each of those that are tried
	lengthSteps = 1 << 20 // of the search for the remoteness of a position
	quickSteps  = 1 << 12 // the same in a match that is Quick
	hintSteps   = 1 << 8  // the same of a move where that of the position is not known
	maxDrawn    = 1 << 14 // moves among which one that keeps a draw is looked for
	maxReplies  = 1 << 14 // replies that are counted to find the winning move with the fewest
)

// Best returns a perfect move in the present position, in which there must be one. It
// is always the same after the same moves. Errors come from [solve.Solve].
func (m *Match) Best(ctx context.Context) (Advice, error) {
	a, err := m.Solve(ctx)
	if err != nil {
		return Advice{}, err
	}
	if a.Unlisted != nil {
		return Advice{}, a.Unlisted
	}
	advice := Advice{Outcome: a.Outcome, Winning: a.WinningMoveCount, Remoteness: m.Remoteness(ctx)}
	switch a.Outcome {
	case grundy.N:
		if len(a.WinningMoves) == 0 {
			return advice, fmt.Errorf("%s is said to be won, by no move", message.Brief(grundy.SumOf(m.Components()...).String(), 60))
		}
		advice.Move = m.fastest(ctx, advice, a.WinningMoves)
		return advice, nil
	case grundy.D:
		advice.Move, err = m.drawing(ctx)
		return advice, err
	}
	return m.hardest(ctx, advice)
}

// BestAt is Best in the position before a move that was made, or in the present one; see
// [Match.Turn].
func (m *Match) BestAt(ctx context.Context, turn int) (Advice, error) {
	back := m.Turn() - turn
	m.Undo(back)
	defer m.Redo(back)
	return m.Best(ctx)
}

// leastTaken returns the move that was made least often from here. Where play
// must end, that is the first one.
func (m *Match) leastTaken(moves []solve.Move) solve.Move {
	if !m.loopy {
		return moves[0]
	}
	made, here := map[string]int{}, solve.Unordered(m.Components())
	for i, t := range m.turns[:m.Turn()] {
		if solve.Unordered(t.components) == here {
			made[solve.Unordered(m.turns[i+1].components)]++
		}
	}
	least, times := moves[0], len(m.turns)
	for _, move := range moves {
		if n := made[solve.Unordered(solve.AfterMove(m.Components(), move))]; n < times {
			least, times = move, n
		}
	}
	return least
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

// A resistance is how hard a move of a lost position is to answer.
type resistance struct {
	lasts            uint64 // how many moves play lasts then; unknown for more than little work shows
	winning, replies *big.Int
}

// unknown stands for a remoteness that little work does not show. Plays that end soon are
// known, so that it is greater than these.
const unknown = ^uint64(0)

// harder reports whether r is harder to answer than other: by the longest play, then the
// fewest winning replies, then the most replies.
func (r resistance) harder(other resistance) bool {
	switch {
	case r.lasts != other.lasts:
		return r.lasts > other.lasts
	case r.winning.Cmp(other.winning) != 0:
		return r.winning.Cmp(other.winning) < 0
	case r.replies == nil || other.replies == nil:
		return r.replies == nil && other.replies != nil
	}
	return r.replies.Cmp(other.replies) > 0
}

// mostVain is how many trials may come to nothing before the first that tells something.
const mostVain = 3

// hardest returns the move, of some that are tried, that is hardest to answer.
func (m *Match) hardest(ctx context.Context, advice Advice) (Advice, error) {
	moves := m.some(sampled)
	if len(moves) == 0 {
		return advice, fmt.Errorf("the moves of %s are too many to list one: %w", message.Brief(grundy.SumOf(m.Components()...).String(), 60), grundy.ErrTooLarge)
	}
	advice.Move = moves[0]
	budget := m.options.Budget
	budget.Steps = trialSteps
	steps := m.lengthSteps()
	if advice.Remoteness == nil {
		steps = hintSteps
	}
	var best *resistance
	vain := 0
	for i := 0; i < len(moves); i += max(len(moves)/tried, 1) {
		next := solve.AfterMove(m.Components(), moves[i])
		if !m.canMove(next) {
			continue // in misère play the opponent has won already
		}
		a, err := m.solve(ctx, next, budget)
		if ctx.Err() != nil {
			return advice, ctx.Err()
		}
		if err != nil || a.Unlisted != nil || a.Uncounted != nil { // too much for a trial
			if vain++; best == nil && vain == mostVain {
				break
			}
			continue
		}
		r := resistance{lasts: unknown, winning: a.WinningMoveCount, replies: solve.CountMoves(grundy.SumOf(next...), m.options.Compound)}
		if lasts := m.remoteness(ctx, next, steps); lasts != nil {
			r.lasts = *lasts
		}
		if best == nil || r.harder(*best) {
			best, advice.Move, advice.WinningReplies, advice.Replies = &r, moves[i], r.winning, r.replies
		}
	}
	return advice, nil
}

// some returns the first moves of the present position, and some of the moves of heaps that have too many to list.
func (m *Match) some(limit int) (moves []solve.Move) {
	m.EachMove(func(move solve.Move) bool {
		moves = append(moves, slices.Clone(move))
		return len(moves) < limit
	})
	if solve.Endless {
		for i, c := range m.Components() {
			for _, q := range solve.Examples(c) {
				moves = append(moves, solve.Move{{Component: i, From: c, To: q}})
			}
		}
	}
	return moves
}

// lengthSteps returns how many steps a search for a remoteness may take.
func (m *Match) lengthSteps() uint64 {
	if m.options.Quick {
		return quickSteps
	}
	return lengthSteps
}

// remoteness returns how many moves play lasts from a position if the winner hurries and
// the loser stalls, or nil where a search within these steps does not show it, and for a draw.
func (m *Match) remoteness(ctx context.Context, components []grundy.Component, steps uint64) *uint64 {
	key := solve.Unordered(components)
	lasts, ok := m.lengths[key]
	if ok {
		return lasts
	}
	budget := m.options.Budget
	budget.Steps = steps
	q := m.question(components, budget)
	q.MaxMoves, q.Progress = 0, nil
	moves, err := solve.Remoteness(ctx, q)
	if err == nil && moves != loopy.Infinite {
		lasts = &moves
	}
	if ctx.Err() != nil || lasts == nil && steps < m.lengthSteps() {
		return nil
	}
	if len(m.lengths) >= maxAnswers {
		clear(m.lengths)
	}
	m.lengths[key] = lasts
	return lasts
}

// fastest returns the winning move after which play is over soonest, where that is
// known. Otherwise it is the one that leaves the fewest replies, or, where play need not end,
// the one that was taken least often.
func (m *Match) fastest(ctx context.Context, advice Advice, moves []solve.Move) solve.Move {
	near := moves[:min(len(moves), hurried)]
	if advice.Remoteness != nil {
		for _, move := range near {
			after := m.remoteness(ctx, solve.AfterMove(m.Components(), move), m.lengthSteps())
			if after != nil && *after+1 == *advice.Remoteness {
				return move
			}
		}
	}
	if m.loopy {
		return m.leastTaken(moves)
	}
	best, fewest, counted := moves[0], (*big.Int)(nil), new(big.Int)
	for _, move := range near {
		replies := solve.CountMoves(grundy.SumOf(solve.AfterMove(m.Components(), move)...), m.options.Compound)
		if replies == nil {
			continue // too many to count
		}
		if fewest == nil || replies.Cmp(fewest) < 0 {
			best, fewest = move, replies
		}
		if counted.Add(counted, replies).Cmp(big.NewInt(maxReplies)) > 0 {
			break
		}
	}
	return best
}
