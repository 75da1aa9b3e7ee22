package ask_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
)

// matches are positions of games of several kinds, and how they are played.
var matches = []ask.Play{
	{Position: "nim(3,5,7)"},
	{Position: "nim(3,4)", Misere: true},
	{Position: "knight(5,4) + queen(3,3)"},
	{Position: "knight(5,4) + queen(3,3)", Compound: "selective"},
	{Position: "0.77(9)"},
	{Position: "staircase(0,2,2,1)"},
	{Position: "cram(3,3)"},
	{Position: "graph[cycle](a) + nim(2)"},
	{Position: "take.star(13)"},
}

var files = map[string]string{
	"cycle":     "a b\nb a\na c\nb d\nc e\n",
	"take.star": "position(n = integer())\ndef moves(n):\n    for k in [1, 3, 4]:\n        if k <= n:\n            move(n - k)\n",
}

func means() ask.Means {
	return ask.Means{Open: func(name string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(files[name])), nil }}
}

// A match of questions without state: the moves that an answer lists are taken, the opponent
// never loses a won position, the next answer has the scene that the move promises, and
// the history agrees with what was said before.
func TestMatch(t *testing.T) {
	for _, p := range long.Every(4, matches) {
		t.Run(p.Position, func(t *testing.T) {
			random := chance.New(t, 1)
			for range long.Of(1, 2, 4) {
				matchAtRandom(t, p, random)
			}
		})
	}
}

func matchAtRandom(t *testing.T, p ask.Play, random *rand.Rand) {
	t.Helper()
	q := ask.Match{Play: p, Hints: true, History: true}
	at := func() *ask.Played {
		t.Helper()
		a, err := q.Ask(t.Context(), means())
		if err != nil {
			t.Fatalf("%v: %v", q.Moves, err)
		}
		if a.Unknown != "" {
			t.Fatalf("%v: %s", q.Moves, a.Unknown)
		}
		return a
	}
	a := at()
	var outcomes []string
	for !a.Over && len(q.Moves) < 60 {
		outcomes = append(outcomes, *a.Outcome)
		move := a.Moves[random.IntN(len(a.Moves))]
		if a.Mover == 1 { // the opponent
			q.Reply = true
			r := at()
			q.Reply = false
			if r.Turn != a.Turn+1 || r.Reply == nil || r.Mover != 0 {
				t.Fatalf("%v: no reply: %+v", q.Moves, r)
			}
			if !slices.ContainsFunc(a.Moves, func(m ask.PlayedMove) bool { return m.Move == r.Reply.Move }) {
				t.Fatalf("%v: the reply %s is not listed", q.Moves, r.Reply.Move)
			}
			if *a.Outcome == "N" && *r.Outcome != "P" || *a.Outcome == "D" && *r.Outcome == "N" {
				t.Fatalf("%v: the reply %s throws away %s", q.Moves, r.Reply.Move, *a.Outcome)
			}
			move = *r.Reply
		}
		q.Moves = append(q.Moves, move.Move)
		next := at()
		if *next.Outcome != *move.Outcome {
			t.Fatalf("%v: outcome %s, the move said %s", q.Moves, *next.Outcome, *move.Outcome)
		}
		steps := move.Steps
		if steps == nil {
			steps = []ask.PlayedStep{move.PlayedStep}
		}
		for _, s := range steps {
			changed(t, a.Scenes[s.Component].Scene, next.Scenes[s.Component].Scene, s)
		}
		a = next
	}
	for i, turn := range a.History {
		after := *a.Outcome
		if i+1 < len(outcomes) {
			after = outcomes[i+1]
		}
		thrown := outcomes[i] == "N" && after != "P" || outcomes[i] == "D" && after == "N"
		if (turn.Better != nil) != thrown || thrown && (turn.Better.LeadsTo != keeps[outcomes[i]] || turn.Better.Move == turn.Move || len(turn.Better.Says) == 0) {
			t.Errorf("%v: better at turn %d is %+v", q.Moves, i, turn.Better)
		}
		if answered := thrown && after == "N" && (i+1 < len(a.History) || !a.Over); (turn.Left != "") != thrown || (turn.Answer != nil) != answered || answered && turn.Answer.LeadsTo != "win" {
			t.Errorf("%v: turn %d left %q, and the answer is %+v", q.Moves, i, turn.Left, turn.Answer)
		}
		if *turn.Outcome != outcomes[i] || turn.Thrown != thrown || turn.Move != q.Moves[i] || turn.Player != i%2 {
			t.Errorf("%v: turn %d is %+v, want %s, thrown %v", q.Moves, i, turn, outcomes[i], thrown)
		}
	}
	if a.Over && (a.Winner == nil || (*a.Winner == a.Mover) != (*a.Outcome == "N")) {
		t.Errorf("%v: the winner is %v, to move is %d, outcome %s", q.Moves, a.Winner, a.Mover, *a.Outcome)
	}
}

// keeps is what the best move keeps in a position of an outcome.
var keeps = map[string]string{"N": "win", "D": "draw", "P": "lose"}

// The best move keeps what the mover has, and is said to in plain sentences.
func TestBestMove(t *testing.T) {
	for _, p := range long.Every(4, matches) {
		q := ask.Match{Play: p, Hints: true, Best: true}
		for {
			a, err := q.Ask(t.Context(), means())
			if err != nil {
				t.Fatalf("%s after %v: %v", p.Position, q.Moves, err)
			}
			if a.Over {
				if a.Best != nil {
					t.Errorf("%s is over, and %s is the best move", a.Position, a.Best.Move)
				}
				break
			}
			if a.Best == nil || a.Best.LeadsTo != keeps[*a.Outcome] || len(a.Best.Says) == 0 || !slices.ContainsFunc(a.Moves, func(m ask.PlayedMove) bool { return m.Move == a.Best.Move }) {
				t.Fatalf("%s, %s: the best move is %+v", a.Position, *a.Outcome, a.Best)
			}
			q.Moves = append(q.Moves, a.Best.Move)
			if len(q.Moves) == 60 {
				break // a draw
			}
		}
	}
	for position, want := range map[string][]string{
		"nim(3,4)":            {"No other move wins.", "It leaves pairs of equal parts: answer a move in one of a pair by the same move in the other."},
		"nim(2)":              {"No other move wins.", "It ends the match, and you win."},
		"nim(3,5,7)":          {"It leaves heaps of 2, 5, 7.", "Made of 1, 2, 4, 8 … they are 2; 4 + 1; 4 + 2 + 1: each of these numbers has a partner, and every move leaves one without."},
		"queen(3,7)":          {"No other move wins.", "Every answer of the opponent leaves you a move that wins.", "For example, “1 left” is answered by “4 down”."},
		"queen(4,7) + nim(2)": {"It leaves what counts as heaps of 2, 2.", "They are pairs: whenever the opponent makes a pair unequal, you can make it equal again."},
		"staircase(0,2,2,7)":  {"No other move wins.", "Every other step counts, as a heap of Nim.", "It leaves what counts as heaps of 2, 2.", "They are pairs: whenever the opponent makes a pair unequal, you can make it equal again."},
		"nim(1,2,3)":          {"No move wins here if the opponent makes no mistake.", "After this one only 1 of 5 answers wins."},
	} {
		a, err := ask.Match{Play: ask.Play{Position: position}, Best: true}.Ask(t.Context(), means())
		if err != nil || !slices.Equal(a.Best.Says, want) {
			t.Errorf("%s: %q, %v; want %q", position, a.Best.Says, err, want)
		}
	}
}

// changed checks that the elements of the scene after a step are those that it has listed.
func changed(t *testing.T, before, after grundy.Scene, s ask.PlayedStep) {
	t.Helper()
	if before.Kind == grundy.SceneParts || before.Kind == grundy.SceneText {
		return // the IDs of parts have the names of these before them
	}
	elements := map[string]grundy.Element{}
	for _, e := range before.Elements {
		elements[e.ID] = e
	}
	for _, c := range s.Changes {
		if delete(elements, c.ID); c.After != nil {
			elements[c.ID] = *c.After
		}
	}
	for _, e := range after.Elements {
		if !reflect.DeepEqual(elements[e.ID], e) {
			t.Errorf("%+v: element %+v, want %+v", s, elements[e.ID], e)
		}
		delete(elements, e.ID)
	}
	if len(elements) > 0 {
		t.Errorf("%+v: %v stand there no more", s, elements)
	}
}

// Where play need not end, the opponent comes nearer to its win though it sees the
// match anew each time.
func TestMatchesEnd(t *testing.T) {
	graph := "a b\nb a\nb c\na d\nc e\nd b\n"
	for _, start := range []string{"a", "b"} {
		q := ask.Match{Play: ask.Play{Position: "graph[g](" + start + ")"}, Hints: true, Reply: true}
		for {
			a, err := q.Ask(t.Context(), ask.Means{Open: func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(graph)), nil }})
			if err != nil {
				t.Fatal(err)
			}
			if a.Reply != nil {
				q.Moves = append(q.Moves, a.Reply.Move)
			}
			if a.Over {
				break
			}
			if *a.Outcome == "D" || len(q.Moves) > 50 {
				if *a.Outcome != "D" {
					t.Fatalf("no end: %v", q.Moves)
				}
				break
			}
			q.Moves = append(q.Moves, a.Moves[len(a.Moves)-1].Move)
		}
	}
}

// Where hints take more than the means allow, the moves come without them; and the client's
// leaving is an error.
func TestMatchWithinMeans(t *testing.T) {
	q := ask.Match{Play: ask.Play{Position: "cram(7,7)"}, Hints: true, History: true, Reply: true}
	a, err := q.Ask(t.Context(), ask.Means{Steps: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if a.Unknown == "" || a.Outcome != nil || a.Reply != nil || len(a.Moves) == 0 || a.Moves[0].Outcome != nil {
		t.Errorf("%+v", a)
	}
	ctx, leave := context.WithCancel(t.Context())
	leave()
	if _, err := q.Ask(ctx, ask.Means{}); err == nil {
		t.Error("an answer for nobody")
	}
}

// A list that is cut has moves of each heap; a heap whose moves are not all there can be named by
// a number, and the text of that move is one that a match takes.
func TestLargeHeaps(t *testing.T) {
	limit := 60
	for _, hints := range []bool{false, true} {
		for _, test := range []struct {
			position string
			heaps    []string // that can be named, with their components
			leaves   uint64
		}{
			{"nim(1000000000000,3)", []string{"0 heap-1"}, 999_999},
			{"nim(5000,3) + nim(700)", []string{"0 heap-1", "1 heap-1"}, 600},
			{"queen(3,3) + nim(9223372036854775807,9223372036854775807)", []string{"1 heap-1", "1 heap-2"}, 1 << 62},
			{"nim(3,5,7)", nil, 0},
		} {
			q := ask.Match{Play: ask.Play{Position: test.position}, Hints: hints, Limit: &limit}
			a, err := q.Ask(t.Context(), means())
			if err != nil {
				t.Fatal(err)
			}
			var named []string
			for _, h := range a.Heaps {
				named = append(named, fmt.Sprint(h.Component, " ", h.Element))
				q.Moves = []string{fmt.Sprint(h.Before, test.leaves, h.After)}
				after, err := q.Ask(t.Context(), means())
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range after.Scenes[h.Component].Scene.Elements {
					if e.ID == h.Element && e.Count != test.leaves {
						t.Errorf("%s: %q leaves %d", test.position, q.Moves, e.Count)
					}
				}
			}
			if !slices.Equal(named, test.heaps) {
				t.Errorf("%s: heaps %q, want %q", test.position, named, test.heaps)
			}
			touched := map[string]bool{}
			for _, move := range a.Moves {
				touched[fmt.Sprint(move.Component, " ", move.Changes[0].ID)] = true
			}
			if heaps := strings.Count(test.position, ",") + strings.Count(test.position, "nim"); len(touched) < min(heaps, 2) {
				t.Errorf("%s, hints %v: the list has moves of %v alone", test.position, hints, touched)
			}
		}
	}
}

// The value of the part after a move: the heap's or the run's, as the argument says it.
func TestPartValues(t *testing.T) {
	for _, test := range []struct {
		play   ask.Play
		values map[string]string // by the move
	}{
		{ask.Play{Position: "nim(3,5,7)"}, map[string]string{"1: nim(2,5,7)": "2", "1: nim(3,5,0)": "0"}},
		{ask.Play{Position: "nim(3,4,5)", Misere: true}, map[string]string{"1: nim(3,1,5)": "1"}},
		{ask.Play{Position: `kayles("XX.XXX") + queen(3,3)`}, map[string]string{`1: kayles("XX.X.X")`: "0", `1: kayles("X..XXX")`: "1", "2: queen(0,0)": "0"}},
		{ask.Play{Position: "kayles(9)", Misere: true}, map[string]string{`1: kayles(".XXXXXXXX")`: "<nil>"}},
	} {
		a, err := ask.Match{Play: test.play, Hints: true}.Ask(t.Context(), means())
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, move := range a.Moves {
			if want, ok := test.values[move.Move]; ok {
				found++
				if got := fmt.Sprint(move.PartValue); got != want {
					t.Errorf("%s: %s leaves a part of value %s, want %s", test.play.Position, move.Move, got, want)
				}
			}
		}
		if found != len(test.values) {
			t.Errorf("%s: %d of %d moves are there", test.play.Position, found, len(test.values))
		}
	}
}
