package core

// The rules that a program keeps so that its readers may trust it. Beside a statement stands
// its typing rule; those of expressions are in check_expr.go.

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
)

const (
	// MostDepth bounds how deep statements and expressions nest.
	MostDepth = 1000
	// MostSize bounds the nodes of a program, its variables, lines of tables, and the cells of
	// its constants, all together.
	MostSize = 1 << 20
	// MostFunctions bounds the functions of a program, and so how deep calls nest.
	MostFunctions = 1 << 10
)

// Check returns what is wrong with a program first, or nil: then readers may trust that
//   - its size and depth are bounded, its shape is one that [NewShape] makes, and the last
//     function takes its fields;
//   - functions call only those before them; variables and tables are there;
//   - each node has operands of the types that it takes, and constants of their kind;
//   - each variable has a value where it is read, and each function that returns a value
//     ends with one;
//   - the body of each loop begins with a [Charge] of at least one step, and a call costs at
//     least one;
//   - moves and parts are stated where the program states them, and nowhere else.
//
// It takes time in proportion to the size of the program.
func (p *Program) Check() error {
	c := &checker{p: p}
	c.program()
	return c.wrong
}

// A checker goes through a program, until something is wrong.
type checker struct {
	p           *Program
	wrong       error
	f           *Function
	here        int // the place of f in p.Functions
	size, depth int

	loops  int    // around, up to the innermost Build
	builds []Type // around
	doing  *Call  // which is a statement
	// set says which variables have a value for sure, and trail in which order they got it.
	set   []bool
	trail []Var
	dead  bool // nothing comes here
}

// fail records what is wrong first, at a node, or in the function or the program where that
// is nil.
func (c *checker) fail(node any, format string, args ...any) {
	if c.wrong != nil {
		return
	}
	where := ""
	if c.f != nil {
		where = message.Quoted(c.f.Name) + ": "
	}
	if node != nil {
		where += c.p.describe(c.f, node) + ": "
	}
	c.wrong = fmt.Errorf("%s%s", where, fmt.Sprintf(format, args...))
}

// grow counts what a program has.
func (c *checker) grow(n int) {
	if c.size += n; n > MostSize || c.size > MostSize {
		c.fail(nil, "more than %d nodes, variables and cells of constants", MostSize)
	}
}

// deeper counts a level of nesting, until up is called.
func (c *checker) deeper() {
	if c.depth++; c.depth > MostDepth {
		c.fail(nil, "nested more than %d deep", MostDepth)
	}
}

func (c *checker) up() { c.depth-- }

// wellNamed refuses a name that is neither empty nor made of letters, digits and _.
func (c *checker) wellNamed(name string) {
	if len(name) > 0 && wordLength(name) != len(name) {
		c.fail(nil, "the name %s: want letters, digits and _, a letter first", message.Quoted(name))
	}
}

func (c *checker) program() {
	p := c.p
	switch c.shape(); {
	case p.What > Legal:
		c.fail(nil, "want a program that returns, or states moves or parts, or is legal")
	case len(p.Functions) == 0 || len(p.Functions) > MostFunctions:
		c.fail(nil, "%d functions: want 1 … %d", len(p.Functions), MostFunctions)
	}
	for i := range p.Tables {
		c.wellNamed(p.Tables[i].Name)
		for _, line := range p.Tables[i].Lines {
			c.grow(1 + len(line))
		}
	}
	for i := range p.Functions {
		if c.wrong == nil {
			c.function(i)
		}
	}
}

// shape: what NewShape makes of fields of sizes in range.
func (c *checker) shape() {
	if c.p.Shape == nil || len(c.p.Shape.Fields) == 0 {
		c.fail(nil, "a position without fields")
		return
	}
	fields := slices.Clone(c.p.Shape.Fields)
	for i := range fields {
		f := &fields[i]
		if why := f.wrong(); why != "" {
			c.fail(nil, "the field %s: %s", message.Quoted(f.Name), why)
			return
		}
	}
	s, err := NewShape(fields)
	if err != nil {
		c.fail(nil, "%v", err)
	} else if !reflect.DeepEqual(s, c.p.Shape) {
		c.fail(nil, "fields that stand elsewhere in a state than NewShape puts them")
	}
	c.grow(len(fields))
}

// wrong says what is wrong with a field by itself, or "".
func (f *Field) wrong() string {
	lo, hi := f.Lo, f.Hi
	if f.Letters != "" {
		lo, hi = bounds(f.Letters)
	}
	side := func(n int) bool { return n >= 1 && n <= MostCells }
	isRow := f.Kind == Heaps || f.Kind == Row
	switch {
	case f.Name == "" || wordLength(f.Name) != len(f.Name):
		return "a field has a name of letters, digits and _"
	case f.Kind > Grid:
		return "want an integer, heaps, a row or a grid"
	case lo > hi || lo != f.Lo || hi != f.Hi:
		return fmt.Sprintf("numbers of %d … %d: want the least one first, and those of the letters", f.Lo, f.Hi)
	case f.Letters != "" && f.Kind != Row && f.Kind != Grid:
		return "want numbers, not letters"
	case isRow != side(f.Most) || !isRow && f.Most != 0:
		return fmt.Sprintf("at most %d: want 1 … %d of heaps and rows, and 0 of others", f.Most, MostCells)
	case f.Kind == Grid != (side(f.Height) && side(f.Width)) || f.Kind != Grid && (f.Height != 0 || f.Width != 0):
		return fmt.Sprintf("%d x %d: want 1 … %d of grids, and 0 of others", f.Height, f.Width, MostCells)
	case f.Order < Descending || f.Order > Ascending || f.Order != AnyOrder && f.Kind != Row:
		return "want an order of rows alone"
	case f.Kind == Integer && (f.Exact || f.Distinct):
		return "an integer is neither exact nor distinct"
	}
	return ""
}

// bounds returns the least and the greatest byte.
func bounds(letters string) (lo, hi int64) {
	lo = 255
	for _, b := range []byte(letters) {
		lo, hi = min(lo, int64(b)), max(hi, int64(b))
	}
	return lo, hi
}

// Type returns the type of the field's values.
func (f *Field) Type() Type {
	of := IntType
	if f.Letters != "" {
		of = LetterType
	}
	switch f.Kind {
	case Heaps, Row:
		return Type{Kind: RowType, Of: of}
	case Grid:
		return Type{Kind: GridType, Of: of}
	}
	return Type{Kind: IntType}
}

// wrong says what is wrong with a type, or "". A variable that nobody uses has no type.
func (t Type) wrong() string {
	cells := t.Of >= IntType && t.Of <= LetterType
	switch {
	case t.Kind <= LetterType && t.Of == NoType:
	case (t.Kind == RowType || t.Kind == GridType) && (cells || t.Of == NoType):
	case t.Kind == TextType && t.Of == LetterType:
	default:
		return fmt.Sprintf("no type %d of %d", t.Kind, t.Of)
	}
	return ""
}

func (c *checker) function(i int) {
	f := &c.p.Functions[i]
	c.f, c.here = f, i
	c.wellNamed(f.Name)
	c.grow(1 + len(f.Vars))
	c.set, c.trail, c.dead = make([]bool, len(f.Vars)), nil, false
	if f.Params < 0 || f.Params > len(f.Vars) {
		c.fail(nil, "%d parameters of %d variables", f.Params, len(f.Vars))
		return
	}
	if f.Free < 0 || f.Free > f.Params || f.Free > 0 && i == len(c.p.Functions)-1 {
		c.fail(nil, "%d free parameters of %d", f.Free, f.Params)
	}
	for v := range f.Vars {
		c.wellNamed(f.Vars[v].Name)
		if why := f.Vars[v].Type.wrong(); why != "" {
			c.fail(nil, "the variable %s: %s", message.Quoted(f.Vars[v].Name), why)
		}
		c.set[v] = v < f.Params
	}
	if why := f.Result.wrong(); why != "" {
		c.fail(nil, "the result: %s", why)
	}
	states := c.p.What == Moves || c.p.What == Parts
	switch {
	case f.Cost < 1:
		c.fail(nil, "a cost of %d: want at least 1", f.Cost)
	case f.States && !states:
		c.fail(nil, "it states moves or parts in a program that does not")
	}
	if i == len(c.p.Functions)-1 {
		c.main(states)
	}
	c.block(f.Body)
	if f.Result.Kind != NoType && !c.dead {
		c.fail(nil, "it may end without a value")
	}
}

// main: the function that the host calls takes the fields, and returns what the program is for.
func (c *checker) main(states bool) {
	fields := c.p.Shape.Fields
	if c.f.Params != len(fields) {
		c.fail(nil, "%d parameters: want the %d fields of a position", c.f.Params, len(fields))
		return
	}
	for i := range fields {
		if want := fields[i].Type(); c.f.Vars[i].Type != want {
			c.fail(nil, "the parameter %d is %v: want %v, as the field %s", i+1, c.f.Vars[i].Type, want, fields[i].Name)
		}
	}
	if (c.f.Result.Kind == NoType) != states || c.p.What == Legal && c.f.Result.Kind != BoolType {
		c.fail(nil, "it returns %v: want a value, a bool of legal, and none of moves and parts", c.f.Result)
	}
}

// give notes that a variable has a value from here on, of the type t.
func (c *checker) give(s Stmt, v Var, t Type) {
	if v < 0 || int(v) >= len(c.f.Vars) {
		c.fail(s, "no variable %d", v)
		return
	}
	c.fits(s, t, c.f.Vars[v].Type)
	c.have(v)
}

// have notes that a variable has a value.
func (c *checker) have(v Var) {
	if !c.set[v] {
		c.set[v] = true
		c.trail = append(c.trail, v)
	}
}

// undo forgets which variables got a value since the trail was n long, and returns these.
func (c *checker) undo(n int) []Var {
	since := slices.Clone(c.trail[n:])
	for _, v := range since {
		c.set[v] = false
	}
	c.trail = c.trail[:n]
	return since
}

// fits refuses a value of the type t where one of the type want goes: the same, or a row that
// is empty for sure.
func (c *checker) fits(node any, t, want Type) {
	if t.Kind != want.Kind || t.Of != want.Of && t.Of != NoType {
		c.fail(node, "%v: want %v", t, want)
	}
}

func (c *checker) block(block []Stmt) {
	c.deeper()
	for _, s := range block {
		if c.grow(1); c.wrong == nil {
			c.statement(s)
		}
	}
	c.up()
}

// loop checks the body of a loop, which may run any number of times.
func (c *checker) loop(s Stmt, body []Stmt) {
	if len(body) == 0 {
		c.fail(s, "an empty body: want a charge first")
		return
	}
	if pay, ok := body[0].(*Charge); !ok || pay.N < 1 {
		c.fail(s, "a body that begins without a charge of at least 1")
	}
	n, dead := len(c.trail), c.dead
	c.loops++
	c.block(body)
	c.loops--
	c.undo(n)
	c.dead = dead
}

// branches checks both ways of an If: behind it, variables have a value that got one on each
// way that leads there.
func (c *checker) branches(s *If) {
	n, dead := len(c.trail), c.dead
	c.block(s.Then)
	then, deadThen := c.undo(n), c.dead
	c.dead = dead
	c.block(s.Else)
	deadElse := c.dead
	if deadThen {
		return // as behind the other way
	}
	otherwise := then
	if c.dead = false; !deadElse {
		otherwise = nil
		for _, v := range then {
			if c.set[v] {
				otherwise = append(otherwise, v)
			}
		}
	}
	c.undo(n)
	for _, v := range otherwise {
		c.have(v)
	}
}

func (c *checker) statement(s Stmt) {
	c.places(s)
	switch s := s.(type) {
	case *Charge: // at least 0
		if s.N < 0 {
			c.fail(s, "want at least 0 steps")
		}
	case *Set: // v: t = t
		c.give(s, s.V, c.value(s.X))
	case *SetCell: // v: row[s][int] = s
		c.want(IntType, s.I)
		c.cell(s, s.V, c.value(s.X))
	case *Append: // v: row[s], s
		c.cell(s, s.V, c.value(s.X))
	case *Unpack: // s, s, … = row[s]
		t := c.value(s.X)
		if len(s.V) == 0 || !t.IsRow() {
			c.fail(s, "want variables, and a row")
		}
		for _, v := range s.V {
			c.give(s, v, Type{Kind: t.Of})
		}
	case *If: // bool
		c.want(BoolType, s.Cond)
		c.branches(s)
	case *While: // bool
		c.want(BoolType, s.Cond)
		c.loop(s, s.Body)
	case *For: // int in int, int, int
		c.want(IntType, s.From, s.To, s.Step)
		n := len(c.trail)
		c.give(s, s.V, Type{Kind: IntType})
		c.loop(s, s.Body)
		c.undo(n)
	case *Each: // s, int in row[s] or grid[s]
		t := c.value(s.Over)
		if t.IsScalar() {
			c.fail(s, "%v: want a row or a grid", t)
		}
		n := len(c.trail)
		c.turns(s, s.Counter, s.Passes)
		c.give(s, s.Item, Type{Kind: t.Of})
		c.loop(s, s.Body)
		c.undo(n)
	case *Lines:
		c.lines(s)
	case *Leave:
		if c.loops == 0 {
			c.fail(s, "no loop around it")
		}
		c.dead = true
	case *Return: // t, as the function returns
		c.returns(s)
		c.dead = true
	case *Fail:
		c.dead = true
	case *Do: // t, or a call of a function without a value
		c.doing, _ = s.X.(*Call)
		if c.doing == nil {
			c.value(s.X)
		} else {
			c.expr(s.X)
		}
	case *Yield: // s in a build of row[s], row[s] in one of grid[s]
		if len(c.builds) == 0 {
			c.fail(s, "no build around it")
			return
		}
		t := c.value(s.X)
		if around := c.builds[len(c.builds)-1]; around.Kind == RowType {
			c.fits(s.X, t, Type{Kind: around.Of})
		} else if !t.IsRow() || t.Of != around.Of && t.Of != NoType {
			c.fail(s, "%v: want a row of %v", t, Type{Kind: around.Of})
		}
	case *State: // the types of the fields
		c.states(s)
		c.position(s, s.Fields)
	case *StateSum: // int times the types of the fields
		c.states(s)
		c.only(s, Moves)
		for i := range s.Parts {
			if s.Parts[i].Times != nil {
				c.want(IntType, s.Parts[i].Times)
			}
			c.position(s, s.Parts[i].Fields)
		}
	case *End:
		c.states(s)
		c.only(s, Moves)
		if s.How == grundy.NoEnding || s.How > grundy.Lost {
			c.fail(s, "no ending %d", s.How)
		}
	default:
		c.fail(nil, "no statement: %T", s)
	}
}

// cell: a row that has a value, whose cells are of the type of another one.
func (c *checker) cell(s Stmt, v Var, t Type) {
	if v < 0 || int(v) >= len(c.f.Vars) || !c.set[v] && !c.dead {
		c.fail(s, "a variable that may have no value here")
		return
	}
	if of := c.f.Vars[v].Type; of.Kind != RowType || of.Of != t.Kind {
		c.fail(s, "%v into %v", t, of)
	}
}

// turns: a counter, and steps.
func (c *checker) turns(s Stmt, counter Var, passes int64) {
	if passes < 0 {
		c.fail(s, "want at least 0 steps for a turn")
	}
	if counter != NoVar {
		c.give(s, counter, Type{Kind: IntType})
	}
}

// lines: (int, …) or row[int] in a table; (s, t, …) or row[s] in lines [s, t, …].
func (c *checker) lines(s *Lines) {
	if s.Table != -1 && s.Written != nil || s.Line != NoVar && len(s.Items) > 0 {
		c.fail(s, "want a table or lines, and a line or its items")
	}
	var types []Type // of the items
	known := func(n int) {
		if s.Line == NoVar && n != len(s.Items) {
			c.fail(s, "%s", NamesFor(len(s.Items), n))
		}
	}
	if s.Table == -1 {
		for _, line := range s.Written {
			known(len(line))
			for i, e := range line {
				t := c.value(e)
				if s.Line != NoVar {
					i = 0
				}
				if i == len(types) {
					types = append(types, t)
				}
				if !t.IsScalar() || t != types[i] {
					c.fail(e, "%v: want one number, of the type %v", t, types[i])
				}
			}
		}
	} else {
		for _, line := range c.table(s, s.Table).Lines {
			known(len(line))
		}
	}
	n := len(c.trail)
	c.turns(s, s.Counter, s.Passes)
	of := func(i int, v Var) Type {
		switch {
		case i < len(types):
			return types[i]
		case s.Table == -1 && v >= 0 && int(v) < len(c.f.Vars): // no lines
			return c.f.Vars[v].Type
		}
		return Type{Kind: IntType}
	}
	if s.Line != NoVar {
		t := Type{Kind: RowType, Of: IntType}
		if s.Table == -1 {
			t.Of = NoType
			if len(types) > 0 {
				t.Of = types[0].Kind
			}
		}
		c.give(s, s.Line, t)
	}
	for i, v := range s.Items {
		c.give(s, v, of(i, v))
	}
	c.loop(s, s.Body)
	c.undo(n)
}

// returns: the value of the function, in no build.
func (c *checker) returns(s *Return) {
	if len(c.builds) > 0 {
		c.fail(s, "inside a build")
	}
	want := c.f.Result
	if (s.X == nil) != (want.Kind == NoType) {
		c.fail(s, "want %v", want)
	}
	if s.X != nil {
		c.fits(s.X, c.value(s.X), want)
	}
}

// states: statements of a function that states moves or parts, in no build.
func (c *checker) states(s Stmt) {
	if !c.f.States || len(c.builds) > 0 {
		c.fail(s, "it states moves or parts: want a function that says so, and no build around it")
	}
}

// only refuses a statement in a program for something else.
func (c *checker) only(s Stmt, what What) {
	if c.p.What != what {
		c.fail(s, "it stands in a program that states moves")
	}
}

// position: the types of all fields; the row of a field may be a text.
func (c *checker) position(s Stmt, values []Expr) {
	fields := c.p.Shape.Fields
	if len(values) != len(fields) {
		c.fail(s, "%s for %s", message.Count(len(values), "value", "values"), message.Count(len(fields), "field", "fields"))
		return
	}
	for i, x := range values {
		t, want := c.value(x), fields[i].Type()
		if t.Kind == TextType {
			t.Kind = RowType
		}
		c.fits(x, t, want)
	}
}

// table returns a table that is there.
func (c *checker) table(node any, i int) *Table {
	if i < 0 || i >= len(c.p.Tables) {
		c.fail(node, "no table %d", i)
		return &Table{}
	}
	return &c.p.Tables[i]
}

// callee returns the function that is called, which stands before this one.
func (c *checker) callee(e *Call) *Function {
	if e.F < 0 || e.F >= c.here {
		c.fail(e, "no function %d before this one", e.F)
		return &Function{}
	}
	return &c.p.Functions[e.F]
}

// places: lines and columns from 1, the end not before the beginning; or none at all.
func (c *checker) places(node any) {
	for _, at := range placesOf(node) {
		if *at == (Place{}) {
			continue
		}
		if at.Line < 1 || at.Col < 1 || at.EndLine < at.Line || at.EndLine == at.Line && at.EndCol < at.Col || at.EndCol < 1 {
			c.fail(node, "no place %v", *at)
		}
	}
}
