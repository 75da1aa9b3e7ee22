package ask_test

// This file checks questions about files of rules.

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/grundy-games/grundy/internal/ask"
)

// The time of a check bounds the top level of the file too.
func TestCheckStopsTheTopLevel(t *testing.T) {
	q := ask.Check{Name: "endless.star", Text: strings.NewReader("while True:\n    pass\n")}
	_, err := q.Ask(t.Context(), ask.Means{Time: time.Millisecond})
	if over, ok := errors.AsType[*ask.TimeError](err); !ok || over.What != "endless.star" {
		t.Errorf("%v", err)
	}
	q.Text = strings.NewReader("position(n = integer())\ndef moves(n):\n    pass\n")
	if report, err := q.Ask(t.Context(), ask.Means{Time: time.Hour}); err != nil || !report.OK {
		t.Errorf("%v", err)
	}
	q.Text = strings.NewReader("position(n = integer())\n")
	if _, err := q.Ask(t.Context(), ask.Means{Time: time.Hour}); !errors.As(err, new(*ask.FieldError)) {
		t.Errorf("%v", err)
	}
}
