package board

import (
	"math/big"
	"slices"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/boardtest"
)

// floorPhi against big integers: ⌊nφ⌋ = ⌊(n + ⌊√(5n²)⌋) / 2⌋.
func TestFloorPhi(t *testing.T) {
	check := func(n uint64) {
		x := new(big.Int).SetUint64(n)
		root := new(big.Int).Mul(x, x)
		root.Sqrt(root.Mul(root, big.NewInt(5)))
		want := root.Add(root, x).Rsh(root, 1).Uint64()
		if got := floorPhi(n); got != want {
			t.Fatalf("⌊%dφ⌋ = %d, not %d", n, want, got)
		}
	}
	for n := range uint64(2000) {
		check(n)
		check(1<<63 - n)
	}
	// Where nφ is nearest to an integer: Fibonacci numbers and their sums.
	fibonacci := []uint64{1, 2}
	for f := uint64(3); f <= 1<<63; f = fibonacci[len(fibonacci)-1] + fibonacci[len(fibonacci)-2] {
		fibonacci = append(fibonacci, f)
	}
	for _, f := range fibonacci {
		for _, g := range fibonacci {
			for n := f + g - min(3, f+g); n <= min(f+g+3, 1<<63); n++ {
				check(n)
			}
		}
	}
	random := boardtest.NewRandom(t)
	for range 20000 {
		check(random.Uint64() >> (1 + random.IntN(60)))
	}
}

// The constant is ⌊(φ-1)·2^128⌋ = ⌊(√(5·2^256) - 2^128) / 2⌋.
func TestPhiConstant(t *testing.T) {
	root := new(big.Int).Lsh(big.NewInt(5), 256)
	root.Sqrt(root).Sub(root, new(big.Int).Lsh(big.NewInt(1), 128)).Rsh(root, 1)
	low := new(big.Int).SetUint64(phiLo)
	f := new(big.Int).SetUint64(phiHi)
	if f.Lsh(f, 64).Add(f, low).Cmp(root) != 0 {
		t.Errorf("%x should be %x", f, root)
	}
}

// P cells by their oldest definition: a(k) is the least number not used so
// far, and b(k) = a(k) + k.
func TestWythoffPairs(t *testing.T) {
	const limit = 1_000_000
	partner := make([]uint64, limit)
	used := make([]bool, limit)
	for a, k := uint64(0), uint64(0); a < limit; a++ {
		if used[a] {
			continue
		}
		b := a + k
		k++
		partner[a] = b
		if b < limit {
			partner[b], used[b] = a, true
		}
	}
	for x, y := range partner {
		if got := wythoffPartner(uint64(x)); got != y {
			t.Fatalf("(%d,%d) is P, not (%d,%d)", x, y, x, got)
		}
	}
}

// Far out: the partner's partner is the number itself, a P cell has no P
// option, an N cell one to three, and each of those is one.
func TestQueenFarOut(t *testing.T) {
	queen := Queen()
	random := boardtest.NewRandom(t)
	cells := boardtest.SomeCells(random, 2000)
	for _, c := range cells[:1000] {
		if y := wythoffPartner(c.X); y <= MaxCoordinate {
			cells = append(cells, Cell{X: c.X, Y: y}, Cell{X: y, Y: c.X})
			if x := wythoffPartner(y); x != c.X {
				t.Fatalf("partner of %d is %d, whose partner is %d", c.X, y, x)
			}
		}
	}
	for _, c := range cells {
		outcome, _, _ := queen.Measure(grundy.ByOutcome, c)
		_, _, known := queen.Measure(grundy.ByNimValue, c)
		if known != (outcome == 0) {
			t.Fatalf("%v: outcome %d, nim-value known: %v", c, outcome, known)
		}
		found, _ := queen.FindOptions(grundy.ByOutcome, c, 0, 0)
		zero, _ := queen.FindOptions(grundy.ByNimValue, c, 0, 0)
		winning := slices.Collect(found.Each)
		if len(winning) > 3 || (len(winning) > 0) != (outcome == 1) || !slices.Equal(winning, slices.Collect(zero.Each)) {
			t.Fatalf("%v: outcome %d, P options %v", c, outcome, winning)
		}
		for _, q := range winning {
			if outcome, _, _ := queen.Measure(grundy.ByOutcome, q); outcome != 0 {
				t.Fatalf("%v: option %v is not P", c, q)
			}
			if onLine := q.X == c.X || q.Y == c.Y || c.X-q.X == c.Y-q.Y; !onLine || q.X > c.X || q.Y > c.Y {
				t.Fatalf("%v: %v is not an option", c, q)
			}
		}
	}
	if found, _ := queen.FindOptions(grundy.ByOutcome, Cell{X: 2, Y: 2}, 0, 0); found.Count.Int64() != 3 {
		t.Errorf("(2,2) has %v P options", found.Count)
	}
	beyond := Cell{X: 1 << 63, Y: 5}
	if _, _, ok := queen.Measure(grundy.ByOutcome, beyond); ok {
		t.Error("outcome of a cell beyond the largest coordinate")
	}
}
