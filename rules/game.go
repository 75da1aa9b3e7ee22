package rules

// This file holds a file as a game: what package solve asks for.

import "slices"

// String returns the name of the file.
func (f *File) String() string { return f.source.name }

// Fields returns the fields of a position, or nothing where the file declares a
// built-in game.
func (f *File) Fields() []Field {
	if f.shape == nil {
		return nil
	}
	return slices.Clone(f.shape.fields)
}

// movesOf collects the moves from a state, by the fast way where there is one.
func (r *run) movesOf(state []int64, result *collector) error {
	return r.runAt(r.fastMoves, r.moves, state, result)
}

// runAt runs a program at a state, or the function where there is none or it
// cannot go on.
func (r *run) runAt(p *program, fn *function, state []int64, result *collector) error {
	if p == nil {
		return r.interpret(fn, state, result)
	}
	m, _ := p.idle.Get().(*machine)
	if m == nil {
		m = p.newMachine()
	}
	states, ends := len(result.states), len(result.ends)
	done, err := p.run(m, &r.clock, state, result)
	m.clock, m.out = nil, nil
	p.idle.Put(m)
	if !done {
		result.states, result.ends = result.states[:states], result.ends[:ends]
		return r.interpret(fn, state, result)
	}
	if err != nil {
		err.At = r.positionText(state)
		return err
	}
	return nil
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
	w, from := g.run().newWorker(), len(dst)
	for _, text := range w.shape.parts(p) {
		parts, err := w.canonicalParts(text)
		if err != nil {
			w.note(err)
			return append(dst[:from], p)
		}
		for _, part := range parts {
			dst = append(dst, Position(part))
		}
	}
	return dst
}

// Draw implements [grundy.Drawer].
func (g *game[K]) Draw(p Position) (picture string, ok bool, err error) { return g.run().picture(p) }
