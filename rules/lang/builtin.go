package lang

// This file holds the functions that every file may use. Those that declare and
// play a game are in declare.go and play.go, the methods in builtin_methods.go.

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"go.starlark.net/syntax"

	"grundy/internal/message"
)

type (
	// A Builtin is a function that every file finds defined.
	Builtin    = func(ev *Evaluator, c *Call) Value
	methodFunc = func(ev *Evaluator, self Value, c *Call) Value
)

// words are the names that a file finds defined.
type words struct {
	universe map[string]Value
	methods  map[kind]map[string]methodFunc
	// reserved are the words of the game, which a file may not define: with a move
	// of its own, it would have none.
	reserved map[string]bool
}

// newWords returns the words of a file: those of the language, and of a game.
func newWords(game map[string]Builtin) *words {
	w := &words{
		universe: map[string]Value{"None": None, "True": boolValue(true), "False": boolValue(false)},
		reserved: map[string]bool{},
	}
	plain := plainFunctions()
	for _, functions := range []map[string]Builtin{plain, declaring(), playing(), game} {
		for name, call := range functions {
			w.universe[name] = Value{Kind: builtinKind, x: &builtin{name, call}}
			w.reserved[name] = plain[name] == nil
		}
	}
	w.methods = map[kind]map[string]methodFunc{
		TextKind: textMethods(), listKind: listMethods(), dictKind: dictMethods(),
		tupleKind: sequenceMethods(), RowKind: sequenceMethods(), rangeKind: {},
	}
	return w
}

// Words returns the names of all functions and methods of a file to which a game adds
// functions.
func Words(game map[string]Builtin) (names []string) {
	w := newWords(game)
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
		"abs":       builtinAbs,
		"all":       func(ev *Evaluator, c *Call) Value { return ev.quantify(c, false) },
		"any":       func(ev *Evaluator, c *Call) Value { return ev.quantify(c, true) },
		"bool":      builtinBool,
		"dict":      builtinDict,
		"enumerate": builtinEnumerate,
		"fail":      builtinFail,
		"int":       builtinInt,
		"len":       builtinLen,
		"list":      builtinList,
		"tuple":     builtinTuple,
		"max":       func(ev *Evaluator, c *Call) Value { return ev.extreme(c, 1) },
		"min":       func(ev *Evaluator, c *Call) Value { return ev.extreme(c, -1) },
		"range":     builtinRange,
		"repr":      builtinRepr,
		"str":       builtinStr,
		"reversed":  builtinReversed,
		"sorted":    builtinSorted,
		"sum":       builtinSum,
		"type":      builtinType,
		"zip":       builtinZip,
	}
}

// builtinAbs is abs(n): n without its sign.
func builtinAbs(ev *Evaluator, c *Call) Value {
	if _, ok := ev.one(c); !ok {
		return Value{}
	}
	n, ok := ev.intAt(c, 0)
	if ok && n < 0 {
		var wrong fault
		if n, wrong = sub(0, n); wrong != noFault {
			return ev.FailHere("%v", wrong)
		}
	}
	return Int(n)
}

// builtinBool is bool(x): whether x is true.
func builtinBool(ev *Evaluator, c *Call) Value {
	v, ok := ev.one(c)
	return boolValue(ok && v.Truth())
}

// builtinDict is dict(), dict(pairs, a = 1): a new dict of those keys and values.
func builtinDict(ev *Evaluator, c *Call) Value {
	d := &dict{}
	if len(c.Args) > 1 {
		return ev.FailHere("dict takes at most 1 argument, not %d", len(c.Args))
	}
	if len(c.Args) == 1 && c.Args[0].Kind == dictKind {
		for _, e := range c.Args[0].x.(*dict).entries {
			if e.key.Kind != UnsetKind && ev.Err == nil {
				ev.setKey(c.Node, d, e.key, e.value)
			}
		}
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

// builtinEnumerate is enumerate(list, first): the pairs of a number from first,
// or 0, and an element.
func builtinEnumerate(ev *Evaluator, c *Call) Value {
	args, ok := ev.plain(c, 1, 2)
	if !ok {
		return Value{}
	}
	first := int64(0)
	if len(args) == 2 {
		if first, ok = ev.intAt(c, 1); !ok {
			return Value{}
		}
	}
	items := ev.gather(c.Argument(0), args[0])
	for i, e := range items {
		if !ev.hold(3 * valueBytes) {
			return Value{}
		}
		n, wrong := add(first, int64(i))
		if wrong != noFault {
			return ev.FailHere("%v", wrong)
		}
		items[i] = tupleValue([]Value{Int(n), e})
	}
	return List(items)
}

// builtinFail is fail(x, …): the rules end with this message.
func builtinFail(ev *Evaluator, c *Call) Value {
	var b []byte
	for i, v := range c.Args {
		if i > 0 {
			b = append(b, ' ')
		}
		b = ev.write(b, v, true, 0)
	}
	return ev.FailHere("%s", message.Brief(string(b), 200))
}

// builtinInt is int(x), int(text, base): the integer that a string, a bool or
// an integer is.
func builtinInt(ev *Evaluator, c *Call) Value {
	args, ok := ev.plain(c, 1, 2)
	if !ok {
		return Value{}
	}
	switch base := 10; args[0].Kind {
	case IntKind, BoolKind:
		if len(args) == 1 {
			return Int(args[0].N)
		}
	case TextKind:
		if len(args) == 2 {
			b, ok := ev.intAt(c, 1)
			if !ok || b < 2 || b > 36 {
				return ev.FailHere("want a base of 2 … 36")
			}
			base = int(b)
		}
		if !ev.Spend(int64(len(args[0].Text()) / 8)) {
			return Value{}
		}
		n, err := strconv.ParseInt(args[0].Text(), base, 64)
		if err != nil {
			return ev.FailHere("%s is not an integer of 64 bits", ev.Show(args[0]))
		}
		return Int(n)
	}
	return ev.FailHere("no integer can be made of %s", article(args[0].Kind))
}

// builtinLen is len(x): the number of elements, letters or cells.
func builtinLen(ev *Evaluator, c *Call) Value {
	v, ok := ev.one(c)
	if !ok {
		return Value{}
	}
	switch v.Kind {
	case TextKind:
		return Int(int64(len(v.Text())))
	case dictKind:
		return Int(int64(v.x.(*dict).live))
	case rangeKind:
		return Int(v.x.(*span).length)
	case gridKind:
		return Int(int64(len(v.x.(*grid).cells)))
	}
	items, ok := v.Items()
	if !ok {
		return ev.Fail(c.Argument(0), "%s has no length", article(v.Kind))
	}
	return Int(int64(len(items)))
}

// builtinList is list(x): a new list of the elements of x.
func builtinList(ev *Evaluator, c *Call) Value {
	if args, ok := ev.plain(c, 0, 1); ok && len(args) == 1 {
		return List(ev.gather(c.Argument(0), args[0]))
	}
	return List(nil)
}

// builtinTuple is tuple(x): a tuple of the elements of x.
func builtinTuple(ev *Evaluator, c *Call) Value {
	if args, ok := ev.plain(c, 0, 1); ok && len(args) == 1 {
		return tupleValue(ev.gather(c.Argument(0), args[0]))
	}
	return tupleValue(nil)
}

// builtinRange is range(stop), range(start, stop, step): the integers from
// start to before stop.
func builtinRange(ev *Evaluator, c *Call) Value {
	args, ok := ev.plain(c, 1, 3)
	if !ok {
		return Value{}
	}
	n := [3]int64{0, 0, 1}
	for i := range args {
		at := i
		if len(args) == 1 {
			at = 1
		}
		if n[at], ok = ev.intAt(c, i); !ok {
			return Value{}
		}
	}
	if n[2] == 0 {
		return ev.FailHere("a range of step 0")
	}
	return Value{Kind: rangeKind, x: &span{n[0], n[2], rangeLength(n[0], n[1], n[2])}}
}

// builtinRepr is repr(x): x as a file would write it.
func builtinRepr(ev *Evaluator, c *Call) Value {
	v, ok := ev.one(c)
	if !ok {
		return Value{}
	}
	return ev.written(ev.write(nil, v, false, 0))
}

// builtinStr is str(x): x as text, a string as it is.
func builtinStr(ev *Evaluator, c *Call) Value {
	v, ok := ev.one(c)
	if !ok || v.Kind == TextKind {
		return v
	}
	return ev.written(ev.write(nil, v, true, 0))
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
	v, ok := ev.one(c)
	if !ok {
		return Value{}
	}
	items := ev.gather(c.Argument(0), v)
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
	items := ev.gather(c.Argument(0), c.Args[0])
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

// builtinSum is sum(x): the sum of integers.
func builtinSum(ev *Evaluator, c *Call) Value {
	v, ok := ev.one(c)
	if !ok {
		return Value{}
	}
	total := int64(0)
	ev.each(c.Argument(0), v, 0, func(e Value) bool {
		if e.Kind != IntKind {
			ev.Fail(c.Argument(0), "want integers, not %s", article(e.Kind))
			return false
		}
		var wrong fault
		if total, wrong = add(total, e.N); wrong != noFault {
			ev.FailHere("%v", wrong)
		}
		return true
	})
	return Int(total)
}

// builtinType is type(x): the name of the type of x.
func builtinType(ev *Evaluator, c *Call) Value {
	v, ok := ev.one(c)
	if !ok {
		return Value{}
	}
	return Text(v.Kind.String())
}

// builtinZip is zip(x, y, …): the tuples of the first elements, of the second ones
// and so on, as many as the shortest has.
func builtinZip(ev *Evaluator, c *Call) Value {
	args, ok := ev.plain(c, 0, -1)
	if !ok {
		return Value{}
	}
	var columns [][]Value
	length := 0
	for i, a := range args {
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
	}
	return ev.FailHere("%s is not a function of one argument", article(fn.Kind))
}

func (ev *Evaluator) quantify(c *Call, found bool) Value {
	v, ok := ev.one(c)
	if !ok {
		return Value{}
	}
	result := !found
	ev.each(c.Argument(0), v, 0, func(e Value) bool {
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
				ev.FailHere("%s and %s have no order", article(bestKey.Kind), article(k.Kind))
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
	if !ev.hold(int64(8*len(items))) || !ev.Spend(sortSteps(len(items))) {
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
			ev.FailHere("%s and %s have no order", article(keys[i].Kind), article(keys[j].Kind))
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
