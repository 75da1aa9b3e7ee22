package rules

// This file holds how the translation of moves computes expressions. An expression may
// have several values, each with what holds where it has it.

import (
	"math/big"
	"slices"
	"strings"

	"grundy/rules/lang"
	"grundy/theory/automata"
)

// An outcome is a value, and where the rules have come to.
type outcome struct {
	moment
	v symbol
}

// outcomes are the values of several expressions.
type severalOutcomes struct {
	moment
	all []symbol
}

// and returns the values with one more, which is computed behind them.
func (o severalOutcomes) and(v outcome) severalOutcomes {
	return severalOutcomes{v.moment, append(slices.Clip(o.all), v.v)}
}

func one(m moment, v symbol) []outcome { return []outcome{{m, v}} }

// each computes expressions one behind the other.
func (x *translation) each(m moment, list []*lang.Syntax) []severalOutcomes {
	return folded([]severalOutcomes{{moment: m}}, list, func(o severalOutcomes, e *lang.Syntax) (next []severalOutcomes) {
		if e.Kind == "star" {
			for _, v := range x.expr(o.moment, e.Kids[0]) {
				next = append(next, severalOutcomes{v.moment, append(slices.Clip(o.all), x.elements(e, v.v)...)})
			}
			return next
		}
		for _, v := range x.expr(o.moment, e) {
			next = append(next, o.and(v))
		}
		return next
	})
}

// expr computes an expression.
func (x *translation) expr(m moment, e *lang.Syntax) []outcome {
	x.spend(1)
	switch e.Kind {
	case "int":
		return one(m, integer(e.Int))
	case "text":
		return one(m, text{e.Text})
	case "none":
		return one(m, nothing{})
	case "name":
		return one(m, x.name(m, e))
	case "list", "tuple":
		var all []outcome
		for _, o := range x.each(m, e.Kids) {
			all = append(all, outcome{o.moment, x.sequence(e.Kind[0], o.all)})
		}
		return all
	case "call":
		return x.call(m, e)
	case "index":
		return x.index(m, e)
	case "slice":
		return x.slice(m, e)
	case "dot":
		return x.dot(m, e)
	case "unary":
		return x.unary(m, e)
	case "binary":
		switch e.Name {
		case "and", "or":
			return x.connect(m, e)
		}
		return x.binary(m, e)
	case "choice":
		return x.choice(m, e)
	case "comprehension":
		return x.comprehension(m, e)
	case "lambda":
		params := map[string]bool{}
		for _, p := range e.Kids[0].Kids {
			params[p.Name] = true
		}
		lang.Walk(e.Kids[1], func(t *lang.Syntax) {
			if t.Kind == "name" && !params[t.Name] && x.scope[t.Name] {
				x.refuse(t, "no formula speaks of a function that reads variables around it")
			}
		})
		return one(m, function{"lambda", e})
	case "dict", "dict-comprehension":
		x.refuse(e, "no formula speaks of a dict")
	}
	x.refuse(e, "no formula speaks of this")
	return nil
}

func (x *translation) sequence(of byte, all []symbol) items {
	v := items{of: of, all: all}
	if of == 'l' {
		x.lists++
		v.id = x.lists
	}
	return v
}

// name returns the value of a name.
func (x *translation) name(m moment, e *lang.Syntax) symbol {
	if v, ok := m.vars[e.Name]; ok {
		if v, ok := v.(unseen); ok {
			if v.err != nil {
				panic(refusal{v.err})
			}
			x.refuse(e, "%s", v.why)
		}
		return v
	}
	if x.scope[e.Name] {
		x.refuse(e, "may have no value here")
	}
	switch e.Name {
	case "True", "False":
		return verdict{truthOf(e.Name == "True")}
	case "None":
		return nothing{}
	}
	v, at := x.file.code.Global(e.Name)
	if at == nil {
		return function{name: e.Name} // which every file finds defined
	}
	return x.global(e, e.Name, v)
}

// global returns a value of the top level.
func (x *translation) global(e *lang.Syntax, name string, v lang.Value) symbol {
	x.spend(1)
	switch v.Kind {
	case lang.IntKind:
		return integer(v.N)
	case lang.BoolKind:
		return verdict{truthOf(v.N != 0)}
	case lang.TextKind:
		return text{v.Text()}
	case lang.FunctionKind:
		if def := x.defs[name]; def != nil {
			return function{name, def}
		}
	default:
		if list, ok := v.Items(); ok {
			all := make([]symbol, len(list))
			for i, v := range list {
				all[i] = x.global(e, "", v)
			}
			if v.TypeName() == "tuple" {
				return items{of: 't', all: all}
			}
			return items{of: 'r', all: all}
		}
	}
	x.refuse(e, "no formula speaks of this value of the top level")
	return nil
}

// number wants an integer, and gives it one term.
func (x *translation) number(m moment, e *lang.Syntax, v symbol) []outcome {
	switch v := v.(type) {
	case number:
		return one(m, v)
	case remainder:
		m, q := x.quotient(m, e, v.t, v.m)
		return one(m, number{v.t.Minus(q.Times(v.m))})
	case fraction:
		m, q := x.quotient(m, e, v.t, v.m)
		return one(m, number{q})
	case extreme:
		var all []outcome
		for i, t := range v.of {
			var is []cond
			for j, u := range v.of {
				op := "<=" // the first of equal ones counts
				if j < i {
					op = "<"
				}
				a, b := symbol(u), symbol(t)
				if !v.greatest {
					a, b = b, a
				}
				if j != i {
					a, b, m = x.comparable(m, e, op, a, b)
					is = append(is, x.compare(e, op, a, b))
				}
			}
			if m, ok := x.where(m, allOf(is...)); ok {
				all = append(all, x.number(m, e, t)...)
			}
		}
		return all
	}
	x.refuse(e, "want an integer, not %s", kindOf(v))
	return nil
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

// quotient returns t // k, for k > 0.
func (x *translation) quotient(m moment, e *lang.Syntax, t automata.Term, k int64) (moment, automata.Term) {
	if k == 1 {
		return m, t
	}
	whole, rest := automata.Term{}, automata.Term{}
	by := big.NewInt(k)
	split := func(n *big.Int) (automata.Term, automata.Term) {
		q, r := new(big.Int).DivMod(n, by, new(big.Int))
		return automata.Big(q), automata.Big(r)
	}
	for _, name := range t.Names() {
		q, r := new(big.Int).DivMod(t.Coefficient(name), by, new(big.Int))
		if !q.IsInt64() || !r.IsInt64() {
			x.refuse(e, "a number of more than 64 bits")
		}
		whole = whole.Plus(automata.V(name).Times(q.Int64()))
		rest = rest.Plus(automata.V(name).Times(r.Int64()))
	}
	q, r := split(t.Constant())
	whole, rest = whole.Plus(q), rest.Plus(r)
	if len(rest.Names()) == 0 {
		return m, whole
	}
	key := rest.String() + " // " + by.String()
	for _, known := range m.path.quotients {
		if known[0] == key {
			return m, whole.Plus(automata.V(known[1]))
		}
	}
	name := x.fresh("q")
	u := automata.V(name)
	m.path = m.path.binding(name).with(isAtMost(u.Times(k), rest), isLess(rest, u.Times(k).Plus(automata.C(k))))
	m.path.quotients = append(slices.Clip(m.path.quotients), [2]string{key, name})
	return m, whole.Plus(u)
}

// truth returns whether a value counts as true.
func (x *translation) truth(e *lang.Syntax, v symbol) cond {
	switch v := v.(type) {
	case verdict:
		return v.c
	case number:
		return isNot(isEqual(v.t, automata.Term{}))
	case remainder:
		return isNot(isMultiple(v.t, v.m))
	case fraction:
		return isNot(x.compare(e, "==", v, integer(0)))
	case text:
		return truthOf(v.s != "")
	case letter, function:
		return holds
	case items:
		return truthOf(len(v.all) > 0)
	case nothing:
		return fails
	case spanOf:
		if v.step > 0 {
			return x.compare(e, "<", v.lo, v.hi)
		}
		return x.compare(e, ">", v.lo, v.hi)
	}
	x.refuse(e, "no formula says whether this is true")
	return fails
}

// test computes an expression as a condition. The rules are in one place behind it.
func (x *translation) test(m moment, e *lang.Syntax) []outcome {
	return x.gathered(m, x.conditions(e, x.expr(m, e)))
}

// conditions turns the values of an expression into bools.
func (x *translation) conditions(e *lang.Syntax, all []outcome) []outcome {
	for i, o := range all {
		if isExtreme(o.v) {
			var each []outcome
			for _, n := range x.number(o.moment, e, o.v) {
				each = append(each, outcome{n.moment, verdict{x.truth(e, n.v)}})
			}
			all[i] = x.gathered(o.moment, each)[0]
			continue
		}
		all[i].v = verdict{o.path.simplify(x.truth(e, o.v))}
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
func (x *translation) connect(m moment, e *lang.Syntax) (all []outcome) {
	for _, left := range x.expr(m, e.Kids[0]) {
		c := left.path.simplify(x.truth(e.Kids[0], left.v))
		goes := c // where the right operand is computed
		if e.Name == "or" {
			goes = isNot(c)
		}
		m := left.moment
		if never(goes) {
			all = append(all, left)
			continue
		} else if always(goes) {
			all = append(all, x.expr(m, e.Kids[1])...)
			continue
		}
		behind := m.with(goes)
		right := x.expr(behind, e.Kids[1])
		if _, ok := left.v.(verdict); ok && allBools(right) {
			ways := make([]cond, len(right))
			for i, o := range right {
				ways[i] = o.path.since(behind.path, o.v.(verdict).c)
			}
			is := anyOf(ways...)
			if e.Name == "and" {
				is = allOf(c, is)
			} else {
				is = anyOf(c, is)
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

func (x *translation) choice(m moment, e *lang.Syntax) (all []outcome) {
	for _, t := range x.test(m, e.Kids[0]) {
		c := t.v.(verdict).c
		var ways []outcome
		if m, ok := x.where(t.moment, c); ok {
			ways = append(ways, x.expr(m, e.Kids[1])...)
		}
		if m, ok := x.where(t.moment, isNot(c)); ok {
			ways = append(ways, x.expr(m, e.Kids[2])...)
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

func (x *translation) unary(m moment, e *lang.Syntax) (all []outcome) {
	if e.Name == "not" {
		all = x.test(m, e.Kids[0])
		for i, o := range all {
			all[i].v = verdict{isNot(o.v.(verdict).c)}
		}
		return all
	}
	for _, o := range x.expr(m, e.Kids[0]) {
		for _, o := range x.number(o.moment, e.Kids[0], o.v) {
			t := o.v.(number).t
			switch e.Name {
			case "-":
				t = t.Times(-1)
			case "~":
				t = t.Times(-1).Plus(automata.C(-1))
			}
			all = append(all, outcome{o.moment, number{t}})
		}
	}
	return all
}

// index computes r[i] and g[r, c].
func (x *translation) index(m moment, e *lang.Syntax) (all []outcome) {
	for _, o := range x.each(m, e.Kids) {
		switch of := o.all[0].(type) {
		case items:
			x.cell(o.moment, e, of, o.all[1], true, func(m moment, i int) {
				all = append(all, outcome{m, of.all[i]})
			})
		case text:
			x.at(o.moment, e, o.all[1], len(of.s), true, func(m moment, i int) {
				all = append(all, outcome{m, text{of.s[i : i+1]}})
			})
		default:
			x.refuse(e.Kids[0], "no formula looks into this: it is %s", kindOf(of))
		}
	}
	return all
}

// at calls do for each index that a value may be. Elsewhere the rules fail.
func (x *translation) at(m moment, e *lang.Syntax, v symbol, length int, negative bool, do func(moment, int)) {
	for _, o := range x.number(m, e, v) {
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
				return
			}
		}
		x.failing(o.moment, anyOf(isLess(t, automata.C(int64(least))), isAtMost(automata.C(int64(length)), t)))
	}
}

// cell is like at for a cell of items. Those of a grid have a row and a column from 0 on.
func (x *translation) cell(m moment, e *lang.Syntax, of items, v symbol, negative bool, do func(moment, int)) {
	if of.of != 'g' {
		x.at(m, e, v, len(of.all), negative, do)
		return
	}
	pair, ok := v.(items)
	if !ok || len(pair.all) != 2 {
		x.refuse(e, "want row and column")
	}
	x.at(m, e, pair.all[0], of.height, false, func(m moment, r int) {
		x.at(m, e, pair.all[1], of.width, false, func(m moment, c int) { do(m, r*of.width+c) })
	})
}

// slice computes r[i:j].
func (x *translation) slice(m moment, e *lang.Syntax) (all []outcome) {
	for _, o := range x.each(m, e.Kids) {
		of, isItems := o.all[0].(items)
		isItems = isItems && of.of != 'g'
		word, isText := o.all[0].(text)
		if !isItems && !isText {
			x.refuse(e.Kids[0], "no formula cuts this: it is %s", kindOf(o.all[0]))
		}
		length := len(of.all)
		if isText {
			length = len(word.s)
		}
		ends := o.all[1:]
		for i, without := range []int{0, length, 1} {
			if _, left := ends[i].(nothing); left {
				ends[i] = integer(int64(without))
			}
		}
		if n, ok := constant(ends[2]); !ok || n != 1 {
			x.refuse(e, "no formula cuts with steps")
		}
		// The ends are clamped to the row.
		x.clamped(o.moment, e, ends[0], length, func(m moment, from int) {
			x.clamped(m, e, ends[1], length, func(m moment, to int) {
				to = max(to, from)
				x.spend(to - from)
				if isText {
					all = append(all, outcome{m, text{word.s[from:to]}})
				} else {
					all = append(all, outcome{m, x.sequence(of.of, slices.Clone(of.all[from:to]))})
				}
			})
		})
	}
	return all
}

// clamped calls do for each end of a slice that a value may stand for.
func (x *translation) clamped(m moment, e *lang.Syntax, v symbol, length int, do func(moment, int)) {
	for _, o := range x.number(m, e, v) {
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

func (x *translation) dot(m moment, e *lang.Syntax) (all []outcome) {
	for _, o := range x.expr(m, e.Kids[0]) {
		g, _ := o.v.(items)
		if g.of != 'g' || e.Name != "height" && e.Name != "width" {
			x.refuse(e, "no formula speaks of this")
		}
		n := g.width
		if e.Name == "height" {
			n = g.height
		}
		all = append(all, outcome{o.moment, integer(int64(n))})
	}
	return all
}

// comprehension computes [body for … if …] over what has a fixed length.
func (x *translation) comprehension(m moment, e *lang.Syntax) (all []outcome) {
	hidden := m.vars
	var clauses func(o severalOutcomes, kids []*lang.Syntax) []severalOutcomes
	clauses = func(o severalOutcomes, kids []*lang.Syntax) (next []severalOutcomes) {
		if len(kids) == 0 {
			for _, v := range x.expr(o.moment, e.Kids[0]) {
				x.spend(1 + len(o.all)/8) // which are copied
				next = append(next, o.and(v))
			}
			return next
		}
		clause := kids[0]
		if clause.Kind == "if" {
			for _, t := range x.test(o.moment, clause.Kids[0]) {
				c := t.v.(verdict).c
				if m, ok := x.where(t.moment, c); ok {
					next = append(next, clauses(severalOutcomes{m, o.all}, kids[1:])...)
				}
				if m, ok := x.where(t.moment, isNot(c)); ok {
					next = append(next, severalOutcomes{m, o.all})
				}
			}
			return next
		}
		for _, over := range x.expr(o.moment, clause.Kids[1]) {
			states := []severalOutcomes{{over.moment, o.all}}
			next = append(next, folded(states, x.elements(clause.Kids[1], over.v), func(s severalOutcomes, v symbol) []severalOutcomes {
				return clauses(severalOutcomes{x.bind(s.moment, clause.Kids[0], v), s.all}, kids[1:])
			})...)
		}
		return next
	}
	for _, o := range clauses(severalOutcomes{moment: m}, e.Kids[1:]) {
		o.vars = hidden // variables of a comprehension are its own
		all = append(all, outcome{o.moment, x.sequence('l', o.all)})
	}
	return all
}

// elements returns what a loop with a fixed number of turns goes over.
func (x *translation) elements(e *lang.Syntax, v symbol) []symbol {
	switch v := v.(type) {
	case items:
		return v.all
	case text:
		var all []symbol
		for _, s := range strings.Split(v.s, "") {
			all = append(all, text{s})
		}
		return all
	case spanOf:
		lo, ok := constant(v.lo)
		hi, also := constant(v.hi)
		if !ok || !also {
			x.refuse(e, "a list of as many items as a coordinate says")
		}
		var all []symbol
		for i := lo; v.step > 0 && i < hi || v.step < 0 && i > hi; i += v.step {
			x.spend(1)
			all = append(all, integer(i))
		}
		return all
	}
	x.refuse(e, "no formula goes over this: it is %s", kindOf(v))
	return nil
}

// binary computes x op y.
func (x *translation) binary(m moment, e *lang.Syntax) (all []outcome) {
	for _, o := range x.each(m, e.Kids) {
		all = append(all, x.operate(o.moment, e, e.Name, o.all[0], o.all[1])...)
	}
	return all
}

func (x *translation) operate(m moment, e *lang.Syntax, op string, a, b symbol) (all []outcome) {
	switch op {
	case "==", "!=", "<", "<=", ">", ">=":
		if op != "==" && op != "!=" || !isExtreme(a) && !isExtreme(b) {
			a, b, m := x.comparable(m, e, op, a, b)
			c := x.compare(e, op, a, b)
			x.spend(c.Size())
			return one(m, verdict{m.path.simplify(c)})
		}
		for _, left := range x.number(m, e.Kids[0], a) {
			for _, right := range x.number(left.moment, e.Kids[1], b) {
				all = append(all, outcome{right.moment, verdict{x.compare(e, op, left.v, right.v)}})
			}
		}
		return x.gathered(m, all)
	case "in", "not in":
		c := x.contains(e, a, b)
		if op == "not in" {
			c = isNot(c)
		}
		return one(m, verdict{m.path.simplify(c)})
	case "+", "*":
		if v, ok := x.joinedItems(op, a, b); ok {
			return one(m, v)
		}
		if op == "+" {
			if w, ok := b.(number); ok && isOpen(a) {
				return one(m, plus(a, w.t))
			}
			if w, ok := a.(number); ok && isOpen(b) {
				return one(m, plus(b, w.t))
			}
		}
	case "-":
		if w, ok := b.(number); ok && isOpen(a) {
			return one(m, plus(a, w.t.Times(-1)))
		}
	case "//":
		if v, ok := a.(fraction); ok {
			if n, ok := constant(b); ok && n > 0 && n < 1<<30 && v.m < 1<<30 {
				return one(m, fraction{v.t, v.m * n})
			}
		}
	}
	if _, ok := a.(text); ok && op == "%" { // a message
		return one(m, a)
	}
	for _, left := range x.number(m, e.Kids[0], a) {
		for _, right := range x.number(left.moment, e.Kids[1], b) {
			all = append(all, x.arithmetic(right.moment, e, op, left.v.(number).t, right.v.(number).t)...)
		}
	}
	return all
}

func isExtreme(v symbol) bool { _, ok := v.(extreme); return ok }

// isOpen reports whether a value is not a term, but can be compared and added to as it is.
func isOpen(v symbol) bool {
	switch v.(type) {
	case fraction, extreme:
		return true
	}
	return false
}

// plus adds a term to a number.
func plus(v symbol, t automata.Term) symbol {
	switch v := v.(type) {
	case number:
		return number{v.t.Plus(t)}
	case fraction:
		return fraction{v.t.Plus(t.Times(v.m)), v.m}
	case extreme:
		of := make([]fraction, len(v.of))
		for i, u := range v.of {
			of[i] = plus(u, t).(fraction)
		}
		return extreme{v.greatest, of}
	}
	return v
}

// divided reports whether a value is rounded down.
func divided(v symbol) bool {
	switch v := v.(type) {
	case fraction:
		return v.m > 1
	case extreme:
		return slices.ContainsFunc(v.of, func(f fraction) bool { return f.m > 1 })
	}
	return false
}

// comparable turns what is compared into numbers where that is needed.
func (x *translation) comparable(m moment, e *lang.Syntax, op string, a, b symbol) (symbol, symbol, moment) {
	for i, v := range []*symbol{&a, &b} {
		r, ok := (*v).(remainder)
		if !ok {
			continue
		}
		other := b
		if i == 1 {
			other = a
		}
		if _, fixed := constant(other); fixed && (op == "==" || op == "!=") {
			continue
		}
		o := x.number(m, e, r)[0]
		*v, m = o.v, o.moment
	}
	if f, ok := a.(fraction); ok && divided(b) { // only one may be rounded
		o := x.number(m, e, f)[0]
		a, m = o.v, o.moment
	}
	return a, b, m
}

// compare returns the condition a op b.
func (x *translation) compare(e *lang.Syntax, op string, a, b symbol) cond {
	switch op {
	case "!=":
		return isNot(x.compare(e, "==", a, b))
	case ">":
		return x.compare(e, "<", b, a)
	case ">=":
		return x.compare(e, "<=", b, a)
	}
	if v, ok := a.(extreme); ok {
		return x.comparedEach(e, op, v.of, v.greatest, func(u symbol) cond { return x.compare(e, op, u, b) })
	}
	if v, ok := b.(extreme); ok {
		return x.comparedEach(e, op, v.of, !v.greatest, func(u symbol) cond { return x.compare(e, op, a, u) })
	}
	if _, ok := b.(remainder); ok {
		if _, ok := a.(number); ok {
			a, b = b, a
		}
	}
	if t, ok := asFraction(a); ok {
		if u, ok := asFraction(b); ok && (t.m == 1 || u.m == 1) {
			return compareFractions(op, t, u)
		}
	}
	switch v := a.(type) {
	case remainder:
		if n, ok := constant(b); ok && op == "==" {
			if n < 0 || n >= v.m {
				return fails
			}
			return isMultiple(v.t.Minus(automata.C(n)), v.m)
		}
	case verdict:
		if w, ok := b.(verdict); ok && op == "==" {
			return anyOf(allOf(v.c, w.c), allOf(isNot(v.c), isNot(w.c)))
		}
	case letter, text:
		if l, ok := x.letterOf(a); ok && op == "==" {
			if r, ok := x.letterOf(b); ok {
				return isEqual(l, r)
			}
		}
		if v, ok := a.(text); ok {
			switch w := b.(type) {
			case text:
				return truthOf(op == "==" && v.s == w.s || op == "<" && v.s < w.s || op == "<=" && v.s <= w.s)
			case items:
				return x.compare(e, op, b, a)
			}
		}
	case items:
		other, ok := b.(items)
		if w, is := b.(text); is {
			ok = true
			other.all = x.elements(e, w)
			if w.s == "" {
				other.all = nil
			}
		}
		if ok && op == "==" {
			if len(v.all) != len(other.all) || v.of == 't' != (other.of == 't') || v.height != other.height || v.width != other.width {
				return fails
			}
			each := make([]cond, len(v.all))
			for i := range v.all {
				each[i] = x.compare(e, "==", v.all[i], other.all[i])
			}
			return allOf(each...)
		}
	case nothing:
		_, ok := b.(nothing)
		return truthOf(ok && op == "==")
	}
	if op == "==" && kindOf(a) != kindOf(b) {
		return fails
	}
	x.refuse(e, "no formula compares %s with %s by %s", kindOf(a), kindOf(b), op)
	return fails
}

// asFraction returns a number as a fraction.
func asFraction(v symbol) (fraction, bool) {
	switch v := v.(type) {
	case number:
		return fraction{v.t, 1}, true
	case fraction:
		return v, true
	}
	return fraction{}, false
}

// compareFractions compares numbers of which one at most is rounded down.
func compareFractions(op string, a, b fraction) cond {
	switch {
	case op == "==" && a.m == b.m:
		return isEqual(a.t, b.t)
	case op == "==" && b.m > 1:
		return compareFractions(op, b, a)
	case op == "==":
		return allOf(compareFractions("<=", b, a), compareFractions("<=", a, b))
	case b.m == 1 && op == "<":
		return isLess(a.t, b.t.Times(a.m))
	case b.m == 1:
		return isLess(a.t, b.t.Plus(automata.C(1)).Times(a.m))
	case op == "<":
		return isAtMost(a.t.Plus(automata.C(1)).Times(b.m), b.t)
	}
	return isAtMost(a.t.Times(b.m), b.t)
}

// comparedEach joins comparisons with the terms of an extreme.
func (x *translation) comparedEach(e *lang.Syntax, op string, of []fraction, every bool, with func(symbol) cond) cond {
	if op == "==" {
		x.refuse(e, "no formula compares an extreme by ==")
	}
	each := make([]cond, len(of))
	for i, t := range of {
		each[i] = with(t)
	}
	if every {
		return allOf(each...)
	}
	return anyOf(each...)
}

// contains returns the condition a in b.
func (x *translation) contains(e *lang.Syntax, a, b symbol) cond {
	var all []symbol
	switch v := b.(type) {
	case items:
		all = v.all
	case text:
		if w, ok := a.(text); ok {
			return truthOf(strings.Contains(v.s, w.s))
		}
		all = x.elements(e, v)
	case spanOf:
		if v.step == 1 {
			return allOf(x.compare(e, "<=", v.lo, a), x.compare(e, "<", a, v.hi))
		}
		x.refuse(e, "no formula looks into a range with steps")
	default:
		x.refuse(e, "no formula looks into %s", kindOf(b))
	}
	var ways []cond
	if w, ok := a.(text); ok && len(w.s) != 1 { // in a row: one behind the other
		for i := 0; i+len(w.s) <= len(all); i++ {
			ways = append(ways, x.compare(e, "==", items{of: 'r', all: all[i : i+len(w.s)]}, w))
		}
		return anyOf(ways...)
	}
	for _, v := range all {
		ways = append(ways, x.compare(e, "==", v, a))
	}
	return anyOf(ways...)
}

// letterOf returns a letter, or a string of one, as a term.
func (x *translation) letterOf(v symbol) (automata.Term, bool) {
	switch v := v.(type) {
	case letter:
		return v.t, true
	case text:
		if len(v.s) == 1 {
			at := strings.Index(x.letters, v.s)
			if at < 0 {
				at = len(x.letters) + int(v.s[0])
			}
			return automata.C(int64(at)), true
		}
	}
	return automata.Term{}, false
}

// joinedItems is + of lists, tuples, rows and strings, and * with a constant.
func (x *translation) joinedItems(op string, a, b symbol) (symbol, bool) {
	if kindOf(a) == "a grid" || kindOf(b) == "a grid" {
		return nil, false
	}
	if op == "*" {
		if _, ok := constant(a); ok {
			a, b = b, a
		}
		n, ok := constant(b)
		switch v := a.(type) {
		case items:
			if !ok || n > mostUnrolled {
				return nil, false
			}
			x.spend(int(max(n, 0)) * len(v.all))
			var all []symbol
			for range n {
				all = append(all, v.all...)
			}
			return x.sequence(v.of, all), true
		case text:
			if ok && n <= mostUnrolled {
				x.spend(int(max(n, 0)) * len(v.s))
				return text{strings.Repeat(v.s, int(max(n, 0)))}, true
			}
		}
		return nil, false
	}
	if v, ok := a.(text); ok {
		if w, ok := b.(text); ok {
			x.spend(len(v.s) + len(w.s))
			return text{v.s + w.s}, true
		}
	}
	v, ok := a.(items)
	w, also := b.(items)
	switch {
	case ok && also:
	case ok:
		t, is := b.(text)
		if !is {
			return nil, false
		}
		w.all = x.elements(nil, t)
	case also:
		t, is := a.(text)
		if !is {
			return nil, false
		}
		v = items{of: w.of, all: x.elements(nil, t)}
	default:
		return nil, false
	}
	x.spend(len(v.all) + len(w.all))
	of := v.of
	if also && w.of == 'r' {
		of = 'r'
	}
	return x.sequence(of, append(slices.Clip(v.all), w.all...)), true
}

// arithmetic computes t op u of integers.
func (x *translation) arithmetic(m moment, e *lang.Syntax, op string, t, u automata.Term) []outcome {
	n, ok := constant(number{u})
	k, left := constant(number{t})
	value := func(t automata.Term) []outcome {
		if !t.Constant().IsInt64() || slices.ContainsFunc(t.Names(), func(n string) bool { return !t.Coefficient(n).IsInt64() }) {
			x.refuse(e, "a number of more than 64 bits")
		}
		return one(m, number{t})
	}
	switch op {
	case "+":
		return value(t.Plus(u))
	case "-":
		return value(t.Minus(u))
	case "*":
		switch {
		case ok:
			return value(t.Times(n))
		case left:
			return value(u.Times(k))
		}
		x.refuse(e, "multiplies two coordinates")
	case "//", "%":
		switch {
		case !ok:
			x.refuse(e, "divides by a number that varies")
		case n == 0:
			x.failing(m, holds)
			return nil
		case op == "//":
			if n < 0 {
				t, n = t.Times(-1), -n
			}
			if left || n == 1 {
				m, q := x.quotient(m, e, t, n)
				return one(m, number{q})
			}
			return one(m, fraction{t, n})
		case n < 0:
			x.refuse(e, "no formula divides by a number below 0")
		case left:
			return value(automata.Big(new(big.Int).Mod(t.Constant(), big.NewInt(n))))
		}
		return one(m, remainder{t, n})
	case "<<", ">>":
		switch {
		case !ok:
			x.refuse(e, "shifts by a number that varies")
		case n < 0 || n > 62:
			x.refuse(e, "shifts by %d", n)
		case op == "<<":
			return value(t.Times(1 << n))
		}
		return x.arithmetic(m, e, "//", t, automata.C(1<<n))
	case "&", "|", "^":
		if left && ok {
			switch op {
			case "&":
				k &= n
			case "|":
				k |= n
			default:
				k ^= n
			}
			return one(m, integer(k))
		}
		return x.bits(m, e, op, t, u)
	}
	x.refuse(e, "no formula computes %s", op)
	return nil
}

// bits computes t & u, t | u and t ^ u of numbers that are not below 0, by their XOR: twice
// the common bits are t + u less it.
func (x *translation) bits(m moment, e *lang.Syntax, op string, t, u automata.Term) []outcome {
	if _, ok := constant(number{t}); ok {
		t, u = u, t
	}
	if n, ok := constant(number{u}); ok {
		switch {
		case op == "&" && n >= 0 && n&(n+1) == 0 && n < 1<<62: // the last bits
			return one(m, remainder{t, n + 1})
		case op == "&" && n < 0 && -n&(-n-1) == 0: // all but the last bits
			m, q := x.quotient(m, e, t, -n)
			return one(m, number{q.Times(-n)})
		}
	}
	for _, v := range []automata.Term{t, u} {
		if !m.path.implies(v.Times(-1)) {
			x.refuse(e, "no formula computes %s of a number that may be below 0", op)
		}
	}
	x.needs(e, 2)
	name := x.fresh("x")
	m.path = m.path.binding(name).with(automata.Xor(t, u, automata.V(name)))
	if op == "^" {
		return one(m, number{automata.V(name)})
	}
	common := x.fresh("c")
	m.path = m.path.binding(common).with(isEqual(automata.V(common).Times(2).Plus(automata.V(name)), t.Plus(u)))
	if op == "&" {
		return one(m, number{automata.V(common)})
	}
	return one(m, number{automata.V(name).Plus(automata.V(common))})
}
