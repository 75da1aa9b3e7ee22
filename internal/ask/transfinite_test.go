package ask_test

import (
	"context"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/ask"
)

// A match at infinite heaps names them, and takes moves to any smaller ordinal; nim-values are texts where they are infinite.
func TestTransfiniteMatch(t *testing.T) {
	q := ask.Match{Play: ask.Play{Position: "nim(w^2,5) + nim(w)"}, Hints: true, Best: true, History: true, Moves: []string{"1: nim(w+3,5)", "2: nim(4)"}}
	a, err := q.Ask(context.Background(), ask.Means{})
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Heaps) != 1 || a.Heaps[0].Before != "1: nim(" || a.Heaps[0].After != ",5)" || a.Heaps[0].Below != "w+3" {
		t.Errorf("heaps %+v", a.Heaps)
	}
	if a.NimValue != "w+2" || a.Best == nil || a.Best.To != "nim(1,5)" || a.Best.NimValue != uint64(0) && a.Best.NimValue != nil || a.Unknown != "" {
		t.Errorf("nim-value %v, best move %+v; %s", a.NimValue, a.Best, a.Unknown)
	}
	reply := ask.Match{Play: ask.Play{Position: "nim(w) + nim(w)"}, Reply: true, Hints: true}
	if a, err = reply.Ask(context.Background(), ask.Means{}); err != nil || a.Reply == nil || a.Unknown != "" {
		t.Errorf("no move of a lost position: %+v, %v", a, err)
	}
	for _, position := range []string{"nim(w)"} {
		if _, err := (ask.Options{Position: position, With: []string{"genus"}}).Ask(context.Background(), ask.Means{}); err == nil || !strings.Contains(err.Error(), "infinite heaps") {
			t.Error(err)
		}
		if _, err := (ask.Puzzle{Position: position}).Ask(context.Background(), ask.Means{}); err != nil && strings.Contains(err.Error(), "\n") {
			t.Error(err)
		}
	}
}
