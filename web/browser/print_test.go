package browser

// This file tests sheets of puzzles and positions on paper.

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// A sheet has two puzzles, one of misère play, and a position that no move wins.
const sheet = "/print?deck=nim(3,5)&deck=misere+nim(1,2)&deck=nim(1,1)&title=Homework"

// onPaper has the page drawn as it is printed.
func (b *tab) onPaper() {
	b.Helper()
	b.do(func(ctx context.Context, _ *chromedp.Target) (v chromedp.Void, err error) {
		_, err = chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
		return v, err
	})
}

var pageOfPaper = regexp.MustCompile(`/Type\s*/Page\b[^s]`)

// pages returns how many pages are printed.
func (b *tab) pages() int {
	b.Helper()
	printed, err := chromedp.Run(b.ctx, func(ctx context.Context, _ *chromedp.Target) (page.PrintToPDFResult, error) {
		return chromedp.Call(ctx, page.PrintToPDF, page.PrintToPDFParams{})
	})
	if err != nil {
		b.Fatal(err)
	}
	return len(pageOfPaper.FindAll(printed.Data, -1))
}

// TestPrint prints a sheet without answers and with them, which stand on a page of their own.
func TestPrint(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit(sheet)
		b.wait(`document.querySelectorAll("[data-sheets='3'] .paper-puzzle .one-board").length === 3`)
		b.shot("print")
		b.onPaper()
		for _, part := range []string{".header", ".skip", ".paper-tools"} {
			if !get[bool](b, `getComputedStyle(document.querySelector(%s)).display === "none"`, part) {
				t.Errorf("%s is printed", part)
			}
		}
		text := b.text("main")
		for _, want := range []string{"Homework", "Nim: 3, 5", "The player who makes the last move loses.", "Your move:"} {
			if !strings.Contains(text, want) {
				t.Errorf("the sheet lacks %q: %q", want, text)
			}
		}
		if b.has("[data-answer], [data-verdict], .hint, .leads-win") {
			t.Error("the answers stand on the sheet")
		}
		without := b.pages()
		b.theme("light") // and a screen again
		b.click(`[data-field="answers"]`)
		b.wait(`document.querySelector("[data-answer='3'] p")`)
		b.settle()
		b.shot("print-answers")
		if link := get[string](b, `location.search`); !strings.HasSuffix(link, "&answers=1") {
			t.Errorf("the sheet with answers is at %s", link)
		}
		for i, want := range []string{"take 2 from the heap of 5", "take 2 from the heap of 2", "No move wins here."} {
			if text := b.text(script(`[data-answer="%s"]`, i+1)); !strings.Contains(text, want) {
				t.Errorf("answer %d lacks %q: %q", i+1, want, text)
			}
		}
		if with := b.pages(); without < 1 || with != without+1 {
			t.Errorf("%d pages without the answers, and %d with them", without, with)
		}
		b.onPaper()
		if way := get[string](b, `getComputedStyle(document.querySelector(".paper-answers")).breakBefore`); way != "page" {
			t.Errorf("the answers begin at %q", way)
		}
		b.theme("light")
		b.visit("/print")
		b.click(`main a[href="/puzzle?make=1"]`)
		b.wait(`document.querySelector("[data-make]")`)
	})
}

// On paper stand the rules of each game and every move that wins, in dark letters also where the screen is dark.
func TestPrintWhole(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit("/print?deck=kayles(7)&deck=knight(5,4)+%2B+queen(3,3)&deck=nim(1,1)&answers=1")
		b.wait(`document.querySelectorAll("[data-answer]").length === 3`)
		b.settle()
		b.shot("print-whole")
		if rules := b.text(".paper-puzzles"); !strings.Contains(rules, "A ball knocks down one pin") || !strings.Contains(rules, "A knight: Move the knight") {
			t.Errorf("the rules are missing in %q", rules)
		}
		for i, want := range []string{"knock down pins 2 and 3|knock down pin 4|knock down pins 5 and 6", "1 left, 1 down in “A queen”", "No move wins here."} {
			answer := b.text(script(`[data-answer="%s"]`, i+1))
			for _, move := range strings.Split(want, "|") {
				if !strings.Contains(answer, move) {
					t.Errorf("the answer %d is %q, without %q", i+1, answer, move)
				}
			}
		}
		get[any](b, `(document.documentElement.dataset.theme = "dark", null)`)
		b.onPaper()
		if ink := get[string](b, `getComputedStyle(document.documentElement).color`); ink != "rgb(23, 32, 44)" {
			t.Errorf("on paper, what is dark on the screen has the colour %s", ink)
		}
	})
}
