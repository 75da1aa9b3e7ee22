package census

import (
	"errors"
	"testing"

	"grundy"
	"grundy/internal/chance"
)

// TestFactor multiplies what it returns, and divides it by every number.
func TestFactor(t *testing.T) {
	rng := chance.New(t, 1)
	for i := range uint64(3000) {
		n := i
		if i >= 2000 {
			n = rng.Uint64N(1 << 30)
		}
		primes, exponents, err := Factor(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		product, before := uint64(1), uint64(1)
		for i, p := range primes {
			for range exponents[i] {
				product *= p
			}
			if p <= before || exponents[i] == 0 {
				t.Fatalf("%d: %v to the %v", n, primes, exponents)
			}
			for d := uint64(2); d*d <= p; d++ {
				if p%d == 0 {
					t.Fatalf("%d: %d is not a prime", n, p)
				}
			}
			before = p
		}
		if product != max(n, 1) {
			t.Fatalf("%d: %v to the %v", n, primes, exponents)
		}
	}
	if _, _, err := Factor(t.Context(), 1<<48+1); !errors.Is(err, grundy.ErrTooLarge) {
		t.Errorf("2^48+1: %v", err)
	}
}

// TestPrimeFactors compares with division by every number.
func TestPrimeFactors(t *testing.T) {
	factors := func(n uint64) (count uint64) {
		for d := uint64(2); d <= n; d++ {
			for ; n%d == 0; n /= d {
				count++
			}
		}
		return count
	}
	for _, r := range [][2]uint64{{0, 500}, {1, 1}, {7, 6}, {361, 361}, {99_000, 99_200}} {
		got, err := PrimeFactors(t.Context(), r[0], r[1])
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range got {
			n := r[0] + uint64(i)
			if want := factors(n); n > 1 && c != want || n <= 1 && c != 0 {
				t.Fatalf("%d has %d prime factors, want %d", n, c, want)
			}
		}
	}
	// Their number is the nim-value of a heap that is divided by a divisor above 1.
	values, err := PrimeFactors(t.Context(), 0, 300)
	if err != nil {
		t.Fatal(err)
	}
	for n := uint64(1); n <= 300; n++ {
		options := map[uint64]bool{}
		for d := uint64(2); d <= n; d++ {
			if n%d == 0 {
				options[values[n/d]] = true
			}
		}
		mex := uint64(0)
		for options[mex] {
			mex++
		}
		if values[n] != mex {
			t.Fatalf("%d has nim-value %d, and %d prime factors", n, mex, values[n])
		}
	}
}
