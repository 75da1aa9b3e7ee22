package disk_test

// This file measures how fast a table on disk is filled, beside the same table in memory:
// a game of three heaps from a file of rules, and the same game in Go. With GRUNDY_LONG=1 the
// tables have 10^9 positions, and that of the game in Go has 10^10.

import (
	"fmt"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/table/disk"
	"github.com/grundy-games/grundy/rules"
	"github.com/grundy-games/grundy/theory/search"
)

// threeHeaps has 7 moves from most positions.
const threeHeaps = `"""Take one or two from a heap, or one from each."""
position(a = integer(), b = integer(), c = integer())

def moves(a, b, c):
    for k in range(1, min(a, 2) + 1):
        move(a - k, b, c)
    for k in range(1, min(b, 2) + 1):
        move(a, b - k, c)
    for k in range(1, min(c, 2) + 1):
        move(a, b, c - k)
    for k in range(1, min(a, b, c, 1) + 1):
        move(a - k, b - k, c - k)
`

// heaps is the same game with side values a heap.
type heaps struct{ side uint64 }

func (g heaps) AppendOptions(dst []uint64, rank uint64) ([]uint64, error) {
	side, plane := g.side, g.side*g.side
	c := rank % side
	b := rank / side % side
	a := rank / plane
	if a > 0 {
		dst = append(dst, rank-plane)
		if b > 0 && c > 0 {
			dst = append(dst, rank-plane-side-1)
		}
		if a > 1 {
			dst = append(dst, rank-2*plane)
		}
	}
	if b > 0 {
		dst = append(dst, rank-side)
		if b > 1 {
			dst = append(dst, rank-2*side)
		}
	}
	if c > 0 {
		dst = append(dst, rank-1)
		if c > 1 {
			dst = append(dst, rank-2)
		}
	}
	return dst, nil
}

// both measures a table in memory and on disk.
func both(b *testing.B, h disk.Header, inMemory bool, moves func() grundy.RankedMoves) {
	b.Helper()
	n := uint64(1)
	for _, size := range h.Sizes {
		n *= size
	}
	perSecond := func(b *testing.B) {
		b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
	}
	if inMemory {
		b.Run("memory", func(b *testing.B) {
			for b.Loop() {
				if _, err := search.Table(b.Context(), func() search.DenseRules { return moves() }, n, search.Options{Sizes: h.Sizes}); err != nil {
					b.Fatal(err)
				}
			}
			perSecond(b)
		})
	}
	b.Run("disk", func(b *testing.B) {
		bytes := uint64(0)
		for b.Loop() {
			sum, err := disk.Fill(b.Context(), b.TempDir(), h, moves, disk.Options{})
			if err != nil {
				b.Fatal(err)
			}
			bytes = sum.Bytes
		}
		perSecond(b)
		b.ReportMetric(float64(bytes)/float64(n), "B/position")
	})
}

func BenchmarkThreeHeapsFromAFile(b *testing.B) {
	side := 60
	if long.Asked {
		side = 1000
	}
	f, err := rules.Load(b.Context(), "heaps.star", strings.NewReader(threeHeaps), rules.Options{})
	if err != nil {
		b.Fatal(err)
	}
	c, _, err := f.Read(b.Context(), fmt.Sprintf("%d,%[1]d,%[1]d)", side-1))
	if err != nil {
		b.Fatal(err)
	}
	ranks, ok := c.Ranks()
	if !ok {
		b.Fatal("it has no ranks")
	}
	both(b, disk.Header{Game: f.String(), Corner: c.String(), Rules: f.Hash(), Sizes: ranks.Sizes, Of: disk.NimValues}, true, ranks.NewMoves)
}

func BenchmarkThreeHeapsInGo(b *testing.B) {
	side := uint64(60)
	if long.Asked {
		side = 2155
	}
	h := disk.Header{Game: "heaps", Corner: "heaps", Sizes: []uint64{side, side, side}, Of: disk.NimValues}
	both(b, h, !long.Asked, func() grundy.RankedMoves { return heaps{side} })
}
