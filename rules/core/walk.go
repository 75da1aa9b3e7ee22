package core

// How readers go through a program: the parts of a node, all nodes of a block, the type of
// an expression, and which variables are read and set.

import "slices"

// Operands calls f with the place of each expression that e has, in the order in which they
// stand in its type. What is missing, such as an end of a slice, is left out, and so is the
// body of a [Build].
func Operands(e Expr, f func(*Expr)) {
	each := func(operands ...*Expr) {
		for _, x := range operands {
			if *x != nil {
				f(x)
			}
		}
	}
	switch e := e.(type) {
	case *Arith:
		each(&e.X, &e.Y)
	case *Negate:
		each(&e.X)
	case *Invert:
		each(&e.X)
	case *Abs:
		each(&e.X)
	case *Extreme:
		each(&e.X, &e.Y)
	case *Not:
		each(&e.X)
	case *Logic:
		each(&e.X, &e.Y)
	case *Truth:
		each(&e.X)
	case *Compare:
		each(&e.X, &e.Y)
	case *Choose:
		each(&e.Cond, &e.X, &e.Y)
	case *Same:
		each(&e.X, &e.Y)
	case *In:
		each(&e.X, &e.Row)
	case *InRow:
		each(&e.X, &e.Row)
	case *InTable:
		each(&e.X)
	case *Index:
		each(&e.Row, &e.I)
	case *Cell:
		each(&e.Grid, &e.R, &e.C)
	case *Line:
		each(&e.I)
	case *Len:
		each(&e.X)
	case *Side:
		each(&e.Grid)
	case *Over:
		each(&e.X)
	case *Count:
		each(&e.X, &e.V)
	case *Find:
		each(&e.X, &e.V)
	case *Inside:
		each(&e.X, &e.I, &e.J)
	case *List:
		eachOf(e.Cells, f)
	case *Put:
		each(&e.Row, &e.V)
		eachOf(e.Places, f)
		each(&e.Rest)
	case *PutCells:
		each(&e.Grid, &e.V)
		for i := range min(len(e.R), len(e.C)) {
			each(&e.R[i], &e.C[i])
		}
	case *Fill:
		each(&e.V, &e.N, &e.M)
	case *Cut:
		each(&e.Grid, &e.R, &e.C, &e.H, &e.W)
	case *Slice:
		each(&e.Row, &e.Lo, &e.Hi, &e.Step)
	case *Join:
		each(&e.X, &e.Y)
	case *Repeat:
		each(&e.Row, &e.N)
	case *Rearrange:
		each(&e.X)
	case *Call:
		eachOf(e.Args, f)
	}
}

// eachOf calls f with the place of each expression of a list.
func eachOf(list []Expr, f func(*Expr)) {
	for i := range list {
		if list[i] != nil {
			f(&list[i])
		}
	}
}

// Exprs calls f with the place of each expression that s has besides those in its blocks.
func Exprs(s Stmt, f func(*Expr)) {
	each := func(exprs ...*Expr) {
		for _, x := range exprs {
			if *x != nil {
				f(x)
			}
		}
	}
	switch s := s.(type) {
	case *Set:
		each(&s.X)
	case *SetCell:
		each(&s.I, &s.X)
	case *Append:
		each(&s.X)
	case *Unpack:
		each(&s.X)
	case *If:
		each(&s.Cond)
	case *While:
		each(&s.Cond)
	case *For:
		each(&s.From, &s.To, &s.Step)
	case *Each:
		each(&s.Over)
	case *Lines:
		for _, line := range s.Written {
			eachOf(line, f)
		}
	case *Return:
		each(&s.X)
	case *Do:
		each(&s.X)
	case *Yield:
		each(&s.X)
	case *State:
		eachOf(s.Fields, f)
	case *StateSum:
		for i := range s.Parts {
			each(&s.Parts[i].Times)
			eachOf(s.Parts[i].Fields, f)
		}
	}
}

// Blocks calls f with the place of each block that s has: the body of a loop, and both ways
// of an [If].
func Blocks(s Stmt, f func(*[]Stmt)) {
	switch s := s.(type) {
	case *If:
		f(&s.Then)
		f(&s.Else)
	case *While:
		f(&s.Body)
	case *For:
		f(&s.Body)
	case *Each:
		f(&s.Body)
	case *Lines:
		f(&s.Body)
	}
}

// Walk calls stmt with each statement of a block and expr with each expression, each before
// what it has, and also in the body of a [Build]. What has been refused by false is not
// entered. Either function may be nil.
func Walk(block []Stmt, stmt func(Stmt) bool, expr func(Expr) bool) {
	var inside func(*Expr)
	inside = func(e *Expr) { walkExpr(*e, stmt, expr) }
	for _, s := range block {
		if stmt == nil || stmt(s) {
			Exprs(s, inside)
			Blocks(s, func(b *[]Stmt) { Walk(*b, stmt, expr) })
		}
	}
}

// walkExpr is Walk of an expression.
func walkExpr(e Expr, stmt func(Stmt) bool, expr func(Expr) bool) {
	if expr != nil && !expr(e) {
		return
	}
	Operands(e, func(x *Expr) { walkExpr(*x, stmt, expr) })
	if b, ok := e.(*Build); ok {
		Walk(b.Body, stmt, expr)
	}
}

// Reads reports whether an expression reads a variable.
func Reads(e Expr, v Var) bool {
	found := false
	stmt := func(s Stmt) bool {
		switch s := s.(type) {
		case *SetCell:
			found = found || s.V == v
		case *Append:
			found = found || s.V == v
		}
		return !found
	}
	walkExpr(e, stmt, func(e Expr) bool {
		get, ok := e.(*Get)
		found = found || ok && get.V == v
		return !found
	})
	return found
}

// Targets returns the variables to which a statement itself gives a value, or new cells.
func Targets(s Stmt) []Var {
	switch s := s.(type) {
	case *Set:
		return []Var{s.V}
	case *SetCell:
		return []Var{s.V}
	case *Append:
		return []Var{s.V}
	case *Unpack:
		return s.V
	case *For:
		return []Var{s.V}
	case *Each:
		return withCounter(s.Counter, s.Item)
	case *Lines:
		if s.Line != NoVar {
			return withCounter(s.Counter, s.Line)
		}
		return withCounter(s.Counter, s.Items...)
	}
	return nil
}

// withCounter returns the variables of a loop.
func withCounter(counter Var, items ...Var) []Var {
	if counter == NoVar {
		return items
	}
	return slices.Concat([]Var{counter}, items)
}

// Sets returns the variables to which a block gives values, or new cells, in ascending order.
func Sets(block []Stmt) []Var {
	var all []Var
	Walk(block, func(s Stmt) bool {
		all = append(all, Targets(s)...)
		return true
	}, nil)
	slices.Sort(all)
	return slices.Compact(all)
}

// TypeOf returns the type of an expression in a function of a program that [Program.Check]
// accepts. Its time grows with the depth of e.
func (p *Program) TypeOf(f *Function, e Expr) Type {
	return p.typeOf(f, e, func(x Expr) Type { return p.TypeOf(f, x) })
}

// typeOf returns the type of an expression whose operands have the types that of tells.
func (p *Program) typeOf(f *Function, e Expr, of func(Expr) Type) Type {
	// the row x, whose cells may be known from y alone
	either := func(x Type, y Expr) Type {
		if x.Of == NoType {
			x.Of = of(y).Of
		}
		return x
	}
	switch e := e.(type) {
	case *Const:
		return Type{Kind: e.Kind}
	case *Cells:
		return e.Type
	case *Get:
		return f.Vars[e.V].Type
	case *Logic:
		return of(e.X)
	case *Choose:
		t := of(e.X)
		if t.IsScalar() {
			return t
		}
		return either(t, e.Y)
	case *Not, *Truth, *Compare, *Reason, *Same, *In, *InRow, *InTable, *Inside:
		return Type{Kind: BoolType}
	case *Index:
		return Type{Kind: of(e.Row).Of}
	case *Cell:
		return Type{Kind: of(e.Grid).Of}
	case *Line:
		return Type{RowType, IntType}
	case *Over:
		if e.How == Any || e.How == All {
			return Type{Kind: BoolType}
		}
	case *List:
		return Type{RowType, e.Of}
	case *Put:
		return Type{RowType, of(e.Row).Of}
	case *PutCells:
		return of(e.Grid)
	case *Fill:
		if e.M != nil {
			return Type{GridType, of(e.V).Kind}
		}
		return Type{RowType, of(e.V).Kind}
	case *Cut:
		return of(e.Grid)
	case *Slice:
		return of(e.Row)
	case *Join:
		return either(Type{RowType, of(e.X).Of}, e.Y)
	case *Repeat:
		return Type{RowType, of(e.Row).Of}
	case *Rearrange:
		return Type{RowType, of(e.X).Of}
	case *Build:
		return e.Type
	case *Call:
		return p.Functions[e.F].Result
	}
	return Type{Kind: IntType} // arithmetic, and what is counted
}
