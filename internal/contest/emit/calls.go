package emit

// Calls: of the program's functions, and of what every file finds defined.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/rules/core"
)

// called writes a call.
func called(fn string, args ...string) string { return fn + "(" + strings.Join(args, ", ") + ")" }

// call writes a call of a function of the program.
func (w *printer) call(e *core.Call) string {
	f := &w.Functions[e.F]
	var all []string
	for i, a := range e.Args {
		s := w.expr(a, inList)
		if w.l == CPP && w.changed(f, core.Var(i)) {
			s = w.held("argument", a, s)
		}
		all = append(all, s)
	}
	return called(w.l.name(f.Name), all...)
}

// apply writes a call of what the language has.
func (w *printer) apply(e *core.Apply, want int) string {
	switch first := e.Args[0]; {
	case w.l == Python:
		return w.pythonCall(e)
	case strings.HasPrefix(e.F, "."):
		return w.method(e)
	case e.F == "min" || e.F == "max":
		return w.extreme(e)
	case e.F == "sorted" || e.F == "reversed" || e.F == "list" || e.F == "tuple" || e.F == "range":
		return w.copyOf(e)
	case e.F == "any" || e.F == "all":
		return w.anyAll(e.F, first)
	case e.F == "str":
		return w.textOf(first)
	case e.F == "bool":
		return w.truth(first, want)
	case e.F == "len" && w.l == Go && w.typeOf(e).Kind == core.UnsignedType:
		return called("uint64", w.length(first))
	case e.F == "len":
		return w.length(first)
	}
	x, of := w.expr(e.Args[0], lowest), w.typeOf(e.Args[0])
	isUnsigned := w.typeOf(e).Kind == core.UnsignedType
	switch e.F {
	case "abs":
		return w.in("max("+x+", -("+x+"))", "abs("+x+")", "")
	case "sum":
		if w.l == Go {
			return called(w.helper("sum"), x)
		}
		x = w.held("parts", e.Args[0], x)
		return called("accumulate", x+".begin()", x+".end()", map[bool]string{true: "0ULL", false: "0LL"}[isUnsigned])
	case "int":
		switch {
		case of.Kind == core.LetterType:
			return w.in("int(", "(", "") + x + " - '0')"
		case of.Kind != core.StringType:
			return x
		case w.l == CPP:
			return called("stoll", x)
		}
		return called(w.helper("number"), x)
	case "bit_count", "bit_length":
		if w.l == Go && of.Kind != core.UnsignedType {
			x = called("uint64", x)
		}
		switch {
		case e.F == "bit_count":
			return called(w.in("bits.OnesCount64", "__builtin_popcountll", ""), x)
		case w.l == Go:
			return called("bits.Len64", x)
		}
		return called(w.helper(e.F), x)
	}
	w.refuse(e, "%s is not translated", e.F)
	return ""
}

func (w *printer) pythonCall(e *core.Apply) string {
	switch {
	case strings.HasPrefix(e.F, "."):
		return called(w.expr(e.Args[0], tightest)+e.F, w.all(e.Args[1:]))
	case e.F == "reversed":
		return "list(reversed(" + w.all(e.Args) + "))"
	case e.F == "bit_count":
		return "bin(" + w.all(e.Args) + `).count("1")`
	case e.F == "bit_length":
		return w.expr(e.Args[0], tightest) + ".bit_length()"
	}
	return called(e.F, w.all(e.Args))
}

func (w *printer) extreme(e *core.Apply) string {
	t, x := w.typeOf(e), ""
	order := w.ordering(e, t)
	switch have := w.typeOf(e.Args[0]); {
	case len(e.Args) == 1 && have.Kind != core.ListType:
		w.refuse(e.Args[0], "%s of %s", e.F, have.Words())
	case len(e.Args) == 1:
		x = w.expr(e.Args[0], lowest)
	case order != "":
		x = "[]" + w.typeName(t) + "{" + w.all(e.Args) + "}"
	default:
		var all []string
		for _, a := range e.Args {
			all = append(all, w.long(a, t, lowest))
		}
		if x = strings.Join(all, ", "); w.l == CPP && len(all) > 2 {
			x = "{" + x + "}"
		}
		return called(e.F, x)
	}
	inSlices := "slices." + strings.ToUpper(e.F[:1]) + e.F[1:]
	switch {
	case w.l == CPP:
		x = w.held("parts", e.Args[0], x)
		return fmt.Sprintf("(*%s_element(%s.begin(), %s.end()))", e.F, x, x)
	case order != "":
		return called(inSlices+"Func", x, order)
	}
	return called(inSlices, x)
}

// ordering writes the function of Go that compares two values as the rule language does:
// the first parts that differ decide, then the lengths. It is "" for what < compares, and in C++.
func (w *printer) ordering(at core.Expr, t core.Type) string {
	if w.l == CPP {
		return ""
	}
	parts := ""
	switch t.Kind {
	case core.IntType, core.UnsignedType, core.LetterType, core.StringType:
		return ""
	case core.ListType:
	case core.TupleType:
		parts = "[:]"
	default:
		w.refuse(at, "%s in order, and Go orders no such values", t.Words())
	}
	of := w.ordering(at, t.Part(0))
	switch {
	case of != "":
		return fmt.Sprintf("func(a, b %s) int { return slices.CompareFunc(a%s, b%s, %s) }", w.typeName(t), parts, parts, of)
	case parts != "":
		return fmt.Sprintf("func(a, b %s) int { return slices.Compare(a[:], b[:]) }", w.typeName(t))
	}
	return "slices.Compare[" + w.typeName(t) + "]"
}

// equates refuses what Go's == does not compare.
func (w *printer) equates(at core.Expr, t core.Type) {
	if w.l == Go && !isComparable(t) {
		w.refuse(at, "%s compared, and Go compares no such values", t.Words())
	}
}

// isComparable reports whether Go's == compares values of a type.
func isComparable(t core.Type) bool {
	return t.Kind != core.ListType && t.Kind != core.DictType && !slices.ContainsFunc(t.Parts(), func(part core.Type) bool { return !isComparable(part) })
}

func (w *printer) anyAll(name string, of core.Expr) string {
	if t := w.typeOf(of); t.Kind != core.ListType || t.Part(0).Kind != core.BoolType {
		w.refuse(of, "%s of something other than a list of bools", name)
	}
	if name == "all" {
		return "!" + w.contains(w.expr(of, lowest), "false")
	}
	return w.contains(w.expr(of, lowest), "true")
}

// contains writes whether a list has an item.
func (w *printer) contains(list, item string) string {
	if w.l == Go {
		return called("slices.Contains", list, item)
	}
	return called(w.helper("contains"), list, item)
}

// rangeOf returns the ends and the step of a range that no loop goes over.
func rangeOf(e core.Expr) (from, to, step core.Expr, ok bool) {
	a, ok := e.(*core.Apply)
	if !ok || a.F != "range" {
		return nil, nil, nil, false
	}
	from, to, step = &core.Const{Kind: core.IntType}, a.Args[0], &core.Const{Kind: core.IntType, N: 1}
	if len(a.Args) > 1 {
		from, to = a.Args[0], a.Args[1]
	}
	if len(a.Args) > 2 {
		step = a.Args[2]
	}
	return from, to, step, true
}

// copyOf writes sorted, reversed and list, and range where no loop goes over it.
func (w *printer) copyOf(e *core.Apply) string {
	t, source := w.typeOf(e), e.Args[0]
	if e.F == "range" {
		source = e
	}
	v := ""
	from, to, step, isRange := rangeOf(source)
	switch {
	case isRange:
		v = w.temporary("values")
		w.declareEmpty(v, t)
		i := w.temporary("i")
		w.rangeLoop(i, t.Part(0), from, to, step, nil)
		w.appendTo(v, i)
		w.close()
	case w.typeOf(source).Kind != core.ListType:
		w.refuse(source, "%s of %s", e.F, w.typeOf(source).Words())
	default:
		x := w.expr(source, lowest)
		v = w.temporary("values")
		w.define(v, t, w.in("slices.Clone("+x+")", x, ""))
	}
	if e.F == "sorted" {
		sort := called("slices.Sort", v)
		if order := w.ordering(e, t.Part(0)); order != "" {
			sort = called("slices.SortFunc", v, order)
		}
		w.line("%s", w.in(sort, "sort("+v+".begin(), "+v+".end());", ""))
	}
	isDown := e.F == "reversed"
	for _, a := range e.Args[1:] {
		if k, ok := a.(*core.Keyword); ok {
			if c, ok := k.X.(*core.Const); !ok || k.Name != "reverse" {
				w.refuse(k.X, "sorted with %s", k.Name)
			} else {
				isDown = c.N != 0
			}
		}
	}
	if isDown {
		w.line("%s", w.in("slices.Reverse("+v+")", "reverse("+v+".begin(), "+v+".end());", ""))
	}
	return v
}

// textMethods are how Go calls the methods of texts.
var textMethods = map[string]string{".count": "strings.Count", ".index": "strings.Index", ".find": "strings.Index", ".split": "strings.Split",
	".startswith": "strings.HasPrefix", ".endswith": "strings.HasSuffix"}

// method writes a call of a method in Go or C++.
func (w *printer) method(e *core.Apply) string {
	x, t, a := w.expr(e.Args[0], tightest), w.typeOf(e.Args[0]), ""
	inText := t.Kind == core.StringType
	if isText(e.Args[0]) && w.l == CPP && e.F != ".join" {
		x = called("string", x)
	}
	if fn := textMethods[e.F]; fn != "" && inText && w.l == Go {
		return called(fn, x, w.textOf(e.Args[1]))
	}
	if len(e.Args) > 1 {
		a = w.expr(e.Args[1], lowest)
	}
	switch e.F {
	case ".count", ".index", ".find":
		switch text, ok := e.Args[1].(*core.Text); {
		case inText && e.F != ".count":
			return fmt.Sprintf("(long long)%s.find(%s)", x, a)
		case inText && ok && len(text.S) == 1:
			a = strings.ReplaceAll(a, `"`, "'")
		case inText && w.l == CPP && w.typeOf(e.Args[1]).Kind == core.StringType:
			return called(w.helper("count_text"), x, a)
		}
		w.equates(e, w.itemType(t))
		switch of := x + ".begin(), " + x + ".end()"; {
		case w.l == CPP && e.F == ".count":
			return called("count", of, a)
		case w.l == CPP:
			return "(" + called("find", of, a) + " - " + x + ".begin())"
		case e.F == ".count":
			return called(w.helper("count"), x, a)
		}
		return called("slices.Index", x, a)
	case ".join":
		letters := w.itemType(w.typeOf(e.Args[1])).Kind == core.LetterType
		text, isWritten := e.Args[0].(*core.Text)
		switch {
		case isWritten:
			x = quote(text.S)
		case letters && w.l == Go:
			w.refuse(e.Args[0], "letters joined by other text")
		}
		switch {
		case w.l == CPP:
			return called(w.helper("join"), a, x)
		case letters && text.S == "":
			return called("string", a)
		}
		return called("strings.Join", a, x)
	case ".split":
		return called(w.helper("split"), x, a)
	case ".get":
		return called(w.helper("get"), x, a, w.long(e.Args[2], t.Part(1), lowest))
	}
	w.refuse(e, "%s is not translated", e.F[1:])
	return ""
}
