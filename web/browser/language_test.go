package browser

// This file tests the languages of the page, and writing from right to left.

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/position"
)

// spoken are screens that show texts of all kinds.
var spoken = []string{
	"/", "/play", "/play/nim(3,5,7)?level=perfect", "/play/kayles(5)?misere=1&level=perfect", "/play/knight(5,4)%20+%20queen(3,3)?compound=selective&level=perfect",
	"/puzzle?day=2026-11-28", "/puzzle?level=2&n=3", "/puzzle?make=1", "/puzzle?deck=nim(1,2)&deck=nim(4,5)&at=3", "/print?deck=nim(1,2)&answers=1",
	"/learn", "/learn/start/1?seed=1", "/learn/mex/1?seed=1", "/explore", "/explore/queen", "/explore/kayles", "/nowhere",
}

// Each text of a screen has its message in each language: also the reasons, which are opened,
// and what every game says of itself and of its moves.
func TestLanguages(t *testing.T) {
	beside(t)
	for _, language := range []string{"de", "es"} {
		t.Run(language, func(t *testing.T) {
			b := open(t, desk)
			b.visit("/?lang=" + language)
			untold := "" // so far
			for _, screen := range slices.Concat(spoken, examples()) {
				b.follow(screen)
				if why := `[data-tab="why"]`; strings.HasPrefix(screen, "/play/") && b.has(why) {
					b.click(why)
					b.settle()
				}
				if got := get[string](b, `document.documentElement.lang`); got != language {
					t.Fatalf("%s: the language is %q", screen, got)
				}
				if now := get[string](b, `document.documentElement.dataset.untold ?? ""`); now != untold {
					t.Errorf("%s: no message for some of %s", screen, now)
					untold = now
				}
				if slices.Contains(spoken, screen) {
					b.shot(language + screen)
				}
			}
		})
	}
}

// examples are matches of the games in the catalogue, all of them with GRUNDY_LONG=whole.
func examples() (screens []string) {
	for i, g := range position.All() {
		if i%12 > 0 && !long.Whole {
			continue
		}
		if _, err := position.Parse(g.Example); err == nil { // others name a file
			screens = append(screens, "/play/"+url.PathEscape(g.Example)+"?level=perfect")
		}
	}
	return screens
}

// The switch shows the page in another language, which stays until another one is chosen.
func TestLanguageSwitch(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit("/play/nim(1,2)?level=perfect")
		get[any](b, `(() => { const s = document.querySelector("[data-field=language]"); s.value = "es"; s.dispatchEvent(new Event("change", {bubbles: true})); return null })()`)
		b.reloaded(`document.documentElement.lang === "es"`)
		b.settle()
		b.at("nim(1,2)")
		b.visit("/learn")
		if got := get[string](b, `document.documentElement.lang`); got != "es" {
			t.Errorf("the next screen is in %q", got)
		}
		b.visit("/learn?lang=en")
		if got := get[string](b, `document.documentElement.lang`); got != "en" {
			t.Errorf("an address that asks for English shows %q", got)
		}
	})
}

// The whole menu is in view, at every width and in every language; what pupils need not folds away.
func TestMenu(t *testing.T) {
	beside(t)
	b := open(t, telephone)
	for _, language := range []string{"en", "de", "es"} {
		for _, width := range []int64{320, 390, 600, 844, 1200} {
			b.do(chromedp.EmulateViewport(width, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
			b.visit("/learn?lang=" + language)
			for _, cut := range get[[]string](b, `[...document.querySelectorAll(".header > .nav a, .logo, .more")].filter(e => {
				const box = e.getBoundingClientRect();
				return box.left < 0 || box.right > innerWidth || e.scrollWidth > e.clientWidth + 1 || document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest("a, .more") !== e;
			}).map(e => e.textContent)`) {
				t.Errorf("%s, %d wide: %q is cut", language, width, cut)
			}
			for _, screen := range []string{"/play", "/explore/queen", "/rules", "/learn"} {
				b.follow(screen)
				if wide := get[int](b, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
					t.Errorf("%s, %s, %d wide: the page is %d pixels too wide", screen, language, width, wide)
				}
			}
			if folded := get[bool](b, `getComputedStyle(document.querySelector("#more")).display === "none"`); folded != (width < 860) {
				t.Errorf("%d wide: the languages are folded: %v", width, folded)
			}
			if width < 860 {
				b.click(`[data-action="more-screens"]`)
				b.wait(`document.querySelector("#more [data-field=language]").getBoundingClientRect().left >= 0`)
				b.shot("menu-" + language)
				b.press(kb.Escape)
				b.wait(`getComputedStyle(document.querySelector("#more")).display === "none"`)
			}
		}
	}
}

// reloaded waits until an expression is true of a page that is loaded anew meanwhile.
func (b *tab) reloaded(expression string) {
	b.Helper()
	for range 1000 { // of at least a twentieth of a second
		is, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](`new Promise((done) => setTimeout(() => done(`+expression+`), 50))`, b.within))
		if err == nil && is {
			return
		}
	}
	b.Fatalf("%s never holds", expression)
}

// Where letters go from right to left, nothing stands out of the page.
func TestRightToLeft(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit("/")
		get[any](b, `(document.documentElement.dir = "rtl", null)`)
		for _, screen := range spoken {
			b.follow(screen)
			if wide := get[int](b, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); wide > 0 {
				t.Errorf("%s is %d pixels too wide", screen, wide)
			}
			b.shot("rtl" + screen)
		}
	})
}
