package sprouts

// Moves in words, and pictures, say which spots are where: each region is a table that has a
// row for each boundary, and the spots without lines in the first row.

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/grundy-games/grundy"
)

// row returns the number of the first row of a group.
func (g *region) row(of group) int {
	if g.free > 0 {
		return of.first + 2
	}
	return of.first + 1
}

// AppendMove implements [grundy.MoveNamer]: "join a free spot to spot a in row 2, place 3".
func (Game) AppendMove(dst []byte, p, q string) []byte {
	all := known(p)
	n, d := new(namer), new(desk)
	n.appendText(nil, all)
	_ = d.eachOption(context.Background(), all, func(l *line, after []region) bool {
		if d.write(after) != q {
			return true
		}
		if len(all) > 1 {
			dst = fmt.Appendf(dst, "region %d: ", l.region+1)
		}
		dst = l.appendWords(dst, &all[l.region], n)
		return false
	})
	return dst
}

// appendWords says what a line joins, and what lies on its sides.
func (l *line) appendWords(dst []byte, g *region, n *namer) []byte {
	place := func(of group, at, more int) string {
		w := g.word(of)
		if of.first < 0 {
			return "a free spot"
		}
		return fmt.Sprintf("spot %s in row %d, place %d", n.appendName(nil, w[at], w), g.row(of)+more, at+1)
	}
	a, b := l.groups[l.a], l.groups[l.b]
	second := 0
	if l.a == l.b && !l.split {
		second = 1
	}
	between := " between them"
	switch {
	case l.split && l.i == l.j:
		dst = append(append(dst, "draw a loop at "...), place(a, l.i, 0)...)
		between = " in it"
	case a.first < 0 && b.first < 0:
		dst = append(dst, "join two free spots"...)
	default:
		dst = fmt.Appendf(dst, "join %s to %s", place(a, l.i, 0), place(b, l.j, second))
	}
	if !l.split || len(l.groups) == 1 && a.count == 1 {
		return dst
	}
	head := ", with "
	for k, of := range l.groups {
		if l.inside[k] == 0 {
			continue
		}
		dst, head = append(dst, head...), " and "
		last := g.row(of) + of.count - 1
		switch {
		case of.first >= 0 && of.count == 1:
			dst = fmt.Appendf(dst, "row %d", last)
		case of.first >= 0:
			dst = fmt.Appendf(dst, "%d of the rows %d to %d", l.inside[k], g.row(of), last)
		default:
			dst = fmt.Appendf(dst, "%d of the free spots", l.inside[k])
		}
	}
	if !slices.ContainsFunc(l.inside, func(n int) bool { return n > 0 }) {
		dst = append(dst, ", with nothing else"...)
	}
	return append(dst, between...)
}

// Scene implements [grundy.Scener]: a grid for each region.
func (Game) Scene(p string) (grundy.Scene, error) {
	whole := grundy.Scene{Kind: grundy.SceneParts, Loose: true}
	n, count := new(namer), 0
	for _, g := range known(p) {
		part := grundy.Scene{Kind: grundy.SceneGrid, Name: strconv.Itoa(len(whole.Parts) + 1), Size: []uint64{uint64(g.free), uint64(len(g.words))}}
		if count += g.free; g.free > 0 {
			part.Size[1]++
		}
		for _, w := range g.words {
			part.Size[0] = max(part.Size[0], uint64(len(w)))
			count += len(w)
		}
		if err := grundy.FitsScene(uint64(count), "spots"); err != nil {
			return whole, err
		}
		add := func(x, y int, text string) {
			at := []uint64{uint64(x), uint64(y)}
			part.Elements = append(part.Elements, grundy.Element{ID: grundy.ElementID(grundy.RoleCell, at...), Role: grundy.RoleCell, At: at, Text: text})
		}
		for x := range g.free {
			add(x, 0, "0")
		}
		for i, w := range g.words {
			for x, s := range w {
				add(x, g.row(group{first: i})-1, string(n.appendName(nil, s, w)))
			}
		}
		whole.Parts = append(whole.Parts, part)
	}
	switch len(whole.Parts) {
	case 0:
		whole = grundy.Scene{Kind: grundy.SceneGrid}
	case 1:
		whole = whole.Parts[0]
		whole.Name = ""
	}
	return whole, nil
}
