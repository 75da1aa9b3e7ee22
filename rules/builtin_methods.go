package rules

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
func sequenceIndex(ev *evaluator, self value, c *call) value {
	v, ok := ev.one(c)
	if !ok {
		return value{}
	}
	items, _ := self.items()
	if i := ev.find(items, v); i >= 0 {
		return intValue(int64(i))
	}
	return ev.failHere("there is no %s in it", ev.show(v))
}

// sequenceCount is x.count(v): how many elements equal v.
func sequenceCount(ev *evaluator, self value, c *call) value {
	v, ok := ev.one(c)
	if !ok {
		return value{}
	}
	items, _ := self.items()
	ev.spend(int64(len(items)))
	n := int64(0)
	for _, e := range items {
		if ev.equal(e, v, 0) {
			n++
		}
	}
	return intValue(n)
}

// changing is a method that changes a list, and takes least … most arguments.
func changing(least, most int, do func(ev *evaluator, l *list, c *call) value) methodFunc {
	return func(ev *evaluator, self value, c *call) value {
		l := self.x.(*list)
		if _, ok := ev.plain(c, least, most); !ok || !ev.mayChange(ev.here, l.frozen, l.walkers) {
			return value{}
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
func listAppend(ev *evaluator, l *list, c *call) value {
	ev.push(&l.items, c.args[0])
	return noneValue
}

// listExtend is l.extend(x): l gets the elements of x.
func listExtend(ev *evaluator, l *list, c *call) value {
	ev.extend(c.node, l, c.args[0])
	return noneValue
}

// listInsert is l.insert(i, x): l gets the element x before that at i.
func listInsert(ev *evaluator, l *list, c *call) value {
	at, ok := ev.intAt(c, 0)
	if !ok || !ev.spend(int64(len(l.items)/2)) || !ev.push(&l.items, c.args[1]) {
		return value{}
	}
	at = sliceEnd(at, int64(len(l.items)-1), 1)
	copy(l.items[at+1:], l.items[at:])
	l.items[at] = c.args[1]
	return noneValue
}

// listPop is l.pop(i): the element at i, or the last, which is removed.
func listPop(ev *evaluator, l *list, c *call) value {
	at := intValue(-1)
	if len(c.args) == 1 {
		at = c.args[0]
	}
	i, ok := ev.index(ev.here, at, len(l.items), "list")
	if !ok || !ev.spend(int64(len(l.items)-i)/8) {
		return value{}
	}
	v := l.items[i]
	l.items = slices.Delete(l.items, i, i+1)
	return v
}

// listRemove is l.remove(x): the first element that equals x is removed.
func listRemove(ev *evaluator, l *list, c *call) value {
	if i := ev.find(l.items, c.args[0]); i >= 0 {
		l.items = slices.Delete(l.items, i, i+1)
		return noneValue
	}
	return ev.failHere("there is no %s in the list", ev.show(c.args[0]))
}

// listClear is l.clear(): l is empty.
func listClear(_ *evaluator, l *list, _ *call) value {
	l.items = nil
	return noneValue
}

// extend adds the elements of v to a list.
func (ev *evaluator) extend(n syntax.Node, l *list, v value) {
	more := ev.gather(n, v)
	if ev.err == nil && ev.mayChange(n, l.frozen, l.walkers) {
		if room := len(l.items) + len(more); room > cap(l.items) {
			grown := append(ev.newItems(int64(max(room, 2*len(l.items)))), l.items...)
			if ev.err != nil {
				return
			}
			l.items = grown
		}
		l.items = append(l.items, more...)
	}
}

// entriesOf is a method that makes a list of something of each entry, of so many
// bytes.
func entriesOf(of func(e dictEntry) value, bytes int64) methodFunc {
	return func(ev *evaluator, self value, c *call) value {
		d := self.x.(*dict)
		if _, ok := ev.plain(c, 0, 0); !ok || !ev.pay(bytes*int64(d.live)) {
			return value{}
		}
		items := make([]value, 0, d.live)
		for _, e := range d.entries {
			if e.key.k != unset {
				items = append(items, of(e))
			}
		}
		return listValue(items)
	}
}

// keyIn takes the first of least … most arguments as a key.
func (ev *evaluator) keyIn(c *call, least, most int) (dictKey, bool) {
	args, ok := ev.plain(c, least, most)
	if !ok {
		return dictKey{}, false
	}
	return ev.keyFor(ev.here, args[0])
}

func dictMethods() map[string]methodFunc {
	return map[string]methodFunc{
		"keys":       entriesOf(func(e dictEntry) value { return e.key }, valueBytes),
		"values":     entriesOf(func(e dictEntry) value { return e.value }, valueBytes),
		"items":      entriesOf(func(e dictEntry) value { return tupleValue([]value{e.key, e.value}) }, 4*valueBytes),
		"get":        dictGet,
		"setdefault": dictSetdefault,
		"pop":        dictPop,
	}
}

// dictGet is d.get(key, or): the value of a key, or else the other one.
func dictGet(ev *evaluator, self value, c *call) value {
	k, ok := ev.keyIn(c, 1, 2)
	if !ok {
		return value{}
	}
	if v, ok := self.x.(*dict).get(k); ok {
		return v
	}
	if len(c.args) == 2 {
		return c.args[1]
	}
	return noneValue
}

// dictSetdefault is d.setdefault(key, or): the value of a key, which is set if
// it has none.
func dictSetdefault(ev *evaluator, self value, c *call) value {
	k, ok := ev.keyIn(c, 1, 2)
	if !ok {
		return value{}
	}
	if v, ok := self.x.(*dict).get(k); ok {
		return v
	}
	v := noneValue
	if len(c.args) == 2 {
		v = c.args[1]
	}
	ev.setKey(ev.here, self.x.(*dict), c.args[0], v)
	return v
}

// dictPop is d.pop(key, or): the value of a key, which is removed.
func dictPop(ev *evaluator, self value, c *call) value {
	k, ok := ev.keyIn(c, 1, 2)
	d := self.x.(*dict)
	if !ok || !ev.mayChange(ev.here, d.frozen, d.walkers) || !ev.spend(int64(len(d.entries)/64)) {
		return value{}
	}
	if v, ok := d.remove(k); ok {
		return v
	}
	if len(c.args) == 2 {
		return c.args[1]
	}
	return ev.failHere("the dict has no key %s", ev.show(c.args[0]))
}

// asking is a method that asks a string about another one.
func asking(of func(s, arg string) value) methodFunc {
	return func(ev *evaluator, self value, c *call) value {
		if _, ok := ev.one(c); !ok || !ev.spend(int64(len(self.text())/8)) {
			return value{}
		}
		s, ok := ev.textAt(c, 0)
		if !ok {
			return value{}
		}
		return of(self.text(), s)
	}
}

// rewriting is a method that makes another string of one.
func rewriting(of func(s string) string) methodFunc {
	return func(ev *evaluator, self value, c *call) value {
		if _, ok := ev.plain(c, 0, 0); !ok || !ev.pay(int64(len(self.text()))) {
			return value{}
		}
		s := of(self.text()) // upper case may be longer
		if !ev.pay(int64(max(len(s)-len(self.text()), 0))) {
			return value{}
		}
		return textValue(s)
	}
}

func textMethods() map[string]methodFunc {
	return map[string]methodFunc{
		"count":      asking(func(s, arg string) value { return intValue(int64(strings.Count(s, arg))) }),
		"find":       asking(func(s, arg string) value { return intValue(int64(strings.Index(s, arg))) }),
		"rfind":      asking(func(s, arg string) value { return intValue(int64(strings.LastIndex(s, arg))) }),
		"startswith": asking(func(s, arg string) value { return boolValue(strings.HasPrefix(s, arg)) }),
		"endswith":   asking(func(s, arg string) value { return boolValue(strings.HasSuffix(s, arg)) }),
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
func textIsdigit(ev *evaluator, self value, c *call) value {
	_, ok := ev.plain(c, 0, 0)
	if !ev.spend(int64(len(self.text()) / 8)) {
		return value{}
	}
	digits := strings.TrimLeft(self.text(), "0123456789") == "" && self.text() != ""
	return boolValue(ok && digits)
}

// textElems is s.elems(): the letters of s.
func textElems(ev *evaluator, self value, c *call) value {
	if _, ok := ev.plain(c, 0, 0); !ok {
		return value{}
	}
	if !ev.spend(int64(len(self.text()))) {
		return value{}
	}
	return listValue(ev.letters(self.text()))
}

// textSplit is s.split(separator): the parts of s, between spaces unless told
// otherwise.
func textSplit(ev *evaluator, self value, c *call) value {
	args, ok := ev.plain(c, 0, 1)
	if !ok || !ev.pay(int64(len(self.text())+1)*valueBytes) {
		return value{}
	}
	parts := strings.Fields(self.text())
	if len(args) == 1 {
		separator, ok := ev.textAt(c, 0)
		if !ok || separator == "" {
			return ev.failHere("want a string that is not empty between the parts")
		}
		parts = strings.Split(self.text(), separator)
	}
	items := make([]value, len(parts))
	for i, p := range parts {
		items[i] = textValue(p)
	}
	return listValue(items)
}

// textJoin is s.join(x): the strings of x with s between them.
func textJoin(ev *evaluator, self value, c *call) value {
	v, ok := ev.one(c)
	if !ok {
		return value{}
	}
	length, count := 0, 0
	ev.each(c.argument(0), v, 0, func(e value) bool {
		if e.k != text {
			ev.fail(c.argument(0), "want strings to join, not %s", article(e.k))
			return false
		}
		more := len(self.text()) + len(e.text())
		length, count = length+more, count+1
		return ev.pay(int64(more))
	})
	if ev.err != nil { // before anything is written
		return value{}
	}
	var b strings.Builder
	b.Grow(length)
	ev.each(c.argument(0), v, 0, func(e value) bool {
		b.WriteString(e.text())
		if count--; count > 0 {
			b.WriteString(self.text())
		}
		return true
	})
	return textValue(b.String())
}

// textReplace is s.replace(from, to): s with each from replaced.
func textReplace(ev *evaluator, self value, c *call) value {
	if _, ok := ev.plain(c, 2, 2); !ok {
		return value{}
	}
	from, ok1 := ev.textAt(c, 0)
	to, ok2 := ev.textAt(c, 1)
	if !ok1 || !ok2 {
		return value{}
	}
	if !ev.spend(int64(len(self.text()) / 8)) {
		return value{}
	}
	length := int64(len(self.text())) + int64(strings.Count(self.text(), from))*int64(len(to))
	if !ev.pay(length) {
		return value{}
	}
	return textValue(strings.ReplaceAll(self.text(), from, to))
}
