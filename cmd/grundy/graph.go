package main

// `grundy graph` finds who wins at each node of a graph.

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/games/graph"
	"github.com/grundy-games/grundy/internal/ask"
)

// graphFlags are the flags of `grundy graph`.
type graphFlags struct {
	question ask.Graph
	asJSON   bool
	bounds   budgetFlags
}

func newGraph() *cobra.Command {
	var f graphFlags
	cmd := described("graph", &cobra.Command{
		Args: wantArgs(1, 1, "a file, or - for standard input"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	})
	f.question.Input = graph.Formats()[0]
	add := flagsOf(cmd)
	add("node", &f.question.Nodes, "")
	addJSON(cmd, &f.asJSON, "", setAs(graph.Formats(), &f.question.Input))
	add("with", &f.question.With, "", ask.NodeFacts...)
	add("misere", &f.question.Misere, "; there are no nim-values then")
	add("acyclic", &f.question.Acyclic, "")
	add("input", &f.question.Input, "", graph.Formats()...)
	f.bounds.add(cmd, "")
	return cmd
}

// run answers the question about the file, - for standard input.
func (f *graphFlags) run(cmd *cobra.Command, file string) error {
	in, err := openInput(cmd, file)
	if err != nil {
		return err
	}
	f.question.Name, f.question.Text = nameOf(file), in
	defer func() { _ = in.Close() }()
	_, err = answer(cmd, &f.bounds, f.asJSON, f.question.Ask, func(w io.Writer, a *ask.Graphed) error { return a.WriteText(w) })
	return err
}
