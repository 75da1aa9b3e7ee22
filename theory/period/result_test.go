package period_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy/theory/period"
)

// drawRepeating draws terms that repeat from some n on with some period and
// saltus, and how they do.
func drawRepeating(t *rapid.T) (terms []uint32, q, p int, c uint32) {
	terms = rapid.SliceOfN(rapid.Uint32Range(0, 40), 0, 30).Draw(t, "beginning")
	turn := rapid.SliceOfN(rapid.Uint32Range(0, 9), 1, 8).Draw(t, "turn")
	c = rapid.Uint32Range(0, 4).Draw(t, "saltus")
	q, p = len(terms), len(turn)
	for n := range rapid.IntRange(3*p+q, 3*p+q+40).Draw(t, "more") {
		terms = append(terms, turn[n%p]+uint32(n/p)*c)
	}
	for d := 1; d < p; d++ {
		if p%d == 0 && int(c)*d%p == 0 && repeats(terms[q:], d, c*uint32(d)/uint32(p)) {
			p, c = d, c*uint32(d)/uint32(p)
		}
	}
	for q > 0 && terms[q-1+p] == terms[q-1]+c {
		q--
	}
	return terms, q, p, c
}

func repeats(terms []uint32, p int, c uint32) bool {
	for n := range len(terms) - p {
		if terms[n+p] != terms[n]+c {
			return false
		}
	}
	return true
}

// An observed period holds for a quarter of the terms and for three turns, and no
// smaller period does.
func TestObserve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		terms, q, p, c := drawRepeating(t)
		kept := uint64(rapid.IntRange(0, len(terms)/2).Draw(t, "kept"))
		o := period.Observe(uint64(len(terms)), kept, func(dst []uint32, from, to uint64) []uint32 {
			if from < kept {
				t.Fatalf("term %d is read, which is not kept", from)
			}
			return append(dst, terms[from:to]...)
		})
		if kept == 0 && o.Period == 0 {
			t.Fatalf("%v shows no period, but has %d, %d, %d", terms, q, p, c)
		}
		if o.Period == 0 {
			return
		}
		if got := terms[o.Preperiod:]; !repeats(got, int(o.Period), uint32(o.Saltus)) || len(got) < 3*int(o.Period) || 4*len(got) < len(terms) {
			t.Fatalf("%v: %+v", terms, o)
		}
		if q := o.Preperiod; q > kept && terms[q-1+o.Period] == terms[q-1]+uint32(o.Saltus) {
			t.Fatalf("%v: preperiod less than %d", terms, q)
		}
		if int(o.Period) > p {
			t.Fatalf("%v: period %d, not %d", terms, p, o.Period)
		}
	})
}

func TestFindExceptions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		terms, q, p, c := drawRepeating(t)
		r := period.Result{Proved: true, Preperiod: uint64(q), Period: uint64(p), Saltus: uint64(c)}
		s := period.Sequence[uint32]{Terms: terms, Result: r}
		var want []uint64
		for n := range q {
			turns := (q - n + p - 1) / p
			if uint64(terms[n])+uint64(turns)*uint64(c) != uint64(terms[n+turns*p]) {
				want = append(want, uint64(n))
			}
		}
		if got := s.Exceptions(); !slices.Equal(got, want) {
			t.Fatalf("exceptions %v, want %v", got, want)
		}
		if n := uint64(len(terms) - 1); s.At(n+uint64(p)) != s.At(n)+uint64(c) {
			t.Fatalf("At(%d) = %d", n+uint64(p), s.At(n+uint64(p)))
		}
		if _, ok := period.FindExceptions(r, 5, s.AppendTerms, func() bool { return true }); ok && q > 0 {
			t.Fatal("it was stopped, and did not stop")
		}
	})
}

// An observed period is said in words.
func TestObservedInWords(t *testing.T) {
	for want, terms := range map[string][]uint32{
		"G(n+1) = G(n) from n = 1 on as far as computed, to n = 4; it is not proved":     {7, 0, 0, 0, 0},
		"G(n+1) = G(n) + 2 from n = 0 on as far as computed, to n = 3; it is not proved": {1, 3, 5, 7},
		"no period shows in 3 values": {0, 0, 1},
	} {
		o := period.Observe(uint64(len(terms)), 0, func(dst []uint32, from, to uint64) []uint32 { return append(dst, terms[from:to]...) })
		if o.String() != want {
			t.Errorf("%v: %v", terms, o)
		}
	}
}

// Three terms are less than a quarter of thirteen.
func TestObserveAQuarter(t *testing.T) {
	terms := []uint32{0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3}
	o := period.Observe(uint64(len(terms)), 0, func(dst []uint32, from, to uint64) []uint32 { return append(dst, terms[from:to]...) })
	if o.Period != 3 || o.Saltus != 1 || o.Preperiod != 1 {
		t.Errorf("%+v", o)
	}
}

// Least finds the least period and preperiod, whatever multiple of them is known.
func TestLeast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		terms, q, p, c := drawRepeating(t)
		from, turns := q, 1
		if c == 0 {
			turns = rapid.IntRange(1, (len(terms)-q)/(2*p)).Draw(t, "turns")
		}
		if len(terms)-q > 2*p*turns {
			from += rapid.IntRange(0, len(terms)-q-2*p*turns).Draw(t, "from")
		}
		known := period.Result{Proved: true, Preperiod: uint64(from), AtMost: true, Period: uint64(turns * p), Saltus: uint64(c)}
		terms = terms[:from+2*p*turns]
		want := period.Result{Proved: true, Preperiod: uint64(q), Period: uint64(p), Saltus: uint64(c), Needed: uint64(len(terms))}
		if got := known.Least(terms, uint64(from)); got != want {
			t.Fatalf("%v: %+v, want %+v", terms, got, want)
		}
	})
}
