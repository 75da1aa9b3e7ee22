package position_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/position"
)

// The words that people use find the game that they mean, among the first.
func TestSearchByWords(t *testing.T) {
	for words, want := range map[string]string{
		"noughts":             "treblecross",
		"noughts and crosses": "notakto",
		"tic-tac-toe":         "notakto",
		"tictactoe":           "treblecross",
		"dominoes":            "cram",
		"domino":              "cram",
		"obstruction":         "peaceful-kings",
		"last stone loses":    "nim",
		"poison chocolate":    "chomp",
		"matches":             "nim",
		"matchsticks":         "nim",
		"pins":                "kayles",
		"bowling":             "kayles",
		"skittles":            "kayles",
		"coins in a row":      "sliding-coins",
		"piles":               "nim",
		"stones":              "nim",
		"steps":               "staircase",
		"knights":             "knight",
		"Queens":              "queen",
		"pearl":               "nim",
		"Dawson's chess":      "dawsons-chess",
		"Möbius":              "moebius",
		"turtles":             "turning-turtles",
		"northcott":           "vertical-rooks",
		"gcd":                 "euclid",
		"corner the lady":     "queen",
		"the game of piles":   "nim",
	} {
		found := position.Search(strings.Fields(words)...)
		at := slices.IndexFunc(found, func(e position.Entry) bool { return e.Name == want })
		if at < 0 || at > 6 {
			t.Errorf("%s: %s is at %d of %d", words, want, at, len(found))
		}
	}
	for words, first := range map[string]string{"knights": "knight", "queens": "queen", "kings": "king", "grundys": "grundy", "cram": "cram"} {
		if found := position.Search(words); len(found) == 0 || found[0].Name != first {
			t.Errorf("%s does not find %s first", words, first)
		}
	}
	for _, none := range []string{"xyzzy", "...", "?"} {
		if found := position.Search(none); len(found) > 0 {
			t.Errorf("%s finds %s", none, found[0].Name)
		}
	}
	if all := position.Search(); len(all) != len(position.All()) {
		t.Errorf("no words find %d games", len(all))
	}
	if got, want := position.NoWord("obstrution"), `did you mean "obstruction"?`; !strings.Contains(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
}
