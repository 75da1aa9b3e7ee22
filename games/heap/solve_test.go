package heap

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"
)

// Preperiods and periods as published by Flammenkamp, and by Tczajka for 0.56
// and 0.127; those behind GRUNDY_LONG take some seconds each.
func TestHardPeriods(t *testing.T) {
	for _, c := range []struct {
		code              string
		preperiod, period uint64
		long              bool
	}{
		{"0.16", 105_351, 149_459, false},
		{"0.56", 326_640, 144, true},
		{"0.127", 46_578, 4, false},
		{"0.45", 498, 20, false},
		{"0.156", 3_479, 349, false},
		{"0.356", 7_315, 142, false},
		{"0.165", 5_181, 1_550, false},
		{"0.644", 3_256, 442, false},
		{"0.354", 10_061_916, 1_180, true},
		{"0.376", 2_268_248, 4, true},
		{"0.104", 197_769_598, 11_770_282, true},
		{"0.054", 193_235_616, 10_015_179, true},
		{"0.454", 160_949_019, 60_620_715, true},
	} {
		if c.long && !long {
			continue
		}
		start := time.Now()
		s, err := Solve(t.Context(), MustCode(c.code), 1<<29, nil)
		if p := s.Period; err != nil || !p.Proved || p.AtMost || p.Preperiod != c.preperiod || p.Period != c.period {
			t.Errorf("%s: %+v, %v, want preperiod %d, period %d", c.code, p, err, c.preperiod, c.period)
		}
		t.Logf("%s: %d values, %d audits, %v", c.code, s.Length, s.Audits, time.Since(start))
	}
}

func TestRunIsSparse(t *testing.T) {
	n := 40_000
	for _, text := range []string{"0.106", "0.16", "0.354", "0.6"} {
		want := sparse(t, MustCode(text), n)
		portable := newRun(MustCode(text), n)
		for portable.portable = true; portable.length() < n; {
			if err := portable.advance(t.Context(), n); err != nil {
				t.Fatal(err)
			}
		}
		if got := portable.appendValues(nil, 0, n); !slices.Equal(got, want) {
			t.Errorf("%s, portable: %s", text, firstDifference(got, want))
		}
		var got []uint32
		err := Values(t.Context(), MustCode(text), 0, uint64(n), nil, func(v []uint32) error {
			got = append(got, v...)
			return nil
		})
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %s", text, err, firstDifference(got, want))
		}
	}
}

// An earlier engine of this kind left the sequence of 0.106 before the last of
// these, where it said 32. The published values are by other programs.
func TestFarValues(t *testing.T) {
	if !long {
		t.Skip("GRUNDY_LONG=1 runs it")
	}
	s, err := Solve(t.Context(), MustCode("0.106"), 480_000_000, nil)
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[uint64]uint64{100_000_007: 4, 300_000_007: 4, 470_612_484: 5} {
		if got, ok := s.At(n); got != want || !ok {
			t.Errorf("G(%d) = %d, want %d", n, got, want)
		}
	}
	if s.Audits < 18 {
		t.Errorf("%d audits", s.Audits)
	}
}

// An audit finds a wrong value, wherever it stands.
func TestAuditFindsErrors(t *testing.T) {
	s := NewSession(MustCode("0.106"), 200_000)
	for done := false; !done; {
		var err error
		if done, err = s.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	books := s.run.words.books()
	for _, n := range []int{20_001, 99_999, 150_000, 199_998} {
		if err := books.audit(t.Context(), n); err != nil {
			t.Error(err)
		}
		books.history[n] ^= 1
		if err := books.audit(t.Context(), n); !errors.Is(err, errAudit) {
			t.Errorf("G(%d) was changed, and the audit says %v", n, err)
		}
		books.history[n] ^= 1
	}
}

// Long work stops soon after its context ends.
func TestCancel(t *testing.T) {
	for _, text := range []string{"0.106", "0.6", "0.3F"} {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		start := time.Now()
		_, err := Solve(ctx, MustCode(text), 1<<40, nil)
		cancel()
		if late := time.Since(start) - 100*time.Millisecond; !errors.Is(err, context.DeadlineExceeded) || late > 500*time.Millisecond {
			t.Errorf("%s: %v, %v late", text, err, late)
		}
	}
}
