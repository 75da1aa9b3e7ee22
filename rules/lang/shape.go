package lang

// This file holds the shape of a position: its fields, and the flat list of
// integers, the state, in which all of the package keeps a position. Each field
// has its place in it: an integer takes one cell; a row or a multiset of heaps
// its length and then its items; a grid its height, its width, and then its
// cells row by row. A letter is kept as its byte. Unused cells
// are 0, so that two positions are equal exactly when their states are.

import (
	"fmt"
	"strconv"
)

// A FieldKind says what a field of a position is.
type FieldKind uint8

const (
	Integer FieldKind = iota // a number
	Heaps                    // numbers whose order does not matter
	Row                      // a row of letters or numbers
	Grid                     // a table of letters or numbers
)

// A Field is a part of a position.
type Field struct {
	Name          string
	Kind          FieldKind
	Letters       string // of rows and grids of letters: one byte each
	Lo, Hi        int64  // the least and greatest number; of letters, of their bytes
	Most          int    // the greatest length of a row, or number of heaps
	Height, Width int    // the greatest of a grid

	At, size int // where it stands in a state
}

// A Shape is the fields of a position.
type Shape struct {
	Fields []Field
	Size   int // of a state
}

// mostCells bounds a state.
const mostCells = 1 << 16

func newShape(fields []Field) (*Shape, error) {
	s := &Shape{Fields: fields}
	for i := range fields {
		f := &fields[i]
		f.At = s.Size
		switch f.Kind {
		case Integer:
			f.size = 1
		case Heaps, Row:
			f.size = 1 + f.Most
		case Grid:
			f.size = 2 + f.Height*f.Width
		}
		if s.Size += f.size; s.Size > mostCells {
			return nil, fmt.Errorf("positions of more than %d cells", mostCells)
		}
	}
	return s, nil
}

// Names returns the names of the fields.
func (s *Shape) Names() (names []string) {
	for _, f := range s.Fields {
		names = append(names, f.Name)
	}
	return names
}

// IsInteger reports whether a position is one integer.
func (s *Shape) IsInteger() bool { return len(s.Fields) == 1 && s.Fields[0].Kind == Integer }

// steps is what a move to a position takes besides those of its values.
func (s *Shape) steps() int64 {
	if s.Size == len(s.Fields) { // integers alone
		return 0
	}
	return int64(s.Size)
}

// Used returns how many cells of the field of a state are used.
func (f *Field) Used(state []int64) int {
	switch f.Kind {
	case Heaps, Row:
		return 1 + int(state[f.At])
	case Grid:
		return 2 + int(state[f.At]*state[f.At+1])
	}
	return 1
}

// Items returns the items of a row, heaps or grid.
func (f *Field) Items(state []int64) []int64 {
	first := 1
	if f.Kind == Grid {
		first = 2
	}
	return state[f.At+first : f.At+f.Used(state)]
}

// String describes the field, as in "row of XO, at most 60".
func (f *Field) String() string {
	of := fmt.Sprintf("%d … %d", f.Lo, f.Hi)
	if f.Letters != "" {
		of = "letters " + f.Letters
	}
	switch f.Kind {
	case Heaps:
		return fmt.Sprintf("at most %d heaps of %s", f.Most, of)
	case Row:
		return fmt.Sprintf("a row of at most %d, %s", f.Most, of)
	case Grid:
		return fmt.Sprintf("a grid of at most %d x %d, %s", f.Height, f.Width, of)
	}
	return "an integer " + of
}

// appendCell appends a cell.
func (f *Field) appendCell(dst []byte, cell int64) []byte {
	if f.Letters != "" {
		return append(dst, byte(cell))
	}
	return fmt.Appendf(dst, "%d", cell)
}

// AppendState writes the values of a state.
func (s *Shape) AppendState(dst []byte, state []int64) []byte {
	for i := range s.Fields {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = s.Fields[i].append(dst, state)
	}
	return dst
}

// append writes the value of the field.
func (f *Field) append(dst []byte, state []int64) []byte {
	if f.Kind == Integer {
		return strconv.AppendInt(dst, state[f.At], 10)
	}
	items := f.Items(state)
	lines, length := 1, len(items)
	if f.Kind == Grid {
		lines, length = int(state[f.At]), int(state[f.At+1])
	}
	opening, closing, between := "[", "]", "],["
	if f.Letters != "" {
		opening, closing, between = `"`, `"`, "/"
	} else if f.Kind == Grid {
		opening, closing = "[[", "]]"
		if lines == 0 {
			return append(dst, "[]"...)
		}
	}
	dst = append(dst, opening...)
	for line := range lines {
		if line > 0 {
			dst = append(dst, between...)
		}
		for i, cell := range items[line*length:][:length] {
			if i > 0 && f.Letters == "" {
				dst = append(dst, ',')
			}
			dst = f.appendCell(dst, cell)
		}
	}
	return append(dst, closing...)
}

// PositionText writes a state as a position.
func (f *Code) PositionText(state []int64) string {
	return string(append(f.Shape.AppendState(append([]byte(f.Source.Name), '('), state), ')'))
}
