package catalog_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/position/catalog"
	"github.com/grundy-games/grundy/rules"
	"github.com/grundy-games/grundy/solve"
)

// load reads the rules of a game of the catalogue.
func load(t testing.TB, name string) *rules.File {
	t.Helper()
	r, ok := catalog.Open(name)
	if !ok {
		t.Fatalf("%s is not in the catalogue", name)
	}
	f, err := rules.Load(t.Context(), name, r, rules.Options{})
	if err := errors.Join(err, r.Close()); err != nil {
		t.Fatal(err)
	}
	return f
}

// answer solves one position.
func answer(t testing.TB, c grundy.Component) *solve.Answer {
	t.Helper()
	a, err := solve.Solve(t.Context(), solve.Question{
		Sum:    grundy.Sum{{Copies: 1, Component: c}},
		Budget: solve.Budget{Memory: 1 << 30, Time: time.Minute},
	})
	if err != nil {
		t.Fatalf("%v: %v", c, err)
	}
	return a
}

func TestEveryGameTellsWhatItIs(t *testing.T) {
	names := catalog.Names()
	if len(names) < 60 {
		t.Errorf("%d games; the catalogue has 60 and more", len(names))
	}
	for _, name := range names {
		f := load(t, name)
		for what, text := range map[string]string{"rules": f.Title, "source": f.Source, "what is known": f.Known} {
			if len(text) < 8 || !strings.ContainsAny(text, " ") {
				t.Errorf("%s: %s: %q", name, what, text)
			}
		}
		if !strings.HasSuffix(f.Title, ".") && !strings.HasSuffix(f.Title, "…") {
			t.Errorf("%s: the rules are a sentence: %q", name, f.Title)
		}
		if len(f.Words) == 0 {
			t.Errorf("%s: no words to search by", name)
		}
		if len(f.Examples()) < 1 {
			t.Errorf("%s: no example", name)
		}
	}
}

func TestExamples(t *testing.T) {
	for i, name := range long.Every(25, catalog.Names()) {
		t.Run(name, func(t *testing.T) {
			f := load(t, name)
			counted := false
			for _, e := range f.Examples() {
				counted = counted || len(e.Perft) > 0
				a := answer(t, e.Position)
				if e.Outcome != "" && a.Outcome.String() != e.Outcome {
					t.Errorf("%v is %v, the file says %s", e.Position, a.Outcome, e.Outcome)
				}
				if v := a.NimValue; e.NimValue != nil && (v == nil || *v != *e.NimValue) {
					t.Errorf("%v has nim-value %v, the file says %d", e.Position, show(v), *e.NimValue)
				}
			}
			if !counted {
				t.Errorf("no example has a number of plays")
			}
			if !long.Asked && i%3 > 0 {
				return // the answers have compared claims at a few hundred positions
			}
			report, err := f.Check(t.Context(), rules.CheckBounds{Positions: long.Of[uint64](3_000, 7_000, 100_000)})
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range report.Examples {
				if len(e.Wrong) > 0 {
					t.Errorf("%s: %s", e.Position, strings.Join(e.Wrong, "; "))
				}
			}
			if !report.OK() {
				t.Errorf("the check did not hold: %+v", report)
			}
		})
	}
}

func show(v *uint64) any {
	if v == nil {
		return "none"
	}
	return *v
}
