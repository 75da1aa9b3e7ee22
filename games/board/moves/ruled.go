package moves

// This file writes the moves of a piece as a file of package rules.

import (
	"fmt"
	"strconv"
	"strings"
)

// Rules implements [grundy.Ruled].
func (g *Space) Rules(coordinates int) (text string, ok bool) {
	if coordinates != len(g.Board) {
		return "", false
	}
	axes := []string{"x", "y", "z"}[:min(len(g.Board), 3)]
	for i := 3; i < len(g.Board); i++ {
		axes = append(axes, fmt.Sprintf("x%d", i+1))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%q\n", "Move the piece "+g.Name+".")
	var fields []string
	for i, axis := range axes {
		far := uint64(MaxCoordinate)
		if g.Board[i] > 0 {
			far = g.Board[i] - 1
		}
		fields = append(fields, fmt.Sprintf("%s = integer(0, %d)", axis, far))
	}
	fmt.Fprintf(&b, "position(%s)\n", strings.Join(fields, ", "))
	blocked := make([]string, len(g.Blocked))
	for i, c := range g.Blocked {
		blocked[i] = VectorText(c)
	}
	if len(blocked) > 0 {
		fmt.Fprintf(&b, "BLOCKED = [%s]\n", strings.Join(blocked, ", "))
		fmt.Fprintf(&b, "def legal(%s):\n    return (%[1]s) not in BLOCKED or \"want a cell that is not blocked\"\n", strings.Join(axes, ", "))
	}
	fmt.Fprintf(&b, "def moves(%s):\n", strings.Join(axes, ", "))
	to := func(step []int64, times string) string {
		cells := make([]string, len(axes))
		for i, d := range step {
			switch {
			case d == 0:
				cells[i] = axes[i]
			case d < 0:
				cells[i] = axes[i] + " - " + product(-d, times)
			default:
				cells[i] = axes[i] + " + " + product(d, times)
			}
		}
		return strings.Join(cells, ", ")
	}
	for _, step := range g.Leaps {
		var room []string
		for i, d := range step {
			switch {
			case d < 0:
				room = append(room, fmt.Sprintf("%s >= %d", axes[i], -d))
			case d > 0 && g.Board[i] > 0:
				room = append(room, fmt.Sprintf("%s + %d < %d", axes[i], d, g.Board[i]))
			}
		}
		if len(blocked) > 0 {
			room = append(room, fmt.Sprintf("(%s) not in BLOCKED", to(step, "")))
		}
		fmt.Fprintf(&b, "    if %s:\n        move(%s)\n", strings.Join(room, " and "), to(step, ""))
	}
	for _, step := range g.Rides {
		var most []string
		for i, d := range step {
			room := axes[i]
			switch {
			case d > 0 && g.Board[i] > 0:
				room = fmt.Sprintf("(%d - %s)", g.Board[i]-1, axes[i])
			case d >= 0:
				continue
			}
			if d != 1 && d != -1 {
				room += fmt.Sprintf(" // %d", max(d, -d))
			}
			most = append(most, room)
		}
		turns := most[0]
		if len(most) > 1 {
			turns = "min(" + strings.Join(most, ", ") + ")"
		}
		fmt.Fprintf(&b, "    for k in range(1, %s + 1):\n", turns)
		if len(blocked) > 0 {
			fmt.Fprintf(&b, "        if (%s) in BLOCKED:\n            break\n", to(step, "k"))
		}
		fmt.Fprintf(&b, "        move(%s)\n", to(step, "k"))
	}
	if len(g.Leaps)+len(g.Rides) == 0 {
		b.WriteString("    pass\n")
	}
	return b.String(), true
}

// product writes a step that is taken so often, or once.
func product(d int64, times string) string {
	switch {
	case times == "":
		return strconv.FormatInt(d, 10)
	case d == 1:
		return times
	}
	return fmt.Sprintf("%d * %s", d, times)
}

// Rules implements [grundy.Ruled].
func (p Plane) Rules(coordinates int) (text string, ok bool) {
	g := Space{Name: p.Name, Board: p.Sides()}
	for _, s := range p.Leaps {
		g.Leaps = append(g.Leaps, []int64{s.DX, s.DY})
	}
	for _, s := range p.Rides {
		g.Rides = append(g.Rides, []int64{s.DX, s.DY})
	}
	return g.Rules(coordinates)
}
