package main

import (
	"bytes"
	"testing"
	"time"
)

func TestSpeedText(t *testing.T) {
	for _, test := range []struct {
		done, rest uint64
		took       time.Duration
		counted    string
		want       string
	}{
		{50_000_000, 150_000_000, 2 * time.Second, "cells", "25,000,000 cells/s, 6s left"},
		{50, 150, 2 * time.Second, "", "6s left"},
		{1, 1 << 62, time.Second, "values", "1 values/s, 31 years left"},
		{0, 5, time.Second, "values", ""},
		{5, 0, time.Second, "values", "5 values/s, 1s left"},
		{5000, unknown, time.Second, "lines", "5,000 lines/s"},
	} {
		if got := speedText(test.done, test.rest, test.took, test.counted); got != test.want {
			t.Errorf("%+v: %q", test, got)
		}
	}
}

// Where the output is not a terminal, there is no progress.
func TestNoProgressInPipes(t *testing.T) {
	if show, _ := progressOf(&bytes.Buffer{}, "cells"); show != nil {
		t.Error("progress without a terminal")
	}
}
