package ask

import (
	"context"
	"errors"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/rules"
)

// A clock ends work when its time is used up, and stands still while a writer waits.
func TestClockRace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		ctx, c := Means{Time: time.Minute}.begin(t.Context(), "the work")
		<-ctx.Done()
		err := c.end(ctx.Err())
		if over, ok := errors.AsType[*TimeError](err); !ok || over.What != "the work" || !errors.Is(err, grundy.ErrBudget) || time.Since(began) != time.Minute {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		if err.Error() != "the work: stopped after 1m0s: out of budget" {
			t.Error(err)
		}

		began = time.Now()
		ctx, c = Means{Time: time.Minute}.begin(t.Context(), "the work")
		w := c.waiting(writerFunc(func(p []byte) (int, error) {
			time.Sleep(time.Hour)
			return len(p), ctx.Err()
		}))
		for range 3 {
			time.Sleep(10 * time.Second)
			if _, err := io.WriteString(w, "values"); err != nil {
				t.Errorf("stopped while the reader was waited for: %v", err)
			}
		}
		<-ctx.Done()
		if took := time.Since(began); took != 3*time.Hour+time.Minute {
			t.Errorf("stopped after %v", took)
		}
		if err := c.end(nil); err != nil {
			t.Errorf("work that was finished all the same: %v", err)
		}
	})
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// A clock without a bound stops nothing, and does not blame itself for the end of the
// caller's context.
func TestClockOfOthersRace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		outer, cancel := context.WithCancel(t.Context())
		ctx, c := Means{}.begin(outer, "the work")
		time.Sleep(1000 * time.Hour)
		if ctx.Err() != nil {
			t.Error("stopped without a bound")
		}
		cancel()
		if err := c.end(ctx.Err()); !errors.Is(err, context.Canceled) {
			t.Errorf("interrupted: %v", err)
		}
	})
}

// An error about memory names the work that needs it.
func TestMeteredWorkRace(t *testing.T) {
	ctx, c := Means{Memory: 1 << 20}.begin(t.Context(), "the work")
	err := c.end(meter.Take(ctx, 1<<21))
	if _, ok := errors.AsType[*meter.Error](err); !ok || err.Error() != "the work: 2.0 MiB of memory is needed, and the budget is 1.0 MiB" {
		t.Error(err)
	}
	ctx, c = Means{}.begin(t.Context(), "the work")
	if err := c.end(meter.Take(ctx, DefaultMemory)); err != nil {
		t.Error(err)
	}
	if err := c.end(meter.Take(ctx, 1)); err == nil {
		t.Error("the default is not a bound")
	}
}

// A call of rules has a share of the memory.
func TestRulesOptions(t *testing.T) {
	for memory, want := range map[uint64]int64{80 << 20: 10 << 20, 64 << 30: rules.DefaultMemory, 1000: 1 << 20} {
		if got := (Means{Memory: memory}).rules().Memory; got != want {
			t.Errorf("of %d bytes: %d, want %d", memory, got, want)
		}
	}
}
