package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/grundy-games/grundy/position"
)

// The list of games fits on a usual terminal, and has all names where that is larger.
func TestGamesFitTheScreen(t *testing.T) {
	const columns, rows = 80, 24
	text := groupsText(position.All(), rows-1)
	for line := range strings.Lines(text) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > columns {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	if n := strings.Count(text, "\n"); n > rows-1 {
		t.Errorf("%d lines:\n%s", n, text)
	}
	if !strings.Contains(text, ": grundy games contests)") {
		t.Errorf("nothing says how to see all:\n%s", text)
	}
	all := strings.Fields(groupsText(position.All(), 100))
	for _, name := range position.Names() {
		if !strings.Contains(strings.Join(all, " "), " "+name+" ") {
			t.Errorf("%s is not listed", name)
		}
	}
}
