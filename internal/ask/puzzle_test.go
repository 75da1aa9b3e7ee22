package ask_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/long"
)

// TestPuzzle tries every move of some puzzles, in several kinds of play: it wins exactly where a list of
// all options says so, and each idea that fails chooses none of the winning moves.
func TestPuzzle(t *testing.T) {
	puzzles := []ask.Puzzle{
		{Date: "2026-11-28"}, {Level: 1, Number: 5}, {Level: 3, Number: 12},
		{Position: "nim(3,5,7)"}, {Position: "nim(2,2,1)", Misere: true}, {Position: "take.star(13) + nim(2)"},
		{Position: "nim(3) + queen(2,3)", Compound: "selective"}, {Position: "nim(1,2,3)"},
	}
	for _, q := range long.Every(3, puzzles) {
		a := judged(t, q)
		options, err := ask.Options{Position: a.Position, Misere: a.Convention == "misere", Compound: a.Compound, Limit: ask.DefaultOptions}.Ask(t.Context(), means())
		if err != nil {
			t.Fatal(err)
		}
		if a.Outcome != options.Outcome || a.Count.Cmp(options.Count) != 0 {
			t.Errorf("%s: outcome %s, %v moves; want %s, %v", a.Position, a.Outcome, a.Count, options.Outcome, options.Count)
		}
		won, chosen := int64(0), map[string]bool{}
		for o := range options.Options {
			if o.Steps != nil {
				continue // moves in several components are compared below, by their number
			}
			component := 0
			if o.Component != nil {
				component = *o.Component
			}
			move := string(rune('1'+component)) + ": " + o.To
			tried := judged(t, ask.Puzzle{Position: a.Position, Misere: a.Convention == "misere", Compound: a.Compound, Move: move})
			if wins := o.Outcome == "P"; tried.Tried.Wins != wins || tried.Tried.Move != move {
				t.Errorf("%s, %s: wins %v, want %v", a.Position, move, tried.Tried.Wins, wins)
			}
			if tried.Tried.Wins {
				won++
			}
			for _, idea := range tried.Ideas {
				chosen[idea.Name] = chosen[idea.Name] || idea.Chosen
				if idea.Fails && idea.Chosen && tried.Tried.Wins {
					t.Errorf("%s: %s fails, and chooses %s, which wins", a.Position, idea.Name, move)
				}
			}
		}
		if a.Compound == "disjunctive" && a.Winning.Int64() != won {
			t.Errorf("%s: %v winning moves, want %d", a.Position, a.Winning, won)
		}
		for _, idea := range a.Ideas {
			if a.Compound == "disjunctive" && idea.Applies && !chosen[idea.Name] {
				t.Errorf("%s: %s chooses none of the moves", a.Position, idea.Name)
			}
		}
		if (a.Level == nil) != (a.Outcome != "N") {
			t.Errorf("%s: level %v, outcome %s", a.Position, a.Level, a.Outcome)
		}
	}
}

func judged(t *testing.T, q ask.Puzzle) *ask.Puzzled {
	t.Helper()
	a, err := q.Ask(t.Context(), means())
	if err != nil {
		t.Fatalf("%+v: %v", q, err)
	}
	return a
}

// TestPuzzleOfManyMoves has more moves than ideas are tried on; whether a move wins is known.
func TestPuzzleOfManyMoves(t *testing.T) {
	for move, wins := range map[string]bool{"1: nim(5,5)": true, "1: nim(6,5)": false} {
		a := judged(t, ask.Puzzle{Position: "nim(1000000000000,5)", Move: move})
		if len(a.Ideas) != 0 || a.Level != nil || a.Tried.Wins != wins {
			t.Errorf("%s: %d ideas, level %v, wins %v", move, len(a.Ideas), a.Level, a.Tried.Wins)
		}
	}
}

// TestWrongPuzzles has questions that are refused, with the field that is wrong.
func TestWrongPuzzles(t *testing.T) {
	for _, c := range []struct {
		q     ask.Puzzle
		field string
		words string
	}{
		{ask.Puzzle{Level: 4}, "level", "from 1 to 3"},
		{ask.Puzzle{Date: "28.11.2026"}, "date", "2026-11-28"},
		{ask.Puzzle{Date: "2026-11-28", Level: 1}, "date", "either"},
		{ask.Puzzle{Move: "1: nim(2)"}, "position", "want the position"},
		{ask.Puzzle{Position: "nim(3,5"}, "position", "column"},
		{ask.Puzzle{Position: "nim(0)"}, "position", "over"},
		{ask.Puzzle{Position: "nim(3)", Move: "1: nim(4)"}, "move", "not an option"},
	} {
		_, err := c.q.Ask(t.Context(), means())
		field, ok := errors.AsType[*ask.FieldError](err)
		if !ok || field.Field != c.field || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%+v: %v; want the field %s, and %q", c.q, err, c.field, c.words)
		}
	}
}
