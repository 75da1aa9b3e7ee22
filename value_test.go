package grundy_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"grundy"
	"grundy/games/board"
	"grundy/games/heap"
	"grundy/internal/chance"
)

func TestMex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOf(rapid.Map(rapid.Uint64Range(0, 400), func(v uint64) grundy.Value { return grundy.Value(v) })).Draw(t, "values")
		seen := map[grundy.Value]bool{}
		for _, v := range values {
			seen[v] = true
		}
		want := grundy.Value(0)
		for seen[want] {
			want++
		}
		if got := grundy.Mex(values...); got != want {
			t.Fatalf("mex %d, want %d", got, want)
		}
	})
	var all []grundy.Value
	for v := range grundy.Value(300) {
		if got := grundy.Mex(all...); got != v {
			t.Errorf("mex of 0 … %d is %d", v, got)
		}
		all = append(all, v, ^grundy.Value(0))
	}
}

func ExampleMex() {
	fmt.Println(grundy.Mex(0, 1, 3, 7), grundy.Mex())
	// Output: 2 0
}

func ExampleNimSum() {
	fmt.Println(grundy.NimSum(3, 5, 7))
	// Output: 1
}

func ExampleSumOf() {
	fmt.Println(grundy.SumOf(grundy.Place(heap.Nim{}, []uint64{3, 5}), grundy.Place(board.Queen(), board.Cell{X: 3, Y: 3})))
	// Output: nim(3,5) + queen(3,3)
}

func TestMexDoesNotAllocate(t *testing.T) {
	values := make([]grundy.Value, 255)
	if n := testing.AllocsPerRun(100, func() { grundy.Mex(values...) }); n != 0 {
		t.Errorf("mex of 255 values allocates %v times", n)
	}
}

func BenchmarkMex(b *testing.B) {
	values, random := make([]grundy.Value, 100), chance.New(b, 1)
	for i := range values {
		values[i] = grundy.Value(random.IntN(120))
	}
	b.Run("bits", func(b *testing.B) {
		for b.Loop() {
			grundy.Mex(values...)
		}
		b.ReportMetric(float64(b.N)*float64(len(values))/b.Elapsed().Seconds(), "options/s")
	})
	b.Run("map", func(b *testing.B) {
		for b.Loop() {
			seen := map[grundy.Value]bool{}
			for _, v := range values {
				seen[v] = true
			}
			for v := grundy.Value(0); seen[v]; v++ {
			}
		}
		b.ReportMetric(float64(b.N)*float64(len(values))/b.Elapsed().Seconds(), "options/s")
	})
}

func TestCommonDivisorsAndMultiples(t *testing.T) {
	for a := range uint64(20) {
		for b := uint64(1); b < 20; b++ {
			divisor := max(a, b)
			for a%divisor != 0 || b%divisor != 0 {
				divisor--
			}
			if got := grundy.GCD(a, b); got != divisor {
				t.Errorf("GCD(%d, %d) = %d", a, b, got)
			}
			if got := grundy.LCM(a, b); got != a*b/divisor {
				t.Errorf("LCM(%d, %d) = %d", a, b, got)
			}
		}
	}
	if got := grundy.LCM(1<<63, 3); got != 1<<64-1 {
		t.Errorf("a multiple of more than 64 bits is %d", got)
	}
}
