package emit

// This file puts the parts of a program together: the comment at its top, what it imports,
// the helpers that it needs, constants, functions.

import (
	_ "embed"
	"fmt"
	"go/format"
	"regexp"
	"strings"

	"grundy/rules/lang"
)

//go:embed helpers/helpers.go.txt
var goHelpers string

//go:embed helpers/helpers.cpp.txt
var cppHelpers string

// write writes the program whose function main calls, in order of its calls. Top is the
// comment at the top; body writes the statements of main.
func (p *program) write(l Language, top []string, first []string, body func(w *printer)) (string, error) {
	w := &printer{program: p, l: l, needs: map[string]bool{}, made: map[string]int{}, onlyZero: map[*lang.Syntax]bool{}}
	w.findZeroTests()
	order, cycles := p.inOrder(first)
	if l == CPP {
		for _, name := range cycles {
			w.f = p.functions[name]
			w.line("%s;", w.head(p.functions[name]))
		}
		if len(cycles) > 0 {
			w.line("")
		}
	}
	for i, name := range order {
		if p.functions[name] != nil {
			w.function(p.functions[name])
			continue
		}
		w.constant(name)
		if i+1 == len(order) || p.functions[order[i+1]] != nil {
			w.line("")
			if l == Python {
				w.line("")
			}
		}
	}
	w.f = &function{vars: map[string]*typ{}, body: &lang.Syntax{Kind: "block"}, spans: map[string]span{}}
	w.d, w.made = declare(w.f), map[string]int{}
	switch l {
	case Go:
		w.open("func main()")
		w.line("defer out.Flush()")
	case CPP:
		w.open("int main()")
		w.line("ios::sync_with_stdio(false);")
		w.line("cin.tie(nullptr);")
	default:
		w.open("def main()")
	}
	body(w)
	w.close()
	code := strings.Join(w.lines, "\n") + "\n"
	switch l {
	case Go:
		return w.goFile(top, code)
	case CPP:
		return w.cppFile(top, code), nil
	}
	return w.pythonFile(top, code, p.recursive(order)), nil
}

// findZeroTests finds remainders that are compared with 0, whose sign does not matter.
func (w *printer) findZeroTests() {
	for _, f := range w.functions {
		lang.Walk(f.body, func(t *lang.Syntax) {
			if t.Kind == "binary" && (t.Name == "==" || t.Name == "!=") && t.Kids[1].Kind == "int" && t.Kids[1].Int == 0 {
				w.onlyZero[t.Kids[0]] = t.Kids[0].Kind == "binary" && t.Kids[0].Name == "%"
			}
		})
	}
}

// inOrder returns the functions and constants that some functions need, callees first, and
// the functions that are called before they stand in the list.
func (p *program) inOrder(first []string) (order, early []string) {
	state := map[string]int{}
	var visit func(name string)
	visit = func(name string) {
		switch state[name] {
		case 1:
			early = append(early, name)
			return
		case 2:
			return
		}
		state[name] = 1
		f := p.functions[name]
		if f == nil {
			f = p.outside(p.values[name])
		}
		for _, callee := range f.calls {
			if callee != name {
				visit(callee)
			}
		}
		state[name] = 2
		order = append(order, name)
	}
	for _, name := range first {
		visit(name)
	}
	return order, early
}

// recursive reports whether a function calls itself.
func (p *program) recursive(order []string) bool {
	_, early := p.inOrder(order)
	for _, name := range order {
		if p.functions[name] == nil {
			continue
		}
		for _, callee := range p.functions[name].calls {
			if callee == name {
				return true
			}
		}
	}
	return len(early) > 0
}

func (w *printer) constant(name string) {
	t, value := w.constants[name], w.values[name]
	w.f = w.outside(value)
	w.d, w.made = declare(w.f), map[string]int{}
	v := w.aside(value, func() string { return w.typed(value) })
	n := &lang.Syntax{Kind: "name", Name: name}
	switch {
	case w.l == Python:
		w.wrapped(fmt.Sprintf("%s = %s", w.nameOf(n), v))
	case w.l == Go && t.isUnsigned():
		w.line("var %s uint64 = %s", w.nameOf(n), v)
	case w.l == Go:
		w.wrapped(fmt.Sprintf("var %s = %s", w.nameOf(n), v))
	case t.is() == dict:
		w.line("%s %s = %s;", w.typeName(t), w.nameOf(n), v)
	default:
		w.wrapped(fmt.Sprintf("const %s %s = %s;", w.typeName(t), w.nameOf(n), strings.TrimPrefix(v, map[bool]string{true: w.typeName(t)}[strings.HasSuffix(v, "}")])))
	}
}

// wrapped writes a list of numbers in lines that are not too long.
func (w *printer) wrapped(s string) {
	const width = 110
	if len(s) <= width || strings.Contains(s, "\n") || !strings.Contains(s, ", ") || strings.Contains(s, `"`) {
		w.line("%s", s)
		return
	}
	head, rest := "", s
	for len(rest) > width {
		at := strings.LastIndex(rest[:width], ", ")
		if at < 0 {
			break
		}
		w.line("%s%s", head, rest[:at+1])
		head, rest = "    ", rest[at+2:]
	}
	w.line("%s%s", head, rest)
}

func section(all, name string) string {
	_, rest, ok := strings.Cut("\n"+all, "\n-- "+name+"\n")
	if !ok {
		panic("no helper " + name)
	}
	text, _, _ := strings.Cut(rest, "\n-- ")
	return strings.TrimRight(text, "\n") + "\n"
}

func (w *printer) goFile(top []string, code string) (string, error) {
	var b strings.Builder
	for _, l := range top {
		b.WriteString(strings.TrimRight("// "+l, " ") + "\n")
	}
	code += w.helpersOf(goHelpers)
	var imports []string
	for _, path := range []string{"bufio", "encoding/json", "fmt", "math/bits", "os", "slices", "strconv", "strings"} {
		name := path[strings.LastIndex(path, "/")+1:]
		used, _ := regexp.MatchString(`\b`+name+`\.[A-Z]`, code) // and not the end of a sentence in a comment
		if used || name == "bufio" || name == "os" {
			imports = append(imports, path)
		}
	}
	b.WriteString("package main\n\nimport (\n")
	for _, path := range imports {
		fmt.Fprintf(&b, "\t%q\n", path)
	}
	b.WriteString(")\n\nvar (\n\tin  = bufio.NewReaderSize(os.Stdin, 1<<16)\n\tout = bufio.NewWriter(os.Stdout)\n)\n\n")
	if !strings.Contains(code, "in.") && !strings.Contains(code, "in)") {
		return "", fmt.Errorf("a program that reads nothing")
	}
	b.WriteString(code)
	text, err := format.Source([]byte(b.String()))
	if err != nil {
		return "", fmt.Errorf("%w in\n%s", err, b.String())
	}
	return string(text), nil
}

// helpersOf returns the helpers that the program needs, in the order of the file.
func (w *printer) helpersOf(all string) string {
	var b strings.Builder
	for _, l := range strings.Split(all, "\n") {
		if name, ok := strings.CutPrefix(l, "-- "); ok && w.needs[name] {
			b.WriteString("\n" + section(all, name))
		}
	}
	return b.String()
}

func (w *printer) cppFile(top []string, code string) string {
	var b strings.Builder
	for _, l := range top {
		b.WriteString(strings.TrimRight("// "+l, " ") + "\n")
	}
	helpers := w.helpersOf(cppHelpers)
	all := code + helpers
	includes := []string{"iostream"}
	for _, inc := range []struct{ header, marks string }{
		{"algorithm", "min( max( sort( reverse( find( count( _element( min({ max({ min<"}, {"array", "array<"}, {"map", " map< (map< \nmap<"}, {"numeric", "accumulate("},
		{"string", "string"}, {"tuple", "tuple<"}, {"unordered_map", "unordered_map<"}, {"vector", "vector<"}, {"cstdlib", "abs("}, {"cctype", "isdigit("},
	} {
		for _, mark := range strings.Split(inc.marks, " ") {
			if mark != "" && strings.Contains(all, mark) {
				includes = append(includes, inc.header)
				break
			}
		}
	}
	for i := range includes {
		for j := range i {
			if includes[i] < includes[j] {
				includes[i], includes[j] = includes[j], includes[i]
			}
		}
	}
	for _, inc := range includes {
		fmt.Fprintf(&b, "#include <%s>\n", inc)
	}
	b.WriteString("using namespace std;\n")
	b.WriteString(helpers + "\n")
	b.WriteString(code)
	return b.String()
}

func (w *printer) pythonFile(top []string, code string, recursive bool) string {
	var b strings.Builder
	for _, l := range top {
		b.WriteString(strings.TrimRight("# "+l, " ") + "\n")
	}
	if strings.Contains(code, "json.") {
		b.WriteString("import json\n")
	}
	b.WriteString("import sys\n")
	if strings.Contains(code, "islice(") {
		b.WriteString("from itertools import islice\n")
	}
	if recursive {
		b.WriteString("\nsys.setrecursionlimit(1 << 20)\n")
	}
	if strings.Contains(code, "next(data)") || strings.Contains(code, "in data") || strings.Contains(code, "(data,") {
		b.WriteString("\ndata = iter(sys.stdin.buffer.read().split())\n")
	}
	b.WriteString("\n\n" + code + "\n\nmain()\n")
	return b.String()
}
