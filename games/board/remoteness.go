package board

// This file judges remoteness: 0 without options, else one more than the least
// even remoteness of an option if there is one, than the greatest if all are
// odd (Steinhaus 1925; Winning Ways, chapter 9).
//
// Of the cells on a line it is therefore enough to remember two numbers, the
// least even remoteness and the greatest odd one. So a cell costs O(1) for each
// step of the piece.

// An ending is what decides the remoteness of a cell, known of some of its
// options.
type ending struct {
	quick uint64 // 1 more than the least even remoteness, or 0 if there is none
	slow  uint64 // the greatest odd remoteness, or 0 if there is none
}

// add takes another option's remoteness into account.
func (e *ending) add(remoteness uint64) {
	if remoteness%2 == 1 {
		e.slow = max(e.slow, remoteness)
	} else if e.quick == 0 || remoteness < e.quick {
		e.quick = remoteness + 1
	}
}

// remoteness returns that of a cell all of whose options e knows.
func (e ending) remoteness() uint64 {
	switch {
	case e.quick != 0:
		return e.quick
	case e.slow != 0:
		return e.slow + 1
	}
	return 0
}

// endingWords is the size of the record of a line: the two numbers of an
// ending, in order.
const endingWords = 2

// remotenesses judges a sweep.
type remotenesses[V number] struct {
	slots []int
	leaps []V
}

func (*remotenesses[V]) recordSize() int        { return 2 }
func (*remotenesses[V]) prepare(*sweep[V], int) {}

func (r *remotenesses[V]) fill(s *sweep[V], row []V, x0, y int) {
	r.slots = r.slots[:0]
	for i := range s.books {
		r.slots = append(r.slots, s.books[i].slot(x0, y))
	}
	for i := range row {
		var e ending
		r.leaps = s.appendLeaps(r.leaps[:0], x0+i, y)
		for _, leap := range r.leaps {
			e.add(uint64(leap))
		}
		for j, slot := range r.slots {
			line := s.books[j].record(slot)
			if line[0] != 0 {
				e.add(line[0] - 1)
			}
			e.slow = max(e.slow, line[1])
		}
		remoteness := e.remoteness()
		row[i] = V(remoteness)
		for j, slot := range r.slots {
			line := s.books[j].record(slot)
			e := ending{line[0], line[1]}
			e.add(remoteness)
			line[0], line[1] = e.quick, e.slow
			r.slots[j] = s.books[j].next(slot)
		}
	}
}
