package meter_test

import (
	"context"
	"errors"
	"math"
	"sync"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
)

// refused checks that err refuses memory with these numbers.
func refused(t *testing.T, err error, want meter.Error) {
	t.Helper()
	got, ok := errors.AsType[*meter.Error](err)
	if !ok || *got != want || !errors.Is(err, grundy.ErrBudget) {
		t.Errorf("%v, want %v", err, &want)
	}
}

func TestNoMeterAllowsEverything(t *testing.T) {
	ctx := t.Context()
	if err := meter.Take(ctx, math.MaxUint64); err != nil {
		t.Error(err)
	}
	meter.Give(ctx, 1)
	m := meter.Of(ctx)
	if m.Used() != 0 || m.Left() != math.MaxUint64 {
		t.Errorf("used %d, left %d", m.Used(), m.Left())
	}
	ctx = meter.With(ctx, 0)
	if err := meter.Take(ctx, math.MaxUint64-1); err != nil {
		t.Error(err)
	}
	refused(t, meter.Take(ctx, 2), meter.Error{Asked: 2, Used: math.MaxUint64 - 1, Limit: math.MaxUint64})
}

func TestTakeToTheLastByte(t *testing.T) {
	ctx := meter.With(t.Context(), 100)
	if err := meter.Take(ctx, 100); err != nil {
		t.Fatal(err)
	}
	refused(t, meter.Take(ctx, 1), meter.Error{Asked: 1, Used: 100, Limit: 100})
	refused(t, meter.Take(ctx, math.MaxUint64), meter.Error{Asked: math.MaxUint64, Used: 100, Limit: 100})
	meter.Give(ctx, 60)
	refused(t, meter.Take(ctx, 61), meter.Error{Asked: 61, Used: 40, Limit: 100})
	if err := meter.Take(ctx, 60); err != nil {
		t.Error(err)
	}
	if used := meter.Of(ctx).Used(); used != 100 {
		t.Errorf("%d bytes are used, want 100: a refused Take takes nothing", used)
	}
}

func TestQuestionsDoNotShareMeters(t *testing.T) {
	a, b := meter.With(t.Context(), 10), meter.With(t.Context(), 10)
	if err := errors.Join(meter.Take(a, 10), meter.Take(b, 10)); err != nil {
		t.Error(err)
	}
}

// A meter inside a meter takes from both, and where the outer one refuses, from
// neither.
func TestMetersWithinMeters(t *testing.T) {
	outer := meter.With(t.Context(), 100)
	first, second := meter.With(outer, 80), meter.With(outer, 80)
	if err := meter.Take(first, 70); err != nil {
		t.Fatal(err)
	}
	refused(t, meter.Take(second, 31), meter.Error{Asked: 31, Used: 70, Limit: 100})
	refused(t, meter.Take(first, 11), meter.Error{Asked: 11, Used: 70, Limit: 80})
	if used := meter.Of(second).Used(); used != 0 {
		t.Errorf("the second holds %d bytes after it was refused", used)
	}
	if left := meter.Of(first).Left(); left != 10 {
		t.Errorf("%d bytes are left to the first, want 10", left)
	}
	if left := meter.Of(second).Left(); left != 30 {
		t.Errorf("%d bytes are left to the second, want 30", left)
	}
	meter.Give(first, 70)
	if err := meter.Take(second, 80); err != nil {
		t.Error(err)
	}
	if used := meter.Of(outer).Used(); used != 80 {
		t.Errorf("the outer meter counts %d bytes, want 80", used)
	}
}

// Goroutines together never take more than the limit, and nothing is lost.
func TestSeveralGoroutinesRace(t *testing.T) {
	const limit, each = 1000, 7
	ctx := meter.With(t.Context(), limit)
	var taken [8]uint64
	var all sync.WaitGroup
	for i := range taken {
		all.Go(func() {
			for turn := 0; taken[i] <= limit && meter.Take(ctx, each) == nil; turn++ {
				if turn%3 == 2 {
					meter.Give(ctx, each)
				} else {
					taken[i] += each
				}
			}
		})
	}
	all.Wait()
	var sum uint64
	for _, n := range taken {
		sum += n
	}
	if used := meter.Of(ctx).Used(); used != sum || used > limit || used+each <= limit {
		t.Errorf("the meter counts %d bytes of %d, and the goroutines hold %d", used, limit, sum)
	}
}

func TestAccount(t *testing.T) {
	const limit = 1 << 20
	ctx := meter.With(t.Context(), limit)
	a := meter.Open(ctx)
	for n := uint64(0); n < limit; n += 1 << 8 {
		if err := a.Take(1 << 8); err != nil {
			t.Fatalf("after %d bytes: %v", n, err)
		}
	}
	refused(t, a.Take(1), meter.Error{Asked: 1, Used: limit, Limit: limit})
	a.Give(100)
	if err := a.Take(100); err != nil {
		t.Error(err)
	}
	if a.Held() != limit {
		t.Errorf("it holds %d bytes, want %d", a.Held(), limit)
	}
	a.Close()
	if used := meter.Of(ctx).Used(); used != 0 || a.Held() != 0 {
		t.Errorf("after Close %d bytes are used, %d held", used, a.Held())
	}
}

// An account that could have a chunk only in part takes what it needs.
func TestAccountTakesLessThanAChunk(t *testing.T) {
	ctx := meter.With(t.Context(), 1000)
	a, b := meter.Open(ctx), meter.Open(ctx)
	if err := errors.Join(a.Take(400), b.Take(600)); err != nil {
		t.Error(err)
	}
	refused(t, b.Take(1), meter.Error{Asked: 1, Used: 1000, Limit: 1000})
	b.Give(10)
	refused(t, b.Take(11), meter.Error{Asked: 1, Used: 1000, Limit: 1000})
	if b.Held() != 590 {
		t.Errorf("it holds %d bytes, want 590: a refused Take takes nothing", b.Held())
	}
	if meter.Open(context.Background()).Take(math.MaxUint64) != nil {
		t.Error("an account without a meter refuses memory")
	}
}

func TestPositions(t *testing.T) {
	outer := meter.With(t.Context(), 0)
	inner := meter.With(outer, 1000)
	counted := func(ctx context.Context, positions, most uint64) {
		t.Helper()
		if p, m := meter.Of(ctx).Counted(); p != positions || m != most {
			t.Errorf("%d positions of %d, want %d of %d", p, m, positions, most)
		}
	}
	meter.Of(t.Context()).Count(1) // nowhere
	meter.Of(outer).Count(5)
	meter.Of(inner).Expect(10)
	meter.Of(inner).Count(10)
	counted(outer, 15, 15)
	counted(inner, 10, 10)
	meter.Of(inner).Count(1)
	counted(outer, 16, 0)
	counted(inner, 11, 0)
	for _, unknown := range []uint64{0, math.MaxUint64} {
		meter.Of(inner).Expect(unknown)
		counted(outer, 16, 0)
	}
}

func TestErrorSaysHowMuch(t *testing.T) {
	for _, test := range []struct {
		err  meter.Error
		want string
	}{
		{meter.Error{Asked: 3 << 30, Limit: 1 << 30}, "3.0 GiB of memory is needed, and the budget is 1.0 GiB"},
		{meter.Error{Asked: 1 << 20, Used: 255 << 20, Limit: 255 << 20}, "1.0 MiB of memory is needed besides the 255 MiB in use, and the budget is 255 MiB"},
	} {
		if got := test.err.Error(); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

func BenchmarkTake(b *testing.B) {
	m := meter.Of(meter.With(b.Context(), 1<<40))
	for b.Loop() {
		_ = m.Take(8)
		m.Give(8)
	}
}

func BenchmarkAccount(b *testing.B) {
	a := meter.Open(meter.With(b.Context(), 1<<62))
	for b.Loop() {
		_ = a.Take(8)
	}
}

func TestTell(t *testing.T) {
	outer := meter.With(t.Context(), 0)
	inner := meter.With(outer, 0)
	first := meter.Of(inner).Tell(func() meter.Far { return meter.Far{Couples: 1} })
	second := meter.Of(inner).Tell(func() meter.Far { return meter.Far{Couples: 2, Positions: 1234, Memory: 1024, Depth: 3, Options: 5} })
	first() // which has been replaced
	if told := meter.Of(outer).Told(); told != "2 couples of 1,234 parts, 0 B of 1.0 KiB, depth 3, 0 of 5 options refuted" {
		t.Errorf("told %q", told)
	}
	second()
	if told := meter.Of(outer).Told(); told != "" {
		t.Errorf("told %q after the end", told)
	}
	meter.Of(t.Context()).Tell(nil)() // nobody listens
}
