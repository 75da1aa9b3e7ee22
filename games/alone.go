package games

// This file holds games without a position: those that have a sequence of
// nim-values, one a heap, or a table of them, one a cell.

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"grundy"
	"grundy/games/board"
	"grundy/games/coin"
	"grundy/games/heap"
	"grundy/rules"
)

// A Game is a game without a position. [ParseGame] reads one. Exactly one of
// Heap, Piece, Board, Table and Rules is set.
type Game struct {
	Name string // the game as ParseGame reads it, in its normal form

	// Heap is the game of one heap: a [heap.Code], [heap.Subtraction],
	// [heap.TakeFrom] or [heap.Nim]; or that of one head on a line: a
	// [coin.Row], [coin.Distances] or [coin.UpTo].
	Heap heap.Sequence
	// Piece is the game of one piece on a board of two dimensions.
	Piece *board.Piece
	// Board is a game of one piece that is no [board.Piece]: in more
	// dimensions, with blocked cells, or with other moves.
	Board *board.Game
	// Table is a game with a table of nim-values that is neither, such as
	// Euclid's, or that of one head in the plane.
	Table board.Tabulated
	// Rules is a game from a file of rules whose positions are chosen by two
	// numbers. One that is chosen by one number is a Heap.
	Rules *rules.Table
}

// Sides returns the sides of the board, 0 where it has no far edge, or nil for a
// game of heaps. There are as many as the board has dimensions.
func (g Game) Sides() []uint64 {
	switch {
	case g.Piece != nil:
		side, _ := g.Piece.Side()
		return []uint64{side, side}
	case g.Board != nil:
		return g.Board.Sides()
	case g.Table != nil:
		return make([]uint64, g.Table.Dimension())
	case g.Rules != nil:
		return make([]uint64, 2) // a file says itself where its positions end
	}
	return nil
}

// Least returns the least coordinates of a position on the board, or nil for a game
// of heaps. Cells with a lesser one are no positions, but for those of rules that
// [rules.Table.Holds] tells of. Rules are asked until ctx ends.
func (g Game) Least(ctx context.Context) []uint64 {
	least := make([]uint64, len(g.Sides()))
	switch {
	case g.Heap != nil:
		return nil
	case g.Table != nil:
		for i := range least {
			least[i] = g.Table.Least()
		}
		if p, ok := g.Table.(plane); ok {
			first := p.First()
			least[0], least[1] = first.X, first.Y
		}
	case g.Rules != nil:
		least[0], least[1] = g.Rules.Least(ctx)
	}
	return least
}

// Within returns how many cells along each axis there are of a board with that many,
// or of so many heaps how many there are, as far as it is known. Rules are asked until
// ctx ends.
func (g Game) Within(ctx context.Context, most ...uint64) []uint64 {
	within := slices.Clone(most)
	if s, ok := g.Heap.(rules.Sequence); ok {
		within[0] = s.Within(ctx, most[0])
	}
	for i, side := range g.Sides() {
		if side > 0 {
			within[i] = min(most[i], side)
		}
	}
	if g.Rules != nil {
		within[0], within[1] = g.Rules.Within(ctx, most[0], most[1])
	}
	return within
}

// EndsBefore reports whether a game of heaps has none of n, where the rules of a file
// tell it until ctx ends.
func (g Game) EndsBefore(ctx context.Context, n uint64) bool {
	s, ok := g.Heap.(rules.Sequence)
	return ok && s.EndsBefore(ctx, n)
}

// rulesAlone reads a file of rules without a position.
func (p *parser) rulesAlone(dimension int) (Game, error) {
	f, at, err := p.readRules()
	if err != nil {
		return Game{}, err
	}
	if game, ok := gameOfRules(f, dimension); ok {
		return game, nil
	}
	if f.Loopy {
		return Game{}, p.fail(at, "%s is loopy, and has no sequence or table of nim-values", f)
	}
	return Game{}, p.fail(at, "%s has no sequence or table: want positions of one or two integers, or start with one or two", f)
}

// gameOfRules returns the game of a file of rules, if it has a sequence or table.
func gameOfRules(f *rules.File, dimension int) (Game, bool) {
	if g, ok := f.Board(); ok {
		return gameOnBoard(g), true
	}
	if c, ok := f.Heap(); ok {
		return gameOf(c, dimension), true
	}
	if s, ok := f.Sequence(); ok {
		return Game{Name: f.String(), Heap: s}, true
	}
	if t, ok := f.Table(); ok {
		return Game{Name: f.String(), Rules: &t}, true
	}
	return Game{}, false
}

// gameOnBoard returns a game of one piece.
func gameOnBoard(g *board.Game) Game {
	if p, ok := g.Piece(); ok {
		return Game{Name: p.String(), Piece: &p}
	}
	return Game{Name: g.String(), Board: g}
}

// gameOf returns the game of a position in that dimension, if it is on a board.
func gameOf(c grundy.Component, dimension int) Game {
	text := c.String()
	game := Game{Name: text[:strings.LastIndexByte(text, '(')]}
	switch g := c.Game().(type) {
	case *heap.TakeAndBreak:
		game.Heap = g.Code()
	case heap.Sequence:
		game.Heap = g
	case board.Piece:
		game.Piece = &g
	case *board.Game:
		game.Board = g
	case board.GeneralisedWythoff:
		game.Table = g
	case board.Euclid:
		game.Table = g
	case board.Nimhoff:
		table, err := g.Heaps(dimension)
		if err != nil {
			panic(err) // the position has as many
		}
		game.Table = table
	case coin.Product:
		game.Table = plane{g}
	default:
		panic(fmt.Sprintf("games: %s has no sequence or table, although its entry says so", game.Name))
	}
	return game
}

// A plane is a game of coins in the plane as a [board.Tabulated].
type plane struct{ coin.Product }

// Dimension implements [board.Tabulated].
func (plane) Dimension() int { return 2 }

// RowsCost implements [board.Tabulated].
func (p plane) RowsCost(sides []uint64) grundy.Cost { return p.Product.RowsCost(sides[0], sides[1]) }

// EachRow implements [board.Tabulated].
func (p plane) EachRow(ctx context.Context, sides []uint64, progress grundy.Progress, sink func(row []uint64) error) error {
	return p.Product.EachRow(ctx, sides[0], sides[1], progress, sink)
}

// RowPeriod implements [board.Tabulated], by theorems.
func (p plane) RowPeriod(_ context.Context, r, _ uint64, _ grundy.Progress) (*board.Row, error) {
	if first := p.First(); r < first.Y {
		return &board.Row{Y: r}, fmt.Errorf("%w: y is %d or more in %s", board.ErrNoRow, first.Y, p)
	}
	return board.ClosedRow(r, p.Product.RowPeriod(r), func(x uint64) uint64 { return p.NimValue(coin.Cell{X: x, Y: r}) }), nil
}

// RowPeriodMemory implements [board.Tabulated].
func (plane) RowPeriodMemory(uint64) uint64 { return 0 }

// Least implements [board.Tabulated]. The coordinates may begin at different numbers,
// which [Game.Least] tells.
func (p plane) Least() uint64 {
	first := p.First()
	return min(first.X, first.Y)
}

// NamesAlone returns the names of the games that ParseGame reads.
func NamesAlone() (names []string) {
	for _, e := range All() {
		if e.Alone > 0 {
			names = append(names, e.Name)
		}
	}
	return names
}

// placeTakeFrom returns a function that makes components of the form
// squares(100).
func placeTakeFrom(set heap.NumberSet) func(rule, args []grundy.Arg) (grundy.Component, error) {
	return func(rule, args []grundy.Arg) (grundy.Component, error) {
		if len(rule) != 0 {
			return nil, grundy.RuleErrorf(0, "%s takes no number in brackets", set.Name())
		}
		return heap.PlaceTakeFrom(set, args)
	}
}
