package formulas

// How a translation computes with rows and grids. All have a fixed length.

import (
	"slices"

	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/theory/automata"
)

// cells wants a row or a grid.
func (x *translation) cells(v value) cells {
	of, ok := v.(cells)
	if !ok {
		x.refuse("no formula looks into this")
	}
	return of
}

// line returns a line of a table.
func (x *translation) line(table, i int) cells {
	line := x.program.Tables[table].Lines[i]
	all := make([]value, len(line))
	for j, n := range line {
		all[j] = integer(n)
	}
	return x.row(all)
}

// index computes r[i].
func (x *translation) index(m moment, row []value, i value) (all []outcome) {
	x.at(m, i, len(row), true, func(m moment, i int) { all = append(all, outcome{m, row[i]}) })
	return all
}

// at calls do for each index that a value may be. Elsewhere the rules fail.
func (x *translation) at(m moment, v value, length int, negative bool, do func(moment, int)) {
each:
	for _, o := range x.number(m, v) {
		t := o.v.(number).t
		least := 0
		if negative {
			least = -length
		}
		for i := least; i < length; i++ {
			is := isEqual(t, automata.C(int64(i)))
			if m, ok := x.where(o.moment, is); ok {
				do(m, (i+length)%length)
			}
			if always(is) {
				continue each
			}
		}
		x.failing(o.moment, anyOf(isLess(t, automata.C(int64(least))), isAtMost(automata.C(int64(length)), t)))
	}
}

// cellOf is like at for a cell of a grid.
func (x *translation) cellOf(m moment, g cells, r, c value, do func(moment, int)) {
	x.at(m, r, g.height, false, func(m moment, r int) {
		x.at(m, c, g.width, false, func(m moment, c int) { do(m, r*g.width+c) })
	})
}

// slice computes r[i:j].
func (x *translation) slice(m moment, e *core.Slice) []outcome {
	list := []core.Expr{e.Row}
	for _, end := range []core.Expr{e.Lo, e.Hi, e.Step} {
		if end != nil {
			list = append(list, end)
		}
	}
	return x.with(m, func(m moment, v []value) (all []outcome) {
		row := x.cells(v[0]).all
		v = v[1:]
		given := func(e core.Expr, without int) value {
			if e == nil {
				return integer(int64(without))
			}
			given := v[0]
			v = v[1:]
			return given
		}
		lo, hi, step := given(e.Lo, 0), given(e.Hi, len(row)), given(e.Step, 1)
		if n, ok := constant(step); !ok || n != 1 {
			return x.strided(m, row, e, [3]value{lo, hi, step})
		}
		// The ends are clamped to the row.
		x.clamped(m, lo, len(row), func(m moment, from int) {
			x.clamped(m, hi, len(row), func(m moment, to int) {
				to = max(to, from)
				x.spend(to - from)
				all = append(all, outcome{m, x.row(slices.Clone(row[from:to]))})
			})
		})
		return all
	}, list...)
}

// strided computes r[i:j:k] of constants.
func (x *translation) strided(m moment, row []value, e *core.Slice, ends [3]value) []outcome {
	var at [3]int64
	for i, v := range ends {
		n, ok := constant(v)
		if !ok {
			x.refuse("no formula cuts with steps")
		}
		at[i] = n
	}
	if at[2] == 0 {
		x.failing(m, holds)
		return nil
	}
	lo, count := core.SliceOf(int64(len(row)), at, e.Lo != nil, e.Hi != nil)
	all := make([]value, count)
	core.Strided(all, row, lo, at[2])
	return one(m, x.row(all))
}

// clamped calls do for each end of a slice that a value may stand for.
func (x *translation) clamped(m moment, v value, length int, do func(moment, int)) {
	for _, o := range x.number(m, v) {
		t := o.v.(number).t
		if n, ok := constant(o.v); ok {
			if n < 0 {
				n += int64(length)
			}
			do(o.moment, int(min(max(n, 0), int64(length))))
			continue
		}
		for i := 0; i <= length; i++ {
			ways := []cond{isEqual(t, automata.C(int64(i)))}
			if i > 0 && i < length {
				ways = append(ways, isEqual(t, automata.C(int64(i-length))))
			}
			if i == 0 {
				ways = append(ways, isAtMost(t, automata.C(int64(-length))))
			}
			if i == length {
				ways = append(ways, isAtMost(automata.C(int64(length)), t))
			}
			if m, ok := x.where(o.moment, anyOf(ways...)); ok {
				do(m, i)
			}
		}
	}
}

// find computes the first place of a value in a row.
func (x *translation) find(m moment, v []value) (all []outcome) {
	for i, u := range x.cells(v[0]).all {
		is := x.compare(core.Equal, u, v[1])
		if there, ok := x.where(m, is); ok {
			all = append(all, outcome{there, integer(int64(i))})
		}
		var ok bool
		if m, ok = x.where(m, isNot(is)); !ok {
			return all
		}
	}
	x.failing(m, holds)
	return all
}

// sorted sorts numbers, each order by itself.
func (x *translation) sorted(m moment, list []value) []outcomes {
	return folded([]outcomes{{moment: m}}, list, func(o outcomes, v value) (next []outcomes) {
		for _, n := range x.number(o.moment, v) {
			m, ok := n.moment, true
			for i := 0; i < len(o.all) && ok; i++ { // before the i-th
				less := x.compare(core.Less, n.v, o.all[i])
				if there, ok := x.where(m, less); ok {
					next = append(next, outcomes{there, slices.Insert(slices.Clone(o.all), i, n.v)})
				}
				m, ok = x.where(m, isNot(less))
			}
			if ok {
				next = append(next, o.and(outcome{m, n.v}))
			}
		}
		return next
	})
}

// put gives cells of a row a value.
func (x *translation) put(m moment, e *core.Put) []outcome {
	list := append([]core.Expr{e.Row, e.V}, e.Places...)
	if e.Rest != nil {
		list = append(list, e.Rest)
	}
	return x.with(m, func(m moment, v []value) []outcome {
		places := v[2:]
		if e.Rest != nil {
			last := len(places) - 1
			places = append(slices.Clip(places[:last]), x.cells(places[last]).all...)
		}
		return folded(one(m, v[0]), places, func(o outcome, at value) (next []outcome) {
			of := x.cells(o.v)
			x.at(o.moment, at, len(of.all), true, func(m moment, i int) { next = append(next, outcome{m, x.setting(of, i, v[1])}) })
			return next
		})
	}, list...)
}

func (x *translation) fill(m moment, v []value) []outcome {
	cells, sides := 1, []int{1, 1}
	for i, v := range v[1:] {
		n, ok := constant(v)
		if !ok || n > mostUnrolled {
			x.refuse("a row of as many cells as a coordinate says")
		}
		if n < 0 {
			x.failing(m, holds)
			return nil
		}
		sides[i] = int(n)
		cells *= int(n)
	}
	x.spend(cells)
	if cells > mostCells {
		x.refuse("makes a value of more than %d parts", mostCells)
	}
	all := slices.Repeat(v[:1], cells)
	if len(v) == 3 {
		return one(m, x.grid(sides[0], sides[1], all))
	}
	return one(m, x.row(all))
}

// cut computes a part of a grid.
func (x *translation) cut(m moment, v []value) []outcome {
	g := x.cells(v[0])
	var at [4]int64
	for i := range at {
		var ok bool
		if at[i], ok = constant(v[i+1]); !ok || at[i] <= -mostUnrolled || at[i] >= mostUnrolled {
			x.refuse("no formula cuts this")
		}
	}
	if core.OutsideOf(int64(g.height), int64(g.width), at) >= 0 {
		x.failing(m, holds)
		return nil
	}
	var all []value
	for r := range at[2] {
		all = append(all, g.all[int(at[0]+r)*g.width+int(at[1]):][:at[3]]...)
	}
	return one(m, x.grid(int(at[2]), int(at[3]), all))
}
