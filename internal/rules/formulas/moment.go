package formulas

// Where the rules have come to, and how several such moments are joined.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/rules/core"
)

// A moment is where the rules have come to: the variables of the function, and what holds
// there. A variable is nil before it has a value and where nobody reads it any more. Behind
// the variables stands what the innermost Build has made so far, if there is one.
type moment struct {
	vars []value
	path path
}

// enter returns a moment at the beginning of a function.
func enter(fn *core.Function, p path) moment { return moment{make([]value, len(fn.Vars)+1), p} }

func (m moment) set(v core.Var, to value) moment {
	m.vars = slices.Clone(m.vars)
	m.vars[v] = to
	return m
}

// yielded is the place of what the innermost Build has made.
func (m moment) yielded() core.Var { return core.Var(len(m.vars) - 1) }

func (m moment) with(conds ...cond) moment {
	m.path = m.path.with(conds...)
	return m
}

// keeping drops the variables that are not read any more.
func (m moment) keeping(read variables) moment {
	for i, v := range m.vars[:len(read)] {
		if v != nil && !read[i] {
			m.vars = slices.Clone(m.vars)
			for i := range read {
				if !read[i] {
					m.vars[i] = nil
				}
			}
			break
		}
	}
	return m
}

// key is the same for moments whose variables are the same, except bools.
func (m moment) key() string {
	var b strings.Builder
	for i, v := range m.vars {
		switch v.(type) {
		case nil:
		case verdict:
			fmt.Fprintf(&b, "%d?;", i)
		default:
			fmt.Fprintf(&b, "%d=%s;", i, v.key())
		}
	}
	return b.String()
}

// merged joins moments whose variables are the same, or differ in bools only. All of them
// began at one path.
func (x *translation) merged(from path, moments []moment) []moment {
	if len(moments) < 2 {
		return moments
	}
	var rest []moment
	groups := map[string][]moment{}
	var order []string
	for _, m := range moments {
		since := m.path.bound[len(from.bound):]
		n, leaks := 0, false
		for _, v := range m.vars {
			n += sizeOf(v)
			leaks = leaks || len(since) > 0 && uses(v, since)
		}
		x.spend(1 + n/8)
		if leaks {
			rest = append(rest, m)
			continue
		}
		k := m.key()
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], m)
	}
	for _, k := range order {
		group := groups[k]
		if len(group) == 1 {
			rest = append(rest, group[0])
			continue
		}
		ways := make([]cond, len(group))
		for i, m := range group {
			ways[i] = m.path.since(from)
		}
		one := moment{slices.Clone(group[0].vars), from.with(anyOf(ways...))}
		for i, v := range one.vars {
			first, ok := v.(verdict)
			if !ok || !slices.ContainsFunc(group, func(m moment) bool { return m.vars[i].key() != first.key() }) {
				continue
			}
			each := make([]cond, len(group))
			for j, m := range group {
				each[j] = allOf(ways[j], m.vars[i].(verdict).c)
			}
			one.vars[i] = verdict{anyOf(each...)}
		}
		rest = append(rest, one)
	}
	return rest
}

// variables says of each variable of a function whether it is among them.
type variables []bool

func (v variables) or(w variables) variables {
	v = slices.Clone(v)
	for i, is := range w {
		v[i] = v[i] || is
	}
	return v
}

func (v variables) without(list []core.Var) variables {
	v = slices.Clone(v)
	for _, w := range list {
		v[w] = false
	}
	return v
}

// A reading finds which variables may still be read behind each statement of a function, so
// that moments which differ in others are joined.
type reading struct {
	*translation
	stops variables // read behind the innermost loop
	again variables // read in its next turn, or behind it
}

// block returns what may be read from the beginning of a block on.
func (r *reading) block(body []core.Stmt, behind variables) variables {
	for _, s := range slices.Backward(body) {
		r.spend(1)
		r.behind[s] = behind
		behind = r.statement(s, behind)
	}
	return behind
}

// exprs returns what may be read from the expressions of a statement on.
func (r *reading) exprs(s core.Stmt, behind variables) variables {
	read := slices.Clone(behind)
	var builds []*core.Build
	var each func(e *core.Expr)
	each = func(e *core.Expr) {
		r.spend(1)
		switch e := (*e).(type) {
		case *core.Get:
			read[e.V] = true
		case *core.Build:
			builds = append(builds, e)
		}
		core.Operands(*e, each)
	}
	core.Exprs(s, each)
	for _, b := range slices.Backward(builds) {
		read = r.block(b.Body, read)
	}
	return read
}

func (r *reading) statement(s core.Stmt, behind variables) variables {
	switch s := s.(type) {
	case *core.If:
		return r.exprs(s, r.block(s.Then, behind).or(r.block(s.Else, behind)))
	case *core.For, *core.Each, *core.Lines, *core.While:
		stops, again := r.stops, r.again
		read := behind
		for before := variables(nil); !slices.Equal(before, read); { // until no turn reads more
			before = read
			r.stops, r.again, r.turn[s] = behind, read, read
			core.Blocks(s, func(body *[]core.Stmt) { read = read.or(r.block(*body, read).without(core.Targets(s))) })
			if _, ok := s.(*core.While); ok {
				read = r.exprs(s, read)
			}
		}
		r.stops, r.again = stops, again
		return r.exprs(s, read)
	case *core.Return:
		return r.exprs(s, make(variables, len(behind)))
	case *core.Leave:
		if s.Turn {
			return r.again
		}
		return r.stops
	case *core.Set, *core.Unpack:
		return r.exprs(s, behind.without(core.Targets(s)))
	case *core.SetCell:
		behind = slices.Clone(behind)
		behind[s.V] = true
	case *core.Append:
		behind = slices.Clone(behind)
		behind[s.V] = true
	}
	return r.exprs(s, behind)
}
