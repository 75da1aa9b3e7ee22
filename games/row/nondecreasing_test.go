package row_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"grundy"
	"grundy/games/row"
	"grundy/internal/oracle"
)

func TestNondecreasingAgainstOracle(t *testing.T) {
	o := &oracle.Oracle{}
	for _, size := range []struct {
		heaps int
		limit uint64
	}{{1, 9}, {2, 10}, {3, 8}, {4, 6}, {5, 4}, {6, 3}} {
		oracle.Vectors(size.heaps, size.limit, func(heaps []uint64) {
			c, err := row.PlaceNondecreasing(nil, oracle.Args(heaps...))
			if sorted := slices.IsSorted(heaps); sorted != (err == nil) {
				t.Fatalf("%v: %v", heaps, err)
			} else if !sorted {
				return
			}
			o.CheckClosed(t, c)
			oracle.CheckBound(t, c)
		})
	}
}

// Any sizes: the differences, as coins of a staircase, have the nim-value,
// and a random option is found by its value, among options that have it.
func TestNondecreasingLarge(t *testing.T) {
	game := row.Nondecreasing{}
	value := func(p []uint64) uint64 {
		v, _, ok := game.Measure(grundy.ByNimValue, p)
		if !ok {
			t.Fatalf("%v has no nim-value", p)
		}
		return v
	}
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SliceOfN(rapid.Uint64Max(math.MaxInt64), 1, 12).Draw(t, "heaps")
		slices.Sort(p)
		i := rapid.IntRange(0, len(p)-1).Draw(t, "heap")
		left := uint64(0)
		if i > 0 {
			left = p[i-1]
		}
		target, q := rapid.Uint64().Draw(t, "value"), []uint64(nil)
		if left < p[i] {
			q = slices.Clone(p)
			q[i] = rapid.Uint64Range(left, p[i]-1).Draw(t, "left")
			target = value(q)
		}
		found, ok := game.FindOptions(grundy.ByNimValue, p, target, target)
		if !ok {
			t.Fatal("no options found")
		}
		seen, count := false, int64(0)
		for option := range found.Each {
			if heap, _ := game.Taken(p, option); heap < 0 || !slices.IsSorted(option) || value(option) != target {
				t.Fatalf("%v is found for %d", option, target)
			}
			seen = seen || slices.Equal(option, q)
			count++
		}
		if seen != (q != nil) || found.Count.Int64() != count {
			t.Fatalf("%v is found: %v; %v options counted, %d listed", q, seen, found.Count, count)
		}
	})
}

// StoneGameStrategist wants the winning move that takes the fewest stones, and
// of these the one from the leftmost heap.
func TestNondecreasingPublished(t *testing.T) {
	game := row.Nondecreasing{}
	readExamples(t, "stonegamestrategist.jsonl", func(p []uint64, expect string) {
		found, _ := game.FindOptions(grundy.ByOutcome, p, 0, 0)
		got, fewest := "YOU LOSE", uint64(math.MaxUint64)
		for q := range found.Each {
			if heap, stones := game.Taken(p, q); stones < fewest {
				fewest = stones
				got = fmt.Sprintf("TAKE %d STONES FROM PILE %d", stones, heap)
			}
		}
		if got != expect {
			t.Errorf("%v: %s, want %s", p, got, expect)
		}
	})
}

func TestNondecreasingMove(t *testing.T) {
	game := row.Nondecreasing{}
	for _, test := range []struct {
		p, q []uint64
		want string
	}{
		{[]uint64{3, 6, 6}, []uint64{0, 6, 6}, "take 3 from heap 1"},
		{[]uint64{3, 6, 9}, []uint64{3, 6, 8}, "take 1 from heap 3"},
	} {
		if got := string(game.AppendMove(nil, test.p, test.q)); got != test.want {
			t.Errorf("move %q, want %q", got, test.want)
		}
	}
	if heap, stones := game.Taken([]uint64{1, 2}, []uint64{1, 2}); heap != -1 || stones != 0 {
		t.Errorf("%d stones from heap %d", stones, heap)
	}
}
