package rules

// This file holds what the top level of a file declares: the shape of a
// position, the settings, symmetries, examples.

import (
	"context"
	"slices"
	"strings"

	"grundy/internal/message"
)

// declarations returns the functions that declare the game.
func (f *File) declarations() map[string]builtinFunc {
	return map[string]builtinFunc{
		"symmetric": atTop(f.declareSymmetric),
		"touching":  atTop(f.declareTouching),
		"example":   atTop(f.declareExample),
		"heap":      atTop(f.declareHeap),
		"board":     atTop(f.declareBoard),
	}
}

// settle takes the settings and functions from the top level, and checks that
// they fit together.
func (f *File) settle(ctx context.Context) error {
	f.About = f.code.docstring()
	f.Title, _, _ = strings.Cut(f.About, "\n")
	f.Title = strings.TrimSpace(f.Title)
	if err := f.settings(); err != nil {
		return err
	}
	at := map[string]node{}
	functions := []struct {
		name string
		to   **function
	}{{"moves", &f.moves}, {"parts", &f.parts}, {"draw", &f.draw}, {"start", &f.start}}
	for _, fn := range functions {
		var err error
		if *fn.to, at[fn.name], err = f.code.defined(fn.name); err != nil {
			return err
		}
	}
	if f.declared != nil {
		if f.code.position != nil {
			return f.code.source.fail(f.code.position, "a file with heap(…) or board(…) declares no position of its own")
		}
		for _, name := range []string{"moves", "start", "parts"} {
			if at[name] != nil {
				return f.code.source.fail(at[name], "a file with heap(…) or board(…) has no rules of its own")
			}
		}
		return f.settleExamples(ctx)
	}
	if f.code.shape == nil {
		return &Error{File: f.code.source.name, Msg: `want the shape of a position, as in position(n = integer()), or a declared game such as heap(subtract = [1, 2])`}
	}
	if f.moves == nil {
		wrong := &Error{File: f.code.source.name, Msg: "want the rules: def moves(" + strings.Join(f.code.shape.names(), ", ") + "):"}
		if names, _ := f.code.definitions(); len(names) > 0 {
			wrong.Msg += message.DidYouMean("moves", names)
		}
		return wrong
	}
	for _, fn := range functions[:3] {
		if *fn.to != nil {
			if err := f.code.takesFields(*fn.to, at[fn.name]); err != nil {
				return err
			}
		}
	}
	if f.parts != nil && len(f.touching) > 0 {
		return f.code.source.fail(at["parts"], "both parts(…) and touching(…): want one of them")
	}
	if f.start != nil {
		if !f.start.isFixed() {
			return f.code.source.fail(at["start"], "start takes a fixed number of integers")
		}
		plain := !slices.ContainsFunc(f.code.shape.fields, func(f Field) bool { return f.Kind != Integer })
		if plain && f.start.arity() == len(f.code.shape.fields) {
			return f.code.source.fail(at["start"], "start takes as many numbers as a position has, so that %s(%s) could mean either", f.code.source.name, strings.Join(f.code.shape.names(), ","))
		}
	}
	f.claimed = f.symmetries()
	if !f.Loopy { // else see explore
		f.same = f.claimed
		f.falls = f.parts != nil || len(f.touching) > 0
	}
	f.newGame()
	return f.settleExamples(ctx)
}

// settings takes name, source, oeis, known, words and loopy.
func (f *File) settings() error {
	for _, setting := range []struct {
		name string
		to   *string
	}{{"name", &f.Name}, {"source", &f.Source}, {"oeis", &f.OEIS}, {"known", &f.Known}} {
		v, at := f.code.global(setting.name)
		switch {
		case v.k == text:
			*setting.to = v.text()
		case at != nil && v.k != functionKind:
			return f.code.source.fail(at, "want a string")
		}
	}
	if v, at := f.code.global("loopy"); at != nil {
		if v.k != boolean {
			return f.code.source.fail(at, "want True or False")
		}
		f.Loopy = v.n != 0
	}
	if v, at := f.code.global("words"); at != nil {
		items, ok := v.items()
		for _, w := range items {
			ok = ok && w.k == text
		}
		if !ok {
			return f.code.source.fail(at, `want a list of words, as in ["chess", "rook"]`)
		}
		for _, w := range items {
			f.Words = append(f.Words, w.text())
		}
	}
	return nil
}
