package message

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// Any error is written in one printable line of bounded length.
func TestMessage(t *testing.T) {
	long := strings.Repeat("x", 5000)
	for text, want := range map[string]string{
		"plain, with ⌊φ⌋":            "plain, with ⌊φ⌋",
		"open a\nb: no such\tfile":   `open a\nb: no such\tfile`,
		"red \x1b[31m \x7f \u202e":   `red \x1b[31m \x7f \u202e`,
		"no text: \xff, but \ufffd":  `no text: \xff, but ` + "\ufffd",
		"unknown " + long + "; want": "unknown " + long[:mostWord*3/4-1] + "…" + long[:mostWord/4-1] + "; want",
	} {
		if got := Line(errors.New(text)); got != want {
			t.Errorf("%q is told as %s, want %s", text, got, want)
		}
	}
	joined := errors.Join(errors.New("one\x07"), errors.New("two"))
	if got := Line(fmt.Errorf("%w", joined)); got != `one\a; two` {
		t.Errorf("joined errors are told as %s", got)
	}
	many := Line(errors.New(strings.Repeat("many words ", 1000) + "end"))
	if utf8.RuneCountInString(many) != mostMessage || !strings.HasSuffix(many, "words end") {
		t.Errorf("a long error is told as %s", many)
	}
}

func TestShown(t *testing.T) {
	for value, want := range map[string]string{
		"5x-1":                  "5x-1",
		"":                      `""`,
		"a b":                   `"a b"`,
		"5\n6":                  `"5\n6"`,
		strings.Repeat("ü", 61): `"` + strings.Repeat("ü", 59) + `…"`,
	} {
		if got := Shown(value); got != want {
			t.Errorf("%q is shown as %s, want %s", value, got, want)
		}
	}
}
