package matching

// Trees of alternating paths grow here, blossoms are put together, and paths are exchanged.

import (
	"slices"

	"github.com/grundy-games/grundy/internal/meter"
)

type kind uint8

const (
	unreached kind = iota
	outer
	inner
)

// A forest is the work of a phase. Mate is a matching between phases.
type forest struct {
	*Graph
	gone []bool
	mate []int32
	pace meter.Pace

	kind  []kind
	tree  []int32 // by node that is reached: the root
	spent []bool  // by root: the tree was used
	base  []int32 // by node: another one of its blossom that is nearer to the first one, which is its own; see top
	seen  []int32 // by node: the last blossom for which it was passed
	round int32
	up    []int32 // by node that was reached as an inner one: from where
	// Where a blossom made an inner node outer, there is a way around it: down to the end of the edge
	// that closed it, and on from its other end. Otherwise across is None.
	down, across []int32
	queue        []int32 // outer nodes to look from
	tasks        []stretch
	path         []int32
}

// top returns the first node of the blossom of v. It is the one nearest to the root, and outer,
// unless v is no part of a blossom.
func (f *forest) top(v int32) int32 {
	for f.base[v] != v {
		f.base[v] = f.base[f.base[v]]
		v = f.base[v]
	}
	return v
}

// phase grows trees from all single nodes, and exchanges what augmenting paths it meets. It
// reports whether there were some.
func (f *forest) phase() (gained bool, err error) {
	f.queue, f.round = f.queue[:0], 0
	for v := range int32(f.Nodes()) {
		f.kind[v], f.base[v], f.across[v], f.spent[v], f.seen[v] = unreached, v, None, false, 0
		if f.mate[v] == None && !f.gone[v] {
			f.kind[v], f.tree[v] = outer, v
			f.queue = append(f.queue, v)
		}
	}
	for at := 0; at < len(f.queue); at++ {
		u := f.queue[at]
		if err := f.pace.Step(1 + len(f.Near(u))); err != nil {
			return false, err
		}
		for _, v := range f.Near(u) {
			if f.spent[f.tree[u]] {
				break
			}
			switch {
			case f.gone[v]:
			case f.kind[v] == unreached:
				w := f.mate[v]
				f.kind[v], f.kind[w] = inner, outer
				f.tree[v], f.tree[w], f.up[v] = f.tree[u], f.tree[u], u
				f.queue = append(f.queue, w)
			case f.kind[v] == inner || f.spent[f.tree[v]]:
			case f.tree[u] != f.tree[v]:
				f.exchange(u, v)
				f.spent[f.tree[u]], f.spent[f.tree[v]] = true, true
				gained = true
			case f.top(u) != f.top(v):
				f.blossom(u, v)
			}
		}
	}
	return gained, nil
}

// blossom makes one of the odd cycle that the edge between two outer nodes of a tree closes.
func (f *forest) blossom(u, v int32) {
	f.round++
	meet := int32(None)
	for x, y := f.top(u), f.top(v); meet == None; x, y = y, x { // up, in turn
		switch {
		case x == None:
		case f.seen[x] == f.round:
			meet = x
		default:
			f.seen[x] = f.round
			if x = f.mate[x]; x != None {
				x = f.top(f.up[x])
			}
		}
	}
	for _, side := range [...][2]int32{{u, v}, {v, u}} {
		for x := f.top(side[0]); x != meet; {
			in := f.mate[x]
			f.kind[in], f.down[in], f.across[in] = outer, side[0], side[1]
			f.base[in], f.base[x] = meet, meet
			f.queue = append(f.queue, in)
			x = f.top(f.up[in])
		}
	}
}

// A stretch is the way from an outer node up to another node on it; or backwards; or, where from is to, one
// node.
type stretch struct {
	from, to  int32
	backwards bool
}

// exchange augments by the edge between outer nodes of two trees.
func (f *forest) exchange(u, v int32) {
	f.path = f.path[:0]
	f.walk(stretch{u, f.tree[u], true})
	f.walk(stretch{v, f.tree[v], false})
	for i := 0; i < len(f.path); i += 2 {
		x, y := f.path[i], f.path[i+1]
		f.mate[x], f.mate[y] = y, x
	}
}

// walk appends a stretch to the path. Ways around blossoms nest as deep as these do, so tasks that
// are left are kept in a list.
func (f *forest) walk(s stretch) {
	f.tasks = append(f.tasks[:0], s)
	for len(f.tasks) > 0 {
		s := f.tasks[len(f.tasks)-1]
		f.tasks = f.tasks[:len(f.tasks)-1]
		v := s.from
		if v == s.to {
			f.path = append(f.path, v)
			continue
		}
		var parts [3]stretch // of the way from v
		count := 3
		switch w := f.mate[v]; {
		case f.across[v] != None: // around the blossom
			parts[0], parts[1] = stretch{f.down[v], v, true}, stretch{f.across[v], s.to, false}
			count = 2
		case w == s.to:
			parts[0], parts[1] = stretch{v, v, false}, stretch{w, w, false}
			count = 2
		default:
			parts[0], parts[1], parts[2] = stretch{v, v, false}, stretch{w, w, false}, stretch{f.up[w], s.to, false}
		}
		todo := parts[:count]
		if s.backwards {
			for i := range todo {
				todo[i].backwards = !todo[i].backwards
			}
		} else {
			slices.Reverse(todo)
		}
		f.tasks = append(f.tasks, todo...) // the last one comes first
	}
}
