// Package board holds the games of one piece on a board: two players in turn
// move the piece, every move brings it nearer to the corner (0,0), and who
// cannot move loses.
//
// A [Piece] is given by its steps, so every such game has options, counts and
// tables from the same code: [NewTable] fills a rectangle with nim-values, in
// O(1) a cell for each step of the piece (values.go says how, for riders), and
// the plans of [Piece.PlanTable] answer for one cell without keeping a table.
//
// Pieces with a theorem need no table: rook, bishop, king and knight have closed
// forms for outcome, nim-value and remoteness, and a queen alone has Wythoff's
// theorem for the outcome, all exact for coordinates to [MaxCoordinate]. Each
// proof stands in the file of its piece. [Piece.RowPeriod] proves the period of a row of
// the table without an end, of those by their closed form, of others by a
// computation.
//
// Any other game is made by [New] from its [Rules]: leaps and rides in any number
// of dimensions, on a board with or without far edges, with blocked cells if need
// be. Where it is a [Piece] too, the engines for pieces answer; else [NewBox] and
// [Game.PlanTable] do. Leapers in two dimensions are answered far out where a
// shift of their table is proved (lattice.go), and games that fall apart by their
// parts (parts.go).
//
// The functions that most people need are those that name a piece, [Queen],
// [Rook], [Bishop], [King], [Knight], [Knight4], to be placed by
// [grundy.Place], and [NewTable]. For very many questions about a queen whose
// nim-value matters only if it is small there is [QueenLevels].
package board

// This file holds what a piece is and the moves that it has.

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"

	"grundy"
)

// MaxCoordinate is the largest coordinate of a cell, 2^63-1.
const MaxCoordinate = 1<<63 - 1

// A Cell is where a piece stands: X to the right and Y upward from the corner
// (0,0), each at most [MaxCoordinate].
type Cell struct{ X, Y uint64 }

// mirror returns c with its coordinates exchanged.
func (c Cell) mirror() Cell { return Cell{c.Y, c.X} }

// after returns where k steps s lead from c. They must stay on the board.
func (c Cell) after(s step, k uint64) Cell {
	return Cell{c.X + uint64(s.dx)*k, c.Y + uint64(s.dy)*k} // modulo 2^64, which cancels out
}

// A step is a change of the coordinates.
type step struct{ dx, dy int64 }

func (s step) mirror() step { return step{s.dy, s.dx} }

// A Piece is a game: one piece that moves on the cells with coordinates from 0,
// without end, or on a board of a given side. [Queen] and the functions beside
// it make one; the zero Piece cannot move. A position is the piece's cell.
//
// It leaps, by one of some steps taken once, or rides, by one of some steps
// taken any number of times, at least once. Every step lowers X+Y, so that
// play ends.
type Piece struct {
	name string // as positions write it, with what stands in brackets
	side uint64 // of the board, or 0 if it has no far edge

	// No two leaps or rides may reach the same cell. Rides raise no
	// coordinate, and the numbers of a ride have no common divisor. If there
	// is a ride, the leaps raise no coordinate either.
	leaps, rides []step

	// measure and find are closed forms, or nil. They mean the same as
	// the methods Measure and FindOptions; a piece without rides needs no
	// find, because its options are few.
	measure func(m grundy.Measure, c Cell) (measure uint64, method string, ok bool)
	find    func(m grundy.Measure, c Cell, lo, hi uint64) (runs []run, ok bool)

	// row is a closed form of the rows without an end, or nil. It says what is
	// not alike for all: the values, preperiod, period, saltus, what is common
	// with the rows below, and the theorem of the values.
	row func(y uint64) Row

	// farRow proves a row far up without those below it, or is nil. The result
	// is false where it does not.
	farRow func(ctx context.Context, y uint64) (*Row, bool)

	// learning says what measure can learn of a cell, or is nil.
	learning func(c Cell) (grundy.Learning, bool)
}

// Sides implements [Tabulated].
func (p Piece) Sides() []uint64 { return []uint64{p.side, p.side} }

// Least implements [Tabulated].
func (Piece) Least(context.Context) []uint64 { return make([]uint64, 2) }

// Holds implements [Tabulated].
func (Piece) Holds(context.Context, []uint64) bool { return true }

// mirror returns p with the axes exchanged.
func (p Piece) mirror() Piece {
	mirrored := Piece{name: p.name, side: p.side}
	for _, s := range p.leaps {
		mirrored.leaps = append(mirrored.leaps, s.mirror())
	}
	for _, s := range p.rides {
		mirrored.rides = append(mirrored.rides, s.mirror())
	}
	return mirrored
}

// climbs reports whether some step raises a coordinate.
func (p Piece) climbs() bool {
	for _, s := range p.leaps {
		if s.dx > 0 || s.dy > 0 {
			return true
		}
	}
	return false
}

// reach returns how many steps s the piece can take from c.
func (p Piece) reach(c Cell, s step) uint64 {
	return min(p.room(c.X, s.dx), p.room(c.Y, s.dy))
}

// room returns how many times coordinate v can change by d.
func (p Piece) room(v uint64, d int64) uint64 {
	switch {
	case d < 0:
		return v / uint64(-d)
	case d == 0:
		return math.MaxUint64
	case p.side == 0:
		return (math.MaxUint64 - v) / uint64(d)
	}
	return (p.side - 1 - v) / uint64(d)
}

var (
	_ grundy.Game[Cell]          = Piece{}
	_ grundy.Identified          = Piece{}
	_ grundy.Notation[Cell]      = Piece{}
	_ grundy.OptionCounter[Cell] = Piece{}
	_ grundy.Bounded[Cell]       = Piece{}
	_ grundy.Measurer[Cell]      = Piece{}
	_ grundy.Learner[Cell]       = Piece{}
	_ grundy.Finder[Cell]        = Piece{}
	_ grundy.Tabler[Cell]        = Piece{}
	_ grundy.MoveNamer[Cell]     = Piece{}
)

// AppendOptions implements [grundy.Game]. Leaps come first, then rides, both
// in the order in which the function that makes the piece names them; the
// cells of a ride come nearest first.
func (p Piece) AppendOptions(dst []Cell, c Cell) []Cell {
	return slices.AppendSeq(dst, p.options(c))
}

// options yields the options in the order of AppendOptions.
func (p Piece) options(c Cell) iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		for _, s := range p.leaps {
			if p.reach(c, s) > 0 && !yield(c.after(s, 1)) {
				return
			}
		}
		for _, s := range p.rides {
			for k := range p.reach(c, s) {
				if !yield(c.after(s, k+1)) {
					return
				}
			}
		}
	}
}

// CountOptions implements [grundy.OptionCounter] in O(1).
func (p Piece) CountOptions(c Cell) uint64 {
	count := uint64(0)
	for _, s := range p.leaps {
		count += min(p.reach(c, s), 1)
	}
	for _, s := range p.rides {
		count = grundy.AddCounts(count, p.reach(c, s))
	}
	return count
}

// CountPositions implements [grundy.Bounded] in O(1). It counts the cells of
// the rectangle or, where steps can raise a coordinate, of the triangle that no
// move leaves.
func (p Piece) CountPositions(c Cell) uint64 {
	if !p.climbs() {
		return grundy.MulCounts(grundy.AddCounts(c.X, 1), grundy.AddCounts(c.Y, 1))
	}
	far := grundy.AddCounts(grundy.AddCounts(c.X, c.Y), 1) // beyond all reach
	if p.side != 0 {
		far = min(far, p.side)
	}
	return grundy.MulCounts(far, far)
}

// AppendPosition implements [grundy.Notation]: queen(3,3), knight4[8](5,4).
func (p Piece) AppendPosition(dst []byte, c Cell) []byte {
	return c.appendTo(append(dst, p.name...))
}

// RulesKey implements [grundy.Identified]: the name, the board and the steps.
func (p Piece) RulesKey() any { return fmt.Sprint(p.name, p.side, p.leaps, p.rides) }

// String returns the piece as positions name it: queen, knight4[8].
func (p Piece) String() string { return p.name }

func (c Cell) appendTo(dst []byte) []byte {
	dst = append(dst, '(')
	dst = strconv.AppendUint(dst, c.X, 10)
	dst = append(dst, ',')
	dst = strconv.AppendUint(dst, c.Y, 10)
	return append(dst, ')')
}

// AppendMove implements [grundy.MoveNamer]: "by (-1,-1)".
func (p Piece) AppendMove(dst []byte, from, to Cell) []byte {
	return fmt.Appendf(dst, "by (%d,%d)", int64(to.X-from.X), int64(to.Y-from.Y))
}

// Measure implements [grundy.Measurer] in O(1), for the measures that the
// function which makes the piece names.
func (p Piece) Measure(m grundy.Measure, c Cell) (measure uint64, method string, ok bool) {
	if p.measure == nil || max(c.X, c.Y) > MaxCoordinate {
		return 0, "", false
	}
	return p.measure(m, c)
}
