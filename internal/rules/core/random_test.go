package core

// Random programs that Check accepts, of every node.

import (
	"math/rand/v2"

	"github.com/grundy-games/grundy"
)

// A maker of random programs. Everything that it makes is well typed.
type random struct {
	*rand.Rand
	p     *Program
	f     *Function
	last  bool
	set   []bool
	loops int
	build []Type
}

func (r *random) one(n int) bool { return r.IntN(n) == 0 }

func (r *random) place() Place {
	if r.one(3) {
		return Place{}
	}
	at := Place{Line: 1 + r.Int32N(30), Col: 1 + r.Int32N(30)}
	at.EndLine, at.EndCol = at.Line, at.Col+r.Int32N(9)
	if r.one(5) {
		at.EndLine++
	}
	return at
}

func (r *random) kind() Kind { return IntType + Kind(r.IntN(3)) }

// anyType returns a type that a variable may have.
func (r *random) anyType() Type {
	switch r.IntN(6) {
	case 0:
		return Type{Kind: RowType, Of: r.kind()}
	case 1:
		return Type{Kind: GridType, Of: r.kind()}
	case 2:
		return Type{Kind: TextType, Of: LetterType}
	}
	return Type{Kind: r.kind()}
}

// word returns a name, which others may have too.
func (r *random) word() string {
	names := []string{"", "n", "x", "row", "in", "is", "table", "len", "put", "é", "of", "at", "times", "range", "move", "charge", "lambda", "a1"}
	return names[r.IntN(len(names))]
}

func randomProgram(source *rand.Rand) *Program {
	r := &random{Rand: source}
	var fields []Field
	for i := range 1 + r.IntN(3) {
		f := Field{Name: string(rune('a' + i)), Kind: FieldKind(r.IntN(4)), Lo: -r.Int64N(3), Hi: r.Int64N(1 << 40)}
		if f.Kind >= Row && r.one(2) {
			f.Letters = []string{"XO", "#.\"\\", "ab'c"}[r.IntN(3)]
			f.Lo, f.Hi = bounds(f.Letters)
		}
		switch f.Kind {
		case Heaps, Row:
			f.Most = 1 + r.IntN(9)
		case Grid:
			f.Height, f.Width = 1+r.IntN(4), 1+r.IntN(4)
		}
		if f.Kind == Row {
			f.Order = Order(r.IntN(3) - 1)
		}
		f.Exact, f.Distinct = f.Kind != Integer && r.one(3), f.Kind != Integer && r.one(3)
		fields = append(fields, f)
	}
	shape, err := NewShape(fields)
	if err != nil {
		panic(err)
	}
	r.p = &Program{What: What(r.IntN(4)), Shape: shape}
	for range 1 + r.IntN(2) {
		t := Table{Name: r.word()}
		for range r.IntN(4) {
			t.Lines = append(t.Lines, []int64{r.number(), r.number()})
		}
		if r.one(3) {
			t.Lines = append(t.Lines, nil)
		}
		r.p.Tables = append(r.p.Tables, t)
	}
	for n := r.IntN(3); n >= 0; n-- {
		r.function(n == 0)
	}
	return r.p
}

func (r *random) function(last bool) {
	states := r.p.What == Moves || r.p.What == Parts
	f := &Function{Name: r.word(), Cost: 1 + r.Int64N(3), States: states && r.one(2)}
	r.f, r.last, r.loops, r.build = f, last, 0, nil
	declare := func(t Type) {
		f.Vars = append(f.Vars, Variable{Name: r.word(), Type: t})
		r.set = append(r.set, true)
	}
	r.set = nil
	if r.one(2) {
		f.Result = r.anyType()
	}
	if last {
		for _, field := range r.p.Shape.Fields {
			declare(field.Type())
		}
		f.Result = Type{}
		switch r.p.What {
		case Returns:
			f.Result = r.anyType()
		case Legal:
			f.Result = Type{Kind: BoolType}
		}
	} else {
		for range r.IntN(3) {
			declare(r.anyType())
		}
	}
	f.Params = len(f.Vars)
	if !last {
		f.Free = r.IntN(f.Params + 1)
	}
	for range r.IntN(9) {
		f.Vars = append(f.Vars, Variable{Name: r.word(), Type: r.anyType()})
	}
	r.set = append(r.set, make([]bool, len(f.Vars)-f.Params)...)
	f.Body = r.block(3)
	if f.Result.Kind != NoType {
		f.Body = append(f.Body, &Return{X: r.expr(f.Result, 3), At: r.place()})
	}
	r.p.Functions = append(r.p.Functions, *f)
}

func (r *random) block(depth int) (block []Stmt) {
	for range 1 + r.IntN(4) {
		if s := r.statement(depth); s != nil {
			block = append(block, s)
		}
	}
	return block
}

// inside makes a block after which only what had a value before it has one.
func (r *random) inside(depth int) []Stmt {
	before := append([]bool(nil), r.set...)
	defer func() { r.set = before }()
	return r.block(depth)
}

// variable returns one of a type that test accepts, or NoVar.
func (r *random) variable(set bool, test func(Type) bool) Var {
	var all []Var
	for v := range r.f.Vars {
		if test(r.f.Vars[v].Type) && (r.set[v] || !set) {
			all = append(all, Var(v))
		}
	}
	if len(all) == 0 {
		return NoVar
	}
	return all[r.IntN(len(all))]
}

func same(t Type) func(Type) bool { return func(u Type) bool { return t == u } }

func (r *random) statement(depth int) Stmt {
	body := func() []Stmt {
		r.loops++
		defer func() { r.loops-- }()
		return append([]Stmt{&Charge{N: 1 + r.Int64N(2), At: r.place()}}, r.inside(depth-1)...)
	}
	number := Type{Kind: IntType}
	if len(r.build) > 0 && r.one(3) {
		around := r.build[len(r.build)-1]
		t := Type{Kind: around.Of}
		if around.Kind == GridType {
			t = Type{Kind: RowType, Of: around.Of}
		}
		return &Yield{X: r.expr(t, depth), At: r.place()}
	}
	if r.f.States && len(r.build) == 0 && r.one(3) {
		fields := func() (all []Expr) {
			for _, f := range r.p.Shape.Fields {
				all = append(all, r.expr(f.Type(), depth))
			}
			return all
		}
		switch {
		case r.p.What == Parts || r.one(3):
			return &State{Fields: fields(), At: r.place()}
		case r.one(3):
			return &End{How: grundy.Won + grundy.Ending(r.IntN(3))}
		}
		s := &StateSum{At: r.place()}
		for range r.IntN(3) {
			part := Part{Fields: fields()}
			if r.one(2) {
				part.Times = r.expr(number, depth)
			}
			s.Parts = append(s.Parts, part)
		}
		return s
	}
	if depth <= 0 {
		return &Charge{N: r.Int64N(5), At: r.place()}
	}
	switch r.IntN(14) {
	case 0, 1, 2:
		v := r.variable(false, func(Type) bool { return true })
		if v == NoVar {
			return nil
		}
		s := &Set{V: v, X: r.expr(r.f.Vars[v].Type, depth), Free: r.one(4), At: r.place()}
		r.set[v] = true
		return s
	case 3, 4:
		v := r.variable(true, func(t Type) bool { return t.Kind == RowType })
		if v == NoVar {
			return nil
		}
		x := r.expr(Type{Kind: r.f.Vars[v].Type.Of}, depth)
		if r.one(2) {
			return &Append{V: v, X: x, At: r.place()}
		}
		return &SetCell{V: v, I: r.expr(number, depth), X: x, At: r.place()}
	case 5:
		s := &Unpack{At: r.place()}
		k := r.kind()
		for range 1 + r.IntN(3) {
			if v := r.variable(false, same(Type{Kind: k})); v != NoVar {
				s.V = append(s.V, v)
			}
		}
		if s.V == nil {
			return nil
		}
		s.X = r.expr(Type{Kind: RowType, Of: k}, depth)
		for _, v := range s.V {
			r.set[v] = true
		}
		return s
	case 6, 7:
		s := &If{Cond: r.expr(Type{Kind: BoolType}, depth), Then: r.inside(depth - 1)}
		if r.one(2) {
			s.Else = r.inside(depth - 1)
		}
		return s
	case 8:
		return &While{Cond: r.expr(Type{Kind: BoolType}, depth), Body: body()}
	case 9:
		v := r.variable(false, same(number))
		if v == NoVar {
			return nil
		}
		s := &For{V: v, From: r.expr(number, depth), To: r.expr(number, depth), Step: r.expr(number, depth), At: r.place()}
		r.setIn(func() { s.Body = body() }, v)
		return s
	case 10:
		item := r.variable(false, Type.IsScalar)
		if item == NoVar {
			return nil
		}
		t := Type{Kind: RowType + 2*Kind(r.IntN(2)), Of: r.f.Vars[item].Type.Kind}
		s := &Each{Counter: NoVar, Item: item, Over: r.expr(t, depth), Passes: r.Int64N(2), At: r.place()}
		if r.one(2) {
			s.Counter = r.variable(false, same(number))
		}
		r.setIn(func() { s.Body = body() }, s.Counter, item)
		return s
	case 11:
		return r.lines(depth, body)
	case 12:
		if r.one(3) {
			return &If{Cond: r.expr(Type{Kind: BoolType}, depth), Then: []Stmt{&Fail{r.place()}}}
		}
		if r.loops > 0 {
			return &If{Cond: r.expr(Type{Kind: BoolType}, depth), Then: []Stmt{&Leave{Turn: r.one(2)}}}
		}
		if len(r.build) == 0 {
			s := &Return{At: r.place()}
			if r.f.Result.Kind != NoType {
				s.X = r.expr(r.f.Result, depth)
			}
			return &If{Cond: r.expr(Type{Kind: BoolType}, depth), Then: []Stmt{s}}
		}
		return nil
	}
	for i := range r.p.Functions {
		if f := &r.p.Functions[i]; r.one(2) && (!f.States || r.f.States && len(r.build) == 0) {
			return &Do{X: r.call(i, depth)}
		}
	}
	return &Do{X: r.expr(r.anyType(), depth)}
}

// setIn runs make while the variables have a value.
func (r *random) setIn(make func(), all ...Var) {
	before := append([]bool(nil), r.set...)
	for _, v := range all {
		if v != NoVar {
			r.set[v] = true
		}
	}
	make()
	r.set = before
}

func (r *random) lines(depth int, body func() []Stmt) Stmt {
	s := &Lines{Counter: NoVar, Line: NoVar, Table: -1, Passes: r.Int64N(2), At: r.place()}
	number := Type{Kind: IntType}
	if r.one(2) {
		s.Counter = r.variable(false, same(number))
	}
	if r.one(2) {
		s.Table = r.IntN(len(r.p.Tables))
		if s.Line = r.variable(false, same(Type{Kind: RowType, Of: IntType})); s.Line == NoVar {
			return nil
		}
	} else {
		for range 1 + r.IntN(3) {
			if v := r.variable(false, Type.IsScalar); v != NoVar {
				s.Items = append(s.Items, v)
			}
		}
		for range r.IntN(3) {
			var line []Expr
			for _, v := range s.Items {
				line = append(line, r.expr(r.f.Vars[v].Type, depth))
			}
			s.Written = append(s.Written, line)
		}
	}
	r.setIn(func() { s.Body = body() }, append([]Var{s.Counter, s.Line}, s.Items...)...)
	return s
}

func (r *random) call(i, depth int) Expr {
	f := &r.p.Functions[i]
	e := &Call{F: i, At: r.place()}
	for _, v := range f.Vars[:f.Params] {
		e.Args = append(e.Args, r.expr(v.Type, depth-1))
	}
	return e
}

func (r *random) number() int64 {
	if r.one(6) {
		return []int64{-1 << 63, 1<<63 - 1, -1, 255}[r.IntN(4)]
	}
	return r.Int64N(20) - 4
}

func (r *random) constant(k Kind) int64 {
	switch k {
	case BoolType:
		return r.Int64N(2)
	case LetterType:
		return r.Int64N(256)
	}
	return r.number()
}

// expr makes an expression of a type.
func (r *random) expr(t Type, depth int) Expr {
	number, fact := Type{Kind: IntType}, Type{Kind: BoolType}
	of := func(t Type) Expr { return r.expr(t, depth-1) }
	integer := func() Expr { return of(number) }
	maybe := func() Expr {
		if r.one(2) {
			return nil
		}
		return integer()
	}
	if v := r.variable(true, same(t)); v != NoVar && r.one(3) {
		return &Get{v}
	}
	if depth <= 0 {
		switch t.Kind {
		case RowType, TextType:
			e := &Cells{Type: t}
			for range r.IntN(4) {
				e.N = append(e.N, r.constant(t.Of))
			}
			return e
		case GridType:
			return &Fill{V: r.expr(Type{Kind: t.Of}, 0), N: r.expr(number, 0), M: r.expr(number, 0), At: r.place(), Ats: [2]Place{r.place(), r.place()}}
		}
		return &Const{t.Kind, r.constant(t.Kind)}
	}
	for i := range r.p.Functions {
		if f := &r.p.Functions[i]; f.Result == t && !f.States && r.one(4) {
			return r.call(i, depth)
		}
	}
	some := Type{Kind: r.kind()}
	row := Type{Kind: RowType, Of: some.Kind}
	if r.one(4) {
		row = Type{Kind: TextType, Of: LetterType}
		some = Type{Kind: LetterType}
	}
	grid := Type{Kind: GridType, Of: some.Kind}
	cells := row
	if r.one(3) {
		cells = grid
	}
	at := r.place()
	switch t.Kind {
	case IntType:
		switch r.IntN(14) {
		case 0, 1:
			return &Arith{Op: Op(r.IntN(int(Right) + 1)), X: integer(), Y: integer(), At: at}
		case 2:
			return &Negate{X: integer(), At: at}
		case 3:
			return &Invert{X: integer()}
		case 4:
			return &Abs{X: integer(), At: at}
		case 5:
			return &Extreme{Greatest: r.one(2), X: integer(), Y: integer()}
		case 6:
			return &Logic{Or: r.one(2), X: integer(), Y: integer()}
		case 7:
			return &Len{X: of(cells)}
		case 8:
			return &Side{Grid: of(grid), Width: r.one(2)}
		case 9:
			return &Over{How: Fold(r.IntN(3)), X: of(Type{Kind: RowType, Of: IntType}), At: at}
		case 10:
			return &Count{X: of(cells), V: of(some), At: at}
		case 11:
			return &Find{X: of(row), V: of(some), At: at}
		}
	case BoolType:
		switch r.IntN(14) {
		case 0:
			return &Not{X: of(fact)}
		case 1, 2:
			return &Logic{Or: r.one(2), X: of(fact), Y: of(fact)}
		case 3:
			return &Truth{X: of([]Type{number, {Kind: LetterType}, row}[r.IntN(3)])}
		case 4, 5:
			return &Compare{Op: Equal + Op(r.IntN(6)), X: of(some), Y: of(some)}
		case 6:
			if r.p.What == Legal && r.last {
				return &Reason{At: at}
			}
			return &Same{X: of(cells), Y: of(cells), Not: r.one(2), At: at}
		case 7:
			return &In{X: of(some), Row: of(cells), Not: r.one(2), At: at}
		case 8:
			return &InRow{X: of(row), Row: of(row), Not: r.one(2), At: at}
		case 9:
			return &InTable{X: of(Type{Kind: RowType, Of: IntType}), Table: r.IntN(len(r.p.Tables)), Not: r.one(2), At: at}
		case 10:
			return &Over{How: Any + Fold(r.IntN(2)), X: of(Type{Kind: RowType, Of: IntType + Kind(r.IntN(2))}), At: at}
		case 11:
			if cells.Kind == GridType {
				return &Inside{X: of(grid), I: integer(), J: integer()}
			}
			return &Inside{X: of(row), I: integer()}
		}
	case TextType:
		if r.one(2) {
			return &Slice{Row: of(t), Lo: maybe(), Hi: maybe(), Step: maybe(), At: at}
		}
	case GridType:
		switch r.IntN(4) {
		case 0:
			e := &PutCells{Grid: of(t), V: of(Type{Kind: t.Of}), At: at}
			for range r.IntN(3) {
				e.R, e.C, e.Ats = append(e.R, integer()), append(e.C, integer()), append(e.Ats, r.place())
			}
			return e
		case 1:
			return &Cut{Grid: of(t), R: integer(), C: integer(), H: integer(), W: integer(), At: at, Ats: [4]Place{r.place(), r.place(), {}, r.place()}}
		case 2:
			return r.builds(t, depth)
		}
		return &Fill{V: of(Type{Kind: t.Of}), N: integer(), M: integer(), At: at, Ats: [2]Place{r.place(), r.place()}}
	case RowType:
		if t.Of == IntType && r.one(6) {
			return &Line{Table: r.IntN(len(r.p.Tables)), I: integer(), At: at}
		}
		switch r.IntN(9) {
		case 0:
			e := &List{Of: t.Of}
			for range r.IntN(4) {
				e.Cells = append(e.Cells, of(Type{Kind: t.Of}))
			}
			return e
		case 1:
			e := &Put{Row: of(t), V: of(Type{Kind: t.Of}), At: at}
			for range r.IntN(3) {
				e.Places, e.Ats = append(e.Places, integer()), append(e.Ats, r.place())
			}
			if r.one(2) {
				e.Rest = of(Type{Kind: RowType, Of: IntType})
			}
			return e
		case 2:
			return &Fill{V: of(Type{Kind: t.Of}), N: integer(), At: at, Ats: [2]Place{r.place(), {}}}
		case 3:
			return &Slice{Row: of(t), Lo: maybe(), Hi: maybe(), Step: maybe(), At: at}
		case 4:
			return &Join{X: of(t), Y: of(t), At: at}
		case 5:
			return &Repeat{Row: of(t), N: integer(), At: at}
		case 6:
			return &Rearrange{How: Arrangement(r.IntN(3)), X: of(t), At: at}
		case 7:
			return r.builds(t, depth)
		}
	}
	switch {
	case t.Kind != GridType && r.one(4):
		return &Choose{Cond: of(fact), X: of(t), Y: of(t), At: at}
	case t.IsScalar() && r.one(2):
		if r.one(3) {
			return &Cell{Grid: of(Type{Kind: GridType, Of: t.Kind}), R: integer(), C: integer(), At: at}
		}
		return &Index{Row: of(Type{Kind: RowType, Of: t.Kind}), I: integer(), Name: rowNames[r.IntN(4)], At: at}
	}
	return r.expr(t, 0)
}

func (r *random) builds(t Type, depth int) Expr {
	r.build = append(r.build, t)
	loops := r.loops
	r.loops = 0
	e := &Build{Type: t, Body: r.inside(min(depth-1, 1))}
	r.loops = loops
	r.build = r.build[:len(r.build)-1]
	return e
}
