package tables

// This file judges remoteness and suspense, in normal and in misère play: how
// long the game lasts when the winner hurries and the loser stalls, or the other
// way round (Steinhaus 1925; Winning Ways, chapter 9). The measures of package
// grundy say how they follow from the options.
//
// Options of one parity are P, the others N. Of the cells on a line it is
// therefore enough to remember two numbers: the best P option for the winner, and
// the best N option for the loser. So a cell costs O(1) for each step of the
// piece.

import "github.com/grundy-games/grundy"

// A timing is one of the four measures. A player who wants the least of some
// lengths wants the greatest of their complements, so that the same code serves
// all four.
type timing struct {
	good      uint64 // the parity of P
	win, lose uint64 // 0 where the winner, or loser, stalls, all ones where they hurry
}

const hurries = ^uint64(0)

// timings are the measures that a table can be made of.
var timings = map[grundy.Measure]timing{
	grundy.ByOutcome:          {good: 0, win: hurries}, // only its parity counts
	grundy.ByRemoteness:       {good: 0, win: hurries},
	grundy.ByMisereRemoteness: {good: 1, win: hurries},
	grundy.BySuspense:         {good: 0, lose: hurries},
	grundy.ByMisereSuspense:   {good: 1, lose: hurries},
}

// An ending is what decides a timing of a cell, known of some of its options: one
// more than the best P option for the winner and than the best N option for the
// loser, complemented for who hurries; 0 if there is none.
type ending struct{ win, lose uint64 }

// join takes into account what is known of other options.
func (e ending) join(other ending) ending {
	return ending{max(e.win, other.win), max(e.lose, other.lose)}
}

// add takes another option's measure into account.
func (t timing) add(e ending, measure uint64) ending {
	if measure&1 == t.good {
		e.win = max(e.win, (measure+1)^t.win)
	} else {
		e.lose = max(e.lose, (measure+1)^t.lose)
	}
	return e
}

// length returns the measure of a cell all of whose options e knows.
func (t timing) length(e ending) uint64 {
	switch {
	case e.win != 0:
		return e.win ^ t.win
	case e.lose != 0:
		return e.lose ^ t.lose
	}
	return 0
}

// endingWords is the size of the record of a line: the two numbers of an
// ending, in order.
const endingWords = 2

// remotenesses judges a raster.
type remotenesses[V number] struct {
	timing timing
	slots  []int
	leaps  []V
}

func (*remotenesses[V]) recordSize() int         { return endingWords }
func (*remotenesses[V]) prepare(*raster[V], int) {}

func (r *remotenesses[V]) fill(s *raster[V], row []V, x0, y int) {
	t := r.timing
	r.slots = r.slots[:0]
	for i := range s.rideLines {
		r.slots = append(r.slots, s.rideLines[i].slot(x0, y))
	}
	for i := range row {
		var e ending
		r.leaps = s.appendLeaps(r.leaps[:0], x0+i, y)
		for _, leap := range r.leaps {
			e = t.add(e, uint64(leap))
		}
		for j, slot := range r.slots {
			line := s.rideLines[j].record(slot)
			e = e.join(ending{line[0], line[1]})
		}
		length := t.length(e)
		row[i] = V(length)
		for j, slot := range r.slots {
			line := s.rideLines[j].record(slot)
			e := t.add(ending{line[0], line[1]}, length)
			line[0], line[1] = e.win, e.lose
			r.slots[j] = s.rideLines[j].next(slot)
		}
	}
}
