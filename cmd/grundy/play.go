package main

// This file holds `grundy play`: a match against perfect play, a line a move. The
// match itself is in package play.

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"grundy"
	"grundy/games"
	"grundy/internal/message"
	"grundy/play"
	"grundy/solve"
	"grundy/theory/compound"
)

const playHelp = `A move is
  4                 move 4 of the list that "moves" prints
  queen(2,2)        the position that a component becomes; 2,2 is enough
  2: queen(2,2)     the same for component 2
  1: nim(2); 2: 2,2 moves in several components, where the compound allows it
Commands
  moves [N]   list the moves, the first 40 or N
  hint        a winning move, or the move that is hardest to answer
  why         who wins this position, and why; after the game, where it was lost
  undo        take your last move back, and the answer to it
  show        show the position
  draw        offer a draw, where play need not end
  quit        stop`

func newPlay() *cobra.Command {
	var (
		misere, second bool
		kind           string
		bounds         budgetFlags
	)
	cmd := &cobra.Command{
		Use:   "play SUM",
		Short: "Play against a perfect opponent",
		Long: `Play any position that grundy solve takes against a perfect opponent, which wins
whenever it can. Lines are read from standard input, a move or a command each; a
line that is neither is told what is wrong with it, and the game goes on.

` + playHelp + `

The end of the input or Ctrl-C ends the match.
Exit status: 0 the match ended or was stopped, 1 too much for the budget, 2 the
request was wrong.`,
		Example: `  grundy play 'nim(3,5,7)'
  grundy play 'knight(5,4) + queen(3,3)' --second
  grundy play '0.77(12)' --misere`,
		Args: wantArgs(1, -1, `a position, such as 'nim(3,5,7)'`),
		RunE: func(cmd *cobra.Command, args []string) error {
			o, files := play.Options{}, games.Files{}
			var err error
			if o.Compound, err = parseCompound(kind); err != nil {
				return err
			}
			o.Budget = bounds.budget()
			limitMemory(o.Budget)
			if strings.Join(args, " ") == "-" {
				return usagef(`"-": the moves are read from standard input, so the position must be an argument`)
			}
			show, done := progressTo(cmd.ErrOrStderr())
			files = openFiles(o.Budget, show)
			o.Sum, err = readSum(cmd, args, files)
			done()
			if err != nil {
				return err
			}
			if misere {
				o.Convention = grundy.Misere
			}
			o.Parse = func(text string) (grundy.Component, error) {
				sum, err := games.ParseWith(cmd.Context(), text, files)
				if err == nil && (len(sum) != 1 || sum[0].Copies != 1) {
					err = errors.New("want one position")
				}
				if err != nil {
					return nil, err
				}
				return sum[0].Component, nil
			}
			s := &session{out: bufio.NewWriter(cmd.OutOrStdout()), problems: cmd.ErrOrStderr()}
			o.Progress = func(done, total uint64) { s.bar.Report(done, total) }
			s.options = o
			if s.match, err = play.New(o); err != nil {
				return err
			}
			if second {
				s.human = 1
			}
			if file, ok := cmd.InOrStdin().(*os.File); ok && term.IsTerminal(int(file.Fd())) {
				s.prompt = "> "
			}
			return s.run(cmd.Context(), cmd.InOrStdin())
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&misere, "misere", false, "a player who cannot move wins")
	addCompound(cmd, &kind)
	flags.BoolVar(&second, "second", false, "let the opponent move first")
	bounds.add(flags)
	return cmd
}

// A session is a match with somebody at the other end of two streams.
type session struct {
	options  play.Options
	match    *play.Match
	human    int
	out      *bufio.Writer
	problems io.Writer
	bar      grundy.Progress // of the step that is being thought about
	prompt   string
	told     bool // how the match has ended
	drawn    bool // by agreement
}

// errQuit ends a session.
var errQuit = errors.New("quit")

// run plays until the input ends, somebody quits, or ctx ends.
func (s *session) run(ctx context.Context, in io.Reader) error {
	s.say("%s", s.rules())
	s.show()
	lines := readLines(ctx, in)
	for {
		if err := s.think(func() error { return s.moveOn(ctx) }); err != nil {
			return s.stop(ctx, err)
		}
		fmt.Fprint(s.out, s.prompt)
		if err := s.out.Flush(); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return s.stop(ctx, ctx.Err())
		case line, ok := <-lines:
			if !ok {
				return s.stop(ctx, errQuit)
			}
			if line.err != nil {
				return usagef("standard input: %w", line.err)
			}
			if err := s.think(func() error { return s.read(ctx, line) }); err != nil {
				return s.stop(ctx, err)
			}
		}
	}
}

// think does what may take long: what has been said is seen before, and a bar
// meanwhile.
func (s *session) think(do func() error) error {
	if err := s.out.Flush(); err != nil {
		return err
	}
	var done func()
	s.bar, done = progressTo(s.problems)
	defer done()
	return do()
}

// stop ends the session: a Ctrl-C and the end of the input are no failures.
func (s *session) stop(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		s.say("")
	}
	if flushed := s.out.Flush(); flushed != nil {
		return flushed
	}
	if errors.Is(err, errQuit) || ctx.Err() != nil {
		return nil
	}
	return solveError(err)
}

func (s *session) say(format string, args ...any) { fmt.Fprintf(s.out, format+"\n", args...) }

// A line is a line of input.
type line struct {
	text    string
	tooLong bool // and text is its beginning
	err     error
}

// maxLine bounds the bytes of a line of input.
const maxLine = 1 << 16

// readLines reads lines in the background, as reading cannot be interrupted.
func readLines(ctx context.Context, in io.Reader) <-chan line {
	lines := make(chan line)
	go func() {
		defer close(lines)
		r := bufio.NewReaderSize(in, maxLine)
		for {
			text, err := r.ReadSlice('\n')
			l := line{text: strings.TrimSpace(string(text))}
			for errors.Is(err, bufio.ErrBufferFull) {
				l.tooLong = true
				_, err = r.ReadSlice('\n')
			}
			if err != nil && err != io.EOF {
				l.err = err
			}
			if l.text != "" || err == nil || l.err != nil {
				select {
				case lines <- l:
				case <-ctx.Done():
					return
				}
			}
			if err != nil {
				return
			}
		}
	}()
	return lines
}

// rules says how the match is won.
func (s *session) rules() string {
	text := "A player who has no move loses"
	if s.options.Convention == grundy.Misere {
		text = "A player who has no move wins"
	}
	if s.options.Compound != compound.Disjunctive {
		text = fmt.Sprintf("%s; %v compound", text, s.options.Compound)
	}
	first := "you move first"
	if s.human == 1 {
		first = "grundy moves first"
	}
	return text + "; " + first + `. "help" tells what you can type.`
}

// show shows the position.
func (s *session) show() {
	components := s.match.Components()
	if len(components) == 1 {
		s.say("%s", components[0])
		s.picture(components[0])
		return
	}
	for i, c := range components {
		if i == maxComponentLines {
			s.say("… and %d more components", len(components)-i)
			return
		}
		s.say("%d: %s", i+1, c)
		s.picture(c)
	}
}

// Pictures are shown up to these lines, and bytes in a line.
const (
	maxPictureLines = 200
	maxPictureWidth = 1000
)

// picture shows the picture of a component, if it has one.
func (s *session) picture(c grundy.Component) {
	picture, ok, err := grundy.Draw(c)
	switch {
	case err != nil:
		s.say("%v", err)
	case ok:
		lines := 0
		for line := range strings.SplitSeq(picture, "\n") {
			if lines++; lines > maxPictureLines {
				s.say("  … and more lines")
				return
			}
			rest := ""
			if len(line) > maxPictureWidth {
				line, rest = strings.ToValidUTF8(line[:maxPictureWidth], ""), "…"
			}
			s.say("  %s%s", strings.Map(func(r rune) rune {
				if !unicode.IsPrint(r) {
					return '?'
				}
				return r
			}, line), rest)
		}
	}
}

// moveOn lets the opponent move, if it is its turn, and says how the match has
// ended.
func (s *session) moveOn(ctx context.Context) error {
	if s.drawn {
		return nil
	}
	if s.match.Turn() == 0 { // a match that is too much to play is refused before it begins
		if _, err := s.match.Solve(ctx); err != nil {
			return err
		}
	}
	if _, over := s.match.Over(); !over && s.match.Err() == nil && s.match.Mover() != s.human {
		advice, err := s.match.Best(ctx)
		if err != nil {
			return err
		}
		s.say("grundy: %s", s.moveText(advice.Move))
		s.match.Make(advice.Move)
		s.show()
		if s.match.Loopy() && s.match.Repeated() > 0 {
			s.say(`This position has stood before. "draw" offers a draw.`)
		}
	}
	winner, over := s.match.Over()
	if err := s.match.Err(); err != nil {
		return err
	}
	if !over || s.told {
		return nil
	}
	s.told = true
	stuck := "You have no move"
	if s.match.Mover() != s.human {
		stuck = "grundy has no move"
	}
	if winner == s.human {
		s.say("%s: you win.", stuck)
		return nil
	}
	s.say("%s: you lose.", stuck)
	return s.whyLost(ctx)
}

// whyLost names the move that gave the match away.
func (s *session) whyLost(ctx context.Context) error {
	thrown, ok, err := s.match.LastThrown(ctx, s.human)
	switch {
	case err != nil:
		return err
	case !ok && s.match.Turn() <= s.human:
		s.say("You had no move to make.")
	case !ok:
		s.say("You gave nothing away: each position that you moved in was lost.")
	case thrown.Before == grundy.D:
		s.say("Your move %d gave a draw away: %s.", thrown.Turn/2+1, s.moveText(thrown.Move))
	default:
		s.say("Your move %d gave a win away: %s.", thrown.Turn/2+1, s.moveText(thrown.Move))
		if len(thrown.Better) > 0 {
			s.say("It would have won: %s%s.", s.moveText(thrown.Better[0]), others(thrown.Count))
		}
	}
	return nil
}

// others says that there are other winning moves.
func others(count *big.Int) string {
	more := new(big.Int).Sub(count, big.NewInt(1))
	switch {
	case more.Sign() <= 0:
		return ""
	case more.Cmp(big.NewInt(1)) == 0:
		return ", or 1 other move"
	}
	return fmt.Sprintf(", or %v other moves", more)
}

// moveText writes a move.
func (s *session) moveText(move solve.Move) string {
	var steps []string
	for _, step := range move {
		text := stepText(step)
		if len(s.match.Components()) > 1 {
			text = fmt.Sprintf("%d: %s", step.Component+1, text)
		}
		steps = append(steps, text)
	}
	return strings.Join(steps, "; ")
}

// commands are the words of a session.
var playCommands = []string{"help", "moves", "hint", "why", "undo", "show", "draw", "quit"}

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
	_, over := s.match.Over()
	over = over || s.drawn
	switch word := strings.ToLower(fields[0]); word {
	case "help", "?":
		s.say("%s", playHelp)
	case "quit", "exit", "q":
		return errQuit
	case "show":
		s.show()
	case "undo":
		s.undo()
	case "why":
		return s.tell(ctx, s.why(ctx))
	case "moves", "hint", "draw":
		switch {
		case over:
			s.say(`The match is over. "undo" takes your last move back, "quit" ends.`)
		case word == "moves":
			s.moves(fields[1:])
		case word == "hint":
			return s.tell(ctx, s.hint(ctx))
		default:
			return s.tell(ctx, s.draw(ctx))
		}
	default:
		if over {
			s.say(`The match is over. "undo" takes your last move back, "quit" ends.`)
			return nil
		}
		move, err := s.match.Find(l.text)
		if err != nil {
			question := ""
			if len(fields) == 1 {
				question = message.DidYouMean(fields[0], playCommands)
			}
			s.say("%v%s", err, question)
			return nil
		}
		s.say("you: %s", s.moveText(move))
		s.match.Make(move)
		s.show()
	}
	return nil
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
	default:
		moves = 1 + (moves-1)%2
	}
	s.match.Undo(moves)
	s.told, s.drawn = false, false
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
			s.say("moves %s: want a number from 1 to %d", short(text(strings.Join(args, " "))), manyMoves)
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

type text string

func (t text) String() string { return string(t) }

// hint says a winning move, or the move that is hardest to answer.
func (s *session) hint(ctx context.Context) error {
	advice, err := s.match.Hint(ctx)
	switch {
	case err != nil:
		return err
	case advice.Outcome == grundy.N:
		s.say("This wins: %s%s.", s.moveText(advice.Move), others(advice.Winning))
	case advice.Outcome == grundy.D:
		s.say("No move wins. This keeps the draw: %s.", s.moveText(advice.Move))
	default:
		text := fmt.Sprintf("No move wins. Hard to answer: %s", s.moveText(advice.Move))
		if advice.Replies != nil {
			text += fmt.Sprintf(", which leaves %s among %v", message.Count(advice.WinningReplies, "winning reply", "winning replies"), advice.Replies)
		}
		s.say("%s.", text)
	}
	return nil
}

// why says who wins the present position, and after a lost match where it was
// lost.
func (s *session) why(ctx context.Context) error {
	if winner, over := s.match.Over(); over && winner != s.human {
		return s.whyLost(ctx)
	}
	a, err := s.match.Solve(ctx)
	if err != nil {
		return err
	}
	toMove := "you are to move"
	if s.match.Mover() != s.human {
		toMove = "grundy is to move"
	}
	s.say("Outcome %v, and %s.", a.Outcome, toMove)
	for _, reason := range a.Reasons {
		s.say("  %s", reason)
	}
	if a.Outcome == grundy.P && s.match.Mover() == s.human && s.match.Turn() > s.human {
		return s.whyLost(ctx)
	}
	return nil
}

// draw offers a draw, which is accepted by who has no win.
func (s *session) draw(ctx context.Context) error {
	if !s.match.Loopy() {
		s.say("Play ends in this game, and one of us wins: there is no draw.")
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
