package input

// This file holds what lists, permutations, trees and graphs demand of all their
// elements together.

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"grundy/internal/meter"
	"grundy/internal/scan"
)

// An order checks numbers that come one by one.
type order struct {
	field *field
	last  uint64 // the number before
	begun bool
	seen  map[uint64]struct{}
	rd    *reader // to charge, or nil
}

func newOrder(f *field, rd *reader) *order {
	o := &order{field: f, rd: rd}
	if f.Order == Distinct {
		o.seen = map[uint64]struct{}{}
	}
	return o
}

// seenBytes is the memory that a map takes for one number.
const seenBytes = 24

// next takes a number and returns what would be right instead, or "".
func (o *order) next(raw uint64) (want string, err error) {
	f := o.field
	if f.Order == Distinct {
		if _, twice := o.seen[raw]; twice {
			return fmt.Sprintf("a number (%s) that is not there yet", f.Name), nil
		}
		if o.rd != nil {
			if err := o.rd.charge(seenBytes); err != nil {
				return "", err
			}
		}
		o.seen[raw] = struct{}{}
		return "", nil
	}
	now, last := f.intOf(raw), f.intOf(o.last)
	if o.begun {
		switch {
		case f.Order == Increasing && !last.Less(now):
			want = "greater than"
		case f.Order == Nondecreasing && now.Less(last):
			want = "not less than"
		case f.Order == Decreasing && !now.Less(last):
			want = "less than"
		case f.Order == Nonincreasing && last.Less(now):
			want = "not greater than"
		}
	}
	if want != "" {
		return fmt.Sprintf("a number %s the one before, %s", want, last), nil
	}
	o.last, o.begun = raw, true
	return "", nil
}

// permutation reads n elements.
func (rd *reader) permutation(f *field, v *Value, n uint64) error {
	base := uint64(f.Base)
	kind := scan.Kind{Name: f.what, Min: base, Max: base + n - 1}
	seen := map[uint64]struct{}{}
	for range n {
		var err error
		if v.List, _, err = grow(rd, v.List, n-uint64(len(v.List)), 8+seenBytes); err != nil {
			return err
		}
		element, err := rd.in.Uint(kind)
		if err != nil {
			return err
		}
		if _, twice := seen[element]; twice {
			return rd.in.Reject("an element (" + f.Name + ") that is not there yet")
		}
		seen[element] = struct{}{}
		v.List = append(v.List, element)
	}
	return nil
}

// A forest joins nodes, from 0, which it makes as they come.
type forest struct{ up []uint32 }

func newForest(n int) forest {
	f := forest{make([]uint32, n)}
	for i := range f.up {
		f.up[i] = uint32(i)
	}
	return f
}

// find returns the root of a node.
func (f *forest) find(node uint32) uint32 {
	for f.up[node] != node {
		f.up[node] = f.up[f.up[node]]
		node = f.up[node]
	}
	return node
}

// join joins two nodes, and reports whether they were apart.
func (f *forest) join(a, b uint32) bool {
	a, b = f.find(a), f.find(b)
	if a == b {
		return false
	}
	if a < b { // any rule does: paths are halved
		a, b = b, a
	}
	f.up[a] = b
	return true
}

// tree reads the n-1 edges of a tree.
func (rd *reader) tree(f *field, v *Value, n uint64) error {
	v.Number = 2
	if n <= 1 {
		return nil
	}
	base := uint64(f.Base)
	if f.Parents {
		for i := uint64(1); i < n; i++ {
			var err error
			if v.List, _, err = grow(rd, v.List, 2*min(n-i, math.MaxInt32), 8); err != nil {
				return err
			}
			parent, err := rd.in.Uint(scan.Kind{Name: "the parent of node " + strconv.FormatUint(i+base, 10), Min: base, Max: base + i - 1})
			if err != nil {
				return err
			}
			v.List = append(v.List, parent, i+base)
		}
		return nil
	}
	// Nodes are numbered as they come, so that memory goes with the edges.
	join := newJoiner()
	kind := scan.Kind{Name: f.what, Min: base, Max: base + n - 1}
	var edge [2]uint64
	for i := uint64(1); i < n; i++ {
		list, _, err := grow(rd, v.List, 2*min(n-i, math.MaxInt32), 8+2*seenBytes)
		if err != nil {
			return err
		}
		v.List = list
		if _, err := rd.in.Uints(edge[:], kind); err != nil {
			return err
		}
		if !join.join(edge[0], edge[1]) {
			return rd.in.Reject(fmt.Sprintf("an edge of a tree, which joins nodes that the edges before do not: not %d %d", edge[0], edge[1]))
		}
		v.List = append(v.List, edge[0], edge[1])
	}
	return nil
}

// A joiner is a forest of nodes with any numbers.
type joiner struct {
	forest
	names map[uint64]uint32
}

func newJoiner() *joiner { return &joiner{names: map[uint64]uint32{}} }

func (j *joiner) node(name uint64) uint32 {
	node, ok := j.names[name]
	if !ok {
		node = uint32(len(j.up))
		j.names[name] = node
		j.up = append(j.up, node)
	}
	return node
}

func (j *joiner) join(a, b uint64) bool { return j.forest.join(j.node(a), j.node(b)) }

// graph reads m edges of n nodes.
func (rd *reader) graph(f *field, v *Value, m, n uint64) error {
	v.Number = 2
	base := uint64(f.Base)
	kind := scan.Kind{Name: f.what, Min: base, Max: base + n - 1}
	if m > 0 && n == 0 {
		return rd.in.Reject("no edges without nodes")
	}
	if n > math.MaxUint32 {
		return rd.in.Reject("fewer than 2^32 nodes")
	}
	seen := map[uint64]struct{}{}
	var where []scan.Position
	var edge [2]uint64
	for i := range m {
		list, _, err := grow(rd, v.List, 2*min(m-i, math.MaxInt32), 8+seenBytes+16)
		if err != nil {
			return err
		}
		v.List = list
		if _, err := rd.in.Uints(edge[:], kind); err != nil {
			return err
		}
		a, b := edge[0], edge[1]
		if a == b {
			return rd.in.Reject(fmt.Sprintf("a node other than %d: an edge joins two nodes", a))
		}
		if !f.Directed && a > b {
			a, b = b, a
		}
		if !f.Repeated {
			if _, twice := seen[a<<32|b]; twice {
				return rd.in.Reject(fmt.Sprintf("an edge that is not there yet: not %d %d", edge[0], edge[1]))
			}
			seen[a<<32|b] = struct{}{}
		}
		if f.Acyclic {
			where = append(where, rd.in.Position())
		}
		v.List = append(v.List, edge[0], edge[1])
	}
	bad, err := f.cycle(v.List, &rd.Pace)
	if err != nil {
		return err
	}
	if bad >= 0 {
		return scan.NewError(where[bad], strconv.AppendUint(nil, v.List[2*bad+1], 10), "a graph without cycles: this edge is on one")
	}
	want, err := f.unconnected(v.List, n, &rd.Pace)
	if err == nil && want != "" {
		err = rd.in.Reject(want)
	}
	return err
}

// cycle returns the last edge that is on a cycle, or -1 if there is none or cycles are
// allowed.
func (f *field) cycle(edges []uint64, p *meter.Pace) (int, error) {
	if !f.Acyclic {
		return -1, nil
	}
	if !f.Directed {
		join := newJoiner()
		for i := 0; i < len(edges); i += 2 {
			if err := p.Step(8); err != nil {
				return -1, err
			}
			if !join.join(edges[i], edges[i+1]) {
				return i / 2, nil
			}
		}
		return -1, nil
	}
	// Take away nodes without edges that lead to them; then edges that remain lead to
	// a cycle or are on one. The same from the other side leaves cycles, and paths
	// between them.
	ends := edges
	nodes := uint64(0)
	for _, v := range edges {
		nodes = max(nodes, v+1)
	}
	if nodes > 4*uint64(len(edges)) { // most have no edges: number the others
		var err error
		if ends, nodes, err = numbered(edges, p); err != nil {
			return -1, err
		}
	}
	left := make([]bool, len(edges)/2)
	for i := range left {
		left[i] = true
	}
	remain := len(left)
	for _, side := range [2]int{1, 0} {
		degree := make([]uint32, nodes)
		first := make([]uint32, nodes+1) // where the edges from each node begin in from
		for i := range left {
			if err := p.Step(2); err != nil {
				return -1, err
			}
			if left[i] {
				degree[ends[2*i+side]]++
				first[ends[2*i+1-side]+1]++
			}
		}
		for v := range nodes {
			first[v+1] += first[v]
		}
		from, next := make([]uint32, remain), slices.Clone(first)
		for i := range left {
			if left[i] {
				v := ends[2*i+1-side]
				from[next[v]] = uint32(i)
				next[v]++
			}
		}
		var free []uint64
		for v := range nodes {
			if degree[v] == 0 {
				free = append(free, v)
			}
		}
		for len(free) > 0 {
			if err := p.Step(8); err != nil {
				return -1, err
			}
			node := free[len(free)-1]
			free = free[:len(free)-1]
			for _, i := range from[first[node]:first[node+1]] {
				left[i] = false
				remain--
				to := ends[2*i+uint32(side)]
				if degree[to]--; degree[to] == 0 {
					free = append(free, to)
				}
			}
		}
		if remain == 0 {
			return -1, nil
		}
	}
	for i := len(left) - 1; i >= 0; i-- {
		if left[i] {
			return i, nil
		}
	}
	return -1, nil
}

// numbered returns edges between nodes that are numbered from 0, and the number of nodes.
func numbered(edges []uint64, p *meter.Pace) (ends []uint64, nodes uint64, err error) {
	number := map[uint64]uint64{}
	for _, v := range edges {
		if err := p.Step(8); err != nil {
			return nil, 0, err
		}
		n, ok := number[v]
		if !ok {
			n = uint64(len(number))
			number[v] = n
		}
		ends = append(ends, n)
	}
	return ends, uint64(len(number)), nil
}

// unconnected returns what would be right where the edges do not connect all nodes,
// and should.
func (f *field) unconnected(edges []uint64, n uint64, p *meter.Pace) (string, error) {
	if !f.Connected || n <= 1 {
		return "", nil
	}
	join := newJoiner()
	parts := n
	for i := 0; i < len(edges); i += 2 {
		if err := p.Step(8); err != nil {
			return "", err
		}
		if join.join(edges[i], edges[i+1]) {
			parts--
		}
	}
	if parts == 1 {
		return "", nil
	}
	return fmt.Sprintf("a connected graph: the edges leave %d parts", parts), nil
}
