package browser

// This file tests puzzles: one try, right or wrong with the reason, the puzzle of a day, levels,
// decks and the form that makes them.

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/puzzle"
)

// try makes a move on the board of a puzzle, and waits for the answer.
func (b *tab) try(move string) {
	b.Helper()
	offered := ".pz-board [data-move=" + strconv.Quote(move) + "]"
	for i := 0; !b.has(offered); i++ {
		things := get[int](b, `document.querySelectorAll(".pz-board [data-picks]").length`)
		if i >= things {
			b.Fatalf("the board does not offer %s", move)
		}
		// A move of several clicks: the first thing after which it is offered.
		get[any](b, `document.querySelectorAll(".pz-board [data-picks]")[%s].dispatchEvent(new MouseEvent("click", {bubbles: true}))`, i)
		b.wait(`document.querySelector(".choices")`)
		if !b.has(offered) {
			b.click(".choices .quiet")
			b.wait(`!document.querySelector(".choices")`)
		}
	}
	b.click(offered)
	b.wait(`document.querySelector("[data-result]")`)
	b.settle()
}

// puzzled returns an attribute of the puzzle that stands.
func (b *tab) puzzled(name string) string {
	b.Helper()
	return get[string](b, `document.querySelector("[data-puzzle]")?.getAttribute(%s) ?? ""`, name)
}

// TestPuzzle solves a puzzle, fails at another, and reads why; nothing is said before.
func TestPuzzle(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit("/puzzle/nim(3,5,7)")
		b.shot("puzzle")
		if b.has(".why, [data-leads=win], .leads-win, [data-verdict]") {
			t.Error("the answer stands beside the question")
		}
		b.try("1: nim(2,5,7)")
		b.shot("puzzle-right")
		if state := b.puzzled("data-state"); state != "right" {
			t.Errorf("the winning move is %s", state)
		}
		b.wait(`document.querySelector(".why")`)
		shared := get[string](b, `document.querySelector("[data-share]").value`)
		if lines := strings.Split(shared, "\n"); len(lines) != 3 || !strings.Contains(lines[1], "▲") || lines[2] != base+"/puzzle/nim(3,5,7)" {
			t.Errorf("what is shared: %q", shared)
		}
		if strings.Contains(shared, "nim(2,5,7)") || strings.Contains(shared, "take") {
			t.Errorf("the answer is shared: %q", shared)
		}
		b.click(`[data-action="marked"]`)
		b.wait(`document.querySelectorAll(".pz-board .leads-win").length === 3`)
		b.shot("puzzle-marked")
		b.visit("/puzzle/nim(3,5,7)") // one try
		b.wait(`document.querySelector("[data-result=right]")`)

		b.visit("/puzzle/nim(1,2,4)")
		b.try("1: nim(1,2,0)")
		b.shot("puzzle-wrong")
		if state := b.puzzled("data-state"); state != "wrong" {
			t.Errorf("a losing move is %s", state)
		}
		if !b.has("[data-reply]") || !b.has(".pz-winners") {
			t.Error("neither the opponent's answer nor the right move is shown")
		}
		if words := b.text(`[data-idea="greedy"]`); !strings.Contains(words, "Your move follows it.") {
			t.Errorf("greedy: %q", words)
		}
		b.click(`[data-action="play-on"]`) // with the move that wins
		b.wait(`new URLSearchParams(location.search).get("m") === "1: nim(1,2,3)"`)
		b.turn(2)

		b.visit("/puzzle/queen(0,1)+nim(2)") // moves are quoted, and name their part
		b.try("2: nim(0)")
		if words := b.text("[data-result]"); !strings.Contains(words, "Your move: “take 2 from the heap of 2” in “Nim”.") || !strings.Contains(words, "The opponent answers: “1 down” in “A queen”.") {
			t.Errorf("after a move in a sum: %q", words)
		}
		b.visit("/puzzle/nim(2)")
		b.try("1: nim(0)")
		if b.has(`[data-action="play-on"]`) {
			t.Error("a match that is over can be played on")
		}
	})
}

// TestPuzzleFromPlay makes a puzzle of a position that stands on the board of play.
func TestPuzzleFromPlay(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit("/play?p=nim(1,2)+%2B+nim(3)&misere=1&who=two&m=2:+nim(2)")
		b.click(`[data-action="puzzle"]`)
		b.wait(`document.querySelector("[data-puzzle]")?.getAttribute("data-position") === "nim(1,2) + nim(2)"`)
		if link := get[string](b, `location.pathname + location.search`); link != "/puzzle/nim(1,2)+nim(2)?misere=1" {
			t.Errorf("the puzzle is at %s", link)
		}
		b.settle()
		b.try("1: nim(0,2)")
	})
}

// TestPuzzleConventions has puzzles of misère play, of other compounds, and your own rules.
func TestPuzzleConventions(t *testing.T) {
	b := open(t, desk)
	b.visit("/puzzle/nim(1,1,2)?misere=1")
	b.try("1: nim(1,1,1)")
	if state := b.puzzled("data-state"); state != "right" {
		t.Errorf("three heaps of one are left in misère play: %s", state)
	}
	b.visit("/puzzle/nim(1)+nim(2)?compound=selective")
	b.try("1: nim(0); 2: nim(0)")
	if state := b.puzzled("data-state"); state != "right" {
		t.Errorf("all is taken at once: %s", state)
	}
	b.visit("/puzzle/nim(1,2,3)")
	b.wait(`document.querySelector("[data-nothing]")`)
	b.shot("puzzle-nothing")
	b.visit("/rules")
	get[any](b, `localStorage.setItem("grundy.rules", JSON.stringify({"take.star": %s})), 0`,
		"position(n = integer())\ndef moves(n):\n    for k in [1, 3, 4]:\n        if k <= n:\n            move(n - k)\n")
	b.visit("/puzzle/take.star(8)")
	b.try("1: take.star(7)")
	if state := b.puzzled("data-state"); state != "right" {
		t.Errorf("my own rules: %s", state)
	}
	shared := get[string](b, `document.querySelector("[data-share]").value`)
	if !strings.Contains(shared, "/puzzle/take.star(8)#rules=take.star~") {
		t.Fatalf("the link lacks the rules: %q", shared)
	}
	other := open(t, desk)
	other.visit(shared[strings.Index(shared, "/puzzle/"):])
	other.try("1: take.star(7)")
}

// TestPuzzleOfTheDay opens that of a fixed day, at both widths the same, and that of today.
func TestPuzzleOfTheDay(t *testing.T) {
	const day = "2026-11-27"
	d, err := puzzle.Daily(t.Context(), day)
	if err != nil {
		t.Fatal(err)
	}
	wins, _ := winning(t, d.Sum.String(), d.Convention)
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit("/puzzle?day=" + day)
		if at := b.puzzled("data-position"); at != d.Sum.String() {
			t.Errorf("the puzzle is %s, want %v", at, d.Sum)
		}
		b.try(wins[0])
		if state := b.puzzled("data-state"); state != "right" {
			t.Errorf("%s at %v is %s", wins[0], d.Sum, state)
		}
		if shared := get[string](b, `document.querySelector("[data-share]").value`); !strings.HasSuffix(shared, "/puzzle?day="+day) {
			t.Errorf("what is shared: %q", shared)
		}
		b.visit("/puzzle")
		if b.puzzled("data-position") == "" || b.puzzled("data-level") == "" {
			t.Error("there is no puzzle today")
		}
		b.shot("puzzle-today")
	})
	b := open(t, desk)
	b.allow("400")
	b.visit("/puzzle?day=yesterday")
	b.wait(`document.querySelector("[role=alert]")`)
}

// TestPuzzleLevels solves some puzzles of each level, one after the other.
func TestPuzzleLevels(t *testing.T) {
	b := open(t, telephone)
	for level := 1; level <= puzzle.Levels; level++ {
		b.visit("/puzzle?level=" + strconv.Itoa(level))
		for number := uint64(1); number <= 3; number++ {
			d, err := puzzle.Draw(t.Context(), level, number)
			if err != nil {
				t.Fatal(err)
			}
			b.wait(`document.querySelector("[data-puzzle]")?.getAttribute("data-position") === %s`, d.Sum.String())
			b.settle()
			b.shot(fmt.Sprintf("puzzle-%d-%d", level, number))
			wins, others := winning(t, d.Sum.String(), d.Convention)
			move, want := wins[0], "right"
			if number == 2 {
				move, want = others[0], "wrong"
			}
			b.try(move)
			if state := b.puzzled("data-state"); state != want {
				t.Errorf("%s at %v is %s", move, d.Sum, state)
			}
			b.shot(fmt.Sprintf("puzzle-%d-%d-answer", level, number))
			b.click(`[data-action="next"]`)
		}
	}
	b.wait(`document.querySelector("[data-solved='6']")`)
}

const deck = "/puzzle?deck=nim(3,5)&deck=misere+nim(1,2)&deck=queen(3,1)&title=Homework"

// TestDeck goes through a deck to its result, and begins it again.
func TestDeck(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit(deck)
		b.shot("puzzle-deck")
		for i, move := range []string{"1: nim(3,3)", "1: nim(1,1)", "1: queen(2,1)"} {
			b.try(move)
			if want := []string{"right", "wrong", "right"}[i]; b.puzzled("data-state") != want {
				t.Errorf("%s is %s", move, b.puzzled("data-state"))
			}
			b.click(`[data-action="next"]`)
			b.wait(`!document.querySelector("[data-state]") || document.querySelector("[data-state=open]")`)
			b.settle()
		}
		b.wait(`document.querySelector("[data-result='2']")`)
		b.shot("puzzle-deck-result")
		shared := get[string](b, `document.querySelector("[data-share]").value`)
		if !strings.Contains(shared, "Homework") || !strings.Contains(shared, "▲▼▲") || !strings.Contains(shared, "deck=misere+nim(1,2)") {
			t.Errorf("what is shared: %q", shared)
		}
		b.click(`[data-action="again"]`)
		b.wait(`document.querySelector("[data-state=open]")`)
		b.settle()
		if get[int](b, `document.querySelectorAll("[data-pip=open]").length`) != 3 {
			t.Error("the deck is not new again")
		}
	})
}

// TestMakeDeck types positions, good and bad ones, and opens the link that comes of them.
func TestMakeDeck(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.allow("400")
		b.visit("/puzzle?make=1")
		b.click(`[data-field="title"]`)
		b.press("Lesson 3")
		type row struct{ position, checked string }
		for i, r := range []row{{"nim(2,5)", "N"}, {"nim(4,4)", "P"}, {"nimm(3,5)", "error"}, {"queen(3,1) + nim(3)", "N"}} {
			if i > 0 {
				b.click(`[data-action="add"]`)
			}
			field := fmt.Sprintf(".pz-rows li:nth-child(%d) ", i+1)
			b.wait(`document.querySelector(%s)`, field+"input")
			b.click(field + `[data-field="position"]`)
			b.press(r.position)
			b.wait(`document.querySelector(%s)?.getAttribute("data-checked") === %s`, field+".pz-checked", r.checked)
		}
		b.wait(`document.querySelector("[data-make='2']")`)
		b.click(`[data-draw="1"]`)
		b.wait(`document.querySelector("[data-make='3']")`)
		b.settle()
		b.shot("puzzle-make")
		link := get[string](b, `document.querySelector("[data-link]").value`)
		if strings.Contains(link, "nim(4,4)") || strings.Contains(link, "nimm") || !strings.HasPrefix(link, base+"/puzzle?deck=nim(2,5)&deck=queen(3,1)+%2B+nim(3)&deck=") || !strings.Contains(link, "&title=Lesson+3") {
			t.Errorf("the link is %s", link)
		}
		b.click(`[data-action="try"]`)
		b.wait(`document.querySelector("[data-puzzle]")?.getAttribute("data-position") === "nim(2,5)"`)
	})
}

// TestPuzzleWithoutStorage goes through a deck where the browser keeps nothing.
func TestPuzzleWithoutStorage(t *testing.T) {
	b := open(t, desk)
	b.do(func(ctx context.Context, _ *chromedp.Target) (v chromedp.Void, err error) {
		_, err = chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
			Source: `for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, {get() { throw new DOMException("forbidden", "SecurityError"); }});`,
		})
		return v, err
	})
	b.visit(deck)
	b.try("1: nim(3,3)")
	b.click(`[data-action="next"]`)
	b.wait(`document.querySelector("[data-state=open]")`)
	b.settle()
	b.click(`[data-action="result"]`)
	b.wait(`document.querySelector("[data-result='1']")`)
	b.visit("/puzzle/nim(3,5,7)")
	b.try("1: nim(3,5,6)")
}

// TestPuzzleKept opens puzzles where the browser keeps what no page has written.
func TestPuzzleKept(t *testing.T) {
	b := open(t, desk)
	b.allow("400")
	b.visit("/learn")
	for _, kept := range []string{`nothing`, `{"a": 1}`, `[1, ["/puzzle/nim(3,5,7)"], ["/puzzle/nim(3,5,7)", "1: nim(9)", 1]]`} {
		get[any](b, `localStorage.setItem("grundy.puzzles", %s), 0`, kept)
		b.visit("/puzzle/nim(3,5,7)")
		b.wait(`document.querySelector("[data-state=open] .pz-board [data-active]")`)
	}
	b.try("1: nim(2,5,7)")
}

// TestPuzzleKeys solves a puzzle with the keyboard alone.
func TestPuzzleKeys(t *testing.T) {
	b := open(t, desk)
	b.visit("/puzzle/nim(1)+nim(2)")
	b.tabTo(`.boards [data-active]`)
	for range 4 {
		if get[string](b, `document.activeElement.getAttribute("data-move")`) == "2: nim(1)" {
			break
		}
		b.press(kb.ArrowRight)
		b.press(kb.ArrowUp)
	}
	b.press(kb.Enter)
	b.wait(`document.querySelector("[data-result]")`)
	b.settle()
	wins, _ := winning(t, "nim(1) + nim(2)", grundy.Normal)
	if len(wins) != 1 || b.puzzled("data-state") != "right" {
		t.Errorf("the move is %s; %q win", b.puzzled("data-state"), wins)
	}
	b.wait(`document.activeElement?.id === "pz-verdict"`)
	b.tabTo(`[data-action="next"]`)
	b.press(kb.Enter)
	b.wait(`document.querySelector("[data-state=open]")`)
}

// TestPuzzleOffline loses the server between the move and its answer.
func TestPuzzleOffline(t *testing.T) {
	b := open(t, telephone)
	b.allow("ERR_INTERNET_DISCONNECTED")
	b.visit("/puzzle/nim(3,5,7)")
	b.offline(true)
	b.click(`.pz-board [data-move="1: nim(2,5,7)"]`)
	b.wait(`document.querySelector("[role=alert].offline")`)
	if !b.has(".pz-board .boards svg") {
		t.Error("the board is gone")
	}
	b.offline(false)
	b.click(`[role="alert"] button`)
	b.wait(`document.querySelector("[data-result=right]")`)
}
