// Package board holds the games of one piece on a board: two players in turn
// move the piece, every move brings it nearer to the corner (0,0), and who
// cannot move loses.
//
// A [Piece] in two dimensions is given by its steps (package moves), so every such game
// has options, counts, tables (package tables) and periods of rows (package rows) from the
// same code.
//
// Pieces with a theorem need no table: rook, bishop, king and knight have closed
// forms for outcome, nim-value and remoteness, and a queen alone has Wythoff's
// theorem for the outcome, all exact for coordinates to [MaxCoordinate]. Each
// proof stands in the file of its piece.
//
// Any other game is made by [New] from its [Rules]: leaps and rides in any number
// of dimensions, on a board with or without far edges, with blocked cells if need
// be. Where it is a [Piece] too, the engines for pieces answer. Leapers in two
// dimensions are answered far out where the structure of their plane is proved
// (rows/leapers.go), and games that fall apart by their parts (parts.go).
//
// The functions that most people need are those that name a piece, [Queen],
// [Rook], [Bishop], [King], [Knight], [Knight4], to be placed by [grundy.Place].
package board

// A piece answers what it can without a table.

import (
	"context"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
)

// A Piece is a game: one piece that moves on the cells with coordinates from 0,
// without end, or on a board of a given side. [Queen] and the functions beside
// it make one; the zero Piece cannot move. A position is the piece's cell.
//
// It leaps, by one of some steps taken once, or rides, by one of some steps
// taken any number of times, at least once. Every step lowers X+Y, so that
// play ends.
type Piece struct {
	moves.Plane

	// measure and find are closed forms, or nil. They mean the same as
	// the methods Measure and FindOptions; a piece without rides needs no
	// find, because its options are few.
	measure func(m grundy.Measure, c Cell) (measure uint64, method string, ok bool)
	find    func(m grundy.Measure, c Cell, lo, hi uint64) (runs []moves.Run, ok bool)

	// row is a closed form of the rows without an end, or nil. It says what is
	// not alike for all: the values, preperiod, period, saltus, and the theorem of
	// the values.
	row func(y uint64) Row

	// farRow proves a row far up without those below it, or is nil. It returns an error
	// where it does not.
	farRow func(ctx context.Context, y uint64) (*Row, error)

	// learning says what measure can learn of a cell, or is nil.
	learning func(c Cell) (grundy.Learning, bool)
}

// Least implements [Tabulated].
func (Piece) Least(context.Context) []uint64 { return make([]uint64, 2) }

// Holds implements [Tabulated].
func (Piece) Holds(context.Context, []uint64) bool { return true }

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
	_ grundy.Scener[Cell]        = Piece{}
)

// Measure implements [grundy.Measurer] in O(1), for the measures that the
// function which makes the piece names.
func (p Piece) Measure(m grundy.Measure, c Cell) (measure uint64, method string, ok bool) {
	if p.measure == nil || max(c.X, c.Y) > MaxCoordinate {
		return 0, "", false
	}
	return p.measure(m, c)
}

// FindOptions implements [grundy.Finder]. It knows the options of queen, rook
// and bishop without walking them, for the measures that they know without a
// table, and a queen's only where they are divided by outcome. Those of king
// and knight are few. The set is made in O(1), a rook's in O(log(x+y)); Each
// takes O(1) an option.
func (p Piece) FindOptions(m grundy.Measure, c Cell, lo, hi uint64) (grundy.Found[Cell], bool) {
	if p.measure == nil || max(c.X, c.Y) > MaxCoordinate {
		return grundy.Found[Cell]{}, false
	}
	find := p.find
	if find == nil {
		find = p.walkLeaps
	}
	runs, ok := find(m, c, lo, hi)
	if !ok {
		return grundy.Found[Cell]{}, false
	}
	return moves.Found(c, runs, Cell.After), true
}

// walkLeaps finds options by measuring each.
func (p Piece) walkLeaps(m grundy.Measure, c Cell, lo, hi uint64) (runs []moves.Run, ok bool) {
	for _, s := range p.Leaps {
		if p.Reach(c, s) == 0 {
			continue
		}
		v, _, ok := p.measure(m, c.After(s, 1))
		if !ok {
			return nil, false
		}
		if lo <= v && v <= hi {
			runs = append(runs, moves.Run{Step: s, First: 1, Last: 1})
		}
	}
	_, _, ok = p.measure(m, c)
	return runs, ok
}

// PlanLearning implements [grundy.Learner] for leapers whose values far out have to be
// proved first.
func (p Piece) PlanLearning(m grundy.Measure, c Cell) (grundy.Learning, bool) {
	if p.learning == nil || !m.FollowsFromNimValue() || max(c.X, c.Y) > MaxCoordinate {
		return grundy.Learning{}, false
	}
	return p.learning(c)
}

// measureBy returns a function that says the outcome and the nim-value of a position
// where value knows the nim-value.
func measureBy[P any](value func(p P) (value uint64, method string, ok bool)) func(m grundy.Measure, p P) (uint64, string, bool) {
	return func(m grundy.Measure, p P) (uint64, string, bool) {
		if !m.FollowsFromNimValue() {
			return 0, "", false
		}
		v, method, ok := value(p)
		if m == grundy.ByOutcome {
			v = min(v, 1)
		}
		return v, method, ok
	}
}
