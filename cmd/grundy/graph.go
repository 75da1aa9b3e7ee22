package main

// This file holds `grundy graph`: games given as graphs. Files of graphs that
// positions name are opened here too.

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"grundy"
	"grundy/games"
	"grundy/games/graph"
	"grundy/internal/message"
	"grundy/solve"
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
          twice; or {"nodes": ["a"], "edges": [["a","b"]]}; or [["a","b"]], edges
          alone
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

// nameOf returns what a file is called in messages.
func nameOf(file string) string {
	if file == standardStream {
		return "standard input"
	}
	return file
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

// openFile opens a file to read it.
func openFile(name string) (io.ReadCloser, error) {
	switch name {
	case "":
		return nil, errors.New(`"" is no file; want the name of one, or - for standard input`)
	case "-": // from positions: `grundy graph -` does not come here
		return nil, errors.New("- is no file; want the name of one, such as /dev/stdin for standard input")
	}
	// A pipe with a name may have nobody at its other end, ever.
	if info, err := os.Stat(name); err == nil && info.Mode()&fs.ModeNamedPipe != 0 && !strings.HasPrefix(name, "/dev/") && !strings.HasPrefix(name, "/proc/") {
		return nil, fmt.Errorf("%s is a pipe; want a file, or /dev/stdin", name)
	}
	file, err := os.Open(name)
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		return nil, fmt.Errorf("cannot read %s: %w%s", name, err, filesLike(name, err))
	}
	if info, err := file.Stat(); err == nil && info.IsDir() {
		_ = file.Close()
		return nil, fmt.Errorf("%s is a folder; want a file", name)
	}
	return file, nil
}

// filesLike asks which file beside the one that is not there may be meant.
func filesLike(name string, err error) string {
	const most = 1000 // so many files are looked at
	if !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	folder, err := os.Open(filepath.Dir(name))
	if err != nil {
		return ""
	}
	names, _ := folder.Readdirnames(most)
	_ = folder.Close()
	return message.DidYouMean(filepath.Base(name), names)
}

// openFiles lets positions read files within the budget.
func openFiles(budget solve.Budget, progress grundy.Progress) games.Files {
	return games.Files{Open: openFile, Memory: budget.Memory, Progress: progress, Rules: rulesOptions(budget)}
}

// solve reads the graph and values its nodes. It returns a function that writes
// them, so that nothing is written before all is known.
func (f *graphFlags) solve(ctx context.Context, stdin io.Reader, file string, o graph.Options) (func(w *bufio.Writer) error, error) {
	in := io.NopCloser(stdin)
	if file != standardStream {
		var err error
		if in, err = openFile(file); err != nil {
			return nil, usageError{err}
		}
	}
	g, err := graph.Read(ctx, in, o)
	if err := errors.Join(err, in.Close()); err != nil {
		return nil, err
	}
	list := g.All()
	if len(f.nodes) > 0 {
		var some []uint32
		for _, name := range f.nodes {
			v, ok := g.Find(name)
			if !ok {
				return nil, usagef("--node: %w", g.NoNode(name))
			}
			some = append(some, v)
		}
		list = func(yield func(uint32) bool) {
			for _, v := range some {
				if !yield(v) {
					return
				}
			}
		}
	}
	if f.acyclic {
		cycle, err := g.Rows().Cycle(ctx)
		if err != nil {
			return nil, err
		}
		if cycle != nil {
			return nil, fmt.Errorf("%s has a cycle: %s", o.Name,
				message.Cycle(len(cycle), func(i int) string { return string(g.AppendName(nil, cycle[i])) }))
		}
	}
	value := func(uint32) *grundy.LoopyValue { return nil }
	var outcome func(v uint32) grundy.Outcome
	if f.misere {
		outcomes, err := loopy.Outcomes(ctx, g.Rows(), grundy.Misere)
		if err != nil {
			return nil, err
		}
		outcome = func(v uint32) grundy.Outcome { return outcomes[v] }
	} else {
		values, err := g.Values(ctx)
		if err != nil {
			return nil, err
		}
		outcome = values.Outcome
		value = func(v uint32) *grundy.LoopyValue { at := values.At(v); return &at }
	}
	return func(w *bufio.Writer) error {
		if f.asJSON {
			w.WriteString(`{"nodes": [`)
		} else {
			w.WriteString("node\toutcome\tnim-value\n")
		}
		var line, name []byte
		separator := ""
		for v := range list {
			name = g.AppendName(name[:0], v)
			line = line[:0]
			if f.asJSON {
				line = append(line, separator...)
				separator = ",\n  "
				line = appendJSONString(append(line, `{"node": `...), name)
				line = append(append(line, `, "outcome": "`...), outcome(v).String()...)
				line = append(appendNimValueJSON(append(line, `", "nim_value": `...), value(v)), '}')
			} else {
				line = append(append(append(line, name...), '\t'), outcome(v).String()...)
				line = append(append(append(line, '\t'), nimValueText(value(v))...), '\n')
			}
			if _, err := w.Write(line); err != nil {
				return err
			}
		}
		if f.asJSON {
			w.WriteString("]}\n")
		}
		return w.Flush()
	}, nil
}

// nimValueText writes a nim-value, or "-" where there is none.
func nimValueText(v *grundy.LoopyValue) string {
	if v == nil {
		return "-"
	}
	return v.String()
}

// appendNimValueJSON appends a nim-value as others script against it: a number,
// {"infinity": [0,2]}, or null.
func appendNimValueJSON(dst []byte, v *grundy.LoopyValue) []byte {
	switch {
	case v == nil:
		return append(dst, "null"...)
	case !v.Infinite:
		return strconv.AppendUint(dst, uint64(v.Nim), 10)
	}
	dst = append(dst, `{"infinity": [`...)
	for i, option := range v.Options {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendUint(dst, uint64(option), 10)
	}
	return append(dst, "]}"...)
}

// appendJSONString appends text in quotes.
func appendJSONString(dst, text []byte) []byte {
	for _, c := range text {
		if c < ' ' || c == '"' || c == '\\' || c >= 0x7f {
			quoted, _ := json.Marshal(string(text))
			return append(dst, quoted...)
		}
	}
	return append(append(append(dst, '"'), text...), '"')
}
