package rules

// This file holds the compiler: it makes Go closures of the functions moves and
// parts, and of the functions that these call, where they keep to integers,
// letters, rows and grids. Each variable must have one type. As functions may
// not call themselves, each has its variables at fixed registers.
//
// What cannot be compiled is refused with the reason, and interpreted.
// compile_test.go holds both ways to the same moves and the same errors.

import (
	"fmt"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"
)

// A typeKind is the type of a value of a compiled function.
type typeKind uint8

const (
	noType typeKind = iota
	intType
	boolType
	letterType // a string of one byte
	rowType
	listType
	gridType
	tableType // a constant list of lists or tuples of integers
	noneType
)

type valueType struct {
	kind   typeKind
	of     typeKind // of the cells of a row, list or grid; noType if it has none
	origin origin
}

// An origin says what a row or list is besides, as its cells alone do not.
type origin uint8

const (
	ordinary  origin = iota // a row, or a list that the function made
	aString                 // letters to look through
	aTuple                  // of the function or of the top level
	aConstant               // a list of the top level, which does not change
)

func (t valueType) String() string {
	return [...]string{"nothing", "int", "bool", "string", "row", "list", "grid", "list", "None"}[t.kind]
}

// header is how many words stand before the cells: the height and the width of a
// grid.
func (t valueType) header() int {
	if t.kind == gridType {
		return 2
	}
	return 0
}

func (t valueType) isScalar() bool { return t.kind >= intType && t.kind <= letterType }
func (t valueType) isRow() bool    { return t.kind == rowType || t.kind == listType }

// typeName names a type as the interpreter does.
func (t valueType) typeName() string {
	switch t.origin {
	case aString:
		return "string"
	case aTuple:
		return "tuple"
	}
	return t.String()
}

func (t valueType) isText() bool {
	return t.kind == letterType || t.kind == rowType && t.origin == aString
}

// A refusal says why a function cannot be compiled.
type refusal struct {
	node syntax.Node
	msg  string
}

// A compiler compiles one function and those that it calls.
type compiler struct {
	file     *File
	init     []int64
	capacity int // of rows: of variables, and on the way
	refused  *refusal
	calls    []*resolve.Function // that are being compiled
	done     map[*resolve.Function]*compiled
	tables   map[*list]*operand
	emits    string // move or part: what the program states
	guess    uint   // a bit for each list that begins empty: whether it is of letters
	guessed  int    // how many there were
}

// compiled is a function that can be called.
type compiled struct {
	params []*variable
	result valueType
	at     int // the register of a scalar result, or the row
	body   statement
	emits  bool
}

// A variable has a type and registers.
type variable struct {
	name string
	t    valueType
	at   int
	room int // for cells
}

// A scope is a function while it is compiled.
type scope struct {
	fn       *compiled
	def      *resolve.Function
	vars     []*variable // by index of the local
	assigned []bool      // whether it surely has a value here
	dead     bool        // nothing comes here
	walked   []*variable // lists that loops go over
}

// refuse records the first reason, and returns an operand without a type.
func (c *compiler) refuse(n syntax.Node, format string, args ...any) operand {
	if c.refused == nil {
		c.refused = &refusal{n, fmt.Sprintf(format, args...)}
	}
	return operand{reg: -1}
}

// room reserves registers.
func (c *compiler) room(n int) int {
	at := len(c.init)
	if at+n > 1<<20 {
		c.refuse(nil, "too many variables")
		return 0
	}
	c.init = append(c.init, make([]int64, n)...)
	return at
}

// mostRow bounds rows on the way, in cells.
const mostRow = 1 << 12

// compileHost compiles a function that takes the fields of a position.
// It returns the names of the functions that are compiled with it.
// What a list holds that begins empty it guesses, in all ways that there are for
// the first few such lists: integers, or letters.
func (f *File) compileHost(fn *function, emits string) (p *program, called []string, why *refusal) {
	if fn == nil {
		return nil, nil, nil
	}
	const mostGuessed = 3 // as each doubles the time
	lists := 0
	for guess := uint(0); guess < 1<<min(lists, mostGuessed); guess++ {
		p, called, wrong, guessed := f.compileWith(fn, emits, guess)
		if wrong == nil {
			return p, called, nil
		}
		if why == nil || wrong.isBehind(why) {
			why = wrong
		}
		lists = max(lists, guessed)
	}
	return nil, nil, why
}

// isBehind reports whether the compiler came further before r than before other.
func (r *refusal) isBehind(other *refusal) bool {
	if r.node == nil || other.node == nil {
		return false
	}
	a, _ := r.node.Span()
	b, _ := other.node.Span()
	return a.Line > b.Line || a.Line == b.Line && a.Col > b.Col
}

// compileWith compiles with a guess, a bit for each list that begins empty, and
// returns how many there were.
func (f *File) compileWith(fn *function, emits string, guess uint) (p *program, called []string, why *refusal, guessed int) {
	c := &compiler{file: f, done: map[*resolve.Function]*compiled{}, tables: map[*list]*operand{}, emits: emits, guess: guess}
	c.capacity = 64
	for i := range f.shape.fields {
		c.capacity = max(c.capacity, 2*f.shape.fields[i].size+16)
	}
	c.capacity = min(c.capacity, mostRow)
	c.room(f.shape.size)
	var params []*variable
	for i := range f.shape.fields {
		field := &f.shape.fields[i]
		params = append(params, &variable{name: field.Name, t: field.valueType(), at: field.at, room: field.room()})
	}
	done := c.function(fn, params)
	if c.refused != nil {
		return nil, nil, c.refused, c.guessed
	}
	for def := range c.done {
		called = append(called, def.Name)
	}
	return &program{file: f, init: c.init, body: done.body}, called, nil, c.guessed
}

// valueType returns the type of the field's values.
func (f *Field) valueType() valueType {
	of := intType
	if f.Letters != "" {
		of = letterType
	}
	switch f.Kind {
	case Heaps, Row:
		return valueType{kind: rowType, of: of}
	case Grid:
		return valueType{kind: gridType, of: of}
	}
	return valueType{kind: intType}
}

// room is what a variable for the field's values has for cells, or for a grid
// with its height and width.
func (f *Field) room() int {
	if f.Kind == Grid {
		return f.size
	}
	return f.size - 1
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

// function compiles a function whose parameters have their variables.
func (c *compiler) function(fn *function, params []*variable) *compiled {
	def := fn.def
	done := &compiled{params: params}
	c.done[def] = done
	if len(def.FreeVars) > 0 {
		c.refuse(def.Body[0], "a function that uses variables of another one")
	}
	s := &scope{fn: done, def: def, vars: make([]*variable, len(def.Locals)), assigned: make([]bool, len(def.Locals))}
	for i, p := range params {
		s.vars[i] = p
		s.assigned[i] = true
	}
	c.calls = append(c.calls, def)
	body := c.block(s, def.Body)
	c.calls = c.calls[:len(c.calls)-1]
	if done.result.kind == noType {
		done.result = valueType{kind: noneType}
	} else if done.result.kind != noneType && !s.dead && c.refused == nil {
		c.refuse(def.Body[len(def.Body)-1], "%s may end here without a value", fn.name)
	}
	done.body = body
	return done
}

// local returns the variable that a name stands for, if it is one of the
// function.
func (c *compiler) local(id *syntax.Ident) (index int, ok bool) {
	b, ok := id.Binding.(*resolve.Binding)
	if !ok || b.Scope != resolve.Local {
		if ok && (b.Scope == resolve.Cell || b.Scope == resolve.Free) {
			c.refuse(id, "a variable that a function in a function uses")
		}
		return 0, false
	}
	return b.Index, true
}

// indexOf returns the index of the local that a name stands for.
func (c *compiler) indexOf(e syntax.Expr) int {
	i, _ := c.local(unparen(e).(*syntax.Ident))
	return i
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
