package sequence

import (
	"context"
	"errors"
	"maps"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/meter"
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
		if c.long && !long.Asked {
			continue
		}
		if !long.Whole && c.preperiod > 1<<23 {
			continue // TestPreperiodWithoutHistory solves one of them in a session that is resumed
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
	n := long.Of(18_000, 25_000, 40_000)
	for _, text := range long.Every(3, []string{"0.106", "0.16", "0.354", "0.6"}) {
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
		err := MustCode(text).Values(t.Context(), 0, uint64(n), nil, func(values []uint64) error {
			for _, v := range values {
				got = append(got, uint32(v))
			}
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
	if !long.Asked {
		t.Skip("GRUNDY_LONG=1 runs it")
	}
	length := long.Of[uint64](0, 110_000_000, 480_000_000)
	s, err := Solve(t.Context(), MustCode("0.106"), length, nil)
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[uint64]uint64{100_000_007: 4, 300_000_007: 4, 470_612_484: 5} {
		if got, ok := s.At(n); n < length && (got != want || !ok) {
			t.Errorf("G(%d) = %d, want %d", n, got, want)
		}
	}
	if s.Audits < long.Of(0, 14, 18) {
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
	books := s.run.fast.(*wordEngine)
	for _, n := range []int{20_001, 99_999, 150_000, 199_998} {
		if err := books.audit(t.Context(), n); err != nil {
			t.Error(err)
		}
		*books.past.at(n) ^= 1
		if err := books.audit(t.Context(), n); !errors.Is(err, errAudit) {
			t.Errorf("G(%d) was changed, and the audit says %v", n, err)
		}
		*books.past.at(n) ^= 1
	}
}

// A countedContext ends when it has been asked left times. It counts every
// time.
type countedContext struct {
	context.Context
	sync.Mutex
	left, late int // late counts how often it was asked after its end
	done       chan struct{}
	tell       func()
}

func newCountedContext(t *testing.T, left int, tell func()) *countedContext {
	return &countedContext{Context: t.Context(), left: left, done: make(chan struct{}), tell: tell}
}

func (c *countedContext) Err() error {
	c.Lock()
	defer c.Unlock()
	c.tell()
	switch c.left--; {
	case c.left > 0:
		return nil
	case c.left == 0:
		close(c.done)
	default:
		c.late++
	}
	return context.Canceled
}

func (c *countedContext) Done() <-chan struct{} { return c.done }

// Long work that is cancelled at a random moment asks its context hardly any more,
// and has never done much between two questions. A session goes on afterwards as
// if nothing had been.
func TestCancel(t *testing.T) {
	// On one core, as the length is looked at while others would compute ahead.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	random := chance.New(t, 11)
	for _, text := range long.Every(3, []string{"0.106", "0.16", "0.354", "4!.0", "0.6", "0.3F", "0.3F!", "0.H", "0.[7]", "0.[3]", "0.*", "0.77"}) {
		c, budget := MustCode(text), long.Of[uint64](20_000, 24_000, 40_000)
		if testing.Short() {
			budget = 18_000
		}
		if _, ok := c.octal(); !ok {
			budget = 150
		}
		want, err := Solve(t.Context(), c, budget, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range long.Of(1, 1, 3) {
			s := NewSession(c, budget)
			for done := false; !done; {
				length := s.run.length()
				ctx := newCountedContext(t, 1+random.IntN(3000), nil)
				ctx.tell = func() {
					// Blocks are computed ahead, so that the length may be less again.
					l := s.run.length()
					if s.run.fast != nil && l-length > stepStrips*strip {
						t.Errorf("%s: %d values without a question", text, l-length)
					}
					length = l
				}
				for err = nil; !done && err == nil; {
					done, err = s.Advance(ctx)
				}
				if err != nil && !errors.Is(err, context.Canceled) || ctx.late > 8 {
					t.Fatalf("%s: %v, asked %d times after the end", text, err, ctx.late)
				}
			}
			got := s.Solution()
			if got.Period != want.Period {
				t.Errorf("%s: %+v, want %+v", text, got.Period, want.Period)
			}
			a, _ := got.Terms(0, got.Length)
			b, _ := want.Terms(0, min(got.Length, want.Length))
			if !slices.Equal(a[:len(b)], b) {
				t.Errorf("%s: %s", text, firstDifference(a, b))
			}
		}
	}
}

// The other calls that may take long.
func TestCancelCalls(t *testing.T) {
	calls := map[string]func(ctx context.Context) error{
		"values": func(ctx context.Context) error {
			return MustCode("0.106").Values(ctx, 0, 1<<40, nil, func([]uint64) error { return nil })
		},
		"standard": func(ctx context.Context) error {
			_, _, err := FindStandard(ctx, MustCode("0.3333"))
			return err
		},
		"audit": func(ctx context.Context) error {
			o, _ := MustCode("0.6").octal()
			_, err := (&naiveEngine{octal: o}).value(ctx, make([]uint32, 1<<24), 1<<24)
			return err
		},
		"space": func(ctx context.Context) error {
			o, _ := MustCode("0.6").octal()
			e := sparseEngine{octal: o, interrupt: interruptOf(ctx)}
			if !e.renew(make([]uint32, 1<<22)) {
				return ctx.Err()
			}
			return nil
		},
	}
	random := chance.New(t, 12)
	for _, name := range slices.Sorted(maps.Keys(calls)) { // in this order, so that each draws the same
		call := calls[name]
		for _, most := range []int{2, 40} {
			ctx := newCountedContext(t, 1+random.IntN(most), func() {})
			if err := call(ctx); ctx.left <= 0 && (!errors.Is(err, context.Canceled) || ctx.late > 8) {
				t.Errorf("%s: %v, asked %d times after the end", name, err, ctx.late)
			}
		}
	}
}

// A search that is interrupted does not show that a heap is rare. It is made again.
func TestCancelSearchRace(t *testing.T) {
	random := chance.New(t, 13)
	for _, text := range []string{"0.106", "0.16"} {
		s := NewSession(MustCode(text), 60_000)
		for s.run.fast == nil {
			if done, err := s.Advance(t.Context()); done || err != nil {
				t.Fatal(done, err)
			}
		}
		books := s.run.fast.(*wordEngine)
		for code := range books.lists { // all is searched for
			books.lists[code].witnesses, books.lists[code].aligned, books.late.parts = nil, 0, nil
		}
		books.learnAt = 1 << 30
		for range 200 {
			ctx := newCountedContext(t, 2+random.IntN(20), func() {})
			if _, err := s.Advance(ctx); err == nil || s.run.fast == nil {
				break
			}
		}
		for done := false; !done; {
			var err error
			if done, err = s.Advance(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		want := sparse(t, MustCode(text), 60_000)
		got, _ := s.Solution().Terms(0, 60_000)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %s", text, firstDifference(got, want))
		}
	}
}

// A run takes the memory of its values from the meter of its question, ends where
// that is used up, and gives it back when it is not needed any more.
func TestMemoryOfRuns(t *testing.T) {
	limit := long.Or[uint64](4<<20, 8<<20)
	for text, most := range map[string]uint64{ // values, of engines of each kind
		"0.106": 1 << 25, "0.007": 1 << 14, "0.6": 1 << 14, "0.F6": 1 << 9, "0.[30]": 1 << 14, "0.3[12]": 1 << 14, "4!.{3,4!}": 1 << 7,
	} {
		ctx := meter.With(t.Context(), limit)
		last := uint64(0)
		err := MustCode(text).Values(ctx, 0, most, nil, func(values []uint64) error {
			last += uint64(len(values))
			return nil
		})
		if text == "0.106" && (!errors.Is(err, grundy.ErrBudget) || last < limit/32) || text != "0.106" && err != nil {
			t.Errorf("%s: %d values in %d bytes, %v", text, last, limit, err)
		}
		if used := meter.Of(ctx).Used(); used != 0 {
			t.Errorf("%s: %d bytes were not given back", text, used)
		}
	}
	ctx := meter.With(t.Context(), limit)
	s, err := Solve(ctx, MustCode("0.77"), 1000, nil)
	if used := meter.Of(ctx).Used(); err != nil || used == 0 || used < s.Length {
		t.Errorf("%d values in %d bytes, %v", s.Length, used, err)
	}
}
