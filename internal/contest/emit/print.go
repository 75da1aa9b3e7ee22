package emit

// The statements of a program in the three languages.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/rules/core"
)

// A printer writes one program.
type printer struct {
	*core.Program
	bounds  *bounds
	l       Language
	lines   []string
	depth   int
	f       *core.Function // which is written
	d       *declaring
	needs   map[string]bool // helpers
	made    map[string]int  // variables that no file names
	into    string          // the list that a comprehension makes
	zero    core.Expr       // what is compared with 0, so that the sign of a remainder does not matter
	changes map[param]bool  // those whose value is written into
}

func newPrinter(p *core.Program, b *bounds, l Language) *printer {
	return &printer{Program: p, bounds: b, l: l, needs: map[string]bool{}, changes: map[param]bool{}}
}

// enter begins a function, or the value of a constant.
func (w *printer) enter(f *core.Function) { w.f, w.d, w.made = f, declare(f), map[string]int{} }

func (w *printer) line(format string, args ...any) {
	w.lines = append(w.lines, strings.Repeat("    ", w.depth)+fmt.Sprintf(format, args...))
}

func (w *printer) open(format string, args ...any) {
	w.line(format+w.in(" {", " {", ":"), args...)
	w.depth++
}

func (w *printer) close() {
	w.depth--
	if w.l != Python {
		w.line("}")
	}
}

func (w *printer) openElse() {
	w.depth--
	w.open("%s", w.in("} else", "} else", "else"))
}

func (w *printer) end() string { return w.in("", ";", "") }

// in returns what a language writes.
func (w *printer) in(inGo, inCPP, inPython string) string {
	return map[Language]string{Go: inGo, CPP: inCPP, Python: inPython}[w.l]
}

// refuse says why an expression is not written.
func (w *printer) refuse(e core.Expr, format string, args ...any) { refuse(w.At[e], format, args...) }

// helper returns the name of a helper, and notes that the program needs it.
func (w *printer) helper(name string) string {
	w.need(name)
	return w.in(camel(name), name, name)
}

func (w *printer) need(names ...string) {
	for _, n := range names {
		w.needs[n] = true
	}
}

// temporary returns the name of a new variable.
func (w *printer) temporary(base string) string {
	for {
		w.made[base]++
		name := base
		if w.made[base] > 1 {
			name = fmt.Sprint(base, w.made[base])
		}
		if !slices.ContainsFunc(w.f.Vars, func(v core.Variable) bool { return v.Name == name }) {
			return name
		}
	}
}

func (w *printer) variable(v core.Var) string { return w.l.name(w.f.Vars[v].Name) }

func (w *printer) constantName(c int) string {
	if w.l == Go {
		return w.l.name(w.Constants[c].Name)
	}
	return strings.ToUpper(w.Constants[c].Name)
}

func (w *printer) typeOf(e core.Expr) core.Type {
	if get, ok := e.(*core.Get); ok {
		return w.f.Vars[get.V].Type
	}
	return w.Types[e]
}

// itemType returns the type of the items of a list, a text or a tuple, or of the keys of a dict.
func (w *printer) itemType(t core.Type) core.Type {
	switch {
	case t.Kind == core.StringType && w.Letters:
		return core.Type{Kind: core.LetterType}
	case t.Kind == core.StringType:
		return t
	}
	return t.Part(0)
}

// isSmall reports whether all languages copy a value where it is assigned or passed.
func isSmall(t core.Type) bool { return t.IsScalar() || t.Kind == core.UnsignedType }

// typeName writes a type, in Go or C++.
func (w *printer) typeName(t core.Type) string {
	var of []string
	for _, part := range t.Parts() {
		of = append(of, w.typeName(part))
	}
	switch t.Kind {
	case core.IntType:
		return w.in("int", "long long", "")
	case core.UnsignedType:
		return w.in("uint64", "unsigned long long", "")
	case core.BoolType:
		return "bool"
	case core.LetterType:
		return w.in("byte", "char", "")
	case core.StringType:
		return "string"
	case core.ListType:
		return w.in("[]"+of[0], "vector<"+of[0]+">", "")
	case core.DictType:
		k, name := t.Part(0), "map"
		if k.IsNumber() || k.Kind == core.StringType {
			name = "unordered_map"
		}
		if w.l == Go && !isComparable(k) {
			refuse(core.Place{}, "%s as a key, which dicts of Go do not have", k.Words())
		}
		return w.in("map["+of[0]+"]"+of[1], name+"<"+of[0]+", "+of[1]+">", "")
	case core.TupleType:
		if slices.ContainsFunc(of, func(part string) bool { return part != of[0] }) {
			refuse(core.Place{}, "%s", t.Words())
		}
		return w.in(fmt.Sprintf("[%d]%s", len(of), of[0]), fmt.Sprintf("array<%s, %d>", of[0], len(of)), "")
	}
	return "void"
}

func (w *printer) comment(text string) {
	mark := w.in("// ", "// ", "# ")
	for _, l := range wrap(text, 96-len(mark)-4*w.depth) {
		w.line("%s", strings.TrimRight(mark+l, " "))
	}
}

// wrap breaks text into lines.
func wrap(text string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

// A param is one of a function.
type param struct {
	f *core.Function
	v core.Var
}

// changed reports whether a function writes into what a parameter holds, by itself or
// through one that it calls.
func (w *printer) changed(f *core.Function, v core.Var) bool {
	p := param{f, v}
	if _, known := w.changes[p]; !known {
		w.changes[p] = false // as long as it is looked for
		w.changes[p] = w.changesIn(f.Body, v)
	}
	return w.changes[p]
}

// changesIn reports whether a block writes into what a variable holds.
func (w *printer) changesIn(block []core.Stmt, v core.Var) (found bool) {
	core.Walk(block, func(s core.Stmt) bool {
		for _, place := range placesOf(s) {
			_, ok := place.(*core.Index)
			found = found || ok && slices.Contains(core.Places(place), v)
		}
		if loop, ok := s.(*core.Loop); ok {
			for i, over := range loop.Over {
				item, ok := loop.Items[i].(*core.Get)
				found = found || ok && slices.Contains(core.Places(over), v) && w.changesIn(loop.Body, item.V)
			}
		}
		return true
	}, func(e core.Expr) bool {
		switch e := e.(type) {
		case *core.Apply:
			found = found || resizes(e, v)
		case *core.Call:
			for i, a := range e.Args {
				found = found || isGet(a, v) && w.changed(&w.Functions[e.F], core.Var(i))
			}
		}
		return true
	})
	return found
}

// resizes reports whether a call makes the list of a variable longer or shorter, or one in it.
func resizes(e *core.Apply, v core.Var) bool {
	return (e.F == ".append" || e.F == ".pop") && slices.Contains(core.Places(e.Args[0]), v)
}

// head writes the first line of a function, without what opens the body.
func (w *printer) head(i int) string {
	f := &w.Functions[i]
	var params []string
	for i, v := range f.Vars[:f.Params] {
		name := w.l.name(v.Name)
		switch {
		case w.l == Python:
		case w.l == Go:
			name += " " + w.typeName(v.Type)
		case isSmall(v.Type) || sets(f.Body, core.Var(i)):
			name = w.typeName(v.Type) + " " + name
		case w.changed(f, core.Var(i)):
			name = w.typeName(v.Type) + "& " + name
		default:
			name = "const " + w.typeName(v.Type) + "& " + name
		}
		params = append(params, name)
	}
	head := w.l.name(f.Name) + "(" + strings.Join(params, ", ") + ")"
	switch {
	case w.l == Python:
		return "def " + head
	case w.l == CPP:
		return w.typeName(f.Result) + " " + head
	case f.Result.Kind == core.NoType:
		return "func " + head
	}
	return "func " + head + " " + w.typeName(f.Result)
}

func (w *printer) function(i int) {
	f := &w.Functions[i]
	w.enter(f)
	if f.Doc != "" {
		w.comment(f.Doc)
	}
	var given []core.Var // parameters, and items of lists
	for v := range f.Params {
		given = append(given, core.Var(v))
	}
	core.Walk(f.Body, func(s core.Stmt) bool {
		if loop, ok := s.(*core.Loop); ok {
			given = append(given, targets(loop)...)
		}
		return true
	}, func(e core.Expr) bool {
		if a, ok := e.(*core.Apply); ok && w.l == Go && slices.ContainsFunc(given, func(v core.Var) bool { return resizes(a, v) }) {
			w.refuse(e, "%s changes the length of a list that it is given, or that stands in another one, which Go cannot say", f.Name)
		}
		return true
	})
	if w.l != Python {
		w.check(f)
	}
	w.open("%s", w.head(i))
	w.statements(f.Body)
	if w.l == Go && f.Result.Kind != core.NoType && !ends(f.Body) {
		w.line(`panic("unreachable")`)
	}
	w.close()
	w.line("")
	if w.l == Python {
		w.line("")
	}
}

// ends reports whether Go knows that a block ends with a return.
func ends(b []core.Stmt) bool {
	if len(b) == 0 {
		return false
	}
	switch last := b[len(b)-1].(type) {
	case *core.Return:
		return true
	case *core.If:
		return ends(last.Then) && ends(last.Else)
	case *core.While:
		leaves := false
		core.Walk(last.Body, func(s core.Stmt) bool {
			leave, ok := s.(*core.Leave)
			leaves = leaves || ok && !leave.Turn
			return true
		}, nil)
		return isTrue(last.Cond) && !leaves
	}
	return false
}

func isTrue(e core.Expr) bool {
	c, ok := e.(*core.Const)
	return ok && c.Kind == core.BoolType && c.N == 1
}

// statements writes a block.
func (w *printer) statements(b []core.Stmt) {
	wrote := len(w.lines)
	for _, s := range b {
		if w.l != Python {
			for _, v := range w.d.before[s] {
				w.declare(v)
			}
		}
		w.statement(s)
	}
	if w.l == Python && len(w.lines) == wrote {
		w.line("pass")
	}
}

// declare declares a variable without a value of its own.
func (w *printer) declare(v core.Var) {
	name, t := w.variable(v), w.f.Vars[v].Type
	switch {
	case w.l == Go && t.Kind == core.DictType:
		w.line("%s := %s{}", name, w.typeName(t))
	case w.l == CPP && isSmall(t):
		w.line("%s %s = 0;", w.typeName(t), name)
	default:
		w.declareEmpty(name, t)
	}
	w.useAtLeastOnce(v)
}

// declareEmpty writes an empty variable of a type, in Go or C++.
func (w *printer) declareEmpty(name string, t core.Type) {
	if w.l == Go {
		w.line("var %s %s", name, w.typeName(t))
	} else {
		w.line("%s %s;", w.typeName(t), name)
	}
}

// define declares a variable with a value.
func (w *printer) define(v string, t core.Type, value string) {
	switch w.l {
	case Python:
		w.line("%s = %s", v, value)
	case Go:
		w.line("%s := %s", v, value)
	default:
		w.line("%s %s = %s;", w.typeName(t), v, value)
	}
}

// held puts a value into a variable unless it is in one.
func (w *printer) held(base string, e core.Expr, value string) string {
	if _, ok := e.(*core.Get); ok || !strings.ContainsAny(value, "({ ") {
		return value
	}
	v := w.temporary(base)
	w.define(v, w.typeOf(e), w.sized(e, w.typeOf(e), value))
	return v
}

// useAtLeastOnce keeps Go from refusing a variable that is never read.
func (w *printer) useAtLeastOnce(v core.Var) {
	if w.l == Go && !reads(w.f.Body, v) {
		w.line("_ = %s", w.variable(v))
	}
}

func (w *printer) statement(s core.Stmt) {
	switch s := s.(type) {
	case *core.Do:
		if a, ok := s.X.(*core.Apply); ok && a.F == ".append" {
			w.appendTo(w.expr(a.Args[0], lowest), w.expr(a.Args[1], inList))
			return
		}
		w.line("%s%s", w.expr(s.X, lowest), w.end())
	case *core.Yield:
		w.appendTo(w.into, w.expr(s.X, lowest))
	case *core.Set:
		w.set(s)
	case *core.Assign:
		if to, ok := s.To.(*core.Tuple); ok && w.l != Python {
			w.unpack(s, to.Parts)
			return
		}
		w.give(w.expr(s.To, lowest), s.X)
	case *core.Update:
		w.update(s)
	case *core.If:
		w.ifStatement(s, "if", w.truth(s.Cond, lowest))
	case *core.For, *core.Loop:
		w.loop(s)
	case *core.While:
		w.while(s)
	case *core.Return:
		w.returns(s.X)
	case *core.Leave:
		w.line("%s%s", map[bool]string{true: "continue", false: "break"}[s.Turn], w.end())
	}
}

// appendTo writes that a list grows by an item.
func (w *printer) appendTo(list, item string) {
	w.line("%s", w.in(list+" = append("+list+", "+item+")", list+".push_back("+item+");", list+".append("+item+")"))
}

func (w *printer) returns(x core.Expr) {
	c, isChoice := x.(*core.Choose)
	switch {
	case x == nil:
		w.line("return%s", w.end())
	case isChoice && w.l == Go:
		w.open("if %s", w.truth(c.Cond, lowest))
		w.returns(c.X)
		w.close()
		w.returns(c.Y)
	default:
		w.line("return %s%s", w.expr(x, lowest), w.end())
	}
}

func (w *printer) ifStatement(s *core.If, word, cond string) {
	w.open("%s %s", word, w.inBrackets(cond))
	w.statements(s.Then)
	if len(s.Else) == 1 {
		if nested, ok := s.Else[0].(*core.If); ok && len(w.d.before[nested]) == 0 {
			at := len(w.lines)
			if cond := w.truth(nested.Cond, lowest); len(w.lines) == at {
				w.depth--
				w.ifStatement(nested, w.in("} else if", "} else if", "elif"), cond)
				return
			}
			w.lines = w.lines[:at] // the condition needs statements of its own
		}
	}
	if len(s.Else) > 0 {
		w.openElse()
		w.statements(s.Else)
	}
	w.close()
}

func (w *printer) while(s *core.While) {
	at := len(w.lines)
	w.depth++
	cond := w.truth(s.Cond, lowest)
	w.depth--
	before := slices.Clone(w.lines[at:])
	w.lines = w.lines[:at]
	if isTrue(s.Cond) || len(before) > 0 {
		w.open("%s", w.in("for", "while (true)", "while True"))
	} else {
		w.open("%s", w.in("for ", "while ", "while ")+w.inBrackets(cond))
	}
	if len(before) > 0 { // the condition needs statements of its own
		w.lines = append(w.lines, before...)
		w.open("if %s", w.inBrackets("!("+cond+")"))
		w.line("break%s", w.end())
		w.close()
	}
	w.statements(s.Body)
	w.close()
}

func (w *printer) inBrackets(cond string) string { return w.in(cond, "("+cond+")", cond) }

// set writes that a variable gets a value, and declares it where this is the place.
func (w *printer) set(s *core.Set) {
	name, t := w.variable(s.V), w.f.Vars[s.V].Type
	_, isChoice := s.X.(*core.Choose)
	switch {
	case w.l == Python || !w.d.inline[binding{s, s.V}]:
		w.give(name, s.X)
		return
	case isChoice && w.l == Go:
		w.declare(s.V)
		w.give(name, s.X)
		return
	case isEmpty(s.X) && (w.l == CPP || t.Kind == core.ListType):
		w.declareEmpty(name, t)
	default:
		w.define(name, t, w.sized(s.X, t, w.expr(s.X, lowest)))
	}
	w.useAtLeastOnce(s.V)
}

// sized writes a value so that := of Go takes it for one of a type: numbers that are written there
// would be of type int.
func (w *printer) sized(x core.Expr, t core.Type, value string) string {
	if w.l == Go && t.Kind == core.UnsignedType && isWritten(x) {
		return called("uint64", value)
	}
	return value
}

// isWritten reports whether an expression is made of numbers in the program alone, except how far
// shifts go.
func isWritten(e core.Expr) bool {
	switch e := e.(type) {
	case *core.Const:
		return true
	case *core.Arith:
		return isWritten(e.X) && (e.Op == core.Left || e.Op == core.Right || isWritten(e.Y))
	}
	return false
}

// isEmpty reports whether an expression is [] or {}.
func isEmpty(e core.Expr) bool {
	switch e := e.(type) {
	case *core.List:
		return len(e.Cells) == 0
	case *core.Dict:
		return len(e.Keys) == 0
	}
	return false
}

// give writes that a place gets a value.
func (w *printer) give(to string, x core.Expr) {
	if c, ok := x.(*core.Choose); ok && w.l == Go {
		w.open("if %s", w.truth(c.Cond, lowest))
		w.give(to, c.X)
		w.openElse()
		w.give(to, c.Y)
		w.close()
		return
	}
	w.line("%s = %s%s", to, w.expr(x, lowest), w.end())
}

// update writes x op= y.
func (w *printer) update(s *core.Update) {
	to, t, op := w.expr(s.To, lowest), w.typeOf(s.To), s.Op.String()
	n, _ := fixed(s.X)
	switch {
	case w.l == Python:
	case !t.IsNumber() && (t.Kind != core.StringType || s.Op != core.Plus), (s.Op == core.Divide || s.Op == core.Modulo) && !w.isPlainDivision(s.To, s.X):
		w.line("%s = %s%s", to, w.arith(s.Op, s.To, s.X, lowest), w.end())
		return
	case n == 1 && (s.Op == core.Plus || s.Op == core.Minus):
		w.line("%s%s%s%s", to, op, op, w.end())
		return
	case s.Op == core.Divide:
		op = "/"
	}
	w.line("%s %s= %s%s", to, op, w.expr(s.X, lowest), w.end())
}

// unpack writes a, b = x, y and a, b = f(x) in Go or C++.
func (w *printer) unpack(s *core.Assign, to []core.Expr) {
	var names, types []string
	var fresh []core.Var // variables that this statement declares
	isFresh := make([]bool, len(to))
	for i, place := range to {
		if get, ok := place.(*core.Get); ok && w.d.inline[binding{s, get.V}] {
			fresh, isFresh[i] = append(fresh, get.V), true
		}
		if _, ok := place.(*core.Tuple); ok {
			w.refuse(place, "variables in brackets of an assignment")
		}
		names, types = append(names, w.expr(place, lowest)), append(types, w.typeName(w.typeOf(place)))
	}
	all := len(fresh) == len(to)
	x, isWritten := s.X.(*core.Tuple)
	isWritten = isWritten && len(x.Parts) == len(to)
	held := ""
	if !isWritten {
		held = w.temporary("got")
		w.define(held, w.typeOf(s.X), w.expr(s.X, lowest))
	}
	var values []string
	for i := range to {
		switch {
		case !isWritten:
			values = append(values, fmt.Sprintf("%s[%d]", held, i))
		case all:
			values = append(values, w.sized(x.Parts[i], w.typeOf(to[i]), w.expr(x.Parts[i], lowest)))
		default:
			values = append(values, w.expr(x.Parts[i], lowest))
		}
	}
	if !isWritten || w.l == CPP && (all || !depend(to, x.Parts)) {
		for i, value := range values {
			if isFresh[i] {
				w.define(names[i], w.typeOf(to[i]), value)
			} else {
				w.line("%s = %s%s", names[i], value, w.end())
			}
		}
		each(fresh, w.useAtLeastOnce)
		return
	}
	for i, place := range to {
		get, ok := place.(*core.Get)
		for _, later := range to[i+1:] {
			if ok && core.Reads(later, func(v core.Var) bool { return v == get.V }) {
				w.refuse(later, "a place that another one of the same assignment changes")
			}
		}
	}
	left, right, becomes := strings.Join(names, ", "), strings.Join(values, ", "), "="
	if all && w.l == Go {
		becomes = ":="
		defer each(fresh, w.useAtLeastOnce)
	} else {
		each(fresh, w.declare)
	}
	w.line("%s", w.in(left+" "+becomes+" "+right, "tie("+left+") = tuple<"+strings.Join(types, ", ")+">("+right+");", ""))
}

func each[T any](all []T, do func(T)) {
	for _, v := range all {
		do(v)
	}
}

// depend reports whether a value uses a variable that an earlier one has changed.
func depend(to, values []core.Expr) bool {
	for i, place := range to {
		get, ok := place.(*core.Get)
		for _, later := range values[i+1:] {
			if !ok || core.Reads(later, func(v core.Var) bool { return v == get.V }) {
				return true
			}
		}
	}
	return false
}
