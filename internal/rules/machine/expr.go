package machine

// Expressions whose value is one number, and what compiled expressions are.

import (
	"slices"

	"github.com/grundy-games/grundy/internal/rules/core"
)

// An operand is a compiled expression. A scalar has a register, a constant or f; a row or grid
// writes its cells where it is told to, a grid behind its height and width, and
// has a view where they lie somewhere already.
type operand struct {
	t       core.Type
	f       func(m *Machine) int64
	isConst bool
	n       int64                             // of a constant
	reg     int                               // where a scalar is kept, or -1
	write   func(m *Machine, dst []int64) int // how many; 0 when it stops
	view    func(m *Machine) []int64
}

// scalar returns the code of a scalar.
func (x *operand) scalar() func(m *Machine) int64 {
	switch {
	case x.isConst:
		n := x.n
		return func(*Machine) int64 { return n }
	case x.reg >= 0:
		at := x.reg
		return func(m *Machine) int64 { return m.r[at] }
	}
	return x.f
}

// register returns where a scalar is kept, or -1.
func (c *compiler) register(x operand) int {
	if !x.isConst {
		return x.reg
	}
	at, ok := c.constants[x.n]
	if !ok {
		at = c.keep([]int64{x.n})
		c.constants[x.n] = at
	}
	return at
}

func constant(n int64) operand { return operand{isConst: true, n: n, reg: -1} }

// scalar returns the operand of an integer, bool or letter.
func scalar(f func(m *Machine) int64) operand { return operand{f: f, reg: -1} }

// of gives an operand its type.
func (x operand) of(t core.Type) operand {
	x.t = t
	return x
}

var (
	integer = core.Type{Kind: core.IntType}
	truth   = core.Type{Kind: core.BoolType}
)

func boolInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (c *compiler) expr(e core.Expr) operand {
	switch e := e.(type) {
	case *core.Const:
		return constant(e.N).of(core.Type{Kind: e.Kind})
	case *core.Get:
		return reading(c.vars[e.V])
	case *core.Arith:
		return c.arith(e).of(integer)
	case *core.Negate:
		return c.checkedOne(&e.At, e.X, func(x int64) (int64, core.Fault) { return core.Sub(0, x) })
	case *core.Abs:
		return c.checkedOne(&e.At, e.X, core.AbsOf)
	case *core.Invert:
		f := c.number(e.X)
		return scalar(func(m *Machine) int64 { return ^f(m) }).of(integer)
	case *core.Extreme:
		f, g := c.number(e.X), c.number(e.Y)
		if e.Greatest {
			return scalar(func(m *Machine) int64 { return max(f(m), g(m)) }).of(integer)
		}
		return scalar(func(m *Machine) int64 { return min(f(m), g(m)) }).of(integer)
	case *core.Logic:
		return c.logic(e)
	case *core.Choose:
		return c.choose(e)
	case *core.Index:
		return c.index(e)
	case *core.Cell:
		return c.cell(e)
	case *core.Len:
		return c.length(e).of(integer)
	case *core.Side:
		return c.side(e).of(integer)
	case *core.Over:
		return c.over(e)
	case *core.Count:
		return c.count(e).of(integer)
	case *core.Find:
		return c.find(e).of(integer)
	case *core.Call:
		return c.callValue(e)
	}
	if x, ok := c.row(e); ok {
		return x
	}
	cond := c.condition(e)
	return scalar(func(m *Machine) int64 { return boolInt(cond(m)) }).of(truth)
}

// number compiles an expression whose value is one number.
func (c *compiler) number(e core.Expr) func(m *Machine) int64 {
	x := c.expr(e)
	return x.scalar()
}

// checkedOne compiles an operation on one integer that may fail.
func (c *compiler) checkedOne(at *core.Place, e core.Expr, do func(x int64) (int64, core.Fault)) operand {
	f := c.number(e)
	return scalar(func(m *Machine) int64 {
		v, wrong := do(f(m))
		if wrong != core.NoFault {
			return m.fail(at, "%v", wrong)
		}
		return v
	}).of(integer)
}

// arithmetic fails with what is wrong with x op y.
func (m *Machine) arithmetic(e *core.Arith, wrong core.Fault, x, y int64) int64 {
	return m.fail(&e.At, "%v (%d %v %d)", wrong, x, e.Op, y)
}

func (c *compiler) arith(e *core.Arith) operand {
	x, y := c.expr(e.X), c.expr(e.Y)
	if x.isConst && y.isConst {
		if v, wrong := core.IntegerOp(e.Op, x.n, y.n); wrong == core.NoFault {
			return constant(v)
		}
	}
	if at, bt := c.register(x), c.register(y); at >= 0 && bt >= 0 && (e.Op == core.Plus || e.Op == core.Minus) {
		return sumOfRegisters(e, at, bt)
	}
	f, g := x.scalar(), y.scalar()
	switch e.Op { // those that never fail
	case core.BitAnd:
		return scalar(func(m *Machine) int64 { return f(m) & g(m) })
	case core.BitOr:
		return scalar(func(m *Machine) int64 { return f(m) | g(m) })
	case core.BitXor:
		return scalar(func(m *Machine) int64 { return f(m) ^ g(m) })
	}
	do := core.Operation(e.Op)
	return scalar(func(m *Machine) int64 {
		a, b := f(m), g(m)
		v, wrong := do(a, b)
		if wrong != core.NoFault {
			return m.arithmetic(e, wrong, a, b)
		}
		return v
	})
}

// sumOfRegisters compiles x + y and x - y of registers, which are most of the arithmetic of
// moves.
func sumOfRegisters(e *core.Arith, at, bt int) operand {
	if e.Op == core.Plus {
		return scalar(func(m *Machine) int64 {
			v, wrong := core.Add(m.r[at], m.r[bt])
			if wrong != core.NoFault {
				return m.arithmetic(e, wrong, m.r[at], m.r[bt])
			}
			return v
		})
	}
	return scalar(func(m *Machine) int64 {
		v, wrong := core.Sub(m.r[at], m.r[bt])
		if wrong != core.NoFault {
			return m.arithmetic(e, wrong, m.r[at], m.r[bt])
		}
		return v
	})
}

// logic compiles x and y, x or y, as values.
func (c *compiler) logic(e *core.Logic) operand {
	x := c.expr(e.X)
	f, g, stopAt := x.scalar(), c.number(e.Y), e.Or
	return scalar(func(m *Machine) int64 {
		v := f(m)
		if (v != 0) == stopAt {
			return v
		}
		return g(m)
	}).of(x.t)
}

// choose compiles x if cond else y.
func (c *compiler) choose(e *core.Choose) operand {
	cond, x, y := c.condition(e.Cond), c.expr(e.X), c.expr(e.Y)
	t := x.t
	if t.Of == core.NoType {
		t.Of = y.t.Of
	}
	if !x.t.IsScalar() {
		first := header(t)
		return writing(func(m *Machine, dst []int64) int {
			from := y.write
			if cond(m) {
				from = x.write
			}
			n := from(m, dst)
			if !m.spend(&e.At, n-first) {
				return 0
			}
			return n
		}).of(t)
	}
	f, g := x.scalar(), y.scalar()
	return scalar(func(m *Machine) int64 {
		if cond(m) {
			return f(m)
		}
		return g(m)
	}).of(t)
}

// index compiles row[i].
func (c *compiler) index(e *core.Index) operand {
	x := c.expr(e.Row)
	view, at := c.viewed(x), c.number(e.I)
	return scalar(func(m *Machine) int64 {
		cells := view(m)
		i := at(m)
		if uint64(i) < uint64(len(cells)) {
			return cells[i]
		}
		if at, ok := core.PlaceOf(i, int64(len(cells))); ok {
			return cells[at]
		}
		return m.fail(&e.At, "there is no item %d in a %s of length %d", i, e.Name, len(cells))
	}).of(core.Type{Kind: x.t.Of})
}

// cell compiles grid[r, c].
func (c *compiler) cell(e *core.Cell) operand {
	x := c.expr(e.Grid)
	view, r, column := c.viewed(x), c.number(e.R), c.number(e.C)
	return scalar(func(m *Machine) int64 {
		g := view(m)
		i, j := r(m), column(m)
		if uint64(i) < uint64(g[0]) && uint64(j) < uint64(g[1]) {
			return g[2+i*g[1]+j]
		}
		return m.fail(&e.At, "there is no cell (%d, %d) in a grid of %d x %d", i, j, g[0], g[1])
	}).of(core.Type{Kind: x.t.Of})
}

func (c *compiler) length(e *core.Len) operand {
	x := c.expr(e.X)
	if at, ok := e.X.(*core.Get); ok && x.t.IsRow() {
		return operand{reg: c.vars[at.V].at}
	}
	view, first := c.viewed(x), header(x.t)
	return scalar(func(m *Machine) int64 { return int64(len(view(m)) - first) })
}

// side compiles grid.height and grid.width.
func (c *compiler) side(e *core.Side) operand {
	i := int(boolInt(e.Width))
	if at, ok := e.Grid.(*core.Get); ok {
		return operand{reg: c.vars[at.V].at + i}
	}
	view := c.viewed(c.expr(e.Grid))
	return scalar(func(m *Machine) int64 { return view(m)[i] })
}

// over compiles min, max, sum, any and all of a row.
func (c *compiler) over(e *core.Over) operand {
	view := c.viewed(c.expr(e.X))
	fold := map[core.Fold]func(m *Machine, cells []int64) int64{
		core.Least:    func(_ *Machine, cells []int64) int64 { return slices.Min(cells) },
		core.Greatest: func(_ *Machine, cells []int64) int64 { return slices.Max(cells) },
		core.Sum: func(m *Machine, cells []int64) (total int64) {
			for _, v := range cells {
				var wrong core.Fault
				if total, wrong = core.Add(total, v); wrong != core.NoFault {
					return int64(m.spill())
				}
			}
			return total
		},
		core.Any: func(_ *Machine, cells []int64) int64 { return boolInt(slices.ContainsFunc(cells, isTrue)) },
		core.All: func(_ *Machine, cells []int64) int64 { return boolInt(!slices.Contains(cells, 0)) },
	}[e.How]
	t, name := integer, ""
	switch e.How {
	case core.Least:
		name = "min"
	case core.Greatest:
		name = "max"
	case core.Any, core.All:
		t = truth
	}
	return scalar(func(m *Machine) int64 {
		cells := view(m)
		if !m.spend(&e.At, len(cells)) {
			return 0
		}
		if len(cells) == 0 && name != "" {
			return m.fail(&e.At, "%s of nothing", name)
		}
		return fold(m, cells)
	}).of(t)
}

func isTrue(v int64) bool { return v != 0 }

func (c *compiler) count(e *core.Count) operand {
	x := c.expr(e.X)
	view, f, first := c.viewed(x), c.number(e.V), header(x.t)
	return scalar(func(m *Machine) int64 {
		cells := view(m)[first:]
		v := f(m)
		if !m.spend(&e.At, len(cells)) {
			return 0
		}
		count := int64(0)
		for _, cell := range cells {
			count += boolInt(cell == v)
		}
		return count
	})
}

func (c *compiler) find(e *core.Find) operand {
	view, f := c.viewed(c.expr(e.X)), c.number(e.V)
	return scalar(func(m *Machine) int64 {
		cells := view(m)
		v := f(m)
		if !m.spend(&e.At, len(cells)) {
			return 0
		}
		at := slices.Index(cells, v)
		if at < 0 {
			return int64(m.spill()) // the interpreter knows what is not there
		}
		return int64(at)
	})
}

// callValue compiles a call whose value is wanted. It is taken at once: the next call
// overwrites it.
func (c *compiler) callValue(e *core.Call) operand {
	run := c.call(e)
	result := c.functions[e.F].result
	if result.t.IsScalar() {
		at := result.at
		return scalar(func(m *Machine) int64 {
			run(m)
			return m.r[at]
		}).of(result.t)
	}
	write := reading(result).write
	return writing(func(m *Machine, dst []int64) int {
		run(m)
		return write(m, dst)
	}).of(result.t)
}
