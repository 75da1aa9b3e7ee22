package browser

// This file goes through every lesson to its end, with wrong and right answers. Matches are won
// by the engine's own winning moves.

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/play"
	"github.com/grundy-games/grundy/position"
)

// lessons are the lessons in order, each with numbers of a position that the opponent loses.
var lessons = []struct {
	name string
	made []int
}{
	{"start", []int{1, 1, 1, 1}},
	{"copy", []int{2, 2, 5, 5}},
	{"strip", []int{28}},
	{"cards", []int{9, 5, 12}},
	{"mex", []int{2, 2, 1}},
	{"sums", []int{4, 4, 1, 2}},
	{"wythoff", []int{8, 13}},
	{"chomp", []int{3, 1, 1}},
	{"stairs", []int{2, 1, 2, 3}},
	{"misere", []int{1, 4, 5}},
	{"periods", []int{10, 17}},
	{"pattern", []int{51}},
}

// match returns a match at a position, as the engine plays it.
func match(t *testing.T, text string, convention grundy.Convention) *play.Match {
	t.Helper()
	sum, err := position.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	m, err := play.New(t.Context(), play.Options{Sum: sum, Convention: convention})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// winning returns the engine's winning moves and the other ones, as the page writes them. It
// computes those of a position once, for both widths.
func winning(t *testing.T, text string, convention grundy.Convention) (wins, others []string) {
	t.Helper()
	type position struct {
		text       string
		convention grundy.Convention
	}
	once, _ := positions.LoadOrStore(position{text, convention}, sync.OnceValue(func() [2][]string {
		wins, others := compute(t, text, convention)
		return [2][]string{wins, others}
	}))
	found := once.(func() [2][]string)()
	return slices.Clone(found[0]), slices.Clone(found[1])
}

var positions sync.Map // of functions that return the moves

func compute(t *testing.T, text string, convention grundy.Convention) (wins, others []string) {
	t.Helper()
	m := match(t, text, convention)
	moves, _ := m.Moves(10_000)
	for _, move := range moves {
		m.Make(move)
		a, err := m.Solve(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		m.Undo(1)
		written := fmt.Sprintf("%d: %s", move[0].Component+1, move[0].To)
		if a.Outcome == grundy.P {
			wins = append(wins, written)
		} else {
			others = append(others, written)
		}
	}
	return wins, others
}

// board is where a match of a lesson is played.
const board = ".lesson-game[data-game]"

// attribute returns an attribute of that board.
func (b *tab) attribute(name string) string {
	b.Helper()
	return get[string](b, `document.querySelector(%s)?.getAttribute(%s) ?? ""`, board, name)
}

// make makes a move on a board by one click.
func (b *tab) make(root, move string) {
	b.Helper()
	b.click(fmt.Sprintf("%s [data-move=%s]", root, strconv.Quote(move)))
}

var threeTasks = regexp.MustCompile(`( (win|who|number)){3} make$`)

// TestLessons goes through all screens of all lessons.
func TestLessons(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		// The page draws the same tasks in every run.
		b.before(`let drawn = 1; Math.random = () => (drawn = drawn * 48271 % 2147483647) / 2147483647`)
		b.visit("/learn")
		b.shot("learn")
		for i, l := range lessons {
			b.click(fmt.Sprintf(`a[href="/learn/%s"]`, l.name))
			b.onScreen(l.name, 1)
			n, err := strconv.Atoi(b.data("of"))
			if err != nil {
				t.Fatal(err)
			}
			var kinds []string
			for at := 1; at <= n; at++ {
				b.onScreen(l.name, at)
				name := fmt.Sprintf("learn-%02d-%s-%02d", i+1, l.name, at)
				b.shot(name)
				kind := b.data("kind")
				kinds = append(kinds, kind)
				b.doScreen(kind, name, l.made)
				b.wait(`document.querySelector("[data-lesson]").dataset.done === "true"`)
				b.settle()
				b.shot(name + "-done")
				if over := get[float64](b, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
					t.Errorf("%s is wider than the page by %v", name, over)
				}
				if at < n {
					b.click(`.lesson-nav [rel="next"]`)
				}
			}
			if !threeTasks.MatchString(strings.Join(kinds, " ")) {
				t.Errorf("%s does not end with three tasks and one that is made: %q", l.name, kinds)
			}
			b.wait(`document.querySelector("[data-lesson]").dataset.solved === "true"`)
			b.visit("/learn")
		}
		if got := b.data("solved"); got != strconv.Itoa(len(lessons)) {
			t.Errorf("%s lessons are solved", got)
		}
		b.shot("learn-all")
		b.click(`[data-action="forget"]`)
		b.wait(`document.querySelector("[data-solved='0']")`)
	})
}

// before runs a script in each page before its own scripts.
func (b *tab) before(source string) {
	b.Helper()
	b.do(func(ctx context.Context, _ *chromedp.Target) (v chromedp.Void, err error) {
		_, err = chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: source})
		return v, err
	})
}

// onScreen waits for a screen of a lesson.
func (b *tab) onScreen(lesson string, at int) {
	b.Helper()
	b.wait(`document.querySelector("[data-lesson='" + %s + "'][data-screen-at='" + %s + "']")`, lesson, at)
	b.settle()
}

// doScreen does what a screen asks for, mostly with a wrong answer first.
func (b *tab) doScreen(kind, name string, made []int) {
	b.Helper()
	switch kind {
	case "play":
		b.playLesson(name, 1)
	case "win":
		b.playLesson(name, 2)
	case "who":
		b.sayWho(name)
	case "number":
		b.giveNumber(name)
	case "make":
		b.makeOne(name, made)
	case "choice":
		for i := range get[int](b, `document.querySelectorAll(".lesson-answers button").length`) {
			if b.has(fmt.Sprintf(`.lesson-answers [data-answer="%d"]`, i)) {
				b.click(fmt.Sprintf(`.lesson-answers [data-answer="%d"]`, i))
				b.wait(`document.querySelector(".lesson-wrong")?.innerText.length > 10`)
			}
		}
		b.shot(name + "-wrong")
		b.click(`.lesson-answers [data-answer="right"]`)
	case "strip", "mex", "sets":
		b.fillIn(name)
	case "build", "pairs", "balance":
		b.layCards(kind, name)
	case "two":
		b.click(`.twoboards > :last-child [data-cell="2,2"] button`)
		b.wait(`document.querySelector("[data-sum='0']")`)
	case "hunt":
		b.hunt(name)
	case "rows":
		get[any](b, `(document.querySelector("input[type=range]").focus(), 0)`)
		for range 24 {
			if b.has("[data-fits=true]") {
				return
			}
			b.press(kb.ArrowLeft)
		}
	default:
		b.Fatalf("%s: what is a screen of kind %q?", name, kind)
	}
}

// playLesson plays a match to its end: as the engine does, except that the first moves are
// wrong, as often as mistakes says, where the match explains mistakes.
func (b *tab) playLesson(name string, mistakes int) {
	b.Helper()
	convention := grundy.Normal
	if strings.Contains(name, "misere") {
		convention = grundy.Misere
	}
	guided := !b.has(`[data-action="swap"]`)
	// Where the opponent finds no move in time, the lesson says so and lets one try again.
	const failed = ".lesson-figure [data-error] button"
	for range 200 {
		if b.has(failed) {
			b.click(failed)
			b.settle()
			continue
		}
		if b.attribute("data-over") == "true" {
			if guided && b.attribute("data-winner") != b.attribute("data-you") {
				b.Fatalf("%s: lost at %s", name, b.attribute("data-position"))
			}
			return
		}
		at, turn := b.attribute("data-position"), b.attribute("data-turn")
		wins, others := winning(b.T, at, convention)
		if guided && len(wins) == 0 {
			b.Fatalf("%s: %s cannot be won", name, at)
		}
		for guided && mistakes > 0 && len(others) > 0 {
			b.makeAny(others[0])
			b.wait(`document.querySelector('[data-action="take-back"]')`)
			b.settle()
			if mistakes--; mistakes == 0 {
				b.shot(name + "-wrong")
			}
			b.click(`[data-action="take-back"]`)
			b.wait(`document.querySelector(%s).getAttribute("data-position") === %s`, board, at)
			b.settle()
		}
		b.makeAny(append(wins, others...)[0])
		b.wait(`document.querySelector(%s) || document.querySelector(%s).getAttribute("data-turn") !== %s`, failed, board, turn)
		b.settle()
	}
	b.Fatalf("%s does not end", name)
}

// makeAny makes a move on the board of a lesson. Where one click is not enough, it touches one
// thing after the other until the move is offered.
func (b *tab) makeAny(move string) {
	b.Helper()
	selector := fmt.Sprintf("%s [data-move=%s]", board, strconv.Quote(move))
	if !get[bool](b, `(async () => {
		const drawn = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
		for (let i = 0; !document.querySelector(%s); i++) {
			const things = document.querySelectorAll(%s + " [data-active]"), thing = things[i %% things.length];
			if (!thing || i > 3 * things.length) return false;
			if (thing.dataset.move) continue;
			thing.dispatchEvent(new MouseEvent("click", {bubbles: true}));
			await drawn();
			if (document.querySelector(%s)) break;
			document.querySelector(".choices .quiet")?.click();
			await drawn();
		}
		return true;
	})()`, selector, board, selector) {
		b.Fatalf("the board does not offer %s", move)
	}
	b.click(selector)
}

// sayWho says who wins: first the wrong one, until a new position is drawn, then the right one.
func (b *tab) sayWho(name string) {
	b.Helper()
	right := b.data("outcome")
	b.click(map[string]string{"N": `[data-answer="P"]`, "P": `[data-answer="N"]`}[right])
	b.wait(`document.querySelector(".lesson-wrong")?.innerText.startsWith("No")`)
	b.shot(name + "-wrong")
	b.drawAnother()
	b.click(fmt.Sprintf(`[data-answer=%q]`, b.data("outcome")))
}

// drawAnother draws another task.
func (b *tab) drawAnother() {
	b.Helper()
	was := get[string](b, `location.search`)
	b.click(`[data-action="another"]`)
	b.wait(`location.search !== %s`, was)
	b.settle()
}

// giveNumber answers with two wrong numbers, and then with the right one.
func (b *tab) giveNumber(name string) {
	b.Helper()
	right, err := strconv.Atoi(b.data("number"))
	if err != nil {
		b.Fatal(err)
	}
	give := func(n int) {
		if b.has(".lesson-number") {
			get[any](b, `(document.querySelector(".lesson-number").select(), 0)`)
			b.press(strings.Split(strconv.Itoa(n), "")...)
			b.press(kb.Enter)
		} else {
			b.click(fmt.Sprintf(`[data-answer="%d"]`, n))
		}
		b.settle()
	}
	wrong := 0
	for n := 0; wrong < 2; n++ {
		give(n)
		if !b.has(".lesson-verdict.win") {
			b.wait(`document.querySelector(".lesson-wrong")?.innerText.length > 5`)
			wrong++
		}
	}
	b.wait(`document.querySelector("[data-explained]")`)
	b.shot(name + "-wrong")
	give(right)
}

// makeOne asks about what stands there, which is wrong, and then builds what the opponent loses.
func (b *tab) makeOne(name string, numbers []int) {
	b.Helper()
	b.click(`[data-action="judge"]`)
	b.wait(`document.querySelector("[data-verdict='N'] .lesson-wrong")`)
	b.settle()
	b.shot(name + "-wrong")
	for i, n := range numbers {
		for range 40 {
			now, err := strconv.Atoi(get[string](b, `document.querySelector("[data-number-of='" + %s + "']").value`, i))
			if err != nil {
				b.Fatal(err)
			}
			if now == n {
				break
			}
			b.click(fmt.Sprintf(`[data-%s="%d"]`, map[bool]string{true: "more", false: "less"}[now < n], i))
			b.settle()
		}
	}
	b.wait(`!document.querySelector('[data-action="judge"]').disabled`)
	b.click(`[data-action="judge"]`)
	b.wait(`document.querySelector("[data-verdict='P']")`)
}

// fillIn answers one question after the other, by trying.
func (b *tab) fillIn(name string) {
	b.Helper()
	pictured := false
	for range 40 {
		if b.has("[data-filled=true]") {
			return
		}
		if b.has(`[data-action="fill"]`) {
			b.click(`[data-action="fill"]`)
			b.wait(`document.querySelector("[data-filled=true]")`)
			return
		}
		asked := b.data("asked")
		for i := range get[int](b, `document.querySelectorAll(".lesson-fill [data-answer]").length`) {
			b.click(fmt.Sprintf(`.lesson-fill [data-answer]:nth-child(%d)`, i+1))
			if b.has("[data-filled=true]") || b.data("asked") != asked {
				break
			}
			if b.text(".lesson-no") == "" {
				b.Errorf("%s: nothing says why answer %d to %s is wrong", name, i, asked)
			}
			if !pictured {
				pictured = true
				b.shot(name + "-wrong")
			}
		}
	}
	b.Fatalf("%s cannot be filled in", name)
}

// layCards lays what is asked for.
func (b *tab) layCards(kind, name string) {
	b.Helper()
	touch := func(row, card int) { b.click(fmt.Sprintf(`[data-card="%d-%d"]`, row, card)) }
	switch kind {
	case "build":
		for row, n := range []int{5, 11, 14} {
			for card := 1; card <= 8; card *= 2 {
				if n&card != 0 {
					touch(row, card)
				}
			}
		}
	case "pairs":
		if strings.HasSuffix(name, "-02") {
			b.click(`[data-action="check"]`)
			b.wait(`document.querySelector(".lesson-verdict").innerText !== ""`)
			b.shot(name + "-wrong")
			touch(2, 1)
			touch(2, 4)
		}
		b.click(`[data-action="check"]`)
	case "balance":
		touch(1, 1)
		b.wait(`document.querySelector(".lesson-verdict").innerText.includes("grew")`)
		touch(1, 1)
		touch(0, 2) // 7 becomes 5
	}
	b.wait(`document.querySelector("[data-cards][data-right=true]")`)
}

// hunt touches all cells of a board that are lost, and one that is not.
func (b *tab) hunt(name string) {
	b.Helper()
	b.click(`[data-cell="1,1"] button`)
	b.wait(`document.querySelector(".lesson-verdict").innerText.startsWith("Not lost")`)
	b.settle()
	b.shot(name + "-wrong")
	side := get[int](b, `document.querySelectorAll(".valueboard tbody tr").length`)
	piece := map[bool]string{true: "queen", false: "king"}[strings.Contains(name, "wythoff")]
	for x := range side {
		for y := range side {
			wins, _ := winning(b.T, fmt.Sprintf("%s(%d,%d)", piece, x, y), grundy.Normal)
			if len(wins) == 0 {
				b.click(fmt.Sprintf(`[data-cell="%d,%d"] button`, x, y))
			}
		}
	}
}

// TestLessonKeys wins the first task of a lesson with the keyboard, and goes on.
func TestLessonKeys(t *testing.T) {
	b := open(t, desk)
	b.visit("/learn/cards/7?seed=5")
	at := b.attribute("data-position")
	wins, _ := winning(t, at, grundy.Normal)
	b.tabTo(board + " [data-active]")
	for range 60 {
		if get[bool](b, `document.activeElement?.getAttribute("data-move") === %s`, wins[0]) {
			break
		}
		if !get[bool](b, `(() => {
			const want = document.querySelector("[data-game] [data-move=" + JSON.stringify(%s) + "]").getBoundingClientRect(), now = document.activeElement.getBoundingClientRect();
			window.way = Math.abs(want.y - now.y) > 4 ? (want.y > now.y ? "ArrowDown" : "ArrowUp") : want.x > now.x ? "ArrowRight" : "ArrowLeft";
			return true;
		})()`, wins[0]) {
			t.Fatal("no way")
		}
		b.press(map[string]string{"ArrowDown": kb.ArrowDown, "ArrowUp": kb.ArrowUp, "ArrowLeft": kb.ArrowLeft, "ArrowRight": kb.ArrowRight}[get[string](b, `window.way`)])
	}
	b.press(kb.Enter)
	b.wait(`document.querySelector(%s).getAttribute("data-turn") === "2"`, board)
	b.settle()
	if b.has(".lesson-wrong") {
		t.Error("the move was taken for a mistake")
	}
	b.tabTo(`[rel="next"]`)
	b.press(kb.Enter)
	b.onScreen("cards", 8)
	if !get[bool](b, `document.activeElement.id === "asks"`) {
		t.Error("the next screen does not have the focus")
	}
}

// TestLessonBoardKeys goes over boards of cells with the arrow keys.
func TestLessonBoardKeys(t *testing.T) {
	b := open(t, desk)
	at := func(cell string) {
		t.Helper()
		b.wait(`document.activeElement.closest("[data-cell]")?.dataset.cell === %s`, cell)
	}
	b.visit("/learn/wythoff/2")
	b.tabTo(".valueboard button")
	at("0,0")
	b.press(kb.ArrowDown, kb.ArrowUp, kb.ArrowUp, kb.ArrowRight)
	at("1,2")
	b.press(kb.Enter)
	b.wait(`document.querySelector("[data-found='1']")`)
	b.visit("/learn/sums/2")
	b.tabTo(".twoboards > :last-child button")
	at("3,3")
	b.press(kb.ArrowLeft, kb.ArrowDown, kb.Enter)
	at("2,2")
	b.wait(`document.querySelector("[data-sum='0']")`)
}

// TestLessonFields writes into fields what is not a number, and numbers that do not fit.
func TestLessonFields(t *testing.T) {
	b := open(t, desk)
	b.visit("/learn/start/8")
	for _, text := range []string{"99999999999999", "-1", "1e9", "x", ""} {
		get[any](b, `(() => {
			const field = document.querySelector("[data-number-of='0']");
			field.value = %s;
			field.dispatchEvent(new Event("change", {bubbles: true}));
		})()`, text)
		b.wait(`document.querySelector(".lesson-game .note")?.innerText.includes("from 0 to 6")`)
		if got := get[string](b, `document.querySelector("[data-number-of='0']").value`); got != "2" {
			t.Errorf("%q becomes %q", text, got)
		}
		b.click(`[data-more="1"]`)
		b.wait(`document.querySelector(".lesson-game .note").innerText === ""`)
		b.settle()
	}
	b.visit("/learn/pattern/7?seed=2")
	b.click(".lesson-number")
	b.press("1", "2", "3", "4", "5", "6", "7", kb.Enter)
	b.wait(`document.querySelector(".lesson-game .note")`)
	b.press(kb.Backspace, kb.Enter)
	b.wait(`document.querySelector(".lesson-wrong") && !document.querySelector(".lesson-game .note")`)
}

// TestLessonOnItsSide turns a telephone on its side: the whole board is seen, beside the words.
func TestLessonOnItsSide(t *testing.T) {
	b := open(t, telephone)
	b.do(chromedp.EmulateViewport(844, 390))
	for _, at := range []string{"start", "cards/5", "copy/5", "mex"} {
		b.visit("/learn/" + at)
		b.settle()
		if below := get[float64](b, `Math.max(...[...document.querySelectorAll(".lesson-figure .drawing")].map(e => e.getBoundingClientRect().bottom)) - innerHeight`); below > 0 {
			t.Errorf("%s: %v of the board are below the screen", at, below)
		}
		if !get[bool](b, `document.querySelector(".lesson-says").getBoundingClientRect().right <= document.querySelector(".lesson-figure").getBoundingClientRect().left`) {
			t.Errorf("%s: the board is not beside the words", at)
		}
	}
}

// TestLessonLinks opens links to tasks: the same seed gives the same task everywhere, an
// address without one gets one, and the addresses of old lead to the right lesson.
func TestLessonLinks(t *testing.T) {
	b, other := open(t, desk), open(t, telephone)
	seen := map[string]bool{}
	for seed := range 4 {
		link := fmt.Sprintf("/learn/cards/9?seed=%d", seed+1)
		b.visit(link)
		other.visit(link)
		one, two := b.attribute("data-game"), other.attribute("data-game")
		if one != two || one == "" {
			t.Errorf("%s: %q and %q", link, one, two)
		}
		seen[one] = true
	}
	if len(seen) < 3 {
		t.Errorf("four seeds give %d tasks", len(seen))
	}
	b.visit("/learn/cards/9")
	b.wait(`/^\?seed=\d+$/.test(location.search)`)
	for old, name := range map[string]string{"1": "start", "2": "strip", "3": "cards", "4": "mex", "5": "sums", "6": "stairs", "7": "misere", "8": "periods"} {
		b.visit("/learn/" + old)
		b.onScreen(name, 1)
		b.wait(`location.pathname === "/learn/" + %s`, name)
	}
}

// TestLessonsWithoutStorage solves a task where the browser keeps nothing.
func TestLessonsWithoutStorage(t *testing.T) {
	b := open(t, desk)
	b.before(`Object.defineProperty(window, "localStorage", {get() { throw new Error("forbidden") }})`)
	b.visit("/learn/pattern/10")
	b.makeOne("learn-unstored", []int{51})
	b.wait(`document.querySelector("[data-lesson]").dataset.done === "true"`)
	b.wait(`document.querySelector(".lesson-steps [aria-current]").classList.contains("done")`)
}

// TestLessonOffline cuts the page off in the middle of a task: the board stays, and the move is
// made when the server is there again.
func TestLessonOffline(t *testing.T) {
	b := open(t, telephone)
	b.allow("ERR_INTERNET_DISCONNECTED")
	b.visit("/learn/cards/7?seed=5")
	wins, _ := winning(t, b.attribute("data-position"), grundy.Normal)
	b.offline(true)
	b.makeAny(wins[0])
	b.wait(`document.querySelector(%s + " [data-error=offline]")`, board)
	b.shot("learn-offline")
	if !b.has(board + " [data-component]") {
		t.Error("the board is gone")
	}
	b.offline(false)
	b.click(board + ` [data-error] button`)
	b.wait(`document.querySelector(%s).getAttribute("data-turn") === "2"`, board)
}

// TestNoSuchLesson opens addresses at which there is no lesson.
func TestNoSuchLesson(t *testing.T) {
	b := open(t, desk)
	for _, path := range []string{"/learn/0", "/learn/9", "/learn/x", "/learn/cards/99", "/learn/cards/0", "/learn/cards/1/2", "/learn/%3Cb%3E"} {
		b.visit(path)
		if !b.has(".state-empty") {
			t.Errorf("%s: %s", path, b.text("main"))
		}
	}
}
