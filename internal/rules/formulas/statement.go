package formulas

// How a translation follows statements. Where a condition cannot be decided it follows both
// ways, and joins them again where the variables agree.

import (
	"slices"

	"github.com/grundy-games/grundy/internal/rules/core"
)

// An outcome is a value, and where the rules have come to. The value is nil where a function
// returns none.
type outcome struct {
	moment
	v value
}

// outcomes are the values of several expressions.
type outcomes struct {
	moment
	all []value
}

// and returns the values with one more, which is computed behind them.
func (o outcomes) and(v outcome) outcomes {
	return outcomes{v.moment, append(slices.Clip(o.all), v.v)}
}

func one(m moment, v value) []outcome { return []outcome{{m, v}} }

// A flow is where statements may lead besides to the next one.
type flow struct {
	returned          *[]outcome
	broken, continued *[]moment // in a loop
}

// folded follows the items of a list one behind the other, each from all that the last led to.
func folded[A, T any](now []A, list []T, step func(A, T) []A) []A {
	for _, v := range list {
		var next []A
		for _, o := range now {
			next = append(next, step(o, v)...)
		}
		now = next
	}
	return now
}

func (x *translation) block(f *flow, body []core.Stmt, now []moment) []moment {
	for _, s := range body {
		if _, ok := s.(*core.Charge); ok {
			continue
		}
		var next []moment
		for _, m := range now {
			after := x.statement(f, s, m)
			for i := range after {
				after[i] = after[i].keeping(x.live.Behind(s))
			}
			next = append(next, x.merged(m.path, after)...)
		}
		now = next
	}
	return now
}

// statement follows one statement from a moment to those behind it. Where it changes no
// variable, that is the same moment: what the rules found out on the way need not be known.
func (x *translation) statement(f *flow, s core.Stmt, m moment) (after []moment) {
	x.spend(1)
	defer x.standing(s)()
	switch s := s.(type) {
	case *core.Set:
		for _, o := range x.expr(m, s.X) {
			after = append(after, o.set(s.V, o.v))
		}
	case *core.SetCell:
		for _, o := range x.each(m, s.X, s.I, &core.Get{V: s.V}) {
			of := x.cells(o.all[2])
			x.at(o.moment, o.all[1], len(of.all), true, func(m moment, i int) {
				after = append(after, m.set(s.V, x.setting(of, i, o.all[0])))
			})
		}
	case *core.Append:
		for _, o := range x.each(m, s.X, &core.Get{V: s.V}) {
			after = append(after, o.set(s.V, x.row(append(slices.Clip(x.cells(o.all[1]).all), o.all[0]))))
		}
	case *core.Unpack:
		for _, o := range x.expr(m, s.X) {
			all := x.cells(o.v).all
			if len(all) != len(s.V) {
				x.failing(o.moment, holds)
				continue
			}
			after = append(after, o.setAll(s.V, all))
		}
	case *core.If:
		for _, t := range x.test(m, s.Cond) {
			c := t.v.(verdict).c
			if m, ok := x.where(t.moment, c); ok {
				after = append(after, x.block(f, s.Then, []moment{m})...)
			}
			if m, ok := x.where(t.moment, isNot(c)); ok {
				after = append(after, x.block(f, s.Else, []moment{m})...)
			}
		}
	case *core.For:
		return x.span(f, s, m)
	case *core.Each:
		for _, o := range x.expr(m, s.Over) {
			cells := x.cells(o.v).all
			after = append(after, x.unrolled(f, s, s.Body, o.moment, len(cells), func(m moment, i int) moment {
				return x.counted(m.set(s.Item, cells[i]), s.Counter, i)
			})...)
		}
	case *core.Lines:
		return x.lines(f, s, m)
	case *core.While:
		return x.while(f, s, m)
	case *core.Return:
		if s.X == nil {
			*f.returned = append(*f.returned, outcome{m, nil})
			return nil
		}
		*f.returned = append(*f.returned, x.expr(m, s.X)...)
	case *core.Leave:
		if s.Turn {
			*f.continued = append(*f.continued, m)
		} else {
			*f.broken = append(*f.broken, m)
		}
	case *core.Do:
		if len(x.expr(m, s.X)) > 0 { // otherwise the rules fail
			after = append(after, m)
		}
	case *core.Fail:
		x.failing(m, holds)
	case *core.Yield:
		for _, o := range x.expr(m, s.X) {
			if m, ok := x.yield(o.moment, o.v); ok {
				after = append(after, m)
			}
		}
	case *core.State:
		x.free(s.Reply)
		for _, o := range x.each(m, s.Fields...) {
			x.note(x.left([]event{{what: moves, path: o.path, at: s.At}}, o.moment, o.all))
		}
		return []moment{m}
	case *core.StateSum:
		x.free(s.Reply)
		x.stateSum(s, m)
		return []moment{m}
	case *core.End:
		x.note([]event{{what: ends + eventKind(s.How), path: m.path}})
		return []moment{m}
	default:
		x.refuse("no formula speaks of this statement")
	}
	return after
}

// free refuses moves after which the opponent must reply in some way.
func (x *translation) free(reply core.Reply) {
	if reply != core.Anywhere {
		x.refuse("no formula speaks of entails = … and again = …")
	}
}

func (m moment) setAll(to []core.Var, all []value) moment {
	m.vars = slices.Clone(m.vars)
	for i, v := range to {
		m.vars[v] = all[i]
	}
	return m
}

// counted gives the counter of a loop its number, if there is one.
func (x *translation) counted(m moment, counter core.Var, i int) moment {
	if counter == core.NoVar {
		return m
	}
	return m.set(counter, integer(int64(i)))
}

// yield adds a cell, or a line, to what the innermost Build makes.
func (x *translation) yield(m moment, v value) (moment, bool) {
	if x.watching != nil {
		x.watching(m, v)
		return m, true
	}
	made := x.cells(x.variable(m, m.yielded()))
	if !made.isGrid {
		return m.set(m.yielded(), x.row(append(slices.Clip(made.all), v))), true
	}
	line := x.cells(v)
	if made.height > 0 && made.width != len(line.all) {
		x.failing(m, holds)
		return m, false
	}
	made.height, made.width = made.height+1, len(line.all)
	made.all = append(slices.Clip(made.all), line.all...)
	return m.set(m.yielded(), x.made(made)), true
}

// stateSum notes the moves that leave a sum.
func (x *translation) stateSum(s *core.StateSum, m moment) {
	var list []core.Expr
	for _, p := range s.Parts {
		if p.Times != nil {
			list = append(list, p.Times)
		}
		list = append(list, p.Fields...)
	}
	for _, o := range x.each(m, list...) {
		now := []event{{what: moves, path: o.path, at: s.At}}
		left, sum := o.all, 0
		for _, p := range s.Parts {
			times := int64(1)
			if p.Times != nil {
				var ok bool
				if times, ok = constant(left[0]); !ok || times < 0 {
					x.refuse("leaves as many components as a coordinate says, or none at all")
				}
				left = left[1:]
			}
			if sum += int(min(times, fewTurns+1)); sum > fewTurns {
				x.refuse("leaves %d components", times)
			}
			for range times {
				now = x.left(now, o.moment, left[:len(p.Fields)])
			}
			left = left[len(p.Fields):]
		}
		x.note(now)
	}
}

// note notes events.
func (x *translation) note(now []event) {
	x.events = append(x.events, now...)
	x.spend(len(now))
}

// call follows a function in place of a call.
func (x *translation) call(m moment, e *core.Call) (all []outcome) {
	fn := &x.program.Functions[e.F]
	for _, o := range x.each(m, e.Args...) {
		inner := enter(fn, o.path)
		copy(inner.vars, o.all)
		returned := x.body(inner, fn)
		if len(returned) > 1 && allBools(returned) {
			returned = x.gathered(inner, returned)
		}
		for _, r := range returned {
			all = append(all, outcome{moment{o.vars, r.path}, r.v})
		}
	}
	return all
}

// mostCalls bounds how deep calls nest.
const mostCalls = 50

// body follows a function and returns what it returns.
func (x *translation) body(m moment, fn *core.Function) (returned []outcome) {
	if x.depth++; x.depth > mostCalls {
		x.refuse("functions call each other too deep")
	}
	function, watching := x.function, x.watching
	defer func() { x.function, x.watching, x.depth = function, watching, x.depth-1 }()
	x.function, x.watching = fn, nil
	x.live.Read(fn)
	for _, m := range x.block(&flow{returned: &returned}, fn.Body, []moment{m}) {
		returned = append(returned, outcome{m, nil})
	}
	return returned
}
