// Package play is a match of two players at any position of any game: whose turn
// it is, which moves there are, which is best and why, and where a win was given
// away. It knows nothing of terminals.
//
// The two functions that most people need are [New] and [Match.Best].
//
// [New] begins a match, [Match.Find] reads a move as a player writes it, and
// [Match.Best] is perfect play, by package solve: from a position that is N it
// wins. That is so where play need not end too: a winning move leaves a position
// that is P; of several moves it takes one that was made least often from there in
// this match, so that sooner or later it takes the one that is nearest to the end.
package play

// A match knows positions, turns and the end.

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// Options are what a match is played at.
type Options struct {
	Sum        grundy.Sum // of at least one term
	Convention grundy.Convention
	Compound   compound.Kind
	Budget     solve.Budget // of each question about a position
	Level      Level        // of the opponent that [Match.Reply] plays
	Seed       uint64       // of its errors
	Progress   grundy.Progress
	Lender     solve.Lender // of closed forms; it may be nil
	// Quick says that who wins is known almost without work, as from a table. Then little
	// work is done for remotenesses, too.
	Quick bool
	// Parse reads a position as a player writes it. It may be nil; then
	// positions must be written as the games write them.
	Parse func(text string) (grundy.Component, error)
}

// MaxComponents bounds the components of a match, copies counted one by one.
const MaxComponents = 1000

// A Match is a game that is being played. The players are 0, who moves first, and
// 1. One goroutine at a time may use it.
type Match struct {
	ctx     context.Context
	options Options
	turns   []turn                   // the last one is the present
	undone  []solve.Move             // the last one is the next to be made again
	answers map[string]*solve.Answer // by position, as text
	lengths map[string]*uint64       // remotenesses by position; nil for those that are not known
	cache   solve.Cache
	loopy   bool
}

// A turn is a position in which somebody moves or has moved.
type turn struct {
	components []grundy.Component // in runs of the turn
	failed     func() error       // of these runs
	move       solve.Move         // that was made in it; nil in the present
}

// begin adds a turn at a position.
func (m *Match) begin(components []grundy.Component) {
	sum, failed := grundy.Start(m.ctx, grundy.SumOf(components...))
	t := turn{components: make([]grundy.Component, len(sum)), failed: failed}
	for i := range sum {
		t.components[i] = sum[i].Component
	}
	m.turns = append(m.turns, t)
}

// New begins a match. Rules from a file stop soon after ctx ends, wherever the
// match asks them. An error wraps [grundy.ErrTooLarge].
func New(ctx context.Context, o Options) (*Match, error) {
	if o.Sum.PlayedMisere() != nil {
		o.Convention = grundy.Misere
	}
	if err := solve.CheckReplies(o.Sum, o.Compound, o.Convention); err != nil {
		return nil, err
	}
	o.Sum = solve.LendTo(ctx, o.Lender, o.Sum, false)
	m := &Match{
		ctx:     ctx,
		options: o,
		answers: map[string]*solve.Answer{},
		lengths: map[string]*uint64{},
	}
	components, ok := o.Sum.ComponentsUpTo(MaxComponents)
	if !ok {
		return nil, fmt.Errorf("a match of more than %d components: %w", MaxComponents, grundy.ErrTooLarge)
	}
	m.begin(components)
	m.loopy = slices.ContainsFunc(m.Components(), func(c grundy.Component) bool {
		_, ok := c.PlanLoopy()
		return ok
	})
	return m, nil
}

func (m *Match) now() *turn { return &m.turns[len(m.turns)-1] }

// Components returns the components of the present position. They must not be
// changed.
func (m *Match) Components() []grundy.Component { return m.now().components }

// Compound returns the kind of the compound that is played.
func (m *Match) Compound() compound.Kind { return m.options.Compound }

// Convention returns the convention that is played.
func (m *Match) Convention() grundy.Convention { return m.options.Convention }

// Turn returns the number of moves that have been made, and Mover the player who
// is to move.
func (m *Match) Turn() int { return len(m.turns) - 1 }

// Mover returns the player who is to move.
func (m *Match) Mover() int { return m.Turn() % 2 }

// Past returns a move that was made and the components before it. The moves are
// numbered from 0.
func (m *Match) Past(turn int) (solve.Move, []grundy.Component) {
	t := m.turns[turn]
	return t.move, t.components
}

// Loopy reports whether play need not end.
func (m *Match) Loopy() bool { return m.loopy }

// Err returns the first error that the rules of a game met in the present position,
// which then has no moves any more: rules that stand in a file may fail. Ask it where
// there seems to be no move.
func (m *Match) Err() error { return m.now().failed() }

// NoWinner is the winner of a draw.
const NoWinner = -1

// Over reports whether there is no move, or the rules say that the play is over, and then
// who has won. If rules have failed it says nothing: see [Match.Err].
func (m *Match) Over() (winner int, over bool) {
	switch solve.Stated(grundy.SumOf(m.Components()...)) {
	case grundy.Won:
		return m.Mover(), true
	case grundy.Drawn:
		return NoWinner, true
	case grundy.Lost:
		return 1 - m.Mover(), true
	}
	if m.canMove(m.Components()) {
		return 0, false
	}
	if m.options.Convention == grundy.Misere {
		return m.Mover(), true
	}
	return 1 - m.Mover(), true
}

// canMove reports whether there is a move in a position.
func (m *Match) canMove(components []grundy.Component) bool {
	return solve.CanMove(grundy.SumOf(components...), m.options.Compound)
}

// Make makes a move, which must be one that [Match.Find], [Match.Best] or
// [Match.Moves] returned for the present position.
func (m *Match) Make(move solve.Move) {
	m.undone = nil
	m.make(move)
}

func (m *Match) make(move solve.Move) {
	next := solve.AfterMove(m.Components(), move)
	m.now().move = slices.Clone(move)
	m.begin(next)
}

// Undo takes moves back; there must be as many.
func (m *Match) Undo(moves int) {
	for range moves {
		m.turns = m.turns[:len(m.turns)-1]
		m.undone = append(m.undone, m.now().move)
		m.now().move = nil
	}
}

// Undone returns the number of moves that [Match.Redo] can make.
func (m *Match) Undone() int { return len(m.undone) }

// Redo makes moves again that were taken back, at most as many as asked for, and returns how
// many it has made. After [Match.Make] there are none.
func (m *Match) Redo(moves int) (made int) {
	for made < moves && len(m.undone) > 0 {
		last := len(m.undone) - 1
		move := m.undone[last]
		m.undone = m.undone[:last]
		m.make(move)
		made++
	}
	return made
}

// Repeated returns how often the present position has stood before with the same
// player to move. The order of the components does not matter.
func (m *Match) Repeated() int {
	count, key := 0, solve.Unordered(m.Components())
	for i := len(m.turns) - 3; i >= 0; i -= 2 {
		if solve.Unordered(m.turns[i].components) == key {
			count++
		}
	}
	return count
}

// listed is how many winning moves an answer lists: where play need not end, all
// of them should be.
const listed = 1 << 12

// Solve answers who wins the present position. Errors come from
// [solve.Solve].
func (m *Match) Solve(ctx context.Context) (*solve.Answer, error) {
	return m.SolveAt(ctx, m.Turn())
}

// SolveAt answers who wins the position before a move, or the present one; see
// [Match.Turn].
func (m *Match) SolveAt(ctx context.Context, turn int) (*solve.Answer, error) {
	return m.solve(ctx, m.turns[turn].components, m.options.Budget)
}

// Why is Solve with the argument as data, of the position before a move, or of the present
// one; see [Match.Turn].
func (m *Match) Why(ctx context.Context, turn int) (*solve.Answer, error) {
	return m.why(ctx, m.turns[turn].components)
}

// WhyAfter is Why of the position that a move leads to. The move is one in the position before
// a move that was made, or in the present one; see [Match.Turn].
func (m *Match) WhyAfter(ctx context.Context, turn int, move solve.Move) (*solve.Answer, error) {
	return m.why(ctx, solve.AfterMove(m.turns[turn].components, move))
}

func (m *Match) why(ctx context.Context, components []grundy.Component) (*solve.Answer, error) {
	q := m.question(components, m.options.Budget)
	q.Why, q.MaxMoves = true, explained
	return solve.Solve(ctx, q)
}

// explained is how many winning moves an argument may show.
const explained = 20

// Remoteness returns how many moves are left at most in the present position if the
// player who wins plays best: the remoteness. It is nil in a draw, and where little
// work does not show it.
func (m *Match) Remoteness(ctx context.Context) *uint64 { return m.RemotenessAt(ctx, m.Turn()) }

// RemotenessAt is the same of the position before a move, or of the present one; see
// [Match.Turn].
func (m *Match) RemotenessAt(ctx context.Context, turn int) *uint64 {
	return m.remoteness(ctx, m.turns[turn].components, m.lengthSteps())
}

// RemotenessAfter is the same of the position that a move leads to.
func (m *Match) RemotenessAfter(ctx context.Context, move solve.Move) *uint64 {
	return m.remoteness(ctx, solve.AfterMove(m.Components(), move), m.lengthSteps())
}

// Options lists the moves with what they lead to, at most limit of them; see
// [solve.Options]. Outcomes are open where all take much longer to find than a winning move.
func (m *Match) Options(ctx context.Context, limit int) (*solve.OptionList, error) {
	return m.optionsOf(ctx, limit, true)
}

// AllOptions is Options, and leaves no outcome open.
func (m *Match) AllOptions(ctx context.Context, limit int) (*solve.OptionList, error) {
	return m.optionsOf(ctx, limit, false)
}

func (m *Match) optionsOf(ctx context.Context, limit int, few bool) (*solve.OptionList, error) {
	q := m.question(m.Components(), m.options.Budget)
	q.MaxMoves, q.FewMoves = limit, few
	return solve.Options(ctx, solve.OptionsQuestion{Question: q})
}

// question returns the question about a position.
func (m *Match) question(components []grundy.Component, budget solve.Budget) solve.Question {
	return solve.Question{
		Sum:        grundy.SumOf(components...),
		Convention: m.options.Convention,
		Compound:   m.options.Compound,
		MaxMoves:   listed,
		FewMoves:   true,
		Budget:     budget,
		Progress:   m.options.Progress,
		Cache:      &m.cache,
		Lender:     m.options.Lender,
		NoExtras:   m.options.Quick,
	}
}

func (m *Match) solve(ctx context.Context, components []grundy.Component, budget solve.Budget) (*solve.Answer, error) {
	key := grundy.SumOf(components...).String() // the order matters, as moves name components by number
	if a, ok := m.answers[key]; ok {
		return a, nil
	}
	a, err := solve.Solve(ctx, m.question(components, budget))
	if err != nil {
		return nil, err
	}
	if len(m.answers) >= maxAnswers {
		clear(m.answers)
	}
	m.answers[key] = a
	return a, nil
}

// maxAnswers bounds the answers that a match remembers.
const maxAnswers = 1 << 10

// A Thrown is a move that gave away what a player had.
type Thrown struct {
	Turn   int            // the move's number, from 0
	Before grundy.Outcome // N: a win was given away; D: a draw
	Move   solve.Move
	Better []solve.Move // some that would have kept it: winning moves; none listed for a draw
	Count  *big.Int     // of all winning moves there were; nil where that was not found out
}

// Throws reports whether a move gives away a win or a draw: it leads from a position of one
// outcome to one of the other.
func Throws(before, after grundy.Outcome) bool {
	return before == grundy.N && after != grundy.P || before == grundy.D && after == grundy.N
}

// LastThrown returns the last move by which the player gave away a win or a draw.
// The result is false where there is none.
func (m *Match) LastThrown(ctx context.Context, player int) (Thrown, bool, error) {
	for i := len(m.turns) - 2; i >= 0; i-- {
		if i%2 != player {
			continue
		}
		t := m.turns[i]
		before, err := m.solve(ctx, t.components, m.options.Budget)
		if err != nil {
			return Thrown{}, false, err
		}
		if before.Outcome == grundy.P {
			continue
		}
		left, err := m.solve(ctx, m.turns[i+1].components, m.options.Budget)
		if err != nil {
			return Thrown{}, false, err
		}
		if Throws(before.Outcome, left.Outcome) {
			return Thrown{i, before.Outcome, t.move, before.WinningMoves, before.WinningMoveCount}, true, nil
		}
	}
	return Thrown{}, false, nil
}
