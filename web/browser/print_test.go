package browser

// This file tests sheets of puzzles on paper.

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// TestPrint has all that a class needs on paper: the rules of each game, and every move that wins.
func TestPrint(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit("/print?deck=kayles(7)&deck=knight(5,4)+%2B+queen(3,3)&deck=nim(1,1)&answers=1")
		b.wait(`document.querySelectorAll("[data-answer]").length === 3`)
		b.settle()
		b.shot("print")
		if rules := b.text(".paper-puzzles"); !strings.Contains(rules, "A ball knocks down one pin") || !strings.Contains(rules, "A knight: Move the knight") {
			t.Errorf("the rules are missing in %q", rules)
		}
		for i, want := range []string{"knock down pins 2 and 3|knock down pin 4|knock down pins 5 and 6", "1 left, 1 down", "No move wins here."} {
			answer := get[string](b, `document.querySelectorAll("[data-answer]")[%s].innerText`, i)
			for _, move := range strings.Split(want, "|") {
				if !strings.Contains(answer, move) {
					t.Errorf("the answer %d is %q, without %q", i+1, answer, move)
				}
			}
		}
		get[any](b, `(document.documentElement.dataset.theme = "dark", null)`)
		b.do(func(ctx context.Context, _ *chromedp.Target) (v chromedp.Void, err error) {
			_, err = chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
			return v, err
		})
		if ink := get[string](b, `getComputedStyle(document.documentElement).color`); ink != "rgb(23, 32, 44)" {
			t.Errorf("on paper, what is dark on the screen has the colour %s", ink)
		}
		if b.has(".header") && get[bool](b, `document.querySelector(".header").offsetHeight > 0`) {
			t.Error("the header is printed")
		}
	})
}
