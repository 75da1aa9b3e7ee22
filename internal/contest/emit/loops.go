package emit

// Loops: over ranges, items, and several lists at once.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/rules/core"
)

// loop writes a [core.For] or [core.Loop], which declares its variables.
func (w *printer) loop(s core.Stmt) {
	declares := func(at core.Place) {
		for _, v := range targets(s) {
			if !w.f.Vars[v].Inner && !w.d.inline[binding{s, v}] {
				refuse(at, "the loop's variable %s is used elsewhere too", w.f.Vars[v].Name)
			}
		}
	}
	if w.l == Python {
		w.open("%s", w.pythonLoop(s))
		declares = func(core.Place) {}
	}
	switch s := s.(type) {
	case *core.For:
		if declares(s.At); w.l != Python {
			w.rangeLoop(w.loopName(s.V, s.Body), w.f.Vars[s.V].Type, s.From, s.To, s.Step, s.Body)
		}
		w.statements(s.Body)
	case *core.Loop:
		switch declares(s.At); {
		case w.l == Python:
		case len(s.Over) > 1:
			w.zipLoop(w.loopName(s.Counter, s.Body), s)
		default:
			w.itemLoop(w.loopName(s.Counter, s.Body), s.Items[0], s.Over[0], s.Body)
		}
		w.statements(s.Body)
	}
	w.close()
}

// pythonLoop writes the head of a loop or of a clause in Python.
func (w *printer) pythonLoop(s core.Stmt) string {
	if s, ok := s.(*core.For); ok {
		over := w.expr(s.To, inList)
		by, isFixed := fixed(s.Step)
		if !isZero(s.From) || !isFixed || by != 1 {
			over = w.expr(s.From, inList) + ", " + over
		}
		if !isFixed || by != 1 {
			over += ", " + w.expr(s.Step, inList)
		}
		return fmt.Sprintf("for %s in range(%s)", w.variable(s.V), over)
	}
	loop := s.(*core.Loop)
	over, items := w.expr(loop.Over[0], aboveChoice), w.expr(loop.Items[0], lowest)
	if loop.Counter != core.NoVar {
		items = w.expr(loop.Items[0], inList)
	}
	if len(loop.Over) > 1 {
		over, items = "zip("+w.all(loop.Over)+")", w.all(loop.Items)
		if loop.Counter != core.NoVar {
			items = "(" + items + ")"
		}
	}
	if loop.Counter != core.NoVar {
		over, items = "enumerate("+over+")", w.variable(loop.Counter)+", "+items
	}
	return fmt.Sprintf("for %s in %s", items, over)
}

// loopName returns the name of a loop's variable, or "_" if there is none, or Go would refuse it
// as the body does not read it.
func (w *printer) loopName(v core.Var, body []core.Stmt) string {
	if v == core.NoVar || w.l == Go && !reads(body, v) {
		return "_"
	}
	return w.variable(v)
}

// named returns the name of a loop's variable, or of a new one where nothing reads it.
func (w *printer) named(v string) string {
	if v == "_" {
		return w.temporary("i")
	}
	return v
}

// rangeLoop opens a loop over a range, whose numbers are of type t.
func (w *printer) rangeLoop(v string, t core.Type, from, to, step core.Expr, body []core.Stmt) {
	by, isFixed := fixed(step)
	text := fmt.Sprint(by)
	if !isFixed || by == 0 {
		isFixed = false
		by, text = w.direction(step), w.once("step", t, step, levels[w.l]["<"]+1, body)
	}
	if w.l == Go && isZero(from) && isFixed && by == 1 && t.Kind != core.UnsignedType {
		if v == "_" {
			w.open("for range %s", w.expr(to, lowest))
		} else {
			w.open("for %s := range %s", v, w.expr(to, lowest))
		}
		return
	}
	v = w.named(v)
	compare, next := "<", v+" += "+text
	switch {
	case !isFixed:
	case by == 1:
		next = v + "++"
	case by == -1:
		next = v + "--"
	case by < 0:
		next = fmt.Sprintf("%s -= %d", v, -by)
	}
	if by < 0 {
		compare = ">"
	}
	limit := w.once("last", t, to, levels[w.l]["<"]+1, body)
	start := w.expr(from, lowest)
	if w.l == Go {
		w.open("for %s := %s; %s %s %s; %s", v, w.sized(from, t, start), v, compare, limit, next)
	} else {
		w.open("for (%s %s = %s; %s %s %s; %s)", w.typeName(t), v, start, v, compare, limit, next)
	}
}

// direction returns 1 where a step is greater than 0 for sure, and -1 where it is less.
func (w *printer) direction(step core.Expr) int64 {
	switch s := w.bounds.expr(w.f, step); {
	case s.isEmpty():
	case s.lo > 0:
		return 1
	case s.hi < 0:
		return -1
	}
	w.refuse(step, "a step that may be 0, or greater and less than 0")
	return 0
}

// once writes an expression, for whose value a loop may need a variable.
func (w *printer) once(base string, t core.Type, e core.Expr, want int, body []core.Stmt) string {
	text := w.expr(e, want)
	if w.moves(e, body) {
		held := w.temporary(base)
		w.define(held, t, w.sized(e, t, text))
		return held
	}
	return text
}

// moves reports whether the end of a range has to be computed before the loop: it takes long, or
// the body may change it.
func (w *printer) moves(to core.Expr, body []core.Stmt) (moves bool) {
	core.Walk([]core.Stmt{&core.Do{X: to}}, nil, func(e core.Expr) bool {
		switch e := e.(type) {
		case *core.Get:
			moves = moves || sets(body, e.V) || w.changesIn(body, e.V)
		case *core.Call:
			moves = true
		case *core.Apply:
			moves = moves || !slices.Contains([]string{"len", "min", "max"}, e.F)
		}
		return true
	})
	return moves
}

// fixed returns a number that is written in the program.
func fixed(e core.Expr) (n int64, ok bool) {
	switch e := e.(type) {
	case *core.Const:
		return e.N, e.Kind == core.IntType
	case *core.Negate:
		n, ok = fixed(e.X)
		return -n, ok
	}
	return 0, false
}

func isZero(e core.Expr) bool {
	c, ok := e.(*core.Const)
	return ok && c.N == 0
}

// itemLoop goes over the items of a list or a text, counted by index unless that is "_".
func (w *printer) itemLoop(index string, item, over core.Expr, body []core.Stmt) {
	t, x := w.typeOf(over), w.expr(over, lowest)
	inText := t.Kind == core.StringType
	name := "" // of a single variable
	if get, ok := item.(*core.Get); ok {
		name = w.loopName(get.V, body)
	}
	switch {
	case inText && !w.Letters || w.l == CPP && index != "_":
		if _, ok := over.(*core.Get); !ok {
			held := w.temporary("all")
			w.define(held, t, x)
			x = held
		}
		i := w.named(index)
		if w.l == Go {
			w.open("for %s := range %s", i, x)
		} else {
			w.need("len")
			w.open("for (long long %s = 0; %s < len(%s); %s++)", i, i, x, i)
		}
		w.bind(item, w.itemType(t), w.itemAt(t, x, i), body)
	case t.Kind == core.DictType && w.l == CPP:
		w.open("for (const auto& [%s, _] : %s)", w.variable(item.(*core.Get).V), x)
	case t.Kind == core.DictType:
		w.open("for %s := range %s", name, x)
	case name == "_" && index == "_" && w.l == Go:
		w.open("for range %s", x)
	case name == "_" && w.l == Go:
		w.open("for %s := range %s", index, x)
	case name != "" && inText && w.l == Go:
		i := w.named(index)
		w.open("for %s := range len(%s)", i, x)
		w.line("%s := %s[%s]", name, x, i)
	default:
		held, kind := name, w.typeName(w.itemType(t))
		if get, ok := item.(*core.Get); ok && w.changesIn(body, get.V) {
			kind += "&"
		} else if !isSmall(w.itemType(t)) {
			kind = "const " + kind + "&"
		}
		if name == "" {
			held, kind = w.temporary("item"), "const auto&"
		}
		if w.l == Go {
			w.open("for %s, %s := range %s", index, held, x)
		} else {
			w.open("for (%s %s : %s)", kind, held, x)
		}
		if name == "" {
			w.bind(item, w.itemType(t), held, body)
		}
	}
}

// itemAt writes the item of a list or text at a place.
func (w *printer) itemAt(t core.Type, x, i string) string {
	switch {
	case t.Kind != core.StringType || w.Letters || w.l == Python:
		return x + "[" + i + "]"
	case w.l == Go:
		return fmt.Sprintf("%s[%s:%s+1]", x, i, i)
	}
	return fmt.Sprintf("%s.substr(%s, 1)", x, i)
}

// zipLoop goes over several lists at once, as far as the shortest goes.
func (w *printer) zipLoop(index string, s *core.Loop) {
	var names, lengths []string
	for _, l := range s.Over {
		held := w.held("list", l, w.expr(l, lowest))
		names, lengths = append(names, held), append(lengths, "len("+held+")")
	}
	w.need("len")
	i := w.named(index)
	most := strings.Join(lengths, ", ")
	if w.l == CPP && len(lengths) > 2 {
		most = "{" + most + "}"
	}
	if w.l == Go {
		w.open("for %s := range min(%s)", i, most)
	} else {
		w.open("for (long long %s = 0; %s < min(%s); %s++)", i, i, most, i)
	}
	for k, item := range s.Items {
		t := w.typeOf(s.Over[k])
		w.bind(item, w.itemType(t), w.itemAt(t, names[k], i), s.Body)
	}
}

// bind declares the variables of a pattern that a body reads, which a value gives theirs.
func (w *printer) bind(to core.Expr, t core.Type, value string, body []core.Stmt) {
	switch to := to.(type) {
	case *core.Get:
		if reads(body, to.V) {
			w.define(w.variable(to.V), t, value)
		}
	case *core.Tuple:
		for i, part := range to.Parts {
			of := t.Part(0)
			if t.Kind == core.TupleType {
				of = t.Part(i)
			}
			w.bind(part, of, fmt.Sprintf("%s[%d]", value, i), body)
		}
	default:
		w.refuse(to, "want one variable")
	}
}
