package lang

// This file checks what print shows: each line once, with its place and the position, and
// not more than a few.

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/grundy-games/grundy/internal/rules/core"
)

func TestPrint(t *testing.T) {
	var lines []string
	show := NewPrinter(func(line string) { lines = append(lines, line) })
	f := load(t, "p.star", "position(n = integer())\nprint(\"top\", [1])\ndef moves(n):\n    for i in range(n):\n        print(\"i\", i % 300)\n", Options{Print: show})
	if _, why := f.Lower(f.moves, core.Moves); why == nil || why.Msg != "print is not compiled" {
		t.Error(why)
	}
	for range 2 {
		if err := f.list([]int64{2}, &Collector{Wants: "move"}); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"p.star:2:1: top [1]", "p.star:5:9: at p.star(2): i 0", "p.star:5:9: at p.star(2): i 1"}
	if !slices.Equal(lines, want) {
		t.Errorf("%q", lines)
	}
	if err := f.list([]int64{1000}, &Collector{Wants: "move"}); err != nil {
		t.Fatal(err)
	}
	if len(lines) != mostPrinted+1 || lines[mostPrinted] != fmt.Sprintf("… and more than the %d different lines that are shown", mostPrinted) {
		t.Errorf("%d lines, the last %q", len(lines), lines[len(lines)-1])
	}
}

// Several goroutines print at once.
func TestPrintAtOnceRace(t *testing.T) {
	count := 0
	show := NewPrinter(func(string) { count++ })
	f := load(t, "p.star", "position(n = integer())\ndef moves(n):\n    print(n, \""+strings.Repeat("x", 1000)+"\")\n", Options{Print: show})
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for n := range int64(50) {
				if err := f.list([]int64{n}, &Collector{Wants: "move"}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if count != 50 {
		t.Errorf("%d lines", count)
	}
}

// TestEndings checks what moves may state where the play is over.
func TestEndings(t *testing.T) {
	for body, want := range map[string]string{
		"win()":                         "",
		"draw()\n    draw()":            "",
		"win()\n    lose()":             "moves states two ends of the play, or moves beside one",
		"move(n)\n    lose()":           "moves states two ends of the play, or moves beside one",
		"lose()\n    move(n)":           "moves states two ends of the play, or moves beside one",
		"lose(1)":                       "lose takes 0 arguments, not 1",
		"x = [win() for i in range(2)]": "",
	} {
		f := load(t, "e.star", oneHeap+"def draw(n):\n    return \"x\" * n\ndef moves(n):\n    "+body+"\n", Options{})
		result := Collector{Wants: "move"}
		err := f.list([]int64{3}, &result)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) || err == nil && (result.Ending == 0 || len(result.Ends) > 0) {
			t.Errorf("%s: %v, %+v; want %s", body, err, result, want)
		}
	}
	f := load(t, "e.star", oneHeap+"moves = lambda n: win() or lose()\n", Options{})
	if err := f.list([]int64{3}, &Collector{Wants: "move"}); err == nil || !strings.Contains(err.Error(), "e.star:2:1: moves: moves states two ends of the play") {
		t.Error(err)
	}
	f = load(t, "e.star", oneHeap+"def draw(n):\n    return \"x\" * n\ndef moves(n):\n    draw(n)\n", Options{})
	if f.MayEnd() {
		t.Error("draw(n) is the picture")
	}
	top := "position(n = integer())\nwin()\n"
	code, err := Parse("e.star", strings.NewReader(top), Options{}, Vocabulary{})
	if err == nil {
		err = code.RunTop(t.Context())
	}
	if err == nil || !strings.Contains(err.Error(), "e.star:2:1: win(): win may be called only while moves runs") {
		t.Error(err)
	}
}
