package rules

// This file holds the functions that rules call while they run: those that
// state moves and parts, and those that make rows and grids.

import (
	"fmt"
	"slices"
	"strings"

	"grundy/internal/message"
)

// A collector takes what a call of moves, parts or start states: sums of
// positions, states one behind the other.
type collector struct {
	wants  string // "move" or "part"
	states []int64
	ends   []int // after each move, the end of its states
	took   int64 // steps
}

// room returns a new state at the end.
func (c *collector) room(size int) []int64 {
	at := len(c.states)
	c.states = slices.Grow(c.states, size)[:at+size]
	clear(c.states[at:])
	return c.states[at:]
}

// copyFrom adds n-1 times more what was collected from a place on.
func (c *collector) copyFrom(from, n int) {
	length := len(c.states) - from
	c.states = slices.Grow(c.states, length*(n-1))[:from+length*n]
	repeat(c.states[from:], c.states[from:from+length])
}

func playing() map[string]builtinFunc {
	return map[string]builtinFunc{
		"move": func(ev *evaluator, c *call) value {
			if ev.collects(c, "move") && ev.state(c, c.args, "a move to") && ev.spend(ev.code.shape.steps()) {
				ev.result.ends = append(ev.result.ends, len(ev.result.states))
			}
			return noneValue
		},
		"move_sum": func(ev *evaluator, c *call) value {
			if !ev.collects(c, "move") {
				return value{}
			}
			if _, ok := ev.plain(c, 0, -1); !ok {
				return value{}
			}
			for i := range c.args {
				if !ev.sumPart(c, i) {
					return value{}
				}
			}
			ev.result.ends = append(ev.result.ends, len(ev.result.states))
			return noneValue
		},
		"part": func(ev *evaluator, c *call) value {
			if ev.collects(c, "part") {
				ev.state(c, c.args, "the part")
				ev.spend(ev.code.shape.steps())
			}
			return noneValue
		},
		"put":    put,
		"fill":   fill,
		"cut":    cut,
		"copies": copies,
		"inside": inside,
	}
}

// collects reports whether moves, or parts, are wanted now.
func (ev *evaluator) collects(c *call, what string) bool {
	if ev.err != nil {
		return false
	}
	if ev.result == nil || ev.result.wants != what {
		ev.failHere("%s may be called only while %s runs", ev.nameOf(c), what+"s")
		return false
	}
	size := int64(ev.code.shape.size)
	return ev.hold(moveBytes * (size + 1))
}

// moveBytes is what a word of a move costs: as much again is in the slice from which
// it was copied when there was no room.
const moveBytes = 16

// sumPart takes one argument of move_sum: the value of the only field, or a
// tuple of those of all fields.
func (ev *evaluator) sumPart(c *call, i int) bool {
	v := c.args[i]
	if v.k == copiesKind {
		size := int64(ev.code.shape.size)
		if !ev.spend(v.n*max(ev.code.shape.steps(), 1)) || !ev.hold(v.n*moveBytes*size) || v.n == 0 {
			return ev.err == nil
		}
		from := len(ev.result.states)
		if !ev.onePart(c, i, v.x.(value)) {
			return false
		}
		ev.result.copyFrom(from, int(v.n))
		return true
	}
	return ev.hold(moveBytes*int64(ev.code.shape.size)) && ev.onePart(c, i, v) && ev.spend(ev.code.shape.steps())
}

// onePart adds a position to the sum that move_sum leaves.
func (ev *evaluator) onePart(c *call, i int, v value) bool {
	args := []value{v}
	if fields := len(ev.code.shape.fields); fields > 1 {
		items, ok := v.items()
		if v.k != tupleKind || !ok || len(items) != fields {
			ev.fail(c.argument(i), "want (%s), not %s", strings.Join(ev.code.shape.names(), ", "), ev.show(v))
			return false
		}
		args = items
	}
	return ev.state(&call{node: c.node}, args, "a part of the sum")
}

// state adds the position with these values of its fields to what is
// collected.
func (ev *evaluator) state(c *call, args []value, what string) bool {
	s := ev.code.shape
	if len(c.names) > 0 {
		ev.failHere("want the values of %s, in this order", strings.Join(s.names(), ", "))
		return false
	}
	if len(args) != len(s.fields) {
		ev.failHere("want %s, one for each of %s, not %d", message.Count(len(s.fields), "value", "values"), strings.Join(s.names(), ", "), len(args))
		return false
	}
	to := ev.result.room(s.size)
	for i := range s.fields {
		f := &s.fields[i]
		if wrong := ev.store(f, to, args[i]); wrong != "" && ev.err == nil {
			var all []string
			for _, a := range args {
				all = append(all, ev.show(a))
			}
			ev.failHere("%s (%s): %s", what, strings.Join(all, ", "), wrong)
		}
		if ev.err != nil {
			return false
		}
	}
	return true
}

// store puts a value into the place of a field, or says why it is none of its
// values.
func (ev *evaluator) store(f *Field, state []int64, v value) (wrong string) {
	to := state[f.at : f.at+f.size]
	switch f.Kind {
	case Integer:
		if v.k != integer {
			return fmt.Sprintf("%s is %s, want an integer", f.Name, article(v.k))
		}
		if v.n < f.Lo || v.n > f.Hi {
			return f.outside(v.n)
		}
		to[0] = v.n
	case Heaps, Row:
		var items []value
		if v.k == text {
			if len(v.text()) > f.Most {
				return f.tooLong(len(v.text()))
			}
			items = ev.letters(v.text())
		} else {
			var ok bool
			if items, ok = v.items(); !ok {
				return fmt.Sprintf("%s is %s, want a row or a list", f.Name, article(v.k))
			}
		}
		if len(items) > f.Most {
			return f.tooLong(len(items))
		}
		to[0] = int64(len(items))
		for i, c := range items {
			if wrong := ev.storeCell(f, &to[1+i], c); wrong != "" {
				return wrong
			}
		}
		if f.Kind == Heaps {
			slices.Sort(to[1 : 1+len(items)])
		}
	case Grid:
		g, wrong := ev.gridOf(v)
		if wrong != "" {
			return f.Name + " " + wrong
		}
		if g.height > f.Height || g.width > f.Width {
			return f.tooLarge(g.height, g.width)
		}
		to[0], to[1] = int64(g.height), int64(g.width)
		for i, c := range g.cells {
			if wrong := ev.storeCell(f, &to[2+i], c); wrong != "" {
				return wrong
			}
		}
	}
	return ""
}

func (f *Field) outside(n int64) string {
	if f.Kind == Integer {
		return fmt.Sprintf("%s = %d is outside %d … %d", f.Name, n, f.Lo, f.Hi)
	}
	return fmt.Sprintf("%d in %s is outside %d … %d", n, f.Name, f.Lo, f.Hi)
}

func (f *Field) tooLong(n int) string {
	return fmt.Sprintf("%s has %d cells, more than its most = %d", f.Name, n, f.Most)
}

func (f *Field) tooLarge(height, width int) string {
	return fmt.Sprintf("%s is %d x %d, larger than its height = %d and width = %d", f.Name, height, width, f.Height, f.Width)
}

func (ev *evaluator) storeCell(f *Field, to *int64, v value) (wrong string) {
	if f.Letters == "" {
		if v.k != integer {
			return fmt.Sprintf("a cell of %s is %s, want an integer", f.Name, article(v.k))
		}
		if v.n < f.Lo || v.n > f.Hi {
			return f.outside(v.n)
		}
		*to = v.n
		return ""
	}
	if v.k != text || len(v.text()) != 1 || strings.IndexByte(f.Letters, v.text()[0]) < 0 {
		return fmt.Sprintf("a cell of %s is %s, want one of the letters %s", f.Name, ev.quoted(v), f.Letters)
	}
	*to = int64(v.text()[0])
	return ""
}

// quoted shows v, a string in quotes.
func (ev *evaluator) quoted(v value) string {
	if v.k == text {
		return message.Brief(fmt.Sprintf("%q", v.text()), 60)
	}
	return ev.show(v)
}

// gridOf returns a value as a grid: a grid, or a list of rows.
func (ev *evaluator) gridOf(v value) (*grid, string) {
	if v.k == gridKind {
		return v.x.(*grid), ""
	}
	var lines []value
	if v.k == text {
		if !ev.pay(int64(len(v.text())) * valueBytes) {
			return &grid{}, ""
		}
		for line := range strings.SplitSeq(v.text(), "/") {
			lines = append(lines, textValue(line))
		}
	} else {
		var ok bool
		if lines, ok = v.items(); !ok {
			return nil, fmt.Sprintf("is %s, want a grid or a list of rows", article(v.k))
		}
	}
	g := &grid{height: len(lines)}
	for i, line := range lines {
		cells, ok := ev.cells(line, rowKind)
		if !ok {
			return nil, fmt.Sprintf("has %s in it, want a grid or a list of rows", article(line.k))
		}
		if !ev.hold(valueBytes * int64(len(cells))) {
			return g, ""
		}
		if i > 0 && len(cells) != g.width {
			return nil, fmt.Sprintf("has rows of %d and of %d cells", g.width, len(cells))
		}
		g.width = len(cells)
		g.cells = append(g.cells, cells...)
	}
	if g.width == 0 {
		g.height = 0
	}
	return g, ""
}

// mostCopies bounds the copies of a position that one move leaves.
const mostCopies = 1 << 16

// copies(n, p): n copies of the position p, among the arguments of move_sum.
func copies(ev *evaluator, c *call) value {
	args, ok := ev.plain(c, 2, 2)
	if !ok {
		return value{}
	}
	n, ok := ev.intAt(c, 0)
	switch {
	case !ok:
		return value{}
	case n < 0 || n > mostCopies:
		return ev.fail(c.argument(0), "want a number of copies of 0 … %d, not %d", mostCopies, n)
	case args[1].k == copiesKind:
		return ev.fail(c.argument(1), "copies of copies: want a position")
	}
	return value{k: copiesKind, n: n, x: args[1]}
}

// cut(grid, r, c, h, w): the grid of h rows and w columns whose first cell is
// (r, c).
func cut(ev *evaluator, c *call) value {
	args, ok := ev.plain(c, 5, 5)
	if !ok {
		return value{}
	}
	if args[0].k != gridKind {
		return ev.fail(c.argument(0), "want a grid, not %s", article(args[0].k))
	}
	g := args[0].x.(*grid)
	var n [4]int64
	for i := range n {
		if n[i], ok = ev.intAt(c, 1+i); !ok {
			return value{}
		}
	}
	height, width := int64(g.height), int64(g.width)
	if i := outsideOf(height, width, n); i >= 0 {
		return ev.fail(c.argument(1+i), "%s", cutOutside(height, width, n, i))
	}
	cells := ev.newItems(n[2] * n[3])
	if ev.err != nil || !ev.spend(n[2]*n[3]) {
		return value{}
	}
	cells = cells[:n[2]*n[3]]
	window(cells, g.cells, width, n[0], n[1], n[2], n[3])
	if len(cells) == 0 {
		n[2], n[3] = 0, 0
	}
	return value{k: gridKind, x: &grid{int(n[2]), int(n[3]), cells}}
}

// put(row, value, i, …) and put(grid, value, (r, c), …): the same with the value
// in those places.
func put(ev *evaluator, c *call) value {
	args, ok := ev.plain(c, 2, -1)
	if !ok {
		return value{}
	}
	of, v := args[0], args[1]
	if of.k == gridKind {
		g := of.x.(*grid)
		if !ev.spend(int64(len(g.cells))) {
			return value{}
		}
		cells := append(ev.newItems(int64(len(g.cells))), g.cells...)
		if ev.err != nil {
			return value{}
		}
		for i, at := range args[2:] {
			r, column, ok := ev.cellOf(c.argument(2+i), g, at)
			if !ok {
				return value{}
			}
			cells[r*g.width+column] = v
		}
		return value{k: gridKind, x: &grid{g.height, g.width, cells}}
	}
	cells, ok := ev.cells(of, rowKind)
	if !ok {
		return ev.fail(c.argument(0), "want a row or a grid, not %s", article(of.k))
	}
	if !ev.spend(int64(len(cells))) {
		return value{}
	}
	cells = append(ev.newItems(int64(len(cells))), cells...)
	for i, at := range args[2:] {
		place, ok := ev.index(c.argument(2+i), at, len(cells), "row")
		if !ok {
			return value{}
		}
		cells[place] = v
	}
	return rowValue(cells)
}

// fill(value, n) and fill(value, h, w): a row or a grid of that value.
func fill(ev *evaluator, c *call) value {
	args, ok := ev.plain(c, 2, 3)
	if !ok {
		return value{}
	}
	size := [2]int64{1, 1}
	for i := range args[1:] {
		n, ok := ev.intAt(c, 1+i)
		if !ok {
			return value{}
		}
		if n < 0 || n > mostCells {
			return ev.fail(c.argument(1+i), "want a number of cells of 0 … %d, not %d", mostCells, n)
		}
		size[i] = n
	}
	cells := ev.newItems(size[0] * size[1])
	if ev.err != nil || !ev.spend(size[0]*size[1]) {
		return value{}
	}
	cells = cells[:size[0]*size[1]]
	fillWith(cells, args[0])
	if len(args) == 2 {
		return rowValue(cells)
	}
	if len(cells) == 0 {
		size = [2]int64{}
	}
	return value{k: gridKind, x: &grid{int(size[0]), int(size[1]), cells}}
}

// inside(grid, r, c) and inside(row, i) say whether there is such a cell.
func inside(ev *evaluator, c *call) value {
	args, ok := ev.plain(c, 2, 3)
	if !ok {
		return value{}
	}
	var sizes []int
	if args[0].k == gridKind {
		g := args[0].x.(*grid)
		sizes = []int{g.height, g.width}
	} else if items, ok := args[0].items(); ok {
		sizes = []int{len(items)}
	} else {
		return ev.fail(c.argument(0), "want a row or a grid, not %s", article(args[0].k))
	}
	if len(args)-1 != len(sizes) {
		return ev.failHere("want %s, as in inside(board, r, c) or inside(row, i)", message.Count(len(sizes), "number", "numbers"))
	}
	in := true
	for i, size := range sizes {
		n, ok := ev.intAt(c, 1+i)
		if !ok {
			return value{}
		}
		in = in && 0 <= n && n < int64(size)
	}
	return boolValue(in)
}
