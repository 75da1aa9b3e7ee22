// Package moves says how one piece moves on a board: where it can go, how many
// options it has, and how they are written. It knows nothing of who wins.
//
// The two functions that most people need are [New] and [Plane.AppendOptions].
//
// A [Plane] is a piece in two dimensions whose steps lower the sum of the coordinates.
// A [Space] is made by [New] from [Rules] in any number of dimensions, with far edges
// and blocked cells, in which play always ends (direction.go).
package moves

// Cells and steps in two dimensions, and the options of a piece.

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
)

// MaxCoordinate is the largest coordinate of a cell, 2^63-1.
const MaxCoordinate = 1<<63 - 1

// A Cell is where a piece stands: X to the right and Y upward from the corner
// (0,0), each at most [MaxCoordinate].
type Cell struct{ X, Y uint64 }

// Mirror returns c with its coordinates exchanged.
func (c Cell) Mirror() Cell { return Cell{c.Y, c.X} }

// After returns where k steps s lead from c. They must stay on the board.
func (c Cell) After(s Step, k uint64) Cell {
	return Cell{c.X + uint64(s.DX)*k, c.Y + uint64(s.DY)*k} // modulo 2^64, which cancels out
}

// A Step is a change of the coordinates.
type Step struct{ DX, DY int64 }

// Mirror returns the step with its coordinates exchanged.
func (s Step) Mirror() Step { return Step{s.DY, s.DX} }

// The steps of the queen.
var (
	Left     = Step{-1, 0}
	Down     = Step{0, -1}
	Diagonal = Step{-1, -1}
)

// A Plane is how a piece moves on the cells with coordinates from 0, without end, or on
// a board of a given side. A position is the piece's cell.
//
// It leaps, by one of some steps taken once, or rides, by one of some steps
// taken any number of times, at least once. Every step lowers X+Y, so that
// play ends.
type Plane struct {
	Name string // as positions write it, with what stands in brackets
	Side uint64 // of the board, or 0 if it has no far edge

	// No two leaps or rides may reach the same cell. Rides raise no
	// coordinate, and the numbers of a ride have no common divisor. If there
	// is a ride, the leaps raise no coordinate either.
	Leaps, Rides []Step
}

// Sides returns the sides of the board, 0 where it has no far edge.
func (p Plane) Sides() []uint64 { return []uint64{p.Side, p.Side} }

// Mirror returns p with the axes exchanged.
func (p Plane) Mirror() Plane {
	mirrored := Plane{Name: p.Name, Side: p.Side}
	for _, s := range p.Leaps {
		mirrored.Leaps = append(mirrored.Leaps, s.Mirror())
	}
	for _, s := range p.Rides {
		mirrored.Rides = append(mirrored.Rides, s.Mirror())
	}
	return mirrored
}

// Climbs reports whether some step raises a coordinate.
func (p Plane) Climbs() bool {
	for _, s := range p.Leaps {
		if s.DX > 0 || s.DY > 0 {
			return true
		}
	}
	return false
}

// Flat returns piece and cell, the axes exchanged if that is needed to make
// the x coordinate the larger one.
func (p Plane) Flat(c Cell) (Plane, Cell) {
	if c.X < c.Y {
		return p.Mirror(), c.Mirror()
	}
	return p, c
}

// Rises reports whether p rides by (-1,0), so that the nim-values of a row rise with x.
func (p Plane) Rises() bool { return slices.Contains(p.Rides, Left) }

// IsQueen reports whether p moves as the queen.
func (p Plane) IsQueen() bool {
	for _, s := range []Step{Left, Down, Diagonal} {
		if !slices.Contains(p.Rides, s) {
			return false
		}
	}
	return len(p.Rides) == 3 && len(p.Leaps) == 0
}

// Reach returns how many steps s the piece can take from c.
func (p Plane) Reach(c Cell, s Step) uint64 {
	return min(p.room(c.X, s.DX), p.room(c.Y, s.DY))
}

// room returns how many times coordinate v can change by d.
func (p Plane) room(v uint64, d int64) uint64 {
	switch {
	case d < 0:
		return v / uint64(-d)
	case d == 0:
		return math.MaxUint64
	case p.Side == 0:
		return (math.MaxUint64 - v) / uint64(d)
	}
	return (p.Side - 1 - v) / uint64(d)
}

// AppendOptions implements [grundy.Game]. Leaps come first, then rides, both
// in the order in which the function that makes the piece names them; the
// cells of a ride come nearest first.
func (p Plane) AppendOptions(dst []Cell, c Cell) []Cell {
	return slices.AppendSeq(dst, p.Options(c))
}

// Options yields the options in the order of AppendOptions.
func (p Plane) Options(c Cell) iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		for _, s := range p.Leaps {
			if p.Reach(c, s) > 0 && !yield(c.After(s, 1)) {
				return
			}
		}
		for _, s := range p.Rides {
			for k := range p.Reach(c, s) {
				if !yield(c.After(s, k+1)) {
					return
				}
			}
		}
	}
}

// CountOptions implements [grundy.OptionCounter] in O(1).
func (p Plane) CountOptions(c Cell) uint64 {
	count := uint64(0)
	for _, s := range p.Leaps {
		count += min(p.Reach(c, s), 1)
	}
	for _, s := range p.Rides {
		count = grundy.AddCounts(count, p.Reach(c, s))
	}
	return count
}

// CountPositions implements [grundy.Bounded] in O(1). It counts the cells of
// the rectangle or, where steps can raise a coordinate, of the triangle that no
// move leaves.
func (p Plane) CountPositions(c Cell) uint64 {
	if !p.Climbs() {
		return grundy.MulCounts(grundy.AddCounts(c.X, 1), grundy.AddCounts(c.Y, 1))
	}
	far := grundy.AddCounts(grundy.AddCounts(c.X, c.Y), 1) // beyond all reach
	if p.Side != 0 {
		far = min(far, p.Side)
	}
	return grundy.MulCounts(far, far)
}

// AppendPosition implements [grundy.Notation]: queen(3,3), knight4[8](5,4).
func (p Plane) AppendPosition(dst []byte, c Cell) []byte {
	return c.AppendTo(append(dst, p.Name...))
}

// RulesKey implements [grundy.Identified]: the name, the board and the steps.
func (p Plane) RulesKey() any { return fmt.Sprint(p.Name, p.Side, p.Leaps, p.Rides) }

// String returns the piece as positions name it: queen, knight4[8].
func (p Plane) String() string { return p.Name }

// letterOf returns the letter for a piece, as chess writes it.
func letterOf(name string) string {
	name, _, _ = strings.Cut(name, "[")
	switch name {
	case "knight", "knight4":
		return "N"
	case "queen", "rook", "bishop", "king", "amazon", "archbishop", "chancellor", "nightrider":
		return strings.ToUpper(name[:1])
	}
	return ""
}

// AppendTo appends the cell as positions write it: (3,3).
func (c Cell) AppendTo(dst []byte) []byte {
	return grundy.AppendNumbers(dst, '(', []uint64{c.X, c.Y}, ')')
}

// Scene implements [grundy.Scener].
func (p Plane) Scene(c Cell) (grundy.Scene, error) {
	return grundy.BoardScene(letterOf(p.Name), p.Sides(), []uint64{c.X, c.Y})
}

// AppendMove implements [grundy.MoveNamer]: "1 left, 2 down".
func (p Plane) AppendMove(dst []byte, from, to Cell) []byte {
	return appendWay(dst, []uint64{from.X, from.Y}, []uint64{to.X, to.Y})
}

// ways are the words for less and more of the first coordinates.
var ways = [...][2]string{{"left", "right"}, {"down", "up"}}

// appendWay says how far a move leads along each axis: with words for the directions on a
// strip and in the plane, and otherwise as "coordinate 3: 1 less".
func appendWay(dst []byte, from, to []uint64) []byte {
	comma := ""
	for i := range from {
		by, more := from[i]-to[i], 0
		if to[i] > from[i] {
			by, more = to[i]-from[i], 1
		}
		switch {
		case by == 0:
			continue
		case len(from) <= len(ways):
			dst = fmt.Appendf(dst, "%s%d %s", comma, by, ways[i][more])
		default:
			dst = fmt.Appendf(dst, "%scoordinate %d: %d %s", comma, i+1, by, [...]string{"less", "more"}[more])
		}
		comma = ", "
	}
	return dst
}
