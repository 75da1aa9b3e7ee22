package lang

// This file holds the methods of strings, lists, dicts, tuples and rows.

import (
	"slices"
	"strings"

	"go.starlark.net/syntax"
)

func sequenceMethods() map[string]methodFunc {
	return map[string]methodFunc{
		"index": sequenceIndex,
		"count": sequenceCount,
	}
}

// sequenceIndex is x.index(v): the place of the first element that equals v.
func sequenceIndex(ev *Evaluator, self Value, c *Call) Value {
	v, ok := ev.one(c)
	if !ok {
		return Value{}
	}
	items, _ := self.Items()
	if i := ev.find(items, v); i >= 0 {
		return Int(int64(i))
	}
	return ev.FailHere("there is no %s in it", ev.Show(v))
}

// sequenceCount is x.count(v): how many elements equal v.
func sequenceCount(ev *Evaluator, self Value, c *Call) Value {
	v, ok := ev.one(c)
	if !ok {
		return Value{}
	}
	items, _ := self.Items()
	ev.Spend(int64(len(items)))
	n := int64(0)
	for _, e := range items {
		if ev.equal(e, v, 0) {
			n++
		}
	}
	return Int(n)
}

// changing is a method that changes a list, and takes least … most arguments.
func changing(least, most int, do func(ev *Evaluator, l *list, c *Call) Value) methodFunc {
	return func(ev *Evaluator, self Value, c *Call) Value {
		l := self.x.(*list)
		if _, ok := ev.plain(c, least, most); !ok || !ev.mayChange(ev.here, l.frozen, l.walkers) {
			return Value{}
		}
		return do(ev, l, c)
	}
}

func listMethods() map[string]methodFunc {
	return map[string]methodFunc{
		"index":  sequenceIndex,
		"count":  sequenceCount,
		"append": changing(1, 1, listAppend),
		"extend": changing(1, 1, listExtend),
		"insert": changing(2, 2, listInsert),
		"pop":    changing(0, 1, listPop),
		"remove": changing(1, 1, listRemove),
		"clear":  changing(0, 0, listClear),
	}
}

// listAppend is l.append(x): l gets the element x.
func listAppend(ev *Evaluator, l *list, c *Call) Value {
	ev.push(&l.items, c.Args[0])
	return None
}

// listExtend is l.extend(x): l gets the elements of x.
func listExtend(ev *Evaluator, l *list, c *Call) Value {
	ev.extend(c.Node, l, c.Args[0])
	return None
}

// listInsert is l.insert(i, x): l gets the element x before that at i.
func listInsert(ev *Evaluator, l *list, c *Call) Value {
	at, ok := ev.intAt(c, 0)
	if !ok || !ev.Spend(int64(len(l.items)/2)) || !ev.push(&l.items, c.Args[1]) {
		return Value{}
	}
	at = sliceEnd(at, int64(len(l.items)-1), 1)
	copy(l.items[at+1:], l.items[at:])
	l.items[at] = c.Args[1]
	return None
}

// listPop is l.pop(i): the element at i, or the last, which is removed.
func listPop(ev *Evaluator, l *list, c *Call) Value {
	at := Int(-1)
	if len(c.Args) == 1 {
		at = c.Args[0]
	}
	i, ok := ev.index(ev.here, at, len(l.items), "list")
	if !ok || !ev.Spend(int64(len(l.items)-i)/8) {
		return Value{}
	}
	v := l.items[i]
	l.items = slices.Delete(l.items, i, i+1)
	return v
}

// listRemove is l.remove(x): the first element that equals x is removed.
func listRemove(ev *Evaluator, l *list, c *Call) Value {
	if i := ev.find(l.items, c.Args[0]); i >= 0 {
		l.items = slices.Delete(l.items, i, i+1)
		return None
	}
	return ev.FailHere("there is no %s in the list", ev.Show(c.Args[0]))
}

// listClear is l.clear(): l is empty.
func listClear(_ *Evaluator, l *list, _ *Call) Value {
	l.items = nil
	return None
}

// extend adds the elements of v to a list.
func (ev *Evaluator) extend(n syntax.Node, l *list, v Value) {
	more := ev.gather(n, v)
	if ev.Err == nil && ev.mayChange(n, l.frozen, l.walkers) {
		if room := len(l.items) + len(more); room > cap(l.items) {
			grown := append(ev.newItems(int64(max(room, 2*len(l.items)))), l.items...)
			if ev.Err != nil {
				return
			}
			l.items = grown
		}
		l.items = append(l.items, more...)
	}
}

// entriesOf is a method that makes a list with an item for each entry. An item costs
// the given number of bytes.
func entriesOf(of func(e dictEntry) Value, bytes int64) methodFunc {
	return func(ev *Evaluator, self Value, c *Call) Value {
		d := self.x.(*dict)
		if _, ok := ev.plain(c, 0, 0); !ok || !ev.pay(bytes*int64(d.live)) {
			return Value{}
		}
		items := make([]Value, 0, d.live)
		for _, e := range d.entries {
			if e.key.Kind != UnsetKind {
				items = append(items, of(e))
			}
		}
		return List(items)
	}
}

// keyIn takes the first of least … most arguments as a key.
func (ev *Evaluator) keyIn(c *Call, least, most int) (dictKey, bool) {
	args, ok := ev.plain(c, least, most)
	if !ok {
		return dictKey{}, false
	}
	return ev.keyFor(ev.here, args[0])
}

func dictMethods() map[string]methodFunc {
	return map[string]methodFunc{
		"keys":       entriesOf(func(e dictEntry) Value { return e.key }, valueBytes),
		"values":     entriesOf(func(e dictEntry) Value { return e.value }, valueBytes),
		"items":      entriesOf(func(e dictEntry) Value { return tupleValue([]Value{e.key, e.value}) }, 4*valueBytes),
		"get":        dictGet,
		"setdefault": dictSetdefault,
		"pop":        dictPop,
	}
}

// dictGet is d.get(key, or): the value of a key, or else the other one.
func dictGet(ev *Evaluator, self Value, c *Call) Value {
	k, ok := ev.keyIn(c, 1, 2)
	if !ok {
		return Value{}
	}
	if v, ok := self.x.(*dict).get(k); ok {
		return v
	}
	if len(c.Args) == 2 {
		return c.Args[1]
	}
	return None
}

// dictSetdefault is d.setdefault(key, or): the value of a key, which is set if
// it has none.
func dictSetdefault(ev *Evaluator, self Value, c *Call) Value {
	k, ok := ev.keyIn(c, 1, 2)
	if !ok {
		return Value{}
	}
	if v, ok := self.x.(*dict).get(k); ok {
		return v
	}
	v := None
	if len(c.Args) == 2 {
		v = c.Args[1]
	}
	ev.setKey(ev.here, self.x.(*dict), c.Args[0], v)
	return v
}

// dictPop is d.pop(key, or): the value of a key, which is removed.
func dictPop(ev *Evaluator, self Value, c *Call) Value {
	k, ok := ev.keyIn(c, 1, 2)
	d := self.x.(*dict)
	if !ok || !ev.mayChange(ev.here, d.frozen, d.walkers) || !ev.Spend(int64(len(d.entries)/64)) {
		return Value{}
	}
	if v, ok := d.remove(k); ok {
		return v
	}
	if len(c.Args) == 2 {
		return c.Args[1]
	}
	return ev.FailHere("the dict has no key %s", ev.Show(c.Args[0]))
}

// asking is a method that asks a string about another one.
func asking(of func(s, arg string) Value) methodFunc {
	return func(ev *Evaluator, self Value, c *Call) Value {
		if _, ok := ev.one(c); !ok || !ev.Spend(int64(len(self.Text())/8)) {
			return Value{}
		}
		s, ok := ev.TextAt(c, 0)
		if !ok {
			return Value{}
		}
		return of(self.Text(), s)
	}
}

// rewriting is a method that makes another string of one.
func rewriting(of func(s string) string) methodFunc {
	return func(ev *Evaluator, self Value, c *Call) Value {
		if _, ok := ev.plain(c, 0, 0); !ok || !ev.pay(int64(len(self.Text()))) {
			return Value{}
		}
		s := of(self.Text()) // upper case may be longer
		if !ev.pay(int64(max(len(s)-len(self.Text()), 0))) {
			return Value{}
		}
		return Text(s)
	}
}

func textMethods() map[string]methodFunc {
	return map[string]methodFunc{
		"count":      asking(func(s, arg string) Value { return Int(int64(strings.Count(s, arg))) }),
		"find":       asking(func(s, arg string) Value { return Int(int64(strings.Index(s, arg))) }),
		"rfind":      asking(func(s, arg string) Value { return Int(int64(strings.LastIndex(s, arg))) }),
		"startswith": asking(func(s, arg string) Value { return boolValue(strings.HasPrefix(s, arg)) }),
		"endswith":   asking(func(s, arg string) Value { return boolValue(strings.HasSuffix(s, arg)) }),
		"upper":      rewriting(strings.ToUpper),
		"lower":      rewriting(strings.ToLower),
		"strip":      rewriting(strings.TrimSpace),
		"isdigit":    textIsdigit,
		"elems":      textElems,
		"split":      textSplit,
		"join":       textJoin,
		"replace":    textReplace,
	}
}

// textIsdigit is s.isdigit(): whether s is digits alone.
func textIsdigit(ev *Evaluator, self Value, c *Call) Value {
	_, ok := ev.plain(c, 0, 0)
	if !ev.Spend(int64(len(self.Text()) / 8)) {
		return Value{}
	}
	digits := strings.TrimLeft(self.Text(), "0123456789") == "" && self.Text() != ""
	return boolValue(ok && digits)
}

// textElems is s.elems(): the letters of s.
func textElems(ev *Evaluator, self Value, c *Call) Value {
	if _, ok := ev.plain(c, 0, 0); !ok {
		return Value{}
	}
	if !ev.Spend(int64(len(self.Text()))) {
		return Value{}
	}
	return List(ev.letters(self.Text()))
}

// textSplit is s.split(separator): the parts of s, between spaces unless told
// otherwise.
func textSplit(ev *Evaluator, self Value, c *Call) Value {
	args, ok := ev.plain(c, 0, 1)
	if !ok || !ev.pay(int64(len(self.Text())+1)*valueBytes) {
		return Value{}
	}
	parts := strings.Fields(self.Text())
	if len(args) == 1 {
		separator, ok := ev.TextAt(c, 0)
		if !ok || separator == "" {
			return ev.FailHere("want a string that is not empty between the parts")
		}
		parts = strings.Split(self.Text(), separator)
	}
	items := make([]Value, len(parts))
	for i, p := range parts {
		items[i] = Text(p)
	}
	return List(items)
}

// textJoin is s.join(x): the strings of x with s between them.
func textJoin(ev *Evaluator, self Value, c *Call) Value {
	v, ok := ev.one(c)
	if !ok {
		return Value{}
	}
	length, count := 0, 0
	ev.each(c.Argument(0), v, 0, func(e Value) bool {
		if e.Kind != TextKind {
			ev.Fail(c.Argument(0), "want strings to join, not %s", article(e.Kind))
			return false
		}
		more := len(self.Text()) + len(e.Text())
		length, count = length+more, count+1
		return ev.pay(int64(more))
	})
	if ev.Err != nil { // before anything is written
		return Value{}
	}
	var b strings.Builder
	b.Grow(length)
	ev.each(c.Argument(0), v, 0, func(e Value) bool {
		b.WriteString(e.Text())
		if count--; count > 0 {
			b.WriteString(self.Text())
		}
		return true
	})
	return Text(b.String())
}

// textReplace is s.replace(from, to): s with each from replaced.
func textReplace(ev *Evaluator, self Value, c *Call) Value {
	if _, ok := ev.plain(c, 2, 2); !ok {
		return Value{}
	}
	from, ok1 := ev.TextAt(c, 0)
	to, ok2 := ev.TextAt(c, 1)
	if !ok1 || !ok2 {
		return Value{}
	}
	if !ev.Spend(int64(len(self.Text()) / 8)) {
		return Value{}
	}
	length := int64(len(self.Text())) + int64(strings.Count(self.Text(), from))*int64(len(to))
	if !ev.pay(length) {
		return Value{}
	}
	return Text(strings.ReplaceAll(self.Text(), from, to))
}
