package rules

// This file holds how a file declares the shape of a position: position(…) and the
// kinds of fields.

import (
	"math"
	"slices"
	"strings"

	"grundy/internal/message"
)

// atTop is a function that is called at the top level alone.
func atTop(do builtinFunc) builtinFunc {
	return func(ev *evaluator, c *call) value {
		if !ev.loading || len(ev.calls) > 0 {
			return ev.failHere("%s stands at the top level of the file, not in a function", ev.nameOf(c))
		}
		return do(ev, c)
	}
}

// declaring are the functions that declare the shape of a position.
func declaring() map[string]builtinFunc {
	kindOf := func(f Field, take func(ev *evaluator, c *call, f *Field)) builtinFunc {
		return func(ev *evaluator, c *call) value {
			field := f
			take(ev, c, &field)
			return value{k: declaredKind, x: &field}
		}
	}
	numbers := func(names ...string) func(ev *evaluator, c *call, f *Field) {
		return func(ev *evaluator, c *call, f *Field) { ev.numbers(c, f, names, 0) }
	}
	cells := func(names ...string) func(ev *evaluator, c *call, f *Field) {
		return func(ev *evaluator, c *call, f *Field) { ev.cellsOf(c, f, names) }
	}
	return map[string]builtinFunc{
		"position": atTop(declarePosition),
		"integer":  kindOf(Field{Kind: Integer, Hi: math.MaxInt32}, numbers("lo", "hi")),
		"heaps":    kindOf(Field{Kind: Heaps, Hi: math.MaxInt32, Most: 12}, numbers("lo", "hi", "most")),
		"row":      kindOf(Field{Kind: Row, Most: 64}, cells("lo", "hi", "most")),
		"grid":     kindOf(Field{Kind: Grid, Height: 8, Width: 8}, cells("lo", "hi", "height", "width")),
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
		at := slices.Index(names, name)
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

// declarePosition is position(field = kind, …): the shape of a position.
func declarePosition(ev *evaluator, c *call) value {
	switch {
	case ev.code.position != nil:
		return ev.failHere("a second position(…)")
	case len(c.args) > 0:
		return ev.fail(c.argument(0), "a field has a name: position(n = integer()), say")
	case len(c.names) == 0:
		return ev.failHere("want at least one field, as in position(n = integer())")
	}
	if len(c.names) > mostFields {
		return ev.failHere("%d fields, more than the %d that a position may have", len(c.names), mostFields)
	}
	ev.code.position = c.node
	var fields []Field
	for i, name := range c.names {
		declared, ok := c.named[i].x.(*Field)
		if !ok {
			return ev.fail(c.keyword(name), "want integer(…), heaps(…), row(…) or grid(…), not %s", ev.show(c.named[i]))
		}
		f := *declared
		f.Name = name
		fields = append(fields, f)
	}
	s, err := newShape(fields)
	if err != nil {
		return ev.failHere("%v", err)
	}
	ev.code.shape = s
	return noneValue
}
