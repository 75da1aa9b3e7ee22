package machine

// This file checks how many steps programs take, and what they do at the ends of rows and
// ranges.

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// TestSteps checks how many steps the constructs of the language take, both ways.
func TestSteps(t *testing.T) {
	const top = `position(n = integer(0, 9), w = row("ab", most = 9), g = grid("ab", 3, 3))
L = [5, 6, 7]
P = [(1, 2), (3, 4)]
def one(a):
    return a
def long(a):
    b = a + a + a + a + a
    return b
def first(w):
    return w[0]
def same(w):
    return w
def moves(n, w, g):
    `
	for statement, want := range map[string]int64{
		"pass":                                      0,
		"x = n + 1":                                 0,
		"while n > 0:\n        n -= 1":              3, // 7 nodes
		"while n > 0:\n        n = n - 1":           6, // 8 nodes
		"for i in range(5):\n        pass":          5,
		"for i in range(9, 0, -2):\n        pass":   2 * 5, // 9 nodes
		"for i in L:\n        pass":                 3 + 3,
		"for i, x in enumerate(w):\n        pass":   2*4 + 4*2, // 9 nodes
		"for c in w:\n        break":                4 + 1,
		"for c in g:\n        pass":                 6 + 6,
		"for a, b in P:\n        pass":              2 + 2,
		"for p in P:\n        pass":                 2 + 2 + 2*2,
		"x = one(n)":                                1, // 5 nodes
		"x = long(n)":                               3, // 17 nodes
		"x = first(w)":                              4 + 1,
		"x = same(w)":                               4 + 1 + 4 + 4,
		"x = w":                                     4,
		"x = put(w, \"b\", 0)":                      4 + 4,
		"x = put(g, \"b\", (0, 0))":                 6 + 6,
		"x = fill(1, 7)":                            7 + 7,
		"x = cut(g, 0, 0, 2, 2)":                    4 + 4,
		"x = w + w":                                 8 + 8,
		"x = w * 3":                                 12 + 12,
		"x = w[1:3]":                                2 + 2,
		"x = w[::2]":                                2 + 2,
		"x = w[3:1]":                                0,
		"x = w if n else w":                         4 + 4,
		"x = 1 if n else 2":                         0,
		"x = [1, 2, 3]":                             3,
		"x = [c for c in w]":                        4 + 4 + 4,
		"x = sorted(w)":                             4 + 4*3 + 4,
		"x = reversed(L)":                           3 + 3,
		"x = sum(L) + min(L) + max(L)":              9,
		"x = min(n, 3, 4)":                          0,
		"x = any([c == \"b\" for c in w])":          4 + 4 + 4, // 7 nodes
		"x = \"a\" in w":                            4,
		"x = \"a\" in g":                            6,
		"x = \"a\" in \"abababab\"":                 1,
		"x = \"a\" in \"abababa\"":                  0,
		"x = w == w":                                4,
		"x = w == w[1:]":                            3,
		"x = g == g":                                6,
		"x = w.count(\"a\")":                        4,
		"x = len(w) + w.count(\"b\")":               4,
		"move(n, w, g)":                             1 + 10 + 11,
		"move_sum((n, w, g), copies(3, (n, w, g)))": 4 * (1 + 10 + 11),
		"move_sum(copies(0, (n, w, g)))":            0,
	} {
		a, b := bothWays(t, top+statement+"\n")
		if a.fast == nil {
			t.Errorf("%s: %v", statement, a.slow)
			continue
		}
		state := a.state(t, lang.Int(3), lang.Text("abba"), lang.Text("aba/bab"))
		holdSame(t, statement, a, b, [][]int64{state})
		result := lang.Collector{Wants: "move"}
		if err := a.list(state, &result); err != nil || result.Took != want {
			t.Errorf("%s: %d steps, want %d; %v", statement, result.Took, want, err)
		}
		for most := int64(1); most < want; most++ { // no less is enough, wherever it ends
			for _, f := range []*played{a, b} {
				err := Run(f.Code, &lang.Clock{Most: most}, f.fast, f.moves, state, &lang.Collector{Wants: "move"})
				if !errors.Is(err, grundy.ErrBudget) {
					t.Errorf("%s, at most %d steps of %d: %v", statement, most, want, err)
				}
			}
		}
	}
}

// TestSlices checks slices to their meaning: the items from one end to before the other,
// ends outside the row being the nearest ones.
func TestSlices(t *testing.T) {
	for _, step := range []int{1, 2, 3, -1, -2, -3} {
		text := fmt.Sprintf("position(lo = integer(-7, 7), hi = integer(-7, 7), w = row(0, 9, most = 5))\ndef moves(lo, hi, w):\n    move(0, 0, w[lo:hi:%[1]d])\n    move(0, 0, w[lo::%[1]d])\n    move(0, 0, w[:hi:%[1]d])\n    move(0, 0, w[::%[1]d])\n", step)
		fast, slow := bothWays(t, text)
		if fast.fast == nil {
			t.Fatal(fast.slow)
		}
		for length := range 6 {
			for lo := -7; lo <= 7; lo++ {
				for hi := -7; hi <= 7; hi++ {
					state := []int64{int64(lo), int64(hi), int64(length), 1, 2, 3, 4, 5}
					clear(state[3+length:])
					holdSame(t, text, fast, slow, [][]int64{state})
					result := lang.Collector{Wants: "move"}
					if err := fast.list(state, &result); err != nil {
						t.Fatal(err)
					}
					for i, ends := range [][2]bool{{true, true}, {true, false}, {false, true}, {false, false}} {
						want := make([]int64, 8)
						for _, at := range sliced(length, lo, hi, step, ends) {
							want[2]++
							want[2+want[2]] = state[3+at]
						}
						if got := result.States[8*i : 8*i+8]; !slices.Equal(got, want) {
							t.Fatalf("[%d:%d:%d] of %v, given %v: %v, want %v", lo, hi, step, state, ends, got, want)
						}
					}
				}
			}
		}
	}
}

// sliced returns the places of a slice by definition: all those from which every step-th
// lies between the ends that are given.
func sliced(length, lo, hi, step int, given [2]bool) (places []int) {
	real := func(end int) int {
		if end < 0 {
			return end + length
		}
		return end
	}
	first := 0
	if step < 0 {
		first = length - 1
	}
	if given[0] {
		first = max(min(real(lo), length), -1)
		if step < 0 {
			first = min(first, length-1)
		} else {
			first = max(first, 0)
		}
	}
	for at := first; 0 <= at && at < length; at += step {
		if given[1] && (step > 0 && at >= real(hi) || step < 0 && at <= real(hi)) {
			break
		}
		places = append(places, at)
	}
	return places
}

// TestLineBounds checks that the fast loops around one move do not leave the range of a
// field, at either end.
func TestLineBounds(t *testing.T) {
	for loop, fails := range map[string]bool{
		"for k in range(n, 10):\n        move(k)": false, "for k in range(n, 11):\n        move(k)": true,
		"for k in range(n + 1):\n        move(n - k)": false, "for k in range(n + 2):\n        move(n - k)": true,
		"for k in range(-1, 2):\n        move(k)": true, "for k in range(4):\n        move(3 * k)": false, "for k in range(5):\n        move(3 * k)": true,
	} {
		a, b := bothWays(t, "position(n = integer(0, 9))\ndef moves(n):\n    "+loop+"\n")
		if failed := holdSame(t, loop, a, b, [][]int64{{3}}); a.fast == nil || (failed > 0) != fails {
			t.Errorf("%s: %d calls failed, %v", loop, failed, a.slow)
		}
	}
}

// TestEndings states ends of the play, alone and beside moves.
func TestEndings(t *testing.T) {
	for _, body := range []string{"win()", "draw()\n    draw()", "win()\n    lose()", "move(n)\n    lose()", "lose()\n    move(n)"} {
		text := "position(n = integer())\ndef moves(n):\n    " + body + "\n"
		a, b := bothWays(t, text)
		if a.fast == nil {
			t.Fatal(a.slow)
		}
		holdSame(t, text, a, b, [][]int64{{3}})
	}
}
