package scene

// This file writes scenes in letters.

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"grundy"
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
func Text(s grundy.Scene, lines int) string {
	all := textOf(s, lines)
	if len(all) > lines {
		all = append(all[:lines-1], "… and more lines")
	}
	return strings.Join(all, "\n")
}

// textOf returns the lines of the picture of s; more than that many need not be right.
func textOf(s grundy.Scene, lines int) []string {
	if len(s.Elements) == 0 && s.Kind == grundy.SceneGraph {
		return []string{"(no nodes)"}
	}
	switch s.Kind {
	case grundy.SceneHeaps:
		return heapsText(s.Elements)
	case grundy.SceneRow, grundy.SceneGrid:
		return cellsText(s)
	case grundy.SceneBoard:
		return boardText(s)
	case grundy.SceneCoins:
		return coinsText(s)
	case grundy.SceneTree, grundy.SceneHackenbush:
		w := newTreeWriter(s, lines)
		w.write(0, w.labels[0], "", -1)
		return w.lines
	case grundy.SceneGraph:
		return graphText(s)
	case grundy.SceneParts:
		return partsText(s, lines)
	}
	return strings.Split(s.Text, "\n")
}

// partsText writes the parts: those of a sum as paragraphs, fields with their names.
func partsText(s grundy.Scene, lines int) (all []string) {
	for _, part := range s.Parts {
		if len(all) > lines {
			break
		}
		text := textOf(part, lines)
		named := IsNamed(s, part)
		if (s.Loose || len(text) > 1) && len(all) > 0 {
			all = append(all, "")
		}
		switch {
		case named && len(text) > 1:
			all = append(all, part.Name)
		case named:
			text[0] = part.Name + "  " + text[0]
		}
		all = append(all, text...)
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

func heapsText(heaps []grundy.Element) (lines []string) {
	label := func(i int) string {
		if heaps[i].Text != "" {
			return heaps[i].Text
		}
		return strconv.Itoa(i + 1)
	}
	if len(heaps) == 0 {
		return []string{"(no heaps)"}
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
		switch {
		case h.Role == grundy.RoleNumber:
			lines = append(lines, h.Text)
		case len(heaps) == 1 && h.Text == "":
			lines = append(lines, stones(h.Count, mostStones))
		default:
			lines = append(lines, fmt.Sprintf("%*s  %s", width, label(i), stones(h.Count, mostStones)))
		}
	}
	if shown < len(heaps) {
		lines = append(lines, fmt.Sprintf("… and %d more heaps", len(heaps)-shown))
	}
	return lines
}

// cellsText writes rows and grids: letters side by side, numbers in columns, and a piece
// in place of what its cell shows.
func cellsText(s grundy.Scene) (lines []string) {
	if len(s.Elements) == 0 {
		return []string{"(empty)"}
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
		lines = append(lines, strings.TrimRight(line.String(), " "))
	}
	return lines
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

// boardText writes a board near the piece, x to the right and y upward: one of three axes
// as layers beside each other, and the coordinates as heaps where there are more.
func boardText(s grundy.Scene) []string {
	piece := s.Elements[len(s.Elements)-1]
	if len(piece.At) > 3 {
		return heapsText(Coordinates(piece))
	}
	mark := map[[3]uint64]string{}
	for _, e := range s.Elements {
		var at [3]uint64
		copy(at[:], e.At)
		switch {
		case e.Role == grundy.RoleBlocked:
			mark[at] = "#"
		case e.Text == "":
			mark[at] = "●"
		default:
			mark[at] = e.Text
		}
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
	var lines []string
	for z := axes[2].first; ; z++ {
		layer := map[[2]uint64]string{}
		for at, text := range mark {
			if at[2] == z {
				layer[[2]uint64{at[0], at[1]}] = text
			}
		}
		all := plane(axes[0], axes[1], cut, layer, ".")
		switch {
		case len(piece.At) == 1:
			return unlabelled(all)
		case len(piece.At) == 3:
			all = append([]string{fmt.Sprintf("z = %d", z)}, all...)
			last := lines[max(0, len(lines)-len(all)):]
			if wide := widest(last) + 3; len(lines) > 0 && wide+widest(all) <= layersWidth {
				for i, line := range last {
					last[i] += strings.Repeat(" ", wide-utf8.RuneCountInString(line)) + all[i]
				}
				all = nil
			} else if len(lines) > 0 {
				all = append([]string{""}, all...)
			}
		}
		lines = append(lines, all...)
		if z == axes[2].last {
			return lines
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

// unlabelled returns the lines of a plane without the number of its only row.
func unlabelled(lines []string) []string {
	for i := range lines {
		lines[i] = lines[i][len("0 "):]
	}
	return lines
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

// plane writes cells, y upward, with the coordinates around them. cut stands before
// the first cell of each line.
func plane(x, y span, cut string, mark map[[2]uint64]string, empty string) (lines []string) {
	left := len(strconv.FormatUint(y.last, 10))
	cell := len(strconv.FormatUint(x.last, 10)) + 1
	few := cell > 4 // room for few numbers
	if few {
		cell = 2
	}
	row := func(label string, text func(u uint64) string) {
		var line strings.Builder
		line.WriteString(label)
		for u := x.first; ; u++ {
			fmt.Fprintf(&line, "%*s", cell, text(u))
			if u == x.last {
				break
			}
		}
		lines = append(lines, line.String())
	}
	for v := y.last; ; v-- {
		row(fmt.Sprintf("%*d %s", left, v, cut), func(u uint64) string {
			if text, ok := mark[[2]uint64{u, v}]; ok {
				return text
			}
			return empty
		})
		if v == y.first {
			break
		}
	}
	if few {
		return append(lines, fmt.Sprintf("%*s  x = %d … %d", left, "", x.first, x.last))
	}
	row(fmt.Sprintf("%*s", left+1+utf8.RuneCountInString(cut), ""), func(u uint64) string { return strconv.FormatUint(u, 10) })
	return lines
}

// coinsText writes coins: ● shows heads, ○ tails.
func coinsText(s grundy.Scene) []string {
	if len(s.Elements) == 0 {
		return []string{"all coins show tails"}
	}
	heads := map[[2]uint64]string{}
	var last [2]uint64
	var places []string
	for _, e := range s.Elements {
		var at [2]uint64
		copy(at[:], e.At)
		heads[at] = "●"
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
		return []string{"heads at " + strings.Join(places, "; ")}
	}
	if len(s.Origin) == 2 {
		return plane(span{s.Origin[0], last[0]}, span{s.Origin[1], last[1]}, "", heads, "○")
	}
	return unlabelled(plane(span{s.Origin[0], last[0]}, span{}, "", heads, "○"))
}

// A treeWriter writes a tree, or a graph as the tree of a walk through it: an only child
// behind its parent, several ones below it.
type treeWriter struct {
	most   int
	lines  []string
	labels []string
	links  [][]link // of nodes
	edges  bool     // whether edges have names
	seen   []bool
}

// A link is an edge as seen from one of its ends.
type link struct {
	edge, to int
	name     string
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
			w.labels = append(w.labels, label)
			w.links = append(w.links, nil)
			continue
		}
		a, b := index[e.Ends[0]], index[e.Ends[1]]
		w.links[b] = append(w.links[b], link{i, a, e.Text})
		if a != b {
			w.links[a] = append(w.links[a], link{i, b, e.Text})
		}
	}
	w.seen = make([]bool, len(w.labels))
	return w
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
	if len(w.lines) > w.most {
		return
	}
	arm := func(l link) string {
		if l.name == "" || !w.edges {
			return "── "
		}
		return "─" + l.name + "─"
	}
	if len(down) == 1 && down[0].to != node {
		w.write(down[0].to, line+map[bool]string{true: "", false: " "}[w.edges]+arm(down[0])+w.labels[down[0].to], indent, down[0].edge)
		return
	}
	w.lines = append(w.lines, line)
	for i, l := range down {
		branch, below := "├", "│  "
		if i == len(down)-1 {
			branch, below = "└", "   "
		}
		switch {
		case l.to == node:
			w.lines = append(w.lines, indent+branch+arm(l)+"(a loop)")
		case w.seen[l.to]: // an earlier branch has come here
			w.lines = append(w.lines, indent+branch+arm(l)+"(see above)")
		default:
			w.write(l.to, indent+branch+arm(l)+w.labels[l.to], indent+below, l.edge)
		}
	}
}

// graphText writes the nodes of a small graph with what they lead to, and otherwise the
// node of the piece alone.
func graphText(s grundy.Scene) (lines []string) {
	name, to, here := map[string]string{}, map[string][]string{}, ""
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
			if to[a] = append(to[a], name[b]); s.Undirected && a != b {
				to[b] = append(to[b], name[a])
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
		sign, leads := " ", none
		if id == here {
			sign = "●"
		}
		if len(to[id]) > 0 {
			leads = link + strings.Join(to[id], ", ")
		}
		lines = append(lines, sign+" "+name[id]+"  "+leads)
	}
	if left > 0 {
		lines = append(lines, fmt.Sprintf("… and %d more nodes", left))
	}
	return lines
}
