package search_test

// These are tests of orders of ranks.

import (
	"errors"
	"slices"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/theory/search"
)

// fieldsOf returns the fields of a rank.
func fieldsOf(rank uint64, sizes []uint64) []int64 {
	v := make([]int64, len(sizes))
	for i := len(sizes) - 1; i >= 0; i-- {
		v[i] = int64(rank % sizes[i])
		rank /= sizes[i]
	}
	return v
}

// weighed returns the weighted sums of fields.
func weighed(weights [][]int64, v []int64) []int64 {
	all := make([]int64, len(weights))
	for j, w := range weights {
		for i, n := range v {
			all[j] += w[i] * n
		}
	}
	return all
}

// An arrangement sorts the ranks by their sums.
func TestArrange(t *testing.T) {
	rng := chance.New(t, 1)
	for range 300 {
		sizes := make([]uint64, 1+rng.IntN(4))
		n := uint64(1)
		for i := range sizes {
			sizes[i] = 1 + rng.Uint64N(7)
			n *= sizes[i]
		}
		weights := make([][]int64, rng.IntN(4))
		single := rng.IntN(3) == 0
		for j := range weights {
			weights[j] = make([]int64, len(sizes))
			for i := range sizes {
				weights[j][i] = rng.Int64N(6) - 2
			}
			if single {
				at := rng.IntN(len(sizes))
				clear(weights[j])
				weights[j][at] = 1 - 2*rng.Int64N(2)
			}
		}
		a, err := search.Arrange(sizes, weights)
		if err != nil {
			t.Fatal(err)
		}
		tiers := a.Tiers()
		var last []int64
		for place := range n {
			rank := a.Rank(place)
			if rank >= n || a.Place(rank) != place {
				t.Fatalf("%d by %d: place %d has rank %d, whose place is %d", sizes, weights, place, rank, a.Place(rank))
			}
			if place > 0 && a.Next(a.Rank(place-1), place) != rank {
				t.Fatalf("%d by %d: place %d has rank %d, and next comes %d", sizes, weights, place, rank, a.Next(a.Rank(place-1), place))
			}
			if a.IsPlain() && rank != place {
				t.Fatalf("%d by %d: place %d has rank %d", sizes, weights, place, rank)
			}
			now := weighed(weights, fieldsOf(rank, sizes))
			if place > 0 && slices.Compare(last, now) > 0 {
				t.Fatalf("%d by %d: sums %d at place %d behind %d", sizes, weights, now, place, last)
			}
			if first := slices.Contains(tiers, place); tiers != nil && first != (place == 0 || !slices.Equal(last, now)) {
				t.Fatalf("%d by %d: place %d with sums %d behind %d; tiers begin at %d", sizes, weights, place, now, last, tiers)
			}
			last = now
		}
	}
}

func TestArrangeRefuses(t *testing.T) {
	if _, err := search.Arrange([]uint64{2, 2}, [][]int64{{1}}); err == nil {
		t.Error("one weight of two fields")
	}
	for _, weights := range [][][]int64{{{1 << 62, 1}}, {{1, 1}, {1, 2}, {2, 1}}} {
		if _, err := search.Arrange([]uint64{1 << 20, 1 << 20}, weights); !errors.Is(err, grundy.ErrTooLarge) {
			t.Errorf("weights %d: error %v", weights, err)
		}
	}
	a, err := search.Arrange([]uint64{1 << 20, 1 << 20}, [][]int64{{0, 1}, {-1, 0}})
	if err != nil || a.Bytes() != 0 || a.Tiers() != nil || a.IsPlain() {
		t.Errorf("an order by fields: %v, %v", a, err)
	}
}

// A place and its rank, of three heaps by their sum.
func BenchmarkArrange(b *testing.B) {
	a, err := search.Arrange([]uint64{1000, 1000, 1000}, [][]int64{{1, 1, 1}})
	if err != nil {
		b.Fatal(err)
	}
	b.Run("place", func(b *testing.B) {
		rank, sum := uint64(0), uint64(0)
		for b.Loop() {
			sum += a.Place(rank)
			rank = (rank + 123_456_789) % 1_000_000_000
		}
	})
	b.Run("rank", func(b *testing.B) {
		place, sum := uint64(0), uint64(0)
		for b.Loop() {
			sum += a.Rank(place)
			place = (place + 123_456_789) % 1_000_000_000
		}
	})
}
