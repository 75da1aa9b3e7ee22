package rules

// This file compares keys by sets of bits with the parts and the least images that other
// positions get.

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
)

// TestBitboard takes random grids apart in both ways. Parts that are the same by symmetry have the
// same key, and no others; and a key is read as a part that is the same.
func TestBitboard(t *testing.T) {
	rng := chance.New(t, 1)
	for _, symmetries := range long.Every(3, []string{"", `symmetric("rotate", "reflect")`, `symmetric("rotate")`, `symmetric("half-turn")`, `symmetric("flip")`, `symmetric("transpose")`, `symmetric("reflect")`,
		`symmetric("exchange", letters = "ab")`, "symmetric(\"rotate\", \"reflect\")\nsymmetric(\"exchange\", letters = \"ba\")"}) {
		for _, apart := range []string{"", `touching("a")`, `touching("ab", diagonal = True)`, `touching("ab", apart = ["ab"])`, `touching("ba", apart = ["aa", "bb"], rest = "c")`,
			`touching("a", rides = [(0, 1), (1, 0), (1, 1), (1, -1)])`, `touching("ab", leaps = [(1, 2), (2, 1), (1, -2), (2, -1)])`, `touching("ab", leaps = [(0, 1)], rides = [(2, 0)])`} {
			for _, shape := range []string{`"abc", 4, 5`, `"cba", 8, 8`, `"xab", 3, 14`, `"abcdefghi", 6, 10`, `"ba.", 12, 10`, `"ab.#", 17, 7`, `"ba", 15, 15`} {
				if shape == `"xab", 3, 14` && apart == `touching("ba", apart = ["aa", "bb"], rest = "c")` {
					continue // which has no c
				}
				f, err := Load(t.Context(), "g.star", strings.NewReader(fmt.Sprintf("position(g = grid(%s))\ndef moves(g):\n    pass\n%s\n%s\n", shape, symmetries, apart)), Options{})
				if err != nil {
					continue // a grid without the letters
				}
				field := &f.code.Shape.Fields[0]
				w := f.during(t.Context()).newWorker()
				w.believing = true
				codec := byWords(f, f.bitboard.packing, func(k *[4]uint64) [4]uint64 { return *k }, func(k [4]uint64) [4]uint64 { return k })
				seen := map[string][4]uint64{} // by the least image
				for range long.Of(15, 15, 40) {
					h, wide := rng.IntN(field.Height+1), 1+rng.IntN(field.Width)
					if h == 0 {
						wide = 0
					}
					state := make([]int64, f.code.Shape.Size)
					state[0], state[1] = int64(h), int64(wide)
					letters := field.Letters[:1+rng.IntN(len(field.Letters))]
					for i := range h * wide {
						state[2+i] = int64(letters[rng.IntN(len(letters))])
					}
					var want, got [][4]uint64
					text := string(f.code.Shape.AppendState(nil, state))
					if err := w.eachPart(slices.Clone(state), func(part []int64) error {
						key := codec.keyOf(w, part)
						want = append(want, key)
						back := make([]int64, len(part))
						codec.state(back, key)
						w.run.canonical(back, w.room)
						if !slices.Equal(back, part) {
							t.Errorf("%s %s %s: the part %s of %s comes back as %s", shape, symmetries, apart, f.code.Shape.AppendState(nil, part), text, f.code.Shape.AppendState(nil, back))
						}
						least := fmt.Sprint(part)
						if other, ok := seen[least]; ok && other != key {
							t.Errorf("%s %s %s: two keys of %s", shape, symmetries, apart, f.code.Shape.AppendState(nil, part))
						}
						seen[least] = key
						return nil
					}); err != nil {
						t.Fatal(err)
					}
					if !w.onBoard(state) {
						continue
					}
					if err := w.boards.eachKey(w, state, func(k *keyWords) error {
						got = append(got, k.w)
						return nil
					}); err != nil {
						t.Fatal(err)
					}
					sortKeys(want)
					sortKeys(got)
					if !slices.Equal(got, want) {
						t.Fatalf("%s %s %s: %s has the keys %x, and its parts %x", shape, symmetries, apart, text, got, want)
					}
				}
			}
		}
	}
}

func sortKeys(keys [][4]uint64) {
	slices.SortFunc(keys, func(a, b [4]uint64) int { return slices.Compare(a[:], b[:]) })
}
