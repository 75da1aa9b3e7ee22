package census

import (
	"testing"

	"grundy/internal/chance"
)

// TestIntervalNimValue compares with the rules: which intervals may still be chosen.
func TestIntervalNimValue(t *testing.T) {
	rng := chance.New(t, 1)
	for range 400 {
		intervals := make([][2]int64, rng.IntN(9))
		for i := range intervals {
			left := rng.Int64N(12)
			intervals[i] = [2]int64{left, left + rng.Int64N(6)}
		}
		known := map[uint]uint64{}
		var value func(left uint) uint64
		value = func(left uint) uint64 {
			if v, ok := known[left]; ok {
				return v
			}
			options := map[uint64]bool{}
			for i, a := range intervals {
				if left>>i&1 == 0 {
					continue
				}
				next := left
				for j, b := range intervals {
					if a[0] < b[1] && b[0] < a[1] {
						next &^= 1 << j
					}
				}
				options[value(next)] = true
			}
			mex := uint64(0)
			for options[mex] {
				mex++
			}
			known[left] = mex
			return mex
		}
		all := uint(0)
		for i, a := range intervals {
			if a[0] < a[1] {
				all |= 1 << i
			}
		}
		if got, want := IntervalNimValue(intervals), value(all); got != want {
			t.Fatalf("%v: nim-value %d, want %d", intervals, got, want)
		}
	}
}

func BenchmarkIntervalNimValue(b *testing.B) {
	rng := chance.New(b, 1)
	short, random := make([][2]int64, 100), make([][2]int64, 100)
	for i := range short {
		short[i] = [2]int64{int64(i), int64(i) + 1 + rng.Int64N(2)}
		left := rng.Int64N(99)
		random[i] = [2]int64{left, left + 1 + rng.Int64N(99-left)}
	}
	for b.Loop() {
		IntervalNimValue(short)
		IntervalNimValue(random)
	}
}
