package rules

// This file holds the methods of strings, lists, dicts, tuples and rows.

import (
	"slices"
	"strings"

	"go.starlark.net/syntax"
)

func sequenceMethods() map[string]methodFunc {
	return map[string]methodFunc{
		"index": func(ev *evaluator, self value, c *call) value {
			v, ok := ev.one(c)
			if !ok {
				return value{}
			}
			items, _ := self.items()
			for i, e := range items {
				if ev.equal(e, v, 0) {
					return intValue(int64(i))
				}
			}
			return ev.failHere("there is no %s in it", ev.show(v))
		},
		"count": func(ev *evaluator, self value, c *call) value {
			v, ok := ev.one(c)
			if !ok {
				return value{}
			}
			items, _ := self.items()
			n := int64(0)
			for _, e := range items {
				if ev.equal(e, v, 0) {
					n++
				}
			}
			return intValue(n)
		},
	}
}

func listMethods() map[string]methodFunc {
	m := sequenceMethods()
	change := func(least, most int, do func(ev *evaluator, l *list, c *call) value) methodFunc {
		return func(ev *evaluator, self value, c *call) value {
			l := self.x.(*list)
			if _, ok := ev.plain(c, least, most); !ok || !ev.mayChange(ev.here, l.frozen, l.walkers) {
				return value{}
			}
			return do(ev, l, c)
		}
	}
	m["append"] = change(1, 1, func(ev *evaluator, l *list, c *call) value {
		if ev.pay(valueBytes) {
			l.items = append(l.items, c.args[0])
		}
		return noneValue
	})
	m["extend"] = change(1, 1, func(ev *evaluator, l *list, c *call) value {
		ev.extend(c.node, l, c.args[0])
		return noneValue
	})
	m["insert"] = change(2, 2, func(ev *evaluator, l *list, c *call) value {
		at, ok := ev.intAt(c, 0)
		if !ok || !ev.pay(valueBytes*int64(len(l.items)/8+1)) {
			return value{}
		}
		if at < 0 {
			at = max(at+int64(len(l.items)), 0)
		}
		l.items = slices.Insert(l.items, int(min(at, int64(len(l.items)))), c.args[1])
		return noneValue
	})
	m["pop"] = change(0, 1, func(ev *evaluator, l *list, c *call) value {
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
	})
	m["remove"] = change(1, 1, func(ev *evaluator, l *list, c *call) value {
		for i, e := range l.items {
			if ev.equal(e, c.args[0], 0) {
				if ev.spend(int64(len(l.items)-i) / 8) {
					l.items = slices.Delete(l.items, i, i+1)
				}
				return noneValue
			}
		}
		return ev.failHere("there is no %s in the list", ev.show(c.args[0]))
	})
	m["clear"] = change(0, 0, func(_ *evaluator, l *list, _ *call) value {
		l.items = nil
		return noneValue
	})
	return m
}

// extend adds the elements of v to a list.
func (ev *evaluator) extend(n syntax.Node, l *list, v value) {
	more := ev.gather(n, v)
	if ev.err == nil && ev.mayChange(n, l.frozen, l.walkers) {
		l.items = append(l.items, more...)
	}
}

func dictMethods() map[string]methodFunc {
	entries := func(of func(e dictEntry) value, bytes int64) methodFunc {
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
	key := func(ev *evaluator, c *call, least, most int) (dictKey, bool) {
		args, ok := ev.plain(c, least, most)
		if !ok {
			return dictKey{}, false
		}
		return ev.keyFor(ev.here, args[0])
	}
	return map[string]methodFunc{
		"keys":   entries(func(e dictEntry) value { return e.key }, valueBytes),
		"values": entries(func(e dictEntry) value { return e.value }, valueBytes),
		"items":  entries(func(e dictEntry) value { return tupleValue([]value{e.key, e.value}) }, 4*valueBytes),
		"get": func(ev *evaluator, self value, c *call) value {
			k, ok := key(ev, c, 1, 2)
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
		},
		"setdefault": func(ev *evaluator, self value, c *call) value {
			k, ok := key(ev, c, 1, 2)
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
		},
		"pop": func(ev *evaluator, self value, c *call) value {
			k, ok := key(ev, c, 1, 2)
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
		},
	}
}

func textMethods() map[string]methodFunc {
	ask := func(of func(s, arg string) value) methodFunc {
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
	change := func(of func(s string) string) methodFunc {
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
	return map[string]methodFunc{
		"count":      ask(func(s, arg string) value { return intValue(int64(strings.Count(s, arg))) }),
		"find":       ask(func(s, arg string) value { return intValue(int64(strings.Index(s, arg))) }),
		"rfind":      ask(func(s, arg string) value { return intValue(int64(strings.LastIndex(s, arg))) }),
		"startswith": ask(func(s, arg string) value { return boolValue(strings.HasPrefix(s, arg)) }),
		"endswith":   ask(func(s, arg string) value { return boolValue(strings.HasSuffix(s, arg)) }),
		"upper":      change(strings.ToUpper),
		"lower":      change(strings.ToLower),
		"strip":      change(strings.TrimSpace),
		"isdigit": func(ev *evaluator, self value, c *call) value {
			_, ok := ev.plain(c, 0, 0)
			if !ev.spend(int64(len(self.text()) / 8)) {
				return value{}
			}
			digits := strings.TrimLeft(self.text(), "0123456789") == "" && self.text() != ""
			return boolValue(ok && digits)
		},
		"elems": func(ev *evaluator, self value, c *call) value {
			if _, ok := ev.plain(c, 0, 0); !ok {
				return value{}
			}
			return listValue(ev.letters(self.text()))
		},
		"split": func(ev *evaluator, self value, c *call) value {
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
		},
		"join": func(ev *evaluator, self value, c *call) value {
			v, ok := ev.one(c)
			if !ok {
				return value{}
			}
			var b strings.Builder
			first := true
			ev.each(c.argument(0), v, func(e value) bool {
				if e.k != text {
					ev.fail(c.argument(0), "want strings to join, not a %v", e.k)
					return false
				}
				if !ev.pay(int64(len(self.text()) + len(e.text()))) {
					return false
				}
				if !first {
					b.WriteString(self.text())
				}
				first = false
				b.WriteString(e.text())
				return true
			})
			return textValue(b.String())
		},
		"replace": func(ev *evaluator, self value, c *call) value {
			if _, ok := ev.plain(c, 2, 2); !ok {
				return value{}
			}
			from, ok1 := ev.textAt(c, 0)
			to, ok2 := ev.textAt(c, 1)
			if !ok1 || !ok2 {
				return value{}
			}
			length := int64(len(self.text())) + int64(strings.Count(self.text(), from))*int64(len(to))
			if !ev.pay(length) {
				return value{}
			}
			return textValue(strings.ReplaceAll(self.text(), from, to))
		},
	}
}
