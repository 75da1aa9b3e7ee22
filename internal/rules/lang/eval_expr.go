package lang

// The interpreter evaluates expressions here.

import (
	"math"
	"slices"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/rules/core"
)

func (ev *Evaluator) expr(f *frame, e syntax.Expr) Value {
	if ev.Err != nil {
		return Value{}
	}
	switch e := e.(type) {
	case *syntax.Ident:
		return ev.ident(f, e)
	case *syntax.Literal:
		switch v := e.Value.(type) {
		case int64:
			return Int(v)
		case string:
			return Text(v)
		}
		return ev.Fail(e, "no literal of this language")
	case *syntax.ParenExpr:
		return ev.expr(f, e.X)
	case *syntax.BinaryExpr:
		x := ev.expr(f, e.X)
		switch e.Op {
		case syntax.AND:
			if ev.Err != nil || !x.Truth() {
				return x
			}
			return ev.expr(f, e.Y)
		case syntax.OR:
			if ev.Err != nil || x.Truth() {
				return x
			}
			return ev.expr(f, e.Y)
		}
		y := ev.expr(f, e.Y)
		if ev.Err != nil {
			return Value{}
		}
		ev.here = e
		return ev.binary(e, e.Op, x, y)
	case *syntax.UnaryExpr:
		x := ev.expr(f, e.X)
		if ev.Err != nil {
			return Value{}
		}
		return ev.unary(e, x)
	case *syntax.CallExpr:
		return ev.call(f, e)
	case *syntax.IndexExpr:
		of, at := ev.expr(f, e.X), ev.expr(f, e.Y)
		if ev.Err != nil {
			return Value{}
		}
		return ev.indexed(e, of, at)
	case *syntax.SliceExpr:
		return ev.slice(f, e)
	case *syntax.CondExpr:
		cond := ev.expr(f, e.Cond)
		switch {
		case ev.Err != nil:
			return Value{}
		case cond.Truth():
			return ev.chosen(ev.expr(f, e.True))
		}
		return ev.chosen(ev.expr(f, e.False))
	case *syntax.TupleExpr:
		return tupleValue(ev.list(f, e, e.List))
	case *syntax.ListExpr:
		return List(ev.list(f, e, e.List))
	case *syntax.DictExpr:
		d := &dict{}
		for _, entry := range e.List {
			entry := entry.(*syntax.DictEntry)
			k, v := ev.expr(f, entry.Key), ev.expr(f, entry.Value)
			if ev.Err == nil {
				ev.setKey(entry, d, k, v)
			}
		}
		return Value{Kind: dictKind, x: d}
	case *syntax.Comprehension:
		return ev.comprehension(f, e)
	case *syntax.DotExpr:
		return ev.dot(f, e)
	case *syntax.LambdaExpr:
		return ev.function(f, e, e.Function)
	}
	return ev.Fail(e, "no expression of this language")
}

// chosen is what x if cond else y gives.
func (ev *Evaluator) chosen(v Value) Value {
	ev.Spend(v.cells())
	return v
}

func (ev *Evaluator) ident(f *frame, id *syntax.Ident) Value {
	b := id.Binding.(*resolve.Binding)
	var v Value
	switch b.Scope {
	case resolve.Local:
		v = f.locals[b.Index]
	case resolve.Cell:
		v = *f.locals[b.Index].x.(*Value)
	case resolve.Free:
		v = *f.free[b.Index]
	case resolve.Global:
		v = ev.globals[b.Index]
	default:
		return ev.code.words.universe[id.Name]
	}
	if v.Kind == UnsetKind {
		if b.Scope == resolve.Local || b.Scope == resolve.Cell {
			if _, global := ev.code.Global(id.Name); global != nil {
				return ev.Fail(id, "this function sets %s, so that it is a variable of its own, which has no value here; functions do not change variables of the top level", id.Name)
			}
		}
		return ev.Fail(id, "used before it has a value")
	}
	return v
}

func (ev *Evaluator) list(f *frame, n syntax.Node, list []syntax.Expr) []Value {
	ev.here = n
	items := ev.newItems(int64(len(list)))
	for _, e := range list {
		v := ev.expr(f, e)
		if ev.Err != nil {
			return nil
		}
		items = append(items, v)
	}
	return items
}

// binary returns x op y. N is what the error is about.
func (ev *Evaluator) binary(n syntax.Node, op syntax.Token, x, y Value) Value {
	switch op {
	case syntax.EQL, syntax.NEQ:
		return boolValue(ev.equal(x, y, 0) == (op == syntax.EQL))
	case syntax.LT, syntax.LE, syntax.GT, syntax.GE:
		if order, ok := ev.order(x, y, 0); ok || ev.Err != nil {
			return boolValue(core.Holds(opOf(op), order))
		}
		return ev.Fail(n, "%s and %s have no order", article(x), article(y))
	case syntax.IN:
		return boolValue(ev.in(n, x, y))
	case syntax.NOT_IN:
		return boolValue(!ev.in(n, x, y))
	case syntax.SLASH:
		return ev.Fail(n, "there are no fractions: // divides and rounds down")
	}
	if x.Kind == HostedKind || y.Kind == HostedKind {
		if v, ok := ev.operate(op, x, y); ok {
			return v
		}
		if x, y = ev.boxed(x), ev.boxed(y); ev.Err != nil {
			return Value{}
		}
	}
	if x.Kind == IntKind && y.Kind == IntKind {
		v, wrong := core.IntegerOp(opOf(op), x.N, y.N)
		if wrong == core.Overflow && ev.code.wide != nil {
			return ev.code.wide(ev, op.String(), x.N, y.N)
		}
		if wrong != core.NoFault {
			return ev.Fail(n, "%v (%d %v %d)", wrong, x.N, op, y.N)
		}
		return Int(v)
	}
	switch op {
	case syntax.PLUS:
		if v, ok := ev.concatenate(x, y); ok || ev.Err != nil {
			return v
		}
	case syntax.STAR:
		if x.Kind == IntKind {
			x, y = y, x
		}
		if v, ok := ev.repeat(x, y); ok || ev.Err != nil {
			return v
		}
	case syntax.PIPE:
		if x.Kind == dictKind && y.Kind == dictKind {
			d := &dict{}
			ev.setAll(n, d, x.x.(*dict))
			ev.setAll(n, d, y.x.(*dict))
			return Value{Kind: dictKind, x: d}
		}
	case syntax.PERCENT:
		if x.Kind == TextKind {
			return ev.format(n, x.Text(), y)
		}
	}
	return ev.Fail(n, "%v of %s and %s", op, article(x), article(y))
}

func (ev *Evaluator) concatenate(x, y Value) (Value, bool) {
	if x.Kind == TextKind && y.Kind == TextKind {
		if !ev.pay(int64(len(x.Text()) + len(y.Text()))) {
			return Value{}, false
		}
		return Text(x.Text() + y.Text()), true
	}
	kind := x.Kind
	if kind != RowKind && (y.Kind == RowKind || x.Kind == TextKind) {
		kind = y.Kind
	}
	a, okA := ev.Cells(x, kind)
	b, okB := ev.Cells(y, kind)
	if !okA || !okB || kind != RowKind && x.Kind != y.Kind {
		return Value{}, false
	}
	items := append(append(ev.newItems(int64(len(a)+len(b))), a...), b...)
	return sequenceOf(kind, items), ev.Spend(int64(len(items)))
}

// Cells returns the items of a sequence; beside a row, a string is one too.
func (ev *Evaluator) Cells(v Value, beside kind) ([]Value, bool) {
	if v.Kind == TextKind && beside == RowKind {
		return ev.letters(v.Text()), true
	}
	return v.Items()
}

// letters returns the bytes of a string as strings. It takes no steps.
func (ev *Evaluator) letters(s string) []Value {
	items := ev.newItems(int64(len(s)))
	if ev.Err == nil {
		for i := range len(s) {
			items = append(items, letters()[s[i]])
		}
	}
	return items
}

func sequenceOf(k kind, items []Value) Value {
	switch k {
	case tupleKind:
		return tupleValue(items)
	case RowKind:
		return rowValue(items)
	}
	return List(items)
}

func (ev *Evaluator) repeat(x, y Value) (Value, bool) {
	if y.Kind != IntKind {
		return Value{}, false
	}
	times := max(y.N, 0)
	if x.Kind == TextKind {
		length, wrong := core.Mul(int64(len(x.Text())), times)
		if wrong != core.NoFault {
			length = math.MaxInt64
		}
		if !ev.pay(length) {
			return Value{}, false
		}
		if length == 0 {
			times = 0
		}
		return Text(strings.Repeat(x.Text(), int(times))), true
	}
	items, ok := x.Items()
	if !ok {
		return Value{}, false
	}
	length, wrong := core.Mul(int64(len(items)), times)
	if wrong != core.NoFault {
		length = math.MaxInt64
	}
	all, ok := ev.newCells(length)
	if !ok {
		return Value{}, false
	}
	core.RepeatCells(all, items)
	return sequenceOf(x.Kind, all), true
}

func (ev *Evaluator) in(n syntax.Node, x, y Value) bool {
	if y = ev.boxed(y); ev.Err != nil {
		return false
	}
	switch y.Kind {
	case TextKind:
		if x.Kind != TextKind {
			ev.Fail(n, "want a string before \"in\" a string, not %s", article(x))
			return false
		}
		return ev.Spend(int64(len(y.Text())/8)) && strings.Contains(y.Text(), x.Text())
	case dictKind:
		k, ok := ev.keyFor(n, x)
		if !ok {
			return false
		}
		_, found := y.x.(*dict).get(k)
		return found
	case rangeKind:
		r := y.x.(*span)
		if x.Kind != IntKind || r.length == 0 {
			return false
		}
		first, last := r.start, r.start+(r.length-1)*r.step
		if r.step < 0 {
			first, last = last, first
		}
		return first <= x.N && x.N <= last && (uint64(x.N)-uint64(first))%core.Magnitude(r.step) == 0
	}
	items, ok := y.Items()
	if y.Kind == gridKind {
		items, ok = y.x.(*grid).cells, true
	}
	if !ok {
		ev.Fail(n, "%s holds nothing that could be in it", article(y))
	}
	if part, ok := ev.Cells(x, RowKind); ok && y.Kind == RowKind && (x.Kind == RowKind || x.Kind == TextKind && len(x.Text()) != 1) {
		return ev.holds(items, part)
	}
	return ev.Err == nil && ev.find(items, x) >= 0
}

// holds reports whether cells stand one behind the other in a row. It takes a step for
// each cell of the row, as often as there are cells.
func (ev *Evaluator) holds(row, part []Value) bool {
	for at := 0; at+len(part) <= len(row) && ev.Spend(int64(len(part))); at++ {
		if slices.EqualFunc(row[at:at+len(part)], part, func(a, b Value) bool { return ev.equal(a, b, 0) }) {
			return true
		}
	}
	return false
}

// find returns where the first of items that equals x stands, or -1. It takes a
// step for each of the items.
func (ev *Evaluator) find(items []Value, x Value) int {
	if !ev.Spend(int64(len(items))) {
		return -1
	}
	for i, e := range items {
		if ev.equal(x, e, 0) {
			return i
		}
		if ev.Err != nil {
			break
		}
	}
	return -1
}

func (ev *Evaluator) unary(n *syntax.UnaryExpr, x Value) Value {
	switch {
	case n.Op == syntax.NOT:
		return boolValue(!x.Truth())
	case n.Op == syntax.MINUS && x.Kind == HostedKind:
		ev.here = n
		return ev.binary(n, syntax.MINUS, Int(0), x)
	case x.Kind != IntKind:
		return ev.Fail(n, "%v of %s", n.Op, article(x))
	case n.Op == syntax.MINUS:
		v, wrong := core.Sub(0, x.N)
		if wrong == core.Overflow && ev.code.wide != nil {
			return ev.code.wide(ev, "-", 0, x.N)
		}
		if wrong != core.NoFault {
			return ev.Fail(n, "%v", wrong)
		}
		return Int(v)
	case n.Op == syntax.TILDE:
		return Int(^x.N)
	}
	return x
}

// index returns the place that at means among length items; -1 is the last.
func (ev *Evaluator) index(n syntax.Node, at Value, length int, what string) (int, bool) {
	if at.Kind != IntKind {
		ev.Fail(n, "want an integer in the brackets, not %s", article(at))
		return 0, false
	}
	i, ok := core.PlaceOf(at.N, int64(length))
	if !ok {
		ev.Fail(n, "there is no item %d in a %s of length %d", at.N, what, length)
		return 0, false
	}
	return int(i), true
}

func (ev *Evaluator) indexed(n *syntax.IndexExpr, of, at Value) Value {
	switch of.Kind {
	case dictKind:
		k, ok := ev.keyFor(n, at)
		if !ok {
			return Value{}
		}
		v, ok := of.x.(*dict).get(k)
		if !ok {
			return ev.Fail(n, "the dict has no key %s", ev.Show(at))
		}
		return v
	case TextKind:
		if i, ok := ev.index(n, at, len(of.Text()), "string"); ok {
			return letters()[of.Text()[i]]
		}
		return Value{}
	case rangeKind:
		r := of.x.(*span)
		if i, ok := ev.index(n, at, int(r.length), "range"); ok {
			return Int(r.start + int64(i)*r.step)
		}
		return Value{}
	case gridKind:
		g := of.x.(*grid)
		if r, c, ok := ev.cellOf(n, g, at); ok {
			return g.cells[r*g.width+c]
		}
		return Value{}
	case HostedKind:
		ev.here = n
		if x, ok := of.x.(Indexed); ok {
			return x.Index(ev, at)
		}
		if l := of.listed(); l != nil {
			if i, ok := ev.index(n, at, l.Len(), "list"); ok {
				return l.At(i)
			}
			return Value{}
		}
	}
	items, ok := of.Items()
	if !ok {
		return ev.Fail(n, "%s has no items", article(of))
	}
	if i, ok := ev.index(n, at, len(items), of.Kind.String()); ok {
		return items[i]
	}
	return Value{}
}

// cellOf returns the cell of a grid that at means: (row, column), from 0.
func (ev *Evaluator) cellOf(n syntax.Node, g *grid, at Value) (r, c int, ok bool) {
	pair, ok := at.Items()
	if !ok || len(pair) != 2 || pair[0].Kind != IntKind || pair[1].Kind != IntKind {
		ev.Fail(n, "a cell of a grid is a row and a column, as in board[r, c]")
		return 0, 0, false
	}
	row, column := pair[0].N, pair[1].N
	if row < 0 || row >= int64(g.height) || column < 0 || column >= int64(g.width) {
		ev.Fail(n, "there is no cell (%d, %d) in a grid of %d x %d", row, column, g.height, g.width)
		return 0, 0, false
	}
	return int(row), int(column), true
}

func (ev *Evaluator) slice(f *frame, n *syntax.SliceExpr) Value {
	of := ev.boxed(ev.expr(f, n.X))
	ends, given := [3]int64{2: 1}, [3]bool{}
	for i, e := range []syntax.Expr{n.Lo, n.Hi, n.Step} {
		v := None
		if e != nil {
			v = ev.expr(f, e)
		}
		switch {
		case ev.Err != nil:
			return Value{}
		case v.Kind == IntKind:
			ends[i], given[i] = v.N, true
		case v.Kind != none:
			return ev.Fail(n, "want integers in the brackets, not %s", article(v))
		}
	}
	step := ends[2]
	if step == 0 {
		return ev.Fail(n, "a slice of step 0")
	}
	var length int64
	items, ok := of.Items()
	switch {
	case of.Kind == TextKind:
		length = int64(len(of.Text()))
	case ok:
		length = int64(len(items))
	default:
		return ev.Fail(n, "%s cannot be sliced", article(of))
	}
	lo, count := core.SliceOf(length, ends, given[0], given[1])
	ev.here = n
	if of.Kind == TextKind {
		if !ev.pay(count) {
			return Value{}
		}
		if step == 1 && count > 0 {
			return Text(of.Text()[lo : lo+count])
		}
		b := make([]byte, 0, count)
		for i := range count {
			b = append(b, of.Text()[lo+i*step])
		}
		return Text(string(b))
	}
	some, ok := ev.newCells(count)
	if !ok {
		return Value{}
	}
	core.Strided(some, items, lo, step)
	return sequenceOf(of.Kind, some)
}

func (ev *Evaluator) comprehension(f *frame, n *syntax.Comprehension) Value {
	var items []Value
	d := &dict{}
	cost := ev.code.weights[n]
	var clause func(i int)
	clause = func(i int) {
		if ev.Err != nil {
			return
		}
		if i == len(n.Clauses) {
			if n.Curly {
				entry, ok := n.Body.(*syntax.DictEntry)
				if !ok {
					ev.Fail(n, "sets are not in this language: a dict has keys")
					return
				}
				k, v := ev.expr(f, entry.Key), ev.expr(f, entry.Value)
				if ev.Err == nil {
					ev.setKey(entry, d, k, v)
				}
				return
			}
			if v := ev.expr(f, n.Body); ev.Err == nil {
				ev.push(&items, v)
			}
			return
		}
		switch c := n.Clauses[i].(type) {
		case *syntax.IfClause:
			if ev.expr(f, c.Cond).Truth() {
				clause(i + 1)
			}
		case *syntax.ForClause:
			ev.each(c.X, ev.expr(f, c.X), cost, func(v Value) bool {
				ev.assign(f, c.Vars, v)
				clause(i + 1)
				return ev.Err == nil
			})
		}
	}
	clause(0)
	if n.Curly {
		return Value{Kind: dictKind, x: d}
	}
	return List(items)
}

func (ev *Evaluator) dot(f *frame, n *syntax.DotExpr) Value {
	of := ev.expr(f, n.X)
	if ev.Err != nil {
		return Value{}
	}
	name := n.Name.Name
	of = ev.boxed(of)
	if of.Kind == gridKind {
		g := of.x.(*grid)
		switch name {
		case "height":
			return Int(int64(g.height))
		case "width":
			return Int(int64(g.width))
		case "count":
		default:
			return ev.Fail(n, "a grid has height, width and count, and no %q%s", name, message.DidYouMean(name, []string{"height", "width", "count"}))
		}
	}
	table := ev.code.words.methods[of.Kind]
	if m, ok := table[name]; ok {
		if !ev.hold(64) {
			return Value{}
		}
		return Value{Kind: methodKind, x: &method{of, m}}
	}
	if of.Kind == RowKind && ev.code.words.methods[TextKind][name] != nil {
		return ev.Fail(n, "a row has no method %q, but a string has: that of its letters is \"\".join(%s)", name, ev.code.Source.near(placeOf(n.X)))
	}
	return ev.Fail(n, "%s has no method %q%s", article(of), name, message.DidYouMean(name, sortedKeys(table)))
}
