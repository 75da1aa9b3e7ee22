package ask

// This file tests what editors and pages ask: the language, pages of docs, and shapes of games.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/docs"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/rules"
)

func TestLanguage(t *testing.T) {
	a, err := Language{}.Ask(t.Context(), Means{})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, e := range a.Examples {
		_, err := rules.Load(t.Context(), e.File, strings.NewReader(e.Text), rules.Options{})
		if err != nil || e.Title == "" || seen[e.File+e.From] {
			t.Errorf("%s %q: %v", e.File, e.Title, err)
		}
		seen[e.File], seen[e.File+e.From] = true, true
	}
	if !seen["kayles.star"] || !seen["pass.star"] || !seen["chomp.star"] || len(a.Examples) < 80 {
		t.Errorf("%d examples", len(a.Examples))
	}
	one, err := Language{File: "pass.star"}.Ask(t.Context(), Means{})
	if err != nil || len(one.Examples) != 1 || one.Examples[0].From != "recipes" {
		t.Errorf("%+v: %v", one, err)
	}
	if _, err := (Language{File: "pas.star"}).Ask(t.Context(), Means{}); err == nil || err.Error() != `file=pas.star: no example has this name; did you mean "pass.star"?` {
		t.Error(err)
	}
	var out bytes.Buffer
	var read struct {
		Words    []rules.Word
		Examples []Example
	}
	if err := WriteJSON(&out, a); err != nil || json.Unmarshal(out.Bytes(), &read) != nil || len(read.Words) != len(a.Words) || len(read.Examples) != len(a.Examples) {
		t.Errorf("%v: %d words, %d examples", err, len(read.Words), len(read.Examples))
	}
}

func TestPage(t *testing.T) {
	pages, err := docs.Pages()
	if err != nil {
		t.Fatal(err)
	}
	for name := range pages {
		a, err := Page{name}.Ask(t.Context(), Means{})
		if err != nil || !strings.HasPrefix(a.Text, "# ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := (Page{"../rules"}).Ask(t.Context(), Means{}); err == nil || !strings.Contains(err.Error(), "want one of architecture, ") {
		t.Error(err)
	}
}

// TestShape asks for the shape of each game of the catalogue, and for a window of each that has
// one.
func TestShape(t *testing.T) {
	tables := NewTiles(1 << 22)
	shaped := 0
	for i, e := range position.All() {
		if i%long.Of(34, 10, 1) != 0 {
			continue
		}
		a, err := Shape{Game: e.Name}.Ask(t.Context(), Means{})
		if err != nil {
			continue // positions that are not numbers
		}
		shaped++
		pieces := a.Game.Template.Pieces()
		if len(pieces) != len(a.Game.Template.Axes)+1 || len(a.Sides)+1 != len(pieces) || len(a.Measures) == 0 {
			t.Errorf("%s: %q %v %v", e.Name, pieces, a.Sides, a.Measures)
		}
		slow := []string{"moebius", "mogul", "moidores", "turning-up-to"} // exponential in the number of coins
		if len(a.Sides) > 2 || slices.Contains(slow, e.Name) {
			continue
		}
		q := Tile{Game: a.Game.Name, Width: 3, Height: uint64(2*len(a.Sides) - 1), Of: a.Measures[0]}
		w, err := q.Ask(t.Context(), Means{Memory: 1 << 27}, tables)
		if err != nil {
			t.Errorf("%s: %v", a.Game.Name, err)
			continue
		}
		// The text around the numbers makes the position whose value stands in the window.
		for i, v := range w.values {
			text := pieces[0] + fmt.Sprint(i%3) + pieces[1]
			if len(a.Sides) == 2 {
				text += fmt.Sprint(i/3) + pieces[2]
			}
			solved, err := Solve{Position: text, Misere: a.Misere}.Ask(t.Context(), Means{Memory: 1 << 27})
			switch {
			case v == nothing:
				if err == nil {
					t.Errorf("%s is a position", text)
				}
			case err != nil && i == 0 && v == 0: // no coin
			case err != nil:
				t.Errorf("%s: %v", text, err)
			case v < nothing && solved.NimValue != nil && solved.NimValue != v && q.Of == nimValues && !a.Misere:
				t.Errorf("%s has the nim-value %d, not %d", text, solved.NimValue, v)
			}
		}
	}
	if shaped < 70/long.Of(34, 10, 1) {
		t.Errorf("%d shapes", shaped)
	}
	m := Means{Open: func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(loopyRules)), nil }}
	if a, err := (Shape{Game: "own.star"}).Ask(t.Context(), m); err != nil || !a.Game.Template.Loopy || fmt.Sprint(a.Measures, *a.Sides[0], *a.Sides[1]) != "[nim-values outcomes remoteness] 31 31" {
		t.Errorf("%+v: %v", a, err)
	}
	for game, want := range map[string]string{"quen": `did you mean "queen"?`, "chomp([2,1])": "want a game without a position", "circles-game": "leave some open"} {
		if _, err := (Shape{Game: game}).Ask(t.Context(), Means{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", game, err)
		}
	}
}
