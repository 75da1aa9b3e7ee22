package play_test

import (
	"context"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/play"
	"github.com/grundy-games/grundy/position"
)

// TestTransfinite plays at infinite heaps: by moves that are typed, which no list has, and against an opponent who has lost.
func TestTransfinite(t *testing.T) {
	ctx := context.Background()
	sum, err := position.Parse("nim(w^2+1,3) + nim(w)")
	if err != nil {
		t.Fatal(err)
	}
	m, err := play.New(ctx, play.Options{Sum: sum})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"nim(w^2+1,3)": "option of no component", "1: nim(w^2+1,3)": "stands", "1: nim(w^3,3)": "not an option", "1: nim(w,2)": "not an option", "2: nim(w+)": "not an option", "2: w+1": "not an option", "nim(4,w)": "option of no component",
		"1: leave 3 of the heap of 3": "not an option", "1: leave 1 of the heap of 4": "not an option", "1: leave 1 of the heap of 3, then": "not an option",
	} {
		if _, err := m.Find(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	for text, want := range map[string]string{"1: nim(w*2+7,3)": "nim(w*2+7,3)", "1: w^2, 3": "nim(w^2,3)", "nim(w^2+1,1)": "nim(w^2+1,1)", "2: nim(99999999999999999999)": "nim(99999999999999999999)", "2: 5": "nim(5)", "1: leave 1 of the heap of 3": "nim(w^2+1,1)", "2: leave 9 of the heap of w": "nim(9)", "1: leave w+3 of the heap of w^2+1": "nim(w+3,3)", "leave w+3 of the heap of w^2+1": "nim(w+3,3)"} {
		move, err := m.Find(text)
		if err != nil || move[0].To.String() != want {
			t.Errorf("%s: %v, %v, want %s", text, move, err, want)
		}
	}
	for turn := 0; ; turn++ {
		if winner, over := m.Over(); over {
			if winner != 0 {
				t.Errorf("player %d has won", winner)
			}
			break
		}
		advice, err := m.Best(ctx)
		if err != nil || turn > 100 {
			t.Fatal(turn, err)
		}
		m.Make(advice.Move)
	}
}
