package duel

// A program may play whole games against the engine.
//
// The engine says the position, a line; the program says its move, a line; the engine
// moves and says the position again, and so on, until it says "win". The program is
// started anew for each game, at a position that it can win. A game in which it gives the
// win away ends there.

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/play"
	"github.com/grundy-games/grundy/solve"
)

// Games say how a program plays one game after the other.
type Games struct {
	Program *Program
	Games   int    // the most games
	Seed    uint64 // of the positions or inputs, and of random moves
	All     bool   // go on after a game with a fault
	// Time ends the games as that of a [Duel] ends it; 0 for no bound.
	Time time.Duration
	// Progress is told how many games were played; it may be nil.
	Progress grundy.Progress

	whole context.Context // of the program; that of the engine ends with the time
}

// errNoMore says that there are no more games.
var errNoMore = errors.New("there are no more games")

// play plays games, which next plays. A game that is nil is left out. Where ctx has ended, the games
// before are returned too.
func (s *Games) play(ctx context.Context, next func(ctx context.Context, number int) (*Game, error)) (games []*Game, err error) {
	limited, cancel := limitedBy(ctx, s.Program, s.Time)
	defer cancel()
	s.whole = ctx
	for i := 0; i < s.Games && limited.Err() == nil; i++ {
		game, err := next(limited, i)
		switch {
		case ctx.Err() != nil:
			return games, ctx.Err()
		case errors.Is(err, errNoMore):
			return games, nil
		case limited.Err() != nil && (game == nil || err != nil): // the time is over
		case err != nil:
			return games, err
		case game != nil:
			games = append(games, game)
			if s.Progress != nil {
				s.Progress(uint64(len(games)), uint64(s.Games))
			}
			if game.Fault != "" && !s.All {
				return games, nil
			}
		}
	}
	if limited.Err() != nil && len(games) == 0 {
		return nil, ErrNoTime
	}
	return games, nil
}

// A Series is games of a program against the engine, which plays perfectly and at random
// in turn.
type Series struct {
	Games
	// Match returns the match of a game, at the position where it begins. If the
	// game before had the same match, this one begins at another position that can be
	// reached from there. nil ends the series.
	Match func(ctx context.Context, game int) (*play.Match, error)
}

// A Game is one game of a series.
type Game struct {
	Start  string `json:"start"` // the position in which the program moves first, or the input
	Input  bool   `json:"input,omitempty"`
	Random bool   `json:"random"` // the engine moves at random
	Moves  []Move `json:"moves"`
	Fault  Fault  `json:"fault,omitempty"` // what the program did wrong, "" if it won
	// Position is where the program went wrong, Said the move that it said there, and
	// Why says more in one line.
	Position string `json:"position,omitempty"`
	Said     string `json:"said,omitempty"`
	Why      string `json:"why,omitempty"`
	// Overlooked has the winning moves of the position and their reasons, if
	// the program gave a win away.
	Overlooked *solve.Answer `json:"-"`
	// Winning are the first of these moves, and Reasons why they win, in sentences.
	Winning []string `json:"winning,omitempty"`
	Reasons []string `json:"reasons,omitempty"`
	// Verdict is what a judge says of the run of an interactive problem, and Time what the program took.
	Verdict Verdict       `json:"-"`
	Time    time.Duration `json:"-"`
	// Messages is the beginning of what the program said on standard error.
	Messages string `json:"messages,omitempty"`
}

// A Move is a move of a game.
type Move struct {
	Engine bool   `json:"engine,omitempty"` // the engine made it
	To     string `json:"to"`               // the position after it
}

// A Fault is what a program does wrong in a game.
type Fault string

// The faults.
const (
	NoMove   Fault = "no move"
	Illegal  Fault = "illegal move"
	GaveAway Fault = "gave a win away"
	TooLong  Fault = "no end"
	Unended  Fault = "won, and then failed"
)

const (
	maxTurns = 10000 // of a game, where play need not end
	drawn    = 1024  // moves from which a random one is drawn
	maxWalks = 100   // walks to a position that is won and new
	maxDepth = 12    // moves of a walk
)

// Play plays the series, and returns its games. Each of them begins at another position;
// there are fewer if that many are not found. After a game with a fault it ends, unless All
// is set. Errors come from package solve, from the rules of games, or from ctx.
func (s *Series) Play(ctx context.Context) ([]*Game, error) {
	var t table
	return s.play(ctx, func(ctx context.Context, i int) (*Game, error) {
		m, err := s.Match(ctx, i)
		if m == nil && err == nil {
			err = errNoMore
		}
		if err != nil {
			return nil, err
		}
		other := t.match != m
		if other {
			t = table{Games: &s.Games, match: m, base: m.Turn(), seen: map[string]bool{}}
		}
		defer func() { m.Undo(m.Turn() - t.base) }()
		random := rand.New(rand.NewPCG(s.Seed, uint64(i)))
		switch found, err := t.walk(ctx, random); {
		case err != nil:
			return nil, err
		case found:
			return t.game(ctx, i%2 == 1, random)
		case !other:
			return nil, errNoMore
		}
		return nil, nil
	})
}

// A table is where games are played that begin in the same match.
type table struct {
	*Games
	match *play.Match
	base  int             // the turn where games begin
	begun int             // games
	seen  map[string]bool // where they began
}

// walk goes from the base to a position that is won and was not seen. The first of all is
// the base itself, if it is won.
func (t *table) walk(ctx context.Context, random *rand.Rand) (found bool, err error) {
	for try := range maxWalks {
		t.match.Undo(t.match.Turn() - t.base)
		depth := 0
		if t.begun+try > 0 {
			depth = random.IntN(min(t.begun+try, maxDepth) + 1)
		}
		for range depth {
			if !t.random(random) {
				break
			}
		}
		if key := solve.Unordered(t.match.Components()); !t.seen[key] {
			answer, err := t.match.Solve(ctx)
			if err != nil {
				return false, err
			}
			if answer.Outcome == grundy.N {
				t.begun++
				t.seen[key] = true
				return true, nil
			}
		}
	}
	return false, nil
}

// random makes a random move. The result is false if there is none.
func (t *table) random(random *rand.Rand) bool {
	if _, over := t.match.Over(); over {
		return false
	}
	moves, _ := t.match.Moves(drawn)
	if len(moves) == 0 {
		return false
	}
	t.match.Make(moves[random.IntN(len(moves))])
	return true
}

// position writes the present position: its components in order, with + between them.
func (t *table) position() string {
	var parts []string
	for _, c := range t.match.Components() {
		parts = append(parts, c.String())
	}
	return strings.Join(parts, " + ")
}

// game plays one game from the present position.
func (t *table) game(ctx context.Context, atRandom bool, random *rand.Rand) (*Game, error) {
	g := &Game{Start: t.position(), Random: atRandom}
	talk, err := t.Program.Talk(t.whole)
	if err != nil {
		return nil, err
	}
	defer talk.Stop()
	for turn := 0; ; turn++ {
		if over, err := t.over(); over || err != nil {
			if err == nil { // the program made the last move that it had to make
				talk.Say("win")
				g.end(talk, Unended)
			}
			return g, err
		}
		if turn >= maxTurns {
			g.blame(TooLong, t.position(), "", "")
			return g, nil
		}
		if turn%2 == 1 {
			if err := t.reply(ctx, atRandom, random); err != nil {
				return nil, err
			}
			g.Moves = append(g.Moves, Move{true, t.position()})
			continue
		}
		good, err := t.turn(ctx, g, talk)
		if !good || err != nil {
			return g, err
		}
	}
}

// over reports whether the game has ended. All moves of the program are checked, so it has
// won then.
func (t *table) over() (bool, error) {
	_, over := t.match.Over()
	return over, t.match.Err()
}

// reply makes a move of the engine.
func (t *table) reply(ctx context.Context, atRandom bool, random *rand.Rand) error {
	if atRandom && t.random(random) {
		return nil
	}
	advice, err := t.match.Best(ctx)
	if err == nil {
		t.match.Make(advice.Move)
	}
	return err
}

// turn has the program move, and reports whether the move keeps the win.
func (t *table) turn(ctx context.Context, g *Game, talk *Talk) (good bool, err error) {
	position := t.position()
	talk.Say(position)
	said, heard := talk.Hear()
	if !heard {
		g.Position = position
		g.end(talk, NoMove)
		return false, nil
	}
	move, err := t.match.Find(said)
	if err != nil {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		g.blame(Illegal, position, said, err.Error())
		return false, nil
	}
	t.match.Make(move)
	g.Moves = append(g.Moves, Move{false, t.position()})
	answer, err := t.match.Solve(ctx)
	if err != nil || !play.Throws(grundy.N, answer.Outcome) {
		return err == nil, err
	}
	g.blame(GaveAway, position, said, "it leaves "+t.position()+", which is "+answer.Outcome.String())
	if g.Overlooked, err = t.match.Why(ctx, t.match.Turn()-1); err != nil {
		return false, err
	}
	g.Reasons = g.Overlooked.Reasons
	for _, m := range g.Overlooked.WinningMoves {
		g.Winning = append(g.Winning, moveText(m))
	}
	return false, nil
}

// moveText writes the steps of a move.
func moveText(m solve.Move) string {
	var steps []string
	for _, step := range m {
		steps = append(steps, step.String())
	}
	return strings.Join(steps, "; ")
}

// blame notes a fault.
func (g *Game) blame(fault Fault, position, said, why string) {
	g.Fault, g.Position, g.Said, g.Why = fault, position, said, why
}

// end waits for the end of the program. If it did not end as it should, or should not have
// ended, that is the fault.
func (g *Game) end(talk *Talk, fault Fault) {
	result := talk.End()
	g.Messages = string(result.Messages)
	if result.Verdict == Accepted && fault == Unended {
		return
	}
	g.Fault, g.Why = fault, "it ended, with exit status 0"
	if result.Verdict != Accepted {
		g.Why = result.Verdict.String() + ": " + result.Why
	}
}
