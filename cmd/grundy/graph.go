package main

// This file holds `grundy graph`: games given as graphs.

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"grundy"
	"grundy/games/graph"
	"grundy/internal/message"
	"grundy/theory/loopy"
)

// graphFlags are the flags of `grundy graph`.
type graphFlags struct {
	nodes   []string
	asJSON  bool
	misere  bool
	acyclic bool
	format  string
	bounds  budgetFlags
}

func newGraph() *cobra.Command {
	var f graphFlags
	cmd := &cobra.Command{
		Use:   "graph FILE",
		Short: "Tell the outcome and the nim-value of each node of a graph",
		Long: `Tell who wins at each node of a graph, along whose edges the players move, and
the node's nim-value. "-" reads the graph from standard input.

There may be cycles. Play that does not end is a draw: outcome D. Where play need
not end, a nim-value may be infinite; it is written with the finite nim-values of
the node's options, as in ∞(0,2). In JSON that is {"infinity": [0,2]}.

Formats
  edges   an edge "u v" a line: a player may move from u to v. A line of one name
          declares a node; lines may be empty; "#" begins a comment. Names are any
          text without white space that does not begin with "#".
  dot     a digraph of Graphviz
  json    {"a": ["b","c"], "b": []}, the options of each node, where no node stands
          twice; or {"nodes": ["a","b"], "edges": [["a","b"]]}, where "nodes", if it
          is there, names all nodes, each once; or [["a","b"]], edges alone
The end of the file's name tells the format (.dot, .gv, .json), else the text.

The nodes are printed in the order in which they first appear in the file. In
sums, graph[FILE](node) is a position: grundy solve 'graph[FILE](a) + nim(3)'.
There a file with "]" in its name, and a node with parentheses that do not match,
stand in quotes: graph["a]b"]("x)").

Exit status: 0 answered; 1 too much for the budget, or a cycle in spite of
--acyclic; 2 the request or the file was wrong.`,
		Example: `  printf '1 0\n2 1\n2 2\n' | grundy graph -
  grundy graph game.dot --node start --json
  grundy graph dag.txt --acyclic`,
		Args: wantArgs(1, 1, "a file, or - for standard input"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&f.nodes, "node", nil, "print this node only; may be repeated")
	flags.BoolVar(&f.asJSON, "json", false, "print one JSON value")
	flags.BoolVar(&f.misere, "misere", false, "a player who cannot move wins; there are no nim-values then")
	flags.BoolVar(&f.acyclic, "acyclic", false, "refuse a graph with a cycle, and show one")
	flags.StringVar(&f.format, "format", "auto", "how the file is written: "+strings.Join(graph.Formats(), ", "))
	f.bounds.add(flags)
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(graph.Formats(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (f *graphFlags) run(cmd *cobra.Command, file string) error {
	format, err := graph.ParseFormat(f.format)
	if err != nil {
		return usagef("--format: %w", err)
	}
	budget := f.bounds.budget()
	limitMemory(budget)
	ctx, cancel := cmd.Context(), context.CancelFunc(func() {})
	if budget.Time > 0 {
		ctx, cancel = context.WithTimeout(ctx, budget.Time)
	}
	defer cancel()
	// Memory is a few large arrays without pointers, which are collected in no
	// time, so that what is no longer needed need not be kept.
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	show, done := progressTo(cmd.ErrOrStderr())
	defer done()
	write, err := f.solve(ctx, cmd.InOrStdin(), file, graph.Options{Name: nameOf(file), Format: format, Memory: budget.Memory, Progress: show})
	done()
	switch {
	case err == nil:
		return write(bufio.NewWriterSize(cmd.OutOrStdout(), 1<<16))
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%s takes longer than %v: %w; --max-time sets the budget", nameOf(file), budget.Time, grundy.ErrBudget)
	}
	return fileError(err)
}

// fileError tells files that were wrong from work that failed.
func fileError(err error) error {
	var wrong *graph.Error
	switch {
	case errors.Is(err, grundy.ErrTooLarge):
		return fmt.Errorf("%w; --max-memory sets the budget", err)
	case errors.As(err, &wrong):
		return usageError{err}
	}
	return err
}

// solve reads the graph and values its nodes. It returns a function that writes
// them, so that nothing is written before all is known.
func (f *graphFlags) solve(ctx context.Context, stdin io.Reader, file string, o graph.Options) (func(w *bufio.Writer) error, error) {
	g, err := readGraph(ctx, stdin, file, o)
	if err != nil {
		return nil, err
	}
	chosen, err := f.chosenNodes(g)
	if err != nil {
		return nil, err
	}
	if f.acyclic {
		if err := refuseCycle(ctx, g, o.Name); err != nil {
			return nil, err
		}
	}
	values, err := f.values(ctx, g)
	if err != nil {
		return nil, err
	}
	write := writeNodesText
	if f.asJSON {
		write = writeNodesJSON
	}
	return func(w *bufio.Writer) error { return write(w, g, chosen, values) }, nil
}

// readGraph reads the file, or standard input for "-".
func readGraph(ctx context.Context, stdin io.Reader, file string, o graph.Options) (*graph.Graph, error) {
	in := io.NopCloser(stdin)
	if file != standardStream {
		var err error
		if in, err = openFile(file); err != nil {
			return nil, usageError{err}
		}
	}
	g, err := graph.Read(ctx, in, o)
	return g, errors.Join(err, in.Close())
}

// chosenNodes returns the nodes that --node names, or all.
func (f *graphFlags) chosenNodes(g *graph.Graph) (iter.Seq[uint32], error) {
	if len(f.nodes) == 0 {
		return g.All(), nil
	}
	var some []uint32
	for _, name := range f.nodes {
		v, ok := g.Find(name)
		if !ok {
			return nil, usagef("--node: %w", g.NoNode(name))
		}
		some = append(some, v)
	}
	return slices.Values(some), nil
}

// refuseCycle shows a cycle of the graph, if there is one.
func refuseCycle(ctx context.Context, g *graph.Graph, name string) error {
	cycle, err := g.Rows().Cycle(ctx)
	if err != nil || cycle == nil {
		return err
	}
	return fmt.Errorf("%s has a cycle: %s", name,
		message.Cycle(len(cycle), func(i int) string { return string(g.AppendName(nil, cycle[i])) }))
}

// nodeValues tell what is known of each node.
type nodeValues struct {
	outcome  func(v uint32) grundy.Outcome
	nimValue func(v uint32) *grundy.LoopyValue // nil in misère play
}

// values values the nodes of the graph.
func (f *graphFlags) values(ctx context.Context, g *graph.Graph) (nodeValues, error) {
	if f.misere {
		outcomes, err := loopy.Outcomes(ctx, g.Rows(), grundy.Misere)
		return nodeValues{
			outcome:  func(v uint32) grundy.Outcome { return outcomes[v] },
			nimValue: func(uint32) *grundy.LoopyValue { return nil },
		}, err
	}
	values, err := g.Values(ctx)
	return nodeValues{
		outcome:  func(v uint32) grundy.Outcome { return values.Outcome(v) },
		nimValue: func(v uint32) *grundy.LoopyValue { at := values.At(v); return &at },
	}, err
}

// writeNodesText writes a node a line, for people.
func writeNodesText(w *bufio.Writer, g *graph.Graph, nodes iter.Seq[uint32], values nodeValues) error {
	w.WriteString("node\toutcome\tnim-value\n")
	var line []byte
	for v := range nodes {
		line = append(g.AppendName(line[:0], v), '\t')
		line = append(append(line, values.outcome(v).String()...), '\t')
		line = append(append(line, nimValueText(values.nimValue(v))...), '\n')
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return w.Flush()
}

// writeNodesJSON writes an object a node.
func writeNodesJSON(w *bufio.Writer, g *graph.Graph, nodes iter.Seq[uint32], values nodeValues) error {
	w.WriteString(`{"nodes": [`)
	var line, name []byte
	separator := ""
	for v := range nodes {
		name = g.AppendName(name[:0], v)
		line = append(line[:0], separator...)
		separator = ",\n  "
		line = appendJSONString(append(line, `{"node": `...), name)
		line = append(append(line, `, "outcome": "`...), values.outcome(v).String()...)
		line = append(appendNimValueJSON(append(line, `", "nim_value": `...), values.nimValue(v)), '}')
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	w.WriteString("]}\n")
	return w.Flush()
}

// nimValueText writes a nim-value, or "-" where there is none.
func nimValueText(v *grundy.LoopyValue) string {
	if v == nil {
		return "-"
	}
	return v.String()
}
