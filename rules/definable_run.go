package rules

// This file holds how the translation of moves follows statements. Where a condition
// cannot be decided it follows both ways, and joins them again where the variables agree.

import (
	"maps"
	"slices"

	"grundy/rules/lang"
)

// A flow is where statements may lead besides to the next one.
type flow struct {
	returned          *[]outcome
	broken, continued *[]moment // in a loop
}

func (x *translation) block(f *flow, body *lang.Syntax, now []moment) []moment {
	for _, s := range body.Kids {
		var next []moment
		for _, m := range now {
			after := x.statement(f, s, m)
			if read := x.readBehind[s]; read != nil {
				for i := range after {
					after[i] = after[i].keeping(read)
				}
				if len(after) > 1 {
					after = x.merged(m.path, after)
				}
			}
			next = append(next, after...)
		}
		now = next
	}
	return now
}

// A reading finds which variables may still be read behind each statement of a function, so
// that moments which differ in others are joined.
type reading struct {
	behind map[*lang.Syntax]map[string]bool
	stops  map[string]bool // read behind the innermost loop
	again  map[string]bool // read in its next turn, or behind it
}

// block returns what may be read from the beginning of a block on.
func (r *reading) block(body *lang.Syntax, behind map[string]bool) map[string]bool {
	for _, s := range slices.Backward(body.Kids) {
		r.behind[s] = behind
		behind = r.statement(s, behind)
	}
	return behind
}

func (r *reading) statement(s *lang.Syntax, behind map[string]bool) map[string]bool {
	read := map[string]bool{}
	reads := func(t *lang.Syntax) {
		lang.Walk(t, func(t *lang.Syntax) {
			if t.Kind == "name" {
				read[t.Name] = true
			}
		})
	}
	switch s.Kind {
	case "if":
		for _, b := range s.Kids[1:] {
			maps.Copy(read, r.block(b, behind))
		}
		reads(s.Kids[0])
		return read
	case "for", "while":
		outer := *r
		body := s.Kids[len(s.Kids)-1]
		again := maps.Clone(behind)
		for size := -1; size != len(again); { // until no turn reads more
			size = len(again)
			r.stops, r.again = behind, again
			r.behind[body] = again
			turn := maps.Clone(r.block(body, again))
			if s.Kind == "for" { // whose variables each turn sets
				lang.Walk(s.Kids[0], func(t *lang.Syntax) { delete(turn, t.Name) })
			}
			maps.Copy(again, turn)
			if s.Kind == "while" {
				reads(s.Kids[0])
				maps.Copy(again, read)
			}
		}
		r.stops, r.again = outer.stops, outer.again
		read = again
		if s.Kind == "for" {
			reads(s.Kids[1])
		}
		return read
	case "return":
		reads(s)
		return read
	case "break":
		return r.stops
	case "continue":
		return r.again
	case "assign":
		read = maps.Clone(behind)
		if s.Name == "=" && s.Kids[0].Kind == "name" {
			delete(read, s.Kids[0].Name)
			reads(s.Kids[1])
			return read
		}
	default:
		read = maps.Clone(behind)
	}
	reads(s)
	return read
}

// keeping drops the variables that are not read any more.
func (m moment) keeping(read map[string]bool) moment {
	for name := range m.vars {
		if !read[name] {
			vars := maps.Clone(m.vars)
			maps.DeleteFunc(vars, func(name string, _ symbol) bool { return !read[name] })
			m.vars = vars
			break
		}
	}
	return m
}

// statement follows one statement from a moment to those behind it.
func (x *translation) statement(f *flow, s *lang.Syntax, m moment) (after []moment) {
	x.spend(1)
	switch s.Kind {
	case "expression":
		if s.Kids[0].Kind == "text" {
			return []moment{m}
		}
		x.alone = s.Kids[0]
		for _, o := range x.expr(m, s.Kids[0]) {
			after = append(after, o.moment)
		}
		return after
	case "assign":
		return x.assign(s, m)
	case "if":
		for _, t := range x.test(m, s.Kids[0]) {
			c := t.v.(verdict).c
			for i, c := range []cond{c, isNot(c)} {
				if m, ok := x.where(t.moment, c); ok {
					after = append(after, x.block(f, s.Kids[i+1], []moment{m})...)
				}
			}
		}
		return x.merged(m.path, after)
	case "for":
		for _, over := range x.expr(m, s.Kids[1]) {
			after = append(after, x.loop(f, s, over)...)
		}
		return after
	case "while":
		return x.while(f, s, m)
	case "return":
		*f.returned = append(*f.returned, x.expr(m, s.Kids[0])...)
		return nil
	case "break":
		*f.broken = append(*f.broken, m)
		return nil
	case "continue":
		*f.continued = append(*f.continued, m)
		return nil
	case "pass":
		return []moment{m}
	}
	x.refuse(s, "no formula speaks of this statement")
	return nil
}

func (x *translation) assign(s *lang.Syntax, m moment) (after []moment) {
	if s.Name == "=" {
		for _, o := range x.expr(m, s.Kids[1]) {
			after = append(after, x.bind(o.moment, s.Kids[0], o.v))
		}
		return after
	}
	op := s.Name[:len(s.Name)-1]
	for _, o := range x.each(m, s.Kids) {
		if of, ok := o.all[0].(items); ok && of.of == 'l' {
			x.refuse(s, "no formula changes a list in its place")
		}
		at := &lang.Syntax{Kind: "binary", Name: op, Kids: s.Kids, At: s.At, End: s.Kids[1].End}
		for _, v := range x.operate(o.moment, at, op, o.all[0], o.all[1]) {
			after = append(after, x.bind(v.moment, s.Kids[0], v.v))
		}
	}
	return after
}

// bind gives a value to a variable, or values to several.
func (x *translation) bind(m moment, to *lang.Syntax, v symbol) moment {
	switch to.Kind {
	case "name":
		return m.set(to.Name, v)
	case "tuple", "list":
		of, ok := v.(items)
		if !ok || of.of == 'g' {
			x.refuse(to, "want values for several variables, not %s", kindOf(v))
		}
		all := of.all
		if len(all) != len(to.Kids) {
			x.refuse(to, "want as many variables as values")
		}
		for i, k := range to.Kids {
			m = x.bind(m, k, all[i])
		}
		return m
	case "index":
		if to.Kids[0].Kind == "name" {
			if of, ok := m.vars[to.Kids[0].Name].(items); ok {
				at := x.expr(m, to.Kids[1])
				if len(at) != 1 {
					x.refuse(to, "no formula gives a value to one of several cells")
				}
				m = at[0].moment
				i, ok := constant(at[0].v)
				if i < 0 {
					i += int64(len(of.all))
				}
				if ok && 0 <= i && i < int64(len(of.all)) {
					x.changing1(m, to.Kids[0], of, v)
					return m.set(to.Kids[0].Name, x.setting(of, int(i), v))
				}
			}
		}
	}
	x.refuse(to, "no formula gives a value to this")
	return m
}

// assigned returns the variables that statements set, or whose lists they change.
func assigned(body *lang.Syntax) map[string]bool {
	names := lang.Assigned(body)
	var change func(t *lang.Syntax)
	change = func(t *lang.Syntax) {
		switch t.Kind {
		case "name":
			names[t.Name] = true
		case "tuple", "list":
			for _, k := range t.Kids {
				change(k)
			}
		case "index":
			change(t.Kids[0])
		}
	}
	lang.Walk(body, func(t *lang.Syntax) {
		switch {
		case t.Kind == "assign":
			change(t.Kids[0])
		case t.Kind == "call" && t.Kids[0].Kind == "dot" && t.Kids[0].Kids[0].Kind == "name":
			names[t.Kids[0].Kids[0].Name] = true
		}
	})
	return names
}
