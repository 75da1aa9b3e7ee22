package rules

// This file holds a file as a game: what package solve asks for.

import (
	"slices"
	"sync"
)

// failure keeps the first error of rules that were played through interfaces
// which return none.
type failure struct {
	mu  sync.Mutex
	err error
}

// note keeps the first error. That rules were stopped is none of theirs.
func (f *failure) note(err error) {
	if isStopped(err) {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil {
		f.err = err
	}
}

// Err implements [grundy.Fallible]: the first error that the rules met where
// there was no other way to tell it.
func (f *File) Err() error {
	f.failure.mu.Lock()
	defer f.failure.mu.Unlock()
	return f.failure.err
}

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
func (f *File) movesOf(state []int64, result *collector) error {
	return f.runAt(f.fastMoves, f.moves, state, result)
}

// runAt runs a program at a state, or the function where there is none or it
// cannot go on.
func (f *File) runAt(p *program, fn *function, state []int64, result *collector) error {
	if p == nil {
		return f.interpret(fn, state, result)
	}
	m, _ := p.idle.Get().(*machine)
	if m == nil {
		m = p.newMachine()
	}
	states, ends := len(result.states), len(result.ends)
	done, err := p.run(m, state, result)
	m.out = nil
	p.idle.Put(m)
	if !done {
		result.states, result.ends = result.states[:states], result.ends[:ends]
		return f.interpret(fn, state, result)
	}
	if err != nil {
		err.At = f.positionText(state)
		return err
	}
	return nil
}

// optionsOf returns the options of a position, each once, or the error of the
// rules.
func (f *File) optionsOf(p Position) ([]Position, error) {
	states := f.shape.states(p)
	size := f.shape.size
	var options []Position
	result := collector{wants: "move"}
	sum := make([]int64, 0, len(states))
	for i := 0; i < len(states); i += size {
		if i > 0 && slices.Equal(states[i-size:i], states[i:i+size]) {
			continue // equal parts, which stand side by side, have the same options
		}
		result.states, result.ends = result.states[:0], result.ends[:0]
		if err := f.movesOf(states[i:i+size], &result); err != nil {
			return nil, err
		}
		from := 0
		for _, end := range result.ends {
			sum = append(append(append(sum[:0], states[:i]...), result.states[from:end]...), states[i+size:]...)
			options = append(options, f.shape.position(sum))
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

// AppendOptions implements [grundy.Game]. Where the rules fail it appends
// nothing, now and ever after, and Err returns the error; where they are stopped
// it appends nothing now.
func (f *File) AppendOptions(dst []Position, p Position) []Position {
	if f.Err() != nil {
		return dst
	}
	options, err := f.optionsOf(p)
	if err != nil {
		f.failure.note(err)
		return dst
	}
	return append(dst, options...)
}

// AppendParts implements [grundy.Splitter].
func (f *File) AppendParts(dst []Position, p Position) []Position {
	states := f.shape.states(p)
	var parts, room []int64
	room = make([]int64, f.shape.roomSize())
	for i := 0; i < len(states); i += f.shape.size {
		var err error
		if parts, err = f.appendParts(parts, states[i:i+f.shape.size], room); err != nil {
			f.failure.note(err)
			return append(dst, p)
		}
	}
	for i := 0; i < len(parts); i += f.shape.size {
		dst = append(dst, f.shape.position(parts[i:i+f.shape.size]))
	}
	return dst
}
