package browser

// This file tests the list of games, what is said of unknown ones, and the cell that is held.

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// games are the names of the games in view, in order, at most n of them.
func (b *tab) games(n int) []string {
	b.Helper()
	return get[[]string](b, fmt.Sprintf(`[...document.querySelectorAll(".cat-games > [data-game]")].slice(0, %d).map(e => e.dataset.game)`, n))
}

// TestCatalogue looks for games by words of pupils, by kind and by difficulty: the same list to play and to explore.
func TestCatalogue(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit("/play")
		b.wait(`document.querySelector(".cat-games")`)
		if first := get[int](b, `document.querySelector(".cat-games").children.length`); first != 10 {
			t.Errorf("%d games to begin with", first)
		}
		b.wait(`document.querySelectorAll(".cat-picture > *").length === 10`)
		b.settle()
		b.shot("catalogue")
		for words, want := range map[string]string{"matchsticks": "nim", "chocolate": "chomp", "Möbius": "moebius", "bowling": "kayles", "knights": "knight"} {
			b.click(`.cat-search`)
			get[any](b, `document.querySelector(".cat-search").select()`)
			b.press(words)
			b.wait(`document.querySelector(".cat-games > [data-game]")?.dataset.game === "` + want + `"`)
		}
		b.visit("/play")
		b.wait(`document.querySelector("[data-field=kind]")`)
		b.choose(`[data-field="kind"]`, "coins")
		b.click(`[data-level="2"]`)
		b.wait(`location.search === "?group=coins&level=2"`)
		if found := strings.Join(b.games(99), " "); !strings.Contains(found, "turning-turtles") || strings.Contains(found, "mogul") || strings.Contains(found, "nim ") {
			t.Errorf("coins of difficulty 2 are %s", found)
		}
		b.shot("catalogue-filtered")
		b.visit("/play?misere=1") // a link is a state
		b.wait(`document.querySelector("[data-game=notakto]") && !document.querySelector("[data-game=nim]")`)
		if kind := get[string](b, `document.querySelector("[data-field=kind]").value`); kind != "misere" {
			t.Errorf("the kind of games where the last move loses is %q", kind)
		}
		b.visit("/play?q=zzz")
		b.wait(`document.querySelector("[data-none]")`)
		b.visit("/explore?q=hackenbush") // has no numbers of one or two heaps
		b.wait(`document.querySelector("[data-none]")`)
		b.click(`[data-action="elsewhere"]`)
		b.wait(`document.querySelector("[data-game=hackenbush]")`)
		b.visit("/play")
		b.wait(`document.querySelector("[data-game=kayles]")`)
		b.click(`[data-action="all"]`)
		b.wait(`document.querySelector("[data-game=welter]") && document.querySelector(".cat-games").children.length > 130`)
		b.do(chromedp.NavigateBack())
		b.wait(`document.querySelector(".cat-games")?.children.length === 10`)
		if !get[bool](b, `(() => {
			const card = document.querySelector("[data-game=kayles]");
			card.scrollIntoView({ block: "center" });
			const at = card.querySelector("h3").getBoundingClientRect();
			return document.elementFromPoint(at.x + 8, at.y + 8) === card.querySelector(".links a");
		})()`) {
			t.Error("a click on a card is not one on its first button")
		}
		b.click(`[data-game="kayles"] .links a`)
		b.wait(`document.querySelector("[data-play]")?.dataset.position.startsWith("kayles(")`)
		b.visit("/explore?q=bowling")
		b.wait(`document.querySelector("[data-game=kayles]")`)
		b.click(`[data-game="kayles"] .links a`)
		b.drawn()
		b.wait(`location.pathname === "/explore/kayles"`)
	})
}

// TestHeldCell holds a cell by a click or a finger; arrows move it, and Escape lets it go.
func TestHeldCell(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit("/explore/queen?x=0&y=0&zoom=40")
		b.drawn()
		b.click("canvas[data-ready]") // in its middle
		b.wait(`document.querySelector("#ex-cell[data-pinned]")?.dataset.value`)
		held := get[string](b, `document.querySelector("#ex-cell").dataset.cell`)
		get[any](b, `(() => {
			const canvas = document.querySelector("canvas[data-ready]");
			const box = canvas.getBoundingClientRect();
			canvas.dispatchEvent(new PointerEvent("pointermove", { clientX: box.x + 90, clientY: box.bottom - 60, pointerType: "mouse" }));
			return 0;
		})()`)
		b.settle()
		if now := get[string](b, `document.querySelector("#ex-cell").dataset.cell`); now != held {
			t.Errorf("the cell %s that was held became %s", held, now)
		}
		b.wait(`new URLSearchParams(location.search).get("cell") === "` + held + `"`)
		b.wait(`document.querySelector("#ex-cell h2").textContent.startsWith("A queen: column ")`)
		b.shot("explore-held")
		if get[bool](b, `document.documentElement.scrollWidth > innerWidth`) {
			t.Error("the page is wider than the window")
		}
		get[any](b, `(document.querySelector("canvas[data-ready]").focus(), 0)`)
		b.press(kb.ArrowLeft)
		b.wait(`document.querySelector("#ex-cell[data-pinned]").dataset.cell !== "` + held + `"`)
		b.visit(get[string](b, `location.pathname + location.search`))
		b.drawn()
		b.wait(`document.querySelector("#ex-cell[data-pinned]")?.dataset.value`)
		get[any](b, `(document.querySelector("canvas[data-ready]").focus(), 0)`)
		b.press(kb.Escape)
		b.wait(`!document.querySelector("#ex-cell[data-pinned]") && !location.search.includes("cell=")`)
		b.click("canvas[data-ready]")
		b.wait(`document.querySelector("[data-action=release]") && document.querySelector("#ex-cell .ex-mex")`)
		b.settle()
		b.click(`[data-action="release"]`)
		b.wait(`!document.querySelector("#ex-cell[data-pinned]")`)
		b.settle()
		b.click("#ex-cell .button.primary")
		b.wait(`document.querySelector("[data-play]")`)
	})
}

// TestUnknownGame finds what was meant, as a link, and nothing else.
func TestUnknownGame(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.allow("400", "404")
		b.visit("/explore/nimm")
		b.wait(`document.querySelector("[data-error=unknown] a")`)
		if text := b.text("[data-error=unknown]"); strings.Contains(text, "column") || strings.Contains(text, "grundy games") {
			t.Errorf("an unknown game is said to be %q", text)
		}
		b.shot("explore-unknown")
		b.click("[data-error=unknown] a")
		b.drawn()
		if path := get[string](b, `location.pathname`); path != "/explore/nim" {
			t.Errorf("the link leads to %s", path)
		}
		b.visit("/explore/xyzzy")
		b.wait(`document.querySelector("[data-error=unknown] a[href='/explore']")`)
		b.visit("/play?p=kayels(5)")
		b.wait(`document.querySelector("[data-error=unknown] a")`)
		b.click("[data-error=unknown] a")
		b.wait(`document.querySelector("[data-play]")?.dataset.position === 'kayles("XXXXX")'`)
	})
}

// TestLargeTable has larger type, and no header, for a projector.
func TestLargeTable(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit("/explore/knight?large=1&cell=3,2")
		b.drawn()
		b.wait(`document.querySelector("#ex-cell[data-pinned]")?.dataset.value`)
		b.shot("explore-large")
		if get[bool](b, `document.querySelector(".header").offsetHeight > 0 || document.documentElement.scrollWidth > innerWidth`) {
			t.Error("the header stands in the large view, or the page is too wide")
		}
		b.click(`[data-action="large"]`)
		b.wait(`document.querySelector(".header").offsetHeight > 0 && !location.search.includes("large")`)
	})
}

// TestExploreShiftsNothing loads screens of Explore, and measures how far what was drawn moves without a touch.
func TestExploreShiftsNothing(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		for _, path := range []string{
			"/explore", "/explore?group=coins", "/explore/queen", "/explore/0.77", "/explore/nim?cell=3,2", "/explore/nim?cell=13,22", "/explore/nim(3,_,_)%20%2B%20queen(2,1)",
		} {
			b.visit(path)
			if strings.HasPrefix(path, "/explore/") {
				b.drawn()
			}
			b.settle()
			shift := get[float64](b, `new Promise(resolve => {
				let sum = 0;
				const watch = new PerformanceObserver(list => { for (const e of list.getEntries()) if (!e.hadRecentInput) sum += e.value; });
				watch.observe({ type: "layout-shift", buffered: true });
				requestAnimationFrame(() => requestAnimationFrame(() => { watch.disconnect(); resolve(sum); }));
			})`)
			if t.Logf("%s: %.4f", path, shift); shift > 0.01 {
				t.Errorf("%s: what was drawn shifts by %.3f", path, shift)
			}
		}
	})
}
