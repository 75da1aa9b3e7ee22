package emit

// This file writes loops: over ranges, items, and several lists at once.

import (
	"fmt"

	"grundy/rules/lang"
)

// forStatement writes a loop. The variables are declared by it.
func (w *printer) forStatement(vars, over *lang.Syntax, body func()) {
	if w.l == Python {
		w.open("for %s in %s", w.expr(vars, lowest), w.expr(over, lowest))
		body()
		w.close()
		return
	}
	name, args := callee(over)
	switch name {
	case "range":
		w.rangeLoop(w.loopName(vars), over, args)
	case "enumerate":
		w.itemLoop(w.loopName(vars.Kids[0]), vars.Kids[1], args[0])
	case "zip":
		w.zipLoop(vars, args)
	default:
		w.itemLoop("_", vars, over)
	}
	body()
	w.close()
}

// loopName returns the name of a loop's variable, or "_" if nothing reads it.
func (w *printer) loopName(v *lang.Syntax) string {
	if v.Kind != "name" {
		refuse(v, "want one variable")
	}
	if w.l == Go && !reads(w.f.body, v.Name) {
		return "_"
	}
	return w.l.name(v.Name)
}

// isUnread reports whether nothing reads a variable.
func (w *printer) isUnread(v *lang.Syntax) bool { return v.Kind == "name" && !reads(w.f.body, v.Name) }

func (w *printer) rangeLoop(v string, over *lang.Syntax, args []*lang.Syntax) {
	t := w.types[over].item(0)
	from, to, step := &lang.Syntax{Kind: "int"}, args[0], &lang.Syntax{Kind: "int", Int: 1}
	if len(args) > 1 {
		from, to = args[0], args[1]
	}
	if len(args) > 2 {
		step = args[2]
	}
	by, isFixed := fixed(step)
	if !isFixed || by == 0 {
		refuse(step, "a step that is not a number written here")
	}
	if w.l == Go && len(args) == 1 {
		if v == "_" {
			w.open("for range %s", w.expr(to, lowest))
		} else {
			w.open("for %s := range %s", v, w.expr(to, lowest))
		}
		return
	}
	if v == "_" {
		v = w.temporary("i")
	}
	compare := "<"
	if by < 0 {
		compare = ">"
	}
	next := v + "++"
	switch {
	case by == -1:
		next = v + "--"
	case by < 0:
		next = fmt.Sprintf("%s -= %d", v, -by)
	case by > 1:
		next = fmt.Sprintf("%s += %d", v, by)
	}
	limit := w.expr(to, w.compareLevel())
	if w.loopMoves(to) {
		held := w.temporary("last")
		w.define(held, t, limit)
		limit = held
	}
	switch start := w.expr(from, lowest); {
	case w.l == Go && t.isUnsigned():
		w.open("for %s := uint64(%s); %s %s %s; %s", v, start, v, compare, limit, next)
	case w.l == Go:
		w.open("for %s := %s; %s %s %s; %s", v, start, v, compare, limit, next)
	default:
		w.open("for (%s %s = %s; %s %s %s; %s)", w.typeName(t), v, start, v, compare, limit, next)
	}
}

// loopMoves reports whether the end of a range has to be computed once: it is neither a variable
// that stays nor a number.
func (w *printer) loopMoves(to *lang.Syntax) (moves bool) {
	lang.Walk(to, func(t *lang.Syntax) {
		if t.Kind == "name" && isAssigned(w.f, t.Name) || t.Kind == "call" && t.Kids[0].Name != "len" && t.Kids[0].Name != "min" && t.Kids[0].Name != "max" {
			moves = true
		}
	})
	return moves
}

func fixed(t *lang.Syntax) (int64, bool) {
	switch {
	case t.Kind == "int":
		return t.Int, true
	case t.Kind == "unary" && t.Name == "-" && t.Kids[0].Kind == "int":
		return -t.Kids[0].Int, true
	}
	return 0, false
}

// define declares a variable with a value.
func (w *printer) define(v string, t *typ, value string) {
	switch w.l {
	case Python:
		w.line("%s = %s", v, value)
	case Go:
		w.line("%s := %s", v, value)
	default:
		w.line("%s %s = %s;", w.typeName(t), v, value)
	}
}

// itemLoop goes over the items of a list or a text, counted by index unless that is "_".
func (w *printer) itemLoop(index string, item, over *lang.Syntax) {
	t := w.types[over]
	k := t.is()
	x := w.expr(over, lowest)
	if k == text && !w.letters || w.l == CPP && index != "_" {
		i := index
		if i == "_" {
			i = w.temporary("i")
		}
		if over.Kind != "name" {
			held := w.temporary("all")
			w.define(held, t, x)
			x = held
		}
		if w.l == Go {
			w.open("for %s := range %s", i, x)
		} else {
			w.need("len")
			w.open("for (long long %s = 0; %s < len(%s); %s++)", i, i, x, i)
		}
		at := fmt.Sprintf("%s[%s]", x, i)
		if k == text && !w.letters {
			at = map[Language]string{Go: fmt.Sprintf("%s[%s:%s+1]", x, i, i), CPP: fmt.Sprintf("%s.substr(%s, 1)", x, i)}[w.l]
		}
		w.bind(item, w.itemType(t), at)
		return
	}
	if w.l == CPP {
		if k == dict {
			w.open("for (const auto& [%s, _] : %s)", w.l.name(item.Name), x)
			return
		}
		if item.Kind == "name" {
			w.open("for (%s %s : %s)", w.loopType(w.itemType(t)), w.l.name(item.Name), x)
			return
		}
		held := w.temporary("item")
		w.open("for (const auto& %s : %s)", held, x)
		w.bind(item, w.itemType(t), held)
		return
	}
	switch {
	case k == dict:
		w.open("for %s := range %s", w.loopName(item), x)
	case item.Kind == "name" && index == "_" && w.loopName(item) == "_":
		w.open("for range %s", x)
	case item.Kind == "name" && w.loopName(item) == "_":
		w.open("for %s := range %s", index, x)
	case item.Kind == "name" && k == text:
		at := index
		if at == "_" {
			at = w.temporary("i")
		}
		w.open("for %s := range len(%s)", at, x)
		w.line("%s := %s[%s]", w.loopName(item), x, at)
	case item.Kind == "name":
		w.open("for %s, %s := range %s", index, w.loopName(item), x)
	default:
		held := w.temporary("item")
		w.open("for %s, %s := range %s", index, held, x)
		w.bind(item, w.itemType(t), held)
	}
}

// zipLoop goes over several lists at once, as far as the shortest goes.
func (w *printer) zipLoop(vars *lang.Syntax, lists []*lang.Syntax) {
	var names, lengths []string
	for _, l := range lists {
		held := w.held("list", l, w.expr(l, lowest))
		names = append(names, held)
		lengths = append(lengths, "len("+held+")")
	}
	w.need("len")
	i := w.temporary("i")
	most := lengths[0]
	for _, l := range lengths[1:] {
		most = "min(" + most + ", " + l + ")"
	}
	if w.l == Go {
		w.open("for %s := range %s", i, most)
	} else {
		w.open("for (long long %s = 0; %s < %s; %s++)", i, i, most, i)
	}
	for k, v := range vars.Kids {
		w.bind(v, w.itemType(w.types[lists[k]]), names[k]+"["+i+"]")
	}
}

func (w *printer) loopType(t *typ) string {
	if t.is() < text {
		return w.typeName(t)
	}
	return "const " + w.typeName(t) + "&"
}

func (w *printer) itemType(t *typ) *typ {
	if t.is() == text {
		return w.letterType()
	}
	return t.item(0)
}

// bind declares the variables of a pattern, which a value gives theirs.
func (w *printer) bind(to *lang.Syntax, t *typ, value string) {
	if to.Kind == "name" {
		if v := w.loopName(to); !w.isUnread(to) {
			w.define(v, t, value)
		}
		return
	}
	for i, k := range to.Kids {
		part := t.item(0)
		if t.is() == tuple {
			part = t.item(i)
		}
		w.bind(k, part, fmt.Sprintf("%s[%d]", value, i))
	}
}
