package board

// This file writes games with moves of two heaps at once as files of package rules.

import (
	"fmt"
	"strings"
)

// Rules implements [grundy.Ruled].
func (g GeneralisedWythoff) Rules(coordinates int) (string, bool) {
	if coordinates != 2 {
		return "", false
	}
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
`, g.a, uint64(MaxCoordinate), g.a-1), true
}

// mostLevels bounds the loops in each other that a file has.
const mostLevels = 8

// Rules implements [grundy.Ruled].
func (g CyclicNimhoff) Rules(coordinates int) (string, bool) {
	if coordinates < 1 || coordinates > mostLevels {
		return "", false
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\"Take from one heap, or from several heaps fewer than %d tokens in all.\"\n", g.h)
	var fields, names, left, taken []string
	for i := range coordinates {
		name := fmt.Sprintf("x%d", i+1)
		if coordinates <= 3 {
			name = "xyz"[i : i+1]
		}
		names = append(names, name)
		fields = append(fields, fmt.Sprintf("%s = integer(0, %d)", name, uint64(MaxCoordinate)))
	}
	fmt.Fprintf(&b, "position(%s)\ndef moves(%s):\n", strings.Join(fields, ", "), strings.Join(names, ", "))
	for i, name := range names {
		rest := append([]string{}, names...)
		rest[i] = "left"
		fmt.Fprintf(&b, "    for left in range(%s):\n        move(%s)\n", name, strings.Join(rest, ", "))
	}
	if coordinates == 1 || g.h <= 2 {
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
		fmt.Fprintf(&b, "%sfor k%d in range(min(%s, %d%s) + 1):\n", in, i+1, name, g.h-1, room)
	}
	fmt.Fprintf(&b, "%sif %s > 0:\n%[1]s    move(%[3]s)\n", strings.Repeat("    ", coordinates+1), strings.Join(taken, " + "), strings.Join(left, ", "))
	return b.String(), true
}
