package mirror

// How the expressions of the rules are followed. The value of each scalar is a number, or a
// function of the content of one cell; where two cells meet, the contents of one are gone through.

import (
	"cmp"
	"math"
	"slices"

	"github.com/grundy-games/grundy/internal/rules/core"
)

// A one is a scalar: a number, or where there is a table what a cell makes of it, by the places of
// its contents. The table counts in the box alone in which it was made. It is empty where the cell
// has too many contents.
type one struct {
	n     int64
	cell  int32
	table []int64
}

// isCell reports whether a scalar is the content of a cell as it stands.
func (o one) isCell(cell int32) bool { return o.table != nil && o.cell == cell && o.n == asItStands }

// asItStands marks the content of a cell; any other function of a cell has the number 0.
const asItStands = 1

// A value is a scalar, or the cells of a row or a grid.
type value struct {
	kind, of      core.Kind
	one           one
	cells         []one
	height, width int // of a grid
}

func number(kind core.Kind, n int64) value { return value{kind: kind, one: one{n: n}} }

func numbers(kind core.Kind, list []int64) []value {
	all := make([]value, len(list))
	for i, n := range list {
		all[i] = number(kind, n)
	}
	return all
}

func (x *follower) row(of core.Kind, list []value) value {
	v := value{kind: core.RowType, of: of, cells: make([]one, len(list))}
	for i, c := range list {
		v.cells[i] = c.one
	}
	x.spend(len(list) / 8)
	return v
}

// cell returns a cell of a row.
func (x *follower) cell(v value, i int) value { return value{kind: v.of, one: v.cells[i]} }

func (x *follower) changed(v value, i int, to value) value {
	x.spend(len(v.cells) / 8)
	v.cells = slices.Clone(v.cells)
	v.cells[i] = to.one
	return v
}

func (o one) equals(p one) bool {
	return o.n == p.n && (o.table == nil) == (p.table == nil) && (o.table == nil || o.cell == p.cell && slices.Equal(o.table, p.table))
}

func (x *follower) same(v, w value) bool {
	x.spend((1 + len(v.cells)) / 4)
	return v.kind == w.kind && v.height == w.height && v.width == w.width && v.one.equals(w.one) && slices.EqualFunc(v.cells, w.cells, one.equals)
}

// in goes through the contents of a cell that the box allows.
func (x *follower) in(m moment, cell int32, visit func(i int)) {
	if len(x.contents[cell]) == 0 {
		x.refuse()
	}
	mask := m.in.mask(cell, x.all(cell))
	for i := range x.contents[cell] {
		if mask>>i&1 != 0 {
			visit(i)
		}
	}
}

// split follows a truth value both ways.
func (x *follower) split(m moment, o one, then func(m moment, is bool)) {
	if o.table == nil {
		then(m, o.n != 0)
		return
	}
	var masks [2]uint64
	x.in(m, o.cell, func(i int) { masks[min(core.Magnitude(o.table[i]), 1)] |= 1 << i })
	for is, mask := range masks {
		if mask != 0 {
			x.spend(1)
			then(moment{m.vars, m.in.with(o.cell, mask, x.all(o.cell))}, is == 1)
		}
	}
}

// know follows scalars until all are numbers.
func (x *follower) know(m moment, list []one, then func(m moment, n []int64)) {
	n := make([]int64, len(list))
	var from func(m moment, i int)
	from = func(m moment, i int) {
		for ; i < len(list); i++ {
			o := list[i]
			if o.table != nil {
				masks := map[int64]uint64{}
				var order []int64
				x.in(m, o.cell, func(at int) {
					to := o.table[at]
					if masks[to] == 0 {
						order = append(order, to)
					}
					masks[to] |= 1 << at
				})
				for _, to := range order {
					x.spend(1)
					n[i] = to
					from(moment{m.vars, m.in.with(o.cell, masks[to], x.all(o.cell))}, i+1)
				}
				return
			}
			n[i] = o.n
		}
		then(m, n)
	}
	from(m, 0)
}

// apply makes a scalar of two by an operation, which may fail.
func (x *follower) apply(m moment, a, b one, f func(a, b int64) (int64, core.Fault), then func(m moment, o one)) {
	x.spend(1)
	do := func(a, b int64) int64 {
		n, fault := f(a, b)
		if fault != core.NoFault {
			x.refuse()
		}
		return n
	}
	switch {
	case a.table == nil && b.table == nil:
		then(m, one{n: do(a.n, b.n)})
		return
	case a.table != nil && b.table != nil && a.cell != b.cell:
		x.know(m, []one{a}, func(m moment, n []int64) { x.apply(m, one{n: n[0]}, b, f, then) })
		return
	}
	cell := a.cell
	if a.table == nil {
		cell = b.cell
	}
	made := one{cell: cell, table: make([]int64, len(x.contents[cell]))}
	first, constant := true, true
	x.in(m, cell, func(i int) {
		p, q := a.n, b.n
		if a.table != nil {
			p = a.table[i]
		}
		if b.table != nil {
			q = b.table[i]
		}
		made.table[i] = do(p, q)
		constant = constant && (first || made.table[i] == made.n)
		made.n, first = made.table[i], false
	})
	if constant {
		then(m, one{n: made.n})
		return
	}
	made.n = 0
	then(m, made)
}

func truthOf(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

// truth returns whether a value counts as true.
func (x *follower) truth(v value) one {
	switch v.kind {
	case core.LetterType:
		return one{n: 1}
	case core.RowType, core.TextType, core.GridType:
		return one{n: truthOf(v.kind == core.GridType || len(v.cells) > 0)}
	}
	return v.one
}

func comparison(op core.Op) func(a, b int64) (int64, core.Fault) {
	return func(a, b int64) (int64, core.Fault) { return truthOf(core.Holds(op, cmp.Compare(a, b))), core.NoFault }
}

// first follows a search for the first of n things that is something, by its place; none is -1.
func (x *follower) first(
	m moment, n int, is func(m moment, i int, then func(m moment, is bool)), then func(m moment, i int),
) {
	var from func(m moment, i int)
	from = func(m moment, i int) {
		if i == n {
			then(m, -1)
			return
		}
		is(m, i, func(m moment, is bool) {
			if is {
				then(m, i)
			} else {
				from(m, i+1)
			}
		})
	}
	from(m, 0)
}

// find is [follower.first] of cells.
func (x *follower) find(m moment, cells []one, is func(m moment, o one, then func(m moment, o one)), then func(m moment, i int)) {
	x.first(m, len(cells), func(m moment, i int, then func(m moment, is bool)) {
		x.spend(1)
		is(m, cells[i], func(m moment, o one) { x.split(m, o, then) })
	}, then)
}

func (x *follower) equal(to one) func(m moment, o one, then func(m moment, o one)) {
	return func(m moment, o one, then func(m moment, o one)) { x.apply(m, o, to, comparison(core.Equal), then) }
}

// differ follows a comparison of two rows or grids up to the first cell that differs.
func (x *follower) differ(m moment, v, w value, then func(m moment, differ bool)) {
	if len(v.cells) != len(w.cells) || v.height != w.height || v.width != w.width {
		then(m, true)
		return
	}
	x.first(m, len(v.cells), func(m moment, i int, then func(m moment, is bool)) {
		x.apply(m, v.cells[i], w.cells[i], comparison(core.Unequal), func(m moment, o one) { x.split(m, o, then) })
	}, func(m moment, i int) { then(m, i >= 0) })
}

// exprs follows expressions one behind the other.
func (x *follower) exprs(m moment, list []core.Expr, then func(m moment, v []value)) {
	v := make([]value, len(list))
	var from func(m moment, i int)
	from = func(m moment, i int) {
		if i == len(list) {
			then(m, slices.Clone(v))
			return
		}
		x.expr(m, list[i], func(in moment, to value) {
			v[i] = to
			from(in, i+1)
		})
	}
	from(m, 0)
}

// numbers follows expressions to numbers.
func (x *follower) numbers(m moment, list []core.Expr, then func(m moment, n []int64)) {
	x.exprs(m, list, func(m moment, v []value) { x.know(m, ones(v), then) })
}

func ones(list []value) []one {
	all := make([]one, len(list))
	for i, v := range list {
		all[i] = v.one
	}
	return all
}

// place follows an index to a place in a row.
func (x *follower) place(m moment, v value, length int, then func(m moment, i int)) {
	x.know(m, []one{v.one}, func(m moment, n []int64) {
		i, ok := core.PlaceOf(n[0], int64(length))
		if !ok {
			x.refuse()
		}
		then(m, int(i))
	})
}

// cellOf returns the place of a cell of a grid, by its line and column.
func (x *follower) cellOf(g value, r, c int64) int {
	if r < 0 || r >= int64(g.height) || c < 0 || c >= int64(g.width) {
		x.refuse()
	}
	return int(r)*g.width + int(c)
}

// operands returns all operands of an expression, in the order in which they are computed.
func (x *follower) operands(e core.Expr) []core.Expr {
	all, ok := x.known[e]
	if !ok {
		core.Operands(e, func(operand *core.Expr) { all = append(all, *operand) })
		x.known[e] = all
	}
	return all
}

// made returns a row or grid of some cells.
func (x *follower) made(like value, cells []one) value {
	x.spend(len(cells) / 8)
	like.cells = cells
	return like
}

func (x *follower) expr(m moment, e core.Expr, then func(m moment, v value)) {
	x.spend(1)
	switch e := e.(type) {
	case *core.Const:
		then(m, number(e.Kind, e.N))
	case *core.Cells:
		v := x.row(e.Type.Of, numbers(e.Type.Of, e.N))
		v.kind = e.Type.Kind
		then(m, v)
	case *core.Get:
		if m.vars[e.V].kind == core.NoType {
			x.refuse()
		}
		then(m, m.vars[e.V])
	case *core.Logic:
		x.expr(m, e.X, func(m moment, v value) {
			x.split(m, x.truth(v), func(m moment, is bool) {
				if is == e.Or {
					if v.one.table != nil { // which the split may have settled
						x.apply(m, v.one, one{}, core.Add, func(m moment, o one) { then(m, value{kind: v.kind, one: o}) })
						return
					}
					then(m, v)
				} else {
					x.expr(m, e.Y, then)
				}
			})
		})
	case *core.Choose:
		yes, no := x.test(m, e.Cond)
		for _, m := range yes {
			x.expr(m, e.X, then)
		}
		for _, m := range no {
			x.expr(m, e.Y, then)
		}
	case *core.Build:
		outer := m.vars
		m = m.set(core.Var(len(outer)-1), value{kind: e.Type.Kind, of: e.Type.Of})
		for _, in := range x.block(flow{}, e.Body, []moment{m}) {
			then(moment{outer, in.in}, in.vars[len(outer)-1])
		}
	default:
		x.exprs(m, x.operands(e), func(m moment, v []value) { x.operation(m, e, v, then) })
	}
}

// operation follows an expression whose operands were all followed.
func (x *follower) operation(m moment, e core.Expr, v []value, then func(m moment, v value)) {
	scalar := func(kind core.Kind) func(moment, one) {
		return func(m moment, o one) { then(m, value{kind: kind, one: o}) }
	}
	is := func(m moment, is bool) { then(m, number(core.BoolType, truthOf(is))) }
	size := func(n int) int {
		if n < 0 || n > core.MostCells {
			x.refuse()
		}
		x.spend(n / 8)
		return n
	}
	switch e := e.(type) {
	case *core.Arith:
		x.apply(m, v[0].one, v[1].one, core.Operation(e.Op), scalar(core.IntType))
	case *core.Negate:
		x.apply(m, one{}, v[0].one, core.Sub, scalar(core.IntType))
	case *core.Invert:
		x.apply(m, v[0].one, one{}, func(a, _ int64) (int64, core.Fault) { return ^a, core.NoFault }, scalar(core.IntType))
	case *core.Abs:
		x.apply(m, v[0].one, one{}, func(a, _ int64) (int64, core.Fault) { return core.AbsOf(a) }, scalar(core.IntType))
	case *core.Extreme:
		x.apply(m, v[0].one, v[1].one, extreme(e.Greatest), scalar(core.IntType))
	case *core.Not:
		x.apply(m, x.truth(v[0]), one{}, comparison(core.Equal), scalar(core.BoolType))
	case *core.Truth:
		x.apply(m, x.truth(v[0]), one{}, comparison(core.Unequal), scalar(core.BoolType))
	case *core.Compare:
		x.apply(m, v[0].one, v[1].one, comparison(e.Op), scalar(core.BoolType))
	case *core.Same:
		x.differ(m, v[0], v[1], func(m moment, differ bool) { is(m, differ == e.Not) })
	case *core.In:
		if v[0].one.table != nil && !slices.ContainsFunc(v[1].cells, func(o one) bool { return o.table != nil }) {
			x.apply(m, v[0].one, one{}, func(a, _ int64) (int64, core.Fault) {
				return truthOf(slices.ContainsFunc(v[1].cells, func(o one) bool { return o.n == a }) != e.Not), core.NoFault
			}, scalar(core.BoolType))
			return
		}
		x.find(m, v[1].cells, x.equal(v[0].one), func(m moment, i int) { is(m, i >= 0 != e.Not) })
	case *core.InTable:
		lines := x.program.Tables[e.Table].Lines
		x.first(m, len(lines), func(m moment, i int, then func(m moment, is bool)) {
			line := x.row(core.IntType, numbers(core.IntType, lines[i]))
			x.differ(m, v[0], line, func(m moment, differ bool) { then(m, !differ) })
		}, func(m moment, i int) { is(m, i >= 0 != e.Not) })
	case *core.Index:
		x.place(m, v[1], len(v[0].cells), func(m moment, i int) { then(m, x.cell(v[0], i)) })
	case *core.Cell:
		x.know(m, ones(v[1:]), func(m moment, n []int64) { then(m, x.cell(v[0], x.cellOf(v[0], n[0], n[1]))) })
	case *core.Line:
		lines := x.program.Tables[e.Table].Lines
		x.place(m, v[0], len(lines), func(m moment, i int) { then(m, x.row(core.IntType, numbers(core.IntType, lines[i]))) })
	case *core.Len:
		then(m, number(core.IntType, int64(len(v[0].cells))))
	case *core.Side:
		side := v[0].height
		if e.Width {
			side = v[0].width
		}
		then(m, number(core.IntType, int64(side)))
	case *core.Over:
		x.over(m, e.How, v[0], then)
	case *core.Count:
		x.fold(m, one{}, v[0].cells, func(m moment, sum, o one, then func(moment, one)) {
			x.equal(v[1].one)(m, o, func(m moment, is one) { x.apply(m, sum, is, core.Add, then) })
		}, scalar(core.IntType))
	case *core.Find:
		x.find(m, v[0].cells, x.equal(v[1].one), func(m moment, i int) {
			if i < 0 {
				x.refuse()
			}
			then(m, number(core.IntType, int64(i)))
		})
	case *core.Inside:
		sides := []int{len(v[0].cells)}
		if e.J != nil {
			sides = []int{v[0].height, v[0].width}
		}
		x.know(m, ones(v[1:]), func(m moment, n []int64) {
			in := true
			for i, n := range n {
				in = in && 0 <= n && n < int64(sides[i])
			}
			is(m, in)
		})
	case *core.List:
		of := e.Of
		if len(v) > 0 {
			of = v[0].kind
		}
		then(m, x.row(of, v))
	case *core.Put:
		places := ones(v[2 : 2+len(e.Places)])
		if e.Rest != nil {
			places = append(places, v[len(v)-1].cells...)
		}
		x.know(m, places, func(m moment, n []int64) {
			cells := slices.Clone(v[0].cells)
			for _, n := range n {
				i, ok := core.PlaceOf(n, int64(len(cells)))
				if !ok {
					x.refuse()
				}
				cells[i] = v[1].one
			}
			then(m, x.made(v[0], cells))
		})
	case *core.PutCells:
		x.know(m, ones(v[2:]), func(m moment, n []int64) {
			cells := slices.Clone(v[0].cells)
			for i := range e.R {
				cells[x.cellOf(v[0], n[i], n[len(e.R)+i])] = v[1].one
			}
			then(m, x.made(v[0], cells))
		})
	case *core.Fill:
		x.know(m, ones(v[1:]), func(m moment, n []int64) {
			to, total := value{kind: core.RowType, of: v[0].kind}, int64(1)
			for _, n := range n {
				if n < 0 || n > core.MostCells {
					x.refuse()
				}
				total *= n
			}
			if e.M != nil {
				to.kind, to.height, to.width = core.GridType, int(n[0]), int(n[1])
			}
			cells := make([]one, size(int(total)))
			core.FillWith(cells, v[0].one)
			then(m, x.made(to, cells))
		})
	case *core.Cut:
		x.know(m, ones(v[1:]), func(m moment, n []int64) {
			g, at := v[0], [4]int64(n)
			if core.OutsideOf(int64(g.height), int64(g.width), at) >= 0 {
				x.refuse()
			}
			cells := make([]one, size(int(at[2]*at[3])))
			core.Window(cells, g.cells, int64(g.width), at[0], at[1], at[2], at[3])
			g.height, g.width = int(at[2]), int(at[3])
			then(m, x.made(g, cells))
		})
	case *core.Slice:
		x.know(m, ones(v[1:]), func(m moment, n []int64) {
			ends := [3]int64{0, 0, 1}
			for i, end := range []core.Expr{e.Lo, e.Hi, e.Step} {
				if end != nil {
					ends[i], n = n[0], n[1:]
				}
			}
			if ends[2] == 0 {
				x.refuse()
			}
			lo, count := core.SliceOf(int64(len(v[0].cells)), ends, e.Lo != nil, e.Hi != nil)
			cells := make([]one, count)
			core.Strided(cells, v[0].cells, lo, ends[2])
			then(m, x.made(v[0], cells))
		})
	case *core.Join:
		to := v[0]
		if len(to.cells) == 0 {
			to.of = v[1].of
		}
		then(m, x.made(to, slices.Concat(v[0].cells, v[1].cells)))
	case *core.Repeat:
		x.know(m, ones(v[1:]), func(m moment, n []int64) {
			times := min(max(n[0], 0), core.MostCells)
			cells := make([]one, size(len(v[0].cells)*int(times)))
			core.RepeatCells(cells, v[0].cells)
			then(m, x.made(v[0], cells))
		})
	case *core.Rearrange:
		x.rearranged(m, e.How, v[0], then)
	case *core.Call:
		x.call(m, &x.program.Functions[e.F], v, then)
	default: // the words of a legal position; the cells of a row in another one
		x.refuse()
	}
}

// rearranged follows the cells of a row in some order.
func (x *follower) rearranged(m moment, how core.Arrangement, v value, then func(m moment, v value)) {
	cells := slices.Clone(v.cells)
	switch how {
	case core.Reversed:
		slices.Reverse(cells)
	case core.Sorted:
		x.know(m, cells, func(m moment, n []int64) {
			x.spend(int(core.SortSteps(len(n))))
			sorted := make([]one, len(n))
			for i, n := range slices.Sorted(slices.Values(n)) {
				sorted[i].n = n
			}
			then(m, x.made(v, sorted))
		})
		return
	}
	then(m, x.made(v, cells))
}

func extreme(greatest bool) func(a, b int64) (int64, core.Fault) {
	return func(a, b int64) (int64, core.Fault) {
		if greatest == (a > b) {
			return a, core.NoFault
		}
		return b, core.NoFault
	}
}

// fold follows one value of all cells.
func (x *follower) fold(m moment, start one, cells []one, step func(m moment, sum, o one, then func(moment, one)), then func(moment, one)) {
	if len(cells) == 0 {
		then(m, start)
		return
	}
	step(m, start, cells[0], func(m moment, sum one) { x.fold(m, sum, cells[1:], step, then) })
}

// over follows one value of all cells of a row.
func (x *follower) over(m moment, how core.Fold, v value, then func(moment, value)) {
	by := func(f func(a, b int64) (int64, core.Fault), start one, cells []one) {
		x.fold(m, start, cells, func(m moment, sum, o one, then func(moment, one)) { x.apply(m, sum, o, f, then) },
			func(m moment, o one) { then(m, value{kind: core.IntType, one: o}) })
	}
	switch how {
	case core.Sum:
		by(core.Add, one{}, v.cells)
	case core.Least, core.Greatest:
		if len(v.cells) == 0 {
			x.refuse()
		}
		by(extreme(how == core.Greatest), v.cells[0], v.cells[1:])
	case core.Any, core.All:
		want := comparison(core.Unequal)
		if how == core.All {
			want = comparison(core.Equal)
		}
		x.find(m, v.cells, func(m moment, o one, then func(moment, one)) { x.apply(m, o, one{}, want, then) },
			func(m moment, i int) { then(m, number(core.BoolType, truthOf((i >= 0) == (how == core.Any)))) })
	default:
		x.refuse()
	}
}

// tooMany is more contents than a bound has bits for.
const tooMany = 64

// contentsOf returns all contents of a cell of a field, or none where they are too many.
func contentsOf(f *core.Field) []int64 {
	if f.Letters != "" {
		all := make([]int64, 0, len(f.Letters))
		for i := range len(f.Letters) {
			all = append(all, int64(f.Letters[i]))
		}
		if len(all) >= tooMany {
			return []int64{}
		}
		return all
	}
	if f.Lo < math.MinInt64/2 || f.Hi > math.MaxInt64/2 || f.Hi-f.Lo+1 >= tooMany {
		return []int64{}
	}
	all := make([]int64, 0, f.Hi-f.Lo+1)
	for n := f.Lo; n <= f.Hi; n++ {
		all = append(all, n)
	}
	return all
}
