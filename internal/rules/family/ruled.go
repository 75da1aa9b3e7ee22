package family

// Built-in games with a theorem of their own that write their moves as rules.

import (
	"context"
	"fmt"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/board"
	"github.com/grundy-games/grundy/games/row"
	"github.com/grundy-games/grundy/games/tree"
	"github.com/grundy-games/grundy/rules"
	"github.com/grundy-games/grundy/theory/automata"
	"github.com/grundy-games/grundy/theory/definable"
)

// A ruled is a guess.
type ruled struct {
	name  string
	place func(args []grundy.Arg) (grundy.Component, error)
	rules definable.Moves
}

func (c *ruled) String() string { return c.name }

// mostRuled bounds the numbers in brackets that are tried.
const mostRuled = 9

// guessRuled returns what compares the rules with the games that are known, where they were played.
func guessRuled(ctx context.Context) func(p *prober) candidate {
	return func(p *prober) candidate {
		near, even := slices.Clone(p.least), slices.Clone(p.least)
		for i := range near {
			near[i], even[i] = min(int64(9+4*i), p.most[i]), min(12, p.most[i])
			if p.least[i] != 0 || len(near) == 1 {
				return nil
			}
		}
		if !p.look(near) || !p.look(even) || p.err != nil {
			return nil
		}
		type placer = func(brackets, args []grundy.Arg) (grundy.Component, error)
		try := func(place placer, brackets ...grundy.Arg) *ruled {
			c := &ruled{place: func(args []grundy.Arg) (grundy.Component, error) { return place(brackets, args) }}
			for _, one := range p.probes {
				if !c.fits(one, p.unordered) {
					return nil
				}
			}
			game, err := c.place(make([]grundy.Arg, len(near)))
			if err != nil {
				return nil
			}
			d, err := rules.DefineGame(ctx, game, rules.Frame{})
			if err != nil {
				return nil
			}
			c.name, c.rules = nameOf(game), d.Moves
			return c
		}
		for _, place := range []placer{row.PlaceCake, tree.PlaceStaircase} {
			if c := try(place); c != nil {
				return c
			}
		}
		for n := uint64(2); n <= mostRuled; n++ {
			if c := try(board.PlaceGeneralisedWythoff, grundy.ArgOf(n)); c != nil {
				return c
			}
			if c := try(board.PlaceCyclicNimhoff, grundy.ArgOf(n+1)); c != nil {
				return c
			}
		}
		return nil
	}
}

// fits reports whether the game has the options that the rules have at a point.
func (c *ruled) fits(one probe, unordered bool) bool {
	var args []grundy.Arg
	for _, n := range one.at {
		args = append(args, grundy.ArgOf(uint64(n)))
	}
	at, err := c.place(args)
	if err != nil {
		return false
	}
	theirs, own := map[string]bool{}, map[string]bool{}
	for _, option := range one.options {
		if len(option) != 1 {
			return false
		}
		theirs[fmt.Sprint(option[0])] = true
	}
	for _, option := range at.AppendOptions(nil) {
		numbers, ok := numbersOf(option)
		if !ok {
			return false
		}
		if unordered {
			numbers = slices.Sorted(slices.Values(numbers))
		}
		if own[fmt.Sprint(numbers)] = true; !theirs[fmt.Sprint(numbers)] {
			return false
		}
	}
	return len(own) == len(theirs)
}

// moves implements candidate: with the names of the file.
func (c *ruled) moves(b *box) definable.Moves {
	m := definable.Moves{Coordinates: b.names, Shape: b.shape()}
	for _, k := range c.rules.Kinds {
		fresh := map[string]automata.Term{}
		for i, name := range c.rules.Coordinates {
			fresh[name] = automata.V(b.names[i])
		}
		kind := definable.Kind{Where: k.Where}
		for _, name := range k.Bound {
			bound := definable.After(name) // no coordinate has that name
			kind.Bound, fresh[name] = append(kind.Bound, bound), automata.V(bound)
		}
		kind.Guard = k.Guard.Substitute(fresh)
		for _, part := range k.Parts {
			var to []automata.Term
			for _, t := range part {
				to = append(to, t.Substitute(fresh))
			}
			kind.Parts = append(kind.Parts, to)
		}
		m.Kinds = append(m.Kinds, kind)
	}
	return m
}

// normal implements candidate.
func (c *ruled) normal(_ *box, m definable.Moves) definable.Moves { return m }

// family implements candidate.
func (c *ruled) family(b *box) (*Family, error) {
	if len(b.missing) > 0 {
		return nil, fmt.Errorf("some positions are not legal")
	}
	f := &Family{Name: c.name, Words: "heaps under a common rule", least: b.least, place: c.place, repeats: b.unordered}
	at, err := c.place(make([]grundy.Arg, len(b.names)))
	if err != nil {
		return nil, err
	}
	switch g := at.Game().(type) {
	case board.CyclicNimhoff:
		f.Table, err = g.Heaps(len(b.names))
	case board.Tabulated:
		f.Table = g
	}
	return f, err
}
