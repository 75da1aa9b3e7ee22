package lang

// This file holds the compiler: it makes Go closures of the functions moves and
// parts, of formulas, and of the functions that they call, whose types the checker has found (types.go).
// As functions may not call themselves, each has its variables at fixed registers.
//
// compile_test.go holds compiled and interpreted rules to the same moves, the same
// errors and the same steps.

import (
	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"grundy/rules/core"
)

// A compiler compiles one function and those that it calls.
type compiler struct {
	*typing
	code      *Code
	init      []int64
	capacity  int  // of rows: of variables, and on the way
	full      bool // there are no more registers
	done      map[*resolve.Function]*compiled
	constants map[int]operand // by index of the global
	emits     string          // move or part: what the program states; "" for a value that it returns
}

// compiled is a function that can be called.
type compiled struct {
	vars []*variable // by index of the local, parameters first
	at   int         // the register of a scalar result, or the row
	body statement

	result valueType
}

// A variable has a type and registers.
type variable struct {
	name string
	t    valueType
	at   int
	room int // for cells
}

// A registers value holds the variables of a function while it is compiled.
type registers struct {
	fn   *compiled
	vars []*variable
}

// room reserves registers.
func (c *compiler) room(n int) int {
	at := len(c.init)
	if at+n > 1<<20 {
		c.full = true
		return 0
	}
	c.init = append(c.init, make([]int64, n)...)
	return at
}

// Compile compiles a function that takes the fields of a position, or says why it cannot.
// Emits is move or part where the function states moves or parts, legal where it returns
// whether the position is legal, and "" where it returns any value. Compile returns the
// names of the functions that are compiled with it.
func (f *Code) Compile(fn *Function, emits string) (p *Program, called []string, why *Error) {
	if fn == nil {
		return nil, nil, nil
	}
	types, refused := f.checkTypes(fn, emits)
	if refused != nil {
		return nil, nil, f.Source.Fail(refused.node, "%s", refused.msg)
	}
	c := &compiler{
		typing: types, code: f, capacity: f.Shape.Capacity(), emits: emits,
		done: map[*resolve.Function]*compiled{}, constants: map[int]operand{},
	}
	c.room(f.Shape.Size)
	var params []*variable
	for i := range f.Shape.Fields {
		field := &f.Shape.Fields[i]
		params = append(params, &variable{name: field.Name, t: fieldType(field), at: field.At, room: roomOf(field)})
	}
	done := c.function(fn, params)
	if emits == "" && !done.result.isScalar() && !done.result.isRow() {
		return nil, nil, f.Source.Fail(nil, "%s returns %s", fn.Name, article(done.result))
	}
	if c.full {
		return nil, nil, f.Source.Fail(nil, "too many variables")
	}
	for def := range c.done {
		called = append(called, def.Name)
	}
	return &Program{code: f, init: c.init, body: done.body, returns: done.result, at: done.at}, called, nil
}

// roomOf is what a variable for the field's values has for cells, or for a grid
// with its height and width.
func roomOf(f *core.Field) int {
	if f.Kind == core.Grid {
		return f.Cells
	}
	return f.Cells - 1
}

// variableOf reserves registers for a value of a type.
func (c *compiler) variableOf(name string, t valueType) *variable {
	v := &variable{name: name, t: t, room: c.capacity}
	switch {
	case t.isScalar():
		v.at = c.room(1)
	case t.isRow():
		v.at = c.room(1 + c.capacity)
	case t.kind == gridType:
		v.room = 2 + c.capacity
		v.at = c.room(v.room)
	}
	return v
}

// function compiles a function, whose parameters have these variables, or new ones.
func (c *compiler) function(fn *Function, params []*variable) *compiled {
	sig := c.functions[fn.def]
	done := &compiled{vars: params, result: sig.result}
	c.done[fn.def] = done
	for i, t := range sig.vars[len(params):] {
		done.vars = append(done.vars, c.variableOf(fn.def.Locals[len(params)+i].First.Name, t))
	}
	if sig.result.kind != noneType {
		done.at = c.variableOf("", sig.result).at
	}
	done.body = c.block(&registers{done, done.vars}, fn.def.Body)
	return done
}

func unparen(e syntax.Expr) syntax.Expr {
	for {
		p, ok := e.(*syntax.ParenExpr)
		if !ok {
			return e
		}
		e = p.X
	}
}

// mentions reports whether a name occurs in an expression.
func mentions(e syntax.Expr, name string) (found bool) {
	syntax.Walk(e, func(n syntax.Node) bool {
		if id, ok := n.(*syntax.Ident); ok && id.Name == name {
			found = true
		}
		return !found
	})
	return found
}
