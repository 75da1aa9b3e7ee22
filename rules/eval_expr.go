package rules

// This file holds the interpreter's expressions.

import (
	"math"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"grundy/internal/message"
)

func (ev *evaluator) expr(f *frame, e syntax.Expr) value {
	if ev.err != nil {
		return value{}
	}
	switch e := e.(type) {
	case *syntax.Ident:
		return ev.ident(f, e)
	case *syntax.Literal:
		switch v := e.Value.(type) {
		case int64:
			return intValue(v)
		case string:
			return textValue(v)
		}
		return ev.fail(e, "no literal of this language")
	case *syntax.ParenExpr:
		return ev.expr(f, e.X)
	case *syntax.BinaryExpr:
		x := ev.expr(f, e.X)
		switch e.Op {
		case syntax.AND:
			if ev.err != nil || !x.truth() {
				return x
			}
			return ev.expr(f, e.Y)
		case syntax.OR:
			if ev.err != nil || x.truth() {
				return x
			}
			return ev.expr(f, e.Y)
		}
		y := ev.expr(f, e.Y)
		if ev.err != nil {
			return value{}
		}
		ev.here = e
		return ev.binary(e, e.Op, x, y)
	case *syntax.UnaryExpr:
		x := ev.expr(f, e.X)
		if ev.err != nil {
			return value{}
		}
		return ev.unary(e, x)
	case *syntax.CallExpr:
		return ev.call(f, e)
	case *syntax.IndexExpr:
		of, at := ev.expr(f, e.X), ev.expr(f, e.Y)
		if ev.err != nil {
			return value{}
		}
		return ev.indexed(e, of, at)
	case *syntax.SliceExpr:
		return ev.slice(f, e)
	case *syntax.CondExpr:
		cond := ev.expr(f, e.Cond)
		switch {
		case ev.err != nil:
			return value{}
		case cond.truth():
			return ev.chosen(ev.expr(f, e.True))
		}
		return ev.chosen(ev.expr(f, e.False))
	case *syntax.TupleExpr:
		return tupleValue(ev.list(f, e, e.List))
	case *syntax.ListExpr:
		return listValue(ev.list(f, e, e.List))
	case *syntax.DictExpr:
		d := &dict{}
		for _, entry := range e.List {
			entry := entry.(*syntax.DictEntry)
			k, v := ev.expr(f, entry.Key), ev.expr(f, entry.Value)
			if ev.err == nil {
				ev.setKey(entry, d, k, v)
			}
		}
		return value{k: dictKind, x: d}
	case *syntax.Comprehension:
		return ev.comprehension(f, e)
	case *syntax.DotExpr:
		return ev.dot(f, e)
	case *syntax.LambdaExpr:
		return ev.function(f, e, e.Function)
	}
	return ev.fail(e, "no expression of this language")
}

// chosen is what x if cond else y gives.
func (ev *evaluator) chosen(v value) value {
	ev.spend(v.cells())
	return v
}

func (ev *evaluator) ident(f *frame, id *syntax.Ident) value {
	b := id.Binding.(*resolve.Binding)
	var v value
	switch b.Scope {
	case resolve.Local:
		v = f.locals[b.Index]
	case resolve.Cell:
		v = *f.locals[b.Index].x.(*value)
	case resolve.Free:
		v = *f.free[b.Index]
	case resolve.Global:
		v = ev.globals[b.Index]
	default:
		return ev.code.words.universe[id.Name]
	}
	if v.k == unset {
		return ev.fail(id, "used before it has a value")
	}
	return v
}

func (ev *evaluator) list(f *frame, n syntax.Node, list []syntax.Expr) []value {
	ev.here = n
	items := ev.newItems(int64(len(list)))
	for _, e := range list {
		v := ev.expr(f, e)
		if ev.err != nil {
			return nil
		}
		items = append(items, v)
	}
	return items
}

// binary returns x op y. N is what the error is about.
func (ev *evaluator) binary(n syntax.Node, op syntax.Token, x, y value) value {
	switch op {
	case syntax.EQL, syntax.NEQ:
		return boolValue(ev.equal(x, y, 0) == (op == syntax.EQL))
	case syntax.LT, syntax.LE, syntax.GT, syntax.GE:
		if order, ok := ev.order(x, y, 0); ok || ev.err != nil {
			return boolValue(compare(op, order))
		}
		return ev.fail(n, "%s and %s have no order", article(x.k), article(y.k))
	case syntax.IN:
		return boolValue(ev.in(n, x, y))
	case syntax.NOT_IN:
		return boolValue(!ev.in(n, x, y))
	case syntax.SLASH:
		return ev.fail(n, "there are no fractions: // divides and rounds down")
	}
	if x.k == integer && y.k == integer {
		v, wrong := integerOp(op, x.n, y.n)
		if wrong != noFault {
			return ev.fail(n, "%v (%d %v %d)", wrong, x.n, op, y.n)
		}
		return intValue(v)
	}
	switch op {
	case syntax.PLUS:
		if v, ok := ev.concatenate(x, y); ok || ev.err != nil {
			return v
		}
	case syntax.STAR:
		if x.k == integer {
			x, y = y, x
		}
		if v, ok := ev.repeat(x, y); ok || ev.err != nil {
			return v
		}
	case syntax.PIPE:
		if x.k == dictKind && y.k == dictKind {
			d := &dict{}
			for _, from := range []value{x, y} {
				for _, e := range from.x.(*dict).entries {
					if e.key.k != unset && ev.err == nil {
						ev.setKey(n, d, e.key, e.value)
					}
				}
			}
			return value{k: dictKind, x: d}
		}
	case syntax.PERCENT:
		if x.k == text {
			return ev.format(n, x.text(), y)
		}
	}
	return ev.fail(n, "%v of %s and %s", op, article(x.k), article(y.k))
}

func (ev *evaluator) concatenate(x, y value) (value, bool) {
	if x.k == text && y.k == text {
		if !ev.pay(int64(len(x.text()) + len(y.text()))) {
			return value{}, false
		}
		return textValue(x.text() + y.text()), true
	}
	kind := x.k
	if kind != rowKind && (y.k == rowKind || x.k == text) {
		kind = y.k
	}
	a, okA := ev.cells(x, kind)
	b, okB := ev.cells(y, kind)
	if !okA || !okB || kind != rowKind && x.k != y.k {
		return value{}, false
	}
	items := append(append(ev.newItems(int64(len(a)+len(b))), a...), b...)
	return sequenceOf(kind, items), ev.spend(int64(len(items)))
}

// cells returns the items of a sequence; beside a row, a string is one too.
func (ev *evaluator) cells(v value, beside kind) ([]value, bool) {
	if v.k == text && beside == rowKind {
		return ev.letters(v.text()), true
	}
	return v.items()
}

// letters returns the bytes of a string as strings. It takes no steps.
func (ev *evaluator) letters(s string) []value {
	items := ev.newItems(int64(len(s)))
	if ev.err == nil {
		for i := range len(s) {
			items = append(items, letters[s[i]])
		}
	}
	return items
}

func sequenceOf(k kind, items []value) value {
	switch k {
	case tupleKind:
		return tupleValue(items)
	case rowKind:
		return rowValue(items)
	}
	return listValue(items)
}

func (ev *evaluator) repeat(x, y value) (value, bool) {
	if y.k != integer {
		return value{}, false
	}
	times := max(y.n, 0)
	if x.k == text {
		length, wrong := mul(int64(len(x.text())), times)
		if wrong != noFault {
			length = math.MaxInt64
		}
		if !ev.pay(length) {
			return value{}, false
		}
		if length == 0 {
			times = 0
		}
		return textValue(strings.Repeat(x.text(), int(times))), true
	}
	items, ok := x.items()
	if !ok {
		return value{}, false
	}
	length, wrong := mul(int64(len(items)), times)
	if wrong != noFault {
		length = math.MaxInt64
	}
	all := ev.newItems(length)
	if ev.err != nil || !ev.spend(length) {
		return value{}, false
	}
	all = all[:length]
	repeat(all, items)
	return sequenceOf(x.k, all), true
}

func (ev *evaluator) in(n syntax.Node, x, y value) bool {
	switch y.k {
	case text:
		if x.k != text {
			ev.fail(n, "want a string before \"in\" a string, not %s", article(x.k))
			return false
		}
		return ev.spend(int64(len(y.text())/8)) && strings.Contains(y.text(), x.text())
	case dictKind:
		k, ok := ev.keyFor(n, x)
		if !ok {
			return false
		}
		_, found := y.x.(*dict).get(k)
		return found
	case rangeKind:
		r := y.x.(*span)
		if x.k != integer || r.length == 0 {
			return false
		}
		first, last := r.start, r.start+(r.length-1)*r.step
		if r.step < 0 {
			first, last = last, first
		}
		return first <= x.n && x.n <= last && (uint64(x.n)-uint64(first))%absolute(r.step) == 0
	}
	items, ok := y.items()
	if y.k == gridKind {
		items, ok = y.x.(*grid).cells, true
	}
	if !ok {
		ev.fail(n, "%s holds nothing that could be in it", article(y.k))
	}
	return ev.err == nil && ev.find(items, x) >= 0
}

// find returns where the first of items that equals x stands, or -1. It takes a
// step for each of the items.
func (ev *evaluator) find(items []value, x value) int {
	if !ev.spend(int64(len(items))) {
		return -1
	}
	for i, e := range items {
		if ev.equal(x, e, 0) {
			return i
		}
		if ev.err != nil {
			break
		}
	}
	return -1
}

func (ev *evaluator) unary(n *syntax.UnaryExpr, x value) value {
	switch {
	case n.Op == syntax.NOT:
		return boolValue(!x.truth())
	case x.k != integer:
		return ev.fail(n, "%v of %s", n.Op, article(x.k))
	case n.Op == syntax.MINUS:
		v, wrong := sub(0, x.n)
		if wrong != noFault {
			return ev.fail(n, "%v", wrong)
		}
		return intValue(v)
	case n.Op == syntax.TILDE:
		return intValue(^x.n)
	}
	return x
}

// index returns the place that at means among length items; -1 is the last.
func (ev *evaluator) index(n syntax.Node, at value, length int, what string) (int, bool) {
	if at.k != integer {
		ev.fail(n, "want an integer in the brackets, not %s", article(at.k))
		return 0, false
	}
	i, ok := place(at.n, int64(length))
	if !ok {
		ev.fail(n, "there is no item %d in a %s of length %d", at.n, what, length)
		return 0, false
	}
	return int(i), true
}

func (ev *evaluator) indexed(n *syntax.IndexExpr, of, at value) value {
	switch of.k {
	case dictKind:
		k, ok := ev.keyFor(n, at)
		if !ok {
			return value{}
		}
		v, ok := of.x.(*dict).get(k)
		if !ok {
			return ev.fail(n, "the dict has no key %s", ev.show(at))
		}
		return v
	case text:
		if i, ok := ev.index(n, at, len(of.text()), "string"); ok {
			return letters[of.text()[i]]
		}
		return value{}
	case rangeKind:
		r := of.x.(*span)
		if i, ok := ev.index(n, at, int(r.length), "range"); ok {
			return intValue(r.start + int64(i)*r.step)
		}
		return value{}
	case gridKind:
		g := of.x.(*grid)
		if r, c, ok := ev.cellOf(n, g, at); ok {
			return g.cells[r*g.width+c]
		}
		return value{}
	}
	items, ok := of.items()
	if !ok {
		return ev.fail(n, "%s has no items", article(of.k))
	}
	if i, ok := ev.index(n, at, len(items), of.k.String()); ok {
		return items[i]
	}
	return value{}
}

// cellOf returns the cell of a grid that at means: (row, column), from 0.
func (ev *evaluator) cellOf(n syntax.Node, g *grid, at value) (r, c int, ok bool) {
	pair, ok := at.items()
	if !ok || len(pair) != 2 || pair[0].k != integer || pair[1].k != integer {
		ev.fail(n, "a cell of a grid is a row and a column, as in board[r, c]")
		return 0, 0, false
	}
	row, column := pair[0].n, pair[1].n
	if row < 0 || row >= int64(g.height) || column < 0 || column >= int64(g.width) {
		ev.fail(n, "there is no cell (%d, %d) in a grid of %d x %d", row, column, g.height, g.width)
		return 0, 0, false
	}
	return int(row), int(column), true
}

func (ev *evaluator) slice(f *frame, n *syntax.SliceExpr) value {
	of := ev.expr(f, n.X)
	var ends [3]value
	for i, e := range []syntax.Expr{n.Lo, n.Hi, n.Step} {
		if e != nil {
			ends[i] = ev.expr(f, e)
		}
		if ev.err != nil {
			return value{}
		}
		if ends[i].k != unset && ends[i].k != none && ends[i].k != integer {
			return ev.fail(n, "want integers in the brackets, not %s", article(ends[i].k))
		}
	}
	step := int64(1)
	if ends[2].k == integer {
		step = ends[2].n
	}
	if step == 0 {
		return ev.fail(n, "a slice of step 0")
	}
	var length int64
	items, ok := of.items()
	switch {
	case of.k == text:
		length = int64(len(of.text()))
	case ok:
		length = int64(len(items))
	default:
		return ev.fail(n, "%s cannot be sliced", article(of.k))
	}
	lo, hi := wholeSlice(length, step)
	if ends[0].k == integer {
		lo = sliceEnd(ends[0].n, length, step)
	}
	if ends[1].k == integer {
		hi = sliceEnd(ends[1].n, length, step)
	}
	count := rangeLength(lo, hi, step)
	ev.here = n
	if of.k == text {
		if !ev.pay(count) {
			return value{}
		}
		if step == 1 && count > 0 {
			return textValue(of.text()[lo:hi])
		}
		b := make([]byte, 0, count)
		for i := range count {
			b = append(b, of.text()[lo+i*step])
		}
		return textValue(string(b))
	}
	some := ev.newItems(count)
	if ev.err != nil || !ev.spend(count) {
		return value{}
	}
	some = some[:count]
	strided(some, items, lo, step)
	return sequenceOf(of.k, some)
}

func (ev *evaluator) comprehension(f *frame, n *syntax.Comprehension) value {
	var items []value
	d := &dict{}
	cost := ev.code.weights[n]
	var clause func(i int)
	clause = func(i int) {
		if ev.err != nil {
			return
		}
		if i == len(n.Clauses) {
			if n.Curly {
				entry, ok := n.Body.(*syntax.DictEntry)
				if !ok {
					ev.fail(n, "sets are not in this language: a dict has keys")
					return
				}
				k, v := ev.expr(f, entry.Key), ev.expr(f, entry.Value)
				if ev.err == nil {
					ev.setKey(entry, d, k, v)
				}
				return
			}
			if v := ev.expr(f, n.Body); ev.err == nil {
				ev.push(&items, v)
			}
			return
		}
		switch c := n.Clauses[i].(type) {
		case *syntax.IfClause:
			if ev.expr(f, c.Cond).truth() {
				clause(i + 1)
			}
		case *syntax.ForClause:
			ev.each(c.X, ev.expr(f, c.X), cost, func(v value) bool {
				ev.assign(f, c.Vars, v)
				clause(i + 1)
				return ev.err == nil
			})
		}
	}
	clause(0)
	if n.Curly {
		return value{k: dictKind, x: d}
	}
	return listValue(items)
}

func (ev *evaluator) dot(f *frame, n *syntax.DotExpr) value {
	of := ev.expr(f, n.X)
	if ev.err != nil {
		return value{}
	}
	name := n.Name.Name
	if of.k == gridKind {
		g := of.x.(*grid)
		switch name {
		case "height":
			return intValue(int64(g.height))
		case "width":
			return intValue(int64(g.width))
		}
		return ev.fail(n, "a grid has height and width, and no %q%s", name, message.DidYouMean(name, []string{"height", "width"}))
	}
	table := ev.code.words.methods[of.k]
	if m, ok := table[name]; ok {
		if !ev.hold(64) {
			return value{}
		}
		return value{k: methodKind, x: &method{of: of, name: name, call: m}}
	}
	return ev.fail(n, "%s has no method %q%s", article(of.k), name, message.DidYouMean(name, sortedKeys(table)))
}
