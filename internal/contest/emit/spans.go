package emit

// Bounds of the numbers of a program, so that divisions of numbers that cannot be negative need
// no care for the sign: Go and C++ round toward 0, the rule language down.

import (
	"math"
	"math/bits"
	"slices"

	"github.com/grundy-games/grundy/internal/rules/core"
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

// isOpen reports whether a number may be as great as 64 bits allow, for all that is known.
func (s span) isOpen() bool { return s.lo == math.MinInt64 || s.hi == math.MaxInt64 }

// bounds has the bounds of the numbers of a program.
type bounds struct {
	p       *core.Program
	vars    map[*core.Function][]span // of the variables, and last of what is returned
	gives   []span                    // what functions return
	tooLong *core.Place               // what may need more than 64 bits, or nil

	wide    bool // what still grows has no bound
	changed bool
	last    bool // nothing changes any more
}

// findSpans bounds the variables of functions whose parameters have these spans, and of all that
// they call.
func findSpans(p *core.Program, params map[int][]span) *bounds {
	b := &bounds{p: p, vars: map[*core.Function][]span{}}
	var order []*core.Function // callers first
	var enter func(f *core.Function)
	enter = func(f *core.Function) {
		if b.vars[f] != nil {
			return
		}
		b.vars[f] = slices.Repeat([]span{noNumber}, len(f.Vars)+1)
		order = append(order, f)
		core.Walk(f.Body, nil, func(e core.Expr) bool {
			switch e := e.(type) {
			case *core.Call:
				enter(&p.Functions[e.F])
			case *core.Named:
				enter(&p.Constants[e.C])
			}
			return true
		})
	}
	for i := range p.Functions {
		if spans, ok := params[i]; ok {
			enter(&p.Functions[i])
			copy(b.vars[&p.Functions[i]], spans)
		}
	}
	for round := 0; ; round++ {
		b.wide, b.changed = round > 3, false
		for _, f := range order {
			b.block(f, f.Body)
		}
		if b.last {
			break
		}
		b.last = !b.changed
		slices.Reverse(order)
	}
	for i := range p.Functions {
		gives := noNumber
		if f := &p.Functions[i]; b.vars[f] != nil {
			gives = *b.given(f)
		}
		b.gives = append(b.gives, gives)
	}
	return b
}

// operate is [operate] of what stands at a place. It notes the first that may need more than 64
// bits, although what it is made of has bounds.
func (b *bounds) operate(at core.Place, op core.Op, x, y span) span {
	s := operate(op, x, y)
	grows := op == core.Plus || op == core.Minus || op == core.Times || op == core.Left && x.lo >= 0 && y.lo >= 0
	if b.last && b.tooLong == nil && grows && s.isOpen() && !x.isOpen() && !y.isOpen() {
		b.tooLong = &at
	}
	return s
}

// arith bounds x op y, where lists may be joined.
func (b *bounds) arith(f *core.Function, at core.Place, op core.Op, x, y core.Expr) span {
	s, t := b.expr(f, x), b.expr(f, y)
	if op == core.Plus && (b.isList(x) || b.isList(y)) {
		return s.join(t)
	}
	return b.operate(at, op, s, t)
}

// isList reports whether an expression is surely a list.
func (b *bounds) isList(e core.Expr) bool {
	switch e.(type) {
	case *core.List, *core.Build:
		return true
	}
	return b.p.Types[e].Kind == core.ListType
}

// merge joins a span to what is known.
func (b *bounds) merge(known *span, more span) {
	old, next := *known, known.join(more)
	if more.isEmpty() || next == old {
		return
	}
	b.changed = true
	if b.wide {
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
	*known = next
}

// block bounds the variables of a block. It returns the bounds of what it yields.
func (b *bounds) block(f *core.Function, block []core.Stmt) span {
	all := noNumber
	for _, s := range block {
		switch s := s.(type) {
		case *core.Do:
			b.expr(f, s.X)
		case *core.Yield:
			all = all.join(b.expr(f, s.X))
		case *core.Set:
			b.merge(&b.vars[f][s.V], b.expr(f, s.X))
		case *core.Assign:
			to, many := s.To.(*core.Tuple)
			if x, ok := s.X.(*core.Tuple); ok && many && len(to.Parts) == len(x.Parts) {
				for i, part := range x.Parts {
					b.target(f, to.Parts[i], b.expr(f, part))
				}
				continue
			}
			b.target(f, s.To, b.expr(f, s.X))
		case *core.Update:
			b.target(f, s.To, b.arith(f, s.At, s.Op, s.To, s.X))
		case *core.If:
			b.expr(f, s.Cond)
			all = all.join(b.block(f, s.Then)).join(b.block(f, s.Else))
		case *core.For:
			b.merge(&b.vars[f][s.V], b.between(f, s.From, s.To, s.Step))
			all = all.join(b.block(f, s.Body))
		case *core.Loop:
			if s.Counter != core.NoVar {
				b.merge(&b.vars[f][s.Counter], natural)
			}
			for i, over := range s.Over {
				b.target(f, s.Items[i], b.expr(f, over))
			}
			all = all.join(b.block(f, s.Body))
		case *core.While:
			b.expr(f, s.Cond)
			b.block(f, s.Body)
		case *core.Return:
			if s.X != nil {
				b.merge(b.given(f), b.expr(f, s.X))
			}
		}
	}
	return all
}

// given returns where the bounds of what a function returns stand.
func (b *bounds) given(f *core.Function) *span { return &b.vars[f][len(b.vars[f])-1] }

// target bounds what places get, and lists in which they stand.
func (b *bounds) target(f *core.Function, to core.Expr, s span) {
	for _, v := range core.Places(to) {
		b.merge(&b.vars[f][v], s)
	}
}

// between bounds the numbers of a range.
func (b *bounds) between(f *core.Function, first, end, by core.Expr) span {
	from, to := b.expr(f, first), b.expr(f, end)
	if step := b.expr(f, by); step.lo < 0 { // it may go down
		return span{min(from.lo, addTo(to.lo, 1)), max(from.hi, to.hi)}
	}
	if s := (span{from.lo, addTo(to.hi, -1)}); !s.isEmpty() {
		return s
	}
	return span{from.lo, from.lo} // an empty range so far
}

// expr bounds the numbers of an expression, and those that it changes.
func (b *bounds) expr(f *core.Function, e core.Expr) span {
	switch e := e.(type) {
	case *core.Const:
		if e.Kind == core.IntType {
			return span{e.N, e.N}
		}
		return noNumber
	case *core.Get:
		return b.vars[f][e.V]
	case *core.Named:
		return *b.given(&b.p.Constants[e.C])
	case *core.Choose:
		b.expr(f, e.Cond)
		return b.expr(f, e.X).join(b.expr(f, e.Y))
	case *core.Arith:
		return b.arith(f, b.p.At[e], e.Op, e.X, e.Y)
	case *core.Negate:
		if s := b.expr(f, e.X); !s.isEmpty() {
			return operate(core.Minus, span{0, 0}, s)
		}
		return anyNumber
	case *core.Invert:
		b.expr(f, e.X)
		return anyNumber
	case *core.Index:
		b.expr(f, e.I)
		return b.expr(f, e.Row)
	case *core.Slice:
		return b.expr(f, e.Row)
	case *core.Build:
		return b.block(f, e.Body)
	case *core.Call:
		for i, a := range e.Args {
			b.merge(&b.vars[&b.p.Functions[e.F]][i], b.expr(f, a))
		}
		return *b.given(&b.p.Functions[e.F])
	case *core.Apply:
		return b.apply(f, e)
	case *core.Ask, *core.Pose:
		core.Operands(e, func(x *core.Expr) { b.expr(f, *x) })
		return anyNumber
	}
	all := noNumber
	core.Operands(e, func(x *core.Expr) { all = all.join(b.expr(f, *x)) })
	switch e.(type) {
	case *core.Not, *core.Logic, *core.Compare, *core.In:
		return noNumber
	}
	return all
}

func (b *bounds) apply(f *core.Function, e *core.Apply) span {
	var of []span
	all := noNumber
	for _, a := range e.Args {
		if _, ok := a.(*core.Keyword); !ok {
			of = append(of, b.expr(f, a))
			all = all.join(of[len(of)-1])
		}
	}
	switch e.F {
	case ".append":
		b.target(f, e.Args[0], of[1])
	case ".get":
		return of[0].join(of[2])
	case ".pop":
		return of[0]
	case "range":
		from, to, step, _ := rangeOf(e)
		return b.between(f, from, to, step)
	case "min", "max":
		for _, s := range of {
			switch {
			case len(of) == 1 || s.isEmpty():
			case e.F == "min":
				all.hi = min(all.hi, s.hi)
			default:
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
		case all.lo < 0:
			return anyNumber
		}
	case "sorted", "reversed", "list", "tuple":
		return all
	case "int":
		return anyNumber
	}
	return natural
}

// operate bounds a op b.
func operate(op core.Op, a, b span) span {
	if a.isEmpty() || b.isEmpty() {
		if op == core.Times || op == core.Plus { // of lists and texts
			return a.join(b)
		}
		return noNumber
	}
	isNatural := a.lo >= 0 && b.lo >= 0
	switch op {
	case core.Plus:
		return span{addTo(a.lo, b.lo), addTo(a.hi, b.hi)}
	case core.Minus:
		return span{addTo(a.lo, negate(b.hi)), addTo(a.hi, negate(b.lo))}
	case core.Times:
		s := noNumber
		for _, x := range []int64{a.lo, a.hi} {
			for _, y := range []int64{b.lo, b.hi} {
				s = s.join(span{times(x, y), times(x, y)})
			}
		}
		return s
	case core.Divide:
		if isNatural {
			return span{a.lo / max(b.hi, 1), a.hi / max(b.lo, 1)}
		}
	case core.Modulo:
		switch {
		case isNatural:
			return span{0, min(a.hi, addTo(b.hi, -1))}
		case b.lo >= 0:
			return span{0, max(addTo(b.hi, -1), 0)}
		}
	case core.BitAnd:
		switch {
		case isNatural:
			return span{0, min(a.hi, b.hi)}
		case a.lo >= 0 || b.lo >= 0:
			return natural
		}
	case core.BitOr, core.BitXor:
		if isNatural {
			return span{0, int64(1)<<bits.Len64(uint64(a.hi|b.hi)) - 1&math.MaxInt64}
		}
	case core.Left:
		switch {
		case a.lo < 0:
		case b.lo < 0 || b.hi > 62 || a.hi>>(63-b.hi) > 0:
			return natural
		default:
			return span{a.lo << b.lo, a.hi << b.hi}
		}
	case core.Right:
		if a.lo >= 0 {
			return span{0, a.hi}
		}
	}
	return anyNumber
}

func negate(x int64) int64 {
	if x == math.MinInt64 {
		return math.MaxInt64
	}
	return -x
}

// addTo adds, and stays at the ends of what int64 holds; these stand for no bound.
func addTo(a, b int64) int64 {
	for _, end := range []int64{math.MaxInt64, math.MinInt64} {
		if a == end || b == end {
			return end
		}
	}
	s, fault := core.Add(a, b)
	return within(s, fault, a < 0)
}

func times(a, b int64) int64 {
	p, fault := core.Mul(a, b)
	return within(p, fault, (a < 0) != (b < 0))
}

// within returns a result, or the end beyond which it is.
func within(n int64, fault core.Fault, below bool) int64 {
	switch {
	case fault == core.NoFault:
		return n
	case below:
		return math.MinInt64
	}
	return math.MaxInt64
}
