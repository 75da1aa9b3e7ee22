package emit

// What Go and C++ would answer otherwise than the rule language, without a word, is refused here, a
// function at a time.

import (
	"slices"

	"github.com/grundy-games/grundy/internal/rules/core"
)

// check refuses what a function does that Go or C++ does otherwise.
func (w *printer) check(f *core.Function) {
	w.checkAliases(f, f.Body, nil)
	core.Walk(f.Body, func(s core.Stmt) bool {
		switch s := s.(type) {
		case *core.For:
			w.checkLoop(s.At, s, s.Body)
		case *core.Loop:
			w.checkLoop(s.At, s, s.Body)
			if w.typeOf(s.Over[0]).Kind == core.DictType && leavesOrder(s.Body) {
				refuse(s.At, "the order of a dict, which Go and C++ do not keep; go over sorted keys")
			}
		case *core.Update:
			if s.Op == core.Minus {
				w.checkMinus(s.At, s.To, s.X)
			}
		}
		return true
	}, func(e core.Expr) bool {
		switch e := e.(type) {
		case *core.Arith:
			if e.Op == core.Minus {
				w.checkMinus(w.At[e], e.X, e.Y)
			}
		case *core.Negate:
			if w.typeOf(e).Kind == core.UnsignedType {
				w.refuse(e, "a number of 64 bits without a sign below 0")
			}
		}
		return true
	})
}

// checkLoop refuses a loop whose body sets its variables: its next turn would follow.
func (w *printer) checkLoop(at core.Place, s core.Stmt, body []core.Stmt) {
	for _, v := range targets(s) {
		if sets(body, v) {
			refuse(at, "the loop's variable %s is set in its body", w.f.Vars[v].Name)
		}
	}
}

// leavesOrder reports whether what a block does shows in which order it is done: it leaves the
// loop, or adds to a list.
func leavesOrder(body []core.Stmt) (shows bool) {
	core.Walk(body, func(s core.Stmt) bool {
		leave, ok := s.(*core.Leave)
		_, returns := s.(*core.Return)
		shows = shows || returns || ok && !leave.Turn
		return true
	}, func(e core.Expr) bool {
		a, ok := e.(*core.Apply)
		shows = shows || ok && a.F == ".append"
		return true
	})
	return shows
}

// checkAliases refuses a second name for a list that changes: Go and C++ copy lists, or parts of them.
// After are the statements that follow the block.
func (w *printer) checkAliases(f *core.Function, block, after []core.Stmt) {
	for i, s := range block {
		rest := slices.Concat(block[i+1:], after)
		core.Blocks(s, func(b *[]core.Stmt) { w.checkAliases(f, *b, rest) })
		to, value := []core.Expr{}, []core.Expr{}
		at := core.Place{}
		switch s := s.(type) {
		case *core.Set:
			at, to, value = s.At, append(to, &core.Get{V: s.V}), append(value, s.X)
		case *core.Assign:
			left, many := s.To.(*core.Tuple)
			right, written := s.X.(*core.Tuple)
			if many && written && len(left.Parts) == len(right.Parts) {
				at, to, value = s.At, left.Parts, right.Parts
			}
		}
		for k, x := range value {
			name, isName := to[k].(*core.Get)
			if !isName || !w.isShared(x) {
				continue
			}
			if part, ok := x.(*core.Index); ok {
				if w.changesIn(f.Body, name.V) || slices.ContainsFunc(core.Places(part), func(v core.Var) bool { return w.changesIn(rest, v) }) {
					refuse(at, "%s is a part of another list, which changes; write list(…), or change the part in its place", f.Vars[name.V].Name)
				}
				continue
			}
			from, isOther := x.(*core.Get)
			if !isOther || name.V == from.V || isTarget(s, from.V) {
				continue
			}
			where := f.Body // where a change counts: only behind it, if the list is a new one in each turn
			if slices.ContainsFunc(block[:i], func(s core.Stmt) bool { return isTarget(s, from.V) }) {
				where = rest
			}
			if w.changesIn(where, name.V) || w.changesIn(where, from.V) {
				refuse(at, "%s and %s are one list, which changes; write list(%[2]s)", f.Vars[name.V].Name, f.Vars[from.V].Name)
			}
		}
	}
}

// isShared reports whether an assignment gives a value that may change a second name.
func (w *printer) isShared(e core.Expr) bool {
	kind := w.typeOf(e).Kind
	return kind == core.ListType || kind == core.DictType
}

// checkMinus refuses a difference of numbers of 64 bits without a sign that may be below 0.
func (w *printer) checkMinus(at core.Place, x, y core.Expr) {
	if w.typeOf(x).Kind == core.UnsignedType && w.bounds.expr(w.f, x).lo < w.bounds.expr(w.f, y).hi {
		refuse(at, "a number of 64 bits without a sign that may be below 0")
	}
}
