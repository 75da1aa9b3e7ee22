package main

// This file plays on a screen, where the terminal allows it. The screen itself is package
// internal/console.

import (
	"context"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/console"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/terminal"
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

// onScreen plays the match of s on a screen.
func (s *session) onScreen(ctx context.Context, in, out *os.File) error {
	if !s.two { // a match that is too much to play is refused before it begins
		if err := s.think(func() error { _, err := s.match.Solve(ctx); return err }); err != nil {
			return s.stop(ctx, err)
		}
	}
	return console.Run(ctx, console.Options{
		Match: s.match, Human: s.human, Two: s.two,
		In: in, Out: out, Colours: os.Getenv("NO_COLOR") == "",
		Explain: func(a *solve.Answer) (lines []string) {
			pass := func(line string) { lines = append(lines, line) }
			writeReasons(a, pass)
			writeArgument(a, pass)
			return lines
		},
		Tell:    func(err error) string { return message.Line(solveError(err)) },
		Working: func() { s.watch.note("play") },
		Far:     func() string { return strings.Join(s.watch.soFar(false), ", ") },
	})
}
