package rules

// This file holds how the translation of moves follows loops. A loop over what has a fixed
// length is unrolled. In any other the number of turns is a coordinate's business: its body is
// followed once, at a turn whose number is bound.

import (
	"maps"
	"slices"

	"grundy/rules/lang"
	"grundy/theory/automata"
)

// mostUnrolled bounds the turns of loops that are unrolled.
const mostUnrolled = 2000

// fewTurns is how many turns of a loop over a fixed range are unrolled at once; longer
// ones are followed once, if that is possible.
const fewTurns = 64

// loop follows a for loop.
func (x *translation) loop(f *flow, s *lang.Syntax, over outcome) []moment {
	span, ok := over.v.(spanOf)
	if !ok {
		if of, ok := over.v.(items); ok && of.id != 0 {
			outer := x.walked[of.id]
			x.walked[of.id] = true
			defer func() { x.walked[of.id] = outer }()
		}
		return x.unrolled(f, s, over.moment, x.elements(s.Kids[1], over.v))
	}
	turns := int64(-1) // unknown
	if lo, ok := constant(span.lo); ok {
		if hi, ok := constant(span.hi); ok {
			if turns = max(hi-lo, 0); span.step < 0 {
				turns = max(lo-hi, 0)
			}
			turns /= max(span.step, -span.step)
		}
	}
	if turns >= 0 && turns <= fewTurns {
		return x.unrolled(f, s, over.moment, x.elements(s.Kids[1], span))
	}
	if turns < 0 || turns > mostUnrolled {
		return x.span(f, s, over.moment, span)
	}
	// A long loop over a fixed range: at best as one turn.
	var after []moment
	saved := *x
	returned := len(*f.returned)
	if refused := catch(func() { after = x.span(f, s, over.moment, span) }); refused == nil {
		return after
	}
	spent := x.spent
	*x = saved
	x.spent = spent
	*f.returned = (*f.returned)[:returned]
	return x.unrolled(f, s, over.moment, x.elements(s.Kids[1], span))
}

// unrolled follows each turn of a loop.
func (x *translation) unrolled(f *flow, s *lang.Syntax, m moment, all []symbol) []moment {
	var broken []moment
	now := []moment{m}
	for _, v := range all {
		var next []moment
		inside := flow{f.returned, &broken, &next}
		for _, m := range now {
			next = append(next, x.block(&inside, s.Kids[2], []moment{x.bind(m, s.Kids[0], v)})...)
		}
		if read := x.readBehind[s.Kids[2]]; read != nil {
			for i := range next {
				next[i] = next[i].keeping(read)
			}
		}
		if now = x.merged(m.path, next); len(now) == 0 {
			break
		}
	}
	return x.merged(m.path, append(now, broken...))
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

// span follows a loop over a range.
func (x *translation) span(f *flow, s *lang.Syntax, m moment, over spanOf) (after []moment) {
	if s.Kids[0].Kind != "name" {
		x.refuse(s.Kids[0], "want one variable")
	}
	t := oneTurn{name: x.fresh(s.Kids[0].Name)}
	v := automata.V(t.name)
	lo, one := over.lo.(number)
	value, limits := v, func(v automata.Term) []cond { // of the loop's variable
		return []cond{x.compare(s, "<=", over.lo, number{v}), x.compare(s, "<", number{v}, over.hi)}
	}
	natural := func(v symbol) bool {
		return always(m.path.simplify(x.compare(s, "<=", integer(0), v)))
	}
	switch {
	case over.step == 1 && natural(over.lo):
		if one {
			index := v.Minus(lo.t)
			t.index = &index
		}
	case over.step == -1 && natural(plus(over.hi, automata.C(1))):
		limits = func(v automata.Term) []cond {
			return []cond{x.compare(s, "<=", number{v}, over.lo), x.compare(s, "<", over.hi, number{v})}
		}
		t.descends = true
		index := lo.t.Minus(v)
		t.index = &index
	default:
		if !one {
			for _, o := range x.number(m, s.Kids[1], over.lo) {
				after = append(after, x.span(f, s, o.moment, spanOf{o.v, over.hi, over.step})...)
			}
			return after
		}
		at := func(v automata.Term) automata.Term { return lo.t.Plus(v.Times(over.step)) }
		value = at(v)
		limits = func(v automata.Term) []cond {
			if over.step < 0 {
				return []cond{x.compare(s, "<", over.hi, number{at(v)})}
			}
			return []cond{x.compare(s, "<", number{at(v)}, over.hi)}
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
	start := m.set(s.Kids[0].Name, number{value})
	start, changing := x.carried(s, s.Kids[2], start, t)
	return x.turned(f, s, s.Kids[2], m, start, t, changing, nil)
}

// A change is how a variable changes from turn to turn.
type change struct {
	name  string
	first automata.Term
	by    int64 // what is added
	times int64 // or, if not 0, by what it is multiplied
}

// changes finds how the variables that the body of a loop sets change from turn to turn, by
// following it from unknown values. What changes otherwise becomes unknown.
func (x *translation) changes(s, body *lang.Syntax, m moment) (start moment, all []change) {
	before, trial := m, m
	symbols := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(assigned(body))) {
		v, ok := m.vars[name]
		if !ok || s.Kind == "for" && s.Kids[0].Kind == "name" && name == s.Kids[0].Name {
			continue
		}
		if _, ok := v.(number); ok {
			symbols[name] = x.fresh(name)
			trial = trial.set(name, number{automata.V(symbols[name])})
		} else {
			trial = trial.set(name, x.changing(name))
		}
		m = m.set(name, x.changing(name))
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
		for name := range symbols {
			v := x.changing(name)
			v.err = refused
			m = m.set(name, v)
		}
		return m, nil
	}
	ends = append(ends, continued...)
	for _, name := range slices.Sorted(maps.Keys(symbols)) {
		c := change{name: name, first: before.vars[name].(number).t}
		ok := len(ends) > 0
		for i, m := range ends {
			now, is := m.vars[name].(number)
			n, fixed := constant(number{now.t.Minus(automata.V(symbols[name]))})
			k := now.t.Coefficient(symbols[name])
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

func (x *translation) changing(name string) unseen {
	return unseen{why: name + " changes from turn to turn of a loop in a way that no formula gives"}
}

// carried gives variables that change by a constant their values at a turn.
func (x *translation) carried(s, body *lang.Syntax, m moment, t oneTurn) (moment, []change) {
	start, all := x.changes(s, body, m)
	var kept []change
	for _, c := range all {
		if c.times == 0 && t.index != nil {
			start = start.set(c.name, number{c.first.Plus(t.index.Times(c.by))})
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
func (x *translation) turned(f *flow, s, body *lang.Syntax, m, start moment, t oneTurn, unchanged []change, exit func(leaves func(name string) cond) []moment) (after []moment) {
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
			after = append(after, x.forget(b, body, nil))
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
		c := isNot(anyOf(all...))
		var ok bool
		if end, ok = x.where(m, c); !ok {
			return nil
		}
	}
	if s.Kids[0].Kind == "name" {
		end = end.set(s.Kids[0].Name, leftBehind(s.Kids[0].Name))
	}
	return []moment{x.forget(end, body, unchanged)}
}

// forget makes variables unknown that a loop sets.
func (x *translation) forget(m moment, body *lang.Syntax, but []change) moment {
	for name := range assigned(body) {
		if slices.ContainsFunc(but, func(c change) bool { return c.name == name }) {
			continue
		}
		m = m.set(name, leftBehind(name))
	}
	return m
}

func leftBehind(name string) unseen {
	return unseen{why: name + " is what the last turn of a loop left, which no formula gives"}
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
func (x *translation) while(f *flow, s *lang.Syntax, m moment) []moment {
	body := s.Kids[1]
	start, all := x.changes(s, body, m)
	t := oneTurn{name: x.fresh("turn")}
	value := map[string]func(v automata.Term) automata.Term{}
	natural := func(automata.Term) []cond { return nil }
	for _, c := range all {
		if c.times == 0 {
			value[c.name] = func(v automata.Term) automata.Term { return c.first.Plus(v.Times(c.by)) }
		} else if n, ok := constant(number{c.first}); ok && n != 0 {
			x.needs(s, int(c.times))
			natural = func(v automata.Term) []cond { return []cond{automata.Power(v)} }
			value[c.name] = func(v automata.Term) automata.Term { return v.Times(n) }
		}
	}
	geometric := len(natural(automata.Term{})) > 0
	if geometric {
		for _, c := range all { // a number of turns and a power are not both terms
			if c.times == 0 && c.by != 0 {
				delete(value, c.name)
			}
		}
	}
	at := func(v automata.Term) moment { // at the beginning of a turn
		m := start
		for name, value := range value {
			m = m.set(name, number{value(v)})
		}
		return m
	}
	// The condition, as a formula of the turn.
	first := len(x.events)
	goes := func(v automata.Term) cond {
		from := at(v)
		from.path = from.path.binding(t.name).with(natural(v)...)
		var ways []cond
		for _, o := range x.test(from, s.Kids[0]) {
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
	return x.turned(f, s, body, m, from, t, nil, func(leaves func(string) cond) []moment {
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
		for name := range assigned(body) {
			if _, ok := value[name]; !ok {
				end = end.set(name, x.changing(name))
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
