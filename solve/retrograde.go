package solve

// The graph of all positions that can be reached, for play that need not end.

import (
	"fmt"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/loopy"
)

// A retrograde numbers the positions of a graph as it meets them.
type retrograde struct {
	*book
	number map[string]uint32 // of a position, by its key
	keys   []string
}

// newRetrograde returns a search of a compound of some kind.
func (s *solver) newRetrograde(kind compound.Kind) *retrograde {
	r := &retrograde{book: newBook(kind), number: map[string]uint32{}}
	of := briefSum(s.question.Sum)
	r.loops = true
	r.ledger = ledger{ctx: s.ctx, limit: s.memoryLeft(0), most: s.question.Budget.Steps, account: s.account, over: func(what string) error {
		return fmt.Errorf("%s: the search of a sum with cycles has met %s and may use no more %s: %w",
			of, message.Count(max(len(r.keys), 1), "position", "positions"), s.than(what), grundy.Spent(what))
	}}
	return r
}

// node returns the number of the position of a key.
func (r *retrograde) node(key string) uint32 {
	number, ok := r.number[key]
	if !ok {
		number = uint32(len(r.keys))
		r.number[key], r.keys = number, append(r.keys, key)
		r.bytes += uint64(4*len(key)) + positionBytes/2
	}
	return number
}

// explore returns the graph of all positions that can be reached from some, which are
// lists of single copies. These are the first nodes, each once.
func (r *retrograde) explore(roots ...[]grundy.Component) (*loopy.Graph, error) {
	var moves grundy.Moves[string]
	for _, components := range roots {
		keys, err := r.AppendKeys(moves.Parts[:0], components...)
		if err != nil {
			return nil, err
		}
		r.node(keys[0])
	}
	var edges []loopy.Edge
	var ends []uint32 // of the edges from one node
	stated := map[uint32]grundy.Ending{}
	for from := 0; from < len(r.keys); from++ {
		r.uncounted++
		if ending := r.endingOf(numbersOf(r.keys[from])); ending != grundy.NoEnding {
			stated[uint32(from)] = ending
			r.bytes += positionBytes / 2
			continue
		}
		moves.Parts, moves.Ends = moves.Parts[:0], moves.Ends[:0]
		if err := r.AppendMoves(&moves, r.keys[from]); err != nil {
			return nil, err
		}
		ends = ends[:0]
		for _, key := range moves.Parts {
			ends = append(ends, r.node(key))
		}
		slices.Sort(ends)
		for _, end := range slices.Compact(ends) {
			edges = append(edges, loopy.Edge{From: uint32(from), To: end})
			r.bytes += 24
		}
		if err := r.check(1); err != nil {
			return nil, err
		}
	}
	graph, err := loopy.NewGraph(r.ctx, len(r.keys), edges)
	if err != nil {
		return nil, err
	}
	graph.Endings = stated
	return graph, nil
}

// of returns the number of the position of components with these bags, or a larger one than
// there are if it was not met.
func (r *retrograde) of(bags []uint32) uint32 {
	if number, ok := r.number[r.keyOf(bags)]; ok {
		return number
	}
	return noPart
}

// at returns the number of the position of these components.
func (r *retrograde) at(components ...grundy.Component) uint32 {
	bags := make([]uint32, len(components))
	for i, c := range components {
		bags[i] = r.bagOf(c)
	}
	return r.of(bags)
}
