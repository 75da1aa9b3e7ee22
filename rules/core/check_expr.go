package core

// The typing rules of expressions.

import "slices"

// A class is some types that a node takes.
type class struct {
	name string
	has  func(Type) bool
}

var (
	integer = class{"an int", func(t Type) bool { return t.Kind == IntType }}
	truth   = class{"a bool", func(t Type) bool { return t.Kind == BoolType }}
	scalar  = class{"an int, a bool or a letter", Type.IsScalar}
	row     = class{"a row", Type.IsRow}
	grid    = class{"a grid", func(t Type) bool { return t.Kind == GridType }}
	cells   = class{"a row or a grid", func(t Type) bool { return t.IsRow() || t.Kind == GridType }}
	ints    = class{"a row of ints", func(t Type) bool { return t.IsRow() && (t.Of == IntType || t.Of == NoType) }}
	facts   = class{"a row of ints or bools", func(t Type) bool { return t.IsRow() && t.Of != LetterType }}
	logical = class{"an int or a bool", func(t Type) bool { return t.Kind == IntType || t.Kind == BoolType }}
	weighed = class{"an int, a letter or a row", func(t Type) bool { return t.IsRow() || t.Kind == IntType || t.Kind == LetterType }}
)

// value checks an expression, which must have a value, and returns its type.
func (c *checker) value(e Expr) Type {
	t := c.expr(e)
	if t.Kind == NoType {
		c.fail(e, "it has no value")
	}
	return t
}

// want checks an expression of a class, and returns its type.
func (c *checker) want(e Expr, k class) Type {
	t := c.value(e)
	if !k.has(t) {
		c.fail(e, "%v: want %s", t, k.name)
	}
	return t
}

// wants checks expressions of a class.
func (c *checker) wants(k class, all ...Expr) {
	for _, e := range all {
		c.want(e, k)
	}
}

// maybe checks expressions that may be missing.
func (c *checker) maybe(k class, all ...Expr) {
	for _, e := range all {
		if e != nil {
			c.want(e, k)
		}
	}
}

// alike checks two expressions of a class, and that these are of one type; of rows and grids
// only the cells count.
func (c *checker) alike(e Expr, k class, x, y Expr) {
	a, b := c.want(x, k), c.want(y, k)
	if a.IsScalar() && a != b || a.Kind == GridType != (b.Kind == GridType) || a.Of != b.Of && a.Of != NoType && b.Of != NoType {
		c.fail(e, "%v with %v", a, b)
	}
}

// among checks a number that is compared with the cells of a row or grid.
func (c *checker) among(e Expr, k class, x, row Expr) {
	t, of := c.want(x, scalar), c.want(row, k).Of
	if of != NoType && t.Kind != of {
		c.fail(e, "%v with cells that are %v", t, Type{Kind: of})
	}
}

// into checks a number that becomes a cell of a row or grid.
func (c *checker) into(e Expr, x Expr, k class, row Expr) {
	of, t := c.want(row, k).Of, c.want(x, scalar)
	if t.Kind != of {
		c.fail(e, "%v into cells that are %v", t, Type{Kind: of})
	}
}

// item checks a row or grid that has cells of a known kind.
func (c *checker) item(e Expr, k class) {
	if t := c.want(e, k); t.Of == NoType {
		c.fail(e, "no cell has a type")
	}
}

// constant: 0 or 1 of bools, a byte of letters.
func (c *checker) constant(e Expr, k Kind, n int64) {
	switch {
	case k == IntType, k == BoolType && uint64(n) <= 1, k == LetterType && uint64(n) <= 255:
	default:
		c.fail(e, "%d is no constant of the kind %v", n, Type{Kind: k})
	}
}

// agree refuses lists of different length.
func (c *checker) agree(e Expr, a, b int) {
	if a != b {
		c.fail(e, "lists of %d and %d that belong together", a, b)
	}
}

// expr checks an expression and returns its type. The rule of a node is its comment: s and t
// are any scalar types, and a text stands wherever a row[letter] does.
func (c *checker) expr(e Expr) Type {
	if e == nil {
		c.fail(nil, "an expression is missing")
	}
	c.grow(1)
	c.deeper()
	defer c.up()
	if c.wrong == nil {
		c.places(e)
		c.operands(e)
	}
	if c.wrong != nil {
		return Type{}
	}
	t := c.p.typeOf(c.f, e, func(x Expr) Type { return c.types[x] })
	c.types[e] = t
	return t
}

// operands checks the operands of an expression.
func (c *checker) operands(e Expr) {
	switch e := e.(type) {
	case *Const: // -> s
		c.constant(e, e.Kind, e.N)
	case *Cells: // -> row[s]
		c.grow(len(e.N))
		if why := e.Type.wrong(); why != "" || !e.Type.IsRow() {
			c.fail(nil, "constant cells of no row: %v", e.Type)
		}
		for _, n := range e.N {
			c.constant(e, e.Type.Of, n)
		}
	case *Get: // v: t -> t
		switch v := int(e.V); {
		case v < 0 || v >= len(c.f.Vars):
			c.fail(e, "no variable %d", v)
		case !c.set[v] && !c.dead:
			c.fail(e, "it may have no value here")
		}
	case *Arith: // int, int -> int
		c.wants(integer, e.X, e.Y)
		if e.Op > Right {
			c.fail(e, "an operator that computes nothing")
		}
	case *Negate: // int -> int
		c.want(e.X, integer)
	case *Invert: // int -> int
		c.want(e.X, integer)
	case *Abs: // int -> int
		c.want(e.X, integer)
	case *Extreme: // int, int -> int
		c.wants(integer, e.X, e.Y)
	case *Not: // bool -> bool
		c.want(e.X, truth)
	case *Logic: // bool, bool -> bool; int, int -> int
		c.alike(e, logical, e.X, e.Y)
	case *Truth: // int, letter or row[s] -> bool
		c.want(e.X, weighed)
	case *Compare: // s, s -> bool
		c.alike(e, scalar, e.X, e.Y)
		if e.Op < Equal || e.Op > AtLeast {
			c.fail(e, "an operator that compares nothing")
		}
	case *Choose: // bool, s, s -> s; bool, row[s], row[s] -> row[s]
		c.want(e.Cond, truth)
		x, y := c.value(e.X), c.value(e.Y)
		if x.Kind == GridType || x.Kind != y.Kind || x.Of != y.Of && x.Of != NoType && y.Of != NoType {
			c.fail(e, "%v here and %v there", x, y)
		}
	case *Reason: // -> bool, in legal
		if c.p.What != Legal || c.here != len(c.p.Functions)-1 {
			c.fail(e, "a message of something other than legal")
		}
	case *Same: // row[s], row[s] -> bool; grid[s], grid[s] -> bool
		c.alike(e, cells, e.X, e.Y)
	case *In: // s, row[s] or grid[s] -> bool
		c.among(e, cells, e.X, e.Row)
	case *InRow: // row[s], row[s] -> bool
		c.alike(e, row, e.X, e.Row)
	case *InTable: // row[int] -> bool
		c.want(e.X, ints)
		c.table(e, e.Table)
	case *Index: // row[s], int -> s
		c.item(e.Row, row)
		c.want(e.I, integer)
		if !slices.Contains(rowNames, e.Name) {
			c.fail(e, "the row is called %q: want one of %q", e.Name, rowNames)
		}
	case *Cell: // grid[s], int, int -> s
		c.item(e.Grid, grid)
		c.wants(integer, e.R, e.C)
	case *Line: // int -> row[int]
		c.table(e, e.Table)
		c.want(e.I, integer)
	case *Len: // row[s] or grid[s] -> int
		c.want(e.X, cells)
	case *Side: // grid[s] -> int
		c.want(e.Grid, grid)
	case *Over: // row[int] -> int; of any and all row[int] or row[bool] -> bool
		k := ints
		if e.How == Any || e.How == All {
			k = facts
		}
		c.want(e.X, k)
		if e.How > All {
			c.fail(e, "no such value of cells")
		}
	case *Count: // row[s] or grid[s], s -> int
		c.among(e, cells, e.V, e.X)
	case *Find: // row[s], s -> int
		c.among(e, row, e.V, e.X)
	case *Inside: // row[s], int -> bool; grid[s], int, int -> bool
		c.want(e.I, integer)
		if e.J == nil {
			c.want(e.X, row)
			return
		}
		c.want(e.X, grid)
		c.want(e.J, integer)
	case *List: // s, … -> row[s]
		if len(e.Cells) > 0 || e.Of != NoType {
			for _, x := range e.Cells {
				c.fits(x, c.value(x), Type{Kind: e.Of})
			}
			if !(Type{Kind: e.Of}).IsScalar() {
				c.fail(e, "cells that are %v", Type{Kind: e.Of})
			}
		}
	case *Put: // row[s], s, int, …, row[int] -> row[s]
		c.into(e, e.V, row, e.Row)
		c.wants(integer, e.Places...)
		c.maybe(ints, e.Rest)
		c.agree(e, len(e.Places), len(e.Ats))
	case *PutCells: // grid[s], s, int, int, … -> grid[s]
		c.into(e, e.V, grid, e.Grid)
		c.wants(integer, e.R...)
		c.wants(integer, e.C...)
		c.agree(e, len(e.R), len(e.C))
		c.agree(e, len(e.R), len(e.Ats))
	case *Fill: // s, int -> row[s]; s, int, int -> grid[s]
		c.want(e.V, scalar)
		c.want(e.N, integer)
		c.maybe(integer, e.M)
	case *Cut: // grid[s], int, int, int, int -> grid[s]
		c.want(e.Grid, grid)
		c.wants(integer, e.R, e.C, e.H, e.W)
	case *Slice: // row[s], int, int, int -> row[s], and a text of a text
		c.want(e.Row, row)
		c.maybe(integer, e.Lo, e.Hi, e.Step)
	case *Join: // row[s], row[s] -> row[s]
		c.alike(e, row, e.X, e.Y)
	case *Repeat: // row[s], int -> row[s]
		c.want(e.Row, row)
		c.want(e.N, integer)
	case *Rearrange: // row[s] -> row[s]
		c.want(e.X, row)
		if e.How > Reversed {
			c.fail(e, "no such order")
		}
	case *Build: // -> row[s] or grid[s]
		c.build(e)
	case *Call: // what the parameters are -> what the function returns
		f := c.callee(e)
		c.agree(e, len(e.Args), f.Params)
		isStatement := e == c.doing
		if f.States && (!isStatement || !c.f.States || len(c.builds) > 0) {
			c.fail(e, "it states moves or parts: want a statement of a function that says so, and no build around it")
		}
		for i, x := range e.Args {
			if c.wrong == nil {
				c.fits(x, c.value(x), f.Vars[i].Type)
			}
		}
	default:
		c.fail(nil, "no expression: %T", e)
	}
}

// rowNames is what a message may call a row.
var rowNames = []string{"row", "list", "tuple", "string"}

// build checks the body of a Build. What it sets has a value in it alone.
func (c *checker) build(e *Build) {
	if why := e.Type.wrong(); why != "" || e.Type.Kind != RowType && e.Type.Kind != GridType {
		c.fail(nil, "it builds %v: want a row or a grid", e.Type)
	}
	loops, dead, n := c.loops, c.dead, len(c.trail)
	c.builds, c.loops = append(c.builds, e.Type), 0
	c.block(e.Body)
	c.undo(n)
	c.builds, c.loops, c.dead = c.builds[:len(c.builds)-1], loops, dead
}
