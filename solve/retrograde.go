package solve

// The graph of all positions that can be reached, for play that need not end.

import (
	"context"
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
	ofBag  []uint32          // the number of a position of one bag, and 1; or 0
	count  uint32            // of positions
	key    []byte
}

// newRetrograde returns a search of a compound of some kind.
func (s *solver) newRetrograde(kind compound.Kind) *retrograde {
	r := &retrograde{book: newBook(kind), number: map[string]uint32{}}
	r.loops = true
	r.ledger = s.walkLedger(briefSum(s.question.Sum), r.met)
	return r
}

// walkLedger returns the ledger of a walk from a position, where met counts the positions.
func (s *solver) walkLedger(of string, met func() uint32) ledger {
	return ledger{ctx: s.ctx, limit: s.memoryLeft(0), most: s.question.Budget.Steps, account: s.account, over: func(what string) error {
		return fmt.Errorf("%s: the search of a sum with cycles has met %s and may use no more %s: %w",
			of, message.Count(max(int(met()), 1), "position", "positions"), s.than(what), grundy.Spent(what))
	}}
}

// numberOf returns the number of the position of these bags, whose order does not
// matter, and whether it is new. The bags in order are sorted then.
func (r *retrograde) numberOf(bags []uint32) (number uint32, isNew bool) {
	ordered := r.inOrder(bags)
	if len(bags) == 1 {
		if more := len(r.runs) - len(r.ofBag); more > 0 {
			r.ofBag = append(r.ofBag, make([]uint32, more)...)
			r.bytes += 4 * uint64(more)
		}
		of := &r.ofBag[bags[0]]
		if isNew = *of == 0; isNew {
			r.count++
			*of = r.count
		}
		return *of - 1, isNew
	}
	r.key = appendKey(r.key[:0], ordered)
	number, ok := r.number[string(r.key)]
	if !ok {
		number = r.count
		r.count++
		r.number[string(r.key)] = number
		r.bytes += uint64(3*len(r.key)) + positionBytes/2
	}
	return number, !ok
}

// explore returns the graph of all positions that can be reached from some, which are
// lists of single copies. These are the first nodes, each once.
func (r *retrograde) explore(roots ...[]grundy.Component) (*loopy.Graph, error) {
	var positions []uint32 // one behind the other
	width := 0
	for _, components := range roots {
		given, err := r.bagsOf(components)
		if err != nil {
			return nil, err
		}
		given = r.whole(given)
		width = len(given)
		if _, isNew := r.numberOf(given); isNew {
			positions = append(positions, r.sorted...)
		}
	}
	edges, stated, err := r.reach(0, positions, width)
	if err != nil {
		return nil, err
	}
	graph, err := loopy.NewGraph(r.ctx, int(r.count), edges)
	if err != nil {
		return nil, err
	}
	graph.Endings = stated
	return graph, nil
}

// reach returns the edges from the positions from number first on, which are lists of width bags, and
// the ends of play that the rules state, by number. It numbers the positions that it meets.
func (r *retrograde) reach(first int, positions []uint32, width int) (edges []loopy.Edge, stated map[uint32]grundy.Ending, err error) {
	var ends []uint32 // of the edges from one node
	stated = map[uint32]grundy.Ending{}
	for from := first; from < int(r.count); from++ {
		r.uncounted++
		p := slices.Clone(positions[(from-first)*width:][:width])
		if ending := r.endingOf(p); ending != grundy.NoEnding {
			stated[uint32(from)] = ending
			r.bytes += positionBytes / 2
			continue
		}
		err := r.eachMove(p, func(next []uint32) {
			number, isNew := r.numberOf(next)
			if isNew {
				positions = append(positions, r.sorted...)
			}
			ends = append(ends, number)
		})
		if err != nil {
			return nil, nil, err
		}
		slices.Sort(ends)
		for _, end := range slices.Compact(ends) {
			edges = append(edges, loopy.Edge{From: uint32(from), To: end})
			r.bytes += 24
		}
		ends = ends[:0]
	}
	return edges, stated, nil
}

// A walk numbers the positions that play can reach from some, in the order in which it meets them.
type walk interface {
	// find returns the number of a position, and whether it is new: it is the last one then.
	find(components []grundy.Component) (number uint32, isNew bool, err error)
	// follow returns what [retrograde.reach] does for the position that was found last.
	follow() (edges []loopy.Edge, stated map[uint32]grundy.Ending, err error)
	met() uint32 // positions
}

func (r *retrograde) met() uint32 { return r.count }

func (r *retrograde) find(components []grundy.Component) (uint32, bool, error) {
	given, err := r.bagsOf(components)
	if err != nil {
		return 0, false, err
	}
	number, isNew := r.numberOf(r.whole(given))
	return number, isNew, nil
}

func (r *retrograde) follow() ([]loopy.Edge, map[uint32]grundy.Ending, error) {
	return r.reach(int(r.count)-1, slices.Clone(r.sorted), len(r.sorted))
}

// A loops is the outcomes of positions that were searched, and of all that can be reached from them.
type loops struct {
	walk
	outcomes []grundy.Outcome // by number
}

// outcome returns who wins components. It searches what has not been met before.
func (l *loops) outcome(ctx context.Context, components []grundy.Component, convention grundy.Convention) (grundy.Outcome, error) {
	number, isNew, err := l.find(components)
	if err != nil {
		return 0, err
	}
	if !isNew {
		return l.outcomes[number], nil
	}
	edges, stated, err := l.follow()
	if err != nil {
		return 0, err
	}
	// A graph of the new positions, and of those known before to which they lead.
	fresh := l.met() - number
	endings, known := make(map[uint32]grundy.Ending, len(stated)), map[uint32]uint32{}
	for at, ending := range stated {
		endings[at-number] = ending
	}
	for i := range edges {
		e := &edges[i]
		e.From -= number
		if e.To >= number {
			e.To -= number
			continue
		}
		at, ok := known[e.To]
		if !ok {
			at = fresh + uint32(len(known))
			known[e.To] = at
			endings[at] = [...]grundy.Ending{grundy.P: grundy.Lost, grundy.N: grundy.Won, grundy.D: grundy.Drawn}[l.outcomes[e.To]]
		}
		e.To = at
	}
	graph, err := loopy.NewGraph(ctx, int(fresh)+len(known), edges)
	if err != nil {
		return 0, err
	}
	graph.Endings = endings
	outcomes, _, err := loopy.Outcomes(ctx, graph, convention)
	if err != nil {
		return 0, err
	}
	l.outcomes = append(l.outcomes, outcomes[:fresh]...)
	return outcomes[0], nil
}

// of returns the number of the position of components with these bags, which was met or
// gets one more than there are.
func (r *retrograde) of(bags []uint32) uint32 {
	number, _ := r.numberOf(r.whole(bags))
	return number
}

// at returns the number of the position of these components.
func (r *retrograde) at(components ...grundy.Component) uint32 {
	bags := make([]uint32, len(components))
	for i, c := range components {
		bags[i] = r.bagOf(c)
	}
	return r.of(bags)
}
