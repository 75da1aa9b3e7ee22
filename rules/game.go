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

// optionsOf returns the options of a position, each once, or the error of the
// rules.
func (r *run) optionsOf(p Position) ([]Position, error) {
	states := r.shape.states(p)
	size := r.shape.size
	var options []Position
	result := collector{wants: "move"}
	sum := make([]int64, 0, len(states))
	for i := 0; i < len(states); i += size {
		if i > 0 && slices.Equal(states[i-size:i], states[i:i+size]) {
			continue // equal parts, which stand side by side, have the same options
		}
		result.states, result.ends = result.states[:0], result.ends[:0]
		if err := r.movesOf(states[i:i+size], &result); err != nil {
			return nil, err
		}
		from := 0
		for _, end := range result.ends {
			sum = append(append(append(sum[:0], states[:i]...), result.states[from:end]...), states[i+size:]...)
			options = append(options, r.shape.position(sum))
			from = end
		}
	}
	return distinct(options), nil
}

// distinct leaves the first of equal positions.
func distinct(all []Position) []Position {
	if len(all) < 2 {
		return all
	}
	seen := make(map[Position]bool, len(all))
	return slices.DeleteFunc(all, func(p Position) bool {
		if seen[p] {
			return true
		}
		seen[p] = true
		return false
	})
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
	r := g.run()
	states := r.shape.states(p)
	var parts, room []int64
	room = make([]int64, r.shape.roomSize())
	for i := 0; i < len(states); i += r.shape.size {
		var err error
		if parts, err = r.appendParts(parts, states[i:i+r.shape.size], room); err != nil {
			r.note(err)
			return append(dst, p)
		}
	}
	for i := 0; i < len(parts); i += r.shape.size {
		dst = append(dst, r.shape.position(parts[i:i+r.shape.size]))
	}
	return dst
}

// Draw implements [grundy.Drawer].
func (g *game[K]) Draw(p Position) (picture string, ok bool, err error) { return g.run().picture(p) }
