package rules

import (
	"slices"
	"testing"

	"github.com/grundy-games/grundy/internal/rules/lang"
)

// TestWords compares the words that editors are told with those that files find defined.
func TestWords(t *testing.T) {
	defined := lang.Words((&File{}).declarations())
	told := map[string]bool{}
	for _, w := range Words() {
		if told[w.Name] {
			t.Errorf("%s is told twice", w.Name)
		}
		told[w.Name] = true
		isMade := w.Kind == "definition" || w.Kind == "setting" // by the file
		if !slices.Contains(WordKinds(), w.Kind) || w.Form == "" || w.Says == "" || !isMade && !slices.Contains(defined, w.Name) {
			t.Errorf("%+v", w)
		}
	}
	for _, name := range defined {
		if !told[name] {
			t.Errorf("no sentence about %s", name)
		}
	}
}
