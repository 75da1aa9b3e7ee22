package lang

// The types of expressions: what each node takes, and what it makes.

import (
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/grundy-games/grundy/internal/rules/core"
)

// rules are the types that the operands of a node have, in the order of [core.Operands], and the
// type of its value; or several such rules. Here s is any type of one number, the same
// throughout a rule; int* is any number of ints; and a row may be a text. A row or grid that
// is empty for sure has cells of every type. The nodes that are not here are in typeOf.
var rules = sync.OnceValue(func() map[reflect.Type][]rule {
	all := map[reflect.Type][]rule{}
	for node, text := range map[core.Expr]string{
		&core.Arith{}:     "int int -> int",
		&core.Negate{}:    "int -> int",
		&core.Invert{}:    "int -> int",
		&core.Abs{}:       "int -> int",
		&core.Extreme{}:   "int int -> int",
		&core.Not{}:       "bool -> bool",
		&core.Logic{}:     "bool bool -> bool | int int -> int",
		&core.Truth{}:     "int -> bool | letter -> bool | row[s] -> bool",
		&core.Compare{}:   "s s -> bool",
		&core.Choose{}:    "bool s s -> s | bool text text -> text | bool row[s] row[s] -> row[s]",
		&core.Reason{}:    "-> bool",
		&core.Same{}:      "row[s] row[s] -> bool | grid[s] grid[s] -> bool",
		&core.In{}:        "s row[s] -> bool | s grid[s] -> bool",
		&core.InRow{}:     "row[s] row[s] -> bool",
		&core.InTable{}:   "row[int] -> bool",
		&core.Index{}:     "row[s] int -> s",
		&core.Cell{}:      "grid[s] int int -> s",
		&core.Line{}:      "int -> row[int]",
		&core.Len{}:       "row[s] -> int | grid[s] -> int",
		&core.Side{}:      "grid[s] -> int",
		&core.Over{}:      "row[int] -> int",
		&core.Count{}:     "row[s] s -> int | grid[s] s -> int",
		&core.Find{}:      "row[s] s -> int",
		&core.Inside{}:    "row[s] int -> bool | grid[s] int int -> bool",
		&core.List{}:      "s* -> row[s]",
		&core.Put{}:       "row[s] s int* -> row[s] | row[s] s int* row[int] -> row[s]",
		&core.PutCells{}:  "grid[s] s int* -> grid[s]",
		&core.Fill{}:      "s int -> row[s] | s int int -> grid[s]",
		&core.Cut{}:       "grid[s] int int int int -> grid[s]",
		&core.Slice{}:     "text int* -> text | row[s] int* -> row[s]",
		&core.Join{}:      "row[s] row[s] -> row[s]",
		&core.Repeat{}:    "row[s] int -> row[s]",
		&core.Rearrange{}: "row[s] -> row[s]",
	} {
		all[reflect.TypeOf(node)] = parseRules(text)
	}
	return all
})

// anyOrAll is the rule of an Over that makes a truth value.
var anyOrAll = sync.OnceValue(func() []rule { return parseRules("row[int] -> bool | row[bool] -> bool") })

// A rule is the types of the operands of a node, and that of its value.
type rule struct {
	operands []pattern
	value    pattern
}

// A pattern is a type, or one with s in it.
type pattern struct {
	core.Type
	many bool
}

// kinds are the names of the kinds, in their order.
var kinds = []string{"nothing", "int", "bool", "letter", "row", "text", "grid"}

// anyKind is the s of a rule.
const anyKind core.Kind = 1 << 7

// parseRules reads rules as they stand in the table.
func parseRules(text string) (all []rule) {
	kind := func(name string) core.Kind {
		if name == "s" {
			return anyKind
		}
		return core.Kind(max(slices.Index(kinds, name), 0))
	}
	for one := range strings.SplitSeq(text, " | ") {
		var r rule
		for _, name := range strings.Fields(one) {
			before, cells, _ := strings.Cut(strings.TrimSuffix(name, "]"), "[")
			at := pattern{core.Type{Kind: kind(strings.TrimSuffix(before, "*"))}, strings.HasSuffix(name, "*")}
			if cells != "" {
				at.Of = kind(cells)
			}
			if at.Kind == core.TextType {
				at.Of = core.LetterType
			}
			r.operands = append(r.operands, at)
		}
		n := len(r.operands)
		r.value, r.operands = r.operands[n-1], r.operands[:n-2] // without the arrow
		all = append(all, r)
	}
	return all
}

// with returns the type that a pattern is where s is this.
func (at pattern) with(s core.Kind) core.Type {
	t := at.Type
	if t.Kind == anyKind {
		t.Kind = s
	}
	if t.Of == anyKind {
		t.Of = s
	}
	return t
}

// takes reports whether a value of the type t fits. It finds out what s is.
func (at pattern) takes(t core.Type, s *core.Kind) bool {
	is := func(want, k core.Kind) bool {
		if want == anyKind && *s == core.NoType {
			*s = k
		}
		return want == k || want == anyKind && *s == k
	}
	switch {
	case at.Kind == anyKind:
		return t.IsScalar() && is(anyKind, t.Kind)
	case at.Kind != t.Kind && (at.Kind != core.RowType || !t.IsRow()):
		return false
	}
	return t.Of == core.NoType || is(at.Of, t.Of)
}

// apply returns the type of the value for operands of these types, and false where they do
// not fit.
func (r *rule) apply(operands []core.Type) (core.Type, bool) {
	s, next := core.NoType, 0
	for _, at := range r.operands {
		for first := true; first || at.many; first = false {
			ok := next < len(operands) && at.takes(operands[next], &s)
			if !ok && !at.many {
				return core.Type{}, false
			} else if !ok {
				break
			}
			next++
		}
	}
	return r.value.with(s), next == len(operands)
}

// typeOf returns the type of an expression in a function, or the zero Type where it has none:
// its operands have types that it does not take, or it calls a function that returns no value.
// It takes time in proportion to the size of e.
func typeOf(p *core.Program, f *core.Function, e core.Expr) core.Type {
	switch e := e.(type) {
	case *core.Const:
		return core.Type{Kind: e.Kind}
	case *core.Cells:
		return e.Type
	case *core.Get:
		return f.Vars[e.V].Type
	case *core.Build:
		return e.Type
	case *core.Call:
		return p.Functions[e.F].Result
	}
	var operands []core.Type
	core.Operands(e, func(x *core.Expr) { operands = append(operands, typeOf(p, f, *x)) })
	all := rules()[reflect.TypeOf(e)]
	if over, ok := e.(*core.Over); ok && (over.How == core.Any || over.How == core.All) {
		all = anyOrAll()
	}
	for _, r := range all {
		if t, ok := r.apply(operands); ok {
			if list, ok := e.(*core.List); ok && len(list.Cells) == 0 {
				t.Of = list.Of
			}
			return t
		}
	}
	return core.Type{}
}
