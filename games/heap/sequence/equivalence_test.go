package sequence

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/long"
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

// Equivalent codes have the same values, for all codes of three
// digits, and for some that are longer or divide into unequal heaps; and of the
// codes without an easily proved period, none is missed that has the same 600
// values. Most periods are looked for in few values only.
func TestStandardsAgree(t *testing.T) {
	t.Parallel()
	const terms = 600
	more := []string{"0.0077", "4!.0", "4?.07", "0.07!", "4!.3", "0.0007", "0.00137", "0.7!7!"}[:long.Of(3, 5, 8)]
	codes := standards()
	for _, text := range more {
		codes = append(codes, MustCode(text))
	}
	values := map[string][]uint32{}
	of := func(c Code) []uint32 {
		if values[c.String()] == nil {
			values[c.String()] = naive(t, c, terms)
		}
		return values[c.String()]
	}
	byBeginning := map[string]Code{}
	unproved, shifted := 0, 0
	for i, c := range codes {
		if i%long.Of(151, 17, 1) != 0 && i < len(codes)-len(more) {
			continue
		}
		budget := uint64(1000)
		if i%16 == 7 || i >= len(codes)-len(more) {
			budget = c.Easy()
		}
		s, err := SolveEasily(t.Context(), c, budget)
		if err != nil {
			t.Fatal(err)
		}
		e, ok, err := s.FindStandard(t.Context())
		if err != nil || !ok {
			t.Fatalf("%s: %v, %v", c, ok, err)
		}
		mine, theirs := of(c), of(e.Standard)
		for n := max(0, -e.Shift); n < terms-mostShift; n++ {
			if mine[n] != theirs[n+e.Shift] {
				t.Fatalf("%s is not %s (shift %d; %s): G(%d) differs", c, e.Standard, e.Shift, e.Proof, n)
			}
		}
		if e.Standard.String() != c.String() && strings.Contains(e.Proof, "options") {
			shifted++
		}
		if strings.Contains(e.Proof, "same options") {
			unproved++
			key := fmt.Sprint(mine)
			if before, ok := byBeginning[key]; ok && long.Asked {
				t.Logf("%s and %s agree to %d and are not shown to be equivalent", before, c, terms)
			}
			byBeginning[key] = c
		}
	}
	t.Logf("%d equivalent by options, %d without a known period stand alone", shifted, unproved)
}

// The codes of A. Flammenkamp's table, which are all different
// except for two pairs: 0.007 is 0.04, and 0.37 is 0.6.
func TestStandardsOfTheTable(t *testing.T) {
	long.Only(t)
	t.Parallel()
	var table struct{ Entries []struct{ Code string } }
	readJSON(t, "octal_first16.json", &table)
	others := map[string]string{"0.007": "0.04 1", "0.37": "0.6 1"}
	for i, entry := range table.Entries {
		if i%long.Of(61, 61, 4) != 0 && others[entry.Code] == "" {
			continue
		}
		e, _, err := FindStandard(t.Context(), MustCode(entry.Code))
		if err != nil {
			t.Fatal(err)
		}
		want := entry.Code + " 0"
		if other, ok := others[entry.Code]; ok {
			want = other
		}
		if got := fmt.Sprint(e.Standard, " ", e.Shift); got != want {
			t.Errorf("%s is %s, want %s", entry.Code, got, want)
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
