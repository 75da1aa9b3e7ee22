package board

// A piece's name decides its leaps and rides, and the brackets its board.

import (
	"strconv"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
)

// Queen returns the queen, who rides left, down, and diagonally left and down:
// Wythoff's game. Without a table it knows the outcome of every cell, and the
// nim-value where that is 0.
func Queen() Piece {
	return Piece{Plane: moves.Plane{Name: "queen", Rides: []moves.Step{moves.Left, moves.Down, moves.Diagonal}}, measure: measureQueen, find: findQueen}
}

// Rook returns the rook, who rides left and down: Nim with two heaps. It knows
// every measure without a table.
func Rook() Piece {
	return Piece{Plane: moves.Plane{Name: "rook", Rides: []moves.Step{moves.Left, moves.Down}}, measure: measureRook, find: findRook, row: rowOfRook}
}

// Bishop returns the bishop, who rides diagonally left and down: Nim with one
// heap. It knows every measure without a table.
func Bishop() Piece {
	return Piece{Plane: moves.Plane{Name: "bishop", Rides: []moves.Step{moves.Diagonal}}, measure: measureBishop, find: findBishop, row: rowOfBishop}
}

// King returns the king, who steps once left, down, or diagonally left and
// down. It knows outcome, nim-value and remoteness without a table.
func King() Piece {
	return Piece{Plane: moves.Plane{Name: "king", Leaps: []moves.Step{moves.Left, moves.Down, moves.Diagonal}}, measure: measureKing, row: rowOfKing}
}

// Knight returns the knight that has the leaps (-1,-2) and (-2,-1) only. It
// knows every measure without a table.
func Knight() Piece {
	return Piece{Plane: moves.Plane{Name: "knight", Leaps: []moves.Step{{DX: -1, DY: -2}, {DX: -2, DY: -1}}}, measure: measureKnight, row: rowOfKnight}
}

// Knight4 returns the knight of the TopCoder tutorial "Algorithm Games" on a
// board of n x n cells, 1 <= n <= 2^63-1. It leaps by (-2,1), (-2,-1), (1,-2)
// and (-1,-2), so the far edge counts: a larger board gives some cells more
// options. Without a table it knows outcome and nim-value of cells far out from
// which no play meets that edge.
func Knight4(n uint64) Piece {
	name := "knight4[" + strconv.FormatUint(n, 10) + "]"
	p := Piece{Plane: moves.Plane{Name: name, Side: n, Leaps: []moves.Step{{DX: -2, DY: 1}, {DX: -2, DY: -1}, {DX: 1, DY: -2}, {DX: -1, DY: -2}}}}
	if g, err := p.Game(); err == nil && g.piece != nil {
		return *g.piece
	}
	return p
}

// PlaceKnight4 makes a component of the form knight4[8](5,4): the side of the
// board, then a cell of it.
func PlaceKnight4(brackets, args []grundy.Arg) (grundy.Component, error) {
	if len(brackets) != 1 {
		return nil, grundy.BracketErrorf(-1, "want one number in brackets, the side of the board, as in knight4[8](5,4), not %d", len(brackets))
	}
	n, ok := brackets[0].Uint63()
	if !ok || n == 0 {
		return nil, grundy.BracketErrorf(0, "n = %s: the side of a board is 1 … %d", brackets[0].Text, uint64(MaxCoordinate))
	}
	return place(Knight4(n), n-1, args)
}

// Placer returns the form of a piece whose board has no far edge, such as queen(3,3): it
// makes a component of numbers in brackets and those of a cell.
func Placer(p Piece) func(brackets, args []grundy.Arg) (grundy.Component, error) {
	return func(brackets, args []grundy.Arg) (grundy.Component, error) {
		if len(brackets) != 0 {
			return nil, grundy.BracketErrorf(0, "%s takes no number in brackets, as in %[1]s(5,4)", p)
		}
		return place(p, MaxCoordinate, args)
	}
}

// place makes a component of p at the cell args, whose coordinates are at most
// far.
func place(p Piece, far uint64, args []grundy.Arg) (grundy.Component, error) {
	c, err := placedCell(p.String(), 0, far, args)
	if err != nil {
		return nil, err
	}
	return grundy.Place(p, c), nil
}

// placedCell reads two coordinates, least … far. The name is the game's, for an example.
func placedCell(name string, least, far uint64, args []grundy.Arg) (Cell, error) {
	if len(args) != 2 {
		return Cell{}, grundy.Errorf(-1, "want 2 numbers, x then y, as in %s(%d,%d), not %d", name, min(5, far), min(4, far), len(args))
	}
	var v [2]uint64
	for i, arg := range args {
		var ok bool
		if v[i], ok = arg.Uint63(); !ok || v[i] < least || v[i] > far {
			return Cell{}, grundy.Errorf(i, "%c = %s: a coordinate is %d … %d", "xy"[i], arg.Text, least, far)
		}
	}
	return Cell{X: v[0], Y: v[1]}, nil
}
