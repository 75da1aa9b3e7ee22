package rules

// This file holds a file as a game: what package solve asks for.

import (
	"fmt"
	"slices"
	"strings"

	"grundy/internal/meter"
)

// String returns the name of the file.
func (f *File) String() string { return f.code.source.name }

// Fields returns the fields of a position, or nothing where the file declares a
// built-in game.
func (f *File) Fields() []Field {
	if f.code.shape == nil {
		return nil
	}
	return slices.Clone(f.code.shape.fields)
}

// movesOf collects the moves from a state, by the fast way where there is one.
func (r *run) movesOf(state []int64, result *collector) error {
	return r.code.at(&r.clock, r.fastMoves, r.moves, state, result)
}

// AppendOptions implements [grundy.Game]. Where the rules fail, or are stopped, it
// appends nothing, and nothing at further positions in the same run, whose Err
// returns the error.
func (g *game[K]) AppendOptions(dst []Position, p Position) []Position {
	r := g.run()
	if r.Err() != nil {
		return dst
	}
	options, err := r.optionsOf(p)
	if err != nil {
		r.note(err)
		return dst
	}
	return append(dst, options...)
}

// AppendParts implements [grundy.Splitter].
func (g *game[K]) AppendParts(dst []Position, p Position) []Position {
	r, from := g.run(), len(dst)
	err := r.lend(func(w *worker) error {
		return w.eachPartOf(p, func(part []int64) error {
			dst = append(dst, r.code.shape.position(part))
			return nil
		})
	})
	if err != nil {
		r.note(err)
		return append(dst[:from], p)
	}
	return dst
}

// picture draws a position: as draw(…) does, or, without it, grids of letters line
// by line; a part a paragraph.
func (r *run) picture(p Position) (picture string, ok bool, err error) {
	if r.draw == nil {
		picture, ok := r.grids(p)
		return picture, ok, nil
	}
	var pictures []string
	held := meter.Open(meter.With(r.clock.ctx, uint64(r.code.options.memory())))
	defer held.Close()
	state := make([]int64, r.code.shape.size)
	for _, part := range r.code.shape.parts(p) {
		r.code.shape.wipe(state)
		r.code.shape.unpack(state, part)
		picture, err := r.code.picture(r.clock, r.draw, state)
		if err != nil {
			return "", true, err
		}
		if err := held.Take(uint64(len(picture))); err != nil {
			return "", true, fmt.Errorf("%s: the pictures of all parts: %w", r, err)
		}
		pictures = append(pictures, picture)
	}
	return strings.Join(pictures, "\n\n"), true, nil
}

// Draw implements [grundy.Drawer].
func (g *game[K]) Draw(p Position) (picture string, ok bool, err error) { return g.run().picture(p) }
