package rules

// This file checks that the examples of docs/rules.md and docs/recipes.md are what these say: files
// that load, are short, are compiled, and whose examples and declarations hold.

import (
	"context"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

var docBlock = regexp.MustCompile("(?s)```python\n# ([a-z]+\\.star)\n(.*?)```")

func TestDocs(t *testing.T) {
	long.Only(t)
	doc, err := os.ReadFile("../docs/rules.md")
	recipes, errRecipes := os.ReadFile("../docs/recipes.md")
	if err := errors.Join(err, errRecipes); err != nil {
		t.Fatal(err)
	}
	doc = append(doc, recipes...)
	blocks := docBlock.FindAllStringSubmatch(string(doc), -1)
	if len(blocks) != strings.Count(string(doc), "```python") || len(blocks) < 15 {
		t.Fatalf("%d files in %d blocks", len(blocks), strings.Count(string(doc), "```python"))
	}
	for _, b := range blocks {
		name, text := b[1], b[2]
		if lines := strings.Count(text, "\n"); lines >= 20 {
			t.Errorf("%s has %d lines", name, lines)
		}
		interpreted := strings.Contains(text, "copies(") // as the text above it says
		f, err := Load(t.Context(), name, strings.NewReader(text), Options{CompiledOnly: !interpreted})
		if err != nil {
			t.Error(err)
			continue
		}
		report, err := f.Check(context.Background(), CheckBounds{Positions: long.Of[uint64](6_000, 6_000, 100_000)})
		if err != nil || !report.OK() {
			t.Errorf("%s: %v %+v", name, err, report)
		}
		slow, err := Load(t.Context(), name, strings.NewReader(text), Options{Interpreted: true})
		if err != nil {
			t.Error(err)
			continue
		}
		if interpreted {
			playAlone(t, f)
		} else if f.builtIn == nil {
			compareWays(t, f, slow)
			playAlone(t, f)
		}
	}
}

// TestDocsTellAllWords checks that the chapter on the language names every function
// and method that there is.
func TestDocsTellAllWords(t *testing.T) {
	doc, err := os.ReadFile("../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	_, language, _ := strings.Cut(string(doc), "### What the top level says")
	language = regexp.MustCompile("(?s)```.*?```").ReplaceAllString(language, "") // files
	told := map[string]bool{}
	for _, code := range regexp.MustCompile("(?s)`[^`]+`").FindAllString(language, -1) {
		for _, word := range regexp.MustCompile(`[a-z_]+`).FindAllString(code, -1) {
			told[word] = true
		}
	}
	for _, name := range lang.Words((&File{}).declarations()) {
		if !told[name] {
			t.Errorf("docs/rules.md does not mention %s", name)
		}
	}
}

// playAlone checks that the sequence or the table of a file begins at 0.
func playAlone(t *testing.T, f *File) {
	t.Helper()
	switch {
	case f.Loopy || f.Ends:
	case len(f.Numbers()) == 1:
		valuesOf(t, f, f.Within(t.Context(), 40)...)
	case len(f.Numbers()) == 2:
		valuesOf(t, f, f.Within(t.Context(), 4, 4)...)
	}
}

// statesOf returns the states of a position, one behind the other.
func statesOf(f *File, p Position) (states []int64) {
	for state := range f.states(p) {
		states = append(states, state...)
	}
	return states
}

// compareWays holds both ways equal at small positions.
func compareWays(t *testing.T, fast, slow *File) {
	t.Helper()
	m := fast.fastMoves.NewMachine()
	var small []Position
	if _, _, err := fast.during(t.Context()).smallPositions(func(p Position, _ bool) bool {
		small = append(small, p)
		return true
	}); err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(small); i += long.Of(9, 3, 1) {
		p := small[i]
		if states := statesOf(fast, p); len(states) == fast.code.Shape.Size {
			a, b := lang.Collector{Wants: "move"}, lang.Collector{Wants: "move"}
			if done, _ := fast.fastMoves.Run(m, new(lang.Clock), states, &a); !done {
				t.Errorf("%s: the compiled rules gave up", fast.AppendPosition(nil, p))
			}
			if err := slow.during(t.Context()).movesOf(states, &b); err != nil || a.Took != b.Took {
				t.Errorf("%s: %d steps; interpreted %d, %v", fast.AppendPosition(nil, p), a.Took, b.Took, err)
			}
		}
		a, errA := fast.during(t.Context()).optionsOf(p)
		b, errB := slow.during(t.Context()).optionsOf(p)
		if errA != nil || errB != nil || len(a) != len(b) {
			t.Fatalf("%s: %d options, %v; interpreted %d, %v", fast.AppendPosition(nil, p), len(a), errA, len(b), errB)
		}
		for j := range a {
			if a[j] != b[j] {
				t.Fatalf("%s: option %d is %s; interpreted %s", fast.AppendPosition(nil, p), j, fast.AppendPosition(nil, a[j]), fast.AppendPosition(nil, b[j]))
			}
		}
	}
}
