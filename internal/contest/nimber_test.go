package contest

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/fuzz"
)

func TestLibraryCheckerSamples(t *testing.T) {
	inputs, err := filepath.Glob("testdata/librarychecker/*/*.in")
	if err != nil || len(inputs) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	for _, path := range inputs {
		name := "librarychecker/" + filepath.Base(filepath.Dir(path))
		want := readFile(t, strings.TrimSuffix(path, ".in")+".out")
		if got := answer(t, name, readFile(t, path), Options{}); got != want {
			t.Errorf("%s: got\n%swant\n%s", path, got, want)
		}
	}
}

// naiveNimProduct multiplies by Conway's recursion; half is 32.
func naiveNimProduct(a, b uint64, half int) uint64 {
	if a < 2 || b < 2 {
		return a * b
	}
	mask := uint64(1)<<half - 1
	a1, a0, b1, b0 := a>>half, a&mask, b>>half, b&mask
	low := naiveNimProduct(a0, b0, half/2)
	if a1 == 0 && b1 == 0 {
		return low
	}
	high := naiveNimProduct(a1, b1, half/2)
	cross := naiveNimProduct(a1, b0, half/2) ^ naiveNimProduct(a0, b1, half/2)
	return (cross^high)<<half ^ low ^ naiveNimProduct(high, 1<<(half-1), half/2)
}

func FuzzNimProduct(t *testing.F) {
	f := fuzz.Seeds(t)
	f.Add("2\n5 6\n18446744073709551615 18446744073709551615\n")
	f.Add("1\n0 18446744073709551616\n")
	fuzzNumbers(f, "librarychecker/nim_product_64", func(r *naiveReader) string {
		var products strings.Builder
		for count := r.number(1, 1e6); count > 0 && !r.wrong; count-- {
			a, b := r.number(0, math.MaxUint64), r.number(0, math.MaxUint64)
			fmt.Fprintln(&products, naiveNimProduct(a, b, 32))
		}
		return products.String()
	})
}

// BenchmarkNimProduct has the statement's largest input, a million pairs.
func BenchmarkNimProduct(b *testing.B) {
	const count = 1_000_000
	random := chance.New(b, 1)
	text := fmt.Appendln(nil, count)
	for range count {
		text = fmt.Appendf(text, "%d %d\n", random.Uint64(), random.Uint64())
	}
	benchmark(b, "librarychecker/nim_product_64", string(text), count, "products/s")
}
