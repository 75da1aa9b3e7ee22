package formulas

// How a translation computes expressions. An expression may have several values, each with
// what holds where it has it.

import (
	"reflect"
	"slices"

	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/theory/automata"
)

// each computes expressions one behind the other.
func (x *translation) each(m moment, list ...core.Expr) []outcomes {
	return folded([]outcomes{{moment: m}}, list, func(o outcomes, e core.Expr) (next []outcomes) {
		for _, v := range x.expr(o.moment, e) {
			next = append(next, o.and(v))
		}
		return next
	})
}

// with computes expressions, and then what do makes of their values.
func (x *translation) with(m moment, do func(m moment, v []value) []outcome, list ...core.Expr) (all []outcome) {
	for _, o := range x.each(m, list...) {
		all = append(all, do(o.moment, o.all)...)
	}
	return all
}

// give is with, of what has one value.
func (x *translation) give(m moment, do func(v []value) value, list ...core.Expr) []outcome {
	return x.with(m, func(m moment, v []value) []outcome { return one(m, do(v)) }, list...)
}

// when is with, of a condition.
func (x *translation) when(m moment, do func(v []value) cond, list ...core.Expr) []outcome {
	return x.with(m, func(m moment, v []value) []outcome {
		c := do(v)
		x.spend(c.Size())
		return one(m, verdict{m.path.simplify(c)})
	}, list...)
}

// opposite is a condition, or its opposite.
func opposite(not bool, c cond) cond {
	if not {
		return isNot(c)
	}
	return c
}

// standing notes where a node stands, until the function that it returns is called. An If
// stands where the first node stands that is in it.
func (x *translation) standing(node any) (back func()) {
	here, found := x.here, false
	note := func(node any) bool {
		if at := reflect.ValueOf(node).Elem().FieldByName("At"); !found && at.IsValid() {
			x.here, found = at.Interface().(core.Place), true
		}
		return !found
	}
	switch s := node.(type) {
	case *core.If:
		core.Walk([]core.Stmt{s}, func(s core.Stmt) bool { return note(s) }, func(e core.Expr) bool { return note(e) })
	case *core.While: // whose turns have its place
		core.Walk(s.Body[:min(1, len(s.Body))], func(s core.Stmt) bool { return note(s) }, nil)
	default:
		note(node)
	}
	return func() { x.here = here }
}

// expr computes an expression.
func (x *translation) expr(m moment, e core.Expr) []outcome {
	x.spend(1)
	defer x.standing(e)()
	switch e := e.(type) {
	case *core.Const:
		return one(m, x.constantOf(e.Kind, e.N))
	case *core.Cells:
		all := make([]value, len(e.N))
		for i, n := range e.N {
			all[i] = x.constantOf(e.Type.Of, n)
		}
		return one(m, x.row(all))
	case *core.Get:
		return one(m, x.variable(m, e.V))
	case *core.Arith:
		return x.with(m, func(m moment, v []value) []outcome { return x.operate(m, e.Op, v[0], v[1]) }, e.X, e.Y)
	case *core.Negate:
		return x.ofNumber(m, e.X, func(t automata.Term) automata.Term { return t.Times(-1) })
	case *core.Invert:
		return x.ofNumber(m, e.X, func(t automata.Term) automata.Term { return automata.C(-1).Minus(t) })
	case *core.Abs:
		return x.with(m, x.abs, e.X)
	case *core.Extreme:
		return x.with(m, func(m moment, v []value) []outcome { return x.extremes(m, e.Greatest, v) }, e.X, e.Y)
	case *core.Not:
		all := x.test(m, e.X)
		for i, o := range all {
			all[i].v = verdict{isNot(o.v.(verdict).c)}
		}
		return all
	case *core.Logic:
		return x.connect(m, e)
	case *core.Truth:
		return x.conditions(x.expr(m, e.X))
	case *core.Compare:
		return x.with(m, func(m moment, v []value) []outcome { return x.compared(m, e.Op, v[0], v[1]) }, e.X, e.Y)
	case *core.Choose:
		return x.choice(m, e)
	case *core.Reason:
		return one(m, boolean(false))
	case *core.Same:
		return x.when(m, func(v []value) cond { return opposite(e.Not, x.equal(v[0], v[1])) }, e.X, e.Y)
	case *core.In:
		return x.in(m, e)
	case *core.InRow:
		return x.when(m, func(v []value) cond {
			part, row := x.cells(v[0]), x.cells(v[1]).all
			var ways []cond
			for i := 0; i+len(part.all) <= len(row); i++ {
				ways = append(ways, x.equal(cells{all: row[i:][:len(part.all)]}, part))
			}
			return opposite(e.Not, anyOf(ways...))
		}, e.X, e.Row)
	case *core.InTable:
		return x.when(m, func(v []value) cond {
			var ways []cond
			for i := range x.program.Tables[e.Table].Lines {
				ways = append(ways, x.equal(x.line(e.Table, i), v[0]))
			}
			return opposite(e.Not, anyOf(ways...))
		}, e.X)
	case *core.Index:
		return x.with(m, func(m moment, v []value) []outcome { return x.index(m, x.cells(v[0]).all, v[1]) }, e.Row, e.I)
	case *core.Cell:
		return x.with(m, func(m moment, v []value) (all []outcome) {
			g := x.cells(v[0])
			x.cellOf(m, g, v[1], v[2], func(m moment, i int) { all = append(all, outcome{m, g.all[i]}) })
			return all
		}, e.Grid, e.R, e.C)
	case *core.Line:
		return x.with(m, func(m moment, v []value) (all []outcome) {
			x.at(m, v[0], len(x.program.Tables[e.Table].Lines), true, func(m moment, i int) { all = append(all, outcome{m, x.line(e.Table, i)}) })
			return all
		}, e.I)
	case *core.Len:
		return x.give(m, func(v []value) value { return integer(int64(len(x.cells(v[0]).all))) }, e.X)
	case *core.Side:
		return x.give(m, func(v []value) value {
			g := x.cells(v[0])
			if e.Width {
				return integer(int64(g.width))
			}
			return integer(int64(g.height))
		}, e.Grid)
	case *core.Over:
		return x.over(m, e)
	case *core.Count:
		return x.with(m, func(m moment, v []value) []outcome {
			return []outcome{x.count(m, x.cells(v[0]).all, func(u value) cond { return x.compare(core.Equal, u, v[1]) })}
		}, e.X, e.V)
	case *core.Find:
		return x.with(m, x.find, e.X, e.V)
	case *core.Inside:
		list := []core.Expr{e.X, e.I}
		if e.J != nil {
			list = append(list, e.J)
		}
		return x.when(m, func(v []value) cond {
			of := x.cells(v[0])
			sides := []int{len(of.all)}
			if e.J != nil {
				sides = []int{of.height, of.width}
			}
			var in []cond
			for i, most := range sides {
				in = append(in, x.compare(core.AtMost, integer(0), v[i+1]), x.compare(core.Less, v[i+1], integer(int64(most))))
			}
			return allOf(in...)
		}, list...)
	case *core.List:
		return x.give(m, func(v []value) value { return x.row(v) }, e.Cells...)
	case *core.Put:
		return x.put(m, e)
	case *core.PutCells:
		list := []core.Expr{e.Grid, e.V}
		for i := range e.R {
			list = append(list, e.R[i], e.C[i])
		}
		return x.with(m, func(m moment, v []value) []outcome {
			return folded(one(m, v[0]), slices.Collect(slices.Chunk(v[2:], 2)), func(o outcome, at []value) (next []outcome) {
				g := x.cells(o.v)
				x.cellOf(o.moment, g, at[0], at[1], func(m moment, i int) { next = append(next, outcome{m, x.setting(g, i, v[1])}) })
				return next
			})
		}, list...)
	case *core.Fill:
		list := []core.Expr{e.V, e.N}
		if e.M != nil {
			list = append(list, e.M)
		}
		return x.with(m, x.fill, list...)
	case *core.Cut:
		return x.with(m, x.cut, e.Grid, e.R, e.C, e.H, e.W)
	case *core.Slice:
		return x.slice(m, e)
	case *core.Join:
		return x.give(m, func(v []value) value {
			return x.row(append(slices.Clip(x.cells(v[0]).all), x.cells(v[1]).all...))
		}, e.X, e.Y)
	case *core.Repeat:
		return x.give(m, func(v []value) value {
			n, ok := constant(v[1])
			if !ok || n > mostUnrolled {
				x.refuse("a row of as many cells as a coordinate says")
			}
			all := x.cells(v[0]).all
			x.spend(int(max(n, 0)) * len(all))
			return x.row(slices.Repeat(all, int(max(n, 0))))
		}, e.Row, e.N)
	case *core.Rearrange:
		return x.with(m, func(m moment, v []value) (all []outcome) {
			row := slices.Clone(x.cells(v[0]).all)
			if e.How == core.Sorted {
				for _, o := range x.sorted(m, row) {
					all = append(all, outcome{o.moment, x.row(o.all)})
				}
				return all
			}
			if e.How == core.Reversed {
				slices.Reverse(row)
			}
			return one(m, x.row(row))
		}, e.X)
	case *core.Build:
		return x.build(m, e)
	case *core.Call:
		return x.call(m, e)
	}
	x.refuse("no formula speaks of this")
	return nil
}

// variable returns the value of a variable.
func (x *translation) variable(m moment, v core.Var) value {
	switch to := m.vars[v].(type) {
	case nil:
		x.refuse("%s may have no value here", x.function.Vars[v].Name)
	case unseen:
		if to.err != nil {
			panic(refusal{to.err})
		}
		x.refuse("%s", to.why)
	}
	return m.vars[v]
}

// where follows the rules to where a condition holds, if that can be.
func (x *translation) where(m moment, c cond) (moment, bool) {
	x.spend(c.Size() * (1 + min(len(m.path.conds), mostKnown)))
	c = m.path.simplify(c)
	if never(c) {
		return m, false
	}
	m = m.with(c)
	return m, !m.path.dead()
}

// truth returns whether a value that is not an extreme counts as true.
func (x *translation) truth(v value) cond {
	switch v := v.(type) {
	case verdict:
		return v.c
	case number:
		return isNot(isEqual(v.t, automata.Term{}))
	case remainder:
		return isNot(isMultiple(v.t, v.m))
	case fraction:
		return isNot(x.compare(core.Equal, v, integer(0)))
	case letter:
		return holds
	case cells:
		return truthOf(len(v.all) > 0 || v.isGrid)
	}
	x.refuse("no formula says whether this is true")
	return fails
}

// test computes an expression as a condition. The rules are in one place behind it.
func (x *translation) test(m moment, e core.Expr) []outcome {
	return x.gathered(m, x.conditions(x.expr(m, e)))
}

// conditions turns the values of an expression into bools.
func (x *translation) conditions(all []outcome) []outcome {
	for i, o := range all {
		if isExtreme(o.v) {
			var each []outcome
			for _, n := range x.number(o.moment, o.v) {
				each = append(each, outcome{n.moment, verdict{x.truth(n.v)}})
			}
			all[i] = x.gathered(o.moment, each)[0]
			continue
		}
		all[i].v = verdict{o.path.simplify(x.truth(o.v))}
	}
	return all
}

// gathered joins bools to one, if there are several.
func (x *translation) gathered(m moment, all []outcome) []outcome {
	if len(all) < 2 {
		return all
	}
	ways := make([]cond, len(all))
	for i, o := range all {
		ways[i] = o.path.since(m.path, o.v.(verdict).c)
		x.spend(ways[i].Size())
	}
	return one(m, verdict{anyOf(ways...)})
}

func allBools(all []outcome) bool {
	return !slices.ContainsFunc(all, func(o outcome) bool { _, ok := o.v.(verdict); return !ok })
}

// connect computes and, or.
func (x *translation) connect(m moment, e *core.Logic) (all []outcome) {
	for _, left := range x.expr(m, e.X) {
		is := left.v
		if isExtreme(is) {
			is = x.conditions([]outcome{left})[0].v
		}
		c := left.path.simplify(x.truth(is))
		goes := opposite(e.Or, c) // where the right operand is computed
		m := left.moment
		if never(goes) {
			all = append(all, left)
			continue
		} else if always(goes) {
			all = append(all, x.expr(m, e.Y)...)
			continue
		}
		behind := m.with(goes)
		right := x.expr(behind, e.Y)
		if _, ok := left.v.(verdict); ok && allBools(right) {
			ways := make([]cond, len(right))
			for i, o := range right {
				ways[i] = o.path.since(behind.path, o.v.(verdict).c)
			}
			is := anyOf(ways...)
			if e.Or {
				is = anyOf(c, is)
			} else {
				is = allOf(c, is)
			}
			x.spend(is.Size())
			all = append(all, outcome{m, verdict{is}})
			continue
		}
		all = append(all, right...)
		if stays, ok := x.where(m, isNot(goes)); ok {
			all = append(all, outcome{stays, left.v})
		}
	}
	return all
}

func (x *translation) choice(m moment, e *core.Choose) (all []outcome) {
	for _, t := range x.test(m, e.Cond) {
		c := t.v.(verdict).c
		var ways []outcome
		if m, ok := x.where(t.moment, c); ok {
			ways = append(ways, x.expr(m, e.X)...)
		}
		if m, ok := x.where(t.moment, isNot(c)); ok {
			ways = append(ways, x.expr(m, e.Y)...)
		}
		switch {
		case len(ways) > 1 && allBools(ways):
			ways = x.gathered(t.moment, ways)
		case len(ways) == 2 && !always(c) && !never(c) && ways[0].v.key() == ways[1].v.key():
			ways = one(t.moment, ways[0].v)
		}
		all = append(all, ways...)
	}
	return all
}

// ofNumber computes a function of an integer.
func (x *translation) ofNumber(m moment, e core.Expr, f func(automata.Term) automata.Term) []outcome {
	return x.with(m, func(m moment, v []value) []outcome {
		all := x.number(m, v[0])
		for i, o := range all {
			all[i].v = number{x.fits(f(o.v.(number).t))}
		}
		return all
	}, e)
}

func (x *translation) abs(m moment, v []value) (all []outcome) {
	for _, o := range x.number(m, v[0]) {
		t := o.v.(number).t
		natural := isAtMost(automata.Term{}, t)
		if m, ok := x.where(o.moment, natural); ok {
			all = append(all, outcome{m, number{t}})
		}
		if m, ok := x.where(o.moment, isNot(natural)); ok {
			all = append(all, outcome{m, number{x.fits(t.Times(-1))}})
		}
	}
	return all
}

// over makes one value of all cells.
func (x *translation) over(m moment, e *core.Over) []outcome {
	if e.How == core.Any || e.How == core.All {
		return x.overAny(m, e.X, e.How == core.All, x.truth)
	}
	return x.with(m, func(m moment, v []value) []outcome {
		all := x.cells(v[0]).all
		if e.How == core.Sum {
			return folded(one(m, integer(0)), all, func(s outcome, v value) []outcome { return x.operate(s.moment, core.Plus, s.v, v) })
		}
		if len(all) == 0 {
			x.failing(m, holds)
			return nil
		}
		return x.extremes(m, e.How == core.Greatest, all)
	}, e.X)
}

// overAny computes whether some cell has a property, or all have it. Cells that are built one
// behind the other are asked as they come: there may be as many as a coordinate says.
func (x *translation) overAny(m moment, row core.Expr, all bool, is func(value) cond) []outcome {
	b, ok := row.(*core.Build)
	if !ok || b.Type.Kind == core.GridType {
		return x.when(m, func(v []value) cond {
			var each []cond
			for _, u := range x.cells(v[0]).all {
				each = append(each, opposite(all, is(u)))
			}
			return opposite(all, anyOf(each...))
		}, row)
	}
	watching, first := x.watching, len(x.events)
	x.watching = func(m moment, v value) {
		for _, o := range x.definite(m, v) {
			x.note([]event{{what: seen, path: o.path.with(o.path.simplify(opposite(all, is(o.v))))}})
		}
	}
	x.block(&flow{}, b.Body, []moment{m})
	x.watching = watching
	var each []cond
	kept := x.events[:first]
	for _, e := range x.events[first:] {
		if e.what != seen {
			kept = append(kept, e)
		} else if !e.path.dead() {
			each = append(each, e.path.since(m.path))
		}
	}
	x.events = kept
	c := opposite(all, anyOf(each...))
	x.spend(c.Size())
	return one(m, verdict{m.path.simplify(c)})
}

// definite gives an extreme one term.
func (x *translation) definite(m moment, v value) []outcome {
	if isExtreme(v) {
		return x.number(m, v)
	}
	return one(m, v)
}

// in computes whether a value is a cell.
func (x *translation) in(m moment, e *core.In) (all []outcome) {
	for _, o := range x.expr(m, e.X) {
		for _, o := range x.definite(o.moment, o.v) {
			in := x.overAny(o.moment, e.Row, false, func(u value) cond { return x.compare(core.Equal, u, o.v) })
			for i, o := range in {
				in[i].v = verdict{opposite(e.Not, o.v.(verdict).c)}
			}
			all = append(all, in...)
		}
	}
	return all
}

// build makes cells one behind the other.
func (x *translation) build(m moment, e *core.Build) (all []outcome) {
	watching, outer := x.watching, m.vars[m.yielded()]
	x.watching = nil
	for _, m := range x.block(&flow{returned: new([]outcome)}, e.Body, []moment{m.set(m.yielded(), cells{isGrid: e.Type.Kind == core.GridType})}) {
		made := x.cells(x.variable(m, m.yielded()))
		if made.isGrid {
			made = x.grid(made.height, made.width, made.all)
		}
		all = append(all, outcome{m.set(m.yielded(), outer), made})
	}
	x.watching = watching
	return all
}
