package server

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// works is how long a question computes for in tests; it heeds its context.
func works(ctx context.Context, span time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(span):
		return nil
	}
}

// A diary notes what happens, with the time since it began.
type diary struct {
	mu    sync.Mutex
	since time.Time
	lines []string
}

func (d *diary) note(format string, args ...any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lines = append(d.lines, fmt.Sprintf("%v ", time.Since(d.since))+fmt.Sprintf(format, args...))
}

func (d *diary) want(t *testing.T, want ...string) {
	t.Helper()
	if !slices.Equal(d.lines, want) {
		t.Errorf("%q, want %q", d.lines, want)
	}
}

// empty checks that all places and all memory are free.
func empty(t *testing.T, s *schedule, cores int, memory uint64) {
	t.Helper()
	if fresh := newSchedule(cores, memory, 0, s.most); s.free != fresh.free || s.memory != memory || s.waits() != 0 {
		t.Errorf("%v places and %d bytes are free, %d wait", s.free, s.memory, s.waits())
	}
}

// With two cores there is one place for long questions: the second long one is stopped at its
// turn, waits, and starts again; short ones pass.
func TestLongQuestionsTakeTurnsRace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, d := newSchedule(2, 100, 0, 9), diary{since: time.Now()}
		var all sync.WaitGroup
		ask := func(name string, span time.Duration) {
			all.Go(func() {
				err := s.do(t.Context(), 10, &draft{}, func(ctx context.Context) error {
					d.note("%s begins", name)
					return works(ctx, span)
				})
				d.note("%s ends: %v", name, err)
			})
			synctest.Wait()
		}
		ask("a", time.Second)
		time.Sleep(time.Millisecond)
		ask("b", time.Second)
		time.Sleep(500 * time.Millisecond)
		ask("c", 50*time.Millisecond)
		all.Wait()
		d.want(t,
			"0s a begins", "1ms b begins", "501ms c begins", "551ms c ends: <nil>",
			"1s a ends: <nil>", "1s b begins", "2s b ends: <nil>")
		empty(t, s, 2, 100)
	})
}

// A question that has begun to send its answer is not stopped.
func TestSentAnswersAreNotStoppedRace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, d := newSchedule(2, 100, 0, 9), diary{since: time.Now()}
		var all sync.WaitGroup
		for range 2 {
			all.Go(func() {
				var answer draft
				err := s.do(t.Context(), 10, &answer, func(ctx context.Context) error {
					if !answer.send() {
						t.Error("a first answer may not be sent")
					}
					return works(ctx, time.Second)
				})
				d.note("ends: %v", err)
			})
		}
		all.Wait()
		d.want(t, "1s ends: <nil>", "1s ends: <nil>")
		empty(t, s, 2, 100)
	})
}

// Answers to slow readers hold at most three quarters of the memory: one more is cut at its
// turn, a long question that is not sent waits, and short ones pass.
func TestLongQuestionsLeaveMemoryRace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, d := newSchedule(4, 100, 0, 9), diary{since: time.Now()}
		var all sync.WaitGroup
		ask := func(name string, sent bool, span time.Duration) {
			all.Go(func() {
				answer := &draft{end: func() { d.note("%s: its write ends", name) }}
				err := s.do(t.Context(), 25, answer, func(ctx context.Context) error {
					if sent {
						answer.send()
					}
					err := works(ctx, span)
					if err != nil {
						err = context.Cause(ctx)
					}
					return err
				})
				d.note("%s ends: %v", name, err)
			})
			synctest.Wait()
		}
		for _, name := range []string{"a", "b", "c"} {
			ask(name, true, time.Second)
			time.Sleep(time.Millisecond)
		}
		ask("d", true, time.Second)
		time.Sleep(200 * time.Millisecond)
		ask("long", false, 400*time.Millisecond)
		time.Sleep(200 * time.Millisecond)
		ask("short", false, turn/2)
		all.Wait()
		d.want(t, "103ms d: its write ends", "103ms d ends: "+errTransit.Error(), "453ms short ends: <nil>",
			"1s a ends: <nil>", "1.001s b ends: <nil>", "1.002s c ends: <nil>", "1.4s long ends: <nil>")
		empty(t, s, 4, 100)
	})
}

// An answer that was stopped cannot be sent until it is made again.
func TestStoppedAnswersAreNotSentRace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSchedule(1, 100, 0, 9)
		hold, err := s.enter(t.Context(), long, 0)
		if err != nil {
			t.Fatal(err)
		}
		var answer draft
		var sent []bool
		var all sync.WaitGroup
		all.Go(func() {
			err := s.do(t.Context(), 10, &answer, func(ctx context.Context) error {
				_ = works(ctx, 2*turn) // some answers say how far they came
				sent = append(sent, answer.send())
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
		time.Sleep(time.Minute)
		hold.leave()
		all.Wait()
		if !slices.Equal(sent, []bool{false, true}) {
			t.Errorf("sent: %v", sent)
		}
		empty(t, s, 1, 100)
	})
}

// Memory is reserved before the work begins, and those who wait for it keep their order.
func TestMemoryIsReservedRace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, d := newSchedule(8, 100, 0, 9), diary{since: time.Now()}
		var all sync.WaitGroup
		for i, memory := range []uint64{60, 60, 90, 40} {
			all.Go(func() {
				_ = s.do(t.Context(), memory, &draft{}, func(ctx context.Context) error {
					d.note("%d", i)
					return works(ctx, 10*time.Millisecond)
				})
			})
			synctest.Wait()
		}
		if s.reserved() != 60 {
			t.Errorf("%d bytes are reserved", s.reserved())
		}
		all.Wait()
		d.want(t, "0s 0", "10ms 1", "20ms 2", "30ms 3")
		empty(t, s, 8, 100)
	})
}

// A client that leaves while waiting frees the line, also for those behind who want less.
func TestLeavingWhileWaitingRace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, d := newSchedule(8, 100, 0, 2), diary{since: time.Now()}
		var all sync.WaitGroup
		do := func(ctx context.Context, name string, memory uint64, span time.Duration) {
			all.Go(func() {
				err := s.do(ctx, memory, &draft{}, func(ctx context.Context) error { return works(ctx, span) })
				d.note("%s: %v", name, err)
			})
			synctest.Wait()
		}
		ctx, leave := context.WithCancel(t.Context())
		do(t.Context(), "first", 60, time.Second)
		do(ctx, "large", 90, 0)
		do(t.Context(), "small", 40, 0)
		do(t.Context(), "refused", 1, 0)
		leave()
		all.Wait()
		d.want(t, "0s refused: "+errFull.Error(), "0s large: context canceled", "0s small: <nil>", "1s first: <nil>")
		empty(t, s, 8, 100)
	})
}

// A question that fails is not asked again, and one whose client leaves neither.
func TestErrorsEndQuestionsRace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSchedule(2, 100, 0, 9)
		hold, err := s.enter(t.Context(), long, 0)
		if err != nil {
			t.Fatal(err)
		}
		wrong, count := errors.New("wrong"), 0
		err = s.do(t.Context(), 1, &draft{}, func(context.Context) error {
			count++
			time.Sleep(turn / 2)
			return wrong
		})
		if !errors.Is(err, wrong) || count != 1 {
			t.Errorf("%v after %d times", err, count)
		}
		ctx, leave := context.WithCancel(t.Context())
		time.AfterFunc(2*turn, leave)
		err = s.do(ctx, 1, &draft{}, func(ctx context.Context) error {
			count++
			return works(ctx, time.Hour)
		})
		if !errors.Is(err, context.Canceled) || count != 2 {
			t.Errorf("%v after %d times", err, count)
		}
		hold.leave()
		empty(t, s, 2, 100)
	})
}
