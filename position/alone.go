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

// A Game is a game without a position, or one some of whose numbers are left open.
// [ParseGame] reads one. Sequence or Table is set where an engine lists its nim-values;
// otherwise the positions of Template have to be valued one by one.
type Game struct {
	Name string // the game as ParseGame reads it, in its normal form

	// Template makes the positions: of a game without a position all numbers are open.
	Template *Template
	// IsTemplate says that the game was given as a template.
	IsTemplate bool

	// Sequence is the game of one heap: a [sequence.Code], [heap.Subtraction],
	// [heap.TakeFrom] or [heap.Nim]; that of one head on a line: a [coin.Row],
	// [coin.Distances] or [coin.UpTo].
	Sequence heap.Sequence
	// Table is the game on a board, or of as many heaps as the board has dimensions:
	// a [board.Piece], [*board.Game], [board.Euclid], [board.GeneralisedWythoff],
	// [board.CyclicNimhoff] or [coin.Product]. Where coordinates are fixed, it is the
	// part of such a table, and Whole that table.
	Table, Whole board.Tabulated
	// Fixed are the coordinates in Whole, nil for those that are open.
	Fixed []*uint64
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
	if t := g.Template; g.Table == nil && g.Sequence == nil {
		for i, limit := range t.Limits {
			if limit > 0 {
				within[i] = min(most[i], limit)
			}
		}
		if t.within != nil {
			return t.within(ctx, most...)
		}
	}
	return within
}

// PlayedMisere reports whether the rules of the game say that the last move loses.
func (g Game) PlayedMisere() bool {
	return g.Template.Misere
}

// rulesAlone reads a file of rules without a position, or with a template.
func (p *parser) rulesAlone(dimension int) (Game, error) {
	from := p.at
	f, at, err := p.readRules()
	if err != nil {
		return Game{}, err
	}
	if p.peek() == '(' {
		return p.openRules(f, from)
	}
	game, ok, err := p.gameOfFile(f, at, dimension)
	if err != nil {
		return Game{}, err
	}
	if ok {
		return p.allOpen(game, max(len(game.Sides()), 1))
	}
	if n := len(f.Numbers()); n > 0 {
		game, err := p.allOpen(Game{Name: f.String()}, n)
		if err == nil && n <= 2 {
			game.Template.within = f.Within
		}
		return game, err
	}
	return Game{}, p.fail(at, "%s has no sequence or table of its own, as its positions are not numbers; leave some open, as in %s", f, f.OpenExample())
}

// allOpen adds the template of a game all of whose numbers are open, that many.
func (p *parser) allOpen(game Game, count int) (Game, error) {
	open := *p
	open.unread = true
	open.text, open.at = game.Name+"("+strings.TrimSuffix(strings.Repeat("_,", count), ",")+")", 0
	template, err := open.gameAlone(count)
	game.Template = template.Template
	return game, err
}

// gameOfFile returns the game of a file of rules, whose name stands at an offset, or the
// game of heaps that it equals, if there is a sequence or table.
func (p *parser) gameOfFile(f *rules.File, at, dimension int) (Game, bool, error) {
	same, err := f.EqualHeaps(p.ctx)
	switch {
	case p.ctx.Err() != nil:
		return Game{}, false, context.Cause(p.ctx)
	case err != nil:
		return Game{}, false, p.fail(at, "%v", err)
	case same != nil:
		return Game{Name: f.String(), Sequence: same}, true, nil
	}
	game, ok := gameOfRules(f, dimension)
	return game, ok, nil
}

// gameOfRules returns the game of heaps or of a board that a file declares.
func gameOfRules(f *rules.File, dimension int) (Game, bool) {
	if g, ok := f.Board(); ok {
		return gameOnBoard(g), true
	}
	if c, ok := f.Heap(); ok {
		return gameOf(c, dimension), true
	}
	return Game{}, false
}

// fixing returns a game whose numbers some are open of, given the same without a
// position: by the engines of that, if there are.
func (g Game) fixing(bare Game, fixed []*uint64) Game {
	g.IsTemplate = true
	allOpen := !slices.ContainsFunc(fixed, func(n *uint64) bool { return n != nil })
	switch {
	case bare.Sequence != nil && len(fixed) == 1:
		g.Sequence = bare.Sequence
	case bare.Table == nil || len(bare.Table.Sides()) != len(fixed):
	case allOpen:
		g.Table = bare.Table
	default:
		g.Table = sectioned{bare.Table, g.Name, fixed}
		g.Whole, g.Fixed = bare.Table, fixed
	}
	return g
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

// nimBoard returns Nim as a board whose axes are heaps.
func nimBoard(axes int) (board.Tabulated, error) {
	vectors := make([]grundy.Arg, axes*axes) // take from one heap: (-1,0,…), (0,-1,…), …
	for i := range vectors {
		vectors[i] = grundy.ArgOf(0)
		if i%(axes+1) == 0 {
			vectors[i] = grundy.Arg{Text: "-1", Neg: true, Abs: 1}
		}
	}
	c, err := board.PlaceRider(vectors, slices.Repeat([]grundy.Arg{grundy.ArgOf(0)}, axes))
	if err != nil {
		return nil, err
	}
	return c.Game().(board.Tabulated), nil
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
