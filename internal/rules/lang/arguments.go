package lang

// Arguments are matched to parameters here, for every way of running.

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/syntax"

	"github.com/grundy-games/grundy/internal/message"
)

// A Call is the arguments of a call.
type Call struct {
	Node  *syntax.CallExpr // nil where the host calls
	Args  []Value
	Names []string // of the keyword arguments
	Named []Value
	of    Value // whose method this is
}

// Argument returns the node of a positional argument, or of the call.
func (c *Call) Argument(i int) syntax.Node {
	if c.Node == nil {
		return nil
	}
	if i >= 0 && i < len(c.Node.Args) && starredArgument(c.Node.Args[i]) == nil {
		return c.Node.Args[i]
	}
	return c.Node
}

// Keyword returns the node of a keyword argument.
func (c *Call) Keyword(name string) syntax.Node {
	if b := argumentOf(c.Node, name); b != nil {
		return b
	}
	return c.Node
}

// Pos returns where a call stands.
func (c *Call) Pos() Pos {
	start, _ := c.Node.Span()
	return posOf(start)
}

// namedArgument returns an argument that is written name = value, or nil.
func namedArgument(a syntax.Expr) *syntax.BinaryExpr {
	if b, ok := a.(*syntax.BinaryExpr); ok && b.Op == syntax.EQ {
		return b
	}
	return nil
}

// argumentOf returns the argument of a call that has one of these names, or nil.
func argumentOf(n *syntax.CallExpr, names ...string) *syntax.BinaryExpr {
	for _, a := range n.Args {
		if b := namedArgument(a); b != nil && slices.Contains(names, b.X.(*syntax.Ident).Name) {
			return b
		}
	}
	return nil
}

// starredArgument returns what gives all the arguments that are written *values, or
// nil.
func starredArgument(a syntax.Expr) syntax.Expr {
	if u, ok := a.(*syntax.UnaryExpr); ok && u.Op == syntax.STAR {
		return u.X
	}
	return nil
}

// plainArgs reports whether a call has positional arguments only, besides those that only
// moves have.
func plainArgs(call *syntax.CallExpr) bool {
	for _, a := range unnamed(call) {
		if namedArgument(a) != nil || starredArgument(a) != nil {
			return false
		}
	}
	return true
}

// bind gives the arguments to the parameters, which are the first locals.
func (ev *Evaluator) bind(fn *Function, c *Call, locals []Value) bool {
	def := fn.def
	plain := len(def.Params)
	if def.HasVarargs {
		plain-- // the last takes the rest
	}
	names := make([]string, plain)
	for i := range names {
		names[i] = def.Locals[i].First.Name
	}
	if len(c.Args) > plain && !def.HasVarargs {
		ev.FailHere("%s takes %s, not %d", fn.Name, arguments(plain), len(c.Args))
		return false
	}
	given := min(len(c.Args), plain)
	copy(locals, c.Args[:given])
	if def.HasVarargs {
		locals[plain] = tupleValue(c.Args[given:])
	}
	for i, name := range c.Names {
		at := slices.Index(names, name)
		switch {
		case at < 0:
			ev.FailHere("%s has no parameter %q%s", fn.Name, name, message.DidYouMean(name, names))
			return false
		case locals[at].Kind != UnsetKind:
			ev.FailHere("%s gets its parameter %q twice", fn.Name, name)
			return false
		}
		locals[at] = c.Named[i]
	}
	for i := range plain {
		if locals[i].Kind != UnsetKind {
			continue
		}
		if from := plain - len(fn.defaults); i >= from {
			locals[i] = fn.defaults[i-from]
			continue
		}
		ev.FailHere("%s wants a value for %q", fn.Name, names[i])
		return false
	}
	return true
}

// positional reports whether a call has least … most arguments, and no keywords; most
// is -1 for any number.
func (ev *Evaluator) positional(c *Call, least, most int) bool {
	name := ev.nameOf(c)
	switch {
	case len(c.Names) > 0:
		ev.FailHere("%s has no parameter %q", name, c.Names[0])
	case len(c.Args) < least && least == most, most >= 0 && len(c.Args) > most:
		ev.FailHere("%s takes %s, not %d", name, arguments(most), len(c.Args))
	case len(c.Args) < least:
		ev.FailHere("%s takes at least %s, not %d", name, arguments(least), len(c.Args))
	}
	return ev.Err == nil
}

// Keywords takes the keyword arguments of a function that has only those.
func (ev *Evaluator) Keywords(c *Call, allowed ...string) map[string]Value {
	given := map[string]Value{}
	for i, name := range c.Names {
		if !slices.Contains(allowed, name) {
			ev.FailHere("%s has no parameter %q%s; want %s", ev.nameOf(c), name, message.DidYouMean(name, allowed), strings.Join(allowed, ", "))
			return nil
		}
		given[name] = c.Named[i]
	}
	return given
}

// TextAt takes a string among the arguments.
func (ev *Evaluator) TextAt(c *Call, i int) (string, bool) {
	if c.Args[i].Kind != TextKind {
		ev.Fail(c.Argument(i), "want a string, not %s, %s", ev.Show(c.Args[i]), article(c.Args[i]))
		return "", false
	}
	return c.Args[i].Text(), true
}

// nameOf returns what a call calls.
func (ev *Evaluator) nameOf(c *Call) string {
	if c.Node == nil {
		return "this"
	}
	if d, ok := c.Node.Fn.(*syntax.DotExpr); ok {
		return d.Name.Name
	}
	return ev.code.Source.near(placeOf(c.Node.Fn))
}

func arguments(n int) string {
	if n == 1 {
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
}
