package browser

// This file tests the panel with the pattern behind the values, and its proof.

import (
	"strings"
	"testing"
)

// guess asks for the pattern of a game by the keyboard, and waits for the answer.
func (b *tab) guess(path, want string) {
	b.Helper()
	b.visit(path)
	b.drawn()
	b.ask()
	b.wait(`document.querySelector("[data-pattern], [aria-labelledby=ex-pattern] [role=alert]")`)
	if got := get[string](b, `document.querySelector("#ex-pattern").parentElement.dataset.pattern ?? ""`); got != want {
		b.Fatalf("the pattern of %s is %q, not %q: %s", path, got, want, b.text("main"))
	}
}

// ask presses the button that looks for a pattern.
func (b *tab) ask() {
	b.Helper()
	b.wait(`document.querySelector("[data-action=pattern]")`)
	get[any](b, `(document.querySelector("[data-action=pattern]").focus(), 0)`)
	b.press("\r")
}

// TestPattern finds patterns, with a proof and its automaton, without a proof, and none.
func TestPattern(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.guess("/explore/queen?of=outcomes", "proved")
		if words := b.text(".ex-words"); !strings.Contains(words, "⌊kφ⌋") {
			t.Errorf("the pattern of Wythoff's game: %q", words)
		}
		b.wait(`document.querySelector(".ex-automaton img")?.naturalWidth > 100`)
		if wide := get[int](b, `document.documentElement.scrollWidth`); int64(wide) > b.width {
			t.Errorf("the page is %d wide, and the screen %d", wide, b.width)
		}
		b.click(".ex-part details summary")
		b.settle()
		b.shot("pattern-queen")
		b.guess("/explore/subtract-a-divisor", "found")
		b.settle()
		b.shot("pattern-unproved")
		b.guess("/explore/squares?of=outcomes", "none")
		b.settle()
		b.shot("pattern-none")
	})
}

// TestPatternOfRules finds the patterns of games in files, one of which says who has won, and
// stops the search for another.
func TestPatternOfRules(t *testing.T) {
	b := open(t, desk)
	for _, c := range []struct{ text, words string }{
		{strings.Replace(takeOne, "100", "5000", 1), "n mod 3"},
		{"position(x = integer(), y = integer())\ndef moves(x, y):\n    if x > y:\n        win()\n    elif x < y:\n        lose()\n", "x <= y"},
	} {
		b.visit("/rules")
		b.wait(`document.querySelector(".ru-editor[data-ready=true]")`)
		b.click(`[data-action="new"]`)
		b.write(c.text)
		b.wait(`document.querySelector(".ru-editor").dataset.errors === "0" && document.querySelector("a[href^='/explore/game']")`)
		b.settle()
		b.guess(get[string](b, `document.querySelector("a[href^='/explore/game']").getAttribute("href")`), "proved")
		if words := b.text(".ex-words"); !strings.Contains(words, c.words) {
			t.Errorf("the pattern of a file is %q, not %q", words, c.words)
		}
		b.settle()
		b.shot("pattern-file-" + c.words[:1])
	}
	b.visit("/explore/grundy")
	b.drawn()
	b.ask()
	b.click(`[aria-labelledby="ex-pattern"] .ex-progress button`)
	b.wait(`document.querySelector("[aria-labelledby=ex-pattern] .ex-progress") === null && document.querySelector("[data-action=pattern]")`)
	b.shot("pattern-stopped")
}
