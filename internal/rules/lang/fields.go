package lang

// A file declares the shape of a position by position(…) and the kinds of fields.

import (
	"math"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/rules/core"
)

// AtTop is a function that is called at the top level alone.
func AtTop(do Builtin) Builtin {
	return func(ev *Evaluator, c *Call) Value {
		if !ev.loading || len(ev.calls) > 0 {
			return ev.FailHere("%s stands at the top level of the file, not in a function", ev.nameOf(c))
		}
		return do(ev, c)
	}
}

// declaring are the functions that declare the shape of a position.
func declaring() map[string]Builtin {
	kindOf := func(f core.Field, take func(ev *Evaluator, c *Call, f *core.Field)) Builtin {
		return func(ev *Evaluator, c *Call) Value {
			field := f
			take(ev, c, &field)
			return Value{Kind: declaredKind, x: &field}
		}
	}
	numbers := func(names ...string) func(ev *Evaluator, c *Call, f *core.Field) {
		return func(ev *Evaluator, c *Call, f *core.Field) { ev.numbers(c, f, names, 0) }
	}
	cells := func(names ...string) func(ev *Evaluator, c *Call, f *core.Field) {
		return func(ev *Evaluator, c *Call, f *core.Field) { ev.cellsOf(c, f, names) }
	}
	return map[string]Builtin{
		"position": AtTop(declarePosition),
		"integer":  kindOf(core.Field{Kind: core.Integer, Hi: math.MaxInt32}, numbers("lo", "hi")),
		"heaps":    kindOf(core.Field{Kind: core.Heaps, Hi: math.MaxInt32, Most: 12}, numbers("lo", "hi", "most")),
		"row":      kindOf(core.Field{Kind: core.Row, Most: 64}, cells("lo", "hi", "most")),
		"grid":     kindOf(core.Field{Kind: core.Grid, Height: 8, Width: 8}, cells("lo", "hi", "height", "width")),
	}
}

// cellsOf takes the letters of the cells of a field, or the least and greatest
// number, and then its other numbers.
func (ev *Evaluator) cellsOf(c *Call, f *core.Field, names []string) {
	if len(c.Args) == 0 || c.Args[0].Kind != TextKind {
		f.Lo, f.Hi = 0, math.MaxInt32
		ev.numbers(c, f, names, 0)
		return
	}
	f.Letters = c.Args[0].Text()
	n := c.Argument(0)
	f.Lo, f.Hi = math.MaxInt64, 0
	if len(f.Letters) < 2 {
		ev.Fail(n, "want at least two letters, one for each thing that a cell can be")
	}
	for i := range len(f.Letters) {
		b := f.Letters[i]
		f.Lo, f.Hi = min(f.Lo, int64(b)), max(f.Hi, int64(b))
		switch {
		case b <= ' ' || b > '~' || strings.IndexByte("\"\\/", b) >= 0:
			ev.Fail(n, "want letters, digits and signs of ASCII, without quotes, slashes and spaces")
		case strings.IndexByte(f.Letters, b) < i:
			ev.Fail(n, "the letter %c stands here twice", b)
		}
	}
	ev.numbers(c, f, names[2:], 1)
}

// narrowing are what else may be said of a field, by name.
var narrowing = map[core.FieldKind][]string{
	core.Heaps: {"length", "distinct"},
	core.Row:   {"length", "order", "distinct"},
	core.Grid:  {"exact", "distinct"},
}

// narrow takes what narrows a field.
func (ev *Evaluator) narrow(f *core.Field, name string, v Value, n Node) {
	truth := map[string]*bool{"exact": &f.Exact, "distinct": &f.Distinct}[name]
	switch {
	case truth != nil && v.Kind == BoolKind:
		*truth = v.N != 0
	case truth != nil:
		ev.Fail(n, "want True or False, not %s", ev.Show(v))
	case v.IsText("ascending"):
		f.Order = core.Ascending
	case v.IsText("descending"):
		f.Order = core.Descending
	default:
		ev.Fail(n, `want "ascending", each at least the one before, or "descending", not %s`, ev.quoted(v))
	}
}

// numbers takes the numbers of a field: those after the first ones by their
// place, or by name.
func (ev *Evaluator) numbers(c *Call, f *core.Field, names []string, first int) {
	set := func(name string, v Value, n Node) {
		switch {
		case ev.Err != nil:
			return
		case name == "exact" || name == "order" || name == "distinct":
			ev.narrow(f, name, v, n)
			return
		case v.Kind != IntKind:
			ev.Fail(n, "want an integer, not %s", ev.Show(v))
			return
		}
		size := func(to *int) {
			if v.N < 1 || v.N > core.MostCells {
				ev.Fail(n, "want 1 … %d", core.MostCells)
			}
			*to = int(v.N)
		}
		switch name {
		case "lo":
			f.Lo = v.N
		case "hi":
			f.Hi = v.N
		case "most":
			size(&f.Most)
		case "length":
			f.Exact = true
			size(&f.Most)
		case "height":
			size(&f.Height)
		case "width":
			size(&f.Width)
		}
	}
	if len(c.Args)-first > len(names) {
		ev.FailHere("%s takes %s and no more", ev.nameOf(c), strings.Join(names, ", "))
	}
	for i, v := range c.Args[min(first, len(c.Args)):] {
		if ev.Err == nil {
			set(names[i], v, c.Argument(first+i))
		}
	}
	all := slices.Concat(names, narrowing[f.Kind])
	for i, name := range c.Names {
		at := slices.Index(all, name)
		switch {
		case at < 0:
			ev.FailHere("%s has no parameter %q%s; want %s", ev.nameOf(c), name, message.DidYouMean(name, all), strings.Join(all, ", "))
		case at < len(c.Args)-first:
			ev.FailHere("%s gets its parameter %q twice", ev.nameOf(c), name)
		case name == "length" && (slices.Contains(c.Names, "most") || slices.Index(names, "most") < len(c.Args)-first):
			ev.FailHere("both most and length: want one of them")
		default:
			set(name, c.Named[i], c.Keyword(name))
		}
	}
	if f.Lo > f.Hi && f.Letters == "" {
		ev.FailHere("no number is at least %d and at most %d", f.Lo, f.Hi)
	}
}

// mostFields bounds the fields of a position.
const mostFields = 250

// declarePosition is position(field = kind, …): the shape of a position.
func declarePosition(ev *Evaluator, c *Call) Value {
	switch {
	case ev.code.Declared != nil:
		return ev.FailHere("a second position(…)")
	case len(c.Args) > 0:
		return ev.Fail(c.Argument(0), "a field has a name: position(n = integer()), say")
	case len(c.Names) == 0:
		return ev.FailHere("want at least one field, as in position(n = integer())")
	}
	if len(c.Names) > mostFields {
		return ev.FailHere("%d fields, more than the %d that a position may have", len(c.Names), mostFields)
	}
	ev.code.Declared = c.Node
	var fields []core.Field
	for i, name := range c.Names {
		declared, ok := c.Named[i].x.(*core.Field)
		if !ok {
			return ev.Fail(c.Keyword(name), "want integer(…), heaps(…), row(…) or grid(…), not %s", ev.Show(c.Named[i]))
		}
		f := *declared
		f.Name = name
		fields = append(fields, f)
	}
	s, err := core.NewShape(fields, ev.code.SaysReplies())
	if err != nil {
		return ev.FailHere("%v", err)
	}
	ev.code.Shape = s
	return None
}
