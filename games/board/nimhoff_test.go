package board

import (
	"slices"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/boardtest"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
)

func TestNimhoff(t *testing.T) {
	for h := uint64(1); h <= 6; h++ {
		g := CyclicNimhoff{h}
		var truth oracle.Oracle
		for heaps, limit := range []uint64{1: 20, 2: long.Or[uint64](6, 11), 3: long.Or[uint64](3, 6), 4: long.Or[uint64](2, 3)} {
			if heaps == 0 {
				continue
			}
			oracle.Vectors(heaps, limit, func(v []uint64) {
				truth.CheckClosed(t, grundy.Place(g, slices.Clone(v)))
			})
		}
	}
}

// Far out: every nim-value below its own belongs to a found option.
func TestNimhoffFarOut(t *testing.T) {
	random := boardtest.NewRandom(t)
	for range 2000 {
		g := CyclicNimhoff{1 + random.Uint64N(8)}
		heaps := make([]uint64, 1+random.IntN(4))
		for i := range heaps {
			heaps[i] = random.Uint64() >> (1 + random.IntN(63))
		}
		own, _, _ := g.Measure(grundy.ByNimValue, heaps)
		for _, v := range []uint64{0, own / 3, own - min(own, 1), own - min(own, g.h), own} {
			found, ok := g.FindOptions(grundy.ByNimValue, heaps, v, v)
			if !ok || (v == own) != (found.Count.Sign() == 0) {
				t.Fatalf("%v%v: %v options of nim-value %d, its own is %d", g, heaps, found.Count, v, own)
			}
			for q := range found.Each {
				if got, _, _ := g.Measure(grundy.ByNimValue, q); got != v {
					t.Fatalf("%v%v: option %v has %d, not %d", g, heaps, q, got, v)
				}
			}
		}
	}
}
