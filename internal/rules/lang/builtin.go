package lang

// Here are the functions that every file may use. Those that declare and play a game are in
// declare.go and play.go, the methods in builtin_methods.go.

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"go.starlark.net/syntax"

	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/rules/core"
)

// A Builtin is a function that every file finds defined, or a method.
type Builtin = func(ev *Evaluator, c *Call) Value

// taking is a function of positional arguments: x is any value, i an integer, s a
// string. Those behind ? may be left out; * is any number of them.
func taking(kinds string, do Builtin) Builtin {
	fixed, optional, _ := strings.Cut(kinds, "?")
	least, most := len(fixed), len(fixed)+len(optional)
	if optional == "*" {
		most = -1
	}
	kinds = fixed + optional
	return func(ev *Evaluator, c *Call) Value {
		if !ev.positional(c, least, most) {
			return Value{}
		}
		for i, v := range c.Args[:min(len(c.Args), len(kinds))] {
			switch {
			case kinds[i] == 'i' && v.Kind != IntKind:
				return ev.Fail(c.Argument(i), "want an integer, not %s, %s", ev.Show(v), article(v))
			case kinds[i] == 's' && v.Kind != TextKind:
				return ev.Fail(c.Argument(i), "want a string, not %s, %s", ev.Show(v), article(v))
			}
		}
		return do(ev, c)
	}
}

// words are the names that a file finds defined.
type words struct {
	universe map[string]Value
	methods  map[kind]map[string]Builtin
	// reserved are the words of the game, which a file may not define: with a move
	// of its own, it would have none.
	reserved map[string]bool
}

// A Vocabulary is what the host adds to the words of the language.
type Vocabulary struct {
	Functions map[string]Builtin // which a file may not define otherwise
	Values    map[string]Value   // which a file may
	// Wide is x op y for integers whose result is outside 64 bits; nil makes that an
	// error.
	Wide func(ev *Evaluator, op string, x, y int64) Value
}

// newWords returns the words of a file: those of the language, and what the host adds.
func newWords(host Vocabulary) *words {
	w := &words{
		universe: map[string]Value{"None": None, "True": boolValue(true), "False": boolValue(false)},
		reserved: map[string]bool{},
	}
	plain := plainFunctions()
	for name, v := range host.Values {
		w.universe[name] = v
	}
	for i, functions := range []map[string]Builtin{plain, declaring(), playing(), host.Functions} {
		for name, call := range functions {
			w.universe[name] = Value{Kind: builtinKind, x: &builtin{name, call, i == 0 || i == 3}}
			w.reserved[name] = plain[name] == nil && name != "draw" && name != "scene" // which the file may define
		}
	}
	w.methods = map[kind]map[string]Builtin{
		TextKind: textMethods(), listKind: listMethods(), dictKind: dictMethods(),
		tupleKind: sequenceMethods(), RowKind: sequenceMethods(), rangeKind: {},
		gridKind: {"count": taking("x", sequenceCount)},
	}
	return w
}

// Words returns the names of all functions and methods of a file to which a game adds
// functions.
func Words(game map[string]Builtin) (names []string) {
	w := newWords(Vocabulary{Functions: game})
	for _, name := range sortedKeys(w.universe) {
		if w.universe[name].Kind == builtinKind {
			names = append(names, name)
		}
	}
	for _, methods := range w.methods {
		names = append(names, sortedKeys(methods)...)
	}
	return names
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// gather returns the elements of v in a slice of their own. It takes a step for
// each.
func (ev *Evaluator) gather(n syntax.Node, v Value) []Value {
	if items, ok := v.Items(); ok {
		if !ev.Spend(int64(len(items))) {
			return nil
		}
		return append(ev.newItems(int64(len(items))), items...)
	}
	defer func(here syntax.Node) { ev.here = here }(ev.here)
	var items []Value
	if v.Kind == rangeKind {
		if items = ev.newItems(v.x.(*span).length); ev.Err != nil {
			return nil
		}
	}
	ev.each(n, v, 0, func(e Value) bool { return ev.push(&items, e) })
	return items
}

// plainFunctions are those that neither declare nor play a game.
func plainFunctions() map[string]Builtin {
	return map[string]Builtin{
		"abs":       taking("i", builtinAbs),
		"all":       taking("x", func(ev *Evaluator, c *Call) Value { return ev.quantify(c, false) }),
		"any":       taking("x", func(ev *Evaluator, c *Call) Value { return ev.quantify(c, true) }),
		"bool":      taking("x", func(_ *Evaluator, c *Call) Value { return boolValue(c.Args[0].Truth()) }),
		"dict":      builtinDict,
		"enumerate": taking("x?i", builtinEnumerate),
		"fail":      builtinFail,
		"int":       taking("x?i", builtinInt),
		"len":       taking("x", builtinLen),
		"list":      taking("?x", func(ev *Evaluator, c *Call) Value { return List(ev.gatherFirst(c)) }),
		"tuple":     taking("?x", func(ev *Evaluator, c *Call) Value { return tupleValue(ev.gatherFirst(c)) }),
		"max":       func(ev *Evaluator, c *Call) Value { return ev.extreme(c, 1) },
		"min":       func(ev *Evaluator, c *Call) Value { return ev.extreme(c, -1) },
		"print":     builtinPrint,
		"range":     taking("i?ii", builtinRange),
		"str":       taking("x", builtinStr),
		"reversed":  taking("x", builtinReversed),
		"sorted":    builtinSorted,
		"sum":       taking("x", builtinSum),
		"zip":       taking("?*", builtinZip),
	}
}

// gatherFirst returns the elements of the first argument, if there is one.
func (ev *Evaluator) gatherFirst(c *Call) []Value {
	if len(c.Args) == 0 {
		return nil
	}
	return ev.gather(c.Argument(0), c.Args[0])
}

// builtinAbs is abs(n): n without its sign.
func builtinAbs(ev *Evaluator, c *Call) Value {
	n, wrong := core.AbsOf(c.Args[0].N)
	if wrong != core.NoFault {
		return ev.FailHere("%v", wrong)
	}
	return Int(n)
}

// builtinDict is dict(), dict(pairs, a = 1): a new dict of those keys and values.
func builtinDict(ev *Evaluator, c *Call) Value {
	d := &dict{}
	if len(c.Args) > 1 {
		return ev.FailHere("dict takes at most 1 argument, not %d", len(c.Args))
	}
	if len(c.Args) == 1 && c.Args[0].Kind == dictKind {
		ev.setAll(c.Node, d, c.Args[0].x.(*dict))
	} else if len(c.Args) == 1 {
		ev.each(c.Argument(0), c.Args[0], 0, func(e Value) bool {
			pair, ok := e.Items()
			if !ok || len(pair) != 2 {
				ev.Fail(c.Argument(0), "want pairs of a key and a value, not %s", ev.Show(e))
				return false
			}
			ev.setKey(c.Node, d, pair[0], pair[1])
			return true
		})
	}
	for i, name := range c.Names {
		if ev.Err == nil {
			ev.setKey(c.Node, d, Text(name), c.Named[i])
		}
	}
	return Value{Kind: dictKind, x: d}
}

// setAll gives a dict the entries of another one.
func (ev *Evaluator) setAll(n syntax.Node, d, from *dict) {
	for _, e := range from.entries {
		if e.key.Kind != UnsetKind && ev.Err == nil {
			ev.setKey(n, d, e.key, e.value)
		}
	}
}

// builtinEnumerate is enumerate(list, first): the pairs of a number from first,
// or 0, and an element.
func builtinEnumerate(ev *Evaluator, c *Call) Value {
	first := int64(0)
	if len(c.Args) == 2 {
		first = c.Args[1].N
	}
	items := ev.gatherFirst(c)
	for i, e := range items {
		if !ev.hold(3 * valueBytes) {
			return Value{}
		}
		n, wrong := core.Add(first, int64(i))
		if wrong != core.NoFault {
			return ev.FailHere("%v", wrong)
		}
		items[i] = tupleValue([]Value{Int(n), e})
	}
	return List(items)
}

// builtinFail is fail(x, …): the rules end with this message.
func builtinFail(ev *Evaluator, c *Call) Value {
	return ev.FailHere("%s", message.Brief(ev.sentence(c.Args), 200))
}

// sentence writes values with spaces between them.
func (ev *Evaluator) sentence(values []Value) string {
	var b []byte
	for i, v := range values {
		if i > 0 {
			b = append(b, ' ')
		}
		b = ev.write(b, v, true, 0)
	}
	return string(b)
}

// builtinInt is int(x), int(text, base): the integer that a string, a bool or
// an integer is.
func builtinInt(ev *Evaluator, c *Call) Value {
	v, base := c.Args[0], int64(10)
	if v.Kind != TextKind {
		if v.Kind != IntKind && v.Kind != BoolKind || len(c.Args) == 2 {
			return ev.FailHere("no integer can be made of %s", article(v))
		}
		return Int(v.N)
	}
	if len(c.Args) == 2 {
		if base = c.Args[1].N; base < 2 || base > 36 {
			return ev.FailHere("want a base of 2 … 36")
		}
	}
	if !ev.Spend(int64(len(v.Text()) / 8)) {
		return Value{}
	}
	n, err := strconv.ParseInt(v.Text(), int(base), 64)
	if err != nil {
		return ev.FailHere("%s is not an integer of 64 bits", ev.Show(v))
	}
	return Int(n)
}

// builtinLen is len(x): the number of elements, letters or cells.
func builtinLen(ev *Evaluator, c *Call) Value {
	v := c.Args[0]
	switch v.Kind {
	case TextKind:
		return Int(int64(len(v.Text())))
	case dictKind:
		return Int(int64(v.x.(*dict).live))
	case rangeKind:
		return Int(v.x.(*span).length)
	case listKind, tupleKind, RowKind, gridKind:
		return Int(v.cells())
	case HostedKind:
		if l := v.listed(); l != nil {
			return Int(int64(l.Len()))
		}
	}
	return ev.Fail(c.Argument(0), "%s has no length", article(v))
}

// builtinRange is range(stop), range(start, stop, step): the integers from
// start to before stop.
func builtinRange(ev *Evaluator, c *Call) Value {
	n := [3]int64{0, 0, 1}
	for i, v := range c.Args {
		if len(c.Args) == 1 {
			i = 1
		}
		n[i] = v.N
	}
	if n[2] == 0 {
		return ev.FailHere("a range of step 0")
	}
	return Value{Kind: rangeKind, x: &span{n[0], n[2], core.RangeLength(n[0], n[1], n[2])}}
}

// builtinStr is str(x): x as text, a string as it is.
func builtinStr(ev *Evaluator, c *Call) Value {
	if v := c.Args[0]; v.Kind == TextKind {
		return v
	}
	return ev.written(ev.write(nil, c.Args[0], true, 0))
}

// written returns as a string what was written. The copy is paid for, and those that
// were made while it was written.
func (ev *Evaluator) written(b []byte) Value {
	if !ev.pay(2 * int64(len(b))) {
		return Value{}
	}
	return Text(string(b))
}

// builtinReversed is reversed(x): a list of the elements of x, from the last to
// the first.
func builtinReversed(ev *Evaluator, c *Call) Value {
	items := ev.gatherFirst(c)
	slices.Reverse(items)
	return List(items)
}

// builtinSorted is sorted(x, key = …, reverse = …): a list of the elements of x
// in order.
func builtinSorted(ev *Evaluator, c *Call) Value {
	given := ev.Keywords(c, "key", "reverse")
	if ev.Err != nil || len(c.Args) != 1 {
		return ev.FailHere("sorted takes one list, key= and reverse=")
	}
	items := ev.gatherFirst(c)
	keys := items
	if key, ok := given["key"]; ok && key.Kind != none {
		keys = ev.newItems(int64(len(items)))
		for _, e := range items {
			if ev.Err != nil {
				return Value{}
			}
			keys = append(keys, ev.invoke(key, e))
		}
	}
	return List(ev.sort(items, keys, given["reverse"].N != 0))
}

// builtinSum is sum(x): the sum of integers, or of values of the host.
func builtinSum(ev *Evaluator, c *Call) Value {
	total, other := int64(0), Value{}
	ev.each(c.Argument(0), c.Args[0], 0, func(e Value) bool {
		if e.Kind == HostedKind || other.Kind != UnsetKind {
			if other.Kind == UnsetKind {
				other = Int(total)
			}
			other = ev.binary(c.Node, syntax.PLUS, other, e)
			return ev.Err == nil
		}
		if e.Kind != IntKind {
			ev.Fail(c.Argument(0), "want integers, not %s", article(e))
			return false
		}
		next := ev.binary(c.Node, syntax.PLUS, Int(total), e)
		if total = next.N; next.Kind == HostedKind {
			other = next
		}
		return ev.Err == nil
	})
	if other.Kind != UnsetKind {
		return other
	}
	return Int(total)
}

// builtinZip is zip(x, y, …): the tuples of the first elements, of the second ones
// and so on, as many as the shortest has.
func builtinZip(ev *Evaluator, c *Call) Value {
	var columns [][]Value
	length := 0
	for i, a := range c.Args {
		columns = append(columns, ev.gather(c.Argument(i), a))
		if i == 0 || len(columns[i]) < length {
			length = len(columns[i])
		}
	}
	rows := ev.newItems(int64(length))
	for i := range length {
		line := ev.newItems(int64(len(columns)))
		if ev.Err != nil || !ev.Spend(int64(len(columns))) {
			return Value{}
		}
		for _, column := range columns {
			line = append(line, column[i])
		}
		rows = append(rows, tupleValue(line))
	}
	return List(rows)
}

// invoke calls a function value with one argument.
func (ev *Evaluator) invoke(fn Value, arg Value) Value {
	c := Call{Args: []Value{arg}}
	switch fn.Kind {
	case FunctionKind:
		return ev.enter(fn.x.(*Function), &c)
	case builtinKind:
		if n, ok := ev.here.(*syntax.CallExpr); ok {
			c.Node = n
			return fn.x.(*builtin).call(ev, &c)
		}
	case HostedKind:
		if callee, ok := fn.x.(Callee); ok {
			return callee.Call(ev, &c)
		}
	}
	return ev.FailHere("%s is not a function of one argument", article(fn))
}

func (ev *Evaluator) quantify(c *Call, found bool) Value {
	result := !found
	ev.each(c.Argument(0), c.Args[0], 0, func(e Value) bool {
		if e.Truth() == found {
			result = found
		}
		return result != found
	})
	return boolValue(result)
}

// extreme returns the greatest of the arguments, or with sign -1 the least.
func (ev *Evaluator) extreme(c *Call, sign int) Value {
	given := ev.Keywords(c, "key")
	if ev.Err != nil {
		return Value{}
	}
	where := ev.here
	var best, bestKey Value
	better := func(e Value) bool {
		ev.here = where
		k := e
		if key, ok := given["key"]; ok {
			k = ev.invoke(key, e)
		}
		if bestKey.Kind != UnsetKind && ev.Err == nil {
			order, ok := ev.order(k, bestKey, 0)
			if !ok {
				ev.FailHere("%s and %s have no order", article(bestKey), article(k))
			}
			if order*sign <= 0 {
				return ev.Err == nil
			}
		}
		best, bestKey = e, k
		return ev.Err == nil
	}
	if len(c.Args) == 1 {
		ev.each(c.Argument(0), c.Args[0], 0, better)
	} else {
		for _, e := range c.Args {
			if !better(e) {
				break
			}
		}
	}
	ev.here = where
	if bestKey.Kind == UnsetKind && ev.Err == nil {
		return ev.FailHere("%s of nothing", ev.nameOf(c))
	}
	return best
}

// sort sorts items by their keys, which stay in order where these are equal.
func (ev *Evaluator) sort(items, keys []Value, reverse bool) []Value {
	if !ev.hold(int64(8*len(items))) || !ev.Spend(core.SortSteps(len(items))) {
		return nil
	}
	at := make([]int, len(items))
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, func(i, j int) int {
		if ev.Err != nil {
			return 0
		}
		order, ok := ev.order(keys[i], keys[j], 0)
		if !ok {
			ev.FailHere("%s and %s have no order", article(keys[i]), article(keys[j]))
		}
		if reverse {
			return -order
		}
		return order
	})
	sorted := ev.newItems(int64(len(items)))
	if ev.Err != nil {
		return nil
	}
	for _, i := range at {
		sorted = append(sorted, items[i])
	}
	return sorted
}

// format is text % values, with %d, %s, %r and %%.
func (ev *Evaluator) format(n syntax.Node, form string, v Value) Value {
	args := []Value{v}
	if v.Kind == tupleKind {
		args, _ = v.Items()
	}
	if !ev.pay(int64(len(form))) {
		return Value{}
	}
	var b []byte
	for i := 0; i < len(form); i++ {
		if form[i] != '%' {
			b = append(b, form[i])
			continue
		}
		if i++; i < len(form) && form[i] == '%' {
			b = append(b, '%')
			continue
		}
		if i == len(form) || strings.IndexByte("dsr", form[i]) < 0 {
			return ev.Fail(n, "want %%d, %%s, %%r or %%%% in the string")
		}
		if len(args) == 0 {
			return ev.Fail(n, "more %% in the string than values")
		}
		b = ev.write(b, args[0], form[i] != 'r', 0)
		args = args[1:]
	}
	if len(args) > 0 {
		return ev.Fail(n, "more values than %% in the string")
	}
	return ev.written(b)
}
