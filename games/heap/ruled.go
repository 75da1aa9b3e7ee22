package heap

// This file writes games of heaps as files of package rules.

import (
	"fmt"
	"strconv"
	"strings"
)

// ruled writes a game of one heap or several. Body writes the moves from a heap of n, and
// says with leave what a move leaves of it.
func ruled(title string, coordinates int, least uint64, top string, body func(leave func(left string) string) string) (string, bool) {
	title = strconv.Quote(title) + "\n"
	switch {
	case coordinates < 1:
		return "", false
	case coordinates == 1:
		return fmt.Sprintf("%sposition(n = integer(%d, %d))\n%sdef moves(n):\n%s", title, least, uint64(MaxHeap), top,
			indented(4, body(func(left string) string { return "move(" + left + ")" }))), true
	}
	return fmt.Sprintf("%sposition(heap = row(%d, %d, length = %d))\n%sdef moves(heap):\n    for i in range(len(heap)):\n        n = heap[i]\n%s", title, least, uint64(MaxHeap), coordinates, top,
		indented(8, body(func(left string) string { return "move(put(heap, " + left + ", i))" }))), true
}

// indented writes lines further to the right.
func indented(by int, lines string) string {
	var b strings.Builder
	for line := range strings.Lines(lines) {
		b.WriteString(strings.Repeat(" ", by) + line)
	}
	return b.String()
}

// Rules implements [grundy.Ruled].
func (Nim) Rules(coordinates int) (string, bool) {
	return ruled("Take any positive number from one heap.", coordinates, 0, "", func(leave func(string) string) string {
		return "for left in range(n):\n    " + leave("left") + "\n"
	})
}

// Rules implements [grundy.Ruled].
func (s Subtraction) Rules(coordinates int) (string, bool) {
	if coordinates != 1 {
		return "", false
	}
	return ruled("Take one of some numbers from the heap.", 1, 0, numbersText("TAKE", s.amounts), func(leave func(string) string) string {
		return "for k in TAKE:\n    if k <= n:\n        " + leave("n - k") + "\n"
	})
}

func numbersText(name string, numbers []uint64) string {
	text := make([]string, len(numbers))
	for i, n := range numbers {
		text[i] = strconv.FormatUint(n, 10)
	}
	return name + " = [" + strings.Join(text, ", ") + "]\n"
}

// Rules implements [grundy.Ruled].
func (Counter) Rules(coordinates int) (string, bool) {
	if coordinates != 1 {
		return "", false
	}
	return ruled("Halve a power of two; from any other number take the largest power of two below it.", 1, 1, "", func(leave func(string) string) string {
		return "p = 1\nwhile p <= n // 2:\n    p = 2 * p\nif p < n:\n    " + leave("n - p") + "\nelif n > 1:\n    " + leave("n // 2") + "\n"
	})
}

// Rules implements [grundy.Ruled], for powers of two: no others are known by their digits.
func (g TakeFrom) Rules(coordinates int) (string, bool) {
	if g.Set.name != Powers.name {
		return "", false
	}
	return ruled("Take a power of two from one heap.", coordinates, 0, "", func(leave func(string) string) string {
		return "p = 1\nwhile p <= n // 2:\n    " + leave("n - p") + "\n    p = 2 * p\nif p <= n:\n    " + leave("n - p") + "\n"
	})
}

// mostDigits bounds the digits of a code that is written.
const mostDigits = 1000

// Rules implements [grundy.Ruled], for codes that leave at most two heaps, and one heap
// where they leave two.
func (g *TakeAndBreak) Rules(coordinates int) (string, bool) {
	added, listed, repeating := g.code.Span()
	if added > 0 || listed > mostDigits {
		return "", false
	}
	var b strings.Builder
	only, two := true, false
	for taken := range listed {
		sizes := [4]byte{}
		for heaps := range sizes {
			if size, ok := g.code.Leaves(taken, heaps); ok {
				sizes[heaps] = size
			}
		}
		if sizes[3] != 0 {
			return "", false
		}
		two = two || sizes[2] != 0
		in := ""
		first, k := "", strconv.Itoa(taken)
		if taken >= listed-repeating {
			first, in, k = fmt.Sprintf("for k in range(%d, n + 1, %d):\n", taken, repeating), "    ", "k"
		}
		var body strings.Builder
		if sizes[0] != 0 {
			fmt.Fprintf(&body, "if n == %s:\n    LEAVE(0)\n", k)
		}
		if sizes[1] != 0 && taken > 0 {
			fmt.Fprintf(&body, "if n > %s:\n    LEAVE(n - %[1]s)\n", k)
		}
		switch sizes[2] {
		case ' ':
			fmt.Fprintf(&body, "for a in range(1, (n - %s) // 2 + 1):\n    move_sum(a, n - %[1]s - a)\n", k)
		case '!', '?': // two that are different
			fmt.Fprintf(&body, "for a in range(1, (n - %s + 1) // 2):\n    move_sum(a, n - %[1]s - a)\n", k)
		case '=':
			fmt.Fprintf(&body, "if n > %s and (n - %[1]s) %% 2 == 0:\n    move_sum(copies(2, (n - %[1]s) // 2))\n", k)
		}
		if body.Len() > 0 {
			only = false
			b.WriteString(first + indented(len(in), body.String()))
		}
	}
	if two && coordinates != 1 {
		return "", false
	}
	if only {
		b.WriteString("pass\n")
	}
	return ruled("Take and break: "+g.name, coordinates, 0, "", func(leave func(string) string) string {
		text := b.String()
		for from, rest, ok := strings.Cut(text, "LEAVE("); ok; from, rest, ok = strings.Cut(text, "LEAVE(") {
			left, behind, _ := strings.Cut(rest, ")\n")
			text = from + leave(left) + "\n" + behind
		}
		return text
	})
}
