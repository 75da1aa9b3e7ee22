package emit

// This file bounds the numbers of a program, so that divisions of numbers that cannot be
// negative need no care for the sign: Go and C++ round toward 0, the rule language down.

import (
	"math"
	"math/bits"

	"grundy/rules/lang"
)

// A span bounds a number, or all numbers in a list, dict or tuple. It is empty if lo > hi.
type span struct{ lo, hi int64 }

var (
	noNumber  = span{math.MaxInt64, math.MinInt64}
	anyNumber = span{math.MinInt64, math.MaxInt64}
	natural   = span{0, math.MaxInt64}
)

func (s span) join(t span) span { return span{min(s.lo, t.lo), max(s.hi, t.hi)} }

func (s span) isEmpty() bool { return s.lo > s.hi }

// findSpans bounds the variables of all functions, where those of some have parameters
// with these spans.
func (p *program) findSpans(params map[string][]span) {
	p.spanOf, p.tooLong = map[string]span{}, nil
	for _, f := range p.functions {
		f.spans, f.gives = map[string]span{}, noNumber
	}
	for name, spans := range params {
		for i, s := range spans {
			p.functions[name].spans[p.functions[name].params[i]] = s
		}
	}
	last := false
	for round := 0; ; round++ {
		w := &spanWalk{p: p, wide: round > 3, last: last}
		for _, c := range p.order {
			old, ok := p.spanOf[c]
			p.spanOf[c] = w.merge(old, w.expr(p.outside(p.values[c]), p.values[c]), !ok)
		}
		for _, f := range p.functions {
			if f.vars != nil {
				w.block(f, f.body)
			}
		}
		if w.last {
			return
		}
		last = !w.changed
	}
}

type spanWalk struct {
	p       *program
	wide    bool // what still grows has no bound
	changed bool
	last    bool // nothing changes any more
}

// operate is [operate] of an expression. It notes the first one that may need more than 64 bits,
// although what it is made of has bounds.
func (w *spanWalk) operate(t *lang.Syntax, op string, a, b span) span {
	s := operate(op, a, b)
	grows := op == "+" || op == "-" || op == "*" || op == "<<" && a.lo >= 0 && b.lo >= 0
	if w.last && w.p.tooLong == nil && grows && s.isOpen() && !a.isOpen() && !b.isOpen() {
		w.p.tooLong = t
	}
	return s
}

// isOpen reports whether a number may be as great as 64 bits allow, for all that is known.
func (s span) isOpen() bool { return s.lo == math.MinInt64 || s.hi == math.MaxInt64 }

// merge joins a span to what is known.
func (w *spanWalk) merge(old, more span, isNew bool) span {
	if isNew {
		old = noNumber
	}
	next := old.join(more)
	if more.isEmpty() {
		next = old
	}
	if next == old {
		return old
	}
	w.changed = true
	if w.wide {
		switch {
		case next.lo < 0 && next.lo < old.lo:
			next.lo = math.MinInt64
		case next.lo < old.lo:
			next.lo = 0
		}
		if next.hi > old.hi {
			next.hi = math.MaxInt64
		}
	}
	return next
}

func (w *spanWalk) set(f *function, name string, s span) {
	old, ok := f.spans[name]
	next := w.merge(old, s, !ok)
	f.spans[name] = next
}

func (w *spanWalk) block(f *function, b *lang.Syntax) {
	for _, s := range b.Kids {
		switch s.Kind {
		case "expression":
			w.expr(f, s.Kids[0])
		case "assign":
			v := w.expr(f, s.Kids[1])
			if s.Name != "=" {
				v = w.operate(s, s.Name[:len(s.Name)-1], w.expr(f, s.Kids[0]), v)
			} else if s.Kids[0].Kind == "tuple" && s.Kids[1].Kind == "tuple" && len(s.Kids[0].Kids) == len(s.Kids[1].Kids) {
				for i, k := range s.Kids[0].Kids {
					w.target(f, k, w.expr(f, s.Kids[1].Kids[i]))
				}
				continue
			}
			w.target(f, s.Kids[0], v)
		case "if":
			w.expr(f, s.Kids[0])
			w.block(f, s.Kids[1])
			w.block(f, s.Kids[2])
		case "for":
			w.loop(f, s.Kids[0], s.Kids[1])
			w.block(f, s.Kids[2])
		case "while":
			w.expr(f, s.Kids[0])
			w.block(f, s.Kids[1])
		case "return":
			if s.Kids[0].Kind != "none" {
				f.gives = w.merge(f.gives, w.expr(f, s.Kids[0]), false)
			}
		}
	}
}

func (w *spanWalk) target(f *function, t *lang.Syntax, s span) {
	switch t.Kind {
	case "name":
		w.set(f, t.Name, s)
	case "index":
		w.target(f, t.Kids[0], s)
	default:
		for _, k := range t.Kids {
			w.target(f, k, s)
		}
	}
}

func (w *spanWalk) loop(f *function, vars, over *lang.Syntax) {
	name, args := callee(over)
	switch name {
	case "range":
		w.target(f, vars, w.span(f, over))
	case "enumerate":
		w.target(f, vars.Kids[0], natural)
		w.target(f, vars.Kids[1], w.expr(f, args[0]))
	case "zip":
		for i, a := range args {
			w.target(f, vars.Kids[i], w.expr(f, a))
		}
	default:
		w.target(f, vars, w.expr(f, over))
	}
}

// span bounds the numbers of a range.
func (w *spanWalk) span(f *function, t *lang.Syntax) span {
	args := t.Kids[1:]
	from, to := span{0, 0}, w.expr(f, args[0])
	if len(args) > 1 {
		from, to = to, w.expr(f, args[1])
	}
	if len(args) > 2 { // it may go down
		if step := w.expr(f, args[2]); step.lo < 0 {
			return span{min(from.lo, addTo(to.lo, 1)), max(from.hi, to.hi)}
		}
	}
	if s := (span{from.lo, addTo(to.hi, -1)}); !s.isEmpty() {
		return s
	}
	return span{from.lo, from.lo} // an empty range so far
}

// expr bounds the numbers of an expression, and those that it changes.
func (w *spanWalk) expr(f *function, t *lang.Syntax) span {
	switch t.Kind {
	case "int":
		return span{t.Int, t.Int}
	case "name":
		if s, ok := f.spans[t.Name]; ok {
			return s
		}
		if s, ok := w.p.spanOf[t.Name]; ok {
			return s
		}
		return noNumber
	case "choice":
		w.expr(f, t.Kids[0])
		return w.expr(f, t.Kids[1]).join(w.expr(f, t.Kids[2]))
	case "binary":
		return w.operate(t, t.Name, w.expr(f, t.Kids[0]), w.expr(f, t.Kids[1]))
	case "unary":
		s := w.expr(f, t.Kids[0])
		if t.Name != "-" || s.isEmpty() {
			return anyNumber
		}
		return operate("-", span{0, 0}, s)
	case "index":
		w.expr(f, t.Kids[1])
		return w.expr(f, t.Kids[0])
	case "slice":
		return w.expr(f, t.Kids[0])
	case "comprehension":
		for _, c := range t.Kids[1:] {
			if c.Kind == "for" {
				w.loop(f, c.Kids[0], c.Kids[1])
			} else {
				w.expr(f, c.Kids[0])
			}
		}
		return w.expr(f, t.Kids[0])
	case "call":
		return w.call(f, t)
	}
	all := noNumber
	for _, k := range t.Kids {
		all = all.join(w.expr(f, k))
	}
	return all
}

func (w *spanWalk) call(f *function, t *lang.Syntax) span {
	if dot := t.Kids[0]; dot.Kind == "dot" {
		have := w.expr(f, dot.Kids[0])
		switch dot.Name {
		case "append":
			w.target(f, dot.Kids[0], w.expr(f, t.Kids[1]))
		case "get":
			return have.join(w.expr(f, t.Kids[2]))
		case "pop":
			return have
		}
		return natural
	}
	name, args := callee(t)
	var of []span
	all := noNumber
	for _, a := range args {
		if a.Kind != "named" {
			of = append(of, w.expr(f, a))
			all = all.join(of[len(of)-1])
		}
	}
	if g := w.p.functions[name]; g != nil {
		for i, s := range of {
			if i < len(g.params) {
				w.set(g, g.params[i], s)
			}
		}
		return g.gives
	}
	switch name {
	case "len", "bit_count", "bit_length":
		return natural
	case "range":
		return w.span(f, t)
	case "min":
		for i, s := range of {
			if len(of) > 1 && !s.isEmpty() {
				all.hi = min(all.hi, s.hi)
			}
			_ = i
		}
		return all
	case "max":
		for _, s := range of {
			if len(of) > 1 && !s.isEmpty() {
				all.lo = max(all.lo, s.lo)
			}
		}
		return all
	case "abs":
		if all.isEmpty() {
			return all
		}
		return span{0, max(all.hi, addTo(0, -max(all.lo, -math.MaxInt64)))}
	case "sum":
		switch {
		case all.isEmpty():
			return span{0, 0}
		case all.lo >= 0:
			return natural
		}
		return anyNumber
	case "sorted", "reversed", "list", "tuple", "enumerate", "zip":
		return all
	}
	return anyNumber
}

// operate bounds a op b.
func operate(op string, a, b span) span {
	if a.isEmpty() || b.isEmpty() {
		if op == "*" || op == "+" { // of lists and texts
			return a.join(b)
		}
		return noNumber
	}
	switch op {
	case "+":
		return span{addTo(a.lo, b.lo), addTo(a.hi, b.hi)}
	case "-":
		return span{addTo(a.lo, negate(b.hi)), addTo(a.hi, negate(b.lo))}
	case "*":
		s := noNumber
		for _, x := range []int64{a.lo, a.hi} {
			for _, y := range []int64{b.lo, b.hi} {
				s = s.join(span{times(x, y), times(x, y)})
			}
		}
		return s
	case "//":
		if a.lo >= 0 && b.lo >= 0 {
			return span{a.lo / max(b.hi, 1), a.hi / max(b.lo, 1)}
		}
		return anyNumber
	case "%":
		if b.lo < 0 {
			return anyNumber
		}
		if a.lo >= 0 {
			return span{0, min(a.hi, addTo(b.hi, -1))}
		}
		return span{0, max(addTo(b.hi, -1), 0)}
	case "&":
		if a.lo >= 0 && b.lo >= 0 {
			return span{0, min(a.hi, b.hi)}
		}
		if a.lo >= 0 || b.lo >= 0 {
			return natural
		}
		return anyNumber
	case "|", "^":
		if a.lo >= 0 && b.lo >= 0 {
			return span{0, int64(1)<<bits.Len64(uint64(a.hi|b.hi)) - 1&math.MaxInt64}
		}
		return anyNumber
	case "<<":
		switch {
		case a.lo < 0:
			return anyNumber
		case b.lo < 0 || b.hi > 62 || a.hi>>(63-b.hi) > 0:
			return natural
		}
		return span{a.lo << b.lo, a.hi << b.hi}
	case ">>":
		if a.lo >= 0 {
			return span{0, a.hi}
		}
		return anyNumber
	}
	return noNumber // a comparison
}

func negate(x int64) int64 {
	if x == math.MinInt64 {
		return math.MaxInt64
	}
	return -x
}

// addTo adds, and stays at the ends of what int64 holds; these stand for no bound.
func addTo(a, b int64) int64 {
	switch s := a + b; {
	case a == math.MaxInt64 || b == math.MaxInt64:
		return math.MaxInt64
	case a == math.MinInt64 || b == math.MinInt64:
		return math.MinInt64
	case a > 0 && b > 0 && s < 0:
		return math.MaxInt64
	case a < 0 && b < 0 && s >= 0:
		return math.MinInt64
	default:
		return s
	}
}

func times(a, b int64) int64 {
	if a == 0 || b == 0 {
		return 0
	}
	if a == math.MinInt64 || b == math.MinInt64 || a*b/b != a {
		if (a < 0) == (b < 0) {
			return math.MaxInt64
		}
		return math.MinInt64
	}
	return a * b
}
