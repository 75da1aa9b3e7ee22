package main

// This file passes a match on to internal/console: to its screen, where the terminal allows it, or
// line by line.

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/console"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/terminal"
	"github.com/grundy-games/grundy/play"
	"github.com/grundy-games/grundy/solve"
)

// terminalOf returns the terminal that a match can be drawn on, if there is one: both streams
// are one, it can move its cursor, and it is large enough.
func terminalOf(cmd *cobra.Command) (in, out *os.File, ok bool) {
	in, isFile := cmd.InOrStdin().(*os.File)
	out = os.Stdout
	if name := os.Getenv("TERM"); !isFile || !terminal.Is(in) || !terminal.Is(out) || name == "dumb" || name == "" {
		return nil, nil, false
	}
	columns, lines := terminal.Size(out)
	return in, out, columns >= console.LeastWidth && lines >= console.LeastHeight
}

// playMatch plays a match.
func (f *playFlags) playMatch(cmd *cobra.Command, match *play.Match) error {
	ctx, watch := cmd.Context(), watchOf(cmd.Context())
	if !f.two { // a match that is too much to play is refused before it begins
		watch.start("play")
		_, err := match.Solve(ctx)
		watch.stop()
		if err != nil {
			return played(ctx, err)
		}
	}
	o := console.Options{
		Match: match, Two: f.two, Colours: os.Getenv("NO_COLOR") == "",
		Explain: func(a *solve.Answer) (lines []string) {
			pass := func(line string) { lines = append(lines, line) }
			writeReasons(a, pass)
			writeArgument(a, pass)
			return lines
		},
		Tell:    func(err error) string { return message.Line(solveError(err)) },
		Working: func() { watch.note("play") },
		Far:     func() string { return strings.Join(watch.soFar(false), ", ") },
	}
	if f.second {
		o.Human = 1
	}
	var onScreen bool
	if o.In, o.Out, onScreen = terminalOf(cmd); onScreen && !f.lines {
		return console.Run(ctx, o)
	}
	o.Working = func() { watch.start("play") }
	l := console.Lines{In: cmd.InOrStdin(), Out: cmd.OutOrStdout(), Move: moveText, Rested: watch.stop}
	if terminal.Is(cmd.InOrStdin()) {
		l.Prompt = "> "
	}
	return played(ctx, console.RunLines(ctx, o, l))
}

// played returns the error of a match as the command tells it: Ctrl-C is none.
func played(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	if wrong, ok := errors.AsType[*console.InputError](err); ok {
		return usagef("standard input: %w", wrong)
	}
	return solveError(err)
}
