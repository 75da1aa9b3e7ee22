package browser

// This file has the list of all screens, for the tests that look at each.

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// screens are addresses of all screens in their states, and what is clicked there before a test looks.
var screens = []struct{ path, click, wait string }{
	{"/", "", ""},
	{"/play", "", ""},
	{"/play?p=nim(3,5,7)", `[data-action="hint"]`, `document.querySelector("[data-verdict]")`},
	{"/play?p=nim(3,5,7)", `[data-tab="why"]`, `document.querySelector(".why")`},
	{"/play?p=hackenbush(0,0,1,1,3)+%2B+staircase(0,3,1,2)", `[data-tab="why"]`, `document.querySelector(".why")`},
	{"/play?p=nim(3,4,5)&misere=1", `[data-tab="why"]`, `document.querySelector(".why")`},
	{"/play?p=nim(1000000000000,3)", "", `document.querySelector(".by-number")`},
	{"/play?p=nim(3,5,7)+%2B+knight(5,4)&m=1:+nim(2,5,7)&m=1:+nim(2,4,7)", `[data-tab="history"]`, `document.querySelector(".history")`},
	{"/play?p=nim(1)&m=1:+nim(0)", "", ""},
	{"/play?p=nim(2)&m=1:+nim(1)&m=1:+nim(0)", "", `document.querySelector("[data-better]")`},
	{"/play?p=nim(2)&m=1:+nim(1)&m=1:+nim(0)&t=0", `[data-action="best"]`, `document.querySelector("[data-best]")`},
	{"/play?p=nim(3,5,7)&large=1", "", ""},
	{"/play?p=nim(3,4,5)&misere=1", `[data-action="settings"]`, ""},
	{"/play?p=kayles(9)", "", ""},
	{"/play?p=tree[1,1,3,3,4](0,2,2,1,3,2)", "", ""},
	{"/play?p=hackenbush[0,0,1,1,3](1,2,3,4,5)", "", ""},
	{"/play?p=turning-turtles(1,4,9)", "", ""},
	{"/play?p=chomp(3,4)", "", ""},
	{"/puzzle?day=2026-11-28", "", ""},
	{"/puzzle/nim(3,5,7)", `[data-move="1: nim(2,5,7)"]`, `document.querySelector("[data-result]") && document.querySelector(".why")`},
	{"/puzzle/nim(1,2,4)", `[data-move="1: nim(1,2,0)"]`, `document.querySelector("[data-result]") && document.querySelector(".why")`},
	{"/puzzle/nim(1,2,3)", "", ""},
	{"/puzzle?deck=nim(3,5)&deck=nim(1,2)&at=3", "", ""},
	{"/puzzle?make=1&deck=nim(3,5)&deck=nim(1,1)", "", `document.querySelector("[data-make='1']")`},
	{"/puzzle?level=2&n=3", "", ""},
	{"/print", "", ""},
	{"/print?deck=nim(3,5)&deck=misere+nim(1,2)&deck=nim(1,1)", "", `document.querySelector("[data-sheets='3'] .one-board")`},
	{"/print?deck=nim(3,5)&deck=misere+nim(1,2)&deck=nim(1,1)&answers=1", "", `document.querySelector("[data-answer='3'] p")`},
	{"/explore", "", ""},
	{"/explore/queen?cell=3,2&large=1", "", `document.querySelector(".ex-mex")`},
	{"/explore/nimm", "", ""},
	{"/explore/queen", "", `document.querySelector("canvas[data-ready=true]")`},
	{"/explore/0.77", "", `document.querySelector(".ex-facts")`},
	{"/rules", "", `document.querySelector(".ru-editor[data-errors='0']")`},
	{"/rules", `[data-tab="examples"]`, `document.querySelector("[data-example]")`},
	{"/rules", `[data-tab="language"]`, `document.querySelector(".md h2")`},
	{"/learn", "", ""},
	{"/learn/start", "", ""},
	{"/learn/start/5?seed=1", `[data-answer="N"]`, ""},
	{"/learn/strip/2", `[data-answer="win"]`, ""},
	{"/learn/cards", "", ""},
	{"/learn/cards/4", "", ""},
	{"/learn/cards/7?seed=1", "", ""},
	{"/learn/mex/3", "", ""},
	{"/learn/mex/6?seed=1", `[data-answer="3"]`, ""},
	{"/learn/sums/2", "", ""},
	{"/learn/sums/3", "", ""},
	{"/learn/wythoff/2", `[data-cell="1,1"] button`, `document.querySelector("[data-value='▲']")`},
	{"/learn/chomp/9", `[data-action="judge"]`, `document.querySelector(".lesson-wrong")`},
	{"/learn/stairs/5", "", ""},
	{"/learn/misere/4", `[data-answer="1"]`, ""},
	{"/learn/periods", "", ""},
	{"/learn/pattern/8?seed=1", "", ""},
	{"/api", "", ""},
	{"/jobs", "", ""},
	{"/nowhere", "", ""},
}

// TestAllScreens finds no screen of the page that the list lacks.
func TestAllScreens(t *testing.T) {
	source, err := os.ReadFile("../src/main.tsx")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(\w+): \(\) => import`).FindAllStringSubmatch(string(source), -1)
	if len(found) < 9 {
		t.Fatalf("main.tsx has %d screens", len(found))
	}
	for _, f := range found {
		name := strings.TrimPrefix(f[1], "home")
		if !slices.ContainsFunc(screens, func(s struct{ path, click, wait string }) bool {
			return regexp.MustCompile(`\w*`).FindString(s.path[1:]) == name
		}) {
			t.Errorf("no address shows the screen %s", f[1])
		}
	}
}
