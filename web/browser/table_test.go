package browser

// This file tests games whose values the server reads from a table on disk.

import (
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// threeHeaps is a game whose nim-values are (a mod 3) xor (b mod 3) xor (c mod 3).
const threeHeaps = `"""Take one or two stones from one of three heaps."""
position(a = integer(), b = integer(), c = integer())
def moves(a, b, c):
    for k in [1, 2]:
        if k <= a:
            move(a - k, b, c)
        if k <= b:
            move(a, b - k, c)
        if k <= c:
            move(a, b, c - k)
`

// makeTable fills a table of 20 x 20 x 20 positions, and returns the flag that names it.
func makeTable(command, dir string) (flags []string, err error) {
	if err := os.WriteFile(filepath.Join(dir, "three.star"), []byte(threeHeaps), 0o666); err != nil {
		return nil, err
	}
	fill := exec.Command(command, "values", "three.star", "--size", "20x20x20", "--table", "three")
	fill.Dir = dir
	if out, err := fill.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	return []string{"--table", "three"}, nil
}

// TestTable plays and explores positions in the table, beyond it, and of another game.
func TestTable(t *testing.T) {
	inBoth(t, func(t *testing.T, b *tab) {
		if folders == "" {
			t.Skip("the server has another table")
		}
		b.visit("/")
		get[any](b, `(localStorage.setItem("grundy.rules", JSON.stringify({"three.star": %s})), 0)`, threeHeaps)
		for i, c := range []struct {
			position string
			byTable  bool
			wins     int // how many moves win
		}{
			{"three.star(19,18,16)", true, 0},
			{"three.star(19,18,17)", true, 2},
			{"three.star(1,1,1) + nim(2)", true, 1},
			{"three.star(40,4,5)", false, 1},
			{"nim(1,2,3)", false, 0},
		} {
			b.visit("/play?p=" + url.QueryEscape(c.position))
			if i == 0 { // the hints stay
				b.click(`[data-action="hint"]`)
			}
			b.wait(`document.querySelector("[data-verdict]")`)
			b.click(`[data-tab="moves"]`)
			b.settle()
			if got := get[int](b, `document.querySelectorAll(".moves [data-leads=win]").length`); got != c.wins {
				t.Errorf("%s: %d moves win, not %d", c.position, got, c.wins)
			}
			b.click(`[data-tab="why"]`)
			b.wait(`document.querySelector(".why")`)
			b.settle()
			if text := get[string](b, `document.querySelector(".why").textContent`); strings.Contains(text, `nim-values by the table in "three"`) != c.byTable {
				t.Errorf("%s: by the table should be %v: %s", c.position, c.byTable, text)
			}
			b.shot("table-play-" + strconv.Itoa(i))
		}
		b.visit("/explore/three.star(_,_,2)")
		b.drawn()
		get[any](b, `(document.querySelector("canvas[data-ready]").focus(), 0)`)
		b.press(kb.Home, kb.ArrowRight, kb.ArrowRight, kb.ArrowUp)
		b.wait(`document.querySelector("#ex-cell[data-cell='1,1']")?.dataset.value`)
		if got := get[string](b, `document.querySelector("#ex-cell").dataset.value`); got != "2" {
			t.Errorf("three.star(1,1,2) has the value 2, the page shows %s", got)
		}
		b.settle()
		b.shot("table-explore")
	})
}
