package browser

// This file tests the editor of rules: a game written, wrong, mended, played and shared.

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// takeOne is a game that nobody has kept before.
const takeOne = `"""Take one or two stones from a heap."""
position(n = integer(0, 100))

def moves(n):
    for k in range(1, min(n, 2) + 1):
        move(n - k)

example(3, outcome = "P")
`

// write puts a text in place of the whole file in the editor, as a person who pastes it.
func (b *tab) write(text string) {
	b.Helper()
	b.wait(`document.querySelector(".ru-editor[data-ready=true]")`)
	get[any](b, `(document.querySelector(".ru-editor").shadowRoot.querySelector(".cm-content").focus(), 0)`)
	b.do(chromedp.KeyEvent("a", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	get[any](b, `(() => {
		const clipboardData = new DataTransfer();
		clipboardData.setData("text/plain", %s);
		document.querySelector(".ru-editor").shadowRoot.querySelector(".cm-content")
			.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true, composed: true}));
		return 0;
	})()`, text)
}

// TestRules writes a game, makes an error and mends it, plays it and shares the link.
func TestRules(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.allow("/rules/check") // wrong rules are a wrong request
		b.visit("/rules")
		b.wait(`document.querySelector(".ru-editor[data-ready=true][data-errors='0']")`)
		b.settle()
		b.shot("rules")
		b.click(`[data-action="new"]`)
		b.write(strings.Replace(takeOne, "move(n - k)", "move(m - k)", 1))
		b.wait(`document.querySelector(".ru-editor").dataset.errors === "1"`)
		b.wait(`/6:.*m/s.test(document.querySelector(".ru-findings").innerText)`)
		b.settle()
		b.shot("rules-error")
		b.write(takeOne)
		b.wait(`document.querySelector(".ru-editor").dataset.errors === "0"`)
		b.wait(`document.querySelector(".ru-game [data-action=play]")`)
		b.settle()
		b.shot("rules-game")
		b.click(`[data-tab="examples"]`)
		b.wait(`document.querySelector("[data-example]")`)
		b.shot("rules-examples")
		b.click(`[data-tab="language"]`)
		b.wait(`document.querySelector(".md h2")`)
		b.settle()
		b.shot("rules-language")
		b.click(`[data-tab="game"]`)
		b.wait(`document.querySelector(".ru-game [data-action=play]")`)
		b.settle()
		b.click(`.ru-game [data-action="play"]`)
		b.wait(`document.querySelector("[data-play]")?.dataset.turn === "0"`)
		b.settle()
		b.click(`[data-action="hint"]`)
		b.wait(`document.querySelector("[data-verdict]")`)
		if b.has(".play-rules") {
			t.Errorf("the rules of another game stand above a file's: %q", b.text(".play-rules"))
		}
		b.shot("rules-play")
		link := get[string](b, `location.pathname + location.search + location.hash`)
		if !strings.Contains(link, "#rules=") {
			t.Fatalf("the link %s has no rules", link)
		}
		other := open(t, b.width)
		other.visit(link)
		other.wait(`document.querySelector("[data-play]")?.dataset.turn === "0"`)
		if was, is := b.played("data-position"), other.played("data-position"); was != is {
			t.Errorf("the link shows %s, not %s", is, was)
		}
		other.visit("/rules" + link[strings.Index(link, "#"):])
		other.wait(`document.querySelector(".ru-editor[data-errors='0']")`)
		if text := get[string](other, `document.querySelector(".ru-editor").shadowRoot.querySelector(".cm-content").innerText`); !strings.Contains(text, "Take one or two stones") {
			t.Errorf("the link opens %q", text)
		}
	})
}

// TestHostileRules opens files that eat time or memory, or that write markup.
func TestHostileRules(t *testing.T) {
	b := open(t, desk)
	b.allow("400", "422", "404", "413")
	b.visit("/rules")
	b.wait(`document.querySelector(".ru-editor[data-ready=true][data-errors='0']")`)
	for name, text := range map[string]string{
		"endless":   "position(n = integer(0, 9))\ndef moves(n):\n    for a in range(1000000000):\n        for b in range(1000000000):\n            pass\n",
		"markup":    "\"\"\"<img src=x onerror=alert(1)>\"\"\"\nposition(n = integer(0, 9))\ndef moves(n):\n    move(<script>)\n",
		"recursion": "position(n = integer(0, 9))\ndef moves(n):\n    moves(n)\n",
	} {
		b.write(takeOne)
		b.wait(`document.querySelector(".ru-editor").dataset.errors === "0"`)
		b.write(text)
		b.wait(`Number(document.querySelector(".ru-editor").dataset.errors) > 0 || document.querySelector("[role=alert]")`)
		if b.has("main img, main script") {
			t.Errorf("%s became markup", name)
		}
	}
}
