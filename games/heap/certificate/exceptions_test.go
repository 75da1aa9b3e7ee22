package certificate

import (
	"context"
	"slices"
	"testing"

	"github.com/grundy-games/grundy/internal/long"
)

// exceptionsByDefinition counts the heaps from … to-1 that differ from the period continued to
// them, in a list of all values.
func exceptionsByDefinition(values []uint64, from, to, q, p uint64) (count uint64) {
	for n := from; n < to; n++ {
		m := n
		for m < q {
			m += p
		}
		if values[n] != values[m] {
			count++
		}
	}
	return count
}

// allValues returns the values of 0.16 to the end of the first period.
func allValues(t *testing.T, c *Chain) (values []uint64) {
	t.Helper()
	s, err := solved()
	if err != nil {
		t.Fatal(err)
	}
	err = s.Values(t.Context(), 0, c.Preperiod+c.Period, nil, func(part []uint64) error {
		values = append(values, part...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// Exceptions are counted as their definition says, in any parts, also where a period is too
// long to be kept.
func TestExceptions(t *testing.T) {
	long.Only(t)
	c := shortChain(t, 1<<13)
	values := allValues(t, c)
	v, err := NewChainVerifier(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	for from, to := range map[uint64]uint64{0: c.Preperiod, 3: 7, 1 << 15: 1 << 16, c.Preperiod - 70: c.Preperiod, 40000: 40000} {
		want := exceptionsByDefinition(values, from, to, c.Preperiod, c.Period)
		for _, kept := range []uint64{mostKept, 1000} {
			if got, err := v.exceptions(t.Context(), from, to, kept); err != nil || got != want {
				t.Errorf("of %d … %d there are %d exceptions, want %d; %v", from, to, got, want, err)
			}
		}
	}
	if parts := longestChain(t).Parts(); len(parts) != 56 || parts[0] != 0 || parts[55] != 465384263797 || !slices.IsSorted(parts) {
		t.Errorf("the parts of 0.106 are %d", parts)
	}
	want := exceptionsByDefinition(values, 0, c.Preperiod, c.Preperiod, c.Period)
	if got, err := v.AllExceptions(t.Context(), 2, nil); err != nil || got != want {
		t.Errorf("there are %d exceptions, want %d; %v", got, want, err)
	}
	if _, err := v.Exceptions(t.Context(), 5, c.Preperiod+1); err == nil {
		t.Error("heaps behind the preperiod are counted")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := v.Exceptions(ended, 0, c.Preperiod); err == nil {
		t.Error("it does not hear the end")
	}
}

// A heap is compared with its place in the period also where the period is shorter than the
// preperiod, and begins anew within a part.
func TestExceptionsOfShortPeriods(t *testing.T) {
	g, s := openState(t, "0.106", 1<<14)
	const q, p, to = 200000, 70001, 180000
	values := make([]uint64, q+p)
	terms, err := s.Terms(0, q+p)
	if err != nil {
		t.Fatal(err)
	}
	for n, value := range terms {
		values[n] = uint64(value)
	}
	c := &Chain{Preperiod: q, Period: p}
	for at := 1 << 14; at < q+p; at += 50000 {
		snapshot := Snapshot{At: uint64(at)}
		for _, value := range terms[max(at-15000, 1200):at] {
			snapshot.Values = append(snapshot.Values, byte(value))
		}
		c.Snapshots = append(c.Snapshots, snapshot)
	}
	v := &ChainVerifier{chain: c, game: g}
	for _, kept := range []uint64{mostKept, 1000}[long.Or(1, 0):] {
		want := exceptionsByDefinition(values, 0, to, q, p)
		if got, err := v.exceptions(t.Context(), 0, to, kept); err != nil || got != want || want < 1000 {
			t.Errorf("there are %d exceptions, want %d; %v", got, want, err)
		}
	}
}

// How fast heaps are compared, and how fast one stretch is computed without witnesses, beside
// its check.
func BenchmarkExceptions(b *testing.B) {
	c := longestChain(b)
	v, err := NewChainVerifier(b.Context(), c)
	if err != nil {
		b.Fatal(err)
	}
	defer v.Close()
	heaps, first := long.Of(1<<22, 1<<24, 1<<27), c.Snapshots[100]
	run := func(b *testing.B, trusted bool) {
		for b.Loop() {
			s, err := v.game.newSegment(int(first.At), first.Values)
			if err != nil {
				b.Fatal(err)
			}
			s.trusted = trusted
			if err := s.run(b.Context(), int(first.At)+heaps, nil); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(heaps*b.N)/b.Elapsed().Seconds(), "values/s")
	}
	b.Run("trusted", func(b *testing.B) { run(b, true) })
	b.Run("checked", func(b *testing.B) { run(b, false) })
}
