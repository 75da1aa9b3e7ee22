package lang

// Rules call these functions while they run: those that state moves and parts, and those that make
// rows and grids.

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/syntax"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/rules/core"
)

// A Collector takes what a call of moves, parts or start states: sums of
// positions, states one behind the other.
type Collector struct {
	Wants  string // "move" or "part"
	States []int64
	Ends   []int // after each move, the end of its states
	// Labelled asks for the labels of the moves, which are then interpreted: Labels has
	// one a move, "" where it has none.
	Labelled bool
	Labels   []string
	calls    []syntax.Node // of the moves, where labels are asked for
	Took     int64         // steps
	Ending   grundy.Ending // that the last call of moves has stated
	// First asks for no more than the first move, which says that the play goes on. There may be more.
	First bool
}

// MostWords returns how many numbers of states a call may collect.
func (o Options) MostWords() int { return int(o.MostMemory() / (2 * moveBytes)) }

// room returns a new state at the end.
func (c *Collector) room(size int) []int64 {
	at := len(c.States)
	c.States = slices.Grow(c.States, size)[:at+size]
	clear(c.States[at:])
	return c.States[at:]
}

// CopyFrom adds n-1 times more what was collected from a place on.
func (c *Collector) CopyFrom(from, n int) {
	length := len(c.States) - from
	c.States = slices.Grow(c.States, length*(n-1))[:from+length*n]
	core.RepeatCells(c.States[from:], c.States[from:from+length])
}

func playing() map[string]Builtin {
	return map[string]Builtin{
		"move": func(ev *Evaluator, c *Call) Value {
			if reply, ok := ev.named(c); ok && ev.state(c, c.Args, "a move to") && ev.Spend(ev.code.Shape.Steps()) {
				ev.moved(reply)
			}
			return None
		},
		"move_sum": func(ev *Evaluator, c *Call) Value {
			reply, ok := ev.named(c)
			if !ok || !ev.positional(c, 0, -1) {
				return Value{}
			}
			for i := range c.Args {
				if !ev.sumPart(c, i) {
					return Value{}
				}
			}
			ev.moved(reply)
			return None
		},
		"part": func(ev *Evaluator, c *Call) Value {
			if ev.collects(c, "part") {
				ev.state(c, c.Args, "the part")
				ev.Spend(ev.code.Shape.Steps())
			}
			return None
		},
		"win":    ending("win"),
		"draw":   ending("draw"),
		"lose":   ending("lose"),
		"put":    taking("xx?*", put),
		"fill":   taking("xi?i", fill),
		"cut":    taking("xiiii", cut),
		"copies": taking("ix", copies),
		"inside": taking("xi?i", inside),
		"scene":  makeScene,
	}
}

// labelName is the named argument of move and move_sum that puts the move into words. Those in
// replies say how the opponent must reply.
const labelName = "label"

var replies = map[string]core.Reply{"entails": core.Here, "again": core.Pass}

// moveNames are the named arguments of move and move_sum.
var moveNames = []string{labelName, "entails", "again"}

// namedIn returns the argument of a call of move or move_sum that has one of these names, or nil.
func namedIn(n *syntax.CallExpr, names ...string) *syntax.BinaryExpr {
	if id, ok := n.Fn.(*syntax.Ident); ok && (id.Name == "move" || id.Name == "move_sum") {
		return argumentOf(n, names...)
	}
	return nil
}

// labelOf returns the argument label = … of a call of move or move_sum, or nil; replyOf returns one
// that says how the opponent must reply.
func labelOf(n *syntax.CallExpr) *syntax.BinaryExpr { return namedIn(n, labelName) }
func replyOf(n *syntax.CallExpr) *syntax.BinaryExpr { return namedIn(n, moveNames[1:]...) }

// unnamed returns the arguments of a call without those that only move and move_sum have.
func unnamed(n *syntax.CallExpr) []syntax.Expr {
	label, reply := labelOf(n), replyOf(n)
	if label == nil && reply == nil {
		return n.Args
	}
	return slices.DeleteFunc(slices.Clone(n.Args), func(a syntax.Expr) bool {
		return label != nil && a == syntax.Expr(label) || reply != nil && a == syntax.Expr(reply)
	})
}

// named takes the named arguments of a move out of the call: its label, where labels are asked for, and
// how the opponent must reply.
func (ev *Evaluator) named(c *Call) (reply core.Reply, ok bool) {
	if !ev.collects(c, "move") {
		return reply, false
	}
	label := ""
	for i, name := range c.Names {
		v := c.Named[i]
		next, isReply := replies[name]
		switch {
		case isReply && v.Kind != BoolKind:
			ev.Fail(c.Keyword(name), "want True or False, not %s, %s", ev.Show(v), article(v))
		case isReply && v.N != 0:
			reply = next
		case isReply:
		case name != labelName:
			ev.FailHere("%s has no parameter %q%s; want %s", ev.nameOf(c), name, message.DidYouMean(name, moveNames), strings.Join(moveNames, ", "))
		case v.Kind != TextKind:
			ev.Fail(c.Keyword(name), "want a string, not %s, %s", ev.Show(v), article(v))
		default:
			label = v.Text()
		}
	}
	c.Names, c.Named = nil, nil
	if ev.Err == nil && ev.result.Labelled {
		ev.result.Labels, ev.result.calls = append(ev.result.Labels, label), append(ev.result.calls, c.Node)
	}
	return reply, ev.Err == nil
}

// moved ends a move.
func (ev *Evaluator) moved(reply core.Reply) {
	if reply != core.Pass || ev.hold(moveBytes*int64(ev.code.Shape.Size)) {
		ev.result.Reply(ev.code.Shape, reply)
		ev.result.Ends = append(ev.result.Ends, len(ev.result.States))
	}
}

// Reply says how the opponent must reply to the move whose states were collected last.
func (c *Collector) Reply(s *core.Shape, reply core.Reply) {
	switch reply {
	case core.Pass:
		c.States = s.AppendPass(c.States)
	case core.Here:
		c.States[len(c.States)-1] = int64(reply)
	}
}

// endings are the functions that state the end of the play.
var endings = map[string]grundy.Ending{"win": grundy.Won, "draw": grundy.Drawn, "lose": grundy.Lost}

// ending is a function by which moves states that the play is over.
func ending(name string) Builtin {
	return taking("", func(ev *Evaluator, c *Call) Value {
		if ev.runs(c, "move") {
			ev.result.End(endings[name])
		}
		return None
	})
}

// twoEndings stands for endings that contradict each other.
const twoEndings = ^grundy.Ending(0)

// End notes an ending.
func (c *Collector) End(how grundy.Ending) {
	if c.Ending != grundy.NoEnding && c.Ending != how {
		how = twoEndings
	}
	c.Ending = how
}

// runs reports whether moves, or parts, runs now.
func (ev *Evaluator) runs(c *Call, what string) bool {
	if ev.Err == nil && ev.inLabel {
		ev.FailHere("%s(…) in a label: a label is words, and is left out of most runs", ev.nameOf(c))
	}
	if ev.Err == nil && (ev.result == nil || ev.result.Wants != what) {
		ev.FailHere("%s may be called only while %s runs", ev.nameOf(c), what+"s")
	}
	return ev.Err == nil
}

// collects reports whether moves, or parts, are wanted now, and pays for one.
func (ev *Evaluator) collects(c *Call, what string) bool {
	return ev.runs(c, what) && ev.hold(moveBytes*int64(ev.code.Shape.Size+1))
}

// moveBytes is what a word of a move costs: as much again is in the slice from which
// it was copied when there was no room.
const moveBytes = 16

// sumPart takes one argument of move_sum: the value of the only field, or a
// tuple of those of all fields.
func (ev *Evaluator) sumPart(c *Call, i int) bool {
	v := c.Args[i]
	if v.Kind == copiesKind {
		size := int64(ev.code.Shape.Size)
		if !ev.Spend(v.N*max(ev.code.Shape.Steps(), 1)) || !ev.hold(v.N*moveBytes*size) || v.N == 0 {
			return ev.Err == nil
		}
		from := len(ev.result.States)
		if !ev.onePart(c, i, v.x.(Value)) {
			return false
		}
		ev.result.CopyFrom(from, int(v.N))
		return true
	}
	return ev.hold(moveBytes*int64(ev.code.Shape.Size)) && ev.onePart(c, i, v) && ev.Spend(ev.code.Shape.Steps())
}

// onePart adds a position to the sum that move_sum leaves.
func (ev *Evaluator) onePart(c *Call, i int, v Value) bool {
	args := []Value{v}
	if fields := len(ev.code.Shape.Fields); fields > 1 {
		items, ok := v.Items()
		if v.Kind != tupleKind || !ok || len(items) != fields {
			ev.Fail(c.Argument(i), "want (%s), not %s", strings.Join(ev.code.Shape.Names(), ", "), ev.Show(v))
			return false
		}
		args = items
	}
	return ev.state(&Call{Node: c.Node}, args, "a part of the sum")
}

// state adds the position with these values of its fields to what is
// collected.
func (ev *Evaluator) state(c *Call, args []Value, what string) bool {
	s := ev.code.Shape
	if len(c.Names) > 0 {
		ev.FailHere("want the values of %s, in this order", strings.Join(s.Names(), ", "))
		return false
	}
	if len(args) != len(s.Fields) {
		ev.FailHere("want %s, one for each of %s, not %d", message.Count(len(s.Fields), "value", "values"), strings.Join(s.Names(), ", "), len(args))
		return false
	}
	to := ev.result.room(s.Size)
	for i := range s.Fields {
		f := &s.Fields[i]
		if wrong := ev.Store(f, to, args[i]); wrong != "" && ev.Err == nil {
			var all []string
			for _, a := range args {
				all = append(all, ev.Show(a))
			}
			ev.FailHere("%s (%s): %s", what, strings.Join(all, ", "), wrong)
			ev.Err.Beyond = ev.exceeds(f, args[i])
		}
		if ev.Err != nil {
			return false
		}
	}
	return true
}

// Store puts a value into the place of a field, or says why the field cannot hold
// it.
func (ev *Evaluator) Store(f *core.Field, state []int64, v Value) (wrong string) {
	to := state[f.At : f.At+f.Cells]
	switch f.Kind {
	case core.Integer:
		if v.Kind != IntKind {
			return fmt.Sprintf("%s is %s, want an integer", f.Name, article(v))
		}
		if v.N < f.Lo || v.N > f.Hi {
			return f.Outside(v.N)
		}
		to[0] = v.N
	case core.Heaps, core.Row:
		var items []Value
		if v.Kind == TextKind {
			if len(v.Text()) > f.Most {
				return f.WrongLength(len(v.Text()))
			}
			items = ev.letters(v.Text())
		} else {
			var ok bool
			if items, ok = v.Items(); !ok {
				return fmt.Sprintf("%s is %s, want a row or a list", f.Name, article(v))
			}
		}
		if len(items) > f.Most || f.Exact && len(items) < f.Most {
			return f.WrongLength(len(items))
		}
		to[0] = int64(len(items))
		for i, c := range items {
			if wrong := ev.StoreCell(f, &to[1+i], c); wrong != "" {
				return wrong
			}
		}
		if f.Kind == core.Heaps {
			slices.Sort(to[1 : 1+len(items)])
		}
	case core.Grid:
		g, wrong := ev.gridOf(v)
		if wrong != "" {
			return f.Name + " " + wrong
		}
		if g.height > f.Height || g.width > f.Width || f.Exact && (g.height < f.Height || g.width < f.Width) {
			return f.WrongGrid(g.height, g.width)
		}
		to[0], to[1] = int64(g.height), int64(g.width)
		for i, c := range g.cells {
			if wrong := ev.StoreCell(f, &to[2+i], c); wrong != "" {
				return wrong
			}
		}
	}
	return ""
}

// exceeds reports whether a value that a field cannot hold has a greater number than that, or more
// cells.
func (ev *Evaluator) exceeds(f *core.Field, v Value) bool {
	above := func(v Value) bool { return v.Kind == IntKind && f.Letters == "" && v.N > f.Hi }
	items, _ := v.Items()
	switch f.Kind {
	case core.Integer:
		return above(v)
	case core.Grid:
		g, wrong := ev.gridOf(v)
		return wrong == "" && !f.Exact && (g.height > f.Height || g.width > f.Width || slices.ContainsFunc(g.cells, above))
	}
	if v.Kind == TextKind {
		return !f.Exact && len(v.Text()) > f.Most
	}
	return !f.Exact && len(items) > f.Most || slices.ContainsFunc(items, above)
}

// StoreCell puts a value into a cell of a field, or says why it cannot.
func (ev *Evaluator) StoreCell(f *core.Field, to *int64, v Value) (wrong string) {
	if f.Letters == "" {
		if v.Kind != IntKind {
			return fmt.Sprintf("a cell of %s is %s, want an integer", f.Name, article(v))
		}
		if v.N < f.Lo || v.N > f.Hi {
			return f.Outside(v.N)
		}
		*to = v.N
		return ""
	}
	if v.Kind != TextKind || len(v.Text()) != 1 || strings.IndexByte(f.Letters, v.Text()[0]) < 0 {
		return fmt.Sprintf("a cell of %s is %s, want one of the letters %s", f.Name, ev.quoted(v), f.Letters)
	}
	*to = int64(v.Text()[0])
	return ""
}

// quoted shows v, a string in quotes.
func (ev *Evaluator) quoted(v Value) string {
	if v.Kind == TextKind {
		return message.Brief(fmt.Sprintf("%q", v.Text()), 60)
	}
	return ev.Show(v)
}

// gridOf returns a value as a grid: a grid, or a list of rows.
func (ev *Evaluator) gridOf(v Value) (*grid, string) {
	if v.Kind == gridKind {
		return v.x.(*grid), ""
	}
	var lines []Value
	if v.Kind == TextKind {
		if !ev.pay(int64(len(v.Text())) * valueBytes) {
			return &grid{}, ""
		}
		for line := range strings.SplitSeq(v.Text(), "/") {
			lines = append(lines, Text(line))
		}
	} else {
		var ok bool
		if lines, ok = v.Items(); !ok {
			return nil, fmt.Sprintf("is %s, want a grid or a list of rows", article(v))
		}
	}
	g := &grid{height: len(lines)}
	for i, line := range lines {
		cells, ok := ev.Cells(line, RowKind)
		if !ok {
			return nil, fmt.Sprintf("has %s in it, want a grid or a list of rows", article(line))
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
func copies(ev *Evaluator, c *Call) Value {
	n, p := c.Args[0].N, c.Args[1]
	switch {
	case n < 0 || n > mostCopies:
		return ev.Fail(c.Argument(0), "want a number of copies of 0 … %d, not %d", mostCopies, n)
	case p.Kind == copiesKind:
		return ev.Fail(c.Argument(1), "copies of copies: want a position")
	}
	return Value{Kind: copiesKind, N: n, x: p}
}

// newCells returns n cells, which the caller fills. It takes a step for each.
func (ev *Evaluator) newCells(n int64) ([]Value, bool) {
	cells := ev.newItems(n)
	if ev.Err != nil || !ev.Spend(n) {
		return nil, false
	}
	return cells[:n], true
}

// cut(grid, r, c, h, w): the grid of h rows and w columns whose first cell is
// (r, c).
func cut(ev *Evaluator, c *Call) Value {
	if c.Args[0].Kind != gridKind {
		return ev.Fail(c.Argument(0), "want a grid, not %s", article(c.Args[0]))
	}
	g := c.Args[0].x.(*grid)
	var n [4]int64
	for i := range n {
		n[i] = c.Args[1+i].N
	}
	height, width := int64(g.height), int64(g.width)
	if i := core.OutsideOf(height, width, n); i >= 0 {
		return ev.Fail(c.Argument(1+i), "%s", core.CutOutside(height, width, n, i))
	}
	cells, ok := ev.newCells(n[2] * n[3])
	if !ok {
		return Value{}
	}
	core.Window(cells, g.cells, width, n[0], n[1], n[2], n[3])
	return gridValue(n[2], n[3], cells)
}

// put(row, value, i, …) and put(grid, value, (r, c), …): the same with the value
// in those places.
func put(ev *Evaluator, c *Call) Value {
	of, v := c.Args[0], c.Args[1]
	g, _ := of.x.(*grid)
	var from []Value
	if g != nil {
		from = g.cells
	} else {
		var ok bool
		if from, ok = ev.Cells(of, RowKind); !ok {
			return ev.Fail(c.Argument(0), "want a row or a grid, not %s", article(of))
		}
	}
	cells, ok := ev.newCells(int64(len(from)))
	if !ok {
		return Value{}
	}
	copy(cells, from)
	for i, at := range c.Args[2:] {
		var place int
		if g != nil {
			var r, column int
			r, column, ok = ev.cellOf(c.Argument(2+i), g, at)
			place = r*g.width + column
		} else {
			place, ok = ev.index(c.Argument(2+i), at, len(cells), "row")
		}
		if !ok {
			return Value{}
		}
		cells[place] = v
	}
	if g != nil {
		return gridValue(int64(g.height), int64(g.width), cells)
	}
	return rowValue(cells)
}

// fill(value, n) and fill(value, h, w): a row or a grid of that value.
func fill(ev *Evaluator, c *Call) Value {
	size := [2]int64{1, 1}
	for i, v := range c.Args[1:] {
		if size[i] = v.N; v.N < 0 || v.N > core.MostCells {
			return ev.Fail(c.Argument(1+i), "%s", core.WrongSize(v.N))
		}
	}
	cells, ok := ev.newCells(size[0] * size[1])
	if !ok {
		return Value{}
	}
	core.FillWith(cells, c.Args[0])
	if len(c.Args) == 2 {
		return rowValue(cells)
	}
	return gridValue(size[0], size[1], cells)
}

// inside(grid, r, c) and inside(row, i) say whether there is such a cell.
func inside(ev *Evaluator, c *Call) Value {
	var sizes []int
	if g, ok := c.Args[0].x.(*grid); ok {
		sizes = []int{g.height, g.width}
	} else if items, ok := c.Args[0].Items(); ok {
		sizes = []int{len(items)}
	} else {
		return ev.Fail(c.Argument(0), "want a row or a grid, not %s", article(c.Args[0]))
	}
	if len(c.Args)-1 != len(sizes) {
		return ev.FailHere("want %s, as in inside(board, r, c) or inside(row, i)", message.Count(len(sizes), "number", "numbers"))
	}
	in := true
	for i, size := range sizes {
		n := c.Args[1+i].N
		in = in && 0 <= n && n < int64(size)
	}
	return boolValue(in)
}
