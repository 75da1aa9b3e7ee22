package sequence

import (
	"bytes"
	"slices"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
)

// keepLess makes runs keep so few codes as long as the test runs.
func keepLess(t testing.TB, history, recent int) {
	oldHistory, oldRecent := historyLimit, recentLimit
	historyLimit, recentLimit = history, recent
	t.Cleanup(func() { historyLimit, recentLimit = oldHistory, oldRecent })
}

// The exact preperiod of runs that drop most of their history, unbroken and
// resumed at random moments.
func TestPreperiodWithoutHistory(t *testing.T) {
	random := chance.New(t, 8)
	for i, c := range []struct {
		code              string
		history           int
		preperiod, period uint64
		long              bool
	}{
		{"0.16", 1 << 16, 105_351, 149_459, false},
		{"0.16", 1 << 17, 105_351, 149_459, false}, // the preperiod is kept, the period not
		{"0.56", 1 << 18, 326_640, 144, false},
		{"0.104", 1 << 24, 197_769_598, 11_770_282, true},
		{"0.454", 1 << 27, 160_949_019, 60_620_715, true},
	} {
		if (c.long || i > 0) && !long.Asked || c.code == "0.454" && !long.Whole {
			continue
		}
		keepLess(t, c.history, 1<<17)
		for _, resumes := range []bool{false, true} {
			if c.long && !resumes {
				continue // TestHardPeriods solves these in one go, with --all-fuzz
			}
			s := NewSession(MustCode(c.code), 1<<29)
			var err error
			for done := false; !done && err == nil; {
				done, err = s.Advance(t.Context())
				if !done && err == nil && resumes && (random.IntN(8) == 0 && !c.long || random.IntN(2000) == 0) {
					var file bytes.Buffer
					if err = s.Save(&file); err == nil {
						s, err = Resume(&file, 1<<29)
					}
				}
			}
			p := s.Solution().Period
			if err != nil || !p.Proved || p.AtMost || p.Preperiod != c.preperiod || p.Period != c.period {
				t.Errorf("%s, resumed %v: %+v, %v", c.code, resumes, p, err)
			}
			if s.run.fast == nil || s.run.fast.complete() {
				t.Errorf("%s: nothing was dropped", c.code)
			}
		}
	}
}

// Snapshots stay spread over the whole run, and a replay from anywhere gives the
// codes of the history.
func TestReplayRace(t *testing.T) {
	keepLess(t, 3<<28, 1<<17)
	smallPieces(t, 17)
	s := NewSession(MustCode("0.106"), 1<<23)
	for done := false; !done; {
		var err error
		if done, err = s.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	e := s.run.fast.(*wordEngine)
	past, history := e.past, e.span(0, e.next)
	e.past.list, e.past.size = past.list[:1], 1<<17 // as if the rest had been dropped
	random := chance.New(t, 9)
	for range 20 {
		from := random.IntN(len(history) - 100_000)
		r := e.newReplay(from)
		for to := from + random.IntN(100_000); r.at < to; {
			at := r.at
			codes, err := r.next(t.Context(), min(r.atOnce(to-r.at), 1+random.IntN(5000)))
			if err != nil || !slices.Equal(codes, history[at:at+len(codes)]) {
				t.Fatalf("from %d, at %d: %v", from, at, err)
			}
		}
	}
	var small snapshots
	e.snapshots = small
	e.every = block
	e.past = past
	for e.next = 1 << 17; e.next < 1<<23; e.next += block {
		e.take()
		if n := len(e.all); n > mostSnapshots || e.next-e.all[n-1].n >= 2*e.every {
			t.Fatalf("%d snapshots, the last at %d of %d", n, e.all[n-1].n, e.next)
		}
	}
}
