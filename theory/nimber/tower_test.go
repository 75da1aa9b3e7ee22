package nimber

import (
	"errors"
	"math/big"
	"math/bits"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
)

// conway multiplies bit by bit, and remembers the products of bits: 2^i is the product
// of the Fermat powers 2^(2^k) for the ones k of i, and the square of F is F + F/2.
type conway map[[2]int]*big.Int

func (c conway) times(a, b *big.Int) *big.Int {
	product := new(big.Int)
	for i := range a.BitLen() {
		for j := range b.BitLen() {
			if a.Bit(i) == 1 && b.Bit(j) == 1 {
				product.Xor(product, c.bits(i, j))
			}
		}
	}
	return product
}

func (c conway) bits(i, j int) *big.Int {
	if i&j == 0 {
		return new(big.Int).Lsh(big.NewInt(1), uint(i|j))
	}
	if known, ok := c[[2]int{i, j}]; ok {
		return known
	}
	// The largest Fermat power F = 2^k that both have: F*F is F + F/2.
	k := 1 << (bits.Len(uint(i&j)) - 1)
	rest := c.bits(i^k, j^k)
	product := new(big.Int)
	for _, power := range []int{k, k - 1} {
		product.Xor(product, c.times(rest, new(big.Int).Lsh(big.NewInt(1), uint(power))))
	}
	c[[2]int{i, j}] = product
	return product
}

// drawBig draws a number of at most that length.
func drawBig(t *rapid.T, words int, name string) *big.Int {
	length := rapid.IntRange(0, words).Draw(t, name+", words")
	return number(rapid.SliceOfN(rapid.Uint64(), length, length).Draw(t, name))
}

func (tw Tower) times(t interface{ Fatal(...any) }, a, b *big.Int) *big.Int {
	product, err := tw.Mul(a, b)
	if err != nil {
		t.Fatal(err)
	}
	return product
}

func TestTowerByConway(t *testing.T) {
	slow := conway{}
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawBig(t, 3, "a"), drawBig(t, 3, "b")
		if got, want := (Tower{}).times(t, a, b), slow.times(a, b); got.Cmp(want) != 0 {
			t.Fatalf("%v * %v = %v, want %v", a, b, got, want)
		}
	})
	one := big.NewInt(1)
	for i := uint(0); i < 260; i += 17 {
		for j := uint(0); j < 260; j += 19 {
			a, b := new(big.Int).Lsh(one, i), new(big.Int).Lsh(one, j)
			if got, want := (Tower{}).times(t, a, b), slow.times(a, b); got.Cmp(want) != 0 {
				t.Fatalf("2^%d * 2^%d = %v, want %v", i, j, got, want)
			}
		}
	}
}

// Below 2^64 the tower is the field that is there.
func TestTowerAgreesBelow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Uint64().Draw(t, "a"), rapid.Uint64().Draw(t, "b")
		x, y := new(big.Int).SetUint64(a), new(big.Int).SetUint64(b)
		if got := (Tower{}).times(t, x, y); got.Uint64() != Mul(a, b) {
			t.Fatal(a, b, got)
		}
		quotient, err := Tower{}.Divide(x, y)
		if want, ok := Divide(a, b); ok != (err == nil) || ok && quotient.Uint64() != want {
			t.Fatal(a, b, quotient, err)
		}
		if got := (Tower{}).SquareRoot(x); got.Uint64() != SquareRoot(a) {
			t.Fatal(a, got)
		}
	})
}

func TestTowerIsField(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tw := Tower{}
		a, b, c := drawBig(t, 32, "a"), drawBig(t, 32, "b"), drawBig(t, 32, "c")
		ab := tw.times(t, a, b)
		if ab.Cmp(tw.times(t, b, a)) != 0 || tw.times(t, ab, c).Cmp(tw.times(t, a, tw.times(t, b, c))) != 0 {
			t.Fatal("products depend on their order", a, b, c)
		}
		sum := new(big.Int).Xor(a, b)
		if got, want := tw.times(t, sum, c), new(big.Int).Xor(tw.times(t, a, c), tw.times(t, b, c)); got.Cmp(want) != 0 {
			t.Fatal("not distributive", a, b, c)
		}
		root := tw.SquareRoot(a)
		if tw.times(t, root, root).Cmp(a) != 0 {
			t.Fatalf("the square of %v is not %v", root, a)
		}
		quotient, err := tw.Divide(ab, b)
		if b.Sign() == 0 && !errors.Is(err, ErrZero) || b.Sign() > 0 && (err != nil || quotient.Cmp(a) != 0) {
			t.Fatal(a, b, quotient, err)
		}
	})
}

func TestTowerPowers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tw := Tower{}
		a, e := drawBig(t, 8, "a"), rapid.IntRange(-9, 9).Draw(t, "e")
		want := big.NewInt(1)
		for range max(e, -e) {
			want = tw.times(t, want, a)
		}
		got, err := tw.Power(a, big.NewInt(int64(e)))
		if e < 0 {
			if a.Sign() == 0 {
				if !errors.Is(err, ErrZero) {
					t.Fatal(err)
				}
				return
			}
			want, _ = tw.Divide(big.NewInt(1), want)
		}
		if err != nil || got.Cmp(want) != 0 {
			t.Fatalf("%v^%d = %v, %v, want %v", a, e, got, err, want)
		}
	})
	// The order of the group takes every number but 0 to 1, however large the exponent.
	a := new(big.Int).Lsh(big.NewInt(5), 100)
	if got, err := (Tower{}).Power(a, new(big.Int).Lsh(groupOf(2), 70)); err != nil || got.Cmp(big.NewInt(1)) != 0 {
		t.Error(got, err)
	}
}

func TestFactorsOfTowers(t *testing.T) {
	for length := 1; length <= 64; length *= 2 {
		product := big.NewInt(1)
		for _, p := range factors(length) {
			product.Mul(product, p)
			if p.BitLen() < 400 && !p.ProbablyPrime(20) {
				t.Errorf("%v is not a prime", p)
			}
		}
		if product.Cmp(groupOf(length)) != 0 {
			t.Errorf("%d words: the product of the factors is %v", length, product)
		}
	}
}

func TestTowerLogs(t *testing.T) {
	tw := Tower{}
	for _, length := range []int{2, 4} {
		small := big.NewInt(1) // the product of primes for which a search is short
		for _, p := range factors(length) {
			if p.BitLen() <= 20 {
				small.Mul(small, p)
			}
		}
		a := new(big.Int).Lsh(big.NewInt(0x12345), uint(64*length-20))
		base, err := tw.Power(a, new(big.Int).Div(groupOf(length), small))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range []int64{0, 255, 987654321987} {
			power, err := tw.Power(base, big.NewInt(e))
			if err != nil {
				t.Fatal(err)
			}
			if got, err := tw.Log(base, power); err != nil || got == nil || got.Int64() != e {
				t.Errorf("logarithm of %v to base %v: %v, %v, want %d", power, base, got, err, e)
			}
		}
	}
	// No power of a number of a smaller field leaves that.
	f := new(big.Int).Lsh(big.NewInt(1), 64)
	if got, err := tw.Log(big.NewInt(6), f); err != nil || got != nil {
		t.Error(got, err)
	}
	for _, pair := range [][2]*big.Int{{f, new(big.Int)}, {new(big.Int), f}} {
		if got, err := tw.Log(pair[0], pair[1]); err != nil || got != nil {
			t.Error(got, err)
		}
	}
}

// In large fields a logarithm is found if it is not too large.
func TestTowerLogsBeyond(t *testing.T) {
	long.Only(t)
	tw := Tower{}
	base := new(big.Int).Lsh(big.NewInt(1), 200)
	power, err := tw.Power(base, big.NewInt(123456))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := tw.Log(base, power); err != nil || got == nil || got.Int64() != 123456 {
		t.Error(got, err)
	}
	if power, err = tw.Power(base, new(big.Int).Lsh(big.NewInt(1), 200)); err != nil {
		t.Fatal(err)
	}
	if got, err := tw.Log(base, power); !errors.Is(err, grundy.ErrTooLarge) {
		t.Error(got, err)
	}
}

func TestTowerStops(t *testing.T) {
	stop := errors.New("stop")
	tw := Tower{Check: func() error { return stop }}
	large := new(big.Int).Lsh(big.NewInt(1), 64*often)
	if _, err := tw.Mul(large, large); !errors.Is(err, stop) {
		t.Error(err)
	}
	base := new(big.Int).Lsh(big.NewInt(1), 64)
	power, err := Tower{}.Power(base, big.NewInt(1<<50))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tw.Log(base, power); !errors.Is(err, stop) {
		t.Error(err)
	}
}
