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
func (m moment) keeping(read []bool) moment {
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
