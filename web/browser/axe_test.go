package browser

// axe-core looks at all screens, in both themes and at both widths.

import (
	"os"
	"testing"

	"github.com/grundy-games/grundy/internal/long"
)

// screens are addresses of all screens, and what is clicked there before axe looks.
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
	{"/explore", "", ""},
	{"/explore/queen?cell=3,2&large=1", "", `document.querySelector(".ex-mex")`},
	{"/explore/nimm", "", ""},
	{"/explore/queen", "", `document.querySelector("canvas[data-ready=true]")`},
	{"/explore/0.77", "", `document.querySelector(".ex-facts")`},
	{"/rules", "", `document.querySelector(".ru-editor[data-errors='0']")`},
	{"/rules", `[data-tab="examples"]`, `document.querySelector("[data-example]")`},
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

// A finding is a rule that axe finds broken.
type finding struct {
	ID    string   `json:"id"`
	Help  string   `json:"help"`
	Nodes []string `json:"nodes"`
}

func TestAxe(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		source, err := os.ReadFile("../node_modules/axe-core/axe.min.js")
		if err != nil {
			t.Skipf("axe-core is not here (npm ci -C web installs it): %v", err)
		}
		b.allow("404", "400")
		for _, s := range screens {
			b.visit(s.path)
			if s.click != "" {
				b.click(s.click)
			}
			if s.wait != "" {
				b.wait(s.wait)
			}
			b.settle()
			get[any](b, string(source)+"; 0")
			// Contrast is all that a theme can change.
			for scheme, only := range map[string]string{"dark": `runOnly: ["color-contrast"]`, "light": `resultTypes: ["violations"]`} {
				if scheme == "dark" && b.width != desk && !long.Whole {
					continue // a theme has the same colours at both widths
				}
				b.theme(scheme)
				for _, f := range get[[]finding](b, `axe.run(document, {`+only+`}).then(r => r.violations.map(v => ({
					id: v.id, help: v.help,
					nodes: v.nodes.slice(0, 4).map(n => n.target.join(" ") + ": " + (n.any[0]?.message ?? n.all[0]?.message ?? n.none[0]?.message ?? "")),
				})))`) {
					t.Errorf("%s %s, %s: %s: %s\n%q", s.path, s.click, scheme, f.ID, f.Help, f.Nodes)
				}
			}
		}
	})
}
