package console

// A match line by line: a player types moves and commands, and reads below what happens. The screen
// has the same model; here its jobs are done one after the other.

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/play"
	"github.com/grundy-games/grundy/scene"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// LinesHelp describes the lines that a player may type.
const LinesHelp = `A move is
  4                   move 4 of the list that "moves" prints
  queen(2,2)          the position that a component becomes; 2,2 is enough
  2 left, 1 down      the words that "moves" prints behind it
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
  level NAME  how well the opponent plays: perfect, good, beginner or gentle
  quit        stop`

// lineWords are the words of the commands.
var lineWords = []string{"help", "moves", "hint", "why", "undo", "redo", "show", "draw", "level", "quit"}

// Lines are what a match line by line needs besides its [Options].
type Lines struct {
	In     io.Reader
	Out    io.Writer
	Prompt string // "" for none
	// Move writes a move, with the numbers of components if it is numbered.
	Move func(move solve.Move, numbered bool) string
	// Rested is called when the engine has worked.
	Rested func()
}

// A writer writes what is said of a match.
type writer struct {
	Lines
	out *bufio.Writer
}

// errQuit ends a match.
var errQuit = errors.New("quit")

// RunLines plays until the input ends, somebody quits, or ctx ends. The error comes from the input,
// which is an [*InputError], from the output, or from an opponent that cannot move.
func RunLines(ctx context.Context, o Options, l Lines) error {
	m := newModel(ctx, o)
	m.lines = &writer{l, bufio.NewWriter(l.Out)}
	err := m.converse(ctx, lineReader(l.In))
	if ctx.Err() != nil {
		m.say("")
	}
	if flushed := m.lines.out.Flush(); flushed != nil {
		return flushed
	}
	if errors.Is(err, errQuit) || ctx.Err() != nil {
		return nil
	}
	return err
}

// An InputError is an error of the input.
type InputError struct{ error }

// converse reads and obeys lines. Reading cannot be interrupted, so that it is done in the background.
func (m *model) converse(ctx context.Context, read func() (typed, error)) error {
	m.say(m.rulesOfLines())
	if err := m.settle(m.look("")); err != nil {
		return err
	}
	wanted, lines := make(chan struct{}), make(chan typed)
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
		fmt.Fprint(m.lines.out, m.lines.Prompt)
		if err := m.lines.out.Flush(); err != nil {
			return err
		}
		select {
		case wanted <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case l := <-lines:
			switch {
			case errors.Is(l.err, errQuit) && m.lines.Prompt != "":
				m.say("") // behind the prompt
				return errQuit
			case errors.Is(l.err, errQuit):
				return errQuit
			case l.err != nil:
				return &InputError{l.err}
			}
			if err := m.settle(m.obey(l)); err != nil {
				return err
			}
		}
	}
}

// settle does what a command wants, and what follows from it. The player sees meanwhile all that
// was said before.
func (m *model) settle(c command) error {
	defer m.lines.Rested()
	for c != nil && !m.quit {
		if err := m.lines.out.Flush(); err != nil {
			return err
		}
		r := c().(result)
		if err := m.ctx.Err(); err != nil {
			return err
		}
		if r.err != nil && m.isTheirs() && !m.isOver() {
			return r.err // nobody else can move
		}
		c = m.update(r)
	}
	switch {
	case m.quit:
		return errQuit
	case m.err != nil:
		return m.err
	}
	return nil
}

// obey obeys a line.
func (m *model) obey(l typed) command {
	fields := strings.Fields(l.text)
	switch {
	case l.tooLong:
		m.say(fmt.Sprintf("A line of more than %d bytes: no move is that long.", mostLine))
		return nil
	case len(fields) == 0:
		return nil
	}
	word := strings.ToLower(fields[0])
	switch word {
	case "help", "?":
		m.say(LinesHelp)
		return nil
	case "quit", "exit", "q":
		m.quit = true
		return nil
	case "show":
		m.showPosition()
		return nil
	case "level", "levels":
		return m.setLevel(fields[1:])
	case "undo":
		return m.undo()
	case "redo":
		return m.redo()
	case "why":
		return m.why()
	}
	if m.isOver() {
		m.say(`The match is over. "undo" takes your last move back, "quit" ends.`)
		return nil
	}
	switch word {
	case "moves":
		m.listMoves(fields[1:])
		return nil
	case "hint":
		return m.best()
	case "draw":
		return m.offerDraw()
	}
	return m.find(l.text)
}

// setLevel shows or changes the level of the opponent.
func (m *model) setLevel(args []string) command {
	if len(args) == 0 || m.options.Two {
		return m.changeLevel(m.level)
	}
	level, err := play.ParseLevel(strings.Join(args, " "))
	if err != nil {
		m.say(fmt.Sprintf("level %s: %v", message.Brief(strings.Join(args, " "), shortText), err))
		return nil
	}
	return m.changeLevel(level)
}

const (
	shortText = 60 // of what is typed, in messages
	fewMoves  = 40
	manyMoves = 10_000
)

// listMoves lists the moves.
func (m *model) listMoves(args []string) {
	limit := fewMoves
	if len(args) > 0 {
		n, err := strconv.Atoi(args[0])
		if err != nil || n < 1 || n > manyMoves || len(args) > 1 {
			m.say(fmt.Sprintf("moves %s: want a number from 1 to %d", message.Brief(strings.Join(args, " "), shortText), manyMoves))
			return
		}
		limit = n
	}
	moves, count := m.options.Match.Moves(limit)
	for i, move := range moves {
		m.say(fmt.Sprintf("%d. %s", i+1, m.moveText(move)))
	}
	switch {
	case count == nil:
		m.say("… and very many more. You can type any position.")
	case count.Cmp(big.NewInt(int64(len(moves)))) > 0:
		m.say(fmt.Sprintf("… and %v more. You can type any position.", new(big.Int).Sub(count, big.NewInt(int64(len(moves))))))
	}
}

// rulesOfLines says how the match is won.
func (m *model) rulesOfLines() string {
	text := "A player who has no move loses"
	if m.options.Match.Convention() == grundy.Misere {
		text = "A player who has no move wins"
	}
	if kind := m.options.Match.Compound(); kind != compound.Disjunctive {
		text = fmt.Sprintf("%s; %v compound", text, kind)
	}
	first := "you move first"
	switch {
	case m.options.Two:
		first = "two players take turns"
	case m.options.Human == 1:
		first = "grundy moves first"
	}
	return text + "; " + first + `. "help" lists what you can type.`
}

// Positions are shown with this many components, lines of each, and bytes in a line.
const (
	mostComponents   = 50
	mostPictureLines = 200
	mostPictureWidth = 1000
)

// showPosition writes the position, and to two people who is to move.
func (m *model) showPosition() {
	components := m.options.Match.Components()
	for i, c := range components {
		if i == mostComponents {
			m.say(fmt.Sprintf("… and %d more components", len(components)-i))
			break
		}
		if len(components) == 1 {
			m.say(c.String())
		} else {
			m.say(fmt.Sprintf("%d: %s", i+1, c))
		}
		m.say(pictureOf(c)...)
	}
	if m.options.Two && !m.over {
		m.say(m.toMove(m.mover()))
	}
}

// pictureOf returns the lines of the scene of a component, if it has one.
func pictureOf(c grundy.Component) (lines []string) {
	picture, ok, err := c.Scene()
	switch {
	case err != nil:
		return []string{err.Error()}
	case !ok:
		return nil
	}
	for text := range strings.SplitSeq(scene.Text(picture, mostPictureLines), "\n") {
		rest := ""
		if len(text) > mostPictureWidth {
			text, rest = strings.ToValidUTF8(text[:mostPictureWidth], ""), "…"
		}
		lines = append(lines, "  "+line(text)+rest)
	}
	return lines
}

// A typed is a line of input.
type typed struct {
	text    string
	tooLong bool // and text is its beginning
	err     error
}

// mostLine bounds the bytes of a line of input.
const mostLine = 1 << 16

// lineReader returns what reads the next line, with the error io.EOF behind the last one.
func lineReader(in io.Reader) func() (typed, error) {
	r := bufio.NewReaderSize(in, mostLine)
	return func() (typed, error) {
		text, err := r.ReadSlice('\n')
		l := typed{text: strings.TrimSpace(string(text))}
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
