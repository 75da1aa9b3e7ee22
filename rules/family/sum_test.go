package family_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"grundy"
	"grundy/internal/chance"
	"grundy/rules"
	"grundy/rules/family"
)

// oneHeap writes moves of one heap, whose size is that name, and which to makes another.
func oneHeap(r *rand.Rand, name string, to func(left string) string) string {
	text := []string{
		"    for k in (1, 3, 4):\n        if k <= NUM:\n            move(NUM - k)\n",
		"    for k in range(1, NUM + 1):\n        if k != 2:\n            move(NUM - k)\n",
		"    for left in range(NUM):\n        move(left)\n",
		"    if NUM > 2:\n        move(NUM - 2)\n    if NUM >= 5:\n        move(NUM - 5)\n",
		"    if NUM % 3 != 1 and NUM > 0:\n        move(NUM - 1)\n    if NUM > 6:\n        move(NUM - 3)\n",
		"    for k in range(1, NUM):\n        move(k)\n",
	}[r.IntN(6)]
	for _, left := range []string{"NUM - k", "NUM - 1", "NUM - 2", "NUM - 3", "NUM - 5", "left", "k"} {
		text = strings.ReplaceAll(text, "move("+left+")", "move("+to(left)+")")
	}
	return strings.ReplaceAll(text, "NUM", name)
}

func TestRandomSums(t *testing.T) {
	r := chance.New(t, 6)
	for i := range 8 {
		count, text := 2+r.IntN(2), ""
		if i%2 == 0 {
			text = oneHeap(r, "h[i]", func(left string) string { return "put(h, " + left + ", i)" })
			text = fmt.Sprintf("position(h = heaps(length = %d))\ndef moves(h):\n    for i in range(%d):\n    %s", count, count, strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ")+"\n")
		} else {
			names := axes[:count]
			text = "position(" + strings.Join(names, " = integer(), ") + " = integer())\ndef moves(" + strings.Join(names, ", ") + "):\n"
			for at, name := range names {
				text += oneHeap(r, name, func(left string) string {
					to := append([]string{}, names...)
					to[at] = left
					return strings.Join(to, ", ")
				})
			}
		}
		found := recognise(t, text)
		if found == nil {
			t.Fatalf("not recognised:\n%s", text)
		}
		checkValues(t, text, found, []uint64{0, 0, 9, 5}[count])
	}
}

// TestUnlikeSums holds rules that are nearly sums of heaps.
func TestUnlikeSums(t *testing.T) {
	const plain = "position(h = heaps(length = 3))\ndef moves(h):\n    for i in range(3):\n        for k in (1, 3, 4):\n            if k <= h[i]:\n                move(put(h, h[i] - k, i))\n"
	if found := recognise(t, plain); found == nil || found.Name != "the sum of 3 heaps of subtraction[1,3,4]" {
		t.Fatalf("%v", found)
	}
	for _, change := range [][2]string{
		{"k <= h[i]", "k <= h[i] and h[0] + h[1] < 5000000"},
		{"k <= h[i]", "k <= h[i] and (h[i] < 1000000 or k < 4)"},
		{"range(3)", "range(1, 3)"},
		{"        for k", "        if h[i] != h[2] or h[0] > 100:\n            continue\n        for k"},
		{"def moves", "def legal(h):\n    return h[2] != 7000\ndef moves"},
	} {
		text := strings.Replace(plain, change[0], change[1], 1)
		if found := recognise(t, text); found != nil {
			t.Errorf("taken for %s:\n%s", found.Name, text)
		}
	}
}

// TestFarSums asks about heaps far out.
func TestFarSums(t *testing.T) {
	f := load(t, "position(h = heaps(most = 9))\ndef moves(h):\n    for i in range(len(h)):\n        for k in (1, 3, 4):\n            if k <= h[i]:\n                move(put(h, h[i] - k, i))\n")
	found, err := family.Recognise(t.Context(), f, rules.Frame{Length: 4})
	if err != nil {
		t.Fatal(err)
	}
	l, _ := f.Layout(rules.Frame{Length: 4})
	c, err := l.Place([]int64{5, 1_000_000_000, 1_000_000_001, 2_000_000_000})
	if err != nil {
		t.Fatal(err)
	}
	if learning, ok := found.PlanLearning(grundy.ByNimValue, c); ok && learning.Learn(t.Context()) != nil {
		t.Fatal("not learned")
	}
	values := []uint64{0, 1, 0, 1, 2, 3, 2} // of n mod 7 (Winning Ways, chapter 4)
	v, _, ok := found.Measure(grundy.ByNimValue, c)
	if want := values[5] ^ values[1_000_000_000%7] ^ values[1_000_000_001%7] ^ values[2_000_000_000%7]; !ok || v != want {
		t.Errorf("%d, %v; want %d", v, ok, want)
	}
}
