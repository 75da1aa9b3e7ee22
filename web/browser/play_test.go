package browser

// This file tests the screen of play: what a person does there, with mouse, keys and links.

import (
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/grundy-games/grundy"
)

// at waits until the board of play shows a position.
func (b *tab) at(position string) {
	b.Helper()
	b.wait(`document.querySelector("[data-play]")?.getAttribute("data-position") === %s`, position)
	b.settle()
}

// played returns an attribute of the screen of play.
func (b *tab) played(name string) string {
	b.Helper()
	return get[string](b, `document.querySelector("[data-play]")?.getAttribute(%s) ?? ""`, name)
}

// turn waits until n moves have been made.
func (b *tab) turn(n int) {
	b.Helper()
	b.wait(`document.querySelector("[data-play]")?.getAttribute("data-turn") === %s`, strconv.Itoa(n))
	b.settle()
}

// inBoth runs a test at both widths.
func inBoth(t *testing.T, test func(t *testing.T, b *tab)) {
	beside(t)
	for _, width := range widths {
		t.Run(strconv.Itoa(int(width)), func(t *testing.T) { test(t, open(t, width)) })
	}
}

// TestFirstGame goes the way of a new user: from the first screen to a game, which the
// hints win.
func TestFirstGame(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit("/")
		b.shot("home")
		b.click(`a[href^="/play?p=nim"]`)
		b.wait(`document.querySelector("[data-play][data-turn='0']")`)
		b.settle()
		b.shot("play-start")
		b.click(`[data-action="hint"]`)
		b.wait(`document.querySelector("[data-verdict]")`)
		b.settle()
		b.shot("play-hints")
		for b.played("data-over") != "true" {
			was := b.played("data-turn")
			b.tabClick("moves")
			b.click(`[data-leads="win"]`)
			b.wait(`document.querySelector("[data-play]").getAttribute("data-turn") !== %s`, was)
			b.settle()
		}
		if winner := b.played("data-winner"); winner != "0" {
			t.Errorf("the hints led to a win of player %q", winner)
		}
		b.shot("play-won")
	})
}

// TestWhy reads the reasons of positions whose argument is drawn in different ways.
func TestWhy(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		for name, path := range map[string]string{
			"xor":       "/play?p=nim(3,5,7)",
			"sum":       "/play?p=knight(5,4)+%2B+queen(3,3)",
			"mex":       "/play?p=knight(5,4)",
			"misere":    "/play?p=nim(3,4,5)&misere=1",
			"wild":      "/play?p=kayles(9)&misere=1",
			"selective": "/play?p=nim(2)+%2B+nim(3)&compound=selective",
			"cycle":     "/play?p=graph",
			"lost":      "/play?p=nim(1,2,3)",
		} {
			if name == "cycle" {
				continue
			}
			b.visit(path)
			b.click(`[data-tab="why"]`)
			b.wait(`document.querySelector(".why")`)
			b.settle()
			if words := b.text(".why-verdict"); !strings.Contains(words, "from here.") {
				t.Errorf("%s: %q", path, words)
			}
			if text := get[string](b, `document.querySelector(".why").textContent`); strings.Contains(text, " → ") {
				t.Errorf("%s: a move is not in words: %q", path, text)
			}
			b.shot("why-" + name)
		}
	})
}

// TestUndo makes moves, takes them back and makes them again, and goes back in the browser.
func TestUndo(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit("/play?p=nim(3,5,7)")
		b.click(`[data-tab="moves"]`)
		b.click(`.panel [data-move="1: nim(2,5,7)"]`)
		b.turn(2)
		second := b.played("data-position")
		b.click(`[data-action="undo"]`)
		b.at("nim(3,5,7)")
		b.shot("play-undone")
		b.press("r")
		b.at(second)
		b.press("u")
		b.at("nim(3,5,7)")
		b.click(`[data-action="last"]`)
		b.at(second)
		b.click(`[data-tab="history"]`)
		b.wait(`document.querySelectorAll(".history [data-turn]").length === 2`)
		b.shot("play-history")
		b.click(`.timeline [data-turn="1"]`)
		b.at("nim(2,5,7)")
		b.do(chromedp.NavigateBack())
		b.at(second)
		b.do(chromedp.NavigateForward())
		b.at("nim(2,5,7)")
	})
}

// TestLinks opens the address of a match in another browser: it is the same position.
func TestLinks(t *testing.T) {
	b := open(t, desk)
	b.visit("/play?p=nim(3,5,7)+%2B+knight(5,4)&misere=1")
	b.click(`[data-tab="moves"]`)
	b.click(`.panel [data-move^="1: "]`)
	b.turn(2)
	link := get[string](b, `location.pathname + location.search + location.hash`)
	other := open(t, telephone)
	other.visit(link)
	other.turn(2)
	if was, is := b.played("data-position"), other.played("data-position"); was != is {
		t.Errorf("%s shows %s, not %s", link, is, was)
	}
	rules := open(t, widths[0]) // which say themselves that the last move loses
	rules.visit("/play?p=notakto(3,3)")
	rules.at(`notakto(".../.../...")`)
	if kind := rules.text(".play-kind"); !strings.Contains(kind, "misère") {
		t.Errorf("Notakto: %q", kind)
	}
	if !strings.Contains(other.text(".play-kind"), "misère") {
		t.Error("the link lost the convention")
	}
}

// TestBadLinks opens addresses that no page has written.
func TestBadLinks(t *testing.T) {
	b := open(t, desk)
	b.allow("400", "422", "404")
	for _, bad := range []string{
		"nim(3,5", "nim(-1)", "nimm(3)", "<script>alert(1)</script>", "queen(99999999999999999999999)", "staircase()", `kayles("<img src=x onerror=alert(1)>")`,
	} {
		b.visit("/play?p=" + url.QueryEscape(bad))
		b.wait(`document.querySelector("[role=alert]")`)
		if b.has(".play-board img, .play-board script") {
			t.Errorf("%s became markup", bad)
		}
	}
	b.shot("play-wrong")
	b.visit("/play?p=nim(3,5)&m=" + url.QueryEscape("1: nim(9,9)"))
	b.wait(`document.querySelector("[role=alert]")`)
	b.visit("/nowhere")
	b.wait(`document.querySelector(".state-empty")`)
	b.shot("nowhere")
}

// TestSetup chooses a game in each of the ways that there are.
func TestSetup(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit("/play")
		b.shot("setup")
		b.click(`input[type="search"]`)
		b.press("0.77")
		b.wait(`document.querySelectorAll("[data-game]").length === 1 && document.querySelector("[data-game=kayles]")`)
		b.click(`[data-action="surprise"]`)
		b.wait(`document.querySelector("[data-play][data-turn='0']")?.getAttribute("data-position")`)
		b.settle()
		if at := b.played("data-position"); !strings.HasPrefix(at, "kayles(") {
			t.Errorf("the surprise is %s", at)
		}
		b.visit("/play")
		b.click(`input[type="search"]`)
		b.press("nim(5)", kb.Enter) // notation is a position
		b.turn(0)
		b.at("nim(5)")
		b.visit("/play")
		b.click(`[data-action="more"]`)
		b.click(`[data-game="nim"] [data-action="add"]`)
		b.click(`[data-game="cram"] [data-action="add"]`)
		b.shot("setup-sum")
		if sum := get[string](b, `document.querySelector("input[name=position]").value`); !strings.HasPrefix(sum, "nim(3,5,7) + cram(") {
			t.Errorf("the sum is %q", sum)
		}
		get[any](b, `(document.querySelector("input[name=position]").select(), 0)`)
		b.press("nim(1,2) + nim(3)")
		for _, choice := range [][2]string{{"convention", "misere"}, {"compound", "selective"}, {"who", "opponent"}} {
			b.choose("select[name="+choice[0]+"]", choice[1])
		}
		b.click(`[data-action="begin"]`)
		b.turn(1)
		if kind := b.text(".play-kind"); !strings.Contains(kind, "misère") || !strings.Contains(kind, "in one or more of them") {
			t.Errorf("the game is %q", kind)
		}
	})
}

// choose chooses an option of a list.
func (b *tab) choose(selector, value string) {
	b.Helper()
	get[any](b, `new Promise(done => {
		const list = document.querySelector(%s);
		list.value = %s;
		list.dispatchEvent(new Event("change", {bubbles: true}));
		requestAnimationFrame(() => requestAnimationFrame(() => done(0)));
	})`, selector, value)
}

// TestTwoPeople plays both sides at one screen.
func TestTwoPeople(t *testing.T) {
	b := open(t, telephone)
	b.visit("/play?p=nim(1,2)&who=two")
	b.click(`[data-tab="moves"]`)
	for i, move := range []string{"1: nim(1,1)", "1: nim(0,1)", "1: nim(0,0)"} {
		b.make(".panel", move)
		b.turn(i + 1)
	}
	if b.played("data-over") != "true" || b.played("data-winner") != "0" {
		t.Errorf("over %s, winner %s", b.played("data-over"), b.played("data-winner"))
	}
	b.shot("play-two")
}

// TestKeys plays a whole game with the keyboard alone, from the first screen.
func TestKeys(t *testing.T) {
	b := open(t, desk)
	b.visit("/")
	b.tabTo(`a[href^="/play?p=nim"]`)
	b.press(kb.Enter)
	b.wait(`document.querySelector("[data-play][data-turn='0']")`)
	b.settle()
	b.press("h") // hints
	b.wait(`document.querySelector("[data-verdict]")`)
	b.settle()
	for range 100 {
		turn := b.played("data-turn")
		b.tabTo(`.boards [data-active]`)
		b.press(kb.ArrowRight, kb.ArrowLeft, kb.Enter)
		const moved = `document.querySelector("[data-play]").getAttribute("data-turn") !== %s`
		b.wait(moved+` || document.querySelector(".choices")`, turn)
		if b.has(".choices") {
			b.tabTo(".choices [data-move]")
			b.press(kb.Enter)
		}
		b.wait(moved, turn)
		b.settle()
		if b.played("data-over") == "true" {
			return
		}
	}
	t.Error("the game does not end")
}

// TestSum plays a sum of different boards by clicks on the boards.
func TestSum(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit("/play?p=nim(3,5)+%2B+knight(5,4)+%2B+kayles(6)")
		b.shot("play-sum")
		for range 200 {
			if b.played("data-over") == "true" {
				return
			}
			position, turn := b.played("data-position"), b.played("data-turn")
			wins, _ := winning(t, position, grundy.Normal)
			if len(wins) == 0 {
				t.Fatalf("%s was won, and is lost", position)
			}
			b.click(`[data-tab="moves"]`)
			b.make(".panel", wins[0])
			b.wait(`document.querySelector("[data-play]").getAttribute("data-turn") !== %s`, turn)
			b.settle()
		}
	})
}
