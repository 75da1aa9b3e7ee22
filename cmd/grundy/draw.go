package main

// `grundy draw` draws positions and game graphs.

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/ask"
)

// drawFlags are the flags of `grundy draw`.
type drawFlags struct {
	question ask.Draw
	output   string
	json     bool
	bounds   budgetFlags
}

func newDraw() *cobra.Command {
	var f drawFlags
	cmd := described("draw", &cobra.Command{
		Args: wantArgs(1, -1, `a position, such as 'nim(3,5,7)'`),
		RunE: f.run,
	})
	add := flagsOf(cmd)
	add("graph", &f.question.Graph, "")
	add("merge", &f.question.Merge, "")
	add("winning", &f.question.Winning, "")
	addConvention(cmd, &f.question.Misere, &f.question.Compound)
	add("output", &f.output, ": .svg or .png, with --graph also .dot")
	addTitle(cmd, &f.question.Title, "the position")
	addJSON(cmd, &f.json, ": the picture as data")
	f.bounds.add(cmd, "")
	return cmd
}

// mostPictureLines is how many lines of each component are written.
const mostPictureLines = 200

// run draws the position in args.
func (f *drawFlags) run(cmd *cobra.Command, args []string) (err error) {
	if f.question.Position, err = positionOf(cmd, args); err != nil {
		return err
	}
	format, dot, err := pictureFormat(f.output, true)
	switch {
	case err != nil:
		return err
	case f.output != "" && f.json:
		return usagef("--json prints data, and -o writes a picture: want one of them")
	case dot && !f.question.Graph:
		return usagef("-o %s: a .dot file holds a graph: want --graph", f.output)
	}
	means, done := f.bounds.means(cmd)
	defer done()
	opened := noting(&means)
	f.question.Position = startOf(cmd, means, f.question.Position)
	answer, err := f.question.Ask(cmd.Context(), means)
	if err != nil {
		return inFlags(cmd, err)
	}
	done()
	if err := distinct(namedFile{"-o", f.output}, *opened...); err != nil {
		return err
	}
	switch {
	case f.json:
		return ask.WriteJSON(cmd.OutOrStdout(), answer)
	case f.output == "":
		return answer.WriteText(cmd.OutOrStdout(), mostPictureLines)
	}
	return writeWhole(f.output, func(w io.Writer) error {
		if dot {
			return answer.WriteDOT(w)
		}
		return inFlags(cmd, answer.Write(cmd.Context(), w, format))
	})
}
