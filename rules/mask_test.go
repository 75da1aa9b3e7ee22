package rules

import (
	"slices"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// TestKeptPlaces lists moves that overwrite cells by their places alone, at the same and at other
// positions again and again: compiled rules state the same moves as interpreted ones and take the
// same steps, though they keep the places.
func TestKeptPlaces(t *testing.T) {
	rng := chance.New(t, 1)
	for _, text := range []string{
		"position(g = grid(\".#x\", 4, 5))\ndef moves(g):\n    for r in range(g.height):\n        for c in range(g.width):\n            if g[r, c] == \".\":\n                move([[\"#\" if i == r or j - c == i - r and i < g.height - 1 else g[i, j] for j in range(g.width)] for i in range(g.height)])\n",
		"position(g = grid(\".#x\", 4, 5))\ndef moves(g):\n    for k in range(3):\n        for v in \"#x\":\n            move([[g[i, j] if (i + j) * k < 4 and not i == k else v for j in range(g.width)] for i in range(g.height)])\n",
		"position(g = row(\".#x\", most = 7), n = integer(0, 3))\ndef moves(g, n):\n    for k in range(len(g)):\n        move([\"x\" if abs(j - k) <= n and j < len(g) - 1 else g[j] for j in range(len(g))], n)\n",
		// The place of a cell, or a cell itself, decides: nothing may be kept.
		"position(g = grid(\".#x\", 4, 5))\ndef moves(g):\n    for k in range(3):\n        move([[\"x\" if g[i, j] == \".\" and i < k else g[i, j] for j in range(g.width)] for i in range(g.height)])\n",
	} {
		compiled, plain := load(t, "g.star", text, Options{CompiledOnly: true}), load(t, "g.star", text, Options{Interpreted: true})
		fast, slow := compiled.during(t.Context()), plain.during(t.Context())
		field := &compiled.code.Shape.Fields[0]
		for range 300 {
			state := make([]int64, compiled.code.Shape.Size)
			if field.Kind == Grid {
				state[0], state[1] = 1+rng.Int64N(4), 1+rng.Int64N(5)
			} else {
				state[0] = rng.Int64N(8)
				state[len(state)-1] = rng.Int64N(4)
			}
			for i := range field.Items(state) {
				field.Items(state)[i] = int64(field.Letters[rng.IntN(3)])
			}
			got, want := lang.Collector{Wants: "move"}, lang.Collector{Wants: "move"}
			if err := fast.movesOf(state, &got); err != nil {
				t.Fatal(err)
			}
			if err := slow.movesOf(state, &want); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.States, want.States) || !slices.Equal(got.Ends, want.Ends) || want.Took > 0 && got.Took != want.Took {
				t.Fatalf("%s at %v: %v in %d steps, and interpreted %v in %d", text, state, got.States, got.Took, want.States, want.Took)
			}
		}
	}
}
