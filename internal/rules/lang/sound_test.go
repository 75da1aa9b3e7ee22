package lang

// Whether a tree is one that its readers may trust.

import (
	"fmt"

	"github.com/grundy-games/grundy/internal/rules/core"
)

// unsound returns what is wrong with a program first, or nil. Then
//   - functions call only those before them;
//   - each node has operands of the types that it takes;
//   - each variable has a value where it is read, and each function that returns a value
//     ends with one;
//   - the body of each loop begins with a [core.Charge] of at least one step, and a call costs
//     at least one;
//   - moves and parts are stated where the program states them, and nowhere else.
func unsound(p *core.Program) error {
	for i := range p.Functions {
		f := &p.Functions[i]
		c := &soundness{p: p, f: f, here: i, set: make([]bool, len(f.Vars))}
		for v := range f.Params {
			c.set[v] = true
		}
		c.block(f.Body)
		c.must(f.Cost >= 1, nil, "a cost of %d", f.Cost)
		c.must(c.dead || f.Result.Kind == core.NoType, nil, "it may end without a value")
		if c.wrong != nil {
			return fmt.Errorf("%s: %w", f.Name, c.wrong)
		}
	}
	fields, main := p.Shape.Fields, p.Main()
	if main.Params != len(fields) {
		return fmt.Errorf("%d parameters of %d fields", main.Params, len(fields))
	}
	for i := range fields {
		if main.Vars[i].Type != fields[i].Type() {
			return fmt.Errorf("the parameter %d is %v", i, main.Vars[i].Type)
		}
	}
	return nil
}

// A soundness goes through a function.
type soundness struct {
	p      *core.Program
	f      *core.Function
	here   int // its place
	wrong  error
	loops  int         // around, up to the innermost Build
	builds []core.Type // around
	set    []bool      // which variables have a value for sure
	dead   bool        // nothing comes here
}

func (c *soundness) must(holds bool, node any, format string, args ...any) {
	if !holds && c.wrong == nil {
		c.wrong = fmt.Errorf("%T %+v: %s", node, node, fmt.Sprintf(format, args...))
	}
}

func (c *soundness) block(block []core.Stmt) {
	for _, s := range block {
		if c.wrong == nil {
			c.statement(s)
		}
	}
}

// within runs do, behind which only what had a value before it has one.
func (c *soundness) within(do func()) (after []bool) {
	before := append([]bool(nil), c.set...)
	do()
	after, c.set = c.set, before
	return after
}

func (c *soundness) loop(s core.Stmt, body []core.Stmt, items ...core.Var) {
	pay, ok := body[0].(*core.Charge)
	c.must(ok && pay.N >= 1, s, "a body that begins without a charge")
	dead := c.dead
	c.loops++
	c.within(func() {
		for _, v := range items {
			c.set[v] = true
		}
		c.block(body)
	})
	c.loops--
	c.dead = dead
}

// value checks an expression, and returns its type.
func (c *soundness) value(e core.Expr) core.Type {
	core.Operands(e, func(x *core.Expr) { c.value(*x) })
	switch e := e.(type) {
	case *core.Get:
		c.must(c.set[e.V] || c.dead, e, "%s may have no value here", c.f.Vars[e.V].Name)
	case *core.Call:
		f := &c.p.Functions[e.F]
		c.must(e.F < c.here && len(e.Args) == f.Params, e, "a call of another function")
		for i, x := range e.Args {
			c.fits(e, typeOf(c.p, c.f, x), f.Vars[i].Type)
		}
	case *core.Put:
		c.must(len(e.Places) == len(e.Ats), e, "places")
	case *core.PutCells:
		c.must(len(e.R) == len(e.C) && len(e.R) == len(e.Ats), e, "places")
	case *core.Reason:
		c.must(c.p.What == core.Legal && c.here == len(c.p.Functions)-1, e, "a message of something other than legal")
	case *core.Build:
		loops, dead := c.loops, c.dead
		c.builds, c.loops = append(c.builds, e.Type), 0
		c.within(func() { c.block(e.Body) })
		c.builds, c.loops, c.dead = c.builds[:len(c.builds)-1], loops, dead
	}
	t := typeOf(c.p, c.f, e)
	call, isCall := e.(*core.Call)
	c.must(t.Kind != core.NoType || isCall && c.p.Functions[call.F].Result.Kind == core.NoType, e, "no type")
	return t
}

// fits: the same type, or a row that is empty for sure.
func (c *soundness) fits(node any, t, want core.Type) {
	c.must(t.Kind == want.Kind && (t.Of == want.Of || t.Of == core.NoType), node, "%v: want %v", t, want)
}

func (c *soundness) want(s core.Stmt, k core.Kind, all ...core.Expr) {
	for _, e := range all {
		c.fits(s, c.value(e), core.Type{Kind: k})
	}
}

func (c *soundness) give(s core.Stmt, v core.Var, t core.Type) {
	c.fits(s, t, c.f.Vars[v].Type)
	c.set[v] = true
}

func (c *soundness) statement(s core.Stmt) {
	switch s := s.(type) {
	case *core.Set:
		c.give(s, s.V, c.value(s.X))
	case *core.SetCell:
		c.want(s, core.IntType, s.I)
		c.cell(s, s.V, s.X)
	case *core.Append:
		c.cell(s, s.V, s.X)
	case *core.Unpack:
		t := c.value(s.X)
		c.must(t.IsRow(), s, "%v", t)
		for _, v := range s.V {
			c.give(s, v, core.Type{Kind: t.Of})
		}
	case *core.If:
		c.want(s, core.BoolType, s.Cond)
		dead := c.dead
		then := c.within(func() { c.block(s.Then) })
		deadThen := c.dead
		c.dead = dead
		otherwise := c.within(func() { c.block(s.Else) })
		for v := range c.set {
			c.set[v] = (deadThen || then[v]) && (c.dead || otherwise[v])
		}
		c.dead = c.dead && deadThen
	case *core.While:
		c.want(s, core.BoolType, s.Cond)
		c.loop(s, s.Body)
	case *core.For:
		c.want(s, core.IntType, s.From, s.To, s.Step)
		c.fits(s, core.Type{Kind: core.IntType}, c.f.Vars[s.V].Type)
		c.loop(s, s.Body, s.V)
	case *core.Each:
		t := c.value(s.Over)
		c.fits(s, core.Type{Kind: t.Of}, c.f.Vars[s.Item].Type)
		c.loop(s, s.Body, core.Targets(s)...)
	case *core.Lines:
		for _, line := range s.Written {
			for i, e := range line {
				if t := c.value(e); s.Line == core.NoVar {
					c.fits(s, t, c.f.Vars[s.Items[i]].Type)
				} else {
					c.fits(s, t, core.Type{Kind: c.f.Vars[s.Line].Type.Of})
				}
			}
		}
		c.loop(s, s.Body, core.Targets(s)...)
	case *core.Leave:
		c.must(c.loops > 0, s, "no loop around it")
		c.dead = true
	case *core.Return:
		c.must(len(c.builds) == 0 && (s.X == nil) == (c.f.Result.Kind == core.NoType), s, "returns")
		if s.X != nil {
			c.fits(s, c.value(s.X), c.f.Result)
		}
		c.dead = true
	case *core.Fail:
		c.dead = true
	case *core.Do:
		c.value(s.X)
	case *core.Yield:
		t, around := c.value(s.X), c.builds[len(c.builds)-1]
		if around.Kind == core.RowType {
			c.fits(s, t, core.Type{Kind: around.Of})
		} else {
			c.must(t.IsRow() && (t.Of == around.Of || t.Of == core.NoType), s, "%v", t)
		}
	case *core.State:
		c.position(s, s.Fields)
	case *core.StateSum:
		for _, part := range s.Parts {
			if part.Times != nil {
				c.want(s, core.IntType, part.Times)
			}
			c.position(s, part.Fields)
		}
	case *core.End:
		c.must(c.f.States, s, "a function that states nothing")
	case *core.Charge:
	default:
		c.must(false, s, "no statement")
	}
}

// cell: a row whose cells are of the type of X.
func (c *soundness) cell(s core.Stmt, v core.Var, x core.Expr) {
	c.must(c.set[v] || c.dead, s, "no value")
	t := c.value(x)
	c.fits(s, core.Type{Kind: core.RowType, Of: t.Kind}, c.f.Vars[v].Type)
}

// position: the types of all fields; the row of a field may be a text.
func (c *soundness) position(s core.Stmt, values []core.Expr) {
	c.must(c.f.States && len(c.builds) == 0 && len(values) == len(c.p.Shape.Fields), s, "states")
	for i, x := range values {
		t := c.value(x)
		if t.Kind == core.TextType {
			t.Kind = core.RowType
		}
		c.fits(s, t, c.p.Shape.Fields[i].Type())
	}
}
