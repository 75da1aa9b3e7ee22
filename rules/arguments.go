package rules

// This file holds the arguments of calls: how they are written, and how functions
// take them.

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/syntax"

	"grundy/internal/message"
)

// A call is the arguments of a call.
type call struct {
	node  *syntax.CallExpr // nil where the host calls
	args  []value
	names []string // of the keyword arguments
	named []value
}

// argument returns the node of a positional argument, or of the call.
func (c *call) argument(i int) syntax.Node {
	if c.node == nil {
		return nil
	}
	if i >= 0 && i < len(c.node.Args) && starredArgument(c.node.Args[i]) == nil {
		return c.node.Args[i]
	}
	return c.node
}

// keyword returns the node of a keyword argument.
func (c *call) keyword(name string) syntax.Node {
	for _, a := range c.node.Args {
		if b := namedArgument(a); b != nil && b.X.(*syntax.Ident).Name == name {
			return b
		}
	}
	return c.node
}

// pos returns where a call stands.
func (c *call) pos() Pos {
	start, _ := c.node.Span()
	return posOf(start)
}

// namedArgument returns an argument that is written name = value, or nil.
func namedArgument(a syntax.Expr) *syntax.BinaryExpr {
	if b, ok := a.(*syntax.BinaryExpr); ok && b.Op == syntax.EQ {
		return b
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

// plainArgs reports whether a call has positional arguments only.
func plainArgs(call *syntax.CallExpr) bool {
	for _, a := range call.Args {
		if namedArgument(a) != nil || starredArgument(a) != nil {
			return false
		}
	}
	return true
}

// bind gives the arguments to the parameters, which are the first locals.
func (ev *evaluator) bind(fn *function, c *call, locals []value) bool {
	def := fn.def
	params := len(def.Params)
	plain := params
	rest := -1
	names := make([]string, 0, params)
	for i, p := range def.Params {
		switch p := p.(type) {
		case *syntax.Ident:
			names = append(names, p.Name)
		case *syntax.BinaryExpr:
			names = append(names, p.X.(*syntax.Ident).Name)
		default:
			plain, rest = i, i
		}
	}
	if len(c.args) > plain && rest < 0 {
		ev.failHere("%s takes %s, not %d", fn.name, arguments(plain), len(c.args))
		return false
	}
	given := min(len(c.args), plain)
	copy(locals, c.args[:given])
	if rest >= 0 {
		locals[rest] = tupleValue(c.args[given:])
	}
	for i, name := range c.names {
		at := slices.Index(names, name)
		switch {
		case at < 0:
			ev.failHere("%s has no parameter %q%s", fn.name, name, message.DidYouMean(name, names))
			return false
		case locals[at].k != unset:
			ev.failHere("%s gets its parameter %q twice", fn.name, name)
			return false
		}
		locals[at] = c.named[i]
	}
	for i := range plain {
		if locals[i].k != unset {
			continue
		}
		if from := plain - len(fn.defaults); i >= from {
			locals[i] = fn.defaults[i-from]
			continue
		}
		ev.failHere("%s wants a value for %q", fn.name, names[i])
		return false
	}
	return true
}

// plain takes the arguments of a call that has no keywords, least … most of
// them; most is -1 for any number.
func (ev *evaluator) plain(c *call, least, most int) ([]value, bool) {
	if ev.err != nil {
		return nil, false
	}
	name := ev.nameOf(c)
	switch {
	case len(c.names) > 0:
		ev.failHere("%s has no parameter %q", name, c.names[0])
	case len(c.args) < least && least == most, most >= 0 && len(c.args) > most:
		ev.failHere("%s takes %s, not %d", name, arguments(most), len(c.args))
	case len(c.args) < least:
		ev.failHere("%s takes at least %s, not %d", name, arguments(least), len(c.args))
	default:
		return c.args, true
	}
	return nil, false
}

// options takes the keyword arguments of a function that has only those.
func (ev *evaluator) options(c *call, allowed ...string) map[string]value {
	given := map[string]value{}
	for i, name := range c.names {
		if !slices.Contains(allowed, name) {
			ev.failHere("%s has no parameter %q%s; want %s", ev.nameOf(c), name, message.DidYouMean(name, allowed), strings.Join(allowed, ", "))
			return nil
		}
		given[name] = c.named[i]
	}
	return given
}

// one takes a single argument.
func (ev *evaluator) one(c *call) (value, bool) {
	args, ok := ev.plain(c, 1, 1)
	if !ok {
		return value{}, false
	}
	return args[0], true
}

// intAt takes an integer among the arguments.
func (ev *evaluator) intAt(c *call, i int) (int64, bool) {
	if c.args[i].k != integer {
		ev.fail(c.argument(i), "want an integer, not %s, %s", ev.show(c.args[i]), article(c.args[i].k))
		return 0, false
	}
	return c.args[i].n, true
}

// textAt takes a string among the arguments.
func (ev *evaluator) textAt(c *call, i int) (string, bool) {
	if c.args[i].k != text {
		ev.fail(c.argument(i), "want a string, not %s, %s", ev.show(c.args[i]), article(c.args[i].k))
		return "", false
	}
	return c.args[i].text(), true
}

// nameOf returns what a call calls.
func (ev *evaluator) nameOf(c *call) string {
	if c.node == nil {
		return "this"
	}
	if d, ok := c.node.Fn.(*syntax.DotExpr); ok {
		return d.Name.Name
	}
	return ev.code.source.near(c.node.Fn)
}

func arguments(n int) string {
	if n == 1 {
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
}
