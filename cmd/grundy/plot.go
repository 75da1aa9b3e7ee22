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
	cmd := described("plot", &cobra.Command{
		Args:              wantArgs(1, 1, "a game, such as queen or 0.77"),
		ValidArgsFunction: completeGames,
		RunE:              func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	})
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
				return fmt.Errorf("%w; grundy draw draws a position", inFlags(cmd, err))
			}
		}
		if err != nil {
			return inFlags(cmd, err)
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
			return inFlags(cmd, answer.Picture.WriteTerminal(cmd.Context(), w, screen.columns, screen.rows, screen.colours))
		}
		return inFlags(cmd, answer.Write(cmd.Context(), w))
	}
	format, _, err := pictureFormat(f.output, false)
	switch {
	case err != nil:
		return err
	case f.output == "":
		q.Usual.Width, q.Usual.Height = screen.cells()
		q.Usual.Terms = screen.terms()
		return picture(cmd.OutOrStdout())
	}
	q.Format = format.String()
	return writeWhole(f.output, picture)
}
