package formulas

// How a translation follows loops. A loop over what has a fixed length is unrolled. In any
// other the number of turns is a coordinate's business: its body is followed once, at a turn
// whose number is bound.

import (
	"slices"

	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/theory/automata"
)

// mostUnrolled bounds the turns of loops that are unrolled.
const mostUnrolled = 2000

// fewTurns is how many turns of a loop over a fixed range are unrolled at once; longer
// ones are followed once, if that is possible.
const fewTurns = 64

// unrolled follows each turn of a loop.
func (x *translation) unrolled(f *flow, s core.Stmt, body []core.Stmt, m moment, turns int, bind func(m moment, i int) moment) []moment {
	var broken []moment
	now := []moment{m}
	for i := 0; i < turns && len(now) > 0; i++ {
		var next []moment
		inside := flow{f.returned, &broken, &next}
		for _, m := range now {
			next = append(next, x.block(&inside, body, []moment{bind(m, i)})...)
		}
		for i := range next {
			next[i] = next[i].keeping(x.live.Turn(s))
		}
		now = x.merged(m.path, next)
	}
	return x.merged(m.path, append(now, broken...))
}

// lines follows a loop over lines.
func (x *translation) lines(f *flow, s *core.Lines, m moment) (after []moment) {
	now := []outcomes{{moment: m}}
	var sizes []int
	if s.Table < 0 {
		now = x.each(m, slices.Concat(s.Written...)...)
		for _, line := range s.Written {
			sizes = append(sizes, len(line))
		}
	} else {
		for _, line := range x.program.Tables[s.Table].Lines {
			sizes = append(sizes, len(line))
			for _, n := range line {
				now[0].all = append(now[0].all, integer(n))
			}
		}
	}
	for _, o := range now {
		rest := o.all
		var lines [][]value
		for _, n := range sizes {
			lines, rest = append(lines, rest[:n:n]), rest[n:]
			if s.Line == core.NoVar && n != len(s.Items) {
				x.refuse("want lines of %d cells", len(s.Items))
			}
		}
		after = append(after, x.unrolled(f, s, s.Body, o.moment, len(lines), func(m moment, i int) moment {
			if m = x.counted(m, s.Counter, i); s.Line != core.NoVar {
				return m.set(s.Line, x.row(lines[i]))
			}
			return m.setAll(s.Items, lines[i])
		})...)
	}
	return after
}

// A spanOf is a range.
type spanOf struct {
	lo, hi value // numbers or extremes
	step   int64
}

// span follows a loop over a range.
func (x *translation) span(f *flow, s *core.For, m moment) (after []moment) {
	for _, o := range x.each(m, s.From, s.To, s.Step) {
		step, ok := constant(o.all[2])
		if !ok {
			x.refuse("no formula goes by steps that vary")
		}
		if step == 0 {
			x.failing(o.moment, holds)
			continue
		}
		now := []outcome{{o.moment, o.all[0]}}
		if v, ok := o.all[0].(extreme); !ok || step != 1 || !v.greatest {
			now = x.number(o.moment, o.all[0])
		}
		for _, from := range now {
			to := []outcome{{from.moment, o.all[1]}}
			if !isOpen(o.all[1]) {
				to = x.number(from.moment, o.all[1])
			}
			for _, to := range to {
				after = append(after, x.ranged(f, s, to.moment, spanOf{from.v, to.v, step})...)
			}
		}
	}
	return after
}

// ranged follows a loop over a range whose ends are known.
func (x *translation) ranged(f *flow, s *core.For, m moment, span spanOf) (after []moment) {
	lo, fixed := constant(span.lo)
	hi, also := constant(span.hi)
	if !fixed || !also {
		return x.oneOf(f, s, m, span)
	}
	turns := core.RangeLength(lo, hi, span.step)
	unroll := func() []moment {
		return x.unrolled(f, s, s.Body, m, int(turns), func(m moment, i int) moment { return m.set(s.V, integer(lo+int64(i)*span.step)) })
	}
	switch {
	case turns <= fewTurns:
		return unroll()
	case turns > mostUnrolled:
		return x.oneOf(f, s, m, span)
	}
	// A long loop over a fixed range: at best as one turn.
	saved := *x
	returned := len(*f.returned)
	if refused := catch(func() { after = x.oneOf(f, s, m, span) }); refused == nil {
		return after
	}
	spent := x.spent
	*x = saved
	x.spent = spent
	*f.returned = (*f.returned)[:returned]
	return unroll()
}

// A oneTurn is one turn of a loop whose number of turns is not fixed, by a variable that says
// which.
type oneTurn struct {
	name     string
	is       []cond                    // there is this turn, unless an earlier one leaves the loop
	earlier  func(other string) []cond // the other turn comes before, and there is this one
	index    *automata.Term            // how many turns came before; nil: unknown
	descends bool                      // later turns have smaller numbers
}

// oneOf follows one turn of a loop over a range, whichever it is.
func (x *translation) oneOf(f *flow, s *core.For, m moment, over spanOf) (after []moment) {
	t := oneTurn{name: x.freshFor(s.V)}
	v := automata.V(t.name)
	lo, one := over.lo.(number)
	at, limits := v, func(v automata.Term) []cond { // of the loop's variable
		return []cond{x.compare(core.AtMost, over.lo, number{v}), x.compare(core.Less, number{v}, over.hi)}
	}
	natural := func(v value) bool {
		return always(m.path.simplify(x.compare(core.AtMost, integer(0), v)))
	}
	switch {
	case over.step == 1 && natural(over.lo):
		if one {
			index := v.Minus(lo.t)
			t.index = &index
		}
	case over.step == -1 && natural(plus(over.hi, automata.C(1))):
		limits = func(v automata.Term) []cond {
			return []cond{x.compare(core.AtMost, number{v}, over.lo), x.compare(core.Less, over.hi, number{v})}
		}
		t.descends = true
		index := lo.t.Minus(v)
		t.index = &index
	default:
		if !one {
			for _, o := range x.number(m, over.lo) {
				after = append(after, x.oneOf(f, s, o.moment, spanOf{o.v, over.hi, over.step})...)
			}
			return after
		}
		turn := func(v automata.Term) automata.Term { return lo.t.Plus(v.Times(over.step)) }
		at = turn(v)
		limits = func(v automata.Term) []cond {
			if over.step < 0 {
				return []cond{x.compare(core.Less, over.hi, number{turn(v)})}
			}
			return []cond{x.compare(core.Less, number{turn(v)}, over.hi)}
		}
		t.index = &v
	}
	t.is = limits(v)
	t.earlier = func(other string) []cond {
		u, later := automata.V(other), v
		if t.descends {
			u, later = later, u
		}
		return append(limits(automata.V(other)), isLess(u, later))
	}
	start, changing := x.carried(s, m.set(s.V, number{at}), t)
	return x.turned(f, s, s.Body, m, start, t, changing, nil)
}

// A change is how a variable changes from turn to turn.
type change struct {
	v     core.Var
	first automata.Term
	by    int64 // what is added
	times int64 // or, if not 0, by what it is multiplied
}

// assigned returns the variables that the body of a loop sets, and what it yields to.
func (x *translation) assigned(s core.Stmt) []core.Var {
	all, ok := x.sets[s]
	if !ok {
		yields := false
		core.Blocks(s, func(body *[]core.Stmt) {
			all = core.Sets(*body)
			core.Walk(*body, func(s core.Stmt) bool {
				_, is := s.(*core.Yield)
				yields = yields || is
				return true
			}, func(core.Expr) bool { return false })
		})
		if yields && x.watching == nil {
			all = append(all, core.Var(len(x.function.Vars)))
		}
		x.sets[s] = all
	}
	return all
}

// changes finds how the variables that the body of a loop sets change from turn to turn, by
// following it from unknown values. What changes otherwise becomes unknown.
func (x *translation) changes(s core.Stmt, body []core.Stmt, m moment) (start moment, all []change) {
	before, trial := m, m
	symbols := map[core.Var]string{}
	targets := core.Targets(s)
	for _, v := range x.assigned(s) {
		if m.vars[v] == nil || slices.Contains(targets, v) {
			continue
		}
		if _, ok := m.vars[v].(number); ok {
			symbols[v] = x.freshFor(v)
			trial = trial.set(v, number{automata.V(symbols[v])})
		} else {
			trial = trial.set(v, x.changing(v))
		}
		m = m.set(v, x.changing(v))
	}
	if len(symbols) == 0 {
		return m, nil
	}
	// Nothing that is followed here leaves a trace.
	saved := *x
	var returned []outcome
	var broken, continued []moment
	var ends []moment
	refused := catch(func() {
		ends = x.block(&flow{&returned, &broken, &continued}, body, []moment{trial})
	})
	spent, named := x.spent, x.named
	*x = saved
	x.spent, x.named = spent, named
	if refused != nil { // the loop itself will meet it, or does not need the variables
		for v := range symbols {
			to := x.changing(v)
			to.err = refused
			m = m.set(v, to)
		}
		return m, nil
	}
	ends = append(ends, continued...)
	for _, v := range x.assigned(s) {
		if symbols[v] == "" {
			continue
		}
		c := change{v: v, first: before.vars[v].(number).t}
		ok := len(ends) > 0
		for i, m := range ends {
			now, is := m.vars[v].(number)
			n, fixed := constant(number{now.t.Minus(automata.V(symbols[v]))})
			k := now.t.Coefficient(symbols[v])
			switch {
			case is && fixed && (i == 0 || c.times == 0 && n == c.by):
				c.by = n
			case is && len(now.t.Names()) == 1 && now.t.Constant().Sign() == 0 && k.IsInt64() && k.Int64() > 1 && (i == 0 || c.times == k.Int64()):
				c.times = k.Int64()
			default:
				ok = false
			}
		}
		if ok {
			all = append(all, c)
		}
	}
	return m, all
}

func (x *translation) freshFor(v core.Var) string { return x.fresh(x.function.Vars[v].Name) }

// unknown is the value of a variable that a loop sets, or of what it yields.
func (x *translation) unknown(v core.Var, why string) unseen {
	if int(v) == len(x.function.Vars) {
		return unseen{err: &Error{x.here, "a list of as many items as a coordinate says"}}
	}
	return unseen{why: x.function.Vars[v].Name + why}
}

func (x *translation) changing(v core.Var) unseen {
	return x.unknown(v, " changes from turn to turn of a loop in a way that no formula gives")
}

func (x *translation) leftBehind(v core.Var) unseen {
	return x.unknown(v, " is what the last turn of a loop left, which no formula gives")
}

// carried gives variables that change by a constant their values at a turn.
func (x *translation) carried(s *core.For, m moment, t oneTurn) (moment, []change) {
	start, all := x.changes(s, s.Body, m)
	var kept []change
	for _, c := range all {
		if c.times == 0 && t.index != nil {
			start = start.set(c.v, number{c.first.Plus(t.index.Times(c.by))})
			if c.by == 0 {
				kept = append(kept, c)
			}
		}
	}
	return start, kept
}

// turned follows the body of a loop at one turn, and returns the moments behind the loop.
// Exit, if any, follows the rules to where the loop ends because its condition fails: it
// is nil for loops over ranges, whose variables nobody knows behind them.
func (x *translation) turned(f *flow, s core.Stmt, body []core.Stmt, m, start moment, t oneTurn, unchanged []change, exit func(leaves func(name string) cond) []moment) (after []moment) {
	start.path = m.path.binding(t.name).with(t.is...)
	if start.path.dead() {
		return []moment{m}
	}
	var returned []outcome
	var broken, continued []moment
	events := len(x.events)
	x.block(&flow{&returned, &broken, &continued}, body, []moment{start})

	// A turn is reached if none before it leaves the loop.
	var leaving []cond
	for _, m := range broken {
		leaving = append(leaving, m.path.since(start.path))
	}
	for _, o := range returned {
		leaving = append(leaving, o.path.since(start.path))
	}
	leave := anyOf(leaving...)
	leaves := func(name string) cond {
		return leave.Substitute(map[string]automata.Term{t.name: automata.V(name)})
	}
	reached := holds
	if !never(leave) {
		other := x.fresh(t.name)
		reached = isNot(forSome([]string{other}, allOf(append(t.earlier(other), leaves(other))...)))
		for i := range x.events[events:] {
			e := &x.events[events+i]
			if !impliesReached(e.path, leave, t) {
				e.path = e.path.with(reached)
			}
		}
	}
	for _, o := range returned {
		o.path = o.path.with(reached)
		*f.returned = append(*f.returned, o)
	}
	if exit != nil {
		for _, b := range broken {
			b.path = b.path.with(reached)
			after = append(after, x.forget(b, s, nil))
		}
		return append(after, exit(leaves)...)
	}
	// Behind a range the variables are what they were, or unknown.
	end := m
	if len(returned) > 0 {
		var all []cond
		for _, o := range returned {
			all = append(all, o.path.since(m.path))
		}
		var ok bool
		if end, ok = x.where(m, isNot(anyOf(all...))); !ok {
			return nil
		}
	}
	for _, v := range core.Targets(s) {
		end = end.set(v, x.leftBehind(v))
	}
	return []moment{x.forget(end, s, unchanged)}
}

// forget makes variables unknown that a loop sets.
func (x *translation) forget(m moment, s core.Stmt, but []change) moment {
	for _, v := range x.assigned(s) {
		if !slices.ContainsFunc(but, func(c change) bool { return c.v == v }) {
			m = m.set(v, x.leftBehind(v))
		}
	}
	return m
}

// impliesReached reports whether a path that a turn follows says already that no earlier
// turn left the loop: because what makes a turn leave it does so at each later one, too.
func impliesReached(p path, leave cond, t oneTurn) bool {
	if !growing(leave, t) {
		return false
	}
	for _, d := range isNot(leave).Conjuncts() {
		if !always(p.simplify(d)) {
			return false
		}
	}
	return true
}

// growing reports whether a condition that holds at a turn holds at each later one.
func growing(c cond, t oneTurn) bool {
	parts := c.Conjuncts()
	if len(parts) < 2 {
		parts = c.Disjuncts()
	}
	if len(parts) > 1 {
		return !slices.ContainsFunc(parts, func(c cond) bool { return !growing(c, t) })
	}
	if s, equal, ok := c.Sign(); ok && !equal {
		k := s.Coefficient(t.name).Sign()
		return k == 0 || k > 0 == t.descends
	}
	return !slices.Contains(c.Free(), t.name)
}

// while follows a while loop whose variables change by constants, or are multiplied by one.
func (x *translation) while(f *flow, s *core.While, m moment) []moment {
	start, all := x.changes(s, s.Body, m)
	t := oneTurn{name: x.fresh("turn")}
	value := map[core.Var]func(v automata.Term) automata.Term{}
	natural := func(automata.Term) []cond { return nil }
	for _, c := range all {
		if c.times == 0 {
			value[c.v] = func(v automata.Term) automata.Term { return c.first.Plus(v.Times(c.by)) }
		} else if n, ok := constant(number{c.first}); ok && n != 0 {
			x.needs(int(c.times))
			natural = func(v automata.Term) []cond { return []cond{automata.Power(v)} }
			value[c.v] = func(v automata.Term) automata.Term { return v.Times(n) }
		}
	}
	geometric := len(natural(automata.Term{})) > 0
	if geometric {
		for _, c := range all { // a number of turns and a power are not both terms
			if c.times == 0 && c.by != 0 {
				delete(value, c.v)
			}
		}
	}
	at := func(v automata.Term) moment { // at the beginning of a turn
		m := start
		for to, value := range value {
			m = m.set(to, number{value(v)})
		}
		return m
	}
	// The condition, as a formula of the turn.
	first := len(x.events)
	goes := func(v automata.Term) cond {
		from := at(v)
		from.path = from.path.binding(t.name).with(natural(v)...)
		var ways []cond
		for _, o := range x.test(from, s.Cond) {
			ways = append(ways, o.path.since(from.path, o.v.(verdict).c))
		}
		return anyOf(ways...)
	}
	v := automata.V(t.name)
	entered := goes(v)
	t.is = append(natural(v), entered)
	t.earlier = func(other string) []cond {
		u := automata.V(other)
		return append(natural(u), isLess(u, v))
	}
	if !growing(isNot(entered), t) { // an earlier turn may fail where a later one does not
		other := x.fresh(t.name)
		stops := isNot(entered.Substitute(map[string]automata.Term{t.name: automata.V(other)}))
		t.is = append(t.is, isNot(forSome([]string{other}, allOf(append(t.earlier(other), stops)...))))
	}
	// Where the condition fails, no turn has stopped before.
	tried, other := len(x.events), x.fresh(t.name)
	for i := range x.events[first:tried] {
		e := &x.events[first+i]
		e.path = e.path.with(x.noneEarlier(t, other, isNot(entered.Substitute(map[string]automata.Term{t.name: automata.V(other)})), geometric))
	}
	from := at(v)
	return x.turned(f, s, s.Body, m, from, t, nil, func(leaves func(string) cond) []moment {
		left := func(name string) cond { return allOf(append(t.earlier(name), leaves(name))...) }
		for i := range x.events[first:tried] {
			e, other := &x.events[first+i], x.fresh(t.name)
			e.path = e.path.with(isNot(forSome([]string{other}, left(other))))
		}
		// The loop ends at the first turn that there is not.
		end := at(v)
		end.path = m.path.binding(t.name).with(natural(v)...).with(isNot(entered))
		other := x.fresh(t.name)
		u := automata.V(other)
		stops := anyOf(isNot(entered.Substitute(map[string]automata.Term{t.name: u})), leaves(other))
		end.path = end.path.with(x.noneEarlier(t, other, stops, geometric))
		if !terminates(entered, t) { // a loop that never ends fails
			ends := end.path.since(m.path)
			if end.path.dead() {
				ends = fails
			}
			some := forSome([]string{t.name}, allOf(append(slices.Clone(t.is), leaves(t.name))...))
			x.failing(m, isNot(anyOf(ends, some)))
		}
		if end.path.dead() {
			return nil
		}
		for _, v := range x.assigned(s) {
			if _, ok := value[v]; !ok {
				end = end.set(v, x.changing(v))
			}
		}
		return []moment{end}
	})
}

// noneEarlier says that no turn before t stops. Where one that stops is followed by others
// that do, the last before t is enough.
func (x *translation) noneEarlier(t oneTurn, other string, stops cond, geometric bool) cond {
	if u, equal, ok := stops.Sign(); ok && !equal && u.Coefficient(other).Sign() <= 0 {
		v, k := automata.V(t.name), u.Coefficient(other)
		if !geometric {
			before := stops.Substitute(map[string]automata.Term{other: v.Plus(automata.C(-1))})
			return anyOf(isEqual(v, automata.Term{}), isNot(before))
		}
		if k.Sign() < 0 && k.IsInt64() {
			// The power before p is p / b: b stops, times b.
			rest := u.Minus(automata.V(other).Times(k.Int64())).Times(int64(x.base))
			return anyOf(isEqual(v, automata.C(1)), isLess(automata.Term{}, rest.Plus(v.Times(k.Int64()))))
		}
	}
	return isNot(forSome([]string{other}, allOf(append(t.earlier(other), stops)...)))
}

// terminates reports whether a condition surely fails at some turn.
func terminates(c cond, t oneTurn) bool {
	if all := c.Conjuncts(); len(all) > 1 {
		return slices.ContainsFunc(all, func(c cond) bool { return terminates(c, t) })
	}
	if any := c.Disjuncts(); len(any) > 1 {
		return !slices.ContainsFunc(any, func(c cond) bool { return !terminates(c, t) })
	}
	s, equal, ok := c.Sign()
	return never(c) || ok && !equal && s.Coefficient(t.name).Sign() > 0
}
