package heap

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestTryPeriods(t *testing.T) {
	codes := os.Getenv("TRY")
	if codes == "" {
		t.Skip()
	}
	for _, text := range strings.Fields(codes) {
		start := time.Now()
		s, err := Solve(t.Context(), MustCode(text), 1<<30, nil)
		fmt.Println(text, err, s.Period, "length", s.Length, "audits", s.Audits, time.Since(start))
	}
}

func TestRunIsSparse(t *testing.T) {
	n := 100_000
	for _, text := range []string{"0.106", "0.16", "0.354", "0.56", "0.6", "0.127"} {
		want := sparse(t, MustCode(text), n)
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
