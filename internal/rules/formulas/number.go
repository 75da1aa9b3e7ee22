package formulas

// How a translation computes with integers, and compares values.
// Quotients, remainders, minima and maxima stay open as long as they can: a comparison says
// more plainly what they mean than a new number would.

import (
	"math/big"
	"slices"

	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/theory/automata"
)

// number wants an integer, and gives it one term.
func (x *translation) number(m moment, v value) []outcome {
	switch v := v.(type) {
	case number:
		return one(m, v)
	case remainder:
		m, q := x.quotient(m, v.t, v.m)
		return one(m, number{v.t.Minus(q.Times(v.m))})
	case fraction:
		m, q := x.quotient(m, v.t, v.m)
		return one(m, number{q})
	case extreme:
		var all []outcome
		for i, t := range v.of {
			var is []cond
			for j, u := range v.of {
				op := core.AtMost // the first of equal ones counts
				if j < i {
					op = core.Less
				}
				a, b := value(u), value(t)
				if !v.greatest {
					a, b = b, a
				}
				if j != i {
					a, b, m = x.comparable(m, op, a, b)
					is = append(is, x.compare(op, a, b))
				}
			}
			if m, ok := x.where(m, allOf(is...)); ok {
				all = append(all, x.number(m, t)...)
			}
		}
		return all
	}
	x.refuse("want an integer")
	return nil
}

// quotient returns t // k, for k > 0.
func (x *translation) quotient(m moment, t automata.Term, k int64) (moment, automata.Term) {
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
			x.refuse("a number of more than 64 bits")
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
	x.spend(1 + len(m.path.conds)/4)
	name := x.fresh("q")
	u := automata.V(name)
	m.path = m.path.binding(name).with(isAtMost(u.Times(k), rest), isLess(rest, u.Times(k).Plus(automata.C(k))))
	m.path.quotients = append(slices.Clip(m.path.quotients), [2]string{key, name})
	return m, whole.Plus(u)
}

// fits returns a term that stays within 64 bits where numbers do not exceed 32: far out the
// rules fail, where formulas go on.
func (x *translation) fits(t automata.Term) automata.Term {
	size := new(big.Int).Abs(t.Constant())
	if len(t.Names()) == 0 && t.Constant().IsInt64() {
		return t
	}
	for _, n := range t.Names() {
		size.Add(size, new(big.Int).Lsh(new(big.Int).Abs(t.Coefficient(n)), 31))
	}
	if !size.IsInt64() {
		x.refuse("a number of more than 64 bits")
	}
	return t
}

// compared computes a comparison.
func (x *translation) compared(m moment, op core.Op, a, b value) (all []outcome) {
	if op != core.Equal && op != core.Unequal || !isExtreme(a) && !isExtreme(b) {
		a, b, m := x.comparable(m, op, a, b)
		c := x.compare(op, a, b)
		x.spend(c.Size())
		return one(m, verdict{m.path.simplify(c)})
	}
	for _, left := range x.number(m, a) {
		for _, right := range x.number(left.moment, b) {
			all = append(all, outcome{right.moment, verdict{x.compare(op, left.v, right.v)}})
		}
	}
	return x.gathered(m, all)
}

// operate computes a op b of integers.
func (x *translation) operate(m moment, op core.Op, a, b value) (all []outcome) {
	w, ok := b.(number)
	u, also := a.(number)
	switch {
	case op == core.Plus && ok && isOpen(a):
		return one(m, x.fitting(plus(a, w.t)))
	case op == core.Plus && also && isOpen(b):
		return one(m, x.fitting(plus(b, u.t)))
	case op == core.Minus && ok && isOpen(a):
		return one(m, x.fitting(plus(a, w.t.Times(-1))))
	}
	if v, ok := a.(fraction); ok && op == core.Divide {
		if n, ok := constant(b); ok && n > 0 && n < 1<<30 && v.m < 1<<30 {
			return one(m, fraction{v.t, v.m * n})
		}
	}
	for _, left := range x.number(m, a) {
		for _, right := range x.number(left.moment, b) {
			all = append(all, x.arithmetic(right.moment, op, left.v.(number).t, right.v.(number).t)...)
		}
	}
	return all
}

// fitting is fits of all terms of a number.
func (x *translation) fitting(v value) value {
	switch v := v.(type) {
	case number:
		x.fits(v.t)
	case fraction:
		x.fits(v.t)
	case extreme:
		for _, f := range v.of {
			x.fits(f.t)
		}
	}
	return v
}

func isExtreme(v value) bool { _, ok := v.(extreme); return ok }

// isOpen reports whether a value is not a term, but can be compared and added to as it is.
func isOpen(v value) bool {
	switch v.(type) {
	case fraction, extreme:
		return true
	}
	return false
}

// plus adds a term to a number.
func plus(v value, t automata.Term) value {
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
func divided(v value) bool {
	switch v := v.(type) {
	case fraction:
		return v.m > 1
	case extreme:
		return slices.ContainsFunc(v.of, func(f fraction) bool { return f.m > 1 })
	}
	return false
}

// comparable turns what is compared into numbers where that is needed.
func (x *translation) comparable(m moment, op core.Op, a, b value) (value, value, moment) {
	for i, v := range []*value{&a, &b} {
		r, ok := (*v).(remainder)
		if !ok {
			continue
		}
		other := b
		if i == 1 {
			other = a
		}
		if _, fixed := constant(other); fixed && (op == core.Equal || op == core.Unequal) {
			continue
		}
		o := x.number(m, r)[0]
		*v, m = o.v, o.moment
	}
	if f, ok := a.(fraction); ok && divided(b) { // only one may be rounded
		o := x.number(m, f)[0]
		a, m = o.v, o.moment
	}
	return a, b, m
}

// compare returns the condition a op b.
func (x *translation) compare(op core.Op, a, b value) cond {
	switch op {
	case core.Unequal:
		return isNot(x.compare(core.Equal, a, b))
	case core.Greater:
		return x.compare(core.Less, b, a)
	case core.AtLeast:
		return x.compare(core.AtMost, b, a)
	}
	if v, ok := a.(extreme); ok {
		return x.comparedEach(op, v.of, v.greatest, func(u value) cond { return x.compare(op, u, b) })
	}
	if v, ok := b.(extreme); ok {
		return x.comparedEach(op, v.of, !v.greatest, func(u value) cond { return x.compare(op, a, u) })
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
		if n, ok := constant(b); ok && op == core.Equal {
			if n < 0 || n >= v.m {
				return fails
			}
			return isMultiple(v.t.Minus(automata.C(n)), v.m)
		}
	case verdict:
		if w, ok := b.(verdict); ok && op == core.Equal {
			return anyOf(allOf(v.c, w.c), allOf(isNot(v.c), isNot(w.c)))
		}
	case letter:
		if w, ok := b.(letter); ok {
			return x.compareLetters(op, v.t, w.t)
		}
	}
	x.refuse("no formula compares these by %s", op)
	return fails
}

// compareLetters compares two letters.
func (x *translation) compareLetters(op core.Op, a, b automata.Term) cond {
	if op == core.Equal {
		return isEqual(a, b)
	}
	var ways []cond
	for _, i := range x.lettersOf(a) {
		for _, j := range x.lettersOf(b) {
			if c, d := x.byteOf(i), x.byteOf(j); c < d || c == d && op == core.AtMost {
				ways = append(ways, allOf(isEqual(a, automata.C(i)), isEqual(b, automata.C(j))))
			}
		}
	}
	return anyOf(ways...)
}

// lettersOf returns the numbers of the letters that a term may be.
func (x *translation) lettersOf(t automata.Term) (all []int64) {
	if n, ok := constant(number{t}); ok {
		return []int64{n}
	}
	for i := range len(x.game.Letters) {
		all = append(all, int64(i))
	}
	return all
}

// equal returns whether two rows or grids have the same cells.
func (x *translation) equal(a, b value) cond {
	v, w := x.cells(a), x.cells(b)
	if len(v.all) != len(w.all) || v.height != w.height || v.width != w.width {
		return fails
	}
	x.spend(1 + len(v.all)/8)
	each := make([]cond, len(v.all))
	for i := range v.all {
		each[i] = x.compare(core.Equal, v.all[i], w.all[i])
	}
	return allOf(each...)
}

// asFraction returns a number as a fraction.
func asFraction(v value) (fraction, bool) {
	switch v := v.(type) {
	case number:
		return fraction{v.t, 1}, true
	case fraction:
		return v, true
	}
	return fraction{}, false
}

// compareFractions compares two numbers. One of them at most is rounded down.
func compareFractions(op core.Op, a, b fraction) cond {
	switch {
	case op == core.Equal && a.m == b.m:
		return isEqual(a.t, b.t)
	case op == core.Equal && b.m > 1:
		return compareFractions(op, b, a)
	case op == core.Equal:
		return allOf(compareFractions(core.AtMost, b, a), compareFractions(core.AtMost, a, b))
	case b.m == 1 && op == core.Less:
		return isLess(a.t, b.t.Times(a.m))
	case b.m == 1:
		return isLess(a.t, b.t.Plus(automata.C(1)).Times(a.m))
	case op == core.Less:
		return isAtMost(a.t.Plus(automata.C(1)).Times(b.m), b.t)
	}
	return isAtMost(a.t.Times(b.m), b.t)
}

// comparedEach joins comparisons with the terms of an extreme.
func (x *translation) comparedEach(op core.Op, of []fraction, every bool, with func(value) cond) cond {
	if op == core.Equal {
		x.refuse("no formula compares an extreme by ==")
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

// arithmetic computes t op u of integers.
func (x *translation) arithmetic(m moment, op core.Op, t, u automata.Term) []outcome {
	n, ok := constant(number{u})
	k, left := constant(number{t})
	value := func(t automata.Term) []outcome { return one(m, number{x.fits(t)}) }
	switch op {
	case core.Plus:
		return value(t.Plus(u))
	case core.Minus:
		return value(t.Minus(u))
	case core.Times:
		switch {
		case ok:
			return value(t.Times(n))
		case left:
			return value(u.Times(k))
		}
		x.refuse("multiplies two coordinates")
	case core.Divide, core.Modulo:
		switch {
		case !ok:
			x.refuse("divides by a number that varies")
		case n == 0:
			x.failing(m, holds)
			return nil
		case op == core.Divide:
			if n < -1<<40 {
				x.refuse("divides by %d", n)
			} else if n < 0 {
				t, n = x.fits(t.Times(-1)), -n
			}
			if left || n == 1 {
				m, q := x.quotient(m, t, n)
				return one(m, number{q})
			}
			return one(m, fraction{t, n})
		case n < 0:
			x.refuse("no formula divides by a number below 0")
		case left:
			return value(automata.Big(new(big.Int).Mod(t.Constant(), big.NewInt(n))))
		}
		return one(m, remainder{t, n})
	case core.Left, core.Right:
		switch {
		case !ok:
			x.refuse("shifts by a number that varies")
		case n < 0 || n > 62:
			x.refuse("shifts by %d", n)
		case op == core.Left:
			return value(t.Times(1 << n))
		}
		return x.arithmetic(m, core.Divide, t, automata.C(1<<n))
	case core.BitAnd, core.BitOr, core.BitXor:
		if left && ok {
			switch op {
			case core.BitAnd:
				k &= n
			case core.BitOr:
				k |= n
			default:
				k ^= n
			}
			return one(m, integer(k))
		}
		return x.bits(m, op, t, u)
	}
	x.refuse("no formula computes %s", op)
	return nil
}

// bits computes t & u, t | u and t ^ u of numbers that are not below 0, by their XOR: twice
// the common bits are t + u less it.
func (x *translation) bits(m moment, op core.Op, t, u automata.Term) []outcome {
	if _, ok := constant(number{t}); ok {
		t, u = u, t
	}
	if n, ok := constant(number{u}); ok {
		switch {
		case op == core.BitAnd && n >= 0 && n&(n+1) == 0 && n < 1<<62: // the last bits
			return one(m, remainder{t, n + 1})
		case op == core.BitAnd && n < 0 && -n&(-n-1) == 0: // all but the last bits
			m, q := x.quotient(m, t, -n)
			return one(m, number{q.Times(-n)})
		}
	}
	for _, v := range []automata.Term{t, u} {
		if !m.path.implies(v.Times(-1)) {
			x.refuse("no formula computes %s of a number that may be below 0", op)
		}
	}
	x.needs(2)
	name := x.fresh("x")
	m.path = m.path.binding(name).with(automata.Xor(t, u, automata.V(name)))
	if op == core.BitXor {
		return one(m, number{automata.V(name)})
	}
	common := x.fresh("c")
	m.path = m.path.binding(common).with(isEqual(automata.V(common).Times(2).Plus(automata.V(name)), t.Plus(u)))
	if op == core.BitAnd {
		return one(m, number{automata.V(common)})
	}
	return one(m, number{automata.V(name).Plus(automata.V(common))})
}

// count returns how many cells a condition holds for: each gives 0 or 1.
func (x *translation) count(m moment, cells []value, is func(value) cond) outcome {
	sum := automata.Term{}
	for _, v := range cells {
		var t automata.Term
		m, t = x.indicator(m, m.path.simplify(is(v)))
		sum = sum.Plus(t)
	}
	return outcome{m, number{sum}}
}

// indicator returns 1 where a condition holds, and 0 elsewhere.
func (x *translation) indicator(m moment, c cond) (moment, automata.Term) {
	if always(c) {
		return m, automata.C(1)
	} else if never(c) {
		return m, automata.C(0)
	}
	x.spend(c.Size())
	name := x.fresh("b")
	t := automata.V(name)
	m.path = m.path.binding(name).with(isAtMost(t, automata.C(1)),
		anyOf(allOf(isEqual(t, automata.C(1)), c), allOf(isEqual(t, automata.C(0)), isNot(c))))
	return m, t
}

// extremes is min and max, which stay open as long as possible.
func (x *translation) extremes(m moment, greatest bool, args []value) (all []outcome) {
	now := folded([]outcome{{m, extreme{greatest: greatest}}}, args, func(o outcome, a value) (next []outcome) {
		values := []outcome{{o.moment, a}}
		if v, ok := a.(extreme); !isOpen(a) || ok && v.greatest != greatest {
			values = x.number(o.moment, a)
		}
		for _, v := range values {
			u := extreme{greatest, slices.Clip(o.v.(extreme).of)}
			if w, ok := v.v.(extreme); ok {
				u.of = append(u.of, w.of...)
			} else {
				w, _ := asFraction(v.v)
				u.of = append(u.of, w)
			}
			next = append(next, outcome{v.moment, u})
		}
		return next
	})
	for _, o := range now {
		// Terms that another one surely exceeds do not count.
		var of []fraction
		open := o.v.(extreme).of
		for i, t := range open {
			beaten := false
			for j, u := range open {
				if i == j || u.m != 1 || t.m != 1 {
					continue
				}
				over := t.t.Minus(u.t) // at most 0 where u is as large
				if !greatest {
					over = over.Times(-1)
				}
				beaten = beaten || o.path.implies(over) && (j < i || !o.path.implies(over.Times(-1)))
			}
			if !beaten {
				of = append(of, t)
			}
		}
		switch {
		case len(of) == 1 && of[0].m == 1:
			all = append(all, outcome{o.moment, number{of[0].t}})
		case len(of) == 1:
			all = append(all, outcome{o.moment, of[0]})
		default:
			all = append(all, outcome{o.moment, extreme{greatest, of}})
		}
	}
	return all
}
