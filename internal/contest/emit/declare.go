package emit

// Where Go and C++ declare each variable: the rule language, like Python, declares none, and a
// variable lives to the end of its function.

import (
	"slices"

	"github.com/grundy-games/grundy/internal/rules/core"
)

// A declaring says which variables each statement declares: by its assignment or loop, or
// before it.
type declaring struct {
	inline map[binding]bool
	before map[core.Stmt][]core.Var
}

// A binding is a statement that gives a variable a value.
type binding struct {
	s core.Stmt
	v core.Var
}

func newDeclaring() *declaring { return &declaring{map[binding]bool{}, map[core.Stmt][]core.Var{}} }

func declare(f *core.Function) *declaring {
	d := newDeclaring()
	for v := f.Params; v < len(f.Vars); v++ {
		if !f.Vars[v].Inner {
			d.place(f.Body, core.Var(v), true)
		}
	}
	return d
}

// place declares a variable in a block. It reports whether the first thing that happens
// to the variable in the block is that it gets a value; if not and the block may not hold
// the declaration, it does nothing.
func (d *declaring) place(b []core.Stmt, v core.Var, holds bool) bool {
	var uses []core.Stmt
	for _, s := range b {
		switch {
		case !mentions(s, v):
		case isLoops(s, v):
			core.Walk([]core.Stmt{s}, func(s core.Stmt) bool {
				if isLoopOver(s, v) {
					d.inline[binding{s, v}] = true
				}
				return true
			}, nil)
		default:
			uses = append(uses, s)
		}
	}
	if len(uses) == 0 {
		return true
	}
	first := uses[0]
	if isTarget(first, v) && !isLoopOver(first, v) && !readsNow(first, v) {
		d.inline[binding{first, v}] = true
		return true
	}
	if len(uses) == 1 && !isTarget(first, v) && !readsNow(first, v) {
		var blocks [][]core.Stmt
		core.Blocks(first, func(b *[]core.Stmt) {
			if slices.ContainsFunc(*b, func(s core.Stmt) bool { return mentions(s, v) }) {
				blocks = append(blocks, *b)
			}
		})
		_, isIf := first.(*core.If)
		holds := isIf && len(blocks) == 1 && holds
		trial, fits := newDeclaring(), true
		for _, b := range blocks {
			fits = trial.place(b, v, holds) && fits
		}
		if fits {
			for _, b := range blocks {
				d.place(b, v, holds)
			}
			return true
		}
	}
	if holds {
		d.before[first] = append(d.before[first], v)
	}
	return holds
}

// isLoops reports whether a statement uses a variable only in loops over it.
func isLoops(s core.Stmt, v core.Var) bool {
	if isLoopOver(s, v) {
		return !readsNow(s, v)
	}
	alone := !isTarget(s, v) && !readsNow(s, v)
	core.Blocks(s, func(b *[]core.Stmt) {
		for _, s := range *b {
			alone = alone && isLoops(s, v)
		}
	})
	return alone
}

func isLoopOver(s core.Stmt, v core.Var) bool {
	switch s.(type) {
	case *core.For, *core.Loop:
		return isTarget(s, v)
	}
	return false
}

// placesOf returns the places to which a statement itself gives values, besides the variable of a
// [core.Set] or [core.For]: the parts of tuples.
func placesOf(s core.Stmt) (places []core.Expr) {
	var add func(e core.Expr)
	add = func(e core.Expr) {
		if all, ok := e.(*core.Tuple); ok {
			each(all.Parts, add)
			return
		}
		places = append(places, e)
	}
	switch s := s.(type) {
	case *core.Assign:
		add(s.To)
	case *core.Update:
		add(s.To)
	case *core.Loop:
		each(s.Items, add)
	}
	return places
}

// targets returns the variables to which a statement itself gives values. In a[i] there is none.
func targets(s core.Stmt) (all []core.Var) {
	switch s := s.(type) {
	case *core.Set, *core.For:
		return core.Targets(s)
	case *core.Loop:
		if s.Counter != core.NoVar {
			all = append(all, s.Counter)
		}
	}
	for _, place := range placesOf(s) {
		if get, ok := place.(*core.Get); ok {
			all = append(all, get.V)
		}
	}
	return all
}

func isTarget(s core.Stmt, v core.Var) bool { return slices.Contains(targets(s), v) }

// sets reports whether a block gives a variable values.
func sets(block []core.Stmt, v core.Var) (found bool) {
	core.Walk(block, func(s core.Stmt) bool {
		found = found || isTarget(s, v)
		return !found
	}, nil)
	return found
}

func mentions(s core.Stmt, v core.Var) bool { return sets([]core.Stmt{s}, v) || uses(s, v, true, true) }

// readsNow reports whether a statement itself uses the value of a variable, besides its blocks.
func readsNow(s core.Stmt, v core.Var) bool { return uses(s, v, false, true) }

// reads reports whether the value of a variable is ever used for more than its own update.
func reads(block []core.Stmt, v core.Var) bool {
	return slices.ContainsFunc(block, func(s core.Stmt) bool { return uses(s, v, true, false) })
}

// uses reports whether a statement uses the value of a variable: with its blocks, and with the
// value that an update changes.
func uses(s core.Stmt, v core.Var, blocks, updates bool) bool {
	apart := map[core.Stmt]bool{}
	if !blocks {
		core.Blocks(s, func(b *[]core.Stmt) {
			for _, s := range *b {
				apart[s] = true
			}
		})
	}
	count := 0
	core.Walk([]core.Stmt{s}, func(s core.Stmt) bool {
		_, isUpdate := s.(*core.Update)
		for _, place := range placesOf(s) {
			if !apart[s] && (!isUpdate || !updates) && isGet(place, v) {
				count-- // which the walk finds too
			}
		}
		return !apart[s]
	}, func(e core.Expr) bool {
		if isGet(e, v) {
			count++
		}
		return true
	})
	return count > 0
}

func isGet(e core.Expr, v core.Var) bool {
	get, ok := e.(*core.Get)
	return ok && get.V == v
}
