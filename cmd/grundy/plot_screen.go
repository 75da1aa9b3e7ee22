package main

// This file holds what the terminal can show of a picture of `grundy plot`: its size
// and its colours.

import (
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"grundy/internal/message"
	"grundy/plot"
)

// A screen is where a picture without a file goes: a terminal of a size, or
// what has neither size nor colours.
type screen struct {
	columns, rows int
	colours       plot.Colours
}

var colourNames = []string{"auto", "always", "never"}

// screenOf tells what w can show.
func screenOf(w io.Writer, colour string) (screen, error) {
	s := screen{columns: 80, rows: 24}
	if kept, ok := w.(*keptWriter); ok {
		w = kept.Writer
	}
	file, ok := w.(*os.File)
	terminal := ok && term.IsTerminal(int(file.Fd()))
	if terminal {
		if columns, rows, err := term.GetSize(int(file.Fd())); err == nil && columns > 0 && rows > 0 {
			s.columns, s.rows = columns, rows
		}
	}
	switch colour {
	case "auto":
		if !terminal || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
			return s, nil
		}
	case "always":
	case "never":
		return s, nil
	default:
		return s, usagef("--colour=%s: want %s%s", shown(colour), strings.Join(colourNames, ", "), message.DidYouMean(colour, colourNames))
	}
	s.colours = plot.Colours256
	if c := os.Getenv("COLORTERM"); c == "truecolor" || c == "24bit" {
		s.colours = plot.TrueColours
	}
	return s, nil
}
