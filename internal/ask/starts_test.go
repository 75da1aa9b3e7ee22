package ask_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/position"
)

// TestStarts asks for positions to begin at of every game that has a name: each has some,
// and most of them are won.
func TestStarts(t *testing.T) {
	won, all := 0, 0
	for i, e := range position.All() {
		if e.Name == "graph" || i%long.Of(47, 24, 1) > 0 {
			continue
		}
		q := ask.Starts{Game: e.Name, Seed: 1}
		a, err := q.Ask(t.Context(), ask.Means{Memory: 256 << 20})
		if err != nil || len(a.Starts) == 0 {
			t.Errorf("%s: %v, %v", e.Name, a, err)
			continue
		}
		for _, s := range a.Starts {
			solved, err := ask.Solve{Position: s.Position, Moves: 1}.Ask(t.Context(), ask.Means{})
			switch {
			case err != nil:
				t.Errorf("%s: %v", e.Name, err)
			case solved.Outcome != s.Outcome || solved.WinningMoveCount.Cmp(s.Winning) != 0:
				t.Errorf("%s: %v with %v winning moves, want %s with %v", s.Position, solved.Outcome, solved.WinningMoveCount, s.Outcome, s.Winning)
			case s.Scene == nil:
				t.Errorf("%s has no scene", s.Position)
			}
		}
		if all++; a.Starts[0].Outcome == "N" {
			won++
		}
		if i%10 == 0 {
			again, err := q.Ask(t.Context(), ask.Means{Memory: 256 << 20})
			if err != nil || textsOf(again) != textsOf(a) {
				t.Errorf("%s: %s and then %s, %v", e.Name, textsOf(a), textsOf(again), err)
			}
		}
	}
	if won*10 < all*9 {
		t.Errorf("the first position is won in %d games of %d", won, all)
	}
}

func textsOf(a *ask.Started) string {
	var texts []string
	for _, s := range a.Starts {
		texts = append(texts, s.Position)
	}
	return strings.Join(texts, " ")
}

// TestStartsOfOtherGames asks for positions of codes, of files, and like a position.
func TestStartsOfOtherGames(t *testing.T) {
	long.Only(t)
	m := ask.Means{Open: func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("position(n = integer())\ndef moves(n):\n    for k in range(1, min(n, 3) + 1):\n        move(n - k)\n")), nil
	}}
	for _, game := range []string{"0.77", "own.star", "queen(5,4) + nim(3)", "4*nim(7)", "kayles"} {
		seen := map[string]bool{}
		for seed := range uint64(2) {
			a, err := ask.Starts{Game: game, Seed: seed, Count: 2}.Ask(t.Context(), m)
			if err != nil || len(a.Starts) == 0 || len(a.Starts) > 2 {
				t.Fatalf("%s: %v, %v", game, a, err)
			}
			seen[textsOf(a)] = true
			var b bytes.Buffer
			var read struct{ Starts []struct{ Position string } }
			if err := errors.Join(ask.WriteJSON(&b, a), json.Unmarshal(b.Bytes(), &read)); err != nil || len(read.Starts) != len(a.Starts) || read.Starts[0].Position != a.Starts[0].Position {
				t.Errorf("%s: %s, %v", game, &b, err)
			}
		}
		if len(seen) < 2 {
			t.Errorf("%s: %v for all seeds", game, seen)
		}
	}
	a, err := ask.Starts{Game: "nim(1,1,3)", Misere: true}.Ask(t.Context(), m)
	if err != nil || len(a.Starts) == 0 {
		t.Errorf("misère: %v, %v", a, err)
	}
}

func TestStartsSayWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		question ask.Starts
		want     string
	}{
		{ask.Starts{Game: "nim", Count: -1}, "n=-1: want a number of positions from 1 to 20"},
		{ask.Starts{Game: "nim", Count: 21}, "n=21: want a number of positions from 1 to 20"},
		{ask.Starts{Game: "nimm"}, `column 1: unknown game "nimm"; did you mean "nim"?`},
		{ask.Starts{Game: "nim("}, "column 5"},
		{ask.Starts{Game: "graph"}, "the positions of graph are in files"},
		{ask.Starts{Game: ""}, "want a game"},
	} {
		_, err := c.question.Ask(t.Context(), ask.Means{})
		field, ok := errors.AsType[*ask.FieldError](err)
		if !ok || !strings.Contains(err.Error(), c.want) || !slices.Contains([]string{"n", "game"}, field.Field) {
			t.Errorf("%+v: %v, want %s", c.question, err, c.want)
		}
	}
}
