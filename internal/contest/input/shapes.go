package input

// Random trees and graphs, and trees from a root.

import (
	"errors"
	"slices"

	"github.com/grundy-games/grundy/internal/meter"
)

// treeStyles are the shapes of trees that programs stumble over, and how the parent of
// node i is found. Node 0 is the root.
var treeStyles = []struct {
	name, why string
	parent    func(g *drawer, i int) int
}{
	{"path", "recursion as deep as there are nodes, and quadratic walks upward", func(_ *drawer, i int) int { return i - 1 }},
	{"star", "one node with all the others below it", func(*drawer, int) int { return 0 }},
	{"caterpillar", "a path with a leaf at each of its nodes", func(_ *drawer, i int) int {
		if i%2 == 0 {
			return max(0, i-2)
		}
		return i - 1
	}},
	{"broom", "a path of half the nodes that ends in a star", func(g *drawer, i int) int { return min(i-1, int(g.nodes/2)) }},
	{"binary tree", "each node has two children", func(_ *drawer, i int) int { return (i - 1) / 2 }},
	{"deep tree", "a long tree with short branches", func(g *drawer, i int) int { return i - 1 - int(g.below(uint64(min(i, 3)))) }},
	{"random tree", "each node hangs from any one before", func(g *drawer, i int) int { return int(g.below(uint64(i))) }},
}

// parentOf returns the function that finds parents in a tree of n nodes.
func (g *drawer) parentOf(n uint64) func(i int) int {
	g.nodes = n
	parent := g.style.tree
	if parent == nil {
		parent = treeStyles[g.below(uint64(len(treeStyles)))].parent
	}
	return func(i int) int { return parent(g, i) }
}

// names returns names of the nodes 0 … n-1: in order, which a tree of a style has, with the root
// first, or in any order.
func (g *drawer) names(n uint64) (names []uint64, err error) {
	if err := g.memory.Take(8 * n); err != nil {
		return nil, err
	}
	names = make([]uint64, n)
	for i := range names {
		names[i] = uint64(i)
	}
	if n > 1 && g.style.tree == nil {
		switch g.below(3) {
		case 1:
			err = g.shuffle(names[1:])
		case 2:
			err = g.shuffle(names)
		}
	}
	return names, err
}

// edges draws the edges of a tree or a graph: of parents in a tree that obeys the field, or
// else with names and in an order of its own.
func (g *drawer) edges(f *field, m, n uint64) (edges []uint64, err error) {
	if f.Kind == KindGraph {
		edges, err = g.graph(f, m, n)
	} else {
		parent := g.parentOf(n)
		edges = make([]uint64, 0, 2*m)
		for i := 1; i < int(n); i++ {
			if err := g.Step(1); err != nil {
				return nil, err
			}
			edges = append(edges, uint64(parent(i)), uint64(i))
		}
		if f.Parents {
			return edges, nil
		}
	}
	if err != nil {
		return nil, err
	}
	names, err := g.names(n)
	if err != nil {
		return nil, err
	}
	for i := range edges {
		edges[i] = names[edges[i]]
	}
	return edges, g.mix(edges, !f.Directed)
}

// rename gives the nodes of lists, which lead to later ones, names in an order of their own.
func (g *drawer) rename(f *field, v *Value) error {
	names, err := g.names(uint64(len(v.Ends)))
	if err != nil {
		return err
	}
	old, at, base := v.clone(), make([]int, len(names)), uint64(f.Base)
	for i, name := range names {
		at[name] = i
	}
	v.List, v.Ends = v.List[:0], v.Ends[:0]
	for _, i := range at {
		start := len(v.List)
		for _, n := range old.Row(i) {
			v.List = append(v.List, names[n-base]+base)
		}
		if err := errors.Join(g.Step(1), g.obey(column{field: f.item, high: base + uint64(len(names)) - 1}, v.List[start:])); err != nil {
			return err
		}
		v.Ends = append(v.Ends, len(v.List))
	}
	return nil
}

// mix puts edges in any order, and where flip allows that turns them around. Sometimes
// it leaves them.
func (g *drawer) mix(edges []uint64, flip bool) error {
	if g.chance(3) {
		return nil
	}
	for i := len(edges)/2 - 1; i >= 0; i-- {
		if err := g.Step(2); err != nil {
			return err
		}
		j := int(g.below(uint64(i) + 1))
		edges[2*i], edges[2*j] = edges[2*j], edges[2*i]
		edges[2*i+1], edges[2*j+1] = edges[2*j+1], edges[2*i+1]
		if flip && g.chance(2) {
			edges[2*i], edges[2*i+1] = edges[2*i+1], edges[2*i]
		}
	}
	return nil
}

// graph draws m edges of n nodes that lie in an order: an edge without cycles leads to a later
// one.
func (g *drawer) graph(f *field, m, n uint64) (edges []uint64, err error) {
	forest := f.Acyclic && !f.Directed
	seen := map[[2]uint64]bool{}
	add := func(a, b uint64) {
		if !f.Directed || f.Acyclic {
			a, b = min(a, b), max(a, b)
		}
		if a == b || seen[[2]uint64{a, b}] && !f.Repeated {
			return
		}
		if !f.Repeated {
			seen[[2]uint64{a, b}] = true
		}
		edges = append(edges, a, b)
	}
	if f.Connected || forest {
		parent := g.parentOf(n)
		if err := g.memory.Take(8 * n); err != nil {
			return nil, err
		}
		rest := make([]uint64, n-1)
		for i := range rest {
			rest[i] = uint64(i) + 1
		}
		if !f.Connected { // m of the edges of a tree
			if err := g.shuffle(rest); err != nil {
				return nil, err
			}
		}
		for _, i := range rest[:min(m, n-1)] {
			if err := g.Step(8); err != nil {
				return nil, err
			}
			p := uint64(parent(int(i)))
			if f.Directed && !f.Acyclic && g.chance(2) {
				add(i, p)
			} else {
				add(p, i)
			}
		}
	}
	reach := n
	if g.chance(3) {
		reach = min(n, 2+g.below(8)) // long paths
	}
	for tries := uint64(0); uint64(len(edges)) < 2*m; tries++ {
		if tries > 4*m {
			break // few edges are left: go through them
		}
		if err := g.Step(8); err != nil {
			return nil, err
		}
		a := g.below(n)
		b := g.below(n)
		if reach < n {
			b = min(n-1, a+1+g.below(reach))
			if f.Directed && !f.Acyclic && g.chance(4) {
				a, b = b, a
			}
		}
		add(a, b)
	}
	for a := uint64(0); a < n && uint64(len(edges)) < 2*m; a++ {
		for b := uint64(0); b < n && uint64(len(edges)) < 2*m; b++ {
			if err := g.Step(8); err != nil {
				return nil, err
			}
			add(a, b)
		}
	}
	return edges, nil
}

// Rooted returns the parents of the nodes of a tree by its edges, and the nodes with each behind its
// parent. Nodes count from 0 there; the edges name the first one base. The parent of the root is
// the root, and that of a node which no path leads to, or which p did not come to, is -1.
func Rooted(edges []uint64, base uint64, root int, p *meter.Pace) (up, order []int) {
	near := make([][]int, len(edges)/2+1)
	for i := 0; i < len(edges) && p.Step(8) == nil; i += 2 {
		a, b := int(edges[i]-base), int(edges[i+1]-base)
		near[a], near[b] = append(near[a], b), append(near[b], a)
	}
	up = slices.Repeat([]int{-1}, len(near))
	up[root], order = root, append(order, root)
	for i := 0; i < len(order) && p.Step(2) == nil; i++ {
		for _, node := range near[order[i]] {
			if up[node] < 0 {
				up[node] = order[i]
				order = append(order, node)
			}
		}
	}
	return up, order
}
