package lang

// This is the lowering: one pass over the syntax of a function and of those that it calls, which
// finds the type of each expression and makes the tree that package core describes. A function
// that it refuses is interpreted: each variable must have one type, and rules must keep to
// integers, letters, rows and grids.

import (
	"fmt"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"github.com/grundy-games/grundy/internal/rules/core"
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
	functions map[*Function]*known // of the top level
	tuples    map[string]*known    // by the types of their parts
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
	out      []core.Stmt        // of the block that is being lowered
	assigned []bool             // by index of the local: whether it surely has a value here
	dead     bool               // nothing comes here
	walked   []int              // lists that loops go over
	depth    int                // how deep calls nest in it
	free     []local            // variables of functions around it that it reads
	parts    []local            // of its result, where it is lowered into the function that calls it
	into     *instance          // the same
	direct   syntax.Expr        // the value that the statement at hand computes first
	given    map[*known][]local // the same of the functions that it knows
}

// A local is a variable of the file.
type local struct {
	t     typ // noType where nothing is known yet
	v     core.Var
	parts []local // of a tuple of values of several types
}

const (
	mostFunctions = 1 << 10 // of a program
	mostNodes     = 1 << 18 // of syntax that are lowered for it, and cells
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
			instances: map[string]*instance{}, constants: map[int]term{}, functions: map[*Function]*known{}, tuples: map[string]*known{},
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
	var params []term
	for i := range l.code.Shape.Fields {
		params = append(params, term{t: typeOfField(&l.code.Shape.Fields[i])})
	}
	k := l.constant(nil, "", Value{Kind: FunctionKind, x: fn}).t.known
	s := l.function(nil, k, params, make([]bool, len(params)), nil, 0)
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

// function lowers a function for arguments of these types, one a parameter; free says which
// take no steps. A call takes these steps besides its cost.
func (l *lowering) function(n syntax.Node, k *known, args []term, free []bool, around []capture, steps int64) *instance {
	def := k.def
	key := fmt.Sprintf("%p %d", k, steps)
	for i, x := range args {
		key += fmt.Sprint(x.t.key(), free[i])
	}
	if s := l.instances[key]; s != nil {
		return s
	}
	s := &instance{def: def, locals: make([]local, len(def.Locals)), assigned: make([]bool, len(def.Locals)), given: map[*known][]local{}}
	l.instances[key] = s
	s.Name, s.Cost, s.depth = k.name, k.cost+steps, 1
	if len(l.instances) > mostFunctions {
		l.refuse(n, "more than %d functions", mostFunctions)
	}
	for _, late := range []bool{false, true} {
		for i, x := range args {
			if free[i] == late {
				s.locals[i] = s.local(def.Locals[i].First.Name, x.t)
				s.assigned[i] = true
			}
		}
		if !late {
			s.Params = len(s.Vars)
		}
	}
	for _, c := range around {
		s.given[c.of] = append(s.given[c.of], s.local(c.name, c.x.t))
	}
	s.Free = len(s.Vars) - s.Params
	s.Params = len(s.Vars)
	s.free = s.given[k]
	l.running = append(l.running, s)
	s.Body = l.block(s, def.Body)
	l.running = l.running[:len(l.running)-1]
	if s.result.kind == noType {
		s.result = nothingType
	} else if s.result.kind != noneType && !s.dead {
		l.refuse(def.Body[len(def.Body)-1], "%s may end here without a value", k.name)
	}
	if s.Result = s.result.core(); s.result.kind == manyType {
		return s // it is lowered into those that call it
	}
	s.at = len(l.program.Functions)
	l.program.Functions = append(l.program.Functions, s.Function)
	return s
}

// variable makes a variable where the rules run, if something is kept there.
func (s *instance) variable(name string, t typ) core.Var {
	if t.isUnkept() {
		return core.NoVar
	}
	if s.into != nil {
		return s.into.variable(name, t)
	}
	s.Vars = append(s.Vars, core.Variable{Name: name, Type: t.core()})
	return core.Var(len(s.Vars) - 1)
}

// local makes the variables that a value is kept in.
func (s *instance) local(name string, t typ) local {
	v := local{t: t, v: s.variable(name, t)}
	if t.kind == manyType {
		for _, part := range t.known.parts {
			v.parts = append(v.parts, s.local(name, part))
		}
	}
	return v
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

// local returns the index of the variable that a name stands for, if it is one that the
// function sets.
func (l *lowering) local(id *syntax.Ident) (index int, ok bool) {
	b, ok := id.Binding.(*resolve.Binding)
	if !ok || b.Scope != resolve.Local && b.Scope != resolve.Cell {
		return 0, false
	}
	return b.Index, true
}

// target gives a variable that is assigned to its type, and returns it.
func (l *lowering) target(s *instance, e syntax.Expr, t typ) core.Var { return l.targetOf(s, e, t).v }

func (l *lowering) targetOf(s *instance, e syntax.Expr, t typ) local {
	nowhere := local{v: core.NoVar}
	id, ok := unparen(e).(*syntax.Ident)
	if !ok {
		l.refuse(e, "an assignment to more than a variable")
		return nowhere
	}
	i, ok := l.local(id)
	if !ok {
		l.refuse(id, "an assignment to a name of the top level")
		return nowhere
	}
	if l.refused != nil {
		return nowhere
	}
	v := &s.locals[i]
	if v.t.kind == noType {
		if t.kind == listType && t.of == noType {
			if t.of = intType; l.guess>>l.guessed&1 != 0 {
				t.of = letterType
			}
			l.guessed++
		}
		if t.holdsUnknown() || t.kind == noType {
			l.refuse(e, "a variable for %v with cells of an unknown type", t)
			return nowhere
		}
		*v = s.local(id.Name, t)
	}
	if v.t.isRow() && t.kind == v.t.kind && t.of == noType {
		t.of = v.t.of
	}
	if v.t != t {
		l.refuse(e, "%s is %s here and %s elsewhere", id.Name, article(t), article(v.t))
		return nowhere
	}
	s.assigned[i] = true
	return *v
}

// get returns the value of a variable.
func (v local) get() term {
	if v.t.isUnkept() {
		x := term{t: v.t}
		for _, part := range v.parts {
			x.parts = append(x.parts, lent(part.get()))
		}
		return x
	}
	return termOf(v.t, &core.Get{V: v.v})
}

// name lowers a variable or a constant.
func (l *lowering) name(s *instance, id *syntax.Ident) term {
	b, _ := id.Binding.(*resolve.Binding)
	if i, ok := l.local(id); ok && !s.assigned[i] {
		return l.refuse(id, "may be used before it has a value")
	} else if ok {
		return s.locals[i].get()
	}
	switch b.Scope {
	case resolve.Free:
		return s.free[b.Index].get()
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
		return termOf(truthType, &core.Const{Kind: core.BoolType, N: v.N})
	case TextKind:
		return l.text(n, v.Text())
	case none:
		return term{t: nothingType}
	case FunctionKind:
		fn := v.x.(*Function)
		if l.functions[fn] == nil {
			l.functions[fn] = &known{name: fn.Name, def: fn.def, cost: fn.cost}
			for _, v := range fn.defaults {
				l.functions[fn].defaults = append(l.functions[fn].defaults, l.constant(n, "", v))
			}
		}
		return term{t: typ{kind: functionType, known: l.functions[fn]}}
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
func cellsTerm(t typ, cells []int64) term { return termOf(t, &core.Cells{Type: t.core(), N: cells}) }

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
		return termOf(typ{kind: letterType}, &core.Const{Kind: core.LetterType, N: int64(s[0])})
	case len(s) > l.capacity:
		return l.refuse(n, "a string of %d letters", len(s))
	}
	cells := make([]int64, len(s))
	for i := range len(s) {
		cells[i] = int64(s[i])
	}
	return cellsTerm(typ{kind: rowType, of: letterType, origin: aString}, cells)
}
