package disk

// The value of a position follows from those of its options, which are listed by places: for a round
// and for a piece.

import (
	"errors"
	"math"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/search"
)

// A valuer finds the value of one place after the other.
type valuer struct {
	moves   grundy.RankedMoves
	sums    grundy.RankedSums // the same, where options are sums; nil for others
	judge   judge
	misere  bool
	least   uint64 // what stands for the value 0
	options []uint64
	ends    []int    // in options, of sums
	values  []uint64 // of options, as they stand in the table
	totals  []uint64 // of sums
	seen    []uint32 // seen[v] == turn where an option has the value v
	turn    uint32
}

// newValuer returns a valuer for the places of an order. Moves lists moves by ranks.
func newValuer(h *Header, order *search.Arrangement, moves grundy.RankedMoves) valuer {
	v := valuer{moves: moves, judge: judges[h.Of], misere: h.Misere, least: h.least()}
	if h.Of == NimValues && !h.Misere { // others do not follow sums
		v.sums, _ = moves.(grundy.RankedSums)
	}
	if !order.IsPlain() {
		by := arranged{order: order, moves: moves, count: h.count()}
		if v.moves = &by; v.sums != nil {
			v.sums = &arrangedSums{by, v.sums}
		}
	}
	return v
}

// list lists the options of a place. They may lead out of the ranks, which leaves a hole.
func (w *valuer) list(place uint64) (isHole bool, err error) {
	if w.values = w.values[:0]; w.sums != nil {
		w.options, w.ends, err = w.sums.AppendSums(w.options[:0], w.ends[:0], place)
	} else {
		w.options, err = w.moves.AppendOptions(w.options[:0], place)
	}
	if isHole = w.least > 0 && errors.Is(err, grundy.ErrUnranked); err != nil && !isHole {
		return false, &RankError{place, err}
	}
	return isHole, nil
}

// combined returns what stands in the table where the options, or their parts, have w.values.
func (w *valuer) combined() (value uint64) {
	values := w.values
	if w.least > 0 {
		if slices.Contains(values, hole) {
			return hole
		}
		for i := range values {
			values[i] -= w.least
		}
	}
	if w.sums != nil {
		w.totals = w.totals[:0]
		from := 0
		for _, end := range w.ends {
			total := uint64(0)
			for _, v := range values[from:end] {
				total ^= v
			}
			w.totals, from = append(w.totals, total), end
		}
		values = w.totals
	}
	if w.judge != nil {
		return w.judge(values, w.misere) + w.least
	}
	if len(values) == 0 && w.misere {
		return 1 + w.least
	}
	w.nextTurn()
	for _, v := range values {
		if v += w.least; v < uint64(len(w.seen)) { // no others keep a value from this width
			w.seen[v] = w.turn
		}
	}
	return w.unseen()
}

// nextTurn forgets what was seen.
func (w *valuer) nextTurn() {
	if w.turn++; w.turn == 0 {
		clear(w.seen)
		w.turn = 1
	}
}

// unseen returns the mex of the values that were seen, or hole where one was.
func (w *valuer) unseen() uint64 {
	seen, turn, value := w.seen, w.turn, w.least
	if value > 0 && seen[hole] == turn {
		return hole
	}
	for value < uint64(len(seen)) && seen[value] == turn {
		value++
	}
	return value
}

// arranged lists moves by places instead of ranks.
type arranged struct {
	order *search.Arrangement
	moves grundy.RankedMoves
	count uint64

	place, at uint64 // the last place whose moves were listed, and its rank
}

// rank returns the rank of a place, mostly the next one.
func (a *arranged) rank(place uint64) uint64 {
	if place == a.place+1 && place > 1 {
		a.at = a.order.Next(a.at, place)
	} else {
		a.at = a.order.Rank(place)
	}
	a.place = place
	return a.at
}

func (a *arranged) AppendOptions(dst []uint64, place uint64) ([]uint64, error) {
	from := len(dst)
	dst, err := a.moves.AppendOptions(dst, a.rank(place))
	for i, q := range dst[from:] {
		if q < a.count {
			dst[from+i] = a.order.Place(q)
		}
	}
	return dst, err
}

// arrangedSums are the same where options are sums.
type arrangedSums struct {
	arranged
	sums grundy.RankedSums
}

func (a *arrangedSums) AppendSums(parts []uint64, ends []int, place uint64) ([]uint64, []int, error) {
	from := len(parts)
	parts, ends, err := a.sums.AppendSums(parts, ends, a.rank(place))
	for i, q := range parts[from:] {
		if q < a.count {
			parts[from+i] = a.order.Place(q)
		}
	}
	return parts, ends, err
}

// A judge computes a measure other than the nim-value from those of the options.
type judge func(options []uint64, misere bool) uint64

var judges = map[Measure]judge{NimValues: nil, Outcomes: outcome, Remoteness: remoteness}

// outcome returns 0 for P and 1 for N.
func outcome(options []uint64, misere bool) uint64 {
	if len(options) == 0 && misere {
		return 1
	}
	for _, v := range options {
		if v == 0 {
			return 1
		}
	}
	return 0
}

// remoteness returns one more than the least remoteness of an option at which its player
// loses, and otherwise than the greatest.
func remoteness(options []uint64, misere bool) uint64 {
	lost := uint64(0) // the parity of the remotenesses of the player to move who loses
	if misere {
		lost = 1
	}
	least, greatest := uint64(math.MaxUint64), uint64(0)
	for _, v := range options {
		if v%2 == lost {
			least = min(least, v)
		}
		greatest = max(greatest, v)
	}
	switch {
	case len(options) == 0:
		return 0
	case least < math.MaxUint64:
		return least + 1
	}
	return greatest + 1
}
