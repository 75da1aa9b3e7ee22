package certificate

// This file walks through loops.

import (
	"slices"
	"strings"

	"grundy/rules/lang"
)

// forLoop walks through a loop over known values turn by turn, and through one over a
// range of unknown length with a variable.
func (w *walker) forLoop(p *path, s *lang.Syntax, over val) (ends []outcome, err error) {
	if items, ok := over.items(); ok {
		if len(items) > mostTurns {
			return nil, failAt(s, "the loop has more than %d turns", mostTurns)
		}
		now := []*path{p}
		var left []*path
		for _, item := range items {
			var next []*path
			for _, q := range now {
				err := w.assign(q, s.Kids[0], item, func(q *path) error {
					outs, err := w.block(q, s.Kids[2].Kids)
					var on []*path
					for _, o := range outs {
						switch o.how {
						case onward, goesOn:
							on = append(on, o.path)
						case breaks:
							left = append(left, o.path)
						default:
							ends = append(ends, o)
						}
					}
					next = append(next, rejoin(q, on, len(on) == len(outs))...)
					return err
				})
				if err != nil {
					return nil, err
				}
			}
			if now = next; len(now)+len(left) > mostPaths {
				return nil, failAt(s, "the rules have more than %d paths here", mostPaths)
			}
		}
		after := slices.Concat(now, left)
		for i, q := range after {
			after[i] = q.forget(p, lang.Targets(s.Kids[0]))
		}
		for _, q := range rejoin(p, after, len(ends) == 0) {
			ends = append(ends, outcome{path: q, how: onward})
		}
		return ends, nil
	}
	if over.is != 'r' || s.Kids[0].Kind != "name" {
		return nil, failAt(s.Kids[1], "the verifier reads loops over ranges and lists of known length")
	}
	from, to, step := over.list[0].t, over.list[1].t, over.list[2].t.more
	// The variable is a natural number: no turn may have another one.
	low := from
	span, ok := to.plus(-1, from)
	if step < 0 {
		low = to
		low.more++
		span, ok = from.plus(-1, to)
	}
	if !ok {
		return nil, failAt(s, "a number is too large")
	}
	w.demand(p, s.Kids[1], some(isLeast(low), not(isLeast(span)), isZero(span)), "the loop goes over numbers below 0")
	v := w.variable()
	return w.turns(p, s, s.Kids[2].Kids, v, map[string]val{s.Kids[0].Name: {is: 'i', t: variable(v)}}, func(v int) (formula, error) {
		return w.between(s, from, to, step, v)
	}, step > 0, nil)
}

// forget takes away what names of a loop mean behind it, unless they meant something
// before.
func (p *path) forget(before *path, names []string) *path {
	for _, name := range names {
		if _, ok := before.names[name]; !ok {
			p = p.let(name, val{is: '?', text: "the loop has ended"})
		}
	}
	return p
}

// assigned returns the names that statements give values. Those of a comprehension are its own.
func assigned(body []*lang.Syntax) (names []string) {
	for _, s := range body {
		lang.Walk(s, func(t *lang.Syntax) {
			if t.Kind == "assign" || t.Kind == "for" && len(t.Kids) == 3 {
				names = append(names, lang.Targets(t.Kids[0])...)
			}
		})
	}
	return names
}

// between says that a number is in a range.
func (w *walker) between(at *lang.Syntax, from, to term, step int64, v int) (formula, error) {
	x := variable(v)
	if step < 0 {
		// v = from - i |step| > to
		from, to = to, from
	}
	above, ok1 := x.plus(-1, from)
	below, ok2 := to.plus(-1, x)
	if !ok1 || !ok2 {
		return no, failAt(at, "a number is too large")
	}
	var in formula
	start := above
	if step > 0 {
		below.more--
		in = all(isLeast(above), isLeast(below))
	} else {
		above.more--
		in = all(isLeast(above), isLeast(below))
		start = below
	}
	if n := int64(magnitude(step)); n > 1 {
		q := w.variable()
		multiple, ok := start.plus(-n, variable(q))
		if !ok {
			return no, failAt(at, "a number is too large")
		}
		in = all(in, exists([]int{q}, isZero(multiple)))
	}
	return in, nil
}

// turns walks through the body of a loop whose turns a variable v counts. In says which
// numbers it takes, rising or falling. A turn comes only if no turn before it left the
// loop, nor its condition ended it; what the body assigns is unknown in other turns.
func (w *walker) turns(p *path, s *lang.Syntax, body []*lang.Syntax, v int, means map[string]val, in func(int) (formula, error), rising bool, condition func(v int) (formula, error)) (ends []outcome, err error) {
	here, err := in(v)
	if err != nil {
		return nil, err
	}
	changed := assigned(body)
	start := p
	for _, name := range changed {
		if _, ok := means[name]; !ok {
			start = start.let(name, val{is: '?', text: "another turn of the loop gave it its value"})
		}
	}
	for name, value := range means {
		start = start.let(name, value)
	}
	start = &path{start.names, start.guards, append(slices.Clip(start.bound), v)}
	if start = start.and(here); start == nil {
		return []outcome{{path: p, how: onward}}, nil
	}
	// First find out where a turn leaves the loop.
	stops, err := w.stops(start, body)
	if err != nil {
		return nil, err
	}
	if condition != nil {
		goes, err := condition(v)
		if err != nil {
			return nil, err
		}
		stops = some(stops, not(goes))
		if start = start.and(goes); start == nil {
			return []outcome{{path: p, how: onward}}, nil
		}
	}
	earlier := func(now int) (formula, error) { // some turn before this one left
		u := w.variable()
		there, err := in(u)
		if err != nil {
			return no, err
		}
		first, second := now, u
		if !rising {
			first, second = u, now
		}
		apart, _ := variable(first).plus(-1, variable(second))
		apart.more = -1
		return exists([]int{u}, all(there, isLeast(apart), stops.put(v, u))), nil
	}
	if stops.kind != "false" {
		left, err := earlier(v)
		if err != nil {
			return nil, err
		}
		if start = start.and(not(left)); start == nil {
			return []outcome{{path: p, how: onward}}, nil
		}
	}
	outs, err := w.block(start, body)
	if err != nil {
		return nil, err
	}
	leave := no
	after := p
	for _, name := range changed {
		after = after.let(name, val{is: '?', text: "a loop gave it its value"})
	}
	for name := range means {
		if condition == nil {
			after = after.forget(p, []string{name})
			if _, ok := p.names[name]; ok {
				after = after.let(name, val{is: '?', text: "a loop gave it its value"})
			}
		}
	}
	for _, o := range outs {
		switch o.how {
		case returned:
			leave = some(leave, o.path.since(p))
			ends = append(ends, o)
		case breaks:
			if len(changed) > 0 {
				return nil, failAt(s, "the verifier reads loops that change no names, if they break")
			}
		}
	}
	if condition == nil {
		if q := after.and(not(leave)); q != nil {
			ends = append(ends, outcome{path: q, how: onward})
		}
		return ends, nil
	}
	// Behind a while, v is the first number with which its condition fails.
	if leave.kind != "false" || slices.ContainsFunc(outs, func(o outcome) bool { return o.how == breaks }) {
		return nil, failAt(s, "the verifier reads while loops that end by their condition only")
	}
	last := w.variable()
	there, err := in(last)
	if err != nil {
		return nil, err
	}
	ended, err := condition(last)
	if err != nil {
		return nil, err
	}
	left, err := earlier(last)
	if err != nil {
		return nil, err
	}
	found := all(there, not(ended), not(left))
	if w.quiet == 0 {
		w.demand(p, s, exists([]int{last}, found), "the loop does not end")
	}
	for name := range means {
		after = after.let(name, val{is: 'i', t: variable(last)})
	}
	after = &path{after.names, after.guards, append(slices.Clip(after.bound), last)}
	if after = after.and(found); after != nil {
		ends = append(ends, outcome{path: after, how: onward})
	}
	return ends, nil
}

// stops says where a turn of a loop leaves it.
func (w *walker) stops(start *path, body []*lang.Syntax) (formula, error) {
	w.quiet++
	defer func() { w.quiet-- }()
	outs, err := w.block(start, body)
	stops := no
	for _, o := range outs {
		if o.how == breaks || o.how == returned {
			stops = some(stops, o.path.since(start))
		}
	}
	return stops, err
}

// whileLoop runs a loop whose condition is known, and understands one whose body ends
// with k += c, or with k *= b or k += k where k begins with a power of b.
func (w *walker) whileLoop(p *path, s *lang.Syntax) (ends []outcome, err error) {
	for turn := 0; ; turn++ {
		values, holds := 0, yes
		var after *path
		err := w.eval(p, s.Kids[0], func(q *path, v val) (err error) {
			values, after = values+1, q
			holds, err = condition(s.Kids[0], v)
			return err
		})
		if err != nil {
			return nil, err
		}
		if values != 1 || holds.kind != "true" && holds.kind != "false" {
			break
		}
		if holds.kind == "false" {
			return append(ends, outcome{path: after, how: onward}), nil
		}
		if turn == mostTurns {
			return nil, failAt(s, "the loop has more than %d turns", mostTurns)
		}
		outs, err := w.block(after, s.Kids[1].Kids)
		if err != nil {
			return nil, err
		}
		on := 0
		for _, o := range outs {
			switch o.how {
			case onward, goesOn:
				p = o.path
				on++
			case breaks:
				ends = append(ends, outcome{path: o.path, how: onward})
			default:
				ends = append(ends, o)
			}
		}
		if on == 0 {
			return ends, nil
		}
		if on > 1 {
			return nil, failAt(s, "the verifier reads loops whose turns come to the same")
		}
	}
	body := s.Kids[1].Kids
	last := body[len(body)-1]
	name, op, by, ok := step(last)
	start, isKnown := p.names[name]
	if !ok || !isKnown || start.is != 'i' || slices.Contains(assigned(body[:len(body)-1]), name) || contains(body, "continue") {
		return nil, failAt(s, "the verifier reads while loops that end with k += c, or with k *= b, and no others")
	}
	v := w.variable()
	in := func(v int) (formula, error) {
		x := variable(v)
		if op == '+' {
			above, ok := x.plus(-1, start.t)
			if !ok {
				return no, failAt(s, "a number is too large")
			}
			q := w.variable()
			multiple, ok := above.plus(-by, variable(q))
			if !ok {
				return no, failAt(s, "a number is too large")
			}
			return exists([]int{q}, isZero(multiple)), nil
		}
		if !start.t.isConstant() || start.t.more != 1 {
			return no, failAt(s, "the verifier reads loops over the powers of a number from 1 on")
		}
		return formula{kind: "power", terms: []term{x, constant(by)}}, nil
	}
	return w.turns(p, s, body[:len(body)-1], v, map[string]val{name: {is: 'i', t: variable(v)}}, in, true, func(v int) (formula, error) {
		goes := no
		q := p.let(name, val{is: 'i', t: variable(v)})
		err := w.eval(q, s.Kids[0], func(r *path, c val) error {
			f, err := condition(s.Kids[0], c)
			goes = some(goes, exists(r.bound[len(q.bound):], all(append(slices.Clone(r.guards[len(q.guards):]), f)...)))
			return err
		})
		return goes, err
	})
}

// contains reports whether a statement of this kind stands among others.
func contains(list []*lang.Syntax, kind string) (found bool) {
	for _, s := range list {
		lang.Walk(s, func(t *lang.Syntax) { found = found || t.Kind == kind })
	}
	return found
}

// step understands k += 3, k = k + 3, k *= 2, k = 2 * k, k += k.
func step(s *lang.Syntax) (name string, op byte, by int64, ok bool) {
	if s.Kind != "assign" || s.Kids[0].Kind != "name" {
		return "", 0, 0, false
	}
	name = s.Kids[0].Name
	sign, left, right := strings.TrimSuffix(s.Name, "="), s.Kids[0], s.Kids[1]
	if s.Name == "=" {
		if right.Kind != "binary" {
			return "", 0, 0, false
		}
		sign, left, right = right.Name, right.Kids[0], right.Kids[1]
	}
	isName := func(t *lang.Syntax) bool { return t.Kind == "name" && t.Name == name }
	if isName(right) && !isName(left) {
		left, right = right, left
	}
	switch {
	case !isName(left):
	case sign == "+" && isName(right):
		return name, '*', 2, true
	case right.Kind == "int" && right.Int > 0 && (sign == "+" || sign == "*" && right.Int > 1):
		return name, sign[0], right.Int, true
	}
	return "", 0, 0, false
}
