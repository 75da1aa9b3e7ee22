package ordinal_test

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/theory/nimber"
	"github.com/grundy-games/grundy/theory/ordinal"
)

// A calculator fails the test where an operation does.
type calculator struct {
	ordinal.Field
	t testing.TB
}

func (c *calculator) done(a ordinal.Ordinal, err error) ordinal.Ordinal {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
	return a
}

func (c *calculator) times(list ...ordinal.Ordinal) ordinal.Ordinal {
	c.t.Helper()
	product := ordinal.OfUint64(1)
	for _, a := range list {
		product = c.done(c.Mul(product, a))
	}
	return product
}

func (c *calculator) power(a ordinal.Ordinal, e int64) ordinal.Ordinal {
	c.t.Helper()
	return c.done(c.Power(a, big.NewInt(e)))
}

// TestPublished compares with values of Conway (On Numbers and Games, chapter 6), of Lenstra's table (1977), and of
// the five values that L. Le Bruyn added to it (neverendingbooks.org, On2: extending Lenstra's list, 2009).
func TestPublished(t *testing.T) {
	for _, row := range [][2]string{
		{"w", "2"}, {"w^w", "4"}, {"w^(w^2)", "w+1"}, {"w^(w^3)", "w^w+1"}, {"w^(w^4)", "w+4"}, {"w^(w^5)", "16"}, {"w^(w^6)", "w^3+4"},
		{"w^(w^7)", "w^(w^3)+1"}, {"w^(w^8)", "w^(w^2)+4"}, {"w^(w^9)", "w^w+1"}, {"w^(w^10)", "w^3+4"}, {"w^(w^11)", "w^w+1"}, {"w^(w^12)", "w^(w^2)+1"},
		{"w^(w^13)", "w^(w^7)+1"}, {"w^(w^14)", "w^(w^4)+1"}, {"w^(w^15)", "w^(w^8)+1"}, {"w^(w^16)", "w^w+w"}, {"w^(w^17)", "w^(w^3)+w"},
	} {
		kappa := parse(t, row[0])
		p := []int64{3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67}
		k := 0
		for ordinal.Kappa(uint64(p[k])).Cmp(kappa) != 0 {
			k++
		}
		c := calculator{t: t}
		if got := c.power(kappa, p[k]); got.String() != row[1] {
			t.Errorf("%s to the power %d is %v, want %s", row[0], p[k], got, row[1])
		}
	}
	c := calculator{t: t}
	for _, row := range [][3]string{
		{"w", "w", "w^2"}, {"w^2", "w", "2"}, {"w^3", "w^3", "w^6"}, {"w^6", "w^3", "w"}, {"w^6", "w^6", "w^4"}, {"w^2", "w^2", "w*2"}, {"w", "5", "w*5"},
		{"w^8", "w", "w^6*2"}, {"w+1", "w+1", "w^2+1"}, {"w^w", "w", "w^(w+1)"}, {"w^(w*4)", "w^w", "4"}, {"w^(w*5)", "w^(w*20)", "w^w"}, {"w*2", "w*3", "w^2"},
		{"w^(w^100)", "w^(w^100)*3", "w^(w^100*2)*3"}, {"w^(w^5000)", "w+7", "w^(w^5000+1)+w^(w^5000)*7"},
	} {
		if got := c.times(parse(t, row[0]), parse(t, row[1])); got.String() != row[2] {
			t.Errorf("%s times %s is %v, want %s", row[0], row[1], got, row[2])
		}
	}
}

// TestRelations checks what defines the products, by multiplication alone: κ(p^n) is a p-th root of κ(p^(n-1)), κ(p) one of α_p, and the
// finite nimbers are a field of their own.
func TestRelations(t *testing.T) {
	c := calculator{t: t}
	for _, q := range []uint64{3, 9, 27, 81, 5, 25, 125, 7, 49, 11, 121, 13, 17, 19, 23, 97, 257} {
		p := q
		for _, d := range []uint64{3, 5, 7, 11} {
			if q%d == 0 {
				p = d
			}
		}
		want, ok := ordinal.Alpha(p)
		if !ok {
			t.Fatal(p)
		}
		if p < q {
			want = ordinal.Kappa(q / p)
		}
		product := ordinal.OfUint64(1)
		for range p {
			product = c.times(product, ordinal.Kappa(q))
		}
		if product.Cmp(want) != 0 {
			t.Errorf("κ(%d) to the power %d is %v, want %v", q, p, product, want)
		}
	}
	r := chance.New(t, 2)
	for range 1000 {
		a, b := r.Uint64(), r.Uint64()
		if got := c.times(ordinal.OfUint64(a), ordinal.OfUint64(b)); got.Cmp(ordinal.OfUint64(nimber.Mul(a, b))) != 0 {
			t.Fatalf("%d times %d is %v", a, b, got)
		}
	}
}

// TestField checks the axioms of a field, roots and powers for random ordinals.
func TestField(t *testing.T) {
	r := chance.New(t, 3)
	c := calculator{t: t}
	for _, family := range []struct {
		qs         []uint64
		terms, try int
	}{
		{[]uint64{3}, 3, 600}, {[]uint64{3, 9}, 4, 400}, {[]uint64{5}, 4, 400}, {[]uint64{3, 5}, 4, 300}, {[]uint64{3, 7}, 4, 200}, {[]uint64{7, 5, 9}, 3, 30},
		{[]uint64{11}, 3, 60}, {[]uint64{13}, 3, 60}, {[]uint64{19, 3}, 3, 20}, {[]uint64{25, 5}, 3, 40}, {[]uint64{27}, 3, 40},
	} {
		for range family.try / long.Or(4, 1) {
			one := func() ordinal.Ordinal { return draw(r, family.qs, family.terms, 1+r.IntN(9)) }
			a, b, d := one(), one(), one()
			ab := c.times(a, b)
			if ab.Cmp(c.times(b, a)) != 0 {
				t.Fatalf("%v and %v do not commute", a, b)
			}
			if c.times(ab, d).Cmp(c.times(a, c.times(b, d))) != 0 {
				t.Fatalf("%v, %v and %v are not associative", a, b, d)
			}
			if c.times(a, b.NimSum(d)).Cmp(ab.NimSum(c.times(a, d))) != 0 {
				t.Fatalf("%v, %v and %v are not distributive", a, b, d)
			}
			if root := c.done(c.SquareRoot(a)); c.times(root, root).Cmp(a) != 0 {
				t.Fatalf("the square root of %v is not %v", a, root)
			}
			if square := c.power(a, 2); square.Cmp(c.times(a, a)) != 0 {
				t.Fatalf("the square of %v is not %v", a, square)
			}
			if a.IsZero() {
				continue
			}
			if q := c.done(c.Divide(b, a)); c.times(q, a).Cmp(b) != 0 {
				t.Fatalf("%v over %v is not %v", b, a, q)
			}
		}
	}
}

func TestRefused(t *testing.T) {
	var f ordinal.Field
	if _, err := f.Divide(parse(t, "w"), ordinal.Ordinal{}); !errors.Is(err, ordinal.ErrZero) {
		t.Error(err)
	}
	for _, text := range []string{"w^(w^54*200)", "w^(w^2000)", "w^(w^100000000000000000000)"} {
		_, err := f.Mul(parse(t, text), parse(t, text))
		if _, ok := errors.AsType[*ordinal.UntabledError](err); !ok || !strings.Contains(err.Error(), "3 … 257") {
			t.Errorf("%s: %v", text, err)
		}
	}
	f.Memory = 1 << 17
	for _, text := range []string{"w^(w*100000000000)+1", "w^(w^4)+w^(w^3)+w^(w^2)"} {
		if _, err := f.Divide(parse(t, "1"), parse(t, text)); !errors.Is(err, grundy.ErrTooLarge) {
			t.Errorf("%s: %v", text, err)
		}
	}
	stop := errors.New("stop")
	f.Check = func() error { return stop }
	if _, err := f.Mul(parse(t, "w+1"), parse(t, "w+2")); !errors.Is(err, stop) {
		t.Error(err)
	}
}

// order returns the order of 2 modulo p.
func order(p uint64) (f uint64) {
	for n := uint64(1); f == 0 || n != 1; f++ {
		n = 2 * n % p
	}
	return f
}

// degree returns the degree of a over the nimbers 0 and 1: how many squarings lead back to it.
func (c *calculator) degree(a ordinal.Ordinal) (d uint64) {
	for b := a; d == 0 || b.Cmp(a) != 0; d++ {
		b = c.power(b, 2)
	}
	return d
}

// norm returns the product of a^(2^(f·i)) for i < n.
func (c *calculator) norm(a ordinal.Ordinal, f, n uint64) ordinal.Ordinal {
	if n == 1 {
		return a
	}
	half := c.norm(a, f, n/2)
	moved := half
	for range f * (n / 2) {
		moved = c.power(moved, 2)
	}
	product := c.times(half, moved)
	if n%2 == 1 {
		for range f {
			product = c.power(product, 2)
		}
		product = c.times(product, a)
	}
	return product
}

// hasRoot reports whether a has a p-th root below κ(p). Let d be the degree of a. Where p does not divide 2^d-1, each element
// of the field of 2^d has one p-th root in it. Otherwise, where a^((2^d-1)/p) is not 1, the roots have the degree p·d, and
// degrees below κ(p) have only prime factors below p.
func (c *calculator) hasRoot(a ordinal.Ordinal, p uint64) bool {
	d, f := c.degree(a), order(p)
	if d%f != 0 {
		return true
	}
	// (2^d-1)/p is (2^d-1)/(2^f-1) times (2^f-1)/p.
	e := new(big.Int).Lsh(big.NewInt(1), uint(f))
	e.Sub(e, big.NewInt(1)).Div(e, new(big.Int).SetUint64(p))
	return c.done(c.Power(c.norm(a, f, d/f), e)).Cmp(ordinal.OfUint64(1)) == 0
}

// kappa returns κ(h) for any h > 1, as Lenstra defines it: with q the power of the least prime in h and g = h/q, it is κ(g) where
// q divides the degree of κ(g), and otherwise κ(g) + κ(q).
func (c *calculator) kappa(h uint64) ordinal.Ordinal {
	q := uint64(1)
	for p := uint64(2); q == 1; p++ {
		for h%p == 0 {
			h, q = h/p, q*p
		}
	}
	if h == 1 {
		return ordinal.Kappa(q)
	}
	of := c.kappa(h)
	if c.degree(of)%q != 0 {
		of = of.NimSum(ordinal.Kappa(q))
	}
	return of
}

// TestTable computes α_p by Lenstra's theorem: it is κ(f) + m for the order f of 2 modulo p, and the least integer m
// for which this has no p-th root below κ(p).
func TestTable(t *testing.T) {
	c := calculator{t: t}
	usual := []uint64{3, 5, 7, 11, 13, 17, 19, 29, 31, 37, 41, 43, 53, 61, 73, 79, 97, 101, 109, 113, 127, 151, 163, 181, 193, 211, 241, 251, 257}
	most := append(slices.Clone(usual), 23, 71, 89, 103, 157, 197)
	for _, p := range long.Of(usual, most, append(slices.Clone(most), 67, 131, 199)) {
		of := c.kappa(order(p))
		m := uint64(0)
		for c.hasRoot(of.NimSum(ordinal.OfUint64(m)), p) {
			m++
		}
		if alpha, ok := ordinal.Alpha(p); !ok || alpha.Cmp(of.NimSum(ordinal.OfUint64(m))) != 0 {
			t.Errorf("α of %d is %v, want %v and %d", p, alpha, of, m)
		}
	}
}

// BenchmarkProduct multiplies two ordinals of some terms.
func BenchmarkProduct(b *testing.B) {
	var f ordinal.Field
	r := rand.New(rand.NewPCG(1, 1))
	x, y := draw(r, []uint64{3, 5, 7}, 10, 20), draw(r, []uint64{3, 5, 7}, 10, 20)
	for b.Loop() {
		if _, err := f.Mul(x, y); err != nil {
			b.Fatal(err)
		}
	}
}
