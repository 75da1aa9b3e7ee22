package scene

// This file writes scenes in letters.

import (
	"fmt"
	"slices"
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
)

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
		named := !s.Loose && part.Kind != grundy.SceneHeaps || part.Kind == grundy.SceneHeaps && part.Loose && !s.Loose
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
	shown := len(heaps)
	if shown > mostHeaps {
		shown = mostHeaps - 1
	}
	width := 0
	for i := range shown {
		if heaps[i].Role == grundy.RoleHeap {
			width = max(width, len(label(i)))
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

// cellsText writes rows and grids: letters side by side, numbers in columns.
func cellsText(s grundy.Scene) (lines []string) {
	if len(s.Elements) == 0 {
		return []string{"(empty)"}
	}
	width := 0
	for _, e := range s.Elements {
		width = max(width, len(e.Text))
	}
	var line strings.Builder
	for i, e := range s.Elements {
		if i > 0 && e.At[0] == 0 {
			lines = append(lines, line.String())
			line.Reset()
		}
		if e.Role == grundy.RoleNumber && line.Len() > 0 {
			line.WriteByte(' ')
		}
		fmt.Fprintf(&line, "%*s", width, e.Text)
	}
	return append(lines, line.String())
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

// boardText writes a board of two axes near the piece, x to the right and y upward. For
// other boards it writes the coordinates as heaps.
func boardText(s grundy.Scene) []string {
	piece := s.Elements[len(s.Elements)-1]
	if len(piece.At) != 2 {
		return heapsText(Coordinates(piece))
	}
	mark := map[[2]uint64]string{{piece.At[0], piece.At[1]}: "●"}
	if piece.Text != "" {
		mark[[2]uint64{piece.At[0], piece.At[1]}] = piece.Text
	}
	for _, b := range s.Elements[:len(s.Elements)-1] {
		mark[[2]uint64{b.At[0], b.At[1]}] = "#"
	}
	x, cut := span{}, ""
	if x.first, x.last = Window(s.Size[0], piece.At[0], windowWidth); x.first > 0 {
		cut = "…"
	}
	y := span{}
	y.first, y.last = Window(s.Size[1], piece.At[1], windowHeight)
	return plane(x, y, cut, mark, ".")
}

// A span is a part of an axis: the cells first … last.
type span struct{ first, last uint64 }

// Window returns the first and the last of at most most cells of an axis that are shown
// around a piece at a cell. The axis has size cells, or no far edge if that is 0.
func Window(size, at, most uint64) (first, last uint64) {
	last = at
	if size > 0 {
		last = min(size-1, max(at+1, most-1))
	}
	return last - min(last, most-1), last
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
	lines := plane(span{s.Origin[0], last[0]}, span{}, "", heads, "○")
	for i := range lines {
		lines[i] = lines[i][len("0 "):] // the y of the only line
	}
	return lines
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
	name, to := map[string]string{}, map[string][]string{}
	var nodes []string
	here := s.Elements[len(s.Elements)-1].On
	for _, e := range s.Elements {
		switch e.Role {
		case grundy.RoleNode:
			name[e.ID] = e.Text
			nodes = append(nodes, e.ID)
		case grundy.RoleEdge:
			to[e.Ends[0]] = append(to[e.Ends[0]], name[e.Ends[1]])
		}
	}
	left := 0
	if len(nodes) > mostNodes {
		left = len(nodes) - 1
		nodes = slices.DeleteFunc(nodes, func(id string) bool { return id != here })
	}
	for _, id := range nodes {
		sign, leads := " ", "no move"
		if id == here {
			sign = "●"
		}
		if len(to[id]) > 0 {
			leads = "→ " + strings.Join(to[id], ", ")
		}
		lines = append(lines, sign+" "+name[id]+"  "+leads)
	}
	if left > 0 {
		lines = append(lines, fmt.Sprintf("… and %d more nodes", left))
	}
	return lines
}
