package lang

// This file holds the compiler's functions and methods that every file may use;
// those that state moves are in compile_move.go.

import (
	"slices"

	"go.starlark.net/syntax"

	"grundy/rules/core"
)

// extreme compiles min and max of integers, or of a row of them.
func (c *compiler) extreme(n *syntax.CallExpr, name string, all []operand) operand {
	greatest := name == "max"
	if len(all) == 1 {
		view := c.viewed(all[0])
		return scalar(func(m *Machine) int64 {
			cells := view(m)
			if !m.spend(n, len(cells)) {
				return 0
			}
			if len(cells) == 0 {
				return m.fail(n, "%s of nothing", name)
			}
			best := cells[0]
			for _, v := range cells[1:] {
				if v > best == greatest {
					best = v
				}
			}
			return best
		})
	}
	x := all[0]
	for _, y := range all[1:] {
		f, g := x.scalar(), y.scalar()
		if greatest {
			x = scalar(func(m *Machine) int64 { return max(f(m), g(m)) })
		} else {
			x = scalar(func(m *Machine) int64 { return min(f(m), g(m)) })
		}
	}
	return x
}

// overRow compiles len, sum, any and all.
func (c *compiler) overRow(n *syntax.CallExpr, name string, x operand) operand {
	first := x.t.header()
	if name == "len" {
		switch {
		case x.t.kind == tableType:
			return constant(int64(len(x.lines)))
		case x.t.kind == letterType:
			return constant(1)
		case x.of != nil && x.t.isRow():
			return operand{reg: x.of.at}
		}
	}
	view := c.viewed(x)
	switch name {
	case "len":
		return scalar(func(m *Machine) int64 { return int64(max(len(view(m))-first, 0)) })
	case "sum":
		return scalar(func(m *Machine) int64 {
			cells := view(m)
			if !m.spend(n, len(cells)) {
				return 0
			}
			total := int64(0)
			for _, v := range cells {
				var wrong core.Fault
				if total, wrong = core.Add(total, v); wrong != core.NoFault {
					m.spill()
					return 0
				}
			}
			return total
		})
	}
	found := name == "any"
	return scalar(func(m *Machine) int64 {
		cells := view(m)
		if !m.spend(n, len(cells)) {
			return 0
		}
		for _, v := range cells {
			if (v != 0) == found {
				return boolInt(found)
			}
		}
		return boolInt(!found)
	})
}

// putExpr compiles put(row, v, i, …) and put(grid, v, (r, c), …).
func (c *compiler) putExpr(s *registers, n *syntax.CallExpr) operand {
	x := c.expr(s, n.Args[0])
	v := c.expr(s, n.Args[1])
	write, value := x.write, v.scalar()
	if x.t.kind == gridType {
		var rows, columns []func(m *Machine) int64
		for _, a := range n.Args[2:] {
			r, column := c.pair(s, a)
			rows, columns = append(rows, r), append(columns, column)
		}
		return writing(func(m *Machine, dst []int64) int {
			k := write(m, dst)
			v := value(m)
			if !m.spend(n, k-2) {
				return 0
			}
			h, w := dst[0], dst[1]
			for i, r := range rows {
				r, column := r(m), columns[i](m)
				if uint64(r) >= uint64(h) || uint64(column) >= uint64(w) {
					if len(rows) > 1 {
						return m.spill() // the arguments behind it may be wrong too
					}
					m.fail(n.Args[2+i], "there is no cell (%d, %d) in a grid of %d x %d", r, column, h, w)
					return 0
				}
				dst[2+r*w+column] = v
			}
			return k
		})
	}
	var places []func(m *Machine) int64
	var rest func(m *Machine) []int64 // of *places, which come last
	for _, a := range n.Args[2:] {
		if all := starredArgument(a); all != nil {
			rest = c.viewed(c.expr(s, all))
			continue
		}
		i := c.expr(s, a)
		places = append(places, i.scalar())
	}
	return writing(func(m *Machine, dst []int64) int {
		k := write(m, dst)
		v := value(m)
		if !m.spend(n, k) {
			return 0
		}
		put := func(at int, i int64) bool {
			place, ok := core.PlaceOf(i, int64(k))
			if !ok {
				if len(n.Args) == 3 && rest == nil {
					m.fail(n.Args[2+at], "there is no item %d in a %s of length %d", i, "row", k)
				} else {
					m.spill() // the arguments behind it may be wrong too
				}
				return false
			}
			dst[place] = v
			return true
		}
		for at, place := range places {
			if !put(at, place(m)) {
				return 0
			}
		}
		if rest != nil {
			cells := rest(m)
			if !m.spend(n, len(cells)) {
				return 0
			}
			for at, i := range cells {
				if !put(len(places)+at, i) {
					return 0
				}
			}
		}
		return k
	})
}

// fillExpr compiles fill(v, n) and fill(v, h, w).
func (c *compiler) fillExpr(n *syntax.CallExpr, args []operand) operand {
	value := args[0].scalar()
	var sizes []func(m *Machine) int64
	for _, size := range args[1:] {
		sizes = append(sizes, size.scalar())
	}
	first := c.exprs[n].header()
	return writing(func(m *Machine, dst []int64) int {
		v := value(m)
		size := [2]int64{1, 1}
		for i, f := range sizes {
			size[i] = f(m)
		}
		for i := range sizes {
			if size[i] < 0 || size[i] > core.MostCells {
				m.fail(n.Args[1+i], "%s", core.WrongSize(size[i]))
				return 0
			}
		}
		length := int(size[0] * size[1])
		all := length + first
		if all > len(dst) {
			return m.spill()
		}
		if !m.spend(n, length) {
			return 0
		}
		if length == 0 {
			size = [2]int64{}
		}
		copy(dst[:first], size[:])
		core.FillWith(dst[first:all], v)
		return all
	})
}

// cutExpr compiles cut(grid, r, c, h, w).
func (c *compiler) cutExpr(n *syntax.CallExpr, args []operand) operand {
	var numbers [4]func(m *Machine) int64
	for i, x := range args[1:] {
		numbers[i] = x.scalar()
	}
	view := c.viewed(args[0])
	return writing(func(m *Machine, dst []int64) int {
		g := view(m)
		var at [4]int64
		for i, f := range numbers {
			at[i] = f(m)
		}
		if i := core.OutsideOf(g[0], g[1], at); i >= 0 {
			m.fail(n.Args[1+i], "%s", core.CutOutside(g[0], g[1], at, i))
			return 0
		}
		length := at[2] * at[3]
		switch {
		case length+2 > int64(len(dst)):
			return m.spill()
		case !m.spend(n, int(length)):
			return 0
		case length == 0:
			at[2], at[3] = 0, 0
		}
		dst[0], dst[1] = at[2], at[3]
		core.Window(dst[2:], g[2:], g[1], at[0], at[1], at[2], at[3])
		return 2 + int(length)
	})
}

// insideExpr compiles inside(grid, r, c) and inside(row, i).
func (c *compiler) insideExpr(args []operand) operand {
	view, i := c.viewed(args[0]), args[1].scalar()
	if len(args) == 2 {
		return scalar(func(m *Machine) int64 {
			length := len(view(m))
			return boolInt(uint64(i(m)) < uint64(length))
		})
	}
	j := args[2].scalar()
	return scalar(func(m *Machine) int64 {
		g := view(m)
		r, column := i(m), j(m)
		return boolInt(uint64(r) < uint64(g[0]) && uint64(column) < uint64(g[1]))
	})
}

// rowFrom compiles sorted, reversed, list and tuple of a row.
func (c *compiler) rowFrom(n *syntax.CallExpr, name string, x operand) operand {
	write := x.write
	return writing(func(m *Machine, dst []int64) int {
		k := write(m, dst)
		if !m.spend(n, k) {
			return 0
		}
		switch name {
		case "sorted":
			if !m.spend(n, int(core.SortSteps(k))) {
				return 0
			}
			slices.Sort(dst[:k])
		case "reversed":
			slices.Reverse(dst[:k])
		}
		return k
	})
}

// methodExpr compiles row.count(x), grid.count(x) and row.index(x).
func (c *compiler) methodExpr(s *registers, n *syntax.CallExpr) operand {
	method := n.Fn.(*syntax.DotExpr)
	x, v := c.expr(s, method.X), c.expr(s, n.Args[0])
	view, f, first := c.viewed(x), v.scalar(), x.t.header()
	if method.Name.Name == "index" {
		return scalar(func(m *Machine) int64 {
			cells := view(m)
			v := f(m)
			if !m.spend(n, len(cells)) {
				return 0
			}
			at := slices.Index(cells, v)
			if at < 0 {
				return int64(m.spill()) // the interpreter knows what is not there
			}
			return int64(at)
		})
	}
	return scalar(func(m *Machine) int64 {
		cells := view(m)[first:]
		v := f(m)
		if !m.spend(n, len(cells)) {
			return 0
		}
		count := int64(0)
		for _, cell := range cells {
			count += boolInt(cell == v)
		}
		return count
	})
}
