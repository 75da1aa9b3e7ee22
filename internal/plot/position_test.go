package plot

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/color"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/scene"
)

func heaps(t *testing.T, counts ...uint64) grundy.Scene {
	t.Helper()
	s, err := grundy.HeapsScene(counts...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// nodes returns the scene of a network of that kind.
func nodes(kind grundy.SceneKind, count int, ends ...[2]uint64) grundy.Scene {
	s := grundy.Scene{Kind: kind}
	id := func(v uint64) string { return grundy.ElementID(grundy.RoleNode, v) }
	for v := range count {
		s.Elements = append(s.Elements, grundy.Element{ID: id(uint64(v)), Role: grundy.RoleNode, Text: string(rune('a' + v%26)), Count: uint64(v)})
	}
	for i, e := range ends {
		s.Elements = append(s.Elements, grundy.Element{ID: grundy.ElementID(grundy.RoleEdge, uint64(i)), Role: grundy.RoleEdge, Text: "e", Ends: []string{id(e[0]), id(e[1])}})
	}
	return s
}

func longRow(cells uint64) grundy.Scene {
	s := grundy.Scene{Kind: grundy.SceneRow, Size: []uint64{cells}}
	for i := range cells {
		s.Elements = append(s.Elements, grundy.Element{ID: grundy.ElementID(grundy.RoleCell, i), Role: grundy.RoleCell, At: []uint64{i}, Text: "."})
	}
	return s
}

// ringScene returns a ring whose edges have no direction, with a piece on its node 1.
func ringScene(count int) grundy.Scene {
	var ends [][2]uint64
	for v := range uint64(count) {
		ends = append(ends, [2]uint64{v, (v + 1) % uint64(count)})
	}
	s := nodes(grundy.SceneGraph, count, ends...)
	s.Undirected = true
	s.Elements = append(s.Elements, grundy.Element{ID: "piece", Role: grundy.RolePiece, On: "node-1"})
	return s
}

func someScenes(t *testing.T) map[string]grundy.Scene {
	t.Helper()
	board, err := grundy.BoardScene("Q", []uint64{0, 0}, []uint64{1 << 62, 3}, []uint64{1 << 62, 1})
	coins, err2 := grundy.CoinsScene([]uint64{1, 1}, []uint64{2, 3}, []uint64{4, 1})
	line, err3 := grundy.BoardScene("", []uint64{9}, []uint64{3})
	box, err4 := grundy.BoardScene("R", []uint64{0, 5, 0}, []uint64{1 << 62, 3, 1 << 62}, []uint64{1 << 62, 2, 1 << 62})
	if err := errors.Join(err, err2, err3, err4); err != nil {
		t.Fatal(err)
	}
	graph := nodes(grundy.SceneGraph, 4, [2]uint64{0, 1}, [2]uint64{1, 2}, [2]uint64{2, 0}, [2]uint64{3, 3}, [2]uint64{2, 3}, [2]uint64{1, 0})
	graph.Elements = append(graph.Elements, grundy.Element{ID: "piece", Role: grundy.RolePiece, On: "node-0"})
	cells := grundy.Scene{Kind: grundy.SceneGrid, Size: []uint64{3, 1}, Elements: []grundy.Element{
		{ID: "cell-2-0", Role: grundy.RoleCell, At: []uint64{2, 0}, Text: "☠"},
		{ID: "cell-0-0", Role: grundy.RoleCell, At: []uint64{0, 0}, Text: "X"}, {ID: "cell-1-0", Role: grundy.RoleNumber, At: []uint64{1, 0}, Text: "-12"},
	}}
	return map[string]grundy.Scene{
		"heaps": heaps(t, 3, 0, 1<<63), "no heaps": heaps(t), "many heaps": heaps(t, make([]uint64, 1000)...), "board": board, "line": line, "coins": coins, "graph": graph, "cells": cells,
		"long row":   longRow(200),
		"piece":      {Kind: grundy.SceneRow, Size: []uint64{3}, Origin: []uint64{1}, Elements: []grundy.Element{{ID: "cell-2", Role: grundy.RoleCell, At: []uint64{2}, Text: "#"}, {ID: "piece", Role: grundy.RolePiece, At: []uint64{3}}}},
		"ragged":     {Kind: grundy.SceneGrid, Size: []uint64{2, 2}, Upward: true, Elements: []grundy.Element{{ID: "cell-0-0", Role: grundy.RoleCell, At: []uint64{0, 0}, Text: "o"}}},
		"box":        box,
		"ring":       ringScene(5),
		"no nodes":   {Kind: grundy.SceneGraph, Undirected: true},
		"numbers":    {Kind: grundy.SceneHeaps, Elements: []grundy.Element{{ID: "number-1", Role: grundy.RoleNumber, Text: "k = 3"}}},
		"no coins":   {Kind: grundy.SceneCoins, Origin: []uint64{1}},
		"no cells":   {Kind: grundy.SceneRow, Size: []uint64{0}},
		"tree":       nodes(grundy.SceneTree, 4, [2]uint64{1, 0}, [2]uint64{2, 0}, [2]uint64{3, 2}),
		"path":       nodes(grundy.SceneTree, 2, [2]uint64{1, 0}),
		"ground":     nodes(grundy.SceneHackenbush, 1),
		"hackenbush": nodes(grundy.SceneHackenbush, 4, [2]uint64{0, 1}, [2]uint64{1, 0}, [2]uint64{1, 2}, [2]uint64{2, 3}, [2]uint64{3, 1}, [2]uint64{3, 3}, [2]uint64{0, 0}, [2]uint64{2, 3}),
		"text":       {Kind: grundy.SceneText, Text: "a b\n c"},
		"parts":      {Kind: grundy.SceneParts, Parts: []grundy.Scene{cells, heaps(t, 2)}},
		"no parts":   {Kind: grundy.SceneParts, Loose: true},
	}
}

// TestPositions draws scenes of every kind, in all formats. An SVG is well formed, and
// nothing in it stands outside of it or nowhere.
func TestPositions(t *testing.T) {
	for name, s := range someScenes(t) {
		for _, f := range []Format{SVG, PNG} {
			var out bytes.Buffer
			p := Position{Title: name, Outcome: grundy.N, Note: "wins", Components: []Component{{Name: "first", Scene: s}, {Name: "second", Scene: s}}}
			if err := p.Write(t.Context(), &out, f); err != nil {
				t.Errorf("%s as %v: %v", name, f, err)
			}
			if f != SVG {
				continue
			}
			if strings.Contains(out.String(), "NaN") || strings.Contains(out.String(), "Inf") {
				t.Errorf("%s: something stands nowhere:\n%s", name, &out)
			}
			for d := xml.NewDecoder(&out); ; {
				if _, err := d.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
		}
	}
}

// TestMarks counts the marks of winning moves in a picture.
func TestMarks(t *testing.T) {
	mark := func(before, after grundy.Scene) scene.Move {
		after, changes := scene.Follow(before, after)
		return scene.Move{Changes: changes, After: after}
	}
	p := Position{Components: []Component{{Scene: heaps(t, 3, 5, 7), Marked: []scene.Move{
		mark(heaps(t, 3, 5, 7), heaps(t, 3, 5, 6)), mark(heaps(t, 3, 5, 7), heaps(t, 3, 4, 7)), mark(heaps(t, 3, 5, 7), heaps(t, 2, 5, 7)),
	}}}}
	var out bytes.Buffer
	if err := p.Write(t.Context(), &out, SVG); err != nil {
		t.Fatal(err)
	}
	if blue := strings.Count(strings.ToLower(out.String()), `fill="#0b62a4"`); blue != 6 { // three stones and three triangles
		t.Errorf("%d shapes are blue, want 6:\n%s", blue, &out)
	}
	whole := nodes(grundy.SceneHackenbush, 3, [2]uint64{0, 1}, [2]uint64{1, 2})
	m := marksOf(whole, []scene.Move{mark(whole, nodes(grundy.SceneHackenbush, 1))})
	if len(m["edge-0"]) != 1 || len(m["edge-1"]) != 0 {
		t.Errorf("the edge that falls is marked too: %v", m)
	}
	coins := func(at ...[]uint64) grundy.Scene {
		s := grundy.Scene{Kind: grundy.SceneCoins, Origin: []uint64{0, 0}}
		for _, v := range at {
			s.Elements = append(s.Elements, grundy.Element{ID: grundy.ElementID("coin", v...), Role: grundy.RoleCoin, At: v})
		}
		return s
	}
	plane := coins([]uint64{3, 2}, []uint64{5, 6})
	turned := coins([]uint64{3, 2}, []uint64{5, 4}, []uint64{2, 6}, []uint64{2, 4})
	if m := marksOf(plane, []scene.Move{mark(plane, turned)}); len(m) != 4 {
		t.Errorf("of four coins that are turned these are marked: %v", m)
	}
	half := grundy.Scene{Name: "1", Kind: plane.Kind, Origin: plane.Origin, Elements: turned.Elements}
	if m := marksOf(plane, []scene.Move{mark(plane, grundy.Scene{Kind: grundy.SceneParts, Parts: []grundy.Scene{half}})}); len(m) != 0 {
		t.Errorf("another picture has marks: %v", m)
	}
}

// TestMarksOfPiece marks the node to which a piece may go, and not those that it can no
// longer reach.
func TestMarksOfPiece(t *testing.T) {
	on := func(s grundy.Scene, id string) grundy.Scene {
		s.Elements = append(s.Elements, grundy.Element{ID: string(grundy.RolePiece), Role: grundy.RolePiece, On: id})
		return s
	}
	before := on(nodes(grundy.SceneGraph, 3, [2]uint64{0, 1}, [2]uint64{0, 2}), "node-0")
	after := grundy.Scene{Kind: grundy.SceneGraph, Elements: before.Elements[2:3]}
	after, changes := scene.Follow(before, on(after, "node-2"))
	p := Position{Components: []Component{{Scene: before, Marked: []scene.Move{{Changes: changes, After: after}}}}}
	var out bytes.Buffer
	if err := p.Write(t.Context(), &out, SVG); err != nil {
		t.Fatal(err)
	}
	if blue := strings.Count(strings.ToLower(out.String()), "#0b62a4"); blue != 1 { // a triangle
		t.Errorf("%d shapes are blue, want 1:\n%s", blue, &out)
	}
}

// TestTooLargePositions refuses what cannot be read.
func TestTooLargePositions(t *testing.T) {
	long := make([][2]uint64, 0, 500)
	for v := range uint64(500) {
		long = append(long, [2]uint64{v + 1, v})
	}
	coins, err := grundy.CoinsScene([]uint64{0}, []uint64{1 << 40})
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]grundy.Scene{
		"grid":       {Kind: grundy.SceneGrid, Size: []uint64{101, 1}},
		"row":        {Kind: grundy.SceneRow, Size: []uint64{4001}},
		"coins":      coins,
		"tree":       nodes(grundy.SceneTree, 501, long...),
		"hackenbush": nodes(grundy.SceneHackenbush, 501, long...),
		"graph":      nodes(grundy.SceneGraph, 501, long...),
		"text":       {Kind: grundy.SceneText, Text: strings.Repeat("\n", 500)},
		"columns":    {Kind: grundy.SceneText, Text: strings.Repeat("x", 500)},
		"parts":      {Kind: grundy.SceneParts, Parts: make([]grundy.Scene, 100)},
	} {
		if err := (Position{Components: []Component{{Scene: s}}}).Write(t.Context(), io.Discard, SVG); !errors.Is(err, grundy.ErrTooLarge) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := (GameGraph{Nodes: make([]Node, 151)}).Write(t.Context(), io.Discard, SVG); !errors.Is(err, grundy.ErrTooLarge) {
		t.Error(err)
	}
}

// TestLayers lays out random graphs: no two nodes of a layer overlap, each edge leads from
// its first node to its second one, and nothing is outside.
func TestLayers(t *testing.T) {
	random := chance.New(t, 1)
	for range 200 {
		n := 1 + random.IntN(20)
		widths, rank := make([]float64, n), make([]int, n)
		for v := range n {
			widths[v], rank[v] = 20+float64(random.IntN(60)), random.IntN(1+v)
		}
		var edges [][2]int
		for range random.IntN(3 * n) {
			edges = append(edges, [2]int{random.IntN(n), random.IntN(n)})
		}
		l := layered(widths, 10, rank, edges, 50)
		loop := func(v int) float64 { // its room
			if slices.Contains(edges, [2]int{v, v}) {
				return 14
			}
			return 0
		}
		for v := range n {
			if l.x[v]-widths[v]/2 < -1e-6 || l.x[v]+widths[v]/2 > l.width+1e-6 || l.y[v] != 50*float64(rank[v]) {
				t.Fatalf("node %d at %v, %v of %v", v, l.x[v], l.y[v], l.width)
			}
			for u := range v {
				if rank[u] == rank[v] && math.Abs(l.x[u]-l.x[v]) < (widths[u]+widths[v])/2+15+loop(u)+loop(v) {
					t.Fatalf("nodes %d and %d overlap: at %v and %v, %v and %v wide", u, v, l.x[u], l.x[v], widths[u], widths[v])
				}
			}
		}
		for i, e := range edges {
			points := l.edges[i]
			if k := len(points); points[0] != l.x[e[0]] || points[1] != l.y[e[0]] || points[k-2] != l.x[e[1]] || points[k-1] != l.y[e[1]] {
				t.Fatalf("edge %v runs %v", e, points)
			}
			for k := 3; k < len(points); k += 2 {
				if down := rank[e[1]] > rank[e[0]]; rank[e[0]] != rank[e[1]] && (points[k] >= points[k-2]) != down {
					t.Fatalf("edge %v runs %v", e, points)
				}
			}
		}
	}
}

// TestRanks puts the longest plays at the bottom, and positions of play without end where
// they are reached first.
func TestRanks(t *testing.T) {
	ending := GameGraph{Nodes: make([]Node, 4), Moves: [][2]int{{0, 1}, {0, 2}, {1, 2}, {2, 3}, {0, 3}}}
	cycle := GameGraph{Nodes: make([]Node, 3), Moves: [][2]int{{0, 1}, {1, 2}, {2, 1}, {0, 2}}}
	for i, test := range []struct {
		g    GameGraph
		want []int
	}{{ending, []int{0, 1, 2, 3}}, {cycle, []int{0, 1, 1}}} {
		for v, got := range test.g.ranks() {
			if got != test.want[v] {
				t.Errorf("%d: node %d stands in layer %d, want %d", i, v, got, test.want[v])
			}
		}
	}
}

// TestContrast compares the colours of outcomes, and of letters, with white: at least
// 4.5 to 1.
func TestContrast(t *testing.T) {
	for _, c := range []color.RGBA{winning, losing, drawn, ink, faint, stone, leaf, ground} {
		if got := contrast(c); got < 4.5 {
			t.Errorf("%v has a contrast of %.2f to white", c, got)
		}
	}
	if dark(white) || !dark(ink) || dark(rgb("fde725")) || !dark(rgb("440154")) {
		t.Error("letters in the wrong colour")
	}
}

// TestLettersOfScenes refuses letters that a font lacks, and draws them as SVG.
func TestLettersOfScenes(t *testing.T) {
	p := Position{Components: []Component{{Scene: grundy.Scene{Kind: grundy.SceneText, Text: "a\n\u2658"}}}}
	g := GameGraph{Nodes: []Node{{Name: "\u2658"}}}
	for _, f := range []Format{SVG, PNG} {
		for name, write := range map[string]func() error{
			"scene": func() error { return p.Write(t.Context(), io.Discard, f) }, "graph": func() error { return g.Write(t.Context(), io.Discard, f) },
		} {
			if err := write(); (err == nil) != (f == SVG) || err != nil && !strings.Contains(err.Error(), "want Latin letters, or an SVG") {
				t.Errorf("%s as %v: %v", name, f, err)
			}
		}
	}
}
