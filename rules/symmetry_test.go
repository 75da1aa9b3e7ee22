package rules

// This file checks that the images of a position by its symmetries all have the
// same canonical form, and that parts are found as by the definition.

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
)

func TestCanonical(t *testing.T) {
	rng := chance.New(t, 1)
	for _, c := range []struct {
		symmetries string
		images     []turn // that generate all
	}{
		{`"rotate", "reflect"`, []turn{turns["rotate"], turns["reflect"]}},
		{`"rotate"`, []turn{turns["rotate"]}},
		{`"half-turn"`, []turn{turns["half-turn"]}},
		{`"flip"`, []turn{turns["flip"]}},
		{`"reflect", "flip"`, []turn{turns["reflect"], turns["flip"]}},
		{`"transpose"`, []turn{turns["transpose"]}},
	} {
		f := load(t, "g.star", "position(g = grid(\"abc\", 4, 5))\ndef moves(g):\n    pass\nsymmetric("+c.symmetries+")\n", Options{})
		room := make([]int64, roomSize(f.code.Shape))
		for range 300 {
			h, w := 1+rng.IntN(4), 1+rng.IntN(5)
			state := make([]int64, f.code.Shape.Size)
			state[0], state[1] = int64(h), int64(w)
			for i := range h * w {
				state[2+i] = int64('a' + rng.IntN(3))
			}
			want := slices.Clone(state)
			f.leastOf(f.same, want, room)
			for range 6 {
				by := c.images[rng.IntN(len(c.images))]
				image, ok := turned(state, by, 4, 5)
				if !ok {
					continue
				}
				state = image
				got := slices.Clone(state)
				f.leastOf(f.same, got, room)
				if !slices.Equal(got, want) {
					t.Fatalf("%s: %v becomes %v, not %v", c.symmetries, state, got, want)
				}
			}
		}
	}
	for symmetries, all := range map[string]func(row []int64) []int64{
		`"reverse"`: reversed, `"rotate"`: rotated,
		`"reverse", "rotate"`: func(row []int64) []int64 { return reversed(rotated(row)) },
	} {
		f := load(t, "r.star", "position(r = row(0, 2, most = 7))\ndef moves(r):\n    pass\nsymmetric("+symmetries+")\n", Options{})
		room, rng := make([]int64, roomSize(f.code.Shape)), chance.New(t, 2)
		for range 300 {
			state := make([]int64, f.code.Shape.Size)
			state[0] = int64(rng.IntN(8))
			for i := range state[0] {
				state[1+i] = rng.Int64N(3)
			}
			image := append([]int64{state[0]}, all(state[1:1+state[0]])...)
			image = append(image, make([]int64, f.code.Shape.Size-len(image))...)
			text := fmt.Sprint(state, image)
			f.leastOf(f.same, state, room)
			f.leastOf(f.same, image, room)
			if !slices.Equal(state, image) {
				t.Fatalf("%s: %s become %v and %v", symmetries, text, state, image)
			}
		}
	}
}

// turned turns a grid, plainly: rows and columns are exchanged first.
func turned(state []int64, by turn, mostH, mostW int) ([]int64, bool) {
	h, w := int(state[0]), int(state[1])
	height, width := h, w
	if by.transposed {
		height, width = w, h
	}
	if height > mostH || width > mostW {
		return nil, false
	}
	image := make([]int64, len(state))
	image[0], image[1] = int64(height), int64(width)
	for r := range h {
		for c := range w {
			to, toC := r, c
			if by.transposed {
				to, toC = c, r
			}
			if by.rows {
				to = height - 1 - to
			}
			if by.columns {
				toC = width - 1 - toC
			}
			image[2+to*width+toC] = state[2+r*w+c]
		}
	}
	return image, true
}

func reversed(row []int64) []int64 {
	row = slices.Clone(row)
	slices.Reverse(row)
	return row
}

func rotated(row []int64) []int64 {
	if len(row) == 0 {
		return nil
	}
	return append(slices.Clone(row[1:]), row[0])
}

func TestParts(t *testing.T) {
	for _, c := range []struct{ text, position, want string }{
		{"position(g = grid(\".#\", 4, 5))\ndef moves(g):\n    pass\ntouching(\".\")\n", `"..#.#/.#..#/##.#."`, `p.star(".";"../.#";"#./../.#")`},
		{"position(g = grid(\".#\", 4, 5))\ndef moves(g):\n    pass\ntouching(\".\", diagonal = True)\n", `".#./#.#"`, `p.star(".#./#.#")`},
		{"position(g = grid(\".#\", 4, 5))\ndef moves(g):\n    pass\ntouching(\".\")\n", `"##"`, `p.star(;)`},
		{"position(g = grid(\".#\", 4, 5))\ndef moves(g):\n    pass\ntouching(\".\")\n", `".#/#."`, `p.star(".";".")`},
		{"position(g = grid(\".#\", 4, 5))\ndef moves(g):\n    pass\ntouching(\".\")\n", `"#./.#"`, `p.star(".";".")`},
		{"position(g = grid(\".#\", 4, 5))\ndef moves(g):\n    pass\ntouching(\".\")\n", `"###./#.#./##.."`, `p.star(".";"#./#./..")`},
		{"position(r = row(0, 3, most = 9))\ndef moves(r):\n    pass\ntouching(1)\n", `[1,2,1,1]`, `p.star([1];[1,1])`},
		{"position(r = row(100000, 100003, most = 9))\ndef moves(r):\n    pass\ntouching([100002])\n", `[100002,100000,100002]`, `p.star([100002];[100002])`},
		{"position(r = row(\"ab.\", most = 9), n = integer())\ndef moves(r, n):\n    pass\ntouching(\"ab\")\n", `"ab..b.aa",3`, `p.star("b",3;"aa",3;"ab",3)`},
		{"position(r = row(0, 3, most = 9))\ndef moves(r):\n    pass\ntouching([1, 2], rest = 3)\n", `[1,2,0,3,2]`, `p.star([2];[1,2])`},
		{"position(r = row(\"ab\", most = 9))\ndef moves(r):\n    pass\ndef parts(r):\n    for i in range(len(r)):\n        if r[i] == \"b\":\n            part(r[i:])\n", `"abab"`, `p.star("b";"bab")`},
	} {
		f := load(t, "p.star", c.text, Options{CompiledOnly: true})
		p := read(t, f, c.position+")")
		parts := p.Split()
		var packed []string
		for _, q := range parts {
			packed = append(packed, string(q.Position().(Position)))
		}
		if got := string(f.AppendPosition(nil, sumOf(packed))); got != c.want {
			t.Errorf("%s falls into %s, not %s", c.position, got, c.want)
		}
	}
}

// TestLeastRotation holds the least rotation of each short row equal to the least of
// all of them, and finds those of long rows that agree with themselves for long.
func TestLeastRotation(t *testing.T) {
	for length := range 9 {
		for n := range 1 << (2 * length) {
			row := make([]int64, length)
			for i := range row {
				row[i] = int64(n >> (2 * i) & 3)
			}
			want, turned := slices.Clone(row), slices.Clone(row)
			for range row {
				if turned = rotated(turned); slices.Compare(turned, want) < 0 {
					want = turned
				}
			}
			got := make([]int64, length)
			if leastRotation(got, row); !slices.Equal(got, want) {
				t.Fatalf("%v becomes %v, not %v", row, got, want)
			}
		}
	}
	const length = 1 << 20 // for which quadratic time would be hours
	for _, period := range []int{1, 2, 7, 1000, length - 1} {
		row, got := make([]int64, length), make([]int64, length)
		for i := range row {
			if i%period == period-1 {
				row[i] = 1
			}
		}
		leastRotation(got, row)
		if slices.Compare(got, row) > 0 {
			t.Errorf("period %d: a rotation is less", period)
		}
	}
}

// TestRangeOfTouching checks the greatest range of numbers that cells which touch may
// have: each number of it takes a byte.
func TestRangeOfTouching(t *testing.T) {
	for field, wrong := range map[string]string{
		`row(0, 65536, most = 9)`:   "",
		`row(-9, 65527, most = 9)`:  "",
		`row(0, 65537, most = 9)`:   "b.star:4:1: touching(1): want r to have letters, or a small range of numbers",
		`row(-10, 65527, most = 9)`: "b.star:4:1: touching(1): want r to have letters, or a small range of numbers",
	} {
		_, err := Load(t.Context(), "b.star", strings.NewReader("position(r = "+field+")\ndef moves(r):\n    pass\ntouching(1)\n"), Options{})
		if (err != nil || wrong != "") && (err == nil || !strings.Contains(err.Error(), wrong) || wrong == "") {
			t.Errorf("%s: %v, want %s", field, err, wrong)
		}
	}
}
