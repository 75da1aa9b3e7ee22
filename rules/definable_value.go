package rules

// This file holds the values that the translation of moves computes with: as in the rules,
// but integers are linear terms, and bools are conditions.

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"grundy/rules/lang"
	"grundy/theory/automata"
)

// A symbol is a value: one of the types below.
type symbol interface{ key() string }

type (
	number  struct{ t automata.Term }
	verdict struct{ c cond }
	text    struct{ s string }
	letter  struct{ t automata.Term } // a place in translation.letters
	items   struct {
		of            byte // 'l' list, 't' tuple, 'r' row, 'g' grid
		id            int  // of a list that may change
		all           []symbol
		height, width int // of a grid
		parts         int // all that is in it, as often as it is
	}
	spanOf struct {
		lo, hi symbol // numbers or extremes
		step   int64
	}
	fraction struct { // t // m, for m > 0; t itself for m = 1
		t automata.Term
		m int64
	}
	extreme struct { // the greatest or the least
		greatest bool
		of       []fraction
	}
	remainder struct { // of a division by m
		t automata.Term
		m int64
	}
	// sentence is a string that depends on coordinates, or that nobody looks into.
	sentence struct{}
	several  struct {
		n  int64
		of symbol
	}
	nothing  struct{}
	function struct {
		name     string
		def      *lang.Syntax // def or lambda
		defaults []symbol     // of the last parameters
	}
	unseen struct { // of a variable that no term gives
		why string
		err error // where the reason stands elsewhere
	}
)

func (v number) key() string  { return v.t.String() }
func (v verdict) key() string { return "?" + fmt.Sprint(v.c.Key()) }
func (v text) key() string    { return fmt.Sprintf("%q", v.s) }
func (v letter) key() string  { return "'" + v.t.String() }
func (v items) key() string   { return fmt.Sprint(v.of, v.id, v.height, v.width, keys(v.all)) }
func (v spanOf) key() string  { return fmt.Sprint("range", v.lo.key(), "…", v.hi.key(), v.step) }
func (v extreme) key() string {
	of := make([]symbol, len(v.of))
	for i, f := range v.of {
		of[i] = f
	}
	return fmt.Sprint("extreme", v.greatest, keys(of))
}
func (v fraction) key() string  { return fmt.Sprint(v.t.String(), " // ", v.m) }
func (v remainder) key() string { return fmt.Sprint(v.t.String(), " mod ", v.m) }
func (v several) key() string   { return fmt.Sprint(v.n, "times", v.of.key()) }
func (nothing) key() string     { return "None" }
func (sentence) key() string    { return "sentence" }
func (v function) key() string  { return fmt.Sprintf("def %s %p %s", v.name, v.def, keys(v.defaults)) }
func (v unseen) key() string    { return "!" + v.why }

func keys(all []symbol) string {
	var b strings.Builder
	for _, v := range all {
		b.WriteString(v.key() + ",")
	}
	return b.String()
}

// mostInValue bounds what a value holds. Lists may hold the same list several times, and so
// hold more than anybody wrote.
const mostInValue = 20_000

// partsOf returns how much there is to look at in a value.
func partsOf(v symbol) int {
	switch v := v.(type) {
	case items:
		return v.parts
	case text:
		return 1 + len(v.s)/8
	case function:
		n := 1
		for _, d := range v.defaults {
			n += partsOf(d)
		}
		return n
	}
	return 1
}

// made returns items whose parts are counted.
func (x *translation) made(v items) items {
	v.parts = 1
	for _, k := range v.all {
		v.parts += partsOf(k)
	}
	if v.parts > mostInValue {
		x.refuse(x.here, "makes a value of more than %d parts", mostInValue)
	}
	x.spend(1 + len(v.all)/8)
	return v
}

// grid returns a grid of cells, line by line. All grids without cells are the same.
func (x *translation) grid(height, width int, all []symbol) items {
	if len(all) == 0 {
		height, width = 0, 0
	}
	return x.made(items{of: 'g', all: all, height: height, width: width})
}

// setting returns the items with another one at a place.
func (x *translation) setting(v items, at int, to symbol) items {
	v.all = slices.Clone(v.all)
	v.all[at] = to
	return x.made(v)
}

func integer(n int64) symbol { return number{automata.C(n)} }

// constant returns the integer that a value always is.
func constant(v symbol) (n int64, ok bool) {
	if v, is := v.(number); is && len(v.t.Names()) == 0 && v.t.Constant().IsInt64() {
		return v.t.Constant().Int64(), true
	}
	return 0, false
}

// uses reports whether the value speaks of one of the variables.
func uses(v symbol, names []string) bool {
	among := func(t automata.Term) bool {
		return slices.ContainsFunc(t.Names(), func(n string) bool { return slices.Contains(names, n) })
	}
	amongAll := func(all []symbol) bool {
		return slices.ContainsFunc(all, func(v symbol) bool { return uses(v, names) })
	}
	switch v := v.(type) {
	case number:
		return among(v.t)
	case letter:
		return among(v.t)
	case remainder:
		return among(v.t)
	case fraction:
		return among(v.t)
	case extreme:
		return slices.ContainsFunc(v.of, func(f fraction) bool { return among(f.t) })
	case verdict:
		return slices.ContainsFunc(v.c.Free(), func(n string) bool { return slices.Contains(names, n) })
	case items:
		return amongAll(v.all)
	case spanOf:
		return amongAll([]symbol{v.lo, v.hi})
	case several:
		return uses(v.of, names)
	}
	return false
}

// kindOf names the kind of a value for messages.
func kindOf(v symbol) string {
	switch v := v.(type) {
	case number, fraction, extreme, remainder:
		return "an integer"
	case verdict:
		return "a bool"
	case text, letter, sentence:
		return "a string"
	case items:
		return map[byte]string{'l': "a list", 't': "a tuple", 'r': "a row", 'g': "a grid"}[v.of]
	case spanOf:
		return "a range"
	case several:
		return "copies"
	case function:
		return "a function"
	}
	return "None"
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

// A moment is where the rules have come to: the variables, and what holds there.
type moment struct {
	vars map[string]symbol
	path path
}

func (m moment) set(name string, v symbol) moment {
	m.vars = maps.Clone(m.vars)
	if m.vars == nil {
		m.vars = map[string]symbol{}
	}
	m.vars[name] = v
	return m
}

func (m moment) with(conds ...cond) moment {
	m.path = m.path.with(conds...)
	return m
}

// key is the same for moments whose variables are the same, except bools.
func (m moment) key() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(m.vars)) {
		v := m.vars[name]
		if _, ok := v.(verdict); ok {
			b.WriteString(name + "?;")
			continue
		}
		b.WriteString(name + "=" + v.key() + ";")
	}
	return b.String()
}

// merged joins moments whose variables are the same, or differ in bools only. All of them
// began at one path.
func (x *translation) merged(from path, moments []moment) []moment {
	if len(moments) < 2 {
		return moments
	}
	for _, m := range moments {
		n := 0
		for _, v := range m.vars {
			n += partsOf(v)
		}
		x.spend(1 + n/8)
	}
	var rest []moment
	groups := map[string][]moment{}
	var order []string
	for _, m := range moments {
		since := m.path.bound[len(from.bound):]
		leaks := false
		for _, v := range m.vars {
			leaks = leaks || len(since) > 0 && uses(v, since)
		}
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
		one := moment{vars: maps.Clone(group[0].vars), path: from.with(anyOf(ways...))}
		for name, v := range one.vars {
			first, ok := v.(verdict)
			if !ok || !slices.ContainsFunc(group, func(m moment) bool { return m.vars[name].key() != first.key() }) {
				continue
			}
			each := make([]cond, len(group))
			for i, m := range group {
				each[i] = allOf(ways[i], m.vars[name].(verdict).c)
			}
			one.vars[name] = verdict{anyOf(each...)}
		}
		rest = append(rest, one)
	}
	return rest
}
