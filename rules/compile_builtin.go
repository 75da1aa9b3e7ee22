package rules

// This file holds the compiler's functions and methods that every file may use;
// those that state moves are in compile_move.go.

import (
	"slices"

	"go.starlark.net/syntax"
)

// extreme compiles min and max of integers, or of a row of them.
func (c *compiler) extreme(s *scope, n *syntax.CallExpr, name string) operand {
	var all []operand
	for _, a := range n.Args {
		all = append(all, c.expr(s, a))
	}
	if c.refused != nil {
		return operand{reg: -1}
	}
	greatest := name == "max"
	if len(all) == 1 && all[0].t.isRow() && all[0].t.of == intType {
		view := c.viewed(all[0])
		return code(intType, func(m *machine) int64 {
			cells := view(m)
			if m.stopped || !m.spend(n, len(cells)) {
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
	if len(all) < 2 {
		return c.refuse(n, "%s of these arguments", name)
	}
	for _, x := range all {
		if x.t.kind != intType {
			return c.refuse(n, "%s of %s", name, article(x.t))
		}
	}
	x := all[0]
	for _, y := range all[1:] {
		f, g := x.scalar(), y.scalar()
		if greatest {
			x = code(intType, func(m *machine) int64 { return max(f(m), g(m)) })
		} else {
			x = code(intType, func(m *machine) int64 { return min(f(m), g(m)) })
		}
	}
	return x
}

// overRow compiles len, sum, any and all.
func (c *compiler) overRow(s *scope, n *syntax.CallExpr, name string) operand {
	x := c.expr(s, n.Args[0])
	if c.refused != nil {
		return x
	}
	first := x.t.header()
	if x.t.kind == tableType && name == "len" {
		return constant(intType, int64(len(x.table.lines)))
	}
	if x.t.kind == letterType && name == "len" {
		return constant(intType, 1)
	}
	if !x.t.isRow() && (x.t.kind != gridType || name != "len") {
		return c.refuse(n, "%s of %s", name, article(x.t))
	}
	if name == "len" && x.of != nil && x.t.isRow() {
		return operand{t: valueType{kind: intType}, reg: x.of.at}
	}
	if name != "len" && x.t.isText() {
		return c.refuse(n, "%s of a string", name)
	}
	view := c.viewed(x)
	if c.refused != nil {
		return x
	}
	switch name {
	case "len":
		return code(intType, func(m *machine) int64 { return int64(max(len(view(m))-first, 0)) })
	case "sum":
		if x.t.of != intType && x.t.of != noType {
			return c.refuse(n, "the sum of what are no integers")
		}
		return code(intType, func(m *machine) int64 {
			cells := view(m)
			if m.stopped || !m.spend(n, len(cells)) {
				return 0
			}
			total := int64(0)
			for _, v := range cells {
				var wrong fault
				if total, wrong = add(total, v); wrong != noFault {
					m.spill()
					return 0
				}
			}
			return total
		})
	}
	if x.t.of == letterType {
		return c.refuse(n, "%s of strings", name)
	}
	found := name == "any"
	return code(boolType, func(m *machine) int64 {
		cells := view(m)
		if m.stopped || !m.spend(n, len(cells)) {
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
func (c *compiler) putExpr(s *scope, n *syntax.CallExpr) operand {
	if len(n.Args) < 2 {
		return c.refuse(n, "put of these arguments")
	}
	x := c.expr(s, n.Args[0])
	v := c.expr(s, n.Args[1])
	if c.refused != nil {
		return x
	}
	if v.t.kind != x.t.of || !v.t.isScalar() || !x.t.isRow() && x.t.kind != gridType {
		return c.refuse(n, "put of %s into %s", article(v.t.typeName()), article(x.t.typeName()))
	}
	write, value := x.write, v.scalar()
	if x.t.kind == gridType {
		var rows, columns []func(m *machine) int64
		for _, a := range n.Args[2:] {
			r, column, ok := c.pair(s, a)
			if !ok {
				return c.refuse(a, "a cell that is not written (r, c)")
			}
			rows, columns = append(rows, r), append(columns, column)
		}
		return operand{t: x.t, reg: -1, write: func(m *machine, dst []int64) int {
			k := write(m, dst)
			v := value(m)
			if k < 0 || m.stopped || !m.spend(n, k-2) {
				return -1
			}
			h, w := dst[0], dst[1]
			for i, r := range rows {
				r, column := r(m), columns[i](m)
				if m.stopped {
					return -1
				}
				if uint64(r) >= uint64(h) || uint64(column) >= uint64(w) {
					if len(rows) > 1 {
						return m.spill() // the arguments behind it may be wrong too
					}
					m.fail(n.Args[2+i], "there is no cell (%d, %d) in a grid of %d x %d", r, column, h, w)
					return -1
				}
				dst[2+r*w+column] = v
			}
			return k
		}}
	}
	var places []func(m *machine) int64
	var rest func(m *machine) []int64 // of *places, which must come last
	for i, a := range n.Args[2:] {
		if all := starredArgument(a); all != nil {
			more := c.expr(s, all)
			if c.refused == nil && (!more.t.isRow() || more.t.of != intType || i+3 < len(n.Args)) {
				c.refuse(a, "put with these *places")
			}
			rest = c.viewed(more)
			continue
		}
		i := c.expr(s, a)
		if c.refused == nil && i.t.kind != intType {
			c.refuse(a, "a place that is %s", article(i.t.typeName()))
		}
		if c.refused != nil {
			return i
		}
		places = append(places, i.scalar())
	}
	return operand{t: valueType{kind: rowType, of: x.t.of}, reg: -1, write: func(m *machine, dst []int64) int {
		k := write(m, dst)
		v := value(m)
		if k < 0 || m.stopped || !m.spend(n, k) {
			return -1
		}
		put := func(at int, i int64) bool {
			place, ok := place(i, int64(k))
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
			if i := place(m); m.stopped || !put(at, i) {
				return -1
			}
		}
		if rest != nil {
			cells := rest(m)
			if m.stopped || !m.spend(n, len(cells)) {
				return -1
			}
			for at, i := range cells {
				if !put(len(places)+at, i) {
					return -1
				}
			}
		}
		return k
	}}
}

// fillExpr compiles fill(v, n) and fill(v, h, w).
func (c *compiler) fillExpr(s *scope, n *syntax.CallExpr) operand {
	if len(n.Args) != 2 && len(n.Args) != 3 {
		return c.refuse(n, "fill of these arguments")
	}
	v := c.expr(s, n.Args[0])
	var sizes []func(m *machine) int64
	for _, a := range n.Args[1:] {
		size := c.expr(s, a)
		if c.refused == nil && size.t.kind != intType {
			c.refuse(a, "a size that is %s", article(size.t.typeName()))
		}
		sizes = append(sizes, size.scalar())
	}
	if c.refused != nil {
		return v
	}
	if !v.t.isScalar() {
		return c.refuse(n, "fill with %s", article(v.t.typeName()))
	}
	value := v.scalar()
	t := valueType{kind: rowType, of: v.t.kind}
	if len(sizes) == 2 {
		t.kind = gridType
	}
	return operand{t: t, reg: -1, write: func(m *machine, dst []int64) int {
		v := value(m)
		size := [2]int64{1, 1}
		for i, f := range sizes {
			size[i] = f(m)
		}
		if m.stopped {
			return -1
		}
		for i := range sizes {
			if size[i] < 0 || size[i] > mostCells {
				m.fail(n.Args[1+i], "want a number of cells of 0 … %d, not %d", mostCells, size[i])
				return -1
			}
		}
		if len(sizes) == 2 {
			if size[0]*size[1] == 0 {
				size = [2]int64{}
			}
			if len(dst) < 2 {
				return m.spill()
			}
			dst[0], dst[1] = size[0], size[1]
			dst = dst[2:]
		}
		length := int(size[0] * size[1])
		if length > len(dst) {
			return m.spill()
		}
		if !m.spend(n, length) {
			return -1
		}
		fillWith(dst[:length], v)
		if len(sizes) == 2 {
			return length + 2
		}
		return length
	}}
}

// cutExpr compiles cut(grid, r, c, h, w).
func (c *compiler) cutExpr(s *scope, n *syntax.CallExpr) operand {
	var all []operand
	for _, a := range n.Args {
		all = append(all, c.expr(s, a))
	}
	if c.refused != nil || len(all) != 5 || all[0].t.kind != gridType {
		return c.refuse(n, "cut of these arguments")
	}
	var numbers [4]func(m *machine) int64
	for i, x := range all[1:] {
		if x.t.kind != intType {
			return c.refuse(n.Args[1+i], "cut at %s", article(x.t.typeName()))
		}
		numbers[i] = x.scalar()
	}
	view := c.viewed(all[0])
	if c.refused != nil {
		return all[0]
	}
	return operand{t: all[0].t, reg: -1, write: func(m *machine, dst []int64) int {
		g := view(m)
		var at [4]int64
		for i, f := range numbers {
			at[i] = f(m)
		}
		if m.stopped {
			return -1
		}
		if i := outsideOf(g[0], g[1], at); i >= 0 {
			m.fail(n.Args[1+i], "%s", cutOutside(g[0], g[1], at, i))
			return -1
		}
		length := at[2] * at[3]
		switch {
		case length+2 > int64(len(dst)):
			return m.spill()
		case !m.spend(n, int(length)):
			return -1
		case length == 0:
			at[2], at[3] = 0, 0
		}
		dst[0], dst[1] = at[2], at[3]
		window(dst[2:], g[2:], g[1], at[0], at[1], at[2], at[3])
		return 2 + int(length)
	}}
}

// insideExpr compiles inside(grid, r, c) and inside(row, i).
func (c *compiler) insideExpr(s *scope, n *syntax.CallExpr) operand {
	var all []operand
	for _, a := range n.Args {
		all = append(all, c.expr(s, a))
	}
	if c.refused != nil || len(all) < 2 {
		return c.refuse(n, "inside of these arguments")
	}
	view := c.viewed(all[0])
	want := 1
	if all[0].t.kind == gridType {
		want = 2
	}
	ok := len(all) == want+1 && (all[0].t.kind == gridType || all[0].t.isRow() && !all[0].t.isText())
	for _, x := range all[1:] {
		ok = ok && x.t.kind == intType
	}
	if !ok || view == nil {
		return c.refuse(n, "inside of these arguments")
	}
	i := all[1].scalar()
	if want == 1 {
		return code(boolType, func(m *machine) int64 {
			length := len(view(m))
			return boolInt(uint64(i(m)) < uint64(length))
		})
	}
	j := all[2].scalar()
	if all[0].of != nil {
		base := all[0].of.at
		return code(boolType, func(m *machine) int64 {
			r, column := i(m), j(m)
			return boolInt(uint64(r) < uint64(m.r[base]) && uint64(column) < uint64(m.r[base+1]))
		})
	}
	return code(boolType, func(m *machine) int64 {
		g := view(m)
		r, column := i(m), j(m)
		if m.stopped {
			return 0
		}
		return boolInt(uint64(r) < uint64(g[0]) && uint64(column) < uint64(g[1]))
	})
}

// rowFrom compiles sorted, reversed, list and tuple of a row.
func (c *compiler) rowFrom(s *scope, n *syntax.CallExpr, name string) operand {
	if len(n.Args) != 1 {
		return c.refuse(n, "%s of these arguments", name)
	}
	x := c.expr(s, n.Args[0])
	if c.refused != nil {
		return x
	}
	if !x.t.isRow() || x.t.isText() {
		return c.refuse(n, "%s of %s", name, article(x.t.typeName()))
	}
	write := x.write
	t := valueType{kind: listType, of: x.t.of}
	if name == "tuple" {
		t = valueType{kind: rowType, of: x.t.of, origin: aTuple}
	}
	return operand{t: t, reg: -1, write: func(m *machine, dst []int64) int {
		k := write(m, dst)
		if k < 0 || m.stopped || !m.spend(n, k) {
			return -1
		}
		switch name {
		case "sorted":
			if !m.spend(n, int(sortSteps(k))) {
				return -1
			}
			slices.Sort(dst[:k])
		case "reversed":
			slices.Reverse(dst[:k])
		}
		return k
	}}
}

// methodCall compiles row.count(x).
func (c *compiler) methodCall(s *scope, n *syntax.CallExpr) operand {
	d, ok := n.Fn.(*syntax.DotExpr)
	if !ok {
		return c.refuse(n.Fn, "a call of what is no name")
	}
	if d.Name.Name != "count" || len(n.Args) != 1 || !plainArgs(n) {
		return c.refuse(n.Fn, "the method %s", d.Name.Name)
	}
	x := c.expr(s, d.X)
	v := c.expr(s, n.Args[0])
	if c.refused != nil {
		return x
	}
	if !x.t.isRow() || x.t.isText() || v.t.kind != x.t.of {
		return c.refuse(n.Fn, "count of %s", article(v.t.typeName()))
	}
	view, f := c.viewed(x), v.scalar()
	if c.refused != nil {
		return x
	}
	return code(intType, func(m *machine) int64 {
		cells := view(m)
		v := f(m)
		if m.stopped || !m.spend(n, len(cells)) {
			return 0
		}
		count := int64(0)
		for _, cell := range cells {
			count += boolInt(cell == v)
		}
		return count
	})
}
