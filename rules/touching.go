package rules

// A file may declare that groups of cells which hold together are independent of each other.

import (
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/rules/lang"
)

// A touching says which cells of a field hold together.
type touching struct {
	of    int
	class []uint8   // of a cell, by letter or by number less the least: 0 for those that never hold together
	with  [][]bool  // whether cells of two classes hold together
	near  [][]int32 // of a row along a graph: the cells beside each
	rest  int64     // the cell that stands where another part was
	leaps []step2   // of a grid: the steps between cells that hold together
	rides []step2   // and those that may be repeated, whatever lies between
}

// A step2 is a step on a grid.
type step2 struct{ down, right int }

var (
	straight = []step2{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}
	aslant   = []step2{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}
)

// mostSteps2 bounds the leaps, and the rides, of a declaration.
const mostSteps2 = 32

// declareTouching is touching(".", diagonal = True, rest = "#", of = "board").
func (f *File) declareTouching(ev *lang.Evaluator, c *lang.Call) lang.Value {
	s := f.code.Shape
	if s == nil {
		return ev.FailHere("want position(…) before it")
	}
	given := ev.Keywords(c, "of", "diagonal", "leaps", "rides", "apart", "rest", "along")
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
	t.class, t.with = make([]uint8, field.Hi-field.Lo+1), [][]bool{{false, false}, {false, true}}
	items, ok := ev.Cells(c.Args[0], lang.RowKind)
	if !ok {
		items = []lang.Value{c.Args[0]}
	}
	for _, v := range items {
		var cell int64
		if wrong := ev.StoreCell(field, &cell, v); wrong != "" {
			return ev.Fail(c.Argument(0), "%s", wrong)
		}
		t.class[cell-field.Lo] = 1
	}
	t.rest = field.Lo
	for t.rest <= field.Hi && (t.class[t.rest-field.Lo] > 0 || field.Letters != "" && strings.IndexByte(field.Letters, byte(t.rest)) < 0) {
		t.rest++
	}
	if rest, ok := given["rest"]; ok {
		if wrong := ev.StoreCell(field, &t.rest, rest); wrong != "" {
			return ev.Fail(c.Keyword("rest"), "%s", wrong)
		}
	}
	if t.rest > field.Hi || t.class[t.rest-field.Lo] > 0 {
		return ev.FailHere("want a cell that does not hold together, to stand between the parts")
	}
	along, ok := given["along"]
	switch {
	case ok:
		t.readAlong(ev, c, along, field)
	case field.Exact:
		return ev.FailHere("touching(…) makes smaller parts of %s, which has one size: leave length or exact out", field.Name)
	}
	t.readSteps(ev, c, given, field)
	if pairs, ok := given["apart"]; ok && ev.Err == nil {
		t.readApart(ev, c, pairs, field)
	}
	if ev.Err != nil {
		return lang.Value{}
	}
	f.touching, f.apartAt = append(f.touching, t), c.Node
	if len(f.touching) > 1 {
		return ev.FailHere("a second touching(…)")
	}
	return lang.None
}

// readSteps reads which cells of a grid hold together: by default those that are side by side.
func (t *touching) readSteps(ev *lang.Evaluator, c *lang.Call, given map[string]lang.Value, field *Field) {
	diagonal := given["diagonal"].Truth() && given["diagonal"].Kind == lang.BoolKind
	_, leaps := given["leaps"]
	_, rides := given["rides"]
	switch {
	case !leaps && !rides:
		if t.leaps = straight; diagonal {
			t.leaps = slices.Concat(straight, aslant)
		}
		return
	case field.Kind != Grid:
		ev.FailHere("leaps and rides are steps on a grid, and %s is a row", field.Name)
	case diagonal:
		ev.FailHere("want diagonal, or leaps and rides that say it themselves")
	}
	t.leaps, t.rides = t.stepsOf(ev, c, given, "leaps"), t.stepsOf(ev, c, given, "rides")
}

// stepsOf reads steps, and adds the opposite ones.
func (t *touching) stepsOf(ev *lang.Evaluator, c *lang.Call, given map[string]lang.Value, name string) (all []step2) {
	v, ok := given[name]
	if !ok || ev.Err != nil {
		return nil
	}
	lines, ok := v.Items()
	if !ok || len(lines) > mostSteps2 {
		ev.Fail(c.Keyword(name), "want a list of at most %d steps (down, right), as in [(0, 1), (1, 0)]", mostSteps2)
	}
	for _, line := range lines {
		pair, ok := argsOf(line)
		items, _ := line.Items()
		if !ok || len(pair) != 2 || items[0].N == 0 && items[1].N == 0 || max(items[0].N, -items[0].N, items[1].N, -items[1].N) > mostStep2 {
			ev.Fail(c.Keyword(name), "want steps (down, right) of two integers, as in (1, 2), not %s", ev.Show(line))
			return nil
		}
		down, right := int(items[0].N), int(items[1].N)
		all = append(all, step2{down, right}, step2{-down, -right})
	}
	return all
}

const mostStep2 = 1 << 16

// readApart reads pairs of letters that do not hold together.
func (t *touching) readApart(ev *lang.Evaluator, c *lang.Call, pairs lang.Value, field *Field) {
	lines, ok := pairs.Items()
	if !ok || field.Letters == "" || !ev.Spend(int64(len(lines))) {
		ev.Fail(c.Keyword("apart"), `want a list of pairs of letters, as in ["xx", "oo"]`)
		return
	}
	var letters []byte
	for i := range len(field.Letters) {
		if k := &t.class[int64(field.Letters[i])-field.Lo]; *k > 0 {
			letters = append(letters, field.Letters[i])
			*k = uint8(len(letters))
		}
	}
	t.with = make([][]bool, len(letters)+1)
	for i := range t.with {
		t.with[i] = make([]bool, len(t.with))
		for j := range t.with {
			t.with[i][j] = i > 0 && j > 0
		}
	}
	for _, line := range lines {
		i, j := -1, -1
		if line.Kind == lang.TextKind && len(line.Text()) == 2 {
			i, j = slices.Index(letters, line.Text()[0]), slices.Index(letters, line.Text()[1])
		}
		if i < 0 || j < 0 {
			ev.Fail(c.Keyword("apart"), "want pairs of the letters %s, not %s", letters, ev.Show(line))
			return
		}
		t.with[i+1][j+1], t.with[j+1][i+1] = false, false
	}
}

// eachNear passes the cells that may hold together with a cell of a grid to visit.
func (t *touching) eachNear(at, height, width int, visit func(next int)) {
	for i, steps := range [][]step2{t.leaps, t.rides} {
		for _, s := range steps {
			r, c := at/width+s.down, at%width+s.right
			for r >= 0 && r < height && c >= 0 && c < width {
				visit(r*width + c)
				if i == 0 {
					break
				}
				r, c = r+s.down, c+s.right
			}
		}
	}
}

// eachPart passes one state for each group of cells that hold together to visit.
func (t *touching) eachPart(w *worker, state []int64, visit func(part []int64) error) error {
	f := &w.run.code.Shape.Fields[t.of]
	items := f.Items(state)
	if t.near != nil {
		return t.eachGroup(w, state, visit)
	}
	if f.Kind == Row {
		for i := 0; i < len(items); i++ {
			from := i
			for i < len(items) && t.class[items[i]-f.Lo] > 0 && (i == from || t.with[t.class[items[i-1]-f.Lo]][t.class[items[i]-f.Lo]]) {
				i++
			}
			if i == from {
				continue
			}
			to, err := t.part(w, state, i-from)
			if err != nil {
				return err
			}
			to[0] = int64(i - from)
			copy(to[1:], items[from:i])
			if err := visit(w.part); err != nil {
				return err
			}
			if i < len(items) && t.class[items[i]-f.Lo] > 0 {
				i-- // the next part begins here
			}
		}
		return nil
	}
	h, width := int(state[f.At]), int(state[f.At+1])
	seen, group := make([]bool, len(items)), make([]int32, 0, len(items))
	class := func(at int) uint8 { return t.class[items[at]-f.Lo] }
	for first := range items {
		if seen[first] || class(first) == 0 {
			continue
		}
		group = append(group[:0], int32(first))
		seen[first] = true
		top, bottom, left, right := h, 0, width, 0
		for i := 0; i < len(group); i++ {
			at := int(group[i])
			r, c := at/width, at%width
			top, bottom, left, right = min(top, r), max(bottom, r), min(left, c), max(right, c)
			with := t.with[class(at)]
			t.eachNear(at, h, width, func(next int) {
				if !seen[next] && with[class(next)] {
					seen[next] = true
					group = append(group, int32(next))
				}
			})
		}
		rows, columns := bottom-top+1, right-left+1
		to, err := t.part(w, state, rows*columns)
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

// part clears the part of a worker, copies the other fields, and returns the one that falls apart.
func (t *touching) part(w *worker, state []int64, cells int) ([]int64, error) {
	w.run.wipe(w.part)
	for i := range w.run.code.Shape.Fields {
		if g := &w.run.code.Shape.Fields[i]; i != t.of {
			cells += copy(w.part[g.At:], state[g.At:g.At+g.Used(state)])
		}
	}
	return w.part[w.run.code.Shape.Fields[t.of].At:], w.spend(cells)
}
