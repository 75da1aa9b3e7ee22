package sequence

import (
	"math/big"
	"runtime"
	"slices"
	"testing"

	"github.com/grundy-games/grundy/internal/long"
)

// checkFound compares what is found in a sum of heaps with the list of all options:
// which they are, in which order, and how many, for some intervals of values. It
// returns how many intervals were for the finder.
func checkFound(t *testing.T, s *Solution, heaps []uint64, value func(n uint64) uint64) (intervals int) {
	t.Helper()
	var options [][]uint64
	var values []uint64
	for i, h := range heaps {
		for parts := range s.Code.Options(h) {
			option, v := Replace(heaps, i, parts...), uint64(0)
			for _, h := range option {
				v ^= value(h)
			}
			options, values = append(options, option), append(values, v)
		}
	}
	for _, interval := range [][2]uint64{{0, 0}, {1, 1}, {2, 2}, {5, 5}, {1, 3}, {1, ^uint64(0)}, {0, ^uint64(0)}, {1, 0}} {
		lo, hi := interval[0], interval[1]
		found, ok := s.FindOptions(t.Context(), heaps, lo, hi)
		if !ok {
			continue
		}
		intervals++
		var want, got [][]uint64
		for i, option := range options {
			if v := values[i]; lo <= v && v <= hi {
				want = append(want, option)
			}
		}
		for option := range found.Each {
			got = append(got, option)
		}
		if !slices.EqualFunc(got, want, slices.Equal[[]uint64]) || found.Count.Cmp(big.NewInt(int64(len(want)))) != 0 {
			t.Fatalf("%s%d: options of %d … %d: found %d, counted %s, want %d", s.Code, heaps, lo, hi, len(got), found.Count, len(want))
		}
		for range found.Each { // it can be left
			break
		}
	}
	return intervals
}

// checkFoundIn checks what is found when known values of a code are known.
func checkFoundIn(t *testing.T, code string, known uint64, heaps ...uint64) {
	t.Helper()
	s, err := Solve(t.Context(), MustCode(code), known, nil)
	if err != nil {
		t.Fatal(err)
	}
	if intervals := checkFound(t, s, heaps, s.Value); intervals < 7 {
		t.Errorf("%s%d: options of %d intervals were found", code, heaps, intervals)
	}
}

// withScanned reads so few values at once that their ends are met.
func withScanned(t *testing.T, values uint64) {
	before := scanned
	scanned = values
	t.Cleanup(func() { scanned = before })
}

// In all codes of three digits the options are found that the list of all has,
// with a proved period and without.
func TestFindOptions(t *testing.T) {
	withScanned(t, 5)
	for _, c := range append(long.Every(6, standards()), MustCode("0.0")) {
		for _, heaps := range [][]uint64{{23}, {9, 14}} {
			s, err := Solve(t.Context(), c, 24, nil)
			if err != nil {
				t.Fatal(err)
			}
			checkFound(t, s, heaps, s.Value)
			if s, err = SolveEasily(t.Context(), c, long.Of[uint64](200, 500, 2000)); err == nil && s.Period.Proved {
				checkFound(t, s, []uint64{s.Period.Preperiod + 2*s.Period.Period + heaps[0], heaps[0]}, s.Value)
			}
		}
	}
}

// So they are in codes of all other kinds, whatever the engine.
func TestFindOptionsOfOtherCodes(t *testing.T) {
	withScanned(t, 3)
	for _, code := range []string{
		"0.3F", "0.88", "0.8!", "0.8?", "0.8=", "{2!,3!}.0", "8=.7", "80.0", "80.03", "{3!}.{2,3?}",
		"0.[3]", "0.[30]", "0.3[12]", "0.*", "{2=+}.0", "0.{4}", "0.{2,4!}", "4=.3", "4!.0", "0.6!4=", "0.{4}3",
	} {
		for _, heaps := range [][]uint64{{0}, {1}, {2}, {17}, {22}, {12, 3, 7}} {
			s, err := Solve(t.Context(), MustCode(code), 23, nil)
			if err != nil {
				t.Fatal(err)
			}
			checkFound(t, s, heaps, s.Value)
		}
	}
	for _, code := range []string{"0.88", "0.3F", "0.[30]", "0.A8"} { // arithmetic periods, and others
		checkFoundIn(t, code, 2000, long.Of[uint64](343, 797, 1085), 12)
	}
}

// Options are found by values that were kept as bytes, and that were dropped.
func TestFindOptionsByDroppedValues(t *testing.T) {
	keepLess(t, 1<<15, 1<<16)
	for _, code := range long.Every(2, []string{"0.106", "0.054"}) {
		s, err := Solve(t.Context(), MustCode(code), 200_000, nil)
		if err != nil || s.run.fast == nil || s.run.fast.complete() {
			t.Fatalf("%s: no values were dropped, or %v", code, err)
		}
		values, err := s.Terms(0, 200_000) // read in order, as they are computed again there
		if err != nil {
			t.Fatal(err)
		}
		checkFound(t, s, []uint64{199_000, 8}, func(n uint64) uint64 { return uint64(values[n]) })
	}
}

// To find the winning moves of a far heap takes no memory for each option.
func TestFindingTakesLittleMemory(t *testing.T) {
	const n = 2_000_000
	s, err := Solve(t.Context(), MustCode("0.106"), n+1, nil)
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	found, _ := s.FindOptions(t.Context(), []uint64{n}, 7, 7)
	for range found.Each {
	}
	runtime.ReadMemStats(&after)
	if bytes := after.TotalAlloc - before.TotalAlloc; bytes > 4*n || found.Count.Sign() == 0 {
		t.Errorf("to find %s options took %d bytes", found.Count, bytes)
	}
}
