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
	kind typeKind
	of   typeKind // of the cells of a row, list or grid; noType if it has none
	wide int      // aString, aTuple, or another kind of constant; else 0
}

func (t valueType) String() string {
	return [...]string{"nothing", "int", "bool", "string", "row", "list", "grid", "list", "None"}[t.kind]
}

func (t valueType) isScalar() bool { return t.kind >= intType && t.kind <= letterType }
func (t valueType) isRow() bool    { return t.kind == rowType || t.kind == listType }

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
	body     []syntax.Stmt
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

// block compiles statements.
func (c *compiler) block(s *scope, body []syntax.Stmt) statement {
	var all []statement
	for _, st := range body {
		if c.refused != nil {
			return nil
		}
		if b, ok := st.(*syntax.BranchStmt); ok && b.Token == syntax.PASS {
			continue
		}
		if st := c.statement(s, st); st != nil {
			all = append(all, st)
		}
	}
	switch len(all) {
	case 0:
		return func(*machine) flow { return onward }
	case 1:
		return all[0]
	case 2:
		a, b := all[0], all[1]
		return func(m *machine) flow {
			if how := a(m); how != onward {
				return how
			}
			return b(m)
		}
	case 3:
		a, b, d := all[0], all[1], all[2]
		return func(m *machine) flow {
			if how := a(m); how != onward {
				return how
			}
			if how := b(m); how != onward {
				return how
			}
			return d(m)
		}
	}
	return func(m *machine) flow {
		for _, st := range all {
			if how := st(m); how != onward {
				return how
			}
		}
		return onward
	}
}

func (c *compiler) statement(s *scope, st syntax.Stmt) statement {
	switch st := st.(type) {
	case *syntax.ExprStmt:
		return c.exprStatement(s, st)
	case *syntax.AssignStmt:
		return c.assignment(s, st)
	case *syntax.IfStmt:
		return c.ifStatement(s, st)
	case *syntax.ForStmt:
		return c.forStatement(s, st)
	case *syntax.WhileStmt:
		return c.whileStatement(s, st)
	case *syntax.ReturnStmt:
		return c.returnStatement(s, st)
	case *syntax.BranchStmt:
		s.dead = true
		how := breaking
		if st.Token == syntax.CONTINUE {
			how = continuing
		}
		return func(*machine) flow { return how }
	}
	c.refuse(st, "a function in a function")
	return nil
}

func (c *compiler) exprStatement(s *scope, st *syntax.ExprStmt) statement {
	switch x := unparen(st.X).(type) {
	case *syntax.Literal:
		return nil // a text that explains
	case *syntax.CallExpr:
		if run, ok := c.callStatement(s, x); ok {
			return run
		}
	}
	x := c.expr(s, st.X)
	if c.refused != nil {
		return nil
	}
	if !x.t.isScalar() {
		c.refuse(st, "a value that is not used")
		return nil
	}
	f := x.scalar()
	return func(m *machine) flow {
		if f(m); m.stopped {
			return stopping
		}
		return onward
	}
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

// target returns the variable that is assigned to, and makes it if it is new.
func (c *compiler) target(s *scope, e syntax.Expr, t valueType) *variable {
	id, ok := unparen(e).(*syntax.Ident)
	if !ok {
		c.refuse(e, "an assignment to more than a variable")
		return nil
	}
	i, ok := c.local(id)
	if !ok {
		c.refuse(id, "an assignment to a name of the top level")
		return nil
	}
	v := s.vars[i]
	if v == nil {
		if t.kind == listType && t.of == noType {
			if t.of = intType; c.guess>>c.guessed&1 != 0 {
				t.of = letterType
			}
			c.guessed++
		}
		if t.isRow() && t.of == noType || t.kind == tableType || t.kind == noneType || t.kind == noType {
			c.refuse(e, "a variable for %v of which the cells are not known", t)
			return nil
		}
		v = c.variableOf(id.Name, t)
		s.vars[i] = v
	}
	if v.t.isRow() && t.kind == v.t.kind && t.of == noType {
		t.of = v.t.of
	}
	if v.t != t {
		c.refuse(e, "%s is a %v here and a %v elsewhere", id.Name, t, v.t)
		return nil
	}
	s.assigned[i] = true
	return v
}

// shares reports whether a list would be known by two names.
func (c *compiler) shares(e syntax.Expr, x operand) bool {
	if x.t.kind != listType {
		return false
	}
	switch unparen(e).(type) {
	case *syntax.Ident, *syntax.CondExpr, *syntax.IndexExpr:
		return true
	}
	return false
}

func (c *compiler) assignment(s *scope, st *syntax.AssignStmt) statement {
	if st.Op != syntax.EQ {
		return c.augmented(s, st)
	}
	switch to := unparen(st.LHS).(type) {
	case *syntax.TupleExpr:
		return c.several(s, to, to.List, st.RHS)
	case *syntax.ListExpr:
		return c.several(s, to, to.List, st.RHS)
	case *syntax.IndexExpr:
		return c.setItem(s, to, st.RHS)
	}
	x := c.expr(s, st.RHS)
	if c.refused != nil {
		return nil
	}
	if c.shares(st.RHS, x) {
		c.refuse(st, "a list with two names")
		return nil
	}
	v := c.target(s, st.LHS, x.t)
	if c.refused != nil {
		return nil
	}
	return c.store(v, x, mentions(st.RHS, v.name))
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

// store gives an operand to a variable.
func (c *compiler) store(v *variable, x operand, self bool) statement {
	at := v.at
	switch {
	case v.t.isScalar():
		f := x.scalar()
		if x.isConst {
			n := x.n
			return func(m *machine) flow { m.r[at] = n; return onward }
		}
		return func(m *machine) flow {
			m.r[at] = f(m)
			if m.stopped {
				return stopping
			}
			return onward
		}
	case v.t.isRow():
		capacity := v.room
		write := x.write
		if !self {
			return func(m *machine) flow {
				n := write(m, m.r[at+1:at+1+capacity])
				if m.stopped || n < 0 {
					return stopping
				}
				m.r[at] = int64(n)
				return onward
			}
		}
		other := c.room(c.capacity)
		most := c.capacity
		return func(m *machine) flow {
			n := write(m, m.r[other:other+most])
			if m.stopped || n < 0 {
				return stopping
			}
			if n > capacity {
				m.spill()
				return stopping
			}
			m.r[at] = int64(n)
			copy(m.r[at+1:], m.r[other:other+n])
			return onward
		}
	}
	capacity := v.room
	other := at
	if self {
		other = c.room(capacity)
	}
	write := x.write
	return func(m *machine) flow {
		n := write(m, m.r[other:other+capacity])
		if m.stopped || n < 0 {
			return stopping
		}
		if other != at {
			copy(m.r[at:], m.r[other:other+n])
		}
		return onward
	}
}

// several compiles a, b = x, y.
func (c *compiler) several(s *scope, n syntax.Node, to []syntax.Expr, from syntax.Expr) statement {
	var values []syntax.Expr
	switch from := unparen(from).(type) {
	case *syntax.TupleExpr:
		values = from.List
	case *syntax.ListExpr:
		values = from.List
	default:
		x := c.expr(s, from)
		if c.refused != nil {
			return nil
		}
		return c.unpackRow(s, n, to, x)
	}
	if len(values) != len(to) {
		c.refuse(n, "%d names for %d values", len(to), len(values))
		return nil
	}
	var takes, gives []statement
	var rooms []*variable
	for _, e := range values {
		x := c.expr(s, e)
		if c.refused != nil {
			return nil
		}
		if !x.t.isScalar() {
			c.refuse(e, "several values at once, of which one is a %v", x.t)
			return nil
		}
		room := c.variableOf("", x.t)
		takes = append(takes, c.store(room, x, false))
		rooms = append(rooms, room)
	}
	for i, e := range to {
		gives = append(gives, c.later(s, e, rooms[i]))
		if c.refused != nil {
			return nil
		}
	}
	// The values are all taken before any is given.
	return func(m *machine) flow {
		for _, st := range takes {
			if how := st(m); how != onward {
				return how
			}
		}
		for _, st := range gives {
			if how := st(m); how != onward {
				return how
			}
		}
		return onward
	}
}

// later gives a variable the value of another one.
func (c *compiler) later(s *scope, to syntax.Expr, from *variable) statement {
	if to, ok := unparen(to).(*syntax.IndexExpr); ok {
		return c.setItemTo(s, to, c.read(from, to))
	}
	v := c.target(s, to, from.t)
	if c.refused != nil {
		return nil
	}
	return c.store(v, c.read(from, to), false)
}

// unpackRow compiles a, b = row.
func (c *compiler) unpackRow(s *scope, n syntax.Node, to []syntax.Expr, x operand) statement {
	view := c.viewed(x)
	if c.refused != nil || view == nil || !x.t.isRow() {
		c.refuse(n, "several names for a %v", x.t)
		return nil
	}
	var at []int
	for _, e := range to {
		v := c.target(s, e, valueType{kind: x.t.of})
		if c.refused != nil {
			return nil
		}
		at = append(at, v.at)
	}
	return func(m *machine) flow {
		cells := view(m)
		switch {
		case m.stopped:
			return stopping
		case len(cells) != len(at):
			m.fail(n, "%d names for %d values", len(at), len(cells))
			return stopping
		}
		for i, to := range at {
			m.r[to] = cells[i]
		}
		return onward
	}
}

// augmented compiles x op= y.
func (c *compiler) augmented(s *scope, st *syntax.AssignStmt) statement {
	op := st.Op - syntax.PLUS_EQ + syntax.PLUS
	if _, ok := unparen(st.LHS).(*syntax.IndexExpr); ok {
		c.refuse(st, "x[i] %v y: write x[i] = x[i] %v y", st.Op, op)
		return nil
	}
	x := c.expr(s, st.LHS)
	y := c.expr(s, st.RHS)
	if c.refused != nil {
		return nil
	}
	if x.t.kind == listType {
		c.refuse(st, "a list that grows")
		return nil
	}
	z := c.binaryOf(st, op, x, y)
	if c.refused != nil {
		return nil
	}
	v := c.target(s, st.LHS, z.t)
	if c.refused != nil {
		return nil
	}
	return c.store(v, z, true)
}

// setItem compiles list[i] = x.
func (c *compiler) setItem(s *scope, to *syntax.IndexExpr, from syntax.Expr) statement {
	x := c.expr(s, from)
	if c.refused != nil {
		return nil
	}
	return c.setItemTo(s, to, x)
}

func (c *compiler) setItemTo(s *scope, to *syntax.IndexExpr, x operand) statement {
	id, ok := unparen(to.X).(*syntax.Ident)
	if !ok {
		c.refuse(to, "an assignment to an item of what is no variable")
		return nil
	}
	l := c.expr(s, id)
	i := c.expr(s, to.Y)
	switch {
	case c.refused != nil:
		return nil
	case l.t.kind != listType || l.t.wide != 0 || l.of == nil || x.t.kind != l.t.of || i.t.kind != intType:
		c.refuse(to, "an assignment to an item of a %v", l.t)
		return nil
	}
	for _, w := range s.walked {
		if w == l.of {
			c.refuse(to, "a list that changes while a loop goes over it")
			return nil
		}
	}
	at, value, index := l.of.at, x.scalar(), i.scalar()
	return func(m *machine) flow {
		v := value(m)
		i := index(m)
		if m.stopped {
			return stopping
		}
		n := m.r[at]
		given := i
		if i < 0 {
			i += n
		}
		if i < 0 || i >= n {
			m.fail(to, "there is no item %d in a %s of length %d", given, "list", n)
			return stopping
		}
		m.r[at+1+int(i)] = v
		return onward
	}
}

func (c *compiler) ifStatement(s *scope, st *syntax.IfStmt) statement {
	cond := c.condition(s, st.Cond)
	if c.refused != nil {
		return nil
	}
	before := append([]bool(nil), s.assigned...)
	s.dead = false
	yes := c.block(s, st.True)
	afterYes, deadYes := s.assigned, s.dead
	s.assigned, s.dead = before, false
	no := c.block(s, st.False)
	deadNo := s.dead
	switch {
	case deadYes && deadNo:
	case deadYes:
		s.dead = false
	case deadNo:
		s.assigned, s.dead = afterYes, false
	default:
		s.dead = false
		for i := range s.assigned {
			s.assigned[i] = s.assigned[i] && afterYes[i]
		}
	}
	if c.refused != nil {
		return nil
	}
	if len(st.False) == 0 {
		return func(m *machine) flow {
			if cond(m) {
				if m.stopped {
					return stopping
				}
				return yes(m)
			}
			if m.stopped {
				return stopping
			}
			return onward
		}
	}
	return func(m *machine) flow {
		on := cond(m)
		switch {
		case m.stopped:
			return stopping
		case on:
			return yes(m)
		}
		return no(m)
	}
}

// inLoop compiles the body of a loop, which may run any number of times.
func (c *compiler) inLoop(s *scope, body []syntax.Stmt) statement {
	before := append([]bool(nil), s.assigned...)
	run := c.block(s, body)
	s.assigned, s.dead = before, false
	return run
}

func (c *compiler) whileStatement(s *scope, st *syntax.WhileStmt) statement {
	cond := c.condition(s, st.Cond)
	if c.refused != nil {
		return nil
	}
	body := c.inLoop(s, st.Body)
	cost := weight(st)
	return func(m *machine) flow {
		for cond(m) {
			if m.stopped {
				return stopping
			}
			if m.steps -= cost; m.steps < 0 && !m.more(st) {
				return stopping
			}
			switch body(m) {
			case breaking:
				return onward
			case returning:
				return returning
			}
		}
		if m.stopped {
			return stopping
		}
		return onward
	}
}

func (c *compiler) returnStatement(s *scope, st *syntax.ReturnStmt) statement {
	s.dead = true
	fn := s.fn
	want := func(t valueType) bool {
		if fn.result.kind == noType {
			fn.result = t
			if v := c.variableOf("", t); t.kind != noneType {
				fn.at = v.at
			}
		}
		if fn.result != t {
			c.refuse(st, "%s returns a %v here and a %v elsewhere", s.def.Name, t, fn.result)
			return false
		}
		return true
	}
	if st.Result == nil {
		if !want(valueType{kind: noneType}) {
			return nil
		}
		return func(*machine) flow { return returning }
	}
	x := c.expr(s, st.Result)
	if c.refused != nil {
		return nil
	}
	if x.t.kind == noneType || x.t.kind == tableType || x.t.isRow() && x.t.of == noType {
		c.refuse(st, "a function that returns a %v", x.t)
		return nil
	}
	if !want(x.t) {
		return nil
	}
	store := c.store(&variable{t: x.t, at: fn.at, room: c.capacity}, x, true)
	return func(m *machine) flow {
		store(m)
		return returning
	}
}

// callStatement compiles a call whose value nobody wants: of move and its kin,
// of a method that changes a list, or of a function.
func (c *compiler) callStatement(s *scope, n *syntax.CallExpr) (statement, bool) {
	if d, ok := n.Fn.(*syntax.DotExpr); ok {
		if d.Name.Name == "append" && len(n.Args) == 1 {
			return c.appendTo(s, n, d), true
		}
		return nil, false
	}
	id, ok := n.Fn.(*syntax.Ident)
	if !ok {
		return nil, false
	}
	switch id.Binding.(*resolve.Binding).Scope {
	case resolve.Predeclared:
		switch id.Name {
		case "move", "part":
			if id.Name != c.emits {
				c.refuse(n, "%s in a function that runs for something else", id.Name)
				return nil, true
			}
			s.fn.emits = true
			return c.emit(s, n), true
		case "move_sum":
			if c.emits != "move" {
				c.refuse(n, "move_sum in a function that runs for something else")
				return nil, true
			}
			s.fn.emits = true
			return c.emitSum(s, n), true
		}
	case resolve.Global:
		if fn := c.globalFunction(id); fn != nil {
			run, done := c.call(s, n, fn)
			if c.refused != nil {
				return nil, true
			}
			s.fn.emits = s.fn.emits || done.emits
			return run, true
		}
	}
	return nil, false
}

// appendTo compiles list.append(x).
func (c *compiler) appendTo(s *scope, n *syntax.CallExpr, d *syntax.DotExpr) statement {
	id, ok := unparen(d.X).(*syntax.Ident)
	if !ok {
		c.refuse(n, "append to what is no variable")
		return nil
	}
	x := c.expr(s, n.Args[0])
	if c.refused != nil {
		return nil
	}
	if i, ok := c.local(id); ok && s.vars[i] != nil && s.vars[i].t.kind == listType && s.vars[i].t.wide == 0 {
		v := s.vars[i]
		for _, w := range s.walked {
			if w == v {
				c.refuse(n, "a list that changes while a loop goes over it")
				return nil
			}
		}
		if v.t.of == x.t.kind && s.assigned[i] {
			at, value, capacity := v.at, x.scalar(), int64(c.capacity)
			return func(m *machine) flow {
				e := value(m)
				if m.stopped {
					return stopping
				}
				length := m.r[at]
				if length >= capacity {
					m.spill()
					return stopping
				}
				m.r[at+1+int(length)] = e
				m.r[at] = length + 1
				return onward
			}
		}
	}
	c.refuse(n, "append of a %v", x.t)
	return nil
}

// globalFunction returns the function of the file that a name stands for.
func (c *compiler) globalFunction(id *syntax.Ident) *function {
	b := id.Binding.(*resolve.Binding)
	if b.Scope != resolve.Global {
		return nil
	}
	if v := c.file.globals[b.Index]; v.k == functionKind {
		return v.x.(*function)
	}
	return nil
}

// call compiles a call of a function of the file. Its result is in its register
// when the statement has run.
func (c *compiler) call(s *scope, n *syntax.CallExpr, fn *function) (statement, *compiled) {
	def := fn.def
	for _, running := range c.calls {
		if running == def {
			c.refuse(n, "%s calls itself", fn.name)
			return nil, nil
		}
	}
	if len(n.Args) != len(def.Params) || def.HasVarargs || len(fn.defaults) > 0 {
		c.refuse(n, "a call that does not give each parameter one value, in order")
		return nil, nil
	}
	var args []operand
	for _, a := range n.Args {
		switch a := a.(type) {
		case *syntax.BinaryExpr:
			if a.Op == syntax.EQ {
				c.refuse(a, "a call with names of parameters")
				return nil, nil
			}
		case *syntax.UnaryExpr:
			if a.Op == syntax.STAR {
				c.refuse(a, "a call with *arguments")
				return nil, nil
			}
		}
		x := c.expr(s, a)
		if c.refused != nil {
			return nil, nil
		}
		if x.t.kind == listType || x.t.kind == tableType || x.t.kind == noneType || x.t.isRow() && x.t.of == noType {
			c.refuse(a, "a %v as argument", x.t)
			return nil, nil
		}
		args = append(args, x)
	}
	done, ok := c.done[def]
	if !ok {
		var params []*variable
		for i, p := range def.Params {
			id, ok := p.(*syntax.Ident)
			if !ok {
				c.refuse(p, "a parameter that is no name")
				return nil, nil
			}
			params = append(params, c.variableOf(id.Name, args[i].t))
		}
		done = c.function(fn, params)
		if c.refused != nil {
			return nil, nil
		}
	}
	var takes []statement
	var rooms []*variable
	for i, x := range args {
		p := done.params[i]
		if p.t != x.t {
			c.refuse(n.Args[i], "%s is a %v here and a %v elsewhere", p.name, x.t, p.t)
			return nil, nil
		}
		// Arguments wait in rooms of their own: those behind may call the same
		// function.
		rooms = append(rooms, c.variableOf("", x.t))
		takes = append(takes, c.store(rooms[i], x, false))
	}
	var gives []statement
	for i, p := range done.params {
		gives = append(gives, c.store(p, c.read(rooms[i], n), false))
	}
	body, cost := done.body, int64(1)
	for _, st := range def.Body {
		cost += weight(st) - 1
	}
	return func(m *machine) flow {
		for _, st := range takes {
			if st(m) != onward {
				return stopping
			}
		}
		for _, st := range gives {
			st(m)
		}
		if m.steps -= cost; m.steps < 0 && !m.more(n) {
			return stopping
		}
		body(m)
		if m.stopped {
			return stopping
		}
		return onward
	}, done
}
