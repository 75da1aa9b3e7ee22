package browser

// This file tests the lessons: what can be touched in them, and their tasks, which the
// tests solve by the engine's own winning moves.

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/play"
	"github.com/grundy-games/grundy/position"
)

const lessons = 8

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

// winning returns the engine's winning moves and the other ones, as the page writes them.
func winning(t *testing.T, text string, convention grundy.Convention) (wins, others []string) {
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

const task = ".lesson-task .lesson-game"

// attribute returns an attribute of the task's board.
func (b *tab) attribute(name string) string {
	b.Helper()
	return get[string](b, `document.querySelector(%s).getAttribute(%s) ?? ""`, task, name)
}

// TestLessons solves all lessons, each with a wrong move first where there is one.
func TestLessons(t *testing.T) {
	for _, width := range widths {
		t.Run(strconv.Itoa(int(width)), func(t *testing.T) {
			b := open(t, width)
			b.visit("/learn")
			b.shot("learn")
			for n := 1; n <= lessons; n++ {
				b.click(fmt.Sprintf(`a[href="/learn/%d"]`, n))
				b.wait(`document.querySelector("[data-lesson='" + %s + "'] [data-task]")`, n)
				b.settle()
				b.shot(fmt.Sprintf("learn-%d", n))
				if title := get[string](b, `document.title`); title == "" {
					t.Error("no title")
				}
				b.solveTask(n)
				b.shot(fmt.Sprintf("learn-%d-solved", n))
			}
			b.visit("/learn")
			if got := b.data("solved"); got != strconv.Itoa(lessons) {
				t.Errorf("%s lessons are solved", got)
			}
			b.shot("learn-all")
			b.click(`[data-action="forget"]`)
			b.wait(`document.querySelector("[data-solved='0']")`)
		})
	}
}

// solveTask wins the position at the end of a lesson.
func (b *tab) solveTask(lesson int) {
	b.Helper()
	convention := grundy.Normal
	if lesson == 7 {
		convention = grundy.Misere
	}
	if b.attribute("data-begun") == "false" {
		// The position is lost for the player who begins: say the wrong thing first.
		b.click(task + ` [data-action="first"]`)
		b.wait(`document.querySelector(%s)`, task+" .lesson-mistake")
		b.shot(fmt.Sprintf("learn-%d-wrong", lesson))
		b.click(task + ` [data-action="second"]`)
		b.wait(`document.querySelector(%s).getAttribute("data-begun") !== "false"`, task)
		b.settle()
	}
	wrong := false
	for range 200 {
		if b.attribute("data-over") == "true" {
			if b.attribute("data-winner") != b.attribute("data-you") {
				b.Fatalf("lesson %d: lost at %s", lesson, b.attribute("data-position"))
			}
			b.wait(`document.querySelector("[data-lesson][data-solved=true]")`)
			return
		}
		at, turn := b.attribute("data-position"), b.attribute("data-turn")
		wins, others := winning(b.T, at, convention)
		if len(wins) == 0 {
			b.Fatalf("lesson %d: %s cannot be won", lesson, at)
		}
		if !wrong && len(others) > 0 {
			wrong = true
			b.make(task, others[0])
			b.wait(`document.querySelector(%s)`, task+` [data-action="take-back"]`)
			b.settle()
			b.shot(fmt.Sprintf("learn-%d-wrong", lesson))
			b.click(task + ` [data-action="take-back"]`)
			b.wait(`document.querySelector(%s).getAttribute("data-position") === %s`, task, at)
			b.settle()
		}
		b.make(task, wins[0])
		b.wait(`document.querySelector(%s).getAttribute("data-turn") !== %s`, task, turn)
		b.settle()
	}
	b.Fatalf("lesson %d does not end", lesson)
}

// make makes a move on a board by one click.
func (b *tab) make(root, move string) {
	b.Helper()
	b.click(fmt.Sprintf("%s [data-move=%s]", root, strconv.Quote(move)))
}

// TestLessonFigures touches what can be touched between the paragraphs.
func TestLessonFigures(t *testing.T) {
	for _, width := range widths {
		t.Run(strconv.Itoa(int(width)), func(t *testing.T) {
			b := open(t, width)
			b.visit("/learn/1")
			for range 3 {
				b.click(`[data-action="next"]`)
			}
			b.wait(`document.querySelector("[data-left='0']")`)
			b.click(".term")
			b.wait(`document.querySelector(".term[aria-expanded=true] + .term-says:not([hidden])")`)
			b.shot("learn-1-term")

			b.visit("/learn/2")
			for n := 0; n <= 7; n++ {
				b.wait(`document.querySelector("[data-asked='" + %s + "']")`, n)
				loses := n%7 == 0 || n%7 == 2
				if n == 3 {
					b.click(`[data-answer="lose"]`)
					b.wait(`document.querySelector(".lesson-fill .lesson-wrong").innerText !== ""`)
					b.shot("learn-2-strip")
				}
				b.click(map[bool]string{true: `[data-answer="lose"]`, false: `[data-answer="win"]`}[loses])
			}
			b.wait(`document.querySelector("[data-cell='7'][data-mark=lose]")`)

			b.visit("/learn/3")
			b.click(`[data-digit="0-1"]`) // 7 becomes 5
			b.wait(`document.querySelector("[data-good=true]")`)
			b.shot("learn-3-digits")
			b.click(`[data-digit="1-0"]`) // a second heap
			b.wait(`document.querySelector("[data-good=false]")`)

			b.visit("/learn/4")
			b.click(`[data-member="2"]`)
			b.wait(`document.querySelector(".mexset-says").innerText.includes("= 4")`)
			for _, value := range []string{"1", "1", "0", "2", "1", "2"} {
				b.click(fmt.Sprintf(".lesson-fill [data-answer=%q]", value))
			}
			b.wait(`document.querySelector("[data-filled=true]")`)

			b.visit("/learn/5")
			if sum := b.data("sum"); sum != "7" {
				t.Errorf("knight(5,4) + queen(3,3) has the sum %s", sum)
			}
			b.click(`.twoboards > :last-child [data-cell="2,2"] button`)
			b.wait(`document.querySelector("[data-sum='0']")`)

			b.visit("/learn/8")
			get[any](b, `(() => {
				const slider = document.querySelector("input[type=range]");
				slider.value = 7;
				slider.dispatchEvent(new Event("input", {bubbles: true}));
				return 0;
			})()`)
			b.wait(`document.querySelector("[data-fits=true]")`)
			b.shot("learn-8-period")
		})
	}
}

// TestNoSuchLesson opens addresses at which there is no lesson.
func TestNoSuchLesson(t *testing.T) {
	b := open(t, desk)
	for _, path := range []string{"/learn/0", "/learn/9", "/learn/x", "/learn/1/2", "/learn/%3Cb%3E"} {
		b.visit(path)
		if !b.has(".state-empty") {
			t.Errorf("%s: %s", path, b.text("main"))
		}
	}
}
