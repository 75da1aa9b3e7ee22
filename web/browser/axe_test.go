package browser

// axe-core looks at all screens, in both themes and at both widths.

import (
	"os"
	"testing"

	"github.com/grundy-games/grundy/internal/long"
)

// A finding is a rule that axe finds broken.
type finding struct {
	ID    string   `json:"id"`
	Help  string   `json:"help"`
	Nodes []string `json:"nodes"`
}

// axe injects axe-core into the page, which stays until another page is loaded. It runs the rules that
// only says, and reports what is broken at a place.
func (b *tab) axe(place, only string) {
	b.Helper()
	if !get[bool](b, `"axe" in window`) {
		source, err := os.ReadFile("../node_modules/axe-core/axe.min.js")
		if err != nil {
			b.Skipf("axe-core is not here (npm ci -C web installs it): %v", err)
		}
		get[any](b, string(source)+"; 0")
	}
	for _, f := range get[[]finding](b, `axe.run(document, {`+only+`, preload: false}).then(r => r.violations.map(v => ({
		id: v.id, help: v.help,
		nodes: v.nodes.slice(0, 4).map(n => n.target.join(" ") + ": " + (n.any[0]?.message ?? n.all[0]?.message ?? n.none[0]?.message ?? "")),
	})))`) {
		b.Errorf("%s: %s: %s\n%q", place, f.ID, f.Help, f.Nodes)
	}
}

// axeInBoth runs axe in both themes. A theme can change contrast alone, and has the same colours at
// both widths.
func (b *tab) axeInBoth(place string) {
	b.Helper()
	const contrast = `"color-contrast"`
	if b.width != desk && !long.Whole {
		b.axe(place, `rules: {`+contrast+`: {enabled: false}}, resultTypes: ["violations"]`)
		return
	}
	b.axe(place+", light", `resultTypes: ["violations"]`)
	b.theme("dark")
	b.axe(place+", dark", `runOnly: [`+contrast+`]`)
	b.theme("light")
}

func TestAxe(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		b.allow("404", "400")
		b.visit("/")
		for _, s := range screens {
			b.follow(s.path)
			if s.click != "" {
				b.click(s.click)
			}
			if s.wait != "" {
				b.wait(s.wait)
			}
			b.settle()
			b.axeInBoth(s.path + " " + s.click)
		}
	})
}
