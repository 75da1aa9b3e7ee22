package main

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/grundy-games/grundy/internal/meter"
)

func TestSoFarRace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := watched(t.Context(), &bytes.Buffer{})
		w := watchOf(ctx)
		interrupted := func(want string) {
			t.Helper()
			var out strings.Builder
			if w.tellInterrupted(&out); out.String() != want+"\n" {
				t.Errorf("%q, want %q", &out, want)
			}
		}
		interrupted("grundy: interrupted")
		meter.Of(ctx).Count(7) // of other work
		w.start("values")
		defer w.stop()
		check := func(want string) {
			t.Helper()
			if got := strings.Join(w.soFar(true), ", "); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
		check("")
		time.Sleep(2 * time.Second)
		interrupted("grundy: interrupted after 2s")
		show := w.begin("cells")
		w.begin("bytes") // nothing of it is reported
		check("")
		show.Report(0, 200_000_000)
		check("0%, 0 of 200,000,000 cells")
		time.Sleep(2 * time.Second)
		show.Report(50_000_000, 200_000_000)
		check("25%, 50,000,000 of 200,000,000 cells, 25,000,000 a second, 6s left")
		show.Report(200_000_000, 200_000_000)
		check("200,000,000 cells, 100,000,000 a second")
		show = w.begin("lines") // nobody knows how many there are
		show.Report(0, 0)
		time.Sleep(10 * time.Second)
		show.Report(5000, 0)
		check("5,000 lines, 500 a second")
		show = w.begin("")
		show.Report(50, 100)
		check("50%")
		show.Report(50, 0)
		meter.Of(ctx).Expect(5000)
		meter.Of(ctx).Count(1234)
		check("1,234 positions of at most 5,000")
		meter.Of(ctx).Count(9000)
		check("10,234 positions")
		show = w.begin("cells")
		show.Report(0, 10)
		time.Sleep(time.Second)
		show.Report(1, 10)
		interrupted("grundy: interrupted after 15s: values had come to 10%, 1 of 10 cells, 10,234 positions")
		w.makeRoom(true)
		interrupted("\ngrundy: interrupted after 15s: values had come to 10%, 1 of 10 cells, 10,234 positions")
	})
}

// Where standard error is not a terminal, nothing is shown.
func TestNoProgressInPipesRace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		w := watchOf(watched(t.Context(), &out))
		w.start("solve")
		time.Sleep(time.Hour)
		w.stop()
		if out.Len() > 0 {
			t.Errorf("%q", &out)
		}
	})
}
