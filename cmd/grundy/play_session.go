package main

// A session of `grundy play` reads lines, goes on with the match, and says what happens.
// play_commands.go obeys the lines.

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"
	"unicode"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/play"
	"github.com/grundy-games/grundy/scene"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// A session is a match with somebody at the other end of two streams.
type session struct {
	question ask.Play
	match    *play.Match
	human    int  // the player who types
	two      bool // both do
	out      *bufio.Writer
	watch    *watch
	prompt   string
	told     bool // how the match has ended
	drawn    bool // by agreement
}

// errQuit ends a session.
var errQuit = errors.New("quit")

// run plays until the input ends, somebody quits, or ctx ends. It calls read for each
// line, in the background, as reading cannot be interrupted.
func (s *session) run(ctx context.Context, read func() (line, error)) error {
	s.say("%s", s.rules())
	s.show()
	wanted, lines := make(chan struct{}), make(chan line)
	defer close(wanted)
	go func() {
		for range wanted {
			l, err := read()
			if l.err = err; errors.Is(err, io.EOF) {
				l.err = errQuit
			}
			select {
			case lines <- l:
			case <-ctx.Done():
				return
			}
		}
	}()
	for {
		if err := s.think(func() error { return s.moveOn(ctx) }); err != nil {
			return s.stop(ctx, err)
		}
		fmt.Fprint(s.out, s.prompt)
		if err := s.out.Flush(); err != nil {
			return err
		}
		select {
		case wanted <- struct{}{}:
		case <-ctx.Done():
			return s.stop(ctx, ctx.Err())
		}
		select {
		case <-ctx.Done():
			return s.stop(ctx, ctx.Err())
		case line := <-lines:
			switch {
			case errors.Is(line.err, errQuit):
				if s.prompt != "" {
					s.say("") // behind the prompt
				}
				return s.stop(ctx, errQuit)
			case line.err != nil:
				return usagef("standard input: %w", line.err)
			}
			if err := s.think(func() error { return s.read(ctx, line) }); err != nil {
				return s.stop(ctx, err)
			}
		}
	}
}

// think does what may take long: what has been said is seen before, and a line
// that says how far it is meanwhile.
func (s *session) think(do func() error) error {
	if err := s.out.Flush(); err != nil {
		return err
	}
	s.watch.start("play")
	defer s.watch.stop()
	return do()
}

// stop ends the session: a Ctrl-C and the end of the input are not failures.
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

// lineReader returns what reads the next line, with the error io.EOF behind the last one.
func lineReader(in io.Reader) func() (line, error) {
	r := bufio.NewReaderSize(in, maxLine)
	return func() (line, error) {
		text, err := r.ReadSlice('\n')
		l := line{text: strings.TrimSpace(string(text))}
		for errors.Is(err, bufio.ErrBufferFull) {
			l.tooLong = true
			_, err = r.ReadSlice('\n')
		}
		if err == io.EOF && l.text != "" {
			err = nil // and the next one is the end
		}
		return l, err
	}
}

// rules says how the match is won.
func (s *session) rules() string {
	text := "A player who has no move loses"
	if s.match.Convention() == grundy.Misere {
		text = "A player who has no move wins"
	}
	if kind := s.match.Compound(); kind != compound.Disjunctive {
		text = fmt.Sprintf("%s; %v compound", text, kind)
	}
	first := "you move first"
	switch {
	case s.two:
		first = "two players take turns"
	case s.human == 1:
		first = "grundy moves first"
	}
	return text + "; " + first + `. "help" lists what you can type.`
}

// name names a player.
func (s *session) name(player int) string {
	switch {
	case s.two:
		return []string{"first player", "second player"}[player]
	case player == s.human:
		return "you"
	}
	return "grundy"
}

// toMove says who is to move.
func (s *session) toMove() string {
	mover := s.match.Mover()
	switch {
	case s.two:
		return "the " + s.name(mover) + " is to move"
	case mover == s.human:
		return "you are to move"
	}
	return "grundy is to move"
}

// show shows the position, and to two people who is to move.
func (s *session) show() {
	s.showComponents()
	if _, over := s.match.Over(); s.two && !over {
		s.say("T%s.", s.toMove()[1:])
	}
}

func (s *session) showComponents() {
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

// picture shows the scene of a component, if it has one.
func (s *session) picture(c grundy.Component) {
	picture, ok, err := c.Scene()
	switch {
	case err != nil:
		s.say("%v", err)
	case ok:
		for line := range strings.SplitSeq(scene.Text(picture, maxPictureLines), "\n") {
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
	if s.match.Turn() == 0 && !s.two { // a match that is too much to play is refused before it begins
		if _, err := s.match.Solve(ctx); err != nil {
			return err
		}
	}
	if _, over := s.match.Over(); !over && s.match.Err() == nil && !s.two && s.match.Mover() != s.human {
		move, err := s.match.Reply(ctx)
		if err != nil {
			return err
		}
		s.say("grundy: %s", s.moveText(move))
		s.match.Make(move)
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
	switch {
	case s.two:
		stuck = "The " + s.name(s.match.Mover()) + " has no move"
	case s.match.Mover() != s.human:
		stuck = "grundy has no move"
	}
	if solve.Stated(grundy.SumOf(s.match.Components()...)) != grundy.NoEnding {
		stuck = "The play is over"
	}
	switch {
	case winner == play.NoWinner:
		s.say("%s: a draw.", stuck)
		return nil
	case s.two:
		s.say("%s: the %s wins.", stuck, s.name(winner))
		return nil
	case winner == s.human:
		s.say("%s: you win.", stuck)
		return nil
	}
	s.say("%s: you lose.", stuck)
	_, _, err := s.whereLost(ctx)
	return err
}

// whereLost names the move that gave the match away, if one did.
func (s *session) whereLost(ctx context.Context) (thrown play.Thrown, ok bool, err error) {
	thrown, ok, err = s.match.LastThrown(ctx, s.human)
	switch {
	case err != nil:
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
	return thrown, ok, err
}

// moveText writes a move.
func (s *session) moveText(move solve.Move) string {
	return moveText(move, len(s.match.Components()) > 1)
}

// others says that there are other winning moves.
func others(count *big.Int) string {
	if count == nil {
		return "; other moves may win, too"
	}
	more := new(big.Int).Sub(count, big.NewInt(1))
	switch {
	case more.Sign() <= 0:
		return ""
	case more.Cmp(big.NewInt(1)) == 0:
		return ", or 1 other move"
	}
	return fmt.Sprintf(", or %v other moves", more)
}
