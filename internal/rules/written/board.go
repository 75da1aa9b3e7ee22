package written

// Pieces on a board, and games with moves of several heaps at once.

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy/games/board"
	"github.com/grundy-games/grundy/internal/board/moves"
)

// piece writes the moves of a piece.
func piece(g *moves.Space, dimension int) (text string, ok bool) {
	if dimension != len(g.Board) {
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
		far := uint64(board.MaxCoordinate)
		if g.Board[i] > 0 {
			far = g.Board[i] - 1
		}
		fields = append(fields, fmt.Sprintf("%s = integer(0, %d)", axis, far))
	}
	fmt.Fprintf(&b, "position(%s)\n", strings.Join(fields, ", "))
	blocked := make([]string, len(g.Blocked))
	for i, c := range g.Blocked {
		blocked[i] = moves.VectorText(c)
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

// wythoff writes the game in which numbers that are taken from both heaps differ by less than a.
func wythoff(a uint64) string {
	return fmt.Sprintf(`"Take any positive number from one of two heaps, or numbers from both that differ by less than %[1]d."
position(x = integer(0, %[2]d), y = integer(0, %[2]d))
def moves(x, y):
    for k in range(1, x + 1):
        move(x - k, y)
    for k in range(1, y + 1):
        move(x, y - k)
    for k in range(1, x + 1):
        for l in range(max(1, k - %[3]d), min(y, k + %[3]d) + 1):
            move(x - k, y - l)
`, a, uint64(board.MaxCoordinate), a-1)
}

// mostLevels bounds the loops in each other that a file has.
const mostLevels = 8

// nimhoff writes the game in which fewer than h tokens are taken from several heaps.
func nimhoff(h uint64, heaps int) (string, bool) {
	if heaps < 1 || heaps > mostLevels {
		return "", false
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\"Take from one heap, or from several heaps fewer than %d tokens in all.\"\n", h)
	var fields, names, left, taken []string
	for i := range heaps {
		name := fmt.Sprintf("x%d", i+1)
		if heaps <= 3 {
			name = "xyz"[i : i+1]
		}
		names = append(names, name)
		fields = append(fields, fmt.Sprintf("%s = integer(0, %d)", name, uint64(board.MaxCoordinate)))
	}
	fmt.Fprintf(&b, "position(%s)\ndef moves(%s):\n", strings.Join(fields, ", "), strings.Join(names, ", "))
	for i, name := range names {
		rest := append([]string{}, names...)
		rest[i] = "left"
		fmt.Fprintf(&b, "    for left in range(%s):\n        move(%s)\n", name, strings.Join(rest, ", "))
	}
	if heaps == 1 || h <= 2 {
		return b.String(), true
	}
	for i, name := range names {
		in := strings.Repeat("    ", i+1)
		taken = append(taken, fmt.Sprintf("k%d", i+1))
		left = append(left, fmt.Sprintf("%s - k%d", name, i+1))
		room := ""
		if i > 0 {
			room = " - " + strings.Join(taken[:i], " - ")
		}
		fmt.Fprintf(&b, "%sfor k%d in range(min(%s, %d%s) + 1):\n", in, i+1, name, h-1, room)
	}
	fmt.Fprintf(&b, "%sif %s > 0:\n%[1]s    move(%[3]s)\n", strings.Repeat("    ", heaps+1), strings.Join(taken, " + "), strings.Join(left, ", "))
	return b.String(), true
}
