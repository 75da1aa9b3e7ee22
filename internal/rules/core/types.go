package core

// The types of expressions: what each node takes, and what it makes.

import (
	"reflect"
	"slices"
	"strings"
	"sync"
)

// rules are the types that the operands of a node have, in the order of [Operands], and the
// type of its value; or several such rules. Here s is any type of one number, the same
// throughout a rule; int* is any number of ints; and a row may be a text. A row or grid that
// is empty for sure has cells of every type. The nodes that are not here are in resultOf.
var rules = sync.OnceValue(func() map[reflect.Type][]rule {
	return typing(map[Expr]string{
		&Arith{}:     "int int -> int",
		&Negate{}:    "int -> int",
		&Invert{}:    "int -> int",
		&Abs{}:       "int -> int",
		&Extreme{}:   "int int -> int",
		&Not{}:       "bool -> bool",
		&Logic{}:     "bool bool -> bool | int int -> int",
		&Truth{}:     "int -> bool | letter -> bool | row[s] -> bool",
		&Compare{}:   "s s -> bool",
		&Choose{}:    "bool s s -> s | bool text text -> text | bool row[s] row[s] -> row[s]",
		&Reason{}:    "-> bool",
		&Same{}:      "row[s] row[s] -> bool | grid[s] grid[s] -> bool",
		&In{}:        "s row[s] -> bool | s grid[s] -> bool",
		&InRow{}:     "row[s] row[s] -> bool",
		&InTable{}:   "row[int] -> bool",
		&Index{}:     "row[s] int -> s",
		&Cell{}:      "grid[s] int int -> s",
		&Line{}:      "int -> row[int]",
		&Len{}:       "row[s] -> int | grid[s] -> int",
		&Side{}:      "grid[s] -> int",
		&Over{}:      "row[int] -> int",
		&Count{}:     "row[s] s -> int | grid[s] s -> int",
		&Find{}:      "row[s] s -> int",
		&Inside{}:    "row[s] int -> bool | grid[s] int int -> bool",
		&List{}:      "s* -> row[s]",
		&Put{}:       "row[s] s int* -> row[s] | row[s] s int* row[int] -> row[s]",
		&PutCells{}:  "grid[s] s int* -> grid[s]",
		&Fill{}:      "s int -> row[s] | s int int -> grid[s]",
		&Cut{}:       "grid[s] int int int int -> grid[s]",
		&Slice{}:     "text int* -> text | row[s] int* -> row[s]",
		&Join{}:      "row[s] row[s] -> row[s]",
		&Repeat{}:    "row[s] int -> row[s]",
		&Rearrange{}: "row[s] -> row[s]",
	})
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
	Type
	many bool
}

// anyKind is the s of a rule.
const anyKind Kind = 1 << 7

func typing(texts map[Expr]string) map[reflect.Type][]rule {
	all := map[reflect.Type][]rule{}
	for node, text := range texts {
		all[reflect.TypeOf(node)] = parseRules(text)
	}
	return all
}

// parseRules reads rules as they stand in the table.
func parseRules(text string) (all []rule) {
	kind := func(name string) Kind {
		if name == "s" {
			return anyKind
		}
		return Kind(max(slices.Index(kinds, name), 0))
	}
	for one := range strings.SplitSeq(text, " | ") {
		var r rule
		for _, name := range strings.Fields(one) {
			before, cells, _ := strings.Cut(strings.TrimSuffix(name, "]"), "[")
			at := pattern{Type{Kind: kind(strings.TrimSuffix(before, "*"))}, strings.HasSuffix(name, "*")}
			if cells != "" {
				at.Of = kind(cells)
			}
			if at.Kind == TextType {
				at.Of = LetterType
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
func (at pattern) with(s Kind) Type {
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
func (at pattern) takes(t Type, s *Kind) bool {
	is := func(want, k Kind) bool {
		if want == anyKind && *s == NoType {
			*s = k
		}
		return want == k || want == anyKind && *s == k
	}
	switch {
	case at.Kind == anyKind:
		return t.IsScalar() && is(anyKind, t.Kind)
	case at.Kind != t.Kind && (at.Kind != RowType || !t.IsRow()):
		return false
	}
	return t.Of == NoType || is(at.Of, t.Of)
}

// apply returns the type of the value for operands of these types, and false where they do
// not fit.
func (r *rule) apply(operands []Type) (Type, bool) {
	s, next := NoType, 0
	for _, at := range r.operands {
		for first := true; first || at.many; first = false {
			ok := next < len(operands) && at.takes(operands[next], &s)
			if !ok && !at.many {
				return Type{}, false
			} else if !ok {
				break
			}
			next++
		}
	}
	return r.value.with(s), next == len(operands)
}

// TypeOf returns the type of an expression in a function, or the zero Type where it has none:
// its operands have types that it does not take, or it calls a function that returns no value.
// It takes time in proportion to the size of e.
func (p *Program) TypeOf(f *Function, e Expr) Type {
	switch e := e.(type) {
	case *Const:
		return Type{Kind: e.Kind}
	case *Cells:
		return e.Type
	case *Get:
		return f.Vars[e.V].Type
	case *Build:
		return e.Type
	case *Call:
		return p.Functions[e.F].Result
	}
	var operands []Type
	Operands(e, func(x *Expr) { operands = append(operands, p.TypeOf(f, *x)) })
	all := rules()[reflect.TypeOf(e)]
	if over, ok := e.(*Over); ok && (over.How == Any || over.How == All) {
		all = anyOrAll()
	}
	for _, r := range all {
		if t, ok := r.apply(operands); ok {
			if list, ok := e.(*List); ok && len(list.Cells) == 0 {
				t.Of = list.Of
			}
			return t
		}
	}
	return Type{}
}

// Type returns the type of the field's values.
func (f *Field) Type() Type {
	of := IntType
	if f.Letters != "" {
		of = LetterType
	}
	switch f.Kind {
	case Heaps, Row:
		return Type{Kind: RowType, Of: of}
	case Grid:
		return Type{Kind: GridType, Of: of}
	}
	return Type{Kind: IntType}
}
