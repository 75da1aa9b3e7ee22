package machine

// Rows and grids. No row is kept that nobody asked for: an expression writes its cells where
// they are wanted, into the position after the move as a rule.

import (
	"slices"

	"github.com/grundy-games/grundy/internal/rules/core"
)

// writing returns the operand that writes cells.
func writing(write func(m *Machine, dst []int64) int) operand { return operand{reg: -1, write: write} }

// viewing returns the operand whose cells a view shows.
func viewing(view func(m *Machine) []int64) operand {
	return operand{reg: -1, view: view, write: func(m *Machine, dst []int64) int {
		cells := view(m)
		if len(cells) > len(dst) {
			return m.spill()
		}
		return copy(dst, cells)
	}}
}

// reading returns a variable as an operand.
func reading(v variable) operand {
	at := v.at
	switch {
	case v.t.IsScalar():
		return operand{t: v.t, reg: at}
	case v.t.IsRow():
		return viewing(func(m *Machine) []int64 { return m.r[at+1 : at+1+int(m.r[at])] }).of(v.t)
	}
	return viewing(func(m *Machine) []int64 { return m.r[at : at+2+int(m.r[at]*m.r[at+1])] }).of(v.t)
}

// viewed returns where the cells of an operand lie, after writing them somewhere
// if need be.
func (c *compiler) viewed(x operand) func(m *Machine) []int64 {
	if x.view != nil {
		return x.view
	}
	room := c.capacity + 2
	at := c.room(room)
	write := x.write
	return func(m *Machine) []int64 {
		n := write(m, m.r[at:at+room])
		if m.stopped { // a grid without cells, or any row
			n = 2
			clear(m.r[at : at+n])
		}
		return m.r[at : at+n]
	}
}

// row compiles a row or a grid, or is false for what is none.
func (c *compiler) row(e core.Expr) (operand, bool) {
	switch e := e.(type) {
	case *core.Cells:
		at := c.keep(e.N)
		end := at + len(e.N)
		return viewing(func(m *Machine) []int64 { return m.r[at:end] }).of(e.Type), true
	case *core.Line:
		return c.lineOf(e).of(core.Type{Kind: core.RowType, Of: core.IntType}), true
	case *core.List:
		return c.list(e).of(core.Type{Kind: core.RowType, Of: e.Of}), true
	case *core.Put:
		x := c.expr(e.Row)
		return c.put(e, x).of(rowOf(x)), true
	case *core.PutCells:
		x := c.expr(e.Grid)
		return c.putCells(e, x).of(x.t), true
	case *core.Fill:
		return c.fill(e), true
	case *core.Cut:
		x := c.expr(e.Grid)
		return c.cut(e, x).of(x.t), true
	case *core.Slice:
		x := c.expr(e.Row)
		return c.slice(e, x).of(x.t), true
	case *core.Join:
		x, y := c.expr(e.X), c.expr(e.Y)
		t := rowOf(x)
		if t.Of == core.NoType {
			t = rowOf(y)
		}
		return c.join(e, x, y).of(t), true
	case *core.Repeat:
		x := c.expr(e.Row)
		return c.repeat(e, x).of(x.t), true
	case *core.Rearrange:
		x := c.expr(e.X)
		return c.rearrange(e, x).of(rowOf(x)), true
	case *core.Build:
		return c.build(e).of(e.Type), true
	}
	return operand{}, false
}

// rowOf is the type of a row with such cells.
func rowOf(x operand) core.Type { return core.Type{Kind: core.RowType, Of: x.t.Of} }

// lineOf compiles table[i].
func (c *compiler) lineOf(e *core.Line) operand {
	lines, at := c.tables[e.Table], c.number(e.I)
	return viewing(func(m *Machine) []int64 {
		i, ok := core.PlaceOf(at(m), int64(len(lines)))
		if !ok { // the interpreter knows what it is an item of
			m.spill()
			return nil
		}
		l := lines[i]
		return m.r[l.at : l.at+l.length]
	})
}

// list compiles [a, b, c].
func (c *compiler) list(e *core.List) operand {
	var cells []func(m *Machine) int64
	for _, x := range e.Cells {
		cells = append(cells, c.number(x))
	}
	return writing(func(m *Machine, dst []int64) int {
		if len(cells) > len(dst) {
			return m.spill()
		}
		for i, f := range cells {
			dst[i] = f(m)
		}
		return len(cells)
	})
}

func (c *compiler) slice(e *core.Slice, x operand) operand {
	view := c.viewed(x)
	var ends [3]func(m *Machine) int64
	for i, end := range []core.Expr{e.Lo, e.Hi, e.Step} {
		if end != nil {
			ends[i] = c.number(end)
		}
	}
	// bounds returns which cells are wanted: from lo, count of them.
	bounds := func(m *Machine, length int64) (lo, step, count int64) {
		given := [3]int64{2: 1}
		for i, end := range ends {
			if end != nil {
				given[i] = end(m)
			}
		}
		if given[2] == 0 {
			m.fail(&e.At, "a slice of step 0")
			return 0, 1, 0
		}
		lo, count = core.SliceOf(length, given, ends[0] != nil, ends[1] != nil)
		return lo, given[2], count
	}
	if e.Step == nil {
		return viewing(func(m *Machine) []int64 {
			cells := view(m)
			lo, _, count := bounds(m, int64(len(cells)))
			if !m.spend(&e.At, int(count)) {
				return nil
			}
			return cells[lo : lo+count]
		})
	}
	return writing(func(m *Machine, dst []int64) int {
		cells := view(m)
		lo, step, count := bounds(m, int64(len(cells)))
		switch {
		case count > int64(len(dst)):
			return m.spill()
		case !m.spend(&e.At, int(count)):
			return 0
		}
		core.Strided(dst[:count], cells, lo, step)
		return int(count)
	})
}

func (c *compiler) join(e *core.Join, x, y operand) operand {
	first, second := x.write, y.write
	return writing(func(m *Machine, dst []int64) int {
		j := first(m, dst)
		k := second(m, dst[j:])
		if !m.spend(&e.At, j+k) {
			return 0
		}
		return j + k
	})
}

func (c *compiler) repeat(e *core.Repeat, x operand) operand {
	write, f := x.write, c.number(e.N)
	return writing(func(m *Machine, dst []int64) int {
		k := write(m, dst)
		times := max(f(m), 0)
		if k == 0 || times == 0 {
			return 0
		}
		if times > int64(len(dst)/k) {
			return m.spill()
		}
		length := k * int(times)
		if !m.spend(&e.At, length) {
			return 0
		}
		core.RepeatCells(dst[:length], dst[:k])
		return length
	})
}

func (c *compiler) rearrange(e *core.Rearrange, x operand) operand {
	write, how := x.write, e.How
	return writing(func(m *Machine, dst []int64) int {
		k := write(m, dst)
		if !m.spend(&e.At, k) {
			return 0
		}
		switch how {
		case core.Sorted:
			if !m.spend(&e.At, int(core.SortSteps(k))) {
				return 0
			}
			slices.Sort(dst[:k])
		case core.Reversed:
			slices.Reverse(dst[:k])
		}
		return k
	})
}
