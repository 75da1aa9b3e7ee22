//go:build !playing

package solve

// The graph of all positions of one game, where its positions have keys.

import (
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/loopy"
	"github.com/grundy-games/grundy/theory/search"
)

// A keyWalk is a walk through the positions of one game by its keys, which takes a tenth of the time.
type keyWalk[K search.Key] struct {
	packing[K]
	ledger
	number map[K]uint32
	keys   []K // by number
	moves  grundy.Moves[K]
}

// walk implements [packer].
func (by *packing[K]) walk(s *solver, c grundy.Component) walk {
	w := &keyWalk[K]{packing: *by, number: map[K]uint32{}}
	w.ledger = s.walkLedger(brief(c), w.met)
	return w
}

func (w *keyWalk[K]) met() uint32 { return uint32(len(w.keys)) }

func (w *keyWalk[K]) find(components []grundy.Component) (uint32, bool, error) {
	keys, err := w.keysOf(components...)
	if err == nil && len(keys) != 1 {
		err = search.ErrSum
	}
	if err != nil {
		return 0, false, err
	}
	number, isNew := w.numberOf(keys[0])
	return number, isNew, nil
}

func (w *keyWalk[K]) numberOf(key K) (number uint32, isNew bool) {
	number, ok := w.number[key]
	if !ok {
		number = w.met()
		w.number[key], w.keys = number, append(w.keys, key)
		w.bytes += 64 // the key twice, in a map with room
		if text, ok := any(key).(string); ok {
			w.bytes += uint64(len(text))
		}
		w.uncounted++
	}
	return number, !ok
}

func (w *keyWalk[K]) follow() (edges []loopy.Edge, stated map[uint32]grundy.Ending, err error) {
	stated = map[uint32]grundy.Ending{}
	var ends []uint32
	for from := w.met() - 1; from < w.met(); from++ {
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
		if err := w.checkMemory(); err != nil {
			return nil, nil, err
		}
		if err := w.step(1 + len(m.Parts)/bookSteps); err != nil {
			return nil, nil, err
		}
	}
	return edges, stated, nil
}
