package position

// A game without a position is one that has a sequence of nim-values, one a heap, or a table of
// them, one a cell.

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/board"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/rules"
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

// ParseGame reads a game without a position, such as "queen", "0.77" or
// "subtraction[1,3,4]": one that has a nim-sequence or a table of nim-values.
// Its error is a [*SyntaxError]. It costs O(len(text)).
//
// Forms that do not tell their dimension, such as leaper[-1,-2,-2,-1], are read as
// games in two dimensions.
func ParseGame(text string) (Game, error) {
	return ParseGameWith(context.Background(), text, 0, Files{})
}

// ParseGameWith reads a game as [ParseGame] does, but reads forms of games in several
// dimensions, leaper, rider, nimhof, piece and cyclic-nimhoff, as
// a game in that dimension. If it is 0, the vectors of a piece decide; otherwise it is
// 2. The game may be a file of rules, or a sum in which some numbers are left open.
func ParseGameWith(ctx context.Context, text string, dimension int, files Files) (Game, error) {
	p := parser{text: text, of: "game", files: files, ctx: ctx}
	game, err := p.gameAlone(dimension)
	if sum, ok, err := p.openSum(err); ok {
		return sum, err
	}
	if err != nil {
		return Game{}, err
	}
	if p.space(); p.at < len(text) {
		if p.text[p.at] == '(' {
			return Game{}, p.fail(p.at, "want a game without a position, such as %s", game.Name)
		}
		return Game{}, p.unexpected("the end")
	}
	return game, nil
}

// gameAlone reads a game without a position, in that dimension if it can be, or with a
// template.
func (p *parser) gameAlone(dimension int) (Game, error) {
	p.fold()
	if p.rulesLength() > 0 {
		return p.rulesAlone(dimension)
	}
	p.space()
	at := p.at
	if !p.atCode() && p.atGraph() {
		return Game{}, p.fail(at, "a graph has no sequence or table of its own; want a position, as in graph[game.txt](start), where one can stand, or grundy graph for the values of all nodes")
	}
	entry, brackets, err := p.named()
	if err != nil {
		return Game{}, err
	}
	if entry.Place == nil && entry.Name != pieceName {
		// A name in the catalogue, with something behind it that is in names of files
		// but not in this one.
		return Game{}, p.unexpected("the end")
	}
	if p.peek() == '(' {
		return p.withTemplate(at, brackets, entry.Form, entry.placer(brackets), func(fixed []*uint64) (Game, error) {
			isFixed := slices.ContainsFunc(fixed, func(n *uint64) bool { return n != nil })
			if entry.Alone == 0 || isFixed && entry.Alone == 1 { // closed forms are faster
				return Game{}, nil
			}
			return p.bare(entry, brackets, len(fixed))
		})
	}
	if entry.Alone == 0 {
		return Game{}, p.fail(at, "%s has no sequence or table of its own; want a game such as queen or kayles, a code such as 0.77, or numbers left open, as in %s(3,_,_)", entry.Name, entry.Name)
	}
	game, err := p.bare(entry, brackets, dimension)
	if err != nil {
		return Game{}, err
	}
	return p.allOpen(game, max(len(game.Sides()), 1))
}

// bare returns the game of an entry, in that dimension if it can be.
func (p *parser) bare(entry Entry, brackets list, dimension int) (Game, error) {
	if entry.Name == pieceName {
		game, err := board.FromSections(brackets.plainSections(), dimension)
		if err != nil {
			return Game{}, p.placeError(err, brackets, brackets)
		}
		return gameOnBoard(game), nil
	}
	numbers := entry.Alone
	if dimension > 0 && entry.AnyDimension {
		numbers = dimension
	}
	position := slices.Repeat([]grundy.Arg{grundy.ArgOf(entry.Least)}, numbers)
	component, err := entry.Place(brackets.args, position)
	if err != nil {
		return Game{}, p.placeError(err, brackets, brackets)
	}
	game := gameOf(component, numbers)
	if _, isNim := game.Sequence.(heap.Nim); isNim && dimension >= 2 {
		game.Sequence = nil
		game.Table, err = nimBoard(dimension)
	}
	return game, err
}

// withTemplate reads the template behind a game whose name begins at offset from, and
// gives it the engines of the game without a position, which bare returns.
func (p *parser) withTemplate(from int, brackets list, form string, place placer, bare func(fixed []*uint64) (Game, error)) (Game, error) {
	t, numbers, open, err := p.openPosition(from, brackets, func(i int) string { return nameOf(form, i) }, place)
	if err != nil {
		return Game{}, err
	}
	fixed := make([]*uint64, len(numbers.args))
	for i, n := range numbers.args {
		if v, ok := n.Uint63(); !slices.Contains(open, i) {
			if fixed[i] = &v; !ok {
				return Game{}, p.fail(numbers.at[i], "%s: want 0 … %d", n.Text, uint64(1<<63-1))
			}
		}
	}
	t.fixed = fixed
	game := Game{Name: p.text[from:p.at], Template: t, IsTemplate: true}
	whole, err := bare(fixed)
	if err != nil {
		return Game{}, err
	}
	if sides := whole.Sides(); len(sides) == len(fixed) {
		for i, n := range fixed {
			if n != nil && sides[i] > 0 && *n >= sides[i] {
				return Game{}, p.fail(numbers.at[i], "%d: %s has %d cells along this axis, from 0 on", *n, whole.Name, sides[i])
			}
		}
	}
	return game.fixing(whole, fixed), nil
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
	if whole, ok := f.Whole(); ok {
		open := *p
		open.text, open.at, open.unread = whole, 0, true
		return open.gameAlone(0)
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
		g.Table = view{bare.Table, g.Name, fixed, make([]int64, len(fixed))}
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
