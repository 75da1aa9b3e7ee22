package pattern_test

// This file writes the page of patterns, docs/patterns.md, and checks a part of it.

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/pattern"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
)

const page = "../docs/patterns.md"

// forms are the games of the page that need numbers in brackets, and those whose positions have
// several numbers.
var forms = map[string][]string{
	"nim": {"nim(_,_,_)"}, "subtraction": {"subtraction[1,3,4]"}, "allbut": {"allbut[2]"},
	"partition": {"partition[2,3]"}, "partition-equal": {"partition-equal[2,3]"}, "partition-distinct": {"partition-distinct[2,3]"},
	"wythoff": {"wythoff[2]", "wythoff[3]"}, "cyclic-nimhoff": {"cyclic-nimhoff[3]"}, "staircase": {"staircase(_,_,_,_)"},
	"leaper": {"leaper[-2,1,-2,-1,1,-2,-1,-2](_,_)"}, "nimhof": {"nimhof[1,0,3,1,0,1]"}, "nondecreasing": {"nondecreasing(_,_,_)"},
	"cake": {"cake(_,_)"}, "roxor": {"roxor(_,_)"}, "turning-up-to": {"turning-up-to[3]"}, "turning": {"turning[1,3,4]"},
	"fibonacci-nim": {"fibonacci-nim", "fibonacci-nim(_,_)"}, "dynamic-nim": {"dynamic-nim(_,_,2)", "dynamic-nim(_,_,3)"},
	"pass-nim": {"pass-nim"}, "chomp": {"chomp([_,_,_])"}, "nimble": {"nimble([_,_,_])"}, "end-nim": {"end-nim([_,_])"},
	"knight4": {}, "rider": {}, "piece": {}, "tree": {}, "graph": {}, "hackenbush": {}, "hackenbush-graph": {}, "geography": {}, "sprouts": {}, "tartan": {},
}

// quick are games whose lines are written again in each run.
var quick = []string{"nim(_,_,_)", "king", "prime-game", "allbut[2]", "ruler", "mock-turtles"}

const head = `# The pattern of every game

` + "`grundy guess GAME`" + ` computes a table of the game and looks for the shortest description that
explains all of it. This page shows what it finds for the games of the list, from their
rules alone. Where a proof was found, the last column says so; the others were checked as far as
the table says, and not proved.

A description is kept if two things are true. It is much shorter than other ways to write
the table down, which know of no pattern: a plain list, a list by frequency, and a list of
runs. And it foretells every value of a table with at least four times as many new cells, unless
the first table has all positions of the game, or the machine proves it.
[mathematics.md](mathematics.md) explains the method; pattern/decide.go states the rule in full.

"None found" means that no description in the families and no automaton passed. A game whose
table takes many steps may have a pattern beyond those that are allowed. Steps are counted, so
that the answer is the same on every machine.

Written by ` + "`GRUNDY_UPDATE=1 go test -run TestPage -timeout 40m ./pattern`" + `.

| game | of | family | pattern | checked to | proved |
| --- | --- | --- | --- | --- | --- |
`

// line returns the line of a game.
func line(t *testing.T, name string, limit time.Duration, prove bool) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	game, err := position.ParseGame(name)
	if err != nil {
		t.Logf("%s: %v", name, err)
		return ""
	}
	p, _, err := pattern.Guess(ctx, pattern.Question{Game: game, Budget: solve.Budget{Steps: 1 << 24, Memory: 1 << 30}})
	if p == nil {
		t.Logf("%s: none found (%v)", name, err)
		return fmt.Sprintf("| `%s` | | | none found | | |\n", name)
	}
	proved := ""
	if prove {
		within, cancel := context.WithTimeout(t.Context(), limit)
		defer cancel()
		if _, err := p.Prove(within); err == nil {
			proved = "yes"
		} else {
			t.Logf("%s: %v", name, err)
		}
	}
	to := make([]string, len(p.CheckedTo))
	for i, n := range p.CheckedTo {
		to[i] = fmt.Sprint(n)
	}
	words := strings.ReplaceAll(p.Words, "|", `\|`)
	if most := 240; len(words) > most { // the command has all of it
		words = words[:strings.LastIndex(words[:most], ", ")] + ", …"
	}
	return fmt.Sprintf("| `%s` | %s | %s | %s | %s | %s |\n", name, p.Of, p.Family, words, strings.Join(slices.Compact(to), ", "), proved)
}

var suggested = regexp.MustCompile(`as in (\S*_\S*)$`)

func TestPage(t *testing.T) {
	if again := strings.Fields(os.Getenv("GRUNDY_UPDATE")); len(again) > 0 {
		kept, _ := os.ReadFile(page)
		var b strings.Builder
		b.WriteString(head)
		for _, name := range position.Names() {
			all, ok := forms[name]
			if !ok {
				all = []string{name}
			}
			for _, form := range all {
				if _, err := position.ParseGame(form); err != nil { // the message shows what can be left open
					if s := suggested.FindStringSubmatch(err.Error()); s != nil {
						form = s[1]
					}
				}
				had := regexp.MustCompile("(?m)^\\| `" + regexp.QuoteMeta(form) + "` .*\n").FindString(string(kept))
				if had == "" || again[0] == "1" || slices.Contains(again, name) {
					had = line(t, form, 5*time.Minute, true)
				}
				b.WriteString(had)
			}
		}
		if err := os.WriteFile(page, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(text), head) {
		t.Error("the head of the page is not what the test writes: GRUNDY_UPDATE=1 writes it anew")
	}
	for _, name := range quick {
		want := line(t, name, time.Minute, long.Asked)
		want = strings.Join(strings.Split(want, " | ")[:4], " | ") // as far as it was checked depends on the time
		if !strings.Contains(string(text), want) {
			t.Errorf("the page lacks the line %s", want)
		}
	}
}
