package plot

// This file draws the graph of a game: the positions that can be reached and the moves
// between them.

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/build"
	"github.com/grundy-games/grundy/internal/plot/bounds"
)

// A GameGraph is a picture of all positions that can be reached from the first one.
type GameGraph struct {
	Title string
	Nodes []Node
	Moves [][2]int // from, to
}

// A Node is a position in a [GameGraph].
type Node struct {
	Name    string
	Outcome grundy.Outcome
	Value   string // the nim-value, or "" where it decides nothing
	Finite  bool   // whether Value is a number, NimValue
	// NimValue chooses a colour of the palette of heat maps.
	NimValue uint64
}

// ranks returns the layer of each node: the longest plays from it end in the last one.
// Where play need not end, it is the number of moves from the first node.
func (g GameGraph) ranks() []int {
	next := make([][]int, len(g.Nodes))
	for _, m := range g.Moves {
		next[m[0]] = append(next[m[0]], m[1])
	}
	height, state := make([]int, len(g.Nodes)), make([]uint8, len(g.Nodes))
	var visit func(v int) bool
	visit = func(v int) (ends bool) {
		state[v] = 1
		for _, u := range next[v] {
			if state[u] == 1 || state[u] == 0 && !visit(u) {
				return false
			}
			height[v] = max(height[v], height[u]+1)
		}
		state[v] = 2
		return true
	}
	if visit(0) {
		for v, longest := range slices.Backward(height) {
			height[v] = height[0] - longest
		}
		return height
	}
	n := network{nodes: make([]grundy.Element, len(g.Nodes)), ends: g.Moves}
	return n.walk(true).depth
}

// Write draws the graph and writes it to w.
func (g GameGraph) Write(ctx context.Context, w io.Writer, f Format) error {
	if err := bounds.CheckGraph(len(g.Nodes), len(g.Moves)); err != nil {
		return err
	}
	if err := f.checkLetters(g.Title); err != nil {
		return err
	}
	largest, present := uint64(0), map[grundy.Outcome]bool{}
	names, widths := make([]string, len(g.Nodes)), make([]float64, len(g.Nodes))
	for i, n := range g.Nodes {
		if err := f.check("position", n.Name); err != nil {
			return err
		}
		if n.Finite {
			largest = max(largest, n.NimValue)
		}
		present[n.Outcome] = true
		names[i] = n.Name
		if r := []rune(n.Name); len(r) > 28 {
			names[i] = string(r[:26]) + "…"
		}
		widths[i] = max(52, textWidth(11, names[i])+6)
	}
	c, err := View{}.classify(extent{above: largest}, "", "") // the colours of heat maps
	if err != nil {
		return err
	}
	l := layered(widths, 22, g.ranks(), g.Moves, 84)
	body := drawing{l.width, l.height + 44, func(p pen) {
		l.draw(p, 22, g.Moves, widths, 22, false)
		for i, n := range g.Nodes {
			x, y := l.x[i], l.y[i]+22
			half := widths[i] / 2
			p.box(x-half, y-21, 2*half, 42, white, nil)
			chip := 0.0
			if n.Value != "" {
				chip = max(20, textWidth(12, n.Value)+8)
			}
			left := x - (22+chip)/2
			p.shape(n.Outcome, left+9, y-7, 9, nil)
			if chip > 0 {
				fill, letters := white, ink
				if n.Finite {
					fill = c.colours[c.class(0, 0, n.NimValue)]
					if dark(fill) {
						letters = white
					}
				}
				p.box(left+22, y-17, chip, 20, fill, hairline)
				p.words(letters, 12, left+22+chip/2, y-7, 0, n.Value)
			}
			colour := faint
			if i == 0 {
				colour = ink
				p.box(x-half-1, y-22, 2*half+2, 44, nil, ink)
			}
			p.words(colour, 11, x, y+12, 0, names[i])
		}
	}}
	var key []drawing
	for _, k := range []struct {
		outcome grundy.Outcome
		words   string
	}{{grundy.N, "N: the player to move wins"}, {grundy.P, "P: the player to move loses"}, {grundy.D, "D: a draw"}} {
		if present[k.outcome] {
			key = append(key, lettering(faint, 12, k.words).behind(k.outcome, 20))
		}
	}
	if slices.ContainsFunc(g.Nodes, func(n Node) bool { return n.Value != "" }) {
		key = append(key, lettering(faint, 12, "in the box: the nim-value"))
	}
	return below(16, append(heading(g.Title), body, beside(24, key...))...).write(ctx, w, f)
}

// WriteDOT writes the graph for Graphviz: shapes, colours and values as the picture has
// them. `grundy graph` reads it too.
func (g GameGraph) WriteDOT(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "digraph %s { // %s\n  node [style=filled, fontname=\"Helvetica\", fontcolor=white]\n", idDOT(g.Title), build.Maker())
	for _, n := range g.Nodes {
		shape, colour := "triangle", winning
		switch n.Outcome {
		case grundy.P:
			shape, colour = "invtriangle", losing
		case grundy.D:
			shape, colour = "circle", drawn
		}
		label := n.Value
		if label == "" {
			label = n.Outcome.String()
		}
		fmt.Fprintf(&b, "  %s [shape=%s, fillcolor=\"#%02x%02x%02x\", label=%s, xlabel=%s]\n", idDOT(n.Name), shape, colour.R, colour.G, colour.B, labelDOT(label), labelDOT(n.Name))
	}
	for _, m := range g.Moves {
		fmt.Fprintf(&b, "  %s -> %s\n", idDOT(g.Nodes[m[0]].Name), idDOT(g.Nodes[m[1]].Name))
	}
	b.WriteString("}\n")
	_, err := w.Write(b.Bytes())
	return err
}

// idDOT returns an ID of the DOT language. A backslash stands for itself, except before a
// quote.
func idDOT(text string) string {
	if strings.HasSuffix(text, `\`) {
		text += `\`
	}
	return `"` + strings.NewReplacer(`\"`, `\\\"`, `"`, `\"`).Replace(text) + `"`
}

// labelDOT returns a label, in which each backslash begins an escape.
func labelDOT(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// WriteText lists the positions, each with its moves.
func (g GameGraph) WriteText(w io.Writer) error {
	var b bytes.Buffer
	signs := map[grundy.Outcome]string{grundy.N: "▲ N", grundy.P: "▼ P", grundy.D: "● D"}
	name, value := 0, 0
	for _, n := range g.Nodes {
		name, value = max(name, len([]rune(n.Name))), max(value, len([]rune(n.Value)))
	}
	to := make([][]string, len(g.Nodes))
	for _, m := range g.Moves {
		to[m[0]] = append(to[m[0]], g.Nodes[m[1]].Name)
	}
	for i, n := range g.Nodes {
		leads := "no move"
		if len(to[i]) > 0 {
			leads = "→ " + strings.Join(to[i], ", ")
		}
		fmt.Fprintf(&b, "%s  %*s  %-*s  %s\n", signs[n.Outcome], value, n.Value, name, n.Name, leads)
	}
	_, err := w.Write(b.Bytes())
	return err
}
