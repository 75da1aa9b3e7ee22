package main

// This file decides how large a picture of `grundy plot` is in a terminal, and its colours.

import (
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/plot"
	"github.com/grundy-games/grundy/internal/terminal"
)

// A screen is where a picture without a file goes: a terminal of a size, or
// what has neither size nor colours.
type screen struct {
	columns, rows int
	terminal      bool // or told by --colour=always that it is one
	colours       plot.Colours
}

// cells returns how many cells of a map fit on the screen.
func (s screen) cells() (width, height int) {
	switch {
	case !s.terminal:
		return 16, 16
	case s.colours != plot.NoColours:
		return plot.WindowCells(s.columns, s.rows)
	}
	// Digits stand between the title, an axis, the name of what is blocked, and the
	// prompt. A nim-value is hardly ever larger than the sum of the coordinates.
	const lines = 5
	height = max(1, s.rows-lines)
	left := len(strconv.Itoa(height-1)) + len(" |")
	for width = 1; ; width++ {
		if wide := len(" ") + len(strconv.Itoa(width+height)); left+(width+1)*wide > s.columns {
			return width, height
		}
	}
}

// terms returns how many values of a sequence fit on the screen.
func (s screen) terms() int {
	switch {
	case !s.terminal:
		return 100
	case s.colours != plot.NoColours:
		return plot.WindowTerms(s.columns)
	}
	const lines, each = 4, 10 // title, legend in two, prompt; values in a line
	return each * min(max(1, s.rows-lines), 100/each)
}

var colourNames = []string{"auto", "always", "never"}

// screenOf returns what w can show.
func screenOf(w io.Writer, colour string) (screen, error) {
	s := screen{columns: 80, rows: 24}
	if kept, ok := w.(*keptWriter); ok {
		w = kept.Writer
	}
	file, ok := w.(*os.File)
	if ok && terminal.Is(file) {
		s.terminal = true
		if columns, rows := terminal.Size(file); columns > 0 && rows > 0 {
			s.columns, s.rows = columns, rows
		}
	}
	switch colour {
	case "auto":
		if !s.terminal || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
			return s, nil
		}
	case "always":
	case "never":
		return s, nil
	default:
		return s, usagef("--colour=%s: want %s%s", message.Shown(colour), strings.Join(colourNames, ", "), message.DidYouMean(colour, colourNames))
	}
	s.terminal = true
	s.colours = plot.Colours256
	if c := os.Getenv("COLORTERM"); c == "truecolor" || c == "24bit" {
		s.colours = plot.TrueColours
	}
	return s, nil
}
