package emit

// This file puts the parts of a program together: the comment at its top, what it imports,
// the helpers that it needs, constants, functions.

import (
	_ "embed"
	"fmt"
	"go/format"
	"regexp"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/rules/core"
)

//go:embed helpers/helpers.go.txt
var goHelpers string

//go:embed helpers/helpers.cpp.txt
var cppHelpers string

// write writes the program of these functions and constants, whose function main calls some.
// Top is the comment at the top; body writes the statements of main.
func write(p *core.Program, b *bounds, order []int, l Language, top []string, t *talking, body func(w *printer)) (string, error) {
	w := newPrinter(p, b, l)
	recursive := w.definitions(order)
	w.enter(&core.Function{})
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
	if t != nil && t.judge != "" {
		return t.program(top, code, recursive), nil
	}
	return w.pythonFile(top, code, recursive, t != nil), nil
}

// definitions writes functions and constants. It reports whether a function comes to call itself.
func (w *printer) definitions(order []int) (recursive bool) {
	early, recursive := circles(w.Program, order)
	if w.l == CPP {
		for _, f := range early {
			w.enter(&w.Functions[f])
			w.line("%s;", w.head(f))
		}
		if len(early) > 0 {
			w.line("")
		}
	}
	for i, at := range order {
		if at >= 0 {
			w.function(at)
			continue
		}
		w.constant(^at)
		if i+1 == len(order) || order[i+1] >= 0 {
			w.line("")
			if w.l == Python {
				w.line("")
			}
		}
	}
	return recursive
}

// definition returns a function by its place i, or a constant by its place ^i.
func definition(p *core.Program, i int) *core.Function {
	if i < 0 {
		return &p.Constants[^i]
	}
	return &p.Functions[i]
}

// callees returns the functions and constants that a block needs, in the order of their first use.
func callees(block []core.Stmt) (all []int) {
	core.Walk(block, nil, func(e core.Expr) bool {
		at := 0
		switch e := e.(type) {
		case *core.Call:
			at = e.F
		case *core.Named:
			at = ^e.C
		default:
			return true
		}
		if !slices.Contains(all, at) {
			all = append(all, at)
		}
		return true
	})
	return all
}

// inOrder returns the functions and constants that some functions need, callees first.
func inOrder(p *core.Program, first []int) (order []int) {
	seen := map[int]bool{}
	var visit func(i int)
	visit = func(i int) {
		if !seen[i] {
			seen[i] = true
			each(callees(definition(p, i).Body), visit)
			order = append(order, i)
		}
	}
	each(first, visit)
	return order
}

// circles returns the functions of an order that others call which stand before them, and
// reports whether a function comes to call itself.
func circles(p *core.Program, order []int) (early []int, recursive bool) {
	for at, i := range order {
		for _, c := range callees(definition(p, i).Body) {
			recursive = recursive || c == i
			if slices.Contains(order[at+1:], c) && !slices.Contains(early, c) {
				early = append(early, c)
			}
		}
	}
	return early, recursive || len(early) > 0
}

func (w *printer) constant(c int) {
	f := &w.Constants[c]
	w.enter(f)
	value := f.Body[0].(*core.Return).X
	name, typeName := w.constantName(c), ""
	v := w.aside(value, func() string { return w.expr(value, lowest) })
	if w.l != Python {
		typeName = w.typeName(f.Result)
	}
	switch {
	case w.l == Python:
		w.wrapped(fmt.Sprintf("%s = %s", name, v))
	case w.l == Go && f.Result.Kind == core.UnsignedType:
		w.line("var %s uint64 = %s", name, v)
	case w.l == Go:
		w.wrapped(fmt.Sprintf("var %s = %s", name, v))
	case f.Result.Kind == core.DictType:
		w.line("%s %s = %s;", typeName, name, v)
	case strings.HasSuffix(v, "}"):
		w.wrapped(fmt.Sprintf("const %s %s = %s;", typeName, name, strings.TrimPrefix(v, typeName)))
	default:
		w.wrapped(fmt.Sprintf("const %s %s = %s;", typeName, name, v))
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

// commented returns lines as a comment.
func commented(lines []string, mark string) (text string) {
	for _, l := range lines {
		text += strings.TrimRight(mark+l, " ") + "\n"
	}
	return text
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
	b.WriteString(commented(top, "// "))
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
	b.WriteString(commented(top, "// "))
	helpers := w.helpersOf(cppHelpers)
	all := code + helpers
	includes := []string{"iostream"}
	for _, inc := range []struct{ header, marks string }{
		{"algorithm", "min( max( sort( reverse( find( count( _element( min({ max({ min< max<"}, {"array", "array<"}, {"map", " map< (map< \nmap<"}, {"numeric", "accumulate("},
		{"string", "string"}, {"tuple", "tuple<"}, {"unordered_map", "unordered_map<"}, {"vector", "vector<"}, {"cstdlib", "abs("}, {"cctype", "isdigit("},
	} {
		for _, mark := range strings.Split(inc.marks, " ") {
			if mark != "" && strings.Contains(all, mark) {
				includes = append(includes, inc.header)
				break
			}
		}
	}
	slices.Sort(includes)
	for _, inc := range includes {
		fmt.Fprintf(&b, "#include <%s>\n", inc)
	}
	b.WriteString("using namespace std;\n")
	b.WriteString(helpers + "\n")
	b.WriteString(code)
	return b.String()
}

func (w *printer) pythonFile(top []string, code string, recursive, talks bool) string {
	var b strings.Builder
	b.WriteString(commented(top, "# "))
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
		data := "iter(sys.stdin.buffer.read().split())"
		if talks { // what comes later follows from what is said before
			data = "(word for line in sys.stdin.buffer for word in line.split())"
		}
		b.WriteString("\ndata = " + data + "\n")
	}
	b.WriteString("\n\n" + code + "\n\nmain()\n")
	return b.String()
}
