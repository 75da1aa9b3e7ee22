package ask

// The JSON of answers: each is written from its struct, by the tags of its fields, and
// package server describes the same struct in OpenAPI and to the page in TypeScript. Here are
// the fields that hold one of several types, and the one answer that another package
// writes: a table.

import (
	"io"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/jsontext"
)

// WriteJSON writes an answer as the JSON that others script against: from its fields, unless it
// writes itself.
func WriteJSON(out io.Writer, answer any) error {
	if own, ok := answer.(interface{ WriteJSON(out io.Writer) error }); ok {
		return own.WriteJSON(out)
	}
	return jsontext.Write(out, answer)
}

// A number is a nim-value, a remoteness or the like: a uint64, an infinity, or nil.
type number any

// A nimValue is a number, or the text of a transfinite ordinal such as w^2+1.
type nimValue any

// An infinity is an infinite value, with the finite nim-values of the options.
type infinity struct {
	Infinity []grundy.Value `json:"infinity" nullable:"false"`
}

type (
	ordinalNumber any // an integer of any size, or the text of a transfinite ordinal

	step  any // of an argument
	cells any // of a table: rows, or planes of rows
	cell  any // of a table or a sequence: a number, a word, a genus, or nil
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
