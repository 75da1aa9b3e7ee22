package period_test

import (
	"math/rand/v2"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/theory/period"
)

// periodic returns terms with exactly this preperiod and period.
func periodic(random *rand.Rand, q, p, length int) []uint16 {
	terms := make([]uint16, max(length, q+p))
	values := random.Perm(q + p) // so that nothing recurs by chance
	for n := range terms {
		switch {
		case n < q+p:
			terms[n] = uint16(values[n])
		default:
			terms[n] = terms[n-p]
		}
	}
	if q > 0 {
		terms[q-1] = terms[q-1+p] ^ 1<<13
	}
	return terms[:length]
}

// A recurrence as long as the criterion asks proves a period. One term less does not,
// nor does a period that is not a multiple.
func TestFindGuySmith(t *testing.T) {
	random := chance.New(t, 1)
	for range 2000 {
		c := period.Criterion{
			ByPreperiod: 1 + random.Uint64N(3), ByPeriod: random.Uint64N(9), Constant: 1 + random.Uint64N(6), Multiple: 1 + random.Uint64N(3),
		}
		q, p := random.Uint64N(12), c.Multiple*(1+random.Uint64N(8))
		needed := c.ByPreperiod*max(q, 1) + (c.ByPeriod+1)*p + c.Constant
		terms := periodic(random, int(q), int(p), int(needed))
		r, ok := period.FindGuySmith(c, terms)
		if !ok || !r.Proved || r.Preperiod != q || r.Period != p || r.Needed != needed || r.Computed != needed {
			t.Fatalf("%+v: %+v, %v of terms with preperiod %d and period %d", c, r, ok, q, p)
		}
		if r, ok := period.FindGuySmith(c, terms[:needed-1]); ok {
			t.Fatalf("%+v: %+v of one term too few, with preperiod %d and period %d", c, r, q, p)
		}
		if c.Multiple > 1 {
			terms = periodic(random, int(q), int(p)+1, int(needed+c.ByPeriod+1))
			if r, ok := period.FindGuySmith(c, terms); ok {
				t.Fatalf("%+v: %+v of terms with period %d", c, r, p+1)
			}
		}
	}
}

// isEven reports whether all differences of terms that are d apart are the same.
func isEven(terms []uint16, d int) bool {
	for n := d; n < len(terms); n++ {
		if terms[n]-terms[n-d] != terms[d]-terms[0] {
			return false
		}
	}
	return true
}

// Games of taking drawn at random: what the first terms prove holds for many more,
// however few they are.
func TestFindArithmetic(t *testing.T) {
	random := chance.New(t, 3)
	proved, longer := 0, 0 // by periods longer than a turn
	for range 800 {
		g := period.Taking{Near: 1 + random.IntN(4), Turn: 1 + random.IntN(3), Empty: random.IntN(2) == 0}
		allowed := make([]bool, g.Turn*g.Turn)
		for i := range allowed {
			allowed[i] = random.IntN(3) > 0
		}
		g.Far = func(n, residue int) bool { return allowed[n%g.Turn*g.Turn+residue] }
		near := random.IntN(1 << g.Near) // the set of numbers below Near that may be taken
		terms := make([]uint16, 150)
		for n := range terms {
			var seen [150 + 1]bool
			for m := range n {
				taken := n - m
				if m == 0 && !g.Empty {
					seen[0] = seen[0] || taken < g.Near // taking all of a heap may have rules of its own
					continue
				}
				if taken < g.Near && near>>taken&1 == 1 || taken >= g.Near && g.Far(n, m%g.Turn) {
					seen[terms[m]] = true
				}
			}
			for seen[terms[n]] {
				terms[n]++
			}
		}
		before := false
		for length := 2; length <= 60; length++ {
			r, ok := period.FindArithmetic(g, terms[:length])
			if r.Proved != ok {
				t.Fatalf("%+v, near %b, far %v: found %v, proved %v", g, near, allowed, ok, r.Proved)
			}
			if before && !ok {
				t.Fatalf("%+v, near %b, far %v: nothing proved by %d terms, but by fewer", g, near, allowed, length)
			}
			if before = ok; !ok {
				continue
			}
			if proved++; r.Proof.(period.TakingProof).Shift > uint64(g.Turn) {
				longer++
			}
			for d := uint64(1); d < r.Period; d++ {
				if r.Period%d == 0 && isEven(terms[r.Preperiod:], int(d)) {
					t.Fatalf("%+v, near %b, far %v: %+v, but the period is %d", g, near, allowed, r, d)
				}
			}
			for n := int(r.Preperiod); n+int(r.Period) < len(terms); n++ {
				if uint64(terms[n])+r.Saltus != uint64(terms[n+int(r.Period)]) {
					t.Fatalf("%+v, near %b, far %v: %+v is wrong at %d", g, near, allowed, r, n)
				}
			}
			if r.Preperiod > 0 && uint64(terms[r.Preperiod-1])+r.Saltus == uint64(terms[r.Preperiod-1+r.Period]) {
				t.Fatalf("%+v: %+v is not the least", g, r)
			}
		}
	}
	if proved < 500 || longer < 100 {
		t.Errorf("only %d proofs, %d by longer periods", proved, longer)
	}
}

// Nim: the nim-values are proved to grow by 1 by the few terms that the conditions
// speak of.
func TestFindArithmeticOfNim(t *testing.T) {
	nim := period.Taking{Near: 1, Turn: 1, Far: func(int, int) bool { return true }, Empty: true}
	terms := []uint16{0, 1, 2, 3, 4, 5}
	for length := range len(terms) + 1 {
		r, ok := period.FindArithmetic(nim, terms[:length])
		if ok != (length >= 4) || ok && (r.Preperiod != 0 || r.Period != 1 || r.Saltus != 1 || r.Proof != (period.TakingProof{At: uint64(length - 1), Shift: 1})) {
			t.Errorf("%d terms: %v %+v", length, ok, r)
		}
	}
}
