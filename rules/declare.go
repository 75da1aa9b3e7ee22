package rules

// The top level of a file declares the shape of a position, the settings, symmetries and examples.

import (
	"context"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/lazy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// declarations returns the functions that declare the game.
func (f *File) declarations() map[string]lang.Builtin {
	return map[string]lang.Builtin{
		"symmetric": lang.AtTop(f.declareSymmetric),
		"touching":  lang.AtTop(f.declareTouching),
		"example":   lang.AtTop(f.declareExample),
		"heap":      lang.AtTop(f.declareHeap),
		"board":     lang.AtTop(f.declareBoard),
		"equals":    lang.AtTop(f.declareEquals),
	}
}

// wordsOfGame are the names of the top level that the game reads.
var wordsOfGame = []string{
	"name", "reads", "notation", "needs", "source", "oeis", "known", "words", "loopy", "misere",
	"moves", "start", "parts", "draw", "legal", "value", "outcome", "find", "flat",
}

// stated are the functions by which those of a file may state something.
var stated = map[string][]string{"moves": {"move", "move_sum", "win", "draw", "lose"}, "parts": {"part"}}

// settle takes the settings and functions from the top level, and checks that they fit
// together.
func (f *File) settle(ctx context.Context) error {
	f.About = f.code.Docstring()
	f.Title, _, _ = strings.Cut(f.About, "\n")
	f.Title = strings.TrimSpace(f.Title)
	if err := f.settings(); err != nil {
		return err
	}
	if err := f.checkReads(); err != nil {
		return err
	}
	if err := f.code.CheckMisspelt(wordsOfGame); err != nil {
		return err
	}
	at := map[string]lang.Node{}
	functions := []struct {
		name string
		to   **lang.Function
	}{{"moves", &f.moves}, {"parts", &f.parts}, {"draw", &f.draw}, {"legal", &f.legal}, {"value", &f.value.fn}, {"outcome", &f.outcome.fn}, {"find", &f.find.fn}, {"start", &f.start}}
	for _, fn := range functions {
		var err error
		if *fn.to, at[fn.name], err = f.code.Defined(fn.name); err != nil {
			return err
		}
	}
	if f.declared != nil {
		if f.code.Declared != nil {
			return f.code.Source.Fail(f.code.Declared, "a file with heap(…) or board(…) declares no position of its own")
		}
		if _, at := f.code.Global("misere"); f.Misere {
			return f.code.Source.Fail(at, "a file with heap(…) or board(…) is played as it is asked, with --misere or without: leave it out")
		}
		for _, name := range []string{"moves", "start", "parts", "legal", "value", "outcome", "find"} {
			if at[name] != nil {
				return f.code.Source.Fail(at[name], "a file with heap(…) or board(…) has no rules of its own")
			}
		}
		return f.settleExamples(ctx)
	}
	if f.code.Shape == nil {
		return &Error{File: f.code.Source.Name, Msg: `want the shape of a position, as in position(n = integer()), or a declared game such as heap(subtract = [1, 2])`}
	}
	if f.moves == nil {
		return &Error{File: f.code.Source.Name, Msg: "want the rules: def moves(" + strings.Join(f.code.Shape.Names(), ", ") + "):"}
	}
	for _, fn := range functions[:len(functions)-2] { // all but find and start
		if *fn.to != nil {
			if err := f.code.TakesFields(*fn.to, at[fn.name]); err != nil {
				return err
			}
		}
	}
	if f.parts != nil {
		f.apartAt = at["parts"]
	}
	for _, fn := range functions {
		if *fn.to != nil {
			if err := f.code.StatesOnly(*fn.to, fn.name, stated[fn.name]...); err != nil {
				return err
			}
		}
	}
	if f.parts != nil && len(f.touching) > 0 {
		return f.code.Source.Fail(at["parts"], "both parts(…) and touching(…): want one of them")
	}
	if f.start != nil {
		if !f.start.IsFixed() {
			return f.code.Source.Fail(at["start"], "start takes a fixed number of integers")
		}
		plain := !slices.ContainsFunc(f.code.Shape.Fields, func(f Field) bool { return f.Kind != Integer })
		if plain && f.start.Arity() == len(f.code.Shape.Fields) {
			return f.code.Source.Fail(at["start"], "start takes as many numbers as a position has, so that %s(%s) could mean either", f.code.Source.Name, strings.Join(f.code.Shape.Names(), ","))
		}
	}
	f.replies = f.code.SaysReplies()
	f.Ends = f.code.MayEnd() || f.replies
	f.decisive = f.Ends && !f.code.MayDraw() && !f.Loopy && !f.Misere
	switch {
	case f.replies && !f.decisive:
		return f.code.Source.Fail(f.code.RepliesAt(), "entails = … and again = … are for normal play that ends by a win: leave out draw(), loopy = True and misere = True")
	case f.code.MayEntail() && f.declaresApart() != "":
		return f.code.Source.Fail(f.apartAt, "%s(…) beside entails = …, after which the answer is in the position as a whole: leave one of them out", f.declaresApart())
	}
	if f.Ends && !f.decisive && f.declaresApart() != "" {
		return f.code.Source.Fail(f.apartAt, "%s(…) beside win(), draw() or lose(), which end the play as a whole: parts are independent only in normal play without draw() and loopy = True", f.declaresApart())
	}
	if err := f.settleClaims(at); err != nil {
		return err
	}
	if err := f.settleFind(at["find"]); err != nil {
		return err
	}
	if _, at := f.code.Global("flat"); f.Flat && !f.TakesList() {
		return f.code.Source.Fail(at, "flat = True is for positions that are one row of integers, or heaps, without start")
	}
	if f.equal != nil && f.equal.heaps.fn != nil {
		if err := f.code.StatesOnly(f.equal.heaps.fn, "heaps"); err != nil {
			return err
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

var numberOfOEIS = lazy.Regexp(`^A\d{6,}$`)

// settings takes the texts about the game, loopy, misere and flat.
func (f *File) settings() error {
	for _, setting := range []struct {
		name string
		to   *string
	}{{"name", &f.Name}, {"reads", &f.Reads}, {"notation", &f.Notation}, {"needs", &f.Needs}, {"source", &f.Source}, {"oeis", &f.OEIS}, {"known", &f.Known}} {
		v, at := f.code.Global(setting.name)
		switch {
		case v.Kind == lang.TextKind:
			*setting.to = v.Text()
		case at != nil && v.Kind != lang.FunctionKind:
			return f.code.Source.Fail(at, "want a string")
		}
	}
	if _, at := f.code.Global("oeis"); f.OEIS != "" && !numberOfOEIS().MatchString(f.OEIS) {
		return f.code.Source.Fail(at, `want a number of the OEIS, as in "A002186", not %q`, message.Brief(f.OEIS, 20))
	}
	for _, setting := range []struct {
		name string
		to   *bool
	}{{"loopy", &f.Loopy}, {"misere", &f.Misere}, {"flat", &f.Flat}} {
		if v, at := f.code.Global(setting.name); at != nil {
			if v.Kind != lang.BoolKind {
				return f.code.Source.Fail(at, "want True or False")
			}
			*setting.to = v.N != 0
		}
	}
	if v, at := f.code.Global("words"); at != nil {
		items, ok := v.Items()
		for _, w := range items {
			ok = ok && w.Kind == lang.TextKind
		}
		if !ok {
			return f.code.Source.Fail(at, `want a list of words, as in ["chess", "rook"]`)
		}
		for _, w := range items {
			f.Words = append(f.Words, w.Text())
		}
	}
	return nil
}
