package rules

// This file holds the compiler's rows, lists and grids, and the loops over them.
// No row is kept that nobody asked for: an expression writes its cells where
// they are wanted, into the position after the move as a rule.

import (
	"slices"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"
)

// The values of valueType.wide for what is neither a row nor a list that the
// function made.
const (
	aString = -2
	aTuple  = int(tupleKind)
)

// typeName names a type as the interpreter does.
func (t valueType) typeName() string {
	switch t.wide {
	case aString:
		return "string"
	case aTuple:
		return "tuple"
	}
	return t.String()
}

// viewed returns where the cells of an operand lie, after writing them somewhere
// if need be.
func (c *compiler) viewed(x operand) func(m *machine) []int64 {
	if x.view != nil || c.refused != nil {
		return x.view
	}
	if x.write == nil {
		return nil
	}
	room := c.capacity + 2
	at := c.room(room)
	write := x.write
	return func(m *machine) []int64 {
		n := write(m, m.r[at:at+room])
		if n < 0 || m.stopped {
			return m.r[at : at+2] // of whatever: the machine has stopped
		}
		return m.r[at : at+n]
	}
}

// index compiles row[i], table[i] and grid[r, c].
func (c *compiler) index(s *scope, e *syntax.IndexExpr) operand {
	x := c.expr(s, e.X)
	if c.refused != nil {
		return x
	}
	if x.t.kind == gridType {
		return c.gridCell(s, e, x)
	}
	i := c.expr(s, e.Y)
	switch {
	case c.refused != nil:
		return i
	case i.t.kind != intType:
		return c.refuse(e.Y, "a %v in the brackets", i.t)
	case x.t.kind == tableType:
		return c.tableLine(x, i)
	case !x.t.isRow() || x.t.of == noType:
		return c.refuse(e, "an item of a %v", x.t)
	}
	at := i.scalar()
	name := x.t.typeName()
	if x.of != nil {
		base := x.of.at
		return code(x.t.of, func(m *machine) int64 {
			n := m.r[base]
			i := at(m)
			if uint64(i) < uint64(n) {
				return m.r[base+1+int(i)]
			}
			if i < 0 && i+n >= 0 {
				return m.r[base+1+int(i+n)]
			}
			return m.fail(e, "there is no item %d in a %s of length %d", i, name, n)
		})
	}
	view := c.viewed(x)
	if c.refused != nil {
		return x
	}
	return code(x.t.of, func(m *machine) int64 {
		cells := view(m)
		i := at(m)
		if m.stopped {
			return 0
		}
		if uint64(i) < uint64(len(cells)) {
			return cells[i]
		}
		if i < 0 && i+int64(len(cells)) >= 0 {
			return cells[i+int64(len(cells))]
		}
		return m.fail(e, "there is no item %d in a %s of length %d", i, name, len(cells))
	})
}

// gridCell compiles grid[r, c].
func (c *compiler) gridCell(s *scope, e *syntax.IndexExpr, x operand) operand {
	r, column, ok := c.pair(s, e.Y)
	view := c.viewed(x)
	if !ok || c.refused != nil {
		return c.refuse(e, "a cell of a grid that is not written [r, c]")
	}
	if x.of != nil {
		base := x.of.at
		return code(x.t.of, func(m *machine) int64 {
			i, j := r(m), column(m)
			h, w := m.r[base], m.r[base+1]
			if uint64(i) < uint64(h) && uint64(j) < uint64(w) {
				return m.r[base+2+int(i*w+j)]
			}
			return m.fail(e, "there is no cell (%d, %d) in a grid of %d x %d", i, j, h, w)
		})
	}
	return code(x.t.of, func(m *machine) int64 {
		g := view(m)
		i, j := r(m), column(m)
		if m.stopped {
			return 0
		}
		if uint64(i) < uint64(g[0]) && uint64(j) < uint64(g[1]) {
			return g[2+i*g[1]+j]
		}
		return m.fail(e, "there is no cell (%d, %d) in a grid of %d x %d", i, j, g[0], g[1])
	})
}

// pair compiles (r, c).
func (c *compiler) pair(s *scope, e syntax.Expr) (r, column func(m *machine) int64, ok bool) {
	t, ok := unparen(e).(*syntax.TupleExpr)
	if !ok || len(t.List) != 2 {
		return nil, nil, false
	}
	x, y := c.expr(s, t.List[0]), c.expr(s, t.List[1])
	if c.refused != nil || x.t.kind != intType || y.t.kind != intType {
		return nil, nil, false
	}
	return x.scalar(), y.scalar(), true
}

// tableLine compiles table[i].
func (c *compiler) tableLine(x, i operand) operand {
	lines := x.table.lines
	at := i.scalar()
	t := valueType{kind: listType, of: intType, wide: int(listKind)}
	if x.table.tuple {
		t = valueType{kind: rowType, of: intType, wide: aTuple}
	}
	line := operand{t: t, reg: -1, view: func(m *machine) []int64 {
		i := at(m)
		n := int64(len(lines))
		if m.stopped {
			return nil
		}
		if i < 0 {
			i += n
		}
		if i < 0 || i >= n { // the interpreter knows what it is an item of
			m.spill()
			return nil
		}
		l := lines[i]
		return m.r[l[0] : l[0]+l[1]]
	}}
	line.write = c.copying(line.view)
	return line
}

func (c *compiler) slice(s *scope, e *syntax.SliceExpr) operand {
	x := c.expr(s, e.X)
	if c.refused != nil {
		return x
	}
	if !x.t.isRow() || x.t.wide != 0 || x.t.of == noType {
		return c.refuse(e, "a slice of a %v", x.t.typeName())
	}
	var ends [3]operand
	for i, end := range []syntax.Expr{e.Lo, e.Hi, e.Step} {
		if end == nil {
			continue
		}
		if ends[i] = c.expr(s, end); c.refused == nil && ends[i].t.kind != intType {
			return c.refuse(end, "a %v in the brackets", ends[i].t)
		}
	}
	view := c.viewed(x)
	if c.refused != nil {
		return x
	}
	step := int64(1)
	if e.Step != nil {
		if !ends[2].isConst || ends[2].n == 0 {
			return c.refuse(e.Step, "a step that is no constant")
		}
		step = ends[2].n
	}
	end := func(i int) func(m *machine) int64 {
		if ends[i].t.kind == noType {
			return nil
		}
		return ends[i].scalar()
	}
	from, to := end(0), end(1)
	bounds := func(m *machine, length int64) (lo, hi int64) {
		lo, hi = 0, length
		least, most := int64(0), length
		if step < 0 {
			lo, hi, least, most = length-1, -1, -1, length-1
		}
		clamp := func(v int64) int64 {
			if v < 0 {
				return min(max(v+length, least), most)
			}
			return min(v, most)
		}
		if from != nil {
			lo = clamp(from(m))
		}
		if to != nil {
			hi = clamp(to(m))
		}
		return lo, hi
	}
	t := valueType{kind: x.t.kind, of: x.t.of}
	if step == 1 {
		part := operand{t: t, reg: -1, view: func(m *machine) []int64 {
			cells := view(m)
			lo, hi := bounds(m, int64(len(cells)))
			if m.stopped {
				return nil
			}
			return cells[lo:max(lo, hi)]
		}}
		part.write = c.copying(part.view)
		return part
	}
	return operand{t: t, reg: -1, write: func(m *machine, dst []int64) int {
		cells := view(m)
		lo, hi := bounds(m, int64(len(cells)))
		if m.stopped {
			return -1
		}
		count := rangeLength(lo, hi, step)
		if count > int64(len(dst)) {
			return m.spill()
		}
		if !m.spend(e, int(count)) {
			return -1
		}
		for i := range count {
			dst[i] = cells[lo+i*step]
		}
		return int(count)
	}}
}

// display compiles [a, b, c] and (a, b, c).
func (c *compiler) display(s *scope, n syntax.Node, list []syntax.Expr, kind typeKind) operand {
	t := valueType{kind: kind}
	if kind == rowType {
		t.wide = aTuple
	}
	var cells []func(m *machine) int64
	for _, e := range list {
		x := c.expr(s, e)
		if c.refused != nil {
			return x
		}
		if !x.t.isScalar() || t.of != noType && t.of != x.t.kind {
			return c.refuse(e, "a list of a %v and others", x.t.typeName())
		}
		t.of = x.t.kind
		cells = append(cells, x.scalar())
	}
	return operand{t: t, reg: -1, write: func(m *machine, dst []int64) int {
		if len(cells) > len(dst) {
			return m.spill()
		}
		if !m.spend(n, len(cells)) {
			return -1
		}
		for i, f := range cells {
			dst[i] = f(m)
		}
		if m.stopped {
			return -1
		}
		return len(cells)
	}}
}

// comprehension compiles [x for …], and a grid [[x for …] for …].
func (c *compiler) comprehension(s *scope, e *syntax.Comprehension) operand {
	if e.Curly {
		return c.refuse(e, "a dict")
	}
	before := append([]bool(nil), s.assigned...)
	defer func() { s.assigned = before }()
	var body operand
	// The loops are built from the outside; each calls the next one.
	var inner func(m *machine) flow
	at := c.room(4) // where the cells go, and how many there are
	var build func(i int) statement
	build = func(i int) statement {
		if c.refused != nil {
			return nil
		}
		if i == len(e.Clauses) {
			body = c.expr(s, e.Body)
			if c.refused != nil {
				return nil
			}
			if !body.t.isScalar() {
				c.refuse(e.Body, "a list of what is a %v", body.t.typeName())
				return nil
			}
			return func(m *machine) flow { return inner(m) }
		}
		switch clause := e.Clauses[i].(type) {
		case *syntax.IfClause:
			cond := c.condition(s, clause.Cond)
			next := build(i + 1)
			return func(m *machine) flow {
				if !cond(m) || m.stopped {
					if m.stopped {
						return stopping
					}
					return onward
				}
				return next(m)
			}
		case *syntax.ForClause:
			return c.loop(s, clause.X, clause.Vars, clause.X, weight(e), func() statement { return build(i + 1) })
		}
		return nil
	}
	run := build(0)
	if c.refused != nil {
		return body
	}
	value := body.scalar()
	// The cells wait in a room of their own, as the expression may read what is
	// written to.
	capacity := c.capacity
	room := c.room(capacity)
	inner = func(m *machine) flow {
		v := value(m)
		if m.stopped {
			return stopping
		}
		n := m.r[at]
		if n >= int64(capacity) {
			m.spill()
			return stopping
		}
		m.r[room+int(n)] = v
		m.r[at] = n + 1
		return onward
	}
	x := operand{t: valueType{kind: listType, of: body.t.kind}, reg: -1, view: func(m *machine) []int64 {
		m.r[at] = 0
		if run(m); m.stopped {
			return nil
		}
		return m.r[room : room+int(m.r[at])]
	}}
	x.write = c.copying(x.view)
	return x
}

// forStatement compiles a loop.
func (c *compiler) forStatement(s *scope, st *syntax.ForStmt) statement {
	s.body = st.Body
	run := c.loop(s, st.X, st.Vars, st, weight(st), func() statement { return c.inLoop(s, st.Body) })
	if c.refused != nil {
		return nil
	}
	return func(m *machine) flow {
		if how := run(m); how == returning {
			return returning
		}
		return onward
	}
}

// loop compiles a loop over x. The statement that it returns ends with returning
// or onward; n is what it is about when steps run out, of which each turn takes
// cost. The variables have no
// value for sure behind it.
func (c *compiler) loop(s *scope, x, vars syntax.Expr, n syntax.Node, cost int64, body func() statement) statement {
	before := append([]bool(nil), s.assigned...)
	defer func() { s.assigned = before }()
	if call, ok := unparen(x).(*syntax.CallExpr); ok {
		if id, ok := call.Fn.(*syntax.Ident); ok && id.Binding.(*resolve.Binding).Scope == resolve.Predeclared {
			switch id.Name {
			case "range":
				return c.rangeLoop(s, call, vars, n, cost, body)
			case "enumerate":
				if names, ok := unparen(vars).(*syntax.TupleExpr); ok && len(names.List) == 2 && len(call.Args) == 1 {
					return c.rowLoop(s, call.Args[0], names.List[1], names.List[0], n, cost, body)
				}
			}
		}
	}
	return c.rowLoop(s, x, vars, nil, n, cost, body)
}

// weight is the steps that a turn of a loop or a call takes: one for 64 nodes of
// the code, so that steps bound time for files of any length.
func weight(n syntax.Node) int64 {
	nodes := int64(0)
	syntax.Walk(n, func(n syntax.Node) bool {
		if n != nil {
			nodes++
		}
		return true
	})
	return nodes/64 + 1
}

// plainArgs reports whether a call has positional arguments only.
func plainArgs(call *syntax.CallExpr) bool {
	for _, a := range call.Args {
		if b, ok := a.(*syntax.BinaryExpr); ok && b.Op == syntax.EQ {
			return false
		}
		if u, ok := a.(*syntax.UnaryExpr); ok && u.Op == syntax.STAR {
			return false
		}
	}
	return true
}

func (c *compiler) rangeLoop(s *scope, call *syntax.CallExpr, vars syntax.Expr, n syntax.Node, cost int64, body func() statement) statement {
	if !plainArgs(call) || len(call.Args) < 1 || len(call.Args) > 3 {
		c.refuse(call, "range of these arguments")
		return nil
	}
	statements := s.body // of a loop that is a statement
	s.body = nil
	ends := [3]operand{constant(intType, 0), {}, constant(intType, 1)}
	for i, a := range call.Args {
		at := i
		if len(call.Args) == 1 {
			at = 1
		}
		if ends[at] = c.expr(s, a); c.refused == nil && ends[at].t.kind != intType {
			c.refuse(a, "a range of a %v", ends[at].t.typeName())
		}
	}
	if c.refused != nil {
		return nil
	}
	v := c.target(s, vars, valueType{kind: intType})
	if c.refused != nil {
		return nil
	}
	run := body()
	if c.refused != nil {
		return nil
	}
	at, from, to := v.at, ends[0].scalar(), ends[1].scalar()
	if ends[2].isConst && ends[2].n == 1 {
		plain := func(m *machine) flow {
			i, end := from(m), to(m)
			if m.stopped {
				return stopping
			}
			for ; i < end; i++ {
				if m.steps -= cost; m.steps < 0 && !m.more(n) {
					return stopping
				}
				m.r[at] = i
				if how := run(m); how != onward {
					if how == breaking {
						return onward
					}
					if how == returning {
						return returning
					}
				}
			}
			return onward
		}
		s.assigned[c.indexOf(vars)] = true // as in the body
		if fast := c.line(s, v, vars, statements, from, to, plain); fast != nil {
			return fast
		}
		return plain
	}
	step := ends[2].scalar()
	return func(m *machine) flow {
		i, end, by := from(m), to(m), step(m)
		if m.stopped {
			return stopping
		}
		if by == 0 {
			m.fail(call, "a range of step 0")
			return stopping
		}
		for count := rangeLength(i, end, by); count > 0; count-- {
			if m.steps -= cost; m.steps < 0 && !m.more(n) {
				return stopping
			}
			m.r[at] = i
			switch run(m) {
			case breaking:
				return onward
			case returning:
				return returning
			}
			i += by
		}
		return onward
	}
}

// rowLoop compiles a loop over the cells of a row or grid, or the lines of a
// table. Counter is the variable of enumerate, if there is one.
func (c *compiler) rowLoop(s *scope, e, vars, counter syntax.Expr, n syntax.Node, cost int64, body func() statement) statement {
	s.body = nil
	x := c.expr(s, e)
	if c.refused != nil {
		return nil
	}
	if x.t.kind == letterType || x.t.wide == aString {
		c.refuse(e, "a loop over a string")
		return nil
	}
	count := -1
	if counter != nil {
		v := c.target(s, counter, valueType{kind: intType})
		if c.refused != nil {
			return nil
		}
		count = v.at
	}
	turn := func(m *machine, run statement, i int) flow {
		if m.steps -= cost; m.steps < 0 && !m.more(n) {
			return stopping
		}
		if count >= 0 {
			m.r[count] = int64(i)
		}
		return run(m)
	}
	if x.t.kind == tableType {
		return c.tableLoop(s, x, vars, body, turn)
	}
	first := 0
	if x.t.kind == gridType {
		first = 2
	} else if !x.t.isRow() || x.t.of == noType {
		c.refuse(e, "a loop over a %v", x.t.typeName())
		return nil
	}
	v := c.target(s, vars, valueType{kind: x.t.of})
	if c.refused != nil {
		return nil
	}
	walked := len(s.walked)
	if x.of != nil && x.t.kind == listType {
		s.walked = append(s.walked, x.of)
	}
	run := body()
	s.walked = s.walked[:walked]
	if c.refused != nil {
		return nil
	}
	// The loop goes over what the row was when it began.
	room := c.room(c.capacity + 2)
	end := room + c.capacity + 2
	write := x.write
	if x.view != nil && x.of == nil && !x.t.isText() && x.t.wide != 0 {
		view := x.view // a constant
		return func(m *machine) flow {
			cells := view(m)
			if m.stopped {
				return stopping
			}
			for i, cell := range cells {
				m.r[v.at] = cell
				switch turn(m, run, i) {
				case breaking:
					return onward
				case returning:
					return returning
				}
			}
			return onward
		}
	}
	return func(m *machine) flow {
		length := write(m, m.r[room:end])
		if length < 0 || m.stopped {
			return stopping
		}
		for i := first; i < length; i++ {
			m.r[v.at] = m.r[room+i]
			switch turn(m, run, i-first) {
			case breaking:
				return onward
			case returning:
				return returning
			}
		}
		return onward
	}
}

// tableLoop compiles a loop over the lines of a table.
func (c *compiler) tableLoop(s *scope, x operand, vars syntax.Expr, body func() statement, turn func(m *machine, run statement, i int) flow) statement {
	lines := x.table.lines
	var at []int
	var line *variable
	if names, ok := unparen(vars).(*syntax.TupleExpr); ok {
		for _, e := range names.List {
			v := c.target(s, e, valueType{kind: intType})
			if c.refused != nil {
				return nil
			}
			at = append(at, v.at)
		}
		for _, l := range lines {
			if l[1] != len(at) {
				c.refuse(vars, "%d names for the %d values of a line", len(at), l[1])
				return nil
			}
		}
	} else {
		t := valueType{kind: listType, of: intType, wide: int(listKind)}
		if x.table.tuple {
			t = valueType{kind: rowType, of: intType, wide: aTuple}
		}
		for _, l := range lines {
			if l[1] > c.capacity {
				c.refuse(vars, "a line of %d values", l[1])
				return nil
			}
		}
		if line = c.target(s, vars, t); c.refused != nil {
			return nil
		}
	}
	run := body()
	if c.refused != nil {
		return nil
	}
	return func(m *machine) flow {
		for i, l := range lines {
			if line != nil {
				m.r[line.at] = int64(l[1])
				copy(m.r[line.at+1:], m.r[l[0]:l[0]+l[1]])
			} else {
				for j, to := range at {
					m.r[to] = m.r[l[0]+j]
				}
			}
			switch turn(m, run, i) {
			case breaking:
				return onward
			case returning:
				return returning
			}
		}
		return onward
	}
}

// asRow returns an operand that can stand in a row: a row, a list, a letter.
func asRow(x operand) (operand, bool) {
	if x.t.kind == letterType {
		f := x.scalar()
		return operand{t: valueType{kind: rowType, of: letterType, wide: aString}, reg: -1, write: func(m *machine, dst []int64) int {
			if len(dst) == 0 {
				return m.spill()
			}
			dst[0] = f(m)
			return 1
		}}, true
	}
	return x, x.t.isRow()
}

// binaryOfRows compiles row + row and row * n.
func (c *compiler) binaryOfRows(n syntax.Node, op syntax.Token, x, y operand) operand {
	if op == syntax.STAR {
		if x.t.kind == intType {
			x, y = y, x
		}
		if x.t.isRow() && x.t.wide == 0 && y.t.kind == intType {
			return c.multiple(n, x, y)
		}
	}
	a, okA := asRow(x)
	b, okB := asRow(y)
	if op != syntax.PLUS || !okA || !okB {
		return c.refuse(n, "%v of a %v and a %v", op, x.t.typeName(), y.t.typeName())
	}
	t := valueType{kind: rowType, of: a.t.of}
	if t.of == noType {
		t.of = b.t.of
	}
	plainRow := a.t.kind == rowType && a.t.wide == 0 || b.t.kind == rowType && b.t.wide == 0
	switch {
	case b.t.of != noType && b.t.of != t.of:
		return c.refuse(n, "a row of integers and letters")
	case plainRow:
	case a.t.kind == listType && b.t.kind == listType:
		t.kind = listType
	default:
		return c.refuse(n, "%v of a %v and a %v", op, x.t.typeName(), y.t.typeName())
	}
	first, second := a.write, b.write
	return operand{t: t, reg: -1, write: func(m *machine, dst []int64) int {
		n := first(m, dst)
		if n < 0 || m.stopped {
			return -1
		}
		k := second(m, dst[n:])
		if k < 0 {
			return -1
		}
		return n + k
	}}
}

func (c *compiler) multiple(n syntax.Node, x, y operand) operand {
	write, f := x.write, y.scalar()
	return operand{t: x.t, reg: -1, write: func(m *machine, dst []int64) int {
		k := write(m, dst)
		times := max(f(m), 0)
		if k < 0 || m.stopped {
			return -1
		}
		if k == 0 || times == 0 {
			return 0
		}
		if times > int64(len(dst)/k) {
			return m.spill()
		}
		length := k * int(times)
		if !m.spend(n, length) {
			return -1
		}
		for i := k; i < length; i++ {
			dst[i] = dst[i-k]
		}
		return length
	}}
}

// putExpr compiles put(row, v, i, …) and put(grid, v, (r, c), …).
func (c *compiler) putExpr(s *scope, n *syntax.CallExpr) operand {
	if len(n.Args) < 2 {
		return c.refuse(n, "put of these arguments")
	}
	x := c.expr(s, n.Args[0])
	v := c.expr(s, n.Args[1])
	if c.refused != nil {
		return x
	}
	if v.t.kind != x.t.of || !v.t.isScalar() || !x.t.isRow() && x.t.kind != gridType {
		return c.refuse(n, "put of a %v into a %v", v.t.typeName(), x.t.typeName())
	}
	write, value := x.write, v.scalar()
	if x.t.kind == gridType {
		var rows, columns []func(m *machine) int64
		for _, a := range n.Args[2:] {
			r, column, ok := c.pair(s, a)
			if !ok {
				return c.refuse(a, "a cell that is not written (r, c)")
			}
			rows, columns = append(rows, r), append(columns, column)
		}
		return operand{t: x.t, reg: -1, write: func(m *machine, dst []int64) int {
			k := write(m, dst)
			v := value(m)
			if k < 0 || m.stopped {
				return -1
			}
			h, w := dst[0], dst[1]
			for i, r := range rows {
				r, column := r(m), columns[i](m)
				if m.stopped {
					return -1
				}
				if uint64(r) >= uint64(h) || uint64(column) >= uint64(w) {
					if len(rows) > 1 {
						return m.spill() // the arguments behind it may be wrong too
					}
					m.fail(n.Args[2+i], "there is no cell (%d, %d) in a grid of %d x %d", r, column, h, w)
					return -1
				}
				dst[2+r*w+column] = v
			}
			return k
		}}
	}
	var places []func(m *machine) int64
	var rest func(m *machine) []int64 // of *places, which must come last
	for i, a := range n.Args[2:] {
		if u, ok := a.(*syntax.UnaryExpr); ok && u.Op == syntax.STAR {
			more := c.expr(s, u.X)
			if c.refused == nil && (!more.t.isRow() || more.t.of != intType || i+3 < len(n.Args)) {
				c.refuse(a, "put with these *places")
			}
			rest = c.viewed(more)
			continue
		}
		i := c.expr(s, a)
		if c.refused == nil && i.t.kind != intType {
			c.refuse(a, "a place that is a %v", i.t.typeName())
		}
		if c.refused != nil {
			return i
		}
		places = append(places, i.scalar())
	}
	return operand{t: valueType{kind: rowType, of: x.t.of}, reg: -1, write: func(m *machine, dst []int64) int {
		k := write(m, dst)
		v := value(m)
		if k < 0 || m.stopped {
			return -1
		}
		put := func(at int, i int64) bool {
			given := i
			if i < 0 {
				i += int64(k)
			}
			if i < 0 || i >= int64(k) {
				if len(n.Args) == 3 && rest == nil {
					m.fail(n.Args[2+at], "there is no item %d in a %s of length %d", given, "row", k)
				} else {
					m.spill() // the arguments behind it may be wrong too
				}
				return false
			}
			dst[i] = v
			return true
		}
		for at, place := range places {
			if i := place(m); m.stopped || !put(at, i) {
				return -1
			}
		}
		if rest != nil {
			cells := rest(m)
			if m.stopped || !m.spend(n, len(cells)) {
				return -1
			}
			for at, i := range cells {
				if !put(len(places)+at, i) {
					return -1
				}
			}
		}
		return k
	}}
}

// fillExpr compiles fill(v, n) and fill(v, h, w).
func (c *compiler) fillExpr(s *scope, n *syntax.CallExpr) operand {
	if len(n.Args) != 2 && len(n.Args) != 3 {
		return c.refuse(n, "fill of these arguments")
	}
	v := c.expr(s, n.Args[0])
	var sizes []func(m *machine) int64
	for _, a := range n.Args[1:] {
		size := c.expr(s, a)
		if c.refused == nil && size.t.kind != intType {
			c.refuse(a, "a size that is a %v", size.t.typeName())
		}
		sizes = append(sizes, size.scalar())
	}
	if c.refused != nil {
		return v
	}
	if !v.t.isScalar() {
		return c.refuse(n, "fill with a %v", v.t.typeName())
	}
	value := v.scalar()
	t := valueType{kind: rowType, of: v.t.kind}
	if len(sizes) == 2 {
		t.kind = gridType
	}
	return operand{t: t, reg: -1, write: func(m *machine, dst []int64) int {
		v := value(m)
		size := [2]int64{1, 1}
		for i, f := range sizes {
			size[i] = f(m)
		}
		if m.stopped {
			return -1
		}
		for i := range sizes {
			if size[i] < 0 || size[i] > mostCells {
				m.fail(n.Args[1+i], "want a number of cells of 0 … %d, not %d", mostCells, size[i])
				return -1
			}
		}
		if len(sizes) == 2 {
			if size[0]*size[1] == 0 {
				size = [2]int64{}
			}
			if len(dst) < 2 {
				return m.spill()
			}
			dst[0], dst[1] = size[0], size[1]
			dst = dst[2:]
		}
		length := int(size[0] * size[1])
		if length > len(dst) {
			return m.spill()
		}
		if !m.spend(n, length) {
			return -1
		}
		for i := range length {
			dst[i] = v
		}
		if len(sizes) == 2 {
			return length + 2
		}
		return length
	}}
}

// insideExpr compiles inside(grid, r, c) and inside(row, i).
func (c *compiler) insideExpr(s *scope, n *syntax.CallExpr) operand {
	var all []operand
	for _, a := range n.Args {
		all = append(all, c.expr(s, a))
	}
	if c.refused != nil || len(all) < 2 {
		return c.refuse(n, "inside of these arguments")
	}
	view := c.viewed(all[0])
	want := 1
	if all[0].t.kind == gridType {
		want = 2
	}
	ok := len(all) == want+1 && (all[0].t.kind == gridType || all[0].t.isRow() && !all[0].t.isText())
	for _, x := range all[1:] {
		ok = ok && x.t.kind == intType
	}
	if !ok || view == nil {
		return c.refuse(n, "inside of these arguments")
	}
	i := all[1].scalar()
	if want == 1 {
		return code(boolType, func(m *machine) int64 {
			length := len(view(m))
			return boolInt(uint64(i(m)) < uint64(length))
		})
	}
	j := all[2].scalar()
	if all[0].of != nil {
		base := all[0].of.at
		return code(boolType, func(m *machine) int64 {
			r, column := i(m), j(m)
			return boolInt(uint64(r) < uint64(m.r[base]) && uint64(column) < uint64(m.r[base+1]))
		})
	}
	return code(boolType, func(m *machine) int64 {
		g := view(m)
		r, column := i(m), j(m)
		if m.stopped {
			return 0
		}
		return boolInt(uint64(r) < uint64(g[0]) && uint64(column) < uint64(g[1]))
	})
}

// rowFrom compiles sorted, reversed, list and tuple of a row.
func (c *compiler) rowFrom(s *scope, n *syntax.CallExpr, name string) operand {
	if len(n.Args) != 1 {
		return c.refuse(n, "%s of these arguments", name)
	}
	x := c.expr(s, n.Args[0])
	if c.refused != nil {
		return x
	}
	if !x.t.isRow() || x.t.isText() {
		return c.refuse(n, "%s of a %v", name, x.t.typeName())
	}
	write := x.write
	t := valueType{kind: listType, of: x.t.of}
	if name == "tuple" {
		t = valueType{kind: rowType, of: x.t.of, wide: aTuple}
	}
	return operand{t: t, reg: -1, write: func(m *machine, dst []int64) int {
		k := write(m, dst)
		if k < 0 || m.stopped {
			return -1
		}
		switch name {
		case "sorted":
			if !m.spend(n, 8*k) {
				return -1
			}
			slices.Sort(dst[:k])
		case "reversed":
			slices.Reverse(dst[:k])
		}
		return k
	}}
}

// methodCall compiles row.count(x).
func (c *compiler) methodCall(s *scope, n *syntax.CallExpr) operand {
	d, ok := n.Fn.(*syntax.DotExpr)
	if !ok {
		return c.refuse(n.Fn, "a call of what is no name")
	}
	if d.Name.Name != "count" || len(n.Args) != 1 || !plainArgs(n) {
		return c.refuse(n.Fn, "the method %s", d.Name.Name)
	}
	x := c.expr(s, d.X)
	v := c.expr(s, n.Args[0])
	if c.refused != nil {
		return x
	}
	if !x.t.isRow() || x.t.isText() || v.t.kind != x.t.of {
		return c.refuse(n.Fn, "count of a %v", v.t.typeName())
	}
	view, f := c.viewed(x), v.scalar()
	if c.refused != nil {
		return x
	}
	return code(intType, func(m *machine) int64 {
		cells := view(m)
		v := f(m)
		if m.stopped || !m.spend(n, len(cells)) {
			return 0
		}
		count := int64(0)
		for _, cell := range cells {
			count += boolInt(cell == v)
		}
		return count
	})
}
