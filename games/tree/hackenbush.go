package tree

// Green Hackenbush: on trees by the colon principle, on graphs after fusion.
//
// Edges stand on the ground, which is one vertex, 0. A move cuts one edge; what
// is then no longer joined to the ground falls. Two principles give the
// nim-value (Winning Ways, chapter 7, where they are proved):
//
// The colon principle: if parts of a picture that meet the rest in one vertex
// only are replaced by others of the same nim-value, the whole keeps its
// nim-value. So what stands on a vertex may be replaced by a path of as many
// edges as its nim-value says, and one edge below makes that path longer by one.
//
// The fusion principle: the vertices of a cycle may be fused into one, whose
// edges become loops, without changing the nim-value. A loop is worth one edge,
// as cutting it leaves nothing of it.
//
// Together: an edge that lies on a cycle is a loop after fusion. The others, the
// bridges, make a tree of what is fused. A fused vertex has as nim-value the
// exclusive or of 1 for each loop and of one more than the nim-value above for
// each bridge that leads up from it.
//
// The bridges are found by a walk in depth first order (Tarjan, 1974). Number
// the vertices as they are entered, and let low(v) be the least number that an
// edge reaches from the vertices below v in the walk's tree, other than the one
// by which v was entered. The edge by which v was entered is a bridge exactly if low(v) is above the
// number of the vertex before v. When v is left, all that counts for it is known,
// so the values are formed in the same walk:
//
//   - an edge to a vertex above in the walk, or a loop, counts 1 at v;
//   - left by a bridge, v counts value(v)+1 for the vertex before it;
//   - left by another edge, v is fused with the vertex before it: its value and
//     1 for the edge are counted there.

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"math/big"
	"slices"
	"strconv"

	"github.com/grundy-games/grundy"
)

const hackenbushTheorem = "green Hackenbush: the colon principle, and the fusion principle where there are cycles (Winning Ways, chapter 7; games/tree/hackenbush.go)"

// Hackenbush is green Hackenbush on some graph. A position lists the edges that
// stand, numbered from 1 as the graph has them, ascending; each is joined to the
// ground by others. Options come by the edge that is cut.
//
// Outcome and nim-value cost O(edges of the graph), even where it is a path of a
// million edges, and each option that is listed as much. The options of one
// nim-value cost that once for all bridges together, and for each other edge as
// much as the edges with which it lies on cycles; they are found where that is
// at most 2^20 steps in all.
type Hackenbush struct {
	tree    bool       // whether it is written by parents
	written []uint64   // the numbers in brackets
	ends    [][2]int32 // by edge, from 1; vertices are 0, the ground, … vertices-1
	// The edges of vertex v are incident[first[v]:first[v+1]], loops once.
	first, incident []int32
}

// NewHackenbush makes the game of a graph, given by the two ends of each edge.
// The ground is vertex 0. There may be loops and several edges between two
// vertices. The error wraps grundy.ErrTooLarge for 2^30 edges or more.
func NewHackenbush(edges [][2]uint64) (*Hackenbush, error) {
	g := &Hackenbush{written: make([]uint64, 0, 2*len(edges))}
	for _, e := range edges {
		g.written = append(g.written, e[0], e[1])
	}
	return g, g.join(edges)
}

// join fills in the edges.
func (g *Hackenbush) join(edges [][2]uint64) error {
	if len(edges) >= 1<<30 {
		return fmt.Errorf("a graph of %d edges: %w", len(edges), grundy.ErrTooLarge)
	}
	g.ends = make([][2]int32, len(edges)+1)
	index := map[uint64]int32{0: 0}
	for i, e := range edges {
		for k, name := range e {
			v, ok := index[name]
			if !ok {
				v = int32(len(index))
				index[name] = v
			}
			g.ends[i+1][k] = v
		}
	}
	g.first = make([]int32, len(index)+2)
	for _, e := range g.ends[1:] {
		g.first[e[0]+2]++
		if e[1] != e[0] {
			g.first[e[1]+2]++
		}
	}
	for v := 2; v < len(g.first); v++ {
		g.first[v] += g.first[v-1]
	}
	g.incident = make([]int32, g.first[len(g.first)-1])
	for i, e := range g.ends[1:] {
		for k, v := range e {
			if k == 1 && v == e[0] {
				continue
			}
			g.incident[g.first[v+1]] = int32(i + 1)
			g.first[v+1]++
		}
	}
	return nil
}

func (g *Hackenbush) vertices() int { return len(g.first) - 1 }

// other returns the other end of an edge.
func (g *Hackenbush) other(edge, v int32) int32 { return g.ends[edge][0] ^ g.ends[edge][1] ^ v }

// PlaceHackenbush makes the position hackenbush[brackets…](args…) a component. In
// brackets stand the parents of nodes 1 … n of a tree on the ground, which is node 0;
// edge i leads from node i to its parent. The args are the edges that stand.
// Without brackets, args are the parents, and all edges stand. Edges that are not
// joined to the ground fall at once. The error is a *grundy.PositionError.
func PlaceHackenbush(brackets, args []grundy.Arg) (grundy.Component, error) {
	parents, fail, whole := brackets, grundy.BracketErrorf, false
	if len(brackets) == 0 {
		parents, fail, whole = args, grundy.Errorf, true
	}
	n := uint64(len(parents))
	g := &Hackenbush{tree: true}
	edges, asTree := make([][2]uint64, n), make([]Edge, n)
	for i, a := range parents {
		parent, ok := a.Uint63()
		if !ok || parent > n {
			return nil, fail(i, "parent of node %d = %s: a parent is a node, 1 … %d, or 0, the ground", i+1, a.Text, n)
		}
		g.written = append(g.written, parent)
		edges[i] = [2]uint64{uint64(i) + 1, parent}
		asTree[i] = Edge{i + 2, int(parent) + 1}
	}
	if _, err := rootTree(int(n)+1, asTree); err != nil {
		fault, ok := errors.AsType[*NotATreeError](err)
		if !ok {
			return nil, fmt.Errorf("hackenbush: %w", err)
		}
		i := fault.Edge
		return nil, fail(i, "parent of node %d = %s: the parents must lead to the ground, and this one closes a cycle", i+1, parents[i].Text)
	}
	if err := g.join(edges); err != nil {
		return nil, err
	}
	return g.place(args, whole)
}

// PlaceHackenbushGraph makes the position hackenbush-graph[brackets…](args…) a
// component. In brackets stand the ends of edges 1, 2, …, two numbers an edge; the
// ground is vertex 0. The args are the edges that stand. Without brackets, args
// are the ends, and all edges stand. Edges that are not joined to the ground
// fall at once. The error is a *grundy.PositionError.
func PlaceHackenbushGraph(brackets, args []grundy.Arg) (grundy.Component, error) {
	ends, fail, whole := brackets, grundy.BracketErrorf, false
	if len(brackets) == 0 {
		ends, fail, whole = args, grundy.Errorf, true
	}
	if len(ends)%2 == 1 {
		return nil, fail(len(ends)-1, "%s: this end has no other; want two ends for each edge", ends[len(ends)-1].Text)
	}
	edges := make([][2]uint64, len(ends)/2)
	for i, a := range ends {
		v, ok := a.Uint63()
		if !ok {
			return nil, fail(i, "vertex %s: vertices are numbered 0 … %d, and 0 is the ground", a.Text, uint64(math.MaxInt64))
		}
		edges[i/2][i%2] = v
	}
	g, err := NewHackenbush(edges)
	if err != nil {
		return nil, err
	}
	return g.place(args, whole)
}

// place makes a position of the edges that stand.
func (g *Hackenbush) place(args []grundy.Arg, whole bool) (grundy.Component, error) {
	if whole {
		return grundy.Place(g, g.Whole()), nil
	}
	p := make([]int32, len(args))
	seen := make([]bool, len(g.ends))
	for i, a := range args {
		edge, ok := a.Uint63()
		if !ok || edge == 0 || edge >= uint64(len(g.ends)) {
			return nil, grundy.Errorf(i, "edge %s: edges are numbered 1 … %d", a.Text, len(g.ends)-1)
		}
		if seen[edge] {
			return nil, grundy.Errorf(i, "edge %s: this one was named before; want each edge that stands once", a.Text)
		}
		p[i], seen[edge] = int32(edge), true
	}
	return grundy.Place(g, g.standing(p, 0)), nil
}

// Whole returns the position in which all edges stand that are joined to the
// ground.
func (g *Hackenbush) Whole() []int32 {
	p := make([]int32, len(g.ends)-1)
	for i := range p {
		p[i] = int32(i) + 1
	}
	return g.standing(p, 0)
}

// standing returns those edges of p that are joined to the ground after the edge
// cut, 0 for none, is taken away.
func (g *Hackenbush) standing(p []int32, cut int32) []int32 {
	there := make([]bool, len(g.ends))
	for _, e := range p {
		there[e] = e != cut
	}
	reached, keeps := make([]bool, g.vertices()), make([]bool, len(g.ends))
	reached[0] = true
	count := 0
	for todo := []int32{0}; len(todo) > 0; {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range g.incident[g.first[v]:g.first[v+1]] {
			if !there[e] || keeps[e] {
				continue
			}
			keeps[e] = true
			count++
			if u := g.other(e, v); !reached[u] {
				reached[u] = true
				todo = append(todo, u)
			}
		}
	}
	q := make([]int32, 0, count)
	for e, keep := range keeps {
		if keep {
			q = append(q, int32(e))
		}
	}
	return q
}

var (
	_ grundy.Game[[]int32]          = (*Hackenbush)(nil)
	_ grundy.Identified             = (*Hackenbush)(nil)
	_ grundy.Notation[[]int32]      = (*Hackenbush)(nil)
	_ grundy.OptionCounter[[]int32] = (*Hackenbush)(nil)
	_ grundy.Bounded[[]int32]       = (*Hackenbush)(nil)
	_ grundy.Measurer[[]int32]      = (*Hackenbush)(nil)
	_ grundy.Finder[[]int32]        = (*Hackenbush)(nil)
	_ grundy.MoveNamer[[]int32]     = (*Hackenbush)(nil)
	_ grundy.Scener[[]int32]        = (*Hackenbush)(nil)
	_ grundy.ValueReader[[]int32]   = (*Hackenbush)(nil)
)

// AppendOptions implements [grundy.Game].
func (g *Hackenbush) AppendOptions(dst [][]int32, p []int32) [][]int32 {
	for _, e := range p {
		dst = append(dst, g.standing(p, e))
	}
	return dst
}

// AppendPosition implements [grundy.Notation]: "hackenbush[0,0,1](1,2,3)", or
// "hackenbush-graph[0,1,1,0](1,2)".
func (g *Hackenbush) AppendPosition(dst []byte, p []int32) []byte {
	dst = append(dst, "hackenbush"...)
	if !g.tree {
		dst = append(dst, "-graph"...)
	}
	if len(g.written) > 0 {
		dst = grundy.AppendNumbers(dst, '[', g.written, ']')
	}
	return grundy.AppendNumbers(dst, '(', p, ')')
}

// RulesKey implements [grundy.Identified]: the graph as positions write it.
func (g *Hackenbush) RulesKey() any { return string(g.AppendPosition(nil, nil)) }

// CountOptions implements [grundy.OptionCounter].
func (g *Hackenbush) CountOptions(p []int32) uint64 { return uint64(len(p)) }

// CountPositions implements [grundy.Bounded]. An edge that is not a bridge stands or
// does not; a bridge falls with all above it, or stands with what is left there.
func (g *Hackenbush) CountPositions(p []int32) uint64 {
	f := g.walk(p)
	count := make([]uint64, g.vertices())
	for v := range count {
		count[v] = 1
	}
	for _, e := range p {
		if u, v := g.ends[e][0], g.ends[e][1]; f.by[u] != e && f.by[v] != e {
			count[u] = grundy.MulCounts(count[u], 2)
		}
	}
	for _, v := range slices.Backward(f.order[1:]) {
		before := g.other(f.by[v], v)
		if f.bridge[v] {
			count[before] = grundy.MulCounts(count[before], grundy.AddCounts(count[v], 1))
		} else {
			count[before] = grundy.MulCounts(count[before], grundy.MulCounts(count[v], 2))
		}
	}
	return count[0]
}

// Measure implements [grundy.Measurer] for the outcome and the nim-value.
func (g *Hackenbush) Measure(m grundy.Measure, p []int32) (uint64, string, bool) {
	if m != grundy.ByNimValue && m != grundy.ByOutcome {
		return 0, "", false
	}
	value := g.walk(p).value[0]
	if m == grundy.ByOutcome {
		value = min(value, 1)
	}
	return value, hackenbushTheorem, true
}

// A fusion is what a walk finds. Vertices that are not reached have entered 0.
type fusion struct {
	entered []int32  // by vertex, from 1
	value   []uint64 // by vertex: what is counted there when it is left
	by      []int32  // by vertex: the edge by which it was entered, 0 for the ground
	bridge  []bool   // by vertex: whether that edge is a bridge
	order   []int32  // vertices as they were entered
}

func (g *Hackenbush) walk(p []int32) *fusion {
	there := make([]bool, len(g.ends))
	for _, e := range p {
		there[e] = true
	}
	return g.walkFrom(0, there, make([]uint64, g.vertices()))
}

// walkFrom walks from a vertex along the edges that are there. The values are
// those that stand on the vertices beside these edges; they are changed.
func (g *Hackenbush) walkFrom(start int32, there []bool, value []uint64) *fusion {
	n := g.vertices()
	f := &fusion{entered: make([]int32, n), value: value, by: make([]int32, n), bridge: make([]bool, n)}
	low, next := make([]int32, n), make([]int32, n)
	enter := func(v, by int32) {
		f.order = append(f.order, v)
		f.entered[v] = int32(len(f.order))
		low[v], next[v], f.by[v] = f.entered[v], g.first[v], by
	}
	enter(start, 0)
	for v := start; ; {
		if next[v] < g.first[v+1] {
			e := g.incident[next[v]]
			next[v]++
			if !there[e] || e == f.by[v] {
				continue
			}
			u := g.other(e, v)
			switch {
			case f.entered[u] == 0:
				enter(u, e)
				v = u
			case f.entered[u] <= f.entered[v]: // a loop, or an edge up; seen from above it was counted
				low[v] = min(low[v], f.entered[u])
				value[v] ^= 1
			}
			continue
		}
		if v == start {
			return f
		}
		before := g.other(f.by[v], v)
		if low[v] > f.entered[before] {
			f.bridge[v] = true
			value[before] ^= value[v] + 1
		} else {
			value[before] ^= value[v] ^ 1
			low[before] = min(low[before], low[v])
		}
		v = before
	}
}

// maxFusions bounds the steps in which options are found.
const maxFusions = 1 << 20

// FindOptions implements [grundy.Finder] for either outcome, for one nim-value,
// and for the intervals 0 … 2^64-1 and 1 … 2^64-1 of nim-values. The result is
// false where it would take more than 2^20 steps.
func (g *Hackenbush) FindOptions(m grundy.Measure, p []int32, lo, hi uint64) (grundy.Found[[]int32], bool) {
	f := g.walk(p)
	parts, steps := g.parts(p, f)
	if steps > maxFusions {
		return grundy.Found[[]int32]{}, false
	}
	return grundy.FindByChange(m, lo, hi, f.value[0], func(change uint64, others bool) grundy.Found[[]int32] {
		cuts := g.cuts(f, parts, f.value[0]^change)
		count := int64(0)
		for _, e := range p {
			if cuts[e] != others {
				count++
			}
		}
		return grundy.Found[[]int32]{Count: big.NewInt(count), Each: g.eachCut(p, cuts, others)}
	})
}

func (g *Hackenbush) eachCut(p []int32, cuts []bool, others bool) iter.Seq[[]int32] {
	return func(yield func([]int32) bool) {
		for _, e := range p {
			if cuts[e] != others && !yield(g.standing(p, e)) {
				return
			}
		}
	}
}

// tops returns, by vertex, the first vertex of those with which it is fused.
func (f *fusion) tops(g *Hackenbush) []int32 {
	top := make([]int32, len(f.entered))
	for _, v := range f.order {
		if f.by[v] == 0 || f.bridge[v] {
			top[v] = v
		} else {
			top[v] = top[g.other(f.by[v], v)]
		}
	}
	return top
}

// parts returns the edges on cycles by the first vertex of those that are fused
// by them, and the number of steps in which each of them is cut and the rest
// walked through.
func (g *Hackenbush) parts(p []int32, f *fusion) (parts map[int32][]int32, steps uint64) {
	top := f.tops(g)
	parts = map[int32][]int32{}
	for _, e := range p {
		if u, v := g.ends[e][0], g.ends[e][1]; top[u] == top[v] {
			parts[top[u]] = append(parts[top[u]], e)
		}
	}
	for _, edges := range parts {
		steps = grundy.AddCounts(steps, grundy.MulCounts(uint64(len(edges)), uint64(len(edges))))
	}
	return parts, steps
}

// cuts returns the edges whose cut leaves a position of the nim-value wanted.
//
// From the ground up, it finds for each fused vertex the value that it must get
// for the whole to have the one wanted, all else staying. Let x be the value of
// the vertex and z the one it must get. A bridge that leads up from it counts
// s, one more than the value above, and must count s^x^z: 0 if it is cut, or one
// more than what the vertex above it must get. And an edge on a cycle is right if
// the fused part without it, walked again with all that stands on it, has z.
func (g *Hackenbush) cuts(f *fusion, parts map[int32][]int32, wanted uint64) []bool {
	cuts := make([]bool, len(g.ends))
	top := f.tops(g)
	must, may := make([]uint64, g.vertices()), make([]bool, g.vertices()) // by first vertex
	must[0], may[0] = wanted, true
	for _, v := range f.order[1:] {
		if !f.bridge[v] {
			continue
		}
		below := top[g.other(f.by[v], v)]
		if !may[below] {
			continue
		}
		if count := (f.value[v] + 1) ^ f.value[below] ^ must[below]; count == 0 {
			cuts[f.by[v]] = true
		} else {
			must[v], may[v] = count-1, true
		}
	}
	for v, edges := range parts {
		if may[v] {
			g.cutCycles(f, v, edges, must[v], cuts)
		}
	}
	return cuts
}

// cutCycles marks the edges of one fused part, from the vertex v on, whose cut
// leaves it the value wanted.
func (g *Hackenbush) cutCycles(f *fusion, v int32, edges []int32, wanted uint64, cuts []bool) {
	part, stands := g.part(f, v, edges)
	there := make([]bool, len(part.ends))
	for i := range edges {
		there[i+1] = true
	}
	value := make([]uint64, len(stands))
	for i, e := range edges {
		there[i+1] = false
		copy(value, stands)
		cuts[e] = part.walkFrom(0, there, value).value[0] == wanted
		there[i+1] = true
	}
}

// part returns the graph of the edges of one fused part, its ground the vertex
// v, and what stands on its vertices by bridges.
func (g *Hackenbush) part(f *fusion, v int32, edges []int32) (*Hackenbush, []uint64) {
	index := map[int32]uint64{v: 0}
	list := make([][2]uint64, len(edges))
	for i, e := range edges {
		for k, u := range g.ends[e] {
			if _, ok := index[u]; !ok {
				index[u] = uint64(len(index))
			}
			list[i][k] = index[u]
		}
	}
	part := new(Hackenbush)
	_ = part.join(list) // fewer edges than the graph; names are indices, in order
	stands := make([]uint64, part.vertices())
	for u, i := range index {
		for _, e := range g.incident[g.first[u]:g.first[u+1]] {
			if above := g.other(e, u); f.entered[above] > 0 && f.bridge[above] && f.by[above] == e && above != u {
				stands[i] ^= f.value[above] + 1
			}
		}
	}
	return part, stands
}

// ReadValue implements [grundy.ValueReader]: by the colon principle, and an edge on a cycle is a
// loop worth 1 where the cycle is fused.
func (g *Hackenbush) ReadValue(p []int32) grundy.Reading {
	f := g.walk(p)
	top := f.tops(g)
	r := grundy.Reading{Says: []string{"A branch is worth one more than the nim-sum of what stands on it."}}
	cycles := false
	for _, e := range p {
		low, high := g.ends[e][0], g.ends[e][1]
		value, stands := uint64(1), top[low]
		if top[low] != top[high] { // a bridge: the end that was entered by it is the upper one
			if f.by[low] == e {
				low, high = high, low
			}
			value, stands = f.value[high]+1, top[low]
		} else {
			cycles = true
		}
		v := grundy.ElementValue{
			ID:   grundy.ElementID(grundy.RoleEdge, uint64(e)),
			Name: fmt.Sprintf("edge %d", e), Value: value, Use: grundy.UseWithin,
		}
		if stands == 0 {
			v.Use = grundy.UseCounts
		}
		r.Elements = append(r.Elements, v)
	}
	if cycles {
		r.Says = append(r.Says, "The nodes of a cycle count as one, and each edge of the cycle is then a loop, worth 1.")
	}
	return r
}

// Scene implements [grundy.Scener].
func (g *Hackenbush) Scene(p []int32) (grundy.Scene, error) {
	s := grundy.Scene{Kind: grundy.SceneHackenbush}
	if err := grundy.FitsScene(uint64(len(p)), "edges"); err != nil {
		return s, err
	}
	var edges []grundy.Element
	seen := make([]bool, g.vertices())
	node := func(v int32) string {
		id := grundy.ElementID(grundy.RoleNode, uint64(v))
		if !seen[v] {
			seen[v] = true
			s.Elements = append(s.Elements, grundy.Element{ID: id, Role: grundy.RoleNode})
		}
		return id
	}
	node(0)
	for _, e := range p {
		edges = append(edges, grundy.Element{
			ID: grundy.ElementID(grundy.RoleEdge, uint64(e)), Role: grundy.RoleEdge, Text: strconv.Itoa(int(e)),
			Ends: []string{node(g.ends[e][0]), node(g.ends[e][1])},
		})
	}
	s.Elements = append(s.Elements, edges...)
	return s, nil
}

// AppendMove implements [grundy.MoveNamer]: "cut edge 3".
func (g *Hackenbush) AppendMove(dst []byte, p, q []int32) []byte {
	reached := make([]bool, g.vertices())
	reached[0] = true
	stands := make([]bool, len(g.ends))
	for _, e := range q {
		stands[e], reached[g.ends[e][0]], reached[g.ends[e][1]] = true, true, true
	}
	for _, e := range p {
		// Of the edges that fell, only the one that was cut met the rest.
		if stands[e] || !reached[g.ends[e][0]] && !reached[g.ends[e][1]] {
			continue
		}
		return strconv.AppendInt(append(dst, "cut edge "...), int64(e), 10)
	}
	return dst
}
