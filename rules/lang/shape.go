package lang

// This file holds the shape of a position: its fields, and the flat list of
// integers, the state, in which all of the package keeps a position. Each field
// has its place in it: an integer takes one cell; a row or a multiset of heaps
// its length and then its items; a grid its height, its width, and then its
// cells row by row. A letter is kept as its byte. Unused cells
// are 0, so that two positions are equal exactly when their states are.

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A FieldKind says what a field of a position is.
type FieldKind uint8

const (
	Integer FieldKind = iota // a number
	Heaps                    // numbers whose order does not matter
	Row                      // a row of letters or numbers
	Grid                     // a table of letters or numbers
)

func (k FieldKind) String() string {
	return [...]string{"integer", "heaps", "row", "grid"}[k]
}

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

// A Position is a sum of positions of a game from a file: what
// grundy.Game[Position] plays. It is the packed form of their states, in
// ascending order.
type Position string

// Pack appends the packed form of a state.
func (s *Shape) Pack(dst []byte, state []int64) []byte {
	for i := range s.Fields {
		f := &s.Fields[i]
		switch f.Kind {
		case Integer:
			dst = binary.AppendUvarint(dst, uint64(state[f.At])-uint64(f.Lo))
			continue
		case Heaps, Row:
			dst = binary.AppendUvarint(dst, uint64(state[f.At]))
		case Grid:
			dst = binary.AppendUvarint(dst, uint64(state[f.At]))
			dst = binary.AppendUvarint(dst, uint64(state[f.At+1]))
		}
		for _, c := range f.Items(state) {
			dst = binary.AppendUvarint(dst, uint64(c)-uint64(f.Lo))
		}
	}
	return dst
}

// A packed is text that pack wrote, from which it is read again.
type packed string

func (p *packed) next() uint64 {
	var v uint64
	for i := 0; ; i++ {
		b := (*p)[i]
		v |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			*p = (*p)[i+1:]
			return v
		}
	}
}

// skip passes over the given number of numbers.
func (p *packed) skip(numbers uint64) {
	at := 0
	for ; numbers > 0; at++ {
		if (*p)[at] < 0x80 {
			numbers--
		}
	}
	*p = (*p)[at:]
}

// Unpack reads a state into dst, which must be all 0.
func (s *Shape) Unpack(dst []int64, text string) {
	p := packed(text)
	for i := range s.Fields {
		f := &s.Fields[i]
		switch f.Kind {
		case Integer:
			dst[f.At] = int64(p.next() + uint64(f.Lo))
			continue
		case Heaps, Row:
			dst[f.At] = int64(p.next())
		case Grid:
			dst[f.At], dst[f.At+1] = int64(p.next()), int64(p.next())
		}
		items := f.Items(dst)
		for j := range items {
			items[j] = int64(p.next() + uint64(f.Lo))
		}
	}
}

// Wipe makes a state all 0.
func (s *Shape) Wipe(state []int64) {
	for i := range s.Fields {
		f := &s.Fields[i]
		clear(state[f.At : f.At+f.Used(state)])
	}
}

// Parts returns the packed states of a position.
func (s *Shape) Parts(p Position) (parts []string) {
	for text := packed(p); text != ""; {
		from := text
		for i := range s.Fields {
			switch s.Fields[i].Kind {
			case Integer:
				text.skip(1)
			case Heaps, Row:
				text.skip(text.next())
			case Grid:
				height := text.next()
				text.skip(height * text.next())
			}
		}
		parts = append(parts, string(from[:len(from)-len(text)]))
	}
	return parts
}

// PositionOf returns the sum of packed states, which it sorts.
func PositionOf(parts []string) Position {
	slices.Sort(parts)
	return Position(strings.Join(parts, ""))
}

// Position returns a state as a position.
func (s *Shape) Position(state []int64) Position { return Position(s.Pack(nil, state)) }

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
