package certificate

// This file joins the paths that come to the same.

import (
	"maps"
	"slices"
	"strings"
)

// rejoin joins paths that come from one and on which all names mean the same. Whole says
// that no path went elsewhere: what distinguishes them is then left out, if all are
// joined.
func rejoin(from *path, paths []*path, whole bool) []*path {
	if len(paths) < 2 {
		return paths
	}
	groups := map[string][]*path{}
	var order []string
	for _, p := range paths {
		var b strings.Builder
		for _, name := range slices.Sorted(maps.Keys(p.names)) {
			if v, ok := from.names[name]; !ok || v.is == 'i' || v.is == 'b' || v.is == 'l' || v.is != p.names[name].is {
				b.WriteString(name + "=" + p.names[name].key() + ";")
			}
		}
		k := b.String()
		if _, ok := groups[k]; !ok {
			order = append(order, k)
		}
		groups[k] = append(groups[k], p)
	}
	var joined []*path
	for _, k := range order {
		group := groups[k]
		g, b := commonGuards(group)
		stem := &path{group[0].names, group[0].guards[:g], group[0].bound[:b]}
		if len(group) == 1 || g < len(from.guards) || b < len(from.bound) || speaksBeyond(group[0].names, group[0].bound[b:]) {
			joined = append(joined, group...)
			continue
		}
		if !whole || len(order) > 1 {
			var ways []formula
			for _, p := range group {
				ways = append(ways, p.since(stem))
			}
			if stem = stem.and(some(ways...)); stem == nil {
				continue
			}
		}
		joined = append(joined, stem)
	}
	return joined
}

// commonGuards returns how many guards and bound variables all paths begin with.
func commonGuards(paths []*path) (guards, bound int) {
	for first := paths[0]; guards < len(first.guards); guards++ {
		k := first.guards[guards].key()
		if slices.ContainsFunc(paths, func(p *path) bool { return len(p.guards) <= guards || p.guards[guards].key() != k }) {
			break
		}
	}
	for first := paths[0]; bound < len(first.bound); bound++ {
		if slices.ContainsFunc(paths, func(p *path) bool { return len(p.bound) <= bound || p.bound[bound] != first.bound[bound] }) {
			break
		}
	}
	// No guard may speak of a variable that is not common.
	for i, f := range paths[0].guards[:guards] {
		for _, p := range paths {
			if f.speaksOf(p.bound[bound:]) {
				return i, bound
			}
		}
	}
	return guards, bound
}

func (f formula) speaksOf(vars []int) bool {
	return slices.ContainsFunc(f.terms, func(t term) bool { return t.speaksOf(vars) }) ||
		slices.ContainsFunc(f.formulas, func(g formula) bool { return g.speaksOf(vars) })
}

func (t term) speaksOf(vars []int) bool {
	return slices.ContainsFunc(vars, func(v int) bool { return t.times[v] != 0 })
}

func (v val) speaksOf(vars []int) bool {
	return v.t.speaksOf(vars) || v.f.speaksOf(vars) || slices.ContainsFunc(v.list, func(w val) bool { return w.speaksOf(vars) })
}

func speaksBeyond(names map[string]val, vars []int) bool {
	for _, v := range names {
		if v.speaksOf(vars) {
			return true
		}
	}
	return false
}
