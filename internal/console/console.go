// Package console plays a match in a terminal, which it redraws in place: a cursor on the
// board or in the list of moves, what each move leads to, why, and who was winning.
//
// Run plays a match there, and RunLines plays one line by line. The package knows scenes and moves,
// and no game. What asks the engine runs beside the screen, one question at a time, and can be
// stopped.
package console

// Callers need only these names.

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"time"

	"github.com/grundy-games/grundy/internal/terminal"
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

	In, Out *os.File // a terminal
	Colours bool     // whether it shows hints in colours too
}

// Run plays until somebody quits or ctx ends. The error comes from the terminal.
func Run(ctx context.Context, o Options) error {
	screen, err := terminal.Open(o.In, o.Out)
	if err != nil {
		return err
	}
	defer screen.Close()
	return run(ctx, o, screen)
}

// A screen is what a match needs of a [terminal.Screen].
type screen interface {
	Size() (columns, lines int)
	Draw(lines []string, cursor *terminal.Cursor) error
	Keys() ([]terminal.Key, error)
	Resized() <-chan os.Signal
	Suspend() error
}

// run plays on a screen.
func run(ctx context.Context, o Options, screen screen) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	messages := make(chan any)
	send := func(message any) {
		select {
		case messages <- message:
		case <-ctx.Done():
		}
	}
	begin := func(c command) {
		if c == nil {
			return
		}
		go func() {
			defer func() {
				if cause := recover(); cause != nil { // the terminal comes first
					send(failure{fmt.Sprintf("%v\n\n%s", cause, debug.Stack())})
				}
			}()
			send(c())
		}()
	}
	read := func() any { // once for each message, so that nobody reads when the match is over
		pressed, err := screen.Keys()
		return input{pressed, err}
	}
	m := newModel(ctx, o)
	m.after = func(d time.Duration, message any) { time.AfterFunc(d, func() { send(message) }) }
	begin(m.look(""))
	begin(read)
	for {
		m.width, m.height = screen.Size()
		if err := screen.Draw(m.view()); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-screen.Resized():
		case message := <-messages:
			switch message := message.(type) {
			case failure:
				panic(message.text)
			case input:
				if message.err != nil {
					return message.err
				}
				for _, key := range message.keys {
					if key.Name == "ctrl+z" {
						if err := screen.Suspend(); err != nil {
							return err
						}
					}
					if begin(m.update(key)); m.quit {
						return nil
					}
				}
				begin(read)
			default:
				begin(m.update(message))
			}
		}
	}
}

// An input is what was typed.
type input struct {
	keys []terminal.Key
	err  error
}

// A failure is a fault of this program.
type failure struct{ text string }
