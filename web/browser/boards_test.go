package browser

// This file tests what boards show beside the position: numbers where the reasons are open, legends,
// labels, and moves by number.

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// why opens the reasons of a position, and waits for them.
func (b *tab) why(position, more string) {
	b.Helper()
	b.visit("/play?p=" + url.QueryEscape(position) + more)
	b.click(`[data-tab="why"]`)
	b.wait(`document.querySelector(".why") && document.querySelector(".boards [data-active] .hint")`)
	b.settle()
}

// numbers returns the numbers that stand at the moves of elements whose ids begin so.
func (b *tab) numbers(element string) string {
	b.Helper()
	return get[string](b, `[...document.querySelectorAll('.boards [data-element^="' + %s + '"] .hint-value')].map(e => e.textContent).join(" ")`, element)
}

// Numbers are nim-values, the ones of the panel, while the reasons are open; hints alone have none.
func TestNumbersOnBoards(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit("/play?p=nim(3,5,7)")
		b.click(`[data-action="hint"]`)
		b.wait(`document.querySelector(".boards .hint")`)
		if b.has(".boards .hint-value, .boards .worth") {
			t.Error("the hints have numbers")
		}
		if legend := b.text(".legend"); !strings.Contains(legend, "wins") || strings.Contains(legend, "number") {
			t.Errorf("the legend of the hints: %q", legend)
		}
		b.why("nim(3,5,7)", "")
		if got := b.numbers("heap-2"); got != "0 1 2 3 4" {
			t.Errorf("the heap of 5 can become %q", got)
		}
		if legend := b.text(".legend"); !strings.Contains(legend, "is worth after the move") {
			t.Errorf("the legend: %q", legend)
		}
		b.shot("numbers-nim")
		b.click(`[data-tab="moves"]`)
		b.wait(`!document.querySelector(".boards .hint-value")`)
		// In a sum each board has the numbers of its own component, as the argument has.
		b.why("knight(5,4) + queen(3,3)", "")
		if got := get[string](b, `document.querySelector('[data-component="1"] [data-token="@2,2"] .hint-value').textContent`); got != "1" {
			t.Errorf("the queen goes to a cell of value %s, and must become 1", got)
		}
		b.shot("numbers-sum")
	})
}

// Elements that make up the nim-value show their numbers, or whether they count.
func TestReadings(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.why("hackenbush(0,0,1,1,3)", "")
		worth := get[map[string]string](b, `Object.fromEntries([...document.querySelectorAll(".boards .worth")].map(e => [e.closest("[data-element]").dataset.element, e.textContent.replace(/^edge \d/, "") + (e.classList.contains("counts") ? "!" : "")]))`)
		for edge, want := range map[string]string{"edge-1": "4!", "edge-2": "1!", "edge-3": "2", "edge-4": "1", "edge-5": "1"} {
			if worth[edge] != want {
				t.Errorf("%s shows %q, not %q", edge, worth[edge], want)
			}
		}
		if text := b.text(".why"); !strings.Contains(text, "one more than the nim-sum of what stands on it") {
			t.Errorf("the reasons: %q", text)
		}
		b.shot("readings-hackenbush")
		b.why("staircase(0,3,1,2)", "")
		if got := get[string](b, `[...document.querySelectorAll(".boards .stair")].map(e => e.classList.contains("counts") ? 1 : 0).join("")`); got != "0101" {
			t.Errorf("the steps that count: %s", got)
		}
		b.shot("readings-staircase")
		b.why("nim(3,4,5)", "&misere=1")
		if phase := b.text(".phases [aria-current]"); !strings.Contains(phase, "as in Nim") {
			t.Errorf("the phase of 3, 4, 5 is %q", phase)
		}
		b.why("nim(1,1,5)", "&misere=1")
		if phase := b.text(".phases [aria-current]"); !strings.Contains(phase, "odd number") {
			t.Errorf("the phase of 1, 1, 5 is %q", phase)
		}
		b.shot("readings-misere")
	})
}

// The labels of boards are those in the words of moves.
func TestLabels(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit("/play?p=chomp(3,4)")
		labels := `[...document.querySelectorAll(".boards .axis")].map(e => e.textContent.trim()).join(" ")`
		if got := get[string](b, labels); got != "1 2 3 1 2 3 4" {
			t.Errorf("Chomp's labels are %q", got)
		}
		if !b.has(`.boards .poison`) || !b.has(`[data-element="cell-1-1"] .poison`) {
			t.Error("the poison is not to be seen")
		}
		// A click bites where the words say.
		name := get[string](b, `document.querySelector('.boards [data-element="cell-2-3"]').getAttribute("aria-label")`)
		if !strings.HasPrefix(name, "column 2, row 3") || !strings.Contains(name, "bite at column 2, row 3") {
			t.Errorf("the square at column 2, row 3 is called %q", name)
		}
		b.click(`.boards [data-element="cell-2-3"]`)
		b.turn(2)
		b.visit("/play?p=kayles(9)&who=two")
		if got := get[string](b, labels); got != "1 2 3 4 5 6 7 8 9" {
			t.Errorf("the pins are labelled %q", got)
		}
		b.click(`[data-tab="moves"]`)
		b.wait(`document.querySelector('.panel [data-move=\'1: kayles(".XXXXXXXX")\']')`)
		if words := b.text(`.panel [data-move='1: kayles(".XXXXXXXX")']`); !strings.Contains(words, "pin 1") {
			t.Errorf("the first pin is told as %q", words)
		}
	})
}

// A heap with more moves than anybody lists is played by a number, which the keys and a finger type.
func TestMoveByNumber(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit("/play?p=nim(1000000000000,3)&who=two")
		if b.has(`[data-heap="heap-2"]`) {
			t.Error("the heap of 3, whose moves are all listed, has a field")
		}
		if !b.has(`.boards [data-active][data-element="heap-2"]`) {
			t.Error("the moves of the heap of 3 are not on the board")
		}
		b.click(`[data-heap="heap-1"] [name="take"]`)
		b.press("1", "e", "9", kb.Enter)
		b.wait(`document.querySelector('[data-heap="heap-1"] [role=alert]').textContent !== ""`)
		b.shot("by-number-wrong")
		b.press(kb.Backspace, kb.Backspace, kb.Backspace)
		for range "999999999900" {
			b.press("9")
		}
		if left := get[string](b, `document.querySelector('[data-heap="heap-1"] [name="leave"]').value`); left != "1" {
			t.Errorf("the other field says %q", left)
		}
		b.press(kb.Enter)
		b.at("nim(1,3)")
		b.click(`[data-action="undo"]`)
		b.at("nim(1000000000000,3)")
		b.click(`[data-heap="heap-1"] [name="leave"]`)
		b.press("7")
		b.click(`[data-heap="heap-1"] button`)
		b.at("nim(7,3)")
		// A move that the rules forbid is refused, and the board stays.
		b.visit("/play?p=" + url.QueryEscape("powers(1000000000000)") + "&who=two")
		if b.has(".by-number") {
			t.Error("a game whose moves are all listed has a field")
		}
		b.allow("400", "422")
		b.visit("/play?p=" + url.QueryEscape("euclid(1000000000000,7)") + "&who=two")
		b.click(`.by-number [name="take"]`)
		b.press("3", kb.Enter)
		b.wait(`document.querySelector('.by-number [role=alert]').textContent !== ""`)
		if b.played("data-turn") != "0" || !b.has(".boards .one-board") {
			t.Error("a move that was refused changed the board")
		}
		b.press(kb.Backspace, "7", kb.Enter)
		b.at("euclid(999999999993,7)")
	})
}

// Boards of a sum stand beside each other on a desk, and below each other on a telephone.
func TestBesideEachOther(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit("/play?p=" + url.QueryEscape("knight(5,4) + queen(3,3)"))
		boxes := get[[]float64](b, `[...document.querySelectorAll(".one-board")].flatMap(e => { const r = e.getBoundingClientRect(); return [r.left, r.right, r.top, r.bottom]; })`)
		if beside := boxes[4] >= boxes[1]; beside != (b.width == desk) {
			t.Errorf("beside each other: %v", beside)
		}
		if wide := get[bool](b, `document.documentElement.scrollWidth > innerWidth`); wide {
			t.Error("the page is wider than its window")
		}
		b.shot("beside")
	})
}

// The picture of a board can be saved: what is saved is caught here, drawn again and looked at.
func TestSavedPictures(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit("/play?p=" + url.QueryEscape("chomp(3,4) + nim(3,5)"))
		get[any](b, `(() => {
			window.saved = [];
			window.blobs = {};
			const make = URL.createObjectURL;
			URL.createObjectURL = blob => { const made = make(blob); window.blobs[made] = blob; return made; };
			HTMLAnchorElement.prototype.click = function () { window.saved.push([this.download, this.href]); };
		})()`)
		b.click(".board-pictures summary")
		for i, format := range []string{"svg", "png"} {
			b.click(`[data-picture="` + format + `"]`)
			// The page does not change when it saves.
			size := get[[]float64](b, `(async () => {
				while (window.saved.length <= %s) await new Promise(requestAnimationFrame);
				const image = new Image();
				image.src = window.saved[%s][1];
				await image.decode();
				return [image.naturalWidth, image.naturalHeight];
			})()`, i, i)
			if size[0] < 200 || size[1] < 200 {
				t.Errorf("the %s is %v", format, size)
			}
			if name := get[string](b, `window.saved[%s][0]`, i); name != "chomp-4-4-4-nim-3-5."+format {
				t.Errorf("the file is called %q", name)
			}
		}
		// Each stone and square of the board is in it, in a colour.
		counted := get[map[string]int](b, `window.blobs[window.saved[0][1]].text().then(text => {
			const picture = new DOMParser().parseFromString(text, "image/svg+xml");
			return {
				boards: picture.querySelectorAll("svg svg").length, circles: picture.querySelectorAll("circle").length,
				words: [...picture.querySelectorAll("text")].filter(e => /chomp|nim/i.test(e.textContent)).length,
				left: picture.querySelectorAll("[class], [style]").length, wrong: picture.querySelectorAll("parsererror").length,
			};
		})`)
		if counted["boards"] != 3 || counted["circles"] < 11+8+2 || counted["words"] != 2 || counted["left"] != 0 || counted["wrong"] != 0 {
			t.Errorf("the picture has %v", counted)
		}
	})
}
