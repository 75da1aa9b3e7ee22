package lang

// This file holds the types of compiled rules. The checker finds the type of each
// expression and variable of the functions moves and parts, and of the functions that
// these call; compile.go makes the code afterwards. A function that the
// checker refuses is interpreted: each variable must have one type, and rules must keep
// to integers, letters, rows and grids.

import (
	"fmt"
	"slices"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"grundy/rules/core"
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

func (t valueType) isScalar() bool   { return t.kind >= intType && t.kind <= letterType }
func (t valueType) isRow() bool      { return t.kind == rowType || t.kind == listType }
func (t valueType) isPlainRow() bool { return t.kind == rowType && t.origin == ordinary }
func (t valueType) isText() bool {
	return t.kind == letterType || t.kind == rowType && t.origin == aString
}

// typeName names a type as the interpreter does.
func (t valueType) typeName() string {
	switch {
	case t.kind == rowType && t.origin == aString:
		return "string"
	case t.kind == rowType && t.origin == aTuple:
		return "tuple"
	}
	return t.String()
}

// asRow returns the type of the row that a value is where a row is wanted: a letter is
// a row of itself.
func (t valueType) asRow() (row valueType, ok bool) {
	if t.kind == letterType {
		return valueType{kind: rowType, of: letterType, origin: aString}, true
	}
	return t, t.isRow()
}

// fieldType returns the type of the field's values.
func fieldType(f *core.Field) valueType {
	of := intType
	if f.Letters != "" {
		of = letterType
	}
	switch f.Kind {
	case core.Heaps, core.Row:
		return valueType{kind: rowType, of: of}
	case core.Grid:
		return valueType{kind: gridType, of: of}
	}
	return valueType{kind: intType}
}

// A refusal says why a function cannot be compiled.
type refusal struct {
	node syntax.Node
	msg  string
}

// isBehind reports whether the checker came further before r than before other.
func (r *refusal) isBehind(other *refusal) bool {
	if r.node == nil || other.node == nil {
		return false
	}
	a, _ := r.node.Span()
	b, _ := other.node.Span()
	return a.Line > b.Line || a.Line == b.Line && a.Col > b.Col
}

// typing is what the checker finds out.
type typing struct {
	exprs     map[syntax.Expr]valueType
	functions map[*resolve.Function]*signature
	verdicts  map[syntax.Expr]verdict // of the return statements of legal
}

// A verdict is a part of what legal returns.
type verdict uint8

const (
	_        verdict = iota
	isTruth          // a bool
	isReason         // a string, which only the interpreter makes
	isEither         // x or y, or x if cond else y, of verdicts
)

// A signature is the types of a function.
type signature struct {
	vars   []valueType // of the locals, parameters first; noType of those never set
	result valueType
	emits  bool // moves, or parts
}

// A checker finds the types of one function and of those that it calls.
type checker struct {
	typing
	code      *Code
	capacity  int // of rows
	refused   *refusal
	calls     []*resolve.Function // that are being checked
	constants map[int]valueType   // by index of the global
	emits     string              // move or part: what the function states; legal; or ""
	guess     uint                // a bit for each list that begins empty: whether it is of letters
	guessed   int                 // how many there were
}

// A scope is a function while it is checked.
type scope struct {
	*signature
	def      *resolve.Function
	assigned []bool // by index of the local: whether it surely has a value here
	dead     bool   // nothing comes here
	walked   []int  // lists that loops go over
}

// checkTypes returns the types of a function that takes the fields of a position, or why
// it is refused. It guesses whether a list that begins empty holds
// integers or letters, and tries every combination for the first few such lists.
func (f *Code) checkTypes(fn *Function, emits string) (types *typing, why *refusal) {
	const mostGuessed = 3 // as each doubles the time
	lists := 0
	for guess := uint(0); guess < 1<<min(lists, mostGuessed); guess++ {
		c := &checker{
			typing: typing{map[syntax.Expr]valueType{}, map[*resolve.Function]*signature{}, map[syntax.Expr]verdict{}},
			code:   f, capacity: f.Shape.Capacity(), constants: map[int]valueType{}, emits: emits, guess: guess,
		}
		var params []valueType
		for i := range f.Shape.Fields {
			params = append(params, fieldType(&f.Shape.Fields[i]))
		}
		sig := c.function(fn, params)
		if emits == verdictOfLegal && sig.result.kind == noneType {
			c.refuse(fn.def.Body[0], "%s never returns a value", fn.Name)
		}
		if c.refused == nil {
			return &c.typing, nil
		}
		if why == nil || c.refused.isBehind(why) {
			why = c.refused
		}
		lists = max(lists, c.guessed)
	}
	return nil, why
}

// refuse records the first reason, and returns no type.
func (c *checker) refuse(n syntax.Node, format string, args ...any) valueType {
	if c.refused == nil {
		c.refused = &refusal{n, fmt.Sprintf(format, args...)}
	}
	return valueType{}
}

// function checks a function with parameters of these types.
func (c *checker) function(fn *Function, params []valueType) *signature {
	def := fn.def
	sig := &signature{vars: make([]valueType, len(def.Locals))}
	c.functions[def] = sig
	if len(def.FreeVars) > 0 {
		c.refuse(def.Body[0], "a function that uses variables of another one")
	}
	s := &scope{signature: sig, def: def, assigned: make([]bool, len(def.Locals))}
	for i, t := range params {
		s.vars[i], s.assigned[i] = t, true
	}
	c.calls = append(c.calls, def)
	c.block(s, def.Body)
	c.calls = c.calls[:len(c.calls)-1]
	if sig.result.kind == noType {
		sig.result = valueType{kind: noneType}
	} else if sig.result.kind != noneType && !s.dead {
		c.refuse(def.Body[len(def.Body)-1], "%s may end here without a value", fn.Name)
	}
	return sig
}

// call checks a call of a function of the file.
func (c *checker) call(s *scope, n *syntax.CallExpr, fn *Function) *signature {
	def := fn.def
	if slices.Contains(c.calls, def) {
		c.refuse(n, "%s calls itself", fn.Name)
		return nil
	}
	if len(n.Args) != len(def.Params) || def.HasVarargs || len(fn.defaults) > 0 {
		c.refuse(n, "a call that does not give each parameter one value, in order")
		return nil
	}
	var args []valueType
	for _, a := range n.Args {
		switch {
		case namedArgument(a) != nil:
			c.refuse(a, "a call with names of parameters")
		case starredArgument(a) != nil:
			c.refuse(a, "a call with *arguments")
		}
		t := c.expr(s, a)
		if t.kind == listType || t.kind == tableType || t.kind == noneType || t.isRow() && t.of == noType {
			c.refuse(a, "%s as argument", article(t))
		}
		if c.refused != nil {
			return nil
		}
		args = append(args, t)
	}
	sig, ok := c.functions[def]
	if !ok {
		return c.function(fn, args)
	}
	for i, t := range args {
		if sig.vars[i] != t {
			c.refuse(n.Args[i], "%s is %s here and %s elsewhere", def.Locals[i].First.Name, article(t), article(sig.vars[i]))
			return nil
		}
	}
	return sig
}

// local returns the index of the variable that a name stands for, if it is one of the
// function.
func (c *checker) local(id *syntax.Ident) (index int, ok bool) {
	b, ok := id.Binding.(*resolve.Binding)
	if !ok || b.Scope != resolve.Local {
		if ok && (b.Scope == resolve.Cell || b.Scope == resolve.Free) {
			c.refuse(id, "a variable that a function in a function uses")
		}
		return 0, false
	}
	return b.Index, true
}

// target gives a variable that is assigned to its type.
func (c *checker) target(s *scope, e syntax.Expr, t valueType) {
	id, ok := unparen(e).(*syntax.Ident)
	if !ok {
		c.refuse(e, "an assignment to more than a variable")
		return
	}
	i, ok := c.local(id)
	if !ok {
		c.refuse(id, "an assignment to a name of the top level")
		return
	}
	v := &s.vars[i]
	if v.kind == noType {
		if t.kind == listType && t.of == noType {
			if t.of = intType; c.guess>>c.guessed&1 != 0 {
				t.of = letterType
			}
			c.guessed++
		}
		if t.isRow() && t.of == noType || t.kind == tableType || t.kind == noneType || t.kind == noType {
			c.refuse(e, "a variable for %v with cells of an unknown type", t)
			return
		}
		*v = t
	}
	if v.isRow() && t.kind == v.kind && t.of == noType {
		t.of = v.of
	}
	if *v != t {
		c.refuse(e, "%s is %s here and %s elsewhere", id.Name, article(t), article(*v))
		return
	}
	s.assigned[i] = true
}

// name checks a variable or a constant.
func (c *checker) name(s *scope, id *syntax.Ident) valueType {
	if i, ok := c.local(id); ok {
		if !s.assigned[i] {
			return c.refuse(id, "may be used before it has a value")
		}
		return s.vars[i]
	}
	switch b := id.Binding.(*resolve.Binding); b.Scope {
	case resolve.Global:
		t, ok := c.constants[b.Index]
		if !ok {
			t = c.constant(id, c.code.globals[b.Index])
			c.constants[b.Index] = t
		}
		return t
	case resolve.Predeclared:
		return c.constant(id, c.code.words.universe[id.Name])
	}
	return c.refuse(id, "a name of this kind")
}

// constant checks a value of the top level.
func (c *checker) constant(n syntax.Node, v Value) valueType {
	switch v.Kind {
	case IntKind:
		return valueType{kind: intType}
	case BoolKind:
		return valueType{kind: boolType}
	case TextKind:
		return c.text(n, v.Text())
	case listKind, tupleKind, RowKind:
		items, _ := v.Items()
		if _, of, ok := cellsOfConstant(items); ok {
			switch v.Kind {
			case listKind:
				return valueType{listType, of, aConstant}
			case tupleKind:
				return valueType{rowType, of, aTuple}
			}
			return valueType{kind: rowType, of: of}
		}
		for _, line := range items {
			inner, isList := line.Items()
			if _, of, ok := cellsOfConstant(inner); !isList || !ok || of != intType && of != noType {
				return c.refuse(n, "a list of values that are not all integers or all letters")
			}
		}
		return valueType{kind: tableType, origin: lineOrigin(items)}
	}
	return c.refuse(n, "%s", article(v))
}

// lineOrigin says what each line of a constant list of lists is: a tuple where all of
// them are.
func lineOrigin(lines []Value) origin {
	if slices.ContainsFunc(lines, func(line Value) bool { return line.Kind != tupleKind }) {
		return aConstant
	}
	return aTuple
}

// line returns the type of a line of a table.
func (t valueType) line() valueType {
	if t.origin == aTuple {
		return valueType{rowType, intType, aTuple}
	}
	return valueType{listType, intType, aConstant}
}

// text checks a string: a letter, or letters to look through.
func (c *checker) text(n syntax.Node, s string) valueType {
	switch {
	case len(s) == 1:
		return valueType{kind: letterType}
	case len(s) > c.capacity:
		return c.refuse(n, "a string of %d letters", len(s))
	}
	return valueType{rowType, letterType, aString}
}
