package lang

// scene(kind, …) describes a position as data; draw returns it.

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.starlark.net/syntax"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
)

// Picture returns the scene that draw returns at a state: a scene, a string, or a list
// of them. The result is false where draw returns None: the shape is the picture.
func (f *Code) Picture(c Clock, draw *Function, state []int64) (s grundy.Scene, ok bool, err error) {
	v, err := f.Interpret(&c, nil, draw, state, nil)
	if err != nil || v.Kind == none && returnsValue(draw.def.Body) {
		return s, false, err
	}
	ev := f.NewEvaluator(c)
	_, at := f.Global(draw.Name)
	s = ev.sceneOf(at, v, "draw to return ")
	if ev.Err != nil {
		ev.Err.At = f.PositionText(state)
		return s, false, ev.Err
	}
	return s, true, nil
}

// returnsValue reports whether some return statement has a value.
func returnsValue(body []syntax.Stmt) bool {
	for n := range nodesOf(body...) {
		if r, ok := n.(*syntax.ReturnStmt); ok && r.Result != nil {
			return true
		}
	}
	return false
}

// sceneOf returns the scene that a value is: a scene, a string, or a list of these.
func (ev *Evaluator) sceneOf(n syntax.Node, v Value, what string) (s grundy.Scene) {
	switch items, isList := v.Items(); {
	case v.Kind == sceneKind:
		return v.x.(grundy.Scene)
	case v.Kind == TextKind:
		return grundy.Scene{Kind: grundy.SceneText, Text: ev.printable(n, v, "\n")}
	case isList && (v.Kind == listKind || v.Kind == tupleKind):
		s.Kind = grundy.SceneParts
		count := 0
		for i, item := range items {
			if item.Kind == listKind || item.Kind == tupleKind { // which may hold itself
				ev.Fail(n, "want scenes and strings in the list that draw returns, not another list")
				return s
			}
			part := ev.sceneOf(n, item, "in the list that draw returns ")
			if count += len(part.Elements) + 1; ev.Err != nil || !ev.fits(n, count) {
				return s
			}
			part.Name = strconv.Itoa(i + 1)
			s.Parts = append(s.Parts, part)
		}
		return s
	}
	ev.Fail(n, `want %sa scene, as in scene("heaps", [3, 5]), a string, or a list of these, not %s`, what, article(v))
	return s
}

// fits reports whether a scene may have that many elements.
func (ev *Evaluator) fits(n syntax.Node, count int) bool {
	if err := grundy.FitsScene(uint64(count), "elements"); err != nil {
		ev.Fail(n, "%v", err)
	}
	return ev.Err == nil
}

// sceneKinds are the kinds that scene(…) takes, with what it takes by name besides.
var sceneKinds = map[string][]string{
	"heaps":      nil,
	"numbers":    nil,
	"row":        {"piece", "first"},
	"grid":       {"piece", "first", "upward"},
	"board":      {"letter", "size", "blocked", "first"},
	"coins":      {"first"},
	"tree":       {"coins"},
	"graph":      {"edges", "piece", "directed"},
	"hackenbush": nil,
}

// A sceneMaker makes the scene of one call.
type sceneMaker struct {
	ev    *Evaluator
	scene grundy.Scene
	at    syntax.Node      // of the argument at hand
	named map[string]Value // arguments
	nodes map[string]syntax.Node
	first uint64 // the number of the first cell
}

// scene(kind, value, …): a picture of a position, as data.
func makeScene(ev *Evaluator, c *Call) Value {
	if len(c.Args) != 2 || c.Args[0].Kind != TextKind {
		return ev.FailHere(`want a kind and what stands there, as in scene("heaps", [3, 5])`)
	}
	kind := c.Args[0].Text()
	allowed, ok := sceneKinds[kind]
	if !ok {
		return ev.Fail(c.Argument(0), "there is no kind of scene %q%s; want %s", kind, message.DidYouMean(kind, sortedKeys(sceneKinds)), strings.Join(sortedKeys(sceneKinds), ", "))
	}
	m := sceneMaker{ev, grundy.Scene{Kind: grundy.SceneKind(kind)}, c.Argument(1), map[string]Value{}, map[string]syntax.Node{}, 0}
	for i, name := range c.Names {
		if !slices.Contains(allowed, name) {
			wants := "nothing by name"
			if len(allowed) > 0 {
				wants = strings.Join(allowed, ", ")
			}
			return ev.Fail(c.Keyword(name), "a scene of kind %q has no %q%s; it takes %s", kind, name, message.DidYouMean(name, allowed), wants)
		}
		m.named[name], m.nodes[name] = c.Named[i], c.Keyword(name)
	}
	m.withNamed("first", func(v Value) { m.first = m.count(v) })
	m.at = c.Argument(1)
	switch v := c.Args[1]; kind {
	case "heaps", "numbers":
		m.heaps(v, kind == "numbers")
	case "row":
		cells := m.list(v)
		m.scene.Size = []uint64{uint64(len(cells))}
		m.origin(1)
		m.cells(cells, func(x uint64) []uint64 { return []uint64{m.first + x} })
		m.withNamed("piece", func(v Value) { m.piece(m.first + m.index(v, len(cells))) })
	case "grid":
		m.grid(v)
	case "board":
		m.board(v)
	case "coins":
		m.coins(v)
	case "tree":
		m.tree(v)
	case "graph":
		m.graph(v)
	case "hackenbush":
		m.hackenbush(v)
	}
	if ev.Err != nil {
		return Value{}
	}
	return Value{Kind: sceneKind, x: m.scene}
}

// withNamed does something with an argument that is given by name.
func (m *sceneMaker) withNamed(name string, do func(Value)) {
	if v, ok := m.named[name]; ok && m.ev.Err == nil {
		m.at = m.nodes[name]
		do(v)
	}
}

// elementBytes is what an element costs, besides its text.
const elementBytes = 256

// add adds an element.
func (m *sceneMaker) add(e grundy.Element) {
	if m.ev.pay(elementBytes+int64(len(e.Text))) && m.ev.fits(m.at, len(m.scene.Elements)+1) {
		m.scene.Elements = append(m.scene.Elements, e)
	}
}

// list returns the items of a list, tuple, row, string or range.
func (m *sceneMaker) list(v Value) []Value {
	if items, ok := m.ev.Cells(v, RowKind); ok || m.ev.Err != nil {
		return items
	}
	if v.Kind == rangeKind {
		return m.ev.gather(m.at, v)
	}
	m.ev.Fail(m.at, "want a list, not %s", article(v))
	return nil
}

// count returns a number that is not below 0.
func (m *sceneMaker) count(v Value) uint64 {
	if v.Kind != IntKind || v.N < 0 {
		m.ev.Fail(m.at, "want integers of at least 0, not %s", m.ev.Show(v))
		return 0
	}
	return uint64(v.N)
}

func (m *sceneMaker) truth(v Value) bool {
	if v.Kind != BoolKind {
		m.ev.Fail(m.at, "want True or False, not %s", m.ev.Show(v))
	}
	return v.N != 0
}

// index returns the number of one of some things, which are counted from 0.
func (m *sceneMaker) index(v Value, length int) uint64 {
	if v.Kind != IntKind || v.N < 0 || v.N >= int64(length) {
		m.ev.Fail(m.at, "want a number from 0, below %d, not %s", length, m.ev.Show(v))
		return 0
	}
	return uint64(v.N)
}

// place returns a place of one or several numbers: any number of them if axes is 0.
func (m *sceneMaker) place(v Value, axes int) (at []uint64) {
	items := []Value{v}
	if v.Kind == tupleKind || v.Kind == listKind {
		items, _ = v.Items()
	}
	if axes == 0 && len(items) == 0 || axes > 0 && len(items) != axes {
		m.ev.Fail(m.at, "want a number for each axis, not %s", m.ev.Show(v))
		return make([]uint64, max(axes, 1))
	}
	m.ev.pay(int64(8 * len(items)))
	for _, n := range items {
		at = append(at, m.count(n))
	}
	return at
}

// mostInScene bounds a text in a scene, such as that in a cell.
const mostInScene = 40

// text returns what is written in a cell or at a node: a string or an integer.
func (m *sceneMaker) text(v Value) string {
	switch v.Kind {
	case IntKind:
		return strconv.FormatInt(v.N, 10)
	case TextKind:
		text := m.ev.printable(m.at, v, "")
		if utf8.RuneCountInString(text) > mostInScene {
			m.ev.Fail(m.at, "want texts of at most %d letters, not %s", mostInScene, m.ev.Show(v))
		}
		return text
	}
	m.ev.Fail(m.at, "want strings and integers, not %s", m.ev.Show(v))
	return ""
}

// printable returns a string, which may have only letters that can be printed, and others.
func (ev *Evaluator) printable(n syntax.Node, v Value, others string) string {
	text := v.Text()
	if !ev.Spend(int64(len(text) / textStep)) {
		return ""
	}
	for _, r := range text {
		if !unicode.IsPrint(r) && !strings.ContainsRune(others, r) || r == utf8.RuneError {
			ev.Fail(n, "%q cannot be printed in a picture", r)
			break
		}
	}
	return text
}

// heaps adds heaps, or numbers: those of a list, or of a dict by their names.
func (m *sceneMaker) heaps(v Value, plain bool) {
	m.scene.Kind = grundy.SceneHeaps
	role := grundy.RoleHeap
	if plain {
		role = grundy.RoleNumber
	}
	one := func(name string, v Value) {
		e := grundy.Element{ID: grundy.ElementID(role, uint64(len(m.scene.Elements)+1)), Role: role, Text: name}
		if !plain {
			e.Count = m.count(v)
		} else if e.Text = m.text(v); name != "" {
			e.Text = name + " = " + e.Text
		}
		m.add(e)
	}
	if v.Kind == dictKind {
		for _, e := range v.x.(*dict).entries {
			if e.key.Kind != UnsetKind && m.ev.Err == nil {
				one(m.text(e.key), e.value)
			}
		}
		return
	}
	for _, v := range m.list(v) {
		if m.ev.Err == nil {
			one("", v)
		}
	}
}

// cells adds cells, which stand where at says; None is none.
func (m *sceneMaker) cells(cells []Value, at func(x uint64) []uint64) {
	for x, v := range cells {
		if v.Kind == none {
			continue
		}
		where := at(uint64(x))
		e := grundy.Element{ID: grundy.ElementID(grundy.RoleCell, where...), Role: grundy.RoleCell, At: where, Text: m.text(v)}
		if v.Kind == IntKind {
			e.Role = grundy.RoleNumber
		}
		if m.add(e); m.ev.Err != nil {
			return
		}
	}
}

// piece adds a piece on a cell.
func (m *sceneMaker) piece(at ...uint64) {
	m.add(grundy.Element{ID: string(grundy.RolePiece), Role: grundy.RolePiece, At: at})
}

// grid adds the rows of a grid, which need not have the same length.
func (m *sceneMaker) grid(v Value) {
	var lines []Value
	switch v.Kind {
	case gridKind:
		g := v.x.(*grid)
		for y := range g.height {
			lines = append(lines, rowValue(g.cells[y*g.width:][:g.width]))
		}
	case TextKind:
		for line := range strings.SplitSeq(v.Text(), "/") {
			lines = append(lines, Text(line))
		}
	default:
		lines = m.list(v)
	}
	m.scene.Size = []uint64{0, uint64(len(lines))}
	m.origin(2)
	for y, line := range lines {
		cells := m.list(line)
		m.scene.Size[0] = max(m.scene.Size[0], uint64(len(cells)))
		if m.cells(cells, func(x uint64) []uint64 { return []uint64{m.first + x, m.first + uint64(y)} }); m.ev.Err != nil {
			return
		}
	}
	m.withNamed("upward", func(v Value) { m.scene.Upward = m.truth(v) })
	m.withNamed("piece", func(v Value) {
		items, ok := v.Items()
		if !ok || len(items) != 2 {
			m.ev.Fail(m.at, "want (row, column), not %s", m.ev.Show(v))
			return
		}
		y := m.index(items[0], int(m.scene.Size[1]))
		m.piece(m.first+m.index(items[1], int(m.scene.Size[0])), m.first+y)
	})
}

// board adds a piece on a board, and blocked cells.
func (m *sceneMaker) board(v Value) {
	cell := m.place(v, 0)
	letter, sides, blocked := "", make([]uint64, len(cell)), [][]uint64(nil)
	m.withNamed("letter", func(v Value) { letter = m.text(v) })
	m.withNamed("size", func(v Value) { sides = m.place(v, len(cell)) })
	m.withNamed("blocked", func(v Value) {
		for _, b := range m.list(v) {
			if m.ev.pay(elementBytes) {
				blocked = append(blocked, m.place(b, len(cell)))
			}
		}
	})
	for i, at := range cell {
		if at < m.first || sides[i] > 0 && at-m.first >= sides[i] {
			m.ev.Fail(m.at, "the piece stands outside of the board, at %s", m.ev.Show(v))
		}
	}
	s, err := grundy.BoardScene(letter, sides, cell, blocked...)
	if err != nil {
		m.ev.Fail(m.at, "%v", err)
	}
	m.scene = s
	m.origin(len(cell))
}

// origin sets where the cells of a line, a plane, … begin.
func (m *sceneMaker) origin(axes int) {
	if m.first > 0 {
		m.scene.Origin = slices.Repeat([]uint64{m.first}, axes)
	}
}

// coins adds the coins that show heads, on a line or on a plane.
func (m *sceneMaker) coins(v Value) {
	axes := 1
	var heads [][]uint64
	for i, p := range m.list(v) {
		if items, ok := p.Items(); i == 0 && ok && len(items) == 2 {
			axes = 2
		}
		at := m.place(p, axes)
		for _, n := range at {
			if n < m.first {
				m.ev.Fail(m.at, "the coin at %s is before the first place, %d", m.ev.Show(p), m.first)
			}
		}
		if !m.ev.pay(elementBytes) {
			return
		}
		heads = append(heads, at)
	}
	s, err := grundy.CoinsScene(slices.Repeat([]uint64{m.first}, axes), heads...)
	if err != nil {
		m.ev.Fail(m.at, "%v", err)
	}
	s.Loose = true // a coin may slide
	m.scene = s
}

// node adds a node.
func (m *sceneMaker) node(v uint64, name string, coins uint64) {
	m.add(grundy.Element{ID: nodeID(v), Role: grundy.RoleNode, Text: name, Count: coins})
}

func nodeID(v uint64) string { return grundy.ElementID(grundy.RoleNode, v) }

// edge adds an edge; its number is i.
func (m *sceneMaker) edge(i int, name string, from, to uint64) {
	m.add(grundy.Element{ID: grundy.ElementID(grundy.RoleEdge, uint64(i)), Role: grundy.RoleEdge, Text: name, Ends: []string{nodeID(from), nodeID(to)}})
}

// tree adds the nodes of a tree, with coins on them: the parents of all nodes but 0, the
// root.
func (m *sceneMaker) tree(v Value) {
	parents := m.list(v)
	coins := make([]Value, 0)
	m.withNamed("coins", func(v Value) {
		if coins = m.list(v); len(coins) != len(parents)+1 {
			m.ev.Fail(m.at, "want %d numbers of coins, one for each node, not %d", len(parents)+1, len(coins))
		}
	})
	for i := 0; i <= len(parents) && m.ev.Err == nil; i++ {
		n := uint64(0)
		if len(coins) > 0 {
			n = m.count(coins[i])
		}
		m.node(uint64(i), strconv.Itoa(i), n)
	}
	for i, p := range parents {
		if m.ev.Err == nil {
			m.edge(i+1, "", uint64(i+1), m.index(p, i+1))
		}
	}
}

// pairs returns edges as pairs of numbers; where an edge is None there is none.
func (m *sceneMaker) pairs(v Value, each func(i int, from, to Value)) {
	for i, e := range m.list(v) {
		if e.Kind == none {
			continue
		}
		ends, ok := e.Items()
		if !ok || len(ends) != 2 {
			m.ev.Fail(m.at, "want edges as pairs of nodes, such as (0, 1), not %s", m.ev.Show(e))
		}
		if m.ev.Err != nil {
			return
		}
		each(i, ends[0], ends[1])
	}
}

// graph adds nodes with what is written there, and edges; a node that is None is gone,
// with its edges.
func (m *sceneMaker) graph(v Value) {
	nodes := m.list(v)
	for i, n := range nodes {
		if n.Kind != none && m.ev.Err == nil {
			m.node(uint64(i), m.text(n), 0)
		}
	}
	there := func(v Value) (uint64, bool) {
		i := m.index(v, len(nodes))
		return i, m.ev.Err == nil && nodes[i].Kind != none
	}
	m.withNamed("edges", func(v Value) {
		m.pairs(v, func(i int, from, to Value) {
			a, ok := there(from)
			b, ok2 := there(to)
			if ok && ok2 {
				m.edge(i, "", a, b)
			}
		})
	})
	m.scene.Undirected = true
	m.withNamed("directed", func(v Value) { m.scene.Undirected = !m.truth(v) })
	m.withNamed("piece", func(v Value) {
		at, ok := there(v)
		if !ok {
			m.ev.Fail(m.at, "the piece stands on node %s, which is gone", m.ev.Show(v))
		}
		m.add(grundy.Element{ID: string(grundy.RolePiece), Role: grundy.RolePiece, On: nodeID(at)})
	})
}

// hackenbush adds edges between nodes, the first of which is the ground.
func (m *sceneMaker) hackenbush(v Value) {
	seen := map[uint64]bool{}
	var add []func()
	node := func(v Value) uint64 {
		at := m.count(v)
		if !seen[at] {
			seen[at] = true
			m.node(at, "", 0)
		}
		return at
	}
	node(Int(0))
	m.pairs(v, func(i int, from, to Value) {
		a, b := node(from), node(to)
		add = append(add, func() { m.edge(i, strconv.Itoa(i+1), a, b) })
	})
	for _, edge := range add {
		edge()
	}
}
