package emit

// This file writes the statements of a program in the three languages.

import (
	"fmt"
	"slices"
	"strings"

	"grundy/rules/lang"
)

// A printer writes one program.
type printer struct {
	*program
	l        Language
	lines    []string
	depth    int
	f        *function
	d        *declaring
	needs    map[string]bool       // helpers, and packages of Go
	made     map[string]int        // variables that no file names
	onlyZero map[*lang.Syntax]bool // remainders that are compared with 0 alone
}

func (w *printer) line(format string, args ...any) {
	w.lines = append(w.lines, strings.Repeat("    ", w.depth)+fmt.Sprintf(format, args...))
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
		if _, isTaken := w.f.vars[name]; !isTaken {
			return name
		}
	}
}

// typeName writes a type.
func (w *printer) typeName(t *typ) string {
	t = t.root()
	cpp := w.l == CPP
	switch t.is() {
	case number:
		switch {
		case cpp && t.unsigned:
			return "unsigned long long"
		case cpp:
			return "long long"
		case t.unsigned:
			return "uint64"
		}
		return "int"
	case truth:
		return "bool"
	case letter:
		return map[bool]string{true: "char", false: "byte"}[cpp]
	case text:
		return "string"
	case list:
		if cpp {
			return "vector<" + w.typeName(t.of[0]) + ">"
		}
		return "[]" + w.typeName(t.of[0])
	case dict:
		if cpp {
			name := "unordered_map"
			if k := t.of[0].is(); k != number && k != text {
				name = "map"
			}
			return name + "<" + w.typeName(t.of[0]) + ", " + w.typeName(t.of[1]) + ">"
		}
		if !isComparable(t.of[0]) {
			refuse(nil, "%s as a key, which dicts of Go do not have", t.of[0])
		}
		return "map[" + w.typeName(t.of[0]) + "]" + w.typeName(t.of[1])
	case tuple:
		for _, o := range t.of {
			if w.typeName(o) != w.typeName(t.of[0]) {
				refuse(nil, "a tuple of %s and %s", t.of[0], o)
			}
		}
		if cpp {
			return fmt.Sprintf("array<%s, %d>", w.typeName(t.of[0]), len(t.of))
		}
		return fmt.Sprintf("[%d]%s", len(t.of), w.typeName(t.of[0]))
	}
	return "void"
}

func (w *printer) comment(text string) {
	mark := map[Language]string{Go: "// ", CPP: "// ", Python: "# "}[w.l]
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

// changed reports whether a function writes into what a parameter holds, by itself or
// through one that it calls.
func (p *program) changed(f *function, param string) bool {
	if f.loops == nil {
		f.loops = map[string]bool{}
	}
	if known, ok := f.loops[param]; ok {
		return known
	}
	f.loops[param] = false
	found := false
	lang.Walk(f.body, func(t *lang.Syntax) {
		switch {
		case t.Kind == "assign" && t.Kids[0].Kind == "index" && rootName(t.Kids[0]) == param:
			found = true
		case t.Kind == "call" && t.Kids[0].Kind == "dot" && rootName(t.Kids[0]) == param && (t.Kids[0].Name == "append" || t.Kids[0].Name == "pop"):
			found = true
		}
		if name, args := callee(t); p.functions[name] != nil {
			for i, a := range args {
				if a.Kind == "name" && a.Name == param && i < len(p.functions[name].params) && p.changed(p.functions[name], p.functions[name].params[i]) {
					found = true
				}
			}
		}
	})
	f.loops[param] = found
	return found
}

func rootName(t *lang.Syntax) string {
	for t.Kind == "index" || t.Kind == "dot" {
		t = t.Kids[0]
	}
	return t.Name
}

func isAssigned(f *function, v string) (found bool) {
	lang.Walk(f.body, func(t *lang.Syntax) {
		found = found || (t.Kind == "assign" || t.Kind == "for") && isTarget(t.Kids[0], v)
	})
	return found
}

// head writes the first line of a function, without what opens the body.
func (w *printer) head(f *function) string {
	var params []string
	for _, v := range f.params {
		t := f.vars[v]
		switch {
		case w.l == Python:
			params = append(params, w.l.name(v))
		case w.l == Go:
			params = append(params, w.l.name(v)+" "+w.typeName(t))
		case t.is() < text || isAssigned(f, v):
			params = append(params, w.typeName(t)+" "+w.l.name(v))
		case w.changed(f, v):
			params = append(params, w.typeName(t)+"& "+w.l.name(v))
		default:
			params = append(params, "const "+w.typeName(t)+"& "+w.l.name(v))
		}
	}
	all := strings.Join(params, ", ")
	name := w.l.name(f.name)
	switch {
	case w.l == Python:
		return fmt.Sprintf("def %s(%s)", name, all)
	case w.l == CPP:
		return fmt.Sprintf("%s %s(%s)", w.typeName(f.result), name, all)
	case f.result.is() == nothing:
		return fmt.Sprintf("func %s(%s)", name, all)
	}
	return fmt.Sprintf("func %s(%s) %s", name, all, w.typeName(f.result))
}

func (w *printer) function(f *function) {
	w.f, w.d, w.made = f, declare(f), map[string]int{}
	w.comment(f.doc)
	if f.doc == "" {
		w.lines = w.lines[:len(w.lines)-1]
	}
	for _, v := range f.params {
		if w.changed(f, v) && f.vars[v].is() == list && w.l == Go {
			lang.Walk(f.body, func(t *lang.Syntax) {
				if t.Kind == "call" && t.Kids[0].Kind == "dot" && t.Kids[0].Name != "count" && rootName(t.Kids[0]) == v {
					refuse(t, "%s changes the length of its parameter, which Go cannot say", f.name)
				}
			})
		}
	}
	w.open("%s", w.head(f))
	w.statements(f.body)
	if w.l == Go && f.result.is() != nothing && !ends(f.body) {
		w.line(`panic("unreachable")`)
	}
	w.close()
	w.line("")
	if w.l == Python {
		w.line("")
	}
}

// ends reports whether Go knows that a block ends with a return.
func ends(b *lang.Syntax) bool {
	if len(b.Kids) == 0 {
		return false
	}
	switch last := b.Kids[len(b.Kids)-1]; last.Kind {
	case "return":
		return true
	case "if":
		return ends(last.Kids[1]) && ends(last.Kids[2])
	case "while":
		leaves := false
		lang.Walk(last.Kids[1], func(t *lang.Syntax) { leaves = leaves || t.Kind == "break" })
		return isName(last.Kids[0], "True") && !leaves
	}
	return false
}

func isName(t *lang.Syntax, name string) bool { return t.Kind == "name" && t.Name == name }

func (w *printer) open(format string, args ...any) {
	w.line(format+map[bool]string{true: ":", false: " {"}[w.l == Python], args...)
	w.depth++
}

func (w *printer) close() {
	w.depth--
	if w.l != Python {
		w.line("}")
	}
}

func (w *printer) end() string {
	if w.l == CPP {
		return ";"
	}
	return ""
}

// statements writes a block.
func (w *printer) statements(b *lang.Syntax) {
	wrote := len(w.lines)
	for i, s := range b.Kids {
		if i == 0 && s.Kind == "expression" && s.Kids[0].Kind == "text" {
			continue
		}
		if w.l != Python {
			w.declareBefore(s)
		}
		w.statement(s)
	}
	if w.l == Python && len(w.lines) == wrote {
		w.line("pass")
	}
}

func (w *printer) declareBefore(s *lang.Syntax) {
	for _, v := range w.d.before[s] {
		w.zero(v)
	}
}

// zero declares a variable without a value of its own.
func (w *printer) zero(v string) {
	t := w.f.vars[v]
	switch {
	case w.l == Go && t.is() == dict:
		w.line("%s := %s{}", w.l.name(v), w.typeName(t))
	case w.l == Go:
		w.line("var %s %s", w.l.name(v), w.typeName(t))
	case t.is() < text:
		w.line("%s %s = 0;", w.typeName(t), w.l.name(v))
	default:
		w.line("%s %s;", w.typeName(t), w.l.name(v))
	}
	w.useAtLeastOnce(v)
}

// useAtLeastOnce keeps Go from refusing a variable that is never read.
func (w *printer) useAtLeastOnce(v string) {
	if w.l == Go && !reads(w.f.body, v) {
		w.line("_ = %s", w.l.name(v))
	}
}

func (w *printer) statement(s *lang.Syntax) {
	switch s.Kind {
	case "expression":
		w.expression(s.Kids[0])
	case "assign":
		w.assignment(s)
	case "if":
		w.ifStatement(s)
	case "for":
		for _, v := range lang.Targets(s.Kids[0]) {
			if w.l != Python && !w.d.inline[s][v] {
				refuse(s, "the loop's variable %s is used elsewhere too", v)
			}
		}
		w.forStatement(s.Kids[0], s.Kids[1], func() { w.statements(s.Kids[2]) })
	case "while":
		w.whileStatement(s)
	case "return":
		w.returnStatement(s)
	case "pass":
		if w.l == Python {
			w.line("pass")
		}
	default:
		w.line("%s%s", s.Kind, w.end())
	}
}

func (w *printer) expression(e *lang.Syntax) {
	if e.Kind == "call" && e.Kids[0].Kind == "dot" && e.Kids[0].Name == "append" {
		to := w.expr(e.Kids[0].Kids[0], lowest)
		w.appendTo(to, w.expr(e.Kids[1], inList))
		return
	}
	w.line("%s%s", w.expr(e, lowest), w.end())
}

// appendTo writes that a list grows by an item.
func (w *printer) appendTo(list, item string) {
	switch w.l {
	case Go:
		w.line("%s = append(%s, %s)", list, list, item)
	case CPP:
		w.line("%s.push_back(%s);", list, item)
	default:
		w.line("%s.append(%s)", list, item)
	}
}

// declareEmpty writes an empty variable of a type, in Go or C++.
func (w *printer) declareEmpty(name string, t *typ) {
	if w.l == Go {
		w.line("var %s %s", name, w.typeName(t))
	} else {
		w.line("%s %s;", w.typeName(t), name)
	}
}

func (w *printer) returnStatement(s *lang.Syntax) {
	e := s.Kids[0]
	switch {
	case e.Kind == "none":
		w.line("return%s", w.end())
	case e.Kind == "choice" && w.l == Go:
		w.open("if %s", w.condition(e.Kids[0]))
		w.returnStatement(&lang.Syntax{Kids: e.Kids[1:2]})
		w.close()
		w.returnStatement(&lang.Syntax{Kids: e.Kids[2:3]})
	default:
		w.line("return %s%s", w.typed(e), w.end())
	}
}

func (w *printer) ifStatement(s *lang.Syntax) { w.ifBody(s, "if", w.condition(s.Kids[0])) }

func (w *printer) ifBody(s *lang.Syntax, word, cond string) {
	w.open("%s %s", word, w.inBrackets(cond))
	w.statements(s.Kids[1])
	w.depth--
	other := s.Kids[2]
	if len(other.Kids) == 1 && other.Kids[0].Kind == "if" && len(w.d.before[other.Kids[0]]) == 0 {
		nested, at := other.Kids[0], len(w.lines)
		if cond := w.condition(nested.Kids[0]); len(w.lines) == at {
			w.ifBody(nested, map[Language]string{Go: "} else if", CPP: "} else if", Python: "elif"}[w.l], cond)
			return
		}
		w.lines = w.lines[:at] // the condition needs statements of its own
	}
	if len(other.Kids) > 0 {
		w.openElse()
		w.statements(other)
		w.depth--
	}
	if w.l != Python {
		w.line("}")
	}
}

func (w *printer) openElse() {
	w.open("%s", map[bool]string{true: "else", false: "} else"}[w.l == Python])
}

func (w *printer) whileStatement(s *lang.Syntax) {
	if isName(s.Kids[0], "True") {
		w.open("%s", map[Language]string{Go: "for", CPP: "while (true)", Python: "while True"}[w.l])
		w.statements(s.Kids[1])
		w.close()
		return
	}
	at := len(w.lines)
	w.depth++
	cond := w.condition(s.Kids[0])
	w.depth--
	if before := slices.Clone(w.lines[at:]); len(before) > 0 { // the condition needs statements of its own
		w.lines = w.lines[:at]
		w.open("%s", map[Language]string{Go: "for", CPP: "while (true)"}[w.l])
		w.lines = append(w.lines, before...)
		w.open("if %s", w.inBrackets("!("+cond+")"))
		w.line("break%s", w.end())
		w.close()
		w.statements(s.Kids[1])
		w.close()
		return
	}
	w.open("%s", map[Language]string{Go: "for " + cond, CPP: "while (" + cond + ")", Python: "while " + cond}[w.l])
	w.statements(s.Kids[1])
	w.close()
}

func (w *printer) inBrackets(cond string) string {
	if w.l == CPP {
		return "(" + cond + ")"
	}
	return cond
}

func (w *printer) assignment(s *lang.Syntax) {
	to, value := s.Kids[0], s.Kids[1]
	switch {
	case s.Name != "=":
		w.update(s, strings.TrimSuffix(s.Name, "="))
	case to.Kind == "tuple" || to.Kind == "list":
		w.unpack(s, to, value)
	case value.Kind == "choice" && w.l == Go && to.Kind == "name":
		if w.d.inline[s][to.Name] {
			w.zero(to.Name)
		}
		w.open("if %s", w.condition(value.Kids[0]))
		w.assignTo(to, value.Kids[1])
		w.depth--
		w.openElse()
		w.assignTo(to, value.Kids[2])
		w.close()
	case to.Kind == "name" && w.d.inline[s][to.Name] && w.l != Python:
		t := w.f.vars[to.Name]
		v := w.typed(value)
		switch {
		case w.l == Go && t.isUnsigned() && value.Kind == "int":
			v = "uint64(" + v + ")"
		case w.l == Go && value.Kind == "list" && len(value.Kids) == 0:
			w.line("var %s %s", w.l.name(to.Name), w.typeName(t))
			w.useAtLeastOnce(to.Name)
			return
		case w.l == CPP && (value.Kind == "list" || value.Kind == "dict") && len(value.Kids) == 0:
			w.line("%s %s;", w.typeName(t), w.l.name(to.Name))
			return
		}
		w.define(w.l.name(to.Name), t, v)
		w.useAtLeastOnce(to.Name)
	default:
		w.assignTo(to, value)
	}
}

func (w *printer) assignTo(to, value *lang.Syntax) {
	v := w.typed(value)
	w.line("%s = %s%s", w.place(to), v, w.end())
}

// place writes what is assigned to.
func (w *printer) place(t *lang.Syntax) string {
	if t.Kind == "index" && w.types[t.Kids[0]].is() == list && w.l != Python {
		return w.place(t.Kids[0]) + "[" + w.indexOf(t.Kids[0], t.Kids[1]) + "]"
	}
	return w.expr(t, lowest)
}

// update writes x op= y.
func (w *printer) update(s *lang.Syntax, op string) {
	to, value := s.Kids[0], s.Kids[1]
	t := w.types[to]
	if w.l == Python {
		w.line("%s %s= %s", w.expr(to, lowest), op, w.expr(value, lowest))
		return
	}
	whole := &lang.Syntax{Kind: "binary", Name: op, Kids: []*lang.Syntax{to, value}, At: s.At}
	w.types[whole] = t
	switch {
	case t.is() != number && t.is() != text, (op == "//" || op == "%") && !w.isPlainDivision(to, value), t.is() == text && op != "+":
		w.line("%s = %s%s", w.place(to), w.expr(whole, lowest), w.end())
	case op == "//":
		w.line("%s /= %s%s", w.place(to), w.expr(value, lowest), w.end())
	case op == "+" && value.Kind == "int" && value.Int == 1:
		w.line("%s++%s", w.place(to), w.end())
	case op == "-" && value.Kind == "int" && value.Int == 1:
		w.line("%s--%s", w.place(to), w.end())
	default:
		w.line("%s %s= %s%s", w.place(to), op, w.expr(value, lowest), w.end())
	}
}

// unpack writes a, b = x, y and a, b = f(x).
func (w *printer) unpack(s, to, value *lang.Syntax) {
	if w.l == Python {
		w.line("%s = %s", w.expr(to, lowest), w.expr(value, lowest))
		return
	}
	var fresh []string // variables that this statement declares
	for _, v := range lang.Targets(to) {
		if w.d.inline[s][v] {
			fresh = append(fresh, v)
		}
	}
	all := len(fresh) == len(to.Kids)
	if value.Kind == "tuple" && len(value.Kids) == len(to.Kids) {
		var left, right []string
		for i, k := range to.Kids {
			left = append(left, w.place(k))
			v := w.typed(value.Kids[i])
			if w.l == Go && all && w.types[k].isUnsigned() {
				v = "uint64(" + v + ")"
			}
			right = append(right, v)
		}
		switch {
		case w.l == CPP && (all || !w.depend(to, value)):
			for i, k := range to.Kids {
				if k.Kind == "name" && w.d.inline[s][k.Name] {
					w.define(left[i], w.types[k], right[i])
				} else {
					w.line("%s = %s;", left[i], right[i])
				}
			}
			return
		case w.l == CPP:
			each(fresh, w.zero)
			var types []string
			for _, k := range to.Kids {
				types = append(types, w.typeName(w.types[k]))
			}
			w.line("tie(%s) = tuple<%s>(%s);", strings.Join(left, ", "), strings.Join(types, ", "), strings.Join(right, ", "))
			return
		case all:
			w.line("%s := %s", strings.Join(left, ", "), strings.Join(right, ", "))
			each(fresh, w.useAtLeastOnce)
			return
		}
		each(fresh, w.zero)
		w.line("%s = %s", strings.Join(left, ", "), strings.Join(right, ", "))
		return
	}
	held := w.temporary("got")
	w.define(held, w.types[value], w.typed(value))
	for i, k := range to.Kids {
		if k.Kind == "name" && w.d.inline[s][k.Name] {
			w.define(w.place(k), w.types[k], fmt.Sprintf("%s[%d]", held, i))
			w.useAtLeastOnce(k.Name)
		} else {
			w.line("%s = %s[%d]%s", w.place(k), held, i, w.end())
		}
	}
}

func each(all []string, do func(string)) {
	for _, v := range all {
		do(v)
	}
}

// depend reports whether a value uses a variable that an earlier one has changed.
func (w *printer) depend(to, value *lang.Syntax) bool {
	for i, k := range to.Kids {
		for _, later := range value.Kids[i+1:] {
			if k.Kind != "name" || mentions(later, k.Name) {
				return true
			}
		}
	}
	return false
}
