package solve

// Play that need not end, or that rules may end, is decided on the graph of all positions that can be
// reached. They are numbered as they are met, by the keys of their game, or else by those of a book.

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/loopy"
	"github.com/grundy-games/grundy/theory/search"
)

// A walk numbers the positions that play can reach from some, in the order in which it meets them.
type walk interface {
	// find returns the number of a position, and whether it is new: it is the last one then.
	find(components []grundy.Component) (number uint32, isNew bool, err error)
	// follow returns the edges from the positions from number first on, and the ends of play that the
	// rules state, by number. It numbers the positions that it meets.
	follow(first uint32) (edges []loopy.Edge, stated map[uint32]grundy.Ending, err error)
	met() uint32 // positions
}

// A keyWalk is a walk by keys of type K.
type keyWalk[K search.Key] struct {
	packing[K]
	*spending // that of the book, if there is one
	number    map[K]uint32
	ofBag     []uint32 // of a key that is one bag of the book: its number and 1, or 0
	keys      []K      // by number
	moves     grundy.Moves[K]
}

// A retrograde is a walk by the keys of a book.
type retrograde struct{ *keyWalk[string] }

// newRetrograde returns a walk through a compound of some kind.
func (s *solver) newRetrograde(kind compound.Kind) retrograde {
	b := newBook(kind)
	b.loops = true
	by := packing[string]{game: b.packed(), book: b}
	w := &keyWalk[string]{packing: by, spending: &b.spending, number: map[string]uint32{}}
	b.spending = s.walkSpending(briefSum(s.question.Sum), w.met)
	return retrograde{w}
}

// walk implements [packer].
func (by *packing[K]) walk(s *solver, c grundy.Component) walk {
	w := &keyWalk[K]{packing: *by, number: map[K]uint32{}}
	l := s.walkSpending(brief(c), w.met)
	w.spending = &l
	return w
}

// walkSpending returns the spending of a walk from a position, where met counts the positions.
func (s *solver) walkSpending(of string, met func() uint32) spending {
	return spending{ctx: s.ctx, limit: s.memoryLeft(0), most: s.question.Budget.Steps, account: s.account, over: func(what string) error {
		return fmt.Errorf("%s: the search of a sum with cycles has met %s and may use no more %s: %w",
			of, message.Count(max(int(met()), 1), "position", "positions"), s.than(what), grundy.Spent(what))
	}}
}

func (w *keyWalk[K]) met() uint32 { return uint32(len(w.keys)) }

func (w *keyWalk[K]) find(components []grundy.Component) (number uint32, isNew bool, err error) {
	if w.book != nil {
		bags, err := w.book.bagsOf(components)
		if err != nil {
			return 0, false, err
		}
		number, isNew = w.numberOf(any(w.book.keyOf(bags)).(K))
		return number, isNew, nil
	}
	keys, err := w.keysOf(components...)
	if err == nil && len(keys) != 1 {
		err = search.ErrSum
	}
	if err != nil {
		return 0, false, err
	}
	number, isNew = w.numberOf(keys[0])
	return number, isNew, nil
}

// numberOf returns the number of a key, and whether it is new.
func (w *keyWalk[K]) numberOf(key K) (number uint32, isNew bool) {
	text, isText := any(key).(string)
	if w.book != nil && len(text) == 4 {
		if more := len(w.book.runs) - len(w.ofBag); more > 0 {
			w.ofBag = append(w.ofBag, make([]uint32, more)...)
			w.bytes += 4 * uint64(more)
		}
		of := &w.ofBag[binary.BigEndian.Uint32([]byte(text))]
		if isNew = *of == 0; isNew {
			w.keys = append(w.keys, key)
			*of = w.met()
			w.bytes += 24
		}
		return *of - 1, isNew
	}
	number, ok := w.number[key]
	if !ok {
		number = w.met()
		w.number[key], w.keys = number, append(w.keys, key)
		w.bytes += 64 // the key twice, in a map with room
		if isText {
			w.bytes += uint64(len(text))
		}
	}
	return number, !ok
}

func (w *keyWalk[K]) follow(first uint32) (edges []loopy.Edge, stated map[uint32]grundy.Ending, err error) {
	stated = map[uint32]grundy.Ending{}
	var ends []uint32
	for from := first; from < w.met(); from++ {
		w.uncounted++
		m := &w.moves
		m.Parts, m.Ends, m.Ending = m.Parts[:0], m.Ends[:0], grundy.NoEnding
		if err := w.game.Lister.AppendMoves(m, w.keys[from]); err != nil {
			return nil, nil, err
		}
		if m.Ending != grundy.NoEnding {
			stated[from] = m.Ending
			w.bytes += positionBytes / 2
			continue
		}
		ends = ends[:0]
		for i, key := range m.Parts {
			if len(m.Parts) != len(m.Ends) || m.Ends[i] != i+1 {
				return nil, nil, search.ErrSum
			}
			number, _ := w.numberOf(key)
			ends = append(ends, number)
		}
		slices.Sort(ends)
		ends = slices.Compact(ends)
		for _, end := range ends {
			edges = append(edges, loopy.Edge{From: from, To: end})
		}
		w.bytes += 24 * uint64(len(ends))
		if w.book != nil {
			continue // which has looked at the budget
		}
		if err := w.checkMemory(); err != nil {
			return nil, nil, err
		}
		if err := w.step(1 + len(m.Parts)/bookSteps); err != nil {
			return nil, nil, err
		}
	}
	return edges, stated, nil
}

// explore returns the graph of all positions that can be reached from some, which are
// lists of single copies. These are the first nodes, each once.
func explore(ctx context.Context, w walk, roots ...[]grundy.Component) (*loopy.Graph, error) {
	for _, components := range roots {
		if _, _, err := w.find(components); err != nil {
			return nil, err
		}
	}
	edges, stated, err := w.follow(0)
	if err != nil {
		return nil, err
	}
	graph, err := loopy.NewGraph(ctx, int(w.met()), edges)
	if err != nil {
		return nil, err
	}
	graph.Endings = stated
	return graph, nil
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
	edges, stated, err := l.follow(number)
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

// of returns the number of the position of components with these bags, or how many were met where it
// was not.
func (w retrograde) of(bags []uint32) uint32 {
	key := w.book.keyOf(bags)
	if len(key) == 4 {
		if bag := binary.BigEndian.Uint32([]byte(key)); int(bag) < len(w.ofBag) && w.ofBag[bag] > 0 {
			return w.ofBag[bag] - 1
		}
	} else if number, ok := w.number[key]; ok {
		return number
	}
	return w.met()
}

// at returns the number of the position of these components.
func (w retrograde) at(components ...grundy.Component) uint32 {
	bags := make([]uint32, len(components))
	for i, c := range components {
		bags[i] = w.book.bagOf(c)
	}
	return w.of(bags)
}
