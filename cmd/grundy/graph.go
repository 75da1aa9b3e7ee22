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
	cmd := &cobra.Command{
		Use:   "graph FILE",
		Short: "Find the outcome and the nim-value of each node of a graph",
		Long: `Find who wins at each node of a graph, along whose edges the players move, and
the node's nim-value. "-" reads the graph from standard input.

There may be cycles. Play that does not end is a draw: outcome D. Where play need
not end, a nim-value may be infinite; it is written with the finite nim-values of
the node's options, as in ∞(0,2). In JSON that is {"infinity": [0,2]}.

The file is one of
  edges   an edge "u v" a line: a player may move from u to v. A line of one
          name declares a node; lines may be empty; "#" begins a comment. Names
          are any text without white space that does not begin with "#".
  dot     a digraph of Graphviz
  json    {"a": ["b","c"], "b": []}, the options of each node, where no node
          stands twice; or {"nodes": ["a","b"], "edges": [["a","b"]]}, where
          "nodes", if it is there, names all nodes, each once; or [["a","b"]],
          edges alone
The ending of the file's name says which (.dot, .gv, .json), otherwise the
text does.

The nodes are printed in the order in which they first appear in the file. In
sums, graph[FILE](node) is a position: grundy solve 'graph[FILE](a) + nim(3)'.
There a file with "]" in its name, and a node with parentheses that do not match,
stand in quotes: graph["a]b"]("x)").

Exit status: 0 answered; 1 over the budget, or a cycle with --acyclic; 2 the request
or the file was wrong.`,
		Example: `  printf '1 0\n2 1\n2 2\n' | grundy graph -
  grundy graph game.dot --node start --json
  grundy graph dag.txt --acyclic`,
		Args: wantArgs(1, 1, "a file, or - for standard input"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	f.question.Input = graph.Formats()[0]
	add := flagsOf(cmd)
	add("node", &f.question.Nodes, "")
	addJSON(cmd, &f.asJSON, "", setAs(graph.Formats(), &f.question.Input))
	add("misere", &f.question.Misere, "; there are no nim-values then")
	add("acyclic", &f.question.Acyclic, "")
	add("input", &f.question.Input, "", graph.Formats()...)
	f.bounds.add(cmd, "")
	return cmd
}

// run answers the question about the file, - for standard input.
func (f *graphFlags) run(cmd *cobra.Command, file string) (err error) {
	in := io.NopCloser(cmd.InOrStdin())
	if file != standardStream {
		if in, err = openFile(file); err != nil {
			return usageError{err}
		}
	}
	f.question.Name, f.question.Text = nameOf(file), in
	defer func() { _ = in.Close() }()
	_, err = answer(cmd, &f.bounds, f.asJSON, f.question.Ask, func(w io.Writer, a *ask.Graphed) error { return a.WriteText(w) })
	return err
}
