package written

// Games of heaps. A move is written as LEAVE(what is left of the heap of n), until it is known
// whether there are other heaps.

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/lazy"
)

const (
	counter = `p = 1
while p <= n // 2:
    p = 2 * p
if p < n:
    LEAVE(n - p)
elif n > 1:
    LEAVE(n // 2)
`
	powers = `p = 1
while p <= n // 2:
    LEAVE(n - p)
    p = 2 * p
if p <= n:
    LEAVE(n - p)
`
)

var leave = lazy.Regexp(`LEAVE\((.*)\)`)

// heaps writes a game of one heap or several, each at least that large, by the moves from a
// heap of n.
func heaps(title string, count int, least uint64, top, moves string) string {
	if count == 1 {
		return fmt.Sprintf("%q\nposition(n = integer(%d, %d))\n%sdef moves(n):\n%s", title, least, uint64(heap.MaxHeap), top,
			indented(4, leave().ReplaceAllString(moves, "move($1)")))
	}
	return fmt.Sprintf("%q\nposition(heap = row(%d, %d, length = %d))\n%sdef moves(heap):\n    for i in range(len(heap)):\n        n = heap[i]\n%s", title, least, uint64(heap.MaxHeap), count, top,
		indented(8, leave().ReplaceAllString(moves, "move(put(heap, $1, i))")))
}

// mostDigits bounds the digits of a code that is written.
const mostDigits = 1000

// takeAndBreak writes the game of a code that leaves at most two heaps; of one heap where it
// leaves two.
func takeAndBreak(c sequence.Code, name string, count int) (string, bool) {
	added, listed, repeating := c.Span()
	if added > 0 || listed > mostDigits {
		return "", false
	}
	var b strings.Builder
	only, two := true, false
	for taken := range listed {
		sizes := [4]byte{}
		for heaps := range sizes {
			if size, ok := c.Leaves(taken, heaps); ok {
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
	if two && count != 1 {
		return "", false
	}
	if only {
		b.WriteString("pass\n")
	}
	return heaps("Take and break: "+name, count, 0, "", b.String()), count > 0
}
