package lang

// How a file becomes a program of the second level, which other languages say. Nothing of it
// runs and no types are found: a construct that programs do not say is refused where it is
// reached.

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/syntax"

	"github.com/grundy-games/grundy/internal/rules/core"
)

// An answering lowers a file.
type answering struct {
	p         *core.Program
	places    bool
	functions map[string]int
	constants map[string]int
	params    map[int]int     // of each function
	lifted    []core.Function // lambdas, behind the functions of the file
}

// A scope is where an expression stands: in a function or a constant.
type scope struct {
	*answering
	f    *core.Function
	vars map[string]core.Var // that have a name here
	top  bool                // not in a function or constant: functions are named
	// given is how often a name gets a value, and lambdas are the variables that hold one.
	given   map[string]int
	lambdas map[core.Var]lambda
}

// Answers returns the functions and the named constants of a file as a program of the second
// level, without types, and the text at its top. Places says whether the program says where its
// parts stand; otherwise all places are zero. What such programs do not say becomes [core.Unknown]; a name that
// the file does not define becomes a [core.Game]. The error is an [*Error].
func Answers(name string, src []byte, places bool) (p *core.Program, doc string, err error) {
	f := &Code{}
	if err := f.parseText(name, src); err != nil {
		return nil, "", err
	}
	return f.Answers(places), f.Docstring(), nil
}

// Answers is as [Answers], of a file that was parsed.
func (f *Code) Answers(places bool) *core.Program {
	p := &core.Program{Answer: core.Answer{At: map[core.Expr]core.Place{}}}
	a := &answering{p, places, map[string]int{}, map[string]int{}, map[int]int{}, nil}
	for _, s := range f.syntax.Stmts {
		if def, ok := s.(*syntax.DefStmt); ok {
			a.functions[def.Name.Name] = len(p.Functions)
			a.params[len(p.Functions)] = len(def.Params)
			p.Functions = append(p.Functions, core.Function{Name: def.Name.Name})
		} else if id, _ := namedConstant(s); id != nil && !a.hasConstant(id.Name) {
			a.constants[id.Name] = len(p.Constants)
			p.Constants = append(p.Constants, core.Function{Name: id.Name})
		}
	}
	for _, s := range f.syntax.Stmts {
		id, value := namedConstant(s)
		switch s := s.(type) {
		case *syntax.DefStmt:
			a.function(&p.Functions[a.functions[s.Name.Name]], s)
		case *syntax.ExprStmt:
			top := a.scope(&core.Function{})
			top.top = true
			p.Top = append(p.Top, top.expr(s.X))
		default:
			if id != nil { // the constant has the last value
				c := &p.Constants[a.constants[id.Name]]
				c.Vars = nil
				c.Body = []core.Stmt{&core.Return{X: a.scope(c).expr(value)}}
			}
		}
	}
	p.Functions = append(p.Functions, a.lifted...)
	return p
}

// parseText reads the text of a file, and refuses what the language lacks.
func (f *Code) parseText(name string, src []byte) (err error) {
	src = bytes.TrimPrefix(src, []byte("\ufeff")) // which some editors write
	if err := checkText(name, src); err != nil {
		return err
	}
	f.Source = source{name, strings.Split(string(src), "\n")}
	if f.syntax, err = dialect.Parse(name, src, 0); err != nil {
		return f.Source.fromStarlark(err)
	}
	return f.checkSyntax()
}

// namedConstant returns the name and the value of name = value, or nil.
func namedConstant(s syntax.Stmt) (*syntax.Ident, syntax.Expr) {
	if s, ok := s.(*syntax.AssignStmt); ok && s.Op == syntax.EQ {
		id, _ := unparen(s.LHS).(*syntax.Ident)
		return id, s.RHS
	}
	return nil, nil
}

func (a *answering) hasConstant(name string) bool { _, ok := a.constants[name]; return ok }

func (a *answering) scope(f *core.Function) *scope {
	return &scope{a, f, map[string]core.Var{}, false, map[string]int{}, map[core.Var]lambda{}}
}

// place returns where a node stands.
func (a *answering) place(n syntax.Node) core.Place {
	if !a.places {
		return core.Place{}
	}
	return placeOf(n)
}

// function lowers a function of the top level.
func (a *answering) function(f *core.Function, def *syntax.DefStmt) {
	s := a.scope(f)
	body := def.Body
	if f.Doc = docstring(body); f.Doc != "" {
		body = body[1:]
	}
	for _, p := range def.Params {
		switch p := p.(type) {
		case *syntax.Ident:
			s.variable(p.Name)
		case *syntax.BinaryExpr: // with a default, which no program takes
			s.variable(p.X.(*syntax.Ident).Name)
		default:
			s.variable("*")
		}
	}
	f.Params = len(f.Vars)
	s.assigned(body)
	f.Body = s.block(body)
}

// variable makes a variable, unless there is one of the name.
func (s *scope) variable(name string) {
	if _, ok := s.vars[name]; !ok {
		s.vars[name] = core.Var(len(s.f.Vars))
		s.f.Vars = append(s.f.Vars, core.Variable{Name: name})
	}
}

// assigned makes the variables to which statements give values.
func (s *scope) assigned(body []syntax.Stmt) {
	for _, st := range body {
		switch st := st.(type) {
		case *syntax.AssignStmt:
			s.targets(st.LHS)
		case *syntax.ForStmt:
			s.targets(st.Vars)
			s.assigned(st.Body)
		case *syntax.WhileStmt:
			s.assigned(st.Body)
		case *syntax.IfStmt:
			s.assigned(st.True)
			s.assigned(st.False)
		}
	}
}

func (s *scope) targets(e syntax.Expr) {
	if id, ok := unparen(e).(*syntax.Ident); ok {
		s.variable(id.Name)
		s.given[id.Name]++
	}
	parts, _ := listed(e)
	for _, part := range parts {
		s.targets(part)
	}
}

func (s *scope) block(body []syntax.Stmt) (made []core.Stmt) {
	for _, st := range body {
		if st := s.statement(st); st != nil {
			made = append(made, st)
		}
	}
	return made
}

// unknown is an expression that is refused.
func (s *scope) unknown(n syntax.Node, format string, args ...any) core.Expr {
	return s.at(n, &core.Unknown{Why: fmt.Sprintf(format, args...)})
}

// at notes where an expression stands, unless that is known.
func (s *scope) at(n syntax.Node, e core.Expr) core.Expr {
	if _, ok := s.p.At[e]; s.places && !ok {
		s.p.At[e] = placeOf(n)
	}
	return e
}

func (s *scope) statement(st syntax.Stmt) core.Stmt {
	switch st := st.(type) {
	case *syntax.ExprStmt:
		return &core.Do{X: s.expr(st.X)}
	case *syntax.AssignStmt:
		if st.Op != syntax.EQ {
			op := st.Op - syntax.PLUS_EQ + syntax.PLUS
			if !isOp(op) {
				return &core.Do{X: s.unknown(st, "%s is not translated", st.Op)}
			}
			return &core.Update{Op: opOf(op), To: s.expr(st.LHS), X: s.expr(st.RHS), At: s.place(st)}
		}
		if id, ok := unparen(st.LHS).(*syntax.Ident); ok {
			if l, ok := unparen(st.RHS).(*syntax.LambdaExpr); ok && s.given[id.Name] == 1 && int(s.vars[id.Name]) >= s.f.Params {
				s.lift(s.vars[id.Name], l)
				return nil
			}
			return &core.Set{V: s.vars[id.Name], X: s.expr(st.RHS), At: s.place(id)}
		}
		return &core.Assign{To: s.target(st.LHS), X: s.expr(st.RHS), At: s.place(st)}
	case *syntax.IfStmt:
		return &core.If{Cond: s.expr(st.Cond), Then: s.block(st.True), Else: s.block(st.False)}
	case *syntax.ForStmt:
		return s.loop(st.Vars, st.X, func() {}, func() []core.Stmt { return s.block(st.Body) })
	case *syntax.WhileStmt:
		return &core.While{Cond: s.expr(st.Cond), Body: s.block(st.Body)}
	case *syntax.ReturnStmt:
		r := &core.Return{At: s.place(st)}
		if st.Result != nil {
			r.X = s.expr(st.Result)
		}
		return r
	case *syntax.BranchStmt:
		if st.Token == syntax.PASS {
			return nil
		}
		return &core.Leave{Turn: st.Token == syntax.CONTINUE}
	case *syntax.DefStmt:
		return &core.Do{X: s.unknown(st, "def is not translated")}
	}
	return &core.Do{X: s.unknown(st, "load is not translated")}
}

// A lambda is a function that a variable holds, with variables of the function around it.
type lambda struct {
	f        int
	captured []core.Var
}

// lift makes a function of a lambda that a variable holds. It takes what it reads of the function
// around it, too, as it is at each call.
func (s *scope) lift(v core.Var, l *syntax.LambdaExpr) {
	name := "lambda_" + s.f.Vars[v].Name // which no rules say a thing by
	isTaken := func(f core.Function) bool { return f.Name == name }
	for slices.ContainsFunc(s.p.Functions, isTaken) || slices.ContainsFunc(s.lifted, isTaken) {
		name += "_"
	}
	inner, made := s.scope(&core.Function{Name: name}), lambda{f: len(s.p.Functions) + len(s.lifted)}
	s.params[made.f] = len(l.Params)
	for _, p := range l.Params {
		if id, ok := p.(*syntax.Ident); ok {
			inner.variable(id.Name)
		} else { // a default
			inner.variable("*")
			s.params[made.f] = -1
		}
	}
	syntax.Walk(l.Body, func(n syntax.Node) bool {
		if id, ok := n.(*syntax.Ident); ok {
			v, isOuter := s.vars[id.Name]
			if _, isInner := inner.vars[id.Name]; isOuter && !isInner {
				inner.variable(id.Name)
				made.captured = append(made.captured, v)
			}
		}
		return true
	})
	inner.f.Params = len(inner.f.Vars)
	inner.f.Body = []core.Stmt{&core.Return{X: inner.expr(l.Body), At: s.place(l)}}
	s.lifted, s.lambdas[v] = append(s.lifted, *inner.f), made
}

// target lowers a place that gets a value.
func (s *scope) target(e syntax.Expr) core.Expr {
	if parts, ok := listed(e); ok {
		t := &core.Tuple{}
		for _, part := range parts {
			t.Parts = append(t.Parts, s.target(part))
		}
		return s.at(unparen(e), t)
	}
	return s.expr(e)
}

// loop lowers a loop: what it goes over, and then, in the scope that begins with enter, the
// variables and the body.
func (s *scope) loop(vars, over syntax.Expr, enter func(), body func() []core.Stmt) core.Stmt {
	over = unparen(over)
	refused := func(format string, args ...any) core.Stmt {
		return &core.Do{X: s.unknown(over, format, args...)}
	}
	name, args := s.called(over)
	items, _ := listed(vars)
	id, _ := unparen(vars).(*syntax.Ident)
	if name == "range" && id != nil {
		if len(args) < 1 || len(args) > 3 {
			return refused("range of %d arguments is not translated", len(args))
		}
		made := &core.For{From: &core.Const{Kind: core.IntType}, Step: &core.Const{Kind: core.IntType, N: 1}, At: s.place(id)}
		bounds := []*core.Expr{&made.From, &made.To, &made.Step}
		if len(args) == 1 {
			bounds = bounds[1:]
		}
		for i, a := range args {
			*bounds[i] = s.expr(a)
		}
		enter()
		made.V, made.Body = s.vars[id.Name], body()
		return made
	}
	lists, counted, counter := []syntax.Expr{over}, false, (*syntax.Ident)(nil)
	switch name {
	case "enumerate":
		if len(items) != 2 || len(args) != 1 {
			return refused("a loop over enumerate wants two variables")
		}
		if counter, counted = unparen(items[0]).(*syntax.Ident); !counted {
			return refused("want one variable")
		}
		lists, items = args, items[1:]
	case "zip":
		if len(items) != len(args) || len(args) == 0 {
			return refused("a loop over zip wants a variable for each list")
		}
		lists = args
	default:
		items = []syntax.Expr{vars}
	}
	made := &core.Loop{Counter: core.NoVar, Over: s.exprs(lists), At: s.place(over)}
	enter()
	if counted {
		made.Counter = s.vars[counter.Name]
	}
	for _, item := range items {
		made.Items = append(made.Items, s.target(item))
	}
	made.Body = body()
	return made
}

// called returns the name of a function that is called and is not a variable, and the arguments.
func (s *scope) called(e syntax.Expr) (name string, args []syntax.Expr) {
	call, ok := unparen(e).(*syntax.CallExpr)
	if !ok {
		return "", nil
	}
	id, ok := unparen(call.Fn).(*syntax.Ident)
	if !ok {
		return "", nil
	}
	if _, ok := s.vars[id.Name]; ok {
		return "", nil
	}
	return id.Name, call.Args
}

func (s *scope) exprs(all []syntax.Expr) (made []core.Expr) {
	for _, e := range all {
		made = append(made, s.expr(e))
	}
	return made
}

// expr lowers an expression.
func (s *scope) expr(e syntax.Expr) core.Expr {
	e = unparen(e)
	return s.at(e, s.bare(e))
}

func (s *scope) bare(e syntax.Expr) core.Expr {
	const kind = "%s: an expression of this kind is not translated"
	switch e := e.(type) {
	case *syntax.Literal:
		if text, ok := e.Value.(string); ok {
			return &core.Text{S: text}
		}
		n, _ := literal(e)
		return &core.Const{Kind: core.IntType, N: n}
	case *syntax.Ident:
		return s.name(e)
	case *syntax.ListExpr:
		return &core.List{Cells: s.exprs(e.List)}
	case *syntax.TupleExpr:
		return &core.Tuple{Parts: s.exprs(e.List)}
	case *syntax.DictExpr:
		d := &core.Dict{}
		for _, entry := range e.List {
			entry := entry.(*syntax.DictEntry)
			d.Keys, d.Values = append(d.Keys, s.expr(entry.Key)), append(d.Values, s.expr(entry.Value))
		}
		return d
	case *syntax.CallExpr:
		return s.call(e)
	case *syntax.IndexExpr:
		x := s.expr(e.X)
		if g, ok := x.(*core.Game); ok && g.Params == nil {
			params := []syntax.Expr{e.Y}
			if t, ok := unparen(e.Y).(*syntax.TupleExpr); ok {
				params = t.List
			}
			return &core.Game{Name: g.Name, Params: s.exprs(params)}
		}
		return &core.Index{Row: x, I: s.expr(e.Y), At: s.place(e)}
	case *syntax.SliceExpr:
		cut := &core.Slice{Row: s.expr(e.X), At: s.place(e)}
		for i, end := range []*core.Expr{&cut.Lo, &cut.Hi, &cut.Step} {
			if to := []syntax.Expr{e.Lo, e.Hi, e.Step}[i]; to != nil {
				*end = s.expr(to)
			}
		}
		return cut
	case *syntax.UnaryExpr:
		switch x := s.expr(e.X); e.Op {
		case syntax.NOT:
			return &core.Not{X: x}
		case syntax.MINUS:
			return &core.Negate{X: x, At: s.place(e)}
		case syntax.TILDE:
			return &core.Invert{X: x}
		case syntax.PLUS:
			return x
		}
		return s.unknown(e, "%s is not translated", e.Op)
	case *syntax.BinaryExpr:
		return s.binary(e)
	case *syntax.CondExpr:
		return &core.Choose{Cond: s.expr(e.Cond), X: s.expr(e.True), Y: s.expr(e.False), At: s.place(e)}
	case *syntax.Comprehension:
		if e.Curly {
			return s.unknown(e, kind, "dict-comprehension")
		}
		outer := s.vars
		b := &core.Build{Body: s.clauses(e.Clauses, e.Body)}
		s.vars = outer
		return b
	case *syntax.LambdaExpr:
		return s.unknown(e, kind, "lambda")
	case *syntax.DotExpr:
		return s.unknown(e, kind, "dot")
	}
	return s.unknown(e, "an expression of this kind is not translated")
}

// clauses lowers the clauses of a comprehension, and the body for which they stand. Variables of
// its own hide those of its function from there on.
func (s *scope) clauses(clauses []syntax.Node, body syntax.Expr) []core.Stmt {
	if len(clauses) == 0 {
		return []core.Stmt{&core.Yield{X: s.expr(body), At: s.place(unparen(body))}}
	}
	rest := func() []core.Stmt { return s.clauses(clauses[1:], body) }
	if c, ok := clauses[0].(*syntax.IfClause); ok {
		return []core.Stmt{&core.If{Cond: s.expr(c.Cond), Then: rest()}}
	}
	c := clauses[0].(*syntax.ForClause)
	return []core.Stmt{s.loop(c.Vars, c.X, func() {
		outside, first := s.vars, len(s.f.Vars)
		s.vars = map[string]core.Var{}
		s.targets(c.Vars)
		for i := first; i < len(s.f.Vars); i++ {
			s.f.Vars[i].Inner = true
		}
		for name, v := range outside {
			if _, hidden := s.vars[name]; !hidden {
				s.vars[name] = v
			}
		}
	}, rest)}
}

// questions are what answers ask about positions.
var questions = []string{"wins", "nim_value", "remoteness", "winning", "winning_moves", "p_count", "outcome"}

// applied are the functions of the language that programs say.
var applied = []string{"len", "abs", "min", "max", "sum", "any", "all", "sorted", "reversed", "list", "tuple", "range",
	"enumerate", "zip", "str", "int", "bool", "bit_count", "bit_length"}

func (s *scope) binary(e *syntax.BinaryExpr) core.Expr {
	x, y := s.expr(e.X), s.expr(e.Y)
	switch e.Op {
	case syntax.AND, syntax.OR:
		return &core.Logic{Or: e.Op == syntax.OR, X: x, Y: y}
	case syntax.IN, syntax.NOT_IN:
		return &core.In{X: x, Row: y, Not: e.Op == syntax.NOT_IN, At: s.place(e)}
	}
	switch op := opOf(e.Op); {
	case !isOp(e.Op):
		return s.unknown(e, "%s is not translated", e.Op)
	case op >= core.Equal:
		return &core.Compare{Op: op, X: x, Y: y}
	default:
		return &core.Arith{Op: op, X: x, Y: y, At: s.place(e)}
	}
}

// name lowers a name that is not called.
func (s *scope) name(id *syntax.Ident) core.Expr {
	if v, ok := s.vars[id.Name]; ok {
		if _, ok := s.lambdas[v]; ok {
			return s.unknown(id, "a lambda that is not called is not translated")
		}
		return &core.Get{V: v}
	}
	switch id.Name {
	case "True", "False":
		c := &core.Const{Kind: core.BoolType}
		if id.Name == "True" {
			c.N = 1
		}
		return c
	case "None":
		return s.unknown(id, "None is not translated")
	}
	if _, ok := s.functions[id.Name]; ok && !s.top {
		return s.unknown(id, "%s is not translated", id.Name)
	}
	if c, ok := s.constants[id.Name]; ok {
		return &core.Named{C: c}
	}
	return &core.Game{Name: id.Name}
}

func (s *scope) call(e *syntax.CallExpr) core.Expr {
	if dot, ok := unparen(e.Fn).(*syntax.DotExpr); ok {
		x := s.expr(dot.X)
		switch {
		case dot.Name.Name == "elems" && len(e.Args) == 0: // which loops over a string give too
			return x
		case dot.Name.Name == "values" && len(e.Args) == 0:
			key, name := core.Var(len(s.f.Vars)), "key"
			for slices.ContainsFunc(s.f.Vars, func(v core.Variable) bool { return v.Name == name }) {
				name += "_"
			}
			s.f.Vars = append(s.f.Vars, core.Variable{Name: name, Inner: true})
			return &core.Build{Body: []core.Stmt{&core.Loop{Counter: core.NoVar, Items: []core.Expr{&core.Get{V: key}}, Over: []core.Expr{x},
				Body: []core.Stmt{&core.Yield{X: &core.Index{Row: s.expr(dot.X), I: &core.Get{V: key}, At: s.place(e)}}}}}}
		}
		return &core.Apply{F: "." + dot.Name.Name, Args: append([]core.Expr{x}, s.arguments(e.Args)...)}
	}
	name, _ := s.called(e)
	if f, ok := s.functions[name]; ok {
		return s.callFunction(f, e)
	}
	if id, ok := unparen(e.Fn).(*syntax.Ident); ok {
		v, isVar := s.vars[id.Name]
		if l, ok := s.lambdas[v]; ok && isVar {
			call := s.callFunction(l.f, e)
			if call, ok := call.(*core.Call); ok {
				for _, v := range l.captured {
					call.Args = append(call.Args, &core.Get{V: v})
				}
			}
			return call
		}
	}
	args := s.arguments(e.Args)
	switch {
	case s.hasConstant(name):
	case slices.Contains(applied, name):
		return &core.Apply{F: name, Args: args}
	case slices.Contains(questions, name):
		ask := &core.Ask{What: name}
		for _, a := range args {
			switch k, _ := a.(*core.Keyword); {
			case k != nil && k.Name == "compound":
				ask.Compound = k.X
			case k != nil && k.Name == "misere":
				ask.Misere = k.X
			case k != nil && k.Name == "most":
				ask.Most = k.X
			default:
				ask.Args = append(ask.Args, a)
			}
		}
		return ask
	}
	return &core.Pose{Game: s.expr(e.Fn), Args: args}
}

// arguments lowers the arguments of a call.
func (s *scope) arguments(args []syntax.Expr) (made []core.Expr) {
	for _, a := range args {
		switch named, all := namedArgument(a), starredArgument(a); {
		case named != nil:
			made = append(made, s.at(a, &core.Keyword{Name: named.X.(*syntax.Ident).Name, X: s.expr(named.Y)}))
		case all != nil:
			made = append(made, s.at(a, &core.Keyword{Name: "*", X: s.expr(all)}))
		default:
			made = append(made, s.expr(a))
		}
	}
	return made
}

func (s *scope) callFunction(f int, e *syntax.CallExpr) core.Expr {
	args := s.arguments(e.Args)
	name, params := "lambda", s.params[f]
	if f < len(s.p.Functions) {
		name = s.p.Functions[f].Name
	}
	if len(args) != params {
		return s.unknown(e, "%s with %d arguments of %d is not translated", name, len(args), params)
	}
	for i, a := range args {
		if _, ok := a.(*core.Keyword); ok {
			return s.unknown(e.Args[i], "%s with named arguments is not translated", name)
		}
	}
	return &core.Call{F: f, Args: args, At: s.place(e)}
}
