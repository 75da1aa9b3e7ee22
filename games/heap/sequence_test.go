package heap

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/theory/period"
)

// collect returns G(from) … G(to-1).
func collect(t testing.TB, s Sequence, from, to uint64) []uint64 {
	t.Helper()
	var values []uint64
	err := s.Values(t.Context(), from, to, nil, func(vs []uint64) error {
		values = append(values, vs...)
		return nil
	})
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	if uint64(len(values)) != to-from {
		t.Fatalf("%s: %d values of %d", s, len(values), to-from)
	}
	return values
}

// Sequences of every kind, with how to place one heap.
func someSequences(t testing.TB) map[Sequence]func(n uint64) grundy.Component {
	one := func(s Sequence) func(n uint64) grundy.Component {
		return func(n uint64) grundy.Component {
			switch s := s.(type) {
			case Nim:
				return grundy.Place(s, []uint64{n})
			case Counter:
				return grundy.Place(s, n)
			case TakeFrom:
				return grundy.Place(s, []uint64{n})
			case *Subtraction:
				return grundy.Place(*s, n)
			case *sequence.Code:
				return grundy.Place(&TakeAndBreak{code: *s, name: s.String()}, []uint64{n})
			}
			t.Fatalf("%T", s)
			return nil
		}
	}
	all := map[Sequence]func(n uint64) grundy.Component{}
	add := func(s Sequence) { all[s] = one(s) }
	add(Nim{})
	add(Counter{})
	for _, amounts := range [][]uint64{{1, 3, 4}, {5}, {2, 4, 14}, {3, 5, 17}, {6, 15, 27}} {
		game := mustSubtraction(t, amounts...)
		add(&game)
	}
	for _, text := range []string{"0.77", "0.07", "4!.0", "0.3F", "0.[3]", "0.3003330[3]", "0.8", "0.0"} {
		code := sequence.MustCode(text)
		add(&code)
	}
	return all
}

func TestSequences(t *testing.T) {
	sequences := someSequences(t)
	for s, place := range sequences {
		var truth oracle.Oracle
		first := uint64(0)
		if _, ok := s.(Counter); ok {
			first = 1
		}
		last := uint64(24)
		if code, ok := s.(*sequence.Code); ok {
			if _, parts, _ := code.Bounds(); parts > 1 {
				last = 15 // there are many positions, in all their orders
			}
		}
		values := collect(t, s, first, last)
		for n := first; n < last; n++ {
			if got, want := values[n-first], truth.Value(place(n)); got != want {
				t.Errorf("%s: G(%d) = %d, by definition %d", s, n, got, want)
			}
		}
		if got := collect(t, s, 10, 13); !slices.Equal(got, values[10-first:13-first]) {
			t.Errorf("%s: G(10) … G(12) = %v, but %v from the beginning", s, got, values[10-first:13-first])
		}
	}
	for _, set := range []NumberSet{Squares, Primes, Powers, Fibonacci} {
		game := TakeFrom{set}
		want, err := game.terms(t.Context(), 2999, nil)
		if err != nil {
			t.Fatal(err)
		}
		for n, got := range collect(t, game, 0, 3000) {
			if got != uint64(want[n]) {
				t.Fatalf("%s: G(%d) = %d, want %d", game, n, got, want[n])
			}
		}
	}
}

// A proved period holds, and is least; exceptions agree with the definition.
func TestSequencePeriods(t *testing.T) {
	for s := range someSequences(t) {
		r, o, err := s.Period(t.Context(), 600, nil)
		if err != nil {
			t.Fatalf("%s: %v", s, err)
		}
		if !r.Proved {
			if _, counter := s.(Counter); r.Aperiodic != counter {
				t.Errorf("%s: %+v", s, r)
			}
			continue
		}
		if o.Period != 0 {
			t.Errorf("%s: proved, and observed %v", s, o)
		}
		checkPeriod(t, s, r)
	}
}

func checkPeriod(t *testing.T, s Sequence, r period.Result) {
	t.Helper()
	values := collect(t, s, 0, 3*(r.Preperiod+r.Period)+20)
	q, p, c := int(r.Preperiod), int(r.Period), r.Saltus
	for n := q; n+p < len(values); n++ {
		if values[n+p] != values[n]+c {
			t.Fatalf("%s: G(%d+%d) is not G(%d) + %d", s, n, p, n, c)
		}
	}
	if q > 0 && values[q-1+p] == values[q-1]+c {
		t.Errorf("%s: the preperiod is less than %d", s, q)
	}
	for d := 1; d < p; d++ {
		less := true
		for n := q; less && n+d < len(values); n++ {
			less = values[n+d]-values[n] == values[q+d]-values[q]
		}
		if less {
			t.Errorf("%s: the period is %d, not %d", s, d, p)
			break
		}
	}
	var want []uint64
	for n := range q {
		turns := (q - n + p - 1) / p
		if values[n]+uint64(turns)*c != values[n+turns*p] {
			want = append(want, uint64(n))
		}
	}
	e, err := FindExceptions(t.Context(), s, r, 3, nil)
	last := uint64(0)
	if len(want) > 0 {
		last = want[len(want)-1]
	}
	if err != nil || e.Count != uint64(len(want)) || !slices.Equal(e.First, want[:min(3, len(want))]) || e.Last != last {
		t.Errorf("%s: exceptions %+v (%v), want %v", s, e, err, want)
	}
	far := collect(t, s, 1e18, 1e18+5)
	for i, v := range far {
		n := uint64(1e18) + uint64(i)
		turns := (n - uint64(q)) / uint64(p)
		if want := values[n-turns*uint64(p)] + turns*c; v != want {
			t.Errorf("%s: G(%d) = %d, want %d", s, n, v, want)
		}
	}
}

func TestObserved(t *testing.T) {
	for _, c := range []struct {
		s      Sequence
		budget uint64
		want   string
	}{
		{sequence.MustCode("0.77"), 167, "167 12 0 71"},
		{sequence.MustCode("0.77"), 80, "80 0 0 0"},
		{sequence.MustCode("0.6"), 5000, "5000 0 0 0"},
		{TakeFrom{Squares}, 5000, "5000 0 0 0"},
		{TakeFrom{Primes}, 5000, "5000 0 0 0"},
		{mustSubtraction(t, 1, 2, 1e15), 1000, "1000 3 0 0"},
		{mustSubtraction(t, 3, 6, 3e15), 1000, "1000 9 0 0"},
	} {
		r, o, err := c.s.Period(t.Context(), c.budget, nil)
		if got := fmt.Sprint(o.Computed, o.Period, o.Saltus, o.Preperiod); r.Proved || err != nil || got != c.want {
			t.Errorf("%s: %s, %v, want %s", c.s, got, err, c.want)
		}
	}
}

// As many values as the theorem needs are enough, and no fewer.
func TestBudgetIsEnough(t *testing.T) {
	for _, c := range []struct {
		s      Sequence
		needed uint64
	}{{sequence.MustCode("0.77"), 168}, {mustSubtraction(t, 1, 3, 4), 15}} {
		if r, _, err := c.s.Period(t.Context(), c.needed, nil); !r.Proved || err != nil || r.Needed > c.needed {
			t.Errorf("%s: %+v, %v", c.s, r, err)
		}
		if r, _, err := c.s.Period(t.Context(), c.needed-1, nil); r.Proved || err != nil {
			t.Errorf("%s, by one value fewer: %+v, %v", c.s, r, err)
		}
	}
}

func TestSequenceEnds(t *testing.T) {
	stop := errors.New("enough")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for s := range someSequences(t) {
		if err := s.Values(t.Context(), 1, 1000, nil, func([]uint64) error { return stop }); !errors.Is(err, stop) {
			t.Errorf("%s: %v, but the sink said enough", s, err)
		}
		if err := s.Values(ctx, 1, 1000, nil, func([]uint64) error { return nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, but it was canceled", s, err)
		}
	}
	if start, ok := errors.AsType[*StartError](Counter{}.Values(t.Context(), 0, 5, nil, nil)); !ok || start.First != 1 || start.Game != "counter" {
		t.Errorf("counter from 0: %+v", start)
	}
	if err := (TakeFrom{Squares}).Values(t.Context(), 0, 1e18, nil, nil); !errors.Is(err, grundy.ErrTooLarge) {
		t.Errorf("squares to 10^18: %v", err)
	}
}

// The exceptions of a solution are those that are found by its values alone.
func TestSolutionExceptions(t *testing.T) {
	for _, text := range []string{"0.77", "0.156", "4!.37", "0.16"} {
		if text == "0.16" && testing.Short() {
			break // 400,000 values
		}
		code := sequence.MustCode(text)
		s, err := sequence.Solve(t.Context(), code, 1<<20, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Exceptions(t.Context(), 1000)
		if err != nil {
			t.Fatal(err)
		}
		want, err := FindExceptions(t.Context(), code, s.Period, 1000, nil)
		if err != nil || got.Count != want.Count || got.Last != want.Last || !slices.Equal(got.First, want.First) {
			t.Errorf("%s: %+v, want %+v (%v)", text, got, want, err)
		}
	}
}
