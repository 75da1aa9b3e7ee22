package main

// `grundy plot` draws boards and nim-sequences.

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/plot"
	"github.com/grundy-games/grundy/position"
)

// plotFlags are the flags of `grundy plot`.
type plotFlags struct {
	question       ask.Plot
	output, colour string
	bounds         budgetFlags
}

func newPlot() *cobra.Command {
	var f plotFlags
	cmd := &cobra.Command{
		Use:   "plot GAME",
		Short: "Draw the nim-values of a board, or a heap's nim-sequence",
		Long: `Draw a picture. Of a board game, such as queen: a heat map of its nim-values, a
square a cell, x to the right and y upward from (0,0) at the bottom left; blocked
cells, and others that are not positions, have a colour of their own, or are
printed as #. So of a position in which two numbers are left open, such as
pass-nim(_,_,1); see "grundy values --help".
Of a game of heaps, such as 0.77 or subtraction[1,3,4], or of one open number: its
nim-sequence from 0 to N as points, with the preperiod and one period marked, if
a period is proved by a fixed amount of work, or with --max-values=K by the first K values
and in half of --max-time; the rest of the time is for the values that are drawn.

A file shows every value of a sequence up to n = 14,400, in bands below each other. A
longer one begins with an overview: a column of pixels stands for several n, and its
colours say how many of them have a value, as the key describes. The beginning and the
period stand below it, value for value.

Without --size or -n, the picture is small enough to be drawn in seconds: by a fixed
amount of work, the same on every machine. If it is smaller than usual, a line on
standard error says so.

With -o FILE the ending of FILE, .png or .svg, says the format; "-o -" says
none, and is refused. Without -o, the picture is drawn in the terminal, as large as
the window, or printed in digits where the output is not a terminal.

In small maps each cell has its number in it. P-positions are orange, in every view that
shows the nim-values themselves; white in palettes that have orange.

--of and --misere choose what is drawn: nim-values, outcomes, remoteness or suspense.
Infinite values have the colour of cells without a position.

With --show a heat map shows
  values     the nim-values, on a scale from 0 to the largest
  p          the P-positions: nim-value 0, the player to move loses
  value:K    the cells of nim-value K
  mod:M      the nim-values modulo M
  xor        the difference to x XOR y, the nim-value of a rook

Exit status: 0 drawn, 1 too much for the budget, 2 the request was wrong.`,
		Example: `  grundy plot queen --size 512x512 -o queen.png
  grundy plot queen --size 100x60 --show=p -o p-positions.svg
  grundy plot rook
  grundy plot 0.16 -n 2000 -o sequence.png
  grundy plot 0.16 -n 2000 --histogram`,
		Args:              wantArgs(1, 1, "a game, such as queen or 0.77"),
		ValidArgsFunction: completeGames,
		RunE:              func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	f.colour = colourNames[0]
	add := flagsOf(cmd)
	addTable(cmd, &f.question.Fix, &f.question.Of, &f.question.Misere, &f.question.Compound)
	add("size", &f.question.Size, " (default 512x512 in a file, the window's in a terminal, else 16x16; less if that is much work)")
	add("last", notSize(natural(optional(&f.question.N), 0, heap.MaxHeap)), " (default 999 in a file, what fits into the window in a terminal, else 99; less if that is much work)")
	add("output", &f.output, ": .png or .svg")
	add("show", &f.question.Show, " (default values)", plot.ViewForms()...)
	add("histogram", &f.question.Histogram, "")
	add("palette", &f.question.Palette, " (default what suits the view)", plot.Palettes()...)
	add("cell", integer(optional(&f.question.Cell), 0), " (default for a picture of about 1000 pixels)")
	addTitle(cmd, &f.question.Title, "the game and what is shown")
	add("max-values", integer(optional(&f.question.Max), ask.DefaultPlotMax), " (default as many as a fixed amount of work gives, 524288 at most)")
	add("colour", &f.colour, "", colourNames...)
	f.bounds.add(cmd, "")
	return cmd
}

// run draws the picture in the file, or in the terminal.
func (f *plotFlags) run(cmd *cobra.Command, game string) error {
	q := &f.question
	q.Game = game
	screen, err := screenOf(cmd.OutOrStdout(), f.colour)
	if err != nil {
		return err
	}
	means, done := f.bounds.means(cmd)
	defer done()
	opened := noting(&means)
	picture := func(w io.Writer) error {
		answer, err := q.Ask(cmd.Context(), means)
		if wrong := (*position.SyntaxError)(nil); errors.As(err, &wrong) {
			if means.IsSum(cmd.Context(), game) {
				return fmt.Errorf("%w; grundy draw draws a position", told(cmd, err))
			}
		}
		if err != nil {
			return told(cmd, err)
		}
		if err := distinct(namedFile{"-o", f.output}, *opened...); err != nil {
			return err
		}
		done()
		if answer.Note != "" {
			flag := "-n"
			if answer.Wider == "size" {
				flag = "--size"
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "grundy: %s; %s asks for more\n", answer.Note, flag)
		}
		if f.output == "" {
			return told(cmd, answer.Picture.WriteTerminal(cmd.Context(), w, screen.columns, screen.rows, screen.colours))
		}
		return told(cmd, answer.Write(cmd.Context(), w))
	}
	switch f.output {
	case "":
		q.Usual.Width, q.Usual.Height = screen.cells()
		q.Usual.Terms = screen.terms()
		return picture(cmd.OutOrStdout())
	case standardStream:
		return usagef("-o -: the format follows from the name of the file: want one that ends in .png or .svg")
	}
	format, err := plot.FormatOf(f.output)
	if err != nil {
		return usagef("-o: %w", err)
	}
	q.Format = format.String()
	return writeWhole(f.output, picture)
}
