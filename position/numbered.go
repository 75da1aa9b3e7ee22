package position

// A game in Go can be asked for tables, patterns and periods if its positions are numbers.

import (
	"context"
	"fmt"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/rules/family"
	"github.com/grundy-games/grundy/rules"
)

// A Numbered game is a game in Go whose positions are chosen by numbers, each from 0 on, along axes:
// a heap, a cell of a board, a heap and what was taken last.
type Numbered[P any] struct {
	Name string   // such as shy
	Axes []string // names of the numbers, such as tokens, last
	// Game needs the capability [grundy.Notation].
	Game grundy.Game[P]
	// At returns the position with these numbers, as many as there are axes. The result is false
	// where there is none.
	At func(numbers []uint64) (P, bool)
	// Numbers returns the numbers of a position, so that At returns it. With one axis it may return
	// several: then the position is a sum of heaps, and heaps of 0 are nothing.
	Numbers func(p P) []uint64
}

// Open returns the game without a position, as [ParseGame] does for names: for package pattern.
func (n Numbered[P]) Open() Game {
	t := &Template{Axes: n.Axes, played: n.list, pieces: []string{n.Name + "("}}
	for range n.Axes[1:] {
		t.pieces = append(t.pieces, ",")
	}
	t.pieces = append(t.pieces, ")")
	_, t.Loopy = n.Game.(grundy.Loopy[P])
	_, t.Ends = n.Game.(grundy.Ender[P])
	if d, ok := n.Game.(grundy.Decisive); t.Ends {
		t.Draws = !ok || !d.IsDecisive()
	}
	if c, ok := n.Game.(grundy.Conventional); ok {
		t.Misere = c.Convention() == grundy.Misere
	}
	t.placer = func(context.Context) func([]uint64) (grundy.Component, error) {
		return func(numbers []uint64) (grundy.Component, error) {
			p, ok := n.At(numbers)
			if !ok {
				return nil, &EmptyError{Err: fmt.Errorf("%s has no position %v", n.Name, numbers)}
			}
			return grundy.Place(n.Game, p), nil
		}
	}
	return Game{Name: n.Name, Template: t}
}

// list lists the options of a position by their numbers.
func (n Numbered[P]) list(at []int64, to *rules.Listed) error {
	*to = rules.Listed{Numbers: to.Numbers[:0], Ends: to.Ends[:0]}
	numbers := make([]uint64, len(at))
	for i, x := range at {
		numbers[i] = uint64(x)
	}
	p, ok := n.At(numbers)
	if !ok {
		to.None = "there is no such position"
		return nil
	}
	for _, q := range n.Game.AppendOptions(nil, p) {
		parts := []P{q}
		if s, ok := n.Game.(grundy.Splitter[P]); ok {
			parts = s.AppendParts(nil, q)
		}
		for _, part := range parts {
			all := n.Numbers(part)
			if len(all) != len(at) && len(at) != 1 {
				return fmt.Errorf("%s: a position has the numbers %v, and there are %d axes", n.Name, all, len(at))
			}
			for _, x := range all {
				to.Numbers = append(to.Numbers, int64(x))
			}
		}
		to.Ends = append(to.Ends, len(to.Numbers)/len(at))
	}
	return nil
}

// IsCode reports whether the game is code in Go, about which nothing can be proved: see [Game.ByPlay].
func (g Game) IsCode() bool { return g.Template != nil && g.Template.played != nil }

// A Likeness says where a game in Go was played and has the moves of a game that this program knows.
type Likeness struct {
	Known Game
	family.Seen
}

// String says it in a sentence.
func (l *Likeness) String() string {
	return fmt.Sprintf("it was played at %d positions, with all numbers to %d, and has the moves of %s there: a comparison, not a proof",
		l.Positions, slices.Max(l.To), l.Known.Name)
}

// ByPlay plays a game in Go, and returns the game with an engine, or with formulas, that has the same
// moves wherever both were played: some hundred thousand options. The error says that there is none.
func (g Game) ByPlay(ctx context.Context) (*Likeness, error) {
	found, seen, err := family.Played(ctx, g.Template.Axes, g.Template.played)
	if err != nil {
		return nil, err
	}
	known, err := ParseGameWith(ctx, found.Name, len(g.Template.Axes), Files{})
	if err != nil {
		return nil, err
	}
	return &Likeness{known, seen}, nil
}
