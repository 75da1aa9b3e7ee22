package ordinal_test

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/theory/ordinal"
)

func parse(t testing.TB, text string) ordinal.Ordinal {
	t.Helper()
	a, length, err := ordinal.Parse(text)
	if err != nil || length != len(text) {
		t.Fatalf("%q: read %d bytes: %v", text, length, err)
	}
	return a
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"0": "0", "007": "7", "w": "w", "ω": "w", "w ^ 2 * 3 + w\t+ 1": "w^2*3+w+1", "w^w*3+5": "w^w*3+5",
		"w^(w*2+1)": "w^(w*2+1)", "w^(ω^2)": "w^(w^2)", "w^(1)": "w", "w^1*1": "w", "w^(2)": "w^2", "w^(w)": "w^w",
		"w*18446744073709551616": "w*18446744073709551616", "w^(w^7*2+w*3+4)*5+w^w+w^9+8": "w^(w^7*2+w*3+4)*5+w^w+w^9+8",
	} {
		if got := parse(t, text); got.String() != want {
			t.Errorf("%q is read as %v, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"":            "ends here",
		"v":           `unexpected "v"`,
		"1+w":         "falling exponents",
		"w+w":         "falling exponents",
		"w+0":         "no 0 in a sum",
		"0+1":         "no 0 in a sum",
		"2*w":         "behind the power",
		"w*0":         "above 0",
		"w^0":         "above 0",
		"w^(0)":       "above 0",
		"w*w":         "a number behind *",
		"w^2^3":       "brackets",
		"w^w^2":       "brackets",
		"w^(w^w)":     "below w^(w^w)",
		"w^(w^(w+1))": "below w^(w^w)",
		"w^(w^(w))":   "below w^(w^w)",
		"w^(w+1":      `want ")"`,
		"w^":          "ends here",
		"w^+":         "an exponent",
		"w*1" + strings.Repeat("0", ordinal.MostDigits): "digits",
	} {
		_, _, err := ordinal.Parse(text)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
}

func FuzzParse(t *testing.F) {
	f := fuzz.Seeds(t)
	for _, text := range []string{"w^(w*2+1)*3+w^2+5", "ω^ω+ω", "w^(w^12)*7 + 1", "1+w", "w^(w^w)"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, length, err := ordinal.Parse(text)
		if err != nil {
			if e, ok := errors.AsType[*ordinal.SyntaxError](err); !ok || e.Offset < 0 || e.Offset > len(text) || e.Msg == "" {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		if length > len(text) {
			t.Fatalf("%q: read %d bytes", text, length)
		}
		if again := parse(t, a.String()); again.Cmp(a) != 0 {
			t.Errorf("%q is read as %v, and that as %v", text, a, again)
		}
	})
}

// TestOrder compares ordinals that rise.
func TestOrder(t *testing.T) {
	rising := []string{"0", "1", "2", "1000000000000000000000", "w", "w+1", "w*2", "w*2+7", "w^2", "w^2+w*9", "w^2*2", "w^100", "w^w", "w^w+w^99", "w^w*2", "w^(w+1)", "w^(w*2)", "w^(w*2+3)", "w^(w^2)", "w^(w^2+1)", "w^(w^3)"}
	for i, a := range rising {
		for j, b := range rising {
			if got := parse(t, a).Cmp(parse(t, b)); got < 0 != (i < j) || got > 0 != (i > j) {
				t.Errorf("%s and %s: %d", a, b, got)
			}
		}
	}
}

// draw returns an ordinal of few terms with digits of κ(q) for some q, and finite parts of some bits.
func draw(r *rand.Rand, qs []uint64, terms, bits int) ordinal.Ordinal {
	var f ordinal.Field
	sum := ordinal.Ordinal{}
	for range 1 + r.IntN(terms) {
		t := ordinal.OfUint64(r.Uint64() >> (64 - bits))
		for _, q := range qs {
			for range r.IntN(3) {
				t, _ = f.Mul(t, ordinal.Kappa(q))
			}
		}
		sum = sum.NimSum(t)
	}
	return sum
}

// TestNimSum checks that the nim-sum of two ordinals is the least one that differs from those of their options, as
// far as options of a kind that matters go: below each term, whatever stands behind it.
func TestNimSum(t *testing.T) {
	r := chance.New(t, 1)
	qs := []uint64{3, 9, 5, 7}
	for range 500 {
		a, b, c := draw(r, qs, 4, 5), draw(r, qs, 4, 5), draw(r, qs, 4, 5)
		s := a.NimSum(b)
		if s.NimSum(b).Cmp(a) != 0 || s.Cmp(b.NimSum(a)) != 0 || s.NimSum(c).Cmp(a.NimSum(b.NimSum(c))) != 0 || !a.NimSum(a).IsZero() {
			t.Fatalf("%v + %v + %v is not a sum in a group where all double to 0", a, b, c)
		}
		// No smaller ordinal x is left out: x is a' + b or a + b' for smaller a' or b'.
		if x := c; x.Cmp(s) < 0 && x.NimSum(b).Cmp(a) >= 0 && x.NimSum(a).Cmp(b) >= 0 {
			t.Fatalf("%v is below %v + %v = %v, and no option has it", x, a, b, s)
		}
	}
	if n, ok := parse(t, "9").NimSum(parse(t, "5")).Finite(); !ok || n.Cmp(big.NewInt(12)) != 0 {
		t.Errorf("9 + 5 = %v", n)
	}
}
