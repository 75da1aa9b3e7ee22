package census

import (
	"math/big"
	"math/bits"
	"testing"

	"grundy"
	"grundy/internal/chance"
	"grundy/internal/oracle"
)

func TestHalfLeastSearched(t *testing.T) {
	// digits is the nim-value, which the tests of the catalogue compare with the rules.
	digits := func(n uint64) uint64 { return uint64(bits.Len64(n)) }
	sum := uint64(0)
	for n := uint64(1); n <= 2100; n++ {
		sum ^= digits(n)
		least := uint64(0)
		for heap := uint64(1); heap <= n; heap++ {
			for left := uint64(0); left <= heap/2; left++ {
				if digits(left) == digits(heap)^sum && (least == 0 || heap-left < least) {
					least = heap - left
				}
			}
			if heap >= 2*least && least > 0 {
				break // larger heaps lose more
			}
		}
		if got := HalfLeast(n); got != least {
			t.Errorf("%d: got %d, want %d", n, got, least)
		}
	}
	if HalfLeast(0) != 0 {
		t.Error("a move of nothing")
	}
}

func TestGraphValuesOracle(t *testing.T) {
	random := chance.New(t, 121)
	for range 40 {
		n := 1 + random.IntN(9)
		g := make(oracle.Graph, n+1)
		var edges [][]uint64
		for from := 1; from <= n; from++ {
			for to := 1; to < from; to++ {
				for range random.IntN(6) / 3 {
					g[from] = append(g[from], to)
					edges = append(edges, []uint64{uint64(from), uint64(to)})
				}
			}
		}
		var o oracle.Oracle
		got, err := GraphValues(t.Context(), uint64(n), edges)
		if err != nil {
			t.Fatal(err)
		}
		for v, value := range got {
			if want := o.Value(grundy.Place[int](g, v)); value != want {
				t.Errorf("%v: node %d: got %d, want %d", edges, v, value, want)
			}
		}
	}
	for _, edges := range [][][]uint64{{{1, 2}, {2, 1}}, {{1, 3}}, {{1}}} {
		if _, err := GraphValues(t.Context(), 2, edges); err == nil {
			t.Errorf("%v: taken", edges)
		}
	}
}

func TestNumberOfPrimes(t *testing.T) {
	want := uint64(0)
	for n := range uint64(3000) {
		if big.NewInt(int64(n)).ProbablyPrime(0) {
			want++
		}
		if got, err := NumberOfPrimes(t.Context(), n); err != nil || got != want {
			t.Fatalf("%d: got %d, want %d, error %v", n, got, want, err)
		}
	}
	if got, err := NumberOfPrimes(t.Context(), 1_000_000); err != nil || got != 78498 {
		t.Errorf("10^6: got %d, error %v", got, err)
	}
}
