package disk_test

// This file measures how fast a table on disk is filled, beside the same table in memory,
// for a game from a file of rules. GRUNDY_LONG=1 takes a thousand million positions.

import (
	"strings"
	"testing"

	"grundy"
	"grundy/internal/long"
	"grundy/rules"
	"grundy/table/disk"
	"grundy/theory/search"
)

// threeHeaps has 18 moves from most positions.
const threeHeaps = `"""Take up to four from one heap, or one or two from each of two heaps."""
position(a = integer(), b = integer(), c = integer())

def moves(a, b, c):
    for k in range(1, min(a, 4) + 1):
        move(a - k, b, c)
    for k in range(1, min(b, 4) + 1):
        move(a, b - k, c)
    for k in range(1, min(c, 4) + 1):
        move(a, b, c - k)
    for k in range(1, min(a, b, 2) + 1):
        move(a - k, b - k, c)
    for k in range(1, min(a, c, 2) + 1):
        move(a - k, b, c - k)
    for k in range(1, min(b, c, 2) + 1):
        move(a, b - k, c - k)
`

func BenchmarkThreeHeaps(b *testing.B) {
	corner := "99,99,99)"
	if long.Asked {
		corner = "999,999,999)"
	}
	f, err := rules.Load(b.Context(), "heaps.star", strings.NewReader(threeHeaps), rules.Options{})
	if err != nil {
		b.Fatal(err)
	}
	c, _, err := f.Read(b.Context(), corner)
	if err != nil {
		b.Fatal(err)
	}
	ranks, ok := c.Ranks()
	if !ok {
		b.Fatal("it has no ranks")
	}
	n := ranks.Count()
	perSecond := func(b *testing.B) {
		b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
	}
	b.Run("memory", func(b *testing.B) {
		for b.Loop() {
			if _, err := search.Table(b.Context(), func() search.DenseRules { return ranks.NewMoves() }, n, search.Options{Sizes: ranks.Sizes}); err != nil {
				b.Fatal(err)
			}
		}
		perSecond(b)
	})
	b.Run("disk", func(b *testing.B) {
		h := disk.Header{Game: f.String(), Corner: c.String(), Rules: f.Hash(), Sizes: ranks.Sizes, Of: disk.NimValues}
		for b.Loop() {
			if _, err := disk.Fill(b.Context(), b.TempDir(), h, func() grundy.RankedMoves { return ranks.NewMoves() }, disk.Options{}); err != nil {
				b.Fatal(err)
			}
		}
		perSecond(b)
	})
}
