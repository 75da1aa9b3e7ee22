package sequence

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The engine for three heaps gives the values of the engine of sets.
func TestTriplesAreSets(t *testing.T) {
	check := func(t interface {
		Helper()
		Context() context.Context
		Fatalf(string, ...any)
	}, c Code, n int) {
		t.Helper()
		e, ok := newTriplesEngine(c)
		if !ok {
			t.Fatalf("%s: no engine", c)
		}
		half, err := e.extend(t.Context(), nil, n/2)
		if err != nil {
			t.Fatalf("%s: %v", c, err)
		}
		got, err := e.extend(t.Context(), half, n)
		if err != nil {
			t.Fatalf("%s: %v", c, err)
		}
		want, err := newSetsEngine(c).extend(t.Context(), nil, n)
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%s: %v, %s", c, err, firstDifference(got, want))
		}
	}
	digits := strings.Fields("0 1 2 3 4 5 6 7 8 9 A B C D E F 4! 6! 8! F! C= 8? B? F? {1,3!} {2=,3} {2!,3?}")
	for _, a := range digits {
		for _, b := range digits {
			check(t, MustCode("0."+a+b), 40)
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.SampledFrom([]string{"0.", "4.", "8.", "C!.", "8?."}).Draw(rt, "zero")
		for range rapid.IntRange(1, 4).Draw(rt, "digits") {
			text += rapid.SampledFrom(digits).Draw(rt, "digit")
		}
		check(rt, MustCode(text), 90)
	})
}

// The options of codes that leave three heaps are counted without a walk.
func TestCountThree(t *testing.T) {
	for _, text := range strings.Fields("0.3F 4.F 0.8 8.0 8!.03 8?.8? 0.F! 0.F? 8=.C= 0.7 {3=}.{2=,3!} 0.{1,3} 80.0") {
		c, err := ParseCode(text)
		if err != nil {
			continue // for three of them play may not end
		}
		for n := range uint64(40) {
			want := uint64(0)
			for range c.Options(n) {
				want++
			}
			if got := c.countThree(n); got != want {
				t.Errorf("%s: a heap of %d has %d options, want %d", text, n, got, want)
			}
		}
	}
}
