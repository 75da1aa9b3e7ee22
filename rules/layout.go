package rules

// The fields of a file become coordinates, which are the numbers in formulas. A layout turns
// positions into coordinates, and coordinates into positions.

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/rules/core"
)

// A coordinate is a number of a position that may vary, or that is held.
type coordinate struct {
	name     string
	field    *Field
	at       int   // in a state
	index    int   // among Moves.Coordinates, or -1 where it is held
	less     int64 // a coordinate is the number less this
	held     int64
	isLetter bool
}

// A Layout says what the coordinates of the positions of a file are, in a frame.
type Layout struct {
	file    *File
	frame   Frame
	names   []string // of the coordinates
	cells   []coordinate
	letters string // each of which is a number by its place
	sizes   []sized
	heaps   [][2]int // coordinates that are heaps, from and to, by field
}

// A sized field has that many cells in each position.
type sized struct {
	*Field
	cells int
}

// mostCells is how many cells the positions of a [Layout] may have.
const mostCells = 1 << 12

// Layout returns the coordinates of positions of a frame, without looking at the moves. The
// error says what the frame lacks.
func (f *File) Layout(frame Frame) (*Layout, error) {
	if f.builtIn != nil {
		return nil, fmt.Errorf("%s declares a built-in game, and states no moves", f)
	}
	cells := 0
	for i := range f.code.Shape.Fields {
		switch field := &f.code.Shape.Fields[i]; {
		case field.Kind == core.Grid:
			cells += field.Height * field.Width
		case field.Kind != core.Integer && field.Exact:
			cells += field.Most
		case field.Kind != core.Integer:
			cells += frame.Length
		}
	}
	if cells > mostCells {
		return nil, fmt.Errorf("%s: a position has %d cells: want at most %d", f, cells, mostCells)
	}
	l := &Layout{file: f, frame: frame}
	parameter := func(i int, format string) error { // of moves
		_, at := f.moves.Parameter(i)
		return f.code.Source.Fail(at, "%s", format)
	}
	for i := range f.code.Shape.Fields {
		for _, c := range f.code.Shape.Fields[i].Letters {
			if !strings.ContainsRune(l.letters, c) {
				l.letters += string(c)
			}
		}
	}
	known := map[string]bool{}
	for i := range f.code.Shape.Fields {
		field := &f.code.Shape.Fields[i]
		cell := func(name string, at int) error {
			c := coordinate{name: name, field: field, at: at, index: -1, isLetter: field.Letters != ""}
			held, ok := frame.Fixed[name]
			switch known[name] = true; {
			case ok && !c.isLetter && (held < field.Lo || held > field.Hi):
				return fmt.Errorf("%s: %s = %d is outside %d … %d", f, name, held, field.Lo, field.Hi)
			case ok:
				c.held = held
			default:
				c.index, c.less = len(l.names), min(field.Lo, 0)
				l.names = append(l.names, name)
			}
			l.cells = append(l.cells, c)
			return nil
		}
		var err error
		cells, from := len(l.cells), len(l.names)
		switch field.Kind {
		case core.Integer:
			err = cell(field.Name, field.At)
		case core.Row, core.Heaps:
			length := frame.Length
			switch {
			case field.Exact:
				length = field.Most
			case length <= 0:
				return nil, parameter(i, "has no fixed length: a formula speaks of rows of one length")
			case length > field.Most:
				return nil, fmt.Errorf("%s: %s has at most %d items, not %d", f, field.Name, field.Most, length)
			}
			for j := 0; j < length && err == nil; j++ {
				err = cell(fmt.Sprintf("%s%d", field.Name, j+1), field.At+1+j)
			}
		case core.Grid:
			if !field.Exact {
				return nil, parameter(i, "has no fixed size: a formula speaks of grids of one size")
			}
			for j := 0; j < field.Height*field.Width && err == nil; j++ {
				err = cell(fmt.Sprintf("%s%d_%d", field.Name, j/field.Width+1, j%field.Width+1), field.At+2+j)
			}
		}
		if err != nil {
			return nil, err
		}
		if field.Kind != core.Integer {
			l.sizes = append(l.sizes, sized{field, len(l.cells) - cells})
		}
		if field.Kind == core.Heaps {
			l.heaps = append(l.heaps, [2]int{from, len(l.names)})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(frame.Fixed)) {
		if !known[name] {
			return nil, fmt.Errorf("%s has no number %q", f, name)
		}
	}
	return l, nil
}

// Names returns the names of the coordinates, in their order.
func (l *Layout) Names() []string { return l.names }

// File returns the file that the layout is of.
func (l *Layout) File() *File { return l.file }

// Frame returns the frame that the layout is of.
func (l *Layout) Frame() Frame { return l.frame }

// Coordinates returns the coordinates of a position, in the order of [Layout.Names]. The
// result is false where it is not a single position of the frame.
func (l *Layout) Coordinates(p Position) (at []int64, ok bool) {
	if len(l.file.split(p)) != 1 {
		return nil, false
	}
	for state := range l.file.states(p) {
		return l.coordinatesOf(state)
	}
	return nil, false
}

// Parts returns the coordinates of the positions whose sum p is. The result is false where one
// of them is outside the frame.
func (l *Layout) Parts(p Position) (all [][]int64, ok bool) {
	for state := range l.file.states(p) {
		at, ok := l.coordinatesOf(state)
		if !ok {
			return nil, false
		}
		all = append(all, at)
	}
	return all, true
}

// Sum returns the sum of the positions with these coordinates. The error says why one of them is
// none.
func (l *Layout) Sum(all ...[]int64) (Position, error) {
	packed := make([]string, len(all))
	for i, at := range all {
		p, err := l.Position(at)
		if err != nil {
			return "", err
		}
		packed[i] = string(p)
	}
	return sumOf(packed), nil
}

func (l *Layout) coordinatesOf(state []int64) (at []int64, ok bool) { return l.appendTo(nil, state) }

// appendTo appends the coordinates of a state.
func (l *Layout) appendTo(dst []int64, state []int64) (at []int64, ok bool) {
	for i := range l.sizes {
		if s := &l.sizes[i]; len(s.Items(state)) != s.cells {
			return nil, false
		}
	}
	for i := range l.cells {
		c := &l.cells[i]
		v := state[c.at]
		if c.isLetter {
			v = int64(strings.IndexByte(l.letters, byte(v)))
		}
		switch {
		case c.index >= 0:
			dst = append(dst, v-c.less)
		case v != c.held:
			return nil, false
		}
	}
	return dst, true
}

// Heaps returns for each field of heaps which coordinates they are, from and to.
func (l *Layout) Heaps() [][2]int { return l.heaps }

// Sort puts coordinates that are heaps in ascending order, as positions have them.
func (l *Layout) Sort(at []int64) {
	for _, h := range l.heaps {
		slices.Sort(at[h[0]:h[1]])
	}
}

// A Cell is a number or a letter of a position: what a coordinate stands for, or what is held.
type Cell struct {
	Name, Field string
	Coordinate  int   // its index, or -1 where the cell is held
	Held        int64 // the number, or the place of the letter
	// A number is the coordinate and Plus; with Letters the coordinate is a place among these.
	Plus        int64
	Letters     string
	Least, Most int64 // of the coordinate
}

// Cells returns the cells of positions, in their order.
func (l *Layout) Cells() []Cell {
	var all []Cell
	for _, c := range l.cells {
		cell := Cell{Name: c.name, Field: c.field.Name, Coordinate: c.index, Held: c.held, Plus: c.less, Least: max(c.field.Lo, 0), Most: c.field.Hi - c.less}
		if cell.Most < c.field.Hi && c.less < 0 { // more than 63 bits
			cell.Most = math.MaxInt64
		}
		if c.isLetter {
			cell.Letters, cell.Least, cell.Most = l.letters, 0, int64(len(l.letters))-1
		}
		all = append(all, cell)
	}
	return all
}

// Position returns the position with coordinates in the order of [Layout.Names]. The error
// says why there is none.
func (l *Layout) Position(at []int64) (Position, error) {
	state, err := l.stateOf(at)
	if err != nil {
		return "", err
	}
	return Position(l.file.pack(state)), nil
}

// Place returns the position with coordinates in the order of [Layout.Names] as a
// component of the file. The error says why there is none.
func (l *Layout) Place(at []int64) (grundy.Component, error) {
	p, err := l.Position(at)
	if err != nil {
		return nil, err
	}
	return l.file.place(p), nil
}

// At returns the coordinates of a component of the game, in the order of
// [Layout.Names]. The result is false where it is not a single position of the frame.
func (l *Layout) At(c grundy.Component) (at []int64, ok bool) {
	if p, ok := c.Position().(Position); ok {
		return l.Coordinates(p)
	}
	numbers, ok := numbersOf(c)
	if !ok || len(numbers) != len(l.cells) {
		return nil, false
	}
	for i, c := range l.cells {
		switch {
		case c.index >= 0:
			at = append(at, numbers[i]-c.less)
		case c.held != numbers[i]:
			return nil, false
		}
	}
	return at, true
}

// Numbers returns the numbers of the position with these coordinates, in the order in which
// positions of a built-in game are written.
func (l *Layout) Numbers(at []int64) []int64 {
	numbers := make([]int64, len(l.cells))
	for i, c := range l.cells {
		if numbers[i] = c.held; c.index >= 0 {
			numbers[i] = at[c.index] + c.less
		}
	}
	return numbers
}

func (l *Layout) stateOf(at []int64) ([]int64, error) {
	if len(at) != len(l.names) {
		return nil, fmt.Errorf("%s: want %d coordinates, not %d", l.file, len(l.names), len(at))
	}
	state := make([]int64, l.file.code.Shape.Size)
	for i := range l.file.code.Shape.Fields {
		field := &l.file.code.Shape.Fields[i]
		switch field.Kind {
		case core.Grid:
			state[field.At], state[field.At+1] = int64(field.Height), int64(field.Width)
		case core.Row, core.Heaps:
			state[field.At] = int64(l.frame.Length)
			if field.Exact {
				state[field.At] = int64(field.Most)
			}
		}
	}
	for _, c := range l.cells {
		v := c.held
		if c.index >= 0 {
			v = at[c.index] + c.less
		}
		if c.isLetter {
			if v < 0 || v >= int64(len(l.letters)) || strings.IndexByte(c.field.Letters, l.letters[v]) < 0 {
				return nil, fmt.Errorf("%s: %s = %d is not a letter", l.file, c.name, v)
			}
			v = int64(l.letters[v])
		} else if v < c.field.Lo || v > c.field.Hi {
			return nil, fmt.Errorf("%s: %s = %d is outside %d … %d", l.file, c.name, v, c.field.Lo, c.field.Hi)
		}
		state[c.at] = v
	}
	for i := range l.file.code.Shape.Fields {
		if field := &l.file.code.Shape.Fields[i]; field.Kind == core.Heaps {
			slices.Sort(field.Items(state))
		}
	}
	return state, nil
}
