package rules

// This file holds the values of the language, as the interpreter has them.

import (
	"cmp"
	"strconv"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"grundy/internal/message"
)

// A kind is the type of a value.
type kind uint8

const (
	unset kind = iota // of a variable that has no value yet
	none
	boolean
	integer
	text
	listKind
	tupleKind
	dictKind
	rangeKind
	rowKind
	gridKind
	functionKind
	builtinKind
	methodKind
	declaredKind // integer(), row(), …: what a field may be
	copiesKind   // copies(n, p): n times the position x
)

func (k kind) String() string {
	return [...]string{
		"unset", "NoneType", "bool", "int", "string", "list", "tuple", "dict", "range", "row", "grid",
		"function", "builtin", "method", "kind", "number of copies",
	}[k]
}

// A value is any value. N holds an integer, or a bool as 0 or 1; x whatever is
// larger.
type value struct {
	k kind
	n int64
	x any
}

type (
	// A list can grow until it is frozen.
	list struct {
		items   []value
		frozen  bool
		walkers int // loops that go over it
	}
	// A dict keeps its entries in the order in which they came.
	dict struct {
		index   map[dictKey]int
		entries []dictEntry // those that were taken out have an unset key
		live    int
		frozen  bool
		walkers int
	}
	dictEntry struct {
		key, value value
		at         dictKey // of the key
	}
	dictKey struct {
		k kind
		n int64
		s string
	}
	span struct{ start, step, length int64 }
	// A row is a list of cells that nobody can change.
	row struct{ cells []value }
	// A grid is a table of cells that nobody can change, row by row.
	grid struct {
		height, width int
		cells         []value
	}
	function struct {
		def      *resolve.Function
		name     string
		cost     int64   // of a call, in steps
		defaults []value // of the last parameters
		free     []*value
	}
	builtin struct {
		name string
		call func(ev *evaluator, c *call) value
	}
	method struct {
		of   value
		name string
		call func(ev *evaluator, self value, c *call) value
	}
)

var noneValue = value{k: none}

func intValue(n int64) value { return value{k: integer, n: n} }

func boolValue(b bool) value {
	if b {
		return value{k: boolean, n: 1}
	}
	return value{k: boolean}
}

// letters are the strings of one byte, which need no memory of their own.
var letters = func() (table [256]value) {
	for i := range table {
		table[i] = value{k: text, x: string([]byte{byte(i)})}
	}
	return table
}()

func textValue(s string) value {
	if len(s) == 1 {
		return letters[s[0]]
	}
	return value{k: text, x: s}
}

func listValue(items []value) value  { return value{k: listKind, x: &list{items: items}} }
func tupleValue(items []value) value { return value{k: tupleKind, x: items} }
func rowValue(cells []value) value   { return value{k: rowKind, x: &row{cells}} }

func (v value) text() string { return v.x.(string) }

// isText reports whether v is this string.
func (v value) isText(s string) bool { return v.k == text && v.text() == s }

// truth returns bool(v).
func (v value) truth() bool {
	switch v.k {
	case none:
		return false
	case boolean, integer:
		return v.n != 0
	case text:
		return v.text() != ""
	case rangeKind:
		return v.x.(*span).length > 0
	case dictKind:
		return v.x.(*dict).live > 0
	}
	if items, ok := v.items(); ok {
		return len(items) > 0
	}
	return true
}

// items returns the elements of a list, tuple or row, which may not be changed.
func (v value) items() ([]value, bool) {
	switch v.k {
	case listKind:
		return v.x.(*list).items, true
	case tupleKind:
		return v.x.([]value), true
	case rowKind:
		return v.x.(*row).cells, true
	}
	return nil, false
}

// cells returns how many values a list, tuple, row or grid holds, and 0 for others.
func (v value) cells() int64 {
	switch v.k {
	case gridKind:
		return int64(len(v.x.(*grid).cells))
	case listKind, tupleKind, rowKind:
		items, _ := v.items()
		return int64(len(items))
	}
	return 0
}

// freeze makes all values and all that they hold unchangeable. It keeps a stack
// of its own, as values may nest deeper than Go's, and looks at each thing once,
// as they may hold each other and themselves.
func freeze(stack []value) {
	type thing struct {
		of any    // a list, a dict, a row, a grid, a function or a method
		at *value // of a tuple: its first item
	}
	seen := map[thing]bool{}
	first := func(t thing) bool {
		known := seen[t]
		seen[t] = true
		return !known
	}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch x := v.x.(type) {
		case *list:
			if !x.frozen {
				x.frozen = true
				stack = append(stack, x.items...)
			}
		case []value:
			if len(x) > 0 && first(thing{at: &x[0]}) {
				stack = append(stack, x...)
			}
		case *dict:
			if !x.frozen {
				x.frozen = true
				for _, e := range x.entries {
					stack = append(stack, e.value)
				}
			}
		case *row:
			if first(thing{of: x}) {
				stack = append(stack, x.cells...)
			}
		case *grid:
			if first(thing{of: x}) {
				stack = append(stack, x.cells...)
			}
		case *method:
			if first(thing{of: x}) {
				stack = append(stack, x.of)
			}
		case *function:
			if first(thing{of: x}) {
				stack = append(stack, x.defaults...)
				for _, c := range x.free {
					stack = append(stack, *c)
				}
			}
		case value: // of copies(n, p)
			stack = append(stack, x)
		}
	}
}

// get returns the value of a key.
func (d *dict) get(k dictKey) (value, bool) {
	if i, ok := d.index[k]; ok {
		return d.entries[i].value, true
	}
	return value{}, false
}

func (d *dict) set(k dictKey, key, v value) {
	if i, ok := d.index[k]; ok {
		d.entries[i].value = v
		return
	}
	if d.index == nil {
		d.index = map[dictKey]int{}
	}
	d.index[k] = len(d.entries)
	d.entries = append(d.entries, dictEntry{key, v, k})
	d.live++
}

func (d *dict) remove(k dictKey) (value, bool) {
	i, ok := d.index[k]
	if !ok {
		return value{}, false
	}
	v := d.entries[i].value
	delete(d.index, k)
	d.entries[i] = dictEntry{}
	if d.live--; 2*d.live < len(d.entries) {
		kept := d.entries[:0]
		for _, e := range d.entries {
			if e.key.k != unset {
				d.index[e.at] = len(kept)
				kept = append(kept, e)
			}
		}
		clear(d.entries[len(kept):])
		d.entries = kept
	}
	return v, true
}

// textStep is how many bytes of text a step compares or looks through.
const textStep = 64

// keyOf returns what stands for v in the index of a dict. It is paid for. Where
// it is not ok and nothing has failed, v is no key.
func (ev *evaluator) keyOf(v value) (dictKey, bool) {
	switch v.k {
	case none, boolean, integer:
		return dictKey{k: v.k, n: v.n}, true
	case text:
		return dictKey{k: text, s: v.text()}, ev.spend(int64(len(v.text()) / textStep))
	case tupleKind, rowKind, gridKind:
		b, ok := ev.appendKey(nil, v, 0)
		if !ok {
			return dictKey{}, false
		}
		return dictKey{k: v.k, s: string(b)}, true
	}
	return dictKey{}, false
}

// keyFor is keyOf, which fails at n where v is no key.
func (ev *evaluator) keyFor(n syntax.Node, v value) (dictKey, bool) {
	k, ok := ev.keyOf(v)
	if !ok {
		ev.fail(n, "%s is no key of a dict", article(v.k))
	}
	return k, ok
}

// mostNested is how deep values may nest where they are compared or written.
const mostNested = 20

func (ev *evaluator) appendKey(b []byte, v value, depth int) ([]byte, bool) {
	if depth > mostNested || !ev.pay(8) {
		return b, false
	}
	b = append(b, byte(v.k))
	var items []value
	switch v.k {
	case none:
		return b, true
	case boolean, integer:
		return append(strconv.AppendInt(b, v.n, 36), ','), true
	case text:
		s := v.text()
		if !ev.pay(int64(len(s))) {
			return b, false
		}
		return append(append(strconv.AppendInt(b, int64(len(s)), 36), ':'), s...), true
	case tupleKind, rowKind:
		items, _ = v.items()
	case gridKind:
		g := v.x.(*grid)
		b = append(strconv.AppendInt(b, int64(g.width), 36), 'x')
		items = g.cells
	default:
		return b, false
	}
	b = append(strconv.AppendInt(b, int64(len(items)), 36), '(')
	for _, e := range items {
		var ok bool
		if b, ok = ev.appendKey(b, e, depth+1); !ok {
			return b, false
		}
	}
	return b, true
}

// equal reports whether a == b. It fails where they nest too deeply. It takes a step
// for each value in lists, rows and grids that are of the same size.
func (ev *evaluator) equal(a, b value, depth int) bool {
	if a.k != b.k {
		return false
	}
	if depth > mostNested {
		ev.failHere("values nest more than %d deep", mostNested)
		return false
	}
	switch a.k {
	case none:
		return true
	case boolean, integer:
		return a.n == b.n
	case text:
		x, y := a.text(), b.text()
		return len(x) == len(y) && ev.spend(int64(len(x)/textStep)) && x == y
	case rangeKind:
		x, y := a.x.(*span), b.x.(*span)
		return x.length == y.length && (x.length == 0 || x.start == y.start && (x.length == 1 || x.step == y.step))
	case gridKind:
		x, y := a.x.(*grid), b.x.(*grid)
		return x.height == y.height && x.width == y.width && ev.allEqual(x.cells, y.cells, depth)
	case dictKind:
		x, y := a.x.(*dict), b.x.(*dict)
		if x.live != y.live {
			return false
		}
		for _, e := range x.entries {
			if !ev.spend(1 + int64(len(e.at.s)/textStep)) {
				return false
			}
			if e.key.k == unset {
				continue
			}
			if other, ok := y.get(e.at); !ok || !ev.equal(e.value, other, depth+1) {
				return false
			}
		}
		return true
	case functionKind, builtinKind, declaredKind:
		return a.x == b.x
	case methodKind:
		return false
	}
	x, _ := a.items()
	y, _ := b.items()
	return ev.allEqual(x, y, depth)
}

func (ev *evaluator) allEqual(x, y []value, depth int) bool {
	if len(x) != len(y) || !ev.spend(int64(len(x))) {
		return false
	}
	for i := range x {
		if ev.err != nil || !ev.equal(x[i], y[i], depth+1) {
			return false
		}
	}
	return true
}

// order compares a with b where they have an order.
func (ev *evaluator) order(a, b value, depth int) (order int, ok bool) {
	if a.k != b.k || depth > mostNested {
		return 0, false
	}
	switch a.k {
	case boolean, integer:
		return cmp.Compare(a.n, b.n), true
	case text:
		x, y := a.text(), b.text()
		return strings.Compare(x, y), ev.spend(int64(min(len(x), len(y)) / textStep))
	case listKind, tupleKind, rowKind:
		x, _ := a.items()
		y, _ := b.items()
		if !ev.spend(int64(min(len(x), len(y)))) {
			return 0, false
		}
		for i := range min(len(x), len(y)) {
			if ev.equal(x[i], y[i], depth+1) {
				continue
			}
			return ev.order(x[i], y[i], depth+1)
		}
		return cmp.Compare(len(x), len(y)), true
	}
	return 0, false
}

// writtenBytes is what it costs to write a value: that of a large integer, and of the
// text that it was copied from.
const writtenBytes = 32

// write appends v as str() does, strings in quotes unless plain. Its length is
// paid for.
func (ev *evaluator) write(b []byte, v value, plain bool, depth int) []byte {
	if !ev.pay(writtenBytes) || ev.err != nil {
		return b
	}
	if depth > mostNested {
		return append(b, "…"...)
	}
	sequence := func(opening, closing string, items []value) {
		b = append(b, opening...)
		for i, e := range items {
			if i > 0 {
				b = append(b, ", "...)
			}
			if b = ev.write(b, e, false, depth+1); ev.err != nil {
				return
			}
		}
		b = append(b, closing...)
	}
	switch v.k {
	case none:
		b = append(b, "None"...)
	case boolean:
		b = append(b, [2]string{"False", "True"}[v.n]...)
	case integer:
		b = strconv.AppendInt(b, v.n, 10)
	case text:
		if !ev.pay(int64(len(v.text()))) {
			return b
		}
		if plain {
			return append(b, v.text()...)
		}
		before := len(b)
		b = strconv.AppendQuote(b, v.text())
		ev.pay(int64(len(b) - before - len(v.text()))) // signs that are written otherwise
	case listKind:
		sequence("[", "]", v.x.(*list).items)
	case tupleKind:
		items := v.x.([]value)
		closing := ")"
		if len(items) == 1 {
			closing = ",)"
		}
		sequence("(", closing, items)
	case dictKind:
		b = append(b, '{')
		first := true
		for _, e := range v.x.(*dict).entries {
			if e.key.k == unset {
				continue
			}
			if !first {
				b = append(b, ", "...)
			}
			first = false
			b = append(ev.write(b, e.key, false, depth+1), ": "...)
			b = ev.write(b, e.value, false, depth+1)
		}
		b = append(b, '}')
	case rangeKind:
		r := v.x.(*span)
		b = append(b, "range("...)
		b = strconv.AppendInt(b, r.start, 10)
		b = append(b, ", "...)
		b = strconv.AppendInt(b, r.start+r.step*r.length, 10)
		if r.step != 1 {
			b = append(b, ", "...)
			b = strconv.AppendInt(b, r.step, 10)
		}
		b = append(b, ')')
	case rowKind:
		cells := v.x.(*row).cells
		if !isLetters(cells) {
			sequence("[", "]", cells)
			break
		}
		if !ev.pay(int64(len(cells))) {
			return b
		}
		for _, c := range cells {
			b = append(b, c.text()...)
		}
	case gridKind:
		g := v.x.(*grid)
		separator := "/"
		lettered := isLetters(g.cells)
		if !lettered {
			separator = ", "
			b = append(b, '[')
		}
		for r := range g.height {
			if r > 0 {
				b = append(b, separator...)
			}
			b = ev.write(b, rowValue(g.cells[r*g.width:][:g.width]), true, depth+1)
		}
		if !lettered {
			b = append(b, ']')
		}
	case functionKind:
		b = append(append(append(b, "<function "...), v.x.(*function).name...), '>')
	case builtinKind:
		b = append(append(append(b, "<built-in function "...), v.x.(*builtin).name...), '>')
	default:
		b = append(append(append(b, '<'), v.k.String()...), '>')
	}
	return b
}

func isLetters(cells []value) bool {
	for _, c := range cells {
		if c.k != text {
			return false
		}
	}
	return len(cells) > 0
}

// show writes v for a message, shortened.
func (ev *evaluator) show(v value) string {
	if v.k == text { // all of it may cost more than there is
		v = textValue(v.text()[:min(len(v.text()), 400)])
	}
	quiet := evaluator{code: ev.code, stepsLeft: 4096, bytesLeft: 1 << 14}
	s := string(quiet.write(nil, v, false, 0))
	return message.Brief(s, 60)
}
