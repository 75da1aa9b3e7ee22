package lang

// This file holds the lowering: one pass over the syntax of a function and of those that it
// calls, which finds the type of each expression and makes the tree that package core describes.
// A function that it refuses is interpreted: each variable must have one type, and rules must
// keep to integers, letters, rows and grids.

import (
	"fmt"
	"slices"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"grundy/rules/core"
)

// A lowering makes the tree of one function and of those that it calls.
type lowering struct {
	code      *Code
	program   *core.Program
	emits     string // move or part: what the function states; legal; or ""
	capacity  int    // of rows
	refused   *refusal
	instances map[string]*instance // by function, and by types of its parameters
	running   []*instance          // that are being lowered
	constants map[int]term         // by index of the global
	guess     uint                 // a bit for each list that begins empty: whether it is of letters
	guessed   int                  // how many there were
	size      int                  // nodes of syntax that were lowered, and cells of constants
}

// An instance is a function for certain types of its parameters.
type instance struct {
	core.Function
	def      *resolve.Function
	at       int // its place in the program
	result   typ
	locals   []local
	out      []core.Stmt // of the block that is being lowered
	assigned []bool      // by index of the local: whether it surely has a value here
	dead     bool        // nothing comes here
	walked   []int       // lists that loops go over
}

// A local is a variable of the file.
type local struct {
	t typ // noType where nothing is known yet
	v core.Var
}

const (
	mostFunctions = core.MostFunctions // of a program
	mostNodes     = core.MostSize / 4  // of syntax that are lowered for it, and cells
)

// Lower returns what a function means that takes the fields of a position, and what it does,
// or why only the interpreter runs it.
//
// It guesses whether a list that begins empty holds integers or letters, and tries every
// combination for the first few such lists.
func (f *Code) Lower(fn *Function, what core.What) (p *core.Program, why *Error) {
	if fn == nil {
		return nil, nil
	}
	const mostGuessed = 3 // as each doubles the time
	lists := 0
	var refused *refusal
	for guess := uint(0); guess < 1<<min(lists, mostGuessed); guess++ {
		l := &lowering{
			code: f, program: &core.Program{What: what, Shape: f.Shape}, capacity: f.Shape.Capacity(), guess: guess,
			emits:     [...]string{core.Moves: "move", core.Parts: "part", core.Legal: verdictOfLegal, core.Returns: ""}[what],
			instances: map[string]*instance{}, constants: map[int]term{},
		}
		l.host(fn)
		if l.refused == nil {
			return l.program, nil
		}
		if refused == nil || l.refused.isBehind(refused) {
			refused = l.refused
		}
		lists = max(lists, l.guessed)
	}
	return nil, f.Source.Fail(refused.node, "%s", refused.msg)
}

// host lowers the function that the host calls.
func (l *lowering) host(fn *Function) {
	var params []typ
	for i := range l.code.Shape.Fields {
		params = append(params, typeOfField(&l.code.Shape.Fields[i]))
	}
	s := l.function(fn, params)
	switch {
	case l.emits == verdictOfLegal && s.result.kind == noneType:
		l.refuse(fn.def.Body[0], "%s never returns a value", fn.Name)
	case l.emits == "" && !s.result.isScalar() && !s.result.isRow():
		l.refuse(nil, "%s returns %s", fn.Name, article(s.result))
	}
}

// refuse records the first reason, and returns nothing.
func (l *lowering) refuse(n syntax.Node, format string, args ...any) term {
	if l.refused == nil {
		l.refused = &refusal{n, fmt.Sprintf(format, args...)}
	}
	return term{}
}

// grow counts what is lowered. It is false where that is too much.
func (l *lowering) grow(n syntax.Node, by int) bool {
	if l.size += by; l.size > mostNodes {
		l.refuse(n, "rules of more than %d nodes and cells of constants", mostNodes)
	}
	return l.refused == nil
}

// function lowers a function for parameters of these types.
func (l *lowering) function(fn *Function, params []typ) *instance {
	def := fn.def
	key := fmt.Sprintf("%p", def)
	for _, t := range params {
		key += fmt.Sprintf(" %d %d %d %p", t.kind, t.of, t.origin, t.known)
	}
	if s := l.instances[key]; s != nil {
		return s
	}
	s := &instance{def: def, locals: make([]local, len(def.Locals)), assigned: make([]bool, len(def.Locals))}
	l.instances[key] = s
	s.Name, s.Cost, s.Params = fn.Name, fn.cost, len(params)
	if len(l.instances) > mostFunctions {
		l.refuse(def.Body[0], "more than %d functions", mostFunctions)
	}
	if len(def.FreeVars) > 0 {
		l.refuse(def.Body[0], "a function that uses variables of another one")
	}
	for i, t := range params {
		s.locals[i] = local{t, s.variable(def.Locals[i].First.Name, t)}
		s.assigned[i] = true
	}
	l.running = append(l.running, s)
	s.Body = l.block(s, def.Body)
	l.running = l.running[:len(l.running)-1]
	if s.result.kind == noType {
		s.result = nothingType
	} else if s.result.kind != noneType && !s.dead {
		l.refuse(def.Body[len(def.Body)-1], "%s may end here without a value", fn.Name)
	}
	s.Result = s.result.core()
	s.at = len(l.program.Functions)
	l.program.Functions = append(l.program.Functions, s.Function)
	return s
}

// variable makes a variable where the rules run.
func (s *instance) variable(name string, t typ) core.Var {
	s.Vars = append(s.Vars, core.Variable{Name: name, Type: t.core()})
	return core.Var(len(s.Vars) - 1)
}

// add adds a statement to the block that is being lowered.
func (s *instance) add(st core.Stmt) { s.out = append(s.out, st) }

// collect returns the statements that do lowers.
func (s *instance) collect(do func()) []core.Stmt {
	outer := s.out
	s.out = nil
	do()
	made := s.out
	s.out = outer
	return made
}

// local returns the index of the variable that a name stands for, if it is one of the
// function.
func (l *lowering) local(id *syntax.Ident) (index int, ok bool) {
	b, ok := id.Binding.(*resolve.Binding)
	if !ok || b.Scope != resolve.Local {
		if ok && (b.Scope == resolve.Cell || b.Scope == resolve.Free) {
			l.refuse(id, "a variable that a function in a function uses")
		}
		return 0, false
	}
	return b.Index, true
}

// target gives a variable that is assigned to its type, and returns it.
func (l *lowering) target(s *instance, e syntax.Expr, t typ) core.Var {
	id, ok := unparen(e).(*syntax.Ident)
	if !ok {
		l.refuse(e, "an assignment to more than a variable")
		return core.NoVar
	}
	i, ok := l.local(id)
	if !ok {
		l.refuse(id, "an assignment to a name of the top level")
		return core.NoVar
	}
	if l.refused != nil {
		return core.NoVar
	}
	v := &s.locals[i]
	if v.t.kind == noType {
		if t.kind == listType && t.of == noType {
			if t.of = intType; l.guess>>l.guessed&1 != 0 {
				t.of = letterType
			}
			l.guessed++
		}
		if t.holdsUnknown() || t.kind == tableType || t.kind == noneType || t.kind == noType {
			l.refuse(e, "a variable for %v with cells of an unknown type", t)
			return core.NoVar
		}
		*v = local{t, s.variable(id.Name, t)}
	}
	if v.t.isRow() && t.kind == v.t.kind && t.of == noType {
		t.of = v.t.of
	}
	if v.t != t {
		l.refuse(e, "%s is %s here and %s elsewhere", id.Name, article(t), article(v.t))
		return core.NoVar
	}
	s.assigned[i] = true
	return v.v
}

// name lowers a variable or a constant.
func (l *lowering) name(s *instance, id *syntax.Ident) term {
	if i, ok := l.local(id); ok {
		if !s.assigned[i] {
			return l.refuse(id, "may be used before it has a value")
		}
		return term{s.locals[i].t, &core.Get{V: s.locals[i].v}}
	}
	switch b := id.Binding.(*resolve.Binding); b.Scope {
	case resolve.Global:
		x, ok := l.constants[b.Index]
		if !ok {
			x = l.constant(id, id.Name, l.code.globals[b.Index])
			l.constants[b.Index] = x
		}
		if cells, ok := x.x.(*core.Cells); ok {
			l.grow(id, len(cells.N))
		}
		return x
	case resolve.Predeclared:
		return l.constant(id, id.Name, l.code.words.universe[id.Name])
	}
	return l.refuse(id, "a name of this kind")
}

// constant lowers a value of the top level.
func (l *lowering) constant(n syntax.Node, name string, v Value) term {
	switch v.Kind {
	case IntKind:
		return number(v.N)
	case BoolKind:
		return term{truthType, &core.Const{Kind: core.BoolType, N: v.N}}
	case TextKind:
		return l.text(n, v.Text())
	case listKind, tupleKind, RowKind:
		items, _ := v.Items()
		if cells, of, ok := cellsOfConstant(items); ok {
			t := typ{kind: rowType, of: of}
			switch v.Kind {
			case listKind:
				t = typ{kind: listType, of: of, origin: aConstant}
			case tupleKind:
				t.origin = aTuple
			}
			return cellsTerm(t, cells)
		}
		table := &known{name: name, at: -1}
		l.grow(n, len(items))
		for _, line := range items {
			inner, isList := line.Items()
			cells, of, ok := cellsOfConstant(inner)
			if !isList || !ok || of != intType && of != noType {
				return l.refuse(n, "a list of values that are not all integers or all letters")
			}
			table.lines = append(table.lines, cells)
			l.grow(n, len(cells))
		}
		return term{t: typ{kind: tableType, origin: lineOrigin(items), known: table}}
	}
	return l.refuse(n, "%s", article(v))
}

// cellsTerm is a constant row.
func cellsTerm(t typ, cells []int64) term { return term{t, &core.Cells{Type: t.core(), N: cells}} }

// table returns the place of a table in the program.
func (l *lowering) table(t *known) int {
	if t.at < 0 {
		t.at = len(l.program.Tables)
		l.program.Tables = append(l.program.Tables, core.Table{Name: t.name, Lines: t.lines})
	}
	return t.at
}

// text lowers a string: a letter, or letters to look through.
func (l *lowering) text(n syntax.Node, s string) term {
	switch {
	case len(s) == 1:
		return term{typ{kind: letterType}, &core.Const{Kind: core.LetterType, N: int64(s[0])}}
	case len(s) > l.capacity:
		return l.refuse(n, "a string of %d letters", len(s))
	}
	cells := make([]int64, len(s))
	for i := range len(s) {
		cells[i] = int64(s[i])
	}
	return cellsTerm(typ{kind: rowType, of: letterType, origin: aString}, cells)
}

// call lowers a call of a function of the file, or returns nil where it refuses it.
func (l *lowering) call(s *instance, n *syntax.CallExpr, fn *Function) (*core.Call, *instance) {
	def := fn.def
	if slices.ContainsFunc(l.running, func(s *instance) bool { return s.def == def }) {
		l.refuse(n, "%s calls itself", fn.Name)
		return nil, nil
	}
	if len(n.Args) != len(def.Params) || def.HasVarargs || len(fn.defaults) > 0 {
		l.refuse(n, "a call that does not give each parameter one value, in order")
		return nil, nil
	}
	var types []typ
	call := &core.Call{At: placeOf(n)}
	for _, a := range n.Args {
		switch {
		case namedArgument(a) != nil:
			l.refuse(a, "a call with names of parameters")
		case starredArgument(a) != nil:
			l.refuse(a, "a call with *arguments")
		}
		x := l.expr(s, a)
		if x.t.kind == listType || x.t.kind == tableType || x.t.kind == noneType || x.t.holdsUnknown() {
			l.refuse(a, "%s as argument", article(x.t))
		}
		if l.refused != nil {
			return nil, nil
		}
		types, call.Args = append(types, x.t), append(call.Args, x.x)
	}
	called := l.function(fn, types)
	call.F = called.at
	return call, called
}
