package lang

// The values of the language, as the interpreter has them.

import (
	"cmp"
	"strconv"
	"strings"
	"sync"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"github.com/grundy-games/grundy/internal/message"
)

// A kind is the type of a value.
type kind uint8

const (
	UnsetKind kind = iota // of a variable that has no value yet
	none
	BoolKind
	IntKind
	TextKind
	listKind
	tupleKind
	dictKind
	rangeKind
	RowKind
	gridKind
	FunctionKind
	builtinKind
	methodKind
	declaredKind // integer(), row(), …: what a field may be
	copiesKind   // copies(n, p): n times the position x
	sceneKind    // scene(…): a picture
	HostedKind   // a value of the host
)

func (k kind) String() string {
	return [...]string{
		"unset", "NoneType", "bool", "int", "string", "list", "tuple", "dict", "range", "row", "grid",
		"function", "builtin", "method", "kind", "number of copies", "scene", "value of the host",
	}[k]
}

// A Value is any value. N holds an integer, or a bool as 0 or 1; x whatever is
// larger.
type Value struct {
	Kind kind
	N    int64
	x    any
}

type (
	// A list can grow until it is frozen.
	list struct {
		items   []Value
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
		key, value Value
		at         dictKey // of the key
	}
	dictKey struct {
		k kind
		n int64
		s string
	}
	span struct{ start, step, length int64 }
	// A row is a list of cells that nobody can change.
	row struct{ cells []Value }
	// A grid is a table of cells that nobody can change, row by row.
	grid struct {
		height, width int
		cells         []Value
	}
	// A Function is a function of the file.
	Function struct {
		def      *resolve.Function
		Name     string
		cost     int64   // of a call, in steps
		defaults []Value // of the last parameters
		free     []*Value
	}
	builtin struct {
		name string
		call Builtin
		raw  bool // takes lists of the host as they are
	}
	method struct {
		of   Value
		call Builtin
	}
)

// None is the value None.
var None = Value{Kind: none}

// Int returns an integer as a value.
func Int(n int64) Value { return Value{Kind: IntKind, N: n} }

func boolValue(b bool) Value {
	if b {
		return Value{Kind: BoolKind, N: 1}
	}
	return Value{Kind: BoolKind}
}

// letters are the strings of one byte, which need no memory of their own.
var letters = sync.OnceValue(func() *[256]Value {
	var table [256]Value
	for i := range table {
		table[i] = Value{Kind: TextKind, x: string([]byte{byte(i)})}
	}
	return &table
})

// Text returns a string as a value.
func Text(s string) Value {
	if len(s) == 1 {
		return letters()[s[0]]
	}
	return Value{Kind: TextKind, x: s}
}

// List returns a new list of these items.
func List(items []Value) Value       { return Value{Kind: listKind, x: &list{items: items}} }
func tupleValue(items []Value) Value { return Value{Kind: tupleKind, x: items} }
func rowValue(cells []Value) Value   { return Value{Kind: RowKind, x: &row{cells}} }

// gridValue returns the grid of these cells. All grids without cells are the same.
func gridValue(height, width int64, cells []Value) Value {
	if len(cells) == 0 {
		height, width = 0, 0
	}
	return Value{Kind: gridKind, x: &grid{int(height), int(width), cells}}
}

// Text returns the string that v is.
func (v Value) Text() string { return v.x.(string) }

// IsText reports whether v is this string.
func (v Value) IsText(s string) bool { return v.Kind == TextKind && v.Text() == s }

// Truth returns bool(v).
func (v Value) Truth() bool {
	switch v.Kind {
	case none:
		return false
	case BoolKind, IntKind:
		return v.N != 0
	case TextKind:
		return v.Text() != ""
	case rangeKind:
		return v.x.(*span).length > 0
	case dictKind:
		return v.x.(*dict).live > 0
	case HostedKind:
		if l := v.listed(); l != nil {
			return l.Len() > 0
		}
	}
	if items, ok := v.Items(); ok {
		return len(items) > 0
	}
	return true
}

// Items returns the elements of a list, tuple or row, which may not be changed.
func (v Value) Items() ([]Value, bool) {
	switch v.Kind {
	case listKind:
		return v.x.(*list).items, true
	case tupleKind:
		return v.x.([]Value), true
	case RowKind:
		return v.x.(*row).cells, true
	}
	return nil, false
}

// cells returns how many values a list, tuple, row or grid holds, and 0 for others.
func (v Value) cells() int64 {
	switch v.Kind {
	case gridKind:
		return int64(len(v.x.(*grid).cells))
	case listKind, tupleKind, RowKind:
		items, _ := v.Items()
		return int64(len(items))
	case HostedKind:
		if l := v.listed(); l != nil {
			return int64(l.Len())
		}
	}
	return 0
}

// freeze makes all values and all that they hold unchangeable. It keeps a stack
// of its own, as values may nest deeper than Go's, and looks at each thing once,
// as they may hold each other and themselves.
func freeze(stack []Value) {
	seen := map[any]bool{} // by pointer: that of a tuple is of its first item
	first := func(pointer any) bool {
		known := seen[pointer]
		seen[pointer] = true
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
		case []Value:
			if len(x) > 0 && first(&x[0]) {
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
			if first(x) {
				stack = append(stack, x.cells...)
			}
		case *grid:
			if first(x) {
				stack = append(stack, x.cells...)
			}
		case *method:
			if first(x) {
				stack = append(stack, x.of)
			}
		case *Function:
			if first(x) {
				stack = append(stack, x.defaults...)
				for _, c := range x.free {
					stack = append(stack, *c)
				}
			}
		case Value: // of copies(n, p)
			stack = append(stack, x)
		}
	}
}

// get returns the value of a key.
func (d *dict) get(k dictKey) (Value, bool) {
	if i, ok := d.index[k]; ok {
		return d.entries[i].value, true
	}
	return Value{}, false
}

func (d *dict) set(k dictKey, key, v Value) {
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

func (d *dict) remove(k dictKey) (Value, bool) {
	i, ok := d.index[k]
	if !ok {
		return Value{}, false
	}
	v := d.entries[i].value
	delete(d.index, k)
	d.entries[i] = dictEntry{}
	if d.live--; 2*d.live < len(d.entries) {
		kept := d.entries[:0]
		for _, e := range d.entries {
			if e.key.Kind != UnsetKind {
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

// keyOf returns what stands for v in the index of a dict. It is paid for. If
// it is not ok and nothing has failed, v cannot be a key.
func (ev *Evaluator) keyOf(v Value) (dictKey, bool) {
	switch v.Kind {
	case none, BoolKind, IntKind:
		return dictKey{k: v.Kind, n: v.N}, true
	case TextKind:
		return dictKey{k: TextKind, s: v.Text()}, ev.Spend(int64(len(v.Text()) / textStep))
	case tupleKind, RowKind, gridKind:
		b, ok := ev.appendKey(nil, v, 0)
		if !ok {
			return dictKey{}, false
		}
		return dictKey{k: v.Kind, s: string(b)}, true
	}
	return dictKey{}, false
}

// keyFor is keyOf, and fails at n if v cannot be a key.
func (ev *Evaluator) keyFor(n syntax.Node, v Value) (dictKey, bool) {
	k, ok := ev.keyOf(v)
	if !ok {
		ev.Fail(n, "%s cannot be a key of a dict", article(v))
	}
	return k, ok
}

// mostNested is how deep values may nest where they are compared or written.
const mostNested = 20

func (ev *Evaluator) appendKey(b []byte, v Value, depth int) ([]byte, bool) {
	if depth > mostNested || !ev.pay(8) {
		return b, false
	}
	b = append(b, byte(v.Kind))
	var items []Value
	switch v.Kind {
	case none:
		return b, true
	case BoolKind, IntKind:
		return append(strconv.AppendInt(b, v.N, 36), ','), true
	case TextKind:
		s := v.Text()
		if !ev.pay(int64(len(s))) {
			return b, false
		}
		return append(append(strconv.AppendInt(b, int64(len(s)), 36), ':'), s...), true
	case tupleKind, RowKind:
		items, _ = v.Items()
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

// equal reports whether a == b. A string, list or tuple equals a row of the same cells.
// It fails where they nest too deeply. It takes a step for each value in lists, rows and
// grids that are of the same size.
func (ev *Evaluator) equal(a, b Value, depth int) bool {
	if a.Kind == HostedKind || b.Kind == HostedKind {
		if a.listed() == nil && b.listed() == nil {
			order, ok := ev.compareHosted(a, b)
			return ok && order == 0
		}
		if a, b = ev.boxed(a), ev.boxed(b); ev.Err != nil {
			return false
		}
	}
	if a.Kind != b.Kind {
		if a.Kind != RowKind {
			a, b = b, a
		}
		if a.Kind != RowKind || b.Kind == TextKind && int64(len(b.Text())) != a.cells() {
			return false
		}
		x, _ := a.Items()
		y, ok := ev.Cells(b, RowKind)
		return ok && ev.allEqual(x, y, depth)
	}
	if depth > mostNested {
		ev.FailHere("values nest more than %d deep", mostNested)
		return false
	}
	switch a.Kind {
	case none:
		return true
	case BoolKind, IntKind:
		return a.N == b.N
	case TextKind:
		x, y := a.Text(), b.Text()
		return len(x) == len(y) && ev.Spend(int64(len(x)/textStep)) && x == y
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
			if !ev.Spend(1 + int64(len(e.at.s)/textStep)) {
				return false
			}
			if e.key.Kind == UnsetKind {
				continue
			}
			if other, ok := y.get(e.at); !ok || !ev.equal(e.value, other, depth+1) {
				return false
			}
		}
		return true
	case FunctionKind, builtinKind, declaredKind:
		return a.x == b.x
	case methodKind:
		return false
	}
	x, _ := a.Items()
	y, _ := b.Items()
	return ev.allEqual(x, y, depth)
}

func (ev *Evaluator) allEqual(x, y []Value, depth int) bool {
	if len(x) != len(y) || !ev.Spend(int64(len(x))) {
		return false
	}
	for i := range x {
		if ev.Err != nil || !ev.equal(x[i], y[i], depth+1) {
			return false
		}
	}
	return true
}

// order compares a with b where they have an order.
func (ev *Evaluator) order(a, b Value, depth int) (order int, ok bool) {
	if a.Kind == HostedKind || b.Kind == HostedKind {
		if a.listed() == nil && b.listed() == nil {
			return ev.compareHosted(a, b)
		}
		if a, b = ev.boxed(a), ev.boxed(b); ev.Err != nil {
			return 0, false
		}
	}
	if a.Kind != b.Kind || depth > mostNested {
		return 0, false
	}
	switch a.Kind {
	case BoolKind, IntKind:
		return cmp.Compare(a.N, b.N), true
	case TextKind:
		x, y := a.Text(), b.Text()
		return strings.Compare(x, y), ev.Spend(int64(min(len(x), len(y)) / textStep))
	case listKind, tupleKind, RowKind:
		x, _ := a.Items()
		y, _ := b.Items()
		if !ev.Spend(int64(min(len(x), len(y)))) {
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
func (ev *Evaluator) write(b []byte, v Value, plain bool, depth int) []byte {
	if !ev.pay(writtenBytes) || ev.Err != nil {
		return b
	}
	if depth > mostNested {
		return append(b, "…"...)
	}
	sequence := func(opening, closing string, items []Value) {
		b = append(b, opening...)
		for i, e := range items {
			if i > 0 {
				b = append(b, ", "...)
			}
			if b = ev.write(b, e, false, depth+1); ev.Err != nil {
				return
			}
		}
		b = append(b, closing...)
	}
	switch v.Kind {
	case none:
		b = append(b, "None"...)
	case BoolKind:
		b = append(b, [2]string{"False", "True"}[v.N]...)
	case IntKind:
		b = strconv.AppendInt(b, v.N, 10)
	case TextKind:
		if !ev.pay(int64(len(v.Text()))) {
			return b
		}
		if plain {
			return append(b, v.Text()...)
		}
		before := len(b)
		b = strconv.AppendQuote(b, v.Text())
		ev.pay(int64(len(b) - before - len(v.Text()))) // signs that are written otherwise
	case listKind:
		sequence("[", "]", v.x.(*list).items)
	case tupleKind:
		items := v.x.([]Value)
		closing := ")"
		if len(items) == 1 {
			closing = ",)"
		}
		sequence("(", closing, items)
	case dictKind:
		b = append(b, '{')
		first := true
		for _, e := range v.x.(*dict).entries {
			if e.key.Kind == UnsetKind {
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
	case RowKind:
		cells := v.x.(*row).cells
		if !isLetters(cells) {
			sequence("[", "]", cells)
			break
		}
		if !ev.pay(int64(len(cells))) {
			return b
		}
		for _, c := range cells {
			b = append(b, c.Text()...)
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
	case FunctionKind:
		b = append(append(append(b, "<function "...), v.x.(*Function).Name...), '>')
	case builtinKind:
		b = append(append(append(b, "<built-in function "...), v.x.(*builtin).name...), '>')
	case HostedKind:
		if l := v.listed(); l != nil {
			items, _ := ev.boxed(v).Items()
			sequence("[", "]", items)
			break
		}
		before := len(b)
		b = v.Hosted().AppendText(b)
		ev.pay(int64(len(b) - before))
	default:
		b = append(append(append(b, '<'), v.Kind.String()...), '>')
	}
	return b
}

func isLetters(cells []Value) bool {
	for _, c := range cells {
		if c.Kind != TextKind {
			return false
		}
	}
	return len(cells) > 0
}

// Show writes v for a message, shortened.
func (ev *Evaluator) Show(v Value) string {
	if v.Kind == TextKind { // all of it may cost more than there is
		v = Text(v.Text()[:min(len(v.Text()), 400)])
	}
	quiet := Evaluator{code: ev.code, stepsLeft: 4096, bytesLeft: 1 << 14}
	s := string(quiet.write(nil, v, false, 0))
	return message.Brief(s, 60)
}
