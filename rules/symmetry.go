package rules

// A file may declare positions to be the same game, by symmetry or by falling apart into
// independent parts. It works on states, and does not change what a move is. check_declared.go
// tests that the declarations hold.

import (
	"iter"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// A symmetry is one that the file declares.
type symmetry struct {
	name string
	of   []int // fields
	at   lang.Node
}

// A touching says which cells of a field hold together.
type touching struct {
	of       int
	cells    []bool // by letter, or by number less the least
	rest     int64  // the cell that stands where another part was
	diagonal bool
}

var symmetryNames = map[FieldKind][]string{
	Integer: {"swap"},
	Row:     {"reverse", "rotate"},
	Grid:    {"rotate", "reflect", "half-turn", "flip", "transpose"},
}

// declareSymmetric is symmetric("reverse", …, of = "pins").
func (f *File) declareSymmetric(ev *lang.Evaluator, c *lang.Call) lang.Value {
	s := f.code.Shape
	if s == nil {
		return ev.FailHere("want position(…) before it")
	}
	given := ev.Keywords(c, "of")
	if ev.Err == nil && len(c.Args) == 0 {
		ev.FailHere(`want a symmetry, as in symmetric("reverse")`)
	}
	of, someOf := given["of"]
	var meant []int // fields
	for at := range s.Fields {
		if !someOf || names(ev, of, s.Fields[at].Name) {
			meant = append(meant, at)
		}
	}
	for i := range c.Args {
		name, ok := ev.TextAt(c, i)
		if !ok || !ev.Spend(int64(len(meant)+len(f.symmetry))) {
			return lang.Value{}
		}
		d := symmetry{name: name, at: c.Argument(i)}
		for _, at := range meant {
			if slices.Index(symmetryNames[s.Fields[at].Kind], name) >= 0 {
				d.of = append(d.of, at)
			}
		}
		switch {
		case len(d.of) == 0:
			var possible []string
			for _, at := range meant {
				possible = append(possible, symmetryNames[s.Fields[at].Kind]...)
			}
			return ev.Fail(c.Argument(i), "no symmetry of this position%s; want one of %s", message.DidYouMean(name, possible), strings.Join(possible, ", "))
		case name != "swap" && len(d.of) > 1:
			return ev.Fail(c.Argument(i), `several fields could be meant: say of = "%s", or another`, s.Fields[d.of[0]].Name)
		case name == "swap" && len(d.of) < 2:
			return ev.Fail(c.Argument(i), "want at least two integers to swap")
		}
		if name == "swap" {
			first := s.Fields[d.of[0]]
			for _, at := range d.of {
				if f := s.Fields[at]; f.Lo != first.Lo || f.Hi != first.Hi {
					return ev.Fail(c.Argument(i), "%s and %s have different ranges", first.Name, f.Name)
				}
			}
		}
		same := func(other symmetry) bool { return other.name == d.name && slices.Equal(other.of, d.of) }
		switch {
		case slices.ContainsFunc(f.symmetry, same): // it says the same again
		case len(f.symmetry) == mostSymmetries:
			return ev.Fail(c.Argument(i), "more than %d symmetries", mostSymmetries)
		default:
			f.symmetry = append(f.symmetry, d)
		}
	}
	return lang.None
}

// mostSymmetries bounds the symmetries that a file declares.
const mostSymmetries = 1000

// names reports whether v is that name, or a list that contains it.
func names(ev *lang.Evaluator, v lang.Value, name string) bool {
	items, ok := v.Items()
	return v.IsText(name) || ok && ev.Spend(int64(len(items))) && slices.ContainsFunc(items, func(e lang.Value) bool { return e.IsText(name) })
}

// declareTouching is touching(".", diagonal = True, rest = "#", of = "board").
func (f *File) declareTouching(ev *lang.Evaluator, c *lang.Call) lang.Value {
	s := f.code.Shape
	if s == nil {
		return ev.FailHere("want position(…) before it")
	}
	given := ev.Keywords(c, "of", "diagonal", "rest")
	if ev.Err != nil || len(c.Args) != 1 {
		return ev.FailHere(`want the cells that hold together, as in touching(".")`)
	}
	t := touching{of: -1}
	for at := range s.Fields {
		f := &s.Fields[at]
		if of, ok := given["of"]; ok && !of.IsText(f.Name) {
			continue
		}
		if f.Kind == Row || f.Kind == Grid {
			if t.of >= 0 {
				return ev.FailHere(`several fields could be meant: say of = "%s", or another`, f.Name)
			}
			t.of = at
		}
	}
	if t.of < 0 {
		return ev.FailHere("want a row or a grid in the position, whose cells may touch")
	}
	field := &s.Fields[t.of]
	if field.Letters == "" && field.Hi-field.Lo > 1<<16 {
		return ev.FailHere("want %s to have letters, or a small range of numbers", field.Name)
	}
	t.cells = make([]bool, field.Hi-field.Lo+1)
	items, ok := ev.Cells(c.Args[0], lang.RowKind)
	if !ok {
		items = []lang.Value{c.Args[0]}
	}
	for _, v := range items {
		var cell int64
		if wrong := ev.StoreCell(field, &cell, v); wrong != "" {
			return ev.Fail(c.Argument(0), "%s", wrong)
		}
		t.cells[cell-field.Lo] = true
	}
	t.rest = field.Lo
	for t.rest <= field.Hi && (t.cells[t.rest-field.Lo] || field.Letters != "" && strings.IndexByte(field.Letters, byte(t.rest)) < 0) {
		t.rest++
	}
	if rest, ok := given["rest"]; ok {
		if wrong := ev.StoreCell(field, &t.rest, rest); wrong != "" {
			return ev.Fail(c.Keyword("rest"), "%s", wrong)
		}
	}
	if t.rest > field.Hi || t.cells[t.rest-field.Lo] {
		return ev.FailHere("want a cell that does not hold together, to stand between the parts")
	}
	t.diagonal = given["diagonal"].Truth() && given["diagonal"].Kind == lang.BoolKind
	f.touching, f.apartAt = append(f.touching, t), c.Node
	if len(f.touching) > 1 {
		return ev.FailHere("a second touching(…)")
	}
	return lang.None
}

// A turn is one of the eight symmetries of a rectangle: exchange rows and columns or
// not, and then reverse either of them or not.
type turn struct{ transposed, rows, columns bool }

// then returns the turn t followed by u.
func (t turn) then(u turn) turn {
	rows, columns := t.rows, t.columns
	if u.transposed {
		rows, columns = columns, rows
	}
	return turn{t.transposed != u.transposed, rows != u.rows, columns != u.columns}
}

// places returns the size of the image of a table of h rows and w columns, and where its
// cells come from: cell (r, c) from cell from + r*down + c*right.
func (t turn) places(h, w int) (height, width, from, down, right int) {
	height, width, down, right = h, w, w, 1
	if t.transposed {
		height, width, down, right = w, h, 1, w
	}
	if t.rows {
		from, down = from+(height-1)*down, -down
	}
	if t.columns {
		from, right = from+(width-1)*right, -right
	}
	return height, width, from, down, right
}

var turns = map[string]turn{
	"rotate":    {transposed: true, columns: true},
	"reflect":   {columns: true},
	"half-turn": {rows: true, columns: true},
	"flip":      {rows: true},
	"transpose": {transposed: true},
}

// A same says which states of a field, or of some integers, are the same.
type same struct {
	swapped  []int  // the fields of integers that may be exchanged
	of       int    // else: the field
	turns    []turn // of a grid: all of the group but the first, which is none
	reversed bool   // of a row
	rotated  bool
}

// symmetries collects the declared symmetries by field.
func (f *File) symmetries() (all []same) {
	for at := range f.code.Shape.Fields {
		s := same{of: at}
		var generators []turn
		for _, d := range f.symmetry {
			if slices.Index(symmetryNames[f.code.Shape.Fields[at].Kind], d.name) < 0 || !slices.Contains(d.of, at) {
				continue
			}
			switch {
			case d.name == "swap":
				if d.of[0] == at {
					all = append(all, same{swapped: d.of})
				}
			case f.code.Shape.Fields[at].Kind == Grid:
				generators = append(generators, turns[d.name])
			case d.name == "reverse":
				s.reversed = true
			case d.name == "rotate":
				s.rotated = true
			}
		}
		if len(generators) > 0 {
			s.turns = []turn{{}}
			for i := 0; i < len(s.turns); i++ {
				for _, g := range generators {
					if next := s.turns[i].then(g); !slices.Contains(s.turns, next) {
						s.turns = append(s.turns, next)
					}
				}
			}
			s.turns = s.turns[1:]
		}
		if s.turns != nil || s.reversed || s.rotated {
			all = append(all, s)
		}
	}
	return all
}

// canonical replaces a state by the least of those that are the same by symmetry. Room
// must have the size roomSize.
func (f *File) canonical(state, room []int64) { f.leastOf(f.same, state, room) }

// leastOf replaces a state by the least of those that are the same by all of the given
// symmetries.
func (f *File) leastOf(all []same, state, room []int64) {
	for i := range all {
		s := &all[i]
		switch field := &f.code.Shape.Fields[s.of]; {
		case s.swapped != nil:
			sortFields(f.code.Shape, s.swapped, state)
		case s.turns != nil:
			leastTurn(field, s.turns, state, room)
		default:
			leastRow(field.Items(state), s, room)
		}
	}
}

// sortFields sorts the integers of these fields, which are few.
func sortFields(s *core.Shape, of []int, state []int64) {
	for i := 1; i < len(of); i++ {
		for j := i; j > 0; j-- {
			a, b := &state[s.Fields[of[j-1]].At], &state[s.Fields[of[j]].At]
			if *a <= *b {
				break
			}
			*a, *b = *b, *a
		}
	}
}

// images yields what one declared symmetry makes of a state in one step: a single turn
// of a grid, if the field has room for it; a row reversed, or rotated by one; every
// exchange of two integers. An image is valid until yield returns.
func (f *File) images(d symmetry, state []int64) iter.Seq[[]int64] {
	if d.name == "swap" {
		return func(yield func([]int64) bool) {
			image := slices.Clone(state)
			for i, a := range d.of {
				for _, b := range d.of[i+1:] {
					x, y := &image[f.code.Shape.Fields[a].At], &image[f.code.Shape.Fields[b].At]
					*x, *y = *y, *x
					if !yield(image) {
						return
					}
					*x, *y = *y, *x
				}
			}
		}
	}
	image := slices.Clone(state)
	field := &f.code.Shape.Fields[d.of[0]]
	items := field.Items(image)
	switch {
	case field.Kind == Grid:
		t, h, w := turns[d.name], int(state[field.At]), int(state[field.At+1])
		height, width, from, down, right := t.places(h, w)
		if height > field.Height || width > field.Width {
			return func(func([]int64) bool) {}
		}
		original := field.Items(state)
		image[field.At], image[field.At+1] = int64(height), int64(width)
		for i := range items {
			items[i] = original[from+i/width*down+i%width*right]
		}
	case d.name == "reverse":
		slices.Reverse(items)
	case len(items) > 0: // rotate
		first := items[0]
		copy(items, items[1:])
		items[len(items)-1] = first
	}
	return slices.Values([][]int64{image})
}

// leastTurn replaces a grid by the least of its turns for which the field has room. The
// first cells show for most turns that they are greater.
func leastTurn(f *Field, turns []turn, state, room []int64) {
	best := state[f.At : f.At+f.Used(state)]
	h, w := int(best[0]), int(best[1])
	original := room[:h*w]
	copy(original, best[2:])
	for _, t := range turns {
		height, width, from, down, right := t.places(h, w)
		if height > f.Height || width > f.Width || height > int(best[0]) {
			continue
		}
		less := height < int(best[0]) // then width differs too, as the number of cells is the same
		cells := best[2:]
		for r := 0; r < height && !less; r++ {
			at, line := from+r*down, cells[r*width:][:width]
			c := 0
			for c < width && original[at] == line[c] {
				c++
				at += right
			}
			if c < width {
				less = original[at] < line[c]
				if !less {
					break
				}
			}
		}
		if !less {
			continue
		}
		best[0], best[1] = int64(height), int64(width)
		for r := range height {
			at, line := from+r*down, cells[r*width:][:width]
			for c := range line {
				line[c] = original[at]
				at += right
			}
		}
	}
}

// leastRow replaces a row by the least of its images.
func leastRow(items []int64, s *same, room []int64) {
	n := len(items)
	least, flipped := room[:n], room[n:2*n]
	copy(least, items)
	if s.rotated {
		leastRotation(least, items)
	}
	if s.reversed {
		slices.Reverse(items)
		copy(flipped, items)
		if s.rotated {
			leastRotation(flipped, items)
		}
		if slices.Compare(flipped, least) < 0 {
			least = flipped
		}
	}
	copy(items, least)
}

// leastRotation sets dst to the least rotation of a row, in linear time (Y. Shiloach
// 1981). The rotations from i and from j agree in k cells; when they then differ, the
// greater one is not the least, nor is any that begins within its first k+1 cells.
func leastRotation(dst, row []int64) {
	i, j, k, n := 0, 1, 0, len(row)
	at := func(i int) int64 {
		if i >= n {
			i -= n
		}
		return row[i]
	}
	for i < n && j < n && k < n {
		switch a, b := at(i+k), at(j+k); {
		case a == b:
			k++
			continue
		case a > b:
			i += k + 1
		default:
			j += k + 1
		}
		if i == j {
			j++
		}
		k = 0
	}
	first := min(i, j)
	copy(dst, row[first:])
	copy(dst[n-first:], row[:first])
}

// roomSize is the size of the room that canonical needs.
func roomSize(s *core.Shape) int { return 2*s.Size + 2 }

// neighbours of a cell are a row and a column away, the diagonal ones last.
var neighbours = [8][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}}

// eachPart passes one state for each group of cells that hold together to visit.
func (t *touching) eachPart(w *worker, state []int64, visit func(part []int64) error) error {
	f := &w.code.Shape.Fields[t.of]
	items := f.Items(state)
	part := func(cells int) ([]int64, error) {
		w.wipe(w.part)
		others := 0
		for i := range w.code.Shape.Fields {
			if g := &w.code.Shape.Fields[i]; i != t.of {
				others += copy(w.part[g.At:], state[g.At:g.At+g.Used(state)])
			}
		}
		return w.part[f.At:], w.spend(cells + others)
	}
	if f.Kind == Row {
		for i := 0; i < len(items); i++ {
			from := i
			for i < len(items) && t.cells[items[i]-f.Lo] {
				i++
			}
			if i == from {
				continue
			}
			to, err := part(i - from)
			if err != nil {
				return err
			}
			to[0] = int64(i - from)
			copy(to[1:], items[from:i])
			if err := visit(w.part); err != nil {
				return err
			}
		}
		return nil
	}
	h, width := int(state[f.At]), int(state[f.At+1])
	const few = 256
	var seenRoom [few]bool
	var groupRoom [few]int32
	seen, group := seenRoom[:], groupRoom[:0]
	if len(items) > few {
		seen, group = make([]bool, len(items)), make([]int32, 0, len(items))
	}
	near := neighbours[:4]
	if t.diagonal {
		near = neighbours[:]
	}
	for i, c := range items {
		seen[i] = !t.cells[c-f.Lo] // never in a group
	}
	for first := range items {
		if seen[first] {
			continue
		}
		group = append(group[:0], int32(first))
		seen[first] = true
		top, bottom, left, right := h, 0, width, 0
		for i := 0; i < len(group); i++ {
			at := int(group[i])
			r, c := at/width, at%width
			top, bottom, left, right = min(top, r), max(bottom, r), min(left, c), max(right, c)
			for _, d := range near {
				r, c := r+d[0], c+d[1]
				if next := r*width + c; r >= 0 && r < h && c >= 0 && c < width && !seen[next] {
					seen[next] = true
					group = append(group, int32(next))
				}
			}
		}
		rows, columns := bottom-top+1, right-left+1
		to, err := part(rows * columns)
		if err != nil {
			return err
		}
		to[0], to[1] = int64(rows), int64(columns)
		cells := to[2 : 2+rows*columns]
		for i := range cells {
			cells[i] = t.rest
		}
		for _, at := range group {
			cells[(int(at)/width-top)*columns+int(at)%width-left] = items[at]
		}
		if err := visit(w.part); err != nil {
			return err
		}
	}
	return nil
}
