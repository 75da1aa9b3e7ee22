package browser

// This file tests what somebody meets who has never played: a board on the first page, an
// opponent that grows, what is said after a loss, and the ways through a match.

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/grundy-games/grundy"
)

// moved waits until the match within root has another turn, and nothing is under way.
func (b *tab) moved(root, turn string) {
	b.Helper()
	b.wait(`document.querySelector(%s).dataset.turn !== %s`, root, turn)
	b.settle()
}

// of returns an attribute data-name of an element.
func (b *tab) of(selector, name string) string {
	b.Helper()
	return get[string](b, `document.querySelector(%s)?.getAttribute("data-" + %s) ?? ""`, selector, name)
}

// winBoard plays the match within root to its end by winning moves on the board.
func (b *tab) winBoard(root string) {
	b.Helper()
	for b.of(root, "over") != "true" {
		turn, position := b.of(root, "turn"), b.of(root, "position")
		wins, others := winning(b.T, position, grundy.Normal)
		b.make(root+" .boards", append(wins, others...)[0])
		b.moved(root, turn)
	}
	if winner := b.of(root, "winner"); winner != "0" {
		b.Fatalf("player %s has won by perfect moves of the other", winner)
	}
}

// TestFirstBoard wins the first match where the page begins, and the opponent grows.
func TestFirstBoard(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit("/")
		if text := b.text("main"); strings.Contains(text, "(") {
			t.Errorf("the first page has notation: %q", text)
		}
		b.shot("home")
		if level := b.of("[data-first]", "level"); level != "gentle" {
			t.Errorf("the first opponent is %q", level)
		}
		b.winBoard("[data-first]")
		b.wait(`document.querySelector(".first-foot").innerText.includes("Level 2")`)
		b.shot("home-won")
		b.click(`[data-action="again"]`)
		b.wait(`document.querySelector("[data-first]").dataset.turn === "0" && document.querySelector("[data-first]").dataset.level === "beginner"`)
		b.visit("/play?p=nim(1,2)")
		if level := b.played("data-level"); level != "beginner" {
			t.Errorf("the level that was reached is kept as %q", level)
		}
		b.visit("/play?p=kayles(5)") // another game begins anew
		if level := b.played("data-level"); level != "gentle" {
			t.Errorf("the first match of another game is at %q", level)
		}
		// A match leads to the whole screen as it stands.
		b.visit("/")
		b.make("[data-first] .boards", "1: nim(2,3,1)")
		b.moved("[data-first]", "0")
		b.wait(`document.querySelector("[data-first] [data-told]").innerText.startsWith("The opponent: take ")`)
		b.click(`.first-foot a`)
		b.turn(2)
	})
}

// TestNothingShifts loads pages, and looks for what moves while they come.
func TestNothingShifts(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		for _, path := range []string{"/", "/play?p=nim(3,5,7)", "/play?p=nim(3,5)+%2B+knight(5,4)+%2B+kayles(6)", "/play?p=nim(1)&m=1:+nim(0)", "/puzzle/nim(3,5,7)", "/puzzle?day=2026-11-28", "/puzzle?deck=nim(3,5)&deck=nim(1,2)"} {
			b.visit(path)
			if shift := get[float64](b, `new Promise(done => { let sum = 0;
				new PerformanceObserver(list => { for (const e of list.getEntries()) sum += e.value }).observe({type: "layout-shift", buffered: true});
				requestAnimationFrame(() => setTimeout(() => done(sum), 0)) })`); shift > 0.01 {
				t.Errorf("%s shifts by %v", path, shift)
			}
		}
	})
}

// TestFirstBoardByKeys plays the first match with the keyboard.
func TestFirstBoardByKeys(t *testing.T) {
	b := open(t, desk)
	b.visit("/")
	for b.of("[data-first]", "over") != "true" {
		turn := b.of("[data-first]", "turn")
		b.tabTo("[data-first] [data-active]")
		b.press(kb.ArrowRight, kb.Enter)
		b.moved("[data-first]", turn)
	}
}

// TestNoStorage plays where the browser keeps nothing.
func TestNoStorage(t *testing.T) {
	b := open(t, telephone)
	b.do(func(ctx context.Context, _ *chromedp.Target) (v chromedp.Void, err error) {
		_, err = chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
			Source: `Object.defineProperty(window, "localStorage", {get() { throw new DOMException("no storage", "SecurityError") }})`,
		})
		return v, err
	})
	b.visit("/")
	b.winBoard("[data-first]")
	b.click(`[data-action="again"]`)
	b.wait(`document.querySelector("[data-first]").dataset.level === "beginner"`)
	b.visit("/play?p=nim(3,5)")
	b.click(`[data-action="hint"]`)
	b.tabClick("moves")
	b.wait(`document.querySelector("[data-verdict]")`)
}

// tabClick opens a tab of the panel.
func (b *tab) tabClick(name string) {
	b.Helper()
	b.click(`[data-tab="` + name + `"]`)
}

// loseAt makes the first move that is given, and moves at random from then on until the match
// is lost.
func (b *tab) loseAt(moves ...string) {
	b.Helper()
	b.tabClick("moves")
	for b.played("data-over") != "true" {
		turn := b.played("data-turn")
		_, others := winning(b.T, b.played("data-position"), grundy.Normal)
		if len(moves) > 0 {
			others, moves = moves[:1], moves[1:]
		} else if len(others) == 0 {
			b.Fatal("every move wins")
		}
		b.make(".panel", others[0])
		b.moved("[data-play]", turn)
	}
	if b.played("data-winner") == "0" {
		b.Fatal("the match is won")
	}
}

// TestLost loses a won match, reads which move gave it away and what was better, goes back there
// and wins.
func TestLost(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit("/play?p=nim(3,4)&level=perfect")
		b.loseAt("1: nim(2,4)")
		b.wait(`document.querySelector("[data-better]")`)
		b.settle()
		b.shot("play-lost")
		if turn, better := b.data("thrown-move"), b.data("better"); turn != "0" || better != "1: nim(3,3)" {
			t.Errorf("move %s gave the win away, and %s was better", turn, better)
		}
		for _, want := range []string{"Move 1", "gave the win away", "Better was", "pairs of equal parts"} {
			if said := b.text("[data-thrown-move]"); !strings.Contains(said, want) {
				t.Errorf("after the loss: %q without %q", said, want)
			}
		}
		b.tabClick("why") // opens on that move
		b.wait(`document.querySelector("[data-lost]")?.dataset.lost === "0"`)
		if said := b.text(".why"); !strings.Contains(said, "It left “Nim: 2, 4”.") || b.data("answer") != "1: nim(2,2)" {
			t.Errorf("why it was lost: %q", said)
		}
		b.shot("play-lost-why")
		again := open(t, telephone)
		again.visit(get[string](b, `location.pathname + location.search`)) // after a reload too
		again.wait(`document.querySelector("[data-thrown-move]") && document.querySelector("[data-told]").innerText.startsWith("The opponent: take")`)
		if b.width == telephone {
			b.click(`[data-action="close"]`)
		}
		b.click(`[data-action="retry"]`)
		b.at("nim(3,4)")
		b.wait(`document.querySelector("[data-retry]")`)
		b.settle()
		b.shot("play-retry")
		link := get[string](b, `location.search`)
		other := open(t, telephone)
		other.visit("/play" + link)
		other.wait(`document.querySelector("[data-retry]")`)
		b.winBoard("[data-play]")
		if b.has("[data-retry]") {
			t.Error("the new line still shows the old mistake")
		}
	})
}

// TestLostUnknown has no answer about the moves at first: the page says so, and asks again.
func TestLostUnknown(t *testing.T) {
	b := open(t, telephone)
	b.before(`const whole = fetch; let hidden = true; addEventListener("click", e => { if (e.target.dataset?.action === "ask-again") hidden = false }, true);
		window.fetch = async (input, init) => {
			const response = await whole(input, init);
			if (!hidden || !String(init?.body).includes('"history":true')) return response;
			const answer = await response.json();
			for (const turn of answer.history) Object.assign(turn, {outcome: null, thrown: false, better: undefined, answer: undefined});
			return new Response(JSON.stringify(answer), {headers: {"Content-Type": "application/json"}});
		}`)
	b.visit("/play?p=nim(3,4)&level=perfect&m=1:+nim(2,4)&m=1:+nim(2,2)&m=1:+nim(0,2)&m=1:+nim(0,0)")
	b.wait(`document.querySelector("[data-open=unknown]")`)
	b.shot("play-lost-unknown")
	b.click(`[data-action="ask-again"]`)
	b.wait(`document.querySelector("[data-thrown-move]")`)
	b.click(`[data-action="retry"]`)
	b.at("nim(3,4)")
}

// TestTurned has a telephone that is turned, and the large view: the whole board, with its numbers,
// and what stands beside it are on the screen, and the rules that are opened move nothing.
func TestTurned(t *testing.T) {
	b := open(t, telephone)
	whole := func(path, board, beside string) {
		t.Helper()
		if wrong := get[string](b, `(() => {
			const [board, beside] = [%s, %s].map(s => document.querySelector(s).getBoundingClientRect());
			const apart = board.right <= beside.left || beside.right <= board.left;
			return apart && board.bottom <= innerHeight && beside.top < innerHeight ? "" : JSON.stringify([board, beside, innerHeight]);
		})()`, board, beside); wrong != "" {
			t.Errorf("%s: the board and what is beside it are at %s", path, wrong)
		}
	}
	for _, size := range [][2]int64{{844, 390}, {740, 360}} {
		b.do(chromedp.EmulateViewport(size[0], size[1], chromedp.EmulateTouch))
		for path, parts := range map[string][2]string{
			"/":                              {".first-board svg", ".first-words h1"},
			"/play?p=nim(3,5,7)":             {".play-board .boards", ".panel"},
			"/play?p=knight4[8](6,5)":        {".play-board .boards", ".panel"},
			"/play?p=nim(1)&m=1:+nim(0)":     {".play-board .boards", ".panel"},
			"/puzzle?day=2026-11-28":         {".pz-board .boards", ".pz-side"},
			"/puzzle?level=1&n=1":            {".pz-board .boards", ".pz-side"},
			"/play?p=nim(3,5)+%2B+kayles(7)": {".play-board .boards", ".panel"},
			"/learn/wythoff/1":               {".lesson-figure .boards", ".lesson-says"},
			"/learn/wythoff/2":               {".valueboard", ".lesson-says"},
			"/learn/start/5?seed=1":          {".lesson-figure .boards", ".lesson-says"},
		} {
			b.visit(path)
			whole(path, parts[0], parts[1])
			b.shot(fmt.Sprint("turned-", size[0], strings.NewReplacer("/", "-", "?", "-", "=", "-").Replace(path)))
		}
	}
	b.visit("/play?p=nim(3,5,7)")
	b.click(".play-kind")
	b.wait(`document.querySelector(".play-rules").getClientRects().length > 0`)
	whole("with the rules open", ".play-board .boards", ".play-rules")
	b.shot("turned-rules")
	for _, size := range [][2]int64{{1024, 768}, {1280, 720}, {1920, 1080}} {
		b.do(chromedp.EmulateViewport(size[0], size[1]))
		b.visit("/play?p=chomp(4,5)&large=1")
		whole("the large view", ".play-board .boards", ".panel")
		top := `document.querySelector(".play-board .boards").getBoundingClientRect().top`
		before := get[float64](b, top)
		b.click(`[data-action="hint"]`)
		b.wait(`document.querySelector("[data-verdict]")`)
		if after := get[float64](b, top); after != before {
			t.Errorf("hints move the board from %v to %v", before, after)
		}
		whole("the large view with hints", ".play-board .boards", ".panel")
		b.click(`[data-action="hint"]`)
		b.shot(fmt.Sprint("large-", size[0]))
	}
}

// TestBars has the bars of a match of twelve moves on a telephone, and of one of many.
func TestBars(t *testing.T) {
	b := open(t, telephone)
	for _, moves := range []int{12, 60} {
		link := fmt.Sprintf("/play?p=nim(%d)&who=two", moves)
		for i := range moves {
			link += fmt.Sprintf("&m=1:+nim(%d)", moves-1-i)
		}
		b.visit(link)
		b.wait(`document.querySelectorAll(".bar-move").length === %s`, moves)
		if out := get[float64](b, `document.querySelector(".bar-move.now").getBoundingClientRect().right - document.querySelector(".bars").getBoundingClientRect().right`); out > 1 {
			t.Errorf("of %d bars the last is cut by %v", moves, out)
		}
	}
}

// TestLostStart loses a start that could not be won, reads that, and wins as the other player.
func TestLostStart(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit("/play?p=nim(1,2,3)&level=perfect")
		b.loseAt()
		b.wait(`document.querySelector("[data-hopeless]")`)
		b.shot("play-hopeless")
		b.click(`[data-action="swap"]`)
		b.turn(1)
		for b.played("data-over") != "true" {
			turn := b.played("data-turn")
			wins, _ := winning(t, b.played("data-position"), grundy.Normal)
			b.make("[data-play] .boards", wins[0])
			b.moved("[data-play]", turn)
		}
		if winner := b.played("data-winner"); winner != "1" {
			t.Errorf("player %s has won", winner)
		}
		b.visit("/play?p=nim(2)&who=opponent&level=perfect") // lost for the second player
		b.wait(`document.querySelector("[data-hopeless]")?.innerText.includes("Move first")`)
	})
}

// TestSteps goes through a match by buttons and keys; each position is a link.
func TestSteps(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit("/play?p=nim(1,2,2)&m=1:+nim(0,2,2)&m=1:+nim(0,1,2)&m=1:+nim(0,1,1)")
		b.turn(4) // the opponent's answer
		at := func(n int) {
			t.Helper()
			b.turn(n)
			if text := b.text(".steps-at"); text != fmt.Sprintf("%d of 4", n) {
				t.Errorf("at move %d: %q", n, text)
			}
			if link := get[string](b, `new URLSearchParams(location.search).get("t")`); link != strconv.Itoa(n) {
				t.Errorf("the address of move %d has t=%s", n, link)
			}
		}
		b.click(`[data-action="backward"]`)
		at(3)
		b.click(`[data-action="first"]`)
		at(0)
		if !get[bool](b, `document.querySelector("[data-action=backward]").disabled`) {
			t.Error("there is a way back from the beginning")
		}
		b.click(`[data-action="forward"]`)
		at(1)
		b.shot("play-steps")
		b.press(kb.ArrowRight)
		at(2)
		b.press(kb.ArrowLeft)
		at(1)
		b.press(kb.End)
		at(4)
		b.press(kb.Home)
		at(0)
		b.do(chromedp.NavigateBack())
		at(4)
	})
}

// TestBestMove has the best move named, in words; a win with its help does not count.
func TestBestMove(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit("/play?p=nim(3,4)")
		b.click(`[data-action="best"]`)
		b.wait(`document.querySelector("[data-best='1: nim(3,3)']")`)
		b.wait(`document.querySelector(".boards.previewing")`)
		b.settle()
		b.shot("play-best")
		if said := b.text("[data-best]"); strings.Contains(said, "(") || !strings.Contains(said, "No other move wins.") {
			t.Errorf("the best move: %q", said)
		}
		b.winBoard("[data-play]")
		if b.has("[data-best]") {
			t.Error("the best move of another position is shown")
		}
		b.visit("/play?p=nim(1,2)")
		if level := b.played("data-level"); level != "gentle" {
			t.Errorf("a win with help led to %q", level)
		}
		b.press("b")
		b.wait(`document.querySelector("[data-best]")`)
	})
}

// TestOffline loses the server in the middle of a match, and finds it again: the board stays.
func TestOffline(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.allow("ERR_INTERNET_DISCONNECTED")
		b.visit("/play?p=nim(3,5,7)")
		b.offline(true)
		b.make(".boards", "1: nim(2,5,7)")
		b.wait(`document.querySelector(".trouble[data-error=offline]")`)
		b.shot("play-offline")
		if shown := get[[]string](b, `[...document.querySelectorAll(".one-board")].flatMap(e => [e.getAttribute("aria-label"), String(e.querySelectorAll(".stone").length)])`); !slices.Equal(shown, []string{"Nim", "14"}) {
			t.Errorf("the board shows %q", shown)
		}
		if b.has(".panel [data-move]") {
			t.Error("the moves of the position before are listed")
		}
		b.offline(false)
		b.click(`[data-action="try"]`)
		b.turn(2)
		b.offline(true)
		b.click(`[data-action="hint"]`)
		b.wait(`document.querySelector(".trouble") && document.querySelector(".one-board")`)
		b.offline(false)
		b.click(`[data-action="try"]`)
		b.wait(`!document.querySelector(".trouble")`)
		b.settle()
		b.offline(true)
		b.click(`a[href="/learn"]`)
		b.wait(`document.querySelector("[role=alert]")`)
		b.shot("screen-offline")
		b.offline(false)
		b.visit("/")
		b.offline(true)
		b.make("[data-first] .boards", "1: nim(2,3,1)")
		b.wait(`document.querySelector(".first .trouble") && document.querySelector(".first .one-board")`)
		b.offline(false)
		b.click(`.first [data-action="try"]`)
		b.wait(`document.querySelector("[data-first]").dataset.turn === "2"`)
	})
}

// TestNoReply says where the opponent needs more time than there is, and tries again.
func TestNoReply(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.allow("422")
		b.visit("/play?p=cram(4,4)&level=perfect")
		get[any](b, `window.most = "1us"`)
		b.tabClick("moves")
		b.click(`.panel .move-list [data-move]`)
		b.wait(`document.querySelector(".trouble") && document.querySelector(".one-board")`)
		b.settle()
		b.shot("play-no-reply")
		get[any](b, `window.most = "60s"`)
		b.click(`[data-action="try"]`)
		b.turn(2)
	})
}

// TestVerdictOnce looks for what is said twice.
func TestVerdictOnce(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.visit("/play?p=nim(3,5,7)")
		b.click(`[data-action="hint"]`)
		for _, name := range []string{"moves", "why", "history"} {
			b.tabClick(name)
			b.wait(`document.querySelector("[data-verdict], .why-verdict")`)
			b.settle()
			if n := get[int](b, `document.querySelectorAll("[data-verdict], .why-verdict").length`); n != 1 {
				t.Errorf("%s: the verdict is said %d times", name, n)
			}
		}
	})
}

// inSight is how much of an element can be seen, from 0 to 1: by a grid of points of it.
const inSight = `(() => {
	const e = document.querySelector(%s), r = e.getBoundingClientRect();
	let seen = 0;
	for (let i = 0; i < 8; i++) for (let j = 0; j < 8; j++) {
		const there = document.elementFromPoint(r.x + (i + 0.5) * r.width / 8, r.y + (j + 0.5) * r.height / 8);
		if (there && (e.contains(there) || there.contains(e))) seen++;
	}
	return seen / 64;
})()`

// TestWhyIsNear opens the reasons on a telephone by one touch: the board stays in sight.
func TestWhyIsNear(t *testing.T) {
	b := open(t, telephone)
	b.visit("/play?p=nim(3,5,7)")
	b.shot("sheet-closed")
	if seen := get[float64](b, inSight, `[data-tab="why"]`); seen < 0.9 {
		t.Errorf("the tab of the reasons is not in sight: %v", seen)
	}
	b.tabClick("why")
	b.wait(`document.querySelector(".why")`)
	b.settle()
	for _, part := range []string{".boards .drawing", ".why-verdict"} {
		if seen := get[float64](b, inSight, part); seen < 0.9 {
			t.Errorf("of %s can be seen: %v", part, seen)
		}
	}
	b.shot("sheet-open")
	b.make(".boards", "1: nim(2,5,7)") // the board can be played at
	b.turn(2)
	b.click(`[data-action="close"]`)
	b.wait(`document.querySelector(".panel.closed")`)
}

// TestZoomed plays at twice the usual size: the head leaves room for the board.
func TestZoomed(t *testing.T) {
	b := open(t, desk)
	b.do(chromedp.EmulateViewport(600, 450))
	b.visit("/play?p=nim(3,5,7)")
	b.shot("zoomed")
	if top := get[float64](b, `document.querySelector(".boards").getBoundingClientRect().top`); top > 190 {
		t.Errorf("the board begins at %v of 450", top)
	}
	if wide := get[float64](b, `document.documentElement.scrollWidth`); wide > 600 {
		t.Errorf("the page is %v wide", wide)
	}
}

// TestLarge shows the match for a projector.
func TestLarge(t *testing.T) {
	b := open(t, desk)
	b.visit("/play?p=nim(3,5,7)")
	size := func() float64 {
		return get[float64](b, `document.querySelector(".boards .drawing").getBoundingClientRect().height`)
	}
	usual := size()
	b.click(`[data-action="large"]`)
	b.wait(`document.documentElement.dataset.large !== undefined && location.search.includes("large=1")`)
	b.settle()
	if b.has(".header") && get[float64](b, `document.querySelector(".header").getBoundingClientRect().height`) > 0 {
		t.Error("the header takes room")
	}
	if large := size(); large < 1.3*usual {
		t.Errorf("the board is %v high, usually %v", large, usual)
	}
	b.shot("play-large")
	b.make(".boards", "1: nim(2,5,7)")
	b.turn(2)
	b.press(kb.Escape)
	b.wait(`document.documentElement.dataset.large === undefined && !location.search.includes("large=1")`)
	b.visit("/play?p=nim(3,5,7)&large=1")
	b.wait(`document.documentElement.dataset.large !== undefined`)
}

// TestNotation finds words as the title, which stay during the match, and copies the notation of
// the position that stands.
func TestNotation(t *testing.T) {
	b := open(t, desk)
	b.visit("/play?p=nim(3,5,7)&who=two")
	b.make(".boards", "1: nim(2,5,7)")
	b.turn(1)
	get[any](b, `navigator.clipboard.writeText = async text => { window.copied = text }, 0`)
	if title := b.text("h1"); title != "Nim: 3, 5, 7" {
		t.Errorf("the title is %q", title)
	}
	b.click(`[data-action="settings"]`)
	b.shot("play-settings")
	b.click(`[data-action="notation"]`)
	b.wait(`document.querySelector("[data-action=notation]").innerText === "Copied"`)
	if text := get[string](b, `window.copied`); text != "nim(2,5,7)" {
		t.Errorf("copied: %q", text)
	}
}
