package family_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/rules/family"
	"github.com/grundy-games/grundy/rules"
)

// memoryText writes a heap with one or two memories: what may be taken depends on what is
// remembered, and sometimes on the heap.
func memoryText(r *rand.Rand) string {
	heapFirst, letters := r.IntN(2) == 0, r.IntN(4) == 0
	most := 1 + r.IntN(5)
	fields, states := []string{"n = integer()", fmt.Sprintf("m = integer(0, %d)", most)}, []string{"n", "m"}
	to := func(taken, memory string) string { return strings.Join([]string{"n - " + taken, memory}, ", ") }
	if !heapFirst {
		fields[0], fields[1], states[0], states[1] = fields[1], fields[0], states[1], states[0]
		to = func(taken, memory string) string { return memory + ", n - " + taken }
	}
	memory := "m"
	if letters {
		for i := range fields {
			if strings.HasPrefix(fields[i], "m") {
				fields[i] = fmt.Sprintf("m = row(%q, length = 1)", "abcdef"[:most+1])
			}
		}
		memory = "L.index(m[0])"
		plain := to
		to = func(taken, memory string) string { return plain(taken, "[L["+memory+"]]") }
	}
	var b strings.Builder
	fmt.Fprintf(&b, "L = [\"a\", \"b\", \"c\", \"d\", \"e\", \"f\"]\nposition(%s)\ndef moves(%s):\n    was = %s\n", strings.Join(fields, ", "), strings.Join(states, ", "), memory)
	ifs := []string{"k != was", "k <= was + 1", "k + was != 4", "k >= was or n % 3 == 1", "(k + was) % 2 == 1", "True"}
	fmt.Fprintf(&b, "    for k in range(1, %d):\n        if k <= n and (%s):\n            move(%s)\n", most+1, ifs[r.IntN(len(ifs))], to("k", "k"))
	switch r.IntN(4) {
	case 0:
		fmt.Fprintf(&b, "    if was > 0:\n        move(%s)\n", to("0", "was - 1"))
	case 1:
		fmt.Fprintf(&b, "    if n > %d and n != 9:\n        move(%s)\n", most+3, to("2", fmt.Sprintf("(was + 1) %% %d", most+1)))
	}
	return b.String()
}

func TestRandomMemories(t *testing.T) {
	r := chance.New(t, 5)
	for range 12 {
		text := memoryText(r)
		found := recognise(t, text)
		if found == nil {
			t.Fatalf("not recognised:\n%s", text)
		}
		checkValues(t, text, found, 14)
	}
}

// TestOtherHeaps holds heaps whose size decides what may be taken.
func TestOtherHeaps(t *testing.T) {
	for _, moves := range []string{
		"    if n % 3 != 1 and n > 0:\n        move(n - 1)\n    if n > 6:\n        move(n - 3)\n",
		"    for k in (1, 2, 5):\n        if k <= n and n != 20 and (k > 1 or n > 50):\n            move(n - k)\n",
		"    for k in (1, 4):\n        if n - k >= 3:\n            move(n - k)\n",
		"    if n % 4 == 3:\n        move(n - 3)\n    elif n > 0:\n        move(n - 1)\n",
	} {
		text := "position(n = integer())\ndef moves(n):\n" + moves
		if found := recognise(t, text); found == nil {
			t.Errorf("not recognised:\n%s", text)
		} else {
			checkValues(t, text, found, 70)
		}
	}
}

// holdUnlike changes rules that are recognised a little: none of the results is recognised.
func holdUnlike(t *testing.T, plain string, changes [][2]string) {
	t.Helper()
	if recognise(t, plain) == nil {
		t.Fatal("not recognised")
	}
	for _, change := range changes {
		text := strings.Replace(plain, change[0], change[1], 1)
		if found := recognise(t, text); found != nil {
			t.Errorf("taken for %s:\n%s", found.Name, text)
		}
	}
}

// TestUnlikeMemories holds rules that differ in little from those of a heap with a memory.
func TestUnlikeMemories(t *testing.T) {
	const plain = "position(n = integer(), m = integer(0, 4))\ndef moves(n, m):\n    for k in range(1, 5):\n        if k <= n and k != m:\n            move(n - k, k)\n"
	holdUnlike(t, plain, [][2]string{
		{"k != m", "k != m and n != 1000001"},
		{"k != m", "(k != m or n > 1000000)"},
		{"k <= n and k != m", "k <= n and k <= 2 * m + 1 or k == 4 and n == 70000"},
		{"move(n - k, k)", "move(n - k, 3 if n == 123456 else k)"},
		{"range(1, 5)", "range(1, 5 if n < 5000000 else 4)"},
		{"m = integer(0, 4)", "m = integer()"},
		{"        if k", "        if n % 1024 == 1023:\n            break\n        if k"},
		{"            move", "            if n > 6000 and m == 2:\n                move(n, 1)\n            move"},
		{"def moves", "def legal(n, m):\n    return m < 4 or n < 9000\ndef moves"},
		{"position", "loopy = True\nposition"},
	})
}

// piecesText writes heaps of some kinds, which moves break: a random system in the words of files.
func piecesText(r *rand.Rand) string {
	kinds, last := 1+r.IntN(4), false // whether the last kind, to which none leads, becomes larger
	second := r.IntN(3) == 0          // of two numbers that are the kind
	of := func(kind int, n string) string {
		switch {
		case second:
			return fmt.Sprintf("(%d, %s, %d)", kind%2, n, kind/2)
		case kinds == 1:
			return n
		}
		return fmt.Sprintf("(%d, %s)", kind, n)
	}
	var b strings.Builder
	switch {
	case second:
		kinds = 4
		b.WriteString("position(a = integer(0, 1), n = integer(), b = integer(0, 1))\ndef moves(a, n, b):\n    kind = a + 2 * b\n")
	case kinds == 1:
		b.WriteString("position(n = integer())\ndef moves(n):\n    kind = 0\n")
	default:
		fmt.Fprintf(&b, "position(kind = integer(0, %d), n = integer())\ndef moves(kind, n):\n", kinds-1)
	}
	for kind := range kinds {
		to := func() int {
			if kind < kinds-1 {
				return r.IntN(kinds - 1)
			}
			return r.IntN(kinds)
		}
		fmt.Fprintf(&b, "    if kind == %d:\n", kind)
		for range 1 + r.IntN(3) {
			taken, x, y, u, w := 1+r.IntN(4), r.IntN(3), r.IntN(3), to(), to()
			beside, more := "", r.IntN(3)
			if r.IntN(4) == 0 {
				beside = ", " + of(to(), fmt.Sprint(more))
			}
			ifs := []string{"n > 3", "n > 4 and n % 2 == 1", "n >= 5", "n > 3 and n != 9", "n % 3 != 1 and n > 3"}[r.IntN(5)]
			fmt.Fprintf(&b, "        if %s:\n", ifs)
			switch r.IntN(5) {
			case 0:
				fmt.Fprintf(&b, "            move_sum(%s%s)\n", of(u, fmt.Sprintf("n - %d", taken)), beside)
			case 1:
				fmt.Fprintf(&b, "            move_sum(%s, %s%s)\n", of(u, "1"), of(w, "n - 3"), beside)
			case 2:
				if kind == kinds-1 && kind > 0 && !last {
					last = true
					fmt.Fprintf(&b, "            move_sum(%s)\n", of(r.IntN(kind), fmt.Sprintf("n + %d", taken-1)))
					break
				}
				fallthrough
			default:
				fmt.Fprintf(&b, "            for i in range(%d, n - %d):\n                move_sum(%s, %s%s)\n", x, taken+y, of(u, "i"), of(w, fmt.Sprintf("n - %d - i", taken)), beside)
			}
		}
		if r.IntN(2) == 0 {
			fmt.Fprintf(&b, "        if n == %d:\n            move_sum(%s)\n", 1+r.IntN(6), of(to(), "0"))
		}
	}
	return b.String()
}

// TestRandomBreakings compares random systems, read from files, with a search of their rules.
func TestRandomBreakings(t *testing.T) {
	r := chance.New(t, 37)
	for range long.Of(4, 12, 1000) {
		text := piecesText(r)
		f := recognise(t, text)
		if f == nil {
			t.Fatalf("not recognised:\n%s", text)
		}
		checkValues(t, text, f, 14)
		checkSums(t, r, load(t, text), f)
	}
}

// checkSums compares sums of two positions, different ones and equal ones.
func checkSums(t *testing.T, r *rand.Rand, file *rules.File, f *family.Family) {
	l, err := file.Layout(rules.Frame{})
	if err != nil {
		t.Fatal(err)
	}
	at := func() []int64 {
		at := make([]int64, len(l.Names()))
		for i, cell := range l.Cells() {
			at[i] = r.Int64N(min(cell.Most, 9) + 1)
		}
		return at
	}
	for range 4 {
		a, b := at(), at()
		if r.IntN(4) == 0 {
			b = a
		}
		p, err := l.Sum(a, b)
		if err != nil {
			t.Fatal(err)
		}
		checkOptions(t, f, file.Place(p))
	}
}

// TestUnlikeBreakings holds rules that differ in little from those of heaps of two kinds: none is taken for them
// with the same values.
func TestUnlikeBreakings(t *testing.T) {
	const plain = "position(kind = integer(0, 1), n = integer())\ndef moves(kind, n):\n    for i in range(n - 2):\n        move_sum((kind, i), (0, n - 3 - i))\n    if n > 1:\n        move(0, n - 2)\n"
	holdUnlike(t, plain, long.Every(5, [][2]string{
		{"range(n - 2)", "range(n - 2 if n != 1000001 else n - 3)"},
		{"range(n - 2)", "range(n // 2)"},
		{"        move_sum", "        if i != 70000:\n            move_sum"},
		{"        move_sum", "        if i % 2 == 0:\n            move_sum"},
		{"(kind, i)", "(kind if i != 123456 else 0, i)"},
		{"move(0, n - 2)", "move(0, n - 2 if n < 5000000 else n - 1)"},
		{"move(0, n - 2)", "move(1 - kind, n)"},
		{"position", "loopy = True\nposition"},
	}))
}
