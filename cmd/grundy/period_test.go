package main

import (
	"strings"
	"testing"
)

// Whether there is more to look at is a matter of the game, not of how far the
// engine came.
func TestWhatPeriodsLack(t *testing.T) {
	f := periodFlags{most: 1000}
	for _, test := range []struct {
		answer periodAnswer
		want   string
	}{
		{periodAnswer{game: "g", computedTo: 1000}, "to 1,000; --max looks further"},
		{periodAnswer{game: "g", computedTo: 900}, "to 900; --max looks further"},
		{periodAnswer{game: "g", computedTo: 12, ends: true}, "to 12, and there are no more"},
	} {
		if err := f.lacking(&test.answer, nil); err == nil || !strings.HasSuffix(err.Error(), test.want) {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}
