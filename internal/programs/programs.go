// Package programs writes random files of rules, for tests that compare two meanings of one
// text: formulas and moves, compiled and interpreted rules. [New] draws from the whole
// language: numbers, texts, lists, tuples, dicts, rows, grids, ranges, functions as values,
// closures, defaults, loops, comprehensions, early returns, ends of the play, sums, labels.
//
// Each file uses a part of the language that is drawn for it, so that many files stay within
// what a reader of rules can say, and each construct meets few others at a time. Most
// variables are used by their kind and most moves are guarded: a good part of the files
// loads, has positions with options, and ends. The rest fails while it is read or played, as
// files of people do. grammar.txt has the expressions; statements, which know their variables, are
// here.
package programs

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// New writes a file. The same numbers of r give the same file.
func New(r *rand.Rand) string {
	w := &writer{Rand: r, scope: map[string][]string{}, on: map[string]bool{}}
	of := 4
	if w.one(8) {
		of = 2
	}
	for _, f := range features {
		w.on[f] = w.one(of)
	}
	w.on["replies"] = w.on["replies"] && w.one(4) // no formula speaks of them
	w.file()
	return w.text.String()
}

// features are the parts of the language that a file may have.
var features = []string{
	"words", "dicts", "closures", "lambdas", "defaults", "stars",
	"changes", // of lists in their place
	"whiles", "comprehensions", "legality", "endings", "sums", "labels",
	"slips", // values of a wrong kind, places that are not there
	"gaps",  // variables that may have no value
	"digits",
	"nested", // functions in functions
	"early",  // returns and breaks
	"cuts",
	"several", // targets of an assignment
	"choices",
	"large", // numbers near 64 bits
	"onTop", // statements at the top level
	"keys",  // sorted and max with key=
	"spans", // ranges as values
	"replies",
}

// kinds are what a variable holds. A row or cells, a grid, are there only as fields of a position.
var kinds = []string{"number", "truth", "word", "letter", "list", "tuple", "row", "cells", "dict", "function", "span"}

// kindNeeds says of some kinds when a file uses them.
var kindNeeds = map[string]string{"word": "words", "dict": "dicts", "function": "lambdas", "span": "spans", "row": "row!", "cells": "cells!"}

type field struct {
	name    string
	kind    string // number, row or cells
	letters string
	lo, hi  int
	heaps   bool
}

type writer struct {
	*rand.Rand
	text   strings.Builder
	on     map[string]bool
	fields []field
	scope  map[string][]string // variables by kind
	named  int
	indent int
	loops  int // around the statement
	inside bool
	calls  bool // helpers may be called
	moving bool // moves may be stated
	left   int  // statements
}

func (w *writer) one(of int) bool           { return w.IntN(of) == 0 }
func (w *writer) pick(of ...string) string  { return of[w.IntN(len(of))] }
func (w *writer) has(f string, of int) bool { return w.on[f] && w.one(of) }

// write writes lines: texts as in the grammar.
func (w *writer) write(text string, arguments ...string) {
	for line := range strings.Lines(w.expand(text, 2, arguments...) + "\n") {
		w.text.WriteString(strings.Repeat("    ", w.indent) + line)
	}
}

func (w *writer) fresh() string {
	w.named++
	return fmt.Sprintf("v%d", w.named)
}

// know notes a variable.
func (w *writer) know(kind string, names ...string) {
	for _, name := range names {
		for other, names := range w.scope {
			w.scope[other] = slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == name })
		}
		w.scope[kind] = append(w.scope[kind], name)
	}
}

// within writes a block one level deeper. Variables of it are mostly forgotten behind it.
func (w *writer) within(do func()) {
	known := map[string][]string{}
	for k, names := range w.scope {
		known[k] = slices.Clip(names)
	}
	w.indent++
	do()
	w.indent--
	if !w.has("gaps", 3) {
		w.scope = known
	}
}

// variable draws a variable of a kind; of numbers, a row of integers.
func (w *writer) variable(kind string) (string, bool) {
	names := w.scope[kind]
	if kind == "numbers" {
		for _, f := range w.fields {
			if f.kind == "row" && f.letters == "" && slices.Contains(w.scope["row"], f.name) {
				names = append(names, f.name)
			}
		}
	}
	if len(names) == 0 {
		return "", false
	}
	return names[w.IntN(len(names))], true
}

// any draws a kind that the file uses.
func (w *writer) any() string {
	for {
		if k := w.pick(kinds...); kindNeeds[k] == "" || w.meets(kindNeeds[k]) {
			return k
		}
	}
}

// expr writes what the grammar makes of a name: for a kind, also a variable or a choice.
func (w *writer) expr(name string, depth int) string {
	if of, ok := strings.CutSuffix(name, "!"); ok {
		v, _ := w.variable(of)
		return v
	}
	switch name {
	case "any":
		name = w.any()
	case "cell":
		name = "letter"
		if slices.ContainsFunc(w.fields, func(f field) bool { return f.kind != "number" && f.letters == "" && !w.one(8) }) {
			name = "number"
		}
	case "sign":
		letters := w.lettered()
		i := w.IntN(len(letters))
		return fmt.Sprintf("%q", letters[i:i+1])
	}
	if !slices.Contains(kinds, name) {
		return w.draw(name, depth)
	}
	if w.has("slips", 40) {
		name = w.any()
	}
	if v, ok := w.variable(name); ok && (depth <= 0 || w.one(3)) {
		return v
	}
	if depth > 0 && w.has("choices", 8) {
		return w.expand("(«1» if «truth» else «2»)", depth, w.expr(name, depth-1), w.expr(name, depth-1))
	}
	if depth > 0 && w.has("choices", 20) {
		return w.expand("(«1» «and¦or» «2»)", depth, w.expr(name, depth-1), w.expr(name, depth-1))
	}
	return w.draw(name, depth)
}

// lettered returns the letters of the game, or some.
func (w *writer) lettered() string {
	for _, f := range w.fields {
		if f.letters != "" {
			return f.letters
		}
	}
	return "ab"
}

// block writes statements one level deeper.
func (w *writer) block(most, depth int) {
	w.within(func() {
		for range 1 + w.IntN(most) {
			w.statement(depth)
		}
	})
}

// statement writes one, with blocks at most depth deep.
func (w *writer) statement(depth int) {
	if w.left--; w.left < 0 {
		w.write("pass")
		return
	}
	for {
		switch k := w.IntN(32); {
		case k < 8 && w.moving, w.moving && depth <= 0 && k < 16:
			w.move()
			return
		case k < 12:
			w.assign()
			return
		case k < 16 && depth > 0:
			w.write("if «truth 2»:")
			w.block(2, depth-1)
			if w.one(4) {
				w.write("elif «truth»:")
				w.block(1, depth-1)
			}
			if w.one(2) {
				w.write("else:")
				w.block(2, depth-1)
			}
			return
		case k < 20 && depth > 0 && w.loops < 2:
			w.loop(depth)
			return
		case k == 20 && w.on["whiles"] && depth > 0 && w.loops < 2:
			w.while(depth)
			return
		case k == 21 && w.on["changes"]:
			w.change()
			return
		case k == 22 && w.on["early"]:
			leave := "return"
			if !w.moving {
				leave = "return " + w.expr("number", 1)
			}
			if w.loops > 0 {
				leave = w.pick(leave, "break", "continue")
			}
			w.write("if «truth»:\n    «1»", leave)
			return
		case k == 23 && w.on["endings"] && w.moving:
			w.write("if «truth»:\n    «win¦lose¦draw»()«\n    return¦\n    return¦\n    return¦»")
			return
		case k == 24 && w.on["nested"] && depth > 0 && !w.inside:
			name := w.fresh()
			w.write("def «1»(a«¦¦, b = «number»»):", name)
			inside, moving := w.inside, w.moving
			w.inside, w.moving = true, false
			w.within(func() {
				w.know("number", "a")
				if !w.on["closures"] {
					w.scope = map[string][]string{"number": {"a"}}
				}
				w.write("return «number 2»")
			})
			w.inside, w.moving = inside, moving
			w.know("function", name)
			return
		case k == 25 && w.on["slips"] && w.one(6):
			w.write("if «truth»:\n    fail(\"wrong\", «number 0»)")
			return
		case k == 26:
			w.write("«any»")
			return
		case k == 27 && w.on["digits"] && w.moving && w.one(2):
			w.write("report(«1»)", strings.Join(w.values(1), ", "))
			return
		case k > 28 && depth <= 0:
			w.write("pass")
			return
		}
	}
}

// assign gives a value to a variable.
func (w *writer) assign() {
	if w.has("several", 3) {
		a, b := w.fresh(), w.fresh()
		v, ok := w.variable("number")
		switch k := w.IntN(4); {
		case k == 0:
			w.write("«1», «2» = «tuple»", a, b)
		case k == 1 && ok:
			w.write("«1», «2» = «number», «1»", v, a)
			w.know("number", a)
			return
		case k < 3:
			w.write("[«1», («2», «3»)] = [«number», («number», 1)]", a, b, w.fresh())
		default:
			w.write("«1», «2» = «number 2», «number»", a, b)
		}
		w.know("number", a, b)
		return
	}
	if v, ok := w.variable("number"); ok && w.one(4) && (w.moving || v != "a") {
		ops := "«+¦-¦+¦-¦*¦//¦%»"
		if w.on["digits"] {
			ops = "«+¦-¦|¦&¦^¦<<¦>>»"
		}
		w.write("«1» "+ops+"= ««number»¦«number 0»»", v)
		return
	}
	kind := "number"
	if w.one(2) {
		kind = w.any()
	}
	value := w.expr(kind, 2)
	name := w.fresh()
	if v, ok := w.variable(kind); ok && w.one(3) {
		name = v
	}
	w.write("«1» = «2»", name, value)
	if kind != "row" || !strings.HasPrefix(value, "[") {
		w.know(kind, name)
	}
}

func (w *writer) change() {
	v, ok := w.variable("list")
	if !ok || v == "LIST" && !w.on["slips"] {
		v = w.fresh()
		w.write("«1» = «[1, 2]¦[]¦[«number», 0]¦[0] * 3»", v)
		w.know("list", v)
	}
	switch w.IntN(9) {
	case 0, 1, 2:
		w.write("«1».append(«number»)", v)
	case 3, 4:
		w.write("«1»[«place»] «=¦+=» «number»", v)
	case 5:
		w.write("«1» += «list»", v)
	case 6:
		w.write("«1».«pop()¦pop(0)¦insert(0, 1)¦remove(1)¦extend([1])¦extend(«1»)»", v)
	case 7:
		other := w.fresh()
		w.write("«2» = ««1»¦[«1», «1»]¦«1»»", v, other)
		if w.one(2) {
			w.know("list", other)
		}
		w.write("«1».append(«1¦«number 0»»)", v)
	default:
		if w.calls {
			w.write("grow(«1»)", v)
		} else {
			w.write("«1».append(len(«1»))", v)
		}
	}
}

func (w *writer) loop(depth int) {
	v, kind := w.fresh(), "number"
	r, isRow := w.variable("row")
	switch k := w.IntN(11); {
	case k < 4:
		w.write("for «1» in «span»:", v)
	case k == 4:
		n, ok := w.variable("number")
		if !ok {
			n = "3"
		}
		w.write("for «1» in range(«1¦0¦N», «2» + 1):", v, n)
	case k < 7:
		w.write("for «1» in «(1, 3)¦LIST¦range(3)¦«list»»:", v)
	case k == 7:
		other := w.fresh()
		w.write("for «1», «2» in «enumerate(«list»)¦zip(«list 0», «list 0»)¦PAIRS¦[(1, «number 0»), (0, 2)]»:", other, v)
		defer w.know("number", other)
	case k == 8 && isRow:
		if w.lettered() != "ab" || w.fields[len(w.fields)-1].letters != "" {
			kind = "letter"
		}
		w.write("for «1» in ««2»¦reversed(«2»)»:", v, r)
	case k < 10 && w.on["dicts"]:
		w.write("for «1» in «dict»:", v)
	case w.has("words", 2):
		kind = "letter"
		w.write("for «1» in «word».elems():", v)
	default:
		w.write("for «1» in range(«number»):", v)
	}
	w.loops++
	w.within(func() {
		w.know(kind, v)
		for range 1 + w.IntN(2) {
			w.statement(depth - 1)
		}
		if w.moving && w.one(2) {
			w.move()
		}
	})
	w.loops--
}

func (w *writer) while(depth int) {
	v := w.fresh()
	w.write("«1» = «1¦0¦1¦«number»»", v)
	w.know("number", v)
	step := "«1» «+= 1¦+= 2¦*= 2¦+= «1»¦+= 1»"
	if w.one(3) {
		step = "«1» «-= 1¦-= 2¦//= 2»"
		w.write("while «1» > «0¦1¦-1»:", v)
	} else {
		w.write("while «1» «<¦<=¦!=» «number»«¦¦¦ and «truth»»:", v)
	}
	w.loops++
	w.within(func() {
		w.statement(depth - 1)
		w.write(step, v)
	})
	w.loops--
}

// values writes a value for each field of a position.
func (w *writer) values(depth int) (all []string) {
	for _, f := range w.fields {
		if w.one(4) {
			all = append(all, f.name)
		} else {
			all = append(all, w.expr(f.kind, depth))
		}
	}
	return all
}

// move states moves.
func (w *writer) move() {
	label := ""
	if w.has("labels", 2) {
		label = w.expand(`, label = «"x"¦"n%d" % «number 0»¦str(«number»)»`, 2)
	}
	if w.has("replies", 2) && !w.on["endings"] { // draw() is one of them
		label += w.expand(`, again = «truth»`, 2)
	}
	all := w.values(1)
	at := w.IntN(len(w.fields))
	f := w.fields[at]
	lo, first, second := fmt.Sprint(f.lo), "", ""
	if f.letters != "" {
		first, second = fmt.Sprintf("%q", f.letters[:1]), fmt.Sprintf("%q", f.letters[1:2])
	}
	v, u := w.fresh(), w.fresh()
	// to writes the move where the field at becomes that.
	to := func(before, becomes string) {
		all[at] = w.expand(becomes, 2, f.name, v, u, first, second, lo)
		w.write(before+"move(«7»«8»)", f.name, v, u, first, second, lo, strings.Join(all, ", "), label)
	}
	switch {
	case w.has("sums", 2):
		part := func() string {
			values := strings.Join(w.values(w.IntN(2)), ", ")
			if len(w.fields) > 1 {
				values = "(" + values + ")"
			}
			return values
		}
		w.write("if «truth»:\n    move_sum(««1»¦«1», «2»¦copies(«0¦2¦«small»», «1»)»«3»)", part(), part(), label)
	case f.kind == "number" && !w.one(4): // lower a number
		for i, f := range w.fields {
			if (f.kind == "number" || w.one(2)) && !w.one(4) {
				all[i] = f.name
			}
		}
		switch w.IntN(3) {
		case 0:
			to("for «2» in range(«1¦1¦2», «1» + 1):\n    ", "«1» - «2»")
		case 1:
			to("for «2» in «(1, 2)¦LIST¦range(1, 4)¦«list»»:\n    ", "max(«1» - «2», «6»)")
		default:
			to("«2» = «number 2»\nif «6» <= «2» and «2» < «1»:\n    ", "«2»")
		}
	case f.kind == "row" && f.letters != "" && !w.one(3):
		to("for «2» in range(len(«1»)):\n    if «1»[«2»] == «4»:\n        ", "put(«1», «5», «2»)")
	case f.kind == "row" && !w.one(3):
		to("for «2» in range(len(«1»)):\n    if «1»[«2»] > «6»:\n        ", "put(«1», «1»[«2»] - 1, «2»)")
	case f.kind == "cells" && !w.one(3):
		to("for «2» in range(«1».height):\n    for «3» in range(«1».width):\n        if «1»[«2», «3»] == «4»:\n            ", "put(«1», «5», («2», «3»))")
	default:
		w.write("if «truth»:\n    move(«1»«2»)", strings.Join(all, ", "), label)
	}
}

// shape draws the fields of a position.
func (w *writer) shape() {
	numbers := func(n int) {
		for _, name := range []string{"x", "y", "z"}[:n] {
			w.fields = append(w.fields, field{name: name, kind: "number", lo: []int{0, 0, 0, 1, -2}[w.IntN(5)], hi: []int{0, 6, 12}[w.IntN(3)]})
		}
	}
	letters := func() string { return w.pick("ab", "ab", "X.", "abc") }
	switch w.IntN(8) {
	case 0, 1, 2:
		numbers(1)
	case 3, 4:
		numbers(2)
	case 5:
		w.fields = append(w.fields, field{name: "r", kind: "row", letters: letters()})
		numbers(w.IntN(2))
	case 6:
		w.fields = append(w.fields, field{name: "h", kind: "row", hi: 5, heaps: w.one(3)})
		numbers(w.IntN(2))
	default:
		w.fields = append(w.fields, field{name: "g", kind: "cells", letters: letters()})
		numbers(w.IntN(2))
	}
	var all []string
	for _, f := range w.fields {
		declared := `row(0, «2», «length = 2¦length = 3¦most = 3¦length = 2, order = "ascending"¦length = 2, distinct = True»)`
		switch {
		case f.kind == "number" && f.hi == 0 && f.lo == 0:
			declared = "integer()"
		case f.kind == "number":
			declared, f.hi = "integer(«1», «2»)", max(f.hi, 6)
		case f.kind == "cells":
			declared = "grid(«3», «1¦2», 2, exact = «True¦True¦True¦False»)"
		case f.heaps:
			declared = "heaps(most = 3, hi = «2»)"
		case f.letters != "":
			declared = "row(«3», «length = 2¦length = 3¦most = 4»)"
		}
		all = append(all, f.name+" = "+w.expand(declared, 0, fmt.Sprint(f.lo), fmt.Sprint(f.hi), fmt.Sprintf("%q", f.letters)))
	}
	w.write("position(«1»)", strings.Join(all, ", "))
}

// names lists the fields as parameters.
func (w *writer) names() string {
	var all []string
	for _, f := range w.fields {
		all = append(all, f.name)
	}
	return strings.Join(all, ", ")
}

// body writes a function of numbers, or of a position where there are no parameters.
func (w *writer) body(name, parameters string, do func(), variables ...string) {
	w.scope = map[string][]string{"list": {"LIST"}}
	w.know("number", variables...)
	if variables == nil {
		for _, f := range w.fields {
			w.know(f.kind, f.name)
		}
	}
	w.write("def «1»(«2»):", name, parameters)
	w.indent++
	do()
	w.indent--
}

func (w *writer) file() {
	w.shape()
	w.write("N = «2¦3¦1»\nLIST = «[3, 1]¦(1, 2, 4)¦[k * k for k in range(1, 4)]¦[2]»\nPAIRS = [(1, 0), (0, 1), (2, 1)]")
	if w.on["words"] {
		w.write(`SIGNS = «"ab"¦"a" * 3¦"n%d" % N»`)
	} else {
		w.write(`SIGNS = "ab"`)
	}
	if w.on["dicts"] {
		w.write("D = «{1: 2, 2: 1, 0: 0}¦{k: k // 2 for k in range(6)}¦{(0, 1): 1}»")
	}
	if w.has("onTop", 2) {
		w.write("«N = N + 1¦for i in range(2):\n    N = i¦if N > 1:\n    LIST = [1, 2]¦True = 0¦S = fill(1, 3)»")
	}
	w.helpers()
	w.body("moves", w.names(), func() {
		w.calls, w.moving, w.left = true, true, 14
		for range 2 + w.IntN(4) {
			w.statement(2)
		}
		w.write("«pass¦pass¦return¦None»")
	})
	if w.on["legality"] { // which positions there are
		w.body("legal", w.names(), func() {
			w.moving, w.left = false, 4
			if w.one(3) {
				w.write("if «truth 2»:\n    return «True¦\"no\"¦False¦\"not %d\" % N»")
			}
			w.write(`return «truth» or «truth»«¦¦ or "no"¦ or "no %d" % «number 0»¦ or True»`)
		})
	}
	if w.has("onTop", 3) {
		w.write("«N = 1¦helper = lambda a, b = 2: a - b¦if N > 1:\n    helper = lambda a, b = 1: b - a¦test = lambda a: a == N¦N = 2\nLIST = [N]»")
	}
	if w.one(12) {
		w.write("misere = True")
	}
}

// helpers writes the functions that others call.
func (w *writer) helpers() {
	w.moving, w.calls, w.left = false, false, 5
	second := "b"
	if w.on["defaults"] {
		second = w.pick("b = 1", "b = N", "b = len(LIST)")
	}
	w.body("helper", "a, "+second, func() {
		if w.one(2) {
			w.write("if «truth»:\n    return «number»")
		}
		if w.one(3) {
			w.statement(1)
		}
		w.write("return ««number»¦«number 2»»")
	}, "a", "b")
	w.body("test", "a", func() {
		w.write(w.pick("for i in «range(a)¦LIST¦range(1, a + 1, 2)¦range(3)»:\n    if «2 * i == a¦i + 1 == a // 2¦a - i == 2¦i > a»:\n        return True\nreturn «False¦a > 3¦None»",
			"if «truth»:\n    return «True¦1¦«truth 0»»\nreturn «truth»", "return «truth 2»", "return «truth 2»"))
	}, "a")
	w.scope = map[string][]string{"number": {"a"}}
	table := "return «[a, 1]¦[a] * 2¦[a - 1, a + 1]¦[i for i in range(3) if i < a]»"
	if w.has("changes", 2) {
		table = "all = []\n    for i in range(3):\n        all.append(«i¦a - i¦a»)\n    return all"
	}
	w.write("def table(a):\n    " + table)
	for _, helper := range [][2]string{
		{"changes", "def grow(all):\n    all.append(«1¦len(all)»)"},
		{"closures", "def make(k):\n    «return lambda a: a - k¦f = lambda a: a + k\n    return f¦k += 1\n    return lambda a: min(a, k)¦f = lambda a: a + k\n    k = 5\n    return f¦def f(a):\n        return a - k\n    return f»"},
		{"stars", "def rest(*all):\n    return «len(all)¦sum(all)¦all[0]¦max(*all)»"},
		{"nested", "def outer(a):\n    c = «a + 1¦2¦N»\n    def inner(b):\n        return «b + c¦b - a¦b * 2»\n    «c = 3¦pass»\n    return inner(«a¦c¦1»)"},
		{"digits", "def report(«1»):\n    «¦if test(N):\n        »move(«1»)"},
	} {
		if w.on[helper[0]] {
			w.write(helper[1], w.names())
		}
	}
}
