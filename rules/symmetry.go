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
	name    string
	of      []int    // fields
	letters [2]int64 // that are exchanged
	at      lang.Node
}

var symmetryNames = map[FieldKind][]string{
	Integer: {"swap"},
	Row:     {"reverse", "rotate", exchange, isomorphic},
	Grid:    {"rotate", "reflect", "half-turn", "flip", "transpose", exchange},
}

const (
	exchange   = "exchange"
	isomorphic = "isomorphic"
)

// declareSymmetric is symmetric("reverse", …, of = "pins").
func (f *File) declareSymmetric(ev *lang.Evaluator, c *lang.Call) lang.Value {
	s := f.code.Shape
	if s == nil {
		return ev.FailHere("want position(…) before it")
	}
	given := ev.Keywords(c, "of", "letters")
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
		if name == isomorphic && (len(f.touching) == 0 || f.touching[0].near == nil || f.touching[0].of != d.of[0]) {
			return ev.Fail(c.Argument(i), `want touching(…, along = …) of %s before it, which says what is beside what`, s.Fields[d.of[0]].Name)
		}
		if name == exchange && !d.readLetters(ev, c, &s.Fields[d.of[0]], given["letters"]) {
			return lang.Value{}
		}
		same := func(other symmetry) bool { return other.name == d.name && slices.Equal(other.of, d.of) }
		switch {
		case slices.ContainsFunc(f.symmetry, same): // it says the same again, or a second exchange
			if f.symmetry[slices.IndexFunc(f.symmetry, same)].letters != d.letters {
				return ev.Fail(c.Argument(i), "two pairs of letters that are exchanged: want one")
			}
		case len(f.symmetry) == mostSymmetries:
			return ev.Fail(c.Argument(i), "more than %d symmetries", mostSymmetries)
		default:
			f.symmetry = append(f.symmetry, d)
		}
	}
	return lang.None
}

// readLetters reads which letters of a field are exchanged.
func (d *symmetry) readLetters(ev *lang.Evaluator, c *lang.Call, field *Field, letters lang.Value) bool {
	text := ""
	if letters.Kind == lang.TextKind {
		text = letters.Text()
	}
	if len(text) != 2 || text[0] == text[1] || strings.IndexByte(field.Letters, text[0]) < 0 || strings.IndexByte(field.Letters, text[1]) < 0 {
		of := "letters of " + field.Name + ": it has none"
		if field.Letters != "" {
			of = "of the letters " + field.Letters
		}
		ev.Fail(c.Node, `want two %s, as in symmetric("exchange", letters = "xo")`, of)
		return false
	}
	d.letters = [2]int64{int64(min(text[0], text[1])), int64(max(text[0], text[1]))}
	return true
}

// exchanged exchanges two letters.
func exchanged(items []int64, letters [2]int64) {
	for i, c := range items {
		switch c {
		case letters[0]:
			items[i] = letters[1]
		case letters[1]:
			items[i] = letters[0]
		}
	}
}

// mostSymmetries bounds the symmetries that a file declares.
const mostSymmetries = 1000

// names reports whether v is that name, or a list that contains it.
func names(ev *lang.Evaluator, v lang.Value, name string) bool {
	items, ok := v.Items()
	return v.IsText(name) || ok && ev.Spend(int64(len(items))) && slices.ContainsFunc(items, func(e lang.Value) bool { return e.IsText(name) })
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
	alike    bool     // of a row along a graph: where what is left looks alike; see [run.leastOf]
	letters  [2]int64 // of a row or a grid, that are exchanged; two equal ones if none
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
			case d.name == exchange:
				s.letters = d.letters
			case f.code.Shape.Fields[at].Kind == Grid:
				generators = append(generators, turns[d.name])
			case d.name == isomorphic:
				s.alike = true
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
		if s.turns != nil || s.reversed || s.rotated || s.alike || s.letters[0] != s.letters[1] {
			all = append(all, s)
		}
	}
	return all
}

// leastOf replaces a state by the least of those that are the same by all of the given
// symmetries. Room must have the size roomSize.
func (f *File) leastOf(all []same, state, room []int64) {
	for i := range all {
		s := &all[i]
		switch field := &f.code.Shape.Fields[s.of]; {
		case s.swapped != nil:
			sortFields(f.code.Shape, s.swapped, state)
		default:
			s.least(field, state, room)
			if s.letters[0] == s.letters[1] {
				continue
			}
			other := room[2*len(state):][:len(state)]
			copy(other, state)
			exchanged(field.Items(other), s.letters)
			s.least(field, other, room)
			if used := field.Used(other); slices.Compare(other[field.At:][:used], state[field.At:][:field.Used(state)]) < 0 {
				copy(state[field.At:], other[field.At:][:used])
			}
		}
	}
}

// least replaces a row or a grid by the least of its images, without exchanges.
func (s *same) least(field *Field, state, room []int64) {
	if field.Kind == Grid {
		leastTurn(field, s.turns, state, room)
	} else {
		leastRow(field.Items(state), s, room)
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
	case d.name == isomorphic:
		return func(func([]int64) bool) {} // a run knows others of the class
	case d.name == exchange:
		exchanged(items, d.letters)
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

// roomSize is the size of the room that leastOf needs.
func roomSize(s *core.Shape) int { return 3*s.Size + 2 }
