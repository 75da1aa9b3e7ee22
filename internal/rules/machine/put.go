package machine

// Rows and grids that are changed in some cells, filled, and cut out of others.

import "github.com/grundy-games/grundy/internal/rules/core"

func (c *compiler) put(e *core.Put, x operand) operand {
	write, value := x.write, c.number(e.V)
	var places []func(m *Machine) int64
	for _, i := range e.Places {
		places = append(places, c.number(i))
	}
	rest := func(*Machine) []int64 { return nil }
	if e.Rest != nil {
		rest = c.viewed(c.expr(e.Rest))
	}
	alone := len(places) == 1 && e.Rest == nil
	// at is a function of its own, so that nothing is made for a call.
	at := func(m *Machine, dst []int64, i, v int64) bool {
		place, ok := core.PlaceOf(i, int64(len(dst)))
		switch {
		case ok:
			dst[place] = v
		case alone:
			m.fail(&e.Ats[0], "there is no item %d in a row of length %d", i, len(dst))
		default:
			m.spill() // the arguments behind it may be wrong too
		}
		return ok
	}
	return writing(func(m *Machine, dst []int64) int {
		k := write(m, dst)
		v := value(m)
		if !m.spend(&e.At, k) {
			return 0
		}
		for _, place := range places {
			if !at(m, dst[:k], place(m), v) {
				return 0
			}
		}
		cells := rest(m)
		if len(cells) > 0 && !m.spend(&e.At, len(cells)) {
			return 0
		}
		for _, i := range cells {
			if !at(m, dst[:k], i, v) {
				return 0
			}
		}
		return k
	})
}

func (c *compiler) putCells(e *core.PutCells, x operand) operand {
	write, value := x.write, c.number(e.V)
	var rows, columns []func(m *Machine) int64
	for i := range e.R {
		rows, columns = append(rows, c.number(e.R[i])), append(columns, c.number(e.C[i]))
	}
	return writing(func(m *Machine, dst []int64) int {
		k := write(m, dst)
		v := value(m)
		if !m.spend(&e.At, k-2) {
			return 0
		}
		h, w := dst[0], dst[1]
		for i, r := range rows {
			r, column := r(m), columns[i](m)
			if uint64(r) >= uint64(h) || uint64(column) >= uint64(w) {
				if len(rows) > 1 {
					return m.spill() // the arguments behind it may be wrong too
				}
				m.fail(&e.Ats[i], "there is no cell (%d, %d) in a grid of %d x %d", r, column, h, w)
				return 0
			}
			dst[2+r*w+column] = v
		}
		return k
	})
}

func (c *compiler) fill(e *core.Fill) operand {
	x := c.expr(e.V)
	value, sizes := x.scalar(), []func(m *Machine) int64{c.number(e.N)}
	t := core.Type{Kind: core.RowType, Of: x.t.Kind}
	if e.M != nil {
		t.Kind, sizes = core.GridType, append(sizes, c.number(e.M))
	}
	first := header(t)
	return writing(func(m *Machine, dst []int64) int {
		v := value(m)
		size := [2]int64{1, 1}
		for i, f := range sizes {
			size[i] = f(m)
		}
		for i := range sizes {
			if size[i] < 0 || size[i] > core.MostCells {
				m.fail(&e.Ats[i], "%s", core.WrongSize(size[i]))
				return 0
			}
		}
		length := int(size[0] * size[1])
		all := length + first
		if all > len(dst) {
			return m.spill()
		}
		if !m.spend(&e.At, length) {
			return 0
		}
		if length == 0 {
			size = [2]int64{}
		}
		copy(dst[:first], size[:])
		core.FillWith(dst[first:all], v)
		return all
	}).of(t)
}

func (c *compiler) cut(e *core.Cut, x operand) operand {
	numbers := [4]func(m *Machine) int64{c.number(e.R), c.number(e.C), c.number(e.H), c.number(e.W)}
	view := c.viewed(x)
	return writing(func(m *Machine, dst []int64) int {
		g := view(m)
		var at [4]int64
		for i, f := range numbers {
			at[i] = f(m)
		}
		if i := core.OutsideOf(g[0], g[1], at); i >= 0 {
			m.fail(&e.Ats[i], "%s", core.CutOutside(g[0], g[1], at, i))
			return 0
		}
		length := at[2] * at[3]
		switch {
		case length+2 > int64(len(dst)):
			return m.spill()
		case !m.spend(&e.At, int(length)):
			return 0
		case length == 0:
			at[2], at[3] = 0, 0
		}
		dst[0], dst[1] = at[2], at[3]
		core.Window(dst[2:], g[2:], g[1], at[0], at[1], at[2], at[3])
		return 2 + int(length)
	})
}
