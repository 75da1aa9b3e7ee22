// Package graph has games that are given as graphs: the positions are nodes, and
// a player moves along an edge. There may be cycles; then play need not end, and
// a position may be a draw.
//
// The two functions that most people need are [Read] and [Graph.Values].
//
// [Read] reads a graph from text: a list of edges, Graphviz DOT, or JSON. Its
// guarantee is that a file is either read whole or refused with an [Error] that
// tells the line. [Graph.Values] values all nodes, by theory/loopy, and
// [Graph.Place] makes one a component of sums.
package graph

// A graph keeps its nodes by name and in the order in which they were read.

import (
	"context"
	"iter"
	"sync"

	"github.com/grundy-games/grundy/theory/loopy"
)

// A Graph is a graph whose nodes have names. [Read] makes one.
//
// Nodes have numbers below Rows().Nodes(); where the names are numbers
// themselves, not all of these need be nodes of the graph. [Graph.All] yields
// those that are.
type Graph struct {
	name  string // of the file
	rows  *loopy.Graph
	names names

	mutex   sync.Mutex
	values  *loopy.Values
	ends    func(v uint32) bool
	options func(v uint32) []uint32
}

// Name returns the name under which the graph was read.
func (g *Graph) Name() string { return g.name }

// Nodes returns the number of nodes.
func (g *Graph) Nodes() int { return g.names.count() }

// Rows returns the graph without names.
func (g *Graph) Rows() *loopy.Graph { return g.rows }

// All yields all nodes in the order in which they first appear in the text.
func (g *Graph) All() iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for i := range g.names.count() {
			if !yield(g.names.at(i)) {
				return
			}
		}
	}
}

// AppendName appends the name of node v.
func (g *Graph) AppendName(dst []byte, v uint32) []byte { return g.names.append(dst, v) }

// Find returns the node of that name. It costs O(1), except if names are numbers
// far apart: then it searches all nodes.
func (g *Graph) Find(name string) (v uint32, ok bool) { return g.names.find([]byte(name)) }

// Values returns the values of all nodes, which are computed once: see
// [loopy.Solve].
func (g *Graph) Values(ctx context.Context) (*loopy.Values, error) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if g.values == nil {
		values, err := loopy.Solve(ctx, g.rows)
		if err != nil {
			return nil, err
		}
		g.values = values
	}
	return g.values, nil
}
