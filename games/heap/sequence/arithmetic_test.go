package sequence

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"

	"pgregory.net/rapid"
)

func TestArithmeticPeriods(t *testing.T) {
	for text, want := range map[string]string{ // preperiod, period, saltus
		"0.[3]": "0 1 1", "0.3003330[3]": "0 4 2", "0.[2]": "1 1 1", "0.0[3]": "0 2 1",
		"0.[30]": "0 2 0", "0.[03]": "0 2 1",
	} {
		s, err := Solve(t.Context(), MustCode(text), 2000, nil)
		got := fmt.Sprint(s.Period.Preperiod, s.Period.Period, s.Period.Saltus)
		if err != nil || got != want {
			t.Errorf("%s: %s, want %s (%v)", text, got, want, err)
		}
	}
}

// A period that is proved for games of taking holds as far as can be computed.
func TestArithmeticPeriodsHold(t *testing.T) {
	proved := 0
	rapid.Check(t, func(rt *rapid.T) {
		text := "0."
		digit := func() string { return rapid.SampledFrom([]string{"0", "1", "2", "3", "3"}).Draw(rt, "digit") }
		for range rapid.IntRange(0, 5).Draw(rt, "digits") {
			text += digit()
		}
		text += "["
		for range rapid.IntRange(1, 3).Draw(rt, "period") {
			text += digit()
		}
		c := MustCode(text + "]")
		s, err := Solve(t.Context(), c, 150, nil)
		if err != nil {
			rt.Fatal(err)
		}
		if !s.Period.Proved {
			return
		}
		proved++
		want, err := newSetsEngine(c).extend(t.Context(), nil, 500)
		if err != nil {
			rt.Fatal(err)
		}
		for n, v := range want {
			if got, ok := s.At(uint64(n)); !ok || got != uint64(v) {
				rt.Fatalf("%s: G(%d) = %d, want %d: %+v", c, n, got, v, s.Period)
			}
		}
		if p := s.Period; p.Preperiod > 0 && uint64(want[p.Preperiod-1+p.Period]) == uint64(want[p.Preperiod-1])+p.Saltus {
			rt.Fatalf("%s: the preperiod is less than %d", c, p.Preperiod)
		}
	})
	if proved == 0 && long.Asked {
		t.Error("no period was proved")
	}
}

// Games that divide into three. 0.3F is Kenyon's game (Winning Ways, chapter 4),
// 0.28 is from Howse and Nowakowski 2004.
func TestDividingPeriods(t *testing.T) {
	for text, want := range map[string]string{
		"0.3F": "0 6 3", "0.28": "1 53 16", "0.8": "1 3 1", "0.E8": "1 1 1", "0.9C": "28 36 16",
		"0.007F": "0 3 1", "4.98": "8 12 4",
	} {
		s, err := Solve(t.Context(), MustCode(text), 2000, nil)
		got := fmt.Sprint(s.Period.Preperiod, s.Period.Period, s.Period.Saltus)
		if err != nil || !s.Period.Proved || got != want {
			t.Errorf("%s: %s, want %s (%v)", text, got, want, err)
		}
	}
}

// The values of 0.F6 look arithmetic periodic from 604 to 1,886, and are not:
// nothing may prove it.
func TestSeemingPeriod(t *testing.T) {
	code := MustCode("0.F6")
	for n := long.Or[uint64](1898, 1400); n < 1900; n += long.Of[uint64](498, 166, 83) {
		r, o, err := code.Period(t.Context(), n, nil)
		if err != nil || r.Proved || o.Period != 43 || o.Saltus != 32 || o.Preperiod != 604 {
			t.Errorf("%d values: %+v, %v, %v", n, r, o, err)
		}
	}
	var values []uint64
	if err := code.Values(t.Context(), 0, 2000, nil, func(vs []uint64) error {
		values = append(values, vs...)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if n := 1886; values[n+43] == values[n]+32 {
		t.Errorf("G(%d) = %d, G(%d) = %d", n, values[n], n+43, values[n+43])
	}
}

// holds compares what few values prove for a code with many values.
func holds(t interface {
	Fatalf(string, ...any)
	Context() context.Context
}, c Code, few uint64, many int) (proved bool) {
	s, err := Solve(t.Context(), c, few, nil)
	if err != nil {
		t.Fatalf("%s: %v", c, err)
	}
	p := s.Period
	if !p.Proved {
		return false
	}
	values, err := newListingEngine(c).extend(t.Context(), nil, many)
	if err != nil {
		t.Fatalf("%s: %v", c, err)
	}
	for n, v := range values {
		if got, ok := s.At(uint64(n)); !ok || got != uint64(v) {
			t.Fatalf("%s: G(%d) = %d, want %d: %+v", c, n, got, v, p)
		}
	}
	if q := p.Preperiod; q > 0 && uint64(values[q-1+p.Period]) == uint64(values[q-1])+p.Saltus {
		t.Fatalf("%s: the preperiod is less than %d", c, q)
	}
	return true
}

// A period that is proved for games that divide into three holds much further on. Of
// the codes 0.ab and 4.ab, a or b at least 8, the first 1,500 values of 128 look
// arithmetic periodic. All but one, 0.F6, are proved to be so, most by fewer.
func TestDividingPeriodsHold(t *testing.T) {
	t.Parallel()
	proved, many, each := 0, long.Of(500, 800, 2500), long.Of(8, 2, 1)
	for a := range 16 {
		for b := a % each; b < 16; b += each {
			for _, zero := range []string{"0", "4"} {
				if a >= 8 || b >= 8 {
					if holds(t, MustCode(fmt.Sprintf("%s.%X%X", zero, a, b)), 400, many) {
						proved++
					}
				}
			}
		}
	}
	if proved < 190/each {
		t.Errorf("%d periods were proved", proved)
	}
	proved = 0
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.SampledFrom([]string{"0.", "0.", "4.", "8.", "8?.", "4!.", "10."}).Draw(rt, "zero")
		for range rapid.IntRange(1, 4).Draw(rt, "digits") {
			text += rapid.SampledFrom([]string{"0", "0", "1", "3", "4", "7", "8", "9", "A", "C", "F", "8?", "8!", "F?", "F!", "C=", "{1,3?}"}).Draw(rt, "digit")
		}
		c, err := ParseCode(text)
		if _, ok := c.dividing(); err != nil || !ok {
			rt.Skip()
		}
		if _, ok := newTriplesEngine(c); ok && holds(rt, c, 500, long.Of(800, 1000, 1500)) {
			proved++
		}
	})
	if proved == 0 && long.Asked {
		t.Error("no period was proved")
	}
}

// Partition games, by sets of numbers of heaps. That those without 2 have the saltus 1 and the
// period of the least number less 1, and those of even numbers alone the parity, is from Dailly,
// Duchêne, Larsson and Paris 2020; that 2 with odd numbers from 5 on gives arithmetic periods, from
// P. Ellis and T. Thanatipanonda (arXiv 2203.02457, 2022). A period that is proved holds further on.
func TestPartitionPeriods(t *testing.T) {
	const most = 8
	for set := 1; set < 1<<(most-1); set += long.Of(7, 1, 1) {
		var numbers []uint64
		even, odd := true, true // apart from 2
		for k := 2; k <= most; k++ {
			if set>>(k-2)&1 != 0 {
				numbers = append(numbers, uint64(k))
				even, odd = even && k%2 == 0, odd && (k == 2 || k%2 == 1 && k >= 5)
			}
		}
		c := MustCode(string(grundy.AppendNumbers(nil, '{', numbers, '}')) + ".0")
		if slices.Equal(numbers, []uint64{2, 3}) {
			continue // which is open
		}
		if !holds(t, c, 300, 400) {
			t.Errorf("%s: no period is proved", c)
			continue
		}
		s, err := Solve(t.Context(), c, 300, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, want := fmt.Sprint(s.Period.Preperiod, s.Period.Period, s.Period.Saltus), ""
		switch {
		case numbers[0] > 2:
			want = fmt.Sprint(1, numbers[0]-1, 1)
		case even:
			want = "1 2 0"
		case len(numbers) == 2 && odd:
			want = fmt.Sprint(1, 6*(numbers[1]-1), 8)
		case odd && s.Period.Saltus == 0:
			want = "a saltus"
		}
		if want != "" && got != want {
			t.Errorf("%s: %s, want %s", c, got, want)
		}
	}
}

// A period that is proved for games that divide into more than three heaps, and take or add,
// holds further on.
func TestPeriodsOfManyHeapsHold(t *testing.T) {
	random, proved := chance.New(t, 1), 0
	for range long.Of(40, 300, 2000) {
		var text strings.Builder
		if random.IntN(4) == 0 {
			text.WriteString([]string{"G", "&48;", "&32;"}[random.IntN(3)]) // adds a token
		}
		for i := range 1 + random.IntN(3) {
			text.WriteString([]string{"0", "4", "8", "G", "K", "&52;", "&72;", "&64;", "&100;"}[random.IntN(9)])
			if i == 0 {
				text.WriteByte('.')
			}
		}
		c, err := ParseCode(text.String() + []string{"0", "1", "3", "7", "C", "O"}[random.IntN(6)])
		if _, ok := c.dividing(); err == nil && ok && holds(t, c, 250, 400) {
			proved++
		}
	}
	if proved < long.Or(10, 30) {
		t.Errorf("%d periods were proved", proved)
	}
}
