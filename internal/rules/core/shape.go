package core

// The shape of a position is its fields, and the flat list of integers, the state, in which all of
// the package keeps a position. Each field has its place in it: an integer takes one cell; a row
// or a multiset of heaps its length and then its items; a grid its height, its width, and then its
// cells row by row. A letter is kept as its byte. Unused cells are 0, so that two positions are
// equal exactly when their states are.

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/grundy-games/grundy/internal/message"
)

// A FieldKind says what a field of a position is.
type FieldKind uint8

const (
	Integer FieldKind = iota // a number
	Heaps                    // numbers whose order does not matter
	Row                      // a row of letters or numbers
	Grid                     // a table of letters or numbers
)

// An Order says how the items of a row follow each other.
type Order int8

const (
	AnyOrder   Order = 0
	Ascending  Order = 1  // each is at least the one before
	Descending Order = -1 // each is at most the one before
)

// A Field is a part of a position.
type Field struct {
	Name          string
	Kind          FieldKind
	Letters       string // of rows and grids of letters: one byte each
	Lo, Hi        int64  // the least and greatest number; of letters, of their bytes
	Most          int    // the greatest length of a row, or number of heaps
	Height, Width int    // the greatest of a grid
	Exact         bool   // it has no smaller size
	Order         Order  // of the items of a row
	Distinct      bool   // no two items are equal

	At, Cells int // where it stands in a state, and how many cells it takes there
}

// A Shape is the fields of a position.
type Shape struct {
	Fields []Field
	Size   int // of a state
	// Replies says that moves may say how the opponent must reply. Then the last cell of a state is a
	// [Reply]: Here says that the player to move must move in it. With Pass the state is not a
	// position: it stands beside one where the player to move must pass.
	Replies bool
}

// MostCells bounds a state.
const MostCells = 1 << 16

// NewShape gives fields their places. It fails where a state would have more than
// [MostCells] cells.
func NewShape(fields []Field, replies bool) (*Shape, error) {
	s := &Shape{Fields: fields, Replies: replies}
	for i := range fields {
		f := &fields[i]
		f.At = s.Size
		switch f.Kind {
		case Integer:
			f.Cells = 1
		case Heaps, Row:
			f.Cells = 1 + f.Most
		case Grid:
			f.Cells = 2 + f.Height*f.Width
		}
		if s.Size += f.Cells; s.Size > MostCells {
			return nil, fmt.Errorf("positions of more than %d cells", MostCells)
		}
	}
	if replies {
		s.Size++
	}
	return s, nil
}

// WithoutPass returns the states that a move leaves without the one that only says Pass, the last.
func (s *Shape) WithoutPass(states []int64) []int64 {
	if n := len(states) - s.Size; n >= 0 && s.ReplyOf(states[n:]) == Pass {
		return states[:n]
	}
	return states
}

// ReplyOf returns what the player to move must do because of a state.
func (s *Shape) ReplyOf(state []int64) Reply {
	if !s.Replies {
		return Anywhere
	}
	return Reply(state[s.Size-1])
}

// AppendPass appends the state with Pass.
func (s *Shape) AppendPass(dst []int64) []int64 {
	for i := range s.Fields {
		f, at := &s.Fields[i], len(dst)
		dst = append(dst, make([]int64, f.Cells)...)
		if f.Kind == Integer {
			dst[at] = f.Lo
		}
	}
	return append(dst, int64(Pass))
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

// Steps is what a move to a position takes besides those of its values.
func (s *Shape) Steps() int64 {
	cells := s.Size
	if s.Replies {
		cells--
	}
	if cells == len(s.Fields) { // integers alone
		return 0
	}
	return int64(cells)
}

// mostRow bounds [Shape.Capacity].
const mostRow = 1 << 12

// Capacity is how many cells a row has room for while rules are run: what a position holds,
// twice, and some more.
func (s *Shape) Capacity() int {
	capacity := 64
	for i := range s.Fields {
		capacity = max(capacity, 2*s.Fields[i].Cells+16)
	}
	return min(capacity, mostRow)
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

// Dimensions returns how many numbers say the size of a field, before its cells: the length of a row or heaps,
// the height and the width of a grid.
func (f *Field) Dimensions() int {
	switch f.Kind {
	case Integer:
		return 0
	case Grid:
		return 2
	}
	return 1
}

// Items returns the items of a row, heaps or grid.
func (f *Field) Items(state []int64) []int64 {
	return state[f.At+max(f.Dimensions(), 1) : f.At+f.Used(state)]
}

// String describes the field, as in "row of XO, at most 60".
func (f *Field) String() string {
	of := fmt.Sprintf("%d … %d", f.Lo, f.Hi)
	if f.Letters != "" {
		of = "letters " + f.Letters
	}
	atMost := "at most "
	if f.Exact {
		atMost = ""
	}
	switch f.Order {
	case Ascending:
		of += ", ascending"
	case Descending:
		of += ", descending"
	}
	if f.Distinct {
		of += ", all different"
	}
	switch f.Kind {
	case Heaps:
		return fmt.Sprintf("%s%d heaps of %s", atMost, f.Most, of)
	case Row:
		return fmt.Sprintf("a row of %s%d, %s", atMost, f.Most, of)
	case Grid:
		return fmt.Sprintf("a grid of %s%d x %d, %s", atMost, f.Height, f.Width, of)
	}
	return "an integer " + of
}

// Misplaced says which items of the field of a state are not as its order wants them, or
// are equal though all are to be different. It returns "" if there are none.
func (f *Field) Misplaced(state []int64) string {
	if f.Order == AnyOrder && !f.Distinct {
		return ""
	}
	items := f.Items(state)
	show := func(cell int64) string { return string(f.AppendCell(nil, cell)) }
	for i := 1; i < len(items) && f.Order != AnyOrder; i++ {
		if before, item := items[i-1], items[i]; cmp.Compare(before, item) == int(f.Order) {
			return fmt.Sprintf("%s has %s behind %s: want each at %s the one before", f.Name, show(item), show(before), map[Order]string{Ascending: "least", Descending: "most"}[f.Order])
		}
	}
	if f.Distinct {
		items = slices.Sorted(slices.Values(items))
		for i := 1; i < len(items); i++ {
			if items[i] == items[i-1] {
				return fmt.Sprintf("%s has %s twice: want all different", f.Name, show(items[i]))
			}
		}
	}
	return ""
}

// AppendCell appends a cell as text.
func (f *Field) AppendCell(dst []byte, cell int64) []byte {
	if f.Letters != "" {
		return append(dst, byte(cell))
	}
	return fmt.Appendf(dst, "%d", cell)
}

// The words for replies in positions.
const (
	HereWord = "answer"
	PassWord = "pass"
)

// AppendState writes the values of a state, and what the player to move must do there.
func (s *Shape) AppendState(dst []byte, state []int64) []byte {
	if s.ReplyOf(state) == Pass {
		return append(dst, PassWord...)
	}
	for i := range s.Fields {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = s.Fields[i].append(dst, state)
	}
	if s.ReplyOf(state) == Here {
		dst = append(append(dst, ','), HereWord...)
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
			dst = f.AppendCell(dst, cell)
		}
	}
	return append(dst, closing...)
}

// Allows reports whether the value of the field in a state is of its size and in its
// range. It leaves order and equal items to [Field.Misplaced].
func (f *Field) Allows(state []int64) bool {
	if f.Kind == Integer {
		v := state[f.At]
		return f.Lo <= v && v <= f.Hi
	}
	if f.Kind == Grid && (state[f.At] > int64(f.Height) || state[f.At+1] > int64(f.Width)) {
		return false
	}
	if f.Exact && f.Used(state) < f.Cells {
		return false
	}
	var known [4]uint64 // a bit for each letter
	for i := range len(f.Letters) {
		known[f.Letters[i]/64] |= 1 << (f.Letters[i] % 64)
	}
	for _, c := range f.Items(state) {
		if c < f.Lo || c > f.Hi || f.Letters != "" && known[c/64&3]>>(c&63)&1 == 0 {
			return false
		}
	}
	return true
}

// Outside says that a number is outside the range of the field.
func (f *Field) Outside(n int64) string {
	if f.Kind == Integer {
		return fmt.Sprintf("%s = %d is outside %d … %d", f.Name, n, f.Lo, f.Hi)
	}
	return fmt.Sprintf("%d in %s is outside %d … %d", n, f.Name, f.Lo, f.Hi)
}

// WrongLength says that a row of n cells is too long, or not of the length wanted.
func (f *Field) WrongLength(n int) string {
	if f.Exact {
		return fmt.Sprintf("%s has %s: want %d", f.Name, message.Count(n, "cell", "cells"), f.Most)
	}
	return fmt.Sprintf("%s has %d cells, more than its most = %d", f.Name, n, f.Most)
}

// WrongGrid says that a grid is too large, or not of the size wanted.
func (f *Field) WrongGrid(height, width int) string {
	if f.Exact {
		return fmt.Sprintf("%s is %d x %d: want %d x %d", f.Name, height, width, f.Height, f.Width)
	}
	return fmt.Sprintf("%s is %d x %d, larger than its height = %d and width = %d", f.Name, height, width, f.Height, f.Width)
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
