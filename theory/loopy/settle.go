package loopy

// One pass settles the part of a graph from which play must end: nodes in the order of their
// options, the mex of each. It is the whole graph where there is no cycle.
//
// A node waits with one word of memory: the nim-values that its options were
// found to have, as a set of bits, and the number of options that are not yet
// known. The words of a node's predecessors are anywhere in memory, and to go
// there for each edge would cost a miss of the cache and of the table of pages.
// So what is to be told is first kept in lists, one for each block of nodes, and
// told to a block when its list is full, or when nothing else is left to do. A
// block fits in the cache.
//
// Nodes are taken from the queue some at a time, so that the processor waits for
// their rows together and not one after another.

import (
	"context"
	"math/bits"
)

const (
	seenBits  = 40 // nim-values 0 … 39 are bits of the word
	seenMask  = 1<<seenBits - 1
	oneOption = 1 << seenBits
	maxField  = 1<<(64-seenBits) - 1 // of the number of unknown options
)

// A settling is the state of the pass.
type settling struct {
	g     *Graph
	state []uint64 // seen values, and above them the number of unknown options
	// Nodes with seenBits options or more may have larger nim-values: further
	// bits, for the nim-values to their degree, begin at more[slot[v]]. Both are
	// nil if there is no such node.
	slot []uint32
	more []uint64
	rest map[uint32]uint32 // unknown options beyond the field of state
	far  []uint32          // the nodes that were settled with a nim-value from seenBits on

	queue []uint32 // nodes whose options are all known
	news  *news
	// touched keeps the compiler from dropping a look ahead.
	touched uint32
}

// newSettling settles all nodes from which play must end.
func newSettling(ctx context.Context, g *Graph) (*settling, error) {
	n := len(g.out)
	s := &settling{g: g, state: make([]uint64, n), rest: map[uint32]uint32{}, queue: make([]uint32, 0, n), news: newNews(n)}
	words := 0
	for v, d := range g.out {
		if d >= seenBits {
			if s.slot == nil {
				s.slot = make([]uint32, n)
			}
			s.slot[v] = uint32(words)
			words += farWords(d)
		}
		if d > maxField {
			s.rest[uint32(v)] = d - maxField
			d = maxField
		}
		s.state[v] = uint64(d) << seenBits
		if d == 0 {
			s.queue = append(s.queue, uint32(v))
		}
	}
	if words > 0 {
		s.more = make([]uint64, words)
	}
	work := 0
	for head := 0; ; {
		if head == len(s.queue) {
			if s.tellAll(); head == len(s.queue) {
				break
			}
		}
		some := s.queue[head:min(len(s.queue), head+atOnce)]
		head += len(some)
		if work += s.spread(some); work >= 1<<20 {
			work = 0
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
	}
	s.queue, s.news = nil, nil
	return s, nil
}

// News are nim-values that predecessors are to be told, in lists by blocks of
// nodes. An entry is a nim-value, or seenBits for larger ones, above the node's
// number in its block.
type news struct {
	shift uint32 // a block has 1<<shift nodes
	lists [][]uint32
	space [][]uint32 // the lists' memory; a list that is not begun has none
	begun []uint32   // the blocks whose lists are
}

const (
	atOnce     = 64      // nodes taken from the queue
	blockSize  = 26      // at most, bits of a node's number in its block
	manyBlocks = 10      // at most, bits of a block's number
	leastSize  = 1 << 6  // of a list, in entries; it doubles
	listSize   = 1 << 13 // at most
)

func newNews(nodes int) *news {
	const least = 14 // bits of a node's number in its block
	n := &news{shift: uint32(max(bits.Len(uint(nodes))-manyBlocks, least))}
	n.lists = make([][]uint32, nodes>>n.shift+1)
	n.space = make([][]uint32, len(n.lists))
	return n
}

// spread puts the nim-values of nodes into the lists of their predecessors. It
// returns the work in nodes and edges.
func (s *settling) spread(nodes []uint32) (work int) {
	var starts, ends, nims [atOnce]uint32
	g := s.g
	for i, v := range nodes {
		starts[i&(atOnce-1)], ends[i&(atOnce-1)] = g.into[v], g.into[v+1]
		nims[i&(atOnce-1)] = uint32(bits.TrailingZeros64(^s.state[v]))
	}
	touched := uint32(0)
	for i := range nodes {
		if at := starts[i&(atOnce-1)]; at < uint32(len(g.from)) {
			touched += g.from[at]
		}
	}
	s.touched = touched
	n := s.news
	shift := n.shift
	inBlock := uint32(1)<<shift - 1
	for i, v := range nodes {
		row := g.from[starts[i&(atOnce-1)]:ends[i&(atOnce-1)]]
		if len(s.rest) > 0 && s.refill(v) {
			continue
		}
		x := nims[i&(atOnce-1)]
		if x >= seenBits { // all bits of the word, which stands for more
			x = seenBits
			s.far = append(s.far, v)
			s.seeFar(row, s.mex(v))
		}
		work += len(row) + 1
		for _, p := range row {
			list := n.lists[p>>shift]
			if len(list) == cap(list) {
				list = s.makeRoom(p >> shift)
			}
			n.lists[p>>shift] = append(list, x<<blockSize|p&inBlock)
		}
	}
	return work
}

// makeRoom returns the list of a block with room for one more entry.
func (s *settling) makeRoom(block uint32) []uint32 {
	n := s.news
	list := n.lists[block]
	switch size := cap(list); size {
	case 0:
		n.begun = append(n.begun, block)
		if n.space[block] == nil {
			n.space[block] = make([]uint32, 0, leastSize)
		}
		return n.space[block]
	case listSize:
		s.tell(block, list)
		return list[:0]
	default:
		n.space[block] = make([]uint32, 0, 2*size)
		return append(n.space[block], list...)
	}
}

// tellAll empties all lists.
func (s *settling) tellAll() {
	for _, block := range s.news.begun {
		s.tell(block, s.news.lists[block])
		s.news.lists[block] = nil
	}
	s.news.begun = s.news.begun[:0]
}

// tell tells the nodes of a block what is in a list.
func (s *settling) tell(block uint32, list []uint32) {
	first, queue := block<<s.news.shift, s.queue
	state := s.state[first:]
	for _, entry := range list {
		p := entry & (1<<blockSize - 1)
		w := (state[p] | 1<<(entry>>blockSize)&seenMask) - oneOption
		state[p] = w
		if w>>seenBits == 0 {
			queue = append(queue, first+p)
		}
	}
	s.queue = queue
}

// open reports whether play from v need not end. It is meant for the end of the
// pass.
func (s *settling) open(v uint32) bool { return s.state[v]>>seenBits != 0 }

// unknown returns the number of edges from v to nodes that are not settled.
func (s *settling) unknown(v uint32) uint32 { return uint32(s.state[v]>>seenBits) + s.rest[v] }

// refill reports whether v has more unknown options than its field told.
func (s *settling) refill(v uint32) bool {
	more := min(s.rest[v], maxField)
	if more == 0 {
		return false
	}
	s.state[v] += uint64(more) << seenBits
	if s.rest[v] -= more; s.rest[v] == 0 {
		delete(s.rest, v)
	}
	return true
}

// farWords returns how many words the bits of a node with degree options take.
func farWords(degree uint32) int { return int(degree-seenBits)/64 + 1 }

// seeFar tells predecessors of the nim-value x, which is at least seenBits.
// Those with fewer options than x need not know it for their mex.
func (s *settling) seeFar(row []uint32, x uint64) {
	for _, p := range row {
		if uint64(s.g.out[p]) >= x {
			s.more[uint64(s.slot[p])+(x-seenBits)/64] |= 1 << ((x - seenBits) % 64)
		}
	}
}

// see tells v of an option's nim-value.
func (s *settling) see(v uint32, x uint64) {
	if x < seenBits {
		s.state[v] |= 1 << x
	} else {
		s.seeFar([]uint32{v}, x)
	}
}

// saw reports whether v has an option of nim-value x, which is at most its
// degree or below seenBits.
func (s *settling) saw(v uint32, x uint64) bool {
	if x < seenBits {
		return s.state[v]>>x&1 != 0
	}
	if uint64(s.g.out[v]) < x {
		return false
	}
	return s.more[uint64(s.slot[v])+(x-seenBits)/64]>>((x-seenBits)%64)&1 != 0
}

// mex returns the mex of what v has seen.
func (s *settling) mex(v uint32) uint64 {
	x := uint64(bits.TrailingZeros64(^s.state[v] & seenMask))
	if x < seenBits {
		return x
	}
	x = seenBits
	for _, word := range s.more[s.slot[v]:][:farWords(s.g.out[v])] { // a node with these values seen has as many options
		if word != ^uint64(0) {
			return x + uint64(bits.TrailingZeros64(^word))
		}
		x += 64
	}
	return x
}
