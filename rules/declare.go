package rules

// This file holds what the top level of a file declares: the shape of a
// position, the settings, symmetries, examples.

import (
	"context"
	"math"
	"slices"
	"strings"

	"grundy/internal/message"
)

// declared is what the calls at the top level said.
type declared struct {
	position node
	fields   []Field
	builtIn  node
}

// declarations returns the functions that declare the game.
func (f *File) declarations() map[string]builtinFunc {
	top := func(do builtinFunc) builtinFunc {
		return func(ev *evaluator, c *call) value {
			if !ev.loading || len(ev.calls) > 0 {
				return ev.failHere("%s stands at the top level of the file, not in a function", ev.nameOf(c))
			}
			return do(ev, c)
		}
	}
	return map[string]builtinFunc{
		"position": top(f.declarePosition),
		"integer": func(ev *evaluator, c *call) value {
			f := Field{Kind: Integer, Lo: 0, Hi: math.MaxInt32}
			ev.numbers(c, &f, []string{"lo", "hi"}, 0)
			return value{k: declaredKind, x: &f}
		},
		"heaps": func(ev *evaluator, c *call) value {
			f := Field{Kind: Heaps, Lo: 0, Hi: math.MaxInt32, Most: 12}
			ev.numbers(c, &f, []string{"lo", "hi", "most"}, 0)
			return value{k: declaredKind, x: &f}
		},
		"row": func(ev *evaluator, c *call) value {
			f := Field{Kind: Row, Most: 64}
			ev.cellsOf(c, &f, []string{"lo", "hi", "most"})
			return value{k: declaredKind, x: &f}
		},
		"grid": func(ev *evaluator, c *call) value {
			f := Field{Kind: Grid, Height: 8, Width: 8}
			ev.cellsOf(c, &f, []string{"lo", "hi", "height", "width"})
			return value{k: declaredKind, x: &f}
		},
		"symmetric": top(f.declareSymmetric),
		"touching":  top(f.declareTouching),
		"example":   top(f.declareExample),
		"heap":      top(f.declareHeap),
		"board":     top(f.declareBoard),
	}
}

// cellsOf takes the letters of the cells of a field, or the least and greatest
// number, and then its other numbers.
func (ev *evaluator) cellsOf(c *call, f *Field, names []string) {
	if len(c.args) == 0 || c.args[0].k != text {
		f.Lo, f.Hi = 0, math.MaxInt32
		ev.numbers(c, f, names, 0)
		return
	}
	f.Letters = c.args[0].text()
	n := c.argument(0)
	f.Lo, f.Hi = math.MaxInt64, 0
	if len(f.Letters) < 2 {
		ev.fail(n, "want at least two letters, one for each thing that a cell can be")
	}
	for i := range len(f.Letters) {
		b := f.Letters[i]
		f.Lo, f.Hi = min(f.Lo, int64(b)), max(f.Hi, int64(b))
		switch {
		case b <= ' ' || b > '~' || strings.IndexByte("\"\\/", b) >= 0:
			ev.fail(n, "want letters, digits and signs of ASCII, without quotes, slashes and spaces")
		case strings.IndexByte(f.Letters, b) < i:
			ev.fail(n, "the letter %c stands here twice", b)
		}
	}
	ev.numbers(c, f, names[2:], 1)
}

// numbers takes the numbers of a field: those after the first ones by their
// place, or by name.
func (ev *evaluator) numbers(c *call, f *Field, names []string, first int) {
	set := func(name string, v value, n node) {
		if ev.err != nil {
			return
		}
		if v.k != integer {
			ev.fail(n, "want an integer, not %s", ev.show(v))
			return
		}
		size := func(to *int) {
			if v.n < 1 || v.n > mostCells {
				ev.fail(n, "want 1 … %d", mostCells)
			}
			*to = int(v.n)
		}
		switch name {
		case "lo":
			f.Lo = v.n
		case "hi":
			f.Hi = v.n
		case "most":
			size(&f.Most)
		case "height":
			size(&f.Height)
		case "width":
			size(&f.Width)
		}
	}
	if len(c.args)-first > len(names) {
		ev.failHere("%s takes %s and no more", ev.nameOf(c), strings.Join(names, ", "))
	}
	for i, v := range c.args[min(first, len(c.args)):] {
		if ev.err == nil {
			set(names[i], v, c.argument(first+i))
		}
	}
	for i, name := range c.names {
		at := indexOf(names, name)
		switch {
		case at < 0:
			ev.failHere("%s has no parameter %q%s; want %s", ev.nameOf(c), name, message.DidYouMean(name, names), strings.Join(names, ", "))
		case at < len(c.args)-first:
			ev.failHere("%s gets its parameter %q twice", ev.nameOf(c), name)
		default:
			set(name, c.named[i], c.keyword(name))
		}
	}
	if f.Lo > f.Hi && f.Letters == "" {
		ev.failHere("no number is at least %d and at most %d", f.Lo, f.Hi)
	}
}

// mostFields bounds the fields of a position.
const mostFields = 250

func (f *File) declarePosition(ev *evaluator, c *call) value {
	d := &f.declared
	switch {
	case d.position != nil:
		return ev.failHere("a second position(…)")
	case len(c.args) > 0:
		return ev.fail(c.argument(0), "a field has a name: position(n = integer()), say")
	case len(c.names) == 0:
		return ev.failHere("want at least one field, as in position(n = integer())")
	}
	if len(c.names) > mostFields {
		return ev.failHere("%d fields, more than the %d that a position may have", len(c.names), mostFields)
	}
	d.position = c.node
	for i, name := range c.names {
		declared, ok := c.named[i].x.(*Field)
		if !ok {
			return ev.fail(c.keyword(name), "want integer(…), heaps(…), row(…) or grid(…), not %s", ev.show(c.named[i]))
		}
		f := *declared
		f.Name = name
		d.fields = append(d.fields, f)
	}
	s, err := newShape(d.fields)
	if err != nil {
		return ev.failHere("%v", err)
	}
	f.code.shape = s
	return noneValue
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
	if d := f.declared; d.builtIn != nil {
		if d.position != nil {
			return f.code.source.fail(d.position, "a file with heap(…) or board(…) declares no position of its own")
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
