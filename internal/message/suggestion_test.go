package message_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/message"
)

func TestClosest(t *testing.T) {
	games := []string{"nim", "queen", "knight", "knight4", "king", "roxor", strings.Repeat("k", 100_000)}
	for word, want := range map[string]string{
		"quen":     "queen",
		"Queen":    "queen",
		"kinght":   "knight", // one edit, and king is two away
		"mni":      "",
		"nmi":      "nim",
		"qeuen":    "queen",
		"rooks":    "",
		"knigt":    "knight",
		"kn":       "knight knight4",
		"nim3":     "nim",
		"elephant": "",
		"q":        "",
		"":         "",

		strings.Repeat("q", 100_000): "", // at once
	} {
		if got := strings.Join(message.Closest(word, games), " "); got != want {
			t.Errorf("for %q: %q, want %q", word, got, want)
		}
	}
}

func ExampleDidYouMean() {
	fmt.Println(`unknown game "quen"` + message.DidYouMean("quen", []string{"queen", "king"}))
	// Output: unknown game "quen"; did you mean "queen"?
}

func TestSuggested(t *testing.T) {
	words := []string{"queen", "queens"}
	for text, want := range map[string][]string{
		"no game" + message.DidYouMean("quen", words[:1]):          {"queen"},
		"no game" + message.DidYouMean("que", words) + " and more": words,
		"no game":                  nil,
		`no game; did you mean "x`: nil,
	} {
		if got := message.Suggested(text); !slices.Equal(got, want) {
			t.Errorf("%s suggests %q, want %q", text, got, want)
		}
	}
}
