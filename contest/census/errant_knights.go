package census

// This file holds the sieve of ErrantKnight: who wins when two knights ride toward
// each other.

import (
	"context"
	"math"
	"slices"
)

// An ErrantKnights says at which distances the player to move loses the game
// errant-knights: a knight makes one leap or more, always the same one, and each brings it
// closer to the other knight; who meets it wins, who cannot move loses.
//
// All that counts is the vector from one knight to the other, up to the eight
// symmetries of the board. A move makes it shorter, so vectors are decided from the
// shortest on: one that no decided P-position has marked is itself a P-position. It
// marks the vectors that lead to it: those from which it is reached by k = 1, 2, … leaps
// l the same way. They are p+l, p+2l, …, and all are longer than the ones before if p+l
// is longer than p, since the length along a line falls and then rises.
//
// Vectors are taken in rings, r² to (r+1)², and the few of a ring that are not marked are
// sorted. To a reach of r it costs O(r²) steps and r²/4 bits, and as many marks as there
// are P-positions times r. P-positions are rare: 5,599 of the 8 million
// vectors with 0 <= y <= x <= 4000.
type ErrantKnights struct {
	reach  int      // vectors x >= y >= 0 that are shorter than reach are decided
	marked []uint64 // by x(x+1)/2 + y: the player to move wins
}

var knightLeaps = [8][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}

// Wins reports whether the player to move wins at the vector x, y, which must be shorter
// than the reach.
func (s *ErrantKnights) Wins(x, y int) bool {
	at := errantIndex(x, y)
	return s.marked[at/64]>>(at%64)&1 == 1
}

// Reach returns the reach: all shorter vectors are decided.
func (s *ErrantKnights) Reach() int { return s.reach }

// errantIndex returns where the vector stands among those with x >= y >= 0.
func errantIndex(x, y int) int {
	x, y = max(x, -x), max(y, -y)
	if x < y {
		x, y = y, x
	}
	return x*(x+1)/2 + y
}

// Extend decides all vectors that are shorter than reach. It starts again, so that callers
// should ask for more than they need at once.
func (s *ErrantKnights) Extend(ctx context.Context, reach int) error {
	if reach <= s.reach {
		return nil
	}
	s.reach = 0 // until it is whole
	s.marked = make([]uint64, errantIndex(reach, 0)/64+1)
	next := make([]int, reach) // by y: the first x that no ring has had
	for y := range next {
		next[y] = y
	}
	type vector struct{ square, x, y int }
	var ring []vector
	for r := range reach {
		if err := ctx.Err(); err != nil {
			return err
		}
		ring = ring[:0]
		end := (r + 1) * (r + 1)
		for y := 0; 2*y*y < end; y++ {
			x := next[y]
			for ; x*x+y*y < end; x++ {
				if !s.Wins(x, y) {
					ring = append(ring, vector{x*x + y*y, x, y})
				}
			}
			next[y] = x
		}
		slices.SortFunc(ring, func(a, b vector) int { return a.square - b.square })
		for _, p := range ring {
			if !s.Wins(p.x, p.y) { // and no shorter one has marked it meanwhile
				s.mark(p.x, p.y, reach)
			}
		}
	}
	s.reach = reach
	return nil
}

// mark marks the vectors that lead to the P-position x, y.
func (s *ErrantKnights) mark(x, y, reach int) {
	for _, l := range knightLeaps {
		if 2*(x*l[0]+y*l[1])+5 <= 0 {
			continue // the first leap away would make it no longer
		}
		for a, b := x+l[0], y+l[1]; a*a+b*b < reach*reach; a, b = a+l[0], b+l[1] {
			at := errantIndex(a, b)
			s.marked[at/64] |= 1 << (at % 64)
		}
	}
}

// ErrantReach returns a reach that decides the vector x, y, and more, so that vectors that
// grow one by one do not cost a sieve each.
func ErrantReach(x, y int) int {
	needed := int(math.Sqrt(float64(x*x+y*y))) + 2
	return needed + needed/4
}
