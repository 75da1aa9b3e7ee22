package ask

// [Graph] asks who wins at each node of a graph, and for its nim-value.

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/graph"
	"github.com/grundy-games/grundy/internal/jsontext"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/theory/loopy"
)

// A Graph asks for the outcome and the nim-value of each node of a graph.
type Graph struct {
	Name    string    `json:"name,omitempty" doc:"what the text is called in messages"`
	Text    io.Reader `json:"-"` // the graph, in one of [graph.Formats]
	Input   string    `json:"input,omitempty" old:"format" doc:"how the text is written: auto, edges, dot or json"`
	Nodes   []string  `json:"nodes,omitempty" doc:"the nodes that are asked about; all if they are left out"`
	Misere  bool      `json:"misere,omitempty" doc:"misère play: the player who cannot move wins"`
	Acyclic bool      `json:"acyclic,omitempty" doc:"refuse a graph with a cycle"`
	With    []string  `json:"with,omitempty" doc:"further facts: birthday, class, remoteness"`
}

// NodeFacts are the words of [Graph.With].
var NodeFacts = []string{"birthday", "class", "remoteness"}

// A Graphed is the answer to a [Graph].
type Graphed struct {
	_     struct{} `layout:"spaced"`
	Nodes nodes    `json:"nodes"`

	graph    *graph.Graph
	chosen   iter.Seq[uint32]
	outcome  func(v uint32) grundy.Outcome
	nimValue func(v uint32) *grundy.LoopyValue // nil in misère play
	// Of each node, and nil where nobody asked.
	birthdays, lengths []uint64
	classes            []uint32
}

// nodes writes a list of [GraphNode] by itself: graphs have millions of nodes, and
// reflection would take longer than their values.
type nodes func(w *jsontext.Writer)

// A GraphNode is what is known of a node.
type GraphNode struct {
	Node     string `json:"node"`
	Outcome  string `json:"outcome" enum:"N,P,D"`
	NimValue number `json:"nim_value"`
	// Where the question wants them.
	Birthday   number  `json:"birthday,omitempty" doc:"the formal birthday, which is the length of the longest play; null where play need not end"`
	Class      *uint64 `json:"class,omitempty" doc:"the same number for nodes that are the same form: their options have the same classes"`
	Remoteness number  `json:"remoteness,omitempty" doc:"how long play lasts if the winner hurries and the loser stalls; infinite for a draw"`
}

// Ask answers the question.
func (q Graph) Ask(ctx context.Context, m Means) (*Graphed, error) {
	for _, fact := range q.With {
		if !slices.Contains(NodeFacts, fact) {
			return nil, wrong("with", fact, "want some of %s%s", strings.Join(NodeFacts, ", "), message.DidYouMean(fact, NodeFacts))
		}
	}
	format := graph.Auto
	if q.Input != "" {
		var err error
		if format, err = graph.ParseFormat(q.Input); err != nil {
			return nil, wrong("input", nil, "%w", err)
		}
	}
	if q.Text == nil {
		return nil, wrong("text", nil, "want a graph")
	}
	o := graph.Options{Name: q.Name, Format: format, Memory: m.budget().Memory, Progress: m.progress("bytes")}
	return timed(ctx, m, q.Name, func(ctx context.Context) (*Graphed, error) { return q.solve(ctx, o) })
}

// solve reads the graph and values its nodes.
func (q Graph) solve(ctx context.Context, o graph.Options) (*Graphed, error) {
	g, err := graph.Read(ctx, q.Text, o)
	if _, isWrong := errors.AsType[*graph.Error](err); isWrong || errors.Is(err, grundy.ErrTooLarge) {
		return nil, refused(ctx, "text", err)
	}
	if err != nil {
		return nil, err
	}
	a := &Graphed{graph: g}
	a.Nodes = a.writeNodes
	if a.chosen, err = q.chosen(g); err != nil {
		return nil, err
	}
	if q.Acyclic {
		cycle, err := g.Rows().Cycle(ctx)
		if err != nil {
			return nil, err
		}
		if cycle != nil {
			return nil, fmt.Errorf("%s has a cycle: %s", q.Name,
				message.Cycle(len(cycle), func(i int) string { return string(g.AppendName(nil, cycle[i])) }))
		}
	}
	if err := q.facts(ctx, g, a); err != nil {
		return nil, err
	}
	if q.Misere {
		outcomes, lengths, err := loopy.Outcomes(ctx, g.Rows(), grundy.Misere)
		a.outcome = func(v uint32) grundy.Outcome { return outcomes[v] }
		if slices.Contains(q.With, "remoteness") {
			a.lengths = lengths
		}
		a.nimValue = func(uint32) *grundy.LoopyValue { return nil }
		return a, err
	}
	values, err := g.Values(ctx)
	a.outcome = func(v uint32) grundy.Outcome { return values.Outcome(v) }
	a.nimValue = func(v uint32) *grundy.LoopyValue { at := values.At(v); return &at }
	return a, err
}

// chosen returns the nodes that are asked about.
func (q Graph) chosen(g *graph.Graph) (iter.Seq[uint32], error) {
	if len(q.Nodes) == 0 {
		return g.All(), nil
	}
	var some []uint32
	for _, name := range q.Nodes {
		v, ok := g.Find(name)
		if !ok {
			return nil, wrong("node", nil, "%w", g.NoNode(name))
		}
		some = append(some, v)
	}
	return slices.Values(some), nil
}

// WriteText writes a node a line, for people.
func (a *Graphed) WriteText(out io.Writer) error {
	w := bufio.NewWriterSize(out, 1<<16)
	w.WriteString("node\toutcome\tnim-value")
	for _, column := range []struct {
		name  string
		asked bool
	}{{"birthday", a.birthdays != nil}, {"class", a.classes != nil}, {"remoteness", a.lengths != nil}} {
		if column.asked {
			w.WriteString("\t" + column.name)
		}
	}
	w.WriteString("\n")
	var line []byte
	for v := range a.chosen {
		line = append(a.graph.AppendName(line[:0], v), '\t')
		line = append(append(line, a.outcome(v).String()...), '\t')
		if value := a.nimValue(v); value != nil {
			line = append(line, value.String()...)
		} else {
			line = append(line, '-')
		}
		if a.birthdays != nil {
			line = appendLength(append(line, '\t'), a.birthdays[v], "-")
		}
		if a.classes != nil {
			line = strconv.AppendUint(append(line, '\t'), uint64(a.classes[v]), 10)
		}
		if a.lengths != nil {
			line = appendLength(append(line, '\t'), a.lengths[v], "∞")
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return w.Flush()
}

// appendLength appends a number of moves, or what stands for one without end.
func appendLength(dst []byte, n uint64, infinite string) []byte {
	if n == loopy.Infinite {
		return append(dst, infinite...)
	}
	return strconv.AppendUint(dst, n, 10)
}

// writeNodes writes the list of [GraphNode].
func (a *Graphed) writeNodes(w *jsontext.Writer) {
	w.List(jsontext.Deeper)
	for v := range a.chosen {
		w.Object(jsontext.Spaced)
		w.Name("node")
		w.Text(string(a.graph.AppendName(nil, v)))
		w.Name("outcome")
		w.Text(a.outcome(v).String())
		w.Name("nim_value")
		writeNimValue(w, a.nimValue(v))
		if a.birthdays != nil {
			w.Name("birthday")
			if b := a.birthdays[v]; b == loopy.Infinite {
				w.Value(nil)
			} else {
				w.Uint(b)
			}
		}
		if a.classes != nil {
			w.Name("class")
			w.Uint(uint64(a.classes[v]))
		}
		if a.lengths != nil {
			w.Name("remoteness")
			if n := a.lengths[v]; n == loopy.Infinite {
				writeNimValue(w, &grundy.LoopyValue{Infinite: true})
			} else {
				w.Uint(n)
			}
		}
		w.End()
		if w.Err() != nil {
			break
		}
	}
	w.End()
}

// writeNimValue writes a nim-value: a number, {"infinity": [0,2]}, or null.
func writeNimValue(w *jsontext.Writer, v *grundy.LoopyValue) {
	switch {
	case v == nil:
		w.Value(nil)
	case !v.Infinite:
		w.Uint(uint64(v.Nim))
	default:
		w.Object(jsontext.Spaced)
		w.Name("infinity")
		w.List(jsontext.Tight)
		for _, option := range v.Options {
			w.Uint(uint64(option))
		}
		w.End()
		w.End()
	}
}
