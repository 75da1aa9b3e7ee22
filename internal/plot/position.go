package plot

// This file draws positions from their scenes. It knows no game.

import (
	"context"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/plot/bounds"
	"github.com/grundy-games/grundy/scene"
)

// A Position is a picture of a position: of the components of a sum.
type Position struct {
	Title string
	// Outcome and Note say who wins, below the picture; nothing is said if Note is "".
	Outcome    grundy.Outcome
	Note       string
	Components []Component
}

// A Component is a component of a position.
type Component struct {
	Name   string // shown if there are several
	Scene  grundy.Scene
	Marked []scene.Move // winning moves
}

// Larger pictures of positions cannot be read.
const (
	mostHeaps  = 60
	mostStones = 14  // of a heap that is drawn stone by stone
	mostSide   = 100 // cells
	mostRow    = 40  // cells in a line of a long row
	mostNodes  = 400 // of trees
	mostBoard  = 24  // cells of a board around a piece
	mostLayer  = 10  // cells of a layer of a board of three axes
	mostText   = 400 // lines and columns
)

// Write draws the position and writes it to w. The error says what cannot be drawn,
// as there is too much of it, and wraps [grundy.ErrTooLarge].
func (p Position) Write(ctx context.Context, w io.Writer, f Format) error {
	if err := f.checkLetters(p.Title); err != nil {
		return err
	}
	rows := heading(p.Title)
	var row []drawing
	for _, c := range p.Components {
		if err := f.checkScene(c.Scene); err != nil {
			return err
		}
		d, err := drawScene(c.Scene, "", marksOf(c.Scene, c.Marked))
		if err != nil {
			return err
		}
		if len(p.Components) > 1 {
			d = below(8, d, lettering(faint, 12, c.Name))
		}
		if row = append(row, d); len(row) > 1 && widthOfAll(row) > 1100 {
			rows, row = append(rows, beside(40, row[:len(row)-1]...)), []drawing{d}
		}
	}
	rows = append(rows, beside(40, row...))
	if p.Note != "" {
		rows = append(rows, lettering(ink, 13, p.Note).behind(p.Outcome, 22))
	}
	return below(16, rows...).write(ctx, w, f)
}

// checkScene refuses texts of a scene that have letters which the format lacks.
func (f Format) checkScene(s grundy.Scene) error {
	if err := f.check("text", s.Text); err != nil {
		return err
	}
	for _, e := range s.Elements {
		if e.Text == poison {
			continue
		}
		if err := f.check("text", e.Text); err != nil {
			return err
		}
	}
	for _, part := range s.Parts {
		if err := f.checkScene(part); err != nil {
			return err
		}
	}
	return nil
}

func widthOfAll(all []drawing) (width float64) {
	for _, d := range all {
		width += d.width + 40
	}
	return width
}

// marks are the changes that are marked, by the element. Where an edge goes, only those
// edges are marked that leave one of their ends: others fall with them.
type marks map[string][]scene.Change

// A move that leaves another kind of picture, such as the parts of a bar, marks nothing.
func marksOf(s grundy.Scene, moves []scene.Move) marks {
	m, elements := marks{}, len(s.Elements)
	for _, move := range moves {
		gone, all := map[string]bool{}, true
		for _, c := range move.Changes {
			gone[c.ID] = c.Kind == scene.Goes
			all = all && (gone[c.ID] || c.Kind == scene.Comes)
		}
		if all && elements > 1 && len(gone) > elements && move.After.Kind != s.Kind {
			continue
		}
		for _, c := range move.Changes {
			if c.Before != nil && len(c.Before.Ends) == 2 {
				path := strings.TrimSuffix(c.ID, c.Before.ID)
				if gone[path+c.Before.Ends[0]] && gone[path+c.Before.Ends[1]] {
					continue
				}
			}
			m[c.ID] = append(m[c.ID], c)
		}
	}
	return m
}

func tooMany(count int, things string, most int) error {
	return bounds.Unreadable(fmt.Sprintf("a picture of %d %s, more than the %d that can be read", count, things, most))
}

// drawScene draws a scene, whose elements are marked under the path of its part.
func drawScene(s grundy.Scene, path string, m marks) (drawing, error) {
	switch s.Kind {
	case grundy.SceneHeaps:
		return drawHeaps(s.Elements, path, m), nil
	case grundy.SceneRow, grundy.SceneGrid:
		return drawCells(s, path, m)
	case grundy.SceneBoard:
		return drawBoard(s, path, m), nil
	case grundy.SceneCoins:
		return drawCoins(s, path, m)
	case grundy.SceneTree:
		return drawTree(s, path, m)
	case grundy.SceneHackenbush:
		return drawHackenbush(s, path, m)
	case grundy.SceneGraph:
		return drawGraph(s, path, m)
	case grundy.SceneParts:
		return drawParts(s, path, m)
	}
	return drawText(s.Text)
}

func drawParts(s grundy.Scene, path string, m marks) (drawing, error) {
	var all []drawing
	if len(s.Parts) > mostHeaps {
		return drawing{}, tooMany(len(s.Parts), "parts", mostHeaps)
	}
	for _, part := range s.Parts {
		d, err := drawScene(part, path+part.Name+"/", m)
		if err != nil {
			return d, err
		}
		if scene.IsNamed(s, part) {
			d = below(6, d, lettering(faint, 12, part.Name))
		}
		all = append(all, d)
	}
	if len(all) == 0 {
		return lettering(faint, 13, "nothing is left"), nil
	}
	return beside(32, all...), nil
}

func drawText(words string) (drawing, error) {
	lines := strings.Split(words, "\n")
	if len(lines) == 1 && len(words) <= mostText {
		return lettering(ink, 14, words), nil
	}
	if len(lines) > mostText {
		return drawing{}, tooMany(len(lines), "lines", mostText)
	}
	width := 0.0
	const column, line = 10, 18
	for _, l := range lines {
		if n := len([]rune(l)); n > mostText {
			return drawing{}, tooMany(n, "columns", mostText)
		}
		width = max(width, float64(column*len([]rune(l))))
	}
	return drawing{width, float64(line * len(lines)), func(p pen) {
		for y, l := range lines {
			for x, r := range []rune(l) { // in columns, as the picture has been made for them
				if r != ' ' {
					p.words(ink, 14, float64(column*x+column/2), float64(line*y+line/2), 0, string(r))
				}
			}
		}
	}}, nil
}

// winningMark draws the mark of a winning move.
func winningMark(p pen, x, y float64) { p.shape(grundy.N, x, y, 5, white) }

// drawHeaps draws heaps on a base line: each a column of stones, and its number below.
func drawHeaps(heaps []grundy.Element, path string, m marks) drawing {
	more := 0
	if len(heaps) > mostHeaps {
		heaps, more = heaps[:mostHeaps], len(heaps)-mostHeaps
	}
	const pitch, radius = 18, 7.5
	var columns []drawing
	for i, h := range heaps {
		name := h.Text
		if name == "" && len(heaps) > 1 {
			name = strconv.Itoa(i + 1)
			if len(heaps) <= 12 {
				name = "heap " + name
			}
		}
		if h.Role == grundy.RoleNumber {
			number := lettering(ink, 14, h.Text)
			number.width, number.height = number.width+12, 39 // on the line of the other numbers
			columns = append(columns, number)
			continue
		}
		count := strconv.FormatUint(h.Count, 10)
		stones := int(min(h.Count, mostStones))
		height := float64(stones * pitch)
		width := max(36, textWidth(14, count)+6, textWidth(11, name)+8)
		column := drawing{width, height + 44, func(p pen) {
			middle := width / 2
			at := func(stone int) float64 { return height - float64(pitch*stone) + pitch/2 } // from 1
			least := h.Count
			for _, c := range m[path+h.ID] {
				if c.After != nil {
					least = min(least, c.After.Count)
				} else {
					least = 0
				}
			}
			cut := func(stone int) bool { return h.Count > mostStones && stone == mostStones-2 }
			number := func(stone int) uint64 { // of a stone from below, with those left out
				if h.Count > mostStones && stone > mostStones-2 {
					return h.Count - uint64(mostStones-stone)
				}
				return uint64(stone)
			}
			for s := 1; s <= stones; s++ {
				if cut(s) {
					for d := -1.0; d <= 1; d++ {
						p.disc(middle, at(s)+5*d, 1.3, faint, nil, 0)
					}
					continue
				}
				fill := color.Color(stone)
				if number(s) > least {
					fill = winning
				}
				p.disc(middle, at(s), radius, fill, nil, 0)
			}
			seen := map[uint64]bool{}
			for _, c := range m[path+h.ID] {
				left := uint64(0)
				if c.After != nil {
					left = c.After.Count
				}
				for s := 1; s <= stones; s++ {
					if !cut(s) && number(s) == left+1 && !seen[left] {
						seen[left] = true
						p.line(white, 2, middle-radius-2, at(s)+pitch/2, middle+radius+2, at(s)+pitch/2)
						winningMark(p, middle-radius-7, at(s))
					}
				}
			}
			p.line(ink, 1.5, 2, height+3, width-2, height+3)
			p.words(ink, 14, middle, height+15, 0, count)
			p.words(faint, 11, middle, height+32, 0, name)
		}}
		columns = append(columns, column)
	}
	if more > 0 {
		columns = append(columns, lettering(faint, 12, fmt.Sprintf("… and %d more heaps", more)))
	}
	var rows []drawing
	for part := range slices.Chunk(columns, 20) {
		rows = append(rows, beside(4, part...))
	}
	if len(rows) == 0 {
		return lettering(faint, 13, "no heaps")
	}
	return below(12, rows...)
}

// drawCells draws a row or a grid of cells with letters or numbers. A long row goes on in
// lines below each other.
func drawCells(s grundy.Scene, path string, m marks) (drawing, error) {
	row, width, height := len(s.Size) == 1, s.Size[0], uint64(1)
	switch {
	case row && width > mostRow*mostSide:
		return drawing{}, tooMany(int(width), "cells", mostRow*mostSide)
	case row && width > mostHeaps:
		width, height = mostRow, (width-1)/mostRow+1
	case !row:
		height = s.Size[1]
	}
	if most := max(width, height); most > mostSide {
		return drawing{}, tooMany(int(most), "cells in a line", mostSide)
	}
	if len(s.Elements) == 0 {
		return lettering(faint, 13, "no cells"), nil
	}
	side, size, under := 30.0, 14.0, 0.0
	if max(width, height) > 30 {
		side, size = 18, 10
	}
	for _, e := range s.Elements {
		side = max(side, math.Ceil(textWidth(size, e.Text))+8)
	}
	if row {
		under = 18
	}
	at := func(e grundy.Element) (x, y float64) {
		cell := scene.CellAt(s, e)
		if row {
			cell[0], cell[1] = cell[0]%width, cell[0]/width
		}
		return side * float64(cell[0]), (side + under) * float64(cell[1])
	}
	return drawing{side*float64(width) + 1, (side+under)*float64(height) + 1, func(p pen) {
		for _, e := range s.Elements {
			x, y := at(e)
			if e.Role == grundy.RolePiece {
				drawPiece(p, x+side/2, y+side/2, side*0.36, size, e.Text)
				continue
			}
			p.cell(x, y, side, size, e)
			if row && (e.At[0]%5 == 0 || s.Size[0] <= 20) {
				p.words(faint, 10, x+side/2, y+side+8, 0, strconv.FormatUint(e.At[0], 10))
			}
		}
		for _, e := range s.Elements {
			x, y := at(e)
			for _, c := range m[path+e.ID] {
				if e.Role == grundy.RolePiece && c.After != nil && len(c.After.At) == len(e.At) {
					toX, toY := at(*c.After)
					p.shape(grundy.N, toX+side/2, toY+side/2, side/4, white)
				}
			}
			if e.Role != grundy.RolePiece && slices.ContainsFunc(m[path+e.ID], func(c scene.Change) bool { return c.Kind != scene.Moves }) {
				p.box(x+1.5, y+1.5, side-3, side-3, nil, winning)
				mark := min(5, side/6)
				p.shape(grundy.N, x+side-mark-1, y+mark+1, mark, white)
			}
		}
	}}, nil
}

// poison is the letter of a cell that is poisoned.
const poison = "☠"

// cell draws a cell. Letters that stand for things are drawn as these: "." is nothing,
// "#" fills the cell, "o" is a coin, and poison a skull.
func (p pen) cell(x, y, side, size float64, e grundy.Element) {
	fill := white
	if e.Text == "#" {
		fill = stone
	}
	p.box(x, y, side, side, fill, hairline)
	switch e.Text {
	case ".":
		p.disc(x+side/2, y+side/2, 1.2, hairline, nil, 0)
	case "o":
		p.disc(x+side/2, y+side/2, side*0.3, stone, nil, 0)
	case "#":
	case poison:
		x, y, r := x+side/2, y+side/2, side*0.3
		p.disc(x, y-r*0.2, r, ink, nil, 0)
		p.box(x-r*0.5, y+r*0.5, r, r*0.6, ink, nil)
		p.disc(x-r*0.4, y-r*0.1, r*0.25, white, nil, 0)
		p.disc(x+r*0.4, y-r*0.1, r*0.25, white, nil, 0)
	default:
		p.words(ink, size, x+side/2, y+side/2, 0, e.Text)
	}
}

func drawPiece(p pen, x, y, radius, size float64, letter string) {
	p.disc(x, y, radius, stone, white, 1)
	p.words(white, size, x, y, 0, letter)
}

// drawBoard draws the cells around a piece, y upward: those of a board of three axes as
// layers beside each other. A board of more axes is drawn as the coordinates of its piece.
func drawBoard(s grundy.Scene, path string, m marks) drawing {
	piece := s.Elements[len(s.Elements)-1]
	if len(piece.At) > 3 {
		return drawHeaps(scene.Coordinates(piece), path, m)
	}
	var first, last [3]uint64
	most, side := []uint64{mostBoard, mostBoard, scene.MostLayers}, 34.0
	if len(piece.At) == 3 {
		most[0], most[1], side = mostLayer, mostLayer, 26
	}
	for i := range piece.At {
		first[i], last[i] = scene.Window(s, i, most[i])
	}
	if len(piece.At) < 3 {
		return drawLayer(s, m[path+piece.ID], first, last, side)
	}
	var rows, row []drawing
	for z := first[2]; ; z++ {
		from, to := first, last
		from[2], to[2] = z, z
		layer := below(4, drawLayer(s, m[path+piece.ID], from, to, side), lettering(faint, 12, "z = "+strconv.FormatUint(z, 10)))
		if row = append(row, layer); float64(len(row)+1)*(layer.width+24) > 1100 || z == last[2] {
			rows, row = append(rows, beside(24, row...)), nil
		}
		if z == last[2] {
			return below(12, rows...)
		}
	}
}

// drawLayer draws the cells first … last of a board, of one layer.
func drawLayer(s grundy.Scene, moves []scene.Change, first, last [3]uint64, side float64) drawing {
	piece := s.Elements[len(s.Elements)-1]
	columns, rows := last[0]-first[0]+1, last[1]-first[1]+1
	left := textWidth(11, strconv.FormatUint(last[1], 10)) + 8
	if len(piece.At) == 1 {
		left = 0
	}
	label := max(1, uint64(math.Ceil((textWidth(11, strconv.FormatUint(last[0], 10))+6)/side)))
	return drawing{left + side*float64(columns) + 1, side*float64(rows) + 18, func(p pen) {
		each := func(at []uint64, draw func(x, y float64)) {
			v := [3]uint64{}
			copy(v[:], at)
			for i := range v {
				if v[i] < first[i] || v[i] > last[i] {
					return
				}
			}
			draw(left+side*float64(v[0]-first[0]), side*float64(last[1]-v[1]))
		}
		for y := range rows {
			for x := range columns {
				fill := white
				if (first[0]+x+first[1]+y+first[2])%2 == 0 {
					fill = wood
				}
				p.box(left+side*float64(x), side*float64(rows-1-y), side, side, fill, nil)
			}
			if len(piece.At) > 1 {
				p.words(faint, 11, left-5, side*(float64(rows-1-y)+0.5), 1, strconv.FormatUint(first[1]+y, 10))
			}
		}
		p.box(left, 0, side*float64(columns), side*float64(rows), nil, hairline)
		for x := range columns {
			if (columns-1-x)%label == 0 {
				p.words(faint, 11, left+side*(float64(x)+0.5), side*float64(rows)+10, 0, strconv.FormatUint(first[0]+x, 10))
			}
		}
		for _, b := range s.Elements[:len(s.Elements)-1] {
			each(b.At, func(x, y float64) { p.box(x, y, side, side, stone, nil) })
		}
		for _, c := range moves {
			if c.After == nil || len(c.After.At) != len(piece.At) { // the picture is another one
				continue
			}
			each(c.After.At, func(x, y float64) { p.shape(grundy.N, x+side/2, y+side/2, side/4, white) })
		}
		each(piece.At, func(x, y float64) { drawPiece(p, x+side/2, y+side/2, side*0.39, side*0.44, piece.Text) })
	}}
}

// drawCoins draws coins: full ones show heads, hollow ones tails.
func drawCoins(s grundy.Scene, path string, m marks) (drawing, error) {
	var last [2]uint64
	heads := map[[2]uint64]bool{}
	marked := map[[2]uint64]bool{}
	at := func(v []uint64) (at [2]uint64) { copy(at[:], v); return at }
	add := func(v []uint64) {
		for i, n := range v {
			last[i] = max(last[i], n)
		}
	}
	for _, e := range s.Elements {
		heads[at(e.At)] = true
		add(e.At)
	}
	for _, changes := range m {
		for _, c := range changes {
			if local, ok := strings.CutPrefix(c.ID, path); ok && !strings.Contains(local, "/") {
				for _, e := range []*grundy.Element{c.Before, c.After} {
					if e != nil {
						marked[at(e.At)] = true
						add(e.At)
					}
				}
			}
		}
	}
	origin := at(s.Origin)
	if most := max(last[0], last[1]); most >= mostSide {
		return drawing{}, bounds.Unreadable(fmt.Sprintf("a picture of coins up to the number %d: want at most %d", most, mostSide-1))
	}
	last[0] = max(last[0], origin[0]) // no heads: one coin
	last[1] = max(last[1], origin[1])
	const side = 28.0
	columns, rows := float64(last[0]-origin[0]+1), float64(last[1]-origin[1]+1)
	plane := len(s.Origin) > 1
	left := 0.0
	if plane {
		left = 20
	}
	return drawing{left + side*columns, side*rows + 16, func(p pen) {
		for y := origin[1]; y <= last[1]; y++ {
			cy := side * (float64(last[1]-y) + 0.5)
			if plane {
				p.words(faint, 11, left-6, cy, 1, strconv.FormatUint(y, 10))
			}
			for x := origin[0]; x <= last[0]; x++ {
				cx, fill, edge := left+side*(float64(x-origin[0])+0.5), color.Color(white), hairline
				if heads[[2]uint64{x, y}] {
					fill, edge = stone, stone
				}
				p.disc(cx, cy, 10, fill, edge, 1.5)
				if marked[[2]uint64{x, y}] {
					p.disc(cx, cy, 12.5, nil, winning, 2)
				}
			}
		}
		for x := origin[0]; x <= last[0]; x++ {
			p.words(faint, 11, left+side*(float64(x-origin[0])+0.5), side*rows+9, 0, strconv.FormatUint(x, 10))
		}
	}}, nil
}
