//go:build !playing

package ask

// This file writes what [Draw] has found as a picture.

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/plot"
	"github.com/grundy-games/grundy/scene"
)

// Write writes the picture. A graph can be written as DOT too.
func (d *Drawn) Write(ctx context.Context, w io.Writer, f plot.Format) error {
	if d.Nodes != nil {
		return d.graph().Write(ctx, w, f)
	}
	picture := plot.Position{Title: d.title, Outcome: d.outcome, Note: d.note}
	for _, c := range d.Components {
		picture.Components = append(picture.Components, plot.Component{Name: message.Brief(c.Position, 40), Scene: c.Scene, Marked: c.Winning})
	}
	return picture.Write(ctx, w, f)
}

// graph returns the picture of the game graph.
func (d *Drawn) graph() plot.GameGraph {
	g := plot.GameGraph{Title: d.title, Moves: d.Moves}
	for _, n := range d.Nodes {
		node := plot.Node{Name: n.Position, Outcome: n.outcome}
		if v := n.value; v != nil {
			node.Value, node.Finite, node.NimValue = v.String(), !v.Infinite, uint64(v.Nim)
		}
		g.Nodes = append(g.Nodes, node)
	}
	return g
}

// WriteDOT writes the game graph for Graphviz. It must have been asked for.
func (d *Drawn) WriteDOT(w io.Writer) error { return d.graph().WriteDOT(w) }

// WriteText writes the picture in letters, at most lines lines for each component.
func (d *Drawn) WriteText(w io.Writer, lines int) error {
	if d.Nodes != nil {
		return d.graph().WriteText(w)
	}
	for i, c := range d.Components {
		if len(d.Components) > 1 {
			if i > 0 {
				fmt.Fprintln(w)
			}
			fmt.Fprintf(w, "%d: %s\n", i+1, message.Brief(c.Position, briefText))
		}
		fmt.Fprintln(w, scene.Text(c.Scene, lines))
		var moves []string
		for _, move := range c.Winning {
			words := move.Words
			if words == "" {
				words = move.To
			}
			moves = append(moves, words)
		}
		if len(moves) > 0 {
			fmt.Fprintf(w, "▲ %s\n", message.Brief(strings.Join(moves, "; "), 300))
		}
	}
	if d.note != "" {
		fmt.Fprintln(w, d.note)
	}
	return nil
}
