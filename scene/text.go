package scene

// This file writes scenes in letters.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/grundy-games/grundy"
)

// Larger things are written in short.
const (
	mostHeaps    = 30 // lines
	mostStones   = 40 // in a line
	mostOnNode   = 8
	mostCoins    = 64 // in a line
	windowWidth  = 32 // cells of a board
	windowHeight = 16
	mostNodes    = 24 // of a graph that is written whole
	layerSide    = 10 // cells of a layer of a board of three axes
	layersWidth  = 78 // columns of layers beside each other
)

// MostLayers bounds the layers of a board of three axes that are shown.
const MostLayers = 8

// Text returns the picture of s in letters: at most lines lines, without an end of line
// behind the last. What does not fit is told in words.
func Text(s grundy.Scene, lines int) string { return strings.Join(Draw(s, lines).Lines, "\n") }

// Draw is [Text], and says where each element stands.
func Draw(s grundy.Scene, lines int) Drawing {
	d := draw(s, "", lines)
	if len(d.Lines) > lines {
		d.Lines = append(d.Lines[:lines-1], "… and more lines")
		d.Spots = slices.DeleteFunc(d.Spots, func(p Spot) bool { return p.Line >= lines-1 })
	}
	return d
}

// draw returns the picture of s, a part with that path. Lines behind the first lines need not
// be right.
func draw(s grundy.Scene, path string, lines int) (d Drawing) {
	if len(s.Elements) == 0 && s.Kind == grundy.SceneGraph {
		return lettered("(no nodes)")
	}
	switch s.Kind {
	case grundy.SceneHeaps:
		d = drawHeaps(s.Elements)
	case grundy.SceneRow, grundy.SceneGrid:
		d = drawCells(s)
	case grundy.SceneBoard:
		d = drawBoard(s)
	case grundy.SceneCoins:
		d = drawCoins(s)
	case grundy.SceneTree, grundy.SceneHackenbush:
		w := newTreeWriter(s, lines)
		w.write(0, w.node("", 0), "", -1)
		d = w.Drawing
	case grundy.SceneGraph:
		d = drawGraph(s)
	case grundy.SceneParts:
		return drawParts(s, path, lines)
	default:
		return lettered(strings.Split(s.Text, "\n")...)
	}
	for i := range d.Spots {
		p := &d.Spots[i]
		if p.Part = path; p.ID != "" {
			p.ID = path + p.ID
		}
	}
	return d
}

// drawParts draws the parts: those of a sum as paragraphs, fields with their names.
func drawParts(s grundy.Scene, path string, lines int) (all Drawing) {
	for _, part := range s.Parts {
		if len(all.Lines) > lines {
			break
		}
		d := draw(part, path+part.Name+"/", lines)
		named := IsNamed(s, part)
		if (s.Loose || len(d.Lines) > 1) && len(all.Lines) > 0 {
			all.Lines = append(all.Lines, "")
		}
		switch {
		case named && len(d.Lines) > 1:
			all.Lines = append(all.Lines, part.Name)
		case named:
			name := lettered(part.Name + "  ")
			name.beside(0, d, utf8.RuneCountInString(name.Lines[0]))
			d = name
		}
		all.below(d)
	}
	return all
}

// IsNamed reports whether the name of a part of s is shown: that of a field, unless it
// stands at its numbers.
func IsNamed(s, part grundy.Scene) bool {
	isNumber := part.Name != "" && strings.Trim(part.Name, "0123456789") == ""
	return !s.Loose && !isNumber && (part.Kind != grundy.SceneHeaps || part.Loose)
}

// stones writes a heap: its stones, at most most of them, and their number.
func stones(count uint64, most int) string {
	if count == 0 {
		return "0"
	}
	return strings.Repeat("●", int(min(count, uint64(most)))) + map[bool]string{true: "…"}[count > uint64(most)] + "  " + strconv.FormatUint(count, 10)
}

func drawHeaps(heaps []grundy.Element) (d Drawing) {
	label := func(i int) string {
		if heaps[i].Text != "" {
			return heaps[i].Text
		}
		return strconv.Itoa(i + 1)
	}
	if len(heaps) == 0 {
		return lettered("(no heaps)")
	}
	shown := len(heaps)
	if shown > mostHeaps {
		shown = mostHeaps - 1
	}
	width := 0
	for i := range shown {
		if heaps[i].Role == grundy.RoleHeap {
			width = max(width, utf8.RuneCountInString(label(i)))
		}
	}
	for i, h := range heaps[:shown] {
		line := ""
		switch {
		case h.Role == grundy.RoleNumber:
			d.spot(line, h.Text, Spot{ID: h.ID})
			d.Lines = append(d.Lines, h.Text)
			continue
		case len(heaps) > 1 || h.Text != "":
			line = fmt.Sprintf("%*s  ", width, label(i))
		}
		for n := range min(h.Count, mostStones) {
			d.spot(line, "●", Spot{ID: h.ID, Stone: n + 1, Column: int(n)})
		}
		text := stones(h.Count, mostStones)
		number := strconv.FormatUint(h.Count, 10)
		d.spot(line, number, Spot{ID: h.ID, Column: utf8.RuneCountInString(text) - len(number)})
		d.Lines = append(d.Lines, line+text)
	}
	if shown < len(heaps) {
		d.Lines = append(d.Lines, fmt.Sprintf("… and %d more heaps", len(heaps)-shown))
	}
	return d
}

// drawCells draws rows and grids: letters side by side, numbers in columns, and a piece
// in place of what its cell shows.
func drawCells(s grundy.Scene) (d Drawing) {
	if len(s.Elements) == 0 {
		return lettered("(empty)")
	}
	width, apart := 0, ""
	cells := map[[2]uint64]string{}
	for _, e := range s.Elements {
		text := e.Text
		switch {
		case e.Role == grundy.RolePiece && text == "":
			text = "●"
		case e.Role == grundy.RoleNumber:
			apart = " "
		}
		if n := utf8.RuneCountInString(text); n > 1 {
			apart = " "
		}
		width = max(width, utf8.RuneCountInString(text))
		cells[CellAt(s, e)] = text
	}
	for _, e := range s.Elements {
		at := CellAt(s, e)
		d.Spots = append(d.Spots, Spot{ID: e.ID, At: e.At, Line: int(at[1]), Column: int(at[0]) * (width + len(apart)), Width: width})
	}
	size := [2]uint64{1, 1}
	copy(size[:], s.Size)
	for y := range size[1] {
		var line strings.Builder
		for x := range size[0] {
			if x > 0 {
				line.WriteString(apart)
			}
			fmt.Fprintf(&line, "%*s", width, cells[[2]uint64{x, y}])
		}
		d.Lines = append(d.Lines, strings.TrimRight(line.String(), " "))
	}
	return d
}

// CellAt returns where an element of a row or grid stands, counted from 0 along both
// axes, y downward.
func CellAt(s grundy.Scene, e grundy.Element) (at [2]uint64) {
	copy(at[:], e.At)
	for i := range s.Origin {
		at[i] -= s.Origin[i]
	}
	if s.Upward {
		at[1] = s.Size[1] - 1 - at[1]
	}
	return at
}

// Coordinates returns where a piece stands as heaps, named x, y, z, x4, …, for boards
// that are not drawn.
func Coordinates(piece grundy.Element) (axes []grundy.Element) {
	for i, v := range piece.At {
		name := fmt.Sprintf("x%d", i+1)
		if i < 3 {
			name = "xyz"[i : i+1]
		}
		axes = append(axes, grundy.Element{Role: grundy.RoleHeap, Text: name, Count: v})
	}
	return axes
}

// drawBoard draws a board near the piece, x to the right and y upward: one of three axes
// as layers beside each other, and the coordinates as heaps where there are more.
func drawBoard(s grundy.Scene) (d Drawing) {
	piece := s.Elements[len(s.Elements)-1]
	if len(piece.At) > 3 {
		d = drawHeaps(Coordinates(piece))
		for i := range d.Spots {
			d.Spots[i].ID, d.Spots[i].Stone = piece.ID, 0
		}
		return d
	}
	mark := map[[3]uint64]grundy.Element{}
	for _, e := range s.Elements {
		var at [3]uint64
		copy(at[:], e.At)
		switch {
		case e.Role == grundy.RoleBlocked:
			e.Text = "#"
		case e.Text == "":
			e.Text = "●"
		}
		mark[at] = e
	}
	width, height := uint64(windowWidth), uint64(windowHeight)
	if len(piece.At) == 3 {
		width, height = layerSide, layerSide
	}
	axes, cut := [3]span{}, ""
	for i := range piece.At {
		axes[i].first, axes[i].last = Window(s, i, []uint64{width, height, MostLayers}[i])
	}
	if axes[0].first > firstOf(s, 0) {
		cut = "…"
	}
	for z := axes[2].first; ; z++ {
		all := plane(axes[0], axes[1], cut, func(u, v uint64) grundy.Element {
			at := [3]uint64{u, v, z}
			if e, ok := mark[at]; ok {
				return e
			}
			return grundy.Element{At: at[:len(piece.At)], Text: "."}
		})
		switch {
		case len(piece.At) == 1:
			return unlabelled(all)
		case len(piece.At) == 3:
			layer := lettered(fmt.Sprintf("z = %d", z))
			layer.below(all)
			first := max(0, len(d.Lines)-len(layer.Lines))
			wide := widest(d.Lines[first:]) + 3
			switch {
			case len(d.Lines) == 0:
				d = layer
			case wide+widest(layer.Lines) <= layersWidth:
				d.beside(first, layer, wide)
			default:
				d.Lines = append(d.Lines, "")
				d.below(layer)
			}
		default:
			d.below(all)
		}
		if z == axes[2].last {
			return d
		}
	}
}

// widest returns the number of letters of the longest line.
func widest(lines []string) (most int) {
	for _, l := range lines {
		most = max(most, utf8.RuneCountInString(l))
	}
	return most
}

// unlabelled returns a plane without the number of its only row.
func unlabelled(d Drawing) Drawing {
	for i := range d.Lines {
		d.Lines[i] = d.Lines[i][len("0 "):]
	}
	for i := range d.Spots {
		d.Spots[i].Column -= len("0 ")
	}
	return d
}

// A span is a part of an axis: the cells first … last.
type span struct{ first, last uint64 }

// Window returns the first and the last of at most most cells of an axis that are shown
// around the piece of a board, its last element.
func Window(s grundy.Scene, axis int, most uint64) (first, last uint64) {
	start := firstOf(s, axis)
	last = s.Elements[len(s.Elements)-1].At[axis]
	if size := s.Size[axis]; size > 0 {
		last = min(start+size-1, max(last+1, start+most-1))
	}
	return last - min(last-start, most-1), last
}

// firstOf returns the number of the first cell of an axis.
func firstOf(s grundy.Scene, axis int) uint64 {
	if axis < len(s.Origin) {
		return s.Origin[axis]
	}
	return 0
}

// plane draws the cells that cell returns, y upward, with the coordinates around them. cut
// stands before the first cell of each line.
func plane(x, y span, cut string, cell func(u, v uint64) grundy.Element) (d Drawing) {
	left := len(strconv.FormatUint(y.last, 10))
	wide := len(strconv.FormatUint(x.last, 10)) + 1
	few := wide > 4 // room for few numbers
	if few {
		wide = 2
	}
	for v := y.last; ; v-- {
		line := fmt.Sprintf("%*d %s", left, v, cut)
		for u := x.first; ; u++ {
			e := cell(u, v)
			text := fmt.Sprintf("%*s", wide, e.Text)
			letters := strings.TrimLeft(text, " ")
			d.spot(strings.TrimSuffix(line+text, letters), letters, Spot{ID: e.ID, At: e.At})
			line += text
			if u == x.last {
				break
			}
		}
		d.Lines = append(d.Lines, line)
		if v == y.first {
			break
		}
	}
	if few {
		d.Lines = append(d.Lines, fmt.Sprintf("%*s  x = %d … %d", left, "", x.first, x.last))
		return d
	}
	numbers := strings.Repeat(" ", left+1+utf8.RuneCountInString(cut))
	for u := x.first; ; u++ {
		numbers += fmt.Sprintf("%*d", wide, u)
		if u == x.last {
			break
		}
	}
	d.Lines = append(d.Lines, numbers)
	return d
}

// drawCoins draws coins: ● shows heads, ○ tails.
func drawCoins(s grundy.Scene) Drawing {
	if len(s.Elements) == 0 {
		return lettered("all coins show tails")
	}
	heads := map[[2]uint64]grundy.Element{}
	var last [2]uint64
	var places []string
	for _, e := range s.Elements {
		var at [2]uint64
		copy(at[:], e.At)
		e.Text = "●"
		heads[at] = e
		for i, v := range at {
			last[i] = max(last[i], v)
		}
		if len(places) <= mostHeaps {
			places = append(places, strings.Trim(strings.ReplaceAll(fmt.Sprint(e.At), " ", ","), "[]"))
		}
	}
	if last[0] >= mostCoins || last[1] >= mostCoins {
		if len(places) > mostHeaps {
			places[mostHeaps] = fmt.Sprintf("… and %d more", len(s.Elements)-mostHeaps)
		}
		d := lettered("heads at ")
		line := ""
		for i, place := range places {
			if i > 0 {
				line += "; "
			}
			if i < min(len(s.Elements), mostHeaps) {
				d.Spots = append(d.Spots, Spot{ID: s.Elements[i].ID, At: s.Elements[i].At, Column: len(d.Lines[0]) + len(line), Width: len(place)})
			}
			line += place
		}
		d.Lines[0] += line
		return d
	}
	axes := len(s.Origin)
	cell := func(u, v uint64) grundy.Element {
		at := [2]uint64{u, v}
		if e, ok := heads[at]; ok {
			return e
		}
		return grundy.Element{At: at[:axes], Text: "○"}
	}
	if axes == 2 {
		return plane(span{s.Origin[0], last[0]}, span{s.Origin[1], last[1]}, "", cell)
	}
	return unlabelled(plane(span{s.Origin[0], last[0]}, span{}, "", cell))
}

// A treeWriter writes a tree, or a graph as the tree of a walk through it: an only child
// behind its parent, several ones below it.
type treeWriter struct {
	Drawing
	most   int
	ids    []string // of nodes
	labels []string
	links  [][]link // of nodes
	edges  bool     // whether edges have names
	seen   []bool
}

// A link is an edge as seen from one of its ends.
type link struct {
	edge, to int
	id, name string
}

func newTreeWriter(s grundy.Scene, most int) *treeWriter {
	w := &treeWriter{most: most, edges: s.Kind == grundy.SceneHackenbush}
	index := map[string]int{}
	for i, e := range s.Elements {
		if e.Role == grundy.RoleNode {
			index[e.ID] = len(w.labels)
			label := e.Text
			if w.edges {
				label = map[bool]string{true: "ground", false: "•"}[len(w.labels) == 0]
			}
			if e.Count > 0 {
				label += " " + strings.Replace(stones(e.Count, mostOnNode), "  ", " ", 1)
				if e.Count <= 4 { // nobody needs the number
					label = e.Text + " " + strings.Repeat("●", int(e.Count))
				}
			}
			w.ids = append(w.ids, e.ID)
			w.labels = append(w.labels, label)
			w.links = append(w.links, nil)
			continue
		}
		a, b := index[e.Ends[0]], index[e.Ends[1]]
		w.links[b] = append(w.links[b], link{i, a, e.ID, e.Text})
		if a != b {
			w.links[a] = append(w.links[a], link{i, b, e.ID, e.Text})
		}
	}
	w.seen = make([]bool, len(w.labels))
	return w
}

// node returns a line with the node behind it.
func (w *treeWriter) node(line string, node int) string {
	w.spot(line, w.labels[node], Spot{ID: w.ids[node]})
	return line + w.labels[node]
}

// arm returns a line with an edge behind it.
func (w *treeWriter) arm(line string, l link) string {
	if l.name == "" || !w.edges {
		return line + "── "
	}
	w.spot(line+"─", l.name, Spot{ID: l.id})
	return line + "─" + l.name + "─"
}

// write writes what hangs on a node that was reached by an edge. The line so far ends
// with the node, and lines below begin with indent.
func (w *treeWriter) write(node int, line, indent string, by int) {
	w.seen[node] = true
	var down []link
	var back []string
	for _, l := range w.links[node] {
		switch {
		case l.edge == by:
		case !w.seen[l.to] || l.to == node:
			down = append(down, l)
		default:
			back = append(back, l.name)
		}
	}
	if len(back) > 0 {
		line += " (also the end of " + strings.Join(back, ", ") + ")"
	}
	if len(w.Lines) > w.most {
		return
	}
	if len(down) == 1 && down[0].to != node {
		if !w.edges {
			line += " "
		}
		w.write(down[0].to, w.node(w.arm(line, down[0]), down[0].to), indent, down[0].edge)
		return
	}
	w.Lines = append(w.Lines, line)
	for i, l := range down {
		branch, below := "├", "│  "
		if i == len(down)-1 {
			branch, below = "└", "   "
		}
		switch line := w.arm(indent+branch, l); {
		case l.to == node:
			w.Lines = append(w.Lines, line+"(a loop)")
		case w.seen[l.to]: // an earlier branch has come here
			w.Lines = append(w.Lines, line+"(see above)")
		default:
			w.write(l.to, w.node(line, l.to), indent+below, l.edge)
		}
	}
}

// drawGraph writes the nodes of a small graph with what they lead to, and otherwise the
// node of the piece alone.
func drawGraph(s grundy.Scene) (d Drawing) {
	type arc struct{ id, to string }
	name, arcs, here := map[string]string{}, map[string][]arc{}, ""
	var nodes []string
	link, none := "→ ", "no move"
	if s.Undirected {
		link, none = "— ", "no edge"
	}
	for _, e := range s.Elements {
		switch e.Role {
		case grundy.RoleNode:
			name[e.ID] = e.Text
			nodes = append(nodes, e.ID)
		case grundy.RoleEdge:
			a, b := e.Ends[0], e.Ends[1]
			if arcs[a] = append(arcs[a], arc{e.ID, name[b]}); s.Undirected && a != b {
				arcs[b] = append(arcs[b], arc{e.ID, name[a]})
			}
		case grundy.RolePiece:
			here = e.On
		}
	}
	left := 0
	if len(nodes) > mostNodes {
		left = len(nodes) - mostNodes
		if here != "" {
			left = len(nodes) - 1
			nodes[0] = here
		}
		nodes = nodes[:len(nodes)-left]
	}
	for _, id := range nodes {
		sign := " "
		if id == here {
			sign = "●"
		}
		d.spot(sign+" ", name[id], Spot{ID: id})
		line, before := sign+" "+name[id]+"  ", link
		for _, a := range arcs[id] {
			line += before
			if s.Undirected { // edges may go
				d.spot(line, a.to, Spot{ID: a.id})
			}
			line, before = line+a.to, ", "
		}
		if len(arcs[id]) == 0 {
			line += none
		}
		d.Lines = append(d.Lines, line)
	}
	if left > 0 {
		d.Lines = append(d.Lines, fmt.Sprintf("… and %d more nodes", left))
	}
	return d
}
