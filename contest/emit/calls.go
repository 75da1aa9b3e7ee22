package emit

// This file writes calls: of the program's functions, and of what every file finds
// defined.

import (
	"fmt"
	"slices"
	"strings"

	"grundy/rules/lang"
)

func (w *printer) call(t *lang.Syntax, want int) string {
	if t.Kids[0].Kind == "dot" {
		return w.method(t)
	}
	name, args := callee(t)
	if g := w.functions[name]; g != nil {
		return w.l.name(name) + "(" + w.arguments(g, args) + ")"
	}
	if w.l == Python {
		return w.pythonCall(name, args)
	}
	x := ""
	if len(args) > 0 && name != "min" && name != "max" {
		x = w.expr(args[0], lowest)
	}
	have := w.types[t]
	switch name {
	case "len":
		return w.as(have, "len("+x+")", "len")
	case "abs":
		if w.l == CPP {
			return "abs(" + x + ")"
		}
		return fmt.Sprintf("max(%s, -(%s))", x, x)
	case "min", "max":
		return w.extreme(name, t, args)
	case "sum":
		if w.l == CPP {
			held := w.held("parts", args[0], x)
			zero := map[bool]string{true: "0ULL", false: "0LL"}[have.isUnsigned()]
			return fmt.Sprintf("accumulate(%s.begin(), %s.end(), %s)", held, held, zero)
		}
		w.need("sum")
		return "sum(" + x + ")"
	case "any", "all":
		return w.anyAll(name, args[0], x)
	case "sorted", "reversed", "list", "tuple", "range":
		return w.copyOf(name, t, args, x)
	case "str":
		return w.textOf(args[0])
	case "int":
		if w.types[args[0]].is() != text {
			return x
		}
		if w.l == CPP {
			return "stoll(" + x + ")"
		}
		w.need("number")
		return "number(" + x + ")"
	case "bool":
		return w.truth(args[0], want)
	case "bit_count", "bit_length":
		return w.bits(name, args[0], x)
	}
	refuse(t, "%s is not translated", name)
	return ""
}

// as writes a count that stands among unsigned numbers.
func (w *printer) as(t *typ, s, helper string) string {
	if w.l == CPP {
		w.need(helper)
	}
	if t.isUnsigned() && w.l == Go {
		return "uint64(" + s + ")"
	}
	return s
}

func (w *printer) arguments(g *function, args []*lang.Syntax) string {
	var all []string
	for i, a := range args {
		s := w.typed(a)
		if a.Kind == "tuple" && w.l == Python {
			s = "(" + s + ")"
		}
		if w.l == CPP && w.changed(g, g.params[i]) && a.Kind != "name" {
			s = w.held("argument", a, s)
		}
		all = append(all, s)
	}
	return strings.Join(all, ", ")
}

// held puts a value into a variable unless it is in one.
func (w *printer) held(base string, t *lang.Syntax, value string) string {
	if t.Kind == "name" || !strings.ContainsAny(value, "({ ") {
		return value
	}
	v := w.temporary(base)
	w.define(v, w.types[t], value)
	return v
}

func (w *printer) pythonCall(name string, args []*lang.Syntax) string {
	var all []string
	for _, a := range args {
		s := ""
		if a.Kind == "named" {
			s = a.Name + "=" + w.expr(a.Kids[0], lowest)
		} else {
			s = w.expr(a, 1)
		}
		all = append(all, s)
	}
	x := strings.Join(all, ", ")
	switch name {
	case "reversed":
		return "list(reversed(" + x + "))"
	case "bit_count":
		return "bin(" + x + `).count("1")`
	case "bit_length":
		return w.expr(args[0], tightest) + ".bit_length()"
	}
	return name + "(" + x + ")"
}

func (w *printer) extreme(name string, t *lang.Syntax, args []*lang.Syntax) string {
	order := ""
	if w.l == Go {
		order = w.ordering(t, w.types[t])
	}
	inSlices := "slices." + strings.ToUpper(name[:1]) + name[1:]
	if len(args) == 1 {
		if have := w.types[args[0]]; have.is() != list {
			refuse(args[0], "%s of %s", name, have)
		}
		x := w.expr(args[0], lowest)
		switch {
		case w.l == CPP:
			x = w.held("parts", args[0], x)
			return fmt.Sprintf("(*%s_element(%s.begin(), %s.end()))", name, x, x)
		case order != "":
			return fmt.Sprintf("%sFunc(%s, %s)", inSlices, x, order)
		}
		w.need("slices")
		return inSlices + "(" + x + ")"
	}
	var all []string
	for _, a := range args {
		all = append(all, w.long(a, w.types[t]))
	}
	s := strings.Join(all, ", ")
	switch {
	case order != "":
		return fmt.Sprintf("%sFunc([]%s{%s}, %s)", inSlices, w.typeName(w.types[t]), s, order)
	case w.l == CPP && len(all) > 2:
		s = "{" + s + "}"
	}
	return name + "(" + s + ")"
}

// ordering writes the function of Go that compares two values as the rule language does:
// the first parts that differ decide, then the lengths. It is "" for what < compares.
func (w *printer) ordering(at *lang.Syntax, t *typ) string {
	parts := ""
	switch t.is() {
	case number, letter, text:
		return ""
	case list:
	case tuple:
		parts = "[:]"
	default:
		refuse(at, "%s in order, and Go orders no such values", t)
	}
	w.need("slices")
	of := w.ordering(at, t.item(0))
	switch {
	case of != "":
		return fmt.Sprintf("func(a, b %s) int { return slices.CompareFunc(a%s, b%s, %s) }", w.typeName(t), parts, parts, of)
	case parts != "":
		return fmt.Sprintf("func(a, b %s) int { return slices.Compare(a[:], b[:]) }", w.typeName(t))
	}
	return "slices.Compare[" + w.typeName(t) + "]"
}

// equates refuses what Go's == does not compare.
func (w *printer) equates(at *lang.Syntax, t *typ) {
	if w.l == Go && !isComparable(t) {
		refuse(at, "%s compared, and Go compares no such values", t)
	}
}

// isComparable reports whether Go's == compares values of a type.
func isComparable(t *typ) bool {
	k := t.is()
	return k != list && k != dict && (k != tuple || !slices.ContainsFunc(t.root().of, func(part *typ) bool { return !isComparable(part) }))
}

func (w *printer) anyAll(name string, of *lang.Syntax, x string) string {
	if w.types[of].is() != list || w.itemType(w.types[of]).is() != truth {
		refuse(of, "%s of something other than a list of bools", name)
	}
	not, value := "", "true"
	if name == "all" {
		not, value = "!", "false"
	}
	if w.l == Go {
		w.need("slices")
		return fmt.Sprintf("%sslices.Contains(%s, %s)", not, x, value)
	}
	w.need("contains")
	return fmt.Sprintf("%scontains(%s, %s)", not, x, value)
}

// copyOf writes sorted, reversed and list, and range where no loop goes over it.
func (w *printer) copyOf(name string, t *lang.Syntax, args []*lang.Syntax, x string) string {
	have := w.types[t]
	source := args[0]
	isRange := name == "range"
	if inner, _ := callee(source); inner == "range" {
		isRange = true
	} else if name == "range" {
		source = t
	}
	v := w.temporary("values")
	switch {
	case isRange:
		w.declareEmpty(v, have)
		i := w.temporary("i")
		w.rangeLoop(i, source, source.Kids[1:])
		w.appendTo(v, i)
		w.close()
	case w.types[source].is() != list:
		refuse(source, "%s of %s", name, w.types[source])
	case w.l == Go:
		w.need("slices")
		w.line("%s := slices.Clone(%s)", v, x)
	default:
		w.line("%s %s = %s;", w.typeName(have), v, x)
	}
	down := name == "reversed"
	if name == "sorted" {
		order := ""
		if w.l == Go {
			order = w.ordering(t, have.item(0))
		}
		switch {
		case w.l == CPP:
			w.line("sort(%s.begin(), %s.end());", v, v)
		case order != "":
			w.line("slices.SortFunc(%s, %s)", v, order)
		default:
			w.line("slices.Sort(%s)", v)
		}
		for _, a := range args[1:] {
			if a.Name != "reverse" {
				refuse(a, "sorted with %s", a.Name)
			}
			down = isName(a.Kids[0], "True")
		}
	}
	if down {
		w.line("%s", map[bool]string{true: "slices.Reverse(" + v + ")", false: fmt.Sprintf("reverse(%s.begin(), %s.end());", v, v)}[w.l == Go])
	}
	return v
}

func (w *printer) bits(name string, t *lang.Syntax, x string) string {
	if w.l == CPP {
		if name == "bit_count" {
			return "__builtin_popcountll(" + x + ")"
		}
		w.need("bit_length")
		return "bit_length(" + x + ")"
	}
	w.need("bits")
	if !w.types[t].isUnsigned() {
		x = "uint64(" + x + ")"
	}
	return map[string]string{"bit_count": "bits.OnesCount64", "bit_length": "bits.Len64"}[name] + "(" + x + ")"
}

func (w *printer) method(t *lang.Syntax) string {
	dot, args := t.Kids[0], t.Kids[1:]
	x := w.expr(dot.Kids[0], tightest)
	have := w.types[dot.Kids[0]]
	if w.l == Python {
		return fmt.Sprintf("%s.%s(%s)", x, dot.Name, w.all(args))
	}
	a := ""
	if len(args) > 0 {
		a = w.expr(args[0], lowest)
	}
	isText := have.is() == text
	switch dot.Name {
	case "count":
		if isText && w.l == Go {
			w.need("strings")
			return fmt.Sprintf("strings.Count(%s, %s)", x, w.textOf(args[0]))
		}
		if isText && len(args[0].Text) == 1 {
			a = strings.ReplaceAll(a, `"`, "'")
		}
		if w.l == CPP {
			return fmt.Sprintf("count(%s.begin(), %s.end(), %s)", x, x, a)
		}
		w.equates(t, have.item(0))
		w.need("count")
		return fmt.Sprintf("count(%s, %s)", x, a)
	case "index":
		switch {
		case isText && w.l == Go:
			w.need("strings")
			return fmt.Sprintf("strings.Index(%s, %s)", x, w.textOf(args[0]))
		case isText:
			return fmt.Sprintf("(long long)%s.find(%s)", x, a)
		case w.l == Go:
			w.equates(t, have.item(0))
			w.need("slices")
			return fmt.Sprintf("slices.Index(%s, %s)", x, a)
		}
		return fmt.Sprintf("(find(%s.begin(), %s.end(), %s) - %s.begin())", x, x, a, x)
	case "join":
		return w.join(dot.Kids[0], args[0], a)
	case "split":
		if w.l == Go {
			return fmt.Sprintf("strings.Split(%s, %s)", x, a)
		}
		w.need("split")
		return fmt.Sprintf("split(%s, %s)", x, a)
	case "get":
		w.need("get")
		return fmt.Sprintf("get(%s, %s, %s)", x, a, w.long(args[1], have.item(1)))
	case "startswith", "endswith":
		if w.l == Go {
			w.need("strings")
			return fmt.Sprintf("strings.%s(%s, %s)", map[string]string{"startswith": "HasPrefix", "endswith": "HasSuffix"}[dot.Name], x, a)
		}
	}
	refuse(t, "%s is not translated", dot.Name)
	return ""
}

// join writes sep.join(parts).
func (w *printer) join(sep, parts *lang.Syntax, x string) string {
	s := w.expr(sep, lowest)
	if sep.Kind == "text" {
		s = quote(sep.Text)
	}
	item := w.itemType(w.types[parts])
	if w.l == Go {
		if item.is() == letter {
			return "string(" + x + ")"
		}
		w.need("strings")
		return fmt.Sprintf("strings.Join(%s, %s)", x, s)
	}
	w.need("join")
	return fmt.Sprintf("join(%s, %s)", x, s)
}
