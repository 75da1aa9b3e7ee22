package graph

// Undirected geography: a token moves along edges, to nodes where it has not been.
//
// The player to move wins exactly if every largest matching has the node of the token (A. S. Fraenkel, E. R.
// Scheinerman and D. Ullman, Undirected edge geography, Theoret. Comput. Sci. 112, 1993). For then he
// moves to its partner, and so on. If his opponent came to a node without a partner, the path so far,
// exchanged, would give a largest matching without the first node. And if some largest matching
// leaves the node of the token single, each node beside it has a partner, as the matching could grow
// otherwise. So the opponent wins by moving to partners.
//
// Before there is a token, a player puts it on any node, and wins by one that some largest matching
// leaves single.
//
// Nim-values are PSPACE-hard to find (K. Burke, M. Ferland and S.-H. Teng, FOCS 2021). They are
// known of P-positions. Where what is left is a tree, the mex rule takes one look at each edge. Others
// are searched.

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/matching"
)

const (
	geographyTheorem = "undirected geography: %s (A. S. Fraenkel, E. R. Scheinerman and D. Ullman 1993; games/graph/geography.go)"
	treeMethod       = "undirected geography on a tree: the mex rule from the leaves to the token (games/graph/geography.go)"
)

// Geography is undirected geography on a graph. A position is the node of the token and, ascending,
// those nodes where it has been that are beside what is left: the nodes that it can still reach. It is
// empty while there is no token.
type Geography struct {
	rules string   // as positions write them: "geography", and the numbers in brackets
	names []uint64 // of the nodes, ascending
	rows  *matching.Graph
	edges int
	whole atomic.Pointer[matching.Matching]
}

// PlaceGeography makes the position geography[brackets…](args…) a component. In brackets stand the
// ends of edges, two numbers an edge; a node without edges is one with a loop. The args are the node of the
// token, and those where it has been; without args, the first move puts the token on any node. The error
// is a *grundy.PositionError.
func PlaceGeography(brackets, args []grundy.Arg) (grundy.Component, error) {
	if len(brackets)%2 == 1 {
		return nil, grundy.BracketErrorf(len(brackets)-1, "%s: this end has no other; want two ends for each edge", brackets[len(brackets)-1].Text)
	}
	g, written := &Geography{rules: "geography"}, make([]uint64, len(brackets))
	for i, a := range brackets {
		v, ok := a.Uint63()
		if !ok {
			return nil, grundy.BracketErrorf(i, "node %s: nodes have the numbers 0 … %d", a.Text, uint64(math.MaxInt64))
		}
		written[i] = v
	}
	if len(written) >= 1<<31 {
		return nil, fmt.Errorf("a graph of %d edges: %w", len(written)/2, grundy.ErrTooLarge)
	}
	if len(written) > 0 {
		g.rules = string(grundy.AppendNumbers([]byte(g.rules), '[', written, ']'))
	}
	g.names = slices.Clone(written)
	slices.Sort(g.names)
	g.names = slices.Compact(g.names)
	ends := make([][2]int32, len(written)/2)
	for i := range ends {
		u, _ := g.find(written[2*i])
		v, _ := g.find(written[2*i+1])
		ends[i] = [2]int32{min(u, v), max(u, v)}
	}
	slices.SortFunc(ends, func(a, b [2]int32) int { return slices.Compare(a[:], b[:]) })
	ends = slices.Compact(ends)
	g.rows, g.edges = matching.NewGraph(len(g.names), ends), len(ends)
	if len(args) == 0 {
		return grundy.Place(g, []int32{}), nil
	}
	gone := make([]bool, len(g.names))
	token := int32(matching.None)
	for i, a := range args {
		name, _ := a.Uint63()
		v, ok := g.find(name)
		switch {
		case !ok || a.Neg || a.Big:
			return nil, grundy.Errorf(i, "node %s: the graph has no such node; write one without edges as a loop, %s,%s", a.Text, a.Text, a.Text)
		case v == token || gone[v]:
			return nil, grundy.Errorf(i, "node %s: this one was named before; want the node of the token and others", a.Text)
		case i == 0:
			token = v
		default:
			gone[v] = true
		}
	}
	return grundy.Place(g, g.settle(token, gone)), nil
}

// find returns the node of that name.
func (g *Geography) find(name uint64) (v int32, ok bool) {
	at, ok := slices.BinarySearch(g.names, name)
	return int32(at), ok
}

// left returns the nodes that a token can reach, itself first and then nearest first, and how
// many edges join them. It marks them.
func (g *Geography) left(token int32, gone, reached []bool) (nodes []int32, edges int) {
	nodes, reached[token] = []int32{token}, true
	for i := 0; i < len(nodes); i++ {
		for _, u := range g.rows.Near(nodes[i]) {
			if gone[u] {
				continue
			}
			if edges++; !reached[u] {
				reached[u], nodes = true, append(nodes, u)
			}
		}
	}
	return nodes, edges / 2
}

// settle returns the position of a token where these nodes are gone.
func (g *Geography) settle(token int32, gone []bool) []int32 {
	p, noted := []int32{token}, map[int32]bool{}
	nodes, _ := g.left(token, gone, make([]bool, len(g.names)))
	for _, v := range nodes {
		for _, u := range g.rows.Near(v) {
			if gone[u] && !noted[u] {
				noted[u], p = true, append(p, u)
			}
		}
	}
	slices.Sort(p[1:])
	return p
}

// gone marks the nodes where the token has been.
func (g *Geography) gone(p []int32) []bool {
	gone := make([]bool, len(g.names))
	if len(p) > 0 {
		for _, v := range p[1:] {
			gone[v] = true
		}
	}
	return gone
}

var (
	_ grundy.Game[[]int32]          = (*Geography)(nil)
	_ grundy.Identified             = (*Geography)(nil)
	_ grundy.Notation[[]int32]      = (*Geography)(nil)
	_ grundy.OptionCounter[[]int32] = (*Geography)(nil)
	_ grundy.Bounded[[]int32]       = (*Geography)(nil)
	_ grundy.Measurer[[]int32]      = (*Geography)(nil)
	_ grundy.Learner[[]int32]       = (*Geography)(nil)
	_ grundy.Finder[[]int32]        = (*Geography)(nil)
	_ grundy.MoveNamer[[]int32]     = (*Geography)(nil)
	_ grundy.Scener[[]int32]        = (*Geography)(nil)
)

// next returns the nodes to which the token can go, ascending.
func (g *Geography) next(p []int32) (nodes []int32) {
	if len(p) == 0 {
		for v := range g.names {
			nodes = append(nodes, int32(v))
		}
		return nodes
	}
	for _, u := range g.rows.Near(p[0]) {
		if _, gone := slices.BinarySearch(p[1:], u); !gone {
			nodes = append(nodes, u)
		}
	}
	slices.Sort(nodes)
	return nodes
}

// to returns the option that a move to a node leaves.
func (g *Geography) to(p []int32, v int32) []int32 {
	if len(p) == 0 {
		return []int32{v}
	}
	gone := g.gone(p)
	gone[p[0]] = true
	return g.settle(v, gone)
}

// AppendOptions implements [grundy.Game].
func (g *Geography) AppendOptions(dst [][]int32, p []int32) [][]int32 {
	for _, v := range g.next(p) {
		dst = append(dst, g.to(p, v))
	}
	return dst
}

// CountOptions implements [grundy.OptionCounter].
func (g *Geography) CountOptions(p []int32) uint64 { return uint64(len(g.next(p))) }

// AppendPosition implements [grundy.Notation]: "geography[1,2,2,3](3,2)".
func (g *Geography) AppendPosition(dst []byte, p []int32) []byte {
	names := make([]uint64, len(p))
	for i, v := range p {
		names[i] = g.names[v]
	}
	return grundy.AppendNumbers(append(dst, g.rules...), '(', names, ')')
}

// RulesKey implements [grundy.Identified]: the graph as positions write it.
func (g *Geography) RulesKey() any { return g.rules }

// CountPositions implements [grundy.Bounded]. In a tree one path leads to each node. Elsewhere a
// position is a node and a set of others.
func (g *Geography) CountPositions(p []int32) uint64 {
	if len(p) == 0 {
		if g.edges < len(g.names) && g.isForest() {
			return uint64(1 + len(g.names) + 2*g.edges)
		}
		return grundy.AddCounts(1, subsets(len(g.names)))
	}
	nodes, edges := g.left(p[0], g.gone(p), make([]bool, len(g.names)))
	if edges < len(nodes) {
		return uint64(len(nodes))
	}
	return subsets(len(nodes))
}

func subsets(nodes int) uint64 {
	if nodes > 63 {
		return math.MaxUint64
	}
	return grundy.MulCounts(uint64(nodes), 1<<(nodes-1))
}

// isForest reports whether there is no cycle.
func (g *Geography) isForest() bool {
	none, reached := make([]bool, len(g.names)), make([]bool, len(g.names))
	for v := range g.names {
		if !reached[v] {
			if nodes, edges := g.left(int32(v), none, reached); edges >= len(nodes) {
				return false
			}
		}
	}
	return true
}

const (
	// quickEdges bounds the graphs that are matched without being learned first.
	quickEdges = 1 << 12
	// quickSteps bounds the steps after nodes are gone.
	quickSteps = 1 << 28
)

// PlanLearning implements [grundy.Learner] for large graphs: a largest matching.
func (g *Geography) PlanLearning(m grundy.Measure, _ []int32) (grundy.Learning, bool) {
	if m != grundy.ByNimValue && m != grundy.ByOutcome || g.edges <= quickEdges || g.whole.Load() != nil {
		return grundy.Learning{}, false
	}
	return grundy.Learning{
		Cost: grundy.Cost{
			Bytes: grundy.MulCounts(64, uint64(len(g.names))),
			Time:  grundy.Nanoseconds(grundy.MulCounts(1000, uint64(g.edges+len(g.names)))),
		},
		Learn: func(ctx context.Context) error {
			m, err := g.rows.Largest(ctx, nil, nil)
			if err == nil {
				g.whole.Store(m)
			}
			return err
		},
	}, true
}

// rest returns a largest matching of the nodes that are not gone, which are how many. The result is
// false where it would have to be learned first.
func (g *Geography) rest(gone []bool, many int) (*matching.Matching, bool) {
	whole := g.whole.Load()
	if whole == nil {
		if g.edges > quickEdges {
			return nil, false
		}
		whole, _ = g.rows.Largest(context.Background(), nil, nil) // which does not end
		g.whole.Store(whole)
	}
	switch {
	case many == 0:
		return whole, true
	case grundy.MulCounts(uint64(many+1), uint64(g.edges+len(g.names))) > quickSteps:
		return nil, false
	}
	mate := slices.Clone(whole.Mate)
	for v, is := range gone {
		if u := mate[v]; is && u != matching.None {
			mate[u], mate[v] = matching.None, matching.None
		}
	}
	m, _ := g.rows.Largest(context.Background(), gone, mate)
	return m, true
}

// without returns a largest matching of what is left when the token of p has left its node.
func (g *Geography) without(p []int32) (*matching.Matching, bool) {
	gone := g.gone(p)
	gone[p[0]] = true
	return g.rest(gone, len(p))
}

// Measure implements [grundy.Measurer] for the outcome, and for the nim-value where it is 0 or what
// is left is a tree.
func (g *Geography) Measure(m grundy.Measure, p []int32) (uint64, string, bool) {
	if m != grundy.ByNimValue && m != grundy.ByOutcome {
		return 0, "", false
	}
	if len(p) == 0 {
		whole, ok := g.rest(nil, 0)
		if !ok {
			return 0, "", false
		}
		if slices.Contains(whole.Single, true) {
			return 1, fmt.Sprintf(geographyTheorem, "put the token on a node that some largest matching leaves single"), m == grundy.ByOutcome
		}
		return 0, fmt.Sprintf(geographyTheorem, "a matching has all nodes, so that each node to begin at has a partner to go to"+g.pairs(whole)), true
	}
	if values, ok := g.values(p); ok && m == grundy.ByNimValue {
		return uint64(values[p[0]]), treeMethod, true
	}
	rest, ok := g.rest(g.gone(p), len(p)-1)
	if !ok {
		return 0, "", false
	}
	if rest.Single[p[0]] {
		if rest.Mate[p[0]] != matching.None {
			if rest, ok = g.without(p); !ok {
				return 0, "", false
			}
		}
		return 0, fmt.Sprintf(geographyTheorem, "some largest matching leaves the node of the token single, so that each move is answered by one to the partner"+g.pairs(rest)), true
	}
	return 1, fmt.Sprintf(geographyTheorem, "every largest matching has the node of the token, so that a move to its partner wins"+g.pairs(rest)), m == grundy.ByOutcome
}

// mostPairs is how many pairs of a matching are told.
const mostPairs = 12

// pairs tells the pairs of a matching, if they are few.
func (g *Geography) pairs(m *matching.Matching) string {
	var all []string
	for v, u := range m.Mate {
		if int32(v) < u {
			all = append(all, fmt.Sprintf("%d-%d", g.names[v], g.names[u]))
		}
		if len(all) > mostPairs {
			return ""
		}
	}
	if len(all) == 0 {
		return ""
	}
	return ", as in " + strings.Join(all, ", ")
}

// values returns the nim-values of the nodes as one comes to them from the token, if what is left is a tree.
func (g *Geography) values(p []int32) (values []int32, ok bool) {
	order := make([]bool, len(g.names)) // whether a node has its value, from the leaves on
	gone := g.gone(p)
	nodes, edges := g.left(p[0], gone, make([]bool, len(g.names)))
	if edges >= len(nodes) {
		return nil, false
	}
	values = make([]int32, len(g.names))
	var seen []int32
	for _, v := range slices.Backward(nodes) {
		seen = seen[:0]
		for _, u := range g.rows.Near(v) {
			if order[u] {
				seen = append(seen, values[u])
			}
		}
		slices.Sort(seen)
		for _, s := range seen {
			if s == values[v] {
				values[v]++
			}
		}
		order[v] = true
	}
	return values, true
}

// FindOptions implements [grundy.Finder] for outcomes, for nim-values where what is left is a tree, and
// elsewhere for intervals of nim-values that do not tell values above 0 apart.
func (g *Geography) FindOptions(m grundy.Measure, p []int32, lo, hi uint64) (grundy.Found[[]int32], bool) {
	none := grundy.Found[[]int32]{}
	switch m {
	case grundy.ByNimValue:
	case grundy.ByOutcome:
		lo, hi = grundy.NimValuesOfOutcomes(lo, hi)
	default:
		return none, false
	}
	value := func(int32) uint64 { return 0 }
	if values, ok := g.valuesIf(p); ok {
		value = func(v int32) uint64 { return uint64(values[v]) }
	} else if lo > 1 && lo <= hi || hi >= 1 && hi < math.MaxUint64 {
		return none, false
	} else if lo <= hi && (lo == 1 || hi == 0) {
		rest, ok := g.rest(nil, 0)
		if len(p) > 0 {
			rest, ok = g.without(p)
		}
		if !ok {
			return none, false
		}
		value = func(v int32) uint64 {
			if rest.Single[v] {
				return 0
			}
			return 1
		}
	}
	var found []int32
	for _, v := range g.next(p) {
		if x := value(v); lo <= x && x <= hi {
			found = append(found, v)
		}
	}
	return grundy.Found[[]int32]{Count: big.NewInt(int64(len(found))), Each: func(yield func([]int32) bool) {
		for _, v := range found {
			if !yield(g.to(p, v)) {
				return
			}
		}
	}}, true
}

// valuesIf is values where there is a token.
func (g *Geography) valuesIf(p []int32) ([]int32, bool) {
	if len(p) == 0 {
		return nil, false
	}
	return g.values(p)
}

// AppendMove implements [grundy.MoveNamer]: "move to node 3".
func (g *Geography) AppendMove(dst []byte, p, q []int32) []byte {
	words := "move to node "
	if len(p) == 0 {
		words = "put the token on node "
	}
	return strconv.AppendUint(append(dst, words...), g.names[q[0]], 10)
}

// Scene implements [grundy.Scener]: what is left, nearest first.
func (g *Geography) Scene(p []int32) (grundy.Scene, error) {
	s := grundy.Scene{Kind: grundy.SceneGraph, Undirected: true}
	gone, there := g.gone(p), make([]bool, len(g.names))
	nodes, edges := g.next(nil), g.edges
	if len(p) > 0 {
		nodes, edges = g.left(p[0], gone, there)
	} else {
		for v := range there {
			there[v] = true
		}
	}
	if err := grundy.FitsScene(uint64(len(nodes)+edges), "nodes and edges"); err != nil {
		return s, err
	}
	id := func(v int32) string { return grundy.ElementID(grundy.RoleNode, g.names[v]) }
	var lines []grundy.Element
	for _, v := range nodes {
		s.Elements = append(s.Elements, grundy.Element{ID: id(v), Role: grundy.RoleNode, Text: strconv.FormatUint(g.names[v], 10)})
		for _, u := range g.rows.Near(v) {
			if v < u && there[u] {
				lines = append(lines, grundy.Element{ID: grundy.ElementID(grundy.RoleEdge, g.names[v], g.names[u]), Role: grundy.RoleEdge, Ends: []string{id(v), id(u)}})
			}
		}
	}
	s.Elements = append(s.Elements, lines...)
	if len(p) > 0 {
		s.Elements = append(s.Elements, grundy.Element{ID: string(grundy.RolePiece), Role: grundy.RolePiece, On: id(p[0])})
	}
	return s, nil
}
