// Package console plays a match in a terminal, which it redraws in place: a cursor on the
// board or in the list of moves, what each move leads to, why, and who was winning.
//
// Run plays a match. The package knows scenes and moves, and no game. What asks the engine
// runs beside the screen, one question at a time, and can be stopped.
package console

// Callers need only these names.

import (
	"context"
	"errors"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/grundy-games/grundy/play"
	"github.com/grundy-games/grundy/solve"
)

// The smallest screen on which a board and a list fit.
const (
	LeastWidth  = 60
	LeastHeight = 16
)

// Options are what a match on the screen needs.
type Options struct {
	Match *play.Match
	Human int  // the player at the keyboard, unless there are two
	Two   bool // two people play; the opponent never moves
	// Explain writes the reasons of an answer in lines.
	Explain func(*solve.Answer) []string
	// Tell says in one line what is wrong.
	Tell func(error) string
	// Working is called when the engine begins to work, and Far says how far it has come.
	Working func()
	Far     func() string

	In  io.Reader
	Out io.Writer
}

// Run plays until somebody quits or ctx ends. The error comes from the terminal.
func Run(ctx context.Context, o Options) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	m := newModel(ctx, o)
	_, err := tea.NewProgram(m, tea.WithContext(ctx), tea.WithInput(o.In), tea.WithOutput(o.Out), tea.WithoutSignalHandler()).Run()
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return nil
	}
	return err
}

// Init looks at the position.
func (m *model) Init() tea.Cmd { return m.look("") }

// View draws the screen.
func (m *model) View() tea.View {
	text, cursor := m.view()
	v := tea.NewView(text)
	v.AltScreen, v.WindowTitle, v.Cursor = true, "grundy: "+m.text, cursor
	return v
}

// after calls the message later; tests let no time pass.
type after func(d time.Duration, message func(time.Time) tea.Msg) tea.Cmd
