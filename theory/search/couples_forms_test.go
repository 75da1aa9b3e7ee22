package search_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy/theory/search"
)

// The forms of formedSums are equal where the trees of options are; some positions have none.
type formedSums struct {
	sums
	trees map[uint64]string
}

func (g formedSums) tree(key uint64) string {
	if tree, ok := g.trees[key]; ok {
		return tree
	}
	var options []string
	for _, parts := range g.sums[key] {
		var trees []string
		for _, p := range parts {
			trees = append(trees, g.tree(p))
		}
		slices.Sort(trees)
		options = append(options, fmt.Sprint(trees))
	}
	slices.Sort(options)
	g.trees[key] = "(" + strings.Join(options, " ") + ")"
	return g.trees[key]
}

func (g formedSums) AppendForm(dst []byte, key uint64) []byte {
	if key%5 == 4 {
		return dst
	}
	return append(dst, g.tree(key)...)
}

// TestCouplesByForms lets positions with the same form be one, from the beginning or later, and
// compares the values with recursion.
func TestCouplesByForms(t *testing.T) {
	merged := false
	rapid.Check(t, func(t *rapid.T) {
		search.SetFormsFrom(t, rapid.Uint32Range(0, 20).Draw(t, "forms from"))
		g := randomSums(t, 40)
		slow := newNaive(search.Rules[uint64](g))
		c := search.NewCouples(search.Rules[uint64](formedSums{g, map[uint64]string{}}), search.Options{})
		plain := search.NewCouples(search.Rules[uint64](g), search.Options{})
		for range 8 {
			keys := rapid.SliceOfN(rapid.Uint64Max(uint64(len(g)-1)), 0, 4).Draw(t, "sum")
			c.SetOptions(search.Options{Positions: rapid.Uint64Range(1, 60).Draw(t, "positions")})
			want := uint64(0)
			for _, k := range keys {
				want ^= slow.value(k)
			}
			got, err := c.NimValue(ctx, keys...)
			if over := new(search.BudgetError); err != nil && !errors.As(err, &over) || err == nil && got != want {
				t.Fatalf("%v of %v within bounds: %d, %v, want %d", keys, g, got, err, want)
			}
			c.SetOptions(search.Options{})
			if got, err := c.NimValue(ctx, keys...); err != nil || got != want {
				t.Fatalf("%v of %v: %d, %v, want %d", keys, g, got, err, want)
			}
			if v, ok := c.Known(keys...); !ok || v != want {
				t.Fatalf("%v of %v: %d is known, %v, want %d", keys, g, v, ok, want)
			}
			if _, err := plain.NimValue(ctx, keys...); err != nil {
				t.Fatal(err)
			}
		}
		merged = merged || c.Positions() < plain.Positions()
	})
	if !merged {
		t.Error("no two positions were one")
	}
}
