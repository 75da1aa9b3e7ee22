// Package written writes the rules of games that are built in as files of package rules: so
// that formulas can be made of them, and somebody who has a proof can play them.
//
// [Rules] is the function that most people need.
package written

import (
	"fmt"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/board"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/games/row"
	"github.com/grundy-games/grundy/games/tree"
	"github.com/grundy-games/grundy/internal/board/moves"
)

// Rules returns a file with the moves of the game of c, whose positions are lists of that many
// numbers. The result is false for games, and numbers, for which there is none.
func Rules(c grundy.Component, numbers int) (text string, ok bool) {
	switch g := c.Game().(type) {
	case heap.Nim:
		return heaps("Take any positive number from one heap.", numbers, 0, "", "for left in range(n):\n    LEAVE(left)\n"), numbers > 0
	case heap.Subtraction:
		return heaps("Take one of some numbers from the heap.", 1, 0, "TAKE = "+list(g.Amounts())+"\n", "for k in TAKE:\n    if k <= n:\n        LEAVE(n - k)\n"), numbers == 1
	case heap.Counter:
		return heaps("Halve a power of two; from any other number take the largest power of two below it.", 1, 1, "", counter), numbers == 1
	case heap.TakeFrom: // no other sets are known by their digits
		return heaps("Take a power of two from one heap.", numbers, 0, "", powers), numbers > 0 && g.Set.Name() == heap.Powers.Name()
	case *heap.TakeAndBreak:
		text := c.String()
		return takeAndBreak(g.Code(), text[:strings.LastIndexByte(text, '(')], numbers)
	case board.Piece:
		return piece(spaceOf(g.Plane), numbers)
	case *board.Game:
		return piece(g.Space, numbers)
	case board.GeneralisedWythoff:
		return wythoff(g.A()), numbers == 2
	case board.CyclicNimhoff:
		return nimhoff(g.H(), numbers)
	case *tree.Tree:
		return coins(g), numbers == g.Places()
	case row.Cake:
		return cakes(numbers), numbers > 0
	}
	return "", false
}

// spaceOf returns the rules of a piece in two dimensions.
func spaceOf(p moves.Plane) *moves.Space {
	g := &moves.Space{Name: p.Name, Board: p.Sides()}
	for _, s := range p.Leaps {
		g.Leaps = append(g.Leaps, []int64{s.DX, s.DY})
	}
	for _, s := range p.Rides {
		g.Rides = append(g.Rides, []int64{s.DX, s.DY})
	}
	return g
}

// list writes numbers as a list.
func list(numbers any) string { return strings.ReplaceAll(fmt.Sprint(numbers), " ", ", ") }

// indented writes lines further to the right.
func indented(by int, lines string) string {
	var b strings.Builder
	for line := range strings.Lines(lines) {
		b.WriteString(strings.Repeat(" ", by) + line)
	}
	return b.String()
}
