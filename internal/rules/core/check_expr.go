package core

// The typing rules of expressions.

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/grundy-games/grundy/internal/message"
)

// rules are the types that the operands of a node have, in the order of [Operands], and the
// type of its value; or several such rules. Here s is any type of one number, the same
// throughout a rule; int* is any number of ints; and a row may be a text. A row or grid that
// is empty for sure has cells of every type. The nodes that are not here are in resultOf.
var rules = sync.OnceValue(func() map[reflect.Type]ruling {
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
var anyOrAll = sync.OnceValue(func() ruling { return parseRules("row[int] -> bool | row[bool] -> bool") })

// A ruling is the rules of a node.
type ruling struct {
	text  string
	rules []rule
}

// A rule is one of them.
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

func typing(texts map[Expr]string) map[reflect.Type]ruling {
	all := map[reflect.Type]ruling{}
	for node, text := range texts {
		all[reflect.TypeOf(node)] = parseRules(text)
	}
	return all
}

// parseRules reads rules as they stand in the table.
func parseRules(text string) ruling {
	kind := func(name string) Kind {
		if name == "s" {
			return anyKind
		}
		return Kind(max(slices.Index(kinds, name), 0))
	}
	all := ruling{text: text}
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
		all.rules = append(all.rules, r)
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

// resultOf returns the type of an expression whose operands have these types, and what is
// wrong with them, or "".
func (p *Program) resultOf(f *Function, e Expr, operands []Type) (t Type, why string) {
	switch e := e.(type) {
	case *Const:
		return Type{Kind: e.Kind}, ""
	case *Cells:
		return e.Type, ""
	case *Get:
		return f.Vars[e.V].Type, ""
	case *Build:
		return e.Type, ""
	case *Call:
		return p.Functions[e.F].Result, ""
	}
	all := rules()[reflect.TypeOf(e)]
	if over, ok := e.(*Over); ok && (over.How == Any || over.How == All) {
		all = anyOrAll()
	}
	for _, r := range all.rules {
		if t, ok := r.apply(operands); ok {
			if list, ok := e.(*List); ok && len(list.Cells) == 0 {
				t.Of = list.Of
			}
			return t, ""
		}
	}
	return Type{}, fmt.Sprintf("%v: want %s", operands, all.text)
}

// TypeOf returns the type of an expression in a function of a program that [Program.Check]
// accepts. It takes time in proportion to the size of e.
func (p *Program) TypeOf(f *Function, e Expr) Type {
	var operands []Type
	if _, ok := e.(*Call); !ok {
		Operands(e, func(x *Expr) { operands = append(operands, p.TypeOf(f, *x)) })
	}
	t, _ := p.resultOf(f, e, operands)
	return t
}

// value checks an expression, which must have a value, and returns its type.
func (c *checker) value(e Expr) Type {
	t := c.expr(e)
	if t.Kind == NoType {
		c.fail(e, "it has no value")
	}
	return t
}

// want checks an expression that must have a type.
func (c *checker) want(k Kind, all ...Expr) {
	for _, e := range all {
		c.fits(e, c.value(e), Type{Kind: k})
	}
}

// constant: 0 or 1 of bools, a byte of letters.
func (c *checker) constant(e Expr, k Kind, n int64) {
	switch {
	case k == IntType, k == BoolType && uint64(n) <= 1, k == LetterType && uint64(n) <= 255:
	default:
		c.fail(e, "%d is not a constant of the type %v", n, Type{Kind: k})
	}
}

// expr checks an expression and returns its type.
func (c *checker) expr(e Expr) (t Type) {
	c.grow(1)
	c.deeper()
	defer c.up()
	if e == nil {
		c.fail(nil, "an expression is missing")
	}
	if c.wrong == nil {
		c.places(e)
		c.node(e)
	}
	if c.wrong != nil {
		return Type{}
	}
	var operands []Type
	Operands(e, func(x *Expr) { operands = append(operands, c.value(*x)) })
	if c.wrong == nil {
		var why string
		if t, why = c.p.resultOf(c.f, e, operands); why != "" {
			c.fail(e, "%s", why)
		}
		c.arguments(e, operands, t)
	}
	return t
}

// arguments checks that operands have the types that a call or a list says.
func (c *checker) arguments(e Expr, operands []Type, t Type) {
	switch e := e.(type) {
	case *Call:
		f := c.callee(e)
		if f.Params != len(operands) {
			c.fail(e, "%s for %s", message.Count(len(operands), "argument", "arguments"), message.Count(f.Params, "parameter", "parameters"))
		}
		for i := range min(f.Params, len(operands)) {
			c.fits(e.Args[i], operands[i], f.Vars[i].Type)
		}
	case *List:
		if len(e.Cells) > 0 && t.Of != e.Of || e.Of > LetterType {
			c.fail(e, "cells of the type %v: want %v", Type{Kind: t.Of}, Type{Kind: e.Of})
		}
	}
}

// node checks what an expression is besides its operands.
func (c *checker) node(e Expr) {
	lists, outside := [2]int{}, false
	switch e := e.(type) {
	case *Const:
		c.constant(e, e.Kind, e.N)
	case *Cells:
		c.grow(len(e.N))
		if why := e.Type.wrong(); why != "" || !e.Type.IsRow() {
			c.fail(nil, "constant cells of no row: %v", e.Type)
		}
		for _, n := range e.N {
			c.constant(e, e.Type.Of, n)
		}
	case *Get:
		switch v := int(e.V); {
		case v < 0 || v >= len(c.f.Vars):
			c.fail(e, "no variable %d", v)
		case !c.set[v] && !c.dead:
			c.fail(e, "it may have no value here")
		}
	case *Arith:
		outside = e.Op > Right
	case *Compare:
		outside = e.Op < Equal || e.Op > AtLeast
	case *Over:
		outside = e.How > All
	case *Rearrange:
		outside = e.How > Reversed
	case *Reason:
		if c.p.What != Legal || c.here != len(c.p.Functions)-1 {
			c.fail(e, "a message of something other than legal")
		}
	case *InTable:
		c.table(e, e.Table)
	case *Line:
		c.table(e, e.Table)
	case *Index:
		if !slices.Contains(rowNames, e.Name) {
			c.fail(e, "the row is called %q: want one of %q", e.Name, rowNames)
		}
	case *Put:
		lists = [2]int{len(e.Places), len(e.Ats)}
	case *PutCells:
		lists = [2]int{len(e.R), len(e.Ats)}
		outside = len(e.R) != len(e.C)
	case *Inside:
		outside = e.I == nil
	case *Fill:
		outside = e.N == nil
	case *Build:
		c.build(e)
	case *Call:
		if c.callee(e).States && (e != c.doing || !c.f.States || len(c.builds) > 0) {
			c.fail(e, "it states moves or parts: want a statement of a function that says so, and no build around it")
		}
	default:
		if _, ok := rules()[reflect.TypeOf(e)]; !ok {
			c.fail(nil, "no expression: %T", e)
		}
	}
	switch {
	case outside:
		c.fail(e, "no expression: an operator of another kind, or a list too short")
	case lists[0] != lists[1]:
		c.fail(e, "%d places and %d of them in the file", lists[0], lists[1])
	}
}

// rowNames is what a message may call a row.
var rowNames = []string{"row", "list", "tuple", "string"}

// build checks the body of a Build. Variables that it sets have no value behind it.
func (c *checker) build(e *Build) {
	if why := e.Type.wrong(); why != "" || e.Type.Kind != RowType && e.Type.Kind != GridType {
		c.fail(nil, "it builds %v: want a row or a grid", e.Type)
	}
	loops, dead, n := c.loops, c.dead, len(c.trail)
	c.builds, c.loops = append(c.builds, e.Type), 0
	c.block(e.Body)
	c.undo(n)
	c.builds, c.loops, c.dead = c.builds[:len(c.builds)-1], loops, dead
}
