package input

// This file draws trees and graphs.

import "slices"

// treeStyles are the shapes of trees that programs stumble over, and how the parent of
// node i is found. Node 0 is the root.
var treeStyles = []struct {
	name, why string
	parent    func(g *gen, i int) int
}{
	{"path", "recursion as deep as there are nodes, and quadratic walks upward", func(_ *gen, i int) int { return i - 1 }},
	{"star", "one node with all the others below it", func(*gen, int) int { return 0 }},
	{"caterpillar", "a path with a leaf at each of its nodes", func(_ *gen, i int) int {
		if i%2 == 0 {
			return max(0, i-2)
		}
		return i - 1
	}},
	{"broom", "a path of half the nodes that ends in a star", nil}, // depends on the number of nodes
	{"binary tree", "each node has two children", func(_ *gen, i int) int { return (i - 1) / 2 }},
	{"deep tree", "a long tree with short branches", func(g *gen, i int) int { return i - 1 - int(g.below(uint64(min(i, 3)))) }},
	{"random tree", "each node hangs from any one before", func(g *gen, i int) int { return int(g.below(uint64(i))) }},
}

// parentOf returns the function that finds parents in a tree of n nodes.
func (g *gen) parentOf(n uint64) func(i int) int {
	g.nodes = n
	if g.style.tree != nil {
		return func(i int) int { return g.style.tree(g, i) }
	}
	st := treeStyles[g.below(uint64(len(treeStyles)))]
	if st.parent == nil {
		return broom(n)
	}
	return func(i int) int { return st.parent(g, i) }
}

func broom(n uint64) func(i int) int {
	return func(i int) int { return min(i-1, int(n/2)) }
}

// names returns names of the nodes 0 … n-1: in order, with the root first, or in any
// order.
func (g *gen) names(n, base uint64) (names []uint64, err error) {
	if err := g.memory.Take(8 * n); err != nil {
		return nil, err
	}
	names = make([]uint64, n)
	for i := range names {
		names[i] = base + uint64(i)
	}
	if n > 1 {
		switch g.below(3) {
		case 1:
			err = g.shuffle(names[1:])
		case 2:
			err = g.shuffle(names)
		}
	}
	return names, err
}

// tree draws the edges of a tree of n nodes.
func (g *gen) tree(f *field, v *Value, n uint64) error {
	v.Number = 2
	if n < 2 {
		return nil
	}
	if err := g.use(2*(n-1), numberCost); err != nil {
		return err
	}
	parent := g.parentOf(n)
	base := uint64(f.Base)
	v.List = make([]uint64, 0, 2*(n-1))
	if f.Parents {
		for i := 1; i < int(n); i++ {
			if err := g.Step(1); err != nil {
				return err
			}
			v.List = append(v.List, base+uint64(parent(i)), base+uint64(i))
		}
		return nil
	}
	names, err := g.names(n, base)
	if err != nil {
		return err
	}
	for i := 1; i < int(n); i++ {
		if err := g.Step(2); err != nil {
			return err
		}
		v.List = append(v.List, names[parent(i)], names[i])
	}
	return g.mix(v.List, true)
}

// mix puts edges in any order, and where flip allows that turns them around. Sometimes
// it leaves them.
func (g *gen) mix(edges []uint64, flip bool) error {
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

// graph draws m edges of n nodes.
func (g *gen) graph(f *field, v *Value, m, n uint64) error {
	v.Number = 2
	if !f.Repeated && m > f.mostEdges(n) || m > 0 && n < 2 || f.Connected && n > 1 && m < n-1 || m > mostElements/2 {
		return errAgain
	}
	if err := g.use(2*m, 2*numberCost); err != nil {
		return err
	}
	if m == 0 {
		return nil
	}
	base := uint64(f.Base)
	// Nodes lie in an order; an edge without cycles leads to a later one.
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
		v.List = append(v.List, a, b)
	}
	if f.Connected || forest {
		parent := g.parentOf(n)
		if err := g.memory.Take(8 * n); err != nil {
			return err
		}
		rest := make([]uint64, n-1)
		for i := range rest {
			rest[i] = uint64(i) + 1
		}
		if !f.Connected { // m of the edges of a tree
			if err := g.shuffle(rest); err != nil {
				return err
			}
		}
		for _, i := range rest[:min(m, n-1)] {
			if err := g.Step(8); err != nil {
				return err
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
	for tries := uint64(0); uint64(len(v.List)) < 2*m; tries++ {
		if tries > 4*m {
			break // few edges are left: go through them
		}
		if err := g.Step(8); err != nil {
			return err
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
	for a := uint64(0); a < n && uint64(len(v.List)) < 2*m; a++ {
		for b := uint64(0); b < n && uint64(len(v.List)) < 2*m; b++ {
			if err := g.Step(8); err != nil {
				return err
			}
			add(a, b)
		}
	}
	names, err := g.names(n, base)
	if err != nil {
		return err
	}
	for i := range v.List {
		v.List[i] = names[v.List[i]]
	}
	v.List = slices.Clip(v.List)
	return g.mix(v.List, !f.Directed)
}
