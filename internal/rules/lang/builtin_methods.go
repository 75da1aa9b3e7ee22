package lang

// Strings, lists, dicts, tuples and rows have these methods and no others.

import (
	"slices"
	"strings"

	"go.starlark.net/syntax"

	"github.com/grundy-games/grundy/internal/rules/core"
)

func sequenceMethods() map[string]Builtin {
	return map[string]Builtin{
		"index": taking("x", sequenceIndex),
		"count": taking("x", sequenceCount),
	}
}

// sequenceIndex is x.index(v): the place of the first element that equals v.
func sequenceIndex(ev *Evaluator, c *Call) Value {
	items, _ := c.of.Items()
	if i := ev.find(items, c.Args[0]); i >= 0 {
		return Int(int64(i))
	}
	return ev.FailHere("there is no %s in it", ev.Show(c.Args[0]))
}

// sequenceCount is x.count(v): how many elements equal v.
func sequenceCount(ev *Evaluator, c *Call) Value {
	items, ok := c.of.Items()
	if !ok {
		items = c.of.x.(*grid).cells
	}
	if x := c.Args[0]; x.Kind == TextKind && len(x.Text()) != 1 && (c.of.Kind == RowKind || c.of.Kind == gridKind) {
		return ev.Fail(c.Argument(0), "want one letter, as cells have, not %s", ev.Show(x))
	}
	ev.Spend(int64(len(items)))
	n := int64(0)
	for _, e := range items {
		if ev.equal(e, c.Args[0], 0) {
			n++
		}
	}
	return Int(n)
}

// changing is a method that changes a list.
func changing(kinds string, do func(ev *Evaluator, l *list, c *Call) Value) Builtin {
	return taking(kinds, func(ev *Evaluator, c *Call) Value {
		l := c.of.x.(*list)
		if !ev.mayChange(ev.here, l.frozen, l.walkers) {
			return Value{}
		}
		return do(ev, l, c)
	})
}

func listMethods() map[string]Builtin {
	return map[string]Builtin{
		"index":  taking("x", sequenceIndex),
		"count":  taking("x", sequenceCount),
		"append": changing("x", listAppend),
		"extend": changing("x", listExtend),
		"insert": changing("ix", listInsert),
		"pop":    changing("?x", listPop),
		"remove": changing("x", listRemove),
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
	if !ev.Spend(int64(len(l.items)/2)) || !ev.push(&l.items, c.Args[1]) {
		return Value{}
	}
	at := core.SliceEnd(c.Args[0].N, int64(len(l.items)-1), 1)
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
func entriesOf(of func(e dictEntry) Value, bytes int64) Builtin {
	return taking("", func(ev *Evaluator, c *Call) Value {
		d := c.of.x.(*dict)
		if !ev.pay(bytes * int64(d.live)) {
			return Value{}
		}
		items := make([]Value, 0, d.live)
		for _, e := range d.entries {
			if e.key.Kind != UnsetKind {
				items = append(items, of(e))
			}
		}
		return List(items)
	})
}

func dictMethods() map[string]Builtin {
	return map[string]Builtin{
		"keys":   entriesOf(func(e dictEntry) Value { return e.key }, valueBytes),
		"values": entriesOf(func(e dictEntry) Value { return e.value }, valueBytes),
		"items":  entriesOf(func(e dictEntry) Value { return tupleValue([]Value{e.key, e.value}) }, 4*valueBytes),
		"get":    taking("x?x", dictGet),
		"pop":    taking("x?x", dictPop),
	}
}

// orElse returns the second argument, which is None unless it is given.
func (c *Call) orElse() Value {
	if len(c.Args) == 2 {
		return c.Args[1]
	}
	return None
}

// dictGet is d.get(key, or): the value of a key, or else the other one.
func dictGet(ev *Evaluator, c *Call) Value {
	k, ok := ev.keyFor(ev.here, c.Args[0])
	if !ok {
		return Value{}
	}
	if v, ok := c.of.x.(*dict).get(k); ok {
		return v
	}
	return c.orElse()
}

// dictPop is d.pop(key, or): the value of a key, which is removed.
func dictPop(ev *Evaluator, c *Call) Value {
	d := c.of.x.(*dict)
	k, ok := ev.keyFor(ev.here, c.Args[0])
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
func asking(of func(s, arg string) Value) Builtin {
	return taking("s", func(ev *Evaluator, c *Call) Value {
		if !ev.Spend(int64(len(c.of.Text()) / 8)) {
			return Value{}
		}
		return of(c.of.Text(), c.Args[0].Text())
	})
}

func textMethods() map[string]Builtin {
	return map[string]Builtin{
		"count":      asking(func(s, arg string) Value { return Int(int64(strings.Count(s, arg))) }),
		"find":       asking(func(s, arg string) Value { return Int(int64(strings.Index(s, arg))) }),
		"startswith": asking(func(s, arg string) Value { return boolValue(strings.HasPrefix(s, arg)) }),
		"endswith":   asking(func(s, arg string) Value { return boolValue(strings.HasSuffix(s, arg)) }),
		"strip":      taking("", textStrip),
		"isdigit":    taking("", textIsdigit),
		"elems":      taking("", textElems),
		"split":      taking("?s", textSplit),
		"join":       taking("x", textJoin),
		"replace":    taking("ss", textReplace),
	}
}

// textStrip is s.strip(): s without blanks at its ends.
func textStrip(ev *Evaluator, c *Call) Value {
	s := c.of.Text()
	if !ev.pay(int64(len(s))) {
		return Value{}
	}
	return Text(strings.TrimSpace(s))
}

// textIsdigit is s.isdigit(): whether s is digits alone.
func textIsdigit(ev *Evaluator, c *Call) Value {
	s := c.of.Text()
	ev.Spend(int64(len(s) / 8))
	return boolValue(s != "" && strings.TrimLeft(s, "0123456789") == "")
}

// textElems is s.elems(): the letters of s.
func textElems(ev *Evaluator, c *Call) Value {
	s := c.of.Text()
	if !ev.Spend(int64(len(s))) {
		return Value{}
	}
	return List(ev.letters(s))
}

// textSplit is s.split(separator): the parts of s between separators, which are spaces
// by default.
func textSplit(ev *Evaluator, c *Call) Value {
	s := c.of.Text()
	if !ev.pay(int64(len(s)+1) * valueBytes) {
		return Value{}
	}
	parts := strings.Fields(s)
	if len(c.Args) == 1 {
		separator := c.Args[0].Text()
		if separator == "" {
			return ev.FailHere("want a string that is not empty between the parts")
		}
		parts = strings.Split(s, separator)
	}
	items := make([]Value, len(parts))
	for i, p := range parts {
		items[i] = Text(p)
	}
	return List(items)
}

// textJoin is s.join(x): the strings of x with s between them.
func textJoin(ev *Evaluator, c *Call) Value {
	between := c.of.Text()
	var parts []string
	ev.each(c.Argument(0), c.Args[0], 0, func(e Value) bool {
		if e.Kind != TextKind {
			ev.Fail(c.Argument(0), "want strings to join, not %s", article(e))
			return false
		}
		parts = append(parts, e.Text())
		return ev.hold(valueBytes) && ev.pay(int64(len(between)+len(e.Text())))
	})
	if ev.Err != nil { // before anything is written
		return Value{}
	}
	return Text(strings.Join(parts, between))
}

// textReplace is s.replace(from, to): s with each from replaced.
func textReplace(ev *Evaluator, c *Call) Value {
	s, from, to := c.of.Text(), c.Args[0].Text(), c.Args[1].Text()
	if !ev.Spend(int64(len(s) / 8)) {
		return Value{}
	}
	length := int64(len(s)) + int64(strings.Count(s, from))*int64(len(to))
	if !ev.pay(length) {
		return Value{}
	}
	return Text(strings.ReplaceAll(s, from, to))
}
