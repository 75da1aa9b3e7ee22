package browser

// This file tests the screen of exploration.

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
)

// drawn waits until the picture stands.
func (b *tab) drawn() {
	b.Helper()
	b.wait(`document.querySelector("canvas[data-ready=true]")`)
	b.settle()
}

// nimValue is the engine's nim-value of a position.
func nimValue(t *testing.T, text string) string {
	t.Helper()
	sum, err := position.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	a, err := solve.Solve(t.Context(), solve.Question{Sum: sum})
	if err != nil || a.NimValue == nil {
		t.Fatal(text, err)
	}
	return fmt.Sprint(*a.NimValue)
}

// TestHeatMap reads cells of a table by keys and by the mouse, and goes to play from there.
func TestHeatMap(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit("/explore/queen")
		b.drawn()
		b.shot("explore-queen")
		get[any](b, `(document.querySelector("canvas[data-ready]").focus(), 0)`)
		b.press(kb.Home, kb.ArrowRight, kb.ArrowRight, kb.ArrowUp)
		b.wait(`document.querySelector("#ex-cell[data-cell='1,1']")?.dataset.value`) // the first arrow begins at 0,0
		if got, want := get[string](b, `document.querySelector("#ex-cell").dataset.value`), nimValue(t, "queen(1,1)"); got != want {
			t.Errorf("queen(1,1) has the value %s, the page shows %s", want, got)
		}
		b.wait(`document.querySelector(".ex-mex")`)
		b.settle()
		b.shot("explore-cell")
		b.press("+", "+", "-")
		b.drawn()
		b.press(kb.Enter)
		b.wait(`document.querySelector("[data-play]")?.dataset.position`)
		if at := b.played("data-position"); !strings.HasPrefix(at, "queen(") {
			t.Errorf("play begins at %s", at)
		}
		b.do(chromedp.NavigateBack())
		b.drawn()
	})
}

// TestSequence draws a nim-sequence with its period, and finds another game by words.
func TestSequence(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit("/explore")
		b.shot("explore")
		b.click(`.cat-search`)
		b.press("0.77", kb.Enter)
		b.drawn()
		b.wait(`document.querySelector(".ex-facts")`)
		if facts := strings.Fields(b.text(".ex-facts")); strings.Join(facts, " ") != "preperiod 71 period 12 saltus 0" {
			t.Errorf("the period of Kayles: %q", facts)
		}
		b.shot("explore-kayles")
		b.visit("/explore/grundy") // no period of it is known
		b.click(`[data-action="period"]`)
		b.click(".ex-progress button")
		b.wait(`document.querySelector(".ex-progress") === null`)
		b.drawn()
		b.visit("/explore/nosuchgame")
		b.wait(`document.querySelector("[role=alert]")`)
		b.shot("explore-wrong")
		b.allow("400", "404", "422")
	})
}

// TestFarOut looks at cells in the millions.
func TestFarOut(t *testing.T) {
	b := open(t, desk)
	b.visit("/explore/queen?of=outcomes&x=2000000&y=1236068&zoom=24")
	b.drawn()
	b.shot("explore-far")
}

// TestExploreOffline loses the server while the picture moves.
func TestExploreOffline(t *testing.T) {
	b := open(t, desk)
	b.allow("ERR_INTERNET_DISCONNECTED")
	b.visit("/explore/queen")
	b.drawn()
	b.offline(true)
	b.follow("/explore/rook")
	b.wait(`document.querySelector("[role=alert]")`)
	b.shot("explore-offline")
	b.offline(false)
	b.click(`[role="alert"] button`)
	b.drawn()
}
