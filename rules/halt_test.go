package rules

// This file checks that checks end in time and say how far they came, and what the
// parser says of what it does not know.

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

const endlessMoves = "def moves(n):\n    while True:\n        pass\n"

// TestStepsAreExact checks that the budget of steps does not depend on how often
// the machine looks whether to stop.
func TestStepsAreExact(t *testing.T) {
	for _, steps := range []int64{100, lang.SliceOfSteps - 1, lang.SliceOfSteps, lang.SliceOfSteps + 1, 3*lang.SliceOfSteps + 5} {
		f := load(t, "s.star", "position(n = integer(0, 1000000))\ndef moves(n):\n    i = 0\n    while i < n:\n        i += 1\n", Options{Steps: steps})
		for n, want := range map[int64]bool{steps: true, steps + 1: false} {
			err := f.during(t.Context()).movesOf([]int64{n}, &lang.Collector{Wants: "move"})
			if (err == nil) != want || err != nil && !errors.Is(err, grundy.ErrBudget) {
				t.Errorf("%d turns of %d: %v", n, steps, err)
			}
		}
	}
}

// takes50 are moves that take 50 million turns from numbers above one, half a second.
func takes50(above string) string {
	return "def moves(n):\n    if n > " + above + ":\n        i = 0\n        while i < 50000000:\n            i += 1\n    if n > 0:\n        move(n - 1)\n"
}

func TestCheckEnds(t *testing.T) {
	long.Only(t)
	const failAt3 = "    if n == 3:\n        fail(\"no three\")\n    if n > 0:\n        move(n - 1)\n"
	for name, c := range map[string]struct {
		text      string
		failed    string
		ok        bool
		undecided bool
		stopped   bool
		looked    int // at least
		examples  int
		declared  int
	}{
		"the first failure": {text: oneHeap + endlessMoves, failed: "budget of steps"},
		"failure at three":  {text: oneHeap + "def moves(n):\n" + failAt3, failed: "no three", looked: 3},
		"failure of parts":  {text: oneHeap + "def moves(n):\n    if n > 0:\n        move(n - 1)\ndef parts(n):\n    fail(\"no parts\")\n", failed: "no parts"},
		"parts fail later":  {text: oneHeap + "def moves(n):\n    if n > 0:\n        move(n - 1)\ndef parts(n):\n    if n == 2:\n        fail(\"no two\")\n    part(n)\n", failed: "no two", looked: 2, declared: 1},
		"first example":     {text: oneHeap + "def moves(n):\n" + failAt3 + "example(2, nim_value = 1)\nexample(4, nim_value = 0)\nexample(5, nim_value = 1)\n", failed: "no three", examples: 2},
		"example of plays":  {text: oneHeap + "def moves(n):\n" + failAt3 + "example(3, perft = [1])\nexample(1, nim_value = 1)\n", failed: "no three", examples: 1},
		"no end of play":    {text: "position(n = integer(0, 9223372036854775807))\ndef moves(n):\n    move(n + 1)\n", undecided: true},
		"no time":           {text: oneHeap + takes50("-1"), undecided: true, stopped: true},
		"no time, loopy":    {text: "loopy = True\n" + oneHeap + takes50("-1"), undecided: true, stopped: true},
		"time for some":     {text: oneHeap + takes50("5"), ok: true, undecided: true, stopped: true, looked: 6},
		"some, loopy":       {text: "loopy = True\n" + oneHeap + takes50("5"), ok: true, undecided: true, stopped: true, looked: 6},
		"small ones":        {text: oneHeap + "def moves(n):\n    if n > 0:\n        move(n - 1)\n", ok: true, looked: 24},
		"small, loopy":      {text: "loopy = True\n" + oneHeap + "def moves(n):\n    if n > 0:\n        move(n - 1)\n", ok: true, looked: 24},
	} {
		t.Run(name, func(t *testing.T) {
			options := Options{}
			if name == "the first failure" { // it uses up all its steps
				options.Steps = long.Of[int64](5_000_000, 5_000_000, 0)
			}
			f := load(t, "c.star", c.text, options)
			bounds := CheckBounds{Positions: long.Of[uint64](3000, 3000, 10_000), Time: time.Hour}
			switch {
			case c.stopped && c.looked > 0: // time for some, however the machine pauses
				bounds.Time = time.Second
			case c.stopped: // less than one call takes
				bounds.Time = 50 * time.Millisecond
			}
			r, err := f.Check(t.Context(), bounds)
			if err != nil {
				t.Fatal(err)
			}
			if r.OK() != c.ok || (r.Undecided > 0) != c.undecided || r.Stopped != c.stopped || (r.Failed != nil) != (c.failed != "") {
				t.Errorf("%+v", r)
			}
			if c.looked > r.Looked || !c.ok && c.looked != r.Looked || len(r.Examples) != c.examples || len(r.Declared) != c.declared {
				t.Errorf("%+v", r)
			}
			if c.failed != "" && !strings.Contains(r.Failed.Error(), c.failed) {
				t.Error(r.Failed)
			}
		})
	}
}
