package nimber

import (
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy/internal/fuzz"
)

func TestProductsByDefinition(t *testing.T) {
	table := byDefinition(64)
	for name, product := range products {
		for a := range uint64(64) {
			for b := range uint64(64) {
				if got := product(a, b); got != table[a][b] {
					t.Fatalf("%s: %d * %d = %d, want %d", name, a, b, got, table[a][b])
				}
			}
		}
	}
}

// All pairs of powers of two, by which products are determined, and random
// pairs: all ways agree with the plain recursion.
func TestProductsByRecursion(t *testing.T) {
	for name, product := range products {
		for i := range 64 {
			for j := range 64 {
				a, b := uint64(1)<<i, uint64(1)<<j
				if got, want := product(a, b), recursive(a, b, 32); got != want {
					t.Fatalf("%s: 2^%d * 2^%d = %d, want %d", name, i, j, got, want)
				}
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Uint64().Draw(t, "a"), rapid.Uint64().Draw(t, "b")
		want := recursive(a, b, 32)
		for name, product := range products {
			if got := product(a, b); got != want {
				t.Fatalf("%s: %d * %d = %d, want %d", name, a, b, got, want)
			}
		}
	})
}

// reference are values made by other programs; testdata/README.md names them.
type reference struct {
	Table16  [][]uint64  `json:"table16"`
	Pairs    [][3]string `json:"pairs_u64"`
	Inverses [][2]string `json:"inverses"`
}

func TestReference(t *testing.T) {
	text, err := os.ReadFile("testdata/nim_product.json")
	if err != nil {
		t.Fatal(err)
	}
	var r reference
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Table16) != 16 || len(r.Pairs) < 20 || len(r.Inverses) < 5 {
		t.Fatal("values are missing")
	}
	number := func(text string) uint64 {
		v, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for name, product := range products {
		for a, row := range r.Table16 {
			for b, want := range row {
				if got := product(uint64(a), uint64(b)); got != want {
					t.Errorf("%s: %d * %d = %d, want %d", name, a, b, got, want)
				}
			}
		}
		for _, p := range r.Pairs {
			if got := product(number(p[0]), number(p[1])); got != number(p[2]) {
				t.Errorf("%s: %s * %s = %d, want %s", name, p[0], p[1], got, p[2])
			}
		}
	}
	for _, p := range r.Inverses {
		if got, ok := Inverse(number(p[0])); !ok || got != number(p[1]) {
			t.Errorf("1/%s = %d, %v, want %s", p[0], got, ok, p[1])
		}
	}
}

// A slice of any length, at any place, over itself or not.
func TestMulSlice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 300).Draw(t, "n")
		seed := rapid.Uint64().Draw(t, "seed")
		a, b := numbers(n, seed), numbers(n, seed+1)
		want := make([]uint64, n)
		for i := range want {
			want[i] = mulLogarithms(a[i], b[i])
		}
		dst := make([]uint64, n+2)
		if got := MulSlice(dst[1:], a, b); got != n || !slices.Equal(dst[1:n+1], want) || dst[0] != 0 || dst[n+1] != 0 {
			t.Fatalf("%d products, want %d: %v, want %v", got, n, dst, want)
		}
		MulSlice(a, a, b)
		if !slices.Equal(a, want) {
			t.Fatalf("over the first: %v, want %v", a, want)
		}
	})
	if n := MulSlice(make([]uint64, 5), make([]uint64, 3), make([]uint64, 9)); n != 3 {
		t.Errorf("%d products, want 3", n)
	}
}

// numbers returns n numbers drawn from a seed (splitmix64).
func numbers(n int, seed uint64) []uint64 {
	list := make([]uint64, n)
	for i := range list {
		seed += 0x9e3779b97f4a7c15
		z := (seed ^ seed>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		list[i] = z ^ z>>31
	}
	return list
}

func FuzzMul(t *testing.F) {
	f := fuzz.Seeds(t)
	f.Add(uint64(2), uint64(3))
	f.Add(^uint64(0), uint64(1<<63))
	f.Fuzz(func(t *testing.T, a, b uint64) {
		want := recursive(a, b, 32)
		for name, product := range products {
			if got := product(a, b); got != want {
				t.Fatalf("%s: %d * %d = %d, want %d", name, a, b, got, want)
			}
		}
	})
}
