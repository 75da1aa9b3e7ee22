package rules

// The tests look at positions that play does not reach, and at a check whose clock runs out.

import (
	"context"
	"strings"
	"testing"
	"time"
)

func TestCheckOutside(t *testing.T) {
	grow := "position(h = heaps(1, 9, most = 3))\ndef moves(h):\n    for i in range(len(h)):\n        if h[i] > 1:\n            move(h[:i] + h[i+1:] + [1, h[i] - 1])\n        elif len(h) == 3:\n            move(h[:i] + h[i+1:])\n"
	below := "position(n = integer(0, 9), m = integer(0, 1))\ndef moves(n, m):\n    if n > 0 or m == 1:\n        move(n - 1, m)\n"
	for name, c := range map[string]struct {
		text    string
		ok, out bool
	}{
		"beyond":           {grow, true, true},
		"beyond, example":  {grow + "example([2, 2, 2], outcome = \"P\")\n", false, false},
		"below":            {below, false, false},
		"below, not begun": {below + "def start(n):\n    return n, 0\n", true, true},
		"below, begun":     {below + "def start(n):\n    return n, 1\n", false, false},
	} {
		r, err := load(t, "c.star", c.text, Options{}).Check(t.Context(), CheckBounds{})
		if err != nil || r.OK() != c.ok || r.Outside > 0 != c.out || c.out != strings.Contains(r.OutsideWhy, "c.star") {
			t.Errorf("%s: %v, %v, outside %d: %s; %v", name, err, r.OK(), r.Outside, r.OutsideWhy, r.Failed)
		}
	}
}

// An ending is a context that ends when it was asked that often, and counts how often it is asked
// then.
type ending struct {
	context.Context
	left, after int
	done        chan struct{}
}

func (e *ending) Err() error {
	if e.left--; e.left == 0 {
		close(e.done)
	}
	if e.left <= 0 {
		e.after++
		return context.DeadlineExceeded
	}
	return nil
}

func (e *ending) Done() <-chan struct{}       { return e.done }
func (e *ending) Deadline() (time.Time, bool) { return time.Time{}, false }

func TestCheckEndsWithItsClock(t *testing.T) {
	f := load(t, "c.star", "position(r = row(\"o.\", most = 12))\ndef moves(r):\n    for i in range(len(r)):\n        if r[i] == \"o\":\n            move(put(r, \".\", i))\ntouching(\"o\")\nsymmetric(\"reverse\")\nexample(\"ooo\", nim_value = 1)\n", Options{})
	for left := 1; left < 1<<12; left = 3*left + 1 {
		ctx := &ending{Context: t.Context(), left: left, done: make(chan struct{})}
		_, err := f.Check(ctx, CheckBounds{})
		if ctx.left > 0 {
			break
		}
		if err == nil || ctx.after > 3*mostWhole {
			t.Errorf("ended at %d: %v, asked %d times then", left, err, ctx.after)
		}
	}
}
