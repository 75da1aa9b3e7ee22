package formulas

// Heaps have no order. Either the moves are the same whichever order they stand in, or
// formulas speak of heaps that stand in ascending order.

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/theory/automata"
)

// symmetric reports whether the events are the same, whichever order the heaps of a field
// have.
func (x *translation) symmetric(from path) bool {
	var heaps [][]string
	for i := 0; i < len(x.game.Cells); i++ {
		field := x.game.Cells[i].Field
		if field.Kind != core.Heaps {
			continue
		}
		var names []string
		for ; i < len(x.game.Cells) && x.game.Cells[i].Field == field; i++ {
			if !x.game.Cells[i].Held {
				names = append(names, x.game.Cells[i].Name)
			}
		}
		i--
		heaps = append(heaps, names)
	}
	all := x.heapKeys(from, nil)
	for _, names := range heaps {
		for i := 1; i < len(names); i++ {
			a, b := names[i-1], names[i]
			if x.spend(len(all)); !slices.Equal(all, x.heapKeys(from, map[string]automata.Term{a: automata.V(b), b: automata.V(a)})) {
				return false
			}
		}
	}
	return true
}

// heapKeys describes all events where coordinates are replaced, in ascending order.
func (x *translation) heapKeys(from path, by map[string]automata.Term) (keys []string) {
	for _, e := range x.events {
		by := maps.Clone(by)
		if by == nil {
			by = map[string]automata.Term{}
		}
		for i, v := range e.path.bound {
			by[v] = automata.V(fmt.Sprintf("?%d", i))
		}
		var conds []string
		for _, c := range e.path.conds[len(from.conds):] {
			k := c.Substitute(by).Key()
			conds = append(conds, string(k[:]))
		}
		slices.Sort(conds)
		var parts []string
		for _, p := range e.parts {
			cells := map[*core.Field][]string{}
			i := 0
			var part []string
			for _, c := range x.game.Cells {
				if c.Held {
					continue
				}
				t := p[i].Substitute(by).String()
				i++
				if c.Field.Kind == core.Heaps {
					cells[c.Field] = append(cells[c.Field], t)
				} else {
					part = append(part, t)
				}
			}
			for i := range x.program.Shape.Fields {
				heaps := cells[&x.program.Shape.Fields[i]]
				slices.Sort(heaps)
				part = append(part, strings.Join(heaps, "+"))
			}
			parts = append(parts, strings.Join(part, ","))
		}
		slices.Sort(parts)
		keys = append(keys, fmt.Sprint(e.what)+strings.Join(conds, "&")+"->"+strings.Join(parts, ";"))
	}
	slices.Sort(keys)
	return keys
}
