package emit

// This file gives the variables of comprehensions names of their own.

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"grundy/rules/lang"
)

// boundMark stands between the name of a comprehension's variable and its number.
const boundMark = "·"

// shown returns a name without that number.
func shown(name string) string {
	name, _, _ = strings.Cut(name, boundMark)
	return name
}

// separate renames the variables of comprehensions: they live in these alone.
func (p *program) separate(t *lang.Syntax, as map[string]string) {
	if t.Kind == "name" {
		if to, ok := as[t.Name]; ok {
			t.Name = to
		}
		return
	}
	if t.Kind != "comprehension" && t.Kind != "dict-comprehension" {
		for _, k := range t.Kids {
			p.separate(k, as)
		}
		return
	}
	inner := maps.Clone(as)
	for _, c := range t.Kids[1:] {
		if c.Kind == "if" {
			p.separate(c, inner)
			continue
		}
		p.separate(c.Kids[1], inner)
		for _, v := range lang.Targets(c.Kids[0]) {
			p.bound++
			inner[v] = fmt.Sprint(v, boundMark, p.bound)
		}
		p.separate(c.Kids[0], inner)
	}
	p.separate(t.Kids[0], inner)
}

func sortedKeys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }
