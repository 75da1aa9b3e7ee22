package emit

// This file writes the expressions of a program in the three languages.

import (
	"fmt"
	"strconv"
	"strings"

	"grundy/rules/lang"
)

// lowest is the level of an expression that needs no brackets wherever it stands.
const lowest = 0

// levels are how tightly the operators of each language bind.
var levels = map[Language]map[string]int{
	Python: {"choice": 1, "or": 2, "and": 3, "not": 4, "==": 5, "!=": 5, "<": 5, "<=": 5, ">": 5, ">=": 5, "in": 5, "not in": 5,
		"|": 6, "^": 7, "&": 8, "<<": 9, ">>": 9, "+": 10, "-": 10, "*": 11, "//": 11, "%": 11, "unary": 12},
	Go: {"or": 2, "and": 3, "==": 5, "!=": 5, "<": 5, "<=": 5, ">": 5, ">=": 5,
		"|": 10, "^": 10, "+": 10, "-": 10, "&": 11, "<<": 11, ">>": 11, "*": 11, "//": 11, "%": 11, "not": 12, "unary": 12},
	CPP: {"choice": 1, "or": 2, "and": 3, "|": 4, "^": 5, "&": 6, "==": 7, "!=": 7, "<": 8, "<=": 8, ">": 8, ">=": 8,
		"<<": 9, ">>": 9, "+": 10, "-": 10, "*": 11, "//": 11, "%": 11, "not": 12, "unary": 12},
}

// inList is the level of the items of a list: a tuple needs brackets there.
const inList = 1

const tightest = 13

func (w *printer) compareLevel() int { return levels[w.l]["<"] + 1 }

// bracket puts brackets around an expression of some level where the place wants a higher one.
func bracket(text string, level, want int) string {
	if level < want {
		return "(" + text + ")"
	}
	return text
}

// aside writes an expression that is not always evaluated. Statements that it needs go into
// a function of its own.
func (w *printer) aside(t *lang.Syntax, write func() string) string {
	at := len(w.lines)
	depth := w.depth
	w.depth = depth + 1
	value := write()
	w.depth = depth
	if len(w.lines) == at {
		return value
	}
	before := strings.Join(w.lines[at:], "\n")
	w.lines = w.lines[:at]
	indent := strings.Repeat("    ", depth)
	kind := w.typeName(w.types[t])
	if w.l == Go {
		return fmt.Sprintf("func() %s {\n%s\n%s    return %s\n%s}()", kind, before, indent, value, indent)
	}
	capture := "&"
	if w.depth == 0 {
		capture = ""
	}
	return fmt.Sprintf("[%s]() -> %s {\n%s\n%s    return %s;\n%s}()", capture, kind, before, indent, value, indent)
}

// typed writes a value that goes to a variable or out of the function.
func (w *printer) typed(t *lang.Syntax) string { return w.expr(t, lowest) }

// condition writes the truth of an expression.
func (w *printer) condition(t *lang.Syntax) string { return w.truth(t, lowest) }

func (w *printer) truth(t *lang.Syntax, want int) string {
	if t.Kind == "binary" && (t.Name == "and" || t.Name == "or") {
		op := map[Language]string{Python: t.Name}[w.l]
		if op == "" {
			op = map[string]string{"and": "&&", "or": "||"}[t.Name]
		}
		level := levels[w.l][t.Name]
		left := w.truth(t.Kids[0], level)
		if w.l == CPP && t.Name == "or" && t.Kids[0].Kind == "binary" && t.Kids[0].Name == "and" {
			left = "(" + left + ")"
		}
		inner := level + 1
		if w.l == CPP && t.Name == "or" && t.Kids[1].Kind == "binary" && t.Kids[1].Name == "and" {
			inner = tightest // compilers warn where there are no brackets
		}
		right := w.aside(t, func() string { return w.truth(t.Kids[1], inner) })
		return bracket(left+" "+op+" "+right, level, want)
	}
	if t.Kind == "unary" && t.Name == "not" {
		level := levels[w.l]["not"]
		inner := t.Kids[0]
		if k := w.types[inner].is(); k != truth && inner.Kind != "binary" {
			return w.isEmpty(inner, true, want)
		}
		return bracket(map[bool]string{true: "not ", false: "!"}[w.l == Python]+w.truth(inner, level), level, want)
	}
	if w.types[t].is() == truth || w.l == Python {
		return w.expr(t, want)
	}
	return w.isEmpty(t, false, want)
}

// isEmpty writes whether a value that is not a bool is 0 or empty, or is not.
func (w *printer) isEmpty(t *lang.Syntax, is bool, want int) string {
	op := map[bool]string{true: "==", false: "!="}[is]
	level := levels[w.l]["=="]
	switch k := w.types[t].is(); {
	case w.l == Python && is:
		return bracket("not "+w.expr(t, levels[w.l]["not"]), levels[w.l]["not"], want)
	case k == number:
		return bracket(w.expr(t, level+1)+" "+op+" 0", level, want)
	case w.l == Go:
		return bracket("len("+w.expr(t, lowest)+") "+op+" 0", level, want)
	default:
		return map[bool]string{true: "", false: "!"}[is] + w.expr(t, tightest) + ".empty()"
	}
}

// expr writes an expression, in brackets if it binds less tightly than is wanted.
func (w *printer) expr(t *lang.Syntax, want int) string {
	switch t.Kind {
	case "int":
		return w.integer(t)
	case "text":
		return w.text(t)
	case "name":
		return w.nameOf(t)
	case "list":
		return w.display(t)
	case "tuple":
		return w.tuple(t, want)
	case "dict":
		return w.dict(t)
	case "choice":
		return w.choice(t, want)
	case "unary":
		if t.Name == "not" {
			return w.truth(t, want)
		}
		op := t.Name
		if op == "~" && w.l == Go {
			op = "^"
		}
		return bracket(op+w.expr(t.Kids[0], levels[w.l]["unary"]), levels[w.l]["unary"], want)
	case "binary":
		return w.binary(t, want)
	case "index":
		return w.index(t)
	case "slice":
		return w.slice(t)
	case "comprehension":
		return w.comprehension(t)
	case "call":
		return w.call(t, want)
	}
	refuse(t, "%s is not translated", t.Kind)
	return ""
}

func (w *printer) integer(t *lang.Syntax) string {
	s := strconv.FormatInt(t.Int, 10)
	if w.l == CPP && t.Int > 1<<31-1 {
		return s + "LL"
	}
	if t.Int >= 1000000 && strings.Trim(s[1:], "0") == "" && s[0] == '1' && w.l != CPP {
		return s
	}
	return s
}

func (w *printer) text(t *lang.Syntax) string {
	if w.l != Python && w.types[t] != nil && w.types[t].is() == letter {
		return strconv.QuoteRune(rune(t.Text[0]))
	}
	return quote(t.Text)
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

func (w *printer) nameOf(t *lang.Syntax) string {
	if t.Name == "True" || t.Name == "False" {
		if w.l == Python {
			return t.Name
		}
		return strings.ToLower(t.Name)
	}
	if w.values[t.Name] != nil && w.f.vars[t.Name] == nil && w.l != Go {
		return strings.ToUpper(t.Name)
	}
	return w.l.name(t.Name)
}

func (w *printer) all(list []*lang.Syntax) string {
	var items []string
	for _, k := range list {
		items = append(items, w.expr(k, inList))
	}
	return strings.Join(items, ", ")
}

func (w *printer) display(t *lang.Syntax) string {
	switch w.l {
	case Python:
		return "[" + w.all(t.Kids) + "]"
	case Go:
		return w.typeName(w.types[t]) + "{" + w.all(t.Kids) + "}"
	}
	return w.typeName(w.types[t]) + "{" + w.all(t.Kids) + "}"
}

func (w *printer) tuple(t *lang.Syntax, want int) string {
	switch {
	case w.l == Python && len(t.Kids) == 1:
		return "(" + w.all(t.Kids) + ",)"
	case w.l == Python && want == lowest && len(t.Kids) > 0:
		return w.all(t.Kids)
	case w.l == Python:
		return "(" + w.all(t.Kids) + ")"
	}
	return w.typeName(w.types[t]) + "{" + w.all(t.Kids) + "}"
}

func (w *printer) dict(t *lang.Syntax) string {
	var pairs []string
	for i := 0; i < len(t.Kids); i += 2 {
		k, v := w.expr(t.Kids[i], 1), w.expr(t.Kids[i+1], lowest)
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
	return w.typeName(w.types[t]) + all
}

// choice writes x if cond else y.
func (w *printer) choice(t *lang.Syntax, want int) string {
	level := levels[w.l]["choice"]
	switch w.l {
	case Python:
		return bracket(fmt.Sprintf("%s if %s else %s", w.expr(t.Kids[1], level+1), w.truth(t.Kids[0], level+1), w.expr(t.Kids[2], level)), level, want)
	case CPP:
		cond := w.truth(t.Kids[0], level+1)
		a := w.aside(t, func() string { return w.expr(t.Kids[1], level+1) })
		b := w.aside(t, func() string { return w.expr(t.Kids[2], level) })
		if k := w.types[t].is(); k == text && t.Kids[1].Kind == "text" && (want > lowest || t.Kids[2].Kind != "text") {
			a = "string(" + a + ")"
		} else if k == number && t.Kids[1].Kind == "int" {
			a = w.long(t.Kids[1], w.types[t])
		}
		return bracket(cond+" ? "+a+" : "+b, level, want)
	}
	v := w.temporary("value")
	cond := w.truth(t.Kids[0], lowest)
	w.line("var %s %s", v, w.typeName(w.types[t]))
	w.open("if %s", cond)
	w.line("%s = %s", v, w.expr(t.Kids[1], lowest))
	w.depth--
	w.openElse()
	w.line("%s = %s", v, w.expr(t.Kids[2], lowest))
	w.close()
	return v
}

// long writes a number that C++ takes for one of 64 bits.
func (w *printer) long(t *lang.Syntax, as *typ) string {
	s := w.expr(t, lowest)
	if w.l == CPP && (t.Kind == "int" || t.Kind == "unary") {
		s = strings.TrimSuffix(s, "LL")
		if as.isUnsigned() {
			return s + "ULL"
		}
		return s + "LL"
	}
	return s
}

func (w *printer) binary(t *lang.Syntax, want int) string {
	op, x, y := t.Name, t.Kids[0], t.Kids[1]
	level := levels[w.l][op]
	switch op {
	case "and", "or":
		return w.truth(t, want)
	case "in", "not in":
		return w.membership(t, want)
	}
	a, b := w.types[x], w.types[y]
	if w.l == Python {
		return bracket(w.expr(x, level)+" "+op+" "+w.expr(y, level+1), level, want)
	}
	compares := level == levels[w.l]["<"] || level == levels[w.l]["=="]
	switch {
	case op == "//" || op == "%" && a.is() == number:
		return w.division(t, want)
	case op == "%":
		return w.format(x, y, want)
	case a.is() == text || a.is() == letter || b.is() == text && op == "+":
		return w.textOperation(t, want)
	case a.is() == list && !compares:
		return w.listOperation(op, x, y)
	case compares && w.l == Go && (op != "==" && op != "!=" || !isComparable(a)):
		if a.is() == list && (op == "==" || op == "!=") && isComparable(a.item(0)) {
			w.need("slices")
			return map[string]string{"!=": "!"}[op] + fmt.Sprintf("slices.Equal(%s, %s)", w.expr(x, lowest), w.expr(y, lowest))
		}
		if order := w.ordering(t, a); order != "" {
			return bracket(fmt.Sprintf("%s(%s, %s) %s 0", order, w.expr(x, lowest), w.expr(y, lowest), op), level, want)
		}
	case op == "<<" && w.l == CPP:
		return bracket(w.clear(op, x, w.long(x, w.types[t]))+" << "+w.clear(op, y, w.expr(y, level+1)), level, want)
	}
	left, right := w.expr(x, level), w.expr(y, level+1)
	if w.l == CPP {
		left, right = w.clear(op, x, left), w.clear(op, y, right)
	}
	return bracket(left+" "+op+" "+right, level, want)
}

// clear puts brackets where C++ compilers warn without them.
func (w *printer) clear(op string, part *lang.Syntax, s string) string {
	isBits := func(op string) bool { return op == "^" || op == "&" || op == "|" || op == "<<" || op == ">>" }
	if part.Kind == "binary" && part.Name != op && (isBits(op) || isBits(part.Name)) && levels[CPP][part.Name] > levels[CPP][op] {
		return "(" + s + ")"
	}
	return s
}

// isPlainDivision reports whether rounding toward 0 is rounding down.
func (w *printer) isPlainDivision(x, y *lang.Syntax) bool {
	if w.types[x].isUnsigned() {
		return true
	}
	walk := &spanWalk{p: w.program}
	a, b := walk.expr(w.f, x), walk.expr(w.f, y)
	return a.lo >= 0 && b.lo >= 0
}

func (w *printer) division(t *lang.Syntax, want int) string {
	x, y := t.Kids[0], t.Kids[1]
	if w.isPlainDivision(x, y) || w.onlyZero[t] {
		op, level := map[string]string{"//": "/", "%": "%"}[t.Name], levels[w.l]["%"]
		return bracket(w.expr(x, level)+" "+op+" "+w.expr(y, level+1), level, want)
	}
	name := map[string][2]string{"//": {"floorDiv", "floor_div"}, "%": {"floorMod", "floor_mod"}}[t.Name]
	w.need(name[1])
	if w.l == CPP {
		return fmt.Sprintf("%s(%s, %s)", name[1], w.expr(x, lowest), w.expr(y, lowest))
	}
	return fmt.Sprintf("%s(%s, %s)", name[0], w.expr(x, lowest), w.expr(y, lowest))
}

// format writes "…%d…" % values.
func (w *printer) format(x, y *lang.Syntax, want int) string {
	if x.Kind != "text" {
		refuse(x, "a format that is not written here")
	}
	values := []*lang.Syntax{y}
	if y.Kind == "tuple" {
		values = y.Kids
	}
	if w.l == Go {
		format := x.Text
		for _, v := range values {
			if w.types[v].is() == letter {
				format = strings.Replace(format, "%s", "%c", 1)
			}
		}
		return fmt.Sprintf("fmt.Sprintf(%s, %s)", quote(format), w.all(values))
	}
	var parts []string
	rest := x.Text
	for i := 0; rest != ""; {
		before, after, found := strings.Cut(rest, "%")
		if found && strings.HasPrefix(after, "%") {
			parts, rest = append(parts, quote(before+"%")), after[1:]
			continue
		}
		if before != "" {
			parts = append(parts, quote(before))
		}
		if !found {
			break
		}
		if i >= len(values) || after == "" || after[0] != 'd' && after[0] != 's' {
			refuse(x, "a format of this kind is not translated")
		}
		parts, rest = append(parts, w.textOf(values[i])), after[1:]
		i++
	}
	if len(parts) == 0 || strings.HasPrefix(parts[0], `"`) {
		if len(parts) == 1 {
			return parts[0]
		}
		parts[0] = "string(" + parts[0] + ")"
	}
	return bracket(strings.Join(parts, " + "), levels[w.l]["+"], want)
}

// textOf writes a value as text.
func (w *printer) textOf(t *lang.Syntax) string {
	switch w.types[t].is() {
	case number:
		if w.l == CPP {
			return "to_string(" + w.expr(t, lowest) + ")"
		}
		if w.types[t].isUnsigned() {
			return "fmt.Sprint(" + w.expr(t, lowest) + ")"
		}
		w.need("strconv")
		return "strconv.Itoa(" + w.expr(t, lowest) + ")"
	case letter:
		if w.l == CPP {
			return "string(1, " + w.expr(t, lowest) + ")"
		}
		return "string(" + w.expr(t, lowest) + ")"
	case text:
		return w.expr(t, levels[w.l]["+"])
	}
	refuse(t, "%s as text", w.types[t])
	return ""
}

func (w *printer) textOperation(t *lang.Syntax, want int) string {
	op, x, y := t.Name, t.Kids[0], t.Kids[1]
	level := levels[w.l][op]
	switch op {
	case "+":
		left := w.textOf(x)
		if w.l == CPP && x.Kind == "text" {
			left = "string(" + left + ")"
		}
		return bracket(left+" + "+w.textOf(y), level, want)
	case "*":
		if w.l == Go {
			w.need("strings")
			return fmt.Sprintf("strings.Repeat(%s, %s)", w.textOf(x), w.expr(y, lowest))
		}
		if x.Kind == "text" && len(x.Text) == 1 {
			return fmt.Sprintf("string(%s, %s)", w.expr(y, lowest), strconv.QuoteRune(rune(x.Text[0])))
		}
		refuse(t, "copies of a longer text")
	}
	left, right := w.expr(x, level), w.expr(y, level+1)
	if w.l == CPP && x.Kind == "text" && y.Kind == "text" {
		left = "string(" + left + ")"
	}
	return bracket(left+" "+op+" "+right, level, want)
}

func (w *printer) listOperation(op string, x, y *lang.Syntax) string {
	t := w.types[x]
	switch {
	case op == "*" && x.Kind == "list" && len(x.Kids) == 1:
		item := w.expr(x.Kids[0], lowest)
		n := w.expr(y, lowest)
		switch {
		case w.l == CPP:
			return fmt.Sprintf("%s(%s, %s)", w.typeName(t), n, item)
		case isZero(x.Kids[0]):
			return fmt.Sprintf("make(%s, %s)", w.typeName(t), n)
		}
		w.need("slices")
		return fmt.Sprintf("slices.Repeat(%s, %s)", w.expr(x, lowest), n)
	case op == "+" && w.l == Go:
		w.need("slices")
		return fmt.Sprintf("slices.Concat(%s, %s)", w.expr(x, lowest), w.expr(y, lowest))
	case op == "+":
		w.need("joined")
		return fmt.Sprintf("joined(%s, %s)", w.expr(x, lowest), w.expr(y, lowest))
	}
	refuse(x, "%s of lists is not translated", op)
	return ""
}

func isZero(t *lang.Syntax) bool { return t.Kind == "int" && t.Int == 0 || isName(t, "False") }

func (w *printer) membership(t *lang.Syntax, want int) string {
	x, y := t.Kids[0], t.Kids[1]
	level := levels[w.l]["in"]
	if w.l == Python {
		return bracket(w.expr(x, level+1)+" "+t.Name+" "+w.expr(y, level+1), level, want)
	}
	not := map[bool]string{true: "!"}[t.Name == "not in"]
	have := w.types[y]
	item := w.expr(x, lowest)
	switch k := have.is(); {
	case k == dict && w.l == Go:
		w.need("has")
		return fmt.Sprintf("%shas(%s, %s)", not, w.expr(y, lowest), item)
	case k == dict:
		return fmt.Sprintf("%s%s.count(%s)", not, w.expr(y, tightest), item)
	case k == text && w.l == Go && w.types[x].is() == letter:
		w.need("strings")
		return fmt.Sprintf("%sstrings.ContainsRune(%s, rune(%s))", not, w.expr(y, lowest), item)
	case k == text && w.l == Go:
		w.need("strings")
		return fmt.Sprintf("%sstrings.Contains(%s, %s)", not, w.expr(y, lowest), item)
	case k == text:
		all := w.expr(y, lowest)
		if y.Kind == "text" {
			all = "string(" + all + ")"
		}
		op := map[bool]string{true: "==", false: "!="}[not != ""]
		return bracket(fmt.Sprintf("%s.find(%s) %s string::npos", all, item, op), levels[w.l]["=="], want)
	}
	all := w.expr(y, lowest)
	if have.is() == tuple {
		inner := w.all(y.Kids)
		if y.Kind != "tuple" {
			refuse(y, "a tuple that is not written here")
		}
		all = w.typeName(listOf(have.item(0))) + "{" + inner + "}"
	}
	if w.l == Go {
		w.equates(t, w.types[x])
		w.need("slices")
		return fmt.Sprintf("%sslices.Contains(%s, %s)", not, all, item)
	}
	w.need("contains")
	return fmt.Sprintf("%scontains(%s, %s)", not, all, item)
}

// indexOf writes an index, counted from the end where it may be negative.
func (w *printer) indexOf(list, i *lang.Syntax) string {
	if n, ok := fixed(i); ok && n < 0 {
		return fmt.Sprintf("%s - %d", w.length(list), -n)
	}
	walk := &spanWalk{p: w.program}
	if s := walk.expr(w.f, i); s.lo < 0 && !w.types[i].isUnsigned() && !w.isCounted(i) {
		name := map[bool]string{true: "fromEnd", false: "from_end"}[w.l == Go]
		w.need("from_end")
		return fmt.Sprintf("%s(%s, %s)", name, w.expr(i, lowest), w.length(list))
	}
	return w.expr(i, lowest)
}

// isCounted reports whether an index comes from a formula that its author keeps within the
// list: Python would take a negative one from the end without a word, and so do we unless
// the program is plain.
func (w *printer) isCounted(*lang.Syntax) bool { return false }

func (w *printer) length(list *lang.Syntax) string {
	x := w.expr(list, lowest)
	if w.l == CPP {
		w.need("len")
	}
	return "len(" + x + ")"
}

func (w *printer) index(t *lang.Syntax) string {
	x, i := t.Kids[0], t.Kids[1]
	have := w.types[x]
	if w.l == Python || have.is() == dict || have.is() == tuple {
		return w.expr(x, tightest) + "[" + w.expr(i, lowest) + "]"
	}
	at := w.indexOf(x, i)
	if have.is() == text && !w.letters {
		if w.l == CPP {
			return fmt.Sprintf("%s.substr(%s, 1)", w.expr(x, tightest), at)
		}
		w.need("letter")
		return fmt.Sprintf("letter(%s, %s)", w.expr(x, lowest), at)
	}
	return w.expr(x, tightest) + "[" + at + "]"
}

func (w *printer) slice(t *lang.Syntax) string {
	x, from, to, step := t.Kids[0], t.Kids[1], t.Kids[2], t.Kids[3]
	if w.l == Python {
		part := func(k *lang.Syntax) string {
			if k.Kind == "none" {
				return ""
			}
			return w.expr(k, levels[w.l]["or"])
		}
		s := part(from) + ":" + part(to)
		if step.Kind != "none" {
			s += ":" + part(step)
		}
		return w.expr(x, tightest) + "[" + s + "]"
	}
	if step.Kind != "none" {
		if by, ok := fixed(step); ok && by == -1 && from.Kind == "none" && to.Kind == "none" {
			w.need("backward")
			return fmt.Sprintf("backward(%s)", w.expr(x, lowest))
		}
		refuse(t, "a slice with a step")
	}
	lo, hi := "0", w.length(x)
	if from.Kind != "none" {
		lo = w.expr(from, lowest)
	}
	if to.Kind != "none" {
		hi = w.expr(to, lowest)
	}
	w.need("cut")
	if w.l == Go && w.types[x].is() == text {
		w.need("cut_text")
		return fmt.Sprintf("cutText(%s, %s, %s)", w.expr(x, lowest), lo, hi)
	}
	return fmt.Sprintf("cut(%s, %s, %s)", w.expr(x, lowest), lo, hi)
}

func (w *printer) comprehension(t *lang.Syntax) string {
	if w.l == Python {
		var b strings.Builder
		fmt.Fprintf(&b, "[%s", w.expr(t.Kids[0], 1))
		for _, c := range t.Kids[1:] {
			if c.Kind == "if" {
				fmt.Fprintf(&b, " if %s", w.truth(c.Kids[0], 2))
			} else {
				fmt.Fprintf(&b, " for %s in %s", w.expr(c.Kids[0], lowest), w.expr(c.Kids[1], 2))
			}
		}
		return b.String() + "]"
	}
	have := w.types[t]
	if name, args := callee(t.Kids[1].Kids[len(t.Kids[1].Kids)-1]); len(t.Kids) == 2 && name == "range" && len(args) == 1 && isZero(t.Kids[0]) {
		if w.l == Go {
			return fmt.Sprintf("make(%s, %s)", w.typeName(have), w.expr(args[0], lowest))
		}
		return fmt.Sprintf("%s(%s)", w.typeName(have), w.expr(args[0], lowest))
	}
	v := w.temporary("values")
	w.declareEmpty(v, have)
	var clause func(rest []*lang.Syntax)
	clause = func(rest []*lang.Syntax) {
		switch {
		case len(rest) == 0:
			w.appendTo(v, w.expr(t.Kids[0], lowest))
		case rest[0].Kind == "if":
			w.open("if %s", w.inBrackets(w.condition(rest[0].Kids[0])))
			clause(rest[1:])
			w.close()
		default:
			w.forStatement(rest[0].Kids[0], rest[0].Kids[1], func() { clause(rest[1:]) })
		}
	}
	clause(t.Kids[1:])
	return v
}
