package rules

// A game from a file has the capabilities that package solve asks for.

import (
	"encoding/hex"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/internal/rules/machine"
)

// String returns the name of the file.
func (f *File) String() string { return f.code.Source.Name }

// RulesKey implements [grundy.Identified]: a file that is loaded twice is one game.
func (f *File) RulesKey() any { return f.key }

// TextKey returns what files have in common that are loaded from the same text under the same
// name, with whatever options.
func (f *File) TextKey() any {
	key := f.key
	key.options = Options{}
	return key
}

// Hash returns the SHA-256 of the text of the file, in hexadecimal digits.
func (f *File) Hash() string { return hex.EncodeToString(f.key.text[:]) }

// Fields returns the fields of a position, or nothing where the file declares a
// built-in game.
func (f *File) Fields() []Field {
	if f.code.Shape == nil {
		return nil
	}
	return slices.Clone(f.code.Shape.Fields)
}

// movesOf collects the moves from a state, by compiled code if there is any.
func (r *run) movesOf(state []int64, result *lang.Collector) error {
	return machine.Run(r.code, &r.clock, r.fastMoves, r.moves, state, result)
}

// AppendOptions implements [grundy.Game]. Where the rules fail or are stopped, it
// appends nothing, and nothing at any later position of the same run, whose Err then
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

// Ending implements [grundy.Ender].
func (g *game[K]) Ending(p Position) (grundy.Ending, bool) {
	r := g.run()
	if !r.Ends || r.Err() != nil {
		return grundy.NoEnding, r.Ends
	}
	ending, err := r.endingOf(p)
	if err != nil {
		r.note(err)
	}
	return ending, true
}

// Entailed implements [grundy.Entailer].
func (g *game[K]) Entailed(p Position) (entailed, may bool) {
	return g.file.isEntailed(p), g.file.replies
}

// isEntailed reports whether the player to move must move in some part of a position.
func (f *File) isEntailed(p Position) bool {
	return f.replies && slices.ContainsFunc(f.split(p), f.binds)
}

// reply returns what the player to move must do because of a state.
func (f *File) reply(state []int64) core.Reply { return f.code.Shape.ReplyOf(state) }

// binds reports whether the player to move must move in a packed state.
func (f *File) binds(packed string) bool {
	return f.replies && packed[len(packed)-1] != byte(core.Anywhere)
}

// IsDecisive implements [grundy.Decisive].
func (f *File) IsDecisive() bool { return f.decisive }

// IsDecisive implements [grundy.Decisive].
func (g *game[K]) IsDecisive() bool { return g.file.decisive }

// Convention implements [grundy.Conventional].
func (f *File) Convention() grundy.Convention {
	if f.Misere {
		return grundy.Misere
	}
	return grundy.Normal
}

// AppendParts implements [grundy.Splitter].
func (g *game[K]) AppendParts(dst []Position, p Position) []Position {
	r, from := g.run(), len(dst)
	err := r.lend(func(w *worker) error {
		return w.eachPartOf(p, func(part []int64) error {
			dst = append(dst, Position(r.pack(part)))
			return nil
		})
	})
	if err != nil {
		r.note(err)
		return append(dst[:from], p)
	}
	return dst
}

// HasTheorem reports whether the file states the nim-values or the outcomes of its
// positions.
func (f *File) HasTheorem() bool { return f.value.fn != nil || f.outcome.fn != nil || f.equal != nil }

// HasStart reports whether the file says by a function start where play begins.
func (f *File) HasStart() bool { return f.start != nil }
