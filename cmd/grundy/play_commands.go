package main

// A session of `grundy play` obeys its lines here: moves and commands.

import (
	"context"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/play"
	"github.com/grundy-games/grundy/solve"
)

// playHelp describes the lines that a player may type.
const playHelp = `A move is
  4                   move 4 of the list that "moves" prints
  queen(2,2)          the position that a component becomes; 2,2 is enough
  take 2 from heap 1  the words that "moves" prints behind it
  2: queen(2,2)       the same for component 2
  1: nim(2); 2: 2,2   moves in several components, where the compound allows it
Commands
  moves [N]   list the moves, the first 40 or N
  hint        a winning move, or the move that is hardest to answer
  why         who wins this position, and why; after the game, where it was lost
  undo        take your last move back, and the answer to it
  redo        make again what undo has taken back
  show        show the position
  draw        offer a draw, where play need not end
  level NAME  let the opponent play better or worse: perfect, good or beginner
  quit        stop`

// playCommands are the words of the commands.
var playCommands = []string{"help", "moves", "hint", "why", "undo", "redo", "show", "draw", "level", "quit"}

// read obeys a line.
func (s *session) read(ctx context.Context, l line) error {
	if l.tooLong {
		s.say("A line of more than %d bytes: no move is that long.", maxLine)
		return nil
	}
	fields := strings.Fields(l.text)
	if len(fields) == 0 {
		return nil
	}
	word := strings.ToLower(fields[0])
	switch word {
	case "help", "?":
		s.say("%s", playHelp)
		return nil
	case "quit", "exit", "q":
		return errQuit
	case "show":
		s.show()
		return nil
	case "level", "levels":
		s.level(fields[1:])
		return nil
	case "undo":
		s.undo()
		return nil
	case "redo":
		s.redo()
		return nil
	case "why":
		return s.tell(ctx, s.why(ctx))
	}
	if _, over := s.match.Over(); over || s.drawn {
		s.say(`The match is over. "undo" takes your last move back, "quit" ends.`)
		return nil
	}
	switch word {
	case "moves":
		s.moves(fields[1:])
	case "hint":
		return s.tell(ctx, s.hint(ctx))
	case "draw":
		return s.tell(ctx, s.draw(ctx))
	default:
		s.move(l.text)
	}
	return nil
}

// move makes the move that text says, or says what is wrong with it.
func (s *session) move(text string) {
	move, err := s.match.Find(text)
	if err != nil {
		question := ""
		if len(strings.Fields(text)) == 1 {
			question = message.DidYouMean(text, playCommands)
		}
		s.say("%v%s", err, question)
		return
	}
	s.say("%s: %s", s.name(s.match.Mover()), s.moveText(move))
	s.match.Make(move)
	s.show()
}

// tell says what is wrong with a command, after which the match goes on; but not
// if ctx has ended.
func (s *session) tell(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	s.say("%v", solveError(err))
	return nil
}

// undo takes back the last move of the human, and what came after it.
func (s *session) undo() {
	moves := s.match.Turn() - s.human // since the human's first position
	switch {
	case s.drawn: // only the draw, which was agreed on before a move
		moves = 0
	case moves <= 0:
		s.say("There is no move of yours to take back.")
		return
	case s.two:
		moves = 1
	default:
		moves = 1 + (moves-1)%2
	}
	s.match.Undo(moves)
	s.told, s.drawn = false, false
	s.show()
}

// redo makes a move again that undo has taken back, and what came after it.
func (s *session) redo() {
	moves := 2
	if s.two {
		moves = 1
	}
	if s.match.Redo(moves) == 0 {
		s.say("There is no move to make again.")
		return
	}
	s.show()
}

const (
	fewMoves  = 40
	manyMoves = 10_000
)

// moves lists the moves.
func (s *session) moves(args []string) {
	limit := fewMoves
	if len(args) > 0 {
		n, err := strconv.Atoi(args[0])
		if err != nil || n < 1 || n > manyMoves || len(args) > 1 {
			s.say("moves %s: want a number from 1 to %d", short(strings.Join(args, " ")), manyMoves)
			return
		}
		limit = n
	}
	moves, count := s.match.Moves(limit)
	for i, move := range moves {
		s.say("%d. %s", i+1, s.moveText(move))
	}
	switch {
	case count == nil:
		s.say("… and very many more. You can type any position.")
	case count.Cmp(big.NewInt(int64(len(moves)))) > 0:
		s.say("… and %v more. You can type any position.", new(big.Int).Sub(count, big.NewInt(int64(len(moves)))))
	}
}

// hint says a winning move, or the move that is hardest to answer.
func (s *session) hint(ctx context.Context) error {
	advice, err := s.match.Best(ctx)
	switch {
	case err != nil:
		return err
	case advice.Outcome == grundy.N:
		s.say("This wins%s: %s%s.", atMost(advice.Remoteness), s.moveText(advice.Move), others(advice.Winning))
	case advice.Outcome == grundy.D:
		s.say("No move wins. This keeps the draw: %s.", s.moveText(advice.Move))
	default:
		text := fmt.Sprintf("No move wins. Hard to answer: %s", s.moveText(advice.Move))
		if advice.WinningReplies != nil {
			text += ", which leaves " + message.Count(advice.WinningReplies, "winning reply", "winning replies")
		}
		if advice.Replies != nil {
			text += fmt.Sprintf(" among %v", advice.Replies)
		}
		s.say("%s%s.", text, atMost(advice.Remoteness))
	}
	return nil
}

// why says who wins the present position, and after a lost match where it was lost, and
// why the position there was won.
func (s *session) why(ctx context.Context) error {
	if winner, over := s.match.Over(); over && winner == 1-s.human && !s.two {
		thrown, ok, err := s.whereLost(ctx)
		if err != nil || !ok {
			return err
		}
		a, err := s.match.Why(ctx, thrown.Turn)
		if err != nil {
			return err
		}
		s.say("Outcome %v before that move.", a.Outcome)
		s.argue(a)
		return nil
	}
	a, err := s.match.Why(ctx, s.match.Turn())
	if err != nil {
		return err
	}
	s.say("Outcome %v, and %s%s.", a.Outcome, s.toMove(), atMost(s.match.Remoteness(ctx)))
	s.argue(a)
	if a.Outcome == grundy.P && !s.two && s.match.Mover() == s.human && s.match.Turn() > s.human {
		_, _, err = s.whereLost(ctx)
	}
	return err
}

// argue writes the reasons of an answer.
func (s *session) argue(a *solve.Answer) {
	pass := func(line string) { s.say("%s", line) }
	writeReasons(a, pass)
	writeArgument(a, pass)
}

// atMost says how long the play lasts, if that is known.
func atMost(remoteness *uint64) string {
	if remoteness == nil || *remoteness == 0 {
		return ""
	}
	return fmt.Sprintf(" (at most %s with best play)", message.Count(*remoteness, "more move", "more moves"))
}

// level shows or changes the level of the opponent.
func (s *session) level(args []string) {
	if s.two {
		s.say("Two people play; nobody needs a level.")
		return
	}
	if len(args) > 0 {
		level, err := play.ParseLevel(strings.Join(args, " "))
		if err != nil {
			s.say("level %s: %v", short(strings.Join(args, " ")), err)
			return
		}
		s.match.SetLevel(level)
	}
	s.say("The level of the opponent is %v; there are %s.", s.match.Level(), strings.Join(play.Levels(), ", "))
}

// draw offers a draw, which is accepted by who has no win.
func (s *session) draw(ctx context.Context) error {
	if !s.match.Loopy() {
		s.say("Play ends in this game, and one of us wins: there is no draw.")
		return nil
	}
	if s.two {
		s.drawn = true
		s.say("A draw by agreement.")
		return nil
	}
	a, err := s.match.Solve(ctx)
	switch {
	case err != nil:
		return err
	case a.Outcome == grundy.P:
		s.say("No: this position is lost for you.")
	case a.Outcome == grundy.N && len(a.WinningMoves) > 0:
		s.drawn = true
		s.say("A draw by agreement. You could have won: %s%s.", s.moveText(a.WinningMoves[0]), others(a.WinningMoveCount))
	default:
		s.drawn = true
		s.say("A draw by agreement.")
	}
	return nil
}
