package input

// Lists, permutations, trees and graphs demand something of all their elements together.

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/scan"
)

// An order checks numbers that come one by one.
type order struct {
	field *field
	last  uint64 // the number before
	begun bool
	seen  map[uint64]struct{}
	rows  map[string]struct{} // of records
	rd    *reader             // to charge, or nil
}

func newOrder(f *field, rd *reader) *order {
	o := &order{field: f, rd: rd}
	if f.Order == Distinct {
		o.seen, o.rows = map[uint64]struct{}{}, map[string]struct{}{}
	}
	return o
}

// nextRow takes a record.
func (o *order) nextRow(row []uint64) (want string, err error) {
	if o.field.Order != Distinct {
		return "", nil
	}
	var key []byte
	for _, n := range row {
		key = binary.LittleEndian.AppendUint64(key, n)
	}
	if _, twice := o.rows[string(key)]; twice {
		return "a record (" + o.field.Name + ") that is not there yet", nil
	}
	if o.rd != nil {
		if err := o.rd.charge(seenBytes + uint64(len(key))); err != nil {
			return "", err
		}
	}
	o.rows[string(key)] = struct{}{}
	return "", nil
}

// seenBytes is the memory that a map takes for one number.
const seenBytes = 24

// next takes a number and returns what would be right instead, or "".
func (o *order) next(raw uint64) (want string, err error) {
	f := o.field
	if f.Order == Distinct {
		if _, twice := o.seen[raw]; twice {
			return f.what + " that is not there yet", nil
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

// parents reads the parents of n-1 nodes.
func (rd *reader) parents(f *field, v *Value, n uint64) (err error) {
	base := uint64(f.Base)
	for i := uint64(1); i < n; i++ {
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

// edges reads m edges of a tree or a graph of n nodes.
func (rd *reader) edges(f *field, v *Value, m, n uint64) error {
	base := uint64(f.Base)
	kind := scan.Kind{Name: f.what, Min: base, Max: base + n - 1}
	switch {
	case m > 0 && n == 0:
		return rd.in.Reject("no edges without nodes")
	case n > math.MaxUint32 && f.Kind == KindGraph:
		return rd.in.Reject("fewer than 2^32 nodes")
	}
	w := newWiring(f)
	var where []scan.Position
	var edge [2]uint64
	for i := range m { // memory goes with the edges that come
		list, _, err := grow(rd, v.List, 2*min(m-i, math.MaxInt32), 8+2*seenBytes)
		if err != nil {
			return err
		}
		v.List = list
		if err := readUints(rd.in, edge[:], kind); err != nil {
			return err
		}
		if want := w.add(edge[0], edge[1]); want != "" {
			return rd.in.Reject(want)
		}
		if f.Acyclic && f.Directed {
			where = append(where, rd.in.Position())
		}
		v.List = append(v.List, edge[0], edge[1])
	}
	if where != nil {
		bad, err := cycle(v.List, &rd.Pace)
		if err != nil {
			return err
		}
		if bad >= 0 {
			return scan.NewError(where[bad], strconv.AppendUint(nil, v.List[2*bad+1], 10), onCycle)
		}
	}
	if f.Connected && n > w.joins+1 {
		return rd.in.Reject(fmt.Sprintf("a connected graph: the edges leave %d parts", n-w.joins))
	}
	return nil
}

const onCycle = "a graph without cycles: this edge is on one"

// A wiring looks at the edges of a tree or a graph one by one.
type wiring struct {
	*field
	seen  map[[2]uint32]struct{}
	nodes map[uint64]uint32 // as they come
	forest
	joins uint64 // edges between nodes that those before do not join
}

func newWiring(f *field) *wiring {
	return &wiring{field: f, seen: map[[2]uint32]struct{}{}, nodes: map[uint64]uint32{}}
}

// add adds an edge, or returns what would be right instead.
func (w *wiring) add(a, b uint64) (want string) {
	if w.Kind == KindGraph {
		if a == b {
			return fmt.Sprintf("a node other than %d: an edge joins two nodes", a)
		}
		if !w.Repeated {
			edge := [2]uint32{uint32(a), uint32(b)}
			if !w.Directed && a > b {
				edge = [2]uint32{uint32(b), uint32(a)}
			}
			if _, twice := w.seen[edge]; twice {
				return fmt.Sprintf("an edge that is not there yet: not %d %d", a, b)
			}
			w.seen[edge] = struct{}{}
		}
		if !w.Connected && (!w.Acyclic || w.Directed) {
			return ""
		}
	}
	switch {
	case w.join(w.node(a), w.node(b)):
		w.joins++
	case w.Kind == KindTree:
		return fmt.Sprintf("an edge of a tree, which joins nodes that the edges before do not: not %d %d", a, b)
	case w.Acyclic && !w.Directed:
		return onCycle
	}
	return ""
}

func (w *wiring) node(name uint64) uint32 {
	node, ok := w.nodes[name]
	if !ok {
		node = uint32(len(w.up))
		w.nodes[name] = node
		w.up = append(w.up, node)
	}
	return node
}

// cycleIn returns what would be right in place of lists with a cycle, if they may have none.
func (f *field) cycleIn(v *Value, p *meter.Pace) (want string, err error) {
	if !f.Acyclic {
		return "", nil
	}
	edges := make([]uint64, 0, 2*len(v.List))
	for i := range v.Ends {
		for _, node := range v.Row(i) {
			edges = append(edges, uint64(i+f.Base), node)
		}
	}
	bad, err := cycle(edges, p)
	if err != nil || bad < 0 {
		return "", err
	}
	return fmt.Sprintf("lists (%s) without cycles: the edge from %d to %d is on one", f.Name, edges[2*bad], edges[2*bad+1]), nil
}

// cycle returns a directed edge that is on a cycle, or -1 if there is none.
func cycle(edges []uint64, p *meter.Pace) (int, error) {
	ends, nodes := edges, uint64(0)
	for _, v := range edges {
		nodes = max(nodes, v+1)
	}
	if nodes > 4*uint64(len(edges)) { // most have no edges: number the others
		number := wiring{nodes: map[uint64]uint32{}}
		ends = nil
		for _, v := range edges {
			if err := p.Step(8); err != nil {
				return -1, err
			}
			ends = append(ends, uint64(number.node(v)))
		}
		nodes = uint64(len(number.nodes))
	}
	first := make([]uint32, nodes+1) // where the edges from each node begin in from
	for i := 0; i < len(ends); i += 2 {
		first[ends[i]+1]++
	}
	for v := range nodes {
		first[v+1] += first[v]
	}
	from, next := make([]uint32, len(ends)/2), slices.Clone(first)
	for i := range from {
		v := ends[2*i]
		from[next[v]] = uint32(i)
		next[v]++
	}
	copy(next, first)
	const onPath, done = 1, 2
	state := make([]uint8, nodes)
	for root := range nodes {
		for path := []uint64{root}; len(path) > 0; {
			if err := p.Step(8); err != nil {
				return -1, err
			}
			v := path[len(path)-1]
			if next[v] == first[v+1] {
				state[v], path = done, path[:len(path)-1]
				continue
			}
			i := from[next[v]]
			next[v]++
			state[v] = onPath
			switch to := ends[2*i+1]; state[to] {
			case onPath:
				return int(i), nil
			case 0:
				path = append(path, to)
			}
		}
	}
	return -1, nil
}
