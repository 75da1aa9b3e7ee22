package ask

// The JSON of answers: each is written from its struct, by the tags of its fields, and
// package server describes the same struct in OpenAPI and to the page in TypeScript. Here are
// the fields that hold one of several types, and the one answer that another package
// writes: a table.

import (
	"reflect"

	"github.com/grundy-games/grundy"
)

// A number is a nim-value, a remoteness or the like: a uint64, an infinity, or nil.
type number any

// An infinity is an infinite value, with the finite nim-values of the options.
type infinity struct {
	Infinity []grundy.Value `json:"infinity" nullable:"false"`
}

type (
	step  any // of an argument
	cells any // of a table: rows, or planes of rows
	cell  any // of a sequence: a number, a word, or nil
	said  any // of a pattern: a number, P or N, or nil
)

// Table has the fields of the JSON that package table writes for a [Valued], cell by cell while
// they are computed.
type Table struct {
	Game   string   `json:"game"`
	Of     string   `json:"of,omitempty"`
	Axes   []string `json:"axes,omitempty"`
	From   *uint64  `json:"from,omitempty"`   // of a sequence
	Shape  []uint64 `json:"shape,omitempty"`  // of a table
	Values cells    `json:"values,omitempty"` // of both
	Genera []cell   `json:"genera,omitempty"`
	Forms  []cell   `json:"forms,omitempty"`
	// A list of positions has these.
	List  string     `json:"list,omitempty" enum:"N,P,D"`
	Cells [][]uint64 `json:"cells,omitempty"`
	Count *uint64    `json:"count,omitempty"`
}

// Unions returns the types whose JSON has one of several types. A nil
// among these stands for null.
func Unions() map[reflect.Type][]any {
	return map[reflect.Type][]any{
		reflect.TypeFor[number](): {uint64(0), infinity{}, nil},
		reflect.TypeFor[step]():   {NimSum{}, ReadingStep{}, MexStep{}, Pairing{}, Comparison{}, MisereStep{}, Replies{}},
		reflect.TypeFor[cells]():  {[]cell{}, [][]cell{}, [][][]cell{}, [][][][]cell{}},
		reflect.TypeFor[cell]():   {uint64(0), "", infinity{}, nil},
		reflect.TypeFor[said]():   {uint64(0), "", nil},
		reflect.TypeFor[nodes]():  {[]GraphNode{}},

		reflect.TypeFor[*Guessed]():   {Guessed{}, nil},
		reflect.TypeFor[*Described](): {[]GameEntry{}, Code{}},
		reflect.TypeFor[*Valued]():    {Table{}},
	}
}
