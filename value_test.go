package grundy_test

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/board"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/internal/chance"
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
	all = all[:0]
	for v := range grundy.Value(400) { // as many values as can matter
		if got := grundy.Mex(all...); got != v {
			t.Errorf("mex of %d values in order is %d", v, got)
		}
		all = append(all, v)
	}
}

func TestLoopyValues(t *testing.T) {
	for want, v := range map[string]grundy.LoopyValue{
		"3":      {Nim: 3},
		"∞":      {Infinite: true},
		"∞(0,2)": {Infinite: true, Options: []grundy.Value{0, 2}},
	} {
		if v.String() != want {
			t.Errorf("%v, want %s", v, want)
		}
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

// Counts are exact below 2^64-1, and 2^64-1 where they are larger.
func TestCounts64(t *testing.T) {
	check := func(name string, a, b, got uint64, want *big.Int) {
		if !want.IsUint64() {
			want = new(big.Int).SetUint64(math.MaxUint64)
		}
		if got != want.Uint64() {
			t.Errorf("%s(%d, %d) = %d, want %v", name, a, b, got, want)
		}
	}
	whole := func(n uint64) *big.Int { return new(big.Int).SetUint64(n) }
	edges := []uint64{0, 1, 2, 3, 1<<32 - 1, 1 << 32, 1<<32 + 1, 1<<63 - 1, 1 << 63, 1<<64 - 2, 1<<64 - 1}
	for _, a := range edges {
		for _, b := range edges {
			check("AddCounts", a, b, grundy.AddCounts(a, b), new(big.Int).Add(whole(a), whole(b)))
			check("MulCounts", a, b, grundy.MulCounts(a, b), new(big.Int).Mul(whole(a), whole(b)))
			if k := min(a, b, max(a, b)-min(a, b)); k < 1<<10 {
				check("Binomial", max(a, b), min(a, b), grundy.Binomial(max(a, b), min(a, b)), falling(whole(max(a, b)), k))
			}
		}
	}
	for n := range uint64(80) {
		for k := range n + 1 {
			check("Binomial", n, k, grundy.Binomial(n, k), falling(whole(n), min(k, n-k)))
		}
	}
}

// falling returns n (n-1) … (n-k+1) / k!.
func falling(n *big.Int, k uint64) *big.Int {
	product := big.NewInt(1)
	for i := range int64(k) {
		product.Mul(product, new(big.Int).Sub(n, big.NewInt(i)))
		product.Div(product, big.NewInt(i+1))
	}
	return product
}

// An argument is a number of 63 or 64 bits, or it is refused.
func TestArgs(t *testing.T) {
	for _, v := range []uint64{0, 1, 1<<63 - 1, 1 << 63, 1<<64 - 1} {
		a := grundy.ArgOf(v)
		if got, ok := a.Uint64(); got != v || !ok || a.Text != fmt.Sprint(v) {
			t.Errorf("%d: %d, %v, %s", v, got, ok, a.Text)
		}
		if got, ok := a.Uint63(); ok != (v>>63 == 0) || ok && got != v {
			t.Errorf("%d: %d, %v of 63 bits", v, got, ok)
		}
		for _, a := range []grundy.Arg{{Abs: v, Neg: true}, {Abs: v, Big: true}} {
			_, ok64 := a.Uint64()
			if _, ok63 := a.Uint63(); ok63 || ok64 {
				t.Errorf("%+v is taken", a)
			}
		}
	}
}
