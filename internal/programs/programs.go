// Package programs writes random files of rules, for tests that compare two meanings of one
// text: formulas and moves, compiled and interpreted rules. [New] draws from the whole
// language: numbers, texts, lists, tuples, dicts, rows, grids, ranges, functions as values,
// closures, defaults, loops, comprehensions, early returns, ends of the play, sums, labels.
//
// Each file uses a part of the language that is drawn for it, so that many files stay within
// what a reader of rules can say, and each construct meets few others at a time. Most
// variables are used by their kind and most moves are guarded: a good part of the files
// loads, has positions with options, and ends. The rest fails while it is read or played, as
// files of people do.
package programs

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// New writes a file. The same numbers of r give the same file.
func New(r *rand.Rand) string {
	w := &writer{Rand: r, scope: map[kind][]string{}, on: map[feature]bool{}}
	for f := range features {
		w.on[f] = w.one(4)
	}
	if w.one(8) {
		for f := range features {
			w.on[f] = w.one(2)
		}
	}
	w.file()
	return w.text.String()
}

// A feature is a part of the language that a file may have.
type feature int

const (
	words feature = iota
	dicts
	closures
	lambdas
	defaults
	stars
	changes // of lists in their place
	whiles
	comprehensions
	legality
	endings
	sums
	labels
	slips // values of a wrong kind, places that are not there
	gaps  // variables that may have no value
	digits
	nested // functions in functions
	early  // returns and breaks
	cuts
	several // targets of an assignment
	choices
	large // numbers near 64 bits
	onTop // statements at the top level
	keys  // sorted and max with key=
	spans // ranges as values
	features
)

// A kind is what a variable holds.
type kind int

const (
	number kind = iota
	truth
	word
	letter
	list
	tuple
	row
	cells // a grid
	dict
	function // of a number, to a number
	span
	kinds
)

type field struct {
	name    string
	kind    kind // number, row or cells
	letters string
	lo, hi  int
	heaps   bool
}

type writer struct {
	*rand.Rand
	text   strings.Builder
	on     map[feature]bool
	fields []field
	scope  map[kind][]string
	named  int
	indent int
	loops  int // around the statement
	inside bool
	calls  bool // helpers may be called
	moving bool // moves may be stated
	left   int  // statements
}

func (w *writer) one(of int) bool                  { return w.IntN(of) == 0 }
func (w *writer) pick(of ...string) string         { return of[w.IntN(len(of))] }
func (w *writer) has(f feature, of int) bool       { return w.on[f] && w.one(of) }
func (w *writer) small() string                    { return fmt.Sprint(w.IntN(4)) }
func (w *writer) line(format string, a ...any)     { w.write(fmt.Sprintf(format, a...)) }
func (w *writer) f(format string, a ...any) string { return fmt.Sprintf(format, a...) }

func (w *writer) write(line string) {
	w.text.WriteString(strings.Repeat("    ", w.indent) + line + "\n")
}

func (w *writer) fresh() string {
	w.named++
	return fmt.Sprintf("v%d", w.named)
}

// know notes a variable.
func (w *writer) know(k kind, name string) {
	for other, names := range w.scope {
		w.scope[other] = slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == name })
	}
	w.scope[k] = append(w.scope[k], name)
}

// within writes a block one level deeper. Variables of it are mostly forgotten behind it.
func (w *writer) within(do func()) {
	known := map[kind][]string{}
	for k, names := range w.scope {
		known[k] = slices.Clip(names)
	}
	w.indent++
	do()
	w.indent--
	if !w.has(gaps, 3) {
		w.scope = known
	}
}

func (w *writer) variable(k kind) (string, bool) {
	names := w.scope[k]
	if len(names) == 0 {
		return "", false
	}
	return names[w.IntN(len(names))], true
}

// any draws a kind that the file uses.
func (w *writer) any() kind {
	for {
		k := kind(w.IntN(int(kinds)))
		lacks := k == word && !w.on[words] || k == dict && !w.on[dicts] || k == function && !w.on[lambdas] || k == span && !w.on[spans] ||
			k == row && len(w.scope[row]) == 0 || k == cells && len(w.scope[cells]) == 0
		if !lacks {
			return k
		}
	}
}

// expr writes an expression of a kind.
func (w *writer) expr(k kind, depth int) string {
	if w.has(slips, 40) {
		k = w.any()
	}
	if v, ok := w.variable(k); ok && (depth <= 0 || w.one(3)) {
		return v
	}
	if depth > 0 && w.has(choices, 8) {
		return w.f("(%s if %s else %s)", w.expr(k, depth-1), w.expr(truth, depth-1), w.expr(k, depth-1))
	}
	if depth > 0 && w.has(choices, 20) {
		return w.f("(%s %s %s)", w.expr(k, depth-1), w.pick("and", "or"), w.expr(k, depth-1))
	}
	switch k {
	case number:
		return w.number(depth)
	case truth:
		return w.truth(depth)
	case word:
		return w.word(depth)
	case letter:
		return w.letter(depth)
	case list:
		return w.list(depth)
	case tuple:
		return w.tuple(depth)
	case row:
		return w.row(depth)
	case cells:
		return w.grid(depth)
	case dict:
		return w.dict(depth)
	case function:
		return w.function(depth)
	}
	return w.span(depth)
}

func (w *writer) number(depth int) string {
	if depth <= 0 {
		if w.has(large, 12) {
			return w.pick("9223372036854775807", "(1 << 62)", "(-9223372036854775807 - 1)", "4294967296")
		}
		return w.pick(w.small(), w.small(), w.small(), "-1", "N")
	}
	a := func() string { return w.expr(number, depth-1) }
	for {
		switch w.IntN(34) {
		case 0, 1, 2:
			return w.f("(%s + %s)", a(), a())
		case 3, 4, 5:
			return w.f("(%s - %s)", a(), a())
		case 6:
			return w.f("(%s * %s)", w.pick("2", "3", "-1", "N", a()), a())
		case 7:
			return w.f("(%s // %s)", a(), w.pick("2", "3", "2", "-2", "0", "N", a()))
		case 8:
			return w.f("(%s %% %s)", a(), w.pick("2", "3", "2", "4", "-3", "N", a()))
		case 9:
			if w.on[digits] {
				return w.f("(%s %s %s)", a(), w.pick("&", "|", "^", "<<", ">>"), w.pick("1", "3", "2", a()))
			}
		case 10:
			return w.f("%s(%s, %s)", w.pick("min", "max"), a(), a())
		case 11:
			return w.f("%s(%s)", w.pick("min", "max", "sum", "len", "len"), w.expr(list, depth-1))
		case 12:
			return w.f(w.pick("abs(%s)", "(-%s)", "(~%s)", "(+%s)", "int(%s)"), a())
		case 13:
			return w.f("int(%s)", w.expr(truth, depth-1))
		case 14:
			return w.f("%s[%s]", w.expr(list, depth-1), w.place(depth))
		case 15:
			return w.f("%s[%s]", w.expr(tuple, depth-1), w.place(depth))
		case 16:
			return w.f("len(%s)", w.expr(w.sized(), depth-1))
		case 17:
			return w.f("%s.%s(%s)", w.expr(list, depth-1), w.pick("count", "index", "count"), a())
		case 18:
			if r, ok := w.intRow(); ok {
				return w.f("%s[%s]", r, w.place(depth))
			}
		case 19:
			if r, ok := w.variable(row); ok {
				return w.f("%s.%s(%s)", r, w.pick("count", "count", "index"), w.cellOf(depth-1))
			}
		case 20, 21:
			if w.calls {
				return w.call(depth)
			}
		case 22:
			if w.on[lambdas] || w.on[closures] {
				return w.f("%s(%s)", w.expr(function, depth-1), a())
			}
		case 23:
			if w.on[dicts] {
				return w.f(w.pick("%s.get(%s, %s)", "%s.get(%s, %s)", "%s.pop(%s, %s)"), w.expr(dict, depth-1), a(), a())
			}
		case 24:
			if w.on[dicts] {
				return w.f("%s[%s]", w.expr(dict, depth-1), a())
			}
		case 25:
			if w.on[words] {
				return w.f("%s.%s(%s)", w.expr(word, depth-1), w.pick("find", "count"), w.expr(letter, depth-1))
			}
		case 26:
			if g, ok := w.variable(cells); ok {
				return g + w.pick(".height", ".width")
			}
		case 27:
			if w.on[keys] {
				return w.f("%s(%s, key = %s)", w.pick("min", "max"), w.expr(list, depth-1), w.pick("abs", w.expr(function, depth-1)))
			}
		case 28:
			if w.on[spans] {
				return w.f(w.pick("len(%s)", "sum(%s)", "max(%s)", "%s[0]", "%s[-1]"), w.expr(span, depth-1))
			}
		case 29:
			return w.f("sum([%s for %s in %s])", "e * 2 - 1", "e", w.expr(list, depth-1))
		case 30:
			if w.on[words] && w.one(4) {
				return w.f("int(%s)", w.pick(`"12"`, `"7"`, w.expr(word, depth-1)))
			}
		default:
			if v, ok := w.variable(number); ok {
				return v
			}
			return w.small()
		}
	}
}

// sized is a kind of values that have a length.
func (w *writer) sized() kind {
	k := []kind{list, tuple, row, cells, word, dict, span}[w.IntN(7)]
	if k == word && !w.on[words] || k == dict && !w.on[dicts] || k == span && !w.on[spans] {
		return list
	}
	return k
}

// place writes an index, mostly one that is there.
func (w *writer) place(depth int) string {
	if w.one(4) {
		return w.expr(number, depth-1)
	}
	return w.pick("0", "0", "-1", "1", w.small())
}

// intRow returns a field that is a row of integers.
func (w *writer) intRow() (string, bool) {
	for _, f := range w.fields {
		if f.kind == row && f.letters == "" && slices.Contains(w.scope[row], f.name) {
			return f.name, true
		}
	}
	return "", false
}

// lettered reports whether the cells of the game are letters, and which.
func (w *writer) lettered() string {
	for _, f := range w.fields {
		if f.letters != "" {
			return f.letters
		}
	}
	return "ab"
}

func (w *writer) cellOf(depth int) string {
	for _, f := range w.fields {
		if f.kind != number && f.letters == "" && !w.one(8) {
			return w.expr(number, depth)
		}
	}
	return w.expr(letter, depth)
}

func (w *writer) call(depth int) string {
	a := func() string { return w.expr(number, depth-1) }
	if w.on[defaults] {
		switch w.IntN(6) {
		case 0:
			return w.f("helper(%s)", a())
		case 1:
			return w.f("helper(%s, b = %s)", a(), a())
		case 2:
			return w.f("helper(b = %s, a = %s)", a(), a())
		}
		if w.on[slips] && w.one(4) {
			return w.pick("helper()", "helper(1, 2, 3)", "helper(1, c = 2)", "helper(1, a = 2)")
		}
	}
	if w.has(stars, 2) {
		return w.pick("helper(*", "helper("+a()+", *", "rest(*", "rest("+a()+", *") + w.pick("[1, 2]", "(2, 1)", w.expr(list, 0)) + ")"
	}
	if w.on[nested] && w.one(3) {
		return w.f("outer(%s)", a())
	}
	return w.f("helper(%s, %s)", a(), a())
}

func (w *writer) compare() string { return w.pick("<", "<=", ">", ">=", "==", "!=", "==") }

func (w *writer) truth(depth int) string {
	n := func() string { return w.expr(number, depth-1) }
	for {
		switch w.IntN(24) {
		case 0, 1, 2, 3:
			return w.f("(%s %s %s)", n(), w.compare(), n())
		case 4:
			return w.f("(%s %s %s)", w.expr(truth, depth-1), w.pick("and", "or"), w.expr(truth, depth-1))
		case 5:
			return w.f("(not %s)", w.expr(truth, depth-1))
		case 6:
			return w.f("(%s %s %s)", n(), w.pick("in", "not in"), w.pick("(1, 3)", "[0, 2]", "range(4)", "range(0, 9, 2)", "LIST"))
		case 7:
			if depth > 0 {
				return w.f("(%s %s %s)", n(), w.pick("in", "not in"), w.expr([]kind{list, tuple, row, span}[w.IntN(4)], depth-1))
			}
		case 8:
			if w.on[words] {
				return w.f("(%s %s %s)", w.expr(word, depth-1), w.compare(), w.expr(word, depth-1))
			}
		case 9:
			if w.on[words] {
				return w.f("(%s in %s)", w.expr(letter, depth-1), w.expr(word, depth-1))
			}
		case 10:
			if depth > 0 {
				k := w.any()
				other := k
				if w.one(3) {
					other = []kind{list, tuple, row, word, number, truth}[w.IntN(6)]
				}
				return w.f("(%s %s %s)", w.expr(k, depth-1), w.pick("==", "!="), w.expr(other, depth-1))
			}
		case 11:
			if depth > 0 {
				k := []kind{list, tuple, truth}[w.IntN(3)]
				return w.f("(%s %s %s)", w.expr(k, depth-1), w.compare(), w.expr(k, depth-1))
			}
		case 12:
			if w.on[comprehensions] && depth > 0 {
				return w.f("%s([%s for e in %s])", w.pick("any", "all"), w.pick("e > 1", "e == "+n(), "e % 2 == 0"), w.expr(list, depth-1))
			}
		case 13:
			return w.f("bool(%s)", w.expr(w.any(), depth-1))
		case 14:
			if r, ok := w.variable(row); ok {
				return w.f("inside(%s, %s)", r, n())
			}
		case 15:
			if r, ok := w.variable(row); ok {
				return w.f("(%s[%s] %s %s)", r, w.place(depth), w.pick("==", "!="), w.cellOf(depth-1))
			}
		case 16:
			if r, ok := w.variable(row); ok {
				return w.f("(%s %s %s)", w.cellOf(depth-1), w.pick("in", "not in"), r)
			}
		case 17:
			if g, ok := w.variable(cells); ok {
				return w.f("(%s[%s, %s] == %s)", g, w.pick("0", "0", w.small()), w.pick("0", "0", w.small()), w.cellOf(depth-1))
			}
		case 18:
			if r, ok := w.variable(row); ok && w.lettered() != "" {
				return w.f("(%s %s %s)", w.pick(`"ab"`, `"a"`, `""`, r+"[:1]", r+"[1:]"), w.pick("in", "=="), r)
			}
		case 19:
			if w.calls {
				return w.f("test(%s)", n())
			}
		case 20:
			return w.pick("True", "False")
		case 21:
			if w.on[dicts] {
				return w.f("(%s in %s)", w.pick(n(), w.expr(tuple, 0)), w.expr(dict, depth-1))
			}
		case 22:
			return w.f("(%s %s None)", w.expr(w.any(), 0), w.pick("==", "!="))
		default:
			return w.f("(%s %s %s)", n(), w.compare(), w.small())
		}
	}
}

func (w *writer) word(depth int) string {
	if depth <= 0 || !w.on[words] {
		return w.pick(`"a"`, `"ab"`, `"ba"`, `""`, "SIGNS")
	}
	switch w.IntN(10) {
	case 0:
		return w.f("(%s + %s)", w.expr(word, depth-1), w.expr(word, depth-1))
	case 1:
		return w.f("(%s * %s)", w.expr(word, depth-1), w.small())
	case 2:
		return w.f("%s[%s:%s]", w.expr(word, depth-1), w.pick("", "1", w.expr(number, depth-1)), w.pick("", "2", "-1"))
	case 3:
		return w.f("str(%s)", w.expr(w.any(), depth-1))
	case 4:
		return w.f(`(%s %% %s)`, w.pick(`"n%d"`, `"%s"`, `"%d%d"`, `"%r"`), w.expr(number, depth-1))
	case 5:
		return w.f(`"".join(%s)`, w.pick("[c for c in "+w.expr(word, 0)+"]", `["a", "b"]`))
	case 6:
		return w.f(`%s.replace("a", "b")`, w.expr(word, depth-1))
	}
	return w.expr(word, 0)
}

func (w *writer) letter(depth int) string {
	if depth > 0 {
		switch w.IntN(6) {
		case 0:
			if r, ok := w.variable(row); ok {
				return w.f("%s[%s]", r, w.place(depth))
			}
		case 1:
			if w.on[words] {
				return w.f("%s[%s]", w.expr(word, depth-1), w.place(depth))
			}
		case 2:
			if g, ok := w.variable(cells); ok {
				return w.f("%s[%s, 0]", g, w.pick("0", "0", w.small()))
			}
		}
	}
	letters := w.lettered()
	i := w.IntN(len(letters))
	return w.f("%q", letters[i:i+1])
}

func (w *writer) list(depth int) string {
	n := func() string { return w.expr(number, depth-1) }
	if depth <= 0 {
		return w.pick("[1, 2]", "[]", "[0]", "LIST", "[3, 1, 0]")
	}
	for {
		switch w.IntN(17) {
		case 0, 1, 2:
			return w.f("[%s, %s]", n(), n())
		case 3:
			return w.f("(%s + %s)", w.expr(list, depth-1), w.expr(list, depth-1))
		case 4:
			return w.f("(%s * %s)", w.expr(list, depth-1), w.pick("2", "0", w.small()))
		case 5:
			if w.on[cuts] {
				return w.f("%s[%s:%s]", w.expr(list, depth-1), w.pick("", "1", w.expr(number, 0)), w.pick("", "2", "-1", w.expr(number, 0)))
			}
		case 6:
			if w.on[cuts] {
				return w.f("%s[%s]", w.expr(list, depth-1), w.pick("::-1", "::2", "1::1"))
			}
		case 7:
			return w.f("%s(%s)", w.pick("sorted", "reversed", "list"), w.expr(list, depth-1))
		case 8:
			return w.f("list(range(%s))", w.pick("3", "1, 4", "4, 0, -2", w.expr(number, 0)))
		case 9, 10:
			if w.on[comprehensions] {
				return w.comprehension(depth)
			}
		case 11:
			return w.f("list(%s)", w.expr([]kind{tuple, row, span, list}[w.IntN(4)], depth-1))
		case 12:
			if w.on[dicts] {
				return w.f("%s.%s()", w.expr(dict, depth-1), w.pick("keys", "values"))
			}
		case 13:
			if w.on[keys] {
				return w.f("sorted(%s, %s)", w.expr(list, depth-1), w.pick("reverse = True", "key = abs", "key = lambda e: -e"))
			}
		case 14:
			if w.calls && w.one(2) {
				return w.f("table(%s)", n())
			}
		case 15:
			if r, ok := w.intRow(); ok {
				return w.f("list(%s)", r)
			}
		default:
			return w.expr(list, 0)
		}
	}
}

func (w *writer) comprehension(depth int) string {
	over := w.expr([]kind{list, list, tuple, span}[w.IntN(4)], depth-1)
	switch w.IntN(5) {
	case 0:
		return w.f("[e + i for i, e in enumerate(%s)]", over)
	case 1:
		return w.f("[a - b for a, b in zip(%s, %s)]", over, w.expr(list, 0))
	case 2:
		return w.f("[e + d for e in %s for d in %s]", over, w.pick("(0, 1)", "range(2)", "[e]"))
	}
	return w.f("[%s for e in %s%s]", w.pick("e", "e + 1", "e * 2", "min(e, 2)", "e - "+w.expr(number, 0)), over, w.pick("", "", " if e > 1", " if e % 2 == 0 if e < 5", " if "+w.expr(truth, 0)))
}

func (w *writer) tuple(depth int) string {
	if depth <= 0 {
		return w.pick("(1, 2)", "()", "(0,)", "(3, 1)")
	}
	switch w.IntN(5) {
	case 0:
		return w.f("(%s + %s)", w.expr(tuple, depth-1), w.expr(tuple, depth-1))
	case 1:
		return w.f("tuple(%s)", w.expr(list, depth-1))
	}
	return w.f("(%s, %s)", w.expr(number, depth-1), w.expr(number, depth-1))
}

func (w *writer) row(depth int) string {
	r, ok := w.variable(row)
	if !ok {
		return w.pick(`fill("a", 2)`, `fill(1, 2)`, `put([1, 2], 0, 1)`)
	}
	if depth <= 0 {
		return r
	}
	switch w.IntN(9) {
	case 0, 1, 2:
		return w.f("put(%s, %s, %s)", w.expr(row, depth-1), w.cellOf(depth-1), w.place(depth))
	case 3:
		return w.f("put(%s, %s, 0, %s)", r, w.cellOf(0), w.place(depth))
	case 4:
		return w.f("(%s[1:] + %s[:1])", r, r)
	case 5:
		return w.f("fill(%s, len(%s))", w.cellOf(0), r)
	case 6:
		return w.f("[%s for c in %s]", w.pick("c", w.f("%s if c == %s else c", w.cellOf(0), w.cellOf(0))), r)
	case 7:
		return w.f("%s(%s)", w.pick("list", "reversed", "sorted", "tuple"), r)
	}
	return r
}

func (w *writer) grid(depth int) string {
	g, ok := w.variable(cells)
	if !ok {
		return w.pick(`fill("a", 2, 2)`, "fill(0, 1, 2)")
	}
	if depth <= 0 {
		return g
	}
	if w.one(5) {
		return w.f("cut(%s, 0, 0, %s, %s)", g, w.pick("1", "2", g+".height"), w.pick("1", "2", "0"))
	}
	return w.f("put(%s, %s, (%s, %s))", g, w.cellOf(0), w.pick("0", "1", w.expr(number, 0)), w.pick("0", "1", w.expr(number, 0)))
}

func (w *writer) dict(depth int) string {
	if depth <= 0 || w.one(2) {
		return w.pick("{1: 2, 3: 0}", "{}", "D", "{(1, 2): 1, 0: 3}")
	}
	return w.f(w.pick("{%s: %s}", "dict([(%s, %s)])", "{e: e + %s for e in [%s]}", "({1: %s} | {%s: 1})"), w.expr(number, depth-1), w.expr(number, depth-1))
}

func (w *writer) function(depth int) string {
	free := w.pick("1", "N")
	if w.on[closures] {
		free = w.expr(number, 0)
	}
	switch w.IntN(7) {
	case 0:
		return w.pick("abs", "int")
	case 1:
		if w.on[closures] {
			return w.f("make(%s)", w.expr(number, max(depth-1, 0)))
		}
	case 2:
		if w.on[defaults] {
			return w.f("(lambda a, b = %s: a - b)", free)
		}
	case 3:
		return w.f("[lambda a: a, lambda a: a + %s][%s]", free, w.pick("0", "1", w.expr(number, 0)))
	case 4:
		if w.calls && w.on[defaults] {
			return "helper"
		}
	}
	return w.f("(lambda a: %s)", w.pick("a + "+free, "a * 2", "a // 2", free+" - a", "min(a, "+free+")", "a if a > "+free+" else 0"))
}

func (w *writer) span(depth int) string {
	n := func() string { return w.expr(number, depth-1) }
	return w.f("range(%s)", w.pick(n(), "1, "+n(), n()+", "+n(), n()+", -1, -1", "0, "+n()+", 2", "1, "+n()+" + 1"))
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
		w.line("pass")
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
			w.line("if %s:", w.expr(truth, 2))
			w.block(2, depth-1)
			if w.one(4) {
				w.line("elif %s:", w.expr(truth, 1))
				w.block(1, depth-1)
			}
			if w.one(2) {
				w.line("else:")
				w.block(2, depth-1)
			}
			return
		case k < 20 && depth > 0 && w.loops < 2:
			w.loop(depth)
			return
		case k == 20 && w.on[whiles] && depth > 0 && w.loops < 2:
			w.while(depth)
			return
		case k == 21 && w.on[changes]:
			w.change()
			return
		case k == 22 && w.on[early]:
			w.line("if %s:", w.expr(truth, 1))
			leave := "return"
			if !w.moving {
				leave = "return " + w.expr(number, 1)
			}
			if w.loops > 0 {
				leave = w.pick(leave, "break", "continue")
			}
			w.line("    %s", leave)
			return
		case k == 23 && w.on[endings] && w.moving:
			w.line("if %s:", w.expr(truth, 1))
			w.line("    %s()", w.pick("win", "lose", "draw"))
			if !w.one(4) {
				w.line("    return")
			}
			return
		case k == 24 && w.on[nested] && depth > 0 && !w.inside:
			name := w.fresh()
			w.line("def %s(a%s):", name, w.pick("", "", ", b = "+w.expr(number, 1)))
			inside, moving := w.inside, w.moving
			w.inside, w.moving = true, false
			w.within(func() {
				w.know(number, "a")
				if !w.on[closures] {
					w.scope = map[kind][]string{number: {"a"}}
				}
				w.line("return %s", w.expr(number, 2))
			})
			w.inside, w.moving = inside, moving
			w.know(function, name)
			return
		case k == 25 && w.on[slips] && w.one(6):
			w.line("if %s:", w.expr(truth, 1))
			w.line("    fail(\"wrong\", %s)", w.expr(number, 0))
			return
		case k == 26:
			w.line("%s", w.expr(w.any(), 1))
			return
		case k == 27 && w.on[digits] && w.moving && w.one(2):
			w.line("report(%s)", strings.Join(w.values(1), ", "))
			return
		case k > 28 && depth <= 0:
			w.line("pass")
			return
		}
	}
}

// assign gives a value to a variable.
func (w *writer) assign() {
	switch {
	case w.has(several, 3):
		a, b := w.fresh(), w.fresh()
		switch w.IntN(4) {
		case 0:
			w.line("%s, %s = %s", a, b, w.expr(tuple, 1))
		case 1:
			if v, ok := w.variable(number); ok {
				w.line("%s, %s = %s, %s", v, a, w.expr(number, 1), v)
				w.know(number, a)
				return
			}
			fallthrough
		case 2:
			w.line("[%s, (%s, %s)] = [%s, (%s, 1)]", a, b, w.fresh(), w.expr(number, 1), w.expr(number, 1))
		default:
			w.line("%s, %s = %s, %s", a, b, w.expr(number, 2), w.expr(number, 1))
		}
		w.know(number, a)
		w.know(number, b)
		return
	case w.one(4):
		if v, ok := w.variable(number); ok && (w.moving || v != "a") {
			op := w.pick("+", "-", "+", "-", "*", "//", "%")
			if w.on[digits] {
				op = w.pick("+", "-", "|", "&", "^", "<<", ">>")
			}
			w.line("%s %s= %s", v, op, w.expr(number, w.IntN(2)))
			return
		}
	}
	k := number
	if w.one(2) {
		k = w.any()
	}
	value := w.expr(k, 2)
	name := w.fresh()
	if v, ok := w.variable(k); ok && w.one(3) {
		name = v
	}
	w.line("%s = %s", name, value)
	if k == row && strings.HasPrefix(value, "[") {
		return
	}
	w.know(k, name)
}

func (w *writer) change() {
	v, ok := w.variable(list)
	if !ok || v == "LIST" && !w.on[slips] {
		v = w.fresh()
		w.line("%s = %s", v, w.pick("[1, 2]", "[]", "["+w.expr(number, 1)+", 0]", "[0] * 3"))
		w.know(list, v)
	}
	switch w.IntN(9) {
	case 0, 1, 2:
		w.line("%s.append(%s)", v, w.expr(number, 1))
	case 3:
		w.line("%s[%s] = %s", v, w.place(1), w.expr(number, 1))
	case 4:
		w.line("%s[%s] += %s", v, w.place(1), w.expr(number, 1))
	case 5:
		w.line("%s += %s", v, w.expr(list, 1))
	case 6:
		w.line("%s.%s", v, w.pick("pop()", "pop(0)", "insert(0, 1)", "remove(1)", "extend([1])", "extend("+v+")"))
	case 7:
		other := w.fresh()
		w.line("%s = %s", other, w.pick(v, "["+v+", "+v+"]", v))
		if w.one(2) {
			w.know(list, other)
		}
		w.line("%s.append(%s)", v, w.pick("1", w.expr(number, 0)))
	default:
		if w.calls {
			w.line("grow(%s)", v)
		} else {
			w.line("%s.append(len(%s))", v, v)
		}
	}
}

func (w *writer) loop(depth int) {
	v := w.fresh()
	kindOf := number
	switch w.IntN(11) {
	case 0, 1, 2, 3:
		w.line("for %s in %s:", v, w.span(1))
	case 4:
		n, _ := w.variable(number)
		if n == "" {
			n = "3"
		}
		w.line("for %s in range(%s, %s + 1):", v, w.pick("1", "0", "N"), n)
	case 5, 6:
		w.line("for %s in %s:", v, w.pick("(1, 3)", "LIST", "range(3)", w.expr(list, 1)))
	case 7:
		other := w.fresh()
		w.line("for %s, %s in %s:", other, v, w.pick("enumerate("+w.expr(list, 1)+")", "zip("+w.expr(list, 0)+", "+w.expr(list, 0)+")", "PAIRS", "[(1, "+w.expr(number, 0)+"), (0, 2)]"))
		defer w.know(number, other)
	case 8:
		if r, ok := w.variable(row); ok {
			if w.lettered() != "ab" || len(w.fields) > 0 && w.fields[len(w.fields)-1].letters != "" {
				kindOf = letter
			}
			w.line("for %s in %s:", v, w.pick(r, "reversed("+r+")"))
			break
		}
		fallthrough
	case 9:
		if w.on[dicts] {
			w.line("for %s in %s:", v, w.expr(dict, 1))
			break
		}
		fallthrough
	default:
		if w.on[words] && w.one(2) {
			kindOf = letter
			w.line("for %s in %s.elems():", v, w.expr(word, 1))
		} else {
			w.line("for %s in range(%s):", v, w.expr(number, 1))
		}
	}
	w.loops++
	w.within(func() {
		w.know(kindOf, v)
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
	w.line("%s = %s", v, w.pick("1", "0", "1", w.expr(number, 1)))
	w.know(number, v)
	down := w.one(3)
	if down {
		w.line("while %s > %s:", v, w.pick("0", "1", "-1"))
	} else {
		w.line("while %s %s %s%s:", v, w.pick("<", "<=", "!="), w.expr(number, 1), w.pick("", "", "", " and "+w.expr(truth, 1)))
	}
	w.loops++
	w.within(func() {
		w.statement(depth - 1)
		if down {
			w.line("%s %s", v, w.pick("-= 1", "-= 2", "//= 2"))
		} else {
			w.line("%s %s", v, w.pick("+= 1", "+= 2", "*= 2", "+= "+v, "+= 1"))
		}
	})
	w.loops--
}

// values writes a value for each field of a position.
func (w *writer) values(depth int) (all []string) {
	for _, f := range w.fields {
		switch {
		case w.one(4):
			all = append(all, f.name)
		case f.kind == number:
			all = append(all, w.expr(number, depth))
		default:
			all = append(all, w.expr(f.kind, depth))
		}
	}
	return all
}

// move states moves.
func (w *writer) move() {
	label := ""
	if w.has(labels, 2) {
		label = w.pick(`, label = "x"`, `, label = "n%d" % `+w.expr(number, 0), `, label = str(`+w.expr(number, 1)+`)`)
	}
	all := w.values(1)
	at := w.IntN(len(w.fields))
	f := w.fields[at]
	switch {
	case w.has(sums, 2):
		part := func() string {
			values := w.values(w.IntN(2))
			if len(values) == 1 {
				return values[0]
			}
			return "(" + strings.Join(values, ", ") + ")"
		}
		w.line("if %s:", w.expr(truth, 1))
		w.line("    move_sum(%s%s)", w.pick(part(), part()+", "+part(), w.f("copies(%s, %s)", w.pick("0", "2", w.small()), part())), label)
	case f.kind == number && !w.one(4): // lower a number
		v := w.fresh()
		for i, f := range w.fields {
			if i != at && (f.kind == number || w.one(2)) && !w.one(4) {
				all[i] = f.name
			}
		}
		to := slices.Clone(all)
		switch w.IntN(3) {
		case 0:
			w.line("for %s in range(%s, %s + 1):", v, w.pick("1", "1", "2"), f.name)
			to[at] = w.f("%s - %s", f.name, v)
		case 1:
			w.line("for %s in %s:", v, w.pick("(1, 2)", "LIST", "range(1, 4)", w.expr(list, 1)))
			to[at] = w.f("max(%s - %s, %d)", f.name, v, f.lo)
		default:
			w.line("%s = %s", v, w.expr(number, 2))
			w.line("if %d <= %s and %s < %s:", f.lo, v, v, f.name)
			to[at] = v
		}
		w.line("    move(%s%s)", strings.Join(to, ", "), label)
	case f.kind == row && !w.one(3):
		v := w.fresh()
		w.line("for %s in range(len(%s)):", v, f.name)
		if f.letters != "" {
			w.line("    if %s[%s] == %q:", f.name, v, f.letters[:1])
			all[at] = w.f("put(%s, %q, %s)", f.name, f.letters[1:2], v)
		} else {
			w.line("    if %s[%s] > %d:", f.name, v, f.lo)
			all[at] = w.f("put(%s, %s[%s] - 1, %s)", f.name, f.name, v, v)
		}
		w.line("        move(%s%s)", strings.Join(all, ", "), label)
	case f.kind == cells && !w.one(3):
		r, c := w.fresh(), w.fresh()
		w.line("for %s in range(%s.height):", r, f.name)
		w.line("    for %s in range(%s.width):", c, f.name)
		w.line("        if %s[%s, %s] == %q:", f.name, r, c, f.letters[:1])
		all[at] = w.f("put(%s, %q, (%s, %s))", f.name, f.letters[1:2], r, c)
		w.line("            move(%s%s)", strings.Join(all, ", "), label)
	default:
		w.line("if %s:", w.expr(truth, 1))
		w.line("    move(%s%s)", strings.Join(all, ", "), label)
	}
}

// shape draws the fields of a position.
func (w *writer) shape() {
	numbers := func(n int) {
		for _, name := range []string{"x", "y", "z"}[:n] {
			w.fields = append(w.fields, field{name: name, kind: number, lo: []int{0, 0, 0, 1, -2}[w.IntN(5)], hi: []int{0, 6, 12}[w.IntN(3)]})
		}
	}
	letters := func() string { return w.pick("ab", "ab", "X.", "abc") }
	switch w.IntN(8) {
	case 0, 1, 2:
		numbers(1)
	case 3, 4:
		numbers(2)
	case 5:
		w.fields = append(w.fields, field{name: "r", kind: row, letters: letters()})
		numbers(w.IntN(2))
	case 6:
		w.fields = append(w.fields, field{name: "h", kind: row, hi: 5, heaps: w.one(3)})
		numbers(w.IntN(2))
	default:
		w.fields = append(w.fields, field{name: "g", kind: cells, letters: letters()})
		numbers(w.IntN(2))
	}
	var all []string
	for _, f := range w.fields {
		switch {
		case f.kind == number && f.hi == 0 && f.lo == 0:
			all = append(all, w.f("%s = integer()", f.name))
		case f.kind == number:
			all = append(all, w.f("%s = integer(%d, %d)", f.name, f.lo, max(f.hi, 6)))
		case f.kind == cells:
			all = append(all, w.f("%s = grid(%q, %s, %s, exact = %s)", f.name, f.letters, w.pick("1", "2"), "2", w.pick("True", "True", "True", "False")))
		case f.heaps:
			all = append(all, w.f("%s = heaps(most = 3, hi = %d)", f.name, f.hi))
		case f.letters != "":
			all = append(all, w.f("%s = row(%q, %s)", f.name, f.letters, w.pick("length = 2", "length = 3", "most = 4")))
		default:
			all = append(all, w.f("%s = row(0, %d, %s)", f.name, f.hi, w.pick("length = 2", "length = 3", "most = 3", `length = 2, order = "ascending"`, "length = 2, distinct = True")))
		}
	}
	w.line("position(%s)", strings.Join(all, ", "))
}

// names lists the fields as parameters.
func (w *writer) names() string {
	var all []string
	for _, f := range w.fields {
		all = append(all, f.name)
	}
	return strings.Join(all, ", ")
}

// body opens the scope of a function of numbers, or of a position.
func (w *writer) body(parameters ...string) {
	w.scope = map[kind][]string{list: {"LIST"}}
	for _, p := range parameters {
		w.know(number, p)
	}
	if parameters == nil {
		for _, f := range w.fields {
			w.know(f.kind, f.name)
		}
	}
}

func (w *writer) file() {
	w.shape()
	w.line("N = %s", w.pick("2", "3", "1"))
	w.line("LIST = %s", w.pick("[3, 1]", "(1, 2, 4)", "[k * k for k in range(1, 4)]", "[2]"))
	w.line("PAIRS = [(1, 0), (0, 1), (2, 1)]")
	if w.on[words] {
		w.line("SIGNS = %s", w.pick(`"ab"`, `"a" * 3`, `"n%d" % N`))
	} else {
		w.line("SIGNS = \"ab\"")
	}
	if w.on[dicts] {
		w.line("D = %s", w.pick("{1: 2, 2: 1, 0: 0}", "{k: k // 2 for k in range(6)}", "{(0, 1): 1}"))
	}
	if w.has(onTop, 2) {
		w.line("%s", w.pick("N = N + 1", "for i in range(2):\n    N = i", "if N > 1:\n    LIST = [1, 2]", "True = 0", "S = fill(1, 3)"))
	}
	w.helpers()
	w.line("def moves(%s):", w.names())
	w.body()
	w.calls, w.moving, w.left = true, true, 14
	w.indent = 1
	for range 2 + w.IntN(4) {
		w.statement(2)
	}
	w.line("%s", w.pick("pass", "pass", "return", "None"))
	w.indent = 0
	if w.on[legality] {
		w.legal()
	}
	if w.has(onTop, 3) {
		w.line("%s", w.pick("N = 1", "helper = lambda a, b = 2: a - b", "if N > 1:\n    helper = lambda a, b = 1: b - a", "test = lambda a: a == N", "N = 2\nLIST = [N]"))
	}
	if w.one(12) {
		w.line("misere = True")
	}
}

// helpers writes the functions that others call.
func (w *writer) helpers() {
	w.moving, w.calls, w.left = false, false, 5
	second := "b"
	if w.on[defaults] {
		second = w.pick("b = 1", "b = N", "b = len(LIST)")
	}
	w.line("def helper(a, %s):", second)
	w.indent = 1
	w.body("a", "b")
	if w.one(2) {
		w.line("if %s:", w.expr(truth, 1))
		w.line("    return %s", w.expr(number, 1))
	}
	if w.one(3) {
		w.statement(1)
	}
	w.line("return %s", w.expr(number, 1+w.IntN(2)))
	w.indent = 0
	w.line("def test(a):")
	w.indent = 1
	w.body("a")
	switch w.IntN(4) {
	case 0:
		w.line("for i in %s:", w.pick("range(a)", "LIST", "range(1, a + 1, 2)", "range(3)"))
		w.line("    if %s:", w.pick("2 * i == a", "i + 1 == a // 2", "a - i == 2", "i > a"))
		w.line("        return True")
		w.line("return %s", w.pick("False", "a > 3", "None"))
	case 1:
		w.line("if %s:", w.expr(truth, 1))
		w.line("    return %s", w.pick("True", "1", w.expr(truth, 0)))
		w.line("return %s", w.expr(truth, 1))
	default:
		w.line("return %s", w.expr(truth, 2))
	}
	w.indent = 0
	w.line("def table(a):")
	w.indent = 1
	if w.on[changes] && w.one(2) {
		w.line("all = []")
		w.line("for i in range(3):")
		w.line("    all.append(%s)", w.pick("i", "a - i", "a"))
		w.line("return all")
	} else {
		w.line("return %s", w.pick("[a, 1]", "[a] * 2", "[a - 1, a + 1]", "[i for i in range(3) if i < a]"))
	}
	w.indent = 0
	if w.on[changes] {
		w.line("def grow(all):")
		w.line("    all.append(%s)", w.pick("1", "len(all)"))
	}
	if w.on[closures] {
		w.line("def make(k):")
		w.line("    %s", w.pick("return lambda a: a - k", "f = lambda a: a + k\n    return f", "k += 1\n    return lambda a: min(a, k)", "f = lambda a: a + k\n    k = 5\n    return f", "def f(a):\n        return a - k\n    return f"))
	}
	if w.on[stars] {
		w.line("def rest(*all):")
		w.line("    return %s", w.pick("len(all)", "sum(all)", "all[0]", "max(*all)"))
	}
	if w.on[nested] {
		w.line("def outer(a):")
		w.line("    c = %s", w.pick("a + 1", "2", "N"))
		w.line("    def inner(b):")
		w.line("        return %s", w.pick("b + c", "b - a", "b * 2"))
		w.line("    %s", w.pick("c = 3", "pass"))
		w.line("    return inner(%s)", w.pick("a", "c", "1"))
	}
	if w.on[digits] {
		w.line("def report(%s):", w.names())
		w.line("    %smove(%s)", w.pick("", "if test(N):\n        "), w.names())
	}
}

// legal writes which positions there are.
func (w *writer) legal() {
	w.line("def legal(%s):", w.names())
	w.body()
	w.indent, w.calls, w.moving, w.left = 1, true, false, 4
	if w.one(3) {
		w.line("if %s:", w.expr(truth, 2))
		w.line("    return %s", w.pick("True", `"no"`, "False", `"not %d" % N`))
	}
	w.line("return %s or %s%s", w.expr(truth, 1), w.expr(truth, 1), w.pick("", "", ` or "no"`, ` or "no %d" % `+w.expr(number, 0), " or True"))
	w.indent = 0
}
