package sequence

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/grundy-games/grundy/internal/long"
)

// dividingCodes are codes of each theorem that finder_dividing.go knows, with each
// kind of division, also in digits before those that repeat.
func dividingCodes() []string {
	return []string{
		"4.[3]", "0.[7]", "0.[7!]", "0.[7=]", "0.37[7]", "0.7[3]", "0.7=[3]", "0.7=7![7]", "0.77777[3]",
		"0.[70]", "0.[7030]", "0.[4]", "4.4[4]", "0.00[4]", "0.000[4]",
	}
}

// Options far out are those that the list of all options has, in its order.
func TestFindDividing(t *testing.T) {
	for _, text := range dividingCodes() {
		c := MustCode(text)
		if !c.dividesFarOut() {
			t.Errorf("%s is not for it", text)
			continue
		}
		s, err := SolveEasily(t.Context(), c, c.Easy())
		if err != nil || !s.Period.Proved {
			t.Fatalf("%s: nothing is proved", text)
		}
		x := s.dividing()
		for n := range long.Of[uint64](50, 90, 200) {
			all := map[uint64][][]uint64{}
			total := 0
			for parts := range c.Options(n) {
				v := s.sum(parts)
				all[v] = append(all[v], slices.Clone(parts))
				total++
			}
			if got := c.countTwo(n); !got.IsInt64() || got.Int64() != int64(total) {
				t.Fatalf("%s(%d) has %d options, counted %v", text, n, total, got)
			}
			for v := range 2*n + 4 {
				var got [][]uint64
				for parts := range x.each(n, v) {
					got = append(got, slices.Clone(parts))
				}
				if !slices.EqualFunc(got, all[v], slices.Equal[[]uint64]) {
					t.Fatalf("%s(%d), value %d: %v, want %v", text, n, v, got, all[v])
				}
				if count := x.count(n, v); count.Cmp(big.NewInt(int64(len(all[v])))) != 0 {
					t.Fatalf("%s(%d), value %d: counted %v, want %d", text, n, v, count, len(all[v]))
				}
			}
		}
	}
}

// So are the first ones of heaps whose options are too many to list.
func TestFindDividingFarOut(t *testing.T) {
	for _, text := range dividingCodes() {
		c := MustCode(text)
		s, err := SolveEasily(t.Context(), c, c.Easy())
		if err != nil || !s.Period.Proved {
			t.Fatalf("%s: nothing is proved", text)
		}
		x := s.dividing()
		for _, n := range []uint64{1e9, 1e18 + 7, math.MaxInt64, math.MaxInt64 - 1, 1 << 40} {
			for _, v := range []uint64{0, 1, 2, 5, 1 << 20, 1<<20 - 1, n, n - 1, n / 2, n - 1e6, x.at(n), x.at(n) ^ 12345, 1<<64 - 1, 0x555555555555} {
				before, beforeTook, seen := []uint64(nil), uint64(0), 0
				for parts := range x.each(n, v) {
					sum := uint64(0)
					for _, p := range parts {
						sum += p
					}
					took := n - sum
					if s.sum(parts) != v || sum > n || c.digit(int(took)).leaves(len(parts)) == forbidden || slices.Contains(parts, 0) {
						t.Fatalf("%s(%d): %v is not an option of the value %d", text, n, parts, v)
					}
					if seen > 0 && (took < beforeTook || took == beforeTook && slices.Compare(before, parts) >= 0 && len(before) >= len(parts)) {
						t.Fatalf("%s(%d): %v after %v", text, n, parts, before)
					}
					before, beforeTook = slices.Clone(parts), took
					if seen++; seen == 50 {
						break
					}
				}
				if count := x.count(n, v); count.Cmp(big.NewInt(int64(seen))) < 0 || seen < 50 && count.Cmp(big.NewInt(int64(seen))) != 0 {
					t.Fatalf("%s(%d): %d options of the value %d, counted %v", text, n, seen, v, count)
				}
			}
		}
	}
}

// A heap of 2^63-1 is found, and one of a token more is not a heap.
func TestLargestHeapOfAClass(t *testing.T) {
	x := &dividing{}
	x.p, x.s, x.d, x.e = 1, 1, []uint64{0}, []uint64{0}
	if n, ok := x.heapOf(0, math.MaxInt64); !ok || n != math.MaxInt64 {
		t.Errorf("2^63-1: %d, %v", n, ok)
	}
	if n, ok := x.heapOf(0, math.MaxInt64+1); ok {
		t.Errorf("2^63: %d", n)
	}
}
