package family_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/rules/family"
	"github.com/grundy-games/grundy/rules"
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
	for i := range long.Or(4, 8) {
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
	holdUnlike(t, plain, [][2]string{
		{"k <= h[i]", "k <= h[i] and h[0] + h[1] < 5000000"},
		{"k <= h[i]", "k <= h[i] and (h[i] < 1000000 or k < 4)"},
		{"range(3)", "range(1, 3)"},
		{"        for k", "        if h[i] != h[2] or h[0] > 100:\n            continue\n        for k"},
		{"def moves", "def legal(h):\n    return h[2] != 7000\ndef moves"},
	})
}

// TestFarSums asks about heaps far out.
func TestFarSums(t *testing.T) {
	f := load(t, "position(h = heaps(most = 30))\ndef moves(h):\n    for i in range(len(h)):\n        for k in (1, 3, 4):\n            if k <= h[i]:\n                move(put(h, h[i] - k, i))\n")
	frame := rules.Frame{Length: 20}
	found, err := family.Recognise(t.Context(), f, frame)
	if err != nil {
		t.Fatal(err)
	}
	l, _ := f.Layout(frame)
	at, want := []int64{}, uint64(0)
	values := []uint64{0, 1, 0, 1, 2, 3, 2} // of n mod 7 (Winning Ways, chapter 4)
	for i := range int64(20) {
		at = append(at, 100_000_000*i+i%7)
		want ^= values[at[i]%7]
	}
	c, err := l.Place(at)
	if err != nil {
		t.Fatal(err)
	}
	if learning, ok := found.PlanLearning(grundy.ByNimValue, c); ok && learning.Learn(t.Context()) != nil {
		t.Fatal("not learned")
	}
	if v, _, ok := found.Measure(grundy.ByNimValue, c); !ok || v != want {
		t.Errorf("%d, %v; want %d", v, ok, want)
	}
}

// TestCommonRules holds built-in games of several heaps, and what differs from them in little.
func TestCommonRules(t *testing.T) {
	const (
		wythoff   = "position(b = integer(), a = integer())\ndef moves(b, a):\n    for k in range(b):\n        move(k, a)\n    for k in range(a):\n        move(b, k)\n    for x in range(b):\n        for y in range(a):\n            if abs(b - x - a + y) < 2:\n                move(x, y)\n"
		nimhoff   = "position(k = integer(), m = integer(), l = integer())\ndef moves(k, m, l):\n    for x in range(k + 1):\n        for y in range(m + 1):\n            for z in range(l + 1):\n                taken = k + m + l - x - y - z\n                if taken > 0 and (taken < 3 or int(x < k) + int(y < m) + int(z < l) == 1):\n                    move(x, y, z)\n"
		cake      = "position(h = row(0, 2147483647, length = 3))\ndef moves(h):\n    for i in range(3):\n        if h[i] >= h[0] and h[i] >= h[1] and h[i] >= h[2]:\n            for k in range(1, h[i] + 1):\n                move(put(h, h[i] - k, i))\n"
		staircase = "position(s = row(0, 2147483647, length = 3))\ndef moves(s):\n    for i in range(1, 3):\n        for k in range(1, s[i] + 1):\n            move(put(put(s, s[i] - k, i), s[i - 1] + k, i - 1))\n"
	)
	for _, c := range []struct{ want, text, instead string }{
		{"wythoff[2]", wythoff, ""}, {"cyclic-nimhoff[3]", nimhoff, ""}, {"cake", cake, ""}, {"staircase", staircase, ""},
		{"", wythoff, "< 2->< 2 - a // 1000000"}, {"", nimhoff, "taken < 3->taken < 3 and x != 5000000"}, {"", cake, "h[i] >= h[2]->h[i] + 9 >= h[2] + 9 * int(h[2] < 1000000)"},
	} {
		from, to, _ := strings.Cut(c.instead, "->")
		text := strings.Replace(c.text, from, to, 1)
		found := recognise(t, text)
		if found == nil || c.want == "" {
			if found != nil || c.want != "" {
				t.Errorf("%v, not %q:\n%s", found, c.want, text)
			}
			continue
		}
		if found.Name != c.want {
			t.Errorf("%s, not %s", found.Name, c.want)
		}
		l, err := load(t, text).Layout(rules.Frame{})
		if err != nil {
			t.Fatal(err)
		}
		at := make([]int64, len(l.Names()))
		for range 64 {
			p, err := l.Place(at)
			if err != nil {
				t.Fatal(err)
			}
			checkOptions(t, found, p)
			for i := range at {
				if at[i]++; at[i] < 4 {
					break
				}
				at[i] = 0
			}
		}
	}
}
