package heap

import (
	"fmt"
	"slices"
	"testing"

	"grundy"
	"grundy/internal/oracle"
)

func TestStandards(t *testing.T) {
	for text, want := range map[string]string{
		"0.137": "0.4 2", "0.07": "0.4 1", "0.4": "0.4 0", "0.55": "0.51 0", "0.77": "0.77 0",
	} {
		e, ok, err := FindStandard(t.Context(), MustCode(text))
		if err != nil || !ok {
			t.Errorf("%s: %v, %v", text, ok, err)
			continue
		}
		got := fmt.Sprint(e.Standard, " ", e.Shift)
		t.Logf("%s is %s: %s", text, got, e.Proof)
		if got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
		mine, theirs := naive(t, MustCode(text), 300), naive(t, e.Standard, 310)
		for n := max(0, -e.Shift); n < 300; n++ {
			if mine[n] != theirs[n+e.Shift] {
				t.Errorf("%s: G(%d) differs", text, n)
			}
		}
	}
}

// 0.161 is not 0.36: they differ first at n = 519.
func TestNotEquivalent(t *testing.T) {
	a, b := naive(t, MustCode("0.161"), 600), naive(t, MustCode("0.36"), 600)
	shift := -1
	for s := range 3 {
		if slices.Equal(a[s:400+s], b[:400]) {
			shift = s
		} else if slices.Equal(b[s:400+s], a[:400]) {
			shift = s
			a, b = b, a
		}
	}
	if shift < 0 || slices.Equal(a[shift:590+shift], b[:590]) {
		t.Errorf("shift %d: %v", shift, firstDifference(a[max(shift, 0):], b[:590]))
	}
}

func TestTakeFromIsTheOracle(t *testing.T) {
	for _, set := range []NumberSet{Squares, Primes, Powers, Fibonacci} {
		var o oracle.Oracle
		for n := range uint64(40) {
			p, err := PlaceTakeFrom(set, []grundy.Arg{grundy.ArgOf(n), grundy.ArgOf(3)})
			if err != nil {
				t.Fatal(err)
			}
			plan, _ := p.PlanTable(grundy.ByNimValue)
			table, err := plan.Build(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := table(p), o.Value(p); got != want {
				t.Errorf("%s: %d, want %d", p, got, want)
			}
			if count, _ := p.CountOptions(); count != uint64(len(p.AppendOptions(nil))) {
				t.Errorf("%s: %d options", p, count)
			}
		}
	}
}
