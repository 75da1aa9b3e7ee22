package heap

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/misere"
)

// Every position of up to three heaps below 5: all measures by the definition,
// and every set of options that can be asked for, in the order of the options.
func TestNimAgainstOracle(t *testing.T) {
	var truth oracle.Oracle
	for a := range uint64(5) {
		for b := range uint64(5) {
			for c := range uint64(5) {
				for _, heaps := range [][]uint64{{a}, {a, b}, {a, b, c}} {
					checkNim(t, &truth, heaps)
				}
			}
		}
	}
}

func checkNim(t interface{ Errorf(string, ...any) }, truth *oracle.Oracle, heaps []uint64) {
	c := grundy.Place(Nim{}, heaps)
	options := c.AppendOptions(nil)
	if n, _ := c.CountOptions(); n != uint64(len(options)) {
		t.Errorf("%v: %d options, counted %d", c, len(options), n)
	}
	genus := func(c grundy.Component) uint64 {
		firm := slices.ContainsFunc(c.Position().([]uint64), func(h uint64) bool { return h >= 2 })
		return misere.Genus(grundy.Value(truth.Value(c)), firm)
	}
	_, _, left := survey(heaps)
	defined := map[grundy.Measure]func(grundy.Component) uint64{
		grundy.ByNimValue:   truth.Value,
		grundy.ByRemoteness: truth.Remoteness,
		grundy.ByGenus:      genus,
	}
	for m := grundy.ByOutcomes; m <= grundy.ByHeap; m++ {
		defined[m] = func(c grundy.Component) uint64 { return defineMeasure(m, c) }
	}
	for m, define := range defined {
		if _, _, ok := c.Measure(m); !ok && len(heaps) == 1 {
			t.Errorf("%v: no %v", c, m)
		}
		if got, _, ok := c.Measure(m); ok && got != define(c) {
			t.Errorf("%v: %v %d, by definition %d", c, m, got, define(c))
		}
		for lo := range uint64(11) {
			for _, hi := range []uint64{lo, lo + 1, ^uint64(0)} {
				found, ok := c.FindOptions(m, lo, hi)
				if !ok {
					_, ofOne := loneHeap(m)
					if lo == hi && (m == grundy.ByNimValue || m == grundy.ByGenus) || ofOne && left <= 1 {
						t.Errorf("%v: the options of %v %d are not found", c, m, lo)
					}
					continue
				}
				var want, got []string
				for _, q := range options {
					if r := define(q); lo <= r && r <= hi {
						want = append(want, q.String())
					}
				}
				for q := range found.Each {
					got = append(got, q.String())
				}
				if !slices.Equal(got, want) || found.Count.Cmp(big.NewInt(int64(len(want)))) != 0 {
					t.Errorf("%v: options of %v %d … %d: %v (count %v), by definition %v", c, m, lo, hi, got, found.Count, want)
				}
			}
		}
	}
	v, firm := misere.Split(genus(c))
	if misereP := firm == (v == 0) && v <= 1; misereP == truth.Wins(oracle.One, grundy.Misere, []grundy.Component{c}) {
		t.Errorf("%v: misère outcome differs from the definition", c)
	}
}

func TestNimRandom(t *testing.T) {
	var truth oracle.Oracle
	rapid.Check(t, func(t *rapid.T) {
		checkNim(t, &truth, rapid.SliceOfN(rapid.Uint64Range(0, 6), 1, 4).Draw(t, "heaps"))
	})
}

func TestNimLarge(t *testing.T) {
	c := grundy.Place(Nim{}, []uint64{MaxHeap, 1, 2})
	found, ok := c.FindOptions(grundy.ByNimValue, 0, 0)
	if !ok || found.Count.Int64() != 1 {
		t.Fatalf("%v: %v winning moves, want 1", c, found.Count)
	}
	for q := range found.Each {
		if q.String() != "nim(3,1,2)" {
			t.Errorf("the winning move leads to %v", q)
		}
	}
	if n, _ := c.CountOptions(); n != MaxHeap+3 {
		t.Errorf("%d options", n)
	}
	if n, _ := grundy.Place(Nim{}, []uint64{MaxHeap, MaxHeap, MaxHeap}).CountOptions(); n != ^uint64(0) {
		t.Errorf("too many options to count are counted as %d", n)
	}
}

func TestTally(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		heaps := rapid.SliceOfN(rapid.Uint64(), 0, 100).Draw(t, "heaps")
		cut := rapid.IntRange(0, len(heaps)).Draw(t, "cut")
		var tally Tally
		tally.AddAll(heaps[:cut])
		tally.AddAll(heaps[cut:])
		var sum, wins uint64
		for _, h := range heaps {
			sum ^= h
		}
		for _, h := range heaps {
			if h^sum < h {
				wins++
			}
		}
		if tally.WinningMoves() != wins {
			t.Fatalf("%d winning moves, want %d", tally.WinningMoves(), wins)
		}
	})
}

// Each of an odd number of equal heaps has a winning move: take it all. Beside a heap
// of 2^63, the only one is in that heap.
func TestTallyOfEqualHeaps(t *testing.T) {
	for n := 1; n <= 1025; n += 128 {
		for _, size := range []uint64{1, 6, 1 << 40, MaxHeap} {
			var tally Tally
			tally.AddAll(slices.Repeat([]uint64{size}, n))
			if got := tally.WinningMoves(); got != uint64(n) {
				t.Errorf("%d heaps of %d: %d winning moves", n, size, got)
			}
			if tally.Add(1 << 63); tally.WinningMoves() != 1 {
				t.Errorf("%d heaps of %d and one of 2^63: %d winning moves, want 1", n, size, tally.WinningMoves())
			}
		}
	}
}

// A position is the sum of its heaps, without the empty ones.
func TestPartsAreTheHeaps(t *testing.T) {
	for _, c := range []interface {
		AppendParts(dst [][]uint64, heaps []uint64) [][]uint64
	}{Nim{}, TakeFrom{Primes}, &TakeAndBreak{code: sequence.MustCode("0.77")}} {
		got := c.AppendParts([][]uint64{{5}}, []uint64{0, 1, 2, 0, 1, 3})
		if text := fmt.Sprint(got); text != "[[5] [1] [2] [1] [3]]" {
			t.Errorf("%T: %s", c, text)
		}
	}
}

func TestCounter(t *testing.T) {
	var truth oracle.Oracle
	for n := uint64(1); n <= 3000; n++ {
		c := grundy.Place(Counter{}, n)
		length := Counter{}.Length(n)
		if length != truth.Remoteness(c) {
			t.Errorf("%v lasts %d moves, by play %d", c, length, truth.Remoteness(c))
		}
		if v, _, _ := c.Measure(grundy.ByNimValue); v != truth.Value(c) {
			t.Errorf("%v: nim-value %d, by definition %d", c, v, truth.Value(c))
		}
		g, _, _ := c.Measure(grundy.ByGenus)
		if (g == 0) != truth.Wins(oracle.One, grundy.Misere, []grundy.Component{c}) {
			t.Errorf("%v: misère outcome differs from the definition", c)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Uint64Min(1).Draw(t, "n")
		moves := uint64(0)
		for next := []uint64{n}; len(next) > 0; moves++ {
			next = Counter{}.AppendOptions(nil, next[0])
		}
		if moves--; CounterLength(n) != moves {
			t.Fatalf("counter(%d) lasts %d moves, by play %d", n, CounterLength(n), moves)
		}
	})
}

func BenchmarkTally(b *testing.B) {
	heaps, random := make([]uint64, 1<<16), chance.New(b, 1)
	for i := range heaps {
		heaps[i] = random.Uint64N(1e9)
	}
	b.Run("digits", func(b *testing.B) {
		var tally Tally
		for b.Loop() {
			tally.AddAll(heaps)
		}
		b.ReportMetric(float64(b.N)*float64(len(heaps))/b.Elapsed().Seconds(), "values/s")
	})
	b.Run("naive", func(b *testing.B) {
		var counters [64]uint64
		for b.Loop() {
			for _, h := range heaps {
				for bit := range counters {
					counters[bit] += h >> bit & 1
				}
			}
		}
		b.ReportMetric(float64(b.N)*float64(len(heaps))/b.Elapsed().Seconds(), "values/s")
	})
}

// defineMeasure returns a measure by its definition.
func defineMeasure(m grundy.Measure, c grundy.Component) uint64 {
	define, _ := compound.Define(m)
	var options []uint64
	for _, q := range c.AppendOptions(nil) {
		options = append(options, defineMeasure(m, q))
	}
	return define.Of(options)
}

func TestCounterMeasures(t *testing.T) {
	for n := uint64(1); n < 600; n++ {
		c := grundy.Place(Counter{}, n)
		for m := grundy.ByOutcome; m <= grundy.ByHeap; m++ {
			if m == grundy.ByGenus {
				continue
			}
			if got, _, ok := c.Measure(m); !ok || got != defineMeasure(m, c) {
				t.Errorf("%v: %v %d, by definition %d", c, m, got, defineMeasure(m, c))
			}
		}
	}
}
