package ask_test

import (
	"context"
	"errors"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/ask"
)

// slow takes a second for each write.
type slow struct{ writes int }

func (s *slow) Write(p []byte) (int, error) {
	s.writes++
	time.Sleep(time.Second)
	return len(p), nil
}

// The time in which an answer is written counts, except where the question is patient
// with its reader.
func TestTimeOfWritingRace(t *testing.T) {
	last := uint64(1_000_000)
	for _, patient := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			a, err := ask.Values{Game: "0.77", N: &last, Format: "csv", Patient: patient}.Ask(t.Context(), ask.Means{Time: 10 * time.Second})
			if err != nil {
				t.Fatal(err)
			}
			var out slow
			err = a.Write(t.Context(), &out)
			if _, over := errors.AsType[*ask.TimeError](err); over == patient || over && out.writes > 12 || !over && (err != nil || out.writes < 100) {
				t.Errorf("patient %v: %v after %d writes", patient, err, out.writes)
			}
		})
	}
}

// lateKeeper lets all the time pass after a period is found.
type lateKeeper struct{}

func (lateKeeper) Begin(code sequence.Code, terms uint64) (*sequence.Session, error) {
	return sequence.NewSession(code, terms), nil
}

func (lateKeeper) Unkept() error { return nil }

func (lateKeeper) Keep(ctx context.Context, _ *sequence.Session, done bool, err error) error {
	if done {
		<-ctx.Done()
	}
	return err
}

// A period that is proved is an answer, although no time is left for its certificate;
// the error names the budget.
func TestCertificateOutOfTime(t *testing.T) { synctest.Test(t, certificateOutOfTime) }

func certificateOutOfTime(t *testing.T) {
	a, err := ask.Period{Game: "0.77", Certificate: true, Keeper: lateKeeper{}}.Ask(t.Context(), ask.Means{Time: time.Millisecond})
	if err != nil || !a.Result.Proved || a.Certificate != nil {
		t.Fatalf("%v, %+v", err, a)
	}
	if _, ok := errors.AsType[*ask.TimeError](a.Uncertified); !ok || a.Uncertified.Error() != "0.77: stopped after 1ms: out of budget" {
		t.Errorf("%v", a.Uncertified)
	}
	if err := ask.WriteJSON(io.Discard, a); err != nil {
		t.Error(err)
	}
}

// In the least time there is some work: it ends by the clock, which has a flag.
func TestTrialOfAMoment(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // where time does not pass while it is computed
		a, err := ask.Period{Game: "pass-nim(_,3,1)"}.Ask(t.Context(), ask.Means{Time: 3 * time.Millisecond})
		if a == nil || a.ComputedTo == 0 {
			t.Errorf("%+v, %v", a, err)
		}
	})
}
