package emit

// The expressions of a program in the three languages.

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy/internal/rules/core"
)

const (
	lowest      = 0 // the level of an expression that needs no brackets wherever it stands
	inList      = 1 // of the items of a list: a tuple needs brackets there
	aboveChoice = 2
	tightest    = 13
)

// levels are how tightly the operators of each language bind.
var levels = map[Language]map[string]int{
	Python: {"choice": 1, "or": 2, "and": 3, "not": 4, "==": 5, "!=": 5, "<": 5, "<=": 5, ">": 5, ">=": 5, "in": 5,
		"|": 6, "^": 7, "&": 8, "<<": 9, ">>": 9, "+": 10, "-": 10, "*": 11, "//": 11, "%": 11, "unary": 12},
	Go: {"or": 2, "and": 3, "==": 5, "!=": 5, "<": 5, "<=": 5, ">": 5, ">=": 5,
		"|": 10, "^": 10, "+": 10, "-": 10, "&": 11, "<<": 11, ">>": 11, "*": 11, "//": 11, "%": 11, "not": 12, "unary": 12},
	CPP: {"choice": 1, "or": 2, "and": 3, "|": 4, "^": 5, "&": 6, "==": 7, "!=": 7, "<": 8, "<=": 8, ">": 8, ">=": 8,
		"<<": 9, ">>": 9, "+": 10, "-": 10, "*": 11, "//": 11, "%": 11, "not": 12, "unary": 12},
}

// bracket puts brackets around an expression of some level where the place wants a higher one.
func bracket(text string, level, want int) string {
	if level < want {
		return "(" + text + ")"
	}
	return text
}

// infix writes an operator between two expressions.
func (w *printer) infix(x core.Expr, op string, y core.Expr, want int) string {
	level := levels[w.l][op]
	shown := op
	if op == "//" && w.l != Python {
		shown = "/"
	}
	return bracket(w.clear(op, x, w.expr(x, level))+" "+shown+" "+w.clear(op, y, w.expr(y, level+1)), level, want)
}

// clear puts brackets around a comparison that is compared, which means something else in Python
// without them, and where C++ compilers warn.
func (w *printer) clear(op string, part core.Expr, s string) string {
	switch part.(type) {
	case *core.Compare, *core.In:
		return bracket(s, lowest, tightest)
	}
	isBits := func(op string) bool { return op == "^" || op == "&" || op == "|" || op == "<<" || op == ">>" }
	a, ok := part.(*core.Arith)
	if ok && w.l == CPP && a.Op.String() != op && (isBits(op) || isBits(a.Op.String())) && levels[CPP][a.Op.String()] > levels[CPP][op] {
		return "(" + s + ")"
	}
	return s
}

// aside writes a part of e that is not always evaluated, and has its type. Statements that it
// needs go into a function of its own.
func (w *printer) aside(e core.Expr, write func() string) string {
	at, indent := len(w.lines), strings.Repeat("    ", w.depth)
	w.depth++
	value := write()
	w.depth--
	if len(w.lines) == at {
		return value
	}
	before := strings.Join(w.lines[at:], "\n")
	w.lines = w.lines[:at]
	head := fmt.Sprintf("func() %s", w.typeName(w.typeOf(e)))
	if w.l == CPP {
		head = fmt.Sprintf("[%s]() -> %s", map[bool]string{true: "&"}[w.depth > 0], w.typeName(w.typeOf(e)))
	}
	return fmt.Sprintf("%s {\n%s\n%s    return %s%s\n%s}()", head, before, indent, value, w.end(), indent)
}

// truth writes the truth of an expression.
func (w *printer) truth(e core.Expr, want int) string {
	switch e := e.(type) {
	case *core.Logic:
		return w.logic(e, want)
	case *core.Not:
		if w.l != Python && w.typeOf(e.X).Kind != core.BoolType {
			return w.isEmpty(e.X, true, want)
		}
		level := levels[w.l]["not"]
		return bracket(w.in("!", "!", "not ")+w.truth(e.X, level), level, want)
	}
	if w.l == Python || w.typeOf(e).Kind == core.BoolType {
		return w.expr(e, want)
	}
	return w.isEmpty(e, false, want)
}

func (w *printer) logic(e *core.Logic, want int) string {
	op, level := w.in("&&", "&&", "and"), levels[w.l]["and"]
	if e.Or {
		op, level = w.in("||", "||", "or"), levels[w.l]["or"]
	}
	left, right := level, level+1
	isAnd := func(x core.Expr) bool {
		inner, ok := x.(*core.Logic)
		return ok && !inner.Or && e.Or && w.l == CPP // compilers warn where there are no brackets
	}
	if isAnd(e.X) {
		left = tightest
	}
	if isAnd(e.Y) {
		right = tightest
	}
	x := w.truth(e.X, left)
	return bracket(x+" "+op+" "+w.aside(e, func() string { return w.truth(e.Y, right) }), level, want)
}

// isEmpty writes whether a value that is not a bool is 0 or empty, or is not, in Go or C++.
func (w *printer) isEmpty(e core.Expr, is bool, want int) string {
	op := map[bool]string{true: "==", false: "!="}[is]
	level := levels[w.l]["=="]
	switch {
	case w.typeOf(e).IsNumber():
		return bracket(w.expr(e, level+1)+" "+op+" 0", level, want)
	case w.l == Go:
		return bracket("len("+w.expr(e, lowest)+") "+op+" 0", level, want)
	}
	return map[bool]string{false: "!"}[is] + w.expr(e, tightest) + ".empty()"
}

// expr writes an expression, in brackets if it binds less tightly than is wanted.
func (w *printer) expr(e core.Expr, want int) string {
	switch e := e.(type) {
	case *core.Const:
		return w.literal(e, want)
	case *core.Text:
		if w.l != Python && w.typeOf(e).Kind == core.LetterType {
			return strconv.QuoteRune(rune(e.S[0]))
		}
		return quote(e.S)
	case *core.Get:
		return w.variable(e.V)
	case *core.Named:
		return w.constantName(e.C)
	case *core.List:
		return w.display(e, "[", e.Cells, "]")
	case *core.Tuple:
		switch {
		case w.l == Python && len(e.Parts) == 1:
			return "(" + w.all(e.Parts) + ",)"
		case w.l == Python && want == lowest:
			return w.all(e.Parts)
		}
		return w.display(e, "(", e.Parts, ")")
	case *core.Dict:
		return w.dict(e)
	case *core.Choose:
		return w.choice(e, want)
	case *core.Negate:
		return bracket("-"+w.expr(e.X, levels[w.l]["unary"]), levels[w.l]["unary"], want)
	case *core.Invert:
		return bracket(w.in("^", "~", "~")+w.expr(e.X, levels[w.l]["unary"]), levels[w.l]["unary"], want)
	case *core.Logic:
		for _, x := range []core.Expr{e.X, e.Y} {
			if w.l != Python && w.typeOf(x).Kind != core.BoolType {
				w.refuse(e, "and, or of %s as a value, which is a bool in Go and C++", w.typeOf(x).Words())
			}
		}
		return w.truth(e, want)
	case *core.Not:
		return w.truth(e, want)
	case *core.Arith:
		return w.arith(e.Op, e.X, e.Y, want)
	case *core.Compare:
		return w.compare(e, want)
	case *core.In:
		return w.membership(e, want)
	case *core.Index:
		return w.index(e)
	case *core.Slice:
		return w.slice(e)
	case *core.Build:
		return w.comprehension(e)
	case *core.Call:
		return w.call(e)
	case *core.Apply:
		return w.apply(e, want)
	case *core.Keyword: // of sorted
		return e.Name + "=" + w.expr(e.X, inList)
	}
	w.refuse(e, "an expression of this kind is not translated")
	return ""
}

func (w *printer) literal(c *core.Const, want int) string {
	if c.Kind == core.BoolType {
		name := [...]string{"false", "true"}[c.N]
		return w.in(name, name, strings.ToUpper(name[:1])+name[1:])
	}
	s := strconv.FormatInt(c.N, 10)
	if w.l == CPP && (c.N >= 1<<31 || c.N < -1<<31) {
		s += "LL"
	}
	if c.N < 0 {
		return bracket(s, levels[w.l]["unary"], want)
	}
	return s
}

// quote writes a text that means the same in the three languages.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c < ' ':
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String() + `"`
}

func (w *printer) all(list []core.Expr) string {
	var items []string
	for _, e := range list {
		items = append(items, w.expr(e, inList))
	}
	return strings.Join(items, ", ")
}

// display writes a list or a tuple, which has brackets of its own in Python.
func (w *printer) display(e core.Expr, opening string, items []core.Expr, closing string) string {
	if w.l == Python {
		return opening + w.all(items) + closing
	}
	return w.typeName(w.typeOf(e)) + "{" + w.all(items) + "}"
}

func (w *printer) dict(e *core.Dict) string {
	var pairs []string
	for i := range e.Keys {
		k, v := w.expr(e.Keys[i], inList), w.expr(e.Values[i], inList)
		if w.l == CPP {
			pairs = append(pairs, "{"+k+", "+v+"}")
		} else {
			pairs = append(pairs, k+": "+v)
		}
	}
	all := "{" + strings.Join(pairs, ", ") + "}"
	if w.l == Python {
		return all
	}
	return w.typeName(w.typeOf(e)) + all
}

// choice writes x if cond else y.
func (w *printer) choice(e *core.Choose, want int) string {
	level := levels[w.l]["choice"]
	switch t := w.typeOf(e); w.l {
	case Python:
		return bracket(fmt.Sprintf("%s if %s else %s", w.expr(e.X, level+1), w.truth(e.Cond, level+1), w.expr(e.Y, level)), level, want)
	case CPP:
		cond := w.truth(e.Cond, level+1)
		x := w.aside(e, func() string { return w.long(e.X, t, level+1) })
		y := w.aside(e, func() string { return w.expr(e.Y, level) })
		if t.Kind == core.StringType && isText(e.X) && (want > lowest || !isText(e.Y)) {
			x = "string(" + x + ")"
		}
		return bracket(cond+" ? "+x+" : "+y, level, want)
	default:
		v := w.temporary("value")
		w.declareEmpty(v, t)
		w.give(v, e)
		return v
	}
}

func isText(e core.Expr) bool {
	_, ok := e.(*core.Text)
	return ok
}

// long writes a number that C++ takes for one of 64 bits.
func (w *printer) long(e core.Expr, as core.Type, want int) string {
	s := w.expr(e, want)
	if _, isFixed := fixed(e); isFixed && w.l == CPP {
		return strings.TrimSuffix(s, "LL") + map[bool]string{true: "ULL", false: "LL"}[as.Kind == core.UnsignedType]
	}
	return s
}

func (w *printer) compare(e *core.Compare, want int) string {
	op, t := e.Op.String(), w.typeOf(e.X)
	isEquality := e.Op == core.Equal || e.Op == core.Unequal
	if a, ok := e.X.(*core.Arith); ok && isEquality && isZero(e.Y) {
		w.zero = a
	}
	switch {
	case w.l == Go && isEquality && t.Kind == core.ListType && isComparable(t.Part(0)):
		return map[bool]string{true: "!"}[e.Op == core.Unequal] + fmt.Sprintf("slices.Equal(%s, %s)", w.expr(e.X, lowest), w.expr(e.Y, lowest))
	case w.l == Go && (!isEquality || !isComparable(t)):
		if order := w.ordering(e, t); order != "" {
			return bracket(fmt.Sprintf("%s(%s, %s) %s 0", order, w.expr(e.X, lowest), w.expr(e.Y, lowest), op), levels[Go][op], want)
		}
	case w.l == CPP && isText(e.X) && isText(e.Y) && t.Kind == core.StringType:
		return bracket("string("+w.expr(e.X, lowest)+") "+op+" "+w.expr(e.Y, lowest), levels[CPP][op], want)
	}
	return w.infix(e.X, op, e.Y, want)
}

// arith writes x op y, of numbers, texts or lists.
func (w *printer) arith(op core.Op, x, y core.Expr, want int) string {
	t, u, level := w.typeOf(x), w.typeOf(y), levels[w.l][op.String()]
	isLetters := func(t core.Type) bool { return t.Kind == core.StringType || t.Kind == core.LetterType }
	switch {
	case w.l == Python:
	case (op == core.Divide || op == core.Modulo) && t.IsNumber():
		return w.division(op, x, y, want)
	case op == core.Modulo:
		return w.format(x, y, want)
	case op == core.Plus && (isLetters(t) || isLetters(u)):
		left := w.textOf(x)
		if w.l == CPP && isText(x) {
			left = "string(" + left + ")"
		}
		return bracket(left+" + "+w.textOf(y), level, want)
	case t.Kind == core.ListType && op == core.Plus && w.l == Go:
		return called("slices.Concat", w.expr(x, lowest), w.expr(y, lowest))
	case t.Kind == core.ListType && op == core.Plus:
		return called(w.helper("joined"), w.expr(x, lowest), w.expr(y, lowest))
	case isLetters(t) || t.Kind == core.ListType:
		return w.copies(x, y)
	case op == core.Left && w.l == CPP:
		return bracket(w.clear("<<", x, w.long(x, t, level))+" << "+w.clear("<<", y, w.expr(y, level+1)), level, want)
	}
	return w.infix(x, op.String(), y, want)
}

// isPlainDivision reports whether rounding toward 0 is rounding down.
func (w *printer) isPlainDivision(x, y core.Expr) bool {
	return w.typeOf(x).Kind == core.UnsignedType || w.bounds.expr(w.f, x).lo >= 0 && w.bounds.expr(w.f, y).lo >= 0
}

func (w *printer) division(op core.Op, x, y core.Expr, want int) string {
	zero, isZeroTest := w.zero.(*core.Arith)
	if isZeroTest = isZeroTest && op == core.Modulo && zero.X == x; isZeroTest || w.isPlainDivision(x, y) {
		return w.infix(x, op.String(), y, want)
	}
	return called(w.helper(map[core.Op]string{core.Divide: "floor_div", core.Modulo: "floor_mod"}[op]), w.expr(x, lowest), w.expr(y, lowest))
}

// format writes "…%d…" % values.
func (w *printer) format(x, y core.Expr, want int) string {
	text, ok := x.(*core.Text)
	if !ok {
		w.refuse(x, "a format that is not written here")
	}
	values := []core.Expr{y}
	if all, ok := y.(*core.Tuple); ok {
		values = all.Parts
	}
	var parts []string
	for rest := text.S; rest != ""; {
		before, after, found := strings.Cut(rest, "%")
		if strings.HasPrefix(after, "%") {
			parts, rest = append(parts, quote(before+"%")), after[1:]
			continue
		}
		if before != "" {
			parts = append(parts, quote(before))
		}
		if !found {
			break
		}
		if len(values) == 0 || after == "" || after[0] != 'd' && after[0] != 's' {
			w.refuse(x, "a format of this kind is not translated")
		}
		parts, values, rest = append(parts, w.textOf(values[0])), values[1:], after[1:]
	}
	switch {
	case len(parts) == 0:
		return quote("")
	case len(parts) == 1 && strings.HasPrefix(parts[0], `"`):
		return parts[0]
	case strings.HasPrefix(parts[0], `"`) && w.l == CPP:
		parts[0] = "string(" + parts[0] + ")"
	}
	return bracket(strings.Join(parts, " + "), levels[w.l]["+"], want)
}

// textOf writes a value as text.
func (w *printer) textOf(e core.Expr) string {
	t := w.typeOf(e)
	switch {
	case t.IsNumber() && w.l == CPP:
		return "to_string(" + w.expr(e, lowest) + ")"
	case t.Kind == core.UnsignedType:
		return "fmt.Sprint(" + w.expr(e, lowest) + ")"
	case t.IsNumber():
		return "strconv.Itoa(" + w.expr(e, lowest) + ")"
	case t.Kind == core.LetterType:
		return w.in("string(", "string(1, ", "") + w.expr(e, lowest) + ")"
	case t.Kind != core.StringType:
		w.refuse(e, "%s as text", t.Words())
	}
	return w.expr(e, levels[w.l]["+"])
}

// copies writes a text or a list n times.
func (w *printer) copies(x, n core.Expr) string {
	list, isList := x.(*core.List)
	text, isText := x.(*core.Text)
	switch isString := w.typeOf(x).Kind != core.ListType; {
	case isString && w.l == Go:
		return called("strings.Repeat", w.textOf(x), w.times(n))
	case isText && len(text.S) == 1:
		return called("string", w.times(n), strconv.QuoteRune(rune(text.S[0])))
	case isString:
		w.refuse(x, "copies of a longer text")
	case !isList || len(list.Cells) != 1:
		w.refuse(x, "* of lists is not translated")
	}
	return w.filled(w.typeOf(x), list.Cells[0], n)
}

// times writes how often something is repeated: not at all where the number is below 0.
func (w *printer) times(n core.Expr) string {
	text := w.expr(n, lowest)
	if w.bounds.expr(w.f, n).lo < 0 {
		return called("max", w.in("0", "0LL", ""), text)
	}
	return text
}

// filled writes a list with an item n times.
func (w *printer) filled(t core.Type, item, n core.Expr) string {
	kind, times := w.typeName(t), w.times(n)
	switch {
	case isZero(item):
		return w.in(called("make", kind, times), called(kind, times), "")
	case w.l == CPP:
		return called(kind, times, w.expr(item, lowest))
	}
	return called("slices.Repeat", kind+"{"+w.expr(item, lowest)+"}", times)
}

func (w *printer) membership(e *core.In, want int) string {
	level := levels[w.l]["in"]
	if w.l == Python {
		op := map[bool]string{true: " not in ", false: " in "}[e.Not]
		return bracket(w.expr(e.X, level+1)+op+w.expr(e.Row, level+1), level, want)
	}
	not := map[bool]string{true: "!"}[e.Not]
	t, within := w.typeOf(e.Row), lowest
	if t.Kind == core.StringType && w.l == CPP {
		within = tightest
	}
	item, all := w.expr(e.X, lowest), w.expr(e.Row, within)
	tuple, isWritten := e.Row.(*core.Tuple)
	switch {
	case t.Kind == core.DictType && w.l == Go:
		return not + called(w.helper("has"), all, item)
	case t.Kind == core.DictType:
		return not + called(w.expr(e.Row, tightest)+".count", item)
	case t.Kind == core.StringType && w.l == Go && w.typeOf(e.X).Kind == core.LetterType:
		return not + called("strings.ContainsRune", all, "rune("+item+")")
	case t.Kind == core.StringType && w.l == Go:
		return not + called("strings.Contains", all, item)
	case t.Kind == core.StringType:
		if isText(e.Row) {
			all = "string(" + all + ")"
		}
		op := map[bool]string{true: "==", false: "!="}[e.Not]
		return bracket(fmt.Sprintf("%s.find(%s) %s string::npos", all, item, op), levels[CPP]["=="], want)
	case t.Kind == core.TupleType && !isWritten:
		w.refuse(e.Row, "a tuple that is not written here")
	case t.Kind == core.TupleType:
		all = w.typeName(core.ListOf(t.Part(0))) + "{" + w.all(tuple.Parts) + "}"
	}
	w.equates(e, w.typeOf(e.X))
	return not + w.contains(all, item)
}

func (w *printer) length(list core.Expr) string {
	if w.l == CPP {
		w.need("len")
	}
	return "len(" + w.expr(list, lowest) + ")"
}

func (w *printer) index(e *core.Index) string {
	t, x := w.typeOf(e.Row), w.expr(e.Row, tightest)
	n, isFixed := fixed(e.I)
	fromEnd := isFixed && n < 0
	at := ""
	switch {
	case fromEnd && t.Kind == core.TupleType && w.l != Python:
		at = fmt.Sprint(n + int64(len(t.Parts())))
	case w.l == Python || t.Kind == core.DictType || t.Kind == core.TupleType:
		at = w.expr(e.I, lowest)
	case fromEnd:
		at = fmt.Sprintf("%s - %d", w.length(e.Row), -n)
	case w.bounds.expr(w.f, e.I).lo < 0 && w.typeOf(e.I).Kind != core.UnsignedType:
		at = called(w.helper("from_end"), w.expr(e.I, lowest), w.length(e.Row))
	default:
		at = w.expr(e.I, lowest)
	}
	if t.Kind == core.StringType && !w.Letters && w.l == Go {
		return called(w.helper("letter"), w.expr(e.Row, lowest), at)
	}
	return w.itemAt(t, x, at)
}

func (w *printer) slice(e *core.Slice) string {
	part := func(e core.Expr, otherwise string) string {
		if e == nil {
			return otherwise
		}
		return w.expr(e, aboveChoice)
	}
	if w.l == Python {
		s := part(e.Lo, "") + ":" + part(e.Hi, "")
		if e.Step != nil {
			s += ":" + part(e.Step, "")
		}
		return w.expr(e.Row, tightest) + "[" + s + "]"
	}
	x, helper := w.expr(e.Row, lowest), "cut"
	if e.Step != nil {
		helper = "backward"
	}
	if w.need(helper); w.l == Go && w.typeOf(e.Row).Kind == core.StringType {
		helper += "_text"
	}
	if e.Step != nil {
		if by, ok := fixed(e.Step); !ok || by != -1 || e.Lo != nil || e.Hi != nil {
			w.refuse(e, "a slice with a step")
		}
		return called(w.helper(helper), x)
	}
	hi := part(e.Hi, "")
	if hi == "" {
		hi = w.length(e.Row)
	}
	return called(w.helper(helper), x, part(e.Lo, "0"), hi)
}

func (w *printer) comprehension(e *core.Build) string {
	if w.l == Python {
		clauses := ""
		for s := e.Body[0]; ; {
			switch c := s.(type) {
			case *core.Yield:
				return "[" + w.expr(c.X, inList) + clauses + "]"
			case *core.If:
				clauses, s = clauses+" if "+w.truth(c.Cond, aboveChoice), c.Then[0]
			case *core.For:
				clauses, s = clauses+" "+w.pythonLoop(c), c.Body[0]
			case *core.Loop:
				clauses, s = clauses+" "+w.pythonLoop(c), c.Body[0]
			default:
				panic("a comprehension of other statements")
			}
		}
	}
	t := w.typeOf(e)
	if loop, ok := e.Body[0].(*core.For); ok && isZero(loop.From) {
		yield, isYield := loop.Body[0].(*core.Yield)
		if by, _ := fixed(loop.Step); by == 1 && isYield && isZero(yield.X) {
			return w.filled(t, yield.X, loop.To)
		}
	}
	v, outer := w.temporary("values"), w.into
	w.declareEmpty(v, t)
	w.into = v
	w.statements(e.Body)
	w.into = outer
	return v
}
