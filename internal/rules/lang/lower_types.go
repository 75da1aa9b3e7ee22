package lang

// The lowering has its own types; a term is an expression that is lowered, with its type.

import (
	"fmt"
	"slices"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"github.com/grundy-games/grundy/internal/rules/core"
)

// A typeKind is the type of a value of a function that is lowered. Numbers, truth values and
// letters have the kinds that core gives them.
type typeKind uint8

const (
	noType     = typeKind(core.NoType)
	intType    = typeKind(core.IntType)
	boolType   = typeKind(core.BoolType)
	letterType = typeKind(core.LetterType) // a string of one byte
)

const (
	rowType typeKind = letterType + 1 + iota
	listType
	gridType
	tableType // a constant list of lists or tuples of integers
	noneType
	functionType
	manyType // a tuple of values of several types
)

// An origin says what a row or list is besides, as its cells alone do not.
type origin uint8

const (
	ordinary  origin = iota // a row, or a list that the function made
	aString                 // letters to look through
	aTuple                  // of the function or of the top level
	aConstant               // a list of the top level, which does not change
	aLoan                   // a list of whoever calls the function, which must not change it
)

// A typ is the type of a value, as the syntax knows it.
type typ struct {
	kind   typeKind
	of     typeKind // of the cells of a row, list or grid; noType if it has none
	origin origin
	known  *known // what a value is where it is known when it is lowered
}

// A known value is a constant list of lists, or a function; or what a tuple has in it.
type known struct {
	name  string
	lines [][]int64
	at    int // by its place in the tables of the program, or -1

	parts []typ // of a tuple
	size  int   // of a tuple: the values in it, and in the tuples in it

	def      *resolve.Function
	cost     int64
	defaults []term    // of the last parameters
	home     *instance // in which the function was made; nil at the top level
}

var (
	integerType = typ{kind: intType}
	truthType   = typ{kind: boolType}
	nothingType = typ{kind: noneType}
)

func (t typ) String() string {
	return [...]string{"nothing", "int", "bool", "string", "row", "list", "grid", "list", "None", "function", "tuple"}[t.kind]
}

// isUnkept reports whether nothing is kept of a value where the rules run: it is known before.
func (t typ) isUnkept() bool {
	return t.kind == tableType || t.kind == noneType || t.kind == functionType || t.kind == manyType
}

// differs reports whether no value of the type is equal to one of another type.
func (t typ) differs(u typ) bool {
	sort := func(t typ) string { // of values that may be equal
		if t.isText() {
			return "string"
		}
		return t.typeName()
	}
	a, b := sort(t), sort(u)
	plain := a == "row" && u.isRow() || b == "row" && t.isRow() || a == "row" && b == "string" || a == "string" && b == "row"
	return a != b && !plain && t.kind != manyType && u.kind != manyType && a != "function" && b != "function"
}

// key tells types apart.
func (t typ) key() string { return fmt.Sprintf(" %d %d %d %p", t.kind, t.of, t.origin, t.known) }

// mostParts bounds the values in a tuple of several types, and in the tuples in it.
const mostParts = 256

// tuple returns the tuple of values of several types.
func (l *lowering) tuple(n syntax.Node, parts []term) term {
	key, steps, k := "", int64(0), &known{size: 1}
	for _, x := range parts {
		if x.t.kind == manyType {
			k.size += x.t.known.size
		} else {
			k.size++
		}
	}
	if k.size > mostParts {
		return l.refuse(n, "a tuple of more than %d values", mostParts)
	}
	if !l.grow(n, k.size) {
		return term{}
	}
	for i, x := range parts {
		key += x.t.key()
		k.parts = append(k.parts, x.t)
		steps, parts[i].steps = steps+x.steps, 0
	}
	if l.tuples[key] == nil {
		l.tuples[key] = k
	}
	return term{t: typ{kind: manyType, known: l.tuples[key]}, parts: parts, steps: steps}
}

// holdsFunction reports whether a value is a function, or a tuple with one in it.
func (t typ) holdsFunction() bool {
	return t.kind == functionType || t.kind == manyType && slices.ContainsFunc(t.known.parts, typ.holdsFunction)
}

// isPlain reports whether a value neither fails nor takes steps when it is computed.
func (x term) isPlain() bool {
	return isPlain(x.x) && x.steps == 0 && !slices.ContainsFunc(x.parts, func(x term) bool { return !x.isPlain() })
}

// fresh returns the type of a row or list that is made of one.
func (t typ) fresh() typ {
	if t.kind == listType {
		t.origin = ordinary
	}
	return t
}

// isTuple reports whether a value is a tuple of values of one kind.
func (t typ) isTuple() bool { return t.kind == rowType && t.origin == aTuple }

func (t typ) isScalar() bool     { return t.kind >= intType && t.kind <= letterType }
func (t typ) isRow() bool        { return t.kind == rowType || t.kind == listType }
func (t typ) isPlainRow() bool   { return t.kind == rowType && t.origin == ordinary }
func (t typ) isText() bool       { return t.kind == letterType || t.kind == rowType && t.origin == aString }
func (t typ) holdsUnknown() bool { return t.isRow() && t.of == noType }

// typeName names a type as the interpreter does.
func (t typ) typeName() string {
	switch {
	case t.kind == rowType && t.origin == aString:
		return "string"
	case t.kind == rowType && t.origin == aTuple:
		return "tuple"
	}
	return t.String()
}

// core returns the type of the value where the rules run.
func (t typ) core() core.Type {
	switch {
	case t.isRow() && t.isText():
		return core.Type{Kind: core.TextType, Of: core.Kind(t.of)}
	case t.isRow():
		return core.Type{Kind: core.RowType, Of: core.Kind(t.of)}
	case t.kind == gridType:
		return core.Type{Kind: core.GridType, Of: core.Kind(t.of)}
	case t.isScalar():
		return core.Type{Kind: core.Kind(t.kind)}
	}
	return core.Type{}
}

// asRow returns the type of the row that a value is where a row is wanted: a letter is
// a row of itself.
func (t typ) asRow() (row typ, ok bool) {
	if t.kind == letterType {
		return typ{kind: rowType, of: letterType, origin: aString}, true
	}
	return t, t.isRow()
}

// line returns the type of a line of a table.
func (t typ) line() typ {
	if t.origin == aTuple {
		return typ{kind: rowType, of: intType, origin: aTuple}
	}
	return typ{kind: listType, of: intType, origin: aConstant}
}

// typeOfField returns the type of the field's values.
func typeOfField(f *core.Field) typ {
	of := intType
	if f.Letters != "" {
		of = letterType
	}
	switch f.Kind {
	case core.Heaps, core.Row:
		return typ{kind: rowType, of: of}
	case core.Grid:
		return typ{kind: gridType, of: of}
	}
	return integerType
}

// A term is an expression that is lowered.
type term struct {
	t     typ
	x     core.Expr // nil where nothing is kept of the value
	parts []term    // of a tuple of values of several types
	steps int64     // that a function takes when it is made
}

func number(n int64) term { return termOf(integerType, &core.Const{Kind: core.IntType, N: n}) }

func termOf(t typ, x core.Expr) term { return term{t: t, x: x} }

// constOf returns the value of a constant.
func constOf(x core.Expr) (n int64, ok bool) {
	if c, ok := x.(*core.Const); ok {
		return c.N, true
	}
	return 0, false
}

// row returns a term as a row.
func (x term) row() core.Expr {
	if x.t.kind != letterType || x.x == nil {
		return x.x
	}
	if n, ok := constOf(x.x); ok {
		return &core.Cells{Type: core.Type{Kind: core.TextType, Of: core.LetterType}, N: []int64{n}}
	}
	return &core.List{Of: core.LetterType, Cells: []core.Expr{x.x}}
}

// A refusal says why a function cannot be compiled.
type refusal struct {
	node syntax.Node
	msg  string
}

// isBehind reports whether the checker came further before r than before other.
func (r *refusal) isBehind(other *refusal) bool {
	if r.node == nil || other.node == nil {
		return false
	}
	a, _ := r.node.Span()
	b, _ := other.node.Span()
	return a.Line > b.Line || a.Line == b.Line && a.Col > b.Col
}
