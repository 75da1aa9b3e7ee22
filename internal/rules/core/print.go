package core

// The printed form of a program, for a person.
//
//   - Statements and operators look as in Python; == compares numbers and `is` rows.
//   - Where a variable, a function or a table has no name, or one that another one of its kind
//     has too, its number among its kind stands behind: x.3.
//   - The body of a [Build] stands below the line in which it is called build.
//   - Behind @ stands where the line stands in the file.

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/grundy-games/grundy"
)

// String returns the printed form of a program.
func (p *Program) String() string {
	w := &printer{
		p:         p,
		tables:    numbered(len(p.Tables), func(i int) string { return p.Tables[i].Name }),
		functions: numbered(len(p.Functions), func(i int) string { return p.Functions[i].Name }),
	}
	w.write("core ", p.What.String(), "\n\nposition\n")
	for i := range p.Shape.Fields {
		w.write(indent, p.Shape.Fields[i].declared(), "\n")
	}
	for i, t := range p.Tables {
		w.write("\ntable ", w.tables[i], "\n")
		for _, line := range t.Lines {
			w.write(indent)
			w.items("[", "]", len(line), func(i int) { w.write(strconv.FormatInt(line[i], 10)) })
			w.write("\n")
		}
	}
	for i := range p.Functions {
		w.function(i)
	}
	return w.String()
}

const (
	indent = "    "
	// behind is the column in which places stand, where a line is not longer.
	behind = 48
)

func (w What) String() string { return nameOf(whats, int(w)) }

func (t Type) String() string {
	switch t.Kind {
	case RowType, GridType:
		return fmt.Sprintf("%s[%s]", nameOf(kinds, int(t.Kind)), nameOf(kinds, int(t.Of)))
	}
	return nameOf(kinds, int(t.Kind))
}

// The words of constants, by number.
var (
	whats      = []string{"returns", "moves", "parts", "legal"}
	operators  = []string{"+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>", "==", "!=", "<", "<=", ">", ">="}
	kinds      = []string{"nothing", "int", "bool", "letter", "row", "text", "grid"}
	endings    = []string{"win", "draw", "lose"} // from grundy.Won
	fieldKinds = []string{"integer", "heaps", "row", "grid"}
	orders     = []string{"descending", "", "ascending"} // from Descending

	folds        = []string{"least", "greatest", "sum", "any", "all"}
	arrangements = []string{"copy", "sorted", "reversed"}
)

// nameOf returns the word of a constant.
func nameOf(words []string, i int) string {
	if i < 0 || i >= len(words) {
		return "?" + strconv.Itoa(i)
	}
	return words[i]
}

// declared returns the field as a file declares it.
func (f *Field) declared() string {
	args := []string{strconv.FormatInt(f.Lo, 10), strconv.FormatInt(f.Hi, 10)}
	if f.Letters != "" {
		args = []string{strconv.Quote(f.Letters)}
	}
	add := func(name string, value any) { args = append(args, fmt.Sprintf("%s = %v", name, value)) }
	switch {
	case f.Kind == Grid:
		add("height", f.Height)
		add("width", f.Width)
		if f.Exact {
			add("exact", "True")
		}
	case f.Kind != Integer && f.Exact:
		add("length", f.Most)
	case f.Kind != Integer:
		add("most", f.Most)
	}
	if f.Order != AnyOrder {
		add("order", strconv.Quote(nameOf(orders, int(f.Order)+1)))
	}
	if f.Distinct {
		add("distinct", "True")
	}
	return fmt.Sprintf("%s = %s(%s)", f.Name, nameOf(fieldKinds, int(f.Kind)), strings.Join(args, ", "))
}

// String returns a place as 3:5-9, or 3:5-4:2 where it has several lines.
func (at Place) String() string {
	switch {
	case at == Place{}:
		return "-"
	case at.Line == at.EndLine:
		return fmt.Sprintf("%d:%d-%d", at.Line, at.Col, at.EndCol)
	}
	return fmt.Sprintf("%d:%d-%d:%d", at.Line, at.Col, at.EndLine, at.EndCol)
}

// A printer writes one program.
type printer struct {
	strings.Builder
	p                       *Program
	vars, functions, tables []string
}

func (w *printer) write(texts ...string) {
	for _, text := range texts {
		w.WriteString(text)
	}
}

// numbered returns names that differ from each other.
func numbered(n int, name func(i int) string) (all []string) {
	times := map[string]int{}
	for i := range n {
		times[name(i)]++
	}
	for i := range n {
		text := name(i)
		if text == "" || times[text] > 1 {
			text += "." + strconv.Itoa(i)
		}
		all = append(all, text)
	}
	return all
}

func (w *printer) variable(v Var) string { return nameOf(w.vars, int(v)) }

// items writes n things between brackets.
func (w *printer) items(opening, closing string, n int, item func(i int)) {
	w.write(opening)
	for i := range n {
		if i > 0 {
			w.write(", ")
		}
		item(i)
	}
	w.write(closing)
}

// exprs writes expressions between brackets.
func (w *printer) exprs(opening, closing string, all []Expr) {
	w.items(opening, closing, len(all), func(i int) { w.expr(all[i], 0) })
}

func (w *printer) function(i int) {
	f := &w.p.Functions[i]
	w.vars = numbered(len(f.Vars), func(i int) string { return f.Vars[i].Name })
	declare := func(from, n int) {
		w.items("", "", n, func(i int) { w.write(w.vars[from+i], ": ", f.Vars[from+i].Type.String()) })
	}
	w.write("\ndef ", w.functions[i], "(")
	declare(0, f.Params)
	w.write(")")
	if f.Result.Kind != NoType {
		w.write(" -> ", f.Result.String())
	}
	if f.States {
		w.write(" states")
	}
	if f.Free > 0 {
		w.write(" free ", strconv.Itoa(f.Free))
	}
	w.write(" charge ", strconv.FormatInt(f.Cost, 10), ":\n")
	if len(f.Vars) > f.Params {
		w.write(indent, "var ")
		declare(f.Params, len(f.Vars)-f.Params)
		w.write("\n")
	}
	w.block(1, f.Body)
}

func (w *printer) block(depth int, block []Stmt) {
	if len(block) == 0 {
		w.write(strings.Repeat(indent, depth), "pass\n")
	}
	for _, s := range block {
		w.statement(depth, "", s)
	}
}

// statement writes a statement, and what stands below it. An If behind another one begins
// with el.
func (w *printer) statement(depth int, el string, s Stmt) {
	start := w.Len()
	w.write(strings.Repeat(indent, depth), el)
	w.head(s)
	if at := lineOf(s); at != (Place{}) {
		w.write(strings.Repeat(" ", max(behind-utf8.RuneCountInString(w.String()[start:]), 0)), " @ ", at.String())
	}
	w.write("\n")
	var below func(*Expr)
	below = func(e *Expr) {
		if b, ok := (*e).(*Build); ok {
			w.write(strings.Repeat(indent, depth+1), "build ", b.Type.String(), ":\n")
			w.block(depth+2, b.Body)
		}
		Operands(*e, below)
	}
	Exprs(s, below)
	s2, ok := s.(*If)
	if !ok {
		Blocks(s, func(b *[]Stmt) { w.block(depth+1, *b) })
		return
	}
	w.block(depth+1, s2.Then)
	if len(s2.Else) == 1 {
		if next, ok := s2.Else[0].(*If); ok {
			w.statement(depth, "el", next)
			return
		}
	}
	if len(s2.Else) > 0 {
		w.write(strings.Repeat(indent, depth), "else:\n")
		w.block(depth+1, s2.Else)
	}
}

// lineOf returns the place of a statement, or else that of its first expression that has one.
func lineOf(s Stmt) (at Place) {
	find := func(node any) {
		eachField(node, func(field any) {
			if place, ok := field.(*Place); ok && at == (Place{}) {
				at = *place
			}
		})
	}
	find(s)
	Exprs(s, func(e *Expr) {
		walkExpr(*e, func(Stmt) bool { return false }, func(e Expr) bool {
			find(e)
			return true
		})
	})
	return at
}

// head writes the line of a statement.
func (w *printer) head(s Stmt) {
	passes := func(n int64) {
		if n != 0 {
			w.write(" charge ", strconv.FormatInt(n, 10))
		}
		w.write(":")
	}
	target := func(v, counter Var) {
		w.write("for ", w.variable(v))
		if counter != NoVar {
			w.write(" at ", w.variable(counter))
		}
		w.write(" in ")
	}
	switch s := s.(type) {
	case *Charge:
		w.write("charge ", strconv.FormatInt(s.N, 10))
	case *Set:
		w.write(w.variable(s.V), chosen(s.Free, " := ", " = "))
		w.expr(s.X, 0)
	case *SetCell:
		w.write(w.variable(s.V))
		w.exprs("[", "] = ", []Expr{s.I})
		w.expr(s.X, 0)
	case *Append:
		w.write("append(", w.variable(s.V), ", ")
		w.exprs("", ")", []Expr{s.X})
	case *Unpack:
		closing := " = "
		if len(s.V) < 2 {
			closing = ", = "
		}
		w.items("", closing, len(s.V), func(i int) { w.write(w.variable(s.V[i])) })
		w.expr(s.X, 0)
	case *If:
		w.write("if ")
		w.exprs("", ":", []Expr{s.Cond})
	case *While:
		w.write("while ")
		w.exprs("", ":", []Expr{s.Cond})
	case *For:
		target(s.V, NoVar)
		w.exprs("range(", "):", []Expr{s.From, s.To, s.Step})
	case *Each:
		target(s.Item, s.Counter)
		w.expr(s.Over, 0)
		passes(s.Passes)
	case *Lines:
		if s.Line != NoVar {
			target(s.Line, s.Counter)
		} else {
			w.items("for (", ")", len(s.Items), func(i int) { w.write(w.variable(s.Items[i])) })
			if s.Counter != NoVar {
				w.write(" at ", w.variable(s.Counter))
			}
			w.write(" in ")
		}
		if s.Table >= 0 {
			w.write("table ", w.tables[s.Table])
		} else {
			w.items("lines(", ")", len(s.Written), func(i int) { w.exprs("[", "]", s.Written[i]) })
		}
		passes(s.Passes)
	case *Leave:
		w.write(chosen(s.Turn, "continue", "break"))
	case *Return:
		w.write("return")
		if s.X != nil {
			w.exprs(" ", "", []Expr{s.X})
		}
	case *Fail:
		w.write("fail")
	case *Do:
		w.exprs("do ", "", []Expr{s.X})
	case *Yield:
		w.exprs("yield ", "", []Expr{s.X})
	case *State:
		opening := "move("
		if w.p.What == Parts {
			opening = "part("
		}
		w.exprs(opening, ")", s.Fields)
		w.reply(s.Reply, s.If)
	case *StateSum:
		w.items("move_sum(", ")", len(s.Parts), func(i int) {
			w.exprs("(", ")", s.Parts[i].Fields)
			if s.Parts[i].Times != nil {
				w.exprs(" times ", "", []Expr{s.Parts[i].Times})
			}
		})
		w.reply(s.Reply, s.If)
	case *End:
		w.write(nameOf(endings, int(s.How)-int(grundy.Won)), "()")
	}
}

// reply writes how the opponent must reply.
func (w *printer) reply(reply Reply, where Expr) {
	if reply != Anywhere {
		w.write(chosen(reply == Here, " entails", " again"))
		if where != nil {
			w.exprs(" if ", "", []Expr{where})
		}
	}
}

// How strongly an expression binds: an operand that binds less than is asked for stands in
// brackets.
const (
	choosing = iota
	joining  // and, or
	denying  // not
	comparing
	adding  // any operator of numbers
	signing // - and ~, and negative numbers
	whole
)

// expr writes an expression that binds at least so strongly.
func (w *printer) expr(e Expr, least int) {
	if b := w.binding(e); b < least {
		w.write("(")
		defer w.write(")")
	}
	infix := func(level int, x Expr, op string, y Expr) {
		w.expr(x, level)
		w.write(" ", op, " ")
		w.expr(y, level)
	}
	switch e := e.(type) {
	case *Const:
		w.write(constant(e.Kind, e.N))
	case *Cells:
		w.constants(e)
	case *Get:
		w.write(w.variable(e.V))
	case *Arith:
		infix(signing, e.X, e.Op.String(), e.Y)
	case *Negate:
		w.write("-")
		w.expr(e.X, whole)
	case *Invert:
		w.write("~")
		w.expr(e.X, whole)
	case *Not:
		w.write("not ")
		w.expr(e.X, denying)
	case *Logic:
		left := denying
		if x, ok := e.X.(*Logic); ok && x.Or == e.Or {
			left = joining
		}
		w.expr(e.X, left)
		w.write(chosen(e.Or, " or ", " and "))
		w.expr(e.Y, denying)
	case *Compare:
		infix(adding, e.X, e.Op.String(), e.Y)
	case *Choose:
		w.expr(e.X, joining)
		w.write(" if ")
		w.expr(e.Cond, joining)
		w.write(" else ")
		w.expr(e.Y, joining)
	case *Same:
		infix(adding, e.X, chosen(e.Not, "is not", "is"), e.Y)
	case *In:
		infix(adding, e.X, chosen(e.Not, "not in", "in"), e.Row)
	case *InRow:
		infix(adding, e.X, chosen(e.Not, "not within", "within"), e.Row)
	case *InTable:
		w.expr(e.X, adding)
		w.write(chosen(e.Not, " not in table ", " in table "), w.tables[e.Table])
	case *Index:
		w.expr(e.Row, whole)
		w.exprs("[", "]", []Expr{e.I})
	case *Cell:
		w.expr(e.Grid, whole)
		w.exprs("[", "]", []Expr{e.R, e.C})
	case *Slice:
		w.expr(e.Row, whole)
		w.write("[")
		for i, x := range []Expr{e.Lo, e.Hi, e.Step} {
			if i == 1 || i == 2 && x != nil {
				w.write(":")
			}
			if x != nil {
				w.expr(x, 0)
			}
		}
		w.write("]")
	case *Line:
		w.write("line(", w.tables[e.Table], ", ")
		w.exprs("", ")", []Expr{e.I})
	case *List:
		w.exprs("[", "]", e.Cells)
		if len(e.Cells) == 0 && e.Of != NoType {
			w.write(" of ", nameOf(kinds, int(e.Of)))
		}
	case *Build:
		w.write("build")
	case *Call:
		w.exprs(w.functions[e.F]+"(", ")", e.Args)
	default:
		w.call(e)
	}
}

// functionOf returns the name of the built-in function that a node calls: that of its type,
// unless the type has several.
func functionOf(e Expr) string {
	switch e := e.(type) {
	case *Extreme:
		return chosen(e.Greatest, "max", "min")
	case *Side:
		return chosen(e.Width, "width", "height")
	case *Over:
		return nameOf(folds, int(e.How))
	case *Rearrange:
		return nameOf(arrangements, int(e.How))
	case *PutCells:
		return "put_cells"
	}
	return strings.ToLower(reflect.TypeOf(e).Elem().Name())
}

// chosen returns the one text or the other.
func chosen(first bool, one, other string) string {
	if first {
		return one
	}
	return other
}

// call writes a call of a built-in function.
func (w *printer) call(e Expr) {
	var args []Expr
	Operands(e, func(x *Expr) { args = append(args, *x) })
	rest := -1
	switch e := e.(type) {
	case *Put:
		if e.Rest != nil {
			rest = len(args) - 1
		}
	case *PutCells: // cell by cell
		args = args[:2]
		for i := range min(len(e.R), len(e.C)) {
			args = append(args, e.R[i], e.C[i])
		}
	}
	w.write(functionOf(e))
	w.items("(", ")", len(args), func(i int) {
		if i == rest {
			w.write("*")
		}
		w.expr(args[i], 0)
	})
}

// binding returns how strongly an expression binds.
func (w *printer) binding(e Expr) int {
	switch e := e.(type) {
	case *Choose:
		return choosing
	case *Logic:
		return joining
	case *Not:
		return denying
	case *Compare, *Same, *In, *InRow, *InTable:
		return comparing
	case *Arith:
		return adding
	case *Negate, *Invert:
		return signing
	case *Const:
		if e.Kind == IntType && e.N < 0 {
			return signing
		}
	}
	return whole
}

// constant writes a constant.
func constant(k Kind, n int64) string {
	switch {
	case k == BoolType && n == 0:
		return "False"
	case k == BoolType:
		return "True"
	case k == LetterType:
		return "'" + strings.ReplaceAll(quoted(n), "'", `\'`) + "'"
	}
	return strconv.FormatInt(n, 10)
}

// quoted returns a byte as it stands between quotes.
func quoted(n int64) string {
	text := strconv.QuoteToASCII(string([]byte{byte(n)}))
	if text = text[1 : len(text)-1]; text == `\"` {
		return `"`
	}
	return text
}

// constants writes a constant row or text.
func (w *printer) constants(e *Cells) {
	if e.Type.Kind == TextType {
		w.write(`"`)
		for _, n := range e.N {
			w.write(strings.ReplaceAll(quoted(n), `"`, `\"`))
		}
		w.write(`"`)
		return
	}
	w.items("(", "", len(e.N), func(i int) { w.write(constant(e.Type.Of, e.N[i])) })
	switch {
	case len(e.N) == 1:
		w.write(",)")
	case len(e.N) == 0 && e.Type.Of != NoType:
		w.write(") of ", nameOf(kinds, int(e.Type.Of)))
	default:
		w.write(")")
	}
}
