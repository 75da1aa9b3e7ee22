package position

// This file holds games without a position: those that have a sequence of
// nim-values, one a heap, or a table of them, one a cell.

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"grundy"
	"grundy/games/board"
	"grundy/games/heap"
	"grundy/rules"
)

// A Game is a game without a position. [ParseGame] reads one. Either Sequence or Table
// is set.
type Game struct {
	Name string // the game as ParseGame reads it, in its normal form

	// Sequence is the game of one heap: a [sequence.Code], [heap.Subtraction],
	// [heap.TakeFrom] or [heap.Nim]; that of one head on a line: a [coin.Row],
	// [coin.Distances] or [coin.UpTo]; or a [rules.Sequence], from a file of rules
	// whose positions are chosen by one number.
	Sequence heap.Sequence
	// Table is the game on a board, or of as many heaps as the board has dimensions:
	// a [board.Piece], [*board.Game], [board.Euclid], [board.GeneralisedWythoff],
	// [board.CyclicNimhoff] or [coin.Product]; or a [rules.Table], from a file of rules
	// whose positions are chosen by two numbers.
	Table board.Tabulated
}

// Sides returns the sides of the board, 0 where it has no far edge, or nil for a
// game of heaps. There are as many as the board has dimensions.
func (g Game) Sides() []uint64 {
	if g.Table == nil {
		return nil
	}
	return g.Table.Sides()
}

// Within returns how many of the first cells along each axis there are, or how many of
// the first heaps, as far as that is known. Rules are asked until ctx ends.
func (g Game) Within(ctx context.Context, most ...uint64) []uint64 {
	within := slices.Clone(most)
	for i, side := range g.Sides() {
		if side > 0 {
			within[i] = min(most[i], side)
		}
	}
	if s, ok := g.Sequence.(rules.Sequence); ok {
		within[0] = s.Within(ctx, most[0])
	}
	if t, ok := g.Table.(rules.Table); ok {
		within[0], within[1] = t.Within(ctx, most[0], most[1])
	}
	return within
}

// PlayedMisere reports whether the rules of the game say that the last move loses.
func (g Game) PlayedMisere() bool {
	for _, alone := range []any{g.Sequence, g.Table} {
		if c, ok := alone.(grundy.Conventional); ok && c.Convention() == grundy.Misere {
			return true
		}
	}
	return false
}

// EndsBefore reports whether a game of heaps has none of n, where the rules of a file
// tell it until ctx ends.
func (g Game) EndsBefore(ctx context.Context, n uint64) bool {
	s, ok := g.Sequence.(rules.Sequence)
	return ok && s.EndsBefore(ctx, n)
}

// rulesAlone reads a file of rules without a position.
func (p *parser) rulesAlone(dimension int) (Game, error) {
	f, at, err := p.readRules()
	if err != nil {
		return Game{}, err
	}
	same, err := f.EqualHeaps(p.ctx)
	switch {
	case p.ctx.Err() != nil:
		return Game{}, context.Cause(p.ctx)
	case err != nil:
		return Game{}, p.fail(at, "%v", err)
	case same != nil:
		game := gameOf(same, dimension)
		game.Name = f.String()
		return game, nil
	}
	if game, ok := gameOfRules(f, dimension); ok {
		return game, nil
	}
	if f.Loopy {
		return Game{}, p.fail(at, "%s is loopy, and has no sequence or table of nim-values", f)
	}
	if f.Ends {
		return Game{}, p.fail(at, "%s may end by win(), draw() or lose(), and has no nim-values: ask solve or options who wins", f)
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
		return Game{Name: f.String(), Sequence: s}, true
	}
	if t, ok := f.Table(); ok {
		return Game{Name: f.String(), Table: t}, true
	}
	return Game{}, false
}

// gameOnBoard returns a game of one piece.
func gameOnBoard(g *board.Game) Game {
	if p, ok := g.Piece(); ok {
		return Game{Name: p.String(), Table: p}
	}
	return Game{Name: g.String(), Table: g}
}

// gameOf returns the game of a position in that dimension, if it is on a board.
func gameOf(c grundy.Component, dimension int) Game {
	text := c.String()
	game := Game{Name: text[:strings.LastIndexByte(text, '(')]}
	switch g := c.Game().(type) {
	case *heap.TakeAndBreak:
		game.Sequence = g.Code()
	case heap.Sequence:
		game.Sequence = g
	case board.CyclicNimhoff:
		table, err := g.Heaps(dimension)
		if err != nil {
			panic(err) // the position has as many
		}
		game.Table = table
	case board.Tabulated:
		game.Table = g
	default:
		panic(fmt.Sprintf("position: %s has no sequence or table, although its entry says so", game.Name))
	}
	return game
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
