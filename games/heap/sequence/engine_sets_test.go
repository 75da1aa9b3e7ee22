package sequence

// This file tests codes with all modifiers against the definition, whichever engine takes
// them.

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
)

// drawCode writes a code at random: digits of every way of writing them, with
// every kind, some of them added, some that repeat for ever.
func drawCode(random *rand.Rand) string {
	kind := func() string { return []string{"", "", "!", "?", "="}[random.IntN(5)] }
	digit := func() string {
		switch random.IntN(9) {
		case 0, 1:
			return "0"
		case 2, 3:
			return string("01234567"[random.IntN(8)]) + kind()
		case 4:
			return string("89ABCDEFGHV"[random.IntN(11)]) + kind()
		case 5:
			return fmt.Sprintf("&%d;", random.IntN(200)) + kind()
		case 6:
			return "*" + kind()
		}
		var counts []string
		inside := random.IntN(2) == 0
		for heaps := range 6 {
			if random.IntN(3) == 0 {
				counts = append(counts, fmt.Sprint(heaps))
				if inside {
					counts[len(counts)-1] += kind()
				}
			}
		}
		if len(counts) == 0 {
			return "0"
		}
		text := "{" + strings.Join(counts, ",") + []string{"", "+"}[random.IntN(2)] + "}"
		if !inside {
			text += kind()
		}
		return text
	}
	text := ""
	if random.IntN(8) == 0 {
		text += digit()
	}
	if random.IntN(2) == 0 {
		text += digit() + "."
	} else {
		text += "0."
	}
	for range random.IntN(4) {
		text += digit()
	}
	if random.IntN(4) == 0 {
		text += "["
		for range 1 + random.IntN(3) {
			text += digit()
		}
		text += "]"
	}
	return text
}

// definitionTo is definition to as many heaps as have that many options together.
func definitionTo(c Code, n, options int) []uint32 {
	var values []uint32
	for heap := 0; heap < n; heap++ {
		var seen Marks
		seen.Clear()
		for parts := range c.Options(uint64(heap)) {
			if options--; options < 0 {
				return values
			}
			v := uint32(0)
			for _, p := range parts {
				v ^= values[p]
			}
			seen.Mark(v)
		}
		values = append(values, seen.Mex())
	}
	return values
}

// Values of codes with all modifiers agree with the list of options: by the
// engine of sets, by the engine that is chosen, and from a period that was proved
// with half of them.
func TestAllModifiers(t *testing.T) {
	t.Parallel()
	rounds, options := long.Of(100, 300, 2000), long.Of(20_000, 40_000, 100_000)
	if testing.Short() {
		rounds /= 8
	}
	random := chance.New(t, 2)
	tried, proved := 0, 0
	check := func(text string) {
		c, err := ParseCode(text)
		if err != nil {
			return // play need not end
		}
		tried++
		want := definitionTo(c, 64, options)
		n := len(want)
		e := newSetsEngine(c)
		got, err := e.extend(t.Context(), nil, n/3)
		if err == nil {
			got, err = e.extend(t.Context(), got, n)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s (%s), sets: %s, %v", text, c, firstDifference(got, want), err)
		}
		for _, m := range []int{0, 1, 2, 3, 4, 5, 6, n - 2, n - 1} {
			listed := uint64(0)
			for range c.Options(uint64(max(m, 0))) {
				listed++
			}
			if m >= 0 && m < n && (listed != c.countAll(m) || listed != c.CountOptions(uint64(m))) {
				t.Errorf("%s: %d and %d options of %d, want %d", c, c.countAll(m), c.CountOptions(uint64(m)), m, listed)
			}
		}
		for _, budget := range []int{n, n / 2} {
			s, err := Solve(t.Context(), c, uint64(budget), nil)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if budget < n && s.Period.Proved {
				proved++
			}
			for m := range n {
				if v, ok := s.At(uint64(m)); (ok || m < budget) && (!ok || v != uint64(want[m])) {
					t.Errorf("%s (%s): G(%d) = %d, %v, want %d; %+v", text, c, m, v, ok, want[m], s.Period)
					break
				}
			}
		}
	}
	for _, text := range strings.Fields("0.0*? 0.**? 0.0{0,1,2?+} 0.*?0 0.?0 {2+}?.*? 0.{0+}?[*?] 0.*?*= 0.*!*? 0.[*?]") {
		check(text)
	}
	for range rounds {
		check(drawCode(random))
	}
	t.Logf("%d codes, %d with a period proved by half of the values", tried, proved)
	if (tried < rounds/3 || proved == 0) && long.Asked {
		t.Errorf("only %d codes, %d of them with a proved period", tried, proved)
	}
}

// Options by their nim-value, beyond small heaps, where a period is proved.
func TestFindWithAllModifiers(t *testing.T) {
	t.Parallel()
	rounds := long.Of(40, 200, 1000)
	random := chance.New(t, 3)
	found := 0
	for range rounds {
		c, err := ParseCode(drawCode(random))
		if _, most := c.shape(); err != nil || most > 2 || most == 2 && c.period > 0 {
			continue
		}
		s, err := SolveEasily(t.Context(), c, c.Easy())
		if err != nil || !s.Period.Proved {
			continue
		}
		found += checkFound(t, s, []uint64{1<<10 + 1 + random.Uint64N(40), random.Uint64N(9)}, s.Value)
	}
	if found == 0 && long.Asked {
		t.Error("no options were found")
	}
	t.Logf("%d times", found)
}

// Options are counted without a walk. The numbers of divisions are in the
// sequences A000041, A000009 and A000005 of the OEIS.
func TestCountAll(t *testing.T) {
	for _, test := range []struct {
		code string
		n    int
		want uint64
	}{
		{"0.*", 101, 190569292}, {"0.*!", 101, 444793}, {"0.*=", 101, 9}, {"0.*?", 101, 190569292 - 8},
		{"{2+}.0", 100, 190569291}, {"{2+}!.0", 100, 444792}, {"{2+}=.0", 100, 8}, {"{2+}?.0", 100, 190569292 - 9},
		{"0.*", 401, 6727090051741041926}, {"0.*", 418, 1<<64 - 1}, {"0.*", 417, 17873792969689876004}, {"{3+}0.0", 65536, 1<<64 - 1},
		{"0.*!", 65536, 1<<64 - 1}, {"0.[*=]", 65536, 736958}, {"{4}.0", 65536, 1954776816754}, {"0.[7]", 10, 10 + 20},
	} {
		if got := MustCode(test.code).countAll(test.n); got != test.want {
			t.Errorf("%s: %d options of %d, want %d", test.code, got, test.n, test.want)
		}
	}
}

// The meaning of the modifiers, by hand: with 0.0*? two tokens are taken, and what is
// left may be nothing or one heap, or two heaps or more not all of one size. From
// 4 there is 2 (not 1 and 1), which has the move to nothing: so 4 is a loss.
func TestUnlikeHeapsBeyondOne(t *testing.T) {
	c := MustCode("0.0*?")
	for n, want := range []string{"", "", "[]", "[1]", "[2]", "[3] [1 2]", "[4] [1 3] [1 1 2]"} {
		var got []string
		for parts := range c.Options(uint64(n)) {
			got = append(got, fmt.Sprint(parts))
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("options of %d: %s, want %s", n, text, want)
		}
	}
	s, err := Solve(t.Context(), c, 7, nil)
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range []uint64{0, 0, 1, 1, 0, 0, 2} {
		if v, _ := s.At(uint64(n)); v != want {
			t.Errorf("G(%d) = %d, want %d", n, v, want)
		}
	}
}
