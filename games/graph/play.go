package graph

// A position is a node; an option is the end of an edge.

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/theory/loopy"
)

const (
	endingMethod = "nim-values of a graph's nodes by the mex rule, in the order in which play ends (theory/loopy/settle.go)"
	loopyMethod  = "nim-values of a graph with cycles by Smith's labels (C. A. B. Smith 1966; A. S. Fraenkel and Y. Perl 1975; theory/loopy)"
)

// Place makes the node of that name a component of sums. Components of graphs
// take part in sums with each other; they are written with the name of the
// file, so that two graphs in one sum should not have the same.
func (g *Graph) Place(node string) (grundy.Component, error) {
	v, ok := g.Find(node)
	if !ok {
		return nil, g.NoNode(node)
	}
	return grundy.Place(g, v), nil
}

// fewNames is the most names among which one that is meant is looked for.
const fewNames = 1000

// NoNode returns the error that no node has that name, and says which was meant.
func (g *Graph) NoNode(node string) error {
	var names []string
	if g.Nodes() <= fewNames {
		for v := range g.All() {
			names = append(names, string(g.AppendName(nil, v)))
		}
	}
	return fmt.Errorf("no node %s in %s%s", quoted([]byte(node)), g.name, message.DidYouMean(node, names))
}

// AppendPosition writes graph[FILE](node). A name that could not be read from
// there is written in quotes.
func (g *Graph) AppendPosition(dst []byte, v uint32) []byte {
	dst = AppendFile(append(dst, "graph["...), g.name)
	node := g.AppendName(nil, v)
	length := len(node)
	if g.names.text != nil { // other names are numbers
		length = NodeLength(string(node) + ")")
	}
	dst = appendPlain(append(dst, "]("...), string(node), length)
	return append(dst, ')')
}

// appendPlain appends a name that would be read to such a length.
func appendPlain(dst []byte, name string, length int) []byte {
	if length != len(name) || strings.HasPrefix(name, `"`) || strings.TrimSpace(name) != name {
		return strconv.AppendQuote(dst, name)
	}
	return append(dst, name...)
}

// AppendFile appends the name of a file as it stands in brackets: in quotes where it could not be
// read from there.
func AppendFile(dst []byte, name string) []byte {
	return appendPlain(dst, name, FileLength(name+"]"))
}

// FileLength returns the length of the name of a file with which text begins,
// where it stands before "]" in a position and not in quotes, or -1.
func FileLength(text string) int { return strings.IndexByte(text, ']') }

// NodeLength returns the length of the name of a node with which text begins,
// where it stands before ")" in a position and not in quotes, or -1.
// Parentheses in the name match.
func NodeLength(text string) int {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth < 0 {
				return i
			}
		}
	}
	return -1
}

// readOptions returns the function that lists options.
func (g *Graph) readOptions() func(v uint32) []uint32 {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if g.options == nil {
		g.options = g.rows.Options()
	}
	return g.options
}

var (
	_ grundy.Game[uint32]          = (*Graph)(nil)
	_ grundy.Notation[uint32]      = (*Graph)(nil)
	_ grundy.OptionCounter[uint32] = (*Graph)(nil)
	_ grundy.Bounded[uint32]       = (*Graph)(nil)
	_ grundy.Tabler[uint32]        = (*Graph)(nil)
	_ grundy.Loopy[uint32]         = (*Graph)(nil)
	_ grundy.Scener[uint32]        = (*Graph)(nil)
)

// AppendOptions implements [grundy.Game]. An option to which several edges lead
// is one option.
func (g *Graph) AppendOptions(dst []uint32, v uint32) []uint32 {
	return append(dst, g.readOptions()(v)...)
}

// Scene implements [grundy.Scener]: the nodes that play can reach, nearest first.
func (g *Graph) Scene(v uint32) (grundy.Scene, error) {
	s := grundy.Scene{Kind: grundy.SceneGraph}
	options, seen, found := g.readOptions(), map[uint32]bool{v: true}, []uint32{v}
	id := func(v uint32) string { return grundy.ElementID(grundy.RoleNode, uint64(v)) }
	var edges []grundy.Element
	for i := 0; i < len(found); i++ {
		from := found[i]
		s.Elements = append(s.Elements, grundy.Element{ID: id(from), Role: grundy.RoleNode, Text: string(g.AppendName(nil, from))})
		for _, to := range options(from) {
			if !seen[to] {
				seen[to], found = true, append(found, to)
			}
			edges = append(edges, grundy.Element{
				ID: grundy.ElementID(grundy.RoleEdge, uint64(from), uint64(to)), Role: grundy.RoleEdge, Ends: []string{id(from), id(to)},
			})
		}
		if err := grundy.FitsScene(uint64(len(found)+len(edges)), "nodes and edges"); err != nil {
			return s, err
		}
	}
	s.Elements = append(append(s.Elements, edges...), grundy.Element{ID: string(grundy.RolePiece), Role: grundy.RolePiece, On: id(v)})
	return s, nil
}

// CountOptions implements [grundy.OptionCounter].
func (g *Graph) CountOptions(v uint32) uint64 { return uint64(len(g.readOptions()(v))) }

// CountPositions implements [grundy.Bounded].
func (g *Graph) CountPositions(uint32) uint64 { return uint64(g.Nodes()) }

// mustEnd reports whether play from v must end.
func (g *Graph) mustEnd(v uint32) bool {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if g.ends == nil {
		g.ends, _ = loopy.Ends(context.Background(), g.rows) // which does not end
	}
	return g.ends(v)
}

// cost returns what it costs to value all nodes.
func (g *Graph) cost() grundy.Cost {
	nodes, edges := uint64(g.rows.Nodes()), uint64(g.rows.Edges())
	return grundy.Cost{
		Bytes: loopy.SolveCost(nodes, edges),
		Time:  grundy.Nanoseconds(grundy.MulCounts(grundy.AddCounts(nodes, edges), 50)),
	}
}

// PlanTable implements [grundy.Tabler] for nim-values where play must end.
func (g *Graph) PlanTable(m grundy.Measure, v uint32) (grundy.Plan[uint32], bool) {
	if m != grundy.ByNimValue && m != grundy.ByOutcome || !g.mustEnd(v) {
		return grundy.Plan[uint32]{}, false
	}
	return grundy.Plan[uint32]{
		Cost:   g.cost(),
		Method: endingMethod,
		Build: func(ctx context.Context, _ grundy.Progress) (grundy.Table[uint32], error) {
			values, err := g.Values(ctx)
			if err != nil {
				return nil, err
			}
			return func(v uint32) uint64 {
				nim, _ := values.NimValue(v)
				if m == grundy.ByOutcome {
					return min(uint64(nim), 1)
				}
				return uint64(nim)
			}, nil
		},
	}, true
}

// PlanLoopy implements [grundy.Loopy].
func (g *Graph) PlanLoopy(v uint32) (grundy.LoopyPlan[uint32], bool) {
	if g.mustEnd(v) {
		return grundy.LoopyPlan[uint32]{}, false
	}
	return grundy.LoopyPlan[uint32]{
		Cost:   g.cost(),
		Method: loopyMethod,
		Build: func(ctx context.Context, _ grundy.Progress) (grundy.LoopyTable[uint32], error) {
			values, err := g.Values(ctx)
			if err != nil {
				return nil, err
			}
			return values.At, nil
		},
	}, true
}
