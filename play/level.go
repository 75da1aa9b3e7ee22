package play

// An opponent may err, by a level.

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/solve"
)

// A Level says how well an opponent plays. The zero value plays perfectly.
type Level int

// The levels.
const (
	Perfect  Level = iota
	Good           // makes every fifth move at random
	Beginner       // makes three moves of five at random
	Gentle         // leaves the player a win, until it sees the end
)

// levels are the names, how many moves of errsOf are made at random, and whether those that
// win are passed over.
var levels = []struct {
	name  string
	errs  int
	gives bool
}{{"perfect", 0, false}, {"good", 1, false}, {"beginner", 3, false}, {"gentle", errsOf, true}}

const errsOf = 5

// String returns the name.
func (l Level) String() string { return levels[l].name }

// Levels returns the names of all levels, the best one first.
func Levels() (names []string) {
	for _, l := range levels {
		names = append(names, l.name)
	}
	return names
}

// ParseLevel returns the level of that name; "" is the perfect one.
func ParseLevel(name string) (Level, error) {
	if name == "" {
		return Perfect, nil
	}
	if at := slices.Index(Levels(), strings.ToLower(name)); at >= 0 {
		return Level(at), nil
	}
	return 0, fmt.Errorf("want %s%s", strings.Join(Levels(), ", "), message.DidYouMean(name, Levels()))
}

// Level returns the level of the opponent.
func (m *Match) Level() Level { return m.options.Level }

// SetLevel changes the level of the opponent.
func (m *Match) SetLevel(level Level) { m.options.Level = level }

// Reply returns a move of an opponent of the match's level: [Match.Best] or, now and
// then, one drawn from the moves of the present position, in which there must be one.
// The draw depends only on the seed and on the number of the turn. Where play
// is over after one or two moves nothing is left to the draw.
func (m *Match) Reply(ctx context.Context) (solve.Move, error) {
	level, random := levels[m.options.Level], rand.New(rand.NewPCG(m.options.Seed, uint64(m.Turn())))
	if random.IntN(errsOf) < level.errs {
		if lasts := m.Remoteness(ctx); lasts == nil || *lasts > 2 {
			if moves := m.some(sampled); len(moves) > 0 {
				return m.drawn(ctx, moves, random, level.gives)
			}
		}
	}
	advice, err := m.Best(ctx)
	return advice.Move, err
}

// drawn draws one of some moves. If it gives, it passes over those that are seen to win, as
// long as there are others among the first that are drawn.
func (m *Match) drawn(ctx context.Context, moves []solve.Move, random *rand.Rand, gives bool) (solve.Move, error) {
	move := moves[random.IntN(len(moves))]
	if !gives {
		return move, nil
	}
	budget := m.options.Budget
	budget.Steps = trialSteps
	for _, i := range random.Perm(len(moves))[:min(len(moves), tried)] {
		a, err := m.solve(ctx, solve.AfterMove(m.Components(), moves[i]), budget)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil && a.Outcome != grundy.P {
			return moves[i], nil
		}
	}
	return move, nil
}
