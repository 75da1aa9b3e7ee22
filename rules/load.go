package rules

// This file holds a file of rules, and how it is loaded: it is parsed, its top level
// runs and declares the game, and moves and parts are compiled where that is possible.

import (
	"context"
	"io"

	"grundy"
	"grundy/rules/lang"
)

// A File is a game from a file of rules. It does not change, so that several
// goroutines may use it at once: each question plays it in a run of its own
// ([grundy.Start]).
type File struct {
	Title  string   // the first line of the text at the top: the rules in a sentence
	About  string   // all of that text
	Name   string   // of the game, if the file says
	Source string   // where the game comes from
	OEIS   string   // the number of its nim-sequence
	Known  string   // what is known about it
	Words  []string // to search by
	Loopy  bool     // play need not end

	code      *lang.Code
	builtIn   *builtIn
	moves     *lang.Function
	start     *lang.Function
	parts     *lang.Function
	draw      *lang.Function
	fastMoves *lang.Program // nil where moves is interpreted
	fastParts *lang.Program
	slow      []Slow          // what is interpreted, and why
	called    map[string]bool // functions that compiled ones call
	touching  []touching
	symmetry  []symmetry
	claimed   []same // the symmetries that the file declares
	same      []same // those that searches use
	falls     bool   // searches take positions apart
	place     func(p Position) grundy.Component
	newValues func(r *run, most uint64) valuer
	examples  []Example
	declared  lang.Node // where the file declares a built-in game
}

// Load reads rules. Name is what positions call the file. Its error is an
// [*Error] unless reading failed. It costs no more than the options allow, and stops
// soon after ctx ends.
func Load(ctx context.Context, name string, r io.Reader, o Options) (*File, error) {
	f := &File{}
	var err error
	if f.code, err = lang.Parse(name, r, o, f.declarations()); err != nil {
		return nil, err
	}
	if err := f.code.RunTop(ctx); err != nil {
		return nil, err
	}
	if err := f.settle(ctx); err != nil {
		return nil, err
	}
	if f.builtIn == nil && !o.Interpreted {
		if err := f.compile(); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// A Slow is a function that is interpreted, and what keeps it from being
// compiled.
type Slow struct {
	Function string
	Pos      Pos
	Near     string
	Why      string
}

// compile compiles what can be compiled.
func (f *File) compile() error {
	f.called = map[string]bool{}
	for _, host := range []struct {
		fn    *lang.Function
		emits string
		to    **lang.Program
	}{{f.moves, "move", &f.fastMoves}, {f.parts, "part", &f.fastParts}} {
		p, called, wrong := f.code.Compile(host.fn, host.emits)
		for _, name := range called {
			f.called[name] = true
		}
		if wrong != nil {
			if f.code.Options.CompiledOnly {
				wrong.Msg += ": rules from others must be compiled, and this cannot be"
				return wrong
			}
			f.slow = append(f.slow, Slow{host.fn.Name, wrong.Pos, wrong.Near, wrong.Msg})
		}
		*host.to = p
	}
	return nil
}
