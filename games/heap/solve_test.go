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
