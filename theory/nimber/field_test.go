package nimber

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy/internal/fuzz"
)

// plain is the plain product, by which fields are checked.
func plain(a, b uint64) uint64 { return recursive(a, b, 32) }

// nimbers draws nimbers of any length, so that subfields are met too.
func nimbers() *rapid.Generator[uint64] {
	return rapid.Custom(func(t *rapid.T) uint64 {
		return rapid.Uint64().Draw(t, "bits") >> rapid.IntRange(0, 63).Draw(t, "shift")
	})
}

func TestField(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := nimbers().Draw(t, "a"), nimbers().Draw(t, "b"), nimbers().Draw(t, "c")
		if Mul(a, b) != Mul(b, a) || Mul(a, Mul(b, c)) != Mul(Mul(a, b), c) || Mul(a, b^c) != Mul(a, b)^Mul(a, c) || Mul(a, 1) != a || Mul(a, 0) != 0 {
			t.Fatal("not a ring")
		}
		if inverse, ok := Inverse(a); ok != (a != 0) || ok && plain(a, inverse) != 1 {
			t.Fatalf("1/%d = %d, %v", a, inverse, ok)
		}
		if q, ok := Divide(a, b); ok != (b != 0) || ok && plain(q, b) != a {
			t.Fatalf("%d/%d = %d, %v", a, b, q, ok)
		}
		if r := SquareRoot(a); plain(r, r) != a {
			t.Fatalf("the root of %d is %d", a, r)
		}
		if x, ok := Halve(a); ok != (a < 1<<63) || ok && (plain(x, x)^x != a || x%2 != 0) {
			t.Fatalf("half of %d: %d, %v", a, x, ok)
		}
		e := rapid.Uint64Max(40).Draw(t, "e")
		power := uint64(1)
		for range e {
			power = plain(power, a)
		}
		if got := Power(a, e); got != power {
			t.Fatalf("%d^%d = %d, want %d", a, e, got, power)
		}
		list := []uint64{a, 0, b, a ^ b, c}
		InvertAll(list)
		for i, v := range []uint64{a, 0, b, a ^ b, c} {
			if want, _ := Inverse(v); list[i] != want {
				t.Fatalf("inverse %d of %d is %d", i, v, list[i])
			}
		}
	})
	if _, ok := Inverse(0); ok {
		t.Error("0 has an inverse")
	}
	if got := Power(0, 0); got != 1 {
		t.Errorf("0^0 = %d", got)
	}
}

// In small fields everything is tried: the inverse, the root and the half are
// the only ones, and the logarithm is the first.
func TestSmallFields(t *testing.T) {
	table := byDefinition(16)
	for a := range uint64(16) {
		for x := range uint64(16) {
			if table[a][x] == 1 {
				if got, _ := Inverse(a); got != x {
					t.Errorf("1/%d = %d, want %d", a, got, x)
				}
			}
			if table[x][x] == a && SquareRoot(a) != x {
				t.Errorf("the root of %d is %d, want %d", a, SquareRoot(a), x)
			}
			if got, ok := Halve(a); x%2 == 0 && table[x][x]^x == a && (!ok || got != x) {
				t.Errorf("half of %d: %d, want %d", a, got, x)
			}
			want, found := uint64(0), false
			for e, power := uint64(0), uint64(1); e < 16 && !found; e++ {
				if power == x {
					want, found = e, true
				}
				power = table[power][a]
			}
			if got, ok := Log(a, x); ok != found || got != want {
				t.Errorf("log of %d to base %d: %d, %v, want %d, %v", x, a, got, ok, want, found)
			}
		}
		if a > 0 {
			order := uint64(1)
			for power := a; power != 1; order++ {
				power = table[power][a]
			}
			if Order(a) != order {
				t.Errorf("order of %d: %d, want %d", a, Order(a), order)
			}
		}
	}
	if Order(0) != 0 {
		t.Error("0 has an order")
	}
}

func TestLog(t *testing.T) {
	product := uint64(1)
	for _, p := range primes {
		product *= p
	}
	if product != groupOrder {
		t.Fatal("these are not the primes of 2^64-1")
	}
	rapid.Check(t, func(t *rapid.T) {
		base, e := nimbers().Filter(func(v uint64) bool { return v != 0 }).Draw(t, "base"), nimbers().Draw(t, "e")
		order := Order(base)
		if groupOrder%order != 0 || Power(base, order) != 1 {
			t.Fatalf("order of %d: %d", base, order)
		}
		for _, p := range primes {
			if order%p == 0 && Power(base, order/p) == 1 {
				t.Fatalf("order of %d is less than %d", base, order)
			}
		}
		if got, ok := Log(base, Power(base, e)); !ok || got != e%order {
			t.Fatalf("log to base %d: %d, %v, want %d", base, got, ok, e%order)
		}
		a := nimbers().Draw(t, "a")
		if got, ok := Log(base, a); ok && Power(base, got) != a || !ok && a != 0 && order%Order(a) == 0 {
			t.Fatalf("log of %d to base %d: %d, %v", a, base, got, ok)
		}
	})
}

// The constants are what their comments say.
func TestConstants(t *testing.T) {
	if h := Power(generator, logHalf); h != 1<<15 {
		t.Errorf("generator^%d = %d", logHalf, h)
	}
	if Order(generator) != order16 {
		t.Errorf("the generator's order is %d", Order(generator))
	}
}

func FuzzLog(t *testing.F) {
	f := fuzz.Seeds(t)
	f.Add(uint64(2), uint64(3))
	f.Add(^uint64(0), uint64(1<<63))
	f.Fuzz(func(t *testing.T, base, a uint64) {
		if e, ok := Log(base, a); ok && Power(base, e) != a {
			t.Fatalf("log of %d to base %d: %d", a, base, e)
		}
	})
}

func BenchmarkField(b *testing.B) {
	x := numbers(64, 7)
	one := func(name string, f func(a, b uint64)) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				for i := range x[:63] {
					f(x[i], x[i+1])
				}
			}
			b.ReportMetric(float64(b.N)*63/b.Elapsed().Seconds(), "values/s")
		})
	}
	one("Inverse", func(a, _ uint64) { Inverse(a) })
	one("Power", func(a, e uint64) { Power(a, e) })
	one("SquareRoot", func(a, _ uint64) { SquareRoot(a) })
	one("Halve", func(a, _ uint64) { Halve(a) })
	one("Log", func(a, c uint64) { Log(a, c) })
}
