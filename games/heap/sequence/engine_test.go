package sequence

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/theory/period"
)

// definition returns G(0) … G(n-1) by the mex of the options' values.
func definition(c Code, n int) []uint32 { return definitionTo(c, n, math.MaxInt) }

func naive(t testing.TB, c Code, n int) []uint32 {
	t.Helper()
	o, ok := c.octal()
	if !ok {
		t.Fatalf("%s is not octal", c)
	}
	values, err := (&naiveEngine{octal: o}).extend(t.Context(), nil, n)
	if err != nil {
		t.Fatal(err)
	}
	return values
}

func firstDifference(got, want []uint32) string {
	for n := range want {
		if n >= len(got) || got[n] != want[n] {
			return fmt.Sprintf("first difference at n = %d", n)
		}
	}
	return fmt.Sprintf("%d values, want %d", len(got), len(want))
}

// The three-digit octal codes d0.d1d2d3 with d0 = 0 or 4.
func threeDigitCodes() []Code {
	var codes []Code
	for d0 := 0; d0 <= 4; d0 += 4 {
		for digits := range 512 {
			codes = append(codes, MustCode(fmt.Sprintf("%d.%03o", d0, digits)))
		}
	}
	return codes
}

func TestNaiveEngineIsTheDefinition(t *testing.T) {
	codes := threeDigitCodes()
	for _, text := range []string{"4!.0", "0.4=", "0.07?7!", "0.0330003", "4=.37!"} {
		codes = append(codes, MustCode(text))
	}
	for _, c := range codes {
		want := definition(c, 60)
		if got := naive(t, c, 60); !slices.Equal(got, want) {
			t.Errorf("%s: %s", c, firstDifference(got, want))
		}
	}
}

func TestSetsEngineIsTheDefinition(t *testing.T) {
	for _, text := range []string{"0.3F", "0.3f!", "0.*", "0.*!3", "0.*?", "{2+}=.0", "0.[3]", "0.7[03]", "80.0", "0.{0,1,3+}", "0.{2!,3?+}", "0.*=", "&16;08.7", "0.77"} {
		c := MustCode(text)
		want := definition(c, 22)
		got, err := newSetsEngine(c).extend(t.Context(), nil, 22)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %s, %v", c, firstDifference(got, want), err)
		}
	}
}

// All engines agree on longer codes, drawn at random: octal ones of 4 to 8
// digits, and those that leave up to three heaps.
func TestEnginesOnLongCodes(t *testing.T) {
	t.Parallel()
	rounds, n, most := long.Of(2, 5, 30), long.Of(2000, 2500, 3000), long.Of(200, 280, 400)
	random := chance.New(t, 1)
	draw := func(length, digits int) Code {
		text := []byte{"04"[random.IntN(2)], '.'}
		for range length - 1 {
			text = append(text, "0123456789ABCDEF"[random.IntN(digits)])
		}
		return MustCode(string(append(text, "1234567"[random.IntN(7)])))
	}
	for range rounds {
		c := draw(4+random.IntN(5), 8)
		want := naive(t, c, n)
		if got := sparse(t, c, n); !slices.Equal(got, want) {
			t.Errorf("%s, scalar: %s", c, firstDifference(got, want))
		}
		got, err := newSetsEngine(c).extend(t.Context(), nil, most)
		if err != nil || !slices.Equal(got, want[:most]) {
			t.Errorf("%s, sets: %s, %v", c, firstDifference(got, want[:most]), err)
		}
		c = draw(1+random.IntN(4), 16)
		want = definition(c, most/4)
		if got, err = newSetsEngine(c).extend(t.Context(), nil, most/4); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s, sets: %s, %v", c, firstDifference(got, want), err)
		}
	}
	// The engines with words and blocks begin later, and where few heaps are rare.
	served := 0
	for round := 0; round < 40*rounds && served < rounds; round++ {
		c := draw(4+random.IntN(5), 8)
		o, _ := c.octal()
		scalar := &sparseEngine{octal: o}
		values, err := scalar.extend(t.Context(), nil, 1<<11)
		if err != nil || len(scalar.rare) > 64 {
			continue
		}
		if values, err = scalar.extend(t.Context(), values, wordStart); err != nil {
			t.Fatal(err)
		}
		const end = wordStart + 32*block
		want, err := (&sparseEngine{octal: o}).extend(t.Context(), values, end)
		if err != nil {
			t.Fatal(err)
		}
		scalar.renew(values)
		plan := func() *codePlan { return planCodes(o, scalar.space, slices.Clone(scalar.rare)) }
		some := false
		check := func(e fastEngine, name string) {
			for e.length() < end && e.step() == goesOn {
			}
			some = some || e.length() > wordStart
			if got := e.appendValues(nil, 0, e.length()); !slices.Equal(got, want[:e.length()]) {
				t.Errorf("%s, %s: %s", c, name, firstDifference(got, want))
			}
		}
		for _, portable := range []bool{false, true} {
			for _, width := range []int{16, 32, 64} {
				if e, ok := newWordEngine(plan(), values, end, width, portable); ok {
					check(e, fmt.Sprintf("%d bits, portable %v", width, portable))
				}
			}
			if e, ok := newBlockEngine(plan(), values, end, portable); ok {
				check(e, fmt.Sprintf("blocks, portable %v", portable))
			}
		}
		if some {
			served++
		}
	}
	if served < rounds {
		t.Errorf("only %d codes were for words or blocks", served)
	}
}

func TestPublishedValues(t *testing.T) {
	type sequence struct {
		Code   string
		Offset int
		Values []uint32
	}
	var first16, oeis, periods struct{ Entries []sequence }
	readJSON(t, "octal_first16.json", &first16)
	readJSON(t, "oeis_octal.json", &oeis)
	readJSON(t, "octal_periods.json", &periods)
	for _, s := range slices.Concat(first16.Entries, oeis.Entries, periods.Entries) {
		got := naive(t, MustCode(s.Code), s.Offset+len(s.Values))[s.Offset:]
		if !slices.Equal(got, s.Values) {
			t.Errorf("%s: %s", s.Code, firstDifference(got, s.Values))
		}
	}
	var heapGames struct {
		TakeAndBreak []struct {
			Code   string
			Values []uint32 `json:"nim_values_1_20"`
			Count  int      `json:"options_of_heap_20"`
		} `json:"take_and_break"`
	}
	readJSON(t, "cgsuite_heap_games.json", &heapGames)
	for _, s := range heapGames.TakeAndBreak {
		c := MustCode(s.Code)
		got, err := newSetsEngine(c).extend(t.Context(), nil, 21)
		if err != nil || !slices.Equal(got[1:], s.Values) {
			t.Errorf("%s: %s, %v", s.Code, firstDifference(got[1:], s.Values), err)
		}
		options := 0
		for range c.Options(20) {
			options++
		}
		if options != s.Count {
			t.Errorf("%s: 20 has %d options, want %d", s.Code, options, s.Count)
		}
	}
}

func TestPublishedPeriods(t *testing.T) {
	var periods struct {
		Entries []struct {
			Code              string
			Period, Preperiod uint64
		}
	}
	readJSON(t, "octal_periods.json", &periods)
	for _, e := range long.Every(5, periods.Entries) {
		c := MustCode(e.Code)
		criterion, ok := c.Criterion()
		if !ok {
			t.Fatalf("%s: no criterion", e.Code)
		}
		terms := int(2*e.Preperiod+2*e.Period) + 3
		r, ok := period.FindGuySmith(criterion, naive(t, c, terms))
		if !ok || r.Period != e.Period || r.Preperiod != e.Preperiod {
			t.Errorf("%s: %+v, want preperiod %d, period %d", e.Code, r, e.Preperiod, e.Period)
		}
	}
}

// The exceptions of these games are known one by one.
func TestKayles(t *testing.T) {
	c := MustCode("0.77")
	criterion, _ := c.Criterion()
	terms := naive(t, c, 168)
	if r, ok := period.FindGuySmith(criterion, terms[:167]); ok {
		t.Errorf("167 terms prove %+v", r)
	}
	r, ok := period.FindGuySmith(criterion, terms)
	if !ok || r.Preperiod != 71 || r.Period != 12 || r.Needed != 168 {
		t.Fatalf("168 terms prove %+v", r)
	}
	known := period.Sequence[uint32]{Terms: terms, Result: r}
	want := "0 3 6 9 11 15 18 21 22 28 34 39 57 70"
	if got := fmt.Sprint(known.Exceptions()); got != "["+want+"]" {
		t.Errorf("exceptions %s, want %s", got, want)
	}
	more := naive(t, c, 3000)
	for n, v := range more {
		if known.At(uint64(n)) != uint64(v) {
			t.Fatalf("n = %d: %d, want %d", n, known.At(uint64(n)), v)
		}
	}
}

// A period that a criterion proves holds much further on, for small codes of all kinds.
func TestProvedPeriodsHold(t *testing.T) {
	digits := strings.Fields("0 1 2 3 4 5 6 7 4! 7! 6! 4= 7= 6= 8 F F! 9? F? &16; &16;= &16;! {2!,3?} {2=,3}")
	proved := 0
	rapid.Check(t, func(rt *rapid.T) {
		text := "0."
		if rapid.Bool().Draw(rt, "4!") {
			text = "4!."
		}
		for range rapid.IntRange(1, 3).Draw(rt, "length") {
			text += rapid.SampledFrom(digits).Draw(rt, "digit")
		}
		c := MustCode(text)
		criterion, ok := c.Criterion()
		if !ok {
			rt.Skip()
		}
		values, err := newSetsEngine(c).extend(t.Context(), nil, 160)
		if err != nil {
			rt.Fatal(err)
		}
		r, ok := period.FindGuySmith(criterion, values[:80])
		if !ok {
			return
		}
		proved++
		for n := range values {
			known := period.Sequence[uint32]{Terms: values[:80], Result: r}
			if known.At(uint64(n)) != uint64(values[n]) {
				rt.Fatalf("%s: %+v fails at n = %d", c, r, n)
			}
		}
	})
	if proved == 0 && long.Asked {
		t.Error("no period was proved")
	}
}

func fletcher(values []uint32) uint32 {
	var c0, c1 uint16
	for _, v := range values {
		c0 += uint16(v)
		c1 += c0
	}
	return uint32(c1)<<16 | uint32(c0)
}

// A proof by state names how far back the steps looked.
func TestWidthsOfProofs(t *testing.T) {
	for text, want := range map[string][2]uint64{"0.127": {27_110, 131_072}} {
		s, err := Solve(t.Context(), MustCode(text), 200_000, nil)
		if err != nil {
			t.Fatal(text, err)
		}
		if p, ok := s.Period.Proof.(period.StateProof); !ok || p.Width != want[0] || p.At != want[1] {
			t.Errorf("%s: %+v, want %v", text, p, want)
		}
	}
}
