package period_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/theory/period"
)

// Sequences drawn at random in which a term depends on the terms before it and
// on its index modulo m, against the definition.
func TestFindByPhase(t *testing.T) {
	proofs := 0
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(0, 5).Draw(t, "width")
		multiple := rapid.IntRange(1, 6).Draw(t, "multiple")
		from := rapid.IntRange(0, 20).Draw(t, "from")
		start := rapid.SliceOfN(rapid.Uint16Range(0, 2), from+width, from+width).Draw(t, "start")
		rule := rapid.SliceOfN(rapid.Uint16Range(0, 2), multiple<<width, multiple<<width).Draw(t, "rule")
		extend := func(terms []uint16, to int) []uint16 {
			for n := len(terms); n < to; n++ {
				index := n % multiple
				for i := range width {
					index = 2*index + int(terms[n-1-i]%2)
				}
				terms = append(terms, rule[index])
			}
			return terms
		}
		known := rapid.IntRange(len(start), 300).Draw(t, "known")
		terms := extend(start, known)
		// The first terms follow no rule, so the rule holds from their end on.
		r, ok := period.FindByPhase(terms, uint64(len(start)), uint64(width), uint64(multiple))
		if !ok {
			return
		}
		proofs++
		if !r.Proved || r.Computed != uint64(known) || r.Needed > r.Computed || r.Preperiod+r.Period > r.Computed {
			t.Fatalf("%+v of %d terms", r, known)
		}
		if early, ok := period.FindByPhase(terms[:r.Needed], uint64(len(start)), uint64(width), uint64(multiple)); !ok || early.Preperiod != r.Preperiod || early.Period != r.Period {
			t.Fatalf("needed %d terms, and they prove %v %+v instead of %+v", r.Needed, ok, early, r)
		}
		terms = extend(terms, 1000)
		q, p := bruteForce(terms)
		if int(r.Preperiod) != q || int(r.Period) != p {
			t.Fatalf("preperiod %d, period %d; by definition %d, %d", r.Preperiod, r.Period, q, p)
		}
	})
	if proofs == 0 && long.Asked {
		t.Error("nothing was proved")
	}
}

// A window that is much longer than the period.
func TestFindByPhaseLongWindow(t *testing.T) {
	const width = 1000
	terms := make([]uint16, 4*width)
	for n := range terms {
		terms[n] = uint16(n % 3)
	}
	terms[17] = 5
	r, ok := period.FindByPhase(terms, 0, width, 1)
	if !ok || r.Preperiod != 18 || r.Period != 3 || r.Needed != 18+width+3 {
		t.Errorf("%v %+v", ok, r)
	}
	for _, known := range []int{18 + width + 2, width, 3} {
		if _, ok := period.FindByPhase(terms[:known], 0, width, 1); ok {
			t.Errorf("a proof by %d terms", known)
		}
	}
}

// bruteForce returns the least period that holds in the second half of terms,
// and from where it holds.
func bruteForce(terms []uint16) (q, p int) {
	holds := func(p int) int {
		q := len(terms) - p
		for q > 0 && terms[q-1] == terms[q-1+p] {
			q--
		}
		return q
	}
	for p = 1; holds(p) > len(terms)/2; p++ {
	}
	return holds(p), p
}
