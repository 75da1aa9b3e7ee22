package rules

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
	builtinFunc = func(ev *evaluator, c *call) value
	methodFunc  = func(ev *evaluator, self value, c *call) value
)

// words are the names that a file finds defined.
type words struct {
	universe map[string]value
	methods  map[kind]map[string]methodFunc
	// reserved are the words of the game, which a file may not define: with a move
	// of its own, it would have none.
	reserved map[string]bool
}

// newWords returns the words of a file: those of the language, and of a game.
func newWords(game map[string]builtinFunc) *words {
	w := &words{
		universe: map[string]value{"None": noneValue, "True": boolValue(true), "False": boolValue(false)},
		reserved: map[string]bool{},
	}
	plain := plainFunctions()
	for _, functions := range []map[string]builtinFunc{plain, declaring(), playing(), game} {
		for name, call := range functions {
			w.universe[name] = value{k: builtinKind, x: &builtin{name, call}}
			w.reserved[name] = plain[name] == nil
		}
	}
	w.methods = map[kind]map[string]methodFunc{
		text: textMethods(), listKind: listMethods(), dictKind: dictMethods(),
		tupleKind: sequenceMethods(), rowKind: sequenceMethods(), rangeKind: {},
	}
	return w
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// gather returns the elements of v in a slice of their own. It takes a step for
// each.
func (ev *evaluator) gather(n syntax.Node, v value) []value {
	if items, ok := v.items(); ok {
		if !ev.spend(int64(len(items))) {
			return nil
		}
		return append(ev.newItems(int64(len(items))), items...)
	}
	defer func(here syntax.Node) { ev.here = here }(ev.here)
	var items []value
	if v.k == rangeKind {
		if items = ev.newItems(v.x.(*span).length); ev.err != nil {
			return nil
		}
	}
	ev.each(n, v, 0, func(e value) bool { return ev.push(&items, e) })
	return items
}

// plainFunctions are those that neither declare nor play a game.
func plainFunctions() map[string]builtinFunc {
	return map[string]builtinFunc{
		"abs":       builtinAbs,
		"all":       func(ev *evaluator, c *call) value { return ev.quantify(c, false) },
		"any":       func(ev *evaluator, c *call) value { return ev.quantify(c, true) },
		"bool":      builtinBool,
		"dict":      builtinDict,
		"enumerate": builtinEnumerate,
		"fail":      builtinFail,
		"int":       builtinInt,
		"len":       builtinLen,
		"list":      builtinList,
		"tuple":     builtinTuple,
		"max":       func(ev *evaluator, c *call) value { return ev.extreme(c, 1) },
		"min":       func(ev *evaluator, c *call) value { return ev.extreme(c, -1) },
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
func builtinAbs(ev *evaluator, c *call) value {
	if _, ok := ev.one(c); !ok {
		return value{}
	}
	n, ok := ev.intAt(c, 0)
	if ok && n < 0 {
		var wrong fault
		if n, wrong = sub(0, n); wrong != noFault {
			return ev.failHere("%v", wrong)
		}
	}
	return intValue(n)
}

// builtinBool is bool(x): whether x is true.
func builtinBool(ev *evaluator, c *call) value {
	v, ok := ev.one(c)
	return boolValue(ok && v.truth())
}

// builtinDict is dict(), dict(pairs, a = 1): a new dict of those keys and values.
func builtinDict(ev *evaluator, c *call) value {
	d := &dict{}
	if len(c.args) > 1 {
		return ev.failHere("dict takes at most 1 argument, not %d", len(c.args))
	}
	if len(c.args) == 1 && c.args[0].k == dictKind {
		for _, e := range c.args[0].x.(*dict).entries {
			if e.key.k != unset && ev.err == nil {
				ev.setKey(c.node, d, e.key, e.value)
			}
		}
	} else if len(c.args) == 1 {
		ev.each(c.argument(0), c.args[0], 0, func(e value) bool {
			pair, ok := e.items()
			if !ok || len(pair) != 2 {
				ev.fail(c.argument(0), "want pairs of a key and a value, not %s", ev.show(e))
				return false
			}
			ev.setKey(c.node, d, pair[0], pair[1])
			return true
		})
	}
	for i, name := range c.names {
		if ev.err == nil {
			ev.setKey(c.node, d, textValue(name), c.named[i])
		}
	}
	return value{k: dictKind, x: d}
}

// builtinEnumerate is enumerate(list, first): the pairs of a number from first,
// or 0, and an element.
func builtinEnumerate(ev *evaluator, c *call) value {
	args, ok := ev.plain(c, 1, 2)
	if !ok {
		return value{}
	}
	first := int64(0)
	if len(args) == 2 {
		if first, ok = ev.intAt(c, 1); !ok {
			return value{}
		}
	}
	items := ev.gather(c.argument(0), args[0])
	for i, e := range items {
		if !ev.hold(3 * valueBytes) {
			return value{}
		}
		n, wrong := add(first, int64(i))
		if wrong != noFault {
			return ev.failHere("%v", wrong)
		}
		items[i] = tupleValue([]value{intValue(n), e})
	}
	return listValue(items)
}

// builtinFail is fail(x, …): the rules end with this message.
func builtinFail(ev *evaluator, c *call) value {
	var b []byte
	for i, v := range c.args {
		if i > 0 {
			b = append(b, ' ')
		}
		b = ev.write(b, v, true, 0)
	}
	return ev.failHere("%s", message.Brief(string(b), 200))
}

// builtinInt is int(x), int(text, base): the integer that a string, a bool or
// an integer is.
func builtinInt(ev *evaluator, c *call) value {
	args, ok := ev.plain(c, 1, 2)
	if !ok {
		return value{}
	}
	switch base := 10; args[0].k {
	case integer, boolean:
		if len(args) == 1 {
			return intValue(args[0].n)
		}
	case text:
		if len(args) == 2 {
			b, ok := ev.intAt(c, 1)
			if !ok || b < 2 || b > 36 {
				return ev.failHere("want a base of 2 … 36")
			}
			base = int(b)
		}
		if !ev.spend(int64(len(args[0].text()) / 8)) {
			return value{}
		}
		n, err := strconv.ParseInt(args[0].text(), base, 64)
		if err != nil {
			return ev.failHere("%s is no integer of 64 bits", ev.show(args[0]))
		}
		return intValue(n)
	}
	return ev.failHere("no integer can be made of %s", article(args[0].k))
}

// builtinLen is len(x): the number of elements, letters or cells.
func builtinLen(ev *evaluator, c *call) value {
	v, ok := ev.one(c)
	if !ok {
		return value{}
	}
	switch v.k {
	case text:
		return intValue(int64(len(v.text())))
	case dictKind:
		return intValue(int64(v.x.(*dict).live))
	case rangeKind:
		return intValue(v.x.(*span).length)
	case gridKind:
		return intValue(int64(len(v.x.(*grid).cells)))
	}
	items, ok := v.items()
	if !ok {
		return ev.fail(c.argument(0), "%s has no length", article(v.k))
	}
	return intValue(int64(len(items)))
}

// builtinList is list(x): a new list of the elements of x.
func builtinList(ev *evaluator, c *call) value {
	if args, ok := ev.plain(c, 0, 1); ok && len(args) == 1 {
		return listValue(ev.gather(c.argument(0), args[0]))
	}
	return listValue(nil)
}

// builtinTuple is tuple(x): a tuple of the elements of x.
func builtinTuple(ev *evaluator, c *call) value {
	if args, ok := ev.plain(c, 0, 1); ok && len(args) == 1 {
		return tupleValue(ev.gather(c.argument(0), args[0]))
	}
	return tupleValue(nil)
}

// builtinRange is range(stop), range(start, stop, step): the integers from
// start to before stop.
func builtinRange(ev *evaluator, c *call) value {
	args, ok := ev.plain(c, 1, 3)
	if !ok {
		return value{}
	}
	n := [3]int64{0, 0, 1}
	for i := range args {
		at := i
		if len(args) == 1 {
			at = 1
		}
		if n[at], ok = ev.intAt(c, i); !ok {
			return value{}
		}
	}
	if n[2] == 0 {
		return ev.failHere("a range of step 0")
	}
	return value{k: rangeKind, x: &span{n[0], n[2], rangeLength(n[0], n[1], n[2])}}
}

// builtinRepr is repr(x): x as a file would write it.
func builtinRepr(ev *evaluator, c *call) value {
	v, ok := ev.one(c)
	if !ok {
		return value{}
	}
	return ev.written(ev.write(nil, v, false, 0))
}

// builtinStr is str(x): x as text, a string as it is.
func builtinStr(ev *evaluator, c *call) value {
	v, ok := ev.one(c)
	if !ok || v.k == text {
		return v
	}
	return ev.written(ev.write(nil, v, true, 0))
}

// written returns as a string what was written. The copy is paid for, and those that
// were made while it was written.
func (ev *evaluator) written(b []byte) value {
	if !ev.pay(2 * int64(len(b))) {
		return value{}
	}
	return textValue(string(b))
}

// builtinReversed is reversed(x): a list of the elements of x, from the last to
// the first.
func builtinReversed(ev *evaluator, c *call) value {
	v, ok := ev.one(c)
	if !ok {
		return value{}
	}
	items := ev.gather(c.argument(0), v)
	slices.Reverse(items)
	return listValue(items)
}

// builtinSorted is sorted(x, key = …, reverse = …): a list of the elements of x
// in order.
func builtinSorted(ev *evaluator, c *call) value {
	given := ev.options(c, "key", "reverse")
	if ev.err != nil || len(c.args) != 1 {
		return ev.failHere("sorted takes one list, key= and reverse=")
	}
	items := ev.gather(c.argument(0), c.args[0])
	keys := items
	if key, ok := given["key"]; ok && key.k != none {
		keys = ev.newItems(int64(len(items)))
		for _, e := range items {
			if ev.err != nil {
				return value{}
			}
			keys = append(keys, ev.invoke(key, e))
		}
	}
	return listValue(ev.sort(items, keys, given["reverse"].n != 0))
}

// builtinSum is sum(x): the sum of integers.
func builtinSum(ev *evaluator, c *call) value {
	v, ok := ev.one(c)
	if !ok {
		return value{}
	}
	total := int64(0)
	ev.each(c.argument(0), v, 0, func(e value) bool {
		if e.k != integer {
			ev.fail(c.argument(0), "want integers, not %s", article(e.k))
			return false
		}
		var wrong fault
		if total, wrong = add(total, e.n); wrong != noFault {
			ev.failHere("%v", wrong)
		}
		return true
	})
	return intValue(total)
}

// builtinType is type(x): the name of the type of x.
func builtinType(ev *evaluator, c *call) value {
	v, ok := ev.one(c)
	if !ok {
		return value{}
	}
	return textValue(v.k.String())
}

// builtinZip is zip(x, y, …): the tuples of the first elements, of the second ones
// and so on, as many as the shortest has.
func builtinZip(ev *evaluator, c *call) value {
	args, ok := ev.plain(c, 0, -1)
	if !ok {
		return value{}
	}
	var columns [][]value
	length := 0
	for i, a := range args {
		columns = append(columns, ev.gather(c.argument(i), a))
		if i == 0 || len(columns[i]) < length {
			length = len(columns[i])
		}
	}
	rows := ev.newItems(int64(length))
	for i := range length {
		line := ev.newItems(int64(len(columns)))
		if ev.err != nil || !ev.spend(int64(len(columns))) {
			return value{}
		}
		for _, column := range columns {
			line = append(line, column[i])
		}
		rows = append(rows, tupleValue(line))
	}
	return listValue(rows)
}

// invoke calls a function value with one argument.
func (ev *evaluator) invoke(fn value, arg value) value {
	c := call{args: []value{arg}}
	switch fn.k {
	case functionKind:
		return ev.enter(fn.x.(*function), &c)
	case builtinKind:
		if n, ok := ev.here.(*syntax.CallExpr); ok {
			c.node = n
			return fn.x.(*builtin).call(ev, &c)
		}
	}
	return ev.failHere("%s is no function of one argument", article(fn.k))
}

func (ev *evaluator) quantify(c *call, found bool) value {
	v, ok := ev.one(c)
	if !ok {
		return value{}
	}
	result := !found
	ev.each(c.argument(0), v, 0, func(e value) bool {
		if e.truth() == found {
			result = found
		}
		return result != found
	})
	return boolValue(result)
}

// extreme returns the greatest of the arguments, or with sign -1 the least.
func (ev *evaluator) extreme(c *call, sign int) value {
	given := ev.options(c, "key")
	if ev.err != nil {
		return value{}
	}
	where := ev.here
	var best, bestKey value
	better := func(e value) bool {
		ev.here = where
		k := e
		if key, ok := given["key"]; ok {
			k = ev.invoke(key, e)
		}
		if bestKey.k != unset && ev.err == nil {
			order, ok := ev.order(k, bestKey, 0)
			if !ok {
				ev.failHere("%s and %s have no order", article(bestKey.k), article(k.k))
			}
			if order*sign <= 0 {
				return ev.err == nil
			}
		}
		best, bestKey = e, k
		return ev.err == nil
	}
	if len(c.args) == 1 {
		ev.each(c.argument(0), c.args[0], 0, better)
	} else {
		for _, e := range c.args {
			if !better(e) {
				break
			}
		}
	}
	ev.here = where
	if bestKey.k == unset && ev.err == nil {
		return ev.failHere("%s of nothing", ev.nameOf(c))
	}
	return best
}

// sort sorts items by their keys, which stay in order where these are equal.
func (ev *evaluator) sort(items, keys []value, reverse bool) []value {
	if !ev.hold(int64(8*len(items))) || !ev.spend(sortSteps(len(items))) {
		return nil
	}
	at := make([]int, len(items))
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, func(i, j int) int {
		if ev.err != nil {
			return 0
		}
		order, ok := ev.order(keys[i], keys[j], 0)
		if !ok {
			ev.failHere("%s and %s have no order", article(keys[i].k), article(keys[j].k))
		}
		if reverse {
			return -order
		}
		return order
	})
	sorted := ev.newItems(int64(len(items)))
	if ev.err != nil {
		return nil
	}
	for _, i := range at {
		sorted = append(sorted, items[i])
	}
	return sorted
}

// format is text % values, with %d, %s, %r and %%.
func (ev *evaluator) format(n syntax.Node, form string, v value) value {
	args := []value{v}
	if v.k == tupleKind {
		args, _ = v.items()
	}
	if !ev.pay(int64(len(form))) {
		return value{}
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
			return ev.fail(n, "want %%d, %%s, %%r or %%%% in the string")
		}
		if len(args) == 0 {
			return ev.fail(n, "more %% in the string than values")
		}
		b = ev.write(b, args[0], form[i] != 'r', 0)
		args = args[1:]
	}
	if len(args) > 0 {
		return ev.fail(n, "more values than %% in the string")
	}
	return ev.written(b)
}
