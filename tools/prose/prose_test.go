package main

import (
	"strings"
	"testing"
)

// Each rule finds its bad sentence, and nothing is found in any good one.
func TestStyle(t *testing.T) {
	for _, r := range style {
		found := false
		for _, f := range check(r.bad) {
			found = found || f.advice == r.advice
		}
		if !found {
			t.Errorf("%q is not found", r.bad)
		}
		for _, line := range (text{line: 1, rows: []string{r.good}}).check() {
			t.Errorf("%q: %s", r.good, line)
		}
	}
}

func TestLongSentence(t *testing.T) {
	if found := (text{line: 1, rows: []string{strings.Repeat("word ", longest+1) + "."}}).check(); len(found) != 1 {
		t.Errorf("%q", found)
	}
}

func TestParagraphs(t *testing.T) {
	texts := paragraphs(10, strings.Split("One. It is\nno cell. Else\nnone.\n\n    Else code\n- Else an item\n```\nElse\n```\nIt `tells.` this", "\n"))
	var found []string
	for _, text := range texts {
		found = append(found, text.check()...)
	}
	want := []string{"10: \"is no\"", "11: \"Else\"", "15: \"Else\""}
	if len(found) != len(want) {
		t.Fatalf("%q", found)
	}
	for i, line := range found {
		if !strings.HasPrefix(line, want[i]) {
			t.Errorf("%q, want %q", line, want[i])
		}
	}
}
